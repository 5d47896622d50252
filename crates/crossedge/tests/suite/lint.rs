//! Lint: every rule about cables on a fabric that breaks it, and the two dumps with known facts.

use crate::common::testdata;
use crossedge::answers::{ExportRequest, FindingAnswer, LintAnswer, LintFile, LintRequest, Request};
use crossedge::export::FormatEntry;
use crossedge::lint::{RULES, Severity};
use crossedge::prelude::*;
use std::collections::BTreeSet;

pub(crate) fn export(text: &str, format: &str) -> String {
    let net: Topology = text.parse().expect("a network");
    let request = ExportRequest { format: FormatEntry::format_named(format).expect("a format") };
    let mut bytes = Vec::new();
    request.write(&net, &mut bytes, &Silent).expect("written").expect("not stopped");
    String::from_utf8(bytes).expect("text")
}

/// Lints a dump with other files by name.
pub(crate) fn lint_with(
    name: &str,
    text: &str,
    request: &LintRequest,
    files: &[(&str, &str)],
) -> Result<LintAnswer, Error> {
    let read = |name: &str| {
        let file = files.iter().find(|(have, _)| *have == name);
        Ok(file.expect("a known file").1.as_bytes().to_vec())
    };
    LintFile { request, name, bytes: text.as_bytes(), read: &read }.answer(&(), &Silent)
}

pub(crate) fn quick() -> LintRequest {
    LintRequest { no_throughput: true, ..LintRequest::default() }
}

fn lint(text: &str) -> LintAnswer {
    lint_with("x.ibnet", text, &quick(), &[]).expect("linted")
}

pub(crate) fn of_rule<'a>(answer: &'a LintAnswer, rule: &str) -> Vec<&'a FindingAnswer> {
    answer.findings.iter().filter(|finding| finding.rule == rule).collect()
}

/// The rules that have findings, notes left out.
fn rules(answer: &LintAnswer) -> BTreeSet<&'static str> {
    answer
        .findings
        .iter()
        .filter(|finding| finding.severity > Severity::Info)
        .map(|finding| finding.rule)
        .collect()
}

pub(crate) fn dump(name: &str) -> String {
    let bytes = std::fs::read(testdata().join("fabrics").join(name)).expect("bytes");
    String::from_utf8(bytes).expect("text")
}

fn facts() -> serde_json::Value {
    let bytes = std::fs::read(testdata().join("fabrics/facts.json")).expect("bytes");
    serde_json::from_slice(&bytes).expect("JSON")
}

#[test]
fn missing_cables_of_a_are_named_by_switch_and_port() {
    let answer = lint(&dump("a.ibnet"));
    let plan = answer.plan.as_ref().expect("a plan");
    assert_eq!(plan.expression, "width(clos(17,31,9), \"level 2\", 2)");
    assert_eq!((plan.missing.0, plan.extra.0), (26, 0));
    let mut named = BTreeSet::new();
    for finding in answer.findings.iter().filter(|finding| ["F020", "F024"].contains(&finding.rule)) {
        for pair in finding.places.chunks(2) {
            let mut ends: Vec<String> = pair
                .iter()
                .map(|place| format!("{} {}", place.node, place.port.as_deref().expect("a port")))
                .collect();
            ends.sort();
            assert!(named.insert(ends.join(" – ")), "{finding:?}");
        }
    }
    let facts = facts();
    let wanted: BTreeSet<String> = facts["a.ibnet"]["missing"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|cable| {
            let text = |key: &str| cable[key].as_str().expect("a name").to_owned();
            let mut ends = [
                format!("{} {}", text("leaf"), cable["leaf_port"]),
                format!("{} {}", text("spine"), cable["spine_port"]),
            ];
            ends.sort();
            ends.join(" – ")
        })
        .collect();
    assert_eq!(named, wanted);
}

