//! The routing algorithms as printed in the papers, for comparison and teaching.
//!
//! `dual`, `rdn`: Algorithm 1 of RDN. `hdn`: Algorithm 1 of HDN, which keeps the position on the way to the right super-node, crosses,
//! and fixes the position there. In both, a path to another cluster of the same class crosses first. The second half of a path is computed
//! from the target, and reversed. `re`: ROUTRCN. All other constructions have address routing only.

use super::explain::{algorithm1_case, at_level, explain};
use super::follow::{MAX_HOPS, follow};
use super::routrcn::routrcn;
use crossedge_core::model::route::{Case, Goal, Hop, NoRoute, Route};
use crossedge_lang::net::{Level, Node, Parts, Place, Structure, levels};

/// The route of the paper that defined the construction.
pub fn paper_route(net: &dyn Structure, from: Node, to: Node) -> Result<Route, NoRoute> {
    match net.parts() {
        Parts::Expansion(re) => routrcn(re, from, to),
        Parts::Level(level) if !level.numbering().keeps_coordinates() => {
            Ok(Route { from, hops: hops_between(net, from, to)? })
        }
        _ => follow(net, from, to),
    }
}

/// Algorithm 1 of RDN and HDN; below the dual constructions, the addresses of the base.
fn hops_between(net: &dyn Structure, from: Node, to: Node) -> Result<Vec<Hop>, NoRoute> {
    match net.parts() {
        Parts::Level(level) if !level.numbering().keeps_coordinates() => {
            Algorithm1 { net, level }.hops_between(from, to)
        }
        _ => Ok(follow(net, from, to)?.hops),
    }
}

/// One level of dual construction, with or without super-nodes.
struct Algorithm1<'a> {
    net: &'a dyn Structure,
    level: &'a Level,
}

impl Algorithm1<'_> {
    fn base(&self) -> &dyn Structure {
        self.level.base().as_ref()
    }

    fn hops_between(&self, from: Node, to: Node) -> Result<Vec<Hop>, NoRoute> {
        let (mut here, there) = (self.level.place(from), self.level.place(to));
        let case = algorithm1_case(here, there);
        if case == 1 {
            return self.route_in_cluster(here, there.node, case);
        }
        let mut hops = Vec::new();
        if case == 3 {
            here = self.cross_edge(here, case, &mut hops);
        }
        let position = |x| self.level.split(x).1;
        // To the super-node that is linked with the cluster of the target, the position kept.
        let gate = self.level.join(there.cluster, position(here.node));
        hops.extend(self.route_in_cluster(here, gate, case)?);
        here.node = gate;
        let across = self.cross_edge(here, case, &mut hops);
        // Inside the super-node to the position of the target.
        let landing = self.level.join(here.cluster, position(there.node));
        hops.extend(self.lift_hops(
            across,
            case,
            landing,
            follow(self.base(), Node(across.node), Node(landing))?.hops,
        ));
        // The rest is found from the target, and walked backwards.
        let back = self.route_in_cluster(there, landing, case)?;
        hops.extend(self.reversed_hops(to, back, case, there.node));
        self.checked_hops(hops)
    }

    fn checked_hops(&self, hops: Vec<Hop>) -> Result<Vec<Hop>, NoRoute> {
        match hops.len() as u64 > MAX_HOPS {
            true => Err(NoRoute::TooLong { limit: MAX_HOPS }),
            false => Ok(hops),
        }
    }

    /// From here to node `target` of the same cluster.
    fn route_in_cluster(&self, here: Place, target: u64, case: u8) -> Result<Vec<Hop>, NoRoute> {
        let hops = hops_between(self.base(), Node(here.node), Node(target))?;
        Ok(self.lift_hops(here, case, target, hops))
    }

    /// Hops of the level below, as hops of this level. The ports of the level below keep their numbers.
    fn lift_hops(&self, here: Place, case: u8, target: u64, hops: Vec<Hop>) -> Vec<Hop> {
        let level = levels(self.net);
        let goal = self.base().address(Node(target));
        let up = |hop: Hop| {
            let mut cases = vec![at_level(level, case, Goal::To(goal.clone()))];
            cases.extend(hop.cases);
            let node = self.level.id(Place { node: hop.node.0, ..here });
            Hop { port: hop.port, node, cases }
        };
        hops.into_iter().map(up).collect()
    }

    /// Over the cross-edge, the last port of every node.
    fn cross_edge(&self, here: Place, case: u8, hops: &mut Vec<Hop>) -> Place {
        let (port, there) = (self.level.cross_port(here.node), self.level.across(here));
        let node = self.level.id(there);
        hops.push(Hop { port, node, cases: vec![at_level(levels(self.net), case, Goal::Cross)] });
        there
    }

    /// A path from `start`, walked the other way round; it ends at node `target` of its cluster.
    fn reversed_hops(&self, start: Node, hops: Vec<Hop>, case: u8, target: u64) -> Vec<Hop> {
        let nodes: Vec<Node> = std::iter::once(start).chain(hops.iter().map(|hop| hop.node)).collect();
        let goal = self.base().address(Node(target));
        let turned = |(hop, &before): (&Hop, &Node)| {
            let mut cases: Vec<Case> = vec![at_level(levels(self.net), case, Goal::To(goal.clone()))];
            let (x, y) = (self.level.place(hop.node).node, self.level.place(before).node);
            explain(self.base(), Node(x), Node(y), &mut cases);
            Hop { port: self.net.link(before, hop.port).1, node: before, cases }
        };
        hops.iter().zip(&nodes).rev().map(turned).collect()
    }
}
