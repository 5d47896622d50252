//! The papers reproduced: claims are data, evaluators compute them on the spot, and the verdict follows from what they find.

pub mod claim;
mod collectives;
mod counts;
mod evaluate;
mod formula;
mod ratio;
mod rings;
mod walks;

pub use claim::{Claim, FILES, Paper, Verdict};

use crate::failure::Failure;
use claim::{Bound, Relation};
use crossedge::progress::Progress;
use ratio::Ratio;
use std::collections::BTreeMap;

/// What one case of a check came to.
#[derive(Debug, Clone)]
pub struct Instance {
    /// What was looked at.
    pub what: String,
    /// The paper's value.
    pub paper: String,
    /// Ours.
    pub ours: String,
    /// How ours is known, with the counterexample where there is one.
    pub evidence: String,
    /// How ours stands to the paper's.
    pub outcome: Outcome,
    /// Outside the condition that the claim needs.
    pub outside: bool,
    /// Which reading of the text, where it has several.
    pub reading: Option<String>,
}

/// How ours stands to the paper's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// As the paper says.
    Agrees,
    /// Not so; ours is larger.
    Above,
    /// Not so; ours is smaller.
    Below,
    /// Not so, and there is no order.
    Differs,
    /// Our bounds do not settle it.
    Open,
}

impl Outcome {
    /// The word in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Agrees => "agrees",
            Outcome::Above => "above",
            Outcome::Below => "below",
            Outcome::Differs => "differs",
            Outcome::Open => "open",
        }
    }

    /// A number of ours against one of the paper's.
    fn compare(ours: Ratio, paper: Ratio, relation: Relation) -> Outcome {
        let agrees = match relation {
            Relation::Equal => ours == paper,
            Relation::AtMost => ours <= paper,
            Relation::AtLeast => ours >= paper,
            Relation::Below => ours < paper,
        };
        match agrees {
            true => Outcome::Agrees,
            false if ours > paper => Outcome::Above,
            false if ours < paper => Outcome::Below,
            false => Outcome::Differs,
        }
    }
}

/// What a claim came to.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// What was found, case by case.
    pub instances: Vec<Instance>,
    /// The verdict that follows.
    pub verdict: Verdict,
}

impl Judged<'_> {
    /// The case that tells most: the first that refutes, else the first that does not agree, else the first.
    pub fn telling(&self) -> Option<&Instance> {
        let refutes = |i: &&Instance| !matches!(i.outcome, Outcome::Agrees | Outcome::Open);
        let off = |i: &&Instance| i.outcome != Outcome::Agrees;
        self.instances.iter().find(refutes).or(self.instances.iter().find(off)).or(self.instances.first())
    }
}

/// Reads one file of claims.
pub fn read(name: &str, text: &str) -> Result<Paper, Failure> {
    let paper: Paper = toml::from_str(text).map_err(|e| Failure::Usage(format!("{name}: {e}")))?;
    let mut seen = std::collections::BTreeSet::new();
    if let Some(twice) = paper.claims.iter().find(|claim| !seen.insert(&claim.id)) {
        return Err(Failure::Usage(format!("{name}: the claim '{}' stands twice", twice.id)));
    }
    Ok(paper)
}

/// Evaluates every check of a claim, and judges it.
pub fn judge<'a>(claim: &'a Claim, watch: &dyn Progress) -> Result<Judged<'a>, Failure> {
    let mut instances = Vec::new();
    for check in &claim.checks {
        for case in &check.cases {
            if watch.stopped() {
                return Err(Failure::Interrupted);
            }
            let found = evaluate::case(check, case, watch).map_err(|why| match watch.stopped() {
                // Work that was cut short has a reason of its own.
                true => Failure::Interrupted,
                false => Failure::Usage(format!("claim '{}', {}: {why}", claim.id, case.expr)),
            })?;
            instances.push(Instance { outside: check.outside, reading: check.reading.clone(), ..found });
        }
    }
    let verdict = verdict(&instances, claim.bound);
    Ok(Judged { claim, instances, verdict })
}

