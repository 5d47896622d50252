//! A path from one node to another, with the case taken at each level.

#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{Request, RoutingRequest, texts};
use crate::error::{Error, ErrorKind};
use crate::evidence::Known;
use crate::exact::{Exact, Ratio};
use crate::net::{Node, Structure};
use crate::progress::{Progress, Silent};
use crate::route::channels::{Channel, Routing, RoutingEntry, RoutingName, VirtualChannel};
use crate::route::{self, Algorithm, Hop, MAX_SEEN, NoRoute, Route};
use crate::topology::{NodeName, Topology};
use crate::verify;

/// Request for a route.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Parameters", into = "Parameters")]
pub struct RouteRequest {
    /// From here.
    pub from: NodeName,
    /// To there.
    pub to: NodeName,
    /// The path algorithm.
    pub algorithm: Algorithm,
    /// Maximum number of nodes to visit if there is no closed form.
    pub limit: usize,
    /// The route of a packet on virtual channels, instead of one by `algorithm`.
    pub packet: Option<ChannelRequest>,
}

/// The route of a packet under a routing with virtual channels.
#[derive(Debug, Clone, Default)]
pub struct ChannelRequest {
    /// The routing.
    pub routing: RoutingRequest,
    /// The intermediate node of a routing with detours.
    pub via: Option<NodeName>,
}

/// The same as data.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// First node: an id, or an address in the notation of the network.
    from: NodeName,
    /// Last node.
    to: NodeName,
    /// Algorithm that finds the path.
    #[serde(default = "minimal")]
    algorithm: Algorithm,
    /// Routing algorithm with virtual channels, instead of `algorithm`.
    #[serde(default, with = "texts::routing")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    routing: Option<RoutingName>,
    /// Base routing of valiant [default: the one with the fewest virtual channels].
    #[serde(default, with = "texts::routing_entry")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    over: Option<&'static RoutingEntry>,
    /// Intermediate node of a routing with detours.
    #[serde(default)]
    via: Option<NodeName>,
    /// Show the virtual channel of each hop [default routing: as in deadlock].
    #[serde(default)]
    channels: bool,
    /// Maximum number of nodes to visit if there is no closed form.
    #[serde(default = "default_limit")]
    limit: usize,
}

fn minimal() -> Algorithm {
    Algorithm::Minimal
}

fn default_limit() -> usize {
    RouteRequest::LIMIT
}

impl TryFrom<Parameters> for RouteRequest {
    type Error = &'static str;

    fn try_from(given: Parameters) -> Result<Self, Self::Error> {
        let Parameters { from, to, algorithm, routing, over, via, channels, limit } = given;
        let on_channels = channels || routing.is_some();
        if on_channels && algorithm != Algorithm::Minimal {
            return Err("`algorithm` excludes `routing` and `channels`");
        }
        if over.is_some() && routing.is_none() {
            return Err("`over` needs `routing`");
        }
        if via.is_some() && !channels {
            return Err("`via` needs `channels`");
        }
        let routing = RoutingRequest { routing, over };
        let packet = on_channels.then_some(ChannelRequest { routing, via });
        Ok(RouteRequest { from, to, algorithm, limit, packet })
    }
}

impl From<RouteRequest> for Parameters {
    fn from(request: RouteRequest) -> Self {
        let RouteRequest { from, to, algorithm, limit, packet } = request;
        let on_channels = packet.is_some();
        let ChannelRequest { routing: RoutingRequest { routing, over }, via } = packet.unwrap_or_default();
        let channels = on_channels && (routing.is_none() || via.is_some());
        Parameters { from, to, algorithm, routing, over, via, channels, limit }
    }
}

impl RouteRequest {
    /// Default limit of visited nodes.
    pub const LIMIT: usize = MAX_SEEN;

    /// A shortest path.
    pub fn new(from: impl Into<NodeName>, to: impl Into<NodeName>) -> Self {
        let (from, to) = (from.into(), to.into());
        RouteRequest { from, to, algorithm: Algorithm::Minimal, limit: Self::LIMIT, packet: None }
    }

    /// The same by another algorithm.
    pub fn by(self, algorithm: Algorithm) -> Self {
        RouteRequest { algorithm, ..self }
    }

    /// The route of a packet, with the virtual channel of each hop.
    pub fn on_channels(self, packet: ChannelRequest) -> Self {
        RouteRequest { packet: Some(packet), ..self }
    }
}

