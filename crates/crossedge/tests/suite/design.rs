//! The search for designs: its closed forms against the library's, blocks against counted links, tables of the papers, golden facts.

use crossedge::answers::{DesignRequest, DesignedAnswer, SizeRange, ask};
use crossedge::exact::Ratio;
use crossedge::metrics::throughput::uniform_bounds;
use crossedge::metrics::{Effort, Metrics};
use crossedge::net::{Node, Port, Structure, endpoints, neighbors};
use crossedge::prelude::*;
use crossedge::route::channels::{DIMENSION, ORDER, RoutingEntry};
use crossedge::search::{
    Base, DesignSearch, DesignSearchResult, Fraction, Keeper, KeptCandidate, Limits, Outside, Quantity,
    Recipe, SoFar, Unfinished, all_bases, fewest_leaving_links, read,
};
use num_bigint::BigUint;
use std::cell::RefCell;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn small(most: u64, ports: u32, families: Vec<&'static str>) -> Vec<std::sync::Arc<Base>> {
    let limits = Limits { least: 2, most, ports, families, ..Limits::default() };
    all_bases(&limits, &Silent).expect("not cancelled")
}

/// Distances, counts and throughput of a base, found from its text by the library.
fn agrees(base: &Base) {
    let (text, figures) = (base.recipe.to_string(), &base.figures);
    let net: Topology = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    let shape = net.shape();
    assert_eq!(endpoints(shape), BigUint::from(figures.endpoints), "{text}");
    assert_eq!(shape.nodes(), BigUint::from(figures.endpoints + figures.switches), "{text}");
    // A link of width w is w cables in w ports.
    let network = net.network().unwrap_or_else(|e| panic!("{text}: {e}"));
    let ports_of = |v: u64| -> u64 {
        let ports = (0..network.degree(Node(v))).map(Port);
        ports.map(|port| network.cables(network.link_class(Node(v), port))).sum()
    };
    let ports: Vec<u64> = (0..network.nodes()).map(ports_of).collect();
    assert_eq!(u128::from(ports.iter().sum::<u64>()), 2 * figures.links, "{text}");
    assert_eq!(ports.iter().max(), Some(&u64::from(figures.ports())), "{text}");
    let Some(sums) = figures.distances else { return };
    let mut metrics = Metrics::new(shape, Some(network.as_ref()), Effort::Exhaustive, &Silent);
    let distances = metrics.distances().unwrap_or_else(|e| panic!("{text}: {e}")).distances.value.clone();
    assert_eq!(distances.diameter(), sums.diameter, "{text}");
    let hops = distances.sum() * endpoints(shape) / distances.sources();
    assert_eq!(hops, BigUint::from(sums.hops), "{text}");
    let bounds = uniform_bounds(shape).unwrap_or_else(|| panic!("{text}"));
    let same = |ours: Fraction, theirs: &(BigUint, BigUint)| {
        BigUint::from(ours.over) * &theirs.1 == &theirs.0 * BigUint::from(ours.under)
    };
    let [lower, upper] = figures.throughput().expect("small numbers");
    // A search by shortest paths may know more from below than rules do.
    assert!(
        same(lower, &bounds.lower) || bounds.lower.0 == BigUint::ZERO,
        "{text}: {lower:?} {:?}",
        bounds.lower
    );
    assert!(
        same(upper, &bounds.upper) || bounds.lower.0 == BigUint::ZERO,
        "{text}: {upper:?} {:?}",
        bounds.upper
    );
}

#[test]
fn metrics_of_a_search_agree_with_the_library() {
    let all = small(400, 9, Vec::new());
    let mut seen = std::collections::BTreeMap::new();
    for base in all.iter().filter(|base| base.figures.endpoints + base.figures.switches <= 700) {
        // Some of every family, the first and then ever fewer.
        let count = seen.entry(base.recipe.family()).or_insert(0u32);
        *count += 1;
        if *count <= 12 || *count % 97 == 0 {
            agrees(base);
        }
    }
    for family in [
        "torus",
        "mesh",
        "hyperx",
        "product",
        "dual",
        "rdn",
        "hdn",
        "re",
        "dragonfly",
        "megafly",
        "slimfly",
        "polarity",
        "clos",
        "xgft",
        "bcube",
    ] {
        assert!(seen.contains_key(family), "{family} of {:?}", seen.keys());
    }
    for (a, h) in [(1, 4), (2, 3), (3, 1), (4, 2), (5, 3), (6, 4)] {
        let text = format!("dragonfly({a},{h})");
        let net: Topology = text.parse().expect("a dragonfly");
        agrees(&read(net.shape()).expect("a rule"));
        let net: Topology = format!("hosts({text}, 3)").parse().expect("hosts");
        agrees(&read(net.shape()).expect("a rule"));
    }
}

