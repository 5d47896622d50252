//! Deadlock freedom: what routings say of themselves against every packet walked, and the verdicts of the judge.

use crate::common::{build, expression};
use crossedge::net::{Network, Node, Structure};
use crossedge::progress::Silent;
use crossedge::route::channels::{Channel, Routing, Scheme, Unroutable, VirtualChannel, routing};
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::{Proof, Refuted, judge};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

use Scheme::{Address, Dimension, LocalGlobalLocal, Minimal, Order, UpDown};

/// The channels of one packet, walked the plain way.
fn packet(net: &dyn Network, routing: &dyn Routing, from: u64, via: Option<u64>, to: u64) -> Vec<Channel> {
    let mut way: Vec<Channel> = Vec::new();
    let mut at = Node(from);
    let mut lane = match via {
        Some(via) => routing.start_by(at, Node(via), Node(to)),
        None => routing.start(at, Node(to)),
    };
    while let Some(next) = lane {
        assert!(next.vc < routing.channels());
        let by = Channel { from: at, lane: next };
        way.push(by);
        assert!(way.len() < 10_000, "does not arrive");
        at = net.link(at, next.port).0;
        lane = match via {
            Some(via) => routing.next_by(by, at, Node(via), Node(to)),
            None => routing.next(by, at, Node(to)),
        };
    }
    assert_eq!(at, Node(to), "stops on the way from {from}");
    way
}

/// Everything that packets do on a small network.
#[derive(Default)]
struct Walked {
    first: BTreeSet<Channel>,
    after: BTreeMap<Channel, BTreeSet<Channel>>,
    last: BTreeSet<Channel>,
    longest: u64,
    total: u64,
}

fn walk_all(net: &dyn Network, routing: &dyn Routing) -> Walked {
    let mut all = Walked::default();
    let n = net.nodes();
    let vias: Vec<Option<u64>> = if routing.detours() { (0..n).map(Some).collect() } else { vec![None] };
    for to in 0..n {
        for from in 0..n {
            for &via in &vias {
                let way = packet(net, routing, from, via, to);
                all.longest = all.longest.max(way.len() as u64);
                all.total += way.len() as u64;
                all.first.extend(way.first());
                all.last.extend(way.last());
                for &by in &way {
                    all.after.entry(by).or_default();
                }
                for pair in way.windows(2) {
                    all.after.entry(pair[0]).or_default().insert(pair[1]);
                }
            }
        }
    }
    all
}

/// The description of a routing, asked for every channel, against what packets do.
fn described(text: &str, net: &dyn Network, routing: &dyn Routing) -> Walked {
    let walked = walk_all(net, routing);
    let mut lanes: Vec<VirtualChannel> = Vec::new();
    let mut set = |at: Node, ask: &dyn Fn(&mut Vec<VirtualChannel>)| -> BTreeSet<Channel> {
        lanes.clear();
        ask(&mut lanes);
        lanes.iter().map(|&lane| Channel { from: at, lane }).collect()
    };
    for v in (0..net.nodes()).map(Node) {
        let found: BTreeSet<Channel> = walked.first.iter().filter(|by| by.from == v).copied().collect();
        let said = set(v, &|out| routing.first(v, out));
        assert!(found.is_subset(&said), "{text}: first at {}", v.0);
        assert!(!routing.exact() || found == said, "{text}: first at {}: {said:?}, not {found:?}", v.0);
        for port in 0..net.degree(v) {
            for vc in 0..routing.channels() {
                let by = Channel { from: v, lane: VirtualChannel::new(port, vc) };
                let at = net.link(v, by.lane.port).0;
                let said = set(at, &|out| routing.after(by, at, out));
                let empty = BTreeSet::new();
                let found = walked.after.get(&by).unwrap_or(&empty);
                assert!(found.is_subset(&said), "{text}: after {by:?}");
                let last = walked.last.contains(&by);
                assert!(routing.ends(by, at) || !last, "{text}: {by:?} can be last");
                // What is said of channels that no packet takes is never asked.
                if routing.exact() && walked.after.contains_key(&by) {
                    assert_eq!(*found, said, "{text}: after {by:?}");
                    assert_eq!(routing.ends(by, at), last, "{text}: {by:?} can be last");
                }
            }
        }
    }
    if let Some(longest) = routing.longest() {
        assert_eq!(longest, walked.longest, "{text}: longest route");
    }
    walked
}

