//! Access control.

use crate::client::Server;

#[test]
fn another_host_is_refused() {
    let server = Server::start(None);
    let token = format!("X-Crossedge-Token: {}", server.token);
    for host in [
        "evil.example",
        "127.0.0.1.evil.example",
        "evil.example:127",
        "localhost.evil.example:80",
        "localhost:x",
        "",
    ] {
        let (status, body) = server.ask("GET /api/list", &[format!("Host: {host}"), token.clone()], "");
        assert!(status == 403 || status == 400, "{host}: {status} {body}");
    }
    let (status, _) = server.ask("GET /api/list", std::slice::from_ref(&token), "");
    assert!(status == 403 || status == 400, "without a host: {status}");
    let twice = [server.host(), "Host: evil.example".to_owned(), token.clone()];
    assert!([400, 403].contains(&server.ask("GET /api/list", &twice, "").0), "two hosts");
    let local = format!("Host: localhost:{}", server.port);
    assert_eq!(server.ask("GET /api/list", &[local, token], "").0, 200, "this machine by its name");
}

/// A port that ssh forwards is another one than that of the server; the token is needed as ever.
#[test]
fn finding_r9_forwarded_ports_are_let_in_and_the_token_is_not_an_argument() {
    let server = Server::start(None);
    let token = format!("X-Crossedge-Token: {}", server.token);
    for host in ["localhost:9999", "127.0.0.1:1", "localhost", "[::1]:8080"] {
        let own = format!("Origin: http://{host}");
        let headers = [format!("Host: {host}"), own, token.clone()];
        assert_eq!(server.ask("GET /api/list", &headers, "").0, 200, "{host}");
        assert_eq!(server.ask("GET /api/list", &headers[..2], "").0, 401, "{host} without the token");
        let other = [format!("Host: {host}"), "Origin: http://localhost:7".to_owned(), token.clone()];
        assert_eq!(server.ask("GET /api/list", &other, "").0, 403, "{host} from another page");
    }
    // A browser that opens the address from a file comes from another site.
    let opened = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"].map(str::to_owned);
    let headers = [vec![server.host()], opened.to_vec()].concat();
    assert_eq!(server.ask(&format!("GET /?token={}", server.token), &headers, "").0, 200);
    assert_eq!(server.ask("GET /", &headers, "").0, 401);
    // A person is told what to do, a program gets JSON.
    let person = [vec![server.host(), "Accept: text/html,*/*".to_owned()], opened.to_vec()].concat();
    let (status, page) = server.ask("GET /", &person, "");
    assert!(status == 401 && page.contains("crossedge explore") && !page.contains(&server.token), "{page}");
    assert!(server.ask("GET /", &headers, "").1.contains("\"kind\":\"token\""));
    let address = format!("http://127.0.0.1:{}/?token={}&expr=ring%285%29", server.port, server.token);
    let redirect = crossedge_web::Redirect::write_redirect(&address).expect("a file");
    let path = redirect.path().to_owned();
    assert!(!path.to_string_lossy().contains(&server.token));
    let text = std::fs::read_to_string(&path).expect("readable");
    assert!(text.contains(&format!("token={}&amp;expr=ring%285%29", server.token)), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o600);
    }
    drop(redirect);
    assert!(!path.exists());
}

/// The command line that is printed repeats every parameter.
#[test]
fn finding_w23_a_command_leaves_nothing_out() {
    let server = Server::start(None);
    let answer = |query: &str| {
        let (status, body) = server.ask(&format!("GET /api/{query}"), &server.honest(), "");
        assert_eq!(status, 200, "{query}: {body}");
        serde_json::from_str::<serde_json::Value>(&body).expect("JSON")
    };
    let whole = answer("show?expr=ring(9)");
    assert!(whole["command"].as_str().is_some_and(|command| command.contains("show")), "{whole}");
    let part = answer("show?expr=ring(9)&sample=3&seed=7");
    assert_eq!(part["command"], "crossedge show 'ring(9)' --sample=3 --seed=7");
    // The request of the page without a selection.
    let usual = answer("load?expr=torus(4,4)&traffic=tornado&routing=usual&wait=9000");
    assert_eq!(usual["command"], "crossedge load 'torus(4,4)' --traffic=tornado");
    let ports = answer("collective?expr=ring(5)&kind=broadcast&ports=all&step=1&wait=9000");
    assert!(ports["command"].as_str().is_some_and(|command| command.contains("--ports=all")), "{ports}");
}

