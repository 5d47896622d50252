//! Atomic files: complete or absent.
//!
//! Bytes go into a file next to the one to be, under a name that no one else has; it is synced, and then takes the name at once. So a full
//! disk, an error or an interruption leaves the old content or the new one, and nothing else. Only a process that the system kills outright
//! may leave the file next to, whose name begins with `.crossedge-`.

use crate::error::Error;
use std::collections::hash_map::RandomState;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Temporary files: a process that exits early removes them with [`abandon`].
static BESIDE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Numbers the files next to.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// Attempts at a free temporary name; a second collision is very unlikely.
const TRIES: u32 = 16;

/// A file under way: what is written into it counts when [`NewFile::finish`] returns, and leaves no trace otherwise.
#[derive(Debug)]
pub struct NewFile {
    /// The path as given by the user.
    path: PathBuf,
    /// The final path, with links resolved.
    target: PathBuf,
    /// `true` if there may be a file already.
    over: bool,
    beside: PathBuf,
    file: File,
    finished: bool,
}

impl NewFile {
    /// Begins a file. `over` allows that there is one already, which stays as it is until the end.
    ///
    /// Only plain files are written over. A link is followed to one; a link that leads nowhere, a directory, a pipe or a device is
    /// refused.
    pub fn create(path: &Path, over: bool) -> Result<NewFile, Error> {
        let target = target(path)?;
        let old = old(path, over)?;
        let (beside, file) = create_beside(&target).map_err(Error::io(path))?;
        let new = NewFile { path: path.to_owned(), target, over, beside, file, finished: false };
        if let Some(old) = old {
            // The new file has the permissions of the old one.
            new.file.set_permissions(old.permissions()).map_err(Error::io(path))?;
        }
        Ok(new)
    }

    /// Puts the file in its place, on the disk.
    pub fn finish(mut self) -> Result<(), Error> {
        self.file.sync_all().map_err(Error::io(&self.path))?;
        match self.over {
            // Something else may be there by now.
            true => {
                old(&self.path, true)?;
                std::fs::rename(&self.beside, &self.target).map_err(Error::io(&self.path))?;
                self.finished = true;
            }
            false => self.take_free_name()?,
        }
        sync_folder(&self.target);
        Ok(())
    }

    /// Of several processes that make one new file, a single one succeeds: a second name is given only where there is none.
    fn take_free_name(&mut self) -> Result<(), Error> {
        match std::fs::hard_link(&self.beside, &self.target) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Error::There(self.path.clone())),
            // Not every file system has second names.
            Err(_) => {
                old(&self.path, false)?;
                std::fs::rename(&self.beside, &self.target).map_err(Error::io(&self.path))?;
                self.finished = true;
                Ok(())
            }
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

impl Drop for NewFile {
    fn drop(&mut self) {
        let mut all = BESIDE.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.finished {
            let _ = std::fs::remove_file(&self.beside);
        }
        all.retain(|path| *path != self.beside);
    }
}

/// Writes a file so that a process that ends at any moment leaves the old one or the new one, never a part. `over` as in
/// [`NewFile::create`].
pub fn write_whole(path: &Path, bytes: &[u8], over: bool) -> Result<(), Error> {
    let mut file = NewFile::create(path, over)?;
    file.write_all(bytes).map_err(Error::io(path))?;
    file.finish()
}

/// Returns `true` if a file may be written here, asked before long work. The answer may have changed when the work is done; then
/// [`NewFile::finish`] reports it.
pub fn may_write(path: &Path, over: bool) -> Result<(), Error> {
    target(path)?;
    old(path, over).map(|_| ())
}

/// Removes all temporary files; for a process that ends without unwinding.
pub fn abandon() {
    // Held to the end: no new file is started.
    let all = BESIDE.lock().unwrap_or_else(PoisonError::into_inner);
    for path in all.iter() {
        let _ = std::fs::remove_file(path);
    }
    std::mem::forget(all);
}

/// The existing file, if it may be overwritten.
fn old(path: &Path, over: bool) -> Result<Option<std::fs::Metadata>, Error> {
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
fn target(path: &Path) -> Result<PathBuf, Error> {
    if path.file_name().is_none() {
        return Err(Error::NoFile(path.to_owned(), "a directory"));
    }
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => match std::fs::canonicalize(path) {
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
pub(crate) fn kind(found: &std::fs::Metadata) -> Option<&'static str> {
    match (found.is_file(), found.is_dir()) {
        (true, _) => None,
        (_, true) => Some("a directory"),
        _ => Some(other_kind(found)),
    }
}

#[cfg(unix)]
fn other_kind(found: &std::fs::Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match found.file_type() {
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn other_kind(_: &std::fs::Metadata) -> &'static str {
    "a device"
}

/// A new file in the folder of another, and its name.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let mut last = io::Error::from(ErrorKind::AlreadyExists);
    for _ in 0..TRIES {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // The keys of a hash map are random: no one can put a link under this name beforehand, and create_new would not follow it.
        let random = RandomState::new().build_hasher().finish();
        let name = format!(".crossedge-{}-{number}-{random:016x}.part", std::process::id());
        let beside = target.with_file_name(name);
        let mut all = BESIDE.lock().unwrap_or_else(PoisonError::into_inner);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => {
                all.push(beside.clone());
                return Ok((beside, file));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
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
