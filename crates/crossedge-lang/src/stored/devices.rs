//! Neighbours as switches report them, one file for each device: `lldpcli -f json show neighbors`, and `config_db.json` of SONiC. Several files are one
//! text, each after a line `==> NAME <==`, as `head` and `tail` print several files.

use super::document::{Value, document};
use super::fabric::{Fabric, FabricCable, Reading};
use super::node_link::node_link;
use super::read::{ReadError, wrong};
use std::collections::{HashMap, HashSet};

/// A device and its report.
struct Device {
    name: String,
    /// The line before its text.
    offset: u64,
    contents: Value,
}

/// A JSON file: the neighbours of one device or of several, or node-link JSON.
pub fn json(bytes: &[u8]) -> Result<Fabric, ReadError> {
    let devices = devices(bytes)?;
    let [Device { name, contents, .. }] = &devices[..] else { return neighbors(devices) };
    let has = |key: &str| contents.get(key).is_some();
    match (has("nodes") && (has("edges") || has("links")), has("lldp") || has("DEVICE_NEIGHBOR")) {
        (true, _) => node_link(contents),
        (_, true) if !name.is_empty() || has("DEVICE_METADATA") => neighbors(devices),
        (_, true) => wrong(
            1,
            "the device that printed the file is not known; read a folder of files, each called by its device, or put a line ==> NAME <== before it",
        ),
        _ => wrong(
            contents.line,
            "expected node-link JSON (nodes and edges), neighbors of lldpcli (lldp) or config_db.json of SONiC (DEVICE_NEIGHBOR)",
        ),
    }
}

/// The texts of a bundle, parsed; the name is empty for a text without a header.
fn devices(bytes: &[u8]) -> Result<Vec<Device>, ReadError> {
    let Ok(text) = std::str::from_utf8(bytes) else { return wrong(1, "the file is not UTF-8 text") };
    let header = |line: &str| -> Option<String> {
        let path = line.trim_end().strip_prefix("==> ")?.strip_suffix(" <==")?;
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let stem = file.strip_suffix(".json").unwrap_or(file);
        let stem = ["_config_db", ".config_db", ".lldp", "_lldp"]
            .iter()
            .find_map(|end| stem.strip_suffix(end))
            .unwrap_or(stem);
        Some(stem.to_owned())
    };
    let mut parts: Vec<(String, u64, usize, usize)> = Vec::new();
    let (mut at, mut line) = (0, 0);
    for text_line in text.split_inclusive('\n') {
        let next = at + text_line.len();
        line += 1;
        if let Some(name) = header(text_line) {
            parts.push((name, line, next, next));
        } else if let Some(part) = parts.last_mut() {
            part.3 = next;
        } else if !text_line.trim().is_empty() {
            parts.push((String::new(), line - 1, at, next));
        }
        at = next;
    }
    if parts.is_empty() {
        return wrong(1, "the file is empty");
    }
    let device = |(name, offset, from, to): (String, u64, usize, usize)| {
        let shift = |error: ReadError| ReadError { line: error.line + offset, ..error };
        let contents = document(&text.as_bytes()[from..to]).map_err(shift)?;
        Ok(Device { name, offset, contents })
    };
    parts.into_iter().map(device).collect()
}

/// The name without its domain: one end of a cable reports `leaf1`, the other `leaf1.example.org`.
fn short(name: &str) -> &str {
    let address = name.bytes().all(|c| c.is_ascii_digit() || matches!(c, b'.' | b':'));
    if address { name } else { name.split('.').next().unwrap_or(name) }
}

/// The fabric of which these devices are part.
fn neighbors(devices: Vec<Device>) -> Result<Fabric, ReadError> {
    let mut reading = Reading::default();
    reading.fabric.discovered = true;
    let mut last = 1;
    // Names of ports that SONiC also knows as aliases, by device.
    let mut aliases: HashMap<(String, String), String> = HashMap::new();
    let mut own: HashSet<u32> = HashSet::new();
    for device in &devices {
        let name = sonic_name(&device.contents).unwrap_or(&device.name);
        for (port, entry) in device.contents.get("PORT").map_or(&[][..], Value::entries) {
            if let Some(alias) = entry.get("alias").and_then(Value::text) {
                aliases.insert((short(name).to_owned(), alias.to_owned()), port.clone());
            }
        }
        let node = reading.node(short(name), device.offset + 1)?;
        if !own.insert(node) {
            return wrong(device.offset + 1, format!("a second file of {name}"));
        }
    }
    for device in &devices {
        let line = device.offset + device.contents.line;
        last = line;
        if device.contents.get("lldp").is_some() {
            lldp(&mut reading, device)?;
        } else if device.contents.get("DEVICE_NEIGHBOR").is_some() || sonic_name(&device.contents).is_some() {
            sonic(&mut reading, device, &aliases)?;
        } else {
            return wrong(
                line,
                format!(
                    "{} is neither LLDP neighbors (lldp) nor a config_db.json (DEVICE_NEIGHBOR)",
                    device.name
                ),
            );
        }
    }
    let without: Vec<u32> = (0..reading.fabric.nodes.len() as u32)
        .filter(|v| reading.fabric.nodes[*v as usize].switch.is_none())
        .collect();
    // Other devices report their role, or have a file: operators query switches, not hosts.
    let hosts = without.iter().filter(|v| !own.contains(v)).count();
    for &node in &without {
        reading.role(node, own.contains(&node), last)?;
    }
    if hosts > 0 {
        let what = if hosts == 1 {
            "1 device has no file and no role: it is"
        } else {
            &format!("{hosts} devices have no file and no role: they are")
        };
        reading.fabric.notes.push(format!("{what} taken for hosts"));
    }
    reading.done(last)
}

