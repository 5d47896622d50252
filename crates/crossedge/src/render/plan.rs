//! Where the nodes of a network stand, in units of the distance between two neighbours of a base.

use crate::net::{Leaf, Level, Node, Parts, Place, Structure, neighbors};
use std::f64::consts::TAU;

/// A group of nodes with a border.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Left and top.
    pub at: (f64, f64),
    /// Width and height.
    pub size: (f64, f64),
    /// How many constructions it stands inside of: 0 is the outermost.
    pub depth: u32,
    /// Its name.
    pub label: String,
    /// Whether its name stands below.
    pub below: bool,
}

/// Places of all nodes.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The place of each node, by id.
    pub at: Vec<(f64, f64)>,
    /// Width and height; places lie between 0 and these.
    pub size: (f64, f64),
    /// Groups.
    pub frames: Vec<Frame>,
    /// Whether lines of three or more nodes lie in a row, so that longer links must be bent around them.
    pub rows: bool,
    /// How far neighbours in a row are apart.
    pub cell: f64,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { at: Vec::new(), size: (0.0, 0.0), frames: Vec::new(), rows: false, cell: 1.0 }
    }
}

/// Room around the nodes of a part.
const MARGIN: f64 = 0.45;

impl Plan {
    /// Moves everything so that places begin at the margin.
    fn settled(mut self) -> Plan {
        let low = self.at.iter().fold((f64::MAX, f64::MAX), |l, p| (l.0.min(p.0), l.1.min(p.1)));
        let high = self.at.iter().fold((f64::MIN, f64::MIN), |h, p| (h.0.max(p.0), h.1.max(p.1)));
        for place in &mut self.at {
            *place = (place.0 - low.0 + MARGIN, place.1 - low.1 + MARGIN);
        }
        self.size = (high.0 - low.0 + 2.0 * MARGIN, high.1 - low.1 + 2.0 * MARGIN);
        self
    }

    fn of(at: Vec<(f64, f64)>) -> Plan {
        Plan { at, ..Plan::default() }.settled()
    }
}

/// Places for all nodes of a network. Ask only for networks that can be drawn.
pub fn plan(net: &dyn Structure) -> Plan {
    match net.parts() {
        Parts::Leaf(Leaf::Cube(bits)) => cube(bits as u32),
        Parts::Leaf(known) => leaf(net, known),
        Parts::Product(parts) => product(parts.iter().map(|part| plan(part.as_ref())).collect(), parts),
        Parts::Level(level) => leveled(level),
        Parts::Expansion(re) => {
            let mut whole = plan(re.unit().as_ref());
            let mut size = whole.size.0.max(whole.size.1);
            whole.rows = false;
            let mut nested: Vec<(f64, (f64, f64), Plan)> = Vec::new();
            for (i, phase) in re.phases().enumerate() {
                let frame = plan(phase.frame.as_ref());
                // Copies stand apart by their size and a little more. Every phase is turned a little, to one side and the other, so that
                // its links do not run along those of another.
                let apart = size * 1.16;
                let lean: f64 = if i % 2 == 0 { 0.17 } else { -0.13 };
                size += apart * (frame.size.0.max(frame.size.1) - 2.0 * MARGIN) * 1.1;
                nested.push((apart, (lean.cos(), lean.sin()), frame));
            }
            let mut at = Vec::new();
            for v in (0..net.nodes()).map(Node) {
                let (unit, frames) = re.coordinates(v);
                let mut place = whole.at[unit];
                for (f, (apart, (cos, sin), frame)) in frames.iter().zip(&nested) {
                    let (x, y) = frame.at[*f];
                    place = (place.0 + apart * (x * cos - y * sin), place.1 + apart * (x * sin + y * cos));
                }
                at.push(place);
            }
            Plan::of(at)
        }
    }
}

/// The clusters of both classes, named in the notation of the network.
fn leveled(level: &Level) -> Plan {
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
    facing(&inner, numbering.size(), numbering.count(), &name, &|class, cluster, node| {
        numbering.id(Place { class, cluster, node })
    })
}

