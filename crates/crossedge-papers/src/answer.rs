//! The request for claims, and its answer: papers with their verified claims, as data with a JSON schema.

use crate::claim::{Claim, Paper, papers};
use crate::error::Error;
use crate::judge::{Judged, evaluate};
use crate::verdict::Verdict;
use crossedge::answers::{SchemaOf, schema};
use crossedge::progress::{CancelOnly, Progress};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;

/// The name.
pub const VERB: &str = "papers";

/// The verb, with its schema.
pub const SCHEMAS: &[(&str, SchemaOf)] = &[(VERB, || schema::<Answer>(VERB))];

/// Selection of claims.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Only these papers, by name [default: all].
    pub papers: Vec<String>,
    /// Only the claims with this text in their name or place, or with this erratum.
    pub claim: Option<String>,
    /// Name and text of a file of claims, which takes the place of all papers.
    pub file: Option<(String, String)>,
}

/// All selected claims, evaluated.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The papers with selected claims.
    pub papers: Vec<JudgedPaper>,
    /// Number of claims.
    pub claim_count: usize,
    /// Number of verdicts that differ from the record.
    pub changed: usize,
}

/// A paper and its claims, verified.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JudgedPaper {
    /// The short name.
    pub name: String,
    /// Authors, title, year.
    pub cite: String,
    /// Its claims, in the order of the paper.
    pub claims: Vec<Judged>,
}

impl Request {
    /// Evaluates the claims, many at a time; `progress` hears of each that is done.
    pub fn answer(&self, progress: &dyn Progress) -> Result<Answer, Error> {
        let chosen = self.chosen_papers()?;
        let of = |paper: &Paper| paper.claims.iter().filter(|claim| self.wants_claim(claim)).count();
        let claim_count = chosen.iter().map(of).sum();
        if claim_count == 0 {
            return Err(Error::NoClaim(self.claim.clone().unwrap_or_default()));
        }
        progress.stage("claims", claim_count as u64);
        let mut judged = Vec::new();
        for paper in chosen {
            let wanted: Vec<&Claim> = paper.claims.iter().filter(|claim| self.wants_claim(claim)).collect();
            let reported = wanted.into_par_iter().map(|claim| {
                let judged = evaluate(claim, &CancelOnly(progress));
                progress.advance(1);
                judged
            });
            let claims: Vec<Judged> = reported.collect::<Result<_, _>>()?;
            if !claims.is_empty() {
                judged.push(JudgedPaper { name: paper.name, cite: paper.cite, claims });
            }
        }
        let changed =
            judged.iter().flat_map(|paper| &paper.claims).filter(|claim| claim.verdict_changed()).count();
        Ok(Answer { papers: judged, claim_count, changed })
    }

    fn wants_claim(&self, claim: &Claim) -> bool {
        let Some(text) = &self.claim else { return true };
        let has = |field: &str| field.to_lowercase().contains(&text.to_lowercase());
        has(&claim.id) || has(&claim.place) || claim.errata.contains(text)
    }

    /// The papers that are requested.
    fn chosen_papers(&self) -> Result<Vec<Paper>, Error> {
        if let Some((name, text)) = &self.file {
            return Ok(vec![Paper::read(name, text)?]);
        }
        let all = papers()?;
        let is = |asked: &str, paper: &Paper| paper.name.eq_ignore_ascii_case(asked);
        if let Some(asked) = self.papers.iter().find(|asked| !all.iter().any(|paper| is(asked, paper))) {
            let known = all.into_iter().map(|paper| paper.name).collect();
            return Err(Error::NoPaper { asked: asked.clone(), known });
        }
        let asked =
            |paper: &Paper| self.papers.is_empty() || self.papers.iter().any(|asked| is(asked, paper));
        Ok(all.into_iter().filter(asked).collect())
    }
}

impl Answer {
    /// The claims of all papers.
    pub fn claims(&self) -> impl Iterator<Item = &Judged> {
        self.papers.iter().flat_map(|paper| &paper.claims)
    }

    /// Number of claims per verdict, as text.
    pub fn summary(&self) -> String {
        let count = |verdict: Verdict| self.claims().filter(|claim| claim.verdict == verdict).count();
        let parts: Vec<String> = Verdict::ALL
            .into_iter()
            .map(|v| (v, count(v)))
            .filter(|(_, n)| *n > 0)
            .map(|(v, n)| format!("{n} {v}"))
            .collect();
        let cases: usize = self.claims().map(|claim| claim.instances.len()).sum();
        let mut out = format!("{} claims, {cases} cases: {}", self.claim_count, parts.join(", "));
        match self.changed {
            0 => out += "; all as on record",
            n => {
                let _ = write!(out, "; {n} NOT as on record");
            }
        }
        out
    }
}
