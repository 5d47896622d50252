//! Link loads: counts by symmetry, textbook results and closed forms, compared with a walk over every route.

use crate::common::routing;
use crate::common::routings::*;
use crate::common::{build, expression};
use crossedge::metrics::traffic::symmetric::class_loads;
use crossedge::metrics::traffic::{Traffic, cut_bound};
use crossedge::net::{Node, Structure};
use crossedge::progress::Silent;
use crossedge::route::channels::{Channel, ROUTINGS, Routing, RoutingEntry, RoutingName};
use crossedge::route::loads::{Loads, NoLoads, loads};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Loads as counts over a unit, by node and port.
type Plain = BTreeMap<(u64, u32), u128>;

/// One route, by node and port.
fn walk(net: &dyn Structure, routing: &dyn Routing, from: u64, via: Option<u64>, to: u64, out: &mut Plain) {
    let (mut at, mut by) = (Node(from), None);
    while let Some(next) = routing.step(by, at, via.map(Node), Node(to)) {
        *out.entry((at.0, next.port.0)).or_default() += 1;
        by = Some(Channel::new(at, next));
        at = net.link(at, next.port).0;
    }
    assert_eq!(at.0, to);
}

/// Every packet of a pattern, by every detour, on its route.
fn plain(net: &Arc<dyn Structure>, scheme: &'static RoutingEntry, detour: bool, traffic: Traffic) -> Plain {
    let routing = routing(net, scheme, detour).expect("a routing");
    let mut out = Plain::new();
    let n = net.nodes();
    for from in 0..n {
        let targets: Vec<u64> = match traffic.all_pairs() {
            true => (0..n).collect(),
            false => vec![traffic.target(net.as_ref(), Node(from)).expect("defined").0],
        };
        for to in targets.into_iter().filter(|&to| to != from) {
            match routing.detours(Node(from)) {
                0 => walk(net.as_ref(), routing.as_ref(), from, None, to, &mut out),
                count => (0..count).for_each(|i| {
                    let via = Some(routing.detour(Node(from), i).0);
                    walk(net.as_ref(), routing.as_ref(), from, via, to, &mut out);
                }),
            }
        }
    }
    out
}

/// Holds the counts of every kind of link against plain counts of `per` routes for each unit.
fn compare(name: &str, net: &dyn Structure, found: &Loads, plain: &Plain, per: u128) {
    let names = net.link_classes();
    let mut by_class: Vec<Vec<u128>> = vec![Vec::new(); names.len()];
    for v in 0..net.nodes() {
        for port in 0..net.degree(Node(v)) {
            let count = plain.get(&(v, port)).copied().unwrap_or(0);
            by_class[net.link_class(Node(v), crossedge::net::Port(port))].push(count);
        }
    }
    for (i, counts) in by_class.iter().enumerate() {
        let class = &found.classes[i];
        assert_eq!(class.name, names[i]);
        assert_eq!(class.links, counts.len() as u128, "{name}: links of {}", class.name);
        // Both are ratios: count over unit, and plain count over `per`.
        let same =
            |count: u128, plain: u128| assert_eq!(count * per, plain * found.unit, "{name}: {}", class.name);
        same(class.least, counts.iter().copied().min().unwrap_or(0));
        same(class.most, counts.iter().copied().max().unwrap_or(0));
        same(class.total, counts.iter().sum());
    }
}

const NETS: &[(&str, &[&RoutingEntry])] = &[
    ("ring(5)", &[MINIMAL, DIMENSION, UPDOWN]),
    ("ring(8)", &[MINIMAL]),
    ("path(4)", &[MINIMAL]),
    ("complete(5)", &[MINIMAL, UPDOWN]),
    ("hypercube(4)", &[MINIMAL]),
    ("torus(3,4)", &[DIMENSION]),
    ("mesh(3,3)", &[DIMENSION, NEGATIVE_FIRST]),
    ("hyperx(3,3)", &[DIMENSION]),
    ("star(4) * ring(4)", &[DIMENSION]),
    ("rdn(ring(3), 1)", &[MINIMAL, ORDER, UPDOWN]),
    ("rdn(ring(4), 1)", &[MINIMAL, ORDER]),
    ("dual(path(3))", &[MINIMAL, ORDER]),
    ("dual(star(4))", &[MINIMAL, ORDER]),
    ("rdn(complete(2), 2)", &[MINIMAL, ORDER]),
    ("dualcube(3)", &[MINIMAL, ORDER]),
    ("hdn(torus(2,3), [{1}])", &[MINIMAL, ORDER]),
    ("dragonfly(3,1)", &[MINIMAL, LOCAL_GLOBAL_LOCAL]),
    ("ccc(3)", &[MINIMAL]),
    ("jellyfish(12,3,1)", &[MINIMAL, UPDOWN]),
];

