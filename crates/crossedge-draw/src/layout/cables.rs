//! The cables of a layout: every link once, with both ends, its length, and the length that it is sold in.

use crossedge_core::model::{Cable, Layout};
use crossedge_core::net::{Node, Port, Structure};

/// Available cable lengths, in millimetres; longer ones are multiples of the last.
pub const CABLE_LENGTHS: &[u64] =
    &[500, 1000, 1500, 2000, 2500, 3000, 5000, 7000, 10_000, 15_000, 20_000, 30_000, 50_000, 100_000];

/// The shortest length that a cable is made in and that is long enough.
pub fn length_class(length: u64) -> u64 {
    let last = CABLE_LENGTHS[CABLE_LENGTHS.len() - 1];
    CABLE_LENGTHS.iter().copied().find(|made| *made >= length).unwrap_or_else(|| length.div_ceil(last) * last)
}

/// All cables, in the order of the ids and ports of their first ends.
pub fn cables(net: &dyn Structure, layout: &Layout) -> Vec<Cable> {
    let mut out = Vec::new();
    let nodes = net.nodes().min(layout.places.len() as u64);
    for v in 0..nodes {
        for port in 0..net.degree(Node(v)) {
            let (w, back) = net.link(Node(v), Port(port));
            if w.0 <= v {
                continue;
            }
            let Some(there) = layout.places.get(w.0 as usize) else { continue };
            let places = [layout.places[v as usize], *there];
            let class = net.link_class(Node(v), Port(port));
            out.push(Cable {
                nodes: [v, w.0],
                ports: [port, back.0],
                places,
                class,
                width: net.width(class),
                length: layout.room.length(places[0], places[1]),
            });
        }
    }
    out
}
