//! Rates of cables as capacities in failures, loads, phases and collectives, against computations from the cables of the file alone.

use crate::common::testdata;
use crossedge::answers::{
    CollectiveRequest, FailuresRequest, LoadRequest, Pattern, PhasesRequest, Request, VERBS,
};
use crossedge::collective::Kind;
use crossedge::cost::Link;
use crossedge::exact::Ratio;
use crossedge::net::Node;
use crossedge::net::read::{Fabric, ibnetdiscover};
use crossedge::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

fn topology(text: &str) -> Topology {
    let text = text.to_owned();
    let read = move |_: &str| Ok(text.clone().into_bytes());
    Topology::builder().files(read).parse("file(\"x.ibnet\")").expect("read")
}

fn dump_b() -> String {
    std::fs::read_to_string(testdata().join("fabrics/b.ibnet")).expect("text")
}

/// Two leaves with two hosts each and two spines; a leaf and a spine share a trunk of two cables, of which the rates are given.
fn small(rates: impl Fn(u64, u64, u64) -> &'static str) -> String {
    let mut text = String::new();
    for leaf in 0..2 {
        text += &format!("Switch 8 \"S-{leaf}\" # \"leaf {leaf}\"\n");
        for host in 0..2 {
            text += &format!("[{}] \"H-{leaf}.{host}\"[1] # \"x\" lid 1 4xEDR\n", host + 1);
        }
        for spine in 0..2 {
            for cable in 0..2 {
                let (port, back) = (3 + 2 * spine + cable, 1 + 2 * leaf + cable);
                let rate = rates(leaf, spine, cable);
                text += &format!("[{port}] \"S-1{spine}\"[{back}] # \"x\" lid 1 {rate}\n");
            }
        }
        text.push('\n');
    }
    text
}

/// Cables of rates that differ: a slow one in a trunk, a fast one in another.
fn slow(leaf: u64, spine: u64, cable: u64) -> &'static str {
    match (leaf, spine, cable) {
        (1, 0, 0) => "4xDDR",
        (0, 1, 1) => "4xHDR",
        _ => "4xEDR",
    }
}

/// The answer of a verb, as JSON.
fn answer(verb: &str, parameters: &Value, net: &Topology) -> Value {
    let verb = VERBS.iter().find(|known| known.name == verb).expect("a verb");
    let answer = (verb.run)(parameters, std::slice::from_ref(net), &Silent);
    answer.unwrap_or_else(|error| panic!("{}: {error}", verb.name))
}

