//! A stored graph: n nodes, and for each the sorted list of its neighbours. Simple and undirected.
//!
//! Port p of v is the p-th smallest neighbour of v. Next hop: the smallest neighbour that is closer to the target, by breadth-first
//! search from the target; the last few searches are kept. Compressed sparse rows; folklore.

use super::names::Names;
use super::searched;
use crate::evidence::{Evidence, Known};
use crate::net::address::{Pair, modulo};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::shape::{DegreeCounts, Shape, TooLarge, counts_fit, links, magnitude};
use crate::net::{Naming, Network, Node, Port, Sorted, Structure, neighbors};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A stored graph has at most this many nodes.
pub const MAX_STORED_NODES: u64 = 1 << 26;

/// A stored graph has at most this many links. While it is made, a link takes up to 64 bytes.
pub const MAX_STORED_LINKS: u64 = 1 << 25;

/// Memory limit of cached searches, in bytes. Two rows are always kept.
const CACHE_BYTES: u64 = 64 << 20;

/// The distance of a node that cannot be reached.
const UNREACHED: u32 = u32::MAX;

/// A stored simple undirected graph.
///
/// The graph may be disconnected; then Law 2 holds within each part, and between parts there is no next port and no distance.
pub struct Table {
    /// The neighbours of v are at `starts[v]..starts[v + 1]`. 2^29 ends fit 32 bits.
    starts: Vec<u32>,
    ends: Vec<u32>,
    /// At the place of v's link to w: the port of w that leads back.
    backs: Vec<u32>,
    /// The row of target t is kept in slot t mod `rows.len()`.
    rows: Vec<Mutex<Option<DistanceRow>>>,
    names: Option<Box<dyn Names>>,
}

/// The distance of every node to one target.
struct DistanceRow {
    target: u32,
    distances: Vec<u32>,
}

impl Table {
    /// The graph of `n` nodes with these links. The text of the error names the first link that is not a link of a simple graph.
    ///
    /// Time and memory O(n + m log of the degree).
    ///
    /// ```
    /// use crossedge::net::Table;
    /// let path = Table::from_edges(3, [(2, 1), (0, 1)]).expect("a simple graph");
    /// assert_eq!(path.neighbors(1), [0, 2]);
    /// assert_eq!(Table::from_edges(3, [(1, 1)]).unwrap_err(), "node 1 is linked to itself");
    /// ```
    pub fn from_edges(n: u64, edges: impl IntoIterator<Item = (u64, u64)>) -> Result<Table, String> {
        if n == 0 {
            return Err("a graph needs at least one node".to_owned());
        }
        if n > MAX_STORED_NODES {
            return Err(format!("a stored graph has at most {MAX_STORED_NODES} nodes, found {n}"));
        }
        let mut links: Vec<(u32, u32)> = Vec::new();
        for (a, b) in edges {
            if let Some(id) = [a, b].into_iter().find(|&id| id >= n) {
                return Err(format!("there is no node {id}: ids run from 0 to {}", n - 1));
            }
            if a == b {
                return Err(format!("node {a} is linked to itself"));
            }
            if links.len() as u64 == MAX_STORED_LINKS {
                return Err(format!("a stored graph has at most {MAX_STORED_LINKS} links"));
            }
            links.push((a as u32, b as u32));
        }
        Table::from_links(n as usize, &links)
    }

