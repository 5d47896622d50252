//! From a request to an answer: quick ones at once, long ones as jobs.

use crate::fault::HttpError;
use crate::guard::{Guard, RESPONSE_HEADERS};
use crate::house::House;
use crate::jobs::{JobProgress, Jobs, WebJob};
use crate::page;
use crate::params::Params;
use crate::verbs::{self, Call, VerbAnswer, WebVerb, with_map};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Query, Request, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// Size limit of a body, in bytes.
pub const MAX_BODY: usize = 64 << 10;

/// Size limit of an answer; downloads have a larger one.
const MAX_ANSWER: usize = 500_000;
const MAX_FILE: usize = 17 << 20;

/// A body is here after this.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A quick answer is.
const QUICK_TIMEOUT: Duration = Duration::from_secs(30);

/// A job is waited for as long as this by default, and never longer than that.
const DEFAULT_WAIT: u64 = 300;
const MAX_WAIT: u64 = 10_000;

/// Number of concurrent quick answers.
const AT_ONCE: usize = 8;

/// Everything that a request needs.
#[derive(Debug)]
pub struct Server {
    /// Access control.
    pub guard: Guard,
    /// The stored state.
    pub house: Arc<House>,
    /// Long work.
    pub jobs: Jobs,
    quick: Arc<Semaphore>,
}

impl Server {
    /// A server with nothing under way.
    pub fn new(guard: Guard, house: House) -> Self {
        let quick = Arc::new(Semaphore::new(AT_ONCE));
        Server { guard, house: Arc::new(house), jobs: Jobs::default(), quick }
    }
}

/// Answers one request.
pub async fn answer(State(server): State<Arc<Server>>, request: Request) -> Response {
    match let_in(&server, request).await {
        Ok(response) => response,
        Err(fault) => respond(fault.status, &fault.response_body()),
    }
}

async fn let_in(server: &Arc<Server>, request: Request) -> Result<Response, HttpError> {
    let (head, body) = request.into_parts();
    server.guard.check_origin(&head.headers)?;
    let path = head.uri.path().to_owned();
    let api = path.strip_prefix("/api/");
    server.guard.check_method(&head.method, api.is_some())?;
    let Some(verb) = api else {
        if let Err(fault) = server.guard.page(&head.uri, &head.headers) {
            // A link from elsewhere: people see what to do, programs the error.
            let person = head.headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
            return if person.is_some_and(|accept| accept.contains("text/html")) {
                Ok(locked_page(fault.status))
            } else {
                Err(fault)
            };
        }
        return serve_file(server, &path);
    };
    server.guard.check_token(&head.headers)?;
    let params = read(&head.uri, body).await?;
    match verb {
        "job" => job_response(server.find_job(&params)?, wait_time(&params)?).await,
        "jobs" => Ok(respond(200, &json!({ "jobs": server.jobs.all() }))),
        "stop" => {
            let job = server.find_job(&params)?;
            server.jobs.stop(&job);
            Ok(respond(200, &job.status()))
        }
        _ => {
            let verb = verbs::find(verb).ok_or_else(|| {
                HttpError::new(404, "path", "there is nothing at this path", "see docs/EXPLORE.md")
            })?;
            params.check(&verb.params(), &["wait"])?;
            match verb.quick {
                true => answer_quickly(server, verb, params).await,
                false => {
                    let patience = wait_time(&params)?;
                    let house = server.house.clone();
                    let job = server.jobs.start(verb.name, move |watch| run(verb, &params, &house, watch))?;
                    job_response(job, patience).await
                }
            }
        }
    }
}

impl Server {
    fn find_job(&self, params: &Params) -> Result<Arc<WebJob>, HttpError> {
        let id = params.text("id").unwrap_or_default();
        self.jobs.find(&id).ok_or_else(|| {
            HttpError::new(
                404,
                "nothing",
                "there is no such job",
                "its answer may have been dropped; repeat the request",
            )
        })
    }
}

fn wait_time(params: &Params) -> Result<Duration, HttpError> {
    Ok(Duration::from_millis(params.read("wait", DEFAULT_WAIT)?.min(MAX_WAIT)))
}

