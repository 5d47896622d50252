//! A complete picture of a network: clusters in their frames, links by level, nodes, overlay, legend.

use super::caption::{self, MIN_WIDTH, PICTURE_MARGIN, Sample};
use super::course::Courses;
use super::curve::Curve;
use super::labels::{NAME_LETTERS, fitting_names, longest, names, node_labels};
use super::link_curves::link_curves;
use super::links::{levels, links};
use super::matrix::matrix;
use super::options::{Labels, Options, View};
use super::overlay::{Mark, Overlay, Stroke};
use super::plan::{Plan, circle, plan};
use super::scene::{Ink, Item, NodeShape, Scene};
use crossedge_lang::net::{Node, Structure};
use std::collections::BTreeMap;

/// Size limit of complete pictures, in nodes.
pub const MAX_DRAWN: u64 = 2_600;

/// A network has more than [`MAX_DRAWN`] nodes, and is not drawn node by node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} nodes are too many to draw, and {MAX_DRAWN} are the most")]
pub struct TooManyNodes(
    /// Number of nodes of the network.
    pub u64,
);

/// Draws a network of at most [`MAX_DRAWN`] nodes.
pub fn picture(net: &dyn Structure, overlay: &Overlay, options: &Options) -> Result<Scene, TooManyNodes> {
    match net.nodes() > MAX_DRAWN {
        true => Err(TooManyNodes(net.nodes())),
        false if options.view == View::Matrix => Ok(matrix(net, options)),
        false => Ok(draw_scene(net, overlay, options)),
    }
}

fn draw_scene(net: &dyn Structure, overlay: &Overlay, options: &Options) -> Scene {
    let plan = match options.view {
        View::Circle => circle(net.nodes()),
        _ => plan(net),
    };
    let node_names = names(net);
    let labels = match (&node_names, options.labels) {
        (Some(names), Labels::Auto) => {
            let most = widest_unit(&plan, net.nodes());
            let ends = net.endpoints() as usize;
            fitting_names(names, ends, |letters| letters_unit(&plan, NAME_LETTERS, letters) <= most)
        }
        _ => node_labels(net, options.labels),
    };
    let unit = pixels_per_unit(&plan, net.nodes(), &labels, node_names.is_some(), options);
    let thin = stroke_width(&plan, unit);
    // The corners of squares are outside of the circle.
    let corners = if net.endpoints() < net.nodes() { SWITCH_CORNERS } else { 1.0 };
    let mut courses = link_curves(net, &plan, unit, plan.node * unit * corners, thin, &levels(net));
    courses.radius /= corners;
    // Links that go around the outside need room there.
    let (low, high) = courses.bounding_box(&plan.at);
    let room = |by: f64| by.max(0.0) * unit;
    let (left, above) = (room(-low.0), room(-low.1));
    let (right, below) = (room(high.0 - plan.size.0), room(high.1 - plan.size.1));
    let inner = left + plan.size.0 * unit + right;
    let width = (inner + 2.0 * PICTURE_MARGIN).max(MIN_WIDTH);
    let letters = options.font.unwrap_or_else(|| caption::letter_size(width, net.nodes()));
    let (lines, size) = caption::title(&options.title, width, letters);
    // The names of clusters are above and below them.
    let named = if plan.frames.iter().any(|frame| !frame.label.is_empty()) { letters + 6.0 } else { 0.0 };
    let top = PICTURE_MARGIN - 8.0 + caption::title_height(&lines, size) + named + above;
    let origin = ((width - inner) / 2.0 + left, top);
    let drawing = Drawing {
        net,
        plan: &plan,
        overlay,
        options,
        unit,
        thin,
        origin,
        letters,
        labels,
        node_names,
        courses,
    };
    let height = top + plan.size.1 * unit + below + named;
    let mut scene = Scene { width, height, title: options.title.clone(), items: Vec::new(), size: None };
    drawing.draw_frames(&mut scene);
    let line = |from: Node, to: Node, ink: Ink, thick: f64| {
        let (curve, width) = (drawing.courses.curve_between(from, to).scaled(unit), thin * thick);
        let (from, to) = (drawing.node_pixels(from), drawing.node_pixels(to));
        Item::Line { from, to, ink, width, curve, arrow: false, step: None }
    };
    let inks = links(net, overlay, options.all, &mut scene, &line);
    drawing.draw_strokes(&mut scene);
    drawing.nodes(&mut scene);
    caption::write_title(&mut scene, lines, size);
    let legend = legend_items(net, inks, overlay);
    if let Some(scale) = &overlay.scale {
        caption::colour_bar(&mut scene, scale, letters);
    }
    caption::key(&mut scene, &legend, letters);
    scene.height += if legend.is_empty() { PICTURE_MARGIN - 10.0 } else { 4.0 };
    scene
}

