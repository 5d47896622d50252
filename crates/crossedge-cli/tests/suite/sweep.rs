//! Campaigns from outside: killed and gone on, shared out in every path, contradictions, failures, the script for Slurm.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PLAN: &str = r#"
crossedge_sweep = 1

[[fault]]
networks = ["rdn(ring(3), 2)", "torus(24, 27)"]
dead = ["3 nodes", "10 % of nodes", "4 % of links"]
trials = 40
packets = 2
seeds = "1 to 10"
"#;

/// A folder with the task file of a plan, and nothing else.
fn campaign(name: &str, plan: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("writable");
    fs::write(folder.join("x.toml"), plan).expect("writable");
    let output = sweep(&folder, &["plan", "x.toml"]).output().expect("the program runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    folder
}

fn sweep(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    command.arg("sweep").args(args).current_dir(folder);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CROSSEDGE_THREADS", "HQ_SERVER_DIR"] {
        command.env_remove(name);
    }
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn run(folder: &Path, args: &[&str]) -> Output {
    sweep(folder, args).output().expect("the program runs")
}

fn start(folder: &Path, args: &[&str]) -> Child {
    sweep(folder, args).stdout(Stdio::null()).spawn().expect("the program starts")
}

/// The merged files of a folder of results.
fn merged(folder: &Path, results: &str) -> [Vec<u8>; 3] {
    let names = ["parquet", "csv"].map(|ending| format!("{results}.{ending}"));
    let output =
        run(folder, &["merge", "x.tasks.jsonl", "--results", results, "-o", &names[0], "-o", &names[1]]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let provenance = format!("{}.prov.json", names[1]);
    [&names[0], &names[1], &provenance].map(|name| fs::read(folder.join(name)).expect("written"))
}

fn done(folder: &Path, results: &str) -> u64 {
    let output = run(folder, &["status", "x.tasks.jsonl", "--results", results, "--json"]);
    let status: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.success(), status["done"] == status["tasks"]);
    status["done"].as_u64().expect("a number")
}

/// However it is run, and however often it is killed, the merged files are the same. `.ci/steps/85-sweep` does the same by HyperQueue.
#[test]
fn campaigns_are_reproducible_however_they_are_run() {
    let folder = campaign("sweep-ways", PLAN);
    assert!(start(&folder, &["run", "x.tasks.jsonl", "--results", "alone"]).wait().expect("ends").success());
    let wanted = merged(&folder, "alone");
    assert_eq!(text(&wanted[1]).lines().count(), 61);

    let kills = 6;
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut before, mut under_way) = (0, 0);
    for i in 0..kills {
        let mut child = start(&folder, &["run", "x.tasks.jsonl", "--results", "killed"]);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // At a random moment: when some more tasks are finished. A clock would miss on a busy machine.
        let until = before + (random >> 33) % (60 / u64::from(kills + 1));
        let records = || {
            fs::read_to_string(folder.join("killed/run.jsonl")).map_or(0, |text| text.lines().count() as u64)
        };
        // The first line is the head.
        while records() <= until + 1 && child.try_wait().expect("ours").is_none() {
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        let after = done(&folder, "killed");
        assert!(after >= before, "kill {i} lost a finished task: {before}, then {after}");
        under_way += u32::from(after < 60);
        before = after;
    }
    assert!(under_way * 2 >= kills, "only {under_way} of {kills} kills came under way");
    assert!(start(&folder, &["run", "x.tasks.jsonl", "--results", "killed"]).wait().expect("ends").success());
    assert!(merged(&folder, "killed") == wanted, "killed");

    // Shards, all at once, and one of them twice.
    let shards = ["1/4", "2/4", "3/4", "4/4", "2/4"];
    let children = shards
        .map(|shard| start(&folder, &["run", "x.tasks.jsonl", "--results", "shards", "--shard", shard]));
    for mut child in children {
        assert!(child.wait().expect("ends").success());
    }
    assert!(merged(&folder, "shards") == wanted, "shards");

    // One by one, as an engine hands them over, some of them twice.
    let lines = fs::read_to_string(folder.join("x.tasks.jsonl")).expect("tasks");
    for line in lines.lines().chain(lines.lines().take(5)) {
        let mut command =
            sweep(&folder, &["run", "x.tasks.jsonl", "--results", "each", "--task-env", "LINE"]);
        assert!(command.env("LINE", line).stdout(Stdio::null()).status().expect("runs").success());
    }
    assert!(merged(&folder, "each") == wanted, "each");
}

/// The script is run as Slurm would run it, once for each shard: the same bytes, and a folder for its logs.
#[test]
#[cfg(unix)]
fn the_script_for_slurm_runs_every_shard() {
    let folder = campaign("sweep-slurm", &PLAN.replace("trials = 40", "trials = 2"));
    assert!(run(&folder, &["run", "x.tasks.jsonl", "--results", "alone"]).status.success());
    // Slurm is not there, or has no such partition: the script is written all the same.
    let given = ["submit", "x.tasks.jsonl", "--engine", "slurm", "--results", "by slurm", "--shards", "7"];
    let output = sweep(&folder, &given).env("PATH", "").output().expect("runs");
    assert_eq!(output.status.code(), Some(3));
    let wanted = "error: sbatch cannot be started: No such file or directory (os error 2)\n\
                  help: sbatch is part of Slurm; the script may be handed over where Slurm is\n";
    assert_eq!(
        (text(&output.stderr).as_str(), text(&output.stdout).as_str()),
        (wanted, "written to x.sbatch\n")
    );
    let script = fs::read_to_string(folder.join("x.sbatch")).expect("a script");
    assert!(script.contains("#SBATCH --array=1-7\n"), "{script}");
    for shard in 1..=7 {
        let mut command = Command::new("bash");
        command.arg(folder.join("x.sbatch")).env("SLURM_ARRAY_TASK_ID", shard.to_string()).current_dir("/");
        assert!(command.stdout(Stdio::null()).status().expect("bash runs").success());
    }
    assert!(merged(&folder, "by slurm") == merged(&folder, "alone"));
    let status = run(&folder, &["status", "x.tasks.jsonl", "--results", "by slurm"]);
    assert!(text(&status.stdout).contains("7/7"), "{}", text(&status.stdout));
}

/// Two results of one task are named, with their files and values.
#[test]
fn contradictions_are_refused_by_name() {
    let folder = campaign("sweep-contradictions", &PLAN.replace("trials = 40", "trials = 1"));
    assert!(run(&folder, &["run", "x.tasks.jsonl"]).status.success());
    let journal = fs::read_to_string(folder.join("x.results/run.jsonl")).expect("a journal");
    let tasks = fs::read_to_string(folder.join("x.tasks.jsonl")).expect("tasks");
    let id = &tasks.lines().nth(2).expect("a task")[7..71];
    let record = journal.lines().find(|line| line.contains(id)).expect("a record");
    let changed = record.replace("\"nodes\":648", "\"nodes\":649");
    assert_ne!(record, changed);
    // A complete record: a changed one would be detected and rejected.
    let task = tasks.lines().nth(2).and_then(|line| line.split_once("\"task\":")).expect("a task").1;
    let result = serde_json::from_str::<serde_json::Value>(&changed).expect("JSON")["result"].clone();
    let (second, _) =
        crossedge_campaign::Journal::open(&folder.join("x.results/run.2.jsonl")).expect("writable");
    second.append(&task[..task.len() - 1], &result).expect("writable");
    let output = run(&folder, &["merge", "x.tasks.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    let value =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["result"].to_string();
    let wanted = format!(
        "error: the journals hold 1 contradiction: a task must give the same result each time\n  line 3, id {id}\n    \
         x.results/run.2.jsonl: {}\n    x.results/run.jsonl: {}\n\
         help: find out which is wrong, delete its line, and run the task again\n",
        value(&changed),
        value(record),
    );
    assert_eq!(text(&output.stderr), wanted);
    assert!(!folder.join("x.parquet").exists());
    let status = run(&folder, &["status", "x.tasks.jsonl"]);
    assert_eq!(status.status.code(), Some(1));
    assert!(text(&status.stdout).contains("contradictions: 1; `crossedge sweep merge` names them"));
}

/// A network in a file that changes after the plan was made fails its tasks; they are reported, counted, and refused by the merge.
#[test]
fn failures_are_reported_and_retried() {
    let plan = "crossedge_sweep = 1\n[[fault]]\nnetworks = 'file(\"net.edges\")'\ndead = \"1 nodes\"\ntrials = 3\nseeds = [1, 2]\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sweep-failures");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("writable");
    fs::write(folder.join("x.toml"), plan).expect("writable");
    fs::write(folder.join("net.edges"), "0 1\n1 2\n2 0\n").expect("writable");
    assert!(run(&folder, &["plan", "x.toml"]).status.success());
    fs::write(folder.join("net.edges"), "0 1\n1 2\n2 3\n3 0\n").expect("writable");
    let output = run(&folder, &["run", "x.tasks.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    let task = |seed: u64| format!("fault file(\"net.edges\"), 1 dead node, 3 trials, seed {seed}");
    let why = "the file of the network has changed since the plan was made";
    let told = text(&output.stdout);
    assert!(told.starts_with("2 tasks: 0 done now, 0 done before, 2 failed\n"), "{told}");
    assert!((1..=2).all(|seed| told.contains(&format!("failed: {}: {why}\n", task(seed)))), "{told}");
    let output = run(&folder, &["merge", "x.tasks.jsonl"]);
    let wanted = format!(
        "error: 2 of 2 tasks have no result\n  line 1: {}; failed: {why}\n  line 2: {}; failed: {why}\n\
         help: `crossedge sweep run x.tasks.jsonl` runs them; --partial leaves them out\n",
        task(1),
        task(2)
    );
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), wanted));
    fs::write(folder.join("net.edges"), "0 1\n1 2\n2 0\n").expect("writable");
    assert!(run(&folder, &["run", "x.tasks.jsonl"]).status.success());
    assert!(run(&folder, &["merge", "x.tasks.jsonl"]).status.success());
}

/// A task file of another version of the program is refused: its results would not be ours.
#[test]
fn task_files_of_other_versions_are_refused() {
    let folder = campaign("sweep-versions", PLAN);
    let tasks = fs::read_to_string(folder.join("x.tasks.jsonl")).expect("tasks");
    let line = tasks.lines().next().expect("a task");
    let here = env!("CARGO_PKG_VERSION");
    let task = line.split_once("\"task\":").expect("a task").1;
    let old = task[..task.len() - 1].replace(&format!("\"version\":\"{here}\""), "\"version\":\"0.0.9\"");
    let id = crossedge_campaign::TaskId::from_text(&old);
    fs::write(
        folder.join("old.tasks.jsonl"),
        format!("{{\"id\":\"{id}\",\"line\":1,\"of\":1,\"task\":{old}}}\n"),
    )
    .expect("writable");
    let output = run(&folder, &["run", "old.tasks.jsonl"]);
    let wanted = format!(
        "error: old.tasks.jsonl: line 1 was planned by version 0.0.9, and this is version {here}\n\
         help: make the plan again; results of one version stay together\n"
    );
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), wanted));
}

