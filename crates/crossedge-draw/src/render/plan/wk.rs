//! WK-recursive networks: nested polygons, in which facing corners are joined.

use super::leaf;
use super::places::Plan;
use std::f64::consts::TAU;

/// Places for all nodes of a WK-recursive network.
pub fn wk_plan(base: u64, digits: u32) -> Plan {
    // Two corners make a path.
    if base <= 2 {
        return leaf::path(base.pow(digits));
    }
    // A square is on its side, all others have a corner on top.
    let turn = if base == 4 { -TAU * 3.0 / 8.0 } else { -TAU / 4.0 };
    let corner = |digit: u64, radius: f64| {
        let angle = turn + TAU * digit as f64 / base as f64;
        (radius * angle.cos(), radius * angle.sin())
    };
    let half = TAU / 2.0 / base as f64;
    let first = 0.5 / half.sin();
    // Copies are spaced by their size and a gap, which grows a little from level to level.
    let mut radii = vec![first];
    let mut reach = first;
    for level in 1..digits {
        let across = if base == 4 { 2.0 * reach * half.sin() } else { 2.0 * reach };
        let radius = (across + 0.85 + 0.25 * f64::from(level)) / (2.0 * half.sin());
        radii.push(radius);
        reach += radius;
    }
    let place = |v: u64| {
        let mut rest = v;
        radii.iter().fold((0.0, 0.0), |sum: (f64, f64), radius| {
            let at = corner(rest % base, *radius);
            rest /= base;
            (sum.0 + at.0, sum.1 + at.1)
        })
    };
    Plan { node: 0.22, ..Plan::from_places((0..base.pow(digits)).map(place).collect()) }
}
