//! Help: short, with an example that works; and a wrong command is answered with one that works.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(args: &[&str], folder: Option<&PathBuf>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    command.args(args).env_remove("COLUMNS");
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    command.output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The verbs, with their subcommands, as the program describes them.
fn verbs() -> Vec<Vec<String>> {
    fn add(command: &Value, before: &[String], all: &mut Vec<Vec<String>>) {
        for verb in command["verbs"].as_array().into_iter().flatten() {
            let name = verb["name"].as_str().expect("a name").to_owned();
            if name == "help" {
                continue;
            }
            let whole: Vec<String> = before.iter().cloned().chain([name]).collect();
            add(verb, &whole, all);
            all.push(whole);
        }
    }
    let described: Value = serde_json::from_slice(&run(&["arguments"], None).stdout).expect("JSON");
    let mut all = Vec::new();
    add(&described["program"], &[], &mut all);
    assert!(all.len() > 25, "{all:?}");
    all
}

fn help(verb: &[String]) -> String {
    let args: Vec<&str> = verb.iter().map(String::as_str).chain(["--help"]).collect();
    let output = run(&args, None);
    assert_eq!(output.status.code(), Some(0), "{verb:?}");
    text(&output.stdout)
}

/// The examples of a help.
fn examples(help: &str) -> Vec<String> {
    let after = help.split("\nExample").nth(1).unwrap_or_default();
    after.lines().filter_map(|line| Some(line.strip_prefix("  crossedge ")?.to_owned())).collect()
}

/// Splits a line as a shell does: quotes of either kind keep blanks.
pub fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut open) = (vec![String::new()], None);
    for c in line.chars() {
        match (open, c) {
            (Some(quote), _) if quote == c => open = None,
            (None, '\'' | '"') => open = Some(c),
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().expect("one from the start").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn help_is_short_and_has_an_example() {
    for verb in verbs() {
        let help = help(&verb);
        let lines = help.lines().count();
        // An engine has more to be set than a question.
        let most = if verb == ["simulate"] { 64 } else { 48 };
        assert!(lines <= most, "{verb:?}: {lines} lines\n{help}");
        assert!(!examples(&help).is_empty(), "{verb:?} has no example\n{help}");
    }
    let all = text(&run(&["--help"], None).stdout);
    assert!(all.lines().count() <= 62, "{all}");
    for group in ["Networks:", "Routing:", "Collectives:", "Machines and fabrics:", "More:"] {
        assert!(all.lines().any(|line| line == group), "{group}");
    }
    for verb in verbs().iter().filter(|verb| verb.len() == 1) {
        let lines = all.lines().filter(|line| line.starts_with(&format!("  {} ", verb[0]))).count();
        assert_eq!(lines, 1, "{verb:?} is in one group");
    }
    for word in ["Hamiltonian", "radix", "percentile", "deadlock", "bisection"] {
        assert!(all.contains(word), "a reader looks for {word}");
    }
    assert!(help(&["show".to_owned()]).contains("vertex_transitivity"), "the names of the metrics");
}

#[test]
fn every_example_works() {
    let folder = std::env::temp_dir().join(format!("crossedge-help-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let plan = "crossedge_sweep = 1\n[[figures]]\nnetworks = [\"ring(5)\", \"hypercube(4)\"]\n";
    std::fs::write(folder.join("study.toml"), plan).expect("a plan");
    let mut all: Vec<Vec<String>> = verbs();
    // A campaign is planned before it is run, and files are written before they are read.
    all.sort_by_key(|verb| match verb[0].as_str() {
        "export" => 0,
        "sweep" => verb.len(),
        _ => 1,
    });
    for verb in all {
        if verb[0] == "simulate" && !cfg!(feature = "simulate") {
            continue;
        }
        // `explore` serves until it is interrupted; `crossedge-web` tests it. Without the feature, both verbs print how to build them in.
        if verb[0] == "explore" || (verb[0] == "mcp" && !cfg!(feature = "explore")) {
            continue;
        }
        for example in examples(&help(&verb)) {
            let words = shell_words(&example);
            let output = run(&words.iter().map(String::as_str).collect::<Vec<_>>(), Some(&folder));
            let code = output.status.code();
            assert!(code == Some(0), "{example}: {code:?}\n{}", text(&output.stderr));
        }
    }
    std::fs::remove_dir_all(&folder).expect("it goes away");
}

/// Usage errors show the error, and a command that works.
#[test]
fn wrong_usage_is_answered_with_a_working_command() {
    for verb in verbs() {
        let args = |more: &[&'static str]| -> Output {
            let args: Vec<&str> = verb.iter().map(String::as_str).chain(more.iter().copied()).collect();
            run(&args, None)
        };
        let wrong = args(&["--no-such-option"]);
        let told = text(&wrong.stderr);
        assert_eq!(wrong.status.code(), Some(2), "{verb:?}: {told}");
        assert!(told.contains("help: a command that works: crossedge "), "{verb:?}: {told}");
        if verb[0] == "papers" || verb[0] == "explore" {
            // Without arguments the verb works, but takes long or serves until it is interrupted.
            continue;
        }
        // Without arguments a verb works, or names the missing argument.
        let bare = args(&[]);
        let told = text(&bare.stderr);
        if bare.status.code() != Some(0) {
            assert_eq!(bare.status.code(), Some(2), "{verb:?}: {told}");
            let advice = ["help: a command that works: crossedge ", "Usage: crossedge"];
            assert!(advice.iter().any(|advice| told.contains(advice)), "{verb:?}: {told}");
        }
    }
}