/// The parameters of a request: its query, and its body where there is one.
async fn read(uri: &Uri, body: Body) -> Result<Params, HttpError> {
    let wrong = |why: &str| HttpError::new(400, "usage", why, "parameters are a query, or an object of JSON");
    let large = || HttpError::new(413, "size", "the request is too large", "at most 64 KB");
    let late = || HttpError::new(408, "late", "the request did not arrive", "send it at once");
    if uri.query().is_some_and(|query| query.len() > MAX_BODY) {
        return Err(large());
    }
    let Query(pairs) =
        Query::<Vec<(String, String)>>::try_from_uri(uri).map_err(|_| wrong("the query cannot be read"))?;
    let body = tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, MAX_BODY)).await;
    let body: Bytes = body.map_err(|_| late())?.map_err(|_| large())?;
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(Params::from_query(pairs));
    }
    let mut object: Map<String, Value> =
        serde_json::from_slice(&body).map_err(|_| wrong("the body is not a JSON object"))?;
    for (name, text) in pairs {
        object.entry(name).or_insert(Value::String(text));
    }
    Ok(Params::from_object(object))
}

/// Does what a verb does, and puts together what is answered.
fn run(
    verb: &'static WebVerb,
    params: &Params,
    house: &House,
    watch: &JobProgress,
) -> Result<Value, HttpError> {
    let start = Instant::now();
    let reply = (verb.run)(&Call { verb, params, house, progress: watch })?;
    Ok(served(verb, reply, start.elapsed().as_secs_f64() * 1e3)?)
}

/// An answer as it is sent: of the map and of words without an envelope.
pub fn served(verb: &WebVerb, reply: VerbAnswer, milliseconds: f64) -> Result<Value, crossedge::Error> {
    if with_map(verb.name) || ["complete", "options"].contains(&verb.name) {
        let mut answer = reply.answer;
        if let Value::Object(object) = &mut answer {
            object.insert("milliseconds".to_owned(), ((milliseconds * 100.0).round() / 100.0).into());
        }
        return Ok(answer);
    }
    reply.into_json(milliseconds)
}

async fn answer_quickly(
    server: &Arc<Server>,
    verb: &'static WebVerb,
    params: Params,
) -> Result<Response, HttpError> {
    let late = || HttpError::new(503, "late", "the answer took too long", "take a smaller network");
    let place = tokio::time::timeout(QUICK_TIMEOUT, server.quick.clone().acquire_owned())
        .await
        .map_err(|_| late())?;
    let house = server.house.clone();
    let work = tokio::task::spawn_blocking(move || {
        let done =
            run(verb, &params, &house, &JobProgress::default()).map(|answer| bytes(verb.name, &answer));
        drop(place);
        done
    });
    let gone = |_| {
        HttpError::new(
            500,
            "internal",
            "the work has ended without an answer",
            "please report it with the request",
        )
    };
    let body = tokio::time::timeout(QUICK_TIMEOUT, work).await.map_err(|_| late())?.map_err(gone)?;
    Ok(with_body(200, body??))
}

/// The progress of a job, or its answer.
async fn job_response(job: Arc<WebJob>, patience: Duration) -> Result<Response, HttpError> {
    match job.wait(patience).await {
        None => Ok(respond(202, &job.status())),
        Some(Err(fault)) => Err(fault),
        Some(Ok(answer)) => {
            let large = ["draw", "export"].iter().any(|verb| job.status()["verb"] == **verb);
            Ok(with_body(200, bytes(if large { "export" } else { "" }, &answer)?))
        }
    }
}

/// An answer as text; an error where it is too large to be shown.
fn bytes(verb: &str, answer: &Value) -> Result<Vec<u8>, HttpError> {
    let body = serde_json::to_vec(answer).map_err(|why| crossedge::Error::internal(why.to_string()))?;
    let most = if verb == "export" { MAX_FILE } else { MAX_ANSWER };
    if body.len() > most {
        let message = format!("the answer has {} bytes, and {most} are the most", body.len());
        return Err(crossedge::Error::limit(message, "the command line gives all of it").into());
    }
    Ok(body)
}

fn serve_file(server: &Server, path: &str) -> Result<Response, HttpError> {
    let embedded = page::file(path, &server.guard);
    let file = embedded
        .ok_or_else(|| HttpError::new(404, "path", "there is nothing at this path", "the page is at /"))?;
    let mut response = with_body(200, file.bytes);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    let keep = if file.keeps { "private, max-age=31536000, immutable" } else { "no-store" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if path == "/"
        && let Ok(cookie) = HeaderValue::from_str(&server.guard.cookie())
    {
        headers.insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The page for a person without the token. The expression and the view are behind the # of the address, which browsers do not send.
const LOCKED_PAGE: &str = include_str!("locked.html");

fn locked_page(status: u16) -> Response {
    let mut response = with_body(status, LOCKED_PAGE.as_bytes().to_vec());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response
}

fn respond(status: u16, body: &Value) -> Response {
    with_body(status, body.to_string().into_bytes())
}

fn with_body(status: u16, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.extend(RESPONSE_HEADERS);
    response
}
