//! Routing-independent throughput: exact, or bounds, with a certificate on request.

use super::load::{Pattern, PatternText};
#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::verify::{RecountedAnswer, VerifyAnswer};
use super::{Request, texts};
use crate::certificate::{Certificate, Demands, FORM};
use crate::collective::Goal;
use crate::error::Error;
use crate::evidence::Evidence;
use crate::exact::{Exact, Ratio};
use crate::metrics::throughput::{
    Bounds, MAX_WORK, NoThroughput, Shown, shown, throughput, uniform, uniform_throughput, worst_throughput,
};
use crate::metrics::traffic::{
    MAX_ENDS, MAX_MATCHED, NoMatching, Traffic, demands, longest_matching, permuted, read,
};
use crate::net::endpoints;
use crate::net::read::chakra_traffic;
use crate::progress::{Progress, Silent, Stopped};
use crate::topology::{NodeName, Topology};
use crate::verify::{self, Checked, No};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::fmt;
use std::str::FromStr;

/// Request for the throughput of some traffic.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ThroughputRequest {
    /// Traffic, e.g. uniform, tornado, shift by 3, hotspot at 0, longest or worst.
    #[serde(with = "texts::traffic")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub traffic: TrafficRequest,
    /// Maximum relative gap between the bounds if not solved exactly; in percent in data and options.
    #[serde(with = "texts::percent")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub gap: f64,
}

/// A traffic matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrafficRequest {
    /// A pattern, with its number and node.
    Pattern {
        /// The pattern.
        pattern: Pattern,
        /// The distance of shift, the seed of random, or the size of rings and groups.
        number: u64,
        /// The stride of the ids of rings and groups.
        stride: u64,
        /// The node of hotspot.
        hot: NodeName,
    },
    /// Permutation with the largest total distance (near the worst case).
    Longest,
    /// The worst traffic in which each endpoint sends and receives at most one packet per cycle.
    Worst,
    /// As a text lists it: lines of sender, receiver and amount.
    Listed {
        /// The name.
        name: String,
        /// The lines.
        text: String,
    },
    /// As the execution traces of Chakra have it: the bytes of sends, and of collectives, expanded to messages.
    Traces {
        /// The name without the rank, e.g. `trace.et`.
        name: String,
        /// Names and contents of the files of all ranks, rank 0 first.
        files: Vec<(String, Vec<u8>)>,
    },
}

/// Traffic as it is written: a pattern, `longest`, or `file` with the name of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrafficText {
    /// Traffic that needs no file.
    Known(TrafficRequest),
    /// The name of a file that lists it.
    File(String),
}

impl fmt::Display for TrafficRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrafficRequest::Pattern { pattern, number, stride, hot } => {
                PatternText::of(*pattern, *number, *stride, hot).fmt(f)
            }
            TrafficRequest::Longest => f.write_str("longest"),
            TrafficRequest::Worst => f.write_str("worst"),
            TrafficRequest::Listed { name, .. } | TrafficRequest::Traces { name, .. } => {
                write!(f, "file {name}")
            }
        }
    }
}

impl FromStr for TrafficText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().split_once(char::is_whitespace) {
            None if ["longest", "longest-matching"].contains(&text.trim()) => {
                Ok(TrafficText::Known(TrafficRequest::Longest))
            }
            None if text.trim() == "worst" => Ok(TrafficText::Known(TrafficRequest::Worst)),
            Some(("file", name)) => Ok(TrafficText::File(name.trim().to_owned())),
            _ => {
                let PatternText { pattern, by, stride, hot } = text.parse().map_err(|wrong| {
                    format!("{wrong}; and longest, worst, or the name of a file, e.g. file demands.txt or file trace.et")
                })?;
                let (number, stride, hot) =
                    (by.unwrap_or(1), stride.unwrap_or(1), hot.as_deref().unwrap_or("0").into());
                Ok(TrafficText::Known(TrafficRequest::Pattern { pattern, number, stride, hot }))
            }
        }
    }
}

