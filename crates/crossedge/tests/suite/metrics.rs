//! Metrics and their evidence, and the errata of the audit as results.

use crate::common;
use crate::common::{build, expression, search, stored};
use crossedge::evidence::Evidence;
use crossedge::expr::parse;
use crossedge::metrics::bisection::{bisection, cut};
use crossedge::metrics::traffic::symmetric::class_loads;
use crossedge::metrics::{Diameter, Effort, Metrics, Symmetry, spectrum};
use crossedge::net::{Node, Shape, Structure, elaborate};
use crossedge::progress::Silent;
use crossedge::verify;
use num_bigint::BigUint;
use proptest::prelude::*;
use std::sync::Arc;

fn figures<'a>(shape: &'a Arc<dyn Shape>, net: &'a Arc<dyn Structure>) -> Metrics<'a> {
    Metrics::new(shape.as_ref(), Some(net.as_ref()), Effort::Exhaustive, &Silent)
}

/// The witness of the upper bound, recounted by the verifier.
fn recounted(text: &str) -> (u64, BigUint) {
    let (shape, net) = build(text);
    let found = bisection(shape.as_ref()).expect("a cut is known").value;
    let side = found.side.expect("the cut has a rule");
    let claimed = u64::try_from(&found.upper).expect("small");
    let counted = verify::cut(net.as_ref(), &|v| side.holds(net.as_ref(), v), claimed, &Silent)
        .expect("not stopped")
        .into_result()
        .unwrap_or_else(|bad| panic!("{text}: {bad}"));
    assert!(found.lower <= found.upper, "{text}");
    (counted.links, found.upper)
}

#[test]
fn cuts_are_what_they_claim() {
    for text in [
        "ring(9)",
        "ring(40)",
        "path(30)",
        "complete(9)",
        "complete(31)",
        "star(33)",
        "torus(4,6)",
        "torus(5,5)",
        "torus(5,5,5)",
        "mesh(30,3)",
        "hypercube(7)",
        "rdn(ring(3), 1)",
        "rdn(ring(3), 2)",
        "rdn(ring(4), 2)",
        "rdn(torus(5,5), 1)",
        "rdn(ring(8), 1)",
        "dualcube(2)",
        "dualcube(4)",
        "dualcube(6)",
        "ccc(4)",
        "ccc(10)",
        "wk(4,3)",
        "wk(3,3)",
        "wk(8,4)",
        "re(ring(4), ring(3), 6)",
        "slimfly(5)",
        "dragonfly(4,2)",
        "dual(path(3))",
        "rdn(ring(3), 3)",
        "rdn(hypercube(3), 2)",
        "torus(2,3,5) * ring(7) * ring(30)",
        "jellyfish(100,4,1)",
        "dual(star(6))",
    ] {
        let (counted, claimed) = recounted(text);
        assert_eq!(BigUint::from(counted), claimed, "{text}");
    }
}

#[test]
fn erratum_e2_bisection() {
    // The paper's 162 is too high: a cut of 90 is recounted.
    assert_eq!(recounted("rdn(ring(3), 2)"), (90, 90u32.into()));
    // Exact for k = 1 over rings 3, 4, 5 and the complete graph of 4; not for ring 8: 16, not 32.
    for (text, least) in
        [("rdn(ring(3), 1)", 5u32), ("rdn(ring(4), 1)", 8), ("rdn(ring(5), 1)", 13), ("rdn(ring(8), 1)", 16)]
    {
        let (counted, claimed) = recounted(text);
        assert_eq!((u64::from(least), BigUint::from(least)), (counted, claimed), "{text}");
    }
    let (shape, _) = build("rdn(ring(3), 1)");
    let found = bisection(shape.as_ref()).expect("small");
    assert_eq!(found.value.lower, 5u32.into());
    assert!(matches!(found.evidence, Evidence::Computed(_)));
}

#[test]
fn erratum_e3_edge_symmetry() {
    for text in
        ["rdn(ring(3), 1)", "rdn(ring(4), 2)", "rdn(hypercube(3), 1)", "rdn(torus(5,5), 2)", "dualcube(4)"]
    {
        let (shape, net) = build(text);
        let found = figures(&shape, &net);
        assert!(matches!(found.edge_symmetry().expect("not stopped").value, Symmetry::Refuted(_)), "{text}");
        assert_eq!(figures(&shape, &net).node_symmetry().expect("known").value, Symmetry::Holds, "{text}");
    }
    for text in ["ring(7)", "hypercube(5)", "complete(6)"] {
        let (shape, net) = build(text);
        assert_eq!(
            figures(&shape, &net).edge_symmetry().expect("not stopped").value,
            Symmetry::Holds,
            "{text}"
        );
    }
    // Beyond all ids a theorem still refutes it.
    let shape = elaborate(&parse("rdn(ring(3), 7)").expect("parses"), &common::load).expect("has a shape");
    let found =
        Metrics::new(shape.as_ref(), None, Effort::Exhaustive, &Silent).edge_symmetry().expect("not stopped");
    assert!(matches!((found.value, found.evidence), (Symmetry::Refuted(_), Evidence::Proved(_))));
}

#[test]
fn erratum_e5_entire_base_super_node() {
    let (shape, net) = build("hdn(torus(2,3,5), [{1,2,3}])");
    assert_eq!(figures(&shape, &net).diameter().expect("known").value, Diameter::Exact(5u32.into()));
}

