//! Random failures of many cables at once: the mean remaining throughput, with its confidence interval.

use super::damaged::largest_component;
use crate::error::Error;
use crate::evidence::Evidence;
use crate::exact::Exact;
use crate::lint::throughput::{fabric_of_network, throughput};
use crate::net::Structure;
use crate::net::read::Fabric;
use crate::progress::{CancelOnly, Progress, Stopped};
use crossedge_core::rng::Dice;

/// Random failures of a share of the cables.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomFailuresAnswer {
    /// The share of the cables that fail.
    pub share: f64,
    /// Number of cables.
    pub cables: Exact<u64>,
    /// Number of cables that fail in each sample.
    pub failed: Exact<u64>,
    /// Number of samples.
    pub samples: u32,
    /// Mean number of endpoints that are disconnected.
    pub mean_lost: f64,
    /// Uniform throughput of the connected endpoints: lower end of the 95 % confidence interval of its mean.
    pub throughput_at_least: f64,
    /// Upper end of the 95 % confidence interval.
    pub throughput_at_most: f64,
    /// The least throughput of a sample, its lower bound.
    pub worst: f64,
    /// The samples, so that each can be recomputed; absent if their failed cables are more than 10,000 together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Vec<RandomSampleAnswer>>,
    /// Sampling method, count and seed.
    pub evidence: Evidence,
}

/// One sample of random failures.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomSampleAnswer {
    /// The nodes at both ends of each failed cable.
    pub failed: Vec<(u64, u64)>,
    /// Number of endpoints that are disconnected from the largest component.
    pub lost: Exact<u64>,
    /// Lower bound on the uniform throughput of the connected endpoints.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
}

/// The failed cables of all samples are listed if they are not more than this.
const MAX_LISTED: usize = 10_000;

/// Parameters of the random failures.
pub struct RandomFailures {
    /// The share of the cables that fail, between 0 and 1.
    pub share: f64,
    /// Number of samples.
    pub samples: u32,
    /// The seed.
    pub seed: u64,
}

/// The two-sided 95 % quantile of Student's t distribution for 1 to 30 degrees of freedom; for more the last one is a little wide.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

impl RandomFailures {
    /// Samples the throughput of a network after failures.
    pub fn run(&self, net: &dyn Structure, progress: &dyn Progress) -> Result<RandomFailuresAnswer, Error> {
        if !(self.share > 0.0 && self.share < 1.0) {
            return Err(Error::usage(format!(
                "the share of failed cables must be between 0 and 1 (got {})",
                self.share
            ))
            .help("take `random` between 0 and 1, such as 0.01"));
        }
        if self.samples < 2 {
            return Err(Error::usage("a confidence interval needs two samples").help("take `samples` 20"));
        }
        let intact = fabric_of_network(net);
        let count = intact.cables.len();
        let failed = ((count as f64 * self.share).round() as usize).clamp(1, count);
        progress.stage("random failures", self.samples.into());
        let (mut lowers, mut uppers, mut lost) = (Vec::new(), Vec::new(), 0);
        let mut drawn = (failed.saturating_mul(self.samples as usize) <= MAX_LISTED).then(Vec::new);
        for sample in 0..u64::from(self.samples) {
            let mut dice = Dice::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(sample));
            let (damaged, gone, cut) = damage(&intact, failed, &mut dice);
            lost += cut;
            let left = throughput(&damaged, &CancelOnly(progress))?;
            let value = |ratio: &crate::exact::Ratio| ratio.value().unwrap_or(1.0);
            lowers.push(value(&left.lower));
            uppers.push(value(&left.upper));
            if let Some(drawn) = &mut drawn {
                let ends = |cable: usize| intact.cables[cable].ends.map(|(v, _)| u64::from(v));
                drawn.push(RandomSampleAnswer {
                    failed: gone.into_iter().map(|cable| ends(cable).into()).collect(),
                    lost: Exact(cut),
                    lower: value(&left.lower),
                    upper: value(&left.upper),
                });
            }
            progress.advance(1);
            if progress.stopped() {
                return Err(Stopped.into());
            }
        }
        let [low, high] = [interval(&lowers), interval(&uppers)];
        Ok(RandomFailuresAnswer {
            share: self.share,
            cables: Exact(count as u64),
            failed: Exact(failed as u64),
            samples: self.samples,
            mean_lost: lost as f64 / f64::from(self.samples),
            throughput_at_least: (low[0] - low[1]).max(0.0),
            throughput_at_most: high[0] + high[1],
            worst: lowers.iter().copied().fold(f64::INFINITY, f64::min),
            drawn,
            evidence: Evidence::Sampled {
                count: self.samples.into(),
                seed: self.seed,
                method: format!(
                    "{failed} of {count} cables drawn at random, throughput of each sample solved"
                ),
            },
        })
    }
}

/// The mean of a sample, and half of its 95 % confidence interval.
fn interval(values: &[f64]) -> [f64; 2] {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let student = STUDENT[(values.len().max(2) - 2).min(STUDENT.len() - 1)];
    [mean, student * (variance / count).sqrt()]
}

/// Removes `failed` random cables. Returns the largest component that remains, the removed cables, and the number of endpoints outside of the component.
fn damage(intact: &Fabric, failed: usize, dice: &mut Dice) -> (Fabric, Vec<usize>, u64) {
    let mut order: Vec<usize> = (0..intact.cables.len()).collect();
    // The first ones of a shuffle.
    for i in 0..failed {
        let j = i + dice.index(order.len() - i);
        order.swap(i, j);
    }
    let mut kept: Vec<usize> = order.split_off(failed);
    kept.sort_unstable();
    let (left, lost) = largest_component(intact, &kept, &|_| true);
    (left, order, lost)
}