/// Whether walked dependencies, with the last channels put together, have a cycle: by taking away what nothing depends on.
fn cyclic(walked: &Walked, vcs: u32) -> bool {
    let fold =
        |by: &Channel| Channel { lane: VirtualChannel { vc: by.lane.vc.min(vcs - 1), ..by.lane }, ..*by };
    let mut graph: BTreeMap<Channel, BTreeSet<Channel>> = BTreeMap::new();
    for (by, next) in &walked.after {
        graph.entry(fold(by)).or_default().extend(next.iter().map(fold));
    }
    loop {
        let done: Vec<Channel> = (graph.iter())
            .filter(|(_, next)| next.iter().all(|other| !graph.contains_key(other)))
            .map(|(&by, _)| by)
            .collect();
        if done.is_empty() {
            return !graph.is_empty();
        }
        done.iter().for_each(|by| {
            graph.remove(by);
        });
    }
}

/// Small networks of every construction, with the routings that they have.
const SMALL: &[(&str, &[Scheme])] = &[
    ("ring(3)", &[Minimal, Dimension, UpDown]),
    ("ring(4)", &[Minimal, Dimension, UpDown]),
    ("ring(7)", &[Minimal, Dimension, UpDown]),
    ("path(5)", &[Minimal, Dimension, UpDown]),
    ("complete(5)", &[Minimal, Dimension, UpDown]),
    ("star(5)", &[Minimal, UpDown]),
    ("hypercube(4)", &[Minimal, Dimension, UpDown]),
    ("torus(4,5)", &[Minimal, Dimension, UpDown]),
    ("torus(2,3,4)", &[Minimal, Dimension]),
    ("mesh(3,4)", &[Dimension, UpDown]),
    ("hyperx(3,4)", &[Dimension]),
    ("star(4) * ring(4)", &[Dimension]),
    ("dual(complete(1))", &[Minimal, Order]),
    ("dual(path(3))", &[Minimal, Order, UpDown]),
    ("dual(star(4))", &[Minimal, Order]),
    ("rdn(ring(3), 1)", &[Minimal, Order, UpDown]),
    ("rdn(ring(4), 1)", &[Minimal, Order]),
    ("rdn(ring(5), 1)", &[Minimal, Order]),
    ("rdn(complete(2), 2)", &[Minimal, Order]),
    ("rdn(torus(2,4), 1)", &[Minimal, Order]),
    ("dual(ring(4)) * path(2)", &[Minimal, Order]),
    ("dualcube(1)", &[Minimal, Order]),
    ("dualcube(3)", &[Minimal, Order, UpDown]),
    ("hdn(torus(2,3), [{1}])", &[Minimal, Order, UpDown]),
    ("hdn(torus(2,3), [{2}])", &[Minimal, Order]),
    ("hdn(torus(2,3), [{1,2}])", &[Minimal, Order]),
    ("hdn(torus(2,2), [{2}, {1}])", &[Address, Order]),
    ("hdn(path(2), [{}, {}])", &[Order]),
    ("ccc(3)", &[Minimal, UpDown]),
    ("re(ring(4), ring(4), 2, policy=degree)", &[Address, UpDown]),
    ("dragonfly(3,1)", &[Minimal, LocalGlobalLocal, UpDown]),
    ("dragonfly(1,3)", &[Minimal, LocalGlobalLocal]),
    ("dragonfly(4,2)", &[Minimal, LocalGlobalLocal]),
    ("slimfly(5)", &[Minimal, UpDown]),
    ("wk(4,2)", &[Minimal, UpDown]),
    ("kautz(2,3)", &[Minimal, UpDown]),
    ("jellyfish(16,3,1)", &[Minimal, UpDown]),
];

