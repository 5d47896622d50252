//! A network as a grid: what a search needs of a construction, stored for its rows and its columns only.
//!
//! A node is (layer, plane, high, low). Steps of layer 0 along `across` change (high, plane) and keep low; steps along `down` change
//! (low, plane) and keep high. A grid has one layer, where both apply, or two: then `across` applies in layer 0, `down` in layer 1,
//! and (0, …) is linked with (1, …). So
//!
//! - a product is one layer, the factors shared out between high and low;
//! - a dual construction is two layers, with the links of its base across and down: (class, low, high) and (class, high, low);
//! - a level of a hierarchical dual-net is the same with the positions inside a super-node as planes;
//! - a recursive expansion is one layer, a plane for each node of the unit, the phases shared out;
//! - a WK-recursive network is one layer, a column for each copy of a smaller one, with loose links between their corners.
//!
//! Rows of `across` are numbered high · planes + plane, rows of `down` low · planes + plane.

use super::coordinates::GridIds;
use crossedge_lang::net::address::Pair;
use crossedge_lang::net::{Csr, Expanded, Leaf, Level, Node, Numbering, Parts, Phase, Structure, neighbors};
use std::sync::Arc;

/// A network as a grid.
#[derive(Debug)]
pub struct GridNetwork {
    /// One or two.
    pub layers: u64,
    /// Number of planes.
    pub planes: usize,
    /// Number of high coordinates.
    pub high: usize,
    /// Number of low coordinates.
    pub low: usize,
    /// Links along (high, plane).
    pub across: Arc<Csr>,
    /// Links along (low, plane).
    pub down: Arc<Csr>,
    /// Links of single nodes, by their ids, each once.
    pub loose: Vec<(u64, u64)>,
    /// How consecutive low coordinates are linked, when these are all the links down.
    pub line: Option<Leaf>,
    /// From ids to places.
    pub ids: GridIds,
}

/// Maximum number of stored rows of a grid.
const MAX_ROWS: u64 = 1 << 26;

/// Maximum number of low coordinates in one line of a bit matrix.
const MAX_LOW: u64 = 512;

impl GridNetwork {
    /// The grid of a network; none for one that shows no structure, and for one whose rows are too many.
    pub fn from_network(net: &dyn Structure) -> Option<GridNetwork> {
        match net.parts() {
            Parts::Product(parts) => product(parts),
            Parts::Leaf(Leaf::Cube(dimensions)) => {
                let dimensions = dimensions as u32;
                let low = dimensions.min(9);
                let (high, low) = (dimensions - low, low);
                Some(flat_grid(cube_links(storable_rows(1 << high)?.trailing_zeros()), cube_links(low)))
            }
            Parts::Level(level) => dual_level_grid(level),
            Parts::Expansion(net) => expansion_grid(net),
            Parts::Leaf(_) => copies_grid(net),
        }
    }

    /// Number of nodes a layer has.
    pub fn layer_nodes(&self) -> u64 {
        (self.high * self.planes) as u64 * self.low as u64
    }

    /// Returns `true` if bit matrices are the faster method: they go over all nodes at every distance, a queue over every node once.
    pub fn suits_rows(&self) -> bool {
        self.layers * self.layer_nodes() >= 4096 && self.farthest_estimate() <= 256
    }

    /// Estimated distance of the farthest node.
    fn farthest_estimate(&self) -> u64 {
        let (across, down) = (eccentricity(&self.across), eccentricity(&self.down));
        match self.loose.is_empty() {
            true => across + down,
            // Copies of copies, each crossed from corner to corner.
            false => (across + 1) * (across + 1),
        }
    }

    /// Stored size in bytes.
    pub fn bytes(&self) -> u64 {
        self.across.bytes() + self.down.bytes() + 16 * self.loose.len() as u64
    }
}

