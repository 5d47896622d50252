//! Which nodes and links of a graph are equivalent: orbits of the automorphisms that someone offers. Each is looked at link by link first, so that nothing rests
//! on the caller.

use super::graph::LiveGraph;
use crossedge_core::disjoint_sets::DisjointSets;

/// Orbits of nodes and of links.
#[derive(Debug)]
pub struct Orbits {
    /// The first node of the orbit of every node, and how many the orbit has.
    pub(super) node: Vec<(u32, u64)>,
    /// The same of links.
    pub(super) link: Vec<(u32, u64)>,
}

/// The representative of the set of every element, and the size of that set.
fn orbits(mut sets: DisjointSets) -> Vec<(u32, u64)> {
    let mut size = vec![0u64; sets.size()];
    let firsts: Vec<usize> = (0..sets.size()).map(|v| sets.root(v)).collect();
    firsts.iter().for_each(|&first| size[first] += 1);
    firsts.into_iter().map(|first| (first as u32, size[first])).collect()
}

impl Orbits {
    /// Orbits under those of these permutations of ids that are automorphisms of the remaining network.
    pub fn new(graph: &LiveGraph, offered: &[Vec<u32>]) -> Orbits {
        let (mut nodes, mut links) =
            (DisjointSets::new(graph.nodes()), DisjointSets::new(graph.targets.ends()));
        for node_images in offered.iter().filter_map(|offered| node_images(graph, offered)) {
            let Some(link_images) = link_images(graph, &node_images) else { continue };
            (0..).zip(&node_images).for_each(|(v, &w)| nodes.merge(v, w as usize));
            (0..).zip(link_images).for_each(|(v, w)| links.merge(v, w as usize));
        }
        Orbits { node: orbits(nodes), link: orbits(links) }
    }

    /// Every node and link for itself.
    pub fn none(graph: &LiveGraph) -> Orbits {
        Orbits::new(graph, &[])
    }
}

/// The image of every node; `None` if one is mapped to a dead one, or two to the same.
fn node_images(graph: &LiveGraph, offered: &[u32]) -> Option<Vec<u32>> {
    let to = |&v: &u32| graph.at.get(*offered.get(v as usize)? as usize).copied().flatten();
    let image = graph.id.iter().map(to).collect::<Option<Vec<u32>>>()?;
    let mut met = vec![false; image.len()];
    let each_once = image.iter().all(|&w| !std::mem::replace(&mut met[w as usize], true));
    let alike = |(v, &w): (usize, &u32)| {
        graph.weight[v] == graph.weight[w as usize] && graph.above[v] == graph.above[w as usize]
    };
    (each_once && image.iter().enumerate().all(alike)).then_some(image)
}

/// The image of every link; `None` if one is mapped to no link, or to one of another width or class.
fn link_images(graph: &LiveGraph, image: &[u32]) -> Option<Vec<u32>> {
    let mut out = Vec::with_capacity(graph.targets.ends());
    for (v, &to) in image.iter().enumerate() {
        let there = graph.links(to as usize);
        if graph.links(v).len() != there.len() {
            return None;
        }
        for link in graph.links(v) {
            let wanted = image[graph.targets.target(link)];
            let same = |&other: &usize| {
                graph.targets.target(other) as u32 == wanted
                    && graph.width[other] == graph.width[link]
                    && graph.class[other] == graph.class[link]
            };
            out.push(there.clone().find(same)? as u32);
        }
    }
    Some(out)
}
