//! A network as a file for other tools, and the list of formats. The caller provides the writer.

use super::texts::{self, NoParameters};
use super::{Request, Written};
#[cfg(feature = "schema")]
use super::{schema::schema, verbs::Verb};
use crate::error::Error;
use crate::exact::Exact;
use crate::export::{EDGES, FORMATS, FormatEntry, Given, MAX_PORTS, TABLES, Unfit, tables_fit};
use crate::net::read::{INPUTS, InputFormat};
use crate::net::{endpoints, is_graph_file};
use crate::progress::{Progress, Silent, Stopped};
use crate::topology::Topology;
use std::io::{self, Write};

/// More links are not written: the file would have a terabyte.
const MAX_LINKS: u64 = 1 << 36;

/// Request for a network in a format of other tools.
/// The format [default: edges].
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ExportRequest {
    /// Format, e.g. edges, graphml or dot [default: edges].
    // No default in the schema: the program has one by the extension of a file.
    #[serde(rename = "to", alias = "format", with = "texts::format")]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("default" = null)))]
    pub format: &'static FormatEntry,
}

impl Default for ExportRequest {
    fn default() -> Self {
        ExportRequest { format: &EDGES }
    }
}

/// The written file.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportAnswer {
    /// Number of links, or of entries of forwarding tables.
    pub links: Exact<u64>,
}

/// The report on the file.
pub type ExportedAnswer = Written<ExportAnswer>;

/// Provenance file, for formats without comments.
#[derive(Debug, Clone, serde::Serialize)]
pub struct OriginAnswer {
    /// The format.
    pub format: &'static str,
    /// Programs that read it.
    pub readers: &'static str,
    /// The properties of the network that are lost.
    pub lost: &'static str,
}

impl ExportRequest {
    /// Checks that the format can represent the network.
    pub fn check(&self, on: &Topology) -> Result<(), Error> {
        let refused = |unfit: Unfit| {
            let Unfit { why, help, limit } = unfit;
            if limit { on.too_large(why, help) } else { Error::usage(why).help(help) }
        };
        if self.format == &TABLES {
            tables_fit(&(on.nodes() * endpoints(on.shape()))).map_err(refused)?;
        }
        let ports = on.shape().degrees().keys().next_back().copied().unwrap_or(0);
        if on.links() > MAX_LINKS.into() || ports > MAX_PORTS.into() {
            let message = format!("a file has at most {MAX_LINKS} links, and {MAX_PORTS} of one node");
            return Err(on.too_large(message, "take a smaller network, such as torus(10000,10000)"));
        }
        let (net, text) = (on.network()?, on.to_string());
        (self.format.fits)(&Given::new(net, &text, &Silent)).map_err(refused)
    }

    /// Writes the network, which [`ExportRequest::check`] has passed; `None` if it was stopped.
    pub fn write(
        &self,
        on: &Topology,
        sink: &mut dyn Write,
        progress: &dyn Progress,
    ) -> io::Result<Option<ExportAnswer>> {
        let net = on.network().map_err(io::Error::other)?;
        let text = on.to_string();
        let links = (self.format.write)(&Given::new(net, &text, progress), sink)?;
        Ok(links.map(|links| ExportAnswer { links: Exact(links) }))
    }

    /// Losses on reading the file back, for formats that `file("…")` reads: roles and widths that the format does not keep.
    pub fn warnings(&self, on: &Topology) -> Vec<String> {
        let FormatEntry { suffixes, lost, .. } = *self.format;
        let Ok(net) = on.network() else { return Vec::new() };
        let mut warnings = Vec::new();
        if on.shape().machine().is_some_and(|machine| machine.mixed_rates()) {
            warnings.push("the file keeps no rates: every cable will count the same".to_owned());
        }
        if !is_graph_file(&format!("x.{}", suffixes[0])) {
            return warnings;
        }
        let switches = net.nodes() - net.endpoints();
        let wide = (0..net.link_classes().len()).any(|class| net.cables(class) > 1);
        if switches > 0 && lost.contains("roles") {
            warnings.push(format!("the file keeps no roles: {switches} switches will be read as endpoints"));
        }
        if wide && lost.contains("widths") {
            warnings.push("the file keeps no widths: every link will be read with width 1".to_owned());
        }
        warnings
    }

    /// The companion file; `None` if the file itself has its origin.
    pub fn origin(&self) -> Option<OriginAnswer> {
        let FormatEntry { name, readers, lost, tells_origin, .. } = *self.format;
        (!tells_origin).then_some(OriginAnswer { format: name, readers, lost })
    }
}

impl Request for ExportRequest {
    type On = Topology;
    type Answer = ExportAnswer;
    const VERB: &'static str = "export";

    /// Describes the file; [`ExportRequest::write`] writes it.
    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<ExportAnswer, Error> {
        self.check(on)?;
        let written = self.write(on, &mut io::sink(), progress);
        written.map_err(|why| Error::internal(why.to_string()))?.ok_or_else(|| Stopped.into())
    }
}

/// Request for the list of formats.
#[derive(Debug, Clone, Copy, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "NoParameters", into = "NoParameters")]
pub struct FormatsRequest;

/// The formats.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormatsAnswer {
    /// Formats that are written.
    pub formats: Vec<FormatAnswer>,
    /// Formats that are read.
    pub inputs: Vec<InputFormatAnswer>,
}

/// A format that is read.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputFormatAnswer {
    /// Its name.
    pub name: &'static str,
    /// File name extensions of the format.
    pub suffixes: Vec<&'static str>,
    /// Contents of a file that are kept.
    pub kept: &'static str,
    /// Contents of a file that are dropped.
    pub lost: &'static str,
}

/// One format.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormatAnswer {
    /// Its name.
    pub name: &'static str,
    /// Its file extensions.
    pub suffixes: Vec<&'static str>,
    /// Description.
    pub summary: &'static str,
    /// Programs that read it.
    pub readers: &'static str,
    /// The properties of a network that are lost.
    pub lost: &'static str,
    /// Size limit of its readers.
    pub limit: &'static str,
}

impl Request for FormatsRequest {
    type On = ();
    type Answer = FormatsAnswer;
    const VERB: &'static str = "formats";

    fn answer(&self, _: &(), _: &dyn Progress) -> Result<FormatsAnswer, Error> {
        let format_answer = |entry: &FormatEntry| {
            let FormatEntry { name, suffixes, summary, readers, lost, limit, .. } = *entry;
            FormatAnswer { name, suffixes: suffixes.to_vec(), summary, readers, lost, limit }
        };
        let input = |format: &InputFormat| {
            let InputFormat { name, suffixes, kept, lost, .. } = *format;
            InputFormatAnswer { name, suffixes: suffixes.to_vec(), kept, lost }
        };
        Ok(FormatsAnswer {
            formats: FORMATS.map(format_answer).to_vec(),
            inputs: INPUTS.iter().map(input).collect(),
        })
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<ExportRequest>("Write a network as a file for other tools")
        .answered_by(|| schema::<ExportedAnswer>(ExportRequest::VERB));

/// The verb of the list of formats.
#[cfg(feature = "schema")]
pub(in crate::answers) const FORMATS_ENTRY: Verb =
    Verb::none::<FormatsRequest>("The formats of `export`: their readers, size limits and losses");
