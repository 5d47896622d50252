//! `crossedge phases`: what the phases of training a model take.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{grouped, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crate::words::word;
use crossedge::answers::{PhasesAnswer, PhasesRequest};
use crossedge::collective::training::{MappingText, Phase};
use crossedge::cost::size;
use crossedge::words::Word;
use std::process::ExitCode;

/// Arguments of `phases`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Placements: linear, 'block 2x2x2' (consecutive ranks fill boxes), a list of endpoints (0,4,1,5), or 'file ranks.txt'")]
pub struct Args {
    /// Network expressions, e.g. 'torus(4,4,8)' 'fattree(8)'
    #[arg(value_name = "EXPR", required = true)]
    pub exprs: Vec<String>,
    /// Tensor-parallel group size (fastest-varying rank index)
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub tensor: u64,
    /// Pipeline stages (slowest-varying rank index)
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub pipeline: u64,
    /// Data-parallel replicas [default: as many as fit]
    #[arg(long, value_name = "N")]
    pub data: Option<u64>,
    /// Replicas per expert-parallel group; divides --data [default: all]
    #[arg(long, value_name = "N")]
    pub expert: Option<u64>,
    /// Bytes per rank: reduced vector, expert tokens, pipeline activations
    #[arg(long, value_name = "SIZE", default_value_t = 65536, value_parser = size::parse)]
    pub bytes: u64,
    /// Flit size in bytes; a link carries one flit per cycle
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub flit_bytes: u64,
    /// Rank placement, e.g. 'block 2x2x2' (described below)
    #[arg(long, value_name = "MAPPING", default_value = "linear")]
    pub mapping: String,
    /// Show only this phase; repeatable [default: all]
    #[arg(long = "phase", alias = "phases", value_name = "PHASE", value_delimiter = ',', value_parser = word::<Phase>())]
    pub phases: Vec<Phase>,
    #[command(flatten)]
    pub form: FormArgs,
}

/// A mapping as it is written, or the name of a file with one.
pub(super) fn mapping(text: &str) -> Result<MappingText, Failure> {
    let text = match text.trim().strip_prefix("file ") {
        Some(name) => files::settings(name.trim().as_ref())?,
        None => text.to_owned(),
    };
    text.parse().map_err(Failure::Usage)
}

/// A mapping in a line: long lists of endpoints are counted.
pub(super) fn brief(mapping: &str) -> String {
    match mapping.split(',').count() {
        count @ 33.. => format!("to {count} endpoints as listed"),
        _ => mapping.to_owned(),
    }
}

/// Prints the time of every phase.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let mapping = mapping(&args.mapping)?;
    let phases = if args.phases.is_empty() { Phase::ALL.to_vec() } else { args.phases.clone() };
    let request = PhasesRequest {
        tensor: args.tensor,
        pipeline: args.pipeline,
        data: args.data,
        expert: args.expert,
        bytes: args.bytes,
        flit_bytes: args.flit_bytes,
        mapping,
        phases,
    };
    let nets = args.exprs.iter().map(|text| source::topology(text)).collect::<Result<Vec<_>, _>>()?;
    run_and_print(&request, &nets, args.form.selected_form(), bars, |envelope| text(&envelope.answer))?;
    Ok(ExitCode::SUCCESS)
}

/// Phases as text.
fn text(answer: &PhasesAnswer) -> Page {
    let mut out = Page::new();
    let mut sheet = Sheet::dense([
        "machine",
        "ranks",
        "phase",
        "groups",
        "flits sent",
        "throughput",
        "bound",
        "schedule",
        "over it",
        "steps",
    ]);
    for machine in &answer.machines {
        let ranks = format!("{}x{}x{}", machine.tensor, machine.data, machine.pipeline);
        for phase in &machine.phases {
            let (least, most) = (&phase.throughput_at_least, &phase.throughput_at_most);
            let throughput = match least == most {
                true => least.short(),
                false => format!("{} to {}", least.decimal(3), most.decimal(3)),
            };
            sheet.row([
                machine.expression.clone(),
                ranks.clone(),
                phase.phase.to_string(),
                format!("{} stride {}", phase.group, phase.stride),
                grouped(&phase.flits.0.into()),
                throughput,
                phase.bound_cycles.decimal(0),
                grouped(&phase.schedule_cycles.0.into()),
                phase.ratio_to_bound.decimal(2),
                grouped(&phase.steps.0.into()),
            ]);
        }
    }
    out.table(sheet);
    writeln!(
        out,
        "ranks: tensor x data x pipeline, mapped {}; every rank holds {} bytes, a link takes {} in a cycle",
        brief(&answer.mapping),
        answer.bytes,
        answer.flit_bytes
    );
    writeln!(
        out,
        "throughput: flits per cycle per rank with any (multipath) routing; bound and schedule in cycles"
    );
    out
}
