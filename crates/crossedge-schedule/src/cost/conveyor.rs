//! The cost of a message that goes down a [`Conveyor`] in pieces, to the byte, and the number of pieces that is fastest.
//!
//! A step takes what its largest message takes. The tests compare the cost with that of the list of messages.

use super::{Cost, CostMachine};
use crate::collective::{Conveyor, MessagePath};

/// More pieces cannot be requested.
pub const MAX_PIECES: u64 = 1 << 20;

/// Numbers of pieces are all tried up to here.
const TRIED_ALL: u64 = 4096;

/// The cost of a message in pieces over links of one width, to a number of other nodes.
pub fn of_conveyor(
    conveyor: &Conveyor,
    (pieces, bytes): (u64, u64),
    others: u64,
    machine: &CostMachine,
    path: MessagePath,
) -> Cost {
    let pieces = pieces.max(1);
    let counted = conveyor.step_counts(pieces, bytes);
    let one = |bytes: u64| machine.seconds(path.hops, bytes as f64 / path.width as f64);
    let smaller = counted.busy.saturating_sub(counted.larger);
    // Zero steps cost nothing, even if a step has infinite cost.
    let times = |steps: u64, bytes: u64| if steps == 0 { 0.0 } else { steps as f64 * one(bytes) };
    let passes = if matches!(conveyor, Conveyor::Lines { twice: true, .. }) { 2 } else { 1 };
    let moved = u128::from(others) * u128::from(bytes) * u128::from(path.hops);
    Cost {
        steps: counted.steps,
        messages: others.saturating_mul(conveyor.trees()).saturating_mul(pieces).saturating_mul(passes),
        link_bytes: moved.saturating_mul(passes.into()),
        seconds: times(counted.larger, counted.bytes.saturating_add(1)) + times(smaller, counted.bytes),
    }
}

/// The number of pieces with the least cost; the fewest of several.
///
/// All small numbers are tried, and then those near the least cost of a message that could be cut anywhere, by their number and by their bytes: rounding
/// to bytes moves the least cost by less than that.
pub fn fastest_pieces(conveyor: &Conveyor, bytes: u64, machine: &CostMachine, path: MessagePath) -> u64 {
    let trees = conveyor.trees();
    let most = bytes.div_ceil(trees).clamp(1, MAX_PIECES);
    let seconds = |pieces: u64| of_conveyor(conveyor, (pieces, bytes), 0, machine, path).seconds;
    let mut best = (f64::INFINITY, 1);
    let mut try_all = |candidates: &mut dyn Iterator<Item = u64>| {
        for pieces in candidates.map(|pieces| pieces.clamp(1, most)) {
            let time = seconds(pieces);
            if time < best.0 || (time <= best.0 && pieces < best.1) {
                best = (time, pieces);
            }
        }
        best.1
    };
    try_all(&mut (1..=TRIED_ALL.min(most)));
    // The cost is nearly convex: its least value by thirds.
    let (mut low, mut high) = (1, most);
    while high - low > 2 {
        let third = (high - low) / 3;
        if seconds(low + third) <= seconds(high - third) { high -= third } else { low += third }
    }
    let near = try_all(&mut (low..=high));
    if near > TRIED_ALL {
        try_all(&mut (near - TRIED_ALL..=near.saturating_add(TRIED_ALL)));
        let each = bytes.div_ceil(near.saturating_mul(trees).max(1));
        let sizes = each.saturating_sub(TRIED_ALL).max(1)..=each.saturating_add(TRIED_ALL);
        try_all(&mut sizes.map(|each| bytes.div_ceil(each.saturating_mul(trees).max(1))));
    }
    best.1
}
