//! Which messages of a step want the same link, in the same direction, at the same time.
//!
//! - Hop-synchronous: all messages of a step move together, one link at a time. Two of them clash when both take a link as their
//!   n-th.
//! - Cut-through: all messages of a step start together; the head is on the n-th link (from 0) after n hop times, and the message
//!   holds the link for as long as its bytes take. Two of them clash when these times overlap.

use crate::collective::{Message, Schedule};
use crate::net::Node;
use crate::progress::{Progress, Stopped};
use std::collections::HashMap;

/// How messages move over several links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switching {
    /// Stored at every node, all in step.
    HopSynchronous,
    /// Each link is taken as soon as the head is there; times in any unit.
    CutThrough {
        /// How long the head takes for a link.
        hop_time: u64,
        /// How long a byte takes on a link.
        byte_time: u64,
    },
}

/// Two messages of a step that want the same link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The step.
    pub step: u32,
    /// The link, in the direction in which both take it.
    pub link: (u64, u64),
    /// Sender and receiver of both.
    pub messages: [(u64, u64); 2],
}

/// Which links are taken at which times of one step, by whom.
#[derive(Debug, Default)]
pub struct Taken {
    links: HashMap<Ends, Vec<Hold>>,
}

/// Two nodes, the first one first.
type Ends = (u64, u64);

/// A link is held from a time to another one.
#[derive(Debug)]
struct Hold {
    start: u64,
    end: u64,
    by: Ends,
}

impl Taken {
    /// A new step begins.
    pub fn clear(&mut self) {
        self.links.clear();
    }

    /// Takes the links of a message; the link and the other message when it clashes.
    pub fn take(&mut self, m: &Message, switching: Switching) -> Result<(), (Ends, Ends)> {
        for (n, hop) in (0u64..).zip(m.path.windows(2)) {
            let link = (hop[0], hop[1]);
            let (start, end) = match switching {
                Switching::HopSynchronous => (n, n + 1),
                Switching::CutThrough { hop_time, byte_time } => {
                    let start = n.saturating_mul(hop_time);
                    (start, start.saturating_add(m.bytes.saturating_mul(byte_time).max(1)))
                }
            };
            let others = self.links.entry(link).or_default();
            if let Some(other) = others.iter().find(|other| start < other.end && other.start < end) {
                return Err((link, other.by));
            }
            others.push(Hold { start, end, by: (m.from(), m.to()) });
        }
        Ok(())
    }
}

/// The first conflict of every step that has one.
pub fn conflicts(
    schedule: &dyn Schedule,
    switching: Switching,
    watch: &dyn Progress,
) -> Result<Vec<Conflict>, Stopped> {
    let nodes = schedule.collective().nodes;
    watch.stage("looking for conflicts", schedule.steps().into());
    let (mut found, mut taken, mut messages) = (Vec::new(), Taken::default(), Vec::new());
    for step in 0..schedule.steps() {
        if watch.stopped() {
            return Err(Stopped);
        }
        taken.clear();
        'step: for v in 0..nodes {
            messages.clear();
            schedule.sends(step, Node(v), &mut messages);
            for m in &messages {
                if let Err((link, other)) = taken.take(m, switching) {
                    found.push(Conflict { step, link, messages: [other, (m.from(), m.to())] });
                    break 'step;
                }
            }
        }
        watch.advance(1);
    }
    Ok(found)
}
