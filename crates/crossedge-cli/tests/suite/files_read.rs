//! Input files and streams: bounded, cleaned, and complete or reported as damaged.

use crate::files::*;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Standard input, graphs, plans and claims have limits, and a device is none of them.
#[test]
#[cfg(unix)]
fn finding_c6_files_are_plain_and_bounded() {
    use std::os::unix::fs::symlink;
    let folder = folder("files-c6");
    symlink("/dev/zero", folder.join("zero.edges")).expect("a link");
    let output = run(&folder, &["show", "file(\"zero.edges\")"]);
    assert_eq!(code(&output), Some(3));
    assert!(
        told(&output).starts_with("error: zero.edges: it is a device, not a file\n"),
        "{}",
        told(&output)
    );
    for args in [
        &["sweep", "plan", "zero.edges"][..],
        &["sweep", "run", "zero.edges"],
        &["papers", "--file", "zero.edges"],
        &["fault", "ring(9)", "--counts", "1", "--journal", "zero.edges"],
    ] {
        let output = run(&folder, args);
        let wanted = "error: zero.edges is a device, not a file\nhelp: name a plain file, or one that is not there yet\n";
        assert_eq!((code(&output), told(&output).as_str()), (Some(3), wanted), "{args:?}");
    }
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs").success());
    assert!(
        told(&run(&folder, &["sweep", "plan", "pipe"])).starts_with("error: pipe is a pipe, not a file\n")
    );
    let huge = fs::File::create(folder.join("huge.edges")).expect("writable");
    huge.set_len(1 << 40).expect("a file with holes");
    let output = run(&folder, &["show", "file(\"huge.edges\")"]);
    assert_eq!(code(&output), Some(4));
    assert!(
        told(&output).contains("huge.edges is too large: the limit is 67108864 bytes"),
        "{}",
        told(&output)
    );
    for args in [
        &["sweep", "plan", "huge.edges"][..],
        &["sweep", "status", "huge.edges"],
        &["papers", "--file", "huge.edges"],
    ] {
        let output = run(&folder, args);
        assert_eq!(code(&output), Some(4), "{args:?}");
        assert!(
            told(&output).starts_with("error: huge.edges is too large: the limit is "),
            "{}",
            told(&output)
        );
    }
    fs::remove_file(folder.join("huge.edges")).expect("ours");
}

/// Stdin is read completely or rejected.
#[test]
fn finding_a18_long_input_is_not_cut() {
    use std::io::Write;
    let folder = folder("files-a18");
    let given = |input: &[u8]| {
        let mut command = crossedge(&folder, &["distance", "-", "0", "2"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        // A program that refuses does not read on.
        let _ = child.stdin.take().expect("a pipe").write_all(input);
        child.wait_with_output().expect("ends")
    };
    let most = 2 << 20;
    let padded = |length: usize| [b"ring(5)".to_vec(), vec![b' '; length - 8], b"#".to_vec()].concat();
    assert_eq!(code(&given(&padded(most))), Some(0));
    let output = given(&padded(most + 1));
    let wanted = "error: standard input is too long: the limit is 2097152 bytes\n\
                  help: keep a large graph in a file: file(\"x.graphml\")\n";
    assert_eq!((code(&output), told(&output).as_str()), (Some(4), wanted));
    assert!(output.stdout.is_empty());
    let output = given(b"ring(\xff5)");
    assert_eq!(code(&output), Some(2));
    assert!(told(&output).starts_with("error: standard input is not a text in UTF-8\n"), "{}", told(&output));
}

/// No file content reaches the terminal as a command, in text, errors or JSON.
#[test]
fn finding_c7_text_from_files_is_cleaned() {
    let folder = folder("files-c7");
    let hostile = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}evil";
    let calm = |bytes: &[u8], what: &str| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let active = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!text.contains(active), "{what}: {text:?}");
        text
    };
    // Claims: name, place and text of a claim without checks.
    let escaped = hostile.chars().map(|c| format!("\\u{:04x}", c as u32)).collect::<String>();
    let claims = format!(
        "name = \"{escaped}\"\ncite = \"{escaped}\"\n[[claim]]\nid = \"x\"\nplace = \"{escaped}\"\nsays = \"{escaped}\"\nverdict = \"unclear\"\nwhy = \"{escaped}\"\n"
    );
    fs::write(folder.join("claims.toml"), claims).expect("writable");
    for form in [&["--format", "table"][..], &["--format", "markdown"], &["--format", "html"], &["--json"]] {
        let output =
            run(&folder, &[&["papers", "--file", "claims.toml", "--color", "always"][..], form].concat());
        let text = calm(&output.stdout, "papers");
        assert!(text.contains("evil"), "{form:?}: {text} {}", told(&output));
        if form == ["--json"] {
            let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(value["papers"][0]["name"], hostile, "JSON has the complete name");
        }
    }
    // Names of files, and an expression with a caret under the right place.
    let name = format!("{hostile}.toml");
    for args in [
        &["sweep", "plan", &name][..],
        &["papers", "--file", &name],
        &["export", "ring(5)", "--to", "edges", "-o", &format!("no/{name}")],
    ] {
        let output = run(&folder, &[args, &["--color", "never"]].concat());
        assert_eq!(code(&output), Some(3));
        assert!(calm(&output.stderr, "a name").contains("evil"));
    }
    let output = run(&folder, &["show", "--color", "never", "torus(\u{9b}\u{9b}5,x)"]);
    let text = calm(&output.stderr, "an expression");
    assert!(text.contains("torus(¿¿5,x)\n  |       ^"), "{text}");
    // A failure in a journal: a task that fails with its own message.
    fs::write(folder.join("x.toml"), PLAN).expect("writable");
    assert_eq!(code(&run(&folder, &["sweep", "plan", "x.toml"])), Some(0));
    let tasks = fs::read_to_string(folder.join("x.tasks.jsonl")).expect("tasks");
    let task: &str = tasks.lines().next().expect("a task").split_once("\"task\":").expect("a task").1;
    let task = &task[..task.len() - 1];
    let (journal, _) = {
        fs::create_dir(folder.join("x.results")).expect("writable");
        crossedge_campaign::Journal::open(&folder.join("x.results/run.jsonl")).expect("writable")
    };
    journal.append_failure(task, hostile).expect("writable");
    let output = run(&folder, &["sweep", "merge", "x.tasks.jsonl", "--color", "always"]);
    let text = calm(&output.stderr, "a journal");
    assert!(text.contains("failed: ␛]0;x␇"), "{text}");
}

