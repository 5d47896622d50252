//! Which nodes and links of a graph are equivalent: orbits of the automorphisms that someone offers. Each is looked at link by link first, so that nothing rests
//! on the caller.

use super::graph::LiveGraph;

/// Orbits of nodes and of links.
#[derive(Debug)]
pub struct Orbits {
    /// The first node of the orbit of every node, and how many the orbit has.
    pub(super) node: Vec<(u32, u64)>,
    /// The same of links.
    pub(super) link: Vec<(u32, u64)>,
}

/// Sets that grow together.
struct Sets(Vec<u32>);

impl Sets {
    fn find(&mut self, v: u32) -> u32 {
        let mut at = v;
        while self.0[at as usize] != at {
            let up = self.0[self.0[at as usize] as usize];
            self.0[at as usize] = up;
            at = up;
        }
        at
    }

    /// The smaller one stands for both.
    fn join_sets(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    fn orbits(mut self) -> Vec<(u32, u64)> {
        let mut size = vec![0u64; self.0.len()];
        let firsts: Vec<u32> = (0..self.0.len() as u32).map(|v| self.find(v)).collect();
        firsts.iter().for_each(|&first| size[first as usize] += 1);
        firsts.into_iter().map(|first| (first, size[first as usize])).collect()
    }
}

impl Orbits {
    /// Orbits under those of these permutations of ids that are automorphisms of the remaining network.
    pub fn new(graph: &LiveGraph, offered: &[Vec<u32>]) -> Orbits {
        let (mut nodes, mut links) =
            (Sets((0..graph.nodes() as u32).collect()), Sets((0..graph.targets.ends() as u32).collect()));
        for node_images in offered.iter().filter_map(|offered| node_images(graph, offered)) {
            let Some(link_images) = link_images(graph, &node_images) else { continue };
            (0..).zip(&node_images).for_each(|(v, &w)| nodes.join_sets(v, w));
            (0..).zip(link_images).for_each(|(v, w)| links.join_sets(v, w));
        }
        Orbits { node: nodes.orbits(), link: links.orbits() }
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
