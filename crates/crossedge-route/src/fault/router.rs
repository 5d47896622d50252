//! Fault-tolerant routing: a packet routes around faults it learns on the way.
//!
//! A packet carries only its target and the list of faults that it has met. A node knows its own address, the construction of the network, and
//! which of its own neighbours and links are dead. There are no tables and no messages between nodes.
//!
//! At every node the packet records the faults there. It follows a *plan*, a path to the target that avoids all known faults. If a new
//! fault is on the rest of the plan, the packet makes a new plan from its current node:
//! 1. the shortest path that avoids all known faults and consists of a hop to a live neighbour and the ordinary path from there;
//! 2. otherwise the shortest such path among the disjoint paths from the current node;
//! 3. otherwise, which happens only with more faults than guaranteed, a hop to a live neighbour and one of the disjoint paths from there.
//!
//! *A packet arrives whenever there are fewer faults than disjoint paths between any live node and the target* (degree - 1 faults on rdn,
//! nested hdn, dual-cubes, tori, cubes). Proof: there is always a plan, because each fault, a node or a link, is on at most one of the disjoint
//! paths from the current node (the ends are alive), so one path avoids all faults, hence all known ones. Every plan after the first
//! is made because of a fault that was not known when the old plan was made; it is known from then on, so with f faults
//! there are at most f + 1 plans. Each is a finite path, followed to the target or to the next plan. So the packet takes at most
//! (f + 1) · L hops, where L is the length of the longest plan, and ends at the target.
//!
//! With more faults, there may be no plan although there is a path. `search` then allows a breadth-first search, still within
//! one node and over known faults only; with memory for all nodes the packet arrives whenever there is a path at all, by the same proof.

use crate::disjoint::Construction;
use crossedge_core::words::words;
use crossedge_lang::net::{Faults, Node, Port, Structure, neighbors};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

/// The knowledge of a node about one of its ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// The neighbour answers.
    Alive,
    /// The neighbour is dead.
    DeadNode,
    /// The neighbour may live, but the link to it is dead.
    DeadLink,
}

/// The outcome of a journey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JourneyEnd {
    /// At the target.
    Delivered,
    /// Every path that the packet could think of is known to be dead.
    Blocked,
    /// The target itself is dead.
    TargetDead,
}

words!(JourneyEnd, "end":
    Delivered = "delivered": "At the target",
    Blocked = "blocked": "Every path that the packet could think of is known to be dead",
    TargetDead = "target dead": "The target itself is dead",
);

/// The journey of a packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Journey {
    /// The nodes it was at, from the source on.
    pub path: Vec<Node>,
    /// The faults it met.
    pub met: Faults,
    /// Number of times it replanned.
    pub plans: u32,
    /// The outcome.
    pub end: JourneyEnd,
}

impl Journey {
    /// Number of hops it took.
    pub fn hops(&self) -> u64 {
        self.path.len() as u64 - 1
    }
}

/// Routes around faults on one network.
///
/// ```
/// use crossedge::expr::parse;
/// use crossedge::net::{Faults, Node, elaborate, no_files, to_network};
/// use crossedge::route::fault::{JourneyEnd, Router};
/// let expr = parse("rdn(ring(3), 2)")?;
/// let net = to_network(&expr, elaborate(&expr, &no_files)?.as_ref(), &no_files)?;
/// let mut faults = Faults::none();
/// for dead in [2, 324, 1] {
///     faults.kill_node(Node(dead)); // three of the four neighbours of node 0
/// }
/// let journey = Router::new(net.as_ref()).route(Node(0), Node(647), &faults);
/// assert_eq!(journey.end, JourneyEnd::Delivered);
/// assert_eq!(journey.path[1], Node(9));
/// # Ok::<(), crossedge::expr::Error>(())
/// ```
#[derive(Debug)]
pub struct Router<'a> {
    net: &'a dyn Structure,
    construction: Construction<'a>,
    search: usize,
}

impl<'a> Router<'a> {
    /// A router that never searches.
    pub fn new(net: &'a dyn Structure) -> Self {
        Router { net, construction: Construction::of(net), search: 0 }
    }

    /// A router whose fallback search may visit at most `limit` nodes.
    pub fn with_search(net: &'a dyn Structure, nodes: usize) -> Self {
        Router { search: nodes, ..Router::new(net) }
    }

