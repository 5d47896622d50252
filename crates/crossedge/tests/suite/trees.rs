//! Spanning trees that are arc-disjoint: the rules against a plain count, and the verifier against seeded faults.

use crate::common::expression;
use crate::seeded::{Dice, all_named, name};
use crossedge::collective::{NoTrees, Rooted, Trees};
use crossedge::prelude::*;
use crossedge::verify::{Asserted, BadTrees, Verdict, arborescences};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn system(text: &str) -> (Topology, Trees) {
    let net: Topology = text.parse().expect(text);
    let trees = Trees::of(net.network().expect(text).as_ref(), &Silent).expect(text);
    (net, trees)
}

/// Recounts by brute force: arcs as pairs in a set, depths by walking up. Returns the largest depth.
fn recount(net: &dyn crossedge::net::Network, trees: &Trees, root: u64) -> u64 {
    let links: BTreeSet<(u64, u64)> = (0..net.nodes())
        .flat_map(|v| crossedge::net::neighbors(net, Node(v)).map(move |w| (v, w.0)).collect::<Vec<_>>())
        .collect();
    let (mut arcs, mut deepest) = (BTreeSet::new(), 0);
    let firsts: BTreeSet<u64> = (0..trees.count()).map(|tree| trees.root_child(Node(root), tree).0).collect();
    assert_eq!(firsts.len(), trees.count() as usize, "first children differ");
    for tree in 0..trees.count() {
        assert_eq!(trees.parent(Node(root), tree, trees.root_child(Node(root), tree)), Node(root));
        for v in (0..net.nodes()).filter(|&v| v != root) {
            let parent = trees.parent(Node(root), tree, Node(v)).0;
            assert!(links.contains(&(parent, v)), "tree {tree}: {parent} to {v} is not a link");
            assert!(arcs.insert((parent, v)), "{parent} to {v} is used twice");
            let (mut at, mut depth) = (v, 0);
            while at != root {
                at = trees.parent(Node(root), tree, Node(at)).0;
                depth += 1;
                assert!(depth < net.nodes(), "tree {tree} does not lead from {v} to {root}");
            }
            deepest = deepest.max(depth);
        }
    }
    deepest
}

/// Depths from a program that shares no code with this one.
#[test]
fn depths_are_known() {
    let known = [
        ("dual(ring(3))", 3, 9),
        ("dual(ring(4))", 3, 11),
        ("dual(ring(5))", 3, 14),
        ("dual(ring(8))", 3, 23),
        ("dual(complete(4))", 4, 9),
        ("dual(complete(5))", 5, 9),
        ("dual(complete(6))", 6, 9),
        ("dual(torus(4,4))", 5, 19),
        ("dual(torus(5,5))", 5, 24),
        ("rdn(ring(3), 2)", 4, 27),
        ("rdn(ring(4), 2)", 4, 31),
        ("torus(4,5)", 4, 7),
    ];
    for (text, count, depth) in known {
        let (net, trees) = system(text);
        let net = net.network().expect(text);
        assert_eq!(trees.count(), count, "{text}");
        let Verdict::Holds(judged) =
            arborescences(net.as_ref(), trees.from_root(Node(0)), &Silent).expect("ends")
        else {
            panic!("{text}")
        };
        let Asserted::Trees { depths, .. } = judged.asserted() else { panic!("{text}") };
        assert_eq!(depths.iter().max(), Some(&depth), "{text}");
    }
}

/// Networks built of rings, complete graphs and cubes have one tree per link of a node; a path has one, in any construction.
#[test]
fn counts_follow_the_construction() {
    let known = [
        ("hypercube(6)", 6),
        ("hyperx(3,4,5)", 9),
        ("torus(3,4,5)", 6),
        ("rdn(torus(5,5), 2)", 6),
        ("dualcube(4)", 4),
        ("dual(path(4))", 2),
        ("mesh(3,4)", 2),
        ("hdn(torus(2,3), [{1}])", 4),
        ("slimfly(5)", 7),
        ("star(5)", 1),
        ("ring(1)", 0),
        ("complete(2)", 1),
        ("dual(complete(1))", 1),
        ("torus(3,1,4)", 4),
    ];
    for (text, count) in known {
        assert_eq!(system(text).1.count(), count, "{text}");
    }
}

