//! Recognition of fabrics: the expression of a cabled graph, up to names and port numbers, also if some cables are wrong.
//!
//! Candidates follow from the numbers of nodes and cables. Each is compared exactly first; if none is the graph, the families that people build are
//! matched with differences, and the plan with the fewest is taken. Maps are verified by [`crate::verify::plan_map`], which shares no code with the search.

mod candidates;
mod differences;
mod groups;
mod isomorphism;
mod near;
mod switch_graph;
mod twins;

pub use candidates::{Candidate, candidates};
pub use differences::{Difference, Site, differences};
pub use isomorphism::{CabledGraph, Search, isomorphism, verify_map};
use isomorphism::{distance_counts, isomorphism_within};
use near::STARTS;
pub use near::{NearMap, near_map};
pub use switch_graph::SwitchGraph;

use crate::error::Error;
use crate::expr::{Expr, Kind};
use crate::net::{Node, Port, Structure};
use crate::progress::{Progress, Stopped};
use crate::topology::Topology;
use groups::group_seeds;

/// Plans with more differences than this share of their cables are no match, in percent.
const MAX_DIFFERENCES: u64 = 25;

/// Candidates that are matched with differences.
const MAX_NEAR: usize = 48;

/// Plans with a larger difference of neighbourhoods are left out: one wrong cable in ten causes about half of it.
const MAX_UNLIKENESS: f64 = 1.0;

/// Starts for every plan at first.
const FEW_STARTS: u64 = 6;

/// Plans that are tried again with more starts.
const AGAIN: usize = 2;

/// Nodes whose surroundings rank the candidates.
const SAMPLE: usize = 64;

/// Nodes whose distances order the networks of the catalogue.
const DISTANCE_SAMPLE: usize = 8;

/// Networks that are compared at length, the others briefly: the visits of nodes in choices that fail.
const LIKELY: usize = 3;
const LIKELY_VISITS: u64 = 1 << 22;
const UNLIKELY_VISITS: u64 = 1 << 18;

/// Size limits of graphs.
pub const MAX_NODES: u64 = 1 << 21;
/// Number of cables.
pub const MAX_CABLES: u64 = 1 << 23;

/// A graph matched with a plan.
#[derive(Debug, Clone)]
pub struct Match {
    /// The expression of the plan.
    pub expression: String,
    /// The plan's node for each node of the graph. `None` for nodes that are not planned.
    pub image: Vec<Option<u32>>,
    /// Number of cables of the plan.
    pub planned: u64,
    /// The differences between switches, by the nodes of the graph and of the plan.
    pub differences: Vec<Difference>,
    /// Switches whose number of hosts differs from the plan: the switch, its hosts, the planned number.
    pub hosts: Vec<(u32, u64, u64)>,
    /// Planned nodes that no node of the graph is, hosts left out.
    pub absent: Vec<u32>,
    /// Nodes of the graph that are not planned, hosts left out.
    pub unplanned: Vec<u32>,
    /// Other expressions with as few differences.
    pub ties: Vec<String>,
}

impl Match {
    /// A match without differences: the plan's node for each node of the graph.
    fn exact(expression: String, map: Vec<u32>, planned: u64) -> Self {
        Match {
            expression,
            image: map.into_iter().map(Some).collect(),
            planned,
            differences: Vec::new(),
            hosts: Vec::new(),
            absent: Vec::new(),
            unplanned: Vec::new(),
            ties: Vec::new(),
        }
    }

    /// Number of cables that are missing or not planned.
    pub fn wrong_cables(&self) -> u64 {
        self.differences.iter().map(|difference| difference.missing() + difference.extra()).sum()
    }

    /// Returns `true` if the graph is the plan.
    pub fn is_exact(&self) -> bool {
        self.differences.is_empty()
            && self.hosts.is_empty()
            && self.absent.is_empty()
            && self.unplanned.is_empty()
    }
}

/// The result of recognition.
#[derive(Debug, Clone)]
pub struct Recognition {
    /// The plan with the fewest differences; `None` if none is near.
    pub plan: Option<Match>,
    /// Expressions that were compared.
    pub tried: Vec<String>,
}

/// The cables of a network. `roles` keeps endpoints apart from switches.
pub fn cabled_graph(net: &dyn Structure, roles: bool) -> CabledGraph {
    let ends = net.endpoints();
    let kinds = (0..net.nodes()).map(|v| u32::from(roles && v >= ends)).collect();
    let links = (0..net.nodes()).map(|v| {
        let v = Node(v);
        let mut links: Vec<(u32, u64)> = (0..net.degree(v))
            .map(Port)
            .map(|port| (net.link(v, port).0.0 as u32, net.cables(net.link_class(v, port))))
            .collect();
        links.sort_unstable();
        // Parallel links are one of more cables.
        links.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        links
    });
    CabledGraph { kinds, links: links.collect() }
}

