//! 100,000 hostile requests, and honest ones in between: `cargo run --release -p crossedge-bench --features web --bin hostile`.

use crossedge_web::{Listening, ServerOptions, memory};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

fn send(port: u16, text: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    stream.write_all(text.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    String::from_utf8_lossy(answer.get(9..12)?).parse().ok()
}

fn main() -> Result<(), crossedge::Error> {
    let count: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let server = Listening::start(&ServerOptions::default())?;
    let (port, token) = (server.port(), server.token().to_owned());
    let stop = Arc::new(AtomicBool::new(false));
    let seen = stop.clone();
    let thread = std::thread::spawn(move || server.run(&|| seen.load(Ordering::SeqCst)));
    let host = format!("Host: 127.0.0.1:{port}\r\nConnection: close\r\n");
    let let_in = format!("{host}X-Crossedge-Token: {token}\r\n");
    let hostile: Vec<String> = vec![
        "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".to_owned(),
        format!("GET /api/window?expr=ring(5) HTTP/1.1\r\n{host}\r\n"),
        format!("GET /api/window?expr=ring(5) HTTP/1.1\r\n{let_in}Origin: http://evil.example\r\n\r\n"),
        format!("GET /../../../../etc/passwd HTTP/1.1\r\n{host}Cookie: crossedge-{port}={token}\r\n\r\n"),
        format!("POST /api/show HTTP/1.1\r\n{let_in}Content-Length: 100000\r\n\r\n{}", "x".repeat(70_000)),
        format!("GET /api/window?expr=rdn(complete(4000000000),7) HTTP/1.1\r\n{let_in}\r\n"),
        format!("GET /api/complete?text={} HTTP/1.1\r\n{let_in}\r\n", "dual(".repeat(700)),
        format!("GET /api/window?expr=hypercube(99999999999) HTTP/1.1\r\n{let_in}\r\n"),
        "\u{16}\u{3}\u{1}garbage\r\n\r\n".to_owned(),
        format!("GET /api/window?expr=file(\"/etc/passwd\") HTTP/1.1\r\n{let_in}\r\n"),
    ];
    let (next, let_through) = (AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    let mut slowest = 0.0f64;
    let (mut asked, mut answered, mut most) = (0u64, 0u64, 0u64);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let text = &hostile[number as usize % hostile.len()];
                    if number % 97 == 0 {
                        // Half a request, and gone.
                        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
                            let _ = stream.write_all(&text.as_bytes()[..text.len().min(20)]);
                        }
                        continue;
                    }
                    if send(port, text) == Some(200) && number as usize % hostile.len() != 6 {
                        let_through.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        let honest = format!("GET /api/window?expr=rdn(ring(5),3) HTTP/1.1\r\n{let_in}\r\n");
        while next.load(Ordering::Relaxed) < count {
            let begun = Instant::now();
            asked += 1;
            answered += u64::from(send(port, &honest) == Some(200));
            slowest = slowest.max(begun.elapsed().as_secs_f64());
            most = most.max(memory().unwrap_or(0));
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    println!(
        "{count} hostile requests in {:.1} s; {} of them let through; {answered} of {asked} honest ones answered, the slowest in {slowest:.3} s; memory at most {} MiB",
        start.elapsed().as_secs_f64(),
        let_through.load(Ordering::Relaxed),
        most >> 20
    );
    stop.store(true, Ordering::SeqCst);
    let _ = thread.join();
    Ok(())
}
