//! Execution traces of Chakra (MLCommons) as traffic: one file for each rank, `NAME.RANK.et` with messages of Protocol Buffers behind their lengths, or `NAME.RANK.json`.
//! Sends count with their bytes. Collectives are expanded to messages between ranks; a note explains how.

use super::document::{Value, document};
use num_integer::Integer;
use std::collections::{BTreeMap, BTreeSet};

/// The traffic of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceTraffic {
    /// Number of ranks.
    pub ranks: u64,
    /// Lines of sender, receiver and amount, relative to the busiest sender.
    pub lines: String,
    /// Sender, receiver and bytes, rounded up.
    pub messages: Vec<(u64, u64, u64)>,
    /// The messages that stand for each kind of collective in the trace.
    pub expansions: Vec<&'static str>,
}

/// Types of nodes.
const SEND_NODE: u64 = 5;
const COLLECTIVE_NODE: u64 = 7;
const NODE_TYPES: [&str; 8] = [
    "INVALID_NODE",
    "METADATA_NODE",
    "MEM_LOAD_NODE",
    "MEM_STORE_NODE",
    "COMP_NODE",
    "COMM_SEND_NODE",
    "COMM_RECV_NODE",
    "COMM_COLL_NODE",
];

/// Kinds of collectives by number, with the messages of B bytes over n ranks.
const COLLECTIVES: [(&str, &str); 10] = [
    ("ALL_REDUCE", "all-reduce as a ring: 2(n-1)/n·B to the next rank"),
    ("REDUCE", "reduce as a chain: B to the next rank towards the root"),
    ("ALL_GATHER", "all-gather as a ring: (n-1)/n·B to the next rank"),
    ("GATHER", "gather: B/n to the root"),
    ("SCATTER", "scatter: B/n from the root to each rank"),
    ("BROADCAST", "broadcast as a chain: B to the next rank away from the root"),
    ("ALL_TO_ALL", "all-to-all: B/n to each rank"),
    ("REDUCE_SCATTER", "reduce-scatter as a ring: (n-1)/n·B to the next rank"),
    ("REDUCE_SCATTER_BLOCK", "reduce-scatter as a ring: (n-1)/n·B to the next rank"),
    ("BARRIER", "barrier: no bytes"),
];

/// The value of an attribute.
enum Attribute {
    Number(i128),
    Text(String),
    List(Vec<i128>),
}

/// A node of a trace.
#[derive(Default)]
struct TraceNode {
    id: u64,
    kind: u64,
    attributes: Vec<(String, Attribute)>,
}

/// The ranks of a collective: all, those whose traces name the same group, or a list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum ProcessGroup {
    All,
    Named(String),
    Listed(Vec<u64>),
}

/// Rank, group, kind and root of a collective.
type CollectiveKey = (u64, ProcessGroup, u64, Option<u64>);

