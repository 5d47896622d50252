//! Virtual lanes of an InfiniBand fabric, as OpenSM, `smpquery`, `saquery` and ibdiagnet print them: the lane by service level (SL2VL) of every switch, and the
//! service level of every path.

use super::fabric::{filled_lines, last_line};
use super::read::{ReadError, wrong};
use std::collections::BTreeMap;

/// Service levels that a packet can have.
pub const SERVICE_LEVELS: usize = 16;

/// A switch or an adapter, by what the file calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeviceId {
    /// A local identifier of a port.
    Lid(u32),
    /// The GUID of the node.
    Guid(u64),
}

impl std::fmt::Display for DeviceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DeviceId::Lid(lid) => write!(f, "LID {lid}"),
            DeviceId::Guid(guid) => write!(f, "GUID {guid:#018x}"),
        }
    }
}

/// The SL2VL table of a switch for an input and an output port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneTable {
    /// The switch or adapter.
    pub device: DeviceId,
    /// The input port; 0 for what an adapter sends.
    pub input: u32,
    /// The output port.
    pub output: u32,
    /// Virtual lanes by service level; 15 for a level whose packets are discarded.
    pub lanes: [u8; SERVICE_LEVELS],
    /// The line of the file.
    pub line: u64,
}

/// The service level of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceLevel {
    /// The source.
    pub source: DeviceId,
    /// The LID of the destination.
    pub destination: u32,
    /// The service level.
    pub level: u8,
    /// The line of the file.
    pub line: u64,
}

/// The tables of `opensm-sl2vl.dump`, of `smpquery sl2vl`, of `saquery SL2VL`, or of `.slvl` of ibdiagnet.
///
/// ```
/// let text = b"Switch 0x0000000000000abc, base LID 17, \"leaf\"\n1   2   : 0  1  2  3  4  5  6  7  0  1  2  3  4  5  6  7\n";
/// let tables = crossedge::net::read::lane_tables(text).expect("a table");
/// assert_eq!((tables[0].input, tables[0].output, tables[0].lanes[9]), (1, 2, 1));
/// ```
pub fn lane_tables(bytes: &[u8]) -> Result<Vec<LaneTable>, ReadError> {
    let mut tables: Vec<LaneTable> = Vec::new();
    let mut first: BTreeMap<(DeviceId, u32, u32), usize> = BTreeMap::new();
    let (mut device, mut ports) = (None, [None; 2]);
    for numbered in filled_lines(bytes) {
        let (line, text) = numbered?;
        if let Some(named) = heading(text, line)? {
            device = Some(named);
        } else if let Some(value) = field(text, "LID") {
            (device, ports) = (Some(DeviceId::Lid(lid(value, line)?)), [None; 2]);
        } else if let Some(value) = field(text, "InPort") {
            ports[0] = Some(small(value, 255, "an input port", line)?);
        } else if let Some(value) = field(text, "OutPort") {
            ports[1] = Some(small(value, 255, "an output port", line)?);
        } else if let Some((device, input, output, lanes)) = row(text, device, ports, line)? {
            let table = LaneTable { device, input, output, lanes, line };
            let at = *first.entry((device, input, output)).or_insert(tables.len());
            match tables.get(at) {
                None => tables.push(table),
                Some(before) if before.lanes == lanes => {}
                Some(before) => {
                    return wrong(
                        line,
                        format!(
                            "other lanes of {device} from port {input} to port {output} than on line {}",
                            before.line
                        ),
                    );
                }
            }
        } else if !is_remark(text) {
            return wrong(
                line,
                format!("expected the SL2VL table of a switch, e.g. 1 2 : 0 1 2 3 …, found {text:?}"),
            );
        }
    }
    if tables.is_empty() {
        return wrong(last_line(bytes), "the file has no SL2VL tables");
    }
    Ok(tables)
}

