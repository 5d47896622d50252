//! The channel dependency graph to verify, on `vcs` channels per link, and the memory limit of its ranks.

use super::packets::PacketChannels;
use crate::Limit;
use crossedge_core::model::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_core::net::{Network, Node};
use std::sync::Arc;

/// The verifier keeps at most this many bytes.
pub const MAX_BYTES: u64 = 1 << 34;

/// The channel dependency graph of a routing on `vcs` channels per link.
pub(super) struct DependencyGraph<'a> {
    pub(super) net: &'a dyn Network,
    /// Packets go between the nodes below.
    pub(super) ends: u64,
    pub(super) routing: &'a dyn Routing,
    /// The routing's own description.
    pub(super) closed: Option<Arc<dyn ChannelGraph>>,
    /// Channels that the routing asks for.
    pub(super) asked: u32,
    /// Channels per link.
    pub(super) vcs: u32,
    ports: ChannelNumbering,
    /// The graph of the packets, if that is used instead.
    pub(super) made: Option<PacketChannels>,
}

/// More bytes than there are.
pub(super) struct Full(pub(super) u128);

impl Full {
    /// The reason for not starting.
    pub(super) fn refused(self) -> Limit {
        Limit {
            what: "bytes for the ranks of virtual channels",
            asked: Some(self.0),
            most: MAX_BYTES.into(),
            works: "a smaller network of the same construction".to_owned(),
        }
    }

    /// The memory that the machine refused, next to the limit.
    pub(super) fn limit(self) -> Limit {
        let halves = std::iter::successors(Some(MAX_BYTES), |bytes| Some(bytes / 2));
        let most = halves.take_while(|&bytes| bytes > 0).find(|&bytes| room::<u8>(bytes as usize).is_ok());
        Limit { most: most.unwrap_or(0).into(), ..self.refused() }
    }
}

/// An empty list with a capacity.
pub(super) fn room<T>(count: usize) -> Result<Vec<T>, Full> {
    let mut list = Vec::new();
    match list.try_reserve_exact(count) {
        Ok(()) => Ok(list),
        Err(_) => Err(Full(count as u128 * size_of::<T>() as u128)),
    }
}

/// Puts one more at the end, where there is room for it.
pub(super) fn put<T>(list: &mut Vec<T>, more: T) -> Result<(), Full> {
    if list.len() == list.capacity() && list.try_reserve(1).is_err() {
        return Err(Full(2 * list.len() as u128 * size_of::<T>() as u128));
    }
    list.push(more);
    Ok(())
}

/// How channels are numbered.
enum ChannelNumbering {
    /// Ports per node.
    Regular(u64),
    /// The ports of each node begin here.
    From(Vec<u64>),
}

impl<'a> DependencyGraph<'a> {
    pub(super) fn new(
        net: &'a dyn Network,
        ends: u64,
        routing: &'a Arc<dyn Routing>,
        vcs: u32,
    ) -> Result<Self, Limit> {
        let asked = routing.channels();
        let vcs = vcs.max(1).min(asked.max(1));
        let n = net.nodes();
        let degree = u64::from(net.degree(Node(0)));
        let memory = |links: u128| links.saturating_mul(vcs.into());
        let too_much = |bytes: u128| bytes > u128::from(MAX_BYTES);
        let least = memory(u128::from(n) * u128::from(degree.max(1)));
        if too_much(least) {
            return Err(Full(least).refused());
        }
        let graph = |ports| DependencyGraph {
            net,
            ends,
            routing: routing.as_ref(),
            closed: routing.clone().channel_graph(),
            asked,
            vcs,
            ports,
            made: None,
        };
        if (1..n).all(|v| u64::from(net.degree(Node(v))) == degree) {
            return Ok(graph(ChannelNumbering::Regular(degree)));
        }
        let starts = 8 * (u128::from(n) + 1);
        let mut from = match room(n as usize + 1) {
            _ if too_much(least + starts) => return Err(Full(least + starts).refused()),
            Err(full) => return Err(full.limit()),
            Ok(from) => from,
        };
        from.push(0u64);
        for v in 0..n {
            from.push(from[v as usize] + u64::from(net.degree(Node(v))));
        }
        let all = memory(from[n as usize].into()) + starts;
        if too_much(all) {
            return Err(Full(all).refused());
        }
        Ok(graph(ChannelNumbering::From(from)))
    }

    /// Number of virtual channels.
    pub(super) fn size(&self) -> usize {
        let links = match &self.ports {
            ChannelNumbering::Regular(degree) => degree * self.net.nodes(),
            ChannelNumbering::From(from) => from.last().copied().unwrap_or(0),
        };
        (links * u64::from(self.vcs)) as usize
    }

    /// The number of a channel.
    #[inline]
    pub(super) fn index(&self, by: Channel) -> usize {
        let first = match &self.ports {
            ChannelNumbering::Regular(degree) => degree * by.from.0,
            ChannelNumbering::From(from) => from[by.from.0 as usize],
        };
        ((first + u64::from(by.port.0)) * u64::from(self.vcs) + u64::from(by.vc)) as usize
    }

    /// The number of a channel that leaves a node whose first channel has number `first`.
    #[inline]
    pub(super) fn index_from(&self, first: usize, out: VirtualChannel) -> usize {
        first + out.port.0 as usize * self.vcs as usize + out.vc as usize
    }

    /// A channel of the routing on the channels that there are.
    #[inline]
    pub(super) fn fold(&self, out: VirtualChannel) -> VirtualChannel {
        VirtualChannel { vc: out.vc.min(self.vcs - 1), ..out }
    }

    /// The node that a channel leads to.
    pub(super) fn head(&self, by: Channel) -> Node {
        self.net.link(by.from, by.port).0
    }

    /// Adds the channels that can be first at a node.
    pub(super) fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        match (&self.made, &self.closed) {
            (Some(made), _) => out.extend(made.injection(at)),
            (None, Some(closed)) => {
                let old = out.len();
                closed.injection(at, out);
                self.fold_all(&mut out[old..]);
            }
            (None, None) => {}
        }
    }

    /// Adds the channels of the head `at` that can follow a channel.
    #[inline]
    pub(super) fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        match (&self.made, &self.closed) {
            (Some(made), _) => out.extend(made.dependencies(by)),
            (None, Some(closed)) => {
                let old = out.len();
                let last = self.vcs - 1;
                let end = if by.vc == last { self.asked } else { by.vc + 1 };
                for vc in by.vc..end {
                    closed.dependencies(Channel { vc, ..by }, at, out);
                }
                if self.vcs < self.asked {
                    self.fold_all(&mut out[old..]);
                }
            }
            (None, None) => {}
        }
    }

    #[inline]
    fn fold_all(&self, channels: &mut [VirtualChannel]) {
        for channel in channels {
            *channel = self.fold(*channel);
        }
    }
}
