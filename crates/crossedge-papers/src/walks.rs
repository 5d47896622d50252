//! Evaluators of routes. Every route is walked by its verifier, and compared with distances that a plain search finds.

use crate::claim::ClaimCase;
use crate::evaluated::{ComputedValue, Evaluated};
use crate::net::{network, node};
use crossedge::metrics::bfs;
use crossedge::net::{Expanded, Faults, Node, Parts, Sorted, Structure};
use crossedge::progress::Progress;
use crossedge::route::{self, Algorithm};
use crossedge::verify;

/// All routes are walked in networks up to this size; in larger ones their lengths are added up.
const MAX_WALKED_NODES: u64 = 256;

fn algorithm_named(what: &str) -> Result<Algorithm, String> {
    match what {
        "paper" => Ok(Algorithm::Paper),
        "minimal" => Ok(Algorithm::Minimal),
        "address" => Ok(Algorithm::Address),
        other => Err(format!("there is no algorithm '{other}'")),
    }
}

/// One route, verified: its length.
pub fn route(what: &str, case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let (from, to) = (node(net.as_ref(), &case.from)?, node(net.as_ref(), &case.to)?);
    let route = route::route(net.as_ref(), from, to, algorithm_named(what)?, route::MAX_SEEN, progress)
        .map_err(|e| e.to_string())?;
    let length = route.length();
    let on: Vec<Node> = route.nodes().collect();
    for text in &case.through {
        let via = node(net.as_ref(), text)?;
        if !on.contains(&via) {
            return Ok(Evaluated {
                value: ComputedValue::Text(format!("{length}, not through {text}")),
                evidence: "verified: walked hop by hop".to_owned(),
            });
        }
    }
    verify::route(net.as_ref(), (from, to), length, route).map_err(|e| e.to_string())?;
    let mut evidence = "verified: walked hop by hop".to_owned();
    if !case.through.is_empty() {
        evidence += &format!(", through {}", case.through.join(", "));
    }
    Ok(Evaluated::count(length, evidence))
}

/// All routes of the paper's algorithm.
pub fn routes(what: &str, case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let net = net.as_ref();
    let (mut longest, mut total, mut shortest_total) = (0, 0, 0);
    let (mut optimal, mut pairs, mut excess) = (0u64, 0u64, 0);
    let mut stretch = 1.0f64;
    let mut worst = (Node(0), Node(0));
    for from in (0..net.nodes()).map(Node) {
        let distances = bfs::distances(net, from, &Faults::none(), progress).map_err(|e| e.to_string())?;
        for to in (0..net.nodes()).map(Node).filter(|to| *to != from) {
            let length = route_length(net, from, to)?;
            let least = distances.of(to).ok_or("the network is not connected")?;
            pairs += 1;
            total += length;
            shortest_total += least;
            optimal += u64::from(length == least);
            if length > longest {
                (longest, worst) = (length, (from, to));
            }
            excess = excess.max(length - least);
            stretch = stretch.max(length as f64 / least as f64);
        }
    }
    let how = if net.nodes() <= MAX_WALKED_NODES {
        "verified: every route walked"
    } else {
        "computed: lengths added up"
    };
    let evidence = format!(
        "{how}, {pairs} ordered pairs; the longest, {longest} hops, from node {} to node {}",
        worst.0.0, worst.1.0
    );
    let rounded = |value: f64| ComputedValue::Rounded(value);
    let value = match what {
        "longest" => return Ok(Evaluated::count(longest, evidence)),
        "excess" => return Ok(Evaluated::count(excess, evidence)),
        "total" => return Ok(Evaluated::count(total, evidence)),
        "max_stretch" => rounded(stretch),
        "mean_stretch" => rounded(total as f64 / shortest_total as f64),
        "optimal_percent" => rounded(100.0 * optimal as f64 / pairs as f64),
        other => return Err(format!("unknown metric '{other}' of routes")),
    };
    Ok(Evaluated { value, evidence })
}

/// The length of the route of the paper; the route is walked by its verifier where the network is small.
fn route_length(net: &dyn Structure, from: Node, to: Node) -> Result<u64, String> {
    if let (Parts::Expansion(re), true) = (net.parts(), net.nodes() > MAX_WALKED_NODES) {
        return Ok(route::routrcn_length(re, from, to));
    }
    let route = route::paper_route(net, from, to).map_err(|e| e.to_string())?;
    let length = route.length();
    if net.nodes() <= MAX_WALKED_NODES {
        verify::route(net, (from, to), length, route).map_err(|e| e.to_string())?;
    }
    Ok(length)
}

/// The longest path of ROUTRCN when the pointer of every pivot set may be anywhere: where it is depends on what went before.
pub fn pointer_longest(case: &ClaimCase) -> Result<Evaluated, String> {
    let net = network(&case.expr)?;
    let Parts::Expansion(re) = net.parts() else { return Err("only an expansion has pivots".to_owned()) };
    let unit = plain_distances(re.sorted_unit());
    let mut longest = (0, Node(0), Node(0));
    for x in (0..net.nodes()).map(Node) {
        for y in (0..net.nodes()).map(Node) {
            let ((u, f), (v, g)) = (re.coordinates(x), re.coordinates(y));
            let length = worst_path(re, &unit, u, v, &f, &g);
            if length > longest.0 {
                longest = (length, x, y);
            }
        }
    }
    let evidence = format!(
        "computed: every place of the pointer tried; {} hops from node {} to node {}",
        longest.0, longest.1.0, longest.2.0
    );
    Ok(Evaluated::count(longest.0, evidence))
}

/// The longest path from unit node `u` to `v` that fixes the frame coordinates `f` to `g`, the last phase first.
fn worst_path(re: &dyn Expanded, unit: &[Vec<u64>], u: usize, v: usize, f: &[usize], g: &[usize]) -> u64 {
    let Some(m) = (0..f.len()).rev().find(|&m| f[m] != g[m]) else { return unit[u][v] };
    let phase = re.phase(m);
    let frame = plain_distances(phase.sorted);
    let from_any = phase.pivots.iter().map(|&start| {
        let (mut at, mut here, mut hops) = (f[m], start, unit[u][start]);
        while at != g[m] {
            let next =
                phase.sorted.row(at).iter().map(|&w| w as usize).find(|&w| frame[w][g[m]] < frame[at][g[m]]);
            let Some(next) = next else { break };
            let port = |alpha: usize, beta: usize| {
                let rank = phase.sorted.row(alpha).iter().position(|&w| w as usize == beta);
                phase.ports[alpha][rank.unwrap_or(0)]
            };
            hops += unit[here][port(at, next)] + 1;
            here = port(next, at);
            at = next;
        }
        hops + worst_path(re, unit, here, v, &f[..m], &g[..m])
    });
    from_any.max().unwrap_or(0)
}

/// All distances of a small graph, by the plain algorithm.
fn plain_distances(graph: &dyn Sorted) -> Vec<Vec<u64>> {
    let n = graph.nodes() as usize;
    let around = |from: usize| {
        let mut distances = vec![u64::MAX; n];
        let mut queue = std::collections::VecDeque::from([from]);
        distances[from] = 0;
        while let Some(x) = queue.pop_front() {
            for y in graph.row(x).iter().map(|&y| y as usize) {
                if distances[y] == u64::MAX {
                    distances[y] = distances[x] + 1;
                    queue.push_back(y);
                }
            }
        }
        distances
    };
    (0..n).map(around).collect()
}
