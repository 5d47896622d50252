//! Traffic patterns: groups, permutations, demands as text, assignments, and the bound by cross-edges.

use crate::common::build;
use crossedge::certificate::Demands;
use crossedge::metrics::traffic::internals::{cheapest_assignment, most_crossings as most};
use crossedge::metrics::traffic::{Groups, Traffic, demands, read};
use crossedge::net::{Node, Structure};
use crossedge::progress::Silent;
use std::collections::BTreeMap;

#[test]
fn crossing_bounds_by_hand() {
    // 50 clusters of 25, each to one other: (25 + 2) / 75.
    let (a, b) = most(&BTreeMap::from([(25, 50)]), 0, 1250).expect("bound");
    assert_eq!(a * 25, b * 9);
    // One node each to another cluster, over an edge of its own.
    let (a, b) = most(&BTreeMap::from([(24, 50), (1, 50)]), 0, 1250).expect("bound");
    assert_eq!(a * 73, b * 27);
    // All packets cross twice, or once.
    assert_eq!(most(&BTreeMap::new(), 1250, 1250), Some((1250, 2500)));
    let (a, b) = most(&BTreeMap::from([(1, 1250)]), 0, 1250).expect("bound");
    assert_eq!((a, b), (1250 + 2500, 3750));
    assert_eq!(most(&BTreeMap::new(), 0, 1250), None);
}

/// Against all orders of a few rows.
#[test]
fn assignments_are_the_cheapest_of_all() {
    let mut seed = 7u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for round in 0..200 {
        let n = 1 + draw(6) as usize;
        let most = 1 + draw(if round % 2 == 0 { 3 } else { 50 });
        let table: Vec<Vec<i64>> = (0..n).map(|_| (0..n).map(|_| draw(most) as i64).collect()).collect();
        let cost = |v: usize, w: usize| table[v][w];
        let found = cheapest_assignment(n, &cost, &Silent).expect("not stopped");
        let mut seen = vec![false; n];
        found.iter().for_each(|&w| assert!(!std::mem::replace(&mut seen[w], true), "{found:?}"));
        let sum: i64 = found.iter().enumerate().map(|(v, &w)| cost(v, w)).sum();
        assert_eq!(sum, cheapest(&table, 0, &mut vec![false; n]), "{table:?}");
    }
}

fn cheapest(table: &[Vec<i64>], row: usize, taken: &mut Vec<bool>) -> i64 {
    if row == table.len() {
        return 0;
    }
    let mut best = i64::MAX;
    for w in 0..table.len() {
        if !taken[w] {
            taken[w] = true;
            best = best.min(table[row][w] + cheapest(table, row + 1, taken));
            taken[w] = false;
        }
    }
    best
}

#[test]
fn groups_of_any_size_send_a_packet_each() {
    for (ends, size) in [(6, 3), (7, 3), (5, 9), (5, 2), (4, 1)] {
        let (_, net) = build(&format!("path({ends})"));
        let demands = demands(net.as_ref(), Traffic::Groups(Groups::consecutive(size))).expect("any network");
        for v in 0..ends as usize {
            let sent: u64 = demands.row(v).map(|(_, amount)| amount).sum();
            let alone = size == 1 || (v as u64 == ends - 1 && ends % size == 1);
            assert_eq!(sent, if alone { 0 } else { demands.unit() }, "{ends} in groups of {size}, {v}");
        }
    }
}

#[test]
fn demands_are_read_and_mistakes_reported() {
    let text = "# source target rate\n0 1 1/2\n0 1 0.25 # more\n\n2 0\n1 2 0\n";
    let rows = vec![vec![(1, 3)], vec![], vec![(0, 4)]];
    assert_eq!(read(text, 3), Ok(Demands::Listed { unit: 4, rows }));
    for (text, line) in [
        ("0", "line 1: a sender"),
        ("0 1\n0 7", "line 2: '7' is not an endpoint: ids run from 0 to 2"),
        ("0 0", "line 1: an endpoint does not"),
        ("0 1 x", "line 1: an amount is"),
        ("0 1 1/0", "line 1: an amount is"),
        ("0 1 -1", "line 1: an amount is"),
        ("0 1 1/2/3", "line 1: an amount is"),
        ("0 1 9999999999999", "all amounts together"),
        ("0 1 1/1099511627775\n0 1 1/1099511627773", "line 2: the amounts have no common unit"),
    ] {
        let told = read(text, 3).expect_err(text);
        assert!(told.starts_with(line), "{text}: {told}");
    }
}

/// Every node is in exactly one group, at its index, and the ranks of a group have the given stride.
#[test]
fn groups_part_the_nodes() {
    for nodes in [1u64, 2, 7, 12, 30, 31, 64] {
        for (size, apart) in [(1, 1), (2, 1), (3, 1), (2, 4), (4, 2), (3, 5), (64, 1), (1, 64), (9, 99)] {
            let groups = Groups { size, stride: apart };
            let mut seen = vec![0; nodes as usize];
            for v in 0..nodes {
                let (first, count, place) = groups.members(v, nodes);
                assert!(place < count && count <= size, "{groups} of {nodes}: {v}");
                let step = apart.min(nodes);
                assert_eq!(first + place * step, v, "{groups} of {nodes}: {v}");
                assert!((0..count).all(|i| groups.members(first + i * step, nodes) == (first, count, i)));
                (0..count).filter(|_| place == 0).for_each(|i| seen[(first + i * step) as usize] += 1);
            }
            assert!(seen.iter().all(|&times| times == 1), "{groups} of {nodes}");
        }
    }
}

/// The target of a node under a random permutation.
fn drawn(net: &dyn Structure, v: u64, seed: u64) -> u64 {
    Traffic::Random(seed).target(net, Node(v)).expect("any network").0
}

#[test]
fn random_permutations_are_permutations_and_differ() {
    for n in [1u64, 2, 3, 5, 16, 17, 1000, 1025] {
        let (_, net) = build(&format!("path({n})"));
        let mut first = None;
        for seed in 0..4 {
            let all: Vec<u64> = (0..n).map(|v| drawn(net.as_ref(), v, seed)).collect();
            let mut sorted = all.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..n), "{n} {seed}");
            assert!(n < 16 || first.replace(all.clone()).is_none_or(|other| other != all), "{n} {seed}");
        }
    }
    // Of a thousand about one stays where it is.
    let (_, net) = build("path(1000)");
    let fixed = |seed| (0..1000).filter(|&v| drawn(net.as_ref(), v, seed) == v).count();
    let sum: usize = (0..200).map(fixed).sum();
    assert!((120..300).contains(&sum), "{sum}");
    let (_, net) = build(&format!("path({})", u64::MAX));
    assert_eq!(drawn(net.as_ref(), u64::MAX / 3, 1), drawn(net.as_ref(), u64::MAX / 3, 1));
}
