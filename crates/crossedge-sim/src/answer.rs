//! Simulation results, as data with a JSON schema.

use crate::bounds::LoadBounds;
use crate::flows::FlowsAnswer;
use crate::many::{SimulateRequest, SimulatedNetwork};
use crate::outcome::{Ending, Judged, Outcome};
use crate::physical::Clock;
use crate::point::Point;
use crate::prepared::Prepared;
use crate::saturation::Saturation;
use crate::settings::Settings;
use crate::verdict::LoadVerdict;
use crossedge::answers::{SchemaOf, schema};
use crossedge::exact::{Exact, Ratio};
use crossedge::metrics::traffic::RateBound;
use num_integer::Integer;
use schemars::JsonSchema;
use serde::Serialize;

/// The engine, and its version.
pub const ENGINE_VERSION: &str = "caminos-lib 0.6.3";

/// The verb, with its schema.
pub const SCHEMAS: &[(&str, SchemaOf)] = &[
    (SimulateRequest::VERB, || schema::<SimulateAnswer>("simulate")),
    (SimulateRequest::FLOWS_VERB, || schema::<FlowsAnswer>("simulate-flows")),
];

/// Simulations of several networks and traffics. Loads are in flits per cycle and sending node.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SimulateAnswer {
    /// The engine, and its version.
    pub engine: &'static str,
    /// Its random number generator.
    pub generator: &'static str,
    /// The first seed.
    pub first_seed: Exact<u64>,
    /// Number of seeds; intervals are taken over them.
    pub seeds: Exact<u64>,
    /// The results, for each network and traffic.
    pub results: Vec<SimulatedAnswer>,
}

/// One network under one traffic.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SimulatedAnswer {
    /// The network, in canonical text.
    pub expression: String,
    /// All settings that a run depends on.
    pub settings: Settings,
    /// The routing on this network.
    pub routing: String,
    /// Virtual channels of a link.
    pub vcs: u32,
    /// The verdict on the routing with these channels.
    pub verdict: Judged,
    /// The congestion information that the routing uses; null for oblivious routings.
    pub assumptions: Option<String>,
    /// Upper bounds on the load; null for a collective.
    pub bounds: Option<BoundsAnswer>,
    /// The saturation load; null unless a curve was requested.
    pub saturation: Option<SaturationAnswer>,
    /// The length of a cycle and the delays of links; null unless physical time was requested.
    pub physical: Option<PhysicalAnswer>,
    /// The metrics at each load.
    pub points: Vec<PointAnswer>,
}

/// A machine in physical time.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PhysicalAnswer {
    /// Rate of a link in each direction, in Gbit/s; a server sends and takes no more.
    pub link_gbps: f64,
    /// Length of a cycle in ns: the time of a flit on a link.
    pub cycle_ns: Ratio,
    /// The delays, for each class of links.
    pub links: Vec<LinkDelayAnswer>,
}

/// The delay of a class of links: one flit, the pipeline of a router or one half of it on links to hosts, and the cable.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LinkDelayAnswer {
    /// The class of links.
    pub link_class: String,
    /// `true` if these are links to hosts.
    pub to_hosts: bool,
    /// The delay in whole cycles; a credit takes as long.
    pub cycles: u32,
    /// The same in ns.
    pub delay_ns: f64,
}

/// The metrics at one load in physical time.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PhysicalPoint {
    /// The offered load of each sending node, in Gbit/s; null for finite traffic.
    pub offered_gbps: Option<f64>,
    /// The accepted load of each sending node, in Gbit/s.
    pub accepted_gbps: f64,
    /// The mean latency in ns; null if nothing arrived.
    pub mean_latency_ns: Option<f64>,
    /// The latency that half of the messages have at most, in ns.
    pub p50_ns: Option<f64>,
    /// The latency that 99 % have at most, in ns.
    pub p99_ns: Option<f64>,
    /// The time at which finite traffic was complete, in ns.
    pub completion_ns: Option<f64>,
}