/// The expression of a graph. Kinds are 0 for endpoints and 1 for switches, or all 0 if they are not known.
pub fn recognize(built: &CabledGraph, progress: &dyn Progress) -> Result<Recognition, Error> {
    let roles = built.kinds.iter().any(|&kind| kind > 0);
    let core = SwitchGraph::new(built);
    let mut tried = Vec::new();
    let mut exact = candidates(&core, 0);
    if !roles && core.len() < built.kinds.len() {
        let whole = candidates(&SwitchGraph::whole(built), 0);
        exact.splice(0..0, whole);
    }
    let counts =
        |plan: &Topology| plan.nodes() == built.kinds.len().into() && plan.links() <= built.cables().into();
    // The most similar ones first: their distances are those of the graph.
    let distances = sampled_distances(built);
    let mut plans: Vec<(u64, &Candidate)> = Vec::new();
    progress.stage("listing networks of this size", exact.len() as u64);
    for candidate in &exact {
        if progress.stopped() {
            return Err(Stopped.into());
        }
        progress.advance(1);
        if let Some(plan) = plan_of(candidate, roles, &counts).filter(|plan| plan.cables() == built.cables())
        {
            plans.push((distance_difference(&distances, &sampled_distances(&plan)), candidate));
        }
    }
    plans.sort_by_key(|&(difference, _)| difference);
    progress.stage("comparing with the catalogue", plans.len() as u64);
    for (rank, &(_, candidate)) in plans.iter().enumerate() {
        if progress.stopped() {
            return Err(Stopped.into());
        }
        progress.advance(1);
        let Some(plan) = plan_of(candidate, roles, &counts) else { continue };
        tried.push(candidate.expression.clone());
        let visits = if rank < LIKELY { LIKELY_VISITS } else { UNLIKELY_VISITS };
        if let Search::Found(map) = isomorphism_within(built, &plan, visits) {
            let plan = Match::exact(candidate.expression.clone(), map, plan.cables());
            return Ok(Recognition { plan: Some(plan), tried });
        }
    }
    // Nodes may be missing or too many.
    let mut best: Option<Match> = None;
    for more in [0, 1, -1, 2] {
        let mut plans: Vec<(f64, Candidate, CabledGraph, SwitchGraph)> = Vec::new();
        for candidate in candidates(&core, more).into_iter().filter(|candidate| candidate.built) {
            if let Some(graph) = plan_of(&candidate, roles, &|_| true) {
                let plan = SwitchGraph::new(&graph);
                plans.push((unlikeness(&core, &plan), candidate, graph, plan));
            }
        }
        plans.retain(|plan| plan.0 < MAX_UNLIKENESS);
        plans.sort_by(|a, b| a.0.total_cmp(&b.0));
        plans.truncate(MAX_NEAR);
        progress.stage("matching with differences", plans.len() as u64);
        // All plans briefly, then the nearest ones with more starts.
        let mut near: Vec<(Match, usize)> = Vec::new();
        for (at, (_, candidate, graph, plan)) in plans.iter().enumerate() {
            if progress.stopped() {
                return Err(Stopped.into());
            }
            progress.advance(1);
            if !tried.contains(&candidate.expression) {
                tried.push(candidate.expression.clone());
            }
            let found = matched(built, &core, candidate, graph, plan, FEW_STARTS, progress);
            near.extend(found.map(|found| (found, at)));
            // No plan of another family is that near as well.
            if near.last().is_some_and(|(found, _)| found.wrong_cables() * 25 <= plan.graph.cables()) {
                break;
            }
        }
        near.sort_by_key(|(found, at)| (found.wrong_cables(), *at));
        for (found, at) in near.iter_mut().take(AGAIN) {
            let (_, candidate, graph, plan) = &plans[*at];
            let again = matched(built, &core, candidate, graph, plan, STARTS, progress);
            if let Some(again) = again.filter(|again| again.wrong_cables() < found.wrong_cables()) {
                *found = again;
            }
        }
        near.retain(|(found, _)| found.wrong_cables() * 100 <= found.planned * MAX_DIFFERENCES);
        near.sort_by_key(|(found, at)| (found.wrong_cables(), *at));
        let mut near = near.into_iter().map(|(found, _)| found);
        if let Some(first) = near.next()
            && best.as_ref().is_none_or(|best| first.wrong_cables() < best.wrong_cables())
        {
            let ties = near.filter(|other| other.wrong_cables() == first.wrong_cables());
            let ties = ties.map(|other| other.expression).collect();
            best = Some(Match { ties, ..first });
        }
        // A plan with another number of nodes may be nearer than one with many differences.
        if best.as_ref().is_some_and(|best| best.wrong_cables() * 8 <= core.graph.cables()) {
            break;
        }
    }
    Ok(Recognition { plan: best, tried })
}

