//! Address routing: follows the next port towards the target from node to node. It arrives, by law 2 of networks.

use super::explain::explain;
use crossedge_core::model::route::{Hop, NoRoute, Route};
use crossedge_lang::net::{Node, Structure};

/// A route of more hops than this is not listed.
pub const MAX_HOPS: u64 = 1 << 20;

/// Follows `next_port` from node to node. O(length · depth of the construction).
pub fn follow(net: &dyn Structure, from: Node, to: Node) -> Result<Route, NoRoute> {
    // A closed form detects a very long route before it is walked.
    if net.minimal() && net.distance(from, to).is_some_and(|d| d > MAX_HOPS) {
        return Err(NoRoute::TooLong { limit: MAX_HOPS });
    }
    let mut hops = Vec::new();
    let mut at = from;
    while let Some(port) = net.next_port(at, to) {
        if hops.len() as u64 == MAX_HOPS {
            return Err(NoRoute::TooLong { limit: MAX_HOPS });
        }
        let mut cases = Vec::new();
        explain(net, at, to, &mut cases);
        at = net.link(at, port).0;
        hops.push(Hop { port, node: at, cases });
    }
    match at == to {
        true => Ok(Route { from, hops }),
        false => Err(NoRoute::Apart { from, to }),
    }
}
