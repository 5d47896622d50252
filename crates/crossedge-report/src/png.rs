//! Pictures as pixels.

use crossedge::error::{Error, ErrorKind};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

/// An SVG text as PNG, so many pixels for one of the drawing. Pictures that would be very large are made smaller.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, Error> {
    let wrong = |why: String| {
        Error::new(ErrorKind::Input, format!("the picture cannot be turned into pixels: {why}"))
    };
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    let tree = Tree::from_str(svg, &options).map_err(|e| wrong(e.to_string()))?;
    let size = tree.size();
    let scale = scale.min(8_000.0 / size.width().max(size.height()));
    let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| wrong("its size".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| wrong(e.to_string()))
}
