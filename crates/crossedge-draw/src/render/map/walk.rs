//! Collects the contents of a window, boxes, points and bundles, up to a limit.

use super::area::{Area, AreaView, At, Owner, Rect};
use super::seen::{MAX_BOXES, MAX_BUNDLES, MAX_POINTS, SeenBox, SeenBundle, SeenPoint};
use crossedge_lang::net::{Node, Port, Structure};

/// More would be shown than fits; a coarser grain shows less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

/// Closed boxes of this many nodes together are looked into for the links between them.
pub const MAX_LOOKED: u64 = 20_000;

/// Minimum size of a drawn node, in pixels.
const LEAST_RADIUS: f64 = 0.35;

/// A box of fewer pixels has no name.
const MIN_NAMED_WIDTH: f64 = 44.0;

/// A node with more ports is not searched for one.
const MAX_PORTS: u32 = 4_096;

/// Calls a function for every node.
pub type Each<'a> = &'a mut dyn FnMut(&mut dyn FnMut(u64));

/// The collected contents.
pub struct MapWalk<'a> {
    /// The network.
    pub net: &'a dyn Structure,
    /// The visible box.
    pub window: Rect,
    /// Units of a pixel.
    pub pixel: f64,
    /// Smaller parts are merged.
    pub grain: f64,
    /// Pixels of the view.
    pub pixels: f64,
    pub boxes: Vec<SeenBox>,
    pub points: Vec<SeenPoint>,
    pub bundles: Vec<SeenBundle>,
    /// The nodes of closed boxes, each with the number of its box, while they are few.
    pub closed: Vec<(u64, usize)>,
    /// Number of nodes closed boxes have.
    pub inside: u64,
    /// Bundles that did not fit.
    pub bundles_left_out: u64,
}

