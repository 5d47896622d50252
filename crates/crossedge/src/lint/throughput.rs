//! F050: the throughput of the fabric as it is and as planned, and what each repair gives back. F043: what tables make of it.
//!
//! Uniform traffic, in units of an endpoint port. Small fabrics get the exact value or bounds within 1 % with a verified certificate; large ones an upper bound from
//! the switch with the least capacity for its endpoints, and a lower bound from a split over shortest paths.

use super::context::graph_of;
use super::{Change, Context, Finding, Rule, RuleOutcome, Severity, tables};
use crate::answers::{ThroughputRequest, ask};
use crate::error::{Error, ErrorKind};
use crate::evidence::Evidence;
use crate::exact::Ratio;
use crate::net::read::{Fabric, FabricCable, FabricNode, rate_value};
use crate::net::{Node, Port, Structure};
use crate::progress::{CancelOnly, Progress};
use crate::recognize::SwitchGraph;
use crate::topology::Topology;
use num_bigint::BigUint;
use num_traits::Zero;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

/// The rule.
pub const RULE: Rule = Rule {
    id: "F050",
    name: "throughput-lost",
    severity: Severity::Warning,
    summary: "throughput of uniform traffic lost against the intact plan, and what each repair gives back",
    check: |_| Ok(RuleOutcome::AfterThroughput),
};

/// Fabrics with more pairs of an endpoint and a link get bounds.
const MAX_EXACT: u64 = 2_000_000;

/// Repairs whose throughput is computed step by step.
const MAX_REPAIRS: usize = 24;

/// The throughput of uniform traffic.
#[derive(Debug, Clone)]
pub struct Throughput {
    /// Lower bound.
    pub lower: Ratio,
    /// Upper bound.
    pub upper: Ratio,
    /// How both are known.
    pub evidence: Evidence,
}

/// Both bounds, or the one value: `0.8486`, `0.4800 to 0.9300`.
impl fmt::Display for Throughput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_exact(), self.upper.denominator.is_zero()) {
            (true, _) => f.write_str(&self.lower.decimal(4)),
            (false, true) => write!(f, "at least {}", self.lower.decimal(4)),
            (false, false) => write!(f, "{} to {}", self.lower.decimal(4), self.upper.decimal(4)),
        }
    }
}

impl Throughput {
    /// Returns `true` if both bounds are equal.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}

/// The throughput lost to findings, and regained by repairs.
#[derive(Debug, Clone)]
pub struct Cost {
    /// As the fabric is.
    pub now: Throughput,
    /// With all repairs made.
    pub repaired: Option<Throughput>,
    /// Repairs in the order in which they should be made: the index of the finding, and the throughput with this repair and those before it.
    pub each: Vec<(usize, Throughput)>,
    /// Throughput with the forwarding tables, if given.
    pub tables: Option<Ratio>,
}

/// The cost of all findings; `None` if there are fewer than two endpoints.
pub fn cost(context: &Context<'_>, findings: &[Finding]) -> Result<Option<Cost>, Error> {
    if context.fabric.nodes.iter().filter(|node| node.switch == Some(false)).count() < 2 {
        return Ok(None);
    }
    let repairs: Vec<(usize, &[Change])> = findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| !finding.changes.is_empty())
        .map(|(number, finding)| (number, finding.changes.as_slice()))
        .collect();
    let progress = context.progress;
    let steps = repairs.len().min(MAX_REPAIRS);
    progress.stage("throughput of the fabric and of repairs", 2 + steps as u64);
    let now = throughput(context.fabric, progress)?;
    progress.advance(1);
    let order = order_of_repairs(context, &repairs);
    let mut made: Vec<Change> = Vec::new();
    let mut each = Vec::new();
    for (step, &at) in order.iter().enumerate() {
        let (number, changes) = repairs[at];
        made.extend(changes.iter().cloned());
        if step < steps {
            each.push((number, throughput(&changed(context.fabric, &made), progress)?));
            progress.advance(1);
        }
    }
    let repaired = match (made.is_empty(), order.len() == each.len()) {
        (true, _) => None,
        (_, true) => each.last().map(|(_, throughput)| throughput.clone()),
        (_, false) => Some(throughput(&changed(context.fabric, &made), progress)?),
    };
    Ok(Some(Cost { now, repaired, each, tables: tables_carry(context) }))
}

