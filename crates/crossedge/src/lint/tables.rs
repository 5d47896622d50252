//! F040–F044: what forwarding tables do.

use super::places::Place;
use super::{Context, Finding, Rule, RuleOutcome, Severity, TableInput, counted};
use crate::error::Error;
use crate::evidence::Evidence;
use crate::tables::Lost;
use std::collections::BTreeMap;

/// F040.
pub const LOST: Rule = Rule {
    id: "F040",
    name: "lost-packets",
    severity: Severity::Error,
    summary: "tables that lose packets: no entry, a port without a cable, a loop, a wrong endpoint, lane 15",
    check: |context| with_tables(context, "every LID from every switch with endpoints", lost),
};

/// F041.
pub const DETOUR: Rule = Rule {
    id: "F041",
    name: "detour",
    severity: Severity::Warning,
    summary: "tables with routes that are longer than shortest paths",
    check: |context| with_tables(context, "every route against breadth-first search", detours),
};

/// F042.
pub const DEADLOCK: Rule = Rule {
    id: "F042",
    name: "deadlock",
    severity: Severity::Error,
    summary: "tables with a cycle of channels that packets close: a deadlock",
    check: |context| {
        let Some(tables) = context.tables else { return no_tables() };
        let followed = format!(
            "{} on {}",
            counted(tables.report.dependencies, "channel dependency"),
            counted(tables.report.lanes.len().max(1) as u64, "virtual lane")
        );
        Ok(RuleOutcome::Checked(followed, cycle(context, tables)))
    },
};

/// F043.
pub const LOAD: Rule = Rule {
    id: "F043",
    name: "unbalanced-tables",
    severity: Severity::Info,
    summary: "tables that carry less uniform traffic than the fabric allows",
    check: |_| Ok(RuleOutcome::AfterThroughput),
};

/// F044.
pub const NO_TABLE: Rule = Rule {
    id: "F044",
    name: "no-table",
    severity: Severity::Error,
    summary: "a switch without a forwarding table",
    check: |context| {
        with_tables(context, "a table for every switch", |context, tables| {
            let without = tables.report.without_table.iter();
            let finding = |&v: &u32| {
                let name = context.name(v);
                let finding = NO_TABLE.finding(
                    format!("{name} has no table in {}", tables.name),
                    Evidence::computed("all tables [record-comparison]"),
                );
                finding.at([Place::node(context.fabric, v)]).repair("dump the tables of all switches")
            };
            without.map(finding).collect()
        })
    },
};

/// Why rules about tables are not run.
pub const NO_TABLES: &str = "no tables; give them with --tables";

fn no_tables() -> Result<RuleOutcome, Error> {
    Ok(RuleOutcome::Skipped(NO_TABLES.to_owned()))
}

fn with_tables(
    context: &Context<'_>,
    what: &str,
    check: impl Fn(&Context<'_>, &TableInput) -> Vec<Finding>,
) -> Result<RuleOutcome, Error> {
    match context.tables {
        Some(tables) => Ok(RuleOutcome::Checked(what.to_owned(), check(context, tables))),
        None => no_tables(),
    }
}

/// The LID, the source and the destination of a lost packet.
type LostPacket = (u32, u32, u32);

fn lost(context: &Context<'_>, tables: &TableInput) -> Vec<Finding> {
    // One finding for each switch and cause.
    let mut groups: BTreeMap<(u32, Lost), Vec<LostPacket>> = BTreeMap::new();
    for failure in &tables.report.failures {
        let packet = (failure.lid, failure.from, failure.host);
        groups.entry((failure.switch, failure.why)).or_default().push(packet);
    }
    let finding = |((switch, why), packets): ((u32, Lost), Vec<LostPacket>)| {
        let name = context.name(switch);
        let (lid, from, to) = packets[0];
        let many = counted(packets.len() as u64, "LID");
        let (from, to) = (context.name(from), context.name(to));
        let example = format!("LID {lid}, from {from} to {to}");
        let (message, repair) = match why {
            Lost::NoEntry => (
                format!("{name} has no entry for {many}, e.g. {example}"),
                "route again; if it stays, see why the subnet manager leaves the LID out",
            ),
            Lost::NoCable => (
                format!("{name} forwards {many} to a port without a cable, e.g. {example}"),
                "put the cable back, or route again",
            ),
            Lost::Loop => (format!("packets to {many} come back to {name}, e.g. {example}"), "route again"),
            Lost::WrongHost => {
                (format!("{name} forwards {many} to another endpoint, e.g. {example}"), "route again")
            }
            Lost::Discarded => (
                format!("{name} discards packets to {many} (lane 15), e.g. {example}"),
                "correct the SL2VL tables, or the service levels of the paths",
            ),
        };
        let finding =
            LOST.finding(message, Evidence::computed("packets followed switch by switch [walk-routes]"));
        finding.at([Place::node(context.fabric, switch)]).repair(repair)
    };
    groups.into_iter().map(finding).collect()
}

fn detours(context: &Context<'_>, tables: &TableInput) -> Vec<Finding> {
    let report = &tables.report;
    let Some((packet, links, least)) = &report.longest_detour else { return Vec::new() };
    let (from, to) = (packet.from.0, packet.to);
    let message = format!(
        "{} of {} pairs take a detour; the longest from {} to {}: {links} links instead of {least}",
        report.longer,
        report.pairs,
        context.name(from),
        context.name(to)
    );
    let finding =
        DETOUR.finding(message, Evidence::computed("breadth-first search from every endpoint [bfs]"));
    let finding = finding.at([Place::node(context.fabric, from), Place::node(context.fabric, to)]);
    vec![finding.repair(
        "route again, with an engine of shortest paths if the extra hops are not needed against deadlock",
    )]
}

fn cycle(context: &Context<'_>, tables: &TableInput) -> Vec<Finding> {
    let Some(cycle) = &tables.report.cycle else { return Vec::new() };
    let steps: Vec<String> = cycle
        .iter()
        .map(|held| {
            format!(
                "{} port {} to {} port {} on lane {} is held by {} to {}",
                context.name(held.from.0),
                held.from.1,
                context.name(held.to.0),
                held.to.1,
                held.lane,
                context.name(held.packet.from.0),
                context.name(held.packet.to)
            )
        })
        .collect();
    let message =
        format!("{} wait for each other: {}", counted(cycle.len() as u64, "packet"), steps.join("; "));
    let evidence = Evidence::computed("each packet of the cycle followed from end to end [packet-cycle]");
    let places = cycle.iter().map(|held| Place::port(context.fabric, held.from.0, Some(held.from.1)));
    let finding = DEADLOCK.finding(message, evidence).at(places);
    vec![finding.repair("route with lanes (dfsssp, lash) or with up*/down* (updn, ftree), and give --sl2vl and --service-levels")]
}
