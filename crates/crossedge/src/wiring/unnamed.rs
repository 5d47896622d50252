//! Which node of a plan each node of a fabric is, from ports alone, or from ports and the nodes that are certain.
//!
//! The identity of one node determines its neighbours by their ports, unless a cable between them is wrong. So every cable of a known node is a vote for
//! the identity of the node at its other end, and the node with most votes is taken next. A start is a guess: a node whose surroundings,
//! refined a few steps, are seldom in the plan is the best one. Several are tried, and the one under which most cables agree is kept.

use super::{CableEnd, Wiring, faults};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// Steps of refinement.
const REFINEMENT_STEPS: usize = 3;
const MAX_DEPTH: usize = 12;

/// Number of starts tried for each of these, limited by the total number of cables compared.
const MAX_STARTS: usize = 12;
const MAX_WORK: usize = 1 << 21;

/// After this many starts that were no better, the best one is kept.
const MAX_FAILED_STARTS: usize = 4;

/// Maximum number of nodes without a right cable that are compared in pairs.
const MAX_UNMATCHED: usize = 16;

/// No one yet.
const UNASSIGNED: u32 = u32::MAX;

/// The plan node of every node of a fabric, given those that are certain. Nodes beyond those of the plan have ids from there on.
pub fn images(plan: &Wiring, built: &Wiring, certain: &[Option<u32>]) -> Vec<u32> {
    let seeds: Vec<(u32, u32)> = (0..).zip(certain).filter_map(|(v, is)| is.map(|is| (v, is))).collect();
    if !seeds.is_empty() {
        return exchange_images(
            plan,
            built,
            complete_matching(plan, built, spread_matches(plan, built, &seeds)),
            certain,
        );
    }
    let mut best: Option<(u64, Vec<u32>)> = None;
    let mut tried = 0;
    for (v, guesses) in start_nodes(plan, built) {
        let mut better = false;
        for is in guesses {
            let image = complete_matching(plan, built, spread_matches(plan, built, &[(v, is)]));
            let right = matching_cables(plan, built, &image);
            if best.as_ref().is_none_or(|(most, _)| right > *most) {
                best = Some((right, image));
                better = true;
            }
        }
        tried = if better { 0 } else { tried + 1 };
        let all = best.as_ref().is_some_and(|(most, _)| *most == built.count());
        if all || tried == MAX_FAILED_STARTS {
            break;
        }
    }
    let image = best.map_or_else(
        || complete_matching(plan, built, vec![UNASSIGNED; built.nodes() as usize]),
        |(_, image)| image,
    );
    exchange_images(plan, built, image, certain)
}

/// Exchanges the images of nodes none of whose cables are right, as long as there are fewer faults then: a host that is plugged in elsewhere has no cable that
/// votes for what it is.
fn exchange_images(plan: &Wiring, built: &Wiring, mut image: Vec<u32>, certain: &[Option<u32>]) -> Vec<u32> {
    let of = |image: &[u32], end: CableEnd| (image[end.0 as usize], end.1);
    let count = |image: &[u32]| faults(plan, &built.renamed(image)).len();
    let lost: Vec<u32> = (0..built.nodes())
        .filter(|&v| certain[v as usize].is_none())
        .filter(|&v| {
            built.row(v).iter().all(|&(port, end)| plan.at(of(&image, (v, port))) != Some(of(&image, end)))
        })
        .take(MAX_UNMATCHED)
        .collect();
    let there: HashSet<u32> = image.iter().copied().collect();
    let mut free: Vec<u32> = (0..plan.nodes()).filter(|is| !there.contains(is)).take(MAX_UNMATCHED).collect();
    let mut least = count(&image);
    loop {
        let before = least;
        for (i, &v) in lost.iter().enumerate() {
            for &w in lost.iter().skip(i + 1).filter(|&&w| built.is_switch(w) == built.is_switch(v)) {
                image.swap(v as usize, w as usize);
                match count(&image) {
                    fewer if fewer < least => least = fewer,
                    _ => image.swap(v as usize, w as usize),
                }
            }
            for other in
                free.iter_mut().filter(|is| **is < plan.nodes() && plan.is_switch(**is) == built.is_switch(v))
            {
                std::mem::swap(&mut image[v as usize], other);
                match count(&image) {
                    fewer if fewer < least => least = fewer,
                    _ => std::mem::swap(&mut image[v as usize], other),
                }
            }
        }
        if least == before {
            return image;
        }
    }
}

