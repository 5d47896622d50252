//! Zero-load latency and edge-disjoint shortest paths, against what the definition gives.

use super::common::expression;
use crossedge::answers::{MetricValue, Request, ShowRequest};
use crossedge::metrics::Metric;
use crossedge::metrics::metric::{HISTOGRAM, MEAN_DISTANCE};
use crossedge::net::{Node, Structure, neighbors};
use crossedge::prelude::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn value(net: &Topology, metric: Metric) -> MetricValue {
    let request = ShowRequest { metrics: vec![metric], ..ShowRequest::all() };
    let answer = request.answer(net, &Silent).unwrap_or_else(|error| panic!("{net}: {error}"));
    answer.metrics.value(metric).cloned().unwrap_or_else(|| panic!("{net}: {metric:?} has no value"))
}

fn named(name: &str) -> Metric {
    Metric::named(name).expect(name)
}

/// A path of d hops has d cables of 25 ns and d - 1 switches of 100 ns.
#[test]
fn latency_counts_cables_and_switches() {
    for (text, nanoseconds) in [
        ("complete(2)", 25.0),
        ("switch(5)", 150.0),
        ("path(3)", (4.0 * 25.0 + 2.0 * 150.0) / 6.0),
        ("hypercube(4)", 500.0 / 3.0),
    ] {
        let net: Topology = text.parse().expect(text);
        let found = value(&net, named("zero_load_latency"));
        let found = found.ratio().and_then(|ratio| ratio.value()).expect("a ratio");
        assert!((found - nanoseconds).abs() < 1e-9, "{text}: {found}");
        let mean = value(&net, MEAN_DISTANCE).ratio().and_then(|mean| mean.value()).expect("a ratio");
        assert!((found - (mean * 125.0 - 100.0)).abs() < 1e-9, "{text}");
    }
}

/// Latencies of all ordered pairs of endpoints by a breadth-first search of this test, sorted.
fn latencies(net: &dyn Structure) -> Vec<u64> {
    let mut all = Vec::new();
    for from in 0..net.endpoints() {
        let mut distance = BTreeMap::from([(from, 0u64)]);
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(v) = queue.pop_front() {
            let next = distance[&v] + 1;
            for w in neighbors(net, Node(v)).map(|w| w.0) {
                if let std::collections::btree_map::Entry::Vacant(free) = distance.entry(w) {
                    free.insert(next);
                    queue.push_back(w);
                }
            }
        }
        let hops = distance.into_iter().filter(|(w, _)| *w != from && *w < net.endpoints());
        all.extend(hops.map(|(_, hops)| 25 * hops + 100 * (hops - 1)));
    }
    all.sort_unstable();
    all
}

fn check_percentiles(text: &str) {
    let net: Topology = text.parse().expect(text);
    let all = latencies(net.network().expect(text).as_ref());
    for (name, percent) in [("zero_load_latency_median", 50), ("zero_load_latency_p99", 99)] {
        let least = (all.len() * percent).div_ceil(100).saturating_sub(1);
        let expected = all.get(least).copied().unwrap_or(0);
        let MetricValue::Count(found) = value(&net, named(name)) else {
            panic!("{text}: {name} is no integer")
        };
        assert_eq!(found.0, expected.into(), "{text}: {name}");
    }
}

#[test]
fn latency_percentiles_are_those_of_all_pairs() {
    for text in [
        "complete(2)",
        "fattree(4)",
        "hosts(dragonfly(4,2), 2)",
        "rdn(ring(3), 2)",
        "mesh(7,9)",
        "xgft([2,3],[1,2])",
    ] {
        check_percentiles(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn latency_percentiles_of_random_networks(text in expression(200)) {
        check_percentiles(&text);
    }
}

/// The fewest links whose removal leaves no path as short, by trying all sets: Menger's theorem for shortest paths.
fn fewest_cut(net: &dyn Structure, from: u64, to: u64) -> u64 {
    let links: Vec<(u64, u64)> = (0..net.nodes())
        .flat_map(|v| neighbors(net, Node(v)).map(move |w| (v, w.0)))
        .filter(|(v, w)| v < w)
        .collect();
    let far = |without: &BTreeSet<(u64, u64)>| {
        let mut seen = BTreeMap::from([(from, 0u64)]);
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(v) = queue.pop_front() {
            let next = seen[&v] + 1;
            for w in neighbors(net, Node(v)).map(|w| w.0) {
                if !without.contains(&(v.min(w), v.max(w))) && !seen.contains_key(&w) {
                    seen.insert(w, next);
                    queue.push_back(w);
                }
            }
        }
        seen.get(&to).copied()
    };
    let distance = far(&BTreeSet::new());
    (0u32..1 << links.len())
        .filter(|set| {
            let without = (0..links.len()).filter(|i| set >> i & 1 == 1).map(|i| links[i]).collect();
            far(&without) != distance
        })
        .map(|set| u64::from(set.count_ones()))
        .min()
        .expect("all links")
}

#[test]
fn disjoint_shortest_paths_are_as_many_as_links_that_cut_them() {
    for text in [
        "hypercube(3)",
        "ring(6)",
        "graph([[0,1],[0,2],[1,3],[2,3],[3,4],[0,5],[5,4]])",
        "complete(4)",
        "mesh(2,4)",
    ] {
        let net: Topology = text.parse().expect(text);
        let network = net.network().expect("small");
        let links = (0..network.nodes()).map(|v| u64::from(network.degree(Node(v)))).sum::<u64>() / 2;
        assert!(links <= 14, "{text}: all sets of links are tried");
        let mut wanted: BTreeMap<u64, u64> = BTreeMap::new();
        for from in 0..network.nodes() {
            for to in (0..network.nodes()).filter(|&to| to != from) {
                let far = crossedge::route::distance(network.as_ref(), Node(from), Node(to), 1000, &Silent);
                let far = far.expect("small").value.expect("connected");
                let cut = fewest_cut(network.as_ref(), from, to);
                wanted.entry(far).and_modify(|least| *least = cut.min(*least)).or_insert(cut);
            }
        }
        let MetricValue::List(found) = value(&net, named("disjoint_shortest_paths")) else {
            panic!("{text}")
        };
        let found: BTreeMap<u64, u64> = (1u64..)
            .zip(&found[1..])
            .map(|(far, count)| (far, u64::try_from(&count.0).expect("small")))
            .collect();
        assert_eq!(found, wanted, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// There is a count at every distance that occurs, at least 1 and no more than the degree allows.
    #[test]
    fn disjoint_shortest_paths_are_at_every_distance(text in expression(60)) {
        let net: Topology = text.parse().expect("an expression");
        let request = ShowRequest { metrics: vec![named("disjoint_shortest_paths"), HISTOGRAM], ..ShowRequest::all() };
        let Ok(answer) = request.answer(&net, &Silent) else { return Ok(()) };
        let list = |metric: Metric| match answer.metrics.value(metric) {
            Some(MetricValue::List(list)) => list.clone(),
            other => panic!("{text}: {other:?}"),
        };
        let (counts, pairs) = (list(named("disjoint_shortest_paths")), list(HISTOGRAM));
        prop_assert_eq!(counts.len(), pairs.len());
        let most = net.shape().degrees().keys().next_back().copied().unwrap_or(0);
        for (count, pairs) in counts.iter().zip(&pairs).skip(1) {
            prop_assert!(count.0 <= most.into() && (count.0 != 0u32.into()) == (pairs.0 != 0u32.into()), "{}", text);
        }
    }
}
