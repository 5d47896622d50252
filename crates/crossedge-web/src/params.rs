//! Parameters of a request, from a URL query, from JSON, or over MCP. Parameters are named and typed; unknown ones are rejected.

use crossedge::Error;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::str::FromStr;

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamKind {
    /// A text; a number is one, too.
    Text,
    /// A number.
    Number,
    /// Yes or no.
    Flag,
    /// Several texts.
    List,
}

impl ParamKind {
    /// The kind of a parameter of the library, by its schema.
    pub fn from_schema(schema: &Value) -> ParamKind {
        let is = |kind: &str| match &schema["type"] {
            Value::Array(kinds) => kinds.iter().any(|have| have == kind),
            have => have == kind,
        };
        match () {
            () if is("array") => ParamKind::List,
            () if is("boolean") => ParamKind::Flag,
            () if is("string") => ParamKind::Text,
            () => ParamKind::Number,
        }
    }
}

/// A parameter that a verb knows.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The type.
    pub kind: ParamKind,
    /// `true` if it must be there.
    pub needed: bool,
    /// One-line description.
    pub meaning: Cow<'static, str>,
}

/// The parameters of one request.
#[derive(Debug, Clone, Default)]
pub struct Params(Map<String, Value>);

impl Params {
    /// From pairs of a query: every value is a text.
    pub fn from_query(pairs: Vec<(String, String)>) -> Self {
        Params(pairs.into_iter().map(|(name, text)| (name, Value::String(text))).collect())
    }

    /// From an object.
    pub fn from_object(values: Map<String, Value>) -> Self {
        Params(values)
    }

    /// An error where one is not known, and where one is missing.
    pub fn check(&self, known: &[Param], also: &[&str]) -> Result<(), Error> {
        let names = || known.iter().map(|param| param.name.as_ref()).chain(also.iter().copied());
        for name in self.0.keys() {
            if !names().any(|known| known == name) {
                let list: Vec<&str> = names().collect();
                return Err(Error::usage(format!("there is no parameter '{}'", shortened(name)))
                    .help(format!("there are {}", list.join(", "))));
            }
        }
        match known.iter().find(|param| {
            param.needed && self.text(&param.name).is_none() && self.list(&param.name).is_empty()
        }) {
            Some(missing) => Err(Error::usage(format!("the parameter '{}' is missing", missing.name))
                .help(missing.meaning.as_ref())),
            None => Ok(()),
        }
    }

    /// The parameters of a request, each of the kind that its schema has. A query has texts only; what is empty is left out.
    pub fn of_kinds(&self, schemas: &Map<String, Value>) -> Result<Value, Error> {
        let mut out = Map::new();
        for (name, schema) in schemas {
            let value = match ParamKind::from_schema(schema) {
                ParamKind::Flag => self.text(name).map(|_| self.flag(name)).transpose()?.map(Value::Bool),
                ParamKind::Number => self.optional::<serde_json::Number>(name)?.map(Value::Number),
                ParamKind::Text => self.text(name).map(Value::String),
                ParamKind::List => match (self.list(name), schema.pointer("/items/type")) {
                    (items, _) if items.is_empty() => None,
                    (items, Some(kind)) if kind == "integer" => {
                        let wrong = |item: &str| {
                            Error::usage(format!("'{}' is not a number in '{name}'", shortened(item)))
                        };
                        let number = |item: &String| item.parse::<u64>().map_err(|_| wrong(item));
                        Some(items.iter().map(number).collect::<Result<Value, Error>>()?)
                    }
                    (items, _) => Some(items.into()),
                },
            };
            out.extend(value.map(|value| (name.clone(), value)));
        }
        Ok(Value::Object(out))
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A text; `None` if it is empty.
    pub fn text(&self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(flag) => Some(flag.to_string()),
            _ => None,
        }
        .filter(|text| !text.trim().is_empty())
    }

    /// A text that must be there.
    pub fn require_text(&self, name: &str) -> Result<String, Error> {
        self.text(name).ok_or_else(|| Error::usage(format!("the parameter '{name}' is missing")))
    }

    /// A number, or another value parsed from a text; `usual` if it is absent.
    pub fn read<T: FromStr>(&self, name: &str, usual: T) -> Result<T, Error> {
        Ok(self.optional(name)?.unwrap_or(usual))
    }

    /// The same without a usual value.
    pub fn optional<T: FromStr>(&self, name: &str) -> Result<Option<T>, Error> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let wrong = || Error::usage(format!("'{}' cannot be the parameter '{name}'", shortened(&text)));
        text.trim().parse().map(Some).map_err(|_| wrong())
    }

    /// One of the names of a choice; the error lists them.
    pub fn word<T: FromStr<Err: std::fmt::Display>>(&self, name: &str) -> Result<Option<T>, Error> {
        let Some(text) = self.text(name) else { return Ok(None) };
        text.trim().parse().map(Some).map_err(|why: T::Err| Error::usage(shortened(&why.to_string())))
    }

    /// Yes or no.
    pub fn flag(&self, name: &str) -> Result<bool, Error> {
        match self.text(name).as_deref().map(str::trim) {
            None | Some("false" | "0" | "no") => Ok(false),
            Some("true" | "1" | "yes") => Ok(true),
            Some(other) => {
                Err(Error::usage(format!("'{}' is not yes or no", shortened(other)))
                    .help("write true or false"))
            }
        }
    }

    /// Several texts: a list, or a text with `;` between them, or with commas outside of brackets where it has none.
    pub fn list(&self, name: &str) -> Vec<String> {
        match self.value(name) {
            Some(Value::Array(items)) => items
                .iter()
                .filter_map(|item| match item {
                    Value::String(text) => Some(text.clone()),
                    Value::Number(number) => Some(number.to_string()),
                    _ => None,
                })
                .collect(),
            _ => self.text(name).map(|text| split_list(&text)).unwrap_or_default(),
        }
    }
}

/// A text of someone else in a message: not endless.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The parts of a list: between semicolons if it has any, else between commas, outside brackets.
pub fn split_list(text: &str) -> Vec<String> {
    let separator = if text.contains(';') { ';' } else { ',' };
    let mut depth = 0i64;
    let mut out = vec![String::new()];
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        match (c == separator && (depth == 0 || separator == ';'), out.last_mut()) {
            (false, Some(last)) => last.push(c),
            _ => out.push(String::new()),
        }
    }
    out.into_iter().map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}
