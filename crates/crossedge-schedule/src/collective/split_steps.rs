//! Resolves conflicts: messages of one step that need the same link are distributed over several steps, by first fit.
//!
//! - If every node sends and receives at most one message per step, this remains so, and each message goes in the earliest step that two rules allow:
//!   later than all messages that its sender has received before, because it may carry their data; and not earlier than all messages that its
//!   receiver has sent before, because these carry the old data.
//! - Otherwise every step is split separately.
//! - If data is summed, both halves of an exchange stay in one step, because both carry the state before it.

use super::Message;
use super::first_fit::{Busy, first_free};
use super::unmade::Unmade;
use crossedge_lang::net::{Node, Structure, neighbors};
use std::collections::{HashMap, HashSet};

/// The steps of a schedule, split so that no link exceeds its width; `reduces` if data is summed.
pub(super) fn split_steps(
    net: &dyn Structure,
    reduces: bool,
    steps: Vec<Vec<Message>>,
) -> Result<Vec<Vec<Message>>, Unmade> {
    let one_port = one_port(&steps);
    let mut fit = FirstFit::new(net, one_port, steps.iter().flatten());
    let mut out = Vec::new();
    for step in steps {
        fit.place_step(step, reduces)?;
        if !one_port {
            let steps = std::mem::take(&mut fit.steps);
            out.extend(if steps.is_empty() { vec![Vec::new()] } else { steps });
            fit.links.clear();
        }
    }
    out.extend(fit.steps);
    Ok(out)
}

/// Returns `true` if every node sends one message and receives one at most in each step.
pub(super) fn one_port(steps: &[Vec<Message>]) -> bool {
    let once = |step: &Vec<Message>, end: fn(&Message) -> u64| {
        let mut seen = HashSet::new();
        step.iter().all(|m| seen.insert(end(m)))
    };
    steps.iter().all(|step| once(step, Message::from) && once(step, Message::to))
}

/// Messages that wait for nothing, one of a node in each step.
pub(super) fn one_by_one(net: &dyn Structure, messages: Vec<Message>) -> Vec<Vec<Message>> {
    let mut fit = FirstFit::new(net, true, messages.iter());
    for m in messages {
        let (step, path) = fit.first_free_step(&m.path, 0);
        fit.put_message(Message { path, ..m }, step);
    }
    fit.steps
}

/// Steps on their way.
struct FirstFit<'a> {
    net: &'a dyn Structure,
    plain: bool,
    /// The widest path of all messages.
    widest: u64,
    /// A node sends one message and receives one at most in a step.
    one_port: bool,
    links: HashMap<(u64, u64), LinkSchedule>,
    senders: HashMap<u64, Busy>,
    receivers: HashMap<u64, Busy>,
    /// After the last step in which a node has received something, and the last in which it has sent something.
    received: HashMap<u64, usize>,
    sent: HashMap<u64, usize>,
    steps: Vec<Vec<Message>>,
}

/// One link.
#[derive(Default)]
struct LinkSchedule {
    /// The used width in each step.
    used: Vec<u64>,
    /// The steps in which it has no room for another message.
    full: Busy,
}

