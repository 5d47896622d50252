//! The paths of one packet under a routing that leaves it a choice: all of them, state by state.
//!
//! A state is the channel that the packet came by. All candidates of every state that it can come to are looked at once; a state that is
//! met again while it is open would be a livelock (J4). If the routing has an escape, it is required at each state (J3).

use super::graph::DependencyGraph;
use super::packet::{Broken, Condition, Packet};
use super::walk::{described, folded};
use crossedge_core::model::{Channel, Routing, VirtualChannel};
use crossedge_core::net::Node;
use std::collections::HashMap;

/// A state of a packet, with the candidates still to visit.
struct OpenState {
    by: Option<Channel>,
    at: Node,
    candidates: Vec<VirtualChannel>,
    /// Hops of the longest path on from here, as far as looked at.
    longest: u64,
}

/// Walks all routes of one packet, reports each channel with the one before it, and counts the hops of the longest. Stops if `visit` returns `false`.
pub(super) fn follow_all(
    graph: &DependencyGraph<'_>,
    packet: Packet,
    visit: &mut dyn FnMut(Option<Channel>, Channel) -> bool,
) -> Result<u64, Broken> {
    // `None` while a state is open.
    let mut known: HashMap<Channel, Option<u64>> = HashMap::new();
    let mut open = vec![opened(graph, packet, None, packet.from)?];
    let mut longest = 0;
    while let Some(top) = open.last_mut() {
        let Some(next) = top.candidates.pop() else {
            let hops = top.longest;
            match top.by {
                Some(by) => known.insert(by, Some(hops)),
                None => None,
            };
            open.pop();
            match open.last_mut() {
                Some(below) => below.longest = below.longest.max(hops + 1),
                None => longest = hops,
            }
            continue;
        };
        described(graph, packet, top.by, top.at, next)?;
        let by = Channel::new(top.at, next);
        if !visit(top.by.map(|by| folded(graph, by)), folded(graph, by)) {
            return Ok(open.len() as u64 - 1);
        }
        match known.get(&by) {
            Some(Some(hops)) => top.longest = top.longest.max(hops + 1),
            Some(None) => {
                let what = format!("may come by the channel {by:?} again and again");
                return Err(Broken { condition: Condition::Ends, packet: Some(packet), what });
            }
            None => {
                known.insert(by, None);
                let head = graph.head(by);
                open.push(opened(graph, packet, Some(by), head)?);
            }
        }
    }
    Ok(longest)
}

/// A state with all its candidates. If there are none, the packet is at its target, on a channel that ejects.
fn opened(
    graph: &DependencyGraph<'_>,
    packet: Packet,
    by: Option<Channel>,
    at: Node,
) -> Result<OpenState, Broken> {
    let broken = |what: String| Err(Broken { condition: Condition::Described, packet: Some(packet), what });
    let mut candidates = Vec::new();
    graph.routing.candidates(by, at, packet.via, packet.to, &mut candidates);
    if at != packet.to
        && let Some(escape) = graph.routing.escape()
        && let Some(what) = unoffered(escape.as_ref(), by, at, packet.to, &candidates)
    {
        return Err(Broken { condition: Condition::Offered, packet: Some(packet), what });
    }
    let first = graph.routing.step(by, at, packet.via, packet.to);
    match (first, by) {
        (Some(next), _) if !candidates.contains(&next) => {
            return broken(format!("has no candidate {next:?} at node {}, which is its next channel", at.0));
        }
        (None, _) if !candidates.is_empty() || at != packet.to => {
            return broken(format!("stops at node {}", at.0));
        }
        (None, Some(by)) if graph.closed.as_ref().is_some_and(|closed| !closed.ejects(by, at)) => {
            return broken("ends on a channel that is not described as a last one".to_owned());
        }
        _ => {}
    }
    Ok(OpenState { by, at, candidates, longest: 0 })
}

/// An error in the escape among the candidates of a state.
pub fn unoffered(
    escape: &dyn Routing,
    by: Option<Channel>,
    at: Node,
    to: Node,
    candidates: &[VirtualChannel],
) -> Option<String> {
    let reserved = escape.channels();
    let offered: Vec<VirtualChannel> = candidates.iter().filter(|out| out.vc < reserved).copied().collect();
    let entered = by.filter(|by| by.vc < reserved);
    let right = match entered {
        Some(by) => escape.next(by, at, to),
        None => escape.start(at, to),
    };
    match (&offered[..], right) {
        ([], _) => Some(format!("is offered no escape at node {}, to which it came by {by:?}", at.0)),
        ([one], Some(right)) if *one == right => match entered.is_some() && candidates.len() > 1 {
            true => Some(format!("may leave the escape at node {}", at.0)),
            false => None,
        },
        _ => Some(format!("is offered {offered:?} at node {}, and the escape goes by {right:?}", at.0)),
    }
}
