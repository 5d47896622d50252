//! Tables in every form: they fit the terminal without a broken word, and other programs read them.

use crate::help::shell_words;
use std::collections::BTreeSet;
use std::process::Command;

/// A command with a table for each verb that has one.
const COMMANDS: &[&[&str]] = &[
    &["list"],
    &["show", "rdn(ring(3), 2)"],
    &["show", "hdn(torus(2,3), [{1}])"],
    &["show", "ring(5)", "--figure", "histogram"],
    &["compare", "rdn(ring(3), 2)", "torus(24,27)", "hypercube(9)", "dragonfly(8,4)"],
    &[
        "compare",
        "ring(64)",
        "hypercube(6)",
        "--columns",
        "links,connectivity,moore_bound",
        "--sort",
        "links",
    ],
    &["node", "dual(ring(3))", "(0,2,1)"],
    &["route", "rdn(ring(3), 2)", "0", "647"],
    &["deadlock", "torus(5,5)"],
    &["deadlock", "torus(5,5)", "--routing", "minimal", "--vcs", "1"],
    &["load", "rdn(ring(3), 2)"],
    &["collective", "torus(4,4)", "allreduce", "--algorithm", "all"],
    &["collective", "torus(4,4)", "hypercube(4)", "dualcube(3)", "allreduce", "--bandwidth", "400Gbit/s"],
    &["collective", "dual(ring(3))", "broadcast", "--sizes"],
    &["disjoint", "rdn(ring(3), 2)", "0", "647"],
    &["fault", "rdn(ring(3), 1)", "--rates", "0.01,0.1", "--trials", "10"],
    &["papers", "RDN", "--claim", "diameter"],
];

/// The output of a command, at a width of this many columns.
fn run(args: &[&str], more: &[&str], columns: Option<usize>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    command.args(args).args(more).env_remove("COLUMNS").env_remove("CLICOLOR_FORCE");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns.to_string());
    }
    let output = command.output().expect("the program runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {code:?} {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split_whitespace().filter(|word| !word.starts_with('─')).collect()
}

/// A command at all widths against the same without a width.
fn fits(args: &[&str]) {
    let whole = run(args, &[], None);
    let (lines, known): (BTreeSet<&str>, BTreeSet<&str>) = (whole.lines().collect(), words(&whole));
    let longest = known.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    for columns in [60, 80, 120, 200] {
        let text = run(args, &[], Some(columns));
        let broken: Vec<&str> = words(&text).difference(&known).copied().collect();
        assert!(broken.is_empty(), "{args:?} at {columns}: {broken:?}\n{text}");
        // Lines around a table keep their length; so does a cell that cannot be wrapped.
        for line in text.lines().filter(|line| !lines.contains(line) && longest < columns / 2) {
            assert!(line.chars().count() <= columns, "{args:?} at {columns}: {line}");
        }
    }
}

/// Piped tables have at most 120 columns, unless `COLUMNS` changes that.
#[test]
fn piped_tables_have_at_most_120_columns() {
    let longest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let args = ["compare", "rdn(ring(3), 2)", "torus(24,27)", "hypercube(9)", "dragonfly(8,4)", "fattree(8)"];
    assert!(longest(&run(&args, &[], None)) <= 120);
    assert!(longest(&run(&args, &[], Some(0))) > 120, "no limit");
}

/// Tables shorten the evidence, `--explain` and JSON do not.
#[test]
fn evidence_is_complete_on_demand() {
    let args = ["show", "rdn(ring(3), 2)", "--metric", "connectivity"];
    let (short, full) = (run(&args, &[], Some(0)), run(&args, &["--explain"], Some(0)));
    let (reason, rest) = ("proved: Mader 1970: vertex-transitive", "rotations of the ring");
    let ids = "proved: dual-vertex-transitive, elementary-symmetry, mader-connectivity";
    assert!(short.contains(ids) && short.contains("--explain") && !short.contains(rest), "{short}");
    assert!(full.contains(reason) && full.contains(rest) && !full.contains('…'), "{full}");
    assert!(run(&args, &["--json"], None).contains(rest));
}

#[test]
fn every_table_fits_without_a_broken_word() {
    COMMANDS.iter().for_each(|args| fits(args));
}

