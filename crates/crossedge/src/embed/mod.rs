//! Rings and paths through all nodes of a network: in closed form where a rule is known, by search where not.
//!
//! Every construction has its file. [`cycle()`] chooses; the judge is [`crate::verify`].

mod cycle;
mod dice;
mod exact;
mod expansion;
mod graph;
mod grid;
mod line;
mod path;
mod reason;
mod ring;
mod rotate;
mod search;
mod twin;
mod weave;

pub use cycle::{Found, Options, Sought, cycle};
pub use graph::Faults;
pub use path::path;
pub use ring::{Cursor, Ring, Run, Way, fill, predecessor, successor};
pub use search::Budget;
