//! The time of the phases of a training step on networks: a bound for any routing, and a verified timetable.

use super::throughput::{ThroughputRequest, lowest, no_throughput};
#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{Request, texts};
use crate::certificate::Demands;
use crate::collective::training::{
    Job, MAX_MESSAGES, Mapping, MappingText, NoJob, NoTimetable, Phase, TimedRound, timetable,
};
use crate::error::Error;
use crate::evidence::Evidence;
use crate::exact::{Exact, Ratio};
use crate::metrics::throughput::{Bounds, throughput};
use crate::progress::{CancelOnly, Progress, Stopped};
use crate::topology::Topology;
use crate::verify::{self, No};
use crate::words::Word;
use num_bigint::BigUint;
use num_traits::Zero;
use std::collections::BTreeMap;

/// Request for the communication phases of a training step.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PhasesRequest {
    /// Tensor-parallel group size (fastest-varying rank index).
    pub tensor: u64,
    /// Pipeline stages (slowest-varying rank index).
    pub pipeline: u64,
    /// Data-parallel replicas [default: as many as fit].
    pub data: Option<u64>,
    /// Replicas per expert-parallel group [default: all].
    pub expert: Option<u64>,
    /// Bytes per rank: reduced vector, expert tokens, or pipeline activations.
    #[serde(with = "texts::size")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::topology::NodeName"))]
    pub bytes: u64,
    /// Flit size in bytes; a link carries one flit per cycle.
    pub flit_bytes: u64,
    /// Mapping of ranks to endpoints: linear, 'block 2x2x2', or the endpoints of all ranks such as 0,4,1,5.
    #[serde(with = "texts::text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub mapping: MappingText,
    /// Phases: tensor, expert, data, pipeline [default: all].
    #[serde(alias = "phase")]
    pub phases: Vec<Phase>,
}

impl Default for PhasesRequest {
    fn default() -> Self {
        PhasesRequest {
            tensor: 8,
            pipeline: 4,
            data: None,
            expert: None,
            bytes: 1 << 16,
            flit_bytes: 16,
            mapping: MappingText::Linear,
            phases: Phase::ALL.to_vec(),
        }
    }
}

/// Several machines, each with the phases of its job.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PhasesAnswer {
    /// Bytes per rank.
    pub bytes: Exact<u64>,
    /// Flit size in bytes; a link carries one flit per cycle.
    pub flit_bytes: Exact<u64>,
    /// The mapping of ranks to endpoints.
    pub mapping: String,
    /// The machines, in the order in which they were requested.
    pub machines: Vec<TrainedAnswer>,
}

/// The phases of a job on a machine.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrainedAnswer {
    /// The machine.
    pub expression: String,
    /// Its endpoints.
    pub endpoints: Exact<u64>,
    /// Tensor-parallel group size.
    pub tensor: Exact<u64>,
    /// Data-parallel replicas.
    pub data: Exact<u64>,
    /// Pipeline stages.
    pub pipeline: Exact<u64>,
    /// Replicas per expert-parallel group.
    pub expert: Exact<u64>,
    /// The phases; phases in groups of one send nothing, and are omitted.
    pub phases: Vec<PhaseAnswer>,
}

/// The cost of a phase.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PhaseAnswer {
    /// The phase.
    pub phase: Phase,
    /// Ranks of a group; stages of a pipeline.
    pub group: Exact<u64>,
    /// The stride of the ranks of a group.
    pub stride: Exact<u64>,
    /// Flits that a rank sends.
    pub flits: Exact<u64>,
    /// Throughput of this traffic with any (multipath) routing, in flits per cycle per rank.
    pub throughput_at_least: Ratio,
    /// Upper bound on the throughput; denominator 0 if nothing limits it.
    pub throughput_at_most: Ratio,
    /// The evidence.
    pub throughput_evidence: Evidence,
    /// Lower bound on the cycles of this exchange with any routing, at one flit per rank and cycle.
    pub bound_cycles: Ratio,
    /// Steps of the timetable.
    pub steps: Exact<u64>,
    /// Cycles of the timetable: per step the flits of a message, plus one cycle per hop of the longest path.
    pub schedule_cycles: Exact<u128>,
    /// Cycles of the timetable over the lower bound.
    pub ratio_to_bound: Ratio,
    /// The verification of the timetable.
    pub schedule_evidence: Evidence,
}

impl Request for PhasesRequest {
    type On = [Topology];
    type Answer = PhasesAnswer;
    const VERB: &'static str = "phases";

    fn answer(&self, on: &[Topology], progress: &dyn Progress) -> Result<PhasesAnswer, Error> {
        if self.bytes == 0 || self.flit_bytes == 0 {
            return Err(Error::usage("nothing is sent in messages or flits of no bytes")
                .help("`bytes` and `flit-bytes` are 1 at least"));
        }
        progress.stage("phases", (on.len() * self.phases.len()) as u64);
        let machines = on.iter().map(|net| self.one(net, progress)).collect::<Result<_, _>>()?;
        Ok(PhasesAnswer {
            bytes: Exact(self.bytes),
            flit_bytes: Exact(self.flit_bytes),
            mapping: self.mapping.to_string(),
            machines,
        })
    }
}

/// Advice if there are too many ranks.
fn few() -> &'static str {
    "give the number of replicas with `data`, e.g. 64"
}

