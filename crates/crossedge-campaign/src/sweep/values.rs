//! The values that tables of several kinds have: networks, amounts with units, seeds.

use super::reader::{Keys, SpannedValue, count, span_inside, text, type_name};
use super::units::{Decimal, parse_series};
use crate::read::graph_file;
use crossedge::Topology;
use crossedge::expr::Error;
use crossedge::net::Structure;
use std::sync::Arc;

/// More tasks than this are refused.
const MAX_TASKS: usize = 1_000_000;

/// Seeds above this are refused: programs that read JSON numbers as doubles would change them.
const MAX_SEED: u64 = 1 << 53;

/// Refuses too many tasks.
pub fn check_task_count(tasks: usize, block: &SpannedValue<'_>) -> Result<(), Error> {
    if tasks <= MAX_TASKS {
        return Ok(());
    }
    let message = format!("a plan has at most {MAX_TASKS} tasks");
    Err(Error::limit(message, block.span()).help("make several plans; a task may have many trials"))
}

/// A network of a plan.
pub struct Network<'t> {
    /// Its position.
    pub value: &'t SpannedValue<'t>,
    /// The content.
    pub net: Topology,
    /// The network.
    pub network: Arc<dyn Structure>,
}

/// The networks of a table. A mistake in an expression is shown in the file.
pub fn parse_networks<'t>(file: &str, keys: &Keys<'t>) -> Result<Vec<Network<'t>>, Error> {
    let one = |(value, net): (&'t SpannedValue<'t>, Topology)| {
        let network = Arc::clone(net.network().map_err(|error| expression_error(file, value, error))?);
        Ok(Network { value, net, network })
    };
    parse_topologies(file, keys)?.into_iter().map(one).collect()
}

/// The networks of a table where their ids need not fit.
pub fn parse_topologies<'t>(
    file: &str,
    keys: &Keys<'t>,
) -> Result<Vec<(&'t SpannedValue<'t>, Topology)>, Error> {
    let example = "[\"rdn(ring(3), 2)\", \"torus(24, 27)\"]";
    let one = |value: &'t SpannedValue<'t>| {
        let net = Topology::builder().files(graph_file).parse(text(value, example)?);
        Ok((value, net.map_err(|error| expression_error(file, value, error))?))
    };
    keys.list("networks", example)?.into_iter().map(one).collect()
}

/// A mistake in an expression, shown in the file.
fn expression_error(file: &str, value: &SpannedValue<'_>, error: crossedge::Error) -> Error {
    match error.place() {
        Some(place) => {
            let span = span_inside(file, value, place.error.span.clone());
            Error { span, ..place.error.clone() }
        }
        None => Error::usage(error.to_string(), value.span()),
    }
}

/// The values of a key with their units and places.
pub fn parse_amounts<'t>(
    keys: &Keys<'t>,
    key: &str,
    example: &str,
) -> Result<Vec<(Decimal, String, &'t SpannedValue<'t>)>, Error> {
    let mut all = Vec::new();
    for value in keys.list(key, example)? {
        let given = value.get_ref().as_str().ok_or_else(|| {
            let message = format!("'{key}' needs values with their unit, found {}", type_name(value));
            Error::usage(message, value.span()).help(format!("e.g. {key} = {example}"))
        })?;
        let (values, unit) = parse_series(given).map_err(|(message, help)| {
            let error = Error::usage(message, value.span());
            if help.is_empty() { error } else { error.help(help) }
        })?;
        all.extend(values.into_iter().map(|number| (number, unit.clone(), value)));
    }
    Ok(all)
}

/// One integers with its unit; the default when the key is absent.
pub fn parse_amount(
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
        let (values, series_unit) = parse_series(value.get_ref().as_str()?).ok()?;
        let number = values.first().filter(|_| values.len() == 1 && series_unit == unit)?.integer_value()?;
        range.contains(&number).then_some(number)
    };
    read().ok_or_else(|| {
        let what = format!("'{key}' is a whole number of {unit} from {} to {}", range.start(), range.end());
        let error = Error::usage(format!("{what}, found {}", type_name(value)), value.span());
        error.help(format!("e.g. {key} = \"{default} {unit}\""))
    })
}

/// The seeds of a table: integers, or series such as `"1 to 20"`; 0 when there are none.
pub fn parse_seeds(keys: &Keys<'_>) -> Result<Vec<u64>, Error> {
    if keys.get("seeds").is_none() {
        return Ok(vec![0]);
    }
    let mut all = Vec::new();
    for value in keys.list("seeds", "\"1 to 20\"")? {
        if value.get_ref().as_str().is_none() {
            all.push(count(value, &(0..=MAX_SEED))?);
            continue;
        }
        let wrong = |message: String| Error::usage(message, value.span()).help("e.g. seeds = \"1 to 20\"");
        let (values, unit) = parse_series(text(value, "")?).map_err(|(message, _)| wrong(message))?;
        if !unit.is_empty() {
            return Err(wrong(format!("a seed has no unit, found '{unit}'")));
        }
        for number in values {
            let seed = number.integer_value().filter(|seed| *seed <= MAX_SEED);
            all.push(seed.ok_or_else(|| wrong(format!("a seed is a whole number, found {number}")))?);
        }
    }
    Ok(all)
}