    /// Sends a packet from a live node; of the faults it learns what it meets.
    pub fn route(&self, from: Node, to: Node, faults: &Faults) -> Journey {
        self.send(from, to, |at, port| {
            let w = self.net.link(at, port).0;
            match (faults.node(w), faults.link(at, w)) {
                (true, _) => Sense::DeadNode,
                (false, true) => Sense::DeadLink,
                (false, false) => Sense::Alive,
            }
        })
    }

    /// Sends a packet if only nodes know of faults: `sense` returns the ports of the current node.
    pub fn send(&self, from: Node, to: Node, sense: impl Fn(Node, Port) -> Sense) -> Journey {
        let mut journey =
            Journey { path: vec![from], met: Faults::none(), plans: 0, end: JourneyEnd::Delivered };
        let mut at = from;
        let mut plan: Vec<Node> = Vec::new();
        let mut done = 0;
        while at != to {
            let mut news = plan.is_empty();
            for port in (0..self.net.degree(at)).map(Port) {
                let w = self.net.link(at, port).0;
                news |= match sense(at, port) {
                    Sense::Alive => false,
                    Sense::DeadNode => journey.met.kill_node(w),
                    Sense::DeadLink => journey.met.kill_link(at, w),
                };
            }
            if news && (plan.is_empty() || journey.met.block(&plan[done..])) {
                journey.plans += 1;
                (plan, done) = match self.plan_path(at, to, &journey.met) {
                    Some(plan) => (plan, 0),
                    None => {
                        let dead = journey.met.node(to);
                        journey.end = if dead { JourneyEnd::TargetDead } else { JourneyEnd::Blocked };
                        return journey;
                    }
                };
            }
            done += 1;
            at = plan[done];
            journey.path.push(at);
        }
        journey
    }

    /// A path from `at` to `to` that avoids all known faults.
    fn plan_path(&self, at: Node, to: Node, known: &Faults) -> Option<Vec<Node>> {
        if known.node(to) {
            return None;
        }
        (self.by_neighbor(at, to, known))
            .or_else(|| self.by_disjoint(at, to, known))
            .or_else(|| self.by_second(at, to, known))
            .or_else(|| self.by_search(at, to, known))
    }

    /// One hop to a live neighbour, and the ordinary path from there if it avoids everything known.
    fn by_neighbor(&self, at: Node, to: Node, known: &Faults) -> Option<Vec<Node>> {
        let live = neighbors(self.net, at).filter(|&w| known.passes(at, w));
        let mut near: Vec<(u64, Node)> =
            live.filter_map(|w| Some((self.construction.length(w, to).ok()?, w))).collect();
        near.sort_unstable();
        near.into_iter().find_map(|(_, w)| {
            let path = self.construction.path_between(w, to).ok()?;
            let good = !known.block(&path) && !path.contains(&at);
            good.then(|| std::iter::once(at).chain(path).collect())
        })
    }

    /// The shortest of the disjoint paths that avoids everything known.
    fn by_disjoint(&self, at: Node, to: Node, known: &Faults) -> Option<Vec<Node>> {
        let paths = self.construction.paths(at, to).ok()?;
        paths.into_iter().find(|path| !known.block(path))
    }

    /// One hop to a live neighbour, and the shortest of the disjoint paths from any of these that avoids everything known.
    fn by_second(&self, at: Node, to: Node, known: &Faults) -> Option<Vec<Node>> {
        let live = neighbors(self.net, at).filter(|&w| known.passes(at, w));
        let paths = live.filter_map(|w| self.construction.paths(w, to).ok()).flatten();
        let best = paths.filter(|path| !path.contains(&at) && !known.block(path)).min_by_key(Vec::len)?;
        Some(std::iter::once(at).chain(best).collect())
    }

    /// A shortest path around everything known, if the search may meet enough nodes to find it.
    fn by_search(&self, at: Node, to: Node, known: &Faults) -> Option<Vec<Node>> {
        let mut from: HashMap<Node, Node> = HashMap::from([(at, at)]);
        let mut queue = VecDeque::from([at]);
        while let Some(v) = queue.pop_front() {
            for w in neighbors(self.net, v).filter(|&w| known.passes(v, w)) {
                if from.len() > self.search {
                    return None;
                }
                let Entry::Vacant(place) = from.entry(w) else { continue };
                place.insert(v);
                if w == to {
                    let mut path = vec![to];
                    while let Some(&last) = path.last()
                        && last != at
                    {
                        path.push(from[&last]);
                    }
                    path.reverse();
                    return Some(path);
                }
                queue.push_back(w);
            }
        }
        None
    }
}
