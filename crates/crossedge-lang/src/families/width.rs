//! `width(G, "class", w)`: as G, but links of that class carry w flits in a cycle and direction, as w cables in parallel do.
//!
//! Ids, ports, routes and distances are those of G.

use crate::net::address::Address;
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::machine::{classes, endpoint_degrees, joins_endpoints};
use crate::net::shape::{DegreeCounts, LinkClass, Machine, Shape, TooLarge};
use crate::net::{
    Args, Entry, Layout, Leaf, Made, Naming, Network, NetworkParts, Node, Parts, Port, Roles, ShapeParts,
    Structure,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "width",
    signature: "width(G, \"class\", w)",
    summary: "as G, with links of one class w flits wide; node and route name the classes",
    paper: "folklore",
    examples: &["width(hyperx(3,2), \"dimension 1\", 2)", "width(clos(2, 2, 1), \"level 2\", 2)"],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let inside = args.network("G")?;
    let name = args.text("class")?;
    let width = args.int("w", 1)?;
    let Some(mut all) = classes(inside.as_ref()) else {
        return Err(Error::limit("the classes of links are not known at this size", args.span()));
    };
    let Some(class) = all.iter().position(|class| class.name == name) else {
        let mut names: Vec<&str> = all.iter().take(12).map(|class| class.name.as_str()).collect();
        if all.len() > names.len() {
            names.push("…");
        }
        return Err(Error::usage(format!("there is no class of links '{name}'"), args.span())
            .help(format!("the classes are {}", names.join(", "))));
    };
    all[class].width = width;
    if inside.machine().is_none() && width == 1 {
        return Ok(inside);
    }
    Ok(Arc::new(Widened { inside, classes: all }))
}

/// The counts, at any size.
#[derive(Debug)]
struct Widened {
    inside: Arc<dyn Shape>,
    classes: Vec<LinkClass>,
}

impl Shape for Widened {
    fn nodes(&self) -> BigUint {
        self.inside.nodes()
    }

    fn degrees(&self) -> DegreeCounts {
        self.inside.degrees()
    }

    /// Marks and permutations for star products are kept; recursion over a shape treats all links as equally wide.
    fn parts(&self) -> ShapeParts<'_> {
        match self.inside.parts() {
            Parts::Leaf(leaf @ (Leaf::Polarity(_) | Leaf::Paley(_) | Leaf::Iq(_))) => Parts::Leaf(leaf),
            _ => Parts::Made(Made::Widened(&self.inside)),
        }
    }

    fn machine(&self) -> Option<&dyn Machine> {
        Some(self)
    }

    fn distances(&self) -> Option<Known<Distances>> {
        self.inside.distances()
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        self.inside.diameter()
    }

    fn node_symmetric(&self) -> Option<String> {
        self.inside.node_symmetric()
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        let widths = self.classes.iter().map(|class| class.width).collect();
        Ok(Arc::new(WidenedNet { net: self.inside.network()?, widths }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.inside.check()
    }
}

impl Machine for Widened {
    fn endpoint_degrees(&self) -> DegreeCounts {
        endpoint_degrees(self.inside.as_ref())
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        Some(self.classes.clone())
    }

    fn joins_endpoints(&self) -> Option<bool> {
        joins_endpoints(self.inside.as_ref())
    }
}

/// The network: everything is asked of the one inside, but widths.
#[derive(Debug)]
struct WidenedNet {
    net: Arc<dyn Structure>,
    widths: Vec<u64>,
}

impl Network for WidenedNet {
    fn nodes(&self) -> u64 {
        self.net.nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        self.net.degree(v)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        self.net.link(v, port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        self.net.next_port(at, to)
    }
}

impl Structure for WidenedNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        self.net.distance(a, b)
    }

    fn distance_known(&self) -> Evidence {
        self.net.distance_known()
    }

    fn minimal(&self) -> bool {
        self.net.minimal()
    }

    fn parts(&self) -> NetworkParts<'_> {
        self.net.parts()
    }

    fn link_classes(&self) -> Vec<String> {
        self.net.link_classes()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        self.net.link_class(v, port)
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for WidenedNet {
    fn address(&self, v: Node) -> Address {
        self.net.address(v)
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        self.net.node_at(address)
    }

    fn notation(&self) -> String {
        self.net.notation()
    }
}

impl Roles for WidenedNet {
    fn endpoints(&self) -> u64 {
        self.net.endpoints()
    }

    fn width(&self, class: usize) -> u64 {
        self.widths[class]
    }

    fn layout(&self) -> Layout<'_> {
        self.net.roles().map_or(Layout::Other, |roles| roles.layout())
    }
}
