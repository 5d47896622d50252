//! Node connectivity: how many nodes must fail before the rest falls apart.
//!
//! A connected network whose nodes are all alike and in which no four nodes are all linked has connectivity equal to its degree
//! (Mader, Über den Zusammenhang symmetrischer Graphen, 1970). Small networks are settled by maximum flow between enough pairs (Even,
//! 1975). Otherwise the smallest degree bounds it from above.

use crate::evidence::{Evidence, Known};
use crate::net::{Leaf, Node, Parts, Shape, Structure, neighbors};
use crate::progress::{Progress, Stopped};
use crate::route::flow;

/// Networks up to this many nodes are settled by flow.
const MAX_FLOW: u64 = 400;

/// Connectivity from below and above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connectivity {
    /// At least this many nodes must fail.
    pub lower: u64,
    /// So many are enough.
    pub upper: u64,
}

/// The connectivity of a network; `connected` when that is known already.
pub fn connectivity(
    shape: &dyn Shape,
    net: Option<&dyn Structure>,
    connected: bool,
    watch: &dyn Progress,
) -> Result<Known<Connectivity>, Stopped> {
    let least = shape.degrees().keys().next().copied().unwrap_or(0);
    let exact = |value| Connectivity { lower: value, upper: value };
    if let (Some(why), true, Some(_)) = (shape.node_symmetric(), k4_free(shape), shape.diameter()) {
        let why = format!("Mader 1970: nodes are alike ({why}), and the network is K4-free");
        return Ok(Known::new(exact(least), Evidence::proved(why)));
    }
    match net {
        Some(net) if net.nodes() <= MAX_FLOW => {
            let value = by_flow(net, watch)?;
            Ok(Known::new(exact(value), Evidence::computed("maximum flow between enough pairs (Even 1975)")))
        }
        _ => {
            let bounds = Connectivity { lower: u64::from(connected).min(least), upper: least };
            Ok(Known::new(
                bounds,
                Evidence::bounded("the neighbours of a node of the smallest degree cut it off"),
            ))
        }
    }
}

/// Whether no four nodes are all linked to each other; false also when that is not known.
fn k4_free(shape: &dyn Shape) -> bool {
    match shape.parts() {
        Parts::Relabelled(same) => k4_free(same.as_ref()),
        // Four nodes that are all linked differ in one coordinate only.
        Parts::Product(parts) => parts.iter().all(|part| k4_free(part.as_ref())),
        Parts::Expansion(re) => {
            k4_free(re.unit().as_ref()) && re.frames().iter().all(|f| k4_free(f.as_ref()))
        }
        // A cross-edge lies in no triangle.
        Parts::Level(base) => k4_free(base.as_ref()),
        Parts::Leaf(Leaf::Path | Leaf::Ring | Leaf::Star | Leaf::Cube(_)) => true,
        Parts::Leaf(Leaf::Complete) => shape.nodes() < 4u32.into(),
        Parts::Leaf(Leaf::FoldedCube(dimensions)) => dimensions > 2,
        Parts::Leaf(Leaf::Wk { base, .. }) => base < 4,
        // Two points have one line in common, so that two nodes have at most one neighbour in common.
        Parts::Leaf(Leaf::Polarity(_)) => true,
        Parts::Leaf(
            Leaf::Dragonfly { .. }
            | Leaf::Composed { .. }
            | Leaf::Paley(_)
            | Leaf::Iq(_)
            | Leaf::Tree
            | Leaf::NotNested
            | Leaf::Other,
        )
        | Parts::Made(_) => false,
    }
}

/// Some node outlives a smallest cut: among the first k + 1 nodes there is one, so flows from those to all others find the cut.
fn by_flow(net: &dyn Structure, watch: &dyn Progress) -> Result<u64, Stopped> {
    let nodes = net.nodes();
    watch.stage("flows for the connectivity", nodes);
    let mut least = nodes - 1;
    let mut from = 0;
    while from < nodes && from <= least {
        let around: Vec<Node> = neighbors(net, Node(from)).collect();
        for to in (0..nodes).map(Node).filter(|to| to.0 != from && !around.contains(to)) {
            if watch.stopped() {
                return Err(Stopped);
            }
            match flow::disjoint(net, Node(from), to, flow::MAX_MET, watch) {
                Ok(paths) => least = least.min(paths.len() as u64),
                Err(_) => return Err(Stopped),
            }
        }
        watch.advance(1);
        from += 1;
    }
    Ok(least)
}
