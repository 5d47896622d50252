//! Routing functions: from the position of a packet to its next channel.

use super::channel::{Channel, VirtualChannel};
use super::channel_graph::ChannelGraph;
use crate::net::{Node, Port};
use std::fmt::Debug;
use std::sync::Arc;

/// A routing function.
///
/// Law: every packet arrives, on links and channels that exist.
pub trait Routing: Debug + Send + Sync {
    /// Maximum number of virtual channels per link.
    fn channels(&self) -> u32;
    /// The first channel of a packet from `from` to `to`; `None` if both are the same node.
    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel>;
    /// The next channel of a packet that came by `by` to its head `at`; `None` once the packet has arrived.
    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel>;

    /// The channel dependency graph, for the verifier; `None` if there is no description of it.
    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>>;

    /// Returns `true` if the next port depends only on the node and the target, not on the previous hops.
    fn memoryless(&self) -> bool {
        false
    }

    /// The router of a host, if routes to the host are routes to its router and then one more link; `None` otherwise.
    fn router_of(&self, host: Node) -> Option<Node> {
        let _ = host;
        None
    }

    /// The hops of the longest route, where they are known without walking.
    fn longest(&self) -> Option<u64> {
        None
    }

    /// Number of intermediate nodes a packet from `from` draws one of; 0 when it goes straight. With a detour, [`Routing::start`] and
    /// [`Routing::next`] are those of the second half.
    fn detours(&self, from: Node) -> u64 {
        let _ = from;
        0
    }

    /// The i-th intermediate node that a packet from `from` can draw.
    fn detour(&self, from: Node, i: u64) -> Node {
        let _ = from;
        Node(i)
    }

    /// The first channel of a packet to `to` via `via`.
    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        let _ = via;
        self.start(from, to)
    }

    /// The next channel of a packet to `to` via `via`.
    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        let _ = via;
        self.next(by, at, to)
    }

    /// The channel that a packet takes at `at`: its first one when it came by none, with or without a detour.
    fn step(&self, by: Option<Channel>, at: Node, via: Option<Node>, to: Node) -> Option<VirtualChannel> {
        match (by, via) {
            (None, None) => self.start(at, to),
            (None, Some(via)) => self.start_by(at, via, to),
            (Some(by), None) => self.next(by, at, to),
            (Some(by), Some(via)) => self.next_by(by, at, via, to),
        }
    }

    /// Returns `true` if a packet may also go straight where it has detours, so that its source chooses by the queues (Singh, Dally, UGAL). The route of
    /// a packet without an intermediate node is then that of [`Routing::start`] and [`Routing::next`].
    fn source_chooses(&self) -> bool {
        false
    }

    /// Returns `true` if a packet that came by `by` weighs the straight path and detours once more at `at`, as its source did (Jiang, Kim, Dally, PAR).
    /// Such a routing also [`Routing::chooses`]: both are candidates there of a packet that has drawn an intermediate node.
    fn chooses_again(&self, by: Channel, at: Node, to: Node) -> bool {
        let _ = (by, at, to);
        false
    }

    /// The link out of this group of nodes that a packet heads for, by the node that it leaves and its port, where many packets of a group
    /// share such a link: the source weighs its backlog. `None` if the route ends in the group, or groups are unknown.
    fn gate(&self, by: Option<Channel>, at: Node, via: Option<Node>, to: Node) -> Option<(Node, Port)> {
        let _ = (by, at, via, to);
        None
    }

    /// An escape routing on the lowest channels, which a packet can take at every node and then follows to the destination: it makes any choice on
    /// the channels above it safe (Duato, A new theory of deadlock-free adaptive routing in wormhole networks, 1993).
    fn escape(&self) -> Option<&Arc<dyn Routing>> {
        None
    }

    /// Returns `true` if packets may choose between channels: an adaptive routing, whose loads depend on the queues.
    fn chooses(&self) -> bool {
        false
    }

    /// Adds the channels that a packet may choose from at `at`: that of [`Routing::step`], unless the routing [`Routing::chooses`]. With
    /// an escape, those above it. Callers use `candidates`, which combines both.
    fn choices(
        &self,
        by: Option<Channel>,
        at: Node,
        via: Option<Node>,
        to: Node,
        out: &mut Vec<VirtualChannel>,
    ) {
        out.extend(self.step(by, at, via, to));
    }
}

/// Not a method of the trait, so that no routing can override it: a routing with an escape offers it in every state by construction, which is what
/// a proof of deadlock freedom rests on (Duato 1993).
impl dyn Routing + '_ {
    /// Adds the channels that a packet may take at `at`. The one of [`Routing::step`] is always among them, and there are none where it is none.
    ///
    /// With an escape, a packet on its channels has the next one there and no other; every other packet has the first channel of the escape from
    /// here, and after the choices of the routing, which use channels above those of the escape.
    pub fn candidates(
        &self,
        by: Option<Channel>,
        at: Node,
        via: Option<Node>,
        to: Node,
        out: &mut Vec<VirtualChannel>,
    ) {
        let Some(escape) = self.escape() else { return self.choices(by, at, via, to, out) };
        let reserved = escape.channels().max(1);
        if let Some(by) = by.filter(|by| by.vc < reserved) {
            return out.extend(escape.next(by, at, to));
        }
        let old = out.len();
        self.choices(by, at, via, to, out);
        let mut kept = old;
        for i in old..out.len() {
            if out[i].vc >= reserved {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
        out.extend(escape.start(at, to));
    }
}
