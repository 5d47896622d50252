//! Lint of two dumps of the same fabric.

use crate::lint::{dump, lint_with, quick, rows};
use crate::seeded::Dice;
use crossedge::answers::{FindingAnswer, LintRequest};
use std::collections::{BTreeMap, BTreeSet};

/// Random changes of a cable list with ports and rates: exactly these are reported.
#[test]
fn changes_since_an_earlier_dump_are_exact() {
    let mut dice = Dice(7);
    let header = "A-Node,A-Port,A-Role,Z-Node,Z-Port,Z-Role,Rate\n";
    let base: Vec<String> = {
        let mut ports: BTreeMap<String, u32> = BTreeMap::new();
        let mut next = |name: &String| {
            let port = ports.entry(name.clone()).or_default();
            *port += 1;
            *port
        };
        let role = |name: &str| if name.starts_with('h') { "endpoint" } else { "switch" };
        let lines = rows("clos(6, 6, 4)").into_iter();
        lines
            .map(|[a, b]| format!("{a},{},{},{b},{},{},4xHDR", next(&a), role(&a), next(&b), role(&b)))
            .collect()
    };
    for pair in 0..100 {
        let mut lines = base.clone();
        let mut wanted: BTreeMap<&str, usize> = BTreeMap::new();
        let mut touched = BTreeSet::new();
        for _ in 0..1 + dice.below(5) {
            let at = dice.below(base.len() as u64) as usize;
            let row: Vec<String> = base[at].split(',').map(str::to_owned).collect();
            if !touched.insert(at) {
                continue;
            }
            match dice.below(3) {
                0 => {
                    lines[at] = base[at].replace("4xHDR", "4xEDR");
                    *wanted.entry("F062").or_default() += 1;
                }
                1 if row[0].starts_with('h') => {
                    // Without its cable the host is not in the list.
                    lines[at] = String::new();
                    *wanted.entry("F060").or_default() += 1;
                    *wanted.entry("F063").or_default() += 1;
                }
                1 => {
                    lines[at] = String::new();
                    *wanted.entry("F060").or_default() += 1;
                }
                _ => {
                    let port = 40 + at;
                    lines[at] =
                        format!("{},{},{},{},{port},{},{}", row[0], row[1], row[2], row[3], row[5], row[6]);
                    *wanted.entry("F060").or_default() += 1;
                    *wanted.entry("F061").or_default() += 1;
                }
            }
        }
        lines.retain(|line| !line.is_empty());
        let (old, new) =
            (header.to_owned() + &base.join("\n") + "\n", header.to_owned() + &lines.join("\n") + "\n");
        let request = LintRequest { since: Some("old.csv".to_owned()), ..quick() };
        let answer = lint_with("new.csv", &new, &request, &[("old.csv", &old)]).expect("linted");
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        answer.findings.iter().filter(|finding| finding.rule >= "F060").for_each(|finding| {
            *found.entry(finding.rule).or_default() += 1;
        });
        assert_eq!(found, wanted, "pair {pair}");
        // And nothing has changed against itself.
        let same = lint_with("new.csv", &new, &request, &[("old.csv", &new)]).expect("linted");
        assert!(same.findings.iter().all(|finding| finding.rule < "F060"));
    }
}

#[test]
fn a_renamed_switch_is_the_same_by_its_guid() {
    let old = dump("a.ibnet");
    let new = old.replace("IBLEAF-05", "rack-05-leaf");
    assert_ne!(old, new);
    let request = LintRequest { since: Some("old.ibnet".to_owned()), ..quick() };
    let answer = lint_with("new.ibnet", &new, &request, &[("old.ibnet", &old)]).expect("linted");
    let found: Vec<&FindingAnswer> =
        answer.findings.iter().filter(|finding| finding.rule >= "F060").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "rack-05-leaf was called IBLEAF-05 before");
}
