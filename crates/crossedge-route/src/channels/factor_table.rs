//! The channel dependency graph of a small factor, listed: a product asks for it at every one of its own channels.

use super::{Channel, ChannelGraph, VirtualChannel};
use crossedge_lang::net::{Node, Port, Structure};

/// Factors with more channels are not listed.
const MAX_CHANNELS: u64 = 1 << 14;

/// Nor are factors with more entries: a star has as many dependencies as pairs of nodes.
const MAX_ENTRIES: usize = 1 << 18;

/// The lists of a factor.
#[derive(Debug)]
pub(super) struct FactorTable {
    vcs: usize,
    /// The first port of each node, among all ports.
    ports: Vec<u32>,
    /// First channels by node.
    injection: ChannelLists,
    /// Successors by channel.
    dependencies: ChannelLists,
    /// `true` for the channels on which packets can end.
    ejects: Vec<bool>,
}

/// Lists of channels, one after the other.
#[derive(Debug, Default)]
struct ChannelLists {
    ends: Vec<u32>,
    channels: Vec<VirtualChannel>,
}

impl ChannelLists {
    /// Adds a list.
    fn push(&mut self, fill: impl FnOnce(&mut Vec<VirtualChannel>)) {
        fill(&mut self.channels);
        self.ends.push(self.channels.len() as u32);
    }

    #[inline]
    fn list(&self, i: usize) -> &[VirtualChannel] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.channels[start..self.ends[i] as usize]
    }
}

impl FactorTable {
    /// Lists the graph of a factor for this number of channels; `None` if it is large.
    pub(super) fn new(net: &dyn Structure, graph: &dyn ChannelGraph, vcs: u32) -> Option<Self> {
        let nodes = net.nodes();
        if nodes > MAX_CHANNELS {
            return None;
        }
        let (mut ports, mut count) = (Vec::with_capacity(nodes as usize), 0u32);
        for v in (0..nodes).map(Node) {
            ports.push(count);
            count = count.checked_add(net.degree(v))?;
        }
        if u64::from(count) * u64::from(vcs) > MAX_CHANNELS {
            return None;
        }
        let (mut injection, mut dependencies) = (ChannelLists::default(), ChannelLists::default());
        let mut ejects = Vec::with_capacity(count as usize * vcs as usize);
        for from in (0..nodes).map(Node) {
            injection.push(|out| graph.injection(from, out));
            for port in (0..net.degree(from)).map(Port) {
                let at = net.link(from, port).0;
                for vc in 0..vcs {
                    let by = Channel { from, port, vc };
                    dependencies.push(|out| graph.dependencies(by, at, out));
                    ejects.push(graph.ejects(by, at));
                }
            }
            if injection.channels.len() + dependencies.channels.len() > MAX_ENTRIES {
                return None;
            }
        }
        Some(FactorTable { vcs: vcs as usize, ports, injection, dependencies, ejects })
    }

    /// Channels that packets are injected on.
    #[inline]
    pub(super) fn injection(&self, at: Node) -> &[VirtualChannel] {
        self.injection.list(at.0 as usize)
    }

    /// Channels that can follow a channel, and `true` if packets may end on it; `None` of a channel that is not listed.
    #[inline]
    pub(super) fn after(&self, by: Channel) -> Option<(&[VirtualChannel], bool)> {
        if by.vc as usize >= self.vcs {
            return None;
        }
        let port = self.ports[by.from.0 as usize] + by.port.0;
        let channel = port as usize * self.vcs + by.vc as usize;
        Some((self.dependencies.list(channel), self.ejects[channel]))
    }
}
