//! Rings, paths and rings around faults on random nestings: constructions inside themselves and inside each other. Every answer is
//! checked here by a plain set of links, without the verifier of the library, and small answers against a table over all sets of nodes.

use crate::common::{build, load};
use crossedge::expr::parse;
use crossedge::hamilton::{Around, Budget, FoundRing, NodeOrder, RingOptions, Sought, around, cycle, path};
use crossedge::net::Faults;
use crossedge::net::{Network, Node, Port, Structure, elaborate, factors};
use crossedge::progress::Silent;
use std::collections::HashSet;

/// A small generator: the same seed gives the same expressions for ever.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    /// A nesting, constructions inside constructions to this depth.
    fn expression(&mut self, depth: u64) -> String {
        const ATOMS: &[&str] = &[
            "complete(1)",
            "complete(2)",
            "complete(3)",
            "ring(3)",
            "ring(4)",
            "path(2)",
            "path(3)",
            "star(4)",
            "torus(2,3)",
            "torus(2,2)",
            "mesh(2,3)",
            "hypercube(1)",
            "hypercube(2)",
            "hyperx(2,3)",
            "dualcube(1)",
            "dualcube(2)",
            "graph([[0,1],[1,2],[2,0],[2,3]])",
        ];
        if depth == 0 {
            return self.pick(ATOMS).to_owned();
        }
        let inner = depth - 1;
        match self.below(9) {
            0..=3 => {
                let base = match self.below(3) {
                    0 => format!("({}) * ({})", self.expression(inner), self.pick(ATOMS)),
                    _ => self.expression(inner),
                };
                let sets = self.sets(&base);
                format!("hdn({base}, [{sets}])")
            }
            4 => format!("dual({})", self.expression(inner)),
            5 => format!("({}) * ({})", self.expression(inner), self.expression(0)),
            6 => format!("({}) ^ 2", self.expression(inner)),
            7 => format!("re({}, {}, {})", self.pick(ATOMS), self.expression(inner), 1 + self.below(2)),
            _ => self.expression(inner),
        }
    }

    /// One or two sets of factors of a base.
    fn sets(&mut self, base: &str) -> String {
        let factors = parse(base)
            .ok()
            .and_then(|expr| elaborate(&expr, &load).ok())
            .map_or(1, |shape| factors(&shape).len());
        let sets: Vec<String> = (0..1 + self.below(2))
            .map(|_| {
                let members: Vec<String> =
                    (1..=factors).filter(|_| self.below(3) > 0).map(|i| i.to_string()).collect();
                format!("{{{}}}", members.join(","))
            })
            .collect();
        sets.join(", ")
    }

    /// An expression that builds, of at most this many nodes.
    fn small(&mut self, depth: u64, most: u64) -> String {
        loop {
            let deep = 1 + self.below(depth);
            let text = self.expression(deep);
            let shape = parse(&text).ok().and_then(|expr| elaborate(&expr, &load).ok());
            if shape.is_some_and(|shape| shape.nodes() <= most.into() && shape.nodes() > 0u32.into()) {
                return text;
            }
        }
    }
}

/// Every link both ways, by asking every port.
fn link_set(net: &dyn Network) -> HashSet<(u64, u64)> {
    (0..net.nodes())
        .flat_map(|v| (0..net.degree(Node(v))).map(move |p| (v, net.link(Node(v), Port(p)).0.0)))
        .collect()
}

/// Checks an order: living nodes of the network, each once, each linked to the next.
fn check(
    text: &str,
    links: &HashSet<(u64, u64)>,
    nodes: u64,
    dead: &Faults,
    ring: &dyn NodeOrder,
    closed: bool,
) {
    let n = ring.positions();
    let order: Vec<u64> = (0..n).map(|p| ring.node_at(p).0).collect();
    let set: HashSet<u64> = order.iter().copied().collect();
    assert_eq!(set.len() as u64, n, "{text}: a node appears twice");
    assert!(order.iter().all(|v| *v < nodes && !dead.node(Node(*v))), "{text}: no living node: {order:?}");
    assert_eq!(ring.closed(), closed, "{text}");
    assert!(!closed || n >= 3, "{text}: a ring of {n}");
    for (p, v) in (0..).zip(&order) {
        assert_eq!(ring.position_of(Node(*v)), Some(p), "{text}");
    }
    let around = if closed { order.first().copied() } else { None };
    for (v, w) in order.iter().zip(order[1..].iter().copied().chain(around)) {
        let alive = !dead.link(Node(*v), Node(w));
        assert!(links.contains(&(*v, w)) && alive, "{text}: no living link from {v} to {w}");
    }
}

