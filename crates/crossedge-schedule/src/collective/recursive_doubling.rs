//! All-gather and all-reduce by levels: inside the parts of a construction, across, and inside again.
//!
//! - A hypercube: in one dimension after the other, both ends of a link exchange all their data (recursive doubling).
//! - A product: one factor after the other.
//! - The dual construction: inside every cluster; across; inside every cluster with the data from across; across again with the new data.
//!   For the dual-cube this is DC, Algorithm 2.
//! - Anything else: to one node along a tree, and back.
//!
//! All parts of a kind run at the same time. The reverse of the all-gather is a reduce-scatter, and both together are an all-reduce by
//! recursive halving and doubling. The all-reduce that exchanges full vectors takes fewer steps.

use super::broadcast_rule::{Pace, PartBroadcast, part_broadcast};
use super::catalog::{Algorithm, Beyond, NOT_CONNECTED, Rings, listed_up_to, not_printed};
use super::volume::by_levels;
use super::{Action, Collective, Kind, Listed, Message};
use crossedge_lang::net::address::Pair;
use crossedge_lang::net::{Leaf, Node, Parts, Place, Structure};
use std::sync::Arc;

/// Complete blocks, level by level.
pub static LEVELS: Algorithm = Algorithm {
    name: "recursive-doubling",
    summary: "inside every cluster, across, and inside again; doubling on cubes",
    paper: "DC, Algorithm 2; Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH (2005)",
    kinds: &[Kind::AllGather, Kind::ReduceScatter, Kind::AllReduce, Kind::Barrier],
    usual: &[Kind::AllGather, Kind::ReduceScatter, Kind::AllReduce, Kind::Barrier],
    printed: |net, kind| match net.parts() {
        Parts::Level(level) if kind == Kind::AllGather && level.numbering().keeps_coordinates() => {
            Some("DC, Algorithm 2")
        }
        _ => None,
    },
    most_nodes: listed_up_to,
    beyond: Beyond::Formula(|net, kind| by_levels(net, kind, false)),
    rings: Rings::None,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |net, order| {
        let made = match order.kind {
            Kind::AllGather => allgather(net, order.bytes),
            Kind::ReduceScatter => reduce_scatter(net, order.bytes),
            kind => allreduce(net, kind, order.bytes),
        };
        Ok(Box::new(made.ok_or(NOT_CONNECTED)?))
    },
};

/// The vector cut into a block for each node.
pub static HALVING: Algorithm = Algorithm {
    name: "recursive-halving",
    summary: "reduce-scatter and all-gather by levels",
    paper: "Rabenseifner, Optimization of collective reduction operations (2004)",
    kinds: &[Kind::AllReduce],
    usual: &[],
    printed: not_printed,
    most_nodes: |_| 1024,
    beyond: Beyond::Formula(|net, kind| by_levels(net, kind, true)),
    rings: Rings::None,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |net, order| Ok(Box::new(recursive_halving(net, order.kind, order.bytes).ok_or(NOT_CONNECTED)?)),
};

/// Copies of a part inside the network: for each the network id of every node of the part.
pub type Copies = Vec<Vec<u64>>;

/// The decomposition of a part.
pub enum Shape {
    /// Cube of this many dimensions.
    Cube(u32),
    /// The factors, and the copies of each.
    Product(Vec<(Arc<dyn Structure>, Copies)>),
    /// The clusters, and for each node in a copy the one across.
    Dual(Arc<dyn Structure>, Copies, Vec<(u64, u64)>),
    /// No structure inside.
    Leaf,
}

/// Decomposes copies of a part.
pub fn shape(net: &dyn Structure, copies: &Copies) -> Shape {
    match net.parts() {
        Parts::Leaf(Leaf::Cube(d)) => Shape::Cube(d as u32),
        Parts::Product(parts) => {
            let mut factors = Vec::new();
            let (mut stride, all) = (net.nodes(), net.nodes());
            for part in parts {
                let size = part.nodes();
                let above = Pair::new(stride);
                stride = Pair::new(size).split(stride).0;
                let step = Pair::new(stride);
                // Every node whose coordinate is 0 begins a line.
                let starts = (0..all).filter(|&v| step.split(above.split(v).1).0 == 0);
                let lines = starts.flat_map(|v| {
                    copies
                        .iter()
                        .map(move |copy| (0..size).map(|i| copy[(v + i * stride) as usize]).collect())
                });
                factors.push((part.clone(), lines.collect()));
            }
            Shape::Product(factors)
        }
        Parts::Level(level) => {
            let numbering = level.numbering();
            let clusters = numbering.cluster_labels().flat_map(|(class, cluster)| {
                let id = move |node| numbering.id(Place { class, cluster, node }) as usize;
                copies.iter().map(move |copy| (0..numbering.size()).map(|node| copy[id(node)]).collect())
            });
            let across = |v: u64| level.id(level.across(level.place(Node(v)))).0;
            let pairs = copies
                .iter()
                .flat_map(|copy| (0u64..).zip(copy).map(|(v, &at)| (at, copy[across(v) as usize])));
            Shape::Dual(level.base().clone(), clusters.collect(), pairs.collect())
        }
        _ => Shape::Leaf,
    }
}

