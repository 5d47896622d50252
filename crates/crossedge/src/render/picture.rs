//! A network drawn whole: clusters in their frames, links by level, nodes, overlay, legend.

use super::overlay::{Mark, Overlay};
use super::plan::{Plan, plan};
use super::scene::{Ink, Item, Scene};
use crate::net::{Form, Node, Port, Structure};
use std::collections::{BTreeMap, BTreeSet};

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

/// Draws a network of at most [`MAX_DRAWN`] nodes.
pub fn picture(net: &dyn Structure, overlay: &Overlay, options: &Options) -> Scene {
    let plan = plan(net);
    let unit = unit(&plan, net.nodes());
    let top = if options.title.is_empty() { EDGE } else { EDGE + 30.0 };
    let drawing = Drawing { net, plan: &plan, overlay, options, unit, top, levels: levels(net) };
    let mut scene = Scene {
        width: plan.size.0 * unit + 2.0 * EDGE,
        height: plan.size.1 * unit + top + 14.0 + EDGE,
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
    /// Where the plan begins, below the title.
    top: f64,
    /// The number of each kind of link among the levels.
    levels: Vec<Option<usize>>,
}

impl Drawing<'_> {
    /// Pixels of a place of the plan.
    fn at(&self, place: (f64, f64)) -> (f64, f64) {
        (EDGE + place.0 * self.unit, self.top + 14.0 + place.1 * self.unit)
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
                ink: Ink::Quiet,
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
        let first = match net.form() {
            Form::Dual(base) => base.nodes(),
            Form::Super(level) => level.lower().nodes(),
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
            let bend =
                if levels[class].is_none() { bend(plan, v, w) } else { around(net, plan, v, w) } * unit;
            scene.items.push(Item::Line { from, to, ink, width, bend, arrow: false, step: None });
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
        let Drawing { net, plan, overlay, options, unit, ref levels, .. } = *self;
        let radius = radius(unit);
        for stroke in &overlay.strokes {
            if options.step.is_some_and(|last| stroke.step.is_some_and(|step| step > last)) {
                continue;
            }
            let (v, w) = (stroke.from, stroke.to);
            let port = (0..net.degree(v)).map(Port).find(|&p| net.link(v, p).0 == w);
            let base = port.is_some_and(|p| levels[net.link_class(v, p)].is_none());
            // Bent lines are pulled to the left of the smaller end, whichever way they are walked.
            let side = if v < w { 1.0 } else { -1.0 };
            let (low, high) = (v.min(w), v.max(w));
            let aside = if base { bend(plan, v, w) } else { around(net, plan, low, high) };
            let bend = side * aside * unit;
            let (from, mut to) = (self.at(plan.at[v.0 as usize]), self.at(plan.at[w.0 as usize]));
            if stroke.arrow {
                // The tip stops at the border of the node.
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
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
                bend,
                arrow: stroke.arrow,
                step: stroke.step,
            });
        }
    }

    fn nodes(&self, scene: &mut Scene) {
        let Drawing { net, plan, overlay, options, unit, .. } = *self;
        let radius = radius(unit);
        let shown = |mark: &&Mark| options.step.is_none_or(|last| mark.step.is_none_or(|step| step <= last));
        let marks: BTreeMap<Node, &Mark> =
            overlay.marks.iter().filter(shown).map(|mark| (mark.node, mark)).collect();
        for v in (0..net.nodes()).map(Node) {
            let place = self.at(plan.at[v.0 as usize]);
            let title =
                if net.nodes() <= 100 { format!("{} (node {})", net.address(v), v.0) } else { String::new() };
            let mark = marks.get(&v);
            let label = match mark {
                _ if unit < 15.0 => String::new(),
                Some(mark) => mark.label.clone(),
                None if unit < 26.0 => String::new(),
                None => inner(net, v).to_string(),
            };
            let fill = mark.map_or(Ink::Node, |mark| mark.ink);
            let big = if mark.is_some() && unit < 26.0 { 1.35 } else { 1.0 };
            let border = if unit < 8.0 && mark.is_none() { Ink::Quiet } else { Ink::Base };
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

/// How far a link is pulled aside, in units: links along a row of nodes go around those between.
fn bend(plan: &Plan, v: Node, w: Node) -> f64 {
    let (a, b) = (plan.at[v.0 as usize], plan.at[w.0 as usize]);
    let long = (a.0 - b.0).hypot(a.1 - b.1);
    let straight = (a.0 - b.0).abs() < 1e-6 || (a.1 - b.1).abs() < 1e-6 || long < 2.0;
    if plan.rows && straight && long > 1.05 { 0.1 + 0.07 * long } else { 0.0 }
}

/// Pictures of so many nodes have labels to be read, and their long links go around nodes.
const READ: usize = 200;

/// How far a cross-edge is pulled aside, in units, so that it does not run over a node of its clusters. Elsewhere there are too many
/// nodes in the way for that to help.
fn around(net: &dyn Structure, plan: &Plan, v: Node, w: Node) -> f64 {
    // A line that touches a node is pulled so far away from it.
    const TOUCH: f64 = 0.2;
    const NEAR: f64 = 0.3;
    let classes = matches!(net.form(), Form::Dual(_) | Form::Super(_) | Form::DualCube(_));
    if plan.at.len() > READ || !classes {
        return 0.0;
    }
    let (a, b) = (plan.at[v.0 as usize], plan.at[w.0 as usize]);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = dx.hypot(dy).max(1e-9);
    let mut most = 0.0f64;
    for (i, p) in (0u64..).zip(&plan.at) {
        let (x, y) = (p.0 - a.0, p.1 - a.1);
        // Where on the way the node lies, and how far to the left of it.
        let (along, left) = ((x * dx + y * dy) / (long * long), (x * dy - y * dx) / long);
        if i == v.0 || i == w.0 || !(0.02..=0.98).contains(&along) || left.abs() >= TOUCH {
            continue;
        }
        // A line that is pulled aside by 1 in the middle is so much aside there.
        let share = 4.0 * along * (1.0 - along);
        let aside = ((NEAR - left.abs()) / share).min(1.2);
        if aside > most.abs() {
            most = if left > 1e-9 { -aside } else { aside };
        }
    }
    most
}

fn radius(unit: f64) -> f64 {
    (unit * 0.2).clamp(1.1, 11.0)
}

/// The innermost coordinate of a node: its place in the base or unit.
fn inner(net: &dyn Structure, v: Node) -> u64 {
    match net.form() {
        Form::Dual(base) => inner(base.as_ref(), Node(v.0 % base.nodes())),
        Form::Super(level) => inner(level.lower().as_ref(), Node(v.0 % level.lower().nodes())),
        Form::DualCube(part) => {
            let low = (1u64 << part) - 1;
            if v.0 >> (2 * part) == 0 { v.0 & low } else { v.0 >> part & low }
        }
        Form::Expansion(re) => re.coordinates(v).0 as u64,
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
        scene.items.push(Item::Line { from, to, ink: *ink, width: 3.0, bend: 0.0, arrow, step: None });
        let text = text.clone();
        scene.items.push(Item::Text { at: (x + 34.0, y), text, size: 12.0, anchor: "start", ink: Ink::Text });
        x += long;
    }
    if !legend.is_empty() {
        scene.height = y + 16.0;
    }
}
