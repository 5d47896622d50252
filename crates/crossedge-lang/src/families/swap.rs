//! `swap(H, G)`: the multiswapped network. Nodes (h, g, p), h in H, cluster g and node p in G, row-major. Links: (h, g, p) – (h, g, q) for each link
//! p – q of G; (h, g, p) – (k, p, g) for each link h – k of H, class `swap`. With `loops=yes` also (h, g, p) – (h, p, g) for g ≠ p, class `loop`.
//! Ports: those of G, those of H, the loop.
//!
//! `swap(complete(2), G)` is `dual(G)`, id for id; `swap(complete(1), G, loops=yes)` is the swapped network OTIS-G, and
//! `swap(complete(K), complete(M), loops=yes)` the Swapped Dragonfly. Stewart, multiswapped networks, 2013; Day and Al-Ayyoub 2002; Draper 2022.
//!
//! A walk projects on a walk in H, which makes the swaps, and on two in G. With an even number of swaps cluster leads to cluster and node to node, with
//! an odd number they change places. So the distance is the least of e + d(g,g') + d(p,p') and o + d(p,g') + d(g,p'), e and o the least even (from 2
//! on) and odd lengths of walks in H, and d(p,p') in one cluster.

use super::hub::hops;
use super::product::too_many_digits;
use crate::language::budget::degree_limit;
use crate::net::address::{Address, Pair};
use crate::net::algebra::distance_polynomial::{Distances, MAX_TERMS, multiply};
use crate::net::algebra::parity_walks::{ParityWalks, bipartite};
use crate::net::machine::{classes, degrees_of_copies, merged_degrees, raised_degrees, unused_class_name};
use crate::net::shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit, follows, links, reasons,
};
use crate::net::{
    Args, Entry, Leaf, Naming, Network, NetworkParts, Node, Parts, Port, Roles, Structure, Table, levels,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::{Error, Kind};
use num_bigint::BigUint;
use num_traits::One;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "swap",
    signature: "swap(H, G, loops=no)",
    summary: "multiswapped network: clusters of G at every node of H, whose links swap cluster and node; loops=yes: OTIS",
    paper: "Stewart, multiswapped networks, Journal of Computer and System Sciences 79 (2013)",
    examples: &[
        "swap(complete(2), ring(3))",
        "swap(complete(1), ring(4), loops=yes)",
        "swap(complete(3), complete(3), loops=yes)",
        "swap(path(3), complete(2))",
    ],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let (frame, base) = (args.direct("H")?, args.direct("G")?);
    let loops = match args.optional("loops") {
        None => false,
        Some(value) => match &value.kind {
            Kind::Word(word) if word == "yes" => true,
            Kind::Word(word) if word == "no" => false,
            _ => return Err(args.wrong(value, "loops", "yes or no")),
        },
    };
    let size = base.nodes();
    if frame.nodes().bits() + 2 * size.bits() > MAX_BITS {
        return Err(too_many_digits(args.span()));
    }
    let one = args.work().product_degrees(&frame.degrees(), &base.degrees(), &args.span())?;
    let degrees = match loops {
        false => degrees_of_copies(one, &size),
        // One in |G| has the same cluster as node, and no loop.
        true => {
            let looped = raised_degrees(one.clone(), 1).ok_or_else(|| degree_limit(args.span()))?;
            let mut all = merged_degrees(one, degrees_of_copies(looped, &(&size - 1u32)));
            all.retain(|_, count| *count > BigUint::ZERO);
            all
        }
    };
    Ok(Arc::new(Swap { frame, base, loops, degrees }))
}

/// The counts, at any size.
#[derive(Debug)]
struct Swap {
    frame: Arc<dyn Shape>,
    base: Arc<dyn Shape>,
    loops: bool,
    degrees: DegreeCounts,
}

/// Distances are counted over at most this many choices of coordinates.
const MAX_COUNTED: u64 = 1 << 22;

/// The evidence of distances.
const THREE_WALKS: &str = "a walk projects onto one in H and two in G; the parity of its swaps determines the coordinates [swap-distance]";

