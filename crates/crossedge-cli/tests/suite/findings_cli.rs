//! Rows of the third audit that show on the command line.

use super::files::{code, crossedge, folder, run, told};
use std::process::Command;

/// All endpoints dead is a finding, as is one that is cut off.
#[test]
fn finding_r8_no_endpoint_left_is_exit_code_1() {
    let folder = folder("finding-r8");
    for (network, faults, wanted) in [
        ("switch(2)", "0,1", 1),
        ("switch(3)", "3", 1),
        ("switch(3)", "0", 0),
        ("ring(4)", "0..3", 1),
        ("path(3)", "1", 1),
    ] {
        let output = run(&folder, &["fault", network, "--faults", faults]);
        assert_eq!(code(&output), Some(wanted), "{network} --faults {faults}: {}", told(&output));
    }
}

/// A CSV answer is one table: equally many fields in every line, and no blank lines.
#[test]
fn finding_r10_csv_is_one_table() {
    let folder = folder("finding-r10");
    let commands: &[&[&str]] = &[
        &["layout", "torus(4,4)", "--block", "4", "--rack", "8"],
        &["advise", "--endpoints", "60..70", "--ports", "..6", "--family", "torus,hypercube"],
        &["failures", "torus(4,4)", "--block", "4"],
        &["show", "torus(4,4)"],
        &["show", "torus(4,4)", "--histogram"],
        &["compare", "ring(5)", "ring(6)"],
        &["load", "torus(4,4)"],
        &["collective", "torus(3,3)", "broadcast"],
        &["collective", "ring(4)", "ring(5)", "broadcast"],
        &["phases", "torus(4,8)"],
        &["deadlock", "torus(4,4)"],
        &["trees", "hypercube(3)"],
        &["fault", "torus(4,4)", "--faults", "1"],
        &["design", "ring(5)", "torus(4,4)"],
        &["formats"],
        &["list"],
    ];
    for args in commands {
        let output = run(&folder, &[args, &["--format", "csv"][..]].concat());
        let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
        assert!(code(&output).is_some_and(|code| code < 2), "{args:?}: {}", told(&output));
        let mut lines = rows(&text);
        let head = lines.next().unwrap_or_else(|| panic!("{args:?}: nothing was printed"));
        assert!(head > 0, "{args:?}");
        for (number, fields) in (2..).zip(lines) {
            assert_eq!(fields, head, "{args:?}: line {number} of\n{text}");
        }
    }
}

/// The number of fields of each line; line ends in quotes do not count.
fn rows(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut lines = Vec::new();
    let (mut fields, mut quoted, mut empty) = (1, false, true);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields += 1,
            '\n' if !quoted => {
                lines.push(if empty { 0 } else { fields });
                (fields, empty) = (1, true);
                continue;
            }
            _ => {}
        }
        empty = false;
    }
    lines.into_iter()
}

/// Recursion is wrong usage, for any cycle of definitions.
#[test]
fn finding_r14_recursive_definitions_are_refused() {
    let folder = folder("finding-r14");
    for text in [
        "let f(n) = f(n); f(3)",
        "let f(n) = dual(f(n)); f(3)",
        "let f(n) = g(n); let g(n) = f(n); f(3)",
        "let f(n) = ring(n); let g(n) = f(n) * g(n); g(3)",
    ] {
        let output = run(&folder, &["show", text]);
        assert_eq!(code(&output), Some(2), "{text}: {}", told(&output));
        assert!(told(&output).contains("uses itself"), "{text}: {}", told(&output));
    }
    // A definition may use another one twice, and be its own argument.
    let nested = "let f(G) = dual(G); let g(G) = f(f(G)); g(complete(2))";
    assert_eq!(code(&run(&folder, &["show", nested, "--figure", "nodes"])), Some(0));
}

