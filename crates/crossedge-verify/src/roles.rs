//! The verifier of roles: ids below `endpoints()` are endpoints and the others are switches, so the degrees of the endpoints, counted, are those
//! that the shape claims; and both ends of a link agree on its class, which has a name and a width of at least one.

use super::Verdict;
use crossedge_core::net::{DegreeCounts, Node, Port, Structure};
use crossedge_core::progress::{Progress, Stopped};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// A role or a class that is not as claimed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRole {
    /// The degrees of the endpoints are others.
    #[error("the endpoints have the degrees {0:?}")]
    Degrees(BTreeMap<u64, u64>),
    /// A link whose ends report different classes, or a class without name or width.
    #[error("port {} of node {} has no class and width on which both ends agree", .port.0, .node.0)]
    Class {
        /// The node.
        node: Node,
        /// Its port.
        port: Port,
    },
}

/// Verifies roles and classes, and returns the number of endpoints.
pub fn roles(
    net: &dyn Structure,
    claimed: &DegreeCounts,
    watch: &dyn Progress,
) -> Result<Verdict<u64, BadRole>, Stopped> {
    watch.stage("roles and classes of links", net.nodes());
    let names = net.link_classes().len();
    let mut counts = BTreeMap::<u64, u64>::new();
    for v in (0..net.nodes()).map(Node) {
        if v.0 & 0xfff == 0 {
            if watch.stopped() {
                return Err(Stopped);
            }
            watch.advance((net.nodes() - v.0).min(0x1000));
        }
        if v.0 < net.endpoints() {
            *counts.entry(net.degree(v).into()).or_default() += 1;
        }
        for port in (0..net.degree(v)).map(Port) {
            let (w, back) = net.link(v, port);
            let class = net.link_class(v, port);
            if class >= names || class != net.link_class(w, back) || net.width(class) == 0 {
                return Ok(Verdict::Refuted(BadRole::Class { node: v, port }));
            }
        }
    }
    let same = counts.len() == claimed.len()
        && counts.iter().all(|(degree, &count)| claimed.get(degree) == Some(&BigUint::from(count)));
    Ok(if same { Verdict::Holds(net.endpoints()) } else { Verdict::Refuted(BadRole::Degrees(counts)) })
}
