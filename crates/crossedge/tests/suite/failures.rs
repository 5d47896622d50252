//! Compares the impact of failures with a brute force over all cables, bundles, nodes, blocks and racks of small machines, which uses neither
//! symmetry nor the library's searches.

use crate::seeded::Dice;
use crossedge::answers::{FailureAnswer, FailuresRequest, LeftRequest, Request, ThroughputRequest, ask};
use crossedge::exact::Ratio;
use crossedge::layout::{Room, blocks, place_blocks};
use crossedge::net::{Node, Port, Structure, neighbors};
use crossedge::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Machines, with the endpoints of a block and the nodes of a rack.
const MACHINES: [(&str, u64, u32); 11] = [
    ("torus(3,4)", 4, 8),
    ("torus(4,5)", 5, 7),
    ("hyperx(3,4)", 3, 6),
    ("hypercube(4)", 4, 4),
    ("dual(ring(3))", 3, 6),
    ("dual(ring(4))", 2, 8),
    ("dual(ring(3), complete(4))", 3, 9),
    ("fattree(4)", 4, 6),
    ("xgft([2,3],[1,2])", 2, 5),
    ("hosts(dragonfly(3,1), 2)", 2, 8),
    ("hosts(torus(3,3), 2)", 4, 6),
];

/// The remaining network of a machine, by the simplest means.
struct Left {
    ends: usize,
    around: Vec<Vec<usize>>,
    /// Endpoints of the largest part.
    part: Vec<usize>,
}

fn searched(around: &[Vec<usize>], from: usize) -> Vec<Option<usize>> {
    let mut far = vec![None; around.len()];
    far[from] = Some(0);
    let mut order = vec![from];
    let mut at = 0;
    while let Some(&v) = order.get(at) {
        at += 1;
        for &w in &around[v] {
            if far[w].is_none() {
                far[w] = far[v].map(|far| far + 1);
                order.push(w);
            }
        }
    }
    far
}

impl Left {
    fn new(net: &dyn Structure, nodes: &BTreeSet<u64>, links: &BTreeSet<(u64, u64)>) -> Left {
        let lives = |v: u64, w: u64| {
            !nodes.contains(&v) && !nodes.contains(&w) && !links.contains(&(v.min(w), v.max(w)))
        };
        let row = |v: u64| {
            neighbors(net, Node(v)).map(|w| w.0).filter(|&w| lives(v, w)).map(|w| w as usize).collect()
        };
        let around: Vec<Vec<usize>> = (0..net.nodes()).map(row).collect();
        let ends = net.endpoints() as usize;
        let mut part: Vec<usize> = Vec::new();
        for v in (0..around.len()).filter(|&v| !nodes.contains(&(v as u64))) {
            let far = searched(&around, v);
            let reached: Vec<usize> = (0..ends).filter(|&w| far[w].is_some()).collect();
            if reached.len() > part.len() {
                part = reached;
            }
        }
        Left { ends, around, part }
    }

    fn diameter(&self) -> Option<usize> {
        let farthest = |&v: &usize| {
            let far = searched(&self.around, v);
            self.part.iter().map(|&w| far[w].expect("in one part")).max()
        };
        self.part.iter().filter_map(farthest).max().filter(|_| self.part.len() > 1)
    }

