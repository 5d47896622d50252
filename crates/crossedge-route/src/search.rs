//! A shortest path by breadth-first search from both ends, on the implicit network: nothing is stored but the nodes seen.
//!
//! The smaller front grows by one level at a time. When a level meets the other side, the best meeting of that level is a shortest
//! path: every shorter one would have met earlier. Pohl, Bi-directional search (1971).

use crossedge_core::id_hash::BuildIdHasher;
use crossedge_core::model::route::{Hop, NoRoute};
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Network, Node, Port};
use std::collections::HashMap;

/// Default limit of visited nodes: about half a gigabyte.
pub const MAX_SEEN: usize = 1 << 23;

/// A shortest path, and what it took to find it.
#[derive(Debug)]
pub struct ShortestPath {
    /// The hops, without cases.
    pub hops: Vec<Hop>,
    /// Number of nodes that were seen from the two ends together.
    pub seen: usize,
}

/// The state of a visited node: its distance, its predecessor, and the port there that leads here.
type Seen = HashMap<u64, (u32, u64, u32), BuildIdHasher>;

/// One side of the search.
struct SearchSide {
    seen: Seen,
    front: Vec<u64>,
    depth: u32,
}

impl SearchSide {
    fn new(start: Node) -> Self {
        let mut seen = Seen::default();
        seen.insert(start.0, (0, start.0, 0));
        SearchSide { seen, front: vec![start.0], depth: 0 }
    }

    /// One more level; the node of the best meeting with `other`, if this level meets it.
    fn grow_level(
        &mut self,
        net: &dyn Network,
        other: &SearchSide,
        limit: usize,
    ) -> Result<Option<u64>, NoRoute> {
        self.depth += 1;
        let mut next = Vec::new();
        let mut best: Option<(u32, u64)> = None;
        for &v in &self.front {
            for port in 0..net.degree(Node(v)) {
                let w = net.link(Node(v), Port(port)).0.0;
                if self.seen.contains_key(&w) {
                    continue;
                }
                if self.seen.len() + other.seen.len() >= limit {
                    return Err(NoRoute::TooMany { limit });
                }
                self.seen.insert(w, (self.depth, v, port));
                next.push(w);
                if let Some(&(beyond, ..)) = other.seen.get(&w)
                    && best.is_none_or(|(least, _)| beyond < least)
                {
                    best = Some((beyond, w));
                }
            }
        }
        self.front = next;
        Ok(best.map(|(_, w)| w))
    }

    /// The ports from the start to `v`, each with the node that it leaves, the last one first.
    fn ports_back(&self, mut v: u64) -> Vec<(u64, u32)> {
        let mut steps = Vec::new();
        while let Some(&(depth, before, port)) = self.seen.get(&v)
            && depth > 0
        {
            steps.push((before, port));
            v = before;
        }
        steps
    }
}

/// Finds a shortest path from `from` to `to` by bidirectional breadth-first search.
///
/// The search ends in the first level where both sides meet, and stores only the nodes it has visited, at most `limit`.
///
/// # Errors
///
/// [`NoRoute::Apart`] if the nodes are in different components, [`NoRoute::TooMany`] if the search would visit more than `limit` nodes, and
/// [`NoRoute::Stopped`] if `watch` requests it.
///
/// # Complexity
///
/// Time O(|V| + |E|) and space O(|V|) in the worst case. With degree d and distance k about d^(k/2) nodes are visited, against d^k from one side.
///
/// ```
/// use crossedge::prelude::*;
/// use crossedge::route::{MAX_SEEN, shortest_path};
///
/// let net: Topology = "torus(4,4)".parse()?;
/// let found = shortest_path(net.network()?.as_ref(), Node(0), Node(10), MAX_SEEN, &Silent)?;
/// assert_eq!(found.hops.len(), 4);
/// # Ok::<(), crossedge::Error>(())
/// ```
pub fn shortest_path(
    net: &dyn Network,
    from: Node,
    to: Node,
    limit: usize,
    watch: &dyn Progress,
) -> Result<ShortestPath, NoRoute> {
    if from == to {
        return Ok(ShortestPath { hops: Vec::new(), seen: 1 });
    }
    let (mut here, mut there) = (SearchSide::new(from), SearchSide::new(to));
    let meeting = loop {
        if watch.stopped() {
            return Err(NoRoute::Stopped);
        }
        if here.front.is_empty() || there.front.is_empty() {
            return Err(NoRoute::Apart { from, to });
        }
        let met = match here.front.len() <= there.front.len() {
            true => here.grow_level(net, &there, limit)?,
            false => there.grow_level(net, &here, limit)?,
        };
        if let Some(meeting) = met {
            break meeting;
        }
    };
    let mut ports: Vec<u32> = here.ports_back(meeting).into_iter().rev().map(|(_, port)| port).collect();
    // The other side was walked the other way round: the port back is at the far end of each link.
    ports.extend(there.ports_back(meeting).into_iter().map(|(v, port)| net.link(Node(v), Port(port)).1.0));
    let mut at = from;
    let step = |port| {
        at = net.link(at, Port(port)).0;
        Hop { port: Port(port), node: at, cases: Vec::new() }
    };
    let hops = ports.into_iter().map(step).collect();
    Ok(ShortestPath { hops, seen: here.seen.len() + there.seen.len() })
}
