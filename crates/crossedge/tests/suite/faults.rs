//! Faults: the remaining network obeys the laws, packets arrive under every set of degree - 1 faults, and trials are reproducible.

use crate::common;
use crate::common::{build, stored};
use crossedge::net::{Draw, Faults, Faulty};
use crossedge::net::{Network, Node, Port, Structure, Table, neighbors};
use crossedge::route::fault::{
    Diameter, Journey, JourneyEnd, Router, Sense, Setting, Survey, Trial, larger_stretch,
};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use std::collections::{HashSet, VecDeque};

fn faults(nodes: &[u64], links: &[(u64, u64)]) -> Faults {
    let mut faults = Faults::none();
    for &v in nodes {
        faults.kill_node(Node(v));
    }
    for &(v, w) in links {
        faults.kill_link(Node(v), Node(w));
    }
    faults
}

/// The verifier of a journey: every step is a link, no step enters a dead node or takes a dead link, and what it met is dead and next to
/// a node where it was.
fn judge(net: &dyn Structure, journey: &Journey, from: u64, to: u64, faults: &Faults) {
    assert_eq!(journey.path[0], Node(from));
    for step in journey.path.windows(2) {
        assert!(neighbors(net, step[0]).any(|w| w == step[1]), "{step:?} is not a link");
        assert!(faults.passes(step[0], step[1]), "{step:?} is dead");
    }
    let beside = |v: Node| journey.path.iter().any(|&at| neighbors(net, at).any(|w| w == v));
    assert!(journey.met.nodes().all(|v| faults.node(v) && beside(v)));
    for (v, w) in journey.met.links() {
        assert!(faults.link(v, w) && (journey.path.contains(&v) || journey.path.contains(&w)));
    }
    assert!(journey.plans as usize <= journey.met.len() + 1);
    if journey.end == JourneyEnd::Delivered {
        assert_eq!(journey.path.last(), Some(&Node(to)));
    }
}

/// The distance in the remaining network, by a separate search.
fn distance(net: &dyn Structure, faults: &Faults, from: u64, to: u64) -> Option<u64> {
    let mut met = HashSet::from([Node(from)]);
    let mut queue = VecDeque::from([(Node(from), 0)]);
    while let Some((v, far)) = queue.pop_front() {
        if v.0 == to {
            return Some(far);
        }
        for w in neighbors(net, v).filter(|&w| faults.passes(v, w)) {
            if met.insert(w) {
                queue.push_back((w, far + 1));
            }
        }
    }
    None
}

/// Every set of degree - 1 dead nodes between every two nodes of a network.
fn every_set(text: &str) -> u64 {
    let (_, net) = build(text);
    let router = Router::new(net.as_ref());
    let mut count = 0;
    for a in 0..net.nodes() {
        for b in (0..net.nodes()).filter(|&b| b != a) {
            let most = net.degree(Node(a)).min(net.degree(Node(b))) as usize - 1;
            let others: Vec<u64> = (0..net.nodes()).filter(|&v| v != a && v != b).collect();
            let mut chosen: Vec<usize> = (0..most).collect();
            loop {
                let dead: Vec<u64> = chosen.iter().map(|&i| others[i]).collect();
                let faults = faults(&dead, &[]);
                let journey = router.route(Node(a), Node(b), &faults);
                assert_eq!(journey.end, JourneyEnd::Delivered, "{text} from {a} to {b} around {dead:?}");
                judge(net.as_ref(), &journey, a, b, &faults);
                count += 1;
                // The next set of places, in order.
                let Some(i) = (0..most).rev().find(|&i| chosen[i] < others.len() - most + i) else { break };
                chosen[i] += 1;
                for j in i + 1..most {
                    chosen[j] = chosen[j - 1] + 1;
                }
            }
        }
    }
    count
}

#[test]
fn every_set_of_faults_is_passed() {
    assert_eq!(every_set("dual(ring(3))"), 18 * 17 * 120);
    assert_eq!(every_set("dual(path(2))"), 8 * 7 * 6);
    assert_eq!(every_set("hypercube(3)"), 8 * 7 * 15);
    assert_eq!(every_set("torus(3,4)"), 12 * 11 * 120);
    // 36 nodes of degree 4: 34 choose 3 sets for each pair is too many here; the random test has this one.
}

