//! What a packet carries in the engine: the node of its detour, and the channels that it may take next.
//!
//! They stand in `selections`: the intermediate node, which of the channels was asked for last, and port and number of each, as our routing
//! names them. The engine tells of every request, and grants the last one.

use caminos_lib::routing::RoutingInfo;
use crossedge::net::{Node, Port};
use crossedge::route::channels::{Channel, Routing, VirtualChannel};
use rand::Rng;
use rand::rngs::StdRng;
use std::cell::RefCell;

/// In place of the intermediate node: there is none.
const STRAIGHT: i32 = -1;

/// The numbers before the channels.
const HEAD: usize = 2;

/// The intermediate node that a packet from a node draws; none where it goes straight.
pub(super) fn drawn(routing: &dyn Routing, from: Node, rng: &mut StdRng) -> Option<Node> {
    match routing.detours(from) {
        0 => None,
        count => Some(routing.detour(from, rng.gen_range(0..count))),
    }
}

/// Writes what a packet may take at `at`; nothing where it is at its end.
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
    carried.clear();
    carried.extend([via.map_or(STRAIGHT, |via| via.0 as i32), 0]);
    let mut add = |out: VirtualChannel| carried.extend([out.port.0 as i32, out.vc as i32]);
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
pub(super) fn arrived(info: &RefCell<RoutingInfo>) {
    info.borrow_mut().selections = Some(vec![STRAIGHT, 0]);
}

/// The channels that a packet may take, each with the number by which it is asked for; none of a packet at its end.
pub(super) fn candidates(info: &RoutingInfo) -> impl Iterator<Item = (i32, VirtualChannel)> + '_ {
    let each = info.selections.as_deref().unwrap_or_default().get(HEAD..).unwrap_or_default().chunks_exact(2);
    (0..).zip(each.map(|pair| VirtualChannel { port: Port(pair[0] as u32), vc: pair[1] as u32 }))
}

/// Notes which channel was asked for.
pub(super) fn asked(info: &RefCell<RoutingInfo>, number: i32) {
    if let Some([_, asked, ..]) = info.borrow_mut().selections.as_deref_mut() {
        *asked = number;
    }
}

/// The channel that a packet took, and the intermediate node on its way.
pub(super) fn taken(info: &RefCell<RoutingInfo>) -> Option<(VirtualChannel, Option<Node>)> {
    let info = info.borrow();
    let [via, number, ..] = *info.selections.as_deref()? else { return None };
    let out = candidates(&info).find(|&(i, _)| i == number)?.1;
    Some((out, (via != STRAIGHT).then_some(Node(via as u64))))
}
