//! Networks without closed form: listed by nodes and degree, and measured as far as they are promising.

use super::fraction::Fraction;
use super::known::{add_shortest_ways, is_network, with_distances};
use super::limits::{Limits, Promising};
use super::recipe::{Base, Recipe};
use crate::progress::{CancelOnly, Progress};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Nodes of the bases of duals without closed form.
pub(super) const MAX_DUAL_BASE: u64 = 256;

/// Routers of a dragonfly whose metrics are computed.
const MAX_GROUPED: u64 = 1 << 12;

/// The networks that have no closed form in this search, before they are measured.
pub(super) fn recipes_without_closed_form(limits: &Limits, duals: bool) -> Vec<Sketch> {
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
pub(super) struct Sketch {
    recipe: Recipe,
    family: &'static str,
    /// Its nodes.
    pub(super) nodes: u64,
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
pub(super) fn measured(
    words: Vec<Sketch>,
    limits: &Limits,
    duals: bool,
    progress: &dyn Progress,
) -> Vec<Base> {
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
pub(super) fn most_promising(
    words: Vec<Sketch>,
    limits: &Limits,
    by: Promising,
    progress: &dyn Progress,
) -> Vec<Base> {
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
