//! A collective on a network: what holds at every size of message is found once, then every algorithm is made, verified and priced.

use super::answer::CollectiveAnswer;
use super::fate::{Fate, FateName, Laid, SearchedPieces, Tried, best};
use super::ground::{self, Orders};
use super::request::{Choice, CollectiveRequest};
use crate::collective::{
    Algorithm, BroadcastRule, Collective, EndpointNetwork, Kind, Listed, MAX_LISTED, MAX_PLANNED, Means,
    Rings, Schedule, ScheduleRequest, Unmade, half_port,
};
use crate::cost::{self, Bound, Cost, CostMachine, Ground, Switching};
use crate::error::Error;
use crate::hamilton::{NodeOrder, RingOptions, Sought, cycle};
use crate::net::{Faults, Node, Structure};
use crate::progress::{Progress, Silent};
use crate::topology::Topology;
use crate::verify::{self, Checked, Claim, Model, Ports, Verdict};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// A ring that was looked for: verified, or why there is none.
type Looked = Result<Checked<Arc<dyn NodeOrder>>, String>;

/// A collective on a network, ready to be planned.
pub struct Collectives<'a> {
    pub(super) on: &'a Topology,
    pub(super) request: CollectiveRequest,
    pub(super) net: &'a Arc<dyn Structure>,
    pub(super) ends: EndpointNetwork,
    pub(super) root: Node,
    pub(super) switching: Switching,
    pub(super) progress: &'a dyn Progress,
    orders: Orders,
    ground: Ground,
    /// Verified closed-form broadcasts: they are the same for every size.
    judged: RefCell<HashMap<&'static str, Checked<BroadcastRule>>>,
    /// A ring through all nodes of a large network, once it was looked for.
    ring: RefCell<Option<Looked>>,
    /// Trees that are arc-disjoint, and what was verified of them, by algorithm.
    pub(super) laid: RefCell<HashMap<&'static str, Laid>>,
    /// The fastest number of pieces, by algorithm and bytes.
    pub(super) searched: RefCell<HashMap<(&'static str, u64), SearchedPieces>>,
}

/// The fastest of all algorithms that were tried.
#[derive(Debug)]
pub struct BestSchedule {
    /// The name of its algorithm.
    pub algorithm: &'static str,
    /// The verified value.
    pub judged: VerifiedForm,
    /// The cost.
    pub cost: Cost,
    /// Lower bound on every schedule.
    pub bound: Bound,
}

/// The verified form of the fastest algorithm.
#[derive(Debug)]
pub enum VerifiedForm {
    /// Every message.
    Schedule(Checked<Box<dyn Schedule>>),
    /// The tree that it goes along: too many messages are not listed.
    Tree(Checked<BroadcastRule>),
    /// The ring that it goes round.
    Ring(Checked<Arc<dyn NodeOrder>>),
    /// No message: the price follows from the recursion of the construction, or from trees that are arc-disjoint.
    Nothing,
}

impl<'a> Collectives<'a> {
    /// The facts that hold at every size of message.
    pub fn new(
        on: &'a Topology,
        request: CollectiveRequest,
        progress: &'a dyn Progress,
    ) -> Result<Self, Error> {
        let (net, ends) = (on.network()?, ground::ends(on)?);
        let (root, switching) = (ground::root(on, &request)?, ground::switching(&request, &ends)?);
        let orders = ground::orders(&request, ends.graph().as_ref(), root, progress)?;
        let ground = ground::ground(on, &request, root, progress)?;
        let (judged, ring) = (RefCell::default(), RefCell::default());
        let (laid, searched) = (RefCell::default(), RefCell::default());
        Ok(Collectives {
            on,
            request,
            net,
            ends,
            root,
            switching,
            progress,
            orders,
            ground,
            judged,
            ring,
            laid,
            searched,
        })
    }

    /// The outcome of every algorithm that was requested.
    pub fn answer(&self) -> Result<CollectiveAnswer, Error> {
        match self.request.sizes {
            true => self.at_all_sizes(),
            false => self.at_one_size(),
        }
    }

