//! The engine reports errors by panics. They are caught here, silently, and returned as text.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// `true` if this thread is inside the engine.
    static INSIDE_ENGINE: Cell<bool> = const { Cell::new(false) };
    /// Message and location of the last panic.
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

static PANIC_HOOK: Once = Once::new();

/// Runs `work`; a panic inside comes back as its text and place, and is not printed.
pub fn catch_panics<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    PANIC_HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !INSIDE_ENGINE.get() {
                return before(info);
            }
            let said = info.payload();
            let text = said.downcast_ref::<&str>().copied();
            let text = text.or_else(|| said.downcast_ref::<String>().map(String::as_str));
            let text = text.unwrap_or("a panic without a message");
            let place = info.location().map(|l| format!(" ({}, line {})", file_name(l.file()), l.line()));
            LAST_PANIC.with(|said| *said.borrow_mut() = Some(format!("{text}{}", place.unwrap_or_default())));
        }));
    });
    let outside = INSIDE_ENGINE.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    INSIDE_ENGINE.set(outside);
    result.map_err(|_| LAST_PANIC.with(|said| said.borrow_mut().take()).unwrap_or_default())
}

/// The last two parts of a path: where the file is on some machine does not matter.
fn file_name(path: &str) -> String {
    let parts: Vec<&str> = path.rsplit('/').take(2).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join("/")
}
