//! Suggestions: the intended name, the largest size that works.

use super::args::Load;
use super::budget::Elaboration;
use super::elaborate::whole_shape;
use crate::net::shape::magnitude;
use crate::net::{ENTRIES, Shape};
use crossedge_core::expr::{Arg, Class, Error, Expr, Kind};
use num_bigint::BigUint;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// The construction nearest to `name`, if it is near.
pub fn word(name: &str) -> Option<&'static str> {
    nearest_of(name, ENTRIES.iter().map(|e| e.name))
}

/// The likely intention of a misspelt name, if any is near.
pub fn nearest_of<'w>(name: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if name.len() > 32 {
        return None;
    }
    let name = name.to_lowercase();
    let near = words.into_iter().map(|word| (edit_distance(&name, word), word)).min()?;
    (near.0 <= 1 + name.len() / 4).then_some(near.1)
}

/// Number of letters that must be changed, added or dropped to make `b` of `a`; two letters swapped count one.
fn edit_distance(a: &str, b: &str) -> usize {
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

/// The node count of a size that works, or `None`.
pub type Size<'a> = &'a dyn Fn(&dyn Shape) -> Option<BigUint>;

/// Work limit of all attempts together; see [`Elaboration`]. A few tenths of a second.
const MAX_SPENT: u64 = 1 << 22;

/// Longer expressions get no suggestion, because the difference would be hard to see.
const MAX_TEXT: usize = 400;

/// Maximum number of integers, and of lists, to try.
const MAX_PLACES: usize = 16;

/// Number of consecutive values that may be invalid for other reasons than size: odd ones for `jellyfish`, gaps between prime powers for
/// `slimfly`.
const MAX_GAP: usize = 100;

/// The largest network that works and differs from `expr` in one number, or in the length of one list, product or call. If there is
/// none, all numbers are brought under one bound.
pub fn smaller_network(expr: &Expr, load: Load<'_>, size: Size<'_>) -> Option<(String, BigUint)> {
    if expr.to_string().len() > MAX_TEXT {
        return None;
    }
    let kept = FileCache { load, files: RefCell::default() };
    let read = |name: &str| kept.read(name);
    let search = SuggestionSearch { expr, size, load: &read, left: Cell::new(MAX_SPENT) };
    let (numbers, lengths) = numbers_and_lengths(expr);
    let one_number = numbers.iter().take(MAX_PLACES).enumerate().filter_map(|(i, &given)| {
        let with = |value| {
            with_numbers(expr, |at, number| {
                if at == i {
                    *number = value
                }
            })
        };
        search.largest_working(given, with)
    });
    let one_length = lengths.iter().take(MAX_PLACES).enumerate().filter_map(|(i, &given)| {
        let with = |value| cut_list(expr, i, value as usize);
        search.largest_working(given as u64, with)
    });
    let best = one_number.chain(one_length).max_by(|a, b| a.1.cmp(&b.1));
    best.or_else(|| {
        let with = |bound: u64| with_numbers(expr, |_, number| *number = bound.min(*number));
        search.largest_working(numbers.iter().copied().max()?, with)
    })
}

/// `error` with a line of help that names a size that works: after `before`, and after any existing help.
pub fn help(error: Error, before: &str, suggestion: Option<(String, BigUint)>) -> Error {
    let Some((text, nodes)) = suggestion else { return error };
    let advice = format!("{before}try {text} ({} nodes)", magnitude(&nodes));
    match error.help.clone() {
        Some(help) => error.help(format!("{help}; {advice}")),
        None => error.help(advice),
    }
}

/// Files that were read once.
struct FileCache<'a> {
    load: Load<'a>,
    files: RefCell<HashMap<String, Result<Vec<u8>, String>>>,
}

impl FileCache<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let mut files = self.files.borrow_mut();
        files.entry(name.to_owned()).or_insert_with(|| (self.load)(name)).clone()
    }
}

/// Attempts at one expression, all out of one purse.
struct SuggestionSearch<'a> {
    expr: &'a Expr,
    size: Size<'a>,
    load: Load<'a>,
    left: Cell<u64>,
}

/// How an attempt ends.
enum Attempt {
    Works(BigUint),
    TooLarge,
    /// Wrong for another reason than its size.
    Wrong,
}

