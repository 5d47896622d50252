//! Starting maps for networks of groups (dragonflies): the nodes of each group, and the order of the groups.
//!
//! A router has its global cables to groups that follow each other, so the groups that often share a router are next to each other. Few wrong cables
//! do not change that, while a start at one node would have to guess the order of its global cables.

use super::isomorphism::CabledGraph;
use super::switch_graph::{SwitchGraph, common_neighbors};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Two maps of all nodes to begin with, one for each direction round the groups; none if there are no groups. `size` is the size of a group of the plan, or of
/// its leaves and spines each.
pub fn group_seeds(built: &SwitchGraph, plan: &SwitchGraph, size: usize) -> Vec<Vec<(u32, u32)>> {
    // Leaves and spines have different roles, or hosts on one of them.
    let complete = plan.bearing().iter().all(|&bears| bears) || plan.bearing().iter().all(|&bears| !bears);
    let groups = |graph: &CabledGraph| GroupSearch::new(graph, size, complete);
    let (Some(ours), Some(theirs)) = (groups(&built.graph), groups(&plan.graph)) else { return Vec::new() };
    if ours.members.len() != theirs.members.len() {
        return Vec::new();
    }
    let (from, to) = (ours.ring(), theirs.ring());
    let mut out = Vec::new();
    for forward in [true, false] {
        let mut image = vec![0; from.len()];
        for (i, &group) in from.iter().enumerate() {
            image[group] = if forward { to[i] } else { to[to.len() - 1 - i] };
        }
        let mut seeds = Vec::new();
        for (group, &is) in image.iter().enumerate() {
            seeds.extend(match_members(&ours, &theirs, group, is, &image, [&built.graph, &plan.graph]));
        }
        out.push(seeds);
    }
    out
}

/// The groups of a graph.
struct GroupSearch {
    members: Vec<Vec<u32>>,
    /// Other groups that a node has cables to.
    others: Vec<BTreeSet<usize>>,
}

impl GroupSearch {
    fn new(graph: &CabledGraph, size: usize, complete: bool) -> Option<Self> {
        let nodes = graph.kinds.len();
        let enough = (size.saturating_sub(2) as u64).div_ceil(2).max(1);
        let mut root: Vec<usize> = (0..nodes).collect();
        // Linked nodes with common neighbours, most first: no group grows beyond its size.
        let mut pairs: Vec<(u64, u32, u32)> = Vec::new();
        for v in 0..nodes as u32 {
            // In complete groups linked nodes have common neighbours; in groups of leaves and spines, nodes at distance two do.
            if complete {
                let linked = graph.links[v as usize].iter().map(|link| link.0).filter(|&w| w > v);
                pairs.extend(
                    linked.map(|w| (common_neighbors(graph, v, w), v, w)).filter(|pair| pair.0 >= enough),
                );
                continue;
            }
            let mut shared: HashMap<u32, u64> = HashMap::new();
            for &(w, _) in &graph.links[v as usize] {
                for &(x, _) in graph.links[w as usize].iter().filter(|&&(x, _)| x > v) {
                    *shared.entry(x).or_default() += 1;
                }
            }
            for (w, _) in shared.into_iter().filter(|&(_, count)| count > enough.max(size as u64 / 2)) {
                union(&mut root, v as usize, w as usize);
            }
        }
        pairs.sort_unstable_by(|a, b| b.cmp(a));
        let mut sizes = vec![1usize; nodes];
        for (_, v, w) in pairs {
            let (a, b) = (find(&mut root, v as usize), find(&mut root, w as usize));
            if a != b && sizes[a] + sizes[b] <= size {
                union(&mut root, a, b);
                sizes[a.min(b)] = sizes[a] + sizes[b];
            }
        }
        let mut clusters: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        (0..nodes).for_each(|v| clusters.entry(find(&mut root, v)).or_default().push(v as u32));
        // A node whose links are wrong belongs to the group that it has most links to; leaves and spines of a group are two clusters with many links.
        let ids: Vec<usize> = clusters.keys().copied().collect();
        for id in ids {
            let mut links: BTreeMap<usize, u64> = BTreeMap::new();
            for &v in &clusters[&id] {
                for &(w, _) in &graph.links[v as usize] {
                    *links.entry(find(&mut root, w as usize)).or_default() += 1;
                }
            }
            let own = clusters[&id].len() as u64;
            for (other, count) in links {
                let theirs = clusters.get(&other).map_or(0, Vec::len) as u64;
                let lone = own == 1 || theirs == 1;
                if 2 * count > own * theirs.min(size as u64) && !(lone && 2 * count <= size as u64) {
                    union(&mut root, id, other);
                }
            }
        }
        let mut members: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        (0..nodes).for_each(|v| members.entry(find(&mut root, v)).or_default().push(v as u32));
        // Nodes that are left over belong to the group that they have most links to.
        let (mut members, left): (Vec<Vec<u32>>, Vec<Vec<u32>>) =
            members.into_values().partition(|members| 2 * members.len() >= size);
        for v in left.into_iter().flatten() {
            let links = |members: &Vec<u32>| {
                let links = graph.links[v as usize].iter();
                links.filter(|link| members.binary_search(&link.0).is_ok()).count()
            };
            if let Some(group) = members.iter_mut().max_by_key(|members| links(members)) {
                group.push(v);
                group.sort_unstable();
            }
        }
        if members.len() < 3 || members.len() * 2 > nodes {
            return None;
        }
        let mut group = vec![0; nodes];
        members.iter().enumerate().for_each(|(id, group_members)| {
            group_members.iter().for_each(|&v| group[v as usize] = id);
        });
        let others = (0..nodes).map(|v| {
            let links = graph.links[v].iter().map(|&(w, _)| group[w as usize]);
            links.filter(|&other| other != group[v]).collect()
        });
        let others = others.collect();
        Some(GroupSearch { members, others })
    }

