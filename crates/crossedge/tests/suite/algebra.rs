//! The mathematics behind the families: primes, finite fields and their Conway polynomials, distance polynomials.

use crate::common::build;
use crossedge::expr::parse;
use crossedge::net::address::modulo;
use crossedge::net::algebra::{
    Distances, Field, conway_digits, multiply, power_mod, prime_factors, prime_power, primitive_root,
};
use crossedge::net::{Address, Node, elaborate, neighbors, no_files};
use num_bigint::BigUint;
use num_traits::Zero;
use proptest::prelude::*;

#[test]
fn prime_powers_below_50() {
    let found: Vec<u64> = (0..50).filter(|&q| prime_power(q).is_some()).collect();
    let known = [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49];
    assert_eq!(found, known);
}

#[test]
fn prime_factors_and_primitive_roots() {
    assert!(prime_factors(1).is_empty());
    assert_eq!(prime_factors(360), [2, 3, 5]);
    assert_eq!(prime_factors(65_535), [3, 5, 17, 257]);
    assert_eq!([2, 3, 5, 7, 11, 13, 23, 41, 191].map(primitive_root), [1, 2, 2, 3, 2, 2, 5, 6, 19]);
    assert_eq!(power_mod(3, 100, 7), 4);
}

/// From Lübeck's list: the coefficients of the polynomial, from x^(n-1) down.
#[test]
fn conway_polynomials_match_the_list_of_luebeck() {
    for (p, wanted) in [
        (2, &[1, 1][..]),
        (2, &[0, 1, 1]),
        (2, &[0, 0, 1, 1]),
        (2, &[0, 0, 1, 0, 1]),
        (2, &[0, 1, 1, 0, 1, 1]),
        (2, &[0, 0, 0, 0, 0, 1, 1]),
        (2, &[0, 0, 0, 1, 1, 1, 0, 1]),
        (2, &[0, 0, 0, 0, 1, 0, 0, 0, 1]),
        (2, &[0, 0, 0, 1, 1, 0, 1, 1, 1, 1]),
        (3, &[2, 2]),
        (3, &[0, 2, 1]),
        (3, &[2, 0, 0, 2]),
        (3, &[0, 0, 0, 2, 1]),
        (3, &[0, 2, 0, 1, 2, 2]),
        (5, &[4, 2]),
        (5, &[0, 3, 3]),
        (5, &[0, 4, 4, 2]),
        (7, &[6, 3]),
        (7, &[6, 0, 4]),
        (11, &[7, 2]),
        (13, &[12, 2]),
    ] {
        let found = conway_digits(p, wanted.len() as u32).expect("small");
        let polynomial: Vec<u64> = found.iter().map(|&digit| modulo(p - digit, p)).collect();
        assert_eq!(polynomial, wanted, "p = {p}, n = {}", wanted.len());
    }
}

#[test]
fn field_axioms_hold() {
    for q in [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 64] {
        [Field::with_order(q), Field::by_conway_polynomial(q)]
            .iter()
            .flatten()
            .for_each(|field| axioms(field, q));
    }
    assert!(
        [0, 1, 6, 100]
            .iter()
            .all(|&q| Field::with_order(q).is_none() && Field::by_conway_polynomial(q).is_none())
    );
}

fn axioms(f: &Field, q: u64) {
    for a in 0..q {
        assert_eq!((f.add(a, 0), f.mul(a, 1), f.mul(a, 0)), (a, a, 0));
        assert_eq!((0..q).filter(|&b| f.add(a, b) == 0).collect::<Vec<_>>(), [f.negate(a)]);
        assert!(a == 0 || f.mul(a, f.inverse(a)) == 1);
        assert_eq!((0..q).filter(|&b| f.mul(a, b) == 1).count(), usize::from(a != 0));
        for b in 0..q {
            assert_eq!((f.add(a, b), f.mul(a, b)), (f.add(b, a), f.mul(b, a)));
            for c in 0..q {
                assert_eq!(f.add(a, f.add(b, c)), f.add(f.add(a, b), c));
                assert_eq!(f.mul(a, f.mul(b, c)), f.mul(f.mul(a, b), c));
                assert_eq!(f.mul(a, f.add(b, c)), f.add(f.mul(a, b), f.mul(a, c)));
            }
        }
    }
}

/// The numbering of `slimfly`, which must not change, is that of the Conway polynomial for all small q, and not for 64.
#[test]
fn first_and_conway_agree_up_to_49() {
    let same = |q| {
        let [first, conway] =
            [Field::with_order(q), Field::by_conway_polynomial(q)].map(|field| field.expect("a prime power"));
        (0..q).all(|a| {
            (0..q).all(|b| (first.mul(a, b), first.add(a, b)) == (conway.mul(a, b), conway.add(a, b)))
        })
    };
    assert!((2..=49).filter(|&q| prime_power(q).is_some()).all(same));
    assert!([53, 59, 61, 67, 71].into_iter().all(same));
    assert!([64, 81, 121].into_iter().all(|q| !same(q)));
}

