//! Rows of the third audit on metrics, designs, loads and failures.

use crossedge::answers::{
    DesignAnswer, DesignRequest, EffortRequest, FailuresRequest, LevelsAnswer, LoadRequest, MetricValue,
    Pattern, Request, RoutingRequest, ShowRequest, SizeRange,
};
use crossedge::evidence::Evidence;
use crossedge::exact::Ratio;
use crossedge::metrics::Metric;
use crossedge::metrics::metric::{
    BISECTION, CABLES, DEGREE, DIAMETER, EDGE_TRANSITIVITY, HISTOGRAM, MEAN_DISTANCE, NODES,
    OVERSUBSCRIPTION, PORTS_PER_ENDPOINT, RADIX, SPECTRAL_GAP, THROUGHPUT, VERTEX_TRANSITIVITY,
};
use crossedge::prelude::*;
use std::collections::BTreeMap;
use std::time::Duration;

fn net(text: &str) -> Topology {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn asked(
    request: &DesignRequest,
    on: &[Topology],
    progress: &Silent,
) -> Result<DesignAnswer, crossedge::Error> {
    request.answer(on, progress)
}

fn show(text: &str, metrics: &[Metric]) -> crossedge::answers::ShowAnswer {
    let request = ShowRequest { metrics: metrics.to_vec(), ..ShowRequest::all() };
    request.answer(&net(text), &Silent).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// One cable of three: no endpoint is lost, and two thirds of the throughput remain.
#[test]
fn finding_w4_one_cable_of_a_wide_link_is_one_cable() {
    let request = FailuresRequest { block: 4, units: 8, jobs: vec![2], ..FailuresRequest::default() };
    let answer = request.answer(&[net("width(switch(4), \"host\", 3)")], &Silent).expect("failures");
    let cable = &answer.machines[0].failures[0];
    assert_eq!((cable.kind.as_str(), cable.lost.0), ("cable", 0));
    assert_eq!(cable.throughput_at_least, Some(Ratio::new(2u32, 1u32)));
    assert_eq!(cable.throughput_at_most, Some(Ratio::new(2u32, 1u32)));
}

/// A host cable and an uplink are different failures.
#[test]
fn finding_w22_each_class_of_cables_has_its_row() {
    let request = FailuresRequest { block: 16, units: 32, jobs: vec![16], ..FailuresRequest::default() };
    let answer = request.answer(&[net("fattree(8)")], &Silent).expect("failures");
    let rows = &answer.machines[0].failures;
    let lost: BTreeMap<&str, u64> = rows.iter().map(|row| (row.kind.as_str(), row.lost.0)).collect();
    assert_eq!(lost.get("level 1 cable"), Some(&1), "{lost:?}");
    assert_eq!(lost.get("level 2 cable"), Some(&0), "{lost:?}");
    assert_eq!(lost.get("level 3 cable"), Some(&0), "{lost:?}");
    assert!(!lost.contains_key("cable"), "{lost:?}");
}

/// `design` and `show` print the same metrics, for trees, direct networks, hosts and duals.
#[test]
fn finding_w5_design_and_show_agree_on_the_bisection() {
    let texts = [
        "fattree(16)",
        "fattree(12)",
        "clos(16,32,16)",
        "clos(16,32,8)",
        "torus(4,6)",
        "hyperx(5,5)",
        "hosts(dragonfly(4,2), 2)",
        "dual(torus(3,4))",
        "hypercube(7)",
        "bcube(4,2)",
        "slimfly(5)",
    ];
    let nets: Vec<Topology> = texts.iter().map(|text| net(text)).collect();
    let answer = asked(&DesignRequest::default(), &nets, &Silent).expect("designs");
    assert_eq!(answer.designs.len(), texts.len());
    for (design, text) in answer.designs.iter().zip(texts) {
        let shown = show(text, &[BISECTION]).metrics;
        let lower = shown.value(BISECTION).and_then(MetricValue::cut).map(|cut| cut.lower.0.to_string());
        assert_eq!(design.bisection_at_least.map(|links| links.0.to_string()), lower, "{text}");
    }
    // A search does not lose the fat tree to a weaker bound.
    let range = |text: &str| Some(text.parse::<SizeRange>().expect(text));
    let request = DesignRequest {
        endpoints: range("1024"),
        ports: range("..16"),
        families: vec!["fattree".to_owned(), "dragonfly".to_owned()],
        ..DesignRequest::default()
    };
    let found = asked(&request, &[], &Silent).expect("a search");
    let tree = found.designs.iter().find(|design| design.bisection_at_least.is_some_and(|cut| cut.0 == 512));
    assert!(
        tree.is_some(),
        "{:?}",
        found.designs.iter().map(|design| &design.expression).collect::<Vec<_>>()
    );
}

/// Cables that leave a block are the same, whether a machine is found by a search or named.
#[test]
fn finding_w6_blocks_are_the_same_in_a_search_and_alone() {
    for (base, block) in
        [("mesh(5)", 4), ("mesh(5)", 6), ("mesh(5)", 12), ("torus(3,4)", 3), ("torus(3,4)", 24)]
    {
        let request = DesignRequest {
            endpoints: Some("..40".parse().expect("a range")),
            families: vec!["mesh".to_owned(), "torus".to_owned(), "dual".to_owned(), "rdn".to_owned()],
            base: Some(net(base)),
            block: Some(block),
            objectives: vec!["endpoints".to_owned()],
            all: true,
            limit: 1000,
            ..DesignRequest::default()
        };
        let searched = asked(&request, &[], &Silent).expect("a search").designs;
        assert!(searched.len() > 2, "{base}");
        for design in &searched {
            let alone = DesignRequest { block: Some(block), ..DesignRequest::default() };
            let alone = asked(&alone, &[net(&design.expression)], &Silent).expect("one");
            let cables = |design: &crossedge::answers::DesignedAnswer| {
                design.optical_cables.flatten().map(|cables| cables.0)
            };
            assert_eq!(cables(design), cables(&alone.designs[0]), "{} --block {block}", design.expression);
        }
    }
}

/// The bound for any routing is the throughput where it can be computed, and never above what an endpoint injects.
#[test]
fn finding_w17_the_bound_for_any_routing_is_tight() {
    let request = LoadRequest { by: 32, ..LoadRequest::new(Pattern::Shift) };
    let answer = request.answer(&net("hosts(dragonfly(8,4), 4)"), &Silent).expect("a load");
    let bound = answer.cut_bound.expect("a bound").value;
    assert_eq!(bound, Ratio::new(33u32, 64u32));
    for text in ["fattree(8)", "hosts(torus(4,4), 4)", "hosts(hypercube(5), 3)"] {
        for pattern in [Pattern::Neighbour, Pattern::Complement, Pattern::Uniform] {
            let answer = LoadRequest::new(pattern).answer(&net(text), &Silent).expect("a load");
            let bound = answer.cut_bound.expect("a bound").value;
            assert!(bound.value().is_some_and(|value| value <= 1.0 + 1e-2), "{text} {pattern:?}: {bound:?}");
            let share = answer.routing_efficiency.and_then(|share| share.value());
            assert!(share.is_none_or(|share| share <= 1.0 + 1e-9), "{text} {pattern:?}: {share:?}");
        }
    }
}

/// Switches without uplinks are no level of a taper.
#[test]
fn finding_w19_switches_without_uplinks_do_not_count_in_the_taper() {
    for (text, wanted) in [
        ("switch(8) * clos(4,4,4)", vec![Ratio::new(1u32, 1u32)]),
        ("clos(4,4,2)", vec![Ratio::new(2u32, 1u32)]),
        ("switch(5) * clos(4,4,2)", vec![Ratio::new(2u32, 1u32)]),
        ("fattree(4)", vec![Ratio::new(1u32, 1u32); 2]),
    ] {
        let answer = show(text, &[OVERSUBSCRIPTION]);
        let wanted = MetricValue::Levels(LevelsAnswer(wanted));
        assert_eq!(answer.metrics.value(OVERSUBSCRIPTION), Some(&wanted), "{text}");
    }
}

/// The spectral gap of graphs whose second eigenvalue is known, repeated or not, is printed to six digits; a bound is marked as one.
#[test]
fn finding_w20_the_spectral_gap_is_the_eigenvalue() {
    for (text, wanted) in [
        ("kautz(2,3)", f64::NAN),
        ("slimfly(5)", 5.0),
        ("paley(13)", (13.0 - 13f64.sqrt()) / 2.0),
        ("polarity(5)", f64::NAN),
        ("jellyfish(40,4,1)", f64::NAN),
        ("jellyfish(200,4,3)", f64::NAN),
        ("wk(4,3)", f64::NAN),
    ] {
        let net = net(text);
        let answer = ShowRequest { metrics: vec![SPECTRAL_GAP], ..ShowRequest::all() }
            .answer(&net, &Silent)
            .expect(text);
        let gap = answer.metrics.get(SPECTRAL_GAP).expect("asked");
        let Some(MetricValue::Number(value)) = gap.value else { panic!("{text}: {gap:?}") };
        let oracle = if wanted.is_nan() { second_eigenvalue(&net) } else { wanted };
        match gap.evidence.clone().expect("evidence") {
            Evidence::Bounded { .. } => assert!(value <= oracle + 1e-9, "{text}: {value} {oracle}"),
            _ => assert!((value - oracle).abs() < 2e-6 * oracle, "{text}: {value}, not {oracle}"),
        }
    }
}

/// Jacobi's method on the entire Laplacian: slow, and independent of the library.
#[allow(clippy::needless_range_loop, reason = "rows and columns of one matrix")]
fn second_eigenvalue(net: &Topology) -> f64 {
    let net = net.network().expect("small");
    let n = net.nodes() as usize;
    let mut a = vec![vec![0.0f64; n]; n];
    for v in 0..n {
        for port in 0..net.degree(Node(v as u64)) {
            let w = net.link(Node(v as u64), crossedge::net::Port(port)).0.0 as usize;
            a[v][w] -= 1.0;
            a[v][v] += 1.0;
        }
    }
    for _ in 0..100 {
        let mut off = 0.0;
        for p in 0..n {
            for q in p + 1..n {
                off += a[p][q] * a[p][q];
                if a[p][q].abs() < 1e-14 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let t = if theta == 0.0 { 1.0 } else { t };
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for k in 0..n {
                    let (x, y) = (a[k][p], a[k][q]);
                    a[k][p] = c * x - s * y;
                    a[k][q] = s * x + c * y;
                }
                for k in 0..n {
                    let (x, y) = (a[p][k], a[q][k]);
                    a[p][k] = c * x - s * y;
                    a[q][k] = s * x + c * y;
                }
            }
        }
        if off < 1e-20 {
            break;
        }
    }
    let mut values: Vec<f64> = (0..n).map(|v| a[v][v]).collect();
    values.sort_by(f64::total_cmp);
    values[1]
}

/// Spectral gap and connectivity count links, regardless of their width; the bisection counts cables.
#[test]
fn finding_w28_widths_count_in_the_bisection_alone() {
    let graph = [SPECTRAL_GAP, BISECTION];
    let (plain, wide) = (
        show("torus(4,4)", &graph),
        show("width(width(torus(4,4), \"dimension 1\", 3), \"dimension 2\", 3)", &graph),
    );
    let gap = |answer: &crossedge::answers::ShowAnswer| match answer.metrics.value(SPECTRAL_GAP) {
        Some(MetricValue::Number(gap)) => *gap,
        other => panic!("{other:?}"),
    };
    assert!((gap(&plain) - gap(&wide)).abs() < 1e-6);
    let cut = |answer: &crossedge::answers::ShowAnswer| {
        answer.metrics.value(BISECTION).and_then(MetricValue::cut).expect("a cut").upper.0.clone()
    };
    assert!(cut(&wide) > cut(&plain));
}

#[test]
fn finding_r6_weights_that_give_no_number_are_refused() {
    for weights in [(1e308, 1e308), (f64::NAN, 1.0), (f64::INFINITY, 0.0), (-1.0, 1.0)] {
        let effort = EffortRequest { weights, ..EffortRequest::default() };
        let request = ShowRequest { effort, ..ShowRequest::all() };
        let error = request.answer(&net("ring(5)"), &Silent).expect_err("no number");
        assert!(error.to_string().starts_with("weights must be between 0 and 1e9"), "{error}");
    }
}

/// Degrees refute edge transitivity at any size, before any search.
#[test]
fn finding_r7_degrees_refute_edge_transitivity_first() {
    for text in ["blow(dual(star(50), mesh(20,20)), 77)", "mesh(1000,1000)", "dual(star(9))"] {
        let answer = show(text, &[EDGE_TRANSITIVITY]);
        let found = answer.metrics.get(EDGE_TRANSITIVITY).expect("asked");
        assert_eq!(found.value, Some(MetricValue::Flag(false)), "{text}");
        assert!(found.counterexample.as_ref().is_some_and(|why| why.contains("degree")), "{text}");
    }
    // Two degrees that every link joins refute nothing: a star is edge-transitive.
    assert_eq!(
        show("star(7)", &[EDGE_TRANSITIVITY]).metrics.value(EDGE_TRANSITIVITY),
        Some(&MetricValue::Flag(true))
    );
}

/// Distances of multiswapped networks over a frame with odd cycles, against a search from every node.
#[test]
fn finding_r11_distances_of_multiswapped_networks_are_counted() {
    for text in [
        "swap(ring(5), torus(3,3))",
        "swap(complete(3), path(4))",
        "swap(ring(3), star(5))",
        "swap(complete(4), ring(6))",
        "swap(ring(7), complete(3))",
    ] {
        let net = net(text);
        let known = net.shape().distances().unwrap_or_else(|| panic!("{text} has no counts")).value;
        let structure = net.network().expect("small");
        let mut wanted: Vec<u64> = Vec::new();
        for v in 0..structure.nodes() {
            let mut far = vec![u64::MAX; structure.nodes() as usize];
            far[v as usize] = 0;
            let mut queue = std::collections::VecDeque::from([v]);
            while let Some(at) = queue.pop_front() {
                for port in 0..structure.degree(Node(at)) {
                    let to = structure.link(Node(at), crossedge::net::Port(port)).0.0;
                    if far[to as usize] == u64::MAX {
                        far[to as usize] = far[at as usize] + 1;
                        queue.push_back(to);
                    }
                }
            }
            for distance in far {
                wanted.resize(wanted.len().max(distance as usize + 1), 0);
                wanted[distance as usize] += 1;
            }
        }
        let found: Vec<String> = known.pairs().iter().map(ToString::to_string).collect();
        assert_eq!(found, wanted.iter().map(ToString::to_string).collect::<Vec<_>>(), "{text}");
    }
    let answer = show("swap(ring(5), torus(12,12))", &[DIAMETER, MEAN_DISTANCE]);
    assert!(answer.metrics.value(MEAN_DISTANCE).is_some());
}

/// Under a budget every metric is there: with a value, or with the name by which it can be requested.
#[test]
fn finding_r18_a_budget_leaves_no_metric_without_a_word() {
    let text = "hdn(torus(2,3,5), [{1}, {3}])";
    let show = |budget: Duration| {
        let effort = EffortRequest { budget: Some(budget), ..EffortRequest::default() };
        let request = ShowRequest { effort, ..ShowRequest::all() };
        request.answer(&net(text), &Silent).expect("an answer").metrics
    };
    // A sample where a search from every node would not end in time; it never becomes more than a sample.
    let sampled = show(Duration::from_secs(100));
    let mean = sampled.get(MEAN_DISTANCE).expect("in the list");
    assert!(mean.value.is_some() && matches!(mean.evidence, Some(Evidence::Sampled { .. })), "{mean:?}");
    let symmetric = sampled.get(VERTEX_TRANSITIVITY).expect("in the list");
    assert_eq!(symmetric.value, Some(MetricValue::Flag(false)));
    let answer = show(Duration::from_millis(1));
    let mean = answer.get(MEAN_DISTANCE).expect("in the list");
    assert!(mean.value.is_none());
    assert_eq!(mean.reason.as_deref(), Some("not computed within the budget of 0.001 s"));
    assert_eq!(mean.help.as_deref(), Some("`metric` mean_distance computes it without a time limit"));
    assert!(answer.value(NODES).is_some() && answer.value(DEGREE).is_some());
    assert!(answer.get(THROUGHPUT).is_some() && answer.get(VERTEX_TRANSITIVITY).is_some());
    // Without a budget nothing is left out.
    let small = ShowRequest::all().answer(&net("torus(3,4)"), &Silent).expect("an answer").metrics;
    assert!(small.value(MEAN_DISTANCE).is_some());
}

/// Bounds come quickly where an exact solution would take long, and exact ones where they are requested.
#[test]
fn finding_r12_throughput_without_symmetry_is_bounded_first() {
    let answer = net("jellyfish(60,6,1)").throughput("uniform").expect("bounds");
    let (lower, upper) = (answer.lower.value().expect("a number"), answer.upper.value().expect("a number"));
    assert!(lower <= upper && upper <= lower * 1.01, "{lower} to {upper}");
    assert!(matches!(answer.evidence, Evidence::Bounded { .. }));
}

/// Refusals by size come before the network is built: the shape alone is enough.
#[test]
fn finding_r15_large_stored_networks_are_refused_before_they_are_built() {
    let large = net("jellyfish(1000000,6,1)");
    let refused = |verb: &str, error: Option<crossedge::Error>| {
        let error = error.unwrap_or_else(|| panic!("{verb} was not refused"));
        assert_eq!(error.kind(), crossedge::error::ErrorKind::Limit, "{verb}: {error}");
    };
    refused("load", LoadRequest::new(Pattern::Uniform).answer(&large, &Silent).err());
    refused("throughput", large.throughput("tornado").err());
    refused("failures", FailuresRequest::default().answer(std::slice::from_ref(&large), &Silent).err());
    refused("ring", large.hamiltonian_cycle().err());
    refused("trees", crossedge::answers::TreesRequest { root: 0.into() }.answer(&large, &Silent).err());
    refused(
        "show",
        ShowRequest { metrics: vec![HISTOGRAM], ..ShowRequest::all() }.answer(&large, &Silent).err(),
    );
    let export = crossedge::answers::ExportRequest { format: &crossedge::export::TABLES };
    refused("export", export.check(&large).err());
    assert!(!large.is_built(), "the network was built before it was refused");
}

/// Detours of hosts go through routers: the link of a host carries what it sends, once.
#[test]
fn finding_w18_detours_do_not_pass_through_hosts() {
    for text in ["hosts(dragonfly(4,2), 2)", "hosts(torus(4,4), 3)", "hosts(hypercube(4), 2)"] {
        for pattern in [Pattern::Shift, Pattern::Uniform, Pattern::Complement] {
            let request = LoadRequest {
                by: 8,
                routing: RoutingRequest::named("valiant".parse().expect("a routing")),
                ..LoadRequest::new(pattern)
            };
            let answer =
                request.answer(&net(text), &Silent).unwrap_or_else(|error| panic!("{text}: {error}"));
            let host = answer.classes.iter().find(|class| class.link_class == "host").expect("a class");
            assert_eq!(host.most, Ratio::new(1u32, 1u32), "{text} {pattern:?}");
        }
    }
}

/// A radix counts the ports of wide links.
#[test]
fn finding_w2_a_wide_link_takes_as_many_ports() {
    let wide = show("width(clos(24,4,2), \"level 2\", 6)", &[RADIX, CABLES, PORTS_PER_ENDPOINT]);
    let count = |metric: Metric| wide.metrics.value(metric).and_then(MetricValue::count).cloned();
    assert_eq!((count(RADIX), count(CABLES)), (Some(36u32.into()), Some(144u32.into())));
    let each = wide.metrics.value(PORTS_PER_ENDPOINT).and_then(MetricValue::ratio);
    assert_eq!(each, Some(&Ratio::new(2u32, 1u32)));
}

/// The longest matching of symmetric networks is antipodal, at ten thousand endpoints as at ten; of others it is that of a search over all.
#[test]
fn longest_matchings_are_longest() {
    use crossedge::metrics::traffic::longest_matching;
    for (text, each) in [("ring(10)", 5), ("torus(4,6)", 5), ("hypercube(8)", 8), ("torus(36,36)", 36)] {
        let topology = net(text);
        let structure = topology.network().expect("small");
        let matched = longest_matching(structure.as_ref(), &Silent).expect("a matching");
        let mut seen = vec![false; matched.len()];
        for (v, &w) in matched.iter().enumerate() {
            assert!(!std::mem::replace(&mut seen[w as usize], true), "{text}: {w} is taken twice");
            assert_eq!(structure.distance(Node(v as u64), Node(w)), Some(each), "{text}");
        }
    }
    for text in ["path(5)", "star(6)", "graph([[0,1],[1,2],[2,0],[2,3],[3,4]])"] {
        let topology = net(text);
        let structure = topology.network().expect("small");
        let n = structure.nodes() as usize;
        let far: Vec<Vec<u64>> = (0..n)
            .map(|v| {
                (0..n)
                    .map(|w| {
                        topology
                            .distance(v as u64, w as u64)
                            .expect("connected")
                            .distance
                            .value
                            .map_or(0, |far| far.0)
                    })
                    .collect()
            })
            .collect();
        let sum = |targets: &[u64]| targets.iter().enumerate().map(|(v, &w)| far[v][w as usize]).sum::<u64>();
        let mut best = 0;
        permutations(&mut (0..n as u64).collect::<Vec<_>>(), 0, &mut |all| best = best.max(sum(all)));
        let matched = longest_matching(structure.as_ref(), &Silent).expect("a matching");
        assert_eq!(sum(&matched), best, "{text}");
    }
}

fn permutations(all: &mut Vec<u64>, from: usize, visit: &mut dyn FnMut(&[u64])) {
    if from == all.len() {
        return visit(all);
    }
    for i in from..all.len() {
        all.swap(from, i);
        permutations(all, from + 1, visit);
        all.swap(from, i);
    }
}
