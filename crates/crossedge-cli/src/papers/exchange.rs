//! Evaluators of the collectives of the papers, played node by node as they are printed.
//!
//! Dual-cube of order r: addresses are class, part II, part I, the parts of r-1 bits. In class 0 part I is the node and part II the
//! cluster, in class 1 the other way round.

use super::claim::Case;
use super::evaluate::{Built, Found};
use crossedge::net::{Form, Network, Node, Structure, neighbors};
use std::collections::{BTreeMap, BTreeSet};

/// A dual-cube by its bits.
#[derive(Clone, Copy)]
struct Cube {
    part: u32,
}

impl Cube {
    fn of(case: &Case) -> Result<Cube, String> {
        match case.numbers.get("r") {
            Some(&r @ 2..=6) => Ok(Cube { part: r as u32 - 1 }),
            _ => Err("the order r of the dual-cube runs from 2 to 6".to_owned()),
        }
    }

    fn nodes(self) -> u64 {
        2 << (2 * self.part)
    }

    fn class(self, v: u64) -> u64 {
        v >> (2 * self.part)
    }

    fn mask(self) -> u64 {
        (1 << self.part) - 1
    }

    /// Where the node field begins.
    fn shift(self, v: u64) -> u32 {
        if self.class(v) == 0 { 0 } else { self.part }
    }

    fn node(self, v: u64) -> u64 {
        v >> self.shift(v) & self.mask()
    }

    fn cluster(self, v: u64) -> u64 {
        v >> (self.part - self.shift(v)) & self.mask()
    }

    fn cross(self, v: u64) -> u64 {
        v ^ (1 << (2 * self.part))
    }

    /// Where `v` sends at each step: its own fields, each changed by a number.
    fn partner(self, v: u64, other_class: bool, cluster: u64, node: u64) -> u64 {
        let moved = v ^ (node << self.shift(v)) ^ (cluster << (self.part - self.shift(v)));
        if other_class { self.cross(moved) } else { moved }
    }

    /// Algorithm 4: ascending bits inside a cluster, cross-edges where the case asks for them.
    fn route(self, from: u64, to: u64) -> Vec<u64> {
        let mut way = vec![from];
        let inside = |way: &mut Vec<u64>| {
            let mut at = *way.last().unwrap_or(&from);
            let shift = self.shift(at);
            for bit in (shift..shift + self.part).filter(|bit| (from ^ to) >> bit & 1 == 1) {
                at ^= 1 << bit;
                way.push(at);
            }
        };
        let cross = |way: &mut Vec<u64>| way.push(self.cross(*way.last().unwrap_or(&from)));
        let same_class = self.class(from) == self.class(to);
        if same_class && self.cluster(from) == self.cluster(to) {
            inside(&mut way);
            return way;
        }
        if same_class {
            cross(&mut way);
        }
        inside(&mut way);
        cross(&mut way);
        inside(&mut way);
        way
    }

    /// The steps of Algorithm 3: class, cluster and node to add.
    fn steps(self) -> Vec<(bool, u64, u64)> {
        let all = 0..=self.mask();
        let first = (1..=self.mask()).map(|i| (false, 0, i));
        let second = all.clone().flat_map(|i| (0..=self.mask()).map(move |j| (true, j, i)));
        let third = (1..=self.mask()).flat_map(|i| (0..=self.mask()).map(move |j| (false, i, j)));
        first.chain(second).chain(third).collect()
    }
}

/// Steps in which two messages use a link in the same direction.
pub fn congestion(case: &Case) -> Result<Found, String> {
    let cube = Cube::of(case)?;
    let net = Built::of(&format!("dualcube({})", cube.part + 1))?.net()?;
    let (mut crowded, mut first) = (0, None);
    let steps = cube.steps();
    for (number, &(other, cluster, node)) in steps.iter().enumerate() {
        let mut used: BTreeMap<(u64, u64), u64> = BTreeMap::new();
        let mut clash = None;
        for from in 0..cube.nodes() {
            let way = cube.route(from, cube.partner(from, other, cluster, node));
            for hop in way.windows(2) {
                if !neighbors(net.as_ref(), Node(hop[0])).any(|w| w.0 == hop[1]) {
                    return Err(format!("{} and {} are not linked", hop[0], hop[1]));
                }
                if let Some(before) = used.insert((hop[0], hop[1]), from) {
                    clash.get_or_insert((before, from, hop[0], hop[1]));
                }
            }
        }
        if let Some((a, b, v, w)) = clash {
            crowded += 1;
            first.get_or_insert(format!(
                "step {}: the messages of nodes {a} and {b} both use the link from {v} to {w}",
                number + 1
            ));
        }
    }
    let evidence = first.unwrap_or_else(|| "judged: every message of every step walked".to_owned());
    Ok(Found::count(crowded, format!("{evidence}; {} steps played", steps.len())))
}

