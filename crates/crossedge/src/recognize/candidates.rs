//! Expressions whose networks have about as many nodes and cables as a graph: what it may be.

use super::switch_graph::{SwitchGraph, most_frequent};
use crate::expr::parse;
use crate::topology::Topology;
use num_integer::Roots;
use std::collections::BTreeSet;

/// An expression that a graph may be, if some of its cables are wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The expression.
    pub expression: String,
    /// Size of the groups of a network of groups.
    pub group: Option<usize>,
    /// `true` for a family that people build: its plan is looked for even if cables are wrong.
    pub built: bool,
}

/// Candidates with more than this share of their cables more or fewer are left out, in percent.
const TOLERANCE: u64 = 15;

/// Number of dimensions that are tried.
const MAX_DIMENSIONS: usize = 8;

/// Counts of a graph without its hosts.
struct Profile {
    /// Number of nodes that the plan has.
    nodes: u64,
    /// Number of links, parallel cables counted once.
    links: u64,
    /// Number of cables.
    cables: u64,
    /// Cables of a link.
    width: u64,
    /// Hosts of a node, where it has some.
    hosts: u64,
    /// Cables of a host.
    host_cables: u64,
    /// Number of nodes on each level of a tree of switches, from the hosts up; one level if all nodes have hosts, or none.
    levels: Vec<u64>,
    /// Links and their cables between each level and the next.
    between: Vec<(u64, u64)>,
    /// Links between nodes of the same level.
    level_links: Vec<u64>,
}

/// The networks that a graph may be, likely ones first. `more` is the number of nodes that the plan has in addition.
pub fn candidates(graph: &SwitchGraph, more: i64) -> Vec<Candidate> {
    let Some(profile) = Profile::new(graph, more) else { return Vec::new() };
    let mut out = Vec::new();
    if profile.levels.len() > 1 {
        profile.trees(&mut out);
        profile.leaf_spine_groups(&mut out);
    } else {
        profile.direct(&mut out);
    }
    // In canonical text, each once.
    let mut seen = BTreeSet::new();
    out.retain_mut(|candidate| match parse(&candidate.expression) {
        Ok(expression) => {
            candidate.expression = expression.to_string();
            seen.insert(candidate.expression.clone())
        }
        Err(_) => false,
    });
    out
}

impl Profile {
    fn new(graph: &SwitchGraph, more: i64) -> Option<Profile> {
        let nodes = (graph.len() as u64).checked_add_signed(more).filter(|&nodes| nodes > 0)?;
        let links = graph.graph.links.iter().map(|links| links.len() as u64).sum::<u64>() / 2;
        let width = most_frequent(graph.graph.links.iter().flatten().map(|&(_, cables)| cables)).unwrap_or(1);
        let bearing = graph.bearing();
        let with_hosts = bearing.iter().filter(|&&bears| bears).count();
        let hosts = graph.usual_hosts();
        let base = Profile {
            nodes,
            links,
            cables: graph.graph.cables(),
            width,
            hosts,
            host_cables: graph.host_cables,
            levels: vec![nodes],
            between: Vec::new(),
            level_links: Vec::new(),
        };
        // Nodes without hosts are above the others; a few of these may have lost theirs.
        if with_hosts == 0 || 20 * with_hosts >= 19 * graph.len() {
            return Some(base);
        }
        let level = graph.levels();
        let top = level.iter().max().copied().unwrap_or(0);
        let mut counts = vec![0u64; top + 1];
        level.iter().for_each(|&level| counts[level] += 1);
        if let Some(last) = counts.last_mut() {
            *last = last.checked_add_signed(more)?;
        }
        let mut cables: Vec<Vec<u64>> = vec![Vec::new(); top];
        let mut level_links = vec![0; top + 1];
        for (v, links) in graph.graph.links.iter().enumerate() {
            for &(w, count) in links {
                let (a, b) = (level[v], level[w as usize]);
                if a + 1 == b {
                    cables[a].push(count);
                } else if a == b && v < w as usize {
                    level_links[a] += 1;
                }
            }
        }
        let between = cables
            .into_iter()
            .map(|cables| (cables.len() as u64, most_frequent(cables.into_iter()).unwrap_or(1)));
        Some(Profile { levels: counts, between: between.collect(), level_links, ..base })
    }

