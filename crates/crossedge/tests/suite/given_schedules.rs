//! Schedules from files: what we write is verified again as we read it, and every fault that the verifier of GOAL can name is seeded.

use crossedge::answers::{Choice, CollectiveRequest, Collectives, GivenSchedule, Request, ScheduleRequest};
use crossedge::collective::{Goal, GoalAct, Kind};
use crossedge::export::schedule::ScheduleFile;
use crossedge::prelude::*;
use crossedge::verify::{self, GoalFault, Verdict};

fn made(text: &str, kind: Kind, algorithm: &str, name: &str) -> String {
    let net: Topology = text.parse().expect(text);
    let request = CollectiveRequest {
        algorithm: algorithm.parse::<Choice>().expect(algorithm),
        listed: true,
        ..CollectiveRequest::new(kind).bytes(4096)
    };
    let plan = Collectives::new(&net, request, &Silent).expect(text);
    let files = plan.files(name).expect(text).expect("a schedule");
    String::from_utf8(files[0].1.clone()).expect("text")
}

fn judged(net: &str, schedule: GivenSchedule) -> crossedge::answers::VerifyAnswer {
    let net: Topology = net.parse().expect(net);
    ScheduleRequest { name: "given".to_owned(), schedule }.answer(&net, &Silent).expect("a verdict")
}

const MADE: [(&str, Kind, &str); 8] = [
    ("rdn(ring(3), 1)", Kind::Broadcast, "eager"),
    ("hypercube(4)", Kind::AllReduce, "best"),
    ("torus(4,4)", Kind::AllGather, "best"),
    ("dual(ring(4))", Kind::AllToAll, "best"),
    ("ring(6)", Kind::Reduce, "best"),
    ("hypercube(3)", Kind::Scatter, "best"),
    ("hosts(ring(4), 2)", Kind::Broadcast, "best"),
    ("dual(complete(3))", Kind::ReduceScatter, "best"),
];

#[test]
fn exported_json_schedules_are_verified_by_chunk() {
    for (net, kind, algorithm) in MADE {
        let text = made(net, kind, algorithm, "s.json");
        let file: ScheduleFile = serde_json::from_str(&text).expect("JSON");
        assert_eq!(file.expression, net.parse::<Topology>().expect(net).to_string());
        let told = judged(net, GivenSchedule::Listed(file.clone()));
        let schedule = told.schedule.unwrap_or_else(|| panic!("{net} {kind}: {:?}", told.counterexample));
        assert!(schedule.contents_verified);
        assert_eq!(schedule.steps.0, file.steps.len() as u64);
        // A message that is left out is missed, whichever it is.
        for step in 0..file.steps.len() {
            let mut spoiled = file.clone();
            spoiled.steps[step].pop();
            assert!(!judged(net, GivenSchedule::Listed(spoiled)).holds, "{net} {kind}, step {step}");
        }
    }
}

#[test]
fn exported_goal_schedules_are_verified() {
    for (net, kind, algorithm) in MADE {
        let text = made(net, kind, algorithm, "s.goal");
        let told = judged(net, GivenSchedule::Goal { text, kind: Some(kind), root: "0".into() });
        let schedule = told.schedule.unwrap_or_else(|| panic!("{net} {kind}: {:?}", told.counterexample));
        assert!(!schedule.contents_verified);
        assert_eq!(schedule.completes_with_synchronous_sends, Some(true), "{net} {kind}");
        assert!(schedule.messages.0 > 0 && schedule.steps.0 > 0);
    }
}

