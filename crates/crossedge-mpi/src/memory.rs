//! The memory of a collective, computed before anything is made: what all nodes hold at its end, and at its beginning.
//!
//! Broadcast, reduce, all-reduce: n·m bytes. Scatter, gather: n·m at the root and n·m at the others. All-gather, reduce-scatter: n²·m.
//! All-to-all: n²·m before and n²·m afterwards. Messages in transit are added when the schedule is known.

use crossedge::Error;
use crossedge::collective::{Collective, Kind};
use crossedge::cost::size::size_text;
use crossedge::error::ErrorKind;

/// Bytes that all nodes together hold at least, for each byte of a block.
fn memory_factor(c: &Collective) -> u128 {
    let n = u128::from(c.nodes);
    match c.kind {
        Kind::Broadcast | Kind::Reduce | Kind::AllReduce | Kind::Barrier => n,
        Kind::Scatter | Kind::Gather => 2 * n,
        Kind::AllGather | Kind::ReduceScatter => n * n,
        Kind::AllToAll => 2 * n * n,
    }
}

/// Bytes that all nodes together hold at least.
pub fn least_memory(c: &Collective) -> u128 {
    memory_factor(c) * u128::from(c.bytes)
}

/// Its description.
fn memory_formula(c: &Collective) -> &'static str {
    match c.kind {
        Kind::Broadcast | Kind::Reduce | Kind::AllReduce | Kind::Barrier => "n·m",
        Kind::Scatter | Kind::Gather => "2·n·m",
        Kind::AllGather | Kind::ReduceScatter => "n²·m",
        Kind::AllToAll => "2·n²·m",
    }
}

/// Refuses what all ranks together cannot hold. `needed` is what is known by now: [`least_memory`], or more once the schedule is built.
pub fn check_memory(c: &Collective, needed: u128, limit: u64) -> Result<(), Error> {
    if needed <= u128::from(limit) {
        return Ok(());
    }
    // Memory is proportional to the bytes of a block: this gives the largest size that fits.
    let fit = u128::from(limit) * u128::from(c.bytes) / needed;
    let help = match fit {
        0 => {
            format!("give --memory {} if the machine has it, or take fewer nodes", needed.next_power_of_two())
        }
        fit => format!("--bytes {fit} fits; or give --memory, if the machine has it"),
    };
    Err(Error::new(
        ErrorKind::Limit,
        format!(
            "{} of {} on {} nodes takes {} in all ({} = {}), and the limit is {}",
            c.kind,
            size_text(c.bytes.into()),
            c.nodes,
            size_text(needed),
            memory_formula(c),
            size_text(least_memory(c)),
            size_text(limit.into())
        ),
    )
    .help(help))
}
