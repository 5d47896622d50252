//! `crossedge doctor`: the version, the features that are built in, and the external programs that verbs and files of Crossedge are used with.

use crate::CommandOutcome;
use crate::output::print;
use crate::progress::Bars;
use crate::table::{Form, Page, Sheet};
use rayon::prelude::*;
use std::env::consts::{ARCH, OS};
use std::io::{self, Read, Seek};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// External programs, and what they are for. Each prints its version for `--version`.
const PROGRAMS: &[(&str, &str)] = &[
    ("python3", "verify --independent"),
    ("c++", "simulate --engine simgrid"),
    ("mpirun", "crossedge-mpi"),
    ("sbatch", "sweep submit --engine slurm"),
    ("srun", "jobs of Slurm"),
    ("hq", "sweep submit --engine hq"),
    ("opensm", "fabrics and forwarding tables"),
    ("coqc", "formal proofs"),
    ("chromium", "explore, in any browser"),
];

/// Features of this package, and whether they are built in.
const FEATURES: &[(&str, bool)] = &[
    ("explore", cfg!(feature = "explore")),
    ("simulate", cfg!(feature = "simulate")),
    ("mimalloc", cfg!(feature = "mimalloc")),
];

/// The commit that was built, if the build set it: packaging/release does.
const COMMIT: Option<&str> = option_env!("CROSSEDGE_COMMIT");

/// Time limit for printing a version.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time between two looks at a running program.
const INTERVAL: Duration = Duration::from_millis(10);

/// Bytes of the output of a program that are read.
const OUTPUT_LIMIT: usize = 4096;

/// Characters of a version that are shown.
const VERSION_LIMIT: usize = 60;

/// Reports what is installed. A missing program is no failure.
pub fn run(bars: &Bars) -> CommandOutcome {
    let found: Vec<String> = PROGRAMS.par_iter().map(|(name, _)| find_version(name)).collect();
    bars.clear_bars();
    let names = |built: bool| {
        let names: Vec<&str> =
            FEATURES.iter().filter(|(_, is)| *is == built).map(|(name, _)| *name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let mut out = Page::new();
    writeln!(out, "crossedge {} for {ARCH}, {OS}", env!("CARGO_PKG_VERSION"));
    writeln!(out, "commit: {}", COMMIT.unwrap_or("not recorded by the build"));
    writeln!(out, "features: {}", names(true));
    writeln!(out, "not built in: {}", names(false));
    let mut rows = Sheet::new(["program", "version", "used for"]);
    for ((name, purpose), version) in PROGRAMS.iter().zip(&found) {
        rows.row([*name, version, *purpose]);
    }
    out.table(rows);
    print(&out, Form::Table)?;
    Ok(ExitCode::SUCCESS)
}

/// The version that a program prints, or the reason why there is none.
fn find_version(name: &str) -> String {
    match ask_version(name) {
        Ok(Some(output)) => version_line(&output).unwrap_or_else(|| "found, version unknown".to_owned()),
        Ok(None) => format!("found, no answer within {} s", PATIENCE.as_secs()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => "not found".to_owned(),
        Err(error) => format!("cannot be started: {error}"),
    }
}

/// The standard output of `NAME --version`; `None` if the program had to be stopped.
fn ask_version(name: &str) -> io::Result<Option<String>> {
    // A file: a pipe would have to be read while the program runs, and its children may keep it open.
    let mut file = tempfile::tempfile()?;
    let output = Stdio::from(file.try_clone()?);
    let mut command = Command::new(name);
    let mut child =
        command.arg("--version").stdin(Stdio::null()).stdout(output).stderr(Stdio::null()).spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(INTERVAL);
    }
    file.rewind()?;
    let mut buffer = [0; OUTPUT_LIMIT];
    let length = file.read(&mut buffer)?;
    Ok(Some(String::from_utf8_lossy(&buffer[..length]).into_owned()))
}

/// The first line with a version: a digit, a dot, a digit.
fn version_line(output: &str) -> Option<String> {
    let has_version = |line: &&str| {
        line.as_bytes()
            .windows(3)
            .any(|three| three[0].is_ascii_digit() && three[1] == b'.' && three[2].is_ascii_digit())
    };
    let line = output.lines().find(has_version)?;
    Some(line.trim().chars().take(VERSION_LIMIT).collect())
}
