//! Throughput of large networks, with bounds within a requested gap: busy arcs become long, and flow moves to
//! shorter paths.
//!
//! In every round each source looks for its shortest paths, and adds them to those that it has. At first lengths grow exponentially with the load of
//! an arc over its width, as in the schemes of Garg and Könemann (FOCS 1998) and Fleischer (SIAM J. Discrete Math. 13, 2000), and what is
//! sent moves from longer ways to the shortest (flow deviation). When paths enough are known, the game between paths and arcs is played on
//! them ([`super::balance`]), and its prices are the lengths of the next round. The shares of the paths show the lower end, and the best lengths of
//! any round the upper one. Both are counted in integers.

use super::balance::Game;
use super::graph::ArcGraph;
use super::repeated::{MAX_REPEATED, RepeatedSearch};
use super::ways::{FAR, ShortestPathTree};
use crossedge_core::model::certificate::Demands;
use crossedge_core::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// A ratio of integers.
pub type IntegerRatio = (u128, u128);

/// The result.
#[derive(Debug, Clone)]
pub struct SolvedBounds {
    /// The lower bound, in units of the demands.
    pub lower: IntegerRatio,
    /// The upper bound.
    pub upper: IntegerRatio,
    /// Lengths of arcs that show it.
    pub lengths: Vec<u64>,
    /// Lengths by which paths were found.
    pub tables: Vec<Vec<u64>>,
    /// Sources that move together.
    pub groups: Vec<Moved>,
    /// Number of rounds it took.
    pub rounds: u64,
}

/// Sources that move together.
#[derive(Debug, Clone)]
pub struct Moved {
    /// The sources.
    pub sources: Vec<usize>,
    /// Tables with their shares, which add up to [`WHOLE`].
    pub shares: Vec<(usize, u64)>,
    /// Their total load, arc by arc, in units of [`SCALE`] times [`WHOLE`].
    pub loads: Vec<(u32, u128)>,
}

/// The sum of the shares of a group.
pub const WHOLE: u64 = 1 << 30;

/// Resolution of a unit of demand.
pub const SCALE: u64 = 1 << 16;

/// Lengths are integers up to this.
const LONGEST: f64 = 4_294_967_296.0;

/// Number of nodes in the orders that are kept, of all sources together.
const MAX_KEPT: usize = 1 << 26;

/// Number of loads in one column of every group: with more groups a round of the game takes longer, with fewer it takes more rounds. The first is for at most [`FEW_PAIRS`]
/// pairs of a source and an arc.
const MAX_LOADS: [usize; 2] = [1 << 17, 1 << 15];
const FEW_PAIRS: usize = 1 << 20;

/// Rounds with exponential lengths before the game is played.
const WARM: u64 = 20;

/// Number of parts in which groups move one after the other in these rounds: arcs short for all become busy at once.
const BATCHES: usize = 4;

/// Tables of lengths, the latest ones, whose columns are kept without use.
const KEPT_TABLES: usize = 8;

/// Steps of the game in a round.
const STEPS: u64 = 300;

/// Paths of a group: by which lengths, and what they load.
struct PathColumn {
    table: usize,
    loads: Vec<(u32, u64)>,
}

struct SourceGroup {
    sources: Vec<usize>,
    /// For each source the nodes by distance, as the last search found them; empty if that would take too much memory.
    orders: Vec<Vec<u16>>,
    columns: Vec<PathColumn>,
}

struct Scheme<'a> {
    graph: &'a ArcGraph,
    demands: &'a Demands,
    groups: Vec<SourceGroup>,
    game: Game,
    tables: Vec<Vec<u64>>,
    /// The best upper bound, its lengths and its prices.
    upper: Option<(IntegerRatio, Vec<u64>, Vec<f64>)>,
    /// The best lower bound, and its shares.
    lower: Option<(f64, Vec<Vec<f64>>)>,
}

