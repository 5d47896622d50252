//! A network as a file for other tools. Whoever asks gives what it is written to.

use super::Written;
use crate::error::Error;
use crate::exact::Exact;
use crate::export::{self, MAX_PORTS};
use crate::progress::Progress;
use crate::topology::Topology;
use crate::words::words;
use std::io::{self, Write};

/// More links are not written: the file would have a terabyte.
const MAX_LINKS: u64 = 1 << 36;

/// Asks for a network in a format of other tools.
#[derive(Debug, Clone, Copy)]
pub struct ExportRequest {
    /// The format.
    pub format: Format,
}

/// Formats of other tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One link a line.
    Edges,
}

words!(Format, "format":
    Edges = "edges": "One link a line, `u v` with u < v, sorted",
);

/// What was written.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportAnswer {
    /// How many links.
    pub links: Exact<u64>,
}

/// What is told of the file.
pub type ExportedAnswer = Written<ExportAnswer>;

impl ExportRequest {
    /// The word for it.
    pub const VERB: &'static str = "export";

    /// Whether the network fits a file.
    pub fn check(&self, on: &Topology) -> Result<(), Error> {
        on.network()?;
        let ports = on.shape().degrees().keys().next_back().copied().unwrap_or(0);
        if on.links() > MAX_LINKS.into() || ports > MAX_PORTS.into() {
            let message = format!("a file has at most {MAX_LINKS} links, and {MAX_PORTS} of one node");
            return Err(on.too_large(message, "take a smaller network, such as torus(10000,10000)"));
        }
        Ok(())
    }

    /// Writes the network, which [`ExportRequest::check`] has passed; none when it was stopped.
    pub fn write(
        &self,
        on: &Topology,
        sink: &mut dyn Write,
        progress: &dyn Progress,
    ) -> io::Result<Option<ExportAnswer>> {
        let net = on.network().map_err(io::Error::other)?.as_ref();
        let links = match self.format {
            Format::Edges => export::edges(net, sink, progress)?,
        };
        Ok(links.map(|links| ExportAnswer { links: Exact(links) }))
    }
}
