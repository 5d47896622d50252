//! Expansions: the listed work, done on the old cables, gives the new ones.

use crossedge::answers::{ExpandRequest, ExpandedNodeAnswer, Request, ThroughputRequest};
use crossedge::net::Port;
use crossedge::prelude::*;
use std::collections::BTreeMap;

/// Number of cables between any two nodes, by their names.
type Cables = BTreeMap<(String, String), i64>;

fn add(cables: &mut Cables, a: &str, b: &str, count: i64) {
    let key = if a < b { (a, b) } else { (b, a) };
    *cables.entry((key.0.to_owned(), key.1.to_owned())).or_default() += count;
}

/// The cables of a network, counted from its ports.
fn cables(net: &Topology, name: impl Fn(&str) -> String) -> Cables {
    let net = net.network().expect("valid");
    let mut out = Cables::new();
    for v in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(v)).map(Port) {
            let w = net.link(v, port).0;
            if v < w {
                let width = net.width(net.link_class(v, port)) as i64;
                add(&mut out, &name(&net.address(v).to_string()), &name(&net.address(w).to_string()), width);
            }
        }
    }
    out
}

/// The most ports that a switch uses, or a node of a network without switches.
fn ports_of_switches(net: &Topology) -> i64 {
    let net = net.network().expect("valid");
    let first = if net.endpoints() < net.nodes() { net.endpoints() } else { 0 };
    let used = |v: Node| (0..net.degree(v)).map(|p| net.width(net.link_class(v, Port(p))) as i64).sum();
    (first..net.nodes()).map(|v| used(Node(v))).max().unwrap_or(0)
}

/// No node has more cables than a switch has ports.
fn enough_ports(cables: &Cables, ports: i64) -> Result<(), String> {
    let mut used: BTreeMap<&str, i64> = BTreeMap::new();
    for ((a, b), count) in cables {
        *used.entry(a).or_default() += count;
        *used.entry(b).or_default() += count;
    }
    match used.iter().find(|entry| *entry.1 > ports) {
        Some((node, count)) => Err(format!("{node} has {count} cables, and switches have {ports} ports")),
        None => Ok(()),
    }
}

