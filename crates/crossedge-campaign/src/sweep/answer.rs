//! The answers of the verbs of a campaign, as data with a JSON schema.

use super::campaign::{FailedTask, Ran};
use super::kinds::kinds;
use super::merge::Merged;
use super::plan::Plan;
use super::status::{Count, Status};
use crate::atlas::AtlasAnswer;
use crate::record::TaskId;
use crate::task_file::TaskFile;
use crossedge::answers::{SchemaOf, schema};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The verbs, each with its schema.
pub const SCHEMAS: &[(&str, SchemaOf)] = &[
    (PlanAnswer::VERB, || schema::<PlanAnswer>(PlanAnswer::VERB)),
    (RunAnswer::VERB, || schema::<RunAnswer>(RunAnswer::VERB)),
    (StatusAnswer::VERB, || schema::<StatusAnswer>(StatusAnswer::VERB)),
    (MergeAnswer::VERB, || schema::<MergeAnswer>(MergeAnswer::VERB)),
    (AtlasAnswer::VERB, || schema::<AtlasAnswer>(AtlasAnswer::VERB)),
];

/// A plan that became a task file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PlanAnswer {
    /// The task file.
    pub file: PathBuf,
    /// Number of tasks; `fault_tasks`, `simulate_tasks`, `figures_tasks` and `record_tasks` have how many there are of each kind.
    pub tasks: usize,
    /// Number of tasks per kind, under `KIND_tasks`.
    #[serde(flatten)]
    pub kinds: BTreeMap<String, u64>,
    /// On how many networks.
    pub networks: usize,
    /// Tasks that the plan names a second time, which are left out.
    pub repeated: u64,
    /// The digest of the task file.
    pub digest: String,
}

impl PlanAnswer {
    /// The name.
    pub const VERB: &'static str = "sweep plan";

    /// The contents of a plan.
    pub fn new(plan: &Plan, file: PathBuf) -> Self {
        let count = |kind: &str| plan.tasks.iter().filter(|task| task.kind() == kind).count() as u64;
        PlanAnswer {
            file,
            tasks: plan.tasks.len(),
            kinds: kinds().map(|kind| (format!("{kind}_tasks"), count(kind))).collect(),
            networks: plan.tasks.iter().map(|task| task.expression()).collect::<BTreeSet<_>>().len(),
            repeated: plan.repeated,
            digest: TaskId::from_text(&TaskFile::print(&plan.entries)).to_string(),
        }
    }

    /// Number of tasks of each kind, without those of which there is none.
    pub fn counts(&self) -> impl Iterator<Item = (&str, u64)> {
        self.kinds
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(kind, count)| (kind.trim_end_matches("_tasks"), *count))
    }
}

/// A run of tasks.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RunAnswer {
    /// The task file.
    pub file: PathBuf,
    /// Number of tasks there were.
    pub tasks: u64,
    /// Number of tasks that got a result in this run.
    pub done_now: u64,
    /// Number of tasks that already had a result.
    pub done_before: u64,
    /// Records that were passed over because they are damaged.
    pub damaged: u64,
    /// Tasks that failed.
    pub failed: Vec<FailedAnswer>,
}

/// A task that failed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FailedAnswer {
    /// Its id.
    pub id: String,
    /// Why.
    pub why: String,
}

impl RunAnswer {
    /// The name.
    pub const VERB: &'static str = "sweep run";

    /// Results of a run.
    pub fn new(ran: &Ran, file: PathBuf, damaged: u64) -> Self {
        let failed =
            |failed: &FailedTask| FailedAnswer { id: failed.id.to_string(), why: failed.why.clone() };
        RunAnswer {
            file,
            tasks: ran.tasks,
            done_now: ran.done_now,
            done_before: ran.done_before,
            damaged,
            failed: ran.failed.iter().map(failed).collect(),
        }
    }
}

/// The progress of a campaign.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StatusAnswer {
    /// The task file.
    pub file: PathBuf,
    /// Its digest.
    pub plan: String,
    /// All tasks, counted.
    #[serde(flatten)]
    pub all: Count,
    /// Always null: a journal knows only what is finished.
    pub running: Option<u64>,
    /// Tasks with results that differ.
    pub contradictions: usize,
    /// Records that were passed over because they are damaged.
    pub damaged: u64,
    /// Number of journals.
    pub journals: usize,
    /// The shards, where there are any.
    pub shards: Vec<Count>,
}

impl StatusAnswer {
    /// The name.
    pub const VERB: &'static str = "sweep status";

    /// Counts from the verification.
    pub fn new(status: Status, file: PathBuf, damaged: u64) -> Self {
        let Status { plan, all, shards, journals, contradictions } = status;
        StatusAnswer { file, plan, all, running: None, contradictions, damaged, journals, shards }
    }
}

/// All results as one table.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MergeAnswer {
    /// Number of rows.
    pub rows: usize,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// Tasks without a result, which were left out.
    pub missing: u64,
    /// The metadata of the table: `crossedge.version`, `crossedge.table`, `crossedge.plan`, `crossedge.tasks`,
    /// `crossedge.missing`, `crossedge.seeds`, `crossedge.generator`, and with simulations `crossedge.engine`.
    pub provenance: Value,
    /// The files that were written.
    pub files: Vec<PathBuf>,
}

impl MergeAnswer {
    /// The name.
    pub const VERB: &'static str = "sweep merge";

    /// The merged table.
    pub fn new(merged: &Merged, files: Vec<PathBuf>) -> Self {
        let Merged { table, missing } = merged;
        MergeAnswer {
            rows: table.rows(),
            columns: table.columns.iter().map(|column| column.name.to_string()).collect(),
            missing: *missing,
            provenance: table.provenance_json(),
            files,
        }
    }
}
