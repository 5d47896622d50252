//! The messages of a checked schedule, as what each node does: it sends those of a step when all that it receives before has come.

use crossedge::collective::Schedule;
use crossedge::collective::training::{Mapping, Round};
use crossedge::net::{Network, Node};
use crossedge::verify::{Checked, Unfit};
use std::collections::VecDeque;

/// One message to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Send {
    pub step: u32,
    pub to: u32,
    pub flits: usize,
}

#[derive(Debug, Clone, Default)]
struct Program {
    /// The remaining messages, by step.
    sends: VecDeque<Send>,
    /// Number of messages of which step are still to come, by step.
    receives: VecDeque<(u32, u32)>,
}

/// The actions of every node.
#[derive(Debug, Clone)]
pub(crate) struct TracePrograms {
    nodes: Vec<Program>,
    /// Messages that have not arrived.
    left: u64,
}

impl TracePrograms {
    /// The programs of a schedule that was verified on this network; a message has as many flits as its bytes need, one at least.
    pub(crate) fn new<S: Schedule>(
        net: &dyn Network,
        schedule: &Checked<S>,
        flit_bytes: u64,
    ) -> Result<Self, Unfit> {
        let schedule = schedule.on(net)?;
        let nodes = schedule.collective().nodes;
        let mut all = TracePrograms { nodes: vec![Program::default(); nodes as usize], left: 0 };
        let mut out = Vec::new();
        for step in 0..schedule.steps() {
            for v in 0..nodes {
                out.clear();
                schedule.sends(step, Node(v), &mut out);
                for message in &out {
                    let flits = message.bytes.div_ceil(flit_bytes).max(1) as usize;
                    let to = message.to();
                    all.nodes[v as usize].sends.push_back(Send { step, to: to as u32, flits });
                    all.left += 1;
                    match all.nodes[to as usize].receives.back_mut() {
                        Some((last, count)) if *last == step => *count += 1,
                        _ => all.nodes[to as usize].receives.push_back((step, 1)),
                    }
                }
            }
        }
        Ok(all)
    }

    /// The programs of the rounds of a phase, one after the other, for ranks that are on some of these endpoints.
    pub(crate) fn from_rounds(endpoints: u64, rounds: &[Round], mapping: &Mapping, flit_bytes: u64) -> Self {
        let mut all = TracePrograms { nodes: vec![Program::default(); endpoints as usize], left: 0 };
        let mut step = 0;
        for round in rounds {
            let flits = round.bytes.div_ceil(flit_bytes).max(1) as usize;
            for _ in 0..round.times {
                for &(from, to) in &round.pairs {
                    let (from, to) = (mapping.of(from), mapping.of(to));
                    all.nodes[from as usize].sends.push_back(Send { step, to: to as u32, flits });
                    all.nodes[to as usize].receives.push_back((step, 1));
                    all.left += 1;
                }
                step += 1;
            }
        }
        all
    }

    /// All messages, with the node that sends them.
    pub(crate) fn sends(&self) -> impl Iterator<Item = (u32, &Send)> {
        (0..).zip(&self.nodes).flat_map(|(node, program)| program.sends.iter().map(move |send| (node, send)))
    }

    /// Flits of all messages.
    pub(crate) fn flits(&self) -> u128 {
        self.nodes.iter().flat_map(|node| &node.sends).map(|send| send.flits as u128).sum()
    }

    /// Returns `true` if everything has arrived.
    pub(crate) fn all_arrived(&self) -> bool {
        self.left == 0
    }

    /// Returns `true` if a node has something to send that waits for nothing.
    pub(crate) fn can_send(&self, node: usize) -> bool {
        let program = &self.nodes[node];
        let Some(send) = program.sends.front() else { return false };
        program.receives.front().is_none_or(|&(step, _)| send.step <= step)
    }

    /// Takes the next message that a node is to send.
    pub(crate) fn next(&mut self, node: usize) -> Option<Send> {
        self.nodes[node].sends.pop_front()
    }

    /// A message of a step has come to a node.
    pub(crate) fn record_received(&mut self, node: usize, step: u32) {
        self.left -= 1;
        let receives = &mut self.nodes[node].receives;
        if let Some((_, count)) = receives.iter_mut().find(|(s, _)| *s == step) {
            *count -= 1;
        }
        while receives.front().is_some_and(|&(_, count)| count == 0) {
            receives.pop_front();
        }
    }
}
