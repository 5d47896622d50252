//! The house kept in order: how many questions the three traits ask, who does arithmetic with class and cluster, and a word that is gone.

use crate::arrows::{Token, crates, rust_files, tokens};
use std::fs;

/// The sources of all crates, by their names under `crates`.
fn sources() -> Vec<(String, String)> {
    let root = crates();
    let mut out = Vec::new();
    for file in rust_files(&root) {
        let name = file.strip_prefix(&root).expect("listed there").display().to_string();
        if name.contains("/src/") {
            out.push((name.clone(), fs::read_to_string(&file).unwrap_or_else(|e| panic!("{name}: {e}"))));
        }
    }
    assert!(out.len() > 200, "{} sources", out.len());
    out
}

/// The methods that a trait asks for or offers.
fn methods(text: &str, name: &str) -> usize {
    let tokens = tokens(text);
    let is = |i: usize, text: &str| tokens.get(i).is_some_and(|t| t.text == text);
    let start = (0..tokens.len()).find(|&i| is(i, "trait") && is(i + 1, name)).expect("the trait is here");
    let (mut open, mut count, mut i) = (0, 0, start);
    loop {
        open += i32::from(is(i, "{")) - i32::from(is(i, "}"));
        count += usize::from(open == 1 && is(i, "fn"));
        if open == 0 && is(i, "}") {
            return count;
        }
        i += 1;
    }
}

/// Tests are in `tests/suite`, so that a library is compiled once, and a test may use every crate.
#[test]
fn sources_have_no_unit_tests() {
    let marks = ["#[cfg(test)]", "#[test]"];
    let found: Vec<String> = sources()
        .into_iter()
        .filter(|(_, text)| text.lines().any(|line| marks.contains(&line.trim())))
        .map(|(name, _)| name)
        .collect();
    assert!(found.is_empty(), "tests inside {}", found.join(", "));
}

/// A network answers four questions, and little more is asked of whoever adds one: names (`Naming`) and switches (`Roles`) are traits of
/// their own that a network has or has not.
#[test]
fn three_traits_have_22_methods_at_most() {
    let read = |file: &str| fs::read_to_string(crates().join("crossedge/src/net").join(file)).expect(file);
    let (network, shape) = (read("network.rs"), read("shape.rs"));
    let counts = [methods(&network, "Network"), methods(&network, "Structure"), methods(&shape, "Shape")];
    assert_eq!(counts[0], 4, "four questions");
    assert!(counts.iter().sum::<usize>() <= 22, "{counts:?}");
}

/// Who may multiply, divide or shift by class or cluster, and why. Everybody else asks `net::Level` and `net::Numbering`.
const ALLOWED: &[(&str, &str)] = &[
    ("crossedge/src/net/level.rs", "it is the one place that knows how ids tell class, cluster and node"),
    ("crossedge/src/hamilton/many.rs", "a position on a virtual ring, which goes by four nodes at a time"),
    ("crossedge/src/metrics/traffic/orbits.rs", "numbers of orbits, which are no ids"),
    ("crossedge/src/render/plan/facing.rs", "places on a page"),
    ("crossedge/src/render/zoom.rs", "how many cross-edges join two clusters"),
    ("crossedge-papers/src/counts.rs", "how many pairs of clusters there are"),
    ("crossedge-papers/src/rings.rs", "how many nodes a ring through all clusters has"),
];

/// Words for the class and the cluster of a node, and for how many of them there are.
const WORDS: &[&str] = &["class", "cluster", "clusters"];

/// Whether a token at `i` is an operand: something stands there that can be multiplied.
fn operand(tokens: &[Token], i: Option<usize>) -> bool {
    let Some(token) = i.and_then(|i| tokens.get(i)) else { return false };
    let keyword = ["return", "in", "match", "if", "let", "mut", "else"].contains(&token.text.as_str());
    !keyword && token.text.ends_with(|c: char| c.is_alphanumeric() || "_)]".contains(c))
}

/// The lines on which class or cluster is multiplied, divided or shifted, or a count of `Numbering` is: `half()`, `size()` of one.
fn arithmetic(text: &str) -> Vec<usize> {
    let tokens = tokens(text);
    let is = |i: usize, text: &str| tokens.get(i).is_some_and(|t| t.text == text);
    let operator = |i: usize| {
        is(i, "/")
            || is(i, "%")
            || (is(i, "<") && is(i + 1, "<"))
            || (is(i, ">") && is(i + 1, ">"))
            || (is(i, "*") && operand(&tokens, i.checked_sub(1)))
    };
    let mut lines = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let called = is(i + 1, "(") && is(i + 2, ")");
        let counts = token.text == "half" && called;
        if !WORDS.contains(&token.text.as_str()) && !counts {
            continue;
        }
        let after = if called { i + 3 } else { i + 1 };
        // Back over `a.b.` to what stands before the whole operand.
        let mut first = i;
        while first >= 2 && is(first - 1, ".") {
            first -= 2;
        }
        let before = first.checked_sub(1);
        let shifted = first >= 2
            && ((is(first - 1, "<") && is(first - 2, "<")) || (is(first - 1, ">") && is(first - 2, ">")));
        if operator(after) || shifted || before.is_some_and(|b| operator(b) && !is(b, "<") && !is(b, ">")) {
            lines.push(token.line);
        }
    }
    lines
}