/// Rules and description agree, and the judge says what a stored graph of all walked dependencies says, for every number of channels.
#[test]
fn descriptions_and_verdicts_on_small_networks() {
    for (text, schemes) in SMALL {
        let (_, net) = build(text);
        for &scheme in *schemes {
            let routing = routing(net.as_ref(), scheme, false).unwrap_or_else(|e| panic!("{text}: {e}"));
            let name = format!("{text} {scheme:?}");
            let walked = described(&name, net.as_ref(), routing.as_ref());
            if scheme == Minimal {
                let n = net.nodes();
                let exact = |i: u64| net.distance(Node(i / n), Node(i % n)).unwrap_or(0);
                assert_eq!(walked.total, (0..n * n).map(exact).sum::<u64>(), "{name} is minimal");
            }
            for vcs in 1..=routing.channels() {
                let verdict = judge(net.as_ref(), routing.as_ref(), vcs, &Silent).expect("a verdict");
                match verdict {
                    Verdict::Holds(proof) => {
                        assert!(!cyclic(&walked, vcs), "{name}, {vcs} channels");
                        counted(&name, &walked, vcs, routing.exact(), &proof);
                    }
                    Verdict::Refuted(Refuted::Deadlock(cycle)) => {
                        assert!(cyclic(&walked, vcs), "{name}, {vcs} channels");
                        for (i, by) in cycle.channels.iter().enumerate() {
                            let p = cycle.packets[i];
                            let way = packet(net.as_ref(), routing.as_ref(), p.from.0, None, p.to.0);
                            let fold = |by: &Channel| Channel {
                                lane: VirtualChannel { vc: by.lane.vc.min(vcs - 1), ..by.lane },
                                ..*by
                            };
                            let next = cycle.channels[(i + 1) % cycle.channels.len()];
                            let waits = way.windows(2).any(|w| (fold(&w[0]), fold(&w[1])) == (*by, next));
                            assert!(waits, "{name}: {p} holds {by:?} and waits for {next:?}");
                        }
                    }
                    other => panic!("{name}: {other:?}"),
                }
            }
            let all = judge(net.as_ref(), routing.as_ref(), routing.channels(), &Silent).expect("a verdict");
            assert!(matches!(all, Verdict::Holds(_)), "{name} with all its channels");
        }
    }
}

/// The counts of a proof are those of the walked dependencies.
fn counted(name: &str, walked: &Walked, vcs: u32, exact: bool, proof: &Proof) {
    let fold =
        |by: &Channel| Channel { lane: VirtualChannel { vc: by.lane.vc.min(vcs - 1), ..by.lane }, ..*by };
    let channels: BTreeSet<Channel> = walked.after.keys().map(fold).collect();
    let dependencies: BTreeSet<(Channel, Channel)> = (walked.after.iter())
        .flat_map(|(by, next)| next.iter().map(move |other| (fold(by), fold(other))))
        .collect();
    assert!(proof.channels >= channels.len() as u64 && proof.dependencies >= dependencies.len() as u64);
    if exact {
        assert_eq!(proof.channels, channels.len() as u64, "{name}");
        assert_eq!(proof.dependencies, dependencies.len() as u64, "{name}");
    }
}

/// Least channels of a routing: the first number with a proof.
fn least(text: &str, scheme: Scheme, detour: bool) -> u32 {
    let (_, net) = build(text);
    let routing = routing(net.as_ref(), scheme, detour).unwrap_or_else(|e| panic!("{text}: {e}"));
    let proved = |vcs: &u32| {
        matches!(judge(net.as_ref(), routing.as_ref(), *vcs, &Silent).expect("a verdict"), Verdict::Holds(_))
    };
    (1..=routing.channels()).find(proved).unwrap_or_else(|| panic!("{text}: no number of channels"))
}

#[test]
fn textbook_answers() {
    // Rings and tori need two channels with datelines (Dally, Seitz); three nodes in a ring have routes of one hop.
    assert_eq!(least("ring(3)", Dimension, false), 1);
    assert_eq!(least("ring(8)", Dimension, false), 2);
    assert_eq!(least("torus(5,5)", Dimension, false), 2);
    assert_eq!(least("torus(4,4,4)", Dimension, false), 2);
    // Meshes, cubes and flattened butterflies need one.
    assert_eq!(least("mesh(4,5)", Dimension, false), 1);
    assert_eq!(least("hypercube(5)", Dimension, false), 1);
    assert_eq!(least("hyperx(4,4)", Dimension, false), 1);
    // The dragonfly needs two, and three with a detour over another group (Kim and others).
    assert_eq!(least("dragonfly(4,2)", LocalGlobalLocal, false), 2);
    assert_eq!(least("dragonfly(4,2)", LocalGlobalLocal, true), 3);
    // Diameter two, a channel for each hop (Besta, Hoefler).
    assert_eq!(least("slimfly(5)", Minimal, false), 2);
    // Valiant doubles.
    assert_eq!(least("mesh(4,4)", Dimension, true), 2);
    assert_eq!(least("hypercube(4)", Dimension, true), 2);
    // Up*/down* needs one on any network.
    assert_eq!(least("jellyfish(40,3,7)", UpDown, false), 1);
    assert_eq!(least("torus(4,4)", UpDown, false), 1);
}

