//! The program of a node: what it sends and what it receives, step by step, derived from the expression.
//!
//! A schedule answers for one node and step at a time. A rank queries it for its own nodes and for their neighbours, since the senders
//! to a node are its neighbours; no schedule is distributed, and no rank knows more than another. Broadcast, reduce, all-reduce and
//! barrier along a tree are rules ([`Derived::Rule`]): the answer for one node is computed from its address. Most other
//! algorithms list all they send ([`Derived::List`]): the same list on every rank, of which it keeps what concerns its nodes.
//!
//! With switches between endpoints, a node is an endpoint, a message goes from one to the other over any switches, and
//! every endpoint is queried, because a path over switches may come from far.
//!
//! Only a schedule that its verifier has found good is taken. Every rank verifies for itself.

use crossedge::Error;
use crossedge::collective::{
    Action, Algorithm, BroadcastRule, Collective, EndpointNetwork, Kind, Message, Rings, Schedule,
    ScheduleRequest, Tree, Unmade, ring,
};
use crossedge::error::ErrorKind;
use crossedge::hamilton::{RingOptions, Sought, link_disjoint};
use crossedge::net::{Node, Structure, neighbors};
use crossedge::progress::Silent;
use crossedge::verify::{self, Checked, Model, Ports, Switching, Verdict};
use std::ops::Range;
use std::sync::Arc;

/// How programs come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derived {
    /// A node's program is computed from its address alone.
    Rule,
    /// Every rank lists the entire schedule, and drops the messages of other ranks.
    List,
}

impl Derived {
    /// The name.
    pub fn word(self) -> &'static str {
        match self {
            Derived::Rule => "rule",
            Derived::List => "list",
        }
    }

    /// A line about it.
    pub fn description(self) -> &'static str {
        match self {
            Derived::Rule => "in closed form: each rank computes its own nodes and their neighbours",
            Derived::List => "from a list that every rank makes for itself, keeping what concerns its nodes",
        }
    }
}

/// A verified schedule.
#[derive(Debug)]
pub struct VerifiedSchedule {
    /// The schedule.
    pub schedule: Checked<Box<dyn Schedule>>,
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// The kind of its answer.
    pub derived: Derived,
}

impl VerifiedSchedule {
    /// The schedule, for use with a network: the one that it was verified on.
    pub fn schedule_on(&self, net: &dyn Structure) -> Result<&dyn Schedule, Error> {
        let judged = self.schedule.on(net).map_err(|unfit| Error::usage(unfit.to_string()))?;
        Ok(judged.as_ref())
    }
}

/// The algorithm of a name for a kind of collective; the usual one without a name.
pub fn algorithm_named(kind: Kind, name: Option<&str>) -> Result<&'static Algorithm, Error> {
    let Some(name) = name else { return Ok(Algorithm::default_for(kind)) };
    Algorithm::named(kind, name).ok_or_else(|| {
        let list: Vec<&str> = Algorithm::all(kind).map(|a| a.name).collect();
        let list = list.join(", ");
        Error::usage(format!("there is no algorithm '{name}' for {kind}")).help(format!("there are {list}"))
    })
}

/// Makes the schedule of an algorithm and has it verified: links, contents, contributions, what everybody holds in the end.
pub fn schedule(
    net: &Arc<dyn Structure>,
    algorithm: &'static Algorithm,
    of: &Collective,
) -> Result<VerifiedSchedule, Error> {
    let (made, derived): (Box<dyn Schedule>, _) = match Along::new(net, algorithm, of) {
        Some(along) => (Box::new(along), Derived::Rule),
        None => {
            let ends = EndpointNetwork::of(net).map_err(|unmade| unmade_error(unmade, algorithm.name, of))?;
            let rings = if algorithm.rings == Rings::None {
                Vec::new()
            } else {
                edge_disjoint_rings(ends.graph().as_ref())
            };
            let order = ScheduleRequest {
                kind: of.kind,
                root: Node(of.root),
                bytes: of.bytes,
                pieces: of.pieces,
                rings: &rings,
            };
            let made = algorithm
                .between(&ends, &order)
                .map_err(|unmade| unmade_error(unmade, algorithm.name, of))?;
            (made, if algorithm.by_rule && !ends.switched() { Derived::Rule } else { Derived::List })
        }
    };
    // MPI has no ports: everything the links allow may be in flight at once.
    let model = Model { ports: Ports::All, switching: Switching::HopSynchronous };
    match verify::schedule(net.as_ref(), made, model, &Silent) {
        Ok(Verdict::Holds(schedule)) => Ok(VerifiedSchedule { schedule, algorithm, derived }),
        Ok(Verdict::Refuted(fault)) => {
            Err(Error::usage(format!("the verifier rejects {algorithm} here: {fault}"))
                .help("take another --algorithm"))
        }
        Ok(Verdict::Undecided(limit)) => Err(limit.into()),
        Err(_) => Err(Error::usage("verification was interrupted").help("start it again")),
    }
}

