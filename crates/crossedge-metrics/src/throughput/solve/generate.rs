//! The exact throughput of small networks by column generation: shortest paths for the prices of the current linear program, until
//! none improves it; then the last basis is solved in integers.

use super::exact::{ModularMatrix, positive};
use super::graph::ArcGraph;
use super::refine::Classes;
use super::simplex::{Programme, SimplexColumn, Variable};
use super::ways::{FAR, ShortestPathTree};
use crossedge_core::model::certificate::Demands;
use crossedge_core::progress::{Progress, Stopped};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};
use rayon::prelude::*;
use std::sync::Arc;

/// A spread of a class of sources: over shortest paths by these lengths, of each class of arcs.
#[derive(Debug, Clone)]
pub struct SourceSpread {
    /// The class of sources.
    pub source: usize,
    /// The lengths, which spreads of one round share.
    pub lengths: Arc<Vec<u64>>,
}

/// The result: both bounds, and their witnesses.
#[derive(Debug, Clone)]
pub struct Solution {
    /// Spreads, each with its share of what its sources send: numerators over one denominator.
    pub shares: Vec<(SourceSpread, BigUint)>,
    /// That denominator.
    pub over: BigUint,
    /// The load of the busiest arc over its width: numerator and denominator. The throughput in units of the demands is its inverse.
    pub load: (BigUint, BigUint),
    /// Lengths of the classes that show that no load is smaller.
    pub lengths: Vec<BigUint>,
    /// Number of rounds of path generation.
    pub rounds: u64,
}

/// Why there is no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsolved {
    /// Stopped before the end.
    Stopped,
    /// Rounded numbers did not lead to an exact basis, or it took too long.
    Failed,
}

impl From<Stopped> for Unsolved {
    fn from(_: Stopped) -> Self {
        Unsolved::Stopped
    }
}

/// Lengths are integers up to this, so that paths of thousands of hops fit 63 bits.
const LONGEST: f64 = 4_294_967_296.0;

struct ColumnGeneration<'a> {
    graph: &'a ArcGraph,
    demands: &'a Demands,
    classes: &'a Classes,
    /// The capacity of all arcs of a class.
    capacity: Vec<u64>,
}

impl ColumnGeneration<'_> {
    /// The spread of a class of sources by these lengths: what it loads, over capacity, and the sum of lengths over what is sent.
    fn column(&self, source: usize, lengths: &[u64]) -> SimplexColumn {
        let members = &self.classes.sources[source];
        let s = members[0];
        let length = |a: usize| lengths[self.classes.of_arc[a] as usize];
        let ways = ShortestPathTree::search(self.graph, s, length);
        let mut loads = vec![0.0; self.capacity.len()];
        ways.spread(self.graph, self.demands, s, length, |a, amount| {
            loads[self.classes.of_arc[a] as usize] += amount;
        });
        let times = members.len() as f64;
        let loads = loads.into_iter().enumerate().filter(|(_, load)| *load > 0.0);
        let loads = loads.map(|(j, load)| (j as u32, load * times / self.capacity[j] as f64)).collect();
        SimplexColumn { source, loads }
    }

    /// The same in integers: a denominator, and loads of classes over it.
    fn exactly(&self, spread: &SourceSpread) -> (BigUint, Vec<BigUint>) {
        let members = &self.classes.sources[spread.source];
        let length = |a: usize| spread.lengths[self.classes.of_arc[a] as usize];
        let ways = ShortestPathTree::search(self.graph, members[0], length);
        let (over, amounts) = ways.spread_exactly(self.graph, self.demands, members[0], length);
        let mut loads = vec![BigUint::ZERO; self.capacity.len()];
        for (a, amount) in amounts {
            loads[self.classes.of_arc[a] as usize] += amount;
        }
        loads.iter_mut().for_each(|load| *load *= members.len());
        (over, loads)
    }

    /// Integer lengths of arcs from the prices of their classes.
    fn whole(&self, prices: &[f64]) -> Vec<u64> {
        let each: Vec<f64> = prices.iter().zip(&self.capacity).map(|(p, &c)| p / c as f64).collect();
        let most = each.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        each.iter().map(|x| (x / most * LONGEST).round() as u64).collect()
    }
}

