//! Survival: random faults, many trials, a curve. Finished trials survive a killed process.

use crate::error::Error;
use crate::interval::wilson_interval;
use crate::journal::Journal;
use crate::records::Records;
use crate::run::run;
use crate::sweep::{GENERATOR, TrialSums, fingerprint, ratio};
use crossedge::Topology;
use crossedge::answers::{LeftAnswer, PacketAnswer, PacketRequest, Request, SchemaOf, schema};
use crossedge::exact::Exact;
use crossedge::net::Structure;
use crossedge::progress::Progress;
use crossedge::route::fault::{Diameter, MAX_LINKS, MAX_NODES, Router, Setting, Survey, Trial};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The verb of faults, with its schema: a packet around given ones, or a curve over random ones.
pub const FAULT_SCHEMA: (&str, SchemaOf) =
    (PacketRequest::VERB, || schema::<FaultAnswer>(PacketRequest::VERB));

/// More tasks than this are refused: each has an id in memory.
const MAX_TASKS: u64 = 20_000_000;

/// Limit of packets per trial, the same as in a plan.
const MAX_PAIRS: u64 = 1_000_000_000;

/// Request for a curve of survival.
#[derive(Debug, Clone)]
pub struct SurvivalRequest {
    /// Failure rates or counts, one per point of the curve.
    pub dead: Dead,
    /// The failing components.
    pub dying: Dying,
    /// Trials at each point.
    pub trials: u64,
    /// Packets in each trial.
    pub pairs: u64,
    /// The seed of the campaign.
    pub seed: u64,
    /// Method for the diameter of the largest component.
    pub diameter: Diameter,
    /// Maximum number of nodes to visit by search if routing fails.
    pub search: usize,
}

/// The failing components of a trial.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Dying {
    /// Nodes of a network without switches, which are all equivalent.
    #[default]
    Nodes,
    /// Endpoints.
    Endpoints,
    /// Switches.
    Switches,
    /// Links.
    Links,
}

impl Dying {
    /// The plural noun.
    pub fn word(self) -> &'static str {
        match self {
            Dying::Nodes => "nodes",
            Dying::Endpoints => "endpoints",
            Dying::Switches => "switches",
            Dying::Links => "links",
        }
    }

    /// The ids of nodes that may fail, and the number of candidates; an error if there are none, or if the choice is ambiguous.
    pub fn candidates(self, on: &Topology) -> Result<(Option<(u64, u64)>, u64), crossedge::Error> {
        let net = on.network()?;
        let (ends, nodes) = (net.endpoints(), net.nodes());
        match self {
            Dying::Links => Ok((None, u64::try_from(&on.links()).unwrap_or(u64::MAX))),
            Dying::Nodes | Dying::Endpoints if ends == nodes => Ok((None, nodes)),
            Dying::Endpoints => Ok((Some((0, ends)), ends)),
            Dying::Switches if ends < nodes => Ok((Some((ends, nodes)), nodes - ends)),
            Dying::Switches => Err(crossedge::Error::usage("the network has no switches that could die")
                .help("put hosts on it, e.g. hosts(torus(4,4), 2)")),
            Dying::Nodes => {
                let switches = nodes - ends;
                let message =
                    format!("{ends} endpoints and {switches} switches are different things to lose");
                Err(crossedge::Error::usage(message)
                    .help("choose the components that fail: `endpoints`, `switches` or `links`"))
            }
        }
    }
}

/// Failure rates or counts, as comma-separated text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dead {
    /// Fractions of all, e.g. `0.01,0.05`.
    Rates(String),
    /// Numbers, e.g. `1,2,3`.
    Counts(String),
}

/// The answers about faults.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FaultAnswer {
    /// The route of one packet.
    Packet(PacketAnswer),
    /// The remaining network after given faults.
    Left(Box<LeftAnswer>),
    /// Survival of random faults.
    Survival(SurvivalAnswer),
}

/// Survival of random faults: independent of when, where or how often the campaign ran.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SurvivalAnswer {
    /// Everything that a trial depends on besides its point and number: `campaign`, `version`, `expression`, `seed`, `generator`, `pairs`,
    /// `diameter`, `search`, `dying`, where endpoints or switches alone do, and `links`, the digest of all links, where a file is read.
    pub provenance: Map<String, Value>,
    /// Method of the confidence intervals.
    pub intervals: &'static str,
    /// The digest of all results.
    pub digest: String,
    /// The points of the curve.
    pub points: Vec<SurvivalPoint>,
}