#[test]
fn the_slow_cable_of_b_is_the_first_finding() {
    let answer = lint_with("b.ibnet", &dump("b.ibnet"), &LintRequest::default(), &[]).expect("linted");
    assert_eq!(answer.findings[0].rule, "F011");
    assert!(answer.findings[0].message.contains("runs at 4xDDR"), "{}", answer.findings[0].message);
    assert_eq!(answer.plan.expect("a plan").expression, "width(clos(24,4,2), \"level 2\", 6)");
    let throughput = answer.throughput.expect("computed");
    assert_eq!(throughput.now.lower, Ratio::new(589u32, 960u32));
    assert!(throughput.now.exact && throughput.repaired.expect("a repair").exact);
}

#[test]
fn faultless_fabrics_have_no_findings() {
    for text in [
        "fattree(4)",
        "width(clos(4,4,2), \"level 2\", 3)",
        "hosts(dragonfly(4,2), 2)",
        "hosts(torus(4,4), 2)",
    ] {
        let answer =
            lint_with("x.ibnet", &export(text, "infiniband"), &LintRequest::default(), &[]).expect("linted");
        assert!(answer.plan.as_ref().is_some_and(|plan| plan.exact.value), "{text}");
        assert_eq!(rules(&answer), BTreeSet::new(), "{text}: {:?}", answer.findings);
    }
}

/// Lines of a port, by the names of the node and of the other end in quotes.
fn without_line(text: &str, unwanted: impl Fn(&str, &str) -> bool) -> String {
    let mut own = String::new();
    let mut out = String::new();
    for line in text.lines() {
        if line.starts_with("Switch") || line.starts_with("Ca") {
            own = line.split('"').nth(1).unwrap_or_default().to_owned();
        }
        if !(line.starts_with('[') && unwanted(&own, line)) {
            out += line;
            out.push('\n');
        }
    }
    out
}

#[test]
fn every_rule_about_cables_finds_its_fault() {
    // F001: a line of one end only.
    let text = export("clos(2, 3, 2)", "infiniband");
    let mut once = true;
    let broken = {
        let mut out = String::new();
        let mut own_switch = false;
        for line in text.lines() {
            if line.starts_with("Switch") || line.starts_with("Ca") {
                own_switch = line.starts_with("Switch");
            }
            if once && own_switch && line.starts_with('[') && line.contains("\"S-") {
                once = false;
                continue;
            }
            out += line;
            out.push('\n');
        }
        out
    };
    assert!(rules(&lint(&broken)).contains("F001"));
    // F002: a record twice.
    let first = text.lines().position(|line| line.starts_with("Switch")).expect("a switch");
    let record: Vec<&str> = text.lines().skip(first).take_while(|line| !line.trim().is_empty()).collect();
    let twice = format!("{text}\n{}\n", record.join("\n"));
    assert_eq!(lint(&twice).findings[0].rule, "F002");
    // F003: a file that was cut off.
    let last = text.rfind("\n[").expect("a port");
    for end in [last + 8, text.len() - 9] {
        assert!(rules(&lint(&text[..end])).contains("F003"), "{}", &text[..end]);
    }
    // F004: two leaves with one description.
    let same = text.replace("\"switch (1,(1,0))\"", "\"switch (1,(0,0))\"");
    assert_ne!(same, text);
    assert!(of_rule(&lint(&text), "F004").is_empty());
    assert!(!of_rule(&lint(&same), "F004").is_empty());
    // F005: a host without a record of its own.
    let start = text.find("Ca\t1 \"H-0000000000200004\"").expect("a host");
    let end = start + text[start..].find("\n\n").unwrap_or(text.len() - start);
    let silent = format!("{}{}", &text[..start], &text[end..]);
    assert!(rules(&lint(&silent)).contains("F005"), "{silent}");
    // F010 to F012.
    let apart = format!(
        "{text}\nSwitch\t4 \"S-00000000000fff01\"\t# \"lost1\" base port 0 lid 901 lmc 0\n[1]\t\"S-00000000000fff02\"[1]\t\t# \"lost2\" lid 902 4xEDR\n\nSwitch\t4 \"S-00000000000fff02\"\t# \"lost2\" base port 0 lid 902 lmc 0\n[1]\t\"S-00000000000fff01\"[1]\t\t# \"lost1\" lid 901 4xEDR\n"
    );
    assert!(rules(&lint(&apart)).contains("F010"));
    let narrow = dump("b.ibnet").replace("4xDDR", "1xEDR");
    assert_eq!(lint(&narrow).findings[0].rule, "F012");
}

