//! Finds what was requested and has it verified; its nodes can be listed, or streamed at any length.

use super::super::Request;
use super::answer::{OneRingAnswer, PlaceAnswer, RingAnswer, RingKind, VerifiedPositionsAnswer};
use super::parameters::Parameters;
#[cfg(feature = "schema")]
use crate::answers::verbs::Verb;
use crate::error::Error;
use crate::hamilton::{
    self, Around, Budget, Cursor, Direction, FoundRing, NodeOrder, RingOptions, Sought, Virtuals, not_found,
    predecessor, successor,
};
use crate::net::{Faults, Node, Structure, Table, direct, joins_endpoints};
use crate::progress::{Progress, Silent};
use crate::theorems::without_citations;
use crate::topology::{NodeName, Topology};
use crate::verify::{self, Answer, Claim, MAX_JUDGED, Verdict, VerifiedExtent};
use std::sync::Arc;

/// Why machines with endpoints on switches have no ring.
const NO_RING_ON_SWITCHES: &str =
    "a ring visits endpoints over direct links, and switched networks have none";

/// An answer lists at most this many nodes. More can be streamed.
const MAX_LISTED: u64 = 1 << 20;

/// Request for a Hamiltonian cycle or path.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Parameters", into = "Parameters")]
pub struct RingRequest {
    /// One, or several, or a virtual one.
    pub of: RingsOf,
    /// Start at this node.
    pub from: Option<NodeName>,
    /// End at this node: a path instead of a cycle.
    pub to: Option<NodeName>,
    /// Dead nodes and links to go around, e.g. `5,7-8,(0,2,1)-(1,1,2)`.
    pub faults: Vec<String>,
    /// The report on it.
    pub report: RingReport,
    /// Reverse the direction.
    pub reverse: bool,
    /// Maximum number of nodes.
    pub count: Option<u64>,
    /// Maximum number of search steps if no closed form is known.
    pub steps: u64,
    /// The seed of a search.
    pub seed: u64,
}

/// Which rings are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RingsOf {
    /// One through all living nodes.
    All,
    /// A maximal set of edge-disjoint cycles.
    EdgeDisjoint,
    /// The virtual ring of this number, from 0.
    Virtual(u64),
}

/// The report on a ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RingReport {
    /// Its nodes in order.
    Nodes,
    /// The node at a position, and those next to it.
    Position(u64),
    /// The position of a node, and those next to it.
    Node(NodeName),
    /// The verdict on every position.
    Verdict,
}

impl RingRequest {
    /// The default number of search steps.
    pub fn default_steps() -> u64 {
        Budget::default().steps
    }

    /// The seed of a search by default.
    pub fn default_seed() -> u64 {
        Budget::default().seed
    }

    /// A cycle through all nodes.
    pub fn cycle() -> Self {
        RingRequest {
            of: RingsOf::All,
            from: None,
            to: None,
            faults: Vec::new(),
            report: RingReport::Nodes,
            reverse: false,
            count: None,
            steps: Self::default_steps(),
            seed: Self::default_seed(),
        }
    }

    /// A path through all nodes.
    pub fn path(from: impl Into<NodeName>, to: impl Into<NodeName>) -> Self {
        RingRequest { from: Some(from.into()), to: Some(to.into()), ..Self::cycle() }
    }

    /// Finds it and has it verified. Its nodes are not listed yet.
    pub fn find(&self, on: &Topology, progress: &dyn Progress) -> Result<Rings, Error> {
        let options = self.options();
        if on.stored_beyond(options.budget.nodes) && direct(on.shape()) {
            let nodes = u64::try_from(on.nodes()).unwrap_or(u64::MAX);
            if let Sought::TooLarge(why) = not_found::<()>(nodes, &options.budget) {
                let most = options.budget.nodes;
                return Err(on.too_large(why, format!("a search takes networks of at most {most} nodes")));
            }
        }
        let stored;
        let net: &dyn Structure = match (direct(on.shape()), joins_endpoints(on.shape())) {
            (true, _) => on.network()?.as_ref(),
            (false, Some(false)) => {
                let kind = if self.to.is_some() { RingKind::Path } else { RingKind::Cycle };
                let reason = Some(NO_RING_ON_SWITCHES.to_owned());
                return Ok(Rings::without_rings(RingAnswer {
                    exists: Some(false),
                    reason,
                    ..RingAnswer::new(kind)
                }));
            }
            (false, _) => {
                let works = "take a smaller network of the same construction";
                stored =
                    Table::of_endpoints(on.network()?.as_ref()).map_err(|why| on.too_large(why, works))?;
                &stored
            }
        };
        let work = RingWork { request: self, on, net, options: self.options(), progress };
        match self.of {
            RingsOf::All => work.one_ring(),
            RingsOf::EdgeDisjoint => work.edge_disjoint(),
            RingsOf::Virtual(number) => work.through_clusters(number),
        }
    }