#[test]
fn powers_of_the_smallest_primitive_root() {
    for p in [2, 3, 5, 7, 11, 13, 17, 31, 41, 101] {
        let [first, conway] =
            [Field::with_order(p), Field::by_conway_polynomial(p)].map(|field| field.expect("a prime"));
        assert!((0..p).all(|e| first.power(e) == conway.power(e)), "p = {p}");
    }
}

fn schoolbook(a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
    let mut out = vec![BigUint::zero(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            out[i + j] += x * y;
        }
    }
    out
}

proptest! {
    #[test]
    fn products_agree_with_the_schoolbook(
        a in prop::collection::vec(any::<u128>(), 1..12),
        b in prop::collection::vec(any::<u64>(), 1..12),
    ) {
        let a: Vec<BigUint> = a.into_iter().map(BigUint::from).collect();
        let b: Vec<BigUint> = b.into_iter().map(BigUint::from).collect();
        prop_assert_eq!(multiply(&a, &b), schoolbook(&a, &b));
        prop_assert_eq!(multiply(&a, &a), schoolbook(&a, &a));
    }
}

#[test]
fn polynomial_of_the_dual_triangle() {
    let triangle = Distances::around_one([1, 2]);
    let dual = triangle.dual();
    assert_eq!(dual.counts(), [1u32, 3, 4, 6, 4].map(BigUint::from));
    assert_eq!(dual.nodes(), 18u32.into());
    let (numerator, denominator) = dual.mean();
    assert_eq!((numerator, denominator), (45u32.into(), 17u32.into()));
}

/// The sets X and X' of MMS graphs, read from the links of nodes (0,0,0) and (1,0,0): they are closed under negation.
#[test]
fn generators_are_symmetric_and_of_the_stated_size() {
    for q in (3..=64).filter(|&q| prime_power(q).is_some()) {
        let field = Field::with_order(q).expect("a prime power");
        let d = match q & 3 {
            1 => 1,
            3 => -1,
            _ => 0,
        };
        let (_, net) = build(&format!("slimfly({q})"));
        for side in 0..2 {
            let origin = side * q * q;
            let same_side = |w: Node| (w.0 / (q * q) == side).then(|| w.0 - origin);
            let mut set: Vec<u64> = neighbors(net.as_ref(), Node(origin)).filter_map(same_side).collect();
            assert!(set.iter().all(|&a| a < q), "local links stay in a group, q = {q}");
            let negative = |&a: &u64| (0..q).find(|&b| field.add(a, b) == 0).expect("a field");
            assert!(set.iter().all(|a| set.contains(&negative(a))), "q = {q}");
            set.sort_unstable();
            set.dedup();
            assert_eq!(2 * set.len() as i64, q as i64 - d, "q = {q}");
        }
    }
}

#[test]
fn permutations_are_numbered_lexicographically() {
    let (_, net) = build("stargraph(5)");
    let entries = |v: u64| match net.address(Node(v)) {
        Address::Tuple(entries) => entries
            .iter()
            .map(|entry| entry.to_string().parse::<u64>().expect("an entry"))
            .collect::<Vec<_>>(),
        other => panic!("{other}"),
    };
    for v in 0..120 {
        assert_eq!(net.node_at(&net.address(Node(v))), Ok(Node(v)));
        assert!(v == 0 || entries(v - 1) < entries(v), "{v}");
    }
    let (_, all) = build("pancake(20)");
    let last = all.address(Node(all.nodes() - 1)).to_string();
    assert!(last.starts_with("(19,18,17,"), "{last}");
    let far = Node(123_456_789_012_345_678);
    assert_eq!(all.node_at(&all.address(far)), Ok(far));
}

/// The rule for distances counts the polynomial too.
#[test]
fn star_graph_polynomial_counts_the_distances() {
    let polynomial = |n: u32| {
        let text = format!("stargraph({n})");
        let shape = elaborate(&parse(&text).expect("a network"), &no_files).expect("a shape");
        shape.distances().expect("closed form").value.counts().to_vec()
    };
    for n in 1..=7 {
        let (_, net) = build(&format!("stargraph({n})"));
        let mut counts = vec![BigUint::ZERO; polynomial(n).len()];
        for v in 0..net.nodes() {
            counts[net.distance(Node(0), Node(v)).expect("a rule") as usize] += 1u32;
        }
        assert_eq!(polynomial(n), counts, "n = {n}");
    }
    let sum: BigUint = polynomial(100).iter().sum();
    assert_eq!(sum, (1..=100u32).product::<BigUint>());
}
