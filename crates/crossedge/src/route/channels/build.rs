//! From a network and the name of a routing to the routing, by recursion over the construction.

use super::Routing;
use super::cube::Cube;
use super::dragonfly::{Dragonfly, Way};
use super::dual_order::Order;
use super::enumerated::{MAX_SCANNED, Rule, Scanned, is_ring};
use super::minimal::Minimal;
use super::product::Product;
use super::scheme::Scheme;
use super::updown::UpDown;
use super::valiant::Valiant;
use crate::net::{Leaf, MAX_STORED_NODES, Node, Parts, Port, Structure};
use std::fmt;

/// Why there is no such routing on a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unroutable {
    /// The routing is not defined there.
    Undefined(String),
    /// A part without structure is too large for all its routes to be walked.
    TooLarge {
        /// Its nodes.
        nodes: u64,
        /// The limit.
        limit: u64,
    },
    /// Some nodes cannot be reached.
    Apart,
}

impl fmt::Display for Unroutable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unroutable::Undefined(why) => write!(f, "{why}"),
            Unroutable::TooLarge { nodes, limit } => write!(
                f,
                "a part without known structure has {nodes} nodes, and all routes are walked up to {limit} nodes"
            ),
            Unroutable::Apart => write!(f, "the network is not connected"),
        }
    }
}

impl std::error::Error for Unroutable {}

/// Up*/down* looks at every port once for its levels, and again for every target.
const MAX_PORTS: u64 = 1 << 31;

/// The ports of all nodes, counted until they are too many.
fn ports(net: &dyn Structure) -> u64 {
    let mut ports = 0u64;
    for v in 0..net.nodes() {
        ports += u64::from(net.degree(Node(v)));
        if ports > MAX_PORTS {
            break;
        }
    }
    ports
}

/// A routing by name; with `detour`, Valiant's routing on top of it. The error names the routings that exist on the network.
pub fn routing<'a>(
    net: &'a dyn Structure,
    scheme: Scheme,
    detour: bool,
) -> Result<Box<dyn Routing + 'a>, Unroutable> {
    scheme.check(net)?;
    if detour
        && scheme == Scheme::LocalGlobalLocal
        && let Some(dragonfly) = Dragonfly::of(net, Way::Detour)
    {
        return Ok(Box::new(dragonfly));
    }
    let base = match scheme {
        Scheme::UpDown if net.nodes() > MAX_STORED_NODES => {
            return Err(Unroutable::TooLarge { nodes: net.nodes(), limit: MAX_STORED_NODES });
        }
        Scheme::UpDown if ports(net) > MAX_PORTS => {
            let limit = MAX_PORTS / u64::from(net.degree(Node(0))).max(1);
            return Err(Unroutable::TooLarge { nodes: net.nodes(), limit });
        }
        Scheme::UpDown => Box::new(UpDown::of(net).ok_or(Unroutable::Apart)?),
        scheme => recursive(net, scheme)?,
    };
    Ok(if detour { Box::new(Valiant { base }) } else { base })
}

/// Level by level, in order or by segments; dimension order on products; the addresses on everything else.
fn recursive<'a>(net: &'a dyn Structure, scheme: Scheme) -> Result<Box<dyn Routing + 'a>, Unroutable> {
    match net.parts() {
        Parts::Level(level) => {
            let lower = recursive(level.base().as_ref(), scheme)?;
            Ok(match scheme {
                Scheme::Order => Box::new(Order { level, lower }),
                _ => Box::new(Minimal { level, lower }),
            })
        }
        Parts::Product(parts) => {
            let factors = parts.iter().map(|part| Ok((part, recursive(part.as_ref(), scheme)?)));
            let product = Product::new(factors.collect::<Result<_, Unroutable>>()?);
            Ok(Box::new(product.ok_or_else(|| Unroutable::Undefined("the ids pass 64 bits".to_owned()))?))
        }
        Parts::Leaf(Leaf::Cube(bits)) => Ok(Box::new(Cube { bits: bits as u32 })),
        _ => leaf(net, scheme),
    }
}

/// The addresses on a network without structure: one channel if that is enough, datelines on a ring, else a channel for every hop.
fn leaf<'a>(net: &'a dyn Structure, scheme: Scheme) -> Result<Box<dyn Routing + 'a>, Unroutable> {
    let way = if scheme == Scheme::LocalGlobalLocal { Way::Textbook } else { Way::Shortest };
    if let Some(dragonfly) = Dragonfly::of(net, way) {
        return Ok(Box::new(dragonfly));
    }
    let n = net.nodes();
    if n > MAX_SCANNED {
        return Err(Unroutable::TooLarge { nodes: n, limit: MAX_SCANNED });
    }
    if !connected(net) {
        return Err(Unroutable::Apart);
    }
    let one = Scanned::new(net, Rule::One);
    Ok(Box::new(match one.acyclic() {
        true => one,
        false if is_ring(net) => Scanned::new(net, Rule::Dateline),
        false => Scanned::new(net, Rule::Hops),
    }))
}

/// Whether every node is reached from node 0.
fn connected(net: &dyn Structure) -> bool {
    let mut seen = vec![false; net.nodes() as usize];
    seen[0] = true;
    let mut stack = vec![Node(0)];
    let mut count = 1;
    while let Some(v) = stack.pop() {
        for port in 0..net.degree(v) {
            let w = net.link(v, Port(port)).0;
            if !std::mem::replace(&mut seen[w.0 as usize], true) {
                count += 1;
                stack.push(w);
            }
        }
    }
    count == seen.len()
}
