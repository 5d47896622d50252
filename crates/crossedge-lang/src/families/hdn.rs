//! `hdn(P, [S1,…,Sk])`: hierarchical dual-net over the product P, with super-nodes of the factors at positions Si (from 1).
//!
//! Level i, over the level below with n nodes: the super-node of x is given by all coordinates of x except the base coordinates in
//! Si; those kept, in id order, rank it in 0..q. Its position inside is the base coordinates in Si. Node = (class, cluster, x) with
//! cluster in 0..q; the cross-edge flips the class, swaps the cluster with the super-node rank of x, and keeps the position.
//! Id = class·q·n + cluster·n + x. The paper prints (C, U, SN, N) = (class, cluster, super-node rank of x, position of x).
//! Li, Peng, Chu, Hierarchical dual-net (HDN), with errata E5, E6, E7, E16. With every Si empty this is `rdn`, id for id.

use super::dual::dual;
use super::leveled::Leveled;
use super::product::{product, too_many_digits};
use super::tabulated::with_link_table;
use crate::language::budget::{Elaboration, degree_limit};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::level::{Level, SuperNodes};
use crate::net::shape::{
    DegreeCounts, MAX_BITS, Shape, TooLarge, check_id_range, counts_fit, follows, reasons, regular_degree,
};
use crate::net::{Args, Entry, Leaf, Parts, ShapeParts, Structure, describe, factors, levels};
use crossedge_core::evidence::Known;
use crossedge_core::expr::{Error, Expr, Kind, Span};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "hdn",
    signature: "hdn(P, [S1,…,Sk])",
    summary: "hierarchical dual-net: dual with super-nodes, Si = set of factor positions of the product P, from 1",
    paper: "Li, Peng, Chu, Hierarchical dual-net: a flexible interconnection network and its routing algorithm, 2012",
    examples: &[
        "hdn(torus(2,3), [{1}])",
        "hdn(torus(2,3,5), [{1,2}])",
        "hdn(torus(2,3), [{2}, {1}])",
        "hdn(ring(3), [{}, {}])",
        "hdn(torus(2,3,5), [{1,2,3}])",
    ],
    build: |args| {
        let base = args.direct_network("P")?;
        let factors = factors(&base);
        let mut levels = Vec::new();
        for item in args.list("the sets")? {
            levels.push(super_node(args, item, factors.len())?);
        }
        let most = base.degrees().keys().next_back().copied().unwrap_or(0);
        if most.checked_add(levels.len() as u64).is_none() {
            return Err(degree_limit(args.span()));
        }
        let mut shape = Hdn { base, factors, levels, same: None };
        if shape.level_nodes().is_none() {
            return Err(too_many_digits(args.span()));
        }
        if shape.has_nested_super_nodes() {
            shape.same =
                Some(shape.as_product(shape.levels.len(), &BTreeSet::new(), args.work(), args.span())?);
        }
        Ok(Arc::new(shape))
    },
};

/// The factor positions of one set, counted from 0.
fn super_node(args: &Args<'_>, item: &Expr, factors: usize) -> Result<BTreeSet<usize>, Error> {
    let Kind::Set(members) = &item.kind else {
        return Err(args.wrong(item, "a level", "a set of factor positions such as {1,2}"));
    };
    let mut set = BTreeSet::new();
    for member in members {
        let position = match member.kind {
            Kind::Int(p) if p >= 1 && p <= factors as u64 => p as usize - 1,
            _ => {
                let message =
                    format!("a factor position runs from 1 to {factors}, found {}", describe(member));
                return Err(Error::usage(message, member.span.clone())
                    .help("positions count the factors of the product, from 1"));
            }
        };
        if !set.insert(position) {
            let message = format!("duplicate factor {} in the set", position + 1);
            return Err(Error::usage(message, member.span.clone()).help("keep one of the two"));
        }
    }
    Ok(set)
}

/// The shape of a hierarchical dual-net.
#[derive(Debug)]
struct Hdn {
    base: Arc<dyn Shape>,
    factors: Vec<Arc<dyn Shape>>,
    /// The factors inside the super-node of each level.
    levels: Vec<BTreeSet<usize>>,
    /// The same network as a product of duals, when the super-nodes are nested.
    same: Option<Arc<dyn Shape>>,
}

