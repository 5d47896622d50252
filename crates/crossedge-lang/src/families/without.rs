//! `without(G, "faults")`: what dead nodes and links leave of G, as a network of its own. Of several parts that are not connected it is the one with the most
//! endpoints, of equal ones that with the lowest id. Faults are written as everywhere, `5,7-8`; addresses are those of G, and ids run on without gaps. Every routing for stored graphs exists on it, so that its deadlocks, loads and simulations
//! are those of the damaged network.

use crate::net::address::Address;
use crate::net::shape::{DegreeCounts, LinkClass, Machine, Shape, TooLarge};
use crate::net::{Args, BadFaults, Entry, Faults, Naming, Network, Node, Port, Roles, Structure, neighbors};
use crate::stored::machine::Cabled;
use crossedge_core::disjoint_sets::DisjointSets;
use crossedge_core::evidence::Evidence;
use crossedge_core::expr::Error;
use crossedge_core::net::stored::table::{Table, stored_fits};
use std::collections::HashMap;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "without",
    signature: "without(G, \"faults\")",
    summary: "what dead nodes and links such as \"5,7-8\" leave of G, the largest connected part; addresses stay",
    paper: "none",
    examples: &[
        "without(torus(4,4), \"0-1,5\")",
        "without(rdn(ring(3), 1), \"(0,0,0)\")",
        "without(fattree(4), \"16-24\")",
    ],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let base = args.any_network("G")?;
    let text = args.text("faults")?;
    let too_large =
        |why: TooLarge| Error::limit(format!("without keeps a list of links: {why}"), args.span());
    stored_fits(base.as_ref()).map_err(too_large)?;
    let inside = base.network().map_err(too_large)?;
    let faults = Faults::parse(inside.as_ref(), text).map_err(|why| {
        let message = match &why {
            // Its place counts in the text between the quotes.
            BadFaults::Address(error, _) => error.message.clone(),
            other => other.message(),
        };
        Error::usage(format!("without: {message}"), args.span()).help(why.advice())
    })?;
    if faults.is_empty() {
        return Ok(base);
    }
    let net = RemainingNet::new(inside, &faults).map_err(|why| Error::usage(why, args.span()))?;
    Ok(Arc::new(Without { base, net: Arc::new(net) }))
}

/// The counts.
#[derive(Debug)]
struct Without {
    base: Arc<dyn Shape>,
    net: Arc<RemainingNet>,
}

impl Shape for Without {
    fn nodes(&self) -> num_bigint::BigUint {
        self.net.nodes().into()
    }

    fn degrees(&self) -> DegreeCounts {
        self.net.cabled.degrees()
    }

    fn counts_known(&self) -> Evidence {
        self.base.counts_known()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        self.base.machine().is_some().then_some(self)
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        Ok(self.net.clone())
    }
}

impl Machine for Without {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.net.cabled.endpoint_degrees()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        self.net.cabled.classes()
    }

    fn joins_endpoints(&self) -> Option<bool> {
        self.net.cabled.joins_endpoints()
    }

    fn mixed_rates(&self) -> bool {
        self.base.machine().is_some_and(Machine::mixed_rates)
    }

    fn notes(&self) -> Vec<String> {
        self.base.machine().map(Machine::notes).unwrap_or_default()
    }
}

/// The live nodes of the part with the most endpoints.
fn largest_part(net: &dyn Structure, faults: &Faults) -> Vec<u32> {
    let mut sets = DisjointSets::new(net.nodes() as usize);
    let live = || (0..net.nodes()).map(Node).filter(|v| !faults.node(*v));
    for v in live() {
        for w in neighbors(net, v).filter(|&w| v < w && faults.passes(v, w)) {
            sets.merge(v.0 as usize, w.0 as usize);
        }
    }
    let mut sizes: HashMap<usize, u64> = HashMap::new();
    for v in live().take_while(|v| v.0 < net.endpoints()) {
        *sizes.entry(sets.root(v.0 as usize)).or_default() += 1;
    }
    // The first of the largest.
    let most = sizes.values().copied().max().unwrap_or(0);
    let mut roots = live().map(|v| sets.root(v.0 as usize));
    let Some(root) = roots.find(|root| sizes.get(root).is_some_and(|&size| size == most)) else {
        return Vec::new();
    };
    live().filter(|v| sets.root(v.0 as usize) == root).map(|v| v.0 as u32).collect()
}

