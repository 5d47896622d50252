//! The program from outside: exit codes, standard input, colours, closed pipes, interruption, man pages.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program, with none of the variables that change its output. Files are named from the test data on.
fn crossedge(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    command.args(args).current_dir(root().join("testdata/graphs"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CROSSEDGE_THREADS", "TERM"] {
        command.env_remove(name);
    }
    command.env("CROSSEDGE_BUDGET", "none");
    command
}

/// The program with a text as standard input.
fn with_input(args: &[&str], input: &str) -> Output {
    let mut command = crossedge(args);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    // A program that refuses its arguments does not read on.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn run(args: &[&str]) -> Output {
    crossedge(args).output().expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The files of a folder with an extension.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect(folder);
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == ending)).collect();
    found.sort();
    found
}

/// The value of a line `# key: value`.
fn head<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let start = format!("# {key}: ");
    text.lines().find_map(|line| line.strip_prefix(&start))
}

/// For a wrong expression, the program prints the error message of the library, with the names of its verbs, and nothing else. The exit code is
/// that of the kind of error.
#[test]
fn wrong_expressions_end_with_their_message_and_code() {
    let all = files("examples/errors", "net");
    assert!(all.len() >= 30);
    for path in all {
        let name = path.display();
        let text = fs::read_to_string(&path).expect("an expression");
        let wanted = fs::read_to_string(path.with_extension("txt")).expect("its message");
        let wanted = wanted
            .replace("the catalog shows", "`crossedge list` shows")
            .replace("sizes and degrees still work", "sizes and degrees still work (crossedge show)");
        let output = match head(&text, "stage").expect("a stage") {
            "elaborate" => with_input(&["show", "-"], &text),
            "network" => with_input(&["node", "-", "0"], &text),
            stage => with_input(&["node", "-", stage.strip_prefix("node ").expect("an address")], &text),
        };
        assert_eq!(stderr(&output), wanted, "{name}");
        assert_eq!(stdout(&output), "", "{name}");
        let code = head(&text, "exit code").and_then(|code| code.parse().ok());
        assert_eq!(output.status.code(), code, "{name}");
    }
}

/// Every example states its nodes and links. The program agrees, and `verify` passes those it can walk.
#[test]
fn examples_hold() {
    let all = files("examples", "net");
    assert!(all.len() >= 8, "only {} examples", all.len());
    for path in all {
        let name = path.display();
        let text = fs::read_to_string(&path).expect("an expression");
        assert!(text.starts_with("# "), "{name} does not begin with a comment");
        let shown = with_input(&["show", "-", "--json"], &text);
        assert_eq!(stderr(&shown), "", "{name}");
        let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("JSON");
        for figure in ["nodes", "links"] {
            let wanted = head(&text, figure).unwrap_or_else(|| panic!("{name} does not state its {figure}"));
            let found = shown[figure]["value"].to_string();
            assert_eq!(found.trim_matches('"'), wanted, "{name}: {figure}");
        }
        if shown["nodes"]["value"].as_u64().is_some_and(|nodes| nodes <= 100_000) {
            let verified = with_input(&["verify", "-"], &text);
            assert_eq!(verified.status.code(), Some(0), "{name}: {}", stdout(&verified));
        }
    }
}

#[test]
fn colours_follow_the_option_and_the_environment() {
    let coloured = |args: &[&str], env: &[(&str, &str)]| {
        let mut command = crossedge(args);
        let output = command.envs(env.iter().copied()).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2));
        stderr(&output).contains('\u{1b}')
    };
    // A wrong expression, reported by us, and a wrong option, reported by clap.
    for wrong in [["show", "rng(5)"], ["show", "--nope"]] {
        let with = |more: &[&'static str]| [&wrong[..], more].concat();
        assert!(!coloured(&with(&[]), &[]), "a pipe has no colours");
        assert!(coloured(&with(&["--color", "always"]), &[]));
        assert!(
            coloured(&with(&["--color=always"]), &[("NO_COLOR", "1")]),
            "an option outweighs the environment"
        );
        assert!(!coloured(&with(&["--color", "never"]), &[("CLICOLOR_FORCE", "1")]));
        assert!(coloured(&with(&[]), &[("CLICOLOR_FORCE", "1")]));
        assert!(!coloured(&with(&[]), &[("NO_COLOR", "1")]));
    }
}

