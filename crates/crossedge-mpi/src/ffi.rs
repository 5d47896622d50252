//! The calls of MPI that have no safe form: the only file of the crate with unsafe code.
//!
//! - [`Prepared::exchange`]: several sends and receives at once inside one piece of memory. The safe form would want a borrow of its own
//!   for each range; [`Exchange`] has been checked instead, when it was made, and no call returns before all of them are done.
//! - [`abort`]: ends all ranks. A rank that unwinds out of `main` would wait in `MPI_Finalize` for the others for ever.
//! - The functions of `include/crossedge_mpi.h`, for programs in C: pointers come from there, and the header states their requirements.

#![allow(unsafe_code)]

use crate::failure::exit_code;
use crate::plan::{Exchange, Transfer};
use crate::programs::{algorithm_named, endpoint_neighbours};
use crate::source::Source;
use crate::vector::Vector;
use crossedge::Error;
use crossedge::collective::Kind;
use crossedge::error::ErrorKind;
use mpi::ffi;
use mpi::topology::SimpleCommunicator;
use mpi::traits::AsRaw;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// Requests under way, kept from step to step.
#[derive(Debug, Default)]
pub struct Requests(Vec<ffi::MPI_Request>);

/// The tag of every message: order alone tells them apart.
const MESSAGE_TAG: c_int = 9;

/// Sends under way at once.
const SEND_WINDOW: usize = 256;

/// The exchange of a step in the form of MPI: made once, used in every run.
#[derive(Debug)]
pub struct Prepared<'a> {
    parts: &'a Exchange,
    /// The type of each send: bytes, or the places that one message is gathered from.
    types: Vec<Option<ffi::MPI_Datatype>>,
}

impl<'a> Prepared<'a> {
    /// Prepares the exchange of a step.
    pub fn new(parts: &'a Exchange) -> Self {
        let types = parts.sends().iter().map(|part| (part.places.len() > 1).then(|| gather_type(part)));
        Prepared { parts, types: types.collect() }
    }

    /// Performs the sends and receives of the step, and returns when all are complete.
    ///
    /// # Panics
    /// When memory does not reach up to the last range.
    pub fn exchange(&self, world: &SimpleCommunicator, memory: &mut [u8], requests: &mut Requests) {
        assert!(self.parts.memory_end() <= memory.len(), "the ranges of a step lie in memory");
        let comm = world.as_raw();
        let base = memory.as_mut_ptr();
        let requests = &mut requests.0;
        requests.clear();
        // SAFETY: every range is inside `memory`, which is borrowed for the entire call. No received range overlaps another one
        // (`Exchange::new`), so MPI never writes what someone reads. `MPI_Waitall` ends all requests before memory is given back; an
        // error of MPI does not return, because the error handler of the world ends the job.
        unsafe {
            for part in self.parts.receives() {
                let mut request = ffi::RSMPI_REQUEST_NULL;
                let at = base.add(part.start()).cast();
                ffi::MPI_Irecv(
                    at,
                    part.length(),
                    ffi::RSMPI_UINT8_T,
                    part.rank,
                    MESSAGE_TAG,
                    comm,
                    &mut request,
                );
                requests.push(request);
            }
            let receives = requests.len();
            for (part, gathered) in self.parts.sends().iter().zip(&self.types) {
                // All receives of this step are waiting, here and, as soon as it comes to the step, on the other side: sends end in
                // any order. Very many at once would make MPI slow.
                if requests.len() - receives == SEND_WINDOW {
                    let sends = &mut requests[receives..];
                    ffi::MPI_Waitall(SEND_WINDOW as c_int, sends.as_mut_ptr(), ffi::RSMPI_STATUSES_IGNORE);
                    requests.truncate(receives);
                }
                let mut request = ffi::RSMPI_REQUEST_NULL;
                let (at, count, of) = match gathered {
                    Some(gathered) => (0, 1, *gathered),
                    None => (part.start(), part.length(), ffi::RSMPI_UINT8_T),
                };
                let at = base.add(at).cast_const().cast();
                ffi::MPI_Isend(at, count, of, part.rank, MESSAGE_TAG, comm, &mut request);
                requests.push(request);
            }
            ffi::MPI_Waitall(requests.len() as c_int, requests.as_mut_ptr(), ffi::RSMPI_STATUSES_IGNORE);
        }
    }
}

