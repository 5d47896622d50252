//! The calls of MPI that have no safe form: the only file of the crate with unsafe code.
//!
//! - [`exchange`]: several sends and receives at once inside one piece of memory. The safe form would want a borrow of its own for
//!   each range; [`Exchange`] has been checked instead, when it was made, and no call returns before all of them are done.
//! - [`abort`]: ends all ranks. A rank that unwinds out of `main` would wait in `MPI_Finalize` for the others for ever.

#![allow(unsafe_code)]

use crate::plan::Exchange;
use mpi::ffi;
use mpi::topology::SimpleCommunicator;
use mpi::traits::AsRaw;
use std::io::Write;
use std::os::raw::c_int;

/// Requests under way, kept from step to step.
#[derive(Debug, Default)]
pub struct Requests(Vec<ffi::MPI_Request>);

/// The tag of every message: order alone tells them apart.
const TAG: c_int = 9;

/// Sends and receives what a step says, and returns when all of it is done.
///
/// # Panics
/// When memory does not reach up to the last range.
pub fn exchange(world: &SimpleCommunicator, parts: &Exchange, memory: &mut [u8], requests: &mut Requests) {
    assert!(parts.end() <= memory.len(), "the ranges of a step lie in memory");
    let comm = world.as_raw();
    let base = memory.as_mut_ptr();
    let requests = &mut requests.0;
    requests.clear();
    // SAFETY: every range lies inside `memory`, which is borrowed for the whole call. No received range overlaps another one
    // (`Exchange::new`), so MPI never writes what somebody reads. `MPI_Waitall` ends all requests before memory is given back; an
    // error of MPI does not return, because the error handler of the world ends the job.
    unsafe {
        for part in parts.receives() {
            let mut request = ffi::RSMPI_REQUEST_NULL;
            let at = base.add(part.start).cast();
            ffi::MPI_Irecv(at, part.length, ffi::RSMPI_UINT8_T, part.rank, TAG, comm, &mut request);
            requests.push(request);
        }
        for part in parts.sends() {
            let mut request = ffi::RSMPI_REQUEST_NULL;
            let at = base.add(part.start).cast_const().cast();
            ffi::MPI_Isend(at, part.length, ffi::RSMPI_UINT8_T, part.rank, TAG, comm, &mut request);
            requests.push(request);
        }
        ffi::MPI_Waitall(requests.len() as c_int, requests.as_mut_ptr(), ffi::RSMPI_STATUSES_IGNORE);
    }
}

/// Ends every rank of the job with this exit code. What was to be said has been said.
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
