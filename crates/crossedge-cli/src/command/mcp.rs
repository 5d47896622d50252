//! `crossedge mcp`: the verbs as tools for assistants, on standard input and output. Built in by the feature `explore`.

use crate::Outcome;
use crate::progress::Bars;
use std::path::PathBuf;

/// Arguments of `mcp`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Allow file("…") in expressions, for files below this folder
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,
}

/// Answers until the other side ends.
#[cfg(feature = "explore")]
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    bars.done();
    crossedge_web::mcp::Tools::new(args.files.as_deref())?.run()?;
    Ok(std::process::ExitCode::SUCCESS)
}

/// Says how to build the tools in.
#[cfg(not(feature = "explore"))]
pub fn run(_args: &Args, _bars: &Bars) -> Outcome {
    Err(crate::failure::Failure::Usage(
        "this program was built without the tools for assistants\nhelp: build it with `--features explore`, as in `cargo install --path crates/crossedge-cli --features explore`"
            .to_owned(),
    ))
}