/// Rings, paths, complete graphs, stars, and whatever has no rule: a circle.
fn leaf(net: &dyn Structure, known: Leaf) -> Plan {
    let n = net.nodes();
    if n <= 2 || known == Leaf::Path {
        return Plan { rows: n > 2, ..Plan::of((0..n).map(|i| (i as f64, 0.0)).collect()) };
    }
    let hub = neighbors(net, Node(0)).count() as u64 == n - 1
        && n > 3
        && (1..n).all(|v| neighbors(net, Node(v)).count() == 1);
    let around = if hub { n - 1 } else { n };
    let radius = if hub {
        1.0f64.max(0.5 / (TAU / 2.0 / around as f64).sin())
    } else {
        0.5 / (TAU / 2.0 / around as f64).sin()
    };
    // A ring of four stands as a square; a triangle on its node 1, so that in a row of clusters links leave it from left to right; all
    // others have a node on top.
    let (turn, way) = match around {
        3 => (-TAU * 5.0 / 12.0, -1.0),
        4 => (-TAU * 3.0 / 8.0, 1.0),
        _ => (-TAU / 4.0, 1.0),
    };
    let on = |i: u64| {
        let angle = turn + way * TAU * i as f64 / around as f64;
        (radius * angle.cos(), radius * angle.sin())
    };
    Plan::of(match hub {
        true => std::iter::once((0.0, 0.0)).chain((0..around).map(on)).collect(),
        false => (0..around).map(on).collect(),
    })
}

/// Lines become the axes of a grid, the third one askew; other parts are drawn inside each other.
fn product(plans: Vec<Plan>, parts: &[std::sync::Arc<dyn Structure>]) -> Plan {
    if parts.iter().all(|part| part.nodes() <= 2) {
        let twos = parts.iter().filter(|part| part.nodes() == 2).count() as u32;
        return cube(twos);
    }
    let lines = parts.iter().all(|part| part.parts().leaf().in_line() || part.nodes() <= 2);
    let total: u64 = parts.iter().map(|part| part.nodes()).product();
    let digits = |v: u64| {
        let mut rest = v;
        let mut out = vec![0; parts.len()];
        for (digit, part) in out.iter_mut().zip(parts).rev() {
            *digit = rest % part.nodes();
            rest /= part.nodes();
        }
        out
    };
    if lines {
        let long: Vec<&std::sync::Arc<dyn Structure>> =
            parts.iter().rev().filter(|part| part.nodes() > 1).collect();
        // The third direction is askew, so that the nodes of its layers stand in the cells between those of the first.
        let layers = long.get(2).map_or(1, |part| part.nodes());
        let askew = (2..=DEEP).contains(&layers);
        let full = long.iter().any(|part| part.parts().leaf() == Leaf::Complete && part.nodes() > 2);
        let cell = match (askew, layers) {
            (true, 3..) => 0.42 * layers as f64 + 0.2,
            _ if full => 1.25,
            _ => 1.0,
        };
        let mut steps: Vec<(f64, f64)> = Vec::new();
        let mut size = (0.0, 0.0);
        let mut i = 0;
        for part in parts.iter().rev() {
            let n = part.nodes() as f64;
            let step = match i {
                0 => (cell, 0.0),
                1 => (0.0, cell),
                2 if askew => (0.38, -0.42),
                _ if i % 2 == 0 => (size.0 + 1.2 * cell, 0.0),
                _ => (0.0, size.1 + 1.2 * cell),
            };
            i += u32::from(part.nodes() > 1);
            size = (size.0 + step.0 * (n - 1.0), size.1 + f64::abs(step.1) * (n - 1.0));
            steps.push(step);
        }
        steps.reverse();
        let place = |v: u64| {
            let sum = digits(v).iter().zip(&steps).fold((0.0, 0.0), |sum: (f64, f64), (d, step)| {
                (sum.0 + step.0 * *d as f64, sum.1 + step.1 * *d as f64)
            });
            (sum.0, sum.1)
        };
        let rows = parts.iter().any(|part| part.nodes() > 2);
        return Plan { rows, cell, ..Plan::of((0..total).map(place).collect()) };
    }
    let mut scale = 1.0;
    let mut scales = Vec::new();
    for plan in plans.iter().rev() {
        scales.push(scale);
        scale *= plan.size.0.max(plan.size.1) * 1.05;
    }
    scales.reverse();
    let place = |v: u64| {
        digits(v).iter().zip(plans.iter().zip(&scales)).fold(
            (0.0, 0.0),
            |sum: (f64, f64), (d, (plan, scale))| {
                let at = plan.at[*d as usize];
                (sum.0 + at.0 * scale, sum.1 + at.1 * scale)
            },
        )
    };
    Plan::of((0..total).map(place).collect())
}

