//! A verified value, sealed. Only verifiers create it, and the seal records the network on which it was verified and the
//! assertion, so users of a `Checked<T>` compare these with the network and claim they need, and do not verify again.

use super::fingerprint::Fingerprint;
use super::schedule_fault::Model;
use crossedge_core::exact::Ratio;
use crossedge_core::model::Collective;
use crossedge_core::net::{Faults, Network, Node};
use std::fmt;
use std::ops::Deref;

/// A value that its verifier has found good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked<T> {
    value: T,
    on: Fingerprint,
    asserted: Asserted,
}

/// The assertion of a verifier.
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
    /// A broadcast in closed form reaches every node, one message at a time.
    Tree {
        /// From this node.
        root: Node,
        /// Number of steps.
        steps: u32,
    },
    /// Spanning trees that are arc-disjoint.
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
        /// The first and the last, when they were requested.
        ends: Option<(Node, Node)>,
        /// Around these faults.
        faults: Faults,
        /// Number of live nodes that are omitted.
        left_out: u64,
    },
    /// A flow carries the lower end, and lengths show that none carries more than the upper one.
    Throughput {
        /// The throughput.
        lower: Ratio,
        /// And no more than this can be.
        upper: Ratio,
        /// Of this traffic.
        traffic: String,
    },
    /// A phase of training is carried out, no two messages of a step on one link.
    Timetable {
        /// Number of steps.
        steps: u64,
    },
    /// A walk over links.
    Route {
        /// From the first to the second.
        ends: (Node, Node),
        /// Number of hops.
        hops: u64,
    },
}

/// A seal that does not fit what the value is used for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// It was verified on another network.
    Network {
        /// The network that it was verified on.
        judged: Fingerprint,
        /// Number of nodes this one has.
        here: u64,
    },
    /// Something else was asserted.
    Claim {
        /// The required assertion.
        needed: &'static str,
    },
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Network { judged, here } if judged.nodes() != *here => write!(
                f,
                "this was verified on a network of {} nodes, and is used with one of {here}",
                judged.nodes()
            )?,
            Unfit::Network { here, .. } => write!(f, "this was verified on another network of {here} nodes")?,
            Unfit::Claim { needed } => write!(f, "this was not verified as {needed}")?,
        }
        write!(f, "\nhelp: verify it as it is used")
    }
}

impl std::error::Error for Unfit {}

impl<T> Checked<T> {
    /// For verifies, after all their tests.
    pub(super) fn new(value: T, on: Fingerprint, asserted: Asserted) -> Self {
        Checked { value, on, asserted }
    }

    /// The value, which loses its seal.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// The network that it was verified on.
    pub fn network(&self) -> Fingerprint {
        self.on
    }

    /// The assertion.
    pub fn asserted(&self) -> &Asserted {
        &self.asserted
    }

    /// The value, for use with a network: the one that it was verified on.
    pub fn on(&self, net: &dyn Network) -> Result<&T, Unfit> {
        match self.on.is_of(net) {
            true => Ok(&self.value),
            false => Err(Unfit::Network { judged: self.on, here: net.nodes() }),
        }
    }

    /// The value, for use with a network and for a purpose: `fits` compares the assertion with the requirement.
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
