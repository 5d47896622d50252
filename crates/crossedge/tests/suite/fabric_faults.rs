//! Damaged dumps and damaged fabrics: every line that is not understood is refused, and every seeded fault of cabling or rates is found.

use crate::common::testdata;
use crate::wiring::Dice;
use crossedge::answers::{Request, Trust, WiringAnswer, WiringRequest};
use crossedge::net::read::ibnetdiscover;
use crossedge::prelude::*;

const PLAN: &str = "width(clos(24,4,2), \"level 2\", 6)";

fn dump_b() -> String {
    String::from_utf8(std::fs::read(testdata().join("fabrics/b.ibnet")).expect("bytes")).expect("text")
}

fn check(text: &str, trust: Trust) -> WiringAnswer {
    let plan: Topology = PLAN.parse().expect("a plan");
    let (file, bytes) = ("b.ibnet".to_owned(), text.as_bytes().to_vec());
    WiringRequest { file, bytes, trust, layout: None }.answer(&plan, &Silent).expect("compared")
}

/// A cable between switches: its two lines, by number, and the ids and ports of its ends.
#[derive(Debug, Clone, PartialEq)]
struct Trunk {
    lines: [usize; 2],
    ends: [(String, u32); 2],
}

/// A line of a port: its number, and both ends of the cable.
type PortLine = (usize, (String, u32), (String, u32));

/// The cables between switches of a dump, found by text alone.
fn trunks(text: &str) -> Vec<Trunk> {
    let mut own = "";
    let mut half: Vec<PortLine> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let quoted = line.split('"').nth(1).unwrap_or_default();
        if line.starts_with("Switch") || line.starts_with("Ca") {
            own = quoted;
        } else if line.starts_with('[') && own.starts_with("S-") && quoted.starts_with("S-") {
            let number =
                |text: &str| text.split(['[', ']']).nth(1).expect("a port").parse().expect("a number");
            let back = line.split('"').nth(2).expect("a port behind the id");
            half.push((i, (own.to_owned(), number(line)), (quoted.to_owned(), number(back))));
        }
    }
    let other = |here: &PortLine| {
        half.iter().find(|there| there.1 == here.2).map(|there| there.0).expect("both ends")
    };
    let each = half.iter().filter(|here| here.1 < here.2);
    each.map(|here| Trunk { lines: [here.0, other(here)], ends: [here.1.clone(), here.2.clone()] }).collect()
}

fn edited(text: &str, lines: [usize; 2], edit: impl Fn(&str) -> Option<String>) -> String {
    let keep = |(i, line): (usize, &str)| if lines.contains(&i) { edit(line) } else { Some(line.to_owned()) };
    text.lines().enumerate().filter_map(keep).map(|line| line + "\n").collect()
}

/// One to three cables are taken out of a trunk: each is missing, between the right switches, and nothing else is wrong.
#[test]
fn missing_cables_of_trunks_are_found() {
    let text = dump_b();
    let all = trunks(&text);
    assert_eq!(all.len(), 48);
    for seed in 0..25 {
        let mut dice = Dice(seed);
        let first = &all[dice.below(48)];
        let between = |trunk: &&Trunk| [0, 1].map(|i| &trunk.ends[i].0) == [0, 1].map(|i| &first.ends[i].0);
        let count = 1 + dice.below(3);
        let mut gone: Vec<&Trunk> = all.iter().filter(between).collect();
        assert_eq!(gone.len(), 6);
        while gone.len() > count {
            gone.remove(dice.below(gone.len()));
        }
        let damaged = gone.iter().fold(text.clone(), |text, trunk| {
            let now = trunks(&text).into_iter().find(|now| now.ends == trunk.ends).expect("still there");
            edited(&text, now.lines, |_| None)
        });
        let answer = check(&damaged, Trust::Ports);
        assert_eq!(answer.as_planned.value, Some(false), "seed {seed}");
        assert_eq!((answer.planned.0, answer.found.0), (144, 144 - count as u64), "seed {seed}");
        let missing: usize = answer.faults.iter().map(|fault| fault.planned.len()).sum();
        assert_eq!(missing, count, "seed {seed}: {:?}", answer.faults);
        for fault in &answer.faults {
            assert_eq!((fault.kind, fault.as_built.len()), ("missing", 0), "seed {seed}: {fault:?}");
            for cable in &fault.planned {
                // The id, and what the plan calls it in parentheses.
                let id = |name: &str| name.split(" (").next().unwrap_or_default().to_owned();
                let mut ends = [id(&cable.a_node), id(&cable.z_node)];
                ends.sort();
                assert_eq!(ends, [first.ends[0].0.clone(), first.ends[1].0.clone()], "seed {seed}");
            }
        }
        // With nothing trusted the fabric is not the plan, either.
        assert_eq!(check(&damaged, Trust::Nothing).as_planned.value, Some(false), "seed {seed}");
    }
}

