//! When every message of an all-to-all is where, by recursion over the construction.

use super::dual::Dual;
use super::hop::{Hop, put};
use super::leaves;
use super::product::Product;
use super::stored::{self, Stored};
use super::two::Two;
use crossedge_lang::net::address::{Pair, sub_mod};
use crossedge_lang::net::decomposition::{Names, Part};
use crossedge_lang::net::{Leaf, Structure};

/// The all-to-all of a network, or several at a time.
#[derive(Debug)]
pub(super) enum Plan {
    /// Every two nodes are linked.
    Complete(u64),
    Ring(u64),
    Path(u64),
    Stored(Stored),
    Product(Box<Product>),
    Dual(Box<Dual>),
    Two(Box<Two>),
    /// The same under other ids.
    Named(Box<(Plan, Names)>),
}

/// Why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoPlan {
    /// Some node cannot be reached.
    Apart,
    /// A part without closed form has too many nodes.
    TooLarge,
}

impl Plan {
    pub(super) fn of(net: &dyn Structure) -> Result<Plan, NoPlan> {
        Plan::of_part(Part::of(net))
    }

    fn of_part(part: Part<'_>) -> Result<Plan, NoPlan> {
        match part.nodes() {
            2 if part.around(0).is_empty() => return Err(NoPlan::Apart),
            0..=2 => return Ok(Plan::Complete(part.nodes())),
            _ => {}
        }
        Ok(match part {
            Part::Leaf(net) => match net.parts().leaf() {
                Leaf::Path => Plan::Path(net.nodes()),
                Leaf::Ring => Plan::Ring(net.nodes()),
                Leaf::Complete => Plan::Complete(net.nodes()),
                _ if net.nodes() > stored::MOST => return Err(NoPlan::TooLarge),
                _ => Plan::Stored(Stored::new(net).ok_or(NoPlan::Apart)?),
            },
            Part::Cube(bits) => {
                let join = |cube, _| Plan::product([cube, Plan::Complete(2)], Pair::new(2));
                (1..bits).fold(Plan::Complete(2), join)
            }
            Part::Product(parts, split) => {
                let [left, right] = *parts;
                match (left.nodes(), right.nodes()) {
                    (1, _) => Plan::of_part(right)?,
                    (_, 1) => Plan::of_part(left)?,
                    _ => Plan::product([Plan::of_part(left)?, Plan::of_part(right)?], split),
                }
            }
            Part::Dual(dual) => Plan::Dual(Box::new(Dual::new(Plan::of_part(*dual.base)?, dual.numbering))),
            Part::Two(net, two) => match two.bases.iter().all(|base| base.nodes() >= 3) {
                true => {
                    let [a, b] = *two.bases;
                    Plan::Two(Box::new(Two::new([Plan::of_part(a)?, Plan::of_part(b)?], two.numbering)))
                }
                // No closed form is known if one base has two nodes and the other more.
                false if net.nodes() > stored::MOST => return Err(NoPlan::TooLarge),
                false => Plan::Stored(Stored::new(net).ok_or(NoPlan::Apart)?),
            },
            Part::Named(part, names) => Plan::Named(Box::new((Plan::of_part(*part)?, names))),
        })
    }

    fn product(parts: [Plan; 2], split: Pair) -> Plan {
        Plan::Product(Box::new(Product::new(parts, split)))
    }

    pub(super) fn nodes(&self) -> u64 {
        match self {
            Plan::Complete(n) | Plan::Ring(n) | Plan::Path(n) => *n,
            Plan::Stored(stored) => stored.nodes,
            Plan::Product(product) => product.sizes[0] * product.sizes[1],
            Plan::Dual(dual) => dual.numbering.nodes(),
            Plan::Two(two) => two.numbering.nodes(),
            Plan::Named(named) => named.0.nodes(),
        }
    }

    /// The steps of this many all-to-alls.
    pub(super) fn steps(&self, fold: u64) -> u64 {
        match self {
            Plan::Complete(n) => {
                if *n > 1 {
                    fold
                } else {
                    0
                }
            }
            Plan::Ring(n) => leaves::ring_steps(*n, fold),
            Plan::Path(n) => fold * (n * n / 4),
            Plan::Stored(stored) => fold * stored.steps(),
            Plan::Product(product) => product.steps(fold),
            Plan::Dual(dual) => fold * dual.steps(),
            Plan::Two(two) => fold * two.steps(),
            Plan::Named(named) => named.0.steps(fold),
        }
    }

    /// The number of the displacement from one node to another: each node has each number once, and every number takes the nodes to all nodes. On products of
    /// rings and complete graphs it is the same for pairs that are carried to each other by turning.
    pub(super) fn number(&self, x: u64, y: u64) -> u64 {
        match self {
            Plan::Product(product) => product.number(x, y),
            Plan::Named(named) => named.0.number(named.1.inward(x), named.1.inward(y)),
            _ => sub_mod(y, x, self.nodes()),
        }
    }

    /// The hops of a message, in one of this many all-to-alls; its ends differ.
    pub(super) fn word(&self, fold: u64, copy: u64, ends: (u64, u64), out: &mut Vec<Hop>) {
        match self {
            Plan::Complete(_) => out.push((copy, ends.1)),
            Plan::Ring(n) => leaves::ring(*n, fold, copy, ends, out),
            Plan::Path(n) => leaves::path(*n, copy, ends, out),
            Plan::Stored(stored) => stored.word(copy, ends, out),
            Plan::Product(product) => product.word(fold, copy, ends, out),
            Plan::Dual(dual) => dual.word(copy, ends, out),
            Plan::Two(two) => two.word(copy, ends, out),
            Plan::Named(named) => {
                let (plan, names) = named.as_ref();
                let inward = (names.inward(ends.0), names.inward(ends.1));
                put(out, 0, |v| names.outward(v), |out| plan.word(fold, copy, inward, out));
            }
        }
    }

    /// Total number of hops of all messages.
    pub(super) fn hops(&self) -> u128 {
        let n = u128::from(self.nodes());
        match self {
            Plan::Complete(_) => n * (n - 1),
            Plan::Ring(_) => n * ((n * n) / 4),
            Plan::Path(_) => n * (n * n - 1) / 3,
            Plan::Stored(stored) => stored.count(),
            Plan::Product(product) => {
                let [a, b] = product.sizes.map(u128::from);
                b * b * product.parts[0].hops() + a * a * product.parts[1].hops()
            }
            Plan::Dual(dual) => {
                let m = u128::from(dual.n);
                8 * m * m * dual.base.hops() + n * (3 * m * m - 2 * m)
            }
            Plan::Two(two) => {
                let [a, b] = two.sizes.map(u128::from);
                4 * b * b * two.bases[0].hops() + 4 * a * a * two.bases[1].hops() + n * (3 * a * b - a - b)
            }
            Plan::Named(named) => named.0.hops(),
        }
    }
}
