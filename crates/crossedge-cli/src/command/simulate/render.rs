//! The metrics as tables.

use super::Args;
use super::flows::over_bound;
use crate::command::phases;
use crate::output::grouped;
use crate::table::{Cell, Mark, Page, Sheet};
use crossedge::metrics::traffic::RateBound;
use crossedge_sim::{
    Carried, FlowsAnswer, Judged, Latency, LinkDelayAnswer, LoadVerdict, Mean, Outcome, PhysicalPoint, Point,
    SimulatedNetwork, TOLERANCE, TrafficName,
};

/// Everything, one network after the other.
pub fn text(args: &Args, subjects: &[SimulatedNetwork]) -> Page {
    let mut out = Page::new();
    for (number, subject) in subjects.iter().enumerate() {
        if number > 0 {
            writeln!(out);
        }
        network_tables(args, subject, &mut out);
    }
    if let Some(path) = &args.plot {
        writeln!(out, "written to {}", path.display());
    }
    out.set_csv(csv_rows(subjects));
    out
}

/// The results at the level of flows.
pub fn flows(answer: &FlowsAnswer) -> Page {
    let mut out = Page::new();
    let mut rows =
        Sheet::new(["network", "traffic", "routing", "messages", "bound", "completion", "over bound", "ns"]);
    for flow in &answer.results {
        rows.row([
            flow.expression.clone(),
            brief(&flow.settings.traffic),
            flow.routing.clone(),
            flow.messages.0.to_string(),
            flow.bound_cycles.0.to_string(),
            format!("{:.1}", flow.completion_cycles),
            format!("{:.3}", over_bound(flow)),
            or_none(flow.completion_ns.map(|ns| format!("{ns:.1}"))),
        ]);
    }
    out.table(rows);
    writeln!(out, "{}: {}", answer.engine, answer.model);
    writeln!(out, "times in cycles; the bound holds for any sharing of the links");
    out
}

/// A traffic pattern in a line: long mappings are counted.
pub fn brief(traffic: &TrafficName) -> String {
    match traffic {
        TrafficName::Phase { mapping, .. } => {
            let mapping = mapping.to_string();
            traffic.to_string().replace(&mapping, &phases::brief(&mapping))
        }
        traffic => traffic.to_string(),
    }
}

/// One row for each network, traffic and load.
fn csv_rows(subjects: &[SimulatedNetwork]) -> Sheet {
    let mut rows = Sheet::new([
        "network",
        "traffic",
        "routing",
        "virtual_channels",
        "offered_load",
        "accepted_load",
        "completion_cycles",
        "latency_mean",
        "latency_p50",
        "latency_p90",
        "latency_p99",
        "latency_max",
        "hops_mean",
        "highest_utilisation",
        "ending",
        "carried",
        "carried_confidence",
    ]);
    let number = |value: Option<f64>| Cell::from(value.map_or(String::new(), |value| value.to_string()));
    for subject in subjects {
        let (prepared, settings) = (&subject.prepared, subject.prepared.settings());
        for point in &subject.points {
            let percentile = |of: fn(&Latency) -> u64| number(point.percentile(of));
            rows.row([
                settings.expression.as_str().into(),
                settings.traffic.to_string().into(),
                prepared.routing.to_string().into(),
                prepared.vcs.to_string().into(),
                number(point.runs[0].offered_load),
                number(Some(point.mean_of(|run| run.accepted_load).0)),
                number(
                    point.mean_of_known(|run| run.completion_cycles.map(|cycles| cycles as f64)).map(|c| c.0),
                ),
                number(point.latency().map(|latency| latency.0)),
                percentile(|l| l.p50),
                percentile(|l| l.p90),
                percentile(|l| l.p99),
                percentile(|l| l.most),
                number(point.mean_of_known(|run| run.mean_hops).map(|hops| hops.0)),
                number(Some(busiest_link(point).0)),
                point.ending().to_string().into(),
                point.load_verdict().map_or(String::new(), |verdict| verdict.carried.to_string()).into(),
                number(point.load_verdict().and_then(|verdict| verdict.confidence)),
            ]);
        }
    }
    rows
}

