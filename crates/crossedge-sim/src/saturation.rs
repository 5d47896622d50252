//! The load at which a network saturates, by bisection: it carries less, and not more.

use crate::error::Error;
use crate::outcome::{Ending, Outcome};
use crate::prepared::Prepared;
use crossedge::progress::{CancelOnly, Progress};

/// One run of a search for saturation.
#[derive(Debug, Clone, PartialEq)]
pub struct SaturationRun {
    /// The load.
    pub load: f64,
    /// The seed.
    pub seed: u64,
    /// The result.
    pub outcome: Outcome,
}

impl SaturationRun {
    /// Returns `true` if the network carried the load.
    pub fn carried_load(&self) -> bool {
        !matches!(self.outcome.ending, Ending::Saturated | Ending::Deadlock)
    }
}

/// The saturation load of a network.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Saturation {
    /// The highest load up to which every load that was tried was carried; 0 when none was.
    pub carried: f64,
    /// The lowest load from which on none was; `None` if every load was carried.
    pub not_carried: Option<f64>,
    /// Every run.
    pub runs: Vec<SaturationRun>,
}

impl Saturation {
    /// The middle of the interval, or its known end.
    pub fn load(&self) -> f64 {
        self.not_carried.map_or(self.carried, |not| (self.carried + not) / 2.0)
    }

    /// The run at a load and seed, if it was made.
    pub fn run(&self, load: f64, seed: u64) -> Option<&SaturationRun> {
        self.runs.iter().find(|run| run.load == load && run.seed == seed)
    }

    /// The lowest load at which the network came to a stop.
    pub fn deadlock(&self) -> Option<&SaturationRun> {
        let stopped = self.runs.iter().filter(|run| run.outcome.ending == Ending::Deadlock);
        stopped.min_by(|a, b| a.load.total_cmp(&b.load))
    }

    /// Takes in more runs. Near saturation chance decides, and a load below one that was carried may not be: the interval
    /// then spans both, so that it agrees with every run.
    pub fn add(&mut self, runs: impl IntoIterator<Item = SaturationRun>) {
        for run in runs {
            if self.run(run.load, run.seed).is_none() {
                self.runs.push(run);
            }
        }
        let mut not: Vec<f64> =
            self.runs.iter().filter(|run| !run.carried_load()).map(|run| run.load).collect();
        not.sort_by(f64::total_cmp);
        let carried: Vec<f64> =
            self.runs.iter().map(|run| run.load).filter(|load| !not.contains(load)).collect();
        let highest = carried.iter().copied().fold(0.0, f64::max);
        let below = carried.iter().copied().filter(|&load| not.first().is_none_or(|&first| load < first));
        self.carried = below.fold(0.0, f64::max);
        self.not_carried = not.iter().copied().find(|&load| load > highest).or(not.last().copied());
    }
}

/// A readable load. Six digits are more than a simulation can resolve.
fn rounded_load(load: f64) -> f64 {
    (load * 1e6).round() / 1e6
}

/// Finds the saturation to `step` in load, or to an eighth of the bound if that is less.
///
/// A load is carried if, with every seed, the network accepts at least 95 % of the generated traffic, or its backlog does not grow by more than
/// chance, and no deadlock occurs. Above the `bound` some flow gets less than it offers; if only few do, the network may still carry
/// the load overall, so loads up to 1 are tried if the bound is carried. Every run advances the watch by one.
pub fn saturation(
    prepared: &Prepared,
    bound: f64,
    step: f64,
    seeds: &[u64],
    watch: &dyn Progress,
) -> Result<Saturation, Error> {
    if !prepared.settings().traffic.is_open_loop() {
        return Err(Error::usage("a traffic that ends of itself has no load to saturate at")
            .help("take uniform, or a permutation"));
    }
    if !(step > 0.0 && step < 1.0) {
        return Err(Error::usage(format!("a step of {step} in load")).help("such as 0.01"));
    }
    let mut saturation = Saturation::default();
    let mut top = rounded_load(bound.clamp(1e-3, 1.0));
    let step = step.min(top / 8.0);
    loop {
        // The bound itself is tried last, for a run above saturation takes longest.
        let above = saturation.not_carried.unwrap_or(top);
        let middle = rounded_load((saturation.carried + above) / 2.0);
        let close = above - saturation.carried <= step || middle <= saturation.carried || middle >= above;
        if close && (saturation.not_carried.is_some() || saturation.carried >= 1.0) {
            return Ok(saturation);
        }
        if saturation.carried >= top {
            top = 1.0;
            continue;
        }
        let load = if close { top } else { middle };
        for &seed in seeds {
            let run = SaturationRun { load, seed, outcome: prepared.run_at(load, seed, &CancelOnly(watch))? };
            watch.advance(1);
            let carried = run.carried_load();
            saturation.add([run]);
            if !carried {
                break;
            }
        }
    }
}
