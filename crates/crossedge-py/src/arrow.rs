//! Tables as Arrow streams, which pandas, polars and DuckDB read without a copy of their own.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
    UInt64Array,
};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCapsule, PyDict, PyFloat, PyInt, PyString};
use std::sync::Arc;

/// The text of a value, if there is one.
fn text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if value.is_none() { Ok(None) } else { Ok(Some(value.str()?.to_string())) }
}

/// A column of the narrowest type that holds all of its values: flags, integers of 64 bits, numbers, else text.
fn column(values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    if let Ok(array) = values.extract::<PyReadonlyArray1<'_, u64>>() {
        return Ok(Arc::new(UInt64Array::from(array.as_array().to_vec())));
    }
    let values = values.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let every =
        |fits: fn(&Bound<'_, PyAny>) -> bool| values.iter().all(|value| value.is_none() || fits(value));
    let whole =
        |value: &Bound<'_, PyAny>| value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>();
    if values.iter().all(Bound::is_none) || every(|value| value.is_instance_of::<PyString>()) {
        let texts = values.iter().map(|value| value.extract::<Option<String>>());
        return Ok(Arc::new(StringArray::from(texts.collect::<PyResult<Vec<_>>>()?)));
    }
    if every(|value| value.is_instance_of::<PyBool>()) {
        let flags = values.iter().map(|value| value.extract::<Option<bool>>());
        return Ok(Arc::new(BooleanArray::from(flags.collect::<PyResult<Vec<_>>>()?)));
    }
    if values.iter().all(|value| value.is_none() || whole(value)) {
        if let Ok(all) =
            values.iter().map(|value| value.extract::<Option<u64>>()).collect::<PyResult<Vec<_>>>()
        {
            return Ok(Arc::new(UInt64Array::from(all)));
        }
        if let Ok(all) =
            values.iter().map(|value| value.extract::<Option<i64>>()).collect::<PyResult<Vec<_>>>()
        {
            return Ok(Arc::new(Int64Array::from(all)));
        }
    } else if values.iter().all(|value| value.is_none() || whole(value) || value.is_instance_of::<PyFloat>())
    {
        let numbers = values.iter().map(|value| value.extract::<Option<f64>>());
        return Ok(Arc::new(Float64Array::from(numbers.collect::<PyResult<Vec<_>>>()?)));
    }
    // Integers beyond 64 bits, fractions, and other values with a text.
    let texts = values.iter().map(text);
    Ok(Arc::new(StringArray::from(texts.collect::<PyResult<Vec<_>>>()?)))
}

/// Columns of one length as a capsule with an Arrow stream.
#[pyfunction]
pub fn _arrow_stream<'py>(py: Python<'py>, columns: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyCapsule>> {
    let wrong = |error: arrow_schema::ArrowError| PyValueError::new_err(error.to_string());
    let mut all = Vec::new();
    for (name, values) in columns {
        all.push((name.extract::<String>()?, column(&values)?, true));
    }
    let batch = RecordBatch::try_from_iter_with_nullable(all).map_err(wrong)?;
    let schema = batch.schema();
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
