//! Negative-first routing on meshes: all hops to smaller coordinates first, then all hops to larger ones, the first dimension first.
//!
//! No hop to a larger coordinate is followed by one to a smaller: of the eight turns of a plane the two that close both circles are left
//! out, so that one channel is enough. Glass, Ni, The turn model for adaptive routing (1992).

use super::entry::{RoutingEntry, Symmetry, no_detour};
use super::lists::push_ports;
use super::{Channel, ChannelGraph, Routing, Unroutable, VirtualChannel};
use crossedge_lang::net::address::Digits;
use crossedge_lang::net::{Leaf, Node, Parts, Structure};
use std::sync::Arc;

/// Negative-first.
pub static NEGATIVE_FIRST: RoutingEntry = RoutingEntry {
    name: "negative-first",
    summary: "On meshes: to smaller coordinates first, then to larger ones",
    paper: "Glass, Ni, The turn model for adaptive routing (1992)",
    missing: |net| mesh_sides(net).is_none().then_some(NO_MESH),
    make: |net| match mesh_sides(net.as_ref()).and_then(Digits::new) {
        Some(digits) => Ok(Arc::new(NegativeFirst { digits })),
        None => Err(Unroutable::Undefined(NO_MESH.to_owned())),
    },
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: false,
    // A turned path has its smaller coordinates at the other end.
    symmetry: Symmetry::Nothing,
};

const NO_MESH: &str = "negative-first needs a mesh: a path, or a product of paths";

/// The sides of a mesh.
fn mesh_sides(net: &dyn Structure) -> Option<Vec<u64>> {
    match net.parts() {
        Parts::Leaf(Leaf::Path) => Some(vec![net.nodes()]),
        Parts::Product(parts) => {
            let path = |part: &Arc<dyn Structure>| (part.parts().leaf() == Leaf::Path).then(|| part.nodes());
            parts.iter().map(path).collect()
        }
        _ => None,
    }
}

/// The routing; the digits of an id are its coordinates.
#[derive(Debug)]
struct NegativeFirst {
    digits: Digits,
}

impl NegativeFirst {
    /// Returns `true` if a node has a neighbour downwards and upwards in a dimension.
    fn neighbour_directions(&self, v: Node, i: usize) -> (bool, bool) {
        let x = self.digits.digit(v.0, i);
        (x > 0, x + 1 < self.digits.radix(i))
    }

    fn degree(&self, v: Node, i: usize) -> u32 {
        let (down, up) = self.neighbour_directions(v, i);
        u32::from(down) + u32::from(up)
    }

    /// The port of a node in a dimension: upwards is the first of a path, where it exists.
    fn dimension_port(&self, v: Node, i: usize, up: bool) -> VirtualChannel {
        let before: u32 = (0..i).map(|j| self.degree(v, j)).sum();
        VirtualChannel::new(before + u32::from(!up && self.neighbour_directions(v, i).1), 0)
    }

    /// The dimension of a port of a node, and whether it leads upwards.
    fn port_direction(&self, by: Channel) -> (usize, bool) {
        let mut port = by.port.0;
        let mut i = 0;
        while port >= self.degree(by.from, i) && i + 1 < self.digits.len() {
            port -= self.degree(by.from, i);
            i += 1;
        }
        (i, port == 0 && self.neighbour_directions(by.from, i).1)
    }
}

impl Routing for NegativeFirst {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        let dimensions = || 0..self.digits.len();
        let digit = |v: Node, i: usize| self.digits.digit(v.0, i);
        let down = dimensions().find(|&i| digit(to, i) < digit(from, i)).map(|i| (i, false));
        let next = down.or_else(|| dimensions().find(|&i| digit(to, i) > digit(from, i)).map(|i| (i, true)));
        next.map(|(i, up)| self.dimension_port(from, i, up))
    }

    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.start(at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn memoryless(&self) -> bool {
        true
    }

    fn longest(&self) -> Option<u64> {
        Some((0..self.digits.len()).map(|i| self.digits.radix(i) - 1).sum())
    }
}

impl ChannelGraph for NegativeFirst {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        push_ports(0..(0..self.digits.len()).map(|i| self.degree(at, i)).sum(), 0, out);
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        if by.vc > 0 {
            return;
        }
        let (i, up) = self.port_direction(by);
        for j in 0..self.digits.len() {
            let (below, above) = self.neighbour_directions(at, j);
            if !up && j >= i && below {
                out.push(self.dimension_port(at, j, false));
            }
            // A coordinate goes one way only; after a hop down, any other may go up.
            if above && if up { j >= i } else { j != i } {
                out.push(self.dimension_port(at, j, true));
            }
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        by.vc == 0
    }
}
