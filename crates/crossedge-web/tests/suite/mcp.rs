//! The tools for assistants, by the client of the reference library: list, call, error with a caret, cancellation.

use crossedge_web::mcp::Tools;
use rmcp::ServiceExt;
use rmcp::model::{CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest};
use rmcp::service::{PeerRequestOptions, RoleClient, RunningService};
use serde_json::{Value, json};
use std::time::Duration;

async fn pair() -> (RunningService<RoleClient, ()>, Tools) {
    let tools = Tools::new(None).expect("tools");
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
async fn tools_are_listed_with_the_schemas_of_the_types() {
    let (client, _) = pair().await;
    let tools = client.list_all_tools().await.expect("a list");
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    for name in
        ["list", "show", "compare", "route", "distance", "deadlock", "load", "collective", "design", "ring"]
    {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    for tool in &tools {
        assert!(tool.description.as_ref().is_some_and(|text| text.len() > 10), "{}", tool.name);
        assert_eq!(tool.input_schema["type"], "object");
    }
    let show = tools.iter().find(|tool| tool.name == "show").expect("show");
    assert_eq!(show.input_schema["required"], json!(["expr"]));
    let schema = show.output_schema.as_ref().expect("a schema");
    let own = serde_json::to_value(crossedge::answers::schema_of::<crossedge::answers::ShowRequest>())
        .expect("JSON");
    assert_eq!(schema["properties"], own["properties"], "the schema is that of the type");
    client.cancel().await.expect("an end");
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
async fn an_error_comes_with_its_caret() {
    let (client, _) = pair().await;
    let result =
        client.call_tool(params("show", json!({ "expr": "rdn(rnig(3), 2)" }))).await.expect("an answer");
    assert_eq!(result.is_error, Some(true));
    let shown = text(&result);
    assert!(shown.contains("^^^^") && shown.contains("did you mean 'ring'?"), "{shown}");
    let result =
        client.call_tool(params("show", json!({ "expression": "ring(3)" }))).await.expect("an answer");
    assert!(result.is_error == Some(true) && text(&result).contains("no parameter 'expression'"));
    assert!(client.call_tool(params("no-such-tool", json!({}))).await.is_err());
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
