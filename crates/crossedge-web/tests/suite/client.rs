//! A server in a thread, and a client that writes what it likes on a socket.

use crossedge_web::{Listening, ServerOptions};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// A server that ends with the test.
pub struct Server {
    pub port: u16,
    pub token: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start(files: Option<PathBuf>) -> Self {
        let listening = Listening::start(&ServerOptions { port: 0, files }).expect("it starts");
        let (port, token) = (listening.port(), listening.token().to_owned());
        let stop = Arc::new(AtomicBool::new(false));
        let seen = stop.clone();
        let thread = std::thread::spawn(move || listening.run(&|| seen.load(Ordering::SeqCst)));
        Server { port, token, stop, thread: Some(thread) }
    }

    /// Writes, and reads until the other side ends.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.open();
        // The other side may have had enough before all is written.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn open(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a limit");
        stream
    }

    /// A request with these headers: its status and its body.
    pub fn ask(&self, line: &str, headers: &[String], body: &str) -> (u16, String) {
        let (head, body) = self.ask_whole(line, headers, body);
        (head.split_whitespace().nth(1).and_then(|code| code.parse().ok()).unwrap_or(0), body)
    }

    /// The same with the complete head.
    pub fn ask_whole(&self, line: &str, headers: &[String], body: &str) -> (String, String) {
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        let text = self
            .raw(format!("{line} HTTP/1.1\r\n{headers}{length}Connection: close\r\n\r\n{body}").as_bytes());
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        (head.to_owned(), body.to_owned())
    }

    pub fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}", self.port)
    }

    pub fn honest(&self) -> [String; 2] {
        [self.host(), format!("X-Crossedge-Token: {}", self.token)]
    }

    /// An honest request with a body of JSON.
    pub fn post(&self, verb: &str, params: &Value) -> (u16, Value) {
        let (status, body) = self.ask(&format!("POST /api/{verb}"), &self.honest(), &params.to_string());
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
