//! From a network and the name of a routing to the routing, by recursion over the construction.

use super::Routing;
use super::cube::Cube;
use super::dragonfly::Dragonfly;
use super::levels::Level;
use super::minimal::Minimal;
use super::order::Order;
use super::product::Product;
use super::scan::{MAX_SCANNED, Rule, Scanned, is_ring};
use super::updown::UpDown;
use super::valiant::Valiant;
use crate::net::{Form, MAX_STORED_NODES, Node, Port, Structure};
use std::fmt;

/// The routings that have a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// The addresses, with one channel set per segment.
    Minimal,
    /// First a, then b, then the class, at every level (I7).
    Order,
    /// Dimension order, with datelines on rings.
    Dimension,
    /// Up*/down* from node 0.
    UpDown,
}

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

/// A routing by name; with `detour`, Valiant's routing on top of it.
pub fn routing<'a>(
    net: &'a dyn Structure,
    scheme: Scheme,
    detour: bool,
) -> Result<Box<dyn Routing + 'a>, Unroutable> {
    if detour
        && scheme == Scheme::Minimal
        && let Some(dragonfly) = Dragonfly::of(net, true)
    {
        return Ok(Box::new(dragonfly));
    }
    let base = match scheme {
        Scheme::Minimal => recursive(net, false)?,
        Scheme::Order => recursive(net, true)?,
        Scheme::Dimension => dimension(net)?,
        Scheme::UpDown if net.nodes() > MAX_STORED_NODES => {
            return Err(Unroutable::TooLarge { nodes: net.nodes(), limit: MAX_STORED_NODES });
        }
        Scheme::UpDown => Box::new(UpDown::of(net).ok_or(Unroutable::Apart)?),
    };
    Ok(if detour { Box::new(Valiant { base }) } else { base })
}

/// Level by level, in order or by segments; dimension order on products; the addresses on everything else.
fn recursive<'a>(net: &'a dyn Structure, order: bool) -> Result<Box<dyn Routing + 'a>, Unroutable> {
    if let Some(level) = Level::of(net) {
        let lower = match (level.lower, level.bits()) {
            (Some(lower), _) => recursive(lower, order)?,
            (None, bits) => Box::new(Cube { bits: bits.unwrap_or(0) }),
        };
        return Ok(match order {
            true => Box::new(Order { level, lower }),
            false => Box::new(Minimal { level, lower }),
        });
    }
    match net.form() {
        Form::Product(parts) => {
            let factors = parts.iter().map(|part| Ok((part, recursive(part.as_ref(), order)?)));
            let product = Product::new(factors.collect::<Result<_, Unroutable>>()?);
            Ok(Box::new(product.ok_or_else(|| Unroutable::Undefined("the ids pass 64 bits".to_owned()))?))
        }
        Form::Cube(bits) => Ok(Box::new(Cube { bits })),
        _ => leaf(net),
    }
}

/// Dimension order: for products, and for what has one dimension.
fn dimension<'a>(net: &'a dyn Structure) -> Result<Box<dyn Routing + 'a>, Unroutable> {
    let undefined = |what: &str| {
        let why =
            format!("dimension order needs a product of rings, paths, complete graphs and cubes; {what}");
        Err(Unroutable::Undefined(why))
    };
    let flat = |net: &dyn Structure| matches!(net.form(), Form::Leaf | Form::Cube(_));
    match net.form() {
        Form::Product(parts) if parts.iter().all(|p| flat(p.as_ref())) => recursive(net, false),
        Form::Product(_) => undefined("a factor of this product has levels of its own (try order)"),
        Form::Cube(_) => recursive(net, false),
        Form::Leaf if Dragonfly::of(net, false).is_none() => recursive(net, false),
        Form::Dual(_) | Form::DualCube(_) | Form::Super(_) => {
            undefined("this network has levels (try order)")
        }
        _ => undefined("this is another network (try minimal or updown)"),
    }
}

/// The addresses on a network without structure: one channel if that is enough, datelines on a ring, else a channel for every hop.
fn leaf<'a>(net: &'a dyn Structure) -> Result<Box<dyn Routing + 'a>, Unroutable> {
    if let Some(dragonfly) = Dragonfly::of(net, false) {
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
