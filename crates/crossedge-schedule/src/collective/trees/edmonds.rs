//! Trees of a network without closed form, by search: as many from every root as its edge connectivity k (Edmonds, Edge-disjoint branchings, 1973).
//!
//! A tree grows arc by arc such that the remaining arcs still contain k - 1 arc-disjoint paths from the root to every node (Lovász, On two minimax theorems in
//! graph, 1976). An arc into v may be taken iff removing it leaves a flow of k - 1 from the root to v; an arc that may not be taken now never may, so
//! each is tried once per tree. Arcs of nodes near the root are tried first, to keep trees shallow.

use super::none::NoTrees;
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Node, Structure, neighbors};
use std::collections::VecDeque;
use std::sync::OnceLock;

/// Steps that the search from one root may take, about.
const MAX_STEPS: u128 = 1 << 33;

/// A network as rows of neighbours, with the trees of the roots that were requested.
#[derive(Debug)]
pub(super) struct StoredTrees {
    rows: Vec<Vec<u32>>,
    count: u32,
    roots: Vec<OnceLock<RootTrees>>,
}

/// The trees of one root.
#[derive(Debug)]
struct RootTrees {
    /// Of tree i and node v at i · nodes + v.
    parents: Vec<u32>,
    firsts: Vec<u32>,
}

/// The arcs of a network, and which are left.
struct RemainingArcs {
    /// From and to; the arc 2e + 1 is 2e turned round.
    ends: Vec<(u32, u32)>,
    /// The arcs out of each node.
    out: Vec<Vec<u32>>,
    left: Vec<bool>,
}

impl StoredTrees {
    /// Refuses a network that would take too long.
    pub(super) fn fits(net: &dyn Structure) -> Result<(), NoTrees> {
        Self::size_fits(net.nodes(), net.degree(Node(0)).into())
    }

    /// Refuses a size that would take too long.
    pub(super) fn size_fits(nodes: u64, degree: u128) -> Result<(), NoTrees> {
        // Trees times nodes flows, each with this many augmenting paths over all arcs.
        let each = degree.saturating_mul(degree).saturating_mul(degree).max(1);
        let most = num_integer::Roots::sqrt(&(MAX_STEPS / each)) as u64;
        match nodes <= most {
            true => Ok(()),
            false => Err(NoTrees::TooLarge { nodes, works: most }),
        }
    }

    /// Counts how many trees there are.
    pub(super) fn new(net: &dyn Structure, watch: &dyn Progress) -> Result<StoredTrees, NoTrees> {
        let row = |v| neighbors(net, Node(v)).map(|w| w.0 as u32).collect();
        let rows: Vec<Vec<u32>> = (0..net.nodes()).map(row).collect();
        let nodes = rows.len();
        let arcs = RemainingArcs::from_rows(&rows);
        let mut desk = Desk::new(nodes, arcs.ends.len());
        let mut count = rows.iter().map(Vec::len).min().unwrap_or(0);
        watch.stage("edge connectivity", nodes as u64);
        // A smallest cut has node 0 on one side, and some other node on the other.
        for to in 1..nodes {
            if watch.stopped() {
                return Err(NoTrees::Stopped);
            }
            count = arcs.max_flow(&mut desk, 0, to, count, None);
            watch.advance(1);
        }
        if count == 0 {
            return Err(NoTrees::Apart);
        }
        let roots = std::iter::repeat_with(OnceLock::new).take(nodes).collect();
        Ok(StoredTrees { rows, count: count as u32, roots })
    }

    pub(super) fn nodes(&self) -> u64 {
        self.rows.len() as u64
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    pub(super) fn parent(&self, r: u64, i: u32, v: u64) -> u64 {
        self.trees_of(r).parents[i as usize * self.rows.len() + v as usize].into()
    }

    pub(super) fn first(&self, r: u64, i: u32) -> u64 {
        self.trees_of(r).firsts[i as usize].into()
    }

    fn trees_of(&self, r: u64) -> &RootTrees {
        self.roots[r as usize].get_or_init(|| self.search(r as usize))
    }

    /// The trees of a root. Lovász shows that a tree can always be extended while a node is missing.
    fn search(&self, root: usize) -> RootTrees {
        let nodes = self.rows.len();
        let mut arcs = RemainingArcs::from_rows(&self.rows);
        let mut desk = Desk::new(nodes, arcs.ends.len());
        let mut trees =
            RootTrees { parents: vec![root as u32; self.count as usize * nodes], firsts: Vec::new() };
        for tree in 0..self.count as usize {
            let rest = self.count as usize - 1 - tree;
            let parents = &mut trees.parents[tree * nodes..(tree + 1) * nodes];
            let mut inside = vec![false; nodes];
            inside[root] = true;
            let mut queue = VecDeque::from([root]);
            let mut first = None;
            while let Some(from) = queue.pop_front() {
                for at in 0..arcs.out[from].len() {
                    let arc = arcs.out[from][at] as usize;
                    let to = arcs.ends[arc].1 as usize;
                    if inside[to]
                        || !arcs.left[arc]
                        || arcs.max_flow(&mut desk, root, to, rest, Some(arc)) < rest
                    {
                        continue;
                    }
                    arcs.left[arc] = false;
                    inside[to] = true;
                    parents[to] = from as u32;
                    queue.push_back(to);
                    if from == root {
                        first.get_or_insert(to as u32);
                    }
                }
            }
            trees.firsts.push(first.unwrap_or(root as u32));
        }
        trees
    }
}

impl RemainingArcs {
    fn from_rows(rows: &[Vec<u32>]) -> RemainingArcs {
        let mut ends = Vec::new();
        let mut out = vec![Vec::new(); rows.len()];
        for (v, row) in rows.iter().enumerate() {
            for &w in row.iter().filter(|&&w| w as usize > v) {
                out[v].push(ends.len() as u32);
                out[w as usize].push(ends.len() as u32 + 1);
                ends.extend([(v as u32, w), (w, v as u32)]);
            }
        }
        let left = vec![true; ends.len()];
        RemainingArcs { ends, out, left }
    }