/// Every command of the transcripts that prints tables.
#[test]
#[ignore = "takes a minute"]
fn heavy_every_table_of_the_transcripts_fits() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("transcripts") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a transcript");
        for (line, next) in text.lines().zip(text.lines().skip(1)) {
            let Some(command) = line.strip_prefix("$ crossedge ") else { continue };
            let words = shell_words(command);
            let verbs: BTreeSet<&str> = COMMANDS.iter().map(|command| command[0]).collect();
            let plain = verbs.contains(words[0].as_str()) && !["? 2", "? 3", "? 4"].contains(&next);
            if plain
                && !words
                    .iter()
                    .any(|word| ["--json", "-o", "--help", "-", "--trace", "--plot"].contains(&&**word))
            {
                fits(&words.iter().map(String::as_str).collect::<Vec<_>>());
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
}

/// The rows of a text in CSV.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => field.push(chars.next().expect("seen")),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    assert!(field.is_empty() && row.is_empty() && !quoted, "{text}");
    rows
}

#[test]
fn every_table_has_every_form() {
    for args in COMMANDS {
        let rows = csv(&run(args, &["--format", "csv"], Some(60)));
        let width = rows[0].len();
        assert!(rows.len() > 1 && rows.iter().all(|row| row.len() == width), "{args:?}: {rows:?}");
        let named: BTreeSet<&String> = rows[0].iter().collect();
        assert!(named.len() == width && !named.iter().any(|name| name.is_empty()), "{args:?}: {named:?}");
        let md = run(args, &["--format", "md"], Some(60));
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        let table: Vec<&str> = md.lines().filter(|line| line.starts_with('|')).collect();
        assert!(table.len() > 2 && table.iter().all(|line| bars(line) == bars(table[0])), "{args:?}: {md}");
        let tex = run(args, &["--format", "tex"], Some(60));
        assert_eq!(
            tex.matches("\\begin{tabular}").count(),
            tex.matches("\\end{tabular}").count(),
            "{args:?}"
        );
        assert!(tex.contains("\\begin{tabular}"), "{args:?}: {tex}");
        let json = run(args, &["--format", "json"], None);
        assert_eq!(json, run(args, &["--json"], None), "--json is short for it");
    }
}

#[test]
fn csv_has_plain_numbers() {
    let rows = csv(&run(&["compare", "rdn(ring(3), 2)", "hypercube(21)"], &["--format", "csv"], None));
    let at = |row: usize, name: &str| {
        let column = rows[0].iter().position(|head| head == name).unwrap_or_else(|| panic!("{name}"));
        rows[row][column].as_str()
    };
    assert_eq!((at(1, "network"), at(1, "nodes"), at(1, "links")), ("rdn(ring(3), 2)", "648", "1296"));
    assert_eq!((at(1, "diameter"), at(1, "diameter_known")), ("10", "proved"));
    let ends = (at(1, "bisection"), at(1, "bisection_at_least"), at(1, "bisection_at_most"));
    assert_eq!(ends, ("", "70", "90"), "lower and upper bound");
    assert_eq!((at(2, "nodes"), at(2, "bisection")), ("2097152", "1048576"));
    // The distribution of distances.
    let rows = csv(&run(&["show", "ring(5)", "--histogram"], &["--format", "csv"], None));
    assert_eq!(rows, [["distance", "pairs"], ["0", "5"], ["1", "10"], ["2", "10"]]);
    // In order.
    let sorted =
        ["compare", "ring(64)", "hypercube(6)", "torus(8,8)", "--columns", "diameter", "--sort", "diameter"];
    let names = |more: &[&str]| -> Vec<String> {
        csv(&run(&sorted, more, None)).into_iter().skip(1).map(|row| row[0].clone()).collect()
    };
    assert_eq!(names(&["--format", "csv"]), ["hypercube(6)", "torus(8,8)", "ring(64)"]);
    assert_eq!(names(&["--format", "csv", "--descending"]), ["ring(64)", "torus(8,8)", "hypercube(6)"]);
}

#[test]
fn colours_highlight_and_can_be_turned_off() {
    let args = ["compare", "ring(64)", "hypercube(6)"];
    let coloured = run(&args, &["--color", "always"], None);
    assert!(coloured.contains("\u{1b}[32m6\u{1b}[0m"), "the smaller diameter: {coloured:?}");
    assert!(!run(&args, &[], None).contains('\u{1b}'), "a pipe has no colours");
    let load = ["load", "rdn(ring(3), 2)", "--color", "always"];
    assert!(run(&load, &[], None).contains("\u{1b}[33m← bottleneck"));
    assert!(!run(&load, &["--format", "csv"], None).contains('\u{1b}'), "other programs get none");
}
