//! Pictures: those in the documentation are made again by the commands next to them, byte for byte; every form can be made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn crossedge(args: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crossedge")).args(args).output().expect("the program runs")
}

/// A folder of its own that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("crossedge-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Splits a command line; double quotes keep spaces.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let word = |(i, part): (usize, &str)| match i % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    };
    parts.flat_map(word).collect()
}

#[test]
fn pictures_in_the_documentation_are_what_their_commands_make() {
    let folder = Folder::new("pictures");
    let text = fs::read_to_string(root().join("docs/PICTURES.md")).expect("docs/PICTURES.md");
    let mut made = 0;
    for line in text.lines().filter(|line| line.starts_with("crossedge draw ")) {
        let mut args = words(line).split_off(1);
        let shown = args.last().expect("a file").clone();
        let fresh = folder.file("fresh.svg");
        *args.last_mut().expect("a file") = fresh.clone();
        let output = crossedge(&args);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let (new, old) = (fs::read(&fresh).expect("a picture"), fs::read(root().join(&shown)).expect(&shown));
        assert!(
            new == old,
            "{shown} is not what its command makes; run it with --force and look at the picture"
        );
        assert!(old.len() < 400_000, "{shown} has {} bytes", old.len());
        assert!(text.contains(&format!("]({})", shown.trim_start_matches("docs/"))), "{shown} is not shown");
        fs::remove_file(fresh).expect("the picture goes");
        made += 1;
    }
    assert!(made >= 14, "only {made} pictures");
}

#[test]
fn every_form_can_be_made() {
    let folder = Folder::new("forms");
    let draw = |file: &str, more: &[&str]| {
        let mut args: Vec<String> = ["draw", "rdn(ring(3), 1)", "-o", file].map(str::to_owned).to_vec();
        args.extend(more.iter().map(|m| (*m).to_owned()));
        crossedge(&args)
    };
    let png = folder.file("x.png");
    assert!(draw(&png, &["--theme", "dark"]).status.success());
    assert!(fs::read(&png).expect("a picture").starts_with(b"\x89PNG"));
    assert_eq!(draw(&png, &[]).status.code(), Some(3), "an old file stays");
    let html = folder.file("x.html");
    assert!(draw(&html, &["--broadcast", "0"]).status.success());
    let page = fs::read_to_string(&html).expect("a page");
    for outside in ["src=", "@import", "url(", "https:"] {
        assert!(!page.contains(outside), "the page asks for {outside}");
    }
    assert!(page.contains("data-step=\"6\"") && page.contains("prefers-color-scheme"));
    assert_eq!(draw(&folder.file("x.gif"), &[]).status.code(), Some(2));
    // Networks too large for their layout are drawn as a matrix, unless the layout is requested.
    let large = |file: &str, more: &[&str]| {
        let mut args = ["draw", "torus(100,100)", "-o", &folder.file(file)].map(str::to_owned).to_vec();
        args.extend(more.iter().map(|m| (*m).to_owned()));
        crossedge(&args).status.code()
    };
    assert_eq!(large("y.svg", &[]), Some(0));
    assert!(fs::metadata(folder.file("y.svg")).expect("a picture").len() < 100_000);
    assert_eq!(large("z.svg", &["--view", "layout"]), Some(4));
    let (printed, tikz) = (folder.file("x.pdf"), folder.file("x.tex"));
    assert!(draw(&printed, &["--size", "84mm", "--font-size", "7"]).status.success());
    let bytes = fs::read(&printed).expect("a page");
    assert!(
        bytes.starts_with(b"%PDF-1.5") && String::from_utf8_lossy(&bytes).contains("MediaBox[0 0 238.11 ")
    );
    assert!(draw(&tikz, &["--disjoint", "0", "17", "--title", "a_b & c"]).status.success());
    let tikz = fs::read_to_string(&tikz).expect("a picture");
    assert!(
        tikz.contains("\\begin{tikzpicture}")
            && tikz.contains("a\\_b \\& c")
            && tikz.ends_with("\\end{tikzpicture}\n")
    );
}

#[test]
fn a_step_shows_all_earlier_steps() {
    let folder = Folder::new("steps");
    let count = |step: &str| {
        let file = folder.file(&format!("{step}.svg"));
        let args = ["draw", "rdn(ring(3), 1)", "--broadcast", "0", "--step", step, "--force", "-o", &file]
            .map(str::to_owned);
        assert!(crossedge(&args).status.success());
        fs::read_to_string(file).expect("a picture").matches("<path").count()
    };
    // One link of the base is used in the first step, and all 17 sends are there in the last.
    assert_eq!(count("6") - count("0"), 17);
    assert_eq!(count("1") - count("0"), 1);
}

#[test]
fn charts_are_drawn_in_both_forms() {
    let folder = Folder::new("charts");
    let run = |args: &[&str]| crossedge(&args.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>());
    let (svg, png) = (folder.file("x.svg"), folder.file("x.png"));
    assert!(run(&["plot", "histogram", "rdn(ring(3), 2)", "hypercube(9)", "-o", &svg]).status.success());
    let text = fs::read_to_string(&svg).expect("a chart");
    assert!(text.contains("<svg") && text.contains("rdn(ring(3), 2)") && text.contains("hypercube(9)"));
    let told = run(&["plot", "cost", "rdn(ring(3), 2)", "--theme", "dark", "--json", "-o", &png]);
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).expect("JSON");
    let bytes = fs::read(&png).expect("a chart");
    assert!(bytes.starts_with(b"\x89PNG"));
    assert_eq!(told["bytes"], bytes.len());
}

#[test]
fn a_report_is_one_page() {
    let folder = Folder::new("report");
    let file = folder.file("report.html");
    let args = ["report", "rdn(torus(5,5), 2)", "dual(ring(4))", "--json", "-o", &file].map(str::to_owned);
    let output = crossedge(&args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(&file).expect("a page");
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    for outside in ["src=", "@import", "https:"] {
        assert!(!page.contains(outside), "the page asks for {outside}");
    }
    assert_eq!(page.matches("url(").count(), page.matches("url(#").count(), "the page asks for a file");
    for part in [
        "Metrics",
        "Picture",
        "A route",
        "Collectives",
        "Networks of similar size",
        "Distances",
        "Cost ratio",
    ] {
        assert!(page.contains(&format!("<h2>{part}</h2>")), "{part} is missing");
    }
    for other in ["torus(146", "hypercube(22)", "dragonfly(", "slimfly(", "jellyfish("] {
        assert!(page.contains(other), "{other} is missing");
    }
}
