//! Statistics of a run: warm-up, batches, growth and percentiles; and panics of the engine as text.

use crossedge_sim::internals::{
    batched_interval, catch_panics, grows_significantly, percentile, warm_up_windows,
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

#[test]
fn growth_is_distinguished_from_noise() {
    assert!(!grows_significantly(&[1.0; 9]), "too few samples");
    assert!(grows_significantly(&[1.0; 20]));
    assert!(!grows_significantly(&[0.0; 20]) && !grows_significantly(&[-1.0; 20]));
    // Messages under way come and go; at the end a few more are there than at the beginning.
    let under_way = [0.0, 2.0, 1.0, 3.0, 0.0, 2.0, 1.0, 2.0, 0.0, 1.0, 3.0];
    let added: Vec<f64> = under_way.windows(2).map(|w| w[1] - w[0]).collect();
    assert!(added.iter().sum::<f64>() == 3.0 && !grows_significantly(&added));
    let noisy: Vec<f64> = (0..40).map(|i| 5.0 + [4.0, -7.0, 9.0, -6.0][i % 4]).collect();
    assert!(grows_significantly(&noisy));
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
