//! The request and answer of `failures`.

use super::random::{RandomFailures, RandomFailuresAnswer};
use crate::answers::Request;
#[cfg(feature = "schema")]
use crate::answers::verbs::Verb;
use crate::error::Error;
use crate::evidence::Evidence;
use crate::exact::{Exact, Ratio};
use crate::failures::{FailureCase, JobAnswer, NarrowedLink, NodeCoordinates, cases, jobs};
use crate::lint::throughput::network_throughput;
use crate::metrics::remains::connected;
use crate::metrics::throughput::{uniform, uniform_bounds};
use crate::metrics::{LiveGraph, Orbits};
use crate::net::{Node, Structure};
use crate::progress::{CancelOnly, Progress, Stopped};
use crate::topology::Topology;

/// Request for the worst failure of every kind, its impact, and the jobs that fit.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FailuresRequest {
    /// Endpoints per block.
    pub block: u64,
    /// Nodes per rack.
    #[serde(rename = "rack", alias = "units")]
    pub units: u32,
    /// Job sizes, in endpoints.
    pub jobs: Vec<u64>,
    /// Share of the cables that fail at random, e.g. 0.01: throughput is sampled.
    pub random: Option<f64>,
    /// Samples of random failures.
    pub samples: u32,
    /// Seed of random failures.
    pub seed: u64,
}

impl Default for FailuresRequest {
    fn default() -> Self {
        FailuresRequest {
            block: 64,
            units: 128,
            jobs: vec![16, 64, 128, 256, 512, 1024, 2048, 4096],
            random: None,
            samples: 20,
            seed: 1,
        }
    }
}

/// Several machines, each with its worst failures and its jobs.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailuresAnswer {
    /// The machines, in the order in which they were requested.
    pub machines: Vec<OperatedAnswer>,
}

/// The impact of failures on a machine, and the jobs that fit.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperatedAnswer {
    /// The machine.
    pub expression: String,
    /// Its endpoints.
    pub endpoints: Exact<u64>,
    /// Its uniform throughput; null if it is not known exactly, and, without `random`, if there is no closed form.
    pub throughput: Option<Ratio>,
    /// The worst failure of every kind.
    pub failures: Vec<FailureAnswer>,
    /// Isolated jobs.
    pub jobs: Vec<JobAnswer>,
    /// Random failures; absent if not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<RandomFailuresAnswer>,
    /// The evidence.
    pub evidence: Evidence,
}

/// The worst failure of a kind.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureAnswer {
    /// One cable of a class of links, one bundle between two blocks, one node, one block or one rack.
    pub kind: String,
    /// Number of cases up to symmetry.
    pub cases: Exact<u64>,
    /// The failure that disconnects most endpoints, and of these the one with the largest diameter.
    pub worst: String,
    /// Endpoints that have failed or are disconnected.
    pub lost: Exact<u64>,
    /// Largest remaining diameter over all cases; null if not computed.
    pub diameter: Option<Exact<u64>>,
    /// Lower bound on the remaining uniform throughput of the largest component, by shortest paths; null if not computed.
    pub throughput_at_least: Option<Ratio>,
    /// Nor is more left there in the worst case: links that live over the hops that live endpoints need, all together and class by class; and the throughput
    /// without failures, where all endpoints live.
    pub throughput_at_most: Option<Ratio>,
}

/// Size limit for visiting failures one by one.
const MAX_NODES: u64 = 1 << 17;

/// Maximum number of failures to visit without symmetry.
const MAX_CASES: usize = 4096;

impl Request for FailuresRequest {
    type On = [Topology];
    type Answer = FailuresAnswer;
    const VERB: &'static str = "failures";

    fn answer(&self, on: &[Topology], progress: &dyn Progress) -> Result<FailuresAnswer, Error> {
        if self.block == 0 || self.units == 0 {
            return Err(Error::usage("a block or a rack of nothing holds nothing")
                .help("take `block` 64 and `rack` 128"));
        }
        let machines = on.iter().map(|net| self.one(net, progress)).collect::<Result<_, _>>()?;
        Ok(FailuresAnswer { machines })
    }
}