impl Drop for Prepared<'_> {
    fn drop(&mut self) {
        for gathered in self.types.iter_mut().flatten() {
            // SAFETY: the type was made here, and nothing is under way: `exchange` waits for everything.
            unsafe { ffi::MPI_Type_free(gathered) };
        }
    }
}

/// The type of a message from several places, counted from the beginning of memory.
fn gather_type(part: &Transfer) -> ffi::MPI_Datatype {
    let lengths: Vec<c_int> = part.places.iter().map(|place| place.len() as c_int).collect();
    let starts: Vec<ffi::MPI_Aint> = part.places.iter().map(|place| place.start as ffi::MPI_Aint).collect();
    // SAFETY: both lists have the stated number of entries, and outlive the call.
    unsafe {
        let mut made = ffi::RSMPI_DATATYPE_NULL;
        let count = lengths.len() as c_int;
        ffi::MPI_Type_create_hindexed(
            count,
            lengths.as_ptr(),
            starts.as_ptr(),
            ffi::RSMPI_UINT8_T,
            &mut made,
        );
        ffi::MPI_Type_commit(&mut made);
        made
    }
}

/// Ends every rank of the job with this exit code. All messages have been printed.
pub fn abort(code: u8) -> ! {
    let _ = std::io::stderr().flush();
    // SAFETY: MPI has been initialised and not finalised: the world that the caller works in is alive.
    unsafe { ffi::MPI_Abort(ffi::RSMPI_COMM_WORLD, code.into()) };
    std::process::exit(code.into())
}

/// A panic in one rank ends all of them, with exit code 101.
pub fn abort_on_panic(rank: u64) {
    std::panic::set_hook(Box::new(move |info| {
        let _ = writeln!(std::io::stderr(), "rank {rank} panicked, and the job ends: {info}");
        abort(101);
    }));
}

/// The last error, for C.
static LAST_ERROR: Mutex<Option<CString>> = Mutex::new(None);

/// Runs what a C function does: 0, or the exit code of the failure, whose text is kept. A panic does not reach C.
fn status_code(work: impl FnOnce() -> Result<(), Error>) -> c_int {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    let (code, text) = match outcome {
        Ok(Ok(())) => return 0,
        Ok(Err(failure)) => (exit_code(&failure).into(), failure.render(false)),
        Err(_) => (101, "error: internal error in Crossedge\nhelp: see stderr for details".to_owned()),
    };
    *LAST_ERROR.lock().unwrap_or_else(PoisonError::into_inner) = CString::new(text.replace('\0', " ")).ok();
    code
}

/// The text of a C string.
///
/// # Safety
/// `text` is null or a string that ends with a zero byte.
unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Error> {
    if text.is_null() {
        return Err(Error::usage("a string is missing").help("pass an expression such as rdn(ring(4),1)"));
    }
    // SAFETY: the caller promises it.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Error::usage("a string is not UTF-8").help("expressions are"))
}

/// Rank and size of a communicator.
///
/// # Safety
/// `comm` is a communicator.
unsafe fn rank_and_size(comm: ffi::MPI_Comm) -> (c_int, c_int) {
    let (mut rank, mut size) = (0, 0);
    // SAFETY: the caller promises a communicator; both places live on this stack.
    unsafe {
        ffi::MPI_Comm_rank(comm, &mut rank);
        ffi::MPI_Comm_size(comm, &mut size);
    }
    (rank, size)
}

/// The network of an expression, when it has as many nodes as a communicator has ranks.
fn network(expr: &str, size: c_int) -> Result<Source, Error> {
    let source = Source::read(expr)?;
    let nodes = source.net.endpoints();
    if nodes != size as u64 {
        let what = if nodes == source.net.nodes() { "node" } else { "endpoint" };
        return Err(Error::usage(format!("{expr} has {nodes} {what}s, and the communicator {size} ranks"))
            .help(format!("a rank is a {what}; start {nodes} ranks")));
    }
    Ok(source)
}

/// The neighbours of a node, as ranks, in order.
fn ranks_around(source: &Source, v: c_int) -> Vec<c_int> {
    endpoint_neighbours(source.net.as_ref(), v as u64).into_iter().map(|w| w as c_int).collect()
}