/// Eccentricity of row 0 among reachable rows.
fn eccentricity(links: &Csr) -> u64 {
    let mut seen = vec![false; links.rows()];
    let (mut now, mut depth) = (vec![0u32], 0);
    if let Some(first) = seen.first_mut() {
        *first = true;
    }
    loop {
        let mut next = Vec::new();
        for &row in &now {
            for &to in links.row(row as usize) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    next.push(to);
                }
            }
        }
        if next.is_empty() {
            return depth;
        }
        (now, depth) = (next, depth + 1);
    }
}

/// A number of rows that can be stored.
fn storable_rows(count: u64) -> Option<usize> {
    (count <= MAX_ROWS).then_some(count as usize)
}

/// The links of a cube.
fn cube_links(dimensions: u32) -> Csr {
    Csr::build(1 << dimensions, |v, ends| ends.extend((0..dimensions).map(|i| v as u32 ^ 1 << i)))
}

/// One layer and one plane.
fn flat_grid(across: Csr, down: Csr) -> GridNetwork {
    GridNetwork {
        layers: 1,
        planes: 1,
        high: across.rows(),
        low: down.rows(),
        ids: GridIds::HighLow(Pair::new(down.rows() as u64)),
        across: Arc::new(across),
        down: Arc::new(down),
        loose: Vec::new(),
        line: None,
    }
}

/// The factors of a product: a suffix or a prefix of them makes the low coordinate, the rest the high one. When one factor is nearly
/// all of it and has a grid of its own, the others add planes to that grid.
fn product(parts: &[Arc<dyn Structure>]) -> Option<GridNetwork> {
    let mut factors: Vec<GridFactor> = Vec::new();
    for part in parts {
        match part.parts() {
            Parts::Leaf(Leaf::Cube(dimensions)) => factors.extend((0..dimensions).map(|_| GridFactor::Edge)),
            _ => factors.push(GridFactor::Net(part)),
        }
    }
    let sizes: Vec<u64> = factors.iter().map(GridFactor::nodes).collect();
    let total: u64 = sizes.iter().product();
    // How full the lines of the low coordinate are, times how long: short lines do not pay, nor do half empty ones.
    let worth = |low: u64| match low {
        1..=MAX_LOW => low * low.min(128) * 16 / low.next_multiple_of(64).next_power_of_two(),
        _ => 0,
    };
    let splits = (1..factors.len()).flat_map(|at| {
        let (first, last) = (sizes[..at].iter().product::<u64>(), sizes[at..].iter().product::<u64>());
        [(worth(last), at, false), (worth(first), at, true)]
    });
    let best = splits.max();
    let largest = (0..sizes.len()).max_by_key(|&i| sizes[i])?;
    if best.is_none_or(|(worth, ..)| worth < 256)
        && let GridFactor::Net(net) = factors[largest]
        && total / sizes[largest] <= sizes[largest].isqrt()
        && let Some(inner) = GridNetwork::from_network(net.as_ref())
    {
        return with_planes(inner, &factors, largest);
    }
    let stored = |factors: &[GridFactor]| {
        let total: u64 = factors.iter().map(GridFactor::nodes).product();
        storable_rows(total).map(|_| Csr::product(&factors.iter().map(GridFactor::links).collect::<Vec<_>>()))
    };
    let (_, at, swapped) = best?;
    let (first, last) = (stored(&factors[..at])?, stored(&factors[at..])?);
    let line = match if swapped { &factors[..at] } else { &factors[at..] } {
        [GridFactor::Net(one)] => Some(one.parts().leaf()).filter(|leaf| leaf.in_line()),
        _ => None,
    };
    if swapped {
        let ids = GridIds::LowHigh(Pair::new(last.rows() as u64));
        return Some(GridNetwork { ids, line, ..flat_grid(last, first) });
    }
    Some(GridNetwork { line, ..flat_grid(first, last) })
}

/// A factor of a product; a cube is split.
enum GridFactor<'a> {
    Edge,
    Net(&'a Arc<dyn Structure>),
}

