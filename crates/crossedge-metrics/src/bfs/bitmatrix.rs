//! Search on a grid by bit matrices: the ball around the source grows by one level at a time, complete rows at once.
//!
//! One layer: row (high, plane), column low. A tile of rows is turned, moved along `down`, and turned back.
//! Two layers: row (high, plane), column low in the first, row (low, plane), column high in the second, so that each moves complete rows;
//! what crosses from the other layer is turned. Only blocks that changed at the last level are turned.

use super::Error;
use super::coordinates::GridNode;
use super::grid::GridNetwork;
use super::matrix::{Incoming, MatrixFrame, MatrixLevel, Scratch, Spot, turn_rows};
use super::reference::check_memory;
use super::simd::{
    Vector, Vectors, Words, empty_vector, gather_rows, load_line, shift_both_ways, vectors_differ,
};
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Csr, Faults, Leaf, Node, Structure, neighbors};
use fearless_simd::{Simd, SimdBase};
use std::fmt::Debug;
use std::sync::Arc;

/// A search by bit matrices, regardless of the length of their lines.
pub trait Ball: Debug + Send + Sync {
    /// Searches from a place and hands over how many nodes every level after the first has.
    fn search(&self, source: GridNode, watch: &dyn Progress, level: &mut dyn FnMut(u64))
    -> Result<(), Error>;

    /// The cost of a search, in bytes.
    fn bytes(&self) -> u64;
}

/// The search for a grid. `None` if lines of 64 bits would stay nearly empty, or if a layer has too many rows to transpose.
pub fn ball_search(net: &dyn Structure, grid: &Arc<GridNetwork>, dead: &Faults) -> Option<Box<dyn Ball>> {
    let columns = grid.low;
    // Moving along columns needs all of them in one line.
    let along = grid.layers == 1 && grid.down.ends() > 0;
    if along && columns > 512 {
        return None;
    }
    // The longest lines that are not much emptier than the shortest.
    let padded = |words: usize| columns.next_multiple_of(64 * words);
    let words = [8, 4, 2].into_iter().find(|&words| padded(words) * 4 <= padded(2) * 5).unwrap_or(2);
    let words = if along { columns.div_ceil(64).next_power_of_two() } else { words };
    Some(match words {
        1..=2 => Box::new(BitRows::<2>::new(net, grid, dead)),
        3..=4 => Box::new(BitRows::<4>::new(net, grid, dead)),
        _ => Box::new(BitRows::<8>::new(net, grid, dead)),
    })
}

/// Networks of at least this many nodes are split between the cores; smaller ones are faster on one.
const MIN_PARALLEL_NODES: u64 = 1 << 24;

/// The search with lines of L words.
#[derive(Debug)]
struct BitRows<const L: usize> {
    grid: Arc<GridNetwork>,
    /// One for each layer.
    frames: Vec<MatrixFrame<L>>,
    /// Live ends of dead links, and the neighbours that can reach them.
    cut: Vec<(MatrixBit, Vec<MatrixBit>)>,
    /// Loose links that live.
    loose: Vec<(MatrixBit, MatrixBit)>,
}

/// A layer and a bit of its matrix.
type MatrixBit = (usize, Spot);

