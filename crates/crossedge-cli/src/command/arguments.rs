//! `crossedge arguments`: the verbs and their arguments as data. Hidden, because it is for programs that generate commands, such as our tests.

use crate::CommandOutcome;
use crate::args::Args;
use crate::output::{json_header, write_json};
use clap::ArgAction;
use serde_json::{Value, json};
use std::process::ExitCode;

/// Writes them.
pub fn run() -> CommandOutcome {
    let mut command = Args::with_help();
    command.build();
    let mut map = json_header("arguments", None);
    map.insert("program".to_owned(), describe_command(&command));
    write_json(&Value::Object(map))?;
    Ok(ExitCode::SUCCESS)
}

fn describe_command(command: &clap::Command) -> Value {
    let argument = |arg: &clap::Arg| {
        let count = arg.get_num_args().unwrap_or_default();
        json!({
            "name": arg.get_id().as_str(),
            "long": arg.get_long(),
            "aliases": arg.get_all_aliases(),
            "positional": arg.is_positional(),
            "required": arg.is_required_set(),
            "takes_value": arg.get_action().takes_values(),
            "values": [count.min_values(), count.max_values().min(9)],
            "repeated": matches!(arg.get_action(), ArgAction::Append),
            "words": arg.get_possible_values().iter().map(|word| word.get_name()).collect::<Vec<_>>(),
            "placeholder": arg.get_value_names().map(|names| names.iter().map(|name| name.as_str()).collect::<Vec<_>>()),
            "help": arg.get_help().map(ToString::to_string),
        })
    };
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    json!({
        "name": command.get_name(),
        "about": command.get_about().map(ToString::to_string),
        "arguments": command.get_arguments().map(argument).collect::<Vec<_>>(),
        "verbs": verbs.map(describe_command).collect::<Vec<_>>(),
    })
}
