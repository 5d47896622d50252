//! Searches against the textbook on a stored copy: every method, random nested expressions, dead nodes and links, golden histograms.

use crate::common::{build, expression, links, search, stored, testdata};
use crossedge::metrics::bfs::{
    Error, Method, Pairs, Search, Unlike, all_pairs, distances, from_sources, levels,
};
use crossedge::metrics::{Effort, Metric, Metrics};
use crossedge::net::Faults;
use crossedge::net::{Node, Structure};
use crossedge::progress::{Progress, Silent};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The histogram of stored distances.
fn histogram(distances: &[u64]) -> Vec<u64> {
    let mut counts = Vec::new();
    for &d in distances.iter().filter(|&&d| d != u64::MAX) {
        counts.resize(counts.len().max(d as usize + 1), 0);
        counts[d as usize] += 1;
    }
    counts
}

/// A stored copy without what has failed.
fn living(net: &dyn Structure, dead: &Faults) -> Vec<Vec<u64>> {
    let mut graph = stored(net);
    for (v, row) in (0..).zip(&mut graph) {
        row.retain(|&w| !dead.cut(Node(v), Node(w)));
    }
    graph
}

/// The textbook result from these sources.
fn expected(graph: &[Vec<u64>], sources: &[Node], live: u64) -> Pairs {
    let mut counts: Vec<u64> = Vec::new();
    let mut kinds = BTreeSet::new();
    let (mut first, mut unlike) = (None, None);
    let mut reach: BTreeMap<u64, Vec<Node>> = BTreeMap::new();
    for &source in sources {
        let one = histogram(&search(graph, source.0));
        counts.resize(counts.len().max(one.len()), 0);
        counts.iter_mut().zip(&one).for_each(|(sum, count)| *sum += count);
        reach.entry(one.len() as u64 - 1).or_default().push(source);
        let (other, like) = first.get_or_insert((source, one.clone()));
        if one != *like && unlike.is_none() {
            let at = |counts: &[u64], d: usize| counts.get(d).copied().unwrap_or(0);
            let d = (0..).find(|&d| at(like, d) != at(&one, d)).expect("they differ");
            let counts = [at(like, d), at(&one, d)];
            unlike = Some(Unlike { nodes: [*other, source], distance: d as u64, counts });
        }
        kinds.insert(one);
    }
    Pairs {
        sources: sources.len() as u64,
        disconnected_pairs: live * sources.len() as u64 - counts.iter().sum::<u64>(),
        counts,
        centre: *reach.values().next().expect("a source").iter().min().expect("a source"),
        rim: *reach.values().last().expect("a source").iter().min().expect("a source"),
        eccentricities: reach.iter().map(|(&d, who)| (d, who.len() as u64)).collect(),
        kinds: kinds.len() as u64,
        unlike,
    }
}

/// Holds every method and `all_pairs` against the textbook; `most` sources for each method.
fn check(text: &str, dead: &Faults, most: u64) {
    let (_, net) = build(text);
    let graph = living(net.as_ref(), dead);
    let sources: Vec<Node> = (0..net.nodes()).map(Node).filter(|&v| !dead.node(v)).collect();
    if sources.is_empty() {
        assert!(matches!(all_pairs(net.as_ref(), dead, &Silent), Err(Error::Usage { .. })), "{text}");
        return;
    }
    let live = net.nodes() - dead.node_count();
    let found = all_pairs(net.as_ref(), dead, &Silent).expect("small");
    assert_eq!(found, expected(&graph, &sources, live), "{text}, {dead:?}");
    let prepared = Search::new(net.as_ref(), dead);
    let apart = (sources.len() as u64).div_ceil(most) as usize;
    for (turn, &source) in sources.iter().step_by(apart).enumerate() {
        let right = search(&graph, source.0);
        for method in prepared.methods() {
            let found = prepared.levels_by(method, source, &Silent).expect("small");
            assert_eq!(found.counts, histogram(&right), "{text} from {source:?} by {method:?}, {dead:?}");
        }
        if turn < 3 {
            let found = prepared.distances(source, &Silent).expect("small");
            let right: Vec<_> = right.iter().map(|&d| (d != u64::MAX).then_some(d)).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), right, "{text} from {source:?}, {dead:?}");
        }
    }
}

