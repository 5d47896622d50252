//! The messages of a job, phase by phase.

use crate::collective::training::{Job, NoJob, Phase};
use crate::words::words;
use std::collections::BTreeMap;

/// Parallel groups of ranks, each with an exchange of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RankGroup {
    /// All-reduce among the ranks that hold parts of one layer.
    Tensor,
    /// All-gather among the ranks that hold parts of one sequence.
    Context,
    /// All-to-all among the ranks that hold experts.
    Expert,
    /// All-reduce among the ranks that hold copies of one part.
    Data,
    /// From every stage to the next.
    Pipeline,
}

words!(RankGroup, "parallel group":
    Tensor = "tensor": "All-reduce round a ring, among ranks that hold parts of one layer",
    Context = "context": "All-gather round a ring, among ranks that hold parts of one sequence",
    Expert = "expert": "All-to-all among ranks that hold experts",
    Data = "data": "All-reduce round a ring, among ranks that hold copies of one part",
    Pipeline = "pipeline": "To the next stage",
);

/// Sizes of parallel groups: rank = tensor index + tensor · (context index + context · (copy + data · stage)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankJob {
    /// Ranks that hold parts of one layer.
    pub tensor: u64,
    /// Ranks that hold parts of one sequence.
    pub context: u64,
    /// Copies.
    pub data: u64,
    /// Stages.
    pub pipeline: u64,
    /// Consecutive copies that share experts; a divisor of `data`.
    pub expert: u64,
}

/// Sender, receiver and bytes.
pub type Message = (u32, u32, u64);

/// Messages between ranks that are sent at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankPhase {
    /// Name of the phase.
    pub name: String,
    /// Sender, receiver and bytes of every message, each pair once, in ascending order.
    pub messages: Vec<Message>,
}

/// The traffic of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankTraffic {
    /// Number of ranks.
    pub ranks: u32,
    /// The phases, one after the other.
    pub phases: Vec<RankPhase>,
    /// The ranks as a grid, if the phases run along its dimensions.
    pub grid: Option<Grid>,
}

/// Ranks as a grid, row-major with the first dimension fastest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// Sizes of the dimensions.
    pub sizes: Vec<u64>,
    /// For every phase, the dimension along which it sends.
    pub phases: Vec<GridDimension>,
}

/// The dimension of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridDimension {
    /// Its index.
    pub dimension: usize,
    /// Consecutive ranks along the dimension that are one group.
    pub group: u64,
    /// The pattern in a group.
    pub pattern: GridPattern,
    /// Bytes of one message.
    pub bytes: u64,
}

/// Patterns within a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridPattern {
    /// To the next rank, and from the last to the first.
    Ring,
    /// To the next rank.
    Line,
    /// To every other rank.
    AllToAll,
}

impl RankTraffic {
    /// The phases of a training step in the given order, each with its bytes per rank. Phases in groups of one send nothing and are omitted.
    pub fn of_job(job: &RankJob, bytes: &[(RankGroup, u64)]) -> Result<RankTraffic, NoJob> {
        let inner = Job::new(job.tensor, job.context, 1, 1)?.ranks();
        let ranks = Job::new(inner, job.data, job.pipeline, job.expert)?.ranks();
        let mut phases = Vec::new();
        let mut along = Vec::new();
        for &(group, bytes) in bytes {
            let outer = Job::new(inner, job.data, job.pipeline, job.expert)?;
            // Groups of the context are those of copies in a job in which the copies are stages.
            let (of, phase, dimension, pattern) = match group {
                RankGroup::Tensor => {
                    let of = Job::new(job.tensor, job.context * job.data, job.pipeline, 1)?;
                    (of, Phase::Tensor, 0, GridPattern::Ring)
                }
                RankGroup::Context => {
                    let of = Job::new(job.tensor, job.context, job.data * job.pipeline, 1)?;
                    (of, Phase::Data, 1, GridPattern::Ring)
                }
                RankGroup::Expert => (outer, Phase::Expert, 2, GridPattern::AllToAll),
                RankGroup::Data => (outer, Phase::Data, 2, GridPattern::Ring),
                RankGroup::Pipeline => (outer, Phase::Pipeline, 3, GridPattern::Line),
            };
            let mut sums: BTreeMap<(u32, u32), u64> = BTreeMap::new();
            for round in of.rounds(phase, bytes) {
                // An all-gather takes half of the steps of an all-reduce.
                let times = if group == RankGroup::Context { round.times / 2 } else { round.times };
                for &(from, to) in &round.pairs {
                    let sum = sums.entry((from as u32, to as u32)).or_default();
                    *sum = sum.saturating_add(times.saturating_mul(round.bytes));
                }
            }
            let Some(&each) = sums.values().next() else { continue };
            along.push(GridDimension { dimension, group: of.group(phase).0, pattern, bytes: each });
            let messages = sums.into_iter().map(|((from, to), bytes)| (from, to, bytes)).collect();
            phases.push(RankPhase { name: group.to_string(), messages });
        }
        let sizes = vec![job.tensor, job.context, job.data, job.pipeline];
        Ok(RankTraffic { ranks: ranks as u32, phases, grid: Some(Grid { sizes, phases: along }) })
    }

