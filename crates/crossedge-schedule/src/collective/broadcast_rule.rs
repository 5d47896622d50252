//! Closed-form broadcast: the program of a node from its address, by recursion over the composition of the network.
//!
//! - A product: one factor after the other; every node that has the message when a factor begins is a root in it.
//! - A cube: binomial tree, the lowest bit first.
//! - A dual-cube: DC, Algorithm 1.
//! - The dual construction, as in the papers (RDN, Algorithm 2): the cluster of the root, all its cross-edges at once, the clusters
//!   they lead to, all cross-edges back. As printed, the last stage leaves out the cluster of s'; it is the nodes that were reached
//!   by the first crossing that must be left out, for those it leads to have the message.
//! - The same, eager: each node crosses as soon as it has served its own cluster, and each cluster begins when it is reached. If a
//!   cluster with one message more for every node (a tail) takes t steps, the complete one takes 2t, and 2t + 1 with tails of its own. The
//!   papers take 2T + 2 for T without tails, and t ≤ T + 1.
//! - A level of a hierarchical dual-net, eager: the same over the super-nodes, crossing first at the root's position.
//! - Everything else is stored and searched ([`super::broadcast_search`]): a table for the part, never for the entire network.

use super::broadcast_search::{SendOrder, plan_broadcast};
use crossedge_core::model::Tree;
use crossedge_lang::net::address::Digits;
use crossedge_lang::net::{Leaf, Level, Node, Numbering, Parts, Place, Structure};
use std::sync::Arc;

/// How clusters follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// All together, as in the papers.
    Stages,
    /// Each as soon as it can.
    Eager,
}

/// A broadcast inside a part of a network.
#[derive(Debug)]
pub enum PartBroadcast {
    /// A table.
    Planned(SendOrder),
    /// A cube of this many dimensions, from a root.
    Cube(u32, u64),
    /// A dual-cube, from a root (DC, Algorithm 1, with erratum E14).
    DualCube(Numbering, u64),
    /// A product.
    Product(Factors),
    /// A dual construction, or a level of a hierarchical dual-net.
    Dual(Twofold),
}

/// A product: the factors, each from the coordinate of the root.
#[derive(Debug)]
pub struct Factors {
    digits: Digits,
    parts: Vec<Arc<PartBroadcast>>,
    root: Vec<u64>,
}

/// A dual construction.
#[derive(Debug)]
pub struct Twofold {
    /// From the node of the root, inside its cluster.
    first: Arc<PartBroadcast>,
    /// From the node that cross-edges out of the root's cluster lead to.
    second: Arc<PartBroadcast>,
    net: Arc<dyn Structure>,
    class: u64,
    cluster: u64,
    node: u64,
    pace: Pace,
}

impl Twofold {
    fn level(&self) -> &Level {
        match self.net.parts() {
            Parts::Level(level) => level,
            _ => unreachable!("made from a level of dual construction only"),
        }
    }
}

/// The broadcast from `root`; `None` if a part is too large to be searched, or is not connected. With `tails` a searched part
/// is one that serves tails quickly.
pub fn part_broadcast(
    net: &Arc<dyn Structure>,
    root: u64,
    pace: Pace,
    tails: bool,
) -> Option<Arc<PartBroadcast>> {
    let by_rule = broadcast_by_rule(net, root, pace, tails)?;
    // A small network is searched as a whole, too.
    if pace == Pace::Eager
        && net.nodes() <= MAX_SEARCHED_NODES
        && !matches!(*by_rule, PartBroadcast::Planned(_))
    {
        let steps = |part: &PartBroadcast| if tails { part.with_tails() } else { part.steps() };
        let planned = PartBroadcast::Planned(plan_broadcast(net.as_ref(), root, tails)?);
        if steps(&planned) < steps(&by_rule) {
            return Some(Arc::new(planned));
        }
    }
    Some(by_rule)
}

/// Networks of at most this many nodes are searched even if there is a rule.
const MAX_SEARCHED_NODES: u64 = 256;

