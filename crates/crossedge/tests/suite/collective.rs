//! The schedules of the papers, step by step and byte by byte, and every collective on every network of the catalog: all verified.

use crate::common::build;
use crossedge::collective::{
    Action, Algorithm, Branches, BroadcastRule, Collective, Kind, Listed, Message, Pace, Personalised,
    Schedule, ScheduleRequest, Tree, Unmade, allgather, allreduce, contention_free_schedule,
    recursive_halving, reduce_scatter, ring, total_exchange,
};
use crossedge::hamilton::{RingOptions, Sought, cycle};
use crossedge::net::{ENTRIES, Node, Structure};
use crossedge::progress::Silent;
use crossedge::verify::{self, BadTree, Model, No, Ports, Switching, conflicts};
use std::collections::HashMap;
use std::sync::Arc;

const ONE: Model = Model { ports: Ports::One, switching: Switching::HopSynchronous };

fn judge<S: Schedule>(net: &dyn Structure, schedule: S) -> S {
    judge_as(net, schedule, ONE)
}

fn judge_as<S: Schedule>(net: &dyn Structure, schedule: S, model: Model) -> S {
    let kind = schedule.collective().kind;
    let verdict = verify::schedule(net, schedule, model, &Silent).expect("not stopped");
    verdict.into_result().unwrap_or_else(|fault| panic!("{kind}: {fault}")).into_inner()
}

fn judged_steps(text: &str, root: u64, pace: Pace) -> u32 {
    let (_, net) = build(text);
    let rule = BroadcastRule::new(&net, Node(root), pace).expect("parts are small");
    let checked = verify::tree(net.as_ref(), rule, &Silent).expect("not stopped");
    checked.into_result().unwrap_or_else(|bad| panic!("{text} from {root}: {bad}")).steps()
}

/// Startups and bytes along a schedule whose messages of a step are all equivalent: what the papers' formulas count.
fn volume(schedule: &Listed) -> (u64, u64) {
    let longest = |step: &Vec<Message>| step.iter().map(|m| m.bytes).max().unwrap_or(0);
    (schedule.steps().into(), schedule.messages().iter().map(longest).sum())
}

#[test]
fn rdn_broadcast_takes_the_steps_of_the_paper() {
    assert_eq!(judged_steps("rdn(ring(3), 1)", 0, Pace::Stages), 6);
    assert_eq!(judged_steps("rdn(ring(3), 2)", 0, Pace::Stages), 14);
    assert_eq!(judged_steps("rdn(ring(3), 2)", 517, Pace::Stages), 14);
    assert_eq!(judged_steps("rdn(ring(4), 2)", 0, Pace::Stages), 14);
    assert_eq!(judged_steps("rdn(torus(5,5), 1)", 0, Pace::Stages), 14);
}

#[test]
fn broadcast_is_faster_without_waiting() {
    assert!(judged_steps("rdn(ring(3), 1)", 0, Pace::Eager) <= 5);
    assert!(judged_steps("rdn(ring(3), 2)", 0, Pace::Eager) <= 12);
    assert!(judged_steps("rdn(ring(3), 2)", 400, Pace::Eager) <= 12);
    assert!(judged_steps("rdn(torus(5,5), 1)", 0, Pace::Eager) <= 12);
    assert_eq!(judged_steps("rdn(ring(4), 2)", 0, Pace::Eager), 14);
}

