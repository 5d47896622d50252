//! The distance polynomial of a recursive expansion with single pivots: a wreath product.
//!
//! With A_p the product over the phases at pivot p of the all-pairs polynomial of the frame, and N_p the product of their sizes, it is
//! Σ over sets S of pivots of Π_{p in S} (A_p - N_p) · Π_{p not in S} N_p · Σ_{u,v} z^W(u,v;S). (Audit of RE, §4.) Sets with the same
//! polynomials count together, so the work is 2^s walks for every pair of unit nodes, regardless of the number of nodes.

use super::distance_polynomial::{Distances, multiply};
use super::steiner_walk::Walks;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// At most this many walks are measured.
const MAX_WALKS: u64 = 1 << 27;

/// A pivot and the frames that hang at it.
pub struct Pivot {
    /// The unit node.
    pub node: usize,
    /// The all-pairs polynomial of the frames together.
    pub pairs: Vec<BigUint>,
}

/// The polynomial over all ordered pairs; `None` when there are too many sets of pivots.
pub fn distances(walks: &Walks, unit_nodes: usize, pivots: &[Pivot]) -> Option<Distances> {
    let s = u32::try_from(pivots.len()).ok()?;
    let mut classes: Vec<&Vec<BigUint>> = Vec::new();
    let class: Vec<usize> = (pivots.iter())
        .map(|p| {
            classes.iter().position(|c| **c == p.pairs).unwrap_or_else(|| {
                classes.push(&p.pairs);
                classes.len() - 1
            })
        })
        .collect();
    // All unit nodes are equivalent: one start stands for all.
    let alike =
        classes.len() == 1 && pivots.len() == unit_nodes && matches!(walks, Walks::Ring(_) | Walks::Complete);
    let starts = if alike { 1 } else { unit_nodes };
    let ends = if matches!(walks, Walks::Complete) && alike { unit_nodes.min(2) } else { unit_nodes };
    if s > 26 || (1u64 << s).checked_mul((starts * ends) as u64)? > MAX_WALKS {
        return None;
    }
    let counted = (0..1usize << s)
        .into_par_iter()
        .fold(BTreeMap::new, |mut counts: BTreeMap<Vec<u32>, Vec<u64>>, set| {
            let members = || (0..s as usize).filter(|i| set >> i & 1 == 1);
            let visit: Vec<usize> = members().map(|i| pivots[i].node).collect();
            let mut signature = vec![0; classes.len()];
            members().for_each(|i| signature[class[i]] += 1);
            let lengths = counts.entry(signature).or_default();
            for u in 0..starts {
                for v in 0..ends {
                    // On a complete unit all ends but the start are equivalent, too.
                    let weight =
                        if ends == 2 && unit_nodes > 2 && v == 1 { unit_nodes as u64 - 1 } else { 1 };
                    let length = walks.length(u, v, &visit) as usize;
                    if lengths.len() <= length {
                        lengths.resize(length + 1, 0);
                    }
                    lengths[length] += weight;
                }
            }
            counts
        })
        .reduce(BTreeMap::new, |mut a, b| {
            for (signature, lengths) in b {
                let sum = a.entry(signature).or_default();
                sum.resize(sum.len().max(lengths.len()), 0);
                sum.iter_mut().zip(lengths).for_each(|(x, y)| *x += y);
            }
            a
        });
    let members: Vec<u32> =
        (0..classes.len()).map(|c| class.iter().filter(|&&k| k == c).count() as u32).collect();
    let mut total: Vec<BigUint> = Vec::new();
    for (signature, lengths) in counted {
        let mut term: Vec<BigUint> = lengths.into_iter().map(BigUint::from).collect();
        for (c, &inside) in signature.iter().enumerate() {
            let nodes = classes[c][0].clone();
            let mut moved = classes[c].clone();
            moved[0].set_zero();
            for _ in 0..inside {
                term = multiply(&term, &moved);
            }
            let still = nodes.pow(members[c] - inside);
            term.iter_mut().for_each(|count| *count *= &still);
        }
        total.resize(total.len().max(term.len()), BigUint::zero());
        total.iter_mut().zip(term).for_each(|(sum, count)| *sum += count);
    }
    let frames: BigUint = pivots.iter().map(|p| p.pairs[0].clone()).fold(BigUint::one(), |a, b| a * b);
    Some(Distances::new(frames * starts, total))
}
