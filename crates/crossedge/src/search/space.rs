//! The networks that a search looks at: every base first, then hosts on each of them, as many as ports allow.
//!
//! - tori, meshes and HyperX of up to eight dimensions; sizes of a dimension are bounded the more, the more dimensions there are;
//!   tori times a complete graph; cubes, folded cubes, twisted tori;
//! - duals of all of these that fit, duals of duals, and duals over two bases of which no other of the same size is better in every metric:
//!   all metrics of a dual follow from those of its bases, and none gets worse when a base gets better; where endpoints range over more than a factor
//!   of four, only a few bases of each size, and only sizes without a prime factor above 7;
//! - hierarchical dual-nets over tori of two and three dimensions, one and two levels, with every choice of super-nodes;
//! - recursive expansions with every policy, cube-connected cycles, WK-recursive networks, star graphs, Kautz and de Bruijn graphs;
//! - dragonflies, dragonfly+, Slim Flies, polarity graphs and PolarStar; generalized fat trees of two to four levels, BCube.

use super::figures;
use super::limits::{Limits, MAX_LEVELS, MAX_PAIRED, MAX_SIZE_RATIO};
use super::recipe::{Base, Factor, FactorKind, Recipe};
use super::sketch::{MAX_DUAL_BASE, Sketch, measured, most_promising, recipes_without_closed_form};
use crate::progress::{Progress, Stopped};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Sizes of a dimension are at most this, by the number of dimensions.
const MAX_DIMENSION_SIZE: [u32; 9] = [0, 4096, 256, 96, 36, 20, 13, 9, 7];

/// Number of pairs per size over a wide range, and half as many more.
const MAX_ALIKE: usize = 4;

/// Lists the bases of a search group by group, the quickest to list first, always in the same order: candidates of the first group are
/// evaluated, reported and kept before the next one is listed.
pub struct BaseGroups<'a> {
    limits: &'a Limits,
    next: usize,
    /// Listed bases over which duals are built.
    plain: Vec<Arc<Base>>,
}

impl<'a> BaseGroups<'a> {
    /// Number of groups.
    pub const GROUP_COUNT: usize = 3;

    /// Starts at the first group.
    pub fn new(limits: &'a Limits) -> Self {
        BaseGroups { limits, next: 0, plain: Vec::new() }
    }

    /// The bases of the next group that give a candidate; `None` after the last group.
    pub fn next_group(&mut self, progress: &dyn Progress) -> Result<Option<Vec<Arc<Base>>>, Stopped> {
        let limits = self.limits;
        let group = self.next;
        self.next += 1;
        if let Some(base) = &limits.base {
            let mut bases = Vec::new();
            add_levels_over(base, limits, &mut bases);
            return Ok((group == 0).then(|| self.useful_bases(bases.into_iter().map(Arc::new))));
        }
        let duals = limits.wants_family("dual") || limits.wants_family("rdn");
        let words = ["torus", "mesh", "hyperx", "hypercube", "product"];
        let mut bases: Vec<Base> = Vec::new();
        match group {
            0 => {
                if duals || words.iter().any(|word| limits.wants_family(word)) {
                    add_products(limits, &mut bases);
                }
                add_machines(limits, &mut bases);
            }
            1 => {
                let named = recipes_without_closed_form(limits, duals);
                progress.stage("metrics of networks without closed form", named.len() as u64);
                // Bases of duals are small, and all are measured.
                let small =
                    |word: &Sketch| limits.promising.is_none() || duals && word.nodes <= MAX_DUAL_BASE;
                let (all, few): (Vec<Sketch>, Vec<Sketch>) = named.into_iter().partition(small);
                bases.extend(measured(all, limits, duals, progress));
                if let Some(by) = limits.promising {
                    bases.extend(most_promising(few, limits, by, progress));
                }
                if progress.stopped() {
                    return Err(Stopped);
                }
            }
            2 => {
                if duals {
                    add_duals(limits, &self.plain, &mut bases, progress);
                }
                if limits.wants_family("hdn") {
                    for sizes in torus_sizes(limits) {
                        let factors: Vec<Factor> =
                            sizes.iter().map(|&n| Factor { line: FactorKind::Ring, n }).collect();
                        add_hierarchical(&factors, 2, limits, &mut bases);
                        if progress.stopped() {
                            break;
                        }
                    }
                }
                self.plain.clear();
            }
            _ => return Ok(None),
        }
        if progress.stopped() {
            return Err(Stopped);
        }
        let bases: Vec<Arc<Base>> = bases.into_iter().map(Arc::new).collect();
        if group < 2 {
            self.plain.extend(bases.iter().cloned());
        }
        Ok(Some(self.useful_bases(bases)))
    }

