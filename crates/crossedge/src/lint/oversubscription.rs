//! F030: leaves with another ratio of endpoint to uplink capacity than most.

use super::places::Place;
use super::{Context, Rule, RuleOutcome, Severity, counted};
use crate::evidence::Evidence;
use crate::net::read::rate_value;
use num_integer::Integer;
use std::collections::BTreeMap;

/// The rule.
pub const RULE: Rule = Rule {
    id: "F030",
    name: "uneven-oversubscription",
    severity: Severity::Info,
    summary: "leaves whose ratio of endpoint to uplink capacity differs from the others",
    check: |context| {
        let mut leaves: Vec<(u32, [u64; 2])> = Vec::new();
        for (v, capacities) in capacities(context) {
            if capacities[0] > 0 && capacities[1] > 0 {
                leaves.push((v, capacities));
            }
        }
        if leaves.len() < 2 {
            return Ok(RuleOutcome::Skipped("fewer than two switches with endpoints and uplinks".to_owned()));
        }
        leaves.sort_by(|(_, [a, b]), (_, [x, y])| {
            (u128::from(*a) * u128::from(*y)).cmp(&(u128::from(*x) * u128::from(*b)))
        });
        let usual = leaves[leaves.len() / 2].1;
        let what = format!("the ports of {} with endpoints", counted(leaves.len() as u64, "switch"));
        let same =
            |[a, b]: [u64; 2]| u128::from(a) * u128::from(usual[1]) == u128::from(usual[0]) * u128::from(b);
        let other: Vec<&(u32, [u64; 2])> = leaves.iter().filter(|leaf| !same(leaf.1)).collect();
        if other.is_empty() {
            return Ok(RuleOutcome::Checked(what, Vec::new()));
        }
        let (least, most) = (&leaves[0], &leaves[leaves.len() - 1]);
        let message = format!(
            "{} of {} leaves differ from the median of {}: from {} at {} to {} at {}",
            other.len(),
            leaves.len(),
            ratio(usual),
            ratio(least.1),
            context.name(least.0),
            ratio(most.1),
            context.name(most.0)
        );
        let evidence = Evidence::computed("endpoint and uplink capacity of every leaf [record-comparison]");
        let finding = RULE.finding(message, evidence);
        // The most oversubscribed first.
        let finding = finding.at(other.iter().rev().map(|leaf| Place::node(context.fabric, leaf.0)));
        let repair = "move endpoints to the leaves with most uplinks per endpoint, or put the uplinks back";
        Ok(RuleOutcome::Checked(what, vec![finding.repair(repair)]))
    },
};

/// A ratio in lowest terms, e.g. `17:18`.
fn ratio([a, b]: [u64; 2]) -> String {
    let common = a.gcd(&b).max(1);
    format!("{}:{}", a / common, b / common)
}

/// Endpoint and uplink capacity of every switch, in units of 10 Mbit/s, or in cables if a rate is not known.
fn capacities(context: &Context<'_>) -> BTreeMap<u32, [u64; 2]> {
    let fabric = context.fabric;
    let values: Option<Vec<u64>> = fabric.rates.iter().map(|rate| rate_value(rate)).collect();
    let known = values.filter(|_| fabric.cables.iter().all(|cable| cable.rate.is_some()));
    let mut out: BTreeMap<u32, [u64; 2]> = BTreeMap::new();
    for cable in &fabric.cables {
        let rate = match (&known, cable.rate) {
            (Some(values), Some(rate)) => values[rate as usize],
            _ => 1,
        };
        let capacity = rate * cable.width.unwrap_or(1);
        for ([(v, _), (w, _)], _) in [(cable.ends, 0), ([cable.ends[1], cable.ends[0]], 1)] {
            if context.is_switch(v) {
                out.entry(v).or_default()[usize::from(context.is_switch(w))] += capacity;
            }
        }
    }
    out
}
