//! Total exchange (all-to-all) by levels, messages on the same path packed into one (HDN, Algorithm 2, with erratum E8).
//!
//! - A level of a dual-net: messages for the own class cross first; then inside the cluster to the node whose cross-edge leads to the
//!   cluster of the destination, at its position in the super-node; everything crosses; then inside the cluster to the destination.
//!   After the first stage every message is for the other class, so all n_k blocks of a node cross in the third.
//! - A cube: one dimension after the other. A product: one factor after the other.
//! - Anything else: along the routes of the network, round by round; in each round the links are served in an order in which a node
//!   sends one message and receives one at a time.
//!
//! With super-nodes the position is right after the second stage, so the last one stays in the quotient: its other steps are empty,
//! and are left out unless the schedule of the paper is requested.

use super::catalog::{Algorithm, Beyond, Rings, Unmade, listed_up_to, not_printed};
use super::recursive_doubling::{Copies, Shape, shape, single_copy};
use super::{Action, Collective, Kind, Listed, Message};
use crossedge_lang::net::address::Pair;
use crossedge_lang::net::{Level, Node, Parts, Port, Structure};
use std::collections::HashMap;
use std::sync::Arc;

/// By levels, packed.
pub static EXCHANGE: Algorithm = Algorithm {
    name: "exchange",
    summary: "by levels, messages packed",
    paper: "HDN, Algorithm 2, with erratum E8",
    kinds: &[Kind::AllToAll],
    usual: &[Kind::AllToAll],
    printed: not_printed,
    most_nodes: listed_up_to,
    beyond: Beyond::Nothing,
    rings: Rings::None,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |net, order| Ok(Box::new(total_exchange(net, order.bytes, false, None))),
};

/// As the paper prints it.
pub static PRINTED: Algorithm = Algorithm {
    name: "printed",
    summary: "total exchange as printed in HDN, Algorithm 2",
    paper: "HDN, Algorithm 2",
    printed: |net, _| match net.parts() {
        Parts::Level(level) if !level.numbering().keeps_coordinates() => Some("HDN, Algorithm 2"),
        _ => None,
    },
    kinds: &[Kind::AllToAll],
    usual: &[],
    most_nodes: listed_up_to,
    beyond: Beyond::Nothing,
    rings: Rings::None,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |net, order| match net.parts() {
        Parts::Level(_) => Ok(Box::new(total_exchange(net, order.bytes, true, None))),
        _ => Err(Unmade::NotHere("HDN, Algorithm 2 is for dual-nets")),
    },
};

/// A total exchange, by sources. Memory is one number for each message.
#[derive(Debug)]
pub struct Exchange {
    of: Collective,
    /// The messages at every node.
    at: Vec<Vec<u64>>,
    steps: Vec<Vec<Message>>,
    as_printed: bool,
}

/// The total exchange of blocks of this many bytes. As printed in the paper, a node's message to itself travels too, and steps in
/// which nothing is sent count.
///
/// `sources` are the nodes whose messages are followed; all of them by default.
pub fn total_exchange(
    net: &Arc<dyn Structure>,
    bytes: u64,
    as_printed: bool,
    sources: Option<&[u64]>,
) -> Listed {
    let n = net.nodes();
    let of = Collective::new(Kind::AllToAll, n, 0, bytes);
    let mut at = vec![Vec::new(); n as usize];
    let all: Vec<u64> = (0..n).collect();
    for &s in sources.unwrap_or(&all) {
        at[s as usize] = (0..n).filter(|&d| d != s || as_printed).map(|d| of.pair(s, d)).collect();
    }
    let mut work = Exchange { of, at, steps: Vec::new(), as_printed };
    let ids = Pair::new(n);
    work.exchange_inside(net, &single_copy(net.as_ref()), &|chunk| ids.split(chunk).1);
    Listed::new(of, work.steps)
}

impl Exchange {
    /// One step: every node of `pairs` sends the messages that `goes` picks to the other node.
    fn send_step(&mut self, pairs: &[(u64, u64)], goes: impl Fn(usize, u64) -> bool) {
        let mut messages = Vec::new();
        let mut arrive: Vec<(u64, Vec<u64>)> = Vec::new();
        for (i, &(v, w)) in pairs.iter().enumerate() {
            let here = std::mem::take(&mut self.at[v as usize]);
            let (out, stay): (Vec<u64>, Vec<u64>) = here.into_iter().partition(|&chunk| goes(i, chunk));
            self.at[v as usize] = stay;
            if !out.is_empty() {
                messages.push(Message::hop(&self.of, v, w, out.clone(), Action::Move));
                arrive.push((w, out));
            }
        }
        for (w, chunks) in arrive {
            self.at[w as usize].extend(chunks);
        }
        if self.as_printed || !messages.is_empty() {
            self.steps.push(messages);
        }
    }