#[test]
fn class_and_cluster_are_told_by_levels_alone() {
    let mut found = Vec::new();
    for (name, text) in sources() {
        let lines = arithmetic(&text);
        match ALLOWED.iter().find(|(file, _)| *file == name) {
            Some((_, why)) => assert!(!lines.is_empty(), "{name} needs no leave any more: {why}"),
            None => found.extend(lines.iter().map(|line| format!("{name}:{line}"))),
        }
    }
    assert!(found.is_empty(), "arithmetic of class and cluster outside net/level.rs:\n{}", found.join("\n"));
    // The test itself sees what it looks for, and nothing else.
    for (text, seen) in [
        ("let v = at.class * half + x;", true),
        ("let v = cluster << 6;", true),
        ("let v = id / clusters;", true),
        ("let v = numbering.half() * 2;", true),
        ("let v = n * self.cluster;", true),
        ("if at.class == *class { f(&cluster) }", false),
        ("let f: Vec<Vec<u64>> = clusters.collect();", false),
        ("// class * size\nlet x = level.place(v).class;", false),
    ] {
        assert_eq!(!arithmetic(text).is_empty(), seen, "{text}");
    }
}

/// The field says *virtual channel*.
#[test]
fn lanes_are_called_virtual_channels() {
    let mut found = Vec::new();
    for (name, text) in sources() {
        for (number, line) in (1..).zip(text.lines()) {
            let lower = line.to_lowercase();
            let mut places = lower.match_indices("lane").map(|(at, _)| at);
            if places.any(|at| !lower[..at].ends_with('p')) {
                found.push(format!("{name}:{number}: {}", line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Where a command does what it leaves to the library: says how a figure is known, asks of what a network is made, knows a limit of
/// size, or calls a judge.
fn oversteps(text: &str) -> Vec<String> {
    // Choices that a user types; they judge nothing.
    const PLAIN: &[&str] = &["Ports"];
    let tokens = tokens(text);
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    let path = |i: usize| text(i + 1) == "::";
    let judge = |i: usize| {
        let ours = i >= 2 && path(i - 2) && text(i - 2) == "crossedge";
        // Each branch of a group, `verify::{a, b}`.
        let named: Vec<&str> = match text(i + 2) {
            "{" => {
                (i + 3..).map(text).take_while(|t| !t.is_empty() && *t != "}").filter(|t| *t != ",").collect()
            }
            one => vec![one],
        };
        text(i) == "verify" && path(i) && ours && named.iter().any(|name| !PLAIN.contains(name))
    };
    let found = (0..tokens.len()).filter(|&i| {
        let evidence = text(i) == "Evidence" && path(i);
        judge(i) || evidence || text(i) == "Parts" || text(i).starts_with("MAX_")
    });
    found.map(|i| format!("{}: {}", tokens[i].line, tokens[i].text)).collect()
}

#[test]
fn commands_ask_and_render() {
    let mut found = Vec::new();
    for (name, text) in sources().iter().filter(|(name, _)| name.starts_with("crossedge-cli/src/command/")) {
        found.extend(oversteps(text).iter().map(|what| format!("{name}:{what}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    // The test itself sees what it looks for, and nothing else.
    for (text, seen) in [
        ("let how = Evidence::computed(\"search\");", true),
        ("use crossedge::verify::{Ports, ring};", true),
        ("crossedge::verify::route(net, ends, length, found)?", true),
        ("match net.parts() { Parts::Leaf(_) => 0 }", true),
        ("if n > MAX_HOPS { 1 }", true),
        ("use crossedge::verify::Ports;", false),
        ("use crossedge::prelude::*;\nrender(answer.evidence)", false),
    ] {
        assert_eq!(!oversteps(text).is_empty(), seen, "{text}");
    }
}

/// The files whose documentation is a page of its own: modules that are public from the root down.
fn public_modules(folder: &std::path::Path, file: &std::path::Path, out: &mut Vec<std::path::PathBuf>) {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    for name in text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')) {
        let inside = folder.join(name);
        let plain = folder.join(format!("{name}.rs"));
        let file = if plain.exists() { plain } else { inside.join("mod.rs") };
        out.push(file.clone());
        public_modules(&inside, &file, out);
    }
}

/// Every page begins with an example that runs.
#[test]
fn every_module_page_has_an_example() {
    let root = crates().join("crossedge/src");
    let mut pages = vec![root.join("lib.rs")];
    public_modules(&root, &root.join("lib.rs"), &mut pages);
    assert!(pages.len() > 30, "{} pages", pages.len());
    let without: Vec<String> = pages
        .iter()
        .filter(|page| !fs::read_to_string(page).expect("a source").lines().any(|line| line == "//! ```"))
        .map(|page| page.display().to_string())
        .collect();
    assert!(without.is_empty(), "no example on {}", without.join(", "));
}
