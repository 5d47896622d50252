//! Commands that the documents show are commands of the program.

use crossedge_cli::command_line;

/// Words as a shell makes them; quotes may be anywhere.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (number, part) in line.split('"').enumerate() {
        let mut pieces = if number % 2 == 1 { vec![part] } else { part.split(' ').collect() }.into_iter();
        let last = words.last_mut().expect("there is one from the start");
        last.push_str(pieces.next().unwrap_or(""));
        words.extend(pieces.map(str::to_owned));
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn commands_in_the_documents_parse() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut count = 0;
    for file in [
        "README.md",
        "CONTRIBUTING.md",
        "docs/GUIDE.md",
        "docs/PAPERS.md",
        "docs/PICTURES.md",
        "docs/SIMULATION.md",
        "docs/SWEEP.md",
        "docs/ATLAS.md",
    ] {
        let text = std::fs::read_to_string(root.join(file)).expect("a document");
        let spans = text.lines().flat_map(|line| match line.strip_prefix("    ") {
            Some(code) => vec![code.trim_start_matches("$ ")],
            None if line.starts_with("crossedge ") => vec![line],
            None => line.split('`').skip(1).step_by(2).collect(),
        });
        for span in spans.filter(|span| span.starts_with("crossedge ")) {
            let mut words = words(span);
            // The rest is for the shell.
            words.truncate(words.iter().position(|w| ["<", ">", "|"].contains(&&**w)).unwrap_or(words.len()));
            if words.len() < 3 {
                // A verb is named, and not used.
                continue;
            }
            if let Err(error) = command_line().try_get_matches_from(words) {
                panic!("{file}: {span}\n{error}");
            }
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}