/// Neighbours as `lldpcli -f json` prints them.
fn lldp(reading: &mut Reading, device: &Device) -> Result<(), ReadError> {
    let node = reading.ids[short(&device.name)];
    let Some(interfaces) = device.contents.get("lldp").and_then(|lldp| lldp.get("interface")) else {
        return Ok(());
    };
    // One interface is a map, several are a list of maps.
    for (interface, entry) in interfaces.items().iter().flat_map(Value::entries) {
        let line = device.offset + entry.line;
        let Some(chassis) = entry.get("chassis") else {
            return wrong(line, format!("{interface} has no chassis"));
        };
        // The chassis is under its name; without a name it has only an id.
        let named = chassis.entries().iter().find(|(key, value)| key != "id" && value.get("id").is_some());
        let (name, chassis) = match named {
            Some((name, inside)) => (name.as_str(), inside),
            None => match chassis.get("id").and_then(|id| id.get("value")).and_then(Value::text) {
                Some(id) => (id, chassis),
                None => return wrong(line, format!("the chassis at {interface} has no name and no id")),
            },
        };
        let other = reading.node(short(name), line)?;
        if let Some(capabilities) = chassis.get("capability") {
            let on = |kind: &str| {
                capabilities.items().iter().any(|one| {
                    one.get("type").and_then(Value::text).is_some_and(|have| have.eq_ignore_ascii_case(kind))
                        && one.get("enabled").is_some_and(Value::is_true)
                })
            };
            reading.role(other, on("bridge") || on("router"), line)?;
        }
        let Some(port) = entry.get("port") else { return wrong(line, format!("{interface} has no port")) };
        let id = port.get("id");
        let kind = id.and_then(|id| id.get("type")).and_then(Value::text);
        let value = id.and_then(|id| id.get("value")).and_then(Value::text);
        let descr = port.get("descr").and_then(Value::text);
        // The id of a port is often its MAC address; then its description is the name of the interface.
        let label = if matches!(kind, Some("ifname" | "local")) { value.or(descr) } else { descr.or(value) };
        let Some(label) = label else { return wrong(line, format!("the port at {interface} has no id")) };
        let ends = [(node, Some(reading.port(node, interface))), (other, Some(reading.port(other, label)))];
        reading.cable(FabricCable { ends, line, width: None, rate: None }, true)?;
    }
    Ok(())
}

/// The host name in a `config_db.json`.
fn sonic_name(contents: &Value) -> Option<&str> {
    contents.get("DEVICE_METADATA")?.get("localhost")?.get("hostname")?.text()
}

/// Neighbours as SONiC is configured with them.
fn sonic(
    reading: &mut Reading,
    device: &Device,
    aliases: &HashMap<(String, String), String>,
) -> Result<(), ReadError> {
    let contents = &device.contents;
    let name = short(sonic_name(contents).unwrap_or(&device.name)).to_owned();
    let node = reading.ids[&name];
    reading.role(node, true, device.offset + contents.line)?;
    for (interface, entry) in contents.get("DEVICE_NEIGHBOR").map_or(&[][..], Value::entries) {
        let line = device.offset + entry.line;
        let Some(peer) = entry.get("name").and_then(Value::text) else {
            return wrong(line, format!("the neighbor at {interface} has no name"));
        };
        let other = reading.node(short(peer), line)?;
        let kind = contents
            .get("DEVICE_NEIGHBOR_METADATA")
            .and_then(|all| all.get(peer))
            .and_then(|one| one.get("type"))
            .and_then(Value::text);
        if let Some(kind) = kind {
            reading.role(other, !kind.to_ascii_lowercase().contains("server"), line)?;
        }
        let plain = |device: &str, port: &str| {
            aliases.get(&(device.to_owned(), port.to_owned())).cloned().unwrap_or_else(|| port.to_owned())
        };
        // The configuration may name neither the port there, nor the speed.
        let there = entry.get("port").and_then(Value::text).map(|port| plain(short(peer), port));
        let here = plain(&name, interface);
        let speed = contents
            .get("PORT")
            .and_then(|ports| ports.get(&here))
            .and_then(|port| port.get("speed"))
            .and_then(Value::text);
        let rate = match speed {
            None => None,
            Some(text) => match text.parse::<u64>() {
                Ok(mbit) if mbit > 0 => Some(reading.rate(&gbit(mbit))),
                _ => return wrong(line, format!("the speed of {here} is in Mbit/s, found {text:?}")),
            },
        };
        let ends = [
            (node, Some(reading.port(node, &here))),
            (other, there.map(|there| reading.port(other, &there))),
        ];
        reading.cable(FabricCable { ends, line, width: None, rate }, true)?;
    }
    Ok(())
}

/// A speed in Mbit/s as text of Gbit/s.
fn gbit(mbit: u64) -> String {
    match (mbit / 1000, mbit % 1000 / 10) {
        (whole, 0) => format!("{whole} Gbit/s"),
        (whole, part) => format!("{whole}.{part:02} Gbit/s"),
    }
}
