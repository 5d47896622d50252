//! Interchangeable nodes of a plan, and nodes at which a map can start.

use super::switch_graph::{SwitchGraph, common_neighbors};
use std::collections::{BTreeMap, HashMap};

/// Nodes or classes with numbers of cables.
pub type Links = Vec<(u32, u64)>;

/// Nodes of a plan with the same neighbours and the same number of hosts.
pub struct Twins {
    /// The class of each node.
    pub class: Vec<u32>,
    /// The nodes of each class.
    pub members: Vec<Vec<u32>>,
    /// Classes around a class, with the cables of a link.
    pub around: Vec<Vec<(u32, u64)>>,
}

impl Twins {
    /// The classes of a plan.
    pub fn new(plan: &SwitchGraph) -> Self {
        let size = plan.len();
        let mut class = vec![u32::MAX; size];
        let mut members: Vec<Vec<u32>> = Vec::new();
        // Twins that are not linked to each other, then those that are.
        for linked in [false, true] {
            let mut groups: BTreeMap<(u32, u64, Links), Vec<u32>> = BTreeMap::new();
            for v in (0..size as u32).filter(|&v| class[v as usize] == u32::MAX) {
                let mut links = plan.graph.links[v as usize].clone();
                if linked {
                    links.push((v, links.first().map_or(1, |link| link.1)));
                    links.sort_unstable();
                }
                let key = (plan.graph.kinds[v as usize], plan.host_count(v), links);
                groups.entry(key).or_default().push(v);
            }
            for group in groups.into_values().filter(|group| linked || group.len() > 1) {
                group.iter().for_each(|&v| class[v as usize] = members.len() as u32);
                members.push(group);
            }
        }
        let around = members.iter().map(|members| {
            let links = plan.graph.links[members[0] as usize].iter();
            let mut around: Vec<(u32, u64)> = links.map(|&(w, cables)| (class[w as usize], cables)).collect();
            around.sort_unstable();
            around.dedup();
            around
        });
        let around = around.collect();
        Twins { class, members, around }
    }
}

/// Nodes to start at and their possible images: the surroundings of both are equal, and rare in the plan.
pub fn start_nodes(built: &SwitchGraph, plan: &SwitchGraph) -> Vec<(Vec<u32>, Vec<u32>)> {
    let around = |of: &SwitchGraph, v: u32, depth: u32| {
        let mut around: Vec<u64> = Vec::new();
        if depth > 0 {
            for &(w, cables) in &of.graph.links[v as usize] {
                let common = if depth > 1 { common_neighbors(&of.graph, v, w) } else { 0 };
                around.push(cables << 40 | (of.graph.links[w as usize].len() as u64) << 20 | common);
            }
        }
        around.sort_unstable();
        (of.graph.kinds[v as usize], of.host_count(v) > 0, of.graph.links[v as usize].len(), around)
    };
    for depth in (0..3).rev() {
        let mut classes: HashMap<_, (Vec<u32>, Vec<u32>)> = HashMap::new();
        (0..plan.len() as u32).for_each(|v| classes.entry(around(plan, v, depth)).or_default().1.push(v));
        for v in 0..built.len() as u32 {
            if let Some(class) = classes.get_mut(&around(built, v, depth)) {
                class.0.push(v);
            }
        }
        let mut starts: Vec<(Vec<u32>, Vec<u32>)> =
            classes.into_values().filter(|(nodes, _)| !nodes.is_empty()).collect();
        if !starts.is_empty() {
            starts.sort_by_key(|(_, images)| (images.len(), images.first().copied()));
            starts.truncate(3);
            return starts;
        }
    }
    vec![((0..built.len() as u32).collect(), (0..plan.len() as u32).collect())]
}
