//! The verifier of a timetable of a training phase. It counts ranks by their coordinates, and uses no list of messages of the
//! producer. It asserts
//!
//! - every rank has an endpoint of its own;
//! - the rounds are those of the phase, with the same multiplicity and bytes: a ring all-reduce over n passes an n-th to the next
//!   2·(n - 1) times (Patarasuk and Yuan 2009), in an exchange each sends an n-th to every other in turn, a pipeline forwards everything once;
//! - in every round each message is sent once, over links of the network, from the endpoint of its sender to that of its receiver, and there are no other messages;
//! - in every step the number of messages over a link in one direction is at most its width in endpoint ports, rounded down, or one if it is narrower.
//!
//! In a round each rank sends at most one message and receives at most one, so one port per direction is enough.

use super::fingerprint::{Fingerprint, THOROUGH};
use super::{Asserted, Checked, Verdict};
use crossedge_core::model::{Phase, Timetable};
use crossedge_core::net::{Node, Port, Structure};
use crossedge_core::progress::{Progress, Stopped};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// A timetable that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadTimetable {
    /// Endpoints for more or fewer ranks than there are.
    Ranks {
        /// This many endpoints are reported.
        reported: u64,
        /// Number of ranks.
        ranks: u64,
    },
    /// A rank on no endpoint, or on that of another.
    Placed(u64),
    /// Groups of experts that do not fill the copies.
    Experts,
    /// A phase of other rounds.
    Rounds {
        /// Reported number.
        reported: u64,
        /// Actual number.
        wanted: u64,
    },
    /// A round with the wrong multiplicity or number of bytes.
    Size {
        /// The round, from 0.
        round: u64,
        /// Multiplicity and bytes.
        wanted: (u64, u64),
    },
    /// Two nodes on a path that are not linked.
    Unlinked {
        /// The round.
        round: u64,
        /// From there.
        from: u64,
        /// To there.
        to: u64,
    },
    /// A message that is not part of the round, or was already sent.
    Extra {
        /// The round.
        round: u64,
        /// From this endpoint.
        from: u64,
        /// To that.
        to: u64,
    },
    /// A message that does not go.
    Missing {
        /// The round.
        round: u64,
        /// From this endpoint.
        from: u64,
        /// To that.
        to: u64,
    },
    /// A link with more messages than it is wide.
    Shared {
        /// The round.
        round: u64,
        /// The step, from 0.
        step: u64,
        /// The link.
        link: (u64, u64),
    },
}

impl fmt::Display for BadTimetable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTimetable::Ranks { reported, ranks } => {
                write!(f, "{reported} endpoints are given for {ranks} ranks")
            }
            BadTimetable::Placed(rank) => {
                write!(f, "rank {rank} has no endpoint, or that of another rank")
            }
            BadTimetable::Experts => write!(f, "groups of experts do not fill the copies of the model"),
            BadTimetable::Rounds { reported, wanted } => {
                write!(f, "{reported} rounds are given, and the phase has {wanted}")
            }
            BadTimetable::Size { round, wanted: (times, bytes) } => {
                write!(f, "round {}: there are {times} of it, of {bytes} bytes", round + 1)
            }
            BadTimetable::Unlinked { round, from, to } => {
                write!(f, "round {}: node {from} has no link to node {to}", round + 1)
            }
            BadTimetable::Extra { round, from, to } => {
                write!(
                    f,
                    "round {}: endpoint {from} has nothing to send to endpoint {to}, or not again",
                    round + 1
                )
            }
            BadTimetable::Missing { round, from, to } => {
                write!(f, "round {}: endpoint {from} sends nothing to endpoint {to}", round + 1)
            }
            BadTimetable::Shared { round, step, link: (from, to) } => write!(
                f,
                "round {}, step {}: more messages than the link is wide go from node {from} to node {to}",
                round + 1,
                step + 1
            ),
        }
    }
}

impl std::error::Error for BadTimetable {}

/// Verifies a timetable.
pub fn timetable(
    net: &dyn Structure,
    reported: Timetable,
    watch: &dyn Progress,
) -> Result<Verdict<Checked<Timetable>, BadTimetable>, Stopped> {
    Ok(match fault(net, &reported, watch)? {
        Some(bad) => Verdict::Refuted(bad),
        None => {
            let steps = reported.steps();
            Verdict::Holds(Checked::new(
                reported,
                Fingerprint::of(net, THOROUGH),
                Asserted::Timetable { steps },
            ))
        }
    })
}

