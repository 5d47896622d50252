//! Metrics of machines: endpoints, switches, ports, cables.

use super::{Measured, Metric, MetricEntry, When, too_large};
use crate::bfs;
use crate::machine::{cable_count, diameter_of_nodes, max_radix, oversubscription, ports};
use crate::measure::{Error, Metrics};
use crate::value::{LevelsAnswer, MetricValue, ValueKind};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::exact::{Exact, Ratio};
use crossedge_lang::net::{Faults, endpoints, links, switch_degrees};
use num_bigint::BigUint;

/// A search over all nodes takes at most this many steps; a few seconds.
const MAX_STEPS: u128 = 1 << 33;

/// Number of endpoints.
pub const ENDPOINTS: Metric = Metric::of(
    &MetricEntry::new(
        "endpoints",
        "Number of endpoints, which send and receive; distances, diameter and mean are between these",
        ValueKind::Count,
        |metrics| Ok(counted_value(metrics, endpoints(metrics.shape()))),
    )
    .titles(&["endpoints"])
    .when(When::OfMachines),
);

/// Number of nodes only that pass on.
pub const SWITCHES: Metric = Metric::of(
    &MetricEntry::new("switches", "Number of switches, which only forward", ValueKind::Count, |metrics| {
        Ok(counted_value(metrics, metrics.shape().nodes() - endpoints(metrics.shape())))
    })
    .titles(&["switches"])
    .when(When::OfMachines),
);

/// The most ports of a switch.
pub const RADIX: Metric = Metric::of(
    &MetricEntry::new("radix", "The most ports of a switch", ValueKind::Count, |metrics| {
        match max_radix(metrics.shape(), metrics.network()) {
            Some(radix) => Ok(radix.map(|radix| MetricValue::Count(Exact(radix.into()))).into()),
            None if switch_degrees(metrics.shape()).is_empty() => Err(no_switches()),
            None => Err(too_large("ports of wide links are not counted at this size")),
        }
    })
    .titles(&["radix"])
    .when(When::OfMachines),
);

/// Number of cables.
pub const CABLES: Metric = Metric::of(
    &MetricEntry::new(
        "cables",
        "Number of cables: one per unit of link width",
        ValueKind::Count,
        |metrics| {
            let cable_count = cable_count(metrics.shape(), metrics.network());
            let large = || too_large("links of a class are not counted at this size");
            Ok(cable_count.ok_or_else(large)?.map(Exact).map(MetricValue::Count).into())
        },
    )
    .titles(&["cables"])
    .when(When::OfMachines),
);

/// Ports of switches over the endpoints.
pub const PORTS_PER_ENDPOINT: Metric = Metric::of(
    &MetricEntry::new(
        "ports_per_endpoint",
        "Ports of switches over the endpoints, one for each cable; where two endpoints are linked, their ports count",
        ValueKind::Ratio,
        |metrics| per_node(metrics, ports(metrics.shape(), metrics.network()), "ports"),
    )
    .titles(&["ports each"])
    .when(When::OfMachines),
);

/// Cables over the endpoints.
pub const CABLES_PER_ENDPOINT: Metric = Metric::of(
    &MetricEntry::new("cables_per_endpoint", "Cables over the endpoints", ValueKind::Ratio, |metrics| {
        per_node(metrics, cable_count(metrics.shape(), metrics.network()), "cables")
    })
    .titles(&["cables each"])
    .when(When::OfMachines),
);

/// Links down over links up, by level of switches.
pub const OVERSUBSCRIPTION: Metric = Metric::of(
    &MetricEntry::new(
        "oversubscription",
        "For each level of switches with links up, from the endpoints on: the width of all links down over that of all links up",
        ValueKind::Levels,
        |metrics| {
            let shape = metrics.shape();
            let ratios = |all: Vec<(BigUint, BigUint)>| {
                LevelsAnswer(all.into_iter().map(|(a, b)| Ratio::new(a, b)).collect())
            };
            match oversubscription(shape, metrics.network()) {
                Some(all) => Ok(all.map(ratios).map(MetricValue::Levels).into()),
                None if shape.nodes() == endpoints(shape) => Err(no_switches()),
                None => Err(too_large("levels of switches are not counted at this size")),
            }
        },
    )
    .titles(&["taper"])
    .when(When::OfMachines),
);

/// The largest distance of two nodes, be they endpoints or switches.
pub const DIAMETER_OF_NODES: Metric = Metric::of(
    &MetricEntry::new(
        "diameter_of_nodes",
        "The largest distance of two nodes, be they endpoints or switches",
        ValueKind::Count,
        |metrics| {
            let shape = metrics.shape();
            if let Some(diameter) = diameter_of_nodes(shape) {
                return Ok(diameter.map(Exact).map(MetricValue::Count).into());
            }
            let steps = u128::try_from(shape.nodes() * links(shape)).unwrap_or(u128::MAX);
            let Some(net) = metrics.network().filter(|_| steps <= MAX_STEPS) else {
                return Err(too_large("a search from every node [bfs] takes too long"));
            };
            let pairs = bfs::all_pairs(net, &Faults::none(), metrics.watch())?;
            match pairs.disconnected_pairs {
                0 => {
                    let diameter = MetricValue::Count(Exact(pairs.diameter().into()));
                    Ok(Known::new(diameter, Evidence::computed("search from every node [bfs]")).into())
                }
                _ => Err(Error::Usage {
                    message: "the network is not connected".to_owned(),
                    help: "verifying it names a node that is not reached".to_owned(),
                }),
            }
        },
    )
    .label("diameter of all nodes")
    .titles(&["diameter of nodes"])
    .when(When::BesideMachines)
    .cost(8),
);

fn counted_value(metrics: &Metrics<'_>, value: BigUint) -> Measured {
    Known::new(MetricValue::Count(Exact(value)), metrics.shape().counts_known()).into()
}

fn per_node(metrics: &Metrics<'_>, all: Option<Known<BigUint>>, what: &str) -> Result<Measured, Error> {
    let ends = endpoints(metrics.shape());
    let all = all.ok_or_else(|| too_large(format!("{what} are not counted at this size")))?;
    Ok(all.map(|all| MetricValue::Ratio(Ratio::lowest(all, ends))).into())
}

/// A metric of switches, where there are none.
fn no_switches() -> Error {
    Error::Usage {
        message: "the network has no switches".to_owned(),
        help: "put hosts on it, e.g. hosts(torus(4,4), 2)".to_owned(),
    }
}
