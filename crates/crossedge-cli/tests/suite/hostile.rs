//! Commands that nobody means well: made from the program's own description of its arguments, run under limits of memory and time.
//!
//! Whatever comes, the program answers or refuses, with an exit code that it documents. A panic, an abort, a signal or another code is a
//! finding. A command that takes too long is listed, and is no failure: it may be honest work.

use crate::hostile_words::Words;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Address space of a command, in KiB: 4 GiB.
const MEMORY: u64 = 4 << 20;

/// Commands at a time.
const LANES: u64 = 2;

/// What a command came to.
enum End {
    Fine(i32),
    Late,
    Finding(String),
}

/// What all came to.
#[derive(Default)]
struct Report {
    /// How many ended with each code.
    codes: BTreeMap<i32, u64>,
    late: Vec<String>,
    findings: Vec<String>,
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs one command in a folder.
fn run(folder: &Path, words: &[String], input: Option<&str>, number: u64, patience: Duration) -> End {
    let mut errors = tempfile(folder, number);
    let input =
        input.and_then(|name| File::open(folder.join(name)).ok()).map_or_else(Stdio::null, Stdio::from);
    let begun = Instant::now();
    let mut child = Command::new("/bin/sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &MEMORY.to_string(), env!("CARGO_BIN_EXE_crossedge")])
        .args(words)
        .current_dir(folder)
        // Nothing else is found, so nothing else is started.
        .env_clear()
        .env("CROSSEDGE_THREADS", "2")
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(errors.try_clone().expect("a second handle"))
        .spawn()
        .expect("the shell starts");
    let status = loop {
        match child.try_wait().expect("our child") {
            Some(status) => break status,
            None if begun.elapsed() > patience => {
                child.kill().expect("our child");
                child.wait().expect("it ends");
                return End::Late;
            }
            None => std::thread::sleep(Duration::from_millis(3)),
        }
    };
    let mut told = Vec::new();
    errors.seek(SeekFrom::Start(0)).expect("a file");
    errors.by_ref().take(1 << 20).read_to_end(&mut told).expect("readable");
    let told = String::from_utf8_lossy(&told).into_owned();
    let broken = ["panicked at", "internal error", "overflowed its stack", "memory allocation of"];
    match status.code() {
        Some(code @ (0..=4 | 130)) if !broken.iter().any(|words| told.contains(words)) => End::Fine(code),
        _ => {
            let start: String = told.chars().take(400).collect();
            End::Finding(format!("{status}: {}", start.trim().replace('\n', "\n      ")))
        }
    }
}

fn tempfile(folder: &Path, number: u64) -> File {
    let path = folder.join(format!("errors-{}", number % LANES));
    File::options().read(true).write(true).create(true).truncate(true).open(path).expect("writable")
}

/// A word as a shell reads it.
fn quoted(words: &[String]) -> String {
    let one = |word: &String| format!("'{}'", word.replace('\'', "'\\''"));
    words.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Takes away what commands have written.
fn sweep_out(folder: &Path, number: u64) {
    let start = format!("out-{number}");
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&start) && !name[start.len()..].starts_with(|c: char| c.is_ascii_digit()) {
            let _ = fs::remove_file(entry.path());
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Runs so many commands and writes down what they came to.
fn attack(name: &str, count: u64, seed: u64, patience: Duration) -> (PathBuf, Report) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("writable");
    let words = Words::gather(&folder);
    let (next, report) = (AtomicU64::new(0), Mutex::new(Report::default()));
    std::thread::scope(|scope| {
        for lane in 0..LANES {
            let (words, folder, next, report) = (&words, &folder, &next, &report);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number >= count {
                        return;
                    }
                    let (command, input) = words.command(seed, number);
                    let end = run(folder, &command, input, lane, patience);
                    sweep_out(folder, number);
                    let line = format!("{seed}/{number}: crossedge {}", quoted(&command));
                    let mut report = report.lock().expect("no panic");
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
        "{count} commands of seed {seed}: {} findings, {} late; exit codes {:?}\n\nfindings\n{}\n\nlate\n{}\n",
        report.findings.len(),
        report.late.len(),
        report.codes,
        report.findings.join("\n"),
        report.late.join("\n")
    );
    fs::write(&path, text).expect("writable");
    (path, report)
}

fn expect_none(name: &str, count: u64, seed: u64, patience: Duration) {
    let begun = Instant::now();
    let (path, report) = attack(name, count, seed, patience);
    let (took, late) = (begun.elapsed(), report.late.len());
    eprintln!("{count} commands in {took:?}, {late} late, codes {:?}: {}", report.codes, path.display());
    // Commands that only fail to be understood would find nothing.
    let answered = report.codes.get(&0).copied().unwrap_or(0);
    assert!(answered * 10 > count, "{:?}", report.codes);
    assert!(report.findings.is_empty(), "{}", report.findings.join("\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn hostile_commands_are_answered_or_refused() {
    expect_none("hostile", 300, 1, Duration::from_secs(2));
}

/// `CROSSEDGE_HOSTILE_COUNT`, `CROSSEDGE_HOSTILE_SEED` and `CROSSEDGE_HOSTILE_SECONDS` say how many, which, and how long each may take.
#[test]
#[ignore = "heavy"]
#[cfg(target_os = "linux")]
fn heavy_hostile_commands() {
    let seed = setting("CROSSEDGE_HOSTILE_SEED", 2);
    let patience = Duration::from_secs(setting("CROSSEDGE_HOSTILE_SECONDS", 20));
    expect_none(&format!("heavy-hostile-{seed}"), setting("CROSSEDGE_HOSTILE_COUNT", 20_000), seed, patience);
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