impl MapWalk<'_> {
    /// Pixels of this many units of a view.
    pub fn pixels_of(&self, view: &AreaView, units: f64) -> f64 {
        units * view.scale / self.pixel
    }

    /// Returns `true` if a box is in the window.
    pub fn is_visible(&self, rect: &Rect) -> bool {
        rect.intersects(&self.window)
    }

    /// Returns `true` if a number of nodes on such an area can be distinguished.
    pub fn distinguishable(&self, view: &AreaView, size: At, nodes: u64, radius: f64) -> bool {
        let [wide, high] = [size.0, size.1].map(|side| self.pixels_of(view, side).max(1.0));
        (wide * high / nodes.max(1) as f64).sqrt() >= self.grain && self.node_is_visible(view, radius)
    }

    /// Returns `true` if a node of this radius is large enough to be seen.
    pub fn node_is_visible(&self, view: &AreaView, radius: f64) -> bool {
        self.pixels_of(view, radius) >= LEAST_RADIUS
    }

    /// Returns `true` if an area is large enough to be opened at all.
    pub fn large_enough(&self, view: &AreaView, size: At) -> bool {
        self.pixels_of(view, size.0.max(size.1)) >= 3.0 * self.grain
    }

    /// Number of cells of a grid go together into a tile, so that it is not too small: a power of two in either direction.
    pub fn tile_size(&self, view: &AreaView, pitch: At, alone: f64) -> (u64, u64) {
        let one = |pitch: f64| {
            let pixels = self.pixels_of(view, pitch).max(1e-30);
            let mut tile = 1u64;
            while (tile as f64) * pixels < alone && tile < 1 << 62 {
                tile *= 2;
            }
            tile
        };
        (one(pitch.0), one(pitch.1))
    }

    /// An area inside another: a box, and what is inside where that can be seen.
    pub fn enter_area(
        &mut self,
        area: &dyn Area,
        view: &AreaView,
        owner: &dyn Owner,
        level: u32,
        name: &dyn Fn() -> String,
    ) -> Result<(), Full> {
        let extent = area.extent();
        let rect = view.area((0.0, 0.0), extent.size);
        if !self.is_visible(&rect) {
            return Ok(());
        }
        let nodes = owner.count(extent.nodes, extent.endpoints);
        let open = area.opens(view, self);
        let first = owner.id(0);
        let number = self.frame(rect, level, nodes, first, open, name)?;
        match open {
            true => area.walk(view, owner, level + 1, self),
            false => {
                self.close_box(number, nodes, &mut |visit| {
                    (0..extent.nodes).for_each(|local| owner.each(local, visit));
                });
                Ok(())
            }
        }
    }

    /// A box that stands for several things.
    pub fn closed_box(
        &mut self,
        rect: Rect,
        level: u32,
        (nodes, first): (u64, u64),
        name: &dyn Fn() -> String,
        each: Each<'_>,
    ) -> Result<(), Full> {
        if !self.is_visible(&rect) || nodes == 0 {
            return Ok(());
        }
        let number = self.frame(rect, level, nodes, first, false, name)?;
        self.close_box(number, nodes, each);
        Ok(())
    }

    /// A box whose inside is drawn; false where it is out of the window.
    pub fn open_box(
        &mut self,
        rect: Rect,
        level: u32,
        (nodes, first): (u64, u64),
        name: &dyn Fn() -> String,
    ) -> Result<bool, Full> {
        let seen = self.is_visible(&rect);
        if seen {
            self.frame(rect, level, nodes, first, true, name)?;
        }
        Ok(seen)
    }

    fn frame(
        &mut self,
        rect: Rect,
        level: u32,
        nodes: u64,
        first: u64,
        open: bool,
        name: &dyn Fn() -> String,
    ) -> Result<usize, Full> {
        if self.boxes.len() >= MAX_BOXES {
            return Err(Full);
        }
        let named = rect.size().0 / self.pixel >= MIN_NAMED_WIDTH;
        let label = if named { name() } else { String::new() };
        self.boxes.push(SeenBox {
            low: rect.low,
            high: rect.high,
            level,
            nodes,
            first: Node(first),
            open,
            label,
        });
        Ok(self.boxes.len() - 1)
    }

    fn close_box(&mut self, number: usize, nodes: u64, each: Each<'_>) {
        self.inside = self.inside.saturating_add(nodes);
        if self.inside <= MAX_LOOKED {
            let closed = &mut self.closed;
            each(&mut |id| closed.push((id, number)));
        }
    }

    /// A node of the map.
    pub fn add_point(&mut self, id: u64, at: At, radius: f64) -> Result<(), Full> {
        let near = Rect { low: at, high: at }.with_margin(radius);
        if !self.is_visible(&near) {
            return Ok(());
        }
        if self.points.len() >= MAX_POINTS {
            return Err(Full);
        }
        self.points.push(SeenPoint { node: Node(id), at, radius });
        Ok(())
    }

    /// A bundle of links between two places, of the class that joins these two nodes.
    pub fn add_bundle(&mut self, from: At, to: At, (a, b): (u64, u64), count: u64) {
        let leads = |port: &Port| self.net.link(Node(a), *port).0 == Node(b);
        // A route takes the link, as a rule; the ports are searched where it does not.
        let taken = self.net.next_port(Node(a), Node(b)).filter(leads);
        let mut ports = (0..self.net.degree(Node(a)).min(MAX_PORTS)).map(Port);
        let Some(port) = taken.or_else(|| ports.find(leads)) else { return };
        // More than are shown: which of them are is decided when all levels are known.
        if self.bundles.len() >= 8 * MAX_BUNDLES {
            self.bundles_left_out += 1;
            return;
        }
        let class = self.net.link_class(Node(a), port);
        self.bundles.push(SeenBundle { from, to, class, count });
    }
}

/// The entire map: local ids are ids.
#[derive(Debug, Clone, Copy)]
pub struct Whole {
    /// The radius of a node.
    pub radius: f64,
}

impl Owner for Whole {
    fn id(&self, local: u64) -> u64 {
        local
    }

    fn count(&self, nodes: u64, _: u64) -> u64 {
        nodes
    }

    fn reach(&self) -> f64 {
        self.radius
    }

    fn each(&self, local: u64, visit: &mut dyn FnMut(u64)) {
        visit(local);
    }

    fn point(&self, local: u64, view: &AreaView, _: u32, walk: &mut MapWalk<'_>) -> Result<(), Full> {
        walk.add_point(local, view.origin, self.radius * view.scale)
    }
}