#[test]
fn threads_count_from_one() {
    let output = run(&["verify", "ring(5)", "--threads", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("error: invalid value '0' for '--threads <N>'"),
        "{}",
        stderr(&output)
    );
    let output = crossedge(&["verify", "ring(5)"]).env("CROSSEDGE_THREADS", "0").output().expect("runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(run(&["verify", "ring(5)", "--threads", "1"]).status.code(), Some(0));
}

/// A reader of only the beginning gets it, and the program ends silently.
#[test]
fn a_closed_pipe_is_no_failure() {
    let long = ["export", "torus(1000,1000)", "--to", "edges"];
    let json = ["node", "complete(100000)", "0", "--json"];
    let script = ["completions", "bash"];
    for args in [&long[..], &json, &script] {
        let mut command = crossedge(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
        let mut first = [0; 2];
        let mut pipe = child.stdout.take().expect("a pipe");
        pipe.read_exact(&mut first).expect("it writes");
        drop(pipe);
        let output = child.wait_with_output().expect("ends");
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{args:?}");
    }
}

/// A signal ends long work, whether the work polls for it or not (e.g. while building a large table). How soon is printed, and
/// not held: the work would take minutes, and a machine under load takes its time.
#[test]
#[cfg(unix)]
fn an_interruption_ends_long_work() {
    for (args, signal) in [
        (["verify", "rdn(ring(5), 3)"], "-INT"),
        (["verify", "torus(60000,60000)"], "-TERM"),
        (["verify", "debruijn(2,24)"], "-INT"),
    ] {
        let mut command = crossedge(&args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
        std::thread::sleep(Duration::from_millis(1000));
        assert!(child.try_wait().expect("a child").is_none(), "{args:?} ended before it was interrupted");
        let sent = Instant::now();
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
        assert!(kill.success());
        let output = child.wait_with_output().expect("ends");
        eprintln!("{args:?} ended {:?} after the signal", sent.elapsed());
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(130), "interrupted\n"),
            "{args:?}"
        );
        assert_eq!(stdout(&output), "", "{args:?}");
    }
}

/// A search of an order of ranks ends with its best order so far: on the page, in the file, and as code 130.
#[test]
#[cfg(unix)]
fn an_interrupted_search_of_ranks_has_an_answer() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ranks-interrupted");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("ranks.txt");
    let args = [
        "ranks",
        "torus(4,4,4)",
        "--job",
        "tensor 4, pipeline 4, data 4",
        "--effort",
        "1000000",
        "--json",
        "-o",
    ];
    let mut command = crossedge(&args);
    command.arg(&file);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    std::thread::sleep(Duration::from_millis(3000));
    assert!(child.try_wait().expect("a child").is_none(), "it ended before it was interrupted");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success());
    let output = child.wait_with_output().expect("ends");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(130), "interrupted\n"));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["interrupted"], true);
    let [time, bound] =
        ["microseconds", "bound_microseconds"].map(|key| answer[key].as_f64().expect("a time"));
    assert!(bound <= time, "{time} {bound}");
    for other in answer["others"].as_array().expect("a list") {
        assert!(time <= other["microseconds"].as_f64().expect("a time"), "{other}");
    }
    let order = answer["order"].as_array().expect("an order").iter().map(|node| format!("{node}\n"));
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), order.collect::<String>());
}