/// A verified path, or why there is none.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RouteAnswer {
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
    /// The path algorithm; null for the route of a packet under a routing.
    pub algorithm: Option<Algorithm>,
    /// The routing, where one was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub routing: Option<String>,
    /// Virtual channels per link that the routing needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vcs: Option<u32>,
    /// The intermediate node of a detour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<Node>,
    /// Why there is none; null if there is one.
    pub reason: Option<String>,
    /// Hops; null if there is no path.
    pub length: Option<Exact<u64>>,
    /// The distance; null if the search exceeds its limit.
    pub distance: Option<Known<Exact<u64>>>,
    /// Length over distance.
    pub stretch: Option<Ratio>,
    /// The nodes from end to end; null if there is no path.
    pub path: Option<Vec<Node>>,
    /// The port taken at each node but the last.
    pub ports: Vec<u32>,
    /// Each hop, with its reasons.
    pub hops: Vec<HopAnswer>,
}

/// One hop.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HopAnswer {
    /// The port by which the last node is left.
    pub port: u32,
    /// The virtual channel, where a routing was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vc: Option<u32>,
    /// All channels that the packet may take at the last node, where a routing leaves it a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<CandidateAnswer>>,
    /// The node that is reached.
    pub node: Node,
    /// Its address.
    pub address: String,
    /// The kind of link.
    pub link_class: String,
    /// The case taken at each level, from the outermost in; `None` if a search found the path.
    pub cases: Vec<CaseAnswer>,
}

/// A channel out of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CandidateAnswer {
    /// The port.
    pub port: u32,
    /// The virtual channel.
    pub vc: u32,
}

/// The case of a routing algorithm at one level of the construction.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseAnswer {
    /// The part of the construction.
    pub part: String,
    /// The case, by the name that the paper gives it; may be empty.
    pub rule: String,
    /// Its destination inside its part.
    pub goal: String,
}

impl Request for RouteRequest {
    type On = Topology;
    type Answer = RouteAnswer;
    const VERB: &'static str = "route";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<RouteAnswer, Error> {
        let net = on.network()?.as_ref();
        let (from, to) = (on.node(&self.from)?, on.node(&self.to)?);
        let mut answer = RouteAnswer {
            from,
            from_address: net.address(from).to_string(),
            to,
            to_address: net.address(to).to_string(),
            notation: net.notation(),
            algorithm: self.packet.is_none().then_some(self.algorithm),
            routing: None,
            vcs: None,
            via: None,
            reason: None,
            length: None,
            distance: None,
            stretch: None,
            path: None,
            ports: Vec::new(),
            hops: Vec::new(),
        };
        let mut channels = Vec::new();
        let result = match &self.packet {
            None => route::route(net, from, to, self.algorithm, self.limit, progress),
            Some(packet) => {
                channels = packet.walk_channels(on, (from, to), &mut answer)?;
                Ok(route_along(net, from, &channels))
            }
        };
        let route = match result {
            Ok(route) => route,
            Err(error @ NoRoute::Apart { .. }) => {
                answer.reason = Some(error.to_string());
                return Ok(answer);
            }
            Err(other) => return Err(with_advice(other)),
        };
        let claimed = route.length();
        let route = verify::route(net, (from, to), claimed, route)?;
        answer.length = Some(Exact(route.length()));
        answer.path = Some(route.nodes().collect());
        answer.ports = route.hops.iter().map(|hop| hop.port.0).collect();
        answer.hops = hops(net, &route);
        for (hop, taken) in answer.hops.iter_mut().zip(channels) {
            (hop.vc, hop.candidates) = (Some(taken.out.vc), taken.candidates);
        }
        // The paper's route is reported even if the shortest path is out of reach.
        answer.distance = match route::distance(net, from, to, self.limit, progress) {
            Ok(Known { value, evidence }) => value.map(|value| Known::new(Exact(value), evidence)),
            Err(NoRoute::TooMany { .. }) => None,
            Err(other) => return Err(with_advice(other)),
        };
        // A route that goes nowhere stretches nothing.
        answer.stretch = answer.distance.as_ref().map(|distance| match distance.value.0 {
            0 => Ratio::new(1u32, 1u32),
            hops => Ratio::new(route.length(), hops),
        });
        Ok(answer)
    }
}

/// A channel that a packet takes, and those that it could have taken.
struct Taken {
    out: VirtualChannel,
    candidates: Option<Vec<CandidateAnswer>>,
}

