//! `crossedge papers`: what the papers claim, computed anew, and the verdict.

use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{head, stdout, table, write_json, write_table};
use crate::papers::{self, FILES, Judged, Paper, Verdict};
use crate::progress::Bars;
use clap::ValueEnum;
use crossedge::progress::{CancelOnly, Progress};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `papers`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these papers: RDN, HAM, HDN, DC, RE
    #[arg(value_name = "PAPER")]
    pub papers: Vec<String>,
    /// Only the claims with this text in their name, place or errata
    #[arg(long, value_name = "TEXT")]
    pub claim: Option<String>,
    /// Claims of another paper, from this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "papers")]
    pub file: Option<PathBuf>,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "table")]
    pub format: Format,
    /// Answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal
    Table,
    /// For a text
    Markdown,
    /// One page that needs nothing else
    Html,
}

/// Evaluates the claims and shows them. Ends with 1 when a verdict is not the one on record.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let chosen = chosen(args)?;
    let wanted = |claim: &papers::Claim| match &args.claim {
        None => true,
        Some(text) => {
            let has = |field: &str| field.to_lowercase().contains(&text.to_lowercase());
            has(&claim.id) || has(&claim.place) || claim.errata.iter().any(|e| e == text)
        }
    };
    let total = chosen.iter().map(|paper| paper.claims.iter().filter(|c| wanted(c)).count()).sum::<usize>();
    if total == 0 {
        let asked = args.claim.as_deref().unwrap_or_default();
        return Err(Failure::Usage(format!("no claim has '{asked}' in its name, place or errata")));
    }
    bars.stage("claims", total as u64);
    let mut all: Vec<(&Paper, Vec<Judged<'_>>)> = Vec::new();
    for paper in &chosen {
        let claims: Vec<&papers::Claim> = paper.claims.iter().filter(|claim| wanted(claim)).collect();
        let told = claims.into_par_iter().map(|claim| {
            let judged = papers::judge(claim, &CancelOnly(bars));
            bars.advance(1);
            judged
        });
        let judged: Vec<Judged<'_>> = told.collect::<Result<_, _>>()?;
        if !judged.is_empty() {
            all.push((paper, judged));
        }
    }
    if args.json {
        write_json(&as_json(&all))?;
    } else {
        match args.format {
            Format::Table => show(&all)?,
            Format::Markdown => stdout().write_all(markdown(&all).as_bytes())?,
            Format::Html => stdout().write_all(html(&all).as_bytes())?,
        }
    }
    Ok(if changed(&all) == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The papers that are asked for.
fn chosen(args: &Args) -> Result<Vec<Paper>, Failure> {
    if let Some(path) = &args.file {
        let name = path.display().to_string();
        let text = files::settings(path)?;
        return Ok(vec![papers::read(&name, &text)?]);
    }
    let all = FILES.iter().map(|(name, text)| papers::read(name, text)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = all.iter().map(|paper| paper.name.clone()).collect();
    let known = |asked: &&String| !names.iter().any(|name| name.eq_ignore_ascii_case(asked));
    if let Some(unknown) = args.papers.iter().find(known) {
        let message = format!("there is no paper '{unknown}'\nhelp: the papers are {}", names.join(", "));
        return Err(Failure::Usage(message));
    }
    let asked = |paper: &Paper| {
        args.papers.is_empty() || args.papers.iter().any(|a| a.eq_ignore_ascii_case(&paper.name))
    };
    Ok(all.into_iter().filter(asked).collect())
}

type All<'a> = [(&'a Paper, Vec<Judged<'a>>)];

fn claims<'a>(all: &'a All<'a>) -> impl Iterator<Item = &'a Judged<'a>> {
    all.iter().flat_map(|(_, judged)| judged)
}

/// How many verdicts are not the ones on record.
fn changed(all: &All<'_>) -> usize {
    claims(all).filter(|j| j.verdict != j.claim.verdict).count()
}

/// How many claims have each verdict, in words.
fn summary(all: &All<'_>) -> String {
    let count = |verdict: Verdict| claims(all).filter(|j| j.verdict == verdict).count();
    let parts: Vec<String> = Verdict::ALL
        .into_iter()
        .map(|v| (v, count(v)))
        .filter(|(_, n)| *n > 0)
        .map(|(v, n)| format!("{n} {v}"))
        .collect();
    let cases: usize = claims(all).map(|j| j.instances.len()).sum();
    let total = claims(all).count();
    let mut out = format!("{total} claims, {cases} cases: {}", parts.join(", "));
    match changed(all) {
        0 => out += "; all as on record",
        n => {
            let _ = write!(out, "; {n} NOT as on record");
        }
    }
    out
}

/// Paper's value, ours and how it is known, for one line.
fn line(judged: &Judged<'_>) -> [String; 4] {
    let verdict = match judged.verdict == judged.claim.verdict {
        true => judged.verdict.to_string(),
        false => format!("{} (on record: {})", judged.verdict, judged.claim.verdict),
    };
    let Some(told) = judged.telling() else {
        return ["–".to_owned(), "–".to_owned(), judged.claim.why.clone(), verdict];
    };
    let agree = judged.instances.iter().filter(|i| i.outcome == papers::Outcome::Agrees).count();
    let mut evidence = match told.what.trim() {
        "" => told.evidence.clone(),
        what => format!("{what}: {}", told.evidence),
    };
    if judged.instances.len() > 1 {
        let _ = write!(evidence, " ({agree} of {} cases agree)", judged.instances.len());
    }
    if !judged.claim.why.is_empty() {
        let _ = write!(evidence, ". {}", judged.claim.why);
    }
    [told.paper.clone(), told.ours.clone(), evidence, verdict]
}

/// Place, and the errata in brackets.
fn place(judged: &Judged<'_>) -> String {
    match judged.claim.errata.is_empty() {
        true => judged.claim.place.clone(),
        false => format!("{} [{}]", judged.claim.place, judged.claim.errata.join(", ")),
    }
}

const HEADER: [&str; 6] = ["place", "the paper says", "value", "ours", "how it is known", "verdict"];

fn show(all: &All<'_>) -> Result<(), Failure> {
    let mut out = stdout();
    for (paper, judged) in all {
        writeln!(out, "{}: {}", paper.name, paper.cite)?;
        let mut rows = table(HEADER);
        for j in judged {
            let [value, ours, evidence, verdict] = line(j);
            rows.add_row([place(j), j.claim.says.clone(), value, ours, evidence, verdict]);
        }
        write_table(&rows)?;
        writeln!(out)?;
    }
    writeln!(out, "{}", summary(all))?;
    Ok(())
}

fn as_json(all: &All<'_>) -> Value {
    let instance = |i: &papers::Instance| {
        json!({
            "what": i.what,
            "paper_value": i.paper,
            "our_value": i.ours,
            "evidence": i.evidence,
            "outcome": i.outcome.name(),
            "outside": i.outside,
            "reading": i.reading,
        })
    };
    let claim = |j: &Judged<'_>| {
        json!({
            "id": j.claim.id,
            "place": j.claim.place,
            "says": j.claim.says,
            "errata": j.claim.errata,
            "verdict": j.verdict.name(),
            "on_record": j.claim.verdict.name(),
            "why": j.claim.why,
            "instances": j.instances.iter().map(instance).collect::<Vec<_>>(),
        })
    };
    let paper = |(paper, judged): &(&Paper, Vec<Judged<'_>>)| {
        json!({
            "name": paper.name,
            "cite": paper.cite,
            "claims": judged.iter().map(claim).collect::<Vec<_>>(),
        })
    };
    let mut map = head("papers", None);
    map.insert("papers".to_owned(), all.iter().map(paper).collect());
    map.insert("claim_count".to_owned(), json!(claims(all).count()));
    map.insert("changed".to_owned(), json!(changed(all)));
    Value::Object(map)
}

fn markdown(all: &All<'_>) -> String {
    let safe = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let mut out = String::from("# The papers, claim by claim\n\n");
    let _ = writeln!(out, "{}\n", summary(all));
    for (paper, judged) in all {
        let _ = writeln!(out, "## {}\n\n{}\n\n| {} |", paper.name, paper.cite, HEADER.join(" | "));
        let _ = writeln!(out, "|{}", "---|".repeat(HEADER.len()));
        for j in judged {
            let [value, ours, evidence, verdict] = line(j);
            let cells = [place(j), j.claim.says.clone(), value, ours, evidence, verdict];
            let _ = writeln!(out, "| {} |", cells.map(|c| safe(&c)).join(" | "));
        }
        out.push('\n');
    }
    out
}

/// One page, light or dark as the reader has it, that needs nothing else.
fn html(all: &All<'_>) -> String {
    let safe = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut out = String::from(concat!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">",
        "<meta name=\"viewport\" content=\"width=device-width\"><title>The papers, claim by claim</title>\n",
        "<style>:root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;",
        "max-width:80rem;padding:0 1rem}table{border-collapse:collapse;width:100%}",
        "td,th{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #8884}",
        "th{position:sticky;top:0;background:Canvas}.v{white-space:nowrap;font-weight:600}",
        ".holds{color:#18794e}.condition{color:#8a6100}.bound{color:#8a6100}.false{color:#c62a2f}",
        ".unclear{color:#6b6b6b}@media(prefers-color-scheme:dark){.holds{color:#4cc38a}",
        ".condition,.bound{color:#f1a10d}.false{color:#ff8589}.unclear{color:#a0a0a0}}",
        "td:nth-child(3),td:nth-child(4){font-variant-numeric:tabular-nums}</style></head><body>\n",
        "<h1>The papers, claim by claim</h1>\n",
    ));
    let _ = writeln!(out, "<p>{}</p>", safe(&summary(all)));
    for (paper, judged) in all {
        let _ = writeln!(out, "<h2>{}</h2><p>{}</p>\n<table><tr>", safe(&paper.name), safe(&paper.cite));
        for name in HEADER {
            let _ = write!(out, "<th>{name}</th>");
        }
        out.push_str("</tr>\n");
        for j in judged {
            let [value, ours, evidence, verdict] = line(j);
            let _ = write!(out, "<tr id=\"{}\">", safe(&j.claim.id));
            for cell in [place(j), j.claim.says.clone(), value, ours, evidence] {
                let _ = write!(out, "<td>{}</td>", safe(&cell));
            }
            let _ = writeln!(out, "<td class=\"v {}\">{}</td></tr>", j.verdict.name(), safe(&verdict));
        }
        out.push_str("</table>\n");
    }
    out.push_str("</body></html>\n");
    out
}