/// A cable list of a network, as rows of two nodes with roles.
pub(crate) fn rows(text: &str) -> Vec<[String; 2]> {
    let net: Topology = text.parse().expect("a network");
    let net = net.network().expect("small").as_ref();
    let name = |v: crossedge::net::Node| {
        if v.0 < net.endpoints() { format!("h{}", v.0) } else { format!("s{}", v.0) }
    };
    let mut out = Vec::new();
    for v in (0..net.nodes()).map(crossedge::net::Node) {
        for port in (0..net.degree(v)).map(crossedge::net::Port) {
            let (w, _) = net.link(v, port);
            if v < w {
                out.push([name(v), name(w)]);
            }
        }
    }
    out
}

fn cable_list(rows: &[[String; 2]]) -> String {
    let role = |name: &str| if name.starts_with('h') { "endpoint" } else { "switch" };
    let mut out = "A-Node,A-Role,Z-Node,Z-Role\n".to_owned();
    for [a, b] in rows {
        out += &format!("{a},{},{b},{}\n", role(a), role(b));
    }
    out
}

fn lint_rows(rows: &[[String; 2]]) -> LintAnswer {
    lint_with("x.csv", &cable_list(rows), &quick(), &[]).expect("linted")
}

fn inner(rows: &[[String; 2]]) -> Vec<usize> {
    (0..rows.len()).filter(|&i| rows[i].iter().all(|name| name.starts_with('s'))).collect()
}

#[test]
fn differences_from_the_plan_are_told_apart() {
    let plan = "hosts(torus(5,5), 2)";
    let right = rows(plan);
    let cables = inner(&right);
    // Missing.
    let mut list = right.clone();
    let gone = list.remove(cables[3]);
    let answer = lint_rows(&list);
    let finding = of_rule(&answer, "F020")[0];
    let places: BTreeSet<&str> = finding.places.iter().map(|place| place.node.as_str()).collect();
    assert_eq!(places, gone.iter().map(String::as_str).collect());
    // Extra.
    let mut list = right.clone();
    list.push(["s50".to_owned(), "s62".to_owned()]);
    assert_eq!(rules(&lint_rows(&list)), BTreeSet::from(["F021"]));
    // Moved.
    let mut list = right.clone();
    list[cables[7]][1] = "s70".to_owned();
    assert_eq!(rules(&lint_rows(&list)), BTreeSet::from(["F022"]));
    // Swapped.
    let mut list = right.clone();
    let (i, j) = (cables[0], cables[20]);
    let end = list[i][1].clone();
    list[i][1] = std::mem::replace(&mut list[j][1], end);
    assert_eq!(rules(&lint_rows(&list)), BTreeSet::from(["F023"]));
    // A thin trunk.
    let text = export("width(clos(4,4,2), \"level 2\", 3)", "infiniband");
    let (fabric, _) = crossedge::net::read::fabric_of("x.ibnet", text.as_bytes()).expect("a fabric");
    let cable = fabric
        .cables
        .iter()
        .find(|cable| cable.ends.iter().all(|&(v, _)| fabric.nodes[v as usize].switch == Some(true)));
    let [a, b] = cable
        .expect("a trunk")
        .ends
        .map(|(v, port)| (fabric.nodes[v as usize].id.clone(), port.expect("a port")));
    let thin = without_line(&text, |own, line| {
        [(&a, &b), (&b, &a)].iter().any(|((id, port), (other, back))| {
            own == id
                && line.starts_with(&format!("[{port}]"))
                && line.contains(&format!("\"{other}\"[{back}]"))
        })
    });
    assert_eq!(rules(&lint(&thin)), BTreeSet::from(["F024"]));
    // A switch that is not there.
    let list: Vec<[String; 2]> =
        right.iter().filter(|row| !row.contains(&"s62".to_owned())).cloned().collect();
    let answer = lint_rows(&list);
    assert!(rules(&answer).contains("F025"), "{:?}", answer.findings);
}

