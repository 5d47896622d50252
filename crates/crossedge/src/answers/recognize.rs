//! Recognition: the expression of a fabric or graph, up to names and port numbers, with the differences if some cables are wrong.

use super::Request;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::{Error, ErrorKind};
use crate::evidence::{Evidence, Known};
use crate::exact::Exact;
use crate::lint::{Context, Finding, RuleOutcome, graph_of, plan_rules};
use crate::net::read::{Fabric, FabricCable, FabricNode, fabric_of};
use crate::net::{Node, Port, Structure};
use crate::progress::Progress;
use crate::recognize::{
    CabledGraph, Difference, MAX_CABLES, MAX_NODES, Match, Site, SwitchGraph, match_plan, recognize,
};
use crate::topology::Topology;
use crate::verify::{self, MapClaim};

/// Request for the expression of a fabric or graph.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RecognizeRequest {
    /// An expression to compare with, instead of all families that fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// List the plan's node for every node.
    pub map: bool,
}

/// The network that a fabric or graph was recognized as.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecognizeAnswer {
    /// Number of endpoints; all nodes if the file does not tell them from switches.
    pub endpoints: Exact<u64>,
    /// Number of switches.
    pub switches: Exact<u64>,
    /// Number of cables.
    pub cables: Exact<u64>,
    /// The expression with the fewest differences; null if no network is near.
    pub plan: Option<PlanAnswer>,
    /// Expressions that were compared.
    pub tried: Vec<String>,
}

/// A plan that a fabric was recognized as.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanAnswer {
    /// The expression.
    pub expression: String,
    /// `true` if the fabric is this network up to names and port numbers.
    pub exact: Known<bool>,
    /// Number of cables of the plan.
    pub planned: Exact<u64>,
    /// Number of planned cables that are not there.
    pub missing: Exact<u64>,
    /// Number of cables that are not planned.
    pub extra: Exact<u64>,
    /// Differences, cable by cable.
    pub differences: Vec<DifferenceAnswer>,
    /// Switches with another number of hosts than the plan has.
    pub hosts: Vec<HostCountAnswer>,
    /// Other expressions with as few differences.
    pub ties: Vec<String>,
    /// The plan's node for every node, by address; absent unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<Vec<MappedAnswer>>,
}

/// A difference from a plan.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DifferenceAnswer {
    /// The kind, by the name of the lint rule: e.g. `missing-cable`, `thin-trunk`, `extra-cable`, `moved-cable`, `swapped-cables`.
    pub kind: &'static str,
    /// The difference in one sentence.
    pub message: String,
    /// How to make it as planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<String>,
}

/// A switch with another number of hosts than planned.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostCountAnswer {
    /// The switch.
    pub switch: String,
    /// Number of its hosts.
    pub hosts: Exact<u64>,
    /// Number of hosts of the plan.
    pub planned: Exact<u64>,
}

/// A node and its place in the plan.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MappedAnswer {
    /// The node's name in the file.
    pub node: String,
    /// Its address in the plan; absent if it is not planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planned: Option<String>,
}

/// The fabric of a topology: the one in its file, or its nodes and links as cables.
pub(super) fn fabric_in(on: &Topology) -> Result<Fabric, Error> {
    if let Some(name) = on.file_name() {
        let bytes = on.read_file(name)?;
        let (fabric, _) =
            fabric_of(name, &bytes).map_err(|[why, help]| Error::new(ErrorKind::Input, why).help(help))?;
        return Ok(fabric);
    }
    if on.nodes() > MAX_NODES.into() || on.links() > MAX_CABLES.into() {
        let message = format!("at most {MAX_NODES} nodes and {MAX_CABLES} links are compared");
        return Err(on.too_large(message, "take a smaller network of the same family"));
    }
    let net = on.network()?.as_ref();
    let ends = net.endpoints();
    let nodes = (0..net.nodes()).map(|v| {
        let name = net.address(Node(v)).to_string();
        FabricNode { id: name.clone(), name, switch: Some(v >= ends), aggregation: false, place: None }
    });
    let mut fabric = Fabric { nodes: nodes.collect(), ..Fabric::default() };
    for v in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(v)).map(Port) {
            let (w, _) = net.link(v, port);
            if v < w {
                let width = Some(net.cables(net.link_class(v, port)));
                let ends = [(v.0 as u32, None), (w.0 as u32, None)];
                fabric.cables.push(FabricCable { ends, line: 0, width, rate: None });
            }
        }
    }
    Ok(fabric)
}

