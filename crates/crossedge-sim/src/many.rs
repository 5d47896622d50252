//! Several networks and traffics side by side, at one load or at loads up to saturation, over several seeds.

use crate::bounds::LoadBounds;
use crate::error::Error;
use crate::outcome::Ending;
use crate::point::Point;
use crate::prepared::Prepared;
use crate::saturation::{Saturation, SaturationRun, saturation};
use crate::settings::Settings;
use crossedge::error::ErrorKind;
use crossedge::net::Load;
use crossedge::progress::{CancelOnly, Progress};
use rayon::prelude::*;

/// Maximum number of simulations per request; all outcomes are kept in memory.
const MAX_RUNS: u64 = 100_000;

/// Request for simulations.
#[derive(Debug, Clone)]
pub struct SimulateRequest {
    /// A network under a traffic each. All have the same first seed.
    pub settings: Vec<Settings>,
    /// Number of seeds, from that of the settings on; intervals are taken over them.
    pub seeds: u64,
    /// Metrics at loads up to saturation, instead of the load of the settings.
    pub curve: Option<CurveRequest>,
}

/// Request for a curve up to saturation.
#[derive(Debug, Clone, Copy)]
pub struct CurveRequest {
    /// Number of loads up to saturation; the lowest load that is not carried is added.
    pub points: u32,
    /// Resolution of the saturation load.
    pub step: f64,
    /// Number of loads beyond saturation, up to 1.
    pub beyond: u32,
}

/// One network under one traffic.
#[derive(Debug)]
pub struct SimulatedNetwork {
    /// The network with its verified routing.
    pub prepared: Prepared,
    /// Upper bound on every simulation.
    pub bounds: Option<LoadBounds>,
    /// The saturation load, if requested.
    pub saturation: Option<Saturation>,
    /// The metrics at each load.
    pub points: Vec<Point>,
}

impl SimulatedNetwork {
    /// Returns `true` if a run deadlocked.
    pub fn deadlocked(&self) -> bool {
        let stuck = |point: &Point| point.runs.iter().any(|run| run.ending == Ending::Deadlock);
        let searched = self.saturation.as_ref().is_some_and(|saturation| saturation.deadlock().is_some());
        searched || self.points.iter().any(stuck)
    }

    /// The loads of a curve: parts of the highest that is carried, that one itself, the lowest that is not, and from there on up to 1.
    fn curve_loads(&self, curve: Option<CurveRequest>) -> Vec<f64> {
        let (Some(saturation), Some(CurveRequest { points, beyond, .. })) = (&self.saturation, curve) else {
            return vec![self.prepared.settings().load];
        };
        // If no load is carried for certain, the rows show those without a verdict.
        let undecided = saturation.undecided.last().copied();
        let most = match (saturation.carried > 0.0, saturation.not_carried) {
            (true, _) => saturation.carried,
            (false, Some(_)) => saturation.load(),
            (false, None) => undecided.unwrap_or(1.0),
        };
        // Four digits are plenty, and read well; the ends are those that were tried.
        let part = |i: u32| (f64::from(i) / f64::from(points) * most * 1e4).floor() / 1e4;
        let parts = (1..points).map(part).filter(|&load| load > 0.0 && load < most);
        let from = saturation.not_carried.unwrap_or(1.0);
        let further = |i: u32| ((from + (1.0 - from) * f64::from(i) / f64::from(beyond)) * 1e4).round() / 1e4;
        let further = (1..=beyond).map(further).filter(|&load| load > from);
        let mut loads: Vec<f64> = parts.chain([most]).chain(saturation.not_carried).chain(further).collect();
        loads.dedup();
        loads
    }
}

impl SimulateRequest {
    /// Rejects requests that would not finish.
    pub fn check(&self) -> Result<(), Error> {
        let loads = self.curve.map_or(1, |curve| u64::from(curve.points) + u64::from(curve.beyond) + 1);
        let each = (self.settings.len() as u64).saturating_mul(loads).max(1);
        if each.saturating_mul(self.seeds) <= MAX_RUNS {
            return Ok(());
        }
        let help = match MAX_RUNS / each {
            0 => "take fewer networks and traffics at once".to_owned(),
            seeds => format!("`seeds` {seeds} works"),
        };
        Err(Error::new(
            ErrorKind::Limit,
            format!(
                "{} seeds at {each} points are too many: at most {MAX_RUNS} simulations are run at once",
                self.seeds
            ),
        )
        .help(help))
    }