/// Virtual channels are those of the routings that the library proves free of deadlock.
#[test]
fn channels_are_those_of_the_routings() {
    let cases: [(&str, &RoutingEntry); 7] = [
        ("torus(4,5)", &DIMENSION),
        ("torus(3,3)", &DIMENSION),
        ("hyperx(4,3)", &DIMENSION),
        ("mesh(4,3)", &DIMENSION),
        ("dual(torus(3,4))", &ORDER),
        ("dual(complete(4))", &ORDER),
        ("rdn(ring(3), 2)", &ORDER),
    ];
    for (text, routing) in cases {
        let net: Topology = text.parse().expect(text);
        let made = (routing.make)(net.network().expect(text)).expect(text);
        assert_eq!(read(net.shape()).expect(text).figures.channels, Some(made.channels()), "{text}");
    }
}

/// Links whose ends are in different blocks, counted one by one.
fn counted(net: &dyn Structure, block: impl Fn(u64) -> u64) -> u128 {
    let leaving =
        |v: u64| neighbors(net, Node(v)).filter(|w| w.0 > v && block(w.0) != block(v)).count() as u128;
    (0..net.nodes()).map(leaving).sum()
}

#[test]
fn links_that_leave_blocks_are_counted() {
    let by_rule = |text: &str, most: u64| {
        let net: Topology = text.parse().expect(text);
        let base = read(net.shape()).unwrap_or_else(|| panic!("{text}"));
        (fewest_leaving_links(&base, most).expect(text), net)
    };
    // Boxes of 2×3 in 4×6, the best of six nodes: counted as they are, and no box of at most six is better.
    for text in ["torus(4,6)", "hyperx(4,6)", "mesh(4,6)"] {
        let (rule, net) = by_rule(text, 6);
        let net = net.network().expect(text);
        let boxes = [(1, 6), (2, 3), (4, 1), (2, 2), (1, 3), (2, 1), (1, 2), (1, 1)];
        let all = boxes.map(|(a, b)| counted(net.as_ref(), |v| (v / 6 / a) * 100 + v % 6 / b));
        assert_eq!(Some(&rule), all.iter().min(), "{text}: {all:?}");
    }
    let (rule, net) = by_rule("dual(ring(6))", 6);
    assert_eq!(rule, counted(net.network().expect("a network").as_ref(), |v| v / 6), "a cluster is a block");
    // Two clusters of one class with two of the other.
    let (rule, net) = by_rule("dual(ring(6))", 24);
    assert_eq!(rule, counted(net.network().expect("a network").as_ref(), |v| v % 36 / 12));
    let (rule, net) = by_rule("dual(ring(6))", 3);
    assert_eq!(rule, counted(net.network().expect("a network").as_ref(), |v| v / 3));
    let (rule, net) = by_rule("dragonfly(4,2)", 5);
    assert_eq!(rule, counted(net.network().expect("a network").as_ref(), |v| v / 4));
    let (rule, net) = by_rule("dragonfly(4,2)", 3);
    assert_eq!(rule, counted(net.network().expect("a network").as_ref(), |v| v / 2));
    // Two routers with two hosts each: hosts are 0 to 31, routers follow.
    let (rule, net) = by_rule("hosts(torus(4,4), 2)", 4);
    let router = |v: u64| if v < 32 { v / 2 } else { v - 32 };
    assert_eq!(rule, counted(net.network().expect("a network").as_ref(), |v| router(v) / 2));
    // A pod of four hosts with its four switches; the core is separate.
    let (rule, net) = by_rule("fattree(4)", 4);
    let pod = |v: u64| {
        if v < 16 {
            v / 4
        } else if v < 32 {
            (v - 16) / 2 % 4
        } else {
            4 + v
        }
    };
    let pods = |v: u64| {
        if (16..24).contains(&v) {
            (v - 16) / 2
        } else if (24..32).contains(&v) {
            (v - 24) / 2
        } else {
            pod(v)
        }
    };
    assert_eq!(rule, counted(net.network().expect("a network").as_ref(), pods));
    // Boxes of 2×2×2 in a twisted torus of 4×4×8.
    let net: Topology = "twisted(4,4,8)".parse().expect("a twisted torus");
    let base = crossedge::search::base_of_network("twisted(4,4,8)", net.shape(), &Silent).expect("figures");
    let boxes = |v: u64| (v / 32 / 2) * 100 + (v / 8 % 4 / 2) * 10 + v % 8 / 2;
    assert_eq!(
        fewest_leaving_links(&base, 8),
        Some(counted(net.network().expect("a network").as_ref(), boxes))
    );
}

