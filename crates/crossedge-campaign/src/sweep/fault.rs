//! Tasks that find out what survives random faults: one network, one number of dead nodes or links, one seed, many trials.

use super::kind::{Head, Task, TaskKind, canonical_text, no_task};
use super::reader::{Keys, SpannedValue as Place};
use super::rows::{TaskResult, TaskRows};
use super::sum::{TrialSums, fingerprint, ratio};
use super::values::{check_task_count, parse_amount, parse_amounts, parse_networks, parse_seeds};
use crate::interval::wilson_interval;
use crate::read::graph_file;
use crate::run::NoResult;
use crate::survival::Dying;
use crate::table::Column;
use crate::words::plural;
use crossedge::Topology;
use crossedge::expr::Error;
use crossedge::progress::Progress;
use crossedge::route::fault::{Diameter, MAX_LINKS, MAX_NODES, Router, Setting, Survey};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const KNOWN_KEYS: &[&str] = &["networks", "dead", "trials", "packets", "diameter", "search", "seeds"];

const DEAD_EXAMPLE: &str = "[\"3 nodes\", \"5 % of nodes\", \"10 links\"]";

/// Method for the diameter.
const DIAMETER_METHODS: &[&str] = &["sweep", "exact"];

/// The kind.
pub struct FaultKind;

/// The task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct FaultTask {
    #[serde(flatten)]
    head: Head,
    /// The network, in canonical form.
    expression: String,
    /// The digest of its links, where a file is part of the expression: the file may change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    links: Option<String>,
    dead_nodes: u64,
    dead_links: u64,
    /// Which of the nodes die, where there are switches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dying: Option<String>,
    trials: u64,
    packets: u64,
    diameter: String,
    search: u64,
    /// The seed.
    seed: u64,
}

/// The result of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultResult {
    nodes: u64,
    links: u64,
    sum: TrialSums,
}

impl TaskKind for FaultKind {
    fn name(&self) -> &'static str {
        "fault"
    }

    fn expand(&self, file: &str, table: &Place<'_>) -> Result<Vec<Box<dyn Task>>, Error> {
        expand(file, table)
    }

    fn read(&self, text: &str) -> Result<Box<dyn Task>, String> {
        Ok(Box::new(serde_json::from_str::<FaultTask>(text).map_err(no_task)?))
    }

    fn columns(&self, results: &[Option<TaskResult<'_>>]) -> Result<Vec<Column>, String> {
        Ok(columns(&TaskRows::read(results)?))
    }
}

/// Number of links.
fn link_count(net: &Topology) -> u64 {
    u64::try_from(&net.links()).unwrap_or(u64::MAX)
}

/// The tasks of a table `[[fault]]`.
fn expand(file: &str, block: &Place<'_>) -> Result<Vec<Box<dyn Task>>, Error> {
    let keys = Keys::from_table("[[fault]]", block, KNOWN_KEYS)?;
    let networks = parse_networks(file, &keys)?;
    let dead = parse_amounts(&keys, "dead", DEAD_EXAMPLE)?;
    let trials = keys.count("trials", 100, 1..=1_000_000_000)?;
    let packets = keys.count("packets", 1, 0..=1_000_000_000)?;
    let diameter = keys.word("diameter", DIAMETER_METHODS)?;
    let search = parse_amount(&keys, "search", "nodes", 0, 0..=1_000_000_000)?;
    let seeds = parse_seeds(&keys)?;
    let mut tasks: Vec<Box<dyn Task>> = Vec::new();
    for network in &networks {
        let nodes = network.network.nodes();
        if nodes > MAX_NODES {
            let message =
                format!("a trial visits every node, and may visit {MAX_NODES} at most; there are {nodes}");
            let help = "rdn(torus(5,5), 2) has 3125000 nodes, and works";
            return Err(Error::limit(message, network.value.span()).help(help));
        }
        let links = link_count(&network.net);
        if links > MAX_LINKS {
            let message =
                format!("a trial visits every link, and may visit {MAX_LINKS} at most; there are {links}");
            let help = "rdn(torus(5,5), 2) has 9375000 links, and works";
            return Err(Error::limit(message, network.value.span()).help(help));
        }
        let expression = network.net.to_string();
        // A file may change while its name does not.
        let digest = expression.contains("file(").then(|| fingerprint(network.network.as_ref()));
        for (number, unit, place) in &dead {
            let part = unit.strip_prefix("% of ").or(unit.strip_prefix("% "));
            let dying = match part.unwrap_or(unit) {
                "nodes" => Dying::Nodes,
                "links" => Dying::Links,
                "endpoints" | "hosts" => Dying::Endpoints,
                "switches" => Dying::Switches,
                _ => {
                    let message = match unit.as_str() {
                        "" => format!("{number} has no unit"),
                        _ => format!("unknown unit '{unit}'"),
                    };
                    let help = "the units are: nodes, endpoints, switches, links, and % of each";
                    return Err(Error::usage(message, place.span()).help(help));
                }
            };
            let candidates = dying.candidates(&network.net).map_err(|error| {
                let advice = error.advice().unwrap_or_default().to_owned();
                Error::usage(format!("{expression}: {}", error.message()), place.span()).help(advice)
            })?;
            let (things, all) = (dying.word(), candidates.1);
            let count = match part {
                None => number.integer_value().filter(|count| *count <= all),
                Some(_) => number.percent_of(all),
            };
            let count = count.ok_or_else(|| {
                let message = format!("{number} {unit} cannot die: {expression} has {all} {things}");
                Error::usage(message, place.span())
                    .help(format!("a whole number up to {all}, or a part up to 100 %"))
            })?;
            let (dead_nodes, dead_links) = if things == "links" { (0, count) } else { (count, 0) };
            for &seed in &seeds {
                tasks.push(Box::new(FaultTask {
                    head: Head::for_kind("fault"),
                    expression: expression.clone(),
                    links: digest.clone(),
                    dead_nodes,
                    dead_links,
                    dying: candidates.0.map(|_| things.to_owned()),
                    trials,
                    packets,
                    diameter: diameter.to_owned(),
                    search,
                    seed,
                }));
            }
            check_task_count(tasks.len(), block)?;
        }
    }
    Ok(tasks)
}

