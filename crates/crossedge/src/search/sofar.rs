//! What a search has found so far, as text: a search that was stopped goes on from it.
//!
//! The bases of a search are numbered, and always in the same order; so it is enough to know how many of them are done, and which of them, with how many hosts,
//! are on the front. Figures are found again.

use super::front::{Front, Kept};
use super::keeper::Unfinished;
use super::run::{Outside, Search, Tally};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

const HEAD: &str = "crossedge search 1";

impl Search {
    /// What is searched for, in a line: a state belongs to no other search.
    fn line(&self) -> String {
        let Search { limits, block, condition, objectives, by_size, all } = self;
        let base = limits.base.as_ref().map(|base| base.recipe.to_string());
        let names: Vec<&str> = objectives.iter().map(|objective| objective.name()).collect();
        format!(
            "{:?} of {} endpoints {}..{} ports {} direct {} families {:?} base {base:?} block {block:?} where {condition:?} by_size {by_size} all {all}",
            names,
            env!("CARGO_PKG_VERSION"),
            limits.least,
            limits.most,
            limits.ports,
            limits.direct,
            limits.families,
        )
    }

    /// How far it is, as text.
    pub(super) fn write(&self, tally: &Tally, done: usize, all: &[Arc<super::Base>]) -> String {
        let at: HashMap<*const super::Base, usize> =
            all.iter().enumerate().map(|(i, base)| (Arc::as_ptr(base), i)).collect();
        let mut out = format!("{HEAD}\n{}\n", self.line());
        let (bases, Tally { looked, met, unknown, .. }) = (all.len(), tally);
        let _ = writeln!(out, "bases {bases} done {done} looked {looked} met {met} unknown {unknown}");
        let mut each = |word: &str, key: u32, kept: &Kept| {
            let hosts = kept.hosts.unwrap_or(0);
            if let Some(base) = at.get(&Arc::as_ptr(&kept.base)) {
                let _ = writeln!(out, "{word} {key} {base} {hosts} {}", kept.ties);
            }
        };
        for (size, front) in &tally.fronts {
            front.kept().iter().for_each(|kept| each("front", *size, kept));
        }
        for (outside, front) in &tally.near {
            front.kept().iter().for_each(|kept| each("near", *outside as u32, kept));
        }
        tally.listed.iter().for_each(|kept| each("listed", 0, kept));
        out.push_str("end\n");
        out
    }

    /// Goes on from a text: what was found, and how many bases are done.
    pub(super) fn resume(&self, text: &str, all: &[Arc<super::Base>]) -> Result<(Tally, usize), Unfinished> {
        let foreign = |why: &str| Unfinished::Foreign(why.to_owned());
        let damaged = || foreign("what was kept of the search is damaged");
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(foreign("what was kept is not of a search of this version"));
        }
        if lines.next() != Some(self.line().as_str()) {
            return Err(foreign("what was kept is of another search"));
        }
        let words: Vec<&str> = lines.next().ok_or_else(damaged)?.split(' ').collect();
        let numbers =
            |words: &[&str]| words.iter().map(|word| word.parse::<u64>().ok()).collect::<Option<Vec<_>>>();
        let ["bases", bases, "done", done, "looked", looked, "met", met, "unknown", unknown] = words[..]
        else {
            return Err(damaged());
        };
        let head = numbers(&[bases, done, looked, met, unknown]).ok_or_else(damaged)?;
        if head[0] != all.len() as u64 || head[1] > head[0] {
            return Err(damaged());
        }
        let mut tally = Tally { looked: head[2], met: head[3], unknown: head[4], ..Tally::default() };
        let mut ended = false;
        for line in lines {
            if line == "end" {
                ended = true;
                continue;
            }
            let (word, rest) = line.split_once(' ').ok_or_else(damaged)?;
            let rest = numbers(&rest.split(' ').collect::<Vec<_>>())
                .filter(|rest| rest.len() == 4)
                .ok_or_else(damaged)?;
            let base = all.get(rest[1] as usize).ok_or_else(damaged)?;
            let hosts = (rest[2] > 0).then_some(u32::try_from(rest[2]).map_err(|_| damaged())?);
            let objectives = match word {
                "front" => &self.objectives[..],
                "near" => self.objectives.get(..1).unwrap_or_default(),
                "listed" => &[],
                _ => return Err(damaged()),
            };
            let mut kept = self.again(base, hosts, objectives).ok_or_else(damaged)?;
            kept.ties = rest[3];
            let fronts = |fronts: &mut Front, kept| fronts.add(kept);
            match word {
                "front" => {
                    let size = u32::try_from(rest[0]).map_err(|_| damaged())?;
                    fronts(tally.fronts.entry(size).or_insert_with(|| Front::new(objectives)), kept);
                }
                "near" => {
                    let outside = [Outside::OnePortMore, Outside::Smaller, Outside::Larger]
                        .into_iter()
                        .find(|one| *one as u64 == rest[0])
                        .ok_or_else(damaged)?;
                    fronts(tally.near.entry(outside).or_insert_with(|| Front::new(objectives)), kept);
                }
                _ => tally.listed.push(kept),
            }
        }
        if ended { Ok((tally, head[1] as usize)) } else { Err(damaged()) }
    }
}
