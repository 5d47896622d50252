//! The volume of a schedule in each step, by formula: the blocks of its largest message, and the number of messages. It is the
//! recursion of the schedules by levels, rings and trees with numbers in place of lists, so that they have a price on networks where
//! their messages cannot be listed. Tests compare it with the listed schedules on every network of the catalog.

use super::broadcast_rule::{Pace, part_broadcast};
use super::recursive_doubling::sends;
use super::{Kind, Tree};
use crossedge_lang::net::address::Pair;
use crossedge_lang::net::{Leaf, Node, Parts, Structure};
use std::sync::Arc;

/// Consecutive steps with equal messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Number of steps.
    pub times: u64,
    /// Blocks of the largest message.
    pub blocks: u64,
    /// Messages of one step.
    pub messages: u64,
    /// Blocks of all messages of one step.
    pub total: u128,
    /// The factor of the network whose links they take, where it is a product.
    pub factor: usize,
}

impl Turn {
    /// One step of messages that are all equivalent.
    fn equal_messages(blocks: u64, messages: u64) -> Turn {
        let messages = if blocks == 0 { 0 } else { messages };
        Turn { times: 1, blocks, messages, total: u128::from(blocks) * u128::from(messages), factor: 0 }
    }
}

/// The data, and its split of a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Volume {
    /// Step by step.
    pub turns: Vec<Turn>,
    /// Number of blocks into which the bytes of the collective are split: 1, or the nodes. Blocks are rounded up to bytes.
    pub cut: u64,
}

/// Networks of more nodes have no volume here: ids of blocks and what they add up to would not fit.
pub const MAX_VOLUME: u64 = 1 << 32;

/// Along the levels of a network: all-gather, reduce-scatter, all-reduce of complete vectors; `halving` cuts the vector of an all-reduce
/// into a block for each node. `None` for other kinds, or if a part is too large to be searched.
pub fn by_levels(net: &Arc<dyn Structure>, kind: Kind, halving: bool) -> Option<Volume> {
    if net.nodes() > MAX_VOLUME {
        return None;
    }
    let turns = match kind {
        Kind::AllGather | Kind::ReduceScatter => all_gather_turns(net, 1, 1)?,
        Kind::AllReduce | Kind::Barrier if !halving => sum(net, 1)?,
        Kind::AllReduce => {
            let there = all_gather_turns(net, 1, 1)?;
            there.iter().rev().chain(&there).copied().collect()
        }
        _ => return None,
    };
    Some(Volume { turns, cut: if halving { net.nodes() } else { 1 } })
}

/// Along a ring of all nodes. `None` for other kinds.
pub fn round_a_ring(nodes: u64, kind: Kind) -> Option<Volume> {
    let once = Turn { times: nodes.saturating_sub(1), ..Turn::equal_messages(1, nodes) };
    match kind {
        Kind::AllGather | Kind::ReduceScatter => Some(Volume { turns: vec![once], cut: 1 }),
        Kind::AllReduce => Some(Volume { turns: vec![once, once], cut: nodes }),
        _ => None,
    }
}

/// Along a broadcast tree whose every message is the entire vector. `None` for other kinds.
pub fn along_a_tree(tree: &dyn Tree, nodes: u64, kind: Kind) -> Option<Volume> {
    let (steps, messages) = (u64::from(tree.steps()), nodes.saturating_sub(1));
    let passes = match kind {
        Kind::Broadcast | Kind::Reduce => 1,
        Kind::AllReduce | Kind::Barrier => 2,
        _ => return None,
    };
    // All messages take the same time, and so does every step with messages. Only the number of messages, and of steps without any,
    // is needed.
    let busy = busy_steps(tree, nodes);
    let mut turns = Vec::new();
    for _ in 0..passes {
        if let Some(others) = busy.checked_sub(1) {
            turns.push(Turn::equal_messages(1, messages));
            turns.push(Turn { times: others, ..Turn::equal_messages(1, 0) });
        }
        turns.push(Turn { times: steps.saturating_sub(busy), ..Turn::equal_messages(0, 0) });
    }
    Some(Volume { turns, cut: 1 })
}

/// Paths down which pieces follow each other without a stop: trees that are arc-disjoint, or one path through all nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pipes {
    /// Actual number.
    pub lines: u64,
    /// No node is farther from the root on any of them.
    pub depth: u64,
}

impl Pipes {
    /// With `pieces` segments of each. Blocks of all nodes go down the trees of one root after the other, and none waits for the arcs of the next. `None` for
    /// other kinds.
    pub fn volume(&self, nodes: u64, kind: Kind, pieces: u64) -> Option<Volume> {
        let Pipes { lines, depth } = *self;
        let others = nodes.checked_sub(1).filter(|&others| others > 0)?;
        let cut = lines.checked_mul(pieces)?;
        let once = others.saturating_mul(cut);
        let steps = pieces.checked_add(depth)?.checked_sub(1)?;
        let (steps, messages) = match kind {
            Kind::Broadcast | Kind::Reduce => (steps, once),
            Kind::AllReduce => (steps.checked_mul(2)?, once.saturating_mul(2)),
            Kind::AllGather | Kind::ReduceScatter => (steps.checked_mul(nodes)?, once.saturating_mul(nodes)),
            // Along one way: the block of the node at position p goes over p links.
            Kind::Scatter | Kind::Gather if depth == others && lines == 1 => {
                let messages = (u128::from(nodes) * u128::from(others)) >> 1;
                return Some(Volume { turns: equal_turns(others, messages as u64), cut: 1 });
            }
            _ => return None,
        };
        Some(Volume { turns: equal_turns(steps, messages), cut })
    }
}

