//! Recursive expansions: frames of frames of units. If every frame is a pair, the units are at the corners of a cube.

use super::places::{PART_MARGIN, Plan};
use super::{cube, plan};
use crossedge_lang::net::{Expanded, Node};

/// Places for all nodes of a recursive expansion.
pub fn expansion_plan(re: &dyn Expanded) -> Plan {
    let unit = plan(re.unit().as_ref());
    let size = unit.size.0.max(unit.size.1);
    match re.phases().all(|phase| phase.frame.nodes() == 2) && re.phase_count() <= 6 {
        true => cube_corners(re, &unit, size),
        false => nested_copies(re, &unit, size),
    }
}

/// Units at the corners of a cube, as in the cube-connected cycles.
fn cube_corners(re: &dyn Expanded, unit: &Plan, size: f64) -> Plan {
    // Sixteen are in a square in the order of the Gray code, so that neighbours are linked. A unit is turned so that its nodes are on
    // different lines, and what goes along a row passes between them.
    let square = re.phase_count() == 4;
    let cube = cube::spread_corners(re.phase_count() as u32);
    let spacing = if square { size + 0.3 } else { (size + 0.75) / cube.least_distance() };
    let lean: f64 = if square { 0.5f64.atan() } else { 0.0 };
    let gray = |bits: usize| [0.0, 1.0, 3.0, 2.0][bits & 3];
    let place = |v: u64| {
        let (u, frames) = re.coordinates(Node(v));
        let corner: usize = frames.iter().enumerate().map(|(bit, f)| f << bit).sum();
        let at = if square { (gray(corner), gray(corner >> 2)) } else { cube.at[corner] };
        let (x, y) = unit.at[u];
        let (x, y) = (x * lean.cos() - y * lean.sin(), x * lean.sin() + y * lean.cos());
        (at.0 * spacing + x, at.1 * spacing + y)
    };
    Plan { node: 0.22, ..Plan::from_places((0..re.nodes()).map(place).collect()) }
}

/// Copies of copies, one level for each phase.
fn nested_copies(re: &dyn Expanded, unit: &Plan, size: f64) -> Plan {
    let mut size = size;
    let mut levels: Vec<(f64, (f64, f64), Plan)> = Vec::new();
    for (i, phase) in re.phases().enumerate() {
        let frame = plan(phase.frame.as_ref());
        // Copies are spaced by their size and a little more. Every phase is rotated a little, to one side and the other, so that
        // its links do not run along those of another.
        let spacing = size * 1.16;
        let lean: f64 = if i % 2 == 0 { 0.17 } else { -0.13 };
        size += spacing * (frame.size.0.max(frame.size.1) - 2.0 * PART_MARGIN) * 1.1;
        levels.push((spacing, (lean.cos(), lean.sin()), frame));
    }
    let place = |v: u64| {
        let (u, frames) = re.coordinates(Node(v));
        let mut place = unit.at[u];
        for (f, (spacing, (cos, sin), frame)) in frames.iter().zip(&levels) {
            let (x, y) = frame.at[*f];
            place = (place.0 + spacing * (x * cos - y * sin), place.1 + spacing * (x * sin + y * cos));
        }
        place
    };
    Plan { node: 0.23, ..Plan::from_places((0..re.nodes()).map(place).collect()) }
}
