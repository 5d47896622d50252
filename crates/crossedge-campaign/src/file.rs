//! A file that is there whole or not at all.

use crate::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file so that a process killed at any moment leaves the old one or the new one, never a part: into a file beside it, synced,
/// and renamed over it.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let mut file = File::create(&beside).map_err(Error::io(&beside))?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(Error::io(&beside))?;
    std::fs::rename(&beside, path).map_err(Error::io(path))?;
    sync_folder(path);
    Ok(())
}

/// Syncs the folder of a file, so that its name survives too. Not every system can; then there is nothing more to do.
pub(crate) fn sync_folder(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
