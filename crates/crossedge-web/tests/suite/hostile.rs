//! Requests that no one means well: too large, too slow, too many, for ever. An honest request in between is answered.

use crate::client::Server;
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

fn honest(server: &Server) {
    let (status, body) = server.ask("GET /api/window?expr=rdn(ring(5),3)", &server.honest(), "");
    assert_eq!(status, 200, "{body}");
}

#[test]
fn bodies_over_the_limit_are_refused() {
    let server = Server::start(None);
    let long = format!("{{\"expr\": \"{}\"}}", "x".repeat(70_000));
    assert_eq!(server.ask("POST /api/show", &server.honest(), &long).0, 413);
    // The same in chunks, without a length.
    let [host, token] = server.honest();
    let head = format!(
        "POST /api/show HTTP/1.1\r\n{host}\r\n{token}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    );
    let chunk = format!("4000\r\n{}\r\n", "x".repeat(0x4000));
    let text = server.raw(format!("{head}{}", chunk.repeat(8)).as_bytes());
    assert!(
        text.starts_with("HTTP/1.1 413") || text.starts_with("HTTP/1.1 400"),
        "{}",
        &text[..text.len().min(200)]
    );
    // A head without end.
    let text = server.raw(format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "y".repeat(100_000)).as_bytes());
    assert!(!text.starts_with("HTTP/1.1 200"), "{}", &text[..text.len().min(200)]);
    let long = format!("GET /api/show?expr={}", "x".repeat(20_000));
    assert_ne!(server.ask(&long, &server.honest(), "").0, 200);
    honest(&server);
}

#[test]
fn invalid_requests_are_rejected() {
    let server = Server::start(None);
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/show HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let text = server.raw(bytes);
        assert!(!text.starts_with("HTTP/1.1 200"), "{bytes:?}: {text}");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"] {
        assert_ne!(server.ask(&format!("{method} /api/list"), &server.honest(), "").0, 200, "{method}");
    }
    for body in ["[]", "{", "nul", "{\"expr\": {\"a\": 1}}", "{\"exp\": \"ring(3)\"}", "\"ring(3)\""] {
        let (status, told) = server.ask("POST /api/show", &server.honest(), body);
        assert!(status == 400, "{body}: {status} {told}");
    }
    honest(&server);
}

/// Half a request on each of many connections: they make room for complete ones.
#[test]
fn half_open_connections_make_room() {
    let server = Server::start(None);
    let mut held = Vec::new();
    for i in 0..(2 * crossedge_web::MAX_CONNECTIONS) {
        let mut stream = server.open();
        if i % 2 == 0 {
            stream.write_all(b"GET /api/window HTTP/1.1\r\nHost: 12").expect("half a head");
        }
        held.push(stream);
    }
    honest(&server);
    honest(&server);
    drop(held);
    honest(&server);
}

/// As many complete requests at once as connections are allowed: each is answered.
#[test]
fn as_many_requests_at_once_as_there_are_connections() {
    let server = Server::start(None);
    let answered: usize = std::thread::scope(|scope| {
        let ask = || server.ask("GET /api/window?expr=rdn(ring(5),2)", &server.honest(), "").0;
        let all: Vec<_> = (0..crossedge_web::MAX_CONNECTIONS).map(|_| scope.spawn(ask)).collect();
        all.into_iter().filter_map(|one| one.join().ok()).filter(|status| *status == 200).count()
    });
    assert_eq!(answered, crossedge_web::MAX_CONNECTIONS);
}

/// Every expression is answered: by an error if it would take too long.
#[test]
fn expressions_that_would_take_for_ever_are_answered() {
    let server = Server::start(None);
    let deep = |n: usize| format!("{}ring(3){}", "dual(".repeat(n), ")".repeat(n));
    for expr in [
        deep(5).as_str(),
        &deep(600),
        "hypercube(1000000000)",
        "rdn(ring(3), 60)",
        "rdn(complete(4000000000), 7)",
        "jellyfish(4000000000, 64, 1)",
        "torus(18446744073709551615, 18446744073709551615)",
        "ring(99999999999999999999999999)",
        "hosts(hosts(hosts(complete(1000000), 1000000), 1000000), 1000000)",
        "xgft([100000,100000,100000],[100000,100000,100000])",
        "kautz(50,50)",
        "wk(7, 40)",
        "ring(3)^1000000",
        "((((((((((",
        "\u{0}\u{7f}",
        "'; DROP TABLE networks; --",
    ] {
        for verb in ["window", "show", "complete"] {
            let start = Instant::now();
            let name = if verb == "complete" { "text" } else { "expr" };
            let (status, answer) = server.post(verb, &json!({ name: expr }));
            assert!([200, 202, 400, 422].contains(&status), "{verb} {expr:.40}: {status} {answer}");
            assert!(start.elapsed() < Duration::from_secs(60), "{verb} {expr:.40}");
        }
    }
    let (status, answer) = server.post("show", &json!({ "expr": "ring(3)*".repeat(1_000) }));
    assert!(status == 422 && answer["error"]["kind"] == "limit", "{status} {answer}");
    honest(&server);
    assert!(crossedge_web::memory().is_none_or(|bytes| bytes < 4 << 30), "memory is bounded");
}

/// Every number a window can be asked with is answered.
#[test]
fn windows_of_any_numbers_are_answered() {
    let server = Server::start(None);
    for number in ["0", "-1", "1e308", "-1e308", "NaN", "inf", "1e-300", "999999999999999999999", "x", "''"] {
        let line =
            format!("GET /api/window?expr=rdn(ring(3),4)&x0={number}&y0=0&x1=5&y1={number}&width={number}");
        let (status, body) = server.ask(&line, &server.honest(), "");
        assert!(status == 200 || status == 400, "{number}: {status} {body:.200}");
        assert!(body.len() < 500_000);
    }
    let mut stream = server.open();
    stream.write_all(b"GET / HTTP/1.1\r\n").expect("half a head");
    let mut rest = Vec::new();
    // The time for a head is up at some time, and the connection ends.
    stream.read_to_end(&mut rest).expect("an end");
}
