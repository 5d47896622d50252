//! Every expression that parses can be printed, parsed again as the same tree, and printed the same.

#![no_main]

use crossedge::expr::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(tree) = parse(text) else { return };
    let printed = tree.to_string();
    let again = parse(&printed).unwrap_or_else(|error| panic!("{}", error.render(&printed, false)));
    assert_eq!(again, tree);
    assert_eq!(again.to_string(), printed);
});
