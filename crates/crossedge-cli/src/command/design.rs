//! `crossedge design`: networks for a requirement.

use crate::Outcome;
use crate::output::{grouped, note, tell};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{DesignAnswer, DesignRequest, DesignedAnswer, SizeRange};
use crossedge::exact::Ratio;
use std::process::ExitCode;
use std::time::Instant;

/// Arguments of `design`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Networks to put side by side; without any, all of the algebra is searched
    #[arg(value_name = "EXPR", required_unless_present_any = ["endpoints", "base"])]
    pub exprs: Vec<String>,
    /// How many endpoints, as in 8k..12k or 8192
    #[arg(long, value_name = "RANGE")]
    pub endpoints: Option<SizeRange>,
    /// How many ports a chip or a switch has, as in ..36; at most 64 without it
    #[arg(long, value_name = "RANGE")]
    pub ports: Option<SizeRange>,
    /// Only networks without switches
    #[arg(long)]
    pub direct: bool,
    /// Only these families, as in torus,dual,dragonfly
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    pub family: Vec<String>,
    /// Only networks over this one, as in 'torus(2,3,5)'
    #[arg(long, value_name = "EXPR")]
    pub base: Option<String>,
    /// So many endpoints stand together, wired in copper; what leaves them is optical
    #[arg(long, value_name = "N")]
    pub block: Option<u64>,
    /// What is compared, the most important first, as in optical,throughput; all that is known without it
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub objective: Vec<String>,
    /// What else must hold, as in 'diameter<=6 and throughput>=0.5'
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<String>,
    /// The best for every power of two of endpoints, by the first objective
    #[arg(long)]
    pub by_size: bool,
    /// Every candidate that meets the requirement, the smallest first, not only the front
    #[arg(long, conflicts_with = "by_size")]
    pub all: bool,
    /// How many designs to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
    /// Say on standard error how long it took
    #[arg(long)]
    pub time: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Shows designs, best first.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let nets = args.exprs.iter().map(|text| source::topology(text)).collect::<Result<Vec<_>, _>>()?;
    let request = DesignRequest {
        endpoints: args.endpoints,
        ports: args.ports,
        direct: args.direct,
        families: args.family.clone(),
        base: args.base.as_ref().map(|text| source::topology(text)).transpose()?,
        block: args.block,
        objectives: args.objective.clone(),
        condition: args.condition.clone(),
        by_size: args.by_size,
        all: args.all,
        limit: args.limit,
    };
    let start = Instant::now();
    let told = tell(&request, &nets, args.form.form(), bars, |told| text(&told.answer, args.by_size))?;
    let (seconds, looked) = (start.elapsed().as_secs_f64(), told.answer.looked.0);
    if args.time {
        let each = seconds * 1e6 / looked.max(1) as f64;
        note(&format!("{looked} candidates in {seconds:.1} s, {each:.2} µs each"));
    }
    Ok(if told.answer.designs.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// A ratio in short; a dash where it is not known.
fn short(ratio: &Option<Ratio>, places: u32) -> String {
    ratio.as_ref().map_or("–".to_owned(), |ratio| ratio.decimal(places))
}

/// A figure between two ends.
fn between(lower: &Option<Ratio>, upper: &Option<Ratio>, places: u32) -> String {
    match (lower, upper) {
        (Some(a), Some(b)) if a == b => a.decimal(places),
        (Some(a), Some(b)) => format!("{} to {}", a.decimal(places), b.decimal(places)),
        (None, Some(b)) => format!("≤ {}", b.decimal(places)),
        (Some(a), None) => format!("≥ {}", a.decimal(places)),
        (None, None) => "–".to_owned(),
    }
}

fn text(answer: &DesignAnswer, by_size: bool) -> Page {
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
        shown.row(line(design, blocks, costs));
    }
    out.table(shown);
    if let Some(front) = &answer.front {
        let [looked, met] = [&answer.looked, &answer.met].map(|count| grouped(&count.0.into()));
        writeln!(
            out,
            "{looked} candidates looked at, {met} meet the requirement, {} on the front by {}",
            front.0,
            answer.objectives.join(", ")
        );
        if answer.unknown.0 > 0 {
            writeln!(
                out,
                "of {} more something that was asked for is not known",
                grouped(&answer.unknown.0.into())
            );
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
        let among = if winner.among == "all" { String::new() } else { format!(" {}", winner.among) };
        writeln!(
            out,
            "best {}{among}: {} ({})",
            winner.objective,
            winner.expressions.join(" and "),
            value(winner.value)
        );
    }
    for near in &answer.near {
        writeln!(
            out,
            "{} would give {} {} instead of {}: {} ({} endpoints, {} ports)",
            near.outside,
            near.objective,
            value(near.value),
            near.inside.map_or("nothing".to_owned(), |inside| value(Some(inside))),
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
        writeln!(out, "{others} the figures of {}", design.expression);
    }
    out.data(data(answer));
    out
}

fn line(design: &DesignedAnswer, blocks: bool, costs: bool) -> Vec<String> {
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
        format!("{} ≥ {}", short(&design.mean_distance, 3), short(&limits.mean_distance, 3)),
        format!(
            "{} ≤ {}",
            between(&design.throughput_at_least, &design.throughput_at_most, 3),
            short(&limits.throughput, 3)
        ),
        whole(design.bisection_at_least.map(|links| grouped(&links.0.into()))),
        whole(design.virtual_channels.map(|vcs| vcs.to_string())),
        each.decimal(2),
    ];
    if blocks {
        row.push(short(&design.optical_per_endpoint, 2));
        row.push(between(&design.throughput_per_optical_at_least, &design.throughput_per_optical_at_most, 3));
    }
    if costs {
        let ratio = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
        row.push(format!("{} ≥ {}", ratio(design.weighted_cost_ratio), ratio(limits.weighted_cost_ratio)));
    }
    row
}

/// One row a design, as programs read it.
fn data(answer: &DesignAnswer) -> Sheet {
    let mut shown = Sheet::new([
        "network",
        "endpoints",
        "switches",
        "ports",
        "diameter",
        "mean_distance",
        "throughput_at_least",
        "throughput_at_most",
        "bisection_at_least",
        "virtual_channels",
        "cables",
        "optical_cables",
        "weighted_cost_ratio",
        "moore_diameter",
        "moore_mean_distance",
        "best_throughput",
        "best_weighted_cost_ratio",
        "ties",
    ]);
    let number = |ratio: &Option<Ratio>| {
        ratio.as_ref().and_then(Ratio::value).map_or(String::new(), |value| value.to_string())
    };
    fn whole<T: ToString>(value: Option<T>) -> String {
        value.map_or(String::new(), |value| value.to_string())
    }
    for design in &answer.designs {
        let limits = &design.limits;
        shown.row([
            design.expression.clone(),
            design.endpoints.to_string(),
            design.switches.to_string(),
            design.ports.to_string(),
            whole(design.diameter),
            number(&design.mean_distance),
            number(&design.throughput_at_least),
            number(&design.throughput_at_most),
            whole(design.bisection_at_least),
            whole(design.virtual_channels),
            design.cables.to_string(),
            whole(design.optical_cables.flatten()),
            whole(design.weighted_cost_ratio),
            whole(limits.diameter),
            number(&limits.mean_distance),
            number(&limits.throughput),
            whole(limits.weighted_cost_ratio),
            design.ties.to_string(),
        ]);
    }
    shown
}
