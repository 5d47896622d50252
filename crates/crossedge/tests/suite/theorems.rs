//! The registry of theorems: every evidence cites entries, and every entry is complete and used.

use super::common::expression;
use crossedge::answers::{Networks, VERBS};
use crossedge::net::ENTRIES;
use crossedge::prelude::*;
use crossedge::references::{Publication, publication};
use crossedge::theorems::{THEOREMS, TOPICS, Theorem, TheoremKind, cited, theorem, without_citations};
use proptest::prelude::*;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn entries_are_complete() {
    assert!(THEOREMS.is_sorted_by_key(|entry| entry.id));
    let mut aliases = BTreeSet::new();
    for entry in &THEOREMS {
        let id = entry.id;
        assert!(!entry.title().is_empty() && !entry.statement().is_empty(), "{id}");
        assert!(entry.kind() == TheoremKind::Method || !entry.proof().is_empty(), "{id} has no proof");
        entry.references().for_each(|key| assert!(publication(key).is_some(), "{id} cites {key}"));
        entry.aliases().for_each(|alias| assert!(aliases.insert(alias), "{alias} is two entries"));
        assert_eq!(theorem(id), Some(entry));
    }
    for number in 1..=6 {
        assert!(theorem(&format!("I{number}")).is_some(), "identity I{number}");
    }
}

/// The registry as a text, by topic.
fn document() -> String {
    let mut out = String::from(
        "# Theorems\n\nAfter reading this page you know why the answers of Crossedge that are called *proved* hold, and by which methods the others are computed. \
         Evidence cites these entries by\ntheir ids: `crossedge theorem dual-distance` prints one, `crossedge show EXPR --explain` which one was applied to which part of an \
         expression, and\n`crossedge cite --evidence EXPR` the works behind them. Entries marked *new* were not found in print; [REFERENCES.md](REFERENCES.md) says how that was searched.\n\
         Entries marked *Coq* are formally proved, see [proofs](../proofs/README.md). The page is written by the registry, `crates/crossedge-core/theorems`.\n",
    );
    for topic in TOPICS {
        out += &format!("\n## {topic}\n");
        let mut entries: Vec<&Theorem> = THEOREMS.iter().filter(|entry| entry.topic() == topic).collect();
        entries.sort_by_key(|entry| entry.place());
        for entry in entries {
            out += &format!("\n### {} (`{}`)\n\n", entry.title(), entry.id);
            let mut marks: Vec<String> = Vec::new();
            marks.extend(entry.aliases().map(|alias| format!("also {alias}")));
            marks.extend(entry.is_new().then(|| "new".to_owned()));
            let proofs: Vec<String> =
                entry.formal().map(|(file, name)| format!("[{name}](../proofs/{file})")).collect();
            marks.extend((!proofs.is_empty()).then(|| format!("Coq: {}", proofs.join(", "))));
            if !marks.is_empty() {
                out += &format!("*{}.* ", marks.join("; "));
            }
            out += &format!("{}\n", entry.statement());
            if !entry.proof().is_empty() {
                out += &format!("\n*Proof.* {}\n", entry.proof());
            }
            let works: Vec<String> =
                entry.references().filter_map(publication).map(|work| cited_work(&work)).collect();
            if !works.is_empty() {
                out += &format!("\nReferences: {}.\n", works.join("; "));
            }
        }
    }
    out
}

/// Author, title and year.
fn cited_work(work: &Publication) -> String {
    let field = |name: &str| work.field(name).unwrap_or_default().replace(['{', '}'], "");
    let authors = field("author");
    let surnames: Vec<&str> = authors.split(" and ").filter_map(|name| name.split(',').next()).collect();
    let names = match surnames[..] {
        [first, _, _, ..] => format!("{first} et al."),
        _ => surnames.join(", "),
    };
    format!("{names}: {} ({})", field("title"), field("year")).trim_start_matches(": ").to_owned()
}

#[test]
fn the_document_is_that_of_the_registry() {
    for entry in &THEOREMS {
        assert!(TOPICS.contains(&entry.topic()), "{}: {}", entry.id, entry.topic());
        assert_eq!(entry.kind() == TheoremKind::Method, entry.topic() == "Methods", "{}", entry.id);
    }
    let path = workspace().join("docs/THEOREMS.md");
    if std::env::var_os("CROSSEDGE_WRITE").is_some() {
        std::fs::write(&path, document()).expect("written");
    }
    let have = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(have == document(), "docs/THEOREMS.md is not that of the registry; CROSSEDGE_WRITE=1 writes it");
}

/// `proofs/theorems.txt` lists the formal proofs that CI compiles.
#[test]
fn formal_proofs_are_those_that_are_compiled() {
    let listed = std::fs::read_to_string(workspace().join("proofs/theorems.txt")).unwrap_or_default();
    let compiled: BTreeSet<(&str, &str, &str)> = listed
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let mut parts = line.split('\t');
            let mut next = || parts.next().unwrap_or_default();
            (next(), next(), next())
        })
        .collect();
    for entry in &THEOREMS {
        for (file, name) in entry.formal() {
            assert!(
                compiled.iter().any(|proof| (proof.1, proof.2) == (file, name)),
                "{}: {file} {name}",
                entry.id
            );
        }
    }
    for (id, file, name) in compiled {
        if let Some(entry) = theorem(id) {
            assert!(
                entry.formal().next().is_some(),
                "{id} is proved in {file} ({name}), and its entry does not say so"
            );
        }
    }
}