/// The same by the rule of the construction, where it has one.
fn broadcast_by_rule(
    net: &Arc<dyn Structure>,
    root: u64,
    pace: Pace,
    tails: bool,
) -> Option<Arc<PartBroadcast>> {
    let lower = |net: &Arc<dyn Structure>, root| part_broadcast(net, root, pace, pace == Pace::Eager);
    match net.parts() {
        // Small products are searched as a whole: two odd rings together take a step less than one after the other.
        Parts::Product(parts) if pace == Pace::Stages || net.nodes() > 4096 => {
            let digits = Digits::new(parts.iter().map(|p| p.nodes()).collect())?;
            let root = digits.split(root);
            let parts = parts.iter().zip(&root).map(|(p, &r)| part_broadcast(p, r, pace, false));
            Some(Arc::new(PartBroadcast::Product(Factors {
                parts: parts.collect::<Option<_>>()?,
                digits,
                root,
            })))
        }
        Parts::Leaf(Leaf::Cube(d)) => Some(Arc::new(PartBroadcast::Cube(d as u32, root))),
        Parts::Level(level) if level.numbering().keeps_coordinates() => {
            Some(Arc::new(PartBroadcast::DualCube(*level.numbering(), root)))
        }
        Parts::Level(level) if level.base().nodes() > 1 || level.super_nodes().is_some() => {
            let at = level.place(Node(root));
            let entry = level.across(at).node;
            let first = lower(level.base(), at.node)?;
            let second = if entry == at.node { first.clone() } else { lower(level.base(), entry)? };
            let Place { class, cluster, node } = at;
            let net = net.clone();
            Some(Arc::new(PartBroadcast::Dual(Twofold { first, second, net, class, cluster, node, pace })))
        }
        _ => Some(Arc::new(PartBroadcast::Planned(plan_broadcast(net.as_ref(), root, tails)?))),
    }
}

impl PartBroadcast {
    /// Appends the messages of `v`, as (step, to) with steps from 1 in order, and returns the step after which it has the message.
    pub fn program(&self, v: u64, out: &mut Vec<(u32, u64)>) -> u32 {
        match self {
            PartBroadcast::Planned(plan_broadcast) => {
                let at = plan_broadcast.arrival[v as usize];
                out.extend((at + 1..).zip(plan_broadcast.children[v as usize].iter().map(|&w| u64::from(w))));
                at
            }
            PartBroadcast::Cube(d, root) => {
                let away = v ^ root;
                let at = 64 - away.leading_zeros();
                out.extend((at..*d).map(|i| (i + 1, v ^ 1 << i)));
                at
            }
            PartBroadcast::DualCube(numbering, root) => dual_cube(numbering, *root, v, out),
            PartBroadcast::Product(factors) => factors.program(v, out),
            PartBroadcast::Dual(twofold) => twofold.program(v, out),
        }
    }

    /// After how many steps everybody has the message.
    pub fn steps(&self) -> u32 {
        match self {
            PartBroadcast::Planned(plan_broadcast) => plan_broadcast.steps,
            PartBroadcast::Cube(d, _) => *d,
            PartBroadcast::DualCube(numbering, _) => match numbering.size().ilog2() {
                0 => 1,
                bits => 2 * bits + 2,
            },
            PartBroadcast::Product(factors) => factors.parts.iter().map(|p| p.steps()).sum(),
            PartBroadcast::Dual(t) => match t.pace {
                Pace::Stages => t.first.steps() + t.second.steps() + 2,
                Pace::Eager => t.first.with_tails() + t.second.with_tails(),
            },
        }
    }

    /// The same with one message more from every node, when it has sent all others.
    pub fn with_tails(&self) -> u32 {
        match self {
            PartBroadcast::Planned(plan_broadcast) => {
                let done = plan_broadcast
                    .arrival
                    .iter()
                    .zip(&plan_broadcast.children)
                    .map(|(at, kids)| at + kids.len() as u32);
                done.max().unwrap_or(0) + 1
            }
            _ => self.steps() + 1,
        }
    }

    /// When a node sends its tail: the step after its last one.
    fn tail_step(&self, v: u64, scratch: &mut Vec<(u32, u64)>) -> u32 {
        scratch.clear();
        let at = self.program(v, scratch);
        scratch.last().map_or(at, |last| last.0) + 1
    }
}

/// Broadcast on a dual-cube: the source to s' across, both clusters by binomial trees, all cross-edges, all other clusters.
///
/// Every cluster is entered at the coordinate of the source that its class moves.
fn dual_cube(numbering: &Numbering, root: u64, v: u64, out: &mut Vec<(u32, u64)>) -> u32 {
    let bits = numbering.size().ilog2();
    let (from, here) = (numbering.place(root), numbering.place(v));
    let (label, entry) =
        if here.class == from.class { (from.cluster, from.node) } else { (from.node, from.cluster) };
    let (home, inside) = (here.cluster == label, here.node ^ entry);
    let (source, twin) = (v == root, home && inside == 0 && v != root);
    let start = if home { 1 } else { bits + 2 };
    let reached = 64 - inside.leading_zeros();
    let across = || numbering.id(Place { class: 1 - here.class, cluster: here.node, node: here.cluster });
    if source {
        out.push((1, across()));
    }
    let moved = |i: u32| numbering.id(Place { node: here.node ^ 1 << i, ..here });
    out.extend((reached..bits).map(|i| (start + i + 1, moved(i))));
    if home && !source && !twin {
        out.push((bits + 2, across()));
    }
    if source { 0 } else { start + reached }
}