impl FailuresRequest {
    fn one(&self, on: &Topology, progress: &dyn Progress) -> Result<OperatedAnswer, Error> {
        if on.nodes() > MAX_NODES.into() {
            let message = format!("failures are visited in machines of at most {MAX_NODES} nodes");
            return Err(on.too_large(message, "take a smaller one, such as fattree(64)"));
        }
        let net = on.network()?.as_ref();
        if let Some(share) = self.random {
            let random = RandomFailures { share, samples: self.samples, seed: self.seed };
            // No more work than a sample.
            let intact = network_throughput(on, net, &CancelOnly(progress))?;
            return Ok(OperatedAnswer {
                expression: on.to_string(),
                endpoints: Exact(net.endpoints()),
                throughput: (intact.lower == intact.upper).then_some(intact.lower),
                failures: Vec::new(),
                jobs: Vec::new(),
                random: Some(random.run(net, progress)?),
                evidence: Evidence::computed("samples of damaged networks [not-bounded]"),
            });
        }
        let none = || {
            Error::nothing(format!("no known symmetry reduces the failures of {on}"))
                .help("take tori, cubes, HyperX, duals of such, fat trees, dragonflies, and hosts on these")
        };
        let symmetric = NodeCoordinates::new(net);
        let why = match symmetric {
            Some(_) => {
                "one of all failures that a symmetry takes to each other, visited node by node [failure-enumeration]"
            }
            None => "every single failure, visited node by node [failure-enumeration]",
        };
        let frame = symmetric.or_else(|| NodeCoordinates::asymmetric(net.nodes())).ok_or_else(none)?;
        let all = cases(&frame, net, self.block, self.units);
        if all.len() > MAX_CASES {
            let message = format!("{} failures differ, and at most {MAX_CASES} are visited", all.len());
            return Err(on.too_large(message, "take blocks and racks that fit the network, or a smaller one"));
        }
        progress.stage("failures", all.len() as u64);
        let intact =
            uniform_bounds(on.shape()).map(|known| [known.lower, known.upper].map(|(a, b)| Ratio::new(a, b)));
        let mut failures = Vec::new();
        // Cases of a kind follow each other.
        for kind in all.chunk_by(|one, next| one.kind == next.kind) {
            let mut worst: Option<FailureAnswer> = None;
            for case in kind {
                let one = taken(net, &frame, case, intact.as_ref(), &CancelOnly(progress))?;
                progress.advance(1);
                worst = Some(match worst {
                    None => one,
                    Some(before) => worse(before, one),
                });
            }
            failures.extend(worst);
        }
        Ok(OperatedAnswer {
            expression: on.to_string(),
            endpoints: Exact(net.endpoints()),
            throughput: uniform(on.shape()).map(|known| Ratio::new(known.value.0, known.value.1)),
            failures,
            jobs: jobs(on.shape(), &self.jobs),
            random: None,
            evidence: Evidence::computed(why),
        })
    }
}

