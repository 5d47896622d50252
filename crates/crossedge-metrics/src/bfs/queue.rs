//! Breadth-first search on a grid with a queue: the links of a node are differences of keys, read from the lists of its row and column.
//!
//! A key has the bits of the layer, of the row (high · planes + plane) and of the low coordinate, each rounded up to whole bits, so that
//! nothing is divided. A step costs an addition and the test of one bit.

use super::Error;
use super::coordinates::GridNode;
use super::grid::GridNetwork;
use super::reference::{NODES_PER_POLL, check_memory};
use crossedge_core::progress::Progress;
use crossedge_lang::net::address::Pair;
use crossedge_lang::net::{Csr, Faults};
use std::collections::HashMap;

/// A grid made ready for queues.
#[derive(Debug)]
pub struct Queue {
    keys: Keys,
    across: Steps,
    down: Steps,
    /// The plane of each row; empty when there is one plane.
    plane: Vec<u32>,
    /// Nodes with links of their own, or without some that their place would give.
    odd: HashMap<u32, Odd>,
    dead: Vec<u32>,
}

/// From places to keys.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    planes: Pair,
    low_bits: u32,
    /// The bit of the second layer; 0 when there is one layer.
    layer: u32,
    /// All keys are below.
    end: u64,
}

/// The differences at one node.
#[derive(Debug, Default, Clone)]
struct Odd {
    more: Vec<u32>,
    cut: Vec<u32>,
}

impl Keys {
    /// Keys have 32 bits: none for a larger grid.
    fn new(grid: &GridNetwork) -> Option<Keys> {
        let bits = |count: u64| u64::BITS - count.saturating_sub(1).leading_zeros();
        let low_bits = bits(grid.low as u64);
        let layer_bits = low_bits + bits((grid.high * grid.planes) as u64);
        if layer_bits > 31 {
            return None;
        }
        let two = grid.layers == 2;
        let last = ((grid.high * grid.planes) as u64) << low_bits;
        let layer = if two { 1 << layer_bits } else { 0 };
        Some(Keys { planes: Pair::new(grid.planes as u64), low_bits, layer, end: u64::from(layer) + last })
    }

    /// The key of a place.
    pub fn key(&self, at: GridNode) -> u32 {
        let row = self.planes.join(at.high, at.plane) as u32;
        (at.layer as u32 * self.layer) | (row << self.low_bits) | at.low as u32
    }

    /// The place of a key.
    pub fn grid_node(&self, key: u32) -> GridNode {
        let (high, plane) = self.planes.split(u64::from((key & !self.layer) >> self.low_bits));
        let low = u64::from(key & ((1 << self.low_bits) - 1));
        GridNode { layer: u64::from(key & self.layer != 0), plane, high, low }
    }
}

/// The differences that lead from each row, or column.
#[derive(Debug)]
struct Steps {
    /// Offsets of the differences of a row; empty if every row has `degree` of them.
    starts: Vec<u32>,
    degree: usize,
    steps: Vec<u32>,
}

impl Steps {
    fn new(links: &Csr, step: impl Fn(u32, u32) -> u32) -> Steps {
        let rows = links.rows();
        let degree = (0..rows).map(|r| links.row(r).len()).max().unwrap_or(0);
        let of = |r: usize| links.row(r).iter().map(move |&to| (r as u32, to));
        // Rows of nearly the same length are filled up with steps to the node itself, which has been seen.
        if degree * rows <= 2 * links.ends() + rows {
            let fill = |r: usize| std::iter::repeat_n(0, degree - links.row(r).len());
            let each = (0..rows).flat_map(|r| of(r).map(|(from, to)| step(from, to)).chain(fill(r)));
            return Steps { starts: Vec::new(), degree, steps: each.collect() };
        }
        let mut starts = vec![0];
        let mut steps = Vec::new();
        for r in 0..rows {
            steps.extend(of(r).map(|(from, to)| step(from, to)));
            starts.push(steps.len() as u32);
        }
        Steps { starts, degree, steps }
    }

    #[inline(always)]
    fn row_steps(&self, r: usize) -> &[u32] {
        match self.starts.is_empty() {
            true => &self.steps[r * self.degree..][..self.degree],
            false => &self.steps[self.starts[r] as usize..self.starts[r + 1] as usize],
        }
    }
}

impl Queue {
    /// `None` for a grid whose keys do not fit.
    pub fn new(grid: &GridNetwork, dead: &Faults) -> Option<Queue> {
        let keys = Keys::new(grid)?;
        let Keys { planes, low_bits, .. } = keys;
        // Wrapping differences: one addition moves up or down.
        let across = Steps::new(&grid.across, |from, to| to.wrapping_sub(from) << low_bits);
        let down = Steps::new(&grid.down, |from, to| {
            let ((j, s), (k, t)) = (planes.split(from.into()), planes.split(to.into()));
            let by_plane = (t as u32).wrapping_sub(s as u32) << low_bits;
            by_plane.wrapping_add(k as u32).wrapping_sub(j as u32)
        });
        let plane = match grid.planes {
            1 => Vec::new(),
            count => (0..grid.high).flat_map(|_| 0..count as u32).collect(),
        };
        let mut odd: HashMap<u32, Odd> = HashMap::new();
        let key = |id: u64| keys.key(grid.ids.grid_node(id));
        for &(a, b) in &grid.loose {
            odd.entry(key(a)).or_default().more.push(key(b));
            odd.entry(key(b)).or_default().more.push(key(a));
        }
        for (a, b) in dead.links() {
            odd.entry(key(a.0)).or_default().cut.push(key(b.0));
            odd.entry(key(b.0)).or_default().cut.push(key(a.0));
        }
        let dead = dead.nodes().map(|v| key(v.0)).collect();
        Some(Queue { keys, across, down, plane, odd, dead })
    }

