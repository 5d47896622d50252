//! The command line, in one place: help, completions and the man page follow from it.

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Exact answers about interconnection networks built by rule.
///
/// A network is one line, as in: rdn(torus(5,5), 2). `crossedge list` shows every word of the language.
#[derive(Debug, Parser)]
#[command(name = "crossedge", version, max_term_width = 100, after_help = EXIT_CODES, arg_required_else_help = true)]
pub struct Args {
    /// When to colour the output; NO_COLOR and CLICOLOR_FORCE are respected
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// How many threads to use; all cores without it
    #[arg(long, global = true, value_name = "N", env = "CROSSEDGE_THREADS")]
    pub threads: Option<usize>,
    /// No progress bars
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0    it holds, or the answer is there
  1    refuted, or nothing found
  2    wrong usage or expression
  3    a file could not be read or written
  4    a limit of size was reached
  130  interrupted";

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Every construction of the language
    List(List),
    /// Sizes, degree and links of a network, each with how it is known
    Show(Show),
    /// One node: its address in every notation, its ports and neighbours
    Node(NodeArgs),
    /// Check every node and link of a network; a counterexample if a law breaks
    Verify(Verify),
    /// Write a network for other tools
    Export(Export),
    /// Shell completions
    Completions(Completions),
    /// The man page, in roff
    Man,
}

/// Arguments of `list`.
#[derive(Debug, ClapArgs)]
pub struct List {
    /// Only this construction, with its definition, paper and examples
    pub name: Option<String>,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// A network and the form of the answer.
#[derive(Debug, ClapArgs)]
pub struct Show {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `node`.
#[derive(Debug, ClapArgs)]
pub struct NodeArgs {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// An id, or an address in the notation of the network, as in: (0,2,1)
    #[arg(value_name = "ID|ADDRESS")]
    pub node: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `verify`.
#[derive(Debug, ClapArgs)]
pub struct Verify {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `export`.
#[derive(Debug, ClapArgs)]
pub struct Export {
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
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Format {
    /// One link a line, `u v` with u < v, sorted
    Edges,
}

/// Arguments of `completions`.
#[derive(Debug, ClapArgs)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// When to colour.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Color {
    /// On a terminal, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes the choice hold for everything that is printed.
    pub fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
