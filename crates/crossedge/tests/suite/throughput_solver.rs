//! The solver of throughput in parts: exact linear systems, classes of links in the same orbit, weights as fractions.

use crossedge::certificate::Demands;
use crossedge::metrics::throughput::internals::{ArcGraph, ModularMatrix, WHOLE, refine, smaller, whole};
use crossedge::progress::Silent;
use num_bigint::BigInt;
use num_traits::Zero;

/// Random systems, put in and read back; numbers grow with the size.
#[test]
fn linear_systems_are_solved_exactly() {
    let mut seed = 5u64;
    let mut draw = |below: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) as i64) % below
    };
    for n in 1..24usize {
        let entry = |i: usize, draw: &mut dyn FnMut(i64) -> i64| {
            let row = (0..n).map(|j| (j, BigInt::from(draw(19) - 9))).filter(|(_, x)| !x.is_zero());
            let mut row: Vec<(usize, BigInt)> = row.collect();
            row.push((i, BigInt::from(50 + draw(1 << 40))));
            row
        };
        let rows: Vec<_> = (0..n).map(|i| entry(i, &mut draw)).collect();
        let right: Vec<BigInt> = (0..n).map(|_| BigInt::from(draw(100) - 50)).collect();
        let system = ModularMatrix::new(rows).expect("the diagonal is large");
        for exchanged in [false, true] {
            let found = system.solve(&right, exchanged, 1 << 14).expect("solved");
            assert!(system.holds(&found, &right, exchanged), "{n}");
        }
    }
}

#[test]
fn singular_systems_are_rejected() {
    let row = |a: i64, b: i64| vec![(0, BigInt::from(a)), (1, BigInt::from(b))];
    assert!(ModularMatrix::new(vec![row(1, 2), row(2, 4)]).is_none());
    let system = ModularMatrix::new(vec![row(3, 0), row(0, 7)]).expect("regular");
    let (found, over) = system.solve(&[1.into(), (-2).into()], false, 1 << 10).expect("solved");
    assert_eq!((&found[0] * 3, &found[1] * 7), (over.clone().into(), BigInt::from(over) * -2));
}

fn ring(n: u32, chord: Option<(u32, u32)>) -> ArcGraph {
    let mut around: Vec<Vec<u32>> = (0..n).map(|v| vec![(v + 1) % n, (v + n - 1) % n]).collect();
    if let Some((a, b)) = chord {
        around[a as usize].push(b);
        around[b as usize].push(a);
    }
    let port = |v: u32, w: u32| around[w as usize].iter().position(|&x| x == v).expect("both ways") as u32;
    let row = |v: u32| around[v as usize].iter().map(|&w| (w, port(v, w), 1)).collect();
    ArcGraph::new((0..n).map(row), n as usize)
}

#[test]
fn similar_links_are_one_class() {
    let classes = refine(&ring(9, None), &Demands::Uniform(9), &Silent).expect("not stopped");
    assert_eq!((classes.count(), classes.sources.len()), (1, 1));
    // A chord across: it, and the links around it in pairs, each with its two directions.
    let classes = refine(&ring(8, Some((0, 4))), &Demands::Uniform(8), &Silent).expect("not stopped");
    assert_eq!((classes.count(), classes.sources.len()), (5, 3));
    assert_eq!(classes.sizes.iter().sum::<u64>(), 18);
    // Traffic in one direction of the ring distinguishes the directions.
    let rows = (0..6u32).map(|v| vec![((v + 1) % 6, 1)]).collect();
    let classes = refine(&ring(6, None), &Demands::Listed { unit: 1, rows }, &Silent).expect("not stopped");
    assert_eq!((classes.count(), classes.sources.len()), (2, 1));
}

#[test]
fn ratios_are_compared_without_products() {
    let huge = u128::MAX;
    for (a, b, less) in [
        ((1, 2), (2, 3), true),
        ((2, 3), (1, 2), false),
        ((2, 4), (1, 2), false),
        ((huge - 1, huge), (huge - 2, huge - 1), false),
        ((huge - 2, huge - 1), (huge - 1, huge), true),
        ((5, 1), (1, 0), true),
        ((1, 0), (5, 1), false),
        ((0, 7), (1, huge), true),
    ] {
        assert_eq!(smaller(a, b), less, "{a:?} {b:?}");
    }
}

#[test]
fn shares_add_up() {
    for shares in [vec![1.0], vec![0.3, 0.7], vec![1e-12, 1.0, 0.0], vec![1.0; 7]] {
        assert_eq!(whole(&shares).iter().sum::<u64>(), WHOLE, "{shares:?}");
    }
}
