//! From the text of an argument to a topology.

use crate::failure::Failure;
use crate::files;
use crossedge::Topology;
use crossedge::expr::{Arg, Expr, Kind, parse};
use crossedge::net::is_graph_file;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// `true` if hosts are the endpoints of fabrics, and not their adapters.
static HOSTS: AtomicBool = AtomicBool::new(false);

/// Makes hosts the endpoints of all fabrics that are read from files (`--endpoints host`).
pub fn use_hosts() {
    HOSTS.store(true, Ordering::Relaxed);
}

/// Reads the network of an argument: an expression, an expression file (`my.net`), a graph file (`my.graphml`), or stdin for
/// `-`. Files that an expression names are read.
pub fn topology(text: &str) -> Result<Topology, Failure> {
    let expression = match text.trim() {
        "-" => files::standard_input()?,
        name if expression_file(name) => files::expression(Path::new(name))?,
        name if graph_file(name) => {
            let name = Expr::new(Kind::Text(name.to_owned()));
            Expr::call("file", vec![name]).to_string()
        }
        _ => text.to_owned(),
    };
    let expression = if HOSTS.load(Ordering::Relaxed) { with_hosts(expression) } else { expression };
    Ok(Topology::builder().files(files::graph).parse(&expression)?)
}

/// What faults leave of a network.
pub fn damaged(net: Topology, faults: Option<&str>) -> Result<Topology, Failure> {
    Ok(match faults {
        Some(faults) => net.without(faults)?,
        None => net,
    })
}

/// Returns `true` for an argument that may name a file with a network.
pub fn names_file(text: &str) -> bool {
    let text = text.trim();
    text == "-" || expression_file(text) || graph_file(text) || text.contains("file(")
}

/// The expression with hosts as the endpoints of every file; a text that is not an expression is returned as it is.
fn with_hosts(text: String) -> String {
    let Ok(mut expression) = parse(&text) else { return text };
    name_hosts(&mut expression);
    expression.to_string()
}

/// Adds `endpoints=host` to every `file(…)` that does not have it.
fn name_hosts(expression: &mut Expr) {
    match &mut expression.kind {
        Kind::Call(call)
            if call.name == "file"
                && call.args.iter().all(|arg| arg.name.as_deref() != Some("endpoints")) =>
        {
            let host = Expr::new(Kind::Word("host".to_owned()));
            call.args.push(Arg::new(Some("endpoints".to_owned()), host));
        }
        Kind::Call(call) => call.args.iter_mut().for_each(|arg| name_hosts(&mut arg.value)),
        Kind::Power(base, _) => name_hosts(base),
        Kind::Product(parts) | Kind::Set(parts) | Kind::List(parts) => parts.iter_mut().for_each(name_hosts),
        _ => {}
    }
}

/// Returns `true` for the name of an expression file; no expression ends like this.
fn expression_file(text: &str) -> bool {
    text.to_ascii_lowercase().ends_with(".net") && !text.contains('"')
}

/// Returns `true` for the name of a graph file that is not an expression.
pub fn graph_file(text: &str) -> bool {
    is_graph_file(text) && parse(text).is_err() && !text.contains('"')
}
