//! Law 2, by walking: following `next_port` arrives, and stops only at the target.
//!
//! The next port depends on the place and the goal alone, so a walk of as many hops as there are nodes has been somewhere twice, and
//! never ends. A small network is walked between all pairs. Of a larger one a fixed sample of pairs is, always the same; a walk that
//! is still under way after [`MOST_HOPS`] is given up and not counted.

use crossedge_core::net::{Network, Node};
use crossedge_core::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::fmt;

/// Networks of at most this many nodes are walked between all pairs.
const ALL_PAIRS: u64 = 128;

/// Pairs of a larger one.
const SAMPLE: u64 = 1024;

/// A sampled walk is given up after this many hops.
const MOST_HOPS: u64 = 1 << 13;

/// Between which pairs `next_port` was followed to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Walked {
    /// Number of pairs.
    pub pairs: u64,
    /// `true` if these are all.
    pub all: bool,
}

impl fmt::Display for Walked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.all {
            true => write!(f, "all {} pairs", self.pairs),
            false => write!(f, "a sample of {} pairs", self.pairs),
        }
    }
}

/// A walk that does not arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// From this node.
    pub from: u64,
    /// To this one.
    pub to: u64,
    /// The failure: it stops short, passes the goal, uses a port that does not exist, or revisits a node.
    pub at: u64,
    /// The port that the routing returned there.
    pub port: Option<u32>,
    /// After this many hops.
    pub hops: u64,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lost { from, to, at, port, hops } = self;
        write!(f, "following next_port from node {from} to node {to}: after {hops} hops, at node {at}, ")?;
        match port {
            None => write!(f, "there is no next port"),
            Some(port) if at == to => write!(f, "port {port} leads on"),
            Some(port) => write!(f, "port {port} does not lead there"),
        }
    }
}

impl std::error::Error for Lost {}

/// Every bit depends on every bit of the number: SplitMix64.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn below(number: u64, nodes: u64) -> u64 {
    ((u128::from(mix(number)) * u128::from(nodes)) >> 64) as u64
}

/// Follows `next_port` between all pairs, or a sample of them.
pub(super) fn walks(net: &dyn Network, watch: &dyn Progress) -> Result<Result<Walked, Lost>, Stopped> {
    let nodes = net.nodes();
    let all = nodes <= ALL_PAIRS;
    let count = if all { nodes * nodes } else { SAMPLE };
    watch.stage("following next_port", count);
    let pair = |i: u64| match all {
        true => crossedge_core::net::address::Pair::new(nodes).split(i),
        // Few goals, many sources: a stored network searches once for each goal.
        false => (below(2 * i + 1, nodes), below(2 * (i >> 5), nodes)),
    };
    let walked = (0..count).into_par_iter().map(|i| {
        if watch.stopped() {
            return Err(None);
        }
        let (from, to) = pair(i);
        watch.advance(1);
        walk(net, from, to, if all { nodes } else { nodes.min(MOST_HOPS) }).map_err(Some)
    });
    let arrived = walked.try_reduce(|| 0, |a, b| Ok(a + b));
    match arrived {
        Ok(pairs) => Ok(Ok(Walked { pairs, all })),
        Err(None) => Err(Stopped),
        Err(Some(lost)) => Ok(Err(lost)),
    }
}

/// One walk: 1 when it arrives, 0 when it is given up.
fn walk(net: &dyn Network, from: u64, to: u64, most: u64) -> Result<u64, Lost> {
    let (mut at, goal) = (Node(from), Node(to));
    let mut hops = 0;
    loop {
        let port = net.next_port(at, goal);
        let lost = Lost { from, to, at: at.0, port: port.map(|p| p.0), hops };
        match port {
            None if at == goal => return Ok(1),
            Some(port) if at != goal && port.0 < net.degree(at) => {
                if hops >= net.nodes() {
                    return Err(lost);
                }
                if hops >= most {
                    return Ok(0);
                }
                at = net.link(at, port).0;
                hops += 1;
            }
            _ => return Err(lost),
        }
    }
}
