//! From arguments to simulations, side by side on all cores.

use super::{Args, flows, render};
use crate::CommandOutcome;
use crate::chart;
use crate::command::phases::mapping;
use crate::failure::Failure;
use crate::files;
use crate::output::print_answer;
use crate::progress::Bars;
use crate::source;
use crossedge::Topology;
use crossedge::answers::Envelope;
use crossedge::route::channels::RoutingEntry;
use crossedge_report::{Curve, Panel, load_latency};
use crossedge_sim::{
    Choice, CurveRequest, Limits, LoadBounds, Machine, Physical, Point, RoutingName, Saturation, Settings,
    SimulateRequest, SimulatedNetwork, TrafficName, layout_lengths, thousandths,
};
use std::process::ExitCode;

/// Simulates and prints the results.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    if let Some(path) = &args.plot {
        chart::check(path, args.force, "--format csv")?;
    }
    let request = request(args, bars)?;
    let mut subjects = request.prepare(&files::graph, bars)?;
    let loaded = |subject: &SimulatedNetwork| subject.prepared.settings().traffic.is_open_loop();
    if args.plot.is_some() && !subjects.iter().all(loaded) {
        return Err(Failure::Usage(
            "a traffic that ends of itself has no load to plot against\nhelp: take uniform, or a permutation"
                .to_owned(),
        ));
    }
    if args.engine == "simgrid" {
        if args.curve || args.plot.is_some() || args.seeds.get() > 1 {
            return Err(Failure::Usage(
                "the engine simgrid runs traffic that ends, once\nhelp: leave out --curve, --plot and --seeds".to_owned(),
            ));
        }
        let envelope = Envelope::new(flows::VERB, None, flows::run(&subjects, bars)?);
        bars.clear_bars();
        print_answer(&envelope, args.form.selected_form(), |envelope| render::flows(&envelope.answer))?;
        return Ok(ExitCode::SUCCESS);
    }
    request.run(&mut subjects, bars)?;
    if let Some(path) = &args.plot {
        let svg = load_latency(&curve_panels(&subjects, args.beyond > 0), args.theme);
        chart::write(path, svg, args.force)?;
    }
    let envelope = Envelope::new(SimulateRequest::VERB, None, request.answer(&subjects));
    bars.clear_bars();
    print_answer(&envelope, args.form.selected_form(), |_| render::text(args, &subjects))?;
    Ok(ExitCode::from(u8::from(subjects.iter().any(SimulatedNetwork::deadlocked))))
}

/// A traffic pattern; the mapping of a phase may be in a file, as `ranks` writes it.
fn traffic_pattern(text: &str) -> Result<TrafficName, Failure> {
    let text = match text.split_once(" mapped file ") {
        Some((phase, name)) => format!("{phase} mapped {}", mapping(&format!("file {name}"))?),
        None => text.to_owned(),
    };
    text.parse().map_err(Failure::Usage)
}

/// Physical time, if a rate is given.
fn physical(args: &Args, net: &Topology, bars: &Bars) -> Result<Option<Physical>, Failure> {
    let Some(rate) = &args.rate else { return Ok(None) };
    let number = |option: &str, text: &str| {
        thousandths(text).map_err(|why| Failure::Usage(format!("--{option}: {why}")))
    };
    let mut physical = Physical {
        router_ps: number("router", &args.router)?,
        cable_ps_per_m: number("cable", &args.cable)?,
        ..Physical::with_rate(number("rate", rate)?)
    };
    for length in &args.length {
        match length.rsplit_once('=') {
            Some((class, metres)) => {
                physical.class_mm.insert(class.trim().to_owned(), number("length", metres.trim())?);
            }
            None if length == "layout" => physical.class_mm.extend(layout_lengths(net, bars)?),
            None => physical.cable_mm = number("length", length)?,
        }
    }
    Ok(Some(physical))
}

/// Every network under every traffic pattern.
fn request(args: &Args, bars: &Bars) -> Result<SimulateRequest, Failure> {
    if args.routing.len() > 1 && args.routing.len() != args.exprs.len() {
        return Err(Failure::Usage(format!(
            "{} routings for {} networks\nhelp: give --routing once for all, or once for each",
            args.routing.len(),
            args.exprs.len()
        )));
    }
    let mut out = Vec::new();
    for (number, text) in args.exprs.iter().enumerate() {
        let net = source::damaged(source::topology(text)?, args.faults.as_deref())?;
        let routing = args.routing.get(number).or(args.routing.first()).map(String::as_str);
        let usual = || Ok::<_, Failure>(RoutingEntry::default_for(net.network()?.as_ref()).name);
        let routing = routing.map_or_else(usual, Ok)?;
        for traffic in &args.traffic {
            out.push(Settings {
                expression: net.to_string(),
                routing: routing.parse::<RoutingName>().map_err(crossedge::Error::from)?,
                vcs: args.vcs,
                traffic: traffic_pattern(traffic)?,
                load: args.load,
                seed: args.seed,
                machine: Machine {
                    packet_flits: args.packet,
                    input_buffer_flits: args.buffers,
                    output_buffer_flits: args.buffers,
                    link_cycles: args.link,
                    flit_bytes: args.flit,
                },
                physical: physical(args, &net, bars)?,
                choice: Choice {
                    candidates: args.detours,
                    bias: args.bias,
                    backlog_age: args.backlog_age,
                    escape_wait: args.escape_wait,
                    transit_first: args.transit_first,
                },
                limits: Limits {
                    cycles: args.cycles,
                    precision: args.precision,
                    deadlock_cycles: args.deadlock_after,
                },
                unjudged: args.unjudged,
            });
        }
    }
    let curve =
        args.curve.then_some(CurveRequest { points: args.points, step: args.step, beyond: args.beyond });
    Ok(SimulateRequest { settings: out, seeds: args.seeds.get(), curve })
}

/// One panel of curves per traffic pattern, with the accepted load if loads beyond saturation were requested.
fn curve_panels(subjects: &[SimulatedNetwork], accepted: bool) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    for subject in subjects {
        let settings = subject.prepared.settings();
        let title = format!("{} traffic", render::brief(&settings.traffic));
        let name = format!("{}, {}", settings.expression, subject.prepared.routing);
        let taken = |point: &Point| (point.load, point.mean_of(|run| run.accepted_load).0);
        let accepted = if accepted { subject.points.iter().map(taken).collect() } else { Vec::new() };
        let (beyond, carried): (Vec<&Point>, Vec<&Point>) =
            subject.points.iter().partition(|point| point.is_saturated());
        let points = carried.iter().filter_map(|p| Some((p.load, p.latency()?.0))).collect();
        let beyond = beyond.iter().map(|point| point.load).collect();
        let saturation = subject.saturation.as_ref().map(Saturation::load);
        let bound = subject.bounds.as_ref().map(LoadBounds::least_bound);
        let curve = Curve { name, points, beyond, accepted, saturation, bound };
        match panels.iter_mut().find(|panel| panel.title == title) {
            Some(panel) => panel.curves.push(curve),
            None => panels.push(Panel { title, curves: vec![curve] }),
        }
    }
    panels
}
