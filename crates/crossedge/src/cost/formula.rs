//! Prices by formula, for schedules of messages over one link each that are too large to be listed: what a schedule sends in each step
//! is known as numbers ([`Volume`]). A vector that is cut has its blocks rounded up to whole bytes, so the price is that of the list or,
//! when the bytes do not divide evenly, less than a byte for each block above it.

use super::{Cost, Machine};
use crate::collective::{Kind, Volume, round_a_ring};
use crate::net::Network;
use crate::verify::{Asserted, Checked, Unfit};

/// The cost of what is sent, with blocks of so many bytes before they are cut.
pub fn of_volume(volume: &Volume, bytes: u64, machine: &Machine) -> Cost {
    let block = u128::from(bytes.div_ceil(volume.cut.max(1)));
    let mut cost = Cost { steps: 0, messages: 0, link_bytes: 0, seconds: 0.0 };
    for turn in &volume.turns {
        cost.steps += turn.times;
        cost.messages += turn.times.saturating_mul(turn.messages);
        cost.link_bytes += (u128::from(turn.times) * turn.total).saturating_mul(block);
        if turn.blocks > 0 {
            cost.seconds +=
                turn.times as f64 * machine.message_seconds(1, u128::from(turn.blocks).saturating_mul(block));
        }
    }
    cost
}

/// The cost of a collective round a ring that was found good: closed, through all nodes, around no faults. None for kinds that do not
/// go round a ring.
pub fn of_ring<R>(
    net: &dyn Network,
    ring: &Checked<R>,
    (kind, bytes): (Kind, u64),
    machine: &Machine,
) -> Result<Option<Cost>, Unfit> {
    ring.when(net, "a ring through all nodes", |asserted| {
        matches!(asserted, Asserted::Ring { closed: true, left_out: 0, faults, .. } if faults.is_empty())
    })?;
    Ok(round_a_ring(net.nodes(), kind).map(|volume| of_volume(&volume, bytes, machine)))
}
