//! Spread on a dual construction: a packet leaves its cluster by a cross-edge that is drawn at random, so that no two clusters share one
//! link alone.
//!
//! A node of class c moves its own coordinate, its node, and keeps the other, its cluster; crossing swaps them. A packet goes to a node z
//! of its cluster that is drawn, crosses, moves the other coordinate to that of its target, crosses back, moves its own from z to the
//! target's, and crosses a third time where the target is of the other class. That is Valiant's detour with the intermediate node
//! restricted to the cross-neighbours of the own cluster: in any permutation a cross-edge carries at most four times what a node sends.
//! A packet to its own cluster stays inside, and one that is in the cluster of its target goes straight there.
//!
//! Channels: the segments and crossings of a path are in stages 0 to 3. Stage s is in class s mod 2, on the channel set s / 2 of the routing
//! below, and its crossing on channel s / 2. A packet from class c begins in stage c, and each crossing leads to the next stage. The
//! shortest path, with one crossing or two, has its second segment in set 1. All groups of channels in the order
//!
//! class 0 set 0, crossing 0→1 on 0, class 1 set 0, crossing 1→0 on 0, class 0 set 1, crossing 0→1 on 1, class 1 set 1, crossing 1→0 on 1
//!
//! are taken upwards by every path, spread or shortest, and within a group there is one segment of the routing below. So there is no cycle
//! when the routing below has none, with twice its channels, for every choice of the source.

use super::clusters::Clusters;
use super::entry::{RoutingEntry, Symmetry, any_part, no_detour};
use super::hosts::HostRouting;
use super::recursion::by_addresses;
use super::{Channel, ChannelGraph, Make, ORDER, Routing, Unroutable, VirtualChannel};
use crossedge_lang::net::{Layout, Node, Parts, Place, Port, Structure};
use std::sync::{Arc, OnceLock};

/// Spread, with shortest paths inside clusters.
pub static SPREAD: RoutingEntry = RoutingEntry {
    name: "spread",
    summary: "Out of the cluster by a cross-edge drawn at random, on dual constructions",
    paper: "this project, docs/ADAPTIVE.md; Valiant, Brebner, Universal schemes for parallel communication (1981)",
    missing: |net| missing_spread(net, false),
    make: |net| spread_routing(net, by_addresses, false),
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: true,
    symmetry: Symmetry::OfParts,
};

/// Spread, with order routing inside clusters that are dual constructions themselves: the same number of channels at every depth.
pub static SPREAD_OVER_ORDER: RoutingEntry = RoutingEntry {
    name: "spread over order",
    summary: "Spread, with order routing in the levels below: four channels over tori at any depth",
    paper: "this project, docs/ADAPTIVE.md; Valiant, Brebner, Universal schemes for parallel communication (1981)",
    missing: |net| missing_spread(net, true),
    make: |net| spread_routing(net, |base| ORDER.routing(base), false),
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: true,
    symmetry: Symmetry::WithinClasses,
};

/// Why a network has no spread; with levels inside the clusters where `deep`.
pub(super) fn missing_spread(net: &dyn Structure, deep: bool) -> Option<&'static str> {
    if let Some(Layout::Hosts { routers, .. }) = net.roles().map(|roles| roles.layout()) {
        return missing_spread(routers.as_ref(), deep);
    }
    let is_level = |net: &dyn Structure| matches!(net.parts(), Parts::Level(_));
    match Clusters::from_network(net) {
        None => Some("spread is for dual constructions, and hosts on them"),
        Some(clusters) if deep && !(0..2).all(|class| any_part(clusters.base(class).as_ref(), &is_level)) => {
            Some("its clusters are not dual constructions")
        }
        _ => None,
    }
}

/// Spread over a routing of the clusters; `straight` where the source may choose the shortest path.
pub(super) fn spread_routing(
    net: &Arc<dyn Structure>,
    below: Make,
    straight: bool,
) -> Result<Arc<dyn Routing>, Unroutable> {
    if let Some(Layout::Hosts { routers, each }) = net.roles().map(|roles| roles.layout()) {
        return Ok(Arc::new(HostRouting::over_routers(
            routers.clone(),
            each,
            spread_routing(routers, below, straight)?,
        )));
    }
    let Some(clusters) = Clusters::from_network(net.as_ref()) else {
        return Err(Unroutable::Undefined("spread is for dual constructions".to_owned()));
    };
    let first = below(clusters.base(0))?;
    let second = match &clusters {
        Clusters::One(_) => first.clone(),
        Clusters::Two(bases, _) => below(&bases[1])?,
    };
    Ok(Arc::new(SpreadRouting { clusters, lower: [first, second], widths: OnceLock::new(), straight }))
}

