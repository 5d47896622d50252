//! The remaining network after failures: its components, the distances between its endpoints, and the remaining links of each class.
//!
//! ```
//! use crossedge::metrics::remains::remaining_network;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "fattree(4)".parse()?;
//! let dead = net.faults(&["(1,(0,0,0))".to_owned()])?;
//! let left = remaining_network(net.network()?.as_ref(), &dead, &Silent)?;
//! assert_eq!((left.alive, left.largest), (16, 14), "a leaf switch takes its two hosts off the network");
//! # Ok::<(), crossedge::Error>(())
//! ```

use super::between::{Between, endpoint_distances, storable};
use super::bfs::Error;
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Faults, Node, Port, Structure};
use std::collections::BTreeMap;

/// Maximum number of nodes.
const MAX_NODES: u64 = 1 << 26;

/// Maximum number of links.
const MAX_LINKS: u64 = 1 << 30;

/// Maximum number of steps of the searches from every endpoint, a few seconds: for many sources at a time, and for one at a time.
const MAX_STEPS: (u128, u128) = (1 << 34, 1 << 28);

/// The remaining network after faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remains {
    /// Number of live endpoints.
    pub alive: u64,
    /// Live endpoints of the largest component.
    pub largest: u64,
    /// Number of components by their number of live endpoints.
    pub parts: BTreeMap<u64, u64>,
    /// The live endpoints outside the largest component.
    pub cut_off: Vec<Node>,
    /// For each kind of link: how many there were, and how many live between live nodes.
    pub links: Vec<(u64, u64)>,
    /// Distances between endpoints that reach each other; `None` if searches would take long.
    pub distances: Option<Between>,
}

/// Returns the components of the remaining network after the failures of `dead`, and the distances between its endpoints.
///
/// Distances need a search from every live endpoint. They are left out ([`Remains::distances`] is `None`) if this would take more than a few seconds.
/// If you need only the components call [`connected`], which searches once.
///
/// # Errors
///
/// [`Error::Limit`] if the network has more than 2^26 nodes or 2^30 links, and [`Error::Stopped`] if `watch` requests it.
pub fn remaining_network(net: &dyn Structure, dead: &Faults, watch: &dyn Progress) -> Result<Remains, Error> {
    let mut remains = connected(net, dead, watch)?;
    let most = if storable(net) { MAX_STEPS.0 } else { MAX_STEPS.1 };
    let links: u64 = remains.links.iter().map(|(all, _)| all).sum();
    if u128::from(remains.alive) * u128::from(links) <= most {
        let sources: Vec<Node> = (0..net.endpoints()).map(Node).filter(|v| !dead.node(*v)).collect();
        remains.distances = Some(endpoint_distances(net, &sources, dead, watch)?);
    }
    Ok(remains)
}

/// Returns the components of the remaining network after the failures of `dead`, without distances.
///
/// Components are counted by their live endpoints; one that has only switches is not counted.
///
/// # Errors
///
/// [`Error::Limit`] if the network has more than 2^26 nodes or 2^30 links, and [`Error::Stopped`] if `watch` requests it.
///
/// # Complexity
///
/// Time O(|V| + |E|), space O(|V|): a few bytes per node; links are not stored.
pub fn connected(net: &dyn Structure, dead: &Faults, watch: &dyn Progress) -> Result<Remains, Error> {
    let (nodes, ends) = (net.nodes(), net.endpoints());
    if nodes > MAX_NODES {
        return Err(Error::Limit {
            message: format!(
                "the remaining network is searched node by node, of at most {MAX_NODES} nodes (got {nodes})"
            ),
            help: "take a smaller network".to_owned(),
        });
    }
    watch.stage("remaining network", nodes);
    let mut gone = vec![false; nodes as usize];
    dead.nodes().for_each(|v| gone[v.0 as usize] = true);
    let mut met = gone.clone();
    let mut remains = Remains {
        alive: (0..ends).filter(|&v| !gone[v as usize]).count() as u64,
        largest: 0,
        parts: BTreeMap::new(),
        cut_off: Vec::new(),
        links: vec![(0, 0); net.link_classes().len()],
        distances: None,
    };
    let (mut stack, mut seen) = (Vec::new(), 0u64);
    // The first endpoint of the largest component found.
    let mut home = None;
    for start in (0..nodes).map(Node) {
        if start.0 & 0xffff == 0 && watch.stopped() {
            return Err(Error::Stopped);
        }
        count_links(net, start, dead, &gone, &mut remains.links);
        seen += u64::from(net.degree(start));
        if seen / 2 > MAX_LINKS {
            let message =
                format!("the remaining network is searched link by link, of at most {MAX_LINKS} links");
            return Err(Error::Limit { message, help: "take a smaller network".to_owned() });
        }
        if std::mem::replace(&mut met[start.0 as usize], true) {
            continue;
        }
        stack.push(start);
        let mut size = 0;
        while let Some(v) = stack.pop() {
            size += u64::from(v.0 < ends);
            visit_live_neighbours(net, v, dead, &gone, |w| {
                if !std::mem::replace(&mut met[w.0 as usize], true) {
                    stack.push(w);
                }
            });
        }
        if size > 0 {
            *remains.parts.entry(size).or_default() += 1;
        }
        if size > remains.largest {
            (remains.largest, home) = (size, Some(start));
        }
    }
    if let Some(home) = home.filter(|_| remains.largest < remains.alive) {
        let mut inside = gone.clone();
        inside[home.0 as usize] = true;
        stack.push(home);
        while let Some(v) = stack.pop() {
            visit_live_neighbours(net, v, dead, &gone, |w| {
                if !std::mem::replace(&mut inside[w.0 as usize], true) {
                    stack.push(w);
                }
            });
        }
        remains.cut_off = (0..ends).filter(|&v| !inside[v as usize]).map(Node).collect();
    }
    Ok(remains)
}

/// Calls `visit` for every live neighbour of `v` over a live link.
fn visit_live_neighbours(
    net: &dyn Structure,
    v: Node,
    dead: &Faults,
    gone: &[bool],
    mut visit: impl FnMut(Node),
) {
    for w in crossedge_lang::net::neighbors(net, v).filter(|&w| !gone[w.0 as usize] && !dead.link(v, w)) {
        visit(w);
    }
}

/// Counts the links of a node to others of larger id.
fn count_links(net: &dyn Structure, v: Node, dead: &Faults, gone: &[bool], links: &mut [(u64, u64)]) {
    for port in (0..net.degree(v)).map(Port) {
        let w = net.link(v, port).0;
        if v < w {
            let (all, left) = &mut links[net.link_class(v, port)];
            *all += 1;
            *left += u64::from(!gone[v.0 as usize] && !gone[w.0 as usize] && !dead.link(v, w));
        }
    }
}

impl Remains {
    /// Ordered pairs of different live endpoints that reach each other.
    pub fn pairs(&self) -> u128 {
        self.parts
            .iter()
            .map(|(&size, &count)| u128::from(size) * u128::from(size - 1) * u128::from(count))
            .sum()
    }
}