    /// From places to keys and back.
    pub fn keys(&self) -> Keys {
        self.keys
    }

    /// Searches from `source` and hands over the keys of every level after the first, level by level.
    pub fn search(
        &self,
        source: u32,
        watch: &dyn Progress,
        level: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Error> {
        // Two levels as lists of 4 bytes, none above a quarter of the nodes or so.
        check_memory(self.keys.end, self.keys.end / 8 + self.keys.end / 4 * 8)?;
        let words = self.keys.end.div_ceil(64) as usize;
        let mut seen = vec![0u64; words];
        let mut mark = |key: u32| seen[key as usize >> 6] |= 1 << (key & 63);
        self.dead.iter().for_each(|&key| mark(key));
        mark(source);
        let mut odd = vec![0u64; if self.odd.is_empty() { 0 } else { words }];
        self.odd.keys().for_each(|&key| odd[key as usize >> 6] |= 1 << (key & 63));
        let (mut front, mut next) = (vec![source], Vec::new());
        let mut length = 1;
        while length > 0 {
            let mut filled = 0;
            for part in front[..length].chunks(NODES_PER_POLL) {
                if watch.stopped() {
                    return Err(Error::Stopped);
                }
                filled = match (self.keys.layer > 0, odd.is_empty()) {
                    (false, true) => self.expand::<false, false>(part, &mut seen, &odd, &mut next, filled),
                    (false, false) => self.expand::<false, true>(part, &mut seen, &odd, &mut next, filled),
                    (true, true) => self.expand::<true, false>(part, &mut seen, &odd, &mut next, filled),
                    (true, false) => self.expand::<true, true>(part, &mut seen, &odd, &mut next, filled),
                };
            }
            if filled > 0 {
                level(&next[..filled]);
            }
            watch.advance(length as u64);
            std::mem::swap(&mut front, &mut next);
            length = filled;
        }
        Ok(())
    }

    /// Visits the neighbours of some nodes; the new ones are in `next`, up to the number returned.
    fn expand<const LAYERS: bool, const ODD: bool>(
        &self,
        part: &[u32],
        seen: &mut [u64],
        odd: &[u64],
        next: &mut Vec<u32>,
        filled: usize,
    ) -> usize {
        let most = self.across.degree + self.down.degree + 1;
        // Space for an entire part at once would be too much for high degrees; a few hundred nodes at a time suffice.
        let mut filled = filled;
        for part in part.chunks(256) {
            next.resize(next.len().max(filled + 256 * most), 0);
            for &key in part {
                if ODD && odd[key as usize >> 6] >> (key & 63) & 1 == 1 {
                    filled = self.expand_odd(key, seen, next, filled, (256 * most).max(1));
                    continue;
                }
                // Branches on whether a neighbour is new are unpredictable: it is always written, and the count decides.
                for &step in self.links_across::<LAYERS>(key) {
                    filled += push_unseen(seen, next, filled, key.wrapping_add(step));
                }
                for &step in self.links_down::<LAYERS>(key) {
                    filled += push_unseen(seen, next, filled, key.wrapping_add(step));
                }
                if LAYERS {
                    filled += push_unseen(seen, next, filled, key ^ self.keys.layer);
                }
            }
        }
        filled
    }

    #[inline(always)]
    fn links_across<const LAYERS: bool>(&self, key: u32) -> &[u32] {
        match LAYERS && key & self.keys.layer != 0 {
            true => &[],
            false => self.across.row_steps((key >> self.keys.low_bits) as usize),
        }
    }

    #[inline(always)]
    fn links_down<const LAYERS: bool>(&self, key: u32) -> &[u32] {
        if LAYERS && key & self.keys.layer == 0 {
            return &[];
        }
        let low = key & ((1 << self.keys.low_bits) - 1);
        match self.plane.is_empty() {
            true => self.down.row_steps(low as usize),
            false => {
                let row = (key & !self.keys.layer) >> self.keys.low_bits;
                self.down
                    .row_steps(self.keys.planes.join(low.into(), self.plane[row as usize].into()) as usize)
            }
        }
    }

    /// The same for one node with links of its own, or without some; `room` places stay free for others.
    #[cold]
    fn expand_odd(
        &self,
        key: u32,
        seen: &mut [u64],
        next: &mut Vec<u32>,
        filled: usize,
        room: usize,
    ) -> usize {
        let Odd { more, cut } = &self.odd[&key];
        let two = self.keys.layer > 0;
        let (across, down) = match two {
            true => (self.links_across::<true>(key), self.links_down::<true>(key)),
            false => (self.links_across::<false>(key), self.links_down::<false>(key)),
        };
        let steps = across.iter().chain(down).map(|&step| key.wrapping_add(step));
        let other = two.then_some(key ^ self.keys.layer);
        let mut filled = filled;
        next.resize(next.len().max(filled + more.len() + 2 * room), 0);
        for to in steps.chain(other).chain(more.iter().copied()).filter(|to| !cut.contains(to)) {
            filled += push_unseen(seen, next, filled, to);
        }
        filled
    }
}

/// Writes `to` at place `found` and marks it; 1 if it was not marked before.
#[inline(always)]
fn push_unseen(seen: &mut [u64], next: &mut [u32], filled: usize, to: u32) -> usize {
    let word = &mut seen[to as usize >> 6];
    let bit = 1u64 << (to & 63);
    let is_new = usize::from(*word & bit == 0);
    *word |= bit;
    next[filled] = to;
    is_new
}
