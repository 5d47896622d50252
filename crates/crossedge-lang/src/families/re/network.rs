//! The network of a recursive expansion: ids, links and next hops by phases.

use super::part::ExpansionPart;
use super::shape::Core;
use crate::net::address::{Address, Digits};
use crate::net::algebra::steiner_walk::Walks;
use crate::net::shape::follows;
use crate::net::{
    Expanded, Naming, Network, NetworkParts, Node, Parts, Phase, Port, Sorted, Structure, UnitWalks,
};
use crossedge_core::evidence::Evidence;
use std::sync::Arc;

/// The network of a recursive expansion. Ports: those of the unit, then phase by phase the frame links attached here.
#[derive(Debug)]
pub(super) struct ReNet {
    pub(super) core: Arc<Core>,
    pub(super) digits: Digits,
    /// Set when every phase has one pivot and walks on the unit can be measured: then distances and routes are exact.
    pub(super) walks: Option<Walks>,
}

impl Expanded for ReNet {
    fn unit(&self) -> &Arc<dyn Structure> {
        &self.core.unit.net
    }

    fn sorted_unit(&self) -> &dyn Sorted {
        self.core.unit.table.as_ref()
    }

    fn phase_count(&self) -> usize {
        self.core.phases.len()
    }

    fn phase(&self, i: usize) -> Phase<'_> {
        self.core.phases[i].phase()
    }

    fn unit_walks(&self) -> UnitWalks {
        match self.walks {
            None => UnitWalks::Unknown,
            Some(Walks::General { .. }) => UnitWalks::Searched,
            Some(_) => UnitWalks::ByRule,
        }
    }

    fn coordinates(&self, v: Node) -> (usize, Vec<usize>) {
        (self.unit_of(v), (0..self.core.phases.len()).map(|i| self.frame_of(v, i)).collect())
    }

    fn at(&self, unit: usize, frames: &[usize]) -> Node {
        let mut digits: Vec<u64> = frames.iter().rev().map(|&f| f as u64).collect();
        digits.push(unit as u64);
        Node(self.digits.join(&digits))
    }
}

impl ReNet {
    fn unit_digit(&self) -> usize {
        self.core.phases.len()
    }

    /// The digit of phase i, counted from 0: the last phase is most significant.
    fn phase_digit(&self, i: usize) -> usize {
        self.core.phases.len() - 1 - i
    }

    fn unit_of(&self, v: Node) -> usize {
        self.digits.digit(v.0, self.unit_digit()) as usize
    }

    fn frame_of(&self, v: Node, i: usize) -> usize {
        self.digits.digit(v.0, self.phase_digit(i)) as usize
    }

    fn unit_degree(&self, u: usize) -> u32 {
        self.core.unit.table.row(u).len() as u32
    }

    /// The port of `v` that leads along neighbour `rank` of its coordinate in phase `i`.
    fn frame_port(&self, v: Node, i: usize, rank: usize) -> Port {
        let u = self.unit_of(v);
        let mut port = self.unit_degree(u);
        for &j in self.core.phases_at[u].iter() {
            let alpha = self.frame_of(v, j);
            if j == i {
                port += self.core.phases[j].neighbours_attached_at(alpha, u).take_while(|&r| r < rank).count()
                    as u32;
                break;
            }
            port += self.core.phases[j].neighbours_attached_at(alpha, u).count() as u32;
        }
        Port(port)
    }

    /// The port of unit node `u` towards its neighbour `w`.
    fn unit_port(&self, u: usize, w: usize) -> Port {
        let rank = self.core.unit.table.row(u).partition_point(|&x| (x as usize) < w);
        Port(rank as u32)
    }

    /// The next frame node from `alpha` towards `beta`, as a rank among the neighbours of `alpha`.
    fn frame_step(&self, i: usize, alpha: usize, beta: usize) -> Option<usize> {
        let ExpansionPart { net, table, .. } = self.core.phases[i].frame.as_ref();
        let from = Node(alpha as u64);
        let port = net.next_port(from, Node(beta as u64))?;
        let next = net.link(from, port).0.0 as u32;
        Some(table.row(alpha).partition_point(|&x| x < next))
    }

    /// The phases in which two nodes differ.
    fn differing_phases(&self, a: Node, b: Node) -> impl Iterator<Item = usize> + '_ {
        (0..self.core.phases.len()).filter(move |&i| self.frame_of(a, i) != self.frame_of(b, i))
    }

    /// One unit step towards `target`.
    fn unit_step(&self, u: usize, target: usize) -> Option<Port> {
        let net = &self.core.unit.net;
        let port = net.next_port(Node(u as u64), Node(target as u64))?;
        Some(self.unit_port(u, net.link(Node(u as u64), port).0.0 as usize))
    }
}

impl Network for ReNet {
    fn nodes(&self) -> u64 {
        self.digits.size()
    }

