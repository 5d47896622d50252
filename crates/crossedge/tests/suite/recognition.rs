//! Recognition: networks under random names, with all cables right or with some wrong.

use crossedge::net::Structure;
use crossedge::prelude::*;
use crossedge::recognize::{CabledGraph, Difference, Match, Site, cabled_graph, match_plan, recognize};
use crossedge::verify::{BadMap, MapClaim, plan_map};

/// A small generator.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }

    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|i| order.swap(i, self.below(i + 1)));
        order
    }
}

/// Cables of a graph, parallel ones each.
fn cables_of(graph: &CabledGraph) -> Vec<(u32, u32)> {
    let links = (0u32..).zip(&graph.links).flat_map(|(v, links)| links.iter().map(move |&link| (v, link)));
    let once = links.filter(|&(v, (w, _))| v < w);
    once.flat_map(|(v, (w, cables))| std::iter::repeat_n((v, w), cables as usize)).collect()
}

/// The graph of an expression under random names.
fn shuffled(text: &str, random: &mut Random) -> CabledGraph {
    let net: Topology = text.parse().expect("a network");
    let graph = cabled_graph(net.network().expect("small").as_ref(), true);
    renamed(&graph.kinds, &cables_of(&graph), random)
}

fn renamed(kinds: &[u32], cables: &[(u32, u32)], random: &mut Random) -> CabledGraph {
    let name = random.order(kinds.len());
    let mut new_kinds = vec![0; kinds.len()];
    name.iter().zip(kinds).for_each(|(&name, &kind)| new_kinds[name] = kind);
    let cables = cables.iter().map(|&(a, b)| (name[a as usize] as u32, name[b as usize] as u32));
    CabledGraph::new(new_kinds, cables)
}

/// Verifies a match by code that shares nothing with the search.
fn verified(built: &CabledGraph, found: &Match) -> Result<(), BadMap> {
    let plan: Topology = found.expression.parse().expect("an expression");
    let net = plan.network().expect("small").as_ref();
    let roles = built.kinds.iter().any(|&kind| kind > 0);
    let switches: Vec<Option<bool>> = built.kinds.iter().map(|&kind| roles.then_some(kind > 0)).collect();
    let cables: Vec<[u32; 2]> = cables_of(built).into_iter().map(|(a, b)| [a, b]).collect();
    let (missing, extra) = listed(built, net, found);
    plan_map(
        net,
        &MapClaim {
            switches: &switches,
            cables: &cables,
            image: &found.image,
            missing: &missing,
            extra: &extra,
        },
    )
}

/// The missing cables by nodes of the plan and the extra ones by nodes of the graph, those of hosts included.
fn listed(built: &CabledGraph, net: &dyn Structure, found: &Match) -> (Vec<[u32; 2]>, Vec<[u32; 2]>) {
    let planned = |site: Site| match site {
        Site::Built(v) => found.image[v as usize].expect("a planned node"),
        Site::Absent(is) => is,
    };
    let there = |site: Site| match site {
        Site::Built(v) => v,
        Site::Absent(_) => panic!("a cable at a node that is not there"),
    };
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    for difference in &found.differences {
        match *difference {
            Difference::Missing(ends) => missing.push(ends.map(planned)),
            Difference::Extra(ends) => extra.push(ends.map(there)),
            Difference::Moved { stays, from, to } => {
                missing.push([planned(stays), planned(to)]);
                extra.push([there(stays), there(from)]);
            }
            Difference::Swapped { right: [a, b], others: [x, y] } => {
                missing.extend([[planned(a), planned(b)], [planned(x), planned(y)]]);
                extra.extend([[there(a), there(x)], [there(b), there(y)]]);
            }
        }
    }
    // Hosts that are not planned, and planned ones that are not there.
    let mut held = vec![false; net.nodes() as usize];
    found.image.iter().flatten().for_each(|&is| held[is as usize] = true);
    for (v, links) in (0u32..).zip(&built.links) {
        if found.image[v as usize].is_none() && !found.unplanned.contains(&v) {
            extra.extend(links.iter().map(|&(w, _)| [v, w]));
        }
    }
    let graph = cabled_graph(net, true);
    for (is, links) in (0u32..).zip(&graph.links) {
        if !held[is as usize] && !found.absent.contains(&is) {
            missing.extend(links.iter().map(|&(w, _)| [is, w]));
        }
    }
    (missing, extra)
}

