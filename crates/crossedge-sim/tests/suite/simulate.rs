//! Runs of the engine: deadlock and its absence, settled metrics, traffic that ends, errors.

use crossedge::net::{Node, no_files};
use crossedge::progress::{Progress, Silent};
use crossedge_sim::{Ending, Judged, Limits, Machine, Prepared, Settings, probe, simulate};

fn settings(expression: &str, routing: &str, traffic: &str, load: f64) -> Settings {
    Settings {
        routing: routing.parse().expect(routing),
        traffic: traffic.parse().expect(traffic),
        load,
        ..Settings::new(expression)
    }
}

#[test]
fn refuted_routings_are_refused_and_deadlock_if_forced() {
    let mut settings = Settings {
        vcs: Some(1),
        machine: Machine { input_buffer_flits: 16, output_buffer_flits: 16, ..Machine::default() },
        ..settings("rdn(ring(3), 1)", "minimal", "uniform", 1.0)
    };
    let refused = simulate(&settings, &Silent).expect_err("it can deadlock");
    assert_eq!(
        refused.render(false).replacen("error: ", "", 1),
        "minimal routing with 1 virtual channel on rdn(ring(3), 1) can deadlock: 8 channels wait for each other in a cycle\nhelp: use 2 virtual channels, or allow it with `unjudged`"
    );
    settings.unjudged = true;
    for seed in 0..10 {
        let outcome = simulate(&Settings { seed, ..settings.clone() }, &Silent).expect("runs");
        assert_eq!((outcome.ending, outcome.judged), (Ending::Deadlock, Judged::Refuted), "seed {seed}");
        assert!(outcome.deadlock.expect("stuck").messages > 0);
    }
}

#[test]
fn order_routing_does_not_deadlock_at_high_load() {
    let settings = settings("rdn(ring(3), 1)", "order", "uniform", 1.0);
    let prepared = Prepared::new(&settings, &no_files, &Silent).expect("judged");
    assert_eq!(prepared.judged, Judged::Proved);
    for seed in 0..10 {
        let outcome = prepared.run_at(1.0, seed, &Silent).expect("runs");
        assert_eq!(outcome.ending, Ending::Saturated, "seed {seed}");
        assert!(outcome.accepted_load > 0.3, "seed {seed}: {}", outcome.accepted_load);
    }
}

#[test]
fn the_same_settings_give_the_same_outcome() {
    let settings = settings("rdn(ring(3), 1)", "valiant", "uniform", 0.2);
    let text = |settings: &Settings| {
        serde_json::to_string(&simulate(settings, &Silent).expect("runs")).expect("text")
    };
    let first = text(&settings);
    let second = std::thread::scope(|s| s.spawn(|| text(&settings)).join().expect("no panic"));
    assert_eq!(first, second);
    assert_ne!(first, text(&Settings { seed: 1, ..settings.clone() }));
    let read: Settings = serde_json::from_str(&settings.canonical_text()).expect("reads back");
    assert_eq!(read, settings);
}

#[test]
fn metrics_agree_with_the_analysis() {
    // At a low load a message hardly waits: its hops are the mean of the routes, and latency is that of an empty network and a little.
    let settings = settings("rdn(ring(3), 2)", "minimal", "uniform", 0.01);
    let prepared = Prepared::new(&settings, &no_files, &Silent).expect("judged");
    let bounds = prepared.bounds(&Silent).expect("bounds").expect("a pattern");
    let (hops, routes) = bounds.mean_hops.expect("walked");
    let outcome = prepared.run(&Silent).expect("runs");
    assert_eq!(outcome.ending, Ending::Steady);
    let (expected, mean) = (hops as f64 / routes as f64, outcome.mean_hops.expect("arrived"));
    assert!((mean - expected).abs() < 0.05, "{mean} against {expected}");
    let latency = outcome.latency.expect("arrived");
    let empty = expected + 2.0 + 15.0;
    assert!((empty..1.05 * empty).contains(&latency.mean_latency_cycles), "{latency:?} against {empty}");
    assert_eq!(latency.least, 1 + 2 + 15);
    assert!(latency.least <= latency.p50 && latency.p50 <= latency.p90 && latency.p90 <= latency.p99);
    // Flits over links are flits sent, times hops.
    let carried: f64 = outcome.classes.iter().map(|c| c.mean_utilisation * c.links as f64).sum();
    let sent = outcome.accepted_load * outcome.nodes as f64 * mean;
    assert!((carried / sent - 1.0).abs() < 0.02, "{carried} against {sent}");
}

