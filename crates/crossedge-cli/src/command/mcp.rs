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
    /// Time limit of a call, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time_limit: u64,
    /// Shorten answers of more characters
    #[arg(long, value_name = "CHARACTERS", default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    pub max_answer: u64,
}

/// Serves until the client disconnects.
#[cfg(feature = "explore")]
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    bars.clear_bars();
    let limit = std::time::Duration::from_secs(args.time_limit);
    let max_text = usize::try_from(args.max_answer).unwrap_or(usize::MAX);
    crossedge_web::mcp::Tools::new(args.files.as_deref())?.with_limit(limit).with_max_text(max_text).run()?;
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
