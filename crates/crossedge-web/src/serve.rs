//! The server: connections, how many and how long, and the end.

use crate::api::{MAX_BODY, Server, answer};
use crate::guard::Guard;
use crate::house::House;
use axum::Router;
use crossedge::Error;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tower_http::limit::RequestBodyLimitLayer;

/// This many connections are open at once; one more ends the oldest that has nothing under way.
pub const MAX_CONNECTIONS: usize = 200;

/// Timeout of a request head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest head.
const MAX_HEAD: usize = 32 << 10;

/// Interval at which jobs and memory are checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// With more memory than this nothing new is kept, and long work is stopped.
const MEMORY_LIMIT: u64 = 6 << 30;

/// As much stack as expressions nested as deep as they may be need, with room.
const STACK_BYTES: usize = 16 << 20;

/// The settings of a server.
#[derive(Debug, Clone, Default)]
pub struct ServerOptions {
    /// A fixed port; an unused one by default.
    pub port: u16,
    /// Files that expressions name are read below this folder only; none by default.
    pub files: Option<PathBuf>,
}

/// A server that listens.
pub struct Listening {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    server: Arc<Server>,
    port: u16,
}

impl Listening {
    /// Listens on the loopback address.
    pub fn start(options: &ServerOptions) -> Result<Self, Error> {
        let failed = |why: &dyn std::fmt::Display| {
            Error::new(crossedge::error::ErrorKind::Input, format!("the server cannot start: {why}"))
        };
        let house = House::new(options.files.as_deref())?;
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(2).max_blocking_threads(32).thread_stack_size(STACK_BYTES).enable_all();
        let runtime = builder.build().map_err(|why| failed(&why))?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(|why| failed(&why))?;
        let port = listener.local_addr().map_err(|why| failed(&why))?.port();
        let guard = Guard::new(port).map_err(|why| failed(&why))?;
        Ok(Listening { runtime, listener, server: Arc::new(Server::new(guard, house)), port })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The token.
    pub fn token(&self) -> &str {
        self.server.guard.token()
    }

    /// The address to open, with a network to begin with.
    pub fn address(&self, expr: Option<&str>) -> String {
        let mut address = format!("http://127.0.0.1:{}/?token={}", self.port, self.token());
        if let Some(expr) = expr {
            address.push_str("&expr=");
            for byte in expr.bytes() {
                match byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
                    true => address.push(char::from(byte)),
                    false => address.push_str(&format!("%{byte:02X}")),
                }
            }
        }
        address
    }

    /// Serves until `stopped` returns `true`.
    pub fn run(self, stopped: &dyn Fn() -> bool) {
        let Listening { runtime, listener, server, .. } = self;
        let inside = server.clone();
        runtime.spawn(async move { accept_connections(listener, inside).await });
        let tidy = server.clone();
        runtime.spawn(async move {
            loop {
                tokio::time::sleep(CHECK_INTERVAL).await;
                tidy.jobs.drop_expired();
                if memory().is_some_and(|bytes| bytes > MEMORY_LIMIT) {
                    tidy.house.forget_all();
                    tidy.jobs.stop_all();
                }
            }
        });
        while !stopped() {
            std::thread::sleep(Duration::from_millis(50));
        }
        server.jobs.stop_all();
        runtime.shutdown_timeout(Duration::from_millis(200));
    }
}

/// The memory of this process, if the system reports it.
pub fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// A connection that is open.
struct OpenConnection {
    busy: AtomicBool,
    end: Notify,
}

async fn accept_connections(listener: TcpListener, server: Arc<Server>) {
    let router =
        Router::new().fallback(answer).with_state(server).layer(RequestBodyLimitLayer::new(MAX_BODY));
    let open: Arc<Mutex<VecDeque<Arc<OpenConnection>>>> = Arc::default();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // No more files, as a rule: others must end first.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let this = Arc::new(OpenConnection { busy: AtomicBool::new(false), end: Notify::new() });
        if let Ok(mut all) = open.lock() {
            if all.len() >= MAX_CONNECTIONS {
                // An idle connection makes room; if all are busy, the new one is rejected.
                match all.iter().position(|other| !other.busy.load(Ordering::Relaxed)) {
                    Some(place) => {
                        if let Some(other) = all.remove(place) {
                            other.end.notify_one();
                        }
                    }
                    None => continue,
                }
            }
            all.push_back(this.clone());
        }
        let (open, router) = (open.clone(), router.clone());
        tokio::spawn(async move {
            serve_connection(stream, router, &this).await;
            if let Ok(mut all) = open.lock() {
                all.retain(|other| !Arc::ptr_eq(other, &this));
            }
        });
    }
}

async fn serve_connection(stream: TcpStream, router: Router, open: &Arc<OpenConnection>) {
    // Small answers go out at once.
    let _ = stream.set_nodelay(true);
    let busy = open.clone();
    let router = router.layer(axum::middleware::from_fn(
        move |request: axum::extract::Request, next: axum::middleware::Next| {
            let busy = busy.clone();
            async move {
                busy.busy.store(true, Ordering::Relaxed);
                let response = next.run(request).await;
                busy.busy.store(false, Ordering::Relaxed);
                response
            }
        },
    ));
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD)
        .keep_alive(true);
    let served = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut served = std::pin::pin!(served);
    let mut end = std::pin::pin!(open.end.notified());
    // Whichever is first: the connection is done, or someone else needs its place.
    let _ = first_of(served.as_mut(), end.as_mut()).await;
}

/// Waits for the first of two.
async fn first_of<A: Future, B: Future>(
    mut first: std::pin::Pin<&mut A>,
    mut second: std::pin::Pin<&mut B>,
) -> Option<A::Output> {
    std::future::poll_fn(move |context| {
        use std::task::Poll;
        if let Poll::Ready(done) = first.as_mut().poll(context) {
            return Poll::Ready(Some(done));
        }
        match second.as_mut().poll(context) {
            Poll::Ready(_) => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}
