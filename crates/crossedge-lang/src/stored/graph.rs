//! `graph([[0,1],[1,2]])`: the graph with these links, on the nodes 0..n, where n - 1 is the largest id written, or n = `nodes`.
//!
//! Simple and undirected; the order of the links and of the ends of a link is free. It may be disconnected. No paper.

use crate::language::args::describe;
use crate::net::shape::DegreeCounts;
use crate::net::{Args, Entry, Shape};
use crossedge_core::expr::{Error, Expr, Kind};
use crossedge_core::net::stored::table::{Later, MAX_STORED_NODES, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "graph",
    signature: "graph([[a,b],...], nodes=n)",
    summary: "small graph written as a list of links; nodes= adds nodes without links",
    paper: "none",
    examples: &["graph([[0,1],[1,2]])", "graph([[0,1],[1,2],[2,3],[3,0],[0,2]])", "graph([], nodes=1)"],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let given = node_count(args)?;
    let list = args.list("links")?;
    let mut links = BTreeSet::new();
    for item in list {
        let (a, b) = pair(item, args)?;
        let error = |message: String, help: &str| Err(Error::usage(message, item.span.clone()).help(help));
        let most = a.max(b);
        if most >= MAX_STORED_NODES {
            let message = format!("a stored graph has at most {MAX_STORED_NODES} nodes, found the id {most}");
            return Err(Error::limit(message, item.span.clone()));
        }
        if let Some(nodes) = given.filter(|&nodes| most >= nodes) {
            let message =
                format!("there is no node {most}: nodes={nodes}, so ids run from 0 to {}", nodes - 1);
            return error(message, "raise nodes, or leave it out");
        }
        if a == b {
            return error(format!("node {a} is linked to itself"), "a link joins two different nodes");
        }
        if !links.insert((a.min(b), most)) {
            return error(
                format!("nodes {a} and {b} are linked twice"),
                "write each link once, in either direction",
            );
        }
    }
    let largest = links.iter().map(|&(_, b)| b + 1).max();
    let Some(nodes) = given.or(largest) else {
        let message = "graph needs a link or the argument nodes";
        return Err(Error::usage(message, args.span()).help("write graph([], nodes=1)"));
    };
    let mut ends = BTreeMap::<u64, u64>::new();
    for (a, b) in &links {
        *ends.entry(*a).or_default() += 1;
        *ends.entry(*b).or_default() += 1;
    }
    let mut degrees = DegreeCounts::new();
    for degree in ends.values() {
        *degrees.entry(*degree).or_default() += 1u32;
    }
    if ends.len() as u64 != nodes {
        degrees.insert(0, (nodes - ends.len() as u64).into());
    }
    let make = move || Table::from_edges(nodes, links.clone()).expect("every link was tested");
    Ok(Arc::new(Later::new(nodes.into(), degrees, make)))
}

/// The value of `nodes=`.
fn node_count(args: &mut Args<'_>) -> Result<Option<u64>, Error> {
    let Some(value) = args.named("nodes") else { return Ok(None) };
    match value.kind {
        Kind::Int(0) => Err(Error::usage("graph needs nodes of at least 1, found 0", value.span.clone())
            .help("write graph([], nodes=1) for a single node")),
        Kind::Int(n) if n > MAX_STORED_NODES => Err(Error::limit(
            format!("a stored graph has at most {MAX_STORED_NODES} nodes, found {n}"),
            value.span.clone(),
        )),
        Kind::Int(n) => Ok(Some(n)),
        _ => Err(args.wrong(value, "nodes", "a whole number")),
    }
}

/// The two ids of one link.
fn pair(item: &Expr, args: &Args<'_>) -> Result<(u64, u64), Error> {
    let Kind::List(ends) = &item.kind else {
        return Err(args.wrong(item, "each link", "a pair of ids"));
    };
    match ends.as_slice() {
        [Expr { kind: Kind::Int(a), .. }, Expr { kind: Kind::Int(b), .. }] => Ok((*a, *b)),
        [_, _] => {
            let other = ends.iter().find(|end| !matches!(end.kind, Kind::Int(_))).unwrap_or(item);
            let message = format!("graph needs ids in each link, found {}", describe(other));
            Err(Error::usage(message, other.span.clone()).help("write graph([[0,1],[1,2]])"))
        }
        _ => {
            let message = format!("graph needs two ids in each link, found {}", ends.len());
            Err(Error::usage(message, item.span.clone()).help("write graph([[0,1],[1,2]])"))
        }
    }
}
