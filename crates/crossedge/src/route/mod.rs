//! Routes: a way from one node to another as data, and the algorithms that find it.
//!
//! A [`Route`] lists its nodes and ports, and for every hop the case that was taken at each level of the construction. Three
//! algorithms: [`minimal`] is a shortest way, by address arithmetic where the construction has it and by search otherwise;
//! [`paper`] is the algorithm as its paper prints it; [`follow`] takes the next port that the network gives.

mod cases;
mod compiled;
pub mod disjoint;
pub mod fault;
pub mod flow;
mod follow;
pub mod lanes;
mod paper;
mod path;
mod routrcn;
mod search;

pub use cases::explain;
pub use compiled::{Compiled, Room};
pub use follow::{MAX_HOPS, follow};
pub use paper::paper;
pub use path::{Algorithm, Case, Goal, Hop, NoRoute, Route};
pub use routrcn::{routrcn, routrcn_length};
pub use search::{Found, MAX_SEEN, shortest};

use crate::evidence::{Evidence, Figure};
use crate::net::{Form, Node, Structure};
use crate::watch::Watch;

/// A route by the algorithm that is asked for, with the case taken at each level.
pub fn route(
    net: &dyn Structure,
    from: Node,
    to: Node,
    algorithm: Algorithm,
    limit: usize,
    watch: &dyn Watch,
) -> Result<Route, NoRoute> {
    match algorithm {
        Algorithm::Minimal => minimal(net, from, to, limit, watch),
        Algorithm::Paper => paper(net, from, to),
        Algorithm::Address => follow(net, from, to),
    }
}

/// A shortest route: by the addresses where they lead along a shortest way, by a search from both ends otherwise.
///
/// The search sees at most `limit` nodes.
pub fn minimal(
    net: &dyn Structure,
    from: Node,
    to: Node,
    limit: usize,
    watch: &dyn Watch,
) -> Result<Route, NoRoute> {
    if net.minimal() {
        return follow(net, from, to);
    }
    let found = shortest(net, from, to, limit, watch)?;
    Ok(Route { from, hops: found.hops })
}

/// The distance, by a closed form where there is one and by a search from both ends otherwise.
pub fn distance(
    net: &dyn Structure,
    from: Node,
    to: Node,
    limit: usize,
    watch: &dyn Watch,
) -> Result<Figure<u64>, NoRoute> {
    if let Some(distance) = net.distance(from, to) {
        return Ok(Figure::new(distance, closed_form(net)));
    }
    let found = shortest(net, from, to, limit, watch)?;
    let evidence = Evidence::computed(format!("search from both ends, {} nodes seen", found.seen));
    Ok(Figure::new(found.hops.len() as u64, evidence))
}

/// How the closed form of a distance is known.
fn closed_form(net: &dyn Structure) -> Evidence {
    match net.form() {
        Form::Dual(_) | Form::DualCube(_) => {
            Evidence::proved("I1: a walk projects on two walks in the base, and the crossings are forced")
        }
        Form::Super(_) => Evidence::proved("I4: nested super-nodes make a product, so distances add"),
        Form::Expansion(_) => Evidence::proved(
            "wreath product: frame distances, and the shortest walk on the unit by the pivots that differ",
        ),
        Form::Product(_) | Form::Cube(_) => Evidence::proved("distances in a Cartesian product add"),
        // A stored graph gives no closed form, and says the same as a search.
        Form::Leaf => Evidence::computed("the distance function of the construction"),
    }
}
