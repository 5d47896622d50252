//! Replays the inputs that once broke a fuzz target, and a few seeds, without the fuzzer.
//!
//! A crash found by `cargo fuzz run <target>` goes to `fuzz/regressions/<target>/`, under a
//! descriptive name.

use crossedge::expr::parse;
use std::path::Path;

/// The name and bytes of every input of a target.
fn inputs(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions").join(target);
    let entries = std::fs::read_dir(&folder).expect("a folder of inputs");
    let inputs: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            (path.display().to_string(), std::fs::read(&path).expect("an input"))
        })
        .collect();
    assert!(!inputs.is_empty(), "{} is empty", folder.display());
    inputs
}

#[test]
fn parse_never_panics() {
    for (name, bytes) in inputs("parse") {
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = parse(&text) {
            assert!(text.get(error.span.clone()).is_some(), "{name}: {error:?} is outside of the text");
            error.render(&text, false);
            error.render(&text, true);
        }
    }
}

#[test]
fn round_trip_gives_the_same_tree() {
    let mut trees = 0;
    for (name, bytes) in inputs("round_trip") {
        let Ok(tree) = parse(&String::from_utf8_lossy(&bytes)) else { continue };
        let printed = tree.to_string();
        assert_eq!(parse(&printed).as_ref(), Ok(&tree), "{name}");
        assert_eq!(parse(&printed).map(|again| again.to_string()), Ok(printed), "{name}");
        trees += 1;
    }
    assert!(trees > 0, "no input is a network");
}
