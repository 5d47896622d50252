//! One load over several seeds: the mean, and the half-width of its 95 % interval.

use crate::outcome::{Ending, Latency, Outcome};
use crate::statistics::interval;
use crate::verdict::{LoadVerdict, combined};

/// A mean, and half of its interval when there are two seeds or more.
pub type Mean = (f64, Option<f64>);

/// The runs at one load, one for each seed.
#[derive(Debug, Clone)]
pub struct Point {
    /// The load.
    pub load: f64,
    /// The runs.
    pub runs: Vec<Outcome>,
}

impl Point {
    /// A metric of each run.
    pub fn mean_of(&self, figure: impl Fn(&Outcome) -> f64) -> Mean {
        interval(&self.runs.iter().map(figure).collect::<Vec<f64>>())
    }

    /// A metric of each run that has it; `None` if none has.
    pub fn mean_of_known(&self, figure: impl Fn(&Outcome) -> Option<f64>) -> Option<Mean> {
        let values: Vec<f64> = self.runs.iter().filter_map(figure).collect();
        (!values.is_empty()).then(|| interval(&values))
    }

    /// The mean latency. One run alone has the interval of its batches.
    pub fn latency(&self) -> Option<Mean> {
        if let [run] = &self.runs[..] {
            return run.latency.map(|l| (l.mean_latency_cycles, l.half_width_cycles));
        }
        self.mean_of_known(|run| run.latency.map(|l| l.mean_latency_cycles))
    }

    /// A percentile of the latency, the mean of the runs.
    pub fn percentile(&self, of: impl Fn(&Latency) -> u64) -> Option<f64> {
        self.mean_of_known(|run| run.latency.as_ref().map(|l| of(l) as f64)).map(|mean| mean.0)
    }

    /// Returns `true` if a run took less than was offered.
    pub fn is_saturated(&self) -> bool {
        self.runs.iter().any(|run| matches!(run.ending, Ending::Saturated | Ending::Deadlock))
    }

    /// The verdict on the load over all seeds; `None` if runs have none.
    pub fn load_verdict(&self) -> Option<LoadVerdict> {
        combined(self.runs.iter().filter_map(|run| run.load_verdict))
    }

    /// The outcome of the runs: the worst of them.
    pub fn ending(&self) -> Ending {
        let worst = [Ending::Deadlock, Ending::Saturated, Ending::OutOfCycles, Ending::Finished];
        let worst_ending = worst.into_iter().find(|ending| self.runs.iter().any(|run| run.ending == *ending));
        worst_ending.unwrap_or(Ending::Steady)
    }
}
