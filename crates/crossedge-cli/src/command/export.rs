//! `crossedge export`: a network as a file for other tools.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{self, print_answer, raw_output};
use crate::progress::Bars;
use crate::source;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crossedge::answers::{Envelope, ExportRequest, Request, Written};
use crossedge::export::{FORMATS, FormatEntry};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Format (see `crossedge formats`) [default: by extension]
    #[arg(long, alias = "format", value_name = "FORMAT", value_parser = format_parser(), hide_possible_values = true)]
    pub to: Option<&'static FormatEntry>,
    /// Output file; - for stdout [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    /// Describe the written file as JSON on stdout (needs --output)
    #[arg(long, requires = "output")]
    pub json: bool,
}

fn format_parser() -> impl TypedValueParser<Value = &'static FormatEntry> {
    let value = |entry: &FormatEntry| PossibleValue::new(entry.name).help(entry.summary);
    PossibleValuesParser::new(FORMATS.map(value)).try_map(|name| FormatEntry::format_named(&name))
}

/// The requested format, or the one implied by the file extension.
fn format(args: &Args) -> Result<&'static FormatEntry, Failure> {
    let named = || args.output.as_deref().and_then(Path::to_str).and_then(FormatEntry::of_file);
    args.to.or_else(named).ok_or_else(|| {
        let known = FORMATS.map(|entry| entry.name).join(", ");
        Failure::Usage(format!("no format was given\nhelp: --to NAME, or -o NAME.graphml; there are {known}"))
    })
}

/// Writes a network.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let net = source::topology(&args.expr)?;
    let request = ExportRequest { format: format(args)? };
    request.check(&net)?;
    let path = args.output.as_deref().filter(|p| *p != Path::new("-"));
    let write = |sink: &mut dyn Write| {
        let mut sink = BufWriter::with_capacity(1 << 16, sink);
        let written = request.write(&net, &mut sink, bars)?;
        sink.flush().map(|()| written)
    };
    // Errors of either file are reported before one of them is written.
    let beside = match (path, request.origin()) {
        (Some(path), Some(origin)) => {
            let envelope = Envelope::new(ExportRequest::VERB, Some(net.to_string()), origin);
            let text =
                serde_json::to_vec_pretty(&envelope).map_err(|error| Failure::Internal(error.to_string()))?;
            let beside = PathBuf::from(format!("{}.prov.json", path.display()));
            files::check(path, args.force)?;
            if !files::has_content(&beside, &text) {
                files::check(&beside, args.force)?;
            }
            Some((beside, text))
        }
        _ => None,
    };
    let written = match path {
        Some(path) => {
            let mut file = files::create(path, args.force)?;
            let written = write(&mut file).map_err(|e| Failure::Io(format!("{}: {e}", path.display())))?;
            // Interrupted, it is not finished, and leaves nothing.
            if written.is_some() {
                files::finish(file)?;
            }
            written
        }
        None => write(&mut raw_output())?,
    };
    let Some(shows) = written else { return Err(Failure::Interrupted) };
    bars.clear_bars();
    if let Some(path) = path {
        let (file, format) = (path.display().to_string(), request.format.name.to_owned());
        if let Some((beside, text)) = beside {
            files::write_same(&beside, &text, args.force)?;
        }
        let answer = Written { file, format, bytes: None, shows };
        let envelope = Envelope::new(ExportRequest::VERB, Some(net.to_string()), answer);
        print_answer(&envelope, args.json, |_| output::written_message(path, files::size(path)))?;
        for warning in request.warnings(&net) {
            output::print_warning(&warning);
        }
    }
    Ok(ExitCode::SUCCESS)
}
