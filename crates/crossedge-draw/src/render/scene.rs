//! A scene: lines, dots, boxes and texts with the ink they are drawn in, and its form as SVG text.
//!
//! The text is the same, byte for byte, wherever it is made: coordinates have one decimal, and every scene lists its own inks.

use super::curve::Curve;
use super::size::Size;
use super::theme::Theme;
use super::tikz;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The ink of an element; the theme gives its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// Links of the base.
    Base,
    /// Links of a level, a ring, a case: each number its colour.
    Level(usize),
    /// The same, in the background.
    Faint(usize),
    /// Links behind an overlay.
    Dim,
    /// The border of a cluster.
    Frame,
    /// The ground of a cluster.
    Panel,
    /// The ground of a node.
    Node,
    /// Text.
    Text,
    /// Text that is back.
    Silent,
    /// The faults.
    Dead,
    /// A load, from 0 to 255.
    Heat(u8),
    /// A step, from 0 to 255.
    Step(u8),
}

/// The shape of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeShape {
    /// A circle: an endpoint.
    Circle,
    /// A rounded square: a switch.
    Square,
}

/// Half the side of the square of a node, relative to its radius, and the radius of its corners.
pub(super) const SQUARE_NODE: (f64, f64) = (0.9, 0.3);

/// One thing of a scene, in pixels.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A line.
    Line {
        /// From here.
        from: (f64, f64),
        /// To there.
        to: (f64, f64),
        /// The ink.
        ink: Ink,
        /// The width.
        width: f64,
        /// Its path.
        curve: Curve,
        /// `true` if it ends in an arrow.
        arrow: bool,
        /// The step of an animation in which it appears.
        step: Option<u32>,
    },
    /// A box.
    Rect {
        /// Left and top.
        at: (f64, f64),
        /// Width and height.
        size: (f64, f64),
        /// The ground.
        fill: Ink,
        /// The border.
        border: Ink,
    },
    /// A node.
    Dot {
        /// The middle.
        at: (f64, f64),
        /// The radius.
        radius: f64,
        /// The shape.
        shape: NodeShape,
        /// The ground.
        fill: Ink,
        /// The border.
        border: Ink,
        /// The text inside.
        label: String,
        /// The size of what is written.
        font: f64,
        /// `true` if what is written comes with the step, and is not a name of the node.
        own: bool,
        /// The tooltip.
        title: String,
        /// The step of an animation in which it gets its ground.
        step: Option<u32>,
    },
    /// Boxes without a border, all in one ink.
    Cells {
        /// The ink.
        ink: Ink,
        /// Left and top, width and height of each.
        boxes: Vec<((f64, f64), (f64, f64))>,
    },
    /// A sample of a node, in the legend.
    Sample {
        /// The middle.
        at: (f64, f64),
        /// The radius.
        radius: f64,
        /// The shape.
        shape: NodeShape,
    },
    /// A number that is on a line.
    Badge {
        /// The middle.
        at: (f64, f64),
        /// The radius.
        radius: f64,
        /// The ground.
        ink: Ink,
        /// The number.
        label: String,
        /// The step of an animation in which it appears.
        step: Option<u32>,
    },
    /// A text; its anchor is start, middle or end.
    Text {
        /// On the line.
        at: (f64, f64),
        /// The content.
        text: String,
        /// Its size.
        size: f64,
        /// start, middle or end.
        anchor: &'static str,
        /// The ink.
        ink: Ink,
    },
}

/// A scene.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The alternative text.
    pub title: String,
    /// The elements, from back to front.
    pub items: Vec<Item>,
    /// How wide it is on paper or on a screen; as many pixels as it has without that.
    pub size: Option<Size>,
}