    fn useful_bases(&self, bases: impl IntoIterator<Item = Arc<Base>>) -> Vec<Arc<Base>> {
        let wanted = |base: &Arc<Base>| self.limits.gives_candidate(base) && self.limits.wants(base);
        bases.into_iter().filter(wanted).collect()
    }
}

/// The bases of all groups.
pub fn all_bases(limits: &Limits, progress: &dyn Progress) -> Result<Vec<Arc<Base>>, Stopped> {
    let mut groups = BaseGroups::new(limits);
    let mut all = Vec::new();
    while let Some(bases) = groups.next_group(progress)? {
        all.extend(bases);
    }
    Ok(all)
}

/// Everything over one base.
fn add_levels_over(base: &Base, limits: &Limits, bases: &mut Vec<Base>) {
    let mut level = Some(base.clone());
    while let Some(base) = level.filter(|base| base.figures.direct() && base.figures.endpoints > 1) {
        let next = Base::dual(&Arc::new(base.clone()));
        bases.push(base);
        level = next.filter(|next| next.figures.endpoints <= limits.most);
    }
    if let Recipe::Product(factors) = &base.recipe
        && factors.len() <= 4
    {
        add_hierarchical(factors, 2, limits, bases);
    }
}

/// Products of lines.
fn add_products(limits: &Limits, bases: &mut Vec<Base>) {
    for line in [FactorKind::Ring, FactorKind::Complete, FactorKind::Path] {
        for (dimensions, &widest) in MAX_DIMENSION_SIZE.iter().enumerate().skip(1) {
            let widest = if line == FactorKind::Path { widest / 3 } else { widest };
            // A single long line is no design, but a small one is a base of others.
            let widest = if dimensions == 1 { widest.min(128) } else { widest };
            add_line_products(line, dimensions, 2, widest, limits, &mut Vec::new(), bases);
        }
    }
    for d in 1..=40u32 {
        let cube = vec![Factor { line: FactorKind::Complete, n: 2 }; d as usize];
        if d > 8 && d <= limits.ports && 1u64 << d <= limits.nodes() {
            bases.extend(Base::lines(&cube));
        }
    }
    if limits.wants_family("product") {
        let tori: Vec<Vec<Factor>> = bases
            .iter()
            .filter_map(|base| match &base.recipe {
                Recipe::Product(factors)
                    if factors.iter().all(|f| f.line == FactorKind::Ring && f.n > 2) && factors.len() < 4 =>
                {
                    Some(factors.clone())
                }
                _ => None,
            })
            .filter(|factors| factors.iter().all(|factor| factor.n <= 32))
            .collect();
        for mut factors in tori {
            for n in 2..=32 {
                factors.push(Factor { line: FactorKind::Complete, n });
                bases.extend(Base::lines(&factors).filter(|base| within_limits(base, limits)));
                factors.pop();
            }
        }
    }
}

fn within_limits(base: &Base, limits: &Limits) -> bool {
    base.figures.endpoints <= limits.nodes() && base.figures.own_ports <= limits.ports
}

/// All products of this many lines, the shortest first.
fn add_line_products(
    line: FactorKind,
    left: usize,
    least: u32,
    widest: u32,
    limits: &Limits,
    factors: &mut Vec<Factor>,
    bases: &mut Vec<Base>,
) {
    if left == 0 {
        // A cube is found once, as a product of complete graphs.
        if line != FactorKind::Complete && factors.iter().all(|factor| factor.n == 2) {
            return;
        }
        bases.extend(Base::lines(factors).filter(|base| within_limits(base, limits)));
        return;
    }
    let before: u64 = factors.iter().map(|factor| u64::from(factor.n)).product();
    let ports: u32 = factors.iter().map(|factor| factor.figures().own_ports).sum();
    for n in least..=widest {
        let each = Factor { line, n };
        // All following ones are at least as long, and have equally many ports.
        let smallest = u64::from(n).checked_pow(left as u32).and_then(|rest| rest.checked_mul(before));
        let fewest = u64::from(each.figures().own_ports) * left as u64 + u64::from(ports);
        if smallest.is_none_or(|size| size > limits.nodes()) || fewest > limits.ports.into() {
            break;
        }
        factors.push(each);
        add_line_products(line, left - 1, n, widest, limits, factors, bases);
        factors.pop();
    }
}