/// The throughput of a network.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThroughputAnswer {
    /// The traffic pattern.
    pub traffic: String,
    /// Number of endpoints.
    pub endpoints: Exact<BigUint>,
    /// Throughput with any (multipath) routing: packets carried per packet offered in a cycle.
    pub lower: Ratio,
    /// Upper bound on the throughput; denominator 0 if unknown.
    pub upper: Ratio,
    /// `true` if both bounds agree.
    pub exact: bool,
    /// The evidence.
    pub evidence: Evidence,
    /// Lower bound on the cycles of an all-to-all of one packet per pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<Ratio>,
}

/// An answer, and the certificate that was verified.
#[derive(Debug, Clone)]
pub struct Certified {
    /// The answer.
    pub answer: ThroughputAnswer,
    /// The witnesses.
    pub certificate: Checked<Certificate>,
}

impl Default for ThroughputRequest {
    fn default() -> Self {
        ThroughputRequest::uniform()
    }
}

impl ThroughputRequest {
    /// The default gap of the bounds.
    pub const GAP: f64 = 0.01;

    /// Of uniform traffic.
    pub fn uniform() -> Self {
        let hot = "0".into();
        let traffic = TrafficRequest::Pattern { pattern: Pattern::Uniform, number: 1, stride: 1, hot };
        ThroughputRequest { traffic, gap: Self::GAP }
    }

    /// Of traffic as it is written. A file is refused here: see [`TrafficText`].
    pub fn of(text: &str) -> Result<Self, Error> {
        match text.parse::<TrafficText>().map_err(Error::usage)? {
            TrafficText::Known(traffic) => Ok(ThroughputRequest { traffic, gap: Self::GAP }),
            TrafficText::File(name) => Err(Error::usage(format!("the file '{name}' is not read here"))),
        }
    }

    fn gap(&self) -> Result<f64, Error> {
        match self.gap > 0.0 && self.gap <= 1.0 {
            true => Ok(self.gap),
            false => Err(Error::usage(format!("invalid gap of {} %", self.gap * 100.0))
                .help("`gap` is above 0, and 100 at most")),
        }
    }

    /// The traffic as text, and all demands.
    fn demands(&self, on: &Topology, progress: &dyn Progress) -> Result<(String, Demands), Error> {
        if matches!(self.traffic, TrafficRequest::Pattern { .. } | TrafficRequest::Longest) {
            // Every endpoint sends: the work is known before the network is built.
            let work = endpoints(on.shape()) * on.links() * 2u32;
            if work > MAX_WORK.into() && on.stored_beyond(0) {
                let what = format!("paths over {work} pairs of a source and a link would be searched");
                return Err(no_throughput(on, NoThroughput::TooLarge { what, limit: MAX_WORK }));
            }
        }
        let net = on.network()?.as_ref();
        if net.endpoints() > MAX_ENDS {
            let what = format!("what {} endpoints send would be listed", net.endpoints());
            return Err(on.too_large(what, format!("take at most {MAX_ENDS} endpoints, or uniform traffic")));
        }
        match &self.traffic {
            TrafficRequest::Pattern { pattern, number, stride, hot } => {
                let traffic = pattern.on(on, *number, *stride, hot)?;
                Ok((traffic.to_string(), demands(net, traffic).map_err(Error::usage)?))
            }
            TrafficRequest::Longest => match longest_matching(net, progress) {
                Ok(targets) => Ok(("longest".to_owned(), permuted(&targets))),
                Err(NoMatching::Stopped) => Err(Stopped.into()),
                Err(NoMatching::TooMany(ends)) => Err(on.too_large(
                    format!("{ends} endpoints are too many to match"),
                    format!("take at most {MAX_MATCHED}"),
                )),
            },
            TrafficRequest::Worst => Err(Error::usage("the worst case is over all traffic, and lists none")
                .help("the longest matching is one that is near to it: --traffic longest")),
            TrafficRequest::Listed { name, text } => {
                let wrong = |why: String| Error::usage(format!("{name}: {why}"));
                // Of a GOAL schedule only the demands count.
                let listed = match name.ends_with(".goal") {
                    true => Goal::read(text).map_err(|bad| wrong(bad.to_string()))?.traffic(),
                    false => text.clone(),
                };
                let listed = read(&listed, net.endpoints()).map_err(wrong)?;
                Ok((format!("file {name}"), listed))
            }
            TrafficRequest::Traces { name, files } => {
                let wrong = |why: String| Error::usage(format!("{name}: {why}"));
                let trace = chakra_traffic(files).map_err(Error::usage)?;
                let (ranks, ends) = (trace.ranks, net.endpoints());
                if ranks > ends {
                    return Err(wrong(format!("the trace has {ranks} ranks, the network {ends} endpoints")));
                }
                let listed = read(&trace.lines, ends).map_err(wrong)?;
                let about: String = trace.expansions.iter().map(|text| format!("; {text}")).collect();
                Ok((format!("file {name} ({ranks} ranks{about})"), listed))
            }
        }
    }