impl Factors {
    fn program(&self, v: u64, out: &mut Vec<(u32, u64)>) -> u32 {
        let own = self.digits.split(v);
        let last = own.iter().zip(&self.root).rposition(|(a, b)| a != b);
        let (mut offset, mut arrival) = (0, 0);
        let mut inside = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            if last.is_none_or(|last| i >= last) {
                inside.clear();
                let at = part.program(own[i], &mut inside);
                if last == Some(i) {
                    arrival = offset + at;
                }
                let whole = |to| self.digits.with_digit(v, i, own[i], to);
                out.extend(inside.iter().map(|&(step, to)| (offset + step, whole(to))));
            }
            offset += part.steps();
        }
        arrival
    }
}

impl Twofold {
    fn program(&self, v: u64, out: &mut Vec<(u32, u64)>) -> u32 {
        let level = self.level();
        let at = level.place(Node(v));
        let across = level.across(at);
        let mut scratch = Vec::new();
        let eager = self.pace == Pace::Eager;
        if at.class == self.class && at.cluster != self.cluster {
            // Reached by the cross-edge alone; it has nothing to do.
            return self.crossing_back_step(across, &mut scratch);
        }
        let (part, start) = match at.class == self.class {
            true => (&self.first, 0),
            false => (&self.second, self.start(at.cluster, &mut scratch)),
        };
        scratch.clear();
        let arrival = start + part.program(at.node, &mut scratch);
        let whole = |node| level.id(Place { node, ..at }).0;
        out.extend(scratch.iter().map(|&(step, to)| (start + step, whole(to))));
        let crosses = match at.class == self.class {
            // With super-nodes the first crossing takes place at one position only.
            true => level.split(at.node).1 == level.split(self.node).1,
            false => across.cluster != self.cluster,
        };
        if crosses {
            let last = out.last().map_or(arrival, |last| last.0.max(arrival));
            let step = match eager {
                true => last + 1,
                false => start + part.steps() + 1,
            };
            out.push((step, level.id(across).0));
        }
        arrival
    }

    /// After how many steps a cluster of the other class is reached.
    fn start(&self, cluster: u64, scratch: &mut Vec<(u32, u64)>) -> u32 {
        match self.pace {
            Pace::Stages => self.first.steps() + 1,
            Pace::Eager => {
                let level = self.level();
                let from = level.join(cluster, level.split(self.node).1);
                self.first.tail_step(from, scratch)
            }
        }
    }

    /// When a node of the other class crosses back.
    fn crossing_back_step(&self, from: Place, scratch: &mut Vec<(u32, u64)>) -> u32 {
        let start = self.start(from.cluster, scratch);
        match self.pace {
            Pace::Stages => start + self.second.steps() + 1,
            Pace::Eager => start + self.second.tail_step(from.node, scratch),
        }
    }
}

/// A broadcast in closed form on a complete network.
#[derive(Debug, Clone)]
pub struct BroadcastRule {
    part: Arc<PartBroadcast>,
    root: u64,
}

impl BroadcastRule {
    /// The broadcast from `root` at a pace; `None` if a part is too large to be searched, or is not connected.
    pub fn new(net: &Arc<dyn Structure>, root: Node, pace: Pace) -> Option<BroadcastRule> {
        Some(BroadcastRule { part: part_broadcast(net, root.0, pace, false)?, root: root.0 })
    }

    /// The broadcast of a searched tree.
    pub fn from_searched_tree(net: &dyn Structure, root: Node) -> Option<BroadcastRule> {
        Some(BroadcastRule {
            part: Arc::new(PartBroadcast::Planned(plan_broadcast(net, root.0, false)?)),
            root: root.0,
        })
    }
}

impl Tree for BroadcastRule {
    fn root(&self) -> Node {
        Node(self.root)
    }

    fn steps(&self) -> u32 {
        self.part.steps()
    }

    fn program(&self, v: Node, out: &mut Vec<(u32, Node)>) {
        let mut sends = Vec::new();
        self.part.program(v.0, &mut sends);
        out.extend(sends.into_iter().map(|(step, to)| (step - 1, Node(to))));
    }
}