/// Returns `true` if a level has super-nodes: clusters then know more than one crossing to each other.
fn with_super_nodes(net: &dyn Structure) -> bool {
    matches!(net.parts(), Parts::Level(level) if level.super_nodes().is_some())
}

/// The network as one copy of itself.
pub fn single_copy(net: &dyn Structure) -> Copies {
    vec![(0..net.nodes()).collect()]
}

/// Every node's block to all, by levels; `None` if a part is too large to be searched. Hierarchical dual-nets and other networks without
/// levels are one part.
pub fn allgather(net: &Arc<dyn Structure>, bytes: u64) -> Option<Listed> {
    let of = Collective::new(Kind::AllGather, net.nodes(), 0, bytes);
    let mut work = Gather { of, has: (0..net.nodes()).map(|v| vec![v]).collect(), steps: Vec::new() };
    work.gather_inside(net, &single_copy(net.as_ref()))?;
    Some(Listed::new(of, work.steps))
}

/// The all-gather backwards.
pub fn reduce_scatter(net: &Arc<dyn Structure>, bytes: u64) -> Option<Listed> {
    let of = Collective::new(Kind::ReduceScatter, net.nodes(), 0, bytes);
    Some(allgather(net, bytes)?.reversed(of, Action::Add))
}

/// Recursive halving and doubling: every node's vector is cut into as many pieces as there are nodes.
pub fn recursive_halving(net: &Arc<dyn Structure>, kind: Kind, bytes: u64) -> Option<Listed> {
    let of = Collective::new(kind, net.nodes(), 0, bytes).cut(net.nodes());
    Some(reduce_scatter(net, 0)?.then(allgather(net, 0)?, of))
}

/// All-reduce of complete vectors by levels.
pub fn allreduce(net: &Arc<dyn Structure>, kind: Kind, bytes: u64) -> Option<Listed> {
    let of = Collective::new(kind, net.nodes(), 0, bytes);
    let mut work = PairwiseReduction { of, steps: Vec::new() };
    work.reduce_inside(net, &single_copy(net.as_ref()))?;
    Some(Listed::new(of, work.steps))
}

/// An all-gather on its way.
struct Gather {
    of: Collective,
    /// The blocks that a node works with.
    has: Vec<Vec<u64>>,
    steps: Vec<Vec<Message>>,
}

impl Gather {
    /// Both ends of links exchange the chunks given by `what`.
    fn exchange_chunks(&mut self, pairs: &[(u64, u64)], what: impl Fn(u64) -> Vec<u64>) {
        let messages = pairs.iter().filter_map(|&(v, w)| {
            let chunks = what(v);
            (!chunks.is_empty()).then(|| Message::hop(&self.of, v, w, chunks, Action::Copy))
        });
        self.steps.push(messages.collect());
    }

    fn gather_inside(&mut self, net: &Arc<dyn Structure>, copies: &Copies) -> Option<()> {
        match shape(net.as_ref(), copies) {
            Shape::Cube(d) => {
                for i in 0..d {
                    let ends = |copy: &Vec<u64>| -> Vec<(u64, u64)> {
                        (0..copy.len()).map(|v| (copy[v], copy[v ^ 1 << i])).collect()
                    };
                    let pairs: Vec<(u64, u64)> = copies.iter().flat_map(ends).collect();
                    let has = std::mem::take(&mut self.has);
                    self.exchange_chunks(&pairs, |v| has[v as usize].clone());
                    self.has = has.clone();
                    for &(v, w) in &pairs {
                        self.has[v as usize].extend(&has[w as usize]);
                    }
                }
            }
            Shape::Product(factors) => {
                for (factor, lines) in factors {
                    self.gather_inside(&factor, &lines)?;
                }
            }
            Shape::Dual(inside, clusters, across) if !with_super_nodes(net.as_ref()) => {
                self.gather_inside(&inside, &clusters)?;
                let own = self.has.clone();
                self.exchange_chunks(&across, |v| own[v as usize].clone());
                for &(v, w) in &across {
                    self.has[v as usize] = own[w as usize].clone();
                }
                let came = self.has.clone();
                self.gather_inside(&inside, &clusters)?;
                let now = self.has.clone();
                let fresh = |v: u64| -> Vec<u64> {
                    let mut old = came[v as usize].clone();
                    old.sort_unstable();
                    now[v as usize].iter().copied().filter(|c| old.binary_search(c).is_err()).collect()
                };
                self.exchange_chunks(&across, fresh);
                for &(v, w) in &across {
                    let all = &mut self.has[v as usize];
                    all.extend(&own[v as usize]);
                    all.extend(fresh(w));
                }
            }
            Shape::Dual(..) | Shape::Leaf => self.gather_over_tree(net, copies)?,
        }
        Some(())
    }

