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

use super::figures::{self, Figures};
use super::fraction::Fraction;
use super::known::{add_shortest_ways, is_network, with_distances};
use super::recipe::{Base, Factor, FactorKind, Recipe};
use crate::progress::{CancelOnly, Progress, Stopped};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The restrictions of a search.
#[derive(Debug, Clone)]
pub struct Limits {
    /// No fewer endpoints.
    pub least: u64,
    /// No more.
    pub most: u64,
    /// No node with more ports.
    pub ports: u32,
    /// Only networks whose nodes are all endpoints.
    pub direct: bool,
    /// Only these families; all without any.
    pub families: Vec<&'static str>,
    /// Only constructions over this network.
    pub base: Option<Base>,
    /// Ports of an endpoint; networks whose endpoints have one port are built this many times. `None` if endpoints may have as many as switches.
    pub endpoint_ports: Option<u32>,
    /// Uniform throughput that a candidate must carry, as a fraction of what an endpoint injects.
    pub throughput: Option<Fraction>,
    /// Of each family without closed form only the few most promising networks by this are measured; all without.
    pub promising: Option<Promising>,
}

/// By what networks are promising before they are measured: from nodes and degree alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promising {
    /// Most hosts on a router, so that switches are few.
    Cost,
    /// Most throughput.
    Throughput,
    /// Most endpoints.
    Endpoints,
}

impl Default for Limits {
    /// Anything up to ten million endpoints.
    fn default() -> Self {
        Limits {
            least: 2,
            most: 10_000_000,
            ports: 64,
            direct: false,
            families: Vec::new(),
            base: None,
            endpoint_ports: None,
            throughput: None,
            promising: None,
        }
    }
}

impl Limits {
    /// Returns `true` if endpoints may have this many ports.
    pub fn allows_endpoint_ports(&self, ports: u32) -> bool {
        self.endpoint_ports.is_none_or(|most| ports <= most)
    }

    /// Number of copies of a network whose endpoints have this many ports.
    pub fn planes(&self, ports: u32) -> u32 {
        if ports == 1 && !self.direct { self.endpoint_ports.unwrap_or(1).max(1) } else { 1 }
    }

    /// Returns `true` if a base may carry the required throughput with this many hosts on each of its endpoints, or by itself.
    fn may_carry(&self, figures: &Figures, hosts: u64) -> bool {
        self.throughput.is_none_or(|wanted| {
            // Copies of the network carry as many times as much as endpoints inject more.
            let upper = figures.with_self[1].times(1u32, hosts.max(1));
            upper.is_none_or(|upper| upper >= wanted)
        })
    }

    /// Returns `true` if a network is of a family that is searched. Every tree is an xgft.
    fn wants(&self, base: &Base) -> bool {
        self.wants_family(base.recipe.family())
            || matches!(base.recipe, Recipe::Tree { .. }) && self.wants_family("xgft")
    }

    /// Returns `true` if a family is looked at.
    pub fn wants_family(&self, family: &str) -> bool {
        self.families.is_empty() || self.families.contains(&family)
    }

    /// Returns `true` if a base gives a candidate: itself, or with hosts.
    fn gives_candidate(&self, base: &Base) -> bool {
        self.may_meet(&base.figures, takes_hosts(base))
    }

    fn may_meet(&self, figures: &Figures, takes_hosts: bool) -> bool {
        let itself = (self.least..=self.most).contains(&figures.endpoints)
            && figures.ports() <= self.ports
            && self.allows_endpoint_ports(figures.own_ports);
        let room = self.ports.saturating_sub(figures.own_ports);
        let hosted = !self.direct
            && takes_hosts
            && figures.radix <= self.ports
            && room > 0
            && figures.endpoints <= self.most
            && figures.endpoints.saturating_mul(room.into()) >= self.least
            && self.may_carry(figures, self.least.div_ceil(figures.endpoints.max(1)));
        itself || hosted
    }

    /// Returns `true` if a dual over a base may give a candidate: over the base alone, up to four times, or over it and the best network of
    /// another size.
    fn serves_duals(&self, base: &Base) -> bool {
        let figures = &base.figures;
        let dual = |below: &Figures| figures::dual_construction(below, below);
        let mut levels = std::iter::successors(dual(figures), dual).take(MAX_LEVELS);
        if levels.any(|dual| self.may_meet(&dual, true)) {
            return true;
        }
        let n = figures.endpoints.max(1);
        let most = (self.most / (2 * n)).min(n.saturating_mul(MAX_SIZE_RATIO));
        n <= MAX_PAIRED
            && (n.div_ceil(MAX_SIZE_RATIO)..=most.min(MAX_PAIRED)).any(|other| {
                let best = figures::unlimited(other);
                figures::dual_construction(figures, &best).is_some_and(|dual| self.may_meet(&dual, true))
            })
    }