    /// The groups in the order in which routers have them: each after the one that it most often shares a router with.
    fn ring(&self) -> Vec<usize> {
        let count = self.members.len();
        let mut weight: BTreeMap<(usize, usize), u64> = BTreeMap::new();
        for others in &self.others {
            let others: Vec<usize> = others.iter().copied().collect();
            for (i, &a) in others.iter().enumerate() {
                others[i + 1..].iter().for_each(|&b| *weight.entry((a, b)).or_default() += 1);
            }
        }
        let mut pairs: Vec<(u64, (usize, usize))> =
            weight.into_iter().map(|(pair, weight)| (weight, pair)).collect();
        pairs.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut root: Vec<usize> = (0..count).collect();
        for (_, (a, b)) in pairs {
            if next[a].len() < 2 && next[b].len() < 2 && find(&mut root, a) != find(&mut root, b) {
                union(&mut root, a, b);
                next[a].push(b);
                next[b].push(a);
            }
        }
        // One path after the other.
        let mut out = Vec::new();
        let mut seen = vec![false; count];
        let ends: Vec<usize> = (0..count).filter(|&group| next[group].len() < 2).collect();
        for start in ends {
            let mut at = Some(start).filter(|&at| !seen[at]);
            while let Some(group) = at {
                seen[group] = true;
                out.push(group);
                at = next[group].iter().copied().find(|&other| !seen[other]);
            }
        }
        out
    }
}

/// Pairs of members of two groups: those whose cables lead to the most common groups.
fn match_members(
    ours: &GroupSearch,
    theirs: &GroupSearch,
    group: usize,
    is: usize,
    image: &[usize],
    graphs: [&CabledGraph; 2],
) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for &v in &ours.members[group] {
        let others: BTreeSet<usize> = ours.others[v as usize].iter().map(|&other| image[other]).collect();
        for &w in &theirs.members[is] {
            if graphs[0].kinds[v as usize] != graphs[1].kinds[w as usize] {
                continue;
            }
            let common = others.intersection(&theirs.others[w as usize]).count();
            if common > 0 || (others.is_empty() && theirs.others[w as usize].is_empty()) {
                pairs.push((common, v, w));
            }
        }
    }
    pairs.sort_unstable_by(|a, b| b.cmp(a));
    let (mut used, mut taken) = (BTreeSet::new(), BTreeSet::new());
    let mut out = Vec::new();
    for (_, v, w) in pairs {
        if !used.contains(&v) && !taken.contains(&w) {
            used.insert(v);
            taken.insert(w);
            out.push((v, w));
        }
    }
    out
}

fn find(root: &mut [usize], v: usize) -> usize {
    let mut at = v;
    while root[at] != at {
        root[at] = root[root[at]];
        at = root[at];
    }
    at
}

fn union(root: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(root, a), find(root, b));
    root[a.max(b)] = a.min(b);
}
