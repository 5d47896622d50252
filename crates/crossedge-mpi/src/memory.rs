//! The memory of a collective, computed before anything is made: what all nodes hold at its end, and at its beginning.
//!
//! Broadcast, reduce, all-reduce: n·m bytes. Scatter, gather: n·m at the root and n·m at the others. All-gather, reduce-scatter: n²·m.
//! All-to-all: n²·m before and n²·m afterwards. Messages on their way come on top; they are counted when the schedule is known.

use crate::failure::Failure;
use crossedge::collective::{Collective, Kind};
use crossedge::cost::size::show;

/// Bytes that all nodes together hold at least, for each byte of a block.
fn factor(c: &Collective) -> u128 {
    let n = u128::from(c.nodes);
    match c.kind {
        Kind::Broadcast | Kind::Reduce | Kind::AllReduce | Kind::Barrier => n,
        Kind::Scatter | Kind::Gather => 2 * n,
        Kind::AllGather | Kind::ReduceScatter => n * n,
        Kind::AllToAll => 2 * n * n,
    }
}

/// Bytes that all nodes together hold at least.
pub fn least(c: &Collective) -> u128 {
    factor(c) * u128::from(c.bytes)
}

/// The words for it.
fn formula(c: &Collective) -> &'static str {
    match c.kind {
        Kind::Broadcast | Kind::Reduce | Kind::AllReduce | Kind::Barrier => "n·m",
        Kind::Scatter | Kind::Gather => "2·n·m",
        Kind::AllGather | Kind::ReduceScatter => "n²·m",
        Kind::AllToAll => "2·n²·m",
    }
}

/// Refuses what all ranks together cannot hold. `needed` is what is known by now: [`least`], or more when the schedule is there.
pub fn fits(c: &Collective, needed: u128, limit: u64) -> Result<(), Failure> {
    if needed <= u128::from(limit) {
        return Ok(());
    }
    // Memory grows with the bytes of a block, in proportion: so much less fits.
    let fit = u128::from(limit) * u128::from(c.bytes) / needed;
    let help = match fit {
        0 => {
            format!("give --memory {} if the machine has it, or take fewer nodes", needed.next_power_of_two())
        }
        fit => format!("--bytes {fit} fits; or give --memory, if the machine has it"),
    };
    Err(Failure::Limit(format!(
        "{} of {} on {} nodes takes {} in all ({} = {}), and the limit is {}\nhelp: {help}",
        c.kind,
        show(c.bytes.into()),
        c.nodes,
        show(needed),
        formula(c),
        show(least(c)),
        show(limit.into()),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_a_size_that_fits() {
        let c = Collective::new(Kind::AllGather, 648, 0, 64 << 10);
        assert_eq!(least(&c), 27_518_828_544);
        let error = fits(&c, least(&c), 8 << 30).expect_err("too much");
        assert_eq!(error.code(), 4);
        assert_eq!(
            error.to_string(),
            "error: allgather of 64 KiB on 648 nodes takes 25.6 GiB in all (n²·m = 25.6 GiB), and the limit is 8 GiB\n\
             help: --bytes 20456 fits; or give --memory, if the machine has it"
        );
        let smaller = Collective::new(Kind::AllGather, 648, 0, 20456);
        assert!(fits(&smaller, least(&smaller), 8 << 30).is_ok());
        assert!(fits(&Collective::new(Kind::AllGather, 648, 0, 20457), 419_904 * 20457, 8 << 30).is_err());
    }

    #[test]
    fn where_not_a_byte_fits_it_says_so() {
        let c = Collective::new(Kind::AllToAll, 2048, 0, 1);
        let error = fits(&c, least(&c), 1 << 20).expect_err("too much");
        assert!(
            error
                .to_string()
                .ends_with("help: give --memory 8388608 if the machine has it, or take fewer nodes")
        );
    }
}
