//! `crossedge explore`: the map of a network in the browser. The server is built in by the feature `explore`.

use crate::CommandOutcome;
use crate::progress::Bars;
use std::path::PathBuf;

/// Arguments of `explore`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network to start with, e.g. rdn(ring(5), 3)
    #[arg(value_name = "EXPR")]
    pub expr: Option<String>,
    /// Print the URL without opening a browser
    #[arg(long)]
    pub no_open: bool,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Allow file("…") in expressions for files under this directory
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,
    /// Check that the server can start, then exit
    #[arg(long, hide = true)]
    pub check: bool,
}

/// Serves until interrupted.
#[cfg(feature = "explore")]
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    use crate::output::{print_note, stdout};
    use crossedge::progress::Progress;
    use std::io::Write;
    use std::process::ExitCode;

    // A wrong expression is reported here, with its caret, and not in the browser.
    if let Some(expr) = &args.expr {
        crate::source::topology(expr)?;
    }
    let options = crossedge_web::ServerOptions { port: args.port, files: args.files.clone() };
    let server = crossedge_web::Listening::start(&options)?;
    let address = server.address(args.expr.as_deref());
    bars.clear_bars();
    let mut out = stdout();
    writeln!(out, "{address}")?;
    out.flush()?;
    if args.check {
        return Ok(ExitCode::SUCCESS);
    }
    // Kept until the end: the browser may read it late.
    let redirect = if args.no_open { None } else { crossedge_web::open(&address) };
    if !args.no_open && redirect.is_none() {
        print_note("no browser could be opened: open the address above");
    }
    server.run(&|| bars.stopped());
    Ok(ExitCode::SUCCESS)
}

/// Reports how to enable the explorer.
#[cfg(not(feature = "explore"))]
pub fn run(_args: &Args, _bars: &Bars) -> CommandOutcome {
    Err(crate::failure::Failure::Usage(
        "this program was built without the explorer\nhelp: build it with `--features explore`, e.g. `cargo install --path crates/crossedge-cli --features explore`"
            .to_owned(),
    ))
}
