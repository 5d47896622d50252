//! The state of a search, as text: an interrupted search resumes from it.
//!
//! The bases of a search are numbered, and always in the same order; so it is enough to know how many of them are done, and which of them, with how many hosts,
//! are on the front. Metrics are found again.

use super::front::{Front, KeptCandidate};
use super::keeper::Unfinished;
use super::run::{DesignSearch, Outside, Tally};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

const FORMAT_TAG: &str = "crossedge search 3";

impl DesignSearch {
    /// The requirement, in a line: a state belongs to no other search.
    fn requirement_line(&self) -> String {
        let DesignSearch { limits, block, condition, objectives, by_size, all, rates, caps } = self;
        let base = limits.base.as_ref().map(|base| base.recipe.to_string());
        let names: Vec<&str> = objectives.iter().map(|objective| objective.name()).collect();
        format!(
            "{:?} of {} endpoints {}..{} ports {} direct {} families {:?} base {base:?} block {block:?} where {condition:?} by_size {by_size} all {all} endpoint ports {:?} throughput {:?} promising {:?} prices {rates:?} caps {caps:?}",
            names,
            env!("CARGO_PKG_VERSION"),
            limits.least,
            limits.most,
            limits.ports,
            limits.direct,
            limits.families,
            limits.endpoint_ports,
            limits.throughput,
            limits.promising,
        )
    }

    /// The state, as text.
    pub(super) fn write(&self, tally: &Tally, done: usize, all: &[Arc<super::Base>]) -> String {
        let at: HashMap<*const super::Base, usize> =
            all.iter().enumerate().map(|(i, base)| (Arc::as_ptr(base), i)).collect();
        let mut out = format!("{FORMAT_TAG}\n{}\n", self.requirement_line());
        let Tally { looked, met, unknown, .. } = tally;
        let _ = writeln!(out, "done {done} looked {looked} met {met} unknown {unknown}");
        let mut each = |entry: KeptKind, key: u32, kept: &KeptCandidate| {
            let hosts = kept.hosts.unwrap_or(0);
            if let Some(base) = at.get(&Arc::as_ptr(&kept.base)) {
                let _ = writeln!(out, "{} {key} {base} {hosts} {}", entry.kind_word(), kept.ties);
            }
        };
        for (size, front) in &tally.fronts {
            front.candidates().iter().for_each(|kept| each(KeptKind::Front, *size, kept));
        }
        for (outside, front) in &tally.near {
            front.candidates().iter().for_each(|kept| each(KeptKind::Near, *outside as u32, kept));
        }
        tally.listed.iter().for_each(|kept| each(KeptKind::Listed, 0, kept));
        for (group, cheapest) in &tally.families {
            cheapest.candidates().for_each(|kept| each(KeptKind::Family, *group as u32, kept));
        }
        out.push_str("end\n");
        out
    }

    /// Reads the text of a checkpoint. Entries refer to bases by number and are resolved by [`DesignSearch::resume_candidates`].
    pub(super) fn read_checkpoint(&self, text: &str) -> Result<Checkpoint, Unfinished> {
        let mut lines = text.lines();
        if lines.next() != Some(FORMAT_TAG) {
            return Err(foreign_checkpoint("the checkpoint was written by another version"));
        }
        if lines.next() != Some(self.requirement_line().as_str()) {
            return Err(foreign_checkpoint("the checkpoint belongs to another search"));
        }
        let words: Vec<&str> = lines.next().ok_or_else(damaged_checkpoint)?.split(' ').collect();
        let ["done", done, "looked", looked, "met", met, "unknown", unknown] = words[..] else {
            return Err(damaged_checkpoint());
        };
        let head = parse_numbers(&[done, looked, met, unknown]).ok_or_else(damaged_checkpoint)?;
        let mut checkpoint = Checkpoint {
            done: usize::try_from(head[0]).map_err(|_| damaged_checkpoint())?,
            looked: head[1],
            met: head[2],
            unknown: head[3],
            entries: Vec::new(),
        };
        for line in lines.by_ref() {
            if line == "end" {
                return match lines.next() {
                    None => Ok(checkpoint),
                    Some(_) => Err(damaged_checkpoint()),
                };
            }
            let (word, rest) = line.split_once(' ').ok_or_else(damaged_checkpoint)?;
            let kind = [KeptKind::Front, KeptKind::Near, KeptKind::Listed, KeptKind::Family]
                .into_iter()
                .find(|entry| entry.kind_word() == word)
                .ok_or_else(damaged_checkpoint)?;
            let rest = parse_numbers(&rest.split(' ').collect::<Vec<_>>()).ok_or_else(damaged_checkpoint)?;
            checkpoint.entries.push((kind, rest.try_into().map_err(|_| damaged_checkpoint())?));
        }
        Err(damaged_checkpoint())
    }

