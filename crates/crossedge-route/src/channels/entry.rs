//! The entry of a routing: its name, where it exists, and how it is made.

use super::Routing;
use crossedge_lang::net::{Layout, Leaf, Parts, Structure};
use std::fmt;
use std::sync::Arc;

/// A routing that has a name.
pub struct RoutingEntry {
    /// The name.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// The reference.
    pub paper: &'static str,
    /// Why it does not exist on a network; `None` if it does.
    pub missing: fn(&dyn Structure) -> Option<&'static str>,
    /// The routing, on a network where it exists.
    pub make: Make,
    /// The routing's own detour, on networks where it has one; elsewhere a detour is Valiant's, over any node.
    pub detour: Detour,
    /// `true` if it is the routing of a network with the fewest channels; Valiant's routing doubles their number.
    pub fewest_channels: fn(&dyn Structure) -> bool,
    /// `true` if it has its own detours or choices, so that Valiant's detour cannot use it as a base.
    pub own_ways: bool,
    /// Which symmetries of a network take its ways to paths.
    pub symmetry: Symmetry,
}

/// Makes a routing on a network.
pub type Make = fn(&Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable>;

/// Makes the routing with its own detour, if it has one.
pub type Detour = fn(&Arc<dyn Structure>) -> Option<Arc<dyn Routing>>;

/// Which symmetries of a network take the paths of a routing to paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// No symmetry is known.
    Nothing,
    /// Those of the parts, but with different symmetries for the two classes of a level.
    WithinClasses,
    /// Those of the parts.
    OfParts,
}

impl PartialEq for RoutingEntry {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for RoutingEntry {}

impl fmt::Debug for RoutingEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The routing has no detour.
pub(super) fn no_detour(_: &Arc<dyn Structure>) -> Option<Arc<dyn Routing>> {
    None
}

/// Returns `true` if a network, or a part that its routings are made of, has a property.
pub(super) fn any_part(net: &dyn Structure, has: &dyn Fn(&dyn Structure) -> bool) -> bool {
    let on_routers = match net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, .. }) => any_part(routers.as_ref(), has),
        _ => false,
    };
    has(net)
        || on_routers
        || match net.parts() {
            Parts::Product(parts) => parts.iter().any(|part| any_part(part.as_ref(), has)),
            Parts::Level(level) => any_part(level.base().as_ref(), has),
            _ => false,
        }
}

/// Returns `true` if a network is a dragonfly.
pub(super) fn is_dragonfly(net: &dyn Structure) -> bool {
    matches!(net.parts().leaf(), Leaf::Dragonfly { .. })
}

/// Returns `true` if a network is a fat tree, or hosts on one.
pub(super) fn over_tree(net: &dyn Structure) -> bool {
    match net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, .. }) => over_tree(routers.as_ref()),
        _ => matches!(net.parts(), Parts::Leaf(Leaf::Tree)),
    }
}

/// Why there is no such routing on a network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unroutable {
    /// The routing is not defined there.
    #[error("{0}")]
    Undefined(String),
    /// It keeps something for every node, and they are too many.
    #[error(
        "the routing keeps its distance for every node, on at most {limit} nodes of this kind, and there are {nodes}"
    )]
    TooLarge {
        /// The nodes.
        nodes: u64,
        /// The limit.
        limit: u64,
    },
    /// Some nodes cannot be reached.
    #[error("the network is not connected")]
    Apart,
}
