//! The graph that is searched after faults. Endpoints with a single link are merged into their switch, so that one search from a switch serves all
//! its hosts.

use crossedge_lang::net::{Csr, Faults, Node, Port, Structure};

/// Live nodes but such hosts, and the live links between them, from both ends.
#[derive(Debug)]
pub struct LiveGraph {
    /// The targets of the links of a node.
    pub(super) targets: Csr,
    /// How wide it is.
    pub(super) width: Vec<u64>,
    /// Its class.
    pub(super) class: Vec<u32>,
    /// Live endpoints that are at a node: itself, or hosts on it.
    pub(super) weight: Vec<u64>,
    /// Hops from a node to the endpoints that are there: 1 to hosts, none to itself.
    pub(super) above: Vec<u64>,
    /// The id of every node.
    pub(super) id: Vec<u32>,
    /// The node of every id; none for dead ones and hosts.
    pub(super) at: Vec<Option<u32>>,
    /// The width of the narrowest link to a host; none without hosts.
    pub(super) host: Option<u64>,
    /// Live endpoints.
    pub(super) alive: u64,
}

impl LiveGraph {
    /// All that is left; `None` if live endpoints are fewer than two, or numbers are too large to search.
    pub fn new(net: &dyn Structure, dead: &Faults) -> Option<LiveGraph> {
        let (nodes, ends) = (net.nodes(), net.endpoints());
        if nodes > u64::from(u32::MAX) {
            return None;
        }
        let live = |v: Node| {
            let all = (0..net.degree(v)).map(Port).map(move |port| (port, net.link(v, port).0));
            all.filter(move |&(_, w)| !dead.node(w) && !dead.link(v, w))
        };
        let (mut hosts, mut host) = (vec![0u64; nodes as usize], None::<u64>);
        let mut at = vec![None; nodes as usize];
        let (mut id, mut alive) = (Vec::new(), 0);
        for v in (0..nodes).map(Node).filter(|v| !dead.node(*v)) {
            if v.0 < ends {
                alive += 1;
                let mut around = live(v);
                if let (Some((port, w)), None) = (around.next(), around.next())
                    && w.0 >= ends
                {
                    let width = net.width(net.link_class(v, port));
                    hosts[w.0 as usize] += 1;
                    host = Some(host.map_or(width, |least| least.min(width)));
                    continue;
                }
            }
            at[v.0 as usize] = Some(id.len() as u32);
            id.push(v.0 as u32);
        }
        if alive < 2 {
            return None;
        }
        let (mut width, mut class) = (Vec::new(), Vec::new());
        let (mut weight, mut above) = (Vec::new(), Vec::new());
        let targets = Csr::build(id.len(), |v, targets| {
            let v = Node(id[v].into());
            for (port, w) in live(v) {
                let Some(w) = at[w.0 as usize] else { continue };
                let kind = net.link_class(v, port);
                targets.push(w);
                width.push(net.width(kind));
                class.push(kind as u32);
            }
            let itself = u64::from(v.0 < ends);
            weight.push(itself + hosts[v.0 as usize]);
            above.push(1 - itself);
        });
        Some(LiveGraph { targets, width, class, weight, above, id, at, host, alive })
    }

    /// The same network with a link between two nodes of this width, in both directions.
    pub fn with_width(mut self, [v, w]: [Node; 2], width: u64) -> LiveGraph {
        let place = |v: Node| self.at.get(v.0 as usize).copied().flatten();
        let (Some(v), Some(w)) = (place(v), place(w)) else {
            // A host is at its switch.
            self.host = self.host.map(|least| least.min(width));
            return self;
        };
        for (from, to) in [(v, w), (w, v)] {
            for link in self.targets.range(from as usize) {
                if self.targets.target(link) as u32 == to {
                    self.width[link] = width;
                }
            }
        }
        self
    }

    /// Number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.id.len()
    }

    /// The links of a node.
    pub(super) fn links(&self, v: usize) -> std::ops::Range<usize> {
        self.targets.range(v)
    }

    /// Nodes that endpoints are at.
    pub(super) fn sources(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.nodes() as u32).filter(|&v| self.weight[v as usize] > 0)
    }
}