/// The traffic of the traces of all ranks, by name and content of their files, rank 0 first. The error names the file and the node.
pub fn chakra_traffic(files: &[(String, Vec<u8>)]) -> Result<TraceTraffic, String> {
    let ranks = files.len() as u64;
    let mut sent = Sums::default();
    // Bytes of collectives by rank, group, kind and root; all nodes of a key are expanded at once.
    let mut volumes: BTreeMap<CollectiveKey, (u128, usize, u64)> = BTreeMap::new();
    let mut members: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for (rank, (name, bytes)) in (0..).zip(files) {
        let nodes = if name.ends_with(".json") { json_nodes(bytes) } else { binary_nodes(bytes) };
        for node in nodes.map_err(|why| format!("{name}: {why}"))? {
            let wrong = |why: String| format!("{name}: node {}: {why}", node.id);
            match node.kind {
                SEND_NODE => {
                    let to = node.rank("comm_dst", ranks).map_err(wrong)?;
                    let to = to.ok_or_else(|| wrong("a send without comm_dst".to_owned()))?;
                    let size = node.size().map_err(wrong)?;
                    if to != rank {
                        sent.add(rank, to, size.into(), 1);
                    }
                }
                COLLECTIVE_NODE => {
                    let kind = node.collective().map_err(wrong)?;
                    let size = node.size().map_err(wrong)?;
                    let group = node.group(rank, ranks).map_err(wrong)?;
                    if let ProcessGroup::Named(group) = &group {
                        members.entry(group.clone()).or_default().insert(rank);
                    }
                    let root = node.rank("root_rank", ranks).map_err(wrong)?;
                    let volume =
                        volumes.entry((rank, group, kind, root)).or_insert((0, rank as usize, node.id));
                    volume.0 += u128::from(size);
                }
                _ => {}
            }
        }
    }
    let mut kinds = BTreeSet::new();
    for ((rank, group, kind, root), (bytes, file, node)) in volumes {
        let group: Vec<u64> = match group {
            ProcessGroup::All => (0..ranks).collect(),
            ProcessGroup::Named(name) => members[&name].iter().copied().collect(),
            ProcessGroup::Listed(list) => list,
        };
        kinds.insert(kind);
        let place = |rank: u64| group.iter().position(|&member| member == rank);
        let (Some(own), Some(root)) = (place(rank), place(root.unwrap_or(group[0]))) else {
            return Err(format!("{}: node {node}: the root is not in the group", files[file].0));
        };
        expand(&group, own, root, kind, bytes, &mut sent);
    }
    let expansions: BTreeSet<&str> = kinds.iter().map(|&kind| COLLECTIVES[kind as usize].1).collect();
    Ok(TraceTraffic {
        ranks,
        lines: sent.lines()?,
        messages: sent.messages(),
        expansions: expansions.into_iter().collect(),
    })
}

/// Adds the messages that a rank sends in a collective of B bytes.
fn expand(group: &[u64], own: usize, root: usize, kind: u64, bytes: u128, sent: &mut Sums) {
    let count = group.len();
    if count < 2 {
        return;
    }
    let (rank, n) = (group[own], count as u128);
    let (next, before) = (group[(own + 1) % count], group[(own + count - 1) % count]);
    let from_root = (own + count - root) % count;
    let others = group.iter().filter(|&&other| other != rank);
    match kind {
        0 => sent.add(rank, next, 2 * (n - 1) * bytes, n),
        1 if from_root > 0 => sent.add(rank, before, bytes, 1),
        2 | 7 | 8 => sent.add(rank, next, (n - 1) * bytes, n),
        3 if from_root > 0 => sent.add(rank, group[root], bytes, n),
        4 if from_root == 0 => others.for_each(|&to| sent.add(rank, to, bytes, n)),
        5 if from_root + 1 < count => sent.add(rank, next, bytes, 1),
        6 => others.for_each(|&to| sent.add(rank, to, bytes, n)),
        _ => {}
    }
}

/// Bytes by sender, receiver and denominator.
#[derive(Default)]
struct Sums(BTreeMap<(u64, u64), BTreeMap<u128, u128>>);

impl Sums {
    fn add(&mut self, from: u64, to: u64, numerator: u128, denominator: u128) {
        if numerator > 0 {
            *self.0.entry((from, to)).or_default().entry(denominator).or_default() += numerator;
        }
    }

    /// Sender, receiver and bytes, rounded up.
    fn messages(&self) -> Vec<(u64, u64, u64)> {
        let bytes = |parts: &BTreeMap<u128, u128>| {
            let sum: u128 = parts.iter().map(|(denominator, sum)| u128::div_ceil(*sum, *denominator)).sum();
            u64::try_from(sum).unwrap_or(u64::MAX)
        };
        self.0.iter().map(|(&(from, to), parts)| (from, to, bytes(parts))).collect()
    }

