//! Breadth-first search over ranks, level by level: each rank has a range of addresses, one bit for each node of it, and the nodes of
//! the present level. A neighbour in the own range is visited at once; any other is sent to the rank that has it, and only those are
//! sent. The network is not stored: neighbours are computed from addresses.

use crate::blocks::Blocks;
use crossedge::Error;
use crossedge::cost::size::size_text;
use crossedge::error::ErrorKind;
use crossedge::net::Faults;
use crossedge::net::{Network, Node, neighbors};
use std::ops::Range;

/// The part of a search that one rank has.
#[derive(Debug)]
pub struct Share<'a> {
    net: &'a dyn Network,
    dead: &'a Faults,
    block: Range<u64>,
    /// Boundaries of the blocks of all ranks.
    starts: Vec<u64>,
    /// One bit for each node of the block: visited, or dead.
    seen: Vec<u64>,
    /// The present level, and the next one.
    front: Vec<u64>,
    next: Vec<u64>,
    /// For each rank the places in its block that are to be visited.
    leaving: Vec<Vec<u32>>,
}

/// A rank takes at most this much memory for a search.
pub const MAX_BYTES: u64 = 8 << 30;

/// Bytes for this many nodes: a bit for each, and the lists of two levels. The widest level of a sparse network is seldom above a quarter
/// of its nodes, and lists hold 8 bytes a node.
fn bytes(nodes: u64) -> u128 {
    u128::from(nodes) / 8 + u128::from(nodes) / 4 * 16
}

/// The most nodes that fit on a rank.
fn max_nodes(limit: u64) -> u64 {
    u64::from(u32::MAX).min(u64::try_from(u128::from(limit) * 8 / 33).unwrap_or(u64::MAX)).max(1)
}

/// Refuses what one rank cannot hold, where each searches the entire network.
pub fn check_network_fits(nodes: u64, limit: u64) -> Result<(), Error> {
    let fit = max_nodes(limit);
    if nodes <= fit {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Limit, format!("each rank searches the complete network from its own sources, which takes {} for {nodes} nodes (limit {})", size_text(bytes(nodes)), size_text(limit.into()))).help(format!("take a network of at most {fit} nodes; `search` spreads one search over all ranks")))
}

/// Refuses what ranks cannot hold together.
pub fn check_blocks_fit(blocks: &Blocks, limit: u64) -> Result<(), Error> {
    let (each, fit) = (blocks.largest_block(), max_nodes(limit));
    if each <= fit {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Limit,
        format!(
            "a search of {} nodes takes {} on each of {} ranks, and the limit is {}",
            blocks.nodes,
            size_text(bytes(each)),
            blocks.ranks,
            size_text(limit.into())
        ),
    )
    .help(format!("start {} ranks or more; each takes up to {fit} nodes", blocks.nodes.div_ceil(fit))))
}

impl<'a> Share<'a> {
    /// The share of a rank in a search from `source`.
    pub fn new(net: &'a dyn Network, dead: &'a Faults, blocks: &Blocks, rank: u64, source: Node) -> Self {
        let block = blocks.nodes_of(rank);
        let starts = (0..=blocks.ranks).map(|rank| blocks.nodes_of(rank).start).collect();
        let mut share = Share {
            net,
            dead,
            seen: vec![0; (block.end - block.start).div_ceil(64) as usize],
            block,
            starts,
            front: Vec::new(),
            next: Vec::new(),
            leaving: vec![Vec::new(); blocks.ranks as usize],
        };
        for v in dead.nodes().filter(|v| share.block.contains(&v.0)) {
            mark_visited(&mut share.seen, v.0 - share.block.start);
        }
        if share.block.contains(&source.0) && mark_visited(&mut share.seen, source.0 - share.block.start) {
            share.front.push(source.0);
        }
        share
    }

    /// Visits the neighbours of the present level, and notes what is to be sent.
    pub fn expand(&mut self) {
        let cut = self.dead.link_count() > 0;
        for &v in &self.front {
            for w in neighbors(self.net, Node(v)) {
                if cut && self.dead.cut(Node(v), w) {
                    continue;
                }
                if self.block.contains(&w.0) {
                    if mark_visited(&mut self.seen, w.0 - self.block.start) {
                        self.next.push(w.0);
                    }
                } else {
                    let rank = self.starts.partition_point(|&start| start <= w.0) - 1;
                    // A block has fewer than 2^32 nodes: `fits` has seen to it.
                    self.leaving[rank].push((w.0 - self.starts[rank]) as u32);
                }
            }
        }
    }

    /// The messages to each rank.
    pub fn outgoing(&mut self) -> &mut [Vec<u32>] {
        &mut self.leaving
    }

    /// Visits what other ranks have sent.
    pub fn receive_visits(&mut self, places: &[u32]) {
        for &place in places {
            if mark_visited(&mut self.seen, place.into()) {
                self.next.push(self.block.start + u64::from(place));
            }
        }
    }

    /// The next level is the present one; how many nodes of it are here.
    pub fn advance(&mut self) -> u64 {
        std::mem::swap(&mut self.front, &mut self.next);
        self.next.clear();
        self.leaving.iter_mut().for_each(Vec::clear);
        self.front.len() as u64
    }
}

/// Marks a place; whether it was free.
#[inline]
fn mark_visited(seen: &mut [u64], place: u64) -> bool {
    let word = &mut seen[(place >> 6) as usize];
    let fresh = *word >> (place & 63) & 1 == 0;
    *word |= 1 << (place & 63);
    fresh
}

/// The same search with all ranks in one process, for tests: how many nodes are at each distance.
pub fn in_one_process(net: &dyn Network, dead: &Faults, ranks: u64, source: Node) -> Vec<u64> {
    let blocks = Blocks::new(net.nodes(), ranks);
    let mut shares: Vec<Share<'_>> =
        (0..ranks).map(|rank| Share::new(net, dead, &blocks, rank, source)).collect();
    let mut counts = vec![1];
    loop {
        shares.iter_mut().for_each(Share::expand);
        for from in 0..shares.len() {
            for to in 0..shares.len() {
                let places = std::mem::take(&mut shares[from].leaving[to]);
                shares[to].receive_visits(&places);
            }
        }
        match shares.iter_mut().map(Share::advance).sum() {
            0 => return counts,
            count => counts.push(count),
        }
    }
}