/// A damaged record is reported, counted, and its task is run again.
#[test]
fn finding_a19_damage_is_reported_and_repaired() {
    let folder = with_campaign("files-a19");
    let merged = |folder: &Path| {
        let output = run(folder, &["sweep", "merge", "x.tasks.jsonl", "-o", "m.csv", "--force"]);
        (code(&output), fs::read(folder.join("m.csv")).ok(), told(&output))
    };
    let whole = merged(&folder);
    assert_eq!((whole.0, whole.2.as_str()), (Some(0), ""));
    let path = folder.join("x.results/run.jsonl");
    let bytes = fs::read(&path).expect("a journal");
    // A digit of a metric, which is JSON all the same: this one changed the table in silence.
    let at = bytes.windows(8).position(|w| w == b"\"live\":2").expect("a metric") + 7;
    let mut flipped = bytes.clone();
    flipped[at] ^= 1;
    fs::write(&path, &flipped).expect("writable");
    let told_of = "note: 1 damaged record of x.results/run.jsonl passed over; its task runs again\n";
    let status = run(&folder, &["sweep", "status", "x.tasks.jsonl", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&status.stdout).expect("JSON");
    assert_eq!((code(&status), &value["damaged"], &value["missing"]), (Some(1), &1.into(), &1.into()));
    assert_eq!(told(&status), told_of);
    assert_eq!(merged(&folder).0, Some(1));
    let again = run(&folder, &["sweep", "run", "x.tasks.jsonl", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(
        (&value["damaged"], &value["done_now"], &value["done_before"]),
        (&1.into(), &1.into(), &2.into())
    );
    let mended = merged(&folder);
    assert_eq!((mended.0, mended.1), (Some(0), whole.1));
    assert_eq!(mended.2, told_of);
}

/// A campaign on a full disk goes on where there is room again, and ends the same.
#[test]
#[cfg(unix)]
fn a_campaign_survives_a_full_disk() {
    let folder = folder("files-full-campaign");
    let campaign = |out: &'static str| ["fault", "ring(30)", "--counts", "1,2", "--trials", "40", "-o", out];
    assert_eq!(code(&run(&folder, &campaign("alone.json"))), Some(0));
    for blocks in [1, 2, 3, 8, 13] {
        let output = on_a_small_disk(&folder, blocks, &campaign("full.json"));
        assert_eq!(code(&output), Some(3), "{}", told(&output));
    }
    let output = run(&folder, &campaign("full.json"));
    assert_eq!(code(&output), Some(0), "{}", told(&output));
    let read = |name: &str| fs::read(folder.join(name)).expect("written");
    assert!(read("alone.json") == read("full.json"));
}

/// The work of the papers ends as interrupted, not as wrong usage.
#[test]
#[cfg(unix)]
fn finding_c9_papers_interrupted() {
    let folder = folder("files-c9");
    let mut command = crossedge(&folder, &["papers", "--threads", "1"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    std::thread::sleep(Duration::from_millis(400));
    assert!(child.try_wait().expect("ours").is_none(), "it ended before it was interrupted");
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs").success()
    );
    let output = child.wait_with_output().expect("ends");
    assert_eq!((code(&output), told(&output).as_str()), (Some(130), "interrupted\n"));
}

/// Any number of threads is taken, and no more of them started than help.
#[test]
fn finding_c10_threads_have_a_cap_and_words() {
    let folder = folder("files-c10");
    for many in ["2000", "4000000000", "99999999999999999999999999"] {
        assert_eq!(code(&run(&folder, &["verify", "ring(5)", "--threads", many])), Some(0), "{many}");
    }
    for wrong in ["0", "-1", "x", "", "1.5"] {
        let output = run(&folder, &["verify", "ring(5)", &format!("--threads={wrong}")]);
        assert_eq!(code(&output), Some(2), "{wrong}");
        let wanted = "expected a number of threads, at least 1 [default: all cores]";
        assert!(wrong.is_empty() || told(&output).contains(wanted), "{wrong}: {}", told(&output));
    }
}
