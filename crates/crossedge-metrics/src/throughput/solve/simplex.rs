//! The linear program of a throughput over the paths generated, by the revised simplex method in floating point.
//!
//! Every source splits its demand over its paths, in shares that add up to 1; the maximum load of an arc class, relative to its capacity, is
//! minimised. That load is 1 over the throughput. Shares are the variables, and the prices of the classes are lengths on
//! their arcs. Results here are floating-point: the basis at the end is solved again in integers, and verified.

use fearless_simd::{Level, Simd, dispatch};

/// A column of the linear program: the load of one path, or of a spread over paths.
#[derive(Debug, Clone)]
pub struct SimplexColumn {
    /// The class of sources.
    pub source: usize,
    /// Class of arcs and load over capacity.
    pub loads: Vec<(u32, f64)>,
}

/// A variable of the linear program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variable {
    /// The share of a column.
    Share(usize),
    /// The slack of a class.
    Left(usize),
    /// The load of the busiest class.
    Load,
}

/// The linear program and its basis.
#[derive(Debug)]
pub struct Programme {
    sources: usize,
    classes: usize,
    columns: Vec<SimplexColumn>,
    basis: Vec<Variable>,
    /// `true` if a column is in the basis.
    basic: Vec<bool>,
    /// The inverse of the basis, by columns: one for each row of the linear program, with a place for each variable of the basis. Directions
    /// and pivots then go along columns.
    inverse: Vec<f64>,
    /// The row of the inverse that belongs to [`Variable::Load`].
    prices: Vec<f64>,
    values: Vec<f64>,
    /// Perturbations of the capacities, all different, so that no two variables reach zero at once.
    widened: Vec<f64>,
    pivots: usize,
    /// Variables that saved most when all were looked at.
    promising: Vec<Variable>,
}

/// Number of variables that are looked at before all are.
const PROMISING: usize = 64;

const TOLERANCE: f64 = 1e-10;
const SMALL_PIVOT: f64 = 1e-8;

impl Programme {
    /// With one column for every source, in order.
    pub fn new(classes: usize, first: Vec<SimplexColumn>) -> Self {
        let sources = first.len();
        let mut loads = vec![0.0; classes];
        first.iter().flat_map(|column| &column.loads).for_each(|&(j, load)| loads[j as usize] += load);
        let golden = 0.618_033_988_749_894_9;
        let most = loads.iter().copied().fold(0.0, f64::max);
        let widened: Vec<f64> =
            (0..classes).map(|j| most * 1e-9 * (1.0 + (j as f64 * golden).fract())).collect();
        let over = |j: usize| loads[j] - widened[j];
        let busiest = (0..classes).max_by(|&a, &b| over(a).total_cmp(&over(b))).unwrap_or(0);
        let mut basis: Vec<Variable> = (0..sources).map(Variable::Share).collect();
        basis.extend((0..classes).map(|j| if j == busiest { Variable::Load } else { Variable::Left(j) }));
        let basic = vec![true; sources];
        let mut programme = Programme {
            sources,
            classes,
            columns: first,
            basis,
            basic,
            inverse: Vec::new(),
            prices: Vec::new(),
            values: Vec::new(),
            widened,
            pivots: 0,
            promising: Vec::new(),
        };
        programme.factor();
        programme
    }

    fn rows(&self) -> usize {
        self.sources + self.classes
    }

    /// Takes in a column.
    pub fn add(&mut self, column: SimplexColumn) -> usize {
        self.columns.push(column);
        self.basic.push(false);
        self.columns.len() - 1
    }

    /// The variables of the basis.
    pub fn basis(&self) -> &[Variable] {
        &self.basis
    }

    fn entries(&self, variable: Variable) -> Vec<(usize, f64)> {
        match variable {
            Variable::Share(c) => {
                let column = &self.columns[c];
                let loads = column.loads.iter().map(|&(j, load)| (self.sources + j as usize, load));
                std::iter::once((column.source, 1.0)).chain(loads).collect()
            }
            Variable::Left(j) => vec![(self.sources + j, 1.0)],
            Variable::Load => (0..self.classes).map(|j| (self.sources + j, -1.0)).collect(),
        }
    }

