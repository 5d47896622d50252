//! Campaigns: many small tasks, in parallel, whose results survive a process that is killed at any moment.
//!
//! A task has a canonical text, and its id is the BLAKE3 digest of that text. The [`Journal`] holds the result of every finished task,
//! one line each, appended and synced to the disk before the task counts as done. [`run()`] skips what the journal holds, so that
//! starting again goes on where the last run was cut off, and the results do not depend on how often that happened.
//!
//! A campaign of many processes has a [`TaskFile`], which any engine can hand out line by line or by [`Shard`], and a [`Folder`] with a
//! journal for each process. What they found is put together in a [`Table`], the same to the byte however the work was shared out.
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

mod error;
mod file;
mod folder;
mod held;
mod interval;
mod journal;
mod read;
mod run;
mod table;
mod tasks;

pub use error::Error;
pub use file::{NewFile, abandon, may_write, write_whole};
pub use folder::Folder;
pub use held::{Contradiction, Held};
pub use interval::wilson;
pub use journal::{Journal, MAX_JOURNAL, Records, TaskId};
pub use read::{bounded, read_bounded, read_start, text_bounded};
pub use run::{Cut, Done, Results, run, run_rest};
pub use table::{Cells, Column, Table};
pub use tasks::{Entry, Shard, TaskFile};