/// The first message of a text leaves, and everything that names it.
#[test]
fn each_message_of_a_broadcast_is_needed() {
    let text = made("rdn(ring(3), 1)", Kind::Broadcast, "eager", "s.goal");
    let goal = Goal::read(&text).expect("GOAL");
    let sends: Vec<(usize, usize)> = (0..goal.ranks.len())
        .flat_map(|rank| (0..goal.ranks[rank].len()).map(move |op| (rank, op)))
        .filter(|&(rank, op)| matches!(goal.ranks[rank][op].act, crossedge::collective::GoalAct::Send { .. }))
        .collect();
    assert_eq!(sends.len(), 17);
    for (rank, op) in sends {
        let mut spoiled = goal.clone();
        spoiled.ranks[rank][op].act = crossedge::collective::GoalAct::Calculate(0);
        let verdict = verify::goal(18, &spoiled, Some((Kind::Broadcast, 0)), &Silent).expect("ends");
        assert!(matches!(verdict, Verdict::Refuted(GoalFault::Unsent { .. })), "{verdict:?}");
    }
}

#[test]
fn every_fault_is_named() {
    let two = |a: &str, b: &str| format!("num_ranks 2\nrank 0 {{\n{a}\n}}\nrank 1 {{\n{b}\n}}\n");
    for (text, kind, told) in [
        (two("send 8b to 1", "recv 8b from 0"), Some(Kind::Broadcast), None),
        (two("", "send 8b to 0"), None, Some("line 6: rank 0 never takes this message of rank 1")),
        (two("recv 8b from 1", ""), None, Some("line 3: rank 0 waits for a message that rank 1 never sends")),
        (two("send 8b to 1", "recv 4b from 0"), None, Some("line 3 sends 8 bytes, and line 6 takes 4")),
        (
            two("send 8b to 1", "recv 8b from -1"),
            None,
            Some("line 6: which message is taken here depends on when it comes, and times are not verified"),
        ),
        (
            two(
                "a: recv 8b from 1\nb: send 8b to 1\nb requires a",
                "a: recv 8b from 0\nb: send 8b to 0\nb requires a",
            ),
            None,
            Some("lines 3, 8, 7, 4 wait for each other for ever"),
        ),
        (
            two("recv 8b from 1", "send 8b to 0"),
            Some(Kind::Broadcast),
            Some("rank 1 needs data of rank 0, and no chain of messages leads from there to it"),
        ),
        (
            "num_ranks 3\n".to_owned(),
            None,
            Some("the schedule is for 3 ranks, and the network has 2 endpoints"),
        ),
    ] {
        let answer = judged("path(2)", GivenSchedule::Goal { text: text.clone(), kind, root: "0".into() });
        let found = answer.counterexample;
        match told {
            Some(told) if told.ends_with("wait for each other for ever") => {
                assert!(
                    found.as_deref().is_some_and(|found| found.ends_with("wait for each other for ever")),
                    "{found:?}"
                );
            }
            told => assert_eq!(found.as_deref(), told, "{text}"),
        }
    }
}

/// A message sent before its sender could know carries no knowledge: order matters.
#[test]
fn messages_sent_too_early_carry_nothing() {
    let three = |order: &str| {
        format!(
            "num_ranks 3\nrank 0 {{\nsend 8b to 1\n}}\nrank 1 {{\na: recv 8b from 0\nb: send 8b to 2\n{order}\n}}\nrank 2 {{\nrecv 8b from 1\n}}\n"
        )
    };
    let told = |text: String| {
        judged("path(3)", GivenSchedule::Goal { text, kind: Some(Kind::Broadcast), root: "0".into() })
    };
    assert!(told(three("b requires a")).holds);
    let early = told(three(""));
    assert_eq!(
        early.counterexample.as_deref(),
        Some("rank 2 needs data of rank 0, and no chain of messages leads from there to it")
    );
    assert!(!told(three("b irequires a")).holds, "it has only begun");
}

