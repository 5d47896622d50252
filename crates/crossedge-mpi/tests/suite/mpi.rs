//! Real processes, started by mpirun: collectives with every byte checked, and what happens when a rank fails.

use crate::ranks::{Ended, end, processes, program, run, start};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// Every key of an answer is in the manual.
fn documented(value: &Value) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/JSON.md");
    let manual = std::fs::read_to_string(path).expect("docs/JSON.md");
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        for (key, _) in value.as_object().into_iter().flatten() {
            assert!(manual.contains(&format!("`{key}`")), "docs/JSON.md does not name {key}");
        }
        todo.extend(value.as_object().into_iter().flat_map(|map| map.values()));
        todo.extend(value.as_array().into_iter().flatten());
    }
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
    // A rank for each node: every message is between ranks, and MPI's own collective is next to.
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

/// Down trees that are arc-disjoint, and all-to-all in rounds: a rank for each node.
#[test]
fn trees_and_rounds_on_18_and_32() {
    for (ranks, expr, rounds) in [(18, "rdn(ring(3),1)", 21), (32, "rdn(ring(4),1)", 40)] {
        for (kind, algorithm) in [("broadcast", "trees"), ("allgather", "trees"), ("all-to-all", "rounds")] {
            let args = ["run", expr, kind, "--algorithm", algorithm, "--repeat", "1", "--json"];
            let ended = run(ranks, &args);
            assert_eq!(ended.code, Some(0), "{expr} {kind}: {}", ended.stderr);
            let one = json(&ended.stdout)["collectives"][0].clone();
            assert_eq!((&one["holds"], &one["bytes_wrong"]), (&Value::Bool(true), &Value::from(0)), "{one}");
            assert_eq!((&one["ranks"], &one["algorithm"]), (&ranks.into(), &algorithm.into()), "{one}");
            assert!(kind != "all-to-all" || one["steps"] == rounds, "{one}");
        }
    }
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
        documented(&json(&ended.stdout));
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

/// Total exchange with every message by itself: millions of them. Run once with metrics in docs/MPI.md.
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
    let ended = run(4, &["run", "rdn(ring(3),2)", "allgather", "--bytes", "64KiB"]);
    assert_eq!(ended.code, Some(4));
    let told = "error: allgather of 64 KiB on 648 nodes takes 25.6 GiB in all (n²·m = 25.6 GiB), and the limit is 8 GiB\n\
                help: --bytes 20456 fits; or give --memory, if the machine has it\n";
    // Once, not four times.
    assert_eq!(ended.stderr.matches(told).count(), 1, "{}", ended.stderr);
}

#[test]
fn wrong_usage_is_reported_once() {
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
        let ended = end(child, Duration::from_secs(60));
        assert_eq!(ended.code, Some(code), "{trial}: {}", ended.stderr);
        let says = format!("a test wants it, in phase {phase}");
        assert_eq!(ended.stderr.matches(&says).count(), 1, "{}", ended.stderr);
        assert!(ended.stderr.contains("rank 2"), "{}", ended.stderr);
    }
}

/// Every collective of this many bytes on every number of ranks: it ends, and every byte is right.
fn right_at_every_size(expr: &str, nodes: u64, ranks: &[u32], sizes: &[&str]) {
    for &ranks in ranks {
        for &size in sizes {
            let args = ["run", expr, "all", "--bytes", size, "--repeat", "1", "--json"];
            let ended = end(start(ranks, program(), &args), Duration::from_secs(540));
            let about = format!("{expr}, {size} on {ranks} ranks");
            assert_eq!(ended.code, Some(0), "{about}: {}", ended.stderr);
            let answer = json(&ended.stdout);
            let all = answer["collectives"].as_array().expect("a list");
            assert_eq!(all.len(), 9, "{about}");
            for one in all {
                let bytes = one["bytes"].as_u64().expect("a number");
                // The result: to all nodes one block or a block of each, to the root, or a block to each node.
                let blocks = match one["collective"].as_str().expect("a name") {
                    "broadcast" | "allreduce" | "barrier" | "scatter" | "gather" | "reduce-scatter" => nodes,
                    "reduce" => 1,
                    "allgather" | "all-to-all" => nodes * nodes,
                    other => panic!("{other}"),
                };
                let found = (&one["holds"], &one["bytes_wrong"], one["bytes_checked"].as_u64());
                let right = (&Value::Bool(true), &Value::from(0), Some(blocks * bytes));
                assert_eq!(found, right, "{about}, {}", one["collective"]);
                let own = one["mpi_seconds"].is_number();
                assert!(own || u64::from(ranks) > 1, "{about}: MPI's own collective runs alone");
            }
        }
    }
}

