//! Answers of the server: the library's own answers, positions next to them, errors with a caret, jobs that end.

use crate::client::Server;
use crossedge::answers::{RouteRequest, ask};
use crossedge::prelude::*;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const NET: &str = "rdn(ring(3), 2)";

fn done(server: &Server, verb: &str, params: Value) -> Value {
    let mut params = params;
    params["wait"] = 10_000.into();
    let (status, answer) = server.post(verb, &params);
    assert_eq!(status, 200, "{verb} {params}: {answer}");
    answer
}

#[test]
fn an_answer_is_that_of_the_library() {
    let server = Server::start(None);
    let net: Topology = NET.parse().expect("a network");
    let told = done(&server, "route", json!({ "expr": NET, "from": 0, "to": "647" }));
    let own = ask(&RouteRequest::new(0, 647), &net, &Silent).expect("a route");
    assert_eq!(told["answer"], serde_json::to_value(&own).expect("JSON"));
    assert_eq!(told["command"], "crossedge route 'rdn(ring(3), 2)' 0 647");
    let map = net.map().expect("a map");
    for node in own.answer.path.expect("a path") {
        let (x, y) = map.place(node);
        assert_eq!(told["places"][node.0.to_string()], json!([x, y]));
    }
}

#[test]
fn every_verb_of_the_page_is_answered() {
    let server = Server::start(None);
    let shown = done(&server, "show", json!({ "expr": NET, "metrics": "diameter,nodes" }));
    assert_eq!(shown["answer"]["diameter"]["value"], 10);
    assert_eq!(shown["answer"]["diameter"]["evidence"]["kind"], "proved");
    assert_eq!(
        done(&server, "distance", json!({ "expr": NET, "from": 0, "to": 647 }))["answer"]["distance"]["value"],
        7
    );
    let paths = done(&server, "disjoint", json!({ "expr": NET, "from": 0, "to": 647 }));
    assert_eq!(paths["answer"]["paths"].as_array().map(Vec::len), Some(4));
    let packet = done(&server, "fault", json!({ "expr": NET, "from": 0, "to": 647, "faults": "2,324,9-10" }));
    assert_eq!(packet["answer"]["end"], "delivered");
    assert!(packet["places"]["324"].is_array(), "dead nodes have a place");
    assert_eq!(done(&server, "left", json!({ "expr": NET, "faults": "5,7-8" }))["answer"]["alive"], 647);
    let survives =
        done(&server, "survival", json!({ "expr": "rdn(ring(3), 1)", "rates": "0.05,0.1", "trials": 20 }));
    assert_eq!(survives["answer"]["points"].as_array().map(Vec::len), Some(2));
    let ring = done(&server, "ring", json!({ "expr": NET, "count": 100 }));
    assert_eq!(ring["order"]["nodes"].as_array().map(Vec::len), Some(100));
    assert_eq!(ring["answer"]["exists"], true);
    let cycle = done(&server, "deadlock", json!({ "expr": "torus(5,5)", "routing": "dimension", "vcs": 1 }));
    assert_eq!(cycle["answer"]["proved"], false);
    assert!(!cycle["places"].as_object().expect("places").is_empty());
    let two = done(&server, "compare", json!({ "exprs": ["ring(8)", "hypercube(3)"] }));
    assert_eq!(two["answer"]["networks"].as_array().map(Vec::len), Some(2));
    let designs =
        done(&server, "design", json!({ "endpoints": "500..600", "ports": "..8", "families": ["torus"] }));
    assert!(!designs["answer"].as_object().expect("an answer").is_empty());
    assert!(
        done(&server, "draw", json!({ "expr": NET, "route": "0,647" }))["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    );
    let file = done(&server, "export", json!({ "expr": "ring(5)", "to": "edges" }));
    assert!(file["text"].as_str().is_some_and(|text| text.contains("0 1")), "{file}");
    assert!(done(&server, "cite", json!({ "expr": NET }))["answer"].is_object());
    assert!(
        done(&server, "options", json!({ "expr": NET }))["routings"]
            .as_array()
            .is_some_and(|all| all.len() > 1)
    );
    assert!(done(&server, "trees", json!({ "expr": "hypercube(3)" }))["answer"]["count"]["value"] == 3);
    assert!(done(&server, "verify", json!({ "expr": "ring(9)" }))["answer"].is_object());
    assert!(done(&server, "throughput", json!({ "expr": "torus(4,4)" }))["answer"].is_object());
}

#[test]
fn a_slider_goes_over_the_steps_of_a_schedule() {
    let server = Server::start(None);
    let at =
        |step: usize| done(&server, "collective", json!({ "expr": NET, "kind": "broadcast", "step": step }));
    let first = at(0);
    let count = first["steps"]["count"].as_u64().expect("steps") as usize;
    assert_eq!(first["answer"]["step_count"], count);
    let mut before = 1;
    assert_eq!(first["steps"]["reached"], json!([0]), "before the first step the root has it");
    for step in 1..=count {
        let told = at(step);
        let reached = told["steps"]["reached"].as_array().map_or(0, Vec::len);
        let paths = told["steps"]["paths"].as_array().expect("paths");
        assert_eq!(told["steps"]["messages"][step - 1], paths.len());
        // A message in pieces reaches a node with its first one.
        assert!(reached >= before, "step {step}");
        assert!(
            paths
                .iter()
                .flat_map(|path| path.as_array().expect("nodes"))
                .all(|node| told["places"][node.to_string()].is_array())
        );
        before = reached;
    }
    assert_eq!(before, 648, "everybody is reached at the end");
    let sum = done(&server, "collective", json!({ "expr": "torus(4,4)", "kind": "allreduce", "step": 1 }));
    assert!(sum["steps"]["count"].as_u64().is_some_and(|count| count > 1), "{}", sum["steps"]);
}

/// The load of single channels is that of the kinds of link.
#[test]
fn channels_carry_what_their_kind_does() {
    let server = Server::start(None);
    for (expr, traffic) in
        [("torus(4,4)", "uniform"), ("hypercube(4)", "tornado"), ("rdn(ring(3), 1)", "shift by 3")]
    {
        let told = done(&server, "load", json!({ "expr": expr, "traffic": traffic }));
        let most = told["answer"]["max_channel_load"]["value"].as_f64().expect("a load");
        let loads: Vec<f64> =
            told["channels"]["load"].as_array().expect("loads").iter().filter_map(Value::as_f64).collect();
        assert!((loads.iter().copied().fold(0.0, f64::max) - most).abs() < 1e-5, "{expr} {traffic}");
        let total: f64 = loads.iter().sum();
        let hops = told["answer"]["mean_hops"]["value"].as_f64().expect("hops");
        let ends = told["answer"]["classes"].as_array().expect("classes").len();
        assert!(total > 0.0 && hops > 0.0 && ends > 0);
    }
}

#[test]
fn errors_come_with_their_caret() {
    let server = Server::start(None);
    let (status, told) = server.post("show", &json!({ "expr": "rdn(rnig(3), 2)" }));
    let error = &told["error"];
    assert_eq!(
        (status, &error["kind"], &error["from"], &error["to"]),
        (400, &json!("expression"), &json!(4), &json!(8))
    );
    assert_eq!(error["help"], "did you mean 'ring'?");
    assert!(error["rendered"].as_str().is_some_and(|text| text.contains("^^^^")));
    // Offsets are those of JavaScript.
    let (_, told) = server.post("show", &json!({ "expr": "\"😀\" * rnig(3)" }));
    assert_eq!(told["error"]["text"], "\"😀\" * rnig(3)");
    for (verb, params, kind, status) in [
        ("show", json!({}), "usage", 400),
        ("show", json!({ "expr": "ring(3)", "colour": 1 }), "usage", 400),
        ("route", json!({ "expr": "ring(3)", "from": 0, "to": 9 }), "expression", 400),
        ("at", json!({ "expr": "ring(3)", "x": -50, "y": 0 }), "nothing", 404),
        ("node", json!({ "expr": "hypercube(100)", "node": 0 }), "limit", 422),
        ("job", json!({ "id": "99" }), "nothing", 404),
        ("nothing", json!({}), "path", 404),
        ("load", json!({ "expr": "ring(3)", "traffic": "storm" }), "usage", 400),
    ] {
        let (got, told) = server.post(verb, &params);
        assert_eq!((got, &told["error"]["kind"]), (status, &json!(kind)), "{verb} {params}: {told}");
    }
}

#[test]
fn words_are_completed() {
    let server = Server::start(None);
    let at = |text: &str| done(&server, "complete", json!({ "text": text, "at": text.len() }));
    let told = at("rdn(ri");
    assert_eq!((&told["from"], &told["to"]), (&json!(4), &json!(6)));
    assert_eq!(told["words"][0]["word"], "ring");
    assert_eq!(told["call"]["name"], "rdn");
    assert!(told["error"]["message"].is_string());
    let told = at("rdn( ring(3),1 )");
    assert_eq!((&told["canonical"], &told["nodes"]), (&json!("rdn(ring(3), 1)"), &json!(18)));
}

/// Long work is reported how far it is, does not block the map, and ends when asked.
#[test]
fn long_work_runs_next_to_the_map_and_stops() {
    let server = Server::start(None);
    let long = json!({ "expr": "jellyfish(40000, 8, 1)", "metrics": "mean_distance", "wait": 1 });
    let (status, job) = server.post("show", &long);
    assert_eq!(status, 202, "{job}");
    assert_eq!(job["state"], "running");
    let (status, _) = server.post("window", &json!({ "expr": NET }));
    assert_eq!(status, 200, "the map answers meanwhile");
    let (status, all) = server.post("jobs", &json!({}));
    assert_eq!((status, all["jobs"].as_array().map(Vec::len)), (200, Some(1)));
    let start = Instant::now();
    let (status, stopped) = server.post("stop", &json!({ "id": job["job"] }));
    assert_eq!((status, &stopped["state"]), (200, &json!("stopped")), "{stopped}");
    let (status, gone) = server.post("job", &json!({ "id": job["job"] }));
    assert_eq!((status, &gone["error"]["kind"]), (410, &json!("stopped")));
    assert!(start.elapsed() < Duration::from_secs(60));
    // The places of stopped work are free again: as many as can wait are taken, and one more is reported so.
    let mut busy = false;
    for _ in 0..40 {
        let (status, told) = server.post("show", &long);
        busy |= status == 429 && told["error"]["kind"] == "busy";
    }
    assert!(busy, "there is an end to what can be under way");
    let (status, _) = server.post("window", &json!({ "expr": NET }));
    assert_eq!(status, 200);
}

/// What is too large for the page is refused at once, with a size that works.
#[test]
fn large_networks_are_refused_at_once_with_the_limit() {
    let server = Server::start(None);
    let large = "rdn(ring(5), 3)";
    for (verb, params) in [
        ("deadlock", json!({ "expr": large })),
        ("left", json!({ "expr": large, "faults": "7" })),
        ("survival", json!({ "expr": large, "rates": "0.01" })),
    ] {
        let start = Instant::now();
        let (status, answer) = server.post(verb, &params);
        assert_eq!(status, 422, "{verb}: {answer}");
        assert!(start.elapsed() < Duration::from_secs(2), "{verb}");
        let message = answer["error"]["message"].as_str().expect("a message");
        assert!(message.contains("at most 4194304 (got 50000000)"), "{message}");
    }
}
