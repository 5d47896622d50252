//! `replace(F, U, own=[…], h=1)`: every node of the frame F is replaced by a copy of U. F is regular of degree h·|own|, without switches. Node (f, u):
//! endpoints F × E_U first, then F × S_U, each row-major. Links: U in every copy; port i of f sits at own[⌊i/h⌋] of copy f, and is joined to
//! the port at the other end of that link of F; class `frame`, ports after those of U. Without `own` all endpoints of U are taken.
//!
//! Routes go by the frame: in each copy to the node that owns the next link of the frame. They arrive, and need not be shortest.
//!
//! `dcell(n, l)` is `replace(complete(t+1), dcell(n, l-1))`, t the servers of the smaller one, and `dcell(n, 0)` is `switch(n)`: Guo, Wu, Tan, Shi, Zhang,
//! Lu, DCell: a scalable and fault-tolerant network structure for data centers, SIGCOMM 2008. `megafly(s, h)` (dragonfly+) has groups of s leaves and
//! s spines, of which each owns h global links: Shpiner et al., Dragonfly+, HiPINEB 2017; Flajslik, Borch, Parker, Megafly, ISC 2018.

use super::complete::Complete;
use super::groups::{Group, grouped};
use super::product::too_many_digits;
use super::switch::Switch;
use super::xgft::tree;
use crate::language::budget::degree_limit;
use crate::net::address::{Address, Pair};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::machine::{
    classes, degrees_of_copies, direct, endpoint_degrees, endpoints, joins_endpoints, merged_degrees,
    raised_degrees, switch_degrees, unused_class_name,
};
use crate::net::shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit, links, magnitude,
};
use crate::net::{
    Args, Entry, Leaf, Made, Naming, Network, Node, Parts, Port, Roles, ShapeParts, Structure, neighbors,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::{Error, Kind, Span};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::sync::Arc;

/// The catalog entry of `replace`.
pub const REPLACE: Entry = Entry {
    name: "replace",
    signature: "replace(F, U, own=[u,…], h=1)",
    summary: "a copy of U for every node of a regular frame F; node own[i] of a copy has h links of the frame",
    paper: "folklore",
    examples: &[
        "replace(complete(4), ring(3))",
        "replace(ring(5), path(3), own=[2,0])",
        "replace(complete(5), switch(2), h=2)",
    ],
    build: |args| {
        let frame = args.direct_network("F")?;
        let unit = args.network("U")?;
        let h = if args.has("h") { args.int("h", 1)? } else { 1 };
        let own = parse_owners(args)?;
        check_connected(unit.as_ref(), args)?;
        replace_nodes(frame, unit, own, h, args.span())
    },
};

/// The catalog entry of `dcell`.
pub const DCELL: Entry = Entry {
    name: "dcell",
    signature: "dcell(n, k)",
    summary: "n servers on a switch; then, k times, t+1 cells of t servers, any two joined by one link",
    paper: "Guo, Wu, Tan, Shi, Zhang and Lu, DCell: a scalable and fault-tolerant network structure for data centers, SIGCOMM (2008)",
    examples: &["dcell(2, 1)", "dcell(3, 1)", "dcell(2, 0)", "dcell(2, 2)"],
    build: |args| {
        let (n, k) = (args.int("n", 1)?, args.int("k", 0)?);
        let mut cell: Arc<dyn Shape> = Arc::new(Switch::new(n));
        for _ in 0..k {
            // The frame has a node more than a cell has servers, and a 64-bit number of them.
            let servers = u64::try_from(endpoints(cell.as_ref())).ok().and_then(|t| t.checked_add(1));
            let Some(nodes) = servers else {
                return Err(Error::limit("a cell of dcell has more than 2^64 - 2 servers", args.span()));
            };
            cell = replace_nodes(Arc::new(Complete::new(nodes)), cell, None, 1, args.span())?;
        }
        Ok(cell)
    },
};

/// The catalog entry of `megafly`.
pub const MEGAFLY: Entry = Entry {
    name: "megafly",
    signature: "megafly(s, h, groups=g, arrangement=\"palmtree\")",
    summary: "dragonfly+: s*h+1 groups of s leaves (endpoints) and s spines, h global links on every spine",
    paper: "Shpiner et al., Dragonfly+: low cost topology for scaling datacenters, HiPINEB (2017); Flajslik, Borch and Parker, Megafly, ISC (2018)",
    examples: &["megafly(2, 1)", "megafly(2, 2)", "hosts(megafly(2, 1), 2)", "megafly(2, 2, groups=3)"],
    build: |args| {
        let (s, h) = (args.int("s", 1)?, args.int("h", 1)?);
        if let Some(net) = grouped(args, Group::LeafSpine, s, h)? {
            return Ok(net);
        }
        if s > MAX_OWN as u64 {
            return Err(Error::limit(
                format!("megafly needs s of at most {MAX_OWN}, found {s}"),
                args.span(),
            ));
        }
        let Some(groups) = s.checked_mul(h).and_then(|links| links.checked_add(1)) else {
            return Err(degree_limit(args.span()));
        };
        let group = tree(vec![s], vec![s], args.span())?;
        let frame = Arc::new(Complete::new(groups));
        let mut built = build_replacement(frame, group, Some((s..2 * s).collect()), h, args.span())?;
        built.leaves = Some(s);
        Ok(Arc::new(built))
    },
};

/// Units up to this many nodes are looked at: routes stay in a copy from link to link of the frame, so it must not are disconnected.
const MAX_LOOKED: u64 = 1 << 16;

/// An error for a small unit that is disconnected.
fn check_connected(unit: &dyn Shape, args: &Args<'_>) -> Result<(), Error> {
    let small = u64::try_from(&unit.nodes()).is_ok_and(|nodes| nodes <= MAX_LOOKED);
    let Some(net) = unit.network().ok().filter(|_| small) else { return Ok(()) };
    let mut seen = vec![false; net.nodes() as usize];
    seen[0] = true;
    let (mut open, mut reached) = (vec![Node(0)], 1);
    while let Some(v) = open.pop() {
        args.work().spend(1 + u64::from(net.degree(v)), &args.span())?;
        for w in neighbors(net.as_ref(), v) {
            if !std::mem::replace(&mut seen[w.0 as usize], true) {
                reached += 1;
                open.push(w);
            }
        }
    }
    match reached == net.nodes() {
        true => Ok(()),
        false => Err(Error::usage("the unit of replace is not connected", args.span())
            .help("take a connected network for U")),
    }
}

/// More nodes with links of the frame are not listed.
const MAX_OWN: usize = 1 << 20;

/// The nodes that own links of the frame, as listed.
fn parse_owners(args: &mut Args<'_>) -> Result<Option<Vec<u64>>, Error> {
    let Some(value) = args.optional("own") else { return Ok(None) };
    let Kind::List(items) = &value.kind else { return Err(args.wrong(value, "own", "a list of nodes")) };
    let mut out = Vec::new();
    for item in items {
        let Kind::Int(id) = item.kind else { return Err(args.wrong(item, "own", "a list of nodes")) };
        if out.contains(&id) {
            return Err(Error::usage(format!("duplicate node {id} in own"), item.span.clone())
                .help("name every node once; h gives each of them several links"));
        }
        out.push(id);
        if out.len() > MAX_OWN {
            return Err(Error::limit(format!("own lists at most {MAX_OWN} nodes"), value.span.clone()));
        }
    }
    Ok(Some(out))
}

fn replace_nodes(
    frame: Arc<dyn Shape>,
    unit: Arc<dyn Shape>,
    own: Option<Vec<u64>>,
    h: u64,
    span: Span,
) -> Result<Arc<dyn Shape>, Error> {
    Ok(Arc::new(build_replacement(frame, unit, own, h, span)?))
}

fn build_replacement(
    frame: Arc<dyn Shape>,
    unit: Arc<dyn Shape>,
    own: Option<Vec<u64>>,
    h: u64,
    span: Span,
) -> Result<Replaced, Error> {
    let ends = endpoints(unit.as_ref());
    let owners = own.as_ref().map_or_else(|| ends.clone(), |own| own.len().into());
    let degrees = frame.degrees();
    let degree = (degrees.len() == 1).then(|| degrees.keys().next().copied()).flatten();
    if degree.map(BigUint::from) != Some(&owners * h) {
        let actual = match degree {
            Some(degree) => format!("one of degree {degree}"),
            None => "one that is not regular".to_owned(),
        };
        let message = format!(
            "the frame of replace needs {} links at every node, {h} for each of {} nodes of U; found {actual}",
            magnitude(&(&owners * h)),
            magnitude(&owners)
        );
        return Err(
            Error::usage(message, span).help("change own or h, or take a regular frame of that degree")
        );
    }
    let copied = frame.nodes();
    if (&copied * unit.nodes()).bits() > MAX_BITS {
        return Err(too_many_digits(span));
    }
    let grown = |degrees: DegreeCounts| raised_degrees(degrees, h).ok_or_else(|| degree_limit(span.clone()));
    let (mut ends_of_one, mut switches_of_one) =
        (endpoint_degrees(unit.as_ref()), switch_degrees(unit.as_ref()));
    match &own {
        None => ends_of_one = grown(ends_of_one)?,
        Some(own) => {
            let net = unit.network().map_err(|too_large| {
                Error::limit(format!("the unit of replace is too large: {too_large}"), span.clone())
            })?;
            for &u in own {
                if u >= net.nodes() {
                    let message =
                        format!("there is no node {u} to own links: ids run from 0 to {}", net.nodes() - 1);
                    return Err(Error::usage(message, span).help("own names nodes of U"));
                }
                let counts = if u < net.endpoints() { &mut ends_of_one } else { &mut switches_of_one };
                let old = u64::from(net.degree(Node(u)));
                if let Some(count) = counts.get_mut(&old) {
                    *count -= 1u32;
                }
                *counts.entry(old.checked_add(h).ok_or_else(|| degree_limit(span.clone()))?).or_default() +=
                    1u32;
            }
        }
    }
    let all = |mut counts: DegreeCounts| {
        counts.retain(|_, count| *count > BigUint::ZERO);
        degrees_of_copies(counts, &copied)
    };
    let end_degrees = all(ends_of_one);
    let degrees = merged_degrees(end_degrees.clone(), all(switches_of_one));
    Ok(Replaced { frame, unit, own: own.map(Arc::new), h, degrees, end_degrees, leaves: None })
}

/// The counts, at any size.
#[derive(Debug)]
struct Replaced {
    frame: Arc<dyn Shape>,
    unit: Arc<dyn Shape>,
    /// All endpoints where none are listed.
    own: Option<Arc<Vec<u64>>>,
    h: u64,
    degrees: DegreeCounts,
    end_degrees: DegreeCounts,
    /// For a dragonfly+, the leaves of a group.
    leaves: Option<u64>,
}

/// The evidence of distances of a dragonfly+.
const LEAF_SPINE_SPINE_LEAF: &str = "two leaves of a group meet in a spine, and one global link joins spines of any two groups [dragonfly-plus-distance]";

impl Shape for Replaced {
    fn nodes(&self) -> BigUint {
        self.frame.nodes() * self.unit.nodes()
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        (self.unit.machine().is_some()).then_some(self)
    }

    fn parts(&self) -> ShapeParts<'_> {
        match self.leaves {
            Some(leaves) => Parts::Made(Made::Megafly { leaves }),
            None => Parts::Leaf(Leaf::Other),
        }
    }

    /// Of a dragonfly+: 2 in a group, 3 between groups.
    fn distances(&self) -> Option<Known<Distances>> {
        let s = self.leaves?;
        let others = (self.frame.nodes() - 1u32) * s;
        let counts = vec![1u32.into(), BigUint::ZERO, (s - 1).into(), others];
        Some(Known::new(Distances::new(1u32, counts), Evidence::proved(LEAF_SPINE_SPINE_LEAF)))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let (frame, unit) = (self.frame.network()?, self.unit.network()?);
        let mut classes = unit.link_classes();
        classes.push(unused_class_name("frame", classes.iter().map(String::as_str)));
        let ends = frame.nodes() * unit.endpoints();
        let ranks =
            self.own.as_ref().map(|own| (0u64..).zip(own.iter()).map(|(rank, &u)| (u, rank)).collect());
        Ok(Arc::new(ReplacedNet {
            ends,
            end: Pair::new(unit.endpoints()),
            switch: Pair::new((unit.nodes() - unit.endpoints()).max(1)),
            owner: Pair::new(self.h),
            own: self.own.clone(),
            ranks,
            leaves: self.leaves.is_some(),
            frame,
            unit,
            classes,
        }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.frame.check()?;
        self.unit.check()?;
        counts_fit(&self.nodes(), &self.degrees)
    }
}

impl Machine for Replaced {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.end_degrees.clone()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let mut all = classes(self.unit.as_ref())?;
        let copied = self.frame.nodes();
        all.iter_mut().for_each(|class| class.links = class.links.take().map(|links| links * &copied));
        let name = unused_class_name("frame", all.iter().map(|class| class.name.as_str()));
        all.push(LinkClass { name, width: 1, links: Some(links(self.frame.as_ref())) });
        Some(all)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        let net = self.unit.machine()?;
        match (&self.own, net.joins_endpoints()) {
            (None, _) | (_, Some(true)) => Some(true),
            _ if direct(self.unit.as_ref()) => Some(true),
            // Links of the frame between switches join no endpoints.
            (Some(own), inside) => {
                let ends = endpoints(self.unit.as_ref());
                let switches = own.iter().all(|&u| BigUint::from(u) >= ends);
                if switches { inside } else { joins_endpoints(self.frame.as_ref()).filter(|joins| !joins) }
            }
        }
    }
}

/// The network.
#[derive(Debug)]
struct ReplacedNet {
    frame: Arc<dyn Structure>,
    unit: Arc<dyn Structure>,
    ends: u64,
    /// Copy and endpoint, copy and switch.
    end: Pair,
    switch: Pair,
    /// The rank of the owner of a port of the frame, and which of its links it is.
    owner: Pair,
    own: Option<Arc<Vec<u64>>>,
    ranks: Option<HashMap<u64, u64>>,
    leaves: bool,
    classes: Vec<String>,
}

impl ReplacedNet {
    /// Copy and node of the unit.
    fn copy_and_node(&self, v: Node) -> (u64, Node) {
        match v.0.checked_sub(self.ends) {
            None => {
                let (copy, end) = self.end.split(v.0);
                (copy, Node(end))
            }
            Some(rest) => {
                let (copy, switch) = self.switch.split(rest);
                (copy, Node(self.unit.endpoints() + switch))
            }
        }
    }

    fn id(&self, copy: u64, u: Node) -> Node {
        match u.0.checked_sub(self.unit.endpoints()) {
            None => Node(self.end.join(copy, u.0)),
            Some(switch) => Node(self.ends + self.switch.join(copy, switch)),
        }
    }

    /// The rank of a node among those that own links of the frame.
    fn rank(&self, u: Node) -> Option<u64> {
        match &self.ranks {
            Some(ranks) => ranks.get(&u.0).copied(),
            None => (u.0 < self.unit.endpoints()).then_some(u.0),
        }
    }

    /// The node of a copy at which a port of the frame sits, and its port there.
    fn attachment(&self, port: Port) -> (Node, Port) {
        let (rank, link) = self.owner.split(port.0.into());
        let u = Node(self.own.as_ref().map_or(rank, |own| own[rank as usize]));
        (u, Port(self.unit.degree(u) + link as u32))
    }
}

impl Network for ReplacedNet {
    fn nodes(&self) -> u64 {
        self.frame.nodes() * self.unit.nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        let (_, u) = self.copy_and_node(v);
        let frame = if self.rank(u).is_some() { self.owner.join(1, 0) as u32 } else { 0 };
        self.unit.degree(u) + frame
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (copy, u) = self.copy_and_node(v);
        match (port.0.checked_sub(self.unit.degree(u)), self.rank(u)) {
            (Some(link), Some(rank)) => {
                let (there, back) =
                    self.frame.link(Node(copy), Port(self.owner.join(rank, link.into()) as u32));
                let (w, port) = self.attachment(back);
                (self.id(there.0, w), port)
            }
            _ => {
                let (w, back) = self.unit.link(u, port);
                (self.id(copy, w), back)
            }
        }
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let ((copy, u), (there, w)) = (self.copy_and_node(at), self.copy_and_node(to));
        if copy == there {
            return self.unit.next_port(u, w);
        }
        let (gate, port) = self.attachment(self.frame.next_port(Node(copy), Node(there))?);
        if u == gate { Some(port) } else { self.unit.next_port(u, gate) }
    }
}

impl Structure for ReplacedNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        if !self.leaves || a.0.max(b.0) >= self.ends {
            return None;
        }
        let ((copy, u), (there, w)) = (self.copy_and_node(a), self.copy_and_node(b));
        Some(if copy != there {
            3
        } else if u != w {
            2
        } else {
            0
        })
    }

    fn distance_known(&self) -> Evidence {
        match self.leaves {
            true => Evidence::proved(LEAF_SPINE_SPINE_LEAF),
            false => Evidence::computed("search"),
        }
    }

    /// Of a dragonfly+ alone: one link of the frame joins two groups, and leads from spine to spine.
    fn minimal(&self) -> bool {
        self.leaves
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let (_, u) = self.copy_and_node(v);
        match port.0 >= self.unit.degree(u) {
            true => self.classes.len() - 1,
            false => self.unit.link_class(u, port),
        }
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for ReplacedNet {
    /// (frame node, node of the unit).
    fn address(&self, v: Node) -> Address {
        let (copy, u) = self.copy_and_node(v);
        Address::Tuple(vec![self.frame.address(Node(copy)), self.unit.address(u)])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(2, || self.notation())?;
        let (copy, u) = (self.frame.node_at(&parts[0])?, self.unit.node_at(&parts[1])?);
        Ok(self.id(copy.0, u))
    }

    fn notation(&self) -> String {
        "(copy, node)".to_owned()
    }
}

impl Roles for ReplacedNet {
    fn endpoints(&self) -> u64 {
        self.ends
    }

    fn width(&self, class: usize) -> u64 {
        if class + 1 == self.classes.len() { 1 } else { self.unit.width(class) }
    }
}
