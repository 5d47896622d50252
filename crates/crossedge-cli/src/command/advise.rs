//! `crossedge advise`: a one-page recommendation.

use super::design::{self, WantedArgs};
use super::{failures, layout};
use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{print_answer, print_note};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{AdviceAnswer, AdviseRequest, Envelope, FailuresAnswer, LayoutRequest, Request};
use crossedge::cost::size;
use crossedge::render::seconds;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `advise`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Candidate networks [default: search all families]
    #[arg(value_name = "EXPR", required_unless_present_any = ["endpoints", "base"])]
    pub exprs: Vec<String>,
    #[command(flatten)]
    pub wanted: WantedArgs,
    /// Nodes per rack, endpoints and switches
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub rack: u32,
    /// Message size of the collectives
    #[arg(long, value_name = "SIZE", default_value = "1MiB", value_parser = size::parse)]
    pub bytes: u64,
    /// Write the recommendation as one .html page or one .pdf sheet
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Recommends a design; exit code 1 if none meets the requirement.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    if let Some(path) = &args.output {
        if !["html", "pdf"].iter().any(|end| path.extension().is_some_and(|have| have == *end)) {
            let message = "advice is a page\nhelp: write -o advice.html, or advice.pdf for one sheet";
            return Err(Failure::Usage(message.to_owned()));
        }
        files::check(path, args.force)?;
    }
    let nets = args.exprs.iter().map(|text| source::topology(text)).collect::<Result<Vec<_>, _>>()?;
    let design = args.wanted.request()?;
    let block = design.block.unwrap_or(LayoutRequest::default().block);
    let layout = LayoutRequest { block, units: args.rack, ..LayoutRequest::default() };
    let request = AdviseRequest { design, layout, bytes: args.bytes };
    let advice = request.advise(&nets, bars)?;
    bars.clear_bars();
    if let Some(path) = &args.output {
        let bytes = match path.extension().is_some_and(|end| end == "pdf") {
            false => crossedge_report::advice_page(&advice).into_bytes(),
            true => crossedge_report::advice_pdf(&advice.answer).ok_or_else(|| {
                Failure::Usage("a sheet needs a recommendation by cost\nhelp: leave out --objective and the networks, or write -o advice.html".to_owned())
            })??,
        };
        files::write(path, &bytes, args.force)?;
        print_note(&format!("{} has the page", path.display()));
    }
    let recommends = advice.answer.recommended.is_some();
    let envelope = Envelope::new(AdviseRequest::VERB, None, advice.answer);
    print_answer(&envelope, args.form.selected_form(), |envelope| text(&envelope.answer))?;
    Ok(if recommends { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn text(answer: &AdviceAnswer) -> Page {
    let mut out = Page::new();
    writeln!(out, "required: {}", answer.requirement.join("; "));
    if let Some(chosen) = &answer.recommended {
        writeln!(out, "recommended: {}", chosen.expression);
        writeln!(out, "{}", chosen.rule);
        let mut sheet = Sheet::new(["objective", "this design", "the best", "best design", "times as good"]);
        for one in &chosen.compared {
            sheet.row([
                one.objective.clone(),
                format!("{:.4}", one.value),
                format!("{:.4}", one.best),
                one.best_of.clone(),
                format!("{:.2}", one.factor),
            ]);
        }
        out.table(sheet);
        for text in &chosen.disadvantages {
            writeln!(out, "against it: {text}");
        }
    }
    writeln!(out, "\ndesigns");
    out.append(design::text(&answer.designs, false));
    if let Some(routing) = &answer.routing {
        let verdict = if routing.proved { "proved deadlock-free" } else { "not proved deadlock-free" };
        let channels = if routing.vcs == 1 {
            "1 virtual channel".to_owned()
        } else {
            format!("{} virtual channels", routing.vcs)
        };
        writeln!(out, "\nrouting: {} with {channels} on each link, {verdict}", routing.routing);
    }
    if !answer.collectives.is_empty() {
        writeln!(out, "\ncollectives");
        let mut sheet = Sheet::new(["collective", "message", "fastest algorithm", "time", "bound"]);
        for one in &answer.collectives {
            sheet.row([
                one.collective.clone(),
                size::size_text(one.bytes.0.into()),
                one.algorithm.clone(),
                seconds(one.seconds),
                seconds(one.least_seconds),
            ]);
        }
        out.table(sheet);
    }
    let name = answer.recommended.as_ref().map_or("", |chosen| chosen.expression.as_str());
    if let Some(layout_answer) = &answer.layout {
        writeln!(out, "\nracks and cables");
        out.append(layout::text(layout_answer, name));
    }
    if let Some(machine) = &answer.failures {
        writeln!(out, "\nfailures and jobs");
        out.append(failures::text(&FailuresAnswer { machines: vec![machine.clone()] }));
    }
    if !answer.files.is_empty() {
        writeln!(out, "\nfiles");
        let mut sheet = Sheet::new(["file", "what it is", "command"]);
        for file in &answer.files {
            sheet.row([file.name.clone(), file.what.clone(), file.command.clone()]);
        }
        out.table(sheet);
    }
    for text in &answer.notes {
        writeln!(out, "not available: {text}");
    }
    out
}
