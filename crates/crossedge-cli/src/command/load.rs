//! `crossedge load`: how busy each kind of link is under a pattern of traffic, and the throughput that follows.

use super::deadlock::{bases, routings};
use crate::Outcome;
use crate::output::{grouped, stdout, table, tell, write_table};
use crate::progress::Bars;
use crate::source;
use crate::words::word;
use crossedge::answers::{Envelope, LoadAnswer, LoadRequest, Pattern, RoutingRequest};
use crossedge::exact::Ratio;
use crossedge::route::channels::{RoutingEntry, RoutingName};
use num_bigint::BigUint;
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `load`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Who sends to whom
    #[arg(long, value_name = "PATTERN", default_value = "uniform", value_parser = word::<Pattern>())]
    pub traffic: Pattern,
    /// The routing; without it minimal, or address where the addresses do not always lead along shortest ways
    #[arg(long, value_name = "NAME", value_parser = routings())]
    pub routing: Option<RoutingName>,
    /// The routing below valiant; the one with the fewest channels without it
    #[arg(long, value_name = "NAME", value_parser = bases())]
    pub over: Option<&'static RoutingEntry>,
    /// How far shift goes
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub by: u64,
    /// The node of hotspot: an id, or an address in the notation of the network
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub hot: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Counts the routes over every kind of link.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let request = LoadRequest {
        traffic: args.traffic,
        routing: RoutingRequest { routing: args.routing, over: args.over },
        by: args.by,
        hot: (&args.hot).into(),
    };
    tell(&request, &source::topology(&args.expr)?, args.json, bars, text)?;
    Ok(ExitCode::SUCCESS)
}

/// A ratio for people: exact when it is short, and as a decimal.
fn ratio(value: &Ratio) -> String {
    let Ratio { numerator: a, denominator: b } = value;
    let short = BigUint::from(1_000_000u32);
    match *b == BigUint::from(1u32) {
        true => grouped(a),
        false if *a < short && *b < short => format!("{a}/{b} ≈ {}", value.decimal(4)),
        false => value.decimal(4),
    }
}

fn text(told: &Envelope<LoadAnswer>) -> io::Result<()> {
    let (answer, mut out) = (&told.answer, stdout());
    writeln!(out, "{}", told.expression.as_deref().unwrap_or_default())?;
    let cycles = answer.traffic == Pattern::AllToAll.to_string();
    let what = match cycles {
        true => "messages over each link",
        false => "packets per cycle over each link, when every node offers one",
    };
    writeln!(out, "{} traffic, {} routing: {what}", answer.traffic, answer.routing)?;
    let mut rows = table(["link", "links", "least", "mean", "most", ""]);
    for class in answer.classes.iter().filter(|class| class.links.0 > 0) {
        let busiest = answer.bottleneck.is_some() && class.most == answer.max_channel_load;
        rows.add_row([
            class.link_class.as_str(),
            &grouped(&class.links.0.into()),
            &ratio(&class.least),
            &ratio(&class.mean),
            &ratio(&class.most),
            if busiest { "← bottleneck" } else { "" },
        ]);
    }
    write_table(&rows)?;
    writeln!(out, "links count once for each direction ({})", answer.evidence)?;
    if let Some(channel) = &answer.bottleneck_channel {
        let ends = format!("{} → {}", channel.from_address, channel.to_address);
        writeln!(out, "busiest: {ends}; mean route {} hops", ratio(&answer.mean_hops))?;
    }
    match (&answer.ideal_throughput, &answer.ideal_cycles) {
        (_, Some(least)) => writeln!(out, "at least {} cycles on this routing", ratio(least))?,
        (Some(most), None) => {
            writeln!(out, "ideal throughput {} packets per node and cycle on this routing", ratio(most))?;
        }
        (None, None) => return writeln!(out, "nothing is sent"),
    }
    match (&answer.cut_bound, &answer.cut_bound_cycles) {
        (Some(cut), _) => writeln!(out, "  and at most {} on any ({})", ratio(&cut.value), cut.evidence),
        (None, Some(cut)) => {
            writeln!(out, "  and at least {} on any ({})", ratio(&cut.value), cut.evidence)
        }
        (None, None) => Ok(()),
    }
}
