//! Quantities as text and as exact numbers: sizes, latencies, bandwidths, ratios, and conditions on designs.

use crossedge::cost::link::{Link, bandwidth, latency, show_bandwidth};
use crossedge::cost::size::{parse, size_text};
use crossedge::exact::Ratio;
use crossedge::search::{Candidate, Condition, Factor, FactorKind, Fraction};
use num_bigint::BigUint;

#[test]
fn links_are_read_and_shown() {
    for (text, seconds) in [("1us", 1e-6), ("500 ns", 5e-7), ("0.5µs", 5e-7), ("2ms", 2e-3)] {
        assert_eq!(latency(text), Ok(seconds), "{text}");
    }
    for wrong in ["", "us", "1", "-1us", "1e3us", "nans", "1.2.3us"] {
        assert_eq!(latency(wrong), Err("expected a time such as 0.5us, 500ns or 1ms".to_owned()), "{wrong}");
    }
    assert_eq!(latency("0us"), Err("a latency is at least 1ps and at most 1s".to_owned()));
    for (text, bytes) in [("400Gbit/s", 5e10), ("400 Gb/s", 5e10), ("400Gbps", 5e10), ("50GB/s", 5e10)] {
        assert_eq!(bandwidth(text), Ok(bytes), "{text}");
    }
    for wrong in ["", "400", "400Gbit", "Gbit/s", "400Xbit/s"] {
        assert!(bandwidth(wrong).expect_err(wrong).starts_with("expected a bandwidth"), "{wrong}");
    }
    assert!(bandwidth("0GB/s").is_err() && bandwidth("1000000TB/s").is_err());
    for (bytes, text) in
        [(5e10, "400 Gbit/s"), (1e9, "8 Gbit/s"), (1e3, "8 kbit/s"), (1.25e9 / 8.0, "1.25 Gbit/s")]
    {
        assert_eq!(show_bandwidth(bytes), text);
    }
}

#[test]
fn units_are_integers_and_keep_the_proportion() {
    assert_eq!(Link::default().in_units(), (1000, 10));
    let fast = Link { latency_seconds: 5e-7, byte_seconds: 2e-11 };
    assert_eq!(fast.in_units(), (50_000_000, 20_000));
    let least = Link { latency_seconds: 1e-12, byte_seconds: 1e-14 };
    assert_eq!(least.in_units(), (100, 10));
}

#[test]
fn sizes_are_read_and_shown() {
    for (text, bytes) in [("0", 0), ("7B", 7), ("2 KiB", 2048), ("3GB", 3_000_000_000)] {
        assert_eq!(parse(text), Ok(bytes));
    }
    for wrong in ["", "MiB", "1mib", "-1", "1.5MiB"] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
    assert_eq!(parse("99999999999TiB"), Err("a size has at most 64 bits".to_owned()));
    for (bytes, text) in
        [(64, "64 B"), (1 << 20, "1 MiB"), (27_518_828_544, "25.6 GiB"), (100 << 20, "100 MiB")]
    {
        assert_eq!(size_text(bytes), text);
    }
}

#[test]
fn ratios_of_any_size_have_a_value() {
    let huge = BigUint::from(10u32).pow(400);
    assert_eq!(Ratio::new(&huge * 3u32, huge.clone()).value(), Some(3.0));
    assert_eq!(Ratio::new(1u32, 0u32).value(), None);
    assert_eq!(Ratio::new(huge, 1u32).value(), None);
    assert_eq!(Ratio::new(0u32, 5u32).value(), Some(0.0));
}

#[test]
fn fractions_are_compared_exactly() {
    let large = u128::MAX / 3;
    assert!(Fraction { over: large, under: large - 1 } < Fraction { over: large - 1, under: large - 2 });
    assert!(Fraction { over: 2, under: 4 } == Fraction { over: 1, under: 2 });
    assert!(Fraction::UNLIMITED > Fraction { over: u128::MAX, under: 1 });
    for (a, b) in (0u128..12).flat_map(|a| (1u128..9).map(move |b| (a, b))) {
        for (c, d) in (0u128..12).flat_map(|c| (1u128..9).map(move |d| (c, d))) {
            let plain = (a * d).cmp(&(c * b));
            assert_eq!(
                Fraction { over: a, under: b }.cmp(&Fraction { over: c, under: d }),
                plain,
                "{a}/{b} {c}/{d}"
            );
        }
    }
    assert_eq!(Fraction::new(6u32, 4u32).times(2u32, 9u32), Some(Fraction::new(1u32, 3u32)));
    assert_eq!(Fraction::new(large, 1u32).times(large, 1u32), None);
}

#[test]
fn conditions_are_read_and_hold_or_not() {
    let figures = Factor { line: FactorKind::Ring, n: 8 }.figures();
    let candidate = Candidate::new(&figures, None);
    for (text, holds) in [
        ("diameter=4", Some(true)),
        ("diameter < 4 or ports<=2", Some(true)),
        ("not (diameter>=4) and ports=2", Some(false)),
        ("throughput = 7/8 and mean>2.28 and mean < 2.29", Some(true)),
        ("optical<1", None),
        ("optical<1 or ports=2", Some(true)),
        ("optical<1 and ports=3", Some(false)),
    ] {
        assert_eq!(Condition::parse(text).expect(text).holds(candidate), holds, "{text}");
    }
    for (text, at) in [
        ("", 0),
        ("diametre<4", 0),
        ("diameter 4", 9),
        ("ports<x", 6),
        ("(ports<4", 8),
        ("ports<4 ports", 8),
        ("ports<1/0", 6),
    ] {
        let wrong = Condition::parse(text).expect_err(text);
        assert_eq!(wrong.span.start, at, "{text}: {wrong}");
        assert!(wrong.help.is_some(), "{text}");
    }
    assert!(Condition::parse(&"(".repeat(1000)).is_err());
    assert!(Condition::parse(&"not ".repeat(1000)).is_err());
}