/// Every column, of every kind of task that this program has, is named in the manual.
#[test]
fn every_column_is_documented() {
    let simulate = "[[simulate]]\nnetworks = \"dual(ring(3))\"\nroutings = \"order\"\nloads = \"10 %\"\ncycles = \"2000 cycles\"\n";
    let faults = PLAN.replace("trials = 40", "trials = 1");
    let plan = if cfg!(feature = "simulate") { format!("{faults}{simulate}") } else { faults };
    let folder = campaign("sweep-columns", &plan);
    assert!(run(&folder, &["run", "x.tasks.jsonl"]).status.success());
    assert!(run(&folder, &["merge", "x.tasks.jsonl"]).status.success());
    let table = fs::read_to_string(folder.join("x.csv")).expect("a table");
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/SWEEP.md");
    let manual = fs::read_to_string(manual).expect("the manual");
    let columns: Vec<&str> = table.lines().next().expect("a head").split(',').collect();
    assert!(columns.len() >= 30);
    let missing: Vec<_> = columns.iter().filter(|name| !manual.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/SWEEP.md does not name {missing:?}");
}

/// An interruption ends a run soon, and what is finished is kept.
#[test]
#[cfg(unix)]
fn an_interruption_keeps_what_is_finished() {
    let folder = campaign("sweep-interrupted", &PLAN.replace("trials = 40", "trials = 2000"));
    let mut child = sweep(&folder, &["run", "x.tasks.jsonl"]).stderr(Stdio::piped()).spawn().expect("starts");
    let limit = Instant::now() + Duration::from_secs(120);
    while done(&folder, "x.results") == 0 && Instant::now() < limit {
        sleep(Duration::from_millis(100));
    }
    assert!(child.try_wait().expect("a child").is_none(), "it ended before it was interrupted");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success());
    let output = child.wait_with_output().expect("ends");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(130), "interrupted\n"));
    assert!(done(&folder, "x.results") > 0);
}
