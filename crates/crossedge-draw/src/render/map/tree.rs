//! Fat trees as nested boxes: the subtree of a switch of level i is a box with the switches of that level above the subtrees of the next.
//!
//! A subtree of level i is identified by the digits (x_h..x_{i+1}) of its endpoints, as one number; it has w_1…w_i switches on top, whose ids are
//! consecutive, and m_i subtrees of level i-1. A subtree of level 0 is an endpoint.

use super::area::{Area, AreaView, At, Extent, Owner};
use super::grid::{Grid, Tile};
use super::walk::{Full, MapWalk};

/// Room around what is inside a box.
const BOX_MARGIN: f64 = 0.4;

/// Pixels of a group of switches on top, at least, that bundles lead to.
const MIN_GROUP_WIDTH: f64 = 40.0;

/// Bundles lead to at most this many groups on top of a subtree.
const MAX_GROUPS: u64 = 12;

/// Bundles between one level and the next of a subtree, about.
const MAX_CLIMBS: u64 = 400;

/// Aspect ratio of a subtree.
const ASPECT_RATIO: f64 = 1.6;

/// One level.
#[derive(Debug)]
struct Tier {
    /// The id of the first node of the level.
    first: u64,
    /// Switches on top of a subtree.
    tops: Grid,
    /// Subtrees inside; none of an endpoint.
    below: Option<Grid>,
    /// Nodes and endpoints of a subtree.
    nodes: u64,
    endpoints: u64,
    size: At,
}

/// A fat tree.
#[derive(Debug)]
pub struct TreeArea {
    tiers: Vec<Tier>,
    extent: Extent,
}

impl TreeArea {
    /// A tree with these children, from level 1 on, and these parents, from level 0 on; it has fewer than 2^64 nodes.
    pub fn new(children: &[u64], parents: &[u64]) -> Self {
        let all: u64 = children.iter().product();
        let cell = |columns: u64, count: u64, origin: At| Grid {
            count,
            columns,
            origin,
            cell: (1.0, 1.0),
            pitch: (1.0, 1.0),
        };
        let mut tiers = vec![Tier {
            first: 0,
            tops: cell(1, 1, (0.0, 0.0)),
            below: None,
            nodes: 1,
            endpoints: 1,
            size: (1.0, 1.0),
        }];
        let (mut first, mut trees, mut tops) = (all, all, 1u64);
        for (level, (&m, &w)) in children.iter().zip(parents).enumerate() {
            trees /= m.max(1);
            tops = tops.saturating_mul(w);
            let lower = &tiers[level];
            let mut below =
                Grid::with_cells(m, lower.size, if level == 0 { 0.0 } else { 0.5 }, ASPECT_RATIO, 4);
            // Switches take the width that the subtrees have, and more where they are many.
            let wide = below.size().0;
            let columns = (wide.floor().max((tops as f64).sqrt() * 1.5) as u64).clamp(1, tops);
            let mut over = cell(columns, tops, (BOX_MARGIN, BOX_MARGIN));
            let width = wide.max(over.size().0);
            over.origin.0 += (width - over.size().0) / 2.0;
            let gap = (0.12 * width).max(0.8);
            below.origin = (BOX_MARGIN + (width - wide) / 2.0, BOX_MARGIN + over.size().1 + gap);
            let size = (width + 2.0 * BOX_MARGIN, below.origin.1 + below.size().1 + BOX_MARGIN);
            let nodes = lower.nodes.saturating_mul(m).saturating_add(tops);
            let endpoints = lower.endpoints.saturating_mul(m);
            tiers.push(Tier { first, tops: over, below: Some(below), nodes, endpoints, size });
            first = first.saturating_add(trees.saturating_mul(tops));
        }
        let top = &tiers[tiers.len() - 1];
        let (nodes, size, depth) = (top.nodes, top.size, tiers.len() as u32);
        let extent = Extent { nodes, endpoints: all, size, radius: 0.3, closest: 1.0, depth };
        TreeArea { tiers, extent }
    }

    fn id(&self, level: usize, tree: u64, top: u64) -> u64 {
        let tier = &self.tiers[level];
        tier.first + tree * tier.tops.count + top
    }

