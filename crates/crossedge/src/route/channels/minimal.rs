//! The routing of the addresses on a level of dual construction, with one set of channels per segment.
//!
//! A way has at most two segments below the level, each followed by at most one crossing. The first segment takes the lower half of
//! the channels, the second the upper half, the crossings channel 0 and 1. So the stages come one after the other, there is no cycle
//! when the level below has none, and k levels over a base B need 2^k · channels(B). The position in a super-node is mended in the
//! first segment. Routes are minimal when the base's are and super-nodes are nested.

use super::{Channel, Routing, VirtualChannel, mapped};
use crate::net::{Level, Node, Place};

/// The routing of the addresses on a level, over that of the level below.
#[derive(Debug)]
pub(super) struct Minimal<'a> {
    pub level: &'a Level,
    pub lower: Box<dyn Routing + 'a>,
}

impl Minimal<'_> {
    /// The node of the level below to go to before the next crossing, or to end at; none when it is time to cross, or at the end.
    fn target(&self, here: Place, there: Place) -> Option<u64> {
        if here.class == there.class && here.cluster == there.cluster {
            return (here.node != there.node).then_some(there.node);
        }
        let (rank, position) = self.level.split(there.node);
        let moved = if here.class == there.class { rank } else { there.cluster };
        let target = self.level.join(moved, position);
        (here.node != target).then_some(target)
    }

    /// The channel that the level below knows for channel `vc`, and whether it is of the second segment.
    fn half(&self, vc: u32) -> (u32, bool) {
        let half = self.lower.channels();
        if vc < half { (vc, false) } else { (vc - half, true) }
    }

    /// A lane of the level below in the first or the second segment.
    fn raise(&self, lane: VirtualChannel, second: bool) -> VirtualChannel {
        VirtualChannel { vc: lane.vc + if second { self.lower.channels() } else { 0 }, ..lane }
    }

    fn crossing(&self, here: Place, second: bool) -> VirtualChannel {
        VirtualChannel::new(self.level.cross_port(here.node).0, u32::from(second))
    }
}

impl Routing for Minimal<'_> {
    fn channels(&self) -> u32 {
        2 * self.lower.channels()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        let (here, there) = (self.level.place(from), self.level.place(to));
        match self.target(here, there) {
            Some(target) => self.lower.start(Node(here.node), Node(target)),
            None => (from != to).then(|| self.crossing(here, false)),
        }
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        if at == to {
            return None;
        }
        let (tail, here, there) = (self.level.place(by.from), self.level.place(at), self.level.place(to));
        let target = self.target(here, there);
        if by.lane.port == self.level.cross_port(tail.node) {
            return match target {
                Some(target) => {
                    self.lower.start(Node(here.node), Node(target)).map(|lane| self.raise(lane, true))
                }
                None => Some(self.crossing(here, true)),
            };
        }
        let (vc, second) = self.half(by.lane.vc);
        let Some(target) = target else { return Some(self.crossing(here, second)) };
        let by = Channel { from: Node(tail.node), lane: VirtualChannel { vc, ..by.lane } };
        self.lower.next(by, Node(here.node), Node(target)).map(|lane| self.raise(lane, second))
    }

    fn first(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        let here = self.level.place(at);
        self.lower.first(Node(here.node), out);
        out.push(self.crossing(here, false));
    }

    fn after(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let (tail, here) = (self.level.place(by.from), self.level.place(at));
        if by.lane.port == self.level.cross_port(tail.node) {
            if by.lane.vc == 0 {
                mapped(out, |out| self.lower.first(Node(here.node), out), |lane| self.raise(lane, true));
            }
            return;
        }
        let (vc, second) = self.half(by.lane.vc);
        let inner = Channel { from: Node(tail.node), lane: VirtualChannel { vc, ..by.lane } };
        mapped(out, |out| self.lower.after(inner, Node(here.node), out), |lane| self.raise(lane, second));
        if self.lower.ends(inner, Node(here.node)) && (!second || self.level.numbering().count() > 1) {
            out.push(self.crossing(here, second));
        }
    }

    fn ends(&self, by: Channel, at: Node) -> bool {
        let (tail, here) = (self.level.place(by.from), self.level.place(at));
        if by.lane.port == self.level.cross_port(tail.node) {
            return by.lane.vc == 0 || (by.lane.vc == 1 && self.level.numbering().count() > 1);
        }
        let vc = self.half(by.lane.vc).0;
        let inner = Channel { from: Node(tail.node), lane: VirtualChannel { vc, ..by.lane } };
        self.lower.ends(inner, Node(here.node))
    }

    fn exact(&self) -> bool {
        self.level.plain() && self.lower.exact()
    }

    fn longest(&self) -> Option<u64> {
        match self.lower.longest()? {
            0 => Some(1),
            below if self.level.plain() => Some(2 * below + 2),
            _ => None,
        }
    }
}
