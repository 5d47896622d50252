//! Transcripts: every command in `tests/transcripts` and in the guide is run, and its output compared. `TRYCMD=overwrite` updates
//! them. Every key of every JSON answer in them is named in `docs/JSON.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn transcripts_hold() {
    trycmd::TestCases::new()
        .env("COLUMNS", "200")
        .env("CROSSEDGE_BUDGET", "none")
        .case("tests/transcripts/*.md");
}

#[test]
fn the_guide_holds() {
    trycmd::TestCases::new()
        .env("COLUMNS", "130")
        .env("CROSSEDGE_BUDGET", "none")
        .case("../../docs/GUIDE.md")
        .case("../../docs/LINT.md")
        .case("../../docs/RANKS.md")
        .case("../../README.md");
    trycmd::TestCases::new()
        .env("COLUMNS", "130")
        .env("CROSSEDGE_BUDGET", "none")
        .case("../../docs/SWEEP.md");
}

/// The verb `simulate`, with and without the simulator built in.
#[test]
fn the_simulator_holds() {
    let cases = trycmd::TestCases::new();
    cases.env("COLUMNS", "130").env("CROSSEDGE_BUDGET", "none");
    match cfg!(feature = "simulate") {
        true => cases
            .case("tests/simulate/with.md")
            .case("../../docs/SIMULATION.md")
            .case("../../docs/TASKS.md")
            .case("tests/simulate/sweep.md"),
        false => cases.case("tests/simulate/without.md").case("tests/simulate/sweep-without.md"),
    };
}

/// The keys of the JSON answers in a text: a name in quotes at the start of a line, before a colon. Numbers are no names.
fn keys(text: &str) -> BTreeSet<String> {
    let key = |line: &str| {
        let (key, rest) = line.trim_start().strip_prefix('"')?.split_once('"')?;
        (rest.starts_with(':') && key.parse::<u64>().is_err()).then(|| key.to_owned())
    };
    text.lines().filter_map(key).collect()
}

#[test]
fn every_key_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = fs::read_to_string(root.join("../../docs/JSON.md")).expect("docs/JSON.md");
    let manuals = ["../../docs/GUIDE.md", "../../docs/SWEEP.md", "../../docs/SIMULATION.md"];
    let mut texts = manuals.map(|name| fs::read_to_string(root.join(name)).expect(name)).to_vec();
    for folder in ["tests/transcripts", "tests/simulate"] {
        for entry in fs::read_dir(root.join(folder)).expect("transcripts") {
            let path = entry.expect("an entry").path();
            // Folders hold the files that a transcript begins and ends with.
            if path.is_file() {
                texts.push(fs::read_to_string(path).expect("a transcript"));
            }
        }
    }
    let used: BTreeSet<String> = texts.iter().flat_map(|text| keys(text)).collect();
    assert!(used.len() > 20 && used.contains("schema_version"), "the transcripts hold {used:?}");
    let named =
        |key: &&String| manual.contains(&format!("`{key}`")) || manual.contains(&format!("\"{key}\""));
    let missing: Vec<_> = used.iter().filter(|key| !named(key)).collect();
    assert!(missing.is_empty(), "docs/JSON.md does not name {missing:?}");
}
