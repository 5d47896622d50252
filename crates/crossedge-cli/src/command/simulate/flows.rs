//! The flow level: the messages of a traffic that ends, run by SimGrid.
//!
//! SimGrid is used by a program in C++, whose text is part of this program: it keeps the routes of the messages that are sent, and no table
//! of all pairs, so that ten thousand endpoints fit. The user's compiler makes it when it is needed.

use crate::failure::Failure;
use crate::files;
use crate::progress::Bars;
use crossedge::progress::Progress;
use crossedge_sim::{
    FLOW_MODEL, FlowAnswer, FlowProgram, FlowTime, FlowsAnswer, SimulateRequest, SimulatedNetwork,
};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// The program that runs flows on SimGrid.
const PROGRAM: &str = include_str!("../../flows.cpp");

/// The compiler.
const COMPILER: &str = "c++";

/// Installing what is missing.
const HELP: &str = "help: install a compiler and SimGrid 3.32 or later with its headers (Debian: g++ and libsimgrid-dev), or take the engine caminos";

/// Time between two looks at a running program.
const INTERVAL: Duration = Duration::from_millis(20);

/// Bytes of what a program prints that are read.
const OUTPUT_LIMIT: u64 = 1 << 20;

/// Runs the traffic of every network at the level of flows.
pub fn run(subjects: &[SimulatedNetwork], bars: &Bars) -> Result<FlowsAnswer, Failure> {
    let io = |error: io::Error| Failure::Io(format!("the engine simgrid: {error}"));
    let programs: Vec<FlowProgram> =
        subjects.iter().map(|subject| subject.prepared.flows(bars)).collect::<Result<_, _>>()?;
    let folder = tempfile::tempdir().map_err(io)?;
    let runner = compile(folder.path(), bars)?;
    let (mut engine, mut results) = (String::new(), Vec::new());
    for (subject, program) in subjects.iter().zip(&programs) {
        let time = simulate(&runner, program, folder.path(), bars)?;
        results.push(subject.prepared.flow_answer(program, &time));
        engine = time.engine;
    }
    Ok(FlowsAnswer { engine, model: FLOW_MODEL, results })
}

/// Compiles the program for SimGrid.
fn compile(folder: &Path, bars: &Bars) -> Result<PathBuf, Failure> {
    let (source, runner) = (folder.join("flows.cpp"), folder.join("flows"));
    files::write(&source, PROGRAM.as_bytes(), false)?;
    bars.stage("program for SimGrid", 1);
    let mut command = Command::new(COMPILER);
    command.args(["-O2", "-std=c++17"]).arg(&source).arg("-o").arg(&runner).arg("-lsimgrid");
    match wait(&mut command, bars) {
        Ok((status, _, _)) if status.success() => Ok(runner),
        Ok((_, _, errors)) => Err(Failure::Io(format!(
            "the program for SimGrid cannot be compiled: {}\n{HELP}",
            errors.lines().find(|line| line.contains("error")).unwrap_or("the compiler failed").trim()
        ))),
        Err(Failure::Io(why)) if why == NOT_FOUND => Err(Failure::Io(format!(
            "the engine simgrid needs a C++ compiler, and {COMPILER} was not found\n{HELP}"
        ))),
        Err(error) => Err(error),
    }
}

/// Runs the messages.
fn simulate(runner: &Path, program: &FlowProgram, folder: &Path, bars: &Bars) -> Result<FlowTime, Failure> {
    let mut text = Vec::new();
    program.write(&mut text).map_err(|error| Failure::Io(format!("the engine simgrid: {error}")))?;
    let path = folder.join("messages");
    files::write(&path, &text, true)?;
    drop(text);
    bars.stage("flows on SimGrid", 1);
    let mut command = Command::new(runner);
    command.arg(&path).arg("--log=root.thres:error");
    let (status, printed, errors) = wait(&mut command, bars)?;
    let last = errors.lines().last().unwrap_or_default();
    match program.read(&printed) {
        Ok(time) if status.success() => Ok(time),
        Ok(_) => Err(Failure::Io(format!("the engine simgrid failed: {status} {last}"))),
        Err(why) => Err(Failure::Io(format!("the engine simgrid failed: {why}; {status} {last}"))),
    }
}

/// In place of an error: there is no such program.
const NOT_FOUND: &str = "not found";

/// Waits for a program, or ends it when the user interrupts; what it printed on standard output and on standard error.
fn wait(command: &mut Command, bars: &Bars) -> Result<(ExitStatus, String, String), Failure> {
    let io = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Failure::Io(NOT_FOUND.to_owned()),
        _ => Failure::Io(format!("the engine simgrid: {error}")),
    };
    // Files: a pipe would have to be read while the program runs.
    let (mut output, mut errors) = (tempfile::tempfile().map_err(io)?, tempfile::tempfile().map_err(io)?);
    command
        .stdin(Stdio::null())
        .stdout(output.try_clone().map_err(io)?)
        .stderr(errors.try_clone().map_err(io)?);
    let mut child = command.spawn().map_err(io)?;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(io)? {
            break status;
        }
        if bars.stopped() {
            child.kill().and_then(|()| child.wait()).map_err(io)?;
            return Err(Failure::Interrupted);
        }
        std::thread::sleep(INTERVAL);
    };
    let read = |file: &mut std::fs::File| -> io::Result<String> {
        let mut bytes = Vec::new();
        file.rewind()?;
        io::copy(&mut file.take(OUTPUT_LIMIT), &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    Ok((status, read(&mut output).map_err(io)?, read(&mut errors).map_err(io)?))
}

/// The verb of the answer.
pub const VERB: &str = SimulateRequest::FLOWS_VERB;

/// Cycles of a result over its lower bound.
pub fn over_bound(answer: &FlowAnswer) -> f64 {
    answer.completion_cycles / answer.bound_cycles.0.max(1) as f64
}