impl<'a> FirstFit<'a> {
    fn new<'b>(net: &'a dyn Structure, one_port: bool, all: impl Iterator<Item = &'b Message>) -> Self {
        let mut fit = FirstFit {
            net,
            plain: (0..net.link_classes().len()).all(|class| net.width(class) == 1),
            widest: 1,
            one_port,
            links: HashMap::new(),
            senders: HashMap::new(),
            receivers: HashMap::new(),
            received: HashMap::new(),
            sent: HashMap::new(),
            steps: Vec::new(),
        };
        if !fit.plain {
            fit.widest = all.map(|m| fit.path_width(&m.path)).max().unwrap_or(1);
        }
        fit
    }

    fn width(&self, hop: &[u64]) -> u64 {
        self.net.width_between(Node(hop[0]), Node(hop[1])).unwrap_or(1)
    }

    /// The width at which a message over this path runs.
    fn path_width(&self, path: &[u64]) -> u64 {
        if self.plain { 1 } else { path.windows(2).map(|hop| self.width(hop)).min().unwrap_or(1) }
    }

    /// The messages of one step of the schedule.
    fn place_step(&mut self, step: Vec<Message>, reduces: bool) -> Result<(), Unmade> {
        let mut at = Vec::new();
        for unit in message_groups(step, reduces) {
            let floor = unit.iter().map(|m| self.earliest_step(m, reduces)).max().unwrap_or(0);
            match <[Message; 1]>::try_from(unit) {
                Ok([m]) => {
                    let (step, path) = self.first_free_step(&m.path, floor);
                    at.push(((m.from(), m.to()), step));
                    self.put_message(Message { path, ..m }, step);
                }
                Err(several) => {
                    let paths: Vec<&[u64]> = several.iter().map(|m| &m.path[..]).collect();
                    let step = self.first_free(&paths, floor);
                    for m in several {
                        if self.first_free(&[&m.path], step) != step {
                            return Err(Unmade::NotHere("both halves of an exchange want one link"));
                        }
                        at.push(((m.from(), m.to()), step));
                        self.put_message(m, step);
                    }
                }
            }
        }
        if self.one_port {
            for ((from, to), step) in at {
                let last = |all: &mut HashMap<u64, usize>, v, step: usize| {
                    all.entry(v).and_modify(|last| *last = step.max(*last)).or_insert(step);
                };
                last(&mut self.sent, from, step);
                last(&mut self.received, to, step + 1);
            }
        }
        Ok(())
    }

    /// The first step that a message may go in.
    fn earliest_step(&self, m: &Message, reduces: bool) -> usize {
        let after = |all: &HashMap<u64, usize>, v: u64| all.get(&v).copied().unwrap_or(0);
        let order = if reduces { after(&self.received, m.to()) } else { 0 };
        after(&self.received, m.from()).max(after(&self.sent, m.to())).max(order)
    }

    /// The first step for a message, over its path or one that leaves by another port.
    fn first_free_step(&self, path: &[u64], floor: usize) -> (usize, Vec<u64>) {
        let mut best = (self.first_free(&[path], floor), path.to_vec());
        if best.0 > floor {
            for other in equal_detours(self.net, path) {
                let step = self.first_free(&[&other], floor);
                if step < best.0 {
                    best = (step, other);
                }
            }
        }
        best
    }

    /// The first step from `floor` on in which messages over these paths have room.
    fn first_free(&self, paths: &[&[u64]], floor: usize) -> usize {
        let mut busy: Vec<&Busy> = Vec::new();
        for path in paths {
            let links = path.windows(2).filter_map(|hop| self.links.get(&(hop[0], hop[1])));
            busy.extend(links.map(|line| &line.full));
            if let (true, [from, .., to]) = (self.one_port, path) {
                busy.extend(self.senders.get(from));
                busy.extend(self.receivers.get(to));
            }
        }
        first_free(&busy, floor)
    }

    fn put_message(&mut self, m: Message, step: usize) {
        let rate = self.path_width(&m.path);
        for hop in m.path.windows(2) {
            let width = if self.plain { 1 } else { self.width(hop) };
            let line = self.links.entry((hop[0], hop[1])).or_default();
            if self.plain {
                line.full.take_step(step);
                continue;
            }
            if line.used.len() <= step {
                line.used.resize(step + 1, 0);
            }
            line.used[step] += rate;
            if line.used[step] + self.widest.min(width) > width {
                line.full.take_step(step);
            }
        }
        if self.one_port {
            self.senders.entry(m.from()).or_default().take_step(step);
            self.receivers.entry(m.to()).or_default().take_step(step);
        }
        if self.steps.len() <= step {
            self.steps.resize(step + 1, Vec::new());
        }
        self.steps[step].push(m);
    }
}

/// Messages that stay together: where data is summed, what comes to a node and what it sends away of the same.
fn message_groups(step: Vec<Message>, reduces: bool) -> Vec<Vec<Message>> {
    if !reduces {
        return step.into_iter().map(|m| vec![m]).collect();
    }
    let mut by_sender: HashMap<u64, Vec<usize>> = HashMap::new();
    for (i, m) in step.iter().enumerate() {
        by_sender.entry(m.from()).or_default().push(i);
    }
    let chunks: Vec<HashSet<u64>> = step.iter().map(|m| m.chunks.iter().copied().collect()).collect();
    // Every message names a unit, at first itself; those that are joined name the least.
    let mut unit: Vec<usize> = (0..step.len()).collect();
    fn root(unit: &mut [usize], mut i: usize) -> usize {
        while unit[i] != i {
            unit[i] = unit[unit[i]];
            i = unit[i];
        }
        i
    }
    for (i, m) in step.iter().enumerate() {
        for &j in by_sender.get(&m.to()).into_iter().flatten() {
            if !chunks[i].is_disjoint(&chunks[j]) {
                let (a, b) = (root(&mut unit, i), root(&mut unit, j));
                unit[a.max(b)] = a.min(b);
            }
        }
    }
    let mut out: Vec<Vec<Message>> = Vec::new();
    let mut place = HashMap::new();
    for (i, m) in step.into_iter().enumerate() {
        let of = root(&mut unit, i);
        let at = *place.entry(of).or_insert_with(|| {
            out.push(Vec::new());
            out.len() - 1
        });
        out[at].push(m);
    }
    out
}

/// From where a path ends along the network's own route; `None` if it passes an endpoint.
pub(super) fn follow_route(net: &dyn Structure, mut path: Vec<u64>, to: u64) -> Option<Vec<u64>> {
    let ends = net.endpoints();
    let mut at = Node(*path.last()?);
    while at.0 != to {
        at = net.link(at, net.next_port(at, Node(to))?).0;
        if at.0 < ends && at.0 != to {
            return None;
        }
        path.push(at.0);
    }
    Some(path)
}

/// Paths that leave by other ports of the sender and are as short: of planes and trees with several parents of an endpoint.
fn equal_detours(net: &dyn Structure, path: &[u64]) -> Vec<Vec<u64>> {
    let (&[from, first, ..], &[.., to]) = (path, path) else { return Vec::new() };
    let others = neighbors(net, Node(from)).map(|w| w.0).filter(|&w| w != first && w >= net.endpoints());
    let paths = others.filter_map(|w| follow_route(net, vec![from, w], to));
    paths.filter(|other| other.len() <= path.len()).collect()
}