    /// The fastest of all algorithms that were requested.
    pub fn best(&self) -> Result<BestSchedule, Error> {
        let tried = self.all(self.request.bytes)?;
        let fastest = best(&tried).ok_or_else(|| {
            let why = tried.iter().find_map(|t| t.fate.reason()).unwrap_or("no algorithm is for it");
            Error::nothing(format!("there is no {} here: {why}", self.kind()))
        })?;
        let (bytes, algorithm) = (self.collective(self.request.bytes).bytes, fastest.algorithm);
        let judged = match self.means(algorithm, bytes)? {
            Means::List => match self.make(algorithm, bytes)? {
                Ok(schedule) => {
                    match verify::schedule(self.net.as_ref(), schedule, self.model(), self.progress)? {
                        Verdict::Holds(checked) => VerifiedForm::Schedule(checked),
                        _ => return Err(Error::internal("a schedule holds at one time and not at another")),
                    }
                }
                Err(_) => return Err(Error::internal("a schedule is made at one time and not at another")),
            },
            Means::Tree => self
                .judged
                .borrow()
                .get(algorithm.name)
                .cloned()
                .map_or(VerifiedForm::Nothing, VerifiedForm::Tree),
            Means::Ring | Means::Pipes => match self.ring.borrow().as_ref() {
                Some(Ok(ring)) if algorithm.rings == Rings::One => VerifiedForm::Ring(ring.clone()),
                _ => VerifiedForm::Nothing,
            },
            Means::Formula | Means::Beyond(_) => VerifiedForm::Nothing,
        };
        let cost = *fastest.fate.cost().ok_or_else(|| Error::internal("the fastest has no price"))?;
        Ok(BestSchedule { algorithm: algorithm.name, judged, cost, bound: self.bound(bytes) })
    }

    /// The fastest at one size: its name, what became of it, and its cost; `None` if nothing has a price.
    pub fn fastest(&self, bytes: u64) -> Result<Option<(&'static str, FateName, Cost)>, Error> {
        let tried = self.all(bytes)?;
        Ok(best(&tried).and_then(|t| Some((t.algorithm.name, t.fate.outcome(), *t.fate.cost()?))))
    }

    pub(super) fn kind(&self) -> Kind {
        self.request.kind
    }

    pub(super) fn collective(&self, bytes: u64) -> Collective {
        Collective::new(self.kind(), self.net.endpoints(), self.root.0, bytes)
    }

    pub(super) fn machine(&self) -> CostMachine {
        CostMachine::with(self.switching, &self.request.link)
    }

    /// The machine model for the verifier.
    pub(super) fn model(&self) -> Model {
        let switching = match self.switching {
            Switching::StoreAndForward => verify::Switching::HopSynchronous,
            _ => {
                let (hop_time, byte_time) = self.request.link.in_units();
                verify::Switching::CutThrough { hop_time, byte_time }
            }
        };
        Model { ports: self.request.ports, switching }
    }

    /// Lower bound on every schedule, at one size.
    pub fn bound(&self, bytes: u64) -> Bound {
        Bound::of(&self.collective(bytes), &self.ground, &self.machine())
    }