    /// Inverts the basis again. Columns of slacks are unit vectors, so only the others are eliminated.
    fn factor(&mut self) -> bool {
        let rows = self.rows();
        // Gauss and Jordan on the basis next to the identity, the sparse columns first.
        let mut matrix = vec![0.0; rows * rows];
        for (place, &variable) in self.basis.iter().enumerate() {
            for (row, value) in self.entries(variable) {
                matrix[row * rows + place] += value;
            }
        }
        let level = Level::new();
        let Some(inverse) = dispatch!(level, simd => invert(simd, matrix, rows)) else { return false };
        let right = |row: usize| {
            if row < self.sources { 1.0 } else { self.widened[row - self.sources] }
        };
        let rights: Vec<f64> = (0..rows).map(right).collect();
        self.values = (0..rows)
            .map(|place| {
                let row = &inverse[place * rows..(place + 1) * rows];
                row.iter().zip(&rights).map(|(a, b)| a * b).sum()
            })
            .collect();
        self.inverse.resize(rows * rows, 0.0);
        for (place, row) in inverse.chunks_exact(rows).enumerate() {
            for (i, &x) in row.iter().enumerate() {
                self.inverse[i * rows + place] = x;
            }
        }
        self.price();
        true
    }

    /// Reads the prices from the inverse.
    fn price(&mut self) {
        let place = self.basis.iter().position(|&v| v == Variable::Load).unwrap_or(0);
        self.prices.clear();
        self.prices
            .extend(self.inverse.chunks_exact(self.sources + self.classes).map(|column| column[place]));
    }

    /// The prices of the rows: of the sources, and with the opposite sign of the classes, which are lengths.
    pub fn prices(&self) -> &[f64] {
        &self.prices
    }

    /// The length of every class, times its capacity; together they are 1.
    pub fn lengths(&self) -> Vec<f64> {
        self.prices()[self.sources..].iter().map(|price| (-price).max(0.0)).collect()
    }

    /// The load of the busiest class.
    pub fn load(&self) -> f64 {
        self.basis.iter().position(|&v| v == Variable::Load).map_or(0.0, |place| self.values[place])
    }

    /// The reduced cost of a column.
    pub fn saves(&self, column: &SimplexColumn) -> f64 {
        let prices = self.prices();
        let loads = column.loads.iter().map(|&(j, load)| prices[self.sources + j as usize] * load);
        prices[column.source] + loads.sum::<f64>()
    }

    /// Steps taken: a pivot takes about the square of the rows.
    fn work(&self) -> u64 {
        (self.pivots * self.rows() * self.rows()) as u64
    }

    /// Pivots until no column improves; `go_on` is polled with the work done. `false` if it returns `false`, or if numbers
    /// break down.
    pub fn optimise(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> bool {
        let level = Level::new();
        let mut refused: Vec<Variable> = Vec::new();
        let mut direction = vec![0.0; self.rows()];
        loop {
            if self.pivots.is_multiple_of(32) && !go_on(self.work()) {
                return false;
            }
            let Some(entering) = self.entering(&refused) else {
                if refused.is_empty() {
                    return true;
                }
                return self.factor();
            };
            let entries = self.entries(entering);
            dispatch!(level, simd => combine(simd, &self.inverse, &entries, &mut direction));
            let Some(place) = self.leaving(&direction) else {
                refused.push(entering);
                continue;
            };
            refused.clear();
            self.pivot(level, place, entering, &direction);
            self.pivots += 1;
            if self.pivots.is_multiple_of(512) && !self.factor() {
                return false;
            }
        }
    }

    /// The improvement per unit of a variable.
    fn saving(&self, prices: &[f64], variable: Variable) -> f64 {
        match variable {
            Variable::Left(j) => prices[self.sources + j],
            Variable::Share(c) => {
                let column = &self.columns[c];
                let loads = column.loads.iter().map(|&(j, load)| prices[self.sources + j as usize] * load);
                prices[column.source] + loads.sum::<f64>()
            }
            Variable::Load => 0.0,
        }
    }

    /// The variable that saves most of those that saved most when all were last looked at; of all when none of them saves anything any more.
    fn entering(&mut self, refused: &[Variable]) -> Option<Variable> {
        let best = |all: &[Variable]| {
            let prices = self.prices();
            let saves = |&v: &Variable| (self.saving(prices, v), v);
            let worth = |(saves, v): &(f64, Variable)| *saves > TOLERANCE && !refused.contains(v);
            all.iter().map(saves).filter(worth).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, v)| v)
        };
        if let Some(entering) = best(&self.promising) {
            return Some(entering);
        }
        let prices = self.prices();
        let ways = (0..self.columns.len()).filter(|&c| !self.basic[c]).map(Variable::Share);
        let all: Vec<Variable> = (0..self.classes).map(Variable::Left).chain(ways).collect();
        let saves = |&v: &Variable| Some((self.saving(prices, v), v)).filter(|(saves, _)| *saves > TOLERANCE);
        let mut candidates: Vec<(f64, Variable)> = all.iter().filter_map(saves).collect();
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
        candidates.truncate(PROMISING + refused.len());
        self.promising = candidates.iter().map(|(_, v)| *v).collect();
        candidates.into_iter().map(|(_, v)| v).find(|v| !refused.contains(v))
    }

    /// The place of the basis that reaches zero first; of those that do at once, the one with the largest pivot.
    fn leaving(&self, direction: &[f64]) -> Option<usize> {
        let steps = direction.iter().zip(&self.values).enumerate();
        let steps = steps.filter(|(_, (d, _))| **d > SMALL_PIVOT);
        let ratio = |d: f64, value: f64| value.max(0.0) / d;
        let least = steps.clone().map(|(_, (&d, &v))| ratio(d, v)).fold(f64::INFINITY, f64::min);
        steps
            .filter(|(_, (d, v))| ratio(**d, **v) <= least + 1e-12)
            .max_by(|a, b| a.1.0.total_cmp(b.1.0))
            .map(|(place, _)| place)
    }

    fn pivot(&mut self, level: Level, place: usize, entering: Variable, direction: &[f64]) {
        let step = self.values[place].max(0.0) / direction[place];
        for (value, d) in self.values.iter_mut().zip(direction) {
            *value -= step * d;
        }
        self.values[place] = step;
        let scale = 1.0 / direction[place];
        dispatch!(level, simd => eliminate(simd, &mut self.inverse, direction, place, scale));
        if let Variable::Share(c) = self.basis[place] {
            self.basic[c] = false;
        }
        if let Variable::Share(c) = entering {
            self.basic[c] = true;
        }
        self.basis[place] = entering;
        self.price();
    }
}