impl Swap {
    /// Distances where H has odd cycles: over all pairs of nodes of H with their least even and odd walks, and all choices of two clusters and
    /// two nodes of G with the two sums of their distances. If G is vertex-transitive, one of the four represents all.
    fn count_distances(&self) -> Option<Known<Distances>> {
        let alike = self.base.node_symmetric().is_some();
        let [nodes, size] = [&self.frame, &self.base].map(|shape| u64::try_from(shape.nodes()).ok());
        let (nodes, size) = (nodes?, size?);
        let work = size.checked_pow(if alike { 3 } else { 4 })?;
        if work > MAX_COUNTED || nodes.checked_pow(2)? > MAX_COUNTED {
            return None;
        }
        let (frame, base) = (self.frame.network().ok()?, self.base.network().ok()?);
        let table = Table::from_network(base.as_ref());
        let base_distances: Vec<Vec<u32>> =
            (0..size).map(|v| table.distances_from(v)).collect::<Option<_>>()?;
        let walks = ParityWalks::new(self.frame.as_ref(), frame).ok()?;
        let most = 2 * base_distances.iter().flatten().copied().max()? as usize + 1;
        // By the sum to equal coordinates and the sum to exchanged ones; and the same where both are in one cluster.
        let (mut all, mut inside) = (vec![0u64; most * most], vec![0u64; most]);
        let (firsts, times) = if alike { (1, size) } else { (size, 1) };
        let n = size as usize;
        for g in 0..firsts as usize {
            for p in 0..n {
                for to_g in 0..n {
                    for to_p in 0..n {
                        let straight = (base_distances[g][to_g] + base_distances[p][to_p]) as usize;
                        let crossed = (base_distances[p][to_g] + base_distances[g][to_p]) as usize;
                        if g == to_g {
                            inside[straight] += 1;
                        }
                        all[straight * most + crossed] += 1;
                    }
                }
            }
        }
        let mut same_cluster = vec![0u64; most * most];
        for g in 0..firsts as usize {
            for p in 0..n {
                for to_p in 0..n {
                    same_cluster[base_distances[p][to_p] as usize * most
                        + (base_distances[p][g] + base_distances[g][to_p]) as usize] += 1;
                }
            }
        }
        let mut counts: Vec<u128> = Vec::new();
        let mut add = |distance: u64, count: u64| {
            let at = distance as usize;
            if counts.len() <= at {
                counts.resize(at + 1, 0);
            }
            counts[at] += u128::from(count) * u128::from(times);
        };
        for from in 0..nodes {
            for to in 0..nodes {
                let [even, odd] = walks.lengths(Node(from), Node(to));
                // No swap at all leads from a node to itself; then the least even number is two.
                let even = even.map(|even| even.max(2));
                for (place, &count) in all.iter().enumerate() {
                    let count = count - if from == to { same_cluster[place] } else { 0 };
                    if count > 0 {
                        let (straight, crossed) = ((place / most) as u64, (place % most) as u64);
                        let lengths = [even.map(|even| even + straight), odd.map(|odd| odd + crossed)];
                        add(lengths.into_iter().flatten().min()?, count);
                    }
                }
                if from == to {
                    inside.iter().enumerate().for_each(|(straight, &count)| add(straight as u64, count));
                }
            }
        }
        let evidence = follows(
            THREE_WALKS,
            [walks.length_evidence(), Evidence::computed("search in G from every node [bfs]")],
        );
        let counts = counts.into_iter().map(BigUint::from).collect();
        Some(Known::new(Distances::new(self.nodes(), counts), evidence))
    }

    /// Returns `true` if no swap can be made though there is something to swap.
    fn is_disconnected(&self) -> bool {
        self.frame.nodes().is_one() && !self.loops && !self.base.nodes().is_one()
    }
}

impl Shape for Swap {
    fn nodes(&self) -> BigUint {
        let size = self.base.nodes();
        self.frame.nodes() * &size * size
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        self.base.machine().is_some().then_some(self)
    }

    /// If H is bipartite, the sides of the ends determine the parity: x^d·A² for nodes of H at distance d, and at one node those of a dual.
    fn distances(&self) -> Option<Known<Distances>> {
        if self.base.nodes().is_one() {
            return self.frame.distances();
        }
        if self.is_disconnected() || self.loops {
            return None;
        }
        if !bipartite(self.frame.as_ref()) {
            return self.count_distances();
        }
        let (frame, base) = (self.frame.distances()?, self.base.distances()?);
        let terms = frame.value.diameter().saturating_add(base.value.diameter().saturating_mul(2));
        if terms >= MAX_TERMS - 2 {
            return None;
        }
        let (mut over, a) = (frame.value.pairs(), base.value.pairs());
        let (nodes, size) = (std::mem::take(&mut over[0]), &a[0]);
        let square = multiply(&a, &a);
        let mut counts = multiply(&over, &square);
        counts.resize(counts.len().max(square.len() + 2), BigUint::ZERO);
        for (i, count) in square.iter().enumerate() {
            counts[i + 2] += count * &nodes;
        }
        for (i, count) in a.iter().enumerate() {
            let inside = count * size * &nodes;
            counts[i] += &inside;
            counts[i + 2] -= inside;
        }
        let evidence = follows(THREE_WALKS, [frame.evidence, base.evidence]);
        Some(Known::new(Distances::new(self.nodes(), counts), evidence))
    }

