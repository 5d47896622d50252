//! Basic networks: a path in rows, a star around its hub, groups around a circle, lattices in grids, switches above their endpoints,
//! and a circle for all others.

use super::grid;
use super::places::{Lines, NODE, Plan};
use super::tree::tree;
use crossedge_lang::net::{Address, Leaf, Node, Port, Structure, neighbors};
use std::f64::consts::TAU;

/// A path of more nodes goes to and fro.
const MAX_ROW: u64 = 10;

/// Nodes in a row; long paths go to and fro.
pub fn path(nodes: u64) -> Plan {
    let row = if nodes <= MAX_ROW { nodes.max(1) } else { ((nodes as f64).sqrt().ceil() as u64).max(6) };
    let place = |v: u64| {
        let (y, x) = (v / row, v % row);
        let x = if y.is_multiple_of(2) { x } else { row - 1 - x };
        (x as f64, y as f64)
    };
    Plan { node: 0.28, ..Plan::from_places((0..nodes).map(place).collect()) }
}

/// Stars, groups, rings, complete graphs, and all networks without closed form.
pub fn leaf(net: &dyn Structure) -> Plan {
    let n = net.nodes();
    let hub = neighbors(net, Node(0)).count() as u64 == n - 1
        && n > 3
        && (1..n).all(|v| neighbors(net, Node(v)).count() == 1);
    if hub {
        let on = circle(n - 1, NODE);
        let middle = (on.size.0 / 2.0, on.size.1 / 2.0);
        let radius = (on.at[0].0 - middle.0).hypot(on.at[0].1 - middle.1);
        // Few nodes leave no room for the hub.
        let wide = |p: &(f64, f64)| {
            let by = f64::max(1.0, 1.0 / radius);
            (middle.0 + (p.0 - middle.0) * by, middle.1 + (p.1 - middle.1) * by)
        };
        let at = std::iter::once(middle).chain(on.at.iter().map(wide)).collect();
        return Plan { node: 0.28, ..Plan::from_places(at) };
    }
    if let Some(link_groups) = link_groups(net) {
        return groups_on_circle(n, &link_groups);
    }
    if net.endpoints() < n && (net.endpoints() <= ENDPOINT_ROW || !joins_endpoints(net)) {
        return Plan { lines: Lines::Rows(1.0), ..tree(net) };
    }
    if let Some(sizes) = lattice_sizes(net) {
        return grid::lattice_plan(&sizes);
    }
    // Links to the node after the next come near the one between: nodes are smaller where there are such, while they can be.
    let skips = (0..n).any(|v| neighbors(net, Node(v)).any(|w| (w.0 + n - v) % n == 2));
    let sag = 0.5 / (TAU / 2.0 / n as f64).sin() * (1.0 - (TAU / n as f64).cos()) - 0.06;
    circle(
        n,
        if skips && n <= 16 {
            sag.clamp(NODE, 0.34)
        } else if n <= 32 {
            0.34
        } else {
            0.45
        },
    )
}

/// Endpoints that are linked to each other fit a row below their switches up to this number.
const ENDPOINT_ROW: u64 = 24;

/// Returns `true` if two endpoints are linked.
fn joins_endpoints(net: &dyn Structure) -> bool {
    let ends = net.endpoints();
    (0..ends).any(|v| neighbors(net, Node(v)).any(|w| w.0 < ends))
}

/// The sizes of a lattice: nodes have the coordinates of a box, row-major, and links are along its dimensions, or extra ones.
fn lattice_sizes(net: &dyn Structure) -> Option<Vec<u64>> {
    let along = |name: &String| name.starts_with("dimension ") || name.starts_with("extra ");
    if !net.link_classes().iter().all(along) {
        return None;
    }
    // The last node has the largest coordinates.
    let Address::Tuple(last) = net.address(Node(net.nodes() - 1)) else { return None };
    let size = |part: &Address| match part {
        Address::Int(most) => Some(most + 1),
        _ => None,
    };
    let sizes: Vec<u64> = last.iter().map(size).collect::<Option<_>>()?;
    let long = sizes.iter().filter(|size| **size > 1).count();
    (long > 1 && sizes.iter().product::<u64>() == net.nodes()).then_some(sizes)
}

