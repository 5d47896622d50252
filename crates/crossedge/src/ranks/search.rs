//! Search for a good order: all orders of small jobs, otherwise digit orders of the grid of ranks, then swaps of hosts and of blocks.

use super::demand::{Grid, RankTraffic};
use super::machine::{RankMachine, SHARE};
use super::orders::{DigitOrder, aligned, grid_of};
use crate::exact::Ratio;
use crate::net::Structure;
use crate::progress::Progress;
use crossedge_core::rng::Dice;
use num_bigint::BigUint;
use rayon::prelude::*;
use std::collections::HashMap;

/// Limits of a search.
#[derive(Debug, Clone, Copy)]
pub struct SearchLimits {
    /// Seed of random choices.
    pub seed: u64,
    /// Updates of links, in millions.
    pub effort: u64,
    /// A total time that no order is below.
    pub bound: f64,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All orders were compared, or ruled out by their parts.
    Exhaustive,
    /// The bound was reached.
    Bound,
    /// The effort was used up.
    Effort,
    /// It was interrupted, and this is the best so far.
    Interrupted,
}

/// The host of every rank, as an index into the hosts of the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// By rank.
    pub hosts: Vec<u32>,
    /// How the search ended.
    pub ending: Ending,
}

/// The most loaded link of a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseLoad {
    /// Time of the phase in bytes through an endpoint port.
    pub time: Ratio,
    /// The link; `None` if nothing is sent.
    pub link: Option<u32>,
}

impl PhaseLoad {
    fn value(&self) -> f64 {
        self.time.value().unwrap_or(0.0)
    }
}

/// Most orders that are compared one by one.
const MAX_ORDERS: u64 = 4_000_000;

/// The loads of all links in one phase.
fn phase_loads(machine: &RankMachine<'_>, messages: &[(u32, u32, u64)], hosts: &[u32]) -> Vec<u64> {
    let mut load = vec![0u64; machine.to.len()];
    let mut between: HashMap<(u32, u32), u64> = HashMap::new();
    for &(from, to, bytes) in messages {
        let [from, to] = [from, to].map(|rank| hosts[rank as usize]);
        if let Some([up, _]) = machine.access(from) {
            load[up as usize] += bytes * u64::from(SHARE);
        }
        if let Some([_, down]) = machine.access(to) {
            load[down as usize] += bytes * u64::from(SHARE);
        }
        let pair = [from, to].map(|host| machine.base[host as usize]);
        if pair[0] != pair[1] {
            *between.entry((pair[0], pair[1])).or_default() += bytes;
        }
    }
    for ((from, to), bytes) in between {
        machine.base_shares(from, to, &mut |link, share| load[link as usize] += bytes * u64::from(share));
    }
    load
}

/// The time of every phase, with its most loaded link.
pub fn phase_times(machine: &RankMachine<'_>, traffic: &RankTraffic, hosts: &[u32]) -> Vec<PhaseLoad> {
    let of = |messages: &Vec<(u32, u32, u64)>| {
        let load = phase_loads(machine, messages, hosts);
        let more = |a: usize, b: usize| {
            u128::from(load[a]) * u128::from(machine.width[b])
                > u128::from(load[b]) * u128::from(machine.width[a])
        };
        let most =
            (0..load.len()).filter(|&link| load[link] > 0).reduce(|a, b| if more(b, a) { b } else { a });
        let time = match most {
            Some(link) => Ratio::lowest(
                BigUint::from(load[link]) * machine.unit,
                BigUint::from(SHARE) * machine.width[link],
            ),
            None => Ratio::new(0u32, 1u32),
        };
        PhaseLoad { time, link: most.map(|link| link as u32) }
    };
    traffic.phases.par_iter().map(|phase| of(&phase.messages)).collect()
}

fn total(machine: &RankMachine<'_>, traffic: &RankTraffic, hosts: &[u32]) -> f64 {
    phase_times(machine, traffic, hosts).iter().map(PhaseLoad::value).sum()
}

