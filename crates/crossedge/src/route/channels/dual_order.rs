//! Order routing on a level of dual construction: first a (in class 1), then b (in class 0), then the class (I7).
//!
//! Cross 0→1 on channel 0, route a → a' in class 1, cross 1→0, route b → b' in class 0, cross 0→1 on channel 1; what is right already
//! is left out. The channels of these five stages are disjoint and are taken in this order, so that the routing has no cycle when the
//! routing of the level below has none, and two channels on the cross-edges are enough at every level. With super-nodes the position
//! is mended in class 1 if the way goes through it, and in class 0 otherwise. The longest route is R = 2·R(below) + 3.

use super::{Channel, Routing, VirtualChannel};
use crate::net::{Level, Node, Place};

/// Order routing on a level, over a routing of the level below.
#[derive(Debug)]
pub(super) struct Order<'a> {
    pub level: &'a Level,
    pub lower: Box<dyn Routing + 'a>,
}

impl Order<'_> {
    /// What is to be done at a place: a lane over the cross-edge, or a target in this cluster, or nothing.
    fn step(&self, here: Place, there: Place) -> Step {
        let (rank, position) = self.level.split(there.node);
        // The coordinates of the target that this class moves, and the one that it cannot.
        let same = here.class == there.class;
        let (moved, fixed) = if same { (rank, there.cluster) } else { (there.cluster, rank) };
        let target = || self.level.join(moved, position);
        let cross = self.level.cross_port(here.node).0;
        if here.class == 1 {
            let target = target();
            match here.node == target {
                false => Step::Inside(target),
                true if here.cluster != fixed || !same => Step::Cross(VirtualChannel::new(cross, 0)),
                true => Step::There,
            }
        } else if here.cluster != fixed {
            Step::Cross(VirtualChannel::new(cross, 0))
        } else {
            let target = target();
            match here.node == target {
                false => Step::Inside(target),
                true if !same => Step::Cross(VirtualChannel::new(cross, 1)),
                true => Step::There,
            }
        }
    }

    fn lane(&self, here: Place, there: Place) -> Option<VirtualChannel> {
        match self.step(here, there) {
            Step::Inside(target) => self.lower.start(Node(here.node), Node(target)),
            Step::Cross(lane) => Some(lane),
            Step::There => None,
        }
    }
}

/// What is to be done at a place.
enum Step {
    Inside(u64),
    Cross(VirtualChannel),
    There,
}

impl Routing for Order<'_> {
    fn channels(&self) -> u32 {
        self.lower.channels().max(2)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.lane(self.level.place(from), self.level.place(to))
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        let (tail, here, there) = (self.level.place(by.from), self.level.place(at), self.level.place(to));
        if by.lane.port != self.level.cross_port(tail.node)
            && let Step::Inside(target) = self.step(here, there)
        {
            let by = Channel { from: Node(tail.node), lane: by.lane };
            return self.lower.next(by, Node(here.node), Node(target));
        }
        self.lane(here, there)
    }

    fn first(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        let here = self.level.place(at);
        let cross = self.level.cross_port(here.node).0;
        self.lower.first(Node(here.node), out);
        // In class 0, channel 0 is for another a.
        if here.class == 1 || self.level.numbering().count() > 1 {
            out.push(VirtualChannel::new(cross, 0));
        }
        if here.class == 0 {
            out.push(VirtualChannel::new(cross, 1));
        }
    }

    fn after(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let (tail, here) = (self.level.place(by.from), self.level.place(at));
        if by.lane.port == self.level.cross_port(tail.node) {
            // Over channel 0 there is more to do in this cluster; channel 1 only ends.
            if by.lane.vc == 0 {
                self.lower.first(Node(here.node), out);
            }
            return;
        }
        let inner = Channel { from: Node(tail.node), lane: by.lane };
        self.lower.after(inner, Node(here.node), out);
        if self.lower.ends(inner, Node(here.node)) {
            // From class 1 it goes on to b, from class 0 only to the final class.
            out.push(VirtualChannel::new(self.level.cross_port(here.node).0, u32::from(here.class == 0)));
        }
    }

    fn ends(&self, by: Channel, at: Node) -> bool {
        let (tail, here) = (self.level.place(by.from), self.level.place(at));
        if by.lane.port != self.level.cross_port(tail.node) {
            return self.lower.ends(Channel { from: Node(tail.node), lane: by.lane }, Node(here.node));
        }
        // 0→1 on channel 0 is taken only when a differs; everything else may be the last hop.
        matches!((here.class, by.lane.vc), (1, 1) | (0, 0))
    }

    fn exact(&self) -> bool {
        self.level.plain() && self.lower.exact()
    }

    fn longest(&self) -> Option<u64> {
        match self.lower.longest()? {
            0 => Some(1),
            below if self.level.plain() => Some(2 * below + 3),
            _ => None,
        }
    }
}
