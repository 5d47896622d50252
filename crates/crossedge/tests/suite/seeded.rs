//! For tests that seed faults: dice that always fall the same, and a stored network that can be spoiled anywhere.

use crossedge::net::{Address, DegreeCounts, Naming, Network, Node, Port, Structure};
use num_bigint::BigUint;
use std::collections::VecDeque;

/// Dice: the same seed gives the same throws.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * u128::from(n)) >> 64) as u64
    }

    /// One of some.
    pub fn one<'a, T>(&mut self, some: &'a [T]) -> &'a T {
        &some[self.below(some.len() as u64) as usize]
    }

    /// All numbers below `n`, shuffled.
    pub fn order(&mut self, n: u64) -> Vec<u64> {
        let mut all: Vec<u64> = (0..n).collect();
        for i in (1..all.len()).rev() {
            all.swap(i, self.below(i as u64 + 1) as usize);
        }
        all
    }
}

/// A network as lists.
#[derive(Debug, Clone)]
pub struct Lists {
    /// The other end of every port.
    pub rows: Vec<Vec<(u64, u32)>>,
    /// The next port towards every node.
    pub next: Vec<Vec<Option<u32>>>,
    /// A node that reports the address of another one.
    pub address: Option<(u64, u64)>,
}

impl Lists {
    /// These links.
    pub fn new(nodes: u64, links: &[(u64, u64)]) -> Self {
        let mut lists = Lists { rows: vec![Vec::new(); nodes as usize], next: Vec::new(), address: None };
        links.iter().for_each(|&(v, w)| lists.link_up(v, w));
        lists.find_ways();
        lists
    }

    /// One link more.
    pub fn link_up(&mut self, v: u64, w: u64) {
        let (p, q) = (self.rows[v as usize].len() as u32, self.rows[w as usize].len() as u32);
        self.rows[v as usize].push((w, q));
        self.rows[w as usize].push((v, p));
    }

    fn find_ways(&mut self) {
        let n = self.rows.len();
        self.next = vec![vec![None; n]; n];
        for to in 0..n {
            let mut seen = vec![false; n];
            seen[to] = true;
            let mut queue = VecDeque::from([to]);
            while let Some(v) = queue.pop_front() {
                for &(w, back) in &self.rows[v] {
                    if !std::mem::replace(&mut seen[w as usize], true) {
                        self.next[w as usize][to] = Some(back);
                        queue.push_back(w as usize);
                    }
                }
            }
        }
    }

    /// A connected network of this many nodes with a number of links more than a tree.
    pub fn random(dice: &mut Dice, nodes: u64, more: u64) -> Self {
        let order = dice.order(nodes);
        let mut links: Vec<(u64, u64)> =
            (1..nodes).map(|i| (order[i as usize], order[dice.below(i) as usize])).collect();
        for _ in 0..more {
            let (v, w) = (dice.below(nodes), dice.below(nodes));
            if v != w && !links.contains(&(v, w)) && !links.contains(&(w, v)) {
                links.push((v, w));
            }
        }
        Lists::new(nodes, &links)
    }

    /// The degrees, counted here.
    pub fn degrees(&self) -> DegreeCounts {
        let mut counts = DegreeCounts::new();
        for row in &self.rows {
            *counts.entry(row.len() as u64).or_insert_with(|| BigUint::from(0u32)) += 1u32;
        }
        counts
    }

    /// Returns `true` if there is a link.
    pub fn linked(&self, v: u64, w: u64) -> bool {
        self.rows[v as usize].iter().any(|&(x, _)| x == w)
    }

    /// The neighbours of a node.
    pub fn near(&self, v: u64) -> Vec<u64> {
        self.rows[v as usize].iter().map(|&(w, _)| w).collect()
    }
}

impl Network for Lists {
    fn nodes(&self) -> u64 {
        self.rows.len() as u64
    }

    fn degree(&self, v: Node) -> u32 {
        self.rows[v.0 as usize].len() as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (w, back) = self.rows[v.0 as usize][port.0 as usize];
        (Node(w), Port(back))
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        self.next[at.0 as usize][to.0 as usize].map(Port)
    }
}

impl Structure for Lists {
    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for Lists {
    fn address(&self, v: Node) -> Address {
        match self.address {
            Some((spoiled, told)) if spoiled == v.0 => Address::Int(told),
            _ => Address::Int(v.0),
        }
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        address.id_below(self.nodes())
    }

    fn notation(&self) -> String {
        "id".to_owned()
    }
}

/// Number of times each name was seen; every one of `names` at least 100 times.
pub fn all_named(counts: &std::collections::BTreeMap<String, u32>, names: &[&str]) {
    println!("{counts:?}");
    for name in names {
        let count = counts.get(*name).copied().unwrap_or(0);
        assert!(count >= 100, "{name} was seeded {count} times: {counts:?}");
    }
}

/// The name of a fault: the variant name of its debug form.
pub fn name(fault: &dyn std::fmt::Debug) -> String {
    let text = format!("{fault:?}");
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}
