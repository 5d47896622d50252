//! Which messages of a step want the same link, in the same direction, at the same time.
//!
//! - Hop-synchronous: all messages of a step move together, one link at a time. Two of them clash when both take a link as their
//!   n-th.
//! - Cut-through: all messages of a step start together; the head is on the n-th link (from 0) after n hop times, and the message
//!   holds the link for as long as its bytes take. Two of them clash when these times overlap.
//!
//! A link of width w carries w times as many bytes in the same time. Hop-synchronous, a message has the entire link for its hop. Under
//! cut-through it runs at the width of the narrowest link on its path, and a wider one has room for others: messages conflict if
//! those that are on a link at one time need more than its width.

use crossedge_core::model::{Message, Schedule};
use crossedge_core::net::Node;
use crossedge_core::progress::{Progress, Stopped};
use std::collections::HashMap;

/// How messages move over several links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switching {
    /// Stored at every node, all in step.
    HopSynchronous,
    /// Each link is taken as soon as the head is there; times in any unit.
    CutThrough {
        /// Time of the head for a link.
        hop_time: u64,
        /// Time of a byte on a link.
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

/// Which links are taken at which times of one step, by which.
#[derive(Debug, Default)]
pub struct Taken {
    links: HashMap<OrderedPair, Vec<Hold>>,
}

/// Two nodes, the first one first.
type OrderedPair = (u64, u64);

/// A link is held from a time to another one.
#[derive(Debug)]
struct Hold {
    start: u64,
    end: u64,
    /// The width it needs.
    rate: u64,
    by: OrderedPair,
}

impl Taken {
    /// A new step begins.
    pub fn clear(&mut self) {
        self.links.clear();
    }

    /// Takes the links of a message; the link and the other message when it clashes. `widths` are those of its links, and 1 where they
    /// end; a link of width `unit` takes a byte in its time.
    pub fn take(
        &mut self,
        m: &Message,
        switching: Switching,
        (widths, unit): (&[u64], u64),
    ) -> Result<(), (OrderedPair, OrderedPair)> {
        let narrowest = widths.iter().copied().min().unwrap_or(1).max(1);
        for (n, hop) in (0u64..).zip(m.path.windows(2)) {
            let link = (hop[0], hop[1]);
            let width = widths.get(n as usize).copied().unwrap_or(1);
            let (start, end, rate) = match switching {
                Switching::HopSynchronous => (n, n + 1, width),
                Switching::CutThrough { hop_time, byte_time } => {
                    let start = n.saturating_mul(hop_time);
                    let whole = m.bytes.saturating_mul(byte_time);
                    let time = if narrowest == unit {
                        whole
                    } else {
                        whole.saturating_mul(unit).div_ceil(narrowest)
                    };
                    (start, start.saturating_add(time.max(1)), narrowest)
                }
            };
            let others = self.links.entry(link).or_default();
            let mut beside = others.iter().filter(|other| start < other.end && other.start < end);
            let clash = match rate < width {
                false => beside.next(),
                true => {
                    let beside: Vec<&Hold> = beside.collect();
                    crowded(&beside, start, width - rate)
                }
            };
            if let Some(other) = clash {
                return Err((link, other.by));
            }
            others.push(Hold { start, end, rate, by: (m.from(), m.to()) });
        }
        Ok(())
    }
}

/// One of the messages that hold a link at a time from `start` on at which they need more than `room` of it together.
fn crowded<'a>(beside: &[&'a Hold], start: u64, room: u64) -> Option<&'a Hold> {
    // The required width increases only where a message begins.
    let begins = std::iter::once(start).chain(beside.iter().map(|hold| hold.start.max(start)));
    for at in begins {
        let now = || beside.iter().filter(|hold| hold.start <= at && at < hold.end);
        if now().map(|hold| u128::from(hold.rate)).sum::<u128>() > u128::from(room) {
            return now().next().copied();
        }
    }
    None
}

/// The first conflict of every step that has one.
pub fn conflicts(
    schedule: &dyn Schedule,
    switching: Switching,
    watch: &dyn Progress,
) -> Result<Vec<Conflict>, Stopped> {
    let nodes = schedule.collective().nodes;
    watch.stage("looking for conflicts", schedule.steps().into());
    let (mut conflicts, mut taken, mut messages) = (Vec::new(), Taken::default(), Vec::new());
    for step in 0..schedule.steps() {
        if watch.stopped() {
            return Err(Stopped);
        }
        taken.clear();
        'step: for v in 0..nodes {
            messages.clear();
            schedule.sends(step, Node(v), &mut messages);
            for m in &messages {
                if let Err((link, other)) = taken.take(m, switching, (&[], 1)) {
                    conflicts.push(Conflict { step, link, messages: [other, (m.from(), m.to())] });
                    break 'step;
                }
            }
        }
        watch.advance(1);
    }
    Ok(conflicts)
}