/// Looks for both ends until their ratio is at most 1 + `gap`, for this many rounds at most. All targets must be reached.
pub fn weigh(
    graph: &ArcGraph,
    demands: &Demands,
    gap: f64,
    rounds: u64,
    watch: &dyn Progress,
) -> Result<SolvedBounds, Stopped> {
    let mut scheme = Scheme::new(graph, demands);
    watch.stage("rounds of shortest paths", rounds);
    let mut wide: f64 = 1.0;
    let mut round = 0;
    while round < rounds.max(1) && wide > gap {
        let warming = (1..=WARM).contains(&round);
        let count = scheme.groups.len();
        let size = if warming { count.div_ceil(BATCHES).max(1) } else { count.max(1) };
        // How steep prices are: flat at first, so that all arcs are looked at.
        let aim = (0.5 * 0.9f64.powi(round.min(WARM) as i32)).max(0.3);
        for first in (0..count).step_by(size) {
            let batch = first..count.min(first + size);
            if warming {
                scheme.game.price(scheme.steep(aim));
            }
            // Prices of the game swing; between the best and the last they find better paths.
            let best = if warming || wide > 1.0 {
                0.0
            } else if wide > 0.05 {
                0.7
            } else {
                0.2
            };
            scheme.look(batch.clone(), best, batch.len() == count, watch)?;
            if warming {
                let steep = scheme.steep(aim);
                scheme.game.descend(batch, steep, 2);
            }
        }
        if round == WARM {
            let steep = scheme.steep(0.1);
            scheme.game.price(steep);
        }
        if round > WARM {
            // Prices of the game alone are slow to show all arcs that become busy: more columns by prices that grow with the loads, and the game goes on as it was.
            let steep = scheme.steep((8.0 * wide).clamp(0.01, 0.3));
            let played = scheme.game.prices.clone();
            scheme.game.price(steep);
            scheme.look(0..count, 0.0, true, watch)?;
            scheme.game.prices = played;
        }
        if round >= WARM {
            scheme.prune();
            scheme.game.play((wide / 8.0).max(gap / 8.0), STEPS, &|| watch.stopped());
        }
        wide = scheme.wide();
        round += 1;
        watch.advance(1);
    }
    if watch.stopped() {
        return Err(Stopped);
    }
    Ok(scheme.into_found(round))
}

impl<'a> Scheme<'a> {
    fn new(graph: &'a ArcGraph, demands: &'a Demands) -> Self {
        let (sources, arcs) = (demands.sources(), graph.arcs());
        // A source that sends to many loads many arcs; then several move together.
        let targets = sources.iter().map(|&s| demands.row(s).take(arcs).count()).max().unwrap_or(1);
        let loads = if targets > 8 { arcs } else { targets * 64 };
        let most = MAX_LOADS[usize::from(sources.len() * arcs > FEW_PAIRS)];
        let count = (most / loads.max(1)).clamp(1, sources.len().max(1));
        let size = sources.len().div_ceil(count).max(1);
        let keeps = graph.nodes() <= MAX_REPEATED && sources.len() * graph.nodes() <= MAX_KEPT;
        let group = |chunk: &[usize]| SourceGroup {
            sources: chunk.to_vec(),
            orders: vec![Vec::new(); if keeps { chunk.len() } else { 0 }],
            columns: Vec::new(),
        };
        let groups: Vec<SourceGroup> = sources.chunks(size).map(group).collect();
        let widths: Vec<f64> = (0..arcs).map(|a| graph.width(a) as f64).collect();
        let all: f64 = widths.iter().sum();
        let game = Game::new(groups.len(), widths.iter().map(|width| width / all).collect());
        Scheme { graph, demands, groups, game, tables: Vec::new(), upper: None, lower: None }
    }

    /// How fast prices grow, so that arcs with `aim` less than the load of the busiest count little.
    fn steep(&self, aim: f64) -> f64 {
        (self.graph.arcs() as f64).ln().max(1.0) / (self.game.busiest() * aim).max(f64::MIN_POSITIVE)
    }

