//! Evaluators of rings and paths. Each is verified position by position.

use crate::claim::ClaimCase;
use crate::evaluated::Evaluated;
use crate::net::{network, node};
use crossedge::hamilton::{NodeOrder, RingOptions, Sought, Virtuals, cycle, path};
use crossedge::net::Faults;
use crossedge::net::{Network, Node, Parts, neighbors};
use crossedge::progress::Progress;
use crossedge::verify::{self, Claim};
use std::collections::BTreeSet;
use std::sync::Arc;

const STOPPED_ERROR: &str = "stopped";

/// Verifies an order of nodes, closed or open.
fn verify_order(
    net: &dyn Network,
    ring: Arc<dyn NodeOrder>,
    ends: Option<(Node, Node)>,
    progress: &dyn Progress,
) -> Result<(), String> {
    let faults = Faults::none();
    let claim = Claim { closed: ends.is_none(), ends, faults: &faults, left_out: 0 };
    let verdict = verify::ring(net, ring, &claim, progress).map_err(|_| STOPPED_ERROR.to_owned())?;
    verdict.into_result().map(|_| ()).map_err(|no| no.to_string())
}

/// A ring through all nodes: its length, or 0 when there is none.
pub fn ring(case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    match cycle(net.as_ref(), &RingOptions::default(), progress).map_err(|_| STOPPED_ERROR.to_owned())? {
        Sought::Found(cycle) => {
            let evidence = format!("verified: every position walked; {}", cycle.by());
            verify_order(net.as_ref(), cycle.ring.clone(), None, progress)?;
            Ok(Evaluated::count(cycle.ring.positions(), evidence))
        }
        Sought::Absent(why) => Ok(Evaluated::count(0, why)),
        Sought::Unknown(why) | Sought::TooLarge(why) => Err(why),
    }
}

/// A path through all nodes between two nodes: its length in nodes, or 0 when there is none.
pub fn one_path(case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let ends = (node(net.as_ref(), &case.from)?, node(net.as_ref(), &case.to)?);
    let sought = path(net.as_ref(), ends.0, ends.1, &Faults::none(), &RingOptions::default(), progress);
    match sought.map_err(|_| STOPPED_ERROR.to_owned())? {
        Sought::Found(path) => {
            let evidence = format!("verified: every position walked; {}", path.by());
            verify_order(net.as_ref(), path.ring.clone(), Some(ends), progress)?;
            Ok(Evaluated::count(path.ring.positions(), evidence))
        }
        Sought::Absent(why) => Ok(Evaluated::count(0, why)),
        Sought::Unknown(why) | Sought::TooLarge(why) => Err(why),
    }
}

/// Number of nodes that are the other end of a path through all nodes that begins at node 0.
pub fn ends(case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let (mut reached, mut missing) = (0, None);
    for to in (1..net.nodes()).map(Node) {
        let sought = path(net.as_ref(), Node(0), to, &Faults::none(), &RingOptions::default(), progress);
        match sought.map_err(|_| STOPPED_ERROR.to_owned())? {
            Sought::Found(path) => {
                verify_order(net.as_ref(), path.ring, Some((Node(0), to)), progress)?;
                reached += 1;
            }
            Sought::Absent(why) => {
                missing.get_or_insert(format!("no path from node 0 to node {}: {why}", to.0));
            }
            Sought::Unknown(why) | Sought::TooLarge(why) => return Err(why),
        }
    }
    let others = net.nodes() - 1;
    let evidence = missing.unwrap_or_else(|| format!("verified: a path to each of {others} nodes, walked"));
    Ok(Evaluated::count(reached, evidence))
}

/// Virtual rings: as many as there are, each closed and with two nodes in every cluster, and no node on two of them.
pub fn virtual_rings(case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let sought = Virtuals::on_network(net.as_ref(), &RingOptions::default(), progress)
        .map_err(|_| STOPPED_ERROR.to_owned())?;
    let Sought::Found(virtuals) = sought else { return Err("there are no virtual rings".to_owned()) };
    let Parts::Level(level) = net.parts() else {
        return Err("only a dual construction has clusters".to_owned());
    };
    let (clusters, count) = (level.numbering().cluster_labels().count(), virtuals.count());
    let mut seen = BTreeSet::new();
    for number in 0..count {
        let ring = virtuals.number(number).through_clusters;
        let order: Vec<Node> = (0..ring.positions()).map(|p| ring.node_at(p)).collect();
        if order.len() != 2 * clusters {
            return Err(format!("ring {number} has {} nodes", order.len()));
        }
        for (i, &v) in order.iter().enumerate() {
            let next = order[(i + 1) % order.len()];
            if !neighbors(net.as_ref(), v).any(|w| w == next) || !seen.insert(v) {
                return Err(format!("ring {number} breaks at node {}", v.0));
            }
        }
        let cluster = |v: &Node| {
            let at = level.place(*v);
            (at.class, at.cluster)
        };
        if order.iter().map(cluster).collect::<BTreeSet<_>>().len() != clusters {
            return Err(format!("ring {number} misses a cluster"));
        }
    }
    Ok(Evaluated::count(
        count,
        format!("verified: {count} rings of {} nodes walked, all different", 2 * clusters),
    ))
}

/// A listed round: how many links it has when it closes and no node appears twice; the links up to the first fault otherwise.
pub fn round(case: &ClaimCase) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let order = case.through.iter().map(|text| node(net.as_ref(), text)).collect::<Result<Vec<_>, _>>()?;
    let mut seen = BTreeSet::new();
    for (i, &v) in order.iter().enumerate() {
        let next = (i + 1) % order.len();
        if !neighbors(net.as_ref(), v).any(|w| w == order[next]) || !seen.insert(v) {
            let evidence = format!("{} and {} are not linked", case.through[i], case.through[next]);
            return Ok(Evaluated::count(i as u64, evidence));
        }
    }
    let last = "verified: every link of the list looked up, no node appears twice";
    Ok(Evaluated::count(order.len() as u64, last))
}
