//! A fabric after failures: its largest component.

use crate::lint::throughput::fabric_of_network;
use crate::net::read::{Fabric, FabricCable};
use crate::net::{Faults, Node, Structure};
use crossedge_core::disjoint_sets::DisjointSets;

/// The component with most live endpoints that some cables and nodes leave, and the number of live endpoints outside of it.
pub(super) fn largest_component(
    intact: &Fabric,
    kept: &[usize],
    alive: &dyn Fn(u32) -> bool,
) -> (Fabric, u64) {
    let mut sets = DisjointSets::new(intact.nodes.len());
    for &cable in kept {
        let [(a, _), (b, _)] = intact.cables[cable].ends;
        sets.merge(a as usize, b as usize);
    }
    let mut sizes = vec![0u64; intact.nodes.len()];
    let nodes = 0..intact.nodes.len() as u32;
    let ends: Vec<u32> =
        nodes.clone().filter(|&v| intact.nodes[v as usize].switch == Some(false) && alive(v)).collect();
    for &v in &ends {
        sizes[sets.root(v as usize)] += 1;
    }
    let largest = (0..sizes.len()).max_by_key(|&v| (sizes[v], std::cmp::Reverse(v))).unwrap_or(0);
    // Renumber the nodes of the largest component.
    let mut number = vec![u32::MAX; intact.nodes.len()];
    let mut left = Vec::new();
    for v in nodes {
        if sets.root(v as usize) == largest && alive(v) {
            number[v as usize] = left.len() as u32;
            left.push(intact.nodes[v as usize].clone());
        }
    }
    let cables = kept.iter().map(|&cable| &intact.cables[cable]).filter_map(|cable| {
        let ends = cable.ends.map(|(v, port)| (number[v as usize], port));
        ends.iter().all(|(v, _)| *v != u32::MAX).then_some(FabricCable { ends, ..*cable })
    });
    let lost = ends.len() as u64 - sizes.get(largest).copied().unwrap_or(0);
    let fabric =
        Fabric { cables: cables.collect(), nodes: left, rates: intact.rates.clone(), ..Fabric::default() };
    (fabric, lost)
}

/// The largest component of a network after given faults, cable by cable.
pub(in crate::answers) fn damaged_network(net: &dyn Structure, dead: &Faults) -> Fabric {
    let intact = fabric_of_network(net);
    let alive = |v: u32| !dead.node(Node(v.into()));
    let works = |cable: &usize| {
        let [v, w] = intact.cables[*cable].ends.map(|(v, _)| v);
        alive(v) && alive(w) && !dead.link(Node(v.into()), Node(w.into()))
    };
    let kept: Vec<usize> = (0..intact.cables.len()).filter(works).collect();
    largest_component(&intact, &kept, &alive).0
}
