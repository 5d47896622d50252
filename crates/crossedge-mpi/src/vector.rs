//! An all-reduce of any vector, as one node does it: for C programs, whose elements and operators are their own. Pieces are cut between
//! elements, never inside one.

use crate::programs::{Programs, schedule};
use crossedge::Error;
use crossedge::collective::{Action, Algorithm, Collective, Kind};
use crossedge::net::Structure;
use std::collections::HashSet;
use std::sync::Arc;

/// A piece of the vector that goes to a rank or comes from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The other rank, which is the other node.
    pub rank: i32,
    /// Which piece.
    pub piece: u64,
    /// `true` if it is added to the existing value.
    pub add: bool,
    /// `true` if it may be received to where it belongs: it is not added, and not sent in the same step.
    pub direct: bool,
}

/// The actions of a node in one step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Turn {
    /// Its receives, in order.
    pub receives: Vec<Piece>,
    /// Its sends, in order.
    pub sends: Vec<Piece>,
}

/// The actions of a node.
#[derive(Debug, Clone)]
pub struct Vector {
    /// Number of pieces the vector is cut into.
    pub pieces: u64,
    /// Step by step.
    pub turns: Vec<Turn>,
}

impl Vector {
    /// The all-reduce of a verified algorithm, as node `v` does it.
    pub fn new(net: &Arc<dyn Structure>, v: u64, algorithm: &'static Algorithm) -> Result<Vector, Error> {
        let of = Collective::new(Kind::AllReduce, net.endpoints(), 0, 0);
        let made = schedule(net, algorithm, &of)?;
        let judged = made.schedule_on(net.as_ref())?;
        let programs = Programs::new(judged, net.as_ref(), v..v + 1, made.algorithm.multi_hop, true);
        let mut turns = Vec::new();
        for step in 0..programs.steps() {
            let mut hops = Vec::new();
            programs.step(step, &mut hops)?;
            let sent: HashSet<u64> =
                hops.iter().filter(|hop| hop.from == v).map(|hop| hop.chunks[0]).collect();
            let mut turn = Turn::default();
            for hop in hops {
                let (piece, add) = (hop.chunks[0], hop.action == Action::Add);
                let direct = !add && !sent.contains(&piece);
                let other = if hop.from == v { hop.to } else { hop.from };
                let piece = Piece { rank: other as i32, piece, add, direct };
                if hop.from == v { turn.sends.push(piece) } else { turn.receives.push(piece) }
            }
            turns.push(turn);
        }
        Ok(Vector { pieces: judged.collective().pieces, turns })
    }

    /// Offset and length of a piece, in elements of a vector of `count`. The first pieces take the remainder.
    pub fn piece_range(&self, piece: u64, count: u64) -> (u64, u64) {
        let (each, left) = (count / self.pieces, count % self.pieces);
        (piece * each + piece.min(left), each + u64::from(piece < left))
    }

    /// Elements that a step receives elsewhere than where they belong, at most.
    pub fn staged_elements(&self, count: u64) -> u64 {
        let staged = |turn: &Turn| {
            turn.receives
                .iter()
                .filter(|piece| !piece.direct)
                .map(|piece| self.piece_range(piece.piece, count).1)
                .sum()
        };
        self.turns.iter().map(staged).max().unwrap_or(0)
    }
}
