//! Lower bound on the time of every schedule on a machine; and the only place where a cost is compared with its bound.

use super::{Cost, CostMachine, Switching};
use crate::collective::{Collective, Kind, bounds};

/// The facts about the network that bounds use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
    /// The distance of the farthest node from the root, or a number that is not larger.
    pub reach: u64,
    /// The largest degree of an endpoint.
    pub degree: u64,
    /// The least degree of an endpoint.
    pub least: u64,
    /// Steps that one message to all takes at least with one port, by the structure of clusters; 0 where nothing is known.
    pub grown: u64,
    /// The width of the widest link.
    pub width: u64,
    /// The width of an endpoint port, which takes a byte in its time.
    pub unit: u64,
    /// `true` if a node sends at most one message at a time.
    pub one_port: bool,
    /// Messages of an all-to-all that some cut must let through, for each of its links.
    pub cut: Option<f64>,
}

/// A lower bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound {
    /// Steps, of messages over one link each where they are stored at every node.
    pub steps: u64,
    /// Bound by startups and links.
    pub latency_seconds: f64,
    /// Bound by the ports of the busiest node.
    pub bandwidth_seconds: f64,
    /// Bound by the links of a cut.
    pub bisection_seconds: Option<f64>,
}

/// A cost below its bound: one of the two is wrong, and neither may be reported.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a schedule takes {seconds:e} s, and no schedule takes less than {bound_seconds:e} s")]
pub struct Contradiction {
    /// The cost.
    pub seconds: f64,
    /// The bound.
    pub bound_seconds: f64,
}

impl Bound {
    /// For a collective on a machine.
    pub fn of(of: &Collective, ground: &Ground, machine: &CostMachine) -> Self {
        let Ground { reach, degree, least, grown, width, unit, one_port, cut } = *ground;
        // A message over several links is one step under cut-through.
        let (steps, latency_seconds) = match machine.switching {
            Switching::StoreAndForward => {
                let grown = if one_port && of.nodes > 1 { grown } else { 0 };
                let steps = bounds::steps(of, reach, degree, one_port).max(grown);
                (steps, steps as f64 * machine.startup_seconds)
            }
            _ => {
                let doubling = bounds::steps(of, 0, u64::from(u32::MAX), one_port);
                let farthest = if reach == 0 { 0.0 } else { machine.message_seconds(reach, 0) };
                (doubling, farthest.max(doubling as f64 * machine.message_seconds(1, 0)))
            }
        };
        let seconds = |bytes: u128, ports: u64| {
            let ports = if one_port { 1 } else { ports.max(1) };
            bytes as f64 * machine.byte_seconds * unit.max(1) as f64 / (ports as f64 * width.max(1) as f64)
        };
        let bytes = bounds::port_bytes(of);
        let bandwidth_seconds = match of.kind {
            // The root may be any node, and it alone has all of it.
            Kind::Scatter | Kind::Gather => seconds(bytes, degree),
            // The total received by all nodes; and each its sum.
            Kind::AllReduce => seconds(bytes, degree).max(seconds(bounds::own_bytes(of), least)),
            // The bytes that every node sends or receives, over its links.
            _ => seconds(bytes, least),
        };
        let bisection_seconds = cut.map(|each| each * of.bytes as f64 * machine.byte_seconds);
        Bound { steps, latency_seconds, bandwidth_seconds, bisection_seconds }
    }

    /// The largest of its parts.
    pub fn seconds(&self) -> f64 {
        self.latency_seconds.max(self.bandwidth_seconds).max(self.bisection_seconds.unwrap_or(0.0))
    }

    /// Ratio of a cost to the bound; `None` if the bound is zero. A cost below the bound, beyond rounding, is an error.
    pub fn times(&self, cost: &Cost) -> Result<Option<f64>, Contradiction> {
        let (seconds, bound_seconds) = (cost.seconds, self.seconds());
        if seconds.is_nan() || seconds < bound_seconds * (1.0 - 1e-9) {
            return Err(Contradiction { seconds, bound_seconds });
        }
        Ok((bound_seconds > 0.0).then(|| seconds / bound_seconds))
    }
}
