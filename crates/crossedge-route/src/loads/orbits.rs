//! Symmetry that routes respect: a group of automorphisms that moves routes to routes, without fixed points.
//!
//! Nodes that it maps to each other form an orbit, all orbits have the same size, and links of one orbit carry the same load. So the
//! routes of one node per orbit are enough. Rings and complete graphs rotate; cubes flip bits; the factors of a product move
//! one by one; a dual construction moves its two coordinates one by one, and swaps its classes if the routing treats them
//! equally; a dragonfly rotates its groups. Everything else is fixed, and every node is its own orbit.

use crate::channels::Symmetry;
use crossedge_lang::net::address::{Digits, Pair, modulo, sub_mod};
use crossedge_lang::net::{Leaf, Level, Node, Parts, Place, Port, Structure};

/// Other networks up to this size are seen to turn, by looking at every pair.
const MAX_TURNED: u64 = 1 << 12;

/// The orbits of a network under a routing.
#[derive(Debug)]
pub(super) enum Orbits<'a> {
    /// Every node for itself.
    Still(&'a dyn Structure),
    /// All nodes in one orbit, and ports are kept.
    One,
    /// A complete graph rotates by one: port p leads p + 1 further from node 0.
    Complete(u64),
    /// The nodes turn by one; a port is known by how far it leads, and this is the port of node 0 that leads as far.
    Turn(&'a dyn Structure, Vec<u32>),
    /// The first part of the id turns, the second is the orbit; ports are kept.
    Groups(Pair, u64),
    /// The factors, one by one.
    Product(&'a [std::sync::Arc<dyn Structure>], Vec<Orbits<'a>>, Digits),
    /// Class, cluster and node; `classes` if the routing distinguishes the classes.
    Level { level: &'a Level, inner: Box<Orbits<'a>>, count: u64, classes: bool },
}

impl<'a> Orbits<'a> {
    /// The orbits that a routing with this symmetry respects.
    pub fn under_symmetry(net: &'a dyn Structure, symmetry: Symmetry) -> Orbits<'a> {
        let classes = symmetry == Symmetry::WithinClasses;
        match net.parts() {
            _ if symmetry == Symmetry::Nothing => Orbits::Still(net),
            Parts::Leaf(Leaf::Dragonfly { routers, .. }) => Orbits::Groups(Pair::new(routers), routers),
            Parts::Leaf(Leaf::Cube(_) | Leaf::FoldedCube(_) | Leaf::Ring) => Orbits::One,
            Parts::Level(level) if level.super_nodes().is_none() => {
                let inner = Box::new(Orbits::under_symmetry(level.base().as_ref(), symmetry));
                let count = inner.count();
                Orbits::Level { level, inner, count, classes }
            }
            Parts::Product(parts) => match Digits::new(parts.iter().map(|p| p.nodes()).collect()) {
                Some(digits) => {
                    let inner = parts.iter().map(|p| Orbits::under_symmetry(p.as_ref(), symmetry)).collect();
                    Orbits::Product(parts, inner, digits)
                }
                None => Orbits::Still(net),
            },
            Parts::Leaf(Leaf::Complete) => Orbits::Complete(net.nodes()),
            Parts::Leaf(_) if is_circulant(net) => {
                let mut ports = vec![0; net.nodes() as usize];
                for port in 0..net.degree(Node(0)) {
                    ports[net.link(Node(0), Port(port)).0.0 as usize] = port;
                }
                Orbits::Turn(net, ports)
            }
            _ => Orbits::Still(net),
        }
    }

    /// Number of orbits.
    pub fn count(&self) -> u64 {
        match self {
            Orbits::Still(net) => net.nodes(),
            Orbits::One | Orbits::Complete(_) | Orbits::Turn(..) => 1,
            Orbits::Groups(_, routers) => *routers,
            Orbits::Product(_, inner, _) => inner.iter().map(Orbits::count).product(),
            Orbits::Level { count, classes, .. } => count.pow(2) * (1 + u64::from(*classes)),
        }
    }

    /// The orbit of a node.
    pub fn orbit(&self, v: Node) -> u64 {
        match self {
            Orbits::Still(_) => v.0,
            Orbits::One | Orbits::Complete(_) | Orbits::Turn(..) => 0,
            Orbits::Groups(pair, _) => pair.split(v.0).1,
            Orbits::Product(_, inner, digits) => {
                let step = |all: u64, (i, orbits): (usize, &Orbits<'_>)| {
                    all * orbits.count() + orbits.orbit(Node(digits.digit(v.0, i)))
                };
                inner.iter().enumerate().fold(0, step)
            }
            Orbits::Level { level, inner, count, classes } => {
                let at = level.place(v);
                let clusters = if *classes { at.class * count } else { 0 } + inner.orbit(Node(at.cluster));
                clusters * count + inner.orbit(Node(at.node))
            }
        }
    }

    /// The node that stands for an orbit.
    pub fn representative(&self, orbit: u64) -> Node {
        match self {
            Orbits::Still(_) => Node(orbit),
            Orbits::One | Orbits::Complete(_) | Orbits::Turn(..) => Node(0),
            Orbits::Groups(..) => Node(orbit),
            Orbits::Product(_, inner, digits) => {
                let mut rest = orbit;
                let mut parts = vec![0; inner.len()];
                for (i, orbits) in inner.iter().enumerate().rev() {
                    let (high, low) = Pair::new(orbits.count()).split(rest);
                    parts[i] = orbits.representative(low).0;
                    rest = high;
                }
                Node(digits.join(&parts))
            }
            Orbits::Level { level, inner, count, .. } => {
                let count = Pair::new(*count);
                let (high, node) = count.split(orbit);
                let (class, cluster) = count.split(high);
                let [cluster, node] = [cluster, node].map(|orbit| inner.representative(orbit).0);
                level.id(Place { class, cluster, node })
            }
        }
    }

    /// `true` if the symmetry keeps port numbers, so that [`Orbits::port`] is the identity.
    pub fn keeps_ports(&self) -> bool {
        match self {
            Orbits::Complete(_) | Orbits::Turn(..) => false,
            Orbits::Still(_) | Orbits::One | Orbits::Groups(..) => true,
            Orbits::Product(_, inner, _) => inner.iter().all(Orbits::keeps_ports),
            Orbits::Level { inner, .. } => inner.keeps_ports(),
        }
    }

    /// The port of the representative that the symmetry brings a port of `v` to.
    pub fn port(&self, v: Node, port: Port) -> Port {
        match self {
            Orbits::Complete(n) => {
                let to = u64::from(port.0) + u64::from(u64::from(port.0) >= v.0);
                Port(sub_mod(to, v.0, *n) as u32 - 1)
            }
            Orbits::Turn(net, ports) => {
                let offset = sub_mod(net.link(v, port).0.0, v.0, net.nodes());
                Port(ports[offset as usize])
            }
            Orbits::Product(parts, inner, digits) => {
                let (mut here, mut there) = (0, 0);
                for (i, orbits) in inner.iter().enumerate() {
                    let x = Node(digits.digit(v.0, i));
                    let degree = parts[i].degree(x);
                    if port.0 < here + degree {
                        return Port(there + orbits.port(x, Port(port.0 - here)).0);
                    }
                    here += degree;
                    // Nodes of one orbit have the same degree.
                    there += degree;
                }
                port
            }
            Orbits::Level { level, inner, .. } => {
                let node = level.place(v).node;
                if port == level.cross_port(node) { port } else { inner.port(Node(node), port) }
            }
            _ => port,
        }
    }
}

/// Returns `true` if adding one to every id takes links to links and next hops to next hops.
fn is_circulant(net: &dyn Structure) -> bool {
    let n = net.nodes();
    if n > MAX_TURNED {
        return false;
    }
    let offset = |v: u64, port: u32| sub_mod(net.link(Node(v), Port(port)).0.0, v, n);
    let mut steps: Vec<u64> = (0..net.degree(Node(0))).map(|p| offset(0, p)).collect();
    steps.sort_unstable();
    let hop = |v: u64, d: u64| net.next_port(Node(v), Node(modulo(v + d, n))).map(|port| offset(v, port.0));
    let first: Vec<Option<u64>> = (0..n).map(|d| hop(0, d)).collect();
    (1..n).all(|v| {
        let mut here: Vec<u64> = (0..net.degree(Node(v))).map(|p| offset(v, p)).collect();
        here.sort_unstable();
        here == steps && (0..n).all(|d| hop(v, d) == first[d as usize])
    })
}
