//! The least even and the least odd length of a walk between two nodes. A walk may turn back, so every length of the same parity above is there too.
//!
//! In closed form for paths, rings, stars, complete graphs, cubes and their products; otherwise by a search over the double cover, in which
//! every node has two copies and every link joins copies of different sides.

use crate::evidence::Evidence;
use crate::net::address::Digits;
use crate::net::shape::{Shape, TooLarge, links, magnitude};
use crate::net::stored::table::{MAX_STORED_LINKS, MAX_STORED_NODES, Table};
use crate::net::{Leaf, Node, Parts, Port, ShapeParts, Structure, neighbors};
use num_bigint::BigUint;
use num_integer::Integer;
use std::sync::Arc;

/// The least even length, from 0 on, and the least odd one; `None` if there is no walk.
pub type Lengths = [Option<u64>; 2];

/// Returns `true` if a rule gives the lengths.
pub fn by_rule(shape: &dyn Shape) -> bool {
    match shape.parts() {
        Parts::Leaf(Leaf::Complete | Leaf::Ring | Leaf::Path | Leaf::Star | Leaf::Cube(_)) => true,
        Parts::Product(parts) => parts.iter().all(|part| by_rule(part.as_ref())),
        _ => false,
    }
}

/// Returns `true` if all closed walks are even, as far as the construction shows.
pub fn bipartite(shape: &dyn Shape) -> bool {
    let nodes = || shape.nodes();
    match shape.parts() {
        ShapeParts::Leaf(Leaf::Path | Leaf::Star | Leaf::Cube(_)) => true,
        ShapeParts::Leaf(Leaf::Ring) => nodes().is_even() || nodes() == BigUint::from(1u32),
        ShapeParts::Leaf(Leaf::Complete) => nodes() <= 2u32.into(),
        ShapeParts::Product(parts) => parts.iter().all(|part| bipartite(part.as_ref())),
        // Colours of both coordinates and the class add up.
        ShapeParts::Level(base) => bipartite(base.as_ref()),
        ShapeParts::Relabelled(same) => bipartite(same.as_ref()),
        _ => false,
    }
}

/// Walks in one network.
#[derive(Debug)]
pub struct ParityWalks {
    net: Arc<dyn Structure>,
    /// Node v of the double cover is at v for even and at n + v for odd lengths; `None` if a rule is enough.
    cover: Option<Table>,
}

impl ParityWalks {
    /// The walks of a network, whose shape decides whether there is a closed form.
    pub fn new(shape: &dyn Shape, net: Arc<dyn Structure>) -> Result<Self, TooLarge> {
        ParityWalks::check(shape)?;
        let cover = match by_rule(shape) {
            true => None,
            false => {
                let n = net.nodes();
                let across = |v: u64| neighbors(net.as_ref(), Node(v)).map(move |w| (v, n + w.0));
                Some(Table::from_edges(2 * n, (0..n).flat_map(across)).map_err(|_| TooLarge::Ids)?)
            }
        };
        Ok(ParityWalks { net, cover })
    }

    /// Returns `true` if the walks are within the limits.
    pub fn check(shape: &dyn Shape) -> Result<(), TooLarge> {
        if by_rule(shape) {
            return Ok(());
        }
        let over = |count: BigUint, limit: u64, what: &str| match count > limit.into() {
            true => Err(TooLarge::Stored { what: format!("walks over {} {what}", magnitude(&count)), limit }),
            false => Ok(()),
        };
        over(shape.nodes(), MAX_STORED_NODES / 2, "nodes")?;
        over(links(shape), MAX_STORED_LINKS / 2, "links")
    }

    /// The least lengths of walks from `a` to `b`.
    pub fn lengths(&self, a: Node, b: Node) -> Lengths {
        match &self.cover {
            None => closed_form_lengths(self.net.as_ref(), a, b),
            Some(cover) => {
                let n = self.net.nodes();
                [0, n].map(|side| cover.distance(Node(a.0 + side), b))
            }
        }
    }

    /// The evidence of the lengths.
    pub fn length_evidence(&self) -> Evidence {
        match self.cover {
            None => self.net.distance_known(),
            Some(_) => Evidence::computed("search over even and odd walks [bfs]"),
        }
    }

    /// The first port of a walk of exactly `length` links from `a` to `b`, the least one of its parity from 2 on, or 1.
    pub fn step(&self, a: Node, b: Node, length: u64) -> Option<Port> {
        let rest = length.checked_sub(1)?;
        let leads = |port: &Port| {
            let next = self.net.link(a, *port).0;
            self.lengths(next, b)[(rest & 1) as usize] == Some(rest)
        };
        let straight = self.net.next_port(a, b).filter(leads);
        straight.or_else(|| (0..self.net.degree(a)).map(Port).find(leads))
    }
}

/// In closed form, if [`by_rule`] is `true`.
fn closed_form_lengths(net: &dyn Structure, a: Node, b: Node) -> Lengths {
    let n = net.nodes();
    match net.parts() {
        Parts::Leaf(Leaf::Complete) if n > 2 => match a == b {
            true => [Some(0), Some(3)],
            false => [Some(2), Some(1)],
        },
        Parts::Leaf(Leaf::Ring) if n & 1 == 1 && n > 1 => {
            // One of the two ways round is even.
            let (one, other) = (a.0.abs_diff(b.0), n - a.0.abs_diff(b.0));
            if one & 1 == 0 { [Some(one), Some(other)] } else { [Some(other), Some(one)] }
        }
        Parts::Product(parts) => {
            let Some(digits) = Digits::new(parts.iter().map(|part| part.nodes()).collect()) else {
                return [None; 2];
            };
            let each = parts.iter().enumerate().map(|(i, part)| {
                closed_form_lengths(part.as_ref(), Node(digits.digit(a.0, i)), Node(digits.digit(b.0, i)))
            });
            each.fold([Some(0), None], joined_lengths)
        }
        // Two colours: all walks between two nodes have one parity.
        _ => match net.distance(a, b) {
            Some(distance) if distance & 1 == 0 => [Some(distance), None],
            distance => [None, distance],
        },
    }
}

/// The lengths of walks that are put together.
fn joined_lengths(a: Lengths, b: Lengths) -> Lengths {
    let sum = |x: Option<u64>, y: Option<u64>| x?.checked_add(y?);
    let least = |x: Option<u64>, y: Option<u64>| [x, y].into_iter().flatten().min();
    [least(sum(a[0], b[0]), sum(a[1], b[1])), least(sum(a[0], b[1]), sum(a[1], b[0]))]
}