/// A number of nodes on a circle, clockwise.
pub fn circle(n: u64, node: f64) -> Plan {
    if n <= 2 {
        return path(n);
    }
    // A ring of four is as a square; a triangle on its node 1, so that in a row of clusters links leave it from left to right; all
    // others have a node on top.
    let (turn, orientation) = match n {
        3 => (-TAU * 5.0 / 12.0, -1.0),
        4 => (-TAU * 3.0 / 8.0, 1.0),
        _ => (-TAU / 4.0, 1.0),
    };
    let radius = 0.5 / (TAU / 2.0 / n as f64).sin();
    let on = |i: u64| {
        let angle = turn + orientation * TAU * i as f64 / n as f64;
        (radius * angle.cos(), radius * angle.sin())
    };
    Plan { node: if n <= 4 { 0.25 } else { node }, ..Plan::from_places((0..n).map(on).collect()) }
}

/// Which kinds of link hold groups together: those of routers in a dragonfly, of a cluster in a swapped network, of a copy of the second factor
/// in a product of another kind than the Cartesian one.
pub fn group_link_classes(net: &dyn Structure) -> Option<Vec<bool>> {
    let names = net.link_classes();
    let grouped_by = |inside: fn(&str) -> bool| Some(names.iter().map(|name| inside(name)).collect());
    let composed = matches!(net.parts().leaf(), Leaf::Composed { .. });
    match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["local", "global"] => grouped_by(|name| name == "local"),
        // Copies of a network with switches, joined by the links of a frame, are groups, too.
        [.., "frame"] if net.endpoints() < net.nodes() => {
            Some((0..names.len()).map(|class| class + 1 < names.len()).collect())
        }
        [.., "swap"] | [.., "swap", "loop"] if composed => {
            grouped_by(|name| name != "swap" && name != "loop")
        }
        [first, ..] if composed && first.starts_with("dimension 1") => {
            grouped_by(|name| name.starts_with("dimension 2"))
        }
        _ => None,
    }
}

/// The groups formed by such links, by their least id; `None` if links have no such classes, or all are one group.
fn link_groups(net: &dyn Structure) -> Option<Vec<Vec<u64>>> {
    let inside = group_link_classes(net)?;
    // Limit of small groups: more would be too small to read in a column; on one circle they are not.
    if matches!(net.parts().leaf(), Leaf::Composed { .. }) && net.nodes() > 48 {
        return None;
    }
    let mut group = vec![usize::MAX; net.nodes() as usize];
    let mut all: Vec<Vec<u64>> = Vec::new();
    for start in 0..net.nodes() {
        if group[start as usize] != usize::MAX {
            continue;
        }
        let mut component = vec![start];
        group[start as usize] = all.len();
        let mut next = 0;
        while let Some(&v) = component.get(next) {
            next += 1;
            for port in (0..net.degree(Node(v))).map(Port).filter(|p| inside[net.link_class(Node(v), *p)]) {
                let w = net.link(Node(v), port).0.0;
                if group[w as usize] == usize::MAX {
                    group[w as usize] = all.len();
                    component.push(w);
                }
            }
        }
        component.sort_unstable();
        all.push(component);
    }
    let several = all.len() > 1 && all.iter().any(|group| group.len() > 1);
    several.then_some(all)
}

/// Groups one after the other around a circle, with a gap between them and a number outside.
fn groups_on_circle(nodes: u64, groups: &[Vec<u64>]) -> Plan {
    const GROUP_GAP: f64 = 0.45;
    let round = nodes as f64 + GROUP_GAP * groups.len() as f64;
    let radius = (round / TAU).max(0.9);
    let on = |along: f64, radius: f64| {
        let angle = -TAU / 4.0 + TAU * along / round;
        (radius * angle.cos(), radius * angle.sin())
    };
    let mut plan =
        Plan { at: vec![(0.0, 0.0); nodes as usize], lines: Lines::Rim, node: 0.45, ..Plan::default() };
    let mut along = 0.0;
    for (number, group) in groups.iter().enumerate() {
        for (i, v) in group.iter().enumerate() {
            plan.at[*v as usize] = on(along + i as f64, radius);
        }
        let last = group.len() as f64 - 1.0;
        if group.len() > 1 {
            plan.names.push((on(along + last / 2.0, radius + outward_bend(last) + 0.6), number.to_string()));
        }
        along += group.len() as f64 + GROUP_GAP;
    }
    plan.moved_to_margin()
}

/// Outward bend of a link of a group, by its span.
pub fn outward_bend(long: f64) -> f64 {
    if long > 1.3 { 0.28 * long } else { 0.0 }
}