impl<const L: usize> BitRows<L>
where
    Words: Vectors<L>,
{
    fn new(net: &dyn Structure, grid: &Arc<GridNetwork>, dead: &Faults) -> Self {
        let planes = grid.planes;
        let sides = [(grid.high, grid.low, &grid.across), (grid.low, grid.high, &grid.down)];
        let frames: Vec<MatrixFrame<L>> = (0u64..)
            .zip(sides)
            .take(grid.layers as usize)
            .map(|(layer, (coordinates, columns, links))| {
                let dead = dead.nodes().map(|v| grid.ids.grid_node(v.0)).filter(move |at| at.layer == layer);
                MatrixFrame::new(
                    coordinates,
                    planes,
                    columns,
                    links,
                    dead.map(|at| row_and_column(planes, at)),
                )
            })
            .collect();
        let mut rows = BitRows { grid: grid.clone(), frames, cut: Vec::new(), loose: Vec::new() };
        let mut ends: Vec<Node> = dead.links().flat_map(|(a, b)| [a, b]).filter(|&v| !dead.node(v)).collect();
        ends.sort_unstable();
        ends.dedup();
        let at = |v: Node| rows.bit_of(rows.grid.ids.grid_node(v.0));
        let around = |v| neighbors(net, v).filter(|&w| !dead.cut(v, w)).map(at).collect();
        let cut = ends.into_iter().map(|v| (at(v), around(v))).collect();
        let loose = grid.loose.iter().map(|&(a, b)| (Node(a), Node(b))).filter(|&(a, b)| !dead.cut(a, b));
        let loose = loose.map(|(a, b)| (at(a), at(b))).collect();
        (rows.cut, rows.loose) = (cut, loose);
        rows
    }

    fn bit_of(&self, at: GridNode) -> MatrixBit {
        let (row, column) = row_and_column(self.grid.planes, at);
        (at.layer as usize, self.frames[at.layer as usize].bit_position(row, column))
    }

    /// The next level of all layers; how many nodes are new.
    fn advance(&self, now: &[MatrixLevel<L>], next: &mut [MatrixLevel<L>], cores: bool) -> u64 {
        let mut count = 0;
        if let ([frame], [now], [next]) = (&self.frames[..], now, &mut *next) {
            let (across, down) = (&self.grid.across, &*self.grid.down);
            let columns = self.grid.low;
            if down.ends() == 0 {
                count += frame.advance(across, now, next, cores, &Nothing);
            } else if let Some(line) = self.grid.line {
                count += frame.advance(across, now, next, cores, &InLine { line, columns });
            } else {
                count += frame.advance(across, now, next, cores, &AlongColumns { frame, now, down, columns });
            }
        } else {
            for (layer, (frame, next)) in self.frames.iter().zip(next.iter_mut()).enumerate() {
                let links = if layer == 0 { &self.grid.across } else { &self.grid.down };
                let crossing = Crossing { frame, other: &self.frames[1 - layer], from: &now[1 - layer] };
                count += frame.advance(links, &now[layer], next, cores, &crossing);
            }
        }
        for &(a, b) in &self.loose {
            for (from, to) in [(a, b), (b, a)] {
                if now[from.0].has_bit(from.1) && !next[to.0].has_bit(to.1) {
                    next[to.0].set(to.1);
                    count += 1;
                }
            }
        }
        // A complete row may have crossed a dead link: its new nodes are checked again, link by link.
        for (end, around) in &self.cut {
            let wrong = next[end.0].has_bit(end.1)
                && !now[end.0].has_bit(end.1)
                && !around.iter().any(|from| now[from.0].has_bit(from.1));
            if wrong {
                next[end.0].clear_bit(end.1);
                count -= 1;
            }
        }
        count
    }
}

/// The row and column of a place in the matrix of its layer.
fn row_and_column(planes: usize, at: GridNode) -> (usize, usize) {
    let (coordinate, column) = if at.layer == 0 { (at.high, at.low) } else { (at.low, at.high) };
    (coordinate as usize * planes + at.plane as usize, column as usize)
}

impl<const L: usize> Ball for BitRows<L>
where
    Words: Vectors<L>,
{
    fn search(
        &self,
        source: GridNode,
        watch: &dyn Progress,
        level: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        let nodes = self.grid.layers * self.grid.layer_nodes();
        check_memory(nodes, self.bytes())?;
        let boards = || self.frames.iter().map(MatrixFrame::empty_level).collect::<Vec<_>>();
        let (mut now, mut next) = (boards(), boards());
        let (layer, spot) = self.bit_of(source);
        now[layer].set(spot);
        let cores = nodes >= MIN_PARALLEL_NODES && rayon::current_num_threads() > 1;
        loop {
            if watch.stopped() {
                return Err(Error::Stopped);
            }
            let count = self.advance(&now, &mut next, cores);
            if count == 0 {
                return Ok(());
            }
            level(count);
            watch.advance(count);
            std::mem::swap(&mut now, &mut next);
        }
    }

    fn bytes(&self) -> u64 {
        let lines: usize = self.frames.iter().map(|frame| frame.rows() * frame.panels).sum();
        (2 * 8 * L * lines) as u64 + self.grid.bytes()
    }
}

/// No bits come in.
struct Nothing;

impl<const L: usize> Incoming<L> for Nothing {
    fn rows(&self) -> usize {
        0
    }

    #[inline(always)]
    fn bring<S: Simd>(&self, _: S, _: usize, _: usize, _: &mut Scratch<L>) -> bool
    where
        Words: Vectors<L>,
    {
        false
    }
}

/// Moves along columns that are a path, a ring or a complete graph: no transposition is needed.
struct InLine {
    line: Leaf,
    columns: usize,
}

impl<const L: usize> Incoming<L> for InLine {
    fn rows(&self) -> usize {
        0
    }

