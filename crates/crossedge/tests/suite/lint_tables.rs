//! Lint of forwarding tables: seeded faults against an independent walk, and deadlocks.

use crate::lint::{export, lint_with, of_rule, quick};
use crate::seeded::Dice;
use crossedge::answers::LintRequest;
use std::collections::BTreeMap;

/// Tables with one wrong entry each.
#[test]
fn loops_black_holes_and_detours_in_tables_are_found() {
    let mut dice = Dice(20);
    for text in ["hosts(torus(4,4), 1)", "fattree(4)", "hosts(hyperx(3,3), 2)"] {
        let fabric = export(text, "infiniband");
        let tables = export(text, "opensm");
        let lines: Vec<&str> = tables.lines().collect();
        let entries: Vec<usize> = (0..lines.len()).filter(|&i| entry(lines[i]).is_some()).collect();
        assert!(entries.len() > 50, "{text}: {:?}", &lines[..6]);
        let request = LintRequest { tables: Some("x.lfts".to_owned()), ..quick() };
        let clean = lint_with("x.ibnet", &fabric, &request, &[("x.lfts", &tables)]).expect("linted");
        assert!(of_rule(&clean, "F040").is_empty() && of_rule(&clean, "F041").is_empty(), "{text}");
        let mut found = 0;
        while found < 100 {
            let at = entries[dice.below(entries.len() as u64) as usize];
            let Some((head, port, tail)) = entry(lines[at]) else { continue };
            let other = match dice.below(3) {
                0 => 40,
                _ => 1 + dice.below(6) as u32,
            };
            if other == port {
                continue;
            }
            let mut changed = lines.clone();
            let line = format!("{head}{other:03}{tail}");
            changed[at] = &line;
            let changed = changed.join("\n") + "\n";
            let answer = lint_with("x.ibnet", &fabric, &request, &[("x.lfts", &changed)]).expect("linted");
            // A port on another shortest path is no fault: an independent walk decides.
            match of_rule(&answer, "F040").is_empty() && of_rule(&answer, "F041").is_empty() {
                true => assert!(harmless(&fabric, &tables, &changed), "{text}: {line} is not found"),
                false => found += 1,
            }
        }
    }
}

/// An entry of a table: what is before the port, the port, and what follows.
fn entry(line: &str) -> Option<(String, u32, String)> {
    let (lid, rest) = line.split_once(' ')?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let port = digits.parse().ok()?;
    lid.starts_with("0x").then(|| (format!("{lid} "), port, rest[digits.len()..].to_owned()))
}

/// An independent walk: all pairs arrive, over as many links as with the original tables.
fn harmless(fabric: &str, before: &str, after: &str) -> bool {
    let (fabric, _) = crossedge::net::read::fabric_of("x.ibnet", fabric.as_bytes()).expect("a fabric");
    let mut cable: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for each in &fabric.cables {
        let [(a, p), (b, q)] = each.ends.map(|(v, port)| (v, port.expect("a port")));
        cable.insert((a, p), b);
        cable.insert((b, q), a);
    }
    let lengths = |text: &str| -> Option<Vec<u32>> {
        let mut tables: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut own = None;
        for line in text.lines() {
            if let Some(at) = line.find("guid ") {
                let guid: String = line[at + 5..]
                    .trim_start_matches("0x")
                    .chars()
                    .take_while(char::is_ascii_hexdigit)
                    .collect();
                own = (0..fabric.nodes.len() as u32).find(|&v| {
                    fabric.nodes[v as usize].id.trim_start_matches("S-").trim_start_matches('0')
                        == guid.trim_start_matches('0')
                });
            }
            if let (Some(own), Some((lid, port, _))) = (own, entry(line)) {
                let lid = u32::from_str_radix(lid.trim().trim_start_matches("0x"), 16).expect("a LID");
                tables.insert((own, lid), port);
            }
        }
        let hosts: Vec<&crossedge::net::read::Lid> = fabric.lids.iter().filter(|lid| lid.port > 0).collect();
        let mut out = Vec::new();
        for from in &hosts {
            for to in hosts.iter().filter(|to| to.node != from.node) {
                let mut at = cable[&(from.node, from.port)];
                let mut links = 1;
                while at != to.node {
                    let port = tables.get(&(at, to.lid))?;
                    at = *cable.get(&(at, *port))?;
                    links += 1;
                    if links > 64 || (fabric.nodes[at as usize].switch == Some(false) && at != to.node) {
                        return None;
                    }
                }
                out.push(links);
            }
        }
        Some(out)
    };
    lengths(before) == lengths(after)
}

#[test]
fn a_cycle_of_a_torus_is_a_deadlock() {
    let text = "hosts(torus(4,4), 1)";
    let request = LintRequest { tables: Some("x.lfts".to_owned()), ..quick() };
    let (fabric, tables) = (export(text, "infiniband"), export(text, "opensm"));
    let answer = lint_with("x.ibnet", &fabric, &request, &[("x.lfts", &tables)]).expect("linted");
    let found = of_rule(&answer, "F042");
    assert_eq!(found.len(), 1, "{:?}", answer.findings);
    assert!(found[0].message.contains("is held by"), "{}", found[0].message);
    let rule = answer.rules.iter().find(|rule| rule.rule == "F042").expect("the rule");
    assert_eq!(rule.result, "findings");
    // A tree has none.
    let (fabric, tables) = (export("fattree(4)", "infiniband"), export("fattree(4)", "opensm"));
    let answer = lint_with("x.ibnet", &fabric, &request, &[("x.lfts", &tables)]).expect("linted");
    assert_eq!(answer.rules.iter().find(|rule| rule.rule == "F042").expect("the rule").result, "ok");
}
