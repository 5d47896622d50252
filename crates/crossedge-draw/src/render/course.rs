//! Paths of the drawn links. None touches a node other than its two ends, because this would look like a link that does not exist.
//!
//! Every link keeps its default path if that is clear. Else it is bent a little further each time, to either
//! side, until it is. If some link finds no path among close nodes, all nodes are drawn smaller.

use super::curve::{Curve, Place};
use crossedge_lang::net::Node;
use std::collections::HashMap;

/// A picture with more links is too dense to follow any of them: they keep the paths of their rules.
const MAX_LINKS: usize = 30_000;

/// Nodes are drawn smaller by these factors, as far as it takes.
const SHRINK_FACTORS: [f64; 6] = [1.0, 0.8, 0.62, 0.48, 0.36, 0.27];

/// A link and its default path.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// The smaller end.
    pub from: Node,
    /// The other end.
    pub to: Node,
    /// The path.
    pub curve: Curve,
}

/// The courses of links.
#[derive(Debug, Default)]
pub struct Courses {
    /// The path of each link, from its smaller end.
    curves: HashMap<(u64, u64), Curve>,
    /// The radius of a node, in units.
    pub radius: f64,
}

impl Courses {
    /// Bounding box of the paths: left and top, right and bottom.
    pub fn bounding_box(&self, at: &[Place]) -> (Place, Place) {
        let mut ends = ((0.0f64, 0.0f64), (0.0f64, 0.0f64));
        for ((v, w), curve) in self.curves.iter().filter(|(_, curve)| **curve != Curve::Straight) {
            for p in curve.places(at[*v as usize], at[*w as usize], 0.5) {
                ends = ((ends.0.0.min(p.0), ends.0.1.min(p.1)), (ends.1.0.max(p.0), ends.1.1.max(p.1)));
            }
        }
        ends
    }

    /// The path from one end of a link to the other.
    pub fn curve_between(&self, from: Node, to: Node) -> Curve {
        let curve =
            self.curves.get(&(from.0.min(to.0), from.0.max(to.0))).copied().unwrap_or(Curve::Straight);
        if from < to { curve } else { curve.reversed() }
    }
}

/// Courses of these links among nodes at these places, with nodes of this radius if they leave room. Between a link and a node that it
/// does not join stays a gap of `gap`.
pub fn find_courses(at: &[Place], links: &[Wanted], radius: f64, gap: f64) -> Courses {
    let mut courses = Courses { curves: HashMap::with_capacity(links.len()), radius };
    for link in links {
        courses.curves.insert((link.from.0, link.to.0), link.curve);
    }
    if links.len() > MAX_LINKS {
        return courses;
    }
    let field = DistanceField::new(at);
    let clear = |link: &Wanted, curve: Curve| field.clearance(link.from, link.to, curve, radius + 2.0 * gap);
    // Links whose default path is clear of full-size nodes stay as they are.
    let blocked: Vec<&Wanted> = links.iter().filter(|link| clear(link, link.curve) <= radius + gap).collect();
    for (i, factor) in SHRINK_FACTORS.into_iter().enumerate() {
        courses.radius = radius * factor;
        let need = courses.radius + gap;
        let mut failed = 0;
        for link in &blocked {
            let long = field.link_length(link);
            let tries = std::iter::once(link.curve).chain(candidate_curves(long, courses.radius));
            let mut best = (f64::MIN, link.curve);
            for curve in tries {
                let room = field.clearance(link.from, link.to, curve, need);
                if room > best.0 {
                    best = (room, curve);
                }
                if room > need {
                    break;
                }
            }
            failed += u64::from(best.0 <= need);
            courses.curves.insert((link.from.0, link.to.0), best.1);
            if failed > 0 && i + 1 < SHRINK_FACTORS.len() {
                break;
            }
        }
        if failed == 0 {
            break;
        }
    }
    courses
}

/// Candidate curves between two nodes at this distance, the straightest first.
fn candidate_curves(long: f64, radius: f64) -> impl Iterator<Item = Curve> {
    let most = (long * 0.45).clamp(0.5, 4.0);
    let step = (0.25 * radius).max(most / 60.0);
    let count = (most / step) as u32;
    let bends = (1..=count).flat_map(move |i| {
        let by = f64::from(i) * step;
        [Curve::Bend(by), Curve::Bend(-by)]
    });
    // A parallel shift comes last: adjacent lines are hard to distinguish.
    let beside = (3..=16).flat_map(move |i| {
        let by = f64::from(i) * 0.5 * radius;
        [0.5, 0.25, 1.0]
            .into_iter()
            .flat_map(move |corner| [Curve::Beside(by, corner), Curve::Beside(-by, corner)])
    });
    bends.chain(beside)
}

/// Nodes by where they are.
struct DistanceField<'a> {
    at: &'a [Place],
    cells: HashMap<(i64, i64), Vec<u32>>,
}

impl<'a> DistanceField<'a> {
    fn new(at: &'a [Place]) -> Self {
        let mut cells: HashMap<(i64, i64), Vec<u32>> = HashMap::new();
        for (i, place) in (0u32..).zip(at) {
            cells.entry(Self::cell(*place)).or_default().push(i);
        }
        DistanceField { at, cells }
    }

    fn cell(place: Place) -> (i64, i64) {
        (place.0.floor() as i64, place.1.floor() as i64)
    }

    fn link_length(&self, link: &Wanted) -> f64 {
        let (a, b) = (self.at[link.from.0 as usize], self.at[link.to.0 as usize]);
        (a.0 - b.0).hypot(a.1 - b.1)
    }

    /// Distance of a path to the nearest node that it does not join; stops below `enough`.
    fn clearance(&self, from: Node, to: Node, curve: Curve, enough: f64) -> f64 {
        let ends = (self.at[from.0 as usize], self.at[to.0 as usize]);
        let mut least = f64::MAX;
        let step = if curve == Curve::Straight { 2.0 } else { 0.2 };
        for pair in curve.places(ends.0, ends.1, step).windows(2) {
            let (low, high) = (
                Self::cell((pair[0].0.min(pair[1].0) - enough, pair[0].1.min(pair[1].1) - enough)),
                Self::cell((pair[0].0.max(pair[1].0) + enough, pair[0].1.max(pair[1].1) + enough)),
            );
            for x in low.0..=high.0 {
                for y in low.1..=high.1 {
                    for &i in self.cells.get(&(x, y)).map_or(&[][..], Vec::as_slice) {
                        if u64::from(i) != from.0 && u64::from(i) != to.0 {
                            least = least.min(distance(pair[0], pair[1], self.at[i as usize]));
                        }
                    }
                }
            }
            if least <= enough * 0.5 {
                return least;
            }
        }
        least
    }
}

/// Distance of a point from a line segment.
pub fn distance(a: Place, b: Place, p: Place) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let square = (dx * dx + dy * dy).max(1e-18);
    let along = (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / square).clamp(0.0, 1.0);
    (p.0 - a.0 - along * dx).hypot(p.1 - a.1 - along * dy)
}
