//! Collectives: schedules that a judge has found good, what they cost, and what no schedule can beat.

use crate::collective::{Algorithm, Collective, Kind, Order, Schedule, Unmade, bounds};
use crate::cost::{self, Bound, Cost, Ground, Machine, Switching};
use crate::error::Error;
use crate::metrics::traffic::{Traffic, cut_bound};
use crate::progress::Silent;
use crate::topology::{NodeName, Topology};
use crate::verify::{self, Checked, Model, Ports, Verdict};

/// The distance of the farthest node is searched for in networks up to this size.
const MAX_REACH: u64 = 1 << 28;

/// Asks for schedules of a collective.
#[derive(Debug, Clone)]
pub struct CollectiveRequest {
    /// Which collective.
    pub kind: Kind,
    /// The special node of broadcast, scatter, gather and reduce.
    pub root: NodeName,
    /// The bytes of the vector, or of one node's message.
    pub bytes: u64,
}

impl CollectiveRequest {
    /// A collective of 1 KiB; node 0 is the special one, where there is one.
    pub fn new(kind: Kind) -> Self {
        CollectiveRequest { kind, root: NodeName::from(0), bytes: 1024 }
    }

    /// The same with so many bytes.
    pub fn bytes(self, bytes: u64) -> Self {
        CollectiveRequest { bytes, ..self }
    }

    /// The same with another special node.
    pub fn root(self, root: impl Into<NodeName>) -> Self {
        CollectiveRequest { root: root.into(), ..self }
    }
}

/// One node's message to all.
#[derive(Debug, Clone, Copy)]
pub struct Broadcast;

impl Broadcast {
    /// From this node.
    pub fn from(root: impl Into<NodeName>) -> CollectiveRequest {
        CollectiveRequest::new(Kind::Broadcast).root(root)
    }
}

/// A collective on a network, ready to be planned.
#[derive(Debug, Clone)]
pub struct Collectives<'a> {
    net: &'a Topology,
    request: CollectiveRequest,
}

/// The fastest schedule of those that were tried.
#[derive(Debug)]
pub struct BestSchedule {
    /// The name of its algorithm.
    pub algorithm: &'static str,
    /// The schedule, as its judge has found it good.
    pub schedule: Checked<Box<dyn Schedule>>,
    /// What it costs.
    pub cost: Cost,
    /// What no schedule can beat.
    pub bound: Bound,
}

impl Collectives<'_> {
    /// The fastest schedule of all algorithms that list what they send: full-duplex one-port nodes that store and forward.
    pub fn best(&self) -> Result<BestSchedule, Error> {
        let whole = self.net.network()?;
        let net = whole.as_ref();
        let CollectiveRequest { kind, bytes, .. } = self.request;
        let root = self.net.node(&self.request.root)?;
        let machine = Machine::new(Switching::StoreAndForward);
        let of = Collective::new(kind, net.nodes(), root.0, bytes);
        let shape = self.net.shape();
        let cut = match kind {
            Kind::AllToAll => cut_bound(shape, net, Traffic::AllToAll, &Silent)?
                .map(|cut| cut.value.1 as f64 / cut.value.0 as f64),
            _ => None,
        };
        let degree = shape.degrees().keys().next_back().copied().unwrap_or(0);
        let reach = match (shape.node_symmetric(), shape.diameter()) {
            (Some(_), Some(diameter)) => u64::try_from(&diameter.value).unwrap_or(u64::MAX),
            _ if net.nodes() > MAX_REACH => return Err(too_large(MAX_REACH)),
            _ => bounds::reach(net, root, &Silent)?.ok_or_else(|| {
                Error::usage("the network does not hang together")
                    .help("a collective needs a way between any two nodes")
            })?,
        };
        let bound = Bound::of(&of, &Ground { reach, degree, one_port: true, cut }, &machine);
        let order = Order { kind, root, bytes, pieces: 8, rings: &[] };
        let model = Model { ports: Ports::One, switching: verify::Switching::HopSynchronous };
        let (mut best, mut most): (Option<BestSchedule>, _) = (None, None);
        for algorithm in Algorithm::all(kind) {
            let schedule = match algorithm.schedule(whole, &order) {
                Ok(schedule) => schedule,
                Err(Unmade::TooLarge(nodes)) => {
                    most = most.max(Some(nodes));
                    continue;
                }
                Err(_) => continue,
            };
            let Verdict::Holds(schedule) = verify::schedule(net, schedule, model, &Silent)? else { continue };
            let cost = cost::of(net, &schedule, &machine)?;
            bound.times(&cost)?;
            if best.as_ref().is_none_or(|best| cost.seconds < best.cost.seconds) {
                best = Some(BestSchedule { algorithm: algorithm.name, schedule, cost, bound });
            }
        }
        best.ok_or_else(|| match most {
            Some(nodes) => too_large(nodes),
            None => Error::nothing(format!("no algorithm gives a {kind} here")),
        })
    }
}

fn too_large(most: u64) -> Error {
    let message = format!("this needs what every node holds, and works up to {most} nodes");
    Error::limit(message, "take a smaller network of the same construction")
}

impl Topology {
    /// A collective on this network.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 1)".parse()?;
    /// let best = net.collective(Broadcast::from(0).bytes(64)).best()?;
    /// assert!(best.cost.steps >= best.bound.steps);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn collective(&self, request: CollectiveRequest) -> Collectives<'_> {
        Collectives { net: self, request }
    }
}