/// Searches for an order with a small total time, from the given ones and others; `near` has hosts next to those near them.
pub fn search(
    net: &dyn Structure,
    machine: &RankMachine<'_>,
    traffic: &RankTraffic,
    given: &[Vec<u32>],
    near: &[u32],
    limits: SearchLimits,
    progress: &dyn Progress,
) -> Placement {
    let (ranks, hosts) = (u64::from(traffic.ranks), machine.hosts.len() as u64);
    let orders = (hosts - ranks + 1..=hosts)
        .try_fold(1u64, |all, factor| all.checked_mul(factor).filter(|&all| all <= MAX_ORDERS));
    if orders.is_some() {
        progress.stage("all orders", 1);
        return all_orders(machine, traffic, given, progress);
    }
    let reached = |time: f64| time <= limits.bound * (1.0 + 1e-6);
    // The given orders alone may reach the bound.
    let mut ranked: Vec<(f64, Vec<u32>)> = Vec::new();
    for order in given {
        let time = total(machine, traffic, order);
        if reached(time) {
            return Placement { hosts: order.clone(), ending: Ending::Bound };
        }
        ranked.push((time, order.clone()));
    }
    let natural: Vec<u32> = (0..hosts as u32).collect();
    let mut bases: Vec<Vec<u32>> = vec![natural, near.to_vec()];
    if let Some(grid) = &traffic.grid {
        for block in [grid.sizes[0], grid.sizes[0] * grid.sizes[1]] {
            if block > 1 {
                bases.push(aligned(machine, &bases[1].clone(), block as usize));
            }
        }
    }
    bases.dedup();
    // Every order of hosts with the usual order of ranks, and orders of digits from the best of these.
    let mut starts: Vec<Vec<u32>> = bases.iter().map(|order| order[..ranks as usize].to_vec()).collect();
    starts.retain(|start| !given.contains(start));
    ranked.par_extend(starts.into_par_iter().map(|hosts| (total(machine, traffic, &hosts), hosts)));
    if let Some(grid) = &traffic.grid {
        let host_grid = Some(grid_of(net))
            .filter(|sizes| !sizes.is_empty() && sizes.iter().product::<u64>() == ranks && hosts == ranks);
        ranked.extend(digit_orders(machine, traffic, grid, &bases, host_grid, limits, progress));
    }
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    ranked.dedup_by(|a, b| a.1 == b.1);
    if progress.stopped() || ranked.first().is_some_and(|best| reached(best.0)) {
        let ending = if progress.stopped() { Ending::Interrupted } else { Ending::Bound };
        return Placement { hosts: ranked.swap_remove(0).1, ending };
    }
    // The two best, and the hosts in their orders: groups that stay together are often worse at first, and better after swaps. Each climbs by itself, so that the
    // result does not depend on the number of cores.
    let plain: Vec<Vec<u32>> = bases.iter().take(2).map(|order| order[..ranks as usize].to_vec()).collect();
    let others: Vec<(f64, Vec<u32>)> =
        ranked.iter().skip(2).filter(|start| plain.contains(&start.1)).cloned().collect();
    ranked.truncate(2);
    ranked.extend(others);
    let count = ranked.len() as u64;
    progress.stage("swaps of ranks", limits.effort);
    let climbed: Vec<(f64, Vec<u32>)> = ranked
        .into_par_iter()
        .enumerate()
        .map(|(at, (_, hosts))| {
            Climb::new(machine, traffic, hosts).run(
                limits,
                limits.seed + at as u64,
                limits.effort / count,
                progress,
            )
        })
        .collect();
    let best = climbed.into_iter().reduce(|a, b| if b.0 < a.0 { b } else { a });
    let (time, hosts) = best.unwrap_or((f64::INFINITY, given[0].clone()));
    let ending = match (reached(time), progress.stopped()) {
        (true, _) => Ending::Bound,
        (_, true) => Ending::Interrupted,
        _ => Ending::Effort,
    };
    Placement { hosts, ending }
}

