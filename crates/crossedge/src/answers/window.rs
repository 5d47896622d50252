//! The contents of a window on the map of a network, in pixels of the window.

use super::Request;
use crate::error::Error;
use crate::exact::Exact;
use crate::net::{Node, Structure};
use crate::progress::Progress;
use crate::render::{Map, Seen, SeenLink, levels};
use crate::topology::Topology;
use num_bigint::BigUint;

/// Request for the contents of a window of the map.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct WindowRequest {
    /// Left, top, right and bottom, in units of the map [default: the entire map].
    pub window: Option<[f64; 4]>,
    /// Width of the view, in pixels.
    pub width: f64,
    /// Height of the view, in pixels.
    pub height: f64,
    /// Include the addresses of nodes if there are few.
    pub labels: bool,
}

impl Default for WindowRequest {
    fn default() -> Self {
        WindowRequest { window: None, width: 1400.0, height: 900.0, labels: false }
    }
}

/// Addresses of at most this many nodes are reported.
const MAX_NAMED: usize = 400;

/// The contents of a window. Places are in pixels of the window, so that they are small numbers at any depth.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WindowAnswer {
    /// Number of nodes of the network.
    pub nodes: Exact<u64>,
    /// Number of endpoints among them.
    pub endpoints: Exact<u64>,
    /// Number of links.
    pub links: Exact<BigUint>,
    /// Width and height of the map, in units.
    pub size: [f64; 2],
    /// Left, top, right and bottom of the window, in units.
    pub window: [f64; 4],
    /// Units of a pixel.
    pub pixel: f64,
    /// The radius of a node, in units.
    pub radius: f64,
    /// Maximum nesting depth of boxes.
    pub levels: u32,
    /// The kinds of link.
    pub classes: Vec<String>,
    /// The number of the colour of each kind; null for links of the base.
    pub inks: Vec<Option<usize>>,
    /// Clusters, and tiles of them, outer ones first.
    pub boxes: BoxLists,
    /// Nodes.
    pub points: PointLists,
    /// Single links of these nodes.
    pub links_drawn: LinkLists,
    /// All links of a kind between two boxes.
    pub bundles: BundleLists,
    /// The part that does not fit.
    pub left_out: LeftOut,
}

/// Boxes, as parallel lists.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoxLists {
    /// Left, top, width and height of each.
    pub rect: Vec<f64>,
    /// Nesting depth of the box.
    pub level: Vec<u32>,
    /// Number of nodes inside.
    pub nodes: Vec<Exact<u64>>,
    /// The smallest node id inside.
    pub first: Vec<Node>,
    /// `true` if its contents are shown.
    pub open: Vec<bool>,
    /// Its name; may be empty.
    pub label: Vec<String>,
}

/// Nodes, as parallel lists.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointLists {
    /// Their places: x and y of each.
    pub at: Vec<f64>,
    /// Their ids.
    pub id: Vec<Node>,
    /// 0 for an endpoint, 1 for a switch.
    pub kind: Vec<u8>,
    /// Their addresses, where that was requested and they are few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub address: Vec<String>,
}

/// Links, as parallel lists.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkLists {
    /// x and y of both ends; one that is far outside is cut off there.
    pub ends: Vec<f64>,
    /// The kind of each.
    pub class: Vec<usize>,
    /// One end.
    pub from: Vec<Node>,
    /// The other.
    pub to: Vec<Node>,
}

/// Bundles, as parallel lists.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BundleLists {
    /// x and y of both ends.
    pub ends: Vec<f64>,
    /// The kind of each.
    pub class: Vec<usize>,
    /// Number of links.
    pub count: Vec<Exact<u64>>,
}

/// The part that does not fit.
#[derive(Debug, Clone, Copy, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Boxes.
    pub boxes: u64,
    /// Nodes.
    pub points: u64,
    /// Links.
    pub links: u64,
    /// Bundles.
    pub bundles: u64,
}

impl WindowRequest {
    /// The answer from a map that was made before.
    pub fn on_map(&self, on: &Topology, map: &Map) -> WindowAnswer {
        let net = map.network().as_ref();
        let (width, height) = (finite_or(self.width, 1400.0), finite_or(self.height, 900.0));
        let seen = map.window(self.window, (width, height));
        let (size, view) = (map.size(), PixelView::from_seen(&seen));
        let mut answer = WindowAnswer {
            nodes: Exact(net.nodes()),
            endpoints: Exact(net.endpoints()),
            links: Exact(on.links()),
            size: [size.0, size.1],
            window: seen.window,
            pixel: seen.pixel,
            radius: map.radius(),
            levels: map.levels(),
            classes: net.link_classes(),
            inks: levels(net),
            boxes: BoxLists::default(),
            points: PointLists::default(),
            links_drawn: LinkLists::default(),
            bundles: BundleLists::default(),
            left_out: LeftOut {
                links: seen.links_left_out,
                bundles: seen.bundles_left_out,
                ..LeftOut::default()
            },
        };
        answer.add_boxes(&seen, &view);
        answer.add_points(&seen, &view, net, self.labels && seen.points.len() <= MAX_NAMED);
        answer.add_lines(&seen, &view);
        answer
    }
}

