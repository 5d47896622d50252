//! Why a network has no system of trees here.

use crossedge_core::progress::Stopped;
use std::fmt;

/// Why there is no system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoTrees {
    /// The network falls apart, or a part of it does.
    Apart,
    /// A part has no rule, and is too large for a search: its nodes, and how many work with as many links at a node.
    TooLarge {
        /// The nodes of that part.
        nodes: u64,
        /// So many would do.
        works: u64,
    },
    /// Somebody asked to stop.
    Stopped,
}

impl fmt::Display for NoTrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTrees::Apart => write!(f, "the network does not hang together"),
            NoTrees::TooLarge { nodes, works } => {
                write!(
                    f,
                    "no rule gives trees of a part of {nodes} nodes, and only about {works} are searched"
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
