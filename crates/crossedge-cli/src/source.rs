//! From the text of an argument to a topology.

use crate::failure::Failure;
use crate::files;
use crossedge::Topology;
use crossedge::expr::{Expr, Kind, parse};
use crossedge::net::is_graph_file;
use std::path::Path;

/// Reads the network of an argument: an expression, an expression file (`my.net`), a graph file (`my.graphml`), or stdin for
/// `-`. Files that an expression names are read.
pub fn topology(text: &str) -> Result<Topology, Failure> {
    let read = || Topology::builder().files(files::graph);
    Ok(match text.trim() {
        "-" => read().parse(&files::standard_input()?)?,
        name if expression_file(name) => read().parse(&files::expression(Path::new(name))?)?,
        name if graph_file(name) => {
            let name = Expr::new(Kind::Text(name.to_owned()));
            read().parse(&Expr::call("file", vec![name]).to_string())?
        }
        _ => read().parse(text)?,
    })
}

/// Returns `true` for the name of an expression file; no expression ends like this.
fn expression_file(text: &str) -> bool {
    text.to_ascii_lowercase().ends_with(".net") && !text.contains('"')
}

/// Returns `true` for the name of a graph file that is not an expression.
fn graph_file(text: &str) -> bool {
    is_graph_file(text) && parse(text).is_err() && !text.contains('"')
}
