//! Parameters of requests, paths of files, and the call around a caret.

use crossedge_web::internals::{Param, ParamKind, Params, enclosing_construction, is_plain_path, split_list};

#[test]
fn lists_are_split_outside_brackets() {
    assert_eq!(split_list("0,647"), ["0", "647"]);
    assert_eq!(split_list("(0,1,2),(1,2,3)"), ["(0,1,2)", "(1,2,3)"]);
    assert_eq!(split_list("rdn(ring(3), 2); torus(4,4)"), ["rdn(ring(3), 2)", "torus(4,4)"]);
    assert!(split_list(" ; ").is_empty());
}

#[test]
fn unknown_and_missing_parameters_are_reported() {
    let known =
        [Param { name: "expr".into(), kind: ParamKind::Text, needed: true, meaning: "the network".into() }];
    let given = |name: &str| Params::from_query(vec![(name.to_owned(), "ring(3)".to_owned())]);
    assert!(given("expr").check(&known, &[]).is_ok());
    assert!(given("exp").check(&known, &[]).expect_err("unknown").message().contains("no parameter 'exp'"));
    assert!(
        Params::default().check(&known, &[]).expect_err("missing").message().contains("'expr' is missing")
    );
}

#[test]
fn paths_that_climb_are_rejected() {
    assert!(is_plain_path("assets/index-a1_b.js") && is_plain_path("icon.svg"));
    for path in
        ["../x", "a/../b", "a//b", "/etc/passwd", "a\\b", "%2e%2e/x", ".git/config", "a/.b", "a\0b", ""]
    {
        assert!(!is_plain_path(path), "{path}");
    }
}

#[test]
fn the_call_around_a_caret_is_found() {
    let found = |text: &str| enclosing_construction(text).map(|(entry, argument)| (entry.name, argument));
    assert_eq!(found("rdn(ring(3), "), Some(("rdn", 1)));
    assert_eq!(found("rdn(ring("), Some(("ring", 0)));
    assert_eq!(found("xgft([4,4],[1,"), Some(("xgft", 1)));
    assert_eq!(found("ring(3)"), None);
}
