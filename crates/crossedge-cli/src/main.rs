//! The program `crossedge`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(crossedge_cli::program(std::env::args().collect()))
}
