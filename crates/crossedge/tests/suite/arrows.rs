//! Arrows: which module of the library may name which, and what the library may not touch at all.
//!
//! Reads every source file under `crates/*/src`, finds the paths that start at `crate`, `super` or `std`, and holds them
//! against the tables below. Comments, doc comments and string literals do not count; unit tests inside a module do (a test
//! that needs two modules without an arrow belongs in `tests/`). The crate root may name everything.

use std::fs;
use std::path::{Path, PathBuf};

/// From a module of the library to the modules it may name, besides itself.
const ARROWS: &[(&str, &[&str])] = &[
    ("expr", &[]),
    ("exact", &[]),
    ("words", &[]),
    ("references", &[]),
    ("evidence", &["exact"]),
    ("progress", &[]),
    ("rng", &["net"]),
    ("net", &["expr", "evidence", "exact"]),
    ("route", &["net", "evidence", "progress", "words"]),
    ("certificate", &["exact"]),
    ("wiring", &[]),
    ("collective", &["net", "evidence", "progress", "words"]),
    ("hamilton", &["net", "progress", "rng"]),
    ("metrics", &["net", "route", "evidence", "collective", "progress", "certificate"]),
    (
        "verify",
        &[
            "net",
            "collective",
            "hamilton",
            "route",
            "evidence",
            "progress",
            "words",
            "certificate",
            "exact",
            "wiring",
            "layout",
        ],
    ),
    ("cost", &["net", "verify", "collective", "words"]),
    ("search", &["metrics", "net", "expr", "progress"]),
    ("layout", &["net", "progress", "rng"]),
    (
        "export",
        &[
            "net",
            "route",
            "verify",
            "collective",
            "metrics",
            "evidence",
            "expr",
            "progress",
            "words",
            "wiring",
        ],
    ),
    (
        "render",
        &[
            "net",
            "verify",
            "metrics",
            "evidence",
            "layout",
            "hamilton",
            "collective",
            "route",
            "cost",
            "exact",
            "words",
        ],
    ),
    (
        "error",
        &["expr", "net", "route", "collective", "metrics", "verify", "cost", "render", "progress", "words"],
    ),
    ("topology", &["expr", "net", "error"]),
    (
        "answers",
        &[
            "expr",
            "evidence",
            "exact",
            "progress",
            "words",
            "net",
            "route",
            "collective",
            "hamilton",
            "metrics",
            "verify",
            "cost",
            "export",
            "render",
            "error",
            "topology",
            "references",
            "certificate",
            "wiring",
            "search",
            "layout",
        ],
    ),
    (
        "prelude",
        &["answers", "error", "evidence", "exact", "net", "render", "topology", "verify", "progress"],
    ),
];

/// From a crate to the crates of ours that it may name besides the library: the library, subjects that stand on it, front ends.
const CRATES: &[(&str, &[&str])] = &[
    ("crossedge", &[]),
    ("crossedge_papers", &[]),
    ("crossedge_report", &[]),
    ("crossedge_sim", &[]),
    ("crossedge_campaign", &["crossedge_sim"]),
    ("crossedge_web", &["crossedge_campaign"]),
    (
        "crossedge_cli",
        &["crossedge_campaign", "crossedge_papers", "crossedge_report", "crossedge_sim", "crossedge_web"],
    ),
    ("crossedge_mpi", &["crossedge_campaign"]),
    ("crossedge_py", &["crossedge_campaign", "crossedge_cli", "crossedge_papers", "crossedge_sim"]),
];

/// Modules of `std` that do input, output or read the surroundings: not for the library.
const OUTSIDE: &[&str] = &["fs", "net", "process", "env"];

/// Macros that write to the terminal: not for the library.
const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

#[test]
fn sources_follow_the_arrows() {
    let mut found = Vec::new();
    let src = crates().join("crossedge/src");
    let files = rust_files(&src);
    assert!(!files.is_empty(), "no source files under {}", src.display());
    for file in files {
        let inside = file.strip_prefix(&src).expect("listed under src");
        let name = format!("crates/crossedge/src/{}", inside.display());
        let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{name}: {e}"));
        found.extend(violations(&name, &module_of(inside), &text));
    }
    assert!(found.is_empty(), "{} violations of the arrows\n{}", found.len(), found.join("\n"));
}