    /// Everybody sends 1 to everybody, evenly over all shortest paths; what each gets through when the busiest link is full.
    fn even(&self) -> Option<f64> {
        let n = self.around.len();
        let far: Vec<Vec<Option<usize>>> = (0..n).map(|v| searched(&self.around, v)).collect();
        // Shortest paths from v to w.
        let ways = |v: usize| {
            let mut count = vec![0.0; n];
            count[v] = 1.0;
            let mut order: Vec<usize> = (0..n).filter(|&w| far[v][w].is_some()).collect();
            order.sort_by_key(|&w| far[v][w]);
            for &w in order.iter().skip(1) {
                let before = self.around[w].iter().filter(|&&x| far[v][x].map(|d| d + 1) == far[v][w]);
                count[w] = before.map(|&x| count[x]).sum();
            }
            count
        };
        let ways: Vec<Vec<f64>> = (0..n).map(ways).collect();
        let mut busiest: f64 = 0.0;
        for v in 0..n {
            for &w in &self.around[v] {
                let mut load = 0.0;
                for &s in &self.part {
                    for &t in self.part.iter().filter(|&&t| t != s) {
                        let through = far[s][v].zip(far[w][t]).map(|(a, b)| a + 1 + b);
                        if through.is_some() && through == far[s][t] {
                            load += ways[s][v] * ways[w][t] / ways[s][t];
                        }
                    }
                }
                busiest = busiest.max(load);
            }
        }
        (self.part.len() > 1).then(|| (self.part.len() - 1) as f64 / busiest)
    }

    /// The exact throughput of the largest part, by the linear program of the library, whose certificate is verified.
    fn exact(&self) -> f64 {
        let switches = |v: usize| v >= self.ends;
        let home = searched(&self.around, self.part[0]);
        let live: Vec<usize> = (0..self.around.len()).filter(|&v| home[v].is_some()).collect();
        let mut text = String::new();
        for &v in &live {
            let word = if switches(v) { "Switch" } else { "Ca" };
            text.push_str(&format!("{word} {} \"N-{v}\"\n", self.around[v].len()));
            for (i, &w) in self.around[v].iter().enumerate() {
                let back = self.around[w].iter().position(|&x| x == v).expect("links are symmetric");
                text.push_str(&format!("[{}] \"N-{w}\"[{}]\n", i + 1, back + 1));
            }
            text.push('\n');
        }
        let net = Topology::builder()
            .files(move |_| Ok(text.clone().into_bytes()))
            .parse("file(\"left.ibnet\")")
            .expect("a fabric");
        let found = ThroughputRequest::uniform().answer(&net, &Silent).expect("a throughput");
        assert_eq!(found.endpoints.0, self.part.len().into());
        let value = |ratio: &Ratio| ratio.value().expect("a number");
        assert!(found.exact || value(&found.upper) / value(&found.lower) < 1.02);
        (value(&found.lower) + value(&found.upper)) / 2.0
    }
}

type Failure = (String, BTreeSet<u64>, BTreeSet<(u64, u64)>);

/// Every failure there is.
/// The kind of a cable: its class, where there are several.
fn cable(net: &dyn Structure, (v, w): (u64, u64)) -> String {
    let leads = |port: &Port| net.link(Node(v), *port).0 == Node(w);
    let port = (0..net.degree(Node(v))).map(Port).find(leads).expect("a link");
    match &net.link_classes()[..] {
        [] | [_] => "cable".to_owned(),
        several => format!("{} cable", several[net.link_class(Node(v), port)]),
    }
}

fn all(net: &dyn Structure, block: u64, units: u32) -> Vec<Failure> {
    let links: Vec<(u64, u64)> = (0..net.nodes())
        .flat_map(|v| {
            neighbors(net, Node(v)).map(move |w| (v, w.0)).filter(|(v, w)| v < w).collect::<Vec<_>>()
        })
        .collect();
    let mut out: Vec<Failure> =
        links.iter().map(|&link| (cable(net, link), BTreeSet::new(), BTreeSet::from([link]))).collect();
    out.extend((0..net.nodes()).map(|v| ("node".to_owned(), BTreeSet::from([v]), BTreeSet::new())));
    let parts = blocks(net, block);
    let of: BTreeMap<u64, usize> =
        parts.iter().enumerate().flat_map(|(i, part)| part.iter().map(move |v| (*v, i))).collect();
    let mut bundles: BTreeMap<(usize, usize), BTreeSet<(u64, u64)>> = BTreeMap::new();
    for (v, w) in links {
        let (a, b) = (of[&v].min(of[&w]), of[&v].max(of[&w]));
        if a != b {
            bundles.entry((a, b)).or_default().insert((v, w));
        }
    }
    out.extend(bundles.into_values().map(|links| ("bundle".to_owned(), BTreeSet::new(), links)));
    let layout =
        (1..).find_map(|racks| place_blocks(&parts, &Room::for_racks(racks, units)).ok()).expect("some room");
    let mut racks: BTreeMap<u32, BTreeSet<u64>> = BTreeMap::new();
    (0..).zip(&layout.places).for_each(|(v, place)| {
        racks.entry(place.rack).or_default().insert(v);
    });
    out.extend(
        parts.into_iter().map(|part| ("block".to_owned(), part.into_iter().collect(), BTreeSet::new())),
    );
    out.extend(racks.into_values().map(|rack| ("rack".to_owned(), rack, BTreeSet::new())));
    out
}

