//! A schedule as a file for other tools, by file extension.

use super::plan::Collectives;
use super::request::{Choice, CollectiveRequest};
use crate::error::Error;
use crate::export::schedule::{Dialect, NodePrograms, chakra, goal, json, msccl};
use std::io;

/// Files list every message between at most this many endpoints.
const MAX_LISTED: u64 = 4096;

/// Files by name.
type Named = Vec<(String, Vec<u8>)>;

/// The formats of schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Goal,
    Msccl,
    Rccl,
    Chakra,
    Json,
}

/// File extensions and their formats.
const FORMATS: [(&str, Format); 5] = [
    (".goal", Format::Goal),
    (".msccl.xml", Format::Msccl),
    (".rccl.xml", Format::Rccl),
    (".et", Format::Chakra),
    (".json", Format::Json),
];

fn format(name: &str) -> Result<(&str, Format), Error> {
    let format = FORMATS.iter().find_map(|(end, format)| Some((name.strip_suffix(end)?, *format)));
    format.ok_or_else(|| {
        let ends = FORMATS.map(|(end, _)| end).join(", ");
        Error::usage(format!("the end of {name:?} names no format of schedules"))
            .help(format!("name it schedule.goal for GOAL, or with one of {ends}"))
    })
}

impl CollectiveRequest {
    /// Checks that a schedule of this request can be written to a file of this name.
    pub fn writable(&self, name: &str) -> Result<(), Error> {
        format(name)?;
        if self.algorithm == Choice::All {
            return Err(Error::usage("a file is of one algorithm").help("name it, e.g. `algorithm` eager"));
        }
        Ok(())
    }
}

impl Collectives<'_> {
    /// The schedule as files, by name: one, or one per rank if the format requires that. `None` if it has no price, and then the answer
    /// explains why.
    pub fn files(&self, name: &str) -> Result<Option<Named>, Error> {
        let (stem, format) = format(name)?;
        if self.net.endpoints() > MAX_LISTED {
            let message =
                format!("a file of a schedule lists every message between at most {MAX_LISTED} endpoints");
            return Err(Error::limit(message, "take a smaller network of the same construction"));
        }
        let Some(checked) = self.judged()? else { return Ok(None) };
        let failed = |error: io::Error| Error::internal(error.to_string());
        let mut bytes = Vec::new();
        if format == Format::Json {
            let written =
                json(self.net.as_ref(), &checked, &self.on.to_string(), &mut bytes).map_err(failed)?;
            written.map_err(|unfit| Error::internal(unfit.to_string()))?;
            return Ok(Some(vec![(name.to_owned(), bytes)]));
        }
        let programs = NodePrograms::of(self.net.as_ref(), &checked)
            .map_err(|unfit| Error::internal(unfit.to_string()))?;
        match format {
            Format::Json => {}
            Format::Goal => goal(&programs, &mut bytes).map_err(failed)?,
            Format::Msccl | Format::Rccl => {
                let dialect = if format == Format::Msccl { Dialect::Msccl } else { Dialect::Rccl };
                msccl(&programs, dialect, &self.on.to_string(), &mut bytes).map_err(failed)?.map_err(
                    |why| Error::nothing(why).help("take another `algorithm`, or a smaller network"),
                )?;
            }
            Format::Chakra => {
                let ranks = 0..programs.ops.len();
                return Ok(Some(
                    ranks.map(|rank| (format!("{stem}.{rank}.et"), chakra(&programs, rank))).collect(),
                ));
            }
        }
        Ok(Some(vec![(name.to_owned(), bytes)]))
    }
}
