//! `crossedge export`: a network as a file for other tools.

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{head, id, write_json};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::export;
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
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

/// Writes the links of a network.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let path = args.output.as_deref().filter(|p| *p != Path::new("-"));
    let sink: Box<dyn Write> = match path {
        Some(path) => Box::new(create(path, args.force)?),
        None => Box::new(io::stdout().lock()),
    };
    let mut sink = BufWriter::with_capacity(1 << 16, sink);
    let links = match args.to {
        Format::Edges => export::edges(net.as_ref(), &mut sink, bars),
    }
    .map_err(|e| match path {
        Some(path) => Failure::Io(format!("{}: {e}", path.display())),
        None => e.into(),
    })?;
    sink.flush()?;
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

/// A new file; an old one only when it may be overwritten.
fn create(path: &Path, force: bool) -> Result<std::fs::File, Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).create_new(!force);
    options.open(path).map_err(|e| match e.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::Io(format!("{} is there already\nhelp: --force overwrites it", path.display()))
        }
        _ => Failure::Io(format!("{}: {e}", path.display())),
    })
}