/// The order in which repairs should be made: each time the one at the switch that has least uplink capacity for its endpoints.
fn order_of_repairs(context: &Context<'_>, repairs: &[(usize, &[Change])]) -> Vec<usize> {
    let fabric = context.fabric;
    // Endpoint and uplink capacity of every node.
    let mut capacity: Vec<[u64; 2]> = vec![[0; 2]; fabric.nodes.len()];
    let count = |capacity: &mut Vec<[u64; 2]>, ends: [u32; 2], rate: u64, add: bool| {
        for (v, w) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            let of = &mut capacity[v as usize][usize::from(context.is_switch(w))];
            *of = if add { *of + rate } else { of.saturating_sub(rate) };
        }
    };
    for cable in &fabric.cables {
        let rate = cable_rate(fabric, cable) * cable.width.unwrap_or(1);
        count(&mut capacity, cable.ends.map(|(v, _)| v), rate, true);
    }
    let value =
        |rate: Option<u32>| rate.and_then(|rate| rate_value(&fabric.rates[rate as usize])).unwrap_or(1);
    let ends_of = |change: &Change| match change {
        Change::Add { ends, .. } => *ends,
        Change::Remove(cable) | Change::Rate { cable, .. } => {
            fabric.cables[*cable as usize].ends.map(|(v, _)| v)
        }
    };
    let mut left: Vec<usize> = (0..repairs.len()).collect();
    let mut out = Vec::new();
    while !left.is_empty() {
        // Uplink over endpoint capacity, the least first; switches without endpoints last.
        let need = |at: usize| {
            let nodes = repairs[at].1.iter().flat_map(ends_of);
            let ratio = |v: u32| {
                let [hosts, up] = capacity[v as usize];
                up.saturating_mul(1 << 20).checked_div(hosts).unwrap_or(u64::MAX)
            };
            nodes.map(ratio).min().unwrap_or(u64::MAX)
        };
        let Some(best) = left.iter().copied().min_by_key(|&at| (need(at), at)) else { break };
        left.retain(|&at| at != best);
        out.push(best);
        for change in repairs[best].1 {
            let ends = ends_of(change);
            match change {
                Change::Add { rate, .. } => count(&mut capacity, ends, value(*rate), true),
                Change::Remove(cable) => {
                    count(&mut capacity, ends, cable_rate(fabric, &fabric.cables[*cable as usize]), false);
                }
                Change::Rate { cable, rate } => {
                    count(&mut capacity, ends, cable_rate(fabric, &fabric.cables[*cable as usize]), false);
                    count(&mut capacity, ends, value(Some(*rate)), true);
                }
            }
        }
    }
    out
}

/// Compares two ratios; a denominator of 0 is more than every number.
pub(crate) fn compare(a: &Ratio, b: &Ratio) -> std::cmp::Ordering {
    (&a.numerator * &b.denominator).cmp(&(&b.numerator * &a.denominator))
}

/// The fabric after changes.
pub fn changed(fabric: &Fabric, changes: &[Change]) -> Fabric {
    let mut out = fabric.clone();
    let mut gone = BTreeSet::new();
    for change in changes {
        match *change {
            Change::Add { ends: [a, b], rate } => {
                out.cables.push(FabricCable { ends: [(a, None), (b, None)], line: 0, width: None, rate });
            }
            Change::Remove(cable) => _ = gone.insert(cable),
            Change::Rate { cable, rate } => out.cables[cable as usize].rate = Some(rate),
        }
    }
    let mut number = 0;
    out.cables.retain(|_| {
        number += 1;
        !gone.contains(&(number - 1))
    });
    out
}

