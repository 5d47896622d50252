//! Cable lists: a table with a header, one cable per line: A-Node, A-Port, Z-Node, Z-Port, and further columns.

use super::fabric::{Fabric, FabricCable, Reading, lines};
use super::read::{MAX_WIDTH, ReadError, wrong};
use std::collections::HashMap;

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
    rate: Option<usize>,
    /// `true` if ports have names, not numbers, as in NetBox.
    named_ports: bool,
    count: usize,
}

/// NetBox's names for the columns of a cable, in its tables and in the form for imports: the device and the interface of either end.
const NETBOX: [[[&str; 2]; 2]; 2] = [
    [["devicea", "terminationa"], ["deviceb", "terminationb"]],
    [["sideadevice", "sideaname"], ["sidebdevice", "sidebname"]],
];

impl Columns {
    fn of(header: &[String], line: u64) -> Result<Self, ReadError> {
        let plain = |text: &String| -> String {
            text.chars().filter(|c| c.is_ascii_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
        };
        let header: Vec<String> = header.iter().map(plain).collect();
        let at = |name: &str| header.iter().position(|have| have == name);
        for [[a, a_port], [b, b_port]] in NETBOX {
            let (Some(a), Some(b)) = (at(a), at(b)) else { continue };
            return Ok(Columns {
                nodes: [a, b],
                names: [None; 2],
                ports: [at(a_port), at(b_port)],
                places: [[at("racka"), None], [at("rackb"), None]],
                roles: [None; 2],
                width: None,
                rate: at("rate"),
                named_ports: true,
                count: header.len(),
            });
        }
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
            rate: at("rate"),
            named_ports: false,
            count: header.len(),
        })
    }
}

/// A point-to-point list: a header with the columns A-Node, A-Port, Z-Node and Z-Port, in any order and among others, then one cable a line; between commas,
/// semicolons or tabs, according to the header. Columns A-Role and Z-Role separate endpoints and switches. Columns A-Name and Z-Name give names; columns A-Rack, A-Unit, Z-Rack and Z-Unit give
/// locations, a column Rate gives rates, e.g. `4xNDR` or `400 Gbit/s`. An unknown port is left empty. Exports of NetBox are read, too: Device A, Termination A, Device B,
/// Termination B, where ports have names.
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
                port if columns.named_ports => Some(reading.port(node, port)),
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
        let rate = match columns.rate.map_or("", cell) {
            "" => None,
            text => Some(reading.rate(text)),
        };
        reading.cable(FabricCable { ends, line, width, rate }, false)?;
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
