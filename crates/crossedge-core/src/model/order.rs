//! A ring: an order of nodes in which each is linked to the next, and the last to the first if it is closed.
//!
//! In closed form, positions and nodes are converted by arithmetic, and only the parameters of the construction are stored.
//! [`Cursor`] streams in either direction from any position; [`fill`] writes an entire slice.

use crate::net::Node;
use crate::net::address::{add_mod, sub_mod};
use std::fmt::Debug;

/// An order of nodes. `node_at` and `position_of` are inverse to each other.
///
/// Arguments are in range: `position < positions()`, and `run` leaves an open order at neither end.
pub trait NodeOrder: Debug + Send + Sync {
    /// Number of nodes that are on it.
    fn positions(&self) -> u64;

    /// Returns `true` if the last node is linked to the first, and there are at least three.
    fn closed(&self) -> bool;

    /// The node at a position.
    fn node_at(&self, position: u64) -> Node;

    /// The position of a node; `None` if the order leaves it out.
    fn position_of(&self, v: Node) -> Option<u64>;

    /// Writes `offset + scale · id` for the nodes from a position on, one for each place of `out`. A closed order goes round.
    fn run(&self, run: Run, out: &mut [u64]) {
        let n = self.positions();
        let mut at = run.from;
        for place in out {
            *place = run.offset + run.scale * self.node_at(at).0;
            at = run.direction.step(at, 1, n);
        }
    }

    /// The first part of a run of `count` nodes that is on one inner ring: that ring, the run there, and how many nodes; `None` if
    /// there is no inner ring. A cursor stays in a part until it is exhausted, and queries the rule once per part.
    fn part(&self, _run: Run, _count: u64) -> Option<(&dyn NodeOrder, Run, u64)> {
        None
    }

    /// The nodes of a run of at most `positions()`, as they are kept, where they are kept as bytes.
    fn kept(&self, _run: Run, _count: u64) -> Option<&[u8]> {
        None
    }

    /// The memory it takes, itself included, in bytes.
    fn bytes(&self) -> usize;
}

/// In which direction to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards larger positions.
    Up,
    /// Towards smaller positions.
    Down,
}

impl Direction {
    /// The position `by <= n` steps on, round a ring of `n`.
    #[inline]
    pub fn step(self, at: u64, by: u64, n: u64) -> u64 {
        match (self, by == n) {
            (_, true) => at,
            (Direction::Up, _) => add_mod(at, by, n),
            (Direction::Down, _) => sub_mod(at, by, n),
        }
    }

    /// The other direction.
    #[inline]
    pub fn back(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }
}

/// Output of [`NodeOrder::run`]: the nodes from a position on, each as `offset + scale · id`.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The first position.
    pub from: u64,
    /// The direction.
    pub direction: Direction,
    /// Ids are multiplied by this.
    pub scale: u64,
    /// This is added.
    pub offset: u64,
}

/// Fills `out` with the ids from position `from` on. A closed ring wraps around; an open one must be long enough.
pub fn fill(ring: &dyn NodeOrder, from: u64, direction: Direction, out: &mut [u64]) {
    ring.run(Run { from, direction, scale: 1, offset: 0 }, out);
}

/// The next node; none at the end of an open order, or when `v` is not on it.
pub fn successor(ring: &dyn NodeOrder, v: Node) -> Option<Node> {
    neighbour_on_ring(ring, v, Direction::Up)
}

/// The node before; none at the start of an open order, or when `v` is not on it.
pub fn predecessor(ring: &dyn NodeOrder, v: Node) -> Option<Node> {
    neighbour_on_ring(ring, v, Direction::Down)
}

fn neighbour_on_ring(ring: &dyn NodeOrder, v: Node, direction: Direction) -> Option<Node> {
    let (p, n) = (ring.position_of(v)?, ring.positions());
    let last = match direction {
        Direction::Up => p + 1 == n,
        Direction::Down => p == 0,
    };
    (ring.closed() || !last).then(|| ring.node_at(direction.step(p, 1, n)))
}

/// Nodes that a cursor computes at once if they are not stored. With the tables of a rule the state stays below a kilobyte.
const BUFFERED_NODES: usize = 40;

/// Depth of nested rings that are followed step by step; deeper ones are queried for every piece.
const MAX_NESTING: usize = 3;

/// The rest of a run on a ring.
#[derive(Debug, Clone, Copy)]
struct RestOfRun<'a> {
    ring: &'a dyn NodeOrder,
    run: Run,
    left: u64,
}

