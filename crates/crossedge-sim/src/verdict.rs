//! Whether a load is carried: a sequential test on the backlog, the offered traffic that has not arrived yet.
//!
//! In a network that carries its load the backlog comes and goes; otherwise it grows in every cycle. Two estimates of the growth are used, as shares of
//! the offered traffic, each from ten batches of windows. The sum of what each batch adds suits a growing backlog: the growth must be significant over the
//! measurement and over its later half, so that the filling of buffers at the beginning is not saturation. The slope of the levels suits a backlog at rest,
//! where the additions cancel out: it must be below [`TOLERANCE`]. If neither test decides within the cycles, the verdict is undecided.

use crate::statistics::{BATCH_COUNT, STUDENT_995, batch_sums, student_cdf};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A load is carried if the backlog grows by less than this share of the offered traffic.
pub const TOLERANCE: f64 = 0.01;

/// The least growth that counts as not carried when the cycles are used up.
const LEAST_GROWTH: f64 = 0.002;

/// The 99.5 % point of Student's distribution for a slope over the batches.
const SLOPE_STUDENT_995: f64 = 3.355;

/// Whether a load is carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Carried {
    /// The backlog does not grow.
    Carried,
    /// The backlog grows.
    NotCarried,
    /// The cycles do not suffice to decide.
    Undecided,
}

/// As text, for display.
impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Carried::Carried => "carried",
            Carried::NotCarried => "not carried",
            Carried::Undecided => "undecided",
        })
    }
}

/// The verdict on a load, with its confidence.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LoadVerdict {
    /// The verdict.
    pub carried: Carried,
    /// The confidence of the test that decided: that the backlog grows, or that it grows by less than 1 % of the offered traffic; null if undecided.
    pub confidence: Option<f64>,
    /// Growth of the backlog, as a share of the offered traffic.
    pub growth: f64,
    /// Half-width of the 99 % confidence interval of the growth.
    pub growth_half_width: f64,
}

/// An estimate with its standard error.
#[derive(Debug, Clone, Copy)]
struct Estimate {
    value: f64,
    error: f64,
}

impl Estimate {
    /// The confidence that the true value is above `least`, by Student's distribution.
    fn confidence_above(self, least: f64, degrees: u32) -> f64 {
        match self.error > 0.0 {
            true => student_cdf((self.value - least) / self.error, degrees),
            false if self.value > least => 1.0,
            false => 0.0,
        }
    }
}

/// The growth of the backlog in every window: flits offered and flits arrived. `None` if there are fewer windows than batches, or nothing is offered.
fn additions(windows: &[(u64, u64)]) -> Option<Estimate> {
    let batches: Vec<f64> = batch_sums(&windows.iter().map(|w| w.0 as f64 - w.1 as f64).collect::<Vec<_>>())?;
    let offered = windows.iter().map(|w| w.0 as f64).sum::<f64>() / BATCH_COUNT as f64;
    let count = BATCH_COUNT as f64;
    let mean = batches.iter().sum::<f64>() / count;
    let variance = batches.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0);
    (offered > 0.0).then(|| Estimate { value: mean / offered, error: (variance / count).sqrt() / offered })
}

/// The slope of the backlog over the batches, from the mean level of each.
fn slope(windows: &[(u64, u64)]) -> Option<Estimate> {
    let mut level = 0.0;
    let levels: Vec<f64> = windows
        .iter()
        .map(|w| {
            level += w.0 as f64 - w.1 as f64;
            level
        })
        .collect();
    let sums: Vec<f64> = batch_sums(&levels)?;
    let sizes: Vec<u64> = batch_sums(&vec![1u64; windows.len()])?;
    let means: Vec<f64> = sums.iter().zip(sizes).map(|(sum, size)| sum / size as f64).collect();
    let offered = windows.iter().map(|w| w.0 as f64).sum::<f64>() / BATCH_COUNT as f64;
    let count = BATCH_COUNT as f64;
    let (middle, mean) = ((count - 1.0) / 2.0, means.iter().sum::<f64>() / count);
    let spread: f64 = (0..BATCH_COUNT).map(|k| (k as f64 - middle).powi(2)).sum();
    let slope = means.iter().enumerate().map(|(k, y)| (k as f64 - middle) * (y - mean)).sum::<f64>() / spread;
    let rest = |(k, y): (usize, &f64)| (y - mean - slope * (k as f64 - middle)).powi(2);
    let variance = means.iter().enumerate().map(rest).sum::<f64>() / (count - 2.0);
    (offered > 0.0).then(|| Estimate { value: slope / offered, error: (variance / spread).sqrt() / offered })
}

/// The verdict on windows of flits offered and arrived since the warm-up. `last` at the end of the cycles, where less growth decides.
pub fn verdict(windows: &[(u64, u64)], last: bool) -> LoadVerdict {
    let undecided =
        LoadVerdict { carried: Carried::Undecided, confidence: None, growth: 0.0, growth_half_width: 0.0 };
    let late = &windows[windows.len() / 2..];
    let (Some(all), Some(late), Some(slope)) = (additions(windows), additions(late), slope(windows)) else {
        return undecided;
    };
    let low = |estimate: Estimate| estimate.value - STUDENT_995 * estimate.error;
    let least = if last { LEAST_GROWTH } else { TOLERANCE };
    if low(all) > 0.0 && low(late) > 0.0 && late.value >= least && late.value >= all.value / 2.0 {
        let confidence = all
            .confidence_above(0.0, BATCH_COUNT as u32 - 1)
            .min(late.confidence_above(0.0, BATCH_COUNT as u32 - 1));
        return LoadVerdict {
            carried: Carried::NotCarried,
            confidence: Some(confidence),
            growth: late.value,
            growth_half_width: STUDENT_995 * late.error,
        };
    }
    let half = SLOPE_STUDENT_995 * slope.error;
    let measured = LoadVerdict { growth: slope.value, growth_half_width: half, ..undecided };
    if slope.value + half >= TOLERANCE {
        return measured;
    }
    let above = slope.confidence_above(TOLERANCE, BATCH_COUNT as u32 - 2);
    LoadVerdict { carried: Carried::Carried, confidence: Some(1.0 - above), ..measured }
}

/// The verdict on several seeds: carried only if every seed carries the load, with the least confidence; not carried if one does not, with its confidence.
pub fn combined(verdicts: impl Iterator<Item = LoadVerdict>) -> Option<LoadVerdict> {
    let sure = |verdict: &LoadVerdict| verdict.confidence.unwrap_or(0.0);
    verdicts.reduce(|a, b| match (a.carried, b.carried) {
        (Carried::NotCarried, Carried::NotCarried) if sure(&a) < sure(&b) => b,
        (Carried::NotCarried, _) => a,
        (_, Carried::NotCarried) => b,
        (Carried::Undecided, _) => a,
        (_, Carried::Undecided) => b,
        _ if sure(&b) < sure(&a) => b,
        _ => a,
    })
}