/// A network as a fabric, cable by cable. Where rates differ, a cable has the rate that its width is, in parts of an endpoint port.
pub fn fabric_of_network(net: &dyn Structure) -> Fabric {
    let node = |v: u64| FabricNode {
        name: v.to_string(),
        id: String::new(),
        switch: Some(v >= net.endpoints()),
        aggregation: false,
        place: None,
    };
    let classes = 0..net.link_classes().len();
    let widths: Vec<Vec<(u64, u64)>> = classes.map(|class| net.cable_widths(class)).collect();
    let mut different: BTreeSet<u64> = widths.iter().flatten().map(|&(width, _)| width).collect();
    if different.iter().all(|&width| width == 1) {
        different.clear();
    }
    let rate_of = |width: u64| different.iter().position(|&other| other == width).map(|at| at as u32);
    let mut cables = Vec::new();
    for v in 0..net.nodes() {
        for port in (0..net.degree(Node(v))).map(Port) {
            let (w, _) = net.link(Node(v), port);
            if w.0 < v {
                continue;
            }
            for &(width, count) in &widths[net.link_class(Node(v), port)] {
                let cable = FabricCable {
                    ends: [(v as u32, None), (w.0 as u32, None)],
                    line: 0,
                    width: None,
                    rate: rate_of(width),
                };
                cables.extend(std::iter::repeat_n(cable, count as usize));
            }
        }
    }
    let rates = different.iter().map(|width| format!("{width} Gbit/s")).collect();
    Fabric { nodes: (0..net.nodes()).map(node).collect(), cables, rates, ..Fabric::default() }
}

/// The throughput of a network, as `throughput` reports it; of one that is too large for that, bounds by its cables.
pub fn network_throughput(
    on: &Topology,
    net: &dyn Structure,
    progress: &dyn Progress,
) -> Result<Throughput, Error> {
    match ask(&ThroughputRequest::uniform(), on, &CancelOnly(progress)) {
        Ok(envelope) => {
            let answer = envelope.answer;
            Ok(Throughput { lower: answer.lower, upper: answer.upper, evidence: answer.evidence })
        }
        Err(error) if error.kind() == ErrorKind::Stopped => Err(error),
        Err(_) => throughput(&fabric_of_network(net), progress),
    }
}

/// The throughput of a fabric.
pub fn throughput(fabric: &Fabric, progress: &dyn Progress) -> Result<Throughput, Error> {
    let ends = fabric.nodes.iter().filter(|node| node.switch == Some(false)).count() as u64;
    if ends * fabric.cables.len() as u64 > MAX_EXACT {
        return Ok(bounds(fabric));
    }
    let list = cable_list(fabric);
    let net =
        Topology::builder().files(move |_| Ok(list.clone().into_bytes())).parse("file(\"fabric.csv\")")?;
    match ask(&ThroughputRequest::uniform(), &net, &CancelOnly(progress)) {
        Ok(envelope) => {
            let answer = envelope.answer;
            Ok(Throughput { lower: answer.lower, upper: answer.upper, evidence: answer.evidence })
        }
        // Endpoints that are separated: nothing is carried between them.
        Err(error) if error.kind() == ErrorKind::Stopped => Err(error),
        Err(_) => Ok(bounds(fabric)),
    }
}

/// A cable list of a fabric, with numbers as names.
fn cable_list(fabric: &Fabric) -> String {
    let mut out = String::from("A-Node,A-Role,Z-Node,Z-Role,Width,Rate\n");
    for cable in &fabric.cables {
        let [a, b] = cable.ends.map(|(v, _)| v);
        let role = |v: u32| if fabric.nodes[v as usize].switch == Some(true) { "switch" } else { "endpoint" };
        let rate = cable.rate.map_or("", |rate| fabric.rates[rate as usize].as_str());
        // If the two ends report different rates, the slower one counts.
        let rate = rate.split(" and ").min_by_key(|text| rate_value(text)).unwrap_or("");
        out.push_str(&format!("n{a},{},n{b},{},{},{rate}\n", role(a), role(b), cable.width.unwrap_or(1)));
    }
    out
}