/// The best of all orders: ranks are placed one by one, and an order is given up when its parts take as long as the best.
fn all_orders(
    machine: &RankMachine<'_>,
    traffic: &RankTraffic,
    given: &[Vec<u32>],
    progress: &dyn Progress,
) -> Placement {
    let mut best: (f64, Vec<u32>) = (f64::INFINITY, Vec::new());
    for hosts in given {
        let time = total(machine, traffic, hosts);
        if time < best.0 {
            best = (time, hosts.clone());
        }
    }
    let mut tree = Tree {
        machine,
        progress,
        partners: partners(traffic),
        load: vec![vec![0; machine.to.len()]; traffic.phases.len()],
        most: vec![0.0; traffic.phases.len()],
        hosts: vec![u32::MAX; traffic.ranks as usize],
        free: vec![true; machine.hosts.len()],
        best,
        stopped: false,
    };
    tree.place(0);
    let ending = if tree.stopped { Ending::Interrupted } else { Ending::Exhaustive };
    Placement { hosts: tree.best.1, ending }
}

/// A message of a rank: the phase, the other rank, the bytes, and whether it is sent.
type Partner = (usize, u32, u64, bool);

fn partners(traffic: &RankTraffic) -> Vec<Vec<Partner>> {
    let mut out = vec![Vec::new(); traffic.ranks as usize];
    for (phase, messages) in traffic.phases.iter().enumerate() {
        for &(from, to, bytes) in &messages.messages {
            out[from as usize].push((phase, to, bytes, true));
            out[to as usize].push((phase, from, bytes, false));
        }
    }
    out
}

/// Calls `visit` with all links of a message between two hosts.
fn message_links(machine: &RankMachine<'_>, from: u32, to: u32, visit: &mut dyn FnMut(u32, u32)) {
    if let Some([up, _]) = machine.access(from) {
        visit(up, SHARE);
    }
    if let Some([_, down]) = machine.access(to) {
        visit(down, SHARE);
    }
    let [from, to] = [from, to].map(|host| machine.base[host as usize]);
    machine.base_shares(from, to, visit);
}

struct Tree<'a> {
    machine: &'a RankMachine<'a>,
    progress: &'a dyn Progress,
    partners: Vec<Vec<Partner>>,
    load: Vec<Vec<u64>>,
    most: Vec<f64>,
    hosts: Vec<u32>,
    free: Vec<bool>,
    best: (f64, Vec<u32>),
    stopped: bool,
}

impl Tree<'_> {
    fn place(&mut self, rank: usize) {
        if rank == self.hosts.len() {
            let time: f64 = self.most.iter().sum();
            if time < self.best.0 {
                self.best = (time, self.hosts.clone());
            }
            return;
        }
        self.stopped |= self.progress.stopped();
        for host in 0..self.free.len() as u32 {
            if !self.free[host as usize] || self.stopped {
                continue;
            }
            let most = self.most.clone();
            self.hosts[rank] = host;
            self.messages(rank, true);
            if self.most.iter().sum::<f64>() < self.best.0 * (1.0 - 1e-12) {
                self.free[host as usize] = false;
                self.place(rank + 1);
                self.free[host as usize] = true;
            }
            self.messages(rank, false);
            self.most = most;
        }
        self.hosts[rank] = u32::MAX;
    }

    /// Adds or removes the messages between a rank and those before it.
    fn messages(&mut self, rank: usize, add: bool) {
        let Tree { machine, partners, load, most, hosts, .. } = self;
        for &(phase, other, bytes, sends) in
            partners[rank].iter().filter(|partner| (partner.1 as usize) < rank)
        {
            let (own, other) = (hosts[rank], hosts[other as usize]);
            let (from, to) = if sends { (own, other) } else { (other, own) };
            message_links(machine, from, to, &mut |link, share| {
                let on = &mut load[phase][link as usize];
                let bytes = bytes * u64::from(share);
                *on = if add { *on + bytes } else { *on - bytes };
                let time = *on as f64 * machine.unit as f64
                    / (f64::from(SHARE) * machine.width[link as usize] as f64);
                most[phase] = most[phase].max(time);
            });
        }
    }
}

