//! The same answers as tools of the Model Context Protocol, on standard input and output: an assistant that quotes a metric can quote how it is
//! known. Schemas of answers come from their types; an error comes with its caret, as people see it.

use crate::fault::HttpError;
use crate::house::House;
use crate::jobs::JobProgress;
use crate::params::{ParamKind, Params};
use crate::verbs::{self, Call, WebVerb};
use crossedge::Error;
use crossedge::answers::SCHEMAS;
use crossedge_campaign::FAULT_SCHEMA;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError};
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The instructions for MCP clients.
const INSTRUCTIONS: &str = "Crossedge answers questions about interconnection networks. A network is an expression such as \
    rdn(ring(3), 2), torus(4,4) or fattree(8); `list` has every construction. Every figure comes with its evidence: quote it \
    with the figure (proved, computed, bounded or sampled, and by what). Integers beyond 2^53 are strings of digits.";

/// Answers longer than this are cut off in their text; the structured content has all.
const MAX_TEXT: usize = 100_000;

/// The tools.
#[derive(Debug, Clone)]
pub struct Tools {
    house: Arc<House>,
    under_way: Arc<AtomicUsize>,
}

impl Tools {
    /// Files that expressions name are read below this folder only; none by default.
    pub fn new(files: Option<&Path>) -> Result<Self, Error> {
        Ok(Tools { house: Arc::new(House::new(files)?), under_way: Arc::default() })
    }

    /// Number of calls that are being worked on.
    pub fn under_way(&self) -> usize {
        self.under_way.load(Ordering::SeqCst)
    }

    /// Answers on standard input and output until the other side ends.
    pub fn run(self) -> Result<(), Error> {
        let failed =
            |why: &dyn std::fmt::Display| Error::new(crossedge::error::ErrorKind::Input, why.to_string());
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).thread_stack_size(16 << 20).enable_all().build();
        let runtime = runtime.map_err(|why| failed(&why))?;
        let done = runtime.block_on(async {
            let running = match ServiceExt::serve(self, rmcp::transport::stdio()).await {
                Ok(running) => running,
                // No one was there.
                Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
                Err(why) => return Err(failed(&why)),
            };
            running.waiting().await.map(|_| ()).map_err(|why| failed(&why))
        });
        runtime.shutdown_timeout(std::time::Duration::from_millis(200));
        done
    }
}

fn json_object(value: Value) -> Arc<JsonObject> {
    Arc::new(match value {
        Value::Object(json_object) => json_object,
        _ => Map::new(),
    })
}

/// The schema of what a verb is asked with.
fn input_schema(verb: &WebVerb) -> Value {
    let (params, asked) = (verb.params(), verb.request_parameters());
    let mut properties = Map::new();
    for param in &params {
        // Numbers may come as texts, and texts as numbers, as on a command line.
        let mut schema = match param.kind {
            ParamKind::Text => json!({ "type": ["string", "integer"] }),
            ParamKind::Number => json!({ "type": ["number", "string"] }),
            ParamKind::Flag => json!({ "type": "boolean" }),
            ParamKind::List => {
                json!({ "type": ["array", "string"], "items": { "type": ["string", "integer"] } })
            }
        };
        if let Value::Object(object) = &mut schema {
            object.insert("description".to_owned(), param.meaning.as_ref().into());
            let own = asked.get(param.name.as_ref());
            for key in ["enum", "default"] {
                let value = own.and_then(|own| own.get(key)).filter(|value| !value.is_null());
                object.extend(value.map(|value| (key.to_owned(), value.clone())));
            }
        }
        properties.insert(param.name.to_string(), schema);
    }
    let needed: Vec<&str> =
        params.iter().filter(|param| param.needed).map(|param| param.name.as_ref()).collect();
    json!({ "type": "object", "properties": properties, "required": needed, "additionalProperties": false })
}

/// The schema of its answer, from the type; `None` if it has none.
fn output_schema(verb: &WebVerb) -> Option<Value> {
    let name = verb.schema?;
    let of = SCHEMAS.iter().chain([&FAULT_SCHEMA]).find(|(verb, _)| *verb == name)?.1;
    let mut schema = serde_json::to_value(of()).ok()?;
    // Clients that validate answers require an object at the top level.
    schema.as_object_mut()?.entry("type").or_insert("object".into());
    Some(schema)
}

fn verb_tool(verb: &'static WebVerb) -> Tool {
    let tool = Tool::new(verb.name, verb.summary(), json_object(input_schema(verb)));
    match output_schema(verb) {
        Some(schema) => tool.with_raw_output_schema(json_object(schema)),
        None => tool,
    }
}

fn tool_verbs() -> impl Iterator<Item = &'static WebVerb> {
    verbs::all_verbs().filter(|verb| verb.tool)
}

/// The answer of a verb, as MCP content.
fn tool_result(
    verb: &'static WebVerb,
    params: &Params,
    house: &House,
    watch: &JobProgress,
) -> Result<CallToolResult, HttpError> {
    params.check(&verb.params(), &[])?;
    let reply = (verb.run)(&Call { verb, params, house, progress: watch })?;
    let mut answer = reply.answer;
    if verb.schema.is_none()
        && let Value::Object(object) = &mut answer
    {
        object.extend(reply.beside);
    }
    let mut text = answer.to_string();
    if text.len() > MAX_TEXT {
        let end = (0..=MAX_TEXT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    let mut content = vec![ContentBlock::text(text)];
    if !reply.command.is_empty() {
        content.push(ContentBlock::text(format!("The same on the command line: {} --json", reply.command)));
    }
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(answer);
    Ok(result)
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("crossedge", env!("CARGO_PKG_VERSION"));
        info.with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tool_verbs().map(verb_tool).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(verb) = tool_verbs().find(|verb| verb.name == request.name) else {
            return Err(ErrorData::invalid_params(
                format!("there is no tool '{}'", crate::params::shortened(&request.name)),
                None,
            ));
        };
        let params = Params::from_object(request.arguments.unwrap_or_default());
        let (house, watch) = (self.house.clone(), Arc::new(JobProgress::default()));
        let inside = watch.clone();
        let under_way = self.under_way.clone();
        let mut work = tokio::task::spawn_blocking(move || {
            under_way.fetch_add(1, Ordering::SeqCst);
            let done = tool_result(verb, &params, &house, &inside);
            under_way.fetch_sub(1, Ordering::SeqCst);
            done
        });
        let cancelled = context.ct.clone();
        let mut cancelled = std::pin::pin!(cancelled.cancelled_owned());
        let mut stopped = false;
        let done = std::future::poll_fn(|task| {
            use std::task::Poll;
            if !stopped && cancelled.as_mut().poll(task).is_ready() {
                // The work looks at this many times a second, and ends.
                stopped = true;
                watch.stop();
            }
            match std::pin::Pin::new(&mut work).poll(task) {
                Poll::Ready(done) => Poll::Ready(done),
                Poll::Pending => Poll::Pending,
            }
        })
        .await;
        let done = done.map_err(|why| ErrorData::internal_error(why.to_string(), None))?;
        Ok(match done {
            Ok(result) => result.into(),
            Err(fault) => {
                let shown = fault.details.get("rendered").or(fault.details.get("message"));
                let text = shown.and_then(Value::as_str).unwrap_or("it failed").to_owned();
                CallToolResult::error(vec![ContentBlock::text(text)]).into()
            }
        })
    }
}