/// Spread over routings of the clusters of both classes.
#[derive(Debug)]
struct SpreadRouting {
    clusters: Clusters,
    lower: [Arc<dyn Routing>; 2],
    /// The channels of these.
    widths: OnceLock<[u32; 2]>,
    straight: bool,
}

/// The next action of a packet: over the cross-edge, or on to a node of this cluster.
enum Aim {
    Cross,
    Inside(u64),
}

impl SpreadRouting {
    #[inline]
    fn class_widths(&self) -> [u32; 2] {
        *self.widths.get_or_init(|| [0, 1].map(|class: usize| self.lower[class].channels().max(1)))
    }

    fn is_cross_edge(&self, tail: Place, by: Channel) -> bool {
        by.port == self.clusters.cross_port(tail)
    }

    /// The set of a channel inside a cluster, and the channel as the routing below knows it.
    fn lower_channel(&self, tail: Place, by: Channel) -> (u32, Channel) {
        let width = self.class_widths()[tail.class as usize];
        // Sets are two, and division is slow.
        let set = u32::from(by.vc >= width);
        (set, Channel { from: Node(tail.node), port: by.port, vc: by.vc - set * width })
    }

    /// The stage of a packet at `here`, which it came to by a channel; without a channel that of a source.
    fn stage(&self, by: Option<(Place, Channel)>, here: Place) -> u32 {
        match by {
            None => here.class as u32,
            Some((tail, by)) if self.is_cross_edge(tail, by) => 2 * by.vc + tail.class as u32 + 1,
            Some((tail, by)) => 2 * self.lower_channel(tail, by).0 + here.class as u32,
        }
    }

    /// The node of the cluster to go to, before the next crossing or to end there, and the channel set.
    fn segment_target(
        &self,
        by: Option<(Place, Channel)>,
        here: Place,
        via: Option<Node>,
        there: Place,
    ) -> (u64, u32) {
        let (rank, position) = self.clusters.split(there.node);
        let stage = self.stage(by, here);
        // The shortest path has no other segments than its first and its last.
        let set = match (via, by) {
            (None, Some((tail, by))) if self.is_cross_edge(tail, by) => 1,
            _ => stage / 2,
        };
        if here.class == there.class && here.cluster == there.cluster {
            return (there.node, set);
        }
        let node = match via.map(|via| self.clusters.place(via)) {
            None if here.class == there.class => self.clusters.join(rank, position),
            None => self.clusters.join(there.cluster, position),
            Some(via) => {
                let class = 1 - via.class;
                let same = class == there.class;
                let (own, other) = if same { (rank, there.cluster) } else { (there.cluster, rank) };
                match stage.saturating_sub(class as u32) {
                    0 => self.clusters.across(via).node,
                    1 => self.clusters.join(other, self.clusters.split(here.node).1),
                    _ => self.clusters.join(own, position),
                }
            }
        };
        (node, set)
    }

    fn aim(&self, here: Place, target: u64) -> Aim {
        if here.node == target { Aim::Cross } else { Aim::Inside(target) }
    }

    fn next_channel(
        &self,
        by: Option<Channel>,
        at: Node,
        via: Option<Node>,
        to: Node,
    ) -> Option<VirtualChannel> {
        if at == to {
            return None;
        }
        let (here, there) = (self.clusters.place(at), self.clusters.place(to));
        let by = by.map(|by| (self.clusters.place(by.from), by));
        let (target, set) = self.segment_target(by, here, via, there);
        match self.aim(here, target) {
            Aim::Cross => Some(self.crossing_channel(here, set)),
            Aim::Inside(target) => {
                let lower = &self.lower[here.class as usize];
                let out = match by {
                    Some((tail, by)) if !self.is_cross_edge(tail, by) => {
                        lower.next(self.lower_channel(tail, by).1, Node(here.node), Node(target))
                    }
                    _ => lower.start(Node(here.node), Node(target)),
                };
                out.map(|out| self.set_channel(here.class, out, set))
            }
        }
    }

