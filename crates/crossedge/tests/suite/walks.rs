//! Walks in small graphs: by parity, through a set of nodes, and the edge colourings of class 1.

use crossedge::expr::parse;
use crossedge::net::algebra::{ParityWalks, Walks, bipartite, edge_coloring};
use crossedge::net::{Node, Structure, Table, elaborate, neighbors, no_files};
use std::sync::{Arc, OnceLock};

/// Rules against the search, and steps against lengths.
#[test]
fn parity_rules_agree_with_the_double_cover() {
    for text in [
        "complete(1)",
        "complete(2)",
        "complete(3)",
        "complete(5)",
        "ring(1)",
        "ring(2)",
        "ring(3)",
        "ring(6)",
        "ring(7)",
        "path(4)",
        "star(5)",
        "hypercube(3)",
        "torus(3,4)",
        "torus(3,5)",
        "mesh(2,3) * complete(4)",
        "ring(5) * path(2)",
        "dual(ring(3))",
        "slimfly(3)",
    ] {
        let shape = elaborate(&parse(text).expect("parses"), &no_files).expect("a shape");
        let net = shape.network().expect("small");
        let n = net.nodes();
        let across = |v: u64| neighbors(net.as_ref(), Node(v)).map(move |w| (v, n + w.0)).collect::<Vec<_>>();
        let cover = Table::from_edges(2 * n, (0..n).flat_map(across)).expect("simple");
        let walks = ParityWalks::new(shape.as_ref(), net.clone()).expect("small");
        let mut odd = false;
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (Node(a), Node(b)))) {
            let lengths = walks.lengths(a, b);
            let searched = [0, n].map(|side| cover.distance(Node(a.0 + side), b));
            assert_eq!(lengths, searched, "{text}: {a:?} to {b:?}");
            odd |= a == b && lengths[1].is_some();
            for length in lengths.into_iter().flatten().filter(|&length| length > 0) {
                assert!(walks.step(a, b, length).is_some(), "{text}: {a:?} to {b:?} in {length}");
            }
        }
        assert!(!(odd && bipartite(shape.as_ref())), "{text} has an odd circle");
    }
}

/// Returns `true` if the colouring found is proper, uses no more colours than the degree, and agrees at both ends of a link.
fn colored(text: &str) -> bool {
    let shape = elaborate(&parse(text).expect(text), &no_files).expect(text);
    let net = shape.network().expect(text);
    let table = Table::try_of(net.as_ref()).expect(text);
    let Some(colours) = edge_coloring(net.as_ref(), &table) else { return false };
    let degree = (0..table.nodes() as usize).map(|v| table.row(v).len()).max().unwrap_or(0);
    let rank = |v: usize, w: usize| table.row(v).partition_point(|&x| (x as usize) < w);
    for v in 0..table.nodes() as usize {
        let mut here = colours[v].clone();
        here.sort_unstable();
        here.dedup();
        assert_eq!(here.len(), table.row(v).len(), "{text}: node {v}");
        assert!(here.iter().all(|&c| c < degree), "{text}: node {v}");
        for (&w, &c) in table.row(v).iter().zip(&colours[v]) {
            assert_eq!(colours[w as usize][rank(w as usize, v)], c, "{text}: {v} – {w}");
        }
    }
    true
}

#[test]
fn class_1_graphs_are_edge_colored_by_their_degree() {
    for text in [
        "hypercube(5)",
        "torus(4,6)",
        "path(7)",
        "star(2000)",
        "complete(4)",
        "complete(6)",
        "complete(50)",
        "complete(600)",
        "jellyfish(20,3,1)",
    ] {
        assert!(colored(text), "{text}");
    }
    for text in ["ring(5)", "complete(5)", "complete(601)", "torus(3,3)"] {
        assert!(!colored(text), "{text}");
    }
}

/// Every closed form against the general search.
#[test]
fn closed_forms_of_walks_agree_with_the_general_search() {
    let ring6: Vec<_> = [0u64, 3, 1, 4, 2, 5].windows(2).map(|w| (w[0], w[1])).chain([(5, 0)]).collect();
    let graphs = [
        (5, (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect::<Vec<(u64, u64)>>()),
        (6, ring6),
        (7, vec![(3, 0), (3, 1), (1, 2), (1, 4), (4, 5), (0, 6)]),
        (6, vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]),
        (3, vec![(0, 1), (0, 2), (1, 2)]),
        (2, vec![(0, 1)]),
    ];
    for (n, edges) in graphs {
        let unit = Arc::new(Table::from_edges(n as u64, edges).expect("simple"));
        let points: Vec<usize> = (0..n).collect();
        let closed = Walks::new(&unit, &points).expect("closed form");
        assert!(!matches!(closed, Walks::General { .. }));
        let general = Walks::General {
            bit: (0..n as u32).map(Some).collect(),
            unit: unit.clone(),
            tables: (0..n).map(|_| OnceLock::new()).collect(),
        };
        for end in 0..n {
            for set in 0..1usize << n {
                let visit: Vec<usize> = points.iter().copied().filter(|p| set >> p & 1 == 1).collect();
                for u in 0..n {
                    let expected = general.length(u, end, &visit);
                    assert_eq!(closed.length(u, end, &visit), expected, "{n}: {u} to {end} by {visit:?}");
                }
            }
        }
    }
}