/// The journeys of packets between random nodes.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Told {
    sent: u64,
    delivered: u64,
    hops: u64,
    distance: u64,
    worst: (u64, u64),
    most_extra: u64,
}

impl Told {
    fn add(self, other: Told) -> Told {
        Told {
            sent: self.sent + other.sent,
            delivered: self.delivered + other.delivered,
            hops: self.hops + other.hops,
            distance: self.distance + other.distance,
            worst: larger_stretch(self.worst, other.worst),
            most_extra: self.most_extra.max(other.most_extra),
        }
    }
}

/// The candidates for dead nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Where {
    /// Anywhere.
    Anywhere,
    /// Next to the ends, and on the way that the packet would take next: as bad as can be.
    OnTheWay,
}

/// Sends packets under degree - 1 dead nodes each. The stretch is against the distance without faults, `true_distance` against that
/// in the remaining network.
fn send(text: &str, count: u64, place: Where, true_distance: bool) -> Told {
    let (_, net) = build(text);
    let router = Router::new(net.as_ref());
    let runs = 100;
    let told = (0..runs).into_par_iter().map(|run| {
        let mut rng = ChaCha8Rng::seed_from_u64(run);
        let mut told = Told::default();
        for _ in 0..count / runs {
            let mut random = || Node(rng.next_u64() % net.nodes());
            let (a, b) = loop {
                let (a, b) = (random(), random());
                if a != b {
                    break (a, b);
                }
            };
            let mut dead = Faults::none();
            let most = net.degree(a).min(net.degree(b)) as usize - 1;
            while dead.len() < most {
                let v = match place {
                    Where::Anywhere => random(),
                    Where::OnTheWay => {
                        let path = router.route(a, b, &dead).path;
                        let inner = path.len() as u64 - 2;
                        match random().0 % 3 {
                            0 => net.link(a, Port((random().0 % u64::from(net.degree(a))) as u32)).0,
                            1 => net.link(b, Port((random().0 % u64::from(net.degree(b))) as u32)).0,
                            _ if inner > 0 => path[1 + (random().0 % inner) as usize],
                            _ => random(),
                        }
                    }
                };
                if v != a && v != b {
                    dead.kill_node(v);
                }
            }
            let journey = router.route(a, b, &dead);
            judge(net.as_ref(), &journey, a.0, b.0, &dead);
            let exact =
                if true_distance { distance(net.as_ref(), &dead, a.0, b.0) } else { net.distance(a, b) };
            let exact = exact.expect("connected");
            told.sent += 1;
            if journey.end == JourneyEnd::Delivered {
                told.delivered += 1;
                told.hops += journey.hops();
                told.distance += exact;
                told.worst = larger_stretch(told.worst, (journey.hops(), exact));
                told.most_extra = told.most_extra.max(journey.hops() - exact);
            }
        }
        told
    });
    let told = told.reduce(Told::default, Told::add);
    let mean = told.hops as f64 / told.distance as f64;
    println!("{text} {place:?}: {told:?}, mean stretch {mean:.5}");
    told
}

#[test]
fn random_faults_are_passed() {
    for text in
        ["rdn(ring(3), 2)", "rdn(torus(5,5), 2)", "hdn(torus(2,3,5), [{1,2}])", "dualcube(4)", "torus(7,8)"]
    {
        for place in [Where::Anywhere, Where::OnTheWay] {
            let told = send(text, 1000, place, false);
            assert_eq!(told.delivered, told.sent, "{text} {place:?}");
        }
    }
}

#[test]
#[ignore = "heavy"]
fn heavy_a_million_deliveries() {
    for (text, exact) in [("rdn(ring(3), 2)", true), ("rdn(torus(5,5), 2)", false)] {
        for place in [Where::Anywhere, Where::OnTheWay] {
            let told = send(text, 1_000_000, place, exact);
            assert_eq!((told.sent, told.delivered), (1_000_000, 1_000_000), "{text} {place:?}");
        }
    }
}

