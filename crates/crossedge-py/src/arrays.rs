//! Questions for many nodes at once: numpy arrays of uint64 in and out, all cores, the interpreter free meanwhile.
//!
//! A contiguous array is read in place. Results are written once and handed over.

use crate::error::to_exception;
use crate::watch::run_scoped;
use crossedge::Error;
use crossedge::metrics::bfs::Search;
use crossedge::net::{Faults, Node, Structure};
use crossedge::progress::Progress;
use numpy::{
    Element, IntoPyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use rayon::prelude::*;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Marks a missing answer in an array of ids or distances.
pub const MISSING: u64 = u64::MAX;

/// An argument that is one id or many.
pub enum IdArgument<'py> {
    /// One.
    One(u64),
    /// Many, with their shape.
    Many(PyReadonlyArrayDyn<'py, u64>),
}

impl<'py> IdArgument<'py> {
    /// Reads an argument.
    pub fn read(given: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = given.py();
        // The common case of one question is a quick one.
        if given.is_instance_of::<PyInt>()
            && let Ok(id) = given.extract::<u64>()
        {
            return Ok(IdArgument::One(id));
        }
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (given,))?;
        let untyped =
            array.cast::<PyUntypedArray>().map_err(|_| PyTypeError::new_err("expected integers"))?;
        let (kind, empty) = (untyped.dtype().kind(), untyped.len() == 0);
        let array = match kind {
            b'u' => array.clone(),
            // An id below zero would pass for a large one.
            b'i' => {
                if !empty && numpy.call_method1("min", (&array,))?.lt(0)? {
                    return Err(to_exception(
                        py,
                        &Error::usage("an id is below zero").help("ids run from 0 on"),
                    ));
                }
                array.clone()
            }
            _ if empty => array.clone(),
            _ => {
                let message = format!("ids are integers, not {}", untyped.dtype());
                return Err(PyTypeError::new_err(message));
            }
        };
        let array = numpy.call_method1("ascontiguousarray", (array, u64::get_dtype(py)))?;
        // One number becomes an array of one place by this.
        let array = array.call_method1("reshape", (untyped.shape().to_vec(),))?;
        let array = array.cast::<PyArrayDyn<u64>>().map_err(|_| PyTypeError::new_err("expected integers"))?;
        match array.ndim() {
            0 => Ok(IdArgument::One(array.readonly().as_slice()?.first().copied().unwrap_or_default())),
            _ => Ok(IdArgument::Many(array.readonly())),
        }
    }

    fn shape(&self) -> Option<Vec<usize>> {
        match self {
            IdArgument::One(_) => None,
            IdArgument::Many(array) => Some(array.shape().to_vec()),
        }
    }

    fn side(&self) -> PyResult<IdSide<'_>> {
        Ok(match self {
            IdArgument::One(id) => IdSide::One(*id),
            IdArgument::Many(array) => IdSide::Many(array.as_slice()?),
        })
    }
}

/// The ids on one side of many questions.
#[derive(Clone, Copy)]
enum IdSide<'a> {
    One(u64),
    Many(&'a [u64]),
}

impl IdSide<'_> {
    #[inline]
    fn id_at(self, i: usize) -> u64 {
        match self {
            IdSide::One(id) => id,
            IdSide::Many(ids) => ids[i],
        }
    }

    /// Number of different ids.
    fn distinct_ids(self) -> usize {
        match self {
            IdSide::One(_) => 1,
            IdSide::Many(ids) => ids.iter().collect::<HashSet<_>>().len(),
        }
    }

    /// An id that is too large, if there is one.
    fn id_out_of_range(self, n: u64) -> Option<u64> {
        match self {
            IdSide::One(id) => (id >= n).then_some(id),
            IdSide::Many(ids) => ids.iter().copied().find(|id| *id >= n),
        }
    }
}

fn out_of_range_error(py: Python<'_>, id: u64, n: u64) -> PyErr {
    let help = format!("ids run from 0 to {}", n.saturating_sub(1));
    to_exception(py, &Error::usage(format!("there is no node {id}")).help(help))
}

