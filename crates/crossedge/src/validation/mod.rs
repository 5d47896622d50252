//! Cases with exact answers, to check simulators of interconnection networks by.
//!
//! The machine of all cases: a packet has [`PACKET_FLITS`] flits, a link carries one flit in a cycle in each direction and delays it by one cycle,
//! routers add nothing, and a server sends and takes one flit in a cycle over a link of its own (on networks with hosts, over the host's link).
//!
//! Routes are walked hop by hop here, and links counted one by one: nothing of the analysis of loads is used.

mod cases;
mod results;

pub use cases::{CASES, Case, Question};
pub use results::{Comparison, Finding, compare};

#[cfg(feature = "schema")]
use crate::answers::{SchemaOf, schema};
use crate::error::{Error, ErrorKind};
use crate::evidence::Evidence;
use crate::exact::{Exact, Ratio};
use crate::metrics::traffic::Traffic;
use crate::net::{Node, Port, Structure};
use crate::progress::Progress;
use crate::route::channels::{Channel, RoutingName};
use crate::topology::Topology;
use crate::verify::Verdict;
use crate::verify::deadlock::{Refuted, judge_between};
use num_integer::Integer;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Flits of a packet.
pub const PACKET_FLITS: u64 = 16;

/// Flits of the messages of a completion: 64 packets.
pub const MESSAGE_FLITS: u64 = 64 * PACKET_FLITS;

/// Packets whose latency is asked for.
const PAIRS: u64 = 8;

/// The verbs with their schemas.
#[cfg(feature = "schema")]
pub const SCHEMAS: &[(&str, SchemaOf)] = &[
    ("validate", || schema::<CasesAnswer>("validate")),
    ("validate-case", || schema::<CaseAnswer>("validate-case")),
    ("validate-results", || schema::<Comparison>("validate-results")),
];

/// The list of all cases.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CasesAnswer {
    /// The cases.
    pub cases: Vec<CaseAnswer>,
}

/// A case with its exact answer.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseAnswer {
    /// The name, e.g. `latency-03`.
    pub name: String,
    /// The question.
    pub question: Question,
    /// The network.
    pub expression: String,
    /// The routing.
    pub routing: String,
    /// The traffic.
    pub traffic: String,
    /// Virtual channels of a link: those of the case, or as many as the routing needs.
    pub vcs: u32,
    /// Endpoints.
    pub endpoints: Exact<u64>,
    /// Flits of a packet.
    pub packet_flits: Exact<u64>,
    /// Latencies of packets alone; empty for other questions.
    pub latencies: Vec<LatencyAnswer>,
    /// What can be accepted; null for other questions.
    pub load: Option<LoadAnswer>,
    /// The time of all messages; null for other questions.
    pub completion: Option<CompletionAnswer>,
    /// `true` if the routing cannot deadlock; null for other questions.
    pub deadlock_free: Option<bool>,
    /// Evidence of the answer.
    pub evidence: Evidence,
}

/// The latency of a packet alone.
#[derive(Debug, Clone, Copy, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LatencyAnswer {
    /// The source.
    pub from: Exact<u64>,
    /// The target.
    pub to: Exact<u64>,
    /// Links on the way, with those of the servers.
    pub links: Exact<u64>,
    /// Cycles with cut-through or wormhole switching: a cycle for every link, and for every flit but the first.
    pub cut_through: Exact<u64>,
    /// Cycles with store-and-forward switching: all flits on every link.
    pub store_and_forward: Exact<u64>,
}

/// What can be accepted of an offered load.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadAnswer {
    /// The load at which the busiest link is full, in flits per cycle and sending endpoint: above it something is not carried.
    pub saturates_at: Ratio,
    /// Endpoints that send.
    pub senders: Exact<u64>,
}

/// The time of one message from every endpoint, all at once.
#[derive(Debug, Clone, Copy, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompletionAnswer {
    /// Flits of a message.
    pub message_flits: Exact<u64>,
    /// Messages over the busiest link.
    pub busiest: Exact<u64>,
    /// No simulator is faster, in cycles.
    pub least: Exact<u64>,
    /// No simulator that shares links max-min fairly is slower, in cycles.
    pub most: Exact<u64>,
}

/// A route, with the links of the servers at its ends.
struct WalkedRoute {
    /// The links: a node and its port; the port of a server is above all others.
    links: Vec<(u64, u32)>,
}

/// In place of a port: the link from a server, and to one.
const FROM_SERVER: u32 = u32::MAX;
const TO_SERVER: u32 = u32::MAX - 1;

/// A case with its network and routing.
struct Built {
    topology: Topology,
    routing: std::sync::Arc<dyn crate::route::channels::Routing>,
}

