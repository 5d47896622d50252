//! Adaptive routings: proved over all routes, and every fault of a choice is caught under its own name.

use crossedge::net::{Node, Structure, elaborate, no_files};
use crossedge::progress::Silent;
use crossedge::route::channels::{ADAPTIVE, Channel, ChannelGraph, Routing, RoutingName, VirtualChannel};
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::internals::unoffered;
use crossedge::verify::deadlock::{Refuted, judge, judge_between};
use std::sync::Arc;

fn net(expression: &str) -> Arc<dyn Structure> {
    elaborate(&crossedge::expr::parse(expression).expect(expression), &no_files)
        .expect(expression)
        .network()
        .expect(expression)
}

/// All paths up on fat trees: one channel, and as many shortest paths as there are parents on each level.
#[test]
fn any_upward_path_is_deadlock_free_on_one_channel() {
    for expression in [
        "fattree(4)",
        "fattree(8)",
        "xgft([3,2,4],[1,3,2])",
        "karytree(3,3)",
        "clos(4,6,3)",
        "hosts(clos(2,3,2), 2)",
    ] {
        let net = net(expression);
        let routing = RoutingName::without_detours(&ADAPTIVE).on(&net).expect(expression);
        assert!(routing.chooses(), "{expression}");
        let verdict = judge_between(net.as_ref(), net.endpoints(), &routing, 1, &Silent).expect("runs");
        assert!(verdict.holds(), "{expression}: {verdict:?}");
    }
}

#[test]
fn every_candidate_is_on_a_shortest_path() {
    let net = net("xgft([2,3,2],[2,2,3])");
    let routing = RoutingName::without_detours(&ADAPTIVE).on(&net).expect("a fat tree");
    let ends = net.endpoints();
    let mut choices = 0;
    for (from, to) in (0..ends).flat_map(|a| (0..ends).map(move |b| (Node(a), Node(b)))) {
        let mut open = vec![(None, from)];
        while let Some((by, at)) = open.pop() {
            let mut out = Vec::new();
            routing.candidates(by, at, None, to, &mut out);
            assert_eq!(out.is_empty(), at == to);
            choices += usize::from(out.len() > 1);
            for next in out {
                let head = net.link(at, next.port).0;
                assert_eq!(net.distance(head, to).map(|d| d + 1), net.distance(at, to), "{from:?} {to:?}");
                open.push((Some(Channel::new(at, next)), head));
            }
        }
    }
    assert!(choices > 500, "{choices}");
}

#[test]
fn detours_over_adaptive_routings_are_refused() {
    let tree = net("fattree(4)");
    let told = RoutingName::valiant(&ADAPTIVE).on(&tree).expect_err("refused").to_string();
    assert_eq!(
        told,
        "a detour is over a routing without a choice, and adaptive has one\nhelp: take valiant over minimal"
    );
    let loads = crossedge::route::loads::loads(
        &tree,
        RoutingName::without_detours(&ADAPTIVE),
        crossedge::metrics::traffic::Traffic::Uniform,
        &Silent,
    );
    assert_eq!(
        loads.expect_err("refused").to_string(),
        "adaptive routing is adaptive, so loads depend on queues\nhelp: use `crossedge simulate`, or an oblivious routing"
    );
}

/// An error in the routing below.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    Nothing,
    /// Back and forth in the first dimension.
    Back,
    /// The second dimension first, which the description does not have.
    Undescribed,
    /// A port that no node has.
    NoPort,
    /// The first dimension, which is next, is not offered.
    Withheld,
    /// No candidates before the target.
    Stops,
    /// A turn that closes a circle, described.
    Turns,
}

/// On mesh(4,4), west first (Glass and Ni 1992): west as far as needed, then any of the others that are nearer.
#[derive(Debug)]
struct WestFirst {
    net: Arc<dyn Structure>,
    fault: Fault,
    /// Its position.
    at: u64,
}

impl WestFirst {
    fn place(v: Node) -> (u64, u64) {
        (v.0 / 4, v.0 % 4)
    }

    fn port(&self, at: Node, to: Node) -> VirtualChannel {
        let ports = 0..self.net.degree(at);
        let port = ports.into_iter().find(|&p| self.net.link(at, crossedge::net::Port(p)).0 == to);
        VirtualChannel::new(port.expect("a neighbour"), 0)
    }

    /// The neighbours that are nearer.
    fn nearer(&self, at: Node, to: Node) -> Vec<VirtualChannel> {
        let ((row, column), (to_row, to_column)) = (Self::place(at), Self::place(to));
        let west = to_column < column;
        let mut out = Vec::new();
        if west {
            out.push(self.port(at, Node(at.0 - 1)));
        }
        if to_column > column {
            out.push(self.port(at, Node(at.0 + 1)));
        }
        let any = self.fault == Fault::Turns;
        if to_row > row && (!west || any) {
            out.push(self.port(at, Node(at.0 + 4)));
        }
        if to_row < row && (!west || any) {
            out.push(self.port(at, Node(at.0 - 4)));
        }
        out
    }
}

