//! A collective: the data of every node before and after.
//!
//! Data is split into chunks, each of an exact number of bytes. The state of a chunk at a node is a set of sources: the nodes whose data
//! has gone into it. Moving data leaves the set as it is, reducing adds two of them, and no source may go in twice.
//!
//! | kind | chunks | before | after |
//! |---|---|---|---|
//! | broadcast | P pieces | the root has all, source: the root | every node has all |
//! | scatter | one block of P pieces for each node | the root has all, source: the root | node v has block v |
//! | gather | one block for each node | node v has block v, source: v | the root has all |
//! | all-gather | one block for each node | node v has block v, source: v | every node has all |
//! | reduce | P pieces | every node v has all, source: v | the root has all, sources: every node |
//! | reduce-scatter | one block for each node | every node v has all, source: v | node v has block v, sources: every node |
//! | all-reduce, barrier | P pieces | every node v has all, source: v | every node has all, sources: every node |
//! | all-to-all | one block for each pair (s, d) | s has (s, d), source: s | d has (s, d) |
//!
//! A barrier is an all-reduce of no bytes.

use crate::net::address::Pair;
use crate::words::{Word, words};

/// The kinds of collective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Broadcast: one node's message to all.
    Broadcast,
    /// One node's messages, a different one to each.
    Scatter,
    /// A message of each node to one.
    Gather,
    /// The sum of all nodes' vectors, at one.
    Reduce,
    /// A message of each node to all.
    AllGather,
    /// The sum of all nodes' vectors, a block at each.
    ReduceScatter,
    /// All-reduce: the sum of all vectors, at every node.
    AllReduce,
    /// All-to-all: a different message from each node to each other one.
    AllToAll,
    /// No rank proceeds before all have arrived.
    Barrier,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 9] = [
        Kind::Broadcast,
        Kind::Scatter,
        Kind::Gather,
        Kind::Reduce,
        Kind::AllGather,
        Kind::ReduceScatter,
        Kind::AllReduce,
        Kind::AllToAll,
        Kind::Barrier,
    ];

    /// The name of the collective.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }

    /// Returns `true` if the collective has a root.
    pub fn rooted(self) -> bool {
        matches!(self, Kind::Broadcast | Kind::Scatter | Kind::Gather | Kind::Reduce)
    }

    /// Returns `true` if data of several nodes goes into one chunk.
    pub fn reduces(self) -> bool {
        matches!(self, Kind::Reduce | Kind::ReduceScatter | Kind::AllReduce | Kind::Barrier)
    }
}

words!(Kind, "collective":
    Broadcast = "broadcast": "One node's message to all",
    Scatter = "scatter": "One node's messages, a different one to each",
    Gather = "gather": "A message of each node to one",
    Reduce = "reduce": "The sum of all nodes' vectors, at one",
    AllGather = "allgather" ("all-gather"): "A message of each node to all",
    ReduceScatter = "reduce-scatter": "The sum of all nodes' vectors, a block at each",
    AllReduce = "allreduce" ("all-reduce"): "The sum of all nodes' vectors, at all",
    AllToAll = "all-to-all" ("alltoall"): "A different message from each node to each",
    Barrier = "barrier": "No rank proceeds before all have arrived",
);

/// A collective on a network of `nodes` nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Collective {
    /// The kind.
    pub kind: Kind,
    /// Number of nodes.
    pub nodes: u64,
    /// The root of a rooted kind; 0 for the others.
    pub root: u64,
    /// The bytes of a block: of the entire vector where chunks are pieces, of one message where every node or pair has its own.
    pub bytes: u64,
    /// Number of pieces a block is cut into; at least one.
    pub pieces: u64,
}

impl Collective {
    /// A collective whose blocks are not cut. A barrier has no bytes.
    pub fn new(kind: Kind, nodes: u64, root: u64, bytes: u64) -> Self {
        let bytes = if kind == Kind::Barrier { 0 } else { bytes };
        Collective { kind, nodes, root: if kind.rooted() { root } else { 0 }, bytes, pieces: 1 }
    }

    /// The same with blocks cut into `pieces`.
    pub fn cut(self, pieces: u64) -> Self {
        Collective { pieces: pieces.max(1), ..self }
    }

    /// Number of blocks.
    pub fn blocks(&self) -> u64 {
        match self.kind {
            Kind::Broadcast | Kind::Reduce | Kind::AllReduce | Kind::Barrier => 1,
            Kind::Scatter | Kind::Gather | Kind::AllGather | Kind::ReduceScatter => self.nodes,
            Kind::AllToAll => self.nodes.saturating_mul(self.nodes),
        }
    }

    /// Number of chunks: a chunk is block · pieces + piece.
    pub fn chunks(&self) -> u64 {
        self.blocks().saturating_mul(self.pieces)
    }

    /// The bytes of a chunk. The first pieces take what does not divide evenly.
    pub fn chunk_bytes(&self, chunk: u64) -> u64 {
        let pieces = Pair::new(self.pieces);
        let ((each, left), (_, piece)) = (pieces.split(self.bytes), pieces.split(chunk));
        each + u64::from(piece < left)
    }

    /// The chunk of the message from `s` to `d` in an all-to-all of complete blocks.
    pub fn pair(&self, s: u64, d: u64) -> u64 {
        (s * self.nodes + d) * self.pieces
    }

    /// The bytes of several chunks; the largest number when they do not fit, which [`Collective::most_bytes`] rules out.
    pub fn bytes_of(&self, chunks: &[u64]) -> u64 {
        match self.pieces {
            1 => self.bytes.saturating_mul(chunks.len() as u64),
            _ => {
                let each = chunks.iter().map(|&chunk| self.chunk_bytes(chunk));
                each.fold(0, u64::saturating_add)
            }
        }
    }

    /// The largest block with which the bytes of all blocks together, and so those of any message, fit 64 bits.
    pub fn most_bytes(&self) -> u64 {
        Pair::new(self.blocks().max(1)).split(u64::MAX).0
    }
}
