//! Tasks that make records of the atlas: all metrics of a network with the evidence of each, digests of its links and of its certificates.

use super::figures::{json, log2};
use super::kind::{Head, Task, TaskKind, canonical_text, no_task};
use super::reader::{Keys, SpannedValue as Place};
use super::rows::{TaskResult, TaskRows};
use super::sum::fingerprint;
use super::values::{check_task_count, parse_topologies};
use crate::record::TaskId;
use crate::run::NoResult;
use crate::table::Column;
use crossedge::Topology;
use crossedge::answers::{
    CiteRequest, MetricsAnswer, Plain, RecordRequest, Request, ThroughputRequest, recorded_metrics,
};
use crossedge::atlas::AtlasList;
use crossedge::certificate::symmetry::TransitiveOn;
use crossedge::error::ErrorKind;
use crossedge::expr::Error;
use crossedge::metrics::machine::endpoint_ports;
use crossedge::metrics::metric::{EDGE_TRANSITIVITY, THROUGHPUT, VERTEX_TRANSITIVITY};
use crossedge::net::{endpoints, normal_form};
use crossedge::progress::{CancelOnly, Progress, Silent};
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const KNOWN_KEYS: &[&str] = &["networks", "endpoints", "of_each_size"];

/// Networks of at most this many links have a digest of them.
const MAX_DIGEST: u64 = 1 << 16;

/// Networks of at most this many nodes have certificates.
const MAX_CERTIFIED: u64 = 32;

/// The column of the most ports of an endpoint; a wide link takes as many as it has cables.
const ENDPOINT_PORTS: &str = "endpoint_ports";

/// The kind.
pub struct RecordKind;

/// The task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct RecordTask {
    #[serde(flatten)]
    head: Head,
    /// The network, in normal form.
    expression: String,
}

/// The result of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordResult {
    /// The outermost construction.
    construction: String,
    log2_nodes: f64,
    /// Values by column.
    columns: BTreeMap<String, Value>,
    /// Ids of theorems and methods by metric.
    evidence: BTreeMap<String, Vec<String>>,
    /// BibTeX keys of the works that define the constructions.
    works: Vec<String>,
    /// The digest of all links.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    links: Option<String>,
    /// Digests of certificates by metric.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    certificates: BTreeMap<String, String>,
}

impl TaskKind for RecordKind {
    fn name(&self) -> &'static str {
        "record"
    }

    fn expand(&self, file: &str, table: &Place<'_>) -> Result<Vec<Box<dyn Task>>, Error> {
        let keys = Keys::from_table("[[record]]", table, KNOWN_KEYS)?;
        let mut expressions: Vec<String> = match keys.get("networks") {
            Some(_) => {
                let nets = parse_topologies(file, &keys)?;
                nets.iter().map(|(_, net)| normal_form(net.expr()).to_string()).collect()
            }
            None => {
                let usual = AtlasList::default();
                let list = AtlasList {
                    most: keys.count("endpoints", usual.most, 2..=AtlasList::MAX_ENDPOINTS)?,
                    of_each_size: keys.count(
                        "of_each_size",
                        usual.of_each_size,
                        1..=AtlasList::MAX_OF_EACH_SIZE,
                    )?,
                };
                return Ok(record_tasks(&list, &Silent).unwrap_or_default());
            }
        };
        let mut seen = std::collections::HashSet::new();
        expressions.retain(|expression| seen.insert(expression.clone()));
        check_task_count(expressions.len(), table)?;
        Ok(expressions.into_iter().map(task).collect())
    }

    fn read(&self, text: &str) -> Result<Box<dyn Task>, String> {
        Ok(Box::new(serde_json::from_str::<RecordTask>(text).map_err(no_task)?))
    }

    fn columns(&self, results: &[Option<TaskResult<'_>>]) -> Result<Vec<Column>, String> {
        Ok(columns(&TaskRows::read(results)?))
    }
}

impl Task for RecordTask {
    fn kind(&self) -> &'static str {
        RecordKind.name()
    }

    fn text(&self) -> String {
        canonical_text(self)
    }

    fn expression(&self) -> &str {
        &self.expression
    }

    fn seed(&self) -> u64 {
        0
    }

    fn about(&self) -> String {
        format!("record {}", self.expression)
    }

    fn run(&self, progress: &dyn Progress) -> Result<Value, NoResult> {
        let progress = &CancelOnly(progress);
        let result = record(&self.expression, progress).map_err(|error| match error.kind() {
            ErrorKind::Stopped => NoResult::Stopped,
            _ => NoResult::Failed(error.to_string()),
        })?;
        serde_json::to_value(result).map_err(|error| NoResult::Failed(error.to_string()))
    }
}

/// The task of an expression in normal form.
fn task(expression: String) -> Box<dyn Task> {
    Box::new(RecordTask { head: Head::for_kind("record"), expression })
}

/// The tasks of an atlas; `None` if it was stopped.
pub fn record_tasks(list: &AtlasList, progress: &dyn Progress) -> Option<Vec<Box<dyn Task>>> {
    Some(list.networks(progress)?.into_iter().map(|listed| task(listed.expression)).collect())
}

