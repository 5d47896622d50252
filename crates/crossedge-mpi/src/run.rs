//! `crossedge-mpi run`: a collective between real processes, every byte checked, next to a bare loop and MPI's own collective.
//!
//! The bare loop makes the same sends and receives, between the same places, and the same additions; it puts nothing aside and asks
//! nothing. It is what anybody would write for this pattern by hand. All three are run in turn, several times, and the best time of
//! each is reported. Times of more ranks than cores measure the operating system.

use crate::blocks::Blocks;
use crate::bytes::BARRIER_BYTES;
use crate::check::{CheckResult, WrongByte, check};
use crate::ffi::{Prepared, Requests};
use crate::job::{RankJob, ReportedFailure};
use crate::memory;
use crate::mutate::{Mutation, Seeded};
use crate::native::Native;
use crate::plan::RankPlan;
use crate::programs::{Derived, Programs, algorithm_named, schedule};
use crate::report::Report;
use crate::source::Source;
use crossedge::Error;
use crossedge::collective::{Algorithm, Collective, Kind, Schedule};
use mpi::traits::CommunicatorCollectives;
use std::time::Instant;

/// The run parameters.
#[derive(Debug, Clone)]
pub struct RunRequest {
    /// The network.
    pub expr: String,
    /// The collective.
    pub kind: Kind,
    /// The special node, as the user wrote it.
    pub root: String,
    /// The bytes of a block.
    pub bytes: u64,
    /// The algorithm; the usual one by default.
    pub algorithm: Option<String>,
    /// Pieces of a pipelined broadcast.
    pub pieces: u64,
    /// Number of runs.
    pub repeat: u32,
    /// The memory that all ranks together may take.
    pub memory: u64,
    /// Every chunk as a message of its own.
    pub single: bool,
    /// Spoil one message, to see that it is found.
    pub seed_fault: Option<u64>,
}

/// The prepared state of a rank.
struct Ready {
    source: Source,
    blocks: Blocks,
    plan: RankPlan,
    algorithm: &'static Algorithm,
    derived: Derived,
    asked: usize,
    fault: Option<Mutation>,
}

/// Runs it. All ranks have the report; the first prints it.
pub fn run(job: &RankJob, order: &RunRequest) -> Result<Report, ReportedFailure> {
    job.phase("plan");
    job.heart.set_phase(format!("{}: building and verifying the schedule", order.kind));
    let ready = job.agree_on_result(prepare(job, order))?;
    let Ready { plan, blocks, .. } = &ready;
    let of = plan.of;
    let needed = job.sum(plan.length as u64);
    job.agree_on_result(memory::check_memory(&of, needed.into(), order.memory))?;
    // At least a byte: MPI takes the address of an empty list for a constant of its own.
    let mut memory = vec![0; plan.length.max(1)];
    // The memory limit differs per rank: MPI's own collective is run by all of them or by none.
    let native = Native::new(order.kind, &of, blocks, plan.length.max(1 << 20) * 2);
    let together = job.min_over_ranks(native.is_some().into()) == 1;
    let mut native = native.filter(|_| together);
    let mut requests = Requests::default();
    let prepared: Vec<Prepared<'_>> = plan.steps.iter().map(|step| Prepared::new(&step.exchange)).collect();
    let mut verdict = CheckResult::default();
    let mut best: [Option<Vec<f64>>; 3] = [const { None }; 3];
    let mut keep = |which: usize, ends: Vec<f64>| {
        let ends = job.max_times(&ends);
        let sooner = |have: &Vec<f64>| ends.last() < have.last();
        if best[which].as_ref().is_none_or(sooner) {
            best[which] = Some(ends);
        }
    };
    for round in 0..order.repeat.max(1) {
        job.heart.set_phase(format!("{}: run {} of {}", order.kind, round + 1, order.repeat.max(1)));
        // The first one finds cold caches: alternate.
        for ours in [round % 2 == 0, round % 2 != 0] {
            plan.fill_memory(&mut memory);
            let ends = time_steps(job, plan.steps.len(), |at| {
                let step = &plan.steps[at];
                if ours {
                    if at == plan.steps.len() / 2 {
                        job.phase("run");
                    }
                    step.copy_before(&mut memory);
                }
                prepared[at].exchange(&job.world, &mut memory, &mut requests);
                if ours { step.copy_after(&mut memory) } else { step.add_locally(&mut memory, plan.staging) }
            });
            keep(usize::from(!ours), ends);
            if ours {
                job.phase("check");
                merge(&mut verdict, check(plan, &memory));
            }
        }
        if let Some(native) = &mut native {
            keep(2, time_steps(job, 1, |_| native.run(&job.world)));
        }
    }
    let verdict = merged_verdict(job, verdict);
    job.phase("end");
    let (messages, leaving) = plan.messages();
    let (messages, leaving) = (job.sum(messages), job.sum(leaving));
    let [ours, bare, native] = best;
    let total = |ends: &Option<Vec<f64>>| ends.as_ref().map(|ends| ends.last().copied().unwrap_or(0.0));
    Ok(Report {
        expression: ready.source.expr.to_string(),
        kind: order.kind,
        of,
        algorithm: ready.algorithm.name,
        derived: ready.derived,
        asked: job.max_over_ranks(ready.asked as u64),
        ranks: job.ranks,
        largest_block: blocks.largest_block(),
        steps: plan.steps.len() as u64,
        messages,
        leaving,
        memory: needed,
        runs: order.repeat.max(1),
        verdict,
        switched: ready.source.net.endpoints() < ready.source.net.nodes(),
        fault: ready.fault,
        seconds: total(&ours).unwrap_or(0.0),
        bare_seconds: total(&bare).unwrap_or(0.0),
        native_seconds: total(&native),
        step_ends: ours.unwrap_or_default(),
    })
}

