//! Input files that were cut, garbled or edited: the program reads or refuses them, and never crashes, hangs or changes them.
//!
//! The program writes one file of every kind that it reads. Each test case damages one of them and runs a verb that reads it.

use crate::hostile::{Patience, attack, expect_none, program, setting};
use crate::hostile_words::Dice;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A kind of input: the file, the command that makes it (its output option is in place), and commands that read it.
struct Kind {
    file: &'static str,
    made_by: &'static [&'static str],
    read_by: &'static [&'static [&'static str]],
}

const SHOW: &[&str] = &["show", "file(\"FILE\")", "--metric", "links", "--metric", "diameter"];

/// A search that is not done soon, so that its checkpoint stays when it is interrupted.
const SEARCH: &[&str] =
    &["design", "--endpoints", "8k..12k", "--ports", "..36", "--resume", "FILE", "--limit", "3"];

const KINDS: &[Kind] = &[
    Kind {
        file: "torus.edges",
        made_by: &["export", "torus(3,4)", "--to", "edges", "-o", "FILE"],
        read_by: &[SHOW, &["check-wiring", "torus(3,4)", "FILE"], &["deadlock", "file(\"FILE\")"]],
    },
    Kind {
        file: "clos.graphml",
        made_by: &["export", "clos(4,3,2)", "--to", "graphml", "-o", "FILE"],
        read_by: &[SHOW, &["check-wiring", "clos(4,3,2)", "FILE"], &["load", "file(\"FILE\")"]],
    },
    Kind {
        file: "clos.csv",
        made_by: &["export", "clos(4,3,2)", "--to", "cables", "-o", "FILE"],
        read_by: &[SHOW, &["check-wiring", "clos(4,3,2)", "FILE"], &["throughput", "file(\"FILE\")"]],
    },
    Kind {
        file: "clos.ibnet",
        made_by: &["export", "clos(4,3,2)", "--to", "infiniband", "-o", "FILE"],
        read_by: &[
            &["check-wiring", "clos(4,3,2)", "FILE"],
            &["check-wiring", "clos(4,3,2)", "FILE", "--json"],
        ],
    },
    Kind {
        file: "layout.csv",
        made_by: &["layout", "clos(4,3,2)", "--cables", "FILE"],
        read_by: &[&["check-wiring", "clos(4,3,2)", "plan.csv", "--layout", "FILE"]],
    },
    Kind {
        file: "flow.json",
        made_by: &["throughput", "torus(3,5)", "-o", "FILE"],
        read_by: &[&["verify", "--certificate", "FILE"], &["verify", "torus(3,5)", "--certificate", "FILE"]],
    },
    Kind {
        file: "schedule.json",
        made_by: &["collective", "torus(3,3)", "allreduce", "--export", "FILE"],
        read_by: &[&["verify", "torus(3,3)", "--schedule", "FILE"]],
    },
    Kind {
        file: "schedule.goal",
        made_by: &["collective", "torus(3,3)", "broadcast", "--export", "FILE"],
        read_by: &[&["verify", "torus(3,3)", "--schedule", "FILE"]],
    },
    Kind { file: "plan.toml", made_by: &[], read_by: &[&["sweep", "plan", "FILE", "-o", "out-plan.jsonl"]] },
    Kind {
        file: "tasks.tasks.jsonl",
        made_by: &["sweep", "plan", "plan.toml", "-o", "FILE"],
        read_by: &[
            &["sweep", "status", "FILE", "--results", "out-results"],
            &["sweep", "run", "FILE", "--results", "out-results"],
            &["sweep", "merge", "FILE", "--results", "out-results", "-o", "out-merged.csv"],
        ],
    },
    Kind { file: "claims.toml", made_by: &[], read_by: &[&["papers", "--file", "FILE"]] },
    Kind { file: "prices.toml", made_by: &[], read_by: &[&["layout", "torus(3,4)", "--prices", "FILE"]] },
    Kind {
        file: "trials.journal",
        made_by: &["fault", "ring(9)", "--counts", "1", "--trials", "3", "--journal", "FILE"],
        read_by: &[&["fault", "ring(9)", "--counts", "1", "--trials", "3", "--journal", "FILE"]],
    },
    Kind { file: "search.checkpoint", made_by: &[], read_by: &[SEARCH] },
    Kind { file: "dual.net", made_by: &[], read_by: &[&["show", "-"]] },
];

const PLAN: &str = "crossedge_sweep = 1\n[[fault]]\nnetworks = [\"ring(9)\"]\ndead = [\"1 nodes\", \"1 links\"]\ntrials = 2\nseeds = \"1 to 2\"\n\n[[figures]]\nnetworks = [\"ring(5)\"]\n";

const PRICES: &str = "[[price]]\nitem = \"optical cable\"\nvalue = 120.5\nunit = \"EUR\"\nyear = 2026\nsource = \"an offer\"\nfrom = 5\nto = 30\n";

const DUAL: &str = "# a dual-net over a ring\nlet base = ring(5)\ndual(base)\n";