#[test]
fn dead_links_are_passed_too() {
    let (_, net) = build("rdn(ring(3), 2)");
    let router = Router::new(net.as_ref());
    // Three of the four links of node 0, and all but one of node 647.
    let around = |v: u64| neighbors(net.as_ref(), Node(v)).map(|w| w.0).collect::<Vec<_>>();
    for kept in 0..4 {
        let links: Vec<_> =
            around(0).into_iter().enumerate().filter(|(i, _)| *i != kept).map(|(_, w)| (w, 0)).collect();
        let faults = faults(&[], &links);
        let journey = router.route(Node(0), Node(647), &faults);
        judge(net.as_ref(), &journey, 0, 647, &faults);
        assert_eq!((journey.end, journey.path[1]), (JourneyEnd::Delivered, Node(around(0)[kept])));
        let back = router.route(Node(647), Node(0), &faults);
        assert_eq!(back.end, JourneyEnd::Delivered);
        judge(net.as_ref(), &back, 647, 0, &faults);
    }
}

#[test]
fn blocked_packets_are_reported() {
    let (_, net) = build("dual(ring(3))");
    let router = Router::new(net.as_ref());
    let around: Vec<u64> = neighbors(net.as_ref(), Node(0)).map(|w| w.0).collect();
    let shut_in = router.route(Node(0), Node(17), &faults(&around, &[]));
    assert_eq!((shut_in.end, shut_in.path.len(), shut_in.met.len()), (JourneyEnd::Blocked, 1, 3));
    let gone = router.route(Node(0), Node(17), &faults(&[17], &[]));
    assert_eq!((gone.end, gone.met.to_string()), (JourneyEnd::TargetDead, "17".to_owned()));
    let stay = router.route(Node(4), Node(4), &faults(&[], &[]));
    assert_eq!((stay.end, stay.hops()), (JourneyEnd::Delivered, 0));
    // Only what the packet is next to is asked.
    let asked = std::sync::Mutex::new(Vec::new());
    let journey = router.send(Node(0), Node(17), |at, _| {
        asked.lock().expect("no panic").push(at);
        Sense::Alive
    });
    assert!(asked.lock().expect("no panic").iter().all(|at| journey.path.contains(at)));
    assert_eq!(Some(journey.hops()), net.distance(Node(0), Node(17)));
}

#[test]
fn a_search_arrives_if_a_path_exists() {
    let (_, net) = build("dual(ring(3))");
    let (plain, searching) = (Router::new(net.as_ref()), Router::with_search(net.as_ref(), 18));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut missed, mut ways) = (0, 0);
    for _ in 0..3000 {
        let dead: Vec<u64> = (1..17).filter(|_| rng.next_u64() % 3 == 0).collect();
        let faults = faults(&dead, &[]);
        let way = distance(net.as_ref(), &faults, 0, 17).is_some();
        let journey = searching.route(Node(0), Node(17), &faults);
        judge(net.as_ref(), &journey, 0, 17, &faults);
        assert_eq!(journey.end == JourneyEnd::Delivered, way, "{dead:?}");
        let without = plain.route(Node(0), Node(17), &faults);
        judge(net.as_ref(), &without, 0, 17, &faults);
        ways += u64::from(way);
        missed += u64::from(way && without.end != JourneyEnd::Delivered);
    }
    // With a third of all nodes dead there are far more faults than guaranteed, and most packets still find a path.
    assert!(missed > 0 && missed * 10 < ways, "{missed} of {ways}");
}