#[test]
fn disconnected_and_oversized_networks_are_reported() {
    let trees = |text: &str| {
        let net: Topology = text.parse().expect(text);
        Trees::of(net.network().expect(text).as_ref(), &Silent).map(|trees| trees.count())
    };
    assert_eq!(trees("graph([[0,1],[2,3]])"), Err(NoTrees::Apart));
    assert_eq!(trees("graph([], nodes=2)"), Err(NoTrees::Apart));
    assert_eq!(trees("dual(graph([[0,1],[2,3]]))"), Err(NoTrees::Apart));
    assert!(matches!(trees("jellyfish(100000,8,1)"), Err(NoTrees::TooLarge { nodes: 100_000, .. })));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every root of small networks, some of larger ones.
    #[test]
    fn random_expressions_have_trees(text in expression(600), seed: u64) {
        let net: Topology = text.parse().expect("generated");
        let shape = net.network().expect("small").clone();
        let trees = match Trees::of(shape.as_ref(), &Silent) {
            Ok(trees) => trees,
            Err(NoTrees::Apart) => return Ok(()),
            Err(no) => return Err(TestCaseError::fail(format!("{text}: {no}"))),
        };
        let degree = (0..shape.nodes()).map(|v| shape.degree(Node(v))).min().unwrap_or(0);
        prop_assert!(trees.count() <= degree, "{text}");
        let mut dice = Dice(seed);
        let roots: Vec<u64> = match shape.nodes() {
            n @ 0..=24 => (0..n).collect(),
            n => (0..3).map(|_| dice.below(n)).collect(),
        };
        for root in roots {
            prop_assert!(recount(shape.as_ref(), &trees, root) <= trees.depth_bound(), "{text}");
            prop_assert!(arborescences(shape.as_ref(), trees.from_root(Node(root)), &Silent).expect("ends").holds());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Theorems 1 and 2 at size: all roots up to 200 nodes, else 20 of them.
    #[test]
    #[ignore = "heavy: 400 networks of up to 5,000 nodes"]
    fn heavy_random_expressions_have_trees(text in expression(5000), seed: u64) {
        let net: Topology = text.parse().expect("generated");
        let shape = net.network().expect("small").clone();
        let Ok(trees) = Trees::of(shape.as_ref(), &Silent) else { return Ok(()) };
        let mut dice = Dice(seed);
        // Of a complete graph of thousands every root has millions of arcs: then fewer roots.
        let arcs: u64 = (0..shape.nodes()).map(|v| u64::from(shape.degree(Node(v)))).sum();
        let roots: Vec<u64> = match shape.nodes() {
            n @ 0..=200 => (0..n).collect(),
            n => (0..(4_000_000 / arcs.max(1)).clamp(2, 20)).map(|_| dice.below(n)).collect(),
        };
        for root in roots {
            let verdict = arborescences(shape.as_ref(), trees.from_root(Node(root)), &Silent).expect("ends");
            let Verdict::Holds(judged) = verdict else { panic!("{text} from {root}: {verdict:?}") };
            let Asserted::Trees { depths, .. } = judged.asserted() else { panic!("{text}") };
            let deepest = depths.iter().copied().max().unwrap_or(0);
            prop_assert!(u64::from(deepest) <= trees.depth_bound(), "{text} from {root}: {deepest}");
        }
    }
}

/// Over two bases, as many as the lesser has and one more.
#[test]
fn duals_over_two_bases_have_trees_by_rule() {
    for (text, count) in [
        ("dual(ring(3), complete(4))", 3),
        ("dual(complete(4), ring(5))", 3),
        ("dual(path(3), torus(3,3))", 2),
        ("dual(complete(5), hypercube(3))", 4),
        ("dual(dual(ring(3)), complete(4))", 4),
        ("dual(complete(2), ring(4))", 2),
        ("dual(complete(1), ring(4))", 1),
    ] {
        let (net, trees) = system(text);
        assert_eq!(trees.count(), count, "{text}");
        let net = net.network().expect(text);
        for root in 0..net.nodes() {
            assert!(recount(net.as_ref(), &trees, root) <= trees.depth_bound(), "{text} from {root}");
        }
    }
}

/// Trees as a table that can be spoiled anywhere.
#[derive(Debug)]
struct Table {
    root: u64,
    parents: Vec<Vec<u64>>,
}

impl Rooted for Table {
    fn root(&self) -> Node {
        Node(self.root)
    }

    fn count(&self) -> u32 {
        self.parents.len() as u32
    }

    fn parent(&self, tree: u32, v: Node) -> Node {
        Node(self.parents[tree as usize][v.0 as usize])
    }
}

/// Every fault that the verifier can name, each at least 100 times, under its own name.
#[test]
fn verifier_names_every_fault() {
    let mut dice = Dice(19);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for text in ["dual(ring(4))", "torus(4,5)", "hypercube(4)", "complete(6)"] {
        let (net, trees) = system(text);
        let net = net.network().expect(text);
        let nodes = net.nodes();
        for _ in 0..200 {
            let root = dice.below(nodes);
            let all =
                |tree| (0..nodes).map(|v| trees.parent(Node(root), tree, Node(v)).0).collect::<Vec<u64>>();
            let mut table = Table { root, parents: (0..trees.count()).map(all).collect() };
            let count = u64::from(trees.count());
            let (tree, other) = (dice.below(count) as usize, dice.below(count) as usize);
            let v = (root + 1 + dice.below(nodes - 1)) % nodes;
            match dice.below(4) {
                0 => table.root = nodes + dice.below(3),
                1 => table.parents[tree][v as usize] = v,
                2 if tree != other => table.parents[tree][v as usize] = table.parents[other][v as usize],
                // Two nodes that are each other's parent; such arcs may be taken elsewhere, which is the other fault.
                _ => {
                    let w = table.parents[tree][v as usize];
                    if w == root {
                        continue;
                    }
                    table.parents.retain({
                        let mut at = 0;
                        move |_| {
                            at += 1;
                            at == tree + 1
                        }
                    });
                    table.parents[0][w as usize] = v;
                }
            }
            match arborescences(net.as_ref(), table, &Silent).expect("ends") {
                Verdict::Refuted(bad) => *counts.entry(name(&bad)).or_default() += 1,
                told => panic!("{text}: a fault was not seen: {told:?}"),
            }
        }
    }
    all_named(&counts, &["Root", "Unlinked", "Shared", "Astray"]);
    assert_eq!(
        BadTrees::Shared { trees: (0, 2), parent: 5, node: 6 }.to_string(),
        "trees 1 and 3 both go from node 5 to node 6"
    );
}

/// Edge connectivity by all cuts, of small random graphs: as many trees as Edmonds promises.
#[test]
fn stored_graphs_have_as_many_as_their_edge_connectivity() {
    let mut dice = Dice(1973);
    for _ in 0..60 {
        let nodes = 4 + dice.below(5);
        let lists = crate::seeded::Lists::random(&mut dice, nodes, 2 * nodes);
        let cut = |set: u64| {
            let inside = |v: u64| set >> v & 1 == 1;
            let leaves = |v: u64| lists.near(v).into_iter().filter(|&w| !inside(w)).count();
            (0..nodes).filter(|&v| inside(v)).map(leaves).sum::<usize>()
        };
        let least = (1..(1u64 << nodes) - 1).map(cut).min().expect("some cut");
        let trees = Trees::of(&lists, &Silent).expect("connected");
        assert_eq!(trees.count() as usize, least);
        for root in 0..nodes {
            recount(&lists, &trees, root);
        }
    }
}
