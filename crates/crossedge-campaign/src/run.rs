//! Runs the tasks that the journal does not hold, in parallel.

use crate::error::Error;
use crate::journal::{Journal, Records, TaskId};
use crossedge::watch::Watch;
use rayon::prelude::*;
use serde_json::Value;
use std::sync::{Mutex, PoisonError};

/// The results of all tasks of a campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// The results in the order of the tasks.
    pub values: Vec<Value>,
    /// The BLAKE3 digest of all records sorted by id: two campaigns with the same digest found the same.
    pub digest: String,
    /// How many tasks were taken from the journal.
    pub resumed: u64,
}

/// Runs the tasks and gives their results, which depend on nothing but the tasks.
///
/// `canonical` is the text that names a task: whatever changes the result stands in it. `finished` is what [`Journal::open`] gave.
/// Without a journal nothing is kept. When `watch` asks to stop, tasks under way are finished and kept.
pub fn run<T: Sync>(
    tasks: &[T],
    canonical: impl Fn(&T) -> String + Sync,
    work: impl Fn(&T) -> Value + Sync,
    journal: Option<&Journal>,
    mut finished: Records,
    watch: &dyn Watch,
) -> Result<Results, Error> {
    watch.stage("tasks", tasks.len() as u64);
    // The ids are kept and the texts made again, for these are ten times as long.
    let ids: Vec<TaskId> = tasks.par_iter().map(|task| TaskId::of(&canonical(task))).collect();
    let resumed = ids.iter().filter(|id| finished.contains_key(id)).count() as u64;
    watch.advance(resumed);
    let new = Mutex::new(Vec::new());
    (tasks.par_iter().zip(&ids)).filter(|(_, id)| !finished.contains_key(id)).try_for_each(
        |(task, id)| {
            if watch.stopped() {
                return Err(Error::Stopped);
            }
            let result = work(task);
            if let Some(journal) = journal {
                journal.append(&canonical(task), &result)?;
            }
            new.lock().unwrap_or_else(PoisonError::into_inner).push((*id, result));
            watch.advance(1);
            Ok(())
        },
    )?;
    finished.extend(new.into_inner().unwrap_or_else(PoisonError::into_inner));
    let values = ids.iter().map(|id| finished.get(id).cloned()).collect::<Option<Vec<Value>>>();
    let values = values.ok_or(Error::Stopped)?;
    let mut ids = ids;
    ids.sort_unstable();
    ids.dedup();
    let mut digest = blake3::Hasher::new();
    for id in &ids {
        // A record that another campaign left in the journal does not count.
        if let Some(result) = finished.get(id) {
            digest.update(format!("{id} {result}\n").as_bytes());
        }
    }
    Ok(Results { values, digest: digest.finalize().to_hex().to_string(), resumed })
}