    /// The candidates of a checkpoint, with their metrics recomputed. `all` holds at least the bases that are done.
    pub(super) fn resume_candidates(
        &self,
        checkpoint: &Checkpoint,
        all: &[Arc<super::Base>],
    ) -> Result<Tally, Unfinished> {
        let Checkpoint { looked, met, unknown, .. } = *checkpoint;
        let mut tally = Tally { looked, met, unknown, ..Tally::default() };
        for (kind, [key, base, hosts, ties]) in &checkpoint.entries {
            let base = all.get(*base as usize).ok_or_else(damaged_checkpoint)?;
            let hosts = (*hosts > 0).then_some(u32::try_from(*hosts).map_err(|_| damaged_checkpoint())?);
            let objectives = match kind {
                KeptKind::Front => &self.objectives[..],
                KeptKind::Near => self.objectives.get(..1).unwrap_or_default(),
                KeptKind::Listed => &[],
                KeptKind::Family => &self.objectives[..],
            };
            let mut kept = self.restored_candidate(base, hosts, objectives).ok_or_else(damaged_checkpoint)?;
            kept.ties = *ties;
            match kind {
                KeptKind::Front => {
                    let size = u32::try_from(*key).map_err(|_| damaged_checkpoint())?;
                    tally.fronts.entry(size).or_insert_with(|| Front::new(objectives)).add(kept);
                }
                KeptKind::Near => {
                    let outside = [Outside::OnePortMore, Outside::Smaller, Outside::Larger]
                        .into_iter()
                        .find(|one| *one as u64 == *key)
                        .ok_or_else(damaged_checkpoint)?;
                    tally.near.entry(outside).or_insert_with(|| Front::new(objectives)).add(kept);
                }
                KeptKind::Listed => tally.listed.push(kept),
                KeptKind::Family => {
                    let group = usize::try_from(*key).map_err(|_| damaged_checkpoint())?;
                    tally.families.entry(group).or_default().add(self.family_objectives(), kept);
                }
            }
        }
        Ok(tally)
    }
}

/// The text of a checkpoint, parsed.
pub(super) struct Checkpoint {
    /// Number of bases that are done.
    pub done: usize,
    looked: u64,
    met: u64,
    unknown: u64,
    /// Key (size or reason), number of the base, hosts, ties.
    entries: Vec<(KeptKind, [u64; 4])>,
}

/// The category of a kept candidate.
#[derive(Clone, Copy)]
enum KeptKind {
    Front,
    Near,
    Listed,
    Family,
}

impl KeptKind {
    fn kind_word(self) -> &'static str {
        match self {
            KeptKind::Front => "front",
            KeptKind::Near => "near",
            KeptKind::Listed => "listed",
            KeptKind::Family => "family",
        }
    }
}

fn parse_numbers(words: &[&str]) -> Option<Vec<u64>> {
    words.iter().map(|word| word.parse().ok()).collect()
}

fn foreign_checkpoint(why: &str) -> Unfinished {
    Unfinished::Foreign(why.to_owned())
}

fn damaged_checkpoint() -> Unfinished {
    foreign_checkpoint("the checkpoint is damaged")
}