/// Bounds for uniform traffic: from above by the switch with the least uplink capacity for its endpoints, from below by a split over shortest paths.
fn bounds(fabric: &Fabric) -> Throughput {
    let graph = graph_of(fabric);
    let switches = SwitchGraph::new(&graph);
    let port = port_rate(fabric);
    let capacity = link_capacities(fabric);
    let all: u64 = switches.hosts.iter().map(|hosts| hosts.len() as u64).sum();
    let zero = || Ratio { numerator: BigUint::zero(), denominator: BigUint::from(1u32) };
    let single = fabric.nodes.iter().filter(|node| node.switch == Some(false)).count() as u64 == all;
    if all < 2 || !single {
        let upper = Ratio { numerator: BigUint::from(1u32), denominator: BigUint::zero() };
        return Throughput {
            lower: zero(),
            upper,
            evidence: Evidence::computed("no bound is known for endpoints with several links [not-bounded]"),
        };
    }
    let of = |v: u32, w: u32| {
        let (a, b) = (switches.nodes[v as usize], switches.nodes[w as usize]);
        capacity.get(&[a.min(b), a.max(b)]).copied().unwrap_or(0)
    };
    // A switch with k endpoints sends k (n - k) / (n - 1) of what its endpoints inject.
    let mut upper = Ratio { numerator: BigUint::from(1u32), denominator: BigUint::from(1u32) };
    let mut tight = None;
    for v in 0..switches.len() as u32 {
        let hosts = switches.host_count(v);
        if hosts == 0 || hosts == all {
            continue;
        }
        let out: u64 = switches.graph.links[v as usize].iter().map(|&(w, _)| of(v, w)).sum();
        let bound = Ratio {
            numerator: BigUint::from(out) * (all - 1),
            denominator: BigUint::from(hosts) * (all - hosts) * port,
        };
        if compare(&bound, &upper).is_lt() {
            upper = bound;
            tight = Some(v);
        }
    }
    let lower = split_over_shortest_paths(&switches, &of, all, port);
    let lower = lower.filter(|lower| compare(lower, &upper).is_le()).unwrap_or_else(zero);
    let cut = match tight {
        Some(v) => format!("the cables of {}", fabric.nodes[switches.nodes[v as usize] as usize].name),
        None => "the ports of the endpoints".to_owned(),
    };
    let evidence =
        Evidence::computed(format!("at most by {cut}, at least by a split over shortest paths [cut-bound]"));
    Throughput { lower: lowest(lower), upper: lowest(upper), evidence }
}

fn lowest(ratio: Ratio) -> Ratio {
    Ratio::lowest(ratio.numerator, ratio.denominator)
}