/// Number of cables that are planned ones.
fn matching_cables(plan: &Wiring, built: &Wiring, image: &[u32]) -> u64 {
    let of = |end: CableEnd| (image[end.0 as usize], end.1);
    built.cables().filter(|&(a, b)| plan.at(of(a)) == Some(of(b))).count() as u64
}

/// Returns `true` if no renaming of nodes maps one to the other: the surroundings of nodes differ under every naming. `false` is inconclusive.
pub fn told_apart(plan: &Wiring, built: &Wiring) -> bool {
    let sorted = |of: &Wiring| {
        // Nodes without cables may be unused names.
        let mut colours: Vec<u64> = (0..)
            .zip(colours(of, MAX_DEPTH))
            .filter(|&(v, _)| !of.row(v).is_empty())
            .map(|(_, colour)| colour)
            .collect();
        colours.sort_unstable();
        colours
    };
    sorted(plan) != sorted(built)
}

/// The surroundings of every node, as numbers.
fn colours(of: &Wiring, rounds: usize) -> Vec<u64> {
    let number = |thing: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        thing(&mut hasher);
        hasher.finish()
    };
    let mut now: Vec<u64> = (0..of.nodes()).map(|v| number(&|h| of.is_switch(v).hash(h))).collect();
    for _ in 0..rounds {
        let next = |v: u32| {
            number(&|h| {
                now[v as usize].hash(h);
                of.row(v).iter().for_each(|&(port, (w, back))| (port, back, now[w as usize]).hash(h));
            })
        };
        now = (0..of.nodes()).map(next).collect();
    }
    now
}

/// Nodes to start with, and what they may be: surroundings seen from afar first, and among these the ones that are seldom.
fn start_nodes(plan: &Wiring, built: &Wiring) -> Vec<(u32, Vec<u32>)> {
    let most = (MAX_WORK / (plan.count() as usize + 1) / MAX_STARTS / REFINEMENT_STEPS).max(4);
    let mut out = Vec::new();
    for rounds in (0..=REFINEMENT_STEPS).rev() {
        let mut classes: HashMap<u64, Vec<u32>> = HashMap::new();
        (0..).zip(colours(plan, rounds)).for_each(|(v, colour)| classes.entry(colour).or_default().push(v));
        let mut known: Vec<(usize, u32, u64)> = (0..)
            .zip(colours(built, rounds))
            .filter_map(|(v, colour)| Some((classes.get(&colour)?.len(), v, colour)))
            .filter(|&(_, v, _)| built.row(v).len() > 1)
            .collect();
        known.sort_unstable();
        let seldom = known.first().map_or(0, |first| first.0);
        known.retain(|&(size, ..)| size == seldom);
        // Far from each other: a fault near one start need not be near the next.
        let step = known.len().div_ceil(MAX_STARTS).max(1);
        let guesses = |colour: u64| classes[&colour].iter().copied().take(most).collect();
        out.extend(known.into_iter().step_by(step).map(|(_, v, colour)| (v, guesses(colour))));
    }
    out
}

