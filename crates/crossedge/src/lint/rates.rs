//! F011, F012: cables that are slower or narrower than the others of their kind.

use super::places::{Place, cable_text};
use super::{Change, Context, Finding, Rule, RuleOutcome, Severity};
use crate::error::Error;
use crate::evidence::Evidence;
use crate::net::read::{FabricCable, rate_value};
use std::collections::BTreeMap;

/// F011.
pub const SLOW: Rule = Rule {
    id: "F011",
    name: "slow-cable",
    severity: Severity::Error,
    summary: "a cable is slower than the others of its kind",
    check: |context| check(context, &SLOW, false),
};

/// F012.
pub const NARROW: Rule = Rule {
    id: "F012",
    name: "narrow-cable",
    severity: Severity::Error,
    summary: "a cable has fewer lanes than the others of its kind",
    check: |context| check(context, &NARROW, true),
};

/// Cables that are this share of their kind, in percent, or more, are not an exception: the fabric has several rates.
const MAX_SHARE: u64 = 20;

fn check(context: &Context<'_>, rule: &Rule, narrow: bool) -> Result<RuleOutcome, Error> {
    let fabric = context.fabric;
    if fabric.rates.is_empty() {
        return Ok(RuleOutcome::Skipped("the file has no rates".to_owned()));
    }
    let inner = |cable: &FabricCable| cable.ends.iter().all(|&(v, _)| context.is_switch(v));
    let mut counts: [BTreeMap<u32, u64>; 2] = Default::default();
    for cable in &fabric.cables {
        if let Some(rate) = cable.rate {
            *counts[usize::from(inner(cable))].entry(rate).or_default() += 1;
        }
    }
    let usual = counts.clone().map(|counts| {
        counts.into_iter().max_by_key(|&(rate, count)| (count, std::cmp::Reverse(rate))).map(|(rate, _)| rate)
    });
    let mut found: Vec<Finding> = Vec::new();
    for (number, cable) in (0u32..).zip(&fabric.cables) {
        let kind = usize::from(inner(cable));
        let (Some(rate), Some(usual)) = (cable.rate, usual[kind]) else { continue };
        let [text, usual_text] = [rate, usual].map(|rate| fabric.rates[rate as usize].as_str());
        let (Some(value), Some(usual_value)) = (rate_value(text), rate_value(usual_text)) else { continue };
        let all: u64 = counts[kind].values().sum();
        if value >= usual_value || counts[kind][&rate] * 100 >= all * MAX_SHARE {
            continue;
        }
        let lanes =
            |text: &str| text.split_once('x').map(|(lanes, speed)| (lanes.to_owned(), speed.to_owned()));
        let narrower = matches!(
            (lanes(text), lanes(usual_text)),
            (Some((one, a)), Some((other, b))) if a == b && one != other
        );
        if narrower != narrow {
            continue;
        }
        let places = Place::cable(fabric, cable);
        let where_ = if kind == 1 { "between switches" } else { "to endpoints" };
        let message = format!(
            "{} runs at {text}; {} of {all} cables {where_} run at {usual_text}",
            cable_text(&places),
            counts[kind][&usual]
        );
        let evidence = Evidence::computed(format!("line {} of the dump [record-comparison]", cable.line));
        let repair = match narrow {
            true => "reseat the cable; if lanes stay down, replace it".to_owned(),
            false => format!("reseat or replace the cable, and see that both ports allow {usual_text}"),
        };
        let finding = rule.finding(message, evidence).at(places).repair(repair);
        found.push(finding.changes([Change::Rate { cable: number, rate: usual }]));
    }
    Ok(RuleOutcome::Checked(format!("the rates of {} cables", fabric.cables.len()), found))
}
