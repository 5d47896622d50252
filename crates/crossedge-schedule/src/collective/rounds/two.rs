//! The all-to-all of a dual over two bases of a and b nodes, both at least 3: T = max(3ab - a - b, 4b·T(A), 4a·T(B)).
//!
//! The schedule is as over one base, except that the groups differ in size. For a source, let p be the size of its own base and q that of the other. Cells
//! (u, v) of displacements are coloured like a chessboard; row u = 0 for odd p and column v = 0 for odd q are black. For messages to the own class, including
//! those that stay in their cluster (v = 0), white is α and black is β; for messages to the other class, black is O' and white is O''. Clusters of a class have
//! 4q rounds, in blocks α1, O'1, O''1, βm, α2, O'2, O''2, βl of ⌊q/2⌋, ⌈q/2⌉, …; the middle and second ones belong to sources of the other class. The round in
//! a block is the rank among the cells of that colour in the row, or in the column. The crossings from a class to the other are, in this order, β1, α1, O', O''
//! of its own sources, and β2, α2 of those of the other. α1 and O' are ordered by the preceding round, O'' and β2 by the following round.

use super::hop::{RoundHop, append_hops};
use super::plan::RoundPlan;
use crossedge_lang::net::decomposition::across_cross_edge;
use crossedge_lang::net::{Place, TwoNumberings};
use std::sync::OnceLock;

/// A dual over two plans.
#[derive(Debug)]
pub(super) struct Two {
    pub(super) bases: [RoundPlan; 2],
    pub(super) sizes: [u64; 2],
    pub(super) numbering: TwoNumberings,
    /// For each class of sources, and each cell, the number of each crossing in its block; made when the first message is requested.
    tables: OnceLock<[Tables; 2]>,
    /// Rounds that run together.
    together: u64,
    steps: u64,
}

/// Places of cells in the blocks of crossings.
#[derive(Debug, Default)]
struct Tables {
    first: Vec<u32>,
    second: Vec<u32>,
    over: Vec<u32>,
}

/// A board of p rows and q columns.
#[derive(Clone, Copy)]
struct RoundBoard {
    p: u64,
    q: u64,
}

impl RoundBoard {
    fn is_white(&self, u: u64, v: u64) -> bool {
        !(self.p % 2 == 1 && u == 0 || self.q % 2 == 1 && v == 0) && (u + v).is_multiple_of(2)
    }

    /// The rank of `at` in a line of `size` cells among those of its colour.
    fn rank(size: u64, at: u64, white: bool) -> u64 {
        match (size % 2, white, at) {
            (0, _, _) => at / 2,
            (_, true, _) => (at - 1) / 2,
            (_, _, 0) => 0,
            _ => 1 + (at - 1) / 2,
        }
    }

    /// Among the cells of its colour in its row.
    fn in_row(&self, u: u64, v: u64) -> u64 {
        RoundBoard::rank(self.q, v, self.is_white(u, v))
    }

    /// Among the cells of its colour in its column.
    fn in_column(&self, u: u64, v: u64) -> u64 {
        RoundBoard::rank(self.p, u, self.is_white(u, v))
    }

    /// Number of cells that are white.
    fn white_cells(&self) -> u64 {
        2 * (self.p / 2) * (self.q / 2)
    }

    fn round_tables(&self) -> Tables {
        let (p, q) = (self.p, self.q);
        let cells = || (0..p).flat_map(move |u| (0..q).map(move |v| (u, v)));
        let numbered =
            |which: &dyn Fn(u64, u64) -> bool, key: &dyn Fn(u64, u64) -> u64, into: &mut Vec<u32>| {
                let mut chosen: Vec<(u64, u64)> = cells().filter(|&(u, v)| which(u, v)).collect();
                chosen.sort_by_key(|&(u, v)| key(u, v));
                for ((u, v), number) in chosen.into_iter().zip(0..) {
                    into[(u * self.q + v) as usize] = number;
                }
            };
        let none = vec![0; (self.p * self.q) as usize];
        let mut tables = Tables { first: none.clone(), second: none.clone(), over: none };
        let by_row = |u: u64, v: u64| if u == 0 { 0 } else { 1 + self.in_row(u, v) };
        let any = |_: u64, _: u64| 0;
        numbered(&|u, v| self.is_white(u, v) && v != 0, &by_row, &mut tables.first);
        numbered(&|u, v| !self.is_white(u, v) && v != 0, &any, &mut tables.first);
        numbered(&|u, v| self.is_white(u, v) && v != 0, &any, &mut tables.second);
        let last_row = |u: u64, v: u64| if u == 0 { u64::MAX } else { self.in_row(u, v) };
        numbered(&|u, v| !self.is_white(u, v) && v != 0, &last_row, &mut tables.second);
        numbered(&|u, v| !self.is_white(u, v), &by_row, &mut tables.over);
        let last_column = |u: u64, v: u64| if v == 0 { u64::MAX } else { self.in_column(u, v) };
        numbered(&|u, v| self.is_white(u, v), &last_column, &mut tables.over);
        tables
    }
}

