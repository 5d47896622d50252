//! The bisection, and the same per endpoint.

use super::{Metric, MetricEntry, When, not_available};
use crate::bisection::Bisection;
use crate::measure::{Error, Metrics};
use crate::value::{BisectionAnswer, MetricValue, ShareAnswer, ValueKind};
use crossedge_core::evidence::Known;
use crossedge_core::exact::{Exact, Ratio};
use crossedge_lang::net::endpoints;

/// The fewest links between two halves.
pub const BISECTION: Metric = Metric::of(
    &MetricEntry::new("bisection", "The fewest links between two halves", ValueKind::Cut, |metrics| {
        let known_cut = bisection(metrics)?;
        let width = known_cut.map(|cut| BisectionAnswer {
            witness: cut.side.as_ref().map(|side| side.describe()),
            nodes: cut.side.as_ref().and_then(|side| side.listed_nodes()),
            lower: Exact(cut.lower),
            upper: Exact(cut.upper),
        });
        Ok(width.map(MetricValue::Cut).into())
    })
    .aliases(&["bisection_width"])
    .titles(&["bisection"])
    .cost(1)
    .explained(),
);

/// The fewest cables between two halves of the endpoints, over all endpoints.
pub const BISECTION_PER_ENDPOINT: Metric = Metric::of(
    &MetricEntry::new(
        "bisection_per_endpoint",
        "The fewest cables between two halves of the endpoints, over all endpoints",
        ValueKind::Share,
        |metrics| {
            let known_cut = bisection(metrics)?;
            let ends = endpoints(metrics.shape());
            let share = known_cut.map(|cut| ShareAnswer {
                lower: Ratio::lowest(cut.lower, ends.clone()),
                upper: Ratio::lowest(cut.upper, ends),
            });
            Ok(share.map(MetricValue::Share).into())
        },
    )
    .titles(&["bisection each"])
    .when(When::OfMachines)
    .cost(1),
);

/// The bisection, counted in cables, which must be of one rate.
fn bisection(metrics: &Metrics<'_>) -> Result<Known<Bisection>, Error> {
    if metrics.shape().machine().is_some_and(|machine| machine.mixed_rates()) {
        return Err(not_available("not available for cables of different rates"));
    }
    metrics.bisection().ok_or_else(|| match metrics.watch().stopped() {
        true => Error::Stopped,
        false => not_available("no cut into halves is known"),
    })
}
