//! Claims of papers on interconnection networks, recomputed, with verdicts.
//!
//! A claim is data: an evaluator and cases, in one TOML file for each paper. No one types a verdict in; the one in the file is only the
//! record that the computed one is compared with.
//!
//! ```
//! use crossedge::progress::Silent;
//! use crossedge_papers::{Request, Verdict};
//!
//! let file = r#"
//!     name = "Rings"
//!     cite = "No one, On rings"
//!     [[claim]]
//!     id = "diameter"
//!     place = "Theorem 1"
//!     statement = "a ring of 5 nodes has diameter 3"
//!     verdict = "false"
//!     [[claim.check]]
//!     kind = "metric"
//!     what = "diameter"
//!     case = [{ expr = "ring(5)", paper = 3 }]
//! "#;
//! let request = Request { file: Some(("rings.toml".to_owned(), file.to_owned())), ..Request::default() };
//! let answer = request.answer(&Silent)?;
//! assert_eq!(answer.papers[0].claims[0].verdict, Verdict::False);
//! assert_eq!(answer.papers[0].claims[0].instances[0].ours, "2");
//! # Ok::<(), crossedge_papers::Error>(())
//! ```

mod answer;
mod case;
mod claim;
mod collectives;
mod counts;
mod error;
mod evaluated;
mod formula;
mod instance;
mod judge;
mod metrics;
mod net;
mod range;
mod ratio;
mod render;
mod rings;
mod verdict;
mod walks;

pub use answer::{Answer, JudgedPaper, Request, SCHEMAS, VERB};
pub use claim::{BoundSide, Check, Claim, ClaimCase, Evaluator, Paper, Relation, Text, claims, papers};
pub use error::Error;
pub use instance::{Instance, Outcome};
pub use judge::{Judged, evaluate};
pub use render::TABLE_HEADER;
pub use verdict::Verdict;

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::formula::{Formula, NameValues};
    pub use super::judge::verdict;
    pub use super::range::expand_ranges;
    pub use super::ratio::LowestTerms;
}
