//! The plan: a TOML file that says which tasks a campaign has. Strict: an unknown key is an error, and every mistake has a place.
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

use super::fault;
use super::reader::{Keys, Value, count, found, inside, text};
use super::simulate;
use super::task::Task;
use super::units::{Decimal, series};
use crate::failure::Failure;
use crate::source::Source;
use crossedge::expr::Error;
use crossedge::net::Structure;
use crossedge_campaign::Entry;
use std::collections::BTreeSet;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// The version of the format that this program reads.
pub const VERSION: u64 = 1;

/// More tasks than this are refused.
pub const MAX_TASKS: usize = 1_000_000;

/// Seeds above this are refused: programs that read JSON numbers as doubles would change them.
const MAX_SEED: u64 = 1 << 53;

/// The tasks of a plan.
#[derive(Debug)]
pub struct Plan {
    /// The tasks, none twice, in the order of the plan.
    pub tasks: Vec<Task>,
    /// Their lines.
    pub entries: Vec<Entry>,
    /// How many tasks the plan names a second time.
    pub repeated: u64,
}

impl Plan {
    /// Reads a plan.
    pub fn read(file: &str) -> Result<Plan, Error> {
        let parsed = DeTable::parse(file).map_err(|error| {
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            Error::usage(message, error.span().unwrap_or(0..0))
        })?;
        // A place of the whole file is its first line.
        let top = 0..file.find('\n').unwrap_or(file.len());
        let keys =
            Keys::new("a plan", parsed.get_ref(), top.clone(), &["crossedge_sweep", "fault", "simulate"])?;
        let version = keys.need("crossedge_sweep", "1")?;
        if version.get_ref().as_integer().is_none_or(|n| n.as_str() != "1") {
            let message = format!("this program reads plans of version {VERSION}");
            return Err(Error::usage(message, version.span()).help("write crossedge_sweep = 1"));
        }
        let mut plan = Plan { tasks: Vec::new(), entries: Vec::new(), repeated: 0 };
        let mut met = BTreeSet::new();
        for name in ["fault", "simulate"] {
            for block in blocks(&keys, name)? {
                let tasks = match name {
                    "fault" => fault::expand(file, block)?,
                    _ => simulate::expand(file, block)?,
                };
                for task in tasks {
                    let entry = Entry::of(task.text());
                    if !met.insert(entry.id) {
                        plan.repeated += 1;
                        continue;
                    }
                    plan.tasks.push(task);
                    plan.entries.push(entry);
                }
                room(plan.tasks.len(), block)?;
            }
        }
        match plan.tasks.is_empty() {
            true => {
                Err(Error::usage("the plan has no tasks", top)
                    .help("write a table [[fault]] or [[simulate]]"))
            }
            false => Ok(plan),
        }
    }
}

/// The tables of one kind.
fn blocks<'t>(keys: &Keys<'t>, name: &str) -> Result<Vec<&'t Value<'t>>, Error> {
    let Some(value) = keys.get(name) else {
        return Ok(Vec::new());
    };
    let wrong = |value: &Value<'_>| {
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

/// Refuses too many tasks.
pub fn room(tasks: usize, block: &Value<'_>) -> Result<(), Error> {
    if tasks <= MAX_TASKS {
        return Ok(());
    }
    let message = format!("a plan has at most {MAX_TASKS} tasks");
    Err(Error::limit(message, block.span()).help("make several plans; a task may have many trials"))
}

/// A network of a plan.
pub struct Network<'t> {
    /// Where it stands.
    pub value: &'t Value<'t>,
    /// What it says.
    pub source: Source,
    /// The network.
    pub net: Arc<dyn Structure>,
}

/// The networks of a table. A mistake in an expression is shown in the file.
pub fn networks<'t>(file: &str, keys: &Keys<'t>) -> Result<Vec<Network<'t>>, Error> {
    let example = "[\"rdn(ring(3), 2)\", \"torus(24, 27)\"]";
    let mut networks = Vec::new();
    for value in keys.list("networks", example)? {
        let tell = |failure: Failure| match failure {
            Failure::Source(mut error, _) => {
                error.span = inside(file, value, error.span);
                error
            }
            _ => Error::usage("the expression cannot be read", value.span()),
        };
        let source = Source::of(text(value, example)?).map_err(tell)?;
        let net = source.network().map_err(tell)?;
        networks.push(Network { value, source, net });
    }
    Ok(networks)
}

/// The values of a key with their units and places.
pub fn amounts<'t>(
    keys: &Keys<'t>,
    key: &str,
    example: &str,
) -> Result<Vec<(Decimal, String, &'t Value<'t>)>, Error> {
    let mut all = Vec::new();
    for value in keys.list(key, example)? {
        let given = value.get_ref().as_str().ok_or_else(|| {
            let message = format!("'{key}' needs values with their unit, found {}", found(value));
            Error::usage(message, value.span()).help(format!("as in: {key} = {example}"))
        })?;
        let (values, unit) = series(given).map_err(|(message, help)| {
            let error = Error::usage(message, value.span());
            if help.is_empty() { error } else { error.help(help) }
        })?;
        all.extend(values.into_iter().map(|number| (number, unit.clone(), value)));
    }
    Ok(all)
}

/// One whole number with its unit; the default when the key is absent.
pub fn amount(
    keys: &Keys<'_>,
    key: &str,
    unit: &str,
    default: u64,
    range: std::ops::RangeInclusive<u64>,
) -> Result<u64, Error> {
    let Some(value) = keys.get(key) else {
        return Ok(default);
    };
    let read = || {
        let (values, found) = series(value.get_ref().as_str()?).ok()?;
        let number = values.first().filter(|_| values.len() == 1 && found == unit)?.whole()?;
        range.contains(&number).then_some(number)
    };
    read().ok_or_else(|| {
        let what = format!("'{key}' is a whole number of {unit} from {} to {}", range.start(), range.end());
        let error = Error::usage(format!("{what}, found {}", found(value)), value.span());
        error.help(format!("as in: {key} = \"{default} {unit}\""))
    })
}

/// The seeds of a table: whole numbers, or series such as `"1 to 20"`; 0 when there are none.
pub fn seeds(keys: &Keys<'_>) -> Result<Vec<u64>, Error> {
    if keys.get("seeds").is_none() {
        return Ok(vec![0]);
    }
    let mut all = Vec::new();
    for value in keys.list("seeds", "\"1 to 20\"")? {
        if value.get_ref().as_str().is_none() {
            all.push(count(value, &(0..=MAX_SEED))?);
            continue;
        }
        let wrong = |message: String| Error::usage(message, value.span()).help("as in: seeds = \"1 to 20\"");
        let (values, unit) = series(text(value, "")?).map_err(|(message, _)| wrong(message))?;
        if !unit.is_empty() {
            return Err(wrong(format!("a seed has no unit, found '{unit}'")));
        }
        for number in values {
            let seed = number.whole().filter(|seed| *seed <= MAX_SEED);
            all.push(seed.ok_or_else(|| wrong(format!("a seed is a whole number, found {number}")))?);
        }
    }
    Ok(all)
}
