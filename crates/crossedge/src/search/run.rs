//! A search from beginning to end.

use super::condition::Condition;
use super::copper;
use super::cost::{Caps, CostRates};
use super::figures::{self, Figures};
use super::fraction::Fraction;
use super::front::{Cheapest, Front, KeptCandidate, better_first};
use super::keeper::{Keeper, Nobody, SoFar, Unfinished};
use super::limits::{Limits, takes_hosts};
use super::quantity::{Candidate, Quantity};
use super::recipe::{Base, FAMILY_GROUPS};
use super::space::BaseGroups;
use crate::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// The requirement of a search.
#[derive(Debug, Clone, Default)]
pub struct DesignSearch {
    /// The restrictions of candidates.
    pub limits: Limits,
    /// Endpoints per block; links leaving it are optical.
    pub block: Option<u64>,
    /// The constraint.
    pub condition: Option<Condition>,
    /// The objectives; the first counts most.
    pub objectives: Vec<Quantity>,
    /// A front for every power of two of endpoints, not one for all.
    pub by_size: bool,
    /// Every candidate that meets the condition, the smallest first, and no front.
    pub all: bool,
    /// Prices, for the objective cost.
    pub rates: Option<CostRates>,
    /// Maximum cost, power and racks.
    pub caps: Caps,
}

/// The result.
#[derive(Debug, Clone)]
pub struct DesignSearchResult {
    /// Number of candidates examined.
    pub looked: u64,
    /// Number of candidates that meet the condition.
    pub met: u64,
    /// Number of candidates with an unknown requested metric.
    pub unknown: u64,
    /// The front, best first; with the power of two at or below its endpoints, where there is one for each, else 0.
    pub fronts: Vec<(u32, Vec<KeptCandidate>)>,
    /// Near misses that are better by the first objective than all feasible ones.
    pub near: Vec<Near>,
    /// The best few of every family by the first two objectives, best first, by the number of the family in [`super::FAMILY_GROUPS`].
    pub families: BTreeMap<usize, Cheapest>,
}

/// A near miss: a design just outside the requirement.
#[derive(Debug, Clone)]
pub struct Near {
    /// Why it is outside.
    pub outside: Outside,
    /// The best of them.
    pub kept: KeptCandidate,
}

/// Why a candidate is outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outside {
    /// It has one port more.
    OnePortMore,
    /// It has a few endpoints too few.
    Smaller,
    /// It has a few endpoints too many.
    Larger,
}

/// Relative tolerance of near misses, as a fraction 1/n.
const NEAR_MISS_FRACTION: u64 = 20;

/// Maximum number of listed candidates.
pub const MAX_LISTED: usize = 10_000;

#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub looked: u64,
    pub met: u64,
    pub unknown: u64,
    pub fronts: BTreeMap<u32, Front>,
    pub near: BTreeMap<Outside, Front>,
    pub listed: Vec<KeptCandidate>,
    pub families: BTreeMap<usize, Cheapest>,
}

impl DesignSearch {
    /// The objectives by which the best of a family are kept.
    pub(super) fn family_objectives(&self) -> &[Quantity] {
        self.objectives.get(..2).unwrap_or(&self.objectives)
    }

    /// A candidate as it is compared.
    fn candidate<'a>(&'a self, figures: &'a Figures, optical: Option<u128>) -> Candidate<'a> {
        Candidate { figures, optical, injection: self.limits.endpoint_ports, rates: self.rates.as_ref() }
    }

    /// Examines every candidate. The result does not depend on the number of threads.
    pub fn run(&self, progress: &dyn Progress) -> Result<DesignSearchResult, Stopped> {
        // No one has kept anything that might be of another search.
        self.run_for(&Nobody, progress).map_err(|_| Stopped)
    }