    /// The most hosts on each node of a base with which it meets the limits; `None` if it does not.
    fn most_hosts(&self, base: &Base) -> Option<u64> {
        self.most_hosts_at(&base.figures, base.figures.with_self[0])
    }

    /// The same at this throughput of one host.
    fn most_hosts_at(&self, figures: &Figures, throughput: Fraction) -> Option<u64> {
        let room = u64::from(self.ports.saturating_sub(figures.own_ports));
        let most = (self.most / figures.endpoints.max(1)).min(if self.direct { 1 } else { room });
        let least = self.least.div_ceil(figures.endpoints.max(1)).max(1);
        let carries = |hosts: &u64| {
            let carried = throughput.times(1u32, *hosts);
            carried.is_some_and(|carried| {
                carried.over > 0 && self.throughput.is_none_or(|wanted| carried >= wanted)
            })
        };
        (least..=most).rev().find(carries)
    }

    /// The most routers: as many as endpoints.
    fn nodes(&self) -> u64 {
        self.most
    }
}

/// Returns `true` if hosts are put on it.
pub fn takes_hosts(base: &Base) -> bool {
    base.figures.direct() || matches!(base.recipe, Recipe::Megafly(..))
}

/// Sizes of a dimension are at most this, by the number of dimensions.
const MAX_DIMENSION_SIZE: [u32; 9] = [0, 4096, 256, 96, 36, 20, 13, 9, 7];

/// Bases of two-base duals have at most this many nodes.
const MAX_PAIRED: u64 = 1 << 13;

/// Bases of duals of two have at most this many times the nodes of each other: much larger on one side is a network of the other kind with extra hops.
const MAX_SIZE_RATIO: u64 = 4;

/// Number of times that the dual construction is applied over a base.
const MAX_LEVELS: usize = 4;

/// Number of pairs per size over a wide range, and half as many more.
const MAX_ALIKE: usize = 4;

/// Nodes of the bases of duals without closed form.
const MAX_DUAL_BASE: u64 = 256;

/// Routers of a dragonfly whose metrics are computed.
const MAX_GROUPED: u64 = 1 << 12;

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

/// Words whose metrics the library is requested.
fn recipes_without_closed_form(limits: &Limits, duals: bool) -> Vec<Sketch> {
    let mut words: Vec<Sketch> = Vec::new();
    let mut word =
        |name: &'static str, family: &'static str, arguments: String, nodes: Option<u64>, degree: u32| {
            let fits = nodes.is_some_and(|nodes| {
                let room = u64::from(limits.ports.saturating_sub(degree));
                let hosted = if limits.direct { 1 } else { room.max(1) };
                let base = duals && nodes <= MAX_DUAL_BASE;
                nodes > 1 && nodes <= limits.nodes() && (base || nodes.saturating_mul(hosted) >= limits.least)
            });
            if limits.wants_family(family) && fits && degree <= limits.ports {
                words.push(Sketch {
                    recipe: Recipe::Word(name, arguments),
                    family,
                    nodes: nodes.unwrap_or(0),
                    degree,
                });
            }
        };
    let power = |a: u64, b: u32| a.checked_pow(b);
    for d in 2..=40u32 {
        word("foldedcube", "foldedcube", d.to_string(), power(2, d), d + 1);
    }
    for q in 3..=128u32 {
        let wide = u64::from(q);
        word("slimfly", "slimfly", q.to_string(), Some(2 * wide * wide), 3 * q / 2);
        word("polarity", "polarity", q.to_string(), Some(wide * wide + wide + 1), q + 1);
        for d in (3..=32u32).filter(|d| d % 4 == 0 || d % 4 == 3) {
            let nodes = (wide * wide + wide + 1) * u64::from(2 * d + 2);
            word("starproduct", "polarstar", format!("polarity({q}), iq({d})"), Some(nodes), q + 1 + d);
        }
    }
    for n in 3..=12u64 {
        word("stargraph", "stargraph", n.to_string(), Some((1..=n).product()), n as u32 - 1);
    }
    for d in 2..=16u64 {
        for k in 2..=20u32 {
            let kautz = power(d, k).zip(power(d, k - 1)).and_then(|(a, b)| a.checked_add(b));
            // Larger ones have neither a closed form nor a short search.
            word("kautz", "kautz", format!("{d},{k}"), kautz.filter(|n| *n <= 8192), 2 * d as u32);
            word(
                "debruijn",
                "debruijn",
                format!("{d},{k}"),
                power(d, k).filter(|n| *n <= 8192),
                2 * d as u32,
            );
            word("wk", "wk", format!("{d},{k}"), power(d, k), d as u32);
        }
    }
    for n in 3..=24u64 {
        word("ccc", "ccc", n.to_string(), n.checked_mul(1 << n), 3);
    }
    for frame in 2..=6u64 {
        for unit in 3..=6u64 {
            for r in 1..=3u32 {
                let nodes = power(frame, r).and_then(|all| all.checked_mul(unit));
                for policy in ["diameter", "degree", "aligned"] {
                    for (a, b) in [
                        ("ring", "ring"),
                        ("ring", "complete"),
                        ("complete", "ring"),
                        ("complete", "complete"),
                    ] {
                        let text = format!("{a}({frame}), {b}({unit}), {r}, policy={policy}");
                        if frame > 3 || a == "complete" {
                            word("re", "re", text, nodes, 3);
                        }
                    }
                }
            }
        }
    }
    if limits.wants_family("dragonfly") {
        words.extend(grouped_dragonflies(limits).into_iter().map(|(recipe, nodes, degree)| Sketch {
            recipe,
            family: "dragonfly",
            nodes,
            degree,
        }));
    }
    if limits.wants_family("twisted") {
        for k in 2..=64u32 {
            for sizes in [[k, k, 2 * k], [k, 2 * k, 2 * k]] {
                let nodes: u64 = sizes.iter().map(|n| u64::from(*n)).product();
                let room = if limits.direct { 1 } else { u64::from(limits.ports.saturating_sub(6)).max(1) };
                if nodes <= limits.nodes().min(1 << 20) && nodes * room >= limits.least && limits.ports >= 6 {
                    words.push(Sketch {
                        recipe: Recipe::Twisted(sizes),
                        family: "twisted",
                        nodes,
                        degree: 6,
                    });
                }
            }
        }
    }
    words
}

