//! `crossedge doctor`: features as they are built in, and external programs as they are found on the path.

use std::path::Path;
use std::process::Command;

/// The report with this path; the exit code is always 0.
fn report(path: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    let output =
        command.arg("doctor").env("PATH", path).env("COLUMNS", "0").output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The line that starts with a word.
fn line<'a>(report: &'a str, start: &str) -> &'a str {
    let found = report.lines().map(str::trim).find(|line| line.starts_with(start));
    found.unwrap_or_else(|| panic!("no line {start:?} in\n{report}"))
}

#[test]
fn missing_programs_are_reported_and_no_failure() {
    let empty = tempfile::tempdir().expect("a folder");
    let report = report(empty.path());
    assert!(report.starts_with(&format!("crossedge {} for ", env!("CARGO_PKG_VERSION"))), "{report}");
    for program in ["python3", "mpirun", "sbatch", "srun", "hq", "opensm", "coqc", "chromium"] {
        assert!(line(&report, &format!("{program} ")).contains("not found"), "{report}");
    }
}

#[test]
fn features_are_those_of_the_build() {
    let empty = tempfile::tempdir().expect("a folder");
    let report = report(empty.path());
    for (name, built) in [
        ("explore", cfg!(feature = "explore")),
        ("simulate", cfg!(feature = "simulate")),
        ("mimalloc", cfg!(feature = "mimalloc")),
    ] {
        assert_eq!(line(&report, "features:").contains(name), built, "{report}");
        assert_eq!(line(&report, "not built in:").contains(name), !built, "{report}");
    }
}

#[test]
#[cfg(unix)]
fn versions_are_those_that_programs_print() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    for (name, script) in [
        ("mpirun", "echo a notice; echo 'mpirun (Fake MPI) 1.2.3'; echo later 4.5"),
        ("coqc", "echo no number"),
        ("opensm", "printf '\\033[31mOpenSM 9.8\\n'; exit 1"),
        ("hq", "exec /bin/sleep 60"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("writable");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("executable");
    }
    let report = report(folder.path());
    assert!(line(&report, "mpirun ").contains("mpirun (Fake MPI) 1.2.3"), "{report}");
    assert!(line(&report, "coqc ").contains("found, version unknown"), "{report}");
    assert!(line(&report, "opensm ").contains("OpenSM 9.8"), "{report}");
    assert!(!report.contains('\u{1b}'), "control characters of programs are not printed");
    assert!(line(&report, "hq ").contains("found, no answer within 5 s"), "{report}");
}
