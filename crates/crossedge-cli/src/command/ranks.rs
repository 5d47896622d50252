//! `crossedge ranks`: an order of ranks for a job, with a lower bound.

use crate::CommandOutcome;
use crate::chart;
use crate::failure::Failure;
use crate::files;
use crate::output::{grouped, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{RanksAnswer, RanksRequest};
use crossedge::render::Theme;
use crossedge::route::channels::RoutingName;
use crossedge_report::group_chart;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `ranks`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Files by extension: .rankfile (Open MPI), .hostfile (SLURM_HOSTFILE, mpirun --hostfile), .txt (endpoints, for `phases --mapping 'file ranks.txt'` and `simulate`)")]
pub struct Args {
    /// Network expression or dump, e.g. 'hosts(dragonfly(8,4), 4)'
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Parallel groups: tensor, context, expert, data, pipeline, e.g. 'tensor 8, pipeline 4'
    #[arg(long, value_name = "GROUPS", conflicts_with = "messages")]
    pub job: Option<String>,
    /// Bytes per rank, of all phases or each, e.g. 'tensor 64MiB, data 1GiB'
    #[arg(long, value_name = "SIZES", default_value = "64MiB")]
    pub bytes: String,
    /// Messages instead of a job: from, to, bytes; CSV matrix; .mtx, .goal, .et
    #[arg(long, value_name = "FILE")]
    pub messages: Option<String>,
    /// Endpoints of the allocation, e.g. 0-63,128-191 [default: all]
    #[arg(long, value_name = "LIST")]
    pub hosts: Option<String>,
    /// Consecutive endpoints that are adapters of one host
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub per_host: u64,
    /// Routing algorithm [default: split evenly over all shortest paths]
    #[arg(long, value_name = "NAME")]
    pub routing: Option<RoutingName>,
    /// Another order for comparison, e.g. 'block 2x2x2', 0,4,1,5 or 'file ranks.txt'
    #[arg(long, value_name = "ORDER")]
    pub compare: Option<String>,
    /// Rate of an endpoint port in Gbit/s
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub rate: u64,
    /// Work of the search, in millions of updates of a cable
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub effort: u64,
    /// Seed of the search
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print the most loaded cables before and after
    #[arg(long)]
    pub explain: bool,
    /// Draw the times of the phases: .svg, .png or .pdf
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// Write the order to a file (formats below)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Names of hosts in files; {} is the number of the host [default: names of the dump, or n{}]
    #[arg(long, value_name = "NAME", requires = "output")]
    pub host_names: Option<String>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Prints and writes the order.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    if let Some(path) = &args.output {
        files::check(path, args.force)?;
        if !path
            .extension()
            .is_some_and(|known| ["rankfile", "hostfile", "txt"].iter().any(|extension| known == *extension))
        {
            return Err(Failure::Usage(format!(
                "'{}' has an unknown extension\nhelp: use .rankfile, .hostfile or .txt; --json prints everything",
                path.display()
            )));
        }
    }
    if let Some(path) = &args.chart {
        chart::check(path, args.force, "crossedge ranks EXPR --format csv")?;
    }
    let compare = args.compare.as_deref().map(super::phases::mapping).transpose()?;
    let contents = match &args.messages {
        Some(name) if name.ends_with(".et") || name.ends_with(".json") => files::traces(name)?,
        Some(name) => vec![(name.clone(), files::schedule(name.as_ref())?)],
        None => Vec::new(),
    };
    let request = RanksRequest {
        job: args.job.clone(),
        bytes: args.bytes.clone(),
        messages: args.messages.clone(),
        hosts: args.hosts.clone(),
        per_host: args.per_host,
        routing: args.routing,
        compare,
        rate: args.rate,
        effort: args.effort,
        seed: args.seed,
        contents,
    };
    let net = source::topology(&args.expr)?;
    let answer = run_and_print(&request, &net, args.form.selected_form(), bars, |envelope| {
        text(envelope.expression.as_deref().unwrap_or_default(), &envelope.answer, args.explain)
    })?;
    if let Some(path) = &args.output {
        let extension =
            path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
        files::write(
            path,
            order_file(&answer.answer, &extension, args.host_names.as_deref()).as_bytes(),
            args.force,
        )?;
    }
    if let Some(path) = &args.chart {
        chart::write(path, phase_times_chart(&answer.answer), args.force)?;
    }
    match answer.answer.interrupted {
        true => Err(Failure::Interrupted),
        false => Ok(ExitCode::SUCCESS),
    }
}

/// The times of the phases as a chart.
fn phase_times_chart(answer: &RanksAnswer) -> String {
    let groups: Vec<(String, Vec<f64>)> = answer
        .phases
        .iter()
        .map(|phase| {
            let times = [phase.bound_microseconds, phase.microseconds, phase.linear_microseconds];
            (phase.phase.clone(), times.to_vec())
        })
        .collect();
    let title = format!("{} ranks, {}", answer.ranks.0, answer.job);
    group_chart(&title, "microseconds", &["lower bound", "this order", "linear order"], &groups, Theme::Light)
}

/// The order as a file.
fn order_file(answer: &RanksAnswer, extension: &str, names: Option<&str>) -> String {
    let each = answer.per_host.0.max(1);
    let mut out = String::new();
    for (rank, node) in answer.order.iter().enumerate() {
        let host = match names {
            Some(form) => form.replace("{}", &(node.0 / each).to_string()),
            None => answer.hosts[rank].clone(),
        };
        out += &match extension {
            "rankfile" => format!("rank {rank}={host} slot={}\n", answer.slots[rank]),
            "hostfile" => host + "\n",
            _ => format!("{}\n", node.0),
        };
    }
    out
}

fn text(expression: &str, answer: &RanksAnswer, explain: bool) -> Page {
    let mut out = Page::new();
    let micro = |time: f64| match time {
        time if time >= 1e6 => format!("{:.2} s", time / 1e6),
        time if time >= 1e4 => format!("{:.1} ms", time / 1e3),
        time if time >= 1e3 => format!("{:.2} ms", time / 1e3),
        time => format!("{time:.1} µs"),
    };
    writeln!(
        out,
        "{} ranks on {} endpoints of {}: {}",
        grouped(&answer.ranks.0.into()),
        grouped(&answer.endpoints.0.into()),
        expression,
        answer.job
    );
    let mut sheet = Sheet::dense(["phase", "time", "linear order", "bound", "limit of every order"]);
    for phase in &answer.phases {
        sheet.row([
            phase.phase.clone(),
            micro(phase.microseconds),
            micro(phase.linear_microseconds),
            micro(phase.bound_microseconds),
            phase.limit.clone(),
        ]);
    }
    out.table(sheet);
    let mut orders = Sheet::dense(["order", "time of all phases", "over the bound"]);
    let over = |time: f64| {
        format!("{:.2}", if answer.bound_microseconds > 0.0 { time / answer.bound_microseconds } else { 1.0 })
    };
    orders.row(["this order".to_owned(), micro(answer.microseconds), over(answer.microseconds)]);
    for other in &answer.others {
        orders.row([other.order.clone(), micro(other.microseconds), over(other.microseconds)]);
    }
    orders.row(["lower bound".to_owned(), micro(answer.bound_microseconds), "1".to_owned()]);
    out.table(orders);
    writeln!(out, "{}", answer.evidence.by());
    writeln!(out, "bound: {}", answer.bound_evidence.by());
    writeln!(
        out,
        "routing: {}; endpoint ports of {} Gbit/s; the messages of a phase are sent at once, latency is left out",
        answer.routing, answer.gbit_per_second
    );
    if explain {
        let mut sheet = Sheet::new(["phase", "most loaded cable", "in linear order"]);
        for phase in &answer.phases {
            let cable = |ends: &Option<[String; 2]>| {
                ends.as_ref().map_or(String::new(), |[from, to]| format!("{from} to {to}"))
            };
            sheet.row([phase.phase.clone(), cable(&phase.bottleneck), cable(&phase.linear_bottleneck)]);
        }
        out.table(sheet);
    }
    out
}
