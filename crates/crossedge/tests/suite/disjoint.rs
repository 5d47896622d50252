//! Disjoint paths: the verifier refuses what is wrong, the flow is the maximum, and constructions reach it.

use crate::common::{build, expression, search, stored};
use crossedge::net::{Node, Structure, Table};
use crossedge::progress::{Progress, Silent};
use crossedge::route::disjoint::{Construction, MAX_HOPS, Method, Trouble, find};
use crossedge::route::flow;
use crossedge::verify::disjoint::{Facts, PathError, check};
use petgraph::algo::dinics;
use petgraph::graph::{DiGraph, NodeIndex};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A square with one diagonal: 0 – 1 – 2 – 3 – 0 and 0 – 2.
fn square() -> Table {
    Table::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]).expect("simple")
}

fn nodes(ids: &[u64]) -> Vec<Node> {
    ids.iter().map(|&id| Node(id)).collect()
}

fn judged(paths: &[&[u64]]) -> Result<Facts, PathError> {
    let paths: Vec<_> = paths.iter().map(|path| nodes(path)).collect();
    check(&square(), Node(0), Node(2), &paths)
}

#[test]
fn verifier_counts_cut_links() {
    let all: &[&[u64]] = &[&[0, 2], &[0, 1, 2], &[0, 3, 2]];
    assert_eq!(judged(all), Ok(Facts { count: 3, shortest: 1, longest: 2, total: 5 }));
    assert_eq!(judged(&[]), Ok(Facts { count: 0, shortest: 0, longest: 0, total: 0 }));
}

#[test]
fn verifier_rejects() {
    let net = square();
    assert_eq!(check(&net, Node(1), Node(1), &[]), Err(PathError::Ends));
    assert_eq!(check(&net, Node(1), Node(4), &[]), Err(PathError::Ends));
    assert_eq!(judged(&[&[0, 1]]), Err(PathError::Astray { path: 0 }));
    assert_eq!(judged(&[&[0, 2], &[]]), Err(PathError::Astray { path: 1 }));
    assert_eq!(judged(&[&[1, 2]]), Err(PathError::Astray { path: 0 }));
    assert_eq!(judged(&[&[0, 1, 3, 2]]), Err(PathError::NoLink { path: 0, from: 1, to: 3 }));
    assert_eq!(judged(&[&[0, 9, 2]]), Err(PathError::NoLink { path: 0, from: 0, to: 9 }));
    assert_eq!(judged(&[&[0, 1, 2], &[0, 1, 2]]), Err(PathError::Twice { node: 1, first: 0, again: 1 }));
    assert_eq!(judged(&[&[0, 3, 0, 2]]), Err(PathError::Twice { node: 0, first: 0, again: 0 }));
    assert_eq!(judged(&[&[0, 1, 2, 3, 2]]), Err(PathError::Twice { node: 2, first: 0, again: 0 }));
    assert_eq!(judged(&[&[0, 2], &[0, 2]]), Err(PathError::DirectTwice { first: 0, again: 1 }));
}

/// The flow algorithm of another library on a stored graph with split nodes.
struct Menger {
    split: DiGraph<(), u32>,
}

impl Menger {
    fn of(graph: &[Vec<u64>]) -> Menger {
        let mut split = DiGraph::new();
        for _ in 0..2 * graph.len() {
            split.add_node(());
        }
        for (v, row) in graph.iter().enumerate() {
            split.add_edge(NodeIndex::new(2 * v), NodeIndex::new(2 * v + 1), 1);
            for &w in row {
                split.add_edge(NodeIndex::new(2 * v + 1), NodeIndex::new(2 * w as usize), 1);
            }
        }
        Menger { split }
    }

    /// Number of disjoint paths.
    fn count(&self, a: u64, b: u64) -> usize {
        let (a, b) = (NodeIndex::new(2 * a as usize + 1), NodeIndex::new(2 * b as usize));
        dinics(&self.split, a, b).0 as usize
    }
}