/// Some nodes and links of a network, drawn by a seed: about one in `part` of each.
fn some_dead(text: &str, mut seed: u64, part: u64) -> Faults {
    let (_, net) = build(text);
    let mut draw = |_: &_| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33).is_multiple_of(part)
    };
    let nodes: Vec<Node> = (0..net.nodes()).map(Node).filter(|v| draw(&v.0)).collect();
    let all = links(&stored(net.as_ref()));
    let cut: Vec<_> = all.into_iter().map(|(a, b)| (Node(a), Node(b))).filter(|(a, _)| draw(&a.0)).collect();
    let twice = nodes.iter().chain(&nodes).copied();
    Faults::new(net.as_ref(), twice, cut.into_iter().map(|(a, b)| (b, a)))
        .expect("nodes and links of the network")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_method_is_the_textbook(text in expression(1200)) {
        check(&text, &Faults::none(), 40);
    }

    #[test]
    fn every_method_goes_around_the_dead(text in expression(1200), seed: u64, part in 2u64..60) {
        check(&text, &some_dead(&text, seed, part), 40);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    #[ignore = "minutes: every source of networks to 5,000 nodes"]
    fn heavy_every_method_from_every_source(text in expression(5000), seed: u64, part in 2u64..600) {
        check(&text, &Faults::none(), u64::MAX);
        check(&text, &some_dead(&text, seed, part), u64::MAX);
    }
}

fn golden(path: &str) -> Value {
    let text = std::fs::read_to_string(testdata().join("golden").join(path)).expect("golden file");
    serde_json::from_str(&text).expect("golden JSON")
}

fn numbers(value: &Value) -> Vec<u64> {
    serde_json::from_value(value.clone()).expect("a list of numbers")
}

#[test]
fn golden_histograms_from_every_source_given() {
    let instances = golden("dual.json");
    let mut sources = 0;
    for g in instances.as_array().expect("a list") {
        let text = g["expr"].as_str().expect("expr");
        let (_, net) = build(text);
        let dead = Faults::none();
        let prepared = Search::new(net.as_ref(), &dead);
        for (source, counts) in g["distance_histogram_from"].as_object().expect("histograms") {
            let source = Node(source.parse().expect("an id"));
            // The textbook is slow on millions of nodes; the other methods are not.
            let quick = |method: &Method| *method != Method::Plain || net.nodes() <= 100_000;
            for method in prepared.methods().into_iter().filter(quick) {
                let found = prepared.levels_by(method, source, &Silent).expect("searched");
                assert_eq!(found.counts, numbers(counts), "{text} from {source:?} by {method:?}");
            }
            let found = levels(net.as_ref(), source, &dead, &Silent).expect("searched");
            assert_eq!(found.eccentricity(), g["eccentricity_from"][source.0.to_string()], "{text}");
            assert_eq!(found.reached, net.nodes(), "{text}");
            sources += 1;
        }
    }
    assert!(sources > 60, "{sources}");
}

/// The expression of a golden recursive expansion, frames and unit written out as inline graphs.
fn re_expression(g: &Value) -> String {
    let graph = |part: &Value| format!("graph({}, nodes={})", part["edges"], part["n"]);
    let frames: Vec<String> = g["frames"].as_array().expect("frames").iter().map(graph).collect();
    format!("re([{}], {}, pivots={})", frames.join(", "), graph(&g["unit"]), g["pivots"])
}

#[test]
fn golden_expansions_over_all_pairs() {
    let mut seen = 0;
    for entry in std::fs::read_dir(testdata().join("golden/re")).expect("golden/re") {
        let name = entry.expect("entry").file_name().into_string().expect("a plain name");
        if !name.starts_with('g') {
            continue;
        }
        seen += 1;
        let g = golden(&format!("re/{name}"));
        let (_, net) = build(&re_expression(&g));
        let found = all_pairs(net.as_ref(), &Faults::none(), &Silent).expect("small");
        assert_eq!(found.counts, numbers(&g["hist_ordered_pairs_incl_self"]), "{name}");
        let reach: BTreeMap<u64, u64> = serde_json::from_value(g["ecc_hist"].clone()).expect("a histogram");
        assert_eq!(found.eccentricities, reach, "{name}");
        assert_eq!(found.diameter(), g["diameter"], "{name}");
        assert_eq!(
            found.distance_sum(),
            u128::from(g["dist_sum_ordered"].as_u64().expect("a sum")),
            "{name}"
        );
        assert_eq!(found.disconnected_pairs, 0, "{name}");
    }
    assert_eq!(seen, 18);
}

#[test]
fn kinds_of_node_where_super_nodes_are_not_nested() {
    let (_, net) = build("hdn(torus(2,3,5), [{1,2}, {1,2,3}])");
    let found = all_pairs(net.as_ref(), &Faults::none(), &Silent).expect("small");
    assert_eq!((found.kinds, found.radius(), found.diameter()), (11, 13, 14));
}

