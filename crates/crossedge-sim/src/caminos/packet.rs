//! The state of a packet in the engine: its candidate paths, each with the node of its detour and the next channel.
//!
//! They are in `selections`: which of the paths was requested last, the gate for which the packet is counted in the [`Backlog`], and then
//! five numbers per path. The engine reports every request, and grants the last one. At its source a packet may have paths of
//! several plans, straight and by detours; its first hop settles which.

use super::backlog::Backlog;
use crate::routed::Routed;
use crate::settings::Choice;
use caminos_lib::routing::{CandidateEgress, RoutingInfo};
use crossedge::net::{Node, Port};
use crossedge::route::channels::{Channel, Routing, VirtualChannel};
use rand::Rng;
use rand::rngs::StdRng;
use std::cell::RefCell;

/// In place of an intermediate node or a gate: there is none.
const NO_NODE: i32 = -1;

/// In place of the number of a path, with the channels of a link to a server: a packet that is delivered has no path any more.
pub(super) const DELIVERY_PATH: i32 = -1;

/// The numbers before the paths.
const HEADER_LENGTH: usize = 2;

/// The numbers of a path: intermediate node, port, channel, hops of the entire path, gate of its first segment.
const PATH_FIELDS: usize = 5;

/// Maximum length of a weighed path.
const MAX_PATH_LENGTH: i32 = 1 << 12;

/// A path that a packet may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct PacketPath {
    pub via: Option<Node>,
    pub out: VirtualChannel,
    /// Hops of the entire path, if the source weighs it.
    pub hops: i32,
    /// The place of its gate in the backlog, where the source weighs it.
    pub gate: Option<usize>,
}

fn node_number(node: Option<Node>) -> i32 {
    node.map_or(NO_NODE, |node| node.0 as i32)
}

/// The intermediate nodes among which a packet from a node may choose: one that is drawn, or none at all where it goes straight; straight and
/// several that are drawn where the source chooses.
pub(super) fn intermediate_nodes(
    routing: &dyn Routing,
    from: Node,
    choice: Choice,
    rng: &mut StdRng,
) -> Vec<Option<Node>> {
    let count = routing.detours(from);
    if count == 0 {
        return vec![None];
    }
    let mut draw = || Some(routing.detour(from, rng.gen_range(0..count)));
    match routing.source_chooses() {
        false => vec![draw()],
        true => std::iter::once(None).chain((0..choice.candidates).map(|_| draw())).collect(),
    }
}

/// Writes what a packet may take where it weighs its plans, by each of them. The gate for which it is counted stays.
pub(super) fn write_paths(
    info: &RefCell<RoutingInfo>,
    routed: &Routed,
    backlog: &Backlog,
    by: Option<Channel>,
    at: Node,
    plans: &[Option<Node>],
    to: Node,
) {
    if let [via] = plans {
        return write(info, routed.routing.as_ref(), by, at, *via, to);
    }
    let routing = routed.routing.as_ref();
    let counted = info.borrow().selections.as_ref().and_then(|all| all.get(1).copied());
    let mut carried = vec![0, counted.unwrap_or(NO_NODE)];
    for &via in plans {
        let Some(out) = routing.step(by, at, via, to) else { continue };
        let gate = routing.gate(by, at, via, to).and_then(|gate| backlog.gate_index(gate));
        let gate = gate.map_or(NO_NODE, |place| place as i32);
        let hops = hops(routed, by, at, via, to);
        carried.extend([node_number(via), out.port.0 as i32, out.vc as i32, hops, gate]);
    }
    info.borrow_mut().selections = Some(carried);
}

/// Hops of a path, from where a packet is.
fn hops(routed: &Routed, by: Option<Channel>, at: Node, via: Option<Node>, to: Node) -> i32 {
    let (mut by, mut at, mut hops) = (by, at, 0);
    while let Some(out) = routed.routing.step(by, at, via, to)
        && hops < MAX_PATH_LENGTH
    {
        by = Some(Channel::new(at, out));
        at = routed.net.link(at, out.port).0;
        hops += 1;
    }
    hops
}

