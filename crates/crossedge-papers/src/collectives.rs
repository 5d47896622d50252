//! Evaluators of the collectives of the papers: schedules made by the library and replayed by its verifier, and two broadcasts played as
//! they are printed, which no verifier would pass.

use crate::claim::ClaimCase;
use crate::evaluated::Evaluated;
use crate::net::network;
use crossedge::collective::{Algorithm, Kind, Listed, Message, ScheduleRequest};
use crossedge::net::{Node, Parts, Place, Structure, neighbors};
use crossedge::progress::Progress;
use crossedge::verify::{self, Model, Ports, Switching};
use std::collections::BTreeSet;

/// A message holds its links long enough, in hops, that any two on one link in one step conflict.
const HOLD_HOPS: u64 = 1000;

/// The paper's schedule for a collective, one byte for each word, verified hop by hop with one port. `what` names the collective and
/// the counted quantity: its steps; its words (the largest message of each step, added up); the most words in one message; the hops of
/// node 0; the steps with conflicts under cut-through.
pub fn schedule(what: &str, case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let (kind, measure) = what.split_once(' ').ok_or("a collective and what is counted are wanted")?;
    let kind = [Kind::Broadcast, Kind::Scatter, Kind::AllGather, Kind::AllToAll]
        .into_iter()
        .find(|k| kind.parse() == Ok(*k))
        .ok_or_else(|| format!("the papers have no schedule for {kind}"))?;
    let net = network(&case.expr)?;
    let (algorithm, place) =
        Algorithm::of_paper(net.as_ref(), kind).ok_or("the papers have none for this network")?;
    let order = ScheduleRequest { kind, root: Node(0), bytes: 1, pieces: 1, rings: &[] };
    let made = algorithm.schedule(&net, &order).map_err(|e| format!("{algorithm}: {e:?}"))?;
    let model = Model { ports: Ports::One, switching: Switching::HopSynchronous };
    let checked = verify::schedule(net.as_ref(), made, model, progress)
        .map_err(|_| "stopped")?
        .into_result()
        .map_err(|no| no.to_string())?;
    let listed = Listed::of(&*checked);
    let steps = listed.messages();
    let largest = |step: &Vec<Message>| step.iter().map(|m| m.bytes).max().unwrap_or(0);
    let judged = format!("verified: {place}, {} steps replayed", steps.len());
    Ok(match measure {
        "steps" => Evaluated::count(steps.len() as u64, judged),
        "words" => Evaluated::count(steps.iter().map(largest).sum(), judged),
        "most words" => Evaluated::count(steps.iter().map(largest).max().unwrap_or(0), judged),
        "hops" => {
            let own = steps.iter().flatten().filter(|m| m.from() == 0);
            Evaluated::count(own.map(Message::hops).sum(), judged)
        }
        "conflicts" => {
            let switching = Switching::CutThrough { hop_time: 1, byte_time: HOLD_HOPS };
            let conflicts = verify::conflicts(&*checked, switching, progress).map_err(|_| "stopped")?;
            let first = conflicts.first().map_or(String::new(), |c| {
                let [a, b] = c.messages.map(|(from, _)| from);
                let (v, w) = c.link;
                format!("; step {}: nodes {a} and {b} both use the link from {v} to {w}", c.step + 1)
            });
            Evaluated::count(conflicts.len() as u64, format!("{judged}{first}"))
        }
        _ => return Err(format!("{measure} is not counted")),
    })
}

