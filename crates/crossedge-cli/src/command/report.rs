//! `crossedge report`: one page about networks that needs nothing else: metrics, pictures, charts, a route, what collectives cost, and
//! others of its size.

use super::collective;
use super::show::EffortArgs;
use crate::CommandOutcome;
use crate::failure::Failure;
use crate::figures;
use crate::files;
use crate::output::{print_answer, written_message};
use crate::progress::Bars;
use crate::source::topology;
use crossedge::Topology;
use crossedge::answers::{Envelope, Request, ShowRequest};
use crossedge::collective::Kind;
use crossedge::exact::Exact;
use crossedge::metrics::{Metric, When};
use crossedge::net::endpoints;
use crossedge_report::{
    CollectiveRow, Collectives, Neighbour, Other, ReportAnswer, ReportedNetwork, Row, compared_by,
    nearest_machines, nearest_networks,
};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expressions, e.g. 'rdn(torus(5,5), 2)'
    #[arg(value_name = "EXPR", required = true)]
    pub exprs: Vec<String>,
    /// Output file (HTML)
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// Describe the written file as JSON
    #[arg(long)]
    pub json: bool,
}

/// Writes the page.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    if args.output.extension().is_none_or(|e| e != "html") {
        return Err(Failure::Usage("a report is a page\nhelp: write -o report.html".to_owned()));
    }
    files::check(&args.output, args.force)?;
    let nets = args.exprs.iter().map(|text| topology(text)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = nets.iter().map(Topology::to_string).collect();
    let machines = nets.iter().any(|net| net.shape().machine().is_some());
    let one = |net: Topology| reported_network(net, machines, args, bars);
    let subjects = nets.into_iter().map(one).collect::<Result<Vec<_>, _>>()?;
    let page = crossedge_report::report(&subjects, env!("CARGO_PKG_VERSION"), bars)?;
    files::write(&args.output, page.as_bytes(), args.force)?;
    bars.clear_bars();
    let (file, size) = (args.output.display().to_string(), page.len() as u64);
    let answer = ReportAnswer { file, format: "html", bytes: Exact(size), networks: names };
    let envelope = Envelope::new(ReportAnswer::VERB, None, answer);
    print_answer(&envelope, args.json, |_| written_message(&args.output, size))?;
    Ok(ExitCode::SUCCESS)
}

/// Collects the contents of one network; `machines` if any network of the page has switches.
fn reported_network(
    net: Topology,
    machines: bool,
    args: &Args,
    bars: &Bars,
) -> Result<ReportedNetwork, Failure> {
    let request = ShowRequest { effort: args.effort.request(), ..ShowRequest::all() };
    let order: Vec<Metric> =
        request.reported().into_iter().chain(Metric::reported(When::OfMachines)).collect();
    let mut metric_rows = figures::rows(&request.answer(&net, bars)?.metrics, &order);
    let machine = net.shape().machine().is_some();
    if machines && !machine {
        metric_rows.extend(figures::compared_metrics(
            &net,
            &Metric::reported(When::OfMachines).collect::<Vec<_>>(),
            args.effort.request(),
            bars,
        )?);
    }
    let collectives = match net.network_if_it_fits() {
        Some(network) => Some(collectives(&net, network.endpoints(), bars)?),
        None => None,
    };
    let degree = net.shape().degrees().keys().next_back().copied().unwrap_or(0);
    let near = match machine {
        true => nearest_machines(&endpoints(net.shape())),
        false => nearest_networks(&net.nodes(), degree, args.effort.sample),
    };
    let mut others = Vec::new();
    for Neighbour { expr, sample, left_out } in near {
        let rows = match left_out {
            Some(why) => Err(why),
            None => {
                // A neighbour that cannot be had is left out of the table, not of the page.
                let Ok(other) = topology(&expr) else { continue };
                let effort = EffortArgs { sample, ..args.effort }.request();
                Ok(self::page_rows(figures::compared_metrics(&other, compared_by(machine), effort, bars)?))
            }
        };
        others.push(Other { expr, rows });
    }
    Ok(ReportedNetwork { net, rows: page_rows(metric_rows), collectives, others })
}

/// Rows in the type of the page.
fn page_rows(metric_rows: Vec<figures::MetricRow>) -> Vec<Row> {
    let row = |row: figures::MetricRow| Row {
        metric: row.metric,
        label: row.label,
        text: row.text,
        evidence: row.evidence,
    };
    metric_rows.into_iter().map(row).collect()
}

/// Message sizes of the table of collectives.
const MESSAGE_SIZES: [(u64, &str); 2] = [(1024, "1 KiB"), (1 << 20, "1 MiB")];

/// The fastest verified schedule of each collective, and one collective over all sizes.
fn collectives(net: &Topology, nodes: u64, bars: &Bars) -> Result<Collectives, Failure> {
    let mut rows = Vec::new();
    for kind in Kind::ALL {
        let most = collective::most_on_page(kind);
        let fastest = match nodes > most {
            true => Err(format!("on a page up to {most} nodes")),
            false => {
                match collective::fastest_per_size(net, kind, &MESSAGE_SIZES.map(|(bytes, _)| bytes), bars) {
                    // One that is too large is left out of the table, not of the page.
                    Err(Failure::Limit(why)) => Err(why.lines().next().unwrap_or_default().to_owned()),
                    Err(Failure::Usage(why)) if net.shape().machine().is_some() => Err(why),
                    result => Ok(result?),
                }
            }
        };
        rows.push(CollectiveRow { collective: kind.word(), fastest });
    }
    // All-reduce is made again for every size; a broadcast in closed form is verified once.
    let kind = if nodes <= 256 { Kind::AllReduce } else { Kind::Broadcast };
    let times = match nodes <= collective::most_on_page(kind) {
        true => match collective::time_lines(net, kind, bars) {
            Err(Failure::Limit(_)) => None,
            Err(Failure::Usage(_)) if net.shape().machine().is_some() => None,
            times => Some(times?),
        },
        false => None,
    };
    let switched = net.network().is_ok_and(|net| net.endpoints() < net.nodes());
    Ok(Collectives { switched, sizes: MESSAGE_SIZES.map(|(_, size)| size.to_owned()).to_vec(), rows, times })
}
