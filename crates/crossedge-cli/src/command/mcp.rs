//! `crossedge mcp`: the verbs as tools for assistants, on standard input and output. Built in by the feature `explore`.

use crate::CommandOutcome;
use crate::progress::Bars;
use std::path::PathBuf;

/// Arguments of `mcp`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Allow file("…") in expressions for files under this directory
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,
}

/// Serves until the client disconnects.
#[cfg(feature = "explore")]
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    bars.clear_bars();
    crossedge_web::mcp::Tools::new(args.files.as_deref())?.run()?;
    Ok(std::process::ExitCode::SUCCESS)
}

/// Reports how to enable the server.
#[cfg(not(feature = "explore"))]
pub fn run(_args: &Args, _bars: &Bars) -> CommandOutcome {
    Err(crate::failure::Failure::Usage(
        "this program was built without the MCP server\nhelp: build it with `--features explore`, e.g. `cargo install --path crates/crossedge-cli --features explore`"
            .to_owned(),
    ))
}