fn answered(text: &str, block: u64, units: u32) -> (Topology, Vec<FailureAnswer>, Option<f64>) {
    let net: Topology = text.parse().expect(text);
    let request = FailuresRequest { block, units, jobs: Vec::new(), ..FailuresRequest::default() };
    let mut answer = request.answer(std::slice::from_ref(&net), &Silent).expect(text);
    let machine = answer.machines.pop().expect("one was asked for");
    let intact = machine.throughput.as_ref().and_then(Ratio::value);
    (net, machine.failures, intact)
}

#[test]
fn the_worst_failures_are_the_worst_of_all() {
    for (text, block, units) in MACHINES {
        let (net, told, _) = answered(text, block, units);
        let net = net.network().expect(text).as_ref();
        let all = all(net, block, units);
        for failure in &told {
            let (mut lost, mut diameter, mut even) = (0, Some(0), f64::INFINITY);
            let mut count = 0;
            for (_, nodes, links) in all.iter().filter(|(kind, ..)| *kind == failure.kind) {
                let left = Left::new(net, nodes, links);
                count += 1;
                lost = lost.max(net.endpoints() - left.part.len() as u64);
                diameter = diameter.zip(left.diameter()).map(|(a, b)| a.max(b));
                even = even.min(left.even().unwrap_or(0.0));
            }
            let name = format!("{text}: {} ({})", failure.kind, failure.worst);
            assert!((1..=count).contains(&failure.cases.0), "{name}: {} of {count}", failure.cases);
            assert_eq!(failure.lost.0, lost, "{name}");
            assert_eq!(failure.diameter.map(|far| far.0), diameter.map(|far| far as u64), "{name}");
            let least = failure.throughput_at_least.as_ref().and_then(Ratio::value);
            assert!(least.is_some_and(|least| (least - even).abs() < 3e-6), "{name}: {least:?} {even}");
        }
        // A row for each class of cables, in the order of the classes, then the others.
        let classes = net.link_classes();
        let cables: Vec<String> = match &classes[..] {
            [] | [_] => vec!["cable".to_owned()],
            several => several.iter().map(|class| format!("{class} cable")).collect(),
        };
        let wanted = cables.into_iter().chain(["bundle", "node", "block", "rack"].map(str::to_owned));
        let kinds: Vec<String> = told.iter().map(|failure| failure.kind.clone()).collect();
        assert_eq!(kinds, wanted.collect::<Vec<_>>(), "{text}");
    }
}

/// The exact throughput is between what is reported from below and from above, and where all endpoints live it is not above that of the entire machine.
#[test]
fn remaining_throughput_is_within_the_bounds() {
    for (text, block, units) in [MACHINES[0], MACHINES[4], MACHINES[7], MACHINES[8], MACHINES[10]] {
        let (net, told, intact) = answered(text, block, units);
        let net = net.network().expect(text).as_ref();
        let intact = intact.expect("a closed form");
        let all = all(net, block, units);
        for failure in &told {
            let exact = all
                .iter()
                .filter(|(kind, ..)| *kind == failure.kind)
                .map(|(_, nodes, links)| Left::new(net, nodes, links).exact())
                .fold(f64::INFINITY, f64::min);
            let value = |ratio: &Option<Ratio>| ratio.as_ref().and_then(Ratio::value).expect("a number");
            let (lower, upper) = (value(&failure.throughput_at_least), value(&failure.throughput_at_most));
            let name = format!("{text}: {}", failure.kind);
            assert!(lower <= exact * 1.011 && exact <= upper * 1.011, "{name}: {lower} {exact} {upper}");
            if (failure.kind.ends_with("cable") || failure.kind == "bundle") && failure.lost.0 == 0 {
                assert!(upper <= intact + 1e-12, "{name}: {upper} of {intact}");
            }
        }
    }
}