    /// The algorithms that were requested.
    fn algorithms(&self) -> Result<Vec<&'static Algorithm>, Error> {
        let kind = self.kind();
        match &self.request.algorithm {
            Choice::Best | Choice::All => Ok(Algorithm::all(kind).collect()),
            Choice::Paper => match Algorithm::of_paper(self.net.as_ref(), kind) {
                Some((algorithm, _)) => Ok(vec![algorithm]),
                None => Err(Error::usage(format!("the papers give no {kind} for this network")).help(
                    "they have broadcast and all-to-all for rdn, all-to-all for hdn, and broadcast, scatter, allgather and all-to-all for dualcube; try `algorithm` all",
                )),
            },
            Choice::Named(name) => match Algorithm::named(kind, name) {
                Some(algorithm) => Ok(vec![algorithm]),
                None => Err(Error::usage(format!("there is no algorithm '{name}' for {kind}")).help(format!(
                    "there are {}, and paper, best, all",
                    Algorithm::all(kind).map(|a| a.name).collect::<Vec<_>>().join(", ")
                ))),
            },
        }
    }

    /// Every algorithm that was requested, at one size. A limit of one does not affect the others; when nothing else
    /// came of it, it is the answer.
    pub(super) fn all(&self, bytes: u64) -> Result<Vec<Tried>, Error> {
        let algorithms = self.algorithms()?;
        let tried = algorithms.iter().map(|a| self.one(a, bytes)).collect::<Result<Vec<_>, _>>()?;
        let made = tried.iter().any(|t| !matches!(t.fate, Fate::None(_) | Fate::NotTried { .. }));
        let limits = tried.iter().filter_map(|t| match &t.fate {
            Fate::NotTried { most_nodes, error, .. } => Some((most_nodes, error)),
            _ => None,
        });
        // The advice is that of the one that goes farthest; more bytes than can be counted are no matter of ports.
        let bytes = |error: &Error| error.message() == TOO_MANY_BYTES;
        match limits.max_by_key(|(most_nodes, error)| (**most_nodes, bytes(error))) {
            Some((_, error)) if !made => Err(error.clone()),
            _ => Ok(tried),
        }
    }

    /// One algorithm at one size.
    pub(super) fn one(&self, algorithm: &'static Algorithm, bytes: u64) -> Result<Tried, Error> {
        let mut tried = Tried {
            algorithm,
            paper: (algorithm.printed)(self.net.as_ref(), self.kind()),
            fate: Fate::None(String::new()),
            pieces: None,
            remark: None,
            replay_seconds: None,
            listed: None,
        };
        let machine = self.machine();
        let bytes = self.collective(bytes).bytes;
        // Also when it is requested by name: an algorithm is tried either always or never.
        if algorithm.all_ports() && self.request.ports != Ports::All {
            tried.fate = needs_all_ports(algorithm);
            return Ok(tried);
        }
        let means = self.means(algorithm, bytes)?;
        if algorithm.in_pieces && !matches!(means, Means::Beyond(_)) {
            tried.pieces = Some(self.pieces(algorithm, bytes)?);
            if self.request.pieces.is_none() && self.searched_pieces(algorithm, bytes)?.ended_early {
                tried.remark = Some("more pieces were not tried");
            }
        }
        tried.fate = match means {
            Means::List => self.list(&mut tried, bytes, &machine)?,
            // A request for every message is not answered by a formula.
            Means::Pipes
                if (self.request.steps || self.request.listed)
                    && self.net.nodes() <= (algorithm.most_nodes)(self.kind()) =>
            {
                let what = "too many segments: the messages cannot be listed";
                Fate::limit(Error::limit(what, "take fewer `pieces`, or fewer `bytes`"))
            }
            _ if self.request.steps || self.request.listed => {
                let listed = if self.kind() == Kind::Broadcast { MAX_LISTED } else { u64::MAX };
                Fate::beyond((algorithm.most_nodes)(self.kind()).min(listed))
            }
            Means::Tree => self.tree(algorithm, bytes, &machine)?,
            Means::Ring => self.ring(algorithm, bytes, &machine)?,
            Means::Pipes => self.piped(algorithm, bytes, &machine)?,
            Means::Formula => {
                let formula = self.formula(algorithm, bytes, &machine);
                // No formula for this network: then it works if messages are listed.
                formula.unwrap_or_else(|| Fate::beyond((algorithm.most_nodes)(self.kind())))
            }
            Means::Beyond(most) => Fate::beyond(most),
        };
        // Times below the lower bound are never reported.
        if let Some(cost) = tried.fate.cost() {
            if self.net.unit() != 1 && tried.remark.is_none() {
                tried.remark = Some("a message runs at the rate of the slowest link of its path");
            }
            self.bound(bytes).times(cost).map_err(|wrong| {
                Error::internal(format!("{} by {algorithm} on {}: {wrong}", self.kind(), self.on))
            })?;
        }
        Ok(tried)
    }

    /// The price by what is sent in each step, where that is known.
    fn formula(&self, algorithm: &Algorithm, bytes: u64, machine: &CostMachine) -> Option<Fate> {
        let volume = algorithm.volume(&self.ends, self.kind())?;
        Some(Fate::Formula(
            cost::of_volume(&volume, bytes, machine, self.ends.message_paths()?),
            "not verified",
        ))
    }

    /// The schedule, or why there is none.
    pub(super) fn make(
        &self,
        algorithm: &'static Algorithm,
        bytes: u64,
    ) -> Result<Result<Box<dyn Schedule>, Unmade>, Error> {
        let pieces = if algorithm.in_pieces { self.pieces(algorithm, bytes)? } else { 1 };
        Ok(self.made(algorithm, bytes, pieces))
    }

    /// The same in a given number of pieces.
    pub(super) fn made(
        &self,
        algorithm: &'static Algorithm,
        bytes: u64,
        pieces: u64,
    ) -> Result<Box<dyn Schedule>, Unmade> {
        let order = ScheduleRequest {
            kind: self.kind(),
            root: self.root,
            bytes,
            pieces,
            rings: self.orders.of(algorithm),
        };
        let made = algorithm.between(&self.ends, &order)?;
        // With half a port nodes take turns, unless what they send is a sum: that would change on the way.
        match self.request.ports == Ports::Half && self.kind() == Kind::AllToAll && !algorithm.all_ports() {
            true => Ok(Box::new(half_port(Listed::of(&made)))),
            false => Ok(made),
        }
    }

    /// Every message, listed and verified.
    fn list(&self, tried: &mut Tried, bytes: u64, machine: &CostMachine) -> Result<Fate, Error> {
        let schedule = match self.make(tried.algorithm, bytes)? {
            Ok(schedule) => schedule,
            Err(Unmade::TooLarge(most)) => {
                let formula = self.formula(tried.algorithm, bytes, machine);
                return Ok(formula.unwrap_or_else(|| Fate::beyond(most)));
            }
            Err(Unmade::Bytes(most)) => return Ok(Fate::limit(too_many_bytes(most))),
            Err(Unmade::NotHere(why)) => return Ok(Fate::None(why.to_owned())),
        };
        let net = self.net.as_ref();
        tried.listed = self.request.steps.then(|| Listed::of(&schedule));
        Ok(match verify::schedule(net, schedule, self.model(), self.progress)? {
            Verdict::Undecided(limit) => Fate::limit(limit.into()),
            Verdict::Refuted(fault) => Fate::Refused(fault.to_string()),
            Verdict::Holds(checked) => {
                tried.replay_seconds = cost::replay_seconds(net, &checked, machine)?;
                Fate::Holds(cost::of(net, &checked, machine)?)
            }
        })
    }

    /// A broadcast tree, verified without a list of what is sent; a reduction is the same backwards.
    fn tree(&self, algorithm: &Algorithm, bytes: u64, machine: &CostMachine) -> Result<Fate, Error> {
        let (net, name) = (self.net.as_ref(), algorithm.name);
        if !self.judged.borrow().contains_key(name) {
            let rule = algorithm.tree().and_then(|pace| BroadcastRule::new(self.net, self.root, pace));
            let Some(rule) = rule else {
                return Ok(Fate::beyond(MAX_PLANNED));
            };
            match verify::tree(net, rule, self.progress)? {
                Verdict::Holds(checked) => self.judged.borrow_mut().insert(name, checked),
                Verdict::Refuted(bad) => return Ok(Fate::Refused(bad.to_string())),
                Verdict::Undecided(limit) => return Ok(Fate::limit(limit.into())),
            };
        }
        let judged = self.judged.borrow();
        let Some(checked) = judged.get(name) else { return Ok(Fate::None("no tree".to_owned())) };
        let cost = cost::of_tree(net, checked, (self.kind(), bytes), machine)?;
        Ok(match (cost, self.kind()) {
            (None, _) => Fate::None("a tree is not for this collective".to_owned()),
            // The programs of the tree are the schedule.
            (Some(cost), Kind::Broadcast) => Fate::Holds(cost),
            (Some(cost), _) => Fate::Formula(cost, "its tree verified"),
        })
    }

    /// Looks for a ring through all nodes and has it verified, once; or explains why there is none.
    pub(super) fn ring_through_all(&self) -> Result<Result<(), String>, Error> {
        let net = self.ends.graph().as_ref();
        if self.ring.borrow().is_none() {
            let verified = match cycle(net, &RingOptions::default(), self.progress)? {
                Sought::Found(found_ring) => {
                    let faults = Faults::none();
                    let claim = Claim { closed: true, ends: None, faults: &faults, left_out: 0 };
                    let verdict = verify::ring(net, found_ring.ring, &claim, self.progress)?;
                    verdict.into_result().map_err(|no| no.to_string())
                }
                Sought::Absent(why) | Sought::Unknown(why) | Sought::TooLarge(why) => Err(why),
            };
            *self.ring.borrow_mut() = Some(verified);
        }
        Ok(match self.ring.borrow().as_ref() {
            Some(Err(why)) => Err(format!("no ring through all nodes is known: {why}")),
            _ => Ok(()),
        })
    }

    /// A verified ring; all its steps are equivalent.
    fn ring(&self, algorithm: &Algorithm, bytes: u64, machine: &CostMachine) -> Result<Fate, Error> {
        let net = self.net.as_ref();
        if !algorithm.kinds.contains(&self.kind()) {
            return Ok(Fate::None("a ring is not for this collective".to_owned()));
        }
        if let Err(why) = self.ring_through_all()? {
            return Ok(Fate::None(why));
        }
        if self.request.ports == Ports::Half {
            return Ok(Fate::Refused(
                "every node sends and receives at once, and its port allows one".to_owned(),
            ));
        }
        let looked = self.ring.borrow();
        if let Some(Ok(ring)) = looked.as_ref()
            && (self.ends.switched() || self.ends.message_paths().is_none())
        {
            return self.round(ring, bytes, machine);
        }
        Ok(match looked.as_ref() {
            Some(Ok(ring)) => match cost::of_ring(net, ring, (self.kind(), bytes), machine)? {
                Some(cost) => Fate::Formula(cost, "its ring verified"),
                None => Fate::None("a ring is not for this collective".to_owned()),
            },
            _ => Fate::None("no ring through all nodes is known".to_owned()),
        })
    }

    /// A ring over links that differ, or over switches: one round of it is made, verified and priced.
    fn round(
        &self,
        ring: &Checked<Arc<dyn NodeOrder>>,
        bytes: u64,
        machine: &CostMachine,
    ) -> Result<Fate, Error> {
        let (net, nodes) = (self.net.as_ref(), self.net.endpoints());
        if nodes > MAX_ROUND {
            return Ok(Fate::beyond(MAX_ROUND));
        }
        let graph = self.ends.graph().as_ref();
        let ring = ring.when(graph, "a ring through all endpoints", |_| true)?;
        let order: Vec<u64> = (0..nodes).map(|p| ring.node_at(p).0).collect();
        let block = if self.kind() == Kind::AllReduce { bytes.div_ceil(nodes.max(1)) } else { bytes };
        let steps = match self.ends.round(&order, block) {
            Ok(steps) => steps,
            Err(Unmade::TooLarge(most)) => return Ok(Fate::beyond(most)),
            Err(why) => return Ok(Fate::None(why.to_string())),
        };
        Ok(match verify::round(net, &order, steps, self.model(), self.progress)? {
            Verdict::Undecided(limit) => Fate::limit(limit.into()),
            Verdict::Refuted(fault) => Fate::Refused(fault.to_string()),
            Verdict::Holds(round) => match cost::of_round(net, &round, self.kind(), machine)? {
                Some(cost) => Fate::Formula(cost, "its ring and one round verified"),
                None => Fate::None("a ring is not for this collective".to_owned()),
            },
        })
    }
}

