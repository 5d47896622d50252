//! `crossedge theorem`: the registry of theorems and methods.

use crate::CommandOutcome;
use crate::output::run_and_print;
use crate::progress::Bars;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{TheoremAnswer, TheoremEntryAnswer, TheoremRequest};
use crossedge::theorems::TheoremKind;
use std::process::ExitCode;

/// Arguments of `theorem`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id or alias, e.g. dual-distance or I1 [default: list all]
    pub id: Option<String>,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Shows the registry, or one entry of it.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = TheoremRequest { id: args.id.clone() };
    run_and_print(&request, &(), args.form.selected_form(), bars, |envelope| {
        text(&envelope.answer, args.id.is_some())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn text(answer: &TheoremAnswer, named: bool) -> Page {
    let mut out = Page::new();
    if let (true, [entry]) = (named, &answer.entries[..]) {
        one(&mut out, entry);
        return out;
    }
    let mut rows = Sheet::new(["id", "kind", "title", "formal proof"]);
    for entry in &answer.entries {
        rows.row([
            entry.id,
            &entry.kind.to_string(),
            entry.title,
            if entry.formal.is_empty() { "" } else { "Coq 8.16" },
        ]);
    }
    out.table(rows);
    out
}

fn one(out: &mut Page, entry: &TheoremEntryAnswer) {
    writeln!(out, "{} ({}: {})", entry.title, entry.kind, entry.id);
    if !entry.aliases.is_empty() {
        writeln!(out, "also: {}", entry.aliases.join(", "));
    }
    writeln!(out, "\n{}", entry.statement);
    if !entry.proof.is_empty() {
        writeln!(out, "\nProof. {}", entry.proof);
    }
    if !entry.formal.is_empty() {
        let proofs: Vec<String> =
            entry.formal.iter().map(|proof| format!("{} in proofs/{}", proof.name, proof.file)).collect();
        writeln!(out, "\nformally proved (Coq 8.16): {}", proofs.join(", "));
    } else if entry.kind == TheoremKind::Theorem {
        writeln!(out, "\nno formal proof");
    }
    if entry.new {
        writeln!(out, "new: not found in print");
    }
    if !entry.references.is_empty() {
        writeln!(out, "\nreferences:");
        entry.references.iter().for_each(|work| writeln!(out, "{}", work.trim_end()));
    }
}