#[test]
fn leaves_bridges_and_rails() {
    // F030: one leaf with more hosts.
    let mut list = rows("clos(4, 4, 2)");
    list.push(["h99".to_owned(), "s16".to_owned()]);
    assert!(!of_rule(&lint_rows(&list), "F030").is_empty());
    // F031: two halves with one cable between them, and with two.
    let half = |from: u32| {
        (0..4).map(move |i| [format!("h{}", from + i), format!("s{}", from + i % 2)]).collect::<Vec<_>>()
    };
    let mut list = [half(0), half(100)].concat();
    list.extend([["s0", "s1"], ["s100", "s101"], ["s0", "s100"]].map(|pair| pair.map(str::to_owned)));
    let answer = lint_rows(&list);
    let bridges = of_rule(&answer, "F031");
    assert!(
        bridges.iter().any(|finding| finding.message.contains("the cable s0 – s100")),
        "{:?}",
        answer.findings
    );
    assert!(
        bridges.iter().any(|finding| finding.message.starts_with("without s0, ")),
        "{:?}",
        answer.findings
    );
    list.extend([["s1", "s101"].map(str::to_owned)]);
    assert!(of_rule(&lint_rows(&list), "F031").is_empty());
    // F032: an adapter on the leaf of another rail.
    let mut text = "A-Node,A-Role,Z-Node,Z-Role\n".to_owned();
    for host in 0..8 {
        for rail in 0..4 {
            let leaf = if (host, rail) == (5, 2) { 3 } else { rail };
            text += &format!("node{host:02} mlx5_{rail},endpoint,leaf{leaf},switch\n");
        }
    }
    for leaf in 0..4 {
        text += &format!("leaf{leaf},switch,spine0,switch\nleaf{leaf},switch,spine1,switch\n");
    }
    let answer = lint_with("x.csv", &text, &quick(), &[]).expect("linted");
    let found = of_rule(&answer, "F032");
    assert_eq!(found.len(), 1, "{:?}", answer.findings);
    assert!(found[0].message.contains("node05 mlx5_2"), "{}", found[0].message);
}

#[test]
fn rules_are_listed_in_order_and_can_be_disabled() {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), RULES.len());
    let request = LintRequest { disable: vec!["F011".to_owned(), "same-description".to_owned()], ..quick() };
    let answer = lint_with("b.ibnet", &dump("b.ibnet"), &request, &[]).expect("linted");
    assert!(of_rule(&answer, "F011").is_empty() && of_rule(&answer, "F004").is_empty());
    let wrong = LintRequest { disable: vec!["F999".to_owned()], ..quick() };
    let error = lint_with("b.ibnet", &dump("b.ibnet"), &wrong, &[]).expect_err("an unknown rule");
    assert!(error.to_string().starts_with("unknown rule \"F999\"; the rules are F001, F003, "), "{error}");
}

/// A fabric of 10^5 cables.
#[test]
#[ignore = "half a minute"]
fn a_large_fabric_is_linted() {
    let text = export("fattree(56)", "infiniband");
    let start = std::time::Instant::now();
    let answer = lint(&text);
    println!("without throughput {:.1?}", start.elapsed());
    assert!(answer.plan.expect("a plan").exact.value);
    let start = std::time::Instant::now();
    let answer = lint_with("x.ibnet", &text, &LintRequest::default(), &[]).expect("linted");
    println!("with bounds {:.1?}", start.elapsed());
    assert!(answer.throughput.is_some());
}

/// Every rule has a row in the document, with its name, severity and summary.
#[test]
fn rules_are_documented() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/LINT.md");
    let text = std::fs::read_to_string(path).expect("docs/LINT.md");
    for rule in RULES {
        let row = format!("| {} | {} | {} | {} |", rule.id, rule.name, rule.severity.name(), rule.summary);
        assert!(text.contains(&row), "{row}");
    }
}