/// One answer, or an array of the shape of the questions.
fn in_shape<'py>(
    py: Python<'py>,
    values: Vec<u64>,
    shape: Option<Vec<usize>>,
) -> PyResult<Bound<'py, PyAny>> {
    match shape {
        None => Ok(values.first().copied().unwrap_or_default().into_pyobject(py)?.into_any()),
        Some(shape) => Ok(values.into_pyarray(py).reshape(shape)?.into_any()),
    }
}

/// Answers each place of two sides.
pub fn pairs<'py>(
    net: &dyn Structure,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    answer: impl Fn(&dyn Structure, Node, Node, &dyn Progress) -> u64 + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let (a, b) = (IdArgument::read(a)?, IdArgument::read(b)?);
    let shape = match (a.shape(), b.shape()) {
        (None, other) | (other, None) => other,
        (Some(a), Some(b)) if a == b => Some(a),
        (Some(a), Some(b)) => {
            return Err(PyValueError::new_err(format!(
                "shapes differ: {a:?} and {b:?}; give equal ones, or one id"
            )));
        }
    };
    let count = shape.as_ref().map_or(1, |shape| shape.iter().product());
    let (left, right, n) = (a.side()?, b.side()?, net.nodes());
    if let Some(id) = py.detach(|| left.id_out_of_range(n).or_else(|| right.id_out_of_range(n))) {
        return Err(out_of_range_error(py, id, n));
    }
    let values = answer_each(py, count, |i, progress| {
        answer(net, Node(left.id_at(i)), Node(right.id_at(i)), progress)
    })?;
    in_shape(py, values, shape)
}

/// The distance of each pair where the network has no closed form: one search for all pairs with a common end, as far as that is less work.
/// `None` if the network has a closed form, or if pairs have little in common.
pub fn searched_distances<'py>(
    net: &dyn Structure,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = a.py();
    let (a, b) = (IdArgument::read(a)?, IdArgument::read(b)?);
    let (left, right, n) = (a.side()?, b.side()?, net.nodes());
    let shape = a.shape().or_else(|| b.shape());
    let both = matches!((a.shape(), b.shape()), (Some(a), Some(b)) if a != b);
    let count = shape.as_ref().map_or(1, |shape| shape.iter().product());
    if count < 8 || both || left.id_out_of_range(n).or_else(|| right.id_out_of_range(n)).is_some() {
        return Ok(None);
    }
    if net.distance(Node(left.id_at(0)), Node(right.id_at(0))).is_some() {
        return Ok(None);
    }
    let ends = [left.distinct_ids(), right.distinct_ids()];
    let (from, to) = if ends[0] <= ends[1] { (left, right) } else { (right, left) };
    if count / 8 < ends[0].min(ends[1]) {
        return Ok(None);
    }
    let (dead, mut values) = (Faults::default(), vec![MISSING; count]);
    let search = Search::new(net, &dead);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by_key(|&i| from.id_at(i));
    let groups: Vec<&[usize]> = order.chunk_by(|&i, &j| from.id_at(i) == from.id_at(j)).collect();
    let distances = run_scoped(py, |progress| {
        let one = |group: &&[usize]| {
            let away = search.distances(Node(from.id_at(group[0])), progress).ok()?;
            let known = group.iter().map(|&i| (i, away.of(Node(to.id_at(i))).unwrap_or(MISSING)));
            Some(known.collect::<Vec<_>>())
        };
        groups.par_iter().map(one).collect::<Option<Vec<_>>>()
    })?;
    // Too large for a search of everything: pairs are searched for themselves.
    let Some(distances) = distances else { return Ok(None) };
    distances.into_iter().flatten().for_each(|(i, distance)| values[i] = distance);
    in_shape(py, values, shape).map(Some)
}

/// Answers each place of one side.
pub fn map_ids<'py>(
    py: Python<'py>,
    ids: &IdArgument<'py>,
    n: u64,
    answer: impl Fn(u64) -> u64 + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let side = ids.side()?;
    if let Some(id) = py.detach(|| side.id_out_of_range(n)) {
        return Err(out_of_range_error(py, id, n));
    }
    let shape = ids.shape();
    let count = shape.as_ref().map_or(1, |shape| shape.iter().product());
    let values = answer_each(py, count, |i, _| answer(side.id_at(i)))?;
    in_shape(py, values, shape)
}