    /// The same for observers that checkpoint, and receive designs before the end. It resumes from a checkpoint, with the same result.
    pub fn run_for(
        &self,
        keeper: &dyn Keeper,
        progress: &dyn Progress,
    ) -> Result<DesignSearchResult, Unfinished> {
        let Limits { least, most, ports, .. } = self.limits;
        let wider = match self.by_size || self.all {
            true => self.limits.clone(),
            false => Limits {
                least: least - least / NEAR_MISS_FRACTION,
                most: most + most / NEAR_MISS_FRACTION,
                ports: ports.saturating_add(1),
                ..self.limits.clone()
            },
        };
        let mut groups = BaseGroups::new(&wider);
        let mut all: Vec<Arc<Base>> = Vec::new();
        let mut resumed = keeper.before().map(|text| self.read_checkpoint(&text)).transpose()?;
        let (mut tally, mut done) = (Tally::default(), 0);
        let mut reported: HashSet<(*const Base, Option<u32>)> = HashSet::new();
        let mut group = 0;
        loop {
            let bases = match groups.next_group(progress) {
                Ok(Some(bases)) => bases,
                Ok(None) => break,
                Err(Stopped) => {
                    // An interruption while a group is listed loses nothing of the groups before it.
                    if resumed.is_none() {
                        keeper.keep(&self.write(&tally, done, &all));
                    }
                    return Err(Unfinished::Stopped);
                }
            };
            all.extend(bases);
            group += 1;
            if let Some(checkpoint) = resumed.take_if(|checkpoint| checkpoint.done <= all.len()) {
                (tally, done) = (self.resume_candidates(&checkpoint, &all)?, checkpoint.done);
            }
            if resumed.is_some() {
                continue;
            }
            let start = done;
            progress.stage("candidates", (all.len() - start) as u64);
            while done < all.len() {
                let end = all.len().min(done.saturating_add(keeper.part().max(1)));
                let parts = all[done..end].par_chunks(32).fold(Tally::default, |mut tally, chunk| {
                    for base in chunk {
                        if progress.stopped() {
                            break;
                        }
                        self.try_base(base, &wider, &mut tally);
                    }
                    progress.advance(chunk.len() as u64);
                    tally
                });
                let part = parts.reduce(Tally::default, Tally::merge);
                if progress.stopped() {
                    keeper.keep(&self.write(&tally, done, &all));
                    return Err(Unfinished::Stopped);
                }
                tally = tally.merge(part);
                done = end;
                // Each group has equal weight: the number of later bases is not known yet.
                let within = ((done - start) * 1000 / (all.len() - start)) as u64;
                let permille = ((group - 1) * 1000 + within) / BaseGroups::GROUP_COUNT as u64;
                let so_far = SoFar { looked: tally.looked, permille };
                for kept in tally.fronts.values().flat_map(Front::candidates) {
                    if reported.insert((Arc::as_ptr(&kept.base), kept.hosts)) {
                        keeper.design_found(kept, so_far);
                    }
                }
                let first = |(group, best): (&usize, &'_ Cheapest)| {
                    Some((FAMILY_GROUPS[*group].name, best.candidates().next()?.clone()))
                };
                let best: Vec<(&'static str, KeptCandidate)> =
                    tally.families.iter().filter_map(first).collect();
                keeper.families_found(&mut best.iter().map(|(name, kept)| (*name, kept)), so_far);
                if keeper.due() {
                    keeper.keep(&self.write(&tally, done, &all));
                }
            }
        }
        if resumed.is_some() {
            return Err(Unfinished::Foreign(
                "the checkpoint is damaged: it counts more bases than the search has".to_owned(),
            ));
        }
        Ok(self.search_result(tally))
    }

    /// A candidate that was kept before, with its metrics.
    pub(super) fn restored_candidate(
        &self,
        base: &Arc<Base>,
        hosts: Option<u32>,
        objectives: &[Quantity],
    ) -> Option<KeptCandidate> {
        let (figures, optical) = match hosts {
            None => (base.figures, self.block.and_then(|block| copper::fewest_leaving_links(base, block))),
            Some(each) => {
                let figures = figures::hosts(&base.figures, each)?;
                let optical = self.block.and_then(|block| match figures.endpoints <= block {
                    true => Some(0),
                    false => copper::leaving_with_hosts(base, block, each),
                });
                (figures, optical)
            }
        };
        let planes = self.limits.planes(figures.own_ports);
        let (figures, optical) = in_planes(&figures, optical, planes)?;
        KeptCandidate::new(base, (hosts, planes), self.candidate(&figures, optical), objectives)
    }

    fn search_result(&self, mut tally: Tally) -> DesignSearchResult {
        if self.all {
            tally.listed.sort_by_cached_key(|kept| (kept.figures.endpoints, kept.text()));
            let fronts = vec![(0, tally.listed)];
            return DesignSearchResult {
                looked: tally.looked,
                met: tally.met,
                unknown: tally.unknown,
                near: Vec::new(),
                families: tally.families,
                fronts,
            };
        }
        let fronts: Vec<(u32, Vec<KeptCandidate>)> =
            tally.fronts.into_iter().map(|(size, front)| (size, front.sorted())).collect();
        let best = fronts.first().and_then(|(_, front)| front.first());
        let first = self.objectives.first().copied();
        let better = |kept: &KeptCandidate| match (first, best) {
            (Some(objective), Some(best)) => {
                let (new, old) = (objective.of(kept.candidate()), objective.of(best.candidate()));
                new.zip(old).is_some_and(|(new, old)| better_first(objective, new, old).is_lt())
            }
            _ => true,
        };
        let near = tally.near.into_iter().filter_map(|(outside, front)| {
            let kept = front.sorted().into_iter().next()?;
            better(&kept).then_some(Near { outside, kept })
        });
        DesignSearchResult {
            looked: tally.looked,
            met: tally.met,
            unknown: tally.unknown,
            near: near.collect(),
            families: tally.families,
            fronts,
        }
    }

    /// A base, and hosts on it.
    fn try_base(&self, base: &Arc<Base>, wider: &Limits, tally: &mut Tally) {
        let whole = self.block.and_then(|block| copper::fewest_leaving_links(base, block));
        self.try_candidate(base, None, &base.figures, whole, tally);
        if wider.direct || !takes_hosts(base) {
            return;
        }
        let room = wider.ports.saturating_sub(base.figures.own_ports);
        // Blocks of routers get smaller with more hosts, and are often the same.
        let mut last: Option<(u64, Option<u128>)> = None;
        for each in 1..=room {
            let Some(figures) = figures::hosts(&base.figures, each) else { break };
            if figures.endpoints > wider.most {
                break;
            }
            if figures.endpoints < wider.least || figures.ports() > wider.ports {
                continue;
            }
            let optical = self.block.and_then(|block| {
                if figures.endpoints <= block {
                    return Some(0);
                }
                // A router is not parted from its hosts.
                let routers = block / u64::from(each);
                if routers == 0 {
                    return None;
                }
                let known = last.filter(|(size, _)| *size == routers);
                let (_, leaving) = *last
                    .insert(known.unwrap_or_else(|| (routers, copper::fewest_leaving_links(base, routers))));
                leaving
            });
            self.try_candidate(base, Some(each), &figures, optical, tally);
        }
    }

    fn try_candidate(
        &self,
        base: &Arc<Base>,
        hosts: Option<u32>,
        figures: &Figures,
        optical: Option<u128>,
        tally: &mut Tally,
    ) {
        let Limits { least, most, ports, direct, .. } = self.limits;
        if direct && !figures.direct() || !self.limits.allows_endpoint_ports(figures.own_ports) {
            return;
        }
        let planes = self.limits.planes(figures.own_ports);
        let Some((figures, optical)) = in_planes(figures, optical, planes) else { return };
        let figures = &figures;
        let ends = figures.endpoints;
        let (fits, size) = (figures.ports() <= ports, (least..=most).contains(&ends));
        let outside = match (fits, size) {
            (true, true) => None,
            (false, true) if figures.ports() - ports == 1 => Some(Outside::OnePortMore),
            (true, false) if ends < least && ends >= least - least / NEAR_MISS_FRACTION => {
                Some(Outside::Smaller)
            }
            (true, false) if ends > most && ends <= most + most / NEAR_MISS_FRACTION => Some(Outside::Larger),
            _ => return,
        };
        if (self.by_size || self.all) && outside.is_some() {
            return;
        }
        let candidate = self.candidate(figures, optical);
        let inside = u64::from(outside.is_none());
        tally.looked += inside;
        let carries = |wanted: Fraction| {
            let carried = candidate.throughput()?;
            Some(carried >= wanted.times(self.limits.endpoint_ports.unwrap_or(1), 1u32)?)
        };
        if !self.caps.may_allow(figures, self.rates.as_ref()) {
            return;
        }
        match self.limits.throughput.map_or(Some(true), carries) {
            Some(true) => {}
            Some(false) => return,
            None => {
                tally.unknown += inside;
                return;
            }
        }
        match self.condition.as_ref().map_or(Some(true), |condition| condition.holds(candidate)) {
            Some(true) => tally.met += inside,
            Some(false) => return,
            None => {
                tally.unknown += inside;
                return;
            }
        }
        if self.all {
            let listed = KeptCandidate::new(base, (hosts, planes), candidate, &[]);
            tally.listed.extend(listed.filter(|_| tally.listed.len() <= MAX_LISTED));
            return;
        }
        // Of what is outside only the best by the first objective is reported.
        let objectives =
            if outside.is_some() { self.objectives.get(..1).unwrap_or_default() } else { &self.objectives };
        let Some(kept) = KeptCandidate::new(base, (hosts, planes), candidate, objectives) else {
            tally.unknown += inside;
            return;
        };
        if let (None, Some(group)) = (outside, base.recipe.group()) {
            tally.families.entry(group).or_default().add(self.family_objectives(), kept.clone());
        }
        let front = match outside {
            None => tally.fronts.entry(if self.by_size { ends.ilog2() } else { 0 }),
            Some(outside) => {
                tally.near.entry(outside).or_insert_with(|| Front::new(objectives)).add(kept);
                return;
            }
        };
        front.or_insert_with(|| Front::new(objectives)).add(kept);
    }
}

impl Tally {
    fn merge(mut self, other: Tally) -> Tally {
        self.looked += other.looked;
        self.met += other.met;
        self.unknown += other.unknown;
        join_fronts(&mut self.fronts, other.fronts);
        join_fronts(&mut self.near, other.near);
        for (group, cheapest) in other.families {
            self.families.entry(group).or_default().merge(cheapest);
        }
        let room = (MAX_LISTED + 1).saturating_sub(self.listed.len());
        self.listed.extend(other.listed.into_iter().take(room));
        self
    }
}

/// Metrics and cables between blocks of several copies of a network.
fn in_planes(figures: &Figures, optical: Option<u128>, planes: u32) -> Option<(Figures, Option<u128>)> {
    if planes == 1 {
        return Some((*figures, optical));
    }
    let optical = optical.and_then(|links| links.checked_mul(planes.into()));
    Some((figures::planes(figures, planes)?, optical))
}

fn join_fronts<K: Ord>(all: &mut BTreeMap<K, Front>, other: BTreeMap<K, Front>) {
    for (key, front) in other {
        let merged = match all.remove(&key) {
            Some(have) => have.merge(front),
            None => front,
        };
        all.insert(key, merged);
    }
}
