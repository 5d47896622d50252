//! Orders of hosts and ranks to start from.

use super::demand::Grid;
use super::machine::RankMachine;
use crate::net::Structure;
use crossedge_core::rng::Dice;
use std::collections::{BTreeMap, BTreeSet};

/// Rank r on host r.
pub fn linear_order(ranks: u32) -> Vec<u32> {
    (0..ranks).collect()
}

/// Ranks dealt out to boxes of `each` consecutive hosts in turn, as Slurm's cyclic distribution deals them out to nodes.
pub fn cyclic_order(ranks: u32, hosts: u32, each: u32) -> Vec<u32> {
    let each = each.max(1);
    let boxes = hosts.div_ceil(each).min(ranks.div_ceil(each)).max(1);
    let slots = (0..each).flat_map(|slot| (0..boxes).map(move |at| at * each + slot));
    slots.filter(|&host| host < hosts).take(ranks as usize).collect()
}

/// A random order.
pub fn random_order(ranks: u32, hosts: u32, seed: u64) -> Vec<u32> {
    let mut dice = Dice::new(seed);
    let mut order: Vec<u32> = (0..hosts).collect();
    for at in 0..(ranks as usize).min(order.len()) {
        let other = at + dice.index(order.len() - at);
        order.swap(at, other);
    }
    order.truncate(ranks as usize);
    order
}

/// Bases with this part of their neighbours in common are near each other.
const COMMON: f64 = 0.4;

/// Neighbours of more bases say nothing about which belong together.
const MAX_SHARED: usize = 256;

/// All hosts, those of a switch, a pod or a group next to each other.
///
/// Nodes that have most of their neighbours in common are put together, level by level; hosts of one node keep their order.
pub fn host_order(machine: &RankMachine<'_>) -> Vec<u32> {
    // Clusters of bases, each with the nodes next to it.
    let mut clusters: Vec<(Vec<u32>, BTreeSet<u32>)> = (0..machine.bases.len() as u32)
        .map(|base| {
            let v = machine.bases[base as usize] as u32;
            (vec![base], around(machine, [v]))
        })
        .collect();
    let sizes = machine.sizes();
    loop {
        let before = clusters.len();
        clusters = merged(machine, &sizes, clusters);
        if clusters.len() == before || clusters.len() == 1 {
            break;
        }
    }
    let mut hosts: Vec<Vec<u32>> = vec![Vec::new(); machine.bases.len()];
    (0u32..).zip(&machine.base).for_each(|(host, &base)| hosts[base as usize].push(host));
    clusters
        .into_iter()
        .flat_map(|cluster| cluster.0)
        .flat_map(|base| std::mem::take(&mut hosts[base as usize]))
        .collect()
}

/// Nodes and their neighbours that are not hosts with one link.
fn around(machine: &RankMachine<'_>, nodes: impl IntoIterator<Item = u32>) -> BTreeSet<u32> {
    let mut out = BTreeSet::new();
    for v in nodes {
        out.insert(v);
        out.extend(machine.links(v).map(|link| machine.to[link]).filter(|&w| machine.links(w).len() > 1));
    }
    out
}

fn merged(
    machine: &RankMachine<'_>,
    sizes: &[u64],
    clusters: Vec<(Vec<u32>, BTreeSet<u32>)>,
) -> Vec<(Vec<u32>, BTreeSet<u32>)> {
    let mut near: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, cluster) in clusters.iter().enumerate() {
        cluster.1.iter().for_each(|&v| near.entry(v).or_default().push(at));
    }
    let mut group: Vec<usize> = (0..clusters.len()).collect();
    let size = |at: usize| clusters[at].1.iter().map(|&v| sizes[v as usize]).sum::<u64>();
    for at in 0..clusters.len() {
        if group[at] != at {
            continue;
        }
        let mut common: BTreeMap<usize, u64> = BTreeMap::new();
        for v in &clusters[at].1 {
            let others = &near[v];
            if others.len() <= MAX_SHARED {
                others
                    .iter()
                    .filter(|&&other| other > at)
                    .for_each(|&other| *common.entry(other).or_default() += sizes[*v as usize]);
            }
        }
        for (other, count) in common {
            let all = size(at) + size(other) - count;
            if group[other] == other && count as f64 >= COMMON * all as f64 {
                group[other] = at;
            }
        }
    }
    let mut out: BTreeMap<usize, (Vec<u32>, BTreeSet<u32>)> = BTreeMap::new();
    for (at, (bases, nodes)) in clusters.into_iter().enumerate() {
        let into = out.entry(group[at]).or_default();
        into.0.extend(bases);
        into.1.extend(nodes);
    }
    let widened = |(bases, nodes): (Vec<u32>, BTreeSet<u32>)| {
        let nodes = around(machine, nodes);
        (bases, nodes)
    };
    out.into_values().map(widened).collect()
}

