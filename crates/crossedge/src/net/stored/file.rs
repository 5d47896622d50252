//! `file("x.graphml")`: the graph in a file, read by the loader of the caller. The suffix gives the format: `.graphml` and `.xml` are
//! GraphML, `.edges`, `.el` and `.txt` are edge lists, `.edgelist` is one with names. What each reader takes is said in `net/stored/read.rs`. It may be disconnected. No paper.

use super::names::Listed;
use super::read::{ReadError, ReadGraph, edge_list, graphml, named_edge_list};
use super::table::{Stored, Table};
use crate::expr::{Error, Kind};
use crate::net::language::budget::MAX_WORK;
use crate::net::{Args, Entry, Shape};
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "file",
    signature: "file(\"name.graphml\")",
    summary: "graph read from a file: GraphML or an edge list, by suffix",
    paper: "none",
    examples: &["file(\"petersen.graphml\")", "file(\"petersen.edges\")"],
    build,
};

/// A file has at most so many bytes. A loader need not read more than one byte beyond.
pub const MAX_FILE: u64 = MAX_WORK;

type Reader = fn(&[u8]) -> Result<ReadGraph, ReadError>;

const GRAPHML: &str =
    "GraphML is read with one graph of nodes and undirected edges (edgedefault=\"undirected\")";
const EDGE_LIST: &str = "an edge list has one link a line, as in: 0 1";

/// The suffixes, their readers, and what these read.
const FORMATS: &[(&str, Reader, &str)] = &[
    (".graphml", graphml, GRAPHML),
    (".xml", graphml, GRAPHML),
    (".edges", edge_list, EDGE_LIST),
    (".el", edge_list, EDGE_LIST),
    (".txt", edge_list, EDGE_LIST),
    (".edgelist", named_edge_list, EDGE_LIST),
];

/// Whether the suffix of a name is that of a format that `file("…")` reads.
pub fn is_graph_file(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    FORMATS.iter().any(|(suffix, ..)| lower.ends_with(suffix))
}

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let value = args.required("name")?;
    let Kind::Text(name) = &value.kind else {
        return Err(args.wrong(value, "name", "a string in double quotes"));
    };
    let lower = name.to_ascii_lowercase();
    let Some((_, read, format)) = FORMATS.iter().find(|(suffix, ..)| lower.ends_with(suffix)) else {
        let suffixes = FORMATS.iter().map(|(suffix, ..)| *suffix).collect::<Vec<_>>().join(", ");
        let message = format!("the suffix of {name:?} names no format that is read");
        return Err(
            Error::usage(message, value.span.clone()).help(format!("suffixes that are read: {suffixes}"))
        );
    };
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
    let mend = |why: String| input(why).help(*format);
    let graph = read(&bytes).map_err(|error| mend(error.to_string()))?;
    let table = Table::from_edges(graph.nodes, graph.edges).map_err(mend)?;
    Ok(Arc::new(Stored::new(table.named(graph.names.and_then(Listed::new)))))
}
