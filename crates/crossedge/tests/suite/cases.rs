//! The cases of `testdata/net/*.toml`: counts, degrees and diameters from outside this library.

use crate::common::{build, search, stored, testdata};
use crossedge::net::links;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    expr: String,
    nodes: u64,
    links: u64,
    degree: BTreeMap<String, u64>,
    diameter: Option<u64>,
}

#[test]
fn cases_hold() {
    let mut count = 0;
    for entry in std::fs::read_dir(testdata().join("net")).expect("testdata/net") {
        let path = entry.expect("entry").path();
        let text = std::fs::read_to_string(&path).expect("case file");
        let cases: Cases = toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for case in cases.case {
            check(&case);
            count += 1;
        }
    }
    assert!(count > 50, "only {count} cases were found");
}

fn check(case: &Case) {
    let name = &case.name;
    let (shape, net) = build(&case.expr);
    assert_eq!(shape.nodes(), case.nodes.into(), "{name}");
    assert_eq!(links(shape.as_ref()), case.links.into(), "{name}");
    let degrees: BTreeMap<String, u64> = (shape.degrees().into_iter())
        .map(|(d, c)| (d.to_string(), u64::try_from(c).expect("small")))
        .collect();
    assert_eq!(degrees, case.degree, "{name}");
    if let Some(diameter) = case.diameter {
        let graph = stored(net.as_ref());
        let farthest = (0..net.nodes()).map(|v| search(&graph, v).into_iter().max().unwrap_or(0)).max();
        assert_eq!(farthest, Some(diameter), "{name}");
    }
}