/// See the header.
///
/// # Safety
/// MPI runs, `comm` is a communicator, `expr` a C string, and `graph` a place for a communicator. All ranks call it together.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crossedge_graph_create(
    comm: ffi::MPI_Comm,
    expr: *const c_char,
    reorder: c_int,
    graph: *mut ffi::MPI_Comm,
) -> c_int {
    status_code(|| {
        // SAFETY: what the caller promises, passed on.
        let (expr, (rank, size)) = unsafe { (text(expr)?, rank_and_size(comm)) };
        let source = network(expr, size)?;
        let around = ranks_around(&source, rank);
        let weights = vec![1; around.len()];
        let degree = around.len() as c_int;
        let mut made = unsafe { ffi::RSMPI_COMM_NULL };
        // SAFETY: the lists have `degree` entries each and outlive the call.
        unsafe {
            ffi::MPI_Dist_graph_create_adjacent(
                comm,
                degree,
                around.as_ptr(),
                weights.as_ptr(),
                degree,
                around.as_ptr(),
                weights.as_ptr(),
                ffi::RSMPI_INFO_NULL,
                c_int::from(reorder != 0),
                &mut made,
            );
        }
        // MPI may have given this process another rank: it is then another node, and its neighbours are that node's.
        let (mut have, mut out, mut weighted) = (0, 0, 0);
        // SAFETY: `made` is a communicator with a distributed graph now; the lists have the lengths that MPI returns.
        let (mut from, mut to, now) = unsafe {
            ffi::MPI_Dist_graph_neighbors_count(made, &mut have, &mut out, &mut weighted);
            let (mut from, mut to) = (vec![0; have as usize], vec![0; out as usize]);
            let (mut a, mut b) = (from.clone(), to.clone());
            ffi::MPI_Dist_graph_neighbors(
                made,
                have,
                from.as_mut_ptr(),
                a.as_mut_ptr(),
                out,
                to.as_mut_ptr(),
                b.as_mut_ptr(),
            );
            (from, to, rank_and_size(made).0)
        };
        from.sort_unstable();
        to.sort_unstable();
        let right = ranks_around(&source, now);
        let (mine, mut all) = (c_int::from(from == right && to == right), 0);
        // SAFETY: one number in, one out, on all ranks; `graph` is a place for a communicator.
        unsafe {
            ffi::MPI_Allreduce(
                (&raw const mine).cast(),
                (&raw mut all).cast(),
                1,
                ffi::RSMPI_INT32_T,
                ffi::RSMPI_MIN,
                comm,
            );
            if all == 0 {
                ffi::MPI_Comm_free(&mut made);
                return Err(Error::new(
                    ErrorKind::Input,
                    "MPI has given ranks other neighbours than the network has",
                )
                .help("pass 0 for reorder"));
            }
            *graph = made;
        }
        Ok(())
    })
}

/// A plan of an all-reduce, for C.
#[derive(Debug)]
pub struct CPlan {
    comm: ffi::MPI_Comm,
    vector: Vector,
}

