//! Many rings at once: virtual rings that are node-disjoint, and rings through all nodes that are edge-disjoint.
//!
//! Virtual rings (HAM, Corollary 1, with erratum E10): over a base with a ring h of n nodes, number s of ⌊n/2⌋ goes through two
//! neighbours of every cluster, (0, h[i], h[i+2s]) – (0, h[i], h[i+2s+1]) – (1, h[i+2s+1], h[i]) – (1, h[i+2s+1], h[i+1]) – …, and no
//! two of them share a node.
//!
//! Edge-disjoint Hamiltonian cycles: at most half the degree. The dual construction hands them down: the ring of [`Twin`] uses only those
//! links of the base that its ring uses, and rings turned against each other use different cross-edges. Otherwise by search.

use super::connected::plain_dual_level;
use super::dual::Twin;
use super::find::{RingOptions, Sought, cycle};
use super::orders::{Turned, listed_order};
use super::search::edge_disjoint;
use super::search::graph::SortedGraph;
use crossedge_core::model::FoundRing;
use crossedge_core::model::{Direction, NodeOrder};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::address::{add_mod, sub_mod};
use crossedge_lang::net::{Faults, Node, Numbering, Place, Structure};
use std::collections::HashSet;
use std::sync::Arc;

/// One of the virtual rings of a dual construction: two neighbours of every cluster.
#[derive(Debug)]
struct Virtual {
    h: Arc<dyn NodeOrder>,
    n: u64,
    numbering: Numbering,
    /// The offset of the inner nodes from the label.
    ahead: u64,
}

impl Virtual {
    fn id(&self, class: u64, label: u64, inside: u64) -> Node {
        Node(self.numbering.id(Place { class, cluster: label, node: inside }))
    }
}

impl NodeOrder for Virtual {
    fn positions(&self) -> u64 {
        4 * self.n
    }

    fn closed(&self) -> bool {
        true
    }

    fn node_at(&self, position: u64) -> Node {
        let (i, h) = (position >> 2, |p| self.h.node_at(p).0);
        let (one, ahead) = (add_mod(i, 1, self.n), add_mod(i, self.ahead, self.n));
        let over = h(add_mod(ahead, 1, self.n));
        match position & 3 {
            0 => self.id(0, h(i), h(ahead)),
            1 => self.id(0, h(i), over),
            2 => self.id(1, over, h(i)),
            _ => self.id(1, over, h(one)),
        }
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let Place { class, cluster, node } = self.numbering.place(v.0);
        let (label, inside) = (self.h.position_of(Node(cluster))?, self.h.position_of(Node(node))?);
        // The place of the cluster on the way, and how far the node inside is from the first one there.
        let i = match class {
            0 => label,
            _ => sub_mod(label, add_mod(self.ahead, 1, self.n), self.n),
        };
        let first = if class == 0 { add_mod(i, self.ahead, self.n) } else { i };
        match sub_mod(inside, first, self.n) {
            step @ (0 | 1) => Some(4 * i + 2 * class + step),
            _ => None,
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.h.bytes()
    }
}

/// A virtual ring, and the ring through all nodes that it grows into.
#[derive(Debug, Clone)]
pub struct Grown {
    /// Two neighbours of every cluster.
    pub through_clusters: Arc<dyn NodeOrder>,
    /// Every pair of neighbours replaced by the long arc between them.
    pub through_nodes: Arc<dyn NodeOrder>,
}

/// Number of virtual rings without common nodes a dual construction has, and the one with a number below that.
#[derive(Debug, Clone)]
pub struct Virtuals {
    h: FoundRing,
    numbering: Numbering,
}

impl Virtuals {
    /// The virtual rings of a network; an empty answer if it is not a dual construction over a base with a ring.
    pub fn on_network(
        net: &dyn Structure,
        options: &RingOptions,
        watch: &dyn Progress,
    ) -> Result<Sought<Virtuals>, Stopped> {
        let Some(level) = plain_dual_level(net) else {
            return Ok(Sought::Absent("only a dual construction has virtual rings".to_owned()));
        };
        let (sought, numbering) = (cycle(level.base().as_ref(), options, watch)?, *level.numbering());
        Ok(match sought {
            Sought::Found(h) => Sought::Found(Virtuals { h, numbering }),
            Sought::Absent(why) => Sought::Absent(format!("the base has no ring: {why}")),
            Sought::Unknown(why) => Sought::Unknown(why),
            Sought::TooLarge(why) => Sought::TooLarge(why),
        })
    }

    /// Their number: half the nodes of the base, rounded down.
    pub fn count(&self) -> u64 {
        self.h.ring.positions() >> 1
    }

