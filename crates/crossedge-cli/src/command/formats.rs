//! `crossedge formats`: the formats that can be written by `export`, and those that can be read.

use crate::CommandOutcome;
use crate::output::run_and_print;
use crate::progress::Bars;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{FormatsAnswer, FormatsRequest};
use std::process::ExitCode;

/// Arguments of `formats`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub form: FormArgs,
}

/// Shows the formats.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    run_and_print(&FormatsRequest, &(), args.form.selected_form(), bars, |envelope| text(&envelope.answer))?;
    Ok(ExitCode::SUCCESS)
}

fn text(answer: &FormatsAnswer) -> Page {
    let mut rows = Sheet::new(["format", "files", "what it is", "read by", "lost", "limit"]);
    for format in &answer.formats {
        let files = format.suffixes.iter().map(|suffix| format!(".{suffix}")).collect::<Vec<_>>().join(" ");
        rows.row([format.name, &files, format.summary, format.readers, format.lost, format.limit]);
    }
    let mut out = Page::new();
    writeln!(out, "written by `crossedge export`");
    out.table(rows);
    writeln!(out, "\nread by `crossedge show FILE` and every other command");
    let mut rows = Sheet::new(["format", "files", "kept", "lost"]);
    for format in &answer.inputs {
        rows.row([format.name, &format.suffixes.join(" "), format.kept, format.lost]);
    }
    out.table(rows);
    out
}
