//! Rings: verified at full size, both ways from anywhere, position and node inverse to each other.

use crate::common;
use crate::common::{build, expression};
use crossedge::hamilton::{
    Budget, Cursor, Direction, FoundRing, NodeOrder, RingOptions, Sought, cycle, fill, predecessor, successor,
};
use crossedge::net::Faults;
use crossedge::net::{Node, Structure};
use crossedge::progress::Silent;
use crossedge::verify::{self, Claim};
use proptest::prelude::*;
use std::sync::Arc;

fn sought(net: &dyn Structure) -> Sought<FoundRing> {
    cycle(net, &RingOptions::default(), &Silent).expect("not cancelled")
}

fn judge(text: &str, net: &dyn Structure, ring: Arc<dyn NodeOrder>) {
    let faults = Faults::none();
    let claim = Claim { closed: true, ends: None, faults: &faults, left_out: 0 };
    if let Err(broken) = verify::ring(net, ring, &claim, &Silent).expect("not cancelled").into_result() {
        panic!("{text}: {broken}");
    }
}

/// The ring of a text, verified; how it was made.
fn judged(text: &str) -> FoundRing {
    let (_, net) = build(text);
    match sought(net.as_ref()) {
        Sought::Found(found) => {
            judge(text, net.as_ref(), found.ring.clone());
            found
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn rules() {
    for text in [
        "ring(3)",
        "ring(7)",
        "complete(3)",
        "complete(8)",
        "torus(5,5)",
        "torus(2,3,5)",
        "torus(3,4)",
        "torus(3,3,3)",
        "torus(2,2)",
        "torus(1,5)",
        "torus(2,1,2)",
        "mesh(3,4)",
        "mesh(4,3)",
        "mesh(2,2)",
        "mesh(2,5)",
        "mesh(5,2)",
        "mesh(3,3,2)",
        "mesh(2,3,3)",
        "mesh(3,4,5)",
        "hyperx(3,4)",
        "hyperx(4,4,2)",
        "hyperx(2,3)",
        "hypercube(2)",
        "hypercube(7)",
        "ring(3) * path(3)",
        "path(3) * ring(3)",
        "path(5) * complete(3) * path(3)",
        "dual(complete(2))",
        "dual(ring(3))",
        "rdn(ring(3), 2)",
        "rdn(ring(4), 2)",
        "rdn(ring(2), 3)",
        "rdn(complete(1), 3)",
        "rdn(complete(4), 2)",
        "rdn(torus(5,5), 1)",
        "rdn(hypercube(3), 2)",
        "rdn(mesh(2,3), 1)",
        "dualcube(2)",
        "dualcube(3)",
        "dualcube(6)",
        "dual(hyperx(3,4)) * ring(5)",
        "hdn(torus(2,3,5), [{1}])",
        "hdn(torus(2,3,5), [{2}])",
        "hdn(torus(2,3,5), [{3}])",
        "hdn(torus(2,3,5), [{1,2}])",
        "hdn(torus(2,3,5), [{2,3}])",
        "hdn(torus(2,3,5), [{1,2,3}])",
        "hdn(torus(2,3,5), [{1,2}, {1}])",
        "hdn(torus(2,3,5), [{1,2}, {1,2}])",
        "hdn(torus(2,3), [{2}, {}])",
        "hdn(ring(3), [{}, {}])",
        "hdn(hypercube(3), [{1,3}, {3}])",
        "hdn(torus(3,2,4), [{1,3}])",
        "hdn(mesh(2,3,4), [{2,3}, {2}])",
        "ccc(2)",
        "ccc(3)",
        "ccc(4)",
        "ccc(5)",
        "ccc(6)",
        "ccc(7)",
        "ccc(10)",
        "re(ring(4), ring(3), 3)",
        "re(hypercube(2), hypercube(2), 4)",
        "re(complete(4), ring(5), 5)",
        "re(complete(2), ring(3), 7)",
        "re(complete(2), ring(5), 3)",
        "re([ring(4), complete(6), hypercube(3)], ring(3))",
        "re([ring(6), ring(4), ring(6)], ring(4), pivots=[[1],[2],[2]])",
        "re(complete(2), complete(1), 3)",
        "re([ring(3), path(2)], complete(1))",
        "re(complete(2), ring(6), 4, pivots=[[5],[0],[3],[2]])",
        "re(complete(2), torus(3,3), 9)",
        "re(complete(3), ring(5), 0)",
        "re([complete(1), complete(2), complete(2)], ring(4))",
    ] {
        assert!(!judged(text).searched, "{text} has a rule");
    }
}

#[test]
fn searches() {
    for text in [
        "slimfly(3)",
        "slimfly(5)",
        "kautz(2,4)",
        "debruijn(2,6)",
        "dragonfly(4,2)",
        "jellyfish(64,3,7)",
        "jellyfish(2000,4,1)",
        "wk(4,3)",
        "wk(8,4)",
        "hdn(torus(2,3,5), [{2,3}, {1,2,3}])",
        "hdn(torus(2,3,5), [{1,2}, {2,3}])",
        "re(ring(4), ring(4), 2, policy=degree)",
        "dual(graph([[0,1],[1,2],[2,0],[2,3],[3,0]]))",
    ] {
        assert!(judged(text).searched, "{text} has no closed form");
    }
}

/// The reason why there is no ring.
fn absent(text: &str) -> String {
    let (_, net) = build(text);
    match sought(net.as_ref()) {
        Sought::Absent(reason) => reason,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn reasons() {
    let sides = |a, b| {
        format!(
            "every link joins the two sides, which have {a} and {b} nodes; a cycle has equally many from each"
        )
    };
    assert_eq!(absent("ring(2)"), "a ring has at least 3 nodes, and there are 2");
    assert_eq!(absent("complete(1)"), "a ring has at least 3 nodes, and there is 1");
    assert_eq!(absent("path(4)"), "node 0 has 1 of the 2 links that a ring needs");
    assert_eq!(absent("star(5)"), "node 1 has 1 of the 2 links that a ring needs");
    assert_eq!(absent("mesh(3,3)"), sides(5, 4));
    assert_eq!(absent("path(1000001) * path(1000003)"), sides(500_002_000_002u64, 500_002_000_001u64));
    assert_eq!(
        absent("graph([[0,1],[1,2],[2,0],[2,3],[3,4],[4,2]])"),
        "node 2 is a cut vertex, which a cycle cannot have"
    );
    assert_eq!(
        absent("graph([[0,1],[1,2],[2,0],[3,4],[4,5],[5,3]])"),
        "node 3 cannot be reached from node 0"
    );
    // The Petersen graph: no simple reason, and the search decides.
    let petersen =
        "graph([[0,1],[1,2],[2,3],[3,4],[4,0],[0,5],[1,6],[2,7],[3,8],[4,9],[5,7],[7,9],[9,6],[6,8],[8,5]])";
    assert_eq!(absent(petersen), "exhaustive search over forced links");
    assert_eq!(
        absent("re(complete(2), ring(6), 3, pivots=[[5],[0],[3]])"),
        "exhaustive search over forced links"
    );
}

#[test]
fn too_large_for_a_search() {
    let (_, net) = build("jellyfish(30000,3,1)");
    match sought(net.as_ref()) {
        Sought::TooLarge(why) => {
            assert_eq!(why, "no construction is known, and 30000 nodes are more than the 20000 of a search");
        }
        other => panic!("{other:?}"),
    }
    let budget = Budget { steps: 10, ..Budget::default() };
    let (_, net) = build("jellyfish(100,3,1)");
    match cycle(net.as_ref(), &RingOptions { budget, ..RingOptions::default() }, &Silent)
        .expect("not cancelled")
    {
        Sought::Unknown(why) => {
            assert_eq!(why, "no construction is known, and a search of 10 steps found none")
        }
        other => panic!("{other:?}"),
    }
}

/// Both paths, from anywhere, in blocks of any length, and by single steps.
#[test]
fn streams_agree_with_positions() {
    for text in [
        "rdn(ring(3), 2)",
        "torus(4,5,3)",
        "mesh(7,4)",
        "hdn(torus(2,3,5), [{1,2}])",
        "ccc(5)",
        "dualcube(4)",
        "hypercube(5)",
        "wk(3,3)",
        "ring(5)",
    ] {
        for list in [0, 64, 8192] {
            let (_, net) = build(text);
            let options = RingOptions { list, ..RingOptions::default() };
            let Sought::Found(FoundRing { ring, .. }) =
                cycle(net.as_ref(), &options, &Silent).expect("not cancelled")
            else {
                panic!("{text}")
            };
            judge(text, net.as_ref(), ring.clone());
            let n = net.nodes();
            let order: Vec<u64> = (0..n).map(|p| ring.node_at(p).0).collect();
            for from in [0, 1, n / 3, n - 2, n - 1] {
                let up: Vec<u64> = (0..n).map(|i| order[((from + i) % n) as usize]).collect();
                let down: Vec<u64> = (0..n).map(|i| order[((from + n - i) % n) as usize]).collect();
                for (way, expected) in [(Direction::Up, &up), (Direction::Down, &down)] {
                    let stream: Vec<u64> = Cursor::new(ring.as_ref(), from, way).map(|v| v.0).collect();
                    assert_eq!(&stream, expected, "{text} {way:?} from {from}");
                    let mut one_by_one = Vec::new();
                    for v in Cursor::new(ring.as_ref(), from, way) {
                        one_by_one.push(v.0);
                    }
                    assert_eq!(&one_by_one, expected, "{text} {way:?} from {from}");
                    for size in [1, 2, 7, 18, 64, n] {
                        let mut block = vec![0; size.min(n) as usize];
                        fill(ring.as_ref(), from, way, &mut block);
                        assert_eq!(block, expected[..block.len()], "{text} {way:?} from {from}");
                    }
                }
                let v = Node(order[from as usize]);
                assert_eq!(successor(ring.as_ref(), v).map(|w| w.0), Some(up[1]), "{text}");
                assert_eq!(predecessor(ring.as_ref(), v).map(|w| w.0), Some(down[1]), "{text}");
            }
            let few: Vec<Node> = Cursor::new(ring.as_ref(), 1, Direction::Up).at_most(3).collect();
            assert_eq!(few, [order[1], order[2], order[3]].map(Node), "{text}");
        }
    }
}

/// The verifier finds a planted error in each of the paths in which a ring can be wrong.
#[test]
fn verifier_rejects() {
    let (_, net) = build("torus(3,4)");
    let Sought::Found(FoundRing { ring, .. }) = sought(net.as_ref()) else { panic!("torus has a ring") };
    let good: Vec<u64> = (0..12).map(|p| ring.node_at(p).0).collect();
    let verdict = |order: Vec<u64>, told: Option<Vec<u64>>, claim: Claim<'_>| {
        let told = told.unwrap_or_else(|| order.clone());
        let planted = Arc::new(Planted { order, told });
        verify::ring(net.as_ref(), planted, &claim, &Silent)
            .expect("not cancelled")
            .into_result()
            .map_or_else(|broken| broken.to_string(), |_| String::new())
    };
    let none = Faults::none();
    let closed = Claim { closed: true, ends: None, faults: &none, left_out: 0 };
    assert_eq!(verdict(good.clone(), None, closed), "");
    let mut swapped = good.clone();
    swapped.swap(3, 9);
    assert!(verdict(swapped.clone(), None, closed).contains("no living link leads from node"));
    assert!(verdict(good.clone(), Some(swapped), closed).contains("but reported at"));
    let mut twice = good.clone();
    twice[5] = twice[7];
    assert_eq!(
        verdict(twice, Some(good.clone()), closed),
        format!("node {} is at position 5, but reported at 7", good[7])
    );
    let mut outside = good.clone();
    outside[2] = 12;
    assert_eq!(verdict(outside, None, closed), "position 2 holds 12, which is not a node of the network");
    assert_eq!(
        verdict(good[..11].to_vec(), None, closed),
        "1 living nodes are left out, and the claim was 0"
    );
    assert_eq!(verdict(good[..2].to_vec(), None, closed), "a ring has at least 3 nodes, and this one has 2");
    let longer: Vec<u64> = good.iter().chain(&good[..1]).copied().collect();
    assert_ne!(verdict(longer, None, closed), "");
    let (first, last) = (Node(good[0]), Node(good[11]));
    let path = Claim { closed: false, ends: Some((first, last)), ..closed };
    assert_eq!(verdict(good.clone(), None, path), "");
    let other = Claim { ends: Some((last, first)), ..path };
    assert_eq!(
        verdict(good.clone(), None, other),
        format!("position 0 holds node {}, and node {} was requested", good[0], good[11])
    );
    let mut dead = Faults::none();
    dead.kill_link(Node(good[4]), Node(good[5]));
    let avoiding = Claim { faults: &dead, ..closed };
    assert_eq!(
        verdict(good.clone(), None, avoiding),
        format!("position 4: no living link leads from node {} to node {}", good[4], good[5])
    );
    let mut dead = Faults::none();
    dead.kill_node(Node(good[6]));
    let avoiding = Claim { faults: &dead, ..closed };
    assert_eq!(
        verdict(good.clone(), None, avoiding),
        format!("position 6 holds node {}, which is dead", good[6])
    );
}

/// An order as given, and the order reported by `position_of`.
#[derive(Debug)]
struct Planted {
    order: Vec<u64>,
    told: Vec<u64>,
}

impl NodeOrder for Planted {
    fn positions(&self) -> u64 {
        self.order.len() as u64
    }

    fn closed(&self) -> bool {
        true
    }

    fn node_at(&self, position: u64) -> Node {
        Node(self.order[position as usize])
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        self.told.iter().position(|&w| w == v.0).map(|p| p as u64)
    }

    fn bytes(&self) -> usize {
        0
    }
}

/// Returns `true` if a graph of at most 16 nodes has a ring, by the table over all sets of nodes.
fn has_ring(graph: &[Vec<u64>]) -> bool {
    let n = graph.len();
    let mut ends = vec![0u32; 1 << n];
    ends[1] = 1;
    for set in (1..1usize << n).step_by(2) {
        let here = ends[set];
        for v in (0..n).filter(|v| here >> v & 1 == 1) {
            for &w in &graph[v] {
                if set >> w & 1 == 0 {
                    ends[set | 1 << w] |= 1 << w;
                }
            }
        }
    }
    n >= 3 && graph[0].iter().any(|&w| ends[(1 << n) - 1] >> w & 1 == 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every answer for a random network is right: rings are verified, and small networks without a ring are searched exhaustively.
    #[test]
    fn random_networks(text in expression(600)) {
        let (_, net) = build(&text);
        // Most of the time goes into networks that have no ring and no simple reason: a few steps each are enough here.
        let budget = Budget { steps: 100_000, ..Budget::default() };
        match cycle(net.as_ref(), &RingOptions { budget, ..RingOptions::default() }, &Silent).expect("not cancelled") {
            Sought::Found(found) => judge(&text, net.as_ref(), found.ring),
            Sought::Absent(_) if net.nodes() <= 16 => prop_assert!(!has_ring(&common::stored(net.as_ref())), "{}", text),
            Sought::Absent(_) => {}
            Sought::Unknown(why) => prop_assert!(net.nodes() > 24, "{}: {}", text, why),
            Sought::TooLarge(why) => prop_assert!(false, "{}: {}", text, why),
        }
    }
}

#[test]
fn round_trips_on_two_to_the_63_nodes() {
    round_trips(10_000);
}

#[test]
#[ignore = "heavy: a million positions and nodes"]
fn heavy_round_trips_on_two_to_the_63_nodes() {
    round_trips(1_000_000);
}

fn round_trips(count: u64) {
    let (_, net) = build("rdn(hypercube(3), 4)");
    assert_eq!(net.nodes(), 1 << 63);
    let Sought::Found(FoundRing { ring, .. }) = sought(net.as_ref()) else { panic!("it has a ring") };
    let mut x = 1u64;
    for _ in 0..count {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let p = x >> 1;
        let v = ring.node_at(p);
        assert_eq!(ring.position_of(v), Some(p));
        let next = successor(ring.as_ref(), v).expect("closed");
        assert!(crossedge::net::neighbors(net.as_ref(), v).any(|w| w == next), "{v:?} to {next:?}");
        let w = Node(p ^ x << 7 >> 1);
        assert_eq!(ring.position_of(w).map(|p| ring.node_at(p)), Some(w));
    }
}