    /// Returns `true` if the traffic is uniform, and if so whether it is all-to-all.
    fn is_uniform(&self) -> Option<bool> {
        match self.traffic {
            TrafficRequest::Pattern { pattern: Pattern::Uniform, .. } => Some(false),
            TrafficRequest::Pattern { pattern: Pattern::AllToAll, .. } => Some(true),
            _ => None,
        }
    }

    /// Finds the throughput with what shows it, and has it verified.
    pub fn certified(&self, on: &Topology, progress: &dyn Progress) -> Result<Certified, Error> {
        let gap = self.gap()?;
        let (traffic, demands) = self.demands(on, progress)?;
        let Shown { bounds, flow, lengths } =
            shown(on.network()?.as_ref(), &demands, gap, progress).map_err(|why| no_throughput(on, why))?;
        let answer = self.answer_from(on, traffic.clone(), &bounds);
        let certificate = Certificate {
            form: FORM.to_owned(),
            expression: on.to_string(),
            traffic,
            demands,
            lower: answer.lower.clone(),
            upper: answer.upper.clone(),
            flow,
            lengths: lengths.into_iter().map(|row| row.into_iter().map(Exact).collect()).collect(),
        };
        let certificate =
            match verify::throughput(on.network()?.as_ref(), certificate, progress)?.into_result() {
                Ok(certificate) => certificate,
                Err(No::Undecided(limit)) => return Err(limit.into()),
                Err(No::Refuted(bad)) => {
                    return Err(Error::internal(format!("a certificate was refuted: {bad}")));
                }
            };
        // Closed forms of uniform traffic are cross-checked with the result.
        if self.is_uniform().is_some()
            && let Some(rule) = uniform(on.shape())
            && let (a, b) = rule.value
            && (&a * &answer.lower.denominator < &answer.lower.numerator * &b
                || &a * &answer.upper.denominator > &answer.upper.numerator * &b)
        {
            return Err(Error::internal(format!(
                "the closed form gives {a}/{b}, but a certificate disagrees"
            )));
        }
        Ok(Certified { answer, certificate })
    }

    /// Finds the throughput with what shows it, and has it verified.
    pub fn certify(&self, on: &Topology, progress: &dyn Progress) -> Result<Checked<Certificate>, Error> {
        Ok(self.certified(on, progress)?.certificate)
    }

    /// Bounds by closed forms and solvers for a traffic that cannot be listed.
    fn by_rule(
        &self,
        on: &Topology,
        traffic: String,
        bounds: Option<Bounds>,
    ) -> Result<ThroughputAnswer, Error> {
        match bounds {
            None => Err(no_throughput(on, NoThroughput::Silent)),
            Some(bounds) if bounds.lower.0.is_zero() && bounds.upper.1.is_zero() => Err(on.too_large(
                "no closed form for the throughput, and the network is too large for a search",
                supported_size(on),
            )),
            Some(bounds) => Ok(self.answer_from(on, traffic, &bounds)),
        }
    }

    fn answer_from(&self, on: &Topology, traffic: String, bounds: &Bounds) -> ThroughputAnswer {
        let ends = endpoints(on.shape());
        let upper = lowest(&bounds.upper);
        let cycles = self
            .is_uniform()
            .filter(|all| *all && !upper.denominator.is_zero())
            .map(|_| lowest(&((&ends - 1u32) * &upper.denominator, upper.numerator.clone())));
        ThroughputAnswer {
            traffic,
            endpoints: Exact(ends),
            lower: lowest(&bounds.lower),
            upper,
            exact: bounds.exact(),
            evidence: bounds.evidence(),
            cycles,
        }
    }
}

