//! Wrong expressions, one per file in `examples/errors`, and the complete message of each, in the file with extension `.txt`.
//!
//! The comment at the head of a file has the error, the exit code of the program, and the stage that rejects it:
//! `elaborate`, `network`, or `node ADDRESS`. After a change of messages, `BLESS=1 cargo nextest run --test errors` writes the
//! new ones, to be reviewed before they are committed.

use crate::common::load;
use crossedge::expr::{Class, Error, parse};
use crossedge::net::{ENTRIES, elaborate, parse_address, to_network};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/errors")
}

/// The stems of all files with this extension.
fn named(ending: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder()).expect("examples/errors");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("plain names"));
    names.filter_map(|name| name.strip_suffix(ending).map(str::to_owned)).collect()
}

/// The value of a line `# key: value`.
fn head<'a>(name: &str, text: &'a str, key: &str) -> &'a str {
    let start = format!("# {key}: ");
    text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("{name} has no {key}"))
}

/// The error of a text at a stage, and the text that its place counts in.
fn refusal(name: &str, text: &str, stage: &str) -> (Error, String) {
    let here = |error| (error, text.to_owned());
    let expr = parse(text).unwrap_or_else(|e| panic!("{name} does not parse: {e}"));
    let shape = match elaborate(&expr, &load) {
        Err(error) if stage == "elaborate" => return here(error),
        other => other.unwrap_or_else(|e| panic!("{name} has no shape: {e}")),
    };
    let net = match to_network(&expr, shape.as_ref(), &load) {
        Err(error) if stage == "network" => return here(error),
        other => other.unwrap_or_else(|e| panic!("{name} has no network: {e}")),
    };
    let address = stage.strip_prefix("node ").unwrap_or_else(|| panic!("{name} builds"));
    match parse_address(net.as_ref(), address) {
        Ok(node) => panic!("{name}: {address} is {node:?}"),
        Err(error) => (error, address.to_owned()),
    }
}