/// The flow between all pairs `a < b` is verified, and is as large as the other library's.
fn flow_is_maximal(text: &str, every: u64) {
    let (_, net) = build(text);
    let graph = stored(net.as_ref());
    let (menger, mut arrays) = (Menger::of(&graph), Flow::of(&graph));
    let pairs = (0..net.nodes()).flat_map(|a| (0..net.nodes()).map(move |b| (a, b)));
    for (a, b) in pairs.filter(|(a, b)| a < b && (a * 31 + b).is_multiple_of(every)) {
        let paths = flow::disjoint(net.as_ref(), Node(a), Node(b), flow::MAX_MET, &Silent).expect("small");
        let facts =
            check(net.as_ref(), Node(a), Node(b), &paths).unwrap_or_else(|e| panic!("{text} {a} {b}: {e}"));
        assert_eq!(facts.count, menger.count(a, b), "{text} from {a} to {b}");
        assert_eq!(facts.count, arrays.count(a, b), "{text} from {a} to {b}");
    }
}

#[test]
fn flow_is_maximal_on_small_networks() {
    for text in [
        "path(5)",
        "star(5)",
        "mesh(3,4)",
        "torus(3,4)",
        "dual(path(3))",
        "wk(3,2)",
        "file(\"petersen.edges\")",
    ] {
        flow_is_maximal(text, 1);
    }
    // Two triangles that share a node, and two components.
    flow_is_maximal("graph([[0,1],[1,2],[2,0],[2,3],[3,4],[4,2]])", 1);
    flow_is_maximal("graph([[0,1],[1,2],[2,0],[3,4]], nodes=6)", 1);
    flow_is_maximal("jellyfish(40,5,3)", 7);
}

#[test]
fn flow_has_limits() {
    let (_, net) = build("torus(1000,1000)");
    let limit = flow::disjoint(net.as_ref(), Node(0), Node(500_500), 1000, &Silent);
    assert_eq!(limit, Err(flow::FlowFailure::TooLarge { limit: 1000 }));
    struct Stop;
    impl Progress for Stop {
        fn stage(&self, _: &str, _: u64) {}
        fn advance(&self, _: u64) {}
        fn stopped(&self) -> bool {
            true
        }
    }
    let stopped = flow::disjoint(net.as_ref(), Node(0), Node(500_500), flow::MAX_MET, &Stop);
    assert_eq!(stopped, Err(flow::FlowFailure::Stopped));
    assert_eq!(flow::disjoint(net.as_ref(), Node(7), Node(7), 10, &Silent), Ok(Vec::new()));
}

/// The result of a sweep over pairs: the longest path and the largest excess over the distance.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Most {
    longest: u64,
    excess: u64,
}

/// The constructed paths from `a` to every node are verified: as many as the smaller degree, the first a shortest path if `shortest`.
fn constructed_from(net: &dyn Structure, graph: &[Vec<u64>], a: u64, shortest: bool) -> Most {
    let construction = Construction::of(net);
    let distances = search(graph, a);
    let mut most = Most::default();
    for b in (0..net.nodes()).filter(|&b| b != a) {
        let paths = construction.paths(Node(a), Node(b)).unwrap_or_else(|e| panic!("{a} {b}: {e}"));
        let facts = check(net, Node(a), Node(b), &paths).unwrap_or_else(|e| panic!("{a} {b}: {e}"));
        assert_eq!(facts.count, graph[a as usize].len().min(graph[b as usize].len()), "{a} {b}");
        assert!(!shortest || facts.shortest == distances[b as usize], "{a} {b}");
        assert!(paths.is_sorted_by_key(Vec::len));
        most.longest = most.longest.max(facts.longest);
        most.excess = most.excess.max(facts.longest - distances[b as usize]);
    }
    most
}

