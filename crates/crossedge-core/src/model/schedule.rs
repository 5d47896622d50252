//! A schedule: steps of messages. A message carries data that its sender held before the step; the receiver holds it after the step.

use super::collective::Collective;
use crate::net::Node;
use crate::words::words;
use std::fmt::Debug;

/// The effect of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The receiver has it afterwards as the sender has it; the sender keeps it.
    Copy,
    /// The receiver has it afterwards, the sender no longer.
    Move,
    /// The receiver adds it to its own value; the sender keeps it.
    Add,
}

words!(Action, "action":
    Copy = "copy": "The receiver has it afterwards as the sender has it",
    Move = "move": "The receiver has it afterwards, the sender no longer",
    Add = "add": "The receiver adds it to its own value",
);

/// A message of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The nodes of its path, the sender first and the receiver last: at least two, each linked to the next.
    pub path: Vec<u64>,
    /// The payload.
    pub chunks: Vec<u64>,
    /// The same in bytes.
    pub bytes: u64,
    /// The effect at the receiver.
    pub action: Action,
}

impl Message {
    /// A message over one link.
    pub fn hop(of: &Collective, from: u64, to: u64, chunks: Vec<u64>, action: Action) -> Self {
        Message { path: vec![from, to], bytes: of.bytes_of(&chunks), chunks, action }
    }

    /// The sender.
    pub fn from(&self) -> u64 {
        self.path.first().copied().unwrap_or(u64::MAX)
    }

    /// The receiver.
    pub fn to(&self) -> u64 {
        self.path.last().copied().unwrap_or(u64::MAX)
    }

    /// Number of links it takes.
    pub fn hops(&self) -> u64 {
        (self.path.len() as u64).saturating_sub(1)
    }
}

/// Steps of messages, asked for one node and step at a time.
pub trait Schedule: Debug + Send + Sync {
    /// The collective.
    fn collective(&self) -> Collective;
    /// Number of steps.
    fn steps(&self) -> u32;
    /// Appends what `v` sends in a step, counted from 0.
    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>);
    /// Appends the messages of a step that no node of the collective sends, so that [`Schedule::sends`] never returns them. Generators
    /// make none; a file can contain them.
    fn strays(&self, step: u32, out: &mut Vec<Message>) {
        let _ = (step, out);
    }
}

impl<S: Schedule + ?Sized> Schedule for Box<S> {
    fn collective(&self) -> Collective {
        (**self).collective()
    }

    fn steps(&self) -> u32 {
        (**self).steps()
    }

    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        (**self).sends(step, v, out);
    }

    fn strays(&self, step: u32, out: &mut Vec<Message>) {
        (**self).strays(step, out);
    }
}

/// A schedule as plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    collective: Collective,
    /// The messages of each step, by sender.
    steps: Vec<Vec<Message>>,
}

impl Listed {
    /// These messages in these steps.
    pub fn new(collective: Collective, mut steps: Vec<Vec<Message>>) -> Self {
        for step in &mut steps {
            step.sort_by_key(Message::from);
        }
        Listed { collective, steps }
    }

    /// All that another schedule sends.
    pub fn of(schedule: &dyn Schedule) -> Self {
        let collective = schedule.collective();
        let steps = (0..schedule.steps()).map(|step| {
            let mut all = Vec::new();
            (0..collective.nodes).for_each(|v| schedule.sends(step, Node(v), &mut all));
            all
        });
        Listed { collective, steps: steps.collect() }
    }

    /// The messages of each step, by sender.
    pub fn messages(&self) -> &[Vec<Message>] {
        &self.steps
    }

    /// Collective and steps, to make another schedule of.
    pub fn into_parts(self) -> (Collective, Vec<Vec<Message>>) {
        (self.collective, self.steps)
    }

    /// Reverses every message, last step first; `collective` is the result, and `action` the effect of a message.
    ///
    /// A broadcast becomes a reduction, a scatter a gather, an all-gather a reduce-scatter.
    pub fn reversed(&self, collective: Collective, action: Action) -> Listed {
        let back = |m: &Message| Message {
            path: m.path.iter().rev().copied().collect(),
            chunks: m.chunks.clone(),
            bytes: collective.bytes_of(&m.chunks),
            action,
        };
        let steps = self.steps.iter().rev().map(|step| step.iter().map(back).collect());
        Listed::new(collective, steps.collect())
    }

    /// This schedule and then another one, as a schedule for `collective`. Chunks keep their numbers.
    pub fn then(self, other: Listed, collective: Collective) -> Listed {
        let mut steps = self.steps;
        steps.extend(other.steps);
        for message in steps.iter_mut().flatten() {
            message.bytes = collective.bytes_of(&message.chunks);
        }
        Listed { collective, steps }
    }
}

impl Schedule for Listed {
    fn collective(&self) -> Collective {
        self.collective
    }

    fn steps(&self) -> u32 {
        self.steps.len() as u32
    }

    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        let Some(messages) = self.steps.get(step as usize) else { return };
        let first = messages.partition_point(|m| m.from() < v.0);
        out.extend(messages[first..].iter().take_while(|m| m.from() == v.0).cloned());
    }

    fn strays(&self, step: u32, out: &mut Vec<Message>) {
        let Some(messages) = self.steps.get(step as usize) else { return };
        out.extend(messages.iter().filter(|m| m.from() >= self.collective.nodes).cloned());
    }
}

/// An all-to-all in closed form, message by message, each with its own path: at any size.
pub trait Itinerary: Debug + Sync {
    /// Number of steps.
    fn steps(&self) -> u64;
    /// Appends the hops of a message: the step, from 0, and the node that it comes to.
    fn hops(&self, from: Node, to: Node, out: &mut Vec<(u64, Node)>);
}

/// A broadcast of one message in closed form: the program of one node at a time, at any size.
pub trait Tree: Debug + Send + Sync {
    /// The node that has the message.
    fn root(&self) -> Node;
    /// After how many steps everybody has it.
    fn steps(&self) -> u32;
    /// Writes what `v` does once it has the message: to whom it sends in which step, counted from 0, in the order of the steps.
    fn program(&self, v: Node, out: &mut Vec<(u32, Node)>);
}
