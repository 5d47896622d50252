//! The one place where verbs that know neither switches nor widths say so: they take every node for an endpoint and every link for one flit
//! a cycle, and their answers would be wrong of other networks. A verb that learns about them drops its call.

use crate::error::Error;
use crate::net::{Shape, endpoints};

/// An error for a network with switches, or with links of other widths than 1; `verb` is who asks.
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
    Err(Error::usage(message).help(
        "show, compare, verify, node, distance, route, disjoint, load, collective, fault, ring, simulate, mpi, draw, report and export know \
         switches and widths; \
         or take a network without them",
    ))
}
