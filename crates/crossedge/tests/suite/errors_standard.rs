//! Every error that a public function of the library returns is an error for everybody: it prints, and it is one of the standard
//! library's. The compiler checks it; a type that is missing here is found by the second test.

use std::error::Error;
use std::fs;
use std::path::Path;

/// Compiles for errors only.
fn is_error<E: Error + Send + Sync + 'static>() {}

#[test]
fn all_errors_are_standard() {
    is_error::<crossedge::Error>();
    is_error::<crossedge::collective::BadGoal>();
    is_error::<crossedge::collective::Unmade>();
    is_error::<crossedge::collective::bounds::NoReach>();
    is_error::<crossedge::cost::Contradiction>();
    is_error::<crossedge::expr::Error>();
    is_error::<crossedge::metrics::Error>();
    is_error::<crossedge::metrics::throughput::NoThroughput>();
    is_error::<crossedge::route::loads::NoLoads>();
    is_error::<crossedge::metrics::traffic::NoMatching>();
    is_error::<crossedge::ranks::NoMachine>();
    is_error::<crossedge::net::TooLarge>();
    is_error::<crossedge::net::BadFaults>();
    is_error::<crossedge::net::read::ReadError>();
    is_error::<crossedge::render::TooManyNodes>();
    is_error::<crossedge::render::TooManyPorts>();
    is_error::<crossedge::route::NoRoute>();
    is_error::<crossedge::route::disjoint::Trouble>();
    is_error::<crossedge::route::flow::FlowFailure>();
    is_error::<crossedge::route::channels::Unroutable>();
    is_error::<crossedge::verify::BadCut>();
    is_error::<crossedge::verify::BadJourney>();
    is_error::<crossedge::layout::NoRoom>();
    is_error::<crossedge::verify::BadLayout>();
    is_error::<crossedge::verify::BadRepair>();
    is_error::<crossedge::verify::BadRoute>();
    is_error::<crossedge::verify::BadProgram>();
    is_error::<crossedge::verify::BadSources>();
    is_error::<crossedge::verify::BadTree>();
    is_error::<crossedge::verify::GoalFault>();
    is_error::<crossedge::verify::BadTrees>();
    is_error::<crossedge::collective::NoTrees>();
    is_error::<crossedge::collective::training::NoJob>();
    is_error::<crossedge::collective::training::NoMapping>();
    is_error::<crossedge::collective::training::NoTimetable>();
    is_error::<crossedge::verify::BadTimetable>();
    is_error::<crossedge::verify::Broken>();
    is_error::<crossedge::verify::ScheduleFault>();
    is_error::<crossedge::verify::Limit>();
    is_error::<crossedge::verify::Lost>();
    is_error::<crossedge::verify::No<crossedge::verify::ScheduleFault>>();
    is_error::<crossedge::verify::NotApart>();
    is_error::<crossedge::verify::Refuted>();
    is_error::<crossedge::verify::Shared>();
    is_error::<crossedge::verify::Unfit>();
    is_error::<crossedge::verify::WrongDistance>();
    is_error::<crossedge::verify::deadlock::Broken>();
    is_error::<crossedge::verify::deadlock::Refuted>();
    is_error::<crossedge::verify::disjoint::PathError>();
    is_error::<crossedge::progress::Stopped>();
    is_error::<crossedge::search::Unfinished>();
    is_error::<crossedge::tables::MissingLane>();
    is_error::<crossedge::verify::BadMap>();
    is_error::<crossedge::words::UnknownWord>();
}

/// The names that are as the error of a `Result` in a public signature, in one file.
fn returned(text: &str) -> Vec<String> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join(" ");
    let mut names = Vec::new();
    for signature in code.split("pub fn ").skip(1) {
        let Some((head, _)) = signature.split_once('{') else { continue };
        let Some((_, result)) = head.split_once("-> Result<") else { continue };
        let result = result.split(" where ").next().unwrap_or_default().trim().trim_end_matches(',');
        let Some((_, error)) = result.trim_end_matches('>').rsplit_once(", ") else { continue };
        let name = error.rsplit("::").next().unwrap_or_default().split('<').next().unwrap_or_default();
        // Tuples and what a longer signature ends with are no names of errors.
        if name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric) {
            names.push(name.to_owned());
        }
    }
    names
}

fn walk(folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            walk(&path, names);
        } else {
            names.extend(returned(&fs::read_to_string(&path).expect("text")));
        }
    }
}

#[test]
fn no_error_is_left_out() {
    let mut names = Vec::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for part in ["", "-core", "-lang", "-verify", "-route", "-schedule", "-metrics", "-draw"] {
        walk(&crates.join(format!("crossedge{part}/src")), &mut names);
    }
    names.sort();
    names.dedup();
    let known = include_str!("errors_standard.rs");
    // A text converts to an error.
    let missing: Vec<_> = names
        .iter()
        // The internal end of a full window never leaves the map.
        .filter(|name| !["String", "Err", "Full"].contains(&name.as_str()))
        .filter(|name| !known.contains(&format!("::{name}>")) && !known.contains(&format!("::{name}<")))
        .collect();
    assert!(names.len() > 10 && missing.is_empty(), "{missing:?} of {names:?}");
}
