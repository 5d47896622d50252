//! Deadlock freedom: descriptions of routings against every packet walked, and the verdicts of the verifier.

use crate::common::build;
use crate::common::{routing, routings::*};
use crossedge::net::{Network, Node};
use crossedge::progress::Silent;
use crossedge::route::channels::{
    Channel, ChannelGraph, Routing, RoutingEntry, VirtualChannel, enumerated_routing,
};
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::{Proof, Refuted, judge};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The channels of one packet, walked hop by hop.
pub fn packet(
    net: &dyn Network,
    routing: &dyn Routing,
    from: u64,
    via: Option<u64>,
    to: u64,
) -> Vec<Channel> {
    let mut way: Vec<Channel> = Vec::new();
    let mut at = Node(from);
    while let Some(next) = routing.step(way.last().copied(), at, via.map(Node), Node(to)) {
        assert!(next.vc < routing.channels());
        way.push(Channel::new(at, next));
        assert!(way.len() < 10_000, "does not arrive");
        at = net.link(at, next.port).0;
    }
    assert_eq!(at, Node(to), "stops on the way from {from}");
    way
}

/// Everything that packets do on a small network.
#[derive(Default)]
pub struct Walked {
    first: BTreeSet<Channel>,
    after: BTreeMap<Channel, BTreeSet<Channel>>,
    last: BTreeSet<Channel>,
    longest: u64,
    total: u64,
}

