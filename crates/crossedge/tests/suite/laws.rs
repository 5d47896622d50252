//! The laws, for every example of the catalog and for random nested expressions.

use crate::common;
use crate::common::{build, expression, links, load, search, stored, walk};
use crossedge::expr::parse;
use crossedge::net::{ENTRIES, Node, Structure, elaborate, endpoint_degrees};
use crossedge::progress::Silent;
use crossedge::verify::{self, Verdict};
use proptest::prelude::*;

/// Every law on one network. Law 2 is checked for all pairs of a small network and for a spread of pairs of a larger one.
pub fn laws(text: &str) {
    let (shape, net) = build(text);
    assert!((1..=net.nodes()).contains(&net.endpoints()), "{text}: endpoints");
    assert_eq!(crossedge::net::endpoints(shape.as_ref()), net.endpoints().into(), "{text}: endpoints");
    let roles = verify::roles(net.as_ref(), &endpoint_degrees(shape.as_ref()), &Silent).expect("not stopped");
    assert!(matches!(roles, Verdict::Holds(_)), "{text}: {roles:?}");
    let verdict = verify::network(net.as_ref(), &shape.degrees(), &Silent).expect("not stopped");
    let graph = stored(net.as_ref());
    let n = net.nodes();
    let connected = search(&graph, 0).iter().all(|&d| d != u64::MAX);
    match verdict {
        Verdict::Holds(verified) => assert_eq!(verified.nodes, n, "{text}"),
        Verdict::Refuted(verify::Refuted::Unreached { .. }) if !connected => {}
        other => panic!("{text}: {other:?}"),
    }
    let sources: Vec<u64> =
        if n <= 64 { (0..n).collect() } else { (0..24).map(|i| i * (n - 1) / 23).collect() };
    for &a in &sources {
        let distance = search(&graph, a);
        let targets: Vec<u64> =
            if n <= 300 { (0..n).collect() } else { (0..64).map(|i| i * (n - 1) / 63).collect() };
        for b in targets {
            pair(text, net.as_ref(), a, b, distance[b as usize]);
        }
    }
}

fn pair(text: &str, net: &dyn Structure, a: u64, b: u64, distance: u64) {
    if distance == u64::MAX {
        assert!(net.distance(Node(a), Node(b)).is_none(), "{text}: {a} to {b} are not connected");
        return;
    }
    let hops = walk(net, a, b, 4 * net.nodes());
    assert!(hops >= distance, "{text}: {a} to {b}");
    if net.minimal() && a.max(b) < net.endpoints() {
        assert_eq!(hops, distance, "{text}: routing from {a} to {b} is called minimal");
    }
    if let Some(claimed) = net.distance(Node(a), Node(b)) {
        assert_eq!(claimed, distance, "{text}: distance from {a} to {b}");
    }
}

#[test]
fn catalog_is_complete() {
    for (i, entry) in ENTRIES.iter().enumerate() {
        assert!(ENTRIES[..i].iter().all(|other| other.name != entry.name), "{} is listed twice", entry.name);
        assert!(entry.signature.starts_with(entry.name), "{}", entry.name);
        assert!(!entry.summary.is_empty() && !entry.paper.is_empty() && !entry.examples.is_empty());
        let cases = common::testdata().join("net").join(format!("{}.toml", entry.name));
        assert!(cases.exists(), "{} has no cases: {}", entry.name, cases.display());
    }
}

#[test]
fn catalog_examples_obey_the_laws() {
    for entry in ENTRIES {
        for example in entry.examples {
            laws(example);
            let tree = parse(example).expect("parses");
            assert_eq!(parse(&tree.to_string()).expect("prints"), tree, "{example}");
        }
    }
}

/// Links of two expressions, id for id.
fn same(a: &str, b: &str) {
    let graphs = [a, b].map(|text| links(&stored(build(text).1.as_ref())));
    assert_eq!(graphs[0], graphs[1], "{a} and {b}");
}

#[test]
fn identities() {
    for n in 1..=7 {
        same(&format!("re(complete(2), ring({n}), {n})"), &format!("ccc({n})"));
    }
    for d in 0..=10 {
        same(&format!("hypercube({d})"), &format!("complete(2) ^ {d}"));
    }
    for base in ["ring(3)", "torus(2,3)", "path(3)", "hypercube(2)", "star(4) * ring(2)"] {
        same(&format!("hdn({base}, [{{}}])"), &format!("rdn({base}, 1)"));
        same(&format!("hdn({base}, [{{}}, {{}}])"), &format!("rdn({base}, 2)"));
        same(&format!("dual(dual({base}))"), &format!("rdn({base}, 2)"));
    }
    same("torus(2,3,5)", "ring(2) * ring(3) * ring(5)");
    same("(ring(3) * path(2)) * star(4)", "ring(3) * path(2) * star(4)");
    same("mesh(3,4)", "path(3) * path(4)");
    same("hyperx(3,4)", "complete(3) * complete(4)");
    // Hypercube frames with aligned ports are two-node frames, one for each dimension.
    same(
        "re(hypercube(2), ring(4), 2, policy=aligned)",
        "re(complete(2), ring(4), 4, pivots=[[1],[0],[3],[2]])",
    );
}

/// `dualcube(r)` is `dual(hypercube(r-1))`: the same ids in class 0; in class 1 cluster and node change places.
#[test]
fn dual_cube_is_a_dual() {
    for r in 1..=5u32 {
        let (_, cube) = build(&format!("dualcube({r})"));
        let (_, dual) = build(&format!("dual(hypercube({}))", r - 1));
        let part = r - 1;
        let low = (1u64 << part) - 1;
        let swap = |v: u64| match v >> (2 * part) {
            0 => v,
            class => class << (2 * part) | (v & low) << part | v >> part & low,
        };
        let moved: Vec<_> =
            links(&stored(dual.as_ref())).into_iter().map(|(v, w)| (swap(v), swap(w))).collect();
        let mut moved: Vec<_> = moved.into_iter().map(|(v, w)| (v.min(w), v.max(w))).collect();
        moved.sort_unstable();
        assert_eq!(links(&stored(cube.as_ref())), moved, "r = {r}");
    }
}

#[test]
fn counts_pass_any_size() {
    let text = "rdn(ring(3), 7)";
    let shape = elaborate(&parse(text).expect("parses"), &load).expect("has a shape");
    assert_eq!(shape.nodes(), num_bigint::BigUint::from(6u32).pow(128) / 2u32);
    assert_eq!(shape.degrees().keys().copied().collect::<Vec<_>>(), [9]);
    assert!(shape.network().is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn random_expressions_obey_the_laws(text in expression(5000)) {
        laws(&text);
    }

    #[test]
    fn random_expressions_print_and_parse(text in expression(u64::MAX)) {
        let tree = parse(&text).expect("parses");
        let printed = tree.to_string();
        let again = parse(&printed).expect("canonical text parses");
        prop_assert_eq!(&again, &tree);
        prop_assert_eq!(again.to_string(), printed);
    }
}
