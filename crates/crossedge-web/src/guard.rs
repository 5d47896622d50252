//! Access control: host, origin and token; and the security headers of every answer.

use crate::fault::HttpError;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};

/// The header in which the page sends the token.
pub const TOKEN_HEADER: HeaderName = HeaderName::from_static("x-crossedge-token");

/// The name of the cookie; the port is in it, for cookies of all ports of a host are one.
const COOKIE_NAME: &str = "crossedge";

/// The page loads no foreign content and cannot be framed.
pub const CONTENT_POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
    worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'";

/// The headers of every answer.
pub const RESPONSE_HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// Access control.
#[derive(Debug, Clone)]
pub struct Guard {
    port: u16,
    token: String,
}

/// Compares in constant time.
fn equal_in_constant_time(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

/// Returns `true` for a name of this machine, with any port: `ssh -L` forwards another one. A name that was bent to the loopback address is
/// none of these.
fn is_loopback(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => {
            (name, port)
        }
        Some(_) => return false,
        None => (host, ""),
    };
    matches!(name, "127.0.0.1" | "localhost" | "[::1]") && port.len() <= 5
}

impl Guard {
    /// For a port, with a token of 256 random bits.
    pub fn new(port: u16) -> Result<Self, getrandom::Error> {
        let mut bytes = [0u8; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Guard { port, token: bytes.iter().map(|byte| format!("{byte:02x}")).collect() })
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The cookie for the files of the page.
    pub fn cookie(&self) -> String {
        format!("{COOKIE_NAME}-{}={}; Path=/; HttpOnly; SameSite=Strict", self.port, self.token)
    }

    /// Returns `true` if a request comes from where it may: an error explains why not. A name that was bent to this machine (DNS rebinding) is another host.
    pub fn check_origin(&self, headers: &HeaderMap) -> Result<(), HttpError> {
        let one = |name: &HeaderName| {
            let mut all = headers.get_all(name).iter();
            let first = all.next().map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase());
            // A repeated header is rejected, because readers differ in which one they use.
            if all.next().is_some() { Some("?".to_owned()) } else { first }
        };
        let host = one(&header::HOST).unwrap_or_default();
        if !is_loopback(&host) {
            let help = "open the address that the program printed; through ssh, forward a port of localhost";
            return Err(HttpError::new(403, "host", "the request is for another host", help));
        }
        if let Some(origin) = one(&header::ORIGIN)
            && origin != format!("http://{host}")
        {
            return Err(HttpError::new(
                403,
                "origin",
                "the request is from another page",
                "use the page of this server",
            ));
        }
        let site = one(&HeaderName::from_static("sec-fetch-site"));
        let mode = one(&HeaderName::from_static("sec-fetch-mode"));
        // A browser that opens the address from a file or a mail comes from another site; the token in the address lets it in.
        let opened = mode.as_deref() == Some("navigate");
        if site.is_some_and(|site| site != "same-origin" && site != "none" && !opened) {
            return Err(HttpError::new(
                403,
                "origin",
                "the request is from another page",
                "use the page of this server",
            ));
        }
        Ok(())
    }

    /// Returns `true` if a request for the interface has the token in its header.
    pub fn check_token(&self, headers: &HeaderMap) -> Result<(), HttpError> {
        let given = headers.get(TOKEN_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if equal_in_constant_time(given, &self.token) { Ok(()) } else { Err(missing_token()) }
    }

    /// Returns `true` if a request for the page has the token in its address or in the cookie.
    pub fn page(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), HttpError> {
        let query = uri.query().unwrap_or_default();
        let asked = query
            .split('&')
            .filter_map(|pair| pair.strip_prefix("token="))
            .any(|given| equal_in_constant_time(given, &self.token));
        let name = format!("{COOKIE_NAME}-{}=", self.port);
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let kept = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().strip_prefix(name.as_str()))
            .any(|given| equal_in_constant_time(given, &self.token));
        if asked || kept { Ok(()) } else { Err(missing_token()) }
    }

    /// Returns `true` if a method is known.
    pub fn check_method(&self, method: &Method, api: bool) -> Result<(), HttpError> {
        let known =
            *method == Method::GET || (*method == Method::HEAD && !api) || (*method == Method::POST && api);
        match known {
            true => Ok(()),
            false => Err(HttpError::new(405, "usage", "a request is GET or POST", "see docs/EXPLORE.md")),
        }
    }
}

fn missing_token() -> HttpError {
    HttpError::new(401, "token", "the token is missing or wrong", "open the address that the program printed")
}
