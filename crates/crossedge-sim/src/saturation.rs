//! The load at which a network saturates, by bisection: it carries less, and not more.

use crate::error::Error;
use crate::outcome::{Ending, Outcome};
use crate::prepared::Prepared;
use crossedge::watch::Watch;

/// Where a network saturates.
#[derive(Debug, Clone, PartialEq)]
pub struct Saturation {
    /// The highest load that was carried; 0 when none was.
    pub carried: f64,
    /// The lowest load that was not; none when even a load of 1 was.
    pub not_carried: Option<f64>,
    /// Every run, in the order of the bisection.
    pub runs: Vec<Outcome>,
}

impl Saturation {
    /// The middle of the interval, or its known end.
    pub fn load(&self) -> f64 {
        self.not_carried.map_or(self.carried, |not| (self.carried + not) / 2.0)
    }
}

/// Finds the saturation to `step` in load, or to an eighth of the bound if that is less.
///
/// A load is carried when the network takes at least 95 % of what is drawn and does not deadlock, with every one of the seeds. Above the
/// `bound` some flow gets less than it offers; where few do, the network as a whole may still carry the load, so loads up to 1 are tried
/// if the bound is carried.
pub fn saturation(
    prepared: &Prepared,
    bound: f64,
    step: f64,
    seeds: &[u64],
    watch: &dyn Watch,
) -> Result<Saturation, Error> {
    if !prepared.settings().traffic.loaded() {
        return Err(Error::Setting(
            "a traffic that ends of itself has no load to saturate at\nhelp: take uniform, or a permutation"
                .to_owned(),
        ));
    }
    if !(step > 0.0 && step < 1.0) {
        return Err(Error::Setting(format!("a step of {step} in load\nhelp: such as 0.01")));
    }
    let mut found = Saturation { carried: 0.0, not_carried: None, runs: Vec::new() };
    let mut top = bound.clamp(1e-3, 1.0);
    let step = step.min(top / 8.0);
    loop {
        // The bound itself is tried last, for a run above saturation takes longest.
        let above = found.not_carried.unwrap_or(top);
        let close = above - found.carried <= step;
        if close && (found.not_carried.is_some() || found.carried >= 1.0) {
            return Ok(found);
        }
        if found.carried >= top {
            top = 1.0;
            continue;
        }
        let load = if close { top } else { (found.carried + above) / 2.0 };
        let mut carried = true;
        for &seed in seeds {
            let outcome = prepared.run_at(load, seed, watch)?;
            carried = !matches!(outcome.ending, Ending::Saturated | Ending::Deadlock);
            found.runs.push(outcome);
            if !carried {
                break;
            }
        }
        if carried {
            found.carried = load;
        } else {
            found.not_carried = Some(load);
        }
    }
}
