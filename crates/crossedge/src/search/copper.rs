//! Links that leave a block: a block of at most this many endpoints is wired in copper, and links leaving it are optical.
//!
//! Blocks follow the rule of the construction. A ring or a path falls into runs, a complete graph into groups; a product has boxes of such; of a
//! dual construction a block is a part of a cluster, a cluster, or as many clusters of one class as of the other; of a fat tree it is a subtree with
//! its switches; hosts are with their router. Networks without closed form are one block, or every node is its own. Of all blocks that fit, the ones
//! with the fewest links between them are taken.

use super::recipe::{Base, Factor, FactorKind, Recipe};

/// A path to cut a network into blocks: the endpoints of a block, and the links between blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocks {
    /// Endpoints of a block.
    pub size: u64,
    /// Links between blocks.
    pub leaving: u128,
}

/// The fewest links between blocks of at most `most` endpoints; `None` if there is no closed form.
pub fn fewest_leaving_links(base: &Base, most: u64) -> Option<u128> {
    if base.figures.endpoints <= most {
        return Some(0);
    }
    block_cuts(base, most)?.into_iter().filter(|cut| cut.size <= most).map(|cut| cut.leaving).min()
}

/// The fewest links between blocks of at most `most` endpoints, where every endpoint of the base has `hosts` hosts; `None` if a router with its
/// hosts does not fit into a block.
pub fn leaving_with_hosts(base: &Base, most: u64, hosts: u32) -> Option<u128> {
    match most / u64::from(hosts) {
        0 => None,
        routers => fewest_leaving_links(base, routers),
    }
}

/// Paths to cut into blocks of at most `most` endpoints, larger ones with fewer links between them.
pub fn block_cuts(base: &Base, most: u64) -> Option<Vec<Blocks>> {
    let figures = &base.figures;
    let mut cuts = match &base.recipe {
        Recipe::Product(factors) => {
            let mut all = vec![Blocks { size: 1, leaving: 0 }];
            let mut before = 1u128;
            for factor in factors {
                all = combined_blocks(&all, before, &line_blocks(*factor, most), factor.n.into(), most);
                before *= u128::from(factor.n);
            }
            all
        }
        Recipe::Times(a, b) => {
            let (first, second) = (block_cuts(a, most)?, block_cuts(b, most)?);
            combined_blocks(&first, a.figures.endpoints.into(), &second, b.figures.endpoints.into(), most)
        }
        Recipe::Dual(a, other) => dual_blocks(a, other.as_deref().unwrap_or(a), most)?,
        Recipe::Nested { same, .. } => return block_cuts(same.as_deref()?, most),
        Recipe::Hosts(below, each) => {
            let inside = block_cuts(below, (most / u64::from(*each)).max(1))?;
            // A router is not parted from its hosts.
            inside.into_iter().map(|cut| Blocks { size: cut.size * u64::from(*each), ..cut }).collect()
        }
        Recipe::Tree { children, parents, width } => {
            tree_blocks(children, parents, *width, figures.endpoints)
        }
        Recipe::Dragonfly(a, _) | Recipe::GroupedDragonfly(a, ..) => {
            let (routers, nodes) = (u128::from(*a), u128::from(figures.endpoints));
            let globals = figures.links - nodes * (routers - 1) / 2;
            divisors(*a)
                .map(|b| {
                    let locals = nodes * (routers - u128::from(b)) / 2;
                    Blocks { size: b.into(), leaving: locals + globals }
                })
                .collect()
        }
        Recipe::Megafly(s, _) => {
            let locals = u128::from(figures.endpoints) * u128::from(*s);
            let globals = figures.links - locals;
            vec![Blocks { size: 1, leaving: figures.links }, Blocks { size: (*s).into(), leaving: globals }]
        }
        Recipe::Bcube(n, k) => {
            // One kind of switch is with its endpoints, the others do not; or boxes of more kinds.
            let (each, kinds) = (figures.links / (u128::from(*k) + 1), u128::from(*k) + 1);
            let whole = |inside: u128| {
                Some(Blocks {
                    size: u64::from(*n).checked_pow(inside as u32)?,
                    leaving: each * (kinds - inside),
                })
            };
            (0..=kinds).map_while(whole).collect()
        }
        Recipe::Twisted(sizes) => twisted_torus_blocks(*sizes, most),
        Recipe::Word(..) | Recipe::Text(_) => vec![Blocks { size: 1, leaving: figures.links }],
    };
    cuts.push(Blocks { size: figures.endpoints, leaving: 0 });
    Some(best_by_size(cuts, most))
}