/// Both sides of every limit on the way: no bytes at all, what MPI sends at once (4 KiB), and what decides whether MPI's own
/// collective is run next to ours, which once was decided by each rank for itself.
#[test]
fn finding_a27_collectives_end_on_both_sides_of_every_limit() {
    right_at_every_size("rdn(ring(3),1)", 18, &[3], &["0", "1", "3", "4KiB", "4097", "64KiB", "128KiB"]);
    right_at_every_size("torus(3,4)", 12, &[4], &["64KiB", "128KiB"]);
}

#[test]
fn finding_a27_a_rank_for_each_node_and_large_blocks() {
    right_at_every_size("rdn(ring(3),1)", 18, &[18], &["128KiB"]);
    right_at_every_size("torus(4,5)", 20, &[2], &["128KiB"]);
}

#[test]
fn finding_a29_no_bytes_are_a_collective_like_any_other() {
    right_at_every_size("dualcube(2)", 8, &[1, 2, 3, 8], &["0"]);
    right_at_every_size("path(1)", 1, &[1], &["0", "5"]);
    right_at_every_size("path(2)", 2, &[1, 2], &["0", "1"]);
}

/// Everything: every collective at seven sizes on five numbers of ranks of four networks.
#[test]
#[ignore = "ten minutes or more, and gigabytes"]
fn heavy_every_collective_at_every_size() {
    let sizes = ["0", "1", "3", "4KiB", "64KiB", "128KiB", "1MiB"];
    for (expr, nodes) in
        [("rdn(ring(3),1)", 18), ("torus(4,5)", 20), ("ring(6) * path(3)", 18), ("dualcube(3)", 32)]
    {
        let started = Instant::now();
        right_at_every_size(expr, nodes, &[1, 2, 3, 4, 18], &sizes);
        println!(
            "{expr}: 5 numbers of ranks, {} sizes, 9 collectives in {:?}",
            sizes.len(),
            started.elapsed()
        );
    }
}

#[test]
fn finding_a33_impossible_faults_are_refused_and_others_reported() {
    let ended = run(1, &["run", "path(1)", "allreduce", "--seed-fault", "1"]);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    let told = "error: no message to corrupt: none carries a required byte\n\
                help: omit --seed-fault, or use at least two nodes and one byte\n";
    assert_eq!(ended.stderr.matches(told).count(), 1, "{}", ended.stderr);
    let ended = run(2, &["run", "ring(4)", "allreduce", "--seed-fault", "1", "--bytes", "0"]);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    let sound = run(2, &["run", "ring(4)", "allreduce", "--repeat", "1", "--json"]);
    let spoiled = run(2, &["run", "ring(4)", "allreduce", "--repeat", "1", "--json", "--seed-fault", "1"]);
    assert_eq!(spoiled.code, Some(1), "{}", spoiled.stderr);
    let one = |ended: &Ended| json(&ended.stdout)["collectives"][0].clone();
    let (sound, spoiled) = (one(&sound), one(&spoiled));
    assert_eq!(spoiled["seeded_fault"]["how"], "was sent twice", "{spoiled}");
    assert_eq!(spoiled["messages"].as_u64(), sound["messages"].as_u64().map(|sent| sent + 1));
}

#[test]
fn finding_c13_errors_name_what_was_asked_for() {
    let told = |ranks: u32, args: &[&str], code: i32, text: &str| {
        let ended = run(ranks, args);
        assert_eq!(ended.code, Some(code), "{args:?}: {}", ended.stderr);
        assert_eq!(ended.stderr.matches(text).count(), 1, "{args:?}: {}", ended.stderr);
    };
    told(
        2,
        &["run", "ring(4)", "barrier", "--algorithm", "x"],
        2,
        "error: there is no algorithm 'x' for barrier\nhelp: there are stages, eager, recursive-doubling\n",
    );
    told(
        2,
        &["pairs", "rdn(torus(5,5),3)"],
        4,
        "error: each rank searches the complete network from its own sources, which takes 73.3 TiB for 19531250000000 nodes (limit 8 GiB)\n\
         help: take a network of at most 2082408385 nodes; `search` spreads one search over all ranks\n",
    );
    told(2, &["pairs", "ring(4)", "--sources", "0"], 2, "error: invalid value '0' for '--sources <N>'");
    told(
        2,
        &["pairs", "ring(4)", "--sources", "5"],
        2,
        "error: 5 sources are not possible: 4 nodes live\nhelp: --sources 4 works\n",
    );
}

