//! Paths between two nodes that are internally node-disjoint, as many as there are.

use super::Request;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::evidence::Known;
use crate::exact::Exact;
use crate::net::Node;
use crate::progress::{Progress, Silent};
use crate::route::disjoint::find;
use crate::route::{self, NoRoute, flow};
use crate::topology::{NodeName, Topology};
use crate::verify::disjoint::check;
use num_bigint::BigUint;

/// Request for disjoint paths.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DisjointRequest {
    /// First node: an id, or an address in the notation of the network.
    pub from: NodeName,
    /// Last node.
    pub to: NodeName,
    /// Maximum number of nodes to visit if no construction is known.
    #[serde(default = "default_limit")]
    pub limit: u64,
}

fn default_limit() -> u64 {
    DisjointRequest::LIMIT
}

impl DisjointRequest {
    /// Default limit of visited nodes.
    pub const LIMIT: u64 = flow::MAX_MET;

    /// Creates a request for two nodes.
    pub fn new(from: impl Into<NodeName>, to: impl Into<NodeName>) -> Self {
        DisjointRequest { from: from.into(), to: to.into(), limit: Self::LIMIT }
    }
}

/// Disjoint paths that their verifier has walked.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DisjointAnswer {
    /// The source.
    pub from: Node,
    /// The address of that node.
    pub from_address: String,
    /// The destination.
    pub to: Node,
    /// The address of that node.
    pub to_address: String,
    /// The form of addresses; `id` where they are plain ids.
    pub notation: String,
    /// Number of paths.
    pub count: Known<usize>,
    /// Upper bound on the number of paths: the smaller degree of both ends.
    pub most: u32,
    /// The distance; null if there is no path, or the search exceeds its limit.
    pub distance: Option<Known<Exact<u64>>>,
    /// Hops of the longest path.
    pub longest: Exact<u64>,
    /// Hops of the longest path over the distance.
    pub excess: Option<Exact<u64>>,
    /// The diameter, where a theorem gives it.
    pub diameter: Option<Known<Exact<BigUint>>>,
    /// The paths, the shortest first.
    pub paths: Vec<PathAnswer>,
}

/// One path.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PathAnswer {
    /// Its hops.
    pub hops: Exact<u64>,
    /// Its hops over the distance.
    pub excess: Option<Exact<u64>>,
    /// Its nodes from end to end.
    pub path: Vec<Node>,
}

impl Request for DisjointRequest {
    type On = Topology;
    type Answer = DisjointAnswer;
    const VERB: &'static str = "disjoint";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<DisjointAnswer, Error> {
        let net = on.network()?.as_ref();
        let (from, to) = (on.node(&self.from)?, on.node(&self.to)?);
        if from == to {
            return Err(
                Error::usage(format!("both ends are node {}", from.0)).help("name two different nodes")
            );
        }
        let result = find(net, from, to, self.limit, progress).map_err(|failure| match failure {
            flow::FlowFailure::Stopped => failure.into(),
            flow::FlowFailure::TooLong { .. } => {
                on.too_large(failure.to_string(), "take a smaller network, such as ring(4000000)")
            }
            flow::FlowFailure::TooLarge { .. } => on.too_large(
                failure.to_string(),
                "`limit` raises it; duals, nested hdn, tori and cubes need no search",
            ),
        })?;
        let facts = check(net, from, to, &result.paths)
            .map_err(|wrong| Error::internal(format!("the verifier rejects the paths: {wrong}")))?;
        let seen = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let distance = match route::distance(net, from, to, seen, progress) {
            Ok(Known { value, evidence }) => value.map(|value| Known::new(Exact(value), evidence)),
            Err(NoRoute::Stopped) => return Err(NoRoute::Stopped.into()),
            Err(_) => None,
        };
        let shortest = distance.as_ref().map(|distance| distance.value.0);
        let excess = |hops: u64| shortest.map(|shortest| Exact(hops.saturating_sub(shortest)));
        let evidence = result.evidence();
        let path = |path: Vec<Node>| {
            let hops = (path.len() as u64).saturating_sub(1);
            PathAnswer { hops: Exact(hops), excess: excess(hops), path }
        };
        Ok(DisjointAnswer {
            from,
            from_address: net.address(from).to_string(),
            to,
            to_address: net.address(to).to_string(),
            notation: net.notation(),
            count: Known::new(facts.count, evidence),
            most: result.most,
            longest: Exact(facts.longest),
            excess: excess(facts.longest),
            diameter: on.shape().diameter().map(|diameter| diameter.map(Exact)),
            paths: result.paths.into_iter().map(path).collect(),
            distance,
        })
    }
}

impl Topology {
    /// Paths between two nodes that are internally node-disjoint, as many as there are.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 2)".parse()?;
    /// assert_eq!(net.disjoint_paths(0, 647)?.count.value, 4);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn disjoint_paths(
        &self,
        from: impl Into<NodeName>,
        to: impl Into<NodeName>,
    ) -> Result<DisjointAnswer, Error> {
        DisjointRequest::new(from, to).answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<DisjointRequest>("Internally node-disjoint paths between two nodes, as many as there are")
        .positional(&["from", "to"]);