const PATTERNS: &[Traffic] = &[
    Traffic::Uniform,
    Traffic::AllToAll,
    Traffic::Transpose,
    Traffic::Complement,
    Traffic::Shift(1),
    Traffic::Shift(5),
    Traffic::Tornado,
    Traffic::Reverse,
    Traffic::Hotspot(2),
];

#[test]
fn counts_by_symmetry_are_those_of_all_routes() {
    for (text, schemes) in NETS {
        let (_, net) = build(text);
        let n = u128::from(net.nodes());
        for &scheme in *schemes {
            for &traffic in PATTERNS {
                for detour in [false, true] {
                    if detour && n > 20 {
                        continue;
                    }
                    let name = format!("{text}, {scheme:?}, {traffic}, detour {detour}");
                    let found =
                        match loads(&net, RoutingName { base: Some(scheme), detour }, traffic, &Silent) {
                            Ok(found) => found,
                            Err(NoLoads::Pattern(_)) => continue,
                            Err(other) => panic!("{name}: {other}"),
                        };
                    let per = match (traffic, detour) {
                        (Traffic::Uniform, _) => n - 1,
                        _ => 1,
                    } * if detour { n } else { 1 };
                    compare(&name, net.as_ref(), &found, &plain(&net, scheme, detour, traffic), per);
                }
            }
        }
    }
}

/// The throughput that a routing allows: unit over the highest count, in lowest terms.
fn throughput(text: &str, scheme: &'static RoutingEntry, detour: bool, traffic: Traffic) -> (u128, u128) {
    let (_, net) = build(text);
    let found = loads(&net, RoutingName { base: Some(scheme), detour }, traffic, &Silent)
        .unwrap_or_else(|e| panic!("{text}: {e}"));
    let (mut x, mut y) = (found.unit, found.max_load());
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (found.unit / x, found.max_load() / x)
}

#[test]
fn textbook_throughputs() {
    // Tornado on a ring of 8 goes 3 hops up, and the links down are idle; Valiant halves the uniform throughput instead.
    assert_eq!(throughput("ring(8)", DIMENSION, false, Traffic::Tornado), (1, 3));
    // Uniform on a ring of 5: 1 + 2 hops in each direction for each source, over 4 targets.
    assert_eq!(throughput("ring(5)", DIMENSION, false, Traffic::Uniform), (4, 3));
    assert_eq!(throughput("ring(5)", DIMENSION, true, Traffic::Tornado), (5, 6));
    assert_eq!(throughput("ring(5)", DIMENSION, true, Traffic::Complement), (5, 6));
    // Cubes: half of all nodes lie over each link; complement uses every link once; e-cube is poor at transpose.
    assert_eq!(throughput("hypercube(4)", DIMENSION, false, Traffic::Uniform), (15, 8));
    assert_eq!(throughput("hypercube(4)", DIMENSION, false, Traffic::Complement), (1, 1));
    assert_eq!(throughput("hypercube(4)", DIMENSION, false, Traffic::Transpose), (1, 2));
    assert_eq!(throughput("hypercube(6)", DIMENSION, false, Traffic::Transpose), (1, 4));
    assert_eq!(throughput("hypercube(6)", DIMENSION, false, Traffic::Reverse), (1, 4));
    // Dimension order brings all but the row of the middle node over two of its four links: three messages on each.
    assert_eq!(throughput("mesh(3,3)", DIMENSION, false, Traffic::Hotspot(4)), (1, 3));
    assert_eq!(throughput("complete(7)", MINIMAL, false, Traffic::Uniform), (6, 1));
}

/// A packet by a detour goes to any node first, itself and the target among them: two mean distances over all nodes.
#[test]
fn a_detour_is_two_mean_distances() {
    let (_, net) = build("torus(5,5)");
    for traffic in
        [Traffic::Uniform, Traffic::AllToAll, Traffic::Tornado, Traffic::Shift(7), Traffic::Hotspot(3)]
    {
        let found = loads(&net, RoutingName { base: Some(DIMENSION), detour: true }, traffic, &Silent)
            .expect("loads");
        assert_eq!(found.hops() * 10, found.routes * 48, "{traffic}");
    }
}

