//! Prose: forbidden text and broken links in the files of the repository.
//!
//! Walks the text files that a clone would contain and reports, by file and line:
//! * absolute paths of a developer's machine, and terms of the development environment;
//! * host names of package registries (these belong into the configuration of a build);
//! * relative links in Markdown to files that do not exist.
//!
//! The needles are spelled in pieces, so that this file passes its own test.

use std::fs;
use std::path::{Path, PathBuf};

/// Beginnings of machine paths; they count where a path can begin, so `docs/home/` passes.
const PATHS: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/tm", "p/w"), concat!("/ro", "ot/"), concat!("/ho", "me/")];

/// Terms, matched at word boundaries, in any case and also with a plural s.
const WORDS: &[&str] = &[concat!("ses", "sion"), concat!("AI ", "agent"), concat!("work", "place")];

/// Hosts, anywhere.
const HOSTS: &[&str] = &[
    concat!("://", "crates.io"),
    concat!("://www.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("index.", "crates.io"),
    concat!("pypi", ".org"),
    concat!("deb.debian", ".org"),
    concat!("registry.npmjs", ".org"),
];

/// Extensions of the files that are read, besides everything in `.ci`.
const TEXTS: &[&str] =
    &["md", "rs", "toml", "sh", "ci", "cff", "py", "pyi", "yml", "yaml", "txt", "net", "snap", "html", "js"];

/// Directories of this name hold what tools have made.
const MADE: &[&str] = &["target", ".git", "node_modules", "dist", "__pycache__", ".venv"];

#[test]
fn texts_are_clean_and_links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let ignored = ignored(&root);
    let mut files = Vec::new();
    walk(&root, Path::new(""), &ignored, &mut files);
    assert!(files.iter().any(|f| f.ends_with("prose.rs")), "the walk misses this very file");
    let mut found = Vec::new();
    for file in files {
        let bytes = fs::read(root.join(&file)).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let text = String::from_utf8_lossy(&bytes);
        let mut report = |line: usize, what: String| found.push(format!("{}:{line}: {what}", file.display()));
        for (line, what) in needles(&text) {
            report(line, what);
        }
        if file.extension().is_some_and(|e| e == "md") {
            for (line, link) in links(&text) {
                // A leading slash means the root of the repository, as the usual viewers read it.
                let target = match link.strip_prefix('/') {
                    Some(inside) => root.join(inside),
                    None => root.join(&file).with_file_name("").join(&link),
                };
                if !target.exists() {
                    report(line, format!("the link leads nowhere: {link}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} places to fix\n{}", found.len(), found.join("\n"));
}

/// Directories and files the root `.gitignore` names from the root on.
fn ignored(root: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
    let anchored = text.lines().filter_map(|line| line.trim().strip_prefix('/'));
    anchored.map(|inside| PathBuf::from(inside.trim_end_matches('/'))).chain(["fuzz/corpus".into()]).collect()
}

fn walk(root: &Path, dir: &Path, ignored: &[PathBuf], files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(root.join(dir))
        .unwrap_or_else(|e| panic!("{}: {e}", dir.display()))
        .map(|entry| entry.expect("readable directory"))
        .collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = dir.join(entry.file_name());
        let kind = entry.file_type().expect("readable entry");
        let made = MADE.iter().any(|name| path.ends_with(name));
        if made || ignored.contains(&path) {
            continue;
        }
        let text = path.extension().is_some_and(|e| TEXTS.iter().any(|t| e == *t)) || path.starts_with(".ci");
        if kind.is_dir() {
            walk(root, &path, ignored, files);
        } else if kind.is_file() && text {
            files.push(path);
        }
    }
}

/// Lines with something that does not belong, and what it is.
fn needles(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let of_name = |c: char| c.is_alphanumeric() || "._-".contains(c);
    for (index, line) in text.lines().enumerate() {
        let low = line.to_lowercase();
        let mut report = |what: &str, needle: &str| found.push((index + 1, format!("{what}: {needle}")));
        for needle in PATHS {
            if low.match_indices(needle).any(|(at, _)| !low[..at].ends_with(of_name)) {
                report("a path of some machine", needle);
            }
        }
        for needle in WORDS {
            let needle = needle.to_lowercase();
            let whole = |at: usize| {
                let rest = &low[at + needle.len()..];
                let rest = rest.strip_prefix('s').unwrap_or(rest);
                !low[..at].ends_with(char::is_alphanumeric) && !rest.starts_with(char::is_alphanumeric)
            };
            if low.match_indices(&needle).any(|(at, _)| whole(at)) {
                report("a term that does not belong here", &needle);
            }
        }
        for needle in HOSTS {
            if low.contains(needle) {
                report("the host of a package registry", needle);
            }
        }
    }
    found
}

/// Relative targets of the links and images of a Markdown text, without anchors; code does not count.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut fence = None;
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(close)) if open == close => fence = None,
            _ => {}
        }
        if fence.is_some() || mark.is_some() {
            continue;
        }
        let prose = without_code(line);
        let mut targets: Vec<&str> = Vec::new();
        for (open, close) in [("](", ')'), ("href=\"", '"'), ("src=\"", '"')] {
            let after = prose.split(open).skip(1);
            targets.extend(after.filter_map(|rest| rest.split_once(close)).map(|(target, _)| target));
        }
        // [name]: target
        if prose.starts_with('[')
            && let Some((_, target)) = prose.split_once("]: ")
        {
            targets.push(target);
        }
        for target in targets {
            let target = target.trim().trim_start_matches('<');
            let target = target.split([' ', '>', '#', '?']).next().unwrap_or_default();
            let elsewhere = target.contains("://") || target.starts_with("mailto:");
            if !target.is_empty() && !elsewhere {
                found.push((index + 1, target.replace("%20", " ")));
            }
        }
    }
    found
}

/// A line without what is between backticks.
fn without_code(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    // An odd number of backticks: the last one opens nothing.
    let closed = parts.len() - usize::from(parts.len().is_multiple_of(2));
    parts.iter().enumerate().filter(|(i, _)| i % 2 == 0 || *i >= closed).map(|(_, part)| *part).collect()
}

#[test]
fn planted_needles_are_found() {
    for needle in PATHS.iter().chain(HOSTS) {
        assert_eq!(needles(&format!("one\nsee {needle}x for more")).len(), 1, "{needle}");
    }
    for needle in WORDS {
        assert_eq!(
            needles(&format!("One {}s.", needle.to_uppercase())),
            [(1, format!("a term that does not belong here: {}", needle.to_lowercase()))]
        );
    }
}

#[test]
fn harmless_texts_pass() {
    for fine in [
        concat!("docs/ho", "me/index.md"),
        concat!("https://example.com/wo", "rk/"),
        concat!("pos", "ses", "sion"),
        "the crates.io index",
        "agents of change",
    ] {
        assert_eq!(needles(fine), [], "{fine}");
    }
}

#[test]
fn links_are_read_as_a_viewer_reads_them() {
    let text = "\
See [a](docs/a.md#part) and ![b](<b.svg>) and [c](https://example.com/c.md), [d](#here).
Not `[x](code.md)` but [e](e.md \"title\").
```text
[f](fenced.md)
```
[g]: other/g.md
<img src=\"h.png\">";
    let found: Vec<(usize, String)> = links(text);
    let expected = [(1, "docs/a.md"), (1, "b.svg"), (2, "e.md"), (6, "other/g.md"), (7, "h.png")];
    assert_eq!(found, expected.map(|(line, link)| (line, link.to_owned())));
}