/// The sum of columns of a matrix, each times its value.
#[inline(always)]
fn combine<S: Simd>(_simd: S, columns: &[f64], entries: &[(usize, f64)], out: &mut [f64]) {
    let rows = out.len();
    out.fill(0.0);
    for &(i, value) in entries {
        for (x, y) in out.iter_mut().zip(&columns[i * rows..(i + 1) * rows]) {
            *x += y * value;
        }
    }
}

/// Scales one row of a matrix by columns, and subtracts it from each other row times its entry of `direction`. Columns without an entry in that row
/// stay as they are.
#[inline(always)]
fn eliminate<S: Simd>(_simd: S, columns: &mut [f64], direction: &[f64], place: usize, scale: f64) {
    for column in columns.chunks_exact_mut(direction.len()) {
        let pivot = column[place] * scale;
        if pivot != 0.0 {
            for (x, d) in column.iter_mut().zip(direction) {
                *x -= d * pivot;
            }
            column[place] = pivot;
        }
    }
}

/// The inverse of a square matrix by rows, with pivots chosen in columns; `None` if it has none.
#[inline(always)]
fn invert<S: Simd>(_simd: S, mut matrix: Vec<f64>, n: usize) -> Option<Vec<f64>> {
    let mut inverse = vec![0.0; n * n];
    for i in 0..n {
        inverse[i * n + i] = 1.0;
    }
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| matrix[a * n + column].abs().total_cmp(&matrix[b * n + column].abs()))?;
        let value = matrix[pivot * n + column];
        if value.abs() < 1e-13 {
            return None;
        }
        if pivot != column {
            for i in 0..n {
                matrix.swap(pivot * n + i, column * n + i);
                inverse.swap(pivot * n + i, column * n + i);
            }
        }
        let scale = 1.0 / value;
        for i in 0..n {
            matrix[column * n + i] *= scale;
            inverse[column * n + i] *= scale;
        }
        let row: Vec<f64> = matrix[column * n..(column + 1) * n].to_vec();
        let other: Vec<f64> = inverse[column * n..(column + 1) * n].to_vec();
        for r in (0..n).filter(|&r| r != column) {
            let factor = matrix[r * n + column];
            if factor != 0.0 {
                let rows = matrix[r * n..(r + 1) * n].iter_mut().zip(&row);
                rows.for_each(|(x, y)| *x -= factor * y);
                let rows = inverse[r * n..(r + 1) * n].iter_mut().zip(&other);
                rows.for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    Some(inverse)
}
