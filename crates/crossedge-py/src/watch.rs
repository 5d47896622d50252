//! Long work with the interpreter free: the work has a thread of its own, and the one that called looks for an interruption meanwhile and
//! shows how far the work is. Signals reach only the main thread of Python, and only while it asks.

use crate::error::to_exception;
use crossedge::Error;
use crossedge::progress::Progress;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Interval at which signals are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The waiting time for the end after an interruption.
const STOP_TIMEOUT: Duration = Duration::from_millis(500);

/// As much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// The progress of the work.
#[derive(Default)]
struct PythonProgress {
    stop: AtomicBool,
    done: AtomicU64,
    stage: Mutex<(String, u64)>,
}

impl Progress for PythonProgress {
    fn stage(&self, name: &str, total: u64) {
        if let Ok(mut stage) = self.stage.lock() {
            *stage = (name.to_owned(), total);
        }
        self.done.store(0, Ordering::Relaxed);
    }

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Makes this thread part of a pool of its own, with a thread for every other core. The global pool of rayon does not survive a fork: a child has
/// its state without its threads, and would wait forever. Jobs with pools of their own do not take over each other's work either.
fn join_own_pool() -> Option<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new().use_current_thread().stack_size(STACK_BYTES).build().ok()
}

/// Runs short-lived work that borrows from the caller, on all cores, and stops it when Python is interrupted: the work polls the progress that it gets.
pub fn run_scoped<T: Send>(py: Python<'_>, work: impl FnOnce(&dyn Progress) -> T + Send) -> PyResult<T> {
    let watch = PythonProgress::default();
    let run = || {
        std::thread::scope(|scope| {
            let (send, receive) = sync_channel(1);
            let inside = &watch;
            let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                let _pool = join_own_pool();
                let _ = send.send(work(inside));
            });
            if let Err(why) = worker {
                return Err(Ok(Error::limit(why.to_string(), "end other threads first")));
            }
            loop {
                match receive.recv_timeout(POLL_INTERVAL) {
                    Ok(result) => return Ok(result),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(Ok(Error::internal("the work has ended without an answer")));
                    }
                }
                if let Err(interruption) = Python::attach(|py| py.check_signals()) {
                    watch.stop.store(true, Ordering::Relaxed);
                    return Err(Err(interruption));
                }
            }
        })
    };
    py.detach(run).map_err(|error| match error {
        Ok(error) => to_exception(py, &error),
        Err(interruption) => interruption,
    })
}

/// Does the work, and cancels it when Python is interrupted. `callback` is called with stage, done and total.
pub fn run_interruptible<T: Send + 'static>(
    py: Python<'_>,
    callback: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&dyn Progress) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let watch = Arc::new(PythonProgress::default());
    let (send, receive) = sync_channel(1);
    let inside = watch.clone();
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        let _pool = join_own_pool();
        // No one listens any more when the caller is gone.
        let _ = send.send(work(inside.as_ref()));
    });
    worker.map_err(|why| to_exception(py, &Error::limit(why.to_string(), "end other threads first")))?;
    let mut receive = receive;
    loop {
        let (back, got) = py.detach(move || {
            let got = receive.recv_timeout(POLL_INTERVAL);
            (receive, got)
        });
        receive = back;
        match got {
            Ok(result) => return result.map_err(|error| to_exception(py, &error)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(to_exception(py, &Error::internal("the work has ended without an answer")));
            }
        }
        if let Err(interruption) = py.check_signals().and_then(|()| report_progress(callback, &watch)) {
            watch.stop.store(true, Ordering::Relaxed);
            // It looks at the flag many times a second, as a rule. Work that does not ends by itself, and no one waits for it.
            py.detach(move || drop(receive.recv_timeout(STOP_TIMEOUT)));
            return Err(interruption);
        }
    }
}

fn report_progress(callback: Option<&Bound<'_, PyAny>>, watch: &PythonProgress) -> PyResult<()> {
    let Some(callback) = callback else { return Ok(()) };
    let (name, total) = watch.stage.lock().map(|stage| stage.clone()).unwrap_or_default();
    if !name.is_empty() {
        callback.call1((name, watch.done.load(Ordering::Relaxed), total))?;
    }
    Ok(())
}
