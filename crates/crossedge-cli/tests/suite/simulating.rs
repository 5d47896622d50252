//! The verb `simulate` from outside: consistent curves, reported deadlocks, rejected sizes, parsed traffic.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn crossedge(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    let folder = env!("CARGO_TARGET_TMPDIR");
    command.args(args).current_dir(folder).env("NO_COLOR", "1").output().expect("the program runs")
}

fn told(args: &[&str]) -> (Option<i32>, String) {
    let output = crossedge(args);
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

fn json(args: &[&str]) -> (Option<i32>, Value) {
    let output = crossedge(&[args, &["--json"]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{args:?}: {e}: {text}{}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code(), value)
}

#[test]
fn finding_a14_curves_are_consistent() {
    for more in [
        &["torus(4,4)", "--points", "4", "--cycles", "10000"][..],
        &["ring(6)", "--points", "5", "--cycles", "12000", "--seeds", "2"],
    ] {
        let (code, value) = json(&[&["simulate", "--curve"], more].concat());
        assert_eq!(code, Some(0));
        let result = &value["results"][0];
        let (carried, not) = (&result["saturation"]["carried"], &result["saturation"]["not_carried"]);
        let (carried, not) = (carried.as_f64().expect("a load"), not.as_f64().expect("it saturates"));
        assert!(carried < not);
        let points = result["points"].as_array().expect("points");
        for point in points {
            let load = point["offered_load"].as_f64().expect("a load");
            let verdict = point["load_verdict"]["carried"].as_str().expect("a verdict");
            assert!(load > carried || verdict != "not-carried", "{load} is not carried, and {carried} is");
            assert!(load < not || verdict == "not-carried", "{load} is {verdict}, and {not} not carried");
            assert_eq!(verdict == "undecided", point["load_verdict"]["confidence"].is_null());
        }
        // Both ends of the interval are rows.
        for end in [carried, not] {
            assert!(points.iter().any(|point| point["offered_load"].as_f64() == Some(end)), "{end}");
        }
    }
}

#[test]
fn finding_a31_curves_report_deadlocks() {
    let args =
        ["simulate", "ring(6)", "--vcs", "1", "--unjudged", "--curve", "--buffers", "16", "--points", "3"];
    let output = crossedge(&args);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("deadlock at a load of ") && !text.contains("saturates"), "{text}");
    let (code, value) = json(&args);
    assert_eq!(code, Some(1));
    assert!(value["results"][0]["saturation"]["deadlock"]["load"].as_f64() > Some(0.0), "{value}");
}

#[test]
fn finding_a28_a_campaign_has_no_deadlock_where_the_routing_is_proved() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("long-messages");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("writable");
    let plan = "crossedge_sweep = 1\n\n[[simulate]]\nnetworks = [\"ring(4)\", \"rdn(ring(3), 1)\"]\n\
                traffics = [\"collective scatter eager of 4096 bytes\", \"collective broadcast eager of 65536 bytes\"]\n";
    fs::write(folder.join("x.toml"), plan).expect("writable");
    for args in
        [&["plan", "x.toml"][..], &["run", "x.tasks.jsonl"], &["merge", "x.tasks.jsonl", "-o", "x.csv"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
        let output = command.arg("sweep").args(args).current_dir(&folder).output().expect("runs");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let table = fs::read_to_string(folder.join("x.csv")).expect("written");
    assert_eq!(table.matches(",proved,finished,").count(), 4, "{table}");
    assert!(!table.contains("deadlock,"), "{table}");
}

#[test]
fn finding_c12_seeds_without_end_are_refused() {
    for (seeds, works) in [("18446744073709551615", "100000"), ("1000000000000", "100000")] {
        let (code, text) = told(&["simulate", "ring(4)", "--seeds", seeds]);
        assert_eq!(code, Some(4), "{text}");
        assert!(text.ends_with(&format!("help: --seeds {works} works\n")), "{text}");
    }
    let (code, text) = told(&["simulate", "ring(4)", "ring(5)", "--curve", "--seeds", "100000"]);
    assert_eq!((code, text.ends_with("help: --seeds 4545 works\n")), (Some(4), true), "{text}");
    let (code, text) = told(&[
        "simulate",
        "ring(4)",
        "--traffic",
        "collective broadcast eager of 18446744073709551615 bytes",
    ]);
    assert_eq!(code, Some(4), "{text}");
    for network in ["hypercube(20)", "complete(8000)"] {
        let (code, text) = told(&["simulate", network]);
        assert_eq!(
            (code, text.contains("help: a network of this degree fits up to about ")),
            (Some(4), true),
            "{text}"
        );
    }
}

#[test]
fn finding_c13_plots_hot_nodes_and_seeds_by_one_rule() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    // One load, carried or not, is a chart with something in it.
    for (name, load) in [("carried.svg", "0.1"), ("saturated.svg", "1")] {
        let args = ["simulate", "ring(8)", "--load", load, "--plot", name, "--force"];
        assert_eq!(crossedge(&args).status.code(), Some(0), "{args:?}");
        let svg = fs::read_to_string(folder.join(name)).expect("written");
        assert!(svg.contains("<circle") || svg.contains("<path") || svg.contains("<line"), "{name}");
    }
    let (code, text) = told(&["simulate", "ring(4)", "--traffic", "all-to-all", "--plot", "x.svg"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.starts_with("error: a traffic that ends of itself has no load to plot against\n"), "{text}");
    // An address is as good as an id.
    let accepted = |at: &str| {
        let traffic = format!("hotspot at {at}");
        let (code, value) = json(&["simulate", "torus(4,4)", "--traffic", &traffic, "--load", "0.01"]);
        assert_eq!(code, Some(0), "{at}");
        value["results"][0]["points"].clone()
    };
    assert_eq!(accepted("(1,2)"), accepted("6"));
    let (code, text) = told(&["simulate", "torus(4,4)", "--traffic", "hotspot at (1,9)"]);
    assert_eq!((code, text.contains("there is no node 9")), (Some(2), true), "{text}");
    assert_eq!(told(&["simulate", "ring(4)", "--seed", "9007199254740992"]).0, Some(0));
    assert_eq!(told(&["simulate", "ring(4)", "--seed", "9007199254740993"]).0, Some(2));
}

/// The share of what any routing could carry counts the limit of the servers.
#[test]
fn finding_w21_the_share_of_the_bound_counts_the_servers() {
    // The cut of a hypercube allows 2 flits per node and cycle; a server sends 1.
    let output = crossedge(&["simulate", "hypercube(3)", "--load", "0.5", "--cycles", "20000"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    let line = text.lines().find(|line| line.ends_with(" of the upper bound for any routing"));
    let share = line.and_then(|line| line.split(' ').nth(1)).and_then(|share| share.parse::<f64>().ok());
    let share = share.unwrap_or_else(|| panic!("{text}"));
    // Half of what the servers send, not a quarter of the cut.
    assert!((45.0..55.0).contains(&share), "{text}");
}

/// A saturation found by simulation is marked as limited by the run length.
#[test]
fn finding_w25_saturation_reports_its_basis() {
    for network in ["ring(8)", "complete(4)"] {
        let output = crossedge(&["simulate", network, "--curve", "--points", "3", "--cycles", "2000"]);
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(
            ["saturates between", "carries ", "carried", "every load is undecided up to"]
                .iter()
                .any(|words| text.contains(words)),
            "{text}"
        );
    }
    // Enough cycles: both ends of the interval with their confidence. Too few: it is said.
    let text = |cycles| {
        let output = crossedge(&["simulate", "ring(8)", "--curve", "--points", "3", "--cycles", cycles]);
        String::from_utf8(output.stdout).expect("text")
    };
    let long = text("40000");
    assert!(long.contains("is carried over all cycles, confidence"), "{long}");
    let short = text("600");
    assert!(short.contains("undecided: ") && short.contains("--cycles or --seeds may decide"), "{short}");
}