/// The closed forms of all-to-all by kind of link are the sums over both directions.
#[test]
fn totals_are_the_closed_forms() {
    for text in ["rdn(ring(3), 2)", "rdn(ring(4), 2)", "rdn(torus(3,3), 1)", "dualcube(5)", "torus(4,6)"] {
        let (shape, net) = build(text);
        let found =
            loads(&net, RoutingName { base: Some(MINIMAL), detour: false }, Traffic::AllToAll, &Silent)
                .expect("loads");
        let closed = class_loads(shape.as_ref()).unwrap_or_else(|| panic!("{text} has closed forms"));
        let cross = |name: &str| name.starts_with("cross");
        let total = |pick: &dyn Fn(&str) -> bool| -> u128 {
            found.classes.iter().filter(|class| pick(&class.name)).map(|class| class.total).sum()
        };
        for class in closed.iter().filter(|class| cross(&class.name)) {
            let walked = total(&|name| name == class.name);
            assert_eq!(class.crossings, walked.into(), "{text}: {}", class.name);
        }
        let base: num_bigint::BigUint =
            closed.iter().filter(|class| !cross(&class.name)).map(|class| &class.crossings).sum();
        assert_eq!(base, total(&|name| !cross(name)).into(), "{text}: base links");
    }
}

/// The same on a network of 839,808 nodes, from one node.
#[test]
#[ignore = "heavy"]
fn heavy_totals_of_a_large_network() {
    let (shape, net) = build("rdn(ring(3), 3)");
    let found = loads(&net, RoutingName { base: Some(MINIMAL), detour: false }, Traffic::AllToAll, &Silent)
        .expect("loads");
    let closed = class_loads(shape.as_ref()).expect("closed forms");
    for class in closed.iter().filter(|class| class.name.starts_with("cross")) {
        let walked = found.classes.iter().find(|other| other.name == class.name).expect("the same kinds");
        assert_eq!(class.crossings, walked.total.into(), "{}", class.name);
    }
}

/// No routing passes what a cut lets through.
#[test]
fn cuts_bound_the_throughput() {
    for (text, schemes) in NETS {
        let (shape, net) = build(text);
        for &scheme in *schemes {
            for &traffic in PATTERNS {
                let Ok(found) =
                    loads(&net, RoutingName { base: Some(scheme), detour: false }, traffic, &Silent)
                else {
                    continue;
                };
                let bound = cut_bound(shape.as_ref(), net.as_ref(), traffic, &Silent).expect("not stopped");
                let Some(bound) = bound.filter(|_| found.max_load() > 0) else { continue };
                let (a, b) = bound.value;
                assert!(
                    found.unit * b <= a * found.max_load(),
                    "{text}, {scheme:?}, {traffic}: {:?}",
                    bound.value
                );
            }
        }
    }
}

#[test]
fn limits_and_patterns_are_reported() {
    let (_, ring) = build("ring(6)");
    let found = |traffic| loads(&ring, RoutingName { base: Some(MINIMAL), detour: false }, traffic, &Silent);
    assert!(matches!(found(Traffic::Reverse), Err(NoLoads::Pattern(_))));
    assert!(matches!(found(Traffic::Transpose), Err(NoLoads::Pattern(_))));
    assert!(matches!(found(Traffic::Hotspot(6)), Err(NoLoads::Pattern(_))));
    let (_, large) = build("rdn(hypercube(3), 4)");
    for traffic in [Traffic::Uniform, Traffic::Shift(1)] {
        let refused = loads(&large, RoutingName { base: Some(MINIMAL), detour: false }, traffic, &Silent);
        assert!(matches!(refused, Err(NoLoads::TooMany { .. })), "{traffic}");
    }
    // A shift by the length of the ring sends no packets.
    assert_eq!(found(Traffic::Shift(6)).expect("loads").max_load(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_expressions(text in expression(40)) {
        let (_, net) = build(&text);
        let n = u128::from(net.nodes());
        for scheme in ROUTINGS {
            if let Ok(found) = loads(&net, RoutingName { base: Some(scheme), detour: false }, Traffic::Uniform, &Silent) {
                let drawn = routing(&net, scheme, false).expect("loads").detours(Node(0)).max(1);
                let plain = plain(&net, scheme, false, Traffic::Uniform);
                let per = (n - 1).max(1) * u128::from(drawn);
                compare(&format!("{text}, {scheme:?}"), net.as_ref(), &found, &plain, per);
            }
        }
    }
}