    /// The same from links whose ends are distinct and in range.
    fn from_links(n: usize, links: &[(u32, u32)]) -> Result<Table, String> {
        let mut starts = vec![0u32; n + 1];
        for &(a, b) in links {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for v in 0..n {
            starts[v + 1] += starts[v];
        }
        let mut ends = vec![0u32; 2 * links.len()];
        let mut next = starts.clone();
        for &(a, b) in links {
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut next[from as usize];
                ends[*place as usize] = to;
                *place += 1;
            }
        }
        let mut backs = vec![0u32; ends.len()];
        // Nodes are visited in order, so that v meets each neighbour's list at the index of v itself.
        let mut met = vec![0u32; n];
        for v in 0..n {
            let (from, to) = (starts[v] as usize, starts[v + 1] as usize);
            ends[from..to].sort_unstable();
            if let Some(twice) = ends[from..to].windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(format!("nodes {v} and {} are linked twice", twice[0]));
            }
            for (&w, back) in ends[from..to].iter().zip(&mut backs[from..to]) {
                *back = met[w as usize];
                met[w as usize] += 1;
            }
        }
        let slots = Pair::new(4 * n as u64).split(CACHE_BYTES).0.min(n as u64).max(2);
        let rows = (0..slots).map(|_| Mutex::new(None)).collect();
        Ok(Table { starts, ends, backs, rows, names: None })
    }

    /// The same graph, its nodes called by these names.
    pub fn named(self, names: Option<impl Names + 'static>) -> Table {
        Table { names: names.map(|names| Box::new(names) as Box<dyn Names>), ..self }
    }

    /// Stores a network; ports are renumbered by neighbour. The error names the exceeded limit.
    pub fn try_of(net: &dyn Network) -> Result<Table, String> {
        let n = net.nodes();
        let upward = |v| neighbors(net, Node(v)).filter(move |w| v < w.0).map(move |w| (v, w.0));
        // The limit is tested here too, for the links of a network too large to store would be listed before the error.
        if n > MAX_STORED_NODES {
            return Table::from_edges(n, []);
        }
        Table::from_edges(n, (0..n).flat_map(upward))
    }

    /// Stores the endpoints of a network with the links between them, without its switches. The error names the exceeded limit.
    pub fn of_endpoints(net: &dyn Structure) -> Result<Table, String> {
        let ends = net.endpoints();
        if ends > MAX_STORED_NODES {
            return Table::from_edges(ends, []);
        }
        let upward =
            |v| neighbors(net, Node(v)).filter(move |w| v < w.0 && w.0 < ends).map(move |w| (v, w.0));
        Table::from_edges(ends, (0..ends).flat_map(upward))
    }

    /// A network that is known to be simple and within the limits, stored: the oracle of tests.
    ///
    /// # Panics
    ///
    /// On a network past the limits, or with two links between the same nodes. [`Table::try_of`] gives an error instead.
    pub fn from_network(net: &dyn Network) -> Table {
        Table::try_of(net).expect("the caller knows that the network is simple and small")
    }

    /// The neighbours of `v`, in order.
    pub fn neighbors(&self, v: u64) -> &[u32] {
        self.row(v as usize)
    }

    /// The same, for loops that count in `usize`.
    pub fn row(&self, v: usize) -> &[u32] {
        &self.ends[self.link_range(v)]
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        self.starts.len() as u64 - 1
    }

    /// Number of links.
    pub fn edge_count(&self) -> u64 {
        self.ends.len() as u64 >> 1
    }

    /// Every link once, the smaller id first, in order.
    pub fn edges(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..self.nodes()).flat_map(move |v| {
            self.neighbors(v).iter().map(move |&w| (v, u64::from(w))).filter(|(v, w)| v < w)
        })
    }

    /// The port of `v` that leads to `w`, if they are linked. O(log degree).
    pub fn port_to(&self, v: Node, w: Node) -> Option<Port> {
        let w = u32::try_from(w.0).ok()?;
        self.neighbors(v.0).binary_search(&w).ok().map(|p| Port(p as u32))
    }

    /// The position of a link in the list of all links from both ends.
    pub fn position(&self, v: Node, port: Port) -> usize {
        self.starts[v.0 as usize] as usize + port.0 as usize
    }

    /// The range of the links of `v`.
    fn link_range(&self, v: usize) -> std::ops::Range<usize> {
        self.starts[v] as usize..self.starts[v + 1] as usize
    }

    /// Returns `true` if every node is reached from node 0.
    pub fn connected(&self) -> bool {
        !self.search(0).contains(&UNREACHED)
    }

    /// The distance of every node from `source`; `None` if some node is not reached.
    pub fn distances_from(&self, source: u64) -> Option<Vec<u32>> {
        let distances = self.search(source as u32);
        (!distances.contains(&UNREACHED)).then_some(distances)
    }

    /// The distance of every node to `target`. O(n + m).
    fn search(&self, target: u32) -> Vec<u32> {
        let mut distances = vec![UNREACHED; self.starts.len() - 1];
        distances[target as usize] = 0;
        let mut front = vec![target];
        let mut next = Vec::new();
        let mut reached = 0;
        while !front.is_empty() {
            reached += 1;
            for v in front.drain(..) {
                for &w in &self.ends[self.link_range(v as usize)] {
                    let distance = &mut distances[w as usize];
                    if *distance == UNREACHED {
                        *distance = reached;
                        next.push(w);
                    }
                }
            }
            std::mem::swap(&mut front, &mut next);
        }
        distances
    }

    /// Asks the row of `target`, which is searched first if it is not kept.
    fn with_row<T>(&self, target: Node, ask: impl FnOnce(&[u32]) -> T) -> T {
        let slot = &self.rows[modulo(target.0, self.rows.len() as u64) as usize];
        // A row is replaced atomically, so that a slot left by a panic elsewhere is still valid.
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let target = target.0 as u32;
        match &mut *slot {
            Some(row) if row.target == target => ask(&row.distances),
            // The old row is freed before the new one is allocated: two of the largest would take half a gigabyte.
            other => {
                *other = None;
                let row = other.insert(DistanceRow { target, distances: self.search(target) });
                ask(&row.distances)
            }
        }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} nodes, {} links)", self.nodes(), self.edge_count())
    }
}

