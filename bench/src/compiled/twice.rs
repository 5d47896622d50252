//! Two levels of dual construction over a network of at most 64 nodes, in one piece.
//!
//! A number x below 2n, for the middle network of n nodes, stands for a node of it and a class of the network above it; its *form* is
//! one word with all that a route asks of it. The place of a node of the middle network (cluster, node) is two numbers of 6 bits. They
//! are kept as node, cluster, node: whoever comes from the other class wants them in exchanged order, and shifts by 6.
//!
//! | bits | |
//! |---|---|
//! | 0–5 | node |
//! | 6–11 | cluster |
//! | 12–17 | node |
//! | 24 | class above |
//! | 29–31 | 6 for class 1, else 0: the forms of different classes differ here by what is to be shifted |
//!
//! Every index is as wide as its table by its mask, so that no look-up is checked. What is not used of a route is written and not counted,
//! so that there are no branches.

use super::Flat;
use super::small::Small;
use crossedge::net::Node;

/// The class above, in a form.
const ABOVE: u32 = 1 << 24;
/// Where the class begins in a form.
const CLASS: u32 = 29;
/// Six bits.
const LOW: u32 = 0x3f;
/// Six bits, six places up.
const HIGH: u32 = 0xfc0;
/// A quotient is the high part of a product: n is at most 2^13, and ids are below 2^27.
const SHIFT: u32 = 40;

/// Two levels over a small network.
#[derive(Debug)]
pub(super) struct Twice {
    /// Nodes of the small network.
    h: u64,
    /// Nodes of the middle network.
    n: u64,
    /// A little more than 2^40 / n.
    inverse: u64,
    forms: Box<[u32; 1 << 14]>,
    /// Hops between nodes of the small network.
    hops: Box<[u8; 1 << 12]>,
    /// Hops between clusters and the crossings: two, or none inside one, of one class; then one, of different classes.
    crossed: Box<[u8; 1 << 13]>,
    /// Routes of the small network: up to seven nodes, and how many.
    rows: Box<[[u64; 8]; 1 << 12]>,
}

/// A way in the middle network: what is looked up for it.
#[derive(Clone, Copy)]
struct Way {
    /// The form of the target, with node and cluster as the source wants them.
    to: u32,
    /// From node to node, and from cluster to cluster.
    node: usize,
    cluster: usize,
    /// Not zero when the classes differ.
    differ: u32,
}

impl Way {
    #[inline(always)]
    fn new(from: u32, to: u32) -> Way {
        let differ = (from ^ to) >> CLASS;
        let to = to >> differ;
        let node = ((from >> 6) & HIGH | to & LOW) as usize;
        let cluster = (from & HIGH | (to >> 6) & LOW) as usize;
        Way { to, node, cluster, differ }
    }
}

/// A table of a fixed size.
fn table<T: Clone + Default, const N: usize>() -> Option<Box<[T; N]>> {
    vec![T::default(); N].into_boxed_slice().try_into().ok()
}

impl Twice {
    /// Over a network of 2 to 64 nodes.
    pub fn of(small: &Small) -> Option<Twice> {
        let h = small.nodes();
        if !(2..=64).contains(&h) {
            return None;
        }
        let (n, half) = (2 * h * h, h * h);
        let (mut forms, mut hops, mut crossed, mut rows) = (table()?, table()?, table()?, table()?);
        for x in 0..2 * n {
            let (above, v) = (x / n, x % n);
            let (class, cluster, node) = (v / half, v % half / h, v % h);
            let place = node | cluster << 6 | node << 12;
            forms[x as usize & 0x3fff] = (place | above << 24 | (class * 6) << CLASS) as u32;
        }
        for a in 0..h {
            for b in 0..h {
                let (at, row) = ((a << 6 | b) as usize & 0xfff, small.row(a, b));
                rows[at] = row.to_le_bytes().map(u64::from);
                hops[at] = (row >> 56) as u8;
                crossed[at] = hops[at] + if a == b { 0 } else { 2 };
                crossed[at | 1 << 12] = hops[at] + 1;
            }
        }
        Some(Twice { h, n, inverse: (1 << SHIFT) / n + 1, forms, hops, crossed, rows })
    }

    /// Class and cluster in one, and node.
    #[inline(always)]
    fn split(&self, v: u64) -> (u64, u64) {
        let x = v.wrapping_mul(self.inverse) >> SHIFT;
        (x, v - x * self.n)
    }

    #[inline(always)]
    fn form(&self, x: u64) -> u32 {
        self.forms[x as usize & 0x3fff]
    }

