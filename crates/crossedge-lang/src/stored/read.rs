//! Readers of graph files: from bytes to a list of links, with the line of the first thing that is wrong.
//!
//! Edge list: one link per line, two ids from 0. GraphML: Brandes, Eiglsperger, Herman, Himsolt, Marshall, GraphML progress report, 2002.
//!
//! Both give a simple undirected graph. A reader never follows a reference out of the file, and its memory grows with the file, not with
//! the numbers in it.

use crossedge_core::net::stored::table::{MAX_STORED_LINKS, MAX_STORED_NODES};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::collections::{BTreeMap, HashMap};

/// A link of a file has at most this many cables.
pub(super) const MAX_WIDTH: u64 = 1 << 20;

/// A graph as it was read: its links are distinct, join distinct nodes, and have ids below `nodes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadGraph {
    /// Number of nodes.
    pub nodes: u64,
    /// Each link once, the smaller id first, in order.
    pub edges: Vec<(u64, u64)>,
    /// Names of the nodes by id, if the file has names.
    pub names: Option<Vec<String>>,
    /// Number of endpoints, if the file separates them from switches; they have the first ids.
    pub endpoints: Option<u64>,
    /// Links of more than one cable, the smaller id first, with the number of cables.
    pub widths: BTreeMap<(u64, u64), u64>,
}

/// A syntax error in a graph file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: u64,
    /// The reason.
    pub message: String,
}

/// The error on a line.
pub(super) fn wrong<T>(line: u64, message: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError { line, message: message.into() })
}

/// A link as written, before the links are compared.
pub(super) struct WrittenLink {
    pub a: u32,
    pub b: u32,
    pub line: u64,
    pub directed: bool,
    /// Its number of cables.
    pub width: u64,
}

/// An edge list: lines `u v`, ids from 0, the largest id sets the number of nodes.
///
/// Blank lines and lines that begin with `#` or `%` are skipped, except that `# endpoints 0-15` marks the nodes that are endpoints; the others are
/// switches. Each link appears once, in either direction. Of attributes in braces after the ids, as networkx writes them, `'width'` is the number of
/// cables. Weights are not read: a third number is an error.
///
/// ```
/// let graph = crossedge::net::read::edge_list(b"# a path\n0 1\n2 1\n").expect("two links");
/// assert_eq!((graph.nodes, graph.edges), (3, vec![(0, 1), (1, 2)]));
/// ```
pub fn edge_list(bytes: &[u8]) -> Result<ReadGraph, ReadError> {
    let mut nodes = 0;
    let (links, endpoints) = lines(bytes, |word, line| {
        let id = id(word, line)?;
        nodes = nodes.max(u64::from(id) + 1);
        Ok(id)
    })?;
    let endpoints = endpoints.filter(|&endpoints| endpoints < nodes);
    Ok(ReadGraph { endpoints, ..simple(nodes, links)? })
}

/// An edge list with names: the same lines, and a node may have any name, e.g. `Alice Bob {}`. If all are integers they are
/// ids; otherwise nodes are numbered in order of first appearance.
///
/// ```
/// let graph = crossedge::net::read::named_edge_list(b"Alice Bob {'since': 1999}\n").expect("one link");
/// assert_eq!((graph.nodes, graph.names), (2, Some(vec!["Alice".to_owned(), "Bob".to_owned()])));
/// ```
pub fn named_edge_list(bytes: &[u8]) -> Result<ReadGraph, ReadError> {
    let mut ids = HashMap::new();
    let mut names = Vec::new();
    let (links, _) = lines(bytes, |word, line| {
        if let Some(&id) = ids.get(word) {
            return Ok(id);
        }
        if names.len() as u64 == MAX_STORED_NODES {
            return wrong(line, format!("a stored graph has at most {MAX_STORED_NODES} nodes"));
        }
        ids.insert(word.to_owned(), names.len() as u32);
        names.push(word.to_owned());
        Ok(names.len() as u32 - 1)
    })?;
    if names.iter().all(|name| name.bytes().all(|c| c.is_ascii_digit())) {
        return edge_list(bytes);
    }
    Ok(ReadGraph { names: Some(names), ..simple(ids.len() as u64, links)? })
}