/// Exact bounds in flits per cycle and sending node.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BoundsAnswer {
    /// Bound for this routing: the inverse of its maximum link load.
    pub routing: Option<Ratio>,
    /// Bound for any routing: in closed form, or by the best known cut.
    pub cut: Option<Ratio>,
    /// The cost of a server.
    pub server: Ratio,
    /// Mean hops of a packet.
    pub mean_hops: Option<Ratio>,
}

/// The loads around saturation.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SaturationAnswer {
    /// The highest load carried with every seed.
    pub carried: f64,
    /// The confidence that it is carried, of the least confident seed, over all cycles of the limits.
    pub carried_confidence: Option<f64>,
    /// The lowest load not carried; null if every load is carried.
    pub not_carried: Option<f64>,
    /// The confidence that it is not carried.
    pub not_carried_confidence: Option<f64>,
    /// Loads between both on which the cycles did not suffice for a verdict.
    pub undecided: Vec<f64>,
    /// The lowest load at which the network deadlocked; null if it never did.
    pub deadlock: Option<StoppedAnswer>,
    /// Number of runs that were made.
    pub runs: usize,
}

/// A run that deadlocked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StoppedAnswer {
    /// Its load.
    pub load: f64,
    /// Its seed.
    pub seed: Exact<u64>,
}

/// The metrics at one load. Half-widths are of 95 % confidence intervals.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PointAnswer {
    /// The offered load; null for finite traffic such as a collective.
    pub offered_load: Option<f64>,
    /// The accepted load.
    pub accepted_load: f64,
    /// Half-width of its confidence interval, over seeds.
    pub accepted_load_half_width: Option<f64>,
    /// The mean latency, in cycles; null if nothing arrived.
    pub mean_latency_cycles: Option<f64>,
    /// Half-width of its confidence interval.
    pub mean_latency_half_width: Option<f64>,
    /// Mean hops of a packet.
    pub mean_hops: Option<f64>,
    /// Half-width of its confidence interval.
    pub mean_hops_half_width: Option<f64>,
    /// Whether the load is carried, over all seeds; null for finite traffic and after a deadlock.
    pub load_verdict: Option<LoadVerdict>,
    /// The same in physical time; null unless it was requested.
    pub physical: Option<PhysicalPoint>,
    /// The outcome of the runs: the worst of them.
    pub outcome: Ending,
    /// The results per seed.
    pub runs: Vec<Outcome>,
}

impl SimulateRequest {
    /// The name.
    pub const VERB: &'static str = "simulate";

    /// The name of answers at the level of flows.
    pub const FLOWS_VERB: &'static str = "simulate-flows";

    /// The settings.
    pub fn answer(&self, subjects: &[SimulatedNetwork]) -> SimulateAnswer {
        SimulateAnswer {
            engine: ENGINE_VERSION,
            generator: "rand 0.8 StdRng",
            first_seed: Exact(self.settings.first().map_or(0, |settings| settings.seed)),
            seeds: Exact(self.seeds),
            results: subjects.iter().map(SimulatedAnswer::from).collect(),
        }
    }
}

impl From<&SimulatedNetwork> for SimulatedAnswer {
    fn from(subject: &SimulatedNetwork) -> Self {
        let prepared = &subject.prepared;
        SimulatedAnswer {
            expression: prepared.settings().expression.clone(),
            settings: prepared.settings().clone(),
            routing: prepared.routing.to_string(),
            vcs: prepared.vcs,
            verdict: prepared.judged,
            assumptions: prepared.assumed_information(),
            bounds: subject.bounds.as_ref().map(BoundsAnswer::from),
            saturation: subject.saturation.as_ref().map(SaturationAnswer::from),
            physical: prepared.physical(),
            points: subject
                .points
                .iter()
                .map(|point| PointAnswer::new(point, prepared.settings().clock()))
                .collect(),
        }
    }
}