/// A network before it is measured.
struct Sketch {
    recipe: Recipe,
    family: &'static str,
    nodes: u64,
    degree: u32,
}

/// Networks of a family that are measured at a time, and how often.
const MAX_PROMISING: usize = 4;
const MAX_ROUNDS: usize = 8;

impl Sketch {
    /// No network of these nodes and this degree has a shorter mean distance (Moore), and it carries no more than its links over what hosts need.
    fn most_throughput(&self, hosts: u64) -> f64 {
        let (degree, nodes) = (f64::from(self.degree), self.nodes as f64);
        let (mut layer, mut reached, mut hops, mut distance) = (degree, 1.0, 0.0, 1.0);
        while reached < nodes && distance < 64.0 {
            let here = layer.min(nodes - reached);
            (hops, reached) = (hops + here * distance, reached + here);
            (layer, distance) = (layer * (degree - 1.0).max(1.0), distance + 1.0);
        }
        degree * nodes / (hops.max(1.0) * hosts.max(1) as f64)
    }

    /// How promising it is, more first; `None` if it cannot meet the limits.
    fn promise(&self, limits: &Limits, by: Promising) -> Option<f64> {
        let room = u64::from(limits.ports.saturating_sub(self.degree));
        let most = (limits.most / self.nodes.max(1)).min(if limits.direct { 1 } else { room });
        let least = limits.least.div_ceil(self.nodes.max(1)).max(1);
        let wanted = limits.throughput.map_or(0.0, Fraction::value);
        // One percent for the traffic that stays at a router.
        let hosts = (least..=most).rev().find(|&hosts| self.most_throughput(hosts) * 1.01 >= wanted)?;
        Some(match by {
            Promising::Cost => hosts as f64 - f64::from(self.degree) / 1000.0,
            Promising::Throughput => self.most_throughput(least),
            Promising::Endpoints => (hosts * self.nodes) as f64,
        })
    }
}

/// Measures networks, without those that are none, too large, or cannot give a candidate, as a base of duals either where these are wanted.
fn measured(words: Vec<Sketch>, limits: &Limits, duals: bool, progress: &dyn Progress) -> Vec<Base> {
    let watch = CancelOnly(progress);
    let measure = |word: Sketch| {
        let mut base = with_distances(word.recipe, &watch)?;
        let useful = limits.gives_candidate(&base) || duals && limits.serves_duals(&base);
        useful.then_some(())?;
        add_shortest_ways(&mut base, &watch)?;
        Some(base)
    };
    let one = |word: Sketch| {
        let base = if progress.stopped() { None } else { measure(word) };
        progress.advance(1);
        base
    };
    words.into_par_iter().filter_map(one).collect()
}

