//! What is asked about failures, and answered.

use super::cases::{Case, KINDS, cases};
use super::jobs::{JobAnswer, jobs};
use crate::answers::Request;
use crate::error::Error;
use crate::evidence::Evidence;
use crate::exact::{Exact, Ratio};
use crate::metrics::remains::remains;
use crate::metrics::shortest_ways_around;
use crate::metrics::throughput::uniform;
use crate::net::Structure;
use crate::progress::{CancelOnly, Progress, Stopped};
use crate::topology::Topology;
use num_integer::Integer;

/// Asks what the worst failure of every kind takes away, and how jobs fit.
#[derive(Debug, Clone)]
pub struct FailuresRequest {
    /// Endpoints of a block.
    pub block: u64,
    /// Nodes of a rack.
    pub units: u32,
    /// Sizes of jobs.
    pub jobs: Vec<u64>,
}

impl Default for FailuresRequest {
    fn default() -> Self {
        FailuresRequest { block: 64, units: 128, jobs: vec![16, 64, 128, 256, 512, 1024, 2048, 4096] }
    }
}

/// Several machines, each with its worst failures and its jobs.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailuresAnswer {
    /// The machines, in the order in which they were asked for.
    pub machines: Vec<OperatedAnswer>,
}

/// What failures take away from a machine, and how jobs fit.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperatedAnswer {
    /// The machine.
    pub expression: String,
    /// Its endpoints.
    pub endpoints: Exact<u64>,
    /// Its uniform throughput; null where no rule tells.
    pub throughput: Option<Ratio>,
    /// The worst failure of every kind.
    pub failures: Vec<FailureAnswer>,
    /// Isolated jobs.
    pub jobs: Vec<JobAnswer>,
    /// How failures are known.
    pub evidence: Evidence,
}

/// The worst failure of a kind.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureAnswer {
    /// One cable, one bundle between two blocks, one node, one block or one rack.
    pub kind: String,
    /// How many cases stand for all.
    pub cases: Exact<u64>,
    /// The one that takes away most endpoints, and of these the one with the largest diameter.
    pub worst: String,
    /// Endpoints that are dead or cut off.
    pub lost: Exact<u64>,
    /// The largest distance that is left, over all cases; null where searches take too long.
    pub diameter: Option<Exact<u64>>,
    /// The least uniform throughput that is certainly left in the largest part, by shortest ways; null where searches take too long.
    pub throughput_at_least: Option<Ratio>,
    /// The least upper bound of it: links that live over the hops that live endpoints need.
    pub throughput_at_most: Option<Ratio>,
}

/// Larger machines are not visited case by case.
const MAX_NODES: u64 = 1 << 17;

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
        let net = on.network()?.as_ref();
        if net.nodes() > MAX_NODES {
            let message = format!("failures are visited in machines of at most {MAX_NODES} nodes");
            return Err(on.too_large(message, "take a smaller one, such as fattree(64)"));
        }
        let none = || {
            Error::nothing(format!("no rule tells which failures of {on} stand for all"))
                .help("take tori, cubes, HyperX, duals of such, fat trees, dragonflies, and hosts on these")
        };
        let all = cases(on.shape(), net, self.block, self.units).ok_or_else(none)?;
        progress.stage("failures", all.len() as u64);
        let mut failures = Vec::new();
        for kind in KINDS {
            let mut worst: Option<FailureAnswer> = None;
            for case in all.iter().filter(|case| case.kind == kind) {
                let one = taken(net, case, &CancelOnly(progress))?;
                progress.advance(1);
                worst = Some(match worst {
                    None => one,
                    Some(before) => worse(before, one),
                });
            }
            failures.extend(worst);
        }
        let why = "every case that stands for others by a symmetry that keeps blocks together, visited node by node";
        Ok(OperatedAnswer {
            expression: on.to_string(),
            endpoints: Exact(net.endpoints()),
            throughput: uniform(on.shape()).map(|known| Ratio::new(known.value.0, known.value.1)),
            failures,
            jobs: jobs(on.shape(), &self.jobs),
            evidence: Evidence::computed(why),
        })
    }
}

/// What one failure takes away.
fn taken(net: &dyn Structure, case: &Case, progress: &dyn Progress) -> Result<FailureAnswer, Error> {
    let faults = case.faults(net).ok_or_else(|| Error::internal("a failure names what is not there"))?;
    let left = remains(net, &faults, progress)?;
    if progress.stopped() {
        return Err(Stopped.into());
    }
    let hops = left.distances.as_ref().map(|found| {
        let each = found.counts.iter().enumerate().map(|(far, count)| far as u128 * u128::from(*count));
        (found.counts.len().saturating_sub(1) as u64, each.sum::<u128>())
    });
    let capacity: u128 = (0..)
        .zip(&left.links)
        .map(|(class, (_, live))| 2 * u128::from(*live) * u128::from(net.width(class)))
        .sum();
    let whole = left.parts.len() == 1 && left.parts.values().all(|count| *count == 1);
    let others = u128::from(left.largest.saturating_sub(1));
    let at_most = hops.filter(|(_, hops)| whole && *hops > 0).map(|(_, hops)| {
        let (a, b) = (capacity * others, hops);
        let common = a.gcd(&b).max(1);
        Ratio::new(a / common, b / common)
    });
    let at_least = shortest_ways_around(net, &faults, progress)?.filter(|_| whole);
    Ok(FailureAnswer {
        kind: case.kind.to_owned(),
        cases: Exact(1),
        worst: case.what.clone(),
        lost: Exact(net.endpoints() - left.largest),
        diameter: hops.map(|(far, _)| Exact(far)),
        throughput_at_least: at_least.map(|(a, b)| Ratio::new(a, b)),
        throughput_at_most: at_most,
    })
}

/// The worse of two, figure by figure; it is called by the one that takes more endpoints, or the larger diameter.
fn worse(a: FailureAnswer, b: FailureAnswer) -> FailureAnswer {
    let key = |one: &FailureAnswer| (one.lost.0, one.diameter.map(|far| far.0));
    let value = |ratio: &Option<Ratio>| ratio.as_ref().and_then(Ratio::value);
    let lower = |x: &Option<Ratio>, y: &Option<Ratio>| match (value(x), value(y)) {
        (Some(p), Some(q)) => {
            if q < p {
                y.clone()
            } else {
                x.clone()
            }
        }
        _ => None,
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
