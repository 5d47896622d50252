//! Positions of the nodes of a network, in units of the distance between two neighbours of a base: one file per construction.

mod cube;
mod expansion;
mod facing;
mod grid;
mod hosted;
mod hub;
mod leaf;
mod line;
mod places;
mod planes;
mod switched;
mod tree;
mod wk;

pub use leaf::{group_link_classes, outward_bend};
pub use places::{Frame, Lines, Plan};

use crossedge_lang::net::{Layout, Leaf, Parts, Structure};

/// Places for all nodes of a network. Ask only for networks that can be drawn.
pub fn plan(net: &dyn Structure) -> Plan {
    match net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, each }) => {
            return hosted::hosted_plan(plan(routers.as_ref()), routers.as_ref(), each);
        }
        Some(Layout::TwoBases { bases, numbering }) => return facing::two_bases(bases, numbering),
        Some(Layout::Factors(parts)) if net.endpoints() < net.nodes() => return switched::product(parts),
        Some(Layout::Hub { inside, copies }) => return hub::hub_plan(net, inside.as_ref(), copies),
        Some(Layout::Planes(plane)) => return planes::planes_plan(net, plane.as_ref()),
        Some(Layout::Tree { .. } | Layout::Factors(_) | Layout::Other) | None => {}
    }
    match net.parts() {
        Parts::Leaf(Leaf::Cube(bits) | Leaf::FoldedCube(bits)) => cube::cube_plan(bits as u32),
        Parts::Leaf(Leaf::Wk { base, digits }) => wk::wk_plan(base, digits),
        Parts::Leaf(Leaf::Tree) => tree::tree(net),
        Parts::Leaf(Leaf::Path) => leaf::path(net.nodes()),
        Parts::Leaf(_) => leaf::leaf(net),
        Parts::Product(parts) => grid::product(parts),
        Parts::Level(level) => facing::facing_clusters(level),
        Parts::Expansion(re) => expansion::expansion_plan(re),
    }
}

/// All nodes on one circle, in the order of their ids: the same for every network, regardless of its rule.
pub fn circle(nodes: u64) -> Plan {
    leaf::circle(nodes, 0.36)
}
