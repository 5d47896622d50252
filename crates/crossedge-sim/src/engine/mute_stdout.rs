//! Standard output is turned away while the engine runs: the engine prints reports on it, and has no switch for that.
//!
//! There is one standard output in a process, so whatever else the process prints meanwhile is lost too. Simulations on several
//! threads share one turn: the first one in turns it away, the last one out turns it back.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::{Mutex, PoisonError};

/// How many simulations are under way, and where standard output went before the first.
static AWAY: Mutex<(usize, Option<File>)> = Mutex::new((0, None));

/// Standard output leads nowhere while one of these lives.
#[derive(Debug)]
pub(crate) struct Silence(());

impl Silence {
    /// Turns standard output away.
    pub(crate) fn begin() -> io::Result<Silence> {
        let mut away = AWAY.lock().unwrap_or_else(PoisonError::into_inner);
        if away.0 == 0 {
            let mut out = io::stdout().lock();
            // Whoever reads may have gone; what was printed before is his matter.
            let _ = out.flush();
            let kept = File::from(out.as_fd().try_clone_to_owned()?);
            rustix::stdio::dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
            away.1 = Some(kept);
        }
        away.0 += 1;
        Ok(Silence(()))
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        let mut away = AWAY.lock().unwrap_or_else(PoisonError::into_inner);
        away.0 -= 1;
        if away.0 == 0
            && let Some(kept) = away.1.take()
        {
            let mut out = io::stdout().lock();
            let _ = out.flush();
            // There is nobody to tell: standard output stays away.
            let _ = rustix::stdio::dup2_stdout(kept);
        }
    }
}
