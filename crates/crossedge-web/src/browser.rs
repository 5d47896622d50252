//! Opens the browser of the system.

use std::process::{Command, Stdio};

/// Opens an address; false where no browser could be started.
pub fn open(address: &str) -> bool {
    let (program, words): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        // Not by the shell of Windows, to which `&` is a sign.
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(words).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
