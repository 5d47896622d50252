//! Verbs whose parameters are read as data: a dict of Python in the form of the request's JSON.

use crate::convert::python;
use crate::error::to_exception;
use crate::module::networks;
use crate::topology::Topology;
use crate::verbs::progress_callback;
use crate::watch::run_interruptible;
use crossedge::Error;
use crossedge::answers::{
    AdviseRequest, Envelope, ExpandRequest, ExportRequest, RanksRequest, Request, TablesRequest, ask,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn read_request<R: DeserializeOwned>(py: Python<'_>, text: &str) -> PyResult<R> {
    serde_json::from_str(text).map_err(|why| {
        // The line and the column are those of a text that no one has written.
        let why = why.to_string();
        let why = why.split(" at line ").next().unwrap_or(&why).to_owned();
        to_exception(py, &Error::usage(why).help("see the arguments in the documentation of this function"))
    })
}

fn answered<'py, A: Serialize>(py: Python<'py>, answer: &Envelope<A>) -> PyResult<Bound<'py, PyAny>> {
    python(py, answer)
}

/// The answer to a request as data. `verb` is expand, ranks or advise.
#[pyfunction]
#[pyo3(signature = (verb, request, on, progress=None))]
pub fn _ask<'py>(
    py: Python<'py>,
    verb: &str,
    request: &str,
    on: &Bound<'py, PyAny>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let nets = networks(py, on)?;
    let teller = progress_callback(py, progress)?;
    let one = || match nets.first() {
        Some(net) => Ok(net.clone()),
        None => Err(to_exception(py, &Error::usage(format!("{verb} takes one network")))),
    };
    match verb {
        ExpandRequest::VERB => {
            let (request, net) = (read_request::<ExpandRequest>(py, request)?, one()?);
            let answer = run_interruptible(py, teller.as_ref(), move |watch| ask(&request, &net, watch))?;
            answered(py, &answer)
        }
        RanksRequest::VERB => {
            let (mut request, net) = (read_request::<RanksRequest>(py, request)?, one()?);
            if let Some(name) = &request.messages {
                let bytes = std::fs::read(name)
                    .map_err(|why| to_exception(py, &Error::usage(format!("{name}: {why}"))))?;
                request.contents = vec![(name.clone(), bytes)];
            }
            let answer = run_interruptible(py, teller.as_ref(), move |watch| ask(&request, &net, watch))?;
            answered(py, &answer)
        }
        AdviseRequest::VERB => {
            let request = read_request::<AdviseRequest>(py, request)?;
            request.design.check_bounded(&nets).map_err(|error| to_exception(py, &error))?;
            let answer =
                run_interruptible(py, teller.as_ref(), move |watch| ask(&request, &nets[..], watch))?;
            answered(py, &answer)
        }
        _ => Err(to_exception(
            py,
            &Error::usage(format!("'{verb}' does not take a request and networks here")),
        )),
    }
}

/// A network as a file of a format, and what is lost when it is read back.
#[pyfunction]
pub fn _export<'py>(
    py: Python<'py>,
    net: &Bound<'py, Topology>,
    request: &str,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let (request, net) = (read_request::<ExportRequest>(py, request)?, net.get().net.clone());
    let (bytes, lost) = run_interruptible(py, None, move |watch| {
        request.check(&net)?;
        let mut bytes = Vec::new();
        let written = request.write(&net, &mut bytes, watch);
        written.map_err(|why| Error::internal(why.to_string()))?.ok_or(crossedge::progress::Stopped)?;
        Ok((bytes, request.warnings(&net)))
    })?;
    Ok((PyBytes::new(py, &bytes), lost))
}

/// Analyse the forwarding tables of a fabric; files are given by name and contents.
#[pyfunction]
pub fn _check_tables<'py>(
    py: Python<'py>,
    fabric: (String, Vec<u8>),
    tables: (String, Vec<u8>),
    service_levels: Vec<(String, Vec<u8>)>,
    sl2vl: Vec<(String, Vec<u8>)>,
) -> PyResult<Bound<'py, PyAny>> {
    let (service_levels, service_levels_bytes) = service_levels.into_iter().unzip();
    let (sl2vl, sl2vl_bytes) = sl2vl.into_iter().unzip();
    let request = TablesRequest {
        fabric: fabric.0,
        tables: tables.0,
        service_levels,
        sl2vl,
        fabric_bytes: fabric.1,
        tables_bytes: tables.1,
        service_levels_bytes,
        sl2vl_bytes,
    };
    let answer = run_interruptible(py, None, move |watch| ask(&request, &(), watch))?;
    answered(py, &answer)
}

/// The expression of a network, and whether it uses graphs that only Python has.
#[pyfunction]
pub fn _only_here(net: &Bound<'_, Topology>) -> bool {
    !net.get().kept.0.is_empty()
}
