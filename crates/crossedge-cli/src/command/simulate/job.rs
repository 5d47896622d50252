//! From arguments to simulations, side by side on all cores.

use super::{Args, tell};
use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::progress::Bars;
use crate::source::Source;
use crossedge::progress::{CancelOnly, Progress};
use crossedge::route::channels::RoutingEntry;
use crossedge_report::{Curve, Panel, load_latency, png};
use crossedge_sim::{
    Bounds, Ending, Error, Limits, Machine, Point, Prepared, RoutingName, Run, Saturation, Settings,
    TrafficName, saturation,
};
use rayon::prelude::*;
use std::process::ExitCode;

/// One network under one traffic.
pub struct Subject {
    /// The network with its judged routing.
    pub prepared: Prepared,
    /// What no simulation passes.
    pub bounds: Option<Bounds>,
    /// Where it saturates, when that was asked.
    pub saturation: Option<Saturation>,
    /// The figures at each load.
    pub points: Vec<Point>,
}

/// What went wrong, for the user.
pub fn failure(error: Error) -> Failure {
    match error {
        Error::Expression(error, text) => Failure::Source(error, text),
        Error::Limit(text) => Failure::Limit(text),
        Error::Stopped => Failure::Interrupted,
        Error::Refused(text) => Failure::Refuted(text),
        Error::Setting(text) => Failure::Usage(text),
        error @ (Error::Engine { .. } | Error::Output(_)) => Failure::Io(error.to_string()),
    }
}

/// More simulations than this are not run at once: their outcomes are kept until all of them are there.
const MAX_RUNS: u64 = 100_000;

/// Refuses what would not end.
fn room(args: &Args) -> Result<(), Failure> {
    let loads = if args.curve { u64::from(args.points) + 1 } else { 1 };
    let subjects = (args.exprs.len() as u64).saturating_mul(args.traffic.len() as u64);
    let each = subjects.saturating_mul(loads).max(1);
    if each.saturating_mul(args.seeds.get()) <= MAX_RUNS {
        return Ok(());
    }
    let help = match MAX_RUNS / each {
        0 => "take fewer networks and traffics at once".to_owned(),
        seeds => format!("--seeds {seeds} works"),
    };
    Err(Failure::Limit(format!(
        "{} seeds at {each} points are too many: at most {MAX_RUNS} simulations are run at once\nhelp: {help}",
        args.seeds
    )))
}

