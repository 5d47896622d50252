//! `docs/JSON.md` is generated from the schemas of the answers, and so never differs from the program. With
//! `CROSSEDGE_WRITE=1` this test writes it again.

use serde_json::{Map, Value};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The introduction.
const INTRODUCTION: &str = "\
# JSON answers

After reading this page you can use every answer as JSON. Every command takes `--json`. A key keeps its meaning within a `schema_version`; new keys may be added. A renamed key has
its old name next to the new one for one version. The tables below are made from the schemas that `crossedge schema VERB` prints. Every answer begins with

| key | meaning |
|---|---|
| `schema_version` | version of these keys, 3 |
| `crossedge_version` | version of the program |
| `command` | the verb |
| `expression` | the network, in canonical text; absent where there is none, or more than one |

An **integer** is exact: a number up to 2^53, a string of digits beyond. Ids of nodes are integers.
A **ratio** is `{\"numerator\", \"denominator\", \"value\"}`: two integers, and their quotient, rounded; null over zero.
A **metric** is `{\"value\": …, \"evidence\": {\"kind\": …, \"by\": …, \"theorems\": […], \"methods\": […]}}`. `kind` is `proved`, `computed`, `bounded` or `sampled`; `by` names the
theorem, method or witness, `theorems` and `methods` are the ids that `crossedge theorem` explains; a sample also has `count` and `seed`.
";

/// The text after this line is written by hand.
const BY_HAND: &str = "<!-- by hand from here on -->\n";

fn crossedge(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_crossedge")).args(args).output().expect("the program runs");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// One verb: a table of its keys, and one for each kind of object inside.
struct Section<'a> {
    definitions: &'a Map<String, Value>,
    /// Objects that still need a table, with their key.
    open: Vec<(String, &'a Value)>,
    told: Vec<&'a str>,
}

impl<'a> Section<'a> {
    fn table(&mut self, object: &'a Value, out: &mut String) {
        let Some(properties) = object["properties"].as_object() else { return };
        out.push_str("| key | value | meaning |\n|---|---|---|\n");
        for (key, schema) in properties {
            if ["schema_version", "crossedge_version", "command", "expression"].contains(&key.as_str()) {
                continue;
            }
            let meaning = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
            let _ =
                writeln!(out, "| `{key}` | {} | {} |", self.kind(key, schema), meaning.trim_end_matches('.'));
        }
    }

    /// The type of a value, as text.
    fn kind(&mut self, key: &str, schema: &'a Value) -> String {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.trim_start_matches("#/$defs/");
            return match name {
                "Integer" => "integer".to_owned(),
                "Ratio" => "ratio".to_owned(),
                "Evidence" => "evidence".to_owned(),
                _ => {
                    let Some((name, definition)) = self.definitions.get_key_value(name) else {
                        return String::new();
                    };
                    self.named(key, name, definition)
                }
            };
        }
        for choice in ["anyOf", "oneOf"] {
            if let Some(some) = schema[choice].as_array() {
                let kinds: Vec<String> = some.iter().map(|one| self.kind(key, one)).collect();
                return kinds.join(" or ");
            }
        }
        if let Some(words) = schema["enum"].as_array() {
            let words: Vec<String> =
                words.iter().map(|word| format!("`{}`", word.as_str().unwrap_or("null"))).collect();
            return words.join(", ");
        }
        if let Some(word) = schema["const"].as_str() {
            return format!("`{word}`");
        }
        let one = |kind: &str| match kind {
            "array" => "list".to_owned(),
            kind => kind.to_owned(),
        };
        let kind = match &schema["type"] {
            Value::String(kind) => one(kind),
            Value::Array(kinds) => {
                kinds.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or ")
            }
            _ => "anything".to_owned(),
        };
        if schema["items"].is_object() {
            let item = self.kind(key, &schema["items"]);
            return kind.replace("list", &format!("list of {item}"));
        }
        let patterned = schema["patternProperties"].as_object().and_then(|map| map.values().next());
        if let Some(each) =
            Some(&schema["additionalProperties"]).filter(|each| each.is_object()).or(patterned)
        {
            let item = self.kind(key, each);
            return kind.replace("object", &format!("object with {item} values"));
        }
        kind
    }

    fn named(&mut self, key: &str, name: &'a str, definition: &'a Value) -> String {
        let inside = definition["properties"].as_object();
        let keys: Vec<&str> = inside.iter().flat_map(|map| map.keys()).map(String::as_str).collect();
        if keys == ["value", "evidence"] {
            return format!("metric: {}", self.kind(key, &definition["properties"]["value"]));
        }
        if keys.is_empty() {
            return self.kind(key, definition);
        }
        if !self.told.contains(&name) {
            self.told.push(name);
            self.open.push((key.to_owned(), definition));
        }
        "object".to_owned()
    }
}

fn section(verb: &str, schema: &Value) -> String {
    let none = Map::new();
    let definitions = schema["$defs"].as_object().unwrap_or(&none);
    let mut section = Section { definitions, open: Vec::new(), told: Vec::new() };
    let mut out = format!("\n## {verb}\n\n");
    section.table(schema, &mut out);
    // One of several answers, depending on the request.
    for choice in schema["anyOf"].as_array().into_iter().flatten() {
        let name = choice["$ref"].as_str().unwrap_or_default().trim_start_matches("#/$defs/");
        let _ = write!(out, "\n{}\n\n", choice["description"].as_str().unwrap_or_default());
        section.table(definitions.get(name).unwrap_or(choice), &mut out);
    }
    while !section.open.is_empty() {
        let (key, object) = section.open.remove(0);
        let _ = write!(out, "\n`{key}`:\n\n");
        section.table(object, &mut out);
    }
    out
}

#[test]
fn the_document_lists_the_schemas() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/JSON.md");
    let have = std::fs::read_to_string(&path).expect("docs/JSON.md");
    let mut want = INTRODUCTION.to_owned();
    for verb in crossedge(&["schema"]).lines() {
        // As a user types it, including subcommands.
        let words: Vec<&str> = ["schema"].into_iter().chain(verb.split(' ')).collect();
        let schema = serde_json::from_str(&crossedge(&words)).expect("a schema is JSON");
        want.push_str(&section(verb, &schema));
    }
    if let Some((_, by_hand)) = have.split_once(BY_HAND) {
        let _ = write!(want, "\n{BY_HAND}{by_hand}");
    }
    if std::env::var_os("CROSSEDGE_WRITE").is_some() {
        std::fs::write(&path, want).expect("docs/JSON.md is written");
    } else {
        assert!(have == want, "docs/JSON.md does not match the schemas; CROSSEDGE_WRITE=1 rewrites it");
    }
}
