//! Samples of nodes.

use crossedge_lang::net::Node;

/// Different nodes drawn with a seed, in order.
pub(crate) fn random_nodes(nodes: u64, count: u64, seed: u64) -> Vec<Node> {
    use rand_chacha::rand_core::{Rng, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let mut chosen = std::collections::BTreeSet::new();
    while (chosen.len() as u64) < count.min(nodes) {
        // Multiply and shift: the bias is below nodes / 2^64.
        chosen.insert(((u128::from(rng.next_u64()) * u128::from(nodes)) >> 64) as u64);
    }
    chosen.into_iter().map(Node).collect()
}
