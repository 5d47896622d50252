//! Which ports the messages of a step take.
//!
//! In a step a node is the sender of one message at most and the receiver of one at most, unless it can use all its links at once. A
//! message over several links passes other nodes on its way:
//!
//! - hop-synchronous, these store it: a relay receives it in one hop and sends it on in the next, by the same port by which it sends
//!   and receives its own messages. So in every hop of a step a node sends at most one message and receives at most one, regardless of
//!   their sources and targets, and with half a port it does one of both;
//! - under cut-through its router forwards the message while its port is free: relays use links, which are counted separately, and no port.
//!
//! With all ports at once the links are the only limit, for a link is a port of each of its ends. Switches always have all of theirs.

use super::links::Switching;
use super::schedule_fault::{Model, Ports, Reason};
use crossedge_core::model::Message;
use std::collections::HashSet;

/// The ports that are taken in one step.
#[derive(Debug)]
pub struct Busy {
    model: Model,
    /// The last step, from 1, in which a node was the sender of a message.
    sent: Vec<u32>,
    /// The last step, from 1, in which a node was the receiver of a message, and in which hop that came.
    received: Vec<(u32, u64)>,
    /// Relays that receive in a hop of this step.
    relays_in: HashSet<(u64, u64)>,
    /// Relays that send in a hop of this step.
    relays_out: HashSet<(u64, u64)>,
    now: u32,
}

impl Busy {
    /// No one has done anything. Ids from `nodes` on are switches.
    pub fn new(nodes: usize, model: Model) -> Self {
        Busy {
            model,
            sent: vec![0; nodes],
            received: vec![(0, 0); nodes],
            relays_in: HashSet::new(),
            relays_out: HashSet::new(),
            now: 0,
        }
    }

    /// A new step begins, counted from 0.
    pub fn begin(&mut self, step: u32) {
        self.now = step + 1;
        self.relays_in.clear();
        self.relays_out.clear();
    }

    /// Takes the ports of a message whose nodes are in the network; the node that has none left, and what it does too much of.
    pub fn take(&mut self, m: &Message) -> Result<(), (u64, Reason)> {
        if self.model.ports == Ports::All {
            return Ok(());
        }
        let (from, to) = (m.from(), m.to());
        if self.sends(from) {
            return Err((from, Reason::Sends));
        }
        if self.received[to as usize].0 == self.now {
            return Err((to, Reason::Receives));
        }
        let half = self.model.ports == Ports::Half;
        if half && (self.received[from as usize].0 == self.now || from == to) {
            return Err((from, Reason::Both));
        }
        if half && self.sends(to) {
            return Err((to, Reason::Both));
        }
        let stored = self.model.switching == Switching::HopSynchronous;
        // In the common case there is one link, and no relays.
        if stored && (m.hops() > 1 || !self.relays_in.is_empty()) {
            self.relay(m, half)?;
        }
        self.sent[from as usize] = self.now;
        self.received[to as usize] = (self.now, m.hops().saturating_sub(1));
        Ok(())
    }

    fn relay(&mut self, m: &Message, half: bool) -> Result<(), (u64, Reason)> {
        let last = m.hops().saturating_sub(1);
        for (hop, link) in (0u64..).zip(m.path.windows(2)) {
            let (out, into) = (link[0], link[1]);
            if self.out_in(out, hop) {
                return Err((out, Reason::Sends));
            }
            if self.in_in(into, hop) {
                return Err((into, Reason::Receives));
            }
            if half && self.in_in(out, hop) {
                return Err((out, Reason::Both));
            }
            if half && self.out_in(into, hop) {
                return Err((into, Reason::Both));
            }
            let ends = self.sent.len() as u64;
            if hop > 0 && out < ends {
                self.relays_out.insert((out, hop));
            }
            if hop < last && into < ends {
                self.relays_in.insert((into, hop));
            }
        }
        Ok(())
    }

    fn sends(&self, v: u64) -> bool {
        self.sent.get(v as usize) == Some(&self.now)
    }

    /// Returns `true` if a node sends in a hop of this step: its own message in the first, those that it hands on later.
    fn out_in(&self, v: u64, hop: u64) -> bool {
        (hop == 0 && self.sends(v)) || self.relays_out.contains(&(v, hop))
    }

    fn in_in(&self, v: u64, hop: u64) -> bool {
        self.received.get(v as usize) == Some(&(self.now, hop)) || self.relays_in.contains(&(v, hop))
    }
}
