//! The tools for assistants, by the client of the reference library: list, call, error with a caret, cancellation.

use crossedge_web::mcp::Tools;
use rmcp::ServiceExt;
use rmcp::model::{CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest};
use rmcp::service::{PeerRequestOptions, RoleClient, RunningService};
use serde_json::{Value, json};
use std::time::Duration;

async fn pair() -> (RunningService<RoleClient, ()>, Tools) {
    connected(Tools::new(None).expect("tools")).await
}

async fn connected(tools: Tools) -> (RunningService<RoleClient, ()>, Tools) {
    let (near, far) = tokio::io::duplex(1 << 20);
    let server = tools.clone();
    tokio::spawn(async move {
        let running = server.serve(far).await.expect("a server");
        let _ = running.waiting().await;
    });
    (().serve(near).await.expect("a client"), tools)
}

fn params(name: &'static str, arguments: Value) -> CallToolRequestParams {
    let mut params = CallToolRequestParams::new(name);
    params.arguments = arguments.as_object().cloned();
    params
}

fn text(result: &CallToolResult) -> String {
    result.content.iter().filter_map(|block| block.as_text()).map(|text| text.text.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_are_listed_with_short_schemas() {
    let (client, _) = pair().await;
    let tools = client.list_all_tools().await.expect("a list");
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    for name in [
        "list",
        "show",
        "compare",
        "route",
        "distance",
        "deadlock",
        "load",
        "collective",
        "design",
        "ring",
        "advise",
        "layout",
        "failures",
        "phases",
        "lint",
        "check-wiring",
        "ranks",
        "theorem",
        "more",
        "schema",
    ] {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    let mut seen = std::collections::BTreeSet::new();
    for tool in &tools {
        let description = tool.description.as_ref().expect("a description");
        assert!((30..=320).contains(&description.len()), "{}: {description}", tool.name);
        assert!(seen.insert(description.to_string()), "{}: twice", tool.name);
        assert!(tool.title.as_ref().is_some_and(|title| *title != *tool.name), "{} has no title", tool.name);
        let hints = tool.annotations.as_ref().expect("hints");
        assert_eq!(hints.read_only_hint, Some(true), "{}", tool.name);
        assert_eq!(tool.input_schema["type"], "object");
        // A description that sends elsewhere names a tool that is there.
        for (i, word) in description.split('`').enumerate().filter(|(i, _)| i % 2 == 1) {
            let known = names.contains(&word) || tool.input_schema["properties"].get(word).is_some();
            assert!(known, "{} {i}: {word}", tool.name);
        }
    }
    let size = serde_json::to_string(&tools).expect("JSON").len();
    assert!(size < 25_000, "the list has {size} bytes");
    let of = |name: &str| tools.iter().find(|tool| tool.name == name).expect("a tool");
    assert_eq!(of("show").input_schema["required"], json!(["expr"]));
    let kinds = &of("collective").input_schema["properties"]["kind"]["enum"];
    assert!(kinds.as_array().is_some_and(|kinds| kinds.contains(&json!("allreduce"))), "{kinds}");
    // Both ends of a Hamiltonian path are parameters of the request, and no others hide them.
    let path = params("ring", json!({ "expr": "path(5)", "from": "0", "to": "4" }));
    let result = client.call_tool(path).await.expect("an answer");
    assert_eq!(result.structured_content.expect("short")["nodes"], json!([0, 1, 2, 3, 4]));
    client.cancel().await.expect("an end");
}

/// All parameters and the schema of answers, that of the type, are given when asked for.
#[tokio::test(flavor = "multi_thread")]
async fn schemas_are_given_on_demand() {
    let (client, _) = pair().await;
    let result = client.call_tool(params("schema", json!({ "tool": "distance" }))).await.expect("an answer");
    let own = serde_json::to_value(crossedge::answers::schema_of::<crossedge::answers::DistanceRequest>())
        .expect("JSON");
    let given = result.structured_content.expect("short");
    assert_eq!(given["answer"]["properties"], own["properties"]);
    assert!(given["parameters"]["limit"]["description"].is_string(), "a rare one: {given}");
    let result = client.call_tool(params("schema", json!({ "tool": "teapot" }))).await.expect("an answer");
    assert_eq!(text(&result), "error: there is no tool 'teapot'");
    client.cancel().await.expect("an end");
}

/// A long answer is an outline, valid as JSON, and `more` has every character of it.
#[tokio::test(flavor = "multi_thread")]
async fn long_answers_are_shortened_and_read_on() {
    let (client, _) = pair().await;
    let asked = json!({ "expr": "torus(4,4)", "kind": "all-to-all", "steps": true });
    let result = client.call_tool(params("collective", asked)).await.expect("an answer");
    let first = result.content[0].as_text().expect("a text").text.clone();
    assert!(first.len() <= 4_000 && result.structured_content.is_none(), "{} bytes", first.len());
    let (outline, note) = first.rsplit_once('\n').expect("a note");
    let outline: Value = serde_json::from_str(outline).expect("an outline that is JSON");
    let length: usize = note.split_whitespace().nth(2).expect("a length").parse().expect("a number");
    let number = note.split('"').nth(1).expect("a number");
    let mut whole = String::new();
    while whole.chars().count() < length {
        let asked = json!({ "answer": number, "offset": whole.chars().count() });
        let part = client.call_tool(params("more", asked)).await.expect("a part");
        assert_ne!(part.is_error, Some(true), "{}", text(&part));
        let part = text(&part);
        assert!(part.len() <= 4_000, "{}", part.len());
        whole.push_str(part.rsplit_once("\nCharacters ").map_or(part.as_str(), |(part, _)| part));
    }
    let whole: Value = serde_json::from_str(&whole).expect("all of it");
    let keys = |value: &Value| value.as_object().map(|map| map.keys().cloned().collect::<Vec<_>>());
    assert_eq!(keys(&outline), keys(&whole));
    // A client that allows longer answers has it at once.
    let (patient, _) = connected(Tools::new(None).expect("tools").with_max_text(1_000_000)).await;
    let asked = json!({ "expr": "torus(4,4)", "kind": "all-to-all", "steps": true });
    let result = patient.call_tool(params("collective", asked)).await.expect("an answer");
    assert_eq!(result.structured_content.as_ref(), Some(&whole));
    assert_eq!(result.content[0].as_text().expect("a text").text.chars().count(), length);
    patient.cancel().await.expect("an end");
    let pointed =
        client.call_tool(params("more", json!({ "answer": number, "pointer": "/expression" }))).await;
    assert_eq!(text(&pointed.expect("a part")), "torus(4,4)");
    for wrong in [json!({ "answer": "77" }), json!({ "answer": number, "pointer": "/nothing" })] {
        let result = client.call_tool(params("more", wrong)).await.expect("an answer");
        assert_eq!(result.is_error, Some(true));
    }
    client.cancel().await.expect("an end");
}

/// A call ends at the time limit, and says how to raise it; clients that ask for it hear of its progress before.
#[tokio::test(flavor = "multi_thread")]
async fn calls_end_at_the_time_limit() {
    let tools = Tools::new(None).expect("tools").with_limit(Duration::from_millis(50));
    let (near, far) = tokio::io::duplex(1 << 20);
    let server = tools.clone();
    tokio::spawn(async move {
        let running = server.serve(far).await.expect("a server");
        let _ = running.waiting().await;
    });
    let heard = Heard::default();
    let client = heard.clone().serve(near).await.expect("a client");
    let asked = params("show", json!({ "expr": "jellyfish(40000, 8, 1)", "metrics": ["mean_distance"] }));
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(asked));
    // The client library gives every request a token for its progress.
    let handle =
        client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.expect("a request");
    let answered = handle.await_response().await.expect("an answer");
    let rmcp::model::ServerResult::CallToolResult(result) = answered else { panic!("{answered:?}") };
    assert_eq!(result.is_error, Some(true));
    assert!(text(&result).starts_with("stopped after the time limit of 0.05 s"), "{}", text(&result));
    // Notifications are handled beside the answer.
    for _ in 0..600 {
        if !heard.0.lock().expect("a lock").is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let reports = heard.0.lock().expect("a lock").clone();
    assert!(!reports.is_empty(), "no progress was reported");
    assert!(reports.windows(2).all(|pair| pair[0] < pair[1]), "{reports:?}");
    client.cancel().await.expect("an end");
}

/// A client that keeps what it hears of progress.
#[derive(Debug, Clone, Default)]
struct Heard(std::sync::Arc<std::sync::Mutex<Vec<f64>>>);

impl rmcp::ClientHandler for Heard {
    async fn on_progress(
        &self,
        report: rmcp::model::ProgressNotificationParam,
        _: rmcp::service::NotificationContext<RoleClient>,
    ) {
        if let Ok(mut heard) = self.0.lock() {
            heard.push(report.progress);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_figure_comes_with_its_evidence() {
    let (client, _) = pair().await;
    let asked = params("show", json!({ "expr": "rdn(ring(3), 2)", "metrics": ["diameter"] }));
    let result = client.call_tool(asked).await.expect("an answer");
    let told = result.structured_content.clone().expect("structured");
    assert_eq!(told["diameter"]["value"], 10);
    assert_eq!(told["diameter"]["evidence"]["kind"], "proved");
    assert!(text(&result).contains("crossedge show 'rdn(ring(3), 2)'"));
    let asked = params("route", json!({ "expr": "torus(5,5)", "from": 0, "to": "12" }));
    let told = client.call_tool(asked).await.expect("an answer").structured_content.expect("structured");
    assert_eq!(told["path"], json!([0, 5, 10, 11, 12]));
    client.cancel().await.expect("an end");
}

#[tokio::test(flavor = "multi_thread")]
async fn cables_of_a_file_are_compared_with_a_plan() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/fabrics");
    let (client, _) = connected(Tools::new(Some(&folder)).expect("tools")).await;
    let asked = |file: &str| {
        let plan = "width(clos(12,8,4), \"level 2\", 2)";
        params("check-wiring", json!({ "expr": plan, "file": file, "trust": "ports" }))
    };
    let result = client.call_tool(asked("monday.ibnet")).await.expect("an answer");
    let told = result.structured_content.clone().expect("structured");
    assert_eq!(
        (&told["matches_plan"]["value"], &told["planned"], &told["correct"]),
        (&json!(true), &json!(160), &json!(160))
    );
    assert!(
        text(&result).contains(
            "crossedge check-wiring 'width(clos(12,8,4), \"level 2\", 2)' monday.ibnet --trust=ports"
        ),
        "{}",
        text(&result)
    );
    // Only files below the folder are read.
    let result = client.call_tool(asked("../../Cargo.toml")).await.expect("an answer");
    assert!(text(&result).contains("it is not below the folder that is allowed"), "{}", text(&result));
    client.cancel().await.expect("an end");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_comes_with_its_caret() {
    let (client, _) = pair().await;
    let result =
        client.call_tool(params("show", json!({ "expr": "rdn(rnig(3), 2)" }))).await.expect("an answer");
    assert_eq!(result.is_error, Some(true));
    let shown = text(&result);
    assert!(shown.contains("^^^^") && shown.contains("did you mean 'ring'?"), "{shown}");
    for (tool, given, message) in [
        ("show", json!({ "expression": "ring(3)" }), "there is no parameter 'expression'"),
        ("show", json!({}), "the parameter 'expr' is missing"),
        ("design", json!({ "endpoints": "100", "radix": "many" }), "'many' cannot be the parameter 'radix'"),
        ("more", json!({ "page": 2 }), "there is no parameter 'page'"),
        ("no-such-tool", json!({}), "there is no tool 'no-such-tool'"),
    ] {
        let error = client.call_tool(params(tool, given)).await.expect_err("a protocol error").to_string();
        assert!(error.contains("-32602") && error.contains(message), "{error}");
    }
    // No file of the machine is read.
    let asked = params("show", json!({ "expr": "file(\"/etc/passwd.txt\")" }));
    let result = client.call_tool(asked).await.expect("an answer");
    assert!(
        result.is_error == Some(true) && text(&result).contains("no files are read here"),
        "{}",
        text(&result)
    );
    client.cancel().await.expect("an end");
}

/// The work of a call that is cancelled ends, and the server goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_call_ends() {
    let (client, tools) = pair().await;
    let asked = params("show", json!({ "expr": "jellyfish(40000, 8, 1)", "metrics": ["mean_distance"] }));
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(asked));
    let handle =
        client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.expect("a request");
    for _ in 0..600 {
        if tools.under_way() == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(tools.under_way(), 1, "it is under way");
    handle.cancel(Some("enough".to_owned())).await.expect("a notification");
    for _ in 0..1200 {
        if tools.under_way() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(tools.under_way(), 0, "the work has ended");
    let result = client.call_tool(params("distance", json!({ "expr": "ring(9)", "from": 0, "to": 4 }))).await;
    assert_eq!(result.expect("an answer").structured_content.expect("structured")["distance"]["value"], 4);
    client.cancel().await.expect("an end");
}