/// Everything that needs no other rank.
fn prepare(job: &RankJob, order: &RunRequest) -> Result<Ready, Error> {
    let source = Source::read(&order.expr)?;
    let root = source.endpoint(&order.root)?;
    let blocks = Blocks::new(source.net.endpoints(), job.ranks);
    if job.ranks > blocks.nodes {
        return Err(Error::usage(format!(
            "{} nodes on {} ranks: a node is on one rank",
            blocks.nodes, job.ranks
        ))
        .help(format!("start at most {} ranks", blocks.nodes)));
    }
    // A barrier is run as another kind, and the user is reported of the one that he asked for.
    let algorithm = algorithm_named(order.kind, order.algorithm.as_deref())?;
    let of = collective(order, algorithm, blocks.nodes, root.0);
    memory::check_memory(&of, memory::least_memory(&of), order.memory)?;
    let made = schedule(&source.net, algorithm, &of)?;
    // A schedule may cut its blocks as it likes.
    let judged = made.schedule_on(source.net.as_ref())?;
    let seeded = order.seed_fault.map(|seed| Seeded::new(judged, seed));
    let fault = seeded.as_ref().and_then(Seeded::fault);
    if order.seed_fault.is_some() && fault.is_none() {
        return Err(Error::usage("no message to corrupt: none carries a required byte")
            .help("omit --seed-fault, or use at least two nodes and one byte"));
    }
    let runs: &dyn Schedule = seeded.as_ref().map_or(judged, |seeded| seeded);
    let programs = Programs::new(
        runs,
        source.net.as_ref(),
        blocks.nodes_of(job.rank),
        made.algorithm.multi_hop,
        order.single,
    );
    let (asked, algorithm, derived) = (programs.queried_nodes(), made.algorithm, made.derived);
    let plan = RankPlan::new(runs.collective(), &programs, &blocks, job.rank)?;
    Ok(Ready { source, blocks, plan, algorithm, derived, asked, fault })
}

/// The collective that is run. A barrier is run as an all-reduce of some bytes: an empty one could not be checked.
fn collective(order: &RunRequest, algorithm: &Algorithm, nodes: u64, root: u64) -> Collective {
    let of = match order.kind {
        Kind::Barrier => Collective::new(Kind::AllReduce, nodes, root, BARRIER_BYTES),
        kind => Collective::new(kind, nodes, root, order.bytes),
    };
    if algorithm.in_pieces { of.cut(order.pieces) } else { of }
}

/// Runs steps after a barrier, and gives when each was done.
fn time_steps(job: &RankJob, steps: usize, mut step: impl FnMut(usize)) -> Vec<f64> {
    let mut ends = Vec::with_capacity(steps);
    job.world.barrier();
    let start = Instant::now();
    for i in 0..steps {
        step(i);
        ends.push(start.elapsed().as_secs_f64());
    }
    ends
}

fn merge(sum: &mut CheckResult, other: CheckResult) {
    sum.bytes += other.bytes;
    sum.wrong += other.wrong;
    sum.first = sum.first.or(other.first);
}

/// The verdict over all ranks; the first wrong byte is that of the lowest rank, and so of the lowest node.
fn merged_verdict(job: &RankJob, mine: CheckResult) -> CheckResult {
    let rank = job.min_over_ranks(if mine.first.is_some() { job.rank } else { u64::MAX });
    let first = mine.first.filter(|_| rank == job.rank);
    let shared = |value: &dyn Fn(&WrongByte) -> u64| job.sum(first.as_ref().map_or(0, value));
    let wrong = WrongByte {
        node: shared(&|w| w.node),
        chunk: shared(&|w| w.chunk),
        byte: shared(&|w| w.byte),
        expected: shared(&|w| w.expected.into()) as u8,
        actual: shared(&|w| w.actual.into()) as u8,
    };
    let first = (rank != u64::MAX).then_some(wrong);
    CheckResult { bytes: job.sum(mine.bytes), wrong: job.sum(mine.wrong), first }
}