impl Prepared {
    /// The machine in physical time, where it was requested.
    pub fn physical(&self) -> Option<PhysicalAnswer> {
        let clock = self.settings().clock()?;
        let names = self.net().link_classes();
        let mut links = Vec::new();
        for (class, name) in names.into_iter().enumerate() {
            for to_hosts in self.ends_of(class) {
                let cycles = self.delays.of(class, to_hosts);
                let delay_ns = clock.nanoseconds(cycles.into());
                links.push(LinkDelayAnswer { link_class: name.clone(), to_hosts, cycles, delay_ns });
            }
        }
        Some(PhysicalAnswer { link_gbps: clock.gigabits(1.0), cycle_ns: clock.cycle_ns(), links })
    }
}

fn exact_ratio((a, b): RateBound) -> Ratio {
    let common = a.gcd(&b).max(1);
    Ratio::new(a / common, b / common)
}

impl From<&LoadBounds> for BoundsAnswer {
    fn from(bounds: &LoadBounds) -> Self {
        BoundsAnswer {
            routing: bounds.routing.map(exact_ratio),
            cut: bounds.cut.map(exact_ratio),
            server: exact_ratio(bounds.server),
            mean_hops: bounds.mean_hops.map(exact_ratio),
        }
    }
}

impl From<&Saturation> for SaturationAnswer {
    fn from(saturation: &Saturation) -> Self {
        let deadlock =
            saturation.deadlock().map(|run| StoppedAnswer { load: run.load, seed: Exact(run.seed) });
        let confidence = |load: Option<f64>| saturation.verdict(load?)?.confidence;
        SaturationAnswer {
            carried: saturation.carried,
            carried_confidence: confidence(Some(saturation.carried)),
            not_carried: saturation.not_carried,
            not_carried_confidence: confidence(saturation.not_carried),
            undecided: saturation.undecided.clone(),
            deadlock,
            runs: saturation.runs.len(),
        }
    }
}

impl PhysicalPoint {
    /// The metrics of a point, by a clock.
    pub fn new(point: &Point, clock: Clock) -> Self {
        let completion = point.mean_of_known(|run| run.completion_cycles.map(|cycles| cycles as f64));
        let ns = |cycles: Option<f64>| cycles.map(|cycles| clock.nanoseconds(cycles));
        PhysicalPoint {
            offered_gbps: point
                .runs
                .first()
                .and_then(|run| run.offered_load)
                .map(|load| clock.gigabits(load)),
            accepted_gbps: clock.gigabits(point.mean_of(|run| run.accepted_load).0),
            mean_latency_ns: ns(point.latency().map(|latency| latency.0)),
            p50_ns: ns(point.percentile(|latency| latency.p50)),
            p99_ns: ns(point.percentile(|latency| latency.p99)),
            completion_ns: ns(completion.map(|mean| mean.0)),
        }
    }
}

impl PointAnswer {
    /// The metrics of a point, in physical time too where there is a clock.
    pub fn new(point: &Point, clock: Option<Clock>) -> Self {
        let (accepted_load, accepted_load_half_width) = point.mean_of(|run| run.accepted_load);
        let (latency, hops) = (point.latency(), point.mean_of_known(|run| run.mean_hops));
        PointAnswer {
            offered_load: point.runs.first().and_then(|run| run.offered_load),
            accepted_load,
            accepted_load_half_width,
            mean_latency_cycles: latency.map(|l| l.0),
            mean_latency_half_width: latency.and_then(|l| l.1),
            mean_hops: hops.map(|h| h.0),
            mean_hops_half_width: hops.and_then(|h| h.1),
            load_verdict: point.load_verdict(),
            physical: clock.map(|clock| PhysicalPoint::new(point, clock)),
            outcome: point.ending(),
            runs: point.runs.clone(),
        }
    }
}
