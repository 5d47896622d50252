//! `crossedge load`: how busy each kind of link is under a pattern of traffic, and the throughput that follows.

use super::deadlock::{base_routing_parser, routing_parser};
use crate::CommandOutcome;
use crate::output::{grouped, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{Cell, FormArgs, Mark, Page, Sheet};
use crossedge::answers::{Envelope, LoadAnswer, LoadRequest, Pattern, PatternText, RoutingRequest};
use crossedge::exact::Ratio;
use crossedge::route::channels::{RoutingEntry, RoutingName};
use num_bigint::BigUint;
use std::process::ExitCode;

/// Arguments of `load`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Traffic patterns: uniform, all-to-all, transpose, complement, tornado, reverse, 'shift by 3', 'hotspot at 0'"
)]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Traffic pattern (listed below)
    #[arg(long, value_name = "PATTERN", default_value = "uniform")]
    pub traffic: PatternText,
    /// Routing algorithm [default: minimal, or address if not minimal]
    #[arg(long, value_name = "NAME", value_parser = routing_parser())]
    pub routing: Option<RoutingName>,
    /// Base routing of valiant [default: the one with the fewest VCs]
    #[arg(long, value_name = "NAME", value_parser = base_routing_parser())]
    pub over: Option<&'static RoutingEntry>,
    /// Distance of shift (old spelling)
    #[arg(long, value_name = "K", hide = true)]
    pub by: Option<u64>,
    /// Node of hotspot (old spelling)
    #[arg(long, value_name = "NODE", hide = true)]
    pub hot: Option<String>,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Counts the routes over every link class.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let traffic = &args.traffic;
    let request = LoadRequest {
        traffic: traffic.pattern,
        routing: RoutingRequest { routing: args.routing, over: args.over },
        by: traffic.by.or(args.by).unwrap_or(1),
        stride: traffic.stride.unwrap_or(1),
        hot: traffic.hot.as_ref().or(args.hot.as_ref()).map_or("0", String::as_str).into(),
    };
    run_and_print(&request, &source::topology(&args.expr)?, args.form.selected_form(), bars, text)?;
    Ok(ExitCode::SUCCESS)
}

/// A ratio for display: exact if short, and as a decimal.
fn ratio_text(value: &Ratio) -> String {
    let Ratio { numerator: a, denominator: b } = value;
    let short = BigUint::from(1_000_000u32);
    match *b == BigUint::from(1u32) {
        true => grouped(a),
        false if *a < short && *b < short => format!("{a}/{b} ≈ {}", value.decimal(4)),
        false => value.decimal(4),
    }
}

fn text(envelope: &Envelope<LoadAnswer>) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    let cycles = answer.traffic == Pattern::AllToAll.to_string();
    let sender = if answer.endpoints.is_some() { "endpoint" } else { "node" };
    let wide = answer.classes.iter().any(|class| class.width.is_some());
    let over = if wide { "each link and unit of its width" } else { "each link" };
    let what = match cycles {
        true => format!("messages over {over}"),
        false => format!("load of {over} at injection rate 1 per {sender}"),
    };
    writeln!(out, "{} traffic, {} routing: {what}", answer.traffic, answer.routing);
    let width = wide.then_some("width");
    let mut rows =
        Sheet::new(["link", "links"].into_iter().chain(width).chain(["least", "mean", "most", ""]));
    for class in answer.classes.iter().filter(|class| class.links.0 > 0) {
        let busiest = answer.bottleneck.is_some() && class.most == answer.max_channel_load;
        let number = |value: &Ratio| Cell::number(ratio_text(value), value.value().unwrap_or_default());
        let mut row: Vec<Cell> =
            vec![class.link_class.as_str().into(), Cell::number(grouped(&class.links.0.into()), class.links)];
        row.extend(class.width.map(|width| Cell::from(width.to_string())));
        row.extend([
            number(&class.least),
            number(&class.mean),
            number(&class.most).marked_if(Mark::Bottleneck, busiest),
            Cell::number(if busiest { "← bottleneck" } else { "" }, if busiest { "bottleneck" } else { "" })
                .marked_if(Mark::Bottleneck, busiest),
        ]);
        rows.row(row);
    }
    out.table(rows);
    writeln!(out, "links count once for each direction ({})", answer.evidence);
    if let Some(channel) = &answer.bottleneck_channel {
        let ends = format!("{} → {}", channel.from_address, channel.to_address);
        writeln!(out, "busiest: {ends}; mean route {} hops", ratio_text(&answer.mean_hops));
    }
    match (&answer.ideal_throughput, &answer.ideal_cycles) {
        (_, Some(least)) => writeln!(out, "at least {} cycles with this routing", ratio_text(least)),
        (Some(most), None) => {
            writeln!(
                out,
                "ideal throughput {} packets per {sender} per cycle with this routing",
                ratio_text(most)
            );
        }
        (None, None) => {
            writeln!(out, "nothing is sent");
            return out;
        }
    }
    match (&answer.cut_bound, &answer.cut_bound_cycles) {
        (Some(cut), _) => {
            writeln!(out, "  at most {} with any routing ({})", ratio_text(&cut.value), cut.evidence)
        }
        (None, Some(cut)) => {
            writeln!(out, "  at least {} with any routing ({})", ratio_text(&cut.value), cut.evidence)
        }
        (None, None) => {}
    }
    if let Some(share) = answer.routing_efficiency.as_ref().and_then(Ratio::value) {
        writeln!(out, "  routing efficiency {:.1} %{}", share * 100.0, explain_gap(answer, share));
    }
    out
}

/// Explains the gap between this routing and the upper bound.
fn explain_gap(answer: &LoadAnswer, share: f64) -> String {
    let Some(balance) = answer.balance.as_ref().and_then(Ratio::value) else { return String::new() };
    if share >= 0.9995 {
        return String::new();
    }
    let hops = answer.mean_hops.value().zip(answer.least_hops.as_ref().and_then(Ratio::value));
    let longer = match hops {
        Some((walked, least)) if walked > least * 1.0005 => {
            format!(", and routes are {:.2} times as long as shortest paths", walked / least)
        }
        _ => String::new(),
    };
    format!("; links are on average {:.1} % as busy as the busiest{longer}", balance * 100.0)
}