/// Algorithm 2 of RDN as it is printed: the last stage leaves out the cluster of s'. Nodes stay without the message.
#[test]
fn the_printed_last_stage_of_rdn_broadcast_is_wrong() {
    #[derive(Debug)]
    struct Printed(BroadcastRule, Arc<dyn Structure>);
    impl Tree for Printed {
        fn root(&self) -> Node {
            self.0.root()
        }
        fn steps(&self) -> u32 {
            self.0.steps()
        }
        fn program(&self, v: Node, out: &mut Vec<(u32, Node)>) {
            // rdn(ring(3), 1) from node 0: s' is node 9, its cluster is 9, 10, 11; node 3·x + 9 was reached by the first crossing.
            self.0.program(v, out);
            out.retain(|&(step, _)| step < 5);
            if v.0 >= 12 {
                let port = crossedge::net::Port(self.1.degree(v) - 1);
                out.push((5, self.1.link(v, port).0));
            }
        }
    }
    let (_, net) = build("rdn(ring(3), 1)");
    let rule = BroadcastRule::new(&net, Node(0), Pace::Stages).expect("small");
    let bad = verify::tree(net.as_ref(), Printed(rule, net.clone()), &Silent)
        .expect("not stopped")
        .into_result()
        .expect_err("wrong");
    assert!(matches!(bad, No::Refuted(BadTree::Again { step: 5, .. } | BadTree::Left(_))), "{bad}");
}

#[test]
fn dual_cube_broadcast_takes_2r_steps() {
    for r in 2..=8 {
        for root in [0, 1, 5] {
            assert_eq!(judged_steps(&format!("dualcube({r})"), root, Pace::Stages), 2 * r);
        }
    }
}

#[test]
fn dual_cube_scatter_and_all_gather_take_the_times_of_the_paper() {
    // All-gather: (1 + log p)·ts + (p - 1)·m·tw, as printed. Scatter: the startups as printed, and (p + 2^r - 2)·m·tw. The paper writes
    // (p - 1)·m·tw, and its own sum gives p + 2^(r-1) - 1: nodes of the first two clusters keep a message of their own besides those for
    // the cluster behind them, so a step inside carries a multiple of 2^(r-1) + 1, and the last r steps follow when the source has done.
    for r in 2..=4u32 {
        let (_, net) = build(&format!("dualcube({r})"));
        let (p, m) = (net.nodes(), 7);
        let tree = BroadcastRule::new(&net, Node(3), Pace::Stages).expect("a rule");
        let branches = Branches::of(&tree, p);
        let scatter = judge(net.as_ref(), branches.scatter(3, m));
        let words = p + (1 << r) - 2;
        assert_eq!(volume(&scatter), (2 * u64::from(r), words * m));
        assert_eq!(volume(&judge(net.as_ref(), branches.gather(3, m))), (2 * u64::from(r), words * m));
        let source: u64 =
            scatter.messages().iter().flatten().filter(|m| m.from() == 3).map(|m| m.bytes).sum();
        assert_eq!(source, (p - 1) * m, "the source sends exactly the lower bound");
        let gathered = judge(net.as_ref(), allgather(&net, m).expect("small"));
        assert_eq!(volume(&gathered), (2 * u64::from(r), (p - 1) * m));
        let scattered = judge(net.as_ref(), reduce_scatter(&net, m).expect("small"));
        assert_eq!(volume(&scattered), (2 * u64::from(r), (p - 1) * m));
    }
}

/// Σ (n_i - 1) steps in which a node sends N - 1 blocks; an all-reduce is both ways, with a block of N-th size.
#[test]
fn buckets_take_the_steps_of_the_paper() {
    for (text, steps) in [
        ("torus(3,4)", 5),
        ("torus(5,5)", 8),
        ("ring(7)", 6),
        ("hypercube(4)", 4),
        ("hyperx(3,4)", 5),
        ("torus(2,3,4)", 6),
    ] {
        let (_, net) = build(text);
        let n = net.nodes();
        for kind in [Kind::AllGather, Kind::ReduceScatter, Kind::AllReduce] {
            let bytes = if kind == Kind::AllReduce { 6 * n } else { 6 };
            let order = ScheduleRequest { kind, root: Node(0), bytes, pieces: 1, rings: &[] };
            let bucket = Algorithm::named(kind, "bucket").expect("in the list");
            let made = judge(net.as_ref(), bucket.schedule(&net, &order).expect("a product of rings"));
            let times = if kind == Kind::AllReduce { 2 } else { 1 };
            assert_eq!(volume(&Listed::of(&made)), (times * steps, times * 6 * (n - 1)), "{text} {kind}");
        }
    }
    let (_, mesh) = build("mesh(3,3)");
    let order = ScheduleRequest { kind: Kind::AllGather, root: Node(0), bytes: 1, pieces: 1, rings: &[] };
    let bucket = Algorithm::named(Kind::AllGather, "bucket").expect("in the list");
    assert!(matches!(bucket.schedule(&mesh, &order), Err(Unmade::NotHere(_))));
}

