//! Routes around faults (`router`), and what survives them (`survey`).

mod router;
mod survey;

pub use router::{End, Journey, Router, Sense};
pub use survey::{Diameter, MAX_LINKS, MAX_NODES, Setting, Survey, Trial, larger_stretch};
