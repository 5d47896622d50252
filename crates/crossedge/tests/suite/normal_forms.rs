//! Normal forms of expressions: the same network as before, by a map that is verified; and equal for two ways to write one network.

use crate::common::expression;
use crate::machines::machine;
use crossedge::Topology;
use crossedge::expr::parse;
use crossedge::net::{ENTRIES, normal_form};
use crossedge::recognize::{Search, cabled_graph, isomorphism};
use proptest::prelude::*;

fn normal(text: &str) -> String {
    normal_form(&parse(text).expect("an expression")).to_string()
}

/// The normal form is the same network, and its own normal form.
fn check(text: &str) {
    let form = normal(text);
    assert_eq!(normal(&form), form, "{text}");
    let (before, after): (Topology, Topology) =
        (text.parse().expect("an expression"), form.parse().expect("a normal form"));
    assert_eq!((before.nodes(), before.links()), (after.nodes(), after.links()), "{text} and {form}");
    if before.nodes() <= 300u32.into() {
        let graph = |net: &Topology| cabled_graph(net.network().expect("a small network").as_ref(), true);
        let found = isomorphism(&graph(&before), &graph(&after));
        assert!(!matches!(found, Search::None(_)), "{text} and {form}: {found:?}");
    }
}

#[test]
fn normal_forms_are_the_same_networks() {
    let examples = ENTRIES.iter().flat_map(|entry| entry.examples).filter(|text| !text.contains("file("));
    examples.for_each(|text| check(text));
    let more = [
        "ring(1)",
        "ring(2)",
        "torus(1,1)",
        "torus(4,4,3) * mesh(2,3)",
        "complete(3) ^ 2",
        "complete(3) ^ 2 * path(4)",
        "mesh(2,2,3)",
        "dual(complete(1))",
        "rdn(complete(1), 3)",
        "rdn(complete(2), 2)",
        "dual(rdn(ring(3), 1))",
        "rdn(dual(complete(4)), 2)",
        "dual(ring(5), complete(3))",
        "dual(torus(2,2), ring(4))",
        "dualcube(1)",
        "dualcube(3)",
        "swap(complete(2), path(3))",
        "swap(path(3), torus(2,2))",
        "hosts(complete(1), 3)",
        "hosts(torus(2,3), 2)",
        "planes(clos(2,2,2), 1)",
        "planes(clos(2,2,2), 2)",
        "lex(complete(2), complete(3))",
        "strong(ring(5), path(3))",
        "strong(complete(2), complete(3))",
        "circulant(13,[5,1])",
        "circulant(8,[3])",
        "circulant(6,[2,3])",
        "circulant(7,[1,1])",
        "xgft([4],[1])",
        "xgft([2,2,4],[1,2,2])",
        "xgft([3,2],[1,2])",
        "karytree(2,3)",
        "karytree(3,2)",
        "dragonfly(2,1, groups=3)",
        "dragonfly(2,2, groups=5)",
        "bcube(2,1) * switch(2)",
        "switch(2) ^ 3",
        "stargraph(3)",
        "pancake(3)",
        "wk(4,1)",
        "dcell(3, 0)",
        "blow(ring(5), 1)",
        "width(clos(2,2,2), \"level 2\", 1)",
        "star(1)",
        "star(2)",
        "star(3)",
    ];
    more.iter().for_each(|text| check(text));
}

#[test]
fn one_network_written_in_several_ways_has_one_normal_form() {
    let same: &[&[&str]] = &[
        &[
            "hypercube(4)",
            "torus(4,4)",
            "hyperx(2,2,2,2)",
            "complete(2) ^ 4",
            "ring(4) ^ 2",
            "mesh(2,2,2,2)",
            "torus(2,2) * torus(4)",
        ],
        &["torus(3,5,7)", "torus(7,3,5)", "ring(5) * ring(7) * ring(3)", "torus(5,7) * complete(3)"],
        &[
            "rdn(torus(3,3), 2)",
            "dual(dual(hyperx(3,3)))",
            "dual(rdn(torus(3,3), 1))",
            "dual(dual(torus(3,3)), dual(torus(3,3)))",
        ],
        &["dual(ring(5), complete(3))", "dual(complete(3), ring(5))", "dual(torus(3), torus(5))"],
        &["fattree(4)", "xgft([2,2,4],[1,2,2])"],
        &["clos(4,8,2)", "xgft([4,8],[1,2])"],
        &["circulant(13,[1,5])", "circulant(13,[5,12])", "circulant(13,[2,3])"],
        &["dragonfly(4,2)", "dragonfly(4,2, groups=9)", "dragonfly(4,2, arrangement=\"palmtree\")"],
        &["bcube(4,1)", "switch(4) ^ 2", "switch(4) * switch(4)"],
        &["hosts(dual(hypercube(2)), 2)", "hosts(dualcube(3), 2)"],
    ];
    for ways in same {
        ways.iter().for_each(|way| assert_eq!(normal(way), normal(ways[0]), "{way} and {}", ways[0]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_normal_forms(text in expression(300)) {
        check(&text);
    }

    #[test]
    fn random_normal_forms_of_machines(text in machine(300)) {
        check(&text);
    }
}