#[test]
fn dual_cube_all_to_all_has_the_hops_of_the_paper_and_hidden_conflicts() {
    for (r, hops, clashes, steps) in [(2, 16, 3, 7), (3, 104, 19, 31), (4, 560, 93, 127)] {
        let (_, net) = build(&format!("dualcube({r})"));
        let schedule = judge(net.as_ref(), Personalised::new(r - 1, 1000));
        assert_eq!(schedule.steps(), steps);
        let listed = Listed::of(&schedule);
        let longest = |step: &Vec<Message>| step.iter().map(Message::hops).max().unwrap_or(0);
        assert_eq!(listed.messages().iter().map(longest).sum::<u64>(), hops);
        assert_eq!(conflicts(&schedule, Switching::HopSynchronous, &Silent).expect("not stopped"), []);
        let cut = Switching::CutThrough { hop_time: 1, byte_time: 1 };
        assert_eq!(conflicts(&schedule, cut, &Silent).expect("not stopped").len(), clashes);
        let refused =
            verify::schedule(net.as_ref(), schedule, Model { ports: Ports::One, switching: cut }, &Silent);
        assert!(refused.expect("a verdict").refuted().is_some());
        // Packed by levels there is one link to a message, and no conflict at all.
        let ours = judge_as(
            net.as_ref(),
            total_exchange(&net, 1000, false, None),
            Model { ports: Ports::One, switching: cut },
        );
        assert!(ours.steps() < steps);
    }
}

/// Messages so long that any two on one link in one step conflict.
const LONG: Switching = Switching::CutThrough { hop_time: 1, byte_time: 1000 };

#[test]
fn total_exchange_can_be_free_of_conflicts_under_cut_through() {
    let model = Model { ports: Ports::One, switching: LONG };
    let steps = |text: &str| {
        let (_, net) = build(text);
        let schedule =
            judge_as(net.as_ref(), contention_free_schedule(&net, 1000).expect("connected"), model);
        assert_eq!(conflicts(&schedule, LONG, &Silent).expect("not stopped"), [], "{text}");
        let minimal = |m: &Message| net.distance(Node(m.from()), Node(m.to())) == Some(m.hops());
        assert!(Listed::of(&schedule).messages().iter().flatten().all(minimal), "{text}: a detour");
        u64::from(schedule.steps())
    };
    for d in 1..=6 {
        assert_eq!(steps(&format!("hypercube({d})")), (1 << d) - 1);
    }
    for r in 2..=5u32 {
        let n = 1u64 << (r - 1);
        // One more than the cross-edges allow.
        assert_eq!(steps(&format!("dualcube({r})")), 3 * n * n - 2 * n + 1);
        assert_eq!(steps(&format!("rdn(hypercube({}), 1)", r - 1)), 3 * n * n - 2 * n + 1);
    }
    // First fit. A step serves every port once and every link once: the busiest of them is a lower bound on the steps.
    for text in [
        "rdn(ring(3), 1)",
        "torus(4,4)",
        "dragonfly(4,2)",
        "hyperx(3,3)",
        "star(5)",
        "hdn(torus(2,3), [{1}])",
    ] {
        let (_, net) = build(text);
        let mut loads = HashMap::<(u64, u64), u64>::new();
        for (a, b) in (0..net.nodes()).flat_map(|a| (0..net.nodes()).map(move |b| (a, b))) {
            let mut at = a;
            while let Some(port) = net.next_port(Node(at), Node(b)) {
                let to = net.link(Node(at), port).0.0;
                *loads.entry((at, to)).or_default() += 1;
                at = to;
            }
        }
        let least = loads.into_values().max().expect("a link").max(net.nodes() - 1);
        let found = steps(text);
        println!("{text}: {found} steps, at least {least}");
        assert!((least..=least * 2).contains(&found), "{text}: {found}, at least {least}");
    }
}

