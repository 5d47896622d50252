//! The same answers as tools of the Model Context Protocol, on standard input and output: an assistant that quotes a metric can quote how it is
//! known. Long answers come as an outline, and the tool `more` has the rest; an error comes with its caret, as people see it.

mod answers;
mod tools;

use crate::fault::HttpError;
use crate::house::House;
use crate::jobs::JobProgress;
use crate::params::Params;
use crate::verbs::{Call, WebVerb};
use answers::KeptAnswers;
pub use answers::MAX_TEXT;
use crossedge::Error;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError};
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The instructions for MCP clients.
const INSTRUCTIONS: &str = "Crossedge answers questions about interconnection networks. A network is an expression such as \
    rdn(ring(3), 2), torus(4,4), fattree(8) or hosts(dragonfly(8,4), 4); `list` has every construction. Every metric comes with its evidence: quote \
    it with the metric (proved, computed, bounded or sampled, and by what). Integers beyond 2^53 are strings of digits. Long answers \
    are shortened; `more` has the rest. `schema` has all parameters of a tool and the meaning of the keys of its answer. Each answer ends with the command line that gives the same.";

/// Time limit of a call, if none is given.
pub const DEFAULT_LIMIT: Duration = Duration::from_secs(120);

/// Clients that ask for it get the progress of a call this often.
const PROGRESS_EVERY: Duration = Duration::from_millis(500);

/// The tools.
#[derive(Debug, Clone)]
pub struct Tools {
    house: Arc<House>,
    kept: Arc<KeptAnswers>,
    limit: Duration,
    under_way: Arc<AtomicUsize>,
}

impl Tools {
    /// Files that expressions name are read below this folder only; none by default.
    pub fn new(files: Option<&Path>) -> Result<Self, Error> {
        let house = Arc::new(House::new(files)?);
        Ok(Tools {
            house,
            kept: Arc::new(KeptAnswers::new(MAX_TEXT)),
            limit: DEFAULT_LIMIT,
            under_way: Arc::default(),
        })
    }

    /// The same with another time limit of a call.
    pub fn with_limit(self, limit: Duration) -> Self {
        Tools { limit, ..self }
    }

