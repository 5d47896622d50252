//! A game between paths and arcs: every group spreads what it sends over its columns so that the busiest arc has as little as possible.
//!
//! Shares are on a simplex for each group, prices on one for all arcs. The primal-dual hybrid gradient method (Chambolle and Pock, J. Math. Imaging
//! Vis. 40, 2011) moves both, and starts again from the mean of its steps whenever that is much better (Applegate, Hinder, Lu, Lubin, Math.
//! Program. 201, 2023). Numbers are rounded here, and all results are recomputed in integers.

use rayon::prelude::*;
use std::ops::Range;

/// Columns of groups, and the state of both sides.
#[derive(Debug, Clone, Default)]
pub struct Game {
    /// Columns by group: arc and load over width.
    columns: Vec<Vec<Vec<(u32, f64)>>>,
    /// The share of each column.
    pub shares: Vec<Vec<f64>>,
    /// The price of each arc, times its width; together they are 1.
    pub prices: Vec<f64>,
    weight: f64,
}

impl Game {
    /// A game with these groups and arcs, without columns.
    pub fn new(groups: usize, prices: Vec<f64>) -> Self {
        Game { columns: vec![Vec::new(); groups], shares: vec![Vec::new(); groups], prices, weight: 0.0 }
    }

    /// Takes in a column; the first of a group has all of it.
    pub fn add(&mut self, group: usize, column: Vec<(u32, f64)>) {
        let first = self.columns[group].is_empty();
        self.columns[group].push(column);
        self.shares[group].push(f64::from(u8::from(first)));
    }

    /// Keeps some columns of a group.
    pub fn keep(&mut self, group: usize, keep: &[bool]) {
        let mut kept = keep.iter();
        self.columns[group].retain(|_| kept.next().is_none_or(|keep| *keep));
        let mut kept = keep.iter();
        self.shares[group].retain(|_| kept.next().is_none_or(|keep| *keep));
    }

    /// Loads of arcs over their widths.
    pub fn loads(&self) -> Vec<f64> {
        let mut out = vec![0.0; self.prices.len()];
        for (columns, shares) in self.columns.iter().zip(&self.shares) {
            for (column, &share) in columns.iter().zip(shares).filter(|(_, share)| **share > 0.0) {
                column.iter().for_each(|&(a, load)| out[a as usize] += share * load);
            }
        }
        out
    }

    /// The load of the busiest arc.
    pub fn busiest(&self) -> f64 {
        self.loads().into_iter().fold(0.0, f64::max)
    }

    /// Plays until the bounds are within `gap` of each other, or for at most `steps` steps.
    pub fn play(&mut self, gap: f64, steps: u64, stopped: &dyn Fn() -> bool) {
        let table = GameMatrix::new(&self.columns, self.prices.len());
        let shares: Vec<f64> = self.shares.iter().flatten().copied().collect();
        if self.weight == 0.0 {
            self.weight = size(&self.prices) / size(&shares).max(f64::MIN_POSITIVE);
        }
        let played = table.play((shares, self.prices.clone()), &mut self.weight, gap, steps, stopped);
        let mut all = played.0.into_iter();
        self.shares.iter_mut().flatten().for_each(|share| *share = all.next().unwrap_or(0.0));
        self.prices = played.1;
    }
}

