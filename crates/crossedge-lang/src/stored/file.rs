//! `file("x.graphml")`: the graph in a file, read by the loader of the caller. The suffix gives the format: `.graphml` and `.xml` are
//! GraphML, `.edges`, `.el` and `.txt` are edge lists, `.edgelist` is one with names, `.csv` and `.tsv` are cable lists, `.ibnet` and `.ibnetdiscover` what `ibnetdiscover`
//! prints. The formats are described in `net/stored/read.rs` and `net/stored/fabric.rs`. It may be disconnected. No paper.

use super::fabric::{Fabric, FabricCable, FabricNode, cable_list, ibnetdiscover};
use super::grouping::{Grouped, grouped};
use super::machine::{Bundle, Cabled};
use super::read::{ReadError, ReadGraph, edge_list, graphml, named_edge_list};
use crate::language::budget::MAX_WORK;
use crate::net::{Args, Entry, Shape};
use crossedge_core::expr::{Error, Kind};
use crossedge_core::net::stored::names::ListedNames;
use crossedge_core::net::stored::table::{Stored, Table};
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "file",
    signature: "file(\"name.graphml\")",
    summary: "graph read from a file, by suffix: GraphML, an edge list, a cable list, the text of ibnetdiscover",
    paper: "none",
    examples: &["file(\"petersen.graphml\")", "file(\"petersen.edges\")"],
    build,
};

/// Size limit of files, in bytes. A loader need not read more than one byte beyond.
pub const MAX_FILE: u64 = MAX_WORK;

/// Loads the files of an expression.
#[derive(Clone, Copy)]
enum FileReader {
    /// A graph, without ports.
    Graph(fn(&[u8]) -> Result<ReadGraph, ReadError>),
    /// Cables between ports.
    Cables(fn(&[u8]) -> Result<Fabric, ReadError>),
    /// Cables between ports of a fabric, whose nodes and ports are numbered by its own rules.
    Discovered(fn(&[u8]) -> Result<Fabric, ReadError>),
}

const GRAPHML: &str =
    "GraphML is read with one graph of nodes and undirected edges (edgedefault=\"undirected\")";
const EDGE_LIST: &str = "an edge list has one link a line, e.g. 0 1";
const CABLE_LIST: &str =
    "a cable list has a header with A-Node, A-Port, Z-Node, Z-Port, and one cable a line";
const DISCOVERED: &str =
    "what ibnetdiscover prints is read: a record of every Switch and Ca, with a line for every port";

/// The suffixes, their readers, and what these read.
const FORMATS: &[(&str, FileReader, &str)] = &[
    (".graphml", FileReader::Graph(graphml), GRAPHML),
    (".xml", FileReader::Graph(graphml), GRAPHML),
    (".edges", FileReader::Graph(edge_list), EDGE_LIST),
    (".el", FileReader::Graph(edge_list), EDGE_LIST),
    (".txt", FileReader::Graph(edge_list), EDGE_LIST),
    (".edgelist", FileReader::Graph(named_edge_list), EDGE_LIST),
    (".csv", FileReader::Cables(cable_list), CABLE_LIST),
    (".tsv", FileReader::Cables(cable_list), CABLE_LIST),
    (".ibnet", FileReader::Discovered(ibnetdiscover), DISCOVERED),
    (".ibnetdiscover", FileReader::Discovered(ibnetdiscover), DISCOVERED),
];

/// The reader of a file name, and its format; the error lists the extensions.
fn reader(name: &str) -> Result<(FileReader, &'static str), [String; 2]> {
    let lower = name.to_ascii_lowercase();
    match FORMATS.iter().find(|(suffix, ..)| lower.ends_with(suffix)) {
        Some(&(_, reader, what)) => Ok((reader, what)),
        None => {
            let suffixes = FORMATS.iter().map(|(suffix, ..)| *suffix).collect::<Vec<_>>().join(", ");
            let message = format!("the suffix of {name:?} names no format that is read");
            Err([message, format!("suffixes that are read: {suffixes}")])
        }
    }
}

