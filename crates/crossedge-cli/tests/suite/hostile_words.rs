//! The arguments of hostile commands: verbs and options as the program describes them, networks from its catalog, numbers at the edges of
//! every type, files of every odd kind.

use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

/// Numbers at the edges.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "16",
    "100",
    "4096",
    "1000000",
    "-1",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9007199254740992",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1000000000",
    "1e-300",
    "1e300",
    "nan",
    "inf",
    "0.5",
    "0.001",
    "1e3",
    "",
    "00",
    "+5",
    "0x10",
    "340282366920938463463374607431768211456",
];

/// Small ones, with which most commands get somewhere.
const SMALL: &[&str] = &["0", "1", "2", "3", "4", "5", "8", "11", "0.1", "0.5"];

/// Sizes inside expressions.
const SIZES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "9",
    "12",
    "17",
    "30",
    "64",
    "100",
    "20",
    "40",
    "200",
    "1000",
    "5000",
    "70000",
    "300000000",
    "65537",
    "1000000",
    "1000000000",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
];

/// Other arguments.
const TEXTS: &[&str] = &[
    "uniform",
    "tornado",
    "shift by 3",
    "hotspot at 0",
    "bit complement",
    "collective broadcast eager of 64 bytes",
    "minimal",
    "order",
    "updown",
    "dimension",
    "valiant",
    "paper",
    "eager",
    "stages",
    "ring",
    "recursive-halving",
    "all",
    "best",
    "0-1",
    "0-1,1-2",
    "0,1",
    "1,2,3",
    "0.01,0.5",
    "1,,2",
    "(0,0)",
    "(0,(1,2),3)",
    "((((",
    "1/4",
    "5/4",
    "1KiB",
    "1MiB",
    "16777216TiB",
    "1GB",
    "0us",
    "nodes",
    "\u{1b}[31m\u{202e}x",
    "-",
    "--",
    "é",
    "mean_distance",
    "histogram,bisection",
    "RDN",
    "HDN",
    "PATH",
    "HOME",
];

/// Files that commands are given; made by [`Words::gather`] where they can be.
const FILES: &[&str] = &[
    "good.edges",
    "two.edges",
    "one.graphml",
    "empty.edges",
    "missing.edges",
    "dir.edges",
    "zero.edges",
    "huge.edges",
    "binary.edges",
    "loop.edges",
    "escape.edges",
    "self.edges",
    "pipe.edges",
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/stdin",
    "plan.toml",
    "plan.tasks.jsonl",
    "claims.toml",
    "good.journal",
    "bad.journal",
    "zero.journal",
    "nowhere",
    "dangling.svg",
    "",
];

/// All that commands are made of.
pub struct Words {
    verbs: Vec<Verb>,
    examples: Vec<String>,
}

struct Verb {
    path: Vec<String>,
    arguments: Vec<Value>,
}

/// Chance by a seed: splitmix64, for it has one line.
pub struct Dice(u64);