/// The impact of one failure.
fn taken(
    net: &dyn Structure,
    frame: &NodeCoordinates,
    case: &FailureCase,
    intact: Option<&[Ratio; 2]>,
    progress: &dyn Progress,
) -> Result<FailureAnswer, Error> {
    let wrong = || Error::internal("a failure names what is not there");
    let left = connected(net, &case.faults(net, &[]).ok_or_else(wrong)?, progress)?;
    if progress.stopped() {
        return Err(Stopped.into());
    }
    let lost = net.endpoints() - left.largest;
    // Disconnected endpoints send nothing: only the largest component counts.
    let dead = case.faults(net, &left.cut_off).ok_or_else(wrong)?;
    let (mut diameter, mut at_least, mut at_most) = (None, None, None);
    let narrowed = |graph: LiveGraph| match case.narrowed {
        Some(link) => graph.with_width(link.ends, link.left),
        None => graph,
    };
    if let Some(graph) = LiveGraph::new(net, &dead).map(narrowed) {
        let alike = Orbits::new(&graph, &frame.keeping(&case.touched()));
        if let Some(ways) = graph.shortest_paths(&alike, progress)? {
            diameter = Some(Exact(ways.diameter));
            at_least = ways.at_least().map(|(a, b)| match net.unit() {
                1 => Ratio::new(a, b),
                unit => lowest_terms(a.into(), u128::from(b) * u128::from(unit)),
            });
            let (others, unit) = (u128::from(ways.alive - 1), u128::from(net.unit()));
            let mut bounds: Vec<Ratio> = Vec::new();
            bounds.extend(graph.narrowest_host().map(|width| lowest_terms(width.into(), unit)));
            if ways.inside > 0 {
                bounds.push(lowest_terms(graph.capacity() * others, ways.inside * unit));
            }
            // Endpoints that all live send no more than over all cables.
            bounds.extend(
                intact.filter(|_| case.nodes.is_empty() && lost == 0).map(|[_, upper]| upper.clone()),
            );
            if !case.nodes.is_empty() || intact.is_none() {
                for class in graph.classes() {
                    let bound = graph.at_most_by_class(class, &alike, progress)?;
                    bounds.extend(bound.map(|(a, b)| lowest_terms(a, b * unit)));
                }
            }
            if let Some(NarrowedLink { ends, width, left }) = case.narrowed {
                // All flows scaled by what the link still carries; an endpoint with this link alone sends no more than that.
                let scaled = intact
                    .map(|[lower, _]| Ratio::lowest(&lower.numerator * left, &lower.denominator * width));
                let known = [at_least, scaled].into_iter().flatten();
                at_least = known.reduce(|a, b| if below(&a, &b) { b } else { a });
                let alone = |v: &Node| v.0 < net.endpoints() && net.degree(*v) == 1;
                bounds.extend(ends.iter().any(alone).then(|| lowest_terms(left.into(), unit)));
            }
            at_most = bounds.into_iter().reduce(|a, b| if below(&b, &a) { b } else { a });
        }
    }
    Ok(FailureAnswer {
        kind: case.kind.clone(),
        cases: Exact(1),
        worst: case.what.clone(),
        lost: Exact(lost),
        diameter,
        throughput_at_least: at_least,
        throughput_at_most: at_most,
    })
}

fn lowest_terms(a: u128, b: u128) -> Ratio {
    Ratio::lowest(a.into(), b.into())
}

/// Returns `true` if one ratio is below another.
fn below(a: &Ratio, b: &Ratio) -> bool {
    &a.numerator * &b.denominator < &b.numerator * &a.denominator
}

/// The worse of two failures, metric by metric; named after the one that disconnects more endpoints, or has the larger diameter.
fn worse(a: FailureAnswer, b: FailureAnswer) -> FailureAnswer {
    let key = |one: &FailureAnswer| (one.lost.0, one.diameter.map(|far| far.0));
    let lower = |x: &Option<Ratio>, y: &Option<Ratio>| {
        x.as_ref().zip(y.as_ref()).map(|(x, y)| if below(y, x) { y.clone() } else { x.clone() })
    };
    FailureAnswer {
        kind: a.kind.clone(),
        cases: Exact(a.cases.0 + b.cases.0),
        lost: Exact(a.lost.0.max(b.lost.0)),
        diameter: a.diameter.zip(b.diameter).map(|(x, y)| Exact(x.0.max(y.0))),
        throughput_at_least: lower(&a.throughput_at_least, &b.throughput_at_least),
        throughput_at_most: lower(&a.throughput_at_most, &b.throughput_at_most),
        worst: if key(&b) > key(&a) { b.worst } else { a.worst },
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::several::<FailuresRequest>("Find the worst single failure of every kind, and its impact");
