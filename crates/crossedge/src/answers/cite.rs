//! The works behind an expression, as BibTeX.

#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{EffortRequest, Request, ShowRequest};
use crate::error::Error;
use crate::expr::{Expr, Kind};
use crate::net::ENTRIES;
use crate::progress::Progress;
use crate::references::{publication, references_of};
use crate::theorems::Theorem;
use crate::topology::Topology;
use crossedge_metrics::Metric;
use std::time::Duration;

/// Request for the references of every construction in an expression.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CiteRequest {
    /// Also the works of the theorems and methods behind the metrics.
    pub evidence: bool,
}

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
    /// The theorems and methods of the evidence that it is the source of; empty if not requested.
    pub theorems: Vec<&'static str>,
    /// Its entry for a bibliography.
    pub bibtex: String,
}

impl Request for CiteRequest {
    type On = Topology;
    type Answer = CiteAnswer;
    const VERB: &'static str = "cite";

    fn answer(&self, net: &Topology, progress: &dyn Progress) -> Result<CiteAnswer, Error> {
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
                    None => answer.publications.push(WorkAnswer {
                        key,
                        constructions: vec![entry.name],
                        theorems: Vec::new(),
                        bibtex,
                    }),
                }
            }
        }
        if self.evidence {
            for entry in evidence_of(net, progress)? {
                for work in entry.references().filter_map(publication) {
                    match answer.publications.iter_mut().find(|known| known.key == work.key) {
                        Some(known) => known.theorems.push(entry.id),
                        None => answer.publications.push(WorkAnswer {
                            key: work.key.to_owned(),
                            constructions: Vec::new(),
                            theorems: vec![entry.id],
                            bibtex: work.to_string(),
                        }),
                    }
                }
            }
        }
        Ok(answer)
    }
}

/// Time for the metrics whose evidence is cited.
const BUDGET: Duration = Duration::from_secs(5);

/// The entries of the registry that the metrics of a network cite.
fn evidence_of(net: &Topology, progress: &dyn Progress) -> Result<Vec<&'static Theorem>, Error> {
    let effort = EffortRequest { budget: Some(BUDGET), ..EffortRequest::default() };
    let shown = ShowRequest { effort, ..ShowRequest::all() }.answer(net, progress)?;
    let mut entries: Vec<&'static Theorem> = Vec::new();
    for metric in Metric::every() {
        let evidence = shown.metrics.get(metric).and_then(|asked| asked.evidence.as_ref());
        for entry in evidence.map(|evidence| evidence.citations()).unwrap_or_default() {
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }
    Ok(entries)
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