fn unmade_error(unmade: Unmade, algorithm: &str, of: &Collective) -> Error {
    match unmade {
        Unmade::NotHere(why) => Error::usage(format!("{algorithm}: {why}")).help("take another --algorithm"),
        Unmade::Bytes(most) => {
            Error::new(ErrorKind::Limit, "all blocks together have more bytes than 64 bits count")
                .help(format!("take --bytes {most} or less"))
        }
        Unmade::TooLarge(most) => Error::new(
            ErrorKind::Limit,
            format!("{algorithm} lists its messages, too many for {} nodes", of.nodes),
        )
        .help(format!("it works up to {most} nodes")),
    }
}

/// Rings through all nodes that are edge-disjoint; `None` if none are known.
fn edge_disjoint_rings(net: &dyn Structure) -> Vec<Vec<u64>> {
    if net.nodes() > ring::MAX_ROUND {
        return Vec::new();
    }
    match link_disjoint(net, &RingOptions::default(), &Silent) {
        Ok(Sought::Found(disjoint)) => {
            let list = |cycle: &crossedge::hamilton::FoundRing| {
                (0..net.nodes()).map(|p| cycle.ring.node_at(p).0).collect()
            };
            disjoint.rings.iter().map(list).collect()
        }
        _ => Vec::new(),
    }
}

/// Collectives along a broadcast tree, in closed form: down the tree, up the tree, or up and then down.
#[derive(Debug)]
struct Along {
    net: Arc<dyn Structure>,
    tree: BroadcastRule,
    of: Collective,
}

impl Along {
    /// `None` for another algorithm or kind.
    fn new(net: &Arc<dyn Structure>, algorithm: &Algorithm, of: &Collective) -> Option<Along> {
        let pace = algorithm.tree().filter(|_| net.endpoints() == net.nodes())?;
        match of.kind {
            Kind::Broadcast | Kind::Reduce | Kind::AllReduce | Kind::Barrier => {
                let tree = BroadcastRule::new(net, Node(of.root), pace)?;
                Some(Along { net: net.clone(), tree, of: *of })
            }
            _ => None,
        }
    }

    fn messages_down(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        let mut program = Vec::new();
        self.tree.program(v, &mut program);
        let now = program.iter().filter(|(when, _)| *when == step);
        out.extend(now.map(|(_, to)| Message::hop(&self.of, v.0, to.0, vec![0], Action::Copy)));
    }

    fn messages_up(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        let turned = self.tree.steps() - 1 - step;
        let mut program = Vec::new();
        let parent = neighbors(self.net.as_ref(), v).find(|&w| {
            program.clear();
            self.tree.program(w, &mut program);
            program.contains(&(turned, v))
        });
        out.extend(parent.map(|w| Message::hop(&self.of, v.0, w.0, vec![0], Action::Add)));
    }
}

impl Schedule for Along {
    fn collective(&self) -> Collective {
        self.of
    }

    fn steps(&self) -> u32 {
        match self.of.kind {
            Kind::Broadcast | Kind::Reduce => self.tree.steps(),
            _ => 2 * self.tree.steps(),
        }
    }

    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        let high = self.tree.steps();
        match self.of.kind {
            Kind::Broadcast => self.messages_down(step, v, out),
            _ if step < high => self.messages_up(step, v, out),
            _ => self.messages_down(step - high, v, out),
        }
    }
}

/// The neighbours of an endpoint, in order: endpoints that share a link or a switch with it.
pub fn endpoint_neighbours(net: &dyn Structure, v: u64) -> Vec<u64> {
    let ends = net.endpoints();
    let near = |v: u64| neighbors(net, Node(v)).map(|w| w.0);
    let mut all: Vec<u64> = Vec::new();
    for w in near(v) {
        if w < ends { all.push(w) } else { all.extend(near(w).filter(|&x| x < ends && x != v)) }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// A message over one link, or over switches from endpoint to endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageHop {
    /// The sender.
    pub from: u64,
    /// The receiver.
    pub to: u64,
    /// The chunks.
    pub chunks: Vec<u64>,
    /// The outcome.
    pub action: Action,
}

/// The programs of a block of nodes.
#[derive(Debug)]
pub struct Programs<'a> {
    schedule: &'a dyn Schedule,
    net: &'a dyn Structure,
    block: Range<u64>,
    /// Whom to ask: the nodes of the block and their neighbours, in order.
    asked: Vec<u64>,
    /// A message over several links is handed on link by link: for each step that is run, the step of the schedule and the link.
    parts: Vec<(u32, usize)>,
    /// Every chunk as a message of its own.
    single: bool,
}

