//! Throughput of any traffic on a network, and of uniform traffic where rules give out: by a solver, with what shows it.

use super::bounds::{Bounds, Ratio};
use super::composition::{Solver, with_self};
use super::solve::{ArcGraph, MAX_WORK, SolveError, Solved, flows, lengths, solve};
use super::uniform::uniform_bounds;
use super::widths::Widths;
use super::worst::worst;
use crate::traffic::{NoMatching, longest_matching, permuted};
use crossedge_core::evidence::Evidence;
use crossedge_core::model::certificate::{Demands, Flow, Sent};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Node, Port, Shape, Structure, endpoints};
use num_bigint::BigUint;
use num_traits::One;

/// Links of larger networks, each from both ends, are not listed.
const MAX_ARCS: u64 = 1 << 24;

/// Flows of more pairs of a source and a link are not listed.
const MAX_LISTED: u64 = 1 << 25;

/// The longest matching of larger networks is not looked for without being asked for.
const MAX_WORST_MATCHED: u64 = 1 << 8;

/// Nor is the uniform throughput of larger parts solved, in pairs of a node and a link: half of it is not exact, as a rule.
const MAX_WORST_SOLVED: u64 = 1 << 16;

/// Why there is no throughput.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoThroughput {
    /// Stopped before the end.
    #[error("stopped")]
    Stopped,
    /// No endpoint sends to another one.
    #[error("no endpoint sends anything")]
    Silent,
    /// Too much work.
    #[error("{what}, and the limit is {limit}")]
    TooLarge {
        /// The exceeded quantity, as text.
        what: String,
        /// The limit.
        limit: u64,
    },
}

impl From<Stopped> for NoThroughput {
    fn from(_: Stopped) -> Self {
        NoThroughput::Stopped
    }
}

/// A throughput with what shows both ends.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The exact throughput.
    pub bounds: Bounds,
    /// A flow that carries the lower end.
    pub flow: Flow,
    /// Lengths that show the upper end, by node and port.
    pub lengths: Vec<Vec<BigUint>>,
}

/// The throughput of some traffic on a network, without closed forms: exact if it is small enough, else until the relative gap of the bounds is at most
/// `gap`.
pub fn throughput(
    net: &dyn Structure,
    demands: &Demands,
    gap: f64,
    watch: &dyn Progress,
) -> Result<Bounds, NoThroughput> {
    let graph = graph(net, Widths::Own)?;
    Ok(match solved(&graph, demands, gap, watch)? {
        Ok(solved) => solved_bounds(&solved, net.unit()),
        Err(nothing) => nothing,
    })
}

/// The uniform throughput: in closed form, with a solver for the other parts. `None` for one endpoint.
pub fn uniform_throughput(
    shape: &dyn Shape,
    gap: f64,
    watch: &dyn Progress,
) -> Result<Option<Bounds>, NoThroughput> {
    let Some(rule) = uniform_bounds(shape) else { return Ok(None) };
    if rule.exact() {
        return Ok(Some(rule));
    }
    let ends = endpoints(shape);
    with_solver(gap, watch, |part| with_self(shape, Widths::Own, part).times(&ends - 1u32, ends)).map(Some)
}

/// The least throughput of any admissible traffic: in closed form, with a solver for the other parts; on small
/// networks at most that of the longest matching. `None` for one endpoint.
pub fn worst_throughput(
    shape: &dyn Shape,
    gap: f64,
    watch: &dyn Progress,
) -> Result<Option<Bounds>, NoThroughput> {
    let rules = |solve: Solver<'_>| {
        worst(shape, &mut |part, widths, rule| {
            let small = part.nodes() * crossedge_lang::net::links(part) <= MAX_WORST_SOLVED.into();
            small.then(|| solve(part, widths, rule)).flatten()
        })
    };
    let Some(bounds) = with_solver(gap, watch, rules)? else { return Ok(None) };
    if bounds.exact() || endpoints(shape) > MAX_WORST_MATCHED.into() {
        return Ok(Some(bounds));
    }
    let Ok(net) = shape.network() else { return Ok(Some(bounds)) };
    let matched = match longest_matching(net.as_ref(), watch) {
        Ok(targets) => throughput(net.as_ref(), &permuted(&targets), gap, watch),
        Err(NoMatching::Stopped) => Err(NoThroughput::Stopped),
        Err(NoMatching::TooMany(_)) => return Ok(Some(bounds)),
    };
    match matched {
        Ok(above) => Ok(Some(
            bounds.tightened(above.from_above().by("the longest matching is one of them [worst-traffic]")),
        )),
        Err(NoThroughput::Stopped) => Err(NoThroughput::Stopped),
        Err(_) => Ok(Some(bounds)),
    }
}

/// The closed form, with a solver for the other parts.
fn with_solver<T>(
    gap: f64,
    watch: &dyn Progress,
    rules: impl FnOnce(Solver<'_>) -> T,
) -> Result<T, NoThroughput> {
    let mut stopped = false;
    let mut part =
        |part: &dyn Shape, widths: Widths<'_>, rule: &Bounds| match uniform_part(part, widths, gap, watch) {
            Ok(solved) => Some(if solved.exact() { solved } else { rule.clone().tightened(solved) }),
            Err(why) => {
                stopped |= why == NoThroughput::Stopped;
                None
            }
        };
    let bounds = rules(&mut part);
    if stopped { Err(NoThroughput::Stopped) } else { Ok(bounds) }
}

