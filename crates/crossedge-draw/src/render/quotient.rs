//! The adjacency matrix of a network of any size, in blocks: the number of links between any two of them, from the construction.
//!
//! Nodes are in the order of the construction: by class, cluster and node of a dual, by the parts of a product, by id in a leaf. A block is a range of
//! positions in this order. Links between two ranges are counted by recursion over the parts, and only leaves without a closed form are visited node by node.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::render::Quotient;
//!
//! let net: Topology = "rdn(ring(3), 4)".parse()?;
//! let quotient = Quotient::from_network(net.network()?.as_ref());
//! let half = quotient.nodes() / 2;
//! // Every node of class 0 has one link to class 1.
//! assert_eq!(quotient.link_ends(0..half, half..2 * half), Ok(u128::from(half)));
//! # Ok::<(), crossedge::Error>(())
//! ```

use crossedge_lang::net::decomposition::Part;
use crossedge_lang::net::{Leaf, Node, Place, Structure, neighbors};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// Ports of leaves without a closed form that are visited for one window.
const MAX_VISITED_PORTS: u64 = 4_000_000;

/// Blocks per side, about; boundaries of the construction may add some.
const MAX_CELLS: u64 = 96;

/// The window has too many links that no closed form counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the window has more than {MAX_VISITED_PORTS} ports that are counted one by one")]
pub struct TooManyPorts;

/// A block of rows or columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotientBlock {
    /// The positions of its nodes.
    pub range: Range<u64>,
    /// Its first node.
    pub first: Node,
    /// Its name, by the construction; empty for the entire network.
    pub name: String,
}

/// The number of links between the nodes of two blocks; zeros are not listed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuotientEntry {
    /// The block of rows.
    pub row: usize,
    /// The block of columns.
    pub column: usize,
    /// Links; those inside of one block are counted once.
    pub links: u128,
    /// The fraction of the pairs of different nodes that are linked.
    pub density: f64,
}

/// A part of the matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct QuotientWindow {
    /// Its rows.
    pub rows: Vec<QuotientBlock>,
    /// Its columns.
    pub columns: Vec<QuotientBlock>,
    /// What is not zero.
    pub entries: Vec<QuotientEntry>,
}

/// The adjacency matrix by blocks.
#[derive(Debug)]
pub struct Quotient<'a> {
    part: Part<'a>,
}

impl<'a> Quotient<'a> {
    /// Decomposes a network.
    pub fn from_network(net: &'a dyn Structure) -> Self {
        Quotient { part: Part::decompose(net) }
    }

    /// Number of nodes: rows and columns.
    pub fn nodes(&self) -> u64 {
        self.part.nodes()
    }

    /// The node at a position.
    pub fn node(&self, position: u64) -> Node {
        Node(node_id(&self.part, position))
    }

    /// Number of pairs of linked nodes, the first of one range of positions, the second of another. Links inside of both count twice.
    pub fn link_ends(&self, a: Range<u64>, b: Range<u64>) -> Result<u128, TooManyPorts> {
        Counter::default().ends(&self.part, &a, &b)
    }

    /// A square window in about this many blocks per side: its first row, its first column, and its rows.
    pub fn window(&self, from: [u64; 2], span: u64, cells: u64) -> Result<QuotientWindow, TooManyPorts> {
        let nodes = self.nodes();
        let span = span.clamp(1, nodes.max(1));
        let step = span.div_ceil(cells.clamp(1, MAX_CELLS)).max(1);
        let [rows, columns] = from.map(|from| {
            let from = from.min(nodes.saturating_sub(span));
            let mut found = Vec::new();
            divide(&self.part, 0, &(from..(from + span).min(nodes)), step, &mut found);
            found.into_iter().map(|range| self.block(range)).collect::<Vec<QuotientBlock>>()
        });
        let counter = Counter::default();
        let mut entries = Vec::new();
        for (row, a) in rows.iter().enumerate() {
            for (column, b) in columns.iter().enumerate() {
                let ends = counter.ends(&self.part, &a.range, &b.range)?;
                if ends == 0 {
                    continue;
                }
                let common = overlap(&a.range, &b.range);
                let pairs = length(&a.range) * length(&b.range) - common;
                // Blocks of one partition are the same or have no node in common.
                let links = if common > 0 { ends / 2 } else { ends };
                entries.push(QuotientEntry {
                    row,
                    column,
                    links,
                    density: ends as f64 / pairs.max(1) as f64,
                });
            }
        }
        Ok(QuotientWindow { rows, columns, entries })
    }