    /// Lines of sender, receiver and amount: exact fractions of what the busiest rank sends.
    fn lines(&self) -> Result<String, String> {
        let too_large = || "the bytes of all messages together are too large".to_owned();
        let unit = self.0.values().flat_map(BTreeMap::keys).try_fold(1u128, |unit, denominator| {
            (unit / unit.gcd(denominator)).checked_mul(*denominator).ok_or_else(too_large)
        })?;
        let mut totals = Vec::new();
        for (&pair, parts) in &self.0 {
            let amounts = parts.iter().map(|(denominator, sum)| sum.checked_mul(unit / denominator));
            totals.push((pair, amounts.sum::<Option<u128>>().ok_or_else(too_large)?));
        }
        let mut busiest: BTreeMap<u64, u128> = BTreeMap::new();
        for &((from, _), amount) in &totals {
            let sum = busiest.entry(from).or_default();
            *sum = sum.checked_add(amount).ok_or_else(too_large)?;
        }
        let most = busiest.into_values().max().unwrap_or(0);
        let common = totals.iter().fold(most, |common, (_, amount)| common.gcd(amount)).max(1);
        let line = |((from, to), amount): &((u64, u64), u128)| {
            format!("{from} {to} {}/{}\n", amount / common, most / common)
        };
        Ok(totals.iter().map(line).collect())
    }
}

impl TraceNode {
    fn get(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|(have, _)| have == name).map(|(_, value)| value)
    }

    /// A number; one in quotes, too, as JSON of Protocol Buffers has it.
    fn number(&self, name: &str) -> Result<Option<u64>, String> {
        let number = match self.get(name) {
            None => return Ok(None),
            Some(Attribute::Number(number)) => u64::try_from(*number).ok(),
            Some(Attribute::Text(text)) => text.parse().ok(),
            Some(Attribute::List(_)) => None,
        };
        number.map(Some).ok_or_else(|| format!("{name} is not a number from 0 on"))
    }

    /// The bytes of a message or of a collective.
    fn size(&self) -> Result<u64, String> {
        self.number("comm_size")?.ok_or_else(|| "no comm_size".to_owned())
    }

    fn rank(&self, name: &str, ranks: u64) -> Result<Option<u64>, String> {
        match self.number(name)? {
            Some(rank) if rank >= ranks => {
                Err(format!("{name} is {rank}, but the trace has {ranks} files, rank 0 to {}", ranks - 1))
            }
            rank => Ok(rank),
        }
    }

    /// The kind of a collective.
    fn collective(&self) -> Result<u64, String> {
        let named = match self.get("comm_type") {
            Some(Attribute::Text(text)) => COLLECTIVES.iter().position(|(name, _)| name == text),
            _ => None,
        };
        let number = match named {
            Some(number) => Some(number as u64),
            None => self.number("comm_type")?,
        };
        match number {
            None => Err("a collective without comm_type".to_owned()),
            Some(number) if number < COLLECTIVES.len() as u64 => Ok(number),
            Some(number) => {
                Err(format!("comm_type {number} is not known: it is 0 (all-reduce) to 9 (barrier)"))
            }
        }
    }

    /// The ranks of a collective.
    fn group(&self, rank: u64, ranks: u64) -> Result<ProcessGroup, String> {
        match self.get("pg_name").or(self.get("comm_group")) {
            None => Ok(ProcessGroup::All),
            Some(Attribute::Text(name)) if name.is_empty() => Ok(ProcessGroup::All),
            Some(Attribute::Text(name)) => Ok(ProcessGroup::Named(name.clone())),
            Some(Attribute::Number(number)) => Ok(ProcessGroup::Named(number.to_string())),
            Some(Attribute::List(list)) => {
                let list: Option<Vec<u64>> = list
                    .iter()
                    .map(|&member| u64::try_from(member).ok().filter(|&member| member < ranks))
                    .collect();
                match list {
                    Some(list)
                        if list.contains(&rank)
                            && list.iter().collect::<BTreeSet<_>>().len() == list.len() =>
                    {
                        Ok(ProcessGroup::Listed(list))
                    }
                    _ => Err(format!(
                        "comm_group is not a list of different ranks below {ranks} with rank {rank}"
                    )),
                }
            }
        }
    }
}

