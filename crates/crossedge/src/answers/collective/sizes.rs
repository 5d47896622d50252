//! Time against message size: which algorithm is fastest where, and the sizes at which that changes.

use super::answer::{CollectiveAnswer, CrossoverAnswer, SizeAnswer, SizesAnswer, TimeAnswer, seconds};
use super::fate::{Tried, best};
use super::plan::Collectives;
use crate::collective::Algorithm;
use crate::error::Error;
use crate::exact::Exact;

/// Sizes from one byte to 16 MiB, each four times the one before.
const POWERS: std::ops::RangeInclusive<u32> = 0..=12;

impl Collectives<'_> {
    /// Every algorithm at every size.
    pub(super) fn at_all_sizes(&self) -> Result<CollectiveAnswer, Error> {
        let mut rows: Vec<(u64, Vec<Tried>)> = Vec::new();
        for power in POWERS {
            let bytes = 1u64 << (2 * power);
            rows.push((bytes, self.all(bytes)?));
        }
        let crossovers = self.crossovers(&rows)?;
        let sizes = rows.iter().map(|(bytes, tried)| self.size(*bytes, tried)).collect();
        Ok(CollectiveAnswer { all: Some(SizesAnswer { sizes, crossovers }), ..self.head() })
    }

    fn size(&self, bytes: u64, tried: &[Tried]) -> SizeAnswer {
        let time = |t: &Tried| TimeAnswer {
            algorithm: t.algorithm.name,
            step_count: t.fate.cost().map(|cost| Exact(cost.steps)),
            time_seconds: t.fate.cost().map(|cost| seconds(cost.seconds)),
            verdict: t.fate.outcome(),
            reason: t.fate.reason().map(str::to_owned),
        };
        SizeAnswer {
            bytes: Exact(bytes),
            best: best(tried).map(|t| t.algorithm.name),
            lower_bound_seconds: seconds(self.bound(bytes).seconds()),
            times: tried.iter().map(time).collect(),
        }
    }

    /// The crossover points, by bisection between two sizes that differ.
    fn crossovers(&self, rows: &[(u64, Vec<Tried>)]) -> Result<Vec<CrossoverAnswer>, Error> {
        let mut crossovers = Vec::new();
        for pair in rows.windows(2) {
            let (Some(before), Some(after)) = (best(&pair[0].1), best(&pair[1].1)) else { continue };
            self.between((pair[0].0, before.algorithm), (pair[1].0, after.algorithm), &mut crossovers)?;
        }
        Ok(crossovers)
    }

    /// The crossover points between two sizes. If one overtakes the other, a third may be faster than both: then it changes on both sides.
    fn between(
        &self,
        (from, before): Fastest,
        (to, after): Fastest,
        crossovers: &mut Vec<CrossoverAnswer>,
    ) -> Result<(), Error> {
        if before == after {
            return Ok(());
        }
        let (mut low, mut high) = (from, to);
        while high - low > 1 {
            let middle = low + ((high - low) >> 1);
            let time = |algorithm| -> Result<f64, Error> {
                Ok(self.one(algorithm, middle)?.fate.cost().map_or(f64::INFINITY, |cost| cost.seconds))
            };
            if time(before)? <= time(after)? { low = middle } else { high = middle }
        }
        for size in [low, high].into_iter().filter(|&size| size != from && size != to) {
            let tried = self.all(size)?;
            let Some(third) = best(&tried) else { continue };
            let seconds = |t: &Tried| t.fate.cost().map_or(f64::INFINITY, |cost| cost.seconds);
            let of_both = tried.iter().filter(|t| t.algorithm == before || t.algorithm == after).map(seconds);
            if seconds(third) < of_both.fold(f64::INFINITY, f64::min) {
                self.between((from, before), (size, third.algorithm), crossovers)?;
                return self.between((size, third.algorithm), (to, after), crossovers);
            }
        }
        crossovers.push(CrossoverAnswer { bytes: Exact(high), before: before.name, after: after.name });
        Ok(())
    }
}

/// A size, and the fastest algorithm there.
type Fastest = (u64, &'static Algorithm);
