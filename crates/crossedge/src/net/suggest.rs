//! What to try instead: the word that was meant, the largest size that works.

use super::ENTRIES;
use super::args::Load;
use super::build::elaborate;
use crate::expr::{Expr, Kind};
use num_bigint::BigUint;

/// The word of the catalog nearest to `name`, if it is near.
pub fn word(name: &str) -> Option<&'static str> {
    if name.len() > 32 {
        return None;
    }
    let name = name.to_lowercase();
    let near = ENTRIES.iter().map(|e| (edits(&name, e.name), e.name)).min()?;
    (near.0 <= 1 + name.len() / 4).then_some(near.1)
}

/// How many letters must be changed, added or dropped to make `b` of `a`; two letters swapped count one.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// A number for people: whole up to 20 digits, then about a power of ten.
pub fn magnitude(value: &BigUint) -> String {
    let digits = value.to_string();
    match digits.len() {
        0..=20 => digits,
        len => format!("about {}.{}·10^{}", &digits[..1], &digits[1..3], len - 1),
    }
}

/// The largest network that fits and differs from `expr` in one number, with its node count.
pub fn smaller(expr: &Expr, load: Load<'_>) -> Option<(String, u64)> {
    let mut numbers = 0;
    visit(&mut expr.clone(), &mut |_| numbers += 1);
    // An inline graph has many numbers; its size is not in any of them.
    let candidates = (0..numbers.min(16)).filter_map(|i| largest(expr, i, load));
    candidates.max_by_key(|(_, nodes)| *nodes)
}

/// The largest value of the i-th number for which the network fits, by bisection: sizes grow with every number.
fn largest(expr: &Expr, i: usize, load: Load<'_>) -> Option<(String, u64)> {
    let with = |value: u64| {
        let mut changed = expr.clone();
        let mut at = 0;
        visit(&mut changed, &mut |number| {
            if at == i {
                *number = value;
            }
            at += 1;
        });
        changed
    };
    let fits = |value: u64| {
        let expr = with(value);
        let net = elaborate(&expr, load).ok()?.network().ok()?;
        Some((expr.to_string(), net.nodes()))
    };
    let mut given = 0;
    let mut at = 0;
    visit(&mut expr.clone(), &mut |number| {
        if at == i {
            given = *number;
        }
        at += 1;
    });
    let (mut low, mut high) = (0, given);
    let mut best = None;
    while low < high {
        let middle = low + (high - low) / 2;
        match fits(middle) {
            Some(found) => {
                best = Some(found);
                low = middle + 1;
            }
            // Small values can be refused for other reasons; the search then goes on above them.
            None if best.is_none() && middle < 2 => low = middle + 1,
            None => high = middle,
        }
    }
    best
}

/// Calls `f` on every number of an expression, in order.
fn visit(expr: &mut Expr, f: &mut impl FnMut(&mut u64)) {
    match &mut expr.kind {
        Kind::Int(value) => f(value),
        Kind::Power(base, power) => {
            visit(base, f);
            f(&mut power.exponent);
        }
        Kind::Call(call) => call.args.iter_mut().for_each(|arg| visit(&mut arg.value, f)),
        Kind::Product(items) | Kind::Set(items) | Kind::List(items) => {
            items.iter_mut().for_each(|item| visit(item, f));
        }
        Kind::Text(_) | Kind::Word(_) => {}
    }
}
