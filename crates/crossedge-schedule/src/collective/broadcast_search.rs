//! A broadcast on a small stored network, by search: a tree, and the send times, one message at a time.
//!
//! In a tree the best order is known: a node sends first to the child whose subtree takes longest. With tails every node sends one
//! message more, after all others, to someone outside: this is what a cluster needs whose nodes also have a cross-edge to serve.
//!
//! Trees come from a greedy one (each step a matching of informed and uninformed nodes, the farthest first), then
//! for small networks from moving subtrees to other parents. The result is deterministic.

use crossedge_lang::net::{Network, Node, neighbors};

/// A tree with an order of sends.
#[derive(Debug, Clone)]
pub struct SendOrder {
    /// After how many steps each node has the message.
    pub arrival: Vec<u32>,
    /// To whom each node sends, in order, in consecutive steps from its arrival on.
    pub children: Vec<Vec<u32>>,
    /// After how many steps every node has the message.
    pub steps: u32,
}

/// Networks of more nodes are not stored for a plan.
pub const MAX_PLANNED: u64 = 1 << 22;

/// Nor are networks of more ports: half a gibibyte.
const MAX_PLANNED_PORTS: u64 = 1 << 27;

/// Deterministic dice: SplitMix64.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn random_below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

/// A plan from `root`; with `tails` every node has one more message to send. `None` if some node is unreachable or there
/// are more than [`MAX_PLANNED`], or more ports than a plan stores.
pub fn plan_broadcast(net: &dyn Network, root: u64, tails: bool) -> Option<SendOrder> {
    let n = net.nodes();
    if n > MAX_PLANNED || root >= n {
        return None;
    }
    let mut ports = 0u64;
    if (0..n).any(|v| {
        ports += u64::from(net.degree(Node(v)));
        ports > MAX_PLANNED_PORTS
    }) {
        return None;
    }
    let graph: Vec<Vec<u32>> =
        (0..n).map(|v| neighbors(net, Node(v)).map(|w| w.0 as u32).collect()).collect();
    let (depth, _) = nearest_distances(&graph, &[root as u32]);
    let eccentricity = depth.iter().copied().max()?;
    if eccentricity == u32::MAX {
        return None;
    }
    // No one can do better: the farthest node, and doubling.
    let all = n << u32::from(tails);
    let bound = (eccentricity + u32::from(tails)).max(64 - all.saturating_sub(1).leading_zeros());
    // One matching for each step is too much where there are as many steps as nodes; there the paths are long and hardly branch.
    let long = u64::from(eccentricity).saturating_mul(n) > 1 << 26;
    let (tries, moves) = match n {
        _ if long => (1, 0),
        0..=64 => (4, 4000),
        65..=256 => (2, 3000),
        257..=2048 => (3, 0),
        _ => (1, 0),
    };
    let parents = |graph: &[Vec<u32>], root: usize, seed, dice: &mut Dice| match long {
        true => shortest_path_parents(graph, root),
        false => greedy_parents(graph, root, seed, dice),
    };
    let mut best: Option<(u32, Vec<u32>)> = None;
    for seed in 0..tries {
        let mut dice = Dice(seed);
        let mut tree =
            Grown::new(&graph, parents(&graph, root as usize, seed, &mut dice), root as usize, tails);
        // One step less at a time: lateness against an unreachable goal does not guide the search to a reachable one.
        let mut steps = tree.need[root as usize];
        let mut before = None;
        while steps > bound {
            before = Some(tree.parent.clone());
            tree.improve_tree(&graph, steps - 1, moves, &mut dice);
            if tree.need[root as usize] >= steps {
                break;
            }
            steps = tree.need[root as usize];
            before = None;
        }
        if best.as_ref().is_none_or(|(least, _)| steps < *least) {
            best = Some((steps, before.unwrap_or_else(|| tree.parent.clone())));
        }
        if steps <= bound {
            break;
        }
    }
    let tree = Grown::new(&graph, best?.1, root as usize, tails);
    let mut arrival = vec![0; n as usize];
    for &v in &tree.order {
        for (i, &w) in (1..).zip(&tree.children[v as usize]) {
            arrival[w as usize] = arrival[v as usize] + i;
        }
    }
    let steps = arrival.iter().copied().max().unwrap_or(0);
    Some(SendOrder { arrival, children: tree.children, steps })
}

/// Distances from the nearest of these nodes, the largest number where there is no path; and the nodes in their order.
fn nearest_distances(graph: &[Vec<u32>], from: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut depth = vec![u32::MAX; graph.len()];
    from.iter().for_each(|&v| depth[v as usize] = 0);
    let mut order = from.to_vec();
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        for &w in &graph[v as usize] {
            if depth[w as usize] == u32::MAX {
                depth[w as usize] = depth[v as usize] + 1;
                order.push(w);
            }
        }
    }
    (depth, order)
}

const NO_PARENT: u32 = u32::MAX;

/// Parents on shortest paths from the root.
fn shortest_path_parents(graph: &[Vec<u32>], root: usize) -> Vec<u32> {
    let (depth, order) = nearest_distances(graph, &[root as u32]);
    let mut parent = vec![NO_PARENT; graph.len()];
    for &v in &order {
        for &w in &graph[v as usize] {
            if depth[w as usize] == depth[v as usize] + 1 && parent[w as usize] == NO_PARENT {
                parent[w as usize] = v;
            }
        }
    }
    parent
}