    /// Shortest paths of some groups, by prices mixed with those of the best upper bound. For all groups this gives an upper bound.
    fn look(
        &mut self,
        batch: Range<usize>,
        best: f64,
        all: bool,
        watch: &dyn Progress,
    ) -> Result<(), Stopped> {
        let (graph, demands, arcs) = (self.graph, self.demands, self.graph.arcs());
        let prices: Vec<f64> = match &self.upper {
            Some((_, _, known)) if best > 0.0 => {
                known.iter().zip(&self.game.prices).map(|(b, now)| best * b + (1.0 - best) * now).collect()
            }
            _ => self.game.prices.clone(),
        };
        let length = |a: usize| prices[a] / graph.width(a) as f64;
        let most = (0..arcs).map(length).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        let table: Vec<u64> = (0..arcs).map(|a| (length(a) / most * LONGEST).round() as u64).collect();
        let routed: Vec<(Vec<(u32, u64)>, u128)> = self.groups[batch.clone()]
            .par_iter_mut()
            .map(|group| column(graph, demands, group, &table, watch))
            .collect();
        if watch.stopped() {
            return Err(Stopped);
        }
        if all {
            let held = (0..arcs).map(|a| u128::from(table[a]) * u128::from(graph.width(a))).sum();
            let upper = (held, routed.iter().map(|(_, needed)| needed).sum());
            if self.upper.as_ref().is_none_or(|(known, ..)| smaller(upper, *known)) {
                self.upper = Some((upper, table.clone(), prices));
            }
        }
        for (g, (loads, _)) in batch.zip(routed) {
            if self.groups[g].columns.iter().all(|column| column.loads != loads) {
                let over = |&(a, load): &(u32, u64)| {
                    (a, load as f64 / (SCALE as f64 * graph.width(a as usize) as f64))
                };
                self.game.add(g, loads.iter().map(over).collect());
                self.groups[g].columns.push(PathColumn { table: self.tables.len(), loads });
            }
        }
        self.tables.push(table);
        Ok(())
    }

    /// Leaves out columns that no group uses, neither now nor in the best shares, but for the latest: with fewer the game converges sooner.
    fn prune(&mut self) {
        let first = self.tables.len().saturating_sub(KEPT_TABLES);
        for (g, group) in self.groups.iter_mut().enumerate() {
            let lower = self.lower.as_ref().map(|(_, shares)| shares[g].clone()).unwrap_or_default();
            let used =
                |i: usize| lower.get(i).is_some_and(|share| *share > 0.0) || self.game.shares[g][i] > 0.0;
            let keep: Vec<bool> = group
                .columns
                .iter()
                .enumerate()
                .map(|(i, column)| column.table >= first || used(i))
                .collect();
            let mut kept = keep.iter();
            group.columns.retain(|_| kept.next().is_none_or(|keep| *keep));
            self.game.keep(g, &keep);
            if let Some((_, shares)) = &mut self.lower {
                let mut kept = keep.iter();
                shares[g].retain(|_| kept.next().is_none_or(|keep| *keep));
            }
        }
    }

    /// The relative gap of the bounds; at most 1.
    fn wide(&mut self) -> f64 {
        let low = 1.0 / self.game.busiest().max(f64::MIN_POSITIVE);
        if self.lower.as_ref().is_none_or(|(known, _)| low > *known) {
            self.lower = Some((low, self.game.shares.clone()));
        }
        match (&self.lower, &self.upper) {
            (Some((low, _)), Some((high, ..))) => (high.0 as f64 / high.1 as f64 / low - 1.0).min(1.0),
            _ => 1.0,
        }
    }

