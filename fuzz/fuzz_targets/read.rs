//! Any bytes as a graph file, by every reader: a refusal with a line, or a simple graph that can be stored.

#![no_main]

use crossedge::net::Table;
use crossedge::net::read::{edge_list, graphml};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for read in [edge_list, graphml] {
        let lines = bytes.iter().filter(|&&c| c == b'\n').count() as u64 + 1;
        match read(bytes) {
            Err(error) => assert!((1..=lines).contains(&error.line), "{error}"),
            Ok(graph) => {
                // An id stands for all below it, and memory goes with the nodes.
                if graph.nodes > 1 << 16 {
                    continue;
                }
                let links = graph.edges.len() as u64;
                let table = Table::from_edges(graph.nodes, graph.edges.clone()).expect("readers give simple graphs");
                assert_eq!(table.edge_count(), links);
                assert!(table.edges().eq(graph.edges));
            }
        }
    }
});
