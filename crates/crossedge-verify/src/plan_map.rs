//! The verifier of recognized plans: a map from the nodes of a fabric to those of a network is right if the cables of the fabric, without the extra ones and with the
//! missing ones, are those of the network.

use crossedge_core::net::{Node, Port, Structure};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A map, and the differences that it claims.
#[derive(Debug, Clone, Copy)]
pub struct MapClaim<'a> {
    /// For each node of the fabric, whether it is a switch, where that is known.
    pub switches: &'a [Option<bool>],
    /// The cables of the fabric, parallel ones each.
    pub cables: &'a [[u32; 2]],
    /// The network's node for each node of the fabric.
    pub image: &'a [Option<u32>],
    /// Cables of the network that the fabric does not have, by nodes of the network.
    pub missing: &'a [[u32; 2]],
    /// Cables of the fabric that the network does not have, by nodes of the fabric.
    pub extra: &'a [[u32; 2]],
}

/// The reasons why a map is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadMap {
    /// The map has another number of nodes than the fabric.
    Length,
    /// This node of the network does not exist, or is the image of two nodes.
    Image(u32),
    /// This node of the fabric is an endpoint and its image a switch, or the other way round.
    Role(u32),
    /// This cable of the fabric is called extra and is not there.
    NoExtra([u32; 2]),
    /// This cable of the fabric has an end that is not mapped, and is not called extra.
    Unmapped([u32; 2]),
    /// Between these nodes of the network the numbers of cables differ.
    Cables([u32; 2]),
}

impl fmt::Display for BadMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadMap::Length => write!(f, "the map has another number of nodes than the fabric"),
            BadMap::Image(node) => write!(f, "node {node} of the plan is no image, or that of two nodes"),
            BadMap::Role(node) => write!(f, "node {node} of the fabric and its image have different roles"),
            BadMap::NoExtra([a, b]) => {
                write!(f, "there is no extra cable between nodes {a} and {b} of the fabric")
            }
            BadMap::Unmapped([a, b]) => {
                write!(f, "the cable between nodes {a} and {b} of the fabric is not mapped")
            }
            BadMap::Cables([a, b]) => {
                write!(f, "nodes {a} and {b} of the plan have another number of cables")
            }
        }
    }
}

impl std::error::Error for BadMap {}

/// Compares the cables under the map one by one.
pub fn plan_map(plan: &dyn Structure, claim: &MapClaim<'_>) -> Result<(), BadMap> {
    let MapClaim { switches, cables, image, missing, extra } = *claim;
    if image.len() != switches.len() {
        return Err(BadMap::Length);
    }
    let mut images = BTreeSet::new();
    for (v, &is) in image.iter().enumerate() {
        let Some(is) = is else { continue };
        if u64::from(is) >= plan.nodes() || !images.insert(is) {
            return Err(BadMap::Image(is));
        }
        if switches[v].is_some_and(|switch| switch != (u64::from(is) >= plan.endpoints())) {
            return Err(BadMap::Role(v as u32));
        }
    }
    let pair = |a: u32, b: u32| [a.min(b), a.max(b)];
    let mut left: BTreeMap<[u32; 2], i64> = BTreeMap::new();
    extra.iter().for_each(|&[a, b]| *left.entry(pair(a, b)).or_default() += 1);
    // Cables by the nodes of the network: those of the fabric count up, those of the network down.
    let mut sum: BTreeMap<[u32; 2], i64> = BTreeMap::new();
    for &[a, b] in cables {
        match left.get_mut(&pair(a, b)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => {
                let ends = [a, b].map(|v| image.get(v as usize).copied().flatten());
                let [Some(x), Some(y)] = ends else { return Err(BadMap::Unmapped([a, b])) };
                *sum.entry(pair(x, y)).or_default() += 1;
            }
        }
    }
    if let Some((&cable, _)) = left.iter().find(|(_, count)| **count > 0) {
        return Err(BadMap::NoExtra(cable));
    }
    missing.iter().for_each(|&[a, b]| *sum.entry(pair(a, b)).or_default() += 1);
    for v in 0..plan.nodes() {
        for port in (0..plan.degree(Node(v))).map(Port) {
            let (w, _) = plan.link(Node(v), port);
            if v < w.0 {
                let cables = plan.cables(plan.link_class(Node(v), port)) as i64;
                *sum.entry([v as u32, w.0 as u32]).or_default() -= cables;
            }
        }
    }
    match sum.into_iter().find(|(_, count)| *count != 0) {
        Some((cable, _)) => Err(BadMap::Cables(cable)),
        None => Ok(()),
    }
}