#[test]
fn messages_word_for_word() {
    let names = named(".net");
    assert!(names.len() >= 30, "only {} wrong expressions", names.len());
    assert_eq!(names, named(".txt"), "every expression has its message");
    let mut wrong = Vec::new();
    for name in &names {
        let text = fs::read_to_string(folder().join(format!("{name}.net"))).expect(name);
        let (error, source) = refusal(name, &text, head(name, &text, "stage"));
        let code = match error.class {
            Class::Usage => "2",
            Class::Input => "3",
            Class::Limit => "4",
        };
        assert_eq!(code, head(name, &text, "exit code"), "{name}");
        assert!(error.help.is_some(), "{name} has no help: {error}");
        let told = error.render(&source, false) + "\n";
        let file = folder().join(format!("{name}.txt"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, &told).expect(name);
        }
        let wanted = fs::read_to_string(&file).expect(name);
        if told != wanted {
            wrong.push(format!("{name}\n--- wanted\n{wanted}--- found\n{told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The suggestion of `try …` must build, and the next larger one must not.
#[test]
fn the_size_that_is_named_is_the_largest() {
    for (text, named) in [
        ("rdn(ring(3), 7)", "rdn(ring(3), 4)"),
        ("hypercube(64)", "hypercube(63)"),
        ("hypercube(1000000000000)", "hypercube(131071)"),
        ("complete(5000000000)", "complete(4294967296)"),
        ("ccc(60)", "ccc(58)"),
        ("jellyfish(60000,3,1) ^ 30", "jellyfish(60000,3,1) ^ 4"),
        ("jellyfish(999999999,4,1)", "jellyfish(16777216,4,1)"),
        ("jellyfish(999999998,3,1)", "jellyfish(22369620,3,1)"),
        ("slimfly(1009)", "slimfly(277)"),
        ("graph([[0,1],[1,2]]) ^ 60", "graph([[0,1],[1,2]]) ^ 40"),
        ("re(ring(4), ring(3), 60)", "re(ring(4), ring(3), 31)"),
        ("re(complete(5000), ring(3), 2)", "re(complete(512), ring(3), 2)"),
        ("hdn(torus(2,3,5), [{1}, {1}, {1}, {1}, {1}, {1}])", "hdn(torus(2,3,5), [{1}, {1}, {1}])"),
        ("ring(9) * ring(9999999999) * ring(9999999999)", "ring(9) * ring(9999999999) * ring(204963823)"),
        ("torus(99999999999,99999999999,99999999999)", "torus(99999999999)"),
        ("debruijn(2,30)", "debruijn(2,24)"),
    ] {
        let expr = parse(text).expect(text);
        let error = match elaborate(&expr, &load) {
            Ok(shape) => to_network(&expr, shape.as_ref(), &load).map(|_| ()).expect_err(text),
            Err(error) => error,
        };
        let help = error.help.expect(text);
        assert!(help.contains(&format!("try {named} (")), "{text}: {help}");
        let smaller = parse(named).and_then(|expr| elaborate(&expr, &load)).expect(named);
        assert!(text.starts_with("hypercube(1000") || smaller.check().is_ok(), "{named}");
    }
}

/// `check` foretells `network`, on every example of the catalog and on sizes at the limits.
#[test]
fn checks_agree_with_building() {
    let limits = [
        "hypercube(63)",
        "hypercube(64)",
        "complete(4294967296)",
        "complete(4294967297)",
        "star(4294967296) * ring(3)",
        "wk(4294967296,1)",
        "wk(4294967296,2)",
        "wk(65535,4)",
        "dual(ring(3037000499))",
        "dual(ring(3037000500))",
        "dual(complete(4294967296))",
        "dual(debruijn(2,30))",
        "hdn(torus(2,3) * complete(4294967296), [{1}])",
        "debruijn(2,40) * ring(3)",
        "slimfly(1009)",
    ];
    for text in ENTRIES.iter().flat_map(|entry| entry.examples).chain(&limits) {
        let shape = parse(text).and_then(|expr| elaborate(&expr, &load)).expect(text);
        let built = shape.network().map(|net| net.nodes());
        assert_eq!(shape.check(), built, "{text}");
    }
}

/// Every text gives its shape or an error soon. A second and a half of work is the limit; the test allows for slow machines.
#[test]
fn any_text_has_its_answer_soon() {
    let repeated = |part: &str, sign: &str, times: usize| vec![part; times].join(sign);
    let mut texts: Vec<String> = [
        "path(3) ^ 1023",
        "star(1000) ^ 1000 * path(3) ^ 20",
        "(path(3) * star(5) * mesh(3,3,3)) ^ 100",
        "ring(1) ^ 131072",
        "(ring(1) ^ 362) ^ 362",
        "((((ring(2) ^ 9) ^ 9) ^ 9) ^ 9) ^ 9",
        "ccc(4096)",
        "wk(2,100000)",
        "wk(1,131072)",
        "rdn(complete(1), 18446744073709551615)",
        "hdn(hypercube(60000), [{1,2,3}])",
        "jellyfish(1000000,1000,1) ^ 5",
        "debruijn(2,25) * kautz(2,25) * slimfly(1048573)",
        "graph([[0,67108863]]) ^ 100",
        "graph([], nodes=67108864) ^ 1000",
        "re(complete(1000), complete(1000), 3)",
        "re(complete(1000), complete(1000), 3, policy=degree)",
        "re(complete(1000), complete(1001), 1, policy=aligned)",
        "re(complete(999), complete(1000), 1, policy=aligned)",
        "re(ring(1000000), ring(1000000), 4096)",
        "re(ring(1000000), ring(4), 4096, policy=degree)",
        "re(path(3), ring(1), 4096)",
        "re(star(1000), ring(1), 1000)",
        "re(star(100000), ring(200000), 2, policy=degree)",
        "re(star(100000), ring(200000), 2, policy=aligned)",
        "re(jellyfish(60000,4,1), jellyfish(60000,4,1), 2, policy=aligned)",
        "re(debruijn(2,19), kautz(2,18), 3, policy=degree)",
        "re(hypercube(17), hypercube(17), 100, policy=aligned)",
        "re(torus(3,4,5,6), ring(100), 50, policy=aligned)",
        "slimfly(1048576)",
        "slimfly(1048575)",
        "kautz(9223372036854775807,2000)",
        "jellyfish(18446744073709551615,18446744073709551614,0)",
    ]
    .map(str::to_owned)
    .into();
    texts.push(repeated("ring(3)", "*", 80_000));
    texts.push(repeated("path(3)^1000", "*", 20_000));
    texts.push(repeated("ring(1)^100000", "*", 20_000));
    texts.push(format!("torus({})", repeated("2", ",", 100_000)));
    texts.push(format!("mesh({})", repeated("3", ",", 1000)));
    texts.push(format!("re([{}], ring(3))", repeated("complete(1000)", ",", 4000)));
    texts.push(format!("re([{}], ring(3))", repeated("ring(2)", ",", 100_000)));
    texts.push(format!(
        "graph([{}])",
        (0..80_000).map(|i| format!("[0,{}]", i + 1)).collect::<Vec<_>>().join(",")
    ));
    let pivots = (0..100_000).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    texts.push(format!("re(star(1000), complete(1000) * complete(100), 1, pivots=[[{pivots}]])"));
    let mut nested = "ring(3)".to_owned();
    for _ in 0..95 {
        nested = format!("re(ring(2),{nested},0)");
    }
    texts.push(nested);
    let mut slow = Vec::new();
    for text in texts {
        let name: String = text.chars().take(60).collect();
        let start = Instant::now();
        let expr = parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        match elaborate(&expr, &load) {
            Ok(shape) => {
                if let Err(why) = shape.check() {
                    assert!(to_network(&expr, shape.as_ref(), &load).is_err(), "{name}: {why:?}");
                }
            }
            Err(error) => assert!(error.help.is_some(), "{name}: {error}"),
        }
        let took = start.elapsed();
        eprintln!("{took:>10.2?}  {name}");
        if took > Duration::from_secs(20) {
            slow.push(format!("{took:.1?} {name}"));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
