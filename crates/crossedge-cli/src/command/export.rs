//! `crossedge export`: a network as a file for other tools.

use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{head, id, write_json};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::export;
use crossedge::expr::Error;
use crossedge::net::links;
use serde_json::{Value, json};
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
    #[arg(long, value_name = "FORMAT")]
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

/// Formats of `export`.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Format {
    /// One link a line, `u v` with u < v, sorted
    Edges,
}

/// More links are not written: the file would have a terabyte.
const MAX_LINKS: u64 = 1 << 36;

/// Writes the links of a network.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let ports = source.shape.degrees().keys().next_back().copied().unwrap_or(0);
    let links = links(source.shape.as_ref());
    if links > MAX_LINKS.into() || ports > export::MAX_PORTS.into() {
        let message = format!("a file has at most {MAX_LINKS} links, and {} of one node", export::MAX_PORTS);
        let help = "take a smaller network, such as torus(10000,10000)";
        return Err(Failure::Source(Error::limit(message, source.expr.span.clone()).help(help), source.text));
    }
    let path = args.output.as_deref().filter(|p| *p != Path::new("-"));
    let write = |sink: &mut dyn Write| {
        let mut sink = BufWriter::with_capacity(1 << 16, sink);
        let links = match args.to {
            Format::Edges => export::edges(net.as_ref(), &mut sink, bars)?,
        };
        sink.flush().map(|()| links)
    };
    let links = match path {
        Some(path) => {
            let mut file = files::create(path, args.force)?;
            let links = write(&mut file).map_err(|e| Failure::Io(format!("{}: {e}", path.display())))?;
            // Interrupted, it is not finished, and leaves nothing.
            if links.is_some() {
                files::finish(file)?;
            }
            links
        }
        None => write(&mut crate::output::raw())?,
    };
    let Some(links) = links else { return Err(Failure::Interrupted) };
    if let (Some(path), true) = (path, args.json) {
        let mut map = head("export", Some(&source.expr.to_string()));
        map.insert("file".to_owned(), json!(path.display().to_string()));
        map.insert("format".to_owned(), json!("edges"));
        map.insert("links".to_owned(), id(links));
        write_json(&Value::Object(map))?;
    }
    Ok(ExitCode::SUCCESS)
}
