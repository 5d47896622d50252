//! Packets that choose by the queues, in the engine: what is proved comes to no stop, what is not does, and a choice pays where it should.

use crossedge::net::{Node, no_files};
use crossedge::progress::Silent;
use crossedge::route::channels::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_sim::{Choice, Ending, Judged, Limits, Prepared, Settings, probe, simulate};
use std::sync::Arc;

fn settings(expression: &str, routing: &str, traffic: &str, load: f64) -> Settings {
    Settings {
        routing: routing.parse().expect(routing),
        traffic: traffic.parse().expect(traffic),
        load,
        limits: Limits { cycles: 3_000, ..Limits::default() },
        ..Settings::new(expression)
    }
}

fn prepared(settings: &Settings) -> Prepared {
    Prepared::new(settings, &no_files, &Silent).unwrap_or_else(|e| panic!("{}: {e}", settings.expression))
}

/// Everything that is proved, at full load: no stop. A stop of a proved routing would be an error.
fn no_stop(networks: &[&str], cycles: u64, seeds: u64) {
    for network in networks {
        for routing in ["spread", "ugal", "adaptive"] {
            for traffic in ["uniform", "tornado"] {
                // All cycles are run: a saturated network is not believed to go on.
                let settings = Settings {
                    limits: Limits { cycles, precision: 0.0, ..Limits::default() },
                    ..settings(network, routing, traffic, 1.0)
                };
                let prepared = prepared(&settings);
                assert_eq!(prepared.judged, Judged::Proved, "{network} {routing}");
                for seed in 0..seeds {
                    let run = prepared
                        .run_at(1.0, seed, &Silent)
                        .unwrap_or_else(|e| panic!("{network} {routing}: {e}"));
                    assert!(
                        run.warmup_cycles + run.measured_cycles >= cycles,
                        "{network} {routing}: {run:?}"
                    );
                    assert_ne!(run.ending, Ending::Deadlock, "{network} {routing} {traffic} {seed}");
                    assert!(run.accepted_load > 0.05, "{network} {routing} {traffic} {seed}");
                }
            }
        }
    }
}

#[test]
fn proved_routings_never_deadlock() {
    no_stop(&["rdn(ring(3), 1)", "dual(ring(4), complete(3))"], 3_000, 1);
}

#[test]
fn progressive_choice_never_deadlocks() {
    for network in ["dragonfly(3,1)", "hosts(dragonfly(2,1), 2)"] {
        for traffic in ["uniform", "tornado"] {
            let limits = Limits { cycles: 3_000, precision: 0.0, ..Limits::default() };
            let run = prepared(&Settings { limits, ..settings(network, "par", traffic, 1.0) });
            let run = run.run(&Silent).unwrap_or_else(|e| panic!("{network} {traffic}: {e}"));
            assert_ne!(run.ending, Ending::Deadlock, "{network} {traffic}");
        }
    }
}

#[test]
#[ignore = "heavy"]
fn heavy_proved_routings_never_deadlock() {
    no_stop(&["rdn(ring(3), 1)", "rdn(ring(4), 1)", "rdn(ring(5), 1)", "rdn(torus(3,3), 1)"], 12_000, 10);
}

/// Group to next group, and sources that see the queues of their own router alone: the global link of the shortest paths is full at another one, which
/// sends packets by other groups.
#[test]
fn progressive_choice_accepts_more_than_that_of_the_source() {
    let accepted = |routing: &str| {
        let settings = Settings {
            limits: Limits { cycles: 2_000, precision: 0.0, ..Limits::default() },
            choice: Choice { bias: 100, backlog_age: 1 << 20, ..Choice::default() },
            ..settings("dragonfly(4,2)", routing, "shift by 4", 1.0)
        };
        let run = prepared(&settings).run(&Silent).unwrap_or_else(|e| panic!("{routing}: {e}"));
        assert_eq!(run.judged, Judged::Proved);
        assert_ne!(run.ending, Ending::Deadlock);
        run.accepted_load
    };
    let [minimal, ugal, par] = ["minimal", "ugal", "par"].map(accepted);
    assert!(minimal < ugal && ugal < par, "{minimal} {ugal} {par}");
}

/// A routing with an escape, of which only the other channels are offered.
#[derive(Debug)]
struct Withheld(Arc<dyn Routing>);

impl Withheld {
    fn free(&self, by: Option<Channel>, at: Node, to: Node) -> Vec<VirtualChannel> {
        let mut out = Vec::new();
        self.0.choices(by, at, None, to, &mut out);
        out
    }
}