/// Has the map of a match verified, link by link.
pub(super) fn verify_match(graph: &CabledGraph, found: &Match) -> Result<(), Error> {
    let plan: Topology = found.expression.parse()?;
    let net = plan.network()?.as_ref();
    let roles = graph.kinds.iter().any(|&kind| kind > 0);
    let switches: Vec<Option<bool>> = graph.kinds.iter().map(|&kind| roles.then_some(kind > 0)).collect();
    let mut cables: Vec<[u32; 2]> = Vec::new();
    for (v, links) in (0u32..).zip(&graph.links) {
        for &(w, count) in links.iter().filter(|link| v < link.0) {
            cables.extend(std::iter::repeat_n([v, w], count as usize));
        }
    }
    let (missing, extra) = wrong_cables(graph, net, found)?;
    let claim = MapClaim {
        switches: &switches,
        cables: &cables,
        image: &found.image,
        missing: &missing,
        extra: &extra,
    };
    verify::plan_map(net, &claim).map_err(|bad| Error::internal(format!("a map was refuted: {bad}")))
}

/// Pairs of nodes, for each cable.
type Pairs = Vec<[u32; 2]>;

/// Missing cables by nodes of the plan, and extra ones by nodes of the graph, those of hosts included.
fn wrong_cables(graph: &CabledGraph, net: &dyn Structure, found: &Match) -> Result<(Pairs, Pairs), Error> {
    let lost = || Error::internal("a difference at a node that is not mapped");
    let planned = |site: Site| match site {
        Site::Built(v) => found.image[v as usize].ok_or_else(lost),
        Site::Absent(is) => Ok(is),
    };
    let there = |site: Site| match site {
        Site::Built(v) => Ok(v),
        Site::Absent(_) => Err(lost()),
    };
    let (mut missing, mut extra) = (Pairs::new(), Pairs::new());
    for difference in &found.differences {
        match *difference {
            Difference::Missing([a, b]) => missing.push([planned(a)?, planned(b)?]),
            Difference::Extra([a, b]) => extra.push([there(a)?, there(b)?]),
            Difference::Moved { stays, from, to } => {
                missing.push([planned(stays)?, planned(to)?]);
                extra.push([there(stays)?, there(from)?]);
            }
            Difference::Swapped { right: [a, b], others: [x, y] } => {
                missing.extend([[planned(a)?, planned(b)?], [planned(x)?, planned(y)?]]);
                extra.extend([[there(a)?, there(x)?], [there(b)?, there(y)?]]);
            }
        }
    }
    // Hosts that are not planned, and planned ones that are not there.
    for (v, links) in (0u32..).zip(&graph.links) {
        if found.image[v as usize].is_none() && found.unplanned.binary_search(&v).is_err() {
            extra.extend(links.iter().flat_map(|&(w, count)| std::iter::repeat_n([v, w], count as usize)));
        }
    }
    let mut held = vec![false; net.nodes() as usize];
    found.image.iter().flatten().for_each(|&is| held[is as usize] = true);
    for is in (0..net.nodes()).filter(|&is| !held[is as usize]) {
        if found.absent.binary_search(&(is as u32)).is_ok() {
            continue;
        }
        for port in (0..net.degree(Node(is))).map(Port) {
            let (to, _) = net.link(Node(is), port);
            let count = net.cables(net.link_class(Node(is), port)) as usize;
            missing.extend(std::iter::repeat_n([is as u32, to.0 as u32], count));
        }
    }
    Ok((missing, extra))
}

