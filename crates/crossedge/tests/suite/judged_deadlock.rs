//! Faults seeded for the deadlock verifier: each is caught under its own name, at least 100 times, in short chains of channels
//! and in chains whose ranks do not fit a byte.

use crate::seeded::{Dice, Lists, name};
use crossedge::net::{Network, Node};
use crossedge::progress::{Progress, Silent};
use crossedge::route::channels::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::{Refuted, judge};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Routes as lists, and a description that was taken from them.
#[derive(Debug)]
struct Written {
    next: Vec<Vec<Option<u32>>>,
    first: HashSet<(u64, u32)>,
    after: HashMap<(u64, u32), HashSet<u32>>,
    ends: HashSet<(u64, u32)>,
    /// From when on a channel may follow itself.
    late: AtomicBool,
}

impl Written {
    /// The routes of a network, described exactly.
    fn new(net: &Lists) -> Self {
        let mut written = Written {
            next: net.next.clone(),
            first: HashSet::new(),
            after: HashMap::new(),
            ends: HashSet::new(),
            late: AtomicBool::new(false),
        };
        for from in 0..net.nodes() {
            for to in (0..net.nodes()).filter(|&to| to != from) {
                let (mut at, mut before) = (from, None);
                while let Some(port) = net.next[at as usize][to as usize] {
                    match before {
                        None => drop(written.first.insert((at, port))),
                        Some(by) => drop(written.after.entry(by).or_default().insert(port)),
                    }
                    before = Some((at, port));
                    at = net.rows[at as usize][port as usize].0;
                }
                written.ends.extend(before);
            }
        }
        written
    }

    fn copy(&self) -> Self {
        let Written { next, first, after, ends, .. } = self;
        let (next, first, after, ends) = (next.clone(), first.clone(), after.clone(), ends.clone());
        Written { next, first, after, ends, late: AtomicBool::new(false) }
    }
}

impl Routing for Written {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.next[from.0 as usize][to.0 as usize].map(|port| VirtualChannel::new(port, 0))
    }

    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.start(at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }
}

impl ChannelGraph for Written {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        let mut ports: Vec<u32> =
            self.first.iter().filter(|(v, _)| *v == at.0).map(|(_, port)| *port).collect();
        ports.sort_unstable();
        out.extend(ports.into_iter().map(|port| VirtualChannel::new(port, 0)));
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        if self.late.load(Ordering::Relaxed) {
            // Back where it came from: there is always such a port.
            out.extend(
                (0..self.next[at.0 as usize].len() as u32).take(1).map(|port| VirtualChannel::new(port, 0)),
            );
        }
        let mut ports: Vec<u32> =
            self.after.get(&(by.from.0, by.port.0)).into_iter().flatten().copied().collect();
        ports.sort_unstable();
        out.extend(ports.into_iter().map(|port| VirtualChannel::new(port, 0)));
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        self.ends.contains(&(by.from.0, by.port.0))
    }
}

/// Lets a routing change its mind when its dependencies are queried a second time.
struct Turncoat<'a>(&'a AtomicBool);

impl Progress for Turncoat<'_> {
    fn stage(&self, name: &str, _total: u64) {
        if name.starts_with("every dependency") {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn advance(&self, _units: u64) {}

    fn stopped(&self) -> bool {
        false
    }
}

#[test]
fn finding_c11_every_fault_of_a_routing_is_named() {
    let mut dice = Dice(31);
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let faults = [
        "stops at node",
        "which is not there",
        "which is not described",
        "is not described as a last one",
        "does not arrive",
        "differ between two calls",
        "Deadlock",
    ];
    let mut long = 0;
    for round in 0..105 {
        // On a tree shortest paths have no cycle; a long path has ranks beyond a byte.
        let n = if round == 0 { 270 } else { 6 + dice.below(20) };
        let line: Vec<(u64, u64)> = (1..n).map(|v| (v - 1, v)).collect();
        let net = if n > 250 { Lists::new(n, &line) } else { Lists::random(&mut dice, n, 0) };
        let good = Written::new(&net);
        let shared: Arc<dyn Routing> = Arc::new(good.copy());
        let Ok(Verdict::Holds(proof)) = judge(&net, &shared, 1, &Silent) else { panic!("a tree") };
        long += u32::from(proof.ranks > 250);
        for wanted in faults {
            // Every route of the long path is walked: two faults are enough there.
            if n > 250 && !wanted.contains("last one") && !wanted.contains("two calls") {
                continue;
            }
            let mut routing = good.copy();
            let mut net = net.clone();
            // A packet with at least two hops.
            let (v, to) = loop {
                let (v, to) = (dice.below(n), dice.below(n));
                if v != to && !net.linked(v, to) {
                    break (v as usize, to as usize);
                }
            };
            let port = routing.next[v][to].expect("not there");
            let head = net.rows[v][port as usize].0 as usize;
            match wanted {
                "stops at node" => routing.next[head][to] = None,
                "which is not there" => routing.next[head][to] = Some(net.rows[head].len() as u32),
                "which is not described" => match round % 2 {
                    0 => drop(routing.first.remove(&(v as u64, port))),
                    _ => drop(routing.after.remove(&(v as u64, port))),
                },
                "is not described as a last one" => {
                    let last = net.rows[to][0];
                    assert!(routing.ends.remove(&(last.0, last.1)));
                }
                "does not arrive" => {
                    let back = net.rows[v][port as usize].1;
                    routing.next[head][to] = Some(back);
                    let by = |at: usize, port: u32| (at as u64, port);
                    routing.after.entry(by(v, port)).or_default().insert(back);
                    routing.after.entry(by(head, back)).or_default().insert(port);
                }
                "Deadlock" => {
                    // One direction round a ring, described correctly.
                    let round: Vec<(u64, u64)> = (0..n).map(|v| (v, (v + 1) % n)).collect();
                    net = Lists::new(n, &round);
                    let on = |v: u64| net.rows[v as usize].iter().position(|&(w, _)| w == (v + 1) % n);
                    let ports: Vec<u32> = (0..n).map(|v| on(v).expect("a ring") as u32).collect();
                    for (v, &port) in ports.iter().enumerate() {
                        net.next[v] = (0..n as usize).map(|to| (to != v).then_some(port)).collect();
                    }
                    routing = Written::new(&net);
                }
                _ => {}
            }
            let routing = Arc::new(routing);
            let shared: Arc<dyn Routing> = routing.clone();
            let turncoat = Turncoat(&routing.late);
            let watch: &dyn Progress = if wanted.contains("two calls") { &turncoat } else { &Silent };
            let verdict = judge(&net, &shared, 1, watch).expect("a verdict");
            let said = match &verdict {
                Verdict::Refuted(Refuted::Broken(broken)) => broken.what.clone(),
                Verdict::Refuted(refuted) => name(refuted),
                _ => "no fault".to_owned(),
            };
            assert!(said.contains(wanted), "{wanted}: {said}");
            *seen.entry(wanted).or_default() += 1;
        }
    }
    println!("{seen:?}, {long} long chains");
    assert!(faults.iter().all(|fault| seen[fault] >= 100) && long == 1, "{seen:?} {long}");
}
