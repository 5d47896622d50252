//! `crossedge export`: a network as a file for other tools.

use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{self, raw, show};
use crate::progress::Bars;
use crate::source;
use crate::words::word;
use crossedge::answers::{Envelope, ExportRequest, Format, Written};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// The format
    #[arg(long, alias = "format", value_name = "FORMAT", value_parser = word::<Format>())]
    pub to: Format,
    /// The file to write; standard output without it, or for -
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    pub force: bool,
    /// Tell about the written file as JSON, on standard output (needs --output)
    #[arg(long, requires = "output")]
    pub json: bool,
}

/// Writes the links of a network.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let net = source::topology(&args.expr)?;
    let request = ExportRequest { format: args.to };
    request.check(&net)?;
    let path = args.output.as_deref().filter(|p| *p != Path::new("-"));
    let write = |sink: &mut dyn Write| {
        let mut sink = BufWriter::with_capacity(1 << 16, sink);
        let written = request.write(&net, &mut sink, bars)?;
        sink.flush().map(|()| written)
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
        None => write(&mut raw())?,
    };
    let Some(shows) = written else { return Err(Failure::Interrupted) };
    bars.done();
    if let Some(path) = path {
        let (file, format) = (path.display().to_string(), args.to.to_string());
        let answer = Written { file, format, bytes: None, shows };
        let told = Envelope::new(ExportRequest::VERB, Some(net.to_string()), answer);
        show(&told, args.json, |_| output::written(path, files::size(path)))?;
    }
    Ok(ExitCode::SUCCESS)
}
