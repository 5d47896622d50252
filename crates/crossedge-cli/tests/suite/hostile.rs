//! Hostile commands, generated from the program's own description of its arguments, and run with limits on memory and time.
//!
//! For any input, the program answers or reports an error, with a documented exit code. A panic, an abort, a signal or another exit code is a
//! finding, and so is a file of the folder that the command changed without `--force`. A command that takes too long is listed and
//! interrupted. This alone is no failure, because the request may be expensive, but if the caller sets a grace period the command must end within it.

use crate::hostile_words::Words;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Address space of a command, in KiB: 4 GiB.
const MEMORY: u64 = 4 << 20;

/// Commands at a time.
const LANES: u64 = 2;

/// Time limit of a command.
#[derive(Clone, Copy)]
pub struct Patience {
    /// Until it is interrupted.
    pub run: Duration,
    /// Time from the interrupt to the end; otherwise the command is killed, and nothing is concluded.
    pub grace: Option<Duration>,
}

/// The outcome of a command.
pub enum End {
    Fine(i32),
    Late,
    Finding(String),
}

/// The outcomes of all.
#[derive(Default)]
pub struct Report {
    /// Number of ended with each code.
    pub codes: BTreeMap<i32, u64>,
    pub late: Vec<String>,
    pub findings: Vec<String>,
}

/// A number from the environment.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The program under test: that of this build, or the one that `CROSSEDGE_PROGRAM` names, for runs on a release build.
pub fn program() -> String {
    std::env::var("CROSSEDGE_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_crossedge").to_owned())
}

/// Runs one command in a folder.
pub fn run(folder: &Path, words: &[String], input: Option<&str>, patience: Patience) -> End {
    let mut errors = tempfile(folder);
    let input =
        input.and_then(|name| File::open(folder.join(name)).ok()).map_or_else(Stdio::null, Stdio::from);
    let mut child = Command::new("/bin/sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &MEMORY.to_string(), &program()])
        .args(words)
        .current_dir(folder)
        // No other program is found, so none is started.
        .env_clear()
        .env("CROSSEDGE_THREADS", "2")
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(errors.try_clone().expect("a second handle"))
        .spawn()
        .expect("the shell starts");
    let (status, late) = match ends(&mut child, patience.run) {
        Some(status) => (status, false),
        None => {
            let interrupt = ["-INT", &child.id().to_string()].map(str::to_owned);
            Command::new("kill").args(interrupt).status().expect("kill runs");
            match ends(&mut child, patience.grace.unwrap_or(Duration::ZERO)) {
                Some(status) => (status, true),
                None => {
                    child.kill().expect("our child");
                    child.wait().expect("it ends");
                    return match patience.grace {
                        Some(grace) => End::Finding(format!("still running {grace:?} after an interrupt")),
                        None => End::Late,
                    };
                }
            }
        }
    };
    let mut stderr = Vec::new();
    errors.seek(SeekFrom::Start(0)).expect("a file");
    errors.by_ref().take(1 << 20).read_to_end(&mut stderr).expect("readable");
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    let broken = ["panicked at", "internal error", "overflowed its stack", "memory allocation of"];
    match status.code() {
        Some(code @ (0..=4 | 130)) if !broken.iter().any(|words| stderr.contains(words)) => match late {
            true => End::Late,
            false => End::Fine(code),
        },
        _ => {
            let start: String = stderr.chars().take(400).collect();
            End::Finding(format!("{status}: {}", start.trim().replace('\n', "\n      ")))
        }
    }
}

/// Waits for a child to end.
fn ends(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let begun = Instant::now();
    loop {
        match child.try_wait().expect("our child") {
            Some(status) => return Some(status),
            None if begun.elapsed() > patience => return None,
            None => std::thread::sleep(Duration::from_millis(3)),
        }
    }
}

/// The files of a folder that no command may change, with their contents; of large ones the length alone.
pub struct Kept(BTreeMap<String, (u64, Vec<u8>)>);

impl Kept {
    /// All plain files that are there now.
    pub fn of(folder: &Path) -> Kept {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let Ok(about) = fs::symlink_metadata(entry.path()) else { continue };
            let name = entry.file_name().to_string_lossy().into_owned();
            if about.is_file() && !name.starts_with("errors") {
                files.insert(name, (about.len(), contents(&entry.path(), about.len())));
            }
        }
        Kept(files)
    }

    /// The files that a command has changed or taken away without leave; all of them are put back.
    pub fn lost(&self, folder: &Path, words: &[String]) -> Vec<String> {
        let mut lost = Vec::new();
        for (name, (length, bytes)) in &self.0 {
            let path = folder.join(name);
            let now = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file);
            let same = now.is_some_and(|now| now.len() == *length && contents(&path, *length) == *bytes);
            if same {
                continue;
            }
            // A journal grows by what is finished.
            let grew = name.ends_with(".journal") && fs::read(&path).is_ok_and(|now| now.starts_with(bytes));
            let allowed = words.iter().any(|word| word == "--force") && words.iter().any(|word| word == name);
            if !grew && !allowed {
                lost.push(name.clone());
            }
            let _ = fs::remove_dir_all(&path);
            let _ = fs::remove_file(&path);
            match *length <= CONTENTS {
                true => fs::write(&path, bytes).expect("writable"),
                false => File::create(&path).and_then(|file| file.set_len(*length)).expect("writable"),
            }
        }
        lost
    }
}

/// Files above this length are compared by their length.
const CONTENTS: u64 = 1 << 20;

fn contents(path: &Path, length: u64) -> Vec<u8> {
    if length <= CONTENTS { fs::read(path).unwrap_or_default() } else { Vec::new() }
}

