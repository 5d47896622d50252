//! The verifier of schedules with byte counts instead of chunks, as in GOAL. It asserts
//!
//! - there is a rank for every endpoint, and no other;
//! - every message is received by its addressee, with its bytes; several between two ranks with one tag in program order;
//! - there is no deadlock;
//! - if a collective is given, every rank that needs data of another is reachable from it by a chain of messages and dependencies.
//!
//! The last is necessary, but not sufficient: GOAL does not record the contents of messages. A refutation holds for every content.

use super::{Limit, Verdict};
use crossedge_core::model::{Collective, Goal, GoalAct, Kind};
use crossedge_core::progress::{Progress, Stopped};
use std::collections::{HashMap, VecDeque};
use std::fmt;

/// Sets of ranks take at most this many words of 64 bits.
const MAX_WORDS: u64 = 1 << 27;

/// Counts from the verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoalCount {
    /// Messages.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u128,
    /// The longest chain of messages, each of which waits for the one before.
    pub chain: u64,
    /// `true` if it ends, too, when a sender waits until its message is taken.
    pub patient: bool,
}

/// The error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalFault {
    /// Not as many ranks as endpoints.
    Ranks {
        /// Of the schedule.
        ranks: u64,
        /// Of the network.
        endpoints: u64,
    },
    /// Which message is taken depends on when it comes.
    Wildcard {
        /// The line.
        line: u32,
    },
    /// No one takes it.
    Unreceived {
        /// The line that sends.
        line: u32,
        /// The sender.
        from: u32,
        /// The receiver.
        to: u32,
    },
    /// No one sends it.
    Unsent {
        /// The line that receives.
        line: u32,
        /// The sender that is waited for.
        from: u32,
        /// The receiver.
        to: u32,
    },
    /// Sent and received bytes differ.
    Size {
        /// The line that sends.
        line: u32,
        /// The bytes sent.
        sent: u64,
        /// The line that receives.
        taken_in: u32,
        /// The bytes received.
        taken: u64,
    },
    /// These lines wait for each other.
    Circle(Vec<u32>),
    /// No chain of messages leads from a rank to one that needs its data.
    Unheard {
        /// The rank that needs data.
        rank: u64,
        /// The rank whose data it is.
        of: u64,
    },
}

impl fmt::Display for GoalFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalFault::Ranks { ranks, endpoints } => {
                write!(f, "the schedule is for {ranks} ranks, and the network has {endpoints} endpoints")
            }
            GoalFault::Wildcard { line } => {
                write!(
                    f,
                    "line {line}: which message is taken here depends on when it comes, and times are not verified"
                )
            }
            GoalFault::Unreceived { line, from, to } => {
                write!(f, "line {line}: rank {to} never takes this message of rank {from}")
            }
            GoalFault::Unsent { line, from, to } => {
                write!(f, "line {line}: rank {to} waits for a message that rank {from} never sends")
            }
            GoalFault::Size { line, sent, taken_in, taken } => {
                write!(f, "line {line} sends {sent} bytes, and line {taken_in} takes {taken}")
            }
            GoalFault::Circle(lines) => {
                let all: Vec<String> = lines.iter().take(12).map(ToString::to_string).collect();
                let more = if lines.len() > 12 { ", …" } else { "" };
                write!(f, "lines {}{more} wait for each other for ever", all.join(", "))
            }
            GoalFault::Unheard { rank, of } => {
                write!(
                    f,
                    "rank {rank} needs data of rank {of}, and no chain of messages leads from there to it"
                )
            }
        }
    }
}

impl std::error::Error for GoalFault {}

/// Verifies a schedule on a network of this many endpoints; rank r is endpoint r. `of` is the collective it should implement.
pub fn goal(
    endpoints: u64,
    goal: &Goal,
    of: Option<(Kind, u64)>,
    watch: &dyn Progress,
) -> Result<Verdict<GoalCount, GoalFault>, Stopped> {
    let ranks = goal.ranks.len() as u64;
    if ranks != endpoints {
        return Ok(Verdict::Refuted(GoalFault::Ranks { ranks, endpoints }));
    }
    let pairs = match matched(goal) {
        Ok(pairs) => pairs,
        Err(fault) => return Ok(Verdict::Refuted(fault)),
    };
    // The ranks whose data must be tracked: the root, or all.
    let followed: Vec<u64> = match of {
        None => Vec::new(),
        Some((Kind::Broadcast | Kind::Scatter, root)) => vec![root],
        Some(_) => (0..ranks).collect(),
    };
    let ops: u64 = goal.ranks.iter().map(|ops| ops.len() as u64).sum();
    let words = followed.len().div_ceil(64);
    let asked = u128::from(ops) * 2 * words as u128;
    if asked > MAX_WORDS.into() || ops > u64::from(u32::MAX / 2) {
        return Ok(Verdict::Undecided(Limit {
            what: "64-bit words for the reachability between ranks",
            asked: Some(asked),
            most: MAX_WORDS.into(),
            works:
                "a schedule of fewer ranks, or no collective, and then only matching and deadlock are verified"
                    .to_owned(),
        }));
    }
    let mut run = GoalRun::new(goal, &pairs, &followed, words);
    let Some(chain) = run.order(watch)? else {
        let circle = run.circle(goal);
        return Ok(Verdict::Refuted(GoalFault::Circle(circle)));
    };
    if let Some((kind, root)) = of
        && let Some((rank, of)) = run.unheard(kind, root, &followed)
    {
        return Ok(Verdict::Refuted(GoalFault::Unheard { rank, of }));
    }
    let sends = goal.ranks.iter().flatten().filter_map(|op| match op.act {
        GoalAct::Send { bytes, .. } => Some(u128::from(bytes)),
        _ => None,
    });
    let mut patient = GoalRun::new(goal, &pairs, &[], 0);
    patient.wait_for_receivers(&pairs);
    let count = GoalCount {
        messages: pairs.len() as u64,
        bytes: sends.sum(),
        chain,
        patient: patient.order(watch)?.is_some(),
    };
    Ok(Verdict::Holds(count))
}

