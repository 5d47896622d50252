//! Breadth-first search on a grid with a queue: the links of a node are differences of keys, read from the lists of its row and column.
//!
//! A key consists of three bit fields: the layer, the row (high · planes + plane) and the low coordinate. No division is needed: a step
//! costs an addition and the test of one bit.

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
    /// The low coordinate has the high bits: for grids without links down, so that the links of a node lead to keys near its own.
    turned: bool,
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
        let turned = grid.layers == 1 && grid.planes == 1 && grid.down.ends() == 0;
        let (rows, low) = if turned { (grid.low, grid.high) } else { (grid.high * grid.planes, grid.low) };
        let low_bits = bits(low as u64);
        let layer_bits = low_bits + bits(rows as u64);
        if layer_bits > 31 {
            return None;
        }
        let two = grid.layers == 2;
        let last = (rows as u64) << low_bits;
        let layer = if two { 1 << layer_bits } else { 0 };
        let planes = Pair::new(grid.planes as u64);
        Some(Keys { planes, turned, low_bits, layer, end: u64::from(layer) + last })
    }

    /// The key of a place.
    pub fn key(&self, at: GridNode) -> u32 {
        if self.turned {
            return (at.low as u32) << self.low_bits | at.high as u32;
        }
        let row = self.planes.join(at.high, at.plane) as u32;
        (at.layer as u32 * self.layer) | (row << self.low_bits) | at.low as u32
    }

    /// The place of a key.
    pub fn grid_node(&self, key: u32) -> GridNode {
        if self.turned {
            let high = u64::from(key & ((1 << self.low_bits) - 1));
            return GridNode { layer: 0, plane: 0, high, low: u64::from(key >> self.low_bits) };
        }
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

    /// Returns `true` if every row has this many differences.
    fn has_degree(&self, degree: usize) -> bool {
        self.starts.is_empty() && self.degree == degree
    }

    /// The differences of a row, when every row has this many.
    #[inline(always)]
    fn fixed<const N: usize>(&self, r: usize) -> [u32; N] {
        self.steps[r * N..].first_chunk().copied().unwrap_or([0; N])
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
        let shift = if keys.turned { 0 } else { low_bits };
        let across = Steps::new(&grid.across, |from, to| to.wrapping_sub(from) << shift);
        let down = Steps::new(&grid.down, |from, to| {
            let ((j, s), (k, t)) = (planes.split(from.into()), planes.split(to.into()));
            let by_plane = (t as u32).wrapping_sub(s as u32) << low_bits;
            by_plane.wrapping_add(k as u32).wrapping_sub(j as u32)
        });
        let (across, down) = if keys.turned { (down, across) } else { (across, down) };
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
        if self.keys.end <= MAX_BYTE_MARKS {
            self.search_with(&mut ByteMarks(vec![0; self.keys.end as usize]), source, watch, level)
        } else {
            self.search_with(
                &mut BitMarks(vec![0; self.keys.end.div_ceil(64) as usize]),
                source,
                watch,
                level,
            )
        }
    }

    fn search_with<M: Marks>(
        &self,
        seen: &mut M,
        source: u32,
        watch: &dyn Progress,
        level: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Error> {
        let words = self.keys.end.div_ceil(64) as usize;
        self.dead.iter().for_each(|&key| {
            seen.mark(key);
        });
        seen.mark(source);
        let flat = self.keys.layer == 0 && self.plane.is_empty();
        let degrees = |across, down| flat && self.across.has_degree(across) && self.down.has_degree(down);
        // Grids and tori of two dimensions, and WK-recursive networks of base 4: loops of known length are unrolled.
        let fixed = if degrees(2, 2) {
            Fixed::TwoAndTwo
        } else if degrees(0, 4) {
            Fixed::Four
        } else {
            Fixed::No
        };
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
                let state = (&mut *seen, &odd[..], &mut next, filled);
                filled = match (fixed, self.keys.layer > 0, odd.is_empty()) {
                    (Fixed::TwoAndTwo, _, true) => self.expand_fixed::<M, 2, 2, false>(part, state),
                    (Fixed::TwoAndTwo, _, false) => self.expand_fixed::<M, 2, 2, true>(part, state),
                    (Fixed::Four, _, true) => self.expand_fixed::<M, 0, 4, false>(part, state),
                    (Fixed::Four, _, false) => self.expand_fixed::<M, 0, 4, true>(part, state),
                    (Fixed::No, false, true) => self.expand::<M, false, false>(part, state),
                    (Fixed::No, false, false) => self.expand::<M, false, true>(part, state),
                    (Fixed::No, true, true) => self.expand::<M, true, false>(part, state),
                    (Fixed::No, true, false) => self.expand::<M, true, true>(part, state),
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
    fn expand<M: Marks, const LAYERS: bool, const ODD: bool>(
        &self,
        part: &[u32],
        (seen, odd, next, mut filled): ExpandState<'_, M>,
    ) -> usize {
        let most = self.across.degree + self.down.degree + 1;
        // Space for an entire part at once would be too much for high degrees; a few hundred nodes at a time suffice.
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

    /// The same for one layer and one plane, with `A` differences in every row and `D` in every column.
    fn expand_fixed<M: Marks, const A: usize, const D: usize, const ODD: bool>(
        &self,
        part: &[u32],
        (seen, odd, next, mut filled): ExpandState<'_, M>,
    ) -> usize {
        let most = A + D + 1;
        let low = (1u32 << self.keys.low_bits) - 1;
        for part in part.chunks(256) {
            next.resize(next.len().max(filled + 256 * most), 0);
            for &key in part {
                if ODD && odd[key as usize >> 6] >> (key & 63) & 1 == 1 {
                    filled = self.expand_odd(key, seen, next, filled, 256 * most);
                    continue;
                }
                for step in self.across.fixed::<A>((key >> self.keys.low_bits) as usize) {
                    filled += push_unseen(seen, next, filled, key.wrapping_add(step));
                }
                for step in self.down.fixed::<D>((key & low) as usize) {
                    filled += push_unseen(seen, next, filled, key.wrapping_add(step));
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
    fn expand_odd<M: Marks>(
        &self,
        key: u32,
        seen: &mut M,
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
fn push_unseen<M: Marks>(seen: &mut M, next: &mut [u32], filled: usize, to: u32) -> usize {
    next[filled] = to;
    usize::from(seen.mark(to))
}

/// Marks of the keys that have been seen, those to expand with links of their own, the next keys, and the number of these.
type ExpandState<'a, M> = (&'a mut M, &'a [u64], &'a mut Vec<u32>, usize);

/// Grids whose rows and columns all have the same number of differences.
#[derive(Clone, Copy)]
enum Fixed {
    TwoAndTwo,
    Four,
    No,
}

/// Up to this many keys a byte marks one: that is one load and one store, and two neighbours do not wait for each other. They stay in the cache.
const MAX_BYTE_MARKS: u64 = 1 << 21;

/// A set of keys.
trait Marks {
    /// Marks a key; `true` if it was not marked before.
    fn mark(&mut self, key: u32) -> bool;
}

/// One bit per key.
struct BitMarks(Vec<u64>);

impl Marks for BitMarks {
    #[inline(always)]
    fn mark(&mut self, key: u32) -> bool {
        let word = &mut self.0[key as usize >> 6];
        let bit = 1u64 << (key & 63);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// One byte per key.
struct ByteMarks(Vec<u8>);

impl Marks for ByteMarks {
    #[inline(always)]
    fn mark(&mut self, key: u32) -> bool {
        std::mem::replace(&mut self.0[key as usize], 1) == 0
    }
}