/// Computes the throughput exactly, or returns `None` if that takes too many steps. All targets must be reachable.
pub(super) fn generate(
    graph: &ArcGraph,
    demands: &Demands,
    classes: &Classes,
    steps: u64,
    watch: &dyn Progress,
) -> Result<Solution, Unsolved> {
    let mut capacity = vec![0u64; classes.count()];
    for a in 0..graph.arcs() {
        capacity[classes.of_arc[a] as usize] += graph.width(a);
    }
    let work = ColumnGeneration { graph, demands, classes, capacity };
    let sources = classes.sources.len();
    let even = Arc::new(vec![1u64; classes.count()]);
    let first: Vec<SimplexColumn> = (0..sources).into_par_iter().map(|i| work.column(i, &even)).collect();
    let mut spreads: Vec<SourceSpread> =
        (0..sources).map(|source| SourceSpread { source, lengths: even.clone() }).collect();
    let mut programme = Programme::new(classes.count(), first);
    watch.stage("paths by their prices", 0);
    let mut best: Option<(f64, Vec<f64>)> = None;
    let mut exact = 0;
    for round in 0.. {
        if !programme.optimise(&mut |work| work < steps && !watch.stopped()) {
            break;
        }
        watch.advance(1);
        let now = programme.lengths();
        let mut added = 0;
        // Prices oscillate from round to round; mixing the best and the last ones finds better paths.
        for smooth in [0.7, 0.0] {
            let lengths: Vec<f64> = match (&best, smooth > 0.0) {
                (Some((_, best)), true) => {
                    best.iter().zip(&now).map(|(b, n)| smooth * b + (1.0 - smooth) * n).collect()
                }
                (None, true) => continue,
                _ => now.clone(),
            };
            let whole = Arc::new(work.whole(&lengths));
            let columns: Vec<SimplexColumn> =
                (0..sources).into_par_iter().map(|i| work.column(i, &whole)).collect();
            // The priced load of all spreads by these lengths: a lower bound on the load of the busiest class.
            let bound: f64 = columns
                .iter()
                .flat_map(|column| &column.loads)
                .map(|&(j, load)| load * lengths[j as usize])
                .sum();
            if best.as_ref().is_none_or(|(most, _)| bound > *most) {
                best = Some((bound, lengths));
            }
            for column in columns {
                if programme.saves(&column) > 1e-9 * programme.load() {
                    spreads.push(SourceSpread { source: column.source, lengths: whole.clone() });
                    programme.add(column);
                    added += 1;
                }
            }
            if added > 0 {
                break;
            }
        }
        if added == 0 {
            match finish(&work, &programme, &spreads) {
                Finished::Solution(mut solution) => {
                    solution.rounds = round + 1;
                    return Ok(solution);
                }
                Finished::Better(columns) if exact < 20 => {
                    exact += 1;
                    for (spread, column) in columns {
                        spreads.push(spread);
                        programme.add(column);
                    }
                }
                _ => break,
            }
        }
    }
    Err(if watch.stopped() { Unsolved::Stopped } else { Unsolved::Failed })
}

enum Finished {
    Solution(Solution),
    /// The basis is not the best: these are worth taking in.
    Better(Vec<(SourceSpread, SimplexColumn)>),
    Failed,
}

/// Larger numbers than this are not tried, in bits.
const MAX_BITS: u64 = 1 << 14;

