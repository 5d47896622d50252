//! Runs the tasks that the journal does not hold, in parallel.

use crate::error::Error;
use crate::journal::Journal;
use crate::record::TaskId;
use crate::records::Records;
use crossedge::progress::Progress;
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
    /// Number of tasks that were taken from the journal.
    pub resumed: u64,
}

/// Why a task gave no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoResult {
    /// The work was asked to stop; nothing is kept.
    Stopped,
    /// It failed, and this is why.
    Failed(String),
}

/// Results of a run.
#[derive(Debug, Default)]
pub struct Done {
    /// The results of the tasks that had none before.
    pub new: Records,
    /// The tasks that failed, and why.
    pub failed: Vec<(TaskId, String)>,
    /// Number of tasks that had a result already.
    pub resumed: u64,
}

/// Runs the tasks and gives their results, which depend on nothing but the tasks.
///
/// `canonical` is the text that names a task: it contains everything that changes the result. `finished` comes from [`Journal::open`].
/// Without a journal nothing is kept. When `watch` asks to stop, tasks under way are finished and kept.
pub fn run<T: Sync>(
    tasks: &[T],
    canonical: impl Fn(&T) -> String + Sync,
    work: impl Fn(&T) -> Value + Sync,
    journal: Option<&Journal>,
    mut finished: Records,
    watch: &dyn Progress,
) -> Result<Results, Error> {
    let done = run_rest(tasks, &canonical, |task| Ok(work(task)), journal, &finished, watch)?;
    finished.extend(done.new);
    let mut ids: Vec<TaskId> = tasks.par_iter().map(|task| TaskId::from_text(&canonical(task))).collect();
    let values = ids.iter().map(|id| finished.get(id).cloned()).collect::<Option<Vec<Value>>>();
    let values = values.ok_or(Error::Stopped)?;
    ids.sort_unstable();
    ids.dedup();
    let mut digest = blake3::Hasher::new();
    for id in &ids {
        // A record that another campaign left in the journal does not count.
        if let Some(result) = finished.get(id) {
            digest.update(format!("{id} {result}\n").as_bytes());
        }
    }
    Ok(Results { values, digest: digest.finalize().to_hex().to_string(), resumed: done.resumed })
}

/// Runs the tasks that have no result in `finished`. A task that fails is recorded as failed, and the others continue.
pub fn run_rest<T: Sync>(
    tasks: &[T],
    canonical: impl Fn(&T) -> String + Sync,
    work: impl Fn(&T) -> Result<Value, NoResult> + Sync,
    journal: Option<&Journal>,
    finished: &Records,
    watch: &dyn Progress,
) -> Result<Done, Error> {
    watch.stage("tasks", tasks.len() as u64);
    // The ids are kept and the texts made again, for these are ten times as long.
    let ids: Vec<TaskId> = tasks.par_iter().map(|task| TaskId::from_text(&canonical(task))).collect();
    let resumed = ids.iter().filter(|id| finished.contains_key(id)).count() as u64;
    watch.advance(resumed);
    let done = Mutex::new(Done { resumed, ..Done::default() });
    (tasks.par_iter().zip(&ids)).filter(|(_, id)| !finished.contains_key(id)).try_for_each(
        |(task, id)| {
            if watch.stopped() {
                return Err(Error::Stopped);
            }
            match work(task) {
                Ok(result) => {
                    if let Some(journal) = journal {
                        journal.append(&canonical(task), &result)?;
                    }
                    done.lock().unwrap_or_else(PoisonError::into_inner).new.insert(*id, result);
                }
                Err(NoResult::Stopped) => return Err(Error::Stopped),
                Err(NoResult::Failed(why)) => {
                    if let Some(journal) = journal {
                        journal.append_failure(&canonical(task), &why)?;
                    }
                    done.lock().unwrap_or_else(PoisonError::into_inner).failed.push((*id, why));
                }
            }
            watch.advance(1);
            Ok(())
        },
    )?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.failed.sort();
    Ok(done)
}