/// The record of a network.
fn record(expression: &str, progress: &dyn Progress) -> Result<RecordResult, crossedge::Error> {
    let net: Topology = expression.parse()?;
    let metrics = RecordRequest.answer(&net, progress)?.metrics;
    let mut columns = BTreeMap::new();
    let mut evidence = BTreeMap::new();
    for metric in recorded_metrics() {
        for (name, value) in metrics.plain(metric) {
            columns.extend(json(value).map(|value| (name, value)));
        }
        let cited = metrics.get(metric).and_then(|asked| asked.evidence.as_ref());
        let ids: Vec<String> =
            cited.iter().flat_map(|evidence| evidence.citations()).map(|entry| entry.id.to_owned()).collect();
        if !ids.is_empty() {
            evidence.insert(metric.name().to_owned(), ids);
        }
    }
    // Metrics of machines have their values where every node is an endpoint, too.
    let ends = endpoints(net.shape());
    let integer = |value: Option<u64>| value.map_or(Value::Null, Value::from);
    columns.entry("endpoints".to_owned()).or_insert_with(|| integer(ends.to_u64()));
    let ports = endpoint_ports(net.shape(), None).or_else(|| {
        let small = net.links().to_u64().is_some_and(|links| links <= MAX_DIGEST);
        let network = small.then(|| net.network_if_it_fits()).flatten();
        network.and_then(|network| endpoint_ports(net.shape(), Some(network.as_ref())))
    });
    columns.insert(ENDPOINT_PORTS.to_owned(), integer(ports));
    let cited = CiteRequest::default().answer(&net, progress)?;
    let (nodes, links) = (net.nodes().to_u64(), net.links().to_u64());
    let small = |most| links.is_some_and(|links| links <= most) && nodes.is_some_and(|nodes| nodes <= most);
    let digest = match small(MAX_DIGEST) {
        true => net.network_if_it_fits().map(|net| fingerprint(net.as_ref())),
        false => None,
    };
    let mut certificates = BTreeMap::new();
    if nodes.is_some_and(|nodes| nodes <= MAX_CERTIFIED) {
        let of = |certificate: Value| TaskId::from_text(&certificate.to_string()).to_string();
        if let Ok(certificate) = ThroughputRequest::uniform().certify(&net, progress) {
            certificates.extend(
                serde_json::to_value(&*certificate).ok().map(|c| (THROUGHPUT.name().to_owned(), of(c))),
            );
        }
        for (metric, on) in
            [(VERTEX_TRANSITIVITY, TransitiveOn::Vertices), (EDGE_TRANSITIVITY, TransitiveOn::Edges)]
        {
            if let Ok(Some(maps)) = net.automorphisms(on, progress) {
                certificates
                    .extend(serde_json::to_value(&maps).ok().map(|c| (metric.name().to_owned(), of(c))));
            }
        }
        if progress.stopped() {
            return Err(crossedge::metrics::Error::Stopped.into());
        }
    }
    Ok(RecordResult {
        construction: crossedge::atlas::construction(net.expr()),
        log2_nodes: log2(&net),
        columns,
        evidence,
        works: cited.publications.into_iter().map(|work| work.key).collect(),
        links: digest,
        certificates,
    })
}

/// The columns of records.
fn columns(rows: &TaskRows<RecordTask, RecordResult>) -> Vec<Column> {
    let mut all = vec![
        rows.text("construction", |_, result| Some(result.construction.clone())),
        rows.number("log2_nodes", |_, result| Some(result.log2_nodes)),
    ];
    for (name, kind) in recorded_metrics().flat_map(|metric| MetricsAnswer::default().plain(metric)) {
        let column = name.clone();
        let cell = move |result: &RecordResult| result.columns.get(&column).cloned();
        all.push(match kind {
            Plain::Integer(_) => rows.count(&name, |_, result| cell(result)?.as_u64()),
            Plain::Number(_) => rows.number(&name, |_, result| cell(result)?.as_f64()),
            Plain::Flag(_) => rows.bool_column(&name, |_, result| cell(result)?.as_bool()),
            Plain::Word(_) => rows.text(&name, |_, result| cell(result)?.as_str().map(str::to_owned)),
        });
    }
    all.push(rows.count(ENDPOINT_PORTS, |_, result| result.columns.get(ENDPOINT_PORTS)?.as_u64()));
    let object = |map: &BTreeMap<String, String>| {
        let map: Map<String, Value> =
            map.iter().map(|(key, text)| (key.clone(), Value::from(text.as_str()))).collect();
        (!map.is_empty()).then(|| Value::Object(map).to_string())
    };
    all.push(rows.text("evidence", |_, result| serde_json::to_string(&result.evidence).ok()));
    all.push(rows.text("works", |_, result| Some(result.works.join(" "))));
    all.push(rows.text("links_digest", |_, result| result.links.clone()));
    all.push(rows.text("certificates", move |_, result| object(&result.certificates)));
    all
}
