//! Files and streams have one module each: atomic writes, limits and terminal safety hold only if no other code
//! bypasses them. This test scans the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// A path around a door, and the files that are the door.
struct Door {
    words: &'static [&'static str],
    keepers: &'static [&'static str],
    instead: &'static str,
}

const DOORS: &[Door] = &[
    Door {
        words: &[
            "File::create",
            "fs::write",
            "OpenOptions",
            "File::options",
            "fs::copy",
            "fs::rename",
            "generate_to",
            "create_dir",
        ],
        keepers: &["files.rs", "campaign/file.rs", "campaign/journal.rs", "campaign/folder.rs"],
        instead: "files are written by files::write or files::create",
    },
    Door {
        words: &["fs::read(", "read_to_string", "read_to_end", "File::open", "stdin()"],
        keepers: &["files.rs", "campaign/file.rs", "campaign/read.rs", "campaign/journal.rs"],
        instead: "files are read by files::settings or files::graph, with a limit",
    },
    Door {
        words: &["stdout()", "stderr()", "println!", "eprint", "print!"],
        keepers: &["output.rs", "failure.rs", "progress.rs"],
        instead: "text is shown by output::stdout, bytes by output::raw_output",
    },
];

/// The sources of the program and of the crate of campaigns, by their names from `src` on.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for (start, folder) in [("", root.join("src")), ("campaign/", root.join("../crossedge-campaign/src"))] {
        let mut open = vec![folder.clone()];
        while let Some(next) = open.pop() {
            for path in fs::read_dir(next).expect("a folder").map(|entry| entry.expect("an entry").path()) {
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|e| e == "rs") {
                    let name: PathBuf = path.strip_prefix(&folder).expect("inside").to_owned();
                    found.push((
                        format!("{start}{}", name.display()),
                        fs::read_to_string(&path).expect("text"),
                    ));
                }
            }
        }
    }
    found
}

/// The bypasses in a text. Comments do not count.
fn around(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.split("//").next().unwrap_or_default();
        for door in DOORS.iter().filter(|door| !door.keepers.contains(&name)) {
            // Our own streams have the names of those that they wrap.
            let line =
                line.replace("output::stdout()", "").replace("= stdout()", "").replace("(stdout()", "");
            let line = line.replace("=> stdout()", "").replace(", stdout())", "");
            for word in door.words.iter().filter(|word| line.contains(**word)) {
                found.push(format!("{name}:{number}: {word}; {}", door.instead));
            }
        }
    }
    found
}

#[test]
fn files_and_output_go_through_their_modules() {
    let all = sources();
    assert!(all.len() > 60 && all.iter().any(|(name, _)| name == "campaign/file.rs"), "{}", all.len());
    let found: Vec<String> = all.iter().flat_map(|(name, text)| around(name, text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_planted_detour_is_found() {
    for text in [
        "    std::fs::write(path, b)?;",
        "fs::File::create(x)",
        "io::stdin().lock()",
        "anstream::stdout()",
        "println!(\"x\")",
    ] {
        assert_eq!(around("command/draw.rs", text).len(), 1, "{text}");
    }
    assert_eq!(
        around("command/draw.rs", "// File::create\nlet out = stdout();\ncrate::output::stdout()"),
        [""; 0]
    );
    assert_eq!(around("files.rs", "File::create(x)"), [""; 0]);
}
