//! Runs the tasks that the journal does not hold, in parallel.

use crate::error::Error;
use crate::journal::{Journal, Record, Records, TaskId};
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
    let texts: Vec<(TaskId, String)> = (tasks.iter())
        .map(|task| {
            let text = canonical(task);
            (TaskId::of(&text), text)
        })
        .collect();
    let resumed = texts.iter().filter(|(id, _)| finished.contains_key(id)).count() as u64;
    watch.advance(resumed);
    let new = Mutex::new(Vec::new());
    (tasks.par_iter().zip(&texts)).filter(|(_, (id, _))| !finished.contains_key(id)).try_for_each(
        |(task, (id, text))| {
            if watch.stopped() {
                return Err(Error::Stopped);
            }
            let record = Record { task: text.clone(), result: work(task) };
            if let Some(journal) = journal {
                journal.append(*id, &record)?;
            }
            new.lock().unwrap_or_else(PoisonError::into_inner).push((*id, record));
            watch.advance(1);
            Ok(())
        },
    )?;
    finished.extend(new.into_inner().unwrap_or_else(PoisonError::into_inner));
    let value = |(id, _): &(TaskId, String)| finished.get(id).map(|record| record.result.clone());
    let values = texts.iter().map(value).collect::<Option<Vec<Value>>>().ok_or(Error::Stopped)?;
    let mut ids: Vec<TaskId> = texts.iter().map(|(id, _)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut digest = blake3::Hasher::new();
    for id in &ids {
        // A record that another campaign left in the journal does not count.
        if let Some(record) = finished.get(id) {
            digest.update(format!("{id} {}\n", record.result).as_bytes());
        }
    }
    Ok(Results { values, digest: digest.finalize().to_hex().to_string(), resumed })
}
