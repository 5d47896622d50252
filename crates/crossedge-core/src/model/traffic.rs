//! Traffic patterns.

use crate::net::address::{Digits, Pair, add_mod, modulo};
use crate::net::{Node, Structure};
use std::fmt;

/// A traffic pattern. Only endpoints send and receive: in a network with switches, `nodes` and N below count endpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Traffic {
    /// Every node sends to every other one, each as often, one packet per cycle together.
    Uniform,
    /// Every node sends one message to every other one.
    AllToAll,
    /// Ids of two equal halves: (i, j) sends to (j, i); with a class before them, (c, i, j) to (c, j, i).
    Transpose,
    /// v sends to N - 1 - v, which inverts all bits when N is a power of two.
    Complement,
    /// v sends to v + k modulo N.
    Shift(u64),
    /// Every coordinate of a product, or the id of any other network, moves just less than halfway round.
    Tornado,
    /// The bits of v in reverse; N is a power of two.
    Reverse,
    /// Every other node sends to this one.
    Hotspot(u64),
    /// The bits of v, the highest one moved to the end; N is a power of two.
    Shuffle,
    /// A random permutation with this seed. Fixed points send nothing.
    Random(u64),
    /// In rings of `size` ids, v sends to the next; the last rings may be shorter.
    Rings(Groups),
    /// In groups of `size` ids, every node sends to every other one equally; the last groups may be smaller.
    Groups(Groups),
}

/// Groups of ids, consecutive or with a stride, as the ranks of a parallel program whose other coordinates vary faster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Groups {
    /// Size of a group.
    pub size: u64,
    /// Stride: 1 for consecutive ids.
    pub stride: u64,
}

impl Groups {
    /// Of consecutive ids.
    pub fn consecutive(size: u64) -> Groups {
        Groups { size, stride: 1 }
    }

    /// The group of a node: its first id, its size, and the index of the node in it. `stride` groups
    /// make a block of consecutive ids; the last block may have fewer.
    pub fn members(self, v: u64, nodes: u64) -> (u64, u64, u64) {
        let (size, stride) = (self.size.clamp(1, nodes.max(1)), self.stride.clamp(1, nodes.max(1)));
        let within = modulo(v, size.saturating_mul(stride));
        let (place, group) = Pair::new(stride).split(within);
        let first = v - within + group;
        let more = Pair::new(stride).split(nodes.saturating_sub(first + 1)).0;
        (first, size.min(more + 1), place)
    }
}

impl fmt::Display for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stride {
            1 => write!(f, "of {}", self.size),
            stride => write!(f, "of {} stride {stride}", self.size),
        }
    }
}

impl Traffic {
    /// Returns `true` if every pair of nodes sends.
    pub fn all_pairs(self) -> bool {
        matches!(self, Traffic::Uniform | Traffic::AllToAll)
    }

