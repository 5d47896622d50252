//! Collectives along a broadcast tree, in its steps: broadcast, scatter, and by reversal and composition gather, reduce, all-gather,
//! reduce-scatter, all-reduce and barrier. Pipelined broadcast cuts the message into pieces.

use super::catalog::{
    Algorithm, Beyond, NOT_CONNECTED, Rings, ScheduleRequest, Unmade, listed_up_to, not_printed,
};
use super::{Action, BroadcastRule, Collective, Conveyor, Kind, Listed, Message, Pace, Schedule, Tree};
use crossedge_lang::net::{Node, Parts, Structure};
use std::sync::Arc;

const SUPPORTED_KINDS: &[Kind] = &[
    Kind::Broadcast,
    Kind::Scatter,
    Kind::Gather,
    Kind::Reduce,
    Kind::AllGather,
    Kind::ReduceScatter,
    Kind::AllReduce,
    Kind::Barrier,
];

/// Cluster by cluster, all together.
pub static STAGES: Algorithm = Algorithm {
    name: "stages",
    summary: "along a tree, cluster by cluster, all together",
    paper: "Li, Peng, Chu, RDN, Algorithm 2; DC, Algorithm 1",
    kinds: SUPPORTED_KINDS,
    usual: &[],
    printed: |net, kind| {
        let Parts::Level(level) = net.parts() else { return None };
        match (level.numbering().keeps_coordinates(), kind) {
            (true, Kind::Broadcast) => Some("DC, Algorithm 1"),
            (true, Kind::Scatter) => Some("DC, section 4"),
            (false, Kind::Broadcast) if level.super_nodes().is_none() => Some("RDN, Algorithm 2"),
            _ => None,
        }
    },
    most_nodes: listed_up_to,
    beyond: Beyond::Tree(Pace::Stages),
    rings: Rings::None,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |net, order| Ok(Box::new(schedule_along(&tree_branches(net, order.root, Pace::Stages)?, order)?)),
};

/// Each node as soon as it can.
pub static EAGER: Algorithm = Algorithm {
    name: "eager",
    summary: "along a tree, each node as soon as it can",
    paper: "this project: DESIGN, how a broadcast beats the papers'",
    kinds: SUPPORTED_KINDS,
    usual: &[Kind::Broadcast, Kind::Scatter, Kind::Gather, Kind::Reduce],
    printed: not_printed,
    most_nodes: listed_up_to,
    beyond: Beyond::Tree(Pace::Eager),
    rings: Rings::None,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |net, order| Ok(Box::new(schedule_along(&tree_branches(net, order.root, Pace::Eager)?, order)?)),
};

/// In pieces that follow each other.
pub static PIPELINED: Algorithm = Algorithm {
    name: "pipelined",
    summary: "along a tree, in pieces that follow each other",
    paper: "Johnsson, Ho, Optimum broadcasting and personalized communication in hypercubes (1989)",
    kinds: &[Kind::Broadcast],
    usual: &[],
    printed: not_printed,
    most_nodes: listed_up_to,
    beyond: Beyond::Nothing,
    rings: Rings::None,
    in_pieces: true,
    multi_hop: false,
    by_rule: false,
    make: |net, order| {
        let branches = tree_branches(net, order.root, Pace::Eager)?;
        Ok(Box::new(branches.pipelined(order.root.0, order.bytes, order.pieces)) as Box<dyn Schedule>)
    },
};

fn tree_branches(net: &Arc<dyn Structure>, root: Node, pace: Pace) -> Result<Branches, Unmade> {
    let tree = BroadcastRule::new(net, root, pace).ok_or(NOT_CONNECTED)?;
    Ok(Branches::of(&tree, net.nodes()))
}

/// Limit of blocks named by the messages of a scatter: a block is named on every link of its path.
const MAX_NAMED: u64 = 1 << 25;

/// Networks of at most this many nodes name fewer blocks, regardless of their tree.
const ALWAYS_NAMED: u64 = 1 << 13;

fn schedule_along(b: &Branches, order: &ScheduleRequest<'_>) -> Result<Listed, Unmade> {
    let (root, bytes) = (order.root.0, order.bytes);
    if matches!(order.kind, Kind::Scatter | Kind::Gather) && b.named_blocks() > MAX_NAMED {
        return Err(Unmade::TooLarge(ALWAYS_NAMED));
    }
    Ok(match order.kind {
        Kind::Broadcast => b.broadcast(root, bytes),
        Kind::Scatter => b.scatter(root, bytes),
        Kind::Gather => b.gather(root, bytes),
        Kind::Reduce => b.reduce(root, bytes),
        Kind::AllGather => b.allgather(bytes),
        Kind::ReduceScatter => b.reduce_scatter(bytes),
        kind => b.allreduce(kind, root, bytes),
    })
}

/// A broadcast tree as lists.
#[derive(Debug, Clone)]
pub struct Branches {
    nodes: u64,
    /// Sender and receiver, for each step.
    steps: Vec<Vec<(u64, u64)>>,
}

impl Branches {
    /// All programs of a tree on `nodes` nodes.
    pub fn of(tree: &dyn Tree, nodes: u64) -> Self {
        let mut steps = vec![Vec::new(); tree.steps() as usize];
        let mut program = Vec::new();
        for v in 0..nodes {
            program.clear();
            tree.program(Node(v), &mut program);
            for &(step, to) in &program {
                if let Some(messages) = steps.get_mut(step as usize) {
                    messages.push((v, to.0));
                }
            }
        }
        Branches { nodes, steps }
    }