fn fault(
    net: &dyn Structure,
    reported: &Timetable,
    watch: &dyn Progress,
) -> Result<Option<BadTimetable>, Stopped> {
    let job = reported.job;
    let parts = [job.tensor, job.data, job.pipeline];
    let ranks = parts.into_iter().try_fold(1u64, u64::checked_mul).unwrap_or(u64::MAX);
    if job.expert == 0 || !job.data.is_multiple_of(job.expert) {
        return Ok(Some(BadTimetable::Experts));
    }
    if reported.endpoints.len() as u64 != ranks {
        return Ok(Some(BadTimetable::Ranks { reported: reported.endpoints.len() as u64, ranks }));
    }
    let mut seen = HashSet::new();
    for (rank, &endpoint) in (0..).zip(&reported.endpoints) {
        if endpoint >= net.endpoints() || !seen.insert(endpoint) {
            return Ok(Some(BadTimetable::Placed(rank)));
        }
    }
    let members = match reported.phase {
        Phase::Tensor => job.tensor,
        Phase::Expert => job.expert,
        Phase::Data => job.data,
        Phase::Pipeline => job.pipeline,
    };
    let wanted = match (members, reported.phase) {
        (0 | 1, _) => 0,
        (_, Phase::Expert) => members - 1,
        _ => 1,
    };
    if reported.rounds.len() as u64 != wanted {
        return Ok(Some(BadTimetable::Rounds { reported: reported.rounds.len() as u64, wanted }));
    }
    for (round, timed) in (0..).zip(&reported.rounds) {
        let part = reported.bytes / members + u64::from(!reported.bytes.is_multiple_of(members));
        let size = match reported.phase {
            Phase::Tensor | Phase::Data => (2 * (members - 1), part),
            Phase::Expert => (1, part),
            Phase::Pipeline => (1, reported.bytes),
        };
        if (timed.times, timed.bytes) != size {
            return Ok(Some(BadTimetable::Size { round, wanted: size }));
        }
        let mut left = wanted_pairs(reported, round + 1);
        for (step, ways) in (0..).zip(&timed.steps) {
            if watch.stopped() {
                return Err(Stopped);
            }
            let mut load: HashMap<(u64, u64), u64> = HashMap::new();
            for way in ways {
                let (&[from, ..], &[.., to]) = (way.as_slice(), way.as_slice()) else {
                    return Ok(Some(BadTimetable::Extra { round, from: u64::MAX, to: u64::MAX }));
                };
                for hop in way.windows(2) {
                    let link = (hop[0], hop[1]);
                    let wide = width(net, link);
                    if wide == 0 {
                        return Ok(Some(BadTimetable::Unlinked { round, from: link.0, to: link.1 }));
                    }
                    let on = load.entry(link).or_insert(0);
                    *on += 1;
                    if *on > (wide / net.unit().max(1)).max(1) {
                        return Ok(Some(BadTimetable::Shared { round, step, link }));
                    }
                }
                if !left.remove(&(from, to)) {
                    return Ok(Some(BadTimetable::Extra { round, from, to }));
                }
            }
        }
        if let Some(&(from, to)) = left.iter().min() {
            return Ok(Some(BadTimetable::Missing { round, from, to }));
        }
    }
    Ok(None)
}

/// The traffic pattern, as endpoints, if every rank sends `by` places further.
fn wanted_pairs(reported: &Timetable, by: u64) -> HashSet<(u64, u64)> {
    let job = reported.job;
    let at = |index: u64, copy: u64, stage: u64| {
        reported.endpoints[(index + job.tensor * (copy + job.data * stage)) as usize]
    };
    let mut pairs = HashSet::new();
    for stage in 0..job.pipeline {
        for copy in 0..job.data {
            for index in 0..job.tensor {
                let to = match reported.phase {
                    Phase::Tensor => Some(at((index + by) % job.tensor, copy, stage)),
                    Phase::Data => Some(at(index, (copy + by) % job.data, stage)),
                    Phase::Expert => {
                        let first = copy - copy % job.expert;
                        Some(at(index, first + (copy - first + by) % job.expert, stage))
                    }
                    Phase::Pipeline => (stage + by < job.pipeline).then(|| at(index, copy, stage + by)),
                };
                pairs.extend(to.map(|to| (at(index, copy, stage), to)));
            }
        }
    }
    pairs
}

/// How wide all links from a node to another are together; 0 where there is none.
fn width(net: &dyn Structure, (from, to): (u64, u64)) -> u64 {
    if from >= net.nodes() {
        return 0;
    }
    let from = Node(from);
    let there = (0..net.degree(from)).map(Port).filter(|&port| net.link(from, port).0.0 == to);
    there.map(|port| net.width(net.link_class(from, port))).sum()
}
