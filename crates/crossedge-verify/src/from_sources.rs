//! The verifier of a total exchange by symmetry: it checks the messages of a few sources, on networks whose full exchange is too large.
//!
//! It asserts about the network, for every node and port,
//!
//! - for each neighbour of node 0, and for each source, there is an automorphism that maps node 0 to it and keeps port numbers;
//! - every node can be reached.
//!
//! An automorphism that keeps port numbers is determined by the image of one node: if a port of v leads to w, the same port of the image of v leads to the
//! image of w. Products of the automorphisms for the neighbours map node 0 to any node, so the network is vertex-transitive. And it asserts about
//! the schedule, for the given sources,
//!
//! - every message goes over one link, carries chunks of these sources that its sender holds, each once, with their number of bytes;
//! - in every step all messages leave by ports of the same number, at most one message per node, and arrive at ports of the same number;
//! - in every step, the messages of a source are the images of the messages of the first source;
//! - afterwards every node has the message that each of these sources has for it.
//!
//! So the messages of the first source, carried to every node by the maps, are a total exchange: in a step all of them leave by one
//! port number, what a node sends then is one message, and since `link` is an involution (Law 1) it receives one and no link is
//! taken twice in a direction. This is what is sealed, as a [`BySymmetry`]; that a generator's messages from other sources are those
//! images is for its tests (`one_source_represents_its_orbit`), not asserted here.

use super::fingerprint::{Fingerprint, THOROUGH};
use super::schedule_fault::{Reason, ScheduleFault};
use super::{Limit, MAX_CHUNKS, Unfit, Verdict};
use crossedge_core::model::{Kind, Message, Schedule};
use crossedge_core::net::{Network, Node, Port};
use crossedge_core::progress::{Progress, Stopped};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Messages of a few sources that stand for a total exchange: a seal of its own, since only these messages were replayed.
#[derive(Debug, Clone)]
pub struct BySymmetry<S> {
    schedule: S,
    on: Fingerprint,
    sources: Vec<u64>,
}

impl<S> BySymmetry<S> {
    /// The messages of the sources, for use with the network that they were verified on.
    pub fn on(&self, net: &dyn Network) -> Result<&S, Unfit> {
        match self.on.is_of(net) {
            true => Ok(&self.schedule),
            false => Err(Unfit::Network { judged: self.on, here: net.nodes() }),
        }
    }

    /// The sources whose messages were replayed.
    pub fn sources(&self) -> &[u64] {
        &self.sources
    }
}

/// An error in an exchange from some sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadSources {
    /// No source is given.
    None,
    /// A source that is not a node of the network.
    Outside(u64),
    /// A source that is given twice.
    Repeated(u64),
    /// It is not a total exchange of complete blocks.
    Other(Kind),
    /// No one sends anything.
    Silent,
    /// No map of the network takes node 0 there and keeps all ports; here is a node where it breaks.
    Lopsided {
        /// The image of node 0.
        to: u64,
        /// The position of the failure.
        at: u64,
    },
    /// A source does not send what the first one sends, mapped.
    Unlike {
        /// The step, from 0.
        step: u32,
        /// The source.
        source: u64,
    },
    /// A message is wrong.
    Fault(ScheduleFault),
}

impl fmt::Display for BadSources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSources::None => write!(f, "no source is given"),
            BadSources::Outside(source) => write!(f, "source {source} is not a node of the network"),
            BadSources::Repeated(source) => write!(f, "source {source} is given twice"),
            BadSources::Other(kind) => {
                write!(f, "this verifies a total exchange of complete blocks, not {kind}")
            }
            BadSources::Silent => write!(f, "the schedule has no messages"),
            BadSources::Lopsided { to, at } => write!(
                f,
                "one source does not stand for another here: no map that keeps ports takes node 0 to node {to}; it breaks at node {at}"
            ),
            BadSources::Unlike { step, source } => write!(
                f,
                "step {}: source {source} does not send the image of the first source's messages",
                step + 1
            ),
            BadSources::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for BadSources {}

