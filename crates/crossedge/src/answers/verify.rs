//! Every node and every link of a network, nothing sampled; and what is claimed of it, compared with another computation.

use super::Request;
use super::texts::NoParameters;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::evidence::{Evidence, Known};
use crate::exact::{Exact, Ratio};
use crate::metrics::bisection::cut;
use crate::metrics::{bfs, endpoint_distances};
use crate::net::{Faults, Node, Parts, Structure, endpoint_degrees, endpoints};
use crate::progress::{Progress, Silent};
use crate::topology::Topology;
use crate::verify::{self, BadCut, No};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Request for the verification of every node and link.
#[derive(Debug, Clone, Copy, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "NoParameters", into = "NoParameters")]
pub struct VerifyRequest;

/// The verified laws, in the order of the report.
const VERIFIED_LAWS: [&str; 5] = [
    "link is an involution",
    "neighbours are distinct",
    "addresses read back",
    "degrees are as claimed",
    "every node is reached",
];

/// Networks up to this size are searched from every node.
const ALL_PAIRS: u64 = 1 << 15;

/// The verdict.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyAnswer {
    /// `true` if every law and every claim holds.
    pub holds: bool,
    /// The counts, if every law holds.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedAnswer>,
    /// The violation of a law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<String>,
    /// The recount of a certificate, if one was given and holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<RecountedAnswer>,
    /// The claim of another certificate, if one was given and holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<AcceptedAnswer>,
    /// The counts of a schedule, if one was given and holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<JudgedScheduleAnswer>,
}

impl VerifyAnswer {
    /// Something is wrong, here.
    pub(super) fn refuted(why: String) -> Self {
        VerifyAnswer {
            holds: false,
            counted: None,
            counterexample: Some(why),
            certificate: None,
            accepted: None,
            schedule: None,
        }
    }

    /// A certificate holds.
    #[cfg(feature = "schema")]
    pub(super) fn accepted(accepted: AcceptedAnswer) -> Self {
        VerifyAnswer {
            holds: true,
            counted: None,
            counterexample: None,
            certificate: None,
            accepted: Some(accepted),
            schedule: None,
        }
    }

    /// A schedule holds.
    pub(super) fn of_schedule(judged: JudgedScheduleAnswer) -> Self {
        VerifyAnswer {
            holds: true,
            counted: None,
            counterexample: None,
            certificate: None,
            accepted: None,
            schedule: Some(judged),
        }
    }
}

/// A certificate that holds.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AcceptedAnswer {
    /// The kind of certificate.
    pub certificate: &'static str,
    /// Its claim.
    pub claim: String,
}

/// A schedule that holds.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedScheduleAnswer {
    /// The file.
    pub file: String,
    /// The collective, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collective: Option<&'static str>,
    /// Number of ranks that take part.
    pub ranks: Exact<u64>,
    /// Number of messages.
    pub messages: Exact<u64>,
    /// Their bytes together.
    pub bytes: Exact<u128>,
    /// Steps; where there are none, the longest chain of messages, each of which waits for the one before.
    pub steps: Exact<u64>,
    /// `true` if the file has the contents of messages, and these were verified; if not, only that chains of messages reach every rank that needs data.
    pub contents_verified: bool,
    /// `true` if it also completes with synchronous sends; null if steps give the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completes_with_synchronous_sends: Option<bool>,
}

/// The recounted quantities.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecountedAnswer {
    /// The traffic.
    pub traffic: String,
    /// Number of sending endpoints.
    pub sources: Exact<u64>,
    /// The throughput of the flow.
    pub lower: Ratio,
    /// The upper bound by the lengths.
    pub upper: Ratio,
}

/// Counts from the verification.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountedAnswer {
    /// Nodes.
    pub nodes: Exact<u64>,
    /// Links, each from both ends.
    pub links: Exact<u64>,
    /// Number of nodes that have each degree.
    pub degree_counts: BTreeMap<u64, Exact<u64>>,
    /// Eccentricity of node 0.
    pub eccentricity_of_node_0: Exact<u64>,
    /// The laws that hold.
    pub laws: Vec<&'static str>,
    /// Number of pairs for which `next_port` was followed to the destination.
    pub walked_pairs: Exact<u64>,
    /// `true` if these are all pairs.
    pub walked_all_pairs: bool,
    /// The pairs between which it was followed, as text.
    pub walked: String,
    /// Claims about distances and the bisection, compared with the computed values.
    pub claims: Vec<ClaimAnswer>,
}

/// A metric from a theorem, compared with an independent computation.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimAnswer {
    /// The compared objects.
    pub claim: String,
    /// The claimed value.
    pub claimed: String,
    /// The result.
    pub computed: String,
    /// `true` if they are the same.
    pub holds: bool,
    /// The nodes on the first side of a cut, if it has no closed form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<Node>>,
}

impl ClaimAnswer {
    fn new(claim: String, claimed: String, computed: String) -> Self {
        let holds = claimed == computed;
        ClaimAnswer { claim, claimed, computed, holds, nodes: None }
    }
}