#[test]
fn crates_name_only_what_stands_below_them() {
    let mut found = Vec::new();
    for dir in entries(&crates()) {
        let krate = dir.file_name().expect("listed in crates").to_string_lossy().replace('-', "_");
        let row = CRATES.iter().find(|(from, _)| *from == krate);
        let Some((_, below)) = row else {
            found.push(format!("{krate} has no row in the table of crates"));
            continue;
        };
        for file in rust_files(&dir.join("src")) {
            let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            for pair in tokens(&text).windows(2) {
                let to = pair[0].text.as_str();
                let other = to.starts_with("crossedge_") && pair[1].text == "::" && to != krate;
                if other && !below.contains(&to) {
                    found.push(format!("{}:{}: {krate} -> {to}", file.display(), pair[0].line));
                }
            }
        }
    }
    assert!(found.is_empty(), "crates that must not know each other\n{}", found.join("\n"));
    // Whatever a crate may name stands above it in the table, so that there is no circle.
    for (place, (from, to)) in CRATES.iter().enumerate() {
        let above: Vec<&str> = CRATES[..place].iter().map(|(name, _)| *name).collect();
        assert!(to.iter().all(|t| above.contains(t)), "{from} -> {to:?}");
    }
}

#[test]
fn the_table_is_closed_and_has_no_cycle() {
    // Every module that is named has a row, and taking away modules whose arrows all end in removed ones empties the table.
    let mut left: Vec<_> = ARROWS.to_vec();
    while !left.is_empty() {
        let before = left.len();
        let names: Vec<&str> = left.iter().map(|(from, _)| *from).collect();
        left.retain(|(_, to)| to.iter().any(|t| names.contains(t)));
        assert!(left.len() < before, "a cycle among {names:?}");
    }
    for (from, to) in ARROWS {
        for t in *to {
            assert!(row(t).is_some(), "{from} -> {t}, but {t} has no row");
        }
    }
}

/// Path of the modules a file stands for: `net/ring.rs` is `[net, ring]`, `net/mod.rs` is `[net]`, `lib.rs` is `[]`.
fn module_of(inside_src: &Path) -> Vec<String> {
    let mut path: Vec<String> =
        inside_src.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if path.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        path.pop();
    }
    path
}

fn row(module: &str) -> Option<&'static [&'static str]> {
    ARROWS.iter().find(|(from, _)| *from == module).map(|(_, to)| *to)
}

