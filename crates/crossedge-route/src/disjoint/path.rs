//! Paths as lists of node ids, and why there may be none.

/// A path has at most this many hops.
pub const MAX_HOPS: u64 = 1 << 22;

/// Why a construction gives no paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The two nodes are in different components.
    #[error("there is no way between the two nodes")]
    NoWay,
    /// A path, or the search inside a part that is a leaf, would be longer than the limit.
    #[error("a path would have more than {limit} hops")]
    TooLong {
        /// The limit.
        limit: u64,
    },
}

/// Ids along a path.
pub(super) type IdPath = Vec<u64>;