impl Request for VerifyRequest {
    type On = Topology;
    type Answer = VerifyAnswer;
    const VERB: &'static str = "verify";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<VerifyAnswer, Error> {
        let net = on.network()?.as_ref();
        let counted = match verify::network(net, &on.shape().degrees(), progress)?.into_result() {
            Ok(counted) => counted,
            Err(No::Undecided(limit)) => return Err(limit.into()),
            Err(No::Refuted(law)) => {
                return Ok(VerifyAnswer::refuted(law.to_string()));
            }
        };
        let claims =
            [roles(on, net, progress)?, distances(on, net, progress)?, check_bisection(on, net, progress)?];
        let counted = CountedAnswer {
            nodes: Exact(counted.nodes),
            links: Exact(counted.links),
            degree_counts: counted.degrees.iter().map(|(&degree, &count)| (degree, Exact(count))).collect(),
            eccentricity_of_node_0: Exact(counted.eccentricity),
            laws: VERIFIED_LAWS.to_vec(),
            walked_pairs: Exact(counted.walked.pairs),
            walked_all_pairs: counted.walked.all,
            walked: counted.walked.to_string(),
            claims: claims.into_iter().flatten().collect(),
        };
        let holds = counted.claims.iter().all(|claim| claim.holds);
        Ok(VerifyAnswer {
            holds,
            counted: Some(counted),
            counterexample: None,
            certificate: None,
            accepted: None,
            schedule: None,
        })
    }
}

/// Which nodes are endpoints, by their degrees, and the classes of links; of networks with switches or widths.
fn roles(on: &Topology, net: &dyn Structure, progress: &dyn Progress) -> Result<Option<ClaimAnswer>, Error> {
    if on.shape().machine().is_none() {
        return Ok(None);
    }
    let counted = |count: &dyn std::fmt::Display| format!("{count} endpoints");
    let computed = match verify::roles(net, &endpoint_degrees(on.shape()), progress)?.into_result() {
        Ok(count) => counted(&count),
        Err(no) => no.to_string(),
    };
    let what = "endpoints and their degrees, and the classes of links from both ends".to_owned();
    Ok(Some(ClaimAnswer::new(what, counted(&endpoints(on.shape())), computed)))
}

/// A closed form of the distances, or a theorem over parts that were searched, is compared with a search of the entire network: from one node of a
/// symmetric network, or from all nodes of a small one. A stored graph is searched to begin with, and so its distances are compared with
/// its links.
fn distances(
    on: &Topology,
    net: &dyn Structure,
    progress: &dyn Progress,
) -> Result<Option<ClaimAnswer>, Error> {
    let Some(Known { value: distances, evidence }) = on.shape().distances() else { return Ok(None) };
    let text = |counts: &[BigUint]| counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let proved = matches!(evidence, Evidence::Proved(_));
    let subject = if proved { "closed form" } else { "theorem over searched parts" };
    if net.endpoints() < net.nodes() {
        if net.nodes() > ALL_PAIRS {
            return Ok(None);
        }
        let sources: Vec<Node> = (0..net.endpoints()).map(Node).collect();
        let computed: Vec<BigUint> = endpoint_distances(net, &sources, &Faults::none(), progress)?
            .counts
            .into_iter()
            .map(BigUint::from)
            .collect();
        let what = format!("distances between all endpoints, {subject} against search");
        return Ok(Some(ClaimAnswer::new(what, text(&distances.pairs()), text(&computed))));
    }
    if !proved && matches!(net.parts(), Parts::Leaf(_)) && net.nodes() <= ALL_PAIRS {
        let what = "distances between all nodes, search of the stored graph against its links".to_owned();
        let computed = match verify::distances(net, progress)?.into_result() {
            Ok(counts) => text(&counts.into_iter().map(BigUint::from).collect::<Vec<_>>()),
            Err(wrong) => wrong.to_string(),
        };
        return Ok(Some(ClaimAnswer::new(what, text(&distances.pairs()), computed)));
    }
    let dead = Faults::none();
    if on.shape().node_symmetric().is_some() {
        let levels = bfs::levels(net, Node(0), &dead, progress)?;
        let computed: Vec<BigUint> = levels.counts.iter().map(|&c| distances.sources() * c).collect();
        let what = format!("distances from node 0, {subject} against search");
        return Ok(Some(ClaimAnswer::new(what, text(distances.counts()), text(&computed))));
    }
    if net.nodes() > ALL_PAIRS {
        return Ok(None);
    }
    let pairs = bfs::all_pairs(net, &dead, progress)?;
    let computed: Vec<BigUint> = pairs.counts.iter().map(|&c| c.into()).collect();
    let what = format!("distances between all nodes, {subject} against search");
    Ok(Some(ClaimAnswer::new(what, text(&distances.pairs()), text(&computed))))
}

/// The cut that bounds the bisection width, recounted.
fn check_bisection(
    on: &Topology,
    net: &dyn Structure,
    progress: &dyn Progress,
) -> Result<Option<ClaimAnswer>, Error> {
    let Some(cut) = cut(on.shape()) else { return Ok(None) };
    let Some(side) = cut.side else { return Ok(None) };
    let links = u64::try_from(&cut.links).unwrap_or(u64::MAX);
    let counted = |links: &dyn std::fmt::Display| format!("{links} links between even halves");
    let computed = match verify::cut(net, &|v| side.holds(net, v), links, progress)?.into_result() {
        Ok(recounted) => counted(&recounted.links),
        Err(No::Refuted(bad @ BadCut::Links { .. })) => counted(&bad.counted().links),
        Err(no) => no.to_string(),
    };
    let what = format!("a cut into halves of {} links ({}), recounted", cut.links, side.describe());
    let nodes = side.listed_nodes();
    Ok(Some(ClaimAnswer { nodes, ..ClaimAnswer::new(what, counted(&cut.links), computed) }))
}

impl Topology {
    /// Verifies every node and link.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 1)".parse()?;
    /// assert!(net.verify()?.holds);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn verify(&self) -> Result<VerifyAnswer, Error> {
        VerifyRequest.answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<VerifyRequest>("Check every node and link of a network; a counterexample where a law breaks");