/// Simulates and tells.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    room(args)?;
    if let Some(path) = &args.plot
        && !path.extension().is_some_and(|e| e == "svg" || e == "png")
    {
        return Err(Failure::Usage("the file to plot into ends with .svg or .png".to_owned()));
    }
    if let Some(path) = &args.plot {
        files::check(path, args.force)?;
    }
    let mut subjects = subjects(args, bars)?;
    let loaded = |subject: &Subject| subject.prepared.settings().traffic.loaded();
    if args.plot.is_some() && !subjects.iter().all(loaded) {
        return Err(Failure::Usage(
            "a traffic that ends of itself has no load to plot against\nhelp: take uniform, or a permutation"
                .to_owned(),
        ));
    }
    if args.curve {
        bars.stage("saturation", subjects.len() as u64);
        let find = |subject: &Subject| {
            let bound = subject.bounds.as_ref().map_or(1.0, Bounds::least);
            let found = saturation(&subject.prepared, bound, args.step, &seeds(args), &CancelOnly(bars));
            bars.advance(1);
            found
        };
        let found = subjects.par_iter().map(find).collect::<Result<Vec<_>, _>>().map_err(failure)?;
        subjects.iter_mut().zip(found).for_each(|(subject, found)| subject.saturation = Some(found));
    }
    points(args, &mut subjects, bars)?;
    if let Some(path) = &args.plot {
        let svg = load_latency(&panels(&subjects), args.theme);
        let pixels = path.extension().is_some_and(|e| e == "png");
        let bytes = if pixels { png(&svg, 2.0)? } else { svg.into_bytes() };
        files::write(path, &bytes, args.force)?;
    }
    tell::tell(args, &subjects)?;
    let stuck = |point: &Point| point.runs.iter().any(|run| run.ending == Ending::Deadlock);
    let searched =
        |subject: &Subject| subject.saturation.as_ref().is_some_and(|found| found.deadlock().is_some());
    let deadlock = subjects.iter().any(|subject| searched(subject) || subject.points.iter().any(stuck));
    Ok(if deadlock { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Every network under every traffic, judged.
fn subjects(args: &Args, bars: &Bars) -> Result<Vec<Subject>, Failure> {
    if args.routing.len() > 1 && args.routing.len() != args.exprs.len() {
        return Err(Failure::Usage(format!(
            "{} routings for {} networks\nhelp: give --routing once for all, or once for each",
            args.routing.len(),
            args.exprs.len()
        )));
    }
    let mut out = Vec::new();
    for (number, text) in args.exprs.iter().enumerate() {
        let source = Source::read(text)?;
        let routing = args.routing.get(number).or(args.routing.first()).map(String::as_str);
        let usual = || Ok::<_, Failure>(RoutingEntry::usual(source.network()?.as_ref()).name);
        let routing = routing.map_or_else(usual, Ok)?;
        for traffic in &args.traffic {
            let settings = Settings {
                expression: source.expr.to_string(),
                routing: routing.parse::<RoutingName>().map_err(crossedge::Error::from)?,
                vcs: args.vcs,
                traffic: traffic.parse::<TrafficName>().map_err(Failure::Usage)?,
                load: args.load,
                seed: args.seed,
                machine: Machine {
                    packet_flits: args.packet,
                    input_buffer_flits: args.buffers,
                    output_buffer_flits: args.buffers,
                    link_cycles: args.link,
                    ..Machine::default()
                },
                limits: Limits {
                    cycles: args.cycles,
                    precision: args.precision,
                    deadlock_cycles: args.deadlock_after,
                },
                unjudged: args.unjudged,
            };
            let prepared = Prepared::new(&settings, &files::graph, bars).map_err(failure)?;
            let bounds = prepared.bounds(bars).map_err(failure)?;
            out.push(Subject { prepared, bounds, saturation: None, points: Vec::new() });
        }
    }
    Ok(out)
}

/// The loads of a curve: parts of the highest that is carried, that one itself, and the lowest that is not.
fn loads(args: &Args, subject: &Subject) -> Vec<f64> {
    let Some(found) = &subject.saturation else { return vec![args.load] };
    let most = if found.carried > 0.0 { found.carried } else { found.load() };
    // Four digits are plenty, and read well; the ends are those that were tried.
    let part = |i: u32| (f64::from(i) / f64::from(args.points) * most * 1e4).floor() / 1e4;
    let parts = (1..args.points).map(part).filter(|&load| load > 0.0 && load < most);
    let mut loads: Vec<f64> = parts.chain([most]).chain(found.not_carried).collect();
    loads.dedup();
    loads
}

fn seeds(args: &Args) -> Vec<u64> {
    (0..args.seeds.get()).map(|i| args.seed.wrapping_add(i)).collect()
}

/// Every load with every seed.
fn points(args: &Args, subjects: &mut [Subject], bars: &Bars) -> Result<(), Failure> {
    let seeds = seeds(args);
    let mut tasks = Vec::new();
    for (number, subject) in subjects.iter().enumerate() {
        for load in loads(args, subject) {
            tasks.extend(seeds.iter().map(|&seed| (number, load, seed)));
        }
    }
    let one = |&(number, load, seed): &(usize, f64, u64), watch: &dyn Progress| {
        let Subject { prepared, saturation, .. } = &subjects[number];
        // The bisection has made this run already, and would find the same again.
        match saturation.as_ref().and_then(|found| found.run(load, seed)) {
            Some(run) => Ok(run.outcome.clone()),
            None => prepared.run_at(load, seed, watch).map_err(failure),
        }
    };
    let runs = match &tasks[..] {
        [task] => vec![one(task, bars)?],
        tasks => {
            bars.stage("simulations", tasks.len() as u64);
            let count = |task| {
                let run = one(task, &CancelOnly(bars));
                bars.advance(1);
                run
            };
            tasks.par_iter().map(count).collect::<Result<Vec<_>, Failure>>()?
        }
    };
    for (&(number, load, seed), run) in tasks.iter().zip(runs) {
        let Subject { points, saturation, .. } = &mut subjects[number];
        if let Some(found) = saturation {
            found.add([Run { load, seed, outcome: run.clone() }]);
        }
        match points.last_mut() {
            Some(point) if point.load == load => point.runs.push(run),
            _ => points.push(Point { load, runs: vec![run] }),
        }
    }
    Ok(())
}

/// The curves of every traffic: a panel each.
fn panels(subjects: &[Subject]) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    for subject in subjects {
        let settings = subject.prepared.settings();
        let title = format!("{} traffic", settings.traffic);
        let name = format!("{}, {}", settings.expression, subject.prepared.routing);
        let (beyond, carried): (Vec<&Point>, Vec<&Point>) =
            subject.points.iter().partition(|point| point.saturated());
        let points = carried.iter().filter_map(|p| Some((p.load, p.latency()?.0))).collect();
        let beyond = beyond.iter().map(|point| point.load).collect();
        let saturation = subject.saturation.as_ref().map(Saturation::load);
        let bound = subject.bounds.as_ref().map(Bounds::least);
        let curve = Curve { name, points, beyond, saturation, bound };
        match panels.iter_mut().find(|panel| panel.title == title) {
            Some(panel) => panel.curves.push(curve),
            None => panels.push(Panel { title, curves: vec![curve] }),
        }
    }
    panels
}
