//! Paths of packets, link by link, and paths of many packets to one target at once.

use crate::channels::{Channel, Routing};
use crossedge_lang::net::{Node, Port, Structure};

/// Shows every link of a route.
pub(super) fn walk_route(
    net: &dyn Structure,
    routing: &dyn Routing,
    from: Node,
    via: Option<Node>,
    to: Node,
    visit: &mut dyn FnMut(Node, Port),
) {
    let (mut at, mut by) = (from, None);
    while let Some(next) = routing.step(by, at, via, to) {
        visit(at, next.port);
        by = Some(Channel::new(at, next));
        at = net.link(at, next.port).0;
    }
}

/// Shows every link on ways to a target with the number of nodes whose paths take it: paths from a node on are the same for all, so that
/// a node sends on what it has got, and its own, once the nodes that send to it have.
pub(super) fn visit_loaded_links(
    net: &dyn Structure,
    routing: &dyn Routing,
    to: Node,
    visit: &mut dyn FnMut(Node, Port, u64),
) {
    let n = net.nodes() as usize;
    let hop = |v: u64| routing.start(Node(v), to).map(|out| (net.link(Node(v), out.port).0, out.port));
    let hops: Vec<Option<(Node, Port)>> = (0..n as u64).map(hop).collect();
    let mut waits = vec![0u32; n];
    hops.iter().flatten().for_each(|(next, _)| waits[next.0 as usize] += 1);
    let mut ready: Vec<usize> = (0..n).filter(|&v| waits[v] == 0).collect();
    let mut carried = vec![1u64; n];
    while let Some(v) = ready.pop() {
        let Some((next, port)) = hops[v] else { continue };
        visit(Node(v as u64), port, carried[v]);
        let next = next.0 as usize;
        carried[next] += carried[v];
        waits[next] -= 1;
        if waits[next] == 0 {
            ready.push(next);
        }
    }
}

/// A network with switches, for paths between endpoints: an endpoint with one port sends all it has over that, so it is counted with the
/// node at the other end, and no path is requested.
pub(super) struct Core {
    /// All other nodes.
    nodes: Vec<Node>,
    /// The place of each node among these.
    place: Vec<Option<u32>>,
    /// Number of endpoints that send from here: the node itself, and its hosts of one port.
    senders: Vec<u64>,
}

impl Core {
    /// A network of at most 2^32 nodes.
    pub fn from_network(net: &dyn Structure) -> Core {
        let ends = net.endpoints();
        let alone = |v: Node| v.0 < ends && net.degree(v) == 1;
        // Two endpoints that have each other alone send to each other.
        let hangs = |v: Node| alone(v) && !alone(net.link(v, Port(0)).0);
        let mut core = Core { nodes: Vec::new(), place: Vec::new(), senders: Vec::new() };
        for v in (0..net.nodes()).map(Node) {
            let kept = !hangs(v);
            core.place.push(kept.then_some(core.nodes.len() as u32));
            if kept {
                core.nodes.push(v);
                core.senders.push(u64::from(v.0 < ends));
            }
        }
        for v in (0..ends).map(Node).filter(|&v| hangs(v)) {
            if let Some(i) = core.core_index(net.link(v, Port(0)).0) {
                core.senders[i] += 1;
            }
        }
        core
    }

    /// Number of nodes whose path to each target is computed.
    pub fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn core_index(&self, v: Node) -> Option<usize> {
        self.place[v.0 as usize].map(|i| i as usize)
    }

    /// Shows every link on paths from endpoints to one of them, with the number of endpoints whose paths take it, but the first link of
    /// those that are counted elsewhere. Paths from a node on are the same for all.
    pub fn visit_loaded_links(
        &self,
        net: &dyn Structure,
        routing: &dyn Routing,
        to: Node,
        visit: &mut dyn FnMut(Node, Port, u64),
    ) {
        let hop = |v: &Node| routing.start(*v, to).map(|out| (net.link(*v, out.port).0, out.port));
        let hops: Vec<Option<(Node, Port)>> = self.nodes.iter().map(hop).collect();
        let mut waits = vec![0u32; hops.len()];
        let next = |hop: &Option<(Node, Port)>| hop.and_then(|(next, _)| self.core_index(next));
        hops.iter().filter_map(next).for_each(|next| waits[next] += 1);
        let mut ready: Vec<usize> = (0..hops.len()).filter(|&i| waits[i] == 0).collect();
        let mut carried = self.senders.clone();
        if self.core_index(to).is_none()
            && let Some(i) = self.core_index(net.link(to, Port(0)).0)
        {
            // The target sends nothing to itself.
            carried[i] -= 1;
        }
        while let Some(i) = ready.pop() {
            let Some((_, port)) = hops[i] else { continue };
            if carried[i] > 0 {
                visit(self.nodes[i], port, carried[i]);
            }
            if let Some(next) = next(&hops[i]) {
                carried[next] += carried[i];
                waits[next] -= 1;
                if waits[next] == 0 {
                    ready.push(next);
                }
            }
        }
    }

    /// The endpoints that are counted with their only neighbour; paths never come by them, and all of theirs begin with their one link.
    pub fn counted_elsewhere(&self) -> impl Iterator<Item = Node> + '_ {
        (0u64..).zip(&self.place).filter(|(_, place)| place.is_none()).map(|(v, _)| Node(v))
    }
}