#[test]
fn listed_cables_lead_from_the_old_network_to_the_new_one() {
    for (from, to) in [
        ("hosts(hyperx(4,4), 4)", "hosts(hyperx(4,4,2), 4)"),
        ("hosts(dragonfly(4,2, groups=5), 2)", "hosts(dragonfly(4,2), 2)"),
        ("hosts(dragonfly(8,4, groups=17), 4)", "hosts(dragonfly(8,4), 4)"),
        ("hosts(torus(4,4), 2)", "hosts(torus(4,6), 2)"),
        ("clos(4,4,4)", "fattree(8)"),
        ("hosts(jellyfish(20,4,1), 2)", "hosts(jellyfish(24,4,1), 2)"),
        ("hosts(dragonfly(16,8, groups=20), 8)", "hosts(dragonfly(16,8, groups=33), 8)"),
        ("hosts(jellyfish(40,6,1), 4)", "hosts(jellyfish(50,6,1), 4)"),
        ("torus(4,4)", "torus(4,5)"),
        ("hosts(dual(ring(3)), 1)", "hosts(dual(ring(4)), 1)"),
    ] {
        let (before, after): (Topology, Topology) =
            (from.parse().expect("valid"), to.parse().expect("valid"));
        let request = ExpandRequest { to: to.to_owned(), no_throughput: true, cables: true };
        let answer = request.answer(&before, &Silent).expect("valid");
        let list = answer.cables.expect("a list");
        let count = |action: &str| list.iter().filter(|cable| cable.action == action).count() as u64;
        assert_eq!(
            [count("move"), count("remove"), count("new")],
            [answer.moved.0, answer.removed.0, answer.new.0],
            "{from} to {to}"
        );
        // Both names of every node that is touched; nodes of which no cable is touched are not needed.
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        let key = |node: &ExpandedNodeAnswer| match (&node.before, &node.after) {
            (Some(before), _) => format!("old {before}"),
            (None, after) => format!("new {}", after.clone().expect("valid")),
        };
        let mut now = cables(&before, |name| format!("old {name}"));
        let switch_ports = ports_of_switches(&before).max(ports_of_switches(&after));
        assert_eq!(answer.ports.0 as i64, switch_ports, "{from} to {to}");
        assert!(list.is_sorted_by_key(|cable| cable.step));
        let total: i64 = now.values().sum();
        assert_eq!(total as u64, answer.kept.0 + answer.moved.0 + answer.removed.0);
        let mut step = 0;
        for cable in &list {
            if cable.step != step {
                enough_ports(&now, switch_ports).expect("enough ports after a step");
                step = cable.step;
            }
            // New cables are put in one by one.
            if cable.action == "new" {
                enough_ports(&now, switch_ports).expect("enough ports before a cable");
            }
            assert!(answer.steps[step - 1].contains(
                ["put in", "move", "take out"][match cable.action {
                    "new" => 0,
                    "move" => 1,
                    _ => 2,
                }]
            ));
            for node in [Some(&cable.end), cable.from.as_ref(), cable.to.as_ref()].into_iter().flatten() {
                if let Some(after) = &node.after {
                    let known = names.insert(key(node), after.clone());
                    assert!(known.is_none_or(|known| known == *after), "two places for {}", key(node));
                }
            }
            if let Some(old) = &cable.from {
                add(&mut now, &key(&cable.end), &key(old), -1);
            }
            if let Some(new) = &cable.to {
                add(&mut now, &key(&cable.end), &key(new), 1);
            }
        }
        enough_ports(&now, switch_ports).expect("enough ports at the end");
        assert!(now.values().all(|count| *count >= 0), "{from} to {to}: a cable that is not there is taken");
        // Cables that stay join nodes that stay. Under the names of the new network they are its cables.
        let wanted = cables(&after, |name| name.to_owned());
        let mut renamed = Cables::new();
        let mut unnamed = 0;
        for ((a, b), count) in now.iter().filter(|(_, count)| **count > 0) {
            match (names.get(a), names.get(b)) {
                (Some(a), Some(b)) => add(&mut renamed, a, b, *count),
                _ => unnamed += count,
            }
        }
        for (pair, count) in &renamed {
            assert!(wanted.get(pair) >= Some(count), "{from} to {to}: {pair:?}");
        }
        let total: i64 = wanted.values().sum();
        assert_eq!(renamed.values().sum::<i64>() + unnamed, total, "{from} to {to}");
    }
}

/// The throughput before and after is that of `throughput`, closed forms included, and cables that are out carry nothing.
#[test]
fn throughput_before_and_after_is_that_of_the_networks() {
    for (from, to) in [
        ("hosts(hyperx(4,4), 4)", "hosts(hyperx(4,4,2), 4)"),
        ("hosts(dragonfly(4,2, groups=5), 2)", "hosts(dragonfly(4,2), 2)"),
        ("clos(4,4,4)", "fattree(8)"),
        ("hosts(jellyfish(10,3,1), 2)", "hosts(jellyfish(12,3,1), 2)"),
    ] {
        let before: Topology = from.parse().expect("valid");
        let request = ExpandRequest { to: to.to_owned(), no_throughput: false, cables: false };
        let answer = request.answer(&before, &Silent).expect("valid");
        for (text, bounds) in [(from, answer.throughput_before), (to, answer.throughput_after)] {
            let net: Topology = text.parse().expect("valid");
            let alone = ThroughputRequest::uniform().answer(&net, &Silent).expect("a throughput");
            let bounds = bounds.expect("requested");
            assert_eq!((&bounds.lower, &bounds.upper), (&alone.lower, &alone.upper), "{text}");
        }
    }
}
