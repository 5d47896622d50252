//! The files of the page, embedded in the program; a plain page if the build has none.

use crate::guard::Guard;
use crossedge::Error;
use rust_embed::{Embed, EmbeddedFile};

/// The output of `npm run build` in `page`, if it was run.
#[derive(Embed)]
#[folder = "page/dist"]
#[allow_missing = true]
struct Built;

/// The tours.
#[derive(Embed)]
#[folder = "lessons"]
#[allow_missing = true]
struct Lessons;

/// The fallback page of a program built without the explorer page.
const FALLBACK_PAGE: &str = include_str!("plain.html");

/// A file: its kind and its bytes.
pub struct File {
    /// The kind, as browsers know it.
    pub kind: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// `true` if its name changes with its content, so that it may be kept.
    pub keeps: bool,
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}

/// Returns `true` if a path stays inside: plain names and no step upwards, in any encoding.
pub fn is_plain_path(path: &str) -> bool {
    let word = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    path.len() < 200 && path.split('/').all(word)
}

/// The file of a path; `None` if there is none.
pub fn file(path: &str, guard: &Guard) -> Option<File> {
    let name = path.strip_prefix('/')?;
    if name.is_empty() || name == "index.html" {
        return Some(File {
            kind: content_type("index.html"),
            bytes: index(guard).into_bytes(),
            keeps: false,
        });
    }
    if !is_plain_path(name) {
        return None;
    }
    let lesson = || name.strip_prefix("lessons/").and_then(Lessons::get);
    let embedded: EmbeddedFile = Built::get(name).or_else(lesson)?;
    Some(File {
        kind: content_type(name),
        bytes: embedded.data.into_owned(),
        keeps: name.starts_with("assets/"),
    })
}

/// The lessons, by the names of their files.
pub fn lessons() -> Vec<(String, Vec<u8>)> {
    let mut names: Vec<String> = Lessons::iter().map(|name| name.into_owned()).collect();
    names.retain(|name| name.ends_with(".json"));
    names.sort();
    names
        .into_iter()
        .filter_map(|name| Some((name.clone(), Lessons::get(&name)?.data.into_owned())))
        .collect()
}

/// The files of a published page, which finds its answers by a list; an error if the program has no page.
pub fn published(list: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let page = built_page().ok_or_else(|| {
        Error::usage("this program was built without the page of the explorer")
            .help("build the page before the program: npm ci && npm run build in crates/crossedge-web/page")
    })?;
    let meta = format!("<meta name=\"crossedge-published\" content=\"{list}\">");
    let page = with_meta(&page, &meta).replace("<div id=\"app\"></div>", UNSERVED);
    let mut out = vec![("index.html".to_owned(), page.into_bytes())];
    for name in Built::iter().filter(|name| name != "index.html") {
        out.extend(Built::get(&name).map(|file| (name.into_owned(), file.data.into_owned())));
    }
    Ok(out)
}

/// What a published page shows until its script runs: from a disk, browsers load none.
const UNSERVED: &str = "<div id=\"app\"><p>This page is shown by a web server, e.g. <code>python3 -m http.server</code> in its folder.</p></div>";

fn built_page() -> Option<String> {
    Built::get("index.html").and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

/// The page with the token in it.
fn index(guard: &Guard) -> String {
    let page = built_page().unwrap_or_else(|| FALLBACK_PAGE.to_owned());
    with_meta(&page, &format!("<meta name=\"crossedge-token\" content=\"{}\">", guard.token()))
}

fn with_meta(page: &str, meta: &str) -> String {
    match page.find("<head>") {
        Some(at) => format!("{}{meta}{}", &page[..at + 6], &page[at + 6..]),
        None => format!("{meta}{page}"),
    }
}