/// One point of the curve.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SurvivalPoint {
    /// The rate or count as it was written.
    pub written: String,
    /// Dead nodes in each trial.
    pub dead_nodes: Exact<u64>,
    /// Dead links in each trial.
    pub dead_links: Exact<u64>,
    /// Trials.
    pub trials: u64,
    /// Trials in which all live endpoints were connected; without switches every node is an endpoint.
    pub connected: Fraction,
    /// Fraction of live endpoints in the largest component.
    pub largest_part: Option<f64>,
    /// Diameter of the largest component, or a lower bound.
    pub diameter: DiameterAnswer,
    /// Packets whose source and destination were connected.
    pub connected_packets: Fraction,
    /// Those of them that arrived.
    pub delivered: Fraction,
    /// Stretch: hops over distance.
    pub stretch: StretchAnswer,
}

/// A fraction that was counted, with its interval.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Fraction {
    /// The number.
    pub hits: u64,
    /// The total.
    pub count: u64,
    /// The quotient; null if the total is zero.
    pub fraction: Option<f64>,
    /// Lower limit of the confidence interval.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
}

/// Diameters of many trials.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct DiameterAnswer {
    /// The mean.
    pub mean: Option<f64>,
    /// The largest.
    pub max: u64,
}

/// Hops over distances.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct StretchAnswer {
    /// All hops over all distances.
    pub mean: Option<f64>,
    /// Hops of the packet with the largest stretch.
    pub worst_hops: u64,
    /// The distance between its source and destination.
    pub worst_distance: u64,
}

impl Fraction {
    fn new(hits: u64, count: u64) -> Self {
        let (low, high) = wilson_interval(hits, count);
        Fraction { hits, count, fraction: ratio(hits, count), low, high }
    }
}

/// A curve that can be computed: its points are read, and the network is not too large.
#[derive(Debug)]
pub struct Survival<'a> {
    request: &'a SurvivalRequest,
    survey: Survey<'a>,
    points: Vec<(String, Setting)>,
    about: Map<String, Value>,
}

impl SurvivalRequest {
    /// Reads the points, and refuses what would not end.
    pub fn prepare<'a>(&'a self, on: &'a Topology) -> Result<Survival<'a>, crossedge::Error> {
        let net = on.network()?.as_ref();
        let (range, _) = self.dying.candidates(on)?;
        let limit = |message: String, works: String| on.too_large(message, works);
        let points = self.fault_points(on)?;
        if self.trials.checked_mul(points.len() as u64).is_none_or(|total| total > MAX_TASKS) {
            let help = format!("take `trials` of at most {}", MAX_TASKS / points.len().max(1) as u64);
            return Err(limit(format!("a campaign has at most {MAX_TASKS} trials"), help));
        }
        if self.pairs > MAX_PAIRS {
            let help = format!("take `pairs` of at most {MAX_PAIRS}, and more trials");
            return Err(limit(format!("a trial has at most {MAX_PAIRS} packets"), help));
        }
        let router = Router::with_search(net, self.search);
        let Some(survey) = Survey::new(net, router, self.seed, &on.shape().degrees()) else {
            let message = format!(
                "a trial visits every node and link, and may visit {MAX_NODES} nodes and {MAX_LINKS} links at most"
            );
            return Err(limit(message, "rdn(torus(5,5), 2) has 3125000 nodes, and works".to_owned()));
        };
        let survey = match range {
            Some((first, end)) => survey.restricted_to(first, end),
            None => survey,
        };
        Ok(Survival { request: self, survey, points, about: self.trial_context(on, net) })
    }

    fn fault_points(&self, on: &Topology) -> Result<Vec<(String, Setting)>, crossedge::Error> {
        let (_, all) = self.dying.candidates(on)?;
        let (list, of) = match &self.dead {
            Dead::Rates(list) => (list, parse_rate as fn(&str, u64) -> Option<u64>),
            Dead::Counts(list) => (list, parse_count as fn(&str, u64) -> Option<u64>),
        };
        let mut points = Vec::new();
        for text in list.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let Some(dead) = of(text, all) else {
                let things = self.dying.word();
                let what = match self.dead {
                    Dead::Rates(_) => "a rate is a decimal from 0 to 1".to_owned(),
                    Dead::Counts(_) => {
                        format!("a count is a whole number up to {all}, for there are {all} {things}")
                    }
                };
                return Err(crossedge::Error::usage(format!("{what}; found '{text}'")));
            };
            let (dead_nodes, dead_links) = if self.dying == Dying::Links { (0, dead) } else { (dead, 0) };
            let setting = Setting { dead_nodes, dead_links, pairs: self.pairs, diameter: self.diameter };
            points.push((text.to_owned(), setting));
        }
        match points.is_empty() {
            true => Err(crossedge::Error::usage("the list of `rates` or `counts` is empty")),
            false => Ok(points),
        }
    }

    /// Everything that a trial depends on besides its point and number.
    fn trial_context(&self, on: &Topology, net: &dyn Structure) -> Map<String, Value> {
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
        let expression = on.to_string();
        put("campaign", json!("survival"));
        put("version", json!(env!("CARGO_PKG_VERSION")));
        put("seed", json!(self.seed));
        put("generator", json!(GENERATOR));
        put("pairs", json!(self.pairs));
        let exact = self.diameter == Diameter::Exact;
        put("diameter", json!(if exact { "exact" } else { "lower bound by two searches" }));
        put("search", json!(self.search));
        if matches!(self.dying, Dying::Endpoints | Dying::Switches) {
            put("dying", json!(self.dying.word()));
        }
        // A file may change while its name does not.
        if expression.contains("file(") {
            put("links", json!(fingerprint(net)));
        }
        put("expression", json!(expression));
        map
    }
}

