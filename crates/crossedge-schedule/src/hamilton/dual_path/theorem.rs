//! Theorem 3 of HAM: a path through all nodes of a dual construction between two nodes, from such paths in the base.
//!
//! A node is (class, label of its cluster, node inside). Between cluster i of one class and cluster s of the other there is one link,
//! from node s of the first to node i of the second. So clusters may be visited in any order that takes turns between the classes;
//! inside, the path leads from the label before to the label after, which differ. The three cases of the theorem differ at
//! the two ends. Over a bipartite base these labels must also be of opposite sides, so that labels of a class take turns between the
//! sides; where the sides of the ends do not fit this, a few clusters are visited in two parts (cases 1 and 3, second half).

use super::labels::{OmittedLabels, Sequence};
use super::thread::{Cluster, Piece, Thread};
use crate::hamilton::connected::Joint;
use crossedge_core::model::{Direction, NodeOrder};
use crossedge_lang::net::{Node, Numbering};
use std::sync::Arc;

/// The path over a base that hands down, between two nodes that are joined.
pub fn path(base: &Arc<Joint>, numbering: Numbering, from: Node, to: Node) -> Thread {
    let maker = Maker { base, n: base.nodes() };
    let (u, v) = (maker.path_end(from, numbering), maker.path_end(to, numbering));
    let pieces = match (u.class == v.class, u.label == v.label) {
        (false, _) if base.laceable && maker.side_of(u.inside) != maker.side_of(v.label) => {
            maker.classes_crosswise(u, v)
        }
        (false, _) => maker.classes(u, v),
        (true, true) => maker.one_cluster(u, v),
        (true, false) if !base.laceable => maker.one_class(u, v),
        (true, false) if maker.side_of(u.label) == maker.side_of(v.label) => maker.one_class_same(u, v),
        (true, false) => maker.one_class_opposite(u, v),
    };
    Thread::new(base, numbering, pieces)
}

/// An end of the path.
#[derive(Debug, Clone, Copy)]
struct PathEnd {
    class: u64,
    label: u64,
    inside: u64,
}

struct Maker<'a> {
    base: &'a Arc<Joint>,
    n: u64,
}

