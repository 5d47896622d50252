//! Opens the system's browser.
//!
//! The address contains the token, and program arguments are visible to all users of a machine. So the browser gets the name of a file
//! that only its user can read, which redirects to the address.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file that leads on to an address. It is removed with this value.
#[derive(Debug)]
pub struct Redirect(PathBuf);

impl Redirect {
    /// Writes the file, for its user alone, into the folder for temporary files.
    pub fn write_redirect(address: &str) -> std::io::Result<Redirect> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        let name: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let path = std::env::temp_dir().join(format!("crossedge-{name}.html"));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        let redirect = Redirect(path);
        let address = address.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        writeln!(
            file,
            "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url={address}\">\
             <title>Crossedge</title><a href=\"{address}\">Open the explorer</a>"
        )?;
        Ok(redirect)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Redirect {
    fn drop(&mut self) {
        // The file may already be gone.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Opens an address; `None` if no browser could be started. Keep the value until the browser has read it.
pub fn open(address: &str) -> Option<Redirect> {
    let redirect = Redirect::write_redirect(address).ok()?;
    let (program, words): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        // Not by the shell of Windows, to which `&` is a sign.
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(words).arg(redirect.path());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().ok()?;
    Some(redirect)
}
