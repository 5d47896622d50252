//! The dependencies that packets make, found by walking every one of them: exact, for networks of which all routes can be walked.

use super::Graph;
use super::cycle::Packet;
use super::walk::follow;
use crate::net::Node;
use crate::progress::{Progress, Stopped};
use crate::route::channels::{Channel, VirtualChannel};
use std::collections::{HashMap, HashSet};

/// What packets take first at each node, and after each channel.
#[derive(Default)]
pub(super) struct Made {
    first: HashMap<Node, Vec<VirtualChannel>>,
    after: HashMap<Channel, Vec<VirtualChannel>>,
}

impl Made {
    /// Walks every packet. Routes have been held against the description before, so that each of them arrives.
    pub fn by_packets(graph: &Graph<'_>, watch: &dyn Progress) -> Result<Made, Stopped> {
        let n = graph.net.nodes();
        watch.stage("what packets make", n);
        let mut made = Made::default();
        let mut known: HashSet<(Option<Channel>, Channel)> = HashSet::new();
        let vias: Vec<Option<Node>> = match graph.routing.detours() {
            true => (0..n).map(|via| Some(Node(via))).collect(),
            false => vec![None],
        };
        // Targets outside: a routing may keep what it knows of the last ones.
        for to in (0..n).map(Node) {
            if watch.stopped() {
                return Err(Stopped);
            }
            for &via in &vias {
                for from in (0..n).map(Node) {
                    let _ = follow(graph, Packet { from, via, to }, &mut |before, by| {
                        if known.insert((before, by)) {
                            match before {
                                None => made.first.entry(by.from).or_default().push(by.lane),
                                Some(before) => made.after.entry(before).or_default().push(by.lane),
                            }
                        }
                        true
                    });
                }
            }
            watch.advance(1);
        }
        Ok(made)
    }

    /// The lanes that are first at a node.
    pub fn first(&self, at: Node) -> impl Iterator<Item = VirtualChannel> + '_ {
        self.first.get(&at).into_iter().flatten().copied()
    }

    /// The lanes that follow a channel.
    pub fn after(&self, by: Channel) -> impl Iterator<Item = VirtualChannel> + '_ {
        self.after.get(&by).into_iter().flatten().copied()
    }
}