/// A number of steps of one block each, and the number of messages in all of them.
pub(super) fn equal_turns(steps: u64, messages: u64) -> Vec<Turn> {
    let rest = Turn { times: steps.saturating_sub(1), ..Turn::equal_messages(1, 0) };
    // One node sends nothing, in no step.
    if messages == 0 { Vec::new() } else { vec![Turn::equal_messages(1, messages), rest] }
}

/// Number of steps in which some node sends. A few nodes usually show that it is all of them.
fn busy_steps(tree: &dyn Tree, nodes: u64) -> u64 {
    let (steps, mut busy_steps) = (u64::from(tree.steps()), 0);
    let mut sent = vec![false; steps as usize];
    let mut program = Vec::new();
    for v in 0..nodes {
        if busy_steps == steps {
            break;
        }
        program.clear();
        tree.program(Node(v), &mut program);
        for &(step, _) in &program {
            let new = sent.get_mut(step as usize).is_some_and(|sent| !std::mem::replace(sent, true));
            busy_steps += u64::from(new);
        }
    }
    busy_steps
}

/// The composition of a dual construction: its clusters.
fn dual_cluster(net: &dyn Structure) -> Option<Arc<dyn Structure>> {
    match net.parts() {
        Parts::Level(level) if level.super_nodes().is_none() => Some(level.base().clone()),
        _ => None,
    }
}

/// The all-gather inside several copies of a part whose nodes have `has` blocks each.
fn all_gather_turns(net: &Arc<dyn Structure>, has: u64, copies: u64) -> Option<Vec<Turn>> {
    let all = net.nodes().checked_mul(copies)?;
    if let Leaf::Cube(d) = net.parts().leaf() {
        return (0..d).map(|i| Some(Turn::equal_messages(has.checked_mul(1 << i)?, all))).collect();
    }
    if let Parts::Product(parts) = net.parts() {
        let (mut turns, mut has) = (Vec::new(), has);
        for (factor, part) in parts.iter().enumerate() {
            let inside = all_gather_turns(part, has, Pair::new(part.nodes()).split(all).0)?;
            turns.extend(inside.into_iter().map(|turn| Turn { factor, ..turn }));
            has = has.checked_mul(part.nodes())?;
        }
        return Some(turns);
    }
    if let Some(inside) = dual_cluster(net.as_ref()) {
        let n = inside.nodes();
        let clusters = Pair::new(n).split(all).0;
        let own = has.checked_mul(n)?;
        let mut turns = all_gather_turns(&inside, has, clusters)?;
        turns.push(Turn::equal_messages(own, all));
        turns.extend(all_gather_turns(&inside, own, clusters)?);
        turns.push(Turn::equal_messages(own.checked_mul(n)? - own, all));
        return Some(turns);
    }
    // To node 0 along a tree, and back.
    let n = net.nodes();
    let down = sends(&*part_broadcast(net, 0, Pace::Eager, false)?, n);
    let mut below = vec![1u64; n as usize];
    for &(from, to) in down.iter().rev().flatten() {
        below[from as usize] += below[to as usize];
    }
    let turn = |step: &Vec<(u64, u64)>, blocks: &dyn Fn(u64) -> u64| {
        let each = || step.iter().map(|&(_, to)| blocks(below[to as usize]));
        Some(Turn {
            times: 1,
            blocks: each().max().unwrap_or(0).checked_mul(has)?,
            messages: (step.len() as u64).checked_mul(copies)?,
            total: each().map(u128::from).sum::<u128>() * u128::from(has) * u128::from(copies),
            factor: 0,
        })
    };
    let up = down.iter().rev().map(|step| turn(step, &|below| below));
    up.chain(down.iter().map(|step| turn(step, &|below| n - below))).collect()
}

/// The all-reduce of complete vectors inside several copies of a part.
fn sum(net: &Arc<dyn Structure>, copies: u64) -> Option<Vec<Turn>> {
    let all = net.nodes().checked_mul(copies)?;
    if let Leaf::Cube(d) = net.parts().leaf() {
        return Some(vec![Turn::equal_messages(1, all); d as usize]);
    }
    if let Parts::Product(parts) = net.parts() {
        let mut turns = Vec::new();
        for (factor, part) in parts.iter().enumerate() {
            let inside = sum(part, Pair::new(part.nodes()).split(all).0)?;
            turns.extend(inside.into_iter().map(|turn| Turn { factor, ..turn }));
        }
        return Some(turns);
    }
    if let Some(inside) = dual_cluster(net.as_ref()) {
        let mut turns = sum(&inside, Pair::new(inside.nodes()).split(all).0)?;
        turns.push(Turn::equal_messages(1, all));
        return Some([turns.clone(), turns].concat());
    }
    if net.nodes() == 2 {
        return Some(vec![Turn::equal_messages(1, all)]);
    }
    let down = sends(&*part_broadcast(net, 0, Pace::Eager, false)?, net.nodes());
    let turn = |step: &Vec<(u64, u64)>| Turn::equal_messages(1, step.len() as u64 * copies);
    Some(down.iter().rev().map(turn).chain(down.iter().map(turn)).collect())
}