/// The plan of a fabric as an answer.
pub(super) fn plan_answer(context: &Context<'_>, plan: &Match, map: bool) -> Result<PlanAnswer, Error> {
    let mut found: Vec<(&'static str, Finding)> = Vec::new();
    for rule in plan_rules() {
        if let RuleOutcome::Checked(_, findings) = (rule.check)(context)? {
            found.extend(findings.into_iter().map(|finding| (rule.name, finding)));
        }
    }
    let exact = match plan.is_exact() {
        true => Evidence::computed("a map from its nodes to the plan, verified link by link [plan-map]"),
        false => Evidence::computed(
            "the map with the fewest differences that was found, verified link by link [plan-map]",
        ),
    };
    let map = match map {
        false => None,
        true => {
            let topology: Topology = plan.expression.parse()?;
            let net = topology.network()?.as_ref();
            let address = |is: u32| net.address(Node(is.into())).to_string();
            let nodes = context.fabric.nodes.iter().zip(&plan.image);
            Some(
                nodes
                    .map(|(node, is)| MappedAnswer { node: node.name.clone(), planned: is.map(address) })
                    .collect(),
            )
        }
    };
    let count = |of: fn(&Difference) -> u64| Exact(plan.differences.iter().map(of).sum());
    Ok(PlanAnswer {
        expression: plan.expression.clone(),
        exact: Known::new(plan.is_exact(), exact),
        planned: Exact(plan.planned),
        missing: count(Difference::missing),
        extra: count(Difference::extra),
        differences: found
            .into_iter()
            .map(|(kind, finding)| DifferenceAnswer {
                kind,
                message: finding.message,
                repair: finding.repair,
            })
            .collect(),
        hosts: plan
            .hosts
            .iter()
            .map(|&(v, hosts, planned)| HostCountAnswer {
                switch: context.name(v).to_owned(),
                hosts: Exact(hosts),
                planned: Exact(planned),
            })
            .collect(),
        ties: plan.ties.clone(),
        map,
    })
}

impl Request for RecognizeRequest {
    type On = Topology;
    type Answer = RecognizeAnswer;
    const VERB: &'static str = "recognize";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<RecognizeAnswer, Error> {
        let fabric = fabric_in(on)?;
        let graph = graph_of(&fabric);
        let (plan, tried) = match &self.plan {
            Some(text) => {
                let plan: Topology = text.parse()?;
                (Some(match_plan(&graph, &plan, progress)?), vec![plan.to_string()])
            }
            None => {
                let found = recognize(&graph, progress)?;
                (found.plan, found.tried)
            }
        };
        let switches = SwitchGraph::new(&graph);
        let plan = match &plan {
            None => None,
            Some(plan) => {
                verify_match(&graph, plan)?;
                let context = Context {
                    file: on.file_name().unwrap_or_default(),
                    fabric: &fabric,
                    graph: &graph,
                    switches: &switches,
                    plan: Ok(plan),
                    tables: None,
                    since: None,
                    progress,
                };
                Some(plan_answer(&context, plan, self.map)?)
            }
        };
        let of_role =
            |switch: bool| fabric.nodes.iter().filter(|node| (node.switch == Some(true)) == switch).count();
        Ok(RecognizeAnswer {
            endpoints: Exact(of_role(false) as u64),
            switches: Exact(of_role(true) as u64),
            cables: Exact(graph.cables()),
            plan,
            tried,
        })
    }
}

impl Topology {
    /// Recognizes the network: its expression, up to names and port numbers.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "complete(2) ^ 4".parse()?;
    /// let plan = net.recognize()?.plan.expect("a network of the catalogue");
    /// assert_eq!((plan.expression.as_str(), plan.exact.value), ("hypercube(4)", true));
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn recognize(&self) -> Result<RecognizeAnswer, Error> {
        RecognizeRequest::default().answer(self, &crate::progress::Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<RecognizeRequest>("Find the expression of a fabric or graph, up to names and ports");
