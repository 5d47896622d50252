//! Requests as data against the program: a command line derived from parameters gives the answer of the library, and every parameter is an option.

use crossedge::Topology;
use crossedge::answers::{Networks, VERBS, Verb};
use crossedge::metrics::Metric;
use crossedge::progress::Silent;
use serde_json::{Map, Value, json};
#[cfg(feature = "explore")]
use std::path::Path;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Parameter sets for each verb.
const SETS: u64 = 20;

/// Small networks of every kind, with and without switches.
const NETWORKS: [&str; 6] =
    ["torus(3,4)", "hypercube(4)", "rdn(ring(3), 1)", "fattree(4)", "ring(12)", "dual(ring(3))"];

/// A small generator: the sets must not depend on anything else.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }

    fn pick(&mut self, words: &[&str]) -> Value {
        words[self.below(words.len())].into()
    }

    fn some(&mut self, words: &[&str]) -> Value {
        let first = self.below(words.len());
        let count = 1 + self.below(3.min(words.len()));
        (0..count).map(|i| words[(first + i) % words.len()]).collect()
    }
}

const ROUTINGS: [&str; 7] =
    ["usual", "minimal", "address", "dimension", "valiant", "valiant over minimal", "spread"];

/// A sensible small value of a parameter. A new parameter without a kind of its own needs a line here.
fn value(verb: &Verb, name: &str, schema: &Value, random: &mut Random) -> Value {
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    let is = |kind: &str| kinds.iter().any(|have| have == kind);
    match (verb.name, name) {
        ("collective", "algorithm") => random.pick(&["best", "all", "paper", "binomial", "ring"]),
        ("throughput", "traffic") => {
            random.pick(&["uniform", "longest", "tornado", "shift by 3", "hotspot at 2", "groups of 4"])
        }
        (_, "traffic") => {
            random.pick(&["uniform", "all-to-all", "transpose", "shift by 5", "random seed 3", "rings of 4"])
        }
        ("expand", "to") => random.pick(&["ring(20)", "torus(5,5)", "hypercube(5)"]),
        ("design" | "advise", "throughput") => json!([0.25, 0.5, 1.0][random.below(3)]),
        ("design" | "advise", "budget" | "max_power") => json!([200.5, 5000.0][random.below(2)]),
        ("design" | "advise", "max_racks") => json!([1, 4][random.below(2)]),
        ("failures", "random") => json!([0.1, 0.25][random.below(2)]),
        ("export", "to") => random.pick(&["edges", "dot", "graphml", "node-link", "metis"]),
        // Files that are not there are refused by both.
        ("lint", "tables" | "since") | ("check-wiring", "file" | "trust") => Value::Null,
        ("lint", "service_levels" | "sl2vl") => random.some(&["levels.txt"]),
        ("lint", "disable") => random.some(&["F030", "F031", "F050"]),
        ("lint" | "recognize", "plan") => random.pick(&["ring(8)", "torus(4,4)", "hypercube(4)"]),
        ("ranks", "job") => random.pick(&["tensor 2", "tensor 2, data 2", "data 3, pipeline 2"]),
        ("ranks", "messages") => Value::Null,
        ("ranks", "hosts") => random.pick(&["0-5", "5, 3, 1, 0, 2, 4"]),
        ("ranks", "compare") => random.pick(&["0,1", "3, 2, 1, 0"]),
        ("design" | "advise", "ports") => random.pick(&["..8", "3..6"]),
        ("layout" | "failures" | "advise", "rack") => (2 + random.below(30)).into(),
        ("phases", "tensor" | "pipeline" | "data" | "expert") => [1, 2, 2][random.below(3)].into(),
        ("ring", "steps") => (100_000 + random.below(1000)).into(),
        (_, "limit") => (5 + random.below(20)).into(),
        (_, "from" | "to" | "node" | "root" | "broadcast" | "trees" | "via") => random.below(13).into(),
        (_, "route" | "disjoint") if !is("boolean") => json!([random.below(6), 6 + random.below(7)]),
        (_, "routing" | "deadlock") => random.pick(&ROUTINGS),
        (_, "over") => random.pick(&["minimal", "dimension", "address"]),
        (_, "faults") => random.some(&["3", "1-2", "5", "0-1", "7"]),
        (_, "metrics") => {
            let names: Vec<&str> = Metric::every().map(|metric| metric.name()).collect();
            random.some(&names)
        }
        (_, "sort") => random.pick(&["diameter", "links", "degree"]),
        (_, "weights") => random.pick(&["0.3,0.7", "1,0"]),
        (_, "budget") => random.pick(&["60s", "none", "5m"]),
        (_, "endpoints") => random.pick(&["8..12", "16", "..20"]),
        (_, "families") => random.some(&["torus", "dual", "fattree"]),
        (_, "base") => random.pick(&["ring(3)", "ring(4)"]),
        (_, "objectives") => random.some(&["diameter", "links", "throughput"]),
        (_, "where") => random.pick(&["diameter<=4", "throughput>=0.5"]),
        (_, "bytes") => random.pick(&["64KiB", "100", "1MB"]),
        (_, "latency") => random.pick(&["0.5us", "300ns"]),
        (_, "bandwidth") => random.pick(&["400Gbit/s", "3GB/s"]),
        (_, "mapping") => random.pick(&["linear", "linear", "block 1x2"]),
        (_, "phases") => random.some(&["tensor", "expert", "data", "pipeline"]),
        (_, "room") => random.pick(&["4x4", "2x9"]),
        (_, "copper") => random.pick(&["2.5", "0.5", "7"]),
        (_, "jobs") => json!([2, 4 + random.below(8)]),
        (_, "gap") => json!([0.5, 2.5, 10.0][random.below(3)]),
        (_, "name") => random.pick(&["torus", "ring", "dual"]),
        (_, "id") => random.pick(&["dual-distance", "I2", "bfs"]),
        (_, "title") => random.pick(&["A title", "it's"]),
        (_, "size") => random.pick(&["84mm", "3.3in"]),
        (_, "font_size") => json!(9.5),
        _ if schema["enum"].is_array() => {
            let words = schema["enum"].as_array().expect("words");
            words
                .iter()
                .filter(|word| !word.is_null())
                .nth(random.below(words.len()))
                .cloned()
                .unwrap_or_default()
        }
        _ if is("boolean") => true.into(),
        _ if is("integer") => (1 + random.below(6)).into(),
        _ => panic!("{}: how is '{name}' chosen? {schema}", verb.name),
    }
}

