//! A level of a dual construction: two blocks of copies that face each other, the lower one upside down.
//!
//! A few copies are placed in one row, as in the plan of a picture; more are placed in a block, so that the aspect ratio of a map does not depend on its
//! depth. Any two copies of different blocks are joined by the same number of links, which are drawn as bundles.

use super::area::{Area, AreaView, At, Extent, Owner};
use super::grid::{Grid, Tile};
use super::walk::{Full, MapWalk};
use crate::render::digits::grouped;
use crossedge_lang::net::{Level, Node, Place, TwoNumberings};
use std::sync::Arc;

/// This many copies are in one row.
pub const COPIES_PER_ROW: u64 = 9;

/// Ratio of the block width to the total height.
const ASPECT_RATIO: f64 = 3.0;

/// Bundles of one level go between at most this many groups of a block.
const MAX_GROUPS: f64 = 26.0;

/// Encoding of block, copy and inner node in ids.
#[derive(Debug, Clone)]
pub enum BlockIds {
    /// By a level.
    Level(Box<Level>),
    /// Two bases.
    Two(TwoNumberings),
}

impl BlockIds {
    fn id(&self, at: Place) -> u64 {
        match self {
            BlockIds::Level(level) => level.id(at).0,
            BlockIds::Two(two) => two.id(at),
        }
    }

    fn place(&self, id: u64) -> Place {
        match self {
            BlockIds::Level(level) => level.place(Node(id)),
            BlockIds::Two(two) => two.place(id),
        }
    }

    fn across(&self, at: Place) -> Place {
        match self {
            BlockIds::Level(level) => level.across(at),
            BlockIds::Two(two) => two.across(at),
        }
    }
}

/// One block of copies.
#[derive(Debug)]
struct CopyBlock {
    inner: Arc<dyn Area>,
    grid: Grid,
}

/// Two blocks that face each other.
#[derive(Debug)]
pub struct Facing {
    blocks: [CopyBlock; 2],
    ids: BlockIds,
    /// Links between any two copies of different blocks.
    links: u64,
    extent: Extent,
    names: fn(u64, u64) -> String,
}

impl Facing {
    /// Copies of each area per block.
    pub fn new(inner: [Arc<dyn Area>; 2], counts: [u64; 2], ids: BlockIds, links: u64) -> Self {
        let [mut upper, mut lower] = [0, 1].map(|side: usize| {
            let cell = inner[side].extent().size;
            let grid = Grid::with_cells(counts[side], cell, 0.5, ASPECT_RATIO / 2.0, COPIES_PER_ROW);
            CopyBlock { inner: inner[side].clone(), grid }
        });
        let sizes = [upper.grid.size(), lower.grid.size()];
        let width = sizes[0].0.max(sizes[1].0);
        let one_row = upper.grid.rows() == 1 && lower.grid.rows() == 1;
        let gap = if one_row { (width * 0.24).clamp(2.4, 70.0) } else { (width * 0.12).max(2.4) };
        upper.grid.origin.0 = (width - sizes[0].0) / 2.0;
        lower.grid.origin.0 = (width - sizes[1].0) / 2.0;
        let parts = inner.each_ref().map(|area| area.extent());
        let nodes =
            counts[0].saturating_mul(parts[0].nodes).saturating_add(counts[1].saturating_mul(parts[1].nodes));
        let extent = Extent {
            nodes,
            endpoints: nodes,
            size: (width, sizes[0].1 + gap + sizes[1].1),
            radius: parts[0].radius.min(parts[1].radius),
            closest: parts[0].closest.min(parts[1].closest),
            depth: 1 + parts[0].depth.max(parts[1].depth),
        };
        let names = |side, copy| format!("({side},{copy},*)");
        Facing { blocks: [upper, lower], ids, links, extent, names }
    }

    /// The plane of a block: the lower one is upside down.
    fn block_view(&self, view: &AreaView, side: u64) -> AreaView {
        if side == 0 { *view } else { view.upside_down(self.extent.size.1) }
    }

    fn block(&self, side: u64) -> &CopyBlock {
        &self.blocks[(side & 1) as usize]
    }

    /// Returns `true` if the copies of a class fill rows: an axis is between two blocks.
    fn has_axis(&self) -> bool {
        self.blocks[0].grid.rows() > 1 && self.blocks[1].grid.rows() > 1
    }

    /// The copies of a block that the window shows.
    fn visible_copies(&self, view: &AreaView, side: u64, walk: &MapWalk<'_>) -> Option<Tile> {
        self.block(side).grid.visible_tile(&self.block_view(view, side).to_area(&walk.window), 0.0)
    }

