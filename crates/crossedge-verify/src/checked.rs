//! What a judge has found good, sealed. Only judges make it, and the seal remembers on which network it was judged and what was
//! asserted, so whoever takes a `Checked<T>` asks whether that is the network and the claim it needs, and need not judge again.

use super::fingerprint::Fingerprint;
use super::schedule::Model;
use crossedge_core::exact::Ratio;
use crossedge_core::model::Collective;
use crossedge_core::net::{Faults, Network, Node};
use std::fmt;
use std::ops::Deref;

/// A value that its judge has found good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked<T> {
    value: T,
    on: Fingerprint,
    asserted: Asserted,
}

/// What a judge has asserted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asserted {
    /// A schedule does what its collective promises, on a machine like this.
    Schedule {
        /// The collective, with its bytes.
        of: Collective,
        /// Ports and switching.
        model: Model,
        /// The widths of the classes of links; nothing where all have 1.
        widths: Vec<u64>,
    },
    /// One round of a ring, on a machine like this.
    Round {
        /// Ports and switching.
        model: Model,
        /// The widths of the classes of links; nothing where all have 1.
        widths: Vec<u64>,
    },
    /// A broadcast by rule reaches every node, one message at a time.
    Tree {
        /// From this node.
        root: Node,
        /// In so many steps.
        steps: u32,
    },
    /// Spanning trees that share no arc.
    Trees {
        /// From this node.
        root: Node,
        /// How deep each is.
        depths: Vec<u32>,
    },
    /// An order of nodes, each linked to the next.
    Ring {
        /// The last is linked to the first.
        closed: bool,
        /// The first and the last, when they were asked for.
        ends: Option<(Node, Node)>,
        /// Around these faults.
        faults: Faults,
        /// So many living nodes do not stand in it.
        left_out: u64,
    },
    /// A flow carries the lower end, and lengths show that none carries more than the upper one.
    Throughput {
        /// So much is carried.
        lower: Ratio,
        /// And no more than this can be.
        upper: Ratio,
        /// Of this traffic.
        traffic: String,
    },
    /// A phase of training is carried out, no two messages of a step on one link.
    Timetable {
        /// In so many steps.
        steps: u64,
    },
    /// A walk over links.
    Route {
        /// From the first to the second.
        ends: (Node, Node),
        /// In so many hops.
        hops: u64,
    },
}

/// A seal that does not fit what the value is used for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// It was judged on another network.
    Network {
        /// The network that it was judged on.
        judged: Fingerprint,
        /// How many nodes this one has.
        here: u64,
    },
    /// Something else was asserted.
    Claim {
        /// What is needed.
        needed: &'static str,
    },
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Network { judged, here } if judged.nodes() != *here => write!(
                f,
                "this was judged on a network of {} nodes, and is used with one of {here}",
                judged.nodes()
            )?,
            Unfit::Network { here, .. } => write!(f, "this was judged on another network of {here} nodes")?,
            Unfit::Claim { needed } => write!(f, "this was not judged as {needed}")?,
        }
        write!(f, "\nhelp: have it judged as it is used")
    }
}

impl std::error::Error for Unfit {}

impl<T> Checked<T> {
    /// For judges, after all their tests.
    pub(super) fn new(value: T, on: Fingerprint, asserted: Asserted) -> Self {
        Checked { value, on, asserted }
    }

    /// The value, which loses its seal.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// The network that it was judged on.
    pub fn network(&self) -> Fingerprint {
        self.on
    }

    /// What was asserted.
    pub fn asserted(&self) -> &Asserted {
        &self.asserted
    }

    /// The value, for use with a network: the one that it was judged on.
    pub fn on(&self, net: &dyn Network) -> Result<&T, Unfit> {
        match self.on.is_of(net) {
            true => Ok(&self.value),
            false => Err(Unfit::Network { judged: self.on, here: net.nodes() }),
        }
    }

    /// The value, for use with a network and for a purpose: `fits` says whether what was asserted is what is needed.
    pub fn when(
        &self,
        net: &dyn Network,
        needed: &'static str,
        fits: impl FnOnce(&Asserted) -> bool,
    ) -> Result<&T, Unfit> {
        match fits(&self.asserted) {
            true => self.on(net),
            false => Err(Unfit::Claim { needed }),
        }
    }
}

impl<T> Deref for Checked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