    /// The destination of `v`, for patterns with one destination per node. The error names the requirement of the pattern.
    pub fn target(self, net: &dyn Structure, v: Node) -> Result<Node, String> {
        let n = net.endpoints();
        let nodes = || if n == net.nodes() { "nodes" } else { "endpoints" };
        Ok(match self {
            Traffic::Uniform | Traffic::AllToAll => v,
            Traffic::Complement => Node(n - 1 - v.0),
            Traffic::Shift(k) => Node(add_mod(v.0, modulo(k, n), n)),
            Traffic::Hotspot(hot) if hot < n => Node(hot),
            Traffic::Hotspot(hot) if hot < net.nodes() => {
                let last = n - 1;
                return Err(format!(
                    "node {hot} is a switch, and endpoints receive: their ids run from 0 to {last}"
                ));
            }
            Traffic::Hotspot(hot) => {
                return Err(format!("there is no node {hot}: ids run from 0 to {}", n - 1));
            }
            Traffic::Tornado => tornado_target(net, v),
            Traffic::Random(seed) => Node(seeded_image(v.0, n, seed)),
            Traffic::Rings(rings) => {
                let (first, count, place) = rings.members(v.0, n);
                Node(first + rings.stride.max(1) * add_mod(place, modulo(1, count), count))
            }
            Traffic::Groups(_) => {
                return Err(
                    "in groups a node has many targets; crossedge throughput knows this traffic".to_owned()
                );
            }
            Traffic::Shuffle if n.is_power_of_two() => match n.trailing_zeros() {
                0 => v,
                bits => Node(modulo(v.0 << 1, n) | (v.0 >> (bits - 1))),
            },
            Traffic::Shuffle => return Err(format!("shuffle needs a power of two of nodes, found {n}")),
            Traffic::Reverse if n.is_power_of_two() => match n.trailing_zeros() {
                0 => v,
                bits => Node(v.0.reverse_bits() >> (64 - bits)),
            },
            Traffic::Reverse => {
                return Err(format!("bit reversal needs a power of two of {}, found {n}", nodes()));
            }
            Traffic::Transpose => {
                let half = |n: u64| Some(n.isqrt()).filter(|m| m * m == n);
                let classes = match (half(n), n.is_multiple_of(2).then(|| half(n / 2)).flatten()) {
                    (Some(m), _) => Digits::new(vec![1, m, m]),
                    (None, Some(m)) => Digits::new(vec![2, m, m]),
                    (None, None) => {
                        return Err(format!("transpose needs m² or 2·m² {}, found {n}", nodes()));
                    }
                };
                let Some(digits) = classes else { return Ok(v) };
                let parts = digits.split(v.0);
                Node(digits.join(&[parts[0], parts[2], parts[1]]))
            }
        })
    }
}

fn tornado_target(net: &dyn Structure, v: Node) -> Node {
    let around = |v: u64, n: u64| add_mod(v, modulo(n.div_ceil(2) - 1, n), n);
    let Some(parts) = net.factors() else { return Node(around(v.0, net.endpoints())) };
    let Some(digits) = Digits::new(parts.iter().map(|p| p.endpoints()).collect()) else { return v };
    let moved: Vec<u64> = (0..parts.len()).map(|i| around(digits.digit(v.0, i), digits.radix(i))).collect();
    Node(digits.join(&moved))
}

/// The image of a number under a seeded permutation of `count` numbers. Four rounds of a Feistel network permute the numbers of an even
/// count of bits; images beyond the last number are permuted again until they are in range (cycle walking).
fn seeded_image(v: u64, n: u64, seed: u64) -> u64 {
    let half = (64 - (n - 1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1u64 << half) - 1;
    let mix = |x: u64| {
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    let mut at = v;
    loop {
        let (mut high, mut low) = (at >> half, at & mask);
        for round in 0..4u64 {
            let key = mix(seed.wrapping_add((round + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            (high, low) = (low, high ^ (mix(low ^ key) & mask));
        }
        at = (high << half) | low;
        if at < n {
            return at;
        }
    }
}

impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Traffic::Uniform => write!(f, "uniform"),
            Traffic::AllToAll => write!(f, "all-to-all"),
            Traffic::Transpose => write!(f, "transpose"),
            Traffic::Complement => write!(f, "complement"),
            Traffic::Shift(k) => write!(f, "shift by {k}"),
            Traffic::Tornado => write!(f, "tornado"),
            Traffic::Reverse => write!(f, "reverse"),
            Traffic::Hotspot(hot) => write!(f, "hotspot at {hot}"),
            Traffic::Shuffle => write!(f, "shuffle"),
            Traffic::Random(seed) => write!(f, "random seed {seed}"),
            Traffic::Rings(rings) => write!(f, "rings {rings}"),
            Traffic::Groups(groups) => write!(f, "groups {groups}"),
        }
    }
}

/// Maximum injection rate of a node in packets per cycle, as a ratio.
pub type RateBound = (u128, u128);
