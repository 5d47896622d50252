//! Journals that were cut anywhere, records twice, files that are no journal, work that was stopped.

use crossedge::progress::{Progress, Silent};
use crossedge_campaign::{Error, Journal, Records, Results, TaskId, run, wilson_interval, write_whole};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file of this name that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn text(n: &u64) -> String {
    format!("square of {n}")
}

fn square(n: &u64) -> Value {
    json!({"square": n * n, "name": format!("{n} \"quoted\"\nand more")})
}

fn tasks(count: u64) -> Vec<u64> {
    (0..count).collect()
}

fn undisturbed(count: u64) -> Results {
    run(&tasks(count), text, square, None, Records::new(), &Silent).expect("no journal, no trouble")
}

fn go_on(path: &Path, count: u64, watch: &dyn Progress) -> Result<Results, Error> {
    let (journal, finished) = Journal::open(path)?;
    run(&tasks(count), text, square, Some(&journal), finished, watch)
}

/// Stops after this many tasks.
struct After(u64, AtomicU64);

impl Progress for After {
    fn stage(&self, _: &str, _: u64) {}
    fn advance(&self, units: u64) {
        self.1.fetch_add(units, Ordering::SeqCst);
    }
    fn stopped(&self) -> bool {
        self.1.load(Ordering::SeqCst) >= self.0
    }
}

#[test]
fn results_do_not_depend_on_the_journal() {
    let path = fresh("plain.journal");
    let first = go_on(&path, 50, &Silent).expect("writable");
    assert_eq!((first.resumed, &first.values[7]), (0, &square(&7)));
    let again = go_on(&path, 50, &Silent).expect("readable");
    assert_eq!(again, Results { resumed: 50, ..first.clone() });
    assert_eq!(Results { resumed: 0, ..again }, undisturbed(50));
    // A larger campaign uses existing results.
    let more = go_on(&path, 60, &Silent).expect("readable");
    assert_eq!(more, Results { resumed: 50, ..undisturbed(60) });
    // A smaller one does not see the rest.
    assert_eq!(go_on(&path, 50, &Silent).expect("readable").digest, first.digest);
    assert_ne!(more.digest, first.digest);
}

#[test]
fn stopped_work_goes_on() {
    let path = fresh("stopped.journal");
    let mut runs = 0;
    let last = loop {
        runs += 1;
        let have = Journal::open(&path).expect("readable").1.len() as u64;
        match go_on(&path, 100, &After(have + 7, AtomicU64::new(0))) {
            Ok(results) => break results,
            Err(Error::Stopped) => {}
            Err(other) => panic!("{other}"),
        }
        assert!(
            Journal::open(&path).expect("readable").1.len() as u64 >= have + 7,
            "a finished task was lost"
        );
    };
    assert!(runs > 5);
    assert_eq!(last.digest, undisturbed(100).digest);
    assert_eq!(last.values, undisturbed(100).values);
}

/// The journal is cut after every byte, as by a killed process: complete lines count, nothing else, and the rest is done again.
#[test]
fn a_journal_may_be_cut_anywhere() {
    let path = fresh("whole.journal");
    let whole = go_on(&path, 5, &Silent).expect("writable");
    let bytes = fs::read(&path).expect("written");
    let cut = fresh("cut.journal");
    for length in 0..=bytes.len() {
        fs::write(&cut, &bytes[..length]).expect("writable");
        let lines = bytes[..length].iter().filter(|b| **b == b'\n').count() as u64;
        let (_, records) = Journal::open(&cut).unwrap_or_else(|e| panic!("cut at {length}: {e}"));
        // A line that lacks only its newline is complete.
        let last = u64::from(bytes.get(length) == Some(&b'\n'));
        assert_eq!(records.len() as u64, (lines + last).saturating_sub(1), "cut at {length}");
        let again = go_on(&cut, 5, &Silent).unwrap_or_else(|e| panic!("cut at {length}: {e}"));
        assert_eq!((&again.values, &again.digest), (&whole.values, &whole.digest), "cut at {length}");
        let (_, records) = Journal::open(&cut).expect("readable");
        assert_eq!(records.len(), 5, "cut at {length}");
    }
}

