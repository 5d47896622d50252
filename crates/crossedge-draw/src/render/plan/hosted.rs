//! Hosts next to their routers: these are as their own family draws them, with room, and their hosts are in arcs where no link leaves.

use super::places::{Frame, Lines, PART_MARGIN, Plan};
use crossedge_lang::net::{Node, Structure, neighbors};
use std::f64::consts::{PI, TAU};

/// The radius of a node.
const NODE_RADIUS: f64 = 0.2;

/// Spacing of hosts, and distance of the first of them from their router.
const HOST_SPACING: f64 = 0.56;
const FIRST_HOST: f64 = 0.8;

/// Maximum width of an arc in radians, and its distance to the next links.
const MAX_ARC: f64 = 1.9;
const ARC_GAP: f64 = 0.28;

/// Directions that are tried.
const TRIED_DIRECTIONS: u32 = 48;

/// Places for this many hosts on every endpoint of the routers, and for these, whose own places are `base`.
pub fn hosted_plan(base: Plan, routers: &dyn Structure, each: u64) -> Plan {
    let middle = (base.size.0 / 2.0, base.size.1 / 2.0);
    let towards: Vec<(f64, f64)> = (0..routers.endpoints())
        .map(|router| {
            let place = base.at[router as usize];
            let links = neighbors(routers, Node(router)).map(|w| angle_of(place, base.at[w.0 as usize]));
            freest_direction(&links.collect::<Vec<f64>>(), angle_of(middle, place))
        })
        .collect();
    // All arcs are equivalent, and fit where the least is free.
    let free = towards.iter().map(|(free, _)| *free).fold(PI, f64::min);
    let arcs = host_arcs(each, (2.0 * (free - ARC_GAP)).clamp(0.0, MAX_ARC));
    let reach = arcs.last().map_or(0.0, |(radius, _)| *radius) + NODE_RADIUS;
    let wide =
        arcs.iter().map(|(radius, angle)| radius * angle.sin().abs()).fold(0.0, f64::max) + NODE_RADIUS;
    // Room for the arcs of two neighbours side by side, for one between two routers, and inside a frame.
    let framed = if base.frames.is_empty() { 0.0 } else { reach / PART_MARGIN };
    let scale = (2.2 * wide).max(reach + 0.7) / base.least_distance().max(1e-3);
    let scale = scale.max(framed);
    let at: Vec<(f64, f64)> = base.at.iter().map(|p| (p.0 * scale, p.1 * scale)).collect();
    let mut all = Vec::new();
    for (&place, (_, towards)) in at.iter().zip(&towards) {
        all.extend(arcs.iter().map(|(radius, aside)| {
            let turned = towards + aside;
            (place.0 + radius * turned.cos(), place.1 + radius * turned.sin())
        }));
    }
    let first = all.len();
    all.extend(&at);
    let scaled = |p: (f64, f64)| (p.0 * scale, p.1 * scale);
    // Names of groups are outside of the hosts.
    let outside = |p: (f64, f64)| {
        let distance = |q: &(f64, f64)| (q.0 - p.0).hypot(q.1 - p.1);
        let nearest = base.at.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).copied().unwrap_or(p);
        let radius = (nearest.0 - middle.0).hypot(nearest.1 - middle.1) * scale + reach + 0.4;
        let turned = angle_of(middle, p);
        (middle.0 * scale + radius * turned.cos(), middle.1 * scale + radius * turned.sin())
    };
    let plan = Plan {
        at: all,
        names: base.names.into_iter().map(|(place, name)| (outside(place), name)).collect(),
        lines: spread_lines(base.lines, scale),
        node: NODE_RADIUS,
        ..Plan::default()
    };
    let plan = plan.moved_to_margin();
    // Frames are moved with the routers.
    let by = match (plan.at.get(first), at.first()) {
        (Some(now), Some(before)) => (now.0 - before.0, now.1 - before.1),
        _ => (0.0, 0.0),
    };
    let frame = |frame: Frame| {
        let (place, size) = (scaled(frame.at), scaled(frame.size));
        Frame { at: (place.0 + by.0, place.1 + by.1), size, ..frame }
    };
    Plan { frames: base.frames.into_iter().map(frame).collect(), ..plan }
}

/// The positions of hosts around their router: distance, and offset from the middle.
fn host_arcs(each: u64, span: f64) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    let mut radius = FIRST_HOST;
    while (out.len() as u64) < each {
        let step = HOST_SPACING / radius;
        let room = (span / step).floor() as u64 + 1;
        let count = room.min(each - out.len() as u64);
        let half = (count - 1) as f64 * step / 2.0;
        out.extend((0..count).map(|i| (radius, i as f64 * step - half)));
        radius += HOST_SPACING;
    }
    out
}

/// The free angle of the freest direction to the next link, and that direction: among nearly equal ones that which leads
/// away from the middle.
fn freest_direction(links: &[f64], outward: f64) -> (f64, f64) {
    let angle_between = |a: f64, b: f64| {
        let turned = (a - b).rem_euclid(TAU);
        turned.min(TAU - turned)
    };
    let room = |direction: f64| links.iter().map(|link| angle_between(*link, direction)).fold(PI, f64::min);
    let worth = |direction: f64| room(direction).min(MAX_ARC) - 0.1 * angle_between(direction, outward);
    let tried =
        (0..TRIED_DIRECTIONS).map(|i| TAU * f64::from(i) / f64::from(TRIED_DIRECTIONS)).chain([outward]);
    let best = tried.fold(
        outward,
        |best, direction| {
            if worth(direction) > worth(best) + 1e-9 { direction } else { best }
        },
    );
    (room(best), best)
}

fn angle_of(from: (f64, f64), to: (f64, f64)) -> f64 {
    (to.1 - from.1).atan2(to.0 - from.0)
}

/// Lines between routers that are farther apart. Around the outside of a circle there are hosts.
fn spread_lines(lines: Lines, scale: f64) -> Lines {
    match lines {
        Lines::Rows(cell) => Lines::Rows(cell * scale),
        Lines::Layers { cell, row, aside, layer } => {
            Lines::Layers { cell: cell * scale, row: row * scale, aside: aside * scale, layer: layer * scale }
        }
        Lines::Straight | Lines::Rim => Lines::Straight,
    }
}
