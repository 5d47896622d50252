//! The judge of a total exchange by symmetry: the messages of a few sources, on networks whose full exchange is too large.
//!
//! It asserts, for the sources it is given,
//!
//! - every message goes over one link, carries chunks that its sender holds, in bytes that are theirs;
//! - afterwards every node holds the message that each of these sources has for it;
//! - in every step all messages leave by ports of one number and arrive at the same number.
//!
//! The last point is what makes the other sources harmless: `link` is an involution (Law 1), so if port p of every node is linked to a
//! port p, all nodes can send by it at once, each receives one message, and no link is taken twice in a direction. It is asserted for
//! all nodes, not only for those that send.
//!
//! Why a source stands for the others, on dual-nets over cubes: the rule of the exchange asks whether two classes are equal and compares
//! bits of the place with bits of the goal, and nothing else. Two kinds of map keep all these answers, and map links to links: adding a
//! fixed vector to the bits of a coordinate of the base, in all clusters that have it; and flipping a class bit of some level with cluster
//! and node as they are, in all clusters of the levels above. So they map the messages of a node to those of its image in every step, over
//! links of the same port. Together they take any node to any other one. `a_source_stands_for_the_others` in the tests holds this
//! against full exchanges.

use super::schedule::{Fault, NoVerdict, Reason};
use super::{Checked, MAX_CHUNKS};
use crate::collective::{Kind, Schedule};
use crate::net::{Network, Node, Port};
use crate::watch::Watch;
use std::collections::HashMap;

/// Judges a total exchange of whole blocks from some sources. The inner result is the verdict; the outer one tells whether there is one.
pub fn from_sources<S: Schedule>(
    net: &dyn Network,
    schedule: S,
    sources: &[u64],
    watch: &dyn Watch,
) -> Result<Result<Checked<S>, Fault>, NoVerdict> {
    let of = schedule.collective();
    let n = net.nodes();
    if of.nodes != n {
        return Err(NoVerdict::Nodes(of.nodes));
    }
    let chunks = n.saturating_mul(sources.len() as u64);
    if chunks > MAX_CHUNKS || of.kind != Kind::AllToAll || of.pieces != 1 {
        return Err(NoVerdict::TooLarge(chunks));
    }
    let mut at: HashMap<u64, u64> = HashMap::new();
    for &s in sources {
        at.extend((0..n).map(|d| (s * n + d, s)));
    }
    watch.stage("judging every message", schedule.steps().into());
    let mut messages = Vec::new();
    for step in 0..schedule.steps() {
        let fault = |node, chunk, reason| Ok(Err(Fault { step: Some(step), node, chunk, reason }));
        let mut port: Option<Port> = None;
        let mut arrivals = Vec::new();
        for v in 0..n {
            if watch.stopped() {
                return Err(NoVerdict::Stopped);
            }
            messages.clear();
            schedule.sends(step, Node(v), &mut messages);
            for m in &messages {
                let [from, to] = m.path[..] else { return fault(v, None, Reason::NoWay) };
                let used = (0..net.degree(Node(v))).map(Port).find(|&p| net.link(Node(v), p).0.0 == to);
                let Some(used) = used.filter(|_| from == v) else {
                    return fault(v, None, Reason::Unlinked(to));
                };
                if *port.get_or_insert(used) != used {
                    return fault(v, None, Reason::Sends);
                }
                let counted = m.chunks.len() as u64 * of.bytes;
                if counted != m.bytes {
                    return fault(v, None, Reason::Size { told: m.bytes, counted });
                }
                for &chunk in &m.chunks {
                    if at.get(&chunk) != Some(&v) {
                        return fault(v, Some(chunk), Reason::NotHeld);
                    }
                    arrivals.push((chunk, to));
                }
            }
        }
        if let Some(port) = port {
            let astray = |v: &u64| port.0 >= net.degree(Node(*v)) || net.link(Node(*v), port).1 != port;
            if let Some(v) = (0..n).find(astray) {
                return fault(v, None, Reason::Receives);
            }
        }
        for (chunk, to) in arrivals {
            at.insert(chunk, to);
        }
        watch.advance(1);
    }
    for &s in sources {
        for d in 0..n {
            let chunk = s * n + d;
            if at.get(&chunk) != Some(&d) {
                return Ok(Err(Fault { step: None, node: d, chunk: Some(chunk), reason: Reason::Absent }));
            }
        }
    }
    Ok(Ok(Checked::new(schedule)))
}
