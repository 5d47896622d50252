//! Chart files: the extension gives the format, and is checked before any work.

use crate::failure::Failure;
use crate::files;
use crossedge_report::{pdf, png};
use std::path::Path;

fn extension(file: &Path) -> &str {
    file.extension().and_then(|e| e.to_str()).unwrap_or_default()
}

/// Rejects a file that no chart can be written to; `numbers` names the alternative for plain numbers.
pub fn check(file: &Path, force: bool, numbers: &str) -> Result<(), Failure> {
    if !["svg", "png", "pdf"].contains(&extension(file)) {
        let message = "the file to plot into ends with .svg, .png or .pdf";
        return Err(Failure::Usage(format!("{message}\nhelp: write plot.svg; for numbers, {numbers}")));
    }
    files::check(file, force)
}

/// Writes a chart and returns its format and size in bytes.
pub fn write(file: &Path, svg: String, force: bool) -> Result<(String, u64), Failure> {
    let bytes = match extension(file) {
        "pdf" => pdf(&svg)?,
        "png" => png(&svg, 2.0)?,
        _ => svg.into_bytes(),
    };
    files::write(file, &bytes, force)?;
    Ok((extension(file).to_owned(), bytes.len() as u64))
}
