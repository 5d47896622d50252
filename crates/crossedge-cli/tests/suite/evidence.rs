//! Evidence in the program's output: proved, minimal, refuted, directed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn graphs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/graphs")
}

/// The exit code, standard output and standard error of the program.
fn run(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    command.args(args).current_dir(graphs());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CROSSEDGE_THREADS", "TERM", "COLUMNS"] {
        command.env_remove(name);
    }
    command.env("CROSSEDGE_BUDGET", "none");
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code().expect("no signal"), text(stdout), text(stderr))
}

fn holds(args: &[&str]) -> String {
    let (code, out, err) = run(args);
    assert_eq!(code, 0, "{args:?}: {out}{err}");
    out
}

#[test]
fn finding_a1_the_verbs_say_computed() {
    for expr in ["jellyfish(20,3,1)", "kautz(2,3)", "file(\"petersen.graphml\")", "dual(jellyfish(20,3,1))"] {
        let out = holds(&["distance", expr, "0", "5"]);
        assert!(out.contains("(computed: ") && out.contains("search over the stored graph"), "{out}");
        for verb in ["route", "disjoint"] {
            let out = holds(&[verb, expr, "0", "5"]);
            assert!(out.contains("(computed: ") && !out.contains("distance 0 (proved"), "{out}");
        }
    }
    let out = holds(&["distance", "rdn(ring(3), 2)", "0", "647"]);
    assert!(out.contains("(proved: I1: a walk projects on two walks in the base"), "{out}");
    let (code, out, _) = run(&["distance", "graph([[0,1],[2,3]])", "0", "3"]);
    assert_eq!(
        (code, out.as_str()),
        (1, "no path from 0 to 3 (computed: search of everything that one of the two ends reaches [bfs])\n")
    );
}

/// `disjoint` left a distance unknown that `distance` finds.
#[test]
fn finding_b10_disjoint_knows_the_distance() {
    let expr = "hdn(torus(2,3,5), [{1,2}, {1,2,3}])";
    let far = holds(&["distance", expr, "0", "777"]);
    let far = far.split(' ').next().expect("a number");
    let out = holds(&["disjoint", expr, "0", "777"]);
    assert!(out.contains(&format!("the distance is {far} (computed: search from both ends")), "{out}");
    assert!(!out.contains("unknown"), "{out}");
}

#[test]
fn finding_a2_verify_names_the_compared_objects() {
    for expr in ["kautz(2,3)", "jellyfish(20,3,1)"] {
        let out = holds(&["verify", expr]);
        let claim = "holds: distances between all nodes, search of the stored graph against its links";
        assert!(out.contains(claim) && !out.contains("closed form"), "{out}");
    }
    let out = holds(&["verify", "dual(jellyfish(8,3,1))"]);
    assert!(out.contains("distances between all nodes, theorem over searched parts against search"), "{out}");
    let out = holds(&["verify", "rdn(ring(3), 1)"]);
    assert!(out.contains("distances from node 0, closed form against search"), "{out}");
}

#[test]
fn finding_a11_means_are_rounded() {
    assert!(holds(&["show", "rdn(ring(3), 2)"]).contains("6.454405 (4176/647)"));
    assert!(holds(&["show", "path(4)", "--figure", "mean_distance"]).contains("1.666667 (5/3)"));
}