    fn options(&self) -> RingOptions {
        let budget = Budget { steps: self.steps, seed: self.seed, ..Budget::default() };
        RingOptions { budget, ..RingOptions::default() }
    }
}

impl Request for RingRequest {
    type On = Topology;
    type Answer = RingAnswer;
    const VERB: &'static str = "ring";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<RingAnswer, Error> {
        self.find(on, progress)?.listed(on)
    }
}

/// Rings that were found and verified.
#[derive(Debug, Clone)]
pub struct Rings {
    /// The answer without the nodes.
    pub answer: RingAnswer,
    orders: Vec<Arc<dyn NodeOrder>>,
    start: u64,
    direction: Direction,
    count: Option<u64>,
}

impl Rings {
    fn without_rings(answer: RingAnswer) -> Self {
        Rings { answer, orders: Vec::new(), start: 0, direction: Direction::Up, count: None }
    }

    /// The nodes of each ring in order, one after the other and never all at once; nothing where something else was requested.
    pub fn cursors(&self) -> impl Iterator<Item = Cursor<'_>> {
        self.orders.iter().map(|order| {
            let cursor = Cursor::new(order.as_ref(), self.start, self.direction);
            match self.count {
                Some(count) => cursor.at_most(count),
                None => cursor,
            }
        })
    }

    /// The rings as arithmetic, from position to node and back; `None` if something else was requested.
    pub fn orders(&self) -> &[Arc<dyn NodeOrder>] {
        &self.orders
    }

    /// Returns `true` if there are nodes to stream.
    pub fn has_nodes(&self) -> bool {
        !self.orders.is_empty()
    }

    /// The answer with its nodes, of which there may be a million.
    pub fn listed(mut self, on: &Topology) -> Result<RingAnswer, Error> {
        let longest = self.orders.iter().map(|order| order.positions()).max().unwrap_or(0);
        let each = longest.min(self.count.unwrap_or(u64::MAX));
        let all = each.saturating_mul(self.orders.len() as u64);
        if all > MAX_LISTED {
            let message = format!("a JSON answer holds at most {MAX_LISTED} nodes, and here are {all}");
            return Err(on.too_large(message, "take `count`, `position` or `node`, or leave `json` out"));
        }
        let mut lists: Vec<Vec<Node>> = self.cursors().map(Iterator::collect).collect();
        match &mut self.answer.rings {
            Some(rings) => rings.iter_mut().zip(lists).for_each(|(ring, nodes)| ring.nodes = nodes),
            None => self.answer.nodes = lists.pop(),
        }
        Ok(self.answer)
    }
}

/// The kind of result.
struct RingWork<'a> {
    request: &'a RingRequest,
    on: &'a Topology,
    /// The network, or its endpoints with the links between them where there are switches.
    net: &'a dyn Structure,
    options: RingOptions,
    progress: &'a dyn Progress,
}

