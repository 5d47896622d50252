//! A ball as a bit matrix, and the step that makes it one wider: the OR of rows along the links of a stored graph, plus bits that come
//! in from elsewhere.
//!
//! Columns are cut into panels of 64 · L; the lines of a panel lie together, row by row, so that a step stays inside a piece of memory
//! that fits a near cache. Blocks of rows in which nothing near has changed at the last level are left out, and full rows are only
//! copied.

use super::simd::{
    AlignedLines, BitLine, Square, Vector, Vectors, Words, empty_vector, first_bits, load_line,
    transpose_squares, vectors_differ,
};
use crossedge_lang::net::Csr;
use fearless_simd::{Level, Simd, SimdBase, SimdInt, dispatch};
use rayon::prelude::*;

/// The measures of a matrix, its links, and which bits may be set.
#[derive(Debug)]
pub struct MatrixFrame<const L: usize> {
    /// Row coordinates: rows are coordinate · planes + plane.
    pub coordinates: usize,
    /// Planes.
    pub planes: usize,
    /// Panels of columns.
    pub panels: usize,
    /// Blocks of 64 row coordinates.
    pub blocks: usize,
    /// The bits that columns fill, panel by panel.
    full: Vec<BitLine<L>>,
    /// Panel by panel, the rows with dead nodes and what may be set there, in order.
    alive: Vec<Vec<(u32, BitLine<L>)>>,
    /// Which blocks are linked with a block, itself included.
    near: Csr,
}

/// One level of a matrix.
#[derive(Debug)]
pub struct MatrixLevel<const L: usize> {
    /// Panel by panel, the lines of all rows.
    pub lines: AlignedLines<L>,
    /// Panel by panel, the blocks that changed when this level was made.
    pub changed: Vec<bool>,
}

/// One bit of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// Which line of the board.
    line: usize,
    word: usize,
    bit: u32,
    /// Which block of the board.
    block: usize,
}

/// Buffers for the bits that enter one tile, and for transposing them.
pub struct Scratch<const L: usize> {
    /// The bits that come in, for the rows of the tile.
    pub incoming: AlignedLines<L>,
    /// Rows on the way there.
    pub turned: AlignedLines<L>,
    /// The same, moved along their links.
    pub moved: AlignedLines<L>,
    /// Squares to transpose, one for each machine word of a line.
    pub squares: Vec<Square<L>>,
}

/// The sources of incoming bits.
pub trait Incoming<const L: usize>: Sync {
    /// Number of rows that are on the way at once.
    fn rows(&self) -> usize;

    /// The moves of bits within a line.
    #[inline(always)]
    fn within<S: Simd>(&self, simd: S, _line: &BitLine<L>) -> Vector<S, L>
    where
        Words: Vectors<L>,
    {
        empty_vector(simd)
    }

    /// Collects the bits that enter a tile of 64 · L coordinates of a panel; returns `true` if there were any.
    fn bring<S: Simd>(&self, simd: S, panel: usize, tile: usize, scratch: &mut Scratch<L>) -> bool
    where
        Words: Vectors<L>;
}

impl<const L: usize> MatrixFrame<L> {
    /// A frame of `coordinates · planes` rows and a number of columns. `dead` are the bits that must stay out, as row and column.
    pub fn new(
        coordinates: usize,
        planes: usize,
        columns: usize,
        links: &Csr,
        dead: impl Iterator<Item = (usize, usize)>,
    ) -> Self {
        let panels = columns.div_ceil(64 * L);
        let full: Vec<BitLine<L>> =
            (0..panels).map(|panel| first_bits((columns - panel * 64 * L).min(64 * L))).collect();
        let mut alive: Vec<Vec<(u32, BitLine<L>)>> = vec![Vec::new(); panels];
        let mut dead: Vec<_> = dead.collect();
        dead.sort_unstable();
        for (row, column) in dead {
            let (panel, bit) = (column / (64 * L), column % (64 * L));
            let rows = &mut alive[panel];
            if rows.last().is_none_or(|last| last.0 != row as u32) {
                rows.push((row as u32, full[panel]));
            }
            let last = rows.last_mut().expect("there is one now");
            last.1[bit / 64] &= !(1 << (bit % 64));
        }
        let blocks = coordinates.div_ceil(64);
        let rows = coordinates * planes;
        let near = Csr::build(blocks, |block, ends| {
            let from = ends.len();
            ends.push(block as u32);
            for row in block * 64 * planes..((block + 1) * 64 * planes).min(rows) {
                ends.extend(links.row(row).iter().map(|&to| to / (64 * planes) as u32));
            }
            let mut some = ends.split_off(from);
            some.sort_unstable();
            some.dedup();
            ends.append(&mut some);
        });
        MatrixFrame { coordinates, planes, panels, blocks, full, alive, near }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.coordinates * self.planes
    }

    /// A board without bits.
    pub fn empty_level(&self) -> MatrixLevel<L> {
        MatrixLevel {
            lines: AlignedLines::new(self.rows() * self.panels),
            changed: vec![false; self.blocks * self.panels],
        }
    }

    /// The position of a bit.
    pub fn bit_position(&self, row: usize, column: usize) -> Spot {
        let (panel, bit) = (column / (64 * L), column % (64 * L));
        Spot {
            line: panel * self.rows() + row,
            word: bit / 64,
            bit: (bit % 64) as u32,
            block: panel * self.blocks + row / (64 * self.planes),
        }
    }

