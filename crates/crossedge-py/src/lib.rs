//! The Python module `crossedge`, native part. The package around it is in `python/crossedge`.
//!
//! Requests are made of arguments, answers become Python objects by one bridge (`convert`), regardless of the verb. Every method
//! has a docstring in the style of numpy, with an example that is run.
#![allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
#![allow(
    clippy::doc_lazy_continuation,
    clippy::doc_overindented_list_items,
    reason = "docstrings of Python, whose examples look like quotes"
)]

mod arrays;
mod arrow;
mod campaign;
mod convert;
mod draw;
mod error;
mod figures;
mod graph;
mod many;
mod module;
mod planning;
mod requests;
mod ring;
mod throughput;
mod topology;
mod values;
mod verbs;
mod watch;

use pyo3::prelude::*;

/// Exact metrics, routes, schedules and rings of interconnection networks: the native part.
#[pymodule]
fn _crossedge(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // The interface of numpy is looked up once, and must not be interrupted while it is.
    module.py().import("numpy")?;
    drop(numpy::PyArray1::<u64>::zeros(module.py(), [0], false));
    module.add("UNREACHABLE", arrays::MISSING)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("has_simulator", cfg!(feature = "simulate"))?;
    module.add_class::<topology::Topology>()?;
    module.add_class::<ring::Ring>()?;
    module.add_class::<module::Construction>()?;
    module.add_function(wrap_pyfunction!(module::catalog, module)?)?;
    module.add_function(wrap_pyfunction!(module::theorem, module)?)?;
    module.add_function(wrap_pyfunction!(module::compare, module)?)?;
    module.add_function(wrap_pyfunction!(module::papers, module)?)?;
    module.add_function(wrap_pyfunction!(planning::design, module)?)?;
    module.add_function(wrap_pyfunction!(planning::failures, module)?)?;
    module.add_function(wrap_pyfunction!(planning::phases, module)?)?;
    module.add_function(wrap_pyfunction!(planning::formats, module)?)?;
    module.add_function(wrap_pyfunction!(campaign::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(topology::_topology, module)?)?;
    module.add_function(wrap_pyfunction!(requests::_ask, module)?)?;
    module.add_function(wrap_pyfunction!(requests::_export, module)?)?;
    module.add_function(wrap_pyfunction!(requests::_check_tables, module)?)?;
    module.add_function(wrap_pyfunction!(requests::_only_here, module)?)?;
    module.add_function(wrap_pyfunction!(draw::_picture, module)?)?;
    module.add_function(wrap_pyfunction!(topology::_labelled, module)?)?;
    module.add_function(wrap_pyfunction!(module::_construct, module)?)?;
    module.add_function(wrap_pyfunction!(module::_entries, module)?)?;
    module.add_function(wrap_pyfunction!(module::_program, module)?)?;
    module.add_function(wrap_pyfunction!(module::_schemas, module)?)?;
    module.add_function(wrap_pyfunction!(arrow::_arrow_stream, module)?)?;
    module::constructions(module)
}