    /// The same with another number of characters of an answer at most; 1,000 at least.
    pub fn with_max_text(self, max_text: usize) -> Self {
        Tools { kept: Arc::new(KeptAnswers::new(max_text.max(1_000))), ..self }
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

/// The answer of a verb, as MCP content.
fn tool_result(
    verb: &'static WebVerb,
    params: &Params,
    house: &House,
    kept: &KeptAnswers,
    watch: &JobProgress,
) -> Result<CallToolResult, HttpError> {
    let reply = (verb.run)(&Call { verb, params, house, progress: watch })?;
    let mut answer = reply.answer;
    if verb.schema.is_none()
        && let Value::Object(object) = &mut answer
    {
        object.extend(reply.beside);
    }
    let (text, whole) = kept.text(answer);
    let mut content = vec![ContentBlock::text(text)];
    if !reply.command.is_empty() {
        content.push(ContentBlock::text(format!("The same on the command line: {} --json", reply.command)));
    }
    let mut result = CallToolResult::success(content);
    result.structured_content = whole;
    Ok(result)
}

/// What is wrong with the arguments of a call, as a protocol error.
fn bad_arguments(error: &Error) -> ErrorData {
    let help = error.advice().map(|help| format!("; {help}")).unwrap_or_default();
    ErrorData::invalid_params(format!("{}{help}", error.message()), None)
}

/// A failed call, with its caret.
fn failed_call(fault: &HttpError) -> CallToolResult {
    let shown = fault.details.get("rendered").or(fault.details.get("message"));
    let text = shown.and_then(Value::as_str).unwrap_or("it failed").to_owned();
    CallToolResult::error(vec![ContentBlock::text(text)])
}

impl Tools {
    /// The tools that read on in an answer, and explain it; `None` if it is another tool.
    fn reading_tool(&self, name: &str, given: &JsonObject) -> Option<Result<CallToolResult, ErrorData>> {
        let known: &[&str] = match name {
            tools::MORE => &["answer", "pointer", "offset"],
            tools::SCHEMA => &["tool"],
            _ => return None,
        };
        if let Some(unknown) = given.keys().find(|key| !known.contains(&key.as_str())) {
            let message = format!("there is no parameter '{}'", crate::params::shortened(unknown));
            return Some(Err(ErrorData::invalid_params(message, None)));
        }
        let params = Params::from_object(given.clone());
        if params.text(known[0]).is_none() {
            let message = format!("the parameter '{}' is missing", known[0]);
            return Some(Err(ErrorData::invalid_params(message, None)));
        }
        let text = |name: &str| params.text(name).unwrap_or_default();
        let found = match name {
            tools::MORE => params
                .read("offset", 0)
                .and_then(|offset| self.kept.more(&text("answer"), &text("pointer"), offset))
                .map(|part| (part, None)),
            _ => tools::schemas(&text("tool")).map(|schema| self.kept.text(schema)).ok_or_else(|| {
                Error::nothing(format!("there is no tool '{}'", crate::params::shortened(&text("tool"))))
            }),
        };
        Some(Ok(match found {
            Ok((text, whole)) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
                result.structured_content = whole;
                result
            }
            Err(error) => failed_call(&HttpError::from(error)),
        }))
    }
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
        Ok(ListToolsResult::with_all_items(tools::listed()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let given = request.arguments.unwrap_or_default();
        if let Some(answered) = self.reading_tool(&request.name, &given) {
            return answered.map(Into::into);
        }
        let Some(verb) = tools::tool_verbs().find(|verb| verb.name == request.name) else {
            return Err(ErrorData::invalid_params(
                format!("there is no tool '{}'", crate::params::shortened(&request.name)),
                None,
            ));
        };
        let params = Params::from_object(given);
        let known = verb.params();
        params.check(&known, &[]).map_err(|error| bad_arguments(&error))?;
        params.of_kinds(&verb.request_parameters()).map_err(|error| bad_arguments(&error))?;
        let (house, kept) = (self.house.clone(), self.kept.clone());
        let watch = Arc::new(JobProgress::default());
        let inside = watch.clone();
        let under_way = self.under_way.clone();
        let mut work = tokio::task::spawn_blocking(move || {
            under_way.fetch_add(1, Ordering::SeqCst);
            let done = tool_result(verb, &params, &house, &kept, &inside);
            under_way.fetch_sub(1, Ordering::SeqCst);
            done
        });
        let beside = tokio::spawn(observe(watch.clone(), self.limit, context.clone()));
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
        beside.abort();
        let done = done.map_err(|why| ErrorData::internal_error(why.to_string(), None))?;
        Ok(match done {
            Ok(result) => result.into(),
            Err(fault) if fault.status == 410 && !stopped => {
                let seconds = self.limit.as_secs_f64();
                let text = format!(
                    "stopped after the time limit of {seconds} s; ask for a smaller network or fewer metrics, or raise `crossedge mcp --time-limit`"
                );
                CallToolResult::error(vec![ContentBlock::text(text)]).into()
            }
            Err(fault) => failed_call(&fault).into(),
        })
    }
}

/// Reports the progress of a call to clients that gave a token for it, and stops it at the time limit.
async fn observe(watch: Arc<JobProgress>, limit: Duration, context: RequestContext<RoleServer>) {
    let token = context.meta.get_progress_token();
    let start = Instant::now();
    loop {
        let left = limit.saturating_sub(start.elapsed());
        if left.is_zero() {
            watch.stop();
            return;
        }
        tokio::time::sleep(left.min(PROGRESS_EVERY)).await;
        if let Some(token) = &token {
            // Each stage begins at 0, and progress must grow: it is counted in seconds, and the message has the stage.
            let mut report = ProgressNotificationParam::new(token.clone(), start.elapsed().as_secs_f64());
            report.message = Some(watch.describe());
            if context.peer.notify_progress(report).await.is_err() {
                return;
            }
        }
    }
}
