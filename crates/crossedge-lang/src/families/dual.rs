//! `dual(G)`: nodes (class, cluster, node), class 0 or 1, cluster and node in G, n = |G|.
//!
//! Links: those of G inside every cluster, and one cross-edge (c, x, y) – (1-c, y, x). Id = class·n² + cluster·n + node.
//! `rdn(B, k)` is dual applied k times. Li, Peng, Chu, Recursive dual-net: a new universal network for supercomputers of the next
//! generation (RDN), with erratum E1.
//!
//! The network is in `leveled.rs`, for a level of `hdn` is one too.

use super::leveled::Leveled;
use super::product::too_many_digits;
use super::tabulated::with_link_table;
use super::two_bases::two_bases;
use crate::language::budget::degree_limit;
use crate::net::algebra::distance_polynomial::{Distances, MAX_TERMS};
use crate::net::level::Level;
use crate::net::shape::{
    DegreeCounts, MAX_BITS, Shape, TooLarge, counts_fit, follows, reasons, regular_degree,
};
use crate::net::{Entry, Parts, ShapeParts, Structure, levels};
use crossedge_core::evidence::Known;
use crossedge_core::expr::{Error, Span};
use num_bigint::BigUint;
use num_traits::One;
use std::sync::Arc;

/// The catalog entry of `dual`.
pub const DUAL: Entry = Entry {
    name: "dual",
    signature: "dual(G)",
    summary: "dual construction: |G| copies of G in two classes, a cross-edge at every node; dual(A, B): |B| of A, |A| of B",
    paper: "Li, Peng, Chu, Recursive dual-net (RDN)",
    examples: &[
        "dual(ring(3))",
        "dual(path(3))",
        "dual(star(4))",
        "dual(complete(1))",
        "dual(ring(4), complete(3))",
        "dual(dual(ring(3)), complete(2))",
    ],
    build: |args| {
        let first = args.direct("G")?;
        let (second, same) = match args.optional("B") {
            Some(value) => (args.direct_of(value, "B")?, args.first_two_same()),
            None => (first.clone(), true),
        };
        match same && first.machine().is_none() {
            true => dual(first, args.span()),
            false => two_bases([first, second], same, args.span()),
        }
    },
};

/// The catalog entry of `rdn`.
pub const RDN: Entry = Entry {
    name: "rdn",
    signature: "rdn(B, k)",
    summary: "recursive dual-net: dual applied k times to B",
    paper: "Li, Peng, Chu, Recursive dual-net (RDN)",
    examples: &["rdn(ring(3), 2)", "rdn(torus(5,5), 1)", "rdn(complete(4), 1)", "rdn(ring(4), 0)"],
    build: |args| {
        let mut net = args.direct_network("B")?;
        for _ in 0..args.int("k", 0)? {
            net = dual(net, args.span())?;
        }
        Ok(net)
    },
};

/// The dual construction on `base`; `span` is where to point when it is too large.
pub fn dual(base: Arc<dyn Shape>, span: Span) -> Result<Arc<dyn Shape>, Error> {
    if base.nodes().bits() * 2 > MAX_BITS {
        return Err(too_many_digits(span));
    }
    if base.degrees().contains_key(&u64::MAX) {
        return Err(degree_limit(span));
    }
    Ok(Arc::new(DualShape { base }))
}

/// The shape of a dual construction.
#[derive(Debug)]
struct DualShape {
    base: Arc<dyn Shape>,
}

impl Shape for DualShape {
    fn nodes(&self) -> BigUint {
        let n = self.base.nodes();
        (&n * &n) << 1u32
    }

    fn degrees(&self) -> DegreeCounts {
        let copies = self.base.nodes() << 1u32;
        self.base.degrees().into_iter().map(|(degree, count)| (degree + 1, count * &copies)).collect()
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Level(self.base.clone())
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let base = self.base.distances()?;
        if base.value.diameter() > MAX_TERMS / 2 {
            return None;
        }
        let evidence = follows(
            "polynomial of the dual construction, identity I2 [dual-distance-polynomial]",
            [base.evidence],
        );
        Some(Known::new(base.value.dual(), evidence))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let base = self.base.diameter()?;
        let evidence =
            follows("distances in the dual construction, identity I1 [dual-distance]", [base.evidence]);
        // With one node in the base the dual is one link; else both walks and two crossings are needed for the farthest pair.
        let diameter = if self.base.nodes().is_one() { BigUint::one() } else { (base.value << 1u32) + 2u32 };
        Some(Known::new(diameter, evidence))
    }

    fn node_symmetric(&self) -> Option<String> {
        let base = self.base.node_symmetric()?;
        Some(reasons([
            "automorphisms of both coordinates and the swap of classes, identity I3 [dual-vertex-transitive]"
                .to_owned(),
            base,
        ]))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let regular = regular_degree(&self.base.degrees());
        let base = with_link_table(self.base.network()?, regular);
        let depth = levels(base.as_ref()) + 1;
        Ok(Arc::new(Leveled::<false>::new(Level::dual(base, regular, depth))))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.base.check()?;
        counts_fit(&self.nodes(), &self.degrees())
    }
}
