//! A stored network with endpoints and switches: a stored graph whose first nodes are endpoints and whose links are bundles of cables. Fabrics from files, and
//! constructions that list their links.

use crate::net::shape::{DegreeCounts, LinkClass, Machine, Shape, TooLarge};
use crate::net::{Naming, Network, Node, Port, Roles, Structure};
use crossedge_core::evidence::Evidence;
use crossedge_core::net::machine::unused_class_name;
use crossedge_core::net::stored::table::Table;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The parallel cables between two nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bundle {
    /// Number of cables, each in a port of its own.
    pub cables: u64,
    /// Their capacity, in parts of an endpoint port: see [`Cabled::new`].
    pub width: u64,
    /// The widths of cables that differ, each once with its number of cables, narrowest first; empty if all are equal.
    mixed: Vec<(u64, u64)>,
}

impl Bundle {
    /// A number of cables, one at least, of this width together.
    pub fn of_equal(cables: u64, width: u64) -> Bundle {
        Bundle { cables, width, mixed: Vec::new() }
    }

    /// Adds a number of cables, each of this width.
    pub fn add(&mut self, count: u64, each: u64) {
        if self.cables > 0 && (!self.mixed.is_empty() || self.width != self.cables * each) {
            let mut widths = self.cable_widths();
            match widths.binary_search_by_key(&each, |(width, _)| *width) {
                Ok(at) => widths[at].1 += count,
                Err(at) => widths.insert(at, (each, count)),
            }
            self.mixed = widths;
        }
        self.cables += count;
        self.width += count * each;
    }

    /// The widths of the cables, each once with its number of cables, narrowest first.
    fn cable_widths(&self) -> Vec<(u64, u64)> {
        match self.mixed[..] {
            [] => vec![(self.width / self.cables.max(1), self.cables)],
            _ => self.mixed.clone(),
        }
    }
}

/// A stored graph whose nodes below `hosts` are endpoints, as shape and as network.
#[derive(Debug, Clone)]
pub struct Cabled(Arc<StoredMachine>);

#[derive(Debug)]
struct StoredMachine {
    table: Table,
    hosts: u64,
    /// The width of an endpoint port.
    unit: u64,
    classes: Vec<Class>,
    /// The class of every link, by its position from either end.
    class_of: Vec<u16>,
    counts: Evidence,
    notes: Vec<String>,
}

#[derive(Debug)]
struct Class {
    name: String,
    bundle: Bundle,
    links: u64,
}

/// Fabrics with more classes of links are refused: links are numbered by class in 16 bits.
const MAX_CLASSES: usize = u16::MAX as usize;

impl Cabled {
    /// These nodes and links, of which the first nodes are hosts, one at least. `bundles` has the cables of every link that is not one cable
    /// of the rate of an endpoint port, which has a width of `unit`.
    pub fn new(
        table: Table,
        hosts: u64,
        unit: u64,
        bundles: &BTreeMap<(u64, u64), Bundle>,
        notes: Vec<String>,
    ) -> Result<Self, String> {
        let usual = Bundle::of_equal(1, unit);
        let bundle = |v: u64, w: u64| bundles.get(&(v.min(w), v.max(w))).unwrap_or(&usual);
        // Links at hosts first, then those between switches, each by what they carry.
        let mut counts: BTreeMap<(bool, &Bundle), u64> = BTreeMap::new();
        table.edges().for_each(|(v, w)| *counts.entry((v.min(w) >= hosts, bundle(v, w))).or_default() += 1);
        if counts.len() > MAX_CLASSES {
            return Err(format!("links have {} different numbers and rates of cables", counts.len()));
        }
        let kinds = [false, true].map(|kind| counts.keys().filter(|key| key.0 == kind).count());
        let mut classes: Vec<Class> = Vec::new();
        for (&(inner, bundle), &links) in &counts {
            let kind = if inner { "switch" } else { "host" };
            let name = class_name(kind, bundle, unit, kinds[usize::from(inner)] == 1);
            // Trunks of the same capacity by other cables have the same name.
            let name = unused_class_name(&name, classes.iter().map(|class| class.name.as_str()));
            classes.push(Class { name, bundle: bundle.clone(), links });
        }
        let numbers: BTreeMap<(bool, &Bundle), u16> = counts.into_keys().zip(0..).collect();
        let class_of = class_of_links(&table, |v, w| numbers[&(v.min(w) >= hosts, bundle(v, w))]);
        let counts = Evidence::computed("counted in the file [counted]");
        Ok(Cabled(Arc::new(StoredMachine { table, hosts, unit, classes, class_of, counts, notes })))
    }

    /// A construction that lists its links: the first nodes are endpoints, widths count cables, and `class` has the class of the link between two nodes.
    pub fn constructed(
        table: Table,
        endpoints: u64,
        classes: impl IntoIterator<Item = (String, u64)>,
        class: impl Fn(u64, u64) -> u16,
    ) -> Self {
        let class_of = class_of_links(&table, class);
        let mut classes: Vec<Class> = (classes.into_iter())
            .map(|(name, width)| Class { name, bundle: Bundle::of_equal(width, width), links: 0 })
            .collect();
        // Every link is listed from both ends.
        class_of.iter().for_each(|&class| classes[usize::from(class)].links += 1);
        classes.iter_mut().for_each(|class| class.links /= 2);
        let (unit, counts, notes) =
            (1, Evidence::proved("follows from the definition [definition-counts]"), Vec::new());
        Cabled(Arc::new(StoredMachine { table, hosts: endpoints, unit, classes, class_of, counts, notes }))
    }

