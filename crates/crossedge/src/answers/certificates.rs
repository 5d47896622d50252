//! Certificates of every kind: read by their form, checked by their verifiers.

use super::Request;
use super::schema::SchemaOf;
use super::throughput::CertificateRequest;
use super::verify::{AcceptedAnswer, VerifyAnswer};
use crate::certificate::routing::{CYCLE_FORM, DeadlockFreedom, FREEDOM_FORM, WaitingCycle};
use crate::certificate::symmetry::{Automorphisms, SYMMETRY_FORM, TransitiveOn};
use crate::certificate::{Certificate, FORM};
use crate::error::Error;
use crate::net::{Faults, Node};
use crate::progress::Progress;
use crate::topology::Topology;
use crate::verify::{self, Claim, Limit, Verdict};
use crossedge_core::model::{NodeOrder, Rooted};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;

/// The schemas of certificates, by name.
pub const CERTIFICATE_SCHEMAS: &[(&str, SchemaOf)] = &[
    ("certificate throughput", of::<Certificate>),
    ("certificate deadlock-freedom", of::<DeadlockFreedom>),
    ("certificate deadlock", of::<WaitingCycle>),
    ("certificate automorphisms", of::<Automorphisms>),
];

fn of<T: schemars::JsonSchema>() -> schemars::Schema {
    schemars::generate::SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}

/// A certificate, by its form.
#[derive(Debug, Clone)]
pub enum AnyCertificate {
    /// Bounds on a throughput.
    Throughput(Certificate),
    /// A proof that a routing cannot deadlock.
    DeadlockFreedom(DeadlockFreedom),
    /// A deadlock.
    Deadlock(WaitingCycle),
    /// Vertex or edge transitivity.
    Automorphisms(Automorphisms),
    /// The JSON answer of `disjoint`, `trees` or `ring`.
    Answer(ListedAnswer),
}

/// An answer that lists nodes.
#[derive(Debug, Clone)]
pub struct ListedAnswer {
    command: String,
    expression: String,
    answer: Value,
}

impl AnyCertificate {
    /// Reads a certificate.
    pub fn read(bytes: &[u8]) -> Result<AnyCertificate, Error> {
        let wrong = |why: String| {
            Error::usage(format!("no certificate: {why}")).help(
                "name a file of `throughput -o`, `deadlock -o` or `show --certificates`, or the JSON answer of disjoint, trees or ring",
            )
        };
        let value: Value = serde_json::from_slice(bytes).map_err(|e| wrong(e.to_string()))?;
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let read = |form: &str| match form {
            FORM => serde_json::from_slice(bytes).map(AnyCertificate::Throughput).map(Some),
            FREEDOM_FORM => serde_json::from_slice(bytes).map(AnyCertificate::DeadlockFreedom).map(Some),
            CYCLE_FORM => serde_json::from_slice(bytes).map(AnyCertificate::Deadlock).map(Some),
            SYMMETRY_FORM => serde_json::from_slice(bytes).map(AnyCertificate::Automorphisms).map(Some),
            _ => Ok(None),
        };
        if let Some(form) = text("form") {
            let read = read(&form).map_err(|e| wrong(e.to_string()))?;
            return read.ok_or_else(|| wrong(format!("unknown form '{form}'")));
        }
        match (text("command"), text("expression")) {
            (Some(command), Some(expression))
                if ["disjoint", "trees", "ring"].contains(&command.as_str()) =>
            {
                Ok(AnyCertificate::Answer(ListedAnswer { command, expression, answer: value }))
            }
            _ => Err(wrong("the file has no known `form`".to_owned())),
        }
    }

    /// The network that it is of.
    pub fn expression(&self) -> &str {
        match self {
            AnyCertificate::Throughput(certificate) => &certificate.expression,
            AnyCertificate::DeadlockFreedom(certificate) => &certificate.expression,
            AnyCertificate::Deadlock(certificate) => &certificate.expression,
            AnyCertificate::Automorphisms(certificate) => &certificate.expression,
            AnyCertificate::Answer(answer) => &answer.expression,
        }
    }
}

/// Asks a verifier to check a certificate of any kind.
// No request as data: a certificate is the contents of a file.
#[derive(Debug, Clone)]
pub struct AnyCertificateRequest {
    /// The certificate.
    pub certificate: AnyCertificate,
}