impl<'a> Programs<'a> {
    /// The programs of `block`. When messages are `multi_hop`, every node is asked, for any may send through the block. `single` makes
    /// every chunk a message of its own.
    pub fn new(
        schedule: &'a dyn Schedule,
        net: &'a dyn Structure,
        block: Range<u64>,
        multi_hop: bool,
        single: bool,
    ) -> Self {
        let mut asked: Vec<u64> = block.clone().collect();
        asked.extend(block.clone().flat_map(|v| neighbors(net, Node(v)).map(|w| w.0)));
        asked.sort_unstable();
        asked.dedup();
        let switched = net.endpoints() < net.nodes();
        if multi_hop || switched {
            asked = (0..net.endpoints()).collect();
        }
        let mut programs = Programs { schedule, net, block, asked, parts: Vec::new(), single };
        for step in 0..schedule.steps() {
            let links = if multi_hop && !switched { programs.longest(step) } else { 1 };
            programs.parts.extend((0..links).map(|link| (step, link)));
        }
        programs
    }

    /// Sender and receiver of a message on its n-th link; over switches, at its ends.
    fn link_ends(&self, message: &Message, link: usize) -> Option<(u64, u64)> {
        match self.net.endpoints() < self.net.nodes() {
            true => Some((message.from(), message.to())),
            false => Some((*message.path.get(link)?, *message.path.get(link + 1)?)),
        }
    }

    /// Returns `true` if a link leads from one to the other, or switches alone are between them.
    fn are_linked(&self, message: &Message, from: u64, to: u64) -> bool {
        let ends = self.net.endpoints();
        let near = |v: u64, w: u64| neighbors(self.net, Node(v)).any(|x| x.0 == w);
        match ends < self.net.nodes() {
            true => {
                let inner = message.path.get(1..message.path.len().saturating_sub(1)).unwrap_or_default();
                to < ends
                    && inner.iter().all(|&at| at >= ends)
                    && message.path.windows(2).all(|hop| near(hop[0], hop[1]))
            }
            false => near(from, to),
        }
    }

    fn longest(&self, step: u32) -> usize {
        let mut messages = Vec::new();
        self.asked.iter().for_each(|&v| self.schedule.sends(step, Node(v), &mut messages));
        messages.iter().map(|m| m.hops() as usize).max().unwrap_or(0)
    }

    /// Number of steps that are run.
    pub fn steps(&self) -> usize {
        self.parts.len()
    }

    /// Number of nodes whose messages are queried.
    pub fn queried_nodes(&self) -> usize {
        self.asked.len()
    }

    /// Appends the messages of a step from or to a node of the block, ordered by sender: both ends of a pair of ranks find them in
    /// the same order. Every one goes over a link of the network, or there is an error.
    pub fn step(&self, step: usize, out: &mut Vec<MessageHop>) -> Result<(), Error> {
        let Some(&(of, link)) = self.parts.get(step) else { return Ok(()) };
        let mut messages = Vec::new();
        let first = out.len();
        for &w in &self.asked {
            messages.clear();
            self.schedule.sends(of, Node(w), &mut messages);
            for message in messages.drain(..) {
                if message.hops() > 1 && self.asked.len() as u64 != self.net.endpoints() {
                    return Err(Error::usage(format!("step {}: a message goes over several links", of + 1)));
                }
                let Some((from, to)) = self.link_ends(&message, link) else { continue };
                if !self.block.contains(&from) && !self.block.contains(&to) {
                    continue;
                }
                if !self.are_linked(&message, from, to) {
                    return Err(Error::usage(format!(
                        "step {}: node {from} sends to node {to}, and there is no link between them",
                        of + 1
                    )));
                }
                // Their order in a message is ours to choose: in order, more of them lie side by side in memory.
                let Message { mut chunks, action, .. } = message;
                chunks.sort_unstable();
                if self.single {
                    out.extend(chunks.iter().map(|&chunk| MessageHop {
                        from,
                        to,
                        chunks: vec![chunk],
                        action,
                    }));
                } else {
                    out.push(MessageHop { from, to, chunks, action });
                }
            }
        }
        // Relays are queried from the first sender of a message, not from the forwarder.
        out[first..].sort_by_key(|hop| (hop.from, hop.to));
        Ok(())
    }
}
