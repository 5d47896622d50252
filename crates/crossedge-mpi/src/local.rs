//! All ranks in one process: the same plans, messages handed over from memory to memory. It shows without MPI that programs, plans and
//! byte check agree.

use crate::blocks::Blocks;
use crate::check::{CheckResult, check};
use crate::plan::RankPlan;
use crate::programs::Programs;
use crossedge::Error;
use crossedge::collective::Schedule;
use crossedge::net::Structure;
use std::collections::{HashMap, VecDeque};

/// Runs a schedule on several ranks in this process, and returns the verdict of each.
pub fn run(
    net: &dyn Structure,
    schedule: &dyn Schedule,
    ranks: u64,
    multi_hop: bool,
    single: bool,
) -> Result<Vec<CheckResult>, Error> {
    let of = schedule.collective();
    let blocks = Blocks::new(of.nodes, ranks);
    let plan = |rank| {
        RankPlan::new(
            of,
            &Programs::new(schedule, net, blocks.nodes_of(rank), multi_hop, single),
            &blocks,
            rank,
        )
    };
    let plans = (0..ranks).map(plan).collect::<Result<Vec<_>, _>>()?;
    let mut memory: Vec<Vec<u8>> = plans.iter().map(|plan| vec![0; plan.length]).collect();
    plans.iter().zip(&mut memory).for_each(|(plan, memory)| plan.fill_memory(memory));
    let steps = plans.iter().map(|plan| plan.steps.len()).max().unwrap_or(0);
    for step in 0..steps {
        // Between two ranks messages keep their order, as MPI promises.
        let mut wires: HashMap<(i32, i32), VecDeque<Vec<u8>>> = HashMap::new();
        for (rank, (plan, memory)) in (0i32..).zip(plans.iter().zip(&mut memory)) {
            plan.steps[step].copy_before(memory);
            for part in plan.steps[step].exchange.sends() {
                let message = part.places.iter().flat_map(|place| &memory[place.clone()]).copied().collect();
                wires.entry((rank, part.rank)).or_default().push_back(message);
            }
        }
        for (rank, (plan, memory)) in (0i32..).zip(plans.iter().zip(&mut memory)) {
            for part in plan.steps[step].exchange.receives() {
                let message = wires.get_mut(&(part.rank, rank)).and_then(VecDeque::pop_front);
                let Some(message) = message.filter(|message| message.len() == part.length() as usize) else {
                    return Err(Error::usage(format!(
                        "step {}: rank {rank} waits for a message that is never sent",
                        step + 1
                    )));
                };
                for place in &part.places {
                    memory[place.clone()].copy_from_slice(&message);
                }
            }
            plan.steps[step].copy_after(memory);
        }
        if wires.values().any(|wire| !wire.is_empty()) {
            return Err(Error::usage(format!("step {}: a message is sent that is never received", step + 1)));
        }
    }
    Ok(plans.iter().zip(&memory).map(|(plan, memory)| check(plan, memory)).collect())
}
