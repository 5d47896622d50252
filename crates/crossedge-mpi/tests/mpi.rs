//! Real processes, started by mpirun: collectives with every byte checked, and what happens when a rank fails.

mod common;

use common::{end, processes, program, run, start};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// Runs every collective, and gives the answers.
fn every_collective(ranks: u32, expr: &str, more: &[&str]) -> Vec<Value> {
    let args = [&["run", expr, "all", "--repeat", "2", "--json"], more].concat();
    let ended = run(ranks, &args);
    assert_eq!(ended.code, Some(0), "{expr}: {}", ended.stderr);
    let answer = json(&ended.stdout);
    let collectives = answer["collectives"].as_array().expect("a list").clone();
    assert_eq!(collectives.len(), 9, "{expr}");
    for one in &collectives {
        let about = format!("{expr} {}", one["collective"]);
        assert_eq!((&one["holds"], &one["bytes_wrong"]), (&Value::Bool(true), &Value::from(0)), "{about}");
        assert_eq!(one["ranks"], ranks, "{about}");
        assert!(one["bytes_checked"].as_u64() > Some(0), "{about}");
        assert!(one["messages"].as_u64() > Some(0), "{about}");
        assert_eq!(
            one["step_seconds"].as_array().map(|all| all.len() as u64),
            one["steps"].as_u64(),
            "{about}"
        );
    }
    collectives
}

#[test]
fn every_collective_on_rdn_of_18() {
    let answers = every_collective(18, "rdn(ring(3),1)", &[]);
    // A rank for each node: every message is between ranks, and MPI's own collective stands beside.
    for one in answers {
        assert_eq!(one["messages"], one["messages_between_ranks"]);
        assert!(one["mpi_seconds"].as_f64() > Some(0.0), "{one}");
    }
}

#[test]
fn every_collective_on_rdn_of_32() {
    every_collective(32, "rdn(ring(4),1)", &[]);
}

#[test]
fn every_collective_on_dualcube_of_32() {
    every_collective(32, "dualcube(3)", &["--bytes", "777"]);
}

#[test]
fn every_collective_on_hdn_of_16() {
    every_collective(16, "hdn(torus(2,2),[{2}])", &[]);
}

#[test]
fn every_collective_on_torus_of_16() {
    every_collective(16, "torus(4,4)", &["--bytes", "100kB"]);
}

#[test]
fn every_collective_on_hypercube_of_32() {
    every_collective(32, "hypercube(5)", &[]);
}

#[test]
fn blocks_of_different_sizes() {
    let answers = every_collective(5, "rdn(ring(3),1)", &["--root", "(1,2,1)"]);
    assert!(answers.iter().all(|one| one["largest_block"] == 4 && one["mpi_seconds"].is_null()));
    assert!(answers.iter().all(|one| one["messages"].as_u64() > one["messages_between_ranks"].as_u64()));
}

#[test]
fn one_seeded_fault_is_caught_by_the_byte_check() {
    for (kind, seed) in
        [("allreduce", "5"), ("alltoall", "100"), ("broadcast", "0"), ("reduce-scatter", "33")]
    {
        let ended =
            run(18, &["run", "rdn(ring(3),1)", kind, "--seed-fault", seed, "--json", "--repeat", "1"]);
        assert_eq!(ended.code, Some(1), "{kind}: {}", ended.stderr);
        let answer = &json(&ended.stdout)["collectives"][0];
        assert_eq!(answer["holds"], false, "{kind}");
        assert!(answer["bytes_wrong"].as_u64() > Some(0) && answer["first_wrong"].is_object(), "{kind}");
    }
}

#[test]
fn several_hundred_nodes_on_four_ranks() {
    // rdn(ring(3),2) has 648 nodes.
    let args = ["run", "rdn(ring(3),2)", "broadcast,allgather", "--bytes", "64", "--repeat", "1", "--json"];
    let ended = run(4, &args);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let answer = json(&ended.stdout);
    assert_eq!(answer["collectives"][0]["bytes_checked"], 648 * 64);
    assert_eq!(answer["collectives"][1]["bytes_checked"], 648 * 648 * 64);
    assert_eq!(answer["collectives"][1]["holds"], true);
}

/// Total exchange with every message by itself: millions of them. Run once with figures in docs/MPI.md.
#[test]
#[ignore = "takes a minute or more"]
fn heavy_total_exchange_of_648_nodes() {
    for single in [&[][..], &["--single"]] {
        let args =
            [&["run", "rdn(ring(3),2)", "alltoall", "--bytes", "64", "--repeat", "1", "--json"], single]
                .concat();
        let ended = run(4, &args);
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        let answer = &json(&ended.stdout)["collectives"][0];
        assert_eq!(answer["bytes_checked"], 648 * 648 * 64);
        println!("{answer:#}");
    }
}

