//! Circles of imports: files that name each other, directly or by way of others.
//!
//! A path counts for the file that defines what it names, wherever it is re-exported. DESIGN.md lists the circles that there are, and why.

use crate::arrows::{Token, crates, rust_files, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

type Module = Vec<String>;

/// A source: what it uses, and what it passes on under which name.
#[derive(Default)]
struct Source {
    file: String,
    uses: Vec<Module>,
    passes_on: BTreeMap<String, Module>,
}

/// The library, by module.
fn library() -> BTreeMap<Module, Source> {
    let root = crates().join("crossedge/src");
    let mut sources = BTreeMap::new();
    for path in rust_files(&root) {
        let inside = path.strip_prefix(&root).expect("listed there");
        let mut module: Module =
            inside.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        module.pop_if(|last| last == "mod" || last == "lib");
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        sources.insert(module.clone(), source(inside.display().to_string(), &module, &text));
    }
    assert!(sources.len() > 200, "{} sources", sources.len());
    sources
}

fn source(file: String, module: &Module, text: &str) -> Source {
    let tokens = tokens(text);
    let is = |i: usize, text: &str| tokens.get(i).is_some_and(|t| t.text == text);
    let mut out = Source { file, ..Source::default() };
    // Modules inside this one, which need no `use`.
    let inside: Vec<&str> = (0..tokens.len())
        .filter(|&i| is(i, "mod") && is(i + 2, ";"))
        .map(|i| tokens[i + 1].text.as_str())
        .collect();
    let mut i = 0;
    while i < tokens.len() {
        let statement = is(i, "use");
        let child =
            inside.contains(&tokens[i].text.as_str()) && (i == 0 || !(is(i - 1, "::") || is(i - 1, ".")));
        let path = (is(i, "crate") || is(i, "super") || child) && is(i + 1, "::");
        if !statement && !path {
            i += 1;
            continue;
        }
        let passed_on = statement && i > 0 && (is(i - 1, "pub") || is(i - 1, ")"));
        let mut named = Vec::new();
        i = follow(&tokens, i + usize::from(statement), module, None, &mut named);
        for path in named {
            match path.last() {
                Some(name) if passed_on => {
                    out.passes_on.insert(name.clone(), path.clone());
                }
                _ => out.uses.push(path),
            }
        }
    }
    out
}

/// Every branch of a path from token `i`; returns the first token after it. A path of another crate stays short, and names nothing.
fn follow(
    tokens: &[Token],
    mut i: usize,
    here: &Module,
    base: Option<Module>,
    named: &mut Vec<Module>,
) -> usize {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text.as_str());
    let mut path = base.clone().unwrap_or_else(|| here.clone());
    let mut first = base.is_none();
    loop {
        match text(i) {
            "{" => {
                i += 1;
                while !["}", ""].contains(&text(i)) {
                    i = follow(tokens, i, here, Some(path.clone()), named);
                    while ![",", "}", ""].contains(&text(i)) {
                        i += 1;
                    }
                    i += usize::from(text(i) == ",");
                }
                return i + 1;
            }
            "crate" if first => path.clear(),
            "super" => drop(path.pop()),
            "self" => {}
            name => path.push(name.to_owned()),
        }
        first = false;
        if text(i + 1) != "::" {
            named.push(path);
            return i + 1;
        }
        i += 2;
    }
}

/// The module that defines what a path names.
fn home(sources: &BTreeMap<Module, Source>, path: &[String], depth: usize) -> Option<Module> {
    let known = (0..=path.len()).rev().find(|&k| sources.contains_key(&path[..k]))?;
    let module = &path[..known];
    match path.get(known).and_then(|name| sources[module].passes_on.get(name)) {
        Some(to) if depth < 8 => home(sources, &[to, &path[known + 1..]].concat(), depth + 1),
        _ => Some(module.to_vec()),
    }
}

/// The circles: files that can be reached from each other.
fn circles(sources: &BTreeMap<Module, Source>) -> Vec<BTreeSet<&str>> {
    let modules: Vec<&Module> = sources.keys().collect();
    let place = |module: &Module| modules.binary_search(&module).expect("a module");
    let mut reach = vec![vec![false; modules.len()]; modules.len()];
    for (from, source) in sources.values().enumerate() {
        for path in &source.uses {
            // A path of another crate ends at the module that stands here or above it.
            if let Some(to) = home(sources, path, 0).map(|m| place(&m)).filter(|&to| to != from) {
                reach[from][to] = true;
            }
        }
    }
    for by in 0..modules.len() {
        let through = reach[by].clone();
        for row in &mut reach {
            if row[by] {
                row.iter_mut().zip(&through).for_each(|(to, also)| *to |= also);
            }
        }
    }
    let file = |i: usize| sources[modules[i]].file.as_str();
    let circle =
        |i: usize| (0..modules.len()).filter(|&j| j == i || (reach[i][j] && reach[j][i])).map(file).collect();
    let all: BTreeSet<BTreeSet<&str>> =
        (0..modules.len()).map(circle).filter(|c: &BTreeSet<&str>| c.len() > 1).collect();
    all.into_iter().collect()
}

#[test]
fn circles_of_imports_are_small_and_listed() {
    let sources = library();
    let found = circles(&sources);
    let design = fs::read_to_string(crates().join("../DESIGN.md")).expect("DESIGN.md");
    for circle in &found {
        let elaborator = circle.contains("net/language/elaborate.rs");
        assert!(circle.len() <= 4 || elaborator, "a circle of {} files: {circle:?}", circle.len());
        if elaborator {
            continue;
        }
        let listed = |line: &str| {
            circle.iter().all(|file| line.contains(&format!("`{}`", file.trim_end_matches(".rs"))))
        };
        assert!(design.lines().any(listed), "DESIGN.md does not list the circle {circle:?}");
    }
    assert!(
        found.iter().any(|circle| circle.contains("net/parts.rs")),
        "the test sees that parts and networks name each other"
    );
}
