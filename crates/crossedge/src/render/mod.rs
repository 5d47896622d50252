//! Drawings, as text written to whatever takes it.

mod plot;

pub use plot::{Line, log_log};