    /// Both ends in integers.
    fn into_found(self, rounds: u64) -> SolvedBounds {
        let (upper, lengths) = self.upper.map_or(((0, 1), Vec::new()), |(upper, table, _)| (upper, table));
        let (_, shares) = self.lower.unwrap_or_default();
        let mut all = vec![0u128; self.graph.arcs()];
        let mut groups = Vec::new();
        for (group, shares) in self.groups.iter().zip(shares) {
            let mut moved = Moved { sources: group.sources.clone(), shares: Vec::new(), loads: Vec::new() };
            let mut loads = BTreeMap::<u32, u128>::new();
            for (column, share) in group.columns.iter().zip(whole(&shares)).filter(|(_, share)| *share > 0) {
                for &(a, amount) in &column.loads {
                    *loads.entry(a).or_default() += u128::from(amount) * u128::from(share);
                }
                moved.shares.push((column.table, share));
            }
            loads.iter().for_each(|(&a, load)| all[a as usize] += load);
            moved.loads = loads.into_iter().collect();
            groups.push(moved);
        }
        let one = u128::from(SCALE) * u128::from(WHOLE);
        let busy = (0..self.graph.arcs()).filter(|&a| all[a] > 0);
        let carried = busy.map(|a| (u128::from(self.graph.width(a)) * one, all[a]));
        let lower = carried.reduce(|a, b| if smaller(b, a) { b } else { a }).unwrap_or((0, 1));
        SolvedBounds { lower, upper, lengths, tables: self.tables, groups, rounds }
    }
}

/// The load of a group on the shortest paths by these lengths, and the lengths of these paths times the demand. Incomplete if stopped.
fn column(
    graph: &ArcGraph,
    demands: &Demands,
    group: &mut SourceGroup,
    table: &[u64],
    watch: &dyn Progress,
) -> (Vec<(u32, u64)>, u128) {
    let mut loads = vec![0u64; graph.arcs()];
    let mut needed = 0u128;
    if !group.orders.is_empty() {
        let mut search = RepeatedSearch::new(graph, table);
        for (&s, order) in group.sources.iter().zip(&mut group.orders) {
            if watch.stopped() {
                break;
            }
            search.search(s, order);
            needed += search.spread(demands, s, order, SCALE, &mut loads);
        }
        return (nonzero(loads), needed);
    }
    for &s in &group.sources {
        if watch.stopped() {
            break;
        }
        let ways = ShortestPathTree::search(graph, s, |a| table[a]);
        ways.spread_whole(graph, demands, s, SCALE, |a| table[a], |a, amount| loads[a] += amount);
        for (t, amount) in demands.row(s).filter(|&(t, _)| ways.length(t) != FAR) {
            needed += u128::from(amount) * u128::from(ways.length(t));
        }
    }
    (nonzero(loads), needed)
}

/// The arcs that have a load.
fn nonzero(loads: Vec<u64>) -> Vec<(u32, u64)> {
    (0..).zip(loads).filter(|(_, load)| *load > 0).collect()
}

/// Returns `true` if a ratio is smaller than another, without products that do not fit.
pub fn smaller((mut a, mut b): IntegerRatio, (mut c, mut d): IntegerRatio) -> bool {
    loop {
        if b == 0 || d == 0 {
            return b != 0;
        }
        let (p, q) = (a / b, c / d);
        if p != q {
            return p < q;
        }
        let (r, s) = (a % b, c % d);
        if r == 0 || s == 0 {
            return r == 0 && s != 0;
        }
        // Of the slacks, the one with the larger inverse is smaller.
        (a, b, c, d) = (d, s, b, r);
    }
}

/// Shares in integers that add up to [`WHOLE`]; the largest takes the remainder.
pub fn whole(shares: &[f64]) -> Vec<u64> {
    let all: f64 = shares.iter().sum();
    let mut out: Vec<u64> = shares.iter().map(|share| (share / all * WHOLE as f64) as u64).collect();
    let sum: u64 = out.iter().sum();
    if let Some(largest) = out.iter_mut().max() {
        *largest = (*largest + WHOLE).saturating_sub(sum);
    }
    out
}