/// The network: live nodes are numbered in order, so endpoints come first as before.
#[derive(Debug)]
struct RemainingNet {
    inside: Arc<dyn Structure>,
    cabled: Cabled,
    /// The id in the entire network of every node.
    ids: Vec<u32>,
}

impl RemainingNet {
    fn new(inside: Arc<dyn Structure>, faults: &Faults) -> Result<Self, String> {
        let net = inside.as_ref();
        let ids = largest_part(net, faults);
        let endpoints = ids.partition_point(|&v| u64::from(v) < net.endpoints()) as u64;
        if endpoints == 0 {
            return Err("without: no endpoint is left".to_owned());
        }
        let mut number = vec![u32::MAX; net.nodes() as usize];
        ids.iter().zip(0..).for_each(|(&v, new)| number[v as usize] = new);
        let mut classes: HashMap<(u64, u64), u16> = HashMap::new();
        for &v in &ids {
            let v = Node(v.into());
            for port in (0..net.degree(v)).map(Port) {
                let w = net.link(v, port).0;
                if v < w && faults.passes(v, w) {
                    let ends = (number[v.0 as usize].into(), number[w.0 as usize].into());
                    classes.insert(ends, net.link_class(v, port) as u16);
                }
            }
        }
        let table = Table::from_edges(ids.len() as u64, classes.keys().copied())
            .map_err(|why| format!("without: {why}"))?;
        let widths = |class: usize| net.roles().map_or(1, |roles| roles.width(class));
        let names = net.link_classes().into_iter().enumerate().map(|(class, name)| (name, widths(class)));
        let class = |v: u64, w: u64| classes[&(v.min(w), v.max(w))];
        let cabled = Cabled::constructed(table, endpoints, names, class);
        Ok(RemainingNet { inside, cabled, ids })
    }

    fn renumbered(&self) -> bool {
        self.ids.len() as u64 != self.inside.nodes()
    }
}

impl Network for RemainingNet {
    fn nodes(&self) -> u64 {
        Network::nodes(&self.cabled)
    }

    fn degree(&self, v: Node) -> u32 {
        self.cabled.degree(v)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        self.cabled.link(v, port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        self.cabled.next_port(at, to)
    }
}

impl Structure for RemainingNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        self.cabled.distance(a, b)
    }

    fn distance_known(&self) -> Evidence {
        self.cabled.distance_known()
    }

    fn minimal(&self) -> bool {
        true
    }

    fn link_classes(&self) -> Vec<String> {
        self.cabled.link_classes()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        self.cabled.link_class(v, port)
    }

    fn naming(&self) -> Option<&dyn Naming> {
        (self.renumbered() || self.inside.naming().is_some()).then_some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        self.inside.roles().is_some().then_some(self)
    }
}

impl Naming for RemainingNet {
    fn address(&self, v: Node) -> Address {
        let before = self.inside.address(Node(self.ids[v.0 as usize].into()));
        match before {
            Address::Tuple(_) | Address::Name(_) => before,
            _ if !self.renumbered() => before,
            // A plain number would be an id of what is left.
            _ => Address::Tuple(vec![before]),
        }
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if !self.renumbered() {
            return self.inside.node_at(address);
        }
        let before = match address {
            Address::Tuple(parts) if parts.len() == 1 => {
                self.inside.node_at(address).or_else(|_| self.inside.node_at(&parts[0]))?
            }
            Address::Tuple(_) | Address::Name(_) => self.inside.node_at(address)?,
            _ => return address.id_below(Network::nodes(self)),
        };
        let at = self.ids.binary_search_by_key(&before.0, |&v| v.into());
        at.map(|new| Node(new as u64)).map_err(|_| format!("{address} has been removed"))
    }

    fn notation(&self) -> String {
        match self.inside.notation() {
            notation if self.renumbered() && notation == "id" => "(id before)".to_owned(),
            notation => notation,
        }
    }
}

impl Roles for RemainingNet {
    fn endpoints(&self) -> u64 {
        Roles::endpoints(&self.cabled)
    }

    fn width(&self, class: usize) -> u64 {
        self.inside.roles().map_or(1, |roles| roles.width(class))
    }

    fn cables(&self, class: usize) -> u64 {
        self.inside.roles().map_or(1, |roles| roles.cables(class))
    }

    fn cable_widths(&self, class: usize) -> Vec<(u64, u64)> {
        self.inside.roles().map_or_else(|| vec![(1, 1)], |roles| roles.cable_widths(class))
    }

    fn unit(&self) -> u64 {
        self.inside.roles().map_or(1, |roles| roles.unit())
    }
}
