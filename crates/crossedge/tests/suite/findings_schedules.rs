//! Schedules from files that the verifier must not accept: every message is looked at, and the network is the one that the file names.

use crossedge::answers::{GivenSchedule, Request, ScheduleRequest, VerifyAnswer};
use crossedge::collective::Kind;
use crossedge::error::Error;
use crossedge::export::schedule::{FORMAT_TAG, MessageFile, ScheduleFile};
use crossedge::prelude::*;

fn answered(net: &str, schedule: GivenSchedule) -> Result<VerifyAnswer, Error> {
    let net: Topology = net.parse().expect(net);
    ScheduleRequest { name: "s".to_owned(), schedule }.answer(&net, &Silent)
}

fn message(path: &[u64], chunks: &[u64]) -> MessageFile {
    MessageFile { path: path.to_vec(), chunks: chunks.to_vec(), action: "copy".to_owned() }
}

fn file(expression: &str, collective: &str, nodes: u64, steps: Vec<Vec<MessageFile>>) -> ScheduleFile {
    ScheduleFile {
        form: FORMAT_TAG.to_owned(),
        expression: expression.to_owned(),
        collective: collective.to_owned(),
        nodes,
        root: 0,
        bytes: 8,
        pieces: 1,
        ports: "one".to_owned(),
        cut_through: None,
        steps,
    }
}

fn counterexample(net: &str, file: ScheduleFile) -> Option<String> {
    answered(net, GivenSchedule::Listed(file)).expect("a verdict").counterexample
}

/// The broadcast is complete without the stray message, so only the verifier's look at every message finds it.
#[test]
fn finding_w15_messages_without_a_sender_are_refuted() {
    let good = vec![message(&[0, 1], &[0])];
    assert_eq!(counterexample("path(2)", file("path(2)", "broadcast", 2, vec![good.clone()])), None);
    for (stray, fault) in [
        (message(&[], &[7]), "step 1: a message has an empty path"),
        (message(&[], &[]), "step 1: a message has an empty path"),
        (message(&[9, 0], &[0]), "step 1: node 9 is not a node of the network"),
        (message(&[2, 0], &[0]), "step 1: node 2 is not a node of the network"),
        (message(&[u64::MAX, 0], &[0]), "step 1: node 18446744073709551615 is not a node of the network"),
        (message(&[0], &[0]), "step 1: node 0 sends a message that goes nowhere"),
        (message(&[1, 0], &[9]), "step 1: node 1 sends chunk 9, which does not exist or is listed twice"),
    ] {
        for steps in
            [vec![[good.clone(), vec![stray.clone()]].concat()], vec![good.clone(), vec![stray.clone()]]]
        {
            let last = steps.len();
            let found = counterexample("path(2)", file("path(2)", "broadcast", 2, steps));
            assert_eq!(found, Some(fault.replace("step 1", &format!("step {last}"))), "{stray:?}");
        }
    }
    // A switch sends nothing of its own.
    let good = message(&[0, 2, 1], &[0]);
    let steps = vec![vec![good, message(&[2, 0], &[0])]];
    let found = counterexample("switch(2)", file("switch(2)", "broadcast", 2, steps));
    assert_eq!(found.as_deref(), Some("step 1: node 2 sends a message, but is not an endpoint"));
}

/// A gather to a node that does not exist promises nothing to anyone.
#[test]
fn finding_w15_roots_outside_the_network_are_refuted() {
    let gather = ScheduleFile { root: 5, ..file("path(2)", "gather", 2, vec![]) };
    let found = counterexample("path(2)", gather);
    assert_eq!(found.as_deref(), Some("the root is node 5, and the schedule is for 2 nodes"));
}

#[test]
fn finding_w16_json_schedules_belong_to_the_network_they_name() {
    let steps = vec![vec![message(&[0, 1], &[0])]];
    for (named, on) in [("ring(2)", "path(2)"), ("complete(2)", "path(2)"), ("nonsense", "path(2)")] {
        let error = answered(on, GivenSchedule::Listed(file(named, "broadcast", 2, steps.clone())));
        let error = error.expect_err(named).to_string();
        assert!(
            error.contains(&format!("the schedule is for \"{named}\", and this network is \"{on}\"")),
            "{error}"
        );
    }
    let spaced = file("path( 2 )", "broadcast", 2, steps);
    assert_eq!(counterexample("path(2)", spaced), None, "spelling does not matter");
}

#[test]
fn finding_w16_goal_schedules_have_a_rank_for_every_endpoint() {
    let one = "num_ranks 1\nrank 0 {\ncalc 1\n}\n";
    let three = "num_ranks 3\nrank 0 {\na: send 8b to 1\nb: send 8b to 2\n}\nrank 1 {\nrecv 8b from 0\n}\nrank 2 {\nrecv 8b from 0\n}\n";
    for (net, text, ranks, endpoints) in
        [("torus(4,4)", one, 1, 16), ("ring(4)", three, 3, 4), ("path(2)", three, 3, 2)]
    {
        for kind in [None, Some(Kind::Broadcast)] {
            let given = GivenSchedule::Goal { text: text.to_owned(), kind, root: "0".into() };
            let fault =
                format!("the schedule is for {ranks} ranks, and the network has {endpoints} endpoints");
            assert_eq!(answered(net, given).expect("a verdict").counterexample, Some(fault), "{net}");
        }
    }
    let given = GivenSchedule::Goal { text: three.to_owned(), kind: Some(Kind::Broadcast), root: "0".into() };
    assert!(answered("path(3)", given).expect("a verdict").holds);
}