#[test]
fn remaining_networks_obey_the_laws() {
    for text in ["torus(3,4)", "dual(ring(3))", "star(6)", "mesh(3,3)"] {
        let (_, net) = build(text);
        let faults =
            faults(&[1, 5], &[(0, net.link(Node(0), Port(0)).0.0), (3, net.link(Node(3), Port(0)).0.0)]);
        let left = Faulty::new(net.as_ref(), &faults);
        let table = Table::from_network(&left);
        for v in 0..net.nodes() {
            let expected: Vec<u64> = if faults.node(Node(v)) {
                Vec::new()
            } else {
                neighbors(net.as_ref(), Node(v)).filter(|&w| faults.passes(Node(v), w)).map(|w| w.0).collect()
            };
            assert_eq!(neighbors(&left, Node(v)).map(|w| w.0).collect::<Vec<_>>(), expected);
            for port in (0..left.degree(Node(v))).map(Port) {
                let (w, back) = left.link(Node(v), port);
                assert_eq!(left.link(w, back), (Node(v), port));
            }
            for to in 0..net.nodes() {
                let (mut at, mut hops) = (Node(v), 0);
                while let Some(port) = left.next_port(at, Node(to)) {
                    at = left.link(at, port).0;
                    hops += 1;
                }
                let expected =
                    table.distance(Node(v), Node(to)).filter(|_| v == to || !faults.node(Node(to)));
                assert_eq!((at.0 == to).then_some(hops), expected, "{text} from {v} to {to}");
            }
        }
    }
}

const SETTING: Setting = Setting { dead_nodes: 6, dead_links: 3, pairs: 4, diameter: Diameter::Exact };

#[test]
fn trials_repeat_themselves_and_are_right() {
    let (shape, net) = build("dual(ring(3))");
    let survey = Survey::new(net.as_ref(), Router::new(net.as_ref()), 7, &shape.degrees()).expect("small");
    let mut different = HashSet::new();
    for trial in 0..200 {
        let found = survey.trial(&SETTING, trial);
        assert_eq!(found, survey.trial(&SETTING, trial));
        let (dead, _) = survey.faults(&SETTING, trial);
        assert_eq!((dead.nodes().len(), dead.links().len()), (6, 3));
        different.insert(dead.nodes().collect::<Vec<_>>());
        let live: Vec<u64> = (0..18).filter(|&v| !dead.node(Node(v))).collect();
        let mut parts: Vec<Vec<u64>> = Vec::new();
        for &v in &live {
            match parts.iter_mut().find(|part| distance(net.as_ref(), &dead, v, part[0]).is_some()) {
                Some(part) => part.push(v),
                None => parts.push(vec![v]),
            }
        }
        let largest = parts.iter().map(Vec::len).max().unwrap_or(0) as u64;
        assert_eq!((found.live, found.parts, found.largest), (12, parts.len() as u64, largest));
        let diameter = |part: &Vec<u64>| {
            let far = |v: u64, w: u64| distance(net.as_ref(), &dead, v, w).expect("one part");
            part.iter().flat_map(|&v| part.iter().map(move |&w| (v, w))).map(|(v, w)| far(v, w)).max()
        };
        let first = parts.iter().find(|part| part.len() as u64 == largest).expect("something lives");
        assert_eq!(Some(found.diameter), diameter(first));
        let sweep = survey.trial(&Setting { diameter: Diameter::Sweep, ..SETTING }, trial);
        assert!(sweep.diameter <= found.diameter && 2 * sweep.diameter >= found.diameter);
        assert_eq!(Trial { diameter: 0, ..sweep }, Trial { diameter: 0, ..found });
        assert!(found.pairs == 4 && found.joined <= 4 && found.delivered <= found.joined);
        assert!(found.hops >= found.distance && found.worst.0 >= found.worst.1);
    }
    assert!(different.len() > 190, "{} different sets", different.len());
}

#[test]
fn trials_at_the_ends() {
    let (shape, net) = build("dual(ring(3))");
    let survey = Survey::new(net.as_ref(), Router::new(net.as_ref()), 0, &shape.degrees()).expect("small");
    let none = survey.trial(&Setting { dead_nodes: 0, dead_links: 0, ..SETTING }, 0);
    assert_eq!((none.live, none.parts, none.largest, none.diameter, none.delivered), (18, 1, 18, 4, 4));
    assert_eq!(none.hops, none.distance);
    let all = survey.trial(&Setting { dead_nodes: 18, dead_links: 0, ..SETTING }, 0);
    assert_eq!(all, Trial::default());
    let more = survey.trial(&Setting { dead_nodes: u64::MAX, dead_links: u64::MAX, ..SETTING }, 0);
    assert_eq!(more, Trial::default());
    let links = survey.trial(&Setting { dead_nodes: 0, dead_links: 27, ..SETTING }, 0);
    assert_eq!((links.live, links.parts, links.largest, links.joined), (18, 18, 1, 0));
    let one = survey.trial(&Setting { dead_nodes: 17, dead_links: 0, ..SETTING }, 0);
    assert_eq!((one.live, one.parts, one.diameter, one.pairs), (1, 1, 0, 0));
}

