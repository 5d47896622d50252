//! A network drawn whole: clusters in their frames, links by level, nodes, overlay, legend.

use super::course::Courses;
use super::curve::Curve;
use super::overlay::{Mark, Overlay, Stroke};
use super::plan::{Plan, plan};
use super::scene::{Ink, Item, Scene};
use super::ways::ways;
use crate::net::{Node, Parts, Port, Structure};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Networks of more nodes are not drawn whole.
pub const MAX_DRAWN: u64 = 2_600;

/// Links of one level beyond this many stand back, but for those of the first cluster.
const CROWD: u64 = 150;

/// How a picture is drawn.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What stands above it.
    pub title: String,
    /// Every link of every level in full ink.
    pub all: bool,
    /// Only up to this step of what can be played.
    pub step: Option<u32>,
}

/// The space around a picture.
const EDGE: f64 = 26.0;

/// A network has more than [`MAX_DRAWN`] nodes, and is not drawn whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyNodes(
    /// How many it has.
    pub u64,
);

impl fmt::Display for TooManyNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes are too many to draw, and {MAX_DRAWN} are the most", self.0)
    }
}

impl std::error::Error for TooManyNodes {}

/// Draws a network of at most [`MAX_DRAWN`] nodes.
pub fn picture(net: &dyn Structure, overlay: &Overlay, options: &Options) -> Result<Scene, TooManyNodes> {
    match net.nodes() > MAX_DRAWN {
        true => Err(TooManyNodes(net.nodes())),
        false => Ok(drawn(net, overlay, options)),
    }
}

fn drawn(net: &dyn Structure, overlay: &Overlay, options: &Options) -> Scene {
    let plan = plan(net);
    let unit = unit(&plan, net.nodes());
    let levels = levels(net);
    let courses = ways(net, &plan, unit, radius(unit), &levels);
    let top = if options.title.is_empty() { EDGE } else { EDGE + 30.0 };
    // Links that go around the outside need room there; a little of it is in the margin.
    let (low, high) = courses.extent(&plan.at);
    let room = |by: f64| if by > 0.3 { by * unit } else { 0.0 };
    let (left, above) = (room(-low.0), room(-low.1));
    let (right, below) = (room(high.0 - plan.size.0), room(high.1 - plan.size.1));
    let drawing =
        Drawing { net, plan: &plan, overlay, options, unit, left, top: top + above, levels, courses };
    let mut scene = Scene {
        width: left + plan.size.0 * unit + right + 2.0 * EDGE,
        height: above + plan.size.1 * unit + below + top + 14.0 + EDGE,
        title: options.title.clone(),
        items: Vec::new(),
    };
    drawing.frames(&mut scene);
    let shown = drawing.links(&mut scene);
    drawing.strokes(&mut scene);
    drawing.nodes(&mut scene);
    if !options.title.is_empty() {
        let text = options.title.clone();
        scene.width = scene.width.max(2.0 * EDGE + text.chars().count() as f64 * 8.6);
        let ink = Ink::Text;
        scene.items.push(Item::Text { at: (EDGE, EDGE + 8.0), text, size: 15.0, anchor: "start", ink });
    }
    let mut legend = shown;
    legend.extend(overlay.legend.iter().cloned());
    key(&mut scene, &legend);
    scene
}

/// Pixels between two neighbours of a base: large where there is room.
fn unit(plan: &Plan, nodes: u64) -> f64 {
    let wanted = match nodes {
        0..=40 => 54.0,
        41..=100 => 42.0,
        101..=300 => 30.0,
        301..=800 => 17.0,
        _ => 12.0,
    };
    let room = 2300.0 / plan.size.0.max(plan.size.1 * 1.2);
    f64::min(wanted, room).max(2.5)
}

/// What every part of a picture is drawn from.
struct Drawing<'a> {
    net: &'a dyn Structure,
    plan: &'a Plan,
    overlay: &'a Overlay,
    options: &'a Options,
    /// Pixels for a unit of the plan.
    unit: f64,
    /// Where the plan begins: from the left, and below the title.
    left: f64,
    top: f64,
    /// The number of each kind of link among the levels.
    levels: Vec<Option<usize>>,
    /// The ways of the links, and the radius of a node.
    courses: Courses,
}

