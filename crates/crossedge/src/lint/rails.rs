//! F032: rails. Adapter k of every host is on the leaves of rail k; one on a leaf of another rail is at the wrong port.

use super::places::{Place, cable_text};
use super::{Rule, RuleOutcome, Severity, counted};
use crate::evidence::Evidence;
use crate::net::read::host_of;
use std::collections::BTreeMap;

/// Of the adapters of a leaf, this share in percent has to be of one rail for the leaf to belong to it.
const MAJORITY: usize = 75;

/// The rule.
pub const RULE: Rule = Rule {
    id: "F032",
    name: "wrong-rail",
    severity: Severity::Error,
    summary: "an adapter of one rail on a leaf of another",
    check: |context| {
        let fabric = context.fabric;
        // The device of an adapter is its rail: `mlx5_3` of `dgx-04 mlx5_3`.
        let rail = |v: u32| {
            let name = context.name(v);
            let host = host_of(name);
            (host != name).then(|| name[host.len()..].trim_start())
        };
        let mut leaves: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (number, cable) in fabric.cables.iter().enumerate() {
            let [a, b] = cable.ends.map(|(v, _)| v);
            for (host, leaf) in [(a, b), (b, a)] {
                if context.is_switch(leaf) && !context.is_switch(host) && rail(host).is_some() {
                    leaves.entry(leaf).or_default().push(number);
                }
            }
        }
        let host_end = |number: usize| {
            let [a, b] = fabric.cables[number].ends.map(|(v, _)| v);
            if context.is_switch(a) { b } else { a }
        };
        let mut rails: BTreeMap<u32, (&str, usize)> = BTreeMap::new();
        for (&leaf, cables) in &leaves {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            cables.iter().filter_map(|&cable| rail(host_end(cable))).for_each(|rail| {
                *counts.entry(rail).or_default() += 1;
            });
            if let Some((rail, count)) =
                counts.into_iter().max_by_key(|&(rail, count)| (count, std::cmp::Reverse(rail)))
                && count * 100 >= cables.len() * MAJORITY
            {
                rails.insert(leaf, (rail, count));
            }
        }
        let mut names: Vec<&str> = rails.values().map(|rail| rail.0).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < 2 || rails.len() * 100 < leaves.len() * MAJORITY {
            return Ok(RuleOutcome::Skipped("the endpoints are not arranged in rails".to_owned()));
        }
        let what = format!("{} on {} leaves", counted(names.len() as u64, "rail"), rails.len());
        let mut found = Vec::new();
        for (leaf, (own, count)) in &rails {
            for &number in &leaves[leaf] {
                let host = host_end(number);
                let Some(other) = rail(host).filter(|rail| rail != own) else { continue };
                let places = Place::cable(fabric, &fabric.cables[number]);
                let message = format!(
                    "{} is of rail {other}, and {} has {count} adapters of rail {own}",
                    cable_text(&places),
                    context.name(*leaf)
                );
                let right =
                    rails.iter().find(|(_, rail)| rail.0 == other).map(|(leaf, _)| context.name(*leaf));
                let repair = match right {
                    Some(right) => format!(
                        "move the cable of {} to a leaf of rail {other}, such as {right}",
                        context.name(host)
                    ),
                    None => format!("see which leaf has rail {other}"),
                };
                let finding = RULE.finding(
                    message,
                    Evidence::computed("the adapters of every leaf by device [record-comparison]"),
                );
                found.push(finding.at(places).repair(repair));
            }
        }
        Ok(RuleOutcome::Checked(what, found))
    },
};