/// I7: order routing needs max(2, vc(B)) channels at every level, minimal routing 2^k · vc(B) by this assignment.
#[test]
fn channels_of_dual_constructions() {
    for n in 3..=6 {
        assert_eq!(least(&format!("rdn(ring({n}), 1)"), Order, false), 2, "ring({n})");
    }
    assert_eq!(least("rdn(ring(3), 2)", Order, false), 2);
    assert_eq!(least("rdn(torus(3,4), 1)", Order, false), 2);
    assert_eq!(least("dualcube(4)", Order, false), 2);
    for (text, channels) in [("rdn(ring(3), 2)", 4), ("rdn(ring(4), 1)", 4), ("rdn(complete(4), 2)", 4)] {
        let (_, net) = build(text);
        let minimal = routing(net.as_ref(), Minimal, false).expect("a routing");
        assert_eq!(minimal.channels(), channels, "{text}");
        let refuted = judge(net.as_ref(), minimal.as_ref(), 1, &Silent).expect("a verdict");
        let Verdict::Refuted(Refuted::Deadlock(cycle)) = refuted else {
            panic!("{text}: one channel is not enough")
        };
        assert!(cycle.channels.len() <= 8, "{text}");
    }
}

/// R = 2·R(below) + 3, and what the detours cost: the mean stretch of the audit, 1.08 to 1.14.
#[test]
fn longest_routes_and_mean_stretch_of_order_routing() {
    let worst = |net: &dyn Structure, routing: &dyn Routing, pairs: &mut dyn Iterator<Item = (u64, u64)>| {
        let length = |(a, b)| packet(net, routing, a, None, b).len() as u64;
        pairs.map(length).max().unwrap_or(0)
    };
    for (base, n) in [("ring(3)", 3u64), ("ring(4)", 4), ("ring(5)", 5), ("ring(6)", 6), ("complete(4)", 4)] {
        let mut longest = if base == "complete(4)" { 1 } else { n / 2 };
        for k in 1..=2u64 {
            let text = format!("rdn({base}, {k})");
            let (_, net) = build(&text);
            let order = routing(net.as_ref(), Order, false).expect("a routing");
            longest = 2 * longest + 3;
            assert_eq!(order.longest(), Some(longest), "{text}");
            let n = net.nodes();
            if n > 700 {
                continue;
            }
            let mut all = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
            assert_eq!(worst(net.as_ref(), order.as_ref(), &mut all), longest, "{text}");
            let mut total = (0u64, 0u64, 0.0);
            for a in 0..n {
                for b in (0..n).filter(|&b| b != a) {
                    let length = packet(net.as_ref(), order.as_ref(), a, None, b).len() as u64;
                    let exact = net.distance(Node(a), Node(b)).expect("closed form");
                    assert!(length == exact || length == exact + 2 || k > 1, "{text}: {a} to {b}");
                    total = (total.0 + length, total.1 + exact, total.2 + length as f64 / exact as f64);
                }
            }
            let mean = total.2 / (n * (n - 1)) as f64;
            assert!((1.05..1.15).contains(&mean), "{text}: mean stretch {mean}");
        }
    }
    // Three levels: the pairs that are worst at every level below, put together.
    let (_, net) = build("rdn(ring(3), 3)");
    let order = routing(net.as_ref(), Order, false).expect("a routing");
    assert_eq!(order.longest(), Some(29));
    let (_, two) = build("rdn(ring(3), 2)");
    let below = routing(two.as_ref(), Order, false).expect("a routing");
    let n = two.nodes();
    let (x, y) = (0..n)
        .flat_map(|a| (0..n).map(move |b| (a, b)))
        .find(|&(a, b)| packet(two.as_ref(), below.as_ref(), a, None, b).len() == 13)
        .expect("a longest route below");
    // From (0, a, b) to (1, a', b') with a → a' and b → b' both longest: cluster x, node x, to cluster y, node y.
    let way = packet(net.as_ref(), order.as_ref(), x * n + x, None, n * n + y * n + y);
    assert_eq!(way.len(), 29);
}