const NETWORKS: [&str; 40] = [
    "fattree(4)",
    "fattree(8)",
    "fattree(16)",
    "clos(24, 12, 12)",
    "width(clos(24,4,2), \"level 2\", 6)",
    "width(clos(17,31,9), \"level 2\", 2)",
    "clos(48, 48, 16)",
    "xgft([4,4,4],[1,2,2])",
    "xgft([8,4,6],[1,4,2])",
    "width(xgft([6,3,4],[1,3,2]), \"level 3\", 2)",
    "karytree(4, 3)",
    "hosts(dragonfly(4,2), 2)",
    "hosts(dragonfly(8,4), 4)",
    "hosts(dragonfly(4,2, groups=5), 2)",
    "hosts(dragonfly(8,4, groups=9), 4)",
    "hosts(dragonfly(6,3, groups=10), 3)",
    "hosts(megafly(4,2), 2)",
    "hosts(megafly(4,4, groups=9), 4)",
    "torus(8,8,8)",
    "torus(5,6,7)",
    "torus(16,24)",
    "hosts(torus(4,4,4), 2)",
    "mesh(9,11)",
    "mesh(6,6,6)",
    "hyperx(8,8)",
    "hyperx(4,5,6)",
    "hosts(hyperx(4,4,4), 4)",
    "slimfly(5)",
    "hosts(slimfly(7), 5)",
    "slimfly(13)",
    "hypercube(10)",
    "foldedcube(8)",
    "hosts(hypercube(6), 1)",
    "rdn(ring(3), 1)",
    "rdn(ring(3), 2)",
    "rdn(torus(3,3), 1)",
    "rdn(complete(4), 1)",
    "dualcube(4)",
    "polarity(7)",
    "complete(24)",
];

#[test]
fn shuffled_networks_are_recognized() {
    let mut random = Random::new(1);
    for text in NETWORKS {
        let graph = shuffled(text, &mut random);
        let found = recognize(&graph, &Silent).expect("not stopped");
        let plan = found.plan.unwrap_or_else(|| panic!("{text} is not recognized; tried {:?}", found.tried));
        assert!(plan.is_exact(), "{text}: {} with {} wrong cables", plan.expression, plan.wrong_cables());
        assert_eq!(verified(&graph, &plan), Ok(()), "{text}");
    }
}

/// Networks of 3,000 to 33,000 nodes.
const LARGE_NETWORKS: [&str; 14] = [
    "fattree(32)",
    "fattree(40)",
    "clos(32, 64, 32)",
    "width(clos(64,64,16), \"level 2\", 4)",
    "xgft([16,16,8],[1,16,8])",
    "hosts(dragonfly(16,8), 8)",
    "hosts(dragonfly(16,8, groups=33), 8)",
    "hosts(megafly(8,8), 8)",
    "torus(24,24,24)",
    "hosts(torus(16,16,16), 4)",
    "hosts(hyperx(12,12,12), 10)",
    "hypercube(14)",
    "rdn(hyperx(5,5,5), 1)",
    "dualcube(8)",
];

#[test]
#[ignore = "a minute"]
fn large_networks_are_recognized() {
    let mut random = Random::new(3);
    for text in LARGE_NETWORKS {
        let graph = shuffled(text, &mut random);
        let start = std::time::Instant::now();
        let found = recognize(&graph, &Silent).expect("not stopped");
        println!("{text}: {} nodes, {:.1?}", graph.kinds.len(), start.elapsed());
        let plan = found.plan.unwrap_or_else(|| panic!("{text} is not recognized; tried {:?}", found.tried));
        assert!(plan.is_exact(), "{text}: {} with {} wrong cables", plan.expression, plan.wrong_cables());
        assert_eq!(verified(&graph, &plan), Ok(()), "{text}");
    }
}

#[test]
fn graphs_without_roles_are_recognized() {
    let mut random = Random::new(2);
    for text in ["fattree(4)", "clos(6, 4, 3)", "path(7)", "star(6)", "hosts(torus(4,4), 2)", "mesh(4,5)"] {
        let mut graph = shuffled(text, &mut random);
        graph.kinds.fill(0);
        let found = recognize(&graph, &Silent).expect("not stopped");
        let plan = found.plan.unwrap_or_else(|| panic!("{text} is not recognized; tried {:?}", found.tried));
        assert!(plan.is_exact(), "{text}: {}", plan.expression);
        assert_eq!(verified(&graph, &plan), Ok(()), "{text}");
    }
}

