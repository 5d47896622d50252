//! A scene as a TikZ picture, to be taken into a LaTeX document: letters are those of the document.

use super::curve::Place;
use super::scene::{Ink, Item, NodeShape, SQUARE_NODE, Scene, arrow_tips};
use super::theme::Theme;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A picture as TikZ.
pub fn tikz(scene: &Scene, theme: Theme) -> String {
    let scale = scene.size.map_or(0.75, |size| size.points() / scene.width.max(1.0));
    let mut inks: BTreeMap<Ink, String> = BTreeMap::new();
    let mut body = String::new();
    for item in &scene.items {
        draw_item(&mut body, item, scale, &mut inks);
    }
    let mut out = String::from("% In the preamble: \\usepackage{tikz}. In the text: \\input{this file}.\n");
    let _ = writeln!(out, "\\begin{{tikzpicture}}[x={0:.5}pt, y=-{0:.5}pt, line cap=round]", scale);
    for (ink, name) in &inks {
        let (colour, _) = theme.colour(*ink);
        let _ = writeln!(
            out,
            "\\definecolor{{{name}}}{{HTML}}{{{}}}",
            colour.trim_start_matches('#').to_uppercase()
        );
    }
    for (ink, name) in &inks {
        let (_, solid) = theme.colour(*ink);
        let faded = if solid < 1.0 { format!(", draw opacity={solid}") } else { String::new() };
        let _ = writeln!(out, "\\tikzset{{s{name}/.style={{draw={name}{faded}}}}}");
    }
    let _ = writeln!(
        out,
        "\\path[use as bounding box] (0,0) rectangle ({:.1},{:.1});",
        scene.width, scene.height
    );
    out + &body + "\\end{tikzpicture}\n"
}

fn draw_item(out: &mut String, item: &Item, scale: f64, inks: &mut BTreeMap<Ink, String>) {
    let next = |ink: Ink, inks: &mut BTreeMap<Ink, String>| {
        // TeX names are letters only where it matters; digits are fine in colours.
        let number = inks.len();
        inks.entry(ink).or_insert_with(|| format!("ink{number}")).clone()
    };
    let mut name = |ink: Ink| next(ink, inks);
    let pair = |p: Place| format!("({:.1},{:.1})", p.0, p.1);
    let thick = |width: f64| format!("line width={:.2}pt", width * scale);
    let text = |at: Place, size: f64, anchor: &str, ink: String, text: &str| {
        let size = size * scale;
        format!(
            "\\node[anchor={anchor}, inner sep=0pt, text={ink}, font=\\fontsize{{{size:.1}}}{{{size:.1}}}\\selectfont] at {} {{{}}};\n",
            pair(at),
            escape_latex(text)
        )
    };
    // Writing to a string cannot fail.
    let _ = match item {
        Item::Line { from, to, ink, width, curve, arrow, .. } => {
            let mut path = pair(*from);
            for [start, control, end] in curve.quadratic_pieces(*from, *to) {
                // A quadratic curve as a cubic one.
                let third = |end: Place| ((end.0 + 2.0 * control.0) / 3.0, (end.1 + 2.0 * control.1) / 3.0);
                path +=
                    &format!(" .. controls {} and {} .. {}", pair(third(start)), pair(third(end)), pair(end));
            }
            if *arrow {
                let [a, b] = arrow_tips(curve.before_end(*from, *to), *to);
                path += &format!(" {} -- {} -- {}", pair(a), pair(*to), pair(b));
            }
            writeln!(out, "\\draw[s{}, {}] {path};", name(*ink), thick(*width))
        }
        Item::Rect { at, size, fill, border } => writeln!(
            out,
            "\\filldraw[s{}, fill={}, {}, rounded corners={:.1}pt] {} rectangle {};",
            name(*border),
            name(*fill),
            thick(1.0),
            6.0 * scale,
            pair(*at),
            pair((at.0 + size.0, at.1 + size.1))
        ),
        Item::Cells { ink, boxes } => {
            let _ = write!(out, "\\fill[{}]", name(*ink));
            for (at, size) in boxes {
                let _ = write!(out, "\n {} rectangle {}", pair(*at), pair((at.0 + size.0, at.1 + size.1)));
            }
            writeln!(out, ";")
        }
        Item::Dot { at, radius, shape, fill, border, label, font, .. } => {
            let width = thick((radius / 6.0).clamp(0.6, 1.6));
            let inks = format!("s{}, fill={}, {width}", name(*border), name(*fill));
            let _ = writeln!(out, "{}", node_outline(*shape, *at, *radius, &inks, scale));
            if label.is_empty() {
                return;
            }
            let ink = if matches!(fill, Ink::Node | Ink::Panel) { Ink::Text } else { Ink::Node };
            write!(out, "{}", text(*at, *font, "center", name(ink), label))
        }
        Item::Sample { at, radius, shape } => {
            let ground = if *shape == NodeShape::Square { Ink::Panel } else { Ink::Node };
            let inks = format!("s{}, fill={}, {}", name(Ink::Base), name(ground), thick(1.0));
            writeln!(out, "{}", node_outline(*shape, *at, *radius, &inks, scale))
        }
        Item::Badge { at, radius, ink, label, .. } => {
            let (ground, ink) = (name(Ink::Node), name(*ink));
            let _ = writeln!(
                out,
                "\\filldraw[s{ink}, fill={ground}, {}] {} circle[radius={:.2}pt];",
                thick(1.0),
                pair(*at),
                radius * scale
            );
            write!(out, "{}", text(*at, radius * 1.2, "center", ink, label))
        }
        Item::Text { at, text: words, size, anchor, ink } => {
            let anchor = match *anchor {
                "start" => "base west",
                "end" => "base east",
                _ => "base",
            };
            write!(out, "{}", text(*at, *size, anchor, name(*ink), words))
        }
    };
}

/// The outline of a node, filled.
fn node_outline(shape: NodeShape, at: Place, radius: f64, inks: &str, scale: f64) -> String {
    let pair = |p: Place| format!("({:.1},{:.1})", p.0, p.1);
    match shape {
        NodeShape::Circle => {
            format!("\\filldraw[{inks}] {} circle[radius={:.2}pt];", pair(at), radius * scale)
        }
        NodeShape::Square => {
            let half = SQUARE_NODE.0 * radius;
            let (low, high) = ((at.0 - half, at.1 - half), (at.0 + half, at.1 + half));
            let corner = SQUARE_NODE.1 * radius * scale;
            format!(
                "\\filldraw[{inks}, rounded corners={corner:.2}pt] {} rectangle {};",
                pair(low),
                pair(high)
            )
        }
    }
}

/// Text that LaTeX takes as it is.
fn escape_latex(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '_' | '&' | '%' | '$' | '#' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\^{}"),
            '~' => out.push_str("\\~{}"),
            '<' | '>' | '|' => {
                out.push('$');
                out.push(c);
                out.push('$');
            }
            '×' => out.push_str("$\\times$"),
            '…' => out.push_str("\\dots{}"),
            '–' => out.push_str("--"),
            '·' => out.push_str("$\\cdot$"),
            'µ' => out.push_str("$\\mu$"),
            c if c.is_ascii() => out.push(c),
            _ => out.push('?'),
        }
    }
    out
}
