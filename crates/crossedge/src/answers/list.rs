//! The constructions of the language: all, or one of them.

use super::Request;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::net::{ENTRIES, Entry, nearest_word};
use crate::progress::Progress;

/// Request for the catalog.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListRequest {
    /// Only this construction [default: all].
    pub name: Option<String>,
}

/// The catalog, or one entry of it.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListAnswer {
    /// The constructions.
    pub constructions: Vec<ConstructionAnswer>,
}

/// One construction.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConstructionAnswer {
    /// Its name.
    pub name: &'static str,
    /// Its syntax.
    pub signature: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// The defining reference.
    pub paper: &'static str,
    /// Expressions that build.
    pub examples: Vec<&'static str>,
}

impl From<&Entry> for ConstructionAnswer {
    fn from(entry: &Entry) -> Self {
        let Entry { name, signature, summary, paper, examples, .. } = *entry;
        ConstructionAnswer { name, signature, summary, paper, examples: examples.to_vec() }
    }
}

impl Request for ListRequest {
    type On = ();
    type Answer = ListAnswer;
    const VERB: &'static str = "list";

    fn answer(&self, _: &(), _: &dyn Progress) -> Result<ListAnswer, Error> {
        let chosen = |entry: &&Entry| self.name.as_ref().is_none_or(|name| entry.name == name);
        let constructions: Vec<ConstructionAnswer> =
            ENTRIES.iter().filter(chosen).map(ConstructionAnswer::from).collect();
        match (&self.name, constructions.is_empty()) {
            (Some(name), true) => {
                let error = Error::usage(format!("unknown construction '{name}'"));
                Err(match nearest_word(name) {
                    Some(word) => error.help(format!("did you mean '{word}'?")),
                    None => error.help("the catalog shows every construction"),
                })
            }
            _ => Ok(ListAnswer { constructions }),
        }
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::none::<ListRequest>("Every construction of the language, or one of them").positional(&["name"]);