    fn block(&self, range: Range<u64>) -> QuotientBlock {
        let name = name(&self.part, &range);
        QuotientBlock { first: self.node(range.start), name, range }
    }
}

fn length(range: &Range<u64>) -> u128 {
    u128::from(range.end.saturating_sub(range.start))
}

fn overlap(a: &Range<u64>, b: &Range<u64>) -> u128 {
    length(&(a.start.max(b.start)..a.end.min(b.end)))
}

/// A range of pairs, row-major over rows of this length, as rectangles: rows, and what is taken of each.
fn rectangles(range: &Range<u64>, long: u64) -> Vec<(Range<u64>, Range<u64>)> {
    if range.is_empty() {
        return Vec::new();
    }
    let (first, last) = (range.start / long, (range.end - 1) / long);
    let (head, tail) = (range.start % long, range.end - last * long);
    if first == last {
        return vec![(first..first + 1, head..tail)];
    }
    let mut out = Vec::new();
    let (mut from, mut to) = (first, last + 1);
    if head > 0 {
        out.push((first..first + 1, head..long));
        from += 1;
    }
    if tail < long {
        to -= 1;
    }
    if from < to {
        out.push((from..to, 0..long));
    }
    if tail < long {
        out.push((last..last + 1, 0..tail));
    }
    out
}

/// Two classes of clusters: the nodes of a cluster of each class; there are as many clusters as a cluster of the other class has nodes.
struct Classes<'p, 'a> {
    bases: [&'p Part<'a>; 2],
    sizes: [u64; 2],
    half: u64,
}

impl<'p, 'a> Classes<'p, 'a> {
    fn of(part: &'p Part<'a>) -> Option<Self> {
        let bases: [&Part<'a>; 2] = match part {
            Part::Dual(dual) => [&dual.base, &dual.base],
            Part::Two(_, two) => [&two.bases[0], &two.bases[1]],
            _ => return None,
        };
        let sizes = bases.map(Part::nodes);
        Some(Classes { bases, sizes, half: sizes[0] * sizes[1] })
    }

    /// A range as rectangles of clusters and nodes, with their class.
    fn rectangles(&self, range: &Range<u64>) -> Vec<(usize, Range<u64>, Range<u64>)> {
        (0..2usize)
            .flat_map(|class| {
                let from = class as u64 * self.half;
                let inside = range.start.max(from).min(from + self.half) - from
                    ..range.end.max(from).min(from + self.half) - from;
                rectangles(&inside, self.sizes[class])
                    .into_iter()
                    .map(move |(clusters, nodes)| (class, clusters, nodes))
            })
            .collect()
    }
}

/// A range of a leaf: its address, and both ends.
type LeafRange = (usize, u64, u64);

/// Sorted neighbours of ranges of leaves, and the ports that were visited.
#[derive(Default)]
struct Counter {
    around: RefCell<HashMap<LeafRange, Rc<Vec<u64>>>>,
    visited: RefCell<u64>,
}

impl Counter {
    fn ends(&self, part: &Part<'_>, a: &Range<u64>, b: &Range<u64>) -> Result<u128, TooManyPorts> {
        if a.is_empty() || b.is_empty() {
            return Ok(0);
        }
        if let Some(classes) = Classes::of(part) {
            return self.ends_of_classes(&classes, a, b);
        }
        match part {
            Part::Named(inside, _) => self.ends(inside, a, b),
            Part::Cube(_) => {
                let pieces = aligned(b);
                Ok(aligned(a).iter().flat_map(|p| pieces.iter().map(|q| cube_ends(*p, *q))).sum())
            }
            Part::Product(parts, _) => {
                let [left, right] = &**parts;
                let long = right.nodes();
                let columns = rectangles(b, long);
                let mut sum = 0;
                for (rows, nodes) in rectangles(a, long) {
                    for (others, targets) in &columns {
                        let (same, shared) = (overlap(&rows, others), overlap(&nodes, targets));
                        if same > 0 {
                            sum += same * self.ends(right, &nodes, targets)?;
                        }
                        if shared > 0 {
                            sum += shared * self.ends(left, &rows, others)?;
                        }
                    }
                }
                Ok(sum)
            }
            Part::Leaf(net) => self.ends_of_leaf(*net, a, b),
            // Both have classes.
            Part::Dual(_) | Part::Two(..) => Ok(0),
        }
    }

