//! Positions of the nodes of a network, in units of the distance between two neighbours of a base: one file per construction.

mod cube;
mod expansion;
mod facing;
mod grid;
mod hosted;
mod leaf;
mod places;
mod tree;
mod wk;

pub use leaf::{inside, outside};
pub use places::{Frame, Lines, Plan};

use crossedge_lang::net::{Leaf, Parts, Structure};

/// Places for all nodes of a network. Ask only for networks that can be drawn.
pub fn plan(net: &dyn Structure) -> Plan {
    if let Some((routers, each)) = net.roles().and_then(|roles| roles.hosted()) {
        return hosted::hosted(plan(routers.as_ref()), routers.as_ref(), each);
    }
    match net.parts() {
        Parts::Leaf(Leaf::Cube(bits) | Leaf::FoldedCube(bits)) => cube::cube(bits as u32),
        Parts::Leaf(Leaf::Wk { base, digits }) => wk::wk(base, digits),
        Parts::Leaf(Leaf::Tree) => tree::tree(net),
        Parts::Leaf(Leaf::Path) => leaf::path(net.nodes()),
        Parts::Leaf(_) => leaf::leaf(net),
        Parts::Product(parts) => grid::product(parts),
        Parts::Level(level) => facing::leveled(level),
        Parts::Expansion(re) => expansion::expansion(re),
    }
}

/// All nodes on one circle, in the order of their ids: the same for every network, regardless of its rule.
pub fn circle(nodes: u64) -> Plan {
    leaf::circle(nodes, 0.36)
}