impl Network for Table {
    fn nodes(&self) -> u64 {
        Table::nodes(self)
    }

    fn degree(&self, v: Node) -> u32 {
        self.link_range(v.0 as usize).len() as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let place = self.starts[v.0 as usize] as usize + port.0 as usize;
        (Node(self.ends[place].into()), Port(self.backs[place]))
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        self.with_row(to, |distances| {
            let here = distances[at.0 as usize];
            let closer = |&w: &u32| distances[w as usize] < here;
            self.neighbors(at.0).iter().position(closer).map(|p| Port(p as u32))
        })
    }
}

impl Sorted for Table {
    fn row(&self, v: usize) -> &[u32] {
        Table::row(self, v)
    }
}

impl Structure for Table {
    /// From a search, not from a closed form: O(n + m) for a new target `b`, O(1) while it is kept.
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let distance = self.with_row(b, |distances| distances[a.0 as usize]);
        (distance != UNREACHED).then_some(distance.into())
    }

    fn distance_known(&self) -> Evidence {
        Evidence::computed("search over the stored graph [bfs]")
    }

    fn minimal(&self) -> bool {
        true
    }

    fn naming(&self) -> Option<&dyn Naming> {
        self.names.as_deref().map(|names| names as &dyn Naming)
    }
}

/// The shape of a stored graph.
#[derive(Debug, Clone)]
pub struct Stored {
    table: Arc<Table>,
    degrees: DegreeCounts,
}

impl Stored {
    /// The shape of this graph.
    pub fn new(table: Table) -> Self {
        let mut counts = BTreeMap::<u64, u64>::new();
        for v in 0..table.nodes() {
            *counts.entry(table.neighbors(v).len() as u64).or_default() += 1;
        }
        let degrees = counts.into_iter().map(|(degree, count)| (degree, BigUint::from(count))).collect();
        Stored { table: Arc::new(table), degrees }
    }
}

impl Shape for Stored {
    fn nodes(&self) -> BigUint {
        self.table.nodes().into()
    }

    fn counts_known(&self) -> Evidence {
        Evidence::computed("counted in the file [counted]")
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn distances(&self) -> Option<Known<Distances>> {
        searched::distances(&self.table)
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        Ok(self.table.clone())
    }
}

/// The shape of a graph that is stored when its network is first asked for: its counts are known before.
pub struct Later {
    nodes: BigUint,
    degrees: DegreeCounts,
    make: Box<dyn Fn() -> Table + Send + Sync>,
    table: OnceLock<Arc<Table>>,
}

impl Later {
    /// The shape with these counts. `make` is asked when they are within the limits of a table.
    pub fn new(
        nodes: BigUint,
        degrees: DegreeCounts,
        make: impl Fn() -> Table + Send + Sync + 'static,
    ) -> Self {
        Later { nodes, degrees, make: Box::new(make), table: OnceLock::new() }
    }

    /// The table, which the counts allow.
    fn table(&self) -> &Arc<Table> {
        self.table.get_or_init(|| Arc::new((self.make)()))
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Later({} nodes)", self.nodes)
    }
}

impl Shape for Later {
    fn nodes(&self) -> BigUint {
        self.nodes.clone()
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if self.nodes > searched::MAX_SEARCHED.into() {
            return None;
        }
        self.check().ok()?;
        searched::distances(self.table())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        Ok(self.table().clone())
    }

    fn check(&self) -> Result<u64, TooLarge> {
        stored_fits(self)
    }
}

/// Returns `true` if a shape can be stored as a table; its node count when it can.
pub fn stored_fits(shape: &dyn Shape) -> Result<u64, TooLarge> {
    let over = |count: &BigUint, limit: u64, what: &str| {
        let what = format!("{} {what}", magnitude(count));
        if *count > limit.into() { Err(TooLarge::Stored { what, limit }) } else { Ok(()) }
    };
    over(&shape.nodes(), MAX_STORED_NODES, "nodes")?;
    over(&links(shape), MAX_STORED_LINKS, "links")?;
    counts_fit(&shape.nodes(), &shape.degrees())
}