/// For every set of nodes whose smallest is `first`: the ends of paths from it through just this set.
fn ends(links: &[u32], first: usize) -> Vec<u32> {
    let n = links.len();
    let mut ends = vec![0u32; 1 << n];
    ends[1 << first] = 1 << first;
    for set in (0..1usize << n).filter(|set| set.trailing_zeros() as usize == first) {
        let here = ends[set];
        for v in (0..n).filter(|v| here >> v & 1 == 1) {
            let mut on = links[v] & !(set as u32) & (u32::MAX << first);
            while on != 0 {
                let w = on.trailing_zeros();
                ends[set | 1 << w] |= 1 << w;
                on &= on - 1;
            }
        }
    }
    ends
}

/// Number of nodes of the longest ring; 0 if there is none.
fn longest(links: &[u32]) -> u32 {
    let mut best = 0;
    for first in 0..links.len() {
        let ends = ends(links, first);
        for (set, here) in ends.iter().enumerate().filter(|(set, _)| set.count_ones() >= 3) {
            if here & links[first] != 0 {
                best = best.max(set.count_ones());
            }
        }
    }
    best
}

/// The living links of a small network, as bits.
fn living(links: &HashSet<(u64, u64)>, nodes: u64, dead: &Faults) -> Vec<u32> {
    let mut rows = vec![0u32; nodes as usize];
    for &(v, w) in links.iter().filter(|(v, w)| !dead.cut(Node(*v), Node(*w))) {
        rows[v as usize] |= 1 << w;
    }
    rows
}

fn few() -> RingOptions {
    RingOptions { budget: Budget { steps: 60_000, ..Budget::default() }, ..RingOptions::default() }
}

/// Searches a ring, and a path between two nodes, in each of `count` random networks. Results are verified; in small networks, the exhaustive table confirms absence.
fn nestings(count: u64, seed: u64) {
    let mut dice = Dice(seed);
    let (mut rings, mut paths) = (0, 0);
    for _ in 0..count {
        let text = dice.small(3, 1500);
        let (_, net) = build(&text);
        let (n, links, none) = (net.nodes(), link_set(net.as_ref()), Faults::none());
        match cycle(net.as_ref(), &few(), &Silent).expect("not cancelled") {
            Sought::Found(FoundRing { ring, .. }) => {
                assert_eq!(ring.positions(), n, "{text}");
                check(&text, &links, n, &none, ring.as_ref(), true);
                rings += 1;
            }
            Sought::Absent(why) if n <= 14 => {
                let most = longest(&living(&links, n, &none));
                assert!(u64::from(most) < n, "{text}: {why}");
            }
            Sought::TooLarge(why) => panic!("{text}: {why}"),
            Sought::Absent(_) | Sought::Unknown(_) => {}
        }
        let (from, to) = (dice.below(n), dice.below(n));
        if from == to || n > 400 {
            continue;
        }
        match path(net.as_ref(), Node(from), Node(to), &none, &few(), &Silent).expect("not cancelled") {
            Sought::Found(FoundRing { ring, .. }) => {
                check(&text, &links, n, &none, ring.as_ref(), false);
                let first_and_last = (ring.node_at(0).0, ring.node_at(n - 1).0);
                assert_eq!((ring.positions(), first_and_last), (n, (from, to)), "{text}");
                paths += 1;
            }
            Sought::Absent(why) if n <= 14 => {
                assert!(!joined(&living(&links, n, &none), from, to), "{text} from {from} to {to}: {why}");
            }
            Sought::TooLarge(why) => panic!("{text}: {why}"),
            Sought::Absent(_) | Sought::Unknown(_) => {}
        }
    }
    println!("{count} expressions: {rings} rings and {paths} paths checked");
    assert!(rings * 4 > count && paths * 10 > count, "too few of {count}: {rings} rings, {paths} paths");
}