/// Metrics beyond the time budget are listed, with the option that computes them.
#[test]
fn finding_r18_show_names_what_the_budget_left_out() {
    let folder = folder("finding-r18");
    let large = "hdn(torus(2,3,5), [{1}, {3}])";
    let show = |budget: &str| {
        let mut command = crossedge(&folder, &["show", large, "--budget", budget]);
        let output = command.env_remove("CROSSEDGE_BUDGET").output().expect("the program runs");
        assert_eq!(code(&output), Some(0), "{}", told(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // Lines of the table are joined, so that it may break anywhere.
    let joined = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let hurried = joined(show("0.001s"));
    assert!(hurried.contains("not computed within the budget of 0.001 s"), "{hurried}");
    assert!(hurried.contains("--metric mean_distance computes it without a time limit"), "{hurried}");
    // A search from every node does not fit: distances are sampled, symmetry is refuted by two nodes, throughput is bounded.
    let text = joined(show("60s"));
    assert!(
        text.contains("note: distances are sampled; exact ones take about 73 s of CPU (--exact)"),
        "{text}"
    );
    assert!(!text.contains("not computed") && !text.contains("not known"), "{text}");
    assert!(text.contains("nodes at distance"), "{text}");
    for wrong in ["-1s", "soon", "1e99"] {
        let output = run(&folder, &["show", "ring(5)", "--budget", wrong]);
        assert_eq!(code(&output), Some(2), "{wrong}");
    }
}

/// Every verb that a hint names exists.
#[test]
fn hints_name_verbs_that_exist() {
    let folder = folder("hints");
    let output = run(&folder, &["trees", "fattree(4)"]);
    let help = told(&output).split_once("help: ").expect("help").1.to_owned();
    let verbs = help.split_once(" handle switches").expect("verbs").0.replace(" and ", ", ");
    for verb in verbs.split(", ") {
        assert_eq!(code(&run(&folder, &[verb, "--help"])), Some(0), "{verb}");
    }
    assert!(["throughput", "phases", "failures"].iter().all(|verb| verbs.contains(verb)), "{verbs}");
}

/// Bash completes constructions where a network is expected.
#[test]
#[cfg(unix)]
fn completions_know_constructions() {
    let folder = folder("completions");
    let script = run(&folder, &["completions", "bash"]).stdout;
    std::fs::write(folder.join("c.bash"), script).expect("writable");
    let complete = |word: &str| {
        let line = format!(
            "source c.bash; COMP_WORDS=(crossedge show '{word}'); COMP_CWORD=2; \
             _crossedge_with_constructions crossedge '{word}' show; echo \"${{COMPREPLY[@]}}\""
        );
        let output =
            Command::new("bash").args(["-c", &line]).current_dir(&folder).output().expect("bash runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    assert!(complete("dragonf").contains("dragonfly("), "{}", complete("dragonf"));
    assert!(complete("hyper").contains("hypercube(") && complete("hyper").contains("hyperx("));
    assert!(!complete("--js").contains('('));
}

/// A tampered value of a certificate is refused, though no one computes with it.
#[test]
fn finding_w27_the_decimal_value_of_a_certificate_is_checked() {
    let folder = folder("finding-w27");
    let written = run(&folder, &["throughput", "torus(3,4)", "-o", "c.json"]);
    assert_eq!(code(&written), Some(0), "{}", told(&written));
    let text = std::fs::read_to_string(folder.join("c.json")).expect("text");
    assert_eq!(code(&run(&folder, &["verify", "--certificate", "c.json"])), Some(0));
    let mut tampered = 0;
    for (at, _) in text.match_indices("\"value\":") {
        let start = at + "\"value\":".len();
        let end = start + text[start..].find(['}', ',', '\n']).expect("an end");
        let changed = format!("{} 0.123456{}", &text[..start], &text[end..]);
        std::fs::write(folder.join("t.json"), changed).expect("writable");
        let output = run(&folder, &["verify", "--certificate", "t.json"]);
        assert!(code(&output).is_some_and(|code| code == 1 || code == 2), "{}", told(&output));
        assert!(told(&output).contains("the value 0.123456 is not"), "{}", told(&output));
        tampered += 1;
    }
    assert!(tampered >= 2, "{tampered}");
}

/// If the paper of a construction has a year, its references have the same one; and every reference of a construction has a year and a full title.
#[test]
fn finding_w24_papers_and_references_agree() {
    let folder = folder("finding-w24");
    let text = |args: &[&str]| String::from_utf8_lossy(&run(&folder, args).stdout).into_owned();
    assert!(text(&["list", "wk"]).contains("implementation, 1988"));
    let hdn = text(&["cite", "hdn(torus(2,3,5), [{1}, {3}])"]);
    assert!(
        hdn.contains("Hierarchical Dual-Net: A Flexible Interconnection Network and its Routing Algorithm"),
        "{hdn}"
    );
    assert!(hdn.contains("year = {2012}"), "{hdn}");
    let wk = text(&["cite", "wk(4,2)"]);
    assert!(wk.contains("1988") && !wk.contains("1987"), "{wk}");
}
