//! Text of `ibnetdiscover`: a record for every switch and every channel adapter, with each cable at both of its ends.

use super::fabric::{Defect, Fabric, FabricCable, Lid, Reading, lines};
use super::read::{ReadError, wrong};
use std::collections::{BTreeMap, HashMap};

/// The text between the first two quotes, and what follows.
fn in_quotes(text: &str) -> Option<(&str, &str)> {
    text.split_once('"')?.1.split_once('"')
}

/// The rate of a port line, e.g. `4xHDR`: behind the description in quotes, and before what `-f` adds.
fn rate_in(text: &str) -> Option<&str> {
    let after = in_quotes(text).map_or(text, |(_, rest)| rest);
    after.split_whitespace().find(|word| {
        let Some((lanes, speed)) = word.split_once('x') else { return false };
        // A speed that the tool does not know is printed as ???.
        let named = speed.starts_with(|c: char| c.is_ascii_uppercase() || c == '?');
        lanes.bytes().all(|c| c.is_ascii_digit()) && !lanes.is_empty() && named
    })
}

/// The number after a token, e.g. after `lid`.
fn number_after(text: &str, word: &str) -> Option<u32> {
    let mut words = text.split_whitespace().skip_while(|have| *have != word);
    words.nth(1)?.parse().ok()
}

/// Words that begin a line between records: headers of chassis that `-g` prints, and the paths that `-s` prints.
const HEADERS: [&str; 4] = ["Chassis", "Non-Chassis", "Hostname:", "DR"];

/// The description of a node, in quotes after the comment sign.
fn description(text: &str) -> Option<String> {
    let (name, _) = in_quotes(text.split_once('#')?.1)?;
    Some(name.trim().to_owned())
}

/// The name that a managed switch was given: `MF0;leaf-04:MQM9700/U1` is leaf-04. Every other description is a name itself.
fn plain_name(description: &str) -> String {
    let managed = description.split_once(';').filter(|(head, _)| head.starts_with("MF") && head.len() <= 4);
    match managed.and_then(|(_, rest)| rest.split_once(':')) {
        Some((name, _)) if !name.is_empty() => name.to_owned(),
        _ => description.to_owned(),
    }
}

/// A number in brackets at the start, and what follows.
fn in_brackets(text: &str) -> Option<(u32, &str)> {
    let (number, rest) = text.strip_prefix('[')?.split_once(']')?;
    Some((number.parse().ok()?, rest))
}

/// Returns `true` for a line such as `sysimgguid=0x0002c9`.
fn is_identifier_line(text: &str) -> bool {
    text.split_once('=').is_some_and(|(key, value)| {
        let hex =
            value.strip_prefix("0x").is_some_and(|hex| hex.starts_with(|c: char| c.is_ascii_hexdigit()));
        hex && !key.is_empty() && key.bytes().all(|c| c.is_ascii_lowercase())
    })
}

/// Returns `true` if nothing is here but GUIDs in parentheses, external port numbers (`[ext 4]`) and, at the end, a comment.
fn only_annotations(mut text: &str) -> bool {
    loop {
        text = text.trim_start();
        if text.is_empty() || text.starts_with('#') {
            return true;
        }
        let guid = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let external = text.strip_prefix("[ext ").and_then(|rest| rest.split_once(']'));
        text = match (guid, external) {
            (Some((guid, rest)), _) if guid.bytes().all(|c| c.is_ascii_hexdigit()) => rest,
            (_, Some((port, rest))) if port.bytes().all(|c| c.is_ascii_alphanumeric()) => rest,
            _ => return false,
        };
    }
}

/// The text of `ibnetdiscover`, which `ibsim` reads too: a record for every switch and adapter (`Switch 36 "S-…" # "name" …`), with a line
/// for every port (`[1] "H-…"[1](…) # …`). Nodes are called by their descriptions where these are all different, and by their ids
/// otherwise. Ports count from 1.
///
/// ```
/// let text = b"Switch 2 \"S-1\" # \"left\"\n[1] \"H-2\"[1]\n\nCa 1 \"H-2\" # \"node0\"\n[1] \"S-1\"[1]\n";
/// let fabric = crossedge::net::read::ibnetdiscover(text).expect("one cable");
/// assert_eq!((fabric.nodes[0].name.as_str(), fabric.cables.len()), ("left", 1));
/// ```
pub fn ibnetdiscover(bytes: &[u8]) -> Result<Fabric, ReadError> {
    match records(bytes) {
        // The last line of a dump that was cut off may be incomplete.
        Err(error) if !bytes.ends_with(b"\n") && error.line == 1 + count_lines(bytes) => {
            let whole = bytes.iter().rposition(|&c| c == b'\n').map_or(0, |at| at + 1);
            let mut fabric = records(&bytes[..whole])?;
            fabric.notes.insert(0, format!("the dump ends inside line {}, which is left out", error.line));
            fabric.defects.insert(0, Defect::CutOff { line: error.line, read: false });
            Ok(fabric)
        }
        Ok(mut fabric) if !bytes.ends_with(b"\n") => {
            fabric.defects.insert(0, Defect::CutOff { line: 1 + count_lines(bytes), read: true });
            Ok(fabric)
        }
        read => read,
    }
}

/// Number of complete lines.
fn count_lines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&c| c == b'\n').count() as u64
}