    /// The expression with widths of these classes.
    fn widened(&self, expression: String, classes: &[(&str, u64)]) -> String {
        let wide = classes.iter().filter(|(_, width)| *width > 1);
        wide.fold(expression, |inside, (class, width)| format!("width({inside}, \"{class}\", {width})"))
    }

    /// Folded Clos networks and fat trees of any number of levels: the numbers of nodes of all levels determine the parents and children, but for a divisor.
    fn trees(&self, out: &mut Vec<Candidate>) {
        let push = |expression: String, classes: &[(&str, u64)], out: &mut Vec<Candidate>| {
            let expression = self.widened(expression, classes);
            out.push(Candidate { expression, group: None, built: true });
        };
        let names: Vec<String> = (1..=self.levels.len()).map(|level| format!("level {level}")).collect();
        let mut classes: Vec<(&str, u64)> = vec![(names[0].as_str(), self.host_cables)];
        classes.extend(names[1..].iter().map(String::as_str).zip(self.between.iter().map(|&(_, w)| w)));
        if let [leaves, spines] = self.levels[..] {
            push(format!("clos({}, {leaves}, {spines})", self.hosts), &classes, out);
        }
        let mut plans = Vec::new();
        trees_of(&self.levels, &mut (vec![self.hosts], vec![1]), &mut plans);
        let close = |parents: &[u64]| {
            let planned = (1..parents.len()).map(|level| self.levels[level - 1] * parents[level]);
            let pairs = planned.zip(&self.between).map(|(planned, &(links, _))| planned.abs_diff(links));
            let total: u64 = self.between.iter().map(|&(links, _)| links).sum();
            pairs.sum::<u64>() * 100 <= total * TOLERANCE
        };
        plans.retain(|(_, parents)| close(parents));
        for (children, parents) in plans {
            if let ([a, b, k], [1, c, d]) = (&children[..], &parents[..])
                && [*b, *c, *d] == [*a; 3]
                && *k == 2 * a
            {
                push(format!("fattree({k})"), &classes, out);
                continue;
            }
            // A Clos network by another name.
            if self.levels.len() == 2 && children[1] == self.levels[0] {
                continue;
            }
            let list = |numbers: &[u64]| {
                let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
                format!("[{}]", texts.join(","))
            };
            push(format!("xgft({},{})", list(&children), list(&parents)), &classes, out);
        }
    }

    /// Dragonflies whose groups have leaves and spines.
    fn leaf_spine_groups(&self, out: &mut Vec<Candidate>) {
        let [leaves, spines] = self.levels[..] else { return };
        if leaves != spines || self.level_links.get(1).is_none_or(|&links| links == 0) {
            return;
        }
        for size in divisors(leaves) {
            let groups = leaves / size;
            for globals in 1..=self.level_links[1] * 2 / leaves * 2 + 2 {
                let all = size * globals;
                if groups < 3 || groups > all + 1 || !near(leaves * size + groups * all / 2, self.cables) {
                    continue;
                }
                let inside = match groups == all + 1 {
                    true => format!("megafly({size}, {globals})"),
                    false => format!("megafly({size}, {globals}, groups={groups})"),
                };
                self.push(inside, Some(size as usize), true, out);
            }
        }
    }

    /// A network of routers that all have hosts, or none.
    fn push(&self, inside: String, group: Option<usize>, built: bool, out: &mut Vec<Candidate>) {
        let classes: &[(&str, u64)] = &[("host", self.host_cables)];
        let expression = match self.hosts {
            0 => inside,
            hosts => self.widened(format!("hosts({inside}, {hosts})"), classes),
        };
        out.push(Candidate { expression, group, built });
    }

    fn direct(&self, out: &mut Vec<Candidate>) {
        for direct in direct_networks(self.nodes, [self.links, self.cables], 2) {
            // A width of all links, by the names that the network has for them.
            let widths =
                if self.width > 1 && !direct.bundles { link_classes(&direct.expression) } else { Vec::new() };
            let classes: Vec<(&str, u64)> = widths.iter().map(|class| (class.as_str(), self.width)).collect();
            self.push(self.widened(direct.expression, &classes), direct.group, direct.built, out);
        }
    }
}

/// The names of the classes of links of a network.
fn link_classes(expression: &str) -> Vec<String> {
    let Ok(plan) = expression.parse::<Topology>() else { return Vec::new() };
    plan.network().map_or(Vec::new(), |network| network.link_classes())
}