    /// The crossing out of a set.
    fn crossing_channel(&self, here: Place, set: u32) -> VirtualChannel {
        VirtualChannel { port: self.clusters.cross_port(here), vc: set.min(1) }
    }

    /// A channel of the routing below in a set.
    fn set_channel(&self, class: u64, out: VirtualChannel, set: u32) -> VirtualChannel {
        VirtualChannel { vc: out.vc + set.min(1) * self.class_widths()[class as usize], ..out }
    }
}

impl Routing for SpreadRouting {
    fn channels(&self) -> u32 {
        let [first, second] = self.class_widths();
        first.max(second).saturating_mul(2)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(None, from, None, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(Some(by), at, None, to)
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(None, from, Some(via), to)
    }

    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(Some(by), at, Some(via), to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        let first = self.lower[0].clone().channel_graph()?;
        let second = self.lower[1].clone().channel_graph()?;
        Some(Arc::new(SpreadGraph { rule: self, lower: [first, second] }))
    }

    fn detours(&self, from: Node) -> u64 {
        self.clusters.base(self.clusters.place(from).class).nodes()
    }

    /// The node across the i-th cross-edge of the cluster: its class determines that of the source, its cluster the cross-edge.
    fn detour(&self, from: Node, i: u64) -> Node {
        let here = self.clusters.place(from);
        self.clusters.id(self.clusters.across(Place { node: i, ..here }))
    }

    fn source_chooses(&self) -> bool {
        self.straight
    }

    fn gate(&self, by: Option<Channel>, at: Node, via: Option<Node>, to: Node) -> Option<(Node, Port)> {
        let (here, there) = (self.clusters.place(at), self.clusters.place(to));
        if here.class == there.class && here.cluster == there.cluster {
            return None;
        }
        let by = by.map(|by| (self.clusters.place(by.from), by));
        let leaves = Place { node: self.segment_target(by, here, via, there).0, ..here };
        Some((self.clusters.id(leaves), self.clusters.cross_port(leaves)))
    }
}

/// Its channel dependency graph, over those of the clusters; spread and shortest paths together.
#[derive(Debug)]
struct SpreadGraph {
    rule: Arc<SpreadRouting>,
    lower: [Arc<dyn ChannelGraph>; 2],
}

impl SpreadGraph {
    /// The first channels of a segment on a set, and the crossing if the segment is empty.
    fn push_segment(&self, here: Place, set: u32, out: &mut Vec<VirtualChannel>) {
        let lower = &self.lower[here.class as usize];
        let below = |out: &mut Vec<_>| lower.injection(Node(here.node), out);
        super::lists::push_mapped(out, below, |out| self.rule.set_channel(here.class, out, set));
        out.push(self.rule.crossing_channel(here, set));
    }
}

impl ChannelGraph for SpreadGraph {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        self.push_segment(self.rule.clusters.place(at), 0, out);
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let rule = self.rule.as_ref();
        let (tail, here) = (rule.clusters.place(by.from), rule.clusters.place(at));
        if rule.is_cross_edge(tail, by) {
            let stage = 2 * by.vc + tail.class as u32 + 1;
            if stage <= 3 {
                self.push_segment(here, stage / 2, out);
            }
            if stage == 1 {
                // The second segment of a shortest path.
                let below = |out: &mut Vec<_>| self.lower[1].injection(Node(here.node), out);
                super::lists::push_mapped(out, below, |out| rule.set_channel(1, out, 1));
            }
            return;
        }
        let (set, inner) = rule.lower_channel(tail, by);
        let lower = &self.lower[here.class as usize];
        let below = |out: &mut Vec<_>| lower.dependencies(inner, Node(here.node), out);
        super::lists::push_mapped(out, below, |out| rule.set_channel(here.class, out, set));
        if lower.ejects(inner, Node(here.node)) {
            out.push(rule.crossing_channel(here, set));
        }
    }

    fn ejects(&self, by: Channel, at: Node) -> bool {
        let rule = self.rule.as_ref();
        let (tail, here) = (rule.clusters.place(by.from), rule.clusters.place(at));
        match rule.is_cross_edge(tail, by) {
            true => by.vc < 2,
            false => self.lower[here.class as usize].ejects(rule.lower_channel(tail, by).1, Node(here.node)),
        }
    }

    /// It does not know which segments are empty for which targets.
    fn tight(&self) -> bool {
        false
    }
}
