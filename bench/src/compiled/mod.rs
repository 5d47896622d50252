//! A network compiled once for routing: distances and whole routes by a handful of table look-ups and no search.
//!
//! The four methods of a network stay the meaning; this is the same answer in flat form. At the bottom is a small network H, at
//! most 256 nodes and routes of at most 7 hops, with a table of all its routes, 8 bytes for each pair. Above it are levels of dual
//! construction, as one type each, so that the whole descent is straight code: a route is at most two routes below, and a crossing
//! behind each. What is not used is written and not counted, so that there are few branches. Other constructions ask the network.

mod dual;
mod other;
mod small;
mod twice;

use crossedge::net::{Leaf, Node, Parts, Structure};
use crossedge::route::MAX_HOPS;
use dual::{Dual, Narrow, Wide};
use other::{Cube, Plain, Product};
use small::Small;
use std::fmt::Debug;
use twice::{ROOM, Twice};

/// A network in flat form. Ids are as in the network, and so is every route.
trait Flat: Debug + Send + Sync {
    /// How many nodes.
    fn nodes(&self) -> u64;
    /// The hops of the longest route, or more; `None` if that is not known.
    fn longest(&self) -> Option<u64>;
    /// The distance.
    fn distance(&self, a: u64, b: u64) -> u64;
    /// The node after `a` on the route to `b`; `a` itself when they are the same.
    fn next(&self, a: u64, b: u64) -> u64;
    /// Adds the nodes of the route from `a` to `b`, without `a`, each with `base` added.
    fn path(&self, base: u64, a: u64, b: u64, out: &mut Out<'_>);
}

/// Routes are written behind each other, eight nodes at a time; there is room for eight more than the route has.
struct Out<'a> {
    nodes: &'a mut [Node],
    len: usize,
}

/// So many nodes may be written beyond the end of a route.
const SLACK: usize = 8;

impl Out<'_> {
    /// Writes one node, and counts it if `used`.
    #[inline(always)]
    fn push_if(&mut self, node: u64, used: bool) {
        if let Some(place) = self.nodes.get_mut(self.len) {
            *place = Node(node);
            self.len += usize::from(used);
        }
    }

    /// Writes the seven nodes in the low bytes of a row, and counts as many as its highest byte says.
    #[inline(always)]
    fn push_row(&mut self, base: u64, row: u64) {
        if let Some(places) = self.nodes.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut::<SLACK>())
        {
            for (place, byte) in places.iter_mut().zip(row.to_le_bytes()) {
                *place = Node(base + u64::from(byte));
            }
            self.len += (row >> 56) as usize;
        }
    }
}

/// Room for one route, to be used again and again.
#[derive(Debug, Clone, Default)]
pub struct Room(Vec<Node>);

/// A network compiled for routing.
///
/// ```
/// use crossedge::expr::parse;
/// use crossedge::net::{Node, elaborate, no_files, to_network};
/// use crossedge_bench::compiled::{Compiled, Room};
///
/// let expr = parse("rdn(torus(5,5), 2)")?;
/// let net = to_network(&expr, elaborate(&expr, &no_files)?.as_ref(), &no_files)?;
/// let compiled = Compiled::of(net.as_ref()).expect("routes are shortest paths");
/// let (a, b) = (Node(17), Node(1_413_333));
/// assert_eq!(compiled.distance(a, b), 12);
/// let mut room = Room::default();
/// let route = compiled.path(a, b, &mut room).expect("a short way");
/// assert_eq!((route.len(), route[12]), (13, b));
/// # Ok::<(), crossedge::expr::Error>(())
/// ```
#[derive(Debug)]
pub struct Compiled<'a> {
    kind: Kind<'a>,
    /// The form that is asked first, where it fits.
    twice: Option<Twice>,
    /// Room for the longest route; `None` if each must be requested.
    room: Option<usize>,
}

/// Towers of dual constructions over a small network are one type each; everything else is called by its table of functions.
#[derive(Debug)]
enum Kind<'a> {
    Zero(Small),
    One(Dual<Small, Narrow>),
    Two(Dual<Dual<Small, Narrow>, Narrow>),
    TwoWide(Dual<Dual<Small, Narrow>, Wide>),
    Other(Box<dyn Flat + 'a>),
}

/// Calls the same for every kind.
macro_rules! each {
    ($kind:expr, $flat:ident => $call:expr) => {
        match $kind {
            Kind::Zero($flat) => $call,
            Kind::One($flat) => $call,
            Kind::Two($flat) => $call,
            Kind::TwoWide($flat) => $call,
            Kind::Other($flat) => $call,
        }
    };
}

