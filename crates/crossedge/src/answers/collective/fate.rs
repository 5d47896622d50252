//! The outcome of one algorithm: made, verified and priced; or priced by formula; or not tried, with the reason.

use crate::collective::{Algorithm, Conveyor, Listed, Pipes};
use crate::cost::Cost;
use crate::error::Error;
use crate::words::words;

/// One algorithm and its outcome.
#[derive(Debug)]
pub struct Tried {
    /// Which one.
    pub algorithm: &'static Algorithm,
    /// The place in a paper that gives it for this network.
    pub paper: Option<&'static str>,
    /// The outcome.
    pub fate: Fate,
    /// Number of pipeline segments.
    pub pieces: Option<u64>,
    /// A note on a schedule that holds.
    pub remark: Option<&'static str>,
    /// The time when nodes do not wait for each other's steps.
    pub replay_seconds: Option<f64>,
    /// Every message, where that was requested.
    pub listed: Option<Listed>,
}

/// The outcome of an algorithm.
#[derive(Debug)]
pub enum Fate {
    /// Every message was verified, or every program of a broadcast.
    Holds(Cost),
    /// Priced by a formula, with the verified part if any.
    Formula(Cost, &'static str),
    /// Rejected by the verifier.
    Refused(String),
    /// Not applicable to this network.
    None(String),
    /// Skipped because of a limit.
    NotTried {
        /// A short description.
        why: String,
        /// Maximum number of nodes.
        most_nodes: Option<u64>,
        /// With a size that works.
        error: Error,
    },
}

/// The pipes of an algorithm; or why there are none.
pub type Laid = Result<LaidPipes, NoPipes>;

/// The pipes of an algorithm, and what was verified of them.
#[derive(Debug, Clone)]
pub struct LaidPipes {
    /// Their number and depth.
    pub pipes: Pipes,
    /// The pipelining of pieces; `None` if it has no closed form.
    pub conveyor: Option<Conveyor>,
    /// The verified part.
    pub judged: &'static str,
}

/// A number of pieces that was searched for.
#[derive(Debug, Clone, Copy)]
pub struct SearchedPieces {
    /// The number.
    pub pieces: u64,
    /// More pieces, which may be faster, make more messages than are listed for a search.
    pub ended_early: bool,
}

/// Why there are none.
#[derive(Debug, Clone)]
pub enum NoPipes {
    /// Not applicable to this network.
    None(String),
    /// Skipped because of a limit.
    Limit(Error),
}

impl From<NoPipes> for Fate {
    fn from(no: NoPipes) -> Fate {
        match no {
            NoPipes::None(why) => Fate::None(why),
            NoPipes::Limit(error) => Fate::limit(error),
        }
    }
}

/// The outcome of an algorithm, as a single name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FateName {
    /// Verified message by message.
    Holds,
    /// Priced by formula.
    Formula,
    /// Rejected by the verifier.
    Refused,
    /// Not applicable to this network.
    None,
    /// Skipped because of a limit.
    NotTried,
}

words!(FateName, "verdict":
    Holds = "holds": "Verified message by message",
    Formula = "formula": "Priced by formula, at a size where messages are not listed",
    Refused = "refused": "Rejected by the verifier",
    None = "none": "It is not for this network",
    NotTried = "not tried": "Skipped because of a limit",
);

impl Fate {
    /// The cost, however it was found.
    pub fn cost(&self) -> Option<&Cost> {
        match self {
            Fate::Holds(cost) | Fate::Formula(cost, _) => Some(cost),
            _ => None,
        }
    }

    /// As a single name.
    pub fn outcome(&self) -> FateName {
        match self {
            Fate::Holds(_) => FateName::Holds,
            Fate::Formula(..) => FateName::Formula,
            Fate::Refused(_) => FateName::Refused,
            Fate::None(_) => FateName::None,
            Fate::NotTried { .. } => FateName::NotTried,
        }
    }

    /// A note on the outcome.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Fate::Holds(_) => None,
            Fate::Formula(_, judged) => Some(judged),
            Fate::Refused(why) | Fate::None(why) => Some(why),
            Fate::NotTried { why, .. } => Some(why),
        }
    }

    /// The network has more nodes than the algorithm supports.
    pub fn beyond(most: u64) -> Fate {
        let why = format!("works up to {} nodes", crate::render::grouped(&most.to_string()));
        Fate::NotTried { why, most_nodes: Some(most), error: too_large(most) }
    }

    /// Another limit.
    pub fn limit(error: Error) -> Fate {
        Fate::NotTried { why: error.message().to_owned(), most_nodes: None, error }
    }
}

/// The network has more nodes than an algorithm works with.
pub fn too_large(most: u64) -> Error {
    let message = format!("this keeps the state of every node, of at most {most} nodes");
    Error::limit(message, "take a smaller network of the same construction")
}

/// The fastest of those that have a price.
pub fn best(tried: &[Tried]) -> Option<&Tried> {
    let time = |t: &&Tried| t.fate.cost().map(|cost| (cost.seconds, cost.steps));
    let priced = tried.iter().filter(|t| t.fate.cost().is_some());
    priced.min_by(|a, b| time(a).partial_cmp(&time(b)).unwrap_or(std::cmp::Ordering::Equal))
}

/// Number of algorithms tried: priced, or rejected by the verifier.
pub fn count(tried: &[Tried]) -> usize {
    tried.iter().filter(|t| !matches!(t.fate, Fate::None(_) | Fate::NotTried { .. })).count()
}
