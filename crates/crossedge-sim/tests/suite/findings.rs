//! Mistakes that were found once, and must not come back: deadlocks that were none, saturation that was none, loads that were lost,
//! sizes that were not refused.

use crossedge::collective::{Algorithm, Kind, Rings};
use crossedge::error::ErrorKind;
use crossedge::net::no_files;
use crossedge::progress::Silent;
use crossedge_sim::{Carried, Ending, Judged, Limits, Machine, Prepared, Settings, saturation, simulate};

fn settings(expression: &str, traffic: &str, load: f64) -> Settings {
    Settings { traffic: traffic.parse().expect(traffic), load, ..Settings::new(expression) }
}

#[test]
fn finding_a6_a_long_message_is_no_deadlock() {
    let long = settings("ring(4)", "collective broadcast eager of 65536 bytes", 1.0);
    let outcome = simulate(&long, &Silent).expect("runs");
    assert_eq!((outcome.ending, outcome.judged), (Ending::Finished, Judged::Proved));
    // 4,096 flits, one after the other, twice.
    assert_eq!(outcome.completion_cycles, Some(8_196));
    let scatter = settings("rdn(ring(3),1)", "collective scatter eager of 4096 bytes", 1.0);
    assert_eq!(simulate(&scatter, &Silent).expect("runs").completion_cycles, Some(5_386));
}

/// Every kind by every algorithm that the network has; how many were run.
fn collectives_end(expression: &str, bytes: u64) -> u32 {
    let mut run = 0;
    for kind in Kind::ALL {
        let mut of_kind = 0;
        for algorithm in Algorithm::all(kind).filter(|a| a.rings == Rings::None) {
            let traffic = format!("collective {kind} {} of {bytes} bytes", algorithm.name);
            let settings = Settings {
                limits: Limits { cycles: 10_000_000, ..Limits::default() },
                ..settings(expression, &traffic, 1.0)
            };
            let prepared = match Prepared::new(&settings, &no_files, &Silent) {
                Ok(prepared) => prepared,
                // Some algorithms are for one construction, and one paper's schedule is refuted.
                Err(error) if matches!(error.kind(), ErrorKind::Usage | ErrorKind::Refuted) => continue,
                Err(error) => panic!("{expression}, {traffic}: {error}"),
            };
            assert_eq!(prepared.judged, Judged::Proved, "{expression}, {traffic}");
            let outcome = prepared.run(&Silent).unwrap_or_else(|e| panic!("{expression}, {traffic}: {e}"));
            assert_eq!(outcome.ending, Ending::Finished, "{expression}, {traffic}");
            of_kind += 1;
        }
        assert!(of_kind > 0, "{expression}: no {kind}");
        run += of_kind;
    }
    run
}

#[test]
fn finding_a28_collectives_end_where_the_routing_is_proved() {
    for (expression, bytes) in
        [("rdn(ring(3),1)", 4 << 10), ("ring(4)", 64 << 10), ("path(2)", 64 << 10), ("hypercube(3)", 4 << 10)]
    {
        assert!(collectives_end(expression, bytes) >= 9, "{expression}");
    }
}

#[test]
#[ignore = "minutes"]
fn heavy_collectives_end_on_more_networks_and_sizes() {
    for expression in ["rdn(ring(3),1)", "torus(3,4)", "hypercube(3)", "dualcube(2)", "path(5)", "star(5)"] {
        for bytes in [4 << 10, 64 << 10] {
            let run = collectives_end(expression, bytes);
            println!("{expression}, {bytes} bytes: {run} collectives end");
        }
    }
}

/// Seeds reported as saturated at loads far below capacity.
fn falsely_saturated(seeds: u64, networks: &[&str], loads: &[f64]) -> Vec<String> {
    let mut wrong = Vec::new();
    for network in networks {
        for cycles in [1_000, 50_000] {
            let limits = Limits { cycles, ..Limits::default() };
            let settings = Settings { limits, ..Settings::new(*network) };
            let prepared = Prepared::new(&settings, &no_files, &Silent).expect("judged");
            for &load in loads {
                for seed in 0..seeds {
                    let outcome = prepared.run_at(load, seed, &Silent).expect("runs");
                    if !matches!(outcome.ending, Ending::Steady | Ending::OutOfCycles) {
                        wrong.push(format!(
                            "{network} at {load}, seed {seed}, {cycles} cycles: {:?}",
                            outcome.ending
                        ));
                    }
                }
            }
        }
    }
    wrong
}

#[test]
fn finding_a30_chance_does_not_saturate_a_network() {
    assert_eq!(falsely_saturated(12, &["ring(4)"], &[0.01, 0.1]), [""; 0]);
    let seed = Settings { seed: 22, ..settings("torus(4,4)", "uniform", 0.001) };
    assert_eq!(simulate(&seed, &Silent).expect("runs").ending, Ending::Steady);
}