    /// Makes the next level: each row, the rows it is linked with, and what comes in. Returns how many bits are new.
    pub fn advance(
        &self,
        links: &Csr,
        now: &MatrixLevel<L>,
        next: &mut MatrixLevel<L>,
        cores: bool,
        incoming: &impl Incoming<L>,
    ) -> u64
    where
        Words: Vectors<L>,
    {
        let tile = 64 * L * self.planes;
        let rows = incoming.rows();
        let scratch = || Scratch {
            incoming: AlignedLines::new(tile.min(self.rows())),
            turned: AlignedLines::new(rows),
            moved: AlignedLines::new(rows),
            squares: vec![[[0; L]; 64]; L],
        };
        let now_panels = now.lines.get().chunks(self.rows()).zip(now.changed.chunks(self.blocks));
        let next_panels =
            next.lines.get_mut().chunks_mut(self.rows()).zip(next.changed.chunks_mut(self.blocks));
        let tiles = now_panels.zip(next_panels).enumerate().flat_map(|(panel, (now, next))| {
            let parts = next.0.chunks_mut(tile).zip(next.1.chunks_mut(L));
            parts.enumerate().map(move |(at, (lines, changed))| Tile { panel, at, now, lines, changed })
        });
        let level = Level::new();
        let one = |scratch: &mut Scratch<L>, tile: Tile<'_, L>| {
            dispatch!(level, simd => {
                let came = incoming.bring(simd, tile.panel, tile.at, scratch);
                self.advance_tile(simd, links, tile, incoming, came.then(|| scratch.incoming.get()))
            })
        };
        if cores {
            tiles.collect::<Vec<_>>().into_par_iter().map_init(scratch, one).sum()
        } else {
            let mut scratch = scratch();
            tiles.map(|tile| one(&mut scratch, tile)).sum()
        }
    }

    #[inline(always)]
    fn advance_tile<S: Simd>(
        &self,
        simd: S,
        links: &Csr,
        tile: Tile<'_, L>,
        moves: &impl Incoming<L>,
        incoming: Option<&[BitLine<L>]>,
    ) -> u64
    where
        Words: Vectors<L>,
    {
        let block_rows = 64 * self.planes;
        let (lines, changed_now) = tile.now;
        let alive = &self.alive[tile.panel];
        let full = load_line(simd, &self.full[tile.panel]);
        let mut count = 0;
        for (b, (next, changed)) in tile.lines.chunks_mut(block_rows).zip(tile.changed).enumerate() {
            let block = tile.at * L + b;
            *changed = false;
            if incoming.is_none() && !self.near.row(block).iter().any(|&near| changed_now[near as usize]) {
                continue;
            }
            let first = block * block_rows;
            let incoming = incoming.map(|lines| &lines[b * block_rows..]);
            let from = alive.partition_point(|&(row, _)| (row as usize) < first);
            let to = alive.partition_point(|&(row, _)| (row as usize) < first + next.len());
            let mut masks = &alive[from..to];
            let mut gained = empty_vector::<S, L>(simd);
            for (r, new) in next.iter_mut().enumerate() {
                let old = load_line(simd, &lines[first + r]);
                let mut limit = full;
                if let Some(((row, mask), rest)) = masks.split_first()
                    && *row as usize == first + r
                {
                    (limit, masks) = (load_line(simd, mask), rest);
                }
                let mut line = old;
                if vectors_differ(old, limit) {
                    if let Some(incoming) = incoming {
                        line |= load_line(simd, &incoming[r]);
                    }
                    line |= moves.within(simd, &lines[first + r]);
                    for &to in links.row(first + r) {
                        line |= load_line(simd, &lines[to as usize]);
                    }
                    line &= limit;
                    gained += (line & !old).count_ones();
                }
                line.store_array(new);
            }
            let some = gained.as_slice().iter().sum::<u64>();
            *changed = some > 0;
            count += some;
        }
        count
    }
}

/// Some rows of a panel at two levels.
struct Tile<'a, const L: usize> {
    panel: usize,
    /// Which tile of the panel.
    at: usize,
    /// The entire panel, and its changed blocks.
    now: (&'a [BitLine<L>], &'a [bool]),
    /// The rows of the tile as they will be, and their changed blocks.
    lines: &'a mut [BitLine<L>],
    changed: &'a mut [bool],
}

impl<const L: usize> MatrixLevel<L> {
    /// Returns `true` if a bit is set.
    pub fn has_bit(&self, spot: Spot) -> bool {
        self.lines.get()[spot.line][spot.word] >> spot.bit & 1 == 1
    }

    /// Sets a bit.
    pub fn set(&mut self, spot: Spot) {
        self.lines.get_mut()[spot.line][spot.word] |= 1 << spot.bit;
        self.changed[spot.block] = true;
    }

    /// Clears a bit.
    pub fn clear_bit(&mut self, spot: Spot) {
        self.lines.get_mut()[spot.line][spot.word] &= !(1 << spot.bit);
    }
}

/// Turns up to 64 rows of a plane, those at `plane`, `plane + planes` and so on.
#[inline(always)]
pub fn turn_rows<S: Simd, const L: usize>(
    simd: S,
    rows: &[BitLine<L>],
    count: usize,
    planes: usize,
    plane: usize,
    square: &mut Square<L>,
) where
    Words: Vectors<L>,
{
    for (i, line) in square.iter_mut().enumerate() {
        *line = if i < count { rows[i * planes + plane] } else { [0; L] };
    }
    transpose_squares(simd, square);
}
