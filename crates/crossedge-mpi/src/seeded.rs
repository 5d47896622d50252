//! A schedule with one mistake, to see that the byte check finds it: one message of the whole schedule lacks a chunk, or carries
//! another one in its place, or is added twice.

use crossedge::collective::{Action, Collective, Message, Schedule};
use crossedge::net::Node;

/// A judged schedule that was spoiled afterwards.
#[derive(Debug)]
pub struct Seeded<'a> {
    inner: &'a dyn Schedule,
    /// Where: step, sender, and which of its messages.
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
                // A block that a node sends to itself round about, as one paper prints it, is promised to nobody; nor is a chunk without bytes.
                let of = inner.collective();
                let seen = |&chunk: &u64| !own(&of, chunk) && of.chunk_bytes(chunk) > 0;
                let counts = |m: &Message| m.chunks.first().is_some_and(seen);
                places.extend((0..messages.len()).filter(|&i| counts(&messages[i])).map(|i| (step, v, i)));
            }
        }
        let at = places.get((seed / 2) as usize % places.len().max(1)).copied();
        Seeded { inner, at, seed }
    }

    /// Where the mistake is: the step, from 0, and the sender.
    pub fn place(&self) -> Option<(u32, u64)> {
        self.at.map(|(step, v, _)| (step, v))
    }
}

/// Whether a chunk of an all-to-all is from a node to itself.
fn own(of: &Collective, chunk: u64) -> bool {
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
        let other = (0..self.collective().chunks()).find(|chunk| !message.chunks.contains(chunk));
        match (self.seed.is_multiple_of(2), other, message.action) {
            (false, _, Action::Add) => {
                let twice = message.clone();
                out.push(twice);
            }
            (false, Some(other), _) => message.chunks[0] = other,
            _ => {
                message.chunks.remove(0);
                if message.chunks.is_empty() {
                    out.remove(first + which);
                }
            }
        }
    }
}