    /// Number of arc-disjoint paths from one node to another over the remaining arcs, without one of them; at most `most` are
    /// searched.
    fn max_flow(
        &self,
        desk: &mut Desk,
        from: usize,
        to: usize,
        most: usize,
        without: Option<usize>,
    ) -> usize {
        let mut augmented = 0;
        while augmented < most && self.one_more(desk, from, to, without) {
            augmented += 1;
        }
        desk.clear_search();
        augmented
    }

    /// One more path next to the known ones, searched from both ends: if they meet early, little of the network is visited.
    fn one_more(&self, desk: &mut Desk, from: usize, to: usize, without: Option<usize>) -> bool {
        desk.begin_search(from, to);
        loop {
            // The side with fewer nodes is expanded; an empty side means that the nodes are separated.
            let side = usize::from(desk.ring[1].len() < desk.ring[0].len());
            if desk.ring[side].is_empty() {
                return false;
            }
            let ring = std::mem::take(&mut desk.ring[side]);
            for &v in &ring {
                for &out in &self.out[v as usize] {
                    // On the side of the target arcs are followed against their sense.
                    let arc = (out ^ side as u32) as usize;
                    let w = self.ends[out as usize].1 as usize;
                    let free = self.left[arc] && !desk.used[arc] && Some(arc) != without;
                    // Forward over a free arc, or back over one that a path uses.
                    if !(free || desk.used[arc ^ 1]) || desk.met[side][w] == desk.turn {
                        continue;
                    }
                    desk.met[side][w] = desk.turn;
                    desk.by[side][w] = arc as u32;
                    if desk.met[1 - side][w] == desk.turn {
                        self.take_path(desk, from, to, w);
                        return true;
                    }
                    desk.ring[side].push(w as u32);
                }
            }
        }
    }

    /// Takes the path over a node that both sides have met.
    fn take_path(&self, desk: &mut Desk, from: usize, to: usize, meeting: usize) {
        let mut at = meeting;
        while at != from {
            let arc = desk.by[0][at] as usize;
            desk.turn_over(arc);
            at = self.ends[arc].0 as usize;
        }
        at = meeting;
        while at != to {
            let arc = desk.by[1][at] as usize;
            desk.turn_over(arc);
            at = self.ends[arc].1 as usize;
        }
    }
}

/// Reusable scratch space of path searches.
struct Desk {
    /// The arcs of the paths that were found.
    used: Vec<bool>,
    touched: Vec<u32>,
    /// In which search a node was met, from the source and from the target.
    met: [Vec<u32>; 2],
    /// The arc by which it was met.
    by: [Vec<u32>; 2],
    /// The nodes that were met last.
    ring: [Vec<u32>; 2],
    turn: u32,
}

impl Desk {
    fn new(nodes: usize, arcs: usize) -> Desk {
        let [zeros, nowhere] = [0, u32::MAX].map(|value| [vec![value; nodes], vec![value; nodes]]);
        Desk {
            used: vec![false; arcs],
            touched: Vec::new(),
            met: zeros,
            by: nowhere,
            ring: [Vec::new(), Vec::new()],
            turn: 0,
        }
    }

    fn begin_search(&mut self, from: usize, to: usize) {
        if self.turn == u32::MAX {
            self.met.iter_mut().for_each(|met| met.fill(0));
            self.turn = 0;
        }
        self.turn += 1;
        for (side, v) in [from, to].into_iter().enumerate() {
            self.met[side][v] = self.turn;
            self.ring[side].clear();
            self.ring[side].push(v as u32);
        }
    }

    fn turn_over(&mut self, arc: usize) {
        match self.used[arc ^ 1] {
            true => self.used[arc ^ 1] = false,
            false => {
                self.used[arc] = true;
                self.touched.push(arc as u32);
            }
        }
    }

    fn clear_search(&mut self) {
        self.touched.drain(..).for_each(|arc| self.used[arc as usize] = false);
    }
}
