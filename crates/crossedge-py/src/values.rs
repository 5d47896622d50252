//! Arguments of callers: nodes by id or address, sizes as numbers or texts, arguments of constructions.

use crate::error::error_from_text;
use crate::topology::Topology;
use crossedge::Error;
use crossedge::cost::{link, size};
use crossedge::error::ErrorKind;
use crossedge::expr::{Expr, Kind};
use crossedge::topology::NodeName;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyList, PySet, PyString, PyTuple};

/// A node as a caller names it: an id, an address as text, or a label of the graph that the network was made of.
pub struct Name(Py<PyAny>);

impl<'py> FromPyObject<'_, 'py> for Name {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Name(given.to_owned().unbind()))
    }
}

impl Topology {
    /// The node that a caller names.
    pub fn named(&self, py: Python<'_>, name: &Name) -> PyResult<NodeName> {
        let given = name.0.bind(py);
        if let Some(labels) = &self.labels {
            let position = labels.bind(py).call_method1("position", (given,))?;
            return Ok(NodeName::from(position.extract::<u64>()?.to_string()));
        }
        match given.cast::<PyString>() {
            Ok(text) => Ok(NodeName::from(text.to_str()?)),
            Err(_) => Ok(NodeName::from(integer_digits(given)?)),
        }
    }

    /// The node that a caller names, if any.
    pub fn named_if_any(&self, py: Python<'_>, name: Option<&Name>) -> PyResult<Option<NodeName>> {
        name.map(|name| self.named(py, name)).transpose()
    }
}

/// The digits of an integer of any size: anything with `__index__`.
fn integer_digits(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let wrong = || {
        let kind = given.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("a node is an id (int) or an address (str), not {kind}"))
    };
    let index = given.call_method0("__index__").map_err(|_| wrong())?;
    // More digits than any id has are not written out: Python refuses to at some length.
    match index.extract::<i128>() {
        Ok(id) => Ok(id.to_string()),
        Err(_) => Ok("99999999999999999999999999999999999999".to_owned()),
    }
}

/// A size in bytes: a number, or a text such as 1MiB.
#[derive(FromPyObject)]
pub enum Bytes {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

impl Bytes {
    pub fn read(&self) -> Result<u64, Error> {
        match self {
            Bytes::Number(bytes) => Ok(*bytes),
            Bytes::Text(text) => size::parse(text).map_err(|why| error_from_text(ErrorKind::Usage, &why)),
        }
    }
}

/// A time or a rate: a number, or a text with its unit.
#[derive(FromPyObject)]
pub enum Quantity {
    /// In seconds, or in bytes per second.
    Number(f64),
    /// A text.
    Text(String),
}

impl Quantity {
    pub fn seconds(&self) -> Result<f64, Error> {
        let text = match self {
            Quantity::Number(seconds) => format!("{seconds}s"),
            Quantity::Text(text) => text.clone(),
        };
        link::latency(&text).map_err(|why| error_from_text(ErrorKind::Usage, &why))
    }

    pub fn bytes_per_second(&self) -> Result<f64, Error> {
        let text = match self {
            Quantity::Number(rate) => format!("{rate}B/s"),
            Quantity::Text(text) => text.clone(),
        };
        link::bandwidth(&text).map_err(|why| error_from_text(ErrorKind::Usage, &why))
    }
}

/// Faults: a text such as `5,7-8`, or a list of nodes, links (pairs) and texts.
pub fn faults(net: &Topology, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(Vec::new()) };
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(vec![text.to_string()]);
    }
    let one = |item: Bound<'_, PyAny>| {
        let py = item.py();
        // A pair is a link, unless it is a label itself.
        let label =
            net.labels.as_ref().is_some_and(|labels| labels.bind(py).contains(&item).unwrap_or(false));
        if !label && let Ok((a, b)) = item.extract::<(Name, Name)>() {
            return Ok(format!("{}-{}", net.named(py, &a)?, net.named(py, &b)?));
        }
        Ok(net.named(py, &item.extract::<Name>()?)?.to_string())
    };
    given.try_iter()?.map(|item| one(item?)).collect()
}

/// An argument of a construction as a part of an expression; the graphs that it rests on are taken along.
pub fn expression_part(
    given: &Bound<'_, PyAny>,
    named: bool,
    kept: &mut crate::topology::PythonGraphs,
) -> PyResult<Expr> {
    let all = |items: Vec<Bound<'_, PyAny>>, kept: &mut crate::topology::PythonGraphs| {
        items.iter().map(|item| expression_part(item, true, kept)).collect::<PyResult<Vec<Expr>>>()
    };
    if let Ok(net) = given.cast::<Topology>() {
        kept.add(&net.get().kept);
        return Ok(net.get().net.expr().clone());
    }
    if given.is_instance_of::<PyBool>() {
        let word = if given.is_truthy()? { "yes" } else { "no" };
        return Ok(Expr::new(Kind::Word(word.to_owned())));
    }
    if let Ok(text) = given.cast::<PyString>() {
        let text = text.to_str()?.to_owned();
        // A choice is a name; anything else is text.
        let word = named
            && !text.is_empty()
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        return Ok(Expr::new(if word { Kind::Word(text) } else { Kind::Text(text) }));
    }
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        let items = given.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        return Ok(Expr::new(Kind::List(all(items, kept)?)));
    }
    if given.is_instance_of::<PySet>() || given.is_instance_of::<PyFrozenSet>() {
        let sorted = given.py().import("builtins")?.call_method1("sorted", (given,))?;
        let items = sorted.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        return Ok(Expr::new(Kind::Set(all(items, kept)?)));
    }
    let index = given.call_method0("__index__").map_err(|_| {
        let kind = given.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("an argument is a Topology, int, bool, str, list or set, not {kind}"))
    })?;
    let kind = match (index.extract::<u64>(), index.extract::<i64>()) {
        (Ok(number), _) => Kind::Int(number),
        (_, Ok(number)) => Kind::Negative(number.unsigned_abs()),
        _ => {
            let error = Error::limit("the number is too large", "arguments are below 2^64");
            return Err(crate::error::to_exception(given.py(), &error));
        }
    };
    Ok(Expr::new(kind))
}