#[test]
fn traffic_that_ends_takes_at_least_its_bounds() {
    let all = settings("rdn(ring(3), 1)", "order", "all-to-all", 1.0);
    let prepared = Prepared::new(&all, &no_files, &Silent).expect("judged");
    let outcome = prepared.run(&Silent).expect("runs");
    assert_eq!((outcome.ending, outcome.messages), (Ending::Finished, 18 * 17));
    let least = prepared.bounds(&Silent).expect("bounds").expect("a pattern").least_bound();
    assert!(outcome.completion_cycles.expect("finished") as f64 >= 16.0 / least);
    // A broadcast along a tree of 5 steps takes at least 5 messages one after the other.
    let broadcast = settings("rdn(ring(3), 1)", "order", "collective broadcast eager", 1.0);
    let outcome = simulate(&broadcast, &Silent).expect("runs");
    assert_eq!((outcome.ending, outcome.messages), (Ending::Finished, 17));
    assert!(outcome.completion_cycles.expect("finished") >= 5 * 16);
    let exchange = settings("dualcube(3)", "order", "collective alltoall exchange of 64 bytes", 1.0);
    assert_eq!(simulate(&exchange, &Silent).expect("runs").ending, Ending::Finished);
}

#[test]
fn hotspot_and_permutations_run() {
    let hot = simulate(&settings("torus(4,4)", "dimension", "hotspot at 5", 0.02), &Silent).expect("runs");
    assert_eq!((hot.senders, hot.ending), (15, Ending::Steady));
    let above = simulate(&settings("torus(4,4)", "dimension", "hotspot at 5", 0.2), &Silent).expect("runs");
    // The server of the hot node takes one flit in a cycle.
    assert_eq!(above.ending, Ending::Saturated);
    assert!((above.accepted_load * 15.0 - 1.0).abs() < 0.01, "{}", above.accepted_load);
    for traffic in ["transpose", "complement", "tornado", "reverse", "shift by 3"] {
        let outcome = simulate(&settings("torus(4,4)", "dimension", traffic, 0.1), &Silent).expect(traffic);
        assert_eq!(outcome.ending, Ending::Steady, "{traffic}");
    }
}

#[test]
fn wrong_settings_are_rejected_before_the_engine_runs() {
    let good = || Settings::new("ring(8)");
    let told = |settings: Settings| {
        simulate(&settings, &Silent).expect_err("wrong").render(false).replacen("error: ", "", 1)
    };
    assert_eq!(
        told(Settings { load: f64::NAN, ..good() }),
        "the load is NaN, in flits per node and cycle\nhelp: write a number above 0, at most 1"
    );
    let machine = Machine::default();
    assert_eq!(
        told(Settings { machine: Machine { input_buffer_flits: 20, ..machine }, ..good() }),
        "20 flits of input buffers for 2 virtual channels are 10 for each, and a packet has 16\nhelp: 32 flits or more, or fewer channels"
    );
    assert_eq!(
        told(Settings { machine: Machine { link_cycles: 1000, ..machine }, ..good() }),
        "a link of 1000 cycles\nhelp: the engine takes 1 to 900"
    );
    assert_eq!(
        told(Settings { machine: Machine { packet_flits: 0, ..machine }, ..good() }),
        "a packet of 0 flits\nhelp: a packet has 1 to 4096 flits"
    );
    assert_eq!(
        told(Settings { limits: Limits { deadlock_cycles: 9, ..Limits::default() }, ..good() }),
        "a deadlock is called after 9 cycles, which a slow packet may take\nhelp: 320 cycles or more for this machine"
    );
    assert_eq!(
        told(settings("torus(3,4)", "minimal", "reverse", 0.1)),
        "bit reversal needs a power of two of nodes, found 12"
    );
    assert_eq!(
        told(settings("torus(3,4)", "dimension", "shift by 12", 0.1)),
        "shift by 12 traffic sends nothing on torus(3,4): every node is its own target\nhelp: take another traffic"
    );
    assert_eq!(
        told(Settings::new("hypercube(21)")),
        "hypercube(21) has 2097152 nodes, and 1048576 are simulated at most\nhelp: take a smaller network of the same construction"
    );
    assert_eq!(
        told(Settings::new("path(1)")),
        "path(1) has only one node\nhelp: use a network with at least two nodes"
    );
    assert!(told(Settings::new("rng(4)")).contains("did you mean 'ring'?"));
    let prepared = Prepared::new(&good(), &no_files, &Silent).expect("judged");
    assert_eq!(
        probe(&prepared, &[(Node(3), Node(8))], &Silent)
            .expect_err("wrong")
            .render(false)
            .replacen("error: ", "", 1),
        "no message goes from 3 to 8\nhelp: two nodes of 0 to 7"
    );
}

#[test]
fn a_run_stops_when_asked() {
    #[derive(Debug)]
    struct Now;
    impl Progress for Now {
        fn stage(&self, _name: &str, _total: u64) {}
        fn advance(&self, _units: u64) {}
        fn stopped(&self) -> bool {
            true
        }
    }
    let prepared = Prepared::new(&Settings::new("torus(8,8)"), &no_files, &Silent).expect("judged");
    assert_eq!(prepared.run(&Now), Err(crossedge::progress::Stopped.into()));
}
