//! The claims of the papers: evaluated whole, every verdict is the one on record, and nothing that is numbered is missing.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Output};

fn crossedge(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crossedge")).args(args).output().expect("the program runs")
}

/// What each paper numbers.
const NUMBERED: &[(&str, &[(&str, u32)])] = &[
    ("RDN", &[("Theorem", 3), ("Table", 2), ("Known", 8), ("Algorithm", 2)]),
    ("HAM", &[("Theorem", 3), ("Corollary", 1), ("Known", 13), ("Algorithm", 1)]),
    ("HDN", &[("Theorem", 3), ("Table", 4), ("Known", 3), ("Algorithm", 1)]),
    ("DC", &[("Table", 2), ("Algorithm", 1)]),
    ("RE", &[("Theorem", 5), ("Lemma", 3), ("Known", 10)]),
];

#[test]
fn every_verdict_is_the_one_on_record() {
    let output = crossedge(&["papers", "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let papers = answer["papers"].as_array().expect("papers");
    let mut ids = BTreeSet::new();
    let mut errata = BTreeSet::new();
    for paper in papers {
        let name = paper["name"].as_str().expect("a name");
        let mut places = BTreeSet::new();
        for claim in paper["claims"].as_array().expect("claims") {
            let id = claim["id"].as_str().expect("an id").to_owned();
            assert_eq!(claim["verdict"], claim["on_record"], "{id}: {claim:#}");
            let instances = claim["instances"].as_array().expect("instances");
            // What does not simply hold says why, and what is called false shows a case that refutes it.
            if claim["verdict"] == "false" {
                let refutes =
                    |i: &Value| !["agrees", "open"].contains(&i["outcome"].as_str().expect("a word"));
                assert!(instances.iter().any(refutes), "{id} shows no counterexample");
            }
            assert!(!instances.is_empty() || claim["why"] != "", "{id} says nothing");
            assert!(ids.insert(id), "two claims of one name");
            places.insert(claim["place"].as_str().expect("a place").to_owned());
            let named = claim["errata"].as_array().expect("errata").iter();
            errata.extend(named.map(|e| e.as_str().expect("a name").to_owned()));
        }
        let (_, numbered) = NUMBERED.iter().find(|(n, _)| *n == name).expect("a paper we know");
        for (kind, last) in *numbered {
            for number in 1..=*last {
                let wanted = format!("{kind} {number}");
                // "Known 1" is not "Known 10"; "Figures 2, 6, 7" does not count.
                let is = |place: &String| {
                    place
                        .match_indices(&wanted)
                        .any(|(at, _)| !place[at + wanted.len()..].starts_with(|c: char| c.is_ascii_digit()))
                };
                assert!(places.iter().any(is), "{name}: {wanted} is missing");
            }
        }
    }
    assert!(ids.len() >= 80, "only {} claims", ids.len());
    let wanted = (1..=16)
        .map(|n| format!("E{n}"))
        .chain((1..=12).map(|n| format!("RELLN-E{n}")))
        .chain((1..=13).map(|n| format!("ROUT-R{n}")));
    for erratum in wanted {
        assert!(errata.contains(&erratum), "erratum {erratum} is missing");
    }
    assert_eq!(answer["changed"], 0);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_changed_verdict_ends_with_1_and_a_wrong_file_with_2() {
    let folder = std::env::temp_dir().join(format!("crossedge-papers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, more: &str| {
        let path = folder.join(name);
        let text = format!(
            "name = \"X\"\ncite = \"Y\"\n[[claim]]\nid = \"x\"\nplace = \"Theorem 1\"\nsays = \"a ring of 5 has diameter 3\"\n{more}"
        );
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let check = "[[claim.check]]\nkind = \"figure\"\nwhat = \"diameter\"\ncase = [{ expr = \"ring(5)\", paper = 3 }]\n";
    let cases = [
        (write("right.toml", &format!("verdict = \"false\"\n{check}")), 0),
        (write("wrong.toml", &format!("verdict = \"holds\"\n{check}")), 1),
        (write("key.toml", &format!("verdict = \"false\"\ncolour = 1\n{check}")), 2),
        (write("expr.toml", &format!("verdict = \"false\"\n{}", check.replace("ring(5)", "rng(5)"))), 2),
        (folder.join("nowhere.toml").display().to_string(), 3),
    ];
    for (path, code) in cases {
        let output = crossedge(&["papers", "--file", &path]);
        assert_eq!(output.status.code(), Some(code), "{path}: {}", String::from_utf8_lossy(&output.stderr));
    }
    std::fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn the_page_needs_nothing_else() {
    let output = crossedge(&["papers", "HAM", "--format", "html"]);
    let page = String::from_utf8(output.stdout).expect("text");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "the page asks for {outside}");
    }
    assert!(page.contains("Corollary 1") && page.contains("class=\"v false\""));
}