/// A direct network.
struct Direct {
    expression: String,
    /// Size of the groups.
    group: Option<usize>,
    /// `true` for a family that people build.
    built: bool,
    /// `true` if its parameters include the number of cables of a link.
    bundles: bool,
}

impl Direct {
    fn new(expression: String, built: bool) -> Self {
        Direct { expression, group: None, built, bundles: false }
    }
}

/// Direct networks with this number of nodes and about these numbers of links and cables; duals are nested up to this depth.
fn direct_networks(nodes: u64, [links, cables]: [u64; 2], depth: u32) -> Vec<Direct> {
    let mut out: Vec<Direct> = Vec::new();
    let fits = |planned: u64| near(planned, links);
    if fits(nodes) && nodes > 2 {
        out.push(Direct::new(format!("ring({nodes})"), true));
    }
    if fits(nodes - 1) {
        out.push(Direct::new(format!("path({nodes})"), false));
        out.push(Direct::new(format!("star({nodes})"), false));
    }
    if fits(nodes * (nodes - 1) / 2) {
        out.push(Direct::new(format!("complete({nodes})"), true));
    }
    if nodes.is_power_of_two() {
        let d = u64::from(nodes.trailing_zeros());
        if fits(nodes / 2 * d) {
            out.push(Direct::new(format!("hypercube({d})"), true));
        }
        if fits(nodes / 2 * (d + 1)) {
            out.push(Direct::new(format!("foldedcube({d})"), true));
        }
    }
    for dims in factorizations(nodes) {
        let list = dims.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let torus: u64 = dims.iter().map(|&dim| if dim == 2 { nodes / 2 } else { nodes }).sum();
        let mesh: u64 = dims.iter().map(|&dim| nodes / dim * (dim - 1)).sum();
        let hyperx: u64 = dims.iter().map(|&dim| nodes * (dim - 1) / 2).sum();
        if fits(torus) && dims.len() > 1 {
            out.push(Direct::new(format!("torus({list})"), true));
        }
        if fits(mesh) && dims.len() > 1 {
            out.push(Direct::new(format!("mesh({list})"), true));
        }
        if fits(hyperx) && dims.len() > 1 {
            out.push(Direct::new(format!("hyperx({list})"), true));
        }
    }
    groups(nodes, cables, &mut out);
    others(nodes, &fits, &mut out);
    // Duals: twice the square of the nodes of the base, one link more at every node.
    let root = (nodes / 2).sqrt();
    if depth > 0 && root >= 2 && 2 * root * root == nodes {
        let inside = (links.saturating_sub(nodes / 2)) / (2 * root);
        for Direct { expression: base, .. } in direct_networks(root, [inside; 2], depth - 1) {
            let dual = match base.strip_prefix("rdn(").and_then(|rest| rest.rsplit_once(", ")) {
                Some((inner, levels)) => {
                    let levels: u64 = levels.trim_end_matches(')').parse().unwrap_or(1);
                    format!("rdn({inner}, {})", levels + 1)
                }
                None => format!("rdn({base}, 1)"),
            };
            out.push(Direct::new(dual, false));
        }
    }
    out
}

/// Dragonflies: groups of routers, and global cables for what remains.
fn groups(nodes: u64, cables: u64, out: &mut Vec<Direct>) {
    for size in divisors(nodes).into_iter().filter(|&size| size > 1) {
        let groups = nodes / size;
        let local = groups * size * (size - 1) / 2;
        let globals = |cables: u64| cables.saturating_sub(local) * 2 / nodes;
        let least = globals(cables * 100 / (100 + TOLERANCE)).max(1);
        for h in least..=globals(cables * (100 + TOLERANCE) / 100) + 1 {
            let all = size * h;
            if groups < 3 || groups > all + 1 || !near(local + groups * all / 2, cables) {
                continue;
            }
            let whole = groups == all + 1;
            let expression = match whole {
                true => format!("dragonfly({size}, {h})"),
                false => format!("dragonfly({size}, {h}, groups={groups})"),
            };
            out.push(Direct { expression, group: Some(size as usize), built: true, bundles: !whole });
            let expression = format!("dragonfly({size}, {h}, groups={groups}, arrangement=\"absolute\")");
            out.push(Direct { expression, group: None, built: false, bundles: !whole });
        }
    }
}