/// Parameters of a verb: those that it needs, and few others, or only the one that is named.
fn parameters(verb: &Verb, only: Option<&str>, random: &mut Random) -> Map<String, Value> {
    let schema = (verb.request)();
    let needed = |name: &str| {
        schema
            .get("required")
            .and_then(Value::as_array)
            .is_some_and(|all| all.iter().any(|have| have == name))
    };
    let all = verb.parameters();
    // A job must fit the network.
    let needed = |name: &str| {
        needed(name)
            || (verb.name == "phases" && ["tensor", "pipeline"].contains(&name))
            || (verb.name == "ranks" && ["job", "effort"].contains(&name))
    };
    // Many exclude each other: with few at a time most sets are answered.
    let share = 2 + all.len() / 3;
    let mut out = Map::new();
    for (name, schema) in &all {
        let drawn = random.below(share) == 0;
        let chosen = needed(name) || only.map_or(drawn, |only| only == name);
        let value = value(verb, name, schema, random);
        if chosen {
            out.insert(name.clone(), value);
        }
    }
    out
}

fn run(words: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    command.args(words);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CROSSEDGE_THREADS", "CROSSEDGE_BUDGET", "TERM"] {
        command.env_remove(name);
    }
    command.output().expect("the program runs")
}

/// File name and size are reported by the program only.
fn without_file(mut answer: Value) -> Value {
    if let Value::Object(object) = &mut answer {
        ["file", "format", "bytes"].iter().for_each(|name| drop(object.remove(*name)));
    }
    answer
}

/// The networks of a set: none, one, or some.
fn networks(verb: &Verb, given: &Map<String, Value>, random: &mut Random) -> Vec<String> {
    let count = match verb.networks {
        Networks::None => 0,
        Networks::One => 1,
        Networks::Several if given.contains_key("endpoints") => 0,
        Networks::Several if given.contains_key("steps") || given.contains_key("sizes") => 1,
        Networks::Several => 1 + random.below(2),
    };
    (0..count).map(|_| NETWORKS[random.below(NETWORKS.len())].to_owned()).collect()
}

