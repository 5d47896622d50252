//! Files for SimGrid: `smpirun -np N -hostfile hosts -platform platform.xml -replay list`.

use super::{Args, Job, ModelWord};
use crate::failure::Failure;
use crate::files;
use crossedge::collective::Schedule;
use crossedge::cost::Machine;
use crossedge::export::simgrid::{ENVELOPE_BYTES, platform, trace};
use crossedge::verify::Checked;
use std::path::Path;

/// What they are called.
const FILES: [&str; 4] = ["platform.xml", "trace", "list", "hosts"];

/// Whether what was asked for can be written.
pub fn check(args: &Args, folder: &Path, nodes: u64) -> Result<(), Failure> {
    let usage = |text: &str| Err(Failure::Usage(text.to_owned()));
    if ["all", "best"].contains(&args.algorithm.as_str()) {
        return usage("a trace is of one algorithm\nhelp: name it, as in --algorithm eager");
    }
    if args.model == ModelWord::Loggp {
        return usage(
            "SimGrid replays the other two models\nhelp: take --model store-and-forward or cut-through",
        );
    }
    if args.bytes < ENVELOPE_BYTES {
        return usage(
            "SimGrid adds 16 bytes to every message, so smaller ones have wrong times\nhelp: take --bytes 16 or more",
        );
    }
    // None is written unless all may be.
    for name in FILES {
        files::check(&folder.join(name), args.force)?;
    }
    if nodes > 4096 {
        return Err(Failure::Limit("a trace lists every message of at most 4,096 nodes\nhelp: take a smaller network of the same construction".to_owned()));
    }
    Ok(())
}

/// Writes the four files.
pub fn write<S: Schedule>(
    job: &Job<'_>,
    checked: &Checked<S>,
    machine: &Machine,
    folder: &Path,
) -> Result<(), Failure> {
    let put = |name: &str, data: &[u8]| files::write(&folder.join(name), data, job.args.force);
    files::folder(folder)?;
    let (latency, sleep) = match job.args.model {
        ModelWord::StoreAndForward => (machine.startup_seconds, None),
        _ => (machine.hop_seconds, Some(machine.startup_seconds)),
    };
    let (mut xml, mut lines) = (Vec::new(), Vec::new());
    platform(job.net.as_ref(), latency, machine.byte_seconds, &mut xml)?;
    trace(job.net.as_ref(), checked, sleep, &mut lines)?;
    put("platform.xml", &xml)?;
    put("trace", &lines)?;
    put("list", format!("{}\n", folder.join("trace").display()).as_bytes())?;
    let hosts: String = (0..job.net.nodes()).map(|v| format!("n{v}\n")).collect();
    put("hosts", hosts.as_bytes())
}
