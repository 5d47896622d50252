//! Completions of constructions: what the generator does not know, because an expression is any text to it.

use clap_complete::Shell;
use crossedge::net::ENTRIES;

/// Appended to the generated script: names of constructions for positional arguments. Empty for other shells.
pub fn construction_completions(shell: Shell) -> String {
    let names: Vec<String> = ENTRIES.iter().map(|entry| format!("{}(", entry.name)).collect();
    let names = names.join(" ");
    match shell {
        Shell::Bash => format!(
            r#"
_crossedge_with_constructions() {{
    _crossedge "$@"
    local word="${{COMP_WORDS[COMP_CWORD]}}"
    if [[ ${{COMP_CWORD}} -ge 2 && "${{word}}" != -* ]]; then
        COMPREPLY+=( $(compgen -W "{names}" -- "${{word}}") )
    fi
    return 0
}}
complete -F _crossedge_with_constructions -o nosort -o bashdefault -o default -o nospace crossedge
"#
        ),
        Shell::Zsh => format!(
            r#"
_crossedge_with_constructions() {{
    _crossedge "$@"
    if (( CURRENT > 2 )) && [[ "${{words[CURRENT]}}" != -* ]]; then
        compadd -Q -S '' -- {}
    fi
}}
compdef _crossedge_with_constructions crossedge
"#,
            names.replace('(', "\\(")
        ),
        Shell::Fish => format!("\ncomplete -c crossedge -n \"not __fish_use_subcommand\" -a \"{names}\"\n"),
        _ => String::new(),
    }
}