    /// Between (h, g, g) and (h', g', g') at maximum distance, both parities have the same two walks in G.
    fn diameter(&self) -> Option<Known<BigUint>> {
        if self.base.nodes().is_one() {
            return self.frame.diameter();
        }
        if self.is_disconnected() {
            return None;
        }
        let (frame, base) = (self.frame.diameter()?, self.base.diameter()?);
        let swaps = frame.value.max(if self.loops { 1u32 } else { 2 }.into());
        let evidence = follows(THREE_WALKS, [frame.evidence, base.evidence]);
        Some(Known::new(swaps + (base.value << 1u32), evidence))
    }

    fn node_symmetric(&self) -> Option<String> {
        if self.loops || !bipartite(self.frame.as_ref()) {
            return None;
        }
        let parts = [self.frame.node_symmetric()?, self.base.node_symmetric()?];
        let own = "automorphisms of H and of both coordinates, which change places with the colours of H [swap-symmetry]";
        Some(reasons([own.to_owned()].into_iter().chain(parts)))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let (frame, base) = (self.frame.network()?, self.base.network()?);
        let walks = match self.loops {
            true => None,
            false => Some(ParityWalks::new(self.frame.as_ref(), frame.clone())?),
        };
        let mut classes = base.link_classes();
        for name in ["swap", "loop"].into_iter().take(1 + usize::from(self.loops)) {
            classes.push(unused_class_name(name, classes.iter().map(String::as_str)));
        }
        let size = base.nodes();
        Ok(Arc::new(SwapNet {
            inner: base.link_classes().len(),
            frame,
            base,
            walks,
            pair: Pair::new(size),
            classes,
        }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.frame.check()?;
        self.base.check()?;
        if !self.loops {
            ParityWalks::check(self.frame.as_ref())?;
        }
        counts_fit(&self.nodes(), &self.degrees)
    }
}

impl Machine for Swap {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let mut all = classes(self.base.as_ref())?;
        let (size, nodes) = (self.base.nodes(), self.frame.nodes());
        let groups = &nodes * &size;
        all.iter_mut().for_each(|class| class.links = class.links.take().map(|links| links * &groups));
        let counts = [links(self.frame.as_ref()) * &size * &size, (&groups * (&size - 1u32)) >> 1u32];
        for (name, links) in ["swap", "loop"].into_iter().zip(counts).take(1 + usize::from(self.loops)) {
            let name = unused_class_name(name, all.iter().map(|class| class.name.as_str()));
            all.push(LinkClass { name, width: 1, links: Some(links) });
        }
        Some(all)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        Some(links(self) > BigUint::ZERO)
    }
}

/// The network.
#[derive(Debug)]
struct SwapNet {
    frame: Arc<dyn Structure>,
    base: Arc<dyn Structure>,
    /// How swaps can be made; none with loops, where a walk can stay.
    walks: Option<ParityWalks>,
    /// The prefix before the last coordinate, and the last coordinate.
    pair: Pair,
    /// Number of classes the base has.
    inner: usize,
    classes: Vec<String>,
}

/// A node: that of H, and cluster and node of G.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SwapPlace {
    h: Node,
    g: Node,
    p: Node,
}

/// The rest of a route: the number of remaining swaps, and the next destination in this cluster.
#[derive(Debug, Clone, Copy)]
struct Course {
    length: u64,
    swaps: u64,
    wanted: Node,
}

impl SwapNet {
    fn swap_place(&self, v: Node) -> SwapPlace {
        let (rest, p) = self.pair.split(v.0);
        let (h, g) = self.pair.split(rest);
        SwapPlace { h: Node(h), g: Node(g), p: Node(p) }
    }

    fn id(&self, at: SwapPlace) -> Node {
        Node(self.pair.join(self.pair.join(at.h.0, at.g.0), at.p.0))
    }

    /// The first port of H.
    fn port_offset(&self, p: Node) -> u32 {
        self.base.degree(p)
    }