    fn degree(&self, v: Node) -> u32 {
        let u = self.unit_of(v);
        let frames = self.core.phases_at[u].iter();
        let links: usize =
            frames.map(|&i| self.core.phases[i].neighbours_attached_at(self.frame_of(v, i), u).count()).sum();
        self.unit_degree(u) + links as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let u = self.unit_of(v);
        let mut rest = port.0;
        let neighbors = self.core.unit.table.row(u);
        if let Some(&w) = neighbors.get(rest as usize) {
            let there = self.digits.with_digit(v.0, self.unit_digit(), u as u64, u64::from(w));
            return (Node(there), self.unit_port(w as usize, u));
        }
        rest -= neighbors.len() as u32;
        for &i in &self.core.phases_at[u] {
            let phase = &self.core.phases[i];
            let alpha = self.frame_of(v, i);
            let here = phase.neighbours_attached_at(alpha, u).count() as u32;
            if rest >= here {
                rest -= here;
                continue;
            }
            let rank = phase
                .neighbours_attached_at(alpha, u)
                .nth(rest as usize)
                .expect("below the count of links here");
            let table = &phase.frame.table;
            let beta = table.row(alpha)[rank] as usize;
            let back = table.row(beta).partition_point(|&x| (x as usize) < alpha);
            let w = phase.ports[beta][back];
            let there = self.digits.with_digit(v.0, self.phase_digit(i), alpha as u64, beta as u64);
            let there = Node(self.digits.with_digit(there, self.unit_digit(), u as u64, w as u64));
            return (there, self.frame_port(there, i, back));
        }
        unreachable!("port is below the degree, which counts the unit and every phase")
    }

    /// With single pivots and measured walks: a frame step if one is due here, else the unit step with the shortest walk left.
    /// Otherwise phase by phase, lowest first: to the pivot of the next frame link, and along it.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (u, v) = (self.unit_of(at), self.unit_of(to));
        let step = |i: usize| self.frame_step(i, self.frame_of(at, i), self.frame_of(to, i));
        let Some(walks) = &self.walks else {
            let Some(i) = self.differing_phases(at, to).next() else {
                return self.unit_step(u, v);
            };
            let rank = step(i)?;
            let pivot = self.core.phases[i].ports[self.frame_of(at, i)][rank];
            return if pivot == u { Some(self.frame_port(at, i, rank)) } else { self.unit_step(u, pivot) };
        };
        let due: Vec<usize> = self.differing_phases(at, to).collect();
        if let Some(&i) = due.iter().find(|&&i| self.core.phases[i].pivots[0] == u) {
            return Some(self.frame_port(at, i, step(i)?));
        }
        if due.is_empty() && u == v {
            return None;
        }
        let visit: Vec<usize> = due.iter().map(|&i| self.core.phases[i].pivots[0]).collect();
        let nearest = (self.core.unit.table.row(u).iter().enumerate())
            .min_by_key(|&(_, &w)| walks.length(w as usize, v, &visit))?;
        Some(Port(nearest.0 as u32))
    }
}

impl Structure for ReNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let walks = self.walks.as_ref()?;
        let mut total = 0;
        let mut visit = Vec::new();
        for i in self.differing_phases(a, b) {
            let phase = &self.core.phases[i];
            let (alpha, beta) = (Node(self.frame_of(a, i) as u64), Node(self.frame_of(b, i) as u64));
            total += phase.frame.net.distance(alpha, beta)?;
            visit.push(phase.pivots[0]);
        }
        Some(total + walks.length(self.unit_of(a), self.unit_of(b), &visit))
    }

    fn distance_known(&self) -> Evidence {
        let theorem = "wreath product: frame distances, and the shortest walk on the unit by the pivots that differ [wreath-distance]";
        let frames = self.core.different_frames().map(|frame| frame.net.distance_known());
        follows(theorem, self.core.unit_known(self.walks.as_ref()).into_iter().chain(frames))
    }

    fn minimal(&self) -> bool {
        self.walks.is_some() && self.core.phases.iter().all(|p| p.frame.net.minimal())
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Expansion(self)
    }

    fn link_classes(&self) -> Vec<String> {
        let phases = 1..=self.core.phases.len();
        [String::from("unit")].into_iter().chain(phases.map(|i| format!("phase {i}"))).collect()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let u = self.unit_of(v);
        let mut rest = port.0;
        if rest < self.unit_degree(u) {
            return 0;
        }
        rest -= self.unit_degree(u);
        for &i in &self.core.phases_at[u] {
            let here = self.core.phases[i].neighbours_attached_at(self.frame_of(v, i), u).count() as u32;
            if rest < here {
                return i + 1;
            }
            rest -= here;
        }
        unreachable!("port is below the degree, which counts the unit and every phase")
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for ReNet {
    fn address(&self, v: Node) -> Address {
        let mut parts = vec![self.core.unit.net.address(Node(self.unit_of(v) as u64))];
        for (i, phase) in self.core.phases.iter().enumerate() {
            parts.push(phase.frame.net.address(Node(self.frame_of(v, i) as u64)));
        }
        Address::Tuple(parts)
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(self.core.phases.len() + 1, || self.notation())?;
        let mut digits = vec![0; self.digits.len()];
        digits[self.unit_digit()] = self.core.unit.net.node_at(&parts[0])?.0;
        for (i, phase) in self.core.phases.iter().enumerate() {
            digits[self.phase_digit(i)] = phase.frame.net.node_at(&parts[i + 1])?.0;
        }
        Ok(Node(self.digits.join(&digits)))
    }

    fn notation(&self) -> String {
        match self.core.phases.len() {
            0 => "(u)".to_owned(),
            1 => "(u,f1)".to_owned(),
            r => format!("(u,f1,…,f{r})"),
        }
    }
}