    /// To node 0 of every copy, and back.
    fn gather_over_tree(&mut self, net: &Arc<dyn Structure>, copies: &Copies) -> Option<()> {
        let up = sends(&*part_broadcast(net, 0, Pace::Eager, false)?, net.nodes());
        let mut below = self.has.clone();
        for step in up.iter().rev() {
            let pairs: Vec<(u64, u64)> = in_all_copies(copies, step).map(|(from, to)| (to, from)).collect();
            self.exchange_chunks(&pairs, |v| below[v as usize].clone());
            for (v, w) in pairs {
                let more = below[v as usize].clone();
                below[w as usize].extend(more);
            }
        }
        for step in &up {
            let pairs: Vec<(u64, u64)> = in_all_copies(copies, step).collect();
            let messages = pairs.iter().map(|&(v, w)| {
                let mut own = below[w as usize].clone();
                own.sort_unstable();
                let has = &below[v as usize];
                let chunks = has.iter().copied().filter(|c| own.binary_search(c).is_err()).collect();
                Message::hop(&self.of, v, w, chunks, Action::Copy)
            });
            self.steps.push(messages.collect());
            for (v, w) in pairs {
                below[w as usize] = below[v as usize].clone();
            }
        }
        self.has = below;
        Some(())
    }
}

/// The sends of a tree, for each step.
pub fn sends(part: &PartBroadcast, nodes: u64) -> Vec<Vec<(u64, u64)>> {
    let mut steps = vec![Vec::new(); part.steps() as usize];
    let mut program = Vec::new();
    for v in 0..nodes {
        program.clear();
        part.program(v, &mut program);
        program.iter().for_each(|&(step, to)| steps[step as usize - 1].push((v, to)));
    }
    steps
}

/// The same sends in every copy.
fn in_all_copies<'a>(copies: &'a Copies, step: &'a [(u64, u64)]) -> impl Iterator<Item = (u64, u64)> + 'a {
    copies.iter().flat_map(move |copy| step.iter().map(move |&(v, w)| (copy[v as usize], copy[w as usize])))
}

/// An all-reduce in progress: all it needs is the pairs of each step.
struct PairwiseReduction {
    of: Collective,
    steps: Vec<Vec<Message>>,
}

impl PairwiseReduction {
    fn add_step(&mut self, pairs: impl Iterator<Item = (u64, u64)>, action: Action) {
        self.steps.push(pairs.map(|(v, w)| Message::hop(&self.of, v, w, vec![0], action)).collect());
    }

    fn reduce_inside(&mut self, net: &Arc<dyn Structure>, copies: &Copies) -> Option<()> {
        match shape(net.as_ref(), copies) {
            Shape::Cube(d) => {
                for i in 0..d {
                    let ends = copies
                        .iter()
                        .flat_map(|copy| (0..copy.len()).map(move |v| (copy[v], copy[v ^ 1 << i])));
                    self.add_step(ends, Action::Add);
                }
            }
            Shape::Product(factors) => {
                for (factor, lines) in factors {
                    self.reduce_inside(&factor, &lines)?;
                }
            }
            Shape::Dual(inside, clusters, across) if !with_super_nodes(net.as_ref()) => {
                // After the first stage a node has the sum of its cluster; what comes across is that of another cluster, one for each
                // node, so the second stage sums the entire other class. The last crossing adds the own class.
                self.reduce_inside(&inside, &clusters)?;
                self.add_step(across.iter().copied(), Action::Copy);
                self.reduce_inside(&inside, &clusters)?;
                self.add_step(across.iter().copied(), Action::Add);
            }
            _ if net.nodes() == 2 => {
                self.add_step(copies.iter().flat_map(|c| [(c[0], c[1]), (c[1], c[0])]), Action::Add)
            }
            _ => {
                let down = sends(&*part_broadcast(net, 0, Pace::Eager, false)?, net.nodes());
                for step in down.iter().rev() {
                    self.add_step(in_all_copies(copies, step).map(|(from, to)| (to, from)), Action::Add);
                }
                for step in &down {
                    self.add_step(in_all_copies(copies, step), Action::Copy);
                }
            }
        }
        Some(())
    }
}