/// Spreads what is known, most votes first.
fn spread_matches(plan: &Wiring, built: &Wiring, seeds: &[(u32, u32)]) -> Vec<u32> {
    let mut image = vec![UNASSIGNED; built.nodes() as usize];
    let mut used = vec![false; plan.nodes() as usize];
    let mut votes: Vec<Vec<(u32, u32)>> = vec![Vec::new(); built.nodes() as usize];
    let mut next: BinaryHeap<(u32, std::cmp::Reverse<u64>, u32, u32)> = BinaryHeap::new();
    let mut order = 0u64;
    for &(v, is) in seeds {
        next.push((u32::MAX, std::cmp::Reverse(order), v, is));
        order += 1;
    }
    while let Some((_, _, v, is)) = next.pop() {
        if image[v as usize] != UNASSIGNED || used.get(is as usize) != Some(&false) {
            continue;
        }
        image[v as usize] = is;
        used[is as usize] = true;
        for &(port, (w, back)) in built.row(v) {
            let Some((wanted, there)) = plan.at((is, port)) else { continue };
            let fits = there == back && plan.is_switch(wanted) == built.is_switch(w);
            if !fits || image[w as usize] != UNASSIGNED || used[wanted as usize] {
                continue;
            }
            let mine = &mut votes[w as usize];
            let count = match mine.iter_mut().find(|vote| vote.0 == wanted) {
                Some(vote) => {
                    vote.1 += 1;
                    vote.1
                }
                None => {
                    mine.push((wanted, 1));
                    1
                }
            };
            order += 1;
            next.push((count, std::cmp::Reverse(order), w, wanted));
        }
    }
    image
}

/// Gives everybody an image, and exchanges those of two nodes where more cables agree then.
fn complete_matching(plan: &Wiring, built: &Wiring, mut image: Vec<u32>) -> Vec<u32> {
    let mut holder = vec![UNASSIGNED; plan.nodes() as usize];
    for (v, &is) in (0..).zip(&image) {
        if is != UNASSIGNED {
            holder[is as usize] = v;
        }
    }
    let free = |holder: &[u32], switch: bool| {
        (0..plan.nodes())
            .filter(|&is| holder[is as usize] == UNASSIGNED && plan.is_switch(is) == switch)
            .collect::<Vec<_>>()
    };
    let mut left = [false, true].map(|switch| free(&holder, switch).into_iter());
    let mut beyond = plan.nodes();
    for v in 0..built.nodes() {
        if image[v as usize] != UNASSIGNED {
            continue;
        }
        image[v as usize] = match left[usize::from(built.is_switch(v))].next() {
            Some(is) => {
                holder[is as usize] = v;
                is
            }
            None => {
                beyond += 1;
                beyond - 1
            }
        };
    }
    for _ in 0..REFINEMENT_STEPS {
        let mut changed = false;
        for v in 0..built.nodes() {
            changed |= improve_image(plan, built, &mut image, &mut holder, v);
        }
        if !changed {
            break;
        }
    }
    image
}

/// Exchanges the image of a node for the one that most of its neighbours vote for, if that is better for both nodes together.
fn improve_image(plan: &Wiring, built: &Wiring, image: &mut [u32], holder: &mut [u32], v: u32) -> bool {
    let now = image[v as usize];
    let mut votes = BTreeMap::<u32, usize>::new();
    for &(port, (w, back)) in built.row(v) {
        if let Some((is, there)) = plan.at((image[w as usize], back))
            && there == port
            && plan.is_switch(is) == built.is_switch(v)
        {
            *votes.entry(is).or_default() += 1;
        }
    }
    let own = votes.get(&now).copied().unwrap_or(0);
    let Some((is, count)) = votes.into_iter().rev().max_by_key(|&(_, count)| count) else { return false };
    if is == now || count <= own {
        return false;
    }
    let other = holder[is as usize];
    let around = |image: &[u32]| {
        let count = |u: u32| {
            let of = |end: CableEnd| (image[end.0 as usize], end.1);
            built
                .row(u)
                .iter()
                .filter(|&&(port, end)| plan.at((image[u as usize], port)) == Some(of(end)))
                .count()
        };
        count(v) + if other == UNASSIGNED { 0 } else { count(other) }
    };
    let before = around(image);
    let exchange = |image: &mut [u32]| {
        if other != UNASSIGNED {
            image.swap(v as usize, other as usize);
        } else {
            image[v as usize] = is;
        }
    };
    exchange(image);
    if around(image) <= before {
        // Back again.
        match other {
            UNASSIGNED => image[v as usize] = now,
            _ => image.swap(v as usize, other as usize),
        }
        return false;
    }
    holder[is as usize] = v;
    if let Some(held) = holder.get_mut(now as usize) {
        *held = other;
    }
    true
}