/// A graph matched with a given plan, with any number of differences.
pub fn match_plan(built: &CabledGraph, plan: &Topology, progress: &dyn Progress) -> Result<Match, Error> {
    if plan.nodes() > MAX_NODES.into() || plan.links() > MAX_CABLES.into() {
        let message = format!("plans have at most {MAX_NODES} nodes and {MAX_CABLES} links here");
        return Err(plan.too_large(message, "take a part of the network, such as one pod"));
    }
    let roles = built.kinds.iter().any(|&kind| kind > 0);
    let graph = cabled_graph(plan.network()?.as_ref(), roles);
    let expression = plan.to_string();
    if graph.kinds.len() == built.kinds.len()
        && graph.cables() == built.cables()
        && let Search::Found(map) = isomorphism(built, &graph)
    {
        return Ok(Match::exact(expression, map, graph.cables()));
    }
    let (core, small) = (SwitchGraph::new(built), SwitchGraph::new(&graph));
    let group = group_size(plan.expr());
    let candidate = Candidate { expression, group, built: true };
    progress.stage("matching with the plan", 1);
    let by_groups = matched(built, &core, &candidate, &graph, &small, STARTS, progress);
    // Without groups in the fabric, starts are drawn as for any other plan.
    let whole = Candidate { group: None, ..candidate };
    match by_groups.or_else(|| matched(built, &core, &whole, &graph, &small, STARTS, progress)) {
        Some(found) => Ok(found),
        None => Err(Error::nothing("no switch of the fabric could be matched with the plan")
            .help("see what it is: `crossedge recognize FILE`")),
    }
}

/// The size of the groups of a dragonfly in an expression: its first argument.
fn group_size(expression: &Expr) -> Option<usize> {
    let Kind::Call(call) = &expression.kind else { return None };
    if ["dragonfly", "megafly"].contains(&call.name.as_str()) {
        let Kind::Int(size) = call.args.first()?.value.kind else { return None };
        return size.try_into().ok();
    }
    call.args.iter().find_map(|arg| group_size(&arg.value))
}

/// The graph of a candidate, if it has one of a size that is compared, and `fits`.
fn plan_of(candidate: &Candidate, roles: bool, fits: &dyn Fn(&Topology) -> bool) -> Option<CabledGraph> {
    let plan: Topology = candidate.expression.parse().ok()?;
    if !fits(&plan) || plan.nodes() > MAX_NODES.into() || plan.links() > MAX_CABLES.into() {
        return None;
    }
    Some(cabled_graph(plan.network().ok()?.as_ref(), roles))
}

/// Matches with one plan.
fn matched(
    built: &CabledGraph,
    core: &SwitchGraph,
    candidate: &Candidate,
    graph: &CabledGraph,
    plan: &SwitchGraph,
    starts: u64,
    progress: &dyn Progress,
) -> Option<Match> {
    let seeds = candidate.group.map(|size| group_seeds(core, plan, size)).unwrap_or_default();
    // Without groups of this size it is not this network.
    if candidate.group.is_some_and(|size| size > 2) && seeds.is_empty() {
        return None;
    }
    let near = near_map(core, plan, &seeds, starts, &|| progress.stopped())?;
    Some(match_of_map(built, core, candidate.expression.clone(), graph, plan, &near.image))
}

/// A graph matched with a plan node by node in the order of ids: what is obvious when one has grown out of the other.
pub fn match_by_ids(built: &CabledGraph, plan: &Topology) -> Result<Match, Error> {
    let roles = built.kinds.iter().any(|&kind| kind > 0);
    let graph = cabled_graph(plan.network()?.as_ref(), roles);
    let (core, small) = (SwitchGraph::new(built), SwitchGraph::new(&graph));
    let image: Vec<Option<u32>> =
        (0..core.len() as u32).map(|v| Some(v).filter(|&v| (v as usize) < small.len())).collect();
    Ok(match_of_map(built, &core, plan.to_string(), &graph, &small, &image))
}