/// The cables in a file, by the suffix of its name, and whether it describes a discovered fabric, with names and ports of its own. A graph has
/// cables without ports. The error names the problem and the supported formats.
pub fn fabric_of(name: &str, bytes: &[u8]) -> Result<(Fabric, bool), [String; 2]> {
    let (reader, what) = reader(name)?;
    let wrong = |error: ReadError| [format!("{name}: {error}"), what.to_owned()];
    match reader {
        FileReader::Cables(read) => Ok((read(bytes).map_err(wrong)?, false)),
        FileReader::Discovered(read) => Ok((read(bytes).map_err(wrong)?.without_aggregation(), true)),
        FileReader::Graph(read) => {
            let graph = read(bytes).map_err(wrong)?;
            let names = graph.names.unwrap_or_else(|| (0..graph.nodes).map(|v| v.to_string()).collect());
            let switch = |id: u64| graph.endpoints.map(|endpoints| id >= endpoints);
            let nodes = (0..).zip(names);
            let nodes = nodes.map(|(id, name)| FabricNode {
                name,
                switch: switch(id),
                aggregation: false,
                place: None,
            });
            let nodes = nodes.collect();
            let cable = |(a, b): (u64, u64)| FabricCable {
                ends: [(a as u32, None), (b as u32, None)],
                line: 1,
                width: graph.widths.get(&(a, b)).copied(),
                rate: None,
            };
            let cables = graph.edges.into_iter().map(cable).collect();
            Ok((Fabric { nodes, cables, ..Fabric::default() }, false))
        }
    }
}

/// Returns `true` if the suffix of a name is that of a format that `file("…")` reads.
pub fn is_graph_file(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    FORMATS.iter().any(|(suffix, ..)| lower.ends_with(suffix))
}

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let value = args.required("name")?;
    let Kind::Text(name) = &value.kind else {
        return Err(args.wrong(value, "name", "a string in double quotes"));
    };
    let (reader, format) =
        reader(name).map_err(|[message, help]| Error::usage(message, value.span.clone()).help(help))?;
    let input = |why: String| Error::input(format!("{name}: {why}"), value.span.clone());
    let bytes =
        args.work().read(name).map_err(|why| input(why).help("names count from the current directory"))?;
    if bytes.len() as u64 > MAX_FILE {
        let message = format!("{name} is too large: the limit is {MAX_FILE} bytes");
        return Err(
            Error::limit(message, value.span.clone()).help("take a smaller graph, or a rule that builds it")
        );
    }
    args.work().spend(bytes.len() as u64, &value.span)?;
    let mend = |why: String| input(why).help(format);
    let graph = match reader {
        FileReader::Graph(read) => read(&bytes),
        FileReader::Cables(read) | FileReader::Discovered(read) => {
            let fabric = read(&bytes).map_err(|error| mend(error.to_string()))?;
            return cabled(grouped(fabric)).map_err(mend);
        }
    };
    let graph = graph.map_err(|error| mend(error.to_string()))?;
    let ReadGraph { nodes, edges, names, endpoints, widths } = graph;
    let table = Table::from_edges(nodes, edges).map_err(mend)?.named(names.and_then(ListedNames::new));
    if endpoints.is_none() && widths.is_empty() {
        return Ok(Arc::new(Stored::new(table)));
    }
    let bundle = |(link, cables)| (link, Bundle { cables, width: cables });
    let bundles = widths.into_iter().map(bundle).collect();
    Ok(Arc::new(Cabled::new(table, endpoints.unwrap_or(nodes), 1, &bundles, Vec::new()).map_err(mend)?))
}

/// The network of a fabric. Without endpoints and bundles it is a plain graph.
fn cabled(fabric: Grouped) -> Result<Arc<dyn Shape>, String> {
    let Grouped { names, endpoints, mut links, unit, notes } = fabric;
    let nodes = names.len() as u64;
    let table = Table::from_edges(nodes, links.keys().copied())?.named(ListedNames::new(names));
    links.retain(|_, bundle| *bundle != Bundle { cables: 1, width: unit });
    if endpoints.is_none() && links.is_empty() && notes.is_empty() {
        return Ok(Arc::new(Stored::new(table)));
    }
    Ok(Arc::new(Cabled::new(table, endpoints.unwrap_or(nodes), unit, &links, notes)?))
}