/// Service levels of `saquery PR`, of `opensm-path-records.dump`, of `.psl` of ibdiagnet, or of a table with source LID, destination LID and level.
///
/// ```
/// let text = b"PathRecord dump:\n\tdlid....17\n\tslid....18\n\tsl......0x3\n";
/// let levels = crossedge::net::read::service_levels(text).expect("a level");
/// assert_eq!((levels[0].destination, levels[0].level), (17, 3));
/// ```
pub fn service_levels(bytes: &[u8]) -> Result<Vec<ServiceLevel>, ReadError> {
    let mut levels = Vec::new();
    let (mut device, mut ends) = (None, [None; 2]);
    for numbered in filled_lines(bytes) {
        let (line, text) = numbered?;
        if let Some(named) = heading(text, line)? {
            device = Some(named);
        } else if text.starts_with("PathRecord") {
            ends = [None; 2];
        } else if let Some(value) = field(text, "slid") {
            ends[0] = Some(lid(value, line)?);
        } else if let Some(value) = field(text, "dlid") {
            ends[1] = Some(lid(value, line)?);
        } else if let Some(value) = field(text, "sl") {
            let [Some(source), Some(destination)] = ends else {
                return wrong(line, "a service level before slid and dlid of its path record");
            };
            let level = service_level(value, line)?;
            levels.push(ServiceLevel { source: DeviceId::Lid(source), destination, level, line });
        } else if text.contains("....") || is_remark(text) {
            // The other fields of a path record.
        } else if let Some((head, rest)) = text.split_once(':') {
            let Some(source) = device else {
                return wrong(line, "an entry before the first source");
            };
            let level = service_level(rest.split(':').next().unwrap_or_default().trim(), line)?;
            levels.push(ServiceLevel { source, destination: lid(head.trim(), line)?, level, line });
        } else {
            let words: Vec<&str> =
                text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
            let [source, destination, level] = words[..] else {
                return wrong(
                    line,
                    format!(
                        "expected source LID, destination LID and service level, e.g. 4 9 1, found {text:?}"
                    ),
                );
            };
            let source = match guid(source) {
                Some(guid) => DeviceId::Guid(guid),
                None => DeviceId::Lid(lid(source, line)?),
            };
            let level = service_level(level, line)?;
            levels.push(ServiceLevel { source, destination: lid(destination, line)?, level, line });
        }
    }
    if levels.is_empty() {
        return wrong(last_line(bytes), "the file has no service levels");
    }
    Ok(levels)
}

/// The device that a line begins: `Switch 0x…, base LID 17, "…"` of OpenSM, `# SL2VL table: Lid 17` of smpquery.
fn heading(text: &str, line: u64) -> Result<Option<DeviceId>, ReadError> {
    if let Some(rest) = text.strip_prefix("# SL2VL table:") {
        return match rest.trim().strip_prefix("Lid ") {
            Some(value) => Ok(Some(DeviceId::Lid(lid(value.trim(), line)?))),
            None => wrong(line, "a table by its directed route; query switches by LID: smpquery sl2vl LID"),
        };
    }
    let kinds = ["Switch 0x", "Channel Adapter 0x", "Router 0x"];
    if !kinds.iter().any(|kind| text.starts_with(kind)) {
        return Ok(None);
    }
    if let Some((_, rest)) = text.split_once("base LID ") {
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        return Ok(Some(DeviceId::Lid(lid(digits, line)?)));
    }
    let hex = text.split_once("0x").map_or("", |(_, rest)| rest);
    let end = hex.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(hex.len());
    match u64::from_str_radix(&hex[..end], 16) {
        Ok(guid) => Ok(Some(DeviceId::Guid(guid))),
        Err(_) => wrong(line, "expected a base LID or a GUID"),
    }
}

/// The lanes of a row, with the device and ports that the row or the lines before it name.
type Row = (DeviceId, u32, u32, [u8; SERVICE_LEVELS]);