/// The replacements.
const WORDS: &[&str] = &[
    "",
    "0",
    "-1",
    "18446744073709551616",
    "1e400",
    "nan",
    "\u{1b}[31m",
    "\u{202e}",
    "\"",
    "'",
    "<",
    "&",
    "]]>",
    "{",
    "}",
    "[",
    ",",
    "\t",
    "null",
    "true",
    "\0",
    "é",
    "0x1F",
    "S-0000000000000001",
    "ring(3)",
    "#",
    "\\",
    "\r\n",
    "  ",
];

/// Splits bytes into alphanumeric tokens and separators.
fn tokens(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.chunk_by(|a, b| a.is_ascii_alphanumeric() == b.is_ascii_alphanumeric()).collect()
}

/// One to four changes of a file, by chance.
fn damage(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let to = (at + 1 + dice.below(40)).min(bytes.len());
        match dice.below(9) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            2 => drop(bytes.drain(at..to)),
            3 => {
                let copy = bytes[at..to].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => drop(bytes.splice(at..at, WORDS[dice.below(WORDS.len())].bytes())),
            // Complete lines: one removed, doubled, or swapped with another.
            kind @ 5..=6 => {
                let mut lines: Vec<Vec<u8>> =
                    bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
                let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
                match kind {
                    _ if lines.is_empty() => {}
                    5 if dice.below(2) == 0 => drop(lines.remove(a)),
                    5 => lines.insert(b, lines[a].clone()),
                    _ => lines.swap(a, b),
                }
                bytes = lines.concat();
            }
            // One token replaced by another: a typical human error.
            _ => {
                let mut parts: Vec<Vec<u8>> = tokens(&bytes).into_iter().map(<[u8]>::to_vec).collect();
                if let Some(place) = (!parts.is_empty()).then(|| dice.below(parts.len())) {
                    parts[place] = match dice.below(2) {
                        0 => WORDS[dice.below(WORDS.len())].into(),
                        _ => parts[dice.below(parts.len())].clone(),
                    };
                }
                bytes = parts.concat();
            }
        }
    }
    bytes
}

/// Starts a search and interrupts it as soon as it has written its checkpoint.
fn interrupted_search(folder: &Path) {
    let words = SEARCH.iter().map(|word| word.replace("FILE", "search.checkpoint"));
    let mut child = Command::new(program())
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    while !folder.join("search.checkpoint").exists() {
        assert!(child.try_wait().expect("our child").is_none(), "the search ended without a checkpoint");
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    child.wait().expect("it ends");
}

/// The files as the program writes them, each with its kind.
fn originals(folder: &Path) -> Vec<(&'static Kind, Vec<u8>)> {
    let made = folder.join("made");
    fs::create_dir_all(&made).expect("writable");
    let written = [("plan.toml", PLAN), ("prices.toml", PRICES), ("dual.net", DUAL)];
    for (name, text) in written {
        fs::write(made.join(name), text).expect("writable");
    }
    let claims = concat!(env!("CARGO_MANIFEST_DIR"), "/../crossedge-papers/papers/dc.toml");
    fs::copy(claims, made.join("claims.toml")).expect("the claims of a paper");
    interrupted_search(&made);
    let mut files = Vec::new();
    for kind in KINDS {
        let path = made.join(kind.file);
        if !kind.made_by.is_empty() {
            let words = kind.made_by.iter().map(|word| word.replace("FILE", kind.file));
            let output =
                Command::new(program()).args(words).current_dir(&made).output().expect("the program runs");
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(path.exists(), "{}: {stderr}", kind.file);
        }
        files.push((kind, fs::read(path).expect("written")));
    }
    let plan = &files.iter().find(|(kind, _)| kind.file == "clos.csv").expect("a kind").1;
    fs::write(folder.join("plan.csv"), plan).expect("writable");
    files
}

/// Damages files by a seed and has each read.
fn mutated(name: &str, count: u64, seed: u64, patience: Patience) {
    let made = attack(name, count, patience, originals, |files, folder, number| {
        let mut dice = Dice::of(seed, number);
        let (kind, bytes) = &files[number as usize % files.len()];
        let bytes = if dice.below(12) == 0 { bytes.clone() } else { damage(bytes, &mut dice) };
        let file = format!("out-{}", kind.file);
        fs::write(folder.join(&file), bytes).expect("writable");
        let words = kind.read_by[dice.below(kind.read_by.len())];
        let input = words.contains(&"-").then_some("out-dual.net");
        (words.iter().map(|word| word.replace("FILE", &file)).collect(), input)
    });
    expect_none(count, made);
}

#[test]
#[cfg(target_os = "linux")]
fn mutated_files_are_read_or_refused() {
    mutated("mutated", 150, 1, Patience { run: Duration::from_secs(2), grace: None });
}

/// `CROSSEDGE_MUTATED_COUNT` and `CROSSEDGE_MUTATED_SEED` set the number and the seed.
#[test]
#[ignore = "heavy"]
#[cfg(target_os = "linux")]
fn heavy_mutated_files() {
    let seed = setting("CROSSEDGE_MUTATED_SEED", 2);
    let patience = Patience { run: Duration::from_secs(20), grace: Some(Duration::from_secs(30)) };
    mutated(&format!("heavy-mutated-{seed}"), setting("CROSSEDGE_MUTATED_COUNT", 3_000), seed, patience);
}
