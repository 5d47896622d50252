//! What becomes of one algorithm: made, judged and priced; or priced by formula; or not tried, with the reason.

use crate::collective::{Algorithm, Conveyor, Listed, Pipes};
use crate::cost::Cost;
use crate::error::Error;
use crate::words::words;

/// One algorithm, and what became of it.
#[derive(Debug)]
pub struct Tried {
    /// Which one.
    pub algorithm: &'static Algorithm,
    /// Where a paper gives it for this network.
    pub paper: Option<&'static str>,
    /// What became of it.
    pub fate: Fate,
    /// The number of pieces that follow each other, where a message is cut.
    pub pieces: Option<u64>,
    /// What is to be said of a schedule that holds.
    pub remark: Option<&'static str>,
    /// The time when nodes do not wait for each other's steps.
    pub replay_seconds: Option<f64>,
    /// Every message, where that was asked for.
    pub listed: Option<Listed>,
}

/// The end of it.
#[derive(Debug)]
pub enum Fate {
    /// Every message was judged, or every program of a broadcast.
    Holds(Cost),
    /// Priced by formula; what was judged, if anything.
    Formula(Cost, &'static str),
    /// The judge has found a fault.
    Refused(String),
    /// It is not for this network.
    None(String),
    /// A limit stands in the way.
    NotTried {
        /// In a few words.
        why: String,
        /// It works up to so many nodes.
        most_nodes: Option<u64>,
        /// With a size that works.
        error: Error,
    },
}

/// The pipes of an algorithm; or why there are none.
pub type Laid = Result<LaidPipes, NoPipes>;

/// The pipes of an algorithm, and what was judged of them.
#[derive(Debug, Clone)]
pub struct LaidPipes {
    /// Their number and depth.
    pub pipes: Pipes,
    /// How pieces go down them; `None` where that is not told in closed form.
    pub conveyor: Option<Conveyor>,
    /// What was judged.
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
    /// It is not for this network.
    None(String),
    /// A limit stands in the way.
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

/// What became of an algorithm, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Judged, message by message.
    Holds,
    /// Priced by formula.
    Formula,
    /// The judge has found a fault.
    Refused,
    /// It is not for this network.
    None,
    /// A limit stands in the way.
    NotTried,
}

words!(Outcome, "verdict":
    Holds = "holds": "Judged, message by message",
    Formula = "formula": "Priced by formula, at a size where messages are not listed",
    Refused = "refused": "The judge has found a fault",
    None = "none": "It is not for this network",
    NotTried = "not tried": "A limit stands in the way",
);

impl Fate {
    /// The cost, however it was found.
    pub fn cost(&self) -> Option<&Cost> {
        match self {
            Fate::Holds(cost) | Fate::Formula(cost, _) => Some(cost),
            _ => None,
        }
    }

    /// In one word.
    pub fn outcome(&self) -> Outcome {
        match self {
            Fate::Holds(_) => Outcome::Holds,
            Fate::Formula(..) => Outcome::Formula,
            Fate::Refused(_) => Outcome::Refused,
            Fate::None(_) => Outcome::None,
            Fate::NotTried { .. } => Outcome::NotTried,
        }
    }

    /// What is to be said of it beyond the word.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Fate::Holds(_) => None,
            Fate::Formula(_, judged) => Some(judged),
            Fate::Refused(why) | Fate::None(why) => Some(why),
            Fate::NotTried { why, .. } => Some(why),
        }
    }

    /// It works up to so many nodes.
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
    let message = format!("this needs what every node holds, and works up to {most} nodes");
    Error::limit(message, "take a smaller network of the same construction")
}

/// The fastest of those that have a price.
pub fn best(tried: &[Tried]) -> Option<&Tried> {
    let time = |t: &&Tried| t.fate.cost().map(|cost| (cost.seconds, cost.steps));
    let priced = tried.iter().filter(|t| t.fate.cost().is_some());
    priced.min_by(|a, b| time(a).partial_cmp(&time(b)).unwrap_or(std::cmp::Ordering::Equal))
}

/// How many were tried: priced, or refused by the judge.
pub fn count(tried: &[Tried]) -> usize {
    tried.iter().filter(|t| !matches!(t.fate, Fate::None(_) | Fate::NotTried { .. })).count()
}
