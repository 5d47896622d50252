//! A fingerprint of a network: its number of nodes, and a digest of deterministically chosen links.
//!
//! If the number of links is within the given effort, the digest includes every link of every node, in the order of ports:
//! two different networks have different fingerprints, except with a probability of 2^-64. In larger networks, nodes are sampled evenly over all
//! ids, and ports over all ports. This distinguishes networks of different constructions, sizes or seeds, but maybe not two that differ in only
//! a few links.

use crossedge_core::net::{Network, Node, Port};
use std::fmt;

/// The fingerprint of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint {
    nodes: u64,
    effort: u64,
    digest: u64,
}

/// For verifies whose work grows with the network.
pub(super) const THOROUGH: u64 = 1 << 18;

/// For verifies that look at a few nodes and are asked often.
pub(super) const BRIEF: u64 = 1 << 6;

/// Every bit of the answer depends on every bit of the number: SplitMix64.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Fingerprint {
    /// Computes it, with about `count` link lookups.
    pub fn of(net: &dyn Network, effort: u64) -> Self {
        let nodes = net.nodes();
        let count = nodes.min(effort.div_ceil(8)).max(1);
        let ports = effort.checked_div(count).unwrap_or(effort).max(8);
        let mut digest = mix(nodes);
        let place = |i: u64| (u128::from(i) * u128::from(nodes)).div_ceil(u128::from(count)) as u64;
        for i in (0..count).filter(|_| nodes > 0) {
            let width = place(i + 1).min(nodes) - place(i);
            let Some(off) = mix(i).checked_rem(width) else { continue };
            let v = Node(place(i) + off);
            let degree = net.degree(v);
            digest = mix(digest ^ v.0).wrapping_add(u64::from(degree));
            let asked = ports.min(u64::from(degree));
            // All ports in order if they are few; else `count` of them, starting at a node-dependent offset.
            let first = if asked == u64::from(degree) { 0 } else { mix(v.0) };
            for k in 0..asked {
                let Some(port) = first.wrapping_add(k).checked_rem(u64::from(degree)) else { break };
                let (w, back) = net.link(v, Port(port as u32));
                digest = mix(digest ^ w.0) ^ u64::from(back.0);
            }
        }
        Fingerprint { nodes, effort, digest }
    }

    /// Returns `true` if this network has it too.
    pub fn is_of(&self, net: &dyn Network) -> bool {
        net.nodes() == self.nodes && Fingerprint::of(net, self.effort) == *self
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes, {:016x}", self.nodes, self.digest)
    }
}