/// Orders of digits: those of the ranks, and those of the hosts if they are a grid. The best of a few walks.
fn digit_orders(
    machine: &RankMachine<'_>,
    traffic: &RankTraffic,
    grid: &Grid,
    bases: &[Vec<u32>],
    host_grid: Option<Vec<u64>>,
    limits: SearchLimits,
    progress: &dyn Progress,
) -> Vec<(f64, Vec<u32>)> {
    let time = |ranks: &DigitOrder, hosts: &[u32]| -> (f64, Vec<u32>) {
        let mut order = vec![0; traffic.ranks as usize];
        ranks.numbers().iter().zip(hosts).for_each(|(&rank, &host)| order[rank as usize] = host);
        (total(machine, traffic, &order), order)
    };
    // Evaluations that take as long as the swaps.
    let each = traffic.messages().max(1) * 32;
    let evaluations = (limits.effort * 1_000_000 / each).clamp(8, 2000);
    progress.stage("orders of digits", evaluations * bases.len() as u64);
    let walk = |base: &Vec<u32>| {
        let mut ranks = DigitOrder::new(&grid.sizes);
        let mut slots = host_grid.as_ref().map(|sizes| DigitOrder::new(sizes));
        let hosts_of = |slots: &Option<DigitOrder>| match slots {
            Some(slots) => slots.numbers(),
            None => base.clone(),
        };
        let mut best = time(&ranks, &hosts_of(&slots));
        let mut left = evaluations;
        loop {
            let before = best.0;
            let mut tries: Vec<(DigitOrder, Option<DigitOrder>)> = Vec::new();
            for dimension in 0..grid.sizes.len() {
                let mut other = ranks.clone();
                other.gray[dimension] = !other.gray[dimension];
                tries.push((other, slots.clone()));
            }
            tries.extend(moved(&ranks).into_iter().map(|other| (other, slots.clone())));
            if let Some(own) = &slots {
                tries.extend(moved(own).into_iter().map(|other| (ranks.clone(), Some(other))));
            }
            let mut improved = None;
            for (other, others) in tries {
                if left == 0 || progress.stopped() || best.0 <= limits.bound * (1.0 + 1e-6) {
                    break;
                }
                left -= 1;
                progress.advance(1);
                let made = time(&other, &hosts_of(&others));
                if made.0 < best.0 {
                    best = made;
                    improved = Some((other, others));
                }
            }
            match improved {
                Some(better) if best.0 < before => (ranks, slots) = better,
                _ => break,
            }
        }
        best
    };
    // With a grid of hosts the orders of digits take the place of other orders.
    let bases = if host_grid.is_some() { &bases[..1] } else { bases };
    bases.par_iter().map(walk).collect()
}

/// All orders in which one digit has moved.
fn moved(order: &DigitOrder) -> Vec<DigitOrder> {
    let count = order.picks.len();
    let mut out: Vec<DigitOrder> = Vec::new();
    for from in 0..count {
        for to in 0..count {
            let mut other = order.clone();
            let pick = other.picks.remove(from);
            other.picks.insert(to, pick);
            if other != *order && !out.contains(&other) {
                out.push(other);
            }
        }
    }
    out
}

const FREE: u32 = u32::MAX;

/// Power of loads in the potential: near the maximum, but it also rewards fewer links with the highest load.
const POWER: i32 = 8;

/// Descents by moves of slices.
const DESCENTS: u64 = 8;

/// Swaps of hosts by a potential of all loads.
struct Climb<'a> {
    machine: &'a RankMachine<'a>,
    traffic: &'a RankTraffic,
    partners: Vec<Vec<Partner>>,
    hosts: Vec<u32>,
    rank_on: Vec<u32>,
    load: Vec<Vec<u64>>,
    potential: Vec<f64>,
    /// Time of every phase in the unit of loads over widths, by which the potential is scaled.
    scale: Vec<f64>,
    inverse: Vec<f64>,
    /// The same for the potential: 0 for the ports of hosts of one width, whose loads are those of their ranks in every order.
    weight: Vec<f64>,
    updates: u64,
}

