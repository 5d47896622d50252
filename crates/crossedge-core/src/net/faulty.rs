//! The remaining network after faults, as a network.

use super::{Faults, Network, Node, Port};
use std::collections::{HashSet, VecDeque};

/// The remaining network: the same ids, the live links, ports renumbered. A failed node is present, without ports.
///
/// Law 1 holds. Law 2 holds within each connected component; between components there is no next port, as in a stored graph. The next port
/// is found by a search from the target, O(nodes + links): it is the exact reference for a routing, not a routing.
///
/// ```
/// use crossedge::net::{Faults, Faulty, Network, Node, Table};
/// let ring = Table::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).expect("simple");
/// let faults = Faults::new(&ring, [Node(1)], []).expect("a node");
/// let left = Faulty::new(&ring, &faults);
/// assert_eq!((left.degree(Node(0)), left.degree(Node(1)), left.degree(Node(3))), (1, 0, 2));
/// assert_eq!(left.next_port(Node(0), Node(2)).map(|p| left.link(Node(0), p).0), Some(Node(3)));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Faulty<'a, N: ?Sized> {
    net: &'a N,
    faults: &'a Faults,
}

impl<'a, N: Network + ?Sized> Faulty<'a, N> {
    /// The remaining network after these faults.
    pub fn new(net: &'a N, faults: &'a Faults) -> Self {
        Faulty { net, faults }
    }

    /// The ports of the entire network at `v` whose links are alive.
    fn ports(&self, v: Node) -> impl Iterator<Item = Port> + '_ {
        let degree = if self.faults.node(v) { 0 } else { self.net.degree(v) };
        (0..degree).map(Port).filter(move |&port| self.faults.passes(v, self.net.link(v, port).0))
    }

    /// The live neighbours of a live node.
    pub fn live_neighbours(&self, v: Node) -> impl Iterator<Item = Node> + '_ {
        self.ports(v).map(move |port| self.net.link(v, port).0)
    }
}

impl<N: Network + ?Sized> Network for Faulty<'_, N> {
    fn nodes(&self) -> u64 {
        self.net.nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        self.ports(v).count() as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let port = self.ports(v).nth(port.0 as usize).expect("a port below the degree");
        let (w, back) = self.net.link(v, port);
        let before = self.ports(w).take_while(|&p| p < back).count();
        (w, Port(before as u32))
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to || self.faults.node(at) || self.faults.node(to) {
            return None;
        }
        // Breadth-first search from the target: the first node adjacent to `at` is one hop nearer, so that following it arrives.
        let mut met = HashSet::from([to]);
        let mut queue = VecDeque::from([to]);
        while let Some(v) = queue.pop_front() {
            for w in self.live_neighbours(v) {
                if w == at {
                    return self.live_neighbours(at).position(|x| x == v).map(|p| Port(p as u32));
                }
                if met.insert(w) {
                    queue.push_back(w);
                }
            }
        }
        None
    }
}
