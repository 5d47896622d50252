//! Progress and interruption. Work that takes longer than a second shows a progress bar, on a terminal only: the current stage, its progress
//! if known, and the elapsed time.

use crate::failure::Failure;
use crossedge::progress::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Set by an interruption.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Set while work is done that has an answer when it is stopped.
static ANYTIME: AtomicBool = AtomicBool::new(false);

/// Work that has not stopped after this is ended.
const STOP_TIMEOUT: Duration = Duration::from_millis(700);

/// The same for work that has an answer when it is stopped.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Silence longer than this is broken.
const MAX_SILENCE: Duration = Duration::from_secs(1);

/// The progress of a stage.
const STAGE_TEMPLATE: &str = "{msg} [{bar:30}] {percent}% {human_pos} of {human_len}, {elapsed} so far";

/// Work of unknown length.
const SPINNER_TEMPLATE: &str = "{spinner} {msg}, {elapsed} so far";

/// Turns Ctrl-C and termination into a clean stop.
pub fn catch_interrupts() {
    // Without a handler the default holds, and that ends the program as well.
    let _ = ctrlc::set_handler(|| {
        let again = INTERRUPTED.swap(true, Ordering::SeqCst);
        let timeout = match ANYTIME.load(Ordering::SeqCst) {
            _ if again => Duration::ZERO,
            true => ANSWER_TIMEOUT,
            false => STOP_TIMEOUT,
        };
        // A program that stops by itself is gone before this thread wakes.
        std::thread::spawn(move || {
            std::thread::sleep(timeout);
            // Exiting here does not unwind.
            crossedge_campaign::remove_temporary_files();
            Failure::Interrupted.report();
            std::process::exit(130);
        });
    });
}

/// Shows the progress of work.
pub struct Bars {
    /// `None` if stderr is not a terminal.
    bar: Option<ProgressBar>,
}

impl Bars {
    /// Progress bars of a verb; hidden if `quiet` is set or stderr is not a terminal.
    pub fn new(quiet: bool, verb: &str) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Bars { bar: None };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        set_style(&bar, SPINNER_TEMPLATE);
        bar.set_message(verb.to_owned());
        let late = bar.clone();
        std::thread::spawn(move || {
            std::thread::sleep(MAX_SILENCE);
            if !late.is_finished() {
                late.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
                // The clock advances while the work is silent.
                late.enable_steady_tick(Duration::from_millis(250));
            }
        });
        Bars { bar: Some(bar) }
    }

    /// A handle for lines above the progress, for work that has a first answer before its last one; `None` where no progress is shown.
    pub fn above(&self) -> Option<LinesAbove> {
        self.bar.clone().map(LinesAbove)
    }

    /// The work is done and its answer follows: the line of progress goes away.
    pub fn clear_bars(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Prints lines above the progress.
pub struct LinesAbove(ProgressBar);

impl LinesAbove {
    /// Prints a text, unless the work is done.
    pub fn print(&self, text: &str) {
        if !self.0.is_finished() {
            self.0.println(text);
        }
    }
}

fn set_style(bar: &ProgressBar, template: &str) {
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
}

impl Progress for Bars {
    fn stage(&self, name: &str, total: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(0);
            bar.set_length(total);
            bar.set_message(name.to_owned());
            set_style(bar, STAGE_TEMPLATE);
        }
    }

    fn advance(&self, units: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(units);
        }
    }

    fn stopped(&self) -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }

    /// From now on the first interruption stops the work, and the second one ends the program.
    fn takes_unfinished(&self) -> bool {
        ANYTIME.store(true, Ordering::SeqCst);
        true
    }
}

impl Drop for Bars {
    fn drop(&mut self) {
        self.clear_bars();
    }
}