#[test]
fn requests_without_the_token_are_rejected() {
    let server = Server::start(None);
    let wrong = format!("X-Crossedge-Token: {}", "0".repeat(64));
    let cookie = format!("Cookie: crossedge-{}={}", server.port, server.token);
    for more in [vec![], vec![wrong], vec!["X-Crossedge-Token: ".to_owned()], vec![cookie.clone()]] {
        let headers: Vec<String> = std::iter::once(server.host()).chain(more.clone()).collect();
        for path in ["list", "window?expr=ring(3)", "jobs", "stop", "no-such-verb"] {
            let (status, body) = server.ask(&format!("GET /api/{path}"), &headers, "");
            assert_eq!(status, 401, "{path} {more:?}: {body}");
            assert!(!body.contains(&server.token), "the token must not leak");
        }
    }
    // The page needs it in the address or in the cookie.
    assert_eq!(server.ask("GET /", &[server.host()], "").0, 401);
    assert_eq!(server.ask("GET /?token=1", &[server.host()], "").0, 401);
    assert_eq!(server.ask("GET /", &[server.host(), cookie], "").0, 200);
    let (head, body) = server.ask_whole(&format!("GET /?token={}", server.token), &[server.host()], "");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains("HttpOnly; SameSite=Strict"), "{head}");
    assert!(body.contains(&format!("<meta name=\"crossedge-token\" content=\"{}\">", server.token)));
}

#[test]
fn other_pages_are_refused() {
    let server = Server::start(None);
    let with = |header: String| [server.honest().to_vec(), vec![header]].concat();
    let own = format!("Origin: http://127.0.0.1:{}", server.port);
    assert_eq!(server.ask("GET /api/list", &with(own), "").0, 200);
    for header in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: https://127.0.0.1",
        "Sec-Fetch-Site: cross-site",
    ] {
        assert_eq!(server.ask("GET /api/list", &with(header.to_owned()), "").0, 403, "{header}");
    }
}

#[test]
fn every_response_has_a_content_security_policy() {
    let server = Server::start(None);
    let page = format!("GET /?token={}", server.token);
    for (line, headers) in [
        ("GET /api/list", server.honest().to_vec()),
        (page.as_str(), vec![server.host()]),
        ("GET /api/list", vec![server.host()]),
        ("GET /nothing", vec![]),
    ] {
        let (head, _) = server.ask_whole(line, &headers, "");
        let head = head.to_lowercase();
        if head.starts_with("http/1.1 400") {
            continue;
        }
        assert!(head.contains("content-security-policy: default-src 'self'"), "{line}: {head}");
        assert!(head.contains("x-content-type-options: nosniff") && head.contains("frame-ancestors 'none'"));
        assert!(!head.contains("access-control-allow-origin"), "no other origin may read it");
    }
}

#[test]
fn paths_do_not_climb() {
    let server = Server::start(None);
    let cookie = format!("Cookie: crossedge-{}={}", server.port, server.token);
    let headers = [server.host(), cookie];
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/assets/../../../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/lessons/../src/lib.rs",
        "//etc/passwd",
        "/.git/config",
        "/assets/%00",
        "/\\..\\Cargo.toml",
    ] {
        let (status, body) = server.ask(&format!("GET {path}"), &headers, "");
        assert!(status == 404 || status == 400, "{path}: {status}");
        assert!(!body.contains("[package]") && !body.contains("root:"), "{path}");
    }
}

#[test]
fn files_are_read_below_the_folder_alone() {
    let folder = std::env::temp_dir().join(format!("crossedge-web-{}", std::process::id()));
    let inside = folder.join("allowed/deep");
    std::fs::create_dir_all(&inside).expect("a folder");
    std::fs::write(inside.join("a.edges"), "0 1\n1 2\n2 0\n").expect("a file");
    std::fs::write(folder.join("secret.edges"), "0 1\n").expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.join("secret.edges"), inside.join("link.edges")).expect("a link");
    let show = |server: &Server, name: &str| {
        let expr = format!("file(\"{name}\")");
        let (status, answer) = server.post("show", &serde_json::json!({ "expr": expr, "wait": 10000 }));
        (status, answer.to_string())
    };
    let closed = Server::start(None);
    let (status, told) = show(&closed, "deep/a.edges");
    assert!(status == 400 && told.contains("no files are read here"), "{status} {told}");
    let open = Server::start(Some(folder.join("allowed")));
    assert_eq!(show(&open, "deep/a.edges").0, 200);
    let outside = folder.join("secret.edges").display().to_string();
    for name in [
        "../secret.edges",
        "deep/../../secret.edges",
        "deep/link.edges",
        "/etc/passwd.txt",
        &outside,
        "none.edges",
    ] {
        let (status, told) = show(&open, name);
        assert!(status == 400 && told.contains("not below the folder"), "{name}: {status} {told}");
    }
    std::fs::remove_dir_all(&folder).expect("it goes away");
}