/// Answers in order, on all cores; a few quick ones at once.
fn answer_each(
    py: Python<'_>,
    count: usize,
    answer: impl Fn(usize, &dyn Progress) -> u64 + Sync,
) -> PyResult<Vec<u64>> {
    let mut values = vec![0; count];
    let mut done = 0;
    let start = Instant::now();
    while done < count.min(FEW) && start.elapsed() < QUICK {
        let impatient = Impatient(start);
        let value = answer(done, &impatient);
        if impatient.stopped() {
            break;
        }
        values[done] = value;
        done += 1;
    }
    if done == count {
        return Ok(values);
    }
    run_scoped(py, |progress| {
        values[done..].par_iter_mut().with_min_len(16).enumerate().for_each(|(i, place)| {
            if !progress.stopped() {
                *place = answer(done + i, progress);
            }
        });
    })?;
    Ok(values)
}

/// Answers that are given at once, without a thread of their own, and the time that they may take.
const FEW: usize = 256;
const QUICK: Duration = Duration::from_millis(20);

/// Stops work that takes longer than a quick answer may.
struct Impatient(Instant);

impl Progress for Impatient {
    fn stage(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) {}

    fn stopped(&self) -> bool {
        self.0.elapsed() >= QUICK
    }
}

/// Lists of different lengths, one after the other: where each begins, and all of them.
pub type Lists<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// A list for each of many places: lengths first, then every list in its place.
pub fn id_lists<'py>(
    py: Python<'py>,
    count: usize,
    most: u64,
    length: impl Fn(usize) -> u64 + Sync,
    fill: impl Fn(usize, &mut [u64]) + Sync,
) -> PyResult<Lists<'py>> {
    let lengths = answer_each(py, count, |i, _| length(i))?;
    let total = py
        .detach(|| lengths.iter().try_fold(0u64, |sum, length| sum.checked_add(*length)).unwrap_or(u64::MAX));
    if total > most {
        let error = Error::limit(
            format!("an array has at most {most} places, and here are {total}"),
            "request fewer nodes at once",
        );
        return Err(to_exception(py, &error));
    }
    let (starts, mut all) = py.detach(|| {
        let mut starts = Vec::with_capacity(count + 1);
        starts.push(0);
        starts.extend(lengths.iter().scan(0, |at, length| {
            *at += length;
            Some(*at)
        }));
        (starts, vec![0; total as usize])
    });
    let fill_places = |all: &mut [u64], stopped: &(dyn Fn() -> bool + Sync)| {
        let mut rest = all;
        let mut places = Vec::with_capacity(count);
        for (i, length) in lengths.iter().enumerate() {
            let (here, after) = rest.split_at_mut(*length as usize);
            places.push((i, here));
            rest = after;
        }
        if count < FEW {
            return places.into_iter().for_each(|(i, place)| fill(i, place));
        }
        places.into_par_iter().with_min_len(16).for_each(|(i, place)| {
            if !stopped() {
                fill(i, place);
            }
        });
    };
    match count < FEW {
        true => py.detach(|| fill_places(&mut all, &|| false)),
        false => run_scoped(py, |progress| fill_places(&mut all, &|| progress.stopped()))?,
    }
    Ok((starts.into_pyarray(py).into_any(), all.into_pyarray(py).into_any()))
}

/// The ids of an argument that must be in a network, flat.
pub fn flat_ids(py: Python<'_>, ids: &IdArgument<'_>, n: u64) -> PyResult<Vec<u64>> {
    let side = ids.side()?;
    let checked = py.detach(|| match (side.id_out_of_range(n), side) {
        (Some(id), _) => Err(id),
        (None, IdSide::One(id)) => Ok(vec![id]),
        (None, IdSide::Many(ids)) => Ok(ids.to_vec()),
    });
    checked.map_err(|id| out_of_range_error(py, id, n))
}
