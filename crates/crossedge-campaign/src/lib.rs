//! Campaigns: many small tasks, in parallel, whose results survive a process that is killed at any moment.
//!
//! A task has a canonical text, and its id is the BLAKE3 digest of that text. The [`Journal`] holds the result of every finished task,
//! one line each, appended and synced to the disk before the task counts as done. [`run()`] skips what the journal holds, so that
//! restarting resumes where the last run was interrupted, and the results do not depend on how often that happened.
//!
//! A campaign of many processes has a [`TaskFile`], which any engine can hand out line by line or by [`Shard`], and a [`Folder`] with a
//! journal for each process. The results are merged into a [`ResultTable`], identical to the byte however the work was distributed. A
//! [`Campaign`] is such a file with its folder; a [`Plan`] lists its tasks, of any [kind](sweep::kinds).
//!
//! ```no_run
//! use crossedge::progress::Silent;
//! use crossedge_campaign::{Journal, run};
//! use serde_json::json;
//!
//! let (journal, finished) = Journal::open("squares.journal".as_ref())?;
//! let tasks: Vec<u64> = (0..100).collect();
//! let text = |n: &u64| format!("square of {n}");
//! let results = run(&tasks, text, |n| json!(n * n), Some(&journal), finished, &Silent);
//! # Ok::<(), crossedge_campaign::Error>(())
//! ```

pub mod atlas;
mod checkpoint;
mod error;
mod file;
mod folder;
mod interval;
mod journal;
mod read;
mod record;
mod records;
mod run;
mod survival;
pub mod sweep;
mod table;
mod task_file;
mod words;

pub use checkpoint::Checkpoint;
pub use error::Error;
pub use file::{NewFile, may_write, remove_temporary_files, write_whole};
pub use folder::Folder;
pub use interval::wilson_interval;
pub use journal::Journal;
pub use read::{graph_file, read_bounded, read_limited, read_start, text_bounded};
pub use record::{MAX_JOURNAL, TaskId};
pub use records::{Contradiction, Held, Records};
pub use run::{Done, NoResult, Results, run, run_rest};
pub use survival::{
    Dead, DiameterAnswer, Dying, FAULT_SCHEMA, FaultAnswer, Fraction, StretchAnswer, Survival,
    SurvivalAnswer, SurvivalPoint, SurvivalRequest,
};
pub use sweep::{Campaign, Plan, Task};
pub use table::{Cells, Column, ResultTable};
pub use task_file::{Shard, TaskEntry, TaskFile};
pub use words::plural;
