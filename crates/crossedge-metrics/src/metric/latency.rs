//! The time of a small packet through an empty network.

use super::{Metric, MetricEntry, When};
use crate::value::{MetricValue, ValueKind};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::exact::Ratio;
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
            let how = format!("mean distance, {CABLE_NANOSECONDS} ns for each cable and {SWITCH_NANOSECONDS} ns for each switch or node passed");
            let evidence = match mean.evidence {
                Evidence::Proved(by) => Evidence::Proved(format!("{how}; {by}")),
                Evidence::Computed(by) => Evidence::Computed(format!("{how}; {by}")),
                Evidence::Bounded(by) => Evidence::Bounded(format!("{how}; {by}")),
                Evidence::Sampled { count, seed, method } => {
                    Evidence::Sampled { count, seed, method: format!("{how}; {method}") }
                }
            };
            Ok(Known::new(MetricValue::Ratio(time), evidence).into())
        },
    )
    .label("zero-load latency (ns)")
    .titles(&["latency (ns)"])
    .when(When::ByName)
    .cost(2)
    .explained(),
);
