//! The cases with exact answers on CAMINOS: latencies of packets alone, loads, and deadlocks.

use crossedge::net::{Node, no_files};
use crossedge::progress::Silent;
use crossedge::validation::{CASES, Case, CaseAnswer, Question, answer, compare};
use crossedge_sim::{Ending, Limits, Outcome, Prepared, Settings, probe};

fn settings(case: &CaseAnswer) -> Settings {
    let traffic = if case.question == Question::Latency { "uniform" } else { &case.traffic };
    Settings {
        routing: case.routing.parse().expect("a routing"),
        traffic: traffic.parse().expect("a traffic"),
        vcs: Some(case.vcs),
        unjudged: true,
        limits: Limits { cycles: 20_000, precision: 0.0, ..Limits::default() },
        ..Settings::new(&case.expression)
    }
}

/// The results of the engine, as a user would write them.
fn results(case: &CaseAnswer) -> String {
    let settings = settings(case);
    let prepared =
        Prepared::new(&settings, &no_files, &Silent).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    let run = |load: f64| prepared.run_at(load, 0, &Silent).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    match case.question {
        Question::Latency => {
            let pairs: Vec<(Node, Node)> =
                case.latencies.iter().map(|packet| (Node(packet.from.0), Node(packet.to.0))).collect();
            let (latencies, _) = probe(&prepared, &pairs, &Silent).expect("runs");
            let line = |((from, to), cycles): (&(Node, Node), u64)| {
                format!("latency {} {} {cycles}\n", from.0, to.0)
            };
            pairs.iter().zip(latencies).map(line).collect()
        }
        Question::Load => {
            let full = case.load.as_ref().and_then(|load| load.saturates_at.value()).expect("a load");
            let loads = [0.4 * full, 0.9 * full, 1.3 * full].into_iter().filter(|load| *load <= 1.0);
            // What was drawn is what was offered.
            let line = |run: Outcome| format!("load {} {}\n", run.drawn_load, run.accepted_load);
            loads.map(|load| line(run(load))).collect()
        }
        Question::Deadlock => {
            let stuck = run(1.0).ending == Ending::Deadlock;
            format!("deadlock {}\n", if stuck { "yes" } else { "no" })
        }
        Question::Completion => String::new(),
    }
}

fn check(question: Question, most: usize) -> usize {
    let mut checked = 0;
    for place in (0..CASES.len()).filter(|&place| CASES[place].question == question).take(most) {
        let case = answer(place, &Silent).expect("an answer");
        let comparison = compare(&case, &results(&case)).expect("results");
        assert!(comparison.agrees, "{}: {comparison:?}", Case::name_at(place));
        checked += 1;
    }
    checked
}

#[test]
fn packets_alone_take_exactly_as_long_on_the_engine() {
    assert_eq!(check(Question::Latency, 15), 15);
}

#[test]
#[ignore = "heavy"]
fn heavy_validation_cases_on_the_engine() {
    assert_eq!(check(Question::Load, 10), 10);
    assert_eq!(check(Question::Deadlock, 10), 10);
}
