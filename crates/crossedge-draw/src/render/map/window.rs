//! The map itself: places of nodes, and windows.

use super::area::{Area, AreaView, At, Rect};
use super::build::area;
use super::seen::{MAX_BUNDLES, MAX_LINKS, Seen, SeenBundle, SeenLink, SeenPoint};
use super::walk::{MAX_LOOKED, MapWalk, Whole};
use crossedge_lang::net::{Node, Port, Structure};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Pixels that a thing alone has at least: the first with which everything fits.
const GRAIN_SIZES: [f64; 7] = [6.0, 9.0, 13.0, 19.0, 28.0, 42.0, 64.0];

/// Maximum number of ports to visit per node.
const MAX_PORTS: u32 = 512;

/// Links of this many ports are counted one by one.
const MAX_COUNTED: u64 = 120_000;

/// Minimum width of a window: a node has no inside.
const MIN_WIDTH: f64 = 1e-3;

/// A map of a network.
#[derive(Debug, Clone)]
pub struct Map {
    net: Arc<dyn Structure>,
    whole: Arc<dyn Area>,
}

impl Map {
    /// Makes it: some microseconds for each part of the construction.
    pub fn from_network(net: &Arc<dyn Structure>) -> Self {
        Map { net: net.clone(), whole: area(net.as_ref()) }
    }

    /// The network.
    pub fn network(&self) -> &Arc<dyn Structure> {
        &self.net
    }

    /// Width and height in units.
    pub fn size(&self) -> (f64, f64) {
        self.whole.extent().size
    }

    /// The radius of a node.
    pub fn radius(&self) -> f64 {
        self.whole.extent().radius
    }

    /// Maximum nesting depth of boxes.
    pub fn levels(&self) -> u32 {
        self.whole.extent().depth
    }

    /// The place of a node of the network.
    pub fn place(&self, node: Node) -> (f64, f64) {
        self.whole.place(node.0)
    }

    /// The node nearest to a place, if one is so near that the place is on it or next to it.
    pub fn nearest_node(&self, at: (f64, f64)) -> Option<Node> {
        let radius = 1.0;
        let box_ = [at.0 - radius, at.1 - radius, at.0 + radius, at.1 + radius];
        let seen = self.gather_items(&rect_of(box_), 2.0 * radius / 400.0, 160_000.0);
        let away = |p: &SeenPoint| (p.at.0 - at.0).hypot(p.at.1 - at.1);
        let nearest = seen.points.iter().min_by(|a, b| away(a).total_cmp(&away(b)))?;
        (away(nearest) <= radius).then_some(nearest.node)
    }

    /// The contents of a box (left, top, right, bottom) in a view of this many pixels [default: the entire map]. The box is fitted to the shape of the
    /// view around its middle.
    pub fn window(&self, asked: Option<[f64; 4]>, (width, height): (f64, f64)) -> Seen {
        let (width, height) = (width.clamp(50.0, 8192.0), height.clamp(50.0, 8192.0));
        let size = self.size();
        let finite = asked.filter(|ends| ends.iter().all(|end| end.is_finite()));
        let asked = rect_of(finite.unwrap_or([0.0, 0.0, size.0, size.1]));
        let (wide, high) = (asked.size().0.abs().max(MIN_WIDTH), asked.size().1.abs().max(MIN_WIDTH));
        let pixel = (wide / width).max(high / height);
        let middle = asked.middle();
        let half = (pixel * width / 2.0, pixel * height / 2.0);
        let window = Rect {
            low: (middle.0 - half.0, middle.1 - half.1),
            high: (middle.0 + half.0, middle.1 + half.1),
        };
        let walk = self.gather_items(&window, pixel, width * height);
        let (links, links_left_out) = self.links(&walk.points);
        let MapWalk { boxes, points, bundles, closed, inside, bundles_left_out, .. } = walk;
        let mut seen = Seen {
            window: [window.low.0, window.low.1, window.high.0, window.high.1],
            pixel,
            boxes,
            points,
            links,
            bundles,
            links_left_out,
            bundles_left_out,
        };
        if inside <= MAX_LOOKED && !closed.is_empty() {
            self.count_bundles(&mut seen, &closed);
        }
        seen
    }

