//! The all-to-all of leaves: the step of every hop by formula.
//!
//! - **Complete graph**: one step.
//! - **Ring**: all nodes send to distance d at once, in both directions, in d steps, distances in ascending order. On an odd ring this takes (n² - 1)/8 steps.
//!   On an even ring, two all-to-alls take n²/4 steps: messages to the opposite node go in one direction in the first, and in the other direction in the second.
//!   A single one takes ⌈n²/8⌉: nodes of one parity send to the opposite node in one direction, the others in the other. At the same time, trains of messages
//!   with about n/4 hops travel, first from the nodes of one parity, then from those of the other. A train of parity p that began k steps ago is on arcs of
//!   parity p + k, so two trains of opposite parity never meet on an arc.
//! - **Path**: messages with the farthest targets go first. A message from i to j > i is on the link after node k in step (n - 1 - j)·(k + 1) + k - i, so no
//!   link is idle before its last message: ⌊n²/4⌋ steps.

use super::hop::RoundHop;
use crossedge_lang::net::address::{add_mod, sub_mod};

/// A number of all-to-alls of a ring.
pub(super) fn ring_steps(n: u64, fold: u64) -> u64 {
    match n % 2 {
        1 => fold * ((n * n - 1) / 8),
        _ => (fold / 2) * (n * n / 4) + (fold % 2) * alone_steps(n),
    }
}

/// The hops from `x` to `y` in one of this many all-to-alls of a ring.
pub(super) fn ring(n: u64, fold: u64, copy: u64, (x, y): (u64, u64), out: &mut Vec<RoundHop>) {
    let u = sub_mod(y, x, n);
    let half = n / 2;
    let last_alone = n.is_multiple_of(2) && fold % 2 == 1 && copy + 1 == fold;
    let upward = match (u * 2).cmp(&n) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal if last_alone => (x.is_multiple_of(2)) == (n % 8 != 2),
        std::cmp::Ordering::Equal => copy.is_multiple_of(2),
    };
    let d = if upward { u } else { n - u };
    let start = if n % 2 == 1 {
        ring_steps(n, copy) + d * (d - 1) / 2
    } else if last_alone {
        let parity = if upward { x % 2 } else { 1 - x % 2 };
        (fold / 2) * (n * n / 4) + single_start(n, d, parity)
    } else {
        let once = half * (half - 1) / 2;
        let inside = if d == half { 2 * once } else { (copy % 2) * once + d * (d - 1) / 2 };
        (copy / 2) * (n * n / 4) + inside
    };
    let mut at = x;
    for step in start..start + d {
        at = if upward { add_mod(at, 1, n) } else { sub_mod(at, 1, n) };
        out.push((step, at));
    }
}

/// The steps of one all-to-all of an even ring.
fn alone_steps(n: u64) -> u64 {
    let half = n / 2;
    half * (half + 1) / 2 - n / 4
}

/// The first step of the train of distance d from nodes of this parity; in the opposite direction, of the other parity.
fn single_start(n: u64, d: u64, parity: u64) -> u64 {
    let (half, quarter) = (n / 2, n / 4);
    // If ⌊n/4⌋ is even, the long trains would meet: one starts a step later, and messages of distance 1 fill the gap.
    let with_one = n.is_multiple_of(8) || n % 8 == 2;
    let long = half + u64::from(with_one);
    if d == half {
        return u64::from(n % 8 == 2);
    }
    if d == quarter {
        return if parity == 1 { 0 } else { quarter + u64::from(with_one) };
    }
    if d == 1 && with_one {
        return match (parity, n % 8) {
            (1, _) => quarter,
            (_, 2) => 0,
            _ => half,
        };
    }
    let before = if d > quarter { quarter } else { 0 } + u64::from(with_one && d > 1);
    long + d * (d - 1) / 2 - before
}

/// The hops from `x` to `y` along a path of n nodes.
pub(super) fn path(n: u64, copy: u64, (x, y): (u64, u64), out: &mut Vec<RoundHop>) {
    let start = copy * (n * n / 4);
    // Downwards as upwards, from the other end.
    let turned = |v: u64| if x < y { v } else { n - 1 - v };
    let (i, j) = (turned(x), turned(y));
    out.extend((i..j).map(|k| (start + (n - 1 - j) * (k + 1) + k - i, turned(k + 1))));
}
