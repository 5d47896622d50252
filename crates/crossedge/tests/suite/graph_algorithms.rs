//! Algorithms on small graphs by hand and by brute force: symmetry, bisection, connectivity, diameters, Moore bounds.

use crossedge::metrics::internals::{
    Alike, Menger, alike_links, alike_nodes, exact_bisection, least_bisection,
};
use crossedge::metrics::{moore_bound, moore_with_switches};
use crossedge::net::Table;
use crossedge::net::{BatchedSearch, Csr};
use crossedge::progress::Silent;
use num_integer::Integer;
use proptest::prelude::*;

fn graph(n: u64, edges: &[(u64, u64)]) -> Table {
    Table::from_edges(n, edges.iter().copied()).expect("simple")
}

#[test]
fn symmetry_of_small_graphs_is_decided() {
    let petersen: Vec<(u64, u64)> =
        (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
    let petersen = graph(10, &petersen);
    assert_eq!(alike_nodes(&petersen, &Silent), Ok(Alike::All));
    assert_eq!(alike_links(&petersen, &Silent), Ok(Alike::All));
    // A prism is vertex-transitive, with links of two kinds.
    let prism = graph(6, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]);
    assert_eq!(alike_nodes(&prism, &Silent), Ok(Alike::All));
    assert!(matches!(alike_links(&prism, &Silent), Ok(Alike::Differ(..))));
    // A star is edge-transitive, with nodes of two kinds.
    let star = graph(5, &[(0, 1), (0, 2), (0, 3), (0, 4)]);
    assert!(matches!(alike_nodes(&star, &Silent), Ok(Alike::Differ(..))));
    assert_eq!(alike_links(&star, &Silent), Ok(Alike::All));
    // Regular, and colours do not distinguish its nodes: a triangle and a square, each with its copy across.
    let two = graph(7, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 3)]);
    assert!(matches!(alike_nodes(&two, &Silent), Ok(Alike::Differ(0, _))));
}

/// Against all halves, on graphs that are drawn.
#[test]
fn branch_and_bound_agrees_with_all_halves() {
    let mut seed = 1u64;
    for n in (2..=13u64).chain(2..=13) {
        let mut edges = Vec::new();
        for v in 0..n {
            for w in v + 1..n {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if (seed >> 33).is_multiple_of(3) {
                    edges.push((v, w));
                }
            }
        }
        let graph = Table::from_edges(n, edges).expect("simple");
        let first: Vec<bool> = (0..n).map(|v| v < n / 2).collect();
        let crosses = |&(v, w): &(u64, u64)| first[v as usize] != first[w as usize];
        let links = graph.edges().filter(crosses).count() as u64;
        let (least, sides) = least_bisection(&graph, (links, first.clone())).expect("small");
        let halves = (0u64..1 << n).filter(|set| u64::from(set.count_ones()) == n / 2);
        let cut = |set: &u64| graph.edges().filter(|&(v, w)| (set >> v ^ set >> w) & 1 == 1).count() as u64;
        let brute = halves
            .filter(|set| n % 2 == 1 || set >> (n - 1) == 0)
            .map(|set| (cut(&set), set))
            .min()
            .expect("a half");
        let (exact, exact_sides) = exact_bisection(&graph);
        assert_eq!((least, exact), (brute.0, brute.0), "{n}");
        // The first of the least cuts, the highest id on the larger side.
        assert_eq!(exact_sides, (0..n).map(|v| brute.1 >> v & 1 == 1).collect::<Vec<_>>(), "{n}");
        let counted = graph.edges().filter(|&(v, w)| sides[v as usize] != sides[w as usize]).count();
        let first = sides.iter().filter(|side| **side).count() as u64;
        assert_eq!(counted as u64, least, "{n}");
        assert!(first == n / 2 || first == n.div_ceil(2), "{n}: {first}");
    }
}

#[test]
fn disjoint_paths_of_small_graphs() {
    // Two squares that share a node: one node parts them, and two links.
    let bow = Table::from_edges(7, [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5), (5, 6), (6, 3)]);
    let bow = bow.expect("simple");
    let mut flows = Menger::new(&bow);
    assert_eq!((flows.by_nodes(1, 5, 9), flows.by_links(1, 5, 9)), (1, 2));
    assert_eq!((flows.by_nodes(0, 2, 9), flows.by_links(0, 2, 9), flows.by_links(0, 2, 1)), (2, 2, 1));
    // A prism: a path over one node may have to be led elsewhere.
    let prism = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)];
    let prism = Table::from_edges(6, prism).expect("simple");
    let mut flows = Menger::new(&prism);
    for (a, b) in [(0, 4), (0, 5), (1, 3), (1, 5), (2, 3), (2, 4)] {
        assert_eq!((flows.by_nodes(a, b, 9), flows.by_links(a, b, 9)), (3, 3));
    }
}

