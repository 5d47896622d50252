//! Service levels for OpenSM, read strictly, and compared with the forwarding tables: on no level do channels wait for each other in a cycle.

use crate::exports::{topology, written};
use std::collections::{BTreeMap, BTreeSet};

/// Level by the port GUIDs of source and target, of pairs that a rule names, and how many levels there are.
fn policy(text: &str) -> (BTreeMap<(String, String), u32>, u32) {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let mut next = || lines.next().expect("a line");
    let told = |line: &str, key: &str| {
        let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(": "));
        value.unwrap_or_else(|| panic!("{line} is no {key}")).to_owned()
    };
    let (mut groups, mut levels, mut rules) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    assert_eq!(next(), "port-groups");
    while next() == "port-group" {
        let (name, guid) = (told(next(), "name"), told(next(), "port-guid"));
        assert!(guid.starts_with("0x") && guid.len() == 18, "{guid}");
        assert_eq!(groups.insert(name, guid), None);
        assert_eq!(next(), "end-port-group");
    }
    assert_eq!(next(), "qos-levels");
    while next() == "qos-level" {
        let (name, sl) = (told(next(), "name"), told(next(), "sl"));
        assert_eq!(levels.insert(name, sl.parse::<u32>().expect("a number")), None);
        assert_eq!(next(), "end-qos-level");
    }
    // If there is no default level, OpenSM assigns unlisted pairs arbitrarily.
    assert_eq!(levels.get("DEFAULT"), Some(&0));
    assert!(levels.values().all(|&level| level < 15), "15 is for the managers");
    assert_eq!(next(), "qos-match-rules");
    while next() == "qos-match-rule" {
        let (from, to) = (told(next(), "source"), told(next(), "destination"));
        let level = levels[&told(next(), "qos-level-name")];
        for to in to.split(',') {
            assert_eq!(
                rules.insert((groups[&from].clone(), groups[to].clone()), level),
                None,
                "{from} {to} twice"
            );
        }
        assert_eq!(next(), "end-qos-match-rule");
    }
    assert_eq!(lines.next(), None);
    (rules, levels.len() as u32)
}

/// The port of every switch towards every LID.
fn tables(text: &str) -> BTreeMap<(String, u64), u32> {
    let (mut found, mut switch) = (BTreeMap::new(), String::new());
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once(" guid 0x") {
            switch = format!("S-{}", &rest[..16]);
        } else if let Some((lid, rest)) = line.strip_prefix("0x").and_then(|line| line.split_once(' ')) {
            let lid = u64::from_str_radix(lid, 16).expect(line);
            found.insert((switch.clone(), lid), rest[..3].parse().expect(line));
        }
    }
    found
}

/// A node and its port: a channel out of it.
type Channel = (String, u32);

/// The other end of every port of a fabric, and the LID and port GUID of every host.
type Fabric = (BTreeMap<Channel, Channel>, BTreeMap<String, (u64, String)>);

fn fabric(text: &str) -> Fabric {
    let (mut ports, mut hosts, mut own) = (BTreeMap::new(), BTreeMap::new(), String::new());
    for line in text.lines() {
        let quoted: Vec<&str> = line.split('"').collect();
        if line.starts_with("Switch") || line.starts_with("Ca") {
            own = quoted[1].to_owned();
        } else if let Some(port) = line.strip_prefix('[') {
            let number = |text: &str| text.split([']', '[']).find_map(|part| part.parse().ok()).expect(line);
            ports.insert((own.clone(), number(port)), (quoted[1].to_owned(), number(quoted[2])));
            if let Some((_, rest)) = line.split_once("](").filter(|_| quoted[1].starts_with("H-")) {
                let guid = rest.split(')').next().expect(line);
                let lid = line.split(" lid ").nth(1).and_then(|rest| rest.split(' ').next());
                let lid = lid.and_then(|lid| lid.parse().ok()).expect(line);
                hosts.insert(quoted[1].to_owned(), (lid, format!("0x{guid:0>16}")));
            }
        }
    }
    (ports, hosts)
}

/// Returns `true` if there is a cycle: nodes without successors are removed, until none is left.
fn has_circle(waits: &BTreeSet<(Channel, Channel)>) -> bool {
    let mut after: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let mut ahead: BTreeMap<_, usize> = BTreeMap::new();
    for (a, b) in waits {
        after.entry(a).or_default().push(b);
        ahead.entry(a).or_insert(0);
        *ahead.entry(b).or_insert(0) += 1;
    }
    let mut free: Vec<_> =
        ahead.iter().filter(|(_, count)| **count == 0).map(|(channel, _)| *channel).collect();
    let mut left = ahead.len();
    while let Some(channel) = free.pop() {
        left -= 1;
        for &next in after.get(channel).into_iter().flatten() {
            let count = ahead.get_mut(next).expect("it was counted");
            *count -= 1;
            if *count == 0 {
                free.push(next);
            }
        }
    }
    left > 0
}

/// Follows the tables from every host to every other, and shows whether each level is without circles.
fn circles(text: &str, levels: &BTreeMap<(String, String), u32>) -> Vec<bool> {
    let (ports, hosts) = fabric(&written(text, "infiniband").expect(text));
    let tables = tables(&written(text, "opensm").expect(text));
    assert_eq!(hosts.len() as u64, topology(text).network().expect(text).endpoints(), "{text}");
    let mut waits: BTreeMap<u32, BTreeSet<_>> = BTreeMap::new();
    for (from, (_, own)) in &hosts {
        for (to, (lid, other)) in hosts.iter().filter(|(to, _)| *to != from) {
            let level = levels.get(&(own.clone(), other.clone())).copied().unwrap_or(0);
            let waits = waits.entry(level).or_default();
            let mut by = (from.clone(), 1);
            loop {
                let at = &ports[&by].0;
                if at == to {
                    break;
                }
                let next = (at.clone(), tables[&(at.clone(), *lid)]);
                waits.insert((by, next.clone()));
                by = next;
            }
        }
    }
    waits.values().map(has_circle).collect()
}

#[test]
fn no_level_has_a_circle() {
    for (text, at_most) in [
        ("fattree(4)", 1),
        ("hypercube(4)", 1),
        ("mesh(3,4)", 1),
        ("ring(5)", 2),
        ("torus(5,5)", 3),
        ("hosts(dragonfly(4,2), 2)", 3),
        ("rdn(ring(3), 1)", 3),
        ("dual(ring(4), torus(3,3))", 4),
        ("bcube(3,1)", 2),
        ("slimfly(5)", 4),
        ("switch(4)", 1),
    ] {
        let (rules, levels) = policy(&written(text, "opensm-qos").expect(text));
        assert!(levels <= at_most, "{text}: {levels}");
        assert!(circles(text, &rules).iter().all(|circle| !circle), "{text}");
        // With all on one level there is one, or one level is enough.
        assert_eq!(circles(text, &BTreeMap::new()), [levels > 1], "{text}");
    }
}

#[test]
fn networks_without_levels_are_reported() {
    for (text, wanted) in [
        ("hypercube(12)", "of 2500 routers at most"),
        ("graph([], nodes=2)", "the network is not connected"),
        ("hypercube(16)", "49151 LIDs"),
    ] {
        let told = written(text, "opensm-qos").expect_err(text);
        assert!(told.contains(wanted), "{text}: {told}");
    }
}
