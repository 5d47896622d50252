//! Exit codes of errors: the same as those of `crossedge`.

use crossedge::Error;
use crossedge::error::ErrorKind;

/// Returns the exit code for a kind of error.
pub fn exit_code(error: &Error) -> u8 {
    match error.kind() {
        ErrorKind::Nothing | ErrorKind::Refuted => 1,
        ErrorKind::Expression | ErrorKind::Usage => 2,
        ErrorKind::Input | ErrorKind::Internal => 3,
        ErrorKind::Limit => 4,
        ErrorKind::Stopped => 130,
    }
}
