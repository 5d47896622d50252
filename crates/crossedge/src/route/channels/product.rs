//! Dimension order on a Cartesian product: one coordinate after the other, each by the routing of its factor.
//!
//! A packet that leaves a dimension never comes back to it, so that the routing has no cycle when those of the factors have none, and
//! it needs as many channels as the factor that needs most.

use super::{Channel, Routing, VirtualChannel, mapped};
use crate::net::address::Digits;
use crate::net::{Node, Structure, uniform_degree};
use std::sync::Arc;

/// Dimension order over routings of the factors.
#[derive(Debug)]
pub(super) struct Product<'a> {
    parts: Vec<Factor<'a>>,
    digits: Digits,
}

#[derive(Debug)]
struct Factor<'a> {
    net: &'a Arc<dyn Structure>,
    routing: Box<dyn Routing + 'a>,
    regular: Option<u32>,
}

/// A factor and its routing.
pub(super) type Part<'a> = (&'a Arc<dyn Structure>, Box<dyn Routing + 'a>);

impl<'a> Product<'a> {
    /// Over factors and their routings; `None` when the ids pass 64 bits.
    pub fn new(parts: Vec<Part<'a>>) -> Option<Self> {
        let digits = Digits::new(parts.iter().map(|(net, _)| net.nodes()).collect())?;
        let factor =
            |(net, routing): Part<'a>| Factor { net, routing, regular: uniform_degree(net.as_ref()) };
        Some(Product { parts: parts.into_iter().map(factor).collect(), digits })
    }

    fn degree(&self, at: Node, i: usize) -> u32 {
        let Factor { net, regular, .. } = &self.parts[i];
        regular.unwrap_or_else(|| net.degree(self.at(at, i)))
    }

    fn at(&self, v: Node, i: usize) -> Node {
        Node(self.digits.digit(v.0, i))
    }

    /// The dimension of a port, and the first port of that dimension.
    fn dimension(&self, v: Node, port: u32) -> (usize, u32) {
        let mut offset = 0;
        for i in 0..self.parts.len() {
            let degree = self.degree(v, i);
            if port < offset + degree {
                return (i, offset);
            }
            offset += degree;
        }
        (self.parts.len(), offset)
    }

    /// The first lane in dimension `i` or a later one, whose first port at `at` is `offset`.
    fn start_from(&self, i: usize, mut offset: u32, at: Node, to: Node) -> Option<VirtualChannel> {
        for j in i..self.parts.len() {
            let (x, y) = (self.at(at, j), self.at(to, j));
            if x != y {
                return self.parts[j].routing.start(x, y).map(|lane| shifted(lane, offset));
            }
            offset += self.degree(at, j);
        }
        None
    }

    fn first_from(&self, i: usize, mut offset: u32, at: Node, out: &mut Vec<VirtualChannel>) {
        for j in i..self.parts.len() {
            let x = self.at(at, j);
            mapped(out, |out| self.parts[j].routing.first(x, out), |lane| shifted(lane, offset));
            offset += self.degree(at, j);
        }
    }

    /// A channel as its factor sees it, with the dimension and its first port.
    fn inner(&self, by: Channel) -> (usize, u32, Channel) {
        let (i, offset) = self.dimension(by.from, by.lane.port.0);
        let lane = VirtualChannel::new(by.lane.port.0 - offset, by.lane.vc);
        (i, offset, Channel { from: self.at(by.from, i.min(self.parts.len() - 1)), lane })
    }
}

fn shifted(lane: VirtualChannel, offset: u32) -> VirtualChannel {
    VirtualChannel::new(lane.port.0 + offset, lane.vc)
}

impl Routing for Product<'_> {
    fn channels(&self) -> u32 {
        self.parts.iter().map(|p| p.routing.channels()).max().unwrap_or(1)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.start_from(0, 0, from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        let (i, offset, inner) = self.inner(by);
        let (x, y) = (self.at(at, i), self.at(to, i));
        if x != y {
            return self.parts[i].routing.next(inner, x, y).map(|lane| shifted(lane, offset));
        }
        self.start_from(i + 1, offset + self.degree(at, i), at, to)
    }

    fn first(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        self.first_from(0, 0, at, out);
    }

    fn after(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let (i, offset, inner) = self.inner(by);
        let (x, routing) = (self.at(at, i), &self.parts[i].routing);
        mapped(out, |out| routing.after(inner, x, out), |lane| shifted(lane, offset));
        if routing.ends(inner, x) {
            self.first_from(i + 1, offset + self.degree(at, i), at, out);
        }
    }

    fn ends(&self, by: Channel, at: Node) -> bool {
        let (i, _, inner) = self.inner(by);
        self.parts[i].routing.ends(inner, self.at(at, i))
    }

    fn exact(&self) -> bool {
        self.parts.iter().all(|p| p.routing.exact())
    }

    fn longest(&self) -> Option<u64> {
        self.parts.iter().map(|p| p.routing.longest()).sum()
    }
}