impl Maker<'_> {
    fn path_end(&self, v: Node, numbering: Numbering) -> PathEnd {
        let at = numbering.place(v.0);
        PathEnd { class: at.class, label: at.cluster, inside: at.node }
    }

    fn side_of(&self, label: u64) -> u64 {
        self.base.side(Node(label))
    }

    fn path_inside(&self, from: u64, to: u64) -> Arc<dyn NodeOrder> {
        self.base.join(Node(from), Node(to))
    }

    /// A label that is none of these; over a bipartite base, on the side opposite to `across`.
    fn other_label(&self, across: u64, none_of: &[u64]) -> u64 {
        let fits = |label: &u64| {
            !none_of.contains(label) && (!self.base.laceable || self.side_of(*label) != self.side_of(across))
        };
        let labels = (0..self.n).map(|p| self.base.ring.node_at(p).0);
        labels
            .into_iter()
            .find(fits)
            .unwrap_or_else(|| unreachable!("the base has more labels than are taken"))
    }

    fn label_sequence(&self, bounds: &OmittedLabels<'_>) -> Sequence {
        Sequence::new(&self.base.ring, self.base.laceable, bounds)
    }

    /// A chain through the clusters of both sequences, in and out at nodes of this label.
    fn cluster_chain(
        &self,
        class: u64,
        own: &OmittedLabels<'_>,
        other: &OmittedLabels<'_>,
        by: u64,
    ) -> Piece {
        let (own, other) = (self.label_sequence(own), self.label_sequence(other));
        Piece::Chain { class, own, other, entry: by, exit: by }
    }

    /// An entire cluster, from node to node.
    fn complete_cluster(&self, class: u64, label: u64, from: u64, to: u64) -> Piece {
        let along = self.path_inside(from, to);
        Piece::Part {
            cluster: Cluster { class, label },
            along,
            from: 0,
            count: self.n,
            direction: Direction::Up,
        }
    }

    /// Positions `from..to` of a path inside a cluster.
    fn forward_piece(&self, class: u64, label: u64, along: &Arc<dyn NodeOrder>, from: u64, to: u64) -> Piece {
        let cluster = Cluster { class, label };
        Piece::Part { cluster, along: along.clone(), from, count: to - from, direction: Direction::Up }
    }

    /// The same backwards: from position `to - 1` down to `from`.
    fn backward_piece(
        &self,
        class: u64,
        label: u64,
        along: &Arc<dyn NodeOrder>,
        from: u64,
        to: u64,
    ) -> Piece {
        let cluster = Cluster { class, label };
        Piece::Part {
            cluster,
            along: along.clone(),
            from: to - 1,
            count: to - from,
            direction: Direction::Down,
        }
    }

    /// Case 1: different classes. One chain through all clusters; it leaves the first not at `u`, and enters the last not at `v`.
    fn classes(&self, u: PathEnd, v: PathEnd) -> Vec<Piece> {
        let (own, other) = match self.base.laceable {
            true => {
                let own = OmittedLabels { first: Some(u.label), ..OmittedLabels::default() };
                let start = self.other_label(v.label, &[v.label]);
                (
                    self.label_sequence(&own),
                    self.label_sequence(&OmittedLabels {
                        last: Some(v.label),
                        beside: Some(start),
                        ..OmittedLabels::default()
                    }),
                )
            }
            false => {
                let last = self.other_label(0, &[u.label, v.inside]);
                let first = self.other_label(0, &[v.label, u.inside]);
                let own =
                    OmittedLabels { first: Some(u.label), last: Some(last), ..OmittedLabels::default() };
                let other =
                    OmittedLabels { first: Some(first), last: Some(v.label), ..OmittedLabels::default() };
                (self.label_sequence(&own), self.label_sequence(&other))
            }
        };
        vec![Piece::Chain { class: u.class, own, other, entry: u.inside, exit: v.inside }]
    }

    /// Case 1 over a bipartite base when the sides do not fit: both ends alone, and the rest of their clusters one after the other.
    fn classes_crosswise(&self, u: PathEnd, v: PathEnd) -> Vec<Piece> {
        let (s, t, n) = (u.class, v.class, self.n);
        let (in_u, in_v) = (self.path_inside(u.inside, v.label), self.path_inside(v.inside, u.label));
        let (p, w) = (in_u.node_at(1).0, in_v.node_at(1).0);
        let over = self.other_label(u.label, &[v.inside]);
        let own = OmittedLabels {
            first: Some(w),
            last: Some(v.inside),
            without: &[u.label, over],
            ..OmittedLabels::default()
        };
        let start = self.other_label(v.label, &[u.inside]);
        let other = OmittedLabels {
            without: &[u.inside, p, v.label],
            beside: Some(start),
            ..OmittedLabels::default()
        };
        vec![
            self.forward_piece(s, u.label, &in_u, 0, 1),
            self.complete_cluster(t, u.inside, u.label, over),
            self.complete_cluster(s, over, u.inside, p),
            self.complete_cluster(t, p, over, u.label),
            self.forward_piece(s, u.label, &in_u, 1, n),
            self.backward_piece(t, v.label, &in_v, 1, n),
            self.cluster_chain(s, &own, &other, v.label),
            self.forward_piece(t, v.label, &in_v, 0, 1),
        ]
    }

    /// Case 2: one cluster. `u` alone, all other clusters, and the rest of the cluster from the neighbour of `u` on.
    fn one_cluster(&self, u: PathEnd, v: PathEnd) -> Vec<Piece> {
        let (s, t) = (u.class, 1 - u.class);
        let inside = self.path_inside(u.inside, v.inside);
        let w = inside.node_at(1).0;
        let own = OmittedLabels { first: Some(u.inside), last: Some(w), ..OmittedLabels::default() };
        let start = self.other_label(u.label, &[u.label]);
        let other = OmittedLabels { without: &[u.label], beside: Some(start), ..OmittedLabels::default() };
        vec![
            self.forward_piece(s, u.label, &inside, 0, 1),
            self.cluster_chain(t, &own, &other, u.label),
            self.forward_piece(s, u.label, &inside, 1, self.n),
        ]
    }

    /// Case 3: one class, different clusters. The cluster of `u`, across into that of `v`, all of it but `v`, the other clusters, `v`.
    fn one_class(&self, u: PathEnd, v: PathEnd) -> Vec<Piece> {
        let (s, t, n) = (u.class, 1 - u.class, self.n);
        let over = self.other_label(0, &[u.inside, v.inside]);
        let in_v = self.path_inside(v.inside, over);
        let w = in_v.node_at(1).0;
        let own = OmittedLabels {
            first: Some(w),
            last: Some(v.inside),
            without: &[over],
            ..OmittedLabels::default()
        };
        let other = OmittedLabels { without: &[u.label, v.label], ..OmittedLabels::default() };
        vec![
            self.complete_cluster(s, u.label, u.inside, over),
            self.complete_cluster(t, over, u.label, v.label),
            self.backward_piece(s, v.label, &in_v, 1, n),
            self.cluster_chain(t, &own, &other, v.label),
            self.forward_piece(s, v.label, &in_v, 0, 1),
        ]
    }

    /// Case 3 over a bipartite base, labels of the same side: one more cluster of each class on the way to that of `v`.
    fn one_class_same(&self, u: PathEnd, v: PathEnd) -> Vec<Piece> {
        let (s, t, n) = (u.class, 1 - u.class, self.n);
        let first = self.other_label(u.inside, &[v.inside]);
        let over = self.other_label(u.label, &[]);
        let enter = self.other_label(v.inside, &[]);
        let in_v = self.path_inside(v.inside, enter);
        let w = in_v.node_at(1).0;
        let own = OmittedLabels {
            first: Some(w),
            last: Some(v.inside),
            without: &[first, enter],
            ..OmittedLabels::default()
        };
        let start = self.other_label(v.label, &[]);
        let other = OmittedLabels {
            without: &[u.label, v.label, over],
            beside: Some(start),
            ..OmittedLabels::default()
        };
        vec![
            self.complete_cluster(s, u.label, u.inside, first),
            self.complete_cluster(t, first, u.label, over),
            self.complete_cluster(s, over, first, enter),
            self.complete_cluster(t, enter, over, v.label),
            self.backward_piece(s, v.label, &in_v, 1, n),
            self.cluster_chain(t, &own, &other, v.label),
            self.forward_piece(s, v.label, &in_v, 0, 1),
        ]
    }

    /// Case 3 over a bipartite base, labels of opposite sides: three clusters on the direct path, each with a detour between two
    /// neighbours; the last detour takes all remaining clusters.
    fn one_class_opposite(&self, u: PathEnd, v: PathEnd) -> Vec<Piece> {
        let (s, t, n) = (u.class, 1 - u.class, self.n);
        let over = self.other_label(u.inside, &[]);
        let (in_u, between, in_v) = (
            self.path_inside(u.inside, over),
            self.path_inside(u.label, v.label),
            self.path_inside(over, v.inside),
        );
        let pair = |along: &Arc<dyn NodeOrder>, i: u64| (along.node_at(i).0, along.node_at(i + 1).0);
        // Two neighbours in each cluster, none of them an end that is taken. The pairs of the two classes are independent, and those in
        // the clusters of u and v must not meet: few tries are enough, for a pair meets at most four others.
        let (g, g2) = pair(&between, 1);
        let tries = (0..n - 2).flat_map(|i| (1..n - 1).map(move |k| (i, k)));
        let separate = |&(i, k): &(u64, u64)| {
            let ((z, z2), (y, y2)) = (pair(&in_u, i), pair(&in_v, k));
            z != y && z != y2 && z2 != y && z2 != y2
        };
        let (i, k) = tries
            .into_iter()
            .find(separate)
            .unwrap_or_else(|| unreachable!("six nodes leave two pairs unmatched"));
        let ((z, z2), (y, y2)) = (pair(&in_u, i), pair(&in_v, k));
        let round = self.other_label(u.label, &[v.label, g, g2]);
        let mid = self.other_label(over, &[z, z2, y, y2]);
        let own = OmittedLabels {
            first: Some(y),
            last: Some(y2),
            without: &[over, z, z2, mid],
            ..OmittedLabels::default()
        };
        let start = self.other_label(v.label, &[]);
        let other = OmittedLabels {
            without: &[u.label, v.label, round, g, g2],
            beside: Some(start),
            ..OmittedLabels::default()
        };
        vec![
            self.forward_piece(s, u.label, &in_u, 0, i + 1),
            self.complete_cluster(t, z, u.label, round),
            self.complete_cluster(s, round, z, z2),
            self.complete_cluster(t, z2, round, u.label),
            self.forward_piece(s, u.label, &in_u, i + 1, n),
            self.forward_piece(t, over, &between, 0, 2),
            self.complete_cluster(s, g, over, mid),
            self.complete_cluster(t, mid, g, g2),
            self.complete_cluster(s, g2, mid, over),
            self.forward_piece(t, over, &between, 2, n),
            self.forward_piece(s, v.label, &in_v, 0, k + 1),
            self.cluster_chain(t, &own, &other, v.label),
            self.forward_piece(s, v.label, &in_v, k + 1, n),
        ]
    }
}
