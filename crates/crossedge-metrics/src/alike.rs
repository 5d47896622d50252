//! Vertex and edge transitivity of stored graphs, by a search for automorphisms.
//!
//! Two copies of the graph are coloured alike, except that the nodes to be mapped to each other get a colour of their own. Colours are refined by those
//! of the neighbours until nothing changes (McKay, Practical graph isomorphism, 1981). If the copies then differ, no automorphism maps these nodes to each
//! other. If each node has its own colour, there is at most one, which is checked link by link. Otherwise one node of the smallest colour class is mapped to
//! each of its candidates in turn.

use crossedge_core::disjoint_sets::DisjointSets;
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::Table;
use std::collections::HashMap;

/// Larger graphs, in nodes and links, are not searched.
pub const MAX_SEARCHED: (u64, u64) = (2_100, 1 << 16);

/// This many links are looked at before a search gives up.
const MAX_WORK: u64 = 1 << 28;

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alike<T> {
    /// Automorphisms take every one to every other one.
    All,
    /// No automorphism maps the first to the second.
    Differ(T, T),
    /// It would take longer.
    Unknown,
}

enum Sought {
    Found(Vec<u32>),
    None,
    GaveUp,
}

/// A search, and what it may still look at.
struct OrbitSearch<'a> {
    graph: &'a Table,
    left: u64,
    watch: &'a dyn Progress,
}

fn mix_bits(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}

fn sorted_colours(colours: &[u64]) -> Vec<u64> {
    let mut all = colours.to_vec();
    all.sort_unstable();
    all
}

/// Number of different ones, of a list in order.
fn kinds(sorted: &[u64]) -> usize {
    sorted.chunk_by(|a, b| a == b).count()
}

type Colours = [Vec<u64>; 2];

impl OrbitSearch<'_> {
    /// Refines both colourings; false when they come to differ.
    fn refine_colours(&mut self, colours: &mut Colours) -> bool {
        let mut known = kinds(&sorted_colours(&colours[0]));
        loop {
            for side in colours.iter_mut() {
                let around = |v: usize| -> u64 {
                    let each = self.graph.row(v).iter().map(|&w| mix_bits(side[w as usize]));
                    each.fold(0, u64::wrapping_add)
                };
                let next: Vec<u64> = (0..side.len())
                    .map(|v| mix_bits(side[v].wrapping_mul(3).wrapping_add(mix_bits(around(v)))))
                    .collect();
                *side = next;
            }
            self.left = self.left.saturating_sub(4 * self.graph.edge_count() + 1);
            let (one, other) = (sorted_colours(&colours[0]), sorted_colours(&colours[1]));
            if one != other {
                return false;
            }
            let now = kinds(&one);
            if now == known || now == one.len() {
                return true;
            }
            known = now;
        }
    }

    /// An automorphism that takes each first node to its second.
    fn automorphism_taking(&mut self, pairs: &[(u32, u32)]) -> Sought {
        let n = self.graph.nodes() as usize;
        let mut colours: Colours = [vec![1; n], vec![1; n]];
        for (i, &(a, b)) in (2u64..).zip(pairs) {
            colours[0][a as usize] = i;
            colours[1][b as usize] = i;
        }
        self.go_on(colours, 0)
    }

    fn go_on(&mut self, mut colours: Colours, depth: u64) -> Sought {
        if self.left == 0 || self.watch.stopped() {
            return Sought::GaveUp;
        }
        if !self.refine_colours(&mut colours) {
            return Sought::None;
        }
        let mut sizes: HashMap<u64, usize> = HashMap::new();
        colours[0].iter().for_each(|&colour| *sizes.entry(colour).or_default() += 1);
        // The first node of a smallest colour that others have, too.
        let several = (0..colours[0].len()).filter(|&v| sizes[&colours[0][v]] > 1);
        let Some(v) = several.min_by_key(|&v| (sizes[&colours[0][v]], v)) else {
            return self.checked_map(&colours);
        };
        let colour = colours[0][v];
        let own = mix_bits(colour ^ depth.wrapping_add(0x9e37_79b9_7f4a_7c15));
        for w in (0..colours[1].len()).filter(|&w| colours[1][w] == colour).collect::<Vec<_>>() {
            let mut next = colours.clone();
            next[0][v] = own;
            next[1][w] = own;
            match self.go_on(next, depth + 1) {
                Sought::None => {}
                outcome => return outcome,
            }
        }
        Sought::None
    }

    /// The one map that keeps colours, where it keeps links.
    fn checked_map(&self, [from, to]: &Colours) -> Sought {
        let place: HashMap<u64, u32> = (0u32..).zip(to).map(|(w, &colour)| (colour, w)).collect();
        let Some(map) = from.iter().map(|colour| place.get(colour).copied()).collect::<Option<Vec<u32>>>()
        else {
            return Sought::None;
        };
        let kept = |(v, w): (u64, u64)| {
            self.graph.row(map[v as usize] as usize).binary_search(&map[w as usize]).is_ok()
        };
        if self.graph.edges().all(kept) { Sought::Found(map) } else { Sought::None }
    }
}

