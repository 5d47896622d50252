//! Networks along a line: endpoints on it, and their switches above, level by level. Products are made of such lines.

use super::tree::{TreeRows, row_heights, rows};
use crossedge_lang::net::{Layout, Leaf, Parts, Structure};

/// Least distance of the first row of switches from the line, and their slope: links pass the neighbours of their ends.
const MIN_GAP: f64 = 0.7;
const MIN_SLOPE: f64 = 0.36;

/// Space between two copies on a line.
const COPY_GAP: f64 = 0.7;

/// A network along a line.
#[derive(Debug, Clone)]
pub struct LinePlan {
    /// The place of each node along the line, from 0.
    pub along: Vec<f64>,
    /// Its height above the line: 0 for endpoints.
    pub up: Vec<f64>,
    /// First and last place of each copy, if there are several.
    pub copies: Vec<(f64, f64)>,
}

impl LinePlan {
    /// The last place.
    pub fn length(&self) -> f64 {
        self.along.iter().copied().fold(0.0, f64::max)
    }

    /// The height of the highest switch.
    pub fn height(&self) -> f64 {
        self.up.iter().copied().fold(0.0, f64::max)
    }
}

/// The places of a network along a line; `None` if it is not one-dimensional.
pub fn line(net: &dyn Structure) -> Option<LinePlan> {
    let nodes = net.nodes();
    if let Some(Layout::Hub { inside, copies }) = net.roles().map(|roles| roles.layout()) {
        return in_line(inside.as_ref()).then(|| hub_line(inside.nodes(), copies));
    }
    match net.parts() {
        Parts::Leaf(Leaf::Tree) => {
            let TreeRows { mut across, levels } = rows(net);
            let least = across.iter().copied().fold(f64::MAX, f64::min);
            across.iter_mut().for_each(|x| *x -= least);
            let heights = row_heights(net, &across, &levels, MIN_GAP, MIN_SLOPE);
            let up = levels.iter().map(|&level| heights[level as usize]).collect();
            Some(LinePlan { along: across, up, copies: Vec::new() })
        }
        _ if in_line(net) => Some(LinePlan {
            along: (0..nodes).map(|v| v as f64).collect(),
            up: vec![0.0; nodes as usize],
            copies: Vec::new(),
        }),
        _ => None,
    }
}

fn in_line(net: &dyn Structure) -> bool {
    net.endpoints() == net.nodes() && (net.nodes() <= 2 || net.parts().leaf().in_line())
}

/// Copies one after the other, and a switch above their middle.
fn hub_line(size: u64, copies: u64) -> LinePlan {
    let start = |copy: u64| copy as f64 * (size as f64 + COPY_GAP);
    let mut along: Vec<f64> =
        (0..copies).flat_map(|copy| (0..size).map(move |v| start(copy) + v as f64)).collect();
    let length = along.last().copied().unwrap_or(0.0);
    along.push(length / 2.0);
    let mut up = vec![0.0; along.len()];
    if let Some(last) = up.last_mut() {
        *last = f64::max(MIN_GAP, MIN_SLOPE * length / 2.0);
    }
    let last = size as f64 - 1.0;
    LinePlan { along, up, copies: (0..copies).map(|copy| (start(copy), start(copy) + last)).collect() }
}