/// Distance of the corners of a switch from its middle, relative to the radius of an endpoint.
const SWITCH_CORNERS: f64 = 1.15;

/// Lines are at least this part of the longer side of a picture wide, so that they remain visible when it is scaled to a page.
const LEAST_STROKE: f64 = 1.0 / 1600.0;

/// The width of a link, in pixels.
fn stroke_width(plan: &Plan, unit: f64) -> f64 {
    let longer = plan.size.0.max(plan.size.1) * unit;
    (unit / 30.0).clamp(0.5, 1.6).max(longer * LEAST_STROKE)
}

/// The legend: shapes of nodes if there are two, inks of links, the overlay; each entry once.
fn legend_items(net: &dyn Structure, inks: Vec<(Ink, String)>, overlay: &Overlay) -> Vec<(Sample, String)> {
    let mut entries: Vec<(Sample, String)> = Vec::new();
    let (endpoints, nodes) = (net.endpoints(), net.nodes());
    if endpoints < nodes {
        let switches = nodes - endpoints;
        let plural = |number: u64, end: &'static str| if number == 1 { "" } else { end };
        let circles = format!("{endpoints} endpoint{}", plural(endpoints, "s"));
        entries.push((Sample::Node(NodeShape::Circle), circles));
        entries
            .push((Sample::Node(NodeShape::Square), format!("{switches} switch{}", plural(switches, "es"))));
    }
    for (ink, text) in inks.into_iter().chain(overlay.legend.iter().cloned()) {
        if entries.iter().all(|(_, have)| *have != text) {
            entries.push((Sample::Line(ink), text));
        }
    }
    entries
}

/// The font size at which a number of letters fits into a node of this radius.
fn fitting_font_size(letters: usize, radius: f64) -> f64 {
    (0.98 * radius / (0.31 * letters as f64).hypot(0.375)).min(1.34 * radius)
}

/// Pixels of a unit of the plan in which labels of this many letters have this height.
fn letters_unit(plan: &Plan, height: f64, letters: usize) -> f64 {
    height / fitting_font_size(letters, 1.0) / plan.node
}

/// Pixels of a unit of the plan that a picture has room for.
fn room_unit(plan: &Plan) -> f64 {
    2300.0 / plan.size.0.max(plan.size.1 * 1.2)
}

/// Pixels of a unit of the plan at most, for names.
fn widest_unit(plan: &Plan, nodes: u64) -> f64 {
    room_unit(plan).max(usual_unit(plan, nodes))
}

/// Pixels of a unit of the plan: large where there is room.
fn usual_unit(plan: &Plan, nodes: u64) -> f64 {
    let radius = match nodes {
        0..=40 => 10.8,
        41..=100 => 8.4,
        101..=300 => 6.0,
        301..=800 => 3.4,
        _ => 2.4,
    };
    let wanted = radius / plan.node;
    let room = room_unit(plan);
    // Many nodes on little room would be one dark spot.
    let least = if nodes > 300 { 1000.0 / plan.size.0.max(plan.size.1) } else { 2.5 };
    f64::min(wanted, room).max(least)
}

