//! The progress of a campaign.

use crate::records::Held;
use crate::task_file::{Shard, TaskFile};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

/// The progress of a campaign.
#[derive(Debug, Clone)]
pub struct Status {
    /// The digest of the task file.
    pub plan: String,
    /// All tasks.
    pub all: Count,
    /// The shards, where there are any.
    pub shards: Vec<Count>,
    /// Number of journals.
    pub journals: usize,
    /// Tasks with results that differ.
    pub contradictions: usize,
}

/// Tasks counted.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Count {
    /// All.
    pub tasks: u64,
    /// With a result.
    pub done: u64,
    /// Without, and the last run of it failed.
    pub failed: u64,
    /// Without, and nothing is known.
    pub missing: u64,
}

/// Counts.
pub(crate) fn status(file: &TaskFile, held: &Held, journals: &[PathBuf], asked: Option<u32>) -> Status {
    let of = asked.or_else(|| shard_count(journals)).filter(|of| *of as usize <= file.entries.len());
    let part = |of: u32| (1..=of).map(|number| count_tasks(file, held, Some(Shard { number, of }))).collect();
    Status {
        plan: file.digest.clone(),
        all: count_tasks(file, held, None),
        shards: of.map(part).unwrap_or_default(),
        journals: journals.len(),
        contradictions: held.contradictions.len(),
    }
}

/// The tasks of a shard, or all.
fn count_tasks(file: &TaskFile, held: &Held, shard: Option<Shard>) -> Count {
    let mut count = Count::default();
    for (place, entry) in file.entries.iter().enumerate() {
        if shard.is_none_or(|shard| shard.holds(place)) {
            count.tasks += 1;
            count.done += u64::from(held.results.contains_key(&entry.id));
            count.failed += u64::from(held.failures.contains_key(&entry.id));
        }
    }
    count.missing = count.tasks - count.done - count.failed;
    count
}

/// Number of shards, by the names of the journals; the most if there were several divisions.
fn shard_count(journals: &[PathBuf]) -> Option<u32> {
    let of = |path: &PathBuf| {
        let name = path.file_stem()?.to_str()?.strip_prefix("shard-")?;
        name.split_once("-of-")?.1.split('.').next()?.parse().ok()
    };
    journals.iter().filter_map(of).max()
}
