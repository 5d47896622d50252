//! The time of a small packet through an empty network: its mean and percentiles over pairs of endpoints.

use super::{Measured, Metric, MetricEntry, When};
use crate::measure::{Error, Metrics};
use crate::value::{MetricValue, ValueKind};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::exact::{Exact, Ratio};
use num_bigint::BigUint;

/// Nanoseconds from one port of a switch to another.
const SWITCH_NANOSECONDS: u32 = 100;

/// Nanoseconds of a cable of 5 m.
const CABLE_NANOSECONDS: u32 = 25;

/// The mean zero-load latency in nanoseconds at a mean distance.
pub fn zero_load_latency(mean: &Ratio) -> Ratio {
    let (hops, pairs) = (&mean.numerator, &mean.denominator);
    // Without pairs there are no hops.
    let passed = if hops < pairs { BigUint::ZERO } else { hops - pairs };
    Ratio::lowest(hops * CABLE_NANOSECONDS + passed * SWITCH_NANOSECONDS, pairs.clone())
}

/// The evidence of distances, with the delays that turn them into a latency.
fn with_delays(evidence: Evidence, of: &str) -> Evidence {
    let how = format!(
        "{of}, {CABLE_NANOSECONDS} ns for each cable and {SWITCH_NANOSECONDS} ns for each switch or node passed [zero-load-latency]"
    );
    match evidence {
        Evidence::Proved(by) => Evidence::Proved(format!("{how}; {by}")),
        Evidence::Computed(by) => Evidence::Computed(format!("{how}; {by}")),
        Evidence::Bounded(by) => Evidence::Bounded(format!("{how}; {by}")),
        Evidence::Sampled { count, seed, method } => {
            Evidence::Sampled { count, seed, method: format!("{how}; {method}") }
        }
    }
}

/// The least latency that this percentage of the ordered pairs of different endpoints does not exceed.
fn percentile(metrics: &mut Metrics<'_>, percent: u32) -> Result<Measured, Error> {
    let Known { value, evidence } = metrics.distances()?.distances.clone();
    let counts = value.counts();
    let pairs: BigUint = counts.iter().skip(1).sum();
    let mut within = BigUint::ZERO;
    let mut hops = 0u64;
    for (distance, count) in (0u64..).zip(counts).skip(1) {
        within += count;
        if *count != BigUint::ZERO {
            hops = distance;
        }
        if &within * 100u32 >= &pairs * percent {
            break;
        }
    }
    let time =
        BigUint::from(hops) * CABLE_NANOSECONDS + BigUint::from(hops.saturating_sub(1)) * SWITCH_NANOSECONDS;
    let evidence = with_delays(evidence, "number of pairs at each distance");
    Ok(Known::new(MetricValue::Count(Exact(time)), evidence).into())
}

/// The median zero-load latency.
pub const ZERO_LOAD_LATENCY_MEDIAN: Metric = Metric::of(
    &MetricEntry::new(
        "zero_load_latency_median",
        "The zero-load latency in nanoseconds that half of the pairs of endpoints do not exceed",
        ValueKind::Count,
        |metrics| percentile(metrics, 50),
    )
    .label("zero-load latency, median (ns)")
    .titles(&["median latency (ns)"])
    .when(When::ByName)
    .cost(2)
    .explained(),
);

/// The 99th percentile of the zero-load latency.
pub const ZERO_LOAD_LATENCY_P99: Metric = Metric::of(
    &MetricEntry::new(
        "zero_load_latency_p99",
        "The zero-load latency in nanoseconds that 99 % of the pairs of endpoints do not exceed",
        ValueKind::Count,
        |metrics| percentile(metrics, 99),
    )
    .label("zero-load latency, 99 % of pairs (ns)")
    .titles(&["p99 latency (ns)"])
    .when(When::ByName)
    .cost(2)
    .explained(),
);

/// The mean zero-load latency between two endpoints.
///
/// A path of d hops has d cables and passes d - 1 switches or nodes in between; time in adapters and of the bytes themselves is the same
/// everywhere and not counted.
pub const ZERO_LOAD_LATENCY: Metric = Metric::of(
    &MetricEntry::new(
        "zero_load_latency",
        "The mean zero-load latency between two endpoints in nanoseconds: 100 ns for each switch or node passed, 25 ns for each cable",
        ValueKind::Ratio,
        |metrics| {
            let mean = metrics.mean_distance()?;
            let (hops, pairs) = mean.value;
            let time = zero_load_latency(&Ratio::new(hops, pairs));
            let evidence = with_delays(mean.evidence, "mean distance");
            Ok(Known::new(MetricValue::Ratio(time), evidence).into())
        },
    )
    .label("zero-load latency (ns)")
    .titles(&["latency (ns)"])
    .when(When::ByName)
    .cost(2)
    .explained(),
);