/// Hosts with `block` of a base next to each other first, and those that do not fill a block at the end.
pub fn aligned(machine: &RankMachine<'_>, order: &[u32], block: usize) -> Vec<u32> {
    let (mut full, mut rest): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for hosts in order.chunk_by(|&a, &b| machine.base[a as usize] == machine.base[b as usize]) {
        let kept = hosts.len() - hosts.len() % block.max(1);
        full.extend(&hosts[..kept]);
        rest.extend(&hosts[kept..]);
    }
    full.extend(rest);
    full
}

/// The sizes of a network whose endpoints are a grid, the fastest first; empty if they are not.
pub fn grid_of(net: &dyn Structure) -> Vec<u64> {
    if let Some((routers, each)) = net.roles().and_then(|roles| roles.hosted()) {
        let mut sizes = grid_of(routers.as_ref());
        if each > 1 && !sizes.is_empty() {
            sizes.insert(0, each);
        }
        return sizes;
    }
    let Some(factors) = net.factors() else { return Vec::new() };
    factors.iter().rev().map(|factor| factor.endpoints()).collect()
}

/// Numbers of a grid in another order: digits are taken from dimensions in the order of `picks`, the fastest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigitOrder {
    sizes: Vec<u64>,
    /// The dimension of every digit, the fastest first.
    pub picks: Vec<usize>,
    /// Dimensions whose numbers run through their digits as a reflected Gray code.
    pub gray: Vec<bool>,
}

impl DigitOrder {
    /// The usual order of a grid.
    pub fn new(sizes: &[u64]) -> DigitOrder {
        let picks =
            sizes.iter().enumerate().flat_map(|(at, &size)| Grid::digits(size).into_iter().map(move |_| at));
        DigitOrder { sizes: sizes.to_vec(), picks: picks.collect(), gray: vec![false; sizes.len()] }
    }

    /// The number at every place.
    pub fn numbers(&self) -> Vec<u32> {
        let digits: Vec<Vec<u64>> = self.sizes.iter().map(|&size| Grid::digits(size)).collect();
        let mut used = vec![0; self.sizes.len()];
        let mut radix = Vec::new();
        for &dimension in &self.picks {
            radix.push((dimension, digits[dimension][used[dimension]]));
            used[dimension] += 1;
        }
        let all: u64 = self.sizes.iter().product();
        let mut values: Vec<Vec<u64>> =
            digits.iter().map(|digits| Vec::with_capacity(digits.len())).collect();
        let number = |place: u64| {
            values.iter_mut().for_each(Vec::clear);
            let mut rest = place;
            for &(dimension, radix) in &radix {
                values[dimension].push(rest % radix);
                rest /= radix;
            }
            let (mut number, mut scale) = (0, 1);
            for (dimension, &size) in self.sizes.iter().enumerate() {
                number += scale * coordinate(&digits[dimension], &values[dimension], self.gray[dimension]);
                scale *= size;
            }
            number as u32
        };
        (0..all).map(number).collect()
    }
}

/// The coordinate with these digits, the lowest first; in a reflected Gray code, the place at which the code has them.
fn coordinate(radix: &[u64], digits: &[u64], gray: bool) -> u64 {
    let mut value = 0;
    for (&radix, &digit) in radix.iter().zip(digits).rev() {
        let digit = if gray && value % 2 == 1 { radix - 1 - digit } else { digit };
        value = value * radix + digit;
    }
    value
}
