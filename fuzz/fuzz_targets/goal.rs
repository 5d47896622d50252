//! Any text as GOAL: a refusal with a line, or a schedule that is verified, as it is and as every collective, without a crash. As traffic it is read again.

#![no_main]

use crossedge::collective::{Goal, Kind};
use crossedge::metrics::traffic::read;
use crossedge::progress::Silent;
use crossedge::verify;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let goal = match Goal::read(text) {
        Err(bad) => {
            assert!((1..=text.lines().count().max(1)).contains(&(bad.line as usize)), "{bad}");
            return;
        }
        Ok(goal) => goal,
    };
    let ranks = goal.ranks.len() as u64;
    if ranks > 64 {
        return;
    }
    for kind in [None, Some(Kind::Broadcast), Some(Kind::Gather), Some(Kind::AllReduce)] {
        let _ = verify::goal(ranks, &goal, kind.filter(|_| ranks > 0).map(|kind| (kind, 0)), &Silent).expect("it is not cancelled");
    }
    if ranks > 0 && read(&goal.traffic(), ranks).is_err() {
        // Only amounts that have no common unit below 2^40 may be refused.
        assert!(goal.traffic().lines().any(|line| line.len() > 14), "{}", goal.traffic());
    }
});