/// The rate of most endpoint ports, or 1 if rates are not known.
fn port_rate(fabric: &Fabric) -> u64 {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    for cable in &fabric.cables {
        if cable.ends.iter().any(|&(v, _)| fabric.nodes[v as usize].switch == Some(false)) {
            *counts.entry(cable_rate(fabric, cable)).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|&(_, count)| count).map_or(1, |(rate, _)| rate.max(1))
}

/// The rate of a cable; 1 for all if one is not known.
fn cable_rate(fabric: &Fabric, cable: &FabricCable) -> u64 {
    cable.rate.and_then(|rate| rate_value(&fabric.rates[rate as usize])).unwrap_or(1)
}

fn link_capacities(fabric: &Fabric) -> BTreeMap<[u32; 2], u64> {
    let mut out: BTreeMap<[u32; 2], u64> = BTreeMap::new();
    for cable in &fabric.cables {
        let [a, b] = cable.ends.map(|(v, _)| v);
        *out.entry([a.min(b), a.max(b)]).or_default() += cable_rate(fabric, cable) * cable.width.unwrap_or(1);
    }
    out
}

/// Unit of loads: parts of a pair of endpoints.
const UNIT: u128 = 1 << 20;

/// Links of a switch with their capacities.
type Rows = Vec<Vec<(u32, u64)>>;

/// The throughput of splitting every flow over all shortest paths, each in proportion to the product of its capacities, so that slow and missing cables are avoided
/// already where paths part. Loads are rounded up.
fn split_over_shortest_paths(
    switches: &SwitchGraph,
    of: &(dyn Fn(u32, u32) -> u64 + Sync),
    all: u64,
    port: u64,
) -> Option<Ratio> {
    let rows: Rows = (0..switches.len() as u32)
        .map(|v| switches.graph.links[v as usize].iter().map(|&(w, _)| (w, of(v, w))).collect())
        .collect();
    let none = || rows.iter().map(|row| vec![0; row.len()]).collect::<Vec<Vec<u128>>>();
    let targets: Vec<u32> = (0..switches.len() as u32).filter(|&v| switches.host_count(v) > 0).collect();
    // One table of loads for each of a few parts of the targets.
    let parts = targets.par_chunks(targets.len().div_ceil(rayon::current_num_threads()).max(1));
    let loads: Option<Vec<Vec<Vec<u128>>>> = parts
        .map(|targets| {
            let mut load = none();
            targets.iter().all(|&target| add_flows(switches, &rows, target, &mut load)).then_some(load)
        })
        .collect();
    let mut load = none();
    for part in loads? {
        for (sums, loads) in load.iter_mut().zip(part) {
            sums.iter_mut().zip(loads).for_each(|(sum, load)| *sum += load);
        }
    }
    // A link of capacity c with load L carries everything at rate c (n - 1) / (L port).
    let mut least = Ratio { numerator: BigUint::from(1u32), denominator: BigUint::from(1u32) };
    for (row, loads) in rows.iter().zip(&load) {
        for (&(_, capacity), &load) in row.iter().zip(loads).filter(|(_, load)| **load > 0) {
            let rate = Ratio {
                numerator: BigUint::from(capacity) * (all - 1) * UNIT,
                denominator: BigUint::from(load) * port,
            };
            if compare(&rate, &least).is_lt() {
                least = rate;
            }
        }
    }
    Some(least)
}

/// Adds the flows from all endpoints to those of one switch. `false` if some do not reach it.
fn add_flows(switches: &SwitchGraph, rows: &Rows, target: u32, load: &mut [Vec<u128>]) -> bool {
    let mut distance = vec![u32::MAX; rows.len()];
    distance[target as usize] = 0;
    let mut order = vec![target];
    let mut queue = VecDeque::from([target]);
    while let Some(v) = queue.pop_front() {
        for &(w, _) in &rows[v as usize] {
            if distance[w as usize] == u32::MAX {
                distance[w as usize] = distance[v as usize] + 1;
                order.push(w);
                queue.push_back(w);
            }
        }
    }
    if distance.iter().zip(&switches.hosts).any(|(&d, hosts)| d == u32::MAX && !hosts.is_empty()) {
        return false;
    }
    // Paths to the target, by the product of their capacities. Only ratios at a node count, so each distance is scaled by itself.
    let mut paths = vec![0f64; rows.len()];
    paths[target as usize] = 1.0;
    let down = |v: u32, w: u32| distance[w as usize] + 1 == distance[v as usize];
    for level in order[1..].chunk_by(|&v, &w| distance[v as usize] == distance[w as usize]) {
        let mut most = 0f64;
        for &v in level {
            let onward = rows[v as usize].iter().filter(|link| down(v, link.0));
            let sum = onward.map(|&(w, capacity)| capacity as f64 * paths[w as usize]).sum();
            paths[v as usize] = sum;
            most = most.max(sum);
        }
        level.iter().for_each(|&v| paths[v as usize] /= most.max(f64::MIN_POSITIVE));
    }
    let mut flow = vec![0u128; rows.len()];
    let mut shares: Vec<(usize, u32, u64)> = Vec::new();
    for &v in order.iter().skip(1).rev() {
        let own = u128::from(switches.host_count(v)) * u128::from(switches.host_count(target)) * UNIT;
        let total = flow[v as usize] + own;
        if total == 0 {
            continue;
        }
        let onward = rows[v as usize].iter().enumerate().filter(|(_, link)| down(v, link.0));
        let weight = |&(w, capacity): &(u32, u64)| capacity as f64 * paths[w as usize];
        let most = onward.clone().map(|(_, link)| weight(link)).fold(0f64, f64::max);
        if most <= 0.0 {
            return false;
        }
        shares.clear();
        shares.extend(onward.map(|(at, link)| (at, link.0, (weight(link) / most * PARTS) as u64)));
        let parts: u128 = shares.iter().map(|share| u128::from(share.2)).sum();
        for &(at, w, share) in &shares {
            let share = (total * u128::from(share)).div_ceil(parts);
            load[v as usize][at] += share;
            flow[w as usize] += share;
        }
    }
    true
}

/// Parts of the largest share of a flow that shares are rounded to.
const PARTS: f64 = 65536.0;

/// The uniform traffic that the tables carry.
fn tables_carry(context: &Context<'_>) -> Option<Ratio> {
    let tables = context.tables?;
    let report = &tables.report;
    let ports: u64 = report.destinations;
    if report.lost > 0 || ports < 2 {
        return None;
    }
    let port = port_rate(context.fabric);
    let mut rates: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    for cable in &context.fabric.cables {
        for (v, number) in cable.ends {
            if let Some(number) = number {
                rates.insert((v, number), cable_rate(context.fabric, cable));
            }
        }
    }
    let mut least = Ratio { numerator: BigUint::from(1u32), denominator: BigUint::from(1u32) };
    for (from, &pairs) in report.loads.iter().filter(|(_, pairs)| **pairs > 0) {
        let rate = Ratio {
            numerator: BigUint::from(*rates.get(from)?) * (ports - 1),
            denominator: BigUint::from(pairs) * port,
        };
        if compare(&rate, &least).is_lt() {
            least = rate;
        }
    }
    Some(lowest(least))
}

/// The findings that follow from the cost.
pub fn findings(context: &Context<'_>, cost: &Cost) -> Vec<Finding> {
    let mut out = Vec::new();
    if let Some(repaired) = &cost.repaired
        && compare(&cost.now.upper, &repaired.lower).is_lt()
    {
        let message = format!("uniform throughput is {} of injection; with all repairs {repaired}", cost.now);
        out.push(
            RULE.finding(message, cost.now.evidence.clone()).repair("make the repairs above, in their order"),
        );
    }
    if let Some(carried) = &cost.tables
        && compare(carried, &cost.now.lower).is_lt()
    {
        let most = context.tables.and_then(|tables| {
            tables.report.loads.iter().max_by_key(|(port, pairs)| (**pairs, std::cmp::Reverse(**port)))
        });
        let place = most.map(|(&(v, port), _)| super::Place::port(context.fabric, v, Some(port)));
        let at =
            place.as_ref().map_or(String::new(), |place| format!("; the most loaded cable leaves {place}"));
        let message = format!(
            "the tables carry {} of uniform injection, the fabric allows {}{at}",
            carried.decimal(4),
            cost.now
        );
        let finding =
            tables::LOAD.finding(message, Evidence::computed("all pairs counted on every cable [counted]"));
        out.push(
            finding
                .at(place)
                .repair("route again, with an engine that balances (ftree on fat trees, dfsssp)"),
        );
    }
    out
}
