//! All-to-all in rounds: the step of every hop of every message by formula, at the bound wherever the all-to-all of the leaves is.
//!
//! A *round* of a network is an all-to-all in each of its copies inside a larger one. Products and duals put the messages of the network into rounds of the
//! parts and crossings between them, so that no arc is taken twice in a step and no arc waits ([`product`](self), [`dual`](self), [`two`](self) have the
//! rules, docs/COLLECTIVES.md the proofs). A part without closed form goes along its own routes, the longest first; only then the result may be above the
//! bound.
//!
//! ```
//! use crossedge::collective::{Itinerary, Rounds};
//! use crossedge::prelude::*;
//!
//! let net: Topology = "dual(torus(8,8))".parse()?;
//! let rounds = Rounds::on_network(net.network()?.as_ref()).expect("in closed form");
//! assert_eq!(rounds.steps(), 16_384);
//! let mut hops = Vec::new();
//! rounds.hops(Node(0), Node(8191), &mut hops);
//! assert_eq!(hops.last().map(|hop| hop.1), Some(Node(8191)));
//! # Ok::<(), crossedge::Error>(())
//! ```

mod dual;
mod hop;
mod leaves;
mod plan;
mod product;
mod stored;
mod two;

use super::along_trees::{LineTable, NumberedArcs};
use super::catalog::{Algorithm, Beyond, NOT_CONNECTED, Rings, Unmade, not_printed};
use super::volume::{Volume, equal_turns};
use super::{Action, Collective, Itinerary, Kind, Schedule};
use crossedge_lang::net::{Node, Structure};
use plan::{NoPlan, RoundPlan};

/// In rounds and crossings.
pub static ROUNDS: Algorithm = Algorithm {
    name: "rounds",
    summary: "message by message in rounds of the parts, at the bound on duals and products; for all ports",
    paper: "this project; for products with one port Dimakopoulos, Dimopoulos (1998)",
    kinds: &[Kind::AllToAll],
    usual: &[],
    printed: not_printed,
    most_nodes: |_| 1024,
    beyond: Beyond::Rounds(|net, _| Rounds::on_network(net.as_ref()).ok().map(|rounds| rounds.volume())),
    rings: Rings::None,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |net, order| {
        let of = Collective::new(order.kind, net.nodes(), 0, order.bytes);
        Ok(Box::new(Rounds::on_network(net.as_ref())?.line_table(net.as_ref(), of)?) as Box<dyn Schedule>)
    },
};

/// Tables of more arcs and steps are not made: each takes four bytes.
const MOST_PLACES: u64 = 1 << 27;

/// Networks of at most this many nodes have fewer, regardless of their links: a path has the most.
const ALWAYS_SMALL_ENOUGH: u64 = 640;

/// Squares of larger numbers, of which steps are made, do not fit 64 bits.
const MOST_NODES: u64 = 1 << 31;

/// The all-to-all of a network, message by message.
#[derive(Debug)]
pub struct Rounds(RoundPlan);

impl Rounds {
    /// In closed form, and along routes in parts that have none.
    pub fn on_network(net: &dyn Structure) -> Result<Rounds, Unmade> {
        if net.nodes() > MOST_NODES {
            return Err(Unmade::TooLarge(MOST_NODES));
        }
        RoundPlan::on_network(net).map(Rounds).map_err(|no| match no {
            NoPlan::Apart => NOT_CONNECTED,
            NoPlan::TooLarge => Unmade::TooLarge(stored::MAX_NODES),
        })
    }

    fn volume(&self) -> Volume {
        Volume { turns: equal_turns(self.steps(), u64::try_from(self.0.hops()).unwrap_or(u64::MAX)), cut: 1 }
    }

    /// The contents of every arc in every step.
    fn line_table(&self, net: &dyn Structure, of: Collective) -> Result<LineTable, Unmade> {
        let n = of.nodes;
        let arcs = NumberedArcs::from_network(net);
        if (arcs.count() as u64).saturating_mul(self.steps()) > MOST_PLACES {
            return Err(Unmade::TooLarge(ALWAYS_SMALL_ENOUGH));
        }
        let mut lines = LineTable::new(of, arcs, Action::Move);
        let mut hops = Vec::new();
        for (s, d) in (0..n).flat_map(|s| (0..n).map(move |d| (s, d))).filter(|(s, d)| s != d) {
            hops.clear();
            self.0.word(1, 0, (s, d), &mut hops);
            let mut at = s;
            for &(step, to) in &hops {
                // The verifier would find it; here it has no place.
                let arc = lines.arcs().arc_between(at, to).ok_or(NOT_A_LINK)?;
                lines.put_chunk(arc, step as u32, of.pair(s, d));
                at = to;
            }
        }
        Ok(lines)
    }
}

impl Itinerary for Rounds {
    fn steps(&self) -> u64 {
        self.0.steps(1)
    }

    fn hops(&self, from: Node, to: Node, out: &mut Vec<(u64, Node)>) {
        if from == to {
            return;
        }
        let mut hops = Vec::new();
        self.0.word(1, 0, (from.0, to.0), &mut hops);
        out.extend(hops.into_iter().map(|(step, at)| (step, Node(at))));
    }
}

const NOT_A_LINK: Unmade = Unmade::NotHere("a rule names a hop that is not a link");