#[test]
fn random_graphs_are_not_recognized() {
    for seed in 0..20 {
        let text = format!("jellyfish({}, {}, {seed})", 40 + 20 * (seed % 5), 4 + seed % 7);
        let graph = shuffled(&text, &mut Random::new(seed));
        let found = recognize(&graph, &Silent).expect("not stopped");
        assert!(found.plan.is_none(), "{text}: {:?}", found.plan.map(|plan| plan.expression));
    }
}

/// Damages a fabric. Returns the numbers of missing and of extra cables.
fn damage(
    cables: &mut Vec<(u32, u32)>,
    kinds: &[u32],
    hosts: &dyn Fn(u32) -> bool,
    share: f64,
    random: &mut Random,
) -> (u64, u64) {
    let switches: Vec<u32> = (0..kinds.len() as u32).filter(|&v| !hosts(v)).collect();
    let inner: Vec<usize> =
        (0..cables.len()).filter(|&i| !hosts(cables[i].0) && !hosts(cables[i].1)).collect();
    let count = ((inner.len() as f64 * share).round() as usize).max(1);
    let mut order: Vec<usize> = random.order(inner.len()).into_iter().map(|i| inner[i]).collect();
    let (mut missing, mut extra) = (0, 0);
    let mut removed = Vec::new();
    let mut done = 0;
    while done < count {
        let Some(i) = order.pop() else { break };
        match random.below(3) {
            0 => {
                removed.push(i);
                missing += 1;
                done += 1;
            }
            1 => {
                let to = switches[random.below(switches.len())];
                if to != cables[i].0 && to != cables[i].1 {
                    cables[i].1 = to;
                    missing += 1;
                    extra += 1;
                    done += 1;
                }
            }
            _ => {
                let Some(j) = order.pop() else { break };
                let ((a, b), (c, d)) = (cables[i], cables[j]);
                if a != d && b != c {
                    cables[i] = (a, d);
                    cables[j] = (c, b);
                    missing += 2;
                    extra += 2;
                    done += 2;
                }
            }
        }
    }
    removed.sort_unstable();
    removed.into_iter().rev().for_each(|i| {
        cables.remove(i);
    });
    (missing, extra)
}

/// Plans that are damaged.
const DAMAGED: [&str; 5] = [
    "clos(32, 32, 32)",
    "fattree(16)",
    "hosts(dragonfly(8,4), 4)",
    "hosts(torus(10,10,10), 1)",
    "hosts(hyperx(6,6,6), 4)",
];

/// Recognizes a damaged network: `Ok` with the differences, or what went wrong.
fn damaged(text: &str, share: f64, seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed + 100);
    let net: Topology = text.parse().expect("a network");
    let graph = cabled_graph(net.network().expect("small").as_ref(), true);
    let mut cables = cables_of(&graph);
    let hosts = |v: u32| graph.kinds[v as usize] == 0;
    let (missing, extra) = damage(&mut cables, &graph.kinds, &hosts, share, &mut random);
    let built = renamed(&graph.kinds, &cables, &mut random);
    let found = recognize(&built, &Silent).expect("not stopped");
    let Some(plan) = found.plan else { return Err(format!("no plan; tried {:?}", found.tried)) };
    verified(&built, &plan).map_err(|bad| format!("{}: {bad}", plan.expression))?;
    let wrong = plan.wrong_cables();
    let same: Topology = plan.expression.parse().expect("an expression");
    if (same.nodes(), same.links()) != (net.nodes(), net.links()) {
        return Err(format!("{} with {wrong} wrong cables instead of {}", plan.expression, missing + extra));
    }
    // As few differences as were made, or fewer: two changes may undo each other.
    match wrong <= missing + extra {
        true => Ok(()),
        false => Err(format!("{wrong} wrong cables instead of {}", missing + extra)),
    }
}

#[test]
fn plans_are_found_behind_wrong_cables() {
    for text in DAMAGED {
        for (share, seeds) in [(0.001, 2), (0.01, 3), (0.05, 2)] {
            for seed in 0..seeds {
                if let Err(why) = damaged(text, share, seed) {
                    panic!("{text}, share {share}, seed {seed}: {why}");
                }
            }
        }
    }
}

