//! Files that are written completely or not at all.
//!
//! Bytes go into a temporary file in the same folder, which is synced and then renamed. A full disk, an error or an interruption leaves the
//! old content or the new one. Only a process killed outright may leave the temporary file, whose name begins with `.crossedge-`.

use crate::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// Temporary files of this process, for [`remove_temporary_files`].
static TEMPORARY_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file being written: it appears under its name when [`NewFile::finish`] succeeds, and leaves no trace otherwise.
#[derive(Debug)]
pub struct NewFile {
    /// The path that the user gave.
    path: PathBuf,
    /// The path with links resolved.
    target: PathBuf,
    /// Overwrite policy for existing files.
    over: bool,
    file: NamedTempFile,
}

impl NewFile {
    /// Begins a file. `over` allows an existing one, which stays unchanged until the end.
    ///
    /// Only regular files are replaced. A link is followed to one; a dangling link, a directory, a pipe or a device is refused.
    pub fn create(path: &Path, over: bool) -> Result<NewFile, Error> {
        let target = resolved_path(path)?;
        let old = overwritable(path, over)?;
        let file = create_beside(&target).map_err(Error::io_error(path))?;
        let new = NewFile { path: path.to_owned(), target, over, file };
        if let Some(old) = old {
            // Keep the permissions of the old file.
            new.file.as_file().set_permissions(old.permissions()).map_err(Error::io_error(path))?;
        }
        Ok(new)
    }

    /// Syncs the file and gives it its name. If several processes create one new file, only one succeeds.
    pub fn finish(self) -> Result<(), Error> {
        let NewFile { path, target, over, file } = self;
        file.as_file().sync_all().map_err(Error::io_error(&path))?;
        let temporary = file.path().to_owned();
        let renamed = if over {
            // The target may have changed meanwhile.
            overwritable(&path, true)?;
            file.persist(&target)
        } else {
            file.persist_noclobber(&target)
        };
        forget_temporary(&temporary);
        match renamed {
            Ok(_) => {
                sync_folder(&target);
                Ok(())
            }
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Err(Error::There(path)),
            Err(error) => Err(Error::Io(path, error.error)),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file so that a process that ends at any moment leaves the old one or the new one, never a part. `over` as in
/// [`NewFile::create`].
pub fn write_whole(path: &Path, bytes: &[u8], over: bool) -> Result<(), Error> {
    let mut file = NewFile::create(path, over)?;
    file.write_all(bytes).map_err(Error::io_error(path))?;
    file.finish()
}

/// Returns `true` if a file may be written here, asked before long work. The answer may have changed when the work is done; then
/// [`NewFile::finish`] reports it.
pub fn may_write(path: &Path, over: bool) -> Result<(), Error> {
    resolved_path(path)?;
    overwritable(path, over).map(|_| ())
}

/// Removes all temporary files; for a process that ends without unwinding.
pub fn remove_temporary_files() {
    // Kept until the process exits, so that no further file is started.
    let all = TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    for path in all.iter() {
        let _ = std::fs::remove_file(path);
    }
    std::mem::forget(all);
}

/// The existing file, if it may be overwritten.
fn overwritable(path: &Path, over: bool) -> Result<Option<std::fs::Metadata>, Error> {
    let old = match std::fs::metadata(path) {
        Ok(old) => old,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::Io(path.to_owned(), error)),
    };
    match (kind(&old), over) {
        (None, true) => Ok(Some(old)),
        (None, false) => Err(Error::There(path.to_owned())),
        (Some(kind), _) => Err(Error::NoFile(path.to_owned(), kind)),
    }
}

/// The final path, with links resolved if it exists.
fn resolved_path(path: &Path) -> Result<PathBuf, Error> {
    if path.file_name().is_none() {
        return Err(Error::NoFile(path.to_owned(), "a directory"));
    }
    match std::fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => match std::fs::canonicalize(path) {
            Ok(target) => Ok(target),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(Error::NoFile(path.to_owned(), "a link that leads nowhere"))
            }
            Err(error) => Err(Error::Io(path.to_owned(), error)),
        },
        _ => Ok(path.to_owned()),
    }
}

/// The kind of a path that is not a plain file.
pub(crate) fn kind(metadata: &std::fs::Metadata) -> Option<&'static str> {
    match (metadata.is_file(), metadata.is_dir()) {
        (true, _) => None,
        (_, true) => Some("a directory"),
        _ => Some(other_kind(metadata)),
    }
}

#[cfg(unix)]
fn other_kind(metadata: &std::fs::Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match metadata.file_type() {
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn other_kind(_: &std::fs::Metadata) -> &'static str {
    "a device"
}

/// Creates a temporary file in the folder of `target`, with the permissions of an ordinary new file.
fn create_beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut unfinished = TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    // Opened here, so that a file gets the permissions of any other, and an error names no temporary path.
    let open = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    let file = tempfile::Builder::new()
        .prefix(".crossedge-")
        .suffix(".part")
        .make_in(parent_folder(target), open)?;
    unfinished.push(file.path().to_owned());
    Ok(file)
}

/// Takes a temporary file that has got its name, or is gone, off the list.
fn forget_temporary(temporary: &Path) {
    TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner).retain(|path| path != temporary);
}

/// The folder of a file.
fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Syncs the folder of a file, so that its name survives too. Not every system can; then there is nothing more to do.
pub(crate) fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(parent_folder(path)) {
        let _ = folder.sync_all();
    }
}
