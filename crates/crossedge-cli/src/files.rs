//! All file access of the program. Files are written atomically, and read up to a limit.

use crate::failure::Failure;
use crossedge::expr::{Error as SourceError, MAX_LENGTH};
use crossedge::net::MAX_FILE;
pub use crossedge_campaign::graph_file as graph;
use crossedge_campaign::{Error, NewFile, may_write, read_bounded, read_limited, text_bounded, write_whole};
use std::io;
use std::path::Path;

/// Size limit of settings files, such as plans and claims, in bytes.
const MAX_SETTINGS: u64 = 16 << 20;

/// Size limit of certificates and schedules, in bytes.
const MAX_CERTIFICATE: u64 = 1 << 30;

/// Size limit of stdin in bytes: an expression, and as much again for whitespace and comments.
const MAX_INPUT: u64 = 2 * MAX_LENGTH as u64;

/// Converts a file error.
pub fn file_failure(error: Error) -> Failure {
    match error {
        Error::Stopped => Failure::Interrupted,
        Error::Large(..) => Failure::Limit(error.to_string()),
        Error::Task(..) | Error::Line(_) => Failure::Usage(error.to_string()),
        Error::Contradictions(_) => Failure::Nothing(format!(
            "{error}\nhelp: find out which is wrong, delete its line, and run the task again"
        )),
        Error::Missing(_) => Failure::Nothing(error.to_string()),
        Error::There(..) => Failure::Io(format!("{error}\nhelp: --force overwrites it")),
        Error::NoFile(..) => {
            Failure::Io(format!("{error}\nhelp: name a plain file, or one that is not there yet"))
        }
        Error::NoCheckpoint(..) => {
            Failure::Io(format!("{error}\nhelp: name a new file, or the checkpoint of an earlier run"))
        }
        Error::DamagedCheckpoint(..) => {
            Failure::Io(format!("{error}\nhelp: remove it, and start the search again"))
        }
        Error::OldJournal(..) => Failure::Io(format!(
            "{error}\nhelp: its records have no sums, so damage would not be seen; take another name, and run the tasks again"
        )),
        Error::Io(path, error) if error.kind() == io::ErrorKind::StorageFull => {
            let help =
                "free some space and run the command again; files finished before this one are complete";
            Failure::Io(format!("{}: {error}\nhelp: {help}", path.display()))
        }
        other => Failure::Io(other.to_string()),
    }
}

/// Checks that a file may be written, before the work starts; an existing one only with `force`.
pub fn check(path: &Path, force: bool) -> Result<(), Failure> {
    may_write(path, force).map_err(file_failure)
}

/// Writes a file atomically; an existing one only with `force`.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    write_whole(path, bytes, force).map_err(file_failure)
}

/// Writes a file that may already exist with the same bytes; a different one only with `force`.
pub fn write_same(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    if has_content(path, bytes) {
        return Ok(());
    }
    write_whole(path, bytes, force).map_err(|error| match error {
        Error::There(path) => {
            let message = format!("{} already exists with different content", path.display());
            Failure::Io(format!("{message}\nhelp: --force overwrites it"))
        }
        other => file_failure(other),
    })
}

/// Returns `true` if a file has exactly this content.
pub fn has_content(path: &Path, bytes: &[u8]) -> bool {
    read_bounded(path, bytes.len() as u64).is_ok_and(|have| have == bytes)
}

/// Returns `true` if two paths name the same file.
pub fn same_file(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| {
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let beside = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(beside).unwrap_or_else(|| path.to_owned())
    };
    real(a) == real(b) || same_inode(a, b)
}

#[cfg(unix)]
fn same_inode(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |path: &Path| std::fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino())).ok();
    of(a).is_some() && of(a) == of(b)
}

#[cfg(not(unix))]
fn same_inode(_: &Path, _: &Path) -> bool {
    false
}

/// Starts a file that is written in pieces and appears once it is finished.
pub fn create(path: &Path, force: bool) -> Result<NewFile, Failure> {
    NewFile::create(path, force).map_err(file_failure)
}

/// Finishes a file of [`create`].
pub fn finish(file: NewFile) -> Result<(), Failure> {
    file.finish().map_err(file_failure)
}

/// Size of a file in bytes; 0 if it cannot be read.
pub fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |about| about.len())
}

/// Creates a directory and its missing parents.
pub fn create_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|e| Failure::Io(format!("{}: {e}", path.display())))
}

/// Reads a settings file.
pub fn settings(path: &Path) -> Result<String, Failure> {
    text_bounded(path, MAX_SETTINGS).map_err(file_failure)
}