/// The records of a dump.
fn records(bytes: &[u8]) -> Result<Fabric, ReadError> {
    let mut reading = Reading::default();
    reading.fabric.discovered = true;
    let mut reported: Vec<Option<String>> = Vec::new();
    let (mut own, mut last) = (None, 1);
    for (line, text) in lines(bytes) {
        let text = text?.trim_end();
        last = line;
        let word = text.split_whitespace().next().unwrap_or_default();
        let kind = match word {
            "Switch" | "Rt" => Some(true),
            "Ca" | "Hca" => Some(false),
            _ => None,
        };
        if let Some(switch) = kind {
            let Some((id, rest)) = in_quotes(text) else {
                return wrong(line, format!("expected an id in quotes, e.g. {word} 36 \"S-0002c9\""));
            };
            let ports = text[word.len()..].split('"').next().unwrap_or_default().trim();
            if ports.parse::<u32>().is_err() || !only_annotations(rest) {
                return wrong(line, format!("expected a record, e.g. {word} 36 \"S-0002c9\" # \"name\""));
            }
            let node = reading.node(id, line)?;
            if reading.fabric.nodes[node as usize].switch.replace(switch).is_some() {
                return wrong(line, format!("a second record of {id:?}"));
            }
            reported.resize(reading.fabric.nodes.len(), None);
            reported[node as usize] = description(rest);
            if switch && let Some(lid) = number_after(rest, "lid").filter(|&lid| lid > 0) {
                let lmc = number_after(rest, "lmc").unwrap_or(0).min(7);
                reading.fabric.lids.push(Lid { lid, lmc, node, port: 0 });
            }
            own = Some(node);
        } else if text.starts_with('[') {
            let Some(node) = own else { return wrong(line, "a port before the first Switch or Ca") };
            let parsed = in_brackets(text).and_then(|(port, rest)| {
                let before = rest.split('"').next().unwrap_or_default();
                let (id, rest) = in_quotes(rest)?;
                let (back, rest) = in_brackets(rest)?;
                let plain = !before.contains('#') && only_annotations(before) && only_annotations(rest);
                plain.then_some((port, id, back, rest))
            });
            let Some((port, id, back, rest)) = parsed else {
                return wrong(line, "expected a port, e.g. [1] \"S-0002c9\"[4]");
            };
            let other = reading.node(id, line)?;
            reported.resize(reading.fabric.nodes.len(), None);
            // Names of remote nodes, for nodes without a record of their own.
            if reported[other as usize].is_none() {
                reported[other as usize] = description(rest);
            }
            // The own identifier of an adapter is before the description of the other end.
            let before =
                rest.split_once('#').map_or("", |(_, comment)| comment.split('"').next().unwrap_or_default());
            if let Some(lid) = number_after(before, "lid").filter(|&lid| lid > 0) {
                let lmc = number_after(before, "lmc").unwrap_or(0).min(7);
                reading.fabric.lids.push(Lid { lid, lmc, node, port });
            }
            let rate = rest.split_once('#').and_then(|(_, comment)| rate_in(comment));
            let rate = rate.map(|rate| reading.rate(rate));
            let ends = [(node, Some(port)), (other, Some(back))];
            reading.cable(FabricCable { ends, line, width: None, rate }, true)?;
        } else if text.is_empty() {
            // A record ends here; what follows belongs to the next.
            own = None;
        } else if !(text.starts_with('#') || is_identifier_line(text) || HEADERS.contains(&word)) {
            return wrong(line, format!("expected Switch, Ca, a port or a comment, found {word:?}"));
        }
    }
    // A dump that was cut off, or hosts that did not answer: ids of adapters begin with H, those of switches and routers do not.
    let mut silent = Vec::new();
    let ids: Vec<(String, u32)> = reading.ids.iter().map(|(id, node)| (id.clone(), *node)).collect();
    for (id, number) in ids {
        let node = &mut reading.fabric.nodes[number as usize];
        if node.switch.is_none() {
            node.switch = Some(!id.starts_with("H-"));
            silent.push(number);
        }
    }
    silent.sort_unstable();
    // A cable that one end reports, though the other has a record.
    for (cable, number) in reading.fabric.cables.iter().zip(0u32..) {
        let recorded = cable.ends.iter().all(|(v, _)| silent.binary_search(v).is_err());
        if recorded && !reading.both[number as usize] {
            reading.fabric.defects.push(Defect::OneEnd(number));
        }
    }
    reading.fabric.defects.extend(silent.iter().map(|&node| Defect::NoRecord(node)));
    if !silent.is_empty() {
        let what = if silent.len() == 1 { "1 node has" } else { &format!("{} nodes have", silent.len()) };
        let note =
            format!("{what} no record in the dump; roles follow from the ids, cables from the other ends");
        reading.fabric.notes.push(note);
    }
    for (node, name) in reading.fabric.nodes.iter_mut().zip(&reported) {
        node.aggregation = name.as_ref().is_some_and(|name| name.contains("Aggregation Node"));
    }
    let reported: Vec<Option<String>> =
        reported.into_iter().map(|name| name.map(|name| plain_name(&name))).collect();
    let mut count: HashMap<&str, u32> = HashMap::new();
    reported.iter().flatten().for_each(|name| *count.entry(name).or_default() += 1);
    let mut shared: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (node, name) in (0..).zip(&reported) {
        if let Some(name) = name.as_deref().filter(|name| count[name] > 1) {
            shared.entry(name).or_default().push(node);
        }
    }
    let same = shared.into_iter().map(|(name, nodes)| Defect::SameName { name: name.to_owned(), nodes });
    let same: Vec<Defect> = same.collect();
    reading.fabric.defects.extend(same);
    for (node, name) in reading.fabric.nodes.iter_mut().zip(&reported) {
        if let Some(name) = name.as_ref().filter(|name| !name.is_empty() && count[name.as_str()] == 1) {
            // A description may be the id of another node; then the node keeps its id as name.
            if !reading.ids.contains_key(name) {
                node.name.clone_from(name);
            }
        }
    }
    reading.done(last)
}
