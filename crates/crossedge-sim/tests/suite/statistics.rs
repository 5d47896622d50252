//! Statistics of a run: warm-up, batches, growth and percentiles; and panics of the engine as text.

use crossedge_sim::Carried;
use crossedge_sim::internals::{
    batched_interval, catch_panics, percentile, student_cdf, verdict, warm_up_windows,
};
use std::collections::BTreeMap;

#[test]
fn warm_up_is_cut_and_drift_is_detected() {
    let noise = |i: usize| [0.3, -0.2, 0.1, -0.4, 0.2][i % 5];
    let flat: Vec<f64> = (0..20).map(|i| 50.0 + noise(i)).collect();
    assert!(warm_up_windows(&flat).expect("settled") < 5);
    let warming: Vec<f64> = (0..20).map(|i| if i < 6 { 10.0 * i as f64 } else { 50.0 + noise(i) }).collect();
    assert!((5..9).contains(&warm_up_windows(&warming).expect("settled")));
    let growing: Vec<f64> = (0..20).map(|i| 5.0 * i as f64 + noise(i)).collect();
    assert_eq!(warm_up_windows(&growing), None);
    assert_eq!(warm_up_windows(&[]), None);
}

#[test]
fn batches_need_ten_windows() {
    assert_eq!(batched_interval(&[(10, 1); 9]), None);
    assert_eq!(batched_interval(&[(10, 1); 10]), Some(0.0));
    assert_eq!(batched_interval(&[(0, 0); 20]), None);
}

/// Windows of 1,000 offered flits, of which this many are added to the backlog.
fn windows(added: &[i64]) -> Vec<(u64, u64)> {
    added.iter().map(|&more| (1000, (1000 - more) as u64)).collect()
}

/// Noise that is the same in every run, between -1 and 1.
fn noise(i: usize) -> f64 {
    ((i * 2_654_435_761 % 1_000_003) as f64 / 500_001.0) - 1.0
}

#[test]
fn growth_is_distinguished_from_noise() {
    let is = |added: &[i64], last| verdict(&windows(added), last).carried;
    assert_eq!(is(&[10; 9], true), Carried::Undecided, "too few samples");
    assert_eq!(is(&[20; 40], false), Carried::NotCarried);
    // 0.5 % decides at the end of the cycles only; less than 0.2 % is carried, as far as this length can tell.
    assert_ne!(is(&[5; 40], false), Carried::NotCarried);
    assert_eq!(is(&[5; 40], true), Carried::NotCarried);
    assert_eq!(is(&[1; 40], true), Carried::Carried);
    assert_eq!(is(&[0; 20], false), Carried::Carried);
    // Messages under way come and go.
    let come_and_go: Vec<i64> = (0..200).map(|i| (200.0 * (noise(i + 1) - noise(i))) as i64).collect();
    assert_eq!(is(&come_and_go, true), Carried::Carried);
    let noisy: Vec<i64> = (0..200).map(|i| 50 + (200.0 * (noise(i + 1) - noise(i))) as i64).collect();
    assert_eq!(is(&noisy, false), Carried::NotCarried);
    // The filling of buffers at the beginning is not saturation.
    let filling: Vec<i64> =
        (0..200).map(|i| if i < 60 { 300 } else { 0 } + (100.0 * (noise(i + 1) - noise(i))) as i64).collect();
    assert_ne!(is(&filling, true), Carried::NotCarried);
    // A collapse late in the run is found.
    let collapse: Vec<i64> =
        (0..200).map(|i| if i < 80 { 0 } else { 150 } + (100.0 * (noise(i + 1) - noise(i))) as i64).collect();
    assert_eq!(is(&collapse, true), Carried::NotCarried);
}

#[test]
fn verdicts_have_their_confidence() {
    let noisy: Vec<i64> = (0..200).map(|i| 50 + (300.0 * noise(i)) as i64).collect();
    let verdict = verdict(&windows(&noisy), true);
    assert!(verdict.confidence.is_none_or(|sure| (0.99..=1.0).contains(&sure)), "{verdict:?}");
    assert!(verdict.growth_half_width > 0.0);
}

/// Points of Student's distribution from tables.
#[test]
fn student_distribution_agrees_with_tables() {
    for (t, degrees, p) in [
        (12.706, 1, 0.975),
        (4.303, 2, 0.975),
        (2.776, 4, 0.975),
        (3.250, 9, 0.995),
        (3.355, 8, 0.995),
        (2.042, 30, 0.975),
    ] {
        assert!((student_cdf(t, degrees) - p).abs() < 2e-4, "{t} {degrees}: {}", student_cdf(t, degrees));
        assert!((student_cdf(-t, degrees) - (1.0 - p)).abs() < 2e-4);
    }
    assert_eq!(student_cdf(0.0, 7), 0.5);
}

#[test]
fn percentiles_are_exact() {
    let counts: BTreeMap<u64, u64> = (1..=100).map(|v| (v, 1)).collect();
    assert_eq!([0, 1, 50, 99, 100].map(|p| percentile(&counts, 100, p)), [1, 1, 50, 99, 100]);
    assert_eq!(percentile(&BTreeMap::from([(7, 3)]), 3, 50), 7);
    assert_eq!(percentile(&BTreeMap::new(), 0, 50), 0);
}

#[test]
fn a_panic_comes_back_as_text() {
    assert_eq!(catch_panics(|| 7), Ok(7));
    let said = catch_panics(|| -> u32 { panic!("no room for {} flits", 3) }).expect_err("panics");
    assert!(said.starts_with("no room for 3 flits (suite/statistics.rs, line "), "{said}");
}