impl Routing for Withheld {
    fn channels(&self) -> u32 {
        self.0.channels()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.free(None, from, to).first().copied()
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.free(Some(by), at, to).first().copied()
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        None
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choices(
        &self,
        by: Option<Channel>,
        at: Node,
        _via: Option<Node>,
        to: Node,
        out: &mut Vec<VirtualChannel>,
    ) {
        out.extend(self.free(by, at, to));
    }
}

/// The verifier refuses it with a cycle, and it does come to a stop.
#[test]
fn an_escape_that_is_withheld_deadlocks() {
    let network = "rdn(ring(3), 1)";
    let vcs = Some(3);
    let settings = Settings { vcs, ..settings(network, "adaptive", "uniform", 1.0) };
    let limits = Limits { cycles: 12_000, ..Limits::default() };
    let settings = Settings { limits, unjudged: true, ..settings };
    let topology: crossedge::Topology = network.parse().expect("a network");
    let rule = settings.routing.on(topology.network().expect("small")).expect("adaptive");
    let withheld = || -> Arc<dyn Routing> { Arc::new(Withheld(rule.clone())) };
    let refused = Settings { unjudged: false, ..settings.clone() };
    let told = prepared(&refused).with_rule(withheld(), &Silent).expect_err("refused").to_string();
    assert!(told.contains("can deadlock"), "{told}");
    let prepared = prepared(&settings).with_rule(withheld(), &Silent).expect("unjudged");
    assert_eq!(prepared.judged, Judged::Refuted);
    let run = prepared.run(&Silent).expect("runs");
    assert_eq!(run.ending, Ending::Deadlock);
}

/// Alone in the network a packet of a source that chooses goes straight, and takes what a shortest path takes.
#[test]
fn packets_take_shortest_paths_in_an_idle_network() {
    for network in ["rdn(ring(4), 1)", "dragonfly(4,2)", "hosts(dragonfly(3,1), 2)", "torus(4,4)"] {
        let pairs: Vec<(Node, Node)> = (1..12).map(|v| (Node(0), Node(v))).collect();
        let latencies = |routing: &str| {
            probe(&prepared(&settings(network, routing, "uniform", 0.1)), &pairs, &Silent).expect("runs").0
        };
        let straight = if network.contains("dragonfly") { "local-global-local" } else { "minimal" };
        assert_eq!(latencies("ugal"), latencies(straight), "{network}");
    }
}

/// If two clusters share one link, a choice at the source carries several times the load of shortest paths, and as much otherwise.
#[test]
fn a_choice_at_the_source_pays() {
    let network = "rdn(ring(6), 1)";
    let accepted = |routing: &str, traffic: &str, load: f64| {
        simulate(&settings(network, routing, traffic, load), &Silent).expect("runs").accepted_load
    };
    assert!(accepted("ugal", "tornado", 0.35) > 1.3 * accepted("minimal", "tornado", 0.35));
    assert!(accepted("ugal", "uniform", 0.4) > 0.95 * accepted("minimal", "uniform", 0.4));
    assert!(accepted("spread", "uniform", 0.2) > 0.19);
}

/// All-to-all ends, on every routing with a choice.
#[test]
fn traffic_that_ends_comes_to_its_end() {
    for (network, routing) in [
        ("rdn(ring(3), 1)", "ugal"),
        ("rdn(ring(3), 1)", "spread"),
        ("rdn(ring(3), 1)", "adaptive"),
        ("hosts(dragonfly(3,1), 2)", "ugal"),
        ("hosts(torus(3,3), 2)", "adaptive"),
        ("hosts(rdn(ring(3), 1), 1)", "spread"),
    ] {
        let run = simulate(&settings(network, routing, "all-to-all", 1.0), &Silent).expect("runs");
        assert_eq!(run.ending, Ending::Finished, "{network} {routing}");
    }
}

/// Phases of training end, no sooner than the bound, with every rank where it was put.
#[test]
fn phases_of_training_come_to_their_end() {
    for (network, routing) in [
        ("torus(4,4)", "minimal"),
        ("torus(4,4)", "adaptive"),
        ("hosts(dragonfly(4,2), 2)", "ugal"),
        ("fattree(4)", "adaptive"),
    ] {
        // The messages of a rank, in flits.
        for (traffic, flits) in [
            ("phase tensor 4x2x2 of 1024 bytes", 6 * 16),
            ("phase expert 2x4x2 of 1024 bytes", 3 * 16),
            ("phase data 2x4x2 of 1024 bytes mapped 1,0,3,2,5,4,7,6,9,8,11,10,13,12,15,14", 6 * 16),
            ("phase pipeline 2x2x4 of 1024 bytes", 64),
        ] {
            let settings = Settings {
                limits: Limits { cycles: 20_000, ..Limits::default() },
                ..settings(network, routing, traffic, 1.0)
            };
            let run = simulate(&settings, &Silent).unwrap_or_else(|e| panic!("{network} {traffic}: {e}"));
            assert_eq!(run.ending, Ending::Finished, "{network} {routing} {traffic}");
            assert!(run.completion_cycles.expect("ended") >= flits, "{network} {routing} {traffic}");
        }
    }
    let told = |traffic: &str| {
        let settings = settings("ring(4)", "minimal", traffic, 1.0);
        Prepared::new(&settings, &no_files, &Silent).expect_err(traffic).to_string()
    };
    assert!(told("phase tensor 4x2x2").starts_with("ring(4): 16 ranks do not fit on 4 endpoints"));
    assert!(told("phase data 4x1x1").starts_with("data parallel groups of 4x1x1 have one rank"));
    assert!(told("phase data 1x4x1 of 99999999999999999 bytes").contains("are simulated at most"));
}

/// The text that names a task of a campaign is what it was, unless the choice was changed.
#[test]
fn the_usual_choice_is_no_part_of_the_canonical_text() {
    let usual = settings("ring(5)", "minimal", "uniform", 0.1);
    assert!(!usual.canonical_text().contains("choice"));
    let other = Settings { choice: Choice { bias: 200, ..Choice::default() }, ..usual.clone() };
    assert!(other.canonical_text().contains("\"bias\":200"));
    for choice in [
        Choice { candidates: 0, ..Choice::default() },
        Choice { candidates: 65, ..Choice::default() },
        Choice { backlog_age: 0, ..Choice::default() },
        Choice { bias: 1 << 21, ..Choice::default() },
        Choice { escape_wait: 1 << 21, ..Choice::default() },
    ] {
        assert!(simulate(&Settings { choice, ..usual.clone() }, &Silent).is_err(), "{choice:?}");
    }
}

/// The knowledge of packets is reported.
#[test]
fn assumptions_are_reported() {
    let told = |network: &str, routing: &str| {
        prepared(&settings(network, routing, "uniform", 0.1)).assumed_information()
    };
    assert_eq!(
        told("rdn(ring(3), 1)", "ugal").as_deref(),
        Some(
            "a source compares the minimal path with 4 detours (bias 400) by the queues of its router, and by the backlog of links leaving its group, 16 cycles old"
        )
    );
    assert_eq!(
        told("torus(4,4)", "ugal").as_deref(),
        Some("a source compares the minimal path with 4 detours (bias 400) by the queues of its router")
    );
    assert_eq!(
        told("torus(4,4)", "adaptive").as_deref(),
        Some(
            "a packet takes the shortest queue of its router, and the escape when none has room for 32 cycles"
        )
    );
    assert_eq!(told("rdn(ring(3), 1)", "spread"), None);
}

/// A hash over shortest paths runs on networks of every kind, proved, and on hosts by the switch that they are on.
#[test]
fn flows_by_a_hash_arrive() {
    for network in ["rdn(ring(3), 1)", "torus(4,4)", "hosts(dragonfly(2,1), 2)", "fattree(4)"] {
        let settings = settings(network, "ecmp", "all-to-all", 1.0);
        assert_eq!(prepared(&settings).judged, Judged::Proved, "{network}");
        assert_eq!(simulate(&settings, &Silent).expect("runs").ending, Ending::Finished, "{network}");
    }
}

/// Ranks with stride four on a ring of eight are opposite to each other; of nine the last one is alone.
#[test]
fn groups_of_strided_ranks() {
    for traffic in ["rings of 2 stride 4", "groups of 2 stride 4"] {
        let run =
            |network: &str| simulate(&settings(network, "minimal", traffic, 0.1), &Silent).expect("runs");
        assert_eq!((run("ring(8)").senders, run("ring(8)").mean_hops), (8, Some(4.0)), "{traffic}");
        assert_eq!((run("ring(9)").senders, run("ring(9)").mean_hops), (8, Some(4.0)), "{traffic}");
    }
}
