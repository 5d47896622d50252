//! Files that are read: plain ones, and no more of them than was agreed. A link to a device that never ends is not a file.

use crate::error::Error;
use crate::file::kind;
use crossedge::net::MAX_FILE;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Opens a plain file of at most this many bytes. A pipe is rejected without waiting for its writer.
pub(crate) fn open(path: &Path, limit: u64) -> Result<File, Error> {
    let look = |metadata: std::fs::Metadata| match kind(&metadata) {
        Some(kind) => Err(Error::NoFile(path.to_owned(), kind)),
        None if metadata.len() > limit => Err(Error::Large(path.to_owned(), limit)),
        None => Ok(()),
    };
    look(std::fs::metadata(path).map_err(Error::io_error(path))?)?;
    let file = File::open(path).map_err(Error::io_error(path))?;
    // It may be another by now.
    look(file.metadata().map_err(Error::io_error(path))?)?;
    Ok(file)
}

/// The bytes of a plain file, which has at most `limit`.
pub fn read_bounded(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    read_limited(open(path, limit)?, limit)
        .map_err(Error::io_error(path))?
        .ok_or_else(|| Error::Large(path.to_owned(), limit))
}

/// The first bytes of a plain file, `most` of them: for readers that have a limit of their own, and see by one byte more that it is passed.
pub fn read_start(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    open(path, u64::MAX)?.take(most).read_to_end(&mut bytes).map_err(Error::io_error(path))?;
    Ok(bytes)
}

/// The bytes of a file named by an expression. A file too large for the library is returned with one byte too many, so that it is rejected.
///
/// A name that ends in a slash is a folder: its JSON files in order of their names, each after a line `==> NAME <==`.
pub fn graph_file(path: &str) -> Result<Vec<u8>, String> {
    let read = |path: &Path| {
        read_start(path, MAX_FILE + 1).map_err(|error| match error {
            Error::Io(_, error) => error.to_string(),
            Error::NoFile(_, kind) => format!("it is {kind}, not a file"),
            other => other.to_string(),
        })
    };
    if !path.ends_with('/') {
        return read(Path::new(path));
    }
    let entries = std::fs::read_dir(path).map_err(|error| error.to_string())?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry.map_err(|error| error.to_string())?.path();
        if file.extension().is_some_and(|end| end == "json") {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err("the folder has no files .json".to_owned());
    }
    files.sort();
    let mut text = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        text.extend_from_slice(format!("==> {name} <==\n").as_bytes());
        text.extend(read(&file).map_err(|error| format!("{name}: {error}"))?);
        text.push(b'\n');
        if text.len() as u64 > MAX_FILE {
            break;
        }
    }
    Ok(text)
}

/// The text of a plain file, which has at most `limit` bytes.
pub fn text_bounded(path: &Path, limit: u64) -> Result<String, Error> {
    String::from_utf8(read_bounded(path, limit)?).map_err(|_| Error::NoText(path.to_owned()))
}

/// All bytes of a stream; `None` if there are more than `limit`.
pub fn read_limited(stream: impl Read, limit: u64) -> std::io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    // One more than allowed: a silently truncated stream would be taken for a complete one.
    stream.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// A longer line than this comes in pieces.
const MAX_LINE: u64 = 16 << 20;

/// Calls `each` with every line of a file, including its newline; the last may have none.
pub(crate) fn for_each_line(path: &Path, file: &File, mut each: impl FnMut(&[u8])) -> Result<(), Error> {
    let (mut reader, mut line) = (BufReader::with_capacity(1 << 16, file), Vec::new());
    loop {
        line.clear();
        if reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(Error::io_error(path))? == 0 {
            return Ok(());
        }
        each(&line);
    }
}
