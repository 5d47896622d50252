//! `crossedge papers`: exit codes, and a page that needs nothing else.

use std::process::{Command, Output};

fn crossedge(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crossedge")).args(args).output().expect("the program runs")
}

#[test]
fn a_changed_verdict_ends_with_1_and_a_wrong_file_with_2() {
    let folder = std::env::temp_dir().join(format!("crossedge-papers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, more: &str| {
        let path = folder.join(name);
        let text = format!(
            "name = \"X\"\ncite = \"Y\"\n[[claim]]\nid = \"x\"\nplace = \"Theorem 1\"\nsays = \"a ring of 5 has diameter 3\"\n{more}"
        );
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let check = "[[claim.check]]\nkind = \"figure\"\nwhat = \"diameter\"\ncase = [{ expr = \"ring(5)\", paper = 3 }]\n";
    let cases = [
        (write("right.toml", &format!("verdict = \"false\"\n{check}")), 0),
        (write("wrong.toml", &format!("verdict = \"holds\"\n{check}")), 1),
        (write("key.toml", &format!("verdict = \"false\"\ncolour = 1\n{check}")), 2),
        (write("expr.toml", &format!("verdict = \"false\"\n{}", check.replace("ring(5)", "rng(5)"))), 2),
        (folder.join("nowhere.toml").display().to_string(), 3),
    ];
    for (path, code) in cases {
        let output = crossedge(&["papers", "--file", &path]);
        assert_eq!(output.status.code(), Some(code), "{path}: {}", String::from_utf8_lossy(&output.stderr));
    }
    std::fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn the_page_needs_nothing_else() {
    let output = crossedge(&["papers", "HAM", "--format", "html"]);
    let page = String::from_utf8(output.stdout).expect("text");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "the page asks for {outside}");
    }
    assert!(page.contains("Corollary 1") && page.contains("class=\"v false\""));
}
