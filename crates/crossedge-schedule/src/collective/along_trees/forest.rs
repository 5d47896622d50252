//! Trees from one root as tables: parents, children, depths. A path through all nodes is a tree, too.

use crate::collective::Trees;
use crossedge_lang::net::Node;

/// The trees of one root.
#[derive(Debug)]
pub(crate) struct Forest {
    root: u64,
    trees: Vec<TreeTable>,
    depth: u32,
}

/// One of them.
#[derive(Debug)]
pub(crate) struct TreeTable {
    parents: Vec<u32>,
    depths: Vec<u32>,
    /// The children of v are those from `first[v]` to `first[v + 1]`.
    first: Vec<u32>,
    children: Vec<u32>,
}

impl Forest {
    /// Those of a system; `None` if they do not span the network.
    pub(crate) fn from_trees(trees: &Trees, root: Node, nodes: u64) -> Option<Forest> {
        let tree = |i| {
            let parents = (0..nodes).map(|v| trees.parent(root, i, Node(v)).0 as u32).collect();
            TreeTable::new(parents, root.0)
        };
        Some(Forest::new(root.0, (0..trees.count()).map(tree).collect::<Option<Vec<TreeTable>>>()?))
    }

    /// The single tree along a ring, from the root to its predecessor.
    pub(crate) fn along_ring(ring: &[u64], root: u64) -> Option<Forest> {
        let at = ring.iter().position(|&v| v == root)?;
        let mut parents = vec![root as u32; ring.len()];
        let order: Vec<u64> = ring[at..].iter().chain(&ring[..at]).copied().collect();
        for pair in order.windows(2) {
            *parents.get_mut(pair[1] as usize)? = pair[0] as u32;
        }
        Some(Forest::new(root, vec![TreeTable::new(parents, root)?]))
    }

    fn new(root: u64, trees: Vec<TreeTable>) -> Forest {
        let depth = trees.iter().flat_map(|tree| tree.depths.iter().copied()).max().unwrap_or(0);
        Forest { root, trees, depth }
    }

    pub(crate) fn root(&self) -> u64 {
        self.root
    }

    pub(crate) fn trees(&self) -> &[TreeTable] {
        &self.trees
    }

    /// How deep the deepest is.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }
}

impl TreeTable {
    /// `None` if the parents of some node do not lead to the root.
    fn new(parents: Vec<u32>, root: u64) -> Option<TreeTable> {
        let nodes = parents.len();
        let mut first = vec![0; nodes + 1];
        let under = || (0..nodes).filter(|&v| v as u64 != root);
        under().for_each(|v| first[parents[v] as usize + 1] += 1);
        (0..nodes).for_each(|v| first[v + 1] += first[v]);
        let (mut next, mut children) = (first.clone(), vec![0; nodes.saturating_sub(1)]);
        for v in under() {
            let place = &mut next[parents[v] as usize];
            children[*place as usize] = v as u32;
            *place += 1;
        }
        let mut tree = TreeTable { parents, depths: vec![u32::MAX; nodes], first, children };
        tree.depths[root as usize] = 0;
        let (mut order, mut at) = (vec![root as u32], 0);
        while let Some(&v) = order.get(at) {
            at += 1;
            let depth = tree.depths[v as usize] + 1;
            for i in tree.first[v as usize]..tree.first[v as usize + 1] {
                let w = tree.children[i as usize];
                tree.depths[w as usize] = depth;
                order.push(w);
            }
        }
        (order.len() == nodes).then_some(tree)
    }

    pub(crate) fn depth(&self, v: u64) -> u32 {
        self.depths[v as usize]
    }

    pub(crate) fn parent(&self, v: u64) -> u64 {
        self.parents[v as usize].into()
    }

    pub(crate) fn children(&self, v: u64) -> &[u32] {
        &self.children[self.first[v as usize] as usize..self.first[v as usize + 1] as usize]
    }

    /// Every node but the root, the deepest first.
    pub(crate) fn deepest_first(&self) -> Vec<u32> {
        let mut order: Vec<u32> =
            (0..self.depths.len() as u32).filter(|&v| self.depths[v as usize] > 0).collect();
        order.sort_by_key(|&v| std::cmp::Reverse(self.depths[v as usize]));
        order
    }

    /// For each node its index in a preorder, and the size of its subtree.
    pub(crate) fn preorder_spans(&self, root: u64) -> Vec<(u32, u32)> {
        let nodes = self.depths.len();
        let (mut spans, mut order, mut todo) = (vec![(0, 1); nodes], Vec::new(), vec![root as u32]);
        // Last in, first out: all that hangs on a node is done before its next sister.
        while let Some(v) = todo.pop() {
            spans[v as usize].0 = order.len() as u32;
            order.push(v);
            todo.extend(self.children(v.into()));
        }
        for &v in order.iter().skip(1).rev() {
            let below = spans[v as usize].1;
            spans[self.parents[v as usize] as usize].1 += below;
        }
        spans
    }
}