impl Task for FaultTask {
    fn kind(&self) -> &'static str {
        FaultKind.name()
    }

    fn text(&self) -> String {
        canonical_text(self)
    }

    fn expression(&self) -> &str {
        &self.expression
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn about(&self) -> String {
        let dead = match (self.dead_links, self.dying.as_deref()) {
            (0, Some("switches")) => {
                format!("{} dead switch{}", self.dead_nodes, if self.dead_nodes == 1 { "" } else { "es" })
            }
            (0, Some(_)) => plural(self.dead_nodes, "dead endpoint"),
            (0, None) => plural(self.dead_nodes, "dead node"),
            (links, _) => plural(links, "dead link"),
        };
        let trials = plural(self.trials, "trial");
        format!("fault {}, {dead}, {trials}, seed {}", self.expression, self.seed)
    }

    fn run(&self, progress: &dyn Progress) -> Result<Value, NoResult> {
        let to_failure = |error: crossedge::Error| NoResult::Failed(error.to_string());
        let topology = Topology::builder().files(graph_file).parse(&self.expression).map_err(to_failure)?;
        let net = topology.network().map_err(to_failure)?;
        if self.links.is_some() && self.links.as_deref() != Some(&fingerprint(net.as_ref())) {
            return Err(NoResult::Failed(
                "the file of the network has changed since the plan was made".to_owned(),
            ));
        }
        let router = Router::with_search(net.as_ref(), self.search as usize);
        let Some(survey) = Survey::new(net.as_ref(), router, self.seed, &topology.shape().degrees()) else {
            return Err(NoResult::Failed(format!("a trial may visit {MAX_NODES} nodes at most")));
        };
        let survey = match self.dying.as_deref() {
            Some("switches") => survey.restricted_to(net.endpoints(), net.nodes()),
            Some(_) => survey.restricted_to(0, net.endpoints()),
            None => survey,
        };
        let diameter = if self.diameter == "exact" { Diameter::Exact } else { Diameter::Sweep };
        let (dead_nodes, dead_links) = (self.dead_nodes, self.dead_links);
        let setting = Setting { dead_nodes, dead_links, pairs: self.packets, diameter };
        let mut sum = TrialSums::default();
        for trial in 0..self.trials {
            if progress.stopped() {
                return Err(NoResult::Stopped);
            }
            sum.add(&survey.trial(&setting, trial));
        }
        let result = FaultResult { nodes: net.nodes(), links: link_count(&topology), sum };
        serde_json::to_value(result).map_err(|error| NoResult::Failed(error.to_string()))
    }
}

/// The columns of these tasks.
fn columns(rows: &TaskRows<FaultTask, FaultResult>) -> Vec<Column> {
    let low = |hits, count| Some(wilson_interval(hits, count).0);
    let high = |hits, count| Some(wilson_interval(hits, count).1);
    vec![
        rows.count("nodes", |_, f| Some(f.nodes)),
        rows.count("links", |_, f| Some(f.links)),
        rows.count("dead_nodes", |t, _| Some(t.dead_nodes)),
        rows.count("dead_links", |t, _| Some(t.dead_links)),
        rows.count("trials", |t, _| Some(t.trials)),
        rows.count("packets_per_trial", |t, _| Some(t.packets)),
        rows.text("diameter_how", |t, _| Some(t.diameter.clone())),
        rows.count("search", |t, _| Some(t.search)),
        rows.count("connected", |_, f| Some(f.sum.connected)),
        rows.number("connected_fraction", |_, f| ratio(f.sum.connected, f.sum.trials)),
        rows.number("connected_low", |_, f| low(f.sum.connected, f.sum.trials)),
        rows.number("connected_high", |_, f| high(f.sum.connected, f.sum.trials)),
        rows.number("largest_part", |_, f| ratio(f.sum.largest, f.sum.live)),
        rows.number("diameter_mean", |_, f| ratio(f.sum.diameters, f.sum.trials)),
        rows.count("diameter_max", |_, f| Some(f.sum.diameter)),
        rows.count("packets", |_, f| Some(f.sum.pairs)),
        rows.count("joined", |_, f| Some(f.sum.joined)),
        rows.count("delivered", |_, f| Some(f.sum.delivered)),
        rows.number("delivered_fraction", |_, f| ratio(f.sum.delivered, f.sum.joined)),
        rows.number("delivered_low", |_, f| low(f.sum.delivered, f.sum.joined)),
        rows.number("delivered_high", |_, f| high(f.sum.delivered, f.sum.joined)),
        rows.number("hops_mean", |_, f| ratio(f.sum.hops, f.sum.delivered)),
        rows.number("distance_mean", |_, f| ratio(f.sum.distance, f.sum.delivered)),
        rows.number("stretch_mean", |_, f| ratio(f.sum.hops, f.sum.distance)),
        rows.count("worst_hops", |_, f| Some(f.sum.worst.0)),
        rows.count("worst_distance", |_, f| Some(f.sum.worst.1)),
    ]
}