    fn counted(&self, nodes: std::ops::Range<u64>) -> DegreeCounts {
        let mut counts = BTreeMap::<u64, u64>::new();
        nodes.for_each(|v| *counts.entry(self.0.table.neighbors(v).len() as u64).or_default() += 1);
        counts.into_iter().map(|(degree, count)| (degree, BigUint::from(count))).collect()
    }
}

/// The class of every link, by its position from either end.
fn class_of_links(table: &Table, class: impl Fn(u64, u64) -> u16) -> Vec<u16> {
    let ends = (0..table.nodes()).flat_map(|v| table.neighbors(v).iter().map(move |&w| (v, u64::from(w))));
    ends.map(|(v, w)| class(v, w)).collect()
}

/// The name of a class: its kind, with the number of cables where there are several classes of it, and the capacity where rates differ.
fn class_name(kind: &str, Bundle { cables, width, .. }: &Bundle, unit: u64, only: bool) -> String {
    match (only, *width == cables * unit) {
        (true, _) => kind.to_owned(),
        (false, true) => format!("{kind} ×{cables}"),
        (false, false) => format!("{kind} ×{cables} ({:.2} ports)", *width as f64 / unit as f64),
    }
}

impl Shape for Cabled {
    fn nodes(&self) -> BigUint {
        self.0.table.nodes().into()
    }

    fn counts_known(&self) -> Evidence {
        self.0.counts.clone()
    }

    fn degrees(&self) -> DegreeCounts {
        self.counted(0..self.0.table.nodes())
    }

    fn machine(&self) -> Option<&dyn Machine> {
        let StoredMachine { table, hosts, unit, classes, notes, .. } = self.0.as_ref();
        let single = Bundle::of_equal(1, *unit);
        let plain = *hosts == table.nodes() && classes.iter().all(|class| class.bundle == single);
        (!plain || !notes.is_empty()).then_some(self)
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        Ok(Arc::new(self.clone()))
    }
}

impl Machine for Cabled {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.counted(0..self.0.hosts)
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let class = |class: &Class| LinkClass {
            name: class.name.clone(),
            width: class.bundle.width,
            links: Some(class.links.into()),
        };
        Some(self.0.classes.iter().map(class).collect())
    }

    fn joins_endpoints(&self) -> Option<bool> {
        let StoredMachine { table, hosts, .. } = self.0.as_ref();
        Some((0..*hosts).any(|v| table.neighbors(v).iter().any(|&w| u64::from(w) < *hosts)))
    }

    fn mixed_rates(&self) -> bool {
        let StoredMachine { unit, classes, .. } = self.0.as_ref();
        *unit != 1 || classes.iter().any(|class| class.bundle.width != class.bundle.cables)
    }

    fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }
}

impl Network for Cabled {
    fn nodes(&self) -> u64 {
        self.0.table.nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        self.0.table.degree(v)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        self.0.table.link(v, port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let StoredMachine { table, hosts, .. } = self.0.as_ref();
        let first = table.next_port(at, to)?;
        let next = table.link(at, first).0;
        if next == to || next.0 >= *hosts || *hosts == table.nodes() {
            return Some(first);
        }
        // A host with several ports forwards only where no switch is as close. Switches are last in the list.
        let here = table.distance(at, to)?;
        let around = table.neighbors(at.0);
        let switches = around.partition_point(|&w| u64::from(w) < *hosts);
        let closer = |&w: &u32| table.distance(Node(w.into()), to).is_some_and(|left| left < here);
        let port = around[switches..].iter().position(closer).map(|p| Port((switches + p) as u32));
        Some(port.unwrap_or(first))
    }
}

impl Structure for Cabled {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        self.0.table.distance(a, b)
    }

    fn distance_known(&self) -> Evidence {
        self.0.table.distance_known()
    }

    fn minimal(&self) -> bool {
        true
    }

    fn link_classes(&self) -> Vec<String> {
        self.0.classes.iter().map(|class| class.name.clone()).collect()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        self.0.class_of[self.0.table.position(v, port)].into()
    }

    fn naming(&self) -> Option<&dyn Naming> {
        self.0.table.naming()
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Roles for Cabled {
    fn endpoints(&self) -> u64 {
        self.0.hosts
    }

    fn width(&self, class: usize) -> u64 {
        self.0.classes[class].bundle.width
    }

    fn cables(&self, class: usize) -> u64 {
        self.0.classes[class].bundle.cables
    }

    fn cable_widths(&self, class: usize) -> Vec<(u64, u64)> {
        self.0.classes[class].bundle.cable_widths()
    }

    fn unit(&self) -> u64 {
        self.0.unit
    }
}
