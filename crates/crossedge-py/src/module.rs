//! The module next to `Topology`: the catalog as functions, comparisons, claims of papers, and the program.

use crate::convert::python;
use crate::error::{error_from_text, to_exception};
use crate::topology::Topology;
use crate::verbs::{answer_object, progress_callback, seed};
use crate::watch::run_interruptible;
use crossedge::answers::{
    CompareRequest, EffortRequest, Envelope, ListRequest, Plain, SCHEMAS, TheoremRequest, ask,
};
use crossedge::error::ErrorKind;
use crossedge::net::ENTRIES;
use crossedge::progress::Silent;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// A construction of the catalog: called with its arguments, it makes a network.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> crossedge.hosts(crossedge.ring(4), 2)
/// Topology("hosts(ring(4), 2)")
/// >>> crossedge.ring.signature
/// 'ring(n)'
#[pyclass(frozen, dict, module = "crossedge")]
pub struct Construction(&'static str);

#[pymethods]
impl Construction {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Topology> {
        Topology::call(py, self.0, None, args, kwargs)
    }

    /// The name.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.torus.name
    /// 'torus'
    #[getter]
    fn name(&self) -> &'static str {
        self.0
    }

    /// The syntax in an expression.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.rdn.signature
    /// 'rdn(B, k)'
    #[getter]
    fn signature(&self) -> &'static str {
        ENTRIES.iter().find(|entry| entry.name == self.0).map_or("", |entry| entry.signature)
    }

    /// One-line description.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.path.summary
    /// 'n nodes in a row'
    #[getter]
    fn summary(&self) -> &'static str {
        ENTRIES.iter().find(|entry| entry.name == self.0).map_or("", |entry| entry.summary)
    }

    fn __repr__(&self) -> String {
        format!("<construction {}: {}>", self.signature(), self.summary())
    }
}

/// Applies a construction of the catalog to a network, e.g. `net.dual()`.
#[pyfunction]
#[pyo3(signature = (name, net, *args, **kwargs))]
pub fn _construct(
    py: Python<'_>,
    name: &str,
    net: &Bound<'_, Topology>,
    args: &Bound<'_, PyTuple>,
    kwargs: Option<&Bound<'_, PyDict>>,
) -> PyResult<Topology> {
    Topology::call(py, name, Some(net.get()), args, kwargs)
}

/// Every construction of the catalog: its name, its syntax, its description.
///
/// Parameters
/// ----------
/// name : str, optional
///     Only this one.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> crossedge.catalog("ring").constructions[0].signature
/// 'ring(n)'
#[pyfunction]
#[pyo3(signature = (name=None))]
pub fn catalog<'py>(py: Python<'py>, name: Option<String>) -> PyResult<Bound<'py, PyAny>> {
    let envelope = ask(&ListRequest { name }, &(), &Silent).map_err(|error| to_exception(py, &error))?;
    answer_object(py, "ListAnswer", &envelope)
}

/// The theorems and methods that evidence cites, or one of them.
///
/// Parameters
/// ----------
/// id : str, optional
///     Only this one, by its id or an alias.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> crossedge.theorem("I1").entries[0].title
/// 'Distances in the dual construction'
#[pyfunction]
#[pyo3(signature = (id=None))]
pub fn theorem<'py>(py: Python<'py>, id: Option<String>) -> PyResult<Bound<'py, PyAny>> {
    let envelope = ask(&TheoremRequest { id }, &(), &Silent).map_err(|error| to_exception(py, &error))?;
    answer_object(py, "TheoremAnswer", &envelope)
}

/// Networks as a caller gives them: a `Topology` or an expression each.
pub fn networks(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Vec<crossedge::Topology>> {
    let one = |item: Bound<'_, PyAny>| match item.cast::<Topology>() {
        Ok(net) => Ok(net.get().net.clone()),
        Err(_) => {
            let text: String = item.extract()?;
            let read = py.detach(|| Topology::read(&text, Default::default()));
            read.map(|topology| topology.net).map_err(|error| to_exception(py, &error))
        }
    };
    if given.is_instance_of::<pyo3::types::PyString>() || given.is_instance_of::<Topology>() {
        return Ok(vec![one(given.clone())?]);
    }
    given.try_iter()?.map(|item| one(item?)).collect()
}

