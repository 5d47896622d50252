//! The ranks of a job, and their messages in each phase.

use crate::words::words;
use std::fmt;
use std::str::FromStr;

/// An exchange of a step of training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// All-reduce among the ranks that hold parts of one layer.
    Tensor,
    /// Everybody to everybody among the ranks that hold experts.
    Expert,
    /// All-reduce among the ranks that hold copies of one part.
    Data,
    /// From every stage to the next.
    Pipeline,
}

words!(Phase, "phase":
    Tensor = "tensor": "All-reduce round a ring, among ranks that hold parts of one layer",
    Expert = "expert": "All-to-all among ranks that hold experts",
    Data = "data": "All-reduce round a ring, among ranks that hold copies of one part",
    Pipeline = "pipeline": "To the next stage",
);

/// The decomposition of a job: rank = tensor index + tensor · (copy + data · stage).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// Tensor-parallel group size.
    pub tensor: u64,
    /// Data-parallel replicas.
    pub data: u64,
    /// Stages of a pipeline.
    pub pipeline: u64,
    /// Copies that share experts, consecutive ones; a divisor of `data`.
    pub expert: u64,
}

/// A job that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoJob {
    /// A part of it has no rank.
    #[error("a job has one rank at least in every direction")]
    Nothing,
    /// Groups of experts do not fill the copies.
    #[error("experts are shared by {expert} copies, which does not divide the {data} copies")]
    Experts {
        /// Number of copies.
        expert: u64,
        /// There are these.
        data: u64,
    },
    /// There are more ranks than numbers.
    #[error("the job has more than 2^32 ranks")]
    TooMany,
}

/// The messages of one step, and the number of repetitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Number of repetitions.
    pub times: u64,
    /// Bytes of each message.
    pub bytes: u64,
    /// Pairs of sender and receiver, as ranks.
    pub pairs: Vec<(u64, u64)>,
}

impl Job {
    /// A job whose numbers fit together.
    pub fn new(tensor: u64, data: u64, pipeline: u64, expert: u64) -> Result<Job, NoJob> {
        if [tensor, data, pipeline, expert].contains(&0) {
            return Err(NoJob::Nothing);
        }
        if !data.is_multiple_of(expert) {
            return Err(NoJob::Experts { expert, data });
        }
        let ranks = tensor.checked_mul(data).and_then(|part| part.checked_mul(pipeline));
        match ranks.filter(|&ranks| ranks <= 1 << 32) {
            Some(_) => Ok(Job { tensor, data, pipeline, expert }),
            None => Err(NoJob::TooMany),
        }
    }

    /// Number of ranks.
    pub fn ranks(&self) -> u64 {
        self.tensor * self.data * self.pipeline
    }

    /// Ranks of a group, and how far one is from the next; of a pipeline the stages.
    pub fn group(&self, phase: Phase) -> (u64, u64) {
        match phase {
            Phase::Tensor => (self.tensor, 1),
            Phase::Expert => (self.expert, self.tensor),
            Phase::Data => (self.data, self.tensor),
            Phase::Pipeline => (self.pipeline, self.tensor * self.data),
        }
    }

    /// The exchanges of a phase if every rank holds `bytes` bytes: the reduced vector, the tokens of all experts, or the activations of a stage. Empty in groups of one.
    pub fn rounds(&self, phase: Phase, bytes: u64) -> Vec<Round> {
        let (size, stride) = self.group(phase);
        if size < 2 {
            return Vec::new();
        }
        let place = |rank: u64| (rank / stride) % size;
        // The rank `k` places further in its group, cyclically.
        let further = |by: u64| {
            let to = move |rank: u64| rank - place(rank) * stride + (place(rank) + by) % size * stride;
            (0..self.ranks()).map(|rank| (rank, to(rank))).collect::<Vec<_>>()
        };
        let piece = bytes.div_ceil(size);
        match phase {
            Phase::Tensor | Phase::Data => {
                vec![Round { times: 2 * (size - 1), bytes: piece, pairs: further(1) }]
            }
            Phase::Expert => {
                (1..size).map(|by| Round { times: 1, bytes: piece, pairs: further(by) }).collect()
            }
            Phase::Pipeline => {
                let pairs = further(1).into_iter().filter(|&(from, _)| place(from) + 1 < size).collect();
                vec![Round { times: 1, bytes, pairs }]
            }
        }
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Job { tensor, data, pipeline, expert } = self;
        write!(f, "{tensor}x{data}x{pipeline}")?;
        if expert == data { Ok(()) } else { write!(f, "x{expert}") }
    }
}

impl FromStr for Job {
    type Err = String;

    fn from_str(text: &str) -> Result<Job, String> {
        let numbers = text.split('x').map(str::parse::<u64>).collect::<Result<Vec<u64>, _>>();
        let job = match numbers.as_deref() {
            Ok(&[tensor, data, pipeline]) => Job::new(tensor, data, pipeline, data),
            Ok(&[tensor, data, pipeline, expert]) => Job::new(tensor, data, pipeline, expert),
            _ => {
                return Err(format!(
                    "'{text}' is not a job: tensor, data and pipeline parallel ranks are written 8x4x4, and with expert groups 8x4x4x2"
                ));
            }
        };
        job.map_err(|why| why.to_string())
    }
}