impl Hdn {
    /// Number of nodes a super-node of these factors has.
    fn super_size(&self, set: &BTreeSet<usize>) -> BigUint {
        set.iter().map(|&i| self.factors[i].nodes()).product()
    }

    /// Returns `true` if every super-node contains those of the levels above it.
    fn has_nested_super_nodes(&self) -> bool {
        self.levels.windows(2).all(|pair| pair[0].is_superset(&pair[1]))
    }

    /// Identity I4: level i without the factors in `without` is the dual of the level below without its super-node, times the rest
    /// of the super-node.
    fn as_product(
        &self,
        level: usize,
        without: &BTreeSet<usize>,
        work: &Elaboration<'_>,
        span: Span,
    ) -> Result<Arc<dyn Shape>, Error> {
        let some = |keep: &dyn Fn(&usize) -> bool| -> Vec<Arc<dyn Shape>> {
            (0..self.factors.len()).filter(|i| keep(i)).map(|i| self.factors[i].clone()).collect()
        };
        let Some(lower) = level.checked_sub(1) else {
            return product(some(&|i| !without.contains(i)), work, span);
        };
        let set = &self.levels[lower];
        let mut parts = vec![dual(self.as_product(lower, set, work, span.clone())?, span.clone())?];
        parts.extend(some(&|i| set.contains(i) && !without.contains(i)));
        product(parts, work, span)
    }

    /// Nodes of the last level; `None` when a level passes the digits of a count.
    fn level_nodes(&self) -> Option<BigUint> {
        let mut nodes = self.base.nodes();
        for set in &self.levels {
            nodes = (&nodes * &nodes / self.super_size(set)) << 1u32;
            if nodes.bits() > MAX_BITS {
                return None;
            }
        }
        Some(nodes)
    }
}

impl Shape for Hdn {
    fn nodes(&self) -> BigUint {
        self.level_nodes().expect("every level was counted when the shape was made")
    }

    fn degrees(&self) -> DegreeCounts {
        let copies = Shape::nodes(self) / self.base.nodes();
        let more = self.levels.len() as u64;
        self.base.degrees().into_iter().map(|(degree, count)| (degree + more, count * &copies)).collect()
    }

    fn parts(&self) -> ShapeParts<'_> {
        match &self.same {
            Some(same) => Parts::Relabelled(same),
            None => Parts::Leaf(Leaf::NotNested),
        }
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let same = self.same.as_ref()?.distances()?;
        Some(Known::new(
            same.value,
            follows("nested super-nodes make a product, identity I4 [nested-super-nodes]", [same.evidence]),
        ))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let same = self.same.as_ref()?.diameter()?;
        Some(Known::new(
            same.value,
            follows("nested super-nodes make a product, identity I4 [nested-super-nodes]", [same.evidence]),
        ))
    }

    fn node_symmetric(&self) -> Option<String> {
        let same = self.same.as_ref()?.node_symmetric()?;
        Some(reasons([
            "nested super-nodes make a product, identity I4 [nested-super-nodes]".to_owned(),
            same,
        ]))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let sizes = self.factors.iter().map(|f| check_id_range(&f.nodes())).collect::<Result<Vec<_>, _>>()?;
        let mut net = self.base.network()?;
        let below = levels(net.as_ref());
        let mut enclosing: Option<&BTreeSet<usize>> = None;
        let mut nested = true;
        for (i, set) in self.levels.iter().enumerate() {
            nested &= enclosing.is_none_or(|outer| outer.is_superset(set));
            enclosing = Some(set);
            let member: Vec<bool> = (0..sizes.len()).map(|i| set.contains(&i)).collect();
            let split = SuperNodes::new(&sizes, &member).ok_or(TooLarge::Ids)?;
            let regular = regular_degree(&self.base.degrees()).map(|d| d + i as u32);
            let number = i as u32 + 1;
            let depth = below + number;
            let level = Level::with_super_nodes(
                with_link_table(net, regular),
                split,
                regular,
                (number, depth),
                nested,
            );
            net = Arc::new(Leveled::<true>::new(level.ok_or(TooLarge::Ids)?));
        }
        Ok(net)
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.base.check()?;
        counts_fit(&Shape::nodes(self), &self.degrees())
    }
}
