//! A task: all that its result depends on, as one line of JSON with its keys in a fixed order.

use super::fault::FaultTask;
use super::simulate::{self, SimulateTask};
use crossedge::progress::Progress;
use crossedge_campaign::{Cut, Entry};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the format of tasks.
const FORMAT: u32 = 1;

/// What every task begins with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the format.
    pub crossedge_task: u32,
    /// The version of the program, for another may find something else.
    pub version: String,
    /// The kind of task.
    pub kind: String,
}

impl Head {
    /// The head of a task of this kind.
    pub fn of(kind: &str) -> Head {
        Head { crossedge_task: FORMAT, version: env!("CARGO_PKG_VERSION").to_owned(), kind: kind.to_owned() }
    }
}

/// A task.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    /// What survives random faults.
    Fault(FaultTask),
    /// Packets under load.
    Simulate(SimulateTask),
}

impl Task {
    /// The canonical text.
    pub fn text(&self) -> String {
        let text = match self {
            Task::Fault(task) => serde_json::to_string(task),
            Task::Simulate(task) => serde_json::to_string(task),
        };
        text.expect("a struct of texts and numbers is JSON")
    }

    /// Reads the canonical text of a task; an error says what the line is.
    pub fn read(entry: &Entry) -> Result<Task, String> {
        #[derive(Deserialize)]
        struct Any {
            crossedge_task: u32,
            version: String,
            kind: String,
        }
        let tell = |error: serde_json::Error| format!("is no task of this program: {error}");
        let any: Any = serde_json::from_str(&entry.text).map_err(tell)?;
        let here = env!("CARGO_PKG_VERSION");
        if any.crossedge_task != FORMAT || any.version != here {
            let planned = format!("was planned by version {}, and this is version {here}", any.version);
            return Err(format!(
                "{planned}\nhelp: make the plan again; results of one version stay together"
            ));
        }
        let task = match any.kind.as_str() {
            "fault" => Task::Fault(serde_json::from_str(&entry.text).map_err(tell)?),
            "simulate" if simulate::ABSENT.is_some() => {
                let why = simulate::ABSENT.unwrap_or_default();
                return Err(format!("is a simulation, and {why}\nhelp: {}", simulate::HELP));
            }
            "simulate" => Task::Simulate(serde_json::from_str(&entry.text).map_err(tell)?),
            other => return Err(format!("is of an unknown kind '{other}'")),
        };
        match task.text() == entry.text {
            true => Ok(task),
            false => Err("is not in canonical form".to_owned()),
        }
    }

    /// One line for people.
    pub fn about(&self) -> String {
        match self {
            Task::Fault(task) => task.about(),
            Task::Simulate(task) => task.about(),
        }
    }

    /// The network.
    pub fn expression(&self) -> &str {
        match self {
            Task::Fault(task) => &task.expression,
            Task::Simulate(task) => task.expression(),
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        match self {
            Task::Fault(task) => task.seed,
            Task::Simulate(task) => task.seed(),
        }
    }

    /// The kind, as a word.
    pub fn kind(&self) -> &'static str {
        match self {
            Task::Fault(_) => "fault",
            Task::Simulate(_) => "simulate",
        }
    }

    /// Does the work. The result depends on nothing but the text.
    pub fn work(&self, watch: &dyn Progress) -> Result<Value, Cut> {
        match self {
            Task::Fault(task) => task.work(watch),
            Task::Simulate(task) => task.work(watch),
        }
    }
}
