//! A campaign that is killed at random moments ends with the same file as one that is left alone, and loses no finished trial.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("writable");
    path
}

/// Starts the campaign.
fn start(output: &Path, trials: u64) -> Child {
    Command::new(env!("CARGO_BIN_EXE_crossedge"))
        .args([
            "fault",
            "rdn(ring(3), 2)",
            "--counts",
            "3,40",
            "--seed",
            "11",
            "--trials",
            &(trials / 2).to_string(),
        ])
        .arg("-o")
        .arg(output)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Complete records in the journal.
fn records(output: &Path) -> u64 {
    let journal = output.with_extension("json.journal");
    let bytes = fs::read(journal).unwrap_or_default();
    (bytes.iter().filter(|b| **b == b'\n').count() as u64).saturating_sub(1)
}

/// Kills the campaign many times, and compares its file with that of an undisturbed one.
fn kill(name: &str, trials: u64, kills: u32) {
    let folder = folder(name);
    let (alone, killed) = (folder.join("alone.json"), folder.join("killed.json"));
    let begun = Instant::now();
    assert!(start(&alone, trials).wait().expect("it ends").success());
    let whole = begun.elapsed();
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut before, mut under_way) = (0, 0);
    for i in 0..kills {
        let mut child = start(&killed, trials);
        // At a random moment: when some more trials are finished. A clock would miss on a busy machine.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let until = before + (random >> 33) % (trials / u64::from(kills + 1));
        while records(&killed) <= until && child.try_wait().expect("ours").is_none() {
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        let after = records(&killed);
        assert!(after >= before, "kill {i} lost a finished trial: {before}, then {after}");
        under_way += u32::from(after > before && after < trials);
        before = after;
    }
    assert!(start(&killed, trials).wait().expect("it ends").success());
    println!("{trials} trials in {whole:?}; {kills} kills, {under_way} of them under way");
    // A last kill may come late; most must hit.
    assert!(under_way * 2 >= kills, "only {under_way} of {kills} kills came under way");
    let (alone, killed) = (fs::read(alone).expect("written"), fs::read(killed).expect("written"));
    assert!(!alone.is_empty() && alone == killed, "the files differ");
}

#[test]
fn a_killed_campaign_ends_the_same() {
    kill("killed", 4000, 5);
}

#[test]
#[ignore = "heavy"]
fn heavy_a_hundred_thousand_trials_killed_ten_times() {
    kill("heavy-killed", 100_000, 10);
}
