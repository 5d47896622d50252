//! `explore --export`: folders that it may write, what it prints, and its errors.

use crate::files::{code, folder, names, run, told};
use std::fs;

const EXPORT: [&str; 4] = ["explore", "ring(6)", "--export", "site"];

fn export(at: &std::path::Path, more: &[&str]) -> std::process::Output {
    run(at, &[&EXPORT[..], more].concat())
}

#[test]
fn a_folder_is_written_announced_and_written_again() {
    let at = folder("published");
    let first = export(&at, &["--overlay", "p=ring"]);
    assert_eq!(code(&first), Some(0), "{}", told(&first));
    let said = String::from_utf8(first.stdout).expect("text");
    let marker = fs::read_to_string(at.join("site/crossedge-site.json")).expect("a marker");
    let marker: serde_json::Value = serde_json::from_str(&marker).expect("JSON");
    let listed: Vec<String> = marker["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect();
    let bytes: u64 =
        listed.iter().map(|name| fs::metadata(at.join("site").join(name)).expect("it is there").len()).sum();
    let bytes = bytes + fs::metadata(at.join("site/crossedge-site.json")).expect("it is there").len();
    assert_eq!(
        said,
        format!(
            "{} files, {bytes} bytes in site\nany web server can host it, e.g. python3 -m http.server --directory site\n",
            listed.len() + 1
        )
    );
    // What is no longer asked for goes away; a file of someone else stays.
    fs::write(at.join("site/CNAME"), "example.org").expect("a file");
    let again = export(&at, &[]);
    assert_eq!(code(&again), Some(0), "{}", told(&again));
    let ring = listed.iter().find(|name| name.starts_with("data/ring/")).expect("a ring was published");
    assert!(!at.join("site").join(ring).exists(), "{ring} is not needed any more");
    assert!(at.join("site/data/index.json").exists());
    assert!(at.join("site/CNAME").exists());
    fs::remove_dir_all(&at).expect("it goes away");
}

#[test]
fn only_a_folder_of_its_own_is_written() {
    let at = folder("published-other");
    fs::create_dir(at.join("site")).expect("a folder");
    fs::write(at.join("site/thesis.tex"), "years of work").expect("a file");
    let refused = export(&at, &[]);
    assert_eq!(code(&refused), Some(3));
    assert_eq!(
        told(&refused),
        "error: site is not empty and has no crossedge-site.json\nhelp: name a new directory, or one that --export wrote\n"
    );
    assert_eq!(names(&at.join("site")), ["thesis.tex"]);
    fs::write(at.join("file"), "").expect("a file");
    let refused = run(&at, &["explore", "ring(6)", "--export", "file"]);
    assert_eq!(code(&refused), Some(3));
    assert_eq!(told(&refused), "error: file: Not a directory (os error 20)\n");
    // A marker cannot name files elsewhere.
    fs::write(at.join("precious"), "").expect("a file");
    fs::write(
        at.join("site/crossedge-site.json"),
        r#"{"files": ["../precious", "thesis.tex/..", "/etc/none"]}"#,
    )
    .expect("a file");
    assert_eq!(code(&export(&at, &[])), Some(0));
    assert!(at.join("precious").exists() && at.join("site/thesis.tex").exists());
    fs::remove_dir_all(&at).expect("it goes away");
}

#[test]
fn what_cannot_be_exported_is_said() {
    let at = folder("published-errors");
    for (args, status, message) in [
        (
            &["explore", "ring(6)", "ring(7)"][..],
            2,
            "error: the explorer opens with one network (got 2)\nhelp: the page shows any other; --export DIR writes several\n",
        ),
        (
            &["explore", "ring(6)", "--export", "site", "--overlay", "colour=red"],
            2,
            "error: a view has no key 'colour'\nhelp: its keys are x, v, m, p, o, a, b, alg, show, hop, f, kind, calg, root, step, pos, traffic, routing, vcs, y, ends, ports, goal, job, lesson, page, theme\n",
        ),
        (
            &["explore", "ring(6)", "--export", "site", "--overlay", "p=ranks"],
            2,
            "error: the panel 'ranks' cannot be published\nhelp: those that can are figures, node, route, faults, collective, ring, loads, deadlock, compare, design, networks, findings, start, lessons, files\n",
        ),
        (
            &["explore", "--export", "site", "--overlay", "p=loads"],
            2,
            "error: the view 'p=loads' has no network\nhelp: name one in front of it, or write it into the view as x=EXPR\n",
        ),
        (
            &["explore", "rdn(ring(5), 3)", "--export", "site", "--levels", "12"],
            4,
            "error: 12 levels of rdn(ring(5), 3) would be up to 9880622 windows: the folder may have 10000 files\nhelp: publish fewer networks, or fewer --levels\n",
        ),
        (
            &["explore", "rdn(ring(5), 3)", "--export", "site", "--overlay", "p=deadlock"],
            4,
            "error: deadlock visits every node, here of at most 4194304 (got 50000000)\nhelp: take a smaller network of the same construction, or use the command line\n",
        ),
    ] {
        let output = run(&at, args);
        assert_eq!((code(&output), told(&output)), (Some(status), message.to_owned()), "{args:?}");
    }
    assert!(!at.join("site").exists(), "nothing was written");
    fs::remove_dir_all(&at).expect("it goes away");
}
