//! A file that keeps the state of long work, so that the same command can continue it.
//!
//! The first line is a magic word and the BLAKE3 digest of the rest. Any other file is foreign: it is never read as a state, overwritten
//! or removed.

use crate::error::Error;
use crate::file::write_whole;
use crate::read::{read_bounded, text_bounded};
use crate::record::{CHECKSUM_DIGITS, sum};
use std::path::{Path, PathBuf};

/// The magic word of a checkpoint.
const MAGIC_WORD: &str = "crossedge-checkpoint-1 ";

/// Size limit of a checkpoint, in bytes.
const MAX_CHECKPOINT: u64 = 64 << 20;

/// A checkpoint file, which need not exist yet.
#[derive(Debug, Clone)]
pub struct Checkpoint {
    path: PathBuf,
    /// The file behind links: it is what is written and removed.
    file: PathBuf,
}

impl Checkpoint {
    /// Opens a checkpoint and returns the state it keeps, if there is one. Any other file is refused.
    pub fn open(path: &Path) -> Result<(Checkpoint, Option<String>), Error> {
        let checkpoint = Checkpoint {
            path: path.to_owned(),
            file: path.canonicalize().unwrap_or_else(|_| path.to_owned()),
        };
        let state = if checkpoint.file.symlink_metadata().is_ok() { Some(checkpoint.read()?) } else { None };
        Ok((checkpoint, state))
    }

    /// The path as given by the user.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the state. A file that has appeared in its place since is left alone.
    pub fn write(&self, state: &str) -> Result<(), Error> {
        let mine = self.file.symlink_metadata().is_ok();
        if mine {
            self.check_magic()?;
        }
        let text = format!("{MAGIC_WORD}{}\n{state}", sum(state.as_bytes()));
        write_whole(&self.file, text.as_bytes(), mine)
    }

    /// Removes the file, unless it is no longer a checkpoint.
    pub fn remove(&self) -> Result<(), Error> {
        if self.file.symlink_metadata().is_err() {
            return Ok(());
        }
        self.check_magic()?;
        std::fs::remove_file(&self.file).map_err(Error::io_error(&self.path))
    }

    fn check_magic(&self) -> Result<(), Error> {
        match crate::read::read_start(&self.file, MAGIC_WORD.len() as u64) {
            Ok(start) if start == MAGIC_WORD.as_bytes() => Ok(()),
            _ => Err(Error::NoCheckpoint(self.path.clone())),
        }
    }

    fn read(&self) -> Result<String, Error> {
        // Reading as bytes first: a file that is not text is not a checkpoint either.
        let not_ours = || Error::NoCheckpoint(self.path.clone());
        self.check_magic().map_err(|error| match read_bounded(&self.file, MAX_CHECKPOINT) {
            Err(error @ (Error::Io(..) | Error::NoFile(..))) => error,
            _ => error,
        })?;
        let text = text_bounded(&self.file, MAX_CHECKPOINT)?;
        let (head, state) = text.split_once('\n').ok_or_else(not_ours)?;
        let digest = head
            .strip_prefix(MAGIC_WORD)
            .filter(|digest| digest.len() == CHECKSUM_DIGITS)
            .ok_or_else(not_ours)?;
        if digest != sum(state.as_bytes()) {
            return Err(Error::DamagedCheckpoint(self.path.clone()));
        }
        Ok(state.to_owned())
    }
}