impl RingWork<'_> {
    /// One ring or path.
    fn one_ring(&self) -> Result<Rings, Error> {
        let RingRequest { from, to, report, .. } = self.request;
        let node = |name: &Option<NodeName>| name.as_ref().map(|name| self.endpoint_named(name)).transpose();
        let asked = match report {
            RingReport::Node(name) => Some(self.endpoint_named(name)?),
            _ => None,
        };
        let (from, to) = (node(from)?, node(to)?);
        let faults = self.faults()?;
        if let Some(dead) = [from, to, asked].into_iter().flatten().find(|v| faults.node(*v)) {
            return Err(Error::usage(format!("node {} is dead by `faults`", dead.0)));
        }
        let sought = match (from, to) {
            (Some(from), Some(to)) => {
                around_no_faults(hamilton::path(self.net, from, to, &faults, &self.options, self.progress)?)
            }
            _ if faults.is_empty() => {
                around_no_faults(hamilton::cycle(self.net, &self.options, self.progress)?)
            }
            _ => hamilton::around(self.net, &faults, &self.options, self.progress)?,
        };
        let kind = if to.is_some() { RingKind::Path } else { RingKind::Cycle };
        let around = match self.result_of(kind, sought)? {
            Ok(around) => around,
            Err(none) => return Ok(none),
        };
        let mut answer = described_ring(kind, &around, &faults);
        let ends = from.zip(to);
        if *report == RingReport::Verdict {
            self.check_positions(&mut answer, &around, ends, &faults)?;
            return Ok(Rings::without_rings(answer));
        }
        let judged = self.verified_answer(&around, ends, &faults)?;
        answer.evidence = Some(judged.evidence);
        answer.verified = Some(judged.judged.into());
        let ring = judged.ring;
        let length = ring.positions();
        let at = match (report, asked) {
            (RingReport::Position(position), _) if *position >= length => {
                let last = length.saturating_sub(1);
                return Err(Error::usage(format!("`position` {position}: positions run from 0 to {last}")));
            }
            (RingReport::Position(position), _) => Some((*position, ring.node_at(*position))),
            (_, Some(v)) => match ring.position_of(v) {
                Some(position) => Some((position, v)),
                None => return Err(Error::usage(format!("node {} is not on the ring", v.0))),
            },
            _ => None,
        };
        if let Some((position, v)) = at {
            answer.place = Some(self.place_answer(ring.as_ref(), position, v));
            return Ok(Rings::without_rings(answer));
        }
        let start = match to {
            Some(_) => 0,
            None => from.and_then(|v| ring.position_of(v)).unwrap_or(0),
        };
        let direction = if self.request.reverse && to.is_none() { Direction::Down } else { Direction::Up };
        Ok(Rings { answer, orders: vec![ring], start, direction, count: self.request.count })
    }

    /// The endpoint that was named.
    fn endpoint_named(&self, name: &NodeName) -> Result<Node, Error> {
        let v = self.on.node(name)?;
        match v.0 < self.net.nodes() {
            true => Ok(v),
            false => Err(Error::usage(format!("node {} is a switch, and rings are on endpoints", v.0))
                .help(format!("endpoints have the ids 0 to {}", self.net.nodes() - 1))),
        }
    }

    /// The faults of the endpoints and their links: a ring on endpoints uses no switches.
    fn faults(&self) -> Result<Faults, Error> {
        let (all, ends) = (self.on.faults(&self.request.faults)?, self.net.nodes());
        let mut faults = Faults::none();
        faults.kill_nodes(all.nodes().filter(|v| v.0 < ends));
        faults.kill_links(all.links().filter(|(v, w)| v.0.max(w.0) < ends));
        Ok(faults)
    }

    /// The result; else the answer that there is none, or the limit.
    fn result_of<T>(&self, kind: RingKind, sought: Sought<T>) -> Result<Result<T, Rings>, Error> {
        let (exists, reason) = match sought {
            Sought::Found(value) => return Ok(Ok(value)),
            Sought::Absent(reason) => (Some(false), reason),
            Sought::Unknown(reason) => (None, reason),
            Sought::TooLarge(why) => {
                let most = self.options.budget.nodes;
                return Err(self
                    .on
                    .too_large(why, format!("a search takes networks of at most {most} nodes")));
            }
        };
        let reason = match direct(self.on.shape()) {
            true => reason,
            false => format!("on links between endpoints, {reason}"),
        };
        // The missing object is a ring in any case.
        let kind = if kind == RingKind::Path { kind } else { RingKind::Cycle };
        Ok(Err(Rings::without_rings(RingAnswer { exists, reason: Some(reason), ..RingAnswer::new(kind) })))
    }

    /// The verified order. Orders that a verifier rejects are never reported.
    fn verified_answer(
        &self,
        around: &Around,
        ends: Option<(Node, Node)>,
        faults: &Faults,
    ) -> Result<Answer, Error> {
        match verify::answer(self.net, around, ends, faults, self.progress)? {
            Verdict::Holds(answer) => Ok(answer),
            Verdict::Refuted(broken) => Err(refused_error(&broken)),
            Verdict::Undecided(limit) => Err(limit.into()),
        }
    }

    /// Every position, and nothing sampled.
    fn check_positions(
        &self,
        answer: &mut RingAnswer,
        around: &Around,
        ends: Option<(Node, Node)>,
        faults: &Faults,
    ) -> Result<(), Error> {
        if self.net.nodes() > MAX_JUDGED {
            let message = format!("the verifier keeps one bit per node, for at most {MAX_JUDGED} nodes");
            return Err(self.on.too_large(message, "`position` and `node` answer at any size"));
        }
        let ring = &around.found_ring.ring;
        let mut broken = None;
        match verify::answer(self.net, around, ends, faults, self.progress)? {
            Verdict::Holds(judged) => {
                answer.evidence = Some(judged.evidence);
                answer.verified = Some(VerifiedExtent::All(ring.positions()).into());
                if !matches!(judged.judged, VerifiedExtent::All(_)) {
                    // A sample is not what was requested.
                    let claim = Claim { closed: ends.is_none(), ends, faults, left_out: around.left_out };
                    match verify::ring(self.net, ring.clone(), &claim, self.progress)? {
                        Verdict::Holds(_) => {}
                        Verdict::Refuted(why) => broken = Some(why.to_string()),
                        Verdict::Undecided(limit) => return Err(limit.into()),
                    }
                }
            }
            Verdict::Refuted(why) => broken = Some(why.to_string()),
            Verdict::Undecided(limit) => return Err(limit.into()),
        }
        answer.holds = Some(broken.is_none());
        answer.counterexample = broken;
        Ok(())
    }

    fn place_answer(&self, ring: &dyn NodeOrder, position: u64, node: Node) -> PlaceAnswer {
        let named = self.on.network().map_or(self.net, |net| net.as_ref());
        let address = |v: Node| named.address(v).to_string();
        let (before, after) = (predecessor(ring, node), successor(ring, node));
        PlaceAnswer {
            position: position.into(),
            node,
            address: address(node),
            notation: named.notation(),
            predecessor: before,
            predecessor_address: before.map(address),
            successor: after,
            successor_address: after.map(address),
        }
    }

    /// Rings that are edge-disjoint.
    fn edge_disjoint(&self) -> Result<Rings, Error> {
        let kind = RingKind::EdgeDisjointCycles;
        let disjoint =
            match self.result_of(kind, hamilton::link_disjoint(self.net, &self.options, self.progress)?)? {
                Ok(disjoint) => disjoint,
                Err(none) => return Ok(none),
            };
        let mut answer = RingAnswer {
            exists: Some(true),
            cycle_count: Some(disjoint.rings.len()),
            upper_bound: Some(disjoint.most.into()),
            construction: disjoint.rings.last().map(|ring| without_citations(&ring.by())),
            ..RingAnswer::new(kind)
        };
        let verdict_only = self.request.report == RingReport::Verdict;
        let judged = match verify::rings_apart(self.net, &disjoint.rings, self.progress)? {
            Verdict::Holds(judged) => judged,
            Verdict::Refuted(why) if verdict_only => {
                (answer.holds, answer.counterexample) = (Some(false), Some(why.to_string()));
                return Ok(Rings::without_rings(answer));
            }
            Verdict::Refuted(why) => return Err(refused_error(&why)),
            Verdict::Undecided(limit) => return Err(limit.into()),
        };
        if verdict_only {
            answer.holds = Some(true);
            answer.verified = judged.first().map(|one| one.judged.into());
            return Ok(Rings::without_rings(answer));
        }
        let one = |one: &Answer| OneRingAnswer {
            evidence: one.evidence.clone(),
            verified: VerifiedPositionsAnswer::from(one.judged),
            nodes: Vec::new(),
        };
        answer.rings = Some(judged.iter().map(one).collect());
        let orders = judged.into_iter().map(|one| one.ring).collect();
        let direction = if self.request.reverse { Direction::Down } else { Direction::Up };
        Ok(Rings { answer, orders, start: 0, direction, count: self.request.count })
    }

    /// A virtual ring: two neighbours of every cluster.
    fn through_clusters(&self, number: u64) -> Result<Rings, Error> {
        let sought = Virtuals::on_network(self.net, &self.options, self.progress)?;
        let virtuals = match self.result_of(RingKind::VirtualRing, sought)? {
            Ok(virtuals) => virtuals,
            Err(none) => return Ok(none),
        };
        if number >= virtuals.count() {
            let last = virtuals.count().saturating_sub(1);
            return Err(Error::usage(format!("`virtual` {number}: numbers run from 0 to {last}")));
        }
        let ring = virtuals.number(number).through_clusters;
        let rules = vec!["Corollary 1 of HAM, erratum E10"];
        let found_ring = FoundRing { ring, rules, searched: virtuals.base().searched };
        let at_most = found_ring.ring.positions();
        let left_out = self.net.nodes() - at_most;
        let around = Around { found_ring, left_out, at_most, bound: "two nodes of every cluster" };
        let faults = Faults::none();
        let mut answer = described_ring(RingKind::VirtualRing, &around, &faults);
        answer.number = Some(number.into());
        answer.without_common_nodes = Some(virtuals.count().into());
        if self.request.report == RingReport::Verdict {
            self.check_positions(&mut answer, &around, None, &faults)?;
            return Ok(Rings::without_rings(answer));
        }
        let judged = self.verified_answer(&around, None, &faults)?;
        answer.evidence = Some(judged.evidence);
        answer.verified = Some(judged.judged.into());
        let (orders, count) = (vec![judged.ring], self.request.count);
        let direction = if self.request.reverse { Direction::Down } else { Direction::Up };
        Ok(Rings { answer, orders, start: 0, direction, count })
    }
}