fn moore_text(nodes: u64, degree: u64) -> Option<(u64, String)> {
    let moore = moore_bound(&nodes.into(), degree)?;
    Some((moore.diameter, format!("{}/{}", moore.mean.0, moore.mean.1)))
}

#[test]
fn known_moore_bounds() {
    assert_eq!(moore_text(1, 0), Some((0, "0/1".into())));
    assert_eq!(moore_text(2, 1), Some((1, "1/1".into())));
    assert_eq!(moore_text(3, 1), None);
    // The Petersen graph meets the bound.
    assert_eq!(moore_text(10, 3), Some((2, "5/3".into())));
    assert_eq!(moore_text(7, 2), Some((3, "2/1".into())));
    assert_eq!(moore_text(8, 2), Some((4, "16/7".into())));
    assert_eq!(moore_text(50, 7), Some((2, "13/7".into())));
}

/// Every tree of switches with this many leaves, grown leaf by leaf: the least sum of depths and the least height, by trying all.
fn grown(leaves: u64, radix: u64) -> Option<(u64, u64)> {
    // A tree is the counts of its leaves by depth: Kraft's inequality shows which there are.
    fn go(left: u64, depth: u64, slots: u64, below: u64) -> Option<(u64, u64)> {
        if left == 0 {
            return Some((0, 0));
        }
        if slots == 0 || depth > 12 {
            return None;
        }
        let mut best: Option<(u64, u64)> = None;
        for here in 0..=slots.min(left) {
            let Some((sum, height)) =
                go(left - here, depth + 1, ((slots - here) * below).min(1 << 20), below)
            else {
                continue;
            };
            let (sum, height) = (sum + here * depth, height.max(if here > 0 { depth } else { 0 }));
            best = Some(best.map_or((sum, height), |(s, h)| (s.min(sum), h.min(height))));
        }
        best
    }
    go(leaves, 1, radix - 1, radix - 1)
}

#[test]
fn moore_bounds_with_switches_agree_with_all_trees() {
    let bound = |ends: u64, ports, radix, joined| {
        let moore = moore_with_switches(&ends.into(), ports, radix, joined)?;
        Some((moore.diameter, format!("{}/{}", moore.mean.0, moore.mean.1)))
    };
    assert_eq!(bound(1, 1, 4, false), Some((0, "0/1".into())));
    assert_eq!(bound(4, 1, 4, false), Some((2, "2/1".into())), "one switch");
    assert_eq!(bound(5, 1, 4, false), Some((3, "5/2".into())), "one of three slots is a switch");
    assert_eq!(bound(3, 1, 2, false), None, "a switch of two ports joins two endpoints");
    assert_eq!(bound(3, 2, 2, true), Some((1, "1/1".into())), "a triangle");
    assert_eq!(bound(5, 2, 2, false), Some((3, "5/2".into())), "endpoints and switches in turn on a ring");
    assert_eq!(bound(7, 2, 4, false), Some((2, "2/1".into())), "three more on each of two switches");
    for radix in 3..6 {
        for ends in 2..14u64 {
            let (sum, height) = grown(ends - 1, radix).expect("a tree");
            let found = moore_with_switches(&ends.into(), 1, radix, false).expect("a bound");
            assert_eq!(found.diameter, height + 1, "{ends} on {radix}");
            let common = (sum + ends - 1).gcd(&(ends - 1));
            let mean = ((sum + ends - 1) / common, (ends - 1) / common);
            assert_eq!(found.mean, (mean.0.into(), mean.1.into()), "{ends} on {radix}");
        }
    }
}

proptest! {
    #[test]
    fn diameters_by_rounds_and_by_search_agree(n in 2usize..700, links in prop::collection::vec((any::<u32>(), any::<u32>()), 0..900)) {
        let mut lists = vec![Vec::new(); n];
        for (a, b) in links {
            let (a, b) = (a as usize % n, b as usize % n);
            lists[a].push(b as u32);
            lists[b].push(a as u32);
        }
        let search = BatchedSearch::new(Csr::build(n, |v, out| out.extend_from_slice(&lists[v])));
        let all: Vec<u32> = (0..n as u32).collect();
        prop_assert_eq!(search.diameter(&all, 1, n), search.diameter(&all, u32::MAX, n));
        let few = &all[..n.div_ceil(2)];
        prop_assert_eq!(search.diameter(few, 1, few.len()), search.diameter(few, u32::MAX, few.len()));
    }
}

#[test]
fn diameter_of_a_path() {
    let search = BatchedSearch::new(Csr::build(1000, |v, out| {
        out.extend([v.wrapping_sub(1), v + 1].into_iter().filter(|&w| w < 1000).map(|w| w as u32));
    }));
    let all: Vec<u32> = (0..1000).collect();
    assert_eq!((search.diameter(&all, 1, 1000), search.diameter(&all, 999, 1000)), (999, 999));
    assert_eq!((search.diameter(&all[..10], 1, 10), search.diameter(&all[..10], 999, 10)), (9, 9));
}
