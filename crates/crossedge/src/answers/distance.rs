//! The distance between two nodes, with its evidence.

use super::Request;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::evidence::Known;
use crate::exact::Exact;
use crate::net::Node;
use crate::progress::{Progress, Silent};
use crate::route::{self, MAX_SEEN};
use crate::topology::{NodeName, Topology};

/// Request for the distance of two nodes.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DistanceRequest {
    /// First node: an id, or an address in the notation of the network.
    pub from: NodeName,
    /// Last node.
    pub to: NodeName,
    /// Maximum number of nodes to visit if the distance has no closed form.
    #[serde(default = "default_limit")]
    pub limit: usize,
}

fn default_limit() -> usize {
    DistanceRequest::LIMIT
}

impl DistanceRequest {
    /// Default limit of visited nodes.
    pub const LIMIT: usize = MAX_SEEN;

    /// Creates a request for two nodes.
    pub fn new(from: impl Into<NodeName>, to: impl Into<NodeName>) -> Self {
        DistanceRequest { from: from.into(), to: to.into(), limit: Self::LIMIT }
    }
}

/// The distance between two nodes, with its evidence.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistanceAnswer {
    /// The first node.
    pub from: Node,
    /// Its address.
    pub from_address: String,
    /// The other node.
    pub to: Node,
    /// Its address.
    pub to_address: String,
    /// Length of a shortest path; null if there is none.
    pub distance: Known<Option<Exact<u64>>>,
}

impl Request for DistanceRequest {
    type On = Topology;
    type Answer = DistanceAnswer;
    const VERB: &'static str = "distance";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<DistanceAnswer, Error> {
        let net = on.network()?.as_ref();
        let (from, to) = (on.node(&self.from)?, on.node(&self.to)?);
        let distance = route::distance(net, from, to, self.limit, progress)?;
        Ok(DistanceAnswer {
            from,
            from_address: net.address(from).to_string(),
            to,
            to_address: net.address(to).to_string(),
            distance: distance.map(|known| known.map(Exact)),
        })
    }
}

impl Topology {
    /// The distance between two nodes, with its evidence.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "dualcube(11)".parse()?;
    /// assert_eq!(net.distance(0, 2097151)?.distance.value, Some(Exact(21)));
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn distance(
        &self,
        from: impl Into<NodeName>,
        to: impl Into<NodeName>,
    ) -> Result<DistanceAnswer, Error> {
        DistanceRequest::new(from, to).answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<DistanceRequest>("The distance between two nodes").positional(&["from", "to"]);
