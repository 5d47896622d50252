//! `crossedge design`: finds networks that meet a requirement.

use super::design_table;
use super::design_watch::{DesignObserver, Ending};
use super::layout;
use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{grouped, json_line, print_answer, print_note};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{DesignAnswer, DesignRequest, DesignedAnswer, Envelope, Request, SizeRange};
use crossedge::exact::Ratio;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// The requirement that a design must meet.
#[derive(Debug, clap::Args)]
pub struct WantedArgs {
    /// Number of endpoints, e.g. 8k..12k or 8192
    #[arg(long, value_name = "RANGE")]
    pub endpoints: Option<SizeRange>,
    /// Ports per chip or switch (radix), e.g. ..36 [default: ..64]
    #[arg(long, value_name = "RANGE")]
    pub ports: Option<SizeRange>,
    /// Maximum ports of a switch; short for --ports ..N
    #[arg(long, value_name = "N", conflicts_with = "ports")]
    pub radix: Option<u32>,
    /// Ports of an endpoint [default: 1; with --direct those of a node]
    #[arg(long, value_name = "N")]
    pub endpoint_ports: Option<u32>,
    /// Uniform throughput required, a fraction of injection [default: 1]
    #[arg(long, value_name = "FRACTION")]
    pub throughput: Option<f64>,
    /// Maximum total cost, in the unit of the prices
    #[arg(long, value_name = "COST")]
    pub budget: Option<f64>,
    /// Maximum total power, in the unit of power of the prices
    #[arg(long, value_name = "POWER")]
    pub max_power: Option<f64>,
    /// Maximum number of racks
    #[arg(long, value_name = "N")]
    pub max_racks: Option<u64>,
    /// Price file [default: relative prices; see `crossedge prices`]
    #[arg(long, value_name = "FILE")]
    pub prices: Option<PathBuf>,
    /// Only networks without switches (direct networks)
    #[arg(long)]
    pub direct: bool,
    /// Only these families, e.g. torus,dual,dragonfly
    #[arg(long, alias = "families", value_name = "NAMES", value_delimiter = ',')]
    pub family: Vec<String>,
    /// Only constructions over this network, e.g. 'torus(2,3,5)'
    #[arg(long, value_name = "EXPR")]
    pub base: Option<String>,
    /// Endpoints per block; links leaving a block are optical
    #[arg(long, value_name = "N")]
    pub block: Option<u64>,
    /// Objectives, most important first, e.g. cost,diameter [default: cost,mean]
    #[arg(long, alias = "objectives", value_name = "NAMES", value_delimiter = ',')]
    pub objective: Vec<String>,
    /// Constraint, e.g. 'diameter<=6 and throughput>=0.5'
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<String>,
    /// Maximum number of designs to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
}

impl WantedArgs {
    /// As a request.
    pub fn request(&self) -> Result<DesignRequest, Failure> {
        Ok(DesignRequest {
            endpoints: self.endpoints,
            ports: self.ports,
            radix: self.radix,
            endpoint_ports: self.endpoint_ports,
            throughput: self.throughput,
            budget: self.budget,
            max_power: self.max_power,
            max_racks: self.max_racks,
            prices: self.prices.as_ref().map(|path| layout::read_prices(path)).transpose()?,
            direct: self.direct,
            families: self.family.clone(),
            base: self.base.as_ref().map(|text| source::topology(text)).transpose()?,
            block: self.block,
            objectives: self.objective.clone(),
            condition: self.condition.clone(),
            limit: self.limit,
            ..DesignRequest::default()
        })
    }
}

