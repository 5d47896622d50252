//! One value, one source: two verbs or options that print the same metric of a network agree, over random expressions.

use super::common::expression;
use super::machines::machine;
use crossedge::answers::{
    CompareRequest, DesignRequest, EffortRequest, FailuresRequest, LoadRequest, Pattern, Request,
    ShowRequest, ThroughputRequest,
};
use crossedge::metrics::Metric;
use crossedge::prelude::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rayon::prelude::*;
use serde_json::Value;

fn json(answer: &impl serde::Serialize) -> Value {
    serde_json::to_value(answer).expect("JSON")
}

/// The keys of all metrics in an answer.
fn metrics(answer: &Value) -> Vec<(String, Value)> {
    let of = |object: &Value| {
        let pairs = object.as_object().into_iter().flatten();
        pairs.map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>()
    };
    let mut all = of(answer);
    all.retain(|(_, value)| value.get("value").is_some());
    all
}

/// The value of a metric, without its evidence.
fn value(all: &[(String, Value)], key: &str) -> Option<Value> {
    all.iter()
        .find(|(name, _)| name == key)
        .map(|(_, found)| found["value"].clone())
        .filter(|value| !value.is_null())
}

/// Compares all verbs that print a metric of one network; returns the number of values that were compared.
fn agree(text: &str) -> u64 {
    let net: Topology = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let shown =
        ShowRequest::all().answer(&net, &Silent).unwrap_or_else(|error| panic!("show {text}: {error}"));
    let shown = metrics(&json(&shown.metrics));
    let mut compared = 0;
    let mut same = |what: &str, key: &str, found: Option<Value>| {
        let wanted = value(&shown, key);
        if let (Some(found), Some(wanted)) = (&found, &wanted) {
            assert_eq!(found, wanted, "{key} of {text}: {what} and show differ");
            compared += 1;
        }
    };
    // Each metric alone, and all of them under a budget that is never used up.
    for metric in Metric::every() {
        let request = ShowRequest { metrics: vec![metric], ..ShowRequest::all() };
        let Ok(alone) = request.answer(&net, &Silent) else { continue };
        for (key, found) in metrics(&json(&alone.metrics)) {
            same("show of one metric", &key, Some(found["value"].clone()).filter(|value| !value.is_null()));
        }
    }
    let effort =
        EffortRequest { budget: Some(std::time::Duration::from_secs(100_000)), ..EffortRequest::default() };
    let ordered = ShowRequest { effort, ..ShowRequest::all() }.answer(&net, &Silent).expect("the same");
    for (key, found) in metrics(&json(&ordered.metrics)) {
        same("show under a budget", &key, Some(found["value"].clone()).filter(|value| !value.is_null()));
    }
    let beside = CompareRequest::default().answer(std::slice::from_ref(&net), &Silent);
    if let Ok(beside) = beside {
        for (key, found) in metrics(&json(&beside.networks[0].metrics)) {
            same("compare", &key, Some(found["value"].clone()).filter(|value| !value.is_null()));
        }
    }
    if let Ok(design) = DesignRequest::default().answer(std::slice::from_ref(&net), &Silent) {
        let row = json(&design.designs[0]);
        let get = |key: &str| row.get(key).cloned().filter(|value| !value.is_null());
        same("design", "diameter", get("diameter"));
        same("design", "mean_distance", get("mean_distance"));
        same("design", "endpoints", get("endpoints"));
        same("design", "switches", get("switches"));
        if value(&shown, "cables").is_some() {
            same("design", "cables", get("cables"));
        }
        let lower = get("bisection_at_least");
        if let (Some(lower), Some(cut)) = (lower, value(&shown, "bisection")) {
            assert_eq!(lower, cut["lower"], "bisection of {text}: design and show differ");
            compared += 1;
        }
    }
    let uniform = ThroughputRequest::uniform().answer(&net, &Silent);
    if let (Ok(alone), Some(all)) = (uniform, value(&shown, "throughput")) {
        assert_eq!(json(&alone.lower), all["lower"], "throughput of {text}");
        assert_eq!(json(&alone.upper), all["upper"], "throughput of {text}");
        compared += 1;
        if let Ok(load) = LoadRequest::new(Pattern::Uniform).answer(&net, &Silent)
            && let Some(bound) = load.cut_bound
        {
            // The bound of a load is the throughput, or the limit of an endpoint where that is lower.
            let (bound, upper) = (bound.value.value(), alone.upper.value());
            let near = bound.zip(upper).is_none_or(|(bound, upper)| bound <= upper * (1.0 + 1e-12));
            assert!(near, "load of {text}: {bound:?} is above the throughput {upper:?}");
            compared += 1;
        }
        let small = FailuresRequest { block: 4, units: 8, jobs: Vec::new(), ..FailuresRequest::default() };
        if alone.exact
            && let Ok(failures) = small.answer(std::slice::from_ref(&net), &Silent)
            && let Some(intact) = &failures.machines[0].throughput
        {
            assert_eq!(intact.value(), alone.lower.value(), "failures of {text}");
            compared += 1;
        }
    }
    compared
}

/// This many expressions, half of them machines, from one seed.
fn run(count: usize, seed: u8, most: u64) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (plain, switched) = (expression(most).boxed(), machine(most).boxed());
    let texts: Vec<String> = (0..count)
        .map(|at| if at % 2 == 0 { &plain } else { &switched })
        .map(|strategy| strategy.new_tree(&mut runner).expect("an expression").current())
        .collect();
    let compared: u64 = texts.par_iter().map(|text| agree(text)).sum();
    println!("{count} expressions, {compared} values compared");
    assert!(compared as usize > count * 5, "only {compared} values were compared");
}

#[test]
fn one_value_has_one_source() {
    run(30, 36, 50);
}

/// Networks on which two verbs once differed.
#[test]
fn finding_single_endpoints_have_no_distance_in_a_design() {
    for text in
        ["hosts(path(1),1)", "hosts(pancake(1),1)", "switch(1)", "hosts(ring(3),1)", "hosts(path(1),2)"]
    {
        agree(text);
    }
}

/// 5,000 expressions of up to 60 nodes.
#[test]
#[ignore]
fn heavy_one_value_has_one_source() {
    run(5_000, 37, 60);
}
