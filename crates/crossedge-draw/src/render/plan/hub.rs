//! Copies of a network around one switch: in a row below it if they are lines and few, else around it.

use super::line::line;
use super::places::{Frame, Plan};
use super::plan;
use crossedge_lang::net::{Leaf, Structure};
use std::f64::consts::TAU;

/// Longer rows are drawn around the switch.
const MAX_ROW: u64 = 24;

/// Space between two copies, and between a copy and the switch.
const COPY_GAP: f64 = 0.6;

/// Places for copies of a network, and for the switch, which is the last node.
pub fn hub_plan(net: &dyn Structure, inside: &dyn Structure, copies: u64) -> Plan {
    let straight = inside.nodes() <= 2 || inside.parts().leaf() == Leaf::Path;
    if let Some(row) = line(net).filter(|_| straight && net.nodes() <= MAX_ROW) {
        let at = row.along.iter().zip(&row.up).map(|(&x, &up)| (1.2 * x, -1.2 * up)).collect();
        return Plan { node: 0.28, ..Plan::from_places(at) };
    }
    copies_around(&plan(inside), copies)
}

/// Copies around the switch, each in a frame.
fn copies_around(inner: &Plan, copies: u64) -> Plan {
    let (w, h) = inner.size;
    let across = w.hypot(h) + COPY_GAP;
    let radius = match copies {
        1 => across / 2.0 + COPY_GAP,
        _ => (across / 2.0 / (TAU / 2.0 / copies as f64).sin()).max(across / 2.0 + COPY_GAP),
    };
    let corner = |copy: u64| {
        let angle = TAU * copy as f64 / copies as f64 - TAU / 4.0;
        (radius * angle.cos() - w / 2.0, radius * angle.sin() - h / 2.0)
    };
    let mut at: Vec<(f64, f64)> = (0..copies)
        .flat_map(|copy| inner.at.iter().map(move |p| (corner(copy).0 + p.0, corner(copy).1 + p.1)))
        .collect();
    at.push((0.0, 0.0));
    let plan = Plan { lines: inner.lines, node: inner.node, ..Plan::from_places(at) };
    // The switch is at the origin.
    let moved = plan.at.last().copied().unwrap_or_default();
    let frame = |copy: u64| {
        let at = (corner(copy).0 + moved.0, corner(copy).1 + moved.1);
        Frame { at, size: inner.size, depth: 0, label: String::new(), below: false }
    };
    Plan { frames: (0..copies).map(frame).collect(), ..plan }
}
