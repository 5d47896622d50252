//! Global options and the grouped help. The verbs and their arguments are in `command`, one file each.

use crate::command::Command;
use crate::{examples, output, source};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, ValueEnum};
use std::num::NonZeroUsize;

/// Analyse interconnection networks exactly
///
/// A network is an expression such as rdn(torus(5,5), 2), a file, or -. VERB --help has examples.
#[derive(Debug, Parser)]
#[command(name = "crossedge", version, max_term_width = 100, after_help = EXIT_CODES, arg_required_else_help = true)]
pub struct Args {
    /// When to use colours: auto, always or never [default: auto]
    #[arg(long, global = true, hide_short_help = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Number of threads [default: all cores]
    #[arg(long, global = true, hide_short_help = true, value_name = "N", env = "CROSSEDGE_THREADS", value_parser = parse_threads)]
    pub threads: Option<NonZeroUsize>,
    /// Do not show progress on stderr
    #[arg(short, long, global = true, hide_short_help = true)]
    pub quiet: bool,
    /// Endpoints of fabrics, an option of the verbs that read networks
    #[arg(skip)]
    pub endpoints: Endpoints,
    /// The verb
    #[command(subcommand)]
    pub command: Command,
}

/// Parses a number of threads.
fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let wrong = "expected a number of threads, at least 1 [default: all cores]";
    // A number that overflows is clamped like every other large one.
    let all_digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().or_else(|| all_digits.then_some(usize::MAX));
    number.and_then(NonZeroUsize::new).ok_or_else(|| wrong.to_owned())
}

