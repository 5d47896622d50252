//! The adjacency matrix: a square for every pair of linked nodes, in the colour of the link. In large networks a square represents a
//! block of nodes, and its shade the fraction of linked pairs.

use super::caption::{self, PICTURE_MARGIN, Sample};
use super::digits::grouped;
use super::links::levels;
use super::options::Options;
use super::scene::{Ink, Item, Scene};
use crossedge_lang::net::{Node, Port, Structure};
use std::collections::BTreeMap;

/// Maximum number of squares per side.
const MAX_SQUARES: u64 = 160;

/// Distinguishable shades.
const SHADE_COUNT: u64 = 16;

/// Links are visited one by one, and no more than this many.
pub const MAX_VISITED: u64 = 20_000_000;

/// How wide the matrix is, in pixels.
const MATRIX_WIDTH: f64 = 480.0;

/// Draws the adjacency matrix. Ask only for networks of at most [`MAX_VISITED`] links.
pub fn matrix(net: &dyn Structure, options: &Options) -> Scene {
    let n = net.nodes().max(1);
    let block = n.div_ceil(MAX_SQUARES);
    let across = n.div_ceil(block);
    let cell = MATRIX_WIDTH / across as f64;
    let width = MATRIX_WIDTH + 2.0 * PICTURE_MARGIN;
    let letters = options.font.unwrap_or_else(|| caption::letter_size(width, net.nodes()));
    let (lines, size) = caption::title(&options.title, width, letters);
    let (left, top) = (PICTURE_MARGIN, PICTURE_MARGIN + caption::title_height(&lines, size) + letters);
    let mut scene = Scene {
        width,
        height: top + MATRIX_WIDTH + 10.0,
        title: options.title.clone(),
        items: Vec::new(),
        size: None,
    };
    let (fill, border) = (Ink::Node, Ink::Frame);
    scene.items.push(Item::Rect { at: (left, top), size: (MATRIX_WIDTH, MATRIX_WIDTH), fill, border });
    let (cells, legend) = if block == 1 { link_squares(net) } else { block_squares(net, block, across) };
    for (ink, cells) in cells {
        // Neighbours in a row are drawn as one.
        let mut boxes: Vec<((f64, f64), (f64, f64))> = Vec::new();
        let mut run: Option<(u64, u64, u64)> = None;
        let mut close = |run: Option<(u64, u64, u64)>| {
            if let Some((y, x, long)) = run {
                let at = (left + x as f64 * cell, top + y as f64 * cell);
                boxes.push((at, (cell * long as f64, cell)));
            }
        };
        for (y, x) in cells {
            run = match run {
                Some((row, from, long)) if row == y && from + long == x => Some((y, from, long + 1)),
                other => {
                    close(other);
                    Some((y, x, 1))
                }
            };
        }
        close(run);
        scene.items.push(Item::Cells { ink, boxes });
    }
    let mark = |at: f64, text: u64, anchor| Item::Text {
        at: (at, top - 5.0),
        text: grouped(&text.to_string()),
        size: letters,
        anchor,
        ink: Ink::Silent,
    };
    scene.items.push(mark(left, 0, "start"));
    if n > 1 {
        scene.items.push(mark(left + MATRIX_WIDTH, n - 1, "end"));
    }
    caption::write_title(&mut scene, lines, size);
    let legend: Vec<_> = legend.into_iter().map(|(ink, text)| (Sample::Line(ink), text)).collect();
    caption::key(&mut scene, &legend, letters);
    scene.height += 4.0;
    scene
}

/// Squares by ink, in rows, each by row and column; and what the inks mean.
type Squares = (BTreeMap<Ink, Vec<(u64, u64)>>, Vec<(Ink, String)>);

/// One square for each direction of a link.
fn link_squares(net: &dyn Structure) -> Squares {
    let (names, levels) = (net.link_classes(), levels(net));
    let mut cells: BTreeMap<Ink, Vec<(u64, u64)>> = BTreeMap::new();
    for v in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(v)).map(Port) {
            let ink = levels[net.link_class(v, port)].map_or(Ink::Base, Ink::Level);
            cells.entry(ink).or_default().push((v.0, net.link(v, port).0.0));
        }
    }
    for cells in cells.values_mut() {
        cells.sort_unstable();
    }
    let reported = |ink: &Ink| {
        let name = |(i, name): (usize, &String)| {
            (levels[i].map_or(Ink::Base, Ink::Level) == *ink).then(|| name.clone())
        };
        let named: Vec<String> = names.iter().enumerate().filter_map(name).collect();
        let name = if named.len() <= 3 { named.join(", ") } else { "links".to_owned() };
        (*ink, format!("row and column are linked: {name}"))
    };
    let legend = cells.keys().map(reported).collect();
    (cells, legend)
}

/// Blocks of nodes, shaded by the share of their pairs that are linked.
fn block_squares(net: &dyn Structure, block: u64, across: u64) -> Squares {
    let mut count: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for v in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(v)).map(Port) {
            *count.entry((v.0 / block, net.link(v, port).0.0 / block)).or_default() += 1;
        }
    }
    let (most, least) =
        (count.values().max().copied().unwrap_or(1), count.values().min().copied().unwrap_or(1));
    let shade = |links: u64| {
        Ink::Heat((links * SHADE_COUNT).div_ceil(most).saturating_mul(255 / SHADE_COUNT).min(255) as u8)
    };
    let mut cells: BTreeMap<Ink, Vec<(u64, u64)>> = BTreeMap::new();
    for (at, links) in &count {
        cells.entry(shade(*links)).or_default().push(*at);
    }
    let blocks = format!(
        "{across} × {across} blocks of {} × {} nodes",
        grouped(&block.to_string()),
        grouped(&block.to_string())
    );
    let reported = |links: u64| format!("{} ends of links in a block", grouped(&links.to_string()));
    let mut legend = vec![(shade(least), format!("{}, the least but none", reported(least)))];
    if least != most {
        legend.push((shade(most), format!("{}, the most", reported(most))));
    }
    legend.push((Ink::Frame, blocks));
    (cells, legend)
}
