//! Formulas of claims, ranges in their networks, strict keys, and verdicts from outcomes.

use crossedge_papers::internals::{Formula, LowestTerms, NameValues, expand_ranges, verdict};
use crossedge_papers::{BoundSide, ClaimCase, Instance, Outcome, Paper, Verdict};
use std::collections::BTreeMap;

fn value(text: &str) -> String {
    let names = NameValues::from([
        ("k".to_owned(), LowestTerms::from_integer(2)),
        ("B.nodes".to_owned(), LowestTerms::from_integer(3)),
    ]);
    let found = Formula::read(text).and_then(|f| f.value(&names));
    found.map_or_else(|e| e, |v| v.to_string())
}

#[test]
fn formulas_mean_what_the_papers_mean() {
    assert_eq!(value("ceil((2*B.nodes)^(2^k) / 8)"), "162");
    assert_eq!(value("2^k*1 + 2^(k+1) - 2"), "10");
    assert_eq!(value("2^3^2"), "512");
    assert_eq!(value("-7 % 4"), "1");
    assert_eq!(value("1 - 1/2^2"), "3/4");
    assert_eq!(value("floor(-1/2) = -1 and 0.5 < 1"), "1");
    assert_eq!(value("0 = 1 and 1/0 = 1"), "0");
    assert_eq!(value("lg(8) + max(1, 2)"), "5");
}

#[test]
fn mistakes_in_formulas_are_explained() {
    assert_eq!(value("1/0"), "division by 0");
    assert_eq!(value("m + 1"), "'m' has no value");
    assert_eq!(value("(1"), "a bracket is not closed");
    assert_eq!(value("1 1"), "'1 1': unexpected text before '1'");
    assert_eq!(value("9^99"), "a number does not fit 128 bits");
    let deep = "(".repeat(100_000);
    assert_eq!(value(&deep), "a formula has at most 250 numbers, names and signs");
    assert_eq!(value("(2^126)*2"), "a number does not fit 128 bits");
    assert_eq!(value("-(2^126)*2 + 1"), "a number does not fit 128 bits");
    assert_eq!(value("1 # 2"), "'1 # 2': '#' means nothing in a formula");
}

fn case(expr: &str, each: &[(&str, [i64; 2])]) -> ClaimCase {
    let each: BTreeMap<String, [i64; 2]> =
        each.iter().map(|(name, range)| ((*name).to_owned(), *range)).collect();
    ClaimCase { expr: expr.to_owned(), each, ..ClaimCase::default() }
}

#[test]
fn a_range_reaches_into_expressions() {
    let cases =
        expand_ranges(case("hdn(torus({n},{n+1},5), [{1,2}])", &[("n", [2, 4])])).expect("three cases");
    let texts: Vec<&str> = cases.iter().map(|case| case.expr.as_str()).collect();
    assert_eq!(
        texts,
        ["hdn(torus(2,3,5), [{1,2}])", "hdn(torus(3,4,5), [{1,2}])", "hdn(torus(4,5,5), [{1,2}])"]
    );
    assert_eq!(cases[2].numbers["n"], 4);
    let two = expand_ranges(case("torus({a},{b})", &[("a", [2, 3]), ("b", [4, 6]), ("c", [0, 9])]))
        .expect("six cases");
    assert_eq!(two.len(), 6);
    assert!(two[0].each.contains_key("c"), "a range that no network names stays one");
}

#[test]
fn wrong_ranges_are_explained() {
    let wrong = |expr: &str, range| expand_ranges(case(expr, &[("m", range)])).expect_err(expr);
    assert_eq!(wrong("ring({m})", [5, 3]), "the range of m runs from the smaller number to the larger");
    assert_eq!(wrong("ring({m})", [0, i64::MAX]), "the ranges give more than 10000 networks");
    assert_eq!(wrong("ring({m}) * ring({m", [1, 2]), "a { is not closed");
}

#[test]
fn unknown_keys_are_errors() {
    let text = |more: &str| {
        format!(
            "name = 'X'\ncite = 'Y'\n[[claim]]\nid = 'a'\nplace = 'p'\nsays = 's'\nverdict = 'holds'\n{more}"
        )
    };
    assert!(Paper::read("x", &text("")).is_ok());
    for wrong in ["colour = 1", "[[claim.check]]\nkind = 'figure'\ncase = []\nmore = 1", "verdict2 = 'x'"] {
        assert!(Paper::read("x", &text(wrong)).is_err(), "{wrong}");
    }
    let wrong = text("[[claim.check]]\nkind = 'figure'\n[[claim.check.case]]\nexpr = 'ring(3)'\nsize = 3");
    assert!(Paper::read("x", &wrong).is_err());
    assert!(
        Paper::read(
            "x",
            &format!("{0}\n{1}", text(""), "[[claim]]\nid = 'a'\nplace = 'p'\nsays = 's'\nverdict = 'holds'")
        )
        .is_err()
    );
}

fn instance(outcome: Outcome, outside: bool, reading: Option<&str>) -> Instance {
    let text = String::new;
    let reading = reading.map(str::to_owned);
    Instance {
        what: text(),
        paper: text(),
        ours: text(),
        evidence: text(),
        outcome,
        outside_condition: outside,
        interpretation: reading,
    }
}

#[test]
fn verdicts_follow_from_outcomes() {
    use Outcome::{Above, Agrees, Below, Open};
    let plain = |outcomes: &[Outcome], bound| {
        let all: Vec<_> = outcomes.iter().map(|o| instance(*o, false, None)).collect();
        verdict(&all, bound)
    };
    assert_eq!(plain(&[], None), Verdict::Unclear);
    assert_eq!(plain(&[Agrees, Agrees], None), Verdict::Holds);
    assert_eq!(plain(&[Agrees, Below], None), Verdict::False);
    assert_eq!(plain(&[Agrees, Below], Some(BoundSide::Upper)), Verdict::Bound);
    assert_eq!(plain(&[Above, Below], Some(BoundSide::Upper)), Verdict::False);
    assert_eq!(plain(&[Agrees, Above], Some(BoundSide::Lower)), Verdict::Bound);
    assert_eq!(plain(&[Agrees, Open], None), Verdict::Open);
    assert_eq!(plain(&[Open, Below], Some(BoundSide::Upper)), Verdict::Bound);
    let outside = [instance(Agrees, false, None), instance(Above, true, None)];
    assert_eq!(verdict(&outside, None), Verdict::Condition);
    let readings = [instance(Agrees, false, Some("text")), instance(Above, false, Some("table"))];
    assert_eq!(verdict(&readings, None), Verdict::Unclear);
}