impl PhasesRequest {
    /// The job on a number of endpoints.
    fn job(&self, on: &Topology, endpoints: u64) -> Result<Job, Error> {
        let copy = self.tensor.saturating_mul(self.pipeline);
        let data = match self.data {
            Some(data) => data,
            None if copy == 0 => 0,
            None if copy > endpoints => {
                return Err(Error::usage(format!(
                    "{copy} ranks of one copy do not fit on the {endpoints} endpoints of {on}"
                ))
                .help("take fewer tensor parallel ranks, or fewer stages"));
            }
            // Groups of experts are full.
            None => match self.expert {
                Some(expert) if expert > 0 => (endpoints / copy / expert).max(1) * expert,
                _ => endpoints / copy,
            },
        };
        Job::new(self.tensor, data, self.pipeline, self.expert.unwrap_or(data)).map_err(|why| {
            if why == NoJob::TooMany {
                return Error::limit(why.to_string(), few());
            }
            Error::usage(why.to_string()).help(format!(
                "tensor · data · pipeline must be at most the {endpoints} endpoints of {on}, and expert must divide data"
            ))
        })
    }

    fn one(&self, on: &Topology, progress: &dyn Progress) -> Result<TrainedAnswer, Error> {
        let net = on.network()?.as_ref();
        let job = self.job(on, net.endpoints())?;
        // Before anything is listed.
        if job.ranks() > MAX_MESSAGES {
            let what =
                format!("{} ranks are more than the {MAX_MESSAGES} that are placed one by one", job.ranks());
            return Err(Error::limit(what, few()));
        }
        if net.endpoints() > MAX_MESSAGES {
            let what =
                format!("{} endpoints are more than the {MAX_MESSAGES} that are listed", net.endpoints());
            return Err(on.too_large(what, "take a smaller network"));
        }
        let mapping = self.mapping.on(net, job.ranks()).map_err(|why| {
            Error::usage(format!("{on}: {why}"))
                .help("a mapping is linear, blocks (e.g. block 2x2x2), or one distinct endpoint per rank")
        })?;
        let mut phases = Vec::new();
        for &phase in &self.phases {
            phases.extend(self.phase(on, job, phase, &mapping, progress)?);
            progress.advance(1);
        }
        Ok(TrainedAnswer {
            expression: on.to_string(),
            endpoints: Exact(net.endpoints()),
            tensor: Exact(job.tensor),
            data: Exact(job.data),
            pipeline: Exact(job.pipeline),
            expert: Exact(job.expert),
            phases,
        })
    }

    /// One phase; nothing in groups of one.
    fn phase(
        &self,
        on: &Topology,
        job: Job,
        phase: Phase,
        mapping: &Mapping,
        progress: &dyn Progress,
    ) -> Result<Option<PhaseAnswer>, Error> {
        let net = on.network()?.as_ref();
        let watch = &CancelOnly(progress);
        if job.group(phase).0 < 2 {
            return Ok(None);
        }
        let made = timetable(net, job, phase, self.bytes, mapping, watch).map_err(|why| match why {
            NoTimetable::Stopped => Stopped.into(),
            NoTimetable::NoRoute(..) => {
                Error::nothing(format!("{on}: {why}")).help("take a connected network")
            }
            NoTimetable::TooMany(_) => {
                on.too_large(why.to_string(), "take fewer ranks, or smaller groups of experts")
            }
        })?;
        let made = match verify::timetable(net, made, watch)?.into_result() {
            Ok(checked) => checked,
            Err(No::Undecided(limit)) => return Err(limit.into()),
            Err(No::Refuted(bad)) => return Err(Error::internal(format!("a timetable was refuted: {bad}"))),
        };
        let each = |round: &TimedRound| round.times.checked_mul(round.bytes.div_ceil(self.flit_bytes).max(1));
        let all = made.rounds.iter().try_fold(0u64, |sum, round| sum.checked_add(each(round)?));
        let flits = all.ok_or_else(|| {
            Error::limit("a rank sends more than 2^64 flits", "take fewer bytes, or larger flits")
        })?;
        // Everybody sends as often to each of its targets, the same bytes.
        let mut rows: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); net.endpoints() as usize];
        for way in made.rounds.iter().flat_map(|round| &round.steps).flatten() {
            if let (&[from, ..], &[.., to]) = (way.as_slice(), way.as_slice()) {
                *rows[from as usize].entry(to as u32).or_insert(0) += 1;
            }
        }
        let rows = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        let demands = Demands::Listed { unit: made.rounds.len() as u64, rows };
        let bounds: Bounds =
            throughput(net, &demands, ThroughputRequest::GAP, watch).map_err(|why| no_throughput(on, why))?;
        // A rank sends a flit in a cycle at most, even where its links would take more.
        let (most, over) = match &bounds.upper {
            (a, b) if b.is_zero() || a >= b => (BigUint::from(1u32), BigUint::from(1u32)),
            (a, b) => (a.clone(), b.clone()),
        };
        let bound = lowest(&(BigUint::from(flits) * over, most));
        let cycles = made.cycles(net, self.flit_bytes);
        let ratio_to_bound = lowest(&(BigUint::from(cycles) * &bound.denominator, bound.numerator.clone()));
        let (group, stride) = job.group(phase);
        let schedule_evidence = match net.unit() {
            1 => "every message of every step checked by the verifier [replay]",
            _ => {
                "every message of every step checked by the verifier [replay]; a step lasts as long as its slowest link, and a flit takes a cycle on an endpoint port"
            }
        };
        Ok(Some(PhaseAnswer {
            phase,
            group: Exact(group),
            stride: Exact(stride),
            flits: Exact(flits),
            throughput_at_least: lowest(&bounds.lower),
            throughput_at_most: lowest(&bounds.upper),
            throughput_evidence: bounds.evidence(),
            bound_cycles: bound,
            steps: Exact(made.steps()),
            schedule_cycles: Exact(cycles),
            ratio_to_bound,
            schedule_evidence: Evidence::computed(schedule_evidence),
        }))
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::several::<PhasesRequest>("Time the communication phases of a training step");