    /// Hops in the middle network.
    #[inline(always)]
    fn between(&self, from: u32, to: u32) -> u64 {
        let way = Way::new(from, to);
        let crossed = way.cluster | ((from ^ to) >> 19 & 1 << 12) as usize;
        u64::from(self.hops[way.node]) + u64::from(self.crossed[crossed])
    }

    /// What a class 1 in a form stands for, else nothing.
    #[inline(always)]
    fn if_class(form: u32, value: u64) -> u64 {
        if form >> CLASS == 0 { 0 } else { value }
    }

    /// A route in the middle network, whose nodes begin at `base`, from node `v`.
    #[inline(always)]
    fn inside(&self, base: u64, v: u64, from: u32, to: u32, out: &mut Out<'_>) {
        let way = Way::new(from, to);
        let (node, cluster) = (u64::from(way.to & LOW), u64::from((way.to >> 6) & LOW));
        let own = u64::from((from >> 6) & LOW);
        let class = Self::if_class(from, self.h);
        out.row(base + v - u64::from(from & LOW), &self.rows[way.node]);
        let across = base + (self.h - class + node) * self.h;
        let moves = own != cluster;
        out.one(across + own, moves | (way.differ != 0));
        out.row(across, &self.rows[way.cluster]);
        out.one(base + (class + cluster) * self.h + node, moves & (way.differ == 0));
    }

    /// The distance.
    #[inline(always)]
    pub fn distance(&self, a: u64, b: u64) -> u64 {
        let ((x, v), (y, w)) = (self.split(a), self.split(b));
        let (from, to) = ((self.form(x), self.form(v)), (self.form(y), self.form(w)));
        let same = (from.0 ^ to.0) & ABOVE == 0;
        let (cluster, node) = if same { to } else { (to.1, to.0) };
        let crossings = if same { u64::from(x != y) * 2 } else { 1 };
        self.between(from.1, node) + self.between(from.0, cluster) + crossings
    }

    /// The node after `a` on the route to `b`; `a` itself when they are the same.
    #[inline(always)]
    pub fn next(&self, a: u64, b: u64) -> u64 {
        let ((x, v), (y, w)) = (self.split(a), self.split(b));
        let class = if self.form(x) & ABOVE == 0 { 0 } else { self.n };
        let same = (self.form(x) ^ self.form(y)) & ABOVE == 0;
        let target = if same { w } else { y + class - self.n };
        if v == target {
            return if a == b { a } else { (self.n - class + v) * self.n + x - class };
        }
        let (from, to) = (self.form(v), self.form(target));
        let way = Way::new(from, to);
        let node = u64::from(from & LOW);
        if node != u64::from(way.to & LOW) {
            return a - node + self.rows[way.node][0];
        }
        let own = u64::from((from >> 6) & LOW);
        a - v + (self.h - Self::if_class(from, self.h) + node) * self.h + own
    }

    /// Writes the route from `a` to `b`, both included; how many nodes it has.
    #[inline(always)]
    pub fn path(&self, a: u64, b: u64, places: &mut [Node; ROOM]) -> usize {
        let ((x, v), (y, w)) = (self.split(a), self.split(b));
        let (from, to) = ((self.form(x), self.form(v)), (self.form(y), self.form(w)));
        let class = if from.0 & ABOVE == 0 { 0 } else { self.n };
        let same = (from.0 ^ to.0) & ABOVE == 0;
        let moves = x != y;
        // The cluster of the target without its class, and its node: as forms, and as numbers.
        let (cluster, node) = if same { to } else { (to.1, to.0) };
        let goal = if same { (y - class, w) } else { (w, y + class - self.n) };
        places[0] = Node(a);
        let mut out = Out { places, len: 1 };
        self.inside(a - v, v, from.1, node, &mut out);
        let across = (self.n - class + goal.1) * self.n;
        out.one(across + x - class, moves);
        self.inside(across, x - class, from.0, cluster, &mut out);
        out.one((class + goal.0) * self.n + goal.1, moves & same);
        out.len
    }
}

/// Room for a route: four rows of seven nodes, six crossings and the source are 35, and eight may be written behind them.
pub(super) const ROOM: usize = 128;

/// A route that is being written.
struct Out<'a> {
    places: &'a mut [Node; ROOM],
    len: usize,
}

impl Out<'_> {
    /// Writes one node, and counts it if `used`.
    #[inline(always)]
    fn one(&mut self, node: u64, used: bool) {
        self.places[self.len & 63] = Node(node);
        self.len += usize::from(used);
    }

    /// Writes a row, and counts as many nodes as it has.
    #[inline(always)]
    fn row(&mut self, base: u64, row: &[u64; 8]) {
        let at = self.len & 63;
        for (place, node) in self.places[at..at + 8].iter_mut().zip(row) {
            *place = Node(base + node);
        }
        self.len += row[7] as usize;
    }
}
