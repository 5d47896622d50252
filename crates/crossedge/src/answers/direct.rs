//! The single check of verbs that support neither switches nor widths: they treat every node as an endpoint and every link as one flit
//! per cycle, and their answers would be wrong for other networks. A verb that learns about them drops its call.

use crate::error::Error;
use crate::net::{Shape, endpoints};
use crate::topology::Topology;

/// The verbs that handle switches and widths.
pub const SWITCHED_VERBS: [&str; 24] = [
    "show",
    "compare",
    "verify",
    "node",
    "distance",
    "route",
    "disjoint",
    "load",
    "throughput",
    "deadlock",
    "collective",
    "phases",
    "fault",
    "failures",
    "ring",
    "layout",
    "design",
    "simulate",
    "draw",
    "report",
    "export",
    "check-wiring",
    "recognize",
    "lint",
];

/// An error for a network with switches, or with links of other widths than 1; `verb` is the caller.
pub fn direct(shape: &dyn Shape, verb: &str) -> Result<(), Error> {
    if shape.machine().is_none() {
        return Ok(());
    }
    let (ends, nodes) = (endpoints(shape), shape.nodes());
    let message = match ends == nodes {
        true => format!("{verb} takes every link for one flit a cycle, and here are wider links"),
        false => {
            let switches = &nodes - &ends;
            format!(
                "{verb} takes every node for an endpoint, and here are {ends} endpoints and {switches} switches"
            )
        }
    };
    let (last, rest) = SWITCHED_VERBS.split_last().unwrap_or((&"show", &[]));
    Err(Error::usage(message).help(format!(
        "{} and {last} handle switches and widths; or use a network without them",
        rest.join(", ")
    )))
}

/// An error for a fabric whose cables have different rates, for verbs that ignore rates; `verb` names the caller.
pub fn one_rate(on: &Topology, verb: &str) -> Result<(), Error> {
    match on.shape().machine().is_some_and(|machine| machine.mixed_rates()) {
        false => Ok(()),
        true => Err(Error::usage(format!("{verb} needs cables of one rate, and {on} has different ones"))
            .help("show, throughput, load, failures, phases, collective, deadlock and check-wiring take rates into account")),
    }
}
