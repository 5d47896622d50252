//! Pictures as pixels.

use crossedge::error::{Error, ErrorKind};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

/// No file of pixels is larger; pictures that would be are made smaller.
pub const MAX_BYTES: usize = 2_000_000;

/// No side has more pixels.
const MAX_SIDE: f32 = 8_000.0;

/// A picture with more pixels on a side is drawn at [`PROBE_SIDE`] first.
const PROBED_SIDE: f32 = 2_000.0;
const PROBE_SIDE: f32 = 800.0;

/// The picture of an SVG text, with the fonts of the system.
pub(crate) fn svg_tree(svg: &str) -> Result<Tree, Error> {
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    Tree::from_str(svg, &options)
        .map_err(|e| Error::new(ErrorKind::Input, format!("the picture cannot be turned into pixels: {e}")))
}

/// An SVG text as PNG at a scale. Very large pictures are made smaller.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, Error> {
    let tree = svg_tree(svg)?;
    let side = tree.size().width().max(tree.size().height());
    let mut scale = scale.min(MAX_SIDE / side);
    if scale * side > PROBED_SIDE {
        // A small picture shows how large the file would be: its size grows at most with the number of pixels.
        let probe = PROBE_SIDE / side;
        let bytes = png_bytes(&tree, probe)?.len();
        scale = scale.min(probe * (MAX_BYTES as f32 / bytes as f32).sqrt().max(1.0));
    }
    loop {
        let bytes = png_bytes(&tree, scale)?;
        // Small pixels lose nothing that a reader of so large a picture could see.
        if bytes.len() <= MAX_BYTES || scale * side < 200.0 {
            return Ok(bytes);
        }
        scale *= 0.9 * (MAX_BYTES as f32 / bytes.len() as f32).sqrt();
    }
}

/// An SVG text as PNG of a given width in pixels.
pub fn png_wide(svg: &str, wide: f64) -> Result<Vec<u8>, Error> {
    let tree = svg_tree(svg)?;
    let side = tree.size().width().max(tree.size().height());
    png_bytes(&tree, (wide as f32 / tree.size().width()).min(2.5 * MAX_SIDE / side))
}

fn png_bytes(tree: &Tree, scale: f32) -> Result<Vec<u8>, Error> {
    let wrong = |why: String| {
        Error::new(ErrorKind::Input, format!("the picture cannot be turned into pixels: {why}"))
    };
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| wrong("its size".to_owned()))?;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| wrong(e.to_string()))
}
