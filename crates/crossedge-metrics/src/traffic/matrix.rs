//! Traffic matrices, from a pattern or from a text.

use super::{Groups, Traffic};
use crossedge_core::model::certificate::Demands;
use crossedge_lang::net::{Node, Structure};
use num_integer::Integer;
use std::collections::{BTreeMap, BTreeSet};

/// More endpoints are not listed one by one.
pub const MAX_ENDS: u64 = 1 << 24;

/// Amounts add up to at most this, over their common unit.
const MAX_SENT: u64 = 1 << 40;

/// The messages of every endpoint under a pattern, of at most [`MAX_ENDS`]; all-to-all is reported as uniform traffic, of which it is the same shares. The text of the error
/// names the requirement of the pattern.
pub fn demands(net: &dyn Structure, traffic: Traffic) -> Result<Demands, String> {
    let ends = net.endpoints();
    match traffic {
        Traffic::Uniform | Traffic::AllToAll => Ok(Demands::Uniform(ends as u32)),
        Traffic::Groups(grouping) => Ok(group_demands(ends, grouping)),
        _ => {
            let target = |v: u64| traffic.target(net, Node(v)).map(|to| to.0);
            let targets = (0..ends).map(target).collect::<Result<Vec<u64>, String>>()?;
            Ok(permuted(&targets))
        }
    }
}

/// Every endpoint sends a packet per cycle to one, and nothing to itself.
pub fn permuted(targets: &[u64]) -> Demands {
    let row = |(v, &to): (u64, &u64)| if to == v { Vec::new() } else { vec![(to as u32, 1)] };
    Demands::Listed { unit: 1, rows: (0..).zip(targets).map(row).collect() }
}

/// In groups every endpoint sends to every other one, each as much, a packet per cycle together. The last groups may be smaller.
fn group_demands(ends: u64, grouping: Groups) -> Demands {
    let others = |members: u64| members.saturating_sub(1).max(1);
    let sizes: BTreeSet<u64> = (0..ends).map(|v| others(grouping.members(v, ends).1)).collect();
    let unit = sizes.iter().fold(1u64, |unit, size| unit.lcm(size));
    let row = |v: u64| {
        let (first, count, place) = grouping.members(v, ends);
        let to = |i: u64| ((first + i * grouping.stride.max(1)) as u32, unit / others(count));
        (0..count).filter(|&i| i != place).map(to).collect()
    };
    Demands::Listed { unit, rows: (0..ends).map(row).collect() }
}

/// Parses traffic from lines of sender, receiver and amount, e.g. `0 5 1/2` [default amount: 1]. Amounts of repeated pairs
/// add up; # starts a comment. The error names the line.
pub fn read(text: &str, ends: u64) -> Result<Demands, String> {
    let mut pairs: BTreeMap<(u64, u64), Vec<(u64, u64)>> = BTreeMap::new();
    let mut unit = 1u64;
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |why: &str| format!("line {number}: {why}");
        let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        let (from, to, amount) = match words[..] {
            [] => continue,
            [from, to] => (from, to, "1"),
            [from, to, amount] => (from, to, amount),
            _ => return Err(wrong("a sender, a receiver and an amount are expected, e.g. 0 5 1/2")),
        };
        let end = |word: &str| match word.parse::<u64>() {
            Ok(id) if id < ends => Ok(id),
            _ => Err(wrong(&format!("'{word}' is not an endpoint: ids run from 0 to {}", ends - 1))),
        };
        let (from, to) = (end(from)?, end(to)?);
        if from == to {
            return Err(wrong("an endpoint does not send to itself"));
        }
        let amount = parse_fraction(amount).ok_or_else(|| {
            wrong("an amount is a whole number, a fraction or a decimal, e.g. 2, 1/3 or 0.25")
        })?;
        if amount.0 > 0 {
            let common = (unit / unit.gcd(&amount.1)).checked_mul(amount.1);
            let common = common.filter(|&common| common <= MAX_SENT);
            unit = common.ok_or_else(|| wrong("the amounts have no common unit below 2^40"))?;
            pairs.entry((from, to)).or_default().push(amount);
        }
    }
    let mut rows = vec![Vec::new(); ends as usize];
    let mut sent = 0u64;
    for ((from, to), amounts) in pairs {
        let parts = amounts.iter().map(|(a, b)| a.checked_mul(unit / b));
        let sum = parts.sum::<Option<u64>>().filter(|&sum| sum <= MAX_SENT);
        let all = sum.and_then(|sum| sent.checked_add(sum)).filter(|&all| all <= MAX_SENT);
        let (Some(sum), Some(all)) = (sum, all) else {
            return Err(format!("all amounts together pass 2^40 over their common unit 1/{unit}"));
        };
        sent = all;
        rows[from as usize].push((to as u32, sum));
    }
    Ok(Demands::Listed { unit, rows })
}

/// A number as a fraction in lowest terms.
fn parse_fraction(text: &str) -> Option<(u64, u64)> {
    let (a, b) = match (text.split_once('/'), text.split_once('.')) {
        (Some((a, b)), None) => (parse_digits(a)?, parse_digits(b)?),
        (None, Some((whole, part))) => {
            let over = 10u64.checked_pow(u32::try_from(part.len()).ok()?)?;
            let whole = if whole.is_empty() { 0 } else { parse_digits(whole)? };
            (whole.checked_mul(over)?.checked_add(parse_digits(part)?)?, over)
        }
        (None, None) => (parse_digits(text)?, 1),
        _ => return None,
    };
    let common = a.gcd(&b);
    (b > 0).then(|| (a / common, b / common))
}

fn parse_digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
