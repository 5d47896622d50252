//! When every message of an all-to-all is where, by recursion over the construction.

use super::dual::DualRounds;
use super::hop::{RoundHop, append_hops};
use super::leaves;
use super::product::ProductRounds;
use super::stored::{self, StoredRounds};
use super::two::Two;
use crossedge_lang::net::address::{Pair, sub_mod};
use crossedge_lang::net::decomposition::{IdTranslation, Part};
use crossedge_lang::net::{Leaf, Structure};

/// The all-to-all of a network, or several at a time.
#[derive(Debug)]
pub(super) enum RoundPlan {
    /// Every two nodes are linked.
    Complete(u64),
    Ring(u64),
    Path(u64),
    Stored(StoredRounds),
    Product(Box<ProductRounds>),
    Dual(Box<DualRounds>),
    Two(Box<Two>),
    /// The same under other ids.
    Named(Box<(RoundPlan, IdTranslation)>),
}

/// Why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoPlan {
    /// Some node cannot be reached.
    Apart,
    /// A part without closed form has too many nodes.
    TooLarge,
}

impl RoundPlan {
    pub(super) fn on_network(net: &dyn Structure) -> Result<RoundPlan, NoPlan> {
        RoundPlan::of_part(Part::decompose(net))
    }

    fn of_part(part: Part<'_>) -> Result<RoundPlan, NoPlan> {
        match part.nodes() {
            2 if part.neighbours(0).is_empty() => return Err(NoPlan::Apart),
            0..=2 => return Ok(RoundPlan::Complete(part.nodes())),
            _ => {}
        }
        Ok(match part {
            Part::Leaf(net) => match net.parts().leaf() {
                Leaf::Path => RoundPlan::Path(net.nodes()),
                Leaf::Ring => RoundPlan::Ring(net.nodes()),
                Leaf::Complete => RoundPlan::Complete(net.nodes()),
                _ if net.nodes() > stored::MAX_NODES => return Err(NoPlan::TooLarge),
                _ => RoundPlan::Stored(StoredRounds::new(net).ok_or(NoPlan::Apart)?),
            },
            Part::Cube(bits) => {
                let join = |cube, _| RoundPlan::product([cube, RoundPlan::Complete(2)], Pair::new(2));
                (1..bits).fold(RoundPlan::Complete(2), join)
            }
            Part::Product(parts, split) => {
                let [left, right] = *parts;
                match (left.nodes(), right.nodes()) {
                    (1, _) => RoundPlan::of_part(right)?,
                    (_, 1) => RoundPlan::of_part(left)?,
                    _ => RoundPlan::product([RoundPlan::of_part(left)?, RoundPlan::of_part(right)?], split),
                }
            }
            Part::Dual(dual) => {
                RoundPlan::Dual(Box::new(DualRounds::new(RoundPlan::of_part(*dual.base)?, dual.numbering)))
            }
            Part::Two(net, two) => match two.bases.iter().all(|base| base.nodes() >= 3) {
                true => {
                    let [a, b] = *two.bases;
                    RoundPlan::Two(Box::new(Two::new(
                        [RoundPlan::of_part(a)?, RoundPlan::of_part(b)?],
                        two.numbering,
                    )))
                }
                // No closed form is known if one base has two nodes and the other more.
                false if net.nodes() > stored::MAX_NODES => return Err(NoPlan::TooLarge),
                false => RoundPlan::Stored(StoredRounds::new(net).ok_or(NoPlan::Apart)?),
            },
            Part::Named(part, names) => RoundPlan::Named(Box::new((RoundPlan::of_part(*part)?, names))),
        })
    }

    fn product(parts: [RoundPlan; 2], split: Pair) -> RoundPlan {
        RoundPlan::Product(Box::new(ProductRounds::new(parts, split)))
    }

    pub(super) fn nodes(&self) -> u64 {
        match self {
            RoundPlan::Complete(n) | RoundPlan::Ring(n) | RoundPlan::Path(n) => *n,
            RoundPlan::Stored(stored) => stored.nodes,
            RoundPlan::Product(product) => product.sizes[0] * product.sizes[1],
            RoundPlan::Dual(dual) => dual.numbering.nodes(),
            RoundPlan::Two(two) => two.numbering.nodes(),
            RoundPlan::Named(named) => named.0.nodes(),
        }
    }

    /// The steps of this many all-to-alls.
    pub(super) fn steps(&self, fold: u64) -> u64 {
        match self {
            RoundPlan::Complete(n) => {
                if *n > 1 {
                    fold
                } else {
                    0
                }
            }
            RoundPlan::Ring(n) => leaves::ring_steps(*n, fold),
            RoundPlan::Path(n) => fold * (n * n / 4),
            RoundPlan::Stored(stored) => fold * stored.steps(),
            RoundPlan::Product(product) => product.steps(fold),
            RoundPlan::Dual(dual) => fold * dual.steps(),
            RoundPlan::Two(two) => fold * two.steps(),
            RoundPlan::Named(named) => named.0.steps(fold),
        }
    }

    /// The number of the displacement from one node to another: each node has each number once, and every number takes the nodes to all nodes. On products of
    /// rings and complete graphs it is the same for pairs that are carried to each other by turning.
    pub(super) fn number(&self, x: u64, y: u64) -> u64 {
        match self {
            RoundPlan::Product(product) => product.number(x, y),
            RoundPlan::Named(named) => named.0.number(named.1.to_part(x), named.1.to_part(y)),
            _ => sub_mod(y, x, self.nodes()),
        }
    }

    /// The hops of a message, in one of this many all-to-alls; its ends differ.
    pub(super) fn word(&self, fold: u64, copy: u64, ends: (u64, u64), out: &mut Vec<RoundHop>) {
        match self {
            RoundPlan::Complete(_) => out.push((copy, ends.1)),
            RoundPlan::Ring(n) => leaves::ring(*n, fold, copy, ends, out),
            RoundPlan::Path(n) => leaves::path(*n, copy, ends, out),
            RoundPlan::Stored(stored) => stored.word(copy, ends, out),
            RoundPlan::Product(product) => product.word(fold, copy, ends, out),
            RoundPlan::Dual(dual) => dual.word(copy, ends, out),
            RoundPlan::Two(two) => two.word(copy, ends, out),
            RoundPlan::Named(named) => {
                let (plan, names) = named.as_ref();
                let inward = (names.to_part(ends.0), names.to_part(ends.1));
                append_hops(out, 0, |v| names.to_network(v), |out| plan.word(fold, copy, inward, out));
            }
        }
    }

    /// Total number of hops of all messages.
    pub(super) fn hops(&self) -> u128 {
        let n = u128::from(self.nodes());
        match self {
            RoundPlan::Complete(_) => n * (n - 1),
            RoundPlan::Ring(_) => n * ((n * n) / 4),
            RoundPlan::Path(_) => n * (n * n - 1) / 3,
            RoundPlan::Stored(stored) => stored.count(),
            RoundPlan::Product(product) => {
                let [a, b] = product.sizes.map(u128::from);
                b * b * product.parts[0].hops() + a * a * product.parts[1].hops()
            }
            RoundPlan::Dual(dual) => {
                let m = u128::from(dual.n);
                8 * m * m * dual.base.hops() + n * (3 * m * m - 2 * m)
            }
            RoundPlan::Two(two) => {
                let [a, b] = two.sizes.map(u128::from);
                4 * b * b * two.bases[0].hops() + 4 * a * a * two.bases[1].hops() + n * (3 * a * b - a - b)
            }
            RoundPlan::Named(named) => named.0.hops(),
        }
    }
}
