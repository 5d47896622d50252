//! The cost of a schedule: the sum over all steps of the time of the slowest message.
//!
//! A message of m bytes over d links takes, in seconds:
//!
//! - store-and-forward: d·(ts + m·tw); messages that need the same link in the same hop use it one after the other;
//! - cut-through: ts + m·tw + d·th; if several messages share a link, m is the sum of their bytes;
//! - LogGP: 2·o + (m - 1)·G + d·L, but at least g per step; m as for cut-through.
//!
//! On a link of width w, m is replaced by m/w; if cables have different rates, widths are in units of an endpoint port. With cut-through and LogGP, the
//! narrowest link of the path determines the width.
//!
//! Only verified schedules have a cost, on the network and in the switching model for which they were verified.
//!
//! ```
//! use crossedge::cost::{CostMachine, Switching};
//!
//! let machine = CostMachine::new(Switching::StoreAndForward);
//! assert!(machine.message_seconds(2, 1024) > machine.message_seconds(1, 1024), "two hops take longer than one");
//! ```

mod bound;
mod conveyor;
mod formula;
pub mod link;
pub mod size;

pub use bound::{Bound, Contradiction, Ground};
pub use conveyor::{MAX_PIECES, fastest_pieces, of_conveyor};
pub use formula::{of_ring, of_round, of_volume};
pub use link::Link;

use crate::collective::{Kind, Message, Schedule, Tree, along_a_tree};
use crossedge_core::words::words;
use crossedge_lang::net::{Node, Structure};
use crossedge_verify::{Asserted, Checked, Unfit};
use std::collections::HashMap;

/// Switching mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switching {
    /// Complete messages, stored at every node.
    StoreAndForward,
    /// Each link as soon as the head has arrived.
    CutThrough,
    /// LogGP.
    LogGp,
}

words!(Switching, "model":
    StoreAndForward = "store-and-forward": "d·(ts + m·tw): ts = 1 µs, tw = 1 ns a byte",
    CutThrough = "cut-through": "ts + m·tw + d·th: th = 100 ns",
    LogGp = "loggp": "2·o + (m-1)·G + d·L, at least g: o = 400 ns, L = 200 ns, g = 1 µs, G = 1 ns",
);

/// A machine, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CostMachine {
    /// Switching mode.
    pub switching: Switching,
    /// To start a message: ts.
    pub startup_seconds: f64,
    /// For a byte on a link: tw, G.
    pub byte_seconds: f64,
    /// For a node on the way: th.
    pub hop_seconds: f64,
    /// To send or receive a message: o.
    pub overhead_seconds: f64,
    /// For a link: L.
    pub latency_seconds: f64,
    /// Between two messages: g.
    pub gap_seconds: f64,
}

impl CostMachine {
    /// A startup of 1 µs, 1 ns for a byte, 100 ns for a hop; in LogGP 400 ns overhead, 200 ns latency and a gap of 1 µs, which adds up
    /// to the same startup for one link.
    pub fn new(switching: Switching) -> Self {
        CostMachine {
            switching,
            startup_seconds: 1e-6,
            byte_seconds: 1e-9,
            hop_seconds: 1e-7,
            overhead_seconds: 4e-7,
            latency_seconds: 2e-7,
            gap_seconds: 1e-6,
        }
    }

    /// The same with other links: every constant keeps its proportion to the startup.
    pub fn with(switching: Switching, link: &Link) -> Self {
        let (usual, start) = (CostMachine::new(switching), link.latency_seconds);
        match *link == Link::default() {
            true => usual,
            false => CostMachine {
                startup_seconds: start,
                byte_seconds: link.byte_seconds,
                hop_seconds: 0.1 * start,
                overhead_seconds: 0.4 * start,
                latency_seconds: 0.2 * start,
                gap_seconds: start,
                ..usual
            },
        }
    }

    /// One message over `hops` links, while `bytes` are on its busiest one.
    pub fn message_seconds(&self, hops: u64, bytes: u128) -> f64 {
        self.seconds(hops, bytes as f64)
    }

