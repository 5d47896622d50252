//! Products: lines become the axes of a grid, three of them layers one below the other; other parts are drawn inside each other.

use super::places::{Lines, NODE, Plan};
use super::{cube, plan};
use crossedge_lang::net::{Leaf, Structure};
use std::sync::Arc;

/// Places for all nodes of a product.
pub fn product(parts: &[Arc<dyn Structure>]) -> Plan {
    if parts.iter().all(|part| part.nodes() <= 2) {
        let twos = parts.iter().filter(|part| part.nodes() == 2).count() as u32;
        return cube::cube_plan(twos);
    }
    let axis = |part: &Arc<dyn Structure>| {
        let (size, leaf) = (part.nodes(), part.parts().leaf());
        let kind = match leaf {
            _ if size <= 2 => LinkPattern::Open,
            Leaf::Complete => LinkPattern::Complete,
            Leaf::Path => LinkPattern::Open,
            _ => LinkPattern::Closed,
        };
        (leaf.in_line() || size <= 2).then_some(GridAxis { size, kind })
    };
    match parts.iter().map(axis).collect::<Option<Vec<GridAxis>>>() {
        Some(axes) => grid_of_lines(&axes),
        None => nested_parts(parts),
    }
}

/// Places for all nodes of a lattice with these sizes, such as a twisted torus.
pub fn lattice_plan(sizes: &[u64]) -> Plan {
    let axis =
        |&size: &u64| GridAxis { size, kind: if size > 2 { LinkPattern::Closed } else { LinkPattern::Open } };
    grid_of_lines(&sizes.iter().map(axis).collect::<Vec<GridAxis>>())
}

/// A dimension of a grid.
#[derive(Debug, Clone, Copy)]
struct GridAxis {
    size: u64,
    kind: LinkPattern,
}

/// The links along a dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LinkPattern {
    /// Between neighbours.
    Open,
    /// Between neighbours, and around.
    Closed,
    /// Between any two nodes.
    Complete,
}

/// The coordinates of a node of a box, row-major.
pub fn digits(sizes: &[u64], v: u64) -> Vec<u64> {
    let mut rest = v;
    let mut out = vec![0; sizes.len()];
    for (digit, size) in out.iter_mut().zip(sizes).rev() {
        *digit = rest % size;
        rest /= size;
    }
    out
}

/// A grid of lines. The longest is in a row, the next makes the rows of a layer, the third the layers; more of them are copies side by
/// side and one below the other.
fn grid_of_lines(dimensions: &[GridAxis]) -> Plan {
    let sizes: Vec<u64> = dimensions.iter().map(|axis| axis.size).collect();
    let mut axes: Vec<usize> = (0..sizes.len()).rev().filter(|i| sizes[*i] > 1).collect();
    let deep = axes.len() > 2;
    if deep {
        axes.sort_by_key(|i| std::cmp::Reverse(sizes[*i]));
    }
    let complete = |axis: usize| dimensions[axis].kind == LinkPattern::Complete;
    let around = |axis: usize| dimensions[axis].kind != LinkPattern::Open;
    let n = |axis: Option<&usize>| axis.map_or(1.0, |i| sizes[*i] as f64);
    let full = axes.iter().any(|i| complete(*i));
    let (plain, rows) = (if full { 1.25 } else { 1.0 }, n(axes.get(1)));
    // The nodes of a row are aside of those above, so that what goes from layer to layer passes between them.
    let aside = if !deep {
        0.0
    } else if around(axes[2]) {
        0.56
    } else {
        0.4
    };
    let cell = if deep { f64::max(aside * rows, plain) } else { plain };
    let row = match (deep, axes.first().is_some_and(|i| complete(*i))) {
        (false, _) => plain,
        (true, true) => 1.3,
        (true, false) => 0.68,
    };
    let mut steps = vec![(0.0, 0.0); sizes.len()];
    let mut size: (f64, f64) = (0.0, 0.0);
    for (i, axis) in axes.iter().enumerate() {
        let step = match i {
            0 => (cell, 0.0),
            1 => (aside, row),
            2 => (0.0, size.1 + 1.1),
            _ if i % 2 == 1 => (size.0 + 1.2, 0.17),
            _ => (0.17, size.1 + 1.2),
        };
        let long = n(Some(axis)) - 1.0;
        size = (size.0 + step.0 * long, size.1 + step.1 * long);
        steps[*axis] = step;
    }
    let place = |v: u64| {
        digits(&sizes, v).iter().zip(&steps).fold((0.0, 0.0), |sum: (f64, f64), (d, step)| {
            (sum.0 + step.0 * *d as f64, sum.1 + step.1 * *d as f64)
        })
    };
    let lines =
        if deep { Lines::Layers { cell, row, aside, layer: steps[axes[2]].1 } } else { Lines::Rows(cell) };
    let node = if deep { 0.22 } else { 0.23 };
    Plan { lines, node, ..Plan::from_places((0..sizes.iter().product()).map(place).collect()) }
}

/// A copy of one part at every place of another.
fn nested_parts(parts: &[Arc<dyn Structure>]) -> Plan {
    let plans: Vec<Plan> = parts.iter().map(|part| plan(part.as_ref())).collect();
    let sizes: Vec<u64> = parts.iter().map(|part| part.nodes()).collect();
    let mut scale = 1.0;
    let mut scales = Vec::new();
    for plan in plans.iter().rev() {
        scales.push(scale);
        scale *= plan.size.0.max(plan.size.1) * 1.05;
    }
    scales.reverse();
    let place = |v: u64| {
        let plans = plans.iter().zip(&scales);
        digits(&sizes, v).iter().zip(plans).fold((0.0, 0.0), |sum: (f64, f64), (d, (plan, scale))| {
            let at = plan.at[*d as usize];
            (sum.0 + at.0 * scale, sum.1 + at.1 * scale)
        })
    };
    Plan { node: NODE, ..Plan::from_places((0..sizes.iter().product()).map(place).collect()) }
}
