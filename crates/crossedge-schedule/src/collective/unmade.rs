//! Why there is no schedule.

/// Why an algorithm gives no schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unmade {
    /// It is not for this kind or network.
    #[error("{0}")]
    NotHere(&'static str),
    /// It would take too much memory: this many nodes are the most.
    #[error("it works up to {0} nodes")]
    TooLarge(u64),
    /// All blocks together have more bytes than 64 bits count: a block has this many at most.
    #[error("a block has at most {0} bytes here")]
    Bytes(u64),
}
