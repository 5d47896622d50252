//! The contents of every arc in every step, as a table: four bytes per arc and step, and no list of messages.

use crate::collective::{Action, Collective, Message, Schedule};
use crossedge_lang::net::{Node, Port, Structure};

/// The arcs of a network by number: those of a node follow each other, in the order of its ports.
#[derive(Debug)]
pub(crate) struct NumberedArcs {
    /// The first arc of each node, and their number.
    first: Vec<u32>,
    /// The head of each arc, and the reverse arc.
    ends: Vec<(u32, u32)>,
}

impl NumberedArcs {
    pub(crate) fn from_network(net: &dyn Structure) -> NumberedArcs {
        let nodes = net.nodes();
        let mut first = vec![0u32];
        (0..nodes).for_each(|v| first.push(first[v as usize] + net.degree(Node(v))));
        let arc = |v| (0..net.degree(Node(v))).map(move |port| net.link(Node(v), Port(port)));
        let ends =
            (0..nodes).flat_map(arc).map(|(w, back)| (w.0 as u32, first[w.0 as usize] + back.0)).collect();
        NumberedArcs { first, ends }
    }

    pub(crate) fn count(&self) -> usize {
        self.ends.len()
    }

    /// Out of a node: each with its other end.
    pub(crate) fn outgoing(&self, v: u64) -> impl Iterator<Item = (usize, u64)> + '_ {
        let range = self.first[v as usize] as usize..self.first[v as usize + 1] as usize;
        range.map(|arc| (arc, self.ends[arc].0.into()))
    }

    /// The head of an arc.
    pub(crate) fn arc_head(&self, arc: usize) -> u64 {
        self.ends[arc].0.into()
    }

    /// The arc between two neighbours.
    pub(crate) fn arc_between(&self, v: u64, w: u64) -> Option<usize> {
        self.outgoing(v).find(|&(_, to)| to == w).map(|(arc, _)| arc)
    }
}

/// No message.
const NO_MESSAGE: u32 = u32::MAX;

/// The table, read forwards or backwards.
#[derive(Debug)]
pub(crate) struct LineTable {
    of: Collective,
    arcs: NumberedArcs,
    /// The chunk on each arc in each step.
    table: Vec<Vec<u32>>,
    steps: u32,
    /// Every message back over its arc, the last step first.
    back: bool,
    action: Action,
}

impl LineTable {
    /// Empty on all arcs.
    pub(crate) fn new(of: Collective, arcs: NumberedArcs, action: Action) -> LineTable {
        let table = vec![Vec::new(); arcs.count()];
        LineTable { of, arcs, table, steps: 0, back: false, action }
    }

    pub(crate) fn arcs(&self) -> &NumberedArcs {
        &self.arcs
    }

    /// Puts a chunk on an arc in a step.
    pub(crate) fn put_chunk(&mut self, arc: usize, step: u32, chunk: u64) {
        let line = &mut self.table[arc];
        if line.len() <= step as usize {
            line.resize(step as usize + 1, NO_MESSAGE);
        }
        line[step as usize] = chunk as u32;
        self.steps = self.steps.max(step + 1);
    }

    /// Read backwards, as another collective.
    pub(crate) fn reversed(self, of: Collective, action: Action) -> LineTable {
        LineTable { of: of.cut(self.of.pieces), action, back: !self.back, ..self }
    }
}

impl Schedule for LineTable {
    fn collective(&self) -> Collective {
        self.of
    }

    fn steps(&self) -> u32 {
        self.steps
    }

    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        let Some(last) = self.steps.checked_sub(1).filter(|&last| step <= last) else { return };
        for (arc, to) in self.arcs.outgoing(v.0) {
            let (line, at) = match self.back {
                true => (self.arcs.ends[arc].1 as usize, last - step),
                false => (arc, step),
            };
            match self.table[line].get(at as usize) {
                Some(&chunk) if chunk != NO_MESSAGE => {
                    out.push(Message::hop(&self.of, v.0, to, vec![chunk.into()], self.action));
                }
                _ => {}
            }
        }
    }
}
