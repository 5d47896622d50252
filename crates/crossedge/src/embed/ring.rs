//! A ring: an order of nodes in which each is linked to the next, and the last to the first when it is closed.
//!
//! Position to node and node to position come from arithmetic, where the network has a rule; nothing is stored but what the rule needs.
//! [`Cursor`] streams either way from anywhere, [`fill`] writes a whole slice.

use crate::net::Node;
use crate::net::address::{add_mod, sub_mod};
use std::fmt::Debug;

/// An order of nodes. `node_at` and `position_of` are inverse to each other.
///
/// Arguments are in range: `position < positions()`, and `run` leaves an open order at neither end.
pub trait Ring: Debug + Send + Sync {
    /// How many nodes are on it.
    fn positions(&self) -> u64;

    /// Whether the last node is linked to the first, and there are at least three.
    fn closed(&self) -> bool;

    /// The node at a position.
    fn node_at(&self, position: u64) -> Node;

    /// The position of a node; none when the order leaves it out.
    fn position_of(&self, v: Node) -> Option<u64>;

    /// Writes `offset + scale · id` for the nodes from a position on, one for each place of `out`. A closed order goes round.
    fn run(&self, run: Run, out: &mut [u64]) {
        let n = self.positions();
        let mut at = run.from;
        for place in out {
            *place = run.offset + run.scale * self.node_at(at).0;
            at = run.way.step(at, 1, n);
        }
    }

    /// The memory it takes, itself included, in bytes.
    fn bytes(&self) -> usize;
}

/// In which direction to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Towards larger positions.
    Up,
    /// Towards smaller positions.
    Down,
}

impl Way {
    /// The position `by <= n` steps on, round a ring of `n`.
    #[inline]
    pub fn step(self, at: u64, by: u64, n: u64) -> u64 {
        match (self, by == n) {
            (_, true) => at,
            (Way::Up, _) => add_mod(at, by, n),
            (Way::Down, _) => sub_mod(at, by, n),
        }
    }

    /// The other direction.
    #[inline]
    pub fn back(self) -> Way {
        match self {
            Way::Up => Way::Down,
            Way::Down => Way::Up,
        }
    }
}

/// What [`Ring::run`] writes: the nodes from a position on, each as `offset + scale · id`.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The first position.
    pub from: u64,
    /// The direction.
    pub way: Way,
    /// Ids are multiplied by this.
    pub scale: u64,
    /// This is added.
    pub offset: u64,
}

/// Fills `out` with the ids from position `from` on. A closed ring goes round; an open one must hold as many.
pub fn fill(ring: &dyn Ring, from: u64, way: Way, out: &mut [u64]) {
    ring.run(Run { from, way, scale: 1, offset: 0 }, out);
}

/// The next node; none at the end of an open order, or when `v` is not on it.
pub fn successor(ring: &dyn Ring, v: Node) -> Option<Node> {
    beside(ring, v, Way::Up)
}

/// The node before; none at the start of an open order, or when `v` is not on it.
pub fn predecessor(ring: &dyn Ring, v: Node) -> Option<Node> {
    beside(ring, v, Way::Down)
}

fn beside(ring: &dyn Ring, v: Node, way: Way) -> Option<Node> {
    let (p, n) = (ring.position_of(v)?, ring.positions());
    let last = match way {
        Way::Up => p + 1 == n,
        Way::Down => p == 0,
    };
    (ring.closed() || !last).then(|| ring.node_at(way.step(p, 1, n)))
}

/// How many nodes a cursor works out at once. With the tables of a rule the whole state stays below a kilobyte.
const AHEAD: usize = 64;

/// A stream of nodes, either way from anywhere, over as many nodes as asked for.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    ring: &'a dyn Ring,
    way: Way,
    /// The position after those in the buffer.
    next: u64,
    /// How many are still to come after those in the buffer.
    left: u64,
    at: usize,
    end: usize,
    buffer: [u64; AHEAD],
}

impl<'a> Cursor<'a> {
    /// All nodes once, from position `from`: round a closed ring, or to the end of an open one.
    pub fn new(ring: &'a dyn Ring, from: u64, way: Way) -> Self {
        let left = match (ring.closed(), way) {
            (true, _) => ring.positions(),
            (false, Way::Up) => ring.positions() - from,
            (false, Way::Down) => from + 1,
        };
        Cursor { ring, way, next: from, left, at: 0, end: 0, buffer: [0; AHEAD] }
    }

    /// At most `count` nodes from here.
    pub fn at_most(mut self, count: u64) -> Self {
        self.left = self.left.min(count);
        self
    }

    /// Works out the next nodes; whether there were any.
    fn refill(&mut self) -> bool {
        let count = self.left.min(AHEAD as u64);
        let run = Run { from: self.next, way: self.way, scale: 1, offset: 0 };
        self.ring.run(run, &mut self.buffer[..count as usize]);
        self.left -= count;
        if self.left > 0 {
            // A small ring may be shorter than the buffer, but no cursor goes round more than once.
            self.next = self.way.step(self.next, count, self.ring.positions());
        }
        (self.at, self.end) = (0, count as usize);
        count > 0
    }
}

impl Iterator for Cursor<'_> {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        if self.at == self.end && !self.refill() {
            return None;
        }
        let v = self.buffer[self.at];
        self.at += 1;
        Some(Node(v))
    }

    fn fold<B, F: FnMut(B, Node) -> B>(mut self, init: B, mut f: F) -> B {
        let mut all = init;
        loop {
            for &v in &self.buffer[self.at..self.end] {
                all = f(all, Node(v));
            }
            if !self.refill() {
                return all;
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).ok().and_then(|left| left.checked_add(self.end - self.at));
        (left.unwrap_or(usize::MAX), left)
    }
}
