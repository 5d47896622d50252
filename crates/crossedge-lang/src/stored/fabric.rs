//! Readers of cabled fabrics: from bytes to nodes with names and cables between their ports, with the line of the first thing that is wrong.
//!
//! `ibnetdiscover` prints a record for every switch and every channel adapter, with each cable at both of its ends. A cable list is a table with a header,
//! one cable per line: A-Node, A-Port, Z-Node, Z-Port, and further columns.

use super::read::{MAX_WIDTH, ReadError, wrong};
use crossedge_core::net::stored::table::{MAX_STORED_LINKS, MAX_STORED_NODES};
use std::collections::HashMap;

/// A fabric as described by a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fabric {
    /// The nodes, in order of first appearance.
    pub nodes: Vec<FabricNode>,
    /// The cables, each once, in order of first appearance.
    pub cables: Vec<FabricCable>,
    /// The rates of cables, each once, in the order in which they first occur.
    pub rates: Vec<String>,
    /// Notes on what the reader skipped or filled in, one line each.
    pub notes: Vec<String>,
}

/// A node of a fabric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FabricNode {
    /// The name in the file, unique.
    pub name: String,
    /// `true` for a switch; `None` if the file does not specify it.
    pub switch: Option<bool>,
    /// `true` for an aggregation node of in-network reduction, which is not an endpoint.
    pub aggregation: bool,
    /// Its location, e.g. `rack 3 unit 17`, if the file has it.
    pub place: Option<String>,
}

/// A cable of a fabric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FabricCable {
    /// Its ends: the node, and the port as the file counts it, where it is reported.
    pub ends: [(u32, Option<u32>); 2],
    /// The line where it first occurs, from 1.
    pub line: u64,
    /// Its width, where the file has one.
    pub width: Option<u64>,
    /// Its rate, e.g. `4xHDR`, where the file has one: an index into [`Fabric::rates`].
    pub rate: Option<u32>,
}

/// The lines of a file, from 1, without the mark that some editors write at its start.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (u64, Result<&str, ReadError>)> {
    (1..).zip(bytes.split(|&c| c == b'\n')).map(|(line, raw)| {
        let text = std::str::from_utf8(raw).or_else(|_| wrong(line, "the line is not UTF-8 text"));
        (line, text.map(|text| if line == 1 { text.trim_start_matches('\u{feff}') } else { text }))
    })
}

/// Nodes and cables while they are read.
#[derive(Default)]
struct Reading {
    fabric: Fabric,
    ids: HashMap<String, u32>,
    /// Which cable a port has.
    taken: HashMap<(u32, u32), usize>,
}

impl Reading {
    /// The node of this id; a new one is called by it.
    fn node(&mut self, id: &str, line: u64) -> Result<u32, ReadError> {
        if let Some(&node) = self.ids.get(id) {
            return Ok(node);
        }
        let node = self.fabric.nodes.len() as u64;
        if node == MAX_STORED_NODES {
            return wrong(line, format!("a stored graph has at most {MAX_STORED_NODES} nodes"));
        }
        self.ids.insert(id.to_owned(), node as u32);
        self.fabric.nodes.push(FabricNode {
            name: id.to_owned(),
            switch: None,
            aggregation: false,
            place: None,
        });
        Ok(node as u32)
    }

    /// The number of a rate.
    fn rate(&mut self, text: &str) -> u32 {
        let rates = &mut self.fabric.rates;
        let at = rates.iter().position(|rate| rate == text).unwrap_or_else(|| {
            rates.push(text.to_owned());
            rates.len() - 1
        });
        at as u32
    }

    fn name(&self, node: u32) -> &str {
        &self.fabric.nodes[node as usize].name
    }

    /// Takes in a cable; one that was reported by its other end is the same.
    fn cable(&mut self, cable: FabricCable, both_tell: bool) -> Result<(), ReadError> {
        let FabricCable { ends, line, rate, .. } = cable;
        let [a, b] = ends;
        if a == b || (a.0 == b.0 && a.1.is_none()) {
            return wrong(line, format!("a cable from {} to itself", self.name(a.0)));
        }
        for (end, other) in [(a, b), (b, a)] {
            let Some(port) = end.1 else { continue };
            let Some(&first) = self.taken.get(&(end.0, port)) else { continue };
            let cable = &self.fabric.cables[first];
            if both_tell && (cable.ends == [a, b] || cable.ends == [b, a]) {
                if let (Some(one), Some(other)) = (cable.rate, rate)
                    && one != other
                {
                    let [one, other] = [one, other].map(|rate| self.fabric.rates[rate as usize].clone());
                    self.fabric.cables[first].rate = Some(self.rate(&format!("{one} and {other}")));
                }
                return Ok(());
            }
            let name = self.name(end.0);
            let there = self.name(other.0);
            return wrong(
                line,
                format!(
                    "port {port} of {name} leads to {there} here, and has another cable on line {}",
                    cable.line
                ),
            );
        }
        let number = self.fabric.cables.len();
        if number as u64 == MAX_STORED_LINKS {
            return wrong(line, format!("a stored graph has at most {MAX_STORED_LINKS} links"));
        }
        for (node, port) in ends {
            if let Some(port) = port {
                self.taken.insert((node, port), number);
            }
        }
        self.fabric.cables.push(cable);
        Ok(())
    }