impl Drawing<'_> {
    /// Pixels of a place of the plan.
    fn at(&self, place: (f64, f64)) -> (f64, f64) {
        (EDGE + self.left + place.0 * self.unit, self.top + 14.0 + place.1 * self.unit)
    }

    fn frames(&self, scene: &mut Scene) {
        let (plan, unit) = (self.plan, self.unit);
        for frame in
            plan.frames.iter().filter(|f| f.depth == 0).chain(plan.frames.iter().filter(|f| f.depth > 0))
        {
            let place = self.at(frame.at);
            let size = (frame.size.0 * unit, frame.size.1 * unit);
            let fill = if frame.depth == 0 { Ink::Panel } else { Ink::Node };
            if frame.depth == 0 || unit > 11.0 {
                scene.items.push(Item::Rect { at: place, size, fill, border: Ink::Frame });
            }
            let letter = (size.0 / (frame.label.chars().count().max(1) as f64 * 0.62)).min(12.0);
            if frame.label.is_empty() || letter < 5.0 || (frame.depth > 0 && unit < 28.0) {
                continue;
            }
            let y = if frame.below { place.1 + size.1 + letter + 2.0 } else { place.1 - 5.0 };
            let text = frame.label.clone();
            let middle = (place.0 + size.0 / 2.0, y);
            scene.items.push(Item::Text {
                at: middle,
                text,
                size: letter,
                anchor: "middle",
                ink: Ink::Silent,
            });
        }
    }

    fn links(&self, scene: &mut Scene) -> Vec<(Ink, String)> {
        let Drawing { net, plan, overlay, options, unit, ref levels, .. } = *self;
        let names = net.link_classes();
        let mut count: BTreeMap<usize, u64> = BTreeMap::new();
        let mut all = Vec::new();
        for v in (0..net.nodes()).map(Node) {
            for port in (0..net.degree(v)).map(Port) {
                let w = net.link(v, port).0;
                if w > v {
                    let class = net.link_class(v, port);
                    *count.entry(class).or_default() += 1;
                    all.push((v, w, class));
                }
            }
        }
        let outermost = levels.iter().rposition(Option::is_some);
        let first = match net.parts() {
            Parts::Level(level) if !level.numbering().keeps_coordinates() => level.numbering().size(),
            _ => u64::MAX,
        };
        let laid = !overlay.is_empty() && overlay.heat.is_empty();
        let mut legend: BTreeSet<usize> = BTreeSet::new();
        // Crowded links go to the back.
        let crowded = |class: usize| {
            Some(class) == outermost && count[&class] > CROWD && first != u64::MAX && !options.all
        };
        all.sort_by_key(|(v, _, class)| !(crowded(*class) && v.0 >= first));
        for (v, w, class) in all {
            let heat = overlay.heat.get(&(v.0, w.0)).map(|share| Ink::Heat(*share));
            let faint = crowded(class) && v.0 >= first;
            let ink = match (heat, levels[class]) {
                (Some(heat), _) => heat,
                (None, Some(level)) if faint || laid => Ink::Faint(level),
                (None, None) if laid => Ink::Dim,
                (None, Some(level)) => Ink::Level(level),
                (None, None) => Ink::Base,
            };
            let thick = if heat.is_some() { 2.2 } else { 1.0 };
            let width = (unit / 30.0).clamp(0.5, 1.6) * thick;
            let (from, to) = (self.at(plan.at[v.0 as usize]), self.at(plan.at[w.0 as usize]));
            let curve = self.courses.way(v, w).scaled(unit);
            scene.items.push(Item::Line { from, to, ink, width, curve, arrow: false, step: None });
            legend.insert(class);
        }
        if !overlay.heat.is_empty() {
            return Vec::new();
        }
        let base: Vec<&str> =
            legend.iter().filter(|c| levels[**c].is_none()).map(|c| names[*c].as_str()).collect();
        let mut out = Vec::new();
        if !base.is_empty() {
            let name = if base.len() <= 2 { base.join(", ") } else { "inside a base".to_owned() };
            out.push((if laid { Ink::Dim } else { Ink::Base }, name));
        }
        for class in legend.iter().filter(|c| levels[**c].is_some()) {
            let level = levels[*class].unwrap_or(0);
            let more = if crowded(*class) && !laid { ", those of the first cluster in full" } else { "" };
            let ink = if laid { Ink::Faint(level) } else { Ink::Level(level) };
            out.push((ink, format!("{} ({} links{more})", names[*class], count[class])));
        }
        out
    }

    fn strokes(&self, scene: &mut Scene) {
        let Drawing { plan, overlay, options, unit, .. } = *self;
        let radius = self.courses.radius * unit;
        let mut badges: Vec<Item> = Vec::new();
        for stroke in &overlay.strokes {
            if options.step.is_some_and(|last| stroke.step.is_some_and(|step| step > last)) {
                continue;
            }
            let (v, w) = (stroke.from, stroke.to);
            let curve = self.courses.way(v, w).scaled(unit);
            let (from, mut to) = (self.at(plan.at[v.0 as usize]), self.at(plan.at[w.0 as usize]));
            if !stroke.label.is_empty() && unit >= 15.0 {
                badges.extend(self.badge(stroke, curve, &badges));
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
            scene.items.push(Item::Line {
                from,
                to,
                ink: stroke.ink,
                width,
                curve,
                arrow: stroke.arrow,
                step: stroke.step,
            });
        }
        scene.items.extend(badges);
    }

    /// What stands on a stroke: near its middle, where it is farthest from nodes and from what stands on others.
    fn badge(&self, stroke: &Stroke, curve: Curve, others: &[Item]) -> Option<Item> {
        let place = |v: Node| self.at(self.plan.at[v.0 as usize]);
        let (from, to) = (place(stroke.from), place(stroke.to));
        let radius = (self.unit * 0.15).clamp(4.0, 7.0);
        let node = self.courses.radius * self.unit;
        let room = |at: (f64, f64)| {
            let nodes = self.plan.at.iter().map(|p| {
                let p = self.at(*p);
                (p.0 - at.0).hypot(p.1 - at.1) - node
            });
            let others = others.iter().filter_map(|item| match item {
                Item::Badge { at: p, radius, .. } => Some((p.0 - at.0).hypot(p.1 - at.1) - radius),
                _ => None,
            });
            nodes.chain(others).fold(f64::MAX, f64::min) - radius
        };
        let tries = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74].map(|t| curve.at(from, to, t));
        // The first with room enough, else the roomiest.
        let enough = tries.into_iter().find(|at| room(*at) >= 1.0);
        let roomiest = || tries.into_iter().max_by(|a, b| room(*a).total_cmp(&room(*b)));
        let at = enough.or_else(roomiest).filter(|at| room(*at) > 0.0)?;
        Some(Item::Badge { at, radius, ink: stroke.ink, label: stroke.label.clone() })
    }

    fn nodes(&self, scene: &mut Scene) {
        let Drawing { net, plan, overlay, options, unit, .. } = *self;
        let radius = self.courses.radius * unit;
        let shown = |mark: &&Mark| options.step.is_none_or(|last| mark.step.is_none_or(|step| step <= last));
        let marks: BTreeMap<Node, &Mark> =
            overlay.marks.iter().filter(shown).map(|mark| (mark.node, mark)).collect();
        for v in (0..net.nodes()).map(Node) {
            let place = self.at(plan.at[v.0 as usize]);
            let title =
                if net.nodes() <= 100 { format!("{} (node {})", net.address(v), v.0) } else { String::new() };
            let mark = marks.get(&v);
            let label = match mark.and_then(|mark| mark.label.clone()) {
                _ if unit < 15.0 => String::new(),
                Some(label) => label,
                None if unit < 26.0 => String::new(),
                None => inner(net, v).to_string(),
            };
            let fill = mark.map_or(Ink::Node, |mark| mark.ink);
            let big = if mark.is_some() && unit < 26.0 { 1.35 } else { 1.0 };
            let border = if unit < 8.0 && mark.is_none() { Ink::Silent } else { Ink::Base };
            let step = mark.and_then(|mark| mark.step);
            scene.items.push(Item::Dot { at: place, radius: radius * big, fill, border, label, title, step });
        }
    }
}

