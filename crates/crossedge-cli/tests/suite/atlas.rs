//! The atlas from outside: the same bytes however it was built, records beside `show`, marks of the same network, the folder of pages.

use crossedge::net::{Node, Port};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    command.arg("-q").args(args).env_remove("CROSSEDGE_BUDGET");
    command.output().expect("the program runs")
}

fn good(args: &[&str]) -> Output {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn build(folder: &Path, more: &[&str]) -> Output {
    good(&[&["atlas", "build", text(folder), "--endpoints", "8", "--of-each-size", "2"], more].concat())
}

/// All files below some folders of an atlas.
fn files(atlas: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for part in ["records", "tables"] {
        for entry in fs::read_dir(atlas.join(part)).expect("a folder") {
            let path = entry.expect("an entry").path();
            all.insert(
                format!("{part}/{}", path.file_name().expect("a name").display()),
                fs::read(&path).expect("a file"),
            );
        }
    }
    assert!(all.len() > 4, "{:?}", all.keys());
    all
}

#[test]
fn an_atlas_is_the_same_however_it_was_built() {
    let (whole, parts) = (folder("atlas-whole"), folder("atlas-parts"));
    build(&whole, &[]);
    // In shards, the last one twice, one journal cut off in a line.
    build(&parts, &["--plan"]);
    let tasks = parts.join("atlas.tasks.jsonl");
    for shard in ["2/3", "3/3", "3/3"] {
        good(&["sweep", "run", text(&tasks), "--shard", shard]);
    }
    let journal = parts.join("atlas.results/shard-2-of-3.jsonl");
    let lines = fs::read(&journal).expect("a journal");
    fs::write(&journal, &lines[..lines.len() / 2]).expect("writable");
    build(&parts, &[]);
    assert_eq!(files(&whole), files(&parts));
    // A second run has nothing to do and changes nothing.
    build(&whole, &[]);
    assert_eq!(files(&whole), files(&parts));
}

#[test]
fn records_and_tables_are_those_of_the_library() {
    let atlas = folder("atlas-records");
    let answer: Value = serde_json::from_slice(&build(&atlas, &["--json"]).stdout).expect("JSON");
    let (records, duplicates) = (answer["records"].as_u64(), answer["duplicates"].as_u64());
    assert!(records > Some(100) && duplicates > Some(10), "{answer}");
    let table: Value =
        serde_json::from_slice(&fs::read(atlas.join("tables/degree-diameter.json")).expect("a table"))
            .expect("JSON");
    let cells = table["cells"].as_array().expect("cells");
    let mut seen = 0;
    for cell in cells.iter().filter(|cell| cell["at"][0].as_u64() <= Some(4)) {
        let Some(expression) = cell["expression"].as_str() else { continue };
        let shown = good(&["show", expression, "--json", "--metric", "nodes,degree,diameter"]);
        let shown: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
        let (at, value) = (&cell["at"], cell["value"].as_f64().expect("a number"));
        assert_eq!(shown["nodes"]["value"].as_f64(), Some(value), "{expression}");
        assert!(shown["degree"]["value"]["max"].as_u64() <= at[0].as_u64(), "{expression}");
        assert_eq!(shown["diameter"]["value"], cell["diameter"], "{expression}");
        assert!(cell["diameter"].as_u64() <= at[1].as_u64(), "{expression}");
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
    // One port each, and no switch of more ports than asked for.
    let table: Value =
        serde_json::from_slice(&fs::read(atlas.join("tables/host-switch.json")).expect("a table"))
            .expect("JSON");
    let cells = table["cells"].as_array().expect("cells");
    let machines: BTreeSet<&str> = cells.iter().filter_map(|cell| cell["expression"].as_str()).collect();
    assert!(!machines.is_empty());
    for machine in machines {
        let net: crossedge::Topology = machine.parse().expect("an expression");
        let net = net.network().expect("a small network");
        for v in 0..net.endpoints() {
            let widths: u64 =
                (0..net.degree(Node(v))).map(|port| net.cables(net.link_class(Node(v), Port(port)))).sum();
            assert_eq!(widths, 1, "{machine}: endpoint {v}");
        }
    }
}

#[test]
fn the_site_needs_no_server_and_has_every_record() {
    let (atlas, site) = (folder("atlas-sited"), folder("atlas-site"));
    let answer: Value = serde_json::from_slice(&build(&atlas, &["--json"]).stdout).expect("JSON");
    good(&["atlas", "site", text(&atlas), "-o", text(&site)]);
    let page = fs::read_to_string(site.join("index.html")).expect("a page");
    let script = fs::read_to_string(site.join("atlas.js")).expect("a script");
    // Nothing is loaded from elsewhere, and all addresses are relative.
    for text in [&page, &script] {
        let addresses = text.matches("http").count() - text.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(addresses, 0, "{text}");
        assert!(!text.contains("src=\"/") && !text.contains("href=\"/"));
    }
    for name in ["start", "index", "tables", "theorems", "works", "records-0"] {
        let data = fs::read_to_string(site.join(format!("data/{name}.js"))).expect("a data file");
        assert!(data.starts_with(&format!("atlas(\"{name}\",\"H4sI")), "{name}");
    }
    assert!(answer["records"].as_u64().is_some_and(|records| records < 512), "one data file has them all");
    let again =
        files(&atlas).keys().filter(|name| name.ends_with("parquet")).all(|name| site.join(name).exists());
    assert!(again);
}

/// The task file is that of the plan beside it.
#[test]
fn the_plan_of_an_atlas_is_a_plan_of_sweep() {
    let atlas = folder("atlas-plan");
    build(&atlas, &["--plan"]);
    let other = atlas.join("other.tasks.jsonl");
    good(&["sweep", "plan", text(&atlas.join("atlas.toml")), "-o", text(&other)]);
    assert_eq!(fs::read(atlas.join("atlas.tasks.jsonl")).expect("a file"), fs::read(other).expect("a file"));
}

#[test]
fn a_folder_without_an_atlas_has_no_site() {
    let none = folder("atlas-none");
    let output = run(&["atlas", "site", text(&none), "-o", text(&folder("atlas-none-site"))]);
    assert_eq!(output.status.code(), Some(3));
    let message = String::from_utf8_lossy(&output.stderr).replace(text(&none), "DIR");
    assert_eq!(
        message,
        "error: DIR is no atlas: it has no atlas.tasks.jsonl\nhelp: `crossedge atlas build DIR` makes one\n"
    );
}

#[test]
fn an_atlas_of_other_limits_is_not_overwritten() {
    let atlas = folder("atlas-limits");
    build(&atlas, &["--plan"]);
    let output = run(&["atlas", "build", text(&atlas), "--endpoints", "9", "--plan"]);
    assert_eq!(output.status.code(), Some(3));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("atlas.toml") && message.contains("--force"), "{message}");
}
