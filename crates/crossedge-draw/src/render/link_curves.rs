//! The curve of each link by its class: along a row around the nodes between, across classes around those of its clusters.

use super::course::{Courses, Wanted, find_courses};
use super::curve::Curve;
use super::plan::{Lines, Plan, outward_bend};
use crossedge_lang::net::{Layout, Node, Parts, Port, Structure};

/// The curves of all links at a scale, node radius and line width: each by its class if that is clear
/// of nodes. `levels` marks the link classes that are levels.
pub fn link_curves(
    net: &dyn Structure,
    plan: &Plan,
    unit: f64,
    radius: f64,
    thin: f64,
    levels: &[Option<usize>],
) -> Courses {
    let mut links = Vec::new();
    for v in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(v)).map(Port) {
            let w = net.link(v, port).0;
            if w > v {
                let curve = match levels[net.link_class(v, port)] {
                    None => inside_curve(plan, v, w),
                    Some(_) => match cross_edge_bend(net, plan, v, w) {
                        0.0 => Curve::Straight,
                        aside => Curve::Bend(aside),
                    },
                };
                links.push(Wanted { from: v, to: w, curve });
            }
        }
    }
    // Half the width of a line, and what rounding to a tenth of a pixel may take.
    let gap = (thin / 2.0 + 0.1) / unit;
    find_courses(&plan.at, &links, radius / unit, gap)
}

/// The curve of a link inside a base, in units: links along a row of nodes go around those between; long ones run parallel to it, because a bend would
/// reach the next row.
fn inside_curve(plan: &Plan, v: Node, w: Node) -> Curve {
    let (a, b) = (plan.at[v.0 as usize], plan.at[w.0 as usize]);
    let (dx, dy) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    let long = dx.hypot(dy);
    let bend = Curve::Bend(0.1 + 0.07 * long);
    match plan.lines {
        Lines::Rows(cell) if (dx < 1e-6 || dy < 1e-6 || long < 2.0) && long > 1.05 * cell => {
            if long > 6.0 * cell { Curve::Beside(0.32, 0.5) } else { bend }
        }
        Lines::Layers { cell, row, .. } if dy < 1e-6 && dx > 1.05 * cell => match row > 1.0 {
            true => bend,
            false => Curve::Beside(row / 2.0, 0.4),
        },
        // A link between layers that are no neighbours: next to the nodes of its column.
        Lines::Layers { aside, layer, .. } if dx < 1e-6 && dy > 1.05 * layer => {
            Curve::Beside(aside / 2.0, 0.5)
        }
        Lines::Rim => Curve::Bend(outward_bend(long)),
        _ => Curve::Straight,
    }
}

/// Pictures of this many nodes have labels to be read, and their long links go around nodes.
const MAX_LABELLED: usize = 200;

/// Sideways bend of a cross-edge, in units, so that it does not run over a node of its clusters. Elsewhere there are too many
/// nodes for that to help.
fn cross_edge_bend(net: &dyn Structure, plan: &Plan, v: Node, w: Node) -> f64 {
    // Clearance of a line from a node that it would touch.
    const TOUCH_DISTANCE: f64 = 0.2;
    const CLEARANCE: f64 = 0.3;
    let two_bases = matches!(net.roles().map(|roles| roles.layout()), Some(Layout::TwoBases { .. }));
    let classes = two_bases || matches!(net.parts(), Parts::Level(_));
    if plan.at.len() > MAX_LABELLED || !classes {
        return 0.0;
    }
    let (a, b) = (plan.at[v.0 as usize], plan.at[w.0 as usize]);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = dx.hypot(dy).max(1e-9);
    let mut most = 0.0f64;
    for (i, p) in (0u64..).zip(&plan.at) {
        let (x, y) = (p.0 - a.0, p.1 - a.1);
        // Position of the node along the line, and its distance to the left.
        let (along, left) = ((x * dx + y * dy) / (long * long), (x * dy - y * dx) / long);
        if i == v.0 || i == w.0 || !(0.02..=0.98).contains(&along) || left.abs() >= TOUCH_DISTANCE {
            continue;
        }
        // Sideways distance at this point of a line bent by 1 in the middle.
        let share = 4.0 * along * (1.0 - along);
        let aside = ((CLEARANCE - left.abs()) / share).min(1.2);
        if aside > most.abs() {
            most = if left > 1e-9 { -aside } else { aside };
        }
    }
    most
}