impl RestOfRun<'_> {
    /// Leaves `count` nodes behind. No cursor goes round more than once.
    #[inline]
    fn skip_nodes(&mut self, count: u64) {
        self.left -= count;
        if self.left > 0 {
            self.run.from = self.run.direction.step(self.run.from, count, self.ring.positions());
        }
    }
}

/// A stream of nodes, either way from anywhere, over as many nodes as asked for.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    /// The ring, the ring inside it that is being walked, and so on: what comes after the nodes in the buffer.
    parts: [RestOfRun<'a>; MAX_NESTING],
    depth: u8,
    /// The nodes to come, as they are kept, and what makes ids of them.
    kept: &'a [u8],
    scale: u64,
    offset: u64,
    /// The nodes to come, worked out: one of both is empty.
    at: u8,
    end: u8,
    buffer: [u64; BUFFERED_NODES],
}

impl<'a> Cursor<'a> {
    /// All nodes once, from position `from`: round a closed ring, or to the end of an open one.
    pub fn new(ring: &'a dyn NodeOrder, from: u64, direction: Direction) -> Self {
        let left = match (ring.closed(), direction) {
            (true, _) => ring.positions(),
            (false, Direction::Up) => ring.positions() - from,
            (false, Direction::Down) => from + 1,
        };
        let whole = RestOfRun { ring, run: Run { from, direction, scale: 1, offset: 0 }, left };
        Cursor {
            parts: [whole; MAX_NESTING],
            depth: 0,
            kept: &[],
            scale: 1,
            offset: 0,
            at: 0,
            end: 0,
            buffer: [0; BUFFERED_NODES],
        }
    }

    /// Limits the cursor to `count` nodes from here. Call it before the first node.
    pub fn at_most(mut self, count: u64) -> Self {
        self.parts[0].left = self.parts[0].left.min(count);
        self
    }

    /// Works out the next nodes; whether there were any.
    fn fill_buffer(&mut self) -> bool {
        loop {
            let part = &mut self.parts[self.depth as usize];
            if part.left == 0 {
                if self.depth == 0 {
                    self.end = self.at;
                    return false;
                }
                self.depth -= 1;
                continue;
            }
            let ring = part.ring;
            if (self.depth as usize) + 1 < MAX_NESTING
                && let Some((ring, run, left)) = ring.part(part.run, part.left)
            {
                part.skip_nodes(left);
                if let Some(kept) = ring.kept(run, left) {
                    (self.kept, self.scale, self.offset) = (kept, run.scale, run.offset);
                    return true;
                }
                self.depth += 1;
                self.parts[self.depth as usize] = RestOfRun { ring, run, left };
                continue;
            }
            if let Some(kept) = ring.kept(part.run, part.left) {
                (self.kept, self.scale, self.offset) = (kept, part.run.scale, part.run.offset);
                part.skip_nodes(kept.len() as u64);
                return true;
            }
            let count = part.left.min(BUFFERED_NODES as u64);
            ring.run(part.run, &mut self.buffer[..count as usize]);
            part.skip_nodes(count);
            (self.at, self.end) = (0, count as u8);
            return true;
        }
    }
}

impl Iterator for Cursor<'_> {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        loop {
            if let Some((&id, rest)) = self.kept.split_first() {
                self.kept = rest;
                return Some(Node(self.offset + self.scale * u64::from(id)));
            }
            if self.at < self.end {
                let v = self.buffer[self.at as usize];
                self.at += 1;
                return Some(Node(v));
            }
            if !self.fill_buffer() {
                return None;
            }
        }
    }

    fn fold<B, F: FnMut(B, Node) -> B>(mut self, init: B, mut f: F) -> B {
        let mut all = init;
        loop {
            let (kept, scale, offset) = (std::mem::take(&mut self.kept), self.scale, self.offset);
            if scale == 1 {
                for &id in kept {
                    all = f(all, Node(offset + u64::from(id)));
                }
            } else {
                for &id in kept {
                    all = f(all, Node(offset + scale * u64::from(id)));
                }
            }
            for &v in &self.buffer[self.at as usize..self.end as usize] {
                all = f(all, Node(v));
            }
            self.at = self.end;
            if !self.fill_buffer() {
                return all;
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left: u64 = self.parts[..=self.depth as usize].iter().map(|part| part.left).sum();
        let left = usize::try_from(left)
            .ok()
            .and_then(|left| left.checked_add(self.kept.len() + usize::from(self.end - self.at)));
        (left.unwrap_or(usize::MAX), left)
    }
}
