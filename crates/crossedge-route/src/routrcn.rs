//! ROUTRCN, the routing of recursive expansions as its paper gives it: phase by phase, the highest first.
//!
//! For every phase in which the two nodes differ, along a shortest path in the frame: on the unit to the pivot of the first frame
//! link, over it, inside the pivots to the pivot of the next frame link, and so on; at last on the unit to the target. In frame, unit
//! and pivots the next hop is the smallest neighbour closer to the target. Inside a phase the route stays among its pivots, if they are
//! connected, and is a path on the unit otherwise. Shen, Back, Recursive expansion (RE), with errata R1 to R13, first-hop entry (R12).

use super::follow::MAX_HOPS;
use crossedge_core::model::route::{Case, Goal, Hop, NoRoute, Route};
use crossedge_lang::net::{Expanded, Node, Port, Sorted};

/// The purpose of a step of ROUTRCN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    /// On the unit to the pivot of the first frame link of a phase.
    Enter(usize),
    /// Over a frame link of a phase.
    Frame(usize),
    /// From one pivot of a phase to another.
    Between(usize),
    /// On the unit to the target.
    Unit,
}

/// One step: along the neighbour of this rank on the unit, or of this frame node in the frame.
#[derive(Debug, Clone, Copy)]
struct ExpansionStep {
    why: Why,
    /// The destination of the step: a node of the unit, or of the frame.
    goal: usize,
    /// The frame node that is left; the unit node otherwise.
    from: usize,
    rank: usize,
}

/// The length of the route of the paper, without the route.
pub fn routrcn_length(re: &dyn Expanded, from: Node, to: Node) -> u64 {
    let mut length = 0;
    visit_steps(re, from, to, &mut |_| {
        length += 1;
        true
    });
    length
}

/// The route of the paper on a recursive expansion. It need not be a shortest one.
pub fn routrcn(re: &dyn Expanded, from: Node, to: Node) -> Result<Route, NoRoute> {
    let mut at = from;
    let mut hops = Vec::new();
    visit_steps(re, from, to, &mut |step| {
        let port = match step.why {
            Why::Frame(i) => frame_port(re, at, i, step),
            _ => Port(step.rank as u32),
        };
        at = re.link(at, port).0;
        hops.push(Hop { port, node: at, cases: vec![step_case(re, step)] });
        (hops.len() as u64) < MAX_HOPS
    });
    match at == to {
        true => Ok(Route { from, hops }),
        // Frames and unit are connected, so that only the limit ends it early.
        false => Err(NoRoute::TooLong { limit: MAX_HOPS }),
    }
}

/// Takes every step in order, while `visit` returns `true`.
fn visit_steps(re: &dyn Expanded, from: Node, to: Node, visit: &mut dyn FnMut(ExpansionStep) -> bool) {
    let ((mut u, f), (v, g)) = (re.coordinates(from), re.coordinates(to));
    let unit = re.sorted_unit();
    for i in (0..f.len()).rev() {
        let phase = re.phase(i);
        let (frame, pivots) = (phase.sorted, phase.pivots);
        let target = Node(g[i] as u64);
        let mut alpha = Node(f[i] as u64);
        let mut entered = false;
        while let Some(port) = frame.next_port(alpha, target) {
            let (from, rank) = (alpha.0 as usize, port.0 as usize);
            let pivot = phase.ports[from][rank];
            let arrived = match entered {
                false => on_unit(unit, &mut u, pivot, Why::Enter(i), visit),
                true => between_pivots(unit, &mut u, pivots, pivot, Why::Between(i), visit),
            };
            if !arrived || !visit(ExpansionStep { why: Why::Frame(i), goal: g[i], from, rank }) {
                return;
            }
            let (beta, back) = frame.link(alpha, port);
            u = phase.ports[beta.0 as usize][back.0 as usize];
            (alpha, entered) = (beta, true);
        }
    }
    on_unit(unit, &mut u, v, Why::Unit, visit);
}

/// On the unit to `goal`; whether it arrived.
fn on_unit(
    unit: &dyn Sorted,
    u: &mut usize,
    goal: usize,
    why: Why,
    visit: &mut dyn FnMut(ExpansionStep) -> bool,
) -> bool {
    while let Some(port) = unit.next_port(Node(*u as u64), Node(goal as u64)) {
        let rank = port.0 as usize;
        if !visit(ExpansionStep { why, goal, from: *u, rank }) {
            return false;
        }
        *u = unit.row(*u)[rank] as usize;
    }
    true
}

/// From one pivot to another without leaving the pivots, unless they are not connected; whether it arrived.
fn between_pivots(
    unit: &dyn Sorted,
    u: &mut usize,
    pivots: &[usize],
    goal: usize,
    why: Why,
    visit: &mut dyn FnMut(ExpansionStep) -> bool,
) -> bool {
    if *u == goal {
        return true;
    }
    let Some(distance) = region_distances(unit, pivots, goal) else {
        return on_unit(unit, u, goal, why, visit);
    };
    let left = |w: usize| pivots.iter().position(|&p| p == w).map(|i| distance[i]);
    while let Some(here) = left(*u).filter(|&d| d > 0) {
        let row = unit.row(*u);
        let closer = row.iter().position(|&w| left(w as usize).is_some_and(|d| d < here));
        let Some(rank) = closer else { return false };
        if !visit(ExpansionStep { why, goal, from: *u, rank }) {
            return false;
        }
        *u = row[rank] as usize;
    }
    true
}

/// The port of a frame link: ports are the unit's, then phase by phase those of the frame links attached to this unit node.
fn frame_port(re: &dyn Expanded, at: Node, i: usize, step: ExpansionStep) -> Port {
    let (u, f) = re.coordinates(at);
    let attached = |ports: &[usize]| ports.iter().filter(|&&p| p == u).count();
    let before: usize = (0..i).map(|j| attached(&re.phase(j).ports[f[j]])).sum();
    let here = attached(&re.phase(i).ports[step.from][..step.rank]);
    Port((re.sorted_unit().row(u).len() + before + here) as u32)
}

/// A step as text.
fn step_case(re: &dyn Expanded, step: ExpansionStep) -> Case {
    let goal = Node(step.goal as u64);
    let phase = |i: usize| format!("phase {}", i + 1);
    let (part, rule, goal) = match step.why {
        Why::Enter(i) => (phase(i), "enter", re.unit().address(goal)),
        Why::Frame(i) => (phase(i), "frame", re.phase(i).frame.address(goal)),
        Why::Between(i) => (phase(i), "between pivots", re.unit().address(goal)),
        Why::Unit => ("unit".to_owned(), "", re.unit().address(goal)),
    };
    Case { part, rule: rule.to_owned(), goal: Goal::To(goal) }
}

/// The distance of every pivot to `target` along pivots only; `None` when they are not connected.
fn region_distances(unit: &dyn Sorted, pivots: &[usize], target: usize) -> Option<Vec<u32>> {
    let index = |w: usize| pivots.iter().position(|&p| p == w);
    let mut distance = vec![u32::MAX; pivots.len()];
    let start = index(target)?;
    distance[start] = 0;
    let mut queue = vec![start];
    let mut next = 0;
    while let Some(&i) = queue.get(next) {
        next += 1;
        for &w in unit.row(pivots[i]) {
            if let Some(j) = index(w as usize).filter(|&j| distance[j] == u32::MAX) {
                distance[j] = distance[i] + 1;
                queue.push(j);
            }
        }
    }
    (queue.len() == pivots.len()).then_some(distance)
}
