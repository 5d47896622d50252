//! The distance polynomial of `wk(n,t)`, by an automaton over digits.
//!
//! Two nodes with a common prefix, then digits i ≠ j, then m digits u and v each, are at distance min(direct, via k over all k):
//! direct = d(u, j^m) + 1 + d(v, i^m), via k = d(u, k^m) + 2^m + 1 + d(v, k^m). Reading the digits from the left, the difference
//! direct - via k, in units of the digit read last, starts at -1 and becomes 2·D + δ with δ = [u=k] - [u=j] + [v=k] - [v=i]. The
//! remaining digits are worth less than two units, so from -2 on the direct path wins and from 2 on the path via k: only -1, 0 and 1 are
//! open. From the start every k is open; one digit later at most two are, the digit of u and the digit of v.

use super::distance_polynomial::{Distances, multiply};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Networks of more levels than this have too many distances to list.
pub const MAX_LEVELS: u32 = 16;

type Poly = Vec<BigUint>;

/// The state after some digits. Polynomials count direct lengths, and via lengths once the path via k has won.
#[derive(Default)]
struct States {
    /// Initial state: every third subnet is open.
    start: Poly,
    /// The direct path wins.
    direct: Poly,
    /// The path through a third subnet wins.
    via: Poly,
    /// One third subnet is open, at -1, 0 or 1.
    one: [Poly; 3],
    /// Two are open, both at -1.
    two: Poly,
}

/// The polynomial over all ordered pairs of nodes.
pub fn distances(n: u64, t: u32) -> Distances {
    let nodes = BigUint::from(n).pow(t);
    let mut all: Poly = vec![nodes.clone()];
    for m in 0..t {
        // Prefix, then i and j, then the m digits.
        let weight = BigUint::from(n).pow(t - 1 - m) * n * (n - 1);
        add_scaled(&mut all, &last_digits(n, m), &weight, 0);
    }
    Distances::new(nodes, all)
}

/// `target += source · weight · x^shift`.
fn add_scaled(target: &mut Poly, source: &[BigUint], weight: &BigUint, shift: i64) {
    if weight.is_zero() {
        return;
    }
    for (i, count) in source.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
        let at = (i as i64 + shift) as usize;
        if target.len() <= at {
            target.resize(at + 1, BigUint::zero());
        }
        target[at] += count * weight;
    }
}

/// The pairs that differ in digits i ≠ j and then have m digits each, for one choice of i and j.
fn last_digits(n: u64, m: u32) -> Poly {
    // The length starts at 1, the link that joins the two subnets.
    let mut states = States { start: vec![BigUint::zero(), BigUint::one()], ..States::default() };
    for position in (0..m).rev() {
        states = read(n, &states, position);
    }
    let mut out = Poly::new();
    let one = BigUint::one();
    for settled in [&states.start, &states.direct, &states.via, &states.one[0], &states.one[1], &states.two] {
        add_scaled(&mut out, settled, &one, 0);
    }
    // Open at 1 at the end: the path via k is shorter by one.
    add_scaled(&mut out, &states.one[2], &one, -1);
    out
}

/// A digit as the automaton sees it.
#[derive(Clone, Copy, PartialEq)]
enum Digit {
    I,
    J,
    /// One of the open third subnets.
    Open(u8),
    Other,
}

fn read(n: u64, from: &States, position: u32) -> States {
    let unit = 1i64 << position;
    let mut to = States::default();
    let big = |v: u64| BigUint::from(v);
    // Settled paths: a digit that is the corner's costs nothing, each of the n - 1 others costs a unit, at both ends.
    let step = |p: &Poly| {
        let mut one = vec![BigUint::zero(); unit as usize + 1];
        one[0] += 1u32;
        one[unit as usize] += n - 1;
        multiply(p, &multiply(&one, &one))
    };
    if !from.direct.is_empty() {
        to.direct = step(&from.direct);
    }
    if !from.via.is_empty() {
        to.via = step(&from.via);
    }
    let third = n.saturating_sub(2);
    if !from.start.is_empty() {
        // u and v read two different third digits: both stay open. The same one: it is at 0. One of them: it is at -1.
        let p = &from.start;
        add_scaled(&mut to.two, p, &big(third * third.saturating_sub(1)), 2 * unit);
        add_scaled(&mut to.one[1], p, &big(third), 2 * unit);
        // u reads k and v reads j: the direct path pays for both. v reads i: k is lost.
        add_scaled(&mut to.one[0], p, &big(2 * third), 2 * unit);
        add_scaled(&mut to.direct, p, &big(2 * third), unit);
        // Neither reads a third digit: four pairs of i and j.
        for (cost, count) in [(0, 1u64), (1, 2), (2, 1)] {
            add_scaled(&mut to.direct, p, &big(count), cost * unit);
        }
    }
    for (slot, p) in from.one.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
        let digits = [(Digit::I, 1), (Digit::J, 1), (Digit::Open(0), 1), (Digit::Other, n - 3)];
        pairs(&digits, |u, v, count| {
            let difference = 2 * (slot as i64 - 1) + gain_via(u, v, 0);
            add_third_subnet(&mut to, p, &big(count), cost(u, v) * unit, difference, unit);
        });
    }
    if !from.two.is_empty() {
        let digits =
            [(Digit::I, 1), (Digit::J, 1), (Digit::Open(0), 1), (Digit::Open(1), 1), (Digit::Other, n - 4)];
        let p = &from.two;
        pairs(&digits, |u, v, count| {
            let (a, b) = (gain_via(u, v, 0) - 2, gain_via(u, v, 1) - 2);
            if a == -1 && b == -1 {
                add_scaled(&mut to.two, p, &big(count), cost(u, v) * unit);
            } else {
                add_third_subnet(&mut to, p, &big(count), cost(u, v) * unit, a.max(b), unit);
            }
        });
    }
    to
}

/// One third subnet at this difference, or `None` if it is out of reach.
fn add_third_subnet(to: &mut States, p: &Poly, count: &BigUint, cost: i64, difference: i64, unit: i64) {
    match difference {
        ..=-2 => add_scaled(&mut to.direct, p, count, cost),
        2.. => add_scaled(&mut to.via, p, count, cost - difference * unit),
        open => add_scaled(&mut to.one[(open + 1) as usize], p, count, cost),
    }
}

/// Every pair of digits and how many there are of it.
fn pairs(digits: &[(Digit, u64)], mut f: impl FnMut(Digit, Digit, u64)) {
    for &(u, cu) in digits {
        for &(v, cv) in digits {
            if cu * cv > 0 {
                f(u, v, cu * cv);
            }
        }
    }
}

/// Cost of the direct path: u goes to corner j, v to corner i.
fn cost(u: Digit, v: Digit) -> i64 {
    i64::from(u != Digit::J) + i64::from(v != Digit::I)
}

/// Gain of the path via open subnet k over the direct one.
fn gain_via(u: Digit, v: Digit, k: u8) -> i64 {
    let is = |d: Digit, which: Digit| i64::from(d == which);
    is(u, Digit::Open(k)) - is(u, Digit::J) + is(v, Digit::Open(k)) - is(v, Digit::I)
}
