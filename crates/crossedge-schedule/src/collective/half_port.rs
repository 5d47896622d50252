//! Converts a full-duplex schedule for half-duplex nodes: every step is split into several, in each of which a node takes part in at most one message.
//!
//! The messages of a step carry the data that their senders held before it. Splitting preserves this unless data is summed, because a received chunk
//! never replaces one that the node has yet to send.

use super::{Listed, Message};
use std::collections::HashSet;

/// The same messages with every node in one of them at a time, by first fit; also the nodes that a message passes.
pub fn half_port(schedule: Listed) -> Listed {
    let (of, steps) = schedule.into_parts();
    let mut halved: Vec<Vec<Message>> = Vec::new();
    for step in steps {
        let mut parts: Vec<(HashSet<u64>, Vec<Message>)> = Vec::new();
        for m in step {
            // Switches have all their ports.
            let taken: Vec<u64> = m.path.iter().copied().filter(|&v| v < of.nodes).collect();
            match parts.iter_mut().find(|(busy, _)| taken.iter().all(|v| !busy.contains(v))) {
                Some((busy, messages)) => {
                    busy.extend(taken);
                    messages.push(m);
                }
                None => parts.push((taken.into_iter().collect(), vec![m])),
            }
        }
        halved.extend(parts.into_iter().map(|(_, messages)| messages));
    }
    Listed::new(of, halved)
}
