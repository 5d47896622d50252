//! Along a path through all nodes, in pieces: every node receives one piece and sends one in each step, which is all that one port allows.
//!
//! P pieces over N - 1 links take P + N - 2 steps, so a long message takes little more than it takes to leave the root. Of a scatter the root sends the
//! blocks for the farthest nodes first, and is busy until the last of them arrives: N - 1 steps.

use super::along_trees::{Forest, Parcels, Pipeline, TOO_MANY};
use super::catalog::{Algorithm, Beyond, Rings, Unmade, not_printed};
use super::{Collective, Kind, ring};

const NO_LINE: Unmade = Unmade::NotHere("no ring, and no path from the root, through all nodes is known");

/// Along a ring or a path, from the root on.
pub static CHAIN: Algorithm = Algorithm {
    name: "chain",
    summary: "pipelined along a Hamiltonian path",
    paper: "Sanders, Speck, Träff, Two-tree algorithms for full bandwidth broadcast, reduction and scan (2009), section 2",
    kinds: &[Kind::Broadcast, Kind::Scatter, Kind::Gather, Kind::Reduce],
    usual: &[],
    printed: not_printed,
    most_nodes: |_| ring::MAX_ROUND,
    beyond: Beyond::Chain,
    rings: Rings::One,
    in_pieces: true,
    multi_hop: false,
    by_rule: false,
    make: |net, order| {
        let ring = order.rings.first().ok_or(NO_LINE)?;
        let forest =
            Forest::along_ring(ring, order.root.0).ok_or(Unmade::NotHere("the path leaves nodes out"))?;
        let of = Collective::new(order.kind, net.nodes(), order.root.0, order.bytes);
        match order.kind {
            Kind::Scatter | Kind::Gather => Ok(Box::new(Parcels::new(of, forest))),
            _ => Ok(Box::new(Pipeline::new(of, forest, order.pieces).ok_or(TOO_MANY)?)),
        }
    },
};