/// Solves the last basis in integers, and sees whether it is the best.
fn finish(work: &ColumnGeneration<'_>, programme: &Programme, spreads: &[SourceSpread]) -> Finished {
    let (sources, classes) = (work.classes.sources.len(), work.capacity.len());
    let taken: Vec<usize> = (programme.basis().iter())
        .filter_map(|v| if let Variable::Share(c) = v { Some(*c) } else { None })
        .collect();
    let mut tight = vec![true; classes];
    for variable in programme.basis() {
        if let Variable::Left(j) = variable {
            tight[*j] = false;
        }
    }
    let tight: Vec<usize> = (0..classes).filter(|&j| tight[j]).collect();
    let n = taken.len() + 1;
    if n != sources + tight.len() {
        return Finished::Failed;
    }
    let exact: Vec<(BigUint, Vec<BigUint>)> = taken.par_iter().map(|&c| work.exactly(&spreads[c])).collect();
    let mut rows: Vec<Vec<(usize, BigInt)>> = vec![Vec::new(); n];
    for (place, (&c, (over, loads))) in taken.iter().zip(&exact).enumerate() {
        rows[spreads[c].source].push((place, over.clone().into()));
        for (i, &j) in tight.iter().enumerate() {
            if !loads[j].is_zero() {
                rows[sources + i].push((place, loads[j].clone().into()));
            }
        }
    }
    for (i, &j) in tight.iter().enumerate() {
        rows[sources + i].push((n - 1, -BigInt::from(work.capacity[j])));
    }
    let Some(system) = ModularMatrix::new(rows) else { return Finished::Failed };
    let mut right = vec![BigInt::zero(); n];
    right[..sources].iter_mut().for_each(|r| *r = BigInt::one());
    let Some((shares, over)) = system.solve(&right, false, MAX_BITS) else { return Finished::Failed };
    let mut priced = vec![BigInt::zero(); n];
    priced[n - 1] = -BigInt::one();
    let Some((prices, _)) = system.solve(&priced, true, MAX_BITS) else { return Finished::Failed };
    // Shares of columns over their own denominators, and the load.
    let Some(shares) = shares.iter().map(positive).collect::<Option<Vec<BigUint>>>() else {
        return Finished::Failed;
    };
    let Some(prices) = prices[sources..].iter().map(positive).collect::<Option<Vec<BigUint>>>() else {
        return Finished::Failed;
    };
    let load = shares[n - 1].clone();
    let common = load.gcd(&over);
    let mut lengths = vec![BigUint::zero(); classes];
    tight.iter().zip(&prices).for_each(|(&j, price)| lengths[j] = price.clone());
    let divisor = lengths.iter().fold(BigUint::zero(), |all, x| all.gcd(x)).max(BigUint::one());
    lengths.iter_mut().for_each(|x| *x /= &divisor);
    // Classes that are not tight must have room.
    for j in 0..classes {
        let all: BigUint = exact.iter().zip(&shares).map(|((_, loads), share)| &loads[j] * share).sum();
        if all > &load * work.capacity[j] {
            return Finished::Failed;
        }
    }
    // The lengths must show the same load: all that is sent, times its shortest path, over capacity times length.
    let Some(whole) = lengths.iter().map(|x| u64::try_from(x).ok()).collect::<Option<Vec<u64>>>() else {
        return Finished::Failed;
    };
    if whole.iter().any(|&x| x as f64 > LONGEST * 64.0) {
        return Finished::Failed;
    }
    let needed: BigUint = (0..sources)
        .into_par_iter()
        .map(|i| {
            let members = &work.classes.sources[i];
            let ways =
                ShortestPathTree::search(work.graph, members[0], |a| whole[work.classes.of_arc[a] as usize]);
            let sent = work.demands.row(members[0]);
            let sum: BigUint = sent
                .map(|(t, amount)| {
                    if ways.length(t) == FAR {
                        BigUint::zero()
                    } else {
                        BigUint::from(amount) * ways.length(t)
                    }
                })
                .sum();
            sum * members.len()
        })
        .sum();
    let held: BigUint = lengths.iter().zip(&work.capacity).map(|(x, &c)| x * c).sum();
    if &needed * &over != &load * &held {
        let whole = Arc::new(whole);
        let columns: Vec<(SourceSpread, SimplexColumn)> = (0..sources)
            .into_par_iter()
            .map(|i| (SourceSpread { source: i, lengths: whole.clone() }, work.column(i, &whole)))
            .collect();
        return Finished::Better(columns);
    }
    let shares = taken
        .iter()
        .zip(&exact)
        .zip(&shares)
        .filter(|(_, share)| !share.is_zero())
        .map(|((&c, (own, _)), share)| (spreads[c].clone(), share * own))
        .collect();
    Finished::Solution(Solution { shares, load: (load / &common, &over / common), over, lengths, rounds: 0 })
}
