//! Valiant's routing over any other: to a node drawn at random, and from there to the target, the second way on a channel set of its
//! own. It has no cycle when the routing below has none, with twice its channels. Valiant, Brebner, Universal schemes for parallel
//! communication (1981).

use super::{Channel, Routing, VirtualChannel, mapped};
use crate::net::Node;

/// Valiant's routing over another.
#[derive(Debug)]
pub(super) struct Valiant<'a> {
    pub base: Box<dyn Routing + 'a>,
}

impl Valiant<'_> {
    /// A lane of the second way.
    fn second(&self, lane: VirtualChannel) -> VirtualChannel {
        VirtualChannel { vc: lane.vc + self.base.channels(), ..lane }
    }

    /// A channel as the routing below sees it, and whether it is of the second way.
    fn inner(&self, by: Channel) -> (Channel, bool) {
        let half = self.base.channels();
        let second = by.lane.vc >= half;
        let vc = by.lane.vc - if second { half } else { 0 };
        (Channel { lane: VirtualChannel { vc, ..by.lane }, ..by }, second)
    }
}

impl Routing for Valiant<'_> {
    fn channels(&self) -> u32 {
        2 * self.base.channels()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.base.start(from, to).map(|lane| self.second(lane))
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        let (inner, _) = self.inner(by);
        self.base.next(inner, at, to).map(|lane| self.second(lane))
    }

    fn first(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        self.base.first(at, out);
        mapped(out, |out| self.base.first(at, out), |lane| self.second(lane));
    }

    fn after(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let (inner, second) = self.inner(by);
        if second {
            return mapped(out, |out| self.base.after(inner, at, out), |lane| self.second(lane));
        }
        self.base.after(inner, at, out);
        if self.base.ends(inner, at) {
            mapped(out, |out| self.base.first(at, out), |lane| self.second(lane));
        }
    }

    fn ends(&self, by: Channel, at: Node) -> bool {
        self.base.ends(self.inner(by).0, at)
    }

    fn exact(&self) -> bool {
        self.base.exact()
    }

    fn detours(&self) -> bool {
        true
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.base.start(from, via).or_else(|| self.start(from, to))
    }

    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        let (inner, second) = self.inner(by);
        if second {
            return self.next(by, at, to);
        }
        self.base.next(inner, at, via).or_else(|| self.start(at, to))
    }
}
