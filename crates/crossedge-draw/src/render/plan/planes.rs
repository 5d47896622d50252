//! Copies of a network on common endpoints: the switches of one plane above them, of the next one below, and so on.

use super::places::{Lines, Plan};
use super::tree::{TreeRows, row_heights, rows, tree};
use crossedge_lang::net::{Leaf, Parts, Structure};

/// Least distance of rows, and the slope of links.
const MIN_GAP: f64 = 1.6;
const MIN_SLOPE: f64 = 0.45;

/// Places for all nodes of copies of `plane` on common endpoints.
pub fn planes_plan(net: &dyn Structure, plane: &dyn Structure) -> Plan {
    let (endpoints, switches) = (plane.endpoints(), plane.nodes() - plane.endpoints());
    if !matches!(plane.parts(), Parts::Leaf(Leaf::Tree)) || switches == 0 {
        return Plan { lines: Lines::Rows(1.0), ..tree(net) };
    }
    let TreeRows { across, levels } = rows(plane);
    let heights = row_heights(plane, &across, &levels, MIN_GAP, MIN_SLOPE);
    let tall = heights.last().copied().unwrap_or(0.0);
    let place = |v: u64| match v.checked_sub(endpoints) {
        None => (across[v as usize], 0.0),
        Some(rest) => {
            let (copy, node) = (rest / switches, (endpoints + rest % switches) as usize);
            let height = heights[levels[node] as usize] + (copy / 2) as f64 * tall;
            // Planes on one side are shifted, so that links pass the switches below them.
            let aside = (copy / 2) as f64 * 0.37;
            (across[node] + aside, if copy.is_multiple_of(2) { -height } else { height })
        }
    };
    Plan { node: 0.34, ..Plan::from_places((0..net.nodes()).map(place).collect()) }
}