/// Algorithm 1 of DC with the conditions as printed: how many nodes hold the message in the end.
pub fn broadcast_as_printed(case: &ClaimCase) -> Result<Evaluated, String> {
    let Some(&r @ 2..=6) = case.numbers.get("r") else {
        return Err("the order r of the dual-cube runs from 2 to 6".to_owned());
    };
    let net = network(&format!("dualcube({r})"))?;
    let Parts::Level(level) = net.parts() else { return Err("a dual-cube has clusters".to_owned()) };
    let source = case.numbers.get("source").map_or(Ok(0), |&s| u64::try_from(s));
    let source = source.ok().filter(|s| *s < net.nodes()).ok_or("the source is not a node")?;
    let home = level.place(Node(source));
    let here = |at: Place| at.cluster == home.cluster;
    let cross = |at: Place| level.id(level.across(at)).0;
    let mut holds = BTreeSet::from([source, cross(home)]);
    let stage = |holds: &mut BTreeSet<u64>, inside: &dyn Fn(Place) -> bool| {
        for i in 1..r {
            let right = (1 << (r - i)) - 1;
            let sends = |at: &Place| inside(*at) && at.node & right == home.node & right;
            let to = |at: Place| level.id(Place { node: at.node ^ (1 << (i - 1)), ..at }).0;
            let places = holds.iter().map(|&v| level.place(Node(v)));
            let received: Vec<u64> = places.filter(sends).map(to).collect();
            holds.extend(received);
        }
    };
    stage(&mut holds, &here);
    let places = holds.iter().map(|&v| level.place(Node(v)));
    let sent: Vec<u64> = places.filter(|at| here(*at) && at.node != home.node).map(cross).collect();
    holds.extend(sent);
    stage(&mut holds, &|at| !here(at));
    let evidence = match (0..net.nodes()).find(|v| !holds.contains(v)) {
        Some(node) => format!("played as printed from node {source}: node {node} never gets the message"),
        None => format!("played as printed from node {source}: every node gets the message"),
    };
    Ok(Evaluated::count(holds.len() as u64, evidence))
}

/// Algorithm 2 of RDN from node 0, as printed: how many nodes hold the message in the end.
pub fn stages_as_printed(case: &ClaimCase) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let mut holds = BTreeSet::from([0]);
    for round in by_levels(net.as_ref(), 0)? {
        let sent = round.iter().filter(|(from, _)| holds.contains(from));
        let sent: Vec<u64> = sent.map(|&(_, to)| to).collect();
        holds.extend(sent);
    }
    let evidence = match (0..net.nodes()).find(|v| !holds.contains(v)) {
        Some(v) => format!("played: node {} never gets the message", net.address(Node(v))),
        None => "played: every node gets the message".to_owned(),
    };
    Ok(Evaluated::count(holds.len() as u64, evidence))
}

/// The traffic pattern in each round.
type Rounds = Vec<Vec<(u64, u64)>>;

fn by_levels(net: &dyn Structure, source: u64) -> Result<Rounds, String> {
    let Parts::Level(level) = net.parts() else { return greedy_broadcast(net, source) };
    let base = level.base().as_ref();
    let home = level.place(Node(source));
    let inside = |at: Place, node: u64| level.id(Place { node, ..at }).0;
    let cross = |at: Place| (level.id(at).0, level.id(level.across(at)).0);
    let cluster = || (0..base.nodes()).map(|node| Place { node, ..home });
    let mut rounds = by_levels(base, home.node)?;
    for send in rounds.iter_mut().flatten() {
        *send = (inside(home, send.0), inside(home, send.1));
    }
    rounds.push(cluster().map(cross).collect());
    // Every cluster of the other class from the node that has just got the message.
    let mut second: Rounds = Vec::new();
    for reached in cluster().map(|at| level.across(at)) {
        for (i, round) in by_levels(base, reached.node)?.into_iter().enumerate() {
            if second.len() <= i {
                second.push(Vec::new());
            }
            second[i].extend(round.into_iter().map(|(a, b)| (inside(reached, a), inside(reached, b))));
        }
    }
    rounds.extend(second);
    // The paper leaves out the cluster of the node across from the source; the nodes that have just received are meant.
    let left_out = level.across(home);
    let other = (0..net.nodes()).map(|v| level.place(Node(v))).filter(|at| at.class == left_out.class);
    rounds.push(other.filter(|at| at.cluster != left_out.cluster).map(cross).collect());
    Ok(rounds)
}

/// Each node that holds the message sends it to its first neighbour that does not.
fn greedy_broadcast(net: &dyn Structure, source: u64) -> Result<Rounds, String> {
    let mut holds = BTreeSet::from([source]);
    let mut rounds = Vec::new();
    while (holds.len() as u64) < net.nodes() {
        let mut round: Vec<(u64, u64)> = Vec::new();
        for &v in &holds {
            let free = |w: &Node| !holds.contains(&w.0) && round.iter().all(|(_, to)| *to != w.0);
            if let Some(w) = neighbors(net, Node(v)).find(free) {
                round.push((v, w.0));
            }
        }
        if round.is_empty() {
            return Err("the base is not connected".to_owned());
        }
        holds.extend(round.iter().map(|(_, to)| *to));
        rounds.push(round);
    }
    Ok(rounds)
}
