//! The campaign: random faults, many trials, a curve. Finished trials survive a killed process.

use super::Args;
use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{print_answer, print_note};
use crate::progress::Bars;
use crate::source;
use crate::table::{Cell, Page, Sheet};
use crossedge::answers::{Envelope, PacketRequest, Request};
use crossedge::route::fault::Diameter;
use crossedge_campaign::sweep::GENERATOR;
use crossedge_campaign::{Dead, Fraction, Journal, Records, SurvivalAnswer, SurvivalRequest, plural};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Method for the diameter of the largest component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum How {
    /// Two searches; a lower bound
    Sweep,
    /// A search from every node
    Exact,
}

fn request(args: &Args) -> Result<SurvivalRequest, Failure> {
    let dead = match (&args.rates, &args.counts) {
        (Some(rates), None) => Dead::Rates(rates.clone()),
        (None, Some(counts)) => Dead::Counts(counts.clone()),
        (Some(_), Some(_)) => return Err(Failure::Usage("give --rates or --counts, not both".to_owned())),
        (None, None) => {
            let message = "nothing to do\nhelp: give two nodes for a packet, --faults for the remaining network, or --rates 0.01,0.05 for random trials";
            return Err(Failure::Usage(message.to_owned()));
        }
    };
    let diameter = if args.diameter == How::Exact { Diameter::Exact } else { Diameter::Sweep };
    let Args { trials, pairs, seed, search, .. } = *args;
    Ok(SurvivalRequest { dead, dying: args.dying_components(), trials, pairs, seed, diameter, search })
}

/// Runs the campaign, or the rest of it.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let net = source::topology(&args.expr)?;
    let request = request(args)?;
    let survival = request.prepare(&net)?;
    let output = args.output.as_deref();
    let beside = |path: &Path| {
        let mut name = path.as_os_str().to_owned();
        name.push(".journal");
        PathBuf::from(name)
    };
    let journal = args.journal.clone().or_else(|| output.map(beside));
    if let (Some(output), Some(journal)) = (output, &journal)
        && files::same_file(output, journal)
    {
        let message = "the curve and the journal are one file, and the curve would destroy the journal";
        return Err(Failure::Usage(format!("{message}\nhelp: give -o and --journal two names")));
    }
    if let Some(path) = output {
        // With a journal the file may be that of this very campaign, which is seen at the end.
        files::check(path, args.force || journal.as_ref().is_some_and(|path| path.exists()))?;
    }
    let (journal, finished) = match journal {
        Some(path) => {
            let (journal, finished) = Journal::open(&path).map_err(files::file_failure)?;
            warn_about_damage(journal.damaged(), &path);
            (Some(journal), finished)
        }
        None => (None, Records::new()),
    };
    let answer = survival.answer(journal.as_ref(), finished, bars).map_err(files::file_failure)?;
    let envelope = Envelope::new(PacketRequest::VERB, Some(net.to_string()), answer);
    if let Some(path) = output {
        let text = format!("{}\n", serde_json::to_string_pretty(&envelope).map_err(io::Error::from)?);
        files::write_same(path, text.as_bytes(), args.force)?;
    }
    print_answer(&envelope, args.form.selected_form(), |envelope| text(args, envelope))?;
    Ok(ExitCode::SUCCESS)
}

/// Reports lines of a journal that were skipped.
pub fn warn_about_damage(lines: u64, journal: &Path) {
    if lines > 0 {
        let (records, tasks) = if lines == 1 {
            ("1 damaged record", "its task runs")
        } else {
            ("damaged records", "their tasks run")
        };
        let count = if lines == 1 { String::new() } else { format!("{lines} ") };
        print_note(&format!("{count}{records} of {} passed over; {tasks} again", journal.display()));
    }
}

fn text(args: &Args, envelope: &Envelope<SurvivalAnswer>) -> Page {
    let mut out = Page::new();
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    let interval = |part: &Fraction| match part.fraction {
        None => "none".to_owned(),
        Some(fraction) => format!("{fraction:.4} [{:.4}, {:.4}]", part.low, part.high),
    };
    let dead = format!("dead {}", args.dying_components().word());
    let bound = if args.diameter == How::Exact { "diameter" } else { "diameter at least" };
    let mut rows = Sheet::new([
        "rate",
        &dead,
        "connected",
        "largest component",
        bound,
        "path exists",
        "delivered",
        "stretch",
        "worst",
    ]);
    for point in &envelope.answer.points {
        let number = |x: Option<f64>, digits: usize| x.map_or("none".to_owned(), |x| format!("{x:.digits$}"));
        rows.row([
            point.written.clone(),
            (point.dead_nodes.0 + point.dead_links.0).to_string(),
            interval(&point.connected),
            number(point.largest_part, 4),
            format!("{} (most {})", number(point.diameter.mean, 2), point.diameter.max),
            interval(&point.connected_packets),
            interval(&point.delivered),
            number(point.stretch.mean, 4),
            format!("{}/{}", point.stretch.worst_hops, point.stretch.worst_distance),
        ]);
    }
    out.table(rows);
    out.set_csv(csv_rows(envelope));
    writeln!(
        out,
        "sampled: {} a row, {} each, seed {}, {GENERATOR}; intervals: Wilson, 95 %",
        plural(args.trials, "trial"),
        plural(args.pairs, "packet"),
        args.seed
    );
    if let Some(path) = &args.output {
        writeln!(out, "written to {}", path.display());
    }
    out
}

/// One row a rate or count, one column a number.
fn csv_rows(envelope: &Envelope<SurvivalAnswer>) -> Sheet {
    let mut rows = Sheet::new([
        "rate",
        "dead_nodes",
        "dead_links",
        "connected",
        "connected_low",
        "connected_high",
        "largest_part",
        "diameter_mean",
        "diameter_max",
        "joined",
        "delivered",
        "delivered_low",
        "delivered_high",
        "stretch_mean",
        "worst_hops",
        "worst_distance",
    ]);
    let number = |x: Option<f64>| Cell::from(x.map_or(String::new(), |x| x.to_string()));
    for point in &envelope.answer.points {
        rows.row([
            point.written.as_str().into(),
            point.dead_nodes.to_string().into(),
            point.dead_links.to_string().into(),
            number(point.connected.fraction),
            number(Some(point.connected.low)),
            number(Some(point.connected.high)),
            number(point.largest_part),
            number(point.diameter.mean),
            point.diameter.max.to_string().into(),
            number(point.connected_packets.fraction),
            number(point.delivered.fraction),
            number(Some(point.delivered.low)),
            number(Some(point.delivered.high)),
            number(point.stretch.mean),
            point.stretch.worst_hops.to_string().into(),
            point.stretch.worst_distance.to_string().into(),
        ]);
    }
    rows
}
