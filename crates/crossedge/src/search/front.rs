//! The Pareto front: candidates of which no other is as good in every objective and better in one.

use super::cost::CostRates;
use super::figures::Figures;
use super::quantity::{Candidate, Quantity, QuantityValue};
use super::recipe::{Base, Recipe};
use std::cmp::Ordering;
use std::sync::Arc;

/// A candidate that was kept.
#[derive(Debug, Clone)]
pub struct KeptCandidate {
    /// The base.
    pub base: Arc<Base>,
    /// Hosts on every node of it; none for the base itself.
    pub hosts: Option<u32>,
    /// Copies of the network; endpoints have a port in each.
    pub planes: u32,
    /// Its metrics.
    pub figures: Figures,
    /// Links that leave their block, where blocks were requested.
    pub optical: Option<u128>,
    /// Ports at which an endpoint injects.
    pub injection: Option<u32>,
    /// Prices, where cost was requested.
    pub rates: Option<CostRates>,
    /// Other candidates with the same value of every objective.
    pub ties: u64,
    values: Vec<QuantityValue>,
}

impl KeptCandidate {
    /// A candidate, by its objectives; `None` if one of these is not known.
    pub fn new(
        base: &Arc<Base>,
        (hosts, planes): (Option<u32>, u32),
        candidate: Candidate<'_>,
        objectives: &[Quantity],
    ) -> Option<KeptCandidate> {
        let values = objectives
            .iter()
            .map(|objective| objective.of(candidate))
            .collect::<Option<Vec<QuantityValue>>>()?;
        let Candidate { figures, optical, injection, rates } = candidate;
        Some(KeptCandidate {
            base: base.clone(),
            hosts,
            planes,
            figures: *figures,
            optical,
            injection,
            rates: rates.copied(),
            ties: 0,
            values,
        })
    }

    /// As it is compared.
    pub fn candidate(&self) -> Candidate<'_> {
        let KeptCandidate { figures, optical, injection, rates, .. } = self;
        Candidate { figures, optical: *optical, injection: *injection, rates: rates.as_ref() }
    }

    /// Its expression.
    pub fn text(&self) -> String {
        let one = match self.hosts {
            None => self.base.recipe.to_string(),
            Some(each) => Recipe::Hosts(self.base.clone(), each).to_string(),
        };
        if self.planes > 1 { format!("planes({one}, {})", self.planes) } else { one }
    }

    /// Which of two is written first: the shorter text, then the alphabet.
    fn written_before(&self, other: &KeptCandidate) -> bool {
        let (a, b) = (self.text(), other.text());
        (a.len(), a) < (b.len(), b)
    }
}

/// The front by some objectives.
#[derive(Debug, Clone)]
pub struct Front {
    objectives: Vec<Quantity>,
    kept: Vec<KeptCandidate>,
}

impl Front {
    /// An empty one.
    pub fn new(objectives: &[Quantity]) -> Self {
        Front { objectives: objectives.to_vec(), kept: Vec::new() }
    }

    /// Those on it.
    pub fn candidates(&self) -> &[KeptCandidate] {
        &self.kept
    }

    /// Those on it, the best by the first objective first, then by the next; of equal ones the shorter text.
    pub fn sorted(mut self) -> Vec<KeptCandidate> {
        let objectives = self.objectives.clone();
        let order = |a: &KeptCandidate, b: &KeptCandidate| {
            let by_value = objectives
                .iter()
                .enumerate()
                .map(|(i, objective)| better_first(*objective, a.values[i], b.values[i]));
            by_value.reduce(Ordering::then).unwrap_or(Ordering::Equal)
        };
        self.kept.sort_by(|a, b| order(a, b).then_with(|| a.text().cmp(&b.text())));
        self.kept
    }

