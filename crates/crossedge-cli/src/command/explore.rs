//! `crossedge explore`: the map of a network in the browser. The server is built in by the feature `explore`.

use crate::CommandOutcome;
use crate::progress::Bars;
use std::path::PathBuf;

/// Arguments of `explore`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network to start with, e.g. rdn(ring(5), 3); several with --export
    #[arg(value_name = "EXPR")]
    pub exprs: Vec<String>,
    /// Print the URL without opening a browser
    #[arg(long)]
    pub no_open: bool,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Allow file("…") in expressions for files under this directory
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,
    /// Write a static copy of the page for any web server, then exit
    #[arg(long, value_name = "DIR", conflicts_with_all = ["no_open", "port", "check"])]
    pub export: Option<PathBuf>,
    /// View to export: a link from # on, e.g. "p=route&a=0&b=7"
    #[arg(long, value_name = "LINK", requires = "export")]
    pub overlay: Vec<String>,
    /// Zoom levels to export for each network [default: 4]
    #[arg(long, value_name = "N", requires = "export", value_parser = clap::value_parser!(u32).range(0..=12))]
    pub levels: Option<u32>,
    /// Check that the server can start, then exit
    #[arg(long, hide = true)]
    pub check: bool,
}

/// Serves until interrupted, or writes the page.
#[cfg(feature = "explore")]
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    use crate::failure::Failure;
    use crate::output::{print_note, stdout};
    use crossedge::progress::Progress;
    use std::io::Write;
    use std::process::ExitCode;

    if let Some(folder) = &args.export {
        return export(args, folder, bars);
    }
    // A wrong expression is reported here, with its caret, and not in the browser.
    let expr = match &args.exprs[..] {
        [] => None,
        [expr] => Some(crate::source::topology(expr).map(|_| expr.as_str())?),
        more => {
            return Err(Failure::Usage(format!(
                "the explorer opens with one network (got {})\nhelp: the page shows any other; --export DIR writes several",
                more.len()
            )));
        }
    };
    let options = crossedge_web::ServerOptions { port: args.port, files: args.files.clone() };
    let server = crossedge_web::Listening::start(&options)?;
    let address = server.address(expr);
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

/// Writes the page and its answers into a folder of its own.
#[cfg(feature = "explore")]
fn export(args: &Args, folder: &std::path::Path, bars: &Bars) -> CommandOutcome {
    use crate::files::SiteFolder;
    use crate::output::stdout;
    use crossedge_web::publish::{MARKER, PublishOptions, publish};
    use std::io::Write;

    // Before the work: a folder that is not ours, and wrong expressions with their caret.
    let target = SiteFolder::open(folder, MARKER)?;
    for expr in &args.exprs {
        if args.files.is_none() || !crate::source::names_file(expr) {
            crate::source::topology(expr)?;
        }
    }
    let usual = PublishOptions::default();
    let options = PublishOptions {
        networks: args.exprs.clone(),
        views: args.overlay.clone(),
        levels: args.levels.unwrap_or(usual.levels),
        files: args.files.clone(),
        ..usual
    };
    let site = publish(&options, bars)?;
    bars.clear_bars();
    target.write(site.files())?;
    let mut out = stdout();
    let shown = folder.display();
    writeln!(out, "{} files, {} bytes in {shown}", site.files().len(), site.bytes())?;
    writeln!(out, "any web server can host it, e.g. python3 -m http.server --directory {shown}")?;
    Ok(std::process::ExitCode::SUCCESS)
}

/// Reports how to enable the explorer.
#[cfg(not(feature = "explore"))]
pub fn run(_args: &Args, _bars: &Bars) -> CommandOutcome {
    Err(crate::failure::Failure::Usage(
        "this program was built without the explorer\nhelp: build it with `--features explore`, e.g. `cargo install --path crates/crossedge-cli --features explore`"
            .to_owned(),
    ))
}