    /// Inside of clusters that are in both ranges, and over the cross-edges: node j of cluster i of one class is linked to node i of cluster j of the other.
    fn ends_of_classes(
        &self,
        classes: &Classes<'_, '_>,
        a: &Range<u64>,
        b: &Range<u64>,
    ) -> Result<u128, TooManyPorts> {
        let targets = classes.rectangles(b);
        let mut sum = 0;
        for (class, clusters, nodes) in classes.rectangles(a) {
            for (other, others, ends) in &targets {
                if class != *other {
                    sum += overlap(&clusters, ends) * overlap(others, &nodes);
                    continue;
                }
                let same = overlap(&clusters, others);
                if same > 0 {
                    sum += same * self.ends(classes.bases[class], &nodes, ends)?;
                }
            }
        }
        Ok(sum)
    }

    fn ends_of_leaf(
        &self,
        net: &dyn Structure,
        a: &Range<u64>,
        b: &Range<u64>,
    ) -> Result<u128, TooManyPorts> {
        let steps = |a: &Range<u64>, b: &Range<u64>| overlap(&(a.start + 1..a.end + 1), b);
        let along = || steps(a, b) + steps(b, a);
        let has = |range: &Range<u64>, v: u64| u128::from(range.contains(&v));
        let last = net.nodes() - 1;
        Ok(match net.parts().leaf() {
            Leaf::Path => along(),
            Leaf::Ring if last >= 2 => along() + has(a, last) * has(b, 0) + has(b, last) * has(a, 0),
            Leaf::Ring => along(),
            Leaf::Complete => length(a) * length(b) - overlap(a, b),
            Leaf::Star => has(a, 0) * (length(b) - has(b, 0)) + has(b, 0) * (length(a) - has(a, 0)),
            _ => {
                let around = self.around(net, a)?;
                let before = |v: u64| around.partition_point(|w| *w < v);
                (before(b.end) - before(b.start)) as u128
            }
        })
    }

    /// The neighbours of a range, each as often as it has links to it.
    fn around(&self, net: &dyn Structure, a: &Range<u64>) -> Result<Rc<Vec<u64>>, TooManyPorts> {
        let key: LeafRange = (std::ptr::from_ref(net).cast::<()>() as usize, a.start, a.end);
        if let Some(known) = self.around.borrow().get(&key) {
            return Ok(known.clone());
        }
        let mut all = Vec::new();
        for v in a.clone() {
            all.extend(neighbors(net, Node(v)).map(|w| w.0));
            if *self.visited.borrow() + all.len() as u64 > MAX_VISITED_PORTS {
                return Err(TooManyPorts);
            }
        }
        *self.visited.borrow_mut() += all.len() as u64;
        all.sort_unstable();
        let all = Rc::new(all);
        self.around.borrow_mut().insert(key, all.clone());
        Ok(all)
    }
}

/// A range as blocks of 2^bits ids that begin at a multiple of it: (start, bits).
fn aligned(range: &Range<u64>) -> Vec<(u64, u32)> {
    let (mut from, mut out) = (range.start, Vec::new());
    while from < range.end {
        let bits = from.trailing_zeros().min((range.end - from).ilog2());
        out.push((from, bits));
        from += 1 << bits;
    }
    out
}

/// Links of a cube between two aligned blocks.
fn cube_ends((a, p): (u64, u32), (b, q): (u64, u32)) -> u128 {
    let (high, low) = (p.max(q), p.min(q));
    // The bits that are the same in a block.
    let differ = if high >= 64 { 0 } else { (a ^ b) >> high };
    match differ.count_ones() {
        0 => u128::from(high) << low,
        1 => 1 << low,
        _ => 0,
    }
}

/// The blocks of a part in a window: of at least `step` nodes, where the part has as many.
fn divide(part: &Part<'_>, at: u64, window: &Range<u64>, step: u64, out: &mut Vec<Range<u64>>) {
    let size = part.nodes();
    if at >= window.end || at + size <= window.start {
        return;
    }
    if size <= step {
        out.push(at..at + size);
        return;
    }
    if let Some(classes) = Classes::of(part) {
        for class in 0..2 {
            let from = at + class as u64 * classes.half;
            if classes.half <= step {
                divide_evenly(from, 1, classes.half, window, step, out);
            } else {
                divide_copies(classes.bases[class], from, classes.sizes[1 - class], window, step, out);
            }
        }
        return;
    }
    match part {
        Part::Named(inside, _) => divide(inside, at, window, step, out),
        Part::Cube(_) => divide_evenly(at, size, 1, window, step.next_power_of_two(), out),
        Part::Product(parts, _) => {
            let [left, right] = &**parts;
            let long = right.nodes();
            if long >= step {
                divide_copies(right, at, left.nodes(), window, step, out);
                return;
            }
            // Blocks of the left part, each with all of the right one.
            let inside = window.start.saturating_sub(at) / long..(window.end - at).min(size).div_ceil(long);
            let mut found = Vec::new();
            divide(left, 0, &inside, step.div_ceil(long), &mut found);
            out.extend(found.into_iter().map(|rows| at + rows.start * long..at + rows.end * long));
        }
        Part::Leaf(net) | Part::Two(net, _) => {
            let endpoints = net.endpoints().min(size);
            divide_evenly(at, endpoints, 1, window, step, out);
            divide_evenly(at + endpoints, size - endpoints, 1, window, step, out);
        }
        Part::Dual(_) => {}
    }
}