const TOO_MANY_BYTES: &str = "all blocks together have more bytes than 64 bits count";

fn too_many_bytes(most: u64) -> Error {
    Error::limit(TOO_MANY_BYTES, format!("take `bytes` {most} or less"))
}

/// One round of a ring over switches is made up to this many endpoints.
const MAX_ROUND: u64 = 1 << 18;

/// An algorithm that uses several links of a node at once, on nodes with one port.
fn needs_all_ports(algorithm: &Algorithm) -> Fate {
    let what = if algorithm.rings == Rings::Several { "rings" } else { "links" };
    Fate::NotTried {
        why: format!("several {what} at once need `ports` all"),
        most_nodes: None,
        error: Error::limit(format!("several {what} at once need all ports"), "add `ports` all"),
    }
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
    pub fn collective(&self, request: CollectiveRequest) -> Asking<'_> {
        Asking { on: self, request }
    }
}

/// A collective that was named, and not yet looked at.
#[derive(Debug, Clone)]
pub struct Asking<'a> {
    on: &'a Topology,
    request: CollectiveRequest,
}

impl Asking<'_> {
    /// The fastest of all algorithms: verified, priced, next to what no schedule can beat.
    pub fn best(&self) -> Result<BestSchedule, Error> {
        Collectives::new(self.on, self.request.clone(), &Silent)?.best()
    }

    /// The outcome of every algorithm.
    pub fn answer(&self) -> Result<CollectiveAnswer, Error> {
        Collectives::new(self.on, self.request.clone(), &Silent)?.answer()
    }
}
