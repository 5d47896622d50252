//! Damage to journals: flipped bits, cut files, full disks, links and devices. A damaged record is run again, and the results are those of
//! an undisturbed campaign.

use crossedge::progress::Silent;
use crossedge_campaign::{Error, Held, Journal, Results, run};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A path of this name in a folder of its own, without a file.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damage");
    fs::create_dir_all(&folder).expect("writable");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

const TASKS: u64 = 12;

fn text(n: &u64) -> String {
    format!("third power of {n}, \"quoted\"")
}

fn work(n: &u64) -> Value {
    json!({"cube": n * n * n, "third": *n as f64 / 3.0, "list": [n, "x"]})
}

/// Runs what the journal does not hold.
fn go_on(path: &Path) -> Result<(Results, u64), Error> {
    let (journal, finished) = Journal::open(path)?;
    let tasks: Vec<u64> = (0..TASKS).collect();
    Ok((run(&tasks, text, work, Some(&journal), finished, &Silent)?, journal.damaged()))
}

/// Chance by a seed.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// Flips one bit of a complete journal many times, and truncates it many times: each continues to the same results.
fn disturb(name: &str, times: u64) {
    let path = fresh(name);
    let (whole, damaged) = go_on(&path).expect("writable");
    assert_eq!(damaged, 0);
    let bytes = fs::read(&path).expect("written");
    let mut state = 0x00c0_ffee;
    for i in 0..times {
        let mut flipped = bytes.clone();
        // The first ones go through the head.
        let bit = if i < 24 { i * 8 + i % 8 } else { random(&mut state) % (8 * bytes.len() as u64) };
        flipped[(bit / 8) as usize] ^= 1 << (bit % 8);
        fs::write(&path, &flipped).expect("writable");
        let (again, damaged) = go_on(&path).unwrap_or_else(|error| panic!("bit {bit}: {error}"));
        assert_eq!((&again.values, &again.digest), (&whole.values, &whole.digest), "bit {bit}");
        // One line, or two that a lost line end has joined; one bit is never overlooked.
        assert!((1..=2).contains(&damaged) && again.resumed >= TASKS - 2, "bit {bit}: {damaged} damaged");
        // And for good: nothing remains to be done, and the damage is still reported.
        let (third, still) = go_on(&path).expect("readable");
        assert_eq!((third.resumed, still), (TASKS, damaged), "bit {bit}");
    }
    for _ in 0..times {
        let length = random(&mut state) as usize % bytes.len();
        fs::write(&path, &bytes[..length]).expect("writable");
        let (again, damaged) = go_on(&path).unwrap_or_else(|error| panic!("cut at {length}: {error}"));
        assert_eq!((&again.values, &again.digest), (&whole.values, &whole.digest), "cut at {length}");
        assert!(damaged <= 1, "cut at {length}: {damaged} damaged");
    }
}

#[test]
fn finding_a19_flipped_bits_and_cuts_change_nothing() {
    disturb("flips", 60);
}

#[test]
#[ignore = "heavy"]
fn heavy_a19_a_thousand_flips_and_a_thousand_cuts() {
    disturb("heavy-flips", 1000);
}

/// Any change of a record is seen, also one that is JSON and has the right id.
#[test]
fn finding_a19_a_record_has_a_digest_over_task_and_result() {
    let path = fresh("digest");
    go_on(&path).expect("writable");
    let whole = fs::read_to_string(&path).expect("text");
    fs::write(&path, whole.replacen("\"cube\":8,", "\"cube\":9,", 1)).expect("writable");
    let held = Held::read([path.as_path()]).expect("a journal");
    assert_eq!((held.results.len(), held.damaged()), (TASKS as usize - 1, 1));
    assert_eq!(held.damages, [(path.clone(), 1)]);
    assert!(held.contradictions.is_empty());
    // A failure has one too.
    let (journal, _) = Journal::open(&path).expect("writable");
    journal.append_failure("late", "out of luck").expect("writable");
    let text = fs::read_to_string(&path).expect("text");
    fs::write(&path, text.replace("out of luck", "out of lack")).expect("writable");
    assert_eq!(Held::read([path.as_path()]).expect("a journal").damaged(), 2);
}

/// A journal without digests cannot be trusted, and is left alone.
#[test]
fn finding_a19_journals_of_the_older_format_are_refused() {
    let path = fresh("old");
    let old = "{\"crossedge_journal\":1}\n";
    fs::write(&path, old).expect("writable");
    let error = Journal::open(&path).expect_err("old");
    assert!(matches!(error, Error::OldJournal(..)));
    let wanted = format!(
        "{} is a journal of another version, which begins with {{\"crossedge_journal\":1}}",
        path.display()
    );
    assert_eq!(error.to_string(), wanted);
    assert!(matches!(Held::read([path.as_path()]), Err(Error::OldJournal(..))));
    assert_eq!(fs::read_to_string(&path).expect("there"), old);
}

/// A record that a full disk cut off does not take the next one with it.
#[test]
fn finding_a19_a_torn_line_swallows_nothing() {
    let path = fresh("torn");
    go_on(&path).expect("writable");
    let mut bytes = fs::read(&path).expect("written");
    bytes.truncate(bytes.len() - 20);
    fs::write(&path, &bytes).expect("writable");
    let (journal, records) = Journal::open(&path).expect("a journal");
    assert_eq!((records.len() as u64, journal.damaged()), (TASKS - 1, 1));
    journal.append("next", &json!(1)).expect("writable");
    let held = Held::read([path.as_path()]).expect("a journal");
    assert_eq!((held.results.len() as u64, held.damaged()), (TASKS, 1));
}

/// Links to devices, pipes and directories are no journals, and no one waits for them.
#[test]
#[cfg(unix)]
fn finding_c6_a_journal_is_a_plain_file() {
    use std::os::unix::fs::symlink;
    let link = fresh("zero");
    symlink("/dev/zero", &link).expect("a link");
    let nowhere = fresh("nowhere");
    symlink("no/such/place", &nowhere).expect("a link");
    let folder = fresh("folder");
    fs::create_dir_all(&folder).expect("writable");
    for (path, what) in [
        (&link, "a device, not a file"),
        (&nowhere, "a link that leads nowhere, not a file"),
        (&folder, "a directory, not a file"),
    ] {
        let error = Journal::open(path).expect_err("no journal").to_string();
        assert_eq!(error, format!("{} is {what}", path.display()));
        assert!(Held::read([path.as_path()]).is_err());
    }
    // A link to a journal is followed.
    let (real, linked) = (fresh("real"), fresh("linked"));
    go_on(&real).expect("writable");
    symlink(&real, &linked).expect("a link");
    assert_eq!(go_on(&linked).expect("a journal").0.resumed, TASKS);
    // One with holes has a length that no journal has.
    let huge = fresh("huge");
    fs::File::create(&huge).and_then(|file| file.set_len(1 << 40)).expect("a file with holes");
    assert!(matches!(Journal::open(&huge), Err(Error::Large(..))));
    fs::remove_file(&huge).expect("ours");
}
