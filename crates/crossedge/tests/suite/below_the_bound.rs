//! No cost is below its own lower bound, and prices by formula are those of the listed schedules.

use crate::common::build;
use crossedge::collective::along_a_tree;
use crossedge::collective::{
    ALGORITHMS, Algorithm, Beyond, BroadcastRule, Collective, Kind, Means, MessagePath, Pipes, Schedule,
    ScheduleRequest, Trees, Unmade, Volume, bounds, grown, means, round_a_ring,
};
use crossedge::cost::{self, Bound, Contradiction, Cost, CostMachine, Ground};
use crossedge::hamilton::{RingOptions, Sought, cycle};
use crossedge::net::{ENTRIES, Node, Structure};
use crossedge::progress::Silent;
use crossedge::verify::{self, Checked, Model, Ports, Switching};
use std::sync::Arc;

/// Zero, one, odd ones, powers, and sizes at which some products pass 64 bits.
const SIZES: [u64; 5] = [0, 1, (1 << 20) + 1, 1 << 58, u64::MAX];

/// Ports and machines that differ in what is verified or priced.
const MODELS: [(Ports, cost::Switching); 6] = [
    (Ports::Half, cost::Switching::StoreAndForward),
    (Ports::One, cost::Switching::StoreAndForward),
    (Ports::All, cost::Switching::StoreAndForward),
    (Ports::One, cost::Switching::CutThrough),
    (Ports::All, cost::Switching::CutThrough),
    (Ports::One, cost::Switching::LogGp),
];

fn judged(
    net: &Arc<dyn Structure>,
    made: Box<dyn Schedule>,
    model: Model,
) -> Option<Checked<Box<dyn Schedule>>> {
    verify::schedule(net.as_ref(), made, model, &Silent).expect("not stopped").into_result().ok()
}

fn rings(net: &Arc<dyn Structure>) -> Vec<Vec<u64>> {
    match cycle(net.as_ref(), &RingOptions::default(), &Silent) {
        Ok(Sought::Found(found)) => vec![(0..net.nodes()).map(|p| found.ring.node_at(p).0).collect()],
        _ => Vec::new(),
    }
}

/// Networks of the catalog that are small enough to be verified many times.
fn small(most: u64) -> Vec<(&'static str, Arc<dyn Structure>, u64)> {
    let all = ENTRIES.iter().flat_map(|entry| entry.examples.iter().copied());
    let more = [
        "path(1)",
        "path(2)",
        "complete(1)",
        "star(2)",
        "hypercube(1)",
        "ring(3)*path(1)",
        "rdn(path(2), 1)",
    ];
    let built = all.chain(more).map(|text| (text, build(text)));
    let fits = built.filter(|(_, (shape, net))| net.nodes() <= most && shape.machine().is_none());
    fits.map(|(text, (shape, net))| {
        let degree = shape.degrees().keys().next_back().copied().unwrap_or(0);
        (text, net, degree)
    })
    .collect()
}

#[test]
fn finding_a3_no_cost_is_below_its_bound() {
    above_their_bounds(12);
}

#[test]
#[ignore = "heavy: every example of up to 40 nodes"]
fn heavy_no_cost_is_below_its_bound() {
    above_their_bounds(40);
}

/// Every algorithm of every kind at every size on the small networks of the catalog.
fn above_their_bounds(most: u64) {
    let (mut met, mut refused) = (0u32, 0u32);
    for (text, net, degree) in small(most) {
        let Ok(Some(reach)) = bounds::reach(net.as_ref(), Node(0), &Silent) else { continue };
        let rings = rings(&net);
        let least = (0..net.nodes()).map(|v| u64::from(net.degree(Node(v)))).min().unwrap_or(0);
        let grown = grown(net.as_ref(), degree);
        for algorithm in ALGORITHMS {
            for (&kind, &bytes) in
                algorithm.kinds.iter().flat_map(|kind| SIZES.iter().map(move |b| (kind, b)))
            {
                let order = ScheduleRequest { kind, root: Node(0), bytes, pieces: 4, rings: &rings };
                for (ports, switching) in MODELS {
                    let made = match algorithm.schedule(&net, &order) {
                        Ok(made) => made,
                        Err(Unmade::Bytes(most)) => {
                            assert!(bytes > most, "{text} {kind}");
                            refused += 1;
                            continue;
                        }
                        Err(_) => continue,
                    };
                    let model = match switching {
                        cost::Switching::StoreAndForward => Switching::HopSynchronous,
                        _ => Switching::CutThrough { hop_time: 1000, byte_time: 10 },
                    };
                    let Some(checked) = judged(&net, made, Model { ports, switching: model }) else {
                        continue;
                    };
                    let machine = CostMachine::new(switching);
                    let cost = cost::of(net.as_ref(), &checked, &machine).expect("verified as such");
                    let ground = Ground {
                        reach,
                        degree,
                        least,
                        grown,
                        width: 1,
                        unit: 1,
                        one_port: ports != Ports::All,
                        cut: None,
                    };
                    let of = Collective::new(kind, net.nodes(), 0, bytes);
                    let bound = Bound::of(&of, &ground, &machine);
                    let times = bound.times(&cost);
                    assert!(
                        times.is_ok(),
                        "{text} {kind} {} {bytes} {ports:?} {switching:?}: {cost:?} {bound:?}",
                        algorithm.name
                    );
                    met += 1;
                }
            }
        }
    }
    println!("{met} costs above their bounds, {refused} sizes that do not fit");
    assert!(met > 3_000 && refused > 300, "{met} {refused}");
}

