//! `crossedge validate`: cases with exact answers, their files for simulators, and results compared with the answers.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::print_answer;
use crate::progress::Bars;
use crate::table::{Cell, FormArgs, Mark, Page, Sheet};
use crossedge::Topology;
use crossedge::answers::{Envelope, ExportRequest};
use crossedge::export::FormatEntry;
use crossedge::validation::{
    CASES, CaseAnswer, CasesAnswer, Comparison, Question, all_answers, answer, case_named, compare,
    messages_text,
};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The formats of simulators, each with the name of its file.
const SIMULATORS: [(&str, &str); 7] = [
    ("booksim", "network.anynet"),
    ("caminos", "network.caminos"),
    ("ned", "network.ned"),
    ("ns3", "network.ns3.txt"),
    ("simgrid", "network.platform.xml"),
    ("sst", "network.sst.graphml"),
    ("routing-tables", "network.routes.csv"),
];

/// Arguments of `validate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Results are lines: `latency FROM TO CYCLES`, `load OFFERED ACCEPTED`, `completion CYCLES`, `deadlock yes` or `deadlock no`;
`switching store-and-forward` and `level flows` say what is simulated. docs/VALIDATE.md leads through a case.")]
pub struct Args {
    /// Case, e.g. latency-01 [default: list all cases]
    #[arg(value_name = "CASE")]
    pub case: Option<String>,
    /// Results of a simulator to compare with the exact answer
    #[arg(value_name = "RESULTS", conflicts_with = "output")]
    pub results: Option<PathBuf>,
    /// Write the files of the case for simulators to a directory
    #[arg(short, long, value_name = "DIR", requires = "case")]
    pub output: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Lists the cases, writes one, or compares results with its answer: exit code 1 if they differ.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let form = args.form.selected_form();
    let Some(name) = &args.case else {
        let envelope = Envelope::new("validate", None, all_answers(bars)?);
        bars.clear_bars();
        print_answer(&envelope, form, |envelope| list(&envelope.answer))?;
        return Ok(ExitCode::SUCCESS);
    };
    let place = case_named(name)?;
    let case = answer(place, bars)?;
    if let Some(path) = &args.results {
        let text = String::from_utf8_lossy(&files::read_certificate(path)?).into_owned();
        let envelope = Envelope::new("validate-results", None, compare(&case, &text)?);
        bars.clear_bars();
        print_answer(&envelope, form, |envelope| comparison(&envelope.answer))?;
        return Ok(ExitCode::from(u8::from(!envelope.answer.agrees)));
    }
    let written = match &args.output {
        Some(folder) => write_files(place, &case, folder, args.force, bars)?,
        None => Vec::new(),
    };
    let envelope = Envelope::new("validate-case", None, case);
    bars.clear_bars();
    print_answer(&envelope, form, |envelope| {
        let mut page = one(&envelope.answer);
        for (file, why) in &written {
            match why {
                None => writeln!(page, "written to {}", file.display()),
                Some(why) => writeln!(page, "not written: {} ({why})", file.display()),
            }
        }
        page
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the case, its messages, and the network for every simulator that can have it; why a file is not written.
fn write_files(
    place: usize,
    case: &CaseAnswer,
    folder: &Path,
    force: bool,
    bars: &Bars,
) -> Result<Vec<(PathBuf, Option<String>)>, Failure> {
    files::create_folder(folder)?;
    let mut written = Vec::new();
    let mut write = |name: &str, bytes: &[u8]| -> Result<(), Failure> {
        let path = folder.join(name);
        files::write(&path, bytes, force)?;
        written.push((path, None));
        Ok(())
    };
    let json = serde_json::to_string_pretty(case).map_err(|error| Failure::Internal(error.to_string()))?;
    write("case.json", format!("{json}\n").as_bytes())?;
    if let Some(messages) = messages_text(place)? {
        write("messages.txt", messages.as_bytes())?;
    }
    let net: Topology = CASES[place].expression.parse()?;
    for (format, name) in SIMULATORS {
        let Ok(format) = FormatEntry::format_named(format) else { continue };
        let request = ExportRequest { format };
        let mut bytes = Vec::new();
        match request.check(&net) {
            Ok(()) => {
                let done = request.write(&net, &mut bytes, bars);
                done.map_err(|error| Failure::Io(format!("{name}: {error}")))?.ok_or(Failure::Interrupted)?;
                let path = folder.join(name);
                files::write(&path, &bytes, force)?;
                written.push((path, None));
            }
            Err(why) => written.push((
                folder.join(name),
                Some(why.to_string().lines().next().unwrap_or_default().to_owned()),
            )),
        }
    }
    Ok(written)
}

/// The exact answer in a few words.
fn exact(case: &CaseAnswer) -> String {
    match case.question {
        Question::Latency => format!("{} packets alone", case.latencies.len()),
        Question::Load => {
            let full = case.load.as_ref().map(|load| &load.saturates_at);
            full.map_or(String::new(), |full| {
                format!(
                    "full at {}/{} = {:.4}",
                    full.numerator,
                    full.denominator,
                    full.value().unwrap_or(0.0)
                )
            })
        }
        Question::Completion => case
            .completion
            .map_or(String::new(), |time| format!("{} to {} cycles", time.least.0, time.most.0)),
        Question::Deadlock => match case.deadlock_free {
            Some(true) => "no deadlock".to_owned(),
            _ => "a deadlock is possible".to_owned(),
        },
    }
}

fn list(answer: &CasesAnswer) -> Page {
    let mut rows = Sheet::new(["case", "network", "routing", "traffic", "channels", "exact answer"]);
    for case in &answer.cases {
        rows.row([
            case.name.clone(),
            case.expression.clone(),
            case.routing.clone(),
            case.traffic.clone(),
            case.vcs.to_string(),
            exact(case),
        ]);
    }
    let mut out = Page::new();
    out.table(rows);
    writeln!(
        out,
        "`crossedge validate CASE -o DIR` writes a case for simulators, `crossedge validate CASE RESULTS` compares"
    );
    out
}

fn one(case: &CaseAnswer) -> Page {
    let mut out = Page::new();
    writeln!(out, "{}: {}, {} routing, {}", case.name, case.expression, case.routing, case.traffic);
    writeln!(
        out,
        "{} endpoints, {} virtual channels, packets of {} flits; a link delays by a cycle, routers by none",
        case.endpoints.0, case.vcs, case.packet_flits.0
    );
    if !case.latencies.is_empty() {
        let mut rows =
            Sheet::new(["from", "to", "links", "cut-through, cycles", "store-and-forward, cycles"]);
        for packet in &case.latencies {
            rows.row(
                [packet.from, packet.to, packet.links, packet.cut_through, packet.store_and_forward]
                    .map(|value| value.0.to_string()),
            );
        }
        out.table(rows);
    } else {
        writeln!(out, "exact answer: {}", exact(case));
    }
    writeln!(out, "evidence: {}", case.evidence);
    out
}

fn comparison(answer: &Comparison) -> Page {
    let mut rows = Sheet::new(["result", "exact", ""]);
    for finding in &answer.findings {
        let verdict = if finding.agrees { "agrees" } else { "differs" };
        rows.row([
            finding.result.as_str().into(),
            finding.expected.as_str().into(),
            Cell::from(verdict.to_owned()).marked_if(Mark::Refuted, !finding.agrees),
        ]);
    }
    let mut out = Page::new();
    out.table(rows);
    match &answer.explanation {
        None => writeln!(out, "{} agrees", answer.case),
        Some(why) => writeln!(out, "{} differs: {why}", answer.case),
    }
    out
}
