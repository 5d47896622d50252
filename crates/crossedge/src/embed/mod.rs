//! Rings and paths through all nodes of a network: in closed form where a rule is known, by search where not.
//!
//! Every construction has its file. [`cycle()`] chooses; the judge is [`crate::verify`].

mod apart;
mod around;
mod block;
mod cycle;
mod dice;
mod exact;
mod expansion;
mod faults;
mod graph;
mod grid;
mod joint;
mod line;
mod longest;
mod many;
mod patched;
mod path;
mod reason;
mod ring;
mod rotate;
mod search;
mod sequence;
mod span;
mod theorem;
mod thread;
mod twin;
mod weave;

pub use around::{Around, around};
pub use cycle::{Found, Options, Sought, cycle};
pub use graph::Faults;
pub use many::{Apart, Grown, Virtuals, link_disjoint};
pub use path::path;
pub use ring::{Cursor, Ring, Run, Way, fill, predecessor, successor};
pub use search::Budget;