/// The nodes of a binary trace. The first message is the metadata.
fn binary_nodes(bytes: &[u8]) -> Result<Vec<TraceNode>, String> {
    let (mut rest, mut nodes, mut first) = (bytes, Vec::new(), true);
    while !rest.is_empty() {
        let at = bytes.len() - rest.len();
        let message = message(&mut rest).ok_or_else(|| format!("byte {at}: the message is cut off"))?;
        if !std::mem::replace(&mut first, false) {
            let number = nodes.len();
            nodes.push(
                binary_node(message).ok_or_else(|| format!("message {number}: this is no node of Chakra"))?,
            );
        }
    }
    if first {
        return Err("the file is empty".to_owned());
    }
    Ok(nodes)
}

fn binary_node(bytes: &[u8]) -> Option<TraceNode> {
    let mut node = TraceNode::default();
    for (number, field) in fields(bytes)? {
        match (number, field) {
            (1, WireField::Number(id)) => node.id = id,
            (3, WireField::Number(kind)) => node.kind = kind,
            (10, WireField::Bytes(bytes)) => node.attributes.extend(binary_attribute(bytes)?),
            _ => {}
        }
    }
    Some(node)
}

/// The name and the value of an attribute; the inner value is `None` for a type that is not needed here.
#[allow(clippy::option_option)]
fn binary_attribute(bytes: &[u8]) -> Option<Option<(String, Attribute)>> {
    let (mut name, mut value) = (String::new(), None);
    for (number, field) in fields(bytes)? {
        let zigzag = |raw: u64| i128::from((raw >> 1) as i64 ^ -((raw & 1) as i64));
        match (number, field) {
            (1, WireField::Bytes(text)) => name = String::from_utf8_lossy(text).into_owned(),
            (7 | 9, WireField::Number(raw)) => value = Some(Attribute::Number(i128::from(raw as i64))),
            (11 | 13 | 19 | 21 | 27, WireField::Number(raw)) => value = Some(Attribute::Number(raw.into())),
            (15 | 17, WireField::Number(raw)) => value = Some(Attribute::Number(zigzag(raw))),
            (23, WireField::Number(raw)) => value = Some(Attribute::Number(i128::from(raw as u32 as i32))),
            (25, WireField::Number(raw)) => value = Some(Attribute::Number(i128::from(raw as i64))),
            (29, WireField::Bytes(text)) => {
                value = Some(Attribute::Text(String::from_utf8_lossy(text).into_owned()))
            }
            (8 | 10 | 12 | 14, WireField::Bytes(list)) => value = Some(Attribute::List(number_list(list)?)),
            _ => {}
        }
    }
    Some(value.map(|value| (name, value)))
}

/// A list of numbers, packed or one by one.
fn number_list(bytes: &[u8]) -> Option<Vec<i128>> {
    let mut numbers = Vec::new();
    for (_, field) in fields(bytes)? {
        match field {
            WireField::Number(raw) => numbers.push(i128::from(raw as i64)),
            WireField::Bytes(mut packed) => {
                while !packed.is_empty() {
                    numbers.push(i128::from(varint(&mut packed)? as i64));
                }
            }
        }
    }
    Some(numbers)
}

/// A field of a message.
enum WireField<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a message with their numbers; `None` if it is malformed.
fn fields(mut bytes: &[u8]) -> Option<Vec<(u64, WireField<'_>)>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes)?;
        let field = match tag & 7 {
            0 => WireField::Number(varint(&mut bytes)?),
            1 => {
                let (own, rest) = bytes.split_first_chunk::<8>()?;
                bytes = rest;
                WireField::Number(u64::from_le_bytes(*own))
            }
            2 => WireField::Bytes(message(&mut bytes)?),
            5 => {
                let (own, rest) = bytes.split_first_chunk::<4>()?;
                bytes = rest;
                WireField::Number(u32::from_le_bytes(*own).into())
            }
            _ => return None,
        };
        fields.push((tag >> 3, field));
    }
    Some(fields)
}

