//! The works behind an expression, as BibTeX.

use super::Request;
use super::texts::NoParameters;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::expr::{Expr, Kind};
use crate::net::ENTRIES;
use crate::progress::Progress;
use crate::references::references_of;
use crate::topology::Topology;

/// Request for the references of every construction in an expression.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "NoParameters", into = "NoParameters")]
pub struct CiteRequest;

/// The works, each once.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CiteAnswer {
    /// The works, in the order in which the expression names them.
    pub publications: Vec<WorkAnswer>,
    /// Constructions without a defining paper.
    pub folklore: Vec<&'static str>,
}

/// One work.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkAnswer {
    /// The key to cite it by.
    pub key: String,
    /// The constructions that it defines.
    pub constructions: Vec<&'static str>,
    /// Its entry for a bibliography.
    pub bibtex: String,
}

impl Request for CiteRequest {
    type On = Topology;
    type Answer = CiteAnswer;
    const VERB: &'static str = "cite";

    fn answer(&self, net: &Topology, _: &dyn Progress) -> Result<CiteAnswer, Error> {
        let mut words = Vec::new();
        collect_constructions(net.expr(), &mut words);
        let mut answer = CiteAnswer { publications: Vec::new(), folklore: Vec::new() };
        for entry in words.iter().filter_map(|word| ENTRIES.iter().find(|entry| entry.name == *word)) {
            let mut works: Vec<(String, String)> = references_of(entry.name)
                .iter()
                .map(|work| (work.key.to_owned(), work.to_string()))
                .collect();
            match entry.paper {
                "folklore" | "none" => answer.folklore.push(entry.name),
                // A construction without its own entry is cited by the catalog.
                paper if works.is_empty() => {
                    works.push((
                        entry.name.to_owned(),
                        format!("@misc{{{},\n  note = {{{paper}}},\n}}\n", entry.name),
                    ));
                }
                _ => {}
            }
            for (key, bibtex) in works {
                match answer.publications.iter_mut().find(|work| work.key == key) {
                    Some(work) => work.constructions.push(entry.name),
                    None => {
                        answer.publications.push(WorkAnswer { key, constructions: vec![entry.name], bibtex })
                    }
                }
            }
        }
        Ok(answer)
    }
}

/// The constructions of an expression, each once, in order.
fn collect_constructions(expr: &Expr, words: &mut Vec<String>) {
    match &expr.kind {
        Kind::Call(call) => {
            if !words.contains(&call.name) {
                words.push(call.name.clone());
            }
            call.args.iter().for_each(|arg| collect_constructions(&arg.value, words));
        }
        Kind::Product(parts) | Kind::Set(parts) | Kind::List(parts) => {
            parts.iter().for_each(|part| collect_constructions(part, words));
        }
        Kind::Power(base, _) => collect_constructions(base, words),
        Kind::Int(_) | Kind::Negative(_) | Kind::Text(_) | Kind::Word(_) => {}
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb::one::<CiteRequest>("The works behind a network, as BibTeX");