#[test]
fn entries_are_cited() {
    let mut texts = String::new();
    let mut folders = vec![workspace().join("crates")];
    while let Some(folder) = folders.pop() {
        for file in std::fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path()) {
            if file.is_dir() && file.file_name().is_none_or(|name| name != "tests" && name != "page") {
                folders.push(file);
            } else if file.extension().is_some_and(|extension| extension == "rs") {
                texts += &std::fs::read_to_string(&file).expect("text");
            }
        }
    }
    let unused: Vec<&str> = THEOREMS
        .iter()
        .map(|entry| entry.id)
        .filter(|id| *id != "random-sample" && !texts.contains(&format!("[{id}]")))
        .collect();
    assert!(unused.is_empty(), "not cited: {unused:?}");
}

#[test]
fn citations_are_found_and_left_out() {
    let text =
        "distances on a ring [ring-distance]; torus[2] and [no-such-entry] (rotations [elementary-symmetry])";
    let ids: Vec<&str> = cited(text).iter().map(|entry: &&Theorem| entry.id).collect();
    assert_eq!(ids, ["ring-distance", "elementary-symmetry"]);
    assert_eq!(without_citations(text), "distances on a ring; torus[2] and [no-such-entry] (rotations)");
    assert_eq!(without_citations("[ring-distance"), "[ring-distance");
}

/// Evidence without a citation, or with one that is not in the registry, anywhere in an answer.
fn uncited(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            if let (Some(kind), Some(by)) = (map.get("kind"), map.get("by"))
                && ["proved", "computed", "bounded", "sampled"].iter().any(|known| kind == known)
            {
                let ids = |key: &str| map.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
                let all = [ids("theorems"), ids("methods")].concat();
                if all.is_empty() || all.iter().any(|id| id.as_str().and_then(theorem).is_none()) {
                    out.push(format!("{kind}: {by}"));
                }
                if kind == "proved" && ids("theorems").is_empty() {
                    out.push(format!("proved without a theorem: {by}"));
                }
            }
            map.values().for_each(|value| uncited(value, out));
        }
        Value::Array(all) => all.iter().for_each(|value| uncited(value, out)),
        _ => {}
    }
}

/// Parameters of the verbs that need some.
fn parameters(verb: &str) -> Vec<Value> {
    match verb {
        "distance" | "route" | "disjoint" => vec![serde_json::json!({"source": "0", "target": "1"})],
        "node" => vec![serde_json::json!({"node": "0"})],
        "fault" | "left" => vec![serde_json::json!({"faults": ["1"]})],
        "collective" => ["all-reduce", "broadcast", "all-to-all"]
            .map(|kind| serde_json::json!({"collective": kind}))
            .to_vec(),
        "show" => vec![serde_json::json!({"budget": "1s", "explain": true})],
        _ => vec![Value::Object(Map::new())],
    }
}

/// Verbs whose answers take long or write files.
const LEFT_OUT: [&str; 5] = ["draw", "export", "advise", "design", "check-wiring"];

fn check_verbs(text: &str) -> Vec<String> {
    let Ok(net) = text.parse::<Topology>() else { return Vec::new() };
    let mut missing = Vec::new();
    for verb in VERBS.iter().filter(|verb| verb.networks != Networks::None && !LEFT_OUT.contains(&verb.name))
    {
        for given in parameters(verb.name) {
            if let Ok(answer) = (verb.run)(&given, std::slice::from_ref(&net), &Silent) {
                let mut out = Vec::new();
                uncited(&answer, &mut out);
                missing.extend(out.into_iter().map(|by| format!("{} {text}: {by}", verb.name)));
            }
        }
    }
    missing
}

#[test]
fn evidence_of_the_catalog_cites_the_registry() {
    let examples = ENTRIES.iter().flat_map(|entry| entry.examples);
    let small = examples.filter(|text| text.parse::<Topology>().is_ok_and(|net| net.nodes() < 40u32.into()));
    // A network in two parts, which the catalog has none of.
    let all = small.copied().chain(["graph([[0,1],[2,3]])"]);
    let missing: Vec<String> = all.flat_map(check_verbs).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn evidence_of_random_networks_cites_the_registry(text in expression(60)) {
        let missing = check_verbs(&text);
        prop_assert!(missing.is_empty(), "{}", missing.join("\n"));
    }
}

/// Examples of the catalog, alone and under other constructions: machines with switches among them.
fn catalog_expression(max: u64) -> impl Strategy<Value = String> {
    let examples: Vec<&str> = ENTRIES
        .iter()
        .flat_map(|entry| entry.examples)
        .copied()
        .filter(|text| !text.contains("file("))
        .collect();
    let one = move || proptest::sample::select(examples.clone());
    let text = prop_oneof![
        3 => one().prop_map(str::to_owned),
        1 => one().prop_map(|a| format!("dual({a})")),
        1 => one().prop_map(|a| format!("hosts({a}, 2)")),
        1 => one().prop_map(|a| format!("lift({a}, 2, 7)")),
        1 => one().prop_map(|a| format!("({a}) * path(2)")),
        1 => (one(), one()).prop_map(|(a, b)| format!("({a}) * ({b})")),
        1 => (one(), one()).prop_map(|(a, b)| format!("strong({a}, {b})")),
    ];
    text.prop_filter("a network of this size", move |text| {
        text.parse::<Topology>().is_ok_and(|net| net.nodes() <= max.into())
    })
}

/// Number of cases of the heavy test, `CROSSEDGE_EVIDENCE_CASES`: processes that share them draw others.
fn heavy_cases() -> u32 {
    std::env::var("CROSSEDGE_EVIDENCE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(3000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(heavy_cases()))]

    #[test]
    #[ignore = "heavy: 3,000 random networks, all verbs"]
    fn heavy_evidence_of_random_networks_cites_the_registry(text in prop_oneof![3 => expression(40), 1 => expression(120), 2 => catalog_expression(80)]) {
        let missing = check_verbs(&text);
        prop_assert!(missing.is_empty(), "{}", missing.join("\n"));
    }
}
