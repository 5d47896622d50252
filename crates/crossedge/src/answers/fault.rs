//! One packet around dead nodes and links.

#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{Request, texts};
use crate::error::Error;
use crate::evidence::{Evidence, Known};
use crate::exact::Exact;
use crate::net::{Faults, Faulty, Node, Structure};
use crate::progress::{Progress, Silent};
use crate::route::fault::{JourneyEnd, Router};
use crate::route::{MAX_SEEN, NoRoute, shortest_path};
use crate::topology::{NodeName, Topology};
use crate::verify;

/// Maximum number of ports of a node.
const MAX_PORTS: u64 = 1 << 17;

/// Request for the route of a packet around faults.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PacketRequest {
    /// Source of the packet: an id or an address.
    pub from: NodeName,
    /// Its destination.
    pub to: NodeName,
    /// Dead nodes and links, e.g. `5,7-8,(0,2,1)-(1,1,2)`.
    #[serde(default, with = "texts::list")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub faults: Vec<String>,
    /// Maximum number of nodes to visit by search if routing fails.
    #[serde(default)]
    pub search: usize,
}

impl PacketRequest {
    /// A packet without faults.
    pub fn new(from: impl Into<NodeName>, to: impl Into<NodeName>) -> Self {
        PacketRequest { from: from.into(), to: to.into(), faults: Vec::new(), search: 0 }
    }

    /// The same around these faults.
    pub fn around(mut self, faults: impl Into<String>) -> Self {
        self.faults.push(faults.into());
        self
    }
}

/// The outcome of a packet.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PacketAnswer {
    /// The start.
    pub from: Node,
    /// The address of that node.
    pub from_address: String,
    /// The destination.
    pub to: Node,
    /// The address of that node.
    pub to_address: String,
    /// The form of addresses; `id` where they are plain ids.
    pub notation: String,
    /// Dead nodes.
    pub dead_nodes: Vec<Node>,
    /// Dead links by their ends.
    pub dead_links: Vec<(Node, Node)>,
    /// The outcome.
    pub end: JourneyEnd,
    /// Hops that it made.
    pub hops: Exact<u64>,
    /// The shortest path around the faults; null if there is none, or the search would be too large.
    pub distance: Option<Known<Exact<u64>>>,
    /// The distance without faults, if the construction gives it.
    pub distance_without_faults: Option<Exact<u64>>,
    /// The nodes that it visited.
    pub path: Vec<Node>,
    /// Dead nodes that it met.
    pub met_nodes: Vec<Node>,
    /// Dead links that it met.
    pub met_links: Vec<(Node, Node)>,
    /// Number of times it replanned.
    pub plans: u32,
}

impl Request for PacketRequest {
    type On = Topology;
    type Answer = PacketAnswer;
    const VERB: &'static str = "fault";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<PacketAnswer, Error> {
        let net = on.network()?.as_ref();
        let (from, to) = (on.node(&self.from)?, on.node(&self.to)?);
        let ports = on.shape().degrees().keys().next_back().copied().unwrap_or(0);
        if ports > MAX_PORTS {
            let message =
                format!("a packet looks at all ports of a node, at most {MAX_PORTS}; here are {ports}");
            return Err(on.too_large(message, "take a network of a smaller degree, such as complete(100000)"));
        }
        let dead = Faults::parse(net, &self.faults.join(","))?;
        if dead.node(from) {
            return Err(Error::usage(format!("node {} is dead, and sends nothing", from.0)));
        }
        let journey = Router::with_search(net, self.search).route(from, to, &dead);
        let delivered = (journey.end == JourneyEnd::Delivered).then_some(to);
        verify::journey(net, from, delivered, &dead, &journey.path)
            .map_err(|bad| Error::internal(bad.to_string()))?;
        Ok(PacketAnswer {
            from,
            from_address: net.address(from).to_string(),
            to,
            to_address: net.address(to).to_string(),
            notation: net.notation(),
            dead_nodes: dead.nodes().collect(),
            dead_links: dead.links().collect(),
            end: journey.end,
            hops: Exact(journey.hops()),
            distance: remaining_distance(net, from, to, &dead, progress)?,
            distance_without_faults: net.distance(from, to).map(Exact),
            met_nodes: journey.met.nodes().collect(),
            met_links: journey.met.links().collect(),
            plans: journey.plans,
            path: journey.path,
        })
    }
}

/// The distance in the remaining network; `None` if there is no path, or if the search would be too large.
fn remaining_distance(
    net: &dyn Structure,
    from: Node,
    to: Node,
    dead: &Faults,
    progress: &dyn Progress,
) -> Result<Option<Known<Exact<u64>>>, Error> {
    if dead.node(to) {
        return Ok(None);
    }
    match shortest_path(&Faulty::new(net, dead), from, to, MAX_SEEN, progress) {
        Ok(search) => {
            let evidence =
                Evidence::computed(format!("search around all faults, {} nodes seen [bfs]", search.seen));
            Ok(Some(Known::new(Exact(search.hops.len() as u64), evidence)))
        }
        Err(NoRoute::Stopped) => Err(NoRoute::Stopped.into()),
        Err(_) => Ok(None),
    }
}

impl Topology {
    /// Routes a packet around faults that it discovers on its path.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 2)".parse()?;
    /// assert!(net.packet(0, 647, "2,324")?.hops >= Exact(7));
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn packet(
        &self,
        from: impl Into<NodeName>,
        to: impl Into<NodeName>,
        faults: impl Into<String>,
    ) -> Result<PacketAnswer, Error> {
        PacketRequest::new(from, to).around(faults).answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<PacketRequest>("The route of a packet around dead nodes and links")
        .positional(&["from", "to"]);
