//! The channel dependency graph of a routing: which channels can follow which, over all packets.

use super::channel::{Channel, VirtualChannel};
use crate::net::Node;
use std::fmt::Debug;

/// The channel dependency graph of a routing, asked for channel by channel.
///
/// Law: the routing is contained in the graph. For all `s != t`, the first channel of a route is in `injection(s)`, each next one is in the
/// `dependencies` of the one before, and the last channel `ejects`. If [`ChannelGraph::tight`], nothing else is.
pub trait ChannelGraph: Debug + Send + Sync {
    /// Adds the channels that can be first at `at`, for some target.
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>);
    /// Adds the channels of `at` that can follow `by`, whose head it is, for some packet. Empty if no packet takes `by`.
    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>);
    /// Returns `true` if a packet can be delivered from `by`, at its head `at`.
    fn ejects(&self, by: Channel, at: Node) -> bool;

    /// Returns `true` if the graph has no dependency that the routing does not produce.
    fn tight(&self) -> bool {
        true
    }
}
