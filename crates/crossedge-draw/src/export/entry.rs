//! The entry of a format: its name, its readers, its losses, and its writer.

use super::FORMATS;
use super::Given;
use super::unfit::Unfit;
use crossedge_core::words::UnknownWord;
use std::fmt;
use std::io::{self, Write};

/// A format that has a name.
pub struct FormatEntry {
    /// The name.
    pub name: &'static str,
    /// File name extensions of this format, without the dot; the first is the default.
    pub suffixes: &'static [&'static str],
    /// One-line description.
    pub summary: &'static str,
    /// Programs that read it.
    pub readers: &'static str,
    /// The properties of a network that are lost.
    pub lost: &'static str,
    /// Size limit of its readers.
    pub limit: &'static str,
    /// `true` if the file itself records its origin; if its reader takes no comments, a file next to it does.
    pub tells_origin: bool,
    /// Why a network cannot be written; nothing when it can.
    pub fits: fn(&Given<'_>) -> Result<(), Unfit>,
    /// Writes the network, and gives the links that were written; `None` if stopped.
    pub write: fn(&Given<'_>, &mut dyn Write) -> io::Result<Option<u64>>,
}

impl FormatEntry {
    /// The format of this name.
    pub fn format_named(name: &str) -> Result<&'static FormatEntry, UnknownWord> {
        FORMATS.into_iter().find(|entry| entry.name == name).ok_or_else(|| UnknownWord {
            what: "format",
            given: name.to_owned(),
            known: FORMATS.map(|entry| entry.name).to_vec(),
        })
    }

    /// The format of a file, by file extension.
    pub fn of_file(name: &str) -> Option<&'static FormatEntry> {
        // A suffix of two parts, as topology.conf, may be the complete name of a file.
        let ends = |suffix: &&&str| {
            let whole = |stem: &str| suffix.contains('.') && (stem.is_empty() || stem.ends_with(['/', '\\']));
            name.strip_suffix(**suffix).is_some_and(|stem| stem.ends_with('.') || whole(stem))
        };
        let by = |entry: &&FormatEntry| entry.suffixes.iter().find(ends).map(|suffix| suffix.len());
        FORMATS.into_iter().filter(|entry| by(entry).is_some()).max_by_key(by)
    }
}

impl PartialEq for FormatEntry {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for FormatEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Every network fits.
pub(super) fn fits_any(_: &Given<'_>) -> Result<(), Unfit> {
    Ok(())
}
