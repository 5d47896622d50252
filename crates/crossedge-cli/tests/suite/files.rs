//! Files under bad luck: full disks, interruptions, links, devices, two writers at once, text that commands the terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// An empty folder of this name.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("writable");
    path
}

pub fn crossedge(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    command.args(args).current_dir(folder);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CROSSEDGE_THREADS"] {
        command.env_remove(name);
    }
    command.env("CROSSEDGE_BUDGET", "none");
    command
}

pub fn run(folder: &Path, args: &[&str]) -> Output {
    crossedge(folder, args).output().expect("the program runs")
}

pub fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

pub fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

pub const PLAN: &str = "crossedge_sweep = 1\n[[fault]]\nnetworks = [\"ring(9)\"]\ndead = [\"1 nodes\"]\ntrials = 3\nseeds = \"1 to 3\"\n";

/// Every command that writes a file, with the file as OUT; a plan and a finished campaign are there.
const WRITERS: &[(&str, &[&str])] = &[
    ("svg", &["draw", "ring(5)", "-o", "OUT"]),
    ("html", &["draw", "ring(5)", "-o", "OUT"]),
    ("png", &["plot", "histogram", "ring(5)", "-o", "OUT"]),
    ("html", &["report", "ring(5)", "-o", "OUT"]),
    ("edges", &["export", "ring(5)", "--to", "edges", "-o", "OUT"]),
    ("json", &["fault", "ring(9)", "--counts", "1", "--trials", "2", "-o", "OUT"]),
    ("svg", &["collective", "ring(5)", "broadcast", "--sizes", "--plot", "OUT"]),
    ("jsonl", &["sweep", "plan", "x.toml", "-o", "OUT"]),
    ("csv", &["sweep", "merge", "x.tasks.jsonl", "-o", "OUT"]),
    ("parquet", &["sweep", "merge", "x.tasks.jsonl", "-o", "OUT"]),
];

/// A folder with a plan and its results.
pub fn with_campaign(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("x.toml"), PLAN).expect("writable");
    for args in [["sweep", "plan", "x.toml"], ["sweep", "run", "x.tasks.jsonl"]] {
        assert_eq!(code(&run(&folder, &args)), Some(0));
    }
    folder
}

pub fn with<'a>(args: &[&'a str], out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    args.iter().map(|&arg| if arg == "OUT" { out } else { arg }).chain(more.iter().copied()).collect()
}

/// A device stays a device, a link is followed to a plain file, and everything else is rejected with a message, by every writer.
#[test]
#[cfg(unix)]
fn finding_c2_only_plain_files_are_written_over() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = with_campaign("files-c2");
    for (number, (ending, args)) in WRITERS.iter().enumerate() {
        let name = |what: &str| format!("{what}{number}.{ending}");
        let (device, real, link, nowhere, directory) =
            (name("device"), name("real"), name("link"), name("nowhere"), name("directory"));
        symlink("/dev/null", folder.join(&device)).expect("a link");
        fs::write(folder.join(&real), "old").expect("writable");
        symlink(&real, folder.join(&link)).expect("a link");
        symlink("none/at/all", folder.join(&nowhere)).expect("a link");
        fs::create_dir(folder.join(&directory)).expect("writable");
        for (out, what) in
            [(&device, "a device"), (&nowhere, "a link that leads nowhere"), (&directory, "a directory")]
        {
            let output = run(&folder, &with(args, out, &["--force"]));
            let wanted = format!(
                "error: {out} is {what}, not a file\nhelp: name a plain file, or one that is not there yet\n"
            );
            assert_eq!((code(&output), told(&output)), (Some(3), wanted), "{args:?}");
        }
        assert!(fs::symlink_metadata(folder.join(&device)).expect("there").is_symlink(), "{args:?}");
        let null = fs::metadata("/dev/null").expect("there").file_type();
        assert!(null.is_char_device());
        let output = run(&folder, &with(args, &link, &["--force"]));
        assert_eq!((code(&output), told(&output)), (Some(0), String::new()), "{args:?}");
        assert!(fs::symlink_metadata(folder.join(&link)).expect("there").is_symlink(), "{args:?}");
        assert_ne!(fs::read(folder.join(&real)).expect("there"), b"old", "{args:?}");
        assert!(!names(&folder).iter().any(|name| name.ends_with(".part")), "{:?}", names(&folder));
    }
}