/// Numbers of a send and of the receive that takes it, counted over all ranks.
type Pairs = Vec<(u32, u32)>;

/// Which receive takes which message: between two ranks and with one tag the first takes the first.
fn matched(goal: &Goal) -> Result<Pairs, GoalFault> {
    type Waiting = VecDeque<(u32, u32, u64)>;
    let mut sent: HashMap<(u32, u32, u32), Waiting> = HashMap::new();
    let mut number = 0u32;
    for (rank, ops) in (0..).zip(&goal.ranks) {
        for op in ops {
            if let GoalAct::Send { to, bytes, tag } = op.act {
                sent.entry((rank, to, tag)).or_default().push_back((number, op.line, bytes));
            }
            number = number.wrapping_add(1);
        }
    }
    let mut pairs = Vec::new();
    number = 0;
    for (rank, ops) in (0u32..).zip(&goal.ranks) {
        for op in ops {
            if let GoalAct::Receive { from, bytes: taken, tag } = op.act {
                let (Some(from), Some(tag)) = (from, tag) else {
                    return Err(GoalFault::Wildcard { line: op.line });
                };
                let matching = sent.get_mut(&(from, rank, tag)).and_then(VecDeque::pop_front);
                let Some((send, line, bytes)) = matching else {
                    return Err(GoalFault::Unsent { line: op.line, from, to: rank });
                };
                if bytes != taken {
                    return Err(GoalFault::Size { line, sent: bytes, taken_in: op.line, taken });
                }
                pairs.push((send, number));
            }
            number = number.wrapping_add(1);
        }
    }
    let left = sent.iter().filter_map(|(&(from, to, _), left)| Some((left.front()?.1, from, to))).min();
    match left {
        Some((line, from, to)) => Err(GoalFault::Unreceived { line, from, to }),
        None => Ok(pairs),
    }
}

/// Events: operation i begins at 2i and ends at 2i + 1. Successors of each event, and the knowledge when it happens.
struct GoalRun {
    after: Vec<Vec<u32>>,
    waits: Vec<u32>,
    /// The ranks heard of, by event; freed when the event has been.
    heard: Vec<Option<Box<[u64]>>>,
    chain: Vec<u32>,
    /// The ranks that each rank has heard of at the end.
    known: Vec<Box<[u64]>>,
    /// The place of a rank among those whose data is followed.
    own: Vec<Option<usize>>,
    rank_of: Vec<u32>,
    receives: Vec<bool>,
}

impl GoalRun {
    fn new(goal: &Goal, pairs: &Pairs, followed: &[u64], words: usize) -> GoalRun {
        let count: usize = goal.ranks.iter().map(Vec::len).sum();
        let mut run = GoalRun {
            after: vec![Vec::new(); 2 * count],
            waits: vec![0; 2 * count],
            heard: Vec::new(),
            chain: vec![0; 2 * count],
            known: vec![vec![0; words].into(); goal.ranks.len()],
            own: vec![None; goal.ranks.len()],
            rank_of: Vec::with_capacity(count),
            receives: vec![false; count],
        };
        run.heard.resize(if words > 0 { 2 * count } else { 0 }, None);
        for (bit, &rank) in followed.iter().enumerate() {
            if let Some(own) = run.own.get_mut(rank as usize) {
                *own = Some(bit);
                run.known[rank as usize][bit / 64] |= 1 << (bit % 64);
            }
        }
        let mut first = 0u32;
        for (rank, ops) in (0..).zip(&goal.ranks) {
            for (op, number) in ops.iter().zip(first..) {
                run.rank_of.push(rank);
                run.edge(2 * number, 2 * number + 1);
                op.requires.iter().for_each(|&before| run.edge(2 * (first + before) + 1, 2 * number));
                op.irequires.iter().for_each(|&before| run.edge(2 * (first + before), 2 * number));
            }
            first += ops.len() as u32;
        }
        for &(send, receive) in pairs {
            run.edge(2 * send, 2 * receive + 1);
            run.receives[receive as usize] = true;
        }
        run
    }