/// A ring through all living nodes, as one around no faults.
fn around_no_faults(sought: Sought<FoundRing>) -> Sought<Around> {
    match sought {
        Sought::Found(ring) => Sought::Found(Around::whole(ring)),
        Sought::Absent(why) => Sought::Absent(why),
        Sought::Unknown(why) => Sought::Unknown(why),
        Sought::TooLarge(why) => Sought::TooLarge(why),
    }
}

/// The result before verification.
fn described_ring(kind: RingKind, around: &Around, faults: &Faults) -> RingAnswer {
    let dead = !faults.is_empty();
    let bounded = dead && kind == RingKind::Cycle;
    RingAnswer {
        exists: Some(true),
        length: Some(around.found_ring.ring.positions().into()),
        omitted: (dead || around.left_out > 0).then_some(around.left_out.into()),
        upper_bound: bounded.then_some(around.at_most.into()),
        bound: bounded.then_some(around.bound),
        construction: Some(without_citations(&around.found_ring.by())),
        ..RingAnswer::new(kind)
    }
}

fn refused_error(why: &dyn std::fmt::Display) -> Error {
    Error::internal(format!("the verifier rejects the result: {why}"))
}

impl Topology {
    /// A Hamiltonian cycle, as its nodes in order.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 1)".parse()?;
    /// assert_eq!(net.hamiltonian_cycle()?.len(), 18);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn hamiltonian_cycle(&self) -> Result<Vec<Node>, Error> {
        listed_nodes(RingRequest::cycle().answer(self, &Silent)?)
    }

    /// A Hamiltonian path between two nodes, as its nodes in order.
    pub fn hamiltonian_path(
        &self,
        from: impl Into<NodeName>,
        to: impl Into<NodeName>,
    ) -> Result<Vec<Node>, Error> {
        listed_nodes(RingRequest::path(from, to).answer(self, &Silent)?)
    }
}

fn listed_nodes(answer: RingAnswer) -> Result<Vec<Node>, Error> {
    answer.nodes.ok_or_else(|| Error::nothing(answer.reason.unwrap_or_default()))
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<RingRequest>("A Hamiltonian cycle or path, verified, around faults where there are some");
