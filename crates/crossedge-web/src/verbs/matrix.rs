//! A window of the adjacency matrix, in blocks of nodes: the honest picture of a network of any size.

use super::call::{Call, VerbAnswer, json};
use crossedge::Error;
use crossedge::answers::Envelope;
use crossedge::exact::Exact;
use crossedge::net::Node;
use crossedge::render::{Quotient, QuotientBlock};
use num_bigint::BigUint;
use serde::Serialize;

/// Blocks per side without a request.
const CELLS: u64 = 48;

/// A window of the adjacency matrix.
#[derive(Debug, Clone, Serialize)]
struct MatrixAnswer {
    /// Number of nodes of the network.
    nodes: Exact<u64>,
    /// Number of links of the network.
    links: Exact<BigUint>,
    /// The blocks of rows.
    rows: BlockLists,
    /// The blocks of columns.
    columns: BlockLists,
    /// Blocks with links between them.
    entries: EntryLists,
}

/// Blocks, as parallel lists.
#[derive(Debug, Clone, Default, Serialize)]
struct BlockLists {
    /// Position of the first node of each.
    from: Vec<Exact<u64>>,
    /// Number of nodes.
    nodes: Vec<Exact<u64>>,
    /// The first node.
    first: Vec<Node>,
    /// The name by the construction; empty for the entire network.
    name: Vec<String>,
}

/// Entries of the matrix, as parallel lists.
#[derive(Debug, Clone, Default, Serialize)]
struct EntryLists {
    /// The number of the block of rows.
    row: Vec<usize>,
    /// The number of the block of columns.
    column: Vec<usize>,
    /// Links between the two; those inside of one block count once.
    links: Vec<Exact<BigUint>>,
    /// The fraction of the pairs of different nodes that are linked.
    density: Vec<f64>,
}

impl BlockLists {
    fn of(blocks: &[QuotientBlock]) -> Self {
        BlockLists {
            from: blocks.iter().map(|one| Exact(one.range.start)).collect(),
            nodes: blocks.iter().map(|one| Exact(one.range.end - one.range.start)).collect(),
            first: blocks.iter().map(|one| one.first).collect(),
            name: blocks.iter().map(|one| one.name.clone()).collect(),
        }
    }
}

/// Answers the verb.
pub fn matrix_window(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let params = call.params;
    let on = call.network()?;
    let quotient = Quotient::from_network(on.net.network()?.as_ref());
    let nodes = quotient.nodes();
    let from = [params.read("row", 0)?, params.read("column", 0)?];
    let window = quotient.window(from, params.read("span", nodes)?, params.read("cells", CELLS)?);
    let window = window.map_err(|why| Error::limit(why.to_string(), "zoom in, or take a smaller network"))?;
    let mut entries = EntryLists::default();
    for one in &window.entries {
        entries.row.push(one.row);
        entries.column.push(one.column);
        entries.links.push(Exact(BigUint::from(one.links)));
        entries.density.push(one.density);
    }
    let answer = MatrixAnswer {
        nodes: Exact(nodes),
        links: Exact(on.net.links()),
        rows: BlockLists::of(&window.rows),
        columns: BlockLists::of(&window.columns),
        entries,
    };
    let response = Envelope::new("matrix", Some(on.net.to_string()), answer);
    Ok(VerbAnswer { answer: json(&response)?, ..VerbAnswer::default() })
}