/// Without symmetry nothing is reported; a wrong question is answered with advice.
#[test]
fn oversized_failure_requests_are_refused() {
    let net: Topology = "jellyfish(4000,3,1)".parse().expect("a network");
    let error = FailuresRequest::default().answer(&[net], &Silent).expect_err("10,000 failures");
    assert!(error.advice().is_some(), "{error}");
    let net: Topology = "torus(4,4)".parse().expect("a torus");
    let request = FailuresRequest { block: 0, ..FailuresRequest::default() };
    assert!(request.answer(&[net], &Silent).expect_err("no block").advice().is_some());
}

/// Random failures: the same samples for a seed, within what the intact network carries, and endpoints that lose their cable are counted.
#[test]
fn random_failures_are_sampled() {
    let ask_for = |text: &str, share: f64, seed: u64| {
        let net: Topology = text.parse().expect(text);
        let request = FailuresRequest { random: Some(share), samples: 8, seed, ..FailuresRequest::default() };
        let mut answer = ask(&request, std::slice::from_ref(&net), &Silent).expect(text).answer;
        answer.machines.remove(0).random.expect("samples")
    };
    for text in
        ["fattree(4)", "hosts(torus(4,4), 2)", "hosts(hyperx(3,3), 2)", "width(clos(4,4,2), \"level 2\", 3)"]
    {
        let one = ask_for(text, 0.05, 1);
        assert_eq!(format!("{one:?}"), format!("{:?}", ask_for(text, 0.05, 1)), "{text}");
        assert_ne!(format!("{one:?}"), format!("{:?}", ask_for(text, 0.05, 2)), "{text}");
        assert!(
            one.worst <= one.throughput_at_most && one.throughput_at_least <= one.throughput_at_most,
            "{one:?}"
        );
        assert!(one.throughput_at_least > 0.2 && one.throughput_at_most < 1.3, "{text}: {one:?}");
        assert_eq!(one.failed.0, (one.cables.0 as f64 * 0.05).round() as u64);
    }
    // Of a star with one cable for each endpoint every failed cable takes an endpoint.
    let star = ask_for("hosts(path(1), 20)", 0.1, 3);
    assert_eq!((star.failed.0, star.mean_lost), (2, 2.0));
    for (share, samples) in [(0.0, 5), (1.5, 5), (0.1, 1)] {
        let request = FailuresRequest { random: Some(share), samples, ..FailuresRequest::default() };
        let net: Topology = "fattree(4)".parse().expect("a network");
        assert!(ask(&request, std::slice::from_ref(&net), &Silent).is_err());
    }
}

