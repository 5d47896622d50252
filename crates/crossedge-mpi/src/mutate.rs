//! A schedule with one mistake, to see that the byte check finds it: one message of the entire schedule lacks a chunk, or carries
//! another one in its place, or is left out, or is sent and added twice.

use crossedge::collective::{Action, Collective, Message, Schedule};
use crossedge::net::Node;

/// A verified schedule that was spoiled afterwards.
#[derive(Debug)]
pub struct Seeded<'a> {
    inner: &'a dyn Schedule,
    /// The location: step, sender, and index of the message.
    at: Option<(u32, u64, usize)>,
    seed: u64,
}

impl<'a> Seeded<'a> {
    /// The message and the mistake follow from the seed.
    pub fn new(inner: &'a dyn Schedule, seed: u64) -> Self {
        let mut places = Vec::new();
        let mut messages = Vec::new();
        for step in 0..inner.steps() {
            for v in 0..inner.collective().nodes {
                messages.clear();
                inner.sends(step, Node(v), &mut messages);
                // The check does not cover blocks that a node sends to itself over other nodes, as in one of the papers, nor chunks without bytes.
                let of = inner.collective();
                let seen = |&chunk: &u64| !is_own_chunk(&of, chunk) && of.chunk_bytes(chunk) > 0;
                let counts = |m: &Message| m.chunks.first().is_some_and(seen);
                places.extend((0..messages.len()).filter(|&i| counts(&messages[i])).map(|i| (step, v, i)));
            }
        }
        let at = places.get((seed / 2) as usize % places.len().max(1)).copied();
        Seeded { inner, at, seed }
    }

    /// The mutation; `None` if no message carries a byte that is checked.
    pub fn fault(&self) -> Option<Mutation> {
        let (step, node, which) = self.at?;
        let mut messages = Vec::new();
        self.inner.sends(step, Node(node), &mut messages);
        Some(Mutation { step, node, how: self.corruption(&messages[which]).0 })
    }

    /// The corruption of a message, as text, and the chunk that it carries instead of its first.
    fn corruption(&self, message: &Message) -> (&'static str, Option<u64>) {
        let other = (0..self.collective().chunks()).find(|chunk| !message.chunks.contains(chunk));
        match (self.seed.is_multiple_of(2), other, message.action) {
            (false, _, Action::Add) => (SENT_TWICE, None),
            (false, Some(other), _) => ("carried another chunk", Some(other)),
            _ if message.chunks.len() == 1 => (LEFT_OUT, None),
            _ => ("lacked a chunk", None),
        }
    }
}

const SENT_TWICE: &str = "was sent twice";
const LEFT_OUT: &str = "was left out";

/// A mistake that was made on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mutation {
    /// The step, from 0.
    pub step: u32,
    /// The sender.
    pub node: u64,
    /// The outcome of its message.
    pub how: &'static str,
}

/// Returns `true` if a chunk of an all-to-all is from a node to itself.
fn is_own_chunk(of: &Collective, chunk: u64) -> bool {
    let block = chunk / of.pieces;
    of.kind == crossedge::collective::Kind::AllToAll && block / of.nodes == block % of.nodes
}

impl Schedule for Seeded<'_> {
    fn collective(&self) -> Collective {
        self.inner.collective()
    }

    fn steps(&self) -> u32 {
        self.inner.steps()
    }

    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        let first = out.len();
        self.inner.sends(step, v, out);
        let Some((_, _, which)) = self.at.filter(|&(s, w, _)| (s, w) == (step, v.0)) else { return };
        let message = &mut out[first + which];
        match self.corruption(message) {
            (SENT_TWICE, _) => {
                let twice = message.clone();
                out.push(twice);
            }
            (_, Some(other)) => message.chunks[0] = other,
            (LEFT_OUT, _) => {
                out.remove(first + which);
            }
            _ => {
                message.chunks.remove(0);
            }
        }
    }
}
