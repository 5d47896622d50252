//! Cases with exact answers: the list, answers against other parts of the library and the literature, and the explanation of results that differ.

use crossedge::exact::Ratio;
use crossedge::progress::Silent;
use crossedge::route::channels::RoutingName;
use crossedge::route::loads::loads;
use crossedge::validation::{CASES, Case, CaseAnswer, Question, answer, case_named, compare, messages_text};
use std::collections::BTreeSet;

fn case(name: &str) -> CaseAnswer {
    answer(case_named(name).expect(name), &Silent).expect(name)
}

fn of(question: Question) -> impl Iterator<Item = usize> {
    (0..CASES.len()).filter(move |&place| CASES[place].question == question)
}

#[test]
fn there_are_fifty_cases_with_names() {
    let names: BTreeSet<String> = (0..CASES.len()).map(Case::name_at).collect();
    assert_eq!(names.len(), 50);
    assert!(names.contains("latency-15") && names.contains("deadlock-10"));
    assert_eq!(
        case_named("latency-99").expect_err("none").to_string(),
        "there is no case 'latency-99'; `crossedge validate` lists the cases, e.g. latency-01"
    );
}

/// Links counted here one by one, against the analysis of loads; a server takes at most one flit in a cycle.
#[test]
fn loads_agree_with_the_analysis() {
    for place in of(Question::Load) {
        let Case { expression, routing, traffic, .. } = CASES[place];
        let net: crossedge::Topology = expression.parse().expect(expression);
        let name: RoutingName = routing.parse().expect(routing);
        let found = loads(net.network().expect("small"), name, traffic, &Silent).expect("loads");
        let (a, b) = found.max_injection_rate().expect("something is sent");
        let (a, b) = if a > b { (1, 1) } else { (a, b) };
        let exact = answer(place, &Silent).expect(expression).load.expect("a load").saturates_at;
        assert!((exact.value().expect("a number") - a as f64 / b as f64).abs() < 1e-12, "{expression}");
    }
}

/// Dally and Towles: a tornado on 8 nodes of a ring goes 3 hops one way; the transpose of a cube goes over its middle; two channels for a ring.
#[test]
fn answers_of_the_literature() {
    let full = |name: &str| case(name).load.expect("a load").saturates_at;
    assert_eq!(full("load-03"), Ratio::new(1u32, 3u32), "tornado on torus(8,8): three hops one way");
    assert_eq!(full("load-08"), Ratio::new(1u32, 4u32), "four routers of a row share the links of a group");
    let free: Vec<Option<bool>> =
        of(Question::Deadlock).map(|place| answer(place, &Silent).expect("verified").deadlock_free).collect();
    let [yes, no] = [Some(true), Some(false)];
    assert_eq!(free, [no, yes, no, yes, yes, yes, no, yes, no, yes]);
    let ring = case("latency-01");
    assert!(ring.latencies.iter().any(|packet| packet.links.0 == 2 + 4 || packet.links.0 == 2 + 3));
    let exchange = case("completion-01").completion.expect("a time");
    assert_eq!((exchange.busiest.0, exchange.least.0, exchange.most.0), (1, 1024 + 2, 1024 + 2));
}

/// The messages have the numbers of links that the latencies are made of.
#[test]
fn files_of_messages_are_whole() {
    for place in of(Question::Latency).chain(of(Question::Completion)) {
        let case = answer(place, &Silent).expect("an answer");
        let text = messages_text(place).expect("routes").expect("messages");
        let rows: Vec<Vec<u64>> = text
            .lines()
            .map(|line| line.split(' ').map(|word| word.parse().expect("a number")).collect())
            .collect();
        let [ends, links, messages] = rows[0][..] else { panic!("{text}") };
        assert_eq!((ends, rows.len() as u64), (case.endpoints.0, 1 + links + messages));
        for (i, row) in rows[1 + links as usize..].iter().enumerate() {
            assert_eq!(row.len() as u64, 5 + row[4]);
            assert!(row[5..].iter().all(|&link| link < links));
            if let Some(packet) = case.latencies.get(i) {
                assert_eq!((row[0], row[1], row[4]), (packet.from.0, packet.to.0, packet.links.0));
            }
        }
    }
    assert!(of(Question::Load).all(|place| messages_text(place).expect("nothing").is_none()));
}

/// Latencies of a case with a change, as a user writes them.
fn latencies(case: &CaseAnswer, change: impl Fn(f64, f64) -> f64) -> String {
    let line = |packet: &crossedge::validation::LatencyAnswer| {
        let cycles = change(packet.cut_through.0 as f64, packet.links.0 as f64);
        format!("latency {} {} {cycles}\n", packet.from.0, packet.to.0)
    };
    case.latencies.iter().map(line).collect()
}

#[test]
fn differences_are_explained() {
    let torus = case("latency-05");
    let why = |results: &str| compare(&torus, results).expect("results").explanation;
    assert_eq!(why(&latencies(&torus, |cycles, _| cycles)), None);
    assert_eq!(
        why(&latencies(&torus, |cycles, _| cycles + 3.0)).as_deref(),
        Some(
            "every packet takes 3 cycles more: a constant of the simulator, such as the delay of injection and ejection; links agree"
        )
    );
    assert_eq!(
        why(&latencies(&torus, |cycles, links| cycles + 2.0 * links)).as_deref(),
        Some(
            "every link takes 2.00 cycles more: the pipeline of a router, or a delay of links of 3.00 cycles"
        )
    );
    assert_eq!(
        why(&latencies(&torus, |_, links| 16.0 * links)).as_deref(),
        Some(
            "15.00 cycles more for each link, and -15.00 for each packet: packets are stored at every router: say `switching store-and-forward`"
        )
    );
    let stored = format!("switching store-and-forward\n{}", latencies(&torus, |_, links| 16.0 * links));
    assert_eq!(why(&stored), None);
    let tornado = case("load-03");
    let load = |results: &str| compare(&tornado, results).expect("results").agrees;
    assert!(load("load 0.1 0.1\nload 0.3 0.299\n") && !load("load 0.1 0.05\n") && !load("load 0.9 0.9\n"));
    let time = case("completion-01");
    let at = |results: &str| compare(&time, results).expect("results").agrees;
    assert!(at("completion 1026\n") && at("completion 1100\n"));
    assert!(!at("level flows\ncompletion 1100\n") && !at("completion 600\n"));
    assert!(compare(&case("deadlock-01"), "deadlock no").expect("a result").agrees);
    assert!(!compare(&case("deadlock-02"), "deadlock yes").expect("a result").agrees);
}

#[test]
fn wrong_results_are_refused() {
    let refusal = |results: &str| compare(&case("latency-05"), results).expect_err("refused").to_string();
    assert_eq!(
        refusal("# nothing\n"),
        "there are no results for latency-05; write lines such as `latency 0 5 20`"
    );
    assert_eq!(
        refusal("\nload 1 1\n"),
        "line 2 of the results is not one of this case; write lines such as `latency 0 5 20`"
    );
    assert_eq!(
        refusal("latency 1 2 20"),
        "line 1: latency-05 asks for no packet from 1 to 2; the case lists its packets"
    );
    assert!(refusal("latency 0 15 NaN").starts_with("line 1 of the results"));
}