impl Scene {
    /// The scene as SVG text.
    pub fn svg(&self, theme: Theme) -> String {
        let mut inks = BTreeMap::new();
        let mut body = String::new();
        for item in &self.items {
            draw_item(&mut body, item, &mut inks);
        }
        let (wide, high) = (self.width.ceil(), self.height.ceil());
        let (w, h) = (number_text(wide), number_text(high));
        let shown = match self.size {
            None => format!("width=\"{w}\" height=\"{h}\""),
            Some(size) => {
                let tall =
                    Size { value: (size.value * high / wide.max(1.0) * 100.0).round() / 100.0, ..size };
                format!("width=\"{size}\" height=\"{tall}\"")
            }
        };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {shown} viewBox=\"0 0 {w} {h}\" role=\"img\">\n"
        );
        let _ = writeln!(out, "<title>{}</title>", escape_markup(&self.title));
        out.push_str("<style>text{font-family:Inter,'DejaVu Sans',Verdana,sans-serif}path{fill:none;stroke-linecap:round}");
        for (ink, name) in &inks {
            let (colour, solid) = theme.colour(*ink);
            let faded = if solid < 1.0 { format!(";stroke-opacity:{solid}") } else { String::new() };
            let _ = write!(out, ".s{name}{{stroke:{colour}{faded}}}.f{name}{{fill:{colour}}}");
        }
        let _ = writeln!(out, "</style>\n<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>", theme.page());
        out + &body + "</svg>\n"
    }

    /// The scene as a TikZ picture.
    pub fn tikz(&self, theme: Theme) -> String {
        tikz::tikz(self, theme)
    }
}

