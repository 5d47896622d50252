//! A timetable of a phase of training: which message goes in which step, over which links.

use super::job::{Job, Phase};

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

    /// Cycles if a link takes one flit per cycle, end to end: in each step the flits of a message and the hops of the longest path.
    pub fn cycles(&self, flit_bytes: u64) -> u128 {
        let step = |round: &TimedRound, paths: &Vec<Vec<u64>>| {
            let hops = paths.iter().map(|path| path.len().saturating_sub(1)).max().unwrap_or(0);
            u128::from(round.bytes.div_ceil(flit_bytes.max(1)).max(1)) + hops as u128
        };
        let once = |round: &TimedRound| round.steps.iter().map(|paths| step(round, paths)).sum::<u128>();
        self.rounds.iter().map(|round| u128::from(round.times) * once(round)).sum()
    }
}
