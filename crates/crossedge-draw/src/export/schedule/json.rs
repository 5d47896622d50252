//! A schedule as JSON, complete for its verifier: the collective, the model, and every message with its path, its chunks and its effect. No other
//! format records the contents of a message over switches; `crossedge verify --schedule` reads this one back, from any producer.

use crate::export::given::quoted_text;
use crossedge_core::model::{Action, Collective, Kind, Listed, Message, Schedule};
use crossedge_core::words::{UnknownWord, Word};
use crossedge_lang::net::{Network, Node};
use crossedge_verify::{Asserted, Checked, Model, Ports, Switching, Unfit};
use std::io::{self, Write};

/// The first field of every such file.
pub const FORMAT_TAG: &str = "crossedge schedule 1";

/// A schedule as read from a file. It is untrusted until verified.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleFile {
    /// `crossedge schedule 1`.
    pub form: String,
    /// The network that it was made for.
    pub expression: String,
    /// The collective.
    pub collective: String,
    /// Number of endpoints.
    pub nodes: u64,
    /// The special node of a rooted collective.
    #[serde(default)]
    pub root: u64,
    /// The bytes of a block.
    pub bytes: u64,
    /// Number of pieces a block is cut into.
    pub pieces: u64,
    /// Number of messages a node can have under way: `half`, `one` or `all`.
    pub ports: String,
    /// Of cut-through switching: how long a head takes for a link, and a byte; both are left out where every node stores messages, all in step.
    #[serde(default)]
    pub cut_through: Option<(u64, u64)>,
    /// The messages of each step.
    pub steps: Vec<Vec<MessageFile>>,
}

/// A message as it is in a file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageFile {
    /// The nodes on its path, starting with the sender.
    pub path: Vec<u64>,
    /// The payload.
    pub chunks: Vec<u64>,
    /// `copy`, `move` or `add`.
    pub action: String,
}

impl ScheduleFile {
    /// The schedule, and the model under which it is meant to hold.
    pub fn to_schedule(&self) -> Result<(Listed, Model), UnknownWord> {
        let kind: Kind = self.collective.parse()?;
        let of = Collective::new(kind, self.nodes, self.root, self.bytes).cut(self.pieces);
        let switching = match self.cut_through {
            None => Switching::HopSynchronous,
            Some((hop_time, byte_time)) => Switching::CutThrough { hop_time, byte_time },
        };
        let message = |m: &MessageFile| {
            let (path, chunks) = (m.path.clone(), m.chunks.clone());
            Ok(Message { path, bytes: of.bytes_of(&chunks), chunks, action: m.action.parse::<Action>()? })
        };
        let steps = self.steps.iter().map(|step| step.iter().map(message).collect::<Result<Vec<_>, _>>());
        let steps = steps.collect::<Result<Vec<_>, UnknownWord>>()?;
        Ok((Listed::new(of, steps), Model { ports: self.ports.parse::<Ports>()?, switching }))
    }
}

/// Writes a schedule that was verified on this network, a message a line.
pub fn json<S: Schedule>(
    net: &dyn Network,
    schedule: &Checked<S>,
    expression: &str,
    out: &mut dyn Write,
) -> io::Result<Result<(), Unfit>> {
    let Asserted::Schedule { of, model, .. } = schedule.asserted().clone() else {
        return Ok(Err(Unfit::Claim { needed: "a schedule" }));
    };
    let schedule = match schedule.when(net, "a schedule", |_| true) {
        Ok(schedule) => schedule,
        Err(unfit) => return Ok(Err(unfit)),
    };
    let Collective { kind, nodes, root, bytes, pieces } = of;
    writeln!(out, "{{\"form\": {}, \"expression\": {},", quoted_text(FORMAT_TAG), quoted_text(expression))?;
    writeln!(
        out,
        " \"collective\": {}, \"nodes\": {nodes}, \"root\": {root}, \"bytes\": {bytes}, \"pieces\": {pieces},",
        quoted_text(kind.word())
    )?;
    write!(out, " \"ports\": {},", quoted_text(Word::word(model.ports)))?;
    match model.switching {
        Switching::HopSynchronous => {}
        Switching::CutThrough { hop_time, byte_time } => {
            write!(out, " \"cut_through\": [{hop_time}, {byte_time}],")?;
        }
    }
    write!(out, "\n \"steps\": [")?;
    let mut messages = Vec::new();
    for step in 0..schedule.steps() {
        messages.clear();
        (0..nodes).for_each(|v| schedule.sends(step, Node(v), &mut messages));
        write!(out, "{}\n  [", if step > 0 { "," } else { "" })?;
        for (i, m) in messages.iter().enumerate() {
            let comma = if i > 0 { ",\n   " } else { "" };
            let action = quoted_text(Word::word(m.action));
            write!(
                out,
                "{comma}{{\"path\": {:?}, \"chunks\": {:?}, \"action\": {action}}}",
                m.path, m.chunks
            )?;
        }
        write!(out, "]")?;
    }
    writeln!(out, "\n ]}}")?;
    Ok(Ok(()))
}