/// The metrics of several networks, side by side.
///
/// Parameters
/// ----------
/// networks : sequence of Topology or str
///     The networks.
/// metrics : sequence of str, optional
///     The metrics [default: the usual ones].
/// sort : str, optional
///     The metric by which they are put in order, the smallest first.
/// descending : bool
///     The largest first.
/// sample : int, optional
///     Search from this many random nodes if no theorem gives the distances.
/// rng : int or numpy.random.Generator, optional
///     Where the sample comes from.
///
/// Returns
/// -------
/// CompareAnswer
///     Its ``table()`` has one row for each network.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> answer = crossedge.compare(["dualcube(3)", "hypercube(5)"], ["diameter"])
/// >>> [network.diameter.value for network in answer.networks]
/// [6, 5]
#[pyfunction]
#[pyo3(signature = (networks, metrics=None, *, sort=None, descending=false, sample=None, rng=None, progress=None))]
pub fn compare<'py>(
    py: Python<'py>,
    networks: &Bound<'py, PyAny>,
    metrics: Option<Vec<String>>,
    sort: Option<String>,
    descending: bool,
    sample: Option<u64>,
    rng: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let nets = crate::module::networks(py, networks)?;
    let read = |names| crate::verbs::metrics(names).map_err(|error| to_exception(py, &error));
    let effort = EffortRequest { sample, seed: seed(py, rng)?, ..EffortRequest::default() };
    let sort = read(sort.map(|name| vec![name]))?.first().copied();
    let request = CompareRequest { metrics: read(metrics)?, sort, descending, effort };
    let teller = progress_callback(py, progress)?;
    let (asked, on) = (request.clone(), nets.clone());
    let envelope = run_interruptible(py, teller.as_ref(), move |watch| ask(&asked, on.as_slice(), watch))?;
    // The columns of a table, which the library knows: the same for every network.
    let columns = PyDict::new(py);
    let put = |name: &str, value: Bound<'py, PyAny>| -> PyResult<()> {
        match columns.get_item(name)? {
            Some(list) => list.cast_into::<PyList>()?.append(value),
            None => columns.set_item(name, PyList::new(py, [value])?),
        }
    };
    for network in &envelope.answer.networks {
        put("expression", network.expression.as_str().into_bound_py_any(py)?)?;
        for metric in request.reported(&nets) {
            for (name, value) in network.metrics.plain(metric) {
                put(
                    &name,
                    match value {
                        Plain::Integer(value) => value.into_bound_py_any(py)?,
                        Plain::Number(value) => value.into_bound_py_any(py)?,
                        Plain::Flag(value) => value.into_bound_py_any(py)?,
                        Plain::Word(value) => value.into_bound_py_any(py)?,
                    },
                )?;
            }
        }
    }
    let answer = answer_object(py, "CompareAnswer", &envelope)?;
    py.import("crossedge._build")?.call_method1("keep_table", (answer, columns))
}

/// Claims of papers on interconnection networks, recomputed, with verdicts.
///
/// Parameters
/// ----------
/// names : sequence of str, optional
///     Only these papers.
/// claim : str, optional
///     Only the claims with this text in their name or place, or with this erratum.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> answer = crossedge.papers(claim="E1")
/// >>> answer.changed
/// 0
#[pyfunction]
#[pyo3(signature = (names=None, *, claim=None, progress=None))]
pub fn papers<'py>(
    py: Python<'py>,
    names: Option<Vec<String>>,
    claim: Option<String>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let request = crossedge_papers::Request { papers: names.unwrap_or_default(), claim, file: None };
    let teller = progress_callback(py, progress)?;
    let answer = run_interruptible(py, teller.as_ref(), move |watch| {
        request.answer(watch).map_err(|error| match error {
            crossedge_papers::Error::Stopped => crossedge::progress::Stopped.into(),
            error => error_from_text(ErrorKind::Usage, &error.to_string()),
        })
    })?;
    answer_object(py, "PapersAnswer", &Envelope::new(crossedge_papers::VERB, None, answer))
}

/// The schemas of all answers, by verb: the classes of `crossedge.answers` are written from them.
#[pyfunction]
pub fn _schemas<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let schemas = PyDict::new(py);
    let fault = &[crossedge_campaign::FAULT_SCHEMA];
    let all = SCHEMAS.iter().chain(fault).chain(crossedge_papers::SCHEMAS);
    #[cfg(feature = "simulate")]
    let all = all.chain(crossedge_sim::SCHEMAS);
    for (verb, schema) in all {
        schemas.set_item(verb, python(py, &schema())?)?;
    }
    Ok(schemas)
}

/// The constructions of the catalog, with syntax and description.
#[pyfunction]
pub fn _entries() -> Vec<(&'static str, &'static str, &'static str, Vec<&'static str>)> {
    ENTRIES
        .iter()
        .map(|entry| (entry.name, entry.signature, entry.summary, entry.examples.to_vec()))
        .collect()
}

/// The program `crossedge`, with these arguments; its exit code.
#[pyfunction]
pub fn _program(py: Python<'_>, arguments: Vec<String>) -> PyResult<u8> {
    #[cfg(feature = "program")]
    {
        Ok(py.detach(|| crossedge_cli::program(arguments)))
    }
    #[cfg(not(feature = "program"))]
    {
        let message =
            format!("this module was built without the program; {} arguments were given", arguments.len());
        Err(to_exception(py, &crossedge::Error::usage(message).help("build it with the feature `program`")))
    }
}

/// Adds the constructions: `crossedge.ring`, `crossedge.torus`, …
pub fn constructions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for entry in ENTRIES {
        module.add(entry.name, Construction(entry.name))?;
    }
    Ok(())
}
