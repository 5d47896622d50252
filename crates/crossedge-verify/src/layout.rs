//! The layout verifier: it checks every place and every cable, independently of their producer. It asserts
//!
//! - every node has one place, in a rack that exists, and no two have the same: so no rack is over its units;
//! - every cable leads from a port to the port that the network links it with, and is as wide as that link;
//! - every port has one cable, and so every link is there once;
//! - every cable is as long as its run: inside its rack, or to the top of one, over the others and down again.

use super::Verdict;
use crossedge_core::model::{Cable, Layout};
use crossedge_core::net::{Node, Port, Structure};
use crossedge_core::progress::{Progress, Stopped};

/// Counts from the verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayoutCount {
    /// Cables, each as often as it is wide.
    pub cables: u64,
    /// Number of non-empty racks.
    pub racks: u64,
    /// Nodes in the fullest of them.
    pub fullest: u64,
    /// Total cable length, in millimetres.
    pub length: u128,
}

/// A layout that cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLayout {
    /// Nodes without a place, or places without a node.
    #[error("{places} places are given for {nodes} nodes")]
    Nodes {
        /// Number of places.
        places: u64,
        /// Number of nodes.
        nodes: u64,
    },
    /// A place that does not exist.
    #[error("node {0} is in a rack or unit that does not exist")]
    NoPlace(u64),
    /// Two nodes in one place.
    #[error("nodes {0} and {1} share a place")]
    Taken(u64, u64),
    /// A cable that is no link.
    #[error("cable {0} joins two ports that are not linked")]
    NoLink(u64),
    /// A port with two cables.
    #[error("cable {0} is plugged into a port that has one already")]
    Twice(u64),
    /// A port without a cable.
    #[error("port {port} of node {node} has no cable")]
    Unplugged {
        /// The node.
        node: u64,
        /// Its port.
        port: u32,
    },
    /// A cable of another width or class than its link, or at other places than its nodes.
    #[error("cable {0} has another width, class or place than its link")]
    Unlike(u64),
    /// A cable of a wrong length.
    #[error("cable {cable} needs {counted} mm")]
    Length {
        /// Which cable.
        cable: u64,
        /// The length of its run.
        counted: u64,
    },
}

/// Verifies a layout and its cables.
pub fn layout(
    net: &dyn Structure,
    layout: &Layout,
    cables: &[Cable],
    watch: &dyn Progress,
) -> Result<Verdict<LayoutCount, BadLayout>, Stopped> {
    let (nodes, room) = (net.nodes(), &layout.room);
    if layout.places.len() as u64 != nodes {
        return Ok(Verdict::Refuted(BadLayout::Nodes { places: layout.places.len() as u64, nodes }));
    }
    let (racks, units) = (u64::from(room.rows) * u64::from(room.columns), u64::from(room.units));
    let mut standing: Vec<(u64, u64)> = Vec::with_capacity(layout.places.len());
    for (v, place) in (0..).zip(&layout.places) {
        if u64::from(place.rack) >= racks || u64::from(place.unit) >= units {
            return Ok(Verdict::Refuted(BadLayout::NoPlace(v)));
        }
        standing.push((u64::from(place.rack) * units + u64::from(place.unit), v));
    }
    standing.sort_unstable();
    if let Some(pair) = standing.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Ok(Verdict::Refuted(BadLayout::Taken(pair[0].1, pair[1].1)));
    }
    let mut count = LayoutCount { cables: 0, racks: 0, fullest: 0, length: 0 };
    for rack in standing.chunk_by(|a, b| a.0 / units.max(1) == b.0 / units.max(1)) {
        count.racks += 1;
        count.fullest = count.fullest.max(rack.len() as u64);
    }
    // Offset of the ports of each node in one list of all.
    let mut first = vec![0usize];
    for v in 0..nodes {
        first.push(first[first.len() - 1] + net.degree(Node(v)) as usize);
    }
    let mut plugged = vec![false; first[first.len() - 1]];
    for (i, cable) in (0u64..).zip(cables) {
        if i % 65_536 == 0 && watch.stopped() {
            return Err(Stopped);
        }
        if let Some(wrong) = one(net, layout, i, cable, &first, &mut plugged) {
            return Ok(Verdict::Refuted(wrong));
        }
        count.cables += cable.width;
        count.length += u128::from(cable.length) * u128::from(cable.width);
    }
    if let Some(at) = plugged.iter().position(|plugged| !plugged) {
        let node = first.partition_point(|begin| *begin <= at) - 1;
        let port = (at - first[node]) as u32;
        return Ok(Verdict::Refuted(BadLayout::Unplugged { node: node as u64, port }));
    }
    Ok(Verdict::Holds(count))
}

/// The error in one cable; its ports are plugged.
fn one(
    net: &dyn Structure,
    layout: &Layout,
    i: u64,
    cable: &Cable,
    first: &[usize],
    plugged: &mut [bool],
) -> Option<BadLayout> {
    let [v, w] = cable.nodes;
    let [out, back] = cable.ports;
    let exists = |node: u64, port: u32| node < net.nodes() && port < net.degree(Node(node));
    if !exists(v, out) || !exists(w, back) || net.link(Node(v), Port(out)) != (Node(w), Port(back)) {
        return Some(BadLayout::NoLink(i));
    }
    for (node, port) in [(v, out), (w, back)] {
        let at = first[node as usize] + port as usize;
        if std::mem::replace(&mut plugged[at], true) {
            return Some(BadLayout::Twice(i));
        }
    }
    let class = net.link_class(Node(v), Port(out));
    let places = [v, w].map(|node| layout.places[node as usize]);
    if cable.class != class || cable.width != net.width(class) || cable.places != places {
        return Some(BadLayout::Unlike(i));
    }
    let counted = cable_run(layout, cable);
    (cable.length != counted).then_some(BadLayout::Length { cable: i, counted })
}

/// The run of a cable, in millimetres.
fn cable_run(layout: &Layout, cable: &Cable) -> u64 {
    let room = &layout.room;
    let [a, b] = cable.places;
    let height = |unit: u32| room.height * (u64::from(unit) * 2 + 1) / (u64::from(room.units) * 2);
    if a.rack == b.rack {
        return height(a.unit).abs_diff(height(b.unit)) + room.slack;
    }
    let at = |rack: u32| (i64::from(rack % room.columns), i64::from(rack / room.columns));
    let ((x, y), (s, t)) = (at(a.rack), at(b.rack));
    let floor = x.abs_diff(s) * room.pitch + y.abs_diff(t) * room.row_pitch;
    let up = room.height - height(a.unit);
    let down = room.height - height(b.unit);
    floor + up + down + room.slack
}
