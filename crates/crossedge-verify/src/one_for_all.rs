//! The verifier of an all-to-all by symmetry, message by message and with all ports: one node stands for all.
//!
//! It asserts of the network, on every node and port of it, that from node 0 to each of its neighbours leads a map of the nodes that keeps every link with
//! its port numbers ([`super::from_sources`]), and that every node can be reached; so node 0 can be taken to any node. And of the messages of node 0
//!
//! - each goes over links, one hop after the other in later steps, within the steps that are reported, and comes to its target;
//! - no two of them leave by a port of the same number in the same step, wherever they are;
//! - the messages of the neighbours of node 0 are those of node 0, carried over by these maps.
//!
//! So the messages of node 0, carried to every node, are an all-to-all: were an arc taken twice in a step, by messages of two sources, then the maps
//! that take these to node 0 take the arc to arcs with its port number, and two messages of node 0, or one that is twice at its port, would leave by it
//! in that step. That the schedule of other sources follows the maps is checked by tests, not asserted here.

use super::Limit;
use super::Verdict;
use super::fingerprint::{Fingerprint, THOROUGH};
use super::from_sources::carried;
use crossedge_core::model::Itinerary;
use crossedge_core::net::{Network, Node, Port};
use crossedge_core::progress::{Progress, Stopped};
use std::fmt;

/// The messages of node 0 that stand for an all-to-all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneForAll {
    on: Fingerprint,
    steps: u64,
    hops: u64,
}

impl OneForAll {
    /// The network that they were verified on.
    pub fn network(&self) -> Fingerprint {
        self.on
    }

    /// Number of steps the all-to-all has.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Number of hops the messages of one node have together.
    pub fn hops(&self) -> u64 {
        self.hops
    }
}

/// The error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadProgram {
    /// No map of the network takes node 0 there and keeps all ports; here is a node where it breaks.
    Lopsided {
        /// The image of node 0.
        to: u64,
        /// The position of the failure.
        at: u64,
    },
    /// A hop of the message to a node that is not a link.
    Unlinked {
        /// The target of the message.
        target: u64,
        /// The node where it is.
        at: u64,
    },
    /// A hop in a step that is not after the one before, or after the last.
    Late {
        /// The target of the message.
        target: u64,
        /// The step, from 0.
        step: u64,
    },
    /// It does not come to its target.
    Astray {
        /// The target of the message.
        target: u64,
    },
    /// Two messages leave by ports of one number in one step.
    Shared {
        /// The step, from 0.
        step: u64,
        /// The port.
        port: u32,
        /// The target of the second one.
        target: u64,
    },
    /// A neighbour of node 0 does not send what node 0 sends, carried over.
    Unlike {
        /// The neighbour.
        source: u64,
        /// The target of its message.
        target: u64,
    },
}

impl fmt::Display for BadProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadProgram::Lopsided { to, at } => write!(
                f,
                "one node does not stand for all: no map that keeps ports takes node 0 to node {to}; it breaks at node {at}"
            ),
            BadProgram::Unlinked { target, at } => {
                write!(f, "the message to node {target} leaves node {at} over no link")
            }
            BadProgram::Late { target, step } => {
                write!(f, "the message to node {target} is sent in step {}, out of order", step + 1)
            }
            BadProgram::Astray { target } => write!(f, "the message to node {target} does not come to it"),
            BadProgram::Shared { step, port, target } => write!(
                f,
                "step {}: the message to node {target} leaves by port {port}, as another one does",
                step + 1
            ),
            BadProgram::Unlike { source, target } => {
                write!(f, "the message of node {source} to node {target} is not that of node 0, carried over")
            }
        }
    }
}

impl std::error::Error for BadProgram {}

/// A bit for each step and port.
const MAX_BITS: u64 = 1 << 34;

/// Verifies the messages of node 0.
pub fn one_for_all(
    net: &dyn Network,
    rounds: &dyn Itinerary,
    watch: &dyn Progress,
) -> Result<Verdict<OneForAll, BadProgram>, Stopped> {
    let (nodes, steps, ports) = (net.nodes(), rounds.steps(), u64::from(net.degree(Node(0))));
    let bits = steps.saturating_mul(ports);
    if bits > MAX_BITS || nodes > MAX_BITS {
        return Ok(Verdict::Undecided(Limit {
            what: "steps and ports",
            asked: Some(bits.max(nodes).into()),
            most: MAX_BITS.into(),
            works: "a smaller network of the same construction".to_owned(),
        }));
    }
    let mut maps = Vec::new();
    for port in 0..net.degree(Node(0)) {
        let to = net.link(Node(0), Port(port)).0.0;
        match carried(net, 0, to) {
            Ok(map) => maps.push((to, map)),
            Err(at) => return Ok(Verdict::Refuted(BadProgram::Lopsided { to, at })),
        }
    }
    watch.stage("verifying the messages of one node", nodes);
    let mut taken = vec![0u64; bits.div_ceil(64) as usize];
    let (mut hops, mut there, mut all) = (Vec::new(), Vec::new(), 0);
    for target in 1..nodes {
        if target & 0xfff == 0 {
            watch.advance(0x1000);
            if watch.stopped() {
                return Err(Stopped);
            }
        }
        hops.clear();
        rounds.hops(Node(0), Node(target), &mut hops);
        let (mut at, mut next) = (Node(0), 0);
        for &(step, to) in &hops {
            if step < next || step >= steps {
                return Ok(Verdict::Refuted(BadProgram::Late { target, step }));
            }
            let port = (0..net.degree(at)).find(|&port| net.link(at, Port(port)).0 == to);
            let Some(port) = port else {
                return Ok(Verdict::Refuted(BadProgram::Unlinked { target, at: at.0 }));
            };
            let bit = step * ports + u64::from(port);
            let word = &mut taken[(bit >> 6) as usize];
            if *word >> (bit & 63) & 1 == 1 {
                return Ok(Verdict::Refuted(BadProgram::Shared { step, port, target }));
            }
            *word |= 1 << (bit & 63);
            (at, next) = (to, step + 1);
        }
        if at.0 != target {
            return Ok(Verdict::Refuted(BadProgram::Astray { target }));
        }
        all += hops.len() as u64;
        for (source, map) in &maps {
            there.clear();
            let image = map[target as usize];
            rounds.hops(Node(*source), Node(image), &mut there);
            let same = |(a, b): (&(u64, Node), &(u64, Node))| a.0 == b.0 && map[a.1.0 as usize] == b.1.0;
            if hops.len() != there.len() || !hops.iter().zip(&there).all(same) {
                return Ok(Verdict::Refuted(BadProgram::Unlike { source: *source, target: image }));
            }
        }
    }
    let on = Fingerprint::of(net, THOROUGH);
    Ok(Verdict::Holds(OneForAll { on, steps, hops: all }))
}