fn ratio(text: &str) -> Ratio {
    let (a, b) = text.split_once('/').unwrap_or((text, "1"));
    Ratio::new(a.parse::<BigUint>().expect(text), b.parse::<BigUint>().expect(text))
}

fn table(texts: &[&str]) -> Vec<DesignedAnswer> {
    let nets: Vec<Topology> = texts.iter().map(|text| text.parse().expect(text)).collect();
    let request = DesignRequest { block: Some(64), ..DesignRequest::default() };
    ask(&request, &nets, &Silent).expect("figures").answer.designs
}

/// The table of 8,192 endpoints, every cell.
#[test]
fn the_table_of_8192_endpoints_is_golden() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden/table_8192.json");
    let text = std::fs::read_to_string(path).expect("golden file");
    let rows: Vec<serde_json::Value> = serde_json::from_str(&text).expect("golden JSON");
    assert_eq!(rows.len(), 7);
    let texts: Vec<&str> = rows.iter().map(|row| row["expr"].as_str().expect("a network")).collect();
    for (row, design) in rows.iter().zip(table(&texts)) {
        let name = &design.expression;
        assert_eq!(row["endpoints"].as_u64(), Some(design.endpoints.0), "{name}");
        assert_eq!(row["ports"].as_u64(), Some(design.ports.into()), "{name}");
        assert_eq!(row["diameter"].as_u64(), design.diameter.map(|d| d.0), "{name}");
        assert_eq!(
            row["optical_links"].as_u64().map(u128::from),
            design.optical_cables.flatten().map(|o| o.0),
            "{name}"
        );
        let value = |key: &str| row.get(key).and_then(|value| value.as_str()).map(ratio);
        assert_eq!(value("optical_per_endpoint"), design.optical_per_endpoint, "{name}");
        let (at_most, per_at_most) =
            (value("theta_uniform_at_most"), value("theta_per_optical_per_endpoint_at_most"));
        match value("theta_uniform") {
            Some(exact) => {
                assert_eq!(Some(&exact), design.throughput_at_least.as_ref(), "{name}");
                assert_eq!(Some(&exact), design.throughput_at_most.as_ref(), "{name}");
                assert_eq!(
                    value("theta_per_optical_per_endpoint"),
                    design.throughput_per_optical_at_least,
                    "{name}"
                );
            }
            None => {
                assert_eq!(at_most, design.throughput_at_most, "{name}");
                assert_eq!(per_at_most, design.throughput_per_optical_at_most, "{name}");
            }
        }
    }
}

/// A paper's table of sizes, as the file of its claims has it.
fn sizes(claim: &str) -> Vec<(String, u64)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crossedge-papers/papers/hdn.toml");
    let file: toml::Table = std::fs::read_to_string(path).expect("claims").parse().expect("TOML");
    let claims = file["claim"].as_array().expect("claims");
    let one = claims.iter().find(|one| one["id"].as_str() == Some(claim)).expect(claim);
    let cases = one["check"][0]["case"].as_array().expect("cases");
    let case = |case: &toml::Value| {
        (
            case["expr"].as_str().expect("a network").to_owned(),
            case["paper"].as_integer().expect("a size") as u64,
        )
    };
    cases.iter().map(case).collect()
}