/// A number with at most one decimal.
fn number_text(value: f64) -> String {
    let text = format!("{value:.1}");
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_owned(),
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

/// Escapes markup.
pub(super) fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn draw_item(out: &mut String, item: &Item, inks: &mut BTreeMap<Ink, String>) {
    let mut name = |ink: Ink| {
        let short = match ink {
            Ink::Base => "b".to_owned(),
            Ink::Level(n) => format!("l{n}"),
            Ink::Faint(n) => format!("a{n}"),
            Ink::Dim => "d".to_owned(),
            Ink::Frame => "r".to_owned(),
            Ink::Panel => "p".to_owned(),
            Ink::Node => "n".to_owned(),
            Ink::Text => "t".to_owned(),
            Ink::Silent => "q".to_owned(),
            Ink::Dead => "x".to_owned(),
            Ink::Heat(n) => format!("h{n}"),
            Ink::Step(n) => format!("e{n}"),
        };
        inks.entry(ink).or_insert(short).clone()
    };
    // Writing to a string cannot fail.
    let _ = match item {
        Item::Line { from, to, ink, width, curve, arrow, step } => {
            let shown = step.map_or(String::new(), |s| format!(" data-step=\"{s}\""));
            let (class, width) = (name(*ink), number_text(*width));
            let tip = if *arrow { arrow_head(curve.before_end(*from, *to), *to) } else { String::new() };
            let path_data = curve.svg_data(*from, *to, &number_text);
            writeln!(out, "<path class=\"s{class}\" stroke-width=\"{width}\" d=\"{path_data}{tip}\"{shown}/>")
        }
        Item::Cells { ink, boxes } => {
            let mut path_data = String::new();
            for (at, size) in boxes {
                let _ = write!(
                    path_data,
                    "M{} {}h{}v{}h-{}z",
                    number_text(at.0),
                    number_text(at.1),
                    number_text(size.0),
                    number_text(size.1),
                    number_text(size.0)
                );
            }
            writeln!(out, "<path class=\"f{}\" d=\"{path_data}\"/>", name(*ink))
        }
        Item::Badge { at, radius, ink, label, step } => {
            let size = radius * if label.len() > 2 { 0.95 } else { 1.25 };
            let shown = step.map_or(String::new(), |s| format!(" data-step=\"{s}\""));
            writeln!(
                out,
                "<rect class=\"f{0} s{1}\" x=\"{2}\" y=\"{3}\" width=\"{4}\" height=\"{4}\" rx=\"{5}\"{shown}/><text class=\"f{1}\" x=\"{6}\" y=\"{7}\" font-size=\"{8}\" text-anchor=\"middle\">{9}</text>",
                name(Ink::Node),
                name(*ink),
                number_text(at.0 - radius),
                number_text(at.1 - radius),
                number_text(2.0 * radius),
                number_text(*radius),
                number_text(at.0),
                number_text(at.1 + size * 0.36),
                number_text(size),
                escape_markup(label)
            )
        }
        Item::Rect { at, size, fill, border } => writeln!(
            out,
            "<rect class=\"f{} s{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
            name(*fill),
            name(*border),
            number_text(at.0),
            number_text(at.1),
            number_text(size.0),
            number_text(size.1)
        ),
        Item::Dot { at, radius, shape, fill, border, label, font, own, title, step } => {
            let shown = step.map_or(String::new(), |s| format!(" data-step=\"{s}\""));
            let tooltip = if title.is_empty() {
                String::new()
            } else {
                format!("<title>{}</title>", escape_markup(title))
            };
            let inks = (name(*fill), name(*border));
            let width = number_text((radius / 6.0).clamp(0.6, 1.6));
            let (tag, mut line) = match shape {
                NodeShape::Circle => (
                    "circle",
                    format!(
                        "<circle class=\"f{} s{}\" cx=\"{}\" cy=\"{}\" r=\"{}\" stroke-width=\"{width}\"{shown}",
                        inks.0,
                        inks.1,
                        number_text(at.0),
                        number_text(at.1),
                        number_text(*radius),
                    ),
                ),
                NodeShape::Square => (
                    "rect",
                    format!(
                        "<rect class=\"f{} s{} switch\" {} stroke-width=\"{width}\"{shown}",
                        inks.0,
                        inks.1,
                        rounded_square(*at, *radius)
                    ),
                ),
            };
            line += &if tooltip.is_empty() { "/>".to_owned() } else { format!(">{tooltip}</{tag}>") };
            if !label.is_empty() {
                let ink = if matches!(fill, Ink::Node | Ink::Panel) { Ink::Text } else { Ink::Node };
                line += &format!(
                    "<text class=\"f{}{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\">{}</text>",
                    name(ink),
                    if *own && step.is_some() { " own" } else { "" },
                    number_text(at.0),
                    number_text(at.1 + font * 0.36),
                    number_text(*font),
                    escape_markup(label)
                );
            }
            writeln!(out, "{line}")
        }
        Item::Sample { at, radius, shape } => {
            let (ground, corner) = match shape {
                NodeShape::Circle => {
                    (Ink::Node, format!("{} rx=\"{}\"", square_bounds(*at, *radius), number_text(*radius)))
                }
                NodeShape::Square => (Ink::Panel, rounded_square(*at, *radius)),
            };
            writeln!(out, "<rect class=\"f{} s{}\" {corner}/>", name(ground), name(Ink::Base))
        }
        Item::Text { at, text, size, anchor, ink } => writeln!(
            out,
            "<text class=\"f{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            name(*ink),
            number_text(at.0),
            number_text(at.1),
            number_text(*size),
            escape_markup(text)
        ),
    };
}

/// The attributes of a square around a place.
fn square_bounds(at: (f64, f64), half: f64) -> String {
    let side = number_text(2.0 * half);
    format!(
        "x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\"",
        number_text(at.0 - half),
        number_text(at.1 - half)
    )
}

/// The attributes of the rounded square of a node.
fn rounded_square(at: (f64, f64), radius: f64) -> String {
    format!("{} rx=\"{}\"", square_bounds(at, SQUARE_NODE.0 * radius), number_text(SQUARE_NODE.1 * radius))
}

/// Two short strokes at the end of a line.
fn arrow_head(before: (f64, f64), to: (f64, f64)) -> String {
    let [a, b] = arrow_tips(before, to).map(|(x, y)| format!("{} {}", number_text(x), number_text(y)));
    format!("M{a}L{} {}L{b}", number_text(to.0), number_text(to.1))
}

/// The ends of the strokes of an arrow that comes from `before`.
pub(super) fn arrow_tips(before: (f64, f64), to: (f64, f64)) -> [(f64, f64); 2] {
    let (dx, dy) = (to.0 - before.0, to.1 - before.1);
    let long = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / long, dy / long);
    let size = 7.0f64.min(long * 0.4);
    let side = |turn: f64| (to.0 - size * (ux - turn * uy * 0.5), to.1 - size * (uy + turn * ux * 0.5));
    [side(1.0), side(-1.0)]
}