impl Built {
    fn new(case: &Case) -> Result<Self, Error> {
        let topology: Topology = case.expression.parse()?;
        let name: RoutingName = case.routing.parse()?;
        let wrong = |why: crate::route::channels::Unroutable| Error::internal(why.to_string());
        let routing = name.on(topology.network()?).map_err(wrong)?;
        Ok(Built { topology, routing })
    }

    fn net(&self) -> Result<&dyn Structure, Error> {
        Ok(self.topology.network()?.as_ref())
    }

    /// The route of a packet, walked.
    fn walk(&self, from: u64, to: u64) -> Result<WalkedRoute, Error> {
        let net = self.net()?;
        // A host is on a switch by its only link; any other endpoint is a router with a server.
        let is_host = |v: u64| net.degree(Node(v)) == 1 && net.link(Node(v), Port(0)).0.0 >= net.endpoints();
        let mut links = Vec::new();
        if !is_host(from) {
            links.push((from, FROM_SERVER));
        }
        let (mut at, mut by) = (Node(from), None);
        while let Some(next) = self.routing.step(by, at, None, Node(to)) {
            links.push((at.0, next.port.0));
            by = Some(Channel::new(at, next));
            at = net.link(at, next.port).0;
            if links.len() as u64 > 2 * net.nodes() + 2 {
                return Err(Error::internal("a packet does not arrive"));
            }
        }
        if !is_host(to) {
            links.push((to, TO_SERVER));
        }
        Ok(WalkedRoute { links })
    }

    /// The messages of a traffic, from and to.
    fn messages(&self, pattern: Traffic) -> Result<Vec<(u64, u64)>, Error> {
        let net = self.net()?;
        let ends = net.endpoints();
        if pattern == Traffic::Uniform {
            let others = |from| (0..ends).filter(move |&to| to != from).map(move |to| (from, to));
            return Ok((0..ends).flat_map(others).collect());
        }
        let target = |from| pattern.target(net, Node(from)).map(|to| (from, to.0)).map_err(Error::usage);
        let all = (0..ends).map(target).collect::<Result<Vec<_>, Error>>()?;
        Ok(all.into_iter().filter(|(from, to)| from != to).collect())
    }
}

/// The case of a name.
pub fn case_named(name: &str) -> Result<usize, Error> {
    (0..CASES.len()).find(|&place| Case::name_at(place) == name).ok_or_else(|| {
        Error::new(ErrorKind::Usage, format!("there is no case '{name}'"))
            .help("`crossedge validate` lists the cases, e.g. latency-01")
    })
}

/// A case of the list with its exact answer.
pub fn answer(place: usize, watch: &dyn Progress) -> Result<CaseAnswer, Error> {
    let case = &CASES[place];
    let built = Built::new(case)?;
    let net = built.net()?;
    let ends = net.endpoints();
    let mut answer = CaseAnswer {
        name: Case::name_at(place),
        question: case.question,
        expression: case.expression.to_owned(),
        routing: case.routing.to_owned(),
        traffic: match case.question {
            Question::Latency => "one packet at a time".to_owned(),
            _ => case.traffic.to_string(),
        },
        vcs: case.vcs.unwrap_or_else(|| built.routing.channels().max(1)),
        endpoints: Exact(ends),
        packet_flits: Exact(PACKET_FLITS),
        latencies: Vec::new(),
        load: None,
        completion: None,
        deadlock_free: None,
        evidence: Evidence::computed("links on the routes counted one by one [link-loads]"),
    };
    match case.question {
        Question::Latency => {
            for (from, to) in latency_pairs(ends) {
                let links = built.walk(from, to)?.links.len() as u64;
                answer.latencies.push(LatencyAnswer {
                    from: Exact(from),
                    to: Exact(to),
                    links: Exact(links),
                    cut_through: Exact(links + PACKET_FLITS - 1),
                    store_and_forward: Exact(links * PACKET_FLITS),
                });
            }
            answer.evidence = Evidence::computed("the route walked hop by hop [message-bound]");
        }
        Question::Load => {
            let messages = built.messages(case.traffic)?;
            let mut senders: Vec<u64> = messages.iter().map(|message| message.0).collect();
            senders.dedup();
            let each = messages.len() as u64 / senders.len().max(1) as u64;
            let busiest = busiest_link(&built, &messages)?.0;
            // At load 1 each sender offers a flit in a cycle, spread over its targets.
            let common = each.gcd(&busiest).max(1);
            let saturates_at = Ratio::new(each / common, busiest / common);
            answer.load = Some(LoadAnswer { saturates_at, senders: Exact(senders.len() as u64) });
        }
        Question::Completion => {
            let messages = built.messages(case.traffic)?;
            let (busiest, latest, longest) = busiest_link(&built, &messages)?;
            let sent = MESSAGE_FLITS * busiest;
            answer.completion = Some(CompletionAnswer {
                message_flits: Exact(MESSAGE_FLITS),
                busiest: Exact(busiest),
                least: Exact(sent + latest - 1),
                most: Exact(sent + longest - 1),
            });
            answer.evidence = Evidence::computed("links on the routes counted one by one [message-bound]");
        }
        Question::Deadlock => {
            let verdict = judge_between(net, ends, &built.routing, answer.vcs, watch)?;
            (answer.deadlock_free, answer.evidence) = match verdict {
                Verdict::Holds(_) => (
                    Some(true),
                    Evidence::proved("every dependency of channels decreases a rank [acyclic-channels]"),
                ),
                Verdict::Refuted(Refuted::Deadlock(cycle)) => (
                    Some(false),
                    Evidence::computed(format!(
                        "{} packets wait for each other in a cycle [packet-cycle]",
                        cycle.packets.len()
                    )),
                ),
                other => {
                    return Err(Error::internal(format!("no verdict on {}: {other:?}", case.expression)));
                }
            };
        }
    }
    Ok(answer)
}

