//! Uniform throughput.

use super::{Metric, MetricEntry};
use crate::throughput::{Ratio as Fraction, lowest};
use crate::value::{MetricValue, ShareAnswer, ValueKind};
use crossedge_core::exact::Ratio;

/// Uniform throughput with any routing.
pub const THROUGHPUT: Metric = Metric::of(
    &MetricEntry::new(
        "throughput",
        "Routing-independent throughput of uniform traffic, in packets per endpoint per cycle",
        ValueKind::Share,
        |metrics| {
            let ratio = |(a, b): Fraction| Ratio { numerator: a, denominator: b };
            let share = metrics.throughput()?.map(|known| ShareAnswer {
                lower: ratio(lowest(known.lower)),
                upper: ratio(lowest(known.upper)),
            });
            Ok(share.map(MetricValue::Share).into())
        },
    )
    .titles(&["throughput"])
    .cost(3)
    .explained(),
);
