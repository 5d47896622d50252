//! Deadlock freedom of a routing: a proof, or a cycle of channels that wait for each other.

#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{Request, texts};
use crate::error::{Error, ErrorKind};
use crate::exact::Exact;
use crate::net::{Node, Structure};
use crate::progress::{Progress, Silent};
use crate::route::channels::{RoutingEntry, RoutingName};
use crate::topology::Topology;
use crate::verify::Verdict;
use crate::verify::deadlock::{Broken, Condition, Cycle, Packet, Proof, Refuted, judge_between};

/// A routing by name.
#[derive(Debug, Clone, Copy, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RoutingRequest {
    /// Routing algorithm [default: minimal, or address if that is not minimal].
    #[serde(with = "texts::routing")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub routing: Option<RoutingName>,
    /// Base routing of valiant [default: the one with the fewest virtual channels].
    #[serde(with = "texts::routing_entry")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub over: Option<&'static RoutingEntry>,
}

impl RoutingRequest {
    /// The routing of this name.
    pub fn named(routing: RoutingName) -> Self {
        RoutingRequest { routing: Some(routing), over: None }
    }

    /// The routing that is meant on a network.
    pub fn on(&self, net: &dyn Structure) -> Result<RoutingName, Error> {
        let name = self.routing.unwrap_or_else(|| RoutingEntry::default_for(net).into());
        let Some(over) = self.over else { return Ok(name.resolved_on(net)) };
        // Spread and ugal over order are entries of their own.
        let own = name
            .base
            .filter(|_| !name.detour)
            .and_then(|base| RoutingEntry::named(&format!("{} over {}", base.name, over.name)));
        match (name.detour && self.routing.is_some(), own) {
            (true, _) => Ok(RoutingName::valiant(over)),
            (false, Some(entry)) => Ok(entry.into()),
            (false, None) => Err(Error::usage("`over` is for `routing` valiant")),
        }
    }
}

/// Asks whether a routing can deadlock.
#[derive(Debug, Clone, Copy, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct DeadlockRequest {
    /// The routing.
    #[serde(flatten)]
    pub routing: RoutingRequest,
    /// Virtual channels per link [default: as the routing needs]; with fewer, the last ones are merged.
    pub vcs: Option<u32>,
    /// Find the minimum number of virtual channels that can be proved.
    pub minimum: bool,
}

/// A proof that a routing cannot deadlock, or why there is none.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeadlockAnswer {
    /// The routing.
    pub routing: String,
    /// Virtual channels on each link.
    pub vcs: u32,
    /// Number of virtual channels that the routing needs.
    pub vcs_required: u32,
    /// `true` if no deadlock can happen.
    pub proved: bool,
    /// The refutation with fewer virtual channels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted: Option<Vec<RefutedAnswer>>,
    /// Numbers of virtual channels that are undecided; a smaller network can be decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<Vec<u32>>,
    /// Hops of the longest route; null if unknown.
    pub longest_route: Option<Exact<u64>>,
    /// Findings of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofAnswer>,
    /// The cycle in the channel dependency graph: each packet waits for the next channel, the last for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Vec<HeldAnswer>>,
    /// The failure of the routing itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub routing_error: Option<String>,
}

/// A number of virtual channels that is too small.
#[derive(Debug, Clone, Copy, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefutedAnswer {
    /// Virtual channels on each link.
    pub vcs: u32,
    /// Channels in the cycle that was found.
    pub cycle_length: usize,
}

/// Findings of the proof.
#[derive(Debug, Clone, Copy, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofAnswer {
    /// Virtual channels that some packet uses.
    pub channels: Exact<u64>,
    /// Dependencies among them.
    pub dependencies: Exact<u64>,
    /// The longest chain of channels that wait for each other.
    pub ranks: u32,
    /// Memory of the ranks, in bytes.
    pub bytes: Exact<u64>,
    /// Routes that were walked, and compared with the channel dependency graph.
    pub routes_walked: Exact<u64>,
    /// `true` if these are all.
    pub all_routes_walked: bool,
    /// `true` if channels and dependencies are those of the packets, and not those of the graph.
    pub from_packets: bool,
    /// Hops of the longest route that was walked.
    pub longest_walked: Exact<u64>,
    /// Candidates that were checked, on all routes that packets may choose.
    pub candidates_walked: Exact<u64>,
    /// Virtual channels of the escape network, if there is one; channels, dependencies and ranks then refer to the escape network only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub escape_channels: Option<u32>,
    /// The switching modes for which the proof holds.
    pub valid_for: [&'static str; 2],
}

impl From<Proof> for ProofAnswer {
    fn from(proof: Proof) -> Self {
        ProofAnswer {
            channels: Exact(proof.channels),
            dependencies: Exact(proof.dependencies),
            ranks: proof.ranks,
            bytes: Exact(proof.bytes),
            routes_walked: Exact(proof.routes),
            all_routes_walked: proof.all_routes,
            from_packets: proof.from_packets,
            longest_walked: Exact(proof.longest),
            candidates_walked: Exact(proof.candidates),
            escape_channels: proof.escape,
            valid_for: Proof::SWITCHING,
        }
    }
}

