//! Rows of the third audit on files of networks and fabrics: roles survive, and what is not compared is refused.

use super::files::{code, folder, run, told};
use std::fs;
use std::path::Path;

fn text(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = run(folder, args);
    (code(&output), String::from_utf8_lossy(&output.stdout).into_owned() + &told(&output))
}

/// Machines of several constructions come back from every format that keeps roles with the same endpoints, switches and distances.
#[test]
fn finding_w1_roles_survive_a_round_trip() {
    let folder = folder("finding-w1");
    for (number, expression) in
        ["fattree(4)", "hosts(dragonfly(4,2), 2)", "bcube(3,2)", "clos(4,4,2)", "switch(5)", "torus(3,4)"]
            .iter()
            .enumerate()
    {
        let direct = expression.starts_with("torus");
        let metrics = if direct { "diameter,mean_distance" } else { "diameter,mean_distance,radix,cables" };
        let json = |of: &str| {
            let output = run(&folder, &["show", of, "--figure", metrics, "--json"]);
            assert_eq!(code(&output), Some(0), "{of}: {}", told(&output));
            let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let names: Vec<&str> = metrics.split(',').collect();
            let number = |name: &&str| value[*name]["value"].to_string();
            let numbers: Vec<String> = names.iter().map(number).collect();
            assert!(!numbers.contains(&"null".to_owned()), "{of}: {value}");
            numbers
        };
        let theta = |of: &str| {
            let output = run(&folder, &["throughput", of, "--json"]);
            let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert!(!value["endpoints"].is_null() && !value["upper"].is_null(), "{of}: {value}");
            [value["endpoints"].to_string(), value["upper"].to_string()]
        };
        for suffix in ["graphml", "csv"] {
            let file = format!("x{number}.{suffix}");
            assert_eq!(code(&run(&folder, &["export", expression, "-o", &file])), Some(0));
            assert_eq!(json(&file), json(expression), "{expression} in {file}");
            assert_eq!(theta(&file), theta(expression), "{expression} in {file}");
        }
    }
}

/// Widths are read back from every format that has them; for edge lists, the loss is reported.
#[test]
fn finding_w1_widths_are_read_back_and_losses_are_announced() {
    let folder = folder("finding-w1-widths");
    let wide = "width(clos(4,4,2), \"level 2\", 3)";
    let theta = |of: &str| {
        let output = run(&folder, &["throughput", of, "--json"]);
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        ["lower", "upper", "endpoints"].map(|key| value[key].to_string())
    };
    let counts = |of: &str| {
        let metrics = "endpoints,switches,radix,cables,ports_per_endpoint,diameter,mean_distance";
        let output = run(&folder, &["show", of, "--figure", metrics, "--json"]);
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        metrics.split(',').map(|name| value[name]["value"].to_string()).collect::<Vec<_>>()
    };
    assert!(theta(wide)[0].contains('1'), "{:?}", theta(wide));
    for file in ["w.graphml", "w.csv", "w.edges", "w.json", "w.mtx", "w.ibnet", "w.clab.yml"] {
        assert_eq!(code(&run(&folder, &["export", wide, "-o", file])), Some(0));
        assert_eq!(theta(file), theta(wide), "{file}");
        assert_eq!(counts(file), counts(wide), "{file}");
    }
    let (status, said) = text(&folder, &["export", wide, "-o", "topology.conf"]);
    assert_eq!(status, Some(0));
    assert!(said.contains("the file keeps no widths"), "{said}");
    let (_, said) = text(&folder, &["export", "torus(3,3)", "-o", "t.edges"]);
    assert!(!said.contains("keeps no"), "{said}");
}

/// Plans with trunks, files with widths and dumps with a slow cable are refused, never "as planned".
#[test]
fn finding_w3_widths_and_rates_are_never_passed_over() {
    let folder = folder("finding-w3");
    let wide = "width(clos(2,3,2), \"level 2\", 2)";
    assert_eq!(code(&run(&folder, &["export", wide, "--to", "cables", "-o", "wide.csv"])), Some(0));
    let (status, said) = text(&folder, &["check-wiring", wide, "wide.csv"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("has links of width 2"), "{said}");
    let plan = "clos(2,3,2)";
    let (status, said) = text(&folder, &["check-wiring", plan, "wide.csv"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("the cable has width 2"), "{said}");
    assert_eq!(code(&run(&folder, &["export", plan, "--to", "infiniband", "-o", "x.ibnet"])), Some(0));
    let dump = fs::read_to_string(folder.join("x.ibnet")).expect("text");
    assert_eq!(code(&run(&folder, &["check-wiring", plan, "x.ibnet"])), Some(0));
    // Every port of the dump in turn: a slow cable is reported by both of its ends, a damaged line by one.
    for (at, _) in dump.match_indices("4xHDR") {
        let slow = format!("{}1xSDR{}", &dump[..at], &dump[at + 5..]);
        fs::write(folder.join("slow.ibnet"), slow).expect("writable");
        let (status, said) = text(&folder, &["check-wiring", plan, "slow.ibnet"]);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("as planned") && said.contains("others like it at 4xHDR"), "{said}");
        assert_eq!(said.matches("runs at").count(), 1, "{said}");
    }
}

/// Cells that are no numbers are refused with their line.
#[test]
fn finding_r17_cells_that_are_not_numbers_are_refused() {
    let folder = folder("finding-r17");
    let header = "Cable,A-Node,A-Port,Z-Node,Z-Port,Width,A-Rack,A-Unit\n1,0,0,1,0,1,r1,4\n";
    for (row, wanted) in [
        ("2,1,1t,2,0,1,r1,5", "line 3: A-Port is a whole number from 0, found \"1t\""),
        ("2,1,1,2,1t,1,r1,5", "line 3: Z-Port is a whole number from 0, found \"1t\""),
        ("2,1,1,2,0,:z+1,r1,5", "line 3: Width is a whole number from 1 to 1048576, found \":z+1\""),
        ("2,1,1,2,0,0,r1,5", "line 3: Width is a whole number from 1 to 1048576, found \"0\""),
        ("2,1,1,2,0,1,r1,1t", "line 3: A-Unit is a whole number from 0, found \"1t\""),
        ("2,1,1,2,0,1,r1,5,9", "line 3: the line has 9 cells, and the header 8 columns"),
    ] {
        fs::write(folder.join("x.csv"), format!("{header}{row}\n")).expect("writable");
        for args in [&["show", "x.csv"][..], &["check-wiring", "path(3)", "x.csv"]] {
            let (status, said) = text(&folder, args);
            assert_eq!(status, Some(3), "{row}: {said}");
            assert!(said.contains(wanted), "{row}: {said}");
        }
    }
}