/// Number of words that a node sends over its cross-edge in each step that uses it.
fn crossings(net: &dyn Structure, schedule: &Listed, v: u64) -> Vec<u64> {
    let last = crossedge::net::Port(net.degree(Node(v)) - 1);
    let across = net.link(Node(v), last).0.0;
    let sent = schedule.messages().iter().flatten().filter(|m| m.from() == v && m.to() == across);
    sent.map(|m| m.bytes).collect()
}

#[test]
fn stage_three_of_total_exchange_carries_all_words() {
    // HDN, Theorem 3, with erratum E8: n_k/2 words in the first stage, all n_k in the third.
    for text in
        ["hdn(complete(2) * complete(2), [{1}])", "hdn(hypercube(2), [{}])", "rdn(ring(3), 1)", "dualcube(3)"]
    {
        let (_, net) = build(text);
        let n = net.nodes();
        let schedule = judge(net.as_ref(), total_exchange(&net, 1, true, None));
        for v in 0..n {
            assert_eq!(crossings(net.as_ref(), &schedule, v), [n / 2, n], "{text} {v}");
        }
    }
}

#[test]
fn total_exchange_on_cubes_takes_the_steps_of_the_paper() {
    // T_1 = 2 + 2·2 steps over a 2-cube, T_2 = 6 + 4·2.
    for (text, steps) in [("rdn(hypercube(2), 1)", 6), ("rdn(hypercube(2), 2)", 14)] {
        let (_, net) = build(text);
        let schedule = total_exchange(&net, 1, true, None);
        assert_eq!(schedule.steps(), steps, "{text}");
        if net.nodes() < 500 {
            judge(net.as_ref(), schedule);
        }
    }
}

/// The symmetric verifier requires that in every step all sources send the same number of their messages, over ports with the same numbers.
#[test]
fn one_source_represents_its_orbit() {
    for text in ["rdn(hypercube(2), 1)", "rdn(hypercube(1), 2)"] {
        let (_, net) = build(text);
        let n = net.nodes();
        let full = judge(net.as_ref(), total_exchange(&net, 8, false, None));
        let profile = |schedule: &Listed, s: u64| -> Vec<Vec<(u32, usize)>> {
            let step = |step: &Vec<Message>| {
                let mut sent: Vec<(u32, usize)> = Vec::new();
                for m in step {
                    let own = m.chunks.iter().filter(|&&chunk| chunk / n == s).count();
                    let v = Node(m.from());
                    let port =
                        (0..net.degree(v)).find(|&p| net.link(v, crossedge::net::Port(p)).0.0 == m.to());
                    if own > 0 {
                        sent.push((port.expect("a link"), own));
                    }
                }
                sent.sort_unstable();
                sent
            };
            schedule.messages().iter().map(step).collect()
        };
        let some = [0, n / 2];
        let few = total_exchange(&net, 8, false, Some(&some));
        for s in 0..n {
            assert_eq!(profile(&full, s), profile(&few, some[usize::from(s >= n / 2)]), "{text}: {s}");
        }
        let verdict = verify::from_sources(net.as_ref(), few.clone(), &some, &Silent).expect("a verdict");
        assert!(verdict.holds(), "{text}: {verdict:?}");
        // Without its last step something does not arrive.
        let (of, mut steps) = few.into_parts();
        steps.pop();
        let verdict = verify::from_sources(net.as_ref(), Listed::new(of, steps), &some, &Silent);
        assert!(verdict.expect("a verdict").refuted().is_some());
    }
}

