//! The faults: drawn at random, the same on every rank for the same seed, plus the named ones.

use crate::failure::Failure;
use crossedge::metrics::bfs::Error;
use crossedge::net::{BadFaults, Draw, Faults, Node, Structure};

/// `count` dead nodes of a network, drawn by chance, never `alive`, and the faults that a text names, e.g. `5,7-8`.
pub fn faults(
    net: &dyn Structure,
    named: Option<&str>,
    (count, seed): (u64, u64),
    alive: Option<Node>,
) -> Result<Faults, Failure> {
    let nodes = net.nodes();
    if count > nodes / 2 {
        return Err(Failure::Usage(format!(
            "{count} of {nodes} nodes are too many to fail\nhelp: --dead takes at most {}",
            nodes / 2
        )));
    }
    let draw = Draw { seed, nodes: count, spared: alive, ..Draw::default() };
    let mut faults = Faults::draw(net, &draw).0;
    let named = Faults::parse(net, named.unwrap_or("")).map_err(|bad| match bad {
        BadFaults::Address(error, text) => Failure::Source(*error, text),
        bad => Failure::Usage(format!("{}\nhelp: {}", bad.message(), bad.advice())),
    })?;
    faults.kill_nodes(named.nodes());
    faults.kill_links(named.links());
    match alive.filter(|&v| faults.node(v)) {
        Some(v) => {
            Err(Failure::Usage(format!("node {} is dead by --faults, and a search cannot begin there", v.0)))
        }
        None => Ok(faults),
    }
}

/// The error of a search.
pub fn failure(error: &Error) -> Failure {
    match error {
        Error::Stopped => Failure::Io("stopped".to_owned()),
        Error::Limit { message, help } => Failure::Limit(format!("{message}\nhelp: {help}")),
        Error::Usage { message, help } => Failure::Usage(format!("{message}\nhelp: {help}")),
    }
}
