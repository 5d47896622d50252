//! The order of a hierarchical dual-net with nested super-nodes, by identity I4.
//!
//! Level i without the factors of a set S inside Si is dual(Q) □ (Si without S), where Q is level i-1 without Si. Its ids keep the digits of
//! the base at the low end, and drop those of S: id = (class·q + cluster)·m + x, where x weaves the digits of a node of Q and those of
//! the position together in the order of the factors.

use super::dual::Twin;
use super::find::product;
use super::product::{Join, ProductOrder};
use crossedge_core::model::NodeOrder;
use crossedge_lang::net::address::{Digits, Pair};
use crossedge_lang::net::{Level, Numbering};
use std::sync::Arc;

/// The order of a level without the `removed` factors, from orders of the factors; `None` if some quotient has no ring.
pub fn order(level: &Level, removed: &[bool], factors: &[Arc<dyn NodeOrder>]) -> Option<Arc<dyn NodeOrder>> {
    let some = |keep: &dyn Fn(usize) -> bool| {
        (0..factors.len()).filter(|&i| keep(i)).map(|i| factors[i].clone()).collect::<Vec<_>>()
    };
    let split = level.super_nodes()?;
    let member = split.members();
    let quotient = match level.below() {
        Some(below) => order(below, member, factors)?,
        None => product(some(&|i| !member[i])),
    };
    if !quotient.closed() && quotient.positions() > 2 {
        return None;
    }
    let q = quotient.positions();
    let inside = product(some(&|i| member[i] && !removed[i]));
    let twin = Arc::new(Twin::new(quotient.clone(), quotient, Numbering::clusters(q, q)));
    if inside.positions() == 1 {
        return Some(twin);
    }
    let weave = Weave::new(split.base(), member, removed, q)?;
    Some(Arc::new(ProductOrder::new(twin, inside, weave)))
}

/// Ids of a level from ids of dual(Q) and of the position.
#[derive(Debug)]
struct Weave {
    /// For each digit that is left, the first most significant: whether it belongs to the position.
    inside: Vec<bool>,
    digits: Digits,
    kept_digits: Digits,
    position_digits: Digits,
    /// Class and cluster together, and the node of Q.
    rank: Pair,
    /// The digits above the base, and the kept digits.
    kept: Pair,
    /// Class and cluster together, and x.
    cluster: Pair,
    /// The digits above the base, and those of the base that are left.
    low: Pair,
}

impl Weave {
    fn new(base: &Digits, member: &[bool], removed: &[bool], q: u64) -> Option<Self> {
        let left: Vec<usize> = (0..base.len()).filter(|&i| !removed[i]).collect();
        let some = |of: &dyn Fn(usize) -> bool| {
            Digits::new(left.iter().filter(|&&i| of(i)).map(|&i| base.radix(i)).collect())
        };
        let (kept_digits, position_digits) = (some(&|i| !member[i])?, some(&|i| member[i])?);
        let digits = some(&|_| true)?;
        Some(Weave {
            inside: left.iter().map(|&i| member[i]).collect(),
            rank: Pair::new(q),
            kept: Pair::new(kept_digits.size()),
            cluster: Pair::new(q * position_digits.size()),
            low: Pair::new(digits.size()),
            digits,
            kept_digits,
            position_digits,
        })
    }
}

impl Join for Weave {
    fn join(&self, left: u64, right: u64) -> u64 {
        let (cluster, rank) = self.rank.split(left);
        let (high, kept) = self.kept.split(rank);
        let (mut k, mut p, mut low) = (0, 0, 0);
        for (i, &inside) in self.inside.iter().enumerate() {
            let digit = match inside {
                true => {
                    p += 1;
                    self.position_digits.digit(right, p - 1)
                }
                false => {
                    k += 1;
                    self.kept_digits.digit(kept, k - 1)
                }
            };
            low += digit * self.digits.stride(i);
        }
        self.cluster.join(cluster, self.low.join(high, low))
    }

    fn split(&self, id: u64) -> (u64, u64) {
        let (cluster, x) = self.cluster.split(id);
        let (high, low) = self.low.split(x);
        let (mut k, mut p, mut kept, mut position) = (0, 0, 0, 0);
        for (i, &inside) in self.inside.iter().enumerate() {
            let digit = self.digits.digit(low, i);
            if inside {
                position += digit * self.position_digits.stride(p);
                p += 1;
            } else {
                kept += digit * self.kept_digits.stride(k);
                k += 1;
            }
        }
        (self.rank.join(cluster, self.kept.join(high, kept)), position)
    }

    fn linear(&self) -> Option<(u64, u64)> {
        None
    }

    fn bytes(&self) -> usize {
        // A radix and a stride of a digit take three machine words each.
        let digits = [&self.digits, &self.kept_digits, &self.position_digits];
        size_of::<Self>() + self.inside.len() + digits.iter().map(|d| d.len() * 48).sum::<usize>()
    }
}