/// Writes what a packet may take at `at`; nothing where it is at its end. The gate for which it is counted stays.
pub(super) fn write(
    info: &RefCell<RoutingInfo>,
    routing: &dyn Routing,
    by: Option<Channel>,
    at: Node,
    via: Option<Node>,
    to: Node,
) {
    let mut info = info.borrow_mut();
    let carried = info.selections.get_or_insert_default();
    let gate = carried.get(1).copied().unwrap_or(NO_NODE);
    carried.clear();
    carried.extend([0, gate]);
    let mut add = |out: VirtualChannel| {
        carried.extend([node_number(via), out.port.0 as i32, out.vc as i32, 0, NO_NODE])
    };
    match routing.chooses() {
        // Most leave no choice, and this is done at every hop.
        false => routing.step(by, at, via, to).into_iter().for_each(add),
        true => {
            let mut out = Vec::new();
            routing.candidates(by, at, via, to, &mut out);
            out.into_iter().for_each(&mut add);
        }
    }
}

/// Writes that a packet is at its end.
pub(super) fn mark_arrived(info: &RefCell<RoutingInfo>) {
    info.borrow_mut().selections = Some(vec![0, NO_NODE]);
}

/// Counts a packet for the gate that it heads for, in place of the one before.
pub(super) fn head_for(info: &RefCell<RoutingInfo>, backlog: &Backlog, gate: Option<(Node, Port)>) {
    let mut info = info.borrow_mut();
    let Some([_, counted, ..]) = info.selections.as_deref_mut() else { return };
    let gate = gate.and_then(|gate| backlog.gate_index(gate)).map_or(NO_NODE, |place| place as i32);
    if *counted != gate {
        backlog.packet_leaves(usize::try_from(*counted).ok());
        backlog.packet_enters(usize::try_from(gate).ok());
        *counted = gate;
    }
}

/// The paths that a packet may take, each with the number by which it is requested; none of a packet at its end.
pub(super) fn paths(info: &RoutingInfo) -> impl Iterator<Item = (i32, PacketPath)> + '_ {
    (0..).zip(path_numbers(info).chunks_exact(PATH_FIELDS).map(read))
}

/// The path with a number.
pub(super) fn path_by_number(info: &RoutingInfo, number: i32) -> Option<PacketPath> {
    let first = usize::try_from(number).ok()? * PATH_FIELDS;
    path_numbers(info).get(first..first + PATH_FIELDS).map(read)
}

/// The numbers of all paths.
fn path_numbers(info: &RoutingInfo) -> &[i32] {
    info.selections.as_deref().unwrap_or_default().get(HEADER_LENGTH..).unwrap_or_default()
}

fn read(path: &[i32]) -> PacketPath {
    PacketPath {
        via: u64::try_from(path[0]).ok().map(Node),
        out: VirtualChannel { port: Port(path[1] as u32), vc: path[2] as u32 },
        hops: path[3],
        gate: usize::try_from(path[4]).ok(),
    }
}

/// The request of a packet at its destination: any channel of the link to its server.
pub(super) fn delivery_requests(port: usize, channels: usize) -> impl Iterator<Item = CandidateEgress> {
    (0..channels).map(move |vc| CandidateEgress { label: DELIVERY_PATH, ..CandidateEgress::new(port, vc) })
}

/// Records the requested path.
pub(super) fn record_request(info: &RefCell<RoutingInfo>, number: i32) {
    if let Some([asked, ..]) = info.borrow_mut().selections.as_deref_mut() {
        *asked = number;
    }
}

/// The channel that a packet took, and the intermediate node on its way.
pub(super) fn channel_taken(info: &RefCell<RoutingInfo>) -> Option<(VirtualChannel, Option<Node>)> {
    let info = info.borrow();
    let [number, ..] = *info.selections.as_deref()? else { return None };
    path_by_number(&info, number).map(|path| (path.out, path.via))
}