/// The verdict that follows from what was found.
fn verdict(instances: &[Instance], bound: Option<Bound>) -> Verdict {
    let agrees = |i: &Instance| i.outcome == Outcome::Agrees;
    let inside: Vec<&Instance> = instances.iter().filter(|i| !i.outside).collect();
    if inside.is_empty() {
        return Verdict::Unclear;
    }
    // Readings of one text that come to different ends leave it unclear.
    let mut readings: BTreeMap<&str, bool> = BTreeMap::new();
    for instance in &inside {
        if let Some(reading) = &instance.reading {
            *readings.entry(reading).or_insert(true) &= agrees(instance);
        }
    }
    if readings.values().any(|all| *all) && readings.values().any(|all| !*all) {
        return Verdict::Unclear;
    }
    let off: Vec<Outcome> = inside.iter().filter(|i| !agrees(i)).map(|i| i.outcome).collect();
    // A case that our bounds do not settle says nothing beside one that they do.
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
        Some(Bound::Upper) if only(Outcome::Below) => Verdict::Bound,
        Some(Bound::Lower) if only(Outcome::Above) => Verdict::Bound,
        _ => Verdict::False,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(outcome: Outcome, outside: bool, reading: Option<&str>) -> Instance {
        let text = String::new;
        let reading = reading.map(str::to_owned);
        Instance { what: text(), paper: text(), ours: text(), evidence: text(), outcome, outside, reading }
    }

    #[test]
    fn verdicts_follow_from_outcomes() {
        use Outcome::{Above, Agrees, Below, Open};
        let plain = |outcomes: &[Outcome], bound| {
            let all: Vec<_> = outcomes.iter().map(|o| instance(*o, false, None)).collect();
            verdict(&all, bound)
        };
        assert_eq!(plain(&[], None), Verdict::Unclear);
        assert_eq!(plain(&[Agrees, Agrees], None), Verdict::Holds);
        assert_eq!(plain(&[Agrees, Below], None), Verdict::False);
        assert_eq!(plain(&[Agrees, Below], Some(Bound::Upper)), Verdict::Bound);
        assert_eq!(plain(&[Above, Below], Some(Bound::Upper)), Verdict::False);
        assert_eq!(plain(&[Agrees, Above], Some(Bound::Lower)), Verdict::Bound);
        assert_eq!(plain(&[Agrees, Open], None), Verdict::Open);
        assert_eq!(plain(&[Open, Below], Some(Bound::Upper)), Verdict::Bound);
        let outside = [instance(Agrees, false, None), instance(Above, true, None)];
        assert_eq!(verdict(&outside, None), Verdict::Condition);
        let readings = [instance(Agrees, false, Some("text")), instance(Above, false, Some("table"))];
        assert_eq!(verdict(&readings, None), Verdict::Unclear);
    }

    #[test]
    fn unknown_keys_are_errors() {
        let text = |more: &str| {
            format!(
                "name = 'X'\ncite = 'Y'\n[[claim]]\nid = 'a'\nplace = 'p'\nsays = 's'\nverdict = 'holds'\n{more}"
            )
        };
        assert!(read("x", &text("")).is_ok());
        for wrong in ["colour = 1", "[[claim.check]]\nkind = 'figure'\ncase = []\nmore = 1", "verdict2 = 'x'"]
        {
            assert!(read("x", &text(wrong)).is_err(), "{wrong}");
        }
        let wrong =
            text("[[claim.check]]\nkind = 'figure'\n[[claim.check.case]]\nexpr = 'ring(3)'\nsize = 3");
        assert!(read("x", &wrong).is_err());
        assert!(
            read(
                "x",
                &format!(
                    "{0}\n{1}",
                    text(""),
                    "[[claim]]\nid = 'a'\nplace = 'p'\nsays = 's'\nverdict = 'holds'"
                )
            )
            .is_err()
        );
    }
}
