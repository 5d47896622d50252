//! Verified schedules for other tools: GOAL, MSCCL and Chakra. Messages go between endpoints; the links are left to the reader, except in JSON, which is complete.
//!
//! ```
//! use crossedge::collective::{Collective, Kind, Listed, Message, Action};
//! use crossedge::export::schedule::{NodePrograms, goal};
//! use crossedge::prelude::*;
//! use crossedge::verify::{self, Model, Ports, Switching, Verdict};
//!
//! let net: Topology = "path(2)".parse()?;
//! let net = net.network()?.as_ref();
//! let of = Collective::new(Kind::Broadcast, 2, 0, 8);
//! let one = Listed::new(of, vec![vec![Message::hop(&of, 0, 1, vec![0], Action::Copy)]]);
//! let model = Model { ports: Ports::One, switching: Switching::HopSynchronous };
//! let Ok(Verdict::Holds(checked)) = verify::schedule(net, one, model, &Silent) else { panic!("it holds") };
//! let programs = NodePrograms::of(net, &checked).expect("verified on this network");
//! let mut text = Vec::new();
//! goal(&programs, &mut text).expect("memory takes it");
//! assert!(String::from_utf8_lossy(&text).contains("s0: send 8b to 1 tag 0"));
//! # Ok::<(), crossedge::Error>(())
//! ```

mod chakra;
mod goal;
mod json;
mod msccl;

pub use chakra::chakra;
pub use goal::goal;
pub use json::{FORMAT_TAG, MessageFile, ScheduleFile, json};
pub use msccl::{Dialect, msccl};

use crossedge_core::model::{Action, Collective, Schedule};
use crossedge_lang::net::{Network, Node};
use crossedge_verify::{Asserted, Checked, Unfit};

/// A message as one of its ends sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Op {
    /// The step, from 0.
    pub step: u32,
    /// `true` if it is sent here; it is received otherwise.
    pub send: bool,
    /// The other end.
    pub peer: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// The payload.
    pub chunks: Vec<u64>,
    /// The outcome.
    pub action: Action,
}

/// The actions of every node, step by step; in a step it sends first.
#[derive(Debug, Clone)]
pub struct NodePrograms {
    /// The purpose.
    pub collective: Collective,
    /// By node.
    pub ops: Vec<Vec<Op>>,
}

impl NodePrograms {
    /// The programs of a schedule that was verified on this network.
    pub fn of<S: Schedule>(net: &dyn Network, schedule: &Checked<S>) -> Result<NodePrograms, Unfit> {
        let schedule =
            schedule.when(net, "a schedule", |asserted| matches!(asserted, Asserted::Schedule { .. }))?;
        let collective = schedule.collective();
        let mut ops: Vec<Vec<Op>> = vec![Vec::new(); collective.nodes as usize];
        let mut messages = Vec::new();
        for step in 0..schedule.steps() {
            messages.clear();
            (0..collective.nodes).for_each(|v| schedule.sends(step, Node(v), &mut messages));
            for send in [true, false] {
                for message in &messages {
                    let (own, peer) = match send {
                        true => (message.from(), message.to()),
                        false => (message.to(), message.from()),
                    };
                    let (chunks, bytes, action) = (message.chunks.clone(), message.bytes, message.action);
                    if let Some(program) = ops.get_mut(own as usize) {
                        program.push(Op { step, send, peer, bytes, chunks, action });
                    }
                }
            }
        }
        Ok(NodePrograms { collective, ops })
    }
}