impl Args {
    /// Parses the command line, or prints the error and exits.
    pub fn read(given: Vec<String>) -> Args {
        // Help and errors are printed before the arguments are parsed, and must follow --color as well.
        let value = |(i, arg): (usize, &String)| match arg.strip_prefix("--color") {
            Some("") => given.get(i + 1).cloned(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        let color = match given.iter().enumerate().find_map(value).as_deref() {
            Some("always") => clap::ColorChoice::Always,
            Some("never") => clap::ColorChoice::Never,
            _ => clap::ColorChoice::Auto,
        };
        let read = Args::with_help().color(color).try_get_matches_from(&given);
        match read.and_then(|matches| Ok((Args::from_arg_matches(&matches)?, matches))) {
            Ok((args, matches)) => {
                let chosen = matches.subcommand().and_then(|(_, verb)| {
                    verb.try_get_one::<Endpoints>(ENDPOINTS_ID).ok().flatten().copied()
                });
                let endpoints = chosen.unwrap_or_default();
                if endpoints == Endpoints::Host && !given.iter().any(|arg| source::names_file(arg)) {
                    let message = "--endpoints host needs a fabric from a file, e.g. fabric.ibnet";
                    Args::with_help().color(color).error(ErrorKind::ValueValidation, message).exit()
                }
                Args { endpoints, ..args }
            }
            Err(error) => {
                let verb = if error.exit_code() == 0 { None } else { verb_of(&given) };
                let Some(example) = verb.and_then(|verb_of| examples::examples_of(&verb_of).first()) else {
                    error.exit()
                };
                // A closed stderr is no reason to panic; the exit code remains.
                let _ = error.print();
                output::advise(&format!("a command that works: {example}"));
                std::process::exit(error.exit_code())
            }
        }
    }

    /// The command line with grouped verbs, and with examples in the help of every verb; `-h` and `--help` are the same.
    pub fn with_help() -> clap::Command {
        let command = Args::command();
        let (groups, options) = (grouped_verbs(&command), global_options(&command));
        let template = format!("{{about}}\n{{usage-heading}} {{usage}}\n{groups}\n{options}\n{EXIT_CODES}\n");
        with_examples(with_endpoints(command).help_template(template), "")
    }
}

/// The endpoints of a fabric that is read from a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Endpoints {
    /// Every adapter by itself
    #[default]
    Adapter,
    /// All adapters of a host together
    Host,
}

/// The id of the option.
const ENDPOINTS_ID: &str = "fabric_endpoints";

/// The option for the endpoints of fabrics.
fn endpoints_option() -> Arg {
    Arg::new(ENDPOINTS_ID)
        .long("endpoints")
        .value_name("KIND")
        .value_parser(clap::value_parser!(Endpoints))
        .hide_short_help(true)
        .help("Endpoints of a fabric: adapter or host [default: adapter]")
}

/// Adds the option for the endpoints of fabrics to every verb that reads networks and has no other option of this name: those of `design`, `advise` and
/// `fault` are counts.
fn with_endpoints(command: clap::Command) -> clap::Command {
    let reads = |verb: &&clap::Command| {
        let networks = |arg: &Arg| ["expr", "exprs", "words"].contains(&arg.get_id().as_str());
        verb.get_arguments().any(networks)
            && verb.get_arguments().all(|arg| arg.get_long() != Some("endpoints"))
    };
    let verbs: Vec<String> =
        command.get_subcommands().filter(reads).map(|verb| verb.get_name().to_owned()).collect();
    verbs
        .into_iter()
        .fold(command, |command, verb| command.mut_subcommand(verb, |verb| verb.arg(endpoints_option())))
}

/// The verbs by topic, in the order of the help.
const VERB_GROUPS: &[(&str, &[&str])] = &[
    (
        "Networks",
        &["list", "show", "compare", "node", "distance", "verify", "draw", "plot", "report", "explore"],
    ),
    ("Routing", &["route", "deadlock", "disjoint", "trees", "fault"]),
    ("Throughput and simulation", &["load", "throughput", "simulate"]),
    ("Collectives", &["collective", "ring", "phases", "ranks"]),
    (
        "Machines and fabrics",
        &[
            "design",
            "advise",
            "expand",
            "prices",
            "layout",
            "failures",
            "lint",
            "recognize",
            "check-wiring",
            "check-tables",
        ],
    ),
    (
        "More",
        &[
            "export",
            "formats",
            "papers",
            "validate",
            "cite",
            "theorem",
            "sweep",
            "atlas",
            "doctor",
            "mcp",
            "schema",
            "completions",
            "man",
        ],
    ),
];

/// The list of verbs in the help, by topic; verbs without a topic go to the last one.
fn grouped_verbs(command: &clap::Command) -> String {
    let style = command.get_styles().get_header();
    let line = |verb: &clap::Command| {
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {:<13} {about}", verb.get_name())
    };
    let is_grouped =
        |verb: &&clap::Command| VERB_GROUPS.iter().any(|(_, verbs)| verbs.contains(&verb.get_name()));
    let mut groups: Vec<(&str, Vec<String>)> = VERB_GROUPS
        .iter()
        .map(|(title, verbs)| {
            (*title, verbs.iter().filter_map(|verb| command.find_subcommand(verb)).map(line).collect())
        })
        .collect();
    if let Some((_, last)) = groups.last_mut() {
        last.extend(
            command.get_subcommands().filter(|verb| !verb.is_hide_set() && !is_grouped(verb)).map(line),
        );
    }
    let text =
        |(title, lines): (&str, Vec<String>)| format!("{style}{title}:{style:#}\n{}", lines.join("\n"));
    groups.into_iter().map(text).collect::<Vec<_>>().join("\n")
}

/// The options of all verbs in the help, one line each; clap's own long form needs three.
fn global_options(command: &clap::Command) -> String {
    let style = command.get_styles().get_header();
    let line = |arg: &Arg| {
        let short = arg.get_short().map_or("   ".to_owned(), |short| format!("-{short},"));
        let value =
            arg.get_value_names().filter(|_| arg.get_action().takes_values()).and_then(|names| names.first());
        let value = value.map(|name| format!(" <{name}>")).unwrap_or_default();
        let name = format!("{short} --{}{value}", arg.get_long().unwrap_or_default());
        format!("  {name:<22} {}", arg.get_help().map(ToString::to_string).unwrap_or_default())
    };
    let lines: Vec<String> = command
        .get_arguments()
        .filter(|arg| arg.get_long().is_some_and(|name| name != "quiet"))
        .map(line)
        .collect();
    let lines = [lines, vec![line(&endpoints_option())]].concat();
    let ours = "  -q, --quiet; -h; -V    Do not show progress; print help; print the version";
    format!("{style}Options of all verbs:{style:#}\n{}\n{ours}", lines.join("\n"))
}

/// Adds the examples to the help of a command and of its verbs.
fn with_examples(command: clap::Command, name: &str) -> clap::Command {
    // Only the long form has the introduction of the program.
    let action = if name.is_empty() { ArgAction::HelpLong } else { ArgAction::HelpShort };
    let help = Arg::new("help").short('h').long("help").action(action).help("Print help").display_order(1000);
    let command = command.disable_help_flag(true).arg(help);
    let verbs: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let command = verbs.into_iter().fold(command, |command, verb| {
        let full_name = format!("{name} {verb}").trim_start().to_owned();
        command.mut_subcommand(verb, |verb| with_examples(verb, &full_name))
    });
    let all = examples::examples_of(name);
    if all.is_empty() {
        return command;
    }
    let title = if all.len() == 1 { "Example:" } else { "Examples:" };
    let after = command.get_after_help().map_or(String::new(), |after| format!("{after}\n\n"));
    command.after_help(format!("{after}{title}\n  {}", all.join("\n  ")))
}

/// The verb of a command line, with its subcommand if there is one.
fn verb_of(given: &[String]) -> Option<String> {
    let command = Args::command();
    let (at, first) =
        given.iter().enumerate().skip(1).find(|(_, word)| command.find_subcommand(word).is_some())?;
    let second =
        given.get(at + 1).filter(|word| !examples::examples_of(&format!("{first} {word}")).is_empty());
    Some(second.map_or(first.clone(), |second| format!("{first} {second}")))
}

const EXIT_CODES: &str = "\
Exit codes: 0 success; 1 refuted or findings; 2 usage; 3 I/O; 4 too large; 130 interrupted";

/// When to colour.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Color {
    /// On a terminal, unless the environment overrides it
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Applies the choice to everything that is printed.
    pub fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
