//! Rows R1 to R5 of the third audit: no file is lost, and no damaged state is continued.

use super::files::{code, crossedge, folder, names, run, told, with_campaign};
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SEARCH: &[&str] =
    &["design", "--endpoints", "100..2000", "--ports", "..12", "--family", "torus,hyperx"];

fn with_resume<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [SEARCH, &["--resume", file], more].concat()
}

/// Files of all kinds stay as they are, whether the search would succeed, fail or not start at all.
#[test]
#[cfg(unix)]
fn finding_r1_resume_never_touches_a_file_that_is_not_a_checkpoint() {
    let folder = folder("finding-r1");
    let contents: &[&[u8]] = &[
        b"my thesis\n",
        b"",
        b"\xff\xfe\x00binary",
        b"crossedge-checkpoint-",
        b"crossedge-checkpoint-1",
        b"crossedge-checkpoint-1 \nno digest",
        b"crossedge search 1\nof an older version\n",
    ];
    for (number, content) in contents.iter().enumerate() {
        let name = format!("thesis{number}.txt");
        let link = format!("link{number}.txt");
        fs::write(folder.join(&name), content).expect("writable");
        std::os::unix::fs::symlink(&name, folder.join(&link)).expect("a link");
        for file in [&name, &link] {
            let output = run(&folder, &with_resume(file, &[]));
            assert_eq!(code(&output), Some(3), "{}", told(&output));
            assert_eq!(
                told(&output),
                format!(
                    "error: {file} exists and is not a checkpoint; it was left unchanged\n\
                     help: name a new file, or the checkpoint of an earlier run\n"
                )
            );
            assert_eq!(code(&run(&folder, &["design", "ring(5)", "--resume", file])), Some(2));
            assert_eq!(fs::read(folder.join(&name)).expect("there"), *content);
            assert!(fs::symlink_metadata(folder.join(&link)).expect("there").is_symlink());
        }
    }
    let before = names(&folder);
    let output = run(&folder, &with_resume("new.checkpoint", &[]));
    assert_eq!((code(&output), told(&output)), (Some(0), String::new()));
    assert_eq!(names(&folder), before);
}

/// An interrupted search leaves a checkpoint within seconds; streamed designs come early as well.
#[cfg(unix)]
fn interrupted(folder: &std::path::Path, stream: bool) -> (String, String) {
    let more: &[&str] = if stream { &["--stream"] } else { &[] };
    let wide = [&["design", "--endpoints", "2..10M", "--ports", "..64", "--resume", "c"], more].concat();
    let mut child = crossedge(folder, &wide)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let start = Instant::now();
    while !folder.join("c").exists() && start.elapsed() < Duration::from_secs(120) {
        assert!(child.try_wait().expect("a child").is_none(), "the search ended before it kept anything");
        std::thread::sleep(Duration::from_millis(20));
    }
    let stopped = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(stopped.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), Some(130), "{}", told(&output));
    (String::from_utf8_lossy(&output.stdout).into_owned(), told(&output))
}

/// Every changed byte of a checkpoint and every deleted line is detected by its digest.
#[test]
#[cfg(unix)]
fn finding_r2_a_changed_checkpoint_is_refused() {
    let folder = folder("finding-r2");
    interrupted(&folder, false);
    let state = fs::read_to_string(folder.join("c")).expect("text");
    let wide = &["design", "--endpoints", "2..10M", "--ports", "..64", "--resume", "c"];
    let refused = |text: &str| {
        fs::write(folder.join("c"), text).expect("writable");
        let output = run(&folder, wide);
        let message = "error: c is damaged: its digest does not match its content\n\
                       help: remove it, and start the search again\n";
        assert_eq!((code(&output), told(&output).as_str()), (Some(3), message));
        assert_eq!(fs::read_to_string(folder.join("c")).expect("there"), text);
    };
    let lines: Vec<&str> = state.lines().collect();
    assert!(lines.len() > 6, "{state}");
    for gone in [1, 2, 3, lines.len() / 2, lines.len() - 1] {
        let rest = lines.iter().enumerate().filter(|(at, _)| *at != gone);
        refused(&rest.map(|(_, line)| format!("{line}\n")).collect::<String>());
    }
    let looked = lines[3].split(' ').nth(3).expect("a number");
    refused(&state.replacen(&format!("looked {looked}"), &format!("looked 1{looked}"), 1));
}

/// The first designs are streamed and kept while the rest of the bases is still being listed.
#[test]
#[cfg(unix)]
fn finding_r3_a_search_is_streamed_and_kept_from_its_first_part() {
    let folder = folder("finding-r3");
    let (out, _) = interrupted(&folder, true);
    let first = out.lines().next().expect("a design was streamed before the interruption");
    let line: serde_json::Value = serde_json::from_str(first).expect("JSON");
    assert!(line["done"].as_f64().is_some_and(|done| done < 0.2), "{first}");
}

/// A search whose answer is too long does not promise that the same command would continue it.
#[test]
fn finding_r16_a_failed_search_does_not_promise_to_continue() {
    let folder = folder("finding-r16");
    let output = run(
        &folder,
        &[
            "design",
            "--endpoints",
            "2..1M",
            "--ports",
            "12",
            "--family",
            "torus,hyperx,mesh",
            "--all",
            "--resume",
            "c",
        ],
    );
    assert_eq!(code(&output), Some(4), "{}", told(&output));
    assert!(!told(&output).contains("continue"), "{}", told(&output));
}

/// A full disk is reported without a claim about other files; what was finished before is complete.
#[test]
#[cfg(target_os = "linux")]
fn finding_r5_a_full_disk_claims_nothing_false() {
    let folder = with_campaign("finding-r5");
    fs::create_dir(folder.join("disk")).expect("writable");
    let script = "mount -t tmpfs -o size=8k none disk && exec \"$0\" layout 'torus(16,16)' --cables disk/c.csv --plan disk/a.svg";
    let output = Command::new("unshare")
        .args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_crossedge")])
        .current_dir(&folder)
        .output()
        .expect("unshare runs");
    let said = told(&output);
    if said.contains("unshare") || said.contains("mount:") {
        eprintln!("not checked: no private mounts here: {said}");
        return;
    }
    assert_eq!(code(&output), Some(3), "{said}");
    assert!(said.contains("No space left on device"), "{said}");
    assert!(!said.contains("nothing was changed"), "{said}");
    assert!(said.contains("files finished before this one are complete"), "{said}");
}
