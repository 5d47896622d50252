//! The verifier of a schedule. It replays every message of every step and asserts
//!
//! - every message has a sender among the nodes of the collective;
//! - a message goes from a node to another one, over links of the network, and carries chunks of the collective, each once;
//! - its bytes are those of its chunks;
//! - its sender held every chunk before the step;
//! - no node sends or receives more messages in a step than its ports allow, those that it hands on among them
//!   ([`super::ports`]);
//! - no two messages of a step need the same link at the same time, unless it is wide enough for both ([`super::links`]);
//! - in a switched network, messages go from endpoint to endpoint, and only switches forward them;
//! - no data of a node goes into a chunk twice, and no node receives data that it already has;
//! - afterwards every node has the result of the collective, with the data of every contributing node exactly once.
//!
//! The state of a chunk at a node is the set of nodes whose data is in it; a second contribution of a node is rejected where it
//! happens, so the count of every (node, chunk, source) is 0 or 1 throughout. Only differences from the initial state are stored.

use super::fingerprint::{Fingerprint, THOROUGH};
use super::links::Taken;
use super::ports::Busy;
use super::schedule_fault::{Model, Reason, ScheduleFault};
use super::sources::{Sources, after, before, origin};
use super::{Asserted, Checked, Limit, Verdict};
use crossedge_core::model::{Action, Collective, Message, Schedule};
use crossedge_core::net::{Node, Port, Structure};
use crossedge_core::progress::{Progress, Stopped};
use std::collections::HashMap;

/// Collectives of more chunks are not verified.
pub const MAX_CHUNKS: u64 = 1 << 26;

/// Verifies a schedule.
pub fn schedule<S: Schedule>(
    net: &dyn Structure,
    schedule: S,
    model: Model,
    watch: &dyn Progress,
) -> Result<Verdict<Checked<S>, ScheduleFault>, Stopped> {
    let of = schedule.collective();
    if let Some(limit) = too_large(&of) {
        return Ok(Verdict::Undecided(limit));
    }
    Ok(replay(net, &schedule, model, watch)?
        .map(|()| {
            let asserted = Asserted::Schedule { of, model, widths: widths(net) };
            Checked::new(schedule, Fingerprint::of(net, THOROUGH), asserted)
        })
        .into())
}

/// The widths of the classes of links; nothing where all have 1.
pub fn widths(net: &dyn Structure) -> Vec<u64> {
    let Some(roles) = net.roles() else { return Vec::new() };
    let all: Vec<u64> = (0..net.link_classes().len()).map(|class| roles.width(class)).collect();
    if all.iter().all(|&width| width == 1) { Vec::new() } else { all }
}

/// More chunks than are verified.
fn too_large(of: &Collective) -> Option<Limit> {
    (of.chunks() > MAX_CHUNKS).then(|| Limit {
        what: "chunks",
        asked: (of.chunks() < u64::MAX).then_some(of.chunks().into()),
        most: MAX_CHUNKS.into(),
        works: "a smaller network of the same construction, or fewer pieces".to_owned(),
    })
}

/// Every message of every step.
fn replay(
    net: &dyn Structure,
    schedule: &dyn Schedule,
    model: Model,
    watch: &dyn Progress,
) -> Result<Result<(), ScheduleFault>, Stopped> {
    let of = schedule.collective();
    if of.nodes != net.endpoints() {
        let reason = Reason::Nodes(of.nodes);
        return Ok(Err(ScheduleFault { step: None, node: net.endpoints(), chunk: None, reason }));
    }
    if of.kind.rooted() && of.root >= of.nodes {
        let reason = Reason::Root(of.root);
        return Ok(Err(ScheduleFault { step: None, node: of.nodes, chunk: None, reason }));
    }
    let nodes = of.nodes as usize;
    let mut replay = Replay {
        net,
        of,
        model,
        plain: widths(net).is_empty(),
        step: 0,
        held: vec![HashMap::new(); nodes],
        ports: Busy::new(nodes, model),
        taken: Taken::default(),
        arrivals: Vec::new(),
    };
    watch.stage("verifying every message", schedule.steps().into());
    let mut messages = Vec::new();
    for step in 0..schedule.steps() {
        replay.begin(step);
        messages.clear();
        schedule.strays(step, &mut messages);
        if let Some(m) = messages.first() {
            return Ok(Err(replay.stray(m)));
        }
        for v in 0..of.nodes {
            if watch.stopped() {
                return Err(Stopped);
            }
            messages.clear();
            schedule.sends(step, Node(v), &mut messages);
            for m in &messages {
                if let Err(fault) = replay.message(v, m) {
                    return Ok(Err(fault));
                }
            }
        }
        if let Err(fault) = replay.end() {
            return Ok(Err(fault));
        }
        watch.advance(1);
    }
    Ok(replay.promised())
}