    /// Puts a candidate on the front where it belongs.
    pub fn add(&mut self, mut new: KeptCandidate) {
        for at in 0..self.kept.len() {
            let old = &self.kept[at];
            let (mut old_better, mut new_better) = (false, false);
            for (objective, (a, b)) in self.objectives.iter().zip(old.values.iter().zip(&new.values)) {
                match better_first(*objective, *a, *b) {
                    Ordering::Less => old_better = true,
                    Ordering::Greater => new_better = true,
                    Ordering::Equal => {}
                }
                if old_better && new_better {
                    break;
                }
            }
            match (old_better, new_better) {
                (true, false) => {
                    // A candidate that dominates one design is likely to dominate another.
                    self.kept.swap(at, at / 2);
                    return;
                }
                (false, false) => {
                    if new.written_before(old) {
                        new.ties += old.ties + 1;
                        self.kept[at] = new;
                    } else {
                        self.kept[at].ties += new.ties + 1;
                    }
                    return;
                }
                (false, true) => {
                    let objectives = &self.objectives;
                    self.kept.retain(|old| !is_dominated(objectives, old, &new));
                    self.kept.push(new);
                    return;
                }
                (true, true) => {}
            }
        }
        self.kept.push(new);
    }

    /// Both fronts in one.
    pub fn merge(mut self, other: Front) -> Front {
        if self.kept.len() < other.kept.len() {
            return other.merge(self);
        }
        for kept in other.kept {
            self.add(kept);
        }
        self
    }
}

/// The best few by the objectives, in their order.
#[derive(Debug, Clone, Default)]
pub struct Cheapest {
    objectives: Vec<Quantity>,
    kept: Vec<(Vec<QuantityValue>, String, KeptCandidate)>,
}

impl Cheapest {
    /// Number of candidates that are kept.
    pub const COUNT: usize = 4;

    /// Those kept, the best first.
    pub fn candidates(&self) -> impl Iterator<Item = &KeptCandidate> {
        self.kept.iter().map(|(_, _, kept)| kept)
    }

    /// Both in one.
    pub fn merge(&mut self, other: Cheapest) {
        for (_, _, kept) in other.kept {
            self.add(&other.objectives, kept);
        }
    }

    /// Keeps a candidate if it is among the best.
    pub fn add(&mut self, objectives: &[Quantity], new: KeptCandidate) {
        if self.objectives.is_empty() {
            self.objectives = objectives.to_vec();
        }
        let order = |a: &[QuantityValue], b: &[QuantityValue]| {
            let each = objectives.iter().zip(a.iter().zip(b));
            each.map(|(objective, (a, b))| better_first(*objective, *a, *b))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        };
        if self.kept.len() == Self::COUNT
            && self.kept.last().is_some_and(|last| order(&last.0, &new.values).is_lt())
        {
            return;
        }
        let text = new.text();
        let before = |have: &(Vec<QuantityValue>, String, KeptCandidate)| {
            let by_text = || (have.1.len(), &have.1).cmp(&(text.len(), &text));
            order(&have.0, &new.values).then_with(by_text).is_lt()
        };
        let at = self.kept.iter().take_while(|have| before(have)).count();
        // The same network may be listed twice.
        if self.kept.get(at).is_none_or(|have| have.1 != text) {
            self.kept.insert(at, (new.values.clone(), text, new));
            self.kept.truncate(Self::COUNT);
        }
    }
}

/// Returns `true` if the new one is as good in every objective, and better in one.
fn is_dominated(objectives: &[Quantity], old: &KeptCandidate, new: &KeptCandidate) -> bool {
    let mut better = false;
    for (objective, (a, b)) in objectives.iter().zip(old.values.iter().zip(&new.values)) {
        match better_first(*objective, *a, *b) {
            Ordering::Less => return false,
            Ordering::Greater => better = true,
            Ordering::Equal => {}
        }
    }
    better
}

/// The order of two values of an objective, the better one first.
pub fn better_first(objective: Quantity, a: QuantityValue, b: QuantityValue) -> Ordering {
    let order = a.compare(b);
    if objective.more_is_better() { order.reverse() } else { order }
}
