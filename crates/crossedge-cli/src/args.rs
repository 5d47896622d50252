//! The options that every verb has. The verbs and their own arguments are in `command`, one file each.

use crate::command::Command;
use crate::{examples, output};
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, ValueEnum};
use std::num::NonZeroUsize;

/// Exact answers about interconnection networks built by rule.
///
/// A network is one line, as in: rdn(torus(5,5), 2). `crossedge list` shows every word of the language. For -, the line is read from
/// standard input. `crossedge VERB --help` has the options of a verb and an example; the options below are for all of them.
#[derive(Debug, Parser)]
#[command(name = "crossedge", version, max_term_width = 100, after_help = EXIT_CODES, arg_required_else_help = true)]
pub struct Args {
    /// When to colour the output; NO_COLOR and CLICOLOR_FORCE are respected
    #[arg(long, global = true, hide_short_help = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// How many threads to use, from 1 to four for each core; all cores without it
    #[arg(long, global = true, hide_short_help = true, value_name = "N", env = "CROSSEDGE_THREADS", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// No progress on standard error
    #[arg(short, long, global = true, hide_short_help = true)]
    pub quiet: bool,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// A number of threads.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let wrong = "threads are counted from 1 on; without --threads all cores are used";
    // A number that does not fit is large, and is cut down like every other.
    let all_digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().or_else(|| all_digits.then_some(usize::MAX));
    number.and_then(NonZeroUsize::new).ok_or_else(|| wrong.to_owned())
}

impl Args {
    /// Reads the command line, or tells what is wrong with it and ends the program.
    pub fn read(given: Vec<String>) -> Args {
        // Help and mistakes are told before the arguments are read, and they follow --color too.
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
        let read = Args::described().color(color).try_get_matches_from(&given);
        match read.and_then(|matches| Args::from_arg_matches(&matches)) {
            Ok(args) => args,
            Err(error) => {
                let verb = if error.exit_code() == 0 { None } else { verb(&given) };
                let Some(example) = verb.and_then(|verb| examples::of(&verb).first()) else { error.exit() };
                // If nobody reads it, the exit code still tells.
                let _ = error.print();
                output::advise(&format!("a command that works: {example}"));
                std::process::exit(error.exit_code())
            }
        }
    }

    /// The command line, with an example in the help of every verb; `-h` and `--help` are the same.
    pub fn described() -> clap::Command {
        with_examples(Args::command(), "")
    }
}

/// A command and its verbs, each with its examples.
fn with_examples(command: clap::Command, name: &str) -> clap::Command {
    // The help of the whole program has the options of all verbs, and is long; that of a verb is short.
    let action = if name.is_empty() { ArgAction::HelpLong } else { ArgAction::HelpShort };
    let help = Arg::new("help").short('h').long("help").action(action).help("Print help").display_order(1000);
    let command = command.disable_help_flag(true).arg(help);
    let verbs: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let command = verbs.into_iter().fold(command, |command, verb| {
        let whole = format!("{name} {verb}").trim_start().to_owned();
        command.mut_subcommand(verb, |verb| with_examples(verb, &whole))
    });
    let all = examples::of(name);
    if all.is_empty() {
        return command;
    }
    let title = if all.len() == 1 { "Example:" } else { "Examples:" };
    let after = command.get_after_help().map_or(String::new(), |after| format!("{after}\n\n"));
    command.after_help(format!("{after}{title}\n  {}", all.join("\n  ")))
}

/// The verb of a command line, of one word or two.
fn verb(given: &[String]) -> Option<String> {
    let command = Args::command();
    let (at, first) =
        given.iter().enumerate().skip(1).find(|(_, word)| command.find_subcommand(word).is_some())?;
    let second = given.get(at + 1).filter(|word| !examples::of(&format!("{first} {word}")).is_empty());
    Some(second.map_or(first.clone(), |second| format!("{first} {second}")))
}

const EXIT_CODES: &str = "\
Exit codes:
  0    it holds, or the answer is there
  1    refuted, or nothing found
  2    wrong usage or expression
  3    a file could not be read or written
  4    a limit of size was reached
  130  interrupted";

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
