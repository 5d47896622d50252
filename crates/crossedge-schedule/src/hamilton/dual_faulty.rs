//! The ring of a dual construction in which some clusters have their own ring, which may omit nodes.

use super::dual::Twin;
use super::orders::{OpenedRing, open_between};
use crossedge_core::model::NodeOrder;
use crossedge_lang::net::Node;
use crossedge_lang::net::address::sub_mod;
use std::sync::Arc;

/// A cluster with its own path.
#[derive(Debug)]
struct Own {
    /// Its number on the way round.
    round: u64,
    /// The path, in the direction of growing positions.
    path: OpenedRing,
    /// Number of nodes that are left out here, and in the clusters before.
    missing: u64,
    before: u64,
}

/// A ring in which some clusters have their own ring.
#[derive(Debug)]
pub struct Patched {
    twin: Twin,
    own: Vec<Own>,
    positions: u64,
}

impl Patched {
    /// The ring of `twin`, where the clusters (class, label) are walked along other rings. Each of these goes over the link between the
    /// nodes where its cluster is entered and left.
    pub fn new(twin: Twin, rings: impl IntoIterator<Item = ((u64, u64), Arc<dyn NodeOrder>)>) -> Self {
        let n = twin.base();
        let mut own = Vec::new();
        for ((class, label), ring) in rings {
            let Some(round) = twin.round_of(class, label) else { continue };
            let (enter, leave) = twin.ends(round);
            let Some(path) = open_between(&ring, enter, leave) else { continue };
            own.push(Own { round, missing: n - ring.positions(), path, before: 0 });
        }
        own.sort_by_key(|own| own.round);
        let mut before = 0;
        for cluster in &mut own {
            cluster.before = before;
            before += cluster.missing;
        }
        Patched { positions: twin.positions() - before, twin, own }
    }

    /// The first position of a cluster with its own ring.
    fn start(&self, own: &Own) -> u64 {
        own.round * self.twin.base() - own.before
    }
}

impl NodeOrder for Patched {
    fn positions(&self) -> u64 {
        self.positions
    }

    fn closed(&self) -> bool {
        true
    }

    fn node_at(&self, position: u64) -> Node {
        let after = self.own.partition_point(|own| self.start(own) <= position);
        let Some(own) = after.checked_sub(1).map(|i| &self.own[i]) else {
            return self.twin.node_at(position);
        };
        let along = position - self.start(own);
        if along < own.path.positions() {
            let (scale, offset) = self.twin.ids(own.round);
            return Node(offset + scale * own.path.node_at(along).0);
        }
        self.twin.node_at(position + own.before + own.missing)
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let (round, inside) = self.twin.cluster_and_node(v)?;
        match self.own.binary_search_by_key(&round, |own| own.round) {
            Ok(i) => Some(self.start(&self.own[i]) + self.own[i].path.position_of(inside)?),
            Err(i) => {
                let missing = i.checked_sub(1).map_or(0, |i| self.own[i].before + self.own[i].missing);
                Some(sub_mod(self.twin.position_of(v)?, missing, self.twin.positions()))
            }
        }
    }

    fn bytes(&self) -> usize {
        let own: usize = self.own.iter().map(|own| size_of::<Own>() + own.path.bytes()).sum();
        size_of::<Self>() + self.twin.bytes() + own
    }
}