/// Copies of a part: each is divided if it is large, else several are in one block.
fn divide_copies(
    part: &Part<'_>,
    at: u64,
    count: u64,
    window: &Range<u64>,
    step: u64,
    out: &mut Vec<Range<u64>>,
) {
    let each = part.nodes();
    if each <= step {
        divide_evenly(at, count, each, window, step, out);
        return;
    }
    let first = window.start.saturating_sub(at) / each;
    let last = window.end.saturating_sub(at).div_ceil(each).min(count);
    for copy in first..last {
        divide(part, at + copy * each, window, step, out);
    }
}

fn divide_evenly(at: u64, count: u64, each: u64, window: &Range<u64>, step: u64, out: &mut Vec<Range<u64>>) {
    if count == 0 {
        return;
    }
    let group = step.div_ceil(each).max(1);
    let first = window.start.saturating_sub(at) / each / group;
    let last = window.end.saturating_sub(at).div_ceil(each).min(count).div_ceil(group);
    for number in first..last {
        let (from, to) = (number * group, (number * group + group).min(count));
        out.push(at + from * each..at + to * each);
    }
}

/// The id of a node from its position.
fn node_id(part: &Part<'_>, position: u64) -> u64 {
    if let Some(classes) = Classes::of(part) {
        let class = usize::from(position >= classes.half);
        let inside = position - class as u64 * classes.half;
        let (cluster, node) = (inside / classes.sizes[class], inside % classes.sizes[class]);
        let place = Place {
            class: class as u64,
            cluster: node_id(classes.bases[1 - class], cluster),
            node: node_id(classes.bases[class], node),
        };
        match part {
            Part::Dual(dual) => return dual.id(place),
            Part::Two(_, two) => return two.numbering.id(place),
            _ => {}
        }
    }
    match part {
        Part::Named(inside, names) => names.to_network(node_id(inside, position)),
        Part::Product(parts, split) => {
            let long = parts[1].nodes();
            split.join(node_id(&parts[0], position / long), node_id(&parts[1], position % long))
        }
        _ => position,
    }
}

/// The name of a block by the construction; empty for an entire part.
fn name(part: &Part<'_>, range: &Range<u64>) -> String {
    if length(range) == u128::from(part.nodes()) {
        return String::new();
    }
    if let Some(classes) = Classes::of(part) {
        let class = usize::from(range.start >= classes.half);
        let from = class as u64 * classes.half;
        if length(range) == u128::from(classes.half) && range.start == from {
            return format!("class {class}");
        }
        return match rectangles(&(range.start - from..range.end - from), classes.sizes[class]).as_slice() {
            [(clusters, nodes)] => {
                let clusters = counted("cluster", clusters);
                joined(&format!("class {class}, {clusters}"), &name(classes.bases[class], nodes))
            }
            _ => String::new(),
        };
    }
    match part {
        Part::Named(inside, _) => name(inside, range),
        Part::Product(parts, _) => match rectangles(range, parts[1].nodes()).as_slice() {
            [(rows, nodes)] => joined(&name(&parts[0], rows), &name(&parts[1], nodes)),
            _ => String::new(),
        },
        Part::Leaf(net) if net.endpoints() < net.nodes() => {
            let word = if range.start < net.endpoints() { "endpoint" } else { "switch" };
            counted(word, range)
        }
        _ => counted("node", range),
    }
}

fn joined(outer: &str, inner: &str) -> String {
    match (outer.is_empty(), inner.is_empty()) {
        (_, true) => outer.to_owned(),
        (true, false) => inner.to_owned(),
        (false, false) => format!("{outer}, {inner}"),
    }
}

/// "cluster 7", "clusters 7 to 9".
fn counted(word: &str, range: &Range<u64>) -> String {
    let plural = if word.ends_with("ch") { "es" } else { "s" };
    match length(range) {
        1 => format!("{word} {}", range.start),
        _ => format!("{word}{plural} {} to {}", range.start, range.end - 1),
    }
}