    #[inline(always)]
    fn within<S: Simd>(&self, simd: S, line: &[u64; L]) -> Vector<S, L>
    where
        Words: Vectors<L>,
    {
        let bits = load_line(simd, line);
        match self.line {
            Leaf::Path => shift_both_ways(simd, bits),
            Leaf::Ring => {
                let last = self.columns - 1;
                let mut ends = [0; L];
                ends[0] = line[last >> 6] >> (last & 63) & 1;
                ends[last >> 6] |= (line[0] & 1) << (last & 63);
                shift_both_ways(simd, bits) | load_line(simd, &ends)
            }
            Leaf::Complete if vectors_differ(bits, empty_vector(simd)) => !empty_vector::<S, L>(simd),
            // No other leaf is a line.
            _ => empty_vector(simd),
        }
    }

    #[inline(always)]
    fn bring<S: Simd>(&self, _: S, _: usize, _: usize, _: &mut Scratch<L>) -> bool
    where
        Words: Vectors<L>,
    {
        false
    }
}

/// Moves along columns: the tile is transposed, moved along `down`, and transposed back.
struct AlongColumns<'a, const L: usize> {
    frame: &'a MatrixFrame<L>,
    now: &'a MatrixLevel<L>,
    down: &'a Csr,
    columns: usize,
}

impl<const L: usize> Incoming<L> for AlongColumns<'_, L> {
    fn rows(&self) -> usize {
        self.down.rows()
    }

    #[inline(always)]
    fn bring<S: Simd>(&self, simd: S, _: usize, tile: usize, scratch: &mut Scratch<L>) -> bool
    where
        Words: Vectors<L>,
    {
        let AlongColumns { frame, now, down, columns } = self;
        let planes = frame.planes;
        let blocks = tile * L..((tile + 1) * L).min(frame.blocks);
        if !now.changed[blocks.clone()].contains(&true) {
            return false;
        }
        let Scratch { incoming, turned, moved, squares } = scratch;
        for plane in 0..planes {
            squares.iter_mut().for_each(|square| *square = [[0; L]; 64]);
            for (square, block) in squares.iter_mut().zip(blocks.clone()).filter(|(_, b)| now.changed[*b]) {
                let rows = &now.lines.get()[64 * block * planes..];
                let count = (frame.coordinates - 64 * block).min(64);
                turn_rows(simd, rows, count, planes, plane, square);
            }
            gather_rows(simd, squares, turned.get_mut(), planes, plane, *columns);
        }
        let turned = turned.get();
        for (row, moved) in moved.get_mut().iter_mut().enumerate() {
            let mut line = empty_vector(simd);
            for &to in down.row(row) {
                line |= load_line(simd, &turned[to as usize]);
            }
            line.store_array(moved);
        }
        let most = (frame.coordinates - 64 * L * tile).min(64 * L);
        for plane in 0..planes {
            for (word, square) in squares.iter_mut().enumerate() {
                let rows = moved.get().get(64 * word * planes..).unwrap_or(&[]);
                let count = columns.saturating_sub(64 * word).min(64);
                turn_rows(simd, rows, count, planes, plane, square);
            }
            gather_rows(simd, squares, incoming.get_mut(), planes, plane, most);
        }
        true
    }
}

/// Bits that cross from the other layer: its rows are our columns.
struct Crossing<'a, const L: usize> {
    frame: &'a MatrixFrame<L>,
    other: &'a MatrixFrame<L>,
    from: &'a MatrixLevel<L>,
}

impl<const L: usize> Incoming<L> for Crossing<'_, L> {
    fn rows(&self) -> usize {
        0
    }

    #[inline(always)]
    fn bring<S: Simd>(&self, simd: S, panel: usize, tile: usize, scratch: &mut Scratch<L>) -> bool
    where
        Words: Vectors<L>,
    {
        let Crossing { frame, other, from } = self;
        let planes = frame.planes;
        // Our tile of rows is a panel of the other layer, our panel is a tile of it.
        let changed = &from.changed[tile * other.blocks..(tile + 1) * other.blocks];
        let blocks = panel * L..((panel + 1) * L).min(other.blocks);
        if !changed[blocks.clone()].contains(&true) {
            return false;
        }
        let lines = &from.lines.get()[tile * other.rows()..(tile + 1) * other.rows()];
        let most = (frame.coordinates - 64 * L * tile).min(64 * L);
        let Scratch { incoming, squares, .. } = scratch;
        for plane in 0..planes {
            squares.iter_mut().for_each(|square| *square = [[0; L]; 64]);
            for (square, block) in squares.iter_mut().zip(blocks.clone()).filter(|(_, b)| changed[*b]) {
                let count = (other.coordinates - 64 * block).min(64);
                turn_rows(simd, &lines[64 * block * planes..], count, planes, plane, square);
            }
            gather_rows(simd, squares, incoming.get_mut(), planes, plane, most);
        }
        true
    }
}