impl GridFactor<'_> {
    fn nodes(&self) -> u64 {
        match self {
            GridFactor::Edge => 2,
            GridFactor::Net(net) => net.nodes(),
        }
    }

    fn links(&self) -> Csr {
        match self {
            GridFactor::Edge => cube_links(1),
            GridFactor::Net(net) => Csr::from_network(net.as_ref()),
        }
    }
}

/// The grid of one factor, with the others as more planes.
fn with_planes(inner: GridNetwork, factors: &[GridFactor<'_>], largest: usize) -> Option<GridNetwork> {
    let size = |factors: &[GridFactor<'_>]| factors.iter().map(GridFactor::nodes).product::<u64>();
    let after = size(&factors[largest + 1..]);
    let others: Vec<Csr> = (factors.iter().enumerate())
        .filter(|&(i, _)| i != largest)
        .map(|(_, factor)| factor.links())
        .collect();
    let others = Csr::product(&others);
    let more = others.rows();
    storable_rows((inner.across.rows() as u64).max(inner.down.rows() as u64).checked_mul(more as u64)?)?;
    if !inner.loose.is_empty() {
        return None;
    }
    let extend = |links: &Csr, with_others: bool| {
        let others = if with_others { others.clone() } else { Csr::build(more, |_, _| ()) };
        Csr::product(&[links.clone(), others])
    };
    let nodes = factors[largest].nodes();
    Some(GridNetwork {
        layers: inner.layers,
        planes: inner.planes * more,
        high: inner.high,
        low: inner.low,
        across: Arc::new(extend(&inner.across, true)),
        down: Arc::new(extend(&inner.down, inner.layers == 2)),
        loose: Vec::new(),
        line: None,
        ids: GridIds::Among {
            before: Pair::new(nodes * after),
            after: Pair::new(after),
            others: Pair::new(more as u64),
            inner: Box::new(inner.ids),
        },
    })
}

/// A level of dual construction: the super-node rank of a node is its coordinate, its position is the plane. Without super-nodes every
/// node is one, and there is one plane.
fn dual_level_grid(level: &Level) -> Option<GridNetwork> {
    let n = storable_rows(level.base().nodes())?;
    let count = level.numbering().count();
    let planes = Pair::new(count).split(n as u64).0 as usize;
    let links = Csr::from_network(level.base().as_ref());
    let numbering: Numbering = *level.numbering();
    let row = Pair::new(planes as u64);
    let (links, row_of, node_of) = match level.super_nodes() {
        None => (links, None, None),
        Some(split) => {
            let rank = |x| {
                let (rank, position) = split.split(x);
                row.join(rank, position) as u32
            };
            let row_of: Vec<u32> = (0..n as u64).map(rank).collect();
            let mut node_of = vec![0; n];
            (0u32..).zip(&row_of).for_each(|(x, &row)| node_of[row as usize] = x);
            let links = Csr::build(n, |row, ends| {
                ends.extend(links.row(node_of[row] as usize).iter().map(|&x| row_of[x as usize]));
            });
            (links, Some(row_of), Some(node_of))
        }
    };
    let links = Arc::new(links);
    Some(GridNetwork {
        layers: 2,
        planes,
        high: count as usize,
        low: count as usize,
        across: links.clone(),
        down: links,
        loose: Vec::new(),
        line: None,
        ids: GridIds::Level { numbering, row, row_of, node_of },
    })
}

/// A recursive expansion: the first phases are low, the others high, and the nodes of the unit are planes.
fn expansion_grid(net: &dyn Expanded) -> Option<GridNetwork> {
    let unit = net.sorted_unit();
    let planes = unit.nodes() as usize;
    let all: Vec<Phase<'_>> = net.phases().collect();
    let sizes: Vec<u64> = all.iter().map(|phase| phase.sorted.nodes()).collect();
    // As many phases as fit a line of 128, or the first one.
    let mut low = 1;
    let mut at = 0;
    while let Some(&size) = sizes.get(at)
        && (at == 0 || low * size <= 128)
    {
        low *= size;
        at += 1;
    }
    let high: u64 = sizes[at..].iter().product();
    storable_rows(high.checked_mul(planes as u64)?)?;
    storable_rows(low.checked_mul(planes as u64)?)?;
    Some(GridNetwork {
        layers: 1,
        planes,
        high: high as usize,
        low: low as usize,
        across: Arc::new(phases(&all[at..], planes, |u, ends| ends.extend_from_slice(unit.row(u)))),
        down: Arc::new(phases(&all[..at], planes, |_, _| ())),
        loose: Vec::new(),
        line: None,
        ids: GridIds::Expansion { unit: Pair::new(planes as u64), phases: Pair::new(low) },
    })
}

/// The links of some phases on rows (frame coordinates, unit node), the first phase least significant, and `inside` a unit.
fn phases(phases: &[Phase<'_>], planes: usize, inside: impl Fn(usize, &mut Vec<u32>)) -> Csr {
    let sizes: Vec<usize> = phases.iter().map(|phase| phase.sorted.nodes() as usize).collect();
    let mut frames = vec![0; phases.len()];
    let mut unit = 0;
    let mut within = Vec::new();
    Csr::build(sizes.iter().product::<usize>() * planes, |row, ends| {
        within.clear();
        inside(unit, &mut within);
        ends.extend(within.iter().map(|&u| (row - unit) as u32 + u));
        let mut stride = planes;
        for (i, phase) in phases.iter().enumerate() {
            let here = frames[i];
            let attached = phase.sorted.row(here).iter().zip(&phase.ports[here]);
            for (&there, _) in attached.filter(|&(_, &port)| port == unit) {
                let there = there as usize;
                let back = phase.sorted.row(there).partition_point(|&x| (x as usize) < here);
                let other = phase.ports[there][back];
                ends.push((row + there * stride + other - here * stride - unit) as u32);
            }
            stride *= sizes[i];
        }
        // The next row: count up the unit node, then the frames.
        unit += 1;
        if unit == planes {
            unit = 0;
            for (frame, &size) in frames.iter_mut().zip(&sizes) {
                *frame += 1;
                if *frame < size {
                    break;
                }
                *frame = 0;
            }
        }
    })
}

/// A network of many copies of a smaller one, each a column; the few links between copies are loose.
fn copies_grid(net: &dyn Structure) -> Option<GridNetwork> {
    let Leaf::Wk { base, digits } = net.parts().leaf() else { return None };
    // Half of the digits for the copies: rows, columns and loose links are then equally few.
    let low = base.checked_pow(digits / 2)?;
    let high = base.checked_pow(digits - digits / 2)?;
    storable_rows(high.max(low))?;
    let across = Csr::build(high as usize, |v, ends| {
        let inside = neighbors(net, Node(v as u64)).filter(|w| w.0 < high);
        ends.extend(inside.map(|w| w.0 as u32));
    });
    // A corner has the same digit everywhere.
    let ones: u64 = (0..digits - digits / 2).map(|i| base.pow(i)).sum();
    let corners = (0..low).flat_map(|copy| (0..base).map(move |digit| Node(copy * high + digit * ones)));
    let split = Pair::new(high);
    let leaves = |v: Node| {
        let other = move |w: &Node| w.0 > v.0 && split.split(w.0).0 != split.split(v.0).0;
        neighbors(net, v).filter(other).map(move |w| (v.0, w.0))
    };
    Some(GridNetwork {
        layers: 1,
        planes: 1,
        high: high as usize,
        low: low as usize,
        across: Arc::new(across),
        down: Arc::new(Csr::build(low as usize, |_, _| ())),
        loose: corners.flat_map(leaves).collect(),
        line: None,
        ids: GridIds::LowHigh(split),
    })
}
