//! Language support while typing: completion, the error with its position, and the names of every parameter.

use super::call::{Call, VerbAnswer, WebVerb, json, number, text};
use crate::fault::HttpError;
use crossedge::Error;
use crossedge::collective::{ALGORITHMS, Kind};
use crossedge::exact::Exact;
use crossedge::export::FORMATS;
use crossedge::metrics::Metric;
use crossedge::net::{ENTRIES, Entry};
use crossedge::route::Algorithm;
use crossedge::route::channels::ROUTINGS;
use crossedge::search::{QUANTITY_NAMES, SEARCH_FAMILIES};
use crossedge::words::Word;
use serde_json::{Map, Value, json as value};

/// The verbs of this file.
pub const VERBS: &[WebVerb] = &[
    WebVerb {
        name: "complete",
        summary: "Completions at a position of an expression, and its errors",
        request: None,
        own: &[
            text("text", "the incomplete expression"),
            number("at", "where the caret is, in units of UTF-16"),
        ],
        schema: None,
        quick: true,
        tool: false,
        run: complete,
    },
    WebVerb { quick: true, ..WebVerb::plain_verb("list") },
    WebVerb { quick: true, ..WebVerb::plain_verb("theorem") },
    WebVerb { quick: true, ..WebVerb::plain_verb("formats") },
    WebVerb {
        name: "options",
        summary: "Names accepted by parameters: algorithms, collectives, routings, traffic, metrics, formats",
        request: None,
        own: &[text("expr", "only names available on this network")],
        schema: None,
        quick: true,
        tool: true,
        run: options,
    },
];

/// Maximum number of completions.
const MAX_COMPLETIONS: usize = 12;

/// The byte offset of a UTF-16 offset.
fn byte_offset(text: &str, units: usize) -> usize {
    let mut seen = 0;
    for (at, c) in text.char_indices() {
        if seen >= units {
            return at;
        }
        seen += c.len_utf16();
    }
    text.len()
}

fn utf16_length(text: &str) -> usize {
    text.encode_utf16().count()
}

fn entry_json(entry: &Entry) -> Value {
    value!({ "word": entry.name, "signature": entry.signature, "summary": entry.summary, "insert": format!("{}(", entry.name) })
}

/// The construction that the end of a text is in, and the number of its argument.
pub fn enclosing_construction(text: &str) -> Option<(&'static Entry, usize)> {
    let (mut depth, mut argument) = (0usize, 0);
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' if depth > 0 => depth -= 1,
            ',' if depth == 0 => argument += 1,
            // A list is one argument of the call around it.
            '[' => argument = 0,
            '(' => {
                let name = text[..at].trim_end();
                let start =
                    name.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |i| i + 1);
                let name = name.get(start..)?;
                return ENTRIES.iter().find(|entry| entry.name == name).map(|entry| (entry, argument));
            }
            _ => {}
        }
    }
    None
}

fn complete(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let text = call.params.text("text").unwrap_or_default();
    if text.len() > crate::house::MAX_TEXT {
        call.house.read(&text)?;
    }
    let caret = byte_offset(&text, call.params.read("at", usize::MAX)?);
    let before = &text[..caret];
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = before
        .rfind(|c: char| !word(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let end = text[caret..].find(|c: char| !word(c)).map_or(text.len(), |at| caret + at);
    let typed = &before[start..];
    let digits = typed.starts_with(|c: char| c.is_ascii_digit());
    let mut matches: Vec<&Entry> =
        ENTRIES.iter().filter(|entry| !digits && entry.name.starts_with(typed)).collect();
    if matches.is_empty() && typed.len() > 1 && !digits {
        matches = ENTRIES.iter().filter(|entry| entry.name.contains(typed)).collect();
    }
    let mut out = Map::new();
    out.insert("from".to_owned(), utf16_length(&text[..start]).into());
    out.insert("to".to_owned(), utf16_length(&text[..end]).into());
    out.insert(
        "words".to_owned(),
        matches.iter().take(MAX_COMPLETIONS).map(|entry| entry_json(entry)).collect(),
    );
    if let Some((entry, argument)) = enclosing_construction(&text[..start]) {
        let call = value!({ "name": entry.name, "signature": entry.signature, "summary": entry.summary, "argument": argument });
        out.insert("call".to_owned(), call);
    }
    match call.house.read(&text) {
        Ok(kept) => {
            out.insert("canonical".to_owned(), kept.net.to_string().into());
            out.insert("nodes".to_owned(), json(&Exact(kept.net.nodes()))?);
        }
        Err(error) => {
            out.insert("error".to_owned(), HttpError::from(&error).details);
        }
    }
    Ok(VerbAnswer { answer: out.into(), ..VerbAnswer::default() })
}

fn word_list<T: Word>() -> Value {
    T::ALL.iter().map(|choice| value!({ "word": choice.word(), "summary": choice.meaning() })).collect()
}

fn options(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.params.text("expr").map(|text| call.house.read(&text)).transpose()?;
    let net = on.as_ref().and_then(|on| on.net.network_if_it_fits());
    let mut out = Map::new();
    out.insert("algorithms".to_owned(), word_list::<Algorithm>());
    let collective = |kind: &Kind| {
        let fits = ALGORITHMS.iter().filter(|algorithm| algorithm.kinds.contains(kind));
        let one = |algorithm: &&crossedge::collective::Algorithm| value!({ "word": algorithm.name, "summary": algorithm.summary });
        value!({ "word": kind.word(), "summary": kind.meaning(), "algorithms": fits.map(one).collect::<Vec<_>>() })
    };
    out.insert("collectives".to_owned(), Kind::ALL.iter().map(collective).collect());
    let routings =
        ROUTINGS.iter().filter(|entry| net.is_none_or(|net| (entry.missing)(net.as_ref()).is_none()));
    out.insert(
        "routings".to_owned(),
        routings.map(|entry| value!({ "word": entry.name, "summary": entry.summary })).collect(),
    );
    out.insert("traffic".to_owned(), word_list::<crossedge::answers::Pattern>());
    out.insert(
        "metrics".to_owned(),
        Metric::every()
            .map(|metric| value!({ "word": metric.name(), "summary": metric.name().replace('_', " ") }))
            .collect(),
    );
    out.insert(
        "formats".to_owned(),
        FORMATS.iter().map(|f| value!({ "word": f.name, "summary": f.summary })).collect(),
    );
    let quantity = |(_, name, meaning, more): &(crossedge::search::Quantity, &str, &str, bool)| value!({ "word": name, "summary": meaning, "more_is_better": more });
    out.insert("quantities".to_owned(), QUANTITY_NAMES.iter().map(quantity).collect());
    out.insert(
        "families".to_owned(),
        SEARCH_FAMILIES.iter().map(|name| value!({ "word": name, "summary": "" })).collect(),
    );
    Ok(VerbAnswer { answer: out.into(), ..VerbAnswer::default() })
}
