//! A few nodes at the places that their plan gives them, and many nodes without closed form for places, in rows.

use super::area::{Area, AreaView, At, Extent, Owner};
use super::grid::Grid;
use super::walk::{Full, MapWalk};
use crate::render::plan::Plan;

/// Room around the nodes.
const MARGIN: f64 = 0.45;

/// Nodes at the places of a plan.
#[derive(Debug)]
pub struct Points {
    at: Vec<At>,
    extent: Extent,
}

impl Points {
    /// The places of a plan; ids below `endpoints` are endpoints.
    pub fn from_plan(plan: Plan, endpoints: u64) -> Self {
        let extent = Extent {
            nodes: plan.at.len() as u64,
            endpoints,
            size: plan.size,
            radius: plan.node,
            closest: plan.least_distance().max(1e-3),
            depth: 0,
        };
        Points { at: plan.at, extent }
    }
}

impl Area for Points {
    fn extent(&self) -> Extent {
        self.extent
    }

    fn place(&self, local: u64) -> At {
        self.at[local as usize]
    }

    fn opens(&self, view: &AreaView, walk: &MapWalk<'_>) -> bool {
        let Extent { size, nodes, radius, .. } = self.extent;
        walk.distinguishable(view, size, nodes, radius)
    }

    fn walk(
        &self,
        view: &AreaView,
        owner: &dyn Owner,
        level: u32,
        walk: &mut MapWalk<'_>,
    ) -> Result<(), Full> {
        let near = view.to_area(&walk.window).with_margin(owner.reach());
        for (local, &at) in self.at.iter().enumerate() {
            if (near.low.0..=near.high.0).contains(&at.0) && (near.low.1..=near.high.1).contains(&at.1) {
                owner.point(local as u64, &view.sub_area(at, 1.0), level, walk)?;
            }
        }
        Ok(())
    }
}

/// Nodes in rows, in the order of their ids.
#[derive(Debug)]
pub struct PointRows {
    grid: Grid,
    extent: Extent,
}

impl PointRows {
    /// A number of nodes in rows of a given length.
    pub fn in_rows(nodes: u64, columns: u64, endpoints: u64) -> Self {
        let origin = (MARGIN - 0.5, MARGIN - 0.5);
        let grid =
            Grid { count: nodes, columns: columns.max(1), origin, cell: (1.0, 1.0), pitch: (1.0, 1.0) };
        let size = grid.size();
        let size = (size.0 - 1.0 + 2.0 * MARGIN, size.1 - 1.0 + 2.0 * MARGIN);
        PointRows { grid, extent: Extent { nodes, endpoints, size, radius: 0.23, closest: 1.0, depth: 0 } }
    }

    /// A number of nodes in about a square.
    pub fn in_square(nodes: u64, endpoints: u64) -> Self {
        PointRows::in_rows(nodes, ((nodes as f64).sqrt().ceil() as u64).clamp(1, nodes.max(1)), endpoints)
    }
}

impl Area for PointRows {
    fn extent(&self) -> Extent {
        self.extent
    }

    fn place(&self, local: u64) -> At {
        let corner = self.grid.corner(local);
        (corner.0 + 0.5, corner.1 + 0.5)
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
        let near = view.to_area(&walk.window);
        let Some(seen) = self.grid.visible_tile(&near, owner.reach()) else { return Ok(()) };
        if walk.pixels_of(view, 1.0) >= walk.grain {
            for local in self.grid.cells(seen) {
                owner.point(local, &view.sub_area(self.place(local), 1.0), level, walk)?;
            }
            return Ok(());
        }
        let alone = 2.0 * walk.grain;
        for tile in self.grid.visible_tiles(seen, walk.tile_size(view, self.grid.pitch, alone)) {
            let (at, size) = self.grid.tile_extent(tile);
            let below = |end| self.grid.cells_below(tile, end);
            let nodes = owner.count(below(self.extent.nodes), below(self.extent.endpoints));
            let of = (nodes, owner.id(self.grid.first_cell(tile).min(self.extent.nodes - 1)));
            walk.closed_box(view.area(at, size), level, of, &String::new, &mut |visit| {
                self.grid.cells(tile).for_each(|local| owner.each(local, visit));
            })?;
        }
        Ok(())
    }
}
