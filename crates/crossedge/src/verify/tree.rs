//! The judge of a broadcast by rule, for networks of any size that fits memory: two bytes for each node. It asserts
//!
//! - every program goes over links of the network, one message in a step, within the steps that are claimed;
//! - every node but the root receives the message, exactly once;
//! - no node sends before it has received: its first message goes out in a later step than the one that brings it.
//!
//! So by induction over the steps every sender has the message, and ports that allow one message at a time, in or out, are enough.
//! Programs are asked for once each, in any order, on all cores; nothing of the rule but its programs is used.

use super::Checked;
use crate::collective::Tree;
use crate::net::{Network, Node, Port};
use crate::watch::{Stopped, Watch};
use rayon::prelude::*;
use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

/// A broadcast that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadTree {
    /// More steps than are judged.
    Steps(u32),
    /// A message outside the claimed steps, or not after the one before it.
    Step {
        /// The sender.
        node: u64,
        /// The step, from 0.
        step: u32,
    },
    /// No link leads there.
    Unlinked {
        /// The step.
        step: u32,
        /// The sender.
        node: u64,
        /// The receiver.
        to: u64,
    },
    /// A node that is sent the message and has it already.
    Again {
        /// The step.
        step: u32,
        /// The sender.
        node: u64,
        /// The receiver.
        to: u64,
    },
    /// A node that sends before it has the message.
    Early {
        /// The node.
        node: u64,
        /// When it sends.
        sends: u32,
        /// When it receives.
        receives: u32,
    },
    /// A node that never receives the message.
    Left(u64),
}

impl fmt::Display for BadTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTree::Steps(steps) => write!(f, "{steps} steps are more than are judged"),
            BadTree::Step { node, step } => {
                write!(f, "step {}: node {node} sends out of turn or too late", step + 1)
            }
            BadTree::Unlinked { step, node, to } => {
                write!(f, "step {}: node {node} has no link to node {to}", step + 1)
            }
            BadTree::Again { step, node, to } => {
                write!(
                    f,
                    "step {}: node {to} receives the message a second time (from node {node})",
                    step + 1
                )
            }
            BadTree::Early { node, sends, receives } => {
                write!(
                    f,
                    "step {}: node {node} sends the message, which it has after step {}",
                    sends + 1,
                    receives + 1
                )
            }
            BadTree::Left(node) => write!(f, "at the end: node {node} does not hold the message"),
        }
    }
}

/// Steps are kept in bytes; these two are no steps.
const NEVER: u8 = u8::MAX;
const MOST: u32 = 254;

/// Nodes are taken in runs of this many.
const RUN: u64 = 1 << 14;

/// Judges a broadcast by rule. The inner result is the verdict; the outer one tells whether the work came to its end.
pub fn tree<T: Tree>(
    net: &dyn Network,
    tree: T,
    watch: &dyn Watch,
) -> Result<Result<Checked<T>, BadTree>, Stopped> {
    let (nodes, steps, root) = (net.nodes(), tree.steps(), tree.root());
    if steps > MOST || root.0 >= nodes {
        return Ok(Err(if steps > MOST { BadTree::Steps(steps) } else { BadTree::Left(root.0) }));
    }
    let fresh = || -> Vec<AtomicU8> { (0..nodes).map(|_| AtomicU8::new(NEVER)).collect() };
    let (received, first) = (fresh(), fresh());
    watch.stage("judging every program", nodes);
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
                first[v as usize].store(step.min(MOST) as u8, Ordering::Relaxed);
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
    let wrong = (0..nodes).into_par_iter().find_map_any(|v| {
        let [sends, receives] = [&first, &received].map(|steps| steps[v as usize].load(Ordering::Relaxed));
        match (v == root.0, receives) {
            (true, _) => None,
            (false, NEVER) => Some(BadTree::Left(v)),
            (false, _) if sends != NEVER && sends <= receives => {
                Some(BadTree::Early { node: v, sends: sends.into(), receives: receives.into() })
            }
            _ => None,
        }
    });
    Ok(match wrong {
        Some(bad) => Err(bad),
        None => Ok(Checked::new(tree)),
    })
}

/// One program.
fn one(
    net: &dyn Network,
    node: u64,
    program: &[(u32, Node)],
    steps: u32,
    root: Node,
    received: &[AtomicU8],
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
        let before = received[to.0 as usize].swap(step as u8, Ordering::Relaxed);
        if before != NEVER || to == root {
            return Err(BadTree::Again { step, node, to: to.0 });
        }
    }
    Ok(())
}