impl SuggestionSearch<'_> {
    fn try_expression(&self, expr: &Expr, work: &Elaboration<'_>) -> Attempt {
        match whole_shape(expr, work) {
            Ok(shape) => (self.size)(shape.as_ref()).map_or(Attempt::TooLarge, Attempt::Works),
            Err(error) if error.class == Class::Limit => Attempt::TooLarge,
            Err(_) => Attempt::Wrong,
        }
    }

    /// The expression with the largest value below `given` that works: sizes grow with every value. At most half of the remaining work is
    /// spent; the best found by then is the answer.
    fn largest_working(&self, given: u64, with: impl Fn(u64) -> Expr) -> Option<(String, BigUint)> {
        let purse = self.left.get() / 2;
        let work = Elaboration::new(self.load, purse);
        let (mut low, mut high) = (0, given);
        let mut best = None;
        // Doubling comes first, for small values are cheap, and then bisection.
        let mut doubling = Some(0u64);
        while low < high && work.remaining_work() > 0 {
            let middle = doubling.filter(|&d| d < high).unwrap_or(low + (high - low) / 2);
            doubling = doubling.filter(|&d| d < high).map(|d| d.saturating_mul(2).max(1));
            // The next value down that is not wrong decides.
            let near = (low..=middle).rev().take(MAX_GAP).map(|value| (value, with(value)));
            let mut decided = near.map(|(value, expr)| (value, self.try_expression(&expr, &work), expr));
            match decided.find(|(_, attempt, _)| !matches!(attempt, Attempt::Wrong)) {
                Some((_, Attempt::Works(nodes), expr)) => {
                    best = Some((expr, nodes));
                    low = middle + 1;
                }
                Some((value, ..)) => (high, doubling) = (value, None),
                // Small values are wrong more often than large ones.
                None if best.is_none() => low = middle + 1,
                None => high = middle,
            }
        }
        self.left.set(self.left.get() - (purse - work.remaining_work()));
        best.filter(|(expr, _)| expr != self.expr).map(|(expr, nodes)| (expr.to_string(), nodes))
    }
}

/// Every number of an expression, and the length of every list, set, product and call, each in order.
fn numbers_and_lengths(expr: &Expr) -> (Vec<u64>, Vec<usize>) {
    let (mut numbers, mut lengths) = (Vec::new(), Vec::new());
    visit_shrinkable(&mut expr.clone(), &mut |place| match place {
        Shrinkable::Number(number) => numbers.push(*number),
        Shrinkable::Items(items) => lengths.push(items.len()),
        Shrinkable::Args(args) => lengths.push(args.len()),
    });
    (numbers, lengths)
}

/// The expression after `f` has seen each number, with its place in order.
fn with_numbers(expr: &Expr, f: impl Fn(usize, &mut u64)) -> Expr {
    let mut out = expr.clone();
    let mut at = 0;
    visit_shrinkable(&mut out, &mut |place| {
        if let Shrinkable::Number(number) = place {
            f(at, number);
            at += 1;
        }
    });
    out
}

/// The expression with the i-th list, set, product or call cut to `length`.
fn cut_list(expr: &Expr, i: usize, length: usize) -> Expr {
    let mut out = expr.clone();
    let mut at = 0;
    visit_shrinkable(&mut out, &mut |place| {
        match place {
            Shrinkable::Items(items) if at == i => items.truncate(length),
            Shrinkable::Args(args) if at == i => args.truncate(length),
            Shrinkable::Number(_) => return,
            _ => {}
        }
        at += 1;
    });
    out
}

/// The parts of an expression that can be made smaller.
enum Shrinkable<'a> {
    Number(&'a mut u64),
    Items(&'a mut Vec<Expr>),
    Args(&'a mut Vec<Arg>),
}

/// Calls `f` on every place of an expression, those inside a place before the place itself.
fn visit_shrinkable(expr: &mut Expr, f: &mut impl FnMut(Shrinkable<'_>)) {
    match &mut expr.kind {
        Kind::Int(value) => f(Shrinkable::Number(value)),
        Kind::Power(base, power) => {
            visit_shrinkable(base, f);
            f(Shrinkable::Number(&mut power.exponent));
        }
        Kind::Call(call) => {
            call.args.iter_mut().for_each(|arg| visit_shrinkable(&mut arg.value, f));
            f(Shrinkable::Args(&mut call.args));
        }
        Kind::Product(items) | Kind::Set(items) | Kind::List(items) => {
            items.iter_mut().for_each(|item| visit_shrinkable(item, f));
            f(Shrinkable::Items(items));
        }
        Kind::Negative(_) | Kind::Text(_) | Kind::Word(_) => {}
    }
    // A product of one factor is that factor.
    if let Kind::Product(factors) = &mut expr.kind
        && factors.len() == 1
        && let Some(only) = factors.pop()
    {
        *expr = only;
    }
}