/// Dragonflies, dragonfly+ and trees.
fn add_machines(limits: &Limits, bases: &mut Vec<Base>) {
    let ports = limits.ports;
    if limits.wants_family("dragonfly") {
        for (a, h) in
            (2..=ports).flat_map(|a| (1..=ports).map(move |h| (a, h))).filter(|(a, h)| a - 1 + h <= ports)
        {
            let base =
                figures::dragonfly(a, h).map(|figures| Base { recipe: Recipe::Dragonfly(a, h), figures });
            bases.extend(base.filter(|base| within_limits(base, limits)));
        }
    }
    if limits.direct {
        return;
    }
    if limits.wants_family("megafly") {
        for (s, h) in
            (2..=ports).flat_map(|s| (1..=ports).map(move |h| (s, h))).filter(|(s, h)| s + h <= ports)
        {
            let base = figures::megafly(s, h).map(|figures| Base { recipe: Recipe::Megafly(s, h), figures });
            bases.extend(base.filter(|base| within_limits(base, limits)));
        }
    }
    if limits.wants_family("bcube") {
        for n in 2..=ports {
            let one = figures::switch(n);
            let mut all = Some(one);
            for k in 1..=8 {
                all = all
                    .and_then(|all| figures::product(&all, &one))
                    .filter(|all| all.endpoints <= limits.most);
                let Some(figures) = all else { break };
                bases.push(Base { recipe: Recipe::Bcube(n, k), figures });
            }
        }
    }
    if ["xgft", "fattree", "clos"].iter().any(|word| limits.wants_family(word)) {
        for levels in 2..=4 {
            trees(levels, limits, bases);
        }
    }
}

/// Trees whose endpoints have one port. Switches below the top have as many links up as down, or 1/2, 1/3, 1/4 of them on any level. Switches of the top have
/// as many parallel cables to each child as their ports allow.
fn trees(levels: usize, limits: &Limits, bases: &mut Vec<Base>) {
    for m in 2..limits.ports {
        for children in lower_children(levels, m, limits) {
            let below: u64 = children.iter().map(|m| u64::from(*m)).product();
            let mut tapers: Vec<Vec<u32>> = vec![vec![1]];
            for &m in &children {
                let longer = |parents: &Vec<u32>| {
                    let more = |taper: u32| {
                        m.is_multiple_of(taper).then(|| parents.iter().copied().chain([m / taper]).collect())
                    };
                    (1..=4).filter_map(more).collect::<Vec<Vec<u32>>>()
                };
                tapers = tapers.iter().flat_map(longer).collect();
            }
            let fits =
                |parents: &&Vec<u32>| children.iter().zip(&parents[1..]).all(|(m, w)| m + w <= limits.ports);
            for parents in tapers.iter().filter(fits) {
                for top in 2..=limits.ports {
                    let ends = below * u64::from(top);
                    if ends > limits.most {
                        break;
                    }
                    if ends >= limits.least {
                        bases.extend(tree(&children, top, parents, limits.ports));
                    }
                }
            }
        }
    }
}

/// Children of switches below the top: equally many, or another number on the second of three levels.
fn lower_children(levels: usize, m: u32, limits: &Limits) -> Vec<Vec<u32>> {
    let all = match levels {
        3 => (2..limits.ports).map(|second| vec![m, second]).collect(),
        _ => vec![vec![m; levels - 1]],
    };
    let fits = |children: &Vec<u32>| {
        let size = children.iter().try_fold(1u64, |all, m| all.checked_mul((*m).into()));
        size.is_some_and(|size| size <= limits.most)
    };
    all.into_iter().filter(fits).collect()
}

/// A tree with as few switches at the top as their ports allow.
fn tree(children: &[u32], top: u32, parents: &[u32], ports: u32) -> Option<Base> {
    let (&up, lower) = parents.split_last()?;
    let width = (1..=up.min(ports / top)).rev().find(|width| up.is_multiple_of(*width))?;
    let children: Vec<u32> = children.iter().copied().chain([top]).collect();
    let parents: Vec<u32> = lower.iter().copied().chain([up / width]).collect();
    let figures = figures::tree(&children, &parents, width)?;
    Some(Base { recipe: Recipe::Tree { children, parents, width }, figures })
}