/// The arrivals at the end of a step.
struct Arrival {
    from: u64,
    to: u64,
    chunk: u64,
    action: Action,
    value: Sources,
}

/// The state of a replay.
struct Replay<'a> {
    net: &'a dyn Structure,
    of: Collective,
    model: Model,
    /// All links have width 1.
    plain: bool,
    step: u32,
    /// For every node the chunks that changed since the beginning; `None` if it was given away.
    held: Vec<HashMap<u64, Option<Sources>>>,
    ports: Busy,
    taken: Taken,
    arrivals: Vec<Arrival>,
}

impl Replay<'_> {
    fn begin(&mut self, step: u32) {
        self.step = step;
        self.taken.clear();
        self.ports.begin(step);
        self.arrivals.clear();
    }

    fn fault(&self, node: u64, chunk: Option<u64>, reason: Reason) -> ScheduleFault {
        ScheduleFault { step: Some(self.step), node, chunk, reason }
    }

    fn holds(&self, v: u64, chunk: u64) -> Option<Sources> {
        match self.held[v as usize].get(&chunk) {
            Some(now) => now.clone(),
            None => before(&self.of, v, chunk).map(Sources::One),
        }
    }

    /// The fault of a message that no node of the collective sends.
    fn stray(&self, m: &Message) -> ScheduleFault {
        let reason = match m.path.first() {
            None => Reason::NoWay,
            Some(&from) if from >= self.net.nodes() => Reason::Outside,
            Some(_) => Reason::NoSender,
        };
        self.fault(m.from(), None, reason)
    }

    /// The checks of a message that are possible before the step ends. `v` is the current node.
    fn message(&mut self, v: u64, m: &Message) -> Result<(), ScheduleFault> {
        if m.path.len() < 2 || m.from() != v || m.to() == v {
            return Err(self.fault(v, None, Reason::NoWay));
        }
        for &at in &m.path {
            if at >= self.net.nodes() {
                return Err(self.fault(at, None, Reason::Outside));
            }
        }
        let widths = match self.net.roles() {
            None => {
                self.linked(m)?;
                Vec::new()
            }
            Some(_) => self.machine(m)?,
        };
        self.ports.take(m).map_err(|(node, reason)| self.fault(node, None, reason))?;
        if let Err((link, other)) = self.taken.take(m, self.model.switching, (&widths, self.net.unit())) {
            return Err(self.fault(link.0, None, Reason::Link { to: link.1, other }));
        }
        self.carries(m)
    }

    /// Every hop is a link.
    fn linked(&self, m: &Message) -> Result<(), ScheduleFault> {
        for hop in m.path.windows(2) {
            let at = Node(hop[0]);
            let linked = (0..self.net.degree(at)).any(|p| self.net.link(at, Port(p)).0.0 == hop[1]);
            if !linked {
                return Err(self.fault(hop[0], None, Reason::Unlinked(hop[1])));
            }
        }
        Ok(())
    }

    /// The same with switches or widths: senders, receivers and relays of a message; the widths, if they are not all 1.
    fn machine(&self, m: &Message) -> Result<Vec<u64>, ScheduleFault> {
        if self.of.nodes < self.net.nodes() {
            if m.to() >= self.of.nodes {
                return Err(self.fault(m.to(), None, Reason::Switch));
            }
            let between = &m.path[1..m.path.len() - 1];
            if let Some(&relay) = between.iter().find(|&&at| at < self.of.nodes) {
                return Err(self.fault(relay, None, Reason::Relay));
            }
        }
        let mut widths = Vec::new();
        for hop in m.path.windows(2) {
            match self.net.width_between(Node(hop[0]), Node(hop[1])) {
                None => return Err(self.fault(hop[0], None, Reason::Unlinked(hop[1]))),
                Some(_) if self.plain => {}
                Some(width) => widths.push(width),
            }
        }
        Ok(widths)
    }

    fn carries(&mut self, m: &Message) -> Result<(), ScheduleFault> {
        if m.chunks.is_empty() {
            return Err(self.fault(m.from(), None, Reason::NoChunk));
        }
        let mut sorted = m.chunks.clone();
        sorted.sort_unstable();
        let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        if let Some(chunk) = twice.or(sorted.last().copied().filter(|&last| last >= self.of.chunks())) {
            return Err(self.fault(m.from(), Some(chunk), Reason::NoChunk));
        }
        let counted = m.chunks.iter().map(|&chunk| u128::from(self.of.chunk_bytes(chunk))).sum();
        if u128::from(m.bytes) != counted {
            return Err(self.fault(m.from(), None, Reason::Size { reported: m.bytes, counted }));
        }
        for &chunk in &m.chunks {
            let Some(value) = self.holds(m.from(), chunk) else {
                return Err(self.fault(m.from(), Some(chunk), Reason::NotHeld));
            };
            self.arrivals.push(Arrival { from: m.from(), to: m.to(), chunk, action: m.action, value });
        }
        Ok(())
    }

    /// Applies the messages of a step.
    fn end(&mut self) -> Result<(), ScheduleFault> {
        let arrivals = std::mem::take(&mut self.arrivals);
        for a in arrivals.iter().filter(|a| a.action == Action::Move) {
            // Moved to two places at once: the second finds it gone.
            if self.holds(a.from, a.chunk).is_none() {
                return Err(self.fault(a.from, Some(a.chunk), Reason::NotHeld));
            }
            self.held[a.from as usize].insert(a.chunk, None);
        }
        let mut changed: HashMap<(u64, u64), Action> = HashMap::new();
        for Arrival { from, to, chunk, action, value } in arrivals {
            if self.of.kind.reduces()
                && let Some(other) = changed.insert((to, chunk), action)
                && (other != Action::Add || action != Action::Add)
            {
                return Err(self.fault(to, Some(chunk), Reason::Clash(from)));
            }
            let now = match (self.holds(to, chunk), action) {
                (Some(has), Action::Add) => {
                    let sum = has.add(&value, self.of.nodes);
                    sum.map_err(|source| self.fault(to, Some(chunk), Reason::Twice { source, from }))?
                }
                (None, Action::Add) => {
                    return Err(self.fault(to, Some(chunk), Reason::NothingToAdd(from)));
                }
                (Some(has), _) if has == value => {
                    return Err(self.fault(to, Some(chunk), Reason::Again(from)));
                }
                _ => value,
            };
            self.held[to as usize].insert(chunk, Some(now));
        }
        Ok(())
    }

    /// The state of every node afterwards.
    fn promised(&self) -> Result<(), ScheduleFault> {
        let at_end = |node, chunk, reason| ScheduleFault { step: None, node, chunk: Some(chunk), reason };
        for v in 0..self.of.nodes {
            for chunk in after(&self.of, v) {
                let Some(has) = self.holds(v, chunk) else {
                    return Err(at_end(v, chunk, Reason::Absent));
                };
                match origin(&self.of, chunk) {
                    Some(source) if has != Sources::One(source) => {
                        return Err(at_end(v, chunk, Reason::Absent));
                    }
                    Some(_) => {}
                    None => {
                        if let Some(source) = has.lacks(self.of.nodes) {
                            return Err(at_end(v, chunk, Reason::Lacks(source)));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