/// Only those that fit, and of these only those that are better than every smaller one.
fn best_by_size(mut cuts: Vec<Blocks>, most: u64) -> Vec<Blocks> {
    cuts.retain(|cut| cut.size <= most.max(1));
    cuts.sort_unstable_by_key(|cut| (cut.size, cut.leaving));
    let mut least = u128::MAX;
    cuts.retain(|cut| {
        let better = cut.leaving < least;
        least = least.min(cut.leaving);
        better
    });
    cuts
}

/// Boxes of blocks of two factors.
fn combined_blocks(a: &[Blocks], ends_a: u128, b: &[Blocks], ends_b: u128, most: u64) -> Vec<Blocks> {
    let mut cuts = Vec::new();
    for one in a {
        for other in b {
            let Some(size) = one.size.checked_mul(other.size).filter(|size| *size <= most.max(1)) else {
                continue;
            };
            cuts.push(Blocks { size, leaving: one.leaving * ends_b + other.leaving * ends_a });
        }
    }
    best_by_size(cuts, most)
}

fn divisors(n: u32) -> impl Iterator<Item = u32> {
    (1..=n).filter(move |b| n.is_multiple_of(*b))
}

/// Runs of a ring or a path, groups of a complete graph.
fn line_blocks(factor: Factor, most: u64) -> Vec<Blocks> {
    let n = factor.n;
    let leaving = |b: u32| match factor.line {
        _ if b == n => 0,
        FactorKind::Ring if n > 2 => u128::from(n / b),
        FactorKind::Path => u128::from(n / b - 1),
        _ => u128::from(n) * u128::from(n - b) / 2,
    };
    let fits = |b: &u32| u64::from(*b) <= most.max(1);
    divisors(n).filter(fits).map(|b| Blocks { size: b.into(), leaving: leaving(b) }).collect()
}

fn dual_blocks(a: &Base, b: &Base, most: u64) -> Option<Vec<Blocks>> {
    let (na, nb) = (a.figures.endpoints, b.figures.endpoints);
    let cross = u128::from(na) * u128::from(nb);
    let (of_a, of_b) = (block_cuts(a, most.min(na))?, block_cuts(b, most.min(nb))?);
    // In both classes at once: blocks of each class as large as they can be.
    let mut cuts = Vec::new();
    for one in &of_a {
        for other in &of_b {
            let inside = one.leaving * u128::from(nb) + other.leaving * u128::from(na);
            cuts.push(Blocks { size: one.size.max(other.size), leaving: inside + cross });
        }
    }
    if na == nb {
        // s clusters of a class with s of the other: s² cross-edges stay inside.
        for s in (1..=na).filter(|s| na.is_multiple_of(*s)).take_while(|s| s.saturating_mul(2 * na) <= most) {
            cuts.push(Blocks { size: 2 * s * na, leaving: cross - u128::from(na) * u128::from(s) });
        }
    }
    Some(cuts)
}

/// Subtrees with their switches.
fn tree_blocks(children: &[u32], parents: &[u32], width: u32, ends: u64) -> Vec<Blocks> {
    let mut levels: Vec<u128> = children
        .iter()
        .zip(parents)
        .scan(u128::from(ends), |here, (&m, &w)| {
            let links = *here * u128::from(w);
            *here = links / u128::from(m);
            Some(links)
        })
        .collect();
    levels.iter_mut().last().into_iter().for_each(|links| *links *= u128::from(width));
    let mut cuts = Vec::new();
    let mut size = 1u64;
    for level in 0..children.len() {
        cuts.push(Blocks { size, leaving: levels[level..].iter().sum() });
        size = size.saturating_mul(children[level].into());
    }
    cuts
}

/// Boxes in a twisted torus that are shorter than it in every direction: a full turn is shifted.
fn twisted_torus_blocks(sizes: [u32; 3], most: u64) -> Vec<Blocks> {
    let nodes: u128 = sizes.iter().map(|n| u128::from(*n)).product();
    let mut cuts = Vec::new();
    let shorter = |i: usize| divisors(sizes[i]).filter(move |b| *b < sizes[i]);
    for x in shorter(0) {
        for y in shorter(1) {
            for z in shorter(2) {
                let Some(size) = [y, z].iter().try_fold(u64::from(x), |all, b| all.checked_mul((*b).into()))
                else {
                    continue;
                };
                if size <= most {
                    let leaving = [x, y, z].iter().map(|b| nodes / u128::from(*b)).sum();
                    cuts.push(Blocks { size, leaving });
                }
            }
        }
    }
    cuts
}
