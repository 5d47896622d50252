//! The differences between a graph and a plan under a map, as few as possible and in the form that helps most: two missing and two extra cables may be two cables with
//! swapped ends, a missing and an extra cable at the same node one cable that was moved.

use super::switch_graph::{SwitchGraph, cables_between};
use std::collections::{BTreeMap, BTreeSet};

/// A node of the graph, or one of the plan that the graph does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    /// A node of the graph.
    Built(u32),
    /// A node of the plan that no node of the graph is.
    Absent(u32),
}

/// A difference between a graph and its plan, cable by cable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// A planned cable that is not there.
    Missing([Site; 2]),
    /// A cable that is not planned.
    Extra([Site; 2]),
    /// A cable with one end at the wrong node.
    Moved {
        /// The end that is right.
        stays: Site,
        /// The wrong end.
        from: Site,
        /// Its planned end.
        to: Site,
    },
    /// Two cables, each with the end of the other: `right` should be linked, and `others` too.
    Swapped {
        /// The ends of one planned cable. In the graph the first is linked to the first of `others`, the second to the second.
        right: [Site; 2],
        /// The ends of the other planned cable.
        others: [Site; 2],
    },
}

impl Difference {
    /// Number of cables that are missing.
    pub fn missing(&self) -> u64 {
        match self {
            Difference::Missing(_) | Difference::Moved { .. } => 1,
            Difference::Extra(_) => 0,
            Difference::Swapped { .. } => 2,
        }
    }

    /// Number of cables that are not planned.
    pub fn extra(&self) -> u64 {
        match self {
            Difference::Extra(_) | Difference::Moved { .. } => 1,
            Difference::Missing(_) => 0,
            Difference::Swapped { .. } => 2,
        }
    }
}

/// Pairs of nodes with a number of cables, smaller node first.
type Counts = BTreeMap<[Site; 2], u64>;

/// All differences between switches.
pub fn differences(built: &SwitchGraph, plan: &SwitchGraph, image: &[Option<u32>]) -> Vec<Difference> {
    let mut holder = vec![None; plan.len()];
    (0u32..).zip(image).for_each(|(v, is)| {
        if let Some(is) = is {
            holder[*is as usize] = Some(v);
        }
    });
    let site = |is: u32| holder[is as usize].map_or(Site::Absent(is), Site::Built);
    let (mut missing, mut extra) = (Counts::new(), Counts::new());
    for (is, links) in (0u32..).zip(&plan.graph.links) {
        for &(to, cables) in links.iter().filter(|link| is < link.0) {
            let there = match (holder[is as usize], holder[to as usize]) {
                (Some(v), Some(w)) => built.cables_between(v, w),
                _ => 0,
            };
            if cables > there {
                missing.insert(sorted(site(is), site(to)), cables - there);
            }
        }
    }
    for (v, links) in (0u32..).zip(&built.graph.links) {
        for &(w, cables) in links.iter().filter(|link| v < link.0) {
            let planned = match (image[v as usize], image[w as usize]) {
                (Some(is), Some(to)) => cables_between(&plan.graph, is, to),
                _ => 0,
            };
            if cables > planned {
                extra.insert(sorted(Site::Built(v), Site::Built(w)), cables - planned);
            }
        }
    }
    let mut out = Vec::new();
    swapped(&mut missing, &mut extra, &mut out);
    moved(&mut missing, &mut extra, &mut out);
    let cables = |counts: Counts| {
        counts.into_iter().flat_map(|(pair, count)| std::iter::repeat_n(pair, count as usize))
    };
    out.extend(cables(missing).map(Difference::Missing));
    out.extend(cables(extra).map(Difference::Extra));
    out
}

fn sorted(a: Site, b: Site) -> [Site; 2] {
    if a < b { [a, b] } else { [b, a] }
}

fn take(counts: &mut Counts, pair: [Site; 2]) {
    if let Some(count) = counts.get_mut(&pair) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&pair);
        }
    }
}

/// The other ends of the cables at each node.
fn by_node(counts: &Counts) -> BTreeMap<Site, Vec<Site>> {
    let mut out: BTreeMap<Site, Vec<Site>> = BTreeMap::new();
    for &[a, b] in counts.keys() {
        out.entry(a).or_default().push(b);
        out.entry(b).or_default().push(a);
    }
    out
}

/// Planned a–b and x–y, found a–x and b–y.
fn swapped(missing: &mut Counts, extra: &mut Counts, out: &mut Vec<Difference>) {
    let (wanted, there) = (by_node(missing), by_node(extra));
    let none = Vec::new();
    for [a, x] in extra.keys().copied().collect::<Vec<_>>() {
        for (a, x) in [(a, x), (x, a)] {
            for &b in wanted.get(&a).unwrap_or(&none) {
                for &y in there.get(&b).unwrap_or(&none) {
                    let ([one, other], [right, others]) =
                        ([sorted(a, x), sorted(b, y)], [sorted(a, b), sorted(x, y)]);
                    let distinct = one != other && right != others && x != y && b != x && a != y;
                    let have = |counts: &Counts, pair| counts.get(&pair).is_some_and(|&count| count > 0);
                    if distinct
                        && have(extra, one)
                        && have(extra, other)
                        && have(missing, right)
                        && have(missing, others)
                    {
                        take(extra, one);
                        take(extra, other);
                        take(missing, right);
                        take(missing, others);
                        out.push(Difference::Swapped { right: [a, b], others: [x, y] });
                    }
                }
            }
        }
    }
}

/// Planned s–t, found s–f. Cables with fewest choices are taken first.
fn moved(missing: &mut Counts, extra: &mut Counts, out: &mut Vec<Difference>) {
    let there = by_node(extra);
    let mut wanted: BTreeMap<Site, BTreeSet<Site>> = BTreeMap::new();
    for (end, others) in by_node(missing) {
        wanted.insert(end, others.into_iter().collect());
    }
    let choices = |wanted: &BTreeMap<Site, BTreeSet<Site>>, pair: &[Site; 2]| -> usize {
        pair.iter().filter_map(|end| wanted.get(end)).map(BTreeSet::len).sum()
    };
    let mut queue: BTreeSet<(usize, [Site; 2])> = BTreeSet::new();
    queue.extend(extra.keys().map(|pair| (choices(&wanted, pair), *pair)).filter(|next| next.0 > 0));
    while let Some(&(_, pair @ [a, b])) = queue.first() {
        let end = [(a, b), (b, a)].into_iter().find_map(|(stays, from)| {
            let to = *wanted.get(&stays)?.first()?;
            Some((stays, from, to))
        });
        let Some((stays, from, to)) = end else { return };
        take(extra, pair);
        if !extra.contains_key(&pair) {
            queue.pop_first();
        }
        let planned = sorted(stays, to);
        take(missing, planned);
        if !missing.contains_key(&planned) {
            // Cables at both ends have one choice fewer.
            let around: BTreeSet<[Site; 2]> = [stays, to]
                .into_iter()
                .flat_map(|end| there.get(&end).into_iter().flatten().map(move |&other| sorted(end, other)))
                .filter(|pair| extra.contains_key(pair))
                .collect();
            around.iter().for_each(|pair| _ = queue.remove(&(choices(&wanted, pair), *pair)));
            for (end, other) in [(stays, to), (to, stays)] {
                wanted.get_mut(&end).map(|others| others.remove(&other));
            }
            let left = around.into_iter().map(|pair| (choices(&wanted, &pair), pair));
            queue.extend(left.filter(|next| next.0 > 0));
        }
        out.push(Difference::Moved { stays, from, to });
    }
}