/// See the header.
///
/// # Safety
/// MPI runs, `comm` is a communicator, `expr` a C string, `algorithm` one or null, and `plan` a place for a pointer. All ranks call it
/// together.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crossedge_allreduce_plan(
    comm: ffi::MPI_Comm,
    expr: *const c_char,
    algorithm: *const c_char,
    plan: *mut *mut CPlan,
) -> c_int {
    status_code(|| {
        // SAFETY: what the caller promises, passed on.
        let (expr, (rank, size)) = unsafe { (text(expr)?, rank_and_size(comm)) };
        let named = if algorithm.is_null() { None } else { Some(unsafe { text(algorithm)? }) };
        let algorithm = algorithm_named(Kind::AllReduce, named)?;
        let source = network(expr, size)?;
        let vector = Vector::new(&source.net, rank as u64, algorithm)?;
        // A communicator of its own: no message of the caller is taken for one of the plan.
        // SAFETY: `comm` is a communicator, and `plan` a place for a pointer.
        unsafe {
            let mut own = ffi::RSMPI_COMM_NULL;
            ffi::MPI_Comm_dup(comm, &mut own);
            *plan = Box::into_raw(Box::new(CPlan { comm: own, vector }));
        }
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// `plan` comes from [`crossedge_allreduce_plan`] and has not been freed; `send` and `receive` hold `count` elements of `datatype`, and
/// are the same place or do not overlap. All ranks call it together, with the same `count`, `datatype` and `op`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crossedge_allreduce(
    plan: *const CPlan,
    send: *const c_void,
    receive: *mut c_void,
    count: c_int,
    datatype: ffi::MPI_Datatype,
    op: ffi::MPI_Op,
) -> c_int {
    status_code(|| {
        // SAFETY: the caller promises a plan, or passes null.
        let Some(CPlan { comm, vector }) = (unsafe { plan.as_ref() }) else {
            return Err(Error::usage("there is no plan").help("make one with crossedge_allreduce_plan"));
        };
        let count =
            u64::try_from(count).map_err(|_| Error::usage("a negative count").help("count the elements"))?;
        let (mut commutes, mut low, mut extent) = (0, 0, 0);
        // SAFETY: operator and type are the caller's, and good.
        unsafe {
            ffi::MPI_Op_commutative(op, &mut commutes);
            ffi::MPI_Type_get_extent(datatype, &mut low, &mut extent);
        }
        if commutes == 0 || low != 0 {
            let message = "the operator must commute, and the type must begin at its address";
            return Err(Error::usage(message).help("MPI_Allreduce takes any operator"));
        }
        let extent = extent as usize;
        let mut staged = vec![0u8; vector.staged_elements(count) as usize * extent];
        let data: *mut u8 = receive.cast();
        let mut requests = Vec::new();
        // SAFETY: every piece is inside the `count` elements of `receive`, every staged one inside `staged`. Received pieces do
        // not overlap with others: a direct one is not sent in this step, and a verified schedule delivers each piece once. No buffer
        // is accessed between the start of the calls and `MPI_Waitall`.
        unsafe {
            if !std::ptr::eq(send.cast(), data) {
                std::ptr::copy_nonoverlapping(send.cast::<u8>(), data, count as usize * extent);
            }
            for turn in &vector.turns {
                requests.clear();
                let mut next = 0;
                let mut places = Vec::new();
                for piece in &turn.receives {
                    let (start, length) = vector.piece_range(piece.piece, count);
                    let home = data.add(start as usize * extent);
                    let at = if piece.direct { home } else { staged.as_mut_ptr().add(next) };
                    next += if piece.direct { 0 } else { length as usize * extent };
                    places.push((piece, at, home, length as c_int));
                    let mut request = ffi::RSMPI_REQUEST_NULL;
                    ffi::MPI_Irecv(
                        at.cast(),
                        length as c_int,
                        datatype,
                        piece.rank,
                        MESSAGE_TAG,
                        *comm,
                        &mut request,
                    );
                    requests.push(request);
                }
                for piece in &turn.sends {
                    let (start, length) = vector.piece_range(piece.piece, count);
                    let at = data.add(start as usize * extent).cast_const().cast();
                    let mut request = ffi::RSMPI_REQUEST_NULL;
                    ffi::MPI_Isend(
                        at,
                        length as c_int,
                        datatype,
                        piece.rank,
                        MESSAGE_TAG,
                        *comm,
                        &mut request,
                    );
                    requests.push(request);
                }
                ffi::MPI_Waitall(requests.len() as c_int, requests.as_mut_ptr(), ffi::RSMPI_STATUSES_IGNORE);
                for (piece, at, home, length) in places {
                    if piece.add {
                        ffi::MPI_Reduce_local(at.cast_const().cast(), home.cast(), length, datatype, op);
                    } else if !piece.direct {
                        std::ptr::copy_nonoverlapping(at, home, length as usize * extent);
                    }
                }
            }
        }
        Ok(())
    })
}

/// See the header.
///
/// # Safety
/// `plan` comes from [`crossedge_allreduce_plan`] and has not been freed, or is null. All ranks call it together, before MPI ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crossedge_plan_free(plan: *mut CPlan) {
    if !plan.is_null() {
        // SAFETY: the pointer is from `Box::into_raw`, and the caller does not use it afterwards.
        unsafe {
            let mut plan = Box::from_raw(plan);
            ffi::MPI_Comm_free(&mut plan.comm);
        }
    }
}

/// See the header.
#[unsafe(no_mangle)]
pub extern "C" fn crossedge_error() -> *const c_char {
    let last = LAST_ERROR.lock().unwrap_or_else(PoisonError::into_inner);
    last.as_ref().map_or(c"".as_ptr(), |text| text.as_ptr())
}
