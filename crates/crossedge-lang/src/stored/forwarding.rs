//! Forwarding tables of InfiniBand switches, as OpenSM, `dump_lfts.sh`, `ibroute` and ibdiagnet write them: for every switch the output port by
//! destination LID.

use super::fabric::{filled_lines, last_line};
use super::read::{ReadError, wrong};
use std::collections::BTreeMap;

/// The table of a switch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SwitchTable {
    /// The GUID of the switch.
    pub guid: u64,
    /// The line on which it begins.
    pub line: u64,
    /// Output ports by LID; `None` for one that the file calls unreachable.
    pub ports: BTreeMap<u32, Option<u32>>,
}

/// The port of an entry that leads nowhere.
const NO_PATH: u32 = 255;

/// The tables in a dump: `opensm-lfts.dump` and the output of `dump_lfts.sh` (`Unicast lids [0x0-0x2c] of switch … guid 0x… :`, then `0x0001 003 …`), `opensm.fdbs` and
/// `ibdiagnet2.fdbs` (`… Switch 0x…`, then `0x0001 : 003 : …`). Multicast parts are skipped.
///
/// ```
/// let text = b"Unicast lids [0x0-0x2] of switch Lid 2 guid 0x0000000000000abc (\"s\"):\n0x0001 003 # CA portguid 0x1: 'h'\n1 lids dumped\n";
/// let tables = crossedge::net::read::forwarding_tables(text).expect("a table");
/// assert_eq!((tables[0].guid, tables[0].ports[&1]), (0xabc, Some(3)));
/// ```
pub fn forwarding_tables(bytes: &[u8]) -> Result<Vec<SwitchTable>, ReadError> {
    let mut tables: Vec<SwitchTable> = Vec::new();
    let mut multicast = false;
    for numbered in filled_lines(bytes) {
        let (line, text) = numbered?;
        if text.starts_with('#') {
            continue;
        }
        if text.starts_with("0x") {
            if multicast {
                continue;
            }
            let Some(table) = tables.last_mut() else {
                return wrong(line, "an entry before the first switch");
            };
            let (lid, port) = entry(text, line)?;
            if let Some(before) = table.ports.insert(lid, port)
                && before != port
            {
                return wrong(line, format!("a second entry for the LID {lid:#06x}"));
            }
            continue;
        }
        let lower = text.to_ascii_lowercase();
        if lower.starts_with("multicast") {
            multicast = true;
        } else if lower.contains("switch") && lower.contains("0x") {
            multicast = false;
            let Some(guid) = guid(&lower) else {
                return wrong(line, "expected the GUID of a switch, e.g. guid 0x0002c90000000001");
            };
            if let Some(before) = tables.iter().find(|table| table.guid == guid) {
                return wrong(
                    line,
                    format!("a second table of the switch {guid:#018x}, first on line {}", before.line),
                );
            }
            tables.push(SwitchTable { guid, line, ports: BTreeMap::new() });
        } else if !(multicast || is_heading(&lower)) {
            return wrong(
                line,
                format!("expected a switch with its GUID, or an entry such as 0x0001 003, found {text:?}"),
            );
        }
    }
    if tables.is_empty() {
        return wrong(last_line(bytes), "the file has no tables of switches");
    }
    Ok(tables)
}

/// Lines between tables: headings of columns, and counts at the end.
fn is_heading(lower: &str) -> bool {
    lower.starts_with("lid")
        || lower.starts_with("port")
        || lower.ends_with("dumped")
        || lower.ends_with("info")
}

/// The GUID of a switch: the token after `guid` or after `switch`.
fn guid(lower: &str) -> Option<u64> {
    let rest = lower
        .rsplit_once("guid ")
        .map(|(_, rest)| rest)
        .or_else(|| lower.rsplit_once("switch ").map(|(_, rest)| rest))?;
    let digits = rest.trim_start().strip_prefix("0x")?;
    let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
    u64::from_str_radix(&digits[..end], 16).ok()
}

/// LID and output port of an entry.
fn entry(text: &str, line: u64) -> Result<(u32, Option<u32>), ReadError> {
    let mut words = text.split(|c: char| c.is_whitespace() || c == ':').filter(|word| !word.is_empty());
    let lid = words.next().and_then(|word| u32::from_str_radix(word.trim_start_matches("0x"), 16).ok());
    let port = words.next();
    match (lid.filter(|&lid| lid <= 0xffff), port) {
        (Some(lid), Some(word)) if word.eq_ignore_ascii_case("unreachable") => Ok((lid, None)),
        (Some(lid), Some(word)) => match word.parse::<u32>() {
            Ok(port) if port <= NO_PATH => Ok((lid, Some(port).filter(|&port| port != NO_PATH))),
            _ => wrong(line, format!("expected an output port from 0 to 254, found {word:?}")),
        },
        _ => wrong(line, format!("expected a LID and an output port, e.g. 0x0001 003, found {text:?}")),
    }
}
