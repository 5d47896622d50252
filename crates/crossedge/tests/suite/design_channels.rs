//! Virtual channels of dragonfly+ and of duals over two bases in the search, compared with the deadlock verifier.

use crossedge::net::{Node, Port, Structure, neighbors};
use crossedge::prelude::*;
use crossedge::route::channels::{Channel, ChannelGraph, DIMENSION, Routing, VirtualChannel};
use crossedge::search::read;
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::{Proof, Refuted, judge_between};
use std::sync::Arc;

fn told(text: &str) -> (Topology, u32) {
    let net: Topology = text.parse().expect(text);
    let channels = read(net.shape()).expect(text).figures.channels.expect("a closed form");
    (net, channels)
}

fn judged(net: &Topology, routing: Arc<dyn Routing>, channels: u32) -> Verdict<Proof, Refuted> {
    let net = net.network().expect("a network").as_ref();
    judge_between(net, net.endpoints(), &routing, channels, &Silent).expect("not cancelled")
}

/// The port that leads to a neighbour.
fn port(net: &dyn Structure, from: u64, to: u64) -> Port {
    let place = neighbors(net, Node(from)).position(|w| w.0 == to);
    Port(place.unwrap_or_else(|| panic!("no link {from}-{to}")) as u32)
}

/// Up to the spine that is linked with the other group, over, and down; in a group over the spine of the target's number. One channel.
#[derive(Debug)]
struct UpOverDown {
    net: Arc<dyn Structure>,
    leaves: u64,
    hosts: u64,
}

impl UpOverDown {
    /// The leaf of a host, or the node itself without hosts; and its group.
    fn group(&self, v: u64) -> u64 {
        let ends = self.net.endpoints();
        let behind = if self.hosts == 0 { 0 } else { ends };
        let leaves = ends.checked_div(self.hosts).unwrap_or(ends);
        match v {
            _ if self.hosts > 0 && v < ends => v / self.hosts / self.leaves,
            _ if v < behind + leaves => (v - behind) / self.leaves,
            _ => (v - behind - leaves) / self.leaves,
        }
    }

    fn hop(&self, at: u64, to: u64) -> Option<u64> {
        let net = self.net.as_ref();
        if at == to {
            return None;
        }
        let ends = net.endpoints();
        let first_leaf = if self.hosts == 0 { 0 } else { ends };
        let leaf_of_target = to.checked_div(self.hosts).map_or(to, |leaf| ends + leaf);
        let leaves = ends.checked_div(self.hosts).unwrap_or(ends);
        let is_leaf = |v: u64| (first_leaf..first_leaf + leaves).contains(&v);
        let around: Vec<u64> = neighbors(net, Node(at)).map(|w| w.0).collect();
        let same = self.group(at) == self.group(to);
        Some(if self.hosts > 0 && at < ends {
            around[0]
        } else if at == leaf_of_target {
            to
        } else if is_leaf(at) {
            let spines = around.iter().copied().filter(|&w| w >= first_leaf + leaves);
            let leads = |spine: u64| {
                neighbors(net, Node(spine))
                    .any(|w| w.0 >= first_leaf + leaves && self.group(w.0) == self.group(to))
            };
            let mut spines: Vec<u64> = spines.filter(|&spine| same || leads(spine)).collect();
            spines.sort_unstable();
            spines[(leaf_of_target % spines.len() as u64) as usize]
        } else if same {
            leaf_of_target
        } else {
            around
                .into_iter()
                .find(|&w| w >= first_leaf + leaves && self.group(w) == self.group(to))
                .expect("the spine was chosen for its link")
        })
    }
}

impl Routing for UpOverDown {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        let next = self.hop(from.0, to.0)?;
        Some(VirtualChannel::new(port(self.net.as_ref(), from.0, next).0, 0))
    }

    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.start(at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        None
    }
}

