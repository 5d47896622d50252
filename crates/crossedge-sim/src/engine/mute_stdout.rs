//! Standard output is turned away while the engine runs: the engine prints reports on it, and has no switch for that.
//!
//! A process has a single stdout, so everything else it prints meanwhile is lost as well. Simulations on several
//! threads share one redirection: the first one redirects it, the last one restores it.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::{Mutex, PoisonError};

/// Number of simulations that are under way, and where standard output went before the first.
static SAVED_STDOUT: Mutex<(usize, Option<File>)> = Mutex::new((0, None));

/// Standard output leads nowhere while one of these lives.
#[derive(Debug)]
pub(crate) struct Silence(());

impl Silence {
    /// Turns standard output away.
    pub(crate) fn mute() -> io::Result<Silence> {
        let mut away = SAVED_STDOUT.lock().unwrap_or_else(PoisonError::into_inner);
        if away.0 == 0 {
            let mut out = io::stdout().lock();
            // The reader may be gone; earlier output is not our concern.
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
        let mut away = SAVED_STDOUT.lock().unwrap_or_else(PoisonError::into_inner);
        away.0 -= 1;
        if away.0 == 0
            && let Some(kept) = away.1.take()
        {
            let mut out = io::stdout().lock();
            let _ = out.flush();
            // The error cannot be reported: stdout stays redirected.
            let _ = rustix::stdio::dup2_stdout(kept);
        }
    }
}
