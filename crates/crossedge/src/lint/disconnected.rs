//! F010: endpoints or switches without a path to the others.

use super::places::Place;
use super::{Rule, RuleOutcome, Severity, counted};
use crate::evidence::Evidence;

/// The rule.
pub const RULE: Rule = Rule {
    id: "F010",
    name: "disconnected",
    severity: Severity::Error,
    summary: "endpoints or switches have no path to the others",
    check: |context| {
        let graph = context.graph;
        let mut part = vec![usize::MAX; graph.kinds.len()];
        let mut parts: Vec<Vec<u32>> = Vec::new();
        for start in 0..part.len() {
            if part[start] != usize::MAX {
                continue;
            }
            let number = parts.len();
            part[start] = number;
            let mut members = vec![start as u32];
            let mut next = 0;
            while let Some(&v) = members.get(next) {
                next += 1;
                for &(w, _) in &graph.links[v as usize] {
                    if part[w as usize] == usize::MAX {
                        part[w as usize] = number;
                        members.push(w);
                    }
                }
            }
            parts.push(members);
        }
        parts.sort_by_key(|members| std::cmp::Reverse(members.len()));
        let what = "a search from one node over all cables".to_owned();
        let found = parts.iter().skip(1).map(|members| {
            let hosts = members.iter().filter(|&&v| !context.is_switch(v)).count() as u64;
            let switches = members.len() as u64 - hosts;
            let text = match (hosts, switches) {
                (hosts, 0) => counted(hosts, "endpoint"),
                (0, switches) => counted(switches, "switch"),
                _ => format!("{} and {}", counted(hosts, "endpoint"), counted(switches, "switch")),
            };
            let first = context.name(members[0]);
            let message = format!("{text} without a path to the other nodes, such as {first}");
            let finding =
                RULE.finding(message, Evidence::computed("a search over all cables [record-comparison]"));
            let finding = finding.at(members.iter().take(8).map(|&v| Place::node(context.fabric, v)));
            finding.repair("connect this part, or lint it on its own if it is a fabric of its own")
        });
        Ok(RuleOutcome::Checked(what, found.collect()))
    },
};