/// Every node and every link dies equally often.
#[test]
fn faults_are_uniform() {
    let (shape, net) = build("star(5) * path(2)");
    let survey = Survey::new(net.as_ref(), Router::new(net.as_ref()), 3, &shape.degrees()).expect("small");
    let setting = Setting { dead_nodes: 2, dead_links: 2, ..SETTING };
    let graph = stored(net.as_ref());
    let links = common::links(&graph);
    let mut nodes = vec![0u64; 10];
    let mut each = vec![0u64; links.len()];
    for trial in 0..13_000 {
        let (dead, _) = survey.faults(&setting, trial);
        dead.nodes().for_each(|v| nodes[v.0 as usize] += 1);
        for (v, w) in dead.links() {
            each[links.binary_search(&(v.0, w.0)).expect("a link")] += 1;
        }
    }
    // 2600 and 2000 expected; six standard deviations are about 270 and 250.
    assert!(nodes.iter().all(|&n| n.abs_diff(2600) < 270), "{nodes:?}");
    assert!(each.iter().all(|&n| n.abs_diff(2000) < 250), "{each:?}");
}

#[test]
fn the_larger_stretch() {
    assert_eq!(larger_stretch((0, 0), (3, 3)), (3, 3));
    assert_eq!(larger_stretch((3, 3), (0, 0)), (3, 3));
    assert_eq!(larger_stretch((3, 2), (4, 3)), (3, 2));
    assert_eq!(larger_stretch((3, 2), (6, 4)), (6, 4));
    assert_eq!(larger_stretch((u64::MAX, 1), (u64::MAX, 2)), (u64::MAX, 1));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// The dual of any connected network: fewer faults than the least degree, nodes and links mixed.
    #[test]
    fn every_dual_delivers(text in common::expression(30), seed in any::<u64>()) {
        let (_, base) = build(&text);
        prop_assume!(base.nodes() > 1 && Table::from_network(base.as_ref()).connected());
        let (shape, net) = build(&format!("dual({text})"));
        let least = *shape.degrees().keys().next().expect("has nodes");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let router = Router::new(net.as_ref());
        for _ in 0..20 {
            let (a, b) = (rng.next_u64() % net.nodes(), rng.next_u64() % net.nodes());
            let mut dead = Faults::none();
            while (dead.len() as u64) < least - 1 && a != b {
                let v = Node(rng.next_u64() % net.nodes());
                if rng.next_u64() % 2 == 0 && v.0 != a && v.0 != b {
                    dead.kill_node(v);
                } else {
                    let port = rng.next_u64() % u64::from(net.degree(v));
                    dead.kill_link(v, net.link(v, Port(port as u32)).0);
                }
            }
            let journey = router.route(Node(a), Node(b), &dead);
            judge(net.as_ref(), &journey, a, b, &dead);
            prop_assert_eq!(journey.end, JourneyEnd::Delivered);
        }
    }
}

