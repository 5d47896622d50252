//! A published folder: the answers of the server, relative links, and nothing of this machine.

use crate::client::Server;
use crossedge::progress::Silent;
use crossedge_web::publish::{MARKER, PublishOptions, Site, VIEW_KEYS, publish};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const NETWORKS: [&str; 3] = ["rdn(ring(3), 2)", "torus(8,8)", "fattree(8)"];

fn options() -> PublishOptions {
    let views = [
        "x=rdn(ring(3),+2)&p=route&a=0&b=647",
        "x=rdn(ring(3),+2)&p=collective&step=3",
        "x=rdn(ring(3),+2)&p=ring",
        "x=torus(8,8)&p=loads&traffic=tornado",
        "x=torus(8,8)&p=deadlock&routing=dimension&vcs=1",
        "x=torus(8,8)&p=compare&y=fattree(8)",
        "https://example.org/site/#x=fattree(8)&p=faults&f=7,130&a=0&b=100",
    ];
    PublishOptions {
        networks: NETWORKS.map(str::to_owned).to_vec(),
        views: views.map(str::to_owned).to_vec(),
        levels: 2,
        ..PublishOptions::default()
    }
}

fn parsed(site: &Site, path: &str) -> Value {
    let bytes = site.files().get(path).unwrap_or_else(|| panic!("{path} is missing"));
    serde_json::from_slice(bytes).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// An answer of the server, without the time that it took.
fn served(server: &Server, verb: &str, mut params: Value) -> Value {
    if !["window", "matrix", "places", "node", "list", "options", "theorem"].contains(&verb) {
        params["wait"] = 10_000.into();
    }
    let (mut status, mut answer) = server.post(verb, &params);
    while status == 202 {
        (status, answer) = server.post("job", &json!({ "id": answer["job"], "wait": 10_000 }));
    }
    assert_eq!(status, 200, "{verb} {params}: {answer}");
    if answer.get("milliseconds").is_some() {
        answer["milliseconds"] = 0.0.into();
    }
    answer
}

/// The parameters of a question as the list of answers has it.
fn asked(question: &str) -> (&str, Value) {
    let (verb, params) = question.split_once('?').expect("a verb and its parameters");
    let pairs = params.split('&').filter_map(|pair| pair.split_once('='));
    let value = |name: &str, text: &str| match name {
        "exprs" => text.split(';').collect(),
        _ => Value::from(text),
    };
    (
        verb,
        pairs
            .map(|(name, text)| (name.to_owned(), value(name, text)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
    )
}

#[test]
fn published_answers_are_those_of_the_server() {
    let site = publish(&options(), &Silent).expect("a folder");
    let server = Server::start(None);
    let index = parsed(&site, "data/index.json");
    let answers = index["answers"].as_object().expect("answers");
    let mut verbs = BTreeSet::new();
    for (question, path) in answers {
        let (verb, params) = asked(question);
        let own = NETWORKS.iter().any(|expr| question.contains(&expr.replace(' ', "")));
        // All of the three networks; of the lessons one answer of each verb.
        if verbs.insert(verb) || own {
            assert_eq!(
                parsed(&site, path.as_str().expect("a path")),
                served(&server, verb, params),
                "{question}"
            );
        }
    }
    for verb in [
        "show",
        "route",
        "collective",
        "ring",
        "load",
        "deadlock",
        "compare",
        "left",
        "fault",
        "theorem",
        "matrix",
    ] {
        assert!(verbs.contains(verb), "{verb} is not among {verbs:?}");
    }
    for expr in NETWORKS {
        let list = index["windows"][expr.replace(' ', "")]["list"].as_array().expect("windows").clone();
        assert!(list.len() > 1, "{expr}: {} windows", list.len());
        for window in list {
            let mut params = window["params"].clone();
            params["expr"] = expr.into();
            params["labels"] = true.into();
            let file = parsed(&site, window["file"].as_str().expect("a path"));
            assert_eq!(file, served(&server, "window", params), "{expr} {window}");
            assert_eq!(file["window"], window["window"]);
        }
        let places = parsed(&site, index["places"][expr.replace(' ', "")].as_str().expect("a path"));
        let ids: Vec<&String> = places["places"].as_object().expect("places").keys().collect();
        assert_eq!(places, served(&server, "places", json!({ "expr": expr, "nodes": ids })), "{expr}");
    }
}

#[test]
fn links_are_relative_and_nothing_is_of_this_machine() {
    let site = publish(&options(), &Silent).expect("a folder");
    let index = parsed(&site, "data/index.json");
    let marked: Vec<String> = serde_json::from_value(parsed(&site, MARKER)["files"].clone()).expect("names");
    assert!(
        marked.iter().chain([&MARKER.to_owned()]).eq(site
            .files()
            .keys()
            .filter(|name| *name != MARKER)
            .chain([&MARKER.to_owned()]))
    );
    let page = std::str::from_utf8(&site.files()["index.html"]).expect("text");
    assert!(page.contains("<meta name=\"crossedge-published\" content=\"data/index.json\">"), "{page}");
    for attribute in ["href=\"", "src=\"", "content=\"data"] {
        for part in page.split(attribute).skip(1) {
            let link = part.split('"').next().expect("its end").trim_start_matches("./");
            let link = if attribute.starts_with("content") { format!("data{link}") } else { link.to_owned() };
            assert!(site.files().contains_key(&link), "{link} is not a file of the folder");
        }
    }
    let mut paths: Vec<Value> = Vec::new();
    paths.extend(index["answers"].as_object().into_iter().flat_map(|all| all.values().cloned()));
    paths.extend(index["places"].as_object().into_iter().flat_map(|all| all.values().cloned()));
    for map in index["windows"].as_object().expect("windows").values() {
        paths.extend(map["list"].as_array().into_iter().flatten().map(|window| window["file"].clone()));
    }
    for path in &paths {
        assert!(
            site.files().contains_key(path.as_str().expect("a path")),
            "{path} is not a file of the folder"
        );
    }
    for (name, bytes) in site.files() {
        assert!(name.split('/').all(|part| !part.is_empty() && !part.starts_with('.')), "{name}");
        let text = String::from_utf8_lossy(bytes);
        for word in ["127.0.0.1", "localhost", "/api/", "token=", concat!(env!("CARGO_MANIFEST_DIR"), "/")] {
            assert!(!text.contains(word), "{name} contains {word}");
        }
        assert!(!page.contains("crossedge-token"), "a token");
    }
}

#[test]
fn two_exports_are_equal_and_the_size_is_limited() {
    let small =
        PublishOptions { networks: vec!["ring(6)".to_owned()], levels: 0, ..PublishOptions::default() };
    let (one, two) =
        (publish(&small, &Silent).expect("a folder"), publish(&small, &Silent).expect("a folder"));
    assert!(one.files() == two.files(), "two exports differ");
    assert_eq!(one.bytes(), one.files().values().map(|bytes| bytes.len() as u64).sum::<u64>());
    for limited in [
        PublishOptions { max_bytes: 100_000, ..small.clone() },
        PublishOptions { max_files: 40, ..small.clone() },
    ] {
        let error = publish(&limited, &Silent).expect_err("it is too large");
        let message = format!(
            "the folder would have more than {} files or {} bytes",
            limited.max_files, limited.max_bytes
        );
        assert_eq!(error.message(), message);
        assert_eq!(error.advice(), Some("publish fewer networks, or fewer `levels`"));
    }
}

/// The keys of views are those of the page.
#[test]
fn views_have_the_keys_of_the_page() {
    let source = include_str!("../../page/src/state.ts");
    let list =
        source.split("KEYS = [").nth(1).and_then(|rest| rest.split("] as const").next()).expect("a list");
    let keys: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert_eq!(keys, VIEW_KEYS);
}
