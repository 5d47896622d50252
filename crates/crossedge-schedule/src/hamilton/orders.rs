//! Basic orders: ascending ids, the reflected Gray code of a hypercube, a stored list, and the reverse of another order.

use crossedge_core::model::{Direction, NodeOrder, Run};
use crossedge_lang::net::Node;
use crossedge_lang::net::address::{add_mod, sub_mod};
use std::fmt::Debug;
use std::sync::Arc;

/// Position = id: rings, paths, complete graphs.
#[derive(Debug, Clone, Copy)]
pub struct Identity {
    /// Number of nodes.
    pub n: u64,
    /// `true` if the last is linked to the first.
    pub closed: bool,
}

impl NodeOrder for Identity {
    fn positions(&self) -> u64 {
        self.n
    }

    fn closed(&self) -> bool {
        self.closed
    }

    fn node_at(&self, position: u64) -> Node {
        Node(position)
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        (v.0 < self.n).then_some(v.0)
    }

    fn run(&self, run: Run, out: &mut [u64]) {
        let mut at = run.from;
        for place in out {
            *place = run.offset + run.scale * at;
            at = match run.direction {
                Direction::Up if at + 1 == self.n => 0,
                Direction::Up => at + 1,
                Direction::Down if at == 0 => self.n - 1,
                Direction::Down => at - 1,
            };
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// The reflected binary code: position p is node p ^ (p >> 1). Neighbours differ in one bit, round the entire cube.
#[derive(Debug, Clone, Copy)]
pub struct Gray {
    /// Number of bits, at most 63.
    pub bits: u32,
}

impl NodeOrder for Gray {
    fn positions(&self) -> u64 {
        1 << self.bits
    }

    fn closed(&self) -> bool {
        self.bits >= 2
    }

    fn node_at(&self, position: u64) -> Node {
        Node(position ^ (position >> 1))
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let mut p = v.0;
        for shift in [1, 2, 4, 8, 16, 32] {
            p ^= p >> shift;
        }
        (p < self.positions()).then_some(p)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// A number that a list keeps ids and positions in.
pub trait Small: Copy + Debug + Send + Sync + Into<u64> {
    /// Marks an absent node.
    const NONE: Self;
    /// The number, which fits.
    fn of(v: u64) -> Self;
}

impl Small for u16 {
    const NONE: u16 = u16::MAX;
    fn of(v: u64) -> u16 {
        v as u16
    }
}

impl Small for u32 {
    const NONE: u32 = u32::MAX;
    fn of(v: u64) -> u32 {
        v as u32
    }
}

/// A stored order: what a search has found, or a small part of a rule that is read often.
#[derive(Debug)]
pub struct ListedOrder<T> {
    up: Box<[T]>,
    /// The same backwards: a run down is read upwards here.
    down: Box<[T]>,
    place: Box<[T]>,
    closed: bool,
}

impl<T: Small> ListedOrder<T> {
    fn new(order: &[u64], nodes: u64, closed: bool) -> Self {
        let mut place = vec![T::NONE; nodes as usize];
        for (p, &v) in (0u64..).zip(order) {
            place[v as usize] = T::of(p);
        }
        let up: Box<[T]> = order.iter().map(|&v| T::of(v)).collect();
        let down = up.iter().rev().copied().collect();
        ListedOrder { up, down, place: place.into(), closed }
    }
}

/// A stored order of some of `nodes < 2^32 - 1` nodes.
pub fn listed_order(order: &[u64], nodes: u64, closed: bool) -> Arc<dyn NodeOrder> {
    match nodes {
        0..256 => Arc::new(Short::new(order, closed)),
        256..0xffff => Arc::new(ListedOrder::<u16>::new(order, nodes, closed)),
        _ => Arc::new(ListedOrder::<u32>::new(order, nodes, closed)),
    }
}

impl<T: Small> NodeOrder for ListedOrder<T> {
    fn positions(&self) -> u64 {
        self.up.len() as u64
    }

    fn closed(&self) -> bool {
        self.closed
    }

    fn node_at(&self, position: u64) -> Node {
        Node(self.up[position as usize].into())
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let place: u64 = (*self.place.get(v.0 as usize)?).into();
        (place != T::NONE.into()).then_some(place)
    }

    fn run(&self, run: Run, out: &mut [u64]) {
        let n = self.up.len();
        let (list, mut at) = match run.direction {
            Direction::Up => (&self.up, run.from as usize),
            Direction::Down => (&self.down, n - 1 - run.from as usize),
        };
        let mut rest = out;
        while !rest.is_empty() {
            let count = rest.len().min(n - at);
            let (now, later) = rest.split_at_mut(count);
            let ids = &list[at..at + count];
            if run.scale == 1 {
                for (place, &id) in now.iter_mut().zip(ids) {
                    *place = run.offset + id.into();
                }
            } else {
                for (place, &id) in now.iter_mut().zip(ids) {
                    *place = run.offset + run.scale * id.into();
                }
            }
            (rest, at) = (later, 0);
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + (self.up.len() + self.down.len() + self.place.len()) * size_of::<T>()
    }
}

/// A short order, in bytes. It is stored twice in each direction, so that no run has to wrap around; a position is
/// looked for, which among so few takes no longer than a table.
#[derive(Debug)]
pub struct Short {
    up: Box<[u8]>,
    down: Box<[u8]>,
    closed: bool,
}

impl Short {
    fn new(order: &[u64], closed: bool) -> Self {
        let up: Vec<u8> = order.iter().chain(order).map(|&v| v as u8).collect();
        let down = up.iter().rev().copied().collect();
        Short { up: up.into(), down, closed }
    }
}

impl NodeOrder for Short {
    fn positions(&self) -> u64 {
        self.up.len() as u64 / 2
    }

    fn closed(&self) -> bool {
        self.closed
    }

    fn node_at(&self, position: u64) -> Node {
        Node(self.up[position as usize].into())
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let order = &self.up[..self.up.len() / 2];
        order.iter().position(|&id| u64::from(id) == v.0).map(|position| position as u64)
    }

    fn run(&self, run: Run, out: &mut [u64]) {
        let n = self.up.len() / 2;
        let (list, at) = match run.direction {
            Direction::Up => (&self.up, run.from as usize),
            Direction::Down => (&self.down, n - 1 - run.from as usize),
        };
        let mut rest = out;
        while !rest.is_empty() {
            let (now, later) = rest.split_at_mut(rest.len().min(n));
            let ids = &list[at..at + now.len()];
            if run.scale == 1 {
                for (place, &id) in now.iter_mut().zip(ids) {
                    *place = run.offset + u64::from(id);
                }
            } else {
                for (place, &id) in now.iter_mut().zip(ids) {
                    *place = run.offset + run.scale * u64::from(id);
                }
            }
            rest = later;
        }
    }

    fn kept(&self, run: Run, count: u64) -> Option<&[u8]> {
        let n = self.up.len() / 2;
        let (list, at) = match run.direction {
            Direction::Up => (&self.up, run.from as usize),
            Direction::Down => (&self.down, n - 1 - run.from as usize),
        };
        list.get(at..at + (count as usize).min(n))
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.up.len() + self.down.len()
    }
}

/// A closed ring from another start, in either direction.
#[derive(Debug, Clone)]
pub struct Turned {
    /// The ring.
    pub ring: Arc<dyn NodeOrder>,
    /// Its position that becomes 0.
    pub start: u64,
    /// Its direction that becomes up.
    pub direction: Direction,
}

impl Turned {
    fn inner_position(&self, position: u64) -> u64 {
        self.direction.step(self.start, position, self.ring.positions())
    }
}

impl NodeOrder for Turned {
    fn positions(&self) -> u64 {
        self.ring.positions()
    }

    fn closed(&self) -> bool {
        self.ring.closed()
    }

    fn node_at(&self, position: u64) -> Node {
        self.ring.node_at(self.inner_position(position))
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let (p, n) = (self.ring.position_of(v)?, self.ring.positions());
        Some(match self.direction {
            Direction::Up => sub_mod(p, self.start, n),
            Direction::Down => sub_mod(self.start, p, n),
        })
    }

    fn run(&self, run: Run, out: &mut [u64]) {
        let direction = if self.direction == Direction::Up { run.direction } else { run.direction.back() };
        self.ring.run(Run { from: self.inner_position(run.from), direction, ..run }, out);
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.ring.bytes()
    }
}

/// A closed ring as a path: the link from its last position to its first does not count.
#[derive(Debug, Clone)]
pub struct OpenedRing(Turned);

impl NodeOrder for OpenedRing {
    fn positions(&self) -> u64 {
        self.0.positions()
    }

    fn closed(&self) -> bool {
        false
    }

    fn node_at(&self, position: u64) -> Node {
        self.0.node_at(position)
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        self.0.position_of(v)
    }

    fn run(&self, run: Run, out: &mut [u64]) {
        self.0.run(run, out);
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// A ring as a path between two consecutive nodes. `None` if the two are not
/// consecutive.
pub fn open_between(ring: &Arc<dyn NodeOrder>, from: Node, to: Node) -> Option<OpenedRing> {
    let (p, q, n) = (ring.position_of(from)?, ring.position_of(to)?, ring.positions());
    let direction = match (add_mod(p, 1, n) == q, add_mod(q, 1, n) == p) {
        (true, _) => Direction::Down,
        (_, true) => Direction::Up,
        _ => return None,
    };
    Some(OpenedRing(Turned { ring: ring.clone(), start: p, direction }))
}
