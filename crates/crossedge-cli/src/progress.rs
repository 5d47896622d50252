//! Progress bars and interruption. A bar appears when a stage takes more than half a second, on a terminal only.

use crate::failure::Failure;
use crossedge::progress::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by an interruption.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Work that has not stopped after this is ended.
const PATIENCE: Duration = Duration::from_millis(700);

/// Turns Ctrl-C and termination into a clean stop.
pub fn catch_interrupts() {
    // Without a handler the default holds, and that ends the program as well.
    let _ = ctrlc::set_handler(|| {
        STOPPED.store(true, Ordering::SeqCst);
        // The handler has a thread of its own. A program that stops by itself is gone before it wakes.
        std::thread::sleep(PATIENCE);
        // This way out unwinds nothing.
        crossedge_campaign::abandon();
        Failure::Interrupted.report();
        std::process::exit(130);
    });
}

/// A bar for each stage of some long work.
pub struct Bars {
    shown: bool,
    stage: Mutex<Option<(Instant, ProgressBar)>>,
}

impl Bars {
    /// Bars, or none at all when `quiet`.
    pub fn new(quiet: bool) -> Self {
        Bars { shown: !quiet && io::stderr().is_terminal(), stage: Mutex::new(None) }
    }
}

impl Progress for Bars {
    fn stage(&self, name: &str, total: u64) {
        if !self.shown {
            return;
        }
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(
            "{msg} [{bar:40}] {percent}% {human_pos} of {human_len}, {eta} left",
        );
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        bar.set_message(name.to_owned());
        if let Ok(mut stage) = self.stage.lock() {
            if let Some((_, old)) = stage.take() {
                old.finish_and_clear();
            }
            *stage = Some((Instant::now(), bar));
        }
    }

    fn advance(&self, units: u64) {
        if !self.shown {
            return;
        }
        if let Ok(stage) = self.stage.lock()
            && let Some((start, bar)) = stage.as_ref()
        {
            if bar.is_hidden() && start.elapsed() > Duration::from_millis(500) {
                bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            }
            bar.inc(units);
        }
    }

    fn stopped(&self) -> bool {
        STOPPED.load(Ordering::Relaxed)
    }
}

impl Drop for Bars {
    fn drop(&mut self) {
        if let Ok(mut stage) = self.stage.lock()
            && let Some((_, bar)) = stage.take()
        {
            bar.finish_and_clear();
        }
    }
}
