//! The verifier of a packet's journey around faults. It asserts
//!
//! - it begins at the source, and ends at the target if it claims delivery;
//! - every node is a live node of the network;
//! - every step follows a live link.

use crossedge_core::net::{Faults, Network, Node, neighbors};

/// The fault of a journey.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadJourney {
    /// It begins elsewhere, or was delivered elsewhere.
    #[error("the journey's endpoints differ from its description")]
    Ends,
    /// A node that is dead, or no node of the network.
    #[error("the journey is at node {}, which has failed or does not exist", .0.0)]
    Dead(Node),
    /// A step without a living link.
    #[error("no living link leads from node {} to node {}", .from.0, .to.0)]
    NoLink {
        /// From this node.
        from: Node,
        /// To this one.
        to: Node,
    },
}

/// Walks a journey; `delivered` is where it was delivered, if it was.
pub fn journey(
    net: &dyn Network,
    from: Node,
    delivered: Option<Node>,
    dead: &Faults,
    path: &[Node],
) -> Result<(), BadJourney> {
    if path.first() != Some(&from) || delivered.is_some_and(|to| path.last() != Some(&to)) {
        return Err(BadJourney::Ends);
    }
    if let Some(&bad) = path.iter().find(|v| v.0 >= net.nodes() || dead.node(**v)) {
        return Err(BadJourney::Dead(bad));
    }
    for step in path.windows(2) {
        let (from, to) = (step[0], step[1]);
        if dead.link(from, to) || !neighbors(net, from).any(|w| w == to) {
            return Err(BadJourney::NoLink { from, to });
        }
    }
    Ok(())
}