    /// Every network under its traffic, verified; nothing is simulated yet.
    pub fn prepare(&self, load: Load<'_>, watch: &dyn Progress) -> Result<Vec<SimulatedNetwork>, Error> {
        self.check()?;
        let one = |settings: &Settings| {
            let prepared = Prepared::new(settings, load, watch)?;
            let bounds = prepared.bounds(watch)?;
            Ok(SimulatedNetwork { prepared, bounds, saturation: None, points: Vec::new() })
        };
        self.settings.iter().map(one).collect()
    }

    /// Simulates all of them, one per core at a time.
    pub fn run(&self, subjects: &mut [SimulatedNetwork], watch: &dyn Progress) -> Result<(), Error> {
        if let Some(curve) = self.curve {
            let bound =
                |subject: &SimulatedNetwork| subject.bounds.as_ref().map_or(1.0, LoadBounds::least_bound);
            // Approximate number of bisection steps, each with every seed; one more run shows that the bound is not carried.
            let steps = |subject: &SimulatedNetwork| {
                ((bound(subject) / curve.step).log2().ceil().max(3.0) as u64) + 1
            };
            let each = |subject: &SimulatedNetwork| steps(subject).saturating_mul(self.seeds);
            watch.stage("simulations up to saturation", subjects.iter().map(each).sum());
            let find = |subject: &SimulatedNetwork| {
                let seeds = self.run_seeds(subject);
                saturation(&subject.prepared, bound(subject), curve.step, &seeds, watch)
            };
            let saturations = subjects.par_iter().map(find).collect::<Result<Vec<_>, _>>()?;
            subjects
                .iter_mut()
                .zip(saturations)
                .for_each(|(subject, saturations)| subject.saturation = Some(saturations));
        }
        self.run_points(subjects, watch)
    }

    fn run_seeds(&self, subject: &SimulatedNetwork) -> Vec<u64> {
        let first = subject.prepared.settings().seed;
        (0..self.seeds).map(|i| first.wrapping_add(i)).collect()
    }

    /// Every load with every seed.
    fn run_points(&self, subjects: &mut [SimulatedNetwork], watch: &dyn Progress) -> Result<(), Error> {
        let mut tasks = Vec::new();
        for (number, subject) in subjects.iter().enumerate() {
            let seeds = self.run_seeds(subject);
            for load in subject.curve_loads(self.curve) {
                tasks.extend(seeds.iter().map(|&seed| (number, load, seed)));
            }
        }
        let one = |&(number, load, seed): &(usize, f64, u64), watch: &dyn Progress| {
            let SimulatedNetwork { prepared, saturation, .. } = &subjects[number];
            // The bisection has made this run already, and would find the same again.
            match saturation.as_ref().and_then(|saturation| saturation.run(load, seed)) {
                Some(run) => Ok(run.outcome.clone()),
                None => prepared.run_at(load, seed, watch),
            }
        };
        let runs = match &tasks[..] {
            [task] => vec![one(task, watch)?],
            tasks => {
                watch.stage("simulations", tasks.len() as u64);
                let count = |task| {
                    let run = one(task, &CancelOnly(watch));
                    watch.advance(1);
                    run
                };
                tasks.par_iter().map(count).collect::<Result<Vec<_>, Error>>()?
            }
        };
        for (&(number, load, seed), run) in tasks.iter().zip(runs) {
            let SimulatedNetwork { points, saturation, .. } = &mut subjects[number];
            if let Some(saturation) = saturation {
                saturation.add([SaturationRun { load, seed, outcome: run.clone() }]);
            }
            match points.last_mut() {
                Some(point) if point.load == load => point.runs.push(run),
                _ => points.push(Point { load, runs: vec![run] }),
            }
        }
        Ok(())
    }
}