impl ChannelRequest {
    /// The channels of the packet, one after the other; the answer is reported of the routing.
    fn walk_channels(
        &self,
        on: &Topology,
        (from, to): (Node, Node),
        answer: &mut RouteAnswer,
    ) -> Result<Vec<Taken>, Error> {
        let net = on.network()?;
        if let Some(switch) = [from, to].into_iter().find(|v| v.0 >= net.endpoints()) {
            return Err(Error::usage(format!(
                "a packet goes between endpoints, and {} is a switch",
                net.address(switch)
            ))
            .help(format!("take ids from 0 to {}", net.endpoints() - 1)));
        }
        let name = self.routing.on(net.as_ref())?;
        let routing = name.on(net)?;
        let via = self.intermediate_node(on, routing.as_ref(), from)?;
        (answer.routing, answer.vcs, answer.via) = (Some(name.to_string()), Some(routing.channels()), via);
        let mut taken = Vec::new();
        let (mut by, mut at) = (None, from);
        while let Some(out) = routing.step(by, at, via, to).filter(|_| from != to) {
            let candidates = routing.chooses().then(|| {
                let mut all = Vec::new();
                routing.candidates(by, at, via, to, &mut all);
                all.into_iter().map(|out| CandidateAnswer { port: out.port.0, vc: out.vc }).collect()
            });
            taken.push(Taken { out, candidates });
            by = Some(Channel::new(at, out));
            at = net.link(at, out.port).0;
            // Once on the way to each of two targets.
            if taken.len() as u64 > net.nodes().saturating_mul(2) {
                return Err(Error::internal(format!("a packet by {name} does not arrive")));
            }
        }
        Ok(taken)
    }

    /// The intermediate node, which is one that the source may draw.
    fn intermediate_node(
        &self,
        on: &Topology,
        routing: &dyn Routing,
        from: Node,
    ) -> Result<Option<Node>, Error> {
        let count = routing.detours(from);
        let Some(via) = &self.via else {
            if count == 0 || routing.source_chooses() {
                return Ok(None);
            }
            let first = routing.detour(from, 0);
            return Err(Error::usage("this routing goes by an intermediate node that the source draws")
                .help(format!("name one, e.g. `via` {}", first.0)));
        };
        let via = on.node(via)?;
        match (0..count).any(|i| routing.detour(from, i) == via) {
            true => Ok(Some(via)),
            false if count == 0 => Err(Error::usage("this routing takes no detours").help("leave out `via`")),
            false => Err(Error::usage(format!("the source does not go by node {}", via.0))
                .help(format!("it draws from {count} nodes, e.g. {}", routing.detour(from, 0).0))),
        }
    }
}

/// The hops along some channels.
fn route_along(net: &dyn Structure, from: Node, channels: &[Taken]) -> Route {
    let mut at = from;
    let hop = |taken: &Taken| {
        at = net.link(at, taken.out.port).0;
        Hop { port: taken.out.port, node: at, cases: Vec::new() }
    };
    Route { from, hops: channels.iter().map(hop).collect() }
}

/// Advice if the search is too long.
fn with_advice(why: NoRoute) -> Error {
    let error = Error::from(why);
    match error.advice() {
        Some(advice) => {
            let advice = format!("{advice}; `algorithm` address needs no search");
            error.help(advice)
        }
        None => error,
    }
}

fn hops(net: &dyn Structure, route: &Route) -> Vec<HopAnswer> {
    let classes = net.link_classes();
    let mut at = route.from;
    let case = |case: &route::Case| CaseAnswer {
        part: case.part.clone(),
        rule: case.rule.clone(),
        goal: case.goal.to_string(),
    };
    let hop = |hop: &Hop| {
        let class = net.link_class(at, hop.port);
        at = hop.node;
        HopAnswer {
            port: hop.port.0,
            vc: None,
            candidates: None,
            node: hop.node,
            address: net.address(hop.node).to_string(),
            link_class: classes.get(class).cloned().unwrap_or_default(),
            cases: hop.cases.iter().map(case).collect(),
        }
    };
    route.hops.iter().map(hop).collect()
}

impl Topology {
    /// A shortest path from one node to another.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "torus(5,5)".parse()?;
    /// assert_eq!(net.route("(0,0)", "(1,1)")?.ports.len(), 2);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn route(&self, from: impl Into<NodeName>, to: impl Into<NodeName>) -> Result<RouteAnswer, Error> {
        let answer = RouteRequest::new(from, to).answer(self, &Silent)?;
        match &answer.reason {
            Some(reason) => Err(Error::new(ErrorKind::Nothing, reason)),
            None => Ok(answer),
        }
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb::one::<RouteRequest>(
    "A route from one node to another, hop by hop, with the case taken at each level",
)
.positional(&["from", "to"]);