    /// The part of a subtree in the window.
    fn walk_subtree(
        &self,
        (level, tree): (usize, u64),
        view: &AreaView,
        owner: &dyn Owner,
        depth: u32,
        walk: &mut MapWalk<'_>,
    ) -> Result<(), Full> {
        let tier = &self.tiers[level];
        self.walk_top_switches((level, tree), view, owner, depth, walk)?;
        let Some(below) = tier.below else { return Ok(()) };
        let near = view.to_area(&walk.window);
        let lower = &self.tiers[level - 1];
        let Some(seen) = below.visible_tile(&near, owner.reach()) else { return Ok(()) };
        let child = |x: u64| tree * below.count + x;
        // Links lead to all switches on top: bundles end at groups of them, as many as there is room for.
        let tops = &tier.tops;
        let climb = |tile: Tile, from: At, count: u64, most: u64, walk: &mut MapWalk<'_>| {
            let ends = (self.id(level - 1, child(below.first_cell(tile)), 0), self.id(level, tree, 0));
            let group = tops.group_size(tops.full_tile(), most);
            for over in tops.visible_tiles(tops.full_tile(), group) {
                let (at, size) = tops.tile_extent(over);
                // Every subtree has one link to each of them.
                let links = count.checked_mul(tops.cells_below(over, tops.count)).filter(|links| *links > 0);
                if let Some(links) = links {
                    let to = view.area(at, size).middle();
                    walk.add_bundle(from, to, (owner.id(ends.0), owner.id(ends.1)), links);
                }
            }
        };
        let room = (walk.pixels_of(view, tops.size().0) / MIN_GROUP_WIDTH) as u64;
        let groups = |tiles: u64| room.min(MAX_CLIMBS / tiles.max(1)).clamp(1, MAX_GROUPS);
        let endpoints = level == 1;
        let alone = if endpoints { walk.grain } else { 2.0 * walk.grain };
        let tile = walk.tile_size(view, below.pitch, alone);
        // If single nodes are visible, so are their links.
        let zoomed_out = walk.pixels_of(view, 1.0) < walk.grain;
        if tile == (1, 1) {
            let most = groups(below.cells_below(seen, below.count));
            let (at, size) = lower.tops.tile_extent(lower.tops.full_tile());
            for x in below.cells(seen).filter(|_| zoomed_out) {
                let (column, row) = (x % below.columns, x / below.columns);
                let one = Tile { columns: (column, column + 1), rows: (row, row + 1) };
                // From the switches on top of the subtree.
                let from = view.sub_area(below.corner(x), 1.0).area(at, size).middle();
                climb(one, from, 1, most, walk);
            }
            for x in below.cells(seen) {
                let part = view.sub_area(below.corner(x), 1.0);
                if endpoints {
                    owner.point(child(x), &part.sub_area((0.5, 0.5), 1.0), depth, walk)?;
                    continue;
                }
                let open = walk.large_enough(&part, lower.size);
                let rect = part.area((0.0, 0.0), lower.size);
                let of = (owner.count(lower.nodes, lower.endpoints), owner.id(child(x) * lower.endpoints));
                if open {
                    if walk.open_box(rect, depth, of, &String::new)? {
                        self.walk_subtree((level - 1, child(x)), &part, owner, depth + 1, walk)?;
                    }
                } else {
                    walk.closed_box(rect, depth, of, &String::new, &mut |visit| {
                        self.visit_subtree((level - 1, child(x)), &mut |id| owner.each(id, visit));
                    })?;
                }
            }
            return Ok(());
        }
        let most = groups(below.visible_tiles(seen, tile).count() as u64);
        for tile in below.visible_tiles(seen, tile) {
            let (at, size) = below.tile_extent(tile);
            let rect = view.area(at, size);
            let count = below.cells_below(tile, below.count);
            let nodes = owner.count(count.saturating_mul(lower.nodes), count.saturating_mul(lower.endpoints));
            if count == 0 {
                continue;
            }
            let least = child(below.first_cell(tile)) * lower.endpoints;
            walk.closed_box(
                rect,
                depth,
                (nodes, owner.id(least)),
                &|| format!("{count} subtrees"),
                &mut |visit| {
                    below.cells(tile).for_each(|x| {
                        self.visit_subtree((level - 1, child(x)), &mut |id| owner.each(id, visit))
                    });
                },
            )?;
            if zoomed_out {
                climb(tile, (rect.middle().0, rect.low.1), count, most, walk);
            }
        }
        Ok(())
    }

    /// The switches on top of a subtree, alone or in tiles.
    fn walk_top_switches(
        &self,
        (level, tree): (usize, u64),
        view: &AreaView,
        owner: &dyn Owner,
        depth: u32,
        walk: &mut MapWalk<'_>,
    ) -> Result<(), Full> {
        let grid = &self.tiers[level].tops;
        let Some(seen) = grid.visible_tile(&view.to_area(&walk.window), owner.reach()) else { return Ok(()) };
        if walk.pixels_of(view, 1.0) >= walk.grain {
            for top in grid.cells(seen) {
                let corner = grid.corner(top);
                let at = view.sub_area((corner.0 + 0.5, corner.1 + 0.5), 1.0);
                owner.point(self.id(level, tree, top), &at, depth, walk)?;
            }
            return Ok(());
        }
        let tile = walk.tile_size(view, grid.pitch, 2.0 * walk.grain);
        for tile in grid.visible_tiles(seen, tile) {
            let (at, size) = grid.tile_extent(tile);
            let count = grid.cells_below(tile, grid.count);
            if count == 0 {
                continue;
            }
            let of = (owner.count(count, 0), owner.id(self.id(level, tree, grid.first_cell(tile))));
            walk.closed_box(view.area(at, size), depth, of, &|| format!("{count} switches"), &mut |visit| {
                grid.cells(tile).for_each(|top| owner.each(self.id(level, tree, top), visit));
            })?;
        }
        Ok(())
    }

    /// All nodes of a subtree.
    fn visit_subtree(&self, (level, tree): (usize, u64), visit: &mut dyn FnMut(u64)) {
        let tier = &self.tiers[level];
        (0..tier.tops.count).for_each(|top| visit(self.id(level, tree, top)));
        if let Some(below) = tier.below {
            (0..below.count).for_each(|x| self.visit_subtree((level - 1, tree * below.count + x), visit));
        }
    }
}

impl Area for TreeArea {
    fn extent(&self) -> Extent {
        self.extent
    }

    fn place(&self, local: u64) -> At {
        let level = self.tiers.iter().rposition(|tier| local >= tier.first).unwrap_or(0);
        let tops = &self.tiers[level].tops;
        let (mut tree, top) =
            ((local - self.tiers[level].first) / tops.count, (local - self.tiers[level].first) % tops.count);
        let corner = tops.corner(top);
        let mut at = (corner.0 + 0.5, corner.1 + 0.5);
        for below in self.tiers[level + 1..].iter().filter_map(|tier| tier.below.as_ref()) {
            let corner = below.corner(tree % below.count);
            tree /= below.count;
            at = (at.0 + corner.0, at.1 + corner.1);
        }
        at
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
        self.walk_subtree((self.tiers.len() - 1, 0), view, owner, level, walk)
    }
}
