//! SimGrid: a platform with routes between neighbours only, and a schedule as a time-independent trace for `smpirun -replay`.
//!
//! A message between nodes that are not neighbours has no route there and stops the simulation, so a replay is an independent check.
//! In every step a node posts its receives, then sends, then waits for all. SMPI adds an envelope of 16 bytes to every message; the
//! trace has 16 bytes less, so that times are those of the schedule.
//!
//! ```
//! use crossedge::export::simgrid;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "ring(3)".parse()?;
//! let mut platform = Vec::new();
//! simgrid::platform(net.network()?.as_ref(), 1e-6, 1e-9, &mut platform).expect("memory takes it");
//! assert!(String::from_utf8_lossy(&platform).contains("<host id=\"n0\""));
//! # Ok::<(), crossedge::Error>(())
//! ```

use crossedge_core::model::Schedule;
use crossedge_lang::net::{Network, Node, Port};
use crossedge_verify::{Asserted, Checked};
use std::io::{self, Write};

/// Bytes that SMPI adds to every message.
pub const ENVELOPE_BYTES: u64 = 16;

/// The platform: hosts n0, n1, … and a link in both directions for each of the network.
pub fn platform(
    net: &dyn Network,
    latency_seconds: f64,
    byte_seconds: f64,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\"?>")?;
    writeln!(out, "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">")?;
    writeln!(out, "<platform version=\"4.1\">\n<zone id=\"net\" routing=\"Full\">")?;
    for v in 0..net.nodes() {
        writeln!(out, "<host id=\"n{v}\" speed=\"1Gf\"/>")?;
    }
    let links = || {
        (0..net.nodes()).flat_map(|v| {
            (0..net.degree(Node(v))).map(move |p| (v, net.link(Node(v), Port(p)).0.0)).filter(|(v, w)| v < w)
        })
    };
    let bandwidth = 1.0 / byte_seconds;
    for (v, w) in links() {
        writeln!(
            out,
            "<link id=\"l{v}_{w}\" bandwidth=\"{bandwidth}Bps\" latency=\"{latency_seconds}s\" sharing_policy=\"SPLITDUPLEX\"/>"
        )?;
    }
    for (v, w) in links() {
        for (from, to, direction) in [(v, w, "UP"), (w, v, "DOWN")] {
            writeln!(
                out,
                "<route src=\"n{from}\" dst=\"n{to}\" symmetrical=\"NO\"><link_ctn id=\"l{v}_{w}\" direction=\"{direction}\"/></route>"
            )?;
        }
    }
    writeln!(out, "</zone>\n</platform>")
}

/// The trace of all nodes, of a schedule that was verified on this network. Before it sends in a step, a node sleeps for `sleep_seconds`, if they are given.
pub fn trace<S: Schedule>(
    net: &dyn Network,
    schedule: &Checked<S>,
    sleep_seconds: Option<f64>,
    out: &mut impl Write,
) -> io::Result<()> {
    let schedule = schedule
        .when(net, "a schedule", |asserted| matches!(asserted, Asserted::Schedule { .. }))
        .map_err(|unfit| io::Error::new(io::ErrorKind::InvalidInput, unfit))?;
    let nodes = schedule.collective().nodes as usize;
    let mut programs = vec![String::new(); nodes];
    for (v, program) in programs.iter_mut().enumerate() {
        program.push_str(&format!("{v} init\n"));
    }
    let mut messages = Vec::new();
    for step in 0..schedule.steps() {
        messages.clear();
        (0..nodes as u64).for_each(|v| schedule.sends(step, Node(v), &mut messages));
        let mut busy = vec![false; nodes];
        for m in &messages {
            let bytes = m.bytes.saturating_sub(ENVELOPE_BYTES);
            let (from, to) = (m.from(), m.to());
            programs[to as usize].push_str(&format!("{to} irecv {from} {step} {bytes}\n"));
            busy[to as usize] = true;
        }
        for m in &messages {
            let bytes = m.bytes.saturating_sub(ENVELOPE_BYTES);
            let (from, to) = (m.from(), m.to());
            if let Some(seconds) = sleep_seconds {
                programs[from as usize].push_str(&format!("{from} sleep {seconds}\n"));
            }
            programs[from as usize].push_str(&format!("{from} isend {to} {step} {bytes}\n"));
            busy[from as usize] = true;
        }
        for (v, program) in programs.iter_mut().enumerate().filter(|(v, _)| busy[*v]) {
            program.push_str(&format!("{v} waitall\n"));
        }
    }
    for (v, program) in programs.iter().enumerate() {
        writeln!(out, "{program}{v} finalize")?;
    }
    Ok(())
}
