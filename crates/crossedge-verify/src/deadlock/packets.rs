//! The dependencies that packets make, found by walking every one of them: exact, for networks of which all routes can be walked.

use super::graph::DependencyGraph;
use super::packet::Packet;
use super::walk::{follow, vias};
use crossedge_core::model::{Channel, VirtualChannel};
use crossedge_core::net::Node;
use crossedge_core::progress::{Progress, Stopped};
use std::collections::{HashMap, HashSet};

/// The first channels of packets at each node, and after each channel.
#[derive(Default)]
pub(super) struct PacketChannels {
    injection: HashMap<Node, Vec<VirtualChannel>>,
    dependencies: HashMap<Channel, Vec<VirtualChannel>>,
}

impl PacketChannels {
    /// Walks every packet. Routes have been walked before, so that each of them arrives.
    pub fn by_packets(graph: &DependencyGraph<'_>, watch: &dyn Progress) -> Result<PacketChannels, Stopped> {
        let n = graph.ends;
        watch.stage("what packets make", n);
        let mut made = PacketChannels::default();
        let mut known: HashSet<(Option<Channel>, Channel)> = HashSet::new();
        // Targets outside: a routing may keep what it knows of the last ones.
        for to in (0..n).map(Node) {
            if watch.stopped() {
                return Err(Stopped);
            }
            for from in (0..n).map(Node).filter(|&from| from != to) {
                for via in vias(graph, from) {
                    let _ = follow(graph, Packet { from, via, to }, &mut |before, by| {
                        if known.insert((before, by)) {
                            match before {
                                None => made.injection.entry(by.from).or_default().push(by.out()),
                                Some(before) => made.dependencies.entry(before).or_default().push(by.out()),
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

    /// The channels that are first at a node.
    pub fn injection(&self, at: Node) -> impl Iterator<Item = VirtualChannel> + '_ {
        self.injection.get(&at).into_iter().flatten().copied()
    }

    /// The channels that follow a channel.
    pub fn dependencies(&self, by: Channel) -> impl Iterator<Item = VirtualChannel> + '_ {
        self.dependencies.get(&by).into_iter().flatten().copied()
    }
}
