//! Order routing on a level of dual construction: first a (in class 1), then b (in class 0), then the class (I7).
//!
//! Cross 0→1 on channel 0, route a → a' in class 1, cross 1→0, route b → b' in class 0, cross 0→1 on channel 1; what is right already
//! is left out. The channels of these five stages are disjoint and are taken in this order, so that the routing has no cycle when the
//! routing of the level below has none, and two channels on the cross-edges are enough at every level. With super-nodes the position
//! is fixed in class 1 if the route visits it, and in class 0 otherwise. The longest route is R = 2·R(below) + 3.

use super::dragonfly::PathChoice;
use super::entry::{RoutingEntry, Symmetry, any_part, no_detour};
use super::recursion::{Rules, routing_by_structure};
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::{Level, Node, Parts, Place, Structure};
use std::sync::Arc;

/// Order routing.
pub static ORDER: RoutingEntry = RoutingEntry {
    name: "order",
    summary: "First a, then b, then the class, at every level of dual construction",
    paper: "identity I7 of this project; Dally, Seitz, Deadlock-free message routing in multiprocessor interconnection networks (1987)",
    missing: |net| (!any_part(net, &is_level)).then_some("order routing needs a level of dual construction"),
    make: |net| {
        routing_by_structure(net, &Rules { level: DualOrder::over_level, dragonfly: PathChoice::Shortest })
    },
    detour: no_detour,
    fewest_channels: is_level,
    own_ways: false,
    symmetry: Symmetry::WithinClasses,
};

fn is_level(net: &dyn Structure) -> bool {
    matches!(net.parts(), Parts::Level(_))
}

/// Order routing on a level, over a routing of the level below.
#[derive(Debug)]
struct DualOrder {
    level: Level,
    lower: Arc<dyn Routing>,
}

impl DualOrder {
    fn over_level(level: Level, lower: Arc<dyn Routing>) -> Arc<dyn Routing> {
        Arc::new(DualOrder { level, lower })
    }

    fn is_cross_edge(&self, tail: Place, by: Channel) -> bool {
        by.port == self.level.cross_port(tail.node)
    }

    /// The next action: a channel over the cross-edge, a target in this cluster, or none.
    fn next_step(&self, here: Place, there: Place) -> OrderStep {
        let (rank, position) = self.level.split(there.node);
        // The coordinates of the target that this class moves, and the one that it cannot.
        let same = here.class == there.class;
        let (moved, fixed) = if same { (rank, there.cluster) } else { (there.cluster, rank) };
        let target = || self.level.join(moved, position);
        let cross = self.level.cross_port(here.node).0;
        if here.class == 1 {
            let target = target();
            match here.node == target {
                false => OrderStep::Inside(target),
                true if here.cluster != fixed || !same => OrderStep::Cross(VirtualChannel::new(cross, 0)),
                true => OrderStep::There,
            }
        } else if here.cluster != fixed {
            OrderStep::Cross(VirtualChannel::new(cross, 0))
        } else {
            let target = target();
            match here.node == target {
                false => OrderStep::Inside(target),
                true if !same => OrderStep::Cross(VirtualChannel::new(cross, 1)),
                true => OrderStep::There,
            }
        }
    }

    fn next_channel(&self, here: Place, there: Place) -> Option<VirtualChannel> {
        match self.next_step(here, there) {
            OrderStep::Inside(target) => self.lower.start(Node(here.node), Node(target)),
            OrderStep::Cross(out) => Some(out),
            OrderStep::There => None,
        }
    }
}

/// The next action at a position.
enum OrderStep {
    Inside(u64),
    Cross(VirtualChannel),
    There,
}

impl Routing for DualOrder {
    fn channels(&self) -> u32 {
        self.lower.channels().max(2)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(self.level.place(from), self.level.place(to))
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        let (tail, here, there) = (self.level.place(by.from), self.level.place(at), self.level.place(to));
        if !self.is_cross_edge(tail, by)
            && let OrderStep::Inside(target) = self.next_step(here, there)
        {
            return self.lower.next(lower_channel(tail, by), Node(here.node), Node(target));
        }
        self.next_channel(here, there)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        let lower = self.lower.clone().channel_graph()?;
        Some(Arc::new(OrderGraph { rule: self, lower }))
    }

    fn memoryless(&self) -> bool {
        self.lower.memoryless()
    }

    fn longest(&self) -> Option<u64> {
        match self.lower.longest()? {
            0 => Some(1),
            below if self.level.plain() => Some(2 * below + 3),
            _ => None,
        }
    }
}

/// A channel as the level below knows it.
fn lower_channel(tail: Place, by: Channel) -> Channel {
    Channel { from: Node(tail.node), ..by }
}

/// Its channel dependency graph, over that of the level below.
#[derive(Debug)]
struct OrderGraph {
    rule: Arc<DualOrder>,
    lower: Arc<dyn ChannelGraph>,
}

impl ChannelGraph for OrderGraph {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        let level = &self.rule.level;
        let here = level.place(at);
        let cross = level.cross_port(here.node).0;
        self.lower.injection(Node(here.node), out);
        // In class 0, channel 0 is for another a.
        if here.class == 1 || level.numbering().count() > 1 {
            out.push(VirtualChannel::new(cross, 0));
        }
        if here.class == 0 {
            out.push(VirtualChannel::new(cross, 1));
        }
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let level = &self.rule.level;
        let (tail, here) = (level.place(by.from), level.place(at));
        if self.rule.is_cross_edge(tail, by) {
            // Over channel 0 there is more to do in this cluster; channel 1 only ends.
            if by.vc == 0 {
                self.lower.injection(Node(here.node), out);
            }
            return;
        }
        let inner = lower_channel(tail, by);
        self.lower.dependencies(inner, Node(here.node), out);
        if self.lower.ejects(inner, Node(here.node)) {
            // From class 1 it goes on to b, from class 0 only to the final class.
            out.push(VirtualChannel::new(level.cross_port(here.node).0, u32::from(here.class == 0)));
        }
    }

    fn ejects(&self, by: Channel, at: Node) -> bool {
        let level = &self.rule.level;
        let (tail, here) = (level.place(by.from), level.place(at));
        if !self.rule.is_cross_edge(tail, by) {
            return self.lower.ejects(lower_channel(tail, by), Node(here.node));
        }
        // 0→1 on channel 0 is taken only when a differs; everything else may be the last hop.
        matches!((here.class, by.vc), (1, 1) | (0, 0))
    }

    fn tight(&self) -> bool {
        self.rule.level.plain() && self.lower.tight()
    }
}
