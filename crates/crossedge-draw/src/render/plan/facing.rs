//! The clusters of a dual construction in two rows that face each other, named in the notation of the network.

use super::places::{Frame, Lines, Plan};
use super::plan;
use crossedge_lang::net::{Level, Node, Place, Structure, TwoNumberings};
use std::sync::Arc;

/// The clusters of both classes, named in the notation of the network.
pub fn facing_clusters(level: &Level) -> Plan {
    let (numbering, base) = (level.numbering(), level.base());
    let inner = plan(base.as_ref());
    let bits = numbering.size().ilog2().max(1) as usize;
    let name = |class: u64, cluster: u64| match (level.super_nodes(), numbering.keeps_coordinates()) {
        (Some(_), _) => format!("({class},{cluster},*,*)"),
        (None, true) if class == 0 => format!("0 {cluster:0bits$b} *"),
        (None, true) => format!("1 * {cluster:0bits$b}"),
        (None, false) => format!("({class},{},*)", base.address(Node(cluster))),
    };
    let inner = match level.super_nodes() {
        Some(split) => super_nodes(inner, numbering.size(), &|x| split.split(x).0),
        None => inner,
    };
    facing_rows(&inner, numbering.size(), numbering.count(), &name, &|class, cluster, node| {
        numbering.id(Place { class, cluster, node })
    })
}

/// The clusters of a dual over two bases: those of the first base in the upper row, of the second in the lower one. Both rows are equally wide.
pub fn two_bases(bases: &[Arc<dyn Structure>; 2], numbering: TwoNumberings) -> Plan {
    /// Space between two clusters.
    const CLUSTER_GAP: f64 = 0.5;
    let inner = [plan(bases[0].as_ref()), plan(bases[1].as_ref())];
    let sizes = [bases[0].nodes(), bases[1].nodes()];
    // Class 0 has a cluster for every node of the second base.
    let counts = [sizes[1], sizes[0]];
    let long = |class: usize| (inner[class].size.0 + CLUSTER_GAP) * counts[class] as f64 - CLUSTER_GAP;
    let width = long(0).max(long(1));
    let gap = (width * 0.24).clamp(2.4, 70.0);
    let (above, below) = (inner[0].size.1, inner[1].size.1);
    let mut plan = Plan {
        at: vec![(0.0, 0.0); (2 * sizes[0] * sizes[1]) as usize],
        size: (width, above + gap + below),
        lines: match (inner[0].lines, inner[1].lines) {
            (first, second) if first == second && first != Lines::Rim => first,
            _ => Lines::Straight,
        },
        node: inner[0].node.min(inner[1].node),
        ..Plan::default()
    };
    for (class, inner) in inner.iter().enumerate() {
        let step = width / counts[class] as f64;
        let flip = |y: f64, tall: f64| if class == 0 { y } else { above + gap + below - y - tall };
        for cluster in 0..counts[class] {
            let x = step * (cluster as f64 + 0.5) - inner.size.0 / 2.0;
            for node in 0..sizes[class] {
                let at = inner.at[node as usize];
                let id = numbering.id(Place { class: class as u64, cluster, node });
                plan.at[id as usize] = (x + at.0, flip(at.1, 0.0));
            }
            let label = format!("({class},{},*)", bases[1 - class].address(Node(cluster)));
            let (at, below) = ((x, flip(0.0, inner.size.1)), class == 1);
            plan.frames.push(Frame { at, size: inner.size, depth: 0, label, below });
            plan.frames.extend(inner.frames.iter().map(|frame| Frame {
                at: (x + frame.at.0, flip(frame.at.1, frame.size.1)),
                depth: frame.depth + 1,
                below: frame.below != below,
                ..frame.clone()
            }));
        }
    }
    plan
}

/// Two rows of clusters that face each other; the lower row is turned upside down.
fn facing_rows(
    inner: &Plan,
    n: u64,
    clusters: u64,
    name: &dyn Fn(u64, u64) -> String,
    id: &dyn Fn(u64, u64, u64) -> u64,
) -> Plan {
    let (w, h) = inner.size;
    let spacing = w + 0.5;
    let width = spacing * clusters as f64 - 0.5;
    let gap = (width * 0.24).clamp(2.4, 70.0);
    let mut plan = Plan {
        at: vec![(0.0, 0.0); (2 * n * clusters) as usize],
        size: (width, 2.0 * h + gap),
        lines: match inner.lines {
            Lines::Rim => Lines::Straight,
            lines => lines,
        },
        node: inner.node,
        ..Plan::default()
    };
    for class in 0..2 {
        let flip = |y: f64, tall: f64| if class == 0 { y } else { h + gap + h - y - tall };
        for cluster in 0..clusters {
            let x = spacing * cluster as f64;
            for node in 0..n {
                let at = inner.at[node as usize];
                plan.at[id(class, cluster, node) as usize] = (x + at.0, flip(at.1, 0.0));
            }
            plan.frames.push(Frame {
                at: (x, flip(0.0, h)),
                size: (w, h),
                depth: 0,
                label: name(class, cluster),
                below: class == 1,
            });
            plan.frames.extend(inner.frames.iter().map(|frame| Frame {
                at: (x + frame.at.0, flip(frame.at.1, frame.size.1)),
                depth: frame.depth + 1,
                below: frame.below != (class == 1),
                ..frame.clone()
            }));
        }
    }
    plan
}

/// A border around each super-node, if they can be distinguished.
fn super_nodes(mut inner: Plan, n: u64, rank: &dyn Fn(u64) -> u64) -> Plan {
    let ranks: Vec<u64> = (0..n).map(rank).collect();
    let mut boxes: Vec<(f64, f64, f64, f64)> = Vec::new();
    let last = ranks.iter().max().copied().unwrap_or(0);
    for r in 0..=last {
        let of = |v: &usize| ranks[*v] == r;
        let ends = (0..n as usize)
            .filter(of)
            .map(|v| inner.at[v])
            .fold((f64::MAX, f64::MAX, f64::MIN, f64::MIN), |b, p| {
                (b.0.min(p.0), b.1.min(p.1), b.2.max(p.0), b.3.max(p.1))
            });
        boxes.push((ends.0 - 0.3, ends.1 - 0.3, ends.2 + 0.3, ends.3 + 0.3));
    }
    let meet =
        |a: &(f64, f64, f64, f64), b: &(f64, f64, f64, f64)| a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3;
    let disjoint = (0..boxes.len()).all(|i| (i + 1..boxes.len()).all(|j| !meet(&boxes[i], &boxes[j])));
    if disjoint && boxes.len() > 1 && (boxes.len() as u64) < n {
        for b in boxes {
            let (at, size) = ((b.0, b.1), (b.2 - b.0, b.3 - b.1));
            inner.frames.push(Frame { at, size, depth: 0, label: String::new(), below: false });
        }
    }
    inner
}
