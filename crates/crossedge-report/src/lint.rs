//! A page about the findings of a fabric: the switches drawn in levels, what is wrong marked, then the findings one by one.

use crate::page::{PAGE_END, escape_markup, page_head};
use crossedge::answers::{DrawnLink, FindingAnswer, LintAnswer, LintDrawing};
use crossedge::lint::Severity;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Switches that are drawn; of larger fabrics those at findings and their neighbours.
const MAX_SWITCHES: usize = 400;

/// The width of the picture.
const WIDTH: f64 = 1200.0;

/// Extra style of the page.
const STYLE: &str = concat!(
    "<style>svg{width:100%;height:auto}.ok{stroke:#8a93a0;stroke-opacity:.35}.missing{stroke:#d1242f;stroke-dasharray:5 3}",
    ".extra{stroke:#8250df}.slow{stroke:#bf8700}.box{fill:#fff;stroke:#57606a}.bad{fill:#ffebe9;stroke:#d1242f;stroke-width:1.6}",
    "text{font:11px system-ui,sans-serif;fill:currentColor}.error{color:#d1242f}.warning{color:#9a6700}.info{color:#0969da}",
    ".legend span{margin-right:1.4rem;white-space:nowrap}.legend i{display:inline-block;width:1.8rem;border-top:3px solid;vertical-align:middle;margin-right:.4rem}",
    "@media(prefers-color-scheme:dark){.box{fill:#1c2128;stroke:#8b949e}.bad{fill:#4b1113;stroke:#ff7b72}.missing{stroke:#ff7b72}",
    ".extra{stroke:#bc8cff}.slow{stroke:#e3b341}.error{color:#ff7b72}.warning{color:#e3b341}.info{color:#79c0ff}}</style>\n"
);