impl Routing for WestFirst {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.nearer(from, to).first().copied()
    }

    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.start(at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choices(
        &self,
        by: Option<Channel>,
        at: Node,
        _via: Option<Node>,
        to: Node,
        out: &mut Vec<VirtualChannel>,
    ) {
        *out = self.nearer(at, to);
        if at.0 != self.at || at == to {
            return;
        }
        match (self.fault, by) {
            (Fault::Back, Some(by)) => out.push(self.port(at, by.from)),
            (Fault::Undescribed, _) if to.0 % 4 < at.0 % 4 && at.0 >= 4 => {
                out.push(self.port(at, Node(at.0 - 4)));
            }
            (Fault::NoPort, _) => out.push(VirtualChannel::new(9, 0)),
            (Fault::Withheld, _) if out.len() > 1 => drop(out.remove(0)),
            (Fault::Stops, _) => out.clear(),
            _ => {}
        }
    }
}

impl ChannelGraph for WestFirst {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        (0..self.net.degree(at)).for_each(|port| out.push(VirtualChannel::new(port, 0)));
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        for port in 0..self.net.degree(at) {
            let head = self.net.link(at, crossedge::net::Port(port)).0;
            let (west, came_west) = (head.0 + 1 == at.0, at.0 + 1 == by.from.0);
            let back = head == by.from && self.fault != Fault::Back;
            if !back && (!west || came_west || matches!(self.fault, Fault::Turns | Fault::Back)) {
                out.push(VirtualChannel::new(port, 0));
            }
        }
    }

    fn ejects(&self, _by: Channel, _at: Node) -> bool {
        true
    }

    fn tight(&self) -> bool {
        false
    }
}

/// The verdict on a fault at a node, as text.
fn told(fault: Fault, at: u64) -> String {
    let mesh = net("mesh(4,4)");
    let routing: Arc<dyn Routing> = Arc::new(WestFirst { net: mesh.clone(), fault, at });
    match judge(mesh.as_ref(), &routing, 1, &Silent).expect("runs") {
        Verdict::Holds(proof) => format!("holds, longest {}", proof.longest),
        Verdict::Refuted(Refuted::Deadlock(cycle)) => format!("deadlock of {}", cycle.channels.len()),
        Verdict::Refuted(Refuted::Broken(broken)) => broken.what,
        Verdict::Undecided(limit) => limit.reached(),
    }
}

#[test]
fn faults_of_a_choice_are_caught_by_name() {
    assert_eq!(told(Fault::Nothing, 0), "holds, longest 6");
    assert!(told(Fault::Turns, 0).starts_with("deadlock of "), "{}", told(Fault::Turns, 0));
    let inner = [5, 6, 9, 10];
    for at in inner {
        for (fault, name) in [
            (Fault::Back, "again and again"),
            (Fault::Undescribed, "which is not described"),
            (Fault::NoPort, "which is not there"),
            (Fault::Withheld, "which is its next channel"),
            (Fault::Stops, "which is its next channel"),
        ] {
            let told = told(fault, at);
            assert!(told.contains(name), "{fault:?} at {at}: {told}");
        }
    }
}

/// An escape by port 0, on channel 0 first and on channel 1 from there on.
#[derive(Debug)]
struct Round;

impl Routing for Round {
    fn channels(&self) -> u32 {
        2
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        (from != to).then(|| VirtualChannel::new(0, 0))
    }

    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        (at != to).then(|| VirtualChannel::new(0, 1))
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        None
    }
}

/// [`Routing`] gives no path to withhold the escape, so the faults are seeded in the candidates themselves.
#[test]
fn faults_of_an_escape_are_named() {
    let (at, to) = (Node(1), Node(3));
    let free = VirtualChannel::new(1, 2);
    let above = Channel::new(Node(0), VirtualChannel::new(0, 2));
    let entered = Channel::new(Node(0), VirtualChannel::new(0, 0));
    for (by, right) in [(None, 0), (Some(above), 0), (Some(entered), 1)] {
        let right = VirtualChannel::new(0, right);
        let wrong = VirtualChannel { vc: 1 - right.vc, ..right };
        let fault = |candidates: &[VirtualChannel]| unoffered(&Round, by, at, to, candidates);
        let says = |candidates: &[VirtualChannel], what: &str| {
            assert!(fault(candidates).is_some_and(|found| found.contains(what)), "{by:?}: {candidates:?}");
        };
        assert_eq!(fault(&[right]), None, "{by:?}");
        says(&[], "is offered no escape");
        says(&[free], "is offered no escape");
        says(&[wrong], "and the escape goes by");
        says(&[right, wrong], "and the escape goes by");
        match by == Some(entered) {
            true => says(&[free, right], "may leave the escape"),
            false => assert_eq!(fault(&[free, right]), None, "{by:?}"),
        }
    }
}
