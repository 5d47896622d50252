//! Nodes that have failed, drawn by chance: the same on every rank, for the same seed.

use crate::failure::Failure;
use crossedge::metrics::bfs::{Dead, Error};
use crossedge::net::{Node, Structure};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;

/// `count` dead nodes of a network, never `alive`. A draw is the top bits of a word of ChaCha8, drawn again when it is no node or
/// has been drawn before.
pub fn draw(net: &dyn Structure, count: u64, seed: u64, alive: Option<Node>) -> Result<Dead, Failure> {
    let nodes = net.nodes();
    // So few that drawing again ends soon.
    if count > nodes / 2 {
        return Err(Failure::Usage(format!(
            "{count} of {nodes} nodes are too many to fail\nhelp: --dead takes at most {}",
            nodes / 2
        )));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let bits = 64 - nodes.saturating_sub(1).leading_zeros();
    let mut dead = BTreeSet::new();
    while (dead.len() as u64) < count {
        let v = rng.next_u64().checked_shr(64 - bits).unwrap_or(0);
        if v < nodes && Some(Node(v)) != alive {
            dead.insert(v);
        }
    }
    Dead::new(net, dead.into_iter().map(Node), []).map_err(|error| failure(&error))
}

/// What a search could not do.
pub fn failure(error: &Error) -> Failure {
    match error {
        Error::Stopped => Failure::Io("stopped".to_owned()),
        Error::Limit { message, help } => Failure::Limit(format!("{message}\nhelp: {help}")),
        Error::Usage { message, help } => Failure::Usage(format!("{message}\nhelp: {help}")),
    }
}
