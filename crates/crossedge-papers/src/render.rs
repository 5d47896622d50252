//! Answers as cells of a table, as Markdown and as a page.

use crate::answer::Answer;
use crate::instance::Outcome;
use crate::judge::Judged;
use std::fmt::Write as _;

/// The header of a table of claims.
pub const TABLE_HEADER: [&str; 6] = ["place", "claim", "value", "ours", "evidence", "verdict"];

impl Judged {
    /// The cells of the claim under [`TABLE_HEADER`], from its most informative case.
    pub fn cells(&self) -> [String; 6] {
        let place = match self.errata.is_empty() {
            true => self.place.clone(),
            false => format!("{} [{}]", self.place, self.errata.join(", ")),
        };
        let Some(reported) = self.decisive_case() else {
            let none = || "–".to_owned();
            return [place, self.statement.clone(), none(), none(), self.why.clone(), self.to_string()];
        };
        let mut evidence = match reported.what.trim() {
            "" => reported.evidence.clone(),
            what => format!("{what}: {}", reported.evidence),
        };
        if self.instances.len() > 1 {
            let agree = self.instances.iter().filter(|i| i.outcome == Outcome::Agrees).count();
            let _ = write!(evidence, " ({agree} of {} cases agree)", self.instances.len());
        }
        if !self.why.is_empty() {
            let _ = write!(evidence, ". {}", self.why);
        }
        [
            place,
            self.statement.clone(),
            reported.paper.clone(),
            reported.ours.clone(),
            evidence,
            self.to_string(),
        ]
    }
}

impl Answer {
    /// The answer as Markdown.
    pub fn markdown(&self) -> String {
        let safe = |text: &str| text.replace('|', "\\|").replace('\n', " ");
        let mut out = String::from("# The papers, claim by claim\n\n");
        let _ = writeln!(out, "{}\n", self.summary());
        for paper in &self.papers {
            let _ = writeln!(out, "## {}\n\n{}\n\n| {} |", paper.name, paper.cite, TABLE_HEADER.join(" | "));
            let _ = writeln!(out, "|{}", "---|".repeat(TABLE_HEADER.len()));
            for claim in &paper.claims {
                let _ = writeln!(out, "| {} |", claim.cells().map(|cell| safe(&cell)).join(" | "));
            }
            out.push('\n');
        }
        out
    }

    /// The answer as one page, light or dark as the reader has it, that needs nothing else.
    pub fn html(&self) -> String {
        let mut out = PAGE_HEAD.to_owned();
        let _ = writeln!(out, "<p>{}</p>", escape_markup(&self.summary()));
        for paper in &self.papers {
            let _ = writeln!(
                out,
                "<h2>{}</h2><p>{}</p>\n<table><tr>",
                escape_markup(&paper.name),
                escape_markup(&paper.cite)
            );
            for name in TABLE_HEADER {
                let _ = write!(out, "<th>{name}</th>");
            }
            out.push_str("</tr>\n");
            for claim in &paper.claims {
                let _ = write!(out, "<tr id=\"{}\">", escape_markup(&claim.id));
                let cells = claim.cells().map(|cell| escape_markup(&cell));
                for cell in &cells[..5] {
                    let _ = write!(out, "<td>{cell}</td>");
                }
                let _ = writeln!(out, "<td class=\"v {}\">{}</td></tr>", claim.verdict.name(), cells[5]);
            }
            out.push_str("</table>\n");
        }
        out.push_str("</body></html>\n");
        out
    }
}

/// Escapes markup.
fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The head of the page.
const PAGE_HEAD: &str = concat!(
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
);