/// Hops that the messages of node 0 take over all steps.
pub fn hops(case: &Case) -> Result<Found, String> {
    let cube = Cube::of(case)?;
    let steps = cube.steps();
    let mut reached = BTreeSet::from([0]);
    let mut hops = 0;
    for &(other, cluster, node) in &steps {
        let way = cube.route(0, cube.partner(0, other, cluster, node));
        hops += way.len() as u64 - 1;
        if !way.last().is_some_and(|last| reached.insert(*last)) {
            return Err("a node is sent to twice".to_owned());
        }
    }
    let evidence = format!("judged: {} messages of node 0 walked, each to another node", steps.len());
    Ok(Found::count(hops, evidence))
}

/// Algorithm 2 of HDN over one level, every message moved: the most words that a node sends in stage 3.
pub fn words(case: &Case) -> Result<Found, String> {
    let net = Built::of(&case.expr)?.net()?;
    let Form::Super(level) = net.form() else { return Err("a hierarchical dual-net is wanted".to_owned()) };
    let (n, half, lower) = (net.nodes(), net.nodes() / 2, level.lower().nodes());
    let cross = |v: u64| neighbors(net.as_ref(), Node(v)).last().map_or(v, |w| w.0);
    // Class, cluster, super-node and position of a node.
    let place = |v: u64| {
        let (rank, position) = level.super_nodes().split(v % lower);
        (v / half, v % half / lower, rank, position)
    };
    let at = |class: u64, cluster: u64, rank: u64, position: u64| {
        class * half + cluster * lower + level.super_nodes().join(rank, position)
    };
    let mut sent: BTreeMap<u64, u64> = BTreeMap::new();
    for from in 0..n {
        for to in 0..n {
            let (class, cluster, rank, position) = place(to);
            // Stage 1: a message for the own class crosses. Stage 2: to the super-node that is linked with the cluster of the target.
            let mut here = if place(from).0 == class { cross(from) } else { from };
            let (c, u, _, _) = place(here);
            here = at(c, u, cluster, position);
            *sent.entry(here).or_default() += 1;
            // Stage 3: across. Stage 4: to the right super-node of the cluster.
            here = cross(here);
            let (c, u, _, p) = place(here);
            if at(c, u, rank, p) != to {
                return Err(format!("the message of {from} for {to} goes astray"));
            }
        }
    }
    let most = sent.values().max().copied().unwrap_or(0);
    Ok(Found::count(most, format!("judged: all {} messages moved, every one arrives", n * n)))
}

/// Algorithm 1 of DC with the conditions as printed: how many nodes hold the message in the end.
pub fn broadcast_as_printed(case: &Case) -> Result<Found, String> {
    let cube = Cube::of(case)?;
    let source = case.numbers.get("source").map_or(0, |&s| s as u64) & (cube.nodes() - 1);
    let mut holds = vec![false; cube.nodes() as usize];
    holds[source as usize] = true;
    holds[cube.cross(source) as usize] = true;
    let r = cube.part + 1;
    let stage = |holds: &mut Vec<bool>, in_cluster: &dyn Fn(u64) -> bool| {
        for i in 1..r {
            let right = (1u64 << (r - i)) - 1;
            let mut received = Vec::new();
            for v in (0..cube.nodes()).filter(|&v| holds[v as usize] && in_cluster(v)) {
                if cube.node(v) & right == cube.node(source) & right {
                    received.push(v ^ (1 << (i - 1 + cube.shift(v))));
                }
            }
            received.into_iter().for_each(|w| holds[w as usize] = true);
        }
    };
    let here = |v: u64| cube.cluster(v) == cube.cluster(source);
    stage(&mut holds, &here);
    let sent: Vec<u64> = (0..cube.nodes())
        .filter(|&v| holds[v as usize] && here(v) && cube.node(v) != cube.node(source))
        .map(|v| cube.cross(v))
        .collect();
    sent.into_iter().for_each(|w| holds[w as usize] = true);
    stage(&mut holds, &|v| !here(v));
    let reached = holds.iter().filter(|h| **h).count() as u64;
    let evidence = match holds.iter().position(|h| !h) {
        Some(node) => format!("played as printed from node {source}: node {node} never gets the message"),
        None => format!("played as printed from node {source}: every node gets the message"),
    };
    Ok(Found::count(reached, evidence))
}

