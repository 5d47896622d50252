//! Total exchange in which no two messages of a step share a link in one direction: free of conflicts under cut-through,
//! for any timing.
//!
//! - A hypercube of p nodes: in step δ every node sends to its address ⊕ δ, dimensions ascending. When all nodes of a cube move by δ
//!   at once, every link of the dimensions in δ is taken once in each direction, and no other. So p - 1 steps, the fewest.
//! - The dual of a hypercube of n nodes, and the dual-cube, which is the same network. The two classes take turns with the links:
//!   1. To the other class, by a in the own cluster, across, by b in the cluster there. While class 0 moves by (a, b), class 1 moves
//!      by (not b, not a): in the clusters of class 0 the dimensions a and not a are taken, in those of class 1 b and not b, and the
//!      classes cross in different directions. n² steps.
//!   2. To another cluster of the own class: by a, across, by δ ≠ 0, and back. Both directions across are full, so one class does
//!      this alone: 2·n·(n - 1) steps. When a = 0, the other class moves by not δ inside its clusters, unless that is nothing.
//!   3. The rest: by all dimensions inside the own cluster. One step.
//!
//!   Together 3n² - 2n + 1 steps. No schedule without conflicts has fewer than 3n² - 2n: a message to the other class crosses at least
//!   once, one to another cluster of its own class at least twice, and in one direction there are n² cross-edges. This fixes
//!   Algorithms 3 and 4 of DC (erratum E12), which take 2n² - 1 steps with conflicts in most.
//! - Any other network: along its own routes, the longest first, each in the first step in which its ends and links are free.
//! - Between endpoints over switches: node v sends to v + 1, to v + 2, …, each in the first step in which its ends and links are free.

use super::catalog::{Algorithm, Beyond, NOT_CONNECTED, Rings, Unmade, not_printed};
use super::first_fit::{Busy, first_free};
use super::{Action, Collective, EndpointNetwork, Kind, Listed, Message, Schedule};
use crossedge_lang::net::address::add_mod;
use crossedge_lang::net::{Leaf, Node, Numbering, Parts, Place, Structure};
use std::collections::HashMap;
use std::sync::Arc;

/// No two messages of a step on one link.
pub static CONTENTION_FREE: Algorithm = Algorithm {
    name: "contention-free",
    summary: "one message of a node in each step, over several links, no two on one link",
    paper: "Johnsson, Ho, Optimum broadcasting and personalized communication in hypercubes (1989); this project for dual-cubes",
    kinds: &[Kind::AllToAll],
    usual: &[],
    printed: not_printed,
    most_nodes: |_| 1024,
    beyond: Beyond::Nothing,
    rings: Rings::None,
    in_pieces: false,
    multi_hop: true,
    by_rule: false,
    make: |net, order| match net.endpoints() == net.nodes() {
        true => contention_free_schedule(net, order.bytes).ok_or(NOT_CONNECTED),
        false => between_endpoints(net, order.bytes),
    },
};

/// The schedule in closed form.
#[derive(Debug, Clone, Copy)]
pub struct Clear {
    /// Dimensions of the cube, or of a cluster.
    bits: u32,
    /// Encoding of class, cluster and node in ids; `None` on a cube.
    numbering: Option<Numbering>,
    bytes: u64,
}

/// The action of one node in a step.
enum Move {
    /// No action.
    Rest,
    /// Inside its cluster.
    Inside(u64),
    /// Inside, across, inside.
    Over(u64, u64),
    /// Inside, across, inside, and back.
    Back(u64, u64),
}

impl Clear {
    /// Blocks of this many bytes; `None` if the network is neither a cube nor the dual of one.
    pub fn for_network(net: &dyn Structure, bytes: u64) -> Option<Clear> {
        let (bits, numbering) = match net.parts() {
            Parts::Leaf(Leaf::Cube(bits)) => (bits, None),
            Parts::Level(level) if level.super_nodes().is_none() => match level.base().parts().leaf() {
                Leaf::Cube(bits) => (bits, Some(*level.numbering())),
                _ => return None,
            },
            _ => return None,
        };
        // Steps are counted in 32 bits; larger schedules are never listed.
        (1..15).contains(&bits).then_some(Clear { bits: bits as u32, numbering, bytes })
    }

    fn step_move(&self, step: u64, class: u64) -> Move {
        let n = 1u64 << self.bits;
        let all = n - 1;
        if self.numbering.is_none() {
            return Move::Inside(step + 1);
        }
        let (over, back) = (n * n, n * (n - 1));
        if step < over {
            let (a, b) = (step >> self.bits, step & all);
            return if class == 0 { Move::Over(a, b) } else { Move::Over(all ^ b, all ^ a) };
        }
        let step = step - over;
        if step >= 2 * back {
            return Move::Inside(all);
        }
        let (turn, step) = if step < back { (0, step) } else { (1, step - back) };
        let (across, own) = ((step >> self.bits) + 1, step & all);
        match (class == turn, own) {
            (true, _) => Move::Back(own, across),
            (false, 0) if across != all => Move::Inside(all ^ across),
            _ => Move::Rest,
        }
    }