/// One text form: it round-trips, accepts addresses if the network is known, and reports errors.
#[test]
fn faults_are_written_and_read() {
    let (_, net) = build("rdn(ring(3), 1)");
    for (text, plain) in [
        ("", ""),
        (" 5 , 8-7,5,7-8 ", "5,7-8"),
        ("(0,2,1), (0,0,0)-(1,0,0)", "7,0-9"),
        ("(1,1,1)-(0,1,1),0", "0,4-13"),
    ] {
        let faults = Faults::parse(net.as_ref(), text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        assert_eq!(faults.to_string(), plain, "{text}");
        assert_eq!(plain.parse::<Faults>(), Ok(faults), "{text}");
    }
    let said = |text: &str| Faults::parse(net.as_ref(), text).expect_err(text).to_string();
    assert_eq!(said("0-4"), "there is no link between 0 and 4; node 0 is linked to 1, 2, 9");
    assert!(said("18").contains("18") && said("0-x").contains('x'), "{} {}", said("18"), said("0-x"));
    let wrong = "5,x-7".parse::<Faults>().expect_err("no ids");
    assert_eq!(wrong.to_string(), "'x-7' is neither a node nor a link; write a node as 5, a link as 7-8");
    let outside = "18".parse::<Faults>().expect("an id").check(net.as_ref()).expect_err("no node");
    assert_eq!(outside.to_string(), "there is no node 18; ids run from 0 to 17");
}

/// Spared nodes never fail, all others do uniformly, and no more fail than exist.
#[test]
fn faults_are_drawn() {
    let (_, net) = build("ring(6)");
    let mut times = [0u32; 6];
    for seed in 0..600 {
        let draw = Draw { seed, nodes: 2, spared: Some(Node(2)), ..Draw::default() };
        let (faults, _) = Faults::draw(net.as_ref(), &draw);
        assert_eq!((faults.node_count(), faults.check(net.as_ref())), (2, Ok(())));
        faults.nodes().for_each(|v| times[v.0 as usize] += 1);
    }
    assert_eq!(times[2], 0);
    assert!(times.iter().enumerate().all(|(v, &t)| v == 2 || (190..290).contains(&t)), "{times:?}");
    let all = Draw { seed: 1, nodes: 99, links: 99, of_links: 6, max_degree: 2, ..Draw::default() };
    let (faults, _) = Faults::draw(net.as_ref(), &all);
    assert_eq!((faults.node_count(), faults.link_count()), (6, 6));
}

/// Names of fabrics have hyphens: every node and cable of three dumps can be written as a fault by name.
#[test]
fn nodes_and_cables_of_fabrics_are_named_with_hyphens() {
    let folder = common::testdata().join("..");
    for name in ["examples/fabrics/today.ibnet", "testdata/fabrics/a.ibnet", "testdata/fabrics/b.ibnet"] {
        let folder = folder.clone();
        let read = move |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
        let text = format!("file(\"{name}\")");
        let net = crossedge::Topology::builder().files(read).parse(&text).expect("a fabric");
        let net = net.network().expect("a network").as_ref();
        let mut hyphens = 0;
        for v in (0..net.nodes()).map(Node) {
            // With quotes, as addresses are printed, and without, as people write them.
            let quoted = net.address(v).to_string();
            let plain = quoted.trim_matches('"');
            hyphens += usize::from(plain.contains('-'));
            for from in [quoted.as_str(), plain] {
                assert_eq!(Faults::parse(net, from), Faults::new(net, [v], []), "{name}: {from}");
                for w in crossedge::net::neighbors(net, v) {
                    let to = net.address(w).to_string();
                    for to in [to.as_str(), to.trim_matches('"')] {
                        let link = format!("{from}-{to}");
                        assert_eq!(
                            Faults::parse(net, &link),
                            Faults::new(net, [], [(v, w)]),
                            "{name}: {link}"
                        );
                    }
                }
            }
        }
        assert!(hyphens > 0 || !name.contains("today"), "{name} tests nothing");
        if name.contains("today") {
            let wrong = |text: &str| Faults::parse(net, text).expect_err(text).to_string();
            let message =
                "there is no link between spine-2 and leaf-03; spine-2 is linked to leaf-01, leaf-02, ";
            assert!(wrong("leaf-03-spine-2").starts_with(message), "{}", wrong("leaf-03-spine-2"));
            let message = "there is no node 'leaf-03-spine-9', and no link between two nodes by this name; `crossedge node` shows the names; write a link as leaf-03-spine-2";
            assert_eq!(wrong("leaf-03-spine-9"), message);
        }
    }
}