/// All cases with their answers.
pub fn all_answers(watch: &dyn Progress) -> Result<CasesAnswer, Error> {
    let cases = (0..CASES.len()).map(|place| answer(place, watch)).collect::<Result<_, Error>>()?;
    Ok(CasesAnswer { cases })
}

/// Pairs of endpoints: from the first one to others, and back.
fn latency_pairs(ends: u64) -> Vec<(u64, u64)> {
    let step = ends.div_ceil(PAIRS / 2 + 1).max(1);
    let others = (1..ends).rev().step_by(step as usize).take(PAIRS as usize / 2);
    others.flat_map(|v| [(0, v), (v, 0)]).collect()
}

/// Messages over the busiest link; the links of the longest route over a link that is as busy; and those of the longest route of all.
fn busiest_link(built: &Built, messages: &[(u64, u64)]) -> Result<(u64, u64, u64), Error> {
    let mut loads: BTreeMap<(u64, u32), u64> = BTreeMap::new();
    let routes: Vec<WalkedRoute> =
        messages.iter().map(|&(from, to)| built.walk(from, to)).collect::<Result<_, Error>>()?;
    for route in &routes {
        route.links.iter().for_each(|&link| *loads.entry(link).or_default() += 1);
    }
    let busiest = loads.values().copied().max().unwrap_or(0);
    let length = |route: &WalkedRoute| route.links.len() as u64;
    let bottleneck = |route: &&WalkedRoute| route.links.iter().any(|link| loads[link] == busiest);
    let latest = routes.iter().filter(bottleneck).map(length).max().unwrap_or(1);
    Ok((busiest, latest, routes.iter().map(length).max().unwrap_or(1)))
}

/// The messages of a case of latency or completion, with their routes, in whole numbers: endpoints, links and messages; for each link its flits in a
/// cycle and its delay; for each message its source, target, step, flits, and links. Packets of a latency are sent one after the other, in steps.
pub fn messages_text(place: usize) -> Result<Option<String>, Error> {
    let case = &CASES[place];
    let built = Built::new(case)?;
    let ends = built.net()?.endpoints();
    let messages: Vec<(u64, u64, u64)> = match case.question {
        Question::Latency => latency_pairs(ends).into_iter().map(|(a, b)| (a, b, PACKET_FLITS)).collect(),
        Question::Completion => {
            let all = built.messages(case.traffic)?;
            all.into_iter().map(|(a, b)| (a, b, MESSAGE_FLITS)).collect()
        }
        Question::Load | Question::Deadlock => return Ok(None),
    };
    let mut places: BTreeMap<(u64, u32), usize> = BTreeMap::new();
    let mut lines = String::new();
    for (i, (from, to, flits)) in messages.iter().enumerate() {
        let step = if case.question == Question::Latency { i } else { 0 };
        let route = built.walk(*from, *to)?;
        let _ = write!(lines, "{from} {to} {step} {flits} {}", route.links.len());
        for link in route.links {
            let next = places.len();
            let _ = write!(lines, " {}", *places.entry(link).or_insert(next));
        }
        lines.push('\n');
    }
    let mut text = format!("{ends} {} {}\n", places.len(), messages.len());
    places.iter().for_each(|_| text.push_str("1 1\n"));
    Ok(Some(text + &lines))
}