/// The same from all of these nodes.
fn constructed(text: &str, sources: impl IntoIterator<Item = u64>, shortest: bool) -> (u64, u64) {
    let (_, net) = build(text);
    assert!(!Construction::of(net.as_ref()).is_searched());
    let graph = stored(net.as_ref());
    let each = sources.into_iter().map(|a| constructed_from(net.as_ref(), &graph, a, shortest));
    let most = each.reduce(|x, y| Most { longest: x.longest.max(y.longest), excess: x.excess.max(y.excess) });
    most.map_or((0, 0), |most| (most.longest, most.excess))
}

/// All pairs: longest path and largest excess.
#[test]
fn constructions_reach_the_degree() {
    let cases = [
        ("hypercube(4)", (5, 2)),
        ("torus(4,5)", (6, 3)),
        ("torus(2,3,5)", (6, 3)),
        ("hyperx(3,4)", (3, 2)),
        ("dual(ring(3))", (7, 6)),
        ("dual(ring(6))", (10, 6)),
        ("dual(complete(4))", (7, 6)),
        ("dual(hypercube(2))", (8, 6)),
        ("dualcube(3)", (8, 6)),
        ("dualcube(4)", (10, 6)),
        ("hdn(torus(2,3), [{1}])", (8, 6)),
        ("hdn(torus(2,3), [{1,2},{2}])", (9, 6)),
        ("hdn(torus(2,3,5), [{1,2}])", (10, 6)),
        ("hdn(torus(2,3,5), [{1,2,3}])", (7, 3)),
        ("hdn(hypercube(3), [{1,3}])", (9, 6)),
        ("dual(ring(3)) * ring(5)", (9, 6)),
        ("dual(complete(1))", (1, 0)),
        ("rdn(complete(1), 2)", (7, 6)),
        ("ring(9)", (8, 7)),
        ("ring(2)", (1, 0)),
        ("complete(7)", (2, 1)),
    ];
    for (text, most) in cases {
        let (_, net) = build(text);
        assert_eq!(constructed(text, 0..net.nodes(), true), most, "{text}");
    }
}

/// The dual of any connected base has as many paths as the smaller degree, regardless of the base has itself.
#[test]
fn duals_of_irregular_bases_reach_the_degree() {
    let cases = [
        ("dual(path(2))", (7, 6)),
        ("dual(path(3))", (8, 6)),
        ("dual(path(5))", (14, 12)),
        ("dual(star(5))", (9, 6)),
        ("dual(mesh(2,3))", (10, 6)),
        ("dual(path(3) * ring(3))", (11, 6)),
        ("rdn(path(2), 2)", (13, 6)),
        ("dual(wk(3,2))", (13, 12)),
        ("dual(kautz(2,2))", (9, 6)),
        // Two triangles with a link between them, and two that share a node: bases of connectivity 1.
        ("dual(graph([[0,1],[1,2],[2,0],[2,3],[3,4],[4,5],[5,3]]))", (13, 12)),
        ("dual(graph([[0,1],[1,2],[2,0],[2,3],[3,4],[4,2]]))", (10, 8)),
    ];
    for (text, most) in cases {
        let (_, net) = build(text);
        assert_eq!(constructed(text, 0..net.nodes(), false), most, "{text}");
    }
    // A level more, from a few nodes.
    assert_eq!(constructed("rdn(path(3), 2)", [0, 5, 200, 400], false), (16, 6));
    assert_eq!(constructed("rdn(star(4), 2)", [0, 33, 1000], false), (17, 6));
}

/// On long rings, paths avoid the long arc if possible.
#[test]
fn products_of_long_rings_have_short_paths() {
    let cases = [
        ("torus(20,30)", (27, 8)),
        ("torus(20,3,15)", (20, 8)),
        ("ring(25) * hypercube(3)", (17, 8)),
        ("dual(ring(20))", (25, 10)),
        // Between neighbours on the long ring three of the four paths fill the three rows there, so the fourth must go round.
        ("torus(3,40)", (40, 38)),
        ("ring(25) * complete(4)", (25, 23)),
    ];
    for (text, most) in cases {
        assert_eq!(constructed(text, [0], true), most, "{text}");
    }
}