#[test]
#[ignore = "minutes"]
fn heavy_no_false_saturation_over_200_seeds() {
    let wrong = falsely_saturated(200, &["ring(4)", "torus(4,4)"], &[0.001, 0.003, 0.01, 0.03, 0.1]);
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn finding_a30_true_saturation_is_still_found() {
    for (network, above) in [("ring(8)", 1.0), ("rdn(ring(3),1)", 0.95), ("torus(4,4)", 1.0)] {
        for seed in 0..3 {
            let outcome =
                simulate(&Settings { seed, ..settings(network, "uniform", above) }, &Silent).expect("runs");
            assert_eq!(outcome.ending, Ending::Saturated, "{network} at {above}, seed {seed}");
        }
    }
}

#[test]
fn finding_a14_the_interval_agrees_with_every_run() {
    let settings = Settings {
        limits: Limits { cycles: 4_000, ..Limits::default() },
        ..settings("torus(3,3)", "uniform", 0.1)
    };
    let prepared = Prepared::new(&settings, &no_files, &Silent).expect("judged");
    let mut found = saturation(&prepared, 1.0, 0.05, &[0, 1], &Silent).expect("found");
    let agrees = |found: &crossedge_sim::Saturation| {
        let not = found.not_carried.expect("it saturates");
        let other =
            |load: f64| found.runs.iter().any(|run| run.load == load && run.carried() == Carried::NotCarried);
        let told = |run: &crossedge_sim::SaturationRun| match run.load {
            load if load <= found.carried => run.carried() != Carried::NotCarried,
            load if load >= not => other(load),
            _ => true,
        };
        found.carried < not && found.runs.iter().all(told)
    };
    assert!(agrees(&found), "{found:?}");
    // A run below, which chance has saturated, widens the interval.
    let not = found.not_carried.expect("it saturates below 1");
    let mut low = found.run(not, 0).or(found.run(not, 1)).expect("made").clone();
    let failed = found.run(not, 0).or(found.run(not, 1)).expect("made").outcome.load_verdict;
    low.outcome.load_verdict = failed.filter(|verdict| verdict.carried == Carried::NotCarried);
    assert!(low.outcome.load_verdict.is_some());
    (low.load, low.seed) = (found.carried / 2.0, 99);
    let half = low.load;
    found.add([low]);
    assert!(agrees(&found) && found.not_carried == Some(not) && found.carried < half, "{found:?}");
}

#[test]
fn finding_a31_saturation_searches_report_deadlocks() {
    let settings = Settings {
        vcs: Some(1),
        unjudged: true,
        machine: Machine { input_buffer_flits: 16, output_buffer_flits: 16, ..Machine::default() },
        ..settings("ring(6)", "uniform", 0.1)
    };
    let prepared = Prepared::new(&settings, &no_files, &Silent).expect("asked for unjudged");
    let found = saturation(&prepared, 0.8333, 0.05, &[0], &Silent).expect("found");
    let stopped = found.deadlock().expect("it deadlocks");
    assert_eq!(found.not_carried, Some(stopped.load));
    // If cycles end before a deadlock may be reported, a stop still counts as one.
    let short = Settings { limits: Limits { cycles: 2_500, ..settings.limits }, load: 1.0, ..settings };
    assert_eq!(simulate(&short, &Silent).expect("runs").ending, Ending::Deadlock);
}

#[test]
fn finding_a32_a_load_is_not_lost_in_rounding() {
    for load in [1e-17, 1e-300, f64::MIN_POSITIVE / 4.0] {
        let outcome = simulate(&settings("ring(4)", "uniform", load), &Silent).expect("runs");
        assert_eq!((outcome.messages, outcome.accepted_load), (0, 0.0), "{load}");
    }
    // Messages arrive at the rate of the load: 4 nodes, 100,000 cycles, 16 flits.
    let few = Settings {
        limits: Limits { cycles: 200_000, precision: 1e-9, ..Limits::default() },
        ..settings("ring(4)", "uniform", 0.002)
    };
    let drawn = simulate(&few, &Silent).expect("runs").drawn_load;
    assert!((drawn / 0.002 - 1.0).abs() < 0.5, "{drawn}");
}

#[test]
fn finding_c12_what_does_not_fit_is_refused_at_once() {
    let told = |settings: &Settings| match simulate(settings, &Silent) {
        Err(error) if error.kind() == ErrorKind::Limit => error.render(false).replacen("error: ", "", 1),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        told(&Settings::new("hypercube(20)")),
        "hypercube(20) has 22020096 ports with those to servers; with 1 virtual channel the engine takes about 19 GiB for it at a load of 0.1, and the limit is 8 GiB\nhelp: a network of this degree fits up to about 441732 nodes"
    );
    assert!(told(&Settings::new("complete(8000)")).contains("64000000 ports"));
    assert!(told(&settings("hypercube(18)", "uniform", 1.0)).contains("at a load of 1,"));
    assert_eq!(
        told(&settings("ring(4)", "collective broadcast eager of 18446744073709551615 bytes", 1.0)),
        "the messages of collective broadcast eager of 18446744073709551615 bytes have 48 EiB in all or more, and 67108864 flits of 16 bytes are simulated at most\nhelp: blocks of 357913941 bytes fit"
    );
    for traffic in [
        "collective alltoall exchange of 100000000 bytes",
        "collective barrier recursive-doubling of 18446744073709551615 bytes",
    ] {
        assert!(told(&settings("rdn(ring(3),1)", traffic, 1.0)).contains("flits of 16 bytes"), "{traffic}");
    }
}
