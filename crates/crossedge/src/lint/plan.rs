//! F020–F025: what differs from the plan, cable by cable.

use super::places::{Place, cable_text, missing_ports};
use super::{Change, Context, Finding, Rule, RuleOutcome, Severity, counted};
use crate::error::Error;
use crate::evidence::Evidence;
use crate::recognize::{Difference, Match, Site};
use std::collections::{BTreeMap, BTreeSet};

/// F020.
pub const MISSING: Rule = Rule {
    id: "F020",
    name: "missing-cable",
    severity: Severity::Error,
    summary: "two switches that the plan links have no cable",
    check: |context| with_plan(context, |context, plan| missing(context, plan, &MISSING, false)),
};

/// F021.
pub const EXTRA: Rule = Rule {
    id: "F021",
    name: "extra-cable",
    severity: Severity::Warning,
    summary: "a cable that the plan does not have",
    check: |context| with_plan(context, extra),
};

/// F022.
pub const MOVED: Rule = Rule {
    id: "F022",
    name: "moved-cable",
    severity: Severity::Error,
    summary: "a cable with one end at the wrong switch",
    check: |context| with_plan(context, moved),
};

/// F023.
pub const SWAPPED: Rule = Rule {
    id: "F023",
    name: "swapped-cables",
    severity: Severity::Error,
    summary: "two cables whose ends are exchanged",
    check: |context| with_plan(context, swapped),
};

/// F024.
pub const TRUNK: Rule = Rule {
    id: "F024",
    name: "thin-trunk",
    severity: Severity::Error,
    summary: "a trunk with fewer cables than the plan has",
    check: |context| with_plan(context, |context, plan| missing(context, plan, &TRUNK, true)),
};

/// F025.
pub const NODES: Rule = Rule {
    id: "F025",
    name: "switch-not-as-planned",
    severity: Severity::Warning,
    summary: "a switch that the plan has and the fabric has not, or the other way round",
    check: |context| with_plan(context, nodes),
};

fn with_plan(
    context: &Context<'_>,
    check: impl Fn(&Context<'_>, &Match) -> Vec<Finding>,
) -> Result<RuleOutcome, Error> {
    Ok(match &context.plan {
        Ok(plan) => RuleOutcome::Checked(format!("against {}", plan.expression), check(context, plan)),
        Err(why) => RuleOutcome::Skipped(why.clone()),
    })
}

fn evidence(plan: &Match) -> Evidence {
    Evidence::computed(format!(
        "every cable compared with {} under a verified map [plan-map]",
        plan.expression
    ))
}

/// The name of a node, or of a node of the plan that is not there.
fn place(context: &Context<'_>, site: Site, port: Option<u32>) -> Place {
    match site {
        Site::Built(v) => Place::port(context.fabric, v, port),
        Site::Absent(is) => Place { node: format!("planned switch {is}"), port: None, line: None },
    }
}

/// The most frequent rate of cables between switches.
fn usual_rate(context: &Context<'_>) -> Option<u32> {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for cable in &context.fabric.cables {
        if cable.ends.iter().all(|&(v, _)| context.is_switch(v))
            && let Some(rate) = cable.rate
        {
            *counts.entry(rate).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|&(_, count)| count).map(|(rate, _)| rate)
}

fn missing(context: &Context<'_>, plan: &Match, rule: &Rule, trunks: bool) -> Vec<Finding> {
    // The switch with endpoints first.
    let leaf = |site: Site| match site {
        Site::Built(v) => context.graph.links[v as usize].iter().any(|&(w, _)| !context.is_switch(w)),
        Site::Absent(_) => false,
    };
    let gone: Vec<[Site; 2]> = plan
        .differences
        .iter()
        .filter_map(|difference| match *difference {
            Difference::Missing([a, b]) => Some(if leaf(b) && !leaf(a) { [b, a] } else { [a, b] }),
            _ => None,
        })
        .collect();
    let both = |ends: &[Site; 2]| match ends {
        [Site::Built(a), Site::Built(b)] => Some([*a, *b]),
        _ => None,
    };
    // Ports of all missing cables at once, so that no two get the same one.
    let there: Vec<[u32; 2]> = gone.iter().filter_map(both).collect();
    let mut ports = missing_ports(context.fabric, &there).into_iter();
    let mut pairs: BTreeMap<[Site; 2], Vec<[Place; 2]>> = BTreeMap::new();
    for ends in &gone {
        let [a, b] = if both(ends).is_some() { ports.next().unwrap_or_default() } else { [None; 2] };
        let places = [place(context, ends[0], a), place(context, ends[1], b)];
        pairs.entry(*ends).or_default().push(places);
    }
    let rate = usual_rate(context);
    let mut out = Vec::new();
    for (ends, places) in pairs {
        let have = both(&ends).map_or(0, |[a, b]| {
            let links = &context.graph.links[a as usize];
            links.iter().find(|link| link.0 == b).map_or(0, |link| link.1)
        });
        if (have > 0) != trunks || both(&ends).is_none() {
            continue;
        }
        let count = places.len() as u64;
        let listed: Vec<String> = places.iter().map(cable_text).collect();
        let [a, b] = ends.map(|end| place(context, end, None));
        let message = match have {
            0 => format!("no cable between {a} and {b}, planned {count}"),
            have => format!("{} between {a} and {b}, planned {}", counted(have, "cable"), have + count),
        };
        let finding = rule.finding(message, evidence(plan));
        let finding = finding.at(places.iter().flatten().cloned());
        let finding = finding.repair(format!("put in {}: {}", counted(count, "cable"), listed.join("; ")));
        let added = both(&ends)
            .into_iter()
            .flat_map(|ends| std::iter::repeat_n(Change::Add { ends, rate }, count as usize));
        out.push(finding.changes(added));
    }
    out
}

/// Cables of the fabric between two nodes that were not named yet, the last ports first.
struct Cables<'a> {
    context: &'a Context<'a>,
    by_pair: BTreeMap<[u32; 2], Vec<u32>>,
    used: BTreeSet<u32>,
}

