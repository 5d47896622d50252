//! F031: single points of failure: a cable or a switch without which endpoints of other switches lose each other.

use super::places::{Place, cable_text};
use super::{Finding, Rule, RuleOutcome, Severity, counted};
use crate::evidence::Evidence;

/// The rule.
pub const RULE: Rule = Rule {
    id: "F031",
    name: "single-point-of-failure",
    severity: Severity::Warning,
    summary: "one cable or one switch whose failure separates endpoints of other switches",
    check: |context| {
        let switches = context.switches;
        let links = &switches.graph.links;
        let size = switches.len();
        let own: Vec<u64> = (0..size as u32).map(|v| switches.host_count(v)).collect();
        // Endpoints that are no single-homed hosts count as well.
        let ends: Vec<u64> = (0..size)
            .map(|v| own[v] + u64::from(context.graph.kinds[switches.nodes[v] as usize] == 0))
            .collect();
        let what = "cables and switches of all cut sets of one".to_owned();
        let mut found: Vec<Finding> = Vec::new();
        // Depth-first search with the lowest node that a subtree reaches.
        let (mut order, mut low, mut parent) =
            (vec![0usize; size], vec![0usize; size], vec![usize::MAX; size]);
        let mut below = ends.clone();
        let mut cut = vec![0u64; size];
        let mut time = 0;
        for root in 0..size {
            if order[root] != 0 {
                continue;
            }
            let mut reached = Vec::new();
            let mut bridges = Vec::new();
            let mut stack = vec![(root, 0usize)];
            time += 1;
            (order[root], low[root]) = (time, time);
            reached.push(root);
            let mut children_of_root = 0;
            while let Some((v, next)) = stack.last_mut() {
                let v = *v;
                if let Some(&(w, _)) = links[v].get(*next) {
                    *next += 1;
                    let w = w as usize;
                    if order[w] == 0 {
                        parent[w] = v;
                        children_of_root += usize::from(v == root);
                        time += 1;
                        (order[w], low[w]) = (time, time);
                        reached.push(w);
                        stack.push((w, 0));
                    } else if w != parent[v] {
                        low[v] = low[v].min(order[w]);
                    }
                    continue;
                }
                stack.pop();
                if let Some(&(up, _)) = stack.last() {
                    below[up] += below[v];
                    low[up] = low[up].min(low[v]);
                    // The subtree of v hangs on the switch, or on the link, above.
                    if low[v] >= order[up] && (up != root || children_of_root > 1) {
                        cut[up] += below[v];
                    }
                    if low[v] > order[up] && switches.cables_between(up as u32, v as u32) == 1 {
                        bridges.push((up, v));
                    }
                }
            }
            let all = below[root];
            for &v in &reached {
                // The root loses all subtrees but the largest at most; others lose theirs.
                let lost = if v == root && children_of_root > 1 {
                    let parts = links[v].iter().map(|&(w, _)| w as usize).filter(|&w| parent[w] == v);
                    let parts: Vec<u64> = parts.map(|w| below[w]).collect();
                    parts.iter().sum::<u64>() - parts.iter().max().copied().unwrap_or(0)
                } else if v == root {
                    0
                } else {
                    cut[v].min((all - ends[v]).saturating_sub(cut[v]))
                };
                if lost > 0 {
                    let node = switches.nodes[v];
                    let message = format!(
                        "without {}, {} of other switches lose the rest",
                        context.name(node),
                        counted(lost, "endpoint")
                    );
                    let finding = RULE.finding(
                        message,
                        Evidence::computed("a depth-first search for cut nodes [failure-enumeration]"),
                    );
                    let finding = finding.at([Place::node(context.fabric, node)]);
                    found.push(finding.repair("give them a second path"));
                }
            }
            for (up, v) in bridges {
                let lost = below[v].min(all - below[v]);
                if lost == 0 {
                    continue;
                }
                let ends = [switches.nodes[up], switches.nodes[v]];
                let cable = context.fabric.cables.iter().find(|cable| {
                    let have = cable.ends.map(|(v, _)| v);
                    have == ends || have == [ends[1], ends[0]]
                });
                let Some(cable) = cable else { continue };
                let places = Place::cable(context.fabric, cable);
                let message = format!(
                    "without the cable {}, {} lose the rest",
                    cable_text(&places),
                    counted(lost, "endpoint")
                );
                let finding = RULE.finding(
                    message,
                    Evidence::computed("a depth-first search for bridges [failure-enumeration]"),
                );
                found.push(finding.at(places).repair("add a second cable"));
            }
        }
        Ok(RuleOutcome::Checked(what, found))
    },
};
