//! Cables as built: a fabric that someone has cabled, compared with the one that was planned.
//!
//! Both are cables between ports. A port has one planned cable at most, and one that was found, so that planned and found cables together make paths and
//! circles, in turn; each has its own faults and its minimum number of repairs ([`faults`]). If the names of nodes are not
//! trusted, nodes are identified first, from the names that are ([`images`]).
//!
//! ```
//! use crossedge::wiring::{Wiring, WiringFault, faults};
//!
//! let mut plan = Wiring::new(vec![true; 4]);
//! assert!(plan.join((0, 0), (1, 0)) && plan.join((2, 0), (3, 0)));
//! let mut built = Wiring::new(vec![true; 4]);
//! assert!(built.join((0, 0), (3, 0)) && built.join((2, 0), (1, 0)));
//! assert_eq!(faults(&plan, &built), [WiringFault::Swapped { right: [(0, 0), (1, 0)], others: [(3, 0), (2, 0)] }]);
//! ```

/// The end of a cable: a node and a port.
pub type CableEnd = (u32, u32);

/// Cables between ports of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wiring {
    /// Of every node its ports with a cable, in order, and where the cable ends.
    rows: Vec<Vec<(u32, CableEnd)>>,
    /// `true` if a node is a switch.
    switch: Vec<bool>,
}

impl Wiring {
    /// These nodes, switches or not, without a cable.
    pub fn new(switch: Vec<bool>) -> Self {
        Wiring { rows: vec![Vec::new(); switch.len()], switch }
    }

    /// The same cables between nodes of these kinds.
    pub fn with_kinds(&self, switch: impl Fn(u32) -> bool) -> Wiring {
        Wiring { rows: self.rows.clone(), switch: (0..self.nodes()).map(switch).collect() }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        self.rows.len() as u32
    }

    /// Returns `true` if a node is a switch.
    pub fn is_switch(&self, node: u32) -> bool {
        self.switch.get(node as usize).copied().unwrap_or(true)
    }

    /// The ports of a node with a cable, in order, and where it ends.
    pub fn row(&self, node: u32) -> &[(u32, CableEnd)] {
        self.rows.get(node as usize).map_or(&[], Vec::as_slice)
    }

    /// The other end of the cable at a port.
    pub fn at(&self, end: CableEnd) -> Option<CableEnd> {
        let row = self.row(end.0);
        row.binary_search_by_key(&end.1, |cable| cable.0).ok().map(|place| row[place].1)
    }

    /// Puts a cable between two ports; false where one of them has a cable, or both are the same.
    pub fn join(&mut self, a: CableEnd, b: CableEnd) -> bool {
        let free = a != b && self.at(a).is_none() && self.at(b).is_none();
        if free {
            // A node missing in the file is one of the plan, and a switch unless declared otherwise.
            let nodes = a.0.max(b.0) as usize + 1;
            if self.rows.len() < nodes {
                self.rows.resize(nodes, Vec::new());
                self.switch.resize(nodes, true);
            }
            for (end, other) in [(a, b), (b, a)] {
                let row = &mut self.rows[end.0 as usize];
                let place = row.partition_point(|cable| cable.0 < end.1);
                row.insert(place, (end.1, other));
            }
        }
        free
    }

    /// Takes the cable at a port away, and shows where it ended.
    pub fn unplug(&mut self, end: CableEnd) -> Option<CableEnd> {
        let other = self.at(end)?;
        for end in [end, other] {
            self.rows[end.0 as usize].retain(|cable| cable.0 != end.1);
        }
        Some(other)
    }

    /// Every cable once, its smaller end first, in order.
    pub fn cables(&self) -> impl Iterator<Item = (CableEnd, CableEnd)> + '_ {
        self.ends().filter(|(a, b)| a < b)
    }

    /// Every end of a cable, in order, with the other end.
    pub fn ends(&self) -> impl Iterator<Item = (CableEnd, CableEnd)> + '_ {
        (0..)
            .zip(&self.rows)
            .flat_map(|(node, row)| row.iter().map(move |&(port, other)| ((node, port), other)))
    }

    /// Number of cables.
    pub fn count(&self) -> u64 {
        self.rows.iter().map(|row| row.len() as u64).sum::<u64>() / 2
    }

    /// The same cables, where node v is called `is[v]`; no two nodes are called the same.
    pub fn renamed(&self, is: &[u32]) -> Wiring {
        let nodes = is.iter().map(|&v| v as usize + 1).max().unwrap_or(0).max(self.rows.len());
        let mut out = Wiring::new(vec![true; nodes]);
        for (v, row) in self.rows.iter().enumerate() {
            let to = is[v] as usize;
            out.switch[to] = self.switch[v];
            out.rows[to] = row.iter().map(|&(port, (w, back))| (port, (is[w as usize], back))).collect();
        }
        out
    }
}

/// A fault of cables, and its repair. Repairs are made one after another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WiringFault {
    /// The labels are wrong: the first node is really the second, that is the third, …, and the last is the first, unless its name is not in the plan.
    Names {
        /// Their names.
        called: Vec<u32>,
    },
    /// A planned cable is not there.
    Missing {
        /// Between these ports.
        ends: [CableEnd; 2],
    },
    /// A cable that is not in the plan.
    Extra {
        /// Between these ports.
        ends: [CableEnd; 2],
    },
    /// A cable is in a wrong port, and the right one is free.
    Moved {
        /// The end that is right.
        stays: CableEnd,
        /// The other end is here.
        from: CableEnd,
        /// It belongs there.
        to: CableEnd,
    },
    /// Two cables have exchanged an end.
    Swapped {
        /// These two belong together.
        right: [CableEnd; 2],
        /// The cables of the first and of the second end here; they are joined when the two are.
        others: [CableEnd; 2],
    },
}