/// A routing that says the wrong thing of itself, or goes round in a circle.
#[derive(Debug)]
struct Liar {
    hides: bool,
    lost: bool,
}

impl Routing for Liar {
    fn channels(&self) -> u32 {
        1
    }
    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        (from != to).then(|| VirtualChannel::new(0, 0))
    }
    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        if self.lost { Some(VirtualChannel::new(0, 0)) } else { self.start(at, to) }
    }
    fn first(&self, _at: Node, out: &mut Vec<VirtualChannel>) {
        out.push(VirtualChannel::new(0, 0));
    }
    fn after(&self, _by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        if !self.hides {
            out.push(VirtualChannel::new(0, 0));
        }
    }
    fn ends(&self, _by: Channel, _at: Node) -> bool {
        true
    }
}

#[test]
fn the_judge_refuses_what_is_wrong() {
    let (_, ring) = build("ring(5)");
    let verdict = |liar: Liar| judge(ring.as_ref(), &liar, 1, &Silent).expect("a verdict");
    // Round and round in one direction: an honest description has a cycle, a lie is found out by a packet.
    let Verdict::Refuted(Refuted::Deadlock(cycle)) = verdict(Liar { hides: false, lost: false }) else {
        panic!("a cycle")
    };
    assert_eq!(cycle.channels.len(), 5);
    assert_eq!(cycle.packets.len(), 5);
    assert!(matches!(verdict(Liar { hides: true, lost: false }), Verdict::Refuted(Refuted::Broken(_))));
    let Verdict::Refuted(Refuted::Broken(broken)) = verdict(Liar { hides: false, lost: true }) else {
        panic!("lost")
    };
    assert_eq!(broken.what, "does not arrive");
}

#[test]
fn limits_are_told() {
    let (_, wide) = build("wk(8,4)");
    let too_large = routing(wide.as_ref(), Minimal, false).expect_err("not walked");
    assert!(matches!(too_large, Unroutable::TooLarge { nodes: 4096, .. }));
    let (_, apart) = build("graph([[0,1],[2,3]])");
    for scheme in [Minimal, UpDown] {
        assert_eq!(routing(apart.as_ref(), scheme, false).expect_err("apart"), Unroutable::Apart);
    }
    let (_, levels) = build("rdn(ring(3), 1)");
    assert!(matches!(routing(levels.as_ref(), Dimension, false), Err(Unroutable::Undefined(_))));
    let (_, huge) = build("rdn(hypercube(3), 4)");
    let order = routing(huge.as_ref(), Order, false).expect("a routing");
    assert!(matches!(judge(huge.as_ref(), order.as_ref(), 2, &Silent), Ok(Verdict::Undecided(_))));
}

/// Every channel of large networks. Run with `--release -- --ignored`.
#[test]
#[ignore = "heavy"]
fn heavy_order_routing_on_large_networks() {
    for (text, nodes, ranks) in [("rdn(ring(3), 3)", 839_808, 29), ("rdn(torus(5,5), 2)", 3_125_000, 0)] {
        let (_, net) = build(text);
        assert_eq!(net.nodes(), nodes);
        let order = routing(net.as_ref(), Order, false).expect("a routing");
        assert_eq!(order.channels(), 2, "{text}");
        let verdict = judge(net.as_ref(), order.as_ref(), 2, &Silent).expect("a verdict");
        let Verdict::Holds(proof) = verdict else { panic!("{text} is not proved") };
        assert!(ranks == 0 || proof.ranks == ranks, "{text}: {proof:?}");
        let links = nodes * u64::from(net.degree(Node(0)));
        assert!(proof.bytes <= 2 * links, "{text}: a byte for each channel");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    /// On random expressions every routing that is defined keeps its description and is proved with all its channels.
    #[test]
    fn random_expressions(text in expression(40)) {
        let (_, net) = build(&text);
        for scheme in Scheme::ALL {
            for detour in [false, true] {
                let Ok(routing) = routing(net.as_ref(), scheme, detour) else { continue };
                if !detour || net.nodes() <= 20 {
                    described(&format!("{text} {scheme:?}"), net.as_ref(), routing.as_ref());
                }
                let verdict = judge(net.as_ref(), routing.as_ref(), routing.channels(), &Silent).expect("a verdict");
                prop_assert!(matches!(verdict, Verdict::Holds(_)), "{text} {scheme:?}: {verdict:?}");
            }
        }
    }
}