/// The links of an edge list, and its number of endpoints where a comment gives it; `end` maps a name to an id.
fn lines(
    bytes: &[u8],
    mut end: impl FnMut(&str, u64) -> Result<u32, ReadError>,
) -> Result<(Vec<WrittenLink>, Option<u64>), ReadError> {
    let (mut links, mut endpoints) = (Vec::new(), None);
    let mut line = 0;
    for raw in bytes.split(|&c| c == b'\n') {
        line += 1;
        let Ok(text) = std::str::from_utf8(raw) else {
            return wrong(line, "the line is not UTF-8 text");
        };
        // Some editors write a byte order mark at the start of a file.
        let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        if let Some(comment) = text.trim_start().strip_prefix(['#', '%']) {
            let last = comment.trim().strip_prefix("endpoints 0-").and_then(|last| last.parse::<u32>().ok());
            endpoints = endpoints.or(last.map(|last| u64::from(last) + 1));
            continue;
        }
        let mut words = text.split_whitespace();
        let (a, b) = match (words.next(), words.next()) {
            (None, _) => continue,
            (Some(word), None) => return wrong(line, format!("expected two ids, found only {word:?}")),
            (Some(a), Some(b)) => (end(a, line)?, end(b, line)?),
        };
        let mut width = 1;
        match words.next() {
            Some(word) if word.parse::<f64>().is_ok() => {
                return wrong(
                    line,
                    format!("expected two ids, found a third number {word}; weights are not read"),
                );
            }
            // The dictionary of attributes that networkx writes after the ids.
            Some(word) if word.starts_with('{') && text.trim_end().ends_with('}') => {
                width = width_in(text, line)?;
            }
            Some(word) => return wrong(line, format!("unexpected {word:?} after two ids")),
            None => {}
        }
        links.push(WrittenLink { a, b, line, directed: false, width });
    }
    if links.is_empty() {
        return wrong(line, "the file has no links");
    }
    Ok((links, endpoints))
}

/// The width among attributes such as `{'width': 3}`; 1 if there is none.
fn width_in(text: &str, line: u64) -> Result<u64, ReadError> {
    let Some((_, rest)) = text.split_once("'width':").or_else(|| text.split_once("\"width\":")) else {
        return Ok(1);
    };
    let value = rest.split([',', '}']).next().unwrap_or_default().trim();
    match value.parse::<u64>() {
        Ok(width) if (1..=MAX_WIDTH).contains(&width) => Ok(width),
        _ => wrong(line, format!("width is a whole number from 1 to {MAX_WIDTH}, found {value:?}")),
    }
}

/// One id of an edge list.
fn id(word: &str, line: u64) -> Result<u32, ReadError> {
    // Ids past 64 bits are ids too, only too large.
    if word.is_empty() || !word.bytes().all(|c| c.is_ascii_digit()) {
        return wrong(line, format!("expected an id, a whole number from 0, found {word:?}"));
    }
    match word.parse::<u32>() {
        Ok(id) if u64::from(id) < MAX_STORED_NODES => Ok(id),
        _ => wrong(
            line,
            format!("the id {word} is too large: a stored graph has at most {MAX_STORED_NODES} nodes"),
        ),
    }
}

