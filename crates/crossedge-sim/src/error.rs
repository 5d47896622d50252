//! Errors of the engine itself; every other error is made where it arises.

pub use crossedge::Error;
use crossedge::error::ErrorKind;

/// The engine panicked. The message is its own, and the settings reproduce the run.
pub(crate) fn engine_failed(message: &str, settings: &str) -> Error {
    Error::new(ErrorKind::Input, format!("the engine failed: {message}; settings: {settings}"))
        .help("this is a bug in the engine or in its wrapper; please report it with the settings")
}

/// Stdout, on which the engine prints, cannot be redirected.
pub(crate) fn stdout_not_redirected(why: &std::io::Error) -> Error {
    Error::new(ErrorKind::Input, format!("cannot redirect stdout while the engine runs: {why}"))
}