#[test]
fn dragonfly_plus_needs_one_channel() {
    for (s, h) in [(2, 1), (2, 2), (3, 2), (4, 3)] {
        for hosts in [0, 1, 2] {
            let text = match hosts {
                0 => format!("megafly({s},{h})"),
                _ => format!("hosts(megafly({s},{h}), {hosts})"),
            };
            let (net, channels) = told(&text);
            assert_eq!(channels, 1, "{text}");
            let network = net.network().expect("a network").clone();
            let routing = UpOverDown { net: network.clone(), leaves: s, hosts };
            // Shortest between endpoints: 2 in a group, 3 between groups, and a hop for each host.
            for (a, b) in
                (0..network.endpoints()).flat_map(|a| [(a, 0), (0, a), (a, network.endpoints() - 1)])
            {
                let (mut at, mut hops) = (a, 0);
                while let Some(next) = routing.hop(at, b) {
                    (at, hops) = (next, hops + 1);
                }
                assert!(at == b && hops <= 3 + 2 * u64::from(hosts > 0), "{text}: {a} to {b} in {hops}");
            }
            assert!(matches!(judged(&net, Arc::new(routing), channels), Verdict::Holds(_)), "{text}");
        }
    }
}

/// The five stages of order routing over two bases: across on channel 0, b in class 1, across, a in class 0, and across on channel 1.
#[derive(Debug)]
struct FiveStages {
    net: Arc<dyn Structure>,
    sizes: [u64; 2],
    lower: [Arc<dyn Routing>; 2],
}

enum Stage {
    Inside(u64),
    Cross(u32),
    There,
}

impl FiveStages {
    /// Class, a and b.
    fn place(&self, v: Node) -> (usize, u64, u64) {
        let [na, nb] = self.sizes;
        let half = na * nb;
        if v.0 < half { (0, v.0 % na, v.0 / na) } else { (1, (v.0 - half) / nb, (v.0 - half) % nb) }
    }

    fn stage(&self, at: Node, to: Node) -> Stage {
        let ((class, a, b), (last, x, y)) = (self.place(at), self.place(to));
        match class {
            0 if b != y => Stage::Cross(0),
            0 if a != x => Stage::Inside(x),
            0 if last == 1 => Stage::Cross(1),
            1 if b != y => Stage::Inside(y),
            1 if a != x || last == 0 => Stage::Cross(0),
            _ => Stage::There,
        }
    }

    fn out(&self, by: Option<Channel>, at: Node, to: Node) -> Option<VirtualChannel> {
        let (class, a, b) = self.place(at);
        let own = if class == 0 { a } else { b };
        match self.stage(at, to) {
            Stage::There => None,
            Stage::Cross(vc) => Some(VirtualChannel::new(self.net.degree(at) - 1, vc)),
            Stage::Inside(target) => {
                let inside = by.filter(|by| by.port.0 + 1 < self.net.degree(by.from));
                match inside {
                    Some(by) => {
                        let (_, x, y) = self.place(by.from);
                        let from = Node(if class == 0 { x } else { y });
                        self.lower[class].next(Channel { from, ..by }, Node(own), Node(target))
                    }
                    None => self.lower[class].start(Node(own), Node(target)),
                }
            }
        }
    }
}

impl Routing for FiveStages {
    fn channels(&self) -> u32 {
        self.lower.iter().map(|lower| lower.channels()).max().unwrap_or(0).max(2)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.out(None, from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.out(Some(by), at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        None
    }
}

#[test]
fn duals_over_two_bases_need_the_channels_of_their_five_stages() {
    for bases in [
        ["ring(4)", "complete(3)"],
        ["torus(3,4)", "ring(5)"],
        ["path(3)", "ring(3)"],
        ["hypercube(3)", "mesh(2,3)"],
    ] {
        let text = format!("dual({}, {})", bases[0], bases[1]);
        let (net, channels) = told(&text);
        let parts = bases.map(|base| base.parse::<Topology>().expect(base));
        let network = |net: &Topology| net.network().expect("a network").clone();
        let routing = FiveStages {
            net: network(&net),
            sizes: [&parts[0], &parts[1]].map(|part| network(part).nodes()),
            lower: [&parts[0], &parts[1]]
                .map(|part| (DIMENSION.make)(&network(part)).expect("dimension order on a product of lines")),
        };
        assert_eq!(routing.channels(), channels, "{text}");
        let routing: Arc<dyn Routing> = Arc::new(routing);
        assert!(matches!(judged(&net, routing.clone(), channels), Verdict::Holds(_)), "{text}");
        // The last crossing needs a channel of its own: with one for all, packets wait for each other.
        let one = judged(&net, routing, 1);
        assert!(matches!(one, Verdict::Refuted(Refuted::Deadlock(_))), "{text}: {one:?}");
    }
}
