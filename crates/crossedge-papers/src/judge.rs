//! A claim verified: every case of every check is evaluated, and the verdict follows from what they come to.

use crate::case;
use crate::claim::{BoundSide, Claim};
use crate::error::Error;
use crate::instance::{Instance, Outcome};
use crate::verdict::Verdict;
use crossedge::progress::Progress;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The result of a claim.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Judged {
    /// The name of the claim, unique over all papers.
    pub id: String,
    /// The place: "Theorem 1", "Table 2".
    pub place: String,
    /// The claim, paraphrased.
    pub statement: String,
    /// The numbers of the errata that it shows.
    pub errata: Vec<String>,
    /// The verdict that follows from the cases.
    pub verdict: Verdict,
    /// The verdict on record.
    pub recorded_verdict: Verdict,
    /// Why: the condition, the right value, what is unclear.
    pub why: String,
    /// The results, case by case.
    pub instances: Vec<Instance>,
}

impl Judged {
    /// Returns `true` if the verdict is not the one on record.
    pub fn verdict_changed(&self) -> bool {
        self.verdict != self.recorded_verdict
    }

    /// The most informative case: the first that refutes, else the first that does not agree, else the first.
    pub fn decisive_case(&self) -> Option<&Instance> {
        let refutes = |i: &&Instance| !matches!(i.outcome, Outcome::Agrees | Outcome::Open);
        let off = |i: &&Instance| i.outcome != Outcome::Agrees;
        self.instances.iter().find(refutes).or(self.instances.iter().find(off)).or(self.instances.first())
    }
}

/// The verdict, and the one on record where that is another.
impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict_changed() {
            true => write!(f, "{} (on record: {})", self.verdict, self.recorded_verdict),
            false => self.verdict.fmt(f),
        }
    }
}

/// Evaluates every check of a claim, and verifies it.
///
/// ```
/// let claims = crossedge_papers::claims()?;
/// let links = claims.iter().find(|claim| claim.id == "rdn-symmetric-links").expect("a claim of RDN");
/// let verified = crossedge_papers::evaluate(links, &crossedge::progress::Silent)?;
/// assert_eq!(verified.to_string(), "false");
/// # Ok::<(), crossedge_papers::Error>(())
/// ```
pub fn evaluate(claim: &Claim, progress: &dyn Progress) -> Result<Judged, Error> {
    let mut instances = Vec::new();
    for check in &claim.checks {
        for case in &check.cases {
            if progress.stopped() {
                return Err(Error::Stopped);
            }
            let instance = case::evaluate(check, case, progress).map_err(|why| match progress.stopped() {
                // Interrupted work is reported with its own reason.
                true => Error::Stopped,
                false => Error::Case { claim: claim.id.clone(), expr: case.expr.clone(), why },
            })?;
            instances.push(Instance {
                outside_condition: check.outside_condition,
                interpretation: check.interpretation.clone(),
                ..instance
            });
        }
    }
    Ok(Judged {
        id: claim.id.clone(),
        place: claim.place.clone(),
        statement: claim.statement.clone(),
        errata: claim.errata.clone(),
        verdict: verdict(&instances, claim.bound),
        recorded_verdict: claim.verdict,
        why: claim.why.clone(),
        instances,
    })
}

/// The verdict that follows from what was found.
pub fn verdict(instances: &[Instance], bound: Option<BoundSide>) -> Verdict {
    let agrees = |i: &Instance| i.outcome == Outcome::Agrees;
    let inside: Vec<&Instance> = instances.iter().filter(|i| !i.outside_condition).collect();
    if inside.is_empty() {
        return Verdict::Unclear;
    }
    // Readings of one text that come to different ends leave it unclear.
    let mut interpretations: BTreeMap<&str, bool> = BTreeMap::new();
    for instance in &inside {
        if let Some(interpretation) = &instance.interpretation {
            *interpretations.entry(interpretation).or_insert(true) &= agrees(instance);
        }
    }
    if interpretations.values().any(|all| *all) && interpretations.values().any(|all| !*all) {
        return Verdict::Unclear;
    }
    let off: Vec<Outcome> = inside.iter().filter(|i| !agrees(i)).map(|i| i.outcome).collect();
    // A case that our bounds do not settle is ignored next to one that they do.
    let only = |outcome| off.iter().all(|o| *o == outcome || *o == Outcome::Open);
    match bound {
        _ if off.is_empty() => {
            if instances.iter().all(agrees) {
                Verdict::Holds
            } else {
                Verdict::Condition
            }
        }
        _ if only(Outcome::Open) => Verdict::Open,
        Some(BoundSide::Upper) if only(Outcome::Below) => Verdict::Bound,
        Some(BoundSide::Lower) if only(Outcome::Above) => Verdict::Bound,
        _ => Verdict::False,
    }
}