#[test]
#[ignore = "takes a minute or more"]
fn heavy_a_rank_for_each_of_128_nodes() {
    for one in every_collective(128, "rdn(ring(8),1)", &["--bytes", "256"]) {
        println!("{one:#}");
    }
}

#[test]
fn memory_is_computed_first_and_a_size_that_fits_is_named() {
    let started = Instant::now();
    let ended = run(4, &["run", "rdn(ring(3),2)", "allgather", "--bytes", "64KiB"]);
    assert_eq!(ended.code, Some(4));
    let told = "error: allgather of 64 KiB on 648 nodes takes 25.6 GiB in all (n²·m = 25.6 GiB), and the limit is 8 GiB\n\
                help: --bytes 20456 fits; or give --memory, if the machine has it\n";
    // Once, not four times.
    assert_eq!(ended.stderr.matches(told).count(), 1, "{}", ended.stderr);
    assert!(started.elapsed() < Duration::from_secs(30), "nothing was allocated");
}

#[test]
fn wrong_usage_is_told_once() {
    let ended = run(3, &["run", "rdn(rng(3),1)", "broadcast"]);
    assert_eq!(ended.code, Some(2));
    assert_eq!(ended.stderr.matches("did you mean 'ring'?").count(), 1, "{}", ended.stderr);
    let ended = run(3, &["run", "ring(2)", "broadcast"]);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    let ended = run(5, &["run", "ring(4)", "broadcast"]);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    let told = "error: 4 nodes on 5 ranks: a node is on one rank\nhelp: start at most 4 ranks\n";
    assert_eq!(ended.stderr.matches(told).count(), 1, "{}", ended.stderr);
    let ended = run(2, &["run", "ring(4)", "sing"]);
    assert_eq!(ended.code, Some(2));
    assert_eq!(ended.stderr.matches("expected all, or one of broadcast").count(), 1, "{}", ended.stderr);
}

#[test]
fn a_panic_or_error_in_one_rank_ends_the_job_at_once() {
    for (phase, what, code) in
        [("start", "panic", 101), ("plan", "panic", 101), ("run", "panic", 101), ("run", "error", 3)]
    {
        let trial = format!("{phase}:2:{what}");
        let child = start(4, program(), &["run", "rdn(ring(3),1)", "allreduce", "--trial", &trial]);
        let ended = end(child, Duration::from_secs(20));
        assert_eq!(ended.code, Some(code), "{trial}: {}", ended.stderr);
        let says = format!("a test wants it, in phase {phase}");
        assert_eq!(ended.stderr.matches(&says).count(), 1, "{}", ended.stderr);
        assert!(ended.stderr.contains("rank 2"), "{}", ended.stderr);
    }
}

/// Kills a rank when it has come to a phase, and sees that everything ends.
fn kill_in(phase: &str, args: &[&str], mark: &str) {
    let trial = format!("{phase}:1:hold");
    let mut child = start(4, program(), &[args, &["--trial", &trial, "--mark", mark]].concat());
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let held = loop {
        let line = lines.next().unwrap_or_else(|| panic!("{phase}: nobody holds")).expect("text");
        if let Some(rest) = line.strip_prefix("holding: ") {
            break rest.to_owned();
        }
    };
    let process = held.rsplit(' ').next().expect("a process").to_owned();
    assert!(processes(mark).len() >= 4, "{phase}: ranks run");
    let killed = std::process::Command::new("kill").args(["-9", &process]).status().expect("kill");
    assert!(killed.success());
    let start = Instant::now();
    // Reading on keeps the pipe open.
    let rest = std::thread::spawn(move || lines.map_while(Result::ok).collect::<Vec<_>>().join("\n"));
    let ended = end(child, Duration::from_secs(10));
    let told = rest.join().expect("a reader");
    assert!(!matches!(ended.code, Some(0)), "{phase}: {:?}", ended.code);
    assert!(told.contains("signal 9") || told.contains("Killed"), "{phase}: {told}");
    while !processes(mark).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(10), "{phase}: {:?} live on", processes(mark));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_rank_killed_in_any_phase_of_a_run_ends_all() {
    for phase in ["start", "plan", "run", "check", "end"] {
        kill_in(
            phase,
            &["run", "rdn(ring(3),1)", "allgather"],
            &format!("run-{phase}-{}", std::process::id()),
        );
    }
}
