//! Advice as one page for the board, which needs nothing else: the files that belong to it are inside.

use crate::decision::decision_sections;
use crate::page::{PAGE_END, escape_markup, page_head};
use crossedge::answers::{Advice, AdviceAnswer, DesignedAnswer};
use crossedge::exact::{Ratio, decimal};
use crossedge::render::grouped;
use std::fmt::Write as _;

/// A larger file is not embedded; the page shows the command that writes it.
const MAX_INSIDE: usize = 3 << 20;

/// The page.
pub fn advice_page(advice: &Advice) -> String {
    let answer = &advice.answer;
    let title = match &answer.recommended {
        Some(chosen) => format!("Advice: {}", chosen.expression),
        None => "Advice".to_owned(),
    };
    let mut out = page_head(&title);
    let _ = writeln!(out, "<h1>{}</h1>\n<h2>Requirement</h2>", escape_markup(&title));
    write_list(&mut out, &answer.requirement);
    if answer.designs.families.is_empty() {
        recommended_section(&mut out, answer);
        designs_section(&mut out, answer);
    } else {
        decision_sections(&mut out, answer);
    }
    routing_section(&mut out, answer);
    layout(&mut out, advice);
    failures(&mut out, answer);
    files_section(&mut out, advice);
    if !answer.notes.is_empty() {
        out.push_str("<h2>Not available, and why</h2>\n");
        write_list(&mut out, &answer.notes);
    }
    out + PAGE_END
}

pub fn write_list(out: &mut String, texts: &[String]) {
    out.push_str("<ul>\n");
    for text in texts {
        let _ = writeln!(out, "<li>{}</li>", escape_markup(text));
    }
    out.push_str("</ul>\n");
}

