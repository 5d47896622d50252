//! Symmetry that routes respect: a group of automorphisms that moves routes to routes, without fixed points.
//!
//! Nodes that it takes to each other form an orbit, all orbits have as many nodes, and links of one orbit carry the same load. So the
//! routes of one node of each orbit say everything. Rings and complete graphs turn; cubes flip bits; the factors of a product move
//! one by one; a dual construction moves its two coordinates one by one, and changes its classes if the routing does not tell them
//! apart; a dragonfly turns its groups. Everything else stands still, and every node is an orbit of its own.

use crate::net::address::{Digits, Pair, modulo, sub_mod};
use crate::net::{Form, Node, Port, Structure};
use crate::route::lanes::Scheme;

/// Rings and complete graphs up to this size are recognised, by looking at every pair.
const MAX_TURNED: u64 = 1 << 12;

/// The orbits of a network under a routing.
#[derive(Debug)]
pub(super) enum Orbits<'a> {
    /// Every node for itself.
    Still(&'a dyn Structure),
    /// All nodes in one orbit, and ports are kept.
    One,
    /// The nodes turn by one; a port is known by how far it leads, and this is the port of node 0 that leads as far.
    Turn(&'a dyn Structure, Vec<u32>),
    /// The first part of the id turns, the second is the orbit; ports are kept.
    Groups(Pair, u64),
    /// The factors, one by one.
    Product(&'a [std::sync::Arc<dyn Structure>], Vec<Orbits<'a>>, Digits),
    /// Class, cluster and node; `classes` when the routing tells the classes apart.
    Dual { base: &'a dyn Structure, size: Pair, inner: Box<Orbits<'a>>, count: u64, classes: bool },
    /// A dual-cube whose classes the routing tells apart: the class bit is the orbit.
    CubeClasses(u32),
}

impl<'a> Orbits<'a> {
    /// The orbits that a routing of this name respects.
    pub fn of(net: &'a dyn Structure, scheme: Scheme) -> Orbits<'a> {
        if scheme == Scheme::UpDown {
            return Orbits::Still(net);
        }
        if let Some((routers, _)) = net.dragonfly() {
            return Orbits::Groups(Pair::new(routers), routers);
        }
        let classes = scheme == Scheme::Order;
        match net.form() {
            Form::Cube(_) => Orbits::One,
            Form::DualCube(part) if classes => Orbits::CubeClasses(part),
            Form::DualCube(_) => Orbits::One,
            Form::Dual(base) => {
                let inner = Box::new(Orbits::of(base.as_ref(), scheme));
                let (size, count) = (Pair::new(base.nodes()), inner.count());
                Orbits::Dual { base: base.as_ref(), size, inner, count, classes }
            }
            Form::Product(parts) => match Digits::new(parts.iter().map(|p| p.nodes()).collect()) {
                Some(digits) => {
                    let inner = parts.iter().map(|p| Orbits::of(p.as_ref(), scheme)).collect();
                    Orbits::Product(parts, inner, digits)
                }
                None => Orbits::Still(net),
            },
            Form::Leaf if turns(net) => {
                let mut ports = vec![0; net.nodes() as usize];
                for port in 0..net.degree(Node(0)) {
                    ports[net.link(Node(0), Port(port)).0.0 as usize] = port;
                }
                Orbits::Turn(net, ports)
            }
            _ => Orbits::Still(net),
        }
    }

    /// How many orbits.
    pub fn count(&self) -> u64 {
        match self {
            Orbits::Still(net) => net.nodes(),
            Orbits::One | Orbits::Turn(..) => 1,
            Orbits::Groups(_, routers) => *routers,
            Orbits::Product(_, inner, _) => inner.iter().map(Orbits::count).product(),
            Orbits::Dual { count, classes, .. } => count.pow(2) * (1 + u64::from(*classes)),
            Orbits::CubeClasses(_) => 2,
        }
    }

    /// The orbit of a node.
    pub fn orbit(&self, v: Node) -> u64 {
        match self {
            Orbits::Still(_) => v.0,
            Orbits::One | Orbits::Turn(..) => 0,
            Orbits::Groups(pair, _) => pair.split(v.0).1,
            Orbits::Product(_, inner, digits) => {
                let step = |all: u64, (i, orbits): (usize, &Orbits<'_>)| {
                    all * orbits.count() + orbits.orbit(Node(digits.digit(v.0, i)))
                };
                inner.iter().enumerate().fold(0, step)
            }
            Orbits::Dual { size, inner, count, classes, .. } => {
                let (class, cluster, node) = place(*size, v);
                let both = inner.orbit(cluster) * count + inner.orbit(node);
                if *classes { class * count * count + both } else { both }
            }
            Orbits::CubeClasses(part) => v.0 >> (2 * part),
        }
    }

    /// The node that stands for an orbit.
    pub fn representative(&self, orbit: u64) -> Node {
        match self {
            Orbits::Still(_) => Node(orbit),
            Orbits::One | Orbits::Turn(..) => Node(0),
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
            Orbits::Dual { size: n, inner, count, .. } => {
                let count = Pair::new(*count);
                let (high, node) = count.split(orbit);
                let (class, cluster) = count.split(high);
                Node(n.join(n.join(class, inner.representative(cluster).0), inner.representative(node).0))
            }
            Orbits::CubeClasses(part) => Node(orbit << (2 * part)),
        }
    }

    /// The port of the representative that the symmetry brings a port of `v` to.
    pub fn port(&self, v: Node, port: Port) -> Port {
        match self {
            Orbits::Turn(net, ports) => {
                let far = sub_mod(net.link(v, port).0.0, v.0, net.nodes());
                Port(ports[far as usize])
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
            Orbits::Dual { base, size, inner, .. } => {
                let (_, _, node) = place(*size, v);
                if port.0 == base.degree(node) { port } else { inner.port(node, port) }
            }
            _ => port,
        }
    }
}

/// Class, cluster and node of a dual construction.
fn place(n: Pair, v: Node) -> (u64, Node, Node) {
    let (high, node) = n.split(v.0);
    let (class, cluster) = n.split(high);
    (class, Node(cluster), Node(node))
}

/// Whether adding one to every id takes links to links and next hops to next hops.
fn turns(net: &dyn Structure) -> bool {
    let n = net.nodes();
    if n > MAX_TURNED {
        return false;
    }
    let far = |v: u64, port: u32| sub_mod(net.link(Node(v), Port(port)).0.0, v, n);
    let mut steps: Vec<u64> = (0..net.degree(Node(0))).map(|p| far(0, p)).collect();
    steps.sort_unstable();
    let hop = |v: u64, d: u64| net.next_port(Node(v), Node(modulo(v + d, n))).map(|port| far(v, port.0));
    let first: Vec<Option<u64>> = (0..n).map(|d| hop(0, d)).collect();
    (1..n).all(|v| {
        let mut here: Vec<u64> = (0..net.degree(Node(v))).map(|p| far(v, p)).collect();
        here.sort_unstable();
        here == steps && (0..n).all(|d| hop(v, d) == first[d as usize])
    })
}
