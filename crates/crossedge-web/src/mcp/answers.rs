//! Answers as assistants get them: whole if they are short, else shortened to an outline, with a number by which the rest is read.

use crossedge::Error;
use serde_json::{Map, Value};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// Characters of an answer at most, if no other limit is given.
pub const MAX_TEXT: usize = 4_000;

/// Number of shortened answers that are kept.
const KEPT: usize = 8;

/// The last answers that were shortened, by number.
#[derive(Debug)]
pub struct KeptAnswers {
    /// Characters of an answer at most.
    max_text: usize,
    shortened: Mutex<Shortened>,
}

#[derive(Debug, Default)]
struct Shortened {
    /// Number of answers that were shortened so far.
    count: u64,
    last: VecDeque<(u64, Arc<Value>)>,
}

impl KeptAnswers {
    /// Shortens answers of more than `max_text` characters.
    pub fn new(max_text: usize) -> Self {
        KeptAnswers { max_text, shortened: Mutex::default() }
    }

    /// The text of an answer, and the answer itself if the text has all of it.
    pub fn text(&self, answer: Value) -> (String, Option<Value>) {
        let text = answer.to_string();
        if text.len() <= self.max_text {
            return (text, Some(answer));
        }
        let outline = outline(&answer, self.max_text - 300);
        let length = text.chars().count();
        let Ok(mut kept) = self.shortened.lock() else { return (outline, None) };
        kept.count += 1;
        let (number, part) = (kept.count, pointer_example(&answer));
        if kept.last.len() == KEPT {
            kept.last.pop_front();
        }
        kept.last.push_back((number, Arc::new(answer)));
        let rest = format!(
            "{outline}\nShortened from {length} characters. Use `more` with answer \"{number}\" and a JSON pointer to a part, such as {part}."
        );
        (rest, None)
    }

    /// A part of an answer that was shortened, from a character on.
    pub fn more(&self, number: &str, pointer: &str, offset: usize) -> Result<String, Error> {
        let gone = || {
            Error::nothing(format!("there is no answer '{}' any more", crate::params::shortened(number)))
                .help(format!("the last {KEPT} shortened answers are kept; call the tool again"))
        };
        let wanted: u64 = number.trim().parse().map_err(|_| gone())?;
        let kept = self.shortened.lock().map_err(|_| gone())?;
        let answer = kept.last.iter().find(|(have, _)| *have == wanted).map(|(_, answer)| answer.clone());
        drop(kept);
        let answer = answer.ok_or_else(gone)?;
        let part = answer.pointer(pointer).ok_or_else(|| {
            let keys = match &*answer {
                Value::Object(map) => map.keys().map(|key| format!("/{key}")).collect::<Vec<_>>().join(", "),
                _ => "numbers from /0".to_owned(),
            };
            Error::usage(format!("the answer has no part '{}'", crate::params::shortened(pointer)))
                .help(format!("it has {keys}"))
        })?;
        let text = match part {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let length = text.chars().count();
        let shown: String = text.chars().skip(offset).take(self.max_text - 200).collect();
        let end = offset.saturating_add(shown.chars().count());
        Ok(match offset == 0 && end == length {
            true => shown,
            false if end >= length => format!("{shown}\nCharacters {offset} to {end}: the end."),
            false => format!("{shown}\nCharacters {offset} to {end} of {length}; go on with offset {end}."),
        })
    }
}

/// A pointer into an answer that shows how to write one.
fn pointer_example(answer: &Value) -> String {
    let Value::Object(map) = answer else { return "/0".to_owned() };
    let size = |value: &Value| value.to_string().len();
    match map.iter().max_by_key(|(_, value)| size(value)) {
        Some((key, Value::Array(_))) => format!("/{key} or /{key}/0"),
        Some((key, _)) => format!("/{key}"),
        None => "/0".to_owned(),
    }
}

/// An answer with short lists and texts: as much of each as fits into `room` characters.
fn outline(answer: &Value, room: usize) -> String {
    for (items, letters) in [(20, 400), (10, 200), (5, 200), (3, 120), (2, 80), (1, 60), (0, 40)] {
        let text = shortened(answer, items, letters).to_string();
        if text.len() <= room {
            return text;
        }
    }
    // Too many keys: their names.
    let names: Vec<&str> = match answer {
        Value::Object(map) => map.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    names.join(", ").chars().take(room / 4).collect()
}

/// The same value with at most `items` entries of every list and `letters` of every text.
fn shortened(value: &Value, items: usize, letters: usize) -> Value {
    match value {
        Value::Array(all) if all.len() > items => {
            let mut out: Vec<Value> =
                all.iter().take(items).map(|value| shortened(value, items, letters)).collect();
            out.push(format!("… {} more", all.len() - items).into());
            Value::Array(out)
        }
        Value::Array(all) => all.iter().map(|value| shortened(value, items, letters)).collect(),
        Value::Object(map) => {
            let entry = |(key, value): (&String, &Value)| (key.clone(), shortened(value, items, letters));
            Value::Object(map.iter().map(entry).collect::<Map<_, _>>())
        }
        Value::String(text) if text.chars().count() > letters => {
            Value::String(text.chars().take(letters).chain(['…']).collect())
        }
        other => other.clone(),
    }
}