    /// The least even number of swaps, from 2 on, and the least odd one from `h` to `k`.
    fn swap_counts(&self, h: Node, k: Node) -> [Option<u64>; 2] {
        match &self.walks {
            Some(walks) => {
                let [even, odd] = walks.lengths(h, k);
                let turned = if self.frame.degree(h) > 0 { Some(2) } else { None };
                [if h == k { turned } else { even }, odd]
            }
            None => match hops(self.frame.as_ref(), h, k) {
                Some(distance) => [Some((distance + (distance & 1)).max(2)), Some(distance | 1)],
                None => [None; 2],
            },
        }
    }

    /// The best known path: a shortest one if the parts have shortest ones.
    fn best_course(&self, from: SwapPlace, to: SwapPlace) -> Option<Course> {
        let inside = |a: Node, b: Node| hops(self.base.as_ref(), a, b);
        let [even, odd] = self.swap_counts(from.h, to.h);
        let course = |swaps: Option<u64>, wanted: Node, other: Node| {
            let length = swaps?.checked_add(inside(from.p, wanted)?)?.checked_add(inside(from.g, other)?)?;
            Some(Course { length, swaps: swaps?, wanted })
        };
        let here = match from.h == to.h && from.g == to.g {
            true => inside(from.p, to.p).map(|length| Course { length, swaps: 0, wanted: to.p }),
            false => None,
        };
        let all = [here, course(odd, to.g, to.p), course(even, to.p, to.g)];
        all.into_iter().flatten().min_by_key(|course| course.length)
    }
}

impl Network for SwapNet {
    fn nodes(&self) -> u64 {
        self.pair.join(self.pair.join(self.frame.nodes(), 0), 0)
    }

    fn degree(&self, v: Node) -> u32 {
        let at = self.swap_place(v);
        let looped = self.walks.is_none() && at.g != at.p;
        self.port_offset(at.p) + self.frame.degree(at.h) + u32::from(looped)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let at = self.swap_place(v);
        let Some(rest) = port.0.checked_sub(self.port_offset(at.p)) else {
            let (p, back) = self.base.link(at.p, port);
            return (self.id(SwapPlace { p, ..at }), back);
        };
        let (h, back) = match rest < self.frame.degree(at.h) {
            true => self.frame.link(at.h, Port(rest)),
            false => (at.h, Port(rest)),
        };
        (self.id(SwapPlace { h, g: at.p, p: at.g }), Port(self.port_offset(at.g) + back.0))
    }

    /// To the required node of this cluster, then the next swap. The remaining length decreases with every hop.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to {
            return None;
        }
        let (here, there) = (self.swap_place(at), self.swap_place(to));
        let course = self.best_course(here, there)?;
        if here.p != course.wanted {
            return self.base.next_port(here.p, course.wanted);
        }
        let step = match &self.walks {
            Some(walks) => walks.step(here.h, there.h, course.swaps)?,
            // Loops come last. At a node of the form (h, g, g) there is none, and there the other parity is shorter.
            None if here.h == there.h => Port(self.frame.degree(here.h)),
            None => self.frame.next_port(here.h, there.h)?,
        };
        Some(Port(self.port_offset(here.p) + step.0))
    }
}

impl Structure for SwapNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        if !self.minimal() {
            return None;
        }
        self.best_course(self.swap_place(a), self.swap_place(b)).map(|course| course.length)
    }

    fn distance_known(&self) -> Evidence {
        let swaps =
            self.walks.as_ref().map_or_else(|| self.frame.distance_known(), ParityWalks::length_evidence);
        follows(THREE_WALKS, [swaps, self.base.distance_known()])
    }

    fn minimal(&self) -> bool {
        self.base.minimal() && (self.walks.is_some() || self.frame.minimal())
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Composed { levels: levels(self.base.as_ref()) })
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let at = self.swap_place(v);
        match port.0.checked_sub(self.port_offset(at.p)) {
            None => self.base.link_class(at.p, port),
            Some(rest) => self.inner + usize::from(rest >= self.frame.degree(at.h)),
        }
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for SwapNet {
    fn address(&self, v: Node) -> Address {
        let SwapPlace { h, g, p } = self.swap_place(v);
        Address::Tuple(vec![self.frame.address(h), self.base.address(g), self.base.address(p)])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(3, || self.notation())?;
        let h = self.frame.node_at(&parts[0])?;
        let (g, p) = (self.base.node_at(&parts[1])?, self.base.node_at(&parts[2])?);
        Ok(self.id(SwapPlace { h, g, p }))
    }

    fn notation(&self) -> String {
        "(node of H, cluster, node)".to_owned()
    }
}

impl Roles for SwapNet {
    fn width(&self, class: usize) -> u64 {
        if class < self.inner { self.base.width(class) } else { 1 }
    }
}