fn net(text: &str) -> Arc<dyn Structure> {
    build(text).1
}

#[test]
fn unsearchable_networks_are_reported() {
    let ring = net("ring(6)");
    let dead = Faults::new(ring.as_ref(), [Node(2)], []).expect("a node");
    let text = |error: Error| error.to_string();
    assert_eq!(
        levels(ring.as_ref(), Node(2), &dead, &Silent).map_err(text),
        Err("node 2 is dead, and a search cannot begin there; choose a source that lives".to_owned())
    );
    assert_eq!(
        levels(ring.as_ref(), Node(6), &dead, &Silent).map_err(text),
        Err("there is no node 6; ids run from 0 to 5".to_owned())
    );
    assert_eq!(
        Faults::new(ring.as_ref(), [], [(Node(1), Node(4))]).map_err(|bad| text(bad.into())),
        Err("there is no link between 1 and 4; node 1 is linked to 2, 0".to_owned())
    );
    assert_eq!(
        from_sources(ring.as_ref(), &[], &dead, &Silent).map_err(text),
        Err("there is no source to search from; name at least one node that lives".to_owned())
    );
    for huge in ["rdn(ring(2), 5)", "torus(100000,100000,100000)", "ring(10000000000000)"] {
        let huge = net(huge);
        for error in [
            levels(huge.as_ref(), Node(0), &Faults::none(), &Silent).map(|_| ()),
            distances(huge.as_ref(), Node(0), &Faults::none(), &Silent).map(|_| ()),
            all_pairs(huge.as_ref(), &Faults::none(), &Silent).map(|_| ()),
        ] {
            assert!(
                matches!(&error, Err(Error::Limit { help, .. }) if help.contains("nodes can be searched")),
                "{error:?}"
            );
        }
    }
}

/// Stops at once.
struct Impatient;

impl Progress for Impatient {
    fn stage(&self, _name: &str, _total: u64) {}

    fn advance(&self, _units: u64) {}

    fn stopped(&self) -> bool {
        true
    }
}

#[test]
fn every_search_stops_when_asked() {
    for text in ["torus(4,4,4)", "rdn(ring(3), 2)", "ring(9)", "ccc(5)"] {
        let net = net(text);
        let dead = Faults::none();
        let prepared = Search::new(net.as_ref(), &dead);
        for method in prepared.methods() {
            assert_eq!(
                prepared.levels_by(method, Node(0), &Impatient),
                Err(Error::Stopped),
                "{text} by {method:?}"
            );
        }
        assert_eq!(prepared.distances(Node(0), &Impatient), Err(Error::Stopped), "{text}");
        assert_eq!(all_pairs(net.as_ref(), &dead, &Impatient), Err(Error::Stopped), "{text}");
    }
}

/// A metric that is stopped is not reported as one that the network does not have.
#[test]
fn no_stopped_metric_is_called_unknown() {
    let mut stopped = 0;
    for text in ["polarity(67)", "jellyfish(300,5,1)", "kautz(3,5)", "hosts(jellyfish(40,4,1), 2)", "ccc(5)"]
    {
        let (shape, net) = build(text);
        let measure = |metric: Metric, progress: &dyn Progress| {
            let mut metrics = Metrics::new(shape.as_ref(), Some(net.as_ref()), Effort::Exhaustive, progress);
            metric.find(&mut metrics).err().map(|error| error.to_string())
        };
        for metric in Metric::every() {
            match measure(metric, &Impatient) {
                None => {}
                Some(error) if error == Error::Stopped.to_string() => stopped += 1,
                other => assert_eq!(other, measure(metric, &Silent), "{text}: {}", metric.name()),
            }
        }
    }
    assert!(stopped > 20, "{stopped}");
}

#[test]
fn a_cut_network_is_searched_in_parts() {
    let ring = net("ring(10)");
    let dead = Faults::new(ring.as_ref(), [Node(3)], [(Node(7), Node(8))]).expect("in the ring");
    let found = levels(ring.as_ref(), Node(5), &dead, &Silent).expect("small");
    assert_eq!((found.counts.as_slice(), found.reached, found.eccentricity()), (&[1, 2, 1][..], 4, 2));
    let far = distances(ring.as_ref(), Node(5), &dead, &Silent).expect("small");
    assert_eq!(
        (far.of(Node(7)), far.of(Node(8)), far.of(Node(3)), far.of(Node(10))),
        (Some(2), None, None, None)
    );
    let pairs = all_pairs(ring.as_ref(), &dead, &Silent).expect("small");
    assert_eq!((pairs.sources, pairs.disconnected_pairs), (9, 2 * 4 * 5));
}
