//! The map itself: places of nodes, and windows.

use super::area::{Area, AreaView, Rect};
use super::build::area;
use super::seen::{MAX_BUNDLES, MAX_LINKS, Seen, SeenBundle, SeenLink, SeenPoint};
use super::walk::{MAX_LOOKED, MapWalk, Whole};
use crossedge_lang::net::{Node, Port, Structure};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Pixels that a thing alone has at least: the first with which everything fits.
const GRAIN_SIZES: [f64; 7] = [6.0, 9.0, 13.0, 19.0, 28.0, 42.0, 64.0];

/// Maximum number of ports to visit per node.
const MAX_PORTS: u32 = 512;

/// Ports that are visited in a window, so that dense networks take no longer than others.
const MAX_VISITED_PORTS: usize = 400_000;

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
        thin_bundles(&mut seen);
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
    ///
    /// The second number is exact if no node has more ports than are visited, or if all nodes are here; otherwise links between unvisited ports
    /// count twice.
    fn links(&self, points: &[SeenPoint]) -> (Vec<SeenLink>, u64) {
        let net = self.net.as_ref();
        let numbers: HashMap<u64, usize> =
            points.iter().enumerate().map(|(number, point)| (point.node.0, number)).collect();
        let most_ports = ((MAX_VISITED_PORTS / points.len().max(1)) as u32).clamp(1, MAX_PORTS);
        let (mut candidates, mut unvisited) = (Vec::new(), 0u64);
        for (number, point) in points.iter().enumerate() {
            let degree = net.degree(point.node);
            let visited = degree.min(most_ports);
            unvisited += u64::from(degree - visited);
            for nth in 0..visited {
                // Ports evenly spaced over all of them.
                let port = Port((u64::from(nth) * u64::from(degree) / u64::from(visited)) as u32);
                let to = net.link(point.node, port).0;
                let there = numbers.get(&to.0).copied();
                if there.is_none() || to >= point.node {
                    candidates.push(Candidate { from: number, port, to, there });
                }
            }
        }
        let kept = thin_evenly(&candidates, points.len(), MAX_LINKS);
        let halves = if points.len() as u64 == net.nodes() { 2 } else { 1 };
        let left_out = (candidates.len() - kept.len()) as u64 + unvisited / halves;
        let link = |number: usize| {
            let Candidate { from, port, to, there } = candidates[number];
            let (node, from_at) = (points[from].node, points[from].at);
            let to_at = there.map_or_else(|| self.whole.place(to.0), |there| points[there].at);
            SeenLink { from: node, to, from_at, to_at, class: net.link_class(node, port) }
        };
        (kept.into_iter().map(link).collect(), left_out)
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
        // These are exact and between the boxes that are seen, so they take the place of groups of the same class. A class that only leads out of
        // the window keeps its groups.
        let counted: BTreeSet<usize> = link_counts.keys().map(|(_, _, class)| *class).collect();
        seen.bundles.retain(|bundle| !counted.contains(&bundle.class));
        let middle = |number: usize| {
            let at = &seen.boxes[number];
            ((at.low.0 + at.high.0) / 2.0, (at.low.1 + at.high.1) / 2.0)
        };
        let mut bundles: Vec<SeenBundle> = link_counts
            .into_iter()
            .map(|((a, b, class), count)| SeenBundle { from: middle(a), to: middle(b), class, count })
            .collect();
        bundles.append(&mut seen.bundles);
        seen.bundles = bundles;
    }
}

/// Keeps as many bundles as fit: of every class its largest ones up to an equal share of a half, so that no level is left out for another; then the
/// largest of all. Of equal ones any, spread over the window.
fn thin_bundles(seen: &mut Seen) {
    let mut numbered: Vec<(u64, SeenBundle)> = (0..).zip(std::mem::take(&mut seen.bundles)).collect();
    numbered.sort_by_key(|(number, bundle)| (Reverse(bundle.count), scrambled(*number)));
    let mut bundles: Vec<SeenBundle> = numbered.into_iter().map(|(_, bundle)| bundle).collect();
    let left_out = bundles.len().saturating_sub(MAX_BUNDLES);
    if left_out > 0 {
        let classes: BTreeSet<usize> = bundles.iter().map(|bundle| bundle.class).collect();
        let share = MAX_BUNDLES / (2 * classes.len());
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        let mut among_first = |bundle: &SeenBundle| {
            let before = counts.entry(bundle.class).or_default();
            *before += 1;
            *before <= share
        };
        let (mut kept, rest): (Vec<SeenBundle>, Vec<SeenBundle>) =
            bundles.into_iter().partition(&mut among_first);
        let room = MAX_BUNDLES - kept.len();
        kept.extend(rest.into_iter().take(room));
        kept.sort_by_key(|bundle| Reverse(bundle.count));
        bundles = kept;
    }
    seen.bundles_left_out += left_out as u64;
    seen.bundles = bundles;
}

/// A link that may be drawn: the number of its point, its port, and the number of the other point if that is in the window.
struct Candidate {
    from: usize,
    port: Port,
    to: Node,
    there: Option<usize>,
}

/// The numbers of at most `most` links, such that every node keeps about the same share of its links: the shares differ by a factor of two where
/// that is possible. The same links are kept every time.
fn thin_evenly(candidates: &[Candidate], points: usize, most: usize) -> Vec<usize> {
    if candidates.len() <= most {
        return (0..candidates.len()).collect();
    }
    let mut degrees = vec![0u32; points];
    for one in candidates {
        degrees[one.from] += 1;
        if let Some(there) = one.there {
            degrees[there] += 1;
        }
    }
    // Every node has its least number before any has more, and none has more than twice as many.
    let share = 0.8 * most as f64 / candidates.len() as f64;
    let least: Vec<u32> =
        degrees.iter().map(|degree| ((f64::from(*degree) * share).round() as u32).max(1)).collect();
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_unstable_by_key(|number| scrambled(*number as u64));
    let mut counts = vec![0u32; points];
    let (mut kept, mut taken) = (Vec::with_capacity(most), vec![false; candidates.len()]);
    for phase in [Phase::BothShort, Phase::OneShort, Phase::Fill] {
        for &number in &order {
            let Candidate { from, there, .. } = candidates[number];
            if kept.len() == most || taken[number] {
                continue;
            }
            let ends = [Some(from), there];
            let mut ends = ends.iter().flatten();
            let short = |end: &usize| counts[*end] < least[*end];
            let room = |end: &usize| counts[*end] < 2 * least[*end];
            let takes = match phase {
                Phase::BothShort => ends.all(short),
                Phase::OneShort => ends.clone().any(short) && ends.all(room),
                Phase::Fill => ends.all(room),
            };
            if takes {
                taken[number] = true;
                kept.push(number);
                counts[from] += 1;
                if let Some(there) = there {
                    counts[there] += 1;
                }
            }
        }
    }
    kept.sort_unstable();
    kept
}

/// The order in which links are kept.
#[derive(Clone, Copy)]
enum Phase {
    /// Links whose ends both have fewer than their least number.
    BothShort,
    /// Links one of whose ends has.
    OneShort,
    /// Links whose ends have room.
    Fill,
}

/// A number that looks random, the same every time (SplitMix64).
fn scrambled(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn rect_of([x0, y0, x1, y1]: [f64; 4]) -> Rect {
    Rect { low: (x0.min(x1), y0.min(y1)), high: (x0.max(x1), y0.max(y1)) }
}