/// Duals over one base and over two.
fn add_duals(limits: &Limits, plain: &[Arc<Base>], bases: &mut Vec<Base>, progress: &dyn Progress) {
    let fits = |base: &Base| base.figures.own_ports <= limits.ports && base.figures.endpoints <= limits.most;
    let mut level: Vec<Arc<Base>> = plain.iter().filter(|base| base.figures.direct()).cloned().collect();
    for _ in 0..MAX_LEVELS {
        level = level
            .iter()
            .filter_map(|base| Base::dual(base).filter(|dual| fits(dual)).map(Arc::new))
            .collect();
        bases.extend(level.iter().map(|base| Base::clone(base)));
    }
    if !limits.wants_family("dual") {
        return;
    }
    // Over a wide range there are millions of pairs: sizes with small factors stand for the others.
    let narrow = limits.most <= limits.least.saturating_mul(4);
    let mut sizes: BTreeMap<u64, Vec<&Arc<Base>>> = BTreeMap::new();
    for base in plain.iter().filter(|base| base.figures.direct() && base.figures.distances.is_some()) {
        let alike = sizes.entry(base.figures.endpoints).or_default();
        let paired = base.figures.endpoints <= MAX_PAIRED && (narrow || is_smooth(base.figures.endpoints));
        if paired && !alike.iter().any(|other| dominates(other, base)) {
            alike.retain(|other| !dominates(base, other));
            alike.push(base);
        }
    }
    if !narrow {
        // Of each size the ones with the fewest ports and hops, and those that carry most.
        for alike in sizes.values_mut() {
            let key = |base: &&Arc<Base>| {
                let distances = base
                    .figures
                    .distances
                    .map_or((u64::MAX, u128::MAX), |distances| (distances.diameter, distances.hops));
                (distances.0.saturating_add(base.figures.own_ports.into()), distances.1)
            };
            alike.sort_by_key(key);
            let mut rest = alike.split_off(alike.len().min(MAX_ALIKE));
            rest.sort_by_key(|base| std::cmp::Reverse(base.figures.with_self[0]));
            alike.extend(rest.into_iter().take(MAX_ALIKE / 2));
        }
    }
    for (&na, of_a) in &sizes {
        for (&nb, of_b) in sizes.range(na..) {
            if progress.stopped() {
                return;
            }
            let nodes = na.saturating_mul(nb).saturating_mul(2);
            if nodes > limits.most || nb > MAX_SIZE_RATIO * na {
                break;
            }
            let room = if limits.direct { 1 } else { u64::from(limits.ports) };
            if nodes.saturating_mul(room) < limits.least {
                continue;
            }
            for a in of_a {
                for b in of_b.iter().filter(|b| !Arc::ptr_eq(a, b)) {
                    bases.extend(
                        Base::dual_of_two(a, b).filter(|dual| fits(dual) && limits.gives_candidate(dual)),
                    );
                }
            }
        }
    }
}

/// Returns `true` if a size has no prime factor above 7.
fn is_smooth(mut n: u64) -> bool {
    for p in [2, 3, 5, 7] {
        while n > 1 && n.is_multiple_of(p) {
            n /= p;
        }
    }
    n == 1
}

/// Returns `true` if no metric of the first is worse; of equal ones the first counts.
fn dominates(a: &Base, b: &Base) -> bool {
    let (x, y) = (&a.figures, &b.figures);
    let (Some(distances), Some(other)) = (x.distances, y.distances) else { return false };
    x.own_ports <= y.own_ports
        && x.links <= y.links
        && distances.diameter <= other.diameter
        && distances.hops <= other.hops
        && x.with_self[0] >= y.with_self[0]
        && x.with_self[1] >= y.with_self[1]
        && x.channels.unwrap_or(u32::MAX) <= y.channels.unwrap_or(u32::MAX)
}

/// Sizes of the tori under hierarchical dual-nets.
fn torus_sizes(limits: &Limits) -> Vec<Vec<u32>> {
    let mut out = Vec::new();
    for a in 2..=12u32 {
        for b in a..=12 {
            out.push(vec![a, b]);
            out.extend((b..=9).map(|c| vec![a, b, c]));
        }
    }
    out.retain(|sizes| sizes.iter().map(|n| u64::from(*n)).product::<u64>() <= limits.most);
    out
}

/// Hierarchical dual-nets over a product, of up to this many levels, with every choice of super-nodes.
fn add_hierarchical(factors: &[Factor], levels: u32, limits: &Limits, bases: &mut Vec<Base>) {
    let Some(base) = Base::lines(factors) else { return };
    let sets: Vec<u32> = (0..1u32 << factors.len()).collect();
    let mut chosen: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..levels {
        let longer: Vec<Vec<u32>> = chosen
            .iter()
            .flat_map(|before| sets.iter().map(move |set| before.iter().copied().chain([*set]).collect()))
            .collect();
        for sets in &longer {
            bases.extend(
                super::hdn::net(factors, &base, sets).filter(|net| net.figures.endpoints <= limits.most),
            );
        }
        chosen = longer;
    }
}