/// Algorithm 2 of RDN, from node 0: rounds, when no node sends or gets twice in a round, and none gets the message twice. `printed`
/// leaves out the cluster that the paper leaves out in the last step, and counts the nodes that hold the message.
pub fn broadcast_by_levels(what: &str, case: &Case) -> Result<Found, String> {
    let net = Built::of(&case.expr)?.net()?;
    if what == "printed" {
        let rounds = by_levels(net.as_ref(), 0, true)?;
        let mut holds = BTreeSet::from([0]);
        for round in &rounds {
            let sent = round.iter().filter(|(from, _)| holds.contains(from));
            let sent: Vec<u64> = sent.map(|&(_, to)| to).collect();
            holds.extend(sent);
        }
        let missed = (0..net.nodes()).find(|v| !holds.contains(v));
        let evidence = match missed {
            Some(v) => format!("played: node {} never gets the message", net.address(Node(v))),
            None => "played: every node gets the message".to_owned(),
        };
        return Ok(Found::count(holds.len() as u64, evidence));
    }
    let rounds = by_levels(net.as_ref(), 0, false)?;
    let mut holds = BTreeSet::from([0]);
    for (number, round) in rounds.iter().enumerate() {
        let busy: BTreeSet<u64> = round.iter().flat_map(|&(from, to)| [from, to]).collect();
        if busy.len() != 2 * round.len() {
            return Err(format!("round {}: a node has two things to do", number + 1));
        }
        for &(from, to) in round {
            let linked = neighbors(net.as_ref(), Node(from)).any(|w| w.0 == to);
            if !linked || !holds.contains(&from) || holds.contains(&to) {
                return Err(format!("round {}: {from} cannot send to {to}", number + 1));
            }
        }
        holds.extend(round.iter().map(|&(_, to)| to));
    }
    if holds.len() as u64 != net.nodes() {
        return Err(format!("{} nodes are reached", holds.len()));
    }
    let evidence = format!("judged: played one-port, each of {} nodes gets the message once", net.nodes());
    Ok(Found::count(rounds.len() as u64, evidence))
}

/// Who sends to whom in each round.
pub type Rounds = Vec<Vec<(u64, u64)>>;

/// A broadcast from a node by levels, one port each: Algorithm 2 of RDN, mended; anywhere else to the first neighbour that waits.
pub fn broadcast(net: &dyn Structure, source: Node) -> Result<Rounds, String> {
    by_levels(net, source.0, false)
}

fn by_levels(net: &dyn Structure, source: u64, printed: bool) -> Result<Rounds, String> {
    let Form::Dual(base) = net.form() else { return greedy(net, source) };
    let (n, half) = (base.nodes(), net.nodes() / 2);
    let cross = |v: u64| neighbors(net, Node(v)).last().map_or(v, |w| w.0);
    let start = source - source % n;
    let mut rounds = by_levels(base.as_ref(), source % n, printed)?;
    for send in rounds.iter_mut().flatten() {
        *send = (send.0 + start, send.1 + start);
    }
    rounds.push((start..start + n).map(|v| (v, cross(v))).collect());
    // Every cluster of the other class from the node that has just got the message.
    let mut second: Rounds = Vec::new();
    for v in start..start + n {
        let (root, home) = (cross(v) % n, cross(v) - cross(v) % n);
        for (i, round) in by_levels(base.as_ref(), root, printed)?.into_iter().enumerate() {
            if second.len() <= i {
                second.push(Vec::new());
            }
            second[i].extend(round.into_iter().map(|(a, b)| (a + home, b + home)));
        }
    }
    rounds.extend(second);
    let other = if source < half { half..2 * half } else { 0..half };
    let left_out = cross(source) - cross(source) % n;
    let sends = other.map(|v| (v, cross(v)));
    rounds.push(match printed {
        // The paper leaves out the cluster of the node across from the source; the nodes that have just received are meant.
        true => sends.filter(|(v, _)| v - v % n != left_out).collect(),
        false => sends.filter(|(_, w)| w - w % n != start).collect(),
    });
    Ok(rounds)
}

/// Each node that holds the message sends it to its first neighbour that does not.
fn greedy(net: &dyn Network, source: u64) -> Result<Rounds, String> {
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