/// The image of every node under the port-preserving map that takes `from` to `to`; or a node at which there is none.
pub(super) fn carried(net: &dyn Network, from: u64, to: u64) -> Result<Vec<u64>, u64> {
    const NOWHERE: u64 = u64::MAX;
    let mut image = vec![NOWHERE; net.nodes() as usize];
    image[from as usize] = to;
    let mut taken = vec![false; net.nodes() as usize];
    taken[to as usize] = true;
    let mut order = vec![from];
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        let there = Node(image[v as usize]);
        if net.degree(Node(v)) != net.degree(there) {
            return Err(v);
        }
        for port in (0..net.degree(Node(v))).map(Port) {
            let ((w, back), (x, other)) = (net.link(Node(v), port), net.link(there, port));
            let known = &mut image[w.0 as usize];
            if back != other || (*known != NOWHERE && *known != x.0) {
                return Err(v);
            }
            if *known == NOWHERE {
                if std::mem::replace(&mut taken[x.0 as usize], true) {
                    return Err(v);
                }
                *known = x.0;
                order.push(w.0);
            }
        }
    }
    // A node that is not reached is a node that nothing is known of.
    image.iter().position(|&x| x == NOWHERE).map_or(Ok(image), |v| Err(v as u64))
}

/// Verifies a total exchange of complete blocks from some sources.
pub fn from_sources<S: Schedule>(
    net: &dyn Network,
    schedule: S,
    sources: &[u64],
    watch: &dyn Progress,
) -> Result<Verdict<BySymmetry<S>, BadSources>, Stopped> {
    let of = schedule.collective();
    let n = net.nodes();
    let refuted = |bad| Ok(Verdict::Refuted(bad));
    if of.nodes != n {
        let reason = Reason::Nodes(of.nodes);
        return refuted(BadSources::Fault(ScheduleFault { step: None, node: n, chunk: None, reason }));
    }
    if of.kind != Kind::AllToAll || of.pieces != 1 {
        return refuted(BadSources::Other(of.kind));
    }
    let Some(&first) = sources.first() else { return refuted(BadSources::None) };
    if let Some(&s) = sources.iter().find(|&&s| s >= n) {
        return refuted(BadSources::Outside(s));
    }
    let mut given = HashSet::new();
    if let Some(&s) = sources.iter().find(|&&s| !given.insert(s)) {
        return refuted(BadSources::Repeated(s));
    }
    let chunks = u128::from(n) * sources.len() as u128;
    if chunks > MAX_CHUNKS.into() {
        let most = MAX_CHUNKS.checked_div(sources.len() as u64).unwrap_or(0);
        let works = format!("fewer sources, or a network of at most {most} nodes");
        let most = MAX_CHUNKS.into();
        return Ok(Verdict::Undecided(Limit { what: "chunks", asked: Some(chunks), most, works }));
    }
    watch.stage("verifying the symmetry", u64::from(net.degree(Node(0))) + sources.len() as u64);
    let mut goals: Vec<u64> = (0..net.degree(Node(0))).map(|p| net.link(Node(0), Port(p)).0.0).collect();
    goals.push(0);
    for to in goals.into_iter().chain(sources.iter().copied()) {
        if watch.stopped() {
            return Err(Stopped);
        }
        if let Err(at) = carried(net, 0, to) {
            return refuted(BadSources::Lopsided { to, at });
        }
        watch.advance(1);
    }
    // From a source to the first one.
    let mut home = HashMap::new();
    for &s in sources {
        match carried(net, s, first) {
            Ok(map) => home.insert(s, map),
            Err(at) => return refuted(BadSources::Lopsided { to: s, at }),
        };
    }
    let mut replay = Few { net, n, bytes: of.bytes, home, first, at: HashMap::new(), sent: 0 };
    for &s in sources {
        replay.at.extend((0..n).map(|d| (s * n + d, s)));
    }
    watch.stage("verifying every message", schedule.steps().into());
    let mut messages = Vec::new();
    for step in 0..schedule.steps() {
        let mut now = SourceStep::default();
        for v in 0..n {
            if watch.stopped() {
                return Err(Stopped);
            }
            messages.clear();
            schedule.sends(step, Node(v), &mut messages);
            for (i, m) in messages.iter().enumerate() {
                if let Err((chunk, reason)) = replay.message(v, m, i > 0, &mut now) {
                    return refuted(BadSources::Fault(ScheduleFault {
                        step: Some(step),
                        node: v,
                        chunk,
                        reason,
                    }));
                }
            }
        }
        if let Err(bad) = replay.end(step, now, sources) {
            return refuted(bad);
        }
        watch.advance(1);
    }
    if replay.sent == 0 && n > 1 {
        return refuted(BadSources::Silent);
    }
    for &s in sources {
        for d in 0..n {
            let chunk = s * n + d;
            if replay.at.get(&chunk) != Some(&d) {
                let fault = ScheduleFault { step: None, node: d, chunk: Some(chunk), reason: Reason::Absent };
                return refuted(BadSources::Fault(fault));
            }
        }
    }
    let (on, sources) = (Fingerprint::of(net, THOROUGH), sources.to_vec());
    Ok(Verdict::Holds(BySymmetry { schedule, on, sources }))
}