fn all_answers(net: &Topology) -> Vec<Value> {
    let json = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    [
        ("failures", r#"{}"#),
        ("load", r#"{"traffic": "shift by 2"}"#),
        ("load", r#"{"traffic": "tornado"}"#),
        ("phases", r#"{"tensor": 2, "pipeline": 2}"#),
        ("collective", r#"{"kind": "allreduce", "algorithm": "all"}"#),
        ("collective", r#"{"kind": "all-to-all", "algorithm": "all", "bytes": 4096}"#),
    ]
    .map(|(verb, parameters)| answer(verb, &json(parameters), net))
    .to_vec()
}

/// Only ratios of rates matter: equal cables give the same answers at any rate, and so do all rates doubled.
#[test]
fn answers_do_not_depend_on_the_scale_of_rates() {
    let equal = small(|_, _, _| "4xEDR");
    let unrated = all_answers(&topology(&equal.replace(" 4xEDR", "")));
    for rate in ["4xEDR", "1xSDR", "4xFDR", "12xXDR"] {
        assert_eq!(all_answers(&topology(&equal.replace("4xEDR", rate))), unrated, "{rate}");
    }
    let text = small(slow);
    // DDR is 4 and EDR 25 Gbit/s per lane, QDR 8 and HDR 50, 4xHDR 200 and 8xHDR 400.
    let doubled = text.replace("4xHDR", "8xHDR").replace("4xDDR", "4xQDR").replace("4xEDR", "4xHDR");
    assert_eq!(all_answers(&topology(&doubled)), all_answers(&topology(&text)));
    assert_ne!(all_answers(&topology(&text))[0], unrated[0]);
}

/// The gigabits per second of every link, by the names of its ends.
fn capacities(fabric: &Fabric) -> BTreeMap<(String, String), f64> {
    let gigabits = |rate: &str| match rate {
        "4xDDR" => 16.0,
        "4xEDR" => 100.0,
        "4xHDR" => 200.0,
        other => panic!("{other}"),
    };
    let mut all = BTreeMap::new();
    for cable in &fabric.cables {
        let [a, b] = cable.ends.map(|(v, _)| fabric.nodes[v as usize].name.clone());
        let rate = gigabits(&fabric.rates[cable.rate.expect("a rate") as usize]);
        for link in [(a.clone(), b.clone()), (b, a)] {
            *all.entry(link).or_insert(0.0) += rate;
        }
    }
    all
}

/// The uniform throughput over shortest paths, evenly spread, in ports of 100 Gbit/s: the least capacity over load.
fn spread(fabric: &Fabric) -> f64 {
    let links = capacities(fabric);
    let mut around: HashMap<&str, Vec<&str>> = HashMap::new();
    links.keys().for_each(|(a, b)| around.entry(a).or_default().push(b));
    let hosts = fabric.nodes.iter().filter(|node| node.switch == Some(false));
    let hosts: Vec<&str> = hosts.map(|node| node.name.as_str()).collect();
    let mut load: HashMap<(&str, &str), f64> = HashMap::new();
    for &from in &hosts {
        let mut far: HashMap<&str, (u64, f64)> = HashMap::from([(from, (0, 1.0))]);
        let mut order = vec![from];
        let mut at = 0;
        while let Some(&v) = order.get(at) {
            at += 1;
            let (distance, paths) = far[v];
            for &w in &around[v] {
                let entry = far.entry(w).or_insert_with(|| {
                    order.push(w);
                    (distance + 1, 0.0)
                });
                if entry.0 == distance + 1 {
                    entry.1 += paths;
                }
            }
        }
        let mut through: HashMap<&str, f64> = HashMap::new();
        for &w in order.iter().rev() {
            let ends = f64::from(u8::from(w != from && hosts.contains(&w)));
            let passes = ends + through.get(w).copied().unwrap_or(0.0);
            for &v in &around[w] {
                if far[v].0 + 1 == far[w].0 {
                    let share = passes * far[v].1 / far[w].1;
                    *through.entry(v).or_default() += share;
                    *load.entry((v, w)).or_default() += share;
                }
            }
        }
    }
    let each = |((a, b), load): (&(&str, &str), &f64)| {
        links[&((*a).to_owned(), (*b).to_owned())] / 100.0 / load * (hosts.len() - 1) as f64
    };
    load.iter().map(each).fold(f64::INFINITY, f64::min)
}

/// The fabric without a cable.
fn without(fabric: &Fabric, cable: usize) -> Fabric {
    let mut left = fabric.clone();
    left.cables.remove(cable);
    left
}

/// After the loss of any cable between switches: the lower bound is that of shortest paths over the remaining rates, and the exact throughput of
/// the dump without the cable is between the bounds.
#[test]
fn a_lost_cable_takes_its_own_rate() {
    let texts =
        [dump_b(), small(slow), small(|_, spine, cable| if spine == cable { "4xDDR" } else { "4xHDR" })];
    for (number, text) in texts.into_iter().enumerate() {
        let net = topology(&text);
        let fabric = ibnetdiscover(text.as_bytes()).expect("read");
        let inner = |cable: &usize| {
            fabric.cables[*cable].ends.iter().all(|&(v, _)| fabric.nodes[v as usize].switch == Some(true))
        };
        let lost: Vec<usize> = (0..fabric.cables.len()).filter(inner).collect();
        let least = lost.iter().map(|&cable| spread(&without(&fabric, cable))).fold(f64::INFINITY, f64::min);
        let answer = FailuresRequest::default().answer(std::slice::from_ref(&net), &Silent).expect("visited");
        let rows = || answer.machines[0].failures.iter();
        let cables = rows().filter(|row| row.kind.starts_with("switch") && row.kind.ends_with("cable"));
        let value = |ratio: &Option<Ratio>| ratio.as_ref().and_then(Ratio::value).expect("bounded");
        let lower = cables.clone().map(|row| value(&row.throughput_at_least)).fold(f64::INFINITY, f64::min);
        let upper = cables.map(|row| value(&row.throughput_at_most)).fold(f64::INFINITY, f64::min);
        assert!((lower - least).abs() < 2e-6, "{number}: {lower}, not {least}");
        // Every cable is on a line of its leaf; for dump (b) on one of its spine too.
        let exact = lost.iter().map(|&cable| {
            let [(a, port), (b, back)] = fabric.cables[cable].ends;
            let [a, b] = [a, b].map(|v| fabric.nodes[v as usize].id.clone());
            let ends = [(&b, back), (&a, port)];
            let names = ends.map(|(id, port)| format!("\"{id}\"[{}]", port.expect("a port")));
            let lines = text.lines().filter(|line| !names.iter().any(|name| line.contains(name.as_str())));
            let left = lines.collect::<Vec<_>>().join("\n") + "\n";
            topology(&left).throughput("uniform").expect("solved").lower.value().expect("a number")
        });
        let exact: Vec<f64> = if number == 0 { exact.take(3).collect() } else { exact.collect() };
        let worst = exact.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(lower <= worst + 1e-9, "{number}: {lower} above {worst}");
        if number > 0 {
            assert!(worst <= upper + 1e-9, "{number}: {worst} above {upper}");
        }
    }
}

/// A trunk of cables of two rates has a failure of each: two of the six cables between a leaf and the spine of the slow one.
#[test]
fn trunks_of_mixed_rates_have_a_case_for_each_rate() {
    let answer = FailuresRequest::default().answer(&[topology(&dump_b())], &Silent).expect("visited");
    let row = |kind: &str| {
        answer.machines[0].failures.iter().find(|row| row.kind == kind).unwrap_or_else(|| panic!("{kind}"))
    };
    assert_eq!(row("switch ×6 cable").cases.0, 7);
    assert_eq!(row("switch ×6 (5.16 ports) cable").cases.0, 2);
    assert!(row("switch ×6 (5.16 ports) cable").worst.contains("a cable of"));
    assert_eq!((row("host cable").cases.0, row("node").cases.0), (96, 102));
}

/// The load of a permutation is that of the routes, over the capacities of the cables.
#[test]
fn permutation_loads_follow_from_routes_and_rates() {
    for text in [dump_b(), small(slow)] {
        let net = topology(&text);
        let links = capacities(&ibnetdiscover(text.as_bytes()).expect("read"));
        let stored = net.network().expect("stored").as_ref();
        let ends = stored.endpoints();
        for by in [1, 2, ends / 2, ends - 1] {
            let mut load: HashMap<(u64, u64), f64> = HashMap::new();
            for from in 0..ends {
                let (mut at, to) = (Node(from), Node((from + by) % ends));
                while at != to {
                    let next = stored.link(at, stored.next_port(at, to).expect("a route")).0;
                    *load.entry((at.0, next.0)).or_default() += 1.0;
                    at = next;
                }
            }
            let name = |v: u64| stored.address(Node(v)).to_string().trim_matches('"').to_owned();
            let each = |(&(a, b), load): (&(u64, u64), &f64)| load * 100.0 / links[&(name(a), name(b))];
            let most = load.iter().map(each).fold(0.0, f64::max);
            let request = LoadRequest { by, ..LoadRequest::new(Pattern::Shift) };
            let answer = request.answer(&net, &Silent).expect("loads");
            let found = answer.max_channel_load.value().expect("a number");
            assert!((found - most).abs() < 1e-9, "shift by {by}: {found}, not {most}");
            let ideal = answer.ideal_throughput.and_then(|ratio| ratio.value()).expect("a number");
            assert!((ideal - 1.0 / most).abs() < 1e-9, "shift by {by}");
            let bound = answer.cut_bound.and_then(|known| known.value.value()).expect("a bound");
            assert!(ideal <= bound + 1e-9, "shift by {by}: {ideal} above {bound}");
        }
    }
}

/// Two hosts, and between their switches one cable of a lane: a message of F flits takes 4·F cycles there, which no timetable beats.
#[test]
fn a_narrow_link_lengthens_its_step() {
    let text = "Switch 2 \"S-0\" # \"a\"\n[1] \"H-0\"[1] # \"x\" lid 1 4xEDR\n[2] \"S-1\"[2] # \"x\" lid 1 1xEDR\n\nSwitch 2 \"S-1\" # \"b\"\n[1] \"H-1\"[1] # \"x\" lid 1 4xEDR\n";
    let net = topology(text);
    let request = PhasesRequest { tensor: 1, pipeline: 2, bytes: 1600, ..PhasesRequest::default() };
    let answer = request.answer(std::slice::from_ref(&net), &Silent).expect("timed");
    let [phase] = &answer.machines[0].phases[..] else { panic!("one phase") };
    assert_eq!(phase.bound_cycles, Ratio::new(400u32, 1u32));
    assert_eq!((phase.steps.0, phase.schedule_cycles.0), (1, 400 + 3));
    assert!(phase.schedule_evidence.by().contains("slowest link"), "{:?}", phase.schedule_evidence);
    // A second cable, of full rate, in a trunk: five lanes carry one message at full rate.
    let trunk = text.replace("[2] \"S-1\"[2]", "[3] \"S-1\"[3] # \"x\" lid 1 4xEDR\n[2] \"S-1\"[2]");
    let answer = request.answer(&[topology(&trunk)], &Silent).expect("timed");
    assert_eq!(answer.machines[0].phases[0].schedule_cycles.0, 100 + 3);
}

/// No timetable takes less than its bound, with slow cables too.
#[test]
fn phases_of_fabrics_with_slow_cables_keep_their_bounds() {
    for text in [
        dump_b(),
        small(slow),
        small(|_, _, _| "1xEDR"),
        small(|leaf, _, _| ["1xEDR", "4xHDR"][leaf as usize]),
    ] {
        let request = PhasesRequest { tensor: 2, pipeline: 2, ..PhasesRequest::default() };
        let answer = request.answer(&[topology(&text)], &Silent).expect("timed");
        for phase in &answer.machines[0].phases {
            assert!(phase.ratio_to_bound.value().expect("a number") >= 1.0, "{phase:?}");
        }
    }
}

/// A cable of k lanes costs as much as k cables of one lane, where a byte takes four times as long on a lane as on a port of four.
#[test]
fn collectives_pay_rates_like_parallel_cables() {
    let lanes = |split: bool| {
        let mut text = String::new();
        for leaf in 0..2u64 {
            text += &format!("Switch 64 \"S-{leaf}\" # \"leaf {leaf}\"\n");
            let mut port = 0;
            let mut cables = |to: String, mut back: u64, lanes: u64| {
                for _ in 0..if split { lanes } else { 1 } {
                    (port, back) = (port + 1, back + 1);
                    let lanes = if split { 1 } else { lanes };
                    text += &format!("[{port}] \"{to}\"[{back}] # \"x\" lid 1 {lanes}xEDR\n");
                }
            };
            (0..2).for_each(|host| cables(format!("H-{leaf}.{host}"), 0, 4));
            (0..2u64).for_each(|spine| cables(format!("S-1{spine}"), 20 * leaf, 2 + 3 * leaf + spine));
        }
        topology(&text)
    };
    let (rated, parallel) = (lanes(false), lanes(true));
    for kind in [Kind::AllToAll, Kind::AllReduce, Kind::Broadcast, Kind::AllGather] {
        let ask = |net: &Topology, scale: f64| {
            let link = Link { latency_seconds: 1e-6, byte_seconds: scale * 1e-9 };
            let request = CollectiveRequest { link, bytes: 1 << 20, ..CollectiveRequest::new(kind) };
            net.collective(request).best().unwrap_or_else(|error| panic!("{kind}: {error}"))
        };
        let (ours, theirs) = (ask(&rated, 1.0), ask(&parallel, 4.0));
        assert_eq!((ours.algorithm, ours.cost.steps), (theirs.algorithm, theirs.cost.steps), "{kind}");
        assert!((ours.cost.seconds / theirs.cost.seconds - 1.0).abs() < 1e-9, "{kind}");
        assert!((ours.bound.seconds() / theirs.bound.seconds() - 1.0).abs() < 1e-9, "{kind}");
        assert!(ours.cost.seconds >= ours.bound.seconds());
    }
}
