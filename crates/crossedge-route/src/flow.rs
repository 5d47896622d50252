//! Node-disjoint paths by maximum flow: every node except the two ends has capacity one, and so has every link.
//!
//! Each augmentation is a breadth-first search in the residual graph, over the four methods of the network; only visited nodes
//! are stored. By Menger's theorem the number of paths is maximal. Ford, Fulkerson, Flows in networks, 1962, with
//! split nodes; the search may enter a node that a path already uses only to walk back along that path.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::route::flow;
//!
//! let net: Topology = "torus(4,4)".parse()?;
//! let paths = flow::disjoint(net.network()?.as_ref(), Node(0), Node(10), flow::MAX_MET, &Silent)?;
//! assert_eq!(paths.len(), 4);
//! # Ok::<(), crossedge::Error>(())
//! ```

use crossedge_core::progress::Progress;
use crossedge_lang::net::{Network, Node, neighbors};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

/// Default limit of states that a search may visit: about 2 GB of memory.
pub const MAX_MET: u64 = 1 << 24;

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FlowFailure {
    /// The search met more states than it may.
    #[error("the search for disjoint paths met more than {limit} nodes")]
    TooLarge {
        /// Maximum number of nodes it may visit.
        limit: u64,
    },
    /// The paths have more nodes than are listed.
    #[error("the paths have more than {limit} nodes together, the most that are listed")]
    TooLong {
        /// Maximum number that are listed.
        limit: u64,
    },
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}

/// Finds a maximum set of internally node-disjoint paths from `a` to `b`: paths with no common nodes but their ends.
///
/// Each path is the list of its nodes from `a` to `b`; the shortest comes first. Their number is the local node connectivity of `a` and `b`
/// (Menger 1927). A node has no paths to itself.
///
/// # Errors
///
/// [`FlowFailure::TooLarge`] if a search would visit more than `limit` states, of which a node has two; [`FlowFailure::Stopped`] if `watch` requests it.
///
/// # Complexity
///
/// With δ the smaller degree of both ends: time O(δ (|V| + |E|)), as at most δ breadth-first searches augment the flow; space O(|V|).
///
/// See also [`disjoint::find`](crate::disjoint::find), which uses the construction and searches only if it has to.
///
/// # Example
///
/// ```
/// use crossedge::net::{Node, Table};
/// use crossedge::route::flow;
/// use crossedge::progress::Silent;
/// // A square with one diagonal: 0 – 1 – 2 – 3 – 0 and 0 – 2.
/// let net = Table::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]).expect("simple");
/// let paths = flow::disjoint(&net, Node(0), Node(2), flow::MAX_MET, &Silent).expect("small");
/// assert_eq!(paths.len(), 3);
/// assert_eq!(paths[0], [Node(0), Node(2)]);
/// ```
pub fn disjoint<N: Network + ?Sized>(
    net: &N,
    a: Node,
    b: Node,
    limit: u64,
    watch: &dyn Progress,
) -> Result<Vec<Vec<Node>>, FlowFailure> {
    if a == b {
        return Ok(Vec::new());
    }
    if u64::from(net.degree(a).max(net.degree(b))) > limit {
        return Err(FlowFailure::TooLarge { limit });
    }
    let mut flow = PathFlow { a, b, next: HashMap::new(), prev: HashMap::new(), starts: Vec::new() };
    flow.seed(net);
    let most = net.degree(a).min(net.degree(b)) as usize;
    while flow.starts.len() < most {
        if !flow.augment(net, limit, watch)? {
            break;
        }
    }
    Ok(flow.paths())
}

/// Which side of a split node: paths come in at one and leave at the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum SplitSide {
    In,
    Out,
}

type State = (Node, SplitSide);

/// Remembers from where a state was met first.
fn visit_state(next: State, state: State, from: &mut HashMap<State, State>, queue: &mut VecDeque<State>) {
    if let Entry::Vacant(place) = from.entry(next) {
        place.insert(state);
        queue.push_back(next);
    }
}

