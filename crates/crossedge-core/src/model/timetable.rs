//! A timetable of a phase of training: which message goes in which step, over which links.

use super::job::{Job, Phase};
use crate::net::{Node, Structure};
use std::collections::HashMap;

/// A phase on a network, step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timetable {
    /// The job.
    pub job: Job,
    /// The phase.
    pub phase: Phase,
    /// Bytes per rank.
    pub bytes: u64,
    /// The endpoint of every rank.
    pub endpoints: Vec<u64>,
    /// Its rounds, each after the last.
    pub rounds: Vec<TimedRound>,
}

/// A round, which is repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimedRound {
    /// Number of repetitions.
    pub times: u64,
    /// Bytes of each message.
    pub bytes: u64,
    /// In each step the paths of its messages, from endpoint to endpoint.
    pub steps: Vec<Vec<Vec<u64>>>,
}

impl Timetable {
    /// Steps of all rounds together.
    pub fn steps(&self) -> u64 {
        self.rounds.iter().map(|round| round.times * round.steps.len() as u64).sum()
    }

    /// Cycles end to end, if an endpoint port takes one flit per cycle: each step takes the flits of a message plus the hops of the longest path.
    /// A link narrower than its messages takes longer by that ratio, rounded up to cycles.
    pub fn cycles(&self, net: &dyn Structure, flit_bytes: u64) -> u128 {
        let step = |round: &TimedRound, paths: &Vec<Vec<u64>>| {
            let hops = paths.iter().map(|path| path.len().saturating_sub(1)).max().unwrap_or(0);
            let flits = u128::from(round.bytes.div_ceil(flit_bytes.max(1)).max(1));
            step_flits(net, paths, flits) + hops as u128
        };
        let once = |round: &TimedRound| round.steps.iter().map(|paths| step(round, paths)).sum::<u128>();
        self.rounds.iter().map(|round| u128::from(round.times) * once(round)).sum()
    }
}

/// Cycles for the flits of all messages of a step to pass the slowest of their links.
fn step_flits(net: &dyn Structure, paths: &[Vec<u64>], flits: u128) -> u128 {
    // Links of one rate are as wide as their messages need.
    if net.unit() == 1 {
        return flits;
    }
    let mut messages: HashMap<(u64, u64), u128> = HashMap::new();
    for hop in paths.iter().flat_map(|path| path.windows(2)) {
        *messages.entry((hop[0], hop[1])).or_default() += 1;
    }
    let cycles = |(&(from, to), &count): (&(u64, u64), &u128)| {
        let width = net.width_between(Node(from), Node(to)).unwrap_or(1).max(1);
        (flits * count * u128::from(net.unit())).div_ceil(u128::from(width))
    };
    messages.iter().map(cycles).fold(flits, u128::max)
}