/// Measures distances, then loads of the networks that may still take more hosts than those found so far, in the order of what distances allow.
fn measure_until_best(words: Vec<Sketch>, limits: &Limits, found: &mut Vec<Base>, progress: &dyn Progress) {
    let watch = CancelOnly(progress);
    let with_distances = |word: Sketch| {
        let base = if progress.stopped() { None } else { with_distances(word.recipe, &watch) };
        progress.advance(1);
        let base = base?;
        Some((limits.most_hosts_at(&base.figures, base.figures.with_self[1])?, base))
    };
    let mut open: Vec<(u64, Base)> = words.into_par_iter().filter_map(with_distances).collect();
    // More hosts at a router first, then fewer links: both make an endpoint cheaper.
    let order = |hosts: u64, base: &Base| (hosts, std::cmp::Reverse(base.figures.own_ports));
    open.sort_by_key(|(hosts, base)| std::cmp::Reverse(order(*hosts, base)));
    for (hosts, mut base) in open {
        let carried = found.iter().filter_map(|base| Some(order(limits.most_hosts(base)?, base)));
        let best = carried.max();
        if progress.stopped() || best.is_some_and(|best| order(hosts, &base) <= best) {
            break;
        }
        if add_shortest_ways(&mut base, &watch).is_some() {
            found.push(base);
        }
    }
}

/// Of every family the most promising ones, measured: a few, or more until one meets the limits.
fn most_promising(words: Vec<Sketch>, limits: &Limits, by: Promising, progress: &dyn Progress) -> Vec<Base> {
    let mut families: BTreeMap<&str, Vec<(f64, Sketch)>> = BTreeMap::new();
    for word in words {
        if let Some(promise) = word.promise(limits, by) {
            families.entry(word.family).or_default().push((promise, word));
        }
    }
    let mut out = Vec::new();
    for (_, mut family) in families {
        family.sort_by(|a, b| b.0.total_cmp(&a.0));
        // Not every number is one that the family has.
        let exist = family.into_iter().filter(|(_, word)| is_network(&word.recipe));
        let mut exist = exist.peekable();
        let mut found: Vec<Base> = Vec::new();
        for _ in 0..MAX_ROUNDS {
            // The remaining networks cannot carry more than those found.
            let best = found.iter().filter_map(|base| limits.most_hosts(base)).max();
            let next = exist.peek().map(|(promise, _)| *promise);
            let more = match (best, next, by) {
                (_, None, _) => false,
                (None, Some(_), _) => true,
                (Some(best), Some(promise), Promising::Cost) => promise > best as f64,
                (Some(_), Some(_), _) => false,
            };
            if !more || progress.stopped() {
                break;
            }
            let part: Vec<Sketch> = exist.by_ref().take(MAX_PROMISING).map(|(_, word)| word).collect();
            match by {
                Promising::Cost => measure_until_best(part, limits, &mut found, progress),
                _ => found.extend(measured(part, limits, false, progress)),
            }
        }
        out.extend(found);
    }
    out
}

/// Dragonflies with fewer groups than their global links allow: of every number of routers and global links the smallest one that is large enough with a balanced
/// number of hosts, and whose pairs of groups all have equally many cables.
fn grouped_dragonflies(limits: &Limits) -> Vec<(Recipe, u64, u32)> {
    let mut out = Vec::new();
    if limits.direct || limits.endpoint_ports.is_none() {
        return out;
    }
    let share = limits.throughput.map_or(1.0, Fraction::value).max(0.01);
    for (a, h) in (2..=limits.ports).flat_map(|a| (1..=limits.ports).map(move |h| (a, h))) {
        // A router sends by h global links, and twice by local ones.
        let room = limits.ports.saturating_sub(a - 1 + h);
        let balanced = (f64::from(h) / share).min(f64::from(a) / (2.0 * share)) as u32;
        let hosts = room.min(balanced);
        if hosts == 0 || a - 1 + h >= limits.ports {
            continue;
        }
        let each = u64::from(a) * u64::from(hosts);
        let even = |groups: &u64| (u64::from(a) * u64::from(h)).is_multiple_of(groups - 1);
        let all = u64::from(a) * u64::from(h) + 1;
        let groups = (limits.least.div_ceil(each).max(3)..all).find(even);
        if let Some(groups) = groups.filter(|groups| groups * each <= limits.most)
            && u64::from(a) * groups <= MAX_GROUPED
        {
            out.push((Recipe::GroupedDragonfly(a, h, groups as u32), u64::from(a) * groups, a - 1 + h));
        }
    }
    out
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