/// Returns `true` if a path through all living nodes joins two of them: a ring of the graph with their ends renamed to be first.
fn joined(links: &[u32], from: u64, to: u64) -> bool {
    let n = links.len();
    // The table begins at node 0: exchange it with the first end.
    let name = |v: usize| match v {
        0 => from as usize,
        v if v == from as usize => 0,
        v => v,
    };
    let bits = |row: u32| (0..n).filter(|v| row >> v & 1 == 1).fold(0u32, |all, v| all | 1 << name(v));
    let renamed: Vec<u32> = (0..n).map(|v| bits(links[name(v)])).collect();
    ends(&renamed, 0)[(1 << n) - 1] >> name(to as usize) & 1 == 1
}

#[test]
fn nested_constructions() {
    nestings(300, 1);
}

#[test]
#[ignore = "heavy: 5,000 random nestings"]
fn heavy_nested_constructions() {
    nestings(5_000, 2);
}

#[test]
fn finding_a23_a_hierarchical_dual_net_over_another() {
    for text in [
        "hdn(hdn(complete(2),[{1}]),[{1}])",
        "hdn(hdn(torus(2,3),[{1}]),[{1}])",
        "hdn(hdn(torus(2,3),[{1}]),[{}])",
        "hdn(hdn(hdn(complete(2),[{1}]),[{1}]),[{1}])",
        "hdn(hdn(torus(2,3),[{1}]) * ring(3),[{2}])",
        "hdn(hdn(torus(2,3),[{2},{}]) * ring(3),[{1}])",
        "hdn(ring(3) * hdn(torus(2,3),[{1,2},{1}]),[{1,2},{2}])",
        "hdn(dual(ring(3)),[{1}])",
        "dual(hdn(torus(2,3),[{1}]))",
        "hdn(dual(hdn(complete(2),[{}])),[{1}])",
        "hdn((torus(2,3) * ring(3)) * dualcube(2), [{1,3}])",
        "hdn(ring(3)^2, [{1}])",
        "hdn(hdn(complete(2),[{1}])^2, [{1},{1}])",
        "re(hdn(complete(2),[{1}]), hdn(complete(3),[{}]), 2)",
    ] {
        let (_, net) = build(text);
        match cycle(net.as_ref(), &RingOptions::default(), &Silent).expect("not cancelled") {
            Sought::Found(FoundRing { ring, .. }) => {
                assert_eq!(ring.positions(), net.nodes(), "{text}");
                check(text, &link_set(net.as_ref()), net.nodes(), &Faults::none(), ring.as_ref(), true);
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// The kinds of link of nested constructions have names of their own.
#[test]
fn finding_a23_levels_are_distinguished() {
    let (_, net) = build("hdn(hdn(complete(2),[{1}]),[{1},{1}])");
    let names = net.link_classes();
    assert_eq!(names[names.len() - 3..], ["cross level 1", "cross level 2", "cross level 3"]);
}

/// The ring around some faults, checked, and compared with the table.
fn avoided(text: &str, net: &dyn Structure, links: &HashSet<(u64, u64)>, dead: &Faults) -> Option<Around> {
    let most = u64::from(longest(&living(links, net.nodes(), dead)));
    match around(net, dead, &RingOptions::default(), &Silent).expect("not cancelled") {
        Sought::Found(around) => {
            let length = around.found_ring.ring.positions();
            check(text, links, net.nodes(), dead, around.found_ring.ring.as_ref(), true);
            assert_eq!((length, around.at_most), (most, most), "{text} without {dead:?}");
            assert_eq!(length + around.left_out, net.nodes() - dead.nodes().len() as u64, "{text}");
            Some(around)
        }
        Sought::Absent(why) => {
            assert_eq!(most, 0, "{text} without {dead:?}: {why}");
            assert_eq!(why, "the living links make no ring, of any length");
            None
        }
        other => panic!("{text} without {dead:?}: {other:?}"),
    }
}

fn faults(nodes: &[u64], links: &[(u64, u64)]) -> Faults {
    let mut dead = Faults::none();
    dead.kill_nodes(nodes.iter().map(|&v| Node(v)));
    dead.kill_links(links.iter().map(|&(v, w)| (Node(v), Node(w))));
    dead
}

#[test]
fn finding_a25_the_longest_ring_of_a_small_network() {
    for (text, dead, length) in
        [("star(5)*path(3)", faults(&[14], &[]), 10), ("dual(complete(3))", faults(&[16, 17], &[(3, 4)]), 12)]
    {
        let (_, net) = build(text);
        let links = link_set(net.as_ref());
        let Sought::Found(around) =
            around(net.as_ref(), &dead, &RingOptions::default(), &Silent).expect("not cancelled")
        else {
            panic!("{text}")
        };
        check(text, &links, net.nodes(), &dead, around.found_ring.ring.as_ref(), true);
        assert!(around.found_ring.ring.positions() >= length, "{text}");
        assert_eq!(
            around.at_most,
            around.found_ring.ring.positions(),
            "{text}: below 40 nodes the answer is exact"
        );
    }
}

/// Random faults in small networks, against the table over all sets of nodes.
fn faulty(count: u64, seed: u64) {
    let mut dice = Dice(seed);
    let (mut found, mut absent) = (0, 0);
    for _ in 0..count {
        let text = dice.small(2, 15);
        let (_, net) = build(&text);
        let (n, links) = (net.nodes(), link_set(net.as_ref()));
        let mut all: Vec<(u64, u64)> = links.iter().copied().filter(|(v, w)| v < w).collect();
        all.sort_unstable();
        let mut dead = Faults::none();
        for _ in 0..dice.below(3) {
            dead.kill_node(Node(dice.below(n)));
        }
        for _ in 0..1 + dice.below(3) {
            if !all.is_empty() {
                let (v, w) = all[dice.below(all.len() as u64) as usize];
                dead.kill_link(Node(v), Node(w));
            }
        }
        match avoided(&text, net.as_ref(), &links, &dead) {
            Some(_) => found += 1,
            None => absent += 1,
        }
        // The same faults and a path through all that live.
        let alive: Vec<u64> = (0..n).filter(|v| !dead.node(Node(*v))).collect();
        if alive.len() < 2 {
            continue;
        }
        let (from, to) = (alive[0], alive[alive.len() - 1]);
        let rows = living(&links, n, &dead);
        // Dead nodes out of the path: only living ones, under new names.
        let new = |v: u64| alive.iter().position(|&x| x == v).expect("it lives");
        let small: Vec<u32> = alive
            .iter()
            .map(|&v| {
                let row = rows[v as usize];
                alive.iter().filter(|&&w| row >> w & 1 == 1).fold(0u32, |all, &w| all | 1 << new(w))
            })
            .collect();
        let exists = joined(&small, 0, alive.len() as u64 - 1);
        match path(net.as_ref(), Node(from), Node(to), &dead, &RingOptions::default(), &Silent)
            .expect("not cancelled")
        {
            Sought::Found(FoundRing { ring, .. }) => {
                check(&text, &links, n, &dead, ring.as_ref(), false);
                assert_eq!(ring.positions(), alive.len() as u64, "{text} without {dead:?}");
                assert!(exists, "{text}: absent in the table");
            }
            Sought::Absent(why) => assert!(!exists, "{text} from {from} to {to} without {dead:?}: {why}"),
            other => panic!("{text} without {dead:?}: {other:?}"),
        }
    }
    println!("{count} networks with faults: {found} longest rings, {absent} without any");
    assert!(found * 4 > count && absent > 0, "{found} found, {absent} absent");
}

#[test]
fn finding_a25_random_faults_against_all_sets_of_nodes() {
    faulty(150, 3);
}

#[test]
#[ignore = "heavy: 3,000 networks with faults against all sets of nodes"]
fn heavy_random_faults_against_all_sets_of_nodes() {
    faulty(3_000, 4);
}

/// A folded cube has all links of the cube, and so its ring, at any size.
#[test]
fn finding_b9_a_folded_cube_has_the_ring_of_the_cube() {
    for d in [2, 3, 4, 7] {
        let (_, net) = build(&format!("foldedcube({d})"));
        let Sought::Found(FoundRing { ring, searched, .. }) =
            cycle(net.as_ref(), &RingOptions::default(), &Silent).expect("not cancelled")
        else {
            panic!("foldedcube({d})")
        };
        assert!(!searched);
        check("a folded cube", &link_set(net.as_ref()), net.nodes(), &Faults::none(), ring.as_ref(), true);
    }
    let (_, net) = build("foldedcube(40)");
    let sought = cycle(net.as_ref(), &RingOptions::default(), &Silent).expect("not cancelled");
    assert!(matches!(sought, Sought::Found(_)), "{sought:?}");
}