/// So many layers are drawn askew, one behind the other.
const DEEP: u64 = 6;

/// Bits are directions, chosen so that no link of up to seven passes a node; more are copies of four side by side.
fn cube(bits: u32) -> Plan {
    const THREE: [(f64, f64); 3] = [(1.0, 0.0), (0.0, 1.0), (0.42, -0.38)];
    // In both directions the steps are 4 : 2 : 1, so that all sums differ.
    const FOUR: [(f64, f64); 4] = [(1.24, 0.0), (0.0, 1.24), (0.62, 0.31), (0.31, -0.62)];
    // Found by search: the smallest figures in which links stay 0.3 away from nodes.
    const FIVE: [(f64, f64); 5] = [(2.35, 0.0), (0.0, 2.31), (0.3, -1.13), (2.96, -0.38), (1.21, 0.45)];
    const SIX: [(f64, f64); 6] =
        [(3.21, 0.0), (0.0, 5.07), (7.67, 0.73), (0.95, -3.59), (0.63, -6.27), (1.51, -0.5)];
    const SEVEN: [(f64, f64); 7] =
        [(7.39, 0.0), (0.0, 5.8), (20.88, -8.61), (3.64, 3.83), (5.26, 15.64), (13.74, 0.56), (5.43, 7.99)];
    let step = |bit: u32| match (bits, bit) {
        (0..=3, _) => THREE[bit as usize],
        (5, _) => FIVE[bit as usize],
        (6, _) => SIX[bit as usize],
        (7, _) => SEVEN[bit as usize],
        (_, 0..=3) => FOUR[bit as usize],
        _ => {
            let far = 3.4 * f64::from(1 << ((bit - 4) / 2));
            if bit.is_multiple_of(2) { (far, 0.17) } else { (0.17, far) }
        }
    };
    let place = |v: u64| {
        (0..bits)
            .filter(|bit| v >> bit & 1 == 1)
            .fold((0.0, 0.0), |sum: (f64, f64), bit| (sum.0 + step(bit).0, sum.1 + step(bit).1))
    };
    Plan::of((0..1u64 << bits).map(place).collect())
}

/// Two rows of clusters that face each other; the lower row is turned upside down.
fn facing(
    inner: &Plan,
    n: u64,
    clusters: u64,
    name: &dyn Fn(u64, u64) -> String,
    id: &dyn Fn(u64, u64, u64) -> u64,
) -> Plan {
    let (w, h) = inner.size;
    let apart = w + 0.5;
    let width = apart * clusters as f64 - 0.5;
    let gap = (width * 0.24).clamp(2.4, 70.0);
    let mut plan = Plan {
        at: vec![(0.0, 0.0); (2 * n * clusters) as usize],
        size: (width, 2.0 * h + gap),
        frames: Vec::new(),
        rows: inner.rows,
        cell: inner.cell,
    };
    for class in 0..2 {
        let flip = |y: f64, tall: f64| if class == 0 { y } else { h + gap + h - y - tall };
        for cluster in 0..clusters {
            let x = apart * cluster as f64;
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

/// A border around each super-node, where they can be told apart.
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
    let apart = (0..boxes.len()).all(|i| (i + 1..boxes.len()).all(|j| !meet(&boxes[i], &boxes[j])));
    if apart && boxes.len() > 1 && (boxes.len() as u64) < n {
        for b in boxes {
            let (at, size) = ((b.0, b.1), (b.2 - b.0, b.3 - b.1));
            inner.frames.push(Frame { at, size, depth: 0, label: String::new(), below: false });
        }
    }
    inner
}