    fn done(self, line: u64) -> Result<Fabric, ReadError> {
        if self.fabric.cables.is_empty() {
            return wrong(line, "the file has no cables");
        }
        Ok(self.fabric)
    }
}

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
    let mut reading = Reading::default();
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
            let node = reading.node(id, line)?;
            if reading.fabric.nodes[node as usize].switch.replace(switch).is_some() {
                return wrong(line, format!("a second record of {id:?}"));
            }
            reported.resize(reading.fabric.nodes.len(), None);
            reported[node as usize] = description(rest);
            own = Some(node);
        } else if text.starts_with('[') {
            let Some(node) = own else { return wrong(line, "a port before the first Switch or Ca") };
            let parsed = in_brackets(text).and_then(|(port, rest)| {
                let (id, rest) = in_quotes(rest)?;
                let (back, rest) = in_brackets(rest)?;
                Some((port, id, back, rest))
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
            let rate = rest.split_once('#').and_then(|(_, comment)| rate_in(comment));
            let rate = rate.map(|rate| reading.rate(rate));
            let ends = [(node, Some(port)), (other, Some(back))];
            reading.cable(FabricCable { ends, line, width: None, rate }, true)?;
        } else if text.is_empty() {
            // A record ends here; what follows belongs to the next.
            own = None;
        } else if !(text.starts_with('#') || word.contains('=') || HEADERS.contains(&word)) {
            return wrong(line, format!("expected Switch, Ca, a port or a comment, found {word:?}"));
        }
    }
    // A dump that was cut off, or hosts that did not answer: ids of adapters begin with H, those of switches and routers do not.
    let mut silent = 0;
    let ids: Vec<(String, u32)> = reading.ids.iter().map(|(id, node)| (id.clone(), *node)).collect();
    for (id, node) in ids {
        let node = &mut reading.fabric.nodes[node as usize];
        if node.switch.is_none() {
            node.switch = Some(!id.starts_with("H-"));
            silent += 1;
        }
    }
    if silent > 0 {
        let what = if silent == 1 { "1 node has" } else { &format!("{silent} nodes have") };
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
    for (node, name) in reading.fabric.nodes.iter_mut().zip(&reported) {
        if let Some(name) = name.as_ref().filter(|name| !name.is_empty() && count[name.as_str()] == 1) {
            // A description may be the id of another node; then no one is renamed to it.
            if !reading.ids.contains_key(name) {
                node.name.clone_from(name);
            }
        }
    }
    reading.done(last)
}

/// The cells of a line, of a table whose cells may be in quotes; `None` if a quote is not closed.
fn cells(text: &str, comma: char) -> Option<Vec<String>> {
    let (mut out, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.trim().is_empty() => {
                cell.clear();
                quoted = true;
            }
            c if c == comma && !quoted => out.push(std::mem::take(&mut cell).trim().to_owned()),
            c => cell.push(c),
        }
    }
    out.push(cell.trim().to_owned());
    (!quoted).then_some(out)
}

/// The columns of a cable list.
struct Columns {
    nodes: [usize; 2],
    names: [Option<usize>; 2],
    ports: [Option<usize>; 2],
    /// Rack and unit.
    places: [[Option<usize>; 2]; 2],
    roles: [Option<usize>; 2],
    width: Option<usize>,
    count: usize,
}

