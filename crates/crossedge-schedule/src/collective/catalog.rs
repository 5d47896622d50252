//! The algorithms as entries: what each is, for which kinds, up to which size, and how it is made and priced. Each is in the file that
//! makes its schedules; the list is that of `mod.rs`.
//!
//! ```
//! use crossedge::collective::{Algorithm, Kind, ScheduleRequest};
//! use crossedge::net::{Node, elaborate, no_files};
//!
//! let net = elaborate(&crossedge::expr::parse("hypercube(3)").unwrap(), &no_files).unwrap().network().unwrap();
//! let levels = Algorithm::named(Kind::AllReduce, "levels").unwrap();
//! let order = ScheduleRequest { kind: Kind::AllReduce, root: Node(0), bytes: 64, pieces: 1, rings: &[] };
//! assert_eq!(levels.schedule(&net, &order).unwrap().steps(), 3, "one for each dimension");
//! assert_eq!(Algorithm::default_for(Kind::AllReduce), levels);
//! ```

pub use super::unmade::Unmade;
use super::{Collective, EndpointNetwork, Kind, Pace, Schedule, Volume};
use crossedge_lang::net::{Node, Structure};
use std::fmt;
use std::sync::Arc;

/// One algorithm.
pub struct Algorithm {
    /// Its name.
    pub name: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// The reference.
    pub paper: &'static str,
    /// The kinds it is for.
    pub kinds: &'static [Kind],
    /// The kinds for which it is taken when none is named.
    pub usual: &'static [Kind],
    /// The place in the papers of a network that gives it for a kind; `None` if there is none.
    pub printed: fn(&dyn Structure, Kind) -> Option<&'static str>,
    /// The largest network on which it lists what it sends.
    pub most_nodes: fn(Kind) -> u64,
    /// The pricing on larger networks.
    pub beyond: Beyond,
    /// Which rings through all nodes it needs.
    pub rings: Rings,
    /// `true` if it cuts its message into the pieces of the order.
    pub in_pieces: bool,
    /// `true` if its messages go over several links, so that any node may be on their way.
    pub multi_hop: bool,
    /// `true` if its schedule answers for a node from the address alone; otherwise it lists everything first.
    pub by_rule: bool,
    /// The schedule. [`Algorithm::schedule`] has looked at kind, size and bytes.
    pub make: Make,
}

/// Makes a schedule on a network.
pub type Make = fn(&Arc<dyn Structure>, &ScheduleRequest<'_>) -> Result<Box<dyn Schedule>, Unmade>;

/// How an algorithm is priced where its messages are too many to be listed.
#[derive(Clone, Copy)]
pub enum Beyond {
    /// Not at all.
    Nothing,
    /// By its broadcast tree, which is verified node by node.
    Tree(Pace),
    /// By its ring, which is verified position by position.
    Ring,
    /// By the number and depth of trees that are arc-disjoint, which are verified; for nodes that use all their ports.
    Trees,
    /// By the length of a ring, which is verified, along which pieces follow each other.
    Chain,
    /// By a formula for nodes that use all their ports; nothing is verified.
    Rounds(fn(&Arc<dyn Structure>, Kind) -> Option<Volume>),
    /// By a formula; nothing is verified.
    Formula(fn(&Arc<dyn Structure>, Kind) -> Option<Volume>),
}

/// Which rings through all nodes an algorithm needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rings {
    /// No ring.
    None,
    /// One.
    One,
    /// A maximum set of edge-disjoint rings, all at once: for nodes that use all their ports.
    Several,
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Algorithm {}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Algorithm {
    /// The pace of the broadcast tree by which it is priced; none for those that have none.
    pub fn tree(&self) -> Option<Pace> {
        match self.beyond {
            Beyond::Tree(pace) => Some(pace),
            _ => None,
        }
    }

    /// Returns `true` if it uses several links of a node at once.
    pub fn all_ports(&self) -> bool {
        self.rings == Rings::Several || matches!(self.beyond, Beyond::Trees | Beyond::Rounds(_))
    }

    /// The volume of each step, by formula; `None` if there is none.
    pub fn volume(&self, ends: &EndpointNetwork, kind: Kind) -> Option<Volume> {
        match self.beyond {
            Beyond::Formula(volume) | Beyond::Rounds(volume) => volume(ends.graph(), kind),
            _ => None,
        }
    }

    /// The schedule on a network.
    pub fn schedule(
        &self,
        net: &Arc<dyn Structure>,
        order: &ScheduleRequest<'_>,
    ) -> Result<Box<dyn Schedule>, Unmade> {
        self.between(&EndpointNetwork::of(net)?, order)
    }

    /// The schedule between the endpoints of a network.
    pub fn between(
        &self,
        ends: &EndpointNetwork,
        order: &ScheduleRequest<'_>,
    ) -> Result<Box<dyn Schedule>, Unmade> {
        if !self.kinds.contains(&order.kind) {
            return Err(Unmade::NotHere("unknown algorithm for this collective"));
        }
        let (most, nodes) = ((self.most_nodes)(order.kind), ends.graph().nodes());
        if nodes > most {
            return Err(Unmade::TooLarge(most));
        }
        let of = Collective::new(order.kind, nodes, order.root.0, order.bytes);
        if of.bytes > of.most_bytes() {
            return Err(Unmade::Bytes(of.most_bytes()));
        }
        // Several rings at once are put over switches as they are; trees count on every link of a node.
        if ends.switched() && self.all_ports() && self.rings != Rings::Several {
            return Err(Unmade::NotHere("what uses all links of a node is for networks without switches"));
        }
        match ends.switched() && !self.multi_hop {
            true => Ok(Box::new(ends.over_switches(&(self.make)(ends.graph(), order)?)?)),
            false => (self.make)(ends.network(), order),
        }
    }
}

/// The request.
#[derive(Debug, Clone, Copy)]
pub struct ScheduleRequest<'a> {
    /// The kind.
    pub kind: Kind,
    /// The special node.
    pub root: Node,
    /// The bytes of a block.
    pub bytes: u64,
    /// Pieces of what is pipelined; of each tree, where there are several.
    pub pieces: u64,
    /// Rings through all nodes that are edge-disjoint, as lists; empty when none are known.
    pub rings: &'a [Vec<u64>],
}

/// There is no path between some nodes, or a part is too large for its tree to be found.
pub(super) const NOT_CONNECTED: Unmade = Unmade::NotHere("the network is not connected");

/// The papers do not give it.
pub(super) fn not_printed(_: &dyn Structure, _: Kind) -> Option<&'static str> {
    None
}

/// The largest network whose messages are listed, by what a node holds in the end.
pub(super) fn listed_up_to(kind: Kind) -> u64 {
    match kind {
        Kind::AllToAll | Kind::AllGather | Kind::ReduceScatter => 2048,
        Kind::AllReduce | Kind::Barrier | Kind::Reduce => 1 << 15,
        _ => 1 << 18,
    }
}