/// Utilisation of the busiest link.
fn busiest_link(point: &Point) -> Mean {
    point.mean_of(|run| run.classes.iter().map(|c| c.highest_utilisation).fold(0.0, f64::max))
}

/// A mean for people.
fn mean(value: Mean, digits: usize) -> String {
    match value {
        (mean, Some(half)) => format!("{mean:.digits$} ± {half:.digits$}"),
        (mean, None) => format!("{mean:.digits$}"),
    }
}

fn or_none(value: Option<String>) -> String {
    value.unwrap_or_else(|| "-".to_owned())
}

fn rate_value((a, b): RateBound) -> f64 {
    a as f64 / b as f64
}

fn network_tables(args: &Args, subject: &SimulatedNetwork, out: &mut Page) {
    let (prepared, settings) = (&subject.prepared, subject.prepared.settings());
    writeln!(out, "{}", settings.expression);
    let channels = match prepared.vcs {
        1 => "1 virtual channel".to_owned(),
        n => format!("{n} virtual channels"),
    };
    let verdict = match prepared.judged {
        Judged::Proved => "proved deadlock-free",
        Judged::Refuted => "not deadlock-free",
        Judged::Unjudged => "not verified",
    };
    writeln!(
        out,
        "{} traffic, {} routing with {channels} on each link ({verdict})",
        brief(&settings.traffic),
        prepared.routing
    );
    if let Some(assumed) = prepared.assumed_information() {
        writeln!(out, "assumed: {assumed}");
    }
    if let Some(line) = physical_line(subject) {
        writeln!(out, "{line}");
    }
    match args.curve {
        true => curve_table(subject, out),
        false => subject.points.iter().for_each(|point| point_metrics(subject, point, out)),
    }
    load_bounds(args, subject, out);
}

/// The metrics at one load.
fn point_metrics(subject: &SimulatedNetwork, point: &Point, out: &mut Page) {
    let mut rows = Sheet::new(["metric", "value", "unit"]);
    let clock = subject.prepared.settings().clock();
    let many = point.runs.len();
    let run = &point.runs[0];
    let flits = "flits per sending node and cycle";
    match run.offered_load {
        Some(load) => rows.row(["offered load", &load.to_string(), flits]),
        None => {
            let done = point.mean_of_known(|run| run.completion_cycles.map(|cycles| cycles as f64));
            rows.row(["completion", &or_none(done.map(|c| mean(c, 0))), "cycles"]);
        }
    }
    rows.row(["accepted load", &mean(point.mean_of(|run| run.accepted_load), 4), flits]);
    rows.row(["latency, mean", &or_none(point.latency().map(|l| mean(l, 2))), "cycles"]);
    let percentile = |of: fn(&Latency) -> u64| or_none(point.percentile(of).map(|p| format!("{p:.0}")));
    rows.row(["  50th percentile", &percentile(|l| l.p50), "cycles"]);
    rows.row(["  90th percentile", &percentile(|l| l.p90), "cycles"]);
    rows.row(["  99th percentile", &percentile(|l| l.p99), "cycles"]);
    rows.row(["  maximum", &percentile(|l| l.most), "cycles"]);
    rows.row(["hops, mean", &or_none(point.mean_of_known(|run| run.mean_hops).map(|h| mean(h, 3))), "links"]);
    for (number, class) in run.classes.iter().enumerate() {
        let of = |figure: fn(&crossedge_sim::ClassUse) -> f64| {
            mean(point.mean_of(|run| run.classes.get(number).map_or(0.0, figure)), 4)
        };
        rows.row([
            &format!("{}, mean", class.link_class),
            &of(|class| class.mean_utilisation),
            "flits per cycle over a link",
        ]);
        rows.row(["  busiest", &of(|class| class.highest_utilisation), "flits per cycle over a link"]);
    }
    if let Some(clock) = clock {
        physical_rows(&PhysicalPoint::new(point, clock), &mut rows);
    }
    out.table(rows);
    let seeds = match many {
        1 => format!("seed {}, intervals by batches of the run", subject.prepared.settings().seed),
        n => format!("{n} seeds, 95 % intervals over them"),
    };
    let cycles = |of: fn(&Outcome) -> u64| grouped(&point.runs.iter().map(of).max().unwrap_or(0).into());
    writeln!(
        out,
        "{}: {} cycles of warm-up, {} measured; {seeds}",
        point.ending(),
        cycles(|run| run.warmup_cycles),
        cycles(|run| run.measured_cycles)
    );
    if let Some(verdict) = point.load_verdict() {
        writeln!(out, "{}", verdict_line(verdict, &cycles(|run| run.measured_cycles)));
    }
    if let Some(stuck) = point.runs.iter().find_map(|run| run.deadlock) {
        writeln!(
            out,
            "deadlock: nothing arrives after cycle {} and no flit moves, with {} messages under way",
            grouped(&stuck.since_cycle.into()),
            grouped(&stuck.messages.into())
        );
    }
}

