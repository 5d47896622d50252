//! Lint: findings about a fabric, and their cost in throughput. Each rule has its own file and is listed in [`RULES`].
//!
//! The input of a rule is a [`Context`]: the fabric as read, the plan that it was recognized as, and the tables and the earlier dump if given. They return
//! findings with places, evidence and a repair. The changes that a repair makes are data, so that [`throughput`] can compute the gain of each.

mod context;
mod disconnected;
mod dump;
mod oversubscription;
mod places;
mod plan;
mod rails;
mod rates;
mod since;
mod single_points;
mod tables;
pub mod throughput;

pub(crate) use context::graph_of;
pub use context::{Context, TableInput};
pub use places::{Place, missing_ports};
pub(crate) use tables::NO_TABLES;

use crate::error::Error;
use crate::evidence::Evidence;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// To be repaired at the next occasion.
    Warning,
    /// To be repaired now.
    Error,
}

impl Severity {
    /// All of them, the least first.
    pub const ALL: [Severity; 3] = [Severity::Info, Severity::Warning, Severity::Error];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A change that a repair makes to a fabric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A cable between two nodes, of this rate, an index into the rates of the fabric.
    Add {
        /// The nodes.
        ends: [u32; 2],
        /// The rate, if rates are known.
        rate: Option<u32>,
    },
    /// A cable that is taken out, by its number.
    Remove(u32),
    /// A cable that gets another rate.
    Rate {
        /// The cable, by its number.
        cable: u32,
        /// The rate.
        rate: u32,
    },
}

/// Something that a rule has found.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The id of the rule, e.g. `F011`.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The finding in one sentence.
    pub message: String,
    /// Nodes and ports, the most important first.
    pub places: Vec<Place>,
    /// The evidence.
    pub evidence: Evidence,
    /// The suggested repair.
    pub repair: Option<String>,
    /// The changes that the repair makes.
    pub changes: Vec<Change>,
}

/// The result of a rule.
#[derive(Debug, Clone)]
pub enum RuleOutcome {
    /// A summary of the checks, and the findings; empty if all is well.
    Checked(String, Vec<Finding>),
    /// The rule was not run, and why.
    Skipped(String),
    /// The rule follows from throughput, which is computed after all others.
    AfterThroughput,
}

/// A rule.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// A one-sentence description of its findings.
    pub summary: &'static str,
    /// Runs it.
    pub check: fn(&Context<'_>) -> Result<RuleOutcome, Error>,
}

/// All rules, in the order of their ids. F050 follows from the others: see [`throughput`].
pub const RULES: &[Rule] = &[
    dump::ONE_END,
    dump::CUT_OFF,
    dump::SAME_NAME,
    dump::NO_RECORD,
    disconnected::RULE,
    rates::SLOW,
    rates::NARROW,
    plan::MISSING,
    plan::EXTRA,
    plan::MOVED,
    plan::SWAPPED,
    plan::TRUNK,
    plan::NODES,
    oversubscription::RULE,
    single_points::RULE,
    rails::RULE,
    tables::LOST,
    tables::DETOUR,
    tables::DEADLOCK,
    tables::LOAD,
    tables::NO_TABLE,
    throughput::RULE,
    since::GONE,
    since::NEW,
    since::RATE,
    since::NODES,
    since::RENAMED,
];

/// The rules that compare with the plan.
pub(crate) fn plan_rules() -> [&'static Rule; 6] {
    [&plan::MISSING, &plan::TRUNK, &plan::EXTRA, &plan::MOVED, &plan::SWAPPED, &plan::NODES]
}

/// The rule of a file that cannot be read: a port or a record twice, or a line of unknown form.
pub const UNREADABLE: &str = "F002";

impl Rule {
    /// A finding of this rule.
    pub(crate) fn finding(&self, message: impl Into<String>, evidence: Evidence) -> Finding {
        Finding {
            rule: self.id,
            severity: self.severity,
            message: message.into(),
            places: Vec::new(),
            evidence,
            repair: None,
            changes: Vec::new(),
        }
    }
}

impl Finding {
    pub(crate) fn at(mut self, places: impl IntoIterator<Item = Place>) -> Self {
        self.places.extend(places);
        self
    }

    pub(crate) fn repair(mut self, repair: impl Into<String>) -> Self {
        self.repair = Some(repair.into());
        self
    }

    pub(crate) fn changes(mut self, changes: impl IntoIterator<Item = Change>) -> Self {
        self.changes.extend(changes);
        self
    }

    pub(crate) fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// A text that is equal for the same finding in another dump: the rule and the places, without lines.
    pub fn fingerprint(&self) -> String {
        let mut out = self.rule.to_owned();
        for place in &self.places {
            out.push_str(&format!(" {place}"));
        }
        if self.places.is_empty() {
            out.push_str(&format!(" {}", self.message));
        }
        out
    }
}

/// Nouns with their number: `1 cable`, `3 cables`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    match (count, noun) {
        (1, noun) => format!("1 {noun}"),
        (count, "switch") => format!("{count} switches"),
        (count, "channel dependency") => format!("{count} channel dependencies"),
        (count, noun) => format!("{count} {noun}s"),
    }
}