/// The named networks, from a few nodes; all pairs are in the heavy test.
#[test]
fn two_levels_reach_the_degree() {
    assert_eq!(constructed("rdn(ring(3), 2)", [0, 17, 400], true), (13, 6));
    assert_eq!(constructed("rdn(ring(4), 2)", [0, 1500], true), (16, 6));
}

/// The same count over flat arrays, for millions of pairs of one stored graph: Ford and Fulkerson as in any textbook, on arcs of one
/// unit between split nodes. It shares no code with the library.
#[derive(Clone)]
struct Flow {
    /// The arcs out of each state; a node v is entered at 2v and left at 2v + 1.
    first: Vec<usize>,
    /// The head of an arc, and its reverse arc.
    to: Vec<u32>,
    back: Vec<u32>,
    /// The capacity of an arc, initially and now.
    whole: Vec<bool>,
    room: Vec<bool>,
    /// The arc that a search came to a state by.
    came: Vec<u32>,
    queue: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Flow {
    fn of(graph: &[Vec<u64>]) -> Flow {
        let through = (0..graph.len() as u32).map(|v| (2 * v, 2 * v + 1));
        let along =
            (0u32..).zip(graph).flat_map(|(v, row)| row.iter().map(move |&w| (2 * v + 1, 2 * w as u32)));
        let forward: Vec<(u32, u32)> = through.chain(along).collect();
        // Both directions of every arc, by where they begin: (from, to, which, forward).
        let arcs = (0u32..).zip(&forward).flat_map(|(i, &(a, b))| [(a, b, i, true), (b, a, i, false)]);
        let mut arcs: Vec<_> = arcs.collect();
        arcs.sort_unstable();
        let mut place = vec![[0; 2]; forward.len()];
        for (at, &(_, _, i, forward)) in (0u32..).zip(&arcs) {
            place[i as usize][usize::from(forward)] = at;
        }
        let states = 2 * graph.len();
        let whole: Vec<bool> = arcs.iter().map(|arc| arc.3).collect();
        Flow {
            first: (0..=states).map(|s| arcs.partition_point(|arc| (arc.0 as usize) < s)).collect(),
            to: arcs.iter().map(|arc| arc.1).collect(),
            back: arcs.iter().map(|arc| place[arc.2 as usize][usize::from(!arc.3)]).collect(),
            room: whole.clone(),
            whole,
            came: vec![NONE; states],
            queue: Vec::new(),
        }
    }

    /// Number of disjoint paths.
    fn count(&mut self, a: u64, b: u64) -> usize {
        let (source, sink) = (2 * a as u32 + 1, 2 * b as u32);
        self.room.copy_from_slice(&self.whole);
        let mut count = 0;
        while self.search(source, sink) {
            let mut at = sink;
            while at != source {
                let arc = self.came[at as usize] as usize;
                let back = self.back[arc] as usize;
                (self.room[arc], self.room[back]) = (false, true);
                at = self.to[back];
            }
            count += 1;
        }
        count
    }

    fn search(&mut self, source: u32, sink: u32) -> bool {
        self.came.fill(NONE);
        self.queue.clear();
        self.queue.push(source);
        let mut next = 0;
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            for arc in self.first[state as usize]..self.first[state as usize + 1] {
                let to = self.to[arc];
                if self.room[arc] && to != source && self.came[to as usize] == NONE {
                    self.came[to as usize] = arc as u32;
                    if to == sink {
                        return true;
                    }
                    self.queue.push(to);
                }
            }
        }
        false
    }
}