pub(super) fn lowest((a, b): &(BigUint, BigUint)) -> Ratio {
    Ratio::lowest(a.clone(), b.clone())
}

/// A size that a search supports: a number of endpoints with equally many links each.
fn supported_size(on: &Topology) -> String {
    let (ends, links) = (endpoints(on.shape()), on.links() * 2u32);
    let most = (ends.clone() * MAX_WORK / links.max(BigUint::one())).sqrt();
    format!("use a network of at most {most} endpoints of the same degree")
}

pub(super) fn no_throughput(on: &Topology, why: NoThroughput) -> Error {
    match why {
        NoThroughput::Stopped => Stopped.into(),
        NoThroughput::Silent => {
            Error::nothing(why.to_string()).help("take another traffic, or a connected network")
        }
        NoThroughput::TooLarge { .. } => on.too_large(why.to_string(), supported_size(on)),
    }
}

impl Request for ThroughputRequest {
    type On = Topology;
    type Answer = ThroughputAnswer;
    const VERB: &'static str = "throughput";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<ThroughputAnswer, Error> {
        let gap = self.gap()?;
        if self.traffic == TrafficRequest::Worst {
            let bounds = worst_throughput(on.shape(), gap, progress).map_err(|why| no_throughput(on, why))?;
            return self.by_rule(on, "worst".to_owned(), bounds);
        }
        let Some(all) = self.is_uniform() else {
            let (traffic, demands) = self.demands(on, progress)?;
            let solved = throughput(on.network()?.as_ref(), &demands, gap, progress);
            return Ok(self.answer_from(on, traffic, &solved.map_err(|why| no_throughput(on, why))?));
        };
        let traffic = if all { Traffic::AllToAll } else { Traffic::Uniform }.to_string();
        let bounds = uniform_throughput(on.shape(), gap, progress).map_err(|why| no_throughput(on, why))?;
        self.by_rule(on, traffic, bounds)
    }
}

/// Asks a verifier to recount a certificate.
// No request as data: a certificate is the contents of a file.
#[derive(Debug, Clone)]
pub struct CertificateRequest {
    /// The certificate.
    pub certificate: Certificate,
}

impl Request for CertificateRequest {
    type On = Topology;
    type Answer = VerifyAnswer;
    const VERB: &'static str = "verify";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<VerifyAnswer, Error> {
        let refuted = VerifyAnswer::refuted;
        let certificate = &self.certificate;
        if on.to_string() != certificate.expression {
            return Ok(refuted(format!("the certificate is of {}", certificate.expression)));
        }
        // Traffic by name is what that name means here; a list is what it is.
        if let Ok(TrafficText::Known(traffic)) = certificate.traffic.parse() {
            let named = ThroughputRequest { traffic, gap: ThroughputRequest::GAP }.demands(on, progress)?.1;
            if named != certificate.demands {
                return Ok(refuted(format!("the traffic is not '{}' on this network", certificate.traffic)));
            }
        }
        match verify::throughput(on.network()?.as_ref(), certificate.clone(), progress)?.into_result() {
            Ok(checked) => Ok(VerifyAnswer {
                holds: true,
                counted: None,
                counterexample: None,
                certificate: Some(RecountedAnswer {
                    traffic: checked.traffic.clone(),
                    sources: Exact(checked.flow.sources.len() as u64),
                    lower: checked.lower.clone(),
                    upper: checked.upper.clone(),
                }),
                accepted: None,
                schedule: None,
            }),
            Err(No::Refuted(bad)) => Ok(refuted(bad.to_string())),
            Err(No::Undecided(limit)) => Err(limit.into()),
        }
    }
}

impl Topology {
    /// The throughput of the network under a traffic given as text, with any routing.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "torus(8,8)".parse()?;
    /// assert_eq!(net.throughput("uniform")?.lower, Ratio::new(63u32, 64u32));
    /// assert_eq!(net.throughput("tornado")?.lower, Ratio::new(8u32, 15u32));
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn throughput(&self, traffic: &str) -> Result<ThroughputAnswer, Error> {
        ThroughputRequest::of(traffic)?.answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb::one::<ThroughputRequest>(
    "Compute routing-independent throughput: exact, or a lower and an upper bound",
);
