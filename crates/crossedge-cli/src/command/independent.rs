//! The independent checker: a Python program that shares no code with the library. Its text is part of this program, and the user's Python runs it.

use crate::failure::Failure;
use crate::files;
use crate::output::print_note;
use crate::progress::Bars;
use crossedge::Topology;
use crossedge::answers::ExportRequest;
use crossedge::export::NODE_LINK;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The checker.
const CHECKER: &str = include_str!("../check.py");

/// The names of Python interpreters, in the order in which they are tried.
const INTERPRETERS: [&str; 2] = ["python3", "python"];

/// Runs the checker on a network and a certificate, and prints its verdict; `true` if it accepts.
pub fn check(net: &Topology, certificate: &Path, bars: &Bars) -> Result<bool, Failure> {
    let io = |error: io::Error| Failure::Io(format!("the independent checker: {error}"));
    let folder = tempfile::tempdir().map_err(io)?;
    let network = folder.path().join("network.json");
    let request = ExportRequest { format: &NODE_LINK };
    request.check(net)?;
    let mut text = Vec::new();
    request.write(net, &mut text, bars).map_err(io)?.ok_or(Failure::Interrupted)?;
    files::write(&network, &text, false)?;
    bars.clear_bars();
    for name in INTERPRETERS {
        let mut python = Command::new(name);
        python.args(["-I", "-"]).arg(&network).arg(certificate).stdin(Stdio::piped());
        let child = python.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(io(error)),
        };
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(CHECKER.as_bytes()).map_err(io)?;
        }
        let done = child.wait_with_output().map_err(io)?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        return match done.status.code() {
            Some(0) | Some(1) => {
                print_note(&format!("independent checker: {}", text(&done.stdout)));
                Ok(done.status.code() == Some(0))
            }
            _ => Err(Failure::Io(format!("the independent checker has no verdict: {}", text(&done.stderr)))),
        };
    }
    Err(Failure::Io(
        "--independent needs Python, and neither python3 nor python was found\nhelp: install Python 3.10 or later, or leave out --independent"
            .to_owned(),
    ))
}
