//! The plan: a TOML file with the tasks of a campaign. Strict: an unknown key is an error, and every error has a position.
//!
//! ```toml
//! crossedge_sweep = 1
//!
//! [[fault]]
//! networks = ["rdn(ring(3), 2)", "torus(24, 27)"]
//! dead = ["1 nodes", "0 to 20 by 5 % of nodes"]
//! trials = 100
//! seeds = "1 to 10"
//! ```

use super::kind::Task;
use super::kinds::TASK_KINDS;
use super::reader::{Keys, SpannedValue};
use super::values::check_task_count;
use crate::task_file::TaskEntry;
use crossedge::expr::Error;
use std::collections::BTreeSet;
use toml::de::{DeTable, DeValue};

/// The version of the format that this program reads.
const VERSION: u64 = 1;

/// The tasks of a plan.
#[derive(Debug)]
pub struct Plan {
    /// The tasks, none twice, in the order of the plan.
    pub tasks: Vec<Box<dyn Task>>,
    /// Their lines.
    pub entries: Vec<TaskEntry>,
    /// Number of tasks the plan names a second time.
    pub repeated: u64,
}

impl Plan {
    /// Reads a plan.
    pub fn read(file: &str) -> Result<Plan, Error> {
        let parsed = DeTable::parse(file).map_err(|error| {
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            Error::usage(message, error.span().unwrap_or(0..0))
        })?;
        // A place of the entire file is its first line.
        let top = 0..file.find('\n').unwrap_or(file.len());
        let names: Vec<&str> = TASK_KINDS.iter().map(|kind| kind.name()).collect();
        let known: Vec<&str> = std::iter::once("crossedge_sweep").chain(names.iter().copied()).collect();
        let keys = Keys::new("a plan", parsed.get_ref(), top.clone(), &known)?;
        let version = keys.require("crossedge_sweep", "1")?;
        if version.get_ref().as_integer().is_none_or(|n| n.as_str() != "1") {
            let message = format!("this program reads plans of version {VERSION}");
            return Err(Error::usage(message, version.span()).help("write crossedge_sweep = 1"));
        }
        let mut plan = Plan { tasks: Vec::new(), entries: Vec::new(), repeated: 0 };
        let mut met = BTreeSet::new();
        for kind in TASK_KINDS {
            for block in tables_named(&keys, kind.name())? {
                for task in kind.expand(file, block)? {
                    let entry = TaskEntry::from_text(task.text());
                    if !met.insert(entry.id) {
                        plan.repeated += 1;
                        continue;
                    }
                    plan.tasks.push(task);
                    plan.entries.push(entry);
                }
                check_task_count(plan.tasks.len(), block)?;
            }
        }
        match plan.tasks.is_empty() {
            true => {
                let tables: Vec<String> = names.iter().map(|name| format!("[[{name}]]")).collect();
                let help = format!("write a table {}", tables.join(" or "));
                Err(Error::usage("the plan has no tasks", top).help(help))
            }
            false => Ok(plan),
        }
    }
}

/// The tables of one kind.
fn tables_named<'t>(keys: &Keys<'t>, name: &str) -> Result<Vec<&'t SpannedValue<'t>>, Error> {
    let Some(value) = keys.get(name) else {
        return Ok(Vec::new());
    };
    let wrong = |value: &SpannedValue<'_>| {
        let message = format!("'{name}' is a list of tables");
        Error::usage(message, value.span()).help(format!("write [[{name}]]"))
    };
    let list = value.get_ref().as_array().ok_or_else(|| wrong(value))?;
    for item in list.iter() {
        if !matches!(item.get_ref(), DeValue::Table(_)) {
            return Err(wrong(item));
        }
    }
    Ok(list.iter().collect())
}
