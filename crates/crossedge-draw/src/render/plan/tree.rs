//! Fat trees in layers: endpoints below, and above them the switches, level by level.

use super::places::Plan;
use crossedge_lang::net::{Node, Structure, neighbors};

/// Minimum distance of rows, and its ratio to the sideways extent of links.
const LEAST_GAP: f64 = 1.8;
const MIN_SLOPE: f64 = 0.45;

/// A row for each level; a node of fewer is in the middle of its share of the width.
pub fn tree(net: &dyn Structure) -> Plan {
    let TreeRows { across, levels } = rows(net);
    let heights = row_heights(net, &across, &levels, LEAST_GAP, MIN_SLOPE);
    let at = across.iter().zip(&levels).map(|(&x, &level)| (x, -heights[level as usize])).collect();
    Plan { node: 0.34, ..Plan::from_places(at) }
}

/// The nodes of a tree in rows.
pub struct TreeRows {
    /// The place of each node in its row.
    pub across: Vec<f64>,
    /// Its row: 0 for endpoints.
    pub levels: Vec<u32>,
}

/// The rows of a network with switches; all rows are equally wide.
pub fn rows(net: &dyn Structure) -> TreeRows {
    let levels = levels(net);
    let highest = levels.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0u32; highest as usize + 1];
    levels.iter().for_each(|&level| counts[level as usize] += 1);
    let wide = f64::from(counts.iter().copied().max().unwrap_or(1));
    let mut met = vec![0u32; counts.len()];
    let mut across = |&level: &u32| {
        let (i, count) = (met[level as usize], counts[level as usize]);
        met[level as usize] += 1;
        (f64::from(i) + 0.5) * wide / f64::from(count)
    };
    TreeRows { across: levels.iter().map(&mut across).collect(), levels }
}

/// The height of each row above the first. Rows have a distance of at least `gap`, and enough for the flattest link between two rows
/// to clear the neighbours of its ends.
pub fn row_heights(net: &dyn Structure, across: &[f64], levels: &[u32], gap: f64, steep: f64) -> Vec<f64> {
    let rows = levels.iter().copied().max().unwrap_or(0) as usize + 1;
    let mut gaps = vec![gap; rows];
    for v in 0..net.nodes() {
        for w in neighbors(net, Node(v)).filter(|w| levels[w.0 as usize] > levels[v as usize]) {
            let gap = &mut gaps[levels[v as usize] as usize];
            *gap = gap.max(steep * (across[w.0 as usize] - across[v as usize]).abs());
        }
    }
    (0..rows).map(|row| gaps[..row].iter().sum()).collect()
}

/// Height of each node above the endpoints.
fn levels(net: &dyn Structure) -> Vec<u32> {
    let (nodes, endpoints) = (net.nodes(), net.endpoints());
    let mut levels = vec![u32::MAX; nodes as usize];
    let mut row: Vec<u64> = (0..endpoints).collect();
    let mut level = 0;
    while !row.is_empty() {
        row.iter().for_each(|&v| levels[v as usize] = level);
        let above = row.iter().flat_map(|&v| neighbors(net, Node(v))).map(|w| w.0);
        let mut next: Vec<u64> = above.filter(|&w| levels[w as usize] == u32::MAX).collect();
        next.sort_unstable();
        next.dedup();
        (row, level) = (next, level + 1);
    }
    levels.iter_mut().filter(|level| **level == u32::MAX).for_each(|level| *level = 0);
    levels
}