/// Arguments of `design`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Networks to compare [default: search all families]
    #[arg(value_name = "EXPR", required_unless_present_any = ["endpoints", "base"])]
    pub exprs: Vec<String>,
    #[command(flatten)]
    pub wanted: WantedArgs,
    /// Show the best design per power of two of endpoints
    #[arg(long)]
    pub by_size: bool,
    /// Show all feasible designs, smallest first, not only the Pareto front
    #[arg(long, conflicts_with = "by_size")]
    pub all: bool,
    /// Print the elapsed time to stderr
    #[arg(long)]
    pub time: bool,
    /// Write the designs to a .csv or .parquet file
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Write an HTML page with a chart of the designs
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// Checkpoint file; resume from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "exprs")]
    pub resume: Option<PathBuf>,
    /// Stream designs as JSON Lines; the last line is the full answer
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pub stream: bool,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Shows designs, best first.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let nets = args.exprs.iter().map(|text| source::topology(text)).collect::<Result<Vec<_>, _>>()?;
    let request = DesignRequest { by_size: args.by_size, all: args.all, ..args.wanted.request()? };
    for (path, ends) in [(&args.table, &["csv", "parquet"][..]), (&args.chart, &["html"][..])] {
        let Some(path) = path else { continue };
        if !ends.iter().any(|end| path.extension().is_some_and(|have| have == *end)) {
            let wanted = ends.join(" or .");
            return Err(Failure::Usage(format!("{} does not end in .{wanted}", path.display())));
        }
        files::check(path, args.force)?;
    }
    let start = Instant::now();
    let watch = DesignObserver::new(args.resume.as_ref(), args.stream, bars)?;
    let answer = request.answer_for(&nets, &watch, bars);
    bars.clear_bars();
    let answer = answer.map_err(Failure::from);
    watch.finish(match &answer {
        Ok(_) => Ending::Finished,
        Err(Failure::Interrupted) => Ending::Interrupted,
        Err(_) => Ending::Failed,
    })?;
    let envelope = Envelope::new(DesignRequest::VERB, None, answer?);
    match args.stream {
        true => json_line(&envelope)?,
        false => print_answer(&envelope, args.form.selected_form(), |envelope| {
            text(&envelope.answer, args.by_size)
        })?,
    }
    if let Some(path) = &args.table {
        let table = design_table::table(&envelope.answer);
        let bytes = match path.extension().is_some_and(|end| end == "csv") {
            true => table.csv().into_bytes(),
            false => table.parquet().map_err(files::file_failure)?,
        };
        files::write(path, &bytes, args.force)?;
        print_note(&format!("{} has the designs", path.display()));
    }
    if let Some(path) = &args.chart {
        let page = crossedge_report::front_page(&envelope.answer, "Designs");
        files::write(path, page.as_bytes(), args.force)?;
        print_note(&format!("{} has the chart", path.display()));
    }
    let (seconds, examined) = (start.elapsed().as_secs_f64(), envelope.answer.examined.0);
    if args.time {
        let each = seconds * 1e6 / examined.max(1) as f64;
        print_note(&format!("{examined} candidates in {seconds:.1} s, {each:.2} µs each"));
    }
    Ok(if envelope.answer.designs.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// A ratio in short form; a dash if it is unknown.
fn short_ratio(ratio: &Option<Ratio>, places: u32) -> String {
    ratio.as_ref().map_or("–".to_owned(), |ratio| ratio.decimal(places))
}

/// A metric with a lower and an upper bound.
fn bounds_text(lower: &Option<Ratio>, upper: &Option<Ratio>, places: u32) -> String {
    match (lower, upper) {
        (Some(a), Some(b)) if a == b => a.decimal(places),
        (Some(a), Some(b)) => format!("{} to {}", a.decimal(places), b.decimal(places)),
        (None, Some(b)) => format!("≤ {}", b.decimal(places)),
        (Some(a), None) => format!("≥ {}", a.decimal(places)),
        (None, None) => "–".to_owned(),
    }
}

/// The designs, the best by each objective and the nearest infeasible ones, as text.
pub fn text(answer: &DesignAnswer, by_size: bool) -> Page {
    if !answer.families.is_empty() {
        return priced_text(answer);
    }
    let mut out = Page::new();
    let blocks = answer.block.is_some();
    let costs = answer.designs.iter().any(|design| design.weighted_cost_ratio.is_some());
    let mut header = vec![
        "network",
        "endpoints",
        "switches",
        "ports",
        "diameter ≥ Moore",
        "mean ≥ Moore",
        "throughput ≤ best",
    ];
    header.extend(["bisection ≥", "VCs", "cables each"]);
    header.extend(if blocks { vec!["optical each", "per optical"] } else { Vec::new() });
    header.extend(if costs { vec!["CRw ≥ Moore"] } else { Vec::new() });
    let mut shown = Sheet::dense(header);
    for design in &answer.designs {
        shown.row(design_row(design, blocks, costs));
    }
    out.table(shown);
    if let Some(front) = &answer.front {
        let [examined, feasible] = [&answer.examined, &answer.feasible].map(|count| grouped(&count.0.into()));
        writeln!(
            out,
            "{examined} candidates examined, {feasible} meet the requirement, {} on the Pareto front of {}",
            front.0,
            answer.objectives.join(", ")
        );
        if answer.unknown.0 > 0 {
            writeln!(out, "{} more lack a requested metric", grouped(&answer.unknown.0.into()));
        }
        if !by_size && (answer.designs.len() as u64) < front.0 {
            writeln!(out, "{} of them are shown; --limit shows more", answer.designs.len());
        }
    }
    let value = |value: Option<f64>| {
        value.map_or("without limit".to_owned(), |value| {
            format!("{value:.4}").trim_end_matches('0').trim_end_matches('.').to_owned()
        })
    };
    for winner in &answer.winners {
        let compared_designs = if winner.compared_designs == "all" {
            String::new()
        } else {
            format!(" {}", winner.compared_designs)
        };
        writeln!(
            out,
            "best {}{compared_designs}: {} ({})",
            winner.objective,
            winner.expressions.join(" and "),
            value(winner.value)
        );
    }
    for near in &answer.near {
        writeln!(
            out,
            "{} would give {} {} instead of {}: {} ({} endpoints, {} ports)",
            near.deviation,
            near.objective,
            value(near.value),
            near.best_feasible.map_or("nothing".to_owned(), |best| value(Some(best))),
            near.expression,
            near.endpoints,
            near.ports
        );
    }
    for design in answer.designs.iter().filter(|design| design.ties.0 > 0).take(5) {
        let others = if design.ties.0 == 1 {
            "1 other has".to_owned()
        } else {
            format!("{} others have", design.ties)
        };
        writeln!(out, "{others} the same metrics as {}", design.expression);
    }
    out.set_csv(design_table::sheet(answer));
    out
}

/// The best of each family, the recommendation, and the other designs by cost.
fn priced_text(answer: &DesignAnswer) -> Page {
    let mut out = Page::new();
    let unit = answer.families.iter().find_map(|family| Some(&family.design.as_ref()?.cost.as_ref()?.unit));
    let metrics = ["endpoints", "switches", "throughput", "bisection", "cost each", "optical", "hops", "ns"];
    let mut shown = Sheet::dense(["family", "cheapest network"].into_iter().chain(metrics));
    for family in &answer.families {
        if let Some(design) = &family.design {
            let head = [family.family.to_owned(), design.expression.clone()];
            shown.row(head.into_iter().chain(priced_row(design)));
        }
    }
    if let Some(unit) = unit {
        out.table(shown);
        writeln!(
            out,
            "cost in {unit}; throughput and bisection as fractions of what endpoints inject; ns is the mean latency without load"
        );
    } else {
        writeln!(out, "no design meets the requirement");
    }
    for family in &answer.families {
        if let Some(reason) = &family.reason {
            writeln!(out, "no {}: {reason}", family.family);
        }
    }
    if let Some(choice) = &answer.choice {
        writeln!(out, "\nrecommended: {} ({}): {}", choice.expression, choice.family, choice.reason);
        if let Some(second) = &choice.runner_up {
            writeln!(
                out,
                "runner-up: {} ({}), {:.2} times the cost of an endpoint; it wins {}",
                second.expression, second.family, second.cost_ratio, second.condition
            );
        }
        for one in &choice.sensitivity {
            let then = if one.same { "the same" } else { one.expression.as_str() };
            writeln!(out, "with {}: {then}", one.change);
        }
        for one in &choice.more {
            writeln!(out, "{} buys {}: {}", one.what, one.gives, one.expression);
        }
    }
    if answer.designs.len() > 1 {
        writeln!(out, "\nPareto front of {}", answer.objectives.join(", "));
        let mut shown = Sheet::dense(["network"].into_iter().chain(metrics));
        for design in &answer.designs {
            shown.row([design.expression.clone()].into_iter().chain(priced_row(design)));
        }
        out.table(shown);
    }
    let [examined, feasible] = [&answer.examined, &answer.feasible].map(|count| grouped(&count.0.into()));
    writeln!(out, "{examined} candidates examined, {feasible} meet the requirement");
    if answer.unknown.0 > 0 {
        writeln!(out, "{} more lack a requested metric", grouped(&answer.unknown.0.into()));
    }
    out.set_csv(design_table::sheet(answer));
    out
}

fn priced_row(design: &DesignedAnswer) -> [String; 8] {
    let cost = design.cost.as_ref();
    let carried = design.injection_at_least.as_ref().or(design.throughput_at_least.as_ref());
    [
        grouped(&design.endpoints.0.into()),
        grouped(&design.switches.0.into()),
        carried.map_or("–".to_owned(), |carried| carried.decimal(2)),
        short_ratio(&design.bisection_share, 2),
        cost.map_or("–".to_owned(), |cost| format!("{:.2}", cost.per_endpoint)),
        cost.map_or("–".to_owned(), |cost| grouped(&cost.optical.0.into())),
        design.diameter.map_or("–".to_owned(), |diameter| diameter.to_string()),
        short_ratio(&design.zero_load_latency, 0),
    ]
}

fn design_row(design: &DesignedAnswer, blocks: bool, costs: bool) -> Vec<String> {
    let whole = |value: Option<String>| value.unwrap_or("–".to_owned());
    let limits = &design.limits;
    let each = Ratio::new(design.cables.0, design.endpoints.0);
    let mut row = vec![
        design.expression.clone(),
        grouped(&design.endpoints.0.into()),
        grouped(&design.switches.0.into()),
        design.ports.to_string(),
        format!(
            "{} ≥ {}",
            whole(design.diameter.map(|d| d.to_string())),
            whole(limits.diameter.map(|d| d.to_string()))
        ),
        format!("{} ≥ {}", short_ratio(&design.mean_distance, 3), short_ratio(&limits.mean_distance, 3)),
        format!(
            "{} ≤ {}",
            bounds_text(&design.throughput_at_least, &design.throughput_at_most, 3),
            short_ratio(&limits.throughput, 3)
        ),
        whole(design.bisection_at_least.map(|links| grouped(&links.0.into()))),
        whole(design.virtual_channels.map(|vcs| vcs.to_string())),
        each.decimal(2),
    ];
    if blocks {
        row.push(short_ratio(&design.optical_per_endpoint, 2));
        row.push(bounds_text(
            &design.throughput_per_optical_at_least,
            &design.throughput_per_optical_at_most,
            3,
        ));
    }
    if costs {
        let ratio = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
        row.push(format!("{} ≥ {}", ratio(design.weighted_cost_ratio), ratio(limits.weighted_cost_ratio)));
    }
    row
}