/// The throughput after given faults is that of the linear program on what is left, and that without faults is what `throughput` reports.
#[test]
fn throughput_after_given_faults_is_exact() {
    let mut dice = Dice(5);
    for text in [
        "fattree(4)",
        "hosts(torus(3,3), 2)",
        "clos(4,4,2)",
        "torus(4,4)",
        "hypercube(4)",
        "hosts(path(3), 2)",
    ] {
        let on: Topology = text.parse().expect(text);
        let net = on.network().expect(text).as_ref();
        let whole = ThroughputRequest::uniform().answer(&on, &Silent).expect(text);
        for round in 0..4 {
            let (mut nodes, mut links) = (BTreeSet::new(), BTreeSet::new());
            for _ in 0..round {
                let v = dice.below(net.nodes());
                let w = net.link(Node(v), Port(dice.below(net.degree(Node(v)).into()) as u32)).0.0;
                links.insert((v.min(w), v.max(w)));
            }
            if round == 3 {
                nodes.insert(dice.below(net.nodes()));
            }
            let names = links.iter().map(|(v, w)| format!("{v}-{w}"));
            let faults = names.chain(nodes.iter().map(u64::to_string)).collect();
            let left = ask(&LeftRequest { faults, throughput: true }, &on, &Silent).expect(text).answer;
            let found = left.throughput.expect("requested");
            assert_eq!(
                (&found.before_at_least, &found.before_at_most),
                (&whole.lower, &whole.upper),
                "{text}"
            );
            let left = Left::new(net, &nodes, &links);
            if left.part.len() < 2 {
                continue;
            }
            let exact = left.exact();
            let value = |ratio: &Ratio| ratio.value().expect("a number");
            let (lower, upper) = (value(&found.after_at_least), value(&found.after_at_most));
            assert!(
                lower <= exact * 1.011 && exact <= upper * 1.011 && upper <= lower * 1.02,
                "{text} without {nodes:?} {links:?}: {lower} to {upper}, {exact}"
            );
        }
    }
    let large: Topology = "torus(40,40,40)".parse().expect("a torus");
    let request = LeftRequest { faults: vec!["5".to_owned()], throughput: true };
    let refused = ask(&request, &large, &Silent).expect_err("too large");
    assert!(refused.advice().is_some_and(|advice| advice.contains("torus(10,10,10)")), "{refused}");
}

/// Rates of cables count after failures, too: without failures a fabric of mixed rates carries what `throughput` reports.
#[test]
fn rates_count_after_failures() {
    for name in ["fabrics/b.ibnet", "fabrics/a.ibnet"] {
        let text = std::fs::read_to_string(crate::common::testdata().join(name)).expect(name);
        let on = Topology::builder()
            .files(move |_| Ok(text.clone().into_bytes()))
            .parse("file(\"fabric.ibnet\")")
            .expect(name);
        let request = LeftRequest { faults: Vec::new(), throughput: true };
        let found = ask(&request, &on, &Silent).expect(name).answer.throughput.expect("requested");
        let value = |ratio: &Ratio| ratio.value().expect("a number");
        let (before, after) = (value(&found.before_at_least), value(&found.after_at_least));
        assert!((before - after).abs() <= 0.01 * before, "{name}: {before} {after}");
        if name == "fabrics/b.ibnet" {
            assert_eq!(found.after_at_least, Ratio::new(589u32, 960u32), "{name}");
        }
        // Fewer cables carry no more than all of them.
        let request =
            FailuresRequest { random: Some(0.02), samples: 3, seed: 1, ..FailuresRequest::default() };
        let random = ask(&request, std::slice::from_ref(&on), &Silent).expect(name).answer.machines.remove(0);
        let most = value(&found.before_at_most) * 1.01;
        assert!(random.random.expect("samples").worst <= most, "{name}");
    }
}

/// The throughput before random failures is that of `throughput`, with and without a closed form.
#[test]
fn random_failures_begin_at_the_throughput_of_the_intact_network() {
    for text in [
        "fattree(4)",
        "hosts(jellyfish(8,3,1), 2)",
        "hosts(torus(3,3), 1)",
        "hosts(slimfly(3), 2)",
        "jellyfish(12,3,5)",
    ] {
        let net: Topology = text.parse().expect("a network");
        let request = FailuresRequest { random: Some(0.05), samples: 2, ..FailuresRequest::default() };
        let answer = request.answer(std::slice::from_ref(&net), &Silent).expect("an answer");
        let intact = net.throughput("uniform").expect("a throughput");
        assert_eq!(
            answer.machines[0].throughput,
            (intact.lower == intact.upper).then_some(intact.lower),
            "{text}"
        );
    }
}
