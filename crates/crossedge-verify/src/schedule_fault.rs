//! The machine model that schedules are verified for, and the faults that the verifier names.

use super::links::Switching;
use crossedge_core::words::words;
use std::fmt;

/// Number of concurrent messages per node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ports {
    /// One at a time, in or out.
    Half,
    /// One in and one out at a time: full duplex.
    One,
    /// One in and one out on every link.
    All,
}

words!(Ports, "ports":
    Half = "half": "One at a time, in or out",
    One = "one": "One in and one out at a time",
    All = "all": "One in and one out on every link",
);

/// The resources of the machine model.
///
/// A message over several links passes nodes on its way. Hop-synchronous, they store it and hand it on by their own ports: in every hop
/// of a step a node with one port sends at most one message and receives at most one, its own or others'. Under cut-through their
/// routers pass it on, and it takes links but no ports of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Model {
    /// Messages at a node.
    pub ports: Ports,
    /// Messages over several links.
    pub switching: Switching,
}

/// The error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The schedule is for this many nodes, and the network has another number.
    Nodes(u64),
    /// The root of a rooted collective is none of its nodes.
    Root(u64),
    /// A message without a path.
    NoWay,
    /// A message that no node of the collective sends.
    NoSender,
    /// No node of the network.
    Outside,
    /// No link leads there.
    Unlinked(u64),
    /// No chunk of the collective, or one that is listed twice, or none at all.
    NoChunk,
    /// The bytes of a message are not those of its chunks.
    Size {
        /// The declared size.
        reported: u64,
        /// The size of its chunks.
        counted: u128,
    },
    /// The sender does not hold it before the step.
    NotHeld,
    /// More messages out than the ports allow.
    Sends,
    /// More messages in than the ports allow.
    Receives,
    /// Messages in and out, and the ports allow one of them.
    Both,
    /// It is a switch, and a message ends there.
    Switch,
    /// It is an endpoint, and hands a message on between switches.
    Relay,
    /// Another message is on the link at that time.
    Link {
        /// The end of the link.
        to: u64,
        /// Sender and receiver of the other message.
        other: (u64, u64),
    },
    /// The data of a node goes in twice.
    Twice {
        /// The node whose data it is.
        source: u64,
        /// The second sender.
        from: u64,
    },
    /// It is to add that to its own value, and has none.
    NothingToAdd(u64),
    /// It has that already.
    Again(u64),
    /// Two messages of one step bring it, and one of them is to replace it.
    Clash(u64),
    /// It does not hold this afterwards.
    Absent,
    /// The data of this node is not in it afterwards.
    Lacks(u64),
}

/// A schedule that does not hold, with the place where it breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduleFault {
    /// The step, from 0; `None` if it is the end that is wrong.
    pub step: Option<u32>,
    /// The node.
    pub node: u64,
    /// The chunk, when it is about one.
    pub chunk: Option<u64>,
    /// The error.
    pub reason: Reason,
}

impl fmt::Display for ScheduleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScheduleFault { step, node, chunk, reason } = self;
        if let Reason::Nodes(nodes) = reason {
            return write!(f, "the schedule is for {nodes} nodes, and the network has {node}");
        }
        if let Reason::Root(root) = reason {
            return write!(f, "the root is node {root}, and the schedule is for {node} nodes");
        }
        match step {
            Some(step) => write!(f, "step {}: ", step + 1)?,
            None => write!(f, "at the end: ")?,
        }
        if let (Reason::NoWay, u64::MAX) = (reason, *node) {
            return write!(f, "a message has an empty path");
        }
        write!(f, "node {node} ")?;
        let what = chunk.map_or("something".to_owned(), |chunk| format!("chunk {chunk}"));
        match reason {
            Reason::Nodes(nodes) | Reason::Root(nodes) => write!(f, "is one of {nodes}"),
            Reason::NoSender => write!(f, "sends a message, but is not an endpoint"),
            Reason::NoWay => write!(f, "sends a message that goes nowhere"),
            Reason::Outside => write!(f, "is not a node of the network"),
            Reason::Unlinked(to) => write!(f, "has no link to node {to}"),
            Reason::NoChunk => match chunk {
                Some(_) => write!(f, "sends {what}, which does not exist or is listed twice"),
                None => write!(f, "sends a message with nothing in it"),
            },
            Reason::Size { reported, counted } => {
                write!(f, "sends a message declared as {reported} bytes, but its chunks have {counted}")
            }
            Reason::NotHeld => write!(f, "sends {what}, which it does not hold"),
            Reason::Sends => write!(f, "sends more messages than its ports allow"),
            Reason::Receives => write!(f, "receives more messages than its ports allow"),
            Reason::Both => write!(f, "sends and receives, and its port allows one of them"),
            Reason::Switch => write!(f, "is a switch, and a message ends there"),
            Reason::Relay => write!(f, "is an endpoint, and hands on a message, which only switches do here"),
            Reason::Link { to, other: (a, b) } => {
                write!(f, "sends to node {to} while the message from node {a} to node {b} is on the link")
            }
            Reason::Twice { source, from } => {
                write!(f, "receives the data of node {source} in {what} a second time (from node {from})")
            }
            Reason::NothingToAdd(from) => {
                write!(f, "adds {what} from node {from}, and holds nothing to add it to")
            }
            Reason::Again(from) => write!(f, "receives {what} a second time (from node {from})"),
            Reason::Clash(from) => {
                write!(f, "receives {what} from node {from} while another message changes it")
            }
            Reason::Absent => write!(f, "does not hold {what}"),
            Reason::Lacks(source) => write!(f, "holds {what} without the data of node {source}"),
        }
    }
}

impl std::error::Error for ScheduleFault {}
