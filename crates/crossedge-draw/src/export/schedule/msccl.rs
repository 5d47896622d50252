//! MSCCL algorithms as XML, which MSCCL and RCCL run and ASTRA-sim converts. Each node is a GPU, with a thread block for each neighbour that it sends to or receives from.
//!
//! The parser of MSCCL is handwritten: no prolog, double quotes, one space between attributes, all on one line. A step can wait for at most one other step; if it must
//! wait for more, it is preceded by empty steps that wait for them. MSCCL overwrites memory above 1,024 GPUs, and both have limits on steps and blocks.

use super::{NodePrograms, Op};
use crossedge_core::model::{Action, Kind};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The reader: the name of a reduce-scatter and the limits differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// MSCCL of Microsoft.
    Msccl,
    /// RCCL of AMD.
    Rccl,
}

impl Dialect {
    fn steps(self) -> usize {
        match self {
            Dialect::Msccl => 256,
            Dialect::Rccl => 64,
        }
    }
}

/// Blocks of one channel.
const MOST_BLOCKS: usize = 32;

/// Children of an element.
const MOST_GPUS: usize = 1024;

/// Chunks of one step.
const MOST_COUNT: usize = 71;

/// A step of a block.
struct BlockStep {
    what: &'static str,
    offset: u64,
    count: usize,
    /// Block and step that it waits for.
    waits: Option<(usize, usize)>,
    waited_for: bool,
}

/// A thread block: whom it sends to or receives from, and its steps.
struct ThreadBlock {
    peer: u64,
    send: bool,
    steps: Vec<BlockStep>,
}

/// The last writer of a chunk, and its readers since: block and step.
#[derive(Default)]
struct Use {
    wrote: Option<(usize, usize)>,
    read: Vec<(usize, usize)>,
}

/// The blocks of one GPU.
fn thread_blocks(ops: &[Op]) -> Vec<ThreadBlock> {
    let mut blocks: Vec<ThreadBlock> = Vec::new();
    let mut uses: BTreeMap<u64, Use> = BTreeMap::new();
    for op in ops {
        let at = blocks.iter().position(|block| (block.peer, block.send) == (op.peer, op.send));
        let at = at.unwrap_or_else(|| {
            blocks.push(ThreadBlock { peer: op.peer, send: op.send, steps: Vec::new() });
            blocks.len() - 1
        });
        let mut chunks = op.chunks.clone();
        chunks.sort_unstable();
        let runs = chunks.chunk_by(|a, b| a + 1 == *b).flat_map(|run| run.chunks(MOST_COUNT));
        for run in runs {
            // By block the last step that must be done before.
            let mut before: BTreeMap<usize, usize> = BTreeMap::new();
            for chunk in run {
                let own = uses.entry(*chunk).or_default();
                let read = if op.send { &[][..] } else { &own.read[..] };
                for &(block, step) in own.wrote.iter().chain(read).filter(|done| done.0 != at) {
                    let last = before.entry(block).or_insert(step);
                    *last = step.max(*last);
                }
            }
            let mut waits: Vec<(usize, usize)> = before.into_iter().collect();
            let last = waits.pop();
            for &(block, step) in waits.iter().chain(&last) {
                blocks[block].steps[step].waited_for = true;
            }
            let nothing =
                |waits| BlockStep { what: "nop", offset: 0, count: 0, waits: Some(waits), waited_for: false };
            blocks[at].steps.extend(waits.into_iter().map(nothing));
            let what = match (op.send, op.action) {
                (true, _) => "s",
                (false, Action::Add) => "rrc",
                (false, _) => "r",
            };
            let step = (at, blocks[at].steps.len());
            blocks[at].steps.push(BlockStep {
                what,
                offset: run[0],
                count: run.len(),
                waits: last,
                waited_for: false,
            });
            for chunk in run {
                let own = uses.entry(*chunk).or_default();
                match op.send {
                    true => own.read.push(step),
                    false => *own = Use { wrote: Some(step), read: Vec::new() },
                }
            }
        }
    }
    blocks
}