fn walk_all(net: &dyn Network, routing: &dyn Routing) -> Walked {
    let mut all = Walked::default();
    let n = net.nodes();
    for to in 0..n {
        for from in 0..n {
            let detours = routing.detours(Node(from));
            let vias = (0..detours).map(|i| Some(routing.detour(Node(from), i).0));
            let straight = detours == 0 || routing.source_chooses();
            for via in vias.chain(straight.then_some(None)) {
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
pub fn described(text: &str, net: &dyn Network, routing: &Arc<dyn Routing>) -> Walked {
    let walked = walk_all(net, routing.as_ref());
    let graph = routing.clone().channel_graph().expect("every routing of the list has one");
    let set = |at: Node, ask: &dyn Fn(&mut Vec<VirtualChannel>)| -> BTreeSet<Channel> {
        let mut out = Vec::new();
        ask(&mut out);
        out.into_iter().map(|out| Channel::new(at, out)).collect()
    };
    for v in (0..net.nodes()).map(Node) {
        let found: BTreeSet<Channel> = walked.first.iter().filter(|by| by.from == v).copied().collect();
        let said = set(v, &|out| graph.injection(v, out));
        assert!(found.is_subset(&said), "{text}: first at {}", v.0);
        assert!(!graph.tight() || found == said, "{text}: first at {}: {said:?}, not {found:?}", v.0);
        for port in 0..net.degree(v) {
            for vc in 0..routing.channels() {
                let by = Channel::new(v, VirtualChannel::new(port, vc));
                let at = net.link(v, by.port).0;
                let said = set(at, &|out| graph.dependencies(by, at, out));
                let empty = BTreeSet::new();
                let found = walked.after.get(&by).unwrap_or(&empty);
                assert!(found.is_subset(&said), "{text}: after {by:?}");
                let last = walked.last.contains(&by);
                assert!(graph.ejects(by, at) || !last, "{text}: {by:?} can be last");
                // Descriptions of unused channels are never queried.
                if graph.tight() && walked.after.contains_key(&by) {
                    assert_eq!(*found, said, "{text}: after {by:?}");
                    assert_eq!(graph.ejects(by, at), last, "{text}: {by:?} can be last");
                }
            }
        }
    }
    if let Some(longest) = routing.longest() {
        assert_eq!(longest, walked.longest, "{text}: longest route");
    }
    walked
}

/// Returns `true` if walked dependencies, with the last channels put together, have a cycle: by taking away what nothing depends on.
fn cyclic(walked: &Walked, vcs: u32) -> bool {
    let fold = |by: &Channel| Channel { vc: by.vc.min(vcs - 1), ..*by };
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
const SMALL: &[(&str, &[&RoutingEntry])] = &[
    ("ring(3)", &[MINIMAL, DIMENSION, UPDOWN]),
    ("ring(4)", &[MINIMAL, DIMENSION, UPDOWN]),
    ("ring(7)", &[MINIMAL, DIMENSION, UPDOWN, UGAL, ECMP]),
    ("path(5)", &[MINIMAL, DIMENSION, NEGATIVE_FIRST, UPDOWN, ECMP]),
    ("complete(5)", &[MINIMAL, DIMENSION, UPDOWN]),
    ("star(5)", &[MINIMAL, UPDOWN]),
    ("hypercube(4)", &[MINIMAL, DIMENSION, UPDOWN]),
    ("torus(4,5)", &[MINIMAL, DIMENSION, UPDOWN, ECMP]),
    ("torus(2,3,4)", &[MINIMAL, DIMENSION]),
    ("mesh(3,4)", &[DIMENSION, NEGATIVE_FIRST, UPDOWN, UGAL]),
    ("mesh(2,3,3)", &[DIMENSION, NEGATIVE_FIRST]),
    ("hyperx(3,4)", &[DIMENSION]),
    ("star(4) * ring(4)", &[DIMENSION]),
    ("dual(complete(1))", &[MINIMAL, ORDER, SPREAD, UGAL]),
    ("dual(path(3))", &[MINIMAL, ORDER, UPDOWN, SPREAD, UGAL]),
    ("dual(star(4))", &[MINIMAL, ORDER, SPREAD]),
    ("rdn(ring(3), 1)", &[MINIMAL, ORDER, UPDOWN, SPREAD, UGAL]),
    ("rdn(ring(4), 1)", &[MINIMAL, ORDER, SPREAD, UGAL]),
    ("rdn(ring(5), 1)", &[MINIMAL, ORDER, SPREAD, UGAL, ECMP]),
    ("rdn(complete(2), 2)", &[MINIMAL, ORDER, SPREAD, SPREAD_OVER_ORDER]),
    ("rdn(torus(2,4), 1)", &[MINIMAL, ORDER]),
    ("dual(ring(4)) * path(2)", &[MINIMAL, ORDER]),
    ("dualcube(1)", &[MINIMAL, ORDER, SPREAD]),
    ("dualcube(3)", &[MINIMAL, ORDER, UPDOWN, SPREAD, UGAL, ECMP]),
    ("hdn(torus(2,3), [{1}])", &[MINIMAL, ORDER, UPDOWN, SPREAD, UGAL]),
    ("hdn(torus(2,3), [{2}])", &[MINIMAL, ORDER, UGAL]),
    ("hdn(torus(2,3), [{1,2}])", &[MINIMAL, ORDER, UGAL]),
    ("hdn(torus(2,2), [{2}, {1}])", &[ADDRESS, ORDER]),
    ("hdn(path(2), [{}, {}])", &[ORDER]),
    ("dual(ring(4), complete(3))", &[SPREAD, UGAL]),
    ("dual(path(2), ring(5))", &[SPREAD, UGAL]),
    ("ccc(3)", &[MINIMAL, UPDOWN]),
    ("re(ring(4), ring(4), 2, policy=degree)", &[ADDRESS, UPDOWN]),
    ("dragonfly(3,1)", &[MINIMAL, LOCAL_GLOBAL_LOCAL, UPDOWN, UGAL]),
    ("dragonfly(1,3)", &[MINIMAL, LOCAL_GLOBAL_LOCAL]),
    ("dragonfly(4,2)", &[MINIMAL, LOCAL_GLOBAL_LOCAL, UGAL, UGAL_OVER_NODES]),
    ("slimfly(5)", &[MINIMAL, UPDOWN, ECMP]),
    ("wk(4,2)", &[MINIMAL, UPDOWN]),
    ("kautz(2,3)", &[MINIMAL, UPDOWN]),
    ("jellyfish(16,3,1)", &[MINIMAL, UPDOWN, ECMP]),
    ("hosts(ring(5), 2)", &[MINIMAL]),
    ("hosts(dragonfly(3,1), 2)", &[MINIMAL, LOCAL_GLOBAL_LOCAL, UGAL, ECMP]),
    ("hosts(rdn(ring(3), 1), 1)", &[MINIMAL, SPREAD, UGAL]),
    ("hosts(torus(3,4), 3)", &[MINIMAL]),
];

/// The routing agrees with its description, and the verdict agrees with a stored graph of all walked dependencies, for every number of channels.
#[test]
fn descriptions_and_verdicts_on_small_networks() {
    SMALL.iter().for_each(|(text, schemes)| compare_with_search(text, schemes));
}

/// Compares description and verdicts of routings with a walk of every packet, for every number of channels.
pub fn compare_with_search(text: &str, schemes: &[&'static RoutingEntry]) {
    let (_, net) = build(text);
    for &scheme in schemes {
        let routing = routing(&net, scheme, false).unwrap_or_else(|e| panic!("{text}: {e}"));
        let name = format!("{text} {scheme:?}");
        let walked = described(&name, net.as_ref(), &routing);
        let tight = routing.clone().channel_graph().expect("checked").tight();
        if scheme == MINIMAL {
            let n = net.nodes();
            let exact = |i: u64| net.distance(Node(i / n), Node(i % n)).unwrap_or(0);
            assert_eq!(walked.total, (0..n * n).map(exact).sum::<u64>(), "{name} is minimal");
        }
        for vcs in 1..=routing.channels() {
            let verdict = judge(net.as_ref(), &routing, vcs, &Silent).expect("a verdict");
            match verdict {
                Verdict::Holds(proof) => {
                    assert!(!cyclic(&walked, vcs), "{name}, {vcs} channels");
                    counted(&name, &walked, vcs, tight, &proof);
                }
                Verdict::Refuted(Refuted::Deadlock(cycle)) => {
                    assert!(cyclic(&walked, vcs), "{name}, {vcs} channels");
                    for (i, by) in cycle.channels.iter().enumerate() {
                        let p = cycle.packets[i];
                        let way =
                            packet(net.as_ref(), routing.as_ref(), p.from.0, p.via.map(|via| via.0), p.to.0);
                        let fold = |by: &Channel| Channel { vc: by.vc.min(vcs - 1), ..*by };
                        let next = cycle.channels[(i + 1) % cycle.channels.len()];
                        let waits = way.windows(2).any(|w| (fold(&w[0]), fold(&w[1])) == (*by, next));
                        assert!(waits, "{name}: {p} holds {by:?} and waits for {next:?}");
                    }
                }
                other => panic!("{name}: {other:?}"),
            }
        }
        let all = judge(net.as_ref(), &routing, routing.channels(), &Silent).expect("a verdict");
        assert!(matches!(all, Verdict::Holds(_)), "{name} with all its channels");
    }
}

/// The counts of a proof are those of the walked dependencies.
fn counted(name: &str, walked: &Walked, vcs: u32, exact: bool, proof: &Proof) {
    let fold = |by: &Channel| Channel { vc: by.vc.min(vcs - 1), ..*by };
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

/// Two channel graphs of one network, compared channel by channel.
fn same(text: &str, net: &dyn Network, closed: Arc<dyn Routing>, walked: Arc<dyn Routing>) {
    assert_eq!(closed.channels(), walked.channels(), "{text}");
    assert_eq!(closed.longest(), walked.longest(), "{text}");
    let channels = closed.channels();
    for (from, to) in (0..net.nodes()).flat_map(|from| (0..net.nodes()).map(move |to| (from, to))) {
        assert_eq!(
            packet(net, closed.as_ref(), from, None, to),
            packet(net, walked.as_ref(), from, None, to)
        );
    }
    let graphs = [closed, walked].map(|routing| routing.channel_graph().expect("both have one"));
    assert!(graphs.iter().all(|graph| graph.tight()), "{text}");
    let both = |ask: &dyn Fn(&dyn ChannelGraph, &mut Vec<VirtualChannel>)| {
        let [a, b] = [0, 1].map(|i| {
            let mut out = Vec::new();
            ask(graphs[i].as_ref(), &mut out);
            out.sort_unstable();
            out
        });
        assert_eq!(a, b, "{text}");
    };
    for v in (0..net.nodes()).map(Node) {
        both(&|graph, out| graph.injection(v, out));
        for (port, vc) in (0..net.degree(v)).flat_map(|port| (0..channels).map(move |vc| (port, vc))) {
            let by = Channel::new(v, VirtualChannel::new(port, vc));
            let at = net.link(v, by.port).0;
            both(&|graph, out| graph.dependencies(by, at, out));
            assert_eq!(graphs[0].ejects(by, at), graphs[1].ejects(by, at), "{text}: {by:?}");
        }
    }
}

/// The closed-form channel graphs of rings, paths, complete graphs, stars and cubes have exactly the dependencies of all routes; and so have
/// those of products with them, as either factor.
#[test]
fn closed_channel_graphs_are_what_all_routes_make() {
    let sizes = |word: &str, sizes: std::ops::RangeInclusive<u32>| {
        sizes.map(|n| format!("{word}({n})")).collect::<Vec<String>>()
    };
    let leaves = [
        sizes("ring", 1..=12),
        sizes("path", 1..=9),
        sizes("complete", 1..=8),
        sizes("star", 1..=7),
        sizes("hypercube", 0..=5),
        sizes("foldedcube", 2..=7),
    ]
    .concat();
    for text in &leaves {
        let (_, net) = build(text);
        let closed = routing(&net, MINIMAL, false).expect("a routing");
        same(text, net.as_ref(), closed, enumerated_routing(&net).expect("small"));
        for other in ["ring(5)", "path(3)", "complete(4)"] {
            for text in [format!("{text} * {other}"), format!("{other} * {text}")] {
                let (_, net) = build(&text);
                if net.nodes() > 100 {
                    continue;
                }
                let closed = routing(&net, MINIMAL, false).expect("a routing");
                assert!(closed.clone().channel_graph().expect("closed").tight(), "{text}");
                described(&text, net.as_ref(), &closed);
            }
        }
    }
}