/// The numbers of one set.
fn random(verb: &Verb, set: u64) -> Random {
    let seed = verb.name.bytes().fold(set + 1, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    for _ in 0..4 {
        random.below(2);
    }
    random
}

/// Verbs whose files the library does not read.
const READS_FILES: [&str; 2] = ["check-tables", "check-wiring"];

#[test]
fn derived_command_lines_give_the_answer_of_the_library() {
    let (mut all, mut answered, mut refused) = (0, 0, 0);
    let mut wrong = Vec::new();
    for verb in VERBS.iter().filter(|verb| !READS_FILES.contains(&verb.name)) {
        let mut here = 0;
        // Random sets, and every parameter on its own.
        let names: Vec<String> = verb.parameters().keys().cloned().collect();
        let alone = names.iter().map(|name| (SETS, Some(name.as_str())));
        for (set, only) in (0..SETS).map(|set| (set, None)).chain(alone) {
            let mut random = random(verb, set);
            let given = parameters(verb, only, &mut random);
            let names = networks(verb, &given, &mut random);
            let nets: Vec<Topology> = names.iter().map(|name| name.parse().expect("a network")).collect();
            let given = Value::Object(given);
            let own = (verb.run)(&given, &nets, &Silent);
            let names: Vec<String> = nets.iter().map(Topology::to_string).collect();
            let Ok(mut words) = verb.command_line(&given, &names) else {
                assert!(own.is_err(), "{} {given}: without a command line there is no answer", verb.name);
                (all, refused) = (all + 1, refused + 1);
                continue;
            };
            let file: Option<PathBuf> = match verb.name {
                "draw" | "export" => {
                    let file = format!("crossedge-request-{}-{}.svg", verb.name, std::process::id());
                    Some(std::env::temp_dir().join(file))
                }
                _ => None,
            };
            let line = words.join(" ");
            if let Some(file) = &file {
                words.extend(["-o".to_owned(), file.display().to_string(), "--force".to_owned()]);
            }
            words.push("--json".to_owned());
            let output = run(&words);
            if let Some(file) = &file {
                let _ = std::fs::remove_file(file);
                let _ = std::fs::remove_file(format!("{}.prov.json", file.display()));
            }
            all += 1;
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            // A zero of no sign: a sum of no floats is -0.
            if String::from_utf8_lossy(&output.stdout).contains(": -0.0") {
                wrong.push(format!("{line}\n  has -0.0"));
            }
            match (own, serde_json::from_slice::<Value>(&output.stdout)) {
                (Ok(own), Ok(theirs)) => {
                    here += 1;
                    let own: Value = serde_json::from_str(&own.to_string()).expect("JSON");
                    if without_file(own) != without_file(theirs) {
                        wrong.push(format!("{line}\n  other answers; {given}"));
                    }
                }
                (Err(_), Err(_)) => {}
                (Ok(_), Err(_)) => wrong.push(format!("{line}\n  refused by the program: {said}")),
                (Err(own), Ok(_)) => {
                    wrong.push(format!("{line}\n  refused by the library: {}", own.message()));
                }
            }
        }
        let sets = SETS as usize + names.len();
        println!("{}: {here} of {sets} answered", verb.name);
        if here < sets / 4 {
            wrong.push(format!("{}: only {here} of {sets} sets are answered", verb.name));
        }
        answered += here;
    }
    println!("{answered} of {all} answered, {refused} without a command, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(answered * 3 > all * 2, "{answered} of {all} are answered");
}

/// Why the command that the explorer prints does not give the answer that it shows, by a shell.
#[cfg(feature = "explore")]
fn differs(shown: &Value, folder: &Path) -> Result<(), String> {
    let command = shown["command"].as_str().ok_or("there is no command")?;
    let program = PathBuf::from(env!("CARGO_BIN_EXE_crossedge"));
    let path = format!("{}:/usr/bin:/bin", program.parent().expect("a folder").display());
    let force = if command.contains(" -o ") { " --force" } else { "" };
    let mut shell = Command::new("sh");
    shell.current_dir(folder).env_clear().env("PATH", &path);
    let output = shell.arg("-c").arg(format!("{command}{force} --json")).output().expect("a shell");
    let Ok(theirs) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Err(format!("{command}\n  is refused: {}", String::from_utf8_lossy(&output.stderr)));
    };
    // A file that is shown is the file that is written.
    for (key, file) in [("svg", Some("network.svg")), ("text", shown["name"].as_str())] {
        if let (Some(text), Some(file)) = (shown[key].as_str(), file)
            && std::fs::read_to_string(folder.join(file)).ok().as_deref() != Some(text)
        {
            return Err(format!("{command}\n  writes another file"));
        }
    }
    let own: Value = serde_json::from_str(&shown["answer"].to_string()).expect("JSON");
    let mut theirs = without_file(theirs);
    // The answer to `export` has no head here.
    if own.get("command").is_none() {
        theirs = json!({ "links": theirs["links"] });
    }
    if without_file(own) == theirs { Ok(()) } else { Err(format!("{command}\n  gives another answer")) }
}

/// The command that the explorer and the tools of assistants print gives the answer that they show.
#[cfg(feature = "explore")]
#[test]
fn printed_commands_give_the_answer_that_is_shown() {
    use crossedge_web::internals::{answer_page, of_the_library};
    let folder = std::env::temp_dir().join(format!("crossedge-printed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut sets: Vec<(&str, Map<String, Value>)> = Vec::new();
    for verb in of_the_library().filter_map(Verb::find) {
        for set in SETS..2 * SETS {
            let mut random = random(verb, set);
            let mut given = parameters(verb, None, &mut random);
            let expr = NETWORKS[random.below(NETWORKS.len())];
            match verb.networks {
                Networks::None => None,
                Networks::Several if verb.name != "collective" => {
                    given.insert("exprs".to_owned(), json!([expr, "ring(5)"]))
                }
                _ => given.insert("expr".to_owned(), expr.into()),
            };
            sets.push((verb.name, given));
        }
    }
    // A campaign is no request of the library.
    for (expr, seed) in [("torus(3,4)", 0), ("ring(12)", 7), ("fattree(4)", 3)] {
        let given = json!({ "expr": expr, "rates": "0.1,0.2", "trials": 20, "seed": seed });
        sets.push(("survival", given.as_object().cloned().unwrap_or_default()));
    }
    let (mut answered, mut wrong) = (0, Vec::new());
    for (name, given) in &sets {
        // Rejected requests have no command.
        let Ok(shown) = answer_page(name, given.clone()) else { continue };
        answered += 1;
        if let Err(why) = differs(&shown, &folder) {
            wrong.push(format!("{name} {given:?}: {why}"));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    let all = sets.len();
    println!("{answered} of {all} answered, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(answered * 3 > all * 2, "{answered} of {all} are answered");
}

/// Options of the program that are no parameters: how an answer is shown, and files.
const NO_PARAMETERS: [&str; 30] = [
    "exact",
    "endpoints",
    "help",
    "version",
    "color",
    "threads",
    "quiet",
    "json",
    "format",
    "output",
    "force",
    "theme",
    "table",
    "chart",
    "resume",
    "stream",
    "time",
    "explain",
    "prices",
    "cables",
    "plan",
    "plot",
    "trace",
    "export",
    "certificate",
    "schedule",
    "layout",
    "expr",
    "exprs",
    "words",
];

/// Options that the program has next to a parameter: older spellings, text that only people read, and what belongs to a campaign or to a file.
const MORE_OPTIONS: [(&str, &[&str]); 10] = [
    // It writes another expression.
    ("deadlock", &["faults"]),
    ("load", &["by", "hot"]),
    ("route", &["ports"]),
    ("ranks", &["host-names", "chart"]),
    ("draw", &["dead-node", "dead-link"]),
    ("show", &["certificates", "force"]),
    ("verify", &["kind", "root", "independent"]),
    (
        "fault",
        &[
            "dead-nodes",
            "dead-links",
            "rates",
            "counts",
            "links",
            "switches",
            "endpoints",
            "trials",
            "pairs",
            "seed",
            "diameter",
            "journal",
        ],
    ),
    ("collective", &[]),
    ("lint", &["fail-on", "config", "baseline", "sarif", "html"]),
];

#[test]
fn every_parameter_is_an_option_and_every_option_a_parameter() {
    let arguments: Value = serde_json::from_slice(&run(&["arguments".to_owned()]).stdout).expect("JSON");
    let commands = arguments["program"]["verbs"].as_array().expect("verbs");
    for verb in VERBS {
        let command = commands.iter().find(|have| have["name"] == verb.command).expect("a command");
        let options = command["arguments"].as_array().expect("arguments");
        let spellings = |option: &Value| -> Vec<String> {
            let long = option["long"].as_str().or(option["name"].as_str()).unwrap_or_default();
            let aliases = option["aliases"].as_array().into_iter().flatten().filter_map(Value::as_str);
            std::iter::once(long).chain(aliases).map(str::to_owned).collect()
        };
        let known: Vec<String> = verb.parameters().keys().map(|name| name.replace('_', "-")).collect();
        for name in &known {
            let there = options.iter().any(|option| {
                let positional = option["positional"] == true;
                spellings(option).contains(name) && positional == verb.positional.contains(&name.as_str())
            });
            // The collective follows the networks, in one list of arguments.
            assert!(
                there || (verb.name, name.as_str()) == ("collective", "kind"),
                "{}: --{name} is missing",
                verb.name
            );
        }
        let more =
            MORE_OPTIONS.iter().find(|(command, _)| *command == verb.command).map_or(&[][..], |more| more.1);
        // Commands that verbs share have the options of all of them.
        let siblings = VERBS.iter().filter(|other| other.command == verb.command);
        let all: Vec<String> = siblings
            .flat_map(|verb| verb.parameters().into_iter().map(|(name, _)| name.replace('_', "-")))
            .collect();
        for option in options {
            let names = spellings(option);
            let is = |list: &[&str]| names.iter().any(|name| list.contains(&name.as_str()));
            assert!(
                is(&NO_PARAMETERS) || is(more) || names.iter().any(|name| all.contains(name)),
                "{}: {names:?} is no parameter",
                verb.name
            );
        }
    }
}