/// Writes an algorithm; the error names the unsupported feature.
pub fn msccl(
    programs: &NodePrograms,
    dialect: Dialect,
    name: &str,
    out: &mut dyn Write,
) -> io::Result<Result<(), String>> {
    let of = &programs.collective;
    let gpus = programs.ops.len();
    let pieces = of.pieces;
    let all = of.nodes.saturating_mul(pieces);
    // Input, output and all chunks, the buffer they use if input and output are the same, and the name.
    let (input, output, loops, buffer, word) = match of.kind {
        Kind::AllReduce => (pieces, pieces, pieces, "i", "allreduce"),
        Kind::AllGather => (pieces, all, all, "o", "allgather"),
        Kind::Broadcast => (pieces, pieces, pieces, "o", "broadcast"),
        Kind::Reduce => (pieces, pieces, pieces, "i", "reduce"),
        Kind::ReduceScatter if dialect == Dialect::Msccl => (all, pieces, all, "i", "reduce_scatter"),
        Kind::ReduceScatter => (all, pieces, all, "i", "reducescatter"),
        _ => {
            return Ok(Err(
                "MSCCL files are written of broadcast, reduce, allreduce, allgather and reducescatter"
                    .to_owned(),
            ));
        }
    };
    if gpus > MOST_GPUS {
        return Ok(Err(format!("readers of MSCCL files take {MOST_GPUS} GPUs at most, and here are {gpus}")));
    }
    let programs: Vec<Vec<ThreadBlock>> = programs.ops.iter().map(|ops| thread_blocks(ops)).collect();
    let most = programs.iter().map(Vec::len).max().unwrap_or(0);
    if most > MOST_BLOCKS {
        return Ok(Err(format!(
            "a channel has {MOST_BLOCKS} thread blocks at most, and a GPU here needs {most}"
        )));
    }
    let longest = programs.iter().flatten().map(|block| block.steps.len()).max().unwrap_or(0);
    if longest > dialect.steps() {
        return Ok(Err(format!(
            "a thread block has {} steps at most, and one here has {longest}",
            dialect.steps()
        )));
    }
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(100).collect();
    writeln!(
        out,
        "<algo name=\"{name}\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"{loops}\" ngpus=\"{gpus}\" coll=\"{word}\" inplace=\"1\" outofplace=\"0\" minBytes=\"0\" maxBytes=\"0\">"
    )?;
    for (gpu, blocks) in programs.iter().enumerate() {
        writeln!(out, "  <gpu id=\"{gpu}\" i_chunks=\"{input}\" o_chunks=\"{output}\" s_chunks=\"0\">")?;
        for (id, block) in blocks.iter().enumerate() {
            let (send, receive) = if block.send {
                (block.peer.to_string(), "-1".to_owned())
            } else {
                ("-1".to_owned(), block.peer.to_string())
            };
            writeln!(out, "    <tb id=\"{id}\" send=\"{send}\" recv=\"{receive}\" chan=\"0\">")?;
            for (number, step) in block.steps.iter().enumerate() {
                let BlockStep { what, offset, count, waits, waited_for } = step;
                let (on, of) =
                    waits.map_or(("-1".to_owned(), "-1".to_owned()), |(b, s)| (b.to_string(), s.to_string()));
                writeln!(
                    out,
                    "      <step s=\"{number}\" type=\"{what}\" srcbuf=\"{buffer}\" srcoff=\"{offset}\" dstbuf=\"{buffer}\" dstoff=\"{offset}\" cnt=\"{count}\" depid=\"{on}\" deps=\"{of}\" hasdep=\"{}\"/>",
                    u8::from(*waited_for)
                )?;
            }
            writeln!(out, "    </tb>")?;
        }
        writeln!(out, "  </gpu>")?;
    }
    writeln!(out, "</algo>")?;
    Ok(Ok(()))
}