impl Columns {
    fn of(header: &[String], line: u64) -> Result<Self, ReadError> {
        let plain = |text: &String| -> String {
            text.chars().filter(|c| c.is_ascii_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
        };
        let header: Vec<String> = header.iter().map(plain).collect();
        let at = |name: &str| header.iter().position(|have| have == name);
        let node = |end: &str| match at(&format!("{end}node")).or_else(|| at(&format!("{end}name"))) {
            Some(column) => Ok(column),
            None => wrong(line, format!("the header has no column {}-Node", end.to_uppercase())),
        };
        let of = |what: &str| ["a", "z"].map(|end| at(&format!("{end}{what}")));
        let ([a_rack, z_rack], [a_unit, z_unit]) = (of("rack"), of("unit"));
        Ok(Columns {
            nodes: [node("a")?, node("z")?],
            names: of("name"),
            ports: of("port"),
            places: [[a_rack, a_unit], [z_rack, z_unit]],
            roles: of("role"),
            width: at("width"),
            count: header.len(),
        })
    }
}

/// A point-to-point list: a header with the columns A-Node, A-Port, Z-Node and Z-Port, in any order and among others, then one cable a line; between commas,
/// semicolons or tabs, according to the header. Columns A-Role and Z-Role separate endpoints and switches. Columns A-Name and Z-Name give names; columns A-Rack, A-Unit, Z-Rack and Z-Unit give
/// locations. An unknown port is left empty.
/// Lines that begin with `#` are skipped.
///
/// ```
/// let fabric = crossedge::net::read::cable_list(b"A-Node,A-Port,Z-Node,Z-Port\nleft,1,right,2\n").expect("one cable");
/// assert_eq!(fabric.cables[0].ends, [(0, Some(1)), (1, Some(2))]);
/// ```
pub fn cable_list(bytes: &[u8]) -> Result<Fabric, ReadError> {
    let mut reading = Reading::default();
    let mut names: HashMap<String, (u32, u64)> = HashMap::new();
    let mut called: Vec<Option<(String, u64)>> = Vec::new();
    let (mut columns, mut last) = (None, 1);
    for (line, text) in lines(bytes) {
        let text = text?.trim_end_matches('\r');
        last = line;
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let Some((comma, columns)) = &columns else {
            let comma = ['\t', ';'].into_iter().find(|&c| text.contains(c)).unwrap_or(',');
            let Some(header) = cells(text, comma) else { return wrong(line, "a quote is not closed") };
            columns = Some((comma, Columns::of(&header, line)?));
            continue;
        };
        let Some(row) = cells(text, *comma) else { return wrong(line, "a quote is not closed") };
        if row.len() > columns.count {
            let (have, named) = (row.len(), columns.count);
            return wrong(line, format!("the line has {have} cells, and the header {named} columns"));
        }
        let cell = |column: usize| row.get(column).map_or("", String::as_str);
        let width = match columns.width.map_or("", cell) {
            "" => None,
            text => match text.parse::<u64>() {
                Ok(width) if (1..=MAX_WIDTH).contains(&width) => Some(width),
                _ => {
                    let message = format!("Width is a whole number from 1 to {MAX_WIDTH}, found {text:?}");
                    return wrong(line, message);
                }
            },
        };
        let mut ends = [(0, None); 2];
        for (i, end) in ends.iter_mut().enumerate() {
            let letter = ["A", "Z"][i];
            let id = cell(columns.nodes[i]);
            if id.is_empty() {
                return wrong(line, format!("{letter}-Node is empty"));
            }
            let node = reading.node(id, line)?;
            called.resize(reading.fabric.nodes.len(), None);
            let name = columns.names[i].map_or("", cell);
            if !name.is_empty() {
                match &called[node as usize] {
                    Some((other, first)) if other != name => {
                        return wrong(
                            line,
                            format!("node {id} is called {name} here, and {other} on line {first}"),
                        );
                    }
                    Some(_) => {}
                    None => {
                        if let Some((other, first)) = names.insert(name.to_owned(), (node, line)) {
                            let other = reading.name(other);
                            return wrong(
                                line,
                                format!(
                                    "node {id} is called {name} here, and so is node {other} on line {first}"
                                ),
                            );
                        }
                        called[node as usize] = Some((name.to_owned(), line));
                    }
                }
            }
            let switch = match columns.roles[i].map_or("", cell) {
                "" => None,
                "endpoint" | "host" => Some(false),
                "switch" => Some(true),
                other => {
                    return wrong(line, format!("{letter}-Role is endpoint or switch, found {other:?}"));
                }
            };
            let known = &mut reading.fabric.nodes[node as usize].switch;
            if switch.is_some() && known.is_some() && *known != switch {
                return wrong(line, format!("node {id} has two roles: endpoint and switch"));
            }
            *known = known.or(switch);
            let [rack, unit] = columns.places[i].map(|column| column.map_or("", cell));
            if !unit.is_empty() && unit.parse::<u32>().is_err() {
                return wrong(line, format!("{letter}-Unit is a whole number from 0, found {unit:?}"));
            }
            if !rack.is_empty() {
                let place =
                    if unit.is_empty() { format!("rack {rack}") } else { format!("rack {rack} unit {unit}") };
                let stands = &mut reading.fabric.nodes[node as usize].place;
                if let Some(before) = stands.as_ref().filter(|before| **before != place) {
                    return wrong(line, format!("node {id} is in {place} here, and was in {before} before"));
                }
                *stands = Some(place);
            }
            let port = columns.ports[i].map_or("", cell);
            let port = match port {
                "" => None,
                port => match port.parse::<u32>() {
                    Ok(port) => Some(port),
                    Err(_) => {
                        return wrong(
                            line,
                            format!("{letter}-Port is a whole number from 0, found {port:?}"),
                        );
                    }
                },
            };
            *end = (node, port);
        }
        reading.cable(FabricCable { ends, line, width, rate: None }, false)?;
    }
    if columns.is_none() {
        return wrong(last, "the file has no header, e.g. A-Node,A-Port,Z-Node,Z-Port");
    }
    // A name that is the id of another node would make two of one name.
    let clash =
        names.iter().filter(|(name, (node, _))| reading.ids.get(*name).is_some_and(|other| other != node));
    // Ids and names are two notations where all nodes have both.
    if let Some((name, (node, line))) = clash.min_by_key(|(_, (_, line))| *line)
        && called.iter().any(Option::is_none)
    {
        let id = reading.name(*node);
        return wrong(*line, format!("node {id} is called {name}, which is the id of another node"));
    }
    for (node, name) in reading.fabric.nodes.iter_mut().zip(called) {
        if let Some((name, _)) = name {
            node.name = name;
        }
    }
    reading.done(last)
}