#[test]
fn a_search_over_one_base_finds_every_size_of_the_paper() {
    let base: Topology = "torus(2,3,5)".parse().expect("a torus");
    let base = read(base.shape()).expect("a product");
    let limits = Limits {
        least: 2,
        most: 10_000_000,
        ports: 64,
        direct: true,
        families: vec!["hdn"],
        base: Some(base),
        ..Limits::default()
    };
    let found = all_bases(&limits, &Silent).expect("not cancelled");
    let table: Vec<(String, u64)> = [sizes("hdn-table1-k1"), sizes("hdn-table1-k2")].concat();
    assert_eq!((table.len(), found.len()), (72, 72));
    for (text, size) in table {
        let one =
            found.iter().find(|base| base.recipe.to_string() == text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(one.figures.endpoints, size, "{text}");
        if let Recipe::Nested { same: Some(_), .. } = one.recipe
            && size <= 1000
        {
            agrees(one);
        }
    }
}

/// Weighted cost ratios of the paper's Table 3; it counts a dimension of two nodes as two links, which is 1/2 log2 N more.
#[test]
fn weighted_cost_ratios_are_those_of_the_paper() {
    for (text, paper, extra) in [
        ("hypercube(10)", "1.00", 0.0),
        ("torus(10,10,10)", "1.05", 0.0),
        ("torus(80,80,80)", "3.32", 0.0),
        ("hdn(torus(2,3,5), [{}])", "0.79", 1.0),
        ("hdn(torus(2,3,5), [{1}])", "0.82", 1.0),
        ("hdn(torus(2,3,5), [{2}])", "0.87", 1.0),
        ("hdn(torus(2,3,5), [{1}, {1}])", "0.69", 1.0),
    ] {
        let design = table(&[text]).pop().expect(text);
        let size = (design.endpoints.0 as f64).log2();
        let ours = design.weighted_cost_ratio.expect(text) + extra / (2.0 * size);
        assert_eq!(format!("{ours:.2}"), paper, "{text}");
    }
}

fn range(text: &str) -> SizeRange {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn a_search_respects_the_requirement() {
    assert_eq!(range("8k..12k"), SizeRange { least: Some(8000), most: Some(12000) });
    assert_eq!(range("..36"), SizeRange { least: None, most: Some(36) });
    assert_eq!(range("1M"), SizeRange { least: Some(1_000_000), most: Some(1_000_000) });
    for wrong in ["", "x", "12..8", "1..2..3", "99999999999999999999", "5G000", "k"] {
        assert!(wrong.parse::<SizeRange>().is_err(), "{wrong}");
    }
    let request = DesignRequest {
        endpoints: Some(range("500..520")),
        ports: Some(range("..8")),
        direct: true,
        block: Some(16),
        condition: Some("diameter<=8 and not optical>2".to_owned()),
        families: ["torus", "dual", "hypercube"].map(str::to_owned).to_vec(),
        ..DesignRequest::default()
    };
    let answer = ask(&request, &[], &Silent).expect("designs").answer;
    assert!(!answer.designs.is_empty());
    for design in &answer.designs {
        assert!((500..=520).contains(&design.endpoints.0) && design.ports <= 8, "{design:?}");
        assert!(design.diameter.expect("known").0 <= 8, "{design:?}");
        assert!(
            design.limits.diameter.expect("a bound").0 <= design.diameter.expect("known").0,
            "{design:?}"
        );
        let most = design.limits.throughput.as_ref().and_then(Ratio::value).expect("a bound");
        assert!(
            design.throughput_at_most.as_ref().and_then(Ratio::value).expect("known") <= most + 1e-12,
            "{design:?}"
        );
    }
    // No one on the front beats another in everything.
    let key =
        |d: &DesignedAnswer| (d.ports, d.diameter.map(|d| d.0), d.optical_cables.flatten().map(|o| o.0));
    let better = |a: &DesignedAnswer, b: &DesignedAnswer| {
        let ((p, d, o), (q, e, r)) = (key(a), key(b));
        let value = |d: &DesignedAnswer| d.throughput_at_least.as_ref().and_then(Ratio::value).unwrap_or(0.0);
        let mean = |d: &DesignedAnswer| d.mean_distance.as_ref().and_then(Ratio::value).unwrap_or(f64::MAX);
        a.endpoints == b.endpoints && p < q && d < e && o < r && value(a) > value(b) && mean(a) < mean(b)
    };
    assert!(answer.designs.iter().all(|b| !answer.designs.iter().any(|a| better(a, b))));
    for (request, says) in [
        (
            DesignRequest { families: vec!["tours".to_owned()], ..DesignRequest::default() },
            "did you mean 'torus'",
        ),
        (DesignRequest { objectives: vec!["optical".to_owned()], ..DesignRequest::default() }, "block"),
        (DesignRequest { objectives: vec!["speed".to_owned()], ..DesignRequest::default() }, "throughput"),
        (DesignRequest { condition: Some("size<4".to_owned()), ..DesignRequest::default() }, "endpoints"),
        (DesignRequest { endpoints: Some(range("..9G")), ..DesignRequest::default() }, "1G"),
        (DesignRequest { block: Some(0), ..DesignRequest::default() }, "64"),
    ] {
        let error = ask(&request, &[], &Silent).expect_err(says);
        assert!(error.advice().is_some_and(|advice| advice.contains(says)), "{error}");
    }
}

/// Keeps how distances a search is.
#[derive(Default)]
struct Notes {
    state: RefCell<Option<String>>,
    told: RefCell<Vec<(String, SoFar)>>,
}

/// Stops a search after this many units of a stage.
struct Impatient {
    after: u64,
    seen: AtomicU64,
}

impl Progress for Impatient {
    fn stage(&self, _name: &str, _total: u64) {
        self.seen.store(0, Relaxed);
    }

    fn advance(&self, units: u64) {
        self.seen.fetch_add(units, Relaxed);
    }

    fn stopped(&self) -> bool {
        self.seen.load(Relaxed) > self.after
    }
}

impl Keeper for Notes {
    fn before(&self) -> Option<String> {
        self.state.borrow().clone()
    }

    fn part(&self) -> usize {
        40
    }

    fn keep(&self, state: &str) {
        *self.state.borrow_mut() = Some(state.to_owned());
    }

    fn design_found(&self, design: &KeptCandidate, so_far: SoFar) {
        self.told.borrow_mut().push((design.text(), so_far));
    }
}

/// Counts, the front with its ties, and what is outside.
type Told = ([u64; 3], Vec<(u32, String, u64)>, Vec<(Outside, String)>);

/// The complete output of a search.
fn told(found: &DesignSearchResult) -> Told {
    let front = |(size, front): &(u32, Vec<KeptCandidate>)| {
        let size = *size;
        front.iter().map(|kept| (size, kept.text(), kept.ties)).collect::<Vec<_>>()
    };
    let near = found.near.iter().map(|near| (near.outside, near.kept.text()));
    let counts = [found.looked, found.met, found.unknown];
    (counts, found.fronts.iter().flat_map(front).collect(), near.collect())
}

#[test]
fn a_search_that_was_stopped_goes_on_and_finds_the_same() {
    let limits = Limits {
        least: 500,
        most: 4000,
        ports: 12,
        direct: false,
        families: vec!["torus", "hyperx", "dragonfly"],
        ..Limits::default()
    };
    let part = all_bases(&limits, &Silent).expect("not cancelled").len() as u64 / 5;
    let usual = vec![Quantity::Throughput, Quantity::Ports, Quantity::Mean];
    for (objectives, block, by_size, all) in [
        (usual.clone(), None, false, false),
        (vec![Quantity::Optical, Quantity::Throughput], Some(64), false, false),
        (usual.clone(), None, true, false),
    ] {
        let limits = limits.clone();
        let search = DesignSearch { limits, block, objectives, by_size, all, ..DesignSearch::default() };
        let at_once = search.run(&Silent).expect("not cancelled");
        let notes = Notes::default();
        let mut stops = 0;
        let in_parts = loop {
            let impatient = Impatient { after: part, seen: 0.into() };
            match search.run_for(&notes, &impatient) {
                Ok(found) => break found,
                Err(Unfinished::Stopped) => stops += 1,
                Err(other) => panic!("{other}"),
            }
        };
        assert!(stops > 3, "it was stopped {stops} times");
        assert_eq!(told(&in_parts), told(&at_once));
        // Every design on the final front was reported before.
        let heard: Vec<String> = notes.told.borrow().iter().map(|(text, _)| text.clone()).collect();
        assert!(in_parts.fronts.iter().flat_map(|(_, front)| front).all(|kept| heard.contains(&kept.text())));
        // Checkpoints of another search, or damaged ones, are rejected.
        let state = notes.state.borrow().clone().expect("kept");
        let other = DesignSearch { limits: Limits { most: 4001, ..search.limits.clone() }, ..search.clone() };
        let refused = |search: &DesignSearch, state: &str| {
            let notes = Notes { state: Some(state.to_owned()).into(), ..Notes::default() };
            match search.run_for(&notes, &Silent) {
                Err(Unfinished::Foreign(why)) => why,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(refused(&other, &state), "the checkpoint belongs to another search");
        assert_eq!(refused(&search, "something else"), "the checkpoint was written by another version");
        for cut in [state.len() / 2, state.len() - 4] {
            assert_eq!(refused(&search, &state[..cut]), "the checkpoint is damaged");
        }
        let beyond = refused(&search, &state.replace("done ", "done 9999999"));
        assert_eq!(beyond, "the checkpoint is damaged: it counts more bases than the search has");
    }
}