/// A disk with a file size limit in KiB, set by the shell; its signal is ignored.
#[cfg(unix)]
pub fn on_a_small_disk(folder: &Path, blocks: u32, args: &[&str]) -> Output {
    let mut command = Command::new("bash");
    command.args(["-c", "trap '' XFSZ; ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string()]);
    command.arg(env!("CARGO_BIN_EXE_crossedge")).args(args).current_dir(folder).output().expect("bash runs")
}

/// A full disk leaves the old content, complete, and nothing next to it.
#[test]
#[cfg(unix)]
fn finding_c3_a_full_disk_leaves_the_old_content() {
    let folder = folder("files-c3-full");
    let cases: &[(&str, &[&str])] = &[
        ("a.svg", &["draw", "torus(8,8)", "-o", "a.svg"]),
        ("a.html", &["report", "ring(5)", "-o", "a.html"]),
        ("a.edges", &["export", "torus(60,60)", "--to", "edges", "-o", "a.edges"]),
        ("a.png", &["plot", "histogram", "ring(9)", "-o", "a.png"]),
    ];
    for (name, args) in cases {
        let forced = with(args, name, &["--force"]);
        for old in [None, Some("old content\n")] {
            let _ = fs::remove_file(folder.join(name));
            if let Some(old) = old {
                fs::write(folder.join(name), old).expect("writable");
            }
            let output = on_a_small_disk(&folder, 4, &forced);
            assert_eq!(code(&output), Some(3), "{args:?}: {}", told(&output));
            assert!(
                told(&output).starts_with(&format!("error: {name}: File too large")),
                "{}",
                told(&output)
            );
            assert_eq!(fs::read_to_string(folder.join(name)).ok().as_deref(), old, "{args:?}");
            let left = names(&folder);
            assert_eq!(left.len(), usize::from(old.is_some()), "{left:?}");
        }
        let output = run(&folder, &forced);
        assert_eq!(code(&output), Some(0), "{}", told(&output));
        assert_ne!(fs::read(folder.join(name)).expect("there"), b"old content\n");
        fs::remove_file(folder.join(name)).expect("ours");
        // The origin of an edge list is next to it.
        assert_eq!(fs::remove_file(folder.join(format!("{name}.prov.json"))).is_ok(), *name == "a.edges");
    }
}

/// An interruption at any moment leaves the old content or the new; so does a kill, which may leave a hidden file.
#[test]
#[cfg(unix)]
fn finding_c3_an_interruption_leaves_the_old_content_or_the_new() {
    let folder = folder("files-c3-interrupted");
    let args = ["export", "torus(700,700)", "--to", "edges", "-o", "a.edges", "--force"];
    let path = folder.join("a.edges");
    assert_eq!(code(&run(&folder, &args)), Some(0));
    let whole = fs::read(&path).expect("written");
    let mut under_way = 0;
    for (round, signal) in ["-INT", "-TERM", "-KILL"].into_iter().cycle().take(12).enumerate() {
        fs::write(&path, "old").expect("writable");
        let mut child = crossedge(&folder, &args).stderr(Stdio::null()).spawn().expect("starts");
        // When some of it is written; a clock would miss on a busy machine.
        let part = || names(&folder).iter().any(|name| name.starts_with(".crossedge-"));
        while !part() && child.try_wait().expect("ours").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(round as u64 * 3));
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
        let status = child.wait().expect("it ends");
        under_way += u32::from(kill.success() && !status.success());
        let found = fs::read(&path).expect("there");
        assert!(found == b"old" || found == whole, "{signal}: {} bytes", found.len());
        if signal == "-KILL" {
            // No one could take it away.
            for name in names(&folder).iter().filter(|name| name.starts_with(".crossedge-")) {
                fs::remove_file(folder.join(name)).expect("ours");
            }
        }
        assert_eq!(names(&folder), ["a.edges", "a.edges.prov.json"], "{signal}");
    }
    assert!(under_way > 0, "no signal came in time");
}

/// Without --force no existing file is changed, by any writer; with it all are.
#[test]
fn finding_c4_one_rule_for_overwriting() {
    let folder = with_campaign("files-c4");
    for (number, (ending, args)) in WRITERS.iter().enumerate() {
        let out = format!("there{number}.{ending}");
        fs::write(folder.join(&out), "mine").expect("writable");
        let output = run(&folder, &with(args, &out, &[]));
        assert_eq!(code(&output), Some(3), "{args:?}: {}", told(&output));
        assert!(told(&output).starts_with(&format!("error: {out} already exists")), "{}", told(&output));
        assert!(told(&output).ends_with("help: --force overwrites it\n"), "{}", told(&output));
        assert_eq!(fs::read(folder.join(&out)).expect("there"), b"mine", "{args:?}");
        let output = run(&folder, &with(args, &out, &["--force"]));
        assert_eq!(code(&output), Some(0), "{args:?}: {}", told(&output));
        assert_ne!(fs::read(folder.join(&out)).expect("there"), b"mine", "{args:?}");
    }
    // Four files at once: all or none.
    fs::create_dir(folder.join("trace")).expect("writable");
    fs::write(folder.join("trace/hosts"), "mine").expect("writable");
    let trace =
        ["collective", "ring(5)", "broadcast", "--algorithm", "eager", "--bytes", "64", "--trace", "trace"];
    let output = run(&folder, &trace);
    assert_eq!(told(&output), "error: trace/hosts already exists\nhelp: --force overwrites it\n");
    assert_eq!((code(&output), names(&folder.join("trace"))), (Some(3), vec!["hosts".to_owned()]));
    assert_eq!(code(&run(&folder, &[&trace[..], &["--force"]].concat())), Some(0));
    assert_eq!(names(&folder.join("trace")), ["hosts", "list", "platform.xml", "trace"]);
    // Pages that are there and differ are kept; the same ones are no mistake.
    assert_eq!(code(&run(&folder, &["man", "-o", "pages"])), Some(0));
    assert_eq!(code(&run(&folder, &["man", "-o", "pages"])), Some(0));
    fs::write(folder.join("pages/crossedge-show.1"), "mine").expect("writable");
    assert_eq!(code(&run(&folder, &["man", "-o", "pages"])), Some(3));
    assert_eq!(fs::read(folder.join("pages/crossedge-show.1")).expect("there"), b"mine");
    assert_eq!(code(&run(&folder, &["man", "-o", "pages", "--force"])), Some(0));
}

/// A curve is not written over the journal that it comes from, regardless of the two names.
#[test]
#[cfg(unix)]
fn finding_c4_a_journal_is_not_its_own_curve() {
    let folder = folder("files-c4-journal");
    let campaign = ["fault", "ring(9)", "--counts", "1", "--trials", "3", "--journal", "j"];
    assert_eq!(code(&run(&folder, &campaign)), Some(0));
    let journal = fs::read(folder.join("j")).expect("a journal");
    fs::hard_link(folder.join("j"), folder.join("twin")).expect("a second name");
    std::os::unix::fs::symlink("j", folder.join("link")).expect("a link");
    for out in ["j", "./j", "twin", "link"] {
        let output = run(&folder, &[&campaign[..], &["-o", out, "--force"]].concat());
        let wanted = "error: the curve and the journal are one file, and the curve would destroy the journal\n\
                      help: give -o and --journal two names\n";
        assert_eq!((code(&output), told(&output).as_str()), (Some(2), wanted), "{out}");
        assert_eq!(fs::read(folder.join("j")).expect("there"), journal, "{out}");
    }
    // Not even before the journal is there.
    let output =
        run(&folder, &["fault", "ring(9)", "--counts", "1", "--trials", "3", "--journal", "k", "-o", "./k"]);
    assert_eq!((code(&output), folder.join("k").exists()), (Some(2), false));
}

/// Writers at once do not disturb each other: the file is that of one of them, and a link laid under an old fixed name is not followed.
#[test]
#[cfg(unix)]
fn finding_c5_writers_at_once() {
    let folder = folder("files-c5");
    fs::write(folder.join("victim"), "mine").expect("writable");
    std::os::unix::fs::symlink("victim", folder.join("a.edges.part")).expect("a link");
    let sizes = ["torus(200,201)", "torus(200,202)", "torus(200,203)", "torus(200,204)"];
    let export =
        |size: &str, out: &str| crossedge(&folder, &["export", size, "--to", "edges", "-o", out, "--force"]);
    let alone: Vec<Vec<u8>> = sizes
        .iter()
        .map(|size| {
            assert!(export(size, "alone").status().expect("runs").success());
            fs::read(folder.join("alone")).expect("written")
        })
        .collect();
    for _ in 0..3 {
        let all: Vec<_> = sizes.iter().map(|size| export(size, "a.edges").spawn().expect("starts")).collect();
        for mut child in all {
            assert!(child.wait().expect("ends").success());
        }
        let found = fs::read(folder.join("a.edges")).expect("written");
        assert!(alone.contains(&found), "a file of {} bytes mixes two writers", found.len());
    }
    assert_eq!(fs::read(folder.join("victim")).expect("there"), b"mine");
    let beside = ["a.edges.prov.json", "alone", "alone.prov.json", "victim"];
    assert_eq!(names(&folder), [&["a.edges", "a.edges.part"], &beside[..]].concat());
    // Without --force one of them writes, and the others report an error. Companion files are not overwritten, either.
    fs::remove_file(folder.join("a.edges")).expect("ours");
    let other = crossedge(&folder, &["export", "torus(3,3)", "-o", "a.edges"]).output().expect("runs");
    assert!(told(&other).starts_with("error: a.edges.prov.json already exists"), "{}", told(&other));
    assert!(!folder.join("a.edges").exists(), "nothing half done");
    fs::remove_file(folder.join("a.edges.prov.json")).expect("ours");
    let mut all: Vec<_> = sizes
        .iter()
        .map(|size| {
            let mut command = crossedge(&folder, &["export", size, "--to", "edges", "-o", "a.edges"]);
            command.stderr(Stdio::null()).spawn().expect("starts")
        })
        .collect();
    let codes: Vec<_> = all.iter_mut().map(|child| child.wait().expect("ends").code()).collect();
    assert_eq!(codes.iter().filter(|code| **code == Some(0)).count(), 1, "{codes:?}");
    assert!(codes.iter().all(|code| matches!(code, Some(0 | 3))), "{codes:?}");
}

/// A completed search leaves no file; a file of no search, or of another, is rejected and stays unchanged.
#[test]
fn checkpoints_are_kept_only_during_a_search() {
    let folder = folder("kept-search");
    let args = [
        "design",
        "--endpoints",
        "60..70",
        "--ports",
        "..4",
        "--direct",
        "--family",
        "torus",
        "--resume",
        "far",
    ];
    let done = run(&folder, &args);
    assert_eq!(code(&done), Some(0), "{}", told(&done));
    assert_eq!(names(&folder), Vec::<String>::new());
    fs::write(folder.join("far"), "something else").expect("writable");
    let refused = run(&folder, &args);
    assert_eq!(code(&refused), Some(3));
    let said = told(&refused);
    assert!(said.starts_with("error: far exists and is not a checkpoint; it was left unchanged\n"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("far")).expect("still there"), "something else");
}