    /// The steps, with the chunks of each receiver.
    fn to_listed(&self, of: Collective, action: Action, chunks: impl Fn(u64) -> Vec<u64>) -> Listed {
        let message = |&(from, to): &(u64, u64)| Message::hop(&of, from, to, chunks(to), action);
        Listed::new(of, self.steps.iter().map(|step| step.iter().map(message).collect()).collect())
    }

    /// Number of blocks the messages of a scatter name together.
    fn named_blocks(&self) -> u64 {
        let mut below = vec![1u64; self.nodes as usize];
        let mut named = 0;
        for &(from, to) in self.steps.iter().rev().flatten() {
            below[from as usize] += below[to as usize];
            named += below[to as usize];
        }
        named
    }

    /// For each node all nodes below it, itself included, in order.
    fn descendants(&self) -> Vec<Vec<u64>> {
        let mut below: Vec<Vec<u64>> = (0..self.nodes).map(|v| vec![v]).collect();
        for &(from, to) in self.steps.iter().rev().flatten() {
            let more = below[to as usize].clone();
            below[from as usize].extend(more);
        }
        below.iter_mut().for_each(|all| all.sort_unstable());
        below
    }

    /// The broadcast.
    pub fn broadcast(&self, root: u64, bytes: u64) -> Listed {
        let of = Collective::new(Kind::Broadcast, self.nodes, root, bytes);
        self.to_listed(of, Action::Copy, |_| vec![0])
    }

    /// To every node its own: each message carries all that is for the receiver and those below it.
    pub fn scatter(&self, root: u64, bytes: u64) -> Listed {
        let of = Collective::new(Kind::Scatter, self.nodes, root, bytes);
        let below = self.descendants();
        self.to_listed(of, Action::Move, |to| below[to as usize].clone())
    }

    /// The scatter backwards.
    pub fn gather(&self, root: u64, bytes: u64) -> Listed {
        let of = Collective::new(Kind::Gather, self.nodes, root, bytes);
        self.scatter(root, bytes).reversed(of, Action::Move)
    }

    /// The broadcast backwards.
    pub fn reduce(&self, root: u64, bytes: u64) -> Listed {
        let of = Collective::new(Kind::Reduce, self.nodes, root, bytes);
        self.broadcast(root, bytes).reversed(of, Action::Add)
    }

    /// Everything to the root, and from there to each node all that is not from below it.
    pub fn allgather(&self, bytes: u64) -> Listed {
        let of = Collective::new(Kind::AllGather, self.nodes, 0, bytes);
        let below = self.descendants();
        let up = self.to_listed(of, Action::Copy, |to| below[to as usize].clone()).reversed(of, Action::Copy);
        let others = |to: u64| {
            let mut own = below[to as usize].iter().copied().peekable();
            (0..self.nodes).filter(|v| own.next_if_eq(v).is_none()).collect()
        };
        up.then(self.to_listed(of, Action::Copy, others), of)
    }

    /// The all-gather backwards: sums up, then blocks down. A node that sends a block up has done with it.
    pub fn reduce_scatter(&self, bytes: u64) -> Listed {
        let of = Collective::new(Kind::ReduceScatter, self.nodes, 0, bytes);
        self.allgather(bytes).reversed(of, Action::Add)
    }

    /// Reduce and broadcast, or a barrier.
    pub fn allreduce(&self, kind: Kind, root: u64, bytes: u64) -> Listed {
        let of = Collective::new(kind, self.nodes, root, bytes);
        self.reduce(root, bytes).then(self.broadcast(root, bytes), of)
    }

    /// The children of every node, and the most that a node has.
    fn children(&self) -> (Vec<Vec<u64>>, usize) {
        let mut children = vec![Vec::new(); self.nodes as usize];
        self.steps.iter().flatten().for_each(|&(from, to)| children[from as usize].push(to));
        let most = children.iter().map(Vec::len).max().unwrap_or(0).max(1);
        (children, most)
    }

    /// The timing of the segments of [`Branches::pipelined`].
    pub fn conveyor(&self, root: u64) -> Conveyor {
        let (children, period) = self.children();
        let mut first = vec![Vec::new(); period];
        let mut overlaps = false;
        let mut todo = vec![(root, 0usize)];
        while let Some((v, arrival)) = todo.pop() {
            let below = &children[v as usize];
            // It sends to its last child when the next piece comes.
            overlaps |= v != root && below.len() == period;
            for (i, &w) in below.iter().enumerate() {
                let sent = arrival + i;
                first[sent % period].push((sent / period) as u64);
                todo.push((w, sent + 1));
            }
        }
        for begins in &mut first {
            begins.sort_unstable();
            begins.dedup();
        }
        Conveyor::Branches { period: period as u64, first, overlaps }
    }

    /// The broadcast in pieces: every node hands on one piece after the other, to each of its children in turn. A piece follows the one
    /// before it after as many steps as the node with most children has.
    pub fn pipelined(&self, root: u64, bytes: u64, pieces: u64) -> Listed {
        let of = Collective::new(Kind::Broadcast, self.nodes, root, bytes).cut(pieces);
        let (children, period) = self.children();
        let mut steps: Vec<Vec<Message>> = Vec::new();
        let mut todo = vec![(root, 0usize)];
        while let Some((v, arrival)) = todo.pop() {
            for (i, &w) in children[v as usize].iter().enumerate() {
                for piece in 0..pieces {
                    let step = arrival + i + piece as usize * period;
                    if steps.len() <= step {
                        steps.resize(step + 1, Vec::new());
                    }
                    steps[step].push(Message::hop(&of, v, w, vec![piece], Action::Copy));
                }
                todo.push((w, arrival + i + 1));
            }
        }
        Listed::new(of, steps)
    }
}