/// A channel of a cycle.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeldAnswer {
    /// The node that it leaves.
    pub from: Node,
    /// Its address.
    pub from_address: String,
    /// The node that it leads to.
    pub to: Node,
    /// Its address.
    pub to_address: String,
    /// The port of the first.
    pub port: u32,
    /// The virtual channel.
    pub vc: u32,
    /// The kind of link.
    pub link_class: String,
    /// A packet that holds it and waits for the next.
    pub packet: Packet,
}

/// A single virtual channel is tried first on networks of at most this many nodes.
const MAX_TRIED: u64 = 1 << 12;

impl Request for DeadlockRequest {
    type On = Topology;
    type Answer = DeadlockAnswer;
    const VERB: &'static str = "deadlock";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<DeadlockAnswer, Error> {
        if self.vcs == Some(0) {
            return Err(Error::usage("a link has at least one virtual channel").help("take 1 or more"));
        }
        if self.minimum && self.vcs.is_some() {
            return Err(Error::usage("`minimum` excludes `vcs`").help("leave one of them out"));
        }
        let whole = on.network()?;
        let net = whole.as_ref();
        let name = self.routing.on(net)?;
        let routing = name.on(whole)?;
        let asked = routing.channels();
        let mut answer = DeadlockAnswer {
            routing: name.to_string(),
            vcs: if self.minimum { 1 } else { self.vcs.unwrap_or(asked) },
            vcs_required: asked,
            proved: false,
            refuted: self.minimum.then(Vec::new),
            undecided: self.minimum.then(Vec::new),
            longest_route: routing.longest().map(Exact),
            proof: None,
            cycle: None,
            routing_error: None,
        };
        // Routes of a file go up and down trees more often than not: one channel is then enough, and is tried first.
        let has_switches = net.endpoints() < net.nodes();
        let tries_one = !self.minimum && self.vcs.is_none() && asked > 1;
        if tries_one
            && has_switches
            && net.nodes() <= MAX_TRIED
            && let Verdict::Holds(proof) = judge_between(net, net.endpoints(), &routing, 1, progress)?
        {
            (answer.vcs, answer.proved, answer.proof) = (1, true, Some(proof.into()));
            return Ok(answer);
        }
        loop {
            let more = self.minimum && answer.vcs < asked;
            match judge_between(net, net.endpoints(), &routing, answer.vcs, progress)? {
                Verdict::Refuted(Refuted::Deadlock(cycle)) if more => {
                    let refuted = RefutedAnswer { vcs: answer.vcs, cycle_length: cycle.channels.len() };
                    answer.refuted.get_or_insert_default().push(refuted);
                }
                // Too few channels for an escape of its own, and neither a proof nor a deadlock by default.
                Verdict::Refuted(Refuted::Broken(Broken { condition: Condition::Apart, what, .. })) => {
                    if !more {
                        let message = format!("{name} routing is undecided: {what}");
                        let help = format!("use `vcs` {asked}, as the routing needs, or `minimum`");
                        return Err(Error::new(ErrorKind::Limit, message).help(help));
                    }
                    answer.undecided.get_or_insert_default().push(answer.vcs);
                }
                Verdict::Undecided(_) if more => answer.undecided.get_or_insert_default().push(answer.vcs),
                Verdict::Undecided(limit) => {
                    let message = format!("{name} routing is undecided: {}", limit.reached());
                    return Err(Error::new(ErrorKind::Limit, message).help(format!("take {}", limit.works)));
                }
                Verdict::Holds(proof) => {
                    (answer.proved, answer.proof) = (true, Some(proof.into()));
                    return Ok(answer);
                }
                Verdict::Refuted(Refuted::Deadlock(cycle)) => {
                    answer.cycle = Some(held_channels(net, &cycle));
                    return Ok(answer);
                }
                Verdict::Refuted(Refuted::Broken(broken)) => {
                    answer.routing_error = Some(broken.to_string());
                    return Ok(answer);
                }
            }
            answer.vcs += 1;
        }
    }
}

fn held_channels(net: &dyn Structure, cycle: &Cycle) -> Vec<HeldAnswer> {
    let classes = net.link_classes();
    let each = cycle.channels.iter().zip(&cycle.packets).map(|(by, &packet)| {
        let to = net.link(by.from, by.port).0;
        HeldAnswer {
            from: by.from,
            from_address: net.address(by.from).to_string(),
            to,
            to_address: net.address(to).to_string(),
            port: by.port.0,
            vc: by.vc,
            link_class: classes.get(net.link_class(by.from, by.port)).cloned().unwrap_or_default(),
            packet,
        }
    });
    each.collect()
}

impl Topology {
    /// A proof that a routing cannot deadlock, or a cycle of channels that wait for each other.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "torus(5,5)".parse()?;
    /// assert!(net.deadlock("dimension".parse()?)?.proved);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn deadlock(&self, routing: RoutingName) -> Result<DeadlockAnswer, Error> {
        let routing = RoutingRequest::named(routing);
        DeadlockRequest { routing, ..DeadlockRequest::default() }.answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<DeadlockRequest>("Prove a routing free of deadlock, or show a cycle of channels");
