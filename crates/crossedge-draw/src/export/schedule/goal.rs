//! GOAL (Hoefler, Siebert, Lumsdaine, Group Operation Assembly Language, ICPP 2009), as LogGOPSim and ATLAHS read it: per rank its sends and receives, and what each waits
//! for. A label is defined before it is used; tag, cpu and nic must be in this order.

use super::NodePrograms;
use std::io::{self, Write};

/// Writes GOAL. The operations of a rank in a step depend on all of its earlier ones.
pub fn goal(programs: &NodePrograms, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "num_ranks {}", programs.ops.len())?;
    for (rank, ops) in programs.ops.iter().enumerate() {
        writeln!(out, "\nrank {rank} {{")?;
        let mut before: Option<u32> = None;
        let mut number = 0u64;
        for step in ops.chunk_by(|a, b| a.step == b.step) {
            let first = number;
            let at = step[0].step;
            for op in step {
                let (letter, word, of) = if op.send { ("s", "send", "to") } else { ("r", "recv", "from") };
                writeln!(out, "{letter}{number}: {word} {}b {of} {} tag {at}", op.bytes, op.peer)?;
                if let Some(before) = before {
                    writeln!(out, "{letter}{number} requires j{before}")?;
                }
                number += 1;
            }
            // One calculation of no length joins them, so that there are not as many lines as pairs.
            writeln!(out, "j{at}: calc 0")?;
            for (op, number) in step.iter().zip(first..) {
                writeln!(out, "j{at} requires {}{number}", if op.send { "s" } else { "r" })?;
            }
            before = Some(at);
        }
        writeln!(out, "}}")?;
    }
    Ok(())
}
