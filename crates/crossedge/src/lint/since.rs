//! F060–F064: what has changed since an earlier dump of the same fabric. Nodes are the same by their GUIDs, or by their names where there are none.

use super::places::{Place, cable_text};
use super::{Context, Finding, Rule, RuleOutcome, Severity};
use crate::error::Error;
use crate::evidence::Evidence;
use crate::net::read::{Fabric, FabricCable, rate_value};
use std::collections::BTreeMap;

/// F060.
pub const GONE: Rule = Rule {
    id: "F060",
    name: "cable-gone",
    severity: Severity::Warning,
    summary: "a cable of the earlier dump is not there",
    check: |context| compared(context, |change| matches!(change, Changed::Gone(_))),
};

/// F061.
pub const NEW: Rule = Rule {
    id: "F061",
    name: "cable-new",
    severity: Severity::Info,
    summary: "a cable that the earlier dump does not have",
    check: |context| compared(context, |change| matches!(change, Changed::New(_))),
};

/// F062.
pub const RATE: Rule = Rule {
    id: "F062",
    name: "rate-changed",
    severity: Severity::Warning,
    summary: "a cable runs at another rate than in the earlier dump",
    check: |context| compared(context, |change| matches!(change, Changed::Rate(..))),
};

/// F063.
pub const NODES: Rule = Rule {
    id: "F063",
    name: "node-changed",
    severity: Severity::Warning,
    summary: "a node is new, or of the earlier dump and not there",
    check: |context| compared(context, |change| matches!(change, Changed::NodeGone(_) | Changed::NodeNew(_))),
};

/// F064.
pub const RENAMED: Rule = Rule {
    id: "F064",
    name: "node-renamed",
    severity: Severity::Info,
    summary: "a node has another name than in the earlier dump",
    check: |context| compared(context, |change| matches!(change, Changed::Renamed(..))),
};

/// A change; cables and nodes by their numbers in the dump that has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Changed {
    Gone(usize),
    New(usize),
    /// The cable before and now.
    Rate(usize, usize),
    NodeGone(usize),
    NodeNew(usize),
    /// The node before and now.
    Renamed(usize, usize),
}

/// A cable by what stays the same: ids and ports of both ends, the smaller first.
type CableKey<'a> = [(&'a str, Option<u32>); 2];

fn keys(fabric: &Fabric) -> BTreeMap<CableKey<'_>, Vec<usize>> {
    let mut out: BTreeMap<CableKey<'_>, Vec<usize>> = BTreeMap::new();
    for (number, cable) in fabric.cables.iter().enumerate() {
        let [a, b] = cable.ends.map(|(v, port)| (fabric.nodes[v as usize].id.as_str(), port));
        out.entry(if a < b { [a, b] } else { [b, a] }).or_default().push(number);
    }
    out
}

fn changes(old: &Fabric, new: &Fabric) -> Vec<Changed> {
    let mut out = Vec::new();
    let ids = |fabric: &Fabric| -> BTreeMap<String, usize> {
        fabric.nodes.iter().enumerate().map(|(v, node)| (node.id.clone(), v)).collect()
    };
    let (before, now) = (ids(old), ids(new));
    for (id, &v) in &before {
        match now.get(id) {
            None => out.push(Changed::NodeGone(v)),
            Some(&w) if old.nodes[v].name != new.nodes[w].name => out.push(Changed::Renamed(v, w)),
            Some(_) => {}
        }
    }
    out.extend(now.iter().filter(|(id, _)| !before.contains_key(*id)).map(|(_, &v)| Changed::NodeNew(v)));
    let (before, now) = (keys(old), keys(new));
    let rate = |fabric: &Fabric, cable: usize| {
        fabric.cables[cable].rate.map(|rate| fabric.rates[rate as usize].clone())
    };
    for (key, cables) in &before {
        let there = now.get(key).map_or(&[][..], Vec::as_slice);
        // Parallel cables without port numbers can be distinguished by their rates only.
        let mut left: Vec<usize> = there.to_vec();
        let mut unmatched = Vec::new();
        for &cable in cables {
            match left.iter().position(|&other| rate(new, other) == rate(old, cable)) {
                Some(at) => {
                    left.remove(at);
                }
                None => unmatched.push(cable),
            }
        }
        let mut left = left.into_iter();
        for cable in unmatched {
            out.push(match left.next() {
                Some(other) => Changed::Rate(cable, other),
                None => Changed::Gone(cable),
            });
        }
        out.extend(left.map(Changed::New));
    }
    out.extend(
        now.iter()
            .filter(|(key, _)| !before.contains_key(*key))
            .flat_map(|(_, cables)| cables.iter().map(|&cable| Changed::New(cable))),
    );
    out
}

fn compared(context: &Context<'_>, wanted: impl Fn(&Changed) -> bool) -> Result<RuleOutcome, Error> {
    let Some((name, old)) = context.since else {
        return Ok(RuleOutcome::Skipped("no earlier dump; give one with --since".to_owned()));
    };
    let new = context.fabric;
    let evidence =
        || Evidence::computed(format!("every node and cable compared with {name} [record-comparison]"));
    let both = |fabric: &Fabric, cable: &FabricCable| cable_text(&Place::cable(fabric, cable));
    let finding = |change: Changed| -> Finding {
        match change {
            Changed::Gone(cable) => {
                let cable = &old.cables[cable];
                let message = format!("{} is not there any more", both(old, cable));
                // Lines are those of the earlier dump.
                let places = Place::cable(old, cable).map(|place| Place { line: None, ..place });
                GONE.finding(message, evidence())
                    .at(places)
                    .repair("put the cable back if it was not taken out on purpose")
            }
            Changed::New(cable) => {
                let cable = &new.cables[cable];
                let finding = NEW.finding(format!("{} is new", both(new, cable)), evidence());
                finding.at(Place::cable(new, cable))
            }
            Changed::Rate(before, now) => {
                let text = |fabric: &Fabric, cable: usize| {
                    fabric.cables[cable]
                        .rate
                        .map_or("an unknown rate", |rate| &fabric.rates[rate as usize])
                        .to_owned()
                };
                let (was, is) = (text(old, before), text(new, now));
                let cable = &new.cables[now];
                let slower = rate_value(&is) < rate_value(&was);
                let severity = if slower { Severity::Warning } else { Severity::Info };
                let message = format!("{} runs at {is}, before at {was}", both(new, cable));
                let finding =
                    RATE.finding(message, evidence()).at(Place::cable(new, cable)).severity(severity);
                if slower { finding.repair("reseat or replace the cable") } else { finding }
            }
            Changed::NodeGone(node) => {
                let node = &old.nodes[node];
                let finding = NODES.finding(format!("{} is not there any more", node.name), evidence());
                let place = Place { node: node.name.clone(), port: None, line: None };
                finding.at([place]).repair("see whether it is up")
            }
            Changed::NodeNew(node) => {
                let message = format!("{} is new", new.nodes[node].name);
                let finding = NODES.finding(message, evidence()).severity(Severity::Info);
                finding.at([Place::node(new, node as u32)])
            }
            Changed::Renamed(before, now) => {
                let (was, is) = (&old.nodes[before].name, &new.nodes[now].name);
                let message = format!("{is} was called {was} before");
                RENAMED.finding(message, evidence()).at([Place::node(new, now as u32)])
            }
        }
    };
    let found = changes(old, new).into_iter().filter(|change| wanted(change)).map(finding);
    Ok(RuleOutcome::Checked(format!("against {name}"), found.collect()))
}