    /// Boxes, points and bundles of known rules, with the finest grain that fits.
    fn gather_items(&self, window: &Rect, pixel: f64, pixels: f64) -> MapWalk<'_> {
        let walk = |grain: f64| {
            let mut walk = MapWalk {
                net: self.net.as_ref(),
                window: *window,
                pixel,
                grain,
                pixels,
                boxes: Vec::new(),
                points: Vec::new(),
                bundles: Vec::new(),
                closed: Vec::new(),
                inside: 0,
                bundles_left_out: 0,
            };
            let whole = Whole { radius: self.whole.extent().radius };
            let extent = self.whole.extent();
            let done = match self.whole.opens(&AreaView::ENTIRE_MAP, &walk) {
                true => self.whole.walk(&AreaView::ENTIRE_MAP, &whole, 0, &mut walk),
                false => walk.enter_area(self.whole.as_ref(), &AreaView::ENTIRE_MAP, &whole, 0, &|| {
                    format!("{} nodes", extent.nodes)
                }),
            };
            (walk, done.is_ok())
        };
        // The view may have more pixels than the usual one.
        let more = (pixels / 1_260_000.0).sqrt().max(1.0);
        let mut gathered = walk(GRAIN_SIZES[0] * more);
        for grain in &GRAIN_SIZES[1..] {
            if gathered.1 {
                break;
            }
            gathered = walk(grain * more);
        }
        gathered.0
    }

    /// The links of these nodes, each once, and how many did not fit.
    fn links(&self, points: &[SeenPoint]) -> (Vec<SeenLink>, u64) {
        let net = self.net.as_ref();
        let places: HashMap<u64, At> = points.iter().map(|point| (point.node.0, point.at)).collect();
        let (mut links, mut left_out) = (Vec::new(), 0);
        for point in points {
            let degree = net.degree(point.node);
            if links.len() >= MAX_LINKS {
                left_out += u64::from(degree);
                continue;
            }
            left_out += u64::from(degree.saturating_sub(MAX_PORTS));
            for port in (0..degree.min(MAX_PORTS)).map(Port) {
                let (to, _) = net.link(point.node, port);
                let there = places.get(&to.0);
                if there.is_some() && to < point.node {
                    continue;
                }
                if links.len() >= MAX_LINKS {
                    left_out += 1;
                    continue;
                }
                let class = net.link_class(point.node, port);
                let to_at = there.copied().unwrap_or_else(|| self.whole.place(to.0));
                links.push(SeenLink { from: point.node, to, from_at: point.at, to_at, class });
            }
        }
        (links, left_out)
    }

    /// Bundles between closed boxes of few nodes, counted link by link.
    fn count_bundles(&self, seen: &mut Seen, closed: &[(u64, usize)]) {
        let net = self.net.as_ref();
        let ports: u64 = closed.iter().map(|(id, _)| u64::from(net.degree(Node(*id)))).sum();
        if ports > MAX_COUNTED {
            return;
        }
        let of: HashMap<u64, usize> = closed.iter().copied().collect();
        let mut link_counts: BTreeMap<(usize, usize, usize), u64> = BTreeMap::new();
        for (id, a) in closed {
            for port in (0..net.degree(Node(*id)).min(MAX_PORTS)).map(Port) {
                let to = net.link(Node(*id), port).0;
                if let Some(b) = of.get(&to.0).filter(|b| a < b) {
                    *link_counts.entry((*a, *b, net.link_class(Node(*id), port))).or_default() += 1;
                }
            }
        }
        // These are exact and between the boxes that are seen, so they take the place of groups.
        let middle = |number: usize| {
            let at = &seen.boxes[number];
            ((at.low.0 + at.high.0) / 2.0, (at.low.1 + at.high.1) / 2.0)
        };
        let mut bundles: Vec<SeenBundle> = link_counts
            .into_iter()
            .map(|((a, b, class), count)| SeenBundle { from: middle(a), to: middle(b), class, count })
            .collect();
        bundles.sort_by_key(|bundle| std::cmp::Reverse(bundle.count));
        seen.bundles_left_out = bundles.len().saturating_sub(MAX_BUNDLES) as u64;
        bundles.truncate(MAX_BUNDLES);
        seen.bundles = bundles;
    }
}

fn rect_of([x0, y0, x1, y1]: [f64; 4]) -> Rect {
    Rect { low: (x0.min(x1), y0.min(y1)), high: (x0.max(x1), y0.max(y1)) }
}