fn tempfile(folder: &Path) -> File {
    let path = folder.join("errors");
    File::options().read(true).write(true).create(true).truncate(true).open(path).expect("writable")
}

/// An argument quoted for the shell.
pub fn quoted(words: &[String]) -> String {
    let one = |word: &String| format!("'{}'", word.replace('\'', "'\\''"));
    words.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Removes the files that commands have written.
fn sweep_out(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        if entry.file_name().to_string_lossy().starts_with("out-") {
            let _ = fs::remove_file(entry.path());
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// An empty folder for one lane of a test.
pub fn lane_folder(name: &str, lane: u64) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).join(lane.to_string());
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("writable");
    folder
}

/// Runs a number of commands and records their outcomes. `command` makes the one of a number in a folder.
pub fn attack<W: Sync>(
    name: &str,
    count: u64,
    patience: Patience,
    gather: impl Fn(&Path) -> W + Sync,
    command: impl Fn(&W, &Path, u64) -> (Vec<String>, Option<&'static str>) + Sync,
) -> (PathBuf, Report) {
    let (next, report) = (AtomicU64::new(0), Mutex::new(Report::default()));
    std::thread::scope(|scope| {
        for lane in 0..LANES {
            let (next, report, gather, command) = (&next, &report, &gather, &command);
            scope.spawn(move || {
                let folder = lane_folder(name, lane);
                let words = gather(&folder);
                let kept = Kept::of(&folder);
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number >= count {
                        return;
                    }
                    let (command, input) = command(&words, &folder, number);
                    let end = run(&folder, &command, input, patience);
                    let lost = kept.lost(&folder, &command);
                    sweep_out(&folder);
                    let line = format!("{number}: crossedge {}", quoted(&command));
                    let mut report = report.lock().expect("no panic");
                    if !lost.is_empty() {
                        report.findings.push(format!("{line}\n      changed {}", lost.join(", ")));
                    }
                    match end {
                        End::Fine(code) => *report.codes.entry(code).or_default() += 1,
                        End::Late => report.late.push(line),
                        End::Finding(what) => report.findings.push(format!("{line}\n      {what}")),
                    }
                }
            });
        }
    });
    let report = report.into_inner().expect("no panic");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.txt"));
    let text = format!(
        "{count} commands: {} findings, {} late; exit codes {:?}\n\nfindings\n{}\n\nlate\n{}\n",
        report.findings.len(),
        report.late.len(),
        report.codes,
        report.findings.join("\n"),
        report.late.join("\n")
    );
    fs::write(&path, text).expect("writable");
    (path, report)
}

/// Fails on any finding, and where too few commands got as far as an answer to find anything.
pub fn expect_none(count: u64, (path, report): (PathBuf, Report)) {
    eprintln!("{count} commands, {} late, codes {:?}: {}", report.late.len(), report.codes, path.display());
    let answered = report.codes.get(&0).copied().unwrap_or(0);
    assert!(report.findings.is_empty(), "{}", report.findings.join("\n"));
    assert!(answered * 10 > count, "{:?}", report.codes);
}

fn commands(name: &str, count: u64, seed: u64, patience: Patience) {
    let made = attack(name, count, patience, Words::gather, |words, _, number| words.command(seed, number));
    expect_none(count, made);
}

#[test]
#[cfg(target_os = "linux")]
fn hostile_commands_are_answered_or_refused() {
    commands("hostile", 300, 1, Patience { run: Duration::from_secs(2), grace: None });
}

/// Commands that once took all memory: they list neighbours of a node with a billion, or endpoints of a network that has more.
#[test]
#[cfg(target_os = "linux")]
fn commands_that_ran_out_of_memory() {
    let folder = lane_folder("hostile-memory", 0);
    let patience = Patience { run: Duration::from_secs(120), grace: None };
    for words in [
        &["disjoint", "dual(star(1000000000))", "5", "8"][..],
        &["disjoint", "dual(star(1000000000))", "0", "1000000000000000000"],
        &["phases", "(graph([[0,1],[1,2],[2,3],[3,0],[0,2]]))^17", "--data", "3"],
    ] {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        if let End::Finding(what) = run(&folder, &words, None, patience) {
            panic!("{}: {what}", quoted(&words));
        }
    }
}

/// `CROSSEDGE_HOSTILE_COUNT`, `CROSSEDGE_HOSTILE_SEED` and `CROSSEDGE_HOSTILE_SECONDS` set the number, the seed, and the time limit.
#[test]
#[ignore = "heavy"]
#[cfg(target_os = "linux")]
fn heavy_hostile_commands() {
    let seed = setting("CROSSEDGE_HOSTILE_SEED", 2);
    let run = Duration::from_secs(setting("CROSSEDGE_HOSTILE_SECONDS", 20));
    let patience = Patience { run, grace: Some(Duration::from_secs(30)) };
    commands(&format!("heavy-hostile-{seed}"), setting("CROSSEDGE_HOSTILE_COUNT", 20_000), seed, patience);
}

/// The same seed makes the same commands, and different numbers different ones.
#[test]
#[cfg(target_os = "linux")]
fn hostile_commands_can_be_made_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-again");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("writable");
    let words = Words::gather(&folder);
    let all: Vec<_> = (0..200).map(|number| words.command(7, number).0).collect();
    let again: Vec<_> = (0..200).map(|number| words.command(7, number).0).collect();
    assert_eq!(all, again);
    let verbs: std::collections::BTreeSet<&str> = all.iter().map(|words| words[0].as_str()).collect();
    assert!(verbs.len() > 15, "{verbs:?}");
}
