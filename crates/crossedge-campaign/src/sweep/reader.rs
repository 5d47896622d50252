//! Reads a table of TOML strictly: every key is known, every value has its type, and a mistake is reported with its place.

use crossedge::expr::Error;
use crossedge::net::nearest_of;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it is.
pub type SpannedValue<'t> = Spanned<DeValue<'t>>;

/// A table with the keys that it may have.
pub struct Keys<'t> {
    /// Its name, e.g. `[[fault]]`.
    name: &'static str,
    table: &'t DeTable<'t>,
    place: Range<usize>,
}

impl<'t> Keys<'t> {
    /// A table that may have these keys and no others.
    pub fn new(
        name: &'static str,
        table: &'t DeTable<'t>,
        place: Range<usize>,
        known: &[&str],
    ) -> Result<Keys<'t>, Error> {
        let unknown = table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        if let Some(key) = unknown.min_by_key(|key| key.span().start) {
            let help = match nearest_of(key.get_ref(), known.iter().copied()) {
                Some(word) => format!("did you mean '{word}'?"),
                None => format!("it has {}", known.join(", ")),
            };
            return Err(Error::usage(format!("{name} has no key '{}'", key.get_ref()), key.span()).help(help));
        }
        Ok(Keys { name, table, place })
    }

    /// The keys of a value that is a table.
    pub fn from_table(
        name: &'static str,
        value: &'t SpannedValue<'t>,
        known: &[&str],
    ) -> Result<Keys<'t>, Error> {
        let wrong = || Error::usage(format!("{name} is a table"), value.span());
        Keys::new(name, value.get_ref().as_table().ok_or_else(wrong)?, value.span(), known)
    }

    /// The value of a key, if present.
    pub fn get(&self, key: &str) -> Option<&'t SpannedValue<'t>> {
        self.table.get(key)
    }

    /// The value of a required key.
    pub fn require(&self, key: &str, example: &str) -> Result<&'t SpannedValue<'t>, Error> {
        self.get(key).ok_or_else(|| {
            let message = format!("{} needs the key '{key}'", self.name);
            Error::usage(message, self.place.clone()).help(format!("e.g. {key} = {example}"))
        })
    }

    /// The values of a key that must be there: one, or a list of them, not empty.
    pub fn list(&self, key: &str, example: &str) -> Result<Vec<&'t SpannedValue<'t>>, Error> {
        let value = self.require(key, example)?;
        let Some(list) = value.get_ref().as_array() else {
            return Ok(vec![value]);
        };
        if list.is_empty() {
            let error = Error::usage(format!("the list '{key}' is empty"), value.span());
            return Err(error.help(format!("e.g. {key} = {example}")));
        }
        Ok(list.iter().collect())
    }

    /// An integer within limits; the default if the key is absent.
    pub fn count(&self, key: &str, default: u64, range: std::ops::RangeInclusive<u64>) -> Result<u64, Error> {
        match self.get(key) {
            None => Ok(default),
            Some(value) => count(value, &range),
        }
    }

    /// One of some names; the first if the key is absent.
    pub fn word(&self, key: &str, words: &[&'static str]) -> Result<&'static str, Error> {
        let Some(value) = self.get(key) else {
            return Ok(words[0]);
        };
        let given = text(value, &format!("\"{}\"", words[0]))?;
        words.iter().copied().find(|word| *word == given).ok_or_else(|| {
            let error = Error::usage(format!("unknown {key} '{given}'"), value.span());
            error.help(format!("write one of: {}", words.join(", ")))
        })
    }
}

/// An integer within limits.
pub fn count(value: &SpannedValue<'_>, range: &std::ops::RangeInclusive<u64>) -> Result<u64, Error> {
    let number = value.get_ref().as_integer();
    let number = number.and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
    number.filter(|n| range.contains(n)).ok_or_else(|| {
        let what = format!("expected a whole number from {} to {}", range.start(), range.end());
        Error::usage(format!("{what}, found {}", type_name(value)), value.span())
    })
}

/// A text.
pub fn text<'t>(value: &'t SpannedValue<'_>, example: &str) -> Result<&'t str, Error> {
    value.get_ref().as_str().ok_or_else(|| {
        let error = Error::usage(format!("expected a text, found {}", type_name(value)), value.span());
        error.help(format!("e.g. {example}"))
    })
}

/// The type of a value, for a message.
pub fn type_name(value: &SpannedValue<'_>) -> String {
    match value.get_ref() {
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::String(text) => format!("'{text}'"),
        other => format!("a value of type {}", other.type_str()),
    }
}

/// The place in the file of a place in a text of the file. A text with escapes is pointed at as a whole.
pub fn span_inside(file: &str, value: &SpannedValue<'_>, place: Range<usize>) -> Range<usize> {
    let whole = value.span();
    let plain =
        value.get_ref().as_str().filter(|text| file.get(whole.start + 1..whole.end - 1) == Some(text));
    match plain {
        Some(_) => whole.start + 1 + place.start..whole.start + 1 + place.end,
        None => whole,
    }
}