    /// Over the dimensions of `by`, ascending.
    fn append_inside(&self, at: &mut Place, by: u64, path: &mut Vec<u64>) {
        for i in (0..self.bits).filter(|i| by >> i & 1 == 1) {
            at.node ^= 1 << i;
            path.push(self.id(*at));
        }
    }

    fn id(&self, at: Place) -> u64 {
        self.numbering.map_or(at.node, |numbering| numbering.id(at))
    }

    fn append_cross_edge(&self, at: &mut Place, path: &mut Vec<u64>) {
        *at = Place { class: 1 - at.class, cluster: at.node, node: at.cluster };
        path.push(self.id(*at));
    }

    fn path(&self, step: u64, v: u64) -> Vec<u64> {
        let mut at = match &self.numbering {
            Some(numbering) => numbering.place(v),
            None => Place { class: 0, cluster: 0, node: v },
        };
        let mut path = vec![v];
        match self.step_move(step, at.class) {
            Move::Rest => {}
            Move::Inside(by) => self.append_inside(&mut at, by, &mut path),
            Move::Over(a, b) => {
                self.append_inside(&mut at, a, &mut path);
                self.append_cross_edge(&mut at, &mut path);
                self.append_inside(&mut at, b, &mut path);
            }
            Move::Back(a, across) => {
                self.append_inside(&mut at, a, &mut path);
                self.append_cross_edge(&mut at, &mut path);
                self.append_inside(&mut at, across, &mut path);
                self.append_cross_edge(&mut at, &mut path);
            }
        }
        path
    }
}

impl Schedule for Clear {
    fn collective(&self) -> Collective {
        let nodes = self.numbering.map_or(1 << self.bits, |numbering| numbering.nodes());
        Collective::new(Kind::AllToAll, nodes, 0, self.bytes)
    }

    fn steps(&self) -> u32 {
        let n = 1u64 << self.bits;
        (if self.numbering.is_none() { n - 1 } else { 3 * n * n - 2 * n + 1 }) as u32
    }

    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        out.extend(message(&self.collective(), self.path(step.into(), v.0)));
    }
}

/// The message over a path; `None` over an empty path.
fn message(of: &Collective, path: Vec<u64>) -> Option<Message> {
    let (&[from, ..], &[_, .., to]) = (path.as_slice(), path.as_slice()) else { return None };
    let chunks = vec![of.pair(from, to)];
    Some(Message { bytes: of.bytes_of(&chunks), path, chunks, action: Action::Move })
}

/// The schedule for any network: in closed form if there is one, first fit elsewhere; `None` if a node is unreachable.
pub fn contention_free_schedule(net: &Arc<dyn Structure>, bytes: u64) -> Option<Box<dyn Schedule>> {
    if let Some(rule) = Clear::for_network(net.as_ref(), bytes) {
        return Some(Box::new(rule));
    }
    let n = net.nodes();
    let of = Collective::new(Kind::AllToAll, n, 0, bytes);
    let mut paths = Vec::new();
    // By shifts: neighbours in this order have other ends, so that a step fills up with a permutation.
    for shift in 1..n {
        for from in 0..n {
            paths.push(own_route(net.as_ref(), from, (from + shift) % n)?);
        }
    }
    paths.sort_by_key(|path| std::cmp::Reverse(path.len()));
    let mut links = HashMap::<(u64, u64), Busy>::new();
    let (mut out, mut back) = (vec![Busy::default(); n as usize], vec![Busy::default(); n as usize]);
    let mut steps: Vec<Vec<Message>> = Vec::new();
    for path in paths {
        let hops = || path.windows(2).map(|hop| (hop[0], hop[1]));
        let [from, to] = [path.first(), path.last()].map(|v| v.map_or(0, |&v| v as usize));
        let mut busy = vec![&out[from], &back[to]];
        busy.extend(hops().filter_map(|hop| links.get(&hop)));
        let step = first_free(&busy, 0);
        out[from].take_step(step);
        back[to].take_step(step);
        hops().for_each(|hop| links.entry(hop).or_default().take_step(step));
        if steps.len() <= step {
            steps.resize(step + 1, Vec::new());
        }
        steps[step].extend(message(&of, path));
    }
    Some(Box::new(Listed::new(of, steps)))
}

/// The schedule between endpoints, where every two have a path over switches alone.
fn between_endpoints(net: &Arc<dyn Structure>, bytes: u64) -> Result<Box<dyn Schedule>, Unmade> {
    let n = net.endpoints();
    let of = Collective::new(Kind::AllToAll, n, 0, bytes);
    let shifted =
        |shift: u64| (0..n).filter_map(move |from| message(&of, vec![from, add_mod(from, shift, n)]));
    let all = (1..n).flat_map(shifted).collect();
    Ok(Box::new(EndpointNetwork::of(net)?.send_directly(of, all)?))
}

/// The network's own route; `None` if there is none, or it does not arrive.
pub(super) fn own_route(net: &dyn Structure, from: u64, to: u64) -> Option<Vec<u64>> {
    let mut path = vec![from];
    let mut at = Node(from);
    while at.0 != to && path.len() as u64 <= net.nodes() {
        at = net.link(at, net.next_port(at, Node(to))?).0;
        path.push(at.0);
    }
    (at.0 == to).then_some(path)
}