/// The simple undirected graph of these links. Of two directed links a → b and b → a one is kept; every other repetition is an error, and
/// so is a directed link without its opposite: links here carry both ways.
pub(super) fn simple(nodes: u64, mut links: Vec<WrittenLink>) -> Result<ReadGraph, ReadError> {
    if let Some(link) = links.iter().find(|link| link.a == link.b) {
        return wrong(link.line, "a node is linked to itself");
    }
    if links.len() as u64 > MAX_STORED_LINKS {
        return wrong(
            1,
            format!("a stored graph has at most {MAX_STORED_LINKS} links, found {}", links.len()),
        );
    }
    let ends = |link: &WrittenLink| (link.a.min(link.b), link.a.max(link.b));
    links.sort_by_key(|link| (ends(link), link.line));
    let opposite =
        |first: &WrittenLink, second: &WrittenLink| first.directed && second.directed && first.a == second.b;
    for same in links.chunk_by(|first, second| ends(first) == ends(second)) {
        let repeated = match same {
            [_] => None,
            [first, second] if opposite(first, second) => None,
            [first, second, third, ..] if opposite(first, second) => Some((first, third)),
            [first, second, ..] => Some((first, second)),
            [] => None,
        };
        if let Some((first, again)) = repeated {
            return wrong(again.line, format!("this link was given before, on line {}", first.line));
        }
        if let [one] = same
            && one.directed
        {
            let message =
                "the edge is directed, and the opposite one is missing; networks here are undirected";
            return wrong(one.line, message);
        }
    }
    links.dedup_by(|second, first| ends(first) == ends(second));
    let pair = |link: &WrittenLink| (link.a.min(link.b).into(), link.a.max(link.b).into());
    let widths = links.iter().filter(|link| link.width > 1).map(|link| (pair(link), link.width)).collect();
    let edges = links.iter().map(pair).collect();
    Ok(ReadGraph { nodes, edges, names: None, endpoints: None, widths })
}

/// Reads a graph in GraphML format. Nodes are numbered in file order, endpoints before switches.
///
/// Two attributes are read, all others are ignored: `role` of a node (endpoint or switch; used only if every node has it) and `width` of an edge, its number of
/// cables. Two directed edges a → b and b → a are one link.
///
/// # Errors
///
/// The first offending line: an unpaired directed edge, a self-loop or a second link between two nodes, a hyperedge, a port, a nested or a second graph, text
/// that is not UTF-8, or a graph beyond the size limits.
///
/// # Security
///
/// Safe on files of unknown origin: only the five predefined entities of XML are expanded, and no reference leads out of the file.
///
/// # Example
///
/// ```
/// let text = br#"<graphml><graph edgedefault="undirected">
///     <node id="left"/><node id="right"/><edge source="left" target="right"/>
/// </graph></graphml>"#;
/// let graph = crossedge::net::read::graphml(text).expect("one link");
/// assert_eq!((graph.nodes, graph.edges), (2, vec![(0, 1)]));
/// ```
pub fn graphml(bytes: &[u8]) -> Result<ReadGraph, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = bytes.get(..error.valid_up_to()).unwrap_or(bytes);
        ReadError { line: newlines(good) + 1, message: "the file is not UTF-8 text".to_owned() }
    })?;
    let mut file = GraphMl {
        text,
        line: 1,
        counted: 0,
        open: Vec::new(),
        default: None,
        ids: HashMap::new(),
        edges: Vec::new(),
        keys: HashMap::new(),
        data: None,
        switches: HashMap::new(),
    };
    file.read()?;
    if file.default.is_none() {
        return wrong(file.line, "the file has no <graph> inside <graphml>");
    }
    let nodes = file.ids.len() as u64;
    if nodes == 0 {
        return wrong(file.line, "the graph has no nodes");
    }
    let (order, endpoints) = endpoints_first(nodes as usize, &file.switches);
    let end = |name: &str, line| match file.ids.get(name) {
        Some(&id) => Ok(order[id as usize]),
        None => wrong(line, format!("the edge ends at {name:?}, which is not a node")),
    };
    // Edges may be before their nodes, so that ends are looked up last.
    let links = file.edges.iter().map(|edge| {
        let (a, b) = (end(&edge.source, edge.line)?, end(&edge.target, edge.line)?);
        Ok(WrittenLink { a, b, line: edge.line, directed: edge.directed, width: edge.width })
    });
    let links = links.collect::<Result<Vec<_>, ReadError>>()?;
    let graph = simple(nodes, links)?;
    let mut named: Vec<(String, u32)> = file.ids.into_iter().collect();
    named.sort_unstable_by_key(|(_, id)| order[*id as usize]);
    let names = Some(named.into_iter().map(|(name, _)| name).collect());
    Ok(ReadGraph { names, endpoints, ..graph })
}

