//! `xgft([m1..mh],[w1..wh])`: extended generalized fat tree. Level i has (∏_{j>i} m_j)·(∏_{j≤i} w_j) nodes; level 0 are the endpoints.
//!
//! A node of level i has the digits (x_h..x_{i+1}, y_i..y_1), x_j < m_j and y_j < w_j, the first most significant; ids are those of level 0,
//! then of level 1, …, each in the order of the digits. Links of class `level i+1` join a node of level i to the nodes of level i+1 that
//! differ in digit i+1 alone. Ports: children by x, then parents by y. Öhring, Ibel, Das, Kumar, On generalized fat trees, IPPS 1995.
//!
//! A walk changes digit j when it passes between the levels j-1 and j, and then to any value. So it must rise to the highest digit that
//! differs above both ends, sink to below the lowest that differs below both, and needs no more: between levels a <= b, from a down to the
//! lowest, up to the highest, down to b. The distance of endpoints is twice the highest digit that differs, and their routes go up, then down.

use super::product::too_many_digits;
use crate::language::budget::degree_limit;
use crate::net::address::{Address, Digits, modulo};
use crate::net::algebra::distance_polynomial::{Distances, MAX_TERMS};
use crate::net::shape::{DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit};
use crate::net::{
    Args, Entry, Layout, Leaf, Made, Naming, Network, NetworkParts, Node, Parts, Port, Roles, ShapeParts,
    Structure,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::{Error, Kind, Span};
use num_bigint::BigUint;
use num_traits::One;
use std::sync::Arc;

/// The definition of generalised fat trees.
const DEFINITION: &str = "Öhring, Ibel, Das and Kumar, On generalized fat trees, IPPS (1995)";

/// The catalog entry of `xgft`.
pub const XGFT: Entry = Entry {
    name: "xgft",
    signature: "xgft([m1,…,mh],[w1,…,wh])",
    summary: "extended generalized fat tree: m_i children, w_(i+1) parents of a node of level i; endpoints are level 0",
    paper: DEFINITION,
    examples: &["xgft([2,2],[1,2])", "xgft([3,2,2],[1,2,3])", "xgft([3],[3])"],
    build: |args| {
        let (children, parents) = (numbers(args, "m")?, numbers(args, "w")?);
        if children.len() != parents.len() || children.is_empty() {
            let message = format!(
                "xgft needs two lists of the same length, at least 1, found {} and {}",
                children.len(),
                parents.len()
            );
            return Err(Error::usage(message, args.span()).help("write xgft([4,4],[1,2])"));
        }
        tree(children, parents, args.span())
    },
};

/// The catalog entry of `fattree`.
pub const FATTREE: Entry = Entry {
    name: "fattree",
    signature: "fattree(k)",
    summary: "three-level fat tree of switches with k ports, k even: k^3/4 hosts, 5k^2/4 switches",
    paper: "Al-Fares, Loukissas and Vahdat, A scalable, commodity data center network architecture, SIGCOMM (2008)",
    examples: &["fattree(4)", "fattree(2)"],
    build: |args| {
        let k = args.int("k", 2)?;
        let half = k >> 1;
        if half << 1 != k {
            return Err(Error::usage(format!("fattree needs an even k, found {k}"), args.span())
                .help(format!("write fattree({})", k - 1)));
        }
        tree(vec![half, half, k], vec![1, half, half], args.span())
    },
};

/// The catalog entry of `clos`.
pub const CLOS: Entry = Entry {
    name: "clos",
    signature: "clos(p, leaves, spines)",
    summary: "two-level folded Clos network: leaf switches with p hosts each, every leaf linked to every spine",
    paper: "Clos, A study of non-blocking switching networks, Bell System Technical Journal 32 (1953)",
    examples: &["clos(2, 3, 2)", "clos(4, 2, 1)"],
    build: |args| {
        let (p, leaves, spines) = (args.int("p", 1)?, args.int("leaves", 1)?, args.int("spines", 1)?);
        tree(vec![p, leaves], vec![1, spines], args.span())
    },
};

/// The catalog entry of `karytree`.
pub const KARYTREE: Entry = Entry {
    name: "karytree",
    signature: "karytree(k, n)",
    summary: "k-ary n-tree: k^n hosts, n levels of k^(n-1) switches",
    paper: "Petrini and Vanneschi, k-ary n-trees: high performance networks for massively parallel architectures, IPPS (1997)",
    examples: &["karytree(2, 3)", "karytree(3, 2)"],
    build: |args| {
        let (k, n) = (args.int("k", 1)?, args.int("n", 1)?);
        if n > MAX_LEVELS {
            return Err(Error::limit(
                format!("karytree needs n of at most {MAX_LEVELS}, found {n}"),
                args.span(),
            ));
        }
        let mut parents = vec![k; n as usize];
        parents[0] = 1;
        tree(vec![k; n as usize], parents, args.span())
    },
};

/// More levels are refused.
const MAX_LEVELS: u64 = 1024;

/// A list of integers from 1 on.
pub fn numbers(args: &mut Args<'_>, name: &str) -> Result<Vec<u64>, Error> {
    let items = args.list(name)?;
    let number = |item: &crossedge_core::expr::Expr| match item.kind {
        Kind::Int(value @ 1..) => Ok(value),
        _ => Err(args.wrong(item, name, "whole numbers from 1 on in the list")),
    };
    items.iter().map(number).collect()
}

/// The tree with these children and parents, from the endpoints up.
pub fn tree(children: Vec<u64>, parents: Vec<u64>, span: Span) -> Result<Arc<dyn Shape>, Error> {
    let height = children.len();
    if height as u64 > MAX_LEVELS {
        return Err(Error::limit(
            format!("a fat tree has at most {MAX_LEVELS} levels, found {height}"),
            span,
        ));
    }
    let mut levels = Vec::new();
    let mut count: BigUint = children.iter().map(|&m| BigUint::from(m)).product();
    levels.push(count.clone());
    for (&m, &w) in children.iter().zip(&parents) {
        if count.bits() > MAX_BITS {
            return Err(too_many_digits(span));
        }
        count = count / m * w;
        levels.push(count.clone());
    }
    if levels.iter().sum::<BigUint>().bits() > MAX_BITS {
        return Err(too_many_digits(span));
    }
    let degree = |level: usize| {
        let down = if level == 0 { 0 } else { children[level - 1] };
        let up = parents.get(level).copied().unwrap_or(0);
        down.checked_add(up)
    };
    if (0..=height).any(|level| degree(level).is_none()) {
        return Err(degree_limit(span));
    }
    Ok(Arc::new(TreeShape { children, parents, levels }))
}

/// The counts, at any size.
#[derive(Debug)]
struct TreeShape {
    children: Vec<u64>,
    parents: Vec<u64>,
    /// Number of nodes each level has.
    levels: Vec<BigUint>,
}

/// The evidence of distances.
const UP_AND_DOWN: &str =
    "a walk in a fat tree changes digit j between the levels j-1 and j alone [fat-tree-distance]";

impl TreeShape {
    fn degree(&self, level: usize) -> u64 {
        let down = if level == 0 { 0 } else { self.children[level - 1] };
        down + self.parents.get(level).copied().unwrap_or(0)
    }
}

impl Shape for TreeShape {
    fn nodes(&self) -> BigUint {
        self.levels.iter().sum()
    }

    fn degrees(&self) -> DegreeCounts {
        let mut counts = DegreeCounts::new();
        for (level, count) in self.levels.iter().enumerate() {
            *counts.entry(self.degree(level)).or_default() += count;
        }
        counts
    }

    fn machine(&self) -> Option<&dyn Machine> {
        Some(self)
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Made(Made::Tree { children: &self.children, parents: &self.parents })
    }

    /// At 2j: those with the same digits above j, and another digit j.
    fn distances(&self) -> Option<Known<Distances>> {
        let mut counts = vec![BigUint::one()];
        let mut below = BigUint::one();
        for &m in &self.children {
            let within = &below * m;
            counts.extend([BigUint::ZERO, &within - below]);
            below = within;
        }
        let fits = (counts.len() as u64) < MAX_TERMS;
        fits.then(|| Known::new(Distances::new(1u32, counts), Evidence::proved(UP_AND_DOWN)))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let height = self.children.len();
        let (mut levels, mut start) = (Vec::new(), 0);
        for level in 0..=height {
            let above = self.children[level..].iter().rev();
            let radices = above.chain(self.parents[..level].iter().rev()).copied().collect();
            let digits = Digits::new(radices).ok_or(TooLarge::Ids)?;
            levels.push((start, digits));
            start += u64::try_from(&self.levels[level]).map_err(|_| TooLarge::Ids)?;
        }
        Ok(Arc::new(Xgft {
            children: self.children.clone(),
            parents: self.parents.clone(),
            levels,
            nodes: start,
        }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        // Every level keeps its digits.
        if self.children.len() > 256 {
            return Err(TooLarge::Stored { what: format!("{} levels", self.children.len()), limit: 256 });
        }
        counts_fit(&self.nodes(), &self.degrees())
    }
}

impl Machine for TreeShape {
    fn endpoint_degrees(&self) -> DegreeCounts {
        [(self.degree(0), self.levels[0].clone())].into()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let class = |level: usize| LinkClass {
            name: format!("level {}", level + 1),
            width: 1,
            links: Some(&self.levels[level] * self.parents[level]),
        };
        Some((0..self.children.len()).map(class).collect())
    }

    fn joins_endpoints(&self) -> Option<bool> {
        Some(false)
    }
}

/// The network.
#[derive(Debug)]
struct Xgft {
    children: Vec<u64>,
    parents: Vec<u64>,
    /// The first id of each level, and its digits, digit h first.
    levels: Vec<(u64, Digits)>,
    nodes: u64,
}

impl Xgft {
    fn height(&self) -> usize {
        self.children.len()
    }

    fn level_of(&self, v: Node) -> usize {
        self.levels.partition_point(|(start, _)| *start <= v.0) - 1
    }

    /// Digit j of a node of a level, j from 1 to h.
    fn digit(&self, v: Node, level: usize, j: usize) -> u64 {
        let (start, digits) = &self.levels[level];
        digits.digit(v.0 - start, self.height() - j)
    }

    /// Number of ports that lead down.
    fn down_ports(&self, level: usize) -> u64 {
        if level == 0 { 0 } else { self.children[level - 1] }
    }

    /// The node one level up or down that differs in the digit between, which it has as given.
    fn vertical_step(&self, v: Node, from: usize, to: usize, digit: u64) -> Node {
        let ((start, digits), (first, others)) = (&self.levels[from], &self.levels[to]);
        let mut all = digits.split(v.0 - start);
        all[self.height() - from.max(to)] = digit;
        Node(first + others.join(&all))
    }

    /// The lowest and the highest level that a walk between two nodes must see.
    fn level_span(&self, (v, a): (Node, usize), (w, b): (Node, usize)) -> (usize, usize) {
        let differ = |j: &usize| self.digit(v, a, *j) != self.digit(w, b, *j);
        let (low, high) = (a.min(b), a.max(b));
        let lowest = (1..=low).find(differ).map_or(low, |j| j - 1);
        let highest = (high + 1..=self.height()).rev().find(differ).unwrap_or(high);
        (lowest, highest)
    }

    /// The port up towards a target: the digit that it wants there, or one that spreads targets evenly over the parents (the digits of
    /// the target from the lowest on, as in destination-mod-k routing).
    fn up_port(&self, at: usize, (to, b): (Node, usize)) -> Port {
        let j = at + 1;
        let parents = self.parents[at];
        let digit = match j <= b {
            true => self.digit(to, b, j),
            false => {
                // With one parent below, the digit below this one distinguishes the targets of a switch.
                let source = if at >= 1 { at } else { 1 };
                modulo(self.digit(to, b, source), parents)
            }
        };
        Port((self.down_ports(at) + digit) as u32)
    }
}

impl Network for Xgft {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn degree(&self, v: Node) -> u32 {
        let level = self.level_of(v);
        (self.down_ports(level) + self.parents.get(level).copied().unwrap_or(0)) as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (level, port) = (self.level_of(v), u64::from(port.0));
        match port.checked_sub(self.down_ports(level)) {
            None => {
                let back = self.down_ports(level - 1) + self.digit(v, level, level);
                (self.vertical_step(v, level, level - 1, port), Port(back as u32))
            }
            Some(parent) => {
                let back = self.digit(v, level, level + 1);
                (self.vertical_step(v, level, level + 1, parent), Port(back as u32))
            }
        }
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (a, b) = (self.level_of(at), self.level_of(to));
        let (lowest, highest) = self.level_span((at, a), (to, b));
        // Down to the digit that the target has there, where it has one of this kind.
        let down = || Some(Port(if a > b { self.digit(to, b, a) as u32 } else { 0 }));
        let up = || Some(self.up_port(a, (to, b)));
        match at == to {
            true => None,
            // From the lower end the lowest level comes first, from the upper end the highest.
            false if a <= b => {
                if lowest < a {
                    down()
                } else {
                    up()
                }
            }
            false => {
                if highest > a {
                    up()
                } else {
                    down()
                }
            }
        }
    }
}

impl Structure for Xgft {
    fn distance(&self, v: Node, w: Node) -> Option<u64> {
        let (a, b) = (self.level_of(v), self.level_of(w));
        let (lowest, highest) = self.level_span((v, a), (w, b));
        Some((a.min(b) - lowest + (highest - lowest) + (highest - a.max(b))) as u64)
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved(UP_AND_DOWN)
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Tree)
    }

    fn link_classes(&self) -> Vec<String> {
        (1..=self.height()).map(|level| format!("level {level}")).collect()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let level = self.level_of(v);
        if u64::from(port.0) < self.down_ports(level) { level - 1 } else { level }
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for Xgft {
    /// (level, (x_h, …, y_1)).
    fn address(&self, v: Node) -> Address {
        let level = self.level_of(v);
        let (start, digits) = &self.levels[level];
        let digits = digits.split(v.0 - start).into_iter().map(Address::Int).collect();
        Address::Tuple(vec![Address::Int(level as u64), Address::Tuple(digits)])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes);
        }
        let given = address.parts(2, || self.notation())?;
        let level = given[0].coordinate(self.height() as u64 + 1, "the level")? as usize;
        let (start, digits) = &self.levels[level];
        let given = given[1].parts(self.height(), || self.notation())?;
        let read = |(i, digit): (usize, &Address)| digit.coordinate(digits.radix(i), "a digit of this level");
        let all = given.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Node(start + digits.join(&all)))
    }

    fn notation(&self) -> String {
        format!("(level, ({}))", vec!["digit"; self.height()].join(", "))
    }
}

impl Roles for Xgft {
    fn endpoints(&self) -> u64 {
        self.levels[0].1.size()
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Tree { children: &self.children, parents: &self.parents }
    }
}