#[test]
fn erratum_e6_super_nodes_that_are_not_nested() {
    let (shape, net) = build("hdn(torus(2,3,5), [{1,2}, {1,2,3}])");
    let mut figures = figures(&shape, &net);
    assert_eq!(figures.diameter().expect("searched").value, Diameter::Exact(14u32.into()));
    let pairs = figures.distances().expect("searched").searched.clone().expect("from every node");
    assert_eq!((pairs.kinds, pairs.radius()), (11, 13));
    let symmetry = figures.node_symmetry().expect("searched");
    assert!(matches!(symmetry.value, Symmetry::Refuted(why) if why.starts_with("11 classes of nodes")));
}

/// Crossings of every link class by plain shortest paths equal the closed form: the sum over classes is the sum of all distances, and
/// the crossings of each class are forced.
#[test]
fn loads_add_up_to_the_distances() {
    for text in [
        "ring(7)",
        "torus(3,5)",
        "hypercube(4)",
        "dual(ring(3))",
        "rdn(ring(4), 1)",
        "dualcube(3)",
        "rdn(complete(4), 1)",
    ] {
        let (shape, net) = build(text);
        let loads = class_loads(shape.as_ref()).expect("equivalent links");
        let total: BigUint = loads.iter().map(|l| &l.crossings).sum();
        let graph = stored(net.as_ref());
        let sum: u64 = (0..net.nodes()).flat_map(|v| search(&graph, v)).sum();
        assert_eq!(total, sum.into(), "{text}");
        let links: BigUint = loads.iter().map(|l| &l.links).sum();
        assert_eq!(links, crossedge::net::links(shape.as_ref()), "{text}");
    }
    // The cross-edges by following routes.
    for text in ["dual(ring(3))", "dual(ring(5))", "dualcube(3)"] {
        let (shape, net) = build(text);
        let last = net.link_classes().len() - 1;
        let mut crossed = 0u64;
        for a in 0..net.nodes() {
            for b in 0..net.nodes() {
                let mut at = Node(a);
                while let Some(port) = net.next_port(at, Node(b)) {
                    crossed += u64::from(net.link_class(at, port) == last);
                    at = net.link(at, port).0;
                }
            }
        }
        let loads = class_loads(shape.as_ref()).expect("equivalent links");
        assert_eq!(loads.last().expect("cross-edges").crossings, crossed.into(), "{text}");
    }
}

/// The closed spectrum against power iteration on the stored graph, which is never below.
#[test]
fn spectrum_of_duals() {
    for text in [
        "ring(7)",
        "path(5)",
        "star(5)",
        "complete(4)",
        "torus(3,4)",
        "dual(ring(3))",
        "rdn(ring(4), 2)",
        "dualcube(3)",
        "dual(path(3))",
    ] {
        let (shape, net) = build(text);
        let closed = spectrum::algebraic_connectivity(shape.as_ref()).expect("closed form").value;
        let graph = stored(net.as_ref());
        let n = graph.len();
        let most = 2.0 * graph.iter().map(Vec::len).max().expect("nodes") as f64;
        let mut x: Vec<f64> = (0..n).map(|i| ((i * 37 + 11) % 101) as f64).collect();
        let mut value = 0.0;
        for _ in 0..20_000 {
            let mean = x.iter().sum::<f64>() / n as f64;
            let norm = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>().sqrt();
            x.iter_mut().for_each(|v| *v = (*v - mean) / norm);
            let y: Vec<f64> = (0..n)
                .map(|v| graph[v].len() as f64 * x[v] - graph[v].iter().map(|&w| x[w as usize]).sum::<f64>())
                .collect();
            value = x.iter().zip(&y).map(|(a, b)| a * b).sum();
            x = x.iter().zip(&y).map(|(a, b)| most * a - b).collect();
        }
        assert!((closed - value).abs() < 1e-6, "{text}: {closed} and {value}");
    }
}

#[test]
fn connectivity_is_the_degree_where_proved() {
    for (text, degree) in
        [("rdn(ring(3), 2)", 4), ("torus(3,4)", 4), ("hypercube(5)", 5), ("dualcube(3)", 3), ("ccc(4)", 3)]
    {
        let (shape, net) = build(text);
        let found = figures(&shape, &net).connectivity().expect("known");
        assert_eq!((found.value.lower, found.value.upper), (degree, degree), "{text}");
        assert!(matches!(found.evidence, Evidence::Proved(_)), "{text}: {}", found.evidence);
    }
    for (text, least) in [
        ("path(6)", 1),
        ("star(5)", 1),
        ("complete(6)", 5),
        ("rdn(complete(4), 1)", 4),
        ("wk(4,2)", 3),
        ("dual(path(3))", 2),
    ] {
        let (shape, net) = build(text);
        let found = figures(&shape, &net).connectivity().expect("known");
        assert_eq!((found.value.lower, found.value.upper), (least, least), "{text}: {}", found.evidence);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Lower bounds never pass a cut that is recounted, regardless of the network.
    #[test]
    fn bounds_hold_for_random_expressions(text in expression(400)) {
        let (shape, net) = build(&text);
        let Some(found) = cut(shape.as_ref()) else { return Ok(()) };
        if let Some(side) = found.side {
            let claimed = u64::try_from(&found.links).expect("small");
            let judged = verify::cut(net.as_ref(), &|v| side.holds(net.as_ref(), v), claimed, &Silent);
            prop_assert!(judged.expect("not stopped").holds(), "{}", text);
        }
        let bounds = bisection(shape.as_ref()).expect("a cut is known").value;
        prop_assert!(bounds.lower <= bounds.upper, "{}: {} > {}", text, bounds.lower, bounds.upper);
    }
}
