//! Routings of composed networks by recursion over the construction: dimension order on products, one rule for every level, and the
//! addresses on what has no more structure.

use super::connected::is_connected;
use super::cube::{Cube, FoldedCube};
use super::dragonfly::{Dragonfly, PathChoice};
use super::enumerated::{Enumerated, MAX_ENUMERATED};
use super::hops::Hops;
use super::hosts::HostRouting;
use super::line::{Complete, PathRouting, RingRouting, Star};
use super::minimal::Minimal;
use super::product::ProductRouting;
use super::tabulated::with_tables;
use super::tree::TreeAddresses;
use super::{Routing, Unroutable};
use crossedge_lang::net::{Layout, Leaf, Level, MAX_STORED_NODES, Parts, Structure};
use std::sync::Arc;

/// The routing of the parts of a construction.
pub(super) struct Rules {
    /// A level, over the routing of its base.
    pub level: fn(Level, Arc<dyn Routing>) -> Arc<dyn Routing>,
    /// The path choice on a dragonfly.
    pub dragonfly: PathChoice,
}

/// The routing of the addresses on any network.
pub(super) fn by_addresses(net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
    routing_by_structure(net, &Rules { level: Minimal::over_level, dragonfly: PathChoice::Shortest })
}

/// Level by level, factor by factor, leaf by leaf.
pub(super) fn routing_by_structure(
    net: &Arc<dyn Structure>,
    rules: &Rules,
) -> Result<Arc<dyn Routing>, Unroutable> {
    if let Some(Layout::Hosts { routers, each }) = net.roles().map(|roles| roles.layout()) {
        return Ok(Arc::new(HostRouting::over_routers(
            routers.clone(),
            each,
            routing_by_structure(routers, rules)?,
        )));
    }
    match net.parts() {
        Parts::Level(level) => {
            let base = with_tables(level.base(), routing_by_structure(level.base(), rules)?);
            Ok((rules.level)(level.clone(), base))
        }
        Parts::Product(parts) => {
            let factors = parts.iter().map(|part| Ok((part.clone(), routing_by_structure(part, rules)?)));
            let product = ProductRouting::new(factors.collect::<Result<_, Unroutable>>()?);
            Ok(Arc::new(product.ok_or_else(|| Unroutable::Undefined("the ids pass 64 bits".to_owned()))?))
        }
        Parts::Leaf(leaf) => match (leaf_routing(net, leaf), Dragonfly::on_network(net, rules.dragonfly)) {
            (Some(routing), _) => Ok(routing),
            (None, Some(dragonfly)) => Ok(Arc::new(dragonfly)),
            (None, None) => address_routing(net),
        },
        _ => address_routing(net),
    }
}

/// Address routing on leaves of known kind: one channel is enough except for rings of four nodes and more, which have a dateline.
fn leaf_routing(net: &Arc<dyn Structure>, leaf: Leaf) -> Option<Arc<dyn Routing>> {
    let n = net.nodes();
    Some(match leaf {
        Leaf::Path => Arc::new(PathRouting { n }),
        Leaf::Ring => Arc::new(RingRouting::with_nodes(n)),
        Leaf::Complete => Arc::new(Complete { n }),
        Leaf::Star => Arc::new(Star { n }),
        Leaf::Cube(bits) => Arc::new(Cube { bits: bits as u32 }),
        Leaf::FoldedCube(bits) => Arc::new(FoldedCube { bits: bits as u32 }),
        Leaf::Tree => Arc::new(TreeAddresses { net: net.clone() }),
        Leaf::Dragonfly { .. }
        | Leaf::Wk { .. }
        | Leaf::Composed { .. }
        | Leaf::Polarity(_)
        | Leaf::Paley(_)
        | Leaf::Iq(_)
        | Leaf::NotNested
        | Leaf::Other => {
            return None;
        }
    })
}

/// The addresses on a network without known structure: what its routes make where all of them can be walked, else a channel for every
/// hop.
fn address_routing(net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
    // Unstored networks consist of connected parts, and need no search.
    if net.nodes() <= MAX_STORED_NODES && !is_connected(net.as_ref()) {
        return Err(Unroutable::Apart);
    }
    Ok(match net.nodes() <= MAX_ENUMERATED {
        true => Arc::new(Enumerated::new(net.clone())),
        false => Arc::new(Hops::new(net.clone())),
    })
}