    /// Links between the copies that are shown and all of the other block.
    fn draw_bundles(&self, view: &AreaView, owner: &dyn Owner, walk: &mut MapWalk<'_>) {
        let size = self.extent.size;
        let share = walk.pixels_of(view, size.0) * walk.pixels_of(view, size.1) / walk.pixels;
        let most = ((share.min(1.0)).sqrt() * MAX_GROUPS).floor().max(1.0) as u64;
        // Bundles are drawn from one block only, so that no link is drawn twice: from the upper one if both are visible.
        let Some((side, seen)) = (0..2).find_map(|side| Some((side, self.visible_copies(view, side, walk)?)))
        else {
            return;
        };
        let (near, opposite) = (&self.block(side).grid, &self.block(1 - side).grid);
        // Blocks that are seen as a whole are joined column by column through the axis between them, so that their boxes stay clear.
        let whole = self.has_axis() && seen.rows == near.full_tile().rows;
        let axis = view.area((0.0, 0.0), size).middle().1;
        let (step, other) = match whole {
            true => {
                let columns = |grid: &Grid| (grid.columns.div_ceil(most), grid.rows());
                (columns(near), columns(opposite))
            }
            false => (near.group_size(seen, most), opposite.group_size(opposite.full_tile(), most)),
        };
        let centre = |grid: &Grid, tile: Tile, side: u64| {
            let (at, size) = grid.tile_extent(tile);
            let rect = self.block_view(view, side).area(at, size);
            let middle = rect.middle();
            match whole {
                true => (middle.0, if middle.1 < axis { rect.high.1 } else { rect.low.1 }),
                false => middle,
            }
        };
        for a in near.visible_tiles(seen, step) {
            for b in opposite.visible_tiles(opposite.full_tile(), other) {
                let (from, to) = (near.cells_below(a, near.count), opposite.cells_below(b, opposite.count));
                let Some(count) = from.checked_mul(to).and_then(|pairs| pairs.checked_mul(self.links)) else {
                    continue;
                };
                if count == 0 {
                    continue;
                }
                // Whichever node of a copy has a link out of the level: its kind is that of the bundle.
                let one = Place { class: side, cluster: near.first_cell(a), node: 0 };
                let ends = (self.ids.id(one), self.ids.id(self.ids.across(one)));
                let ends = (owner.id(ends.0), owner.id(ends.1));
                walk.add_bundle(centre(near, a, side), centre(opposite, b, 1 - side), ends, count);
            }
        }
    }
}

impl Area for Facing {
    fn extent(&self) -> Extent {
        self.extent
    }

    fn place(&self, local: u64) -> At {
        let at = self.ids.place(local);
        let block = self.block(at.class);
        let (corner, inside) = (block.grid.corner(at.cluster), block.inner.place(at.node));
        let (x, y) = (corner.0 + inside.0, corner.1 + inside.1);
        (x, if at.class == 0 { y } else { self.extent.size.1 - y })
    }

    fn opens(&self, view: &AreaView, walk: &MapWalk<'_>) -> bool {
        walk.large_enough(view, self.extent.size)
    }

    fn walk(
        &self,
        view: &AreaView,
        owner: &dyn Owner,
        level: u32,
        walk: &mut MapWalk<'_>,
    ) -> Result<(), Full> {
        let alone = 2.0 * walk.grain;
        for side in 0..2 {
            let Some(seen) = self.visible_copies(view, side, walk) else { continue };
            let (block, view) = (self.block(side), self.block_view(view, side));
            let inner = block.inner.extent();
            if self.has_axis() {
                let (at, size) = block.grid.tile_extent(block.grid.full_tile());
                let nodes = block.grid.count.saturating_mul(inner.nodes);
                let first = self.ids.id(Place { class: side, cluster: 0, node: 0 });
                let of = (owner.count(nodes, nodes), owner.id(first));
                walk.open_box(view.area(at, size), level, of, &|| {
                    let [copies, each] =
                        [block.grid.count, inner.nodes].map(|count| grouped(&count.to_string()));
                    format!("class {side}: {copies} clusters of {each} nodes")
                })?;
            }
            let tile = walk.tile_size(&view, block.grid.pitch, alone);
            // A long thin copy is shown by itself as soon as it is long enough.
            let single = tile == (1, 1) || block.grid.count <= COPIES_PER_ROW;
            if single {
                for copy in block.grid.cells(seen) {
                    let part = view.sub_area(block.grid.corner(copy), 1.0);
                    let inside = Copy { facing: self, owner, side, copy };
                    walk.enter_area(block.inner.as_ref(), &part, &inside, level, &|| {
                        (self.names)(side, copy)
                    })?;
                }
                continue;
            }
            for tile in block.grid.visible_tiles(seen, tile) {
                let (at, size) = block.grid.tile_extent(tile);
                let copies = block.grid.cells_below(tile, block.grid.count);
                let first = Place { class: side, cluster: block.grid.first_cell(tile), node: 0 };
                if copies == 0 {
                    continue;
                }
                let nodes = copies.saturating_mul(inner.nodes);
                let of = (owner.count(nodes, nodes), owner.id(self.ids.id(first)));
                walk.closed_box(
                    view.area(at, size),
                    level,
                    of,
                    &|| format!("{copies} clusters"),
                    &mut |visit| {
                        for copy in block.grid.cells(tile) {
                            let id = |node| self.ids.id(Place { class: side, cluster: copy, node });
                            (0..inner.nodes).for_each(|node| owner.each(id(node), visit));
                        }
                    },
                )?;
            }
        }
        // If single nodes are visible, so are their links.
        if walk.points.is_empty() {
            self.draw_bundles(view, owner, walk);
        }
        Ok(())
    }
}

/// A copy inside a block.
struct Copy<'a> {
    facing: &'a Facing,
    owner: &'a dyn Owner,
    side: u64,
    copy: u64,
}

impl Copy<'_> {
    fn outer_id(&self, local: u64) -> u64 {
        self.facing.ids.id(Place { class: self.side, cluster: self.copy, node: local })
    }
}

impl Owner for Copy<'_> {
    fn id(&self, local: u64) -> u64 {
        self.owner.id(self.outer_id(local))
    }

    fn count(&self, nodes: u64, endpoints: u64) -> u64 {
        self.owner.count(nodes, endpoints)
    }

    fn reach(&self) -> f64 {
        self.owner.reach()
    }

    fn each(&self, local: u64, visit: &mut dyn FnMut(u64)) {
        self.owner.each(self.outer_id(local), visit);
    }

    fn point(&self, local: u64, view: &AreaView, level: u32, walk: &mut MapWalk<'_>) -> Result<(), Full> {
        self.owner.point(self.outer_id(local), view, level, walk)
    }
}