impl Survival<'_> {
    /// Runs the trials that the journal does not hold yet, and adds all of them up.
    pub fn answer(
        &self,
        journal: Option<&Journal>,
        finished: Records,
        progress: &dyn Progress,
    ) -> Result<SurvivalAnswer, Error> {
        let Survival { request, survey, points, about, .. } = self;
        let tasks: Vec<(usize, u64)> = (0..points.len())
            .flat_map(|point| (0..request.trials).map(move |trial| (point, trial)))
            .collect();
        let canonical = |&(point, trial): &(usize, u64)| {
            let mut task = about.clone();
            task.insert("dead_nodes".to_owned(), json!(points[point].1.dead_nodes));
            task.insert("dead_links".to_owned(), json!(points[point].1.dead_links));
            task.insert("trial".to_owned(), json!(trial));
            Value::Object(task).to_string()
        };
        let work = |&(point, trial): &(usize, u64)| to_json(&survey.trial(&points[point].1, trial));
        let results = run(&tasks, canonical, work, journal, finished, progress)?;
        let mut curve: Vec<TrialSums> = points.iter().map(|_| TrialSums::default()).collect();
        for (&(point, _), value) in tasks.iter().zip(&results.values) {
            let trial = from_json(value).ok_or(Error::Foreign)?;
            curve[point].add(&trial);
        }
        Ok(SurvivalAnswer {
            provenance: about.clone(),
            intervals: "Wilson, 95 %",
            digest: results.digest,
            points: points
                .iter()
                .zip(&curve)
                .map(|((written, setting), sum)| survival_point(written, setting, sum))
                .collect(),
        })
    }
}

fn survival_point(written: &str, setting: &Setting, sum: &TrialSums) -> SurvivalPoint {
    SurvivalPoint {
        written: written.to_owned(),
        dead_nodes: Exact(setting.dead_nodes),
        dead_links: Exact(setting.dead_links),
        trials: sum.trials,
        connected: Fraction::new(sum.connected, sum.trials),
        largest_part: ratio(sum.largest, sum.live),
        diameter: DiameterAnswer { mean: ratio(sum.diameters, sum.trials), max: sum.diameter },
        connected_packets: Fraction::new(sum.joined, sum.pairs),
        delivered: Fraction::new(sum.delivered, sum.joined),
        stretch: StretchAnswer {
            mean: ratio(sum.hops, sum.distance),
            worst_hops: sum.worst.0,
            worst_distance: sum.worst.1,
        },
    }
}

/// A count no larger than what there is.
fn parse_count(text: &str, all: u64) -> Option<u64> {
    text.parse().ok().filter(|&count| count <= all)
}

/// A rate of `all`, rounded to the nearest; exact, for a rate of up to 18 digits.
fn parse_rate(text: &str, all: u64) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    if text.len() > 20 || !digits(whole) || !digits(part) || (whole.is_empty() && part.is_empty()) {
        return None;
    }
    let scale = 10u128.pow(part.len() as u32);
    let value: u128 = format!("0{whole}{part}").parse().ok()?;
    (value <= scale).then(|| ((u128::from(all) * value * 2 + scale) / (2 * scale)) as u64)
}

/// A trial as it is in the journal.
fn to_json(trial: &Trial) -> Value {
    let Trial { live, parts, largest, diameter, pairs, joined, delivered, hops, distance, worst } = *trial;
    json!([live, parts, largest, diameter, pairs, joined, delivered, hops, distance, worst.0, worst.1])
}

fn from_json(value: &Value) -> Option<Trial> {
    let numbers = value.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>()?;
    let [
        live,
        parts,
        largest,
        diameter,
        pairs,
        joined,
        delivered,
        hops,
        distance,
        worst_hops,
        worst_distance,
    ] = numbers.try_into().ok()?;
    let worst = (worst_hops, worst_distance);
    Some(Trial { live, parts, largest, diameter, pairs, joined, delivered, hops, distance, worst })
}
