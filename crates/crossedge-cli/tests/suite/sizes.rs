//! One rule for sizes: work that cannot end is refused at once, with exit code 4 and a size that works.

use std::path::Path;
use std::process::{Command, Output};

/// The program with 4 GiB of address space: a size that is let through would show.
fn run(args: &[&str]) -> Output {
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", "ulimit -v 4194304 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_crossedge")])
        .args(args);
    command.env("CROSSEDGE_THREADS", "2").current_dir(Path::new(env!("CARGO_TARGET_TMPDIR")));
    command.output().expect("the program runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All of it: code, message and help.
fn refused(args: &[&str], wanted: &str) {
    let output = run(args);
    assert_eq!((output.status.code(), told(&output).as_str()), (Some(4), wanted), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
}

#[test]
fn finding_c1_a_node_lists_as_many_ports_in_json_as_in_text() {
    let output = run(&["node", "complete(4000000000)", "5", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert_eq!(value["degree"], 3_999_999_999u64);
    assert_eq!(value["ports"].as_array().map(Vec::len), Some(64));
    let text = run(&["node", "complete(4000000000)", "5", "--ports", "100"]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("… 3999999999 ports in all; --ports N lists more\n"), "{text}");
    assert!(text.contains("\n  99 "), "{text}");
    refused(
        &["node", "complete(4000000000)", "5", "--json", "--ports", "4000000000"],
        "error: at most 1000000 ports are listed, and here are 3999999999\nhelp: take --ports 1000000\n",
    );
}

#[test]
fn finding_c1_distances_too_many_to_list() {
    let output = run(&["show", "ring(1000000000)"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert!(text.contains("500,000,000"), "the diameter has a closed form: {text}");
    refused(
        &["show", "ring(1000000000)", "--figure", "histogram"],
        "error: the diameter is at least 1048576, too large to list all distances\n\
         help: take a network of a diameter below 1048576, such as ring(2000000)\n",
    );
}

#[test]
fn finding_c8_networks_too_large_to_verify() {
    for (expr, nodes) in
        [("torus(1000000000,1000000000)", "1000000000000000000"), ("hypercube(40)", "1099511627776")]
    {
        refused(
            &["verify", expr],
            &format!(
                "error: {nodes} nodes are more than the 4294967296 that can be verified\n\
                 help: take a network of at most 4294967296 nodes, such as torus(60000,60000)\n"
            ),
        );
    }
    refused(
        &["verify", "complete(1000000000)"],
        "error: 999999999000000000 ports are more than the 68719476736 that can be verified\n\
         help: take a network of at most 68719476736 ports, such as torus(60000,60000) or complete(250000)\n",
    );
}

#[test]
fn finding_c8_more_packets_than_a_trial_has() {
    let output = run(&["fault", "ring(9)", "--counts", "1", "--pairs", "18446744073709551615"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        told(&output).starts_with("error: a trial has at most 1000000000 packets\n"),
        "{}",
        told(&output)
    );
    assert!(told(&output).ends_with("help: take --pairs of at most 1000000000, and more trials\n"));
}

#[test]
fn finding_c8_routings_of_too_many_ports() {
    let output = run(&["deadlock", "complete(1000000)", "--routing", "updown"]);
    assert_eq!(output.status.code(), Some(4), "{}", told(&output));
    assert!(
        told(&output).ends_with("help: take a smaller network of the same construction\n"),
        "{}",
        told(&output)
    );
}

#[test]
fn finding_c8_paths_too_long_to_list() {
    for (expr, ends) in [
        ("ring(1000000000)", ["1", "3"]),
        ("path(1000000000)", ["1", "3"]),
        ("complete(4000000000)", ["1", "3"]),
        ("dual(complete(1000000000))", ["5", "1"]),
    ] {
        let output = run(&["disjoint", expr, ends[0], ends[1]]);
        assert_eq!(output.status.code(), Some(4), "{expr}: {}", told(&output));
        assert!(
            told(&output).starts_with(
                "error: the paths have more than 4194304 nodes together, the most that are listed\n"
            ),
            "{}",
            told(&output)
        );
        assert!(
            told(&output).contains("help: take a smaller network, such as ring(4000000)"),
            "{}",
            told(&output)
        );
    }
    assert_eq!(run(&["disjoint", "ring(1000)", "1", "3"]).status.code(), Some(0));
    assert_eq!(run(&["disjoint", "torus(1000000000,5)", "1", "3"]).status.code(), Some(0));
    assert_eq!(run(&["disjoint", "star(1000000000)", "0", "3"]).status.code(), Some(4));
}

/// A page leaves out what is too large for it.
#[test]
fn finding_c8_a_page_about_a_network_of_too_many_ports() {
    let output = run(&["report", "complete(1000000)", "--sample", "5", "-o", "sizes-report.html", "--force"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let page = std::fs::read_to_string(Path::new(env!("CARGO_TARGET_TMPDIR")).join("sizes-report.html"))
        .expect("a page");
    assert!(page.contains("<h2>Networks of similar size</h2>") && page.ends_with("</body></html>\n"));
}

#[test]
fn finding_c8_links_too_many_for_a_file() {
    let output = run(&["export", "complete(4000000000)", "--to", "edges", "-o", "sizes.edges", "--force"]);
    assert_eq!(output.status.code(), Some(4), "{}", told(&output));
    let wanted = "error: a file has at most 68719476736 links, and 67108864 of one node\n";
    assert!(told(&output).starts_with(wanted), "{}", told(&output));
}

#[test]
fn finding_c8_packets_among_too_many_ports() {
    for args in [
        &["fault", "complete(1000000)", "0", "1"][..],
        &["fault", "complete(1000000)", "--rates", "0.1", "--trials", "1"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(4), "{args:?}: {}", told(&output));
    }
}

#[test]
fn finding_c8_a_broadcast_in_a_network_of_too_many_ports() {
    let output = run(&["collective", "complete(1000000)", "broadcast"]);
    assert!(matches!(output.status.code(), Some(0 | 1 | 4)), "{}", told(&output));
}

#[test]
fn finding_c8_ranks_of_channels_that_memory_does_not_hold() {
    refused(
        &["deadlock", "path(4294967296)", "--routing", "minimal"],
        "error: minimal routing is undecided: 38654705672 bytes for the ranks of virtual channels are more than \
         the 17179869184 that can be verified\nhelp: take a smaller network of the same construction\n",
    );
    // Fewer than that, and still more than the program may have here.
    let output = run(&["deadlock", "complete(65000)", "--routing", "minimal"]);
    let text = told(&output);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("4224935000 bytes for the ranks of virtual channels are more than"), "{text}");
}

#[test]
fn finding_c8_a_node_with_more_ports_than_memory_holds() {
    refused(
        &["verify", "star(1000000000)"],
        "error: 999999999 ports of one node are more than the 67108864 that can be verified\n\
         help: take a network whose nodes have at most 67108864 ports, such as star(67108864)\n",
    );
}

/// A block is named on every link of its path, and here paths are as long as the network.
#[test]
fn finding_c8_gather_over_long_paths() {
    let output = run(&["collective", "wk(2,17)", "gather"]);
    let text = told(&output) + &String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("8192 nodes"), "{text}");
    assert_eq!(run(&["collective", "path(3000)", "gather"]).status.code(), Some(0));
}

#[test]
fn finding_c8_a_stored_part_of_more_links_than_memory_holds() {
    let output = run(&["disjoint", "dual(kautz(40,4))", "7", "0", "--limit", "8"]);
    let text = told(&output);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("links, and the limit is 33554432") && text.contains("help: "), "{text}");
}

#[test]
fn finding_c8_degrees_in_the_thousands_are_looked_at_in_time() {
    for (words, told) in
        [(["show", "dual(complete(1000000))"], "edge transitivity"), (["ring", "complete(100000)"], "99999")]
    {
        let output = run(&words);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", self::told(&output));
        assert!(text.contains(told), "{words:?}: {}", text.chars().take(400).collect::<String>());
    }
}

#[test]
fn finding_c8_counters_of_more_links_than_memory_holds() {
    let output = run(&["load", "complete(1) * complete(1000000000)"]);
    let text = told(&output);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("the links of every node would be counted one by one"), "{text}");
}