    /// The evidence of the ring of the base.
    pub fn base(&self) -> &FoundRing {
        &self.h
    }

    /// Number `s < count()`.
    pub fn number(&self, s: u64) -> Grown {
        let (h, n) = (self.h.ring.clone(), self.h.ring.positions());
        let turned = Turned { ring: h.clone(), start: 2 * s, direction: Direction::Up };
        Grown {
            through_nodes: Arc::new(Twin::new(h.clone(), Arc::new(turned), self.numbering)),
            through_clusters: Arc::new(Virtual { h, n, numbering: self.numbering, ahead: 2 * s }),
        }
    }
}

/// Rings through all nodes that are edge-disjoint.
#[derive(Debug, Clone)]
pub struct Apart {
    /// The rings.
    pub rings: Vec<FoundRing>,
    /// No network has more: half its smallest degree, rounded down.
    pub most: u64,
}

/// A maximal set of edge-disjoint rings.
pub fn link_disjoint(
    net: &dyn Structure,
    options: &RingOptions,
    watch: &dyn Progress,
) -> Result<Sought<Apart>, Stopped> {
    let first = match cycle(net, options, watch)? {
        Sought::Found(found_ring) => found_ring,
        Sought::Absent(why) => return Ok(Sought::Absent(why)),
        Sought::Unknown(why) => return Ok(Sought::Unknown(why)),
        Sought::TooLarge(why) => return Ok(Sought::TooLarge(why)),
    };
    // Constructions are built of parts, so a few nodes at either end show every degree that a regular one has.
    let n = net.nodes();
    let looked = n.min(options.budget.nodes);
    let degree = (0..looked).map(|v| net.degree(Node(v))).min().unwrap_or(0);
    let most = u64::from(degree) >> 1;
    let mut best = vec![first];
    if let Some(level) = plain_dual_level(net)
        && (best.len() as u64) < most
        && level.base().nodes() <= MAX_TURNED_NODES
        && let Sought::Found(inner) = link_disjoint(level.base().as_ref(), options, watch)?
    {
        let rings = handed_down(&inner.rings, level.numbering());
        if rings.len() > best.len() {
            best = rings;
        }
    }
    if (best.len() as u64) < most && n <= options.budget.nodes {
        let graph = SortedGraph::live_part(net, &Faults::none());
        let known: Vec<Vec<u32>> =
            best.iter().map(|found_ring| order_ids(found_ring.ring.as_ref())).collect();
        let rings = edge_disjoint::rings(&graph, most as usize, &known, &options.budget, watch)?;
        if rings.len() > best.len() {
            best = rings.iter().map(|order| stored_ring(order, n)).collect();
        }
    }
    Ok(Sought::Found(Apart { rings: best, most }))
}

/// Bases of more nodes are not turned against each other: every cross-edge is looked at.
const MAX_TURNED_NODES: u64 = 1 << 20;

fn order_ids(ring: &dyn NodeOrder) -> Vec<u32> {
    (0..ring.positions()).map(|p| ring.node_at(p).0 as u32).collect()
}

fn stored_ring(order: &[u32], n: u64) -> FoundRing {
    let order: Vec<u64> = order.iter().map(|&v| v.into()).collect();
    let rules = vec!["search by exchange of links between rings"];
    FoundRing { ring: listed_order(&order, n, true), rules, searched: true }
}

/// One ring of the dual construction for each of the base, turned so that no cross-edge is used twice; fewer when no turn is left.
fn handed_down(inner: &[FoundRing], numbering: &Numbering) -> Vec<FoundRing> {
    let mut used: HashSet<(u64, u64)> = HashSet::new();
    let mut rings: Vec<FoundRing> = Vec::new();
    for found_ring in inner {
        let n = found_ring.ring.positions();
        let order = order_ids(found_ring.ring.as_ref());
        let at = |p: u64| u64::from(order[p as usize]);
        let crossings = |start: u64| {
            (0..n)
                .flat_map(move |i| [i, add_mod(i, 1, n)].map(|j| (i, add_mod(j, start, n))))
                .map(move |(i, j)| (at(i), at(j)))
        };
        let Some(start) = (0..n).find(|&start| crossings(start).all(|link| !used.contains(&link))) else {
            break;
        };
        used.extend(crossings(start));
        let turned = Turned { ring: found_ring.ring.clone(), start, direction: Direction::Up };
        let mut rules = found_ring.rules.clone();
        rules.push("dual construction, rings turned against each other");
        let ring = Arc::new(Twin::new(found_ring.ring.clone(), Arc::new(turned), *numbering));
        rings.push(FoundRing { ring, rules, searched: found_ring.searched });
    }
    rings
}