/// Returns `true` if a graph is searched at all.
pub fn small_enough(nodes: u64, links: u64) -> bool {
    nodes <= MAX_SEARCHED.0 && links <= MAX_SEARCHED.1
}

/// Returns `true` if all nodes are equivalent.
pub fn nodes(graph: &Table, watch: &dyn Progress) -> Result<Alike<u64>, Stopped> {
    nodes_with(graph, &mut |_| {}, watch)
}

/// The same; `keep` receives each automorphism that was found. If all nodes are equivalent, products of these take every node to every other one.
pub fn nodes_with(
    graph: &Table,
    keep: &mut dyn FnMut(&[u32]),
    watch: &dyn Progress,
) -> Result<Alike<u64>, Stopped> {
    let mut search = OrbitSearch { graph, left: MAX_WORK, watch };
    let mut orbits = DisjointSets::new(graph.nodes() as usize);
    watch.stage("symmetries", graph.nodes());
    for w in 1..graph.nodes() as usize {
        watch.advance(1);
        if orbits.root(w) == 0 {
            continue;
        }
        match search.automorphism_taking(&[(0, w as u32)]) {
            Sought::Found(map) => {
                keep(&map);
                map.iter().enumerate().for_each(|(v, &w)| orbits.merge(v, w as usize));
            }
            Sought::None => return Ok(Alike::Differ(0, w as u64)),
            Sought::GaveUp if watch.stopped() => return Err(Stopped),
            Sought::GaveUp => return Ok(Alike::Unknown),
        }
    }
    Ok(Alike::All)
}

/// Returns `true` if all links are in one orbit, ignoring direction.
pub fn links(graph: &Table, watch: &dyn Progress) -> Result<Alike<(u64, u64)>, Stopped> {
    links_with(graph, &mut |_| {}, watch)
}

/// The same; `keep` receives each automorphism that was found.
pub fn links_with(
    graph: &Table,
    keep: &mut dyn FnMut(&[u32]),
    watch: &dyn Progress,
) -> Result<Alike<(u64, u64)>, Stopped> {
    let mut search = OrbitSearch { graph, left: MAX_WORK, watch };
    let edges: Vec<(u64, u64)> = graph.edges().collect();
    let place: HashMap<(u64, u64), usize> = edges.iter().copied().zip(0..).collect();
    let mut orbits = DisjointSets::new(edges.len());
    watch.stage("symmetries of links", edges.len() as u64);
    for i in 1..edges.len() {
        watch.advance(1);
        if orbits.root(i) == 0 {
            continue;
        }
        let [(a, b), (c, d)] = [edges[0], edges[i]].map(|(v, w)| (v as u32, w as u32));
        let outcome = match search.automorphism_taking(&[(a, c), (b, d)]) {
            Sought::None => search.automorphism_taking(&[(a, d), (b, c)]),
            outcome => outcome,
        };
        match outcome {
            Sought::Found(map) => {
                keep(&map);
                for (e, &(v, w)) in edges.iter().enumerate() {
                    let (v, w) = (u64::from(map[v as usize]), u64::from(map[w as usize]));
                    orbits.merge(e, place[&(v.min(w), v.max(w))]);
                }
            }
            Sought::None => return Ok(Alike::Differ(edges[0], edges[i])),
            Sought::GaveUp if watch.stopped() => return Err(Stopped),
            Sought::GaveUp => return Ok(Alike::Unknown),
        }
    }
    Ok(Alike::All)
}