/// Kills a rank when it has come to a phase, and sees that everything ends.
fn kill_in(phase: &str, args: &[&str], mark: &str) {
    let trial = format!("{phase}:1:hold");
    let mut child = start(4, program(), &[args, &["--trial", &trial, "--mark", mark]].concat());
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let held = loop {
        let line = lines.next().unwrap_or_else(|| panic!("{phase}: no rank holds")).expect("text");
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
    let ended = end(child, Duration::from_secs(60));
    let told = rest.join().expect("a reader");
    assert!(!matches!(ended.code, Some(0)), "{phase}: {:?}", ended.code);
    assert!(told.contains("signal 9") || told.contains("Killed"), "{phase}: {told}");
    while !processes(mark).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(60), "{phase}: {:?} live on", processes(mark));
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

#[test]
fn a_search_by_any_number_of_ranks_equals_the_polynomial() {
    let answer = |ranks| {
        let ended = run(ranks, &["search", "rdn(torus(5,5),2)", "--json"]);
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        ended.stdout
    };
    let one = answer(1);
    let value = json(&one);
    assert_eq!(
        (&value["theorem"], &value["reached"], &value["eccentricity"]),
        (&true.into(), &3_125_000.into(), &22.into())
    );
    assert!(one == answer(2) && one == answer(4), "the same to the byte");
}

#[test]
fn without_symmetry_or_with_faults_one_process_finds_the_same() {
    for more in [
        &["hdn(torus(8,10),[{1},{2}])"][..],
        &["rdn(torus(5,5),2)", "--dead", "1000", "--seed", "7", "--source", "(1,7,3)"],
    ] {
        let ended = run(4, &[&["search", "--compare", "--json"], more].concat());
        assert_eq!(ended.code, Some(0), "{more:?}: {}", ended.stderr);
        let value = json(&ended.stdout);
        assert_eq!((&value["in_process_same"], &value["theorem"]), (&true.into(), &Value::Null), "{more:?}");
        assert!(
            value["reached"].as_u64() >= Some(500_000) && value["ids_sent"].as_u64() > Some(0),
            "{more:?}"
        );
        documented(&value);
        println!("{value:#}");
    }
}

/// A folder that goes away.
struct Folder(std::path::PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn pairs_by_sources_are_the_same_and_go_on_where_they_were_cut_off() {
    let folder = Folder(std::env::temp_dir().join(format!("crossedge-mpi-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let journal = folder.0.join("pairs.journal");
    let journal = journal.to_str().expect("a name");
    // 25,000 nodes without symmetry, 49 tasks.
    let pairs = ["pairs", "hdn(torus(5,5),[{1},{2}])", "--dead", "100"];
    let one = run(1, &[&pairs[..], &["--json"]].concat());
    assert_eq!(one.code, Some(0), "{}", one.stderr);
    assert_eq!(json(&one.stdout)["sources"], 24_900);
    let three = run(3, &[&pairs[..], &["--json"]].concat());
    assert!(one.stdout == three.stdout, "the same to the byte");
    let compared = run(2, &[&pairs[..], &["--json", "--compare"]].concat());
    assert_eq!(json(&compared.stdout)["in_process_same"], true);
    documented(&json(&compared.stdout));

    kill_in(
        "pairs",
        &[&pairs[..], &["--journal", journal]].concat(),
        &format!("pairs-{}", std::process::id()),
    );
    let kept = std::fs::read_to_string(journal).expect("a journal").lines().count();
    assert!((2..50).contains(&kept), "{kept} lines");
    let told = run(2, &[&pairs[..], &["--journal", journal]].concat());
    assert!(
        told.stdout.contains(&format!("{} tasks were in the journal", kept - 1)),
        "{kept} lines; {}",
        told.stdout
    );
    let again = run(4, &[&pairs[..], &["--journal", journal, "--json"]].concat());
    assert!(again.stdout == one.stdout, "the same to the byte");

    std::fs::write(folder.0.join("other"), "no journal\n").expect("a file");
    let other = folder.0.join("other");
    let refused = run(2, &[&pairs[..], &["--journal", other.to_str().expect("a name")]].concat());
    assert_eq!(refused.code, Some(3), "{}", refused.stderr);
    assert_eq!(refused.stderr.matches("is not a journal of a campaign").count(), 1, "{}", refused.stderr);
}

#[test]
fn a_rank_killed_in_any_phase_of_a_search_ends_all() {
    for phase in ["plan", "search", "end"] {
        let mark = format!("search-{phase}-{}", std::process::id());
        kill_in(phase, &["search", "hdn(torus(5,5),[{1},{2}])"], &mark);
    }
}
