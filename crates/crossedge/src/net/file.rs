//! `file("x.graphml")`: the graph in a file, read by the loader of the caller. The suffix gives the format: `.graphml` and `.xml` are
//! GraphML, `.edges`, `.el` and `.txt` are edge lists. What each reader takes is said in `net/read.rs`. It may be disconnected. No paper.

use super::read::{ReadError, ReadGraph, edge_list, graphml};
use super::table::{Stored, Table};
use super::{Args, Entry, Shape};
use crate::expr::{Error, Kind};
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

type Reader = fn(&[u8]) -> Result<ReadGraph, ReadError>;

/// The suffixes and their readers.
const FORMATS: &[(&str, Reader)] = &[
    (".graphml", graphml),
    (".xml", graphml),
    (".edges", edge_list),
    (".el", edge_list),
    (".txt", edge_list),
];

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let value = args.required("name")?;
    let Kind::Text(name) = &value.kind else {
        return Err(args.wrong(value, "name", "a string in double quotes"));
    };
    let lower = name.to_ascii_lowercase();
    let Some((_, read)) = FORMATS.iter().find(|(suffix, _)| lower.ends_with(suffix)) else {
        let suffixes = FORMATS.iter().map(|(suffix, _)| *suffix).collect::<Vec<_>>().join(", ");
        let message = format!("the suffix of {name:?} names no format that is read");
        return Err(
            Error::usage(message, value.span.clone()).help(format!("suffixes that are read: {suffixes}"))
        );
    };
    let input = |why: String| Error::input(format!("{name}: {why}"), value.span.clone());
    let bytes = args.load()(name).map_err(input)?;
    let graph = read(&bytes).map_err(|error| input(error.to_string()))?;
    let table = Table::from_edges(graph.nodes, graph.edges).map_err(input)?;
    Ok(Arc::new(Stored::new(table)))
}