/// The metrics in physical time.
fn physical_rows(point: &PhysicalPoint, rows: &mut Sheet) {
    let mut row = |metric: &str, value: Option<f64>, digits: usize, unit: &str| {
        if let Some(value) = value {
            rows.row([metric, &format!("{value:.digits$}"), unit]);
        }
    };
    row("offered load", point.offered_gbps, 2, "Gbit/s per sending node");
    row("accepted load", Some(point.accepted_gbps), 2, "Gbit/s per sending node");
    row("completion", point.completion_ns, 1, "ns");
    row("latency, mean", point.mean_latency_ns, 1, "ns");
    row("  50th percentile", point.p50_ns, 1, "ns");
    row("  99th percentile", point.p99_ns, 1, "ns");
}

/// The machine in physical time, on a line.
fn physical_line(subject: &SimulatedNetwork) -> Option<String> {
    let (physical, clock) = (subject.prepared.physical()?, subject.prepared.settings().clock()?);
    let delay = |link: &LinkDelayAnswer| {
        let hosts = if link.to_hosts { " to hosts" } else { "" };
        format!("{}{hosts} {:.1} ns", link.link_class, link.delay_ns)
    };
    let delays: Vec<String> = physical.links.iter().map(delay).collect();
    Some(format!(
        "{} Gbit/s, a cycle is {} ns; delay of a link: {}",
        physical.link_gbps,
        clock.nanoseconds_text(),
        delays.join(", ")
    ))
}

/// A confidence for people: never rounded up to certainty.
fn confidence(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| match (value * 1000.0).floor() / 10.0 {
        percent if percent >= 99.9 => "confidence above 99.9 %".to_owned(),
        percent => format!("confidence {percent:.1} %"),
    })
}

/// The verdict on a load, as a line.
fn verdict_line(verdict: LoadVerdict, cycles: &str) -> String {
    let growth = format!("{:.2} ± {:.2} %", 100.0 * verdict.growth, 100.0 * verdict.growth_half_width);
    let sure = confidence(verdict.confidence);
    match verdict.carried {
        Carried::Carried => format!(
            "carried: the backlog grows by less than {:.0} % of the offered traffic in {cycles} cycles ({sure})",
            100.0 * TOLERANCE
        ),
        Carried::NotCarried => {
            format!("not carried: the backlog grows by {growth} of the offered traffic ({sure})")
        }
        Carried::Undecided => format!(
            "undecided: the backlog grows by {growth} of the offered traffic in {cycles} cycles; --cycles or --seeds may decide"
        ),
    }
}

