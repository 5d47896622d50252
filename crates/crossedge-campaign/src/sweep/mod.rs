//! Sweeps: a plan becomes a task file, any engine runs the tasks, and the results become one table.
//!
//! The task file is the interface to all engines: a process on this machine, the shards of a Slurm array and the workers of HyperQueue
//! treat each of its lines in the same way, and may run it twice. A result is in a journal before its task counts as done.
//!
//! ```
//! use crossedge_campaign::Plan;
//!
//! let plan = Plan::read("crossedge_sweep = 1\n[[fault]]\nnetworks = \"rdn(ring(3), 2)\"\ndead = \"1 to 3 nodes\"\n")?;
//! assert_eq!(plan.tasks.len(), 3);
//! assert_eq!(plan.tasks[0].about(), "fault rdn(ring(3), 2), 1 dead node, 100 trials, seed 0");
//! # Ok::<(), crossedge::expr::Error>(())
//! ```

#[cfg(not(feature = "simulate"))]
mod absent;
mod answer;
mod campaign;
mod fault;
mod figures;
mod kind;
mod kinds;
mod merge;
mod plan;
mod reader;
mod record;
mod rows;
#[cfg(feature = "simulate")]
mod simulate;
mod status;
mod submit;
mod sum;
mod task;
mod units;
mod values;

pub use answer::{FailedAnswer, MergeAnswer, PlanAnswer, RunAnswer, SCHEMAS, StatusAnswer};
pub use campaign::{Campaign, FailedTask, Ran, RemainingTasks};
pub use kind::Task;
pub use kinds::kinds;
pub use merge::Merged;
pub use plan::Plan;
pub use record::record_tasks;
pub use status::{Count, Status};
pub use submit::{SLURM_SHARDS, Submit, shell_command};
pub use sum::{GENERATOR, TrialSums, fingerprint, ratio};
pub use units::{Decimal, parse_series};