impl<'a> Compiled<'a> {
    /// The flat form; `None` when the routes of the network are not shortest paths, or distances have no closed form.
    pub fn of(net: &'a dyn Structure) -> Option<Compiled<'a>> {
        if !net.minimal() || net.distance(Node(0), Node(0)).is_none() {
            return None;
        }
        let kind = tower(net).unwrap_or_else(|| Kind::Other(flat(net)));
        let twice = twice(net);
        let longest = each!(&kind, flat => flat.longest()).filter(|&hops| hops <= MAX_HOPS);
        Some(Compiled { kind, twice, room: longest.map(|hops| hops as usize + 1 + SLACK) })
    }

    /// How many nodes.
    pub fn nodes(&self) -> u64 {
        each!(&self.kind, flat => flat.nodes())
    }

    /// The distance; `u64::MAX` when there is no path. Both are nodes of the network.
    #[inline]
    pub fn distance(&self, a: Node, b: Node) -> u64 {
        match &self.twice {
            Some(twice) => twice.distance(a.0, b.0),
            None => self.distance_by_kind(a, b),
        }
    }

    /// The next node on the route from `at` to `to`; `at` itself when it is there.
    #[inline]
    pub fn next(&self, at: Node, to: Node) -> Node {
        match &self.twice {
            Some(twice) => Node(twice.next(at.0, to.0)),
            None => self.next_by_kind(at, to),
        }
    }

    /// All nodes of the route, both ends included; `None` when there is no path, or one of more than [`MAX_HOPS`] hops.
    #[inline]
    pub fn path<'r>(&self, a: Node, b: Node, room: &'r mut Room) -> Option<&'r [Node]> {
        let Some(twice) = &self.twice else { return self.path_by_kind(a, b, room) };
        if room.0.len() < ROOM {
            room.0.resize(ROOM, Node(0));
        }
        let places = room.0.first_chunk_mut::<ROOM>()?;
        let len = twice.path(a.0, b.0, places);
        places.get(..len)
    }

    // Apart, so that the first form stands alone where it is called.
    #[inline(never)]
    fn distance_by_kind(&self, a: Node, b: Node) -> u64 {
        each!(&self.kind, flat => flat.distance(a.0, b.0))
    }

    #[inline(never)]
    fn next_by_kind(&self, at: Node, to: Node) -> Node {
        Node(each!(&self.kind, flat => flat.next(at.0, to.0)))
    }

    #[inline(never)]
    fn path_by_kind<'r>(&self, a: Node, b: Node, room: &'r mut Room) -> Option<&'r [Node]> {
        let need = match self.room {
            Some(room) => room,
            // Routes are shortest paths, so that the distance tells the room.
            None => Some(self.distance(a, b)).filter(|&hops| hops <= MAX_HOPS)? as usize + 1 + SLACK,
        };
        if room.0.len() < need {
            room.0.resize(need, Node(0));
        }
        let mut out = Out { nodes: &mut room.0[..], len: 0 };
        out.push_if(a.0, true);
        each!(&self.kind, flat => flat.path(0, a.0, b.0, &mut out));
        let len = out.len;
        room.0.get(..len)
    }
}

/// The base of `dual(…)`.
fn dual_base(net: &dyn Structure) -> Option<&dyn Structure> {
    match net.parts() {
        Parts::Level(level) if level.super_nodes().is_none() && !level.numbering().keeps_coordinates() => {
            Some(level.base().as_ref())
        }
        _ => None,
    }
}

/// Two levels over a very small network.
fn twice(net: &dyn Structure) -> Option<Twice> {
    let second = dual_base(dual_base(net)?)?;
    Twice::of(&Small::of(second)?)
}

/// Up to two levels of dual construction over a network that is small with everything below it.
fn tower<'a>(net: &'a dyn Structure) -> Option<Kind<'a>> {
    if let Some(small) = Small::of(net) {
        return Some(Kind::Zero(small));
    }
    let first = dual_base(net)?;
    if let Some(small) = Small::of(first) {
        return Dual::narrow(small).map(Kind::One);
    }
    let small = Small::of(dual_base(first)?)?;
    let one = Dual::narrow(small)?;
    Some(match net.nodes() <= 1 << 32 {
        true => Kind::Two(Dual::narrow(one)?),
        false => Kind::TwoWide(Dual::wide(one)),
    })
}

/// Any network.
fn flat<'a>(net: &'a dyn Structure) -> Box<dyn Flat + 'a> {
    if let Some(small) = Small::of(net) {
        return Box::new(small);
    }
    if let Some(base) = dual_base(net) {
        return match flat(base) {
            inner if net.nodes() <= 1 << 32 && inner.nodes() > 1 => match Dual::narrow(inner) {
                Some(dual) => Box::new(dual),
                None => Box::new(Plain::new(net)),
            },
            inner if inner.nodes() > 1 => Box::new(Dual::wide(inner)),
            _ => Box::new(Plain::new(net)),
        };
    }
    match net.parts() {
        Parts::Leaf(Leaf::Cube(bits)) => Box::new(Cube { bits: bits as u32 }),
        Parts::Product(parts) => {
            let inner = parts.iter().map(|part| flat(part.as_ref())).collect();
            match Product::new(inner) {
                Some(product) => Box::new(product),
                None => Box::new(Plain::new(net)),
            }
        }
        _ => Box::new(Plain::new(net)),
    }
}

impl Flat for Box<dyn Flat + '_> {
    fn nodes(&self) -> u64 {
        self.as_ref().nodes()
    }

    fn longest(&self) -> Option<u64> {
        self.as_ref().longest()
    }

    fn distance(&self, a: u64, b: u64) -> u64 {
        self.as_ref().distance(a, b)
    }

    fn next(&self, a: u64, b: u64) -> u64 {
        self.as_ref().next(a, b)
    }

    fn path(&self, base: u64, a: u64, b: u64, out: &mut Out<'_>) {
        self.as_ref().path(base, a, b, out);
    }
}
