//! The faults: drawn at random, the same on every rank for the same seed, plus the named ones.

use crossedge::Error;
use crossedge::net::{Draw, Faults, Node, Structure};

/// `count` dead nodes of a network, drawn by chance, never `alive`, and the faults that a text names, e.g. `5,7-8`.
pub fn faults(
    net: &dyn Structure,
    named: Option<&str>,
    (count, seed): (u64, u64),
    alive: Option<Node>,
) -> Result<Faults, Error> {
    let nodes = net.nodes();
    if count > nodes / 2 {
        return Err(Error::usage(format!("{count} of {nodes} nodes are too many to fail"))
            .help(format!("--dead takes at most {}", nodes / 2)));
    }
    let draw = Draw { seed, nodes: count, spared: alive, ..Draw::default() };
    let mut faults = Faults::draw(net, &draw).0;
    let named = Faults::parse(net, named.unwrap_or(""))?;
    faults.kill_nodes(named.nodes());
    faults.kill_links(named.links());
    match alive.filter(|&v| faults.node(v)) {
        Some(v) => {
            Err(Error::usage(format!("node {} is dead by --faults, and a search cannot begin there", v.0)))
        }
        None => Ok(faults),
    }
}