    /// The same with bytes over a width, which need not be an integer.
    fn seconds(&self, hops: u64, m: f64) -> f64 {
        let d = hops as f64;
        match self.switching {
            Switching::StoreAndForward => d * (self.startup_seconds + m * self.byte_seconds),
            Switching::CutThrough => self.startup_seconds + m * self.byte_seconds + d * self.hop_seconds,
            Switching::LogGp => {
                let all = 2.0 * self.overhead_seconds
                    + (m - 1.0).max(0.0) * self.byte_seconds
                    + d * self.latency_seconds;
                all.max(self.gap_seconds)
            }
        }
    }

    /// One step.
    fn step_seconds(&self, messages: &[Message], widths: &Widths<'_>) -> f64 {
        if messages.iter().all(|m| m.hops() == 1) {
            // One link each, and the verifier has seen that no two share one.
            let one = |m: &Message| self.seconds(1, m.bytes as f64 / widths.width_of((m.from(), m.to())));
            return messages.iter().map(one).fold(0.0, f64::max);
        }
        if self.switching == Switching::StoreAndForward {
            let longest = messages.iter().map(Message::hops).max().unwrap_or(0) as usize;
            return (0..longest).map(|hop| self.hop_seconds(messages, hop, widths)).sum();
        }
        let mut load: HashMap<(u64, u64), u128> = HashMap::new();
        for m in messages {
            m.path
                .windows(2)
                .for_each(|hop| *load.entry((hop[0], hop[1])).or_default() += u128::from(m.bytes));
        }
        let one = |m: &Message| {
            let links = || m.path.windows(2).map(|hop| (hop[0], hop[1]));
            let narrowest = links().map(|link| widths.width_of(link)).fold(f64::INFINITY, f64::min);
            let busiest = links().map(|link| load[&link] as f64 / widths.width_of(link)).fold(0.0, f64::max);
            self.seconds(m.hops(), busiest.max(m.bytes as f64 / narrowest))
        };
        messages.iter().map(one).fold(0.0, f64::max)
    }

    /// The n-th hop of all messages that have one.
    fn hop_seconds(&self, messages: &[Message], n: usize, widths: &Widths<'_>) -> f64 {
        let mut links: HashMap<(u64, u64), f64> = HashMap::new();
        for m in messages {
            if let Some(hop) = m.path.windows(2).nth(n) {
                let link = (hop[0], hop[1]);
                *links.entry(link).or_default() += self.seconds(1, m.bytes as f64 / widths.width_of(link));
            }
        }
        links.values().copied().fold(0.0, f64::max)
    }
}

/// How wide links are, in endpoint ports; nothing is looked up where all have width 1.
struct Widths<'a> {
    net: &'a dyn Structure,
    plain: bool,
    /// The width of an endpoint port.
    unit: f64,
}

impl<'a> Widths<'a> {
    fn new(net: &'a dyn Structure) -> Self {
        Widths { net, plain: crossedge_verify::widths(net).is_empty(), unit: net.unit() as f64 }
    }

    fn width_of(&self, (a, b): (u64, u64)) -> f64 {
        match self.plain {
            true => 1.0,
            false => self.net.width_between(Node(a), Node(b)).map_or(1.0, |width| width as f64 / self.unit),
        }
    }
}

/// The cost of a schedule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// Steps.
    pub steps: u64,
    /// Messages.
    pub messages: u64,
    /// Bytes times links.
    pub link_bytes: u128,
    /// The time.
    pub seconds: f64,
}