/// The kinds of link that are levels: the number of each among them.
fn levels(net: &dyn Structure) -> Vec<Option<usize>> {
    let mut next = 0;
    let special = |name: &String| {
        let level = ["cross level", "phase", "global"].iter().any(|start| name.starts_with(start))
            || (name.starts_with("level ") && name != "level 1");
        level.then(|| {
            next += 1;
            next - 1
        })
    };
    net.link_classes().iter().map(special).collect()
}

fn radius(unit: f64) -> f64 {
    (unit * 0.2).clamp(1.1, 11.0)
}

/// The innermost coordinate of a node: its place in the base or unit.
fn inner(net: &dyn Structure, v: Node) -> u64 {
    match net.parts() {
        Parts::Level(level) => inner(level.base().as_ref(), Node(level.place(v).node)),
        Parts::Expansion(re) => re.coordinates(v).0 as u64,
        _ => v.0,
    }
}

/// What the inks mean, in a line below that wraps.
pub(super) fn key(scene: &mut Scene, legend: &[(Ink, String)]) {
    let (mut x, mut y) = (EDGE, scene.height + 14.0);
    scene.width = scene.width.max(340.0);
    for (ink, text) in legend {
        let long = 34.0 + text.chars().count() as f64 * 6.6 + 18.0;
        if x + long > scene.width && x > EDGE {
            (x, y) = (EDGE, y + 20.0);
        }
        scene.width = scene.width.max(EDGE + long);
        let (from, to) = ((x, y - 4.0), (x + 26.0, y - 4.0));
        let arrow = false;
        scene.items.push(Item::Line {
            from,
            to,
            ink: *ink,
            width: 3.0,
            curve: Curve::Straight,
            arrow,
            step: None,
        });
        let text = text.clone();
        scene.items.push(Item::Text { at: (x + 34.0, y), text, size: 12.0, anchor: "start", ink: Ink::Text });
        x += long;
    }
    if !legend.is_empty() {
        scene.height = y + 16.0;
    }
}