/// Fifty seeds of every plan and share; of one plan if `CROSSEDGE_TEST_PLAN` names it.
#[test]
#[ignore = "minutes"]
fn plans_are_found_behind_wrong_cables_fifty_times() {
    let larger = [
        "clos(64, 64, 32)",
        "fattree(24)",
        "hosts(dragonfly(12,6), 6)",
        "hosts(torus(12,12,12), 1)",
        "hosts(hyperx(8,8,8), 8)",
    ];
    let only = std::env::var("CROSSEDGE_TEST_PLAN").ok();
    for text in DAMAGED.into_iter().chain(larger) {
        if only.as_deref().is_some_and(|only| only != text) {
            continue;
        }
        for (share, least) in [(0.001, 50), (0.01, 50), (0.05, 48)] {
            let start = std::time::Instant::now();
            let failed: Vec<(u64, String)> =
                (0..50).filter_map(|seed| damaged(text, share, seed).err().map(|why| (seed, why))).collect();
            println!(
                "{text}, share {share}: {} of 50 in {:.1?}; {failed:?}",
                50 - failed.len(),
                start.elapsed()
            );
            assert!(50 - failed.len() >= least, "{text}, share {share}: {failed:?}");
        }
    }
}

#[test]
fn a_given_plan_is_matched() {
    let mut random = Random::new(5);
    let graph = shuffled("hosts(torus(4,6), 2)", &mut random);
    let plan: Topology = "hosts(torus(4,6), 2)".parse().expect("a network");
    assert!(match_plan(&graph, &plan, &Silent).expect("matched").is_exact());
    let mut cables = cables_of(&graph);
    let inner = cables.iter().position(|&(a, b)| graph.kinds[a as usize] + graph.kinds[b as usize] == 2);
    cables.remove(inner.expect("a cable between routers"));
    let graph = CabledGraph::new(graph.kinds.clone(), cables);
    let found = match_plan(&graph, &plan, &Silent).expect("matched");
    assert!(matches!(found.differences[..], [Difference::Missing(_)]), "{:?}", found.differences);
    assert_eq!(verified(&graph, &found), Ok(()));
}

/// Every fault that the verifier can name.
#[test]
fn wrong_maps_are_refused() {
    let plan: Topology = "clos(2, 2, 1)".parse().expect("a network");
    let net = plan.network().expect("small").as_ref();
    let graph = cabled_graph(net, true);
    let cables: Vec<[u32; 2]> = cables_of(&graph).into_iter().map(|(a, b)| [a, b]).collect();
    let switches: Vec<Option<bool>> = graph.kinds.iter().map(|&kind| Some(kind > 0)).collect();
    let image: Vec<Option<u32>> = (0..7).map(Some).collect();
    let claim = MapClaim { switches: &switches, cables: &cables, image: &image, missing: &[], extra: &[] };
    assert_eq!(plan_map(net, &claim), Ok(()));
    assert_eq!(plan_map(net, &MapClaim { image: &image[1..], ..claim }), Err(BadMap::Length));
    let twice = [vec![Some(1)], image[1..].to_vec()].concat();
    assert_eq!(plan_map(net, &MapClaim { image: &twice, ..claim }), Err(BadMap::Image(1)));
    let beyond = [vec![Some(7)], image[1..].to_vec()].concat();
    assert_eq!(plan_map(net, &MapClaim { image: &beyond, ..claim }), Err(BadMap::Image(7)));
    let mut exchanged = image.clone();
    exchanged.swap(0, 4);
    assert_eq!(plan_map(net, &MapClaim { image: &exchanged, ..claim }), Err(BadMap::Role(0)));
    assert_eq!(plan_map(net, &MapClaim { extra: &[[0, 1]], ..claim }), Err(BadMap::NoExtra([0, 1])));
    let mut open = image.clone();
    open[0] = None;
    assert_eq!(plan_map(net, &MapClaim { image: &open, ..claim }), Err(BadMap::Unmapped([0, 4])));
    assert_eq!(plan_map(net, &MapClaim { missing: &[[0, 4]], ..claim }), Err(BadMap::Cables([0, 4])));
    assert_eq!(plan_map(net, &MapClaim { cables: &cables[1..], ..claim }), Err(BadMap::Cables([0, 4])));
    let mut hosts = image.clone();
    hosts.swap(0, 2);
    assert_eq!(plan_map(net, &MapClaim { image: &hosts, ..claim }), Err(BadMap::Cables([0, 4])));
}