/// A schedule for a machine: on the network where it was verified, and verified as its messages move here.
fn fitting<'a, S: Schedule>(
    net: &dyn Structure,
    schedule: &'a Checked<S>,
    machine: &CostMachine,
) -> Result<&'a S, Unfit> {
    let stored = machine.switching == Switching::StoreAndForward;
    let needed = match stored {
        true => "a schedule of messages that are stored at every node",
        false => "a schedule of messages that cut through",
    };
    // Wide links have room for messages that would clash on others.
    if matches!(schedule.asserted(), Asserted::Schedule { widths, .. } if *widths != crossedge_verify::widths(net))
    {
        return Err(Unfit::Claim { needed: "a schedule over links of these widths" });
    }
    schedule.when(net, needed, |asserted| match asserted {
        Asserted::Schedule { model, .. } => {
            (model.switching == crossedge_verify::Switching::HopSynchronous) == stored
        }
        _ => false,
    })
}

/// The cost of a schedule that was found good.
pub fn of<S: Schedule>(
    net: &dyn Structure,
    schedule: &Checked<S>,
    machine: &CostMachine,
) -> Result<Cost, Unfit> {
    let schedule = fitting(net, schedule, machine)?;
    let nodes = schedule.collective().nodes;
    let mut cost = Cost { steps: schedule.steps().into(), messages: 0, link_bytes: 0, seconds: 0.0 };
    let mut messages = Vec::new();
    let widths = Widths::new(net);
    for step in 0..schedule.steps() {
        messages.clear();
        (0..nodes).for_each(|v| schedule.sends(step, Node(v), &mut messages));
        cost.messages += messages.len() as u64;
        cost.link_bytes += messages.iter().map(|m| u128::from(m.hops()) * u128::from(m.bytes)).sum::<u128>();
        cost.seconds += machine.step_seconds(&messages, &widths);
    }
    Ok(cost)
}

/// The cost of a broadcast in closed form that was found good, of the same backwards as a reduction, or of both as an all-reduce; none for
/// other kinds, and on networks with switches or links of several widths. Its messages go over one link each, so it does not matter how they move.
pub fn of_tree<T: Tree>(
    net: &dyn Structure,
    tree: &Checked<T>,
    (kind, bytes): (Kind, u64),
    machine: &CostMachine,
) -> Result<Option<Cost>, Unfit> {
    let tree = tree.when(net, "a broadcast", |asserted| matches!(asserted, Asserted::Tree { .. }))?;
    let volume = along_a_tree(tree, net.nodes(), kind).zip(formula::uniform_link(net));
    Ok(volume.map(|(volume, path)| of_volume(&volume, bytes, machine, &[path])))
}

/// The time of a schedule whose nodes do not wait for each other's steps: a message starts when its sender has done with its step
/// before and its receiver too, and a node goes on when all its messages of a step are through. Messages of one link each; `None`
/// when one has more, or the machine is LogGP.
pub fn replay_seconds<S: Schedule>(
    net: &dyn Structure,
    schedule: &Checked<S>,
    machine: &CostMachine,
) -> Result<Option<f64>, Unfit> {
    let schedule = fitting(net, schedule, machine)?;
    let nodes = schedule.collective().nodes;
    let widths = Widths::new(net);
    let mut clock = vec![0.0f64; nodes as usize];
    let mut messages = Vec::new();
    for step in 0..schedule.steps() {
        messages.clear();
        (0..nodes).for_each(|v| schedule.sends(step, Node(v), &mut messages));
        let mut after = clock.clone();
        for m in &messages {
            if m.hops() != 1 {
                return Ok(None);
            }
            let (from, to) = (m.from() as usize, m.to() as usize);
            let bytes = m.bytes as f64 / widths.width_of((m.from(), m.to())) * machine.byte_seconds;
            let end = match machine.switching {
                Switching::StoreAndForward => clock[from].max(clock[to]) + machine.startup_seconds + bytes,
                Switching::CutThrough => {
                    (clock[from] + machine.startup_seconds).max(clock[to]) + machine.hop_seconds + bytes
                }
                Switching::LogGp => return Ok(None),
            };
            after[from] = after[from].max(end);
            after[to] = after[to].max(end);
        }
        clock = after;
    }
    Ok(Some(clock.into_iter().fold(0.0, f64::max)))
}