/// For all pairs, verifies the constructed paths and compares their number with a flow over arrays; for one pair in `every`, also with the flow of this
/// library and of another one.
fn all_pairs(text: &str, every: u64) -> (u64, u64) {
    let (_, net) = build(text);
    let graph = stored(net.as_ref());
    let (menger, flow) = (Menger::of(&graph), Flow::of(&graph));
    let each = (0..net.nodes()).into_par_iter().map_with(flow, |flow, a| {
        for b in a + 1..net.nodes() {
            let most = graph[a as usize].len().min(graph[b as usize].len());
            assert_eq!(flow.count(a, b), most, "{text} {a} {b}");
            if (a * 31 + b).is_multiple_of(every) {
                let found = flow::disjoint(net.as_ref(), Node(a), Node(b), flow::MAX_MET, &Silent);
                assert_eq!(found.expect("small").len(), most, "{text} {a} {b}");
                assert_eq!(menger.count(a, b), most, "{text} {a} {b}");
            }
        }
        constructed_from(net.as_ref(), &graph, a, true)
    });
    let most = each.reduce(Most::default, |x, y| Most {
        longest: x.longest.max(y.longest),
        excess: x.excess.max(y.excess),
    });
    println!("{text}: {} pairs, {most:?}", net.nodes() * (net.nodes() - 1));
    (most.longest, most.excess)
}

#[test]
#[ignore = "heavy"]
fn heavy_all_pairs_have_as_many_paths_as_links() {
    assert_eq!(all_pairs("hdn(torus(2,3,5), [{1,2}])", 1), (10, 6));
    assert_eq!(all_pairs("dualcube(4)", 10), (10, 6));
    assert_eq!(all_pairs("rdn(ring(3), 2)", 50), (13, 6));
    assert_eq!(all_pairs("rdn(ring(4), 2)", 500), (16, 6));
}

/// Random pairs of a network too large to store: verified, with a histogram of the excess of the longest path.
fn random_pairs(text: &str, count: u64) -> (u64, BTreeMap<u64, u64>) {
    let (_, net) = build(text);
    let construction = Construction::of(net.as_ref());
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut longest, mut excess) = (0, BTreeMap::new());
    for _ in 0..count {
        let (a, b) = (Node(rng.next_u64() % net.nodes()), Node(rng.next_u64() % net.nodes()));
        if a == b {
            continue;
        }
        let paths = construction.paths(a, b).expect("connected");
        let facts = check(net.as_ref(), a, b, &paths).unwrap_or_else(|e| panic!("{a:?} {b:?}: {e}"));
        assert_eq!(facts.count as u32, net.degree(a));
        assert_eq!(Some(facts.shortest), net.distance(a, b));
        longest = longest.max(facts.longest);
        *excess.entry(facts.longest - facts.shortest).or_default() += 1;
    }
    println!("{text}: longest {longest}, excess {excess:?}");
    (longest, excess)
}

#[test]
fn random_pairs_of_large_networks() {
    for (text, diameter) in
        [("rdn(torus(5,5), 2)", 22), ("rdn(ring(5), 3)", 30), ("rdn(hypercube(3), 4)", 78)]
    {
        let (longest, excess) = random_pairs(text, 1000);
        assert!(longest <= diameter + 6 && excess.keys().all(|&e| e <= 6), "{text}: {longest} {excess:?}");
    }
}

#[test]
#[ignore = "heavy"]
fn heavy_random_pairs_of_a_large_network() {
    let (longest, excess) = random_pairs("rdn(torus(5,5), 2)", 100_000);
    assert!(longest <= 28 && excess.keys().all(|&e| e <= 6));
}

