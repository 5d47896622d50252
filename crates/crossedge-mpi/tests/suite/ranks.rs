//! Starts ranks with Open MPI, more of them than there are cores if need be, and ends them when they hang.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Leftovers of a job.
#[derive(Debug)]
pub struct Ended {
    /// The exit code of mpirun.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Settings for Open MPI on one machine: run as any user, on fewer cores than ranks, and yield while waiting.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
    ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
    ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
    ("OMPI_MCA_hwloc_base_binding_policy", "none"),
    ("OMPI_MCA_pml", "ob1"),
    ("OMPI_MCA_btl", "self,vader"),
    ("OMPI_MCA_mpi_yield_when_idle", "1"),
];

/// The program under test.
pub fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crossedge-mpi"))
}

/// Starts a number of ranks of a program.
pub fn start(ranks: u32, program: &Path, args: &[&str]) -> Child {
    Command::new("mpirun")
        .envs(ENVIRONMENT.iter().copied())
        .args(["-n", &ranks.to_string()])
        .arg(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mpirun starts")
}

/// Waits for the end of a job; one that does not end in time is ended, and the test fails.
pub fn end(mut child: Child, within: Duration) -> Ended {
    let read = |mut from: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut text = String::new();
            let _ = from.read_to_string(&mut text);
            text
        })
    };
    let stdout = read(Box::new(child.stdout.take().expect("piped")));
    let stderr = child.stderr.take().map(|from| read(Box::new(from)));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if start.elapsed() > within {
            let _ = child.kill();
            let _ = child.wait();
            panic!("the job did not end within {within:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let stdout = stdout.join().expect("a reader");
    let stderr = stderr.map_or(String::new(), |stderr| stderr.join().expect("a reader"));
    Ended { code: status.code(), stdout, stderr }
}

/// Runs ranks of `crossedge-mpi` to their end.
pub fn run(ranks: u32, args: &[&str]) -> Ended {
    end(start(ranks, program(), args), Duration::from_secs(300))
}

/// The processes whose command line contains this name.
pub fn processes(word: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("Linux").flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if line.split(|&b| b == 0).any(|part| part == word.as_bytes()) {
            found.push(id);
        }
    }
    found
}