#[test]
fn a_cost_below_its_bound_is_a_contradiction() {
    let of = Collective::new(Kind::Broadcast, 8, 0, 1000);
    let (one_port, cut) = (true, None);
    let ground = Ground { reach: 3, degree: 3, least: 3, grown: 0, width: 1, unit: 1, one_port, cut };
    let bound = Bound::of(&of, &ground, &CostMachine::new(cost::Switching::StoreAndForward));
    assert_eq!((bound.steps, bound.seconds()), (3, 3e-6));
    let cost = |seconds| Cost { steps: 3, messages: 7, link_bytes: 7000, seconds };
    assert_eq!(bound.times(&cost(6e-6)), Ok(Some(2.0)));
    let wrong = bound.times(&cost(2.9e-6)).expect_err("below");
    assert_eq!(wrong, Contradiction { seconds: 2.9e-6, bound_seconds: bound.seconds() });
    assert_eq!(wrong.to_string(), "a schedule takes 2.9e-6 s, and no schedule takes less than 3e-6 s");
    assert!(bound.times(&cost(f64::NAN)).is_err());
    assert!(bound.times(&cost(0.0)).is_err());
}

fn same(text: &str, listed: Cost, formula: Cost) {
    assert_eq!((listed.steps, listed.messages), (formula.steps, formula.messages), "{text}");
    assert_eq!(listed.link_bytes, formula.link_bytes, "{text}");
    assert!(
        (listed.seconds - formula.seconds).abs() <= 1e-9 * listed.seconds,
        "{text}: {listed:?} {formula:?}"
    );
}

/// By the trees of node 0, one piece each; all-gathers are listed over the trees of all roots at once, which has no formula.
fn piped(net: &dyn Structure, kind: Kind) -> Option<Volume> {
    if matches!(kind, Kind::AllGather | Kind::ReduceScatter) {
        return None;
    }
    let trees = Trees::of(net, &Silent).ok()?;
    let depths = (0..trees.count()).map(|i| trees.tree_depths(Node(0), i));
    let depth = depths.flatten().flatten().max()?;
    Pipes { lines: trees.count().into(), depth: depth.into() }.volume(net.nodes(), kind, 1)
}

/// Formulas agree with lists, if there is a list.
#[test]
fn finding_a4_formulas_agree_with_lists() {
    let mut compared = 0;
    for (text, net, _) in small(150) {
        let (n, rings) = (net.nodes(), rings(&net));
        if bounds::reach(net.as_ref(), Node(0), &Silent) == Ok(None) {
            continue;
        }
        for kind in Kind::ALL {
            for algorithm in Algorithm::all(kind) {
                // Bytes that divide evenly among the blocks, and among up to 16 trees.
                let bytes = Collective::new(kind, n, 0, 720_720 * n).bytes;
                let volume: Option<Volume> = match algorithm.beyond {
                    Beyond::Formula(volume) | Beyond::Rounds(volume) => volume(&net, kind),
                    Beyond::Ring if !rings.is_empty() => round_a_ring(n, kind),
                    Beyond::Tree(pace) => {
                        BroadcastRule::new(&net, Node(0), pace).and_then(|tree| along_a_tree(&tree, n, kind))
                    }
                    Beyond::Trees => piped(net.as_ref(), kind),
                    Beyond::Chain if !rings.is_empty() => Pipes { lines: 1, depth: n - 1 }.volume(n, kind, 1),
                    Beyond::Ring | Beyond::Chain | Beyond::Nothing => None,
                };
                let name = algorithm.name;
                let order = ScheduleRequest { kind, root: Node(0), bytes, pieces: 1, rings: &rings };
                let (Some(volume), Ok(made)) = (volume, algorithm.schedule(&net, &order)) else { continue };
                let model = Model { ports: Ports::All, switching: Switching::HopSynchronous };
                let checked = judged(&net, made, model).unwrap_or_else(|| panic!("{text} {kind} {name}"));
                let machine = CostMachine::new(cost::Switching::StoreAndForward);
                let listed = cost::of(net.as_ref(), &checked, &machine).expect("verified as such");
                same(
                    &format!("{text} {kind} {name}"),
                    listed,
                    cost::of_volume(&volume, bytes, &machine, &[MessagePath::LINK]),
                );
                compared += 1;
            }
        }
    }
    println!("{compared} prices compared");
    assert!(compared > 400, "{compared}");
}

/// Every algorithm of every kind has a means at every size: a price or the limit.
#[test]
fn finding_a4_no_algorithm_is_dropped() {
    for algorithm in ALGORITHMS {
        for &kind in algorithm.kinds {
            for nodes in [1, 512, 513, 2048, 4097, 1 << 15, (1 << 15) + 1, 1 << 20, 1 << 40] {
                match means(algorithm, kind, nodes) {
                    Means::Beyond(most) => assert!(nodes > most, "{} {kind} {nodes}", algorithm.name),
                    Means::List => assert!(nodes <= 1 << 18, "{} {kind} {nodes}", algorithm.name),
                    _ => assert!(nodes <= 1 << 32, "{} {kind} {nodes}", algorithm.name),
                }
            }
        }
    }
    for name in ["stages", "eager", "recursive-doubling", "recursive-halving", "ring"] {
        let algorithm = Algorithm::named(Kind::AllReduce, name).expect("in the list");
        assert!(!matches!(means(algorithm, Kind::AllReduce, 1 << 20), Means::Beyond(_)), "{name}");
    }
}