/// Other networks are left to the flow, and limits are reported.
#[test]
fn other_networks_use_the_flow() {
    let ask = |text: &str, a, b, limit| find(build(text).1.as_ref(), Node(a), Node(b), limit, &Silent);
    let mesh = ask("mesh(5,5)", 6, 18, flow::MAX_MET).expect("small");
    assert_eq!((mesh.paths.len(), mesh.method, mesh.most, mesh.maximal), (4, Method::Flow, 4, true));
    let near = ask("mesh(100,100)", 0, 9999, 100).expect("two paths by construction");
    assert_eq!((near.paths.len(), near.method, near.maximal), (2, Method::Construction, true));
    let bounded = ask("mesh(100,100)", 5050, 101, 100).expect("two paths by construction");
    assert_eq!((bounded.paths.len(), bounded.most, bounded.maximal), (2, 4, false));
    let petersen = ask("file(\"petersen.edges\")", 0, 7, flow::MAX_MET).expect("small");
    assert_eq!((petersen.paths.len(), petersen.method), (3, Method::Flow));
    let mixed = ask("hdn(torus(2,2,3), [{1},{2}])", 0, 100, flow::MAX_MET).expect("small");
    assert_eq!((mixed.paths.len() as u32, mixed.method), (mixed.most, Method::Flow));
    assert_eq!(ask("wk(4,4)", 0, 255, 10), Err(flow::FlowFailure::TooLarge { limit: 10 }));
    assert_eq!(ask("graph([[0,1],[2,3]])", 0, 3, 10).map(|f| (f.paths.len(), f.maximal)), Ok((0, true)));
    assert_eq!(
        ask("dual(graph([[0,1],[2,3]]))", 0, 3, 100).map(|f| (f.paths.len(), f.maximal)),
        Ok((0, true))
    );
    let (_, long) = build("dual(ring(100000000))");
    let trouble = Construction::of(long.as_ref()).paths(Node(0), Node(50_000_000));
    assert_eq!(trouble, Err(Trouble::TooLong { limit: MAX_HOPS }));
    // Between neighbours, the long arc is avoided: the path uses other clusters.
    let near = Construction::of(long.as_ref()).paths(Node(0), Node(1)).expect("short");
    assert_eq!(check(long.as_ref(), Node(0), Node(1), &near).map(|f| (f.count, f.longest)), Ok((3, 11)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn flow_is_maximal_everywhere(text in expression(200), pick in any::<[u64; 2]>()) {
        let (_, net) = build(&text);
        let (a, b) = (pick[0] % net.nodes(), pick[1] % net.nodes());
        prop_assume!(a != b);
        let paths = flow::disjoint(net.as_ref(), Node(a), Node(b), flow::MAX_MET, &Silent).expect("small");
        let facts = check(net.as_ref(), Node(a), Node(b), &paths);
        prop_assert_eq!(facts.map(|f| f.count), Ok(Menger::of(&stored(net.as_ref())).count(a, b)));
    }

    #[test]
    fn every_dual_reaches_the_degree(text in expression(60), pick in any::<[u64; 2]>()) {
        let (_, base) = build(&text);
        prop_assume!(base.nodes() > 1 && Table::from_network(base.as_ref()).connected());
        let (_, net) = build(&format!("dual({text})"));
        let (a, b) = (pick[0] % net.nodes(), pick[1] % net.nodes());
        prop_assume!(a != b);
        let paths = Construction::of(net.as_ref()).paths(Node(a), Node(b)).expect("connected");
        let facts = check(net.as_ref(), Node(a), Node(b), &paths);
        let most = net.degree(Node(a)).min(net.degree(Node(b)));
        prop_assert_eq!(facts.map(|f| f.count as u32), Ok(most));
    }

    #[test]
    fn results_are_maximal(text in expression(300), pick in any::<[u64; 2]>()) {
        let (_, net) = build(&text);
        let (a, b) = (pick[0] % net.nodes(), pick[1] % net.nodes());
        prop_assume!(a != b);
        let found = find(net.as_ref(), Node(a), Node(b), flow::MAX_MET, &Silent).expect("small");
        let facts = check(net.as_ref(), Node(a), Node(b), &found.paths);
        prop_assert_eq!(facts.map(|f| f.count), Ok(Menger::of(&stored(net.as_ref())).count(a, b)));
        // The construction alone is right too, even where it finds fewer.
        if let Ok(paths) = Construction::of(net.as_ref()).paths(Node(a), Node(b)) {
            prop_assert!(check(net.as_ref(), Node(a), Node(b), &paths).is_ok());
        }
    }
}