#[test]
fn the_last_stage_stays_in_the_quotient() {
    let (_, net) = build("hdn(hypercube(1) * hypercube(2), [{2}])");
    let paper = judge(net.as_ref(), total_exchange(&net, 4, true, None));
    let ours = judge(net.as_ref(), total_exchange(&net, 4, false, None));
    assert!(ours.steps() < paper.steps(), "{} {}", ours.steps(), paper.steps());
}

#[test]
fn all_reduce_by_rings_and_by_halves() {
    for text in ["rdn(ring(3), 1)", "torus(3,4)", "dualcube(3)", "hypercube(4)", "ring(7)"] {
        let (_, net) = build(text);
        let n = net.nodes();
        let Ok(Sought::Found(found)) = cycle(net.as_ref(), &RingOptions::default(), &Silent) else {
            panic!("{text}")
        };
        let order: Vec<u64> = (0..n).map(|p| found.ring.node_at(p).0).collect();
        for bytes in [0, 1, 5, 1000] {
            let schedule =
                judge(net.as_ref(), ring::allreduce(Kind::AllReduce, std::slice::from_ref(&order), bytes));
            assert_eq!(u64::from(schedule.steps()), 2 * (n - 1));
            judge(net.as_ref(), ring::allgather(std::slice::from_ref(&order), bytes));
            judge(net.as_ref(), ring::reduce_scatter(std::slice::from_ref(&order), bytes));
            judge(net.as_ref(), recursive_halving(&net, Kind::AllReduce, bytes).expect("small"));
        }
        // Both paths round at once, on all ports.
        let back: Vec<u64> = order.iter().rev().copied().collect();
        let all = Model { ports: Ports::All, ..ONE };
        judge_as(net.as_ref(), ring::allreduce(Kind::AllReduce, &[order, back], 1001), all);
    }
}

#[test]
fn pipelined_broadcast_in_pieces() {
    for text in ["path(6)", "ring(5)", "rdn(ring(3), 1)", "star(5)", "wk(3,2)"] {
        let (_, net) = build(text);
        let tree = BroadcastRule::new(&net, Node(1), Pace::Eager).expect("small");
        let branches = Branches::of(&tree, net.nodes());
        for pieces in [1, 2, 7] {
            let schedule = judge(net.as_ref(), branches.pipelined(1, 100, pieces));
            assert_eq!(schedule.collective().chunks(), pieces);
        }
    }
}

/// Every collective on one network, with a root in the middle and a block that does not divide evenly.
fn every_collective(text: &str) {
    let (_, net) = build(text);
    let n = net.nodes();
    if n == 1 {
        return;
    }
    let (root, m) = (n / 2, 13);
    for pace in [Pace::Stages, Pace::Eager] {
        let Some(tree) = BroadcastRule::new(&net, Node(root), pace) else { panic!("{text}: not connected") };
        let checked = verify::tree(net.as_ref(), tree, &Silent).expect("not stopped");
        let tree = checked.into_result().unwrap_or_else(|bad| panic!("{text} {pace:?}: {bad}"));
        let half = Model { ports: Ports::Half, ..ONE };
        let b = Branches::of(&*tree, n);
        judge_as(net.as_ref(), b.broadcast(root, m), half);
        judge_as(net.as_ref(), b.scatter(root, m), half);
        judge_as(net.as_ref(), b.gather(root, m), half);
        judge_as(net.as_ref(), b.reduce(root, m), half);
        judge_as(net.as_ref(), b.allgather(m), half);
        judge_as(net.as_ref(), b.reduce_scatter(m), half);
        judge_as(net.as_ref(), b.allreduce(Kind::AllReduce, root, m), half);
        judge_as(net.as_ref(), b.allreduce(Kind::Barrier, root, m), half);
    }
    judge(net.as_ref(), allgather(&net, m).expect("connected"));
    judge(net.as_ref(), reduce_scatter(&net, m).expect("connected"));
    judge(net.as_ref(), allreduce(&net, Kind::AllReduce, m).expect("connected"));
    judge(net.as_ref(), allreduce(&net, Kind::Barrier, m).expect("connected"));
    judge(net.as_ref(), recursive_halving(&net, Kind::AllReduce, m).expect("connected"));
    judge(net.as_ref(), total_exchange(&net, m, false, None));
}

