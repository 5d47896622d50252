//! A message alone in the network takes (hops + 2) · link + flits - 1 cycles: the hops of its route, and the links of the two servers.

use crossedge::net::{Node, no_files};
use crossedge::progress::Silent;
use crossedge::route::channels::{Channel, Routing};
use crossedge_sim::{Machine, Prepared, Settings, probe};

/// The hops of a route, by its rules.
fn hops(prepared: &Prepared, from: Node, to: Node) -> u64 {
    let (net, routing): (_, &dyn Routing) = (prepared.net(), prepared.routing());
    let (mut at, mut by, mut hops) = (from, None, 0);
    while let Some(next) = routing.step(by, at, None, to) {
        by = Some(Channel::new(at, next));
        at = net.link(at, next.port).0;
        hops += 1;
    }
    assert_eq!(at, to);
    hops
}

/// All pairs of a small network; of others every target of node 0, and pairs from all over it.
fn pairs(n: u64) -> Vec<(Node, Node)> {
    if n <= 32 {
        return (0..n)
            .flat_map(|a| (0..n).map(move |b| (Node(a), Node(b))))
            .filter(|(a, b)| a != b)
            .collect();
    }
    let from_zero = (1..n).map(|b| (Node(0), Node(b)));
    let others = (0..600u64).map(|i| (Node(i * 7919 % n), Node(i * 104_729 * 31 % n)));
    from_zero.chain(others).filter(|(a, b)| a != b).collect()
}

fn holds(expression: &str, routing: &str, link_cycles: u32, minimal: bool) {
    let settings = Settings {
        routing: routing.parse().expect(routing),
        machine: Machine { link_cycles, ..Machine::default() },
        ..Settings::new(expression)
    };
    let prepared = Prepared::new(&settings, &no_files, &Silent).expect(expression);
    let pairs = pairs(prepared.net().nodes());
    let (latencies, by_hops) = probe(&prepared, &pairs, &Silent).expect(expression);
    assert_eq!(latencies.len(), pairs.len(), "{expression}");
    let mut counted = vec![0; by_hops.len()];
    for (&(from, to), &latency) in pairs.iter().zip(&latencies) {
        let hops = hops(&prepared, from, to);
        let flits = u64::from(settings.machine.packet_flits);
        assert_eq!(latency, (hops + 2) * u64::from(link_cycles) + flits - 1, "{expression} {from:?} {to:?}");
        if minimal {
            assert_eq!(prepared.net().distance(from, to), Some(hops), "{expression} {from:?} {to:?}");
        }
        counted[hops as usize] += 1;
    }
    assert_eq!(by_hops, counted, "{expression}: the engine counts other hops");
}

#[test]
fn recursive_dual_net() {
    holds("rdn(ring(3), 2)", "minimal", 1, true);
    holds("rdn(ring(3), 2)", "order", 3, false);
}

#[test]
fn hierarchical_dual_net() {
    holds("hdn(torus(2,3,5), [{1,2}])", "minimal", 1, true);
    holds("hdn(torus(2,3,5), [{1,2}])", "order", 1, false);
}

#[test]
fn dual_cube() {
    holds("dualcube(4)", "minimal", 1, true);
    holds("dualcube(4)", "order", 2, false);
}

#[test]
fn recursive_expansion() {
    holds("re(ring(4), ring(3), 3)", "minimal", 1, false);
    holds("re(ring(4), ring(3), 3)", "updown", 1, false);
}

#[test]
fn torus_and_hypercube() {
    holds("torus(5,6)", "dimension", 1, true);
    holds("hypercube(5)", "dimension", 1, true);
}

#[test]
fn the_others_and_an_irregular_one() {
    holds("hyperx(4,4)", "minimal", 1, true);
    holds("dragonfly(4,2)", "minimal", 1, false);
    holds("slimfly(5)", "minimal", 1, false);
    holds("jellyfish(50, 4, 1)", "minimal", 1, false);
    holds("star(7)", "minimal", 1, true);
    holds("mesh(3,4)", "dimension", 1, true);
}