#[test]
fn damaged_lines_are_passed_over() {
    let path = fresh("damaged.journal");
    let whole = go_on(&path, 4, &Silent).expect("writable");
    let lines: Vec<String> = fs::read_to_string(&path).expect("text").lines().map(str::to_owned).collect();
    // One record garbled, one with the id of another task, one of zeros, one complete and twice.
    let bad = [
        lines[0].clone(),
        lines[1].replace("square", "squ\u{fffd}"),
        lines[2].replace(&lines[2][8..16], &lines[3][8..16]),
        "\0\0\0\0".to_owned(),
        lines[4].clone(),
        lines[4].clone(),
        String::new(),
    ];
    fs::write(&path, bad.join("\n")).expect("writable");
    let (_, records) = Journal::open(&path).expect("readable");
    assert_eq!(records.len(), 1);
    let again = go_on(&path, 4, &Silent).expect("readable");
    assert_eq!((again.resumed, again.digest), (1, whole.digest));
}

#[test]
fn other_files_are_left_alone() {
    let path = fresh("letter.txt");
    fs::write(&path, "Dear reader,\n").expect("writable");
    assert!(matches!(Journal::open(&path), Err(Error::NoJournal(_))));
    assert_eq!(fs::read(&path).expect("readable"), b"Dear reader,\n");
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no/such/folder.journal");
    let error = Journal::open(&nowhere).expect_err("no folder").to_string();
    assert!(error.starts_with(&nowhere.display().to_string()), "{error}");
}

#[test]
fn a_task_has_one_result() {
    let path = fresh("differ.journal");
    let (journal, _) = Journal::open(&path).expect("writable");
    journal.append("a", &json!(1)).expect("writable");
    journal.append("a", &json!(1)).expect("writable");
    assert_eq!(Journal::open(&path).expect("readable").1.get(&TaskId::from_text("a")), Some(&json!(1)));
    journal.append("a", &json!(2)).expect("writable");
    let error = Journal::open(&path).expect_err("two results").to_string();
    assert_eq!(error, format!("the journal holds two different results of task {}", TaskId::from_text("a")));
}

#[test]
fn shards_are_merged() {
    let (one, two) = (fresh("one.journal"), fresh("two.journal"));
    go_on(&one, 30, &Silent).expect("writable");
    let (journal, finished) = Journal::open(&two).expect("writable");
    let rest: Vec<u64> = (20..60).collect();
    run(&rest, text, square, Some(&journal), finished, &Silent).expect("writable");
    let all = Journal::merge([one.as_path(), two.as_path()]).expect("readable");
    assert_eq!(all.len(), 60);
    assert!(all.keys().is_sorted());
    let merged =
        run(&tasks(60), text, |_| panic!("all are finished"), None, all, &Silent).expect("all there");
    assert_eq!(merged, Results { resumed: 60, ..undisturbed(60) });
}

#[test]
fn the_same_task_twice_is_one() {
    let twice = run(&[3, 3, 4], text, square, None, Records::new(), &Silent).expect("no journal");
    assert_eq!(twice.values, [square(&3), square(&3), square(&4)]);
    let once = run(&[4, 3], text, square, None, Records::new(), &Silent).expect("no journal");
    assert_eq!(twice.digest, once.digest);
}

#[test]
fn files_are_replaced_atomically() {
    let path = fresh("result.json");
    write_whole(&path, b"one\n", false).expect("writable");
    write_whole(&path, b"two\n", true).expect("writable");
    assert_eq!(fs::read(&path).expect("readable"), b"two\n");
}

#[test]
fn intervals() {
    let close = |(a, b): (f64, f64), (x, y): (f64, f64)| (a - x).abs() < 5e-5 && (b - y).abs() < 5e-5;
    // From the tables of Newcombe, 1998: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    assert!(close(wilson_interval(81, 263), (0.2553, 0.3662)));
    assert!(close(wilson_interval(15, 148), (0.0624, 0.1605)));
    assert!(close(wilson_interval(0, 20), (0.0, 0.1611)));
    assert!(close(wilson_interval(1, 29), (0.0061, 0.1718)));
    assert_eq!(wilson_interval(0, 0), (0.0, 1.0));
    assert_eq!(wilson_interval(7, 7).1, 1.0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Any bytes after the first line: no panic, and the campaign completes.
    #[test]
    fn any_bytes_are_survived(junk in proptest::collection::vec(any::<u8>(), 0..200), case in any::<u32>()) {
        let path = fresh(&format!("junk-{case}.journal"));
        let mut bytes = b"{\"crossedge_journal\":2}\n".to_vec();
        bytes.extend(junk);
        fs::write(&path, bytes).expect("writable");
        let results = go_on(&path, 3, &Silent).expect("readable");
        prop_assert_eq!(results.digest, undisturbed(3).digest);
        fs::remove_file(&path).expect("there");
    }
}
