//! Paths of packets, link by link, and paths of many packets to one target at once.

use crate::channels::{Channel, Routing};
use crossedge_lang::net::{Node, Port, Structure};
use std::collections::BTreeMap;

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

/// Shows every link on routes to a target with the number of nodes whose routes take it: from a node on, routes are the same for all, so that
/// a node forwards what it has received, and its own, after all nodes that send to it. At most 2^32 nodes.
pub(super) fn visit_loaded_links(
    net: &dyn Structure,
    routing: &dyn Routing,
    to: Node,
    visit: &mut dyn FnMut(Node, Port, u64),
) {
    const NONE: u32 = u32::MAX;
    let n = net.nodes();
    let hop = |v: u64| match routing.start(Node(v), to) {
        Some(out) => (net.link(Node(v), out.port).0.0 as u32, out.port.0),
        None => (NONE, 0),
    };
    let hops: Vec<(u32, u32)> = (0..n).map(hop).collect();
    let mut waits = vec![0u32; hops.len()];
    hops.iter().filter(|hop| hop.0 != NONE).for_each(|hop| waits[hop.0 as usize] += 1);
    let mut carried = vec![1u32; hops.len()];
    // Chains are followed from nodes that receive nothing, as far as all inputs are known.
    for leaf in 0..hops.len() {
        if waits[leaf] != 0 {
            continue;
        }
        let mut v = leaf;
        loop {
            // Done: no chain comes here again.
            waits[v] = NONE;
            let (next, port) = hops[v];
            if next == NONE {
                break;
            }
            visit(Node(v as u64), Port(port), carried[v].into());
            let next = next as usize;
            carried[next] += carried[v];
            waits[next] -= 1;
            if waits[next] != 0 {
                break;
            }
            v = next;
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

    /// Endpoints by their router, if routes to each of them are routes to its router and one more link; empty otherwise.
    pub fn hosts_by_router(&self, routing: &dyn Routing, ends: u64) -> Vec<(Node, Vec<Node>)> {
        let mut routers: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        for host in (0..ends).map(Node) {
            let router = routing
                .router_of(host)
                .filter(|&router| self.core_index(host).is_none() && self.core_index(router).is_some());
            let Some(router) = router else { return Vec::new() };
            routers.entry(router).or_default().push(host);
        }
        routers.into_iter().collect()
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
