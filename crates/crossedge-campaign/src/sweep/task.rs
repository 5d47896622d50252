//! The header of every task, and parsing of a task from its canonical text.

use super::kind::{TASK_FORMAT, Task, no_task};
use super::kinds::TASK_KINDS;
use crate::task_file::TaskEntry;
use serde::Deserialize;

/// The task in a line of a task file.
pub fn read_task(entry: &TaskEntry) -> Result<Box<dyn Task>, String> {
    #[derive(Deserialize)]
    struct Any {
        crossedge_task: u32,
        version: String,
        kind: String,
    }
    let any: Any = serde_json::from_str(&entry.text).map_err(no_task)?;
    let here = env!("CARGO_PKG_VERSION");
    if any.crossedge_task != TASK_FORMAT || any.version != here {
        let planned = format!("was planned by version {}, and this is version {here}", any.version);
        return Err(format!("{planned}\nhelp: make the plan again; results of one version stay together"));
    }
    let kind = TASK_KINDS.iter().find(|kind| kind.name() == any.kind);
    let task = kind.ok_or_else(|| format!("is of an unknown kind '{}'", any.kind))?.read(&entry.text)?;
    match task.text() == entry.text {
        true => Ok(task),
        false => Err("is not in canonical form".to_owned()),
    }
}
