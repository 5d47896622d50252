//! Heartbeat: if a job takes long, its first rank reports the current phase on stderr. A short job prints nothing.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The initial silence.
const FIRST_REPORT_AFTER: Duration = Duration::from_secs(15);

/// Speaks until it is dropped.
#[derive(Debug, Default)]
pub struct Heart {
    at: Arc<Mutex<String>>,
    /// Dropped to end the thread; `None` on ranks that print nothing.
    _end: Option<Sender<()>>,
}

impl Heart {
    /// A heart that reports to stderr.
    pub fn with_reports() -> Heart {
        Heart::report_every(FIRST_REPORT_AFTER, |line| {
            // A failed write does not stop the work.
            let _ = writeln!(std::io::stderr(), "{line}");
        })
    }

    /// Reports the current phase through a callback once every `patience`, until it is dropped.
    pub fn report_every(patience: Duration, say: impl Fn(&str) + Send + 'static) -> Heart {
        let at = Arc::new(Mutex::new("starting".to_owned()));
        let (end, ended) = mpsc::channel::<()>();
        let start = Instant::now();
        let what = at.clone();
        let beat = move || {
            while ended.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                let now = what.lock().unwrap_or_else(PoisonError::into_inner).clone();
                say(&format!("after {} s: {now}", start.elapsed().as_secs()));
            }
        };
        // Without a thread nothing is printed, and the work is still done.
        let _ = thread::Builder::new().spawn(beat);
        Heart { at, _end: Some(end) }
    }

    /// The current phase.
    pub fn set_phase(&self, what: impl Into<String>) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = what.into();
    }
}
