//! The star product of a polarity graph with a Paley graph or an inductive quad, PolarStar: why its diameter is 3, and paths by arithmetic.
//!
//! Any two points, equal ones too, are joined by a walk of two steps, a loop at a marked point counted as one. So from (x, u) two steps lead to (y, w) for a
//! w that u determines; a step in H before or between them leads to the neighbours of w, and to the images of neighbours. With a Paley graph these are all
//! nodes but w: squares and non-squares. With an inductive quad f(w) is left, and three steps from point to point lead there. Two points without a
//! link have one walk of two steps, so one node of the other copy is at distance 2 and the others at 3. Lakhotia et al., PolarStar, 2023.

use super::iq::Iq;
use super::paley::PaleyNet;
use super::polarity::PolarityNet;
use super::twist::Twist;
use crate::net::{Network, Node, Port};

/// The Paley graph or inductive quad as a network, for callers that know the kind.
trait Known: Network {
    fn linked(&self, u: Node, v: Node) -> bool;
}

impl Known for PaleyNet {
    fn linked(&self, u: Node, v: Node) -> bool {
        PaleyNet::are_linked(self, u, v)
    }
}

impl Known for Iq {
    fn linked(&self, u: Node, v: Node) -> bool {
        Iq::are_linked(self, u, v)
    }
}

/// The evidence of distances.
pub const TWO_STEPS: &str = "two steps lead from any point to any point, and a step in the other factor before or between them to all nodes but one [star-product-diameter]";

/// A node: the point, and the node of the other factor.
pub type StarNode = (Node, u64);

/// The data of the star product that its paths need.
#[derive(Debug)]
pub struct PolarStar {
    points: PolarityNet,
    twist: Twist,
}

impl PolarStar {
    /// Points and the permutation of the other factor, which is none that is listed.
    pub fn new(points: PolarityNet, twist: Twist) -> Option<Self> {
        (!matches!(twist, Twist::Listed(_))).then_some(PolarStar { points, twist })
    }

    /// The permutation.
    pub fn twist(&self) -> &Twist {
        &self.twist
    }

    /// The points.
    pub fn points(&self) -> &PolarityNet {
        &self.points
    }

    fn other_factor(&self) -> Option<&dyn Known> {
        match &self.twist {
            Twist::Paley(net) => Some(net),
            Twist::Iq(net) => Some(net),
            Twist::Listed(_) => None,
        }
    }

    /// Returns `true` if the other factor has a link between two nodes.
    pub fn linked_inside(&self, u: u64, v: u64) -> bool {
        u != v && self.other_factor().is_some_and(|net| net.linked(Node(u), Node(v)))
    }

    /// A path of one link.
    fn are_linked(&self, (x, u): StarNode, (y, v): StarNode) -> bool {
        if x != y {
            return self.points.are_linked(x, y) && self.twist.image_along(x, y, u) == v;
        }
        let looped = || u != v && (self.twist.image(u) == v || self.twist.image(v) == u);
        self.linked_inside(u, v) || (looped() && self.points.is_absolute(x))
    }

    /// The positions after a step to `z`, which may be a loop.
    fn steps_to(&self, (x, u): StarNode, z: Node) -> [StarNode; 2] {
        match x == z {
            true => [(x, self.twist.image(u)), (x, self.twist.preimage(u))],
            false => [(z, self.twist.image_along(x, z, u)); 2],
        }
    }

    /// A node between two that are at distance 2.
    fn middle_node(&self, a: StarNode, b: StarNode) -> Option<StarNode> {
        let ((x, u), (y, v)) = (a, b);
        let mut middle: Vec<StarNode> = Vec::new();
        if x == y {
            middle.extend(self.steps_to(a, x));
            middle.extend(self.steps_to(b, x));
            let next = self
                .other_factor()
                .and_then(|net| Some(net.link(Node(u), net.next_port(Node(u), Node(v))?).0));
            middle.extend(next.map(|w| (x, w.0)));
        } else {
            middle.extend(self.steps_to(a, self.points.common_neighbour(x, y)));
            // A link of the other factor after or before the step from point to point.
            middle.extend([(y, self.twist.image_along(x, y, u)), (x, self.twist.image_along(y, x, v))]);
        }
        middle.into_iter().find(|&m| self.are_linked(a, m) && self.are_linked(m, b))
    }

    /// The distance.
    pub fn distance(&self, a: StarNode, b: StarNode) -> u64 {
        match a == b {
            true => 0,
            false if self.are_linked(a, b) => 1,
            false if self.middle_node(a, b).is_some() => 2,
            false => 3,
        }
    }

    /// The next node on a shortest path between two nodes; `around` are all neighbours of the first.
    pub fn next(&self, a: StarNode, b: StarNode, around: impl Iterator<Item = StarNode>) -> Option<StarNode> {
        if self.are_linked(a, b) {
            return Some(b);
        }
        if let Some(middle) = self.middle_node(a, b) {
            return Some(middle);
        }
        let ((x, u), (y, _)) = (a, b);
        let mut first: Vec<StarNode> = Vec::new();
        if x != y {
            let z = self.points.common_neighbour(x, y);
            first.extend(self.steps_to(a, z));
            // From where two steps lead to the target.
            let before = self.steps_to(b, z).into_iter().flat_map(|m| self.steps_to(m, x));
            first.extend(before.filter(|&(_, w)| self.linked_inside(u, w)));
        }
        // Three steps from point to point may begin anywhere.
        let neighbor = self.points.link(x, Port(0)).0;
        first.push((neighbor, self.twist.image_along(x, neighbor, u)));
        let leads = |m: &StarNode| self.are_linked(a, *m) && self.middle_node(*m, b).is_some();
        first.into_iter().chain(around).find(leads)
    }
}
