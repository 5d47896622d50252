//! The load at which a network saturates, by bisection: it carries less, and not more.

use crate::error::Error;
use crate::outcome::{Ending, Outcome};
use crate::prepared::Prepared;
use crate::verdict::{Carried, LoadVerdict, combined};
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
    /// Whether the network carried the load.
    pub fn carried(&self) -> Carried {
        self.outcome.carried()
    }
}

/// The saturation load of a network.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Saturation {
    /// The highest load up to which every load that was tried was carried; 0 when none was.
    pub carried: f64,
    /// The lowest load from which on none was; `None` if every load was carried.
    pub not_carried: Option<f64>,
    /// Loads between both on which the cycles did not suffice for a verdict, in ascending order.
    pub undecided: Vec<f64>,
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

    /// Takes in more runs; one with all its cycles replaces a shorter one. Near saturation chance decides, and a load below one that was carried may not be:
    /// the interval then spans both, so that it agrees with every run. Loads without a verdict are inside of it.
    pub fn add(&mut self, runs: impl IntoIterator<Item = SaturationRun>) {
        for run in runs {
            match self.runs.iter_mut().find(|known| known.load == run.load && known.seed == run.seed) {
                Some(known) => *known = run,
                None => self.runs.push(run),
            }
        }
        let mut loads: Vec<(f64, Carried)> = Vec::new();
        for run in &self.runs {
            let worst = |a: Carried, b: Carried| match (a, b) {
                (Carried::NotCarried, _) | (_, Carried::NotCarried) => Carried::NotCarried,
                (Carried::Undecided, _) | (_, Carried::Undecided) => Carried::Undecided,
                _ => Carried::Carried,
            };
            match loads.iter_mut().find(|known| known.0 == run.load) {
                Some(known) => known.1 = worst(known.1, run.carried()),
                None => loads.push((run.load, run.carried())),
            }
        }
        loads.sort_by(|a, b| a.0.total_cmp(&b.0));
        let of = |carried: Carried| loads.iter().filter(move |load| load.1 == carried).map(|load| load.0);
        let first = of(Carried::NotCarried).next();
        let highest = of(Carried::Carried).fold(0.0, f64::max);
        self.carried =
            of(Carried::Carried).filter(|&load| first.is_none_or(|first| load < first)).fold(0.0, f64::max);
        self.not_carried =
            of(Carried::NotCarried).find(|&load| load > highest).or(of(Carried::NotCarried).next_back());
        let above = self.not_carried.unwrap_or(f64::INFINITY);
        self.undecided = of(Carried::Undecided).filter(|&load| load > self.carried && load < above).collect();
    }

    /// The verdict on a load over all its runs.
    pub fn verdict(&self, load: f64) -> Option<LoadVerdict> {
        combined(self.runs.iter().filter(|run| run.load == load).filter_map(|run| run.outcome.load_verdict))
    }

    /// The load to try next between what is carried and `above`: the middle of the gap below the loads without a verdict, or of that above them; `None` if both are
    /// narrower than `step`.
    fn next_load(&self, above: f64, step: f64) -> Option<f64> {
        let lowest = self.undecided.first().copied().unwrap_or(above);
        let highest = self.undecided.last().copied().unwrap_or(self.carried);
        [(self.carried, lowest), (highest, above)].into_iter().find_map(|(from, to)| {
            let middle = rounded_load((from + to) / 2.0);
            (to - from > step && middle > from && middle < to).then_some(middle)
        })
    }
}

/// A readable load. Six digits are more than a simulation can resolve.
fn rounded_load(load: f64) -> f64 {
    (load * 1e6).round() / 1e6
}

/// Finds the saturation to `step` in load, or to an eighth of the bound if that is less.
///
/// A load is carried if every seed carries it (see [`Carried`]). The highest load that is carried is confirmed by runs of all cycles, since a network can collapse late.
/// Above the `bound` some flow gets less than it offers; if only few do, the network may still carry
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
    let mut confirmed: Vec<f64> = Vec::new();
    let try_load = |saturation: &mut Saturation, load: f64, entire: bool| -> Result<(), Error> {
        for &seed in seeds {
            let quiet = CancelOnly(watch);
            let outcome = match entire {
                true => prepared.run_entirely(load, seed, &quiet)?,
                false => prepared.run_at(load, seed, &quiet)?,
            };
            watch.advance(1);
            let run = SaturationRun { load, seed, outcome };
            let carried = run.carried();
            saturation.add([run]);
            if carried != Carried::Carried {
                break;
            }
        }
        Ok(())
    };
    loop {
        // The bound itself is tried last, for a run above saturation takes longest.
        let above = saturation.not_carried.unwrap_or(top);
        if let Some(load) = saturation.next_load(above, step) {
            try_load(&mut saturation, load, false)?;
        } else if saturation.not_carried.is_none()
            && saturation.carried < top
            && saturation.undecided.last() != Some(&top)
        {
            try_load(&mut saturation, top, false)?;
        } else if saturation.not_carried.is_none() && top < 1.0 {
            top = 1.0;
        } else if saturation.carried > 0.0 && !confirmed.contains(&saturation.carried) {
            let load = saturation.carried;
            confirmed.push(load);
            try_load(&mut saturation, load, true)?;
        } else {
            return Ok(saturation);
        }
    }
}
