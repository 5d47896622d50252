//! Pictures as PDF: one page as large as the picture, all of it outlines, so that it looks the same wherever it is printed and needs no font.
//!
//! The reader of SVG that makes pixels also makes the paths here; a second one would see other letters.

use crate::png::svg_tree;
use crossedge::error::{Error, ErrorKind};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{FillRule, Group, LineCap, LineJoin, Node, Opacity, Paint, PaintOrder, Path, Stroke};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;

/// Points for a pixel.
const POINTS_PER_PIXEL: f32 = 0.75;

/// An SVG text as PDF.
pub fn pdf(svg: &str) -> Result<Vec<u8>, Error> {
    let tree = svg_tree(svg)?;
    let size = tree.size();
    let (wide, high) = (size.width() * POINTS_PER_PIXEL, size.height() * POINTS_PER_PIXEL);
    let mut page = Page { high, text: String::new(), solid: BTreeSet::new() };
    page.draw_group(tree.root(), 1.0);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let failed =
        |e: std::io::Error| Error::new(ErrorKind::Input, format!("the picture cannot be packed: {e}"));
    packed.write_all(page.text.as_bytes()).map_err(failed)?;
    let packed = packed.finish().map_err(failed)?;
    let mut states = String::new();
    for percent in &page.solid {
        let share = f32::from(*percent) / 100.0;
        let _ = write!(states, "/G{percent}<</ca {share}/CA {share}>>");
    }
    let mut file = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    let mut object = |file: &mut Vec<u8>, body: &[&[u8]]| {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n", places.len()).bytes());
        body.iter().for_each(|part| file.extend(*part));
        file.extend(b"\nendobj\n");
    };
    object(&mut file, &[b"<</Type/Catalog/Pages 2 0 R>>"]);
    object(&mut file, &[b"<</Type/Pages/Kids[3 0 R]/Count 1>>"]);
    let reported = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {wide:.2} {high:.2}]/Contents 4 0 R/Resources<</ExtGState<<{states}>>>>>>"
    );
    object(&mut file, &[reported.as_bytes()]);
    let head = format!("<</Length {}/Filter/FlateDecode>>\nstream\n", packed.len());
    object(&mut file, &[head.as_bytes(), &packed, b"\nendstream"]);
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).bytes());
    places.iter().for_each(|place| file.extend(format!("{place:010} 00000 n \n").bytes()));
    let last = format!("trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n", places.len() + 1);
    file.extend(last.bytes());
    Ok(file)
}

/// The commands of a page that is being written.
struct Page {
    /// Its height: PDF counts upwards.
    high: f32,
    text: String,
    /// Opacities in percent; each needs its own graphics state.
    solid: BTreeSet<u8>,
}

impl Page {
    fn draw_group(&mut self, group: &Group, solid: f32) {
        let solid = solid * group.opacity().get();
        let clipped = group.clip_path().is_some();
        if let Some(clip) = group.clip_path() {
            self.text += "q\n";
            let to = group.abs_transform().pre_concat(clip.transform());
            for node in clip.root().children() {
                if let Node::Path(path) = node {
                    self.draw_path(path, to.pre_concat(path.abs_transform()));
                }
            }
            self.text += "W n\n";
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.draw_group(inner, solid),
                Node::Path(path) => self.path(path, solid),
                Node::Text(text) => self.draw_group(text.flattened(), solid),
                // No picture of ours holds another.
                Node::Image(_) => {}
            }
        }
        if clipped {
            self.text += "Q\n";
        }
    }

    fn path(&mut self, path: &Path, solid: f32) {
        if !path.is_visible() {
            return;
        }
        let to = path.abs_transform();
        let fill = |page: &mut Page| {
            let Some(fill) = path.fill() else { return };
            page.colour(fill.paint(), solid, fill.opacity(), "rg");
            page.draw_path(path, to);
            page.text += if fill.rule() == FillRule::EvenOdd { "f*\n" } else { "f\n" };
        };
        let stroke = |page: &mut Page| {
            let Some(stroke) = path.stroke() else { return };
            page.colour(stroke.paint(), solid, stroke.opacity(), "RG");
            page.set_stroke(stroke, (to.sx * to.sy - to.kx * to.ky).abs().sqrt() * POINTS_PER_PIXEL);
            page.draw_path(path, to);
            page.text += "S\n";
        };
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                fill(self);
                stroke(self);
            }
            PaintOrder::StrokeAndFill => {
                stroke(self);
                fill(self);
            }
        }
    }

    fn colour(&mut self, paint: &Paint, solid: f32, own: Opacity, word: &str) {
        let percent = (solid * own.get() * 100.0).round().clamp(0.0, 100.0) as u8;
        self.solid.insert(percent);
        // No picture of ours has gradients or patterns; black stands for them.
        let [r, g, b] = match paint {
            Paint::Color(colour) => {
                [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
            }
            _ => [0.0; 3],
        };
        let _ = writeln!(self.text, "/G{percent} gs {r:.3} {g:.3} {b:.3} {word}");
    }

    fn set_stroke(&mut self, stroke: &Stroke, scale: f32) {
        let cap = match stroke.linecap() {
            LineCap::Butt => 0,
            LineCap::Round => 1,
            LineCap::Square => 2,
        };
        let join = match stroke.linejoin() {
            LineJoin::Round => 1,
            LineJoin::Bevel => 2,
            _ => 0,
        };
        let dashes: Vec<String> =
            stroke.dasharray().unwrap_or(&[]).iter().map(|dash| format!("{:.2}", dash * scale)).collect();
        let (width, dashes) = (stroke.width().get() * scale, dashes.join(" "));
        let shift = stroke.dashoffset() * scale;
        let _ = writeln!(self.text, "{width:.3} w {cap} J {join} j [{dashes}] {shift:.2} d");
    }

    fn draw_path(&mut self, path: &Path, to: Transform) {
        let high = self.high;
        let at = |point: Point| {
            let mut point = point;
            to.map_point(&mut point);
            (point.x * POINTS_PER_PIXEL, high - point.y * POINTS_PER_PIXEL)
        };
        let mut here = Point::zero();
        for segment in path.data().segments() {
            // Writing to a string cannot fail.
            let _ = match segment {
                PathSegment::MoveTo(p) => {
                    here = p;
                    writeln!(self.text, "{:.2} {:.2} m", at(p).0, at(p).1)
                }
                PathSegment::LineTo(p) => {
                    here = p;
                    writeln!(self.text, "{:.2} {:.2} l", at(p).0, at(p).1)
                }
                PathSegment::QuadTo(control, p) => {
                    // PDF has cubic curves only.
                    let third = |end: Point| {
                        Point::from_xy((end.x + 2.0 * control.x) / 3.0, (end.y + 2.0 * control.y) / 3.0)
                    };
                    let (a, b, c) = (at(third(here)), at(third(p)), at(p));
                    here = p;
                    writeln!(self.text, "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c", a.0, a.1, b.0, b.1, c.0, c.1)
                }
                PathSegment::CubicTo(a, b, p) => {
                    here = p;
                    let (a, b, c) = (at(a), at(b), at(p));
                    writeln!(self.text, "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c", a.0, a.1, b.0, b.1, c.0, c.1)
                }
                PathSegment::Close => writeln!(self.text, "h"),
            };
        }
    }
}
