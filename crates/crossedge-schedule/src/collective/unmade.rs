//! Why there is no schedule.

use std::fmt;

/// Why an algorithm gives no schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmade {
    /// It is not for this kind or network.
    NotHere(&'static str),
    /// It would take too much memory: this many nodes are the most.
    TooLarge(u64),
    /// All blocks together have more bytes than 64 bits count: a block has this many at most.
    Bytes(u64),
}

impl fmt::Display for Unmade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unmade::NotHere(why) => f.write_str(why),
            Unmade::TooLarge(most) => write!(f, "it works up to {most} nodes"),
            Unmade::Bytes(most) => write!(f, "a block has at most {most} bytes here"),
        }
    }
}

impl std::error::Error for Unmade {}