impl Request for AnyCertificateRequest {
    type On = Topology;
    type Answer = VerifyAnswer;
    const VERB: &'static str = "verify";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<VerifyAnswer, Error> {
        if on.to_string() != self.certificate.expression() {
            return Ok(VerifyAnswer::refuted(format!(
                "the certificate is of {}",
                self.certificate.expression()
            )));
        }
        let net = on.network()?.as_ref();
        match &self.certificate {
            AnyCertificate::Throughput(certificate) => {
                CertificateRequest { certificate: certificate.clone() }.answer(on, progress)
            }
            AnyCertificate::DeadlockFreedom(claim) => {
                let verdict = verify::deadlock_freedom(net, claim, progress)?;
                judged("deadlock freedom", verdict, |count| {
                    format!(
                        "no deadlock under {}: ranks decrease on {} channels, in {} states of packets between {} pairs",
                        claim.routing, count.channels, count.states, count.pairs
                    )
                })
            }
            AnyCertificate::Deadlock(claim) => {
                judged("deadlock", verify::waiting_cycle(net, claim), |packets| {
                    format!("{packets} packets under {} wait for each other in a cycle", claim.routing)
                })
            }
            AnyCertificate::Automorphisms(claim) => {
                let verdict = verify::automorphisms(net, claim, progress)?;
                let what = match claim.transitive_on {
                    TransitiveOn::Vertices => "nodes",
                    TransitiveOn::Edges => "links",
                };
                judged("automorphisms", verdict, |count| {
                    format!("{} automorphisms, by which all {count} {what} are equivalent", claim.maps.len())
                })
            }
            AnyCertificate::Answer(listed) => listed.verdict(on, progress),
        }
    }
}

/// The answer to a verdict.
fn judged<T, F: Display>(
    kind: &'static str,
    verdict: Verdict<T, F>,
    claim: impl FnOnce(T) -> String,
) -> Result<VerifyAnswer, Error> {
    match verdict {
        Verdict::Holds(value) => Ok(accepted(kind, claim(value))),
        Verdict::Refuted(fault) => Ok(VerifyAnswer::refuted(fault.to_string())),
        Verdict::Undecided(limit) => Err(limit.into()),
    }
}

fn accepted(certificate: &'static str, claim: String) -> VerifyAnswer {
    VerifyAnswer::accepted(AcceptedAnswer { certificate, claim })
}

impl ListedAnswer {
    /// Replays the listed nodes.
    fn verdict(&self, on: &Topology, progress: &dyn Progress) -> Result<VerifyAnswer, Error> {
        let replayed = match self.command.as_str() {
            "disjoint" => self.paths(on),
            "trees" => self.trees(on, progress),
            _ => self.rings(on, progress),
        };
        match replayed {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(limit)) => Err(limit.into()),
            Err(Unheld::Stopped) => Err(Error::from(crate::progress::Stopped)),
            Err(Unheld::Refuted(why)) => Ok(VerifyAnswer::refuted(why)),
        }
    }

    fn paths(&self, on: &Topology) -> Replayed {
        let net = on.network().map_err(refused)?.as_ref();
        let (from, to) = (node(&self.answer["from"])?, node(&self.answer["to"])?);
        let paths = list(&self.answer["paths"])?
            .iter()
            .map(|path| nodes(&path["path"]))
            .collect::<Result<Vec<_>, _>>()?;
        let claimed = self.answer["count"]["value"].as_u64();
        if claimed != Some(paths.len() as u64) {
            return Err(Unheld::Refuted(format!(
                "{} paths are listed, and another number is claimed",
                paths.len()
            )));
        }
        for (path, listed) in list(&self.answer["paths"])?.iter().zip(&paths) {
            if path["hops"].as_u64() != Some(listed.len().saturating_sub(1) as u64) {
                return Err(Unheld::Refuted("a path has another number of hops".to_owned()));
            }
        }
        verify::disjoint::check(net, from, to, &paths).map_err(refused)?;
        let claim =
            format!("{} internally node-disjoint paths from node {} to node {}", paths.len(), from.0, to.0);
        Ok(Ok(accepted("disjoint paths", claim)))
    }

    fn trees(&self, on: &Topology, progress: &dyn Progress) -> Replayed {
        let net = on.network().map_err(refused)?.as_ref();
        let root = node(&self.answer["root"])?;
        let mut parents = Vec::new();
        for tree in list(&self.answer["trees"])? {
            let each = list(&tree["parents"])?.iter().enumerate();
            let each = each.map(|(v, parent)| match parent.is_null() && v as u64 == root.0 {
                true => Ok(root),
                false => node(parent),
            });
            let each: Vec<Node> = each.collect::<Result<_, _>>()?;
            if each.len() as u64 != net.nodes() {
                return Err(Unheld::Refuted("a tree has not one entry for each node".to_owned()));
            }
            parents.push(each);
        }
        if self.answer["count"]["value"].as_u64() != Some(parents.len() as u64) {
            return Err(Unheld::Refuted(format!(
                "{} trees are listed, and another number is claimed",
                parents.len()
            )));
        }
        let count = parents.len();
        let claim = format!("{count} arc-disjoint spanning trees from node {}", root.0);
        match verify::arborescences(net, ListedTrees { root, parents }, progress)
            .map_err(|_| Unheld::Stopped)?
        {
            Verdict::Holds(judged) => {
                if let verify::Asserted::Trees { depths, .. } = judged.asserted()
                    && list(&self.answer["trees"])?
                        .iter()
                        .zip(depths)
                        .any(|(tree, depth)| tree["depth"].as_u64() != Some(u64::from(*depth)))
                {
                    return Err(Unheld::Refuted("a tree has another depth".to_owned()));
                }
                Ok(Ok(accepted("arc-disjoint trees", claim)))
            }
            Verdict::Refuted(bad) => Err(refused(bad)),
            Verdict::Undecided(limit) => Ok(Err(limit)),
        }
    }

    fn rings(&self, on: &Topology, progress: &dyn Progress) -> Replayed {
        let net = on.network().map_err(refused)?;
        if self.answer["exists"].as_bool() != Some(true) {
            return Err(Unheld::Refuted(
                "no ring or path is listed; that none exists has no certificate".to_owned(),
            ));
        }
        let kind = self.answer["kind"].as_str().unwrap_or_default();
        let several = kind == "edge-disjoint cycles";
        if !several && !["cycle", "path", "virtual ring"].contains(&kind) {
            return Err(Unheld::Refuted(format!("'{kind}' is no kind of ring")));
        }
        let lists = match several {
            true => list(&self.answer["rings"])?
                .iter()
                .map(|ring| nodes(&ring["nodes"]))
                .collect::<Result<Vec<_>, _>>()?,
            false => vec![nodes(&self.answer["nodes"])?],
        };
        if several && self.answer["cycle_count"].as_u64() != Some(lists.len() as u64) {
            return Err(Unheld::Refuted(format!(
                "{} rings are listed, and another number is claimed",
                lists.len()
            )));
        }
        if !several && self.answer["length"].as_u64() != Some(lists[0].len() as u64) {
            return Err(Unheld::Refuted("the length is not the number of listed nodes".to_owned()));
        }
        let mut checked = Vec::new();
        for ring in &lists {
            let faults = Faults::none();
            let ends = match (kind, ring.first(), ring.last()) {
                ("path", Some(first), Some(last)) => Some((*first, *last)),
                _ => None,
            };
            let left_out = match kind {
                "virtual ring" => net.nodes().saturating_sub(ring.len() as u64),
                _ => 0,
            };
            let claim = Claim { closed: ends.is_none(), ends, faults: &faults, left_out };
            let order = ListedOrder::new(ring, ends.is_none());
            match verify::ring(net.as_ref(), Arc::new(order), &claim, progress)
                .map_err(|_| Unheld::Stopped)?
            {
                Verdict::Holds(ring) => checked.push(ring),
                Verdict::Refuted(broken) => return Err(refused(broken)),
                Verdict::Undecided(limit) => return Ok(Err(limit)),
            }
        }
        match verify::link_disjoint(net.as_ref(), &checked).map_err(refused) {
            _ if !several => {}
            Ok(Verdict::Refuted(shared)) => return Err(refused(shared)),
            Ok(_) => {}
            Err(unfit) => return Err(unfit),
        }
        let length = lists.first().map_or(0, Vec::len);
        let claim = match several {
            true => format!("{} edge-disjoint cycles of {length} nodes", lists.len()),
            false => format!("a {kind} of {length} nodes"),
        };
        Ok(Ok(accepted("cycles and paths", claim)))
    }
}