impl<'a> Climb<'a> {
    fn new(machine: &'a RankMachine<'a>, traffic: &'a RankTraffic, hosts: Vec<u32>) -> Climb<'a> {
        let mut rank_on = vec![FREE; machine.hosts.len()];
        (0u32..).zip(&hosts).for_each(|(rank, &host)| rank_on[host as usize] = rank);
        let inverse: Vec<f64> = machine.width.iter().map(|&width| 1.0 / width.max(1) as f64).collect();
        let mut weight = inverse.clone();
        let ports: Vec<u32> =
            (0..machine.hosts.len() as u32).filter_map(|host| machine.access(host)).flatten().collect();
        if ports.windows(2).all(|pair| machine.width[pair[0] as usize] == machine.width[pair[1] as usize]) {
            ports.iter().for_each(|&link| weight[link as usize] = 0.0);
        }
        let count = traffic.phases.len();
        let mut climb = Climb {
            machine,
            traffic,
            partners: partners(traffic),
            hosts,
            rank_on,
            load: Vec::new(),
            potential: vec![0.0; count],
            scale: vec![1.0; count],
            inverse,
            weight,
            updates: 0,
        };
        climb.load =
            traffic.phases.iter().map(|phase| phase_loads(machine, &phase.messages, &climb.hosts)).collect();
        climb.rescale();
        climb
    }

    /// Scales the potential by the time of each phase, and sums it up again.
    fn rescale(&mut self) -> f64 {
        let mut total = 0.0;
        for (phase, load) in self.load.iter().enumerate() {
            let times = load.iter().zip(&self.inverse).map(|(&load, inverse)| load as f64 * inverse);
            let most = times.clone().fold(f64::MIN_POSITIVE, f64::max);
            self.scale[phase] = most;
            self.potential[phase] = load
                .iter()
                .zip(&self.weight)
                .map(|(&load, weight)| (load as f64 * weight / most).powi(POWER))
                .sum();
            total += most;
        }
        total * self.machine.unit as f64 / f64::from(SHARE)
    }

    fn value(&self) -> f64 {
        self.potential.iter().zip(&self.scale).map(|(potential, scale)| potential * scale).sum()
    }

    /// Adds or removes all messages of some ranks, each once.
    fn messages(&mut self, ranks: &[u32], add: bool) {
        let Climb { machine, partners, hosts, load, potential, scale, weight, updates, .. } = self;
        for (at, &rank) in ranks.iter().enumerate() {
            for &(phase, other, bytes, sends) in &partners[rank as usize] {
                if ranks[..at].contains(&other) {
                    continue;
                }
                let (own, other) = (hosts[rank as usize], hosts[other as usize]);
                let (from, to) = if sends { (own, other) } else { (other, own) };
                let (load, potential, over) = (&mut load[phase], &mut potential[phase], 1.0 / scale[phase]);
                message_links(machine, from, to, &mut |link, share| {
                    let on = &mut load[link as usize];
                    let by = weight[link as usize] * over;
                    let before = (*on as f64 * by).powi(POWER);
                    let bytes = bytes * u64::from(share);
                    *on = if add { *on + bytes } else { *on - bytes };
                    *potential += (*on as f64 * by).powi(POWER) - before;
                    *updates += 1;
                });
            }
        }
    }

    /// Swaps what is on pairs of hosts.
    fn swap(&mut self, pairs: &[(u32, u32)]) {
        let ranks: Vec<u32> = pairs
            .iter()
            .flat_map(|&(a, b)| [self.rank_on[a as usize], self.rank_on[b as usize]])
            .filter(|&rank| rank != FREE)
            .collect();
        self.messages(&ranks, false);
        for &(a, b) in pairs {
            self.rank_on.swap(a as usize, b as usize);
            for host in [a, b] {
                if let Some(own) = self.hosts.get_mut(self.rank_on[host as usize] as usize) {
                    *own = host;
                }
            }
        }
        self.messages(&ranks, true);
    }

    /// Swaps until the effort is used up; returns the best time with its order.
    fn run(
        mut self,
        limits: SearchLimits,
        seed: u64,
        effort: u64,
        progress: &dyn Progress,
    ) -> (f64, Vec<u32>) {
        let mut dice = Dice::new(seed);
        let budget = effort.saturating_mul(1_000_000);
        let mut best = (self.rescale(), self.hosts.clone());
        let target = limits.bound * (1.0 + 1e-6);
        // At first only moves that keep groups together: single swaps take them apart, and do not find back. Several descents, for they end in other places.
        if self.traffic.grid.is_some() {
            let start = self.hosts.clone();
            for descent in 1..=DESCENTS {
                self.walk(&mut dice, true, 0.0, budget * descent / DESCENTS / 3, target, &mut best, progress);
                let from = if descent == DESCENTS { best.1.clone() } else { start.clone() };
                self.put(from);
            }
        }
        self.walk(&mut dice, false, 0.02, budget, target, &mut best, progress);
        let time = total(self.machine, self.traffic, &best.1);
        (time, best.1)
    }

    /// Starts again from an order.
    fn put(&mut self, hosts: Vec<u32>) {
        self.rank_on.fill(FREE);
        (0u32..).zip(&hosts).for_each(|(rank, &host)| self.rank_on[host as usize] = rank);
        self.load = self
            .traffic
            .phases
            .iter()
            .map(|phase| phase_loads(self.machine, &phase.messages, &hosts))
            .collect();
        self.hosts = hosts;
        self.rescale();
    }

    /// Swaps until this many updates; `heat` is the part by which the potential may rise at first.
    #[expect(clippy::too_many_arguments, reason = "one walk of several kinds")]
    fn walk(
        &mut self,
        dice: &mut Dice,
        slices: bool,
        heat: f64,
        until: u64,
        target: f64,
        best: &mut (f64, Vec<u32>),
        progress: &dyn Progress,
    ) {
        let count = self.machine.hosts.len();
        // Hosts by base, to move a rank next to a partner.
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); self.machine.bases.len()];
        (0u32..).zip(&self.machine.base).for_each(|(host, &base)| near[base as usize].push(host));
        // Summing all loads again takes a small part of the time.
        let rescaled = (self.machine.to.len() as u64 / 64).max(128);
        let (from, mut accepted) = (self.updates, 0u64);
        let mut reported = from;
        while self.updates < until && !progress.stopped() && best.0 > target {
            if self.updates - reported >= 1_000_000 {
                progress.advance((self.updates - reported) / 1_000_000);
                reported = self.updates;
            }
            self.updates += 1;
            let pairs = self.candidate(dice, &near, count, slices);
            if pairs.is_empty() {
                continue;
            }
            // The allowed increase falls to nothing with the effort.
            let rest = (until.saturating_sub(self.updates)) as f64 / (until - from) as f64;
            let before = self.value();
            self.swap(&pairs);
            let after = self.value();
            let draw = dice.number_below(1 << 20) as f64 / f64::from(1u32 << 20);
            if after > before * (1.0 + 1e-12 + heat * rest * rest * draw) {
                self.swap(&pairs);
                continue;
            }
            accepted += 1;
            if after < before || accepted.is_multiple_of(64) {
                let time = self.exact_time();
                if time < best.0 * (1.0 - 1e-12) {
                    *best = (time, self.hosts.clone());
                }
            }
            if accepted.is_multiple_of(rescaled) {
                self.rescale();
            }
        }
    }

    /// The total time, by a look at all loads.
    fn exact_time(&self) -> f64 {
        let most = |load: &Vec<u64>| {
            load.iter().zip(&self.inverse).map(|(&load, inverse)| load as f64 * inverse).fold(0.0, f64::max)
        };
        self.load.iter().map(most).sum::<f64>() * self.machine.unit as f64 / f64::from(SHARE)
    }

    /// Pairs of hosts to swap: a rank next to one of its partners, two ranks, or two blocks.
    fn candidate(&self, dice: &mut Dice, near: &[Vec<u32>], count: usize, slices: bool) -> Vec<(u32, u32)> {
        if let Some(grid) = &self.traffic.grid
            && (slices || dice.number_below(8) < 3)
        {
            return self.slice(grid, dice);
        }
        let rank = dice.index(self.hosts.len());
        let own = self.hosts[rank];
        match dice.number_below(8) {
            0..=3 if !self.partners[rank].is_empty() => {
                let partner = self.partners[rank][dice.index(self.partners[rank].len())].1;
                let base = self.machine.base[self.hosts[partner as usize] as usize];
                let mut hosts = &near[base as usize];
                if hosts.len() < 2 {
                    // One host for each node: take one of a neighbour.
                    let v = self.machine.bases[base as usize] as u32;
                    let links = self.machine.links(v);
                    let w = self.machine.to[links.start + dice.index(links.len().max(1))];
                    if let Some(at) = self.machine.bases.iter().position(|&node| node == u64::from(w)) {
                        hosts = &near[at];
                    }
                }
                let other = hosts[dice.index(hosts.len())];
                if other == own { Vec::new() } else { vec![(own, other)] }
            }
            0..=5 => {
                let other = dice.index(count) as u32;
                if other == own { Vec::new() } else { vec![(own, other)] }
            }
            _ => {
                let most = (count / 2).max(1).ilog2().min(6);
                let size = 1usize << (1 + dice.number_below(u64::from(most.max(1))));
                let blocks = count / size;
                if blocks < 2 {
                    return Vec::new();
                }
                let (a, b) = (dice.index(blocks), dice.index(blocks));
                if a == b {
                    return Vec::new();
                }
                (0..size).map(|at| ((a * size + at) as u32, (b * size + at) as u32)).collect()
            }
        }
    }

    /// Pairs of hosts of ranks in a slice of the grid, some of whose coordinates are fixed: two places of a dimension swapped, a dimension reversed, or two dimensions of
    /// one size swapped. Rings in other directions, and along other dimensions of the machine, share its links.
    fn slice(&self, grid: &Grid, dice: &mut Dice) -> Vec<(u32, u32)> {
        let sizes = &grid.sizes;
        let wide: Vec<usize> = (0..sizes.len()).filter(|&at| sizes[at] > 1).collect();
        let Some(&along) = wide.get(dice.index(wide.len().max(1))) else { return Vec::new() };
        // A value, or all.
        let fixed: Vec<Option<u64>> =
            sizes.iter().map(|&size| (dice.number_below(3) > 0).then(|| dice.number_below(size))).collect();
        let twins: Vec<usize> =
            wide.iter().copied().filter(|&at| at != along && sizes[at] == sizes[along]).collect();
        let other = (!twins.is_empty()).then(|| twins[dice.index(twins.len())]);
        let (kind, a, b) =
            (dice.number_below(3), dice.number_below(sizes[along]), dice.number_below(sizes[along]));
        let scale: Vec<u64> = (0..sizes.len()).map(|at| sizes[..at].iter().product()).collect();
        let digit = |rank: u64, at: usize| rank / scale[at] % sizes[at];
        let moved = |rank: u64| -> u64 {
            let own = digit(rank, along);
            match (kind, other) {
                (0, Some(other)) => {
                    let twin = digit(rank, other);
                    rank - own * scale[along] - twin * scale[other] + twin * scale[along] + own * scale[other]
                }
                (0 | 1, _) => rank - own * scale[along] + (sizes[along] - 1 - own) * scale[along],
                _ if own == a => rank - a * scale[along] + b * scale[along],
                _ if own == b => rank - b * scale[along] + a * scale[along],
                _ => rank,
            }
        };
        let free = |at: usize| at == along || (kind == 0 && Some(at) == other);
        let inside = |rank: u64| {
            (0..sizes.len()).all(|at| free(at) || fixed[at].is_none_or(|value| digit(rank, at) == value))
        };
        let count: u64 =
            (0..sizes.len()).filter(|&at| free(at) || fixed[at].is_none()).map(|at| sizes[at]).product();
        // Only slices that cost no more than many swaps.
        if count > 64.max(self.hosts.len() as u64 / 16) {
            return Vec::new();
        }
        let pairs = (0..self.hosts.len() as u64).filter(|&rank| inside(rank)).map(|rank| (rank, moved(rank)));
        pairs
            .filter(|(rank, other)| rank < other)
            .map(|(rank, other)| (self.hosts[rank as usize], self.hosts[other as usize]))
            .collect()
    }
}