/// The bytes behind a length.
fn message<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(varint(bytes)?).ok()?;
    let (own, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(own)
}

/// A number in seven bits a byte, the lowest first.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// The nodes of a trace as JSON: messages one after the other, as the jsonizer of Chakra writes them, or a `workload_graph`.
fn json_nodes(bytes: &[u8]) -> Result<Vec<TraceNode>, String> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Err("the file is not UTF-8 text".to_owned()) };
    let mut nodes = Vec::new();
    for (line, part) in objects(text)? {
        let shift = |why: super::read::ReadError| format!("line {}: {}", line + why.line - 1, why.message);
        let value = document(part.as_bytes()).map_err(shift)?;
        match value.get("workload_graph") {
            Some(graph) => nodes.extend(graph.items().iter().map(json_node)),
            None => nodes.push(json_node(&value)),
        }
    }
    if nodes.is_empty() {
        return Err("the file has no nodes".to_owned());
    }
    Ok(nodes)
}

/// The outermost objects of a text, each with the line on which it begins.
fn objects(text: &str) -> Result<Vec<(u64, &str)>, String> {
    let mut objects = Vec::new();
    let (mut depth, mut start, mut line, mut first_line) = (0u64, 0, 1u64, 1u64);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        line += u64::from(byte == b'\n');
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' if !quoted => {
                if depth == 0 {
                    (start, first_line) = (at, line);
                }
                depth += 1;
            }
            b'}' if !quoted => {
                depth =
                    depth.checked_sub(1).ok_or_else(|| format!("line {line}: a brace is closed twice"))?;
                if depth == 0 {
                    objects.push((first_line, &text[start..=at]));
                }
            }
            _ => {}
        }
    }
    match depth {
        0 => Ok(objects),
        _ => Err(format!("line {first_line}: the object is cut off")),
    }
}

/// A node as JSON. Attributes are in a list `attr`, or next to the id.
fn json_node(value: &Value) -> TraceNode {
    let text = |keys: [&str; 2]| keys.iter().find_map(|key| value.get(key)).and_then(Value::text);
    let id = text(["id", "Id"]).and_then(|text| text.parse().ok()).unwrap_or(0);
    let kind = text(["type", "NodeType"]).map_or(0, |text| {
        let named = NODE_TYPES.iter().position(|name| *name == text);
        named.map_or_else(|| text.parse().unwrap_or(0), |number| number as u64)
    });
    let mut attributes: Vec<(String, Attribute)> = Vec::new();
    for attribute in value.get("attr").map(Value::items).unwrap_or_default() {
        let name = attribute.get("name").and_then(Value::text).unwrap_or_default();
        let other = attribute
            .entries()
            .iter()
            .find(|(key, _)| key != "name" && key != "docString" && key != "doc_string");
        if let Some((_, value)) = other {
            attributes.extend(json_attribute(value).map(|value| (name.to_owned(), value)));
        }
    }
    for (key, value) in value.entries().iter().filter(|(key, _)| key != "attr") {
        attributes.extend(json_attribute(value).map(|value| (key.clone(), value)));
    }
    TraceNode { id, kind, attributes }
}

fn json_attribute(value: &Value) -> Option<Attribute> {
    if let Some(text) = value.text() {
        return Some(text.parse().map_or_else(|_| Attribute::Text(text.to_owned()), Attribute::Number));
    }
    let list = value.get("values").unwrap_or(value);
    let numbers: Option<Vec<i128>> = list.items().iter().map(|item| item.text()?.parse().ok()).collect();
    numbers.map(Attribute::List)
}