/// Why a listed answer does not hold.
enum Unheld {
    Stopped,
    Refuted(String),
}

type Replayed = Result<Result<VerifyAnswer, Limit>, Unheld>;

fn refused(why: impl Display) -> Unheld {
    Unheld::Refuted(why.to_string())
}

fn node(value: &Value) -> Result<Node, Unheld> {
    value.as_u64().map(Node).ok_or_else(|| refused(format!("{value} is not the id of a node")))
}

fn list(value: &Value) -> Result<&Vec<Value>, Unheld> {
    value.as_array().ok_or_else(|| refused("a list is missing"))
}

fn nodes(value: &Value) -> Result<Vec<Node>, Unheld> {
    list(value)?.iter().map(node).collect()
}

/// Nodes as they are listed.
#[derive(Debug)]
struct ListedOrder {
    nodes: Vec<Node>,
    positions: HashMap<Node, u64>,
    closed: bool,
}

impl ListedOrder {
    fn new(nodes: &[Node], closed: bool) -> ListedOrder {
        ListedOrder { nodes: nodes.to_vec(), positions: nodes.iter().copied().zip(0..).collect(), closed }
    }
}

impl NodeOrder for ListedOrder {
    fn positions(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn closed(&self) -> bool {
        self.closed
    }

    fn node_at(&self, position: u64) -> Node {
        self.nodes[position as usize]
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        self.positions.get(&v).copied()
    }

    fn bytes(&self) -> usize {
        size_of_val(self)
            + size_of::<Node>() * self.nodes.capacity()
            + 2 * size_of::<(Node, u64)>() * self.positions.len()
    }
}

/// Trees by their listed parents.
#[derive(Debug)]
struct ListedTrees {
    root: Node,
    parents: Vec<Vec<Node>>,
}

impl Rooted for ListedTrees {
    fn root(&self) -> Node {
        self.root
    }

    fn count(&self) -> u32 {
        self.parents.len() as u32
    }

    fn parent(&self, tree: u32, v: Node) -> Node {
        self.parents[tree as usize][v.0 as usize]
    }
}