#[test]
fn every_collective_on_every_network_of_the_catalog() {
    let mut seen = 0;
    for entry in ENTRIES {
        for text in entry.examples {
            let (shape, _) = build(text);
            // Collectives take every node for an endpoint.
            if shape.nodes() <= 130u32.into() && shape.machine().is_none() {
                every_collective(text);
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "only {seen} examples are small");
}

#[test]
fn times_are_those_of_the_formulas() {
    use crossedge::cost::{self, CostMachine};
    let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-12 * b, "{a} {b}");
    let (ts, tw) = (1e-6, 1e-9);
    for r in 2..=4u32 {
        let (_, net) = build(&format!("dualcube({r})"));
        let (p, m) = (net.nodes() as f64, 1000.0);
        let machine = CostMachine::new(cost::Switching::StoreAndForward);
        let gathered = allgather(&net, 1000).expect("small");
        let checked = verify::schedule(net.as_ref(), gathered, ONE, &Silent)
            .expect("a verdict")
            .into_result()
            .expect("good");
        // (1 + log p)·ts + (p - 1)·m·tw: DC, section 5.
        close(
            cost::of(net.as_ref(), &checked, &machine).expect("verified as such").seconds,
            (1.0 + p.log2()) * ts + (p - 1.0) * m * tw,
        );
        close(
            cost::replay_seconds(net.as_ref(), &checked, &machine)
                .expect("verified as such")
                .expect("one link each"),
            cost::of(net.as_ref(), &checked, &machine).expect("verified as such").seconds,
        );
        // All in step, the personalised all-to-all takes a startup and a message for every hop of the sum.
        let personal = Personalised::new(r - 1, 1000);
        let checked = verify::schedule(net.as_ref(), personal, ONE, &Silent)
            .expect("a verdict")
            .into_result()
            .expect("good");
        let hops = [16.0, 104.0, 560.0][r as usize - 2];
        close(
            cost::of(net.as_ref(), &checked, &machine).expect("verified as such").seconds,
            hops * (ts + m * tw),
        );
        // Verified hop by hop, it has no cost under cut-through, where its messages conflict.
        let cut = cost::of(net.as_ref(), &checked, &CostMachine::new(cost::Switching::CutThrough));
        let words = cut.expect_err("not verified so").to_string();
        assert_eq!(
            words,
            "this was not verified as a schedule of messages that cut through\nhelp: verify it as it is used"
        );
    }
}

#[test]
fn fault_messages() {
    let (_, net) = build("path(3)");
    let of = Collective::new(Kind::Broadcast, 3, 0, 8);
    let hop = |v, w| Message::hop(&of, v, w, vec![0], Action::Copy);
    let say = |steps: Vec<Vec<Message>>| {
        let verdict =
            verify::schedule(net.as_ref(), Listed::new(of, steps), ONE, &Silent).expect("a verdict");
        verdict.into_result().map_or_else(|fault| fault.to_string(), |_| "good".to_owned())
    };
    assert_eq!(say(vec![vec![hop(0, 1)], vec![hop(1, 2)]]), "good");
    assert_eq!(say(vec![vec![hop(0, 1)]]), "at the end: node 2 does not hold chunk 0");
    assert_eq!(say(vec![vec![hop(0, 1), hop(1, 2)]]), "step 1: node 1 sends chunk 0, which it does not hold");
    assert_eq!(say(vec![vec![hop(0, 2)]]), "step 1: node 0 has no link to node 2");
    assert_eq!(
        say(vec![vec![hop(0, 1)], vec![hop(0, 1)]]),
        "step 2: node 1 receives chunk 0 a second time (from node 0)"
    );
    let long = Message { bytes: 9, ..hop(0, 1) };
    assert_eq!(
        say(vec![vec![long]]),
        "step 1: node 0 sends a message declared as 9 bytes, but its chunks have 8"
    );
}
