//! The algorithms by name: what each is, for which kinds, and which of them the papers give.

use super::{Branches, Collective, Kind, Listed, Pace, Personalised, Rule, Schedule};
use super::{allgather, allreduce, clear, exchange, halving, reduce_scatter, ring};
use crate::net::{Level, Node, Parts, Structure};
use std::fmt;
use std::sync::Arc;

/// One algorithm.
#[derive(Debug)]
pub struct Algorithm {
    /// Its name.
    pub name: &'static str,
    /// One line of what it does.
    pub summary: &'static str,
    /// The kinds it is for.
    pub kinds: &'static [Kind],
}

const TREES: &[Kind] = &[
    Kind::Broadcast,
    Kind::Scatter,
    Kind::Gather,
    Kind::Reduce,
    Kind::AllGather,
    Kind::ReduceScatter,
    Kind::AllReduce,
    Kind::Barrier,
];

/// Every algorithm.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm { name: "stages", summary: "along a tree, cluster by cluster, all together", kinds: TREES },
    Algorithm { name: "eager", summary: "along a tree, each node as soon as it can", kinds: TREES },
    Algorithm {
        name: "pipelined",
        summary: "along a tree, in pieces that follow each other",
        kinds: &[Kind::Broadcast],
    },
    Algorithm {
        name: "levels",
        summary: "inside every cluster, across, and inside again; doubling on cubes",
        kinds: &[Kind::AllGather, Kind::ReduceScatter, Kind::AllReduce, Kind::Barrier],
    },
    Algorithm {
        name: "halving",
        summary: "reduce-scatter and all-gather by levels",
        kinds: &[Kind::AllReduce],
    },
    Algorithm {
        name: "ring",
        summary: "round a ring through all nodes",
        kinds: &[Kind::AllGather, Kind::ReduceScatter, Kind::AllReduce],
    },
    Algorithm {
        name: "rings",
        summary: "round several rings that share no link, both ways; for all ports",
        kinds: &[Kind::AllGather, Kind::ReduceScatter, Kind::AllReduce],
    },
    Algorithm { name: "exchange", summary: "by levels, messages packed", kinds: &[Kind::AllToAll] },
    Algorithm {
        name: "printed",
        summary: "total exchange as printed in HDN, Algorithm 2",
        kinds: &[Kind::AllToAll],
    },
    Algorithm {
        name: "personalised",
        summary: "one message of every node in each step, over several links: DC, Algorithms 3 and 4",
        kinds: &[Kind::AllToAll],
    },
    Algorithm {
        name: "clear",
        summary: "one message of a node in each step, over several links, no two on one link",
        kinds: &[Kind::AllToAll],
    },
];

/// What the papers give for this network and kind: an algorithm and where it stands.
pub fn paper(net: &dyn Structure, kind: Kind) -> Option<(&'static str, &'static str)> {
    let Parts::Level(level) = net.parts() else { return None };
    match (coordinates(level), kind) {
        (true, Kind::Broadcast) => Some(("stages", "DC, Algorithm 1")),
        (true, Kind::Scatter) => Some(("stages", "DC, section 4")),
        (true, Kind::AllGather) => Some(("levels", "DC, Algorithm 2")),
        (true, Kind::AllToAll) => Some(("personalised", "DC, Algorithms 3 and 4")),
        (false, Kind::Broadcast) if level.super_nodes().is_none() => Some(("stages", "RDN, Algorithm 2")),
        (false, Kind::AllToAll) => Some(("printed", "HDN, Algorithm 2")),
        _ => None,
    }
}

/// Whether a level is that of a dual-cube.
fn coordinates(level: &Level) -> bool {
    level.numbering().keeps_coordinates()
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Order<'a> {
    /// The kind.
    pub kind: Kind,
    /// The special node.
    pub root: Node,
    /// The bytes of a block.
    pub bytes: u64,
    /// Pieces of a pipelined broadcast.
    pub pieces: u64,
    /// Rings through all nodes that share no link, as lists; empty when none are known.
    pub rings: &'a [Vec<u64>],
}

/// Why an algorithm gives no schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmade {
    /// It is not for this kind or network.
    NotHere(&'static str),
    /// It would take too much memory: this many nodes are the most.
    TooLarge(u64),
    /// All blocks together have more bytes than 64 bits count: a block has this many at most.
    Bytes(u64),
}