/// A table of texts.
pub fn table<const N: usize>(
    out: &mut String,
    header: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) {
    out.push_str("<div class=\"wide\"><table><tr>");
    for name in header {
        let _ = write!(out, "<th>{}</th>", escape_markup(name));
    }
    out.push_str("</tr>\n");
    for row in rows {
        out.push_str("<tr>");
        for cell in row {
            let _ = write!(out, "<td>{}</td>", escape_markup(&cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}

pub fn short_ratio(ratio: &Option<Ratio>) -> String {
    ratio.as_ref().map_or("–".to_owned(), |ratio| ratio.decimal(3))
}

fn recommended_section(out: &mut String, answer: &AdviceAnswer) {
    let Some(chosen) = &answer.recommended else { return };
    let _ = writeln!(
        out,
        "<h2>Recommendation</h2>\n<p><code>{}</code>: {}.</p>",
        escape_markup(&chosen.expression),
        escape_markup(&chosen.rule)
    );
    let row = |one: &crossedge::answers::ComparedObjectiveAnswer| {
        [
            one.objective.clone(),
            format!("{:.4}", one.value),
            format!("{:.4}", one.best),
            one.best_of.clone(),
            format!("{:.2}", one.factor),
        ]
    };
    let header = ["objective", "this design", "the best", "best design", "times as good"];
    table(out, header, chosen.compared.iter().map(row));
    if !chosen.disadvantages.is_empty() {
        out.push_str("<p>What speaks against it:</p>\n");
        write_list(out, &chosen.disadvantages);
    }
}

fn designs_section(out: &mut String, answer: &AdviceAnswer) {
    let designs = &answer.designs;
    out.push_str("<h2>Designs that were compared</h2>\n");
    let row = |design: &DesignedAnswer| {
        [
            design.expression.clone(),
            design.endpoints.to_string(),
            design.switches.to_string(),
            design.ports.to_string(),
            design.diameter.map_or("–".to_owned(), |diameter| diameter.to_string()),
            short_ratio(&design.throughput_at_least),
            short_ratio(&design.throughput_at_most),
            design.virtual_channels.map_or("–".to_owned(), |vcs| vcs.to_string()),
            Ratio::new(design.cables.0, design.endpoints.0).decimal(2),
            short_ratio(&design.optical_per_endpoint),
        ]
    };
    let header = [
        "network",
        "endpoints",
        "switches",
        "ports",
        "diameter",
        "throughput ≥",
        "≤",
        "virtual channels",
        "cables each",
        "optical each",
    ];
    table(out, header, designs.designs.iter().map(row));
    let _ = writeln!(
        out,
        "<p>{} candidates examined, {} meet the requirement. {}.</p>\n<p>Best design by objective:</p>",
        designs.examined,
        designs.feasible,
        escape_markup(&designs.evidence.to_string())
    );
    let winners: Vec<String> = designs
        .winners
        .iter()
        .map(|one| {
            let value = one.value.map_or("without limit".to_owned(), |value| format!("{value:.4}"));
            let compared_designs = if one.compared_designs == "all" {
                String::new()
            } else {
                format!(" {}", one.compared_designs)
            };
            format!("{}{compared_designs}: {} ({value})", one.objective, one.expressions.join(" and "))
        })
        .collect();
    write_list(out, &winners);
    let near: Vec<String> = designs
        .near
        .iter()
        .map(|near| {
            let value = near.value.map_or("without limit".to_owned(), |value| format!("{value:.4}"));
            let best = near.best_feasible.map_or("nothing".to_owned(), |value| format!("{value:.4}"));
            format!(
                "{} would give {} {value} instead of {best}: {}",
                near.deviation, near.objective, near.expression
            )
        })
        .collect();
    if !near.is_empty() {
        out.push_str("<p>Just outside of what is required:</p>\n");
        write_list(out, &near);
    }
}

fn routing_section(out: &mut String, answer: &AdviceAnswer) {
    if let Some(routing) = &answer.routing {
        let verdict =
            if routing.proved { "cannot deadlock, which is proved" } else { "is not proved deadlock-free" };
        let _ = writeln!(
            out,
            "<h2>Routing and channels</h2>\n<p>{} routing with {} on each link {verdict}.</p>",
            escape_markup(&routing.routing),
            if routing.vcs == 1 {
                "1 virtual channel".to_owned()
            } else {
                format!("{} virtual channels", routing.vcs)
            }
        );
    }
    if answer.collectives.is_empty() {
        return;
    }
    out.push_str("<h2>Collectives</h2>\n");
    let row = |one: &crossedge::answers::AdvisedCollectiveAnswer| {
        [
            one.collective.clone(),
            crossedge::cost::size::size_text(one.bytes.0.into()),
            one.algorithm.clone(),
            crossedge::render::seconds(one.seconds),
            crossedge::render::seconds(one.least_seconds),
        ]
    };
    let header = ["collective", "message", "fastest algorithm", "time", "no schedule takes less"];
    table(out, header, answer.collectives.iter().map(row));
}

/// Millimetres as metres.
fn metres_text(length: u128) -> String {
    grouped(&decimal(&length.into(), &1000u32.into(), 1))
}

fn layout(out: &mut String, advice: &Advice) {
    let (Some(planned), Some(net)) = (&advice.planned, &advice.network) else { return };
    let layout = &planned.answer;
    let _ = writeln!(
        out,
        "<h2>Racks and cables</h2>\n<p>{} nodes in {} racks of {}; {} cables, {} m in all ({} m before optimisation, {} m at random), the longest {} m. \
         {} are copper up to {} m, {} optical; at most {} leave a rack. {}.</p>",
        grouped(&layout.nodes.to_string()),
        layout.racks,
        layout.units,
        grouped(&layout.cables.to_string()),
        metres_text(layout.length.0),
        metres_text(layout.length_before_search.0),
        metres_text(layout.length_at_random.0),
        metres_text(layout.longest.0.into()),
        grouped(&layout.copper.to_string()),
        metres_text(layout.copper_reach.0.into()),
        grouped(&layout.optical.to_string()),
        layout.max_cables_leaving,
        escape_markup(&layout.evidence.to_string())
    );
    let plan = planned.floor_plan(net);
    if plan.len() <= MAX_INSIDE {
        let _ = writeln!(out, "<div class=\"wide\">{plan}</div>");
    }
}

fn failures(out: &mut String, answer: &AdviceAnswer) {
    let Some(machine) = &answer.failures else { return };
    out.push_str("<h2>Impact of failures</h2>\n");
    let row = |one: &crossedge::answers::FailureAnswer| {
        [
            one.kind.clone(),
            one.lost.to_string(),
            one.diameter.map_or("–".to_owned(), |diameter| diameter.to_string()),
            short_ratio(&one.throughput_at_least),
            short_ratio(&one.throughput_at_most),
            one.worst.clone(),
        ]
    };
    let header = ["failure", "endpoints lost", "diameter", "throughput left ≥", "≤", "the worst"];
    table(out, header, machine.failures.iter().map(row));
    let _ = writeln!(
        out,
        "<p>Throughput without failures {}. {}.</p>",
        short_ratio(&machine.throughput),
        escape_markup(&machine.evidence.to_string())
    );
    if machine.jobs.is_empty() {
        return;
    }
    let row = |job: &crossedge::answers::JobAnswer| {
        [job.endpoints.to_string(), job.jobs.to_string(), short_ratio(&job.throughput), job.network.clone()]
    };
    out.push_str("<h2>Isolated jobs</h2>\n");
    table(
        out,
        ["endpoints of a job", "jobs at once", "throughput", "each has"],
        machine.jobs.iter().map(row),
    );
}

fn files_section(out: &mut String, advice: &Advice) {
    let mut inside: Vec<(&str, &str, String)> = Vec::new();
    if let (Some(planned), Some(net)) = (&advice.planned, &advice.network) {
        inside.push(("floor.svg", "image/svg+xml", planned.floor_plan(net)));
        inside.extend(planned.cable_list(net).ok().map(|list| ("cables.csv", "text/csv", list)));
    }
    out.push_str("<h2>Files</h2>\n<div class=\"wide\"><table><tr><th>file</th><th>what it is</th><th>command</th></tr>\n");
    for file in &advice.answer.files {
        let link =
            inside.iter().find(|(name, ..)| *name == file.name).filter(|(.., text)| text.len() <= MAX_INSIDE);
        let name = escape_markup(&file.name);
        let name = match link {
            Some((_, kind, text)) => {
                format!(
                    "<a download=\"{name}\" href=\"data:{kind};charset=utf-8,{}\">{name}</a>",
                    percent(text)
                )
            }
            None => name,
        };
        let _ = writeln!(
            out,
            "<tr><td>{name}</td><td>{}</td><td><code>{}</code></td></tr>",
            escape_markup(&file.what),
            escape_markup(&file.command)
        );
    }
    out.push_str("</table></div>\n");
}

/// A text as part of an address.
pub fn percent(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b'('
            | b')'
            | b','
            | b';'
            | b':'
            | b'/'
            | b'=' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}