    fn edge(&mut self, a: u32, b: u32) {
        self.after[a as usize].push(b);
        self.waits[b as usize] += 1;
    }

    /// A sender is done when its message is requested.
    fn wait_for_receivers(&mut self, pairs: &Pairs) {
        pairs.iter().for_each(|&(send, receive)| self.edge(2 * receive, 2 * send + 1));
    }

    /// Lets everything happen that can; the longest chain of messages, or `None` if something is left.
    fn order(&mut self, watch: &dyn Progress) -> Result<Option<u64>, Stopped> {
        watch.stage("verifying every message", self.waits.len() as u64);
        let mut ready: Vec<u32> =
            (0..).zip(&self.waits).filter(|(_, waits)| **waits == 0).map(|(at, _)| at).collect();
        let mut done = 0usize;
        while let Some(event) = ready.pop() {
            let at = event as usize;
            done += 1;
            if done.is_multiple_of(4096) {
                if watch.stopped() {
                    return Err(Stopped);
                }
                watch.advance(4096);
            }
            let op = at / 2;
            let rank = self.rank_of[op] as usize;
            let mut heard = self.heard.get_mut(at).and_then(Option::take);
            if !self.heard.is_empty() {
                let heard = heard.get_or_insert_with(|| vec![0; self.known[rank].len()].into());
                // A rank has its own data from the beginning.
                if let Some(bit) = self.own[rank] {
                    heard[bit / 64] |= 1 << (bit % 64);
                }
                merge(&mut self.known[rank], heard);
            }
            for next in std::mem::take(&mut self.after[at]) {
                let to = next as usize;
                self.waits[to] -= 1;
                // From the beginning of a send to the end of its receive is one message.
                let message = u32::from(
                    to / 2 != op && !to.is_multiple_of(2) && self.receives[to / 2] && at.is_multiple_of(2),
                );
                self.chain[to] = self.chain[to].max(self.chain[at] + message);
                if let Some(heard) = &heard {
                    match &mut self.heard[to] {
                        Some(there) => merge(there, heard),
                        empty => *empty = Some(heard.clone()),
                    }
                }
                if self.waits[to] == 0 {
                    ready.push(next);
                }
            }
        }
        let longest = self.chain.iter().copied().max().unwrap_or(0);
        Ok((done == self.waits.len()).then_some(longest.into()))
    }

    /// Lines of operations that wait for each other, after [`GoalRun::order`] has left some.
    fn circle(&self, goal: &Goal) -> Vec<u32> {
        let lines: Vec<u32> = goal.ranks.iter().flatten().map(|op| op.line).collect();
        // Every event that is left has one before it that is left, too: going back comes round.
        let mut before: HashMap<u32, u32> = HashMap::new();
        for (at, after) in (0u32..).zip(&self.after) {
            if self.waits[at as usize] > 0 {
                after.iter().for_each(|&next| {
                    before.insert(next, at);
                });
            }
        }
        let Some(mut at) = (0u32..).zip(&self.waits).find(|(_, waits)| **waits > 0).map(|(at, _)| at) else {
            return Vec::new();
        };
        let mut seen: HashMap<u32, usize> = HashMap::new();
        let mut way = Vec::new();
        while !seen.contains_key(&at) {
            seen.insert(at, way.len());
            way.push(at);
            let Some(&next) = before.get(&at) else { break };
            at = next;
        }
        let first = seen.get(&at).copied().unwrap_or(0);
        let mut round: Vec<u32> = way[first..].iter().rev().map(|&event| lines[event as usize / 2]).collect();
        round.dedup();
        if round.len() > 1 && round.first() == round.last() {
            round.pop();
        }
        round
    }

    /// A rank that cannot have heard of one whose data it needs.
    fn unheard(&self, kind: Kind, root: u64, followed: &[u64]) -> Option<(u64, u64)> {
        let only_root = matches!(kind, Kind::Gather | Kind::Reduce);
        let of = Collective::new(kind, self.known.len() as u64, root, 1);
        (0..of.nodes).filter(|&rank| !only_root || rank == root).find_map(|rank| {
            let known = &self.known[rank as usize];
            let lacks = |&bit: &usize| known[bit / 64] >> (bit % 64) & 1 == 0;
            (0..followed.len()).find(lacks).map(|bit| (rank, followed[bit]))
        })
    }
}

fn merge(into: &mut [u64], from: &[u64]) {
    into.iter_mut().zip(from).for_each(|(a, b)| *a |= b);
}
