//! F001–F005: defects of the dump itself that reading survived.

use super::places::{Place, cable_text};
use super::{Context, Finding, Rule, RuleOutcome, Severity, counted};
use crate::error::Error;
use crate::evidence::Evidence;
use crate::net::read::Defect;

/// F001.
pub const ONE_END: Rule = Rule {
    id: "F001",
    name: "one-ended-cable",
    severity: Severity::Warning,
    summary: "one end reports a cable and the other does not",
    check: |context| {
        collect(context, "both ends of every cable", |context, defect| {
            let Defect::OneEnd(cable) = defect else { return None };
            let places = Place::cable(context.fabric, &context.fabric.cables[*cable as usize]);
            let message = format!("only one end reports the cable {}", cable_text(&places));
            let finding =
                ONE_END.finding(message, Evidence::computed("both records compared [record-comparison]"));
            let repair = format!("check the port at {}, and take another dump", places[1]);
            Some(finding.at(places).repair(repair))
        })
    },
};

/// F003.
pub const CUT_OFF: Rule = Rule {
    id: "F003",
    name: "truncated-dump",
    severity: Severity::Error,
    summary: "the dump ends in the middle of a line",
    check: |context| {
        collect(context, "the end of the file", |context, defect| {
            let Defect::CutOff { line, read } = defect else { return None };
            let (message, severity) = match read {
                false => (
                    format!("{} ends inside line {line}: what follows is missing", context.file),
                    Severity::Error,
                ),
                true => {
                    (format!("line {line} of {}, the last one, has no end", context.file), Severity::Warning)
                }
            };
            let finding = CUT_OFF
                .finding(message, Evidence::computed("the last line has no end [record-comparison]"))
                .severity(severity);
            Some(finding.repair("take another dump; what is missing below may be there"))
        })
    },
};

/// F004.
pub const SAME_NAME: Rule = Rule {
    id: "F004",
    name: "same-description",
    severity: Severity::Info,
    summary: "several nodes have the same description",
    check: |context| {
        collect(context, "descriptions of all nodes", |context, defect| {
            let Defect::SameName { name, nodes } = defect else { return None };
            let message = format!(
                "{} are called {name:?}; they appear by their GUIDs",
                counted(nodes.len() as u64, "node")
            );
            let finding = SAME_NAME
                .finding(message, Evidence::computed("all descriptions compared [record-comparison]"));
            let places = nodes.iter().map(|&v| Place::node(context.fabric, v));
            Some(finding.at(places).repair("give every switch a name of its own"))
        })
    },
};

/// F005.
pub const NO_RECORD: Rule = Rule {
    id: "F005",
    name: "no-record",
    severity: Severity::Warning,
    summary: "a node has no record of its own: it did not answer",
    check: |context| {
        collect(context, "a record for every node", |context, defect| {
            let Defect::NoRecord(node) = defect else { return None };
            let name = context.name(*node);
            let message = format!("{name} has no record: it is known only from the ports of others");
            let finding =
                NO_RECORD.finding(message, Evidence::computed("all records of the dump [record-comparison]"));
            let finding = finding.at([Place::node(context.fabric, *node)]);
            Some(finding.repair(format!("see whether {name} is up, and take another dump")))
        })
    },
};

fn collect(
    context: &Context<'_>,
    what: &str,
    finding: impl Fn(&Context<'_>, &Defect) -> Option<Finding>,
) -> Result<RuleOutcome, Error> {
    let found = context.fabric.defects.iter().filter_map(|defect| finding(context, defect)).collect();
    Ok(RuleOutcome::Checked(what.to_owned(), found))
}
