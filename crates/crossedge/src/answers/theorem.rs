//! The registry of theorems and methods: all entries, or one of them.

use super::Request;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::progress::Progress;
use crate::references::publication;
use crate::theorems::{THEOREMS, Theorem, TheoremKind, theorem};

/// Request for entries of the registry.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TheoremRequest {
    /// Only the entry with this id or alias, e.g. dual-distance or I1 [default: all].
    pub id: Option<String>,
}

/// The registry, or one entry of it.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TheoremAnswer {
    /// The entries, sorted by id.
    pub entries: Vec<TheoremEntryAnswer>,
}

/// One theorem or method.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TheoremEntryAnswer {
    /// The id that evidence cites.
    pub id: &'static str,
    /// Theorem or method.
    pub kind: TheoremKind,
    /// The title.
    pub title: &'static str,
    /// Other names.
    pub aliases: Vec<&'static str>,
    /// The statement with its conditions.
    pub statement: &'static str,
    /// The proof, or the reference that has it; empty for methods that need none.
    pub proof: &'static str,
    /// Works to cite, as BibTeX.
    pub references: Vec<String>,
    /// The formal proofs; empty if there is none.
    pub formal: Vec<FormalProofAnswer>,
    /// `true` if the result was not found in print.
    pub new: bool,
}

/// A formal proof in Coq.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormalProofAnswer {
    /// The file, in the folder `proofs`.
    pub file: &'static str,
    /// The name of the theorem there.
    pub name: &'static str,
}

impl From<&'static Theorem> for TheoremEntryAnswer {
    fn from(entry: &'static Theorem) -> Self {
        TheoremEntryAnswer {
            id: entry.id,
            kind: entry.kind(),
            title: entry.title(),
            aliases: entry.aliases().collect(),
            statement: entry.statement(),
            proof: entry.proof(),
            references: entry.references().filter_map(publication).map(|work| work.to_string()).collect(),
            formal: entry.formal().map(|(file, name)| FormalProofAnswer { file, name }).collect(),
            new: entry.is_new(),
        }
    }
}

/// Ids that share the longest prefix or a part with a name.
fn similar(name: &str) -> Vec<&'static str> {
    let words: Vec<&str> = name.split('-').filter(|word| word.len() > 2).collect();
    let shared = |entry: &Theorem| words.iter().filter(|word| entry.id.contains(*word)).count();
    let most = THEOREMS.iter().map(shared).max().unwrap_or(0);
    THEOREMS.iter().filter(|entry| most > 0 && shared(entry) == most).map(|entry| entry.id).take(3).collect()
}

impl Request for TheoremRequest {
    type On = ();
    type Answer = TheoremAnswer;
    const VERB: &'static str = "theorem";

    fn answer(&self, _: &(), _: &dyn Progress) -> Result<TheoremAnswer, Error> {
        let Some(name) = &self.id else {
            return Ok(TheoremAnswer { entries: THEOREMS.iter().map(TheoremEntryAnswer::from).collect() });
        };
        match theorem(name) {
            Some(entry) => Ok(TheoremAnswer { entries: vec![entry.into()] }),
            None => {
                let error = Error::usage(format!("unknown theorem '{name}'"));
                let similar = similar(name);
                Err(match similar.is_empty() {
                    true => error.help("without a name, all entries are listed"),
                    false => error.help(format!("did you mean {}?", similar.join(", "))),
                })
            }
        }
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::none::<TheoremRequest>("The theorems and methods that evidence cites, or one of them")
        .positional(&["id"]);
