//! The choice among designs: the one nearest to the best of each objective is recommended.

use crossedge::answers::internals::{factor_to_best, recommended};
use crossedge::answers::{DesignRequest, DesignedAnswer, Request};
use crossedge::prelude::*;
use crossedge::search::Quantity;

fn designs(texts: &[&str]) -> Vec<DesignedAnswer> {
    let nets: Vec<Topology> = texts.iter().map(|text| text.parse().expect(text)).collect();
    DesignRequest::default().answer(&nets, &Silent).expect("figures").designs
}

#[test]
fn the_nearest_to_the_best_is_recommended() {
    let designs = designs(&["ring(64)", "torus(8,8)", "hypercube(6)"]);
    let objectives = [Quantity::Ports, Quantity::Diameter];
    // Ports 2, 4, 6 and diameters 32, 8, 6: products of factors are 32/6, 2 · 8/6 and 3.
    let chosen = recommended(&designs, &objectives).expect("some");
    assert_eq!(chosen.expression, "torus(8,8)");
    let factors: Vec<f64> = chosen.compared.iter().map(|one| one.factor).collect();
    assert_eq!(factors, [2.0, 8.0 / 6.0]);
    assert_eq!(chosen.compared[1].best_of, "hypercube(6)");
    assert_eq!(chosen.disadvantages.len(), 2, "{:?}", chosen.disadvantages);
    let only = recommended(&designs, &[Quantity::Throughput]).expect("some");
    assert_eq!(only.expression, "hypercube(6)");
    assert!(only.disadvantages.is_empty(), "{:?}", only.disadvantages);
    assert!(recommended(&[], &objectives).is_none());
    assert_eq!(factor_to_best(Quantity::Optical, 0.5, 0.0), 1.5);
    assert_eq!(factor_to_best(Quantity::Optical, 0.0, 0.0), 1.0);
}