/// The new id of every node, endpoints first, and the number of endpoints; the old ids unless every node has a role and both roles occur.
fn endpoints_first(nodes: usize, switches: &HashMap<u32, bool>) -> (Vec<u32>, Option<u64>) {
    let endpoints = switches.values().filter(|switch| !**switch).count();
    if switches.len() < nodes || endpoints == 0 || endpoints == nodes {
        return ((0..nodes as u32).collect(), None);
    }
    let (mut next_endpoint, mut next_switch) = (0, endpoints as u32);
    let new = (0..nodes as u32).map(|id| {
        let next = if switches[&id] { &mut next_switch } else { &mut next_endpoint };
        *next += 1;
        *next - 1
    });
    (new.collect(), Some(endpoints as u64))
}

pub(super) fn newlines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&c| c == b'\n').count() as u64
}

/// The elements that matter, as they nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    GraphMl,
    Graph,
    Node,
    Edge,
    Data,
}

/// The attributes that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attribute {
    /// The role of this node.
    Role(u32),
    /// The width of an edge.
    Width,
}

/// An edge by the names of its ends.
struct Edge {
    source: String,
    target: String,
    line: u64,
    directed: bool,
    /// Its number of cables.
    width: u64,
}

/// A GraphML file while it is read.
struct GraphMl<'a> {
    text: &'a str,
    line: u64,
    /// Number of bytes `line` has counted.
    counted: usize,
    open: Vec<Element>,
    /// `true` if edges are directed, once the graph has begun.
    default: Option<bool>,
    ids: HashMap<String, u32>,
    edges: Vec<Edge>,
    /// Names of attributes by the ids of their keys.
    keys: HashMap<String, String>,
    /// The attribute whose value is being read.
    data: Option<Attribute>,
    /// `true` if a node is a switch, if its role is given.
    switches: HashMap<u32, bool>,
}

