//! Throughput without closed form: exact for small networks and for those with few link classes, bounds for others.

mod balance;
pub(super) mod exact;
mod flows;
mod generate;
mod graph;
pub(super) mod refine;
mod repeated;
mod simplex;
mod solved;
mod ways;
pub(super) mod weights;

pub use flows::{flows, lengths};
pub use graph::ArcGraph;
pub use solved::Solved;

use crossedge_core::model::certificate::Demands;
use crossedge_core::progress::{Progress, Stopped};
use generate::{Solution, Unsolved, generate};
use num_bigint::BigUint;
use refine::{Classes, refine};
use solved::Shown;
use weights::weigh;

/// Colours of this many pairs of a source and a node are kept.
const MAX_PAIRS: usize = 1 << 24;

/// Work limit of a refinement round, in pairs of a source and an arc.
const MAX_LOOKED: usize = 1 << 26;

/// Linear programs with more classes of sources and arcs are not solved exactly.
const MAX_ROWS: usize = 700;

/// Linear programs with at most this many classes are solved exactly in a few seconds.
const FEW_ROWS: usize = 300;
const MAX_STEPS_FEW: u64 = 1 << 31;

/// Step limit for larger ones: an eighth of that, so that little is lost where it does not succeed.
const MAX_STEPS: u64 = 1 << 28;

/// Step limit where bounds closer than [`NEAR`] are requested.
const MAX_STEPS_EXACT: u64 = 1 << 34;
const NEAR: f64 = 0.001;

/// Larger networks, in pairs of a source and an arc, are not looked at: a round would take a minute.
pub const MAX_WORK: u64 = 1 << 30;

/// Rounds of shortest paths at most.
const MAX_ROUNDS: u64 = 400;

/// The errors of a throughput computation.
#[derive(Debug)]
pub enum SolveError {
    /// Both ends.
    Solved(Solved),
    /// No one sends anything.
    Silent,
    /// There is no path from the first endpoint to the second, which it sends to.
    Apart(usize, usize),
    /// Too many pairs of a source and an arc.
    TooLarge(u64),
}

/// Looks for the throughput: exact where it is small enough, else until the ends are as near as `gap` asks for, relatively.
pub fn solve(
    graph: &ArcGraph,
    demands: &Demands,
    gap: f64,
    watch: &dyn Progress,
) -> Result<SolveError, Stopped> {
    let sources = demands.sources();
    if sources.is_empty() {
        return Ok(SolveError::Silent);
    }
    if let Some((from, to)) = disconnected_pair(graph, demands, &sources) {
        return Ok(SolveError::Apart(from, to));
    }
    let work = sources.len() as u64 * graph.arcs() as u64;
    if work > MAX_WORK {
        return Ok(SolveError::TooLarge(work));
    }
    watch.stage("links in the same orbit", 0);
    let small = sources.len() * graph.nodes() <= MAX_PAIRS && work <= MAX_LOOKED as u64;
    let classes = if small { refine(graph, demands, watch)? } else { Classes::plain(graph, demands) };
    if watch.stopped() {
        return Err(Stopped);
    }
    let rows = classes.count() + classes.sources.len();
    // Without symmetry the program is as large as the network, and above a few hundred rows the step limit ends it in vain.
    let hopeless = gap >= NEAR && rows > FEW_ROWS && classes.count() == graph.arcs();
    if rows <= MAX_ROWS && !hopeless {
        let steps = match rows {
            _ if gap < NEAR => MAX_STEPS_EXACT,
            ..=FEW_ROWS => MAX_STEPS_FEW,
            _ => MAX_STEPS,
        };
        match generate(graph, demands, &classes, steps, watch) {
            Ok(solution) => return Ok(SolveError::Solved(exactly(demands, classes, solution))),
            Err(Unsolved::Stopped) => return Err(Stopped),
            Err(Unsolved::Failed) => {}
        }
    }
    let bounds = weigh(graph, demands, gap, MAX_ROUNDS, watch)?;
    let unit = demands.unit();
    let reported = |(a, b): (u128, u128)| (BigUint::from(a) * unit, BigUint::from(b));
    let how = format!(
        "a flow and link lengths, after {} rounds of shortest paths [multiplicative-weights]",
        bounds.rounds
    );
    let (lower, upper) = (reported(bounds.lower), reported(bounds.upper));
    Ok(SolveError::Solved(Solved { lower, upper, how, shown: Shown::Rounds(Box::new(bounds)) }))
}

fn exactly(demands: &Demands, classes: Classes, solution: Solution) -> Solved {
    let value = (&solution.load.1 * demands.unit(), solution.load.0.clone());
    let (links, sources) = (classes.count(), classes.sources.len());
    let many = |count: usize, what: &str| match count {
        1 => format!("one class of {what}"),
        count => format!("{count} classes of {what}"),
    };
    let (links, sources) = (many(links, "links"), many(sources, "sources"));
    let how = format!(
        "linear program over {links} and {sources} [linear-program]; primal and dual solutions agree exactly [throughput-duality]"
    );
    Solved { lower: value.clone(), upper: value, how, shown: Shown::Programme(Box::new((classes, solution))) }
}

/// A source and a target without a path between them.
fn disconnected_pair(graph: &ArcGraph, demands: &Demands, sources: &[usize]) -> Option<(usize, usize)> {
    let mut part = vec![usize::MAX; graph.nodes()];
    for start in 0..graph.nodes() {
        if part[start] != usize::MAX {
            continue;
        }
        part[start] = start;
        let mut open = vec![start];
        while let Some(v) = open.pop() {
            for w in graph.out(v).map(|a| graph.head(a)) {
                if part[w] == usize::MAX {
                    part[w] = start;
                    open.push(w);
                }
            }
        }
    }
    // A connected network has a path for every pair.
    if part.iter().all(|&of| of == 0) {
        return None;
    }
    let lonely = |&s: &usize| demands.row(s).find(|&(t, _)| part[t] != part[s]).map(|(t, _)| (s, t));
    sources.iter().find_map(lonely)
}