/// Pixels of a unit of the plan: larger where labels are requested, so that they fit, and where names fit.
fn pixels_per_unit(plan: &Plan, nodes: u64, labels: &[String], named: bool, options: &Options) -> f64 {
    let unit = usual_unit(plan, nodes);
    match options.labels {
        Labels::Auto if named => {
            let wanted = letters_unit(plan, NAME_LETTERS, longest(labels));
            if wanted <= widest_unit(plan, nodes) { unit.max(wanted) } else { unit }
        }
        Labels::Auto | Labels::None => unit,
        _ => unit.max(letters_unit(plan, 11.0, longest(labels))),
    }
}

/// The common data of all parts of a picture.
struct Drawing<'a> {
    net: &'a dyn Structure,
    plan: &'a Plan,
    overlay: &'a Overlay,
    options: &'a Options,
    /// Pixels for a unit of the plan.
    unit: f64,
    /// The width of a link.
    thin: f64,
    /// Origin of the plan.
    origin: (f64, f64),
    /// The size of letters that are not in a node.
    letters: f64,
    /// The node labels.
    labels: Vec<String>,
    /// The names of nodes of a file.
    node_names: Option<Vec<String>>,
    /// The paths of the links, and the radius of a node.
    courses: Courses,
}

impl Drawing<'_> {
    /// Pixels of a place of the plan.
    fn to_pixels(&self, place: (f64, f64)) -> (f64, f64) {
        (self.origin.0 + place.0 * self.unit, self.origin.1 + place.1 * self.unit)
    }

    fn node_pixels(&self, v: Node) -> (f64, f64) {
        self.to_pixels(self.plan.at[v.0 as usize])
    }

    /// The borders of clusters, and the names of groups.
    fn draw_frames(&self, scene: &mut Scene) {
        let (plan, unit) = (self.plan, self.unit);
        let name = |at, text: &String, size| {
            let text = text.clone();
            Item::Text { at, text, size, anchor: "middle", ink: Ink::Silent }
        };
        for frame in
            plan.frames.iter().filter(|f| f.depth == 0).chain(plan.frames.iter().filter(|f| f.depth > 0))
        {
            let place = self.to_pixels(frame.at);
            let size = (frame.size.0 * unit, frame.size.1 * unit);
            let fill = if frame.depth == 0 { Ink::Panel } else { Ink::Node };
            if frame.depth == 0 || unit > 11.0 {
                scene.items.push(Item::Rect { at: place, size, fill, border: Ink::Frame });
            }
            let letter = (size.0 / caption::width(&frame.label, 1.0).max(0.1)).min(self.letters);
            // Names of clusters within clusters would be on each other.
            if frame.label.is_empty() || letter < 5.0 || frame.depth > 0 {
                continue;
            }
            let y = if frame.below { place.1 + size.1 + letter + 2.0 } else { place.1 - 5.0 };
            scene.items.push(name((place.0 + size.0 / 2.0, y), &frame.label, letter));
        }
        for (place, text) in &plan.names {
            let at = self.to_pixels(*place);
            let letter = self.letters.min(0.7 * unit);
            scene.items.push(name((at.0, at.1 + 0.36 * letter), text, letter));
        }
    }

    fn draw_strokes(&self, scene: &mut Scene) {
        let Drawing { overlay, options, unit, .. } = *self;
        let radius = self.courses.radius * unit;
        let mut badges: Vec<Item> = Vec::new();
        for stroke in &overlay.strokes {
            if options.step.is_some_and(|last| stroke.step.is_some_and(|step| step > last)) {
                continue;
            }
            let curve = self.courses.curve_between(stroke.from, stroke.to).scaled(unit);
            let (from, mut to) = (self.node_pixels(stroke.from), self.node_pixels(stroke.to));
            if !stroke.label.is_empty() && radius >= 3.0 {
                badges.extend(self.stroke_label(stroke, curve, &badges));
            }
            if stroke.arrow {
                // The tip stops at the border of the node.
                let before = match curve {
                    Curve::Beside(..) => curve.before_end(from, to),
                    _ => from,
                };
                let (dx, dy) = (to.0 - before.0, to.1 - before.1);
                let long = dx.hypot(dy).max(1e-9);
                to = (to.0 - dx / long * (radius + 1.0), to.1 - dy / long * (radius + 1.0));
            }
            // Few strokes lead the eye; many would hide everything else.
            let few = overlay.strokes.len() < 40;
            let width = if few { (unit / 13.0).clamp(2.2, 3.2) } else { (unit / 16.0).clamp(0.6, 2.6) };
            let width = width.max(1.2 * self.thin);
            let (ink, arrow, step) = (stroke.ink, stroke.arrow, stroke.step);
            scene.items.push(Item::Line { from, to, ink, width, curve, arrow, step });
        }
        scene.items.extend(badges);
    }

    /// The label of a stroke: near its middle, where it is farthest from nodes and other labels.
    fn stroke_label(&self, stroke: &Stroke, curve: Curve, others: &[Item]) -> Option<Item> {
        let (from, to) = (self.node_pixels(stroke.from), self.node_pixels(stroke.to));
        let node = self.courses.radius * self.unit;
        let radius = (node * 0.75).clamp(4.0, 7.0);
        let room = |at: (f64, f64)| {
            let nodes = self.plan.at.iter().map(|p| {
                let p = self.to_pixels(*p);
                (p.0 - at.0).hypot(p.1 - at.1) - node
            });
            let others = others.iter().filter_map(|item| match item {
                Item::Badge { at: p, radius, .. } => Some((p.0 - at.0).hypot(p.1 - at.1) - radius),
                _ => None,
            });
            nodes.chain(others).fold(f64::MAX, f64::min) - radius
        };
        let tries = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74].map(|t| curve.point_at(from, to, t));
        // The first with room enough, else the roomiest.
        let enough = tries.into_iter().find(|at| room(*at) >= 1.0);
        let roomiest = || tries.into_iter().max_by(|a, b| room(*a).total_cmp(&room(*b)));
        let at = enough.or_else(roomiest).filter(|at| room(*at) > 0.0)?;
        let (label, step) = (stroke.label.clone(), stroke.step);
        Some(Item::Badge { at, radius, ink: stroke.ink, label, step })
    }

    fn nodes(&self, scene: &mut Scene) {
        let Drawing { net, overlay, options, .. } = *self;
        let radius = self.courses.radius * self.unit;
        let shown = |mark: &&Mark| options.step.is_none_or(|last| mark.step.is_none_or(|step| step <= last));
        let marks: BTreeMap<Node, &Mark> =
            overlay.marks.iter().filter(shown).map(|mark| (mark.node, mark)).collect();
        let asked = !matches!(options.labels, Labels::Auto);
        // All labels have one size.
        let common = fitting_font_size(longest(&self.labels), radius);
        let common = options.font.map_or(common, |font| font.min(common));
        for v in (0..net.nodes()).map(Node) {
            let title = match &self.node_names {
                Some(names) => format!("{} (node {})", names[v.0 as usize], v.0),
                None if net.nodes() <= 100 => format!("{} (node {})", net.address(v), v.0),
                None => String::new(),
            };
            let mark = marks.get(&v);
            let own = mark.and_then(|mark| mark.label.clone());
            let comes = own.is_some();
            let font = own.as_ref().map_or(common, |own| fitting_font_size(own.chars().count(), radius));
            let label = match own {
                _ if radius < 3.0 && !asked => String::new(),
                Some(label) => label,
                None if radius < 5.2 && !asked => String::new(),
                None => self.labels[v.0 as usize].clone(),
            };
            let switch = v.0 >= net.endpoints();
            let shape = if switch { NodeShape::Square } else { NodeShape::Circle };
            let fill = mark.map_or(if switch { Ink::Panel } else { Ink::Node }, |mark| mark.ink);
            let big = if mark.is_some() && radius < 5.2 { 1.35 } else { 1.0 };
            let border = if radius < 1.6 && mark.is_none() { Ink::Silent } else { Ink::Base };
            let (at, step) = (self.node_pixels(v), mark.and_then(|mark| mark.step));
            let radius = radius * big;
            scene.items.push(Item::Dot {
                at,
                radius,
                shape,
                fill,
                border,
                label,
                font,
                own: comes,
                title,
                step,
            });
        }
    }
}
