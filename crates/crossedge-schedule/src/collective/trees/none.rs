//! Why a network has no system of trees here.

use crossedge_core::progress::Stopped;

/// Why there is no system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTrees {
    /// The network, or a part of it, is disconnected.
    #[error("the network is not connected")]
    Apart,
    /// A part without closed form is too large for a search: its nodes, and the number that works at this degree.
    #[error("no closed form for trees of a part of {nodes} nodes, and only about {works} are searched")]
    TooLarge {
        /// The nodes of that part.
        nodes: u64,
        /// A number that works.
        works: u64,
    },
    /// The work was cancelled.
    #[error("stopped")]
    Stopped,
}

impl From<Stopped> for NoTrees {
    fn from(_: Stopped) -> Self {
        NoTrees::Stopped
    }
}
