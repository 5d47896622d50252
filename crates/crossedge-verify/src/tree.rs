//! The verifier of a broadcast in closed form, for networks of any size that fits memory: two bytes for each node, or eight when it has more than
//! 254 steps. It asserts
//!
//! - every program goes over links of the network, one message in a step, within the steps that are claimed;
//! - every node but the root receives the message, exactly once;
//! - no node sends before it has received: its first message goes out in a later step than the one that brings it.
//!
//! So by induction over the steps every sender has the message, and ports that allow one message at a time, in or out, are enough.
//! Programs are requested once each, in any order, on all cores; nothing of the rule but its programs is used.

use super::fingerprint::{Fingerprint, THOROUGH};
use super::{Asserted, Checked, Limit, Verdict};
use crossedge_core::model::Tree;
use crossedge_core::net::{Network, Node, Port};
use crossedge_core::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

/// A broadcast that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTree {
    /// The root is no node of the network.
    #[error("the root, node {0}, is not a node of the network")]
    Root(u64),
    /// A message outside the claimed steps, or not after the one before it.
    #[error("step {}: node {node} sends out of turn or too late", .step + 1)]
    Step {
        /// The sender.
        node: u64,
        /// The step, from 0.
        step: u32,
    },
    /// No link leads there.
    #[error("step {}: node {node} has no link to node {to}", .step + 1)]
    Unlinked {
        /// The step.
        step: u32,
        /// The sender.
        node: u64,
        /// The receiver.
        to: u64,
    },
    /// A node that is sent the message and has it already.
    #[error("step {}: node {to} receives the message a second time (from node {node})", .step + 1)]
    Again {
        /// The step.
        step: u32,
        /// The sender.
        node: u64,
        /// The receiver.
        to: u64,
    },
    /// A node that sends before it has the message.
    #[error("step {}: node {node} sends the message, which it has after step {}", .sends + 1, .receives + 1)]
    Early {
        /// The node.
        node: u64,
        /// When it sends.
        sends: u32,
        /// When it receives.
        receives: u32,
    },
    /// A node that never receives the message.
    #[error("at the end: node {0} does not hold the message")]
    Left(u64),
}

/// Size limit in nodes: at two bytes each, more would take over 2 GiB.
const MOST_NODES: u64 = 1 << 30;

/// A step of a node that several threads may write, or none. A number that is too large for it is kept as the largest one: such a
/// step is refused before it is compared.
trait Slot: Send + Sync {
    /// Number of steps that can be represented.
    const STEPS: u32;
    fn none() -> Self;
    fn get(&self) -> Option<u32>;
    /// Puts a step in; the one before.
    fn put(&self, step: u32) -> Option<u32>;
}

macro_rules! slot {
    ($atomic:ty, $plain:ty) => {
        impl Slot for $atomic {
            const STEPS: u32 = <$plain>::MAX as u32 - 1;

            fn none() -> Self {
                <$atomic>::new(<$plain>::MAX)
            }

            fn get(&self) -> Option<u32> {
                let step = self.load(Ordering::Relaxed);
                (step != <$plain>::MAX).then_some(step.into())
            }

            fn put(&self, step: u32) -> Option<u32> {
                let before = self.swap(step.min(Self::STEPS) as $plain, Ordering::Relaxed);
                (before != <$plain>::MAX).then_some(before.into())
            }
        }
    };
}

slot!(AtomicU8, u8);
slot!(AtomicU32, u32);

/// Nodes are taken in runs of this many.
const RUN: u64 = 1 << 14;

/// Verifies a broadcast in closed form.
pub fn tree<T: Tree>(
    net: &dyn Network,
    tree: T,
    watch: &dyn Progress,
) -> Result<Verdict<Checked<T>, BadTree>, Stopped> {
    if net.nodes() > MOST_NODES {
        return Ok(Verdict::Undecided(Limit {
            what: "nodes",
            asked: Some(net.nodes().into()),
            most: MOST_NODES.into(),
            works: format!("a network of at most {MOST_NODES} nodes"),
        }));
    }
    let judged = match tree.steps() {
        0..=AtomicU8::STEPS => all::<AtomicU8>(net, &tree, watch)?,
        _ => all::<AtomicU32>(net, &tree, watch)?,
    };
    Ok(judged
        .map(|()| {
            let asserted = Asserted::Tree { root: tree.root(), steps: tree.steps() };
            Checked::new(tree, Fingerprint::of(net, THOROUGH), asserted)
        })
        .into())
}

/// Every program, with slots of one size.
fn all<S: Slot>(
    net: &dyn Network,
    tree: &dyn Tree,
    watch: &dyn Progress,
) -> Result<Result<(), BadTree>, Stopped> {
    let (nodes, steps, root) = (net.nodes(), tree.steps(), tree.root());
    if root.0 >= nodes {
        return Ok(Err(BadTree::Root(root.0)));
    }
    let fresh = || -> Vec<S> { (0..nodes).map(|_| S::none()).collect() };
    let (received, first) = (fresh(), fresh());
    watch.stage("verifying every program", nodes);
    let judged = (0..nodes.div_ceil(RUN)).into_par_iter().try_for_each(|run| {
        if watch.stopped() {
            return Err(None);
        }
        let mut program = Vec::new();
        let to = nodes.min((run + 1) * RUN);
        for v in run * RUN..to {
            program.clear();
            tree.program(Node(v), &mut program);
            if let Some(&(step, _)) = program.first() {
                first[v as usize].put(step);
            }
            one(net, v, &program, steps, root, &received).map_err(Some)?;
        }
        watch.advance(to - run * RUN);
        Ok(())
    });
    match judged {
        Err(None) => return Err(Stopped),
        Err(Some(bad)) => return Ok(Err(bad)),
        Ok(()) => {}
    }
    let wrong = (0..nodes).into_par_iter().filter(|&v| v != root.0).find_map_any(|v| {
        let Some(receives) = received[v as usize].get() else { return Some(BadTree::Left(v)) };
        let sends = first[v as usize].get().filter(|&sends| sends <= receives)?;
        Some(BadTree::Early { node: v, sends, receives })
    });
    Ok(wrong.map_or(Ok(()), Err))
}

/// One program.
fn one<S: Slot>(
    net: &dyn Network,
    node: u64,
    program: &[(u32, Node)],
    steps: u32,
    root: Node,
    received: &[S],
) -> Result<(), BadTree> {
    let mut free = 0;
    for &(step, to) in program {
        if step < free || step >= steps {
            return Err(BadTree::Step { node, step });
        }
        free = step + 1;
        let linked = (0..net.degree(Node(node))).any(|p| net.link(Node(node), Port(p)).0 == to);
        if !linked || to.0 >= net.nodes() {
            return Err(BadTree::Unlinked { step, node, to: to.0 });
        }
        let before = received[to.0 as usize].put(step);
        if before.is_some() || to == root {
            return Err(BadTree::Again { step, node, to: to.0 });
        }
    }
    Ok(())
}