/// One step.
#[derive(Default)]
struct SourceStep {
    port: Option<Port>,
    /// Chunk, from, to.
    moved: Vec<(u64, u64, u64)>,
    seen: HashSet<u64>,
}

/// The state of a replay.
struct Few<'a> {
    net: &'a dyn Network,
    n: u64,
    bytes: u64,
    /// For every source the map that takes it to the first one.
    home: HashMap<u64, Vec<u64>>,
    first: u64,
    /// The holders of every chunk.
    at: HashMap<u64, u64>,
    sent: u64,
}

impl Few<'_> {
    fn source_and_goal(&self, chunk: u64) -> (u64, u64) {
        crossedge_core::net::address::Pair::new(self.n).split(chunk)
    }

    /// One message of `v`; `more` when it has sent another one in this step.
    fn message(
        &mut self,
        v: u64,
        m: &Message,
        more: bool,
        now: &mut SourceStep,
    ) -> Result<(), (Option<u64>, Reason)> {
        let [from, to] = m.path[..] else { return Err((None, Reason::NoWay)) };
        let leads = |&p: &Port| self.net.link(Node(v), p).0.0 == to;
        let used = (0..self.net.degree(Node(v))).map(Port).find(leads);
        let Some(used) = used.filter(|_| from == v) else {
            return Err((None, Reason::Unlinked(to)));
        };
        if *now.port.get_or_insert(used) != used {
            return Err((None, Reason::Sends));
        }
        if more {
            return Err((None, Reason::Link { to, other: (v, to) }));
        }
        if m.chunks.is_empty() {
            return Err((None, Reason::NoChunk));
        }
        let counted = m.chunks.len() as u128 * u128::from(self.bytes);
        if counted != m.bytes.into() {
            return Err((None, Reason::Size { reported: m.bytes, counted }));
        }
        for &chunk in &m.chunks {
            if !self.at.contains_key(&chunk) || !now.seen.insert(chunk) {
                return Err((Some(chunk), Reason::NoChunk));
            }
            if self.at.get(&chunk) != Some(&v) {
                return Err((Some(chunk), Reason::NotHeld));
            }
            now.moved.push((chunk, from, to));
        }
        self.sent += 1;
        Ok(())
    }

    fn end(&mut self, step: u32, now: SourceStep, sources: &[u64]) -> Result<(), BadSources> {
        if let Some(port) = now.port {
            let net = self.net;
            let astray = |v: &u64| port.0 >= net.degree(Node(*v)) || net.link(Node(*v), port).1 != port;
            if let Some(node) = (0..self.n).find(astray) {
                let reason = Reason::Receives;
                return Err(BadSources::Fault(ScheduleFault { step: Some(step), node, chunk: None, reason }));
            }
        }
        let mut mapped: HashMap<u64, Vec<(u64, u64, u64)>> = HashMap::new();
        for &(chunk, from, to) in &now.moved {
            let (source, goal) = self.source_and_goal(chunk);
            if let Some(home) = self.home.get(&source) {
                let [d, v, w] = [goal, from, to].map(|x| home[x as usize]);
                mapped.entry(source).or_default().push((d, v, w));
            }
        }
        mapped.values_mut().for_each(|list| list.sort_unstable());
        if let Some(&source) = sources.iter().find(|s| mapped.get(s) != mapped.get(&self.first)) {
            return Err(BadSources::Unlike { step, source });
        }
        for (chunk, _, to) in now.moved {
            self.at.insert(chunk, to);
        }
        Ok(())
    }
}