/// Everything a source text does that its module may not, one line each.
fn violations(file: &str, module: &[String], text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    // Where we are: `crate`, the file's modules, then the inline modules with the brace depth they opened at.
    let mut here: Vec<String> = std::iter::once("crate".to_owned()).chain(module.iter().cloned()).collect();
    let mut inline = Vec::new();
    let mut depth = 0;
    if let Some(top) = module.first()
        && row(top).is_none()
    {
        found.push(format!("{file}:1: module {top} has no row in the table of arrows"));
    }
    let is = |i: usize, text: &str| tokens.get(i).is_some_and(|t: &Token| t.text == text);
    let mut i = 0;
    while i < tokens.len() {
        let Token { text, line } = &tokens[i];
        match text.as_str() {
            "mod" if is(i + 2, "{") => {
                here.push(tokens[i + 1].text.clone());
                inline.push(depth);
                if here.len() == 2 && here[1] != "tests" && row(&here[1]).is_none() {
                    found
                        .push(format!("{file}:{line}: module {} has no row in the table of arrows", here[1]));
                }
                i += 2;
                continue;
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if inline.last() == Some(&depth) {
                    inline.pop();
                    here.pop();
                }
            }
            "crate" | "super" | "std" if is(i + 1, "::") => {
                let start = match text.as_str() {
                    "super" => here[..here.len() - 1].to_vec(),
                    root => vec![root.to_owned()],
                };
                let mut named = Vec::new();
                i = follow(&tokens, i + 2, start, &mut named);
                for (line, path) in named {
                    found.extend(judge(&here, &path).map(|why| format!("{file}:{line}: {why}")));
                }
                continue;
            }
            name if PRINTING.contains(&name) && is(i + 1, "!") => {
                found.push(format!("{file}:{line}: the library does not print, but here is {name}!"));
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// What is wrong with naming `path` from the module `here`, if anything.
fn judge(here: &[String], path: &[String]) -> Option<String> {
    let to = path.get(1)?.as_str();
    if path[0] == "std" {
        return OUTSIDE.contains(&to).then(|| format!("the library does not use std::{to}"));
    }
    let from = here.get(1)?.as_str();
    let allowed = row(from)?;
    if from == "tests" || from == to || allowed.contains(&to) {
        None
    } else if row(to).is_some() {
        Some(format!("{from} -> {to} is not an arrow; {from} may name {allowed:?}"))
    } else {
        Some(format!("{from} -> {to}: not a module with arrows; name the module that defines it"))
    }
}

/// Follows one path, or every branch of a `{…}` group, from token `i`, until it has named something below `path`.
/// Returns the first token after what it has read.
fn follow(
    tokens: &[Token],
    mut i: usize,
    mut path: Vec<String>,
    named: &mut Vec<(usize, Vec<String>)>,
) -> usize {
    let is = |i: usize, text: &str| tokens.get(i).is_some_and(|t: &Token| t.text == text);
    while is(i + 1, "::") && (is(i, "super") || is(i, "self")) {
        if is(i, "super") {
            path.pop();
        }
        i += 2;
    }
    if !is(i, "{") {
        if let Some(token) = tokens.get(i) {
            path.push(token.text.clone());
            named.push((token.line, path));
        }
        return i + 1;
    }
    i += 1;
    while i < tokens.len() && !is(i, "}") {
        i = follow(tokens, i, path.clone(), named);
        let mut open = 0;
        while i < tokens.len() && (open > 0 || !(is(i, ",") || is(i, "}"))) {
            open += i32::from(is(i, "{")) - i32::from(is(i, "}"));
            i += 1;
        }
        i += usize::from(is(i, ","));
    }
    i + 1
}

/// A word, `::`, or one sign, and its line.
#[derive(Debug)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// Tokens of a Rust text without comments, strings, characters and lifetimes' quotes.
pub fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        match (at(i), at(i + 1)) {
            ('/', '/') => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
            }
            ('/', '*') => {
                let mut open = 0;
                loop {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (open, i) = (open + 1, i + 2),
                        ('*', '/') => (open, i) = (open - 1, i + 2),
                        _ => i += 1,
                    }
                    if open == 0 || i >= chars.len() {
                        break;
                    }
                }
            }
            ('"', _) => {
                i += 1;
                while i < chars.len() && at(i) != '"' {
                    i += if at(i) == '\\' { 2 } else { 1 };
                }
                i += 1;
            }
            ('\'', '\\') => {
                i += 3;
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
            ('\'', _) if at(i + 2) == '\'' => i += 3,
            (':', ':') => {
                i += 2;
                tokens.push(Token { text: "::".to_owned(), line });
            }
            (c, _) if word(c) => {
                while word(at(i)) {
                    i += 1;
                }
                let text: String = chars[start..i].iter().collect();
                let hashes = chars[i..].iter().take_while(|c| **c == '#').count();
                if ["r", "br", "cr"].contains(&text.as_str()) && at(i + hashes) == '"' {
                    let close: Vec<char> = std::iter::once('"').chain(vec!['#'; hashes]).collect();
                    i += hashes + 1;
                    while i < chars.len() && !chars[i..].starts_with(&close) {
                        i += 1;
                    }
                    i += close.len();
                } else {
                    tokens.push(Token { text, line });
                }
            }
            (c, _) => {
                i += 1;
                if !c.is_whitespace() && c != '\'' {
                    tokens.push(Token { text: c.to_string(), line });
                }
            }
        }
        i = i.min(chars.len());
        line += chars[start..i].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

pub fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let Ok(read) = fs::read_dir(dir) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = read.map(|entry| entry.expect("readable directory").path()).collect();
    paths.sort();
    paths
}

pub fn rust_files(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in entries(dir) {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files
}

/// Violations of a text in a file of the library.
fn check(file: &str, text: &str) -> Vec<String> {
    violations(file, &module_of(Path::new(file)), text)
}

#[test]
fn a_planted_violation_is_found() {
    assert_eq!(
        check("expr/parse.rs", "use std::fmt;\nuse crate::net::Node;\n"),
        ["expr/parse.rs:2: expr -> net is not an arrow; expr may name []"]
    );
    assert_eq!(
        check("net/ring.rs", "fn f() -> u8 {\n    crate::metrics::diameter(crate::expr::parse())\n}"),
        ["net/ring.rs:2: net -> metrics is not an arrow; net may name [\"expr\", \"evidence\", \"exact\"]"]
    );
}

#[test]
fn every_spelling_of_a_path_is_followed() {
    let one = |file: &str, text: &str, to: &str| {
        let found = check(file, text);
        assert!(found.len() == 1 && found[0].contains(&format!("-> {to}")), "{text}\n{found:?}");
    };
    one("net/ring.rs", "use super::super::cost::time;", "cost");
    one("net/mod.rs", "use super::cost::time;", "cost");
    one("net.rs", "use super::{expr::Expr, cost::{time, Model}};", "cost");
    one("net/ring.rs", "use crate::{expr::{Call, Expr}, net::{self, Node}, cost};", "cost");
    one("net/ring.rs", "pub use crate::{\n    expr::Expr,\n    cost::Model,\n};", "cost");
    one("net/ring.rs", "mod tests { use super::super::super::cost::x; }\nuse super::Node;", "cost");
    one("net/ring.rs", "impl From<crate::cost::Model> for Ring {}", "cost");
    one("net/ring.rs", "use super::{super::cost::x, Node};", "cost");
    one("net/ring.rs", "use crate::Checked;", "Checked");
    one("net/ring.rs", "use crate::*;", "*");
    one("net/ring.rs", "const QUOTE: char = '\"'; use crate::cost::x; const OTHER: char = '\"';", "cost");
    one("net/ring.rs", "fn f<'a>(x: &'a str) -> crate::cost::X<'a> {}", "cost");
}

#[test]
fn what_is_allowed_passes() {
    let none = |file: &str, text: &str| assert_eq!(check(file, text), [""; 0], "{text}");
    none(
        "lib.rs",
        "pub mod expr;\npub mod net;\npub use crate::net::Node;\n#[cfg(test)] mod tests { use super::*; }",
    );
    none("net/ring.rs", "use super::Node; use crate::expr::Expr; use crate::net::table::Table;");
    none("net/ring.rs", "pub(crate) fn f() {}\npub(super) fn g() {}\npub(in crate::net) fn h() {}");
    none("net/mod.rs", "#[cfg(test)]\nmod tests {\n    use super::*;\n}\n");
    none("net/ring.rs", "use std::{fmt, sync::Arc};\nconst V: &str = env!(\"CARGO_PKG_VERSION\");");
}

#[test]
fn comments_and_strings_do_not_count() {
    let none = |text: &str| assert_eq!(check("expr/tree.rs", text), [""; 0], "{text}");
    none("// use crate::net::Node;");
    none("/// See [`crate::net::Node`] and `println!`.\n//! crate::net::x\nstruct S;");
    none("/* use crate::net::A; /* std::fs */ use crate::net::B; */");
    none("/** crate::net::x */ struct S;");
    none("const A: &str = \"a \\\" crate::net::x\";");
    none("const A: &str = r#\"a \" crate::net::x\"#;");
    // and the text after them does
    assert_eq!(check("expr/tree.rs", "/* a\n */ // b\n\"c\n\"; use crate::net::B;").len(), 1);
    assert!(
        check("expr/tree.rs", "/* a\n */ // b\n\"c\n\"; use crate::net::B;")[0]
            .starts_with("expr/tree.rs:4:")
    );
}

#[test]
fn the_library_does_not_reach_outside() {
    let one = |text: &str| assert_eq!(check("net/file.rs", text).len(), 1, "{text}");
    one("use std::fs;");
    one("use std::{fmt, fs::File, io};");
    one("use ::std::net::TcpStream;");
    one("fn f() { std::process::exit(1) }");
    one("fn f() { let _ = std::env::var(\"X\"); }");
    one("fn f() { println!(\"x\") }");
    one("fn f() { eprintln!(\"x\") }");
    assert_eq!(check("lib.rs", "use std::fs;"), ["lib.rs:1: the library does not use std::fs"]);
}

#[test]
fn a_module_without_a_row_is_reported() {
    assert_eq!(check("magic/mod.rs", ""), ["magic/mod.rs:1: module magic has no row in the table of arrows"]);
    assert_eq!(
        check("lib.rs", "\nmod magic {}"),
        ["lib.rs:2: module magic has no row in the table of arrows"]
    );
}