#[test]
fn finding_a12_a_sampled_diameter_is_shown_as_a_bound() {
    let expr = "hdn(torus(2,3,5), [{1,2}, {1,2,3}])";
    let out = holds(&["show", expr, "--sample", "3", "--figure", "diameter,cost_ratio"]);
    assert!(out.contains("≥ 1"), "{out}");
    let out = holds(&["show", expr, "--sample", "3", "--figure", "diameter,cost_ratio", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let value = &json["diameter"]["value"];
    assert!(value["lower"].is_u64() && value["upper"].is_null(), "{value}");
    assert_eq!(json["diameter"]["evidence"]["kind"], "sampled");
    assert_eq!(json["cost_ratio"]["value"]["lower_bound"], true);
    let out = holds(&["compare", expr, "--sample", "3"]);
    assert!(out.matches('≥').count() >= 2, "{out}");
    let out = holds(&["show", expr, "--figure", "diameter", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["diameter"]["value"], 14);
}

#[test]
fn finding_a13_a_refuted_symmetry_names_two_nodes() {
    let out = holds(&["show", "dragonfly(6,3)", "--figure", "node_symmetry"]);
    let what = out.split_once("at distance 2 node 0 sees ").expect(&out).1;
    let words: Vec<&str> = what.split_whitespace().collect();
    assert_ne!(words[0], words[6], "{out}");
}

#[test]
fn finding_a7_verbs_refuse_a_routing_that_is_not_there() {
    let dimension = "there is no dimension routing on this network";
    let order = "there is no order routing on this network";
    for (args, why) in [
        (vec!["deadlock", "slimfly(5)", "--routing", "dimension"], dimension),
        (vec!["load", "slimfly(5)", "--routing", "dimension"], dimension),
        (vec!["deadlock", "torus(4,4)", "--routing", "order"], order),
        (vec!["load", "torus(4,4)", "--routing", "order"], order),
        (vec!["load", "torus(4,4)", "--routing", "valiant", "--over", "order"], order),
        #[cfg(feature = "simulate")]
        (vec!["simulate", "torus(4,4)", "--routing", "order"], order),
        #[cfg(feature = "simulate")]
        (vec!["simulate", "slimfly(5)", "--routing", "valiant over dimension"], dimension),
    ] {
        let (code, _, err) = run(&args);
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(why) && err.contains("the routings here are minimal, address,"), "{err}");
    }
}

/// A plan with such a routing was taken.
#[cfg(feature = "simulate")]
#[test]
fn finding_a7_a_sweep_with_a_routing_that_is_not_there_is_refused() {
    let folder = std::env::temp_dir().join(format!("crossedge-a7-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let plan = folder.join("study.toml");
    let text = "crossedge_sweep = 1\n[[simulate]]\nnetworks = [\"torus(4,4)\"]\nroutings = \"order\"\n\
                loads = \"0.05 to 0.2 by 0.05 flits/cycle\"\nseeds = \"1 to 2\"\n";
    std::fs::write(&plan, text).expect("written");
    let tasks = folder.join("tasks");
    let (code, _, err) =
        run(&["sweep", "plan", plan.to_str().expect("text"), "-o", tasks.to_str().expect("text")]);
    std::fs::remove_dir_all(&folder).expect("removed");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("there is no order routing on this network"), "{err}");
}

#[test]
fn finding_a8_load_names_what_it_counts() {
    let mean = |args: &[&str]| {
        let out = holds(&[&["load"], args, &["--json"]].concat());
        let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let hops = &json["mean_hops"];
        (
            json["routing"].as_str().expect("a name").to_owned(),
            hops["numerator"].clone(),
            hops["denominator"].clone(),
        )
    };
    let truth = |expr: &str| {
        let out = holds(&["show", expr, "--figure", "mean_distance", "--json"]);
        let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let value = &json["mean_distance"]["value"];
        (value["numerator"].clone(), value["denominator"].clone())
    };
    let (name, a, b) = mean(&["dragonfly(8,4)"]);
    assert_eq!((name.as_str(), (a, b)), ("minimal", truth("dragonfly(8,4)")));
    let (name, a, b) = mean(&["dragonfly(8,4)", "--routing", "local-global-local"]);
    assert_eq!(name, "local-global-local");
    assert_ne!((a, b), truth("dragonfly(8,4)"));
    let degree = "re(ring(4), ring(4), 2, policy=degree)";
    assert_eq!(mean(&[degree]).0, "address");
    assert_eq!(run(&["load", degree, "--routing", "minimal"]).0, 2);
}

#[test]
fn finding_a24_deadlock_refutes_by_packets_only() {
    let out = holds(&["deadlock", "hdn(complete(2),[{1}])", "--routing", "minimal", "--minimum"]);
    assert!(
        out.contains("proved: minimal routing with 1 virtual channel") && !out.contains("refuted"),
        "{out}"
    );
    let (code, _, err) = run(&["deadlock", "hdn(complete(400),[{1}])", "--routing", "minimal", "--vcs", "1"]);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("minimal routing is undecided: 800 nodes"), "{err}");
    assert!(err.contains("help: take a network of at most 724 nodes"), "{err}");
    let (code, out, _) = run(&["deadlock", "ring(6)", "--routing", "minimal", "--vcs", "1"]);
    assert_eq!(code, 1);
    assert!(out.contains("can deadlock"), "{out}");
}

#[test]
fn finding_a26_the_note_to_table_3_is_right() {
    let out = holds(&["papers", "HDN"]);
    assert!(!out.contains("0.77"), "{out}");
    let ratio = 7.5 / 900f64.log2();
    assert_eq!(format!("{ratio:.2}"), "0.76");
}

#[test]
fn finding_a33_an_all_dead_network_is_not_connected() {
    let out = holds(&["fault", "ring(4)", "--rates", "1", "--trials", "5", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["points"][0]["connected"]["hits"], 0, "{json}");
}