impl fmt::Display for Unmade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unmade::NotHere(why) => f.write_str(why),
            Unmade::TooLarge(most) => write!(f, "it works up to {most} nodes"),
            Unmade::Bytes(most) => write!(f, "a block has at most {most} bytes here"),
        }
    }
}

impl std::error::Error for Unmade {}

/// The largest network on which an algorithm lists what it sends.
pub fn most_nodes(name: &str, kind: Kind) -> u64 {
    match (name, kind) {
        ("clear", _) => 1024,
        (_, Kind::AllToAll) => 2048,
        ("ring" | "rings", _) => 512,
        ("halving", _) => 1024,
        (_, Kind::AllGather | Kind::ReduceScatter) => 2048,
        (_, Kind::AllReduce | Kind::Barrier | Kind::Reduce) => 1 << 15,
        _ => 1 << 18,
    }
}

/// The schedule of an algorithm.
pub fn make(net: &Arc<dyn Structure>, name: &str, order: &Order<'_>) -> Result<Box<dyn Schedule>, Unmade> {
    let Order { kind, root, bytes, pieces, rings } = *order;
    let known = ALGORITHMS.iter().any(|a| a.name == name && a.kinds.contains(&kind));
    if !known {
        return Err(Unmade::NotHere("there is no such algorithm for this collective"));
    }
    let most = most_nodes(name, kind);
    if net.nodes() > most {
        return Err(Unmade::TooLarge(most));
    }
    let of = Collective::new(kind, net.nodes(), root.0, bytes);
    if of.bytes > of.most_bytes() {
        return Err(Unmade::Bytes(of.most_bytes()));
    }
    let apart = Unmade::NotHere("the network does not hang together");
    let listed = match name {
        "stages" | "eager" | "pipelined" => {
            let pace = if name == "stages" { Pace::Stages } else { Pace::Eager };
            let tree = Rule::new(net, root, pace).ok_or(apart)?;
            let branches = Branches::of(&tree, net.nodes());
            if name == "pipelined" {
                branches.pipelined(root.0, bytes, pieces)
            } else {
                along(&branches, order)
            }
        }
        "levels" => match kind {
            Kind::AllGather => allgather(net, bytes).ok_or(apart)?,
            Kind::ReduceScatter => reduce_scatter(net, bytes).ok_or(apart)?,
            _ => allreduce(net, kind, bytes).ok_or(apart)?,
        },
        "halving" => halving(net, kind, bytes).ok_or(apart)?,
        "ring" => match rings {
            [first, ..] => round(order, std::slice::from_ref(first)),
            [] => return Err(Unmade::NotHere("no ring through all nodes is known")),
        },
        "rings" => match rings {
            [] => return Err(Unmade::NotHere("no ring through all nodes is known")),
            some => {
                let back = some.iter().map(|ring| ring.iter().rev().copied().collect());
                round(order, &some.iter().cloned().chain(back).collect::<Vec<_>>())
            }
        },
        "exchange" => exchange(net, bytes, false, None),
        "clear" => return clear(net, bytes).ok_or(apart),
        "printed" => match net.parts() {
            Parts::Level(_) => exchange(net, bytes, true, None),
            _ => return Err(Unmade::NotHere("HDN, Algorithm 2 is for dual-nets")),
        },
        _ => match net.parts() {
            Parts::Level(level) if coordinates(level) => {
                return Ok(Box::new(Personalised::new(level.numbering().size().ilog2(), bytes)));
            }
            _ => return Err(Unmade::NotHere("DC, Algorithm 3 is for dual-cubes")),
        },
    };
    Ok(Box::new(listed))
}

fn along(b: &Branches, order: &Order<'_>) -> Listed {
    let (root, bytes) = (order.root.0, order.bytes);
    match order.kind {
        Kind::Broadcast => b.broadcast(root, bytes),
        Kind::Scatter => b.scatter(root, bytes),
        Kind::Gather => b.gather(root, bytes),
        Kind::Reduce => b.reduce(root, bytes),
        Kind::AllGather => b.allgather(bytes),
        Kind::ReduceScatter => b.reduce_scatter(bytes),
        kind => b.allreduce(kind, root, bytes),
    }
}

fn round(order: &Order<'_>, rings: &[Vec<u64>]) -> Listed {
    match order.kind {
        Kind::AllGather => ring::allgather(rings, order.bytes),
        Kind::ReduceScatter => ring::reduce_scatter(rings, order.bytes),
        kind => ring::allreduce(kind, rings, order.bytes),
    }
}