/// The page.
pub fn lint_page(answer: &LintAnswer, version: &str) -> String {
    let mut out = page_head(&format!("{}: findings", answer.file)) + STYLE;
    let text = escape_markup;
    let _ = writeln!(out, "<h1>{}</h1>", text(&answer.file));
    let _ = writeln!(
        out,
        "<p>{} endpoints, {} switches, {} cables.",
        answer.endpoints.0, answer.switches.0, answer.cables.0
    );
    match &answer.plan {
        Some(plan) if plan.exact.value => {
            let _ = writeln!(out, "The fabric is <code>{}</code>.", text(&plan.expression));
        }
        Some(plan) => {
            let _ = writeln!(
                out,
                "The plan is <code>{}</code>: {} of its {} cables are missing, {} are extra.",
                text(&plan.expression),
                plan.missing.0,
                plan.planned.0,
                plan.extra.0
            );
        }
        None => out.push_str("No plan was recognized.\n"),
    }
    if let Some(throughput) = &answer.throughput {
        let _ = write!(out, "Uniform throughput is <b>{}</b> of injection", throughput.now.text);
        if let Some(repaired) = &throughput.repaired {
            let _ = write!(out, ", <b>{}</b> with all repairs", repaired.text);
        }
        out.push_str(".\n");
    }
    out.push_str("</p>\n");
    let count = |severity, noun: &str| match answer
        .findings
        .iter()
        .filter(|finding| finding.severity == severity)
        .count()
    {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    let _ = writeln!(
        out,
        "<p><b class=\"error\">{}</b>, <b class=\"warning\">{}</b>, <b class=\"info\">{}</b></p>",
        count(Severity::Error, "error"),
        count(Severity::Warning, "warning"),
        count(Severity::Info, "note")
    );
    out.push_str(&picture(answer));
    if !answer.findings.is_empty() {
        out.push_str("<h2>Findings</h2>\n<div class=\"wide\"><table><tr><th>#</th><th>rule</th><th>finding</th><th>repair</th><th>throughput with this repair and those above</th></tr>\n");
        for (number, finding) in answer.findings.iter().enumerate() {
            out.push_str(&row(number + 1, finding));
        }
        out.push_str("</table></div>\n");
    }
    out.push_str("<h2>Rules</h2>\n<div class=\"wide\"><table><tr><th>rule</th><th>result</th><th>what it finds</th><th>checked</th></tr>\n");
    for rule in &answer.rules {
        let _ = writeln!(
            out,
            "<tr><td>{} {}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            rule.rule,
            rule.name,
            rule.result,
            text(rule.summary),
            text(&rule.detail)
        );
    }
    let _ = writeln!(out, "</table></div>\n<p>Crossedge {}</p>", text(version));
    out + PAGE_END
}

fn row(number: usize, finding: &FindingAnswer) -> String {
    let repaired = finding.repaired.as_ref().map(|with| with.text.as_str()).unwrap_or_default();
    format!(
        "<tr><td>{number}</td><td><b class=\"{0}\">{1}</b> {2}<br>{0}</td><td>{3}<br><small>{4}</small></td><td>{5}</td><td>{repaired}</td></tr>\n",
        finding.severity.name(),
        finding.rule,
        finding.name,
        escape_markup(&finding.message),
        escape_markup(&finding.evidence.to_string()),
        escape_markup(finding.repair.as_deref().unwrap_or_default()),
    )
}

/// Numbers of the switches that are drawn.
fn drawn(drawing: &LintDrawing, wrong: &BTreeSet<usize>) -> BTreeSet<usize> {
    if drawing.switches.len() <= MAX_SWITCHES {
        return (0..drawing.switches.len()).collect();
    }
    let mut out: BTreeSet<usize> = wrong.iter().copied().take(MAX_SWITCHES).collect();
    for link in &drawing.links {
        if out.len() < MAX_SWITCHES && link.ends.iter().any(|end| wrong.contains(end)) {
            out.extend(link.ends);
        }
    }
    out
}

fn is_wrong(link: &DrawnLink) -> bool {
    link.missing > 0 || link.extra > 0 || link.slow
}

fn picture(answer: &LintAnswer) -> String {
    let drawing = &answer.drawing;
    if drawing.switches.len() < 2 {
        return String::new();
    }
    let named: BTreeSet<&str> = (answer.findings.iter())
        .filter(|finding| finding.severity > Severity::Info)
        .flat_map(|finding| finding.places.iter().map(|place| place.node.as_str()))
        .collect();
    let mut wrong: BTreeSet<usize> =
        (0..drawing.switches.len()).filter(|&v| named.contains(drawing.switches[v].0.as_str())).collect();
    drawing.links.iter().filter(|link| is_wrong(link)).for_each(|link| wrong.extend(link.ends));
    let shown = drawn(drawing, &wrong);
    let place = places(drawing, &shown);
    let height = place.values().map(|(_, y)| *y).fold(0.0, f64::max) + 90.0;
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"switches and links of the fabric\">\n"
    );
    // Draw the links without findings first, so that they do not cover the others.
    let mut links: Vec<&DrawnLink> =
        drawing.links.iter().filter(|link| link.ends.iter().all(|end| shown.contains(end))).collect();
    links.sort_by_key(|link| is_wrong(link));
    for link in links {
        let [a, b] = link.ends;
        let ((x, y), (u, v)) = (place[&a], place[&b]);
        let class = match link {
            link if link.missing > 0 => "missing",
            link if link.extra > 0 => "extra",
            link if link.slow => "slow",
            _ => "ok",
        };
        let width = if is_wrong(link) { 2.0 } else { 0.8 };
        let title = format!(
            "{} – {}: {} cables{}{}{}",
            drawing.switches[a].0,
            drawing.switches[b].0,
            link.cables,
            if link.missing > 0 { format!(", {} missing", link.missing) } else { String::new() },
            if link.extra > 0 { format!(", {} not planned", link.extra) } else { String::new() },
            if link.slow { ", a slow one" } else { "" }
        );
        let _ = writeln!(
            out,
            "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{u:.1}\" y2=\"{v:.1}\" stroke-width=\"{width}\"><title>{}</title></line>",
            escape_markup(&title)
        );
    }
    let small = shown.len() > 80;
    for &v in &shown {
        let (name, _, hosts) = &drawing.switches[v];
        let (x, y) = place[&v];
        let class = if wrong.contains(&v) { "bad" } else { "box" };
        let side = if small { 9.0 } else { 16.0 };
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{side}\" height=\"{side}\" rx=\"2\"><title>{}</title></rect>",
            x - side / 2.0,
            y - side / 2.0,
            escape_markup(&format!("{name}: {hosts} endpoints"))
        );
        if wrong.contains(&v) || !small {
            let up = if y <= 100.0 { -14.0 } else { 24.0 };
            let short: String = name.chars().take(18).collect();
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"start\" transform=\"rotate({} {x:.1} {:.1})\">{}</text>",
                y + up,
                if up > 0.0 { 35 } else { -35 },
                y + up,
                escape_markup(&short)
            );
        }
    }
    out.push_str("</svg>\n<p class=\"legend\"><span><i style=\"border-color:#8a93a0\"></i>as planned</span><span><i style=\"border-color:#d1242f;border-top-style:dashed\"></i>missing cables</span><span><i style=\"border-color:#8250df\"></i>not planned</span><span><i style=\"border-color:#bf8700\"></i>slow</span></p>\n");
    if shown.len() < drawing.switches.len() {
        let _ = writeln!(
            out,
            "<p>Drawn are {} of {} switches: those at findings, and their neighbours.</p>",
            shown.len(),
            drawing.switches.len()
        );
    }
    out
}

/// Levels as rows, endpoints below; switches of one level alone on a circle.
fn places(drawing: &LintDrawing, shown: &BTreeSet<usize>) -> BTreeMap<usize, (f64, f64)> {
    let mut levels: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &v in shown {
        levels.entry(drawing.switches[v].1).or_default().push(v);
    }
    let mut out = BTreeMap::new();
    if let [members] = levels.values().collect::<Vec<_>>()[..] {
        let radius = 300.0;
        for (i, &v) in members.iter().enumerate() {
            let angle = std::f64::consts::TAU * i as f64 / members.len() as f64;
            out.insert(v, (WIDTH / 2.0 + radius * angle.sin(), 360.0 - radius * angle.cos()));
        }
        return out;
    }
    for members in levels.values_mut() {
        members.sort_by_key(|&v| &drawing.switches[v].0);
    }
    for (row, members) in levels.values().rev().enumerate() {
        let step = (WIDTH - 80.0) / members.len() as f64;
        for (i, &v) in members.iter().enumerate() {
            out.insert(v, (40.0 + step * (i as f64 + 0.5), 100.0 + 230.0 * row as f64));
        }
    }
    out
}