fn finite_or(given: f64, usual: f64) -> f64 {
    if given.is_finite() { given } else { usual }
}

impl WindowAnswer {
    fn add_boxes(&mut self, seen: &Seen, view: &PixelView) {
        let lists = &mut self.boxes;
        for one in &seen.boxes {
            let (low, high) =
                (view.clamp_corner(view.to_pixels(one.low)), view.clamp_corner(view.to_pixels(one.high)));
            lists.rect.extend([low.0, low.1, round_pixels(high.0 - low.0), round_pixels(high.1 - low.1)]);
            lists.level.push(one.level);
            lists.nodes.push(Exact(one.nodes));
            lists.first.push(one.first);
            lists.open.push(one.open);
            lists.label.push(one.label.clone());
        }
    }

    fn add_points(&mut self, seen: &Seen, view: &PixelView, net: &dyn Structure, named: bool) {
        let (lists, endpoints) = (&mut self.points, net.endpoints());
        for point in &seen.points {
            let at = view.to_pixels(point.at);
            lists.at.extend([round_pixels(at.0), round_pixels(at.1)]);
            lists.id.push(point.node);
            lists.kind.push(u8::from(point.node.0 >= endpoints));
            if named {
                lists.address.push(net.address(point.node).to_string());
            }
        }
    }

    fn add_lines(&mut self, seen: &Seen, view: &PixelView) {
        for link in &seen.links {
            let SeenLink { from, to, class, .. } = *link;
            let lists = &mut self.links_drawn;
            let Some(ends) = view.clip_line(link.from_at, link.to_at) else { continue };
            lists.ends.extend(ends);
            lists.class.push(class);
            lists.from.push(from);
            lists.to.push(to);
        }
        for bundle in &seen.bundles {
            let lists = &mut self.bundles;
            let Some(ends) = view.clip_line(bundle.from, bundle.to) else { continue };
            lists.ends.extend(ends);
            lists.class.push(bundle.class);
            lists.count.push(Exact(bundle.count));
        }
    }
}

/// Pixels with one decimal: a tenth of a pixel is not seen.
fn round_pixels(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}

/// From units to pixels.
struct PixelView {
    low: (f64, f64),
    size: (f64, f64),
    pixel: f64,
}

impl PixelView {
    fn from_seen(seen: &Seen) -> Self {
        let [x0, y0, x1, y1] = seen.window;
        PixelView { low: (x0, y0), size: ((x1 - x0) / seen.pixel, (y1 - y0) / seen.pixel), pixel: seen.pixel }
    }

    fn to_pixels(&self, place: (f64, f64)) -> (f64, f64) {
        ((place.0 - self.low.0) / self.pixel, (place.1 - self.low.1) / self.pixel)
    }

    /// A corner, not farther outside than a view.
    fn clamp_corner(&self, at: (f64, f64)) -> (f64, f64) {
        let one = |x: f64, side: f64| round_pixels(x.clamp(-side, 2.0 * side));
        (one(at.0, self.size.0), one(at.1, self.size.1))
    }

    /// The part of a line within three views; `None` if it is empty. (Liang and Barsky 1984.)
    fn clip_line(&self, from: (f64, f64), to: (f64, f64)) -> Option<[f64; 4]> {
        let (from, to) = (self.to_pixels(from), self.to_pixels(to));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (mut first, mut last) = (0.0f64, 1.0f64);
        let sides = [
            (-dx, from.0 + self.size.0),
            (dx, 2.0 * self.size.0 - from.0),
            (-dy, from.1 + self.size.1),
            (dy, 2.0 * self.size.1 - from.1),
        ];
        for (towards, room) in sides {
            if towards == 0.0 && room < 0.0 {
                return None;
            }
            if towards < 0.0 {
                first = first.max(room / towards);
            } else if towards > 0.0 {
                last = last.min(room / towards);
            }
        }
        let on = |t: f64| [round_pixels(from.0 + t * dx), round_pixels(from.1 + t * dy)];
        let ([x0, y0], [x1, y1]) = (on(first), on(last));
        (first <= last).then_some([x0, y0, x1, y1])
    }
}

impl Request for WindowRequest {
    type On = Topology;
    type Answer = WindowAnswer;
    const VERB: &'static str = "window";

    fn answer(&self, on: &Topology, _: &dyn Progress) -> Result<WindowAnswer, Error> {
        Ok(self.on_map(on, &Map::from_network(on.network()?)))
    }
}

impl Topology {
    /// A map of the network: a place for every node, and what a window shows.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "torus(5,5)".parse()?;
    /// assert_eq!(net.map()?.nearest_node(net.map()?.place(Node(7))), Some(Node(7)));
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn map(&self) -> Result<Map, Error> {
        Ok(Map::from_network(self.network()?))
    }
}