    /// One phase of listed messages; those of a rank to itself are left out, and those of one pair added up.
    pub fn of_messages(
        name: &str,
        ranks: u32,
        messages: impl IntoIterator<Item = (u32, u32, u64)>,
    ) -> RankTraffic {
        let mut sums: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        for (from, to, bytes) in
            messages.into_iter().filter(|message| message.0 != message.1 && message.2 > 0)
        {
            let sum = sums.entry((from, to)).or_default();
            *sum = sum.saturating_add(bytes);
        }
        let messages = sums.into_iter().map(|((from, to), bytes)| (from, to, bytes)).collect();
        RankTraffic { ranks, phases: vec![RankPhase { name: name.to_owned(), messages }], grid: None }
    }

    /// Number of messages.
    pub fn messages(&self) -> u64 {
        self.phases.iter().map(|phase| phase.messages.len() as u64).sum()
    }
}

impl Grid {
    /// The prime factors of a dimension, the smallest first.
    pub fn digits(size: u64) -> Vec<u64> {
        let (mut rest, mut out, mut factor) = (size, Vec::new(), 2);
        while rest > 1 {
            if rest.is_multiple_of(factor) {
                out.push(factor);
                rest /= factor;
            } else if factor * factor > rest {
                factor = rest;
            } else {
                factor += 1;
            }
        }
        out
    }
}

/// Messages of a text: a square CSV matrix of bytes, Matrix Market, or lines of sender, receiver and bytes. Ranks count from 0, those of Matrix Market from 1.
pub fn read_messages(text: &str) -> Result<(u32, Vec<Message>), String> {
    let market = text.starts_with("%%MatrixMarket");
    let content = |line: &&str| !line.is_empty() && !line.starts_with(['#', '%']);
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| content(line)).collect();
    let number = |at: usize, word: &str| -> Result<u64, String> {
        let value = word.parse::<f64>().ok().filter(|value| *value >= 0.0 && *value < 9e15);
        word.parse::<u64>()
            .ok()
            .or(value.map(|value| value.ceil() as u64))
            .ok_or_else(|| format!("line {at}: '{word}' is not a number of bytes or a rank"))
    };
    let mut rows = Vec::new();
    for &(at, line) in &lines {
        let words = line.split([',', ';', ' ', '\t']).filter(|word| !word.is_empty());
        rows.push((at, words.map(|word| number(at, word)).collect::<Result<Vec<u64>, String>>()));
    }
    // A header of names.
    if rows.first().is_some_and(|row| row.1.is_err()) && !market {
        _ = rows.remove(0);
    }
    let mut table = Vec::new();
    for (at, row) in rows {
        table.push((at, row?));
    }
    let square =
        !market && table.len() > 1 && table.len() != 3 && table.iter().all(|row| row.1.len() == table.len());
    let mut messages = Vec::new();
    let mut ranks = 0u64;
    if square {
        ranks = table.len() as u64;
        for (from, (_, row)) in (0u32..).zip(&table) {
            messages.extend((0u32..).zip(row).map(|(to, &bytes)| (from, to, bytes)));
        }
    } else {
        let symmetric = market && text.lines().next().is_some_and(|line| line.contains("symmetric"));
        for (index, (at, row)) in table.iter().enumerate() {
            let &[from, to, bytes] = row.as_slice() else {
                return Err(format!("line {at}: expected sender, receiver and bytes"));
            };
            if market && index == 0 {
                if from != to {
                    return Err(format!("line {at}: the matrix has {from} rows and {to} columns"));
                }
                ranks = from;
                continue;
            }
            let [from, to] = if market { [from, to].map(|rank| rank.wrapping_sub(1)) } else { [from, to] };
            if from.max(to) >= 1 << 26 || (market && from.max(to) >= ranks) {
                return Err(format!("line {at}: there is no such rank"));
            }
            ranks = ranks.max(from + 1).max(to + 1);
            messages.push((from as u32, to as u32, bytes));
            if symmetric {
                messages.push((to as u32, from as u32, bytes));
            }
        }
    }
    match u32::try_from(ranks) {
        Ok(0) => Err("there are no messages".to_owned()),
        Ok(ranks) => Ok((ranks, messages)),
        Err(_) => Err("there are too many ranks".to_owned()),
    }
}
