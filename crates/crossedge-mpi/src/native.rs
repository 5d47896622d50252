//! MPI's own collective with the same number of bytes, for reference. With several nodes on a rank it moves the combined data of the nodes of a rank;
//! this requires blocks of equal size, otherwise the comparison is omitted.

use crate::blocks::Blocks;
use crossedge::collective::{Collective, Kind};
use mpi::collective::SystemOperation;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};

/// Bytes at a place of their own, even when there are none: the address of an empty list is one that MPI takes for a constant.
fn filled_buffer(byte: u8, length: usize) -> Vec<u8> {
    let mut buffer = Vec::with_capacity(length.max(1));
    buffer.resize(length, byte);
    buffer
}

/// Buffers for one collective of MPI.
#[derive(Debug)]
pub struct Native {
    kind: Kind,
    root: i32,
    send: Vec<u8>,
    receive: Vec<u8>,
}

impl Native {
    /// `None` if blocks differ, if MPI cannot count the bytes, or if they take more memory than `limit` for this rank.
    pub fn new(kind: Kind, of: &Collective, blocks: &Blocks, limit: usize) -> Option<Native> {
        let each = blocks.largest_block();
        if each * blocks.ranks != blocks.nodes {
            return None;
        }
        let bytes = |count: u64| count.checked_mul(of.bytes).filter(|&bytes| bytes <= i32::MAX as u64);
        let (one, mine, all) = (of.bytes, bytes(each)?, bytes(of.nodes)?);
        let (send, receive) = match kind {
            Kind::Broadcast => (one, 0),
            Kind::Reduce | Kind::AllReduce => (one, one),
            Kind::Scatter => (all, mine),
            Kind::Gather | Kind::AllGather => (mine, all),
            Kind::ReduceScatter => (all, mine),
            Kind::AllToAll => (all.checked_mul(each)?, all.checked_mul(each)?),
            Kind::Barrier => (0, 0),
        };
        if (send + receive) as usize > limit {
            return None;
        }
        let root = blocks.rank(of.root) as i32;
        Some(Native {
            kind,
            root,
            send: filled_buffer(1, send as usize),
            receive: filled_buffer(0, receive as usize),
        })
    }

    /// Runs it.
    pub fn run(&mut self, world: &SimpleCommunicator) {
        let root = world.process_at_rank(self.root);
        let here = world.rank() == self.root;
        let (send, receive) = (&mut self.send[..], &mut self.receive[..]);
        let sum = SystemOperation::sum();
        match self.kind {
            Kind::Broadcast => root.broadcast_into(send),
            Kind::Scatter if here => root.scatter_into_root(send, receive),
            Kind::Scatter => root.scatter_into(receive),
            Kind::Gather if here => root.gather_into_root(send, receive),
            Kind::Gather => root.gather_into(send),
            Kind::Reduce if here => root.reduce_into_root(send, receive, sum),
            Kind::Reduce => root.reduce_into(send, sum),
            Kind::AllGather => world.all_gather_into(send, receive),
            Kind::ReduceScatter => world.reduce_scatter_block_into(send, receive, sum),
            Kind::AllReduce => world.all_reduce_into(send, receive, sum),
            Kind::AllToAll => world.all_to_all_into(send, receive),
            Kind::Barrier => world.barrier(),
        }
    }
}