fn row(
    text: &str,
    device: Option<DeviceId>,
    ports: [Option<u32>; 2],
    line: u64,
) -> Result<Option<Row>, ReadError> {
    let before = || wrong(line, "lanes before the switch that they belong to");
    // saquery: VL: 0| 1| …
    if let Some(rest) = text.strip_prefix("VL:") {
        let (Some(device), [Some(input), Some(output)]) = (device, ports) else { return before() };
        return Ok(Some((device, input, output, lanes(rest, line)?)));
    }
    // smpquery: ports: in  1, out  2: | 0| 1| …
    if let Some((head, rest)) = text.strip_prefix("ports: in").and_then(|rest| rest.split_once(':')) {
        let Some(device) = device else { return before() };
        let Some((input, output)) = head.split_once(", out") else {
            return wrong(line, "expected an input and an output port, e.g. ports: in 1, out 2:");
        };
        let input = small(input.trim(), 255, "an input port", line)?;
        let output = small(output.trim(), 255, "an output port", line)?;
        return Ok(Some((device, input, output, lanes(rest, line)?)));
    }
    // ibdiagnet: 0x0002c90000000201 5 1 0x01 0x23 …, two levels in a byte.
    if text.starts_with("0x") {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (Some(guid), true) = (words.first().and_then(|word| guid(word)), words.len() == 11) else {
            return wrong(
                line,
                "expected a GUID, two ports and eight bytes, e.g. 0x0002c90000000201 5 1 0x01 …",
            );
        };
        let mut lanes = [0; SERVICE_LEVELS];
        for (pair, word) in lanes.chunks_mut(2).zip(&words[3..]) {
            let byte = word.strip_prefix("0x").filter(|hex| hex.len() == 2);
            let Some(byte) = byte.and_then(|hex| u8::from_str_radix(hex, 16).ok()) else {
                return wrong(line, format!("expected two lanes as a byte, e.g. 0x01, found {word:?}"));
            };
            pair.copy_from_slice(&[byte >> 4, byte & 15]);
        }
        let input = small(words[1], 255, "an input port", line)?;
        let output = small(words[2], 255, "an output port", line)?;
        return Ok(Some((DeviceId::Guid(guid), input, output, lanes)));
    }
    // OpenSM: 1   2   : 0  1  2 …
    if text.starts_with(|c: char| c.is_ascii_digit())
        && let Some((head, rest)) = text.split_once(':')
    {
        let Some(device) = device else { return before() };
        let mut words = head.split_whitespace();
        let input = small(words.next().unwrap_or_default(), 255, "an input port", line)?;
        let output = small(words.next().unwrap_or_default(), 255, "an output port", line)?;
        return Ok(Some((device, input, output, lanes(rest, line)?)));
    }
    Ok(None)
}

/// Sixteen lanes, between blanks or bars.
fn lanes(text: &str, line: u64) -> Result<[u8; SERVICE_LEVELS], ReadError> {
    let mut lanes = [0; SERVICE_LEVELS];
    let mut words = text.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
    for (level, lane) in lanes.iter_mut().enumerate() {
        let Some(word) = words.next() else {
            return wrong(line, format!("expected {SERVICE_LEVELS} lanes, found {level}"));
        };
        *lane = small(word, 15, "a virtual lane", line)? as u8;
    }
    match words.next() {
        None => Ok(lanes),
        Some(_) => wrong(line, format!("expected {SERVICE_LEVELS} lanes, found more")),
    }
}

/// The value of a field that saquery prints, e.g. `dlid....................17`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(name).filter(|rest| rest.starts_with(".."))?;
    Some(rest.trim_start_matches('.').trim())
}

/// Returns `true` for comments, headings of columns, and lines that tools print between records.
fn is_remark(text: &str) -> bool {
    text.starts_with('#')
        || text.starts_with("SL:")
        || text.ends_with("dump:")
        || text.starts_with("ibwarn:")
        || text.starts_with("file_version")
}

/// A GUID: hexadecimal, longer than a LID.
fn guid(word: &str) -> Option<u64> {
    let hex = word.strip_prefix("0x").filter(|hex| hex.len() > 4)?;
    u64::from_str_radix(hex, 16).ok()
}

/// A number, decimal or hexadecimal, up to a limit.
fn small(word: &str, limit: u32, what: &str, line: u64) -> Result<u32, ReadError> {
    let number = match word.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => word.parse(),
    };
    match number {
        Ok(number) if number <= limit => Ok(number),
        _ => wrong(line, format!("expected {what} from 0 to {limit}, found {word:?}")),
    }
}

fn lid(word: &str, line: u64) -> Result<u32, ReadError> {
    small(word, 0xffff, "a LID", line)
}

fn service_level(word: &str, line: u64) -> Result<u8, ReadError> {
    Ok(small(word, SERVICE_LEVELS as u32 - 1, "a service level", line)? as u8)
}