/// Two that send first and receive then are well where messages are buffered, and wait for ever where they are not.
#[test]
fn blocking_senders_are_distinguished() {
    let half = |peer: u32| format!("a: send 8b to {peer}\nb: recv 8b from {peer}\nb requires a");
    let text = format!("num_ranks 2\nrank 0 {{\n{}\n}}\nrank 1 {{\n{}\n}}\n", half(1), half(0));
    let told = judged("path(2)", GivenSchedule::Goal { text, kind: Some(Kind::AllGather), root: "0".into() });
    assert_eq!(told.schedule.expect("holds").completes_with_synchronous_sends, Some(false));
}

/// Traffic of a schedule: demands relative to the busiest sender.
#[test]
fn a_schedule_is_traffic() {
    use crossedge::answers::{ThroughputRequest, TrafficRequest};
    let net: Topology = "ring(4)".parse().expect("a ring");
    let text = "num_ranks 4\nrank 0 {\nsend 8b to 2\n}\nrank 2 {\nrecv 8b from 0\n}\n".to_owned();
    let traffic = TrafficRequest::Listed { name: "s.goal".to_owned(), text };
    let told = ThroughputRequest { traffic, gap: 0.01 }.answer(&net, &Silent).expect("found");
    assert_eq!(told.lower, Ratio::new(2u32, 1u32));
}

#[test]
fn goal_files_of_other_tools_are_read() {
    let text = "// two ranks\nnum_ranks 3\n\nrank 0 {\nl1: send 65536b to 1 tag 0 cpu 0 nic 0\n}\n/* the\nother */ rank 1{\nl1: recv 65536b from 0 tag 0 // all\nl2: calc 1500 cpu 1\nl2 requires l1\nrecv 4b from -1 tag -1\n}";
    let goal = Goal::read(text).expect("GOAL");
    assert_eq!(goal.ranks.len(), 3);
    assert_eq!(goal.ranks[0][0].act, GoalAct::Send { to: 1, bytes: 65536, tag: 0 });
    assert_eq!(goal.ranks[1][1].requires, [0]);
    assert_eq!(goal.ranks[1][2].act, GoalAct::Receive { from: None, bytes: 4, tag: None });
    assert_eq!(goal.traffic(), "0 1 65536/65536\n");
}

#[test]
fn mistakes_in_goal_files_are_reported_by_line() {
    let inside = |body: &str| format!("num_ranks 2\nrank 0 {{\n{body}\n}}\n");
    for (text, told) in [
        (String::new(), "line 1: the number of ranks is missing, e.g. num_ranks 8"),
        ("rank 0 {".to_owned(), "line 1: the number of ranks comes first, e.g. num_ranks 8"),
        ("num_ranks 9999999".to_owned(), "line 1: 9999999 ranks are more than the 1048576 that are read"),
        ("num_ranks 2\nrank 2 {".to_owned(), "line 2: rank 2 is outside 0 to 1"),
        (
            "num_ranks 2\nrank 1 {\n}\nrank 0 {".to_owned(),
            "line 4: rank 0 comes after rank 1: ranks must be in ascending order",
        ),
        ("num_ranks 2\nrank 1 {\n".to_owned(), "line 2: the last rank is not closed by '}'"),
        (inside("send 8b to 7"), "line 3: there is no rank 7"),
        (inside("send -8b to 1"), "line 3: '-8' is not a number of bytes, e.g. 8b"),
        (
            inside("send 8b to 1 cpu 0 tag 1"),
            "line 3: 'tag' is not expected here: tag, cpu and nic must be in this order",
        ),
        (inside("send 8b to 1 tag -1"), "line 3: a sent message needs a tag other than -1"),
        (inside("a: calc 1\na requires b"), "line 4: 'b' is not defined before, in rank 0"),
        (inside("1: calc 1"), "line 3: '1' is not a label: a letter, then letters, digits and _"),
        (inside("a: calc 1\na: calc 1"), "line 4: duplicate label 'a'"),
        (inside("wait"), "line 3: send, recv or calc is expected, e.g. l1: send 8b to 1 tag 0"),
    ] {
        assert_eq!(Goal::read(&text).expect_err(&text).to_string(), told);
    }
}
