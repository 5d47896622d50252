//! Breadth-first search at full size: the number of nodes at each distance from a source, avoiding failed nodes and links.
//!
//! [`levels`] counts the nodes at each distance, [`distances`] returns the distance of every node, and [`all_pairs`] searches from every
//! node, 512 sources at a time on each core, for the diameter, the radius and the mean. Prepare a [`Search`] to start several searches on
//! the same network.
//!
//! # Methods
//!
//! There are three methods. They return the same counts, and differ in time, memory and the networks that they support:
//!
//! - [`Method::Plain`] is the textbook algorithm: a queue, and neighbours from the four methods of the network. It supports every network.
//! - [`Method::Queue`] splits ids into rows and columns according to the construction. A link is a difference of ids, stored once per row
//!   and once per column, never for the entire network. It needs one bit per node and a queue. On a ring or a path every difference is one.
//! - [`Method::Rows`] keeps the visited nodes as a bit matrix, and a level is the OR of complete rows, 512 nodes at a time. The matrix is
//!   transposed where the construction moves along columns. It needs two bits per node and no queue.
//!
//! `Queue` visits every node once; `Rows` passes over all nodes at every distance, many at a time. So [`Search`] selects `Rows` on large
//! networks of small diameter, `Queue` on other networks with rows and columns, and `Plain` otherwise.
//!
//! # Example
//!
//! ```
//! use crossedge::metrics::bfs;
//! use crossedge::net::Faults;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "hypercube(4)".parse()?;
//! let levels = bfs::levels(net.network()?.as_ref(), Node(0), &Faults::none(), &Silent).expect("it fits");
//! assert_eq!(levels.eccentricity(), 4);
//! # Ok::<(), crossedge::Error>(())
//! ```

mod bitmatrix;
mod choose;
mod coordinates;
mod grid;
mod line;
mod matrix;
mod pairs;
mod queue;
mod reference;
mod simd;

pub use choose::Search;
pub use pairs::{Pairs, Unlike, all_pairs, from_sources};

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::simd::{
        AlignedLines, Square, Vectors, Words, first_bits, gather_rows, load_line, shift_both_ways,
        transpose_squares,
    };
}

use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{BadFaults, Faults, Node, Structure};

/// A search takes at most this much memory, in bytes.
pub const MAX_BYTES: u64 = 3 << 30;

/// Why a search gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The progress observer requested cancellation.
    #[error("stopped")]
    Stopped,
    /// The search would exceed a size limit; the help names a size that works.
    #[error("{message}; {help}")]
    Limit {
        /// The exceeded quantity.
        message: String,
        /// A size that works.
        help: String,
    },
    /// An unknown node or link, or a failed source.
    #[error("{message}; {help}")]
    Usage {
        /// The error.
        message: String,
        /// Advice.
        help: String,
    },
}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Error::Stopped
    }
}

impl From<BadFaults> for Error {
    fn from(bad: BadFaults) -> Self {
        Error::Usage { message: bad.message(), help: bad.advice() }
    }
}

/// Number of nodes that are at each distance from a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Levels {
    /// At place d: the nodes at distance d. The first is 1, the source itself, and the last is not 0.
    pub counts: Vec<u64>,
    /// The nodes that can be reached, the source among them.
    pub reached: u64,
}

impl Levels {
    fn new(counts: Vec<u64>) -> Self {
        Levels { reached: counts.iter().sum(), counts }
    }

    /// The distance of the farthest node that can be reached.
    pub fn eccentricity(&self) -> u64 {
        self.counts.len() as u64 - 1
    }

    /// The sum of the distances to all nodes that can be reached.
    pub fn distance_sum(&self) -> u128 {
        (0u128..).zip(&self.counts).map(|(d, &count)| d * u128::from(count)).sum()
    }
}

/// The distance of every node from one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeDistances {
    /// [`UNREACHABLE`] where nothing leads.
    each: Vec<u32>,
}

/// The distance of a node that cannot be reached.
const UNREACHABLE: u32 = u32::MAX;