/// Families with one or two parameters that seldom have these numbers.
fn others(nodes: u64, fits: &dyn Fn(u64) -> bool, out: &mut Vec<Direct>) {
    let mut push = |links: u64, expression: String, built: bool| {
        if fits(links) {
            out.push(Direct::new(expression, built));
        }
    };
    let root = (nodes / 2).sqrt();
    if root >= 3 && 2 * root * root == nodes {
        let delta = match root % 4 {
            1 => 1,
            3 => -1i64,
            _ => 0,
        };
        let degree = (3 * root as i64 - delta) as u64 / 2;
        push(nodes * degree / 2, format!("slimfly({root})"), true);
    }
    for r in 1..=20u64 {
        if 1u64 << (2 * r - 1) == nodes {
            push(nodes / 2 * r, format!("dualcube({r})"), false);
        }
        if r << r == nodes && r > 2 {
            push(nodes * 3 / 2, format!("ccc({r})"), false);
        }
        let factorial: u64 = (1..=r).product();
        if factorial == nodes && r > 2 {
            push(nodes * (r - 1) / 2, format!("stargraph({r})"), false);
            push(nodes * (r - 1) / 2, format!("pancake({r})"), false);
        }
    }
    // q^2 + q + 1 points of a projective plane.
    let q = nodes.sqrt();
    for q in q.saturating_sub(1)..=q {
        if q >= 2 && q * q + q + 1 == nodes {
            push((nodes * (q + 1) - (q + 1)) / 2, format!("polarity({q})"), false);
        }
    }
    if nodes % 4 == 1 {
        push(nodes * (nodes - 1) / 4, format!("paley({nodes})"), false);
    }
    for digits in 2..=16u32 {
        let base = nodes.nth_root(digits);
        if base >= 2 && base.checked_pow(digits) == Some(nodes) {
            push((nodes * base - base) / 2, format!("wk({base}, {digits})"), false);
            push(nodes * base, format!("debruijn({base}, {digits})"), false);
        }
        for d in 2..=64u64 {
            if d.checked_pow(digits - 1).and_then(|power| power.checked_mul(d + 1)) == Some(nodes) {
                push(nodes * d, format!("kautz({d}, {digits})"), false);
            }
        }
    }
}

/// Returns `true` if two numbers of links are close.
fn near(planned: u64, links: u64) -> bool {
    planned.abs_diff(links) * 100 <= planned.max(links) * TOLERANCE
}

/// Children and parents of every level of a fat tree with these numbers of switches, from the hosts up.
fn trees_of(levels: &[u64], so_far: &mut (Vec<u64>, Vec<u64>), out: &mut Vec<(Vec<u64>, Vec<u64>)>) {
    // Levels are products: level i has the children of all above and the parents of all below.
    let at = so_far.0.len();
    if at == levels.len() {
        let above = levels[at - 1];
        if so_far.1.iter().product::<u64>() == above {
            out.push(so_far.clone());
        }
        return;
    }
    // levels[at] / levels[at-1] = parents / children.
    for children in divisors(levels[at - 1]) {
        let parents = levels[at] * children;
        if !parents.is_multiple_of(levels[at - 1]) {
            continue;
        }
        so_far.0.push(children);
        so_far.1.push(parents / levels[at - 1]);
        trees_of(levels, so_far, out);
        so_far.0.pop();
        so_far.1.pop();
    }
}

/// The divisors of a number, in order.
fn divisors(number: u64) -> Vec<u64> {
    let small: Vec<u64> = (1..=number.sqrt()).filter(|d| number.is_multiple_of(*d)).collect();
    let large = small.iter().rev().map(|d| number / d).filter(|d| !small.contains(d));
    small.iter().copied().chain(large).collect()
}

/// Factorizations of a number into factors of at least 2, in ascending order.
fn factorizations(number: u64) -> Vec<Vec<u64>> {
    fn extend(rest: u64, least: u64, so_far: &mut Vec<u64>, out: &mut Vec<Vec<u64>>) {
        if rest >= least {
            so_far.push(rest);
            out.push(so_far.clone());
            so_far.pop();
        }
        if so_far.len() + 1 == MAX_DIMENSIONS {
            return;
        }
        for factor in (least..=rest.sqrt()).filter(|factor| rest.is_multiple_of(*factor)).collect::<Vec<_>>()
        {
            so_far.push(factor);
            extend(rest / factor, factor, so_far, out);
            so_far.pop();
        }
    }
    let mut out = Vec::new();
    extend(number, 2, &mut Vec::new(), &mut out);
    out
}
