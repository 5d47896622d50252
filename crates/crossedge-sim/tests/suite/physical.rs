//! Physical time: cycles from rates, routers and cables, and results in ns and Gbit/s.

use crossedge::exact::Ratio;
use crossedge::net::{Node, no_files};
use crossedge::progress::Silent;
use crossedge_sim::{Machine, Physical, Point, Prepared, Settings, layout_lengths, probe, thousandths};

fn settings(expression: &str, physical: Physical) -> Settings {
    Settings { physical: Some(physical), load: 0.2, ..Settings::new(expression) }
}

fn prepared(settings: &Settings) -> Prepared {
    Prepared::new(settings, &no_files, &Silent).unwrap_or_else(|e| panic!("{}: {e}", settings.expression))
}

fn refused(settings: &Settings) -> String {
    Prepared::new(settings, &no_files, &Silent).expect_err("refused").to_string()
}

#[test]
fn a_cycle_is_the_time_of_a_flit() {
    let clock = Physical::with_rate(200_000).clock(16);
    assert_eq!(clock.cycle_ns(), Ratio::new(16u32, 25u32));
    assert_eq!(clock.nanoseconds_text(), "0.64");
    assert!((clock.nanoseconds(100.0) - 64.0).abs() < 1e-12);
    assert!((clock.gigabits(0.25) - 50.0).abs() < 1e-12);
}

/// 100 ns between routers are 157 cycles of 0.64 ns, and one for the flit itself; half of a pipeline to a server is 25 ns.
#[test]
fn an_empty_network_takes_its_cables_and_routers() {
    let physical = Physical { router_ps: 50_000, cable_mm: 10_000, ..Physical::with_rate(200_000) };
    let prepared = prepared(&settings("ring(5)", physical));
    let (latencies, _) = probe(&prepared, &[(Node(0), Node(2)), (Node(0), Node(1))], &Silent).expect("runs");
    assert_eq!(latencies, [2 * 158 + 2 * 41 + 15, 158 + 2 * 41 + 15]);
}

/// Every class has its own cables, those to hosts among them.
#[test]
fn classes_have_their_own_lengths() {
    let lengths = [("level 1", 1_000), ("level 2", 5_000), ("level 3", 20_000)];
    let class_mm = lengths.map(|(class, mm)| (class.to_owned(), mm)).into();
    let physical = Physical { class_mm, ..Physical::with_rate(128_000) };
    let prepared = prepared(&settings("fattree(4)", physical));
    let answer = prepared.physical().expect("a rate");
    assert_eq!(answer.cycle_ns, Ratio::new(1u32, 1u32));
    let delays: Vec<(&str, bool, u32)> =
        answer.links.iter().map(|link| (link.link_class.as_str(), link.to_hosts, link.cycles)).collect();
    assert_eq!(delays, [("level 1", true, 6), ("level 2", false, 26), ("level 3", false, 101)]);
    let (latencies, _) = probe(&prepared, &[(Node(0), Node(1)), (Node(0), Node(15))], &Silent).expect("runs");
    assert_eq!(latencies, [2 * 6 + 15, 2 * (6 + 26 + 101) + 15]);
}

#[test]
fn results_have_both_units() {
    let prepared = prepared(&settings("ring(5)", Physical::with_rate(100_000)));
    let outcome = prepared.run(&Silent).expect("runs");
    let point = Point { load: 0.2, runs: vec![outcome.clone()] };
    let answer = crossedge_sim::PhysicalPoint::new(&point, prepared.settings().clock().expect("a rate"));
    assert!((answer.accepted_gbps - 100.0 * outcome.accepted_load).abs() < 1e-9);
    assert_eq!(answer.offered_gbps, Some(20.0));
    let mean = outcome.latency.expect("arrived").mean_latency_cycles;
    assert!((answer.mean_latency_ns.expect("arrived") - 1.28 * mean).abs() < 1e-9);
}

/// Links to hosts carry what their hosts send and take.
#[test]
fn links_to_hosts_are_among_the_classes() {
    let outcome = crossedge_sim::simulate(&Settings { load: 0.3, ..Settings::new("fattree(4)") }, &Silent);
    let outcome = outcome.expect("runs");
    let hosts = &outcome.classes[0];
    assert_eq!((hosts.link_class.as_str(), hosts.links), ("level 1", 2 * 16));
    assert!((hosts.mean_utilisation / outcome.accepted_load - 1.0).abs() < 0.05, "{outcome:?}");
    assert!(hosts.highest_utilisation <= 1.0);
}

#[test]
fn lengths_come_from_the_layout() {
    let net: crossedge::Topology = "hosts(dragonfly(4,2), 2)".parse().expect("a network");
    let lengths = layout_lengths(&net, &Silent).expect("a layout");
    assert!(lengths.len() >= 3 && lengths.values().all(|&mm| mm > 0), "{lengths:?}");
}

#[test]
fn decimal_numbers_are_exact() {
    assert_eq!(thousandths("106.25"), Ok(106_250));
    assert_eq!(thousandths("0.64"), Ok(640));
    assert_eq!(thousandths("5"), Ok(5_000));
    for wrong in ["", "-1", "1.2345", "1e3", ".5", "5.", "99999999999999999999"] {
        assert_eq!(
            thousandths(wrong),
            Err(format!("'{wrong}' is not a number of at most three decimal places, e.g. 106.25"))
        );
    }
}

#[test]
fn machines_that_cannot_be_are_refused() {
    let rate = Physical::with_rate;
    assert_eq!(
        refused(&settings("ring(5)", rate(0))),
        "a link of 0 Mbit/s; a rate of 0.001 to 100000 Gbit/s"
    );
    let unknown = Physical { class_mm: [("moon".to_owned(), 1)].into(), ..rate(1000) };
    assert_eq!(
        refused(&settings("ring(5)", unknown)),
        "no class of links is called 'moon'; the classes here are ring"
    );
    let far = Physical { cable_mm: 1_000_000, ..rate(200_000) };
    assert_eq!(
        refused(&settings("ring(5)", far)),
        "a link of 7814 cycles, each of 0.64 ns; the engine takes 1 to 900 cycles: take longer flits, shorter cables or a lower rate"
    );
    let twice = Settings {
        machine: Machine { link_cycles: 2, ..Machine::default() },
        ..settings("ring(5)", rate(200_000))
    };
    assert_eq!(
        refused(&twice),
        "a link of 2 cycles, and its delay in nanoseconds; give the delay of links once: in cycles, or by rate, router and cables"
    );
}
