//! Breadth-first search on a ring or a path: the neighbours of a node are the ids before and after it.
//!
//! A level has two nodes at most, so there are half as many levels as nodes, and a call for each level would cost more than its search: the observer
//! is asked once for many levels.

use super::Error;
use super::reference::{NODES_PER_POLL, check_memory};
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Faults, Leaf, Node, Structure};

/// A ring or a path, of less than 2^32 nodes.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    last: u32,
    /// The neighbours of the last node and of node 0 beyond the ends: each other on a ring, themselves on a path.
    beyond: [u32; 2],
}

impl Line {
    /// A ring or a path without dead links; `None` for other networks.
    pub fn new(net: &dyn Structure, dead: &Faults) -> Option<Line> {
        let last = u32::try_from(net.nodes().checked_sub(1)?).ok()?;
        let beyond = match net.parts().leaf() {
            Leaf::Ring if last > 1 => [0, last],
            Leaf::Path => [last, 0],
            _ => return None,
        };
        (dead.link_count() == 0).then_some(Line { last, beyond })
    }

    /// Searches from a live `source` and hands over the nodes of every level after the first, level by level.
    pub fn search(
        &self,
        source: Node,
        dead: &Faults,
        watch: &dyn Progress,
        level: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Error> {
        let nodes = u64::from(self.last) + 1;
        check_memory(nodes, nodes / 8)?;
        let mut seen = vec![0u64; nodes.div_ceil(64) as usize];
        let mut visit = |v: u32| {
            let word = &mut seen[v as usize >> 6];
            let fresh = *word >> (v & 63) & 1 == 0;
            if fresh {
                *word |= 1 << (v & 63);
            }
            fresh
        };
        dead.nodes().for_each(|v| {
            visit(v.0 as u32);
        });
        visit(source.0 as u32);
        if watch.stopped() {
            return Err(Error::Stopped);
        }
        // A node goes on in the direction in which it was reached: its other neighbour is the one before it.
        let [mut up, mut down] = [Some(source.0 as u32); 2];
        let mut visited = 1;
        while up.is_some() || down.is_some() {
            let after = |v: u32| if v == self.last { self.beyond[0] } else { v + 1 };
            let before = |v: u32| if v == 0 { self.beyond[1] } else { v - 1 };
            up = up.map(after).filter(|&v| visit(v));
            down = down.map(before).filter(|&v| visit(v));
            match (up, down) {
                (Some(up), Some(down)) => level(&[up, down]),
                (Some(one), None) | (None, Some(one)) => level(&[one]),
                (None, None) => {}
            }
            visited += 2;
            if visited >= NODES_PER_POLL {
                watch.advance(std::mem::take(&mut visited) as u64);
                if watch.stopped() {
                    return Err(Error::Stopped);
                }
            }
        }
        watch.advance(visited as u64);
        Ok(())
    }
}