/// Reads a schedule file.
pub fn schedule(path: &Path) -> Result<Vec<u8>, Failure> {
    read_bounded(path, MAX_CERTIFICATE).map_err(file_failure)
}

/// Reads the execution traces of all ranks, with their names: `NAME.0.et`, `NAME.1.et` and so on for `NAME.et`.
pub fn traces(name: &str) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, "et"));
    let stem = stem.strip_suffix(".0").unwrap_or(stem);
    let mut ranks = Vec::new();
    loop {
        let file = format!("{stem}.{}.{extension}", ranks.len());
        let path = Path::new(&file);
        if !ranks.is_empty() && !path.exists() {
            return Ok(ranks);
        }
        let bytes = schedule(path).map_err(|failure| match failure {
            Failure::Io(why) => Failure::Io(format!(
                "{why}\nhelp: a trace has one file per rank: {stem}.0.{extension}, {stem}.1.{extension} and so on"
            )),
            other => other,
        })?;
        ranks.push((file, bytes));
    }
}

/// Reads a certificate file.
pub fn read_certificate(path: &Path) -> Result<Vec<u8>, Failure> {
    read_bounded(path, MAX_CERTIFICATE).map_err(file_failure)
}

/// Reads a cable list.
pub fn read_cables(name: &str) -> Result<Vec<u8>, Failure> {
    // A folder with one file for each device.
    if name.ends_with('/') {
        return graph(name).map_err(|why| Failure::Io(format!("{name}: {why}")));
    }
    read_bounded(Path::new(name), MAX_FILE).map_err(file_failure)
}

/// Reads an expression file.
pub fn expression(path: &Path) -> Result<String, Failure> {
    text_bounded(path, MAX_INPUT).map_err(file_failure)
}

/// Reads an expression from stdin.
pub fn standard_input() -> Result<String, Failure> {
    let bytes = read_limited(io::stdin().lock(), MAX_INPUT)?.ok_or_else(|| {
        let message = format!("standard input is too long: the limit is {MAX_INPUT} bytes");
        Failure::Limit(format!("{message}\nhelp: keep a large graph in a file: file(\"x.graphml\")"))
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let wrong = SourceError::usage("standard input is not a text in UTF-8", at..at + 1);
        Failure::Source(wrong.help("an expression is plain text, e.g. ring(5)"), text)
    })
}

/// A folder of many files that the program writes as a whole; a file in it, the marker, lists them.
#[cfg(feature = "explore")]
#[derive(Debug)]
pub struct SiteFolder {
    path: std::path::PathBuf,
    marker: &'static str,
    /// The files that an earlier run wrote.
    old: Vec<String>,
}

#[cfg(feature = "explore")]
impl SiteFolder {
    /// Opens a folder that is new, empty, or has the marker; any other is refused.
    pub fn open(path: &Path, marker: &'static str) -> Result<Self, Failure> {
        let found = |why: io::Error| Failure::Io(format!("{}: {why}", path.display()));
        let mut site = SiteFolder { path: path.to_owned(), marker, old: Vec::new() };
        if path.join(marker).is_file() {
            let text = text_bounded(&path.join(marker), MAX_SETTINGS).map_err(file_failure)?;
            site.old = listed_files(&text);
            return Ok(site);
        }
        match std::fs::read_dir(path).map(Iterator::count) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(site),
            Err(why) => Err(found(why)),
            Ok(0) => Ok(site),
            Ok(_) => {
                let message = format!("{} is not empty and has no {marker}", path.display());
                Err(Failure::Io(format!("{message}\nhelp: name a new directory, or one that --export wrote")))
            }
        }
    }

    /// Writes the files, the marker first, and removes those of an earlier run that are not among them.
    pub fn write(&self, files: &std::collections::BTreeMap<String, Vec<u8>>) -> Result<(), Failure> {
        let marked = files.get_key_value(self.marker);
        for (name, bytes) in marked.into_iter().chain(files.iter().filter(|(name, _)| *name != self.marker)) {
            let path = self.path.join(name);
            create_folder(path.parent().unwrap_or(&self.path))?;
            if !has_content(&path, bytes) {
                write(&path, bytes, true)?;
            }
        }
        for name in self.old.iter().filter(|name| !files.contains_key(*name)) {
            // One that is gone already is no error.
            let _ = std::fs::remove_file(self.path.join(name));
        }
        Ok(())
    }
}

/// The files that a marker lists, below its folder.
#[cfg(feature = "explore")]
fn listed_files(text: &str) -> Vec<String> {
    let list: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let names = list["files"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
    let inside = |part: std::path::Component<'_>| matches!(part, std::path::Component::Normal(_));
    names.filter(|name| Path::new(name).components().all(inside)).map(str::to_owned).collect()
}
