//! The routing algorithms as their papers print them, for comparison and teaching.
//!
//! `dual`, `rdn`: Algorithm 1 of RDN. `hdn`: Algorithm 1 of HDN, which keeps the position on the way to the right super-node, crosses,
//! and mends the position there. In both, a way to another cluster of the same class crosses first. The second half of a way is found
//! from the target, and walked backwards. `re`: ROUTRCN. Everything else has no other routing than its addresses.

use super::cases::{Place, at_level, explain, levels};
use super::follow::{MAX_HOPS, follow};
use super::path::{Case, Goal, Hop, NoRoute, Route};
use super::routrcn::routrcn;
use crate::net::{Form, Node, Port, Structure, SuperNodes};

/// The route of the paper that defined the construction.
pub fn paper(net: &dyn Structure, from: Node, to: Node) -> Result<Route, NoRoute> {
    match net.form() {
        Form::Expansion(re) => routrcn(re, from, to),
        Form::Dual(_) | Form::Super(_) => Ok(Route { from, hops: way(net, from, to)? }),
        _ => follow(net, from, to),
    }
}

/// Algorithm 1 of RDN and HDN; below the dual constructions, the addresses of the base.
fn way(net: &dyn Structure, from: Node, to: Node) -> Result<Vec<Hop>, NoRoute> {
    match net.form() {
        Form::Dual(base) => {
            Level { net, lower: base.as_ref(), split: None, clusters: base.nodes() }.way(from, to)
        }
        Form::Super(level) => {
            let (lower, split) = (level.lower().as_ref(), Some(level.super_nodes()));
            Level { net, lower, split, clusters: level.quotient() }.way(from, to)
        }
        _ => Ok(follow(net, from, to)?.hops),
    }
}

/// One level of dual construction, with or without super-nodes.
struct Level<'a> {
    net: &'a dyn Structure,
    lower: &'a dyn Structure,
    split: Option<&'a SuperNodes>,
    clusters: u64,
}

impl Level<'_> {
    fn place(&self, v: Node) -> Place {
        Place::of(v, self.lower.nodes(), self.clusters)
    }

    /// Super-node and position; without super-nodes every node is one.
    fn split(&self, x: u64) -> (u64, u64) {
        self.split.map_or((x, 0), |s| s.split(x))
    }

    fn join(&self, rank: u64, position: u64) -> u64 {
        self.split.map_or(rank, |s| s.join(rank, position))
    }

    fn way(&self, from: Node, to: Node) -> Result<Vec<Hop>, NoRoute> {
        let (mut here, there) = (self.place(from), self.place(to));
        let case = here.case(there);
        if case == 1 {
            return self.inside(here, there.node, case);
        }
        let mut hops = Vec::new();
        if case == 3 {
            here = self.cross(here, case, &mut hops)?;
        }
        let position = |x| self.split(x).1;
        // To the super-node that is linked with the cluster of the target, the position kept.
        let gate = self.join(there.cluster, position(here.node));
        hops.extend(self.inside(here, gate, case)?);
        here.node = gate;
        let across = self.cross(here, case, &mut hops)?;
        // Inside the super-node to the position of the target.
        let landing = self.join(here.cluster, position(there.node));
        hops.extend(self.lift(
            across,
            case,
            landing,
            follow(self.lower, Node(across.node), Node(landing))?.hops,
        ));
        // The rest is found from the target, and walked backwards.
        let back = self.inside(there, landing, case)?;
        hops.extend(self.reversed(to, back, case, there.node));
        self.checked(hops)
    }

    fn checked(&self, hops: Vec<Hop>) -> Result<Vec<Hop>, NoRoute> {
        match hops.len() as u64 > MAX_HOPS {
            true => Err(NoRoute::TooLong { limit: MAX_HOPS }),
            false => Ok(hops),
        }
    }

    /// From here to node `target` of the same cluster.
    fn inside(&self, here: Place, target: u64, case: u8) -> Result<Vec<Hop>, NoRoute> {
        let hops = way(self.lower, Node(here.node), Node(target))?;
        Ok(self.lift(here, case, target, hops))
    }

    /// Hops of the level below, told at this level. The ports of the level below keep their numbers.
    fn lift(&self, here: Place, case: u8, target: u64, hops: Vec<Hop>) -> Vec<Hop> {
        let (size, level) = (self.lower.nodes(), levels(self.net));
        let goal = self.lower.address(Node(target));
        let up = |hop: Hop| {
            let mut cases = vec![at_level(level, case, Goal::To(goal.clone()))];
            cases.extend(hop.cases);
            let node = Place { node: hop.node.0, ..here }.id(size, self.clusters);
            Hop { port: hop.port, node, cases }
        };
        hops.into_iter().map(up).collect()
    }

    /// Over the cross-edge, the last port of every node.
    fn cross(&self, here: Place, case: u8, hops: &mut Vec<Hop>) -> Result<Place, NoRoute> {
        let v = here.id(self.lower.nodes(), self.clusters);
        let port = Port(self.net.degree(v) - 1);
        let node = self.net.link(v, port).0;
        hops.push(Hop { port, node, cases: vec![at_level(levels(self.net), case, Goal::Cross)] });
        Ok(self.place(node))
    }

    /// A way from `start`, walked the other way round; it ends at node `target` of its cluster.
    fn reversed(&self, start: Node, hops: Vec<Hop>, case: u8, target: u64) -> Vec<Hop> {
        let nodes: Vec<Node> = std::iter::once(start).chain(hops.iter().map(|hop| hop.node)).collect();
        let goal = self.lower.address(Node(target));
        let turned = |(hop, &before): (&Hop, &Node)| {
            let mut cases: Vec<Case> = vec![at_level(levels(self.net), case, Goal::To(goal.clone()))];
            let (x, y) = (self.place(hop.node).node, self.place(before).node);
            explain(self.lower, Node(x), Node(y), &mut cases);
            Hop { port: self.net.link(before, hop.port).1, node: before, cases }
        };
        hops.iter().zip(&nodes).rev().map(turned).collect()
    }
}
