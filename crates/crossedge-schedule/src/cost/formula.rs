//! Prices by formula, for schedules of messages between neighbours that are too large to be listed: what a schedule sends in each step
//! is known as numbers ([`Volume`]), and so are the paths of its messages ([`MessagePath`]). A vector that is split has its blocks rounded up to bytes, so the price is that of the list or,
//! when the bytes do not divide evenly, less than a byte for each block above it.

use super::{Cost, CostMachine, Switching, Widths};
use crate::collective::{Kind, MessagePath, Volume, round_a_ring};
use crossedge_lang::net::Structure;
use crossedge_verify::{Asserted, Checked, RoundSteps, Unfit};

/// The cost of what is sent, with blocks of this many bytes before they are cut; the paths are those of each factor of the network, or one for all.
pub fn of_volume(volume: &Volume, bytes: u64, machine: &CostMachine, paths: &[MessagePath]) -> Cost {
    let block = u128::from(bytes.div_ceil(volume.cut.max(1)));
    let mut cost = Cost { steps: 0, messages: 0, link_bytes: 0, seconds: 0.0 };
    for turn in &volume.turns {
        cost.steps += turn.times;
        cost.messages += turn.times.saturating_mul(turn.messages);
        let MessagePath { hops, width } =
            paths.get(turn.factor).or(paths.first()).copied().unwrap_or(MessagePath::LINK);
        let moved = (u128::from(turn.times) * turn.total).saturating_mul(block);
        cost.link_bytes += moved.saturating_mul(hops.into());
        if turn.blocks > 0 {
            let message = u128::from(turn.blocks).saturating_mul(block) as f64 / width as f64;
            cost.seconds += turn.times as f64 * machine.seconds(hops, message);
        }
    }
    cost
}

/// A link of a network without switches whose links all have one width, of cables of one rate; none of others, for which it matters which links are taken.
pub(super) fn uniform_link(net: &dyn Structure) -> Option<MessagePath> {
    let width = net.width(0);
    let same = net.unit() == 1 && (0..net.link_classes().len()).all(|class| net.width(class) == width);
    (same && net.endpoints() == net.nodes()).then_some(MessagePath { hops: 1, width })
}

/// The cost of a ring collective, from one verified round of it: the others are the same, with other data of the same size. `None` for
/// kinds without a ring algorithm.
pub fn of_round(
    net: &dyn Structure,
    round: &Checked<RoundSteps>,
    kind: Kind,
    machine: &CostMachine,
) -> Result<Option<Cost>, Unfit> {
    let stored = machine.switching == Switching::StoreAndForward;
    let steps = round.when(net, "a round of a ring, as messages move here", |asserted| match asserted {
        Asserted::Round { model, widths } => {
            (model.switching == crossedge_verify::Switching::HopSynchronous) == stored
                && *widths == crossedge_verify::widths(net)
        }
        _ => false,
    })?;
    let once = net.endpoints().saturating_sub(1);
    let rounds = match kind {
        Kind::AllGather | Kind::ReduceScatter => once,
        Kind::AllReduce => once.saturating_mul(2),
        _ => return Ok(None),
    };
    let widths = Widths::new(net);
    let messages = || steps.iter().flatten();
    Ok(Some(Cost {
        steps: rounds.saturating_mul(steps.len() as u64),
        messages: rounds.saturating_mul(messages().count() as u64),
        link_bytes: messages().map(|m| u128::from(m.hops()) * u128::from(m.bytes)).sum::<u128>()
            * u128::from(rounds),
        seconds: rounds as f64 * steps.iter().map(|step| machine.step_seconds(step, &widths)).sum::<f64>(),
    }))
}

/// The cost of a collective on a verified ring: closed, through all nodes, without faults. `None` for kinds without a
/// ring algorithm, and on networks with switches or links of several widths.
pub fn of_ring<R>(
    net: &dyn Structure,
    ring: &Checked<R>,
    (kind, bytes): (Kind, u64),
    machine: &CostMachine,
) -> Result<Option<Cost>, Unfit> {
    ring.when(net, "a ring through all nodes", |asserted| {
        matches!(asserted, Asserted::Ring { closed: true, left_out: 0, faults, .. } if faults.is_empty())
    })?;
    let volume = round_a_ring(net.nodes(), kind).zip(uniform_link(net));
    Ok(volume.map(|(volume, path)| of_volume(&volume, bytes, machine, &[path])))
}