/// The picture has a bar for each phase and series, with their names.
#[test]
fn a_chart_of_ranks_names_its_phases() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ranks-chart");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("ranks.svg");
    let output = run(&[
        "ranks",
        "hosts(ring(4), 2)",
        "--job",
        "tensor 2, data 4",
        "--chart",
        &file.display().to_string(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let svg = std::fs::read_to_string(&file).expect("the picture");
    for text in ["tensor", "data", "this order", "linear order", "lower bound"] {
        assert!(svg.contains(text), "{text}");
    }
    let again = run(&[
        "ranks",
        "hosts(ring(4), 2)",
        "--job",
        "tensor 2, data 4",
        "--chart",
        &file.display().to_string(),
    ]);
    assert_eq!(again.status.code(), Some(3), "an existing file is kept");
}

/// Without a terminal there is no bar, and with one it comes after half a second.
#[test]
#[cfg(unix)]
fn a_bar_is_for_terminals() {
    let output = run(&["verify", "torus(700,700)"]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let program = env!("CARGO_BIN_EXE_crossedge");
    let on_terminal = |rest: &str| {
        let line = format!("{program} {rest}");
        Command::new("script").args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").output()
    };
    let Ok(slow) = on_terminal("verify 'torus(4000,4000)' --threads 1") else {
        eprintln!("skipped: there is no program `script` to make a terminal with");
        return;
    };
    assert!(stdout(&slow).contains("links and addresses ["), "{}", stdout(&slow));
    let quick = on_terminal("verify 'ring(5)'").expect("script is there");
    assert!(!stdout(&quick).contains('['), "{}", stdout(&quick));
    let quiet = on_terminal("verify 'torus(1500,1500)' --quiet").expect("script is there");
    assert!(!stdout(&quiet).contains('['), "{}", stdout(&quiet));
}

#[test]
fn every_verb_has_a_man_page() {
    let folder = std::env::temp_dir().join(format!("crossedge-man-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let output = run(&["man", "--output", folder.to_str().expect("plain")]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let help = stdout(&run(&["--help"]));
    let verbs: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("Networks:"))
        .take_while(|line| !line.starts_with("Options"))
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(verbs.len() >= 30 && verbs.contains(&"verify"), "{help}");
    for verb in verbs {
        let page = fs::read_to_string(folder.join(format!("crossedge-{verb}.1"))).expect(verb);
        assert!(page.contains(".SH SYNOPSIS"), "{verb}");
        assert!(stdout(&run(&["man", verb])).contains(".SH SYNOPSIS"), "{verb}");
    }
    for page in fs::read_dir(&folder).expect("our own folder") {
        let name = page.expect("a page").file_name().into_string().expect("plain");
        assert!(!name.contains("help"), "{name} repeats the page of a verb");
    }
    fs::remove_dir_all(&folder).expect("our own folder");
}

#[test]
fn collectives_are_drawn_and_traced() {
    let folder = std::env::temp_dir().join(format!("crossedge-collective-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let svg = folder.join("times.svg");
    let name = svg.to_str().expect("plain");
    let output = run(&["collective", "rdn(ring(3), 1)", "allreduce", "--plot", name]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    assert!(
        stdout(&output).contains("bytes on ring is faster than recursive-halving"),
        "{}",
        stdout(&output)
    );
    let drawing = fs::read_to_string(&svg).expect("a drawing");
    for line in ["eager", "recursive-doubling", "recursive-halving", "ring", "lower bound"] {
        assert!(drawing.contains(&format!(">{line}</text>")), "{line}");
    }
    let traced = |more: &[&str]| {
        let place = folder.to_str().expect("plain");
        let given = ["collective", "rdn(ring(3), 1)", "broadcast", "--trace", place];
        run(&[&given[..], more].concat())
    };
    assert_eq!(traced(&["--algorithm", "stages"]).status.code(), Some(0));
    let trace = fs::read_to_string(folder.join("trace")).expect("a trace");
    assert_eq!(trace.matches(" isend ").count(), 17);
    assert_eq!(trace.matches(" irecv ").count(), 17);
    let platform = fs::read_to_string(folder.join("platform.xml")).expect("a platform");
    assert_eq!((platform.matches("<host ").count(), platform.matches("<link ").count()), (18, 27));
    // One algorithm, a model that SimGrid has, and messages no smaller than its envelope.
    assert_eq!(traced(&[]).status.code(), Some(2));
    assert_eq!(traced(&["--algorithm", "eager", "--model", "loggp"]).status.code(), Some(2));
    assert_eq!(traced(&["--algorithm", "eager", "--bytes", "15"]).status.code(), Some(2));
    fs::remove_dir_all(&folder).expect("our own folder");
}