impl GraphMl<'_> {
    fn read(&mut self) -> Result<(), ReadError> {
        let mut reader = Reader::from_str(self.text);
        loop {
            let event = reader.read_event();
            let at = if event.is_ok() { reader.buffer_position() } else { reader.error_position() };
            self.count_to(at);
            match event.or_else(|error| wrong(self.line, format!("not well-formed XML: {error}")))? {
                Event::Start(tag) => match self.element(&tag)? {
                    Some(element) => self.open.push(element),
                    None => {
                        let skipped = reader.read_to_end(tag.name());
                        skipped.or_else(|error| wrong(self.line, format!("not well-formed XML: {error}")))?;
                    }
                },
                Event::Empty(tag) => {
                    self.element(&tag)?;
                }
                Event::End(_) => {
                    self.open.pop();
                    self.data = self.data.filter(|_| self.open.last() == Some(&Element::Data));
                }
                Event::Text(text) if self.data.is_some() => self.value(text.as_ref())?,
                Event::Eof if self.open.is_empty() => return Ok(()),
                Event::Eof => return wrong(self.line, "the file ends inside an element"),
                _ => {}
            }
        }
    }

    /// Moves `line` on to the byte `at`, where a tag has just ended.
    fn count_to(&mut self, at: u64) {
        let at = usize::try_from(at).unwrap_or(usize::MAX).min(self.text.len());
        self.line += newlines(self.text.as_bytes().get(self.counted..at).unwrap_or_default());
        self.counted = at.max(self.counted);
    }

    /// Handles one tag. `None` for an element to skip with its contents.
    fn element(&mut self, tag: &BytesStart<'_>) -> Result<Option<Element>, ReadError> {
        let name = tag.local_name();
        let name = name.as_ref();
        match (self.open.last(), name) {
            (None, "graphml") => Ok(Some(Element::GraphMl)),
            (None, _) => wrong(self.line, format!("expected <graphml>, found <{name}>")),
            (Some(Element::GraphMl), "graph") => {
                if self.default.is_some() {
                    return wrong(self.line, "a second <graph>; one graph is read");
                }
                self.default = Some(self.attribute(tag, "edgedefault")?.as_deref() == Some("directed"));
                Ok(Some(Element::Graph))
            }
            (Some(Element::Graph), "node") => {
                let id = self.required(tag, "id")?;
                let number = self.ids.len() as u64;
                if number == MAX_STORED_NODES {
                    return wrong(self.line, format!("a stored graph has at most {MAX_STORED_NODES} nodes"));
                }
                match self.ids.insert(id.clone(), number as u32) {
                    None => Ok(Some(Element::Node)),
                    Some(_) => wrong(self.line, format!("a second node with the id {id:?}")),
                }
            }
            (Some(Element::Graph), "edge") => {
                for port in ["sourceport", "targetport"] {
                    if self.attribute(tag, port)?.is_some() {
                        return wrong(self.line, "ports are not read");
                    }
                }
                let directed = match self.attribute(tag, "directed")?.as_deref() {
                    None => self.default == Some(true),
                    Some("true" | "1") => true,
                    Some("false" | "0") => false,
                    Some(other) => {
                        return wrong(self.line, format!("expected true or false, found directed={other:?}"));
                    }
                };
                let (source, target) = (self.required(tag, "source")?, self.required(tag, "target")?);
                self.edges.push(Edge { source, target, line: self.line, directed, width: 1 });
                Ok(Some(Element::Edge))
            }
            (Some(Element::Graph), "hyperedge") => wrong(self.line, "hyperedges are not read"),
            (Some(Element::Node | Element::Edge), "graph") => {
                wrong(self.line, "a <graph> inside a node or an edge; nested graphs are not read")
            }
            (Some(Element::GraphMl), "key") => {
                let (id, name) = (self.required(tag, "id")?, self.attribute(tag, "attr.name")?);
                self.keys.insert(id.clone(), name.unwrap_or(id));
                Ok(None)
            }
            (Some(Element::Node | Element::Edge), "data") => {
                let key = self.attribute(tag, "key")?.unwrap_or_default();
                let name = self.keys.get(&key).map_or(key.as_str(), String::as_str);
                self.data = match (self.open.last(), name) {
                    (Some(Element::Node), "role") => Some(Attribute::Role(self.ids.len() as u32 - 1)),
                    (Some(Element::Edge), "width") => Some(Attribute::Width),
                    _ => None,
                };
                Ok(self.data.map(|_| Element::Data))
            }
            (Some(Element::Node), "port") => wrong(self.line, "ports are not read"),
            // A node or an edge elsewhere would be lost silently.
            (Some(_), "node" | "edge" | "graph" | "graphml") => {
                wrong(self.line, format!("<{name}> in a place where GraphML has none"))
            }
            (Some(_), _) => Ok(None),
        }
    }

    /// Takes in the text of an attribute that is read.
    fn value(&mut self, text: &str) -> Result<(), ReadError> {
        let text = text.trim();
        match self.data {
            Some(Attribute::Role(node)) => {
                let switch = match text.to_ascii_lowercase().as_str() {
                    "endpoint" | "host" | "server" => false,
                    "switch" | "router" => true,
                    _ => return Ok(()),
                };
                self.switches.insert(node, switch);
                Ok(())
            }
            Some(Attribute::Width) => match text.parse::<u64>() {
                Ok(width) if (1..=MAX_WIDTH).contains(&width) => {
                    if let Some(edge) = self.edges.last_mut() {
                        edge.width = width;
                    }
                    Ok(())
                }
                _ => {
                    wrong(self.line, format!("width is a whole number from 1 to {MAX_WIDTH}, found {text:?}"))
                }
            },
            _ => Ok(()),
        }
    }

    /// The value of an attribute, its entities resolved.
    fn attribute(&self, tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, ReadError> {
        let bad = |error: quick_xml::Error| ReadError {
            line: self.line,
            message: format!("not well-formed XML: {error}"),
        };
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| bad(error.into()))?;
            if attribute.key.as_ref() == name {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(bad)?;
                return Ok(Some(value.into_owned()));
            }
        }
        Ok(None)
    }

    fn required(&self, tag: &BytesStart<'_>, name: &str) -> Result<String, ReadError> {
        match self.attribute(tag, name)? {
            Some(value) => Ok(value),
            None => wrong(self.line, format!("<{}> has no {name}", tag.local_name().as_ref())),
        }
    }
}