impl<'a> Cables<'a> {
    fn new(context: &'a Context<'a>) -> Self {
        let mut by_pair: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
        for (number, cable) in (0u32..).zip(&context.fabric.cables) {
            let [a, b] = cable.ends.map(|(v, _)| v);
            by_pair.entry([a.min(b), a.max(b)]).or_default().push(number);
        }
        Cables { context, by_pair, used: BTreeSet::new() }
    }

    /// A cable between two nodes: its number, and its places with that of `a` first.
    fn take(&mut self, a: Site, b: Site) -> Option<(u32, [Place; 2])> {
        let (Site::Built(a), Site::Built(b)) = (a, b) else { return None };
        let numbers = self.by_pair.get(&[a.min(b), a.max(b)])?;
        let &number = numbers.iter().rev().find(|number| !self.used.contains(number))?;
        self.used.insert(number);
        let cable = &self.context.fabric.cables[number as usize];
        let [x, y] = Place::cable(self.context.fabric, cable);
        Some((number, if cable.ends[0].0 == a { [x, y] } else { [y, x] }))
    }
}

fn extra(context: &Context<'_>, plan: &Match) -> Vec<Finding> {
    let mut cables = Cables::new(context);
    let mut out = Vec::new();
    for difference in &plan.differences {
        let Difference::Extra([a, b]) = difference else { continue };
        let Some((number, places)) = cables.take(*a, *b) else { continue };
        let text = cable_text(&places);
        let finding = EXTRA.finding(format!("{text} is not planned"), evidence(plan));
        let finding = finding.repair(format!("take out the cable {text}, or correct the plan"));
        out.push(finding.at(places).changes([Change::Remove(number)]));
    }
    out
}

fn moved(context: &Context<'_>, plan: &Match) -> Vec<Finding> {
    let mut cables = Cables::new(context);
    let rate = usual_rate(context);
    let mut out = Vec::new();
    for difference in &plan.differences {
        let Difference::Moved { stays, from, to } = *difference else { continue };
        let Some((number, [fixed, wrong])) = cables.take(stays, from) else { continue };
        let target = place(context, to, None);
        let message = format!("the cable of {fixed} leads to {wrong}, planned {target}");
        let finding = MOVED.finding(message, evidence(plan));
        let finding = finding.repair(format!("of the cable of {fixed} move the end at {wrong} to {target}"));
        let mut changes = vec![Change::Remove(number)];
        if let (Site::Built(a), Site::Built(b)) = (stays, to) {
            let rate = context.fabric.cables[number as usize].rate.or(rate);
            changes.push(Change::Add { ends: [a, b], rate });
        }
        out.push(finding.at([fixed, wrong, target]).changes(changes));
    }
    out
}

fn swapped(context: &Context<'_>, plan: &Match) -> Vec<Finding> {
    let mut cables = Cables::new(context);
    let rate = usual_rate(context);
    let mut out = Vec::new();
    for difference in &plan.differences {
        let Difference::Swapped { right: [a, b], others: [x, y] } = *difference else { continue };
        let (Some(one), Some(other)) = (cables.take(a, x), cables.take(b, y)) else { continue };
        let [(first, [at_a, at_x]), (second, [at_b, at_y])] = [one, other];
        let message = format!(
            "{at_a} leads to {at_x} and {at_b} to {at_y}; planned are {} – {} and {} – {}",
            at_a.node, at_b.node, at_x.node, at_y.node
        );
        let finding = SWAPPED.finding(message, evidence(plan));
        let finding = finding.repair(format!("exchange the cable ends at {at_x} and {at_b}"));
        let mut changes = vec![Change::Remove(first), Change::Remove(second)];
        for pair in [[a, b], [x, y]] {
            if let [Site::Built(v), Site::Built(w)] = pair {
                changes.push(Change::Add { ends: [v, w], rate });
            }
        }
        out.push(finding.at([at_a, at_x, at_b, at_y]).changes(changes));
    }
    out
}

fn nodes(context: &Context<'_>, plan: &Match) -> Vec<Finding> {
    let mut out = Vec::new();
    for &is in &plan.absent {
        // Its planned neighbours that are there.
        let around: BTreeSet<&str> = plan
            .differences
            .iter()
            .filter_map(|difference| match difference {
                Difference::Missing([Site::Built(v), Site::Absent(other)])
                | Difference::Missing([Site::Absent(other), Site::Built(v)])
                    if *other == is =>
                {
                    Some(context.name(*v))
                }
                _ => None,
            })
            .collect();
        let near: Vec<&str> = around.iter().copied().take(4).collect();
        let message = format!(
            "a planned switch with links to {} is not in the dump",
            if near.is_empty() { "others that are missing".to_owned() } else { near.join(", ") }
        );
        let finding = NODES.finding(message, evidence(plan)).severity(Severity::Error);
        let finding = finding.at([Place { node: format!("planned switch {is}"), port: None, line: None }]);
        out.push(finding.repair("see whether the switch is up"));
    }
    for &v in &plan.unplanned {
        let message = format!("{} is not planned", context.name(v));
        let finding = NODES.finding(message, evidence(plan)).at([Place::node(context.fabric, v)]);
        out.push(finding.repair("correct the plan, or take the node out"));
    }
    out
}
