//! Why a network has no system of trees here.

use crossedge_core::progress::Stopped;
use std::fmt;

/// Why there is no system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoTrees {
    /// The network is disconnected, or a part of it does.
    Apart,
    /// A part without closed form, too large for a search: its nodes, and the largest size that works with this degree.
    TooLarge {
        /// The nodes of that part.
        nodes: u64,
        /// A number that works.
        works: u64,
    },
    /// Cancelled.
    Stopped,
}

impl fmt::Display for NoTrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTrees::Apart => write!(f, "the network is not connected"),
            NoTrees::TooLarge { nodes, works } => {
                write!(
                    f,
                    "no closed form for trees of a part of {nodes} nodes, and only about {works} are searched"
                )
            }
            NoTrees::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for NoTrees {}

impl From<Stopped> for NoTrees {
    fn from(_: Stopped) -> Self {
        NoTrees::Stopped
    }
}