/// The differences under a map of switches.
fn match_of_map(
    built: &CabledGraph,
    core: &SwitchGraph,
    expression: String,
    graph: &CabledGraph,
    plan: &SwitchGraph,
    map: &[Option<u32>],
) -> Match {
    // Only what is between switches counts; hosts are compared by their number.
    let mut image = vec![None; built.kinds.len()];
    let mut hosts = Vec::new();
    let mut held = vec![false; plan.len()];
    for (v, is) in (0u32..).zip(map) {
        let Some(is) = *is else { continue };
        held[is as usize] = true;
        image[core.nodes[v as usize] as usize] = Some(plan.nodes[is as usize]);
        let (ours, theirs) = (&core.hosts[v as usize], &plan.hosts[is as usize]);
        ours.iter().zip(theirs).for_each(|(&host, &planned)| image[host as usize] = Some(planned));
        if ours.len() != theirs.len() {
            hosts.push((core.nodes[v as usize], ours.len() as u64, theirs.len() as u64));
        }
    }
    let outer = |difference: Difference| {
        let site = |site: Site| match site {
            Site::Built(v) => Site::Built(core.nodes[v as usize]),
            Site::Absent(is) => Site::Absent(plan.nodes[is as usize]),
        };
        match difference {
            Difference::Missing(ends) => Difference::Missing(ends.map(site)),
            Difference::Extra(ends) => Difference::Extra(ends.map(site)),
            Difference::Moved { stays, from, to } => {
                Difference::Moved { stays: site(stays), from: site(from), to: site(to) }
            }
            Difference::Swapped { right, others } => {
                Difference::Swapped { right: right.map(site), others: others.map(site) }
            }
        }
    };
    let unplanned = (0u32..).zip(map).filter(|(_, is)| is.is_none());
    Match {
        expression,
        image,
        planned: graph.cables(),
        differences: differences(core, plan, map).into_iter().map(outer).collect(),
        hosts,
        absent: (0..plan.len()).filter(|&is| !held[is]).map(|is| plan.nodes[is]).collect(),
        unplanned: unplanned.map(|(v, _)| core.nodes[v as usize]).collect(),
        ties: Vec::new(),
    }
}

/// The number of nodes at each distance, summed over a sample of nodes.
fn sampled_distances(graph: &CabledGraph) -> Vec<u64> {
    let step = graph.kinds.len().div_ceil(DISTANCE_SAMPLE).max(1);
    let mut sums = Vec::new();
    for v in (0..graph.kinds.len() as u32).step_by(step) {
        let counts = distance_counts(graph, v);
        sums.resize(sums.len().max(counts.len()), 0);
        counts.iter().zip(&mut sums).for_each(|(kinds, sum)| *sum += kinds.values().sum::<u64>());
    }
    sums
}

/// The sum of the differences of two lists of counts.
fn distance_difference(ours: &[u64], theirs: &[u64]) -> u64 {
    let at = |counts: &[u64], i: usize| counts.get(i).copied().unwrap_or(0);
    (0..ours.len().max(theirs.len())).map(|i| at(ours, i).abs_diff(at(theirs, i))).sum()
}

/// How unlike the surroundings of nodes of two graphs are, on average.
fn unlikeness(built: &SwitchGraph, plan: &SwitchGraph) -> f64 {
    let [ours, theirs] = [surroundings(built), surroundings(plan)];
    let ratio = |at: usize| ((ours[at] + 1.0) / (theirs[at] + 1.0)).ln().abs();
    ratio(0) + ratio(1) / 2.0 + 3.0 * (ours[2] - theirs[2]).abs()
}

/// Means over a sample of nodes: neighbours, nodes two links away, and the share of pairs of neighbours that are linked.
fn surroundings(graph: &SwitchGraph) -> [f64; 3] {
    let step = graph.len().div_ceil(SAMPLE).max(1);
    let mut sums = [0.0; 3];
    let sample: Vec<usize> = (0..graph.len()).step_by(step).collect();
    for &v in &sample {
        let links = &graph.graph.links[v];
        let mut around: Vec<u32> = Vec::new();
        for &(w, _) in links {
            around.extend(graph.graph.links[w as usize].iter().map(|&(x, _)| x));
        }
        around.sort_unstable();
        let triangles =
            around.iter().filter(|x| links.binary_search_by_key(x, |link| &link.0).is_ok()).count();
        around.dedup();
        let pairs = (links.len() * links.len().saturating_sub(1)).max(1);
        sums[0] += links.len() as f64;
        sums[1] += around.len() as f64;
        sums[2] += triangles as f64 / pairs as f64;
    }
    sums.map(|sum| sum / sample.len().max(1) as f64)
}