impl Dice {
    /// The numbers of one case of a seed.
    pub fn of(seed: u64, number: u64) -> Dice {
        Dice(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ number.wrapping_mul(0x9e6c_63d0_876a_9a47))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    /// True in this many of a hundred cases.
    fn percent(&mut self, chance: u64) -> bool {
        self.next() % 100 < chance
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

fn program(folder: &Path, args: &[&str]) -> Value {
    let mut command = Command::new(crate::hostile::program());
    let output = command.args(args).current_dir(folder).output().expect("the program runs");
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

impl Words {
    /// Asks the program for its verbs and its catalog, and makes the files.
    pub fn gather(folder: &Path) -> Words {
        make_files(folder);
        let mut verbs = Vec::new();
        collect(&program(folder, &["arguments"])["program"], &[], &mut verbs);
        // It serves until it is interrupted; its own tests are hostile enough.
        verbs.retain(|verb| verb.path != ["explore"]);
        let list = program(folder, &["list", "--json"]);
        let mut examples = Vec::new();
        strings(&list, "examples", &mut examples);
        assert!(
            verbs.len() > 20 && examples.len() > 20,
            "{} verbs, {} examples",
            verbs.len(),
            examples.len()
        );
        examples.extend(
            ["path(1)", "complete(1)", "star(1)", "ring(3)^3", "hypercube(0)", "torus(2,2,2)"]
                .map(str::to_owned),
        );
        examples.extend(
            FILES
                .iter()
                .map(|name| format!("file(\"{name}\")"))
                .filter(|e| e.contains("ed") || e.contains("gr")),
        );
        Words { verbs, examples }
    }

    /// The command of a number, and the file that it reads as its standard input.
    pub fn command(&self, seed: u64, number: u64) -> (Vec<String>, Option<&'static str>) {
        let mut dice = Dice::of(seed, number);
        dice.next();
        let verb = &self.verbs[dice.below(self.verbs.len())];
        let mut words = verb.path.clone();
        let (places, options): (Vec<&Value>, Vec<&Value>) =
            verb.arguments.iter().partition(|argument| argument["positional"] == true);
        for place in places {
            if place["required"] == true || dice.percent(50) {
                let most = place["values"][1].as_u64().unwrap_or(1).max(1) as usize;
                let count = if most > 1 { 1 + dice.below(3) } else { 1 };
                words.extend((0..count).map(|_| self.value(place, &mut dice, number)));
            }
        }
        if words == ["papers"] && dice.percent(90) {
            // All claims take half a minute, and are the same ones each time.
            words.extend(["--file".to_owned(), dice.one(FILES).to_owned()]);
        }
        let few = dice.below(4);
        for option in &options {
            let chance = 100 * few as u64 / options.len().max(1) as u64;
            if option["required"] == true || dice.percent(chance) {
                let Some(long) = option["long"].as_str().filter(|long| !["help", "version"].contains(long))
                else {
                    continue;
                };
                words.push(format!("--{long}"));
                if option["takes_value"] == true {
                    let least = option["values"][0].as_u64().unwrap_or(1).max(1);
                    words.extend((0..least).map(|_| self.value(option, &mut dice, number)));
                }
            }
        }
        let input = (words.iter().any(|word| word == "-") || dice.percent(3)).then(|| {
            // Not the pipe: opening it blocks.
            dice.one(&[
                "good.edges",
                "empty.edges",
                "binary.edges",
                "expression.net",
                "long.net",
                "plan.toml",
                "/dev/zero",
            ])
        });
        (words, input)
    }

    /// A value for an argument.
    fn value(&self, argument: &Value, dice: &mut Dice, number: u64) -> String {
        let words: Vec<&str> =
            argument["words"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !words.is_empty() && dice.percent(92) {
            return dice.one(&words).to_owned();
        }
        let name = argument["placeholder"][0].as_str().unwrap_or_default();
        let odd = dice.percent(12);
        match name {
            _ if odd => match dice.below(4) {
                0 => dice.one(TEXTS).to_owned(),
                1 => dice.one(FILES).to_owned(),
                _ => dice.one(NUMBERS).to_owned(),
            },
            "EXPR" => self.expression(dice, 3),
            "FILE" | "DIR" | "TASKS" | "PYTHON" => match dice.below(3) {
                0 => dice.one(FILES).to_owned(),
                _ => {
                    let ending =
                        dice.one(&["svg", "png", "html", "json", "csv", "parquet", "edges", "jsonl"]);
                    format!("out-{number}.{ending}")
                }
            },
            "A" | "B" | "NODE" | "FROM" | "TO" | "N" | "COUNT" | "STEP" | "BYTES" | "CYCLES" | "FLITS" => {
                match dice.percent(70) {
                    true => dice.one(SMALL).to_owned(),
                    false => dice.one(NUMBERS).to_owned(),
                }
            }
            _ => match dice.below(3) {
                0 => dice.one(TEXTS).to_owned(),
                1 => dice.one(SMALL).to_owned(),
                _ => dice.one(NUMBERS).to_owned(),
            },
        }
    }

    /// A network: an example of the catalog, with other numbers in it, or inside another, or times another.
    fn expression(&self, dice: &mut Dice, depth: u32) -> String {
        let mut text = self.examples[dice.below(self.examples.len())].clone();
        if dice.percent(45) {
            text = with_number(&text, dice);
        }
        if depth > 0 && dice.percent(30) {
            let inner = self.expression(dice, depth - 1);
            text = match dice.below(6) {
                0 => format!("dual({inner})"),
                1 => format!("rdn({inner}, {})", dice.one(SIZES)),
                2 => format!("hdn({inner}, [{{1}}])"),
                3 => format!("{text}*{inner}"),
                4 => format!("({inner})^{}", dice.one(SIZES)),
                _ => inside(&text, &inner, dice),
            };
        }
        if dice.percent(2) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = places[dice.below(places.len())];
            text.insert_str(at, dice.one(TEXTS));
        }
        text
    }
}

/// The text with one of its numbers changed.
fn with_number(text: &str, dice: &mut Dice) -> String {
    let digit = |at: usize| text.as_bytes()[at].is_ascii_digit();
    let starts: Vec<usize> = (0..text.len()).filter(|&at| digit(at) && (at == 0 || !digit(at - 1))).collect();
    let Some(&start) = starts.get(dice.below(starts.len())) else { return text.to_owned() };
    let end = (start..text.len()).find(|&at| !digit(at)).unwrap_or(text.len());
    format!("{}{}{}", &text[..start], dice.one(SIZES), &text[end..])
}

/// One network in the place of the first argument of another.
fn inside(text: &str, inner: &str, dice: &mut Dice) -> String {
    match text.split_once('(') {
        Some((word, _)) => format!("{word}({inner},{})", dice.one(SIZES)),
        None => inner.to_owned(),
    }
}

/// All verbs below a command of the description, with those under them.
fn collect(command: &Value, path: &[String], verbs: &mut Vec<Verb>) {
    let below = command["verbs"].as_array().map_or(&[][..], Vec::as_slice);
    if below.is_empty() && !path.is_empty() {
        verbs.push(Verb {
            path: path.to_vec(),
            arguments: command["arguments"].as_array().cloned().unwrap_or_default(),
        });
    }
    for verb in below {
        let name = verb["name"].as_str().unwrap_or_default().to_owned();
        if name != "help" {
            collect(verb, &[path, &[name]].concat(), verbs);
        }
    }
}

/// All texts below keys of this name.
fn strings(value: &Value, key: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                if name == key {
                    found.extend(
                        inner.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned),
                    );
                }
                strings(inner, key, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| strings(inner, key, found)),
        _ => {}
    }
}

const PLAN: &str = "crossedge_sweep = 1\n[[fault]]\nnetworks = [\"ring(9)\", \"torus(3,4)\"]\ndead = [\"1 nodes\", \"1 links\"]\ntrials = 3\nseeds = \"1 to 3\"\n";

/// The files, of every kind that can be made here.
fn make_files(folder: &Path) {
    let put = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("writable");
    put("good.edges", b"0 1\n1 2\n2 3\n3 4\n4 0\n");
    put("two.edges", b"0 1\n2 3\n3 4\n");
    put("one.graphml", b"<graphml><graph edgedefault=\"undirected\"><node id=\"a\"/></graph></graphml>");
    put("empty.edges", b"");
    put("self.edges", b"0 0\n0 1\n0 1\n");
    put("escape.edges", "0 1\n\u{1b}[31m\u{202e} x\n".as_bytes());
    put(
        "binary.edges",
        &(0..5000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect::<Vec<_>>(),
    );
    put("expression.net", b"# a comment\nrdn(ring(3), 1)\n");
    put("long.net", &b"ring(3)*".repeat(400_000));
    put("plan.toml", PLAN.as_bytes());
    put("claims.toml", b"name = \"X\"\ncite = \"\x1b[31m\"\n");
    put("bad.journal", b"{\"crossedge_journal\":2}\n{\"id\":\"\x1b[31m\n\0\0\0");
    fs::create_dir_all(folder.join("dir.edges")).expect("writable");
    File::create(folder.join("huge.edges"))
        .and_then(|file| file.set_len(1 << 40))
        .expect("a file with holes");
    for (name, target) in [
        ("zero.edges", "/dev/zero"),
        ("zero.journal", "/dev/zero"),
        ("loop.edges", "loop.edges"),
        ("dangling.svg", "no/such/file"),
    ] {
        #[cfg(unix)]
        std::os::unix::fs::symlink(target, folder.join(name)).expect("a link");
        #[cfg(not(unix))]
        let _ = (name, target);
    }
    let _ = Command::new("mkfifo").arg(folder.join("pipe.edges")).status();
    program(folder, &["sweep", "plan", "plan.toml", "-o", "plan.tasks.jsonl"]);
    program(folder, &["fault", "ring(9)", "--counts", "1", "--trials", "3", "--journal", "good.journal"]);
}