/// Parents by a matching in each step.
fn greedy_parents(graph: &[Vec<u32>], root: usize, seed: u64, dice: &mut Dice) -> Vec<u32> {
    let n = graph.len();
    let mut parent = vec![NO_PARENT; n];
    let mut has = vec![false; n];
    has[root] = true;
    let mut informed = vec![root as u32];
    while informed.len() < n {
        // The distance of the farthest node behind each uninformed one, on shortest paths from informed nodes.
        let (depth, order) = nearest_distances(graph, &informed);
        let mut behind = vec![0u32; n];
        for &v in order.iter().rev() {
            for &w in &graph[v as usize] {
                if depth[w as usize] == depth[v as usize] + 1 {
                    behind[v as usize] = behind[v as usize].max(behind[w as usize] + 1);
                }
            }
        }
        let mut front: Vec<(u32, u64, u32)> = order[informed.len()..]
            .iter()
            .take_while(|&&v| depth[v as usize] == 1)
            .map(|&v| (behind[v as usize], if seed == 0 { u64::from(NO_PARENT - v) } else { dice.next() }, v))
            .collect();
        front.sort_unstable_by(|a, b| b.cmp(a));
        let mut matched = vec![NO_PARENT; n];
        let mut seen = vec![NO_PARENT; n];
        for (round, &(_, _, v)) in (0..).zip(&front) {
            find_sender(graph, &has, &mut matched, &mut seen, round, v, 12);
        }
        let senders = informed.clone();
        for u in senders {
            let v = matched[u as usize];
            if v != NO_PARENT {
                parent[v as usize] = u;
                has[v as usize] = true;
                informed.push(v);
            }
        }
    }
    parent
}

/// Finds a sender for `v`, moving others to other senders if need be.
fn find_sender(
    graph: &[Vec<u32>],
    has: &[bool],
    matched: &mut [u32],
    seen: &mut [u32],
    round: u32,
    v: u32,
    left: u32,
) -> bool {
    let waiting = |u: u32| graph[u as usize].iter().filter(|&&w| !has[w as usize]).count();
    let mut senders: Vec<u32> =
        graph[v as usize].iter().copied().filter(|&u| has[u as usize] && seen[u as usize] != round).collect();
    senders.sort_by_key(|&u| (matched[u as usize] != NO_PARENT, waiting(u)));
    for u in senders {
        if seen[u as usize] == round {
            continue;
        }
        seen[u as usize] = round;
        let other = matched[u as usize];
        if other == NO_PARENT || (left > 0 && find_sender(graph, has, matched, seen, round, other, left - 1))
        {
            matched[u as usize] = v;
            return true;
        }
    }
    false
}

/// A tree with what follows from it.
struct Grown {
    parent: Vec<u32>,
    children: Vec<Vec<u32>>,
    /// Parents before children.
    order: Vec<u32>,
    /// Number of steps a node and all below it need once it has the message.
    need: Vec<u32>,
    root: usize,
    tails: bool,
}

impl Grown {
    fn new(graph: &[Vec<u32>], parent: Vec<u32>, root: usize, tails: bool) -> Self {
        let n = graph.len();
        let mut children = vec![Vec::new(); n];
        for (v, &p) in (0u32..).zip(&parent) {
            if p != NO_PARENT {
                children[p as usize].push(v);
            }
        }
        let mut tree = Grown { parent, children, order: Vec::new(), need: vec![0; n], root, tails };
        tree.recompute();
        tree
    }

    /// Orders, needs and the sorted children again.
    fn recompute(&mut self) {
        self.order.clear();
        self.order.push(self.root as u32);
        let mut next = 0;
        while let Some(&v) = self.order.get(next) {
            next += 1;
            self.order.extend(&self.children[v as usize]);
        }
        for &v in self.order.iter().rev() {
            let need = &self.need;
            let kids = &mut self.children[v as usize];
            kids.sort_by_key(|&w| std::cmp::Reverse(need[w as usize]));
            let last = kids.len() as u32 + u32::from(self.tails);
            let most = (1..).zip(kids.iter()).map(|(i, &w)| i + need[w as usize]).max();
            self.need[v as usize] = most.unwrap_or(0).max(last);
        }
    }

    /// The total lateness of nodes after `bound`.
    fn total_lateness(&self, bound: u32, arrival: &mut [u32]) -> u64 {
        arrival[self.root] = 0;
        let mut late = 0;
        for &v in &self.order {
            let kids = &self.children[v as usize];
            let at = arrival[v as usize];
            for (i, &w) in (1..).zip(kids) {
                arrival[w as usize] = at + i;
            }
            let done = if self.tails { at + kids.len() as u32 + 1 } else { at };
            late += u64::from(done.saturating_sub(bound));
        }
        late
    }

    /// Moves subtrees to other parents as long as this delays no node, and a limited number of times even if it does.
    fn improve_tree(&mut self, graph: &[Vec<u32>], bound: u32, moves: u32, dice: &mut Dice) {
        let n = graph.len();
        if moves == 0 || n < 2 || self.need[self.root] <= bound {
            return;
        }
        let mut arrival = vec![0; n];
        let mut late = self.total_lateness(bound, &mut arrival);
        for _ in 0..moves {
            if late == 0 {
                break;
            }
            let v = dice.random_below(n) as u32;
            let (old, near) = (self.parent[v as usize], &graph[v as usize]);
            let new = near[dice.random_below(near.len())];
            let mut above = new;
            while above != NO_PARENT && above != v {
                above = self.parent[above as usize];
            }
            if old == NO_PARENT || new == old || above == v {
                continue;
            }
            self.move_subtree(v, old, new);
            let now = self.total_lateness(bound, &mut arrival);
            if now <= late || (now <= late + 1 && dice.random_below(20) == 0) {
                late = now;
            } else {
                self.move_subtree(v, new, old);
            }
        }
    }

    fn move_subtree(&mut self, v: u32, from: u32, to: u32) {
        self.children[from as usize].retain(|&w| w != v);
        self.children[to as usize].push(v);
        self.parent[v as usize] = to;
        self.recompute();
    }
}