/// The metrics at all loads, a line each.
fn curve_table(subject: &SimulatedNetwork, out: &mut Page) {
    let mut rows = Sheet::new(["offered", "accepted", "latency", "p50", "p99", "hops", "bottleneck", ""]);
    for point in &subject.points {
        let percentile = |of: fn(&Latency) -> u64| or_none(point.percentile(of).map(|p| format!("{p:.0}")));
        rows.row([
            point.load.to_string().into(),
            mean(point.mean_of(|run| run.accepted_load), 4).into(),
            or_none(point.latency().map(|l| mean(l, 1))).into(),
            percentile(|l| l.p50).into(),
            percentile(|l| l.p99).into(),
            or_none(point.mean_of_known(|run| run.mean_hops).map(|h| format!("{:.3}", h.0))).into(),
            format!("{:.3}", busiest_link(point).0).into(),
            match point.load_verdict() {
                Some(verdict) => Cell::from(verdict.carried.to_string()),
                None => Cell::from(point.ending().to_string()),
            }
            .marked_if(Mark::Refuted, point.is_saturated()),
        ]);
    }
    out.table(rows);
    writeln!(out, "loads in flits per sending node and cycle, latency in cycles");
    if let Some(clock) = subject.prepared.settings().clock() {
        let mut rows = Sheet::new(["offered, Gbit/s", "accepted, Gbit/s", "latency, ns", "p99, ns"]);
        let number = |value: Option<f64>| or_none(value.map(|value| format!("{value:.1}")));
        for point in &subject.points {
            let point = PhysicalPoint::new(point, clock);
            let accepted = Some(point.accepted_gbps);
            rows.row([point.offered_gbps, accepted, point.mean_latency_ns, point.p99_ns].map(number));
        }
        out.table(rows);
    }
    if let Some(saturation) = &subject.saturation {
        let runs = saturation.runs.len();
        match (saturation.deadlock(), saturation.not_carried) {
            (Some(stopped), _) => writeln!(
                out,
                "deadlock at a load of {}, seed {}: nothing arrives after cycle {} and no flit moves ({runs} runs)",
                stopped.load,
                stopped.seed,
                grouped(&stopped.outcome.deadlock.map_or(0, |stuck| stuck.since_cycle).into())
            ),
            (None, Some(not)) => {
                writeln!(
                    out,
                    "saturates between {} and {not} ({runs} runs, by bisection)",
                    saturation.carried
                );
                let sure =
                    |load: f64| confidence(saturation.verdict(load).and_then(|verdict| verdict.confidence));
                match saturation.carried > 0.0 {
                    true => writeln!(
                        out,
                        "{} is carried over all cycles, {}; {not} is not, {}",
                        saturation.carried,
                        sure(saturation.carried),
                        sure(not)
                    ),
                    false => writeln!(out, "no load that was tried is carried; {not} is not, {}", sure(not)),
                }
                if !saturation.undecided.is_empty() {
                    let loads: Vec<String> = saturation.undecided.iter().map(f64::to_string).collect();
                    writeln!(out, "undecided: {}; --cycles or --seeds may decide", loads.join(", "));
                }
            }
            (None, None) => match saturation.undecided.last() {
                None => writeln!(out, "carries every load ({runs} runs)"),
                Some(load) if saturation.carried == 0.0 => {
                    writeln!(
                        out,
                        "every load is undecided up to {load} ({runs} runs); --cycles or --seeds may decide"
                    );
                }
                Some(load) => writeln!(
                    out,
                    "carries loads up to {}; {load} is undecided ({runs} runs)",
                    saturation.carried
                ),
            },
        }
    }
}

/// Upper bound on every simulation.
fn load_bounds(args: &Args, subject: &SimulatedNetwork, out: &mut Page) {
    let Some(bounds) = &subject.bounds else { return };
    let settings = subject.prepared.settings();
    let loaded = settings.traffic.is_open_loop();
    let said = |bound: RateBound| match loaded {
        true => format!("at most {:.4}", rate_value(bound)),
        false => format!("at least {:.0} cycles", f64::from(args.packet) / rate_value(bound)),
    };
    let mut parts: Vec<String> = Vec::new();
    parts.extend(bounds.routing.map(|b| format!("{} on this routing", said(b))));
    parts.extend(bounds.cut.map(|b| format!("{} on any", said(b))));
    if !loaded || rate_value(bounds.server) <= bounds.least_bound() {
        parts.push(format!("{} at the servers", said(bounds.server)));
    }
    let hops = bounds.mean_hops.map_or(String::new(), |h| format!("; {:.3} hops", rate_value(h)));
    writeln!(out, "exact bounds: {}{hops}", parts.join(", "));
    // The best accepted load relative to the bound for any routing.
    let accepted =
        subject.points.iter().map(|point| point.mean_of(|run| run.accepted_load).0).fold(0.0, f64::max);
    if let Some(cut) = bounds.cut.filter(|_| loaded && accepted > 0.0) {
        // Servers inject no more than their links carry, regardless of the routing.
        let most = rate_value(cut).min(rate_value(bounds.server));
        writeln!(out, "accepted {:.1} % of the upper bound for any routing", accepted / most * 100.0);
    }
}