/// The current paths. Every inner node has at most one successor and one predecessor.
struct PathFlow {
    a: Node,
    b: Node,
    next: HashMap<Node, Node>,
    prev: HashMap<Node, Node>,
    /// The first nodes after `a`.
    starts: Vec<Node>,
}

impl PathFlow {
    /// Returns `true` if a path goes from `v` straight to `w`.
    fn uses_link(&self, v: Node, w: Node) -> bool {
        if v == self.a { self.starts.contains(&w) } else { self.next.get(&v) == Some(&w) }
    }

    /// The link between the ends and every path over one node. Some largest set has all of these: a path that meets such a node
    /// elsewhere can be replaced by it. No later search takes them back, for it gains nothing there.
    fn seed<N: Network + ?Sized>(&mut self, net: &N) {
        let near: HashSet<Node> = neighbors(net, self.b).collect();
        for w in neighbors(net, self.a) {
            if w == self.b {
                self.starts.push(w);
            } else if near.contains(&w) {
                self.starts.push(w);
                self.next.insert(w, self.b);
                self.prev.insert(w, self.a);
            }
        }
    }

    /// One more path, if there is one.
    fn augment<N: Network + ?Sized>(
        &mut self,
        net: &N,
        limit: u64,
        watch: &dyn Progress,
    ) -> Result<bool, FlowFailure> {
        let start = (self.a, SplitSide::Out);
        let mut from: HashMap<State, State> = HashMap::from([(start, start)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            if from.len() as u64 > limit {
                return Err(FlowFailure::TooLarge { limit });
            }
            if from.len() & 0xfff == 0 && watch.stopped() {
                return Err(FlowFailure::Stopped);
            }
            let (v, side) = state;
            match side {
                SplitSide::Out => {
                    for w in neighbors(net, v).filter(|&w| w != self.a && !self.uses_link(v, w)) {
                        if w == self.b {
                            self.augment_paths(state, &from);
                            return Ok(true);
                        }
                        visit_state((w, SplitSide::In), state, &mut from, &mut queue);
                        // A hub alone may pass the limit.
                        if from.len() as u64 > limit {
                            return Err(FlowFailure::TooLarge { limit });
                        }
                    }
                    // Back through the node: the path that uses it will be led elsewhere.
                    if v != self.a && self.prev.contains_key(&v) {
                        visit_state((v, SplitSide::In), state, &mut from, &mut queue);
                    }
                }
                SplitSide::In => match self.prev.get(&v) {
                    None => visit_state((v, SplitSide::Out), state, &mut from, &mut queue),
                    Some(&u) if u != self.a => visit_state((u, SplitSide::Out), state, &mut from, &mut queue),
                    Some(_) => {}
                },
            }
        }
        Ok(false)
    }

    /// Leads the search that ended at `last`, next to `b`, into the paths.
    fn augment_paths(&mut self, last: State, from: &HashMap<State, State>) {
        let (mut gained, mut lost) = (vec![(last.0, self.b)], Vec::new());
        let mut at = last;
        while at != (self.a, SplitSide::Out) {
            let before = from[&at];
            match (before.1, at.1) {
                (SplitSide::Out, SplitSide::In) if before.0 != at.0 => gained.push((before.0, at.0)),
                (SplitSide::In, SplitSide::Out) if before.0 != at.0 => lost.push((at.0, before.0)),
                _ => {}
            }
            at = before;
        }
        for (v, w) in lost {
            self.next.remove(&v);
            self.prev.remove(&w);
        }
        for (v, w) in gained {
            if v == self.a {
                self.starts.push(w);
            } else {
                self.next.insert(v, w);
            }
            if w != self.b {
                self.prev.insert(w, v);
            }
        }
    }

    fn paths(&self) -> Vec<Vec<Node>> {
        let mut paths: Vec<Vec<Node>> = (self.starts.iter())
            .map(|&start| {
                let mut path = vec![self.a, start];
                let mut at = start;
                while let Some(&next) = self.next.get(&at) {
                    path.push(next);
                    at = next;
                }
                path
            })
            .collect();
        paths.sort_by_key(Vec::len);
        paths
    }
}