    /// Takes every message to the node of its copy that `goal` names, by its number in the part.
    fn exchange_inside(&mut self, net: &Arc<dyn Structure>, copies: &Copies, goal: &dyn Fn(u64) -> u64) {
        match shape(net.as_ref(), copies) {
            Shape::Cube(d) => {
                for i in 0..d {
                    let ends = copies.iter().flat_map(|copy| {
                        (0..copy.len()).map(move |v| ((copy[v], copy[v ^ 1 << i]), (v as u64 >> i) & 1))
                    });
                    let (pairs, bits): (Vec<_>, Vec<_>) = ends.unzip();
                    self.send_step(&pairs, |p, chunk| goal(chunk) >> i & 1 != bits[p]);
                }
            }
            Shape::Product(factors) => {
                let mut stride = net.nodes();
                for (factor, lines) in factors {
                    let above = Pair::new(stride);
                    stride = Pair::new(factor.nodes()).split(stride).0;
                    let step = Pair::new(stride);
                    self.exchange_inside(&factor, &lines, &|chunk| step.split(above.split(goal(chunk)).1).0);
                }
            }
            Shape::Dual(inside, clusters, across) => {
                if let Parts::Level(level) = net.parts() {
                    self.exchange_over_dual(level, copies, goal, &inside, &clusters, &across)
                }
            }
            Shape::Leaf => self.exchange_in_rounds(net.as_ref(), copies, goal),
        }
    }

    fn exchange_over_dual(
        &mut self,
        level: &Level,
        copies: &Copies,
        goal: &dyn Fn(u64) -> u64,
        inside: &Arc<dyn Structure>,
        clusters: &Copies,
        across: &[(u64, u64)],
    ) {
        let place = |v: u64| level.place(Node(v));
        // The class of the sender of each pair: pairs are in the order of copies and numbers.
        let class: Vec<u64> =
            copies.iter().flat_map(|c| (0..c.len() as u64).map(|v| place(v).class)).collect();
        self.send_step(across, |i, chunk| place(goal(chunk)).class == class[i]);
        let gate = |chunk: u64| {
            let to = place(goal(chunk));
            level.join(to.cluster, level.split(to.node).1)
        };
        self.exchange_inside(inside, clusters, &gate);
        self.send_step(across, |_, _| true);
        self.exchange_inside(inside, clusters, &|chunk| place(goal(chunk)).node);
    }

    /// Along the routes of a part, round by round.
    fn exchange_in_rounds(&mut self, net: &dyn Structure, copies: &Copies, goal: &dyn Fn(u64) -> u64) {
        let colours = colours(net);
        loop {
            let mut idle = true;
            // A message moves once in a round, so that the rounds stay few and long.
            let mut moved: Vec<HashMap<u64, Port>> = Vec::new();
            for copy in copies {
                for (v, &at) in (0u64..).zip(copy) {
                    let wants = self.at[at as usize].iter().filter_map(|&chunk| {
                        net.next_port(Node(v), Node(goal(chunk))).map(|port| (chunk, port))
                    });
                    let wants: HashMap<u64, Port> = wants.collect();
                    idle &= wants.is_empty();
                    moved.push(wants);
                }
            }
            if idle {
                return;
            }
            for colour in &colours {
                let mut pairs = Vec::new();
                let mut index = Vec::new();
                for (c, copy) in copies.iter().enumerate() {
                    for &(v, port) in colour {
                        let w = net.link(Node(v), port).0.0;
                        pairs.push((copy[v as usize], copy[w as usize]));
                        index.push((c * copy.len() + v as usize, port));
                    }
                }
                self.send_step(&pairs, |p, chunk| {
                    let (slot, port) = index[p];
                    moved[slot].get(&chunk) == Some(&port)
                });
            }
        }
    }
}

/// The directed links in groups: in a group every node sends once and receives once at most.
fn colours(net: &dyn Structure) -> Vec<Vec<(u64, Port)>> {
    let n = net.nodes() as usize;
    let (mut out, mut back) = (vec![Vec::new(); n], vec![Vec::new(); n]);
    let mut groups: Vec<Vec<(u64, Port)>> = Vec::new();
    for v in 0..net.nodes() {
        for port in (0..net.degree(Node(v))).map(Port) {
            let w = net.link(Node(v), port).0.0 as usize;
            let (sends, receives): (&mut Vec<bool>, &mut Vec<bool>) = (&mut out[v as usize], &mut back[w]);
            let taken = |list: &[bool], c: usize| list.get(c).copied().unwrap_or(false);
            let colour = (0..).find(|&c| !taken(sends, c) && !taken(receives, c)).unwrap_or(0);
            for list in [sends, receives] {
                if list.len() <= colour {
                    list.resize(colour + 1, false);
                }
                list[colour] = true;
            }
            if groups.len() <= colour {
                groups.resize(colour + 1, Vec::new());
            }
            groups[colour].push((v, port));
        }
    }
    groups
}