impl NodeDistances {
    fn new(nodes: usize) -> Self {
        NodeDistances { each: vec![UNREACHABLE; nodes] }
    }

    fn set(&mut self, v: Node, distance: u32) {
        self.each[v.0 as usize] = distance;
    }

    /// The distance of `v`; `None` if it cannot be reached, or is not a node.
    pub fn of(&self, v: Node) -> Option<u64> {
        let distance = *self.each.get(usize::try_from(v.0).ok()?)?;
        (distance != UNREACHABLE).then_some(distance.into())
    }

    /// The distances in the order of the ids; `None` if nothing leads.
    pub fn iter(&self) -> impl Iterator<Item = Option<u64>> + '_ {
        self.each.iter().map(|&distance| (distance != UNREACHABLE).then_some(distance.into()))
    }
}

/// The method of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By the four methods of the network.
    Plain,
    /// By stored differences of ids of rows and columns.
    Queue,
    /// By bit matrices.
    Rows,
}

/// Returns the number of nodes at each distance from `source`, avoiding the failed nodes and links of `dead`.
///
/// Nodes that cannot be reached are in no count. To get the distance of every node, call [`distances`]; to search from several nodes of one
/// network, prepare one [`Search`]; this function prepares another for each call.
///
/// # Errors
///
/// [`Error::Usage`] if `source` is not a node or has failed, [`Error::Limit`] if the search would need more than [`MAX_BYTES`], and
/// [`Error::Stopped`] if `watch` requests it.
///
/// # Complexity
///
/// Time O(|V| + |E|) with [`Method::Plain`] and [`Method::Queue`], space one or two bits per node, and a queue unless [`Method::Rows`] is selected.
///
/// # Example
///
/// ```
/// use crossedge::expr::parse;
/// use crossedge::metrics::bfs::levels;
/// use crossedge::net::{Faults, Node, elaborate, no_files, to_network};
/// use crossedge::progress::Silent;
///
/// let expr = parse("rdn(ring(3), 1)")?;
/// let net = to_network(&expr, elaborate(&expr, &no_files)?.as_ref(), &no_files)?;
/// let found = levels(net.as_ref(), Node(0), &Faults::none(), &Silent).expect("small, and no one stops it");
/// assert_eq!(found.counts, [1, 3, 4, 6, 4]);
/// # Ok::<(), crossedge::expr::Error>(())
/// ```
pub fn levels(
    net: &dyn Structure,
    source: Node,
    dead: &Faults,
    watch: &dyn Progress,
) -> Result<Levels, Error> {
    Search::new(net, dead).levels(source, watch)
}

/// Returns the distance of every node from `source`, avoiding the failed nodes and links of `dead`.
///
/// For the number of nodes at each distance call [`levels`], which needs less memory; for a single pair of nodes a closed form or a bidirectional
/// search is faster.
///
/// # Errors
///
/// [`Error::Usage`] if `source` is not a node or has failed, [`Error::Limit`] if the search would need more than [`MAX_BYTES`], and
/// [`Error::Stopped`] if `watch` requests it.
///
/// # Complexity
///
/// Time O(|V| + |E|), space O(|V|): eight bytes per node.
///
/// # Example
///
/// ```
/// use crossedge::metrics::bfs;
/// use crossedge::net::Faults;
/// use crossedge::prelude::*;
///
/// let net: Topology = "ring(6)".parse()?;
/// let found = bfs::distances(net.network()?.as_ref(), Node(0), &Faults::none(), &Silent).expect("small");
/// assert_eq!(found.of(Node(3)), Some(3));
/// assert_eq!(found.of(Node(5)), Some(1));
/// # Ok::<(), crossedge::Error>(())
/// ```
pub fn distances(
    net: &dyn Structure,
    source: Node,
    dead: &Faults,
    watch: &dyn Progress,
) -> Result<NodeDistances, Error> {
    Search::new(net, dead).distances(source, watch)
}