fn size(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// The matrix of a game, by columns and by arcs.
struct GameMatrix {
    /// Offset of the columns of each group.
    groups: Vec<usize>,
    by_column: Sparse,
    by_arc: Sparse,
}

/// A sparse matrix by rows.
struct Sparse {
    starts: Vec<usize>,
    entries: Vec<(u32, f32)>,
}

impl Sparse {
    fn times(&self, x: &[f64]) -> Vec<f64> {
        // Four sums at a time: one would wait for its own last addition.
        let row = |w: &[usize]| {
            let (chunks, rest) = self.entries[w[0]..w[1]].as_chunks::<4>();
            let mut sums = [0.0; 4];
            for chunk in chunks {
                for (sum, &(i, value)) in sums.iter_mut().zip(chunk) {
                    *sum += f64::from(value) * x[i as usize];
                }
            }
            let rest: f64 = rest.iter().map(|&(i, value)| f64::from(value) * x[i as usize]).sum();
            (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
        };
        // Short work is done sooner than it is handed out.
        match self.entries.len() < 1 << 18 {
            true => self.starts.windows(2).map(row).collect(),
            false => self.starts.par_windows(2).with_min_len(self.starts.len() / 8).map(row).collect(),
        }
    }
}

type StrategyPair = (Vec<f64>, Vec<f64>);

impl GameMatrix {
    fn new(columns: &[Vec<Vec<(u32, f64)>>], arcs: usize) -> Self {
        let (mut groups, mut starts, mut entries) = (vec![0], vec![0], Vec::new());
        let mut counts = vec![0usize; arcs + 1];
        for group in columns {
            for column in group {
                entries.extend(column.iter().map(|&(a, load)| (a, load as f32)));
                column.iter().for_each(|&(a, _)| counts[a as usize + 1] += 1);
                starts.push(entries.len());
            }
            groups.push(starts.len() - 1);
        }
        for a in 0..arcs {
            counts[a + 1] += counts[a];
        }
        let (by_arc, mut next) = (counts.clone(), counts);
        let mut turned = vec![(0u32, 0f32); entries.len()];
        for (c, w) in starts.windows(2).enumerate() {
            for &(a, load) in &entries[w[0]..w[1]] {
                turned[next[a as usize]] = (c as u32, load);
                next[a as usize] += 1;
            }
        }
        GameMatrix {
            groups,
            by_column: Sparse { starts, entries },
            by_arc: Sparse { starts: by_arc, entries: turned },
        }
    }

    /// Both ends of the game: what the prices show, and the load of the busiest arc.
    fn ends(&self, point: &StrategyPair) -> (f64, f64) {
        let costs = self.by_column.times(&point.1);
        let least = |w: &[usize]| costs[w[0]..w[1]].iter().copied().fold(f64::INFINITY, f64::min);
        let low = self.groups.windows(2).map(least).sum();
        (low, self.by_arc.times(&point.0).into_iter().fold(0.0, f64::max))
    }

    /// The largest singular value, a little more than it is.
    fn norm(&self) -> f64 {
        let mut prices = vec![1.0; self.by_arc.starts.len() - 1];
        let mut norm = 1.0;
        for _ in 0..12 {
            let length = size(&prices);
            prices.iter_mut().for_each(|x| *x /= length);
            prices = self.by_arc.times(&self.by_column.times(&prices));
            norm = size(&prices).sqrt();
        }
        norm * 1.05
    }

    fn play(
        &self,
        start: StrategyPair,
        weight: &mut f64,
        gap: f64,
        steps: u64,
        stopped: &dyn Fn() -> bool,
    ) -> StrategyPair {
        let norm = self.norm();
        let mut at = start.clone();
        let mut loads = self.by_arc.times(&at.0);
        let mut mean = at.clone();
        let mut count = 0.0;
        let (mut low, mut high) = self.ends(&at);
        let mut best = start.clone();
        let mut from = (start, high - low);
        let (mut step, mut since) = (0, 0);
        while step < steps && high - low > gap * high && !stopped() {
            let (down, up) = (0.95 / (norm * *weight), 0.95 * *weight / norm);
            let costs = self.by_column.times(&at.1);
            at.0.iter_mut().zip(&costs).for_each(|(share, cost)| *share -= down * cost);
            self.groups.windows(2).for_each(|w| project(&mut at.0[w[0]..w[1]]));
            let next = self.by_arc.times(&at.0);
            for ((price, &now), &before) in at.1.iter_mut().zip(&next).zip(&loads) {
                *price += up * (2.0 * now - before);
            }
            project(&mut at.1);
            loads = next;
            count += 1.0;
            let part = 1.0 / count;
            mean.0.iter_mut().zip(&at.0).for_each(|(mean, now)| *mean += part * (now - *mean));
            mean.1.iter_mut().zip(&at.1).for_each(|(mean, now)| *mean += part * (now - *mean));
            step += 1;
            since += 1;
            if !step.is_multiple_of(20) {
                continue;
            }
            let (averaged, last) = (self.ends(&mean), self.ends(&at));
            // Each side may have been best at another time.
            for (point, ends) in [(&mean, averaged), (&at, last)] {
                if ends.1 < high {
                    best.0.clone_from(&point.0);
                    high = ends.1;
                }
                if ends.0 > low {
                    best.1.clone_from(&point.1);
                    low = ends.0;
                }
            }
            let better = averaged.1 - averaged.0 < last.1 - last.0;
            let now = if better { averaged.1 - averaged.0 } else { last.1 - last.0 };
            if now < 0.4 * from.1 || (since > 400 && now < 0.9 * from.1) || since > 2000 {
                if better {
                    at.clone_from(&mean);
                    loads = self.by_arc.times(&at.0);
                }
                let (ways, arcs) = (difference(&at.0, &from.0.0), difference(&at.1, &from.0.1));
                if ways > 1e-12 && arcs > 1e-12 {
                    *weight = ((arcs / ways).ln() / 2.0 + weight.ln() / 2.0).exp();
                }
                from = (at.clone(), now);
                (count, since) = (0.0, 0);
            }
        }
        best
    }
}

impl Game {
    /// Prices that grow exponentially with the load, `steep` times as fast.
    pub fn price(&mut self, steep: f64) {
        let loads = self.loads();
        let level = loads.iter().copied().fold(0.0, f64::max);
        self.prices = loads.iter().map(|&load| (steep * (load - level)).max(-700.0).exp()).collect();
        let all: f64 = self.prices.iter().sum();
        self.prices.iter_mut().for_each(|price| *price /= all);
    }

    /// Moves the shares of some groups towards their cheapest columns, one group after the other, for prices that grow exponentially with the load.
    pub fn descend(&mut self, groups: Range<usize>, steep: f64, sweeps: u64) {
        let mut loads = self.loads();
        let mut difference = vec![0.0; loads.len()];
        let level = loads.iter().copied().fold(0.0, f64::max);
        let price = |load: f64| (steep * (load - level)).clamp(-700.0, 60.0).exp();
        let mut prices: Vec<f64> = loads.iter().map(|&load| price(load)).collect();
        for _ in 0..sweeps {
            for group in groups.clone() {
                let (columns, shares) = (&self.columns[group], &mut self.shares[group]);
                let cost = |column: &Vec<(u32, f64)>| -> f64 {
                    column.iter().map(|&(a, load)| load * prices[a as usize]).sum()
                };
                let costs: Vec<f64> = columns.iter().map(cost).collect();
                let best = (0..costs.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).unwrap_or(0);
                for other in (0..columns.len()).filter(|&other| other != best) {
                    if shares[other] == 0.0 {
                        continue;
                    }
                    columns[best].iter().for_each(|&(a, load)| difference[a as usize] += load);
                    columns[other].iter().for_each(|&(a, load)| difference[a as usize] -= load);
                    let mut touched: Vec<(usize, f64)> = Vec::new();
                    for &(a, _) in columns[best].iter().chain(&columns[other]) {
                        let change = std::mem::replace(&mut difference[a as usize], 0.0);
                        if change != 0.0 {
                            touched.push((a as usize, change));
                        }
                    }
                    // The marginal cost after a step: it grows with the step.
                    let cost = |step: f64| -> f64 {
                        touched.iter().map(|&(a, change)| change * price(loads[a] + step * change)).sum()
                    };
                    let (mut now, mut slope) = (0.0, 0.0);
                    for &(a, change) in &touched {
                        now += change * prices[a];
                        slope += change * change * prices[a];
                    }
                    if now >= 0.0 {
                        continue;
                    }
                    // A step of Newton's method, shortened until it is not too far.
                    let mut step = (-now / (steep * slope).max(f64::MIN_POSITIVE)).min(shares[other]);
                    let mut tries = 0;
                    while tries < 4 && cost(step) > 0.0 {
                        step /= 2.0;
                        tries += 1;
                    }
                    if tries == 4 {
                        continue;
                    }
                    shares[other] -= step;
                    shares[best] += step;
                    for (a, change) in touched {
                        loads[a] += step * change;
                        prices[a] = price(loads[a]);
                    }
                }
            }
        }
    }
}

/// The nearest point whose coordinates are not negative and add up to 1.
fn project(point: &mut [f64]) {
    // The level that has to be taken off, by Michelot's method: what falls below is left out, and the rest shares what is over.
    let mut level = (point.iter().sum::<f64>() - 1.0) / point.len() as f64;
    loop {
        let (mut sum, mut count) = (0.0, 0usize);
        for &x in point.iter().filter(|x| **x > level) {
            sum += x;
            count += 1;
        }
        let next = (sum - 1.0) / count.max(1) as f64;
        if next <= level + 1e-15 {
            break;
        }
        level = next;
    }
    point.iter_mut().for_each(|x| *x = (*x - level).max(0.0));
}
