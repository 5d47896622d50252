//! How fast one message can spread where nodes are in clusters, one message of a node in a step.
//!
//! A cluster of n nodes, d links of a node inside and x outside, that is *entered* once, at one node, sends at most n - 1 messages inside, because no node is informed
//! twice. A cluster that is entered several times splits into parts, one for each entry, each of which sends no more than a separate cluster would. So assume that
//! every message that leaves a cluster enters a new one: this informs no fewer nodes, and clusters become independent. Then the maximum number of informed
//! nodes after T steps is a recursion: F(T) = 1 + the maximum over the schedules of a cluster, where a message to the outside with t steps left adds F(t), and one
//! inside adds a sender. On `rdn(ring(3), 2)`, which has 648 nodes, at most 1, 2, 4, 8, 16, 30, 54, 96, 172, 308, 548 nodes are informed after 0 to 10 steps.

use crossedge_lang::net::{Leaf, Node, Parts, Structure};
use std::collections::HashMap;

/// Clusters of more nodes are not looked at: their states are too many.
const MAX_CLUSTER: u64 = 5;

/// Messages spread in fewer steps than these, or the bound by degrees is as good.
const MAX_STEPS: usize = 64;

/// After how many steps all nodes can know at the earliest, by the structure of the smallest clusters; 0 where nothing is known.
pub fn grown(net: &dyn Structure, degree: u64) -> u64 {
    let Some((nodes, inside)) = smallest_cluster(net) else { return 0 };
    let Some(outside) = degree.checked_sub(inside).filter(|&x| x > 0) else { return 0 };
    let Ok(links) = u8::try_from(degree) else { return 0 };
    let mut spread = MessageClusters::new(nodes as u8, inside as u8, outside as u8);
    debug_assert_eq!(links, spread.inside + spread.outside);
    let mut before = 0;
    for steps in 0..MAX_STEPS {
        let all = spread.known_after(steps);
        if all >= net.nodes() {
            return steps as u64;
        }
        if all == before {
            return 0;
        }
        before = all;
    }
    0
}

/// Nodes of the smallest clusters, and how many links a node has in its own.
fn smallest_cluster(net: &dyn Structure) -> Option<(u64, u64)> {
    let cluster_size = match net.parts() {
        Parts::Level(level) => smallest_cluster(level.base().as_ref()),
        Parts::Product(parts) => parts.iter().filter_map(|part| smallest_cluster(part.as_ref())).min(),
        Parts::Leaf(Leaf::Ring) => Some((net.nodes(), u64::from(net.degree(Node(0))))),
        Parts::Leaf(Leaf::Complete) => Some((net.nodes(), net.nodes() - 1)),
        _ => None,
    };
    cluster_size.filter(|&(nodes, _)| (3..=MAX_CLUSTER).contains(&nodes))
}

/// The remaining messages of a node, inside and outside.
type Left = (u8, u8);

/// Nodes that can know a message, in clusters of a few nodes.
#[derive(Debug, Default)]
pub struct MessageClusters {
    inside: u8,
    outside: u8,
    size: u8,
    /// Number of informed nodes that follow from a cluster entered a number of steps before the end.
    entered: Vec<u64>,
    /// The best for steps left, nodes that know, and nodes that do not.
    best: HashMap<(usize, Vec<Left>, u8), u64>,
}

impl MessageClusters {
    /// Clusters of `size` nodes, each with this many links inside and outside.
    pub fn new(size: u8, inside: u8, outside: u8) -> Self {
        MessageClusters { inside, outside, size, ..MessageClusters::default() }
    }

    /// Maximum number of nodes that can be informed after `steps` steps.
    pub fn known_after(&mut self, steps: usize) -> u64 {
        for before in self.entered.len()..steps {
            let first = vec![(self.inside, self.outside - 1)];
            let all = 1 + self.max_informed(before, first, self.size - 1);
            self.entered.push(all);
        }
        let root = vec![(self.inside, self.outside)];
        1u64.saturating_add(self.max_informed(steps, root, self.size - 1))
    }

    /// Number of additional nodes that can be informed.
    fn max_informed(&mut self, steps: usize, know: Vec<Left>, missing: u8) -> u64 {
        if steps == 0 {
            return 0;
        }
        let key = (steps, know, missing);
        if let Some(&known) = self.best.get(&key) {
            return known;
        }
        let (_, know, _) = &key;
        let mut best = 0;
        // Each bit: whether that node sends inside, where it can.
        for choice in 0..1u32 << know.len() {
            let (mut next, mut left, mut gain) = (Vec::new(), missing, 0u64);
            for (i, &(inside, outside)) in know.iter().enumerate() {
                let within = inside > 0 && left > 0 && (choice >> i & 1 == 1 || outside == 0);
                if within {
                    left -= 1;
                    gain = gain.saturating_add(1);
                    next.push((inside - 1, outside));
                    next.push((self.inside - 1, self.outside));
                } else if outside > 0 {
                    gain = gain.saturating_add(self.entered[steps - 1]);
                    next.push((inside, outside - 1));
                } else {
                    next.push((inside, outside));
                }
            }
            next.sort_unstable();
            best = best.max(gain.saturating_add(self.max_informed(steps - 1, next, left)));
        }
        self.best.insert(key, best);
        best
    }
}