impl Two {
    /// For bases of at least three nodes each.
    pub(super) fn new(bases: [RoundPlan; 2], numbering: TwoNumberings) -> Two {
        let sizes = [bases[0].nodes(), bases[1].nodes()];
        let [a, b] = sizes;
        let crossings = 3 * a * b - a - b;
        let inside = |k: u64| (4 * b / k * bases[0].steps(k)).max(4 * a / k * bases[1].steps(k));
        // Two rounds at a time were looked at cell by cell for these sizes.
        let may = |k: u64| k == 1 || sizes.iter().all(|size| (4..=25).contains(size));
        let together =
            [1, 2].into_iter().filter(|&k| may(k)).min_by_key(|&k| crossings.max(inside(k))).unwrap_or(1);
        let steps = crossings.max(inside(together));
        Two { bases, sizes, numbering, tables: OnceLock::new(), together, steps }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Inside a cluster, in a round of its class, from 0, to another node.
    fn round(&self, number: u64, at: &mut Place, to: u64, out: &mut Vec<RoundHop>) {
        if at.node == to {
            return;
        }
        let q = self.sizes[1 - at.class as usize];
        let (k, slot) = (self.together, number / self.together);
        let start = u128::from(slot * k) * u128::from(self.steps) / u128::from(4 * q);
        let here = *at;
        append_hops(
            out,
            start as u64,
            |node| self.numbering.id(Place { node, ..here }),
            |out| {
                self.bases[here.class as usize].word(k, number % k, (here.node, to), out);
            },
        );
        at.node = to;
    }

    /// Across, by a number from 0 of all crossings in that direction.
    fn cross_hop(&self, j: u64, at: &mut Place, out: &mut Vec<RoundHop>) {
        let [a, b] = self.sizes;
        *at = across_cross_edge(*at);
        let step = u128::from(j) * u128::from(self.steps) / u128::from(3 * a * b - a - b);
        out.push((step as u64, self.numbering.id(*at)));
    }

    pub(super) fn word(&self, copy: u64, (x, y): (u64, u64), out: &mut Vec<RoundHop>) {
        let (mut at, to) = (self.numbering.place(x), self.numbering.place(y));
        append_hops(out, copy * self.steps, |v| v, |out| self.append_hops(&mut at, to, out));
    }

    fn append_hops(&self, at: &mut Place, to: Place, out: &mut Vec<RoundHop>) {
        let class = at.class as usize;
        let (p, q) = (self.sizes[class], self.sizes[1 - class]);
        let same = at.class == to.class;
        let (own, other) = if same { (to.node, to.cluster) } else { (to.cluster, to.node) };
        let u = self.bases[class].number(at.node, own);
        let v = self.bases[1 - class].number(at.cluster, other);
        let board = RoundBoard { p, q };
        let (white, cell) = (board.is_white(u, v), (u * q + v) as usize);
        let (row, column) = (board.in_row(u, v), board.in_column(u, v));
        let [a, b] = self.sizes;
        let table = &self
            .tables
            .get_or_init(|| [(a, b), (b, a)].map(|(p, q)| RoundBoard { p, q }.round_tables()))[class];
        // Of the own clusters 4q rounds in halves of q, of the others 4p.
        let [f, e] = [|size: u64| size / 2, |size: u64| size - size / 2];
        let (first, second, over) = (table.first[cell], table.second[cell], table.over[cell]);
        let (first, second, over) = (u64::from(first), u64::from(second), u64::from(over));
        match (same, white) {
            (false, false) => {
                self.round(f(q) + row, at, own, out);
                self.cross_hop((q - 1) * p + over, at, out);
                self.round(f(p) + e(p) + p + f(p) + column, at, other, out);
            }
            (false, true) => {
                self.round(q + row, at, own, out);
                self.cross_hop((q - 1) * p + p * q - board.white_cells() + over, at, out);
                self.round(2 * p + p + column, at, other, out);
            }
            (true, true) => {
                self.round(row, at, own, out);
                if v != 0 {
                    self.cross_hop((q - 1) * e(p) + first, at, out);
                    self.round(2 * p + column, at, other, out);
                    // The other class crosses back after its own first crossings.
                    self.cross_hop((p - 1) * q + p * q + (q - 1) * e(p) + second, at, out);
                }
            }
            (true, false) => {
                if v != 0 {
                    self.cross_hop(first, at, out);
                    self.round(p + f(p) + column, at, other, out);
                    self.cross_hop((p - 1) * q + p * q + second, at, out);
                }
                self.round(3 * q + f(q) + row, at, own, out);
            }
        }
    }
}
