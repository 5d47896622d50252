//! Routes: a path from one node to another as data, and the algorithms that find it.
//!
//! A [`Route`] lists its nodes and ports, and for every hop the case that was taken at each level of the construction. Three
//! algorithms: [`minimal`] is a shortest path, by address arithmetic where the construction has it and by search otherwise;
//! [`paper_route`] is the algorithm as its paper prints it; [`follow`] takes the next port that the network gives.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::route::{Algorithm, MAX_SEEN, route};
//!
//! let net: Topology = "rdn(ring(3), 1)".parse()?;
//! let route = route(net.network()?.as_ref(), Node(0), Node(17), Algorithm::Minimal, MAX_SEEN, &Silent)?;
//! assert_eq!(route.nodes().last(), Some(Node(17)));
//! # Ok::<(), crossedge::Error>(())
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod channels;
pub mod disjoint;
mod explain;
pub mod fault;
pub mod flow;
mod follow;
pub mod loads;
mod paper;
mod routrcn;
mod search;

pub use crossedge_core::model::route::{Algorithm, Case, Goal, Hop, NoRoute, Route};
pub use explain::explain;
pub use follow::{MAX_HOPS, follow};
pub use paper::paper_route;
pub use routrcn::{routrcn, routrcn_length};
pub use search::{MAX_SEEN, ShortestPath, shortest_path};

use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Node, Structure};

/// Returns the route of the given algorithm, with the case taken at each level. A search visits at most `limit` nodes.
pub fn route(
    net: &dyn Structure,
    from: Node,
    to: Node,
    algorithm: Algorithm,
    limit: usize,
    watch: &dyn Progress,
) -> Result<Route, NoRoute> {
    match algorithm {
        Algorithm::Minimal => minimal(net, from, to, limit, watch),
        Algorithm::Paper => paper_route(net, from, to),
        Algorithm::Address => follow(net, from, to),
    }
}

/// Returns a shortest route: from the addresses if address routing is minimal, otherwise by [`shortest_path`].
///
/// The search visits at most `limit` nodes.
pub fn minimal(
    net: &dyn Structure,
    from: Node,
    to: Node,
    limit: usize,
    watch: &dyn Progress,
) -> Result<Route, NoRoute> {
    if net.minimal() {
        let route = follow(net, from, to)?;
        // The guarantee is about endpoints; a path from or to a switch must match the closed form.
        let ends = from.0.max(to.0) < net.endpoints();
        if ends || net.distance(from, to) == Some(route.hops.len() as u64) {
            return Ok(route);
        }
    }
    let search = shortest_path(net, from, to, limit, watch)?;
    Ok(Route { from, hops: search.hops })
}

/// Returns the distance between two nodes, with its evidence; `None` if there is no path.
///
/// Uses the closed form of the construction if it has one, otherwise [`shortest_path`]. That there is no path is established by visiting the
/// complete component of one of the two nodes.
///
/// # Errors
///
/// [`NoRoute::TooMany`] if the search would visit more than `limit` nodes, and [`NoRoute::Stopped`] if `watch` requests it.
///
/// # Complexity
///
/// A closed form takes time proportional to the depth of the expression, at any size; a search is as expensive as [`shortest_path`].
///
/// # Example
///
/// ```
/// use crossedge::prelude::*;
/// use crossedge::route::{MAX_SEEN, distance};
///
/// let net: Topology = "torus(8,8)".parse()?;
/// let known = distance(net.network()?.as_ref(), Node(0), Node(36), MAX_SEEN, &Silent)?;
/// assert_eq!(known.value, Some(8));
/// assert_eq!(known.evidence.kind(), "proved");
/// # Ok::<(), crossedge::Error>(())
/// ```
pub fn distance(
    net: &dyn Structure,
    from: Node,
    to: Node,
    limit: usize,
    watch: &dyn Progress,
) -> Result<Known<Option<u64>>, NoRoute> {
    if let Some(distance) = net.distance(from, to) {
        return Ok(Known::new(Some(distance), net.distance_known()));
    }
    match shortest_path(net, from, to, limit, watch) {
        Ok(search) => {
            let evidence =
                Evidence::computed(format!("search from both ends, {} nodes seen [bfs]", search.seen));
            Ok(Known::new(Some(search.hops.len() as u64), evidence))
        }
        Err(NoRoute::Apart { .. }) => {
            let evidence = Evidence::computed("search of everything that one of the two ends reaches [bfs]");
            Ok(Known::new(None, evidence))
        }
        Err(why) => Err(why),
    }
}
