//! Evaluators that look up and count: links of a pattern, addresses, shared links, places of a range, pivots, cross-edges.

use crate::claim::ClaimCase;
use crate::evaluated::{ComputedValue, Evaluated};
use crate::formula::{Formula, NameValues};
use crate::net::{network, node};
use crate::range::fill_formulas;
use crate::ratio::LowestTerms;
use crossedge::net::{Node, Parts, Table, neighbors};
use std::collections::BTreeMap;

/// Runs over all values of the ranges of a case.
fn over_ranges(
    case: &ClaimCase,
    names: &NameValues,
    mut visit: impl FnMut(&NameValues) -> Result<(), String>,
) -> Result<(), String> {
    let ranges: Vec<(&String, [i64; 2])> = case.each.iter().map(|(name, range)| (name, *range)).collect();
    let sizes = ranges.iter().map(|(_, [from, to])| (i128::from(*to) - i128::from(*from) + 1).max(0) as u128);
    if sizes.fold(1, u128::saturating_mul) > 1 << 22 {
        return Err("the ranges have more than 4 million places".to_owned());
    }
    if ranges.iter().any(|(_, [from, to])| from > to) {
        return Err("a range runs from the smaller number to the larger".to_owned());
    }
    let mut at: Vec<i64> = ranges.iter().map(|(_, [from, _])| *from).collect();
    let mut names = names.clone();
    loop {
        for ((name, _), value) in ranges.iter().zip(&at) {
            names.insert((*name).clone(), LowestTerms::from_integer(*value));
        }
        visit(&names)?;
        let Some(turn) = (0..at.len()).rev().find(|&i| at[i] < ranges[i].1[1]) else { return Ok(()) };
        at[turn] += 1;
        for (place, (_, [from, _])) in at.iter_mut().zip(&ranges).skip(turn + 1) {
            *place = *from;
        }
    }
}

/// Number of links of a pattern.
pub fn links(case: &ClaimCase, names: &NameValues) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let (mut there, mut all, mut missing) = (0, 0, None);
    over_ranges(case, names, |names| {
        let ends = [fill_formulas(&case.from, names)?, fill_formulas(&case.to, names)?];
        let [v, w] = [node(net.as_ref(), &ends[0])?, node(net.as_ref(), &ends[1])?];
        all += 1;
        if neighbors(net.as_ref(), v).any(|x| x == w) {
            there += 1;
        } else if missing.is_none() {
            let last = neighbors(net.as_ref(), v).last().map(|x| net.address(x).to_string());
            missing = Some(format!(
                "{} and {} are not linked; the last link of {} leads to {}",
                ends[0],
                ends[1],
                ends[0],
                last.unwrap_or_default()
            ));
        }
        Ok(())
    })?;
    let evidence = missing.unwrap_or_else(|| format!("computed: all {all} links of the pattern looked up"));
    Ok(Evaluated::count(there, evidence))
}

/// The id of an address, or the address of an id.
pub fn address(case: &ClaimCase) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let v = match case.nets.get("lower") {
        Some(lower) => node(network(lower)?.as_ref(), &case.from)?,
        None => node(net.as_ref(), &case.from)?,
    };
    let evidence = format!("{} of {}", net.notation(), case.expr);
    match case.to.as_str() {
        "address" => Ok(Evaluated { value: ComputedValue::Text(net.address(v).to_string()), evidence }),
        "" => Ok(Evaluated::count(v.0, evidence)),
        _ => Err("an address is given as an id, or with to = 'address'".to_owned()),
    }
}

/// Number of links two networks that do not share.
pub fn shared_links(what: &str, case: &ClaimCase) -> Result<Evaluated, String> {
    let table = |text: &str| Table::try_of(network(text)?.as_ref());
    let (a, b) = (table(&case.expr)?, table(&case.to)?);
    let inside = |&(v, w): &(u64, u64)| what != "first" || v.max(w) < a.nodes();
    let [a, b]: [std::collections::BTreeSet<(u64, u64)>; 2] =
        [a.edges().collect(), b.edges().filter(inside).collect()];
    let differ = a.symmetric_difference(&b).count() as u64;
    Ok(Evaluated::count(differ, format!("computed: {} and {} links compared", a.len(), b.len())))
}

/// In how many places a condition holds.
pub fn count(case: &ClaimCase, names: &NameValues) -> Result<Evaluated, String> {
    let condition = Formula::read(&case.ours)?;
    let (mut holds, mut all) = (0, 0);
    over_ranges(case, names, |names| {
        all += 1;
        holds += u64::from(!condition.value(names)?.is_zero());
        Ok(())
    })?;
    Ok(Evaluated::count(holds, format!("computed: {} in {holds} of {all} places", case.ours)))
}

/// In how many phases the pivots are not connected.
pub fn disconnected_pivots(case: &ClaimCase) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let Parts::Expansion(re) = net.parts() else { return Err("only an expansion has pivots".to_owned()) };
    let unit = re.sorted_unit();
    let mut disconnected = Vec::new();
    for (i, phase) in re.phases().enumerate() {
        let set = phase.pivots;
        let mut reached = vec![set[0]];
        let mut at = 0;
        while at < reached.len() {
            let near = unit.row(reached[at]);
            let more = set.iter().filter(|p| near.contains(&(**p as u32)) && !reached.contains(p));
            let more: Vec<usize> = more.copied().collect();
            reached.extend(more);
            at += 1;
        }
        if reached.len() < set.len() {
            disconnected.push(format!("phase {}: {set:?}", i + 1));
        }
    }
    let evidence = match disconnected.is_empty() {
        true => format!("computed: the pivots of {} phases are connected", re.phase_count()),
        false => format!("disconnected pivots: {}", disconnected.join(", ")),
    };
    Ok(Evaluated::count(disconnected.len() as u64, evidence))
}

/// The links that remain when phase j wires the first copy only: those whose later coordinates are all 0.
pub fn first_copy(case: &ClaimCase) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let Parts::Expansion(re) = net.parts() else { return Err("only an expansion has phases".to_owned()) };
    let (mut made, mut all) = (0, 0);
    for v in (0..net.nodes()).map(Node) {
        let (_, at) = re.coordinates(v);
        for w in neighbors(net.as_ref(), v).filter(|w| w.0 > v.0) {
            let (_, there) = re.coordinates(w);
            all += 1;
            made += u64::from(match (0..at.len()).find(|&j| at[j] != there[j]) {
                Some(phase) => at[phase + 1..].iter().all(|&f| f == 0),
                None => true,
            });
        }
    }
    Ok(Evaluated::count(made, format!("computed: {made} of {all} links lie in the first copies")))
}

/// Number of cross-edges join a cluster of class 0 with one of class 1: the same number for all pairs.
pub fn cross_edges(case: &ClaimCase) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let Parts::Level(level) = net.parts() else {
        return Err("only a dual construction has clusters".to_owned());
    };
    let mut pairs: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for v in (0..level.numbering().half()).map(Node) {
        for there in neighbors(net.as_ref(), v).map(|w| level.place(w)).filter(|there| there.class == 1) {
            *pairs.entry((level.place(v).cluster, there.cluster)).or_default() += 1;
        }
    }
    let clusters = level.numbering().count();
    let (least, most) = (pairs.values().min().copied(), pairs.values().max().copied());
    let all = pairs.len() as u64 == clusters * clusters;
    match (least, most) {
        (Some(a), Some(b)) if a == b && all => {
            Ok(Evaluated::count(a, format!("computed: counted for all {} pairs of clusters", pairs.len())))
        }
        _ => Err("pairs of clusters differ".to_owned()),
    }
}