/// One more cable is made slower or narrower: it is named with both of its ends, in addition to the one that was slow before.
#[test]
fn slow_cables_are_found() {
    let text = dump_b();
    let all = trunks(&text);
    for seed in 0..25 {
        let mut dice = Dice(100 + seed);
        let fast: Vec<&Trunk> = all
            .iter()
            .filter(|trunk| text.lines().nth(trunk.lines[0]).is_some_and(|line| line.ends_with("4xEDR")))
            .collect();
        assert_eq!(fast.len(), 47);
        let trunk = fast[dice.below(47)];
        let rate = ["4xQDR", "4xSDR", "1xEDR", "2xEDR", "4xFDR"][dice.below(5)];
        let damaged = edited(&text, trunk.lines, |line| Some(line.replace("4xEDR", rate)));
        for trust in [Trust::Ports, Trust::Nothing] {
            let answer = check(&damaged, trust);
            assert_eq!((answer.as_planned.value, answer.faults.len()), (Some(true), 0), "seed {seed}");
            assert_eq!(answer.slow.len(), 2, "seed {seed}: {:?}", answer.slow);
            let named = answer.slow.iter().any(|slow| {
                let mut ends = [
                    (slow.cable.a_node.clone(), slow.cable.a_port),
                    (slow.cable.z_node.clone(), slow.cable.z_port),
                ];
                ends.sort();
                ends == trunk.ends && slow.rate == rate && slow.common_rate == "4xEDR"
            });
            assert!(named, "seed {seed}, {rate}: {trunk:?} among {:?}", answer.slow);
        }
    }
}

/// Forms of lines that ibnetdiscover prints, written from its manual and not from our reader.
fn is_known_form(line: &str) -> bool {
    let line = line.trim_end();
    let hex = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_hexdigit());
    if line.is_empty() || line.starts_with('#') {
        return true;
    }
    if ["Chassis", "Non-Chassis", "Hostname:", "DR"]
        .iter()
        .any(|word| line.split_whitespace().next() == Some(word))
    {
        return true;
    }
    let Some((head, rest)) = line.split_once('"') else {
        // vendid=0x2c9, or switchguid=0x…(…)
        let Some((key, value)) = line.split_once("=0x") else { return false };
        return key.bytes().all(|c| c.is_ascii_lowercase())
            && value.starts_with(|c: char| c.is_ascii_hexdigit());
    };
    let Some((_, tail)) = rest.split_once('"') else { return false };
    let (tail, _) = tail.split_once('#').unwrap_or((tail, ""));
    let words: Vec<&str> = head.split_whitespace().collect();
    if let [kind, ports] = words[..]
        && ["Switch", "Ca", "Hca", "Rt"].contains(&kind)
    {
        return ports.parse::<u32>().is_ok() && tail.trim().is_empty();
    }
    // [1](guid) "S-…"[2](guid)
    let port = |text: &str| {
        let text = text.trim();
        let Some((number, rest)) = text.strip_prefix('[').and_then(|text| text.split_once(']')) else {
            return false;
        };
        let rest = rest.trim();
        let guid = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        number.parse::<u32>().is_ok() && (rest.is_empty() || guid.is_some_and(hex))
    };
    head.starts_with('[') && port(head) && port(tail)
}

/// Three thousand damaged dumps are read, or rejected with a line number. A dump with a malformed line is only read if the line is the last one
/// and reported as a defect.
#[test]
fn damaged_dumps_are_read_or_refused() {
    let text = dump_b();
    let mut dice = Dice(40);
    let (mut read, mut refused, mut unknown) = (0, 0, 0);
    for case in 0..3_000 {
        let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
        for _ in 0..1 + dice.below(3) {
            let at = dice.below(lines.len());
            let length = lines[at].len();
            match dice.below(8) {
                0 if length > 0 => lines[at][dice.below(length)] = 32 + dice.below(95) as u8,
                1 if length > 0 => {
                    lines[at].remove(dice.below(length));
                }
                2 => lines[at].insert(dice.below(length + 1), 32 + dice.below(95) as u8),
                3 => lines[at].truncate(dice.below(length + 1)),
                4 => {
                    lines.remove(at);
                }
                5 => {
                    let line = lines[at].clone();
                    lines.insert(at, line);
                }
                6 => {
                    let other = dice.below(lines.len());
                    lines.swap(at, other);
                }
                _ => lines.insert(at, b"port 7 is down since Tuesday".to_vec()),
            }
        }
        let bytes: Vec<u8> = lines.iter().flat_map(|line| [line.as_slice(), b"\n"].concat()).collect();
        let strange = lines.iter().any(|line| !is_known_form(&String::from_utf8_lossy(line)));
        unknown += usize::from(strange);
        match ibnetdiscover(&bytes) {
            Ok(fabric) => {
                read += 1;
                assert!(!strange, "case {case} was read: {:?}", fabric.notes);
            }
            Err(error) => {
                refused += 1;
                assert!(error.line > 0, "case {case}: {error}");
            }
        }
    }
    assert!(
        read > 300 && refused > 300 && unknown > 300,
        "{read} read, {refused} refused, {unknown} unknown"
    );
}