/// A part of a construction by itself, traffic to self counted.
fn uniform_part(
    part: &dyn Shape,
    widths: Widths<'_>,
    gap: f64,
    watch: &dyn Progress,
) -> Result<Bounds, NoThroughput> {
    let too_large = |_| NoThroughput::TooLarge { what: "ids do not fit".to_owned(), limit: u64::MAX };
    let nodes = part.check().map_err(too_large)?;
    arcs_fit(nodes, part)?;
    let net = part.network().map_err(too_large)?;
    let ends = u32::try_from(net.endpoints()).unwrap_or(u32::MAX);
    let graph = graph(net.as_ref(), widths)?;
    let bounds = match solved(&graph, &Demands::Uniform(ends), gap, watch)? {
        Ok(solved) => solved_bounds(&solved, net.unit()),
        Err(nothing) => nothing,
    };
    Ok(bounds.times(ends, ends - 1))
}

fn arcs_fit(nodes: u64, shape: &dyn Shape) -> Result<(), NoThroughput> {
    let arcs = crossedge_lang::net::links(shape) * 2u32;
    match nodes <= MAX_ARCS && arcs <= MAX_ARCS.into() {
        true => Ok(()),
        false => Err(NoThroughput::TooLarge {
            what: "the links of all nodes would be listed".to_owned(),
            limit: MAX_ARCS,
        }),
    }
}

/// The throughput of some traffic with what shows it: a flow, and lengths of links.
pub fn shown(
    net: &dyn Structure,
    demands: &Demands,
    gap: f64,
    watch: &dyn Progress,
) -> Result<Shown, NoThroughput> {
    let graph = graph(net, Widths::Own)?;
    let listed = demands.sources().len() as u64 * graph.arcs() as u64;
    if listed > MAX_LISTED {
        return Err(NoThroughput::TooLarge {
            what: format!(
                "the flows of all sources over {listed} pairs of a source and a link would be listed"
            ),
            limit: MAX_LISTED,
        });
    }
    let solved = match solved(&graph, demands, gap, watch)? {
        Ok(solved) => solved,
        // Zero flow: lengths of disconnected parts prove nothing.
        Err(_) => return Err(NoThroughput::Silent),
    };
    let all = flows(&graph, demands, &solved, watch)?;
    let mut of_port = Vec::with_capacity(graph.arcs());
    (0..graph.nodes())
        .for_each(|v| of_port.extend(graph.out(v).map(|a| (v as u64, (a - graph.out(v).start) as u32))));
    let place = |(a, amount): (usize, BigUint)| {
        let (node, port) = of_port[a];
        (node, port, amount.into())
    };
    let sent = |(from, amounts): (usize, Vec<(usize, BigUint)>)| Sent {
        from: from as u64,
        amounts: amounts.into_iter().map(place).collect(),
    };
    let flow = Flow { scale: all.scale.into(), sources: all.sources.into_iter().map(sent).collect() };
    let flat = lengths(&graph, &solved);
    let lengths = (0..graph.nodes()).map(|v| flat[graph.out(v)].to_vec()).collect();
    Ok(Shown { bounds: solved_bounds(&solved, net.unit()), flow, lengths })
}

/// The solution, in units of an endpoint port.
fn solved_bounds(solved: &Solved, unit: u64) -> Bounds {
    let Solved { lower, upper, how, .. } = solved;
    Bounds::with_evidence(lower.clone(), upper.clone(), &Evidence::computed(how)).times(1u32, unit)
}

/// The solver's result, or the trivial bound: disconnected demands cannot be carried.
fn solved(
    graph: &ArcGraph,
    demands: &Demands,
    gap: f64,
    watch: &dyn Progress,
) -> Result<Result<Solved, Bounds>, NoThroughput> {
    match solve(graph, demands, gap, watch)? {
        SolveError::Solved(solved) => Ok(Ok(solved)),
        SolveError::Silent => Err(NoThroughput::Silent),
        SolveError::Apart(from, to) => {
            let nothing: Ratio = (BigUint::ZERO, BigUint::one());
            let why = Evidence::computed(format!("no path leads from endpoint {from} to {to} [bfs]"));
            Ok(Err(Bounds::with_evidence(nothing.clone(), nothing, &why)))
        }
        SolveError::TooLarge(work) => Err(NoThroughput::TooLarge {
            what: format!("paths over {work} pairs of a source and a link would be searched"),
            limit: MAX_WORK,
        }),
    }
}

/// The links of a network as arrays.
fn graph(net: &dyn Structure, widths: Widths<'_>) -> Result<ArcGraph, NoThroughput> {
    let too_large = || NoThroughput::TooLarge {
        what: "the links of all nodes would be listed".to_owned(),
        limit: MAX_ARCS,
    };
    if net.nodes() > MAX_ARCS {
        return Err(too_large());
    }
    let mut arcs = 0;
    for v in (0..net.nodes()).map(Node) {
        arcs += u64::from(net.degree(v));
        if arcs > MAX_ARCS {
            return Err(too_large());
        }
    }
    let width = |class: usize| match widths {
        Widths::Own => net.width(class),
        given => given.at(class),
    };
    let row = |v: Node| -> Vec<(u32, u32, u64)> {
        let port = |port| {
            let (to, back) = net.link(v, port);
            (to.0 as u32, back.0, width(net.link_class(v, port)))
        };
        (0..net.degree(v)).map(|p| port(Port(p))).collect()
    };
    Ok(ArcGraph::new((0..net.nodes()).map(Node).map(row), net.endpoints() as usize))
}
