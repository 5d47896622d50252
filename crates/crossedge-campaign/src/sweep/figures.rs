//! Tasks that find metrics of networks, of any size: one network, the metrics that were requested.

use super::kind::{Head, Task, TaskKind, canonical_text, no_task};
use super::reader::{Keys, SpannedValue as Place, text};
use super::rows::{TaskResult, TaskRows};
use super::sum::fingerprint;
use super::values::{check_task_count, parse_seeds, parse_topologies};
use crate::read::graph_file;
use crate::run::NoResult;
use crate::table::Column;
use crossedge::Topology;
use crossedge::answers::{CompareRequest, EffortRequest, MetricsAnswer, Plain, Request};
use crossedge::error::ErrorKind;
use crossedge::expr::Error;
use crossedge::metrics::{Metric, ValueKind, When};
use crossedge::net::nearest_of;
use crossedge::progress::{CancelOnly, Progress};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

const KNOWN_KEYS: &[&str] = &["networks", "figures", "sample", "seeds"];

/// The kind.
pub struct Figures;

/// The task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct FiguresTask {
    #[serde(flatten)]
    head: Head,
    /// The network, in canonical form.
    expression: String,
    /// The digest of its links, where a file is part of the expression: the file may change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    links: Option<String>,
    /// The names of the metrics.
    figures: Vec<String>,
    /// Search from a random sample of nodes instead of from all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sample: Option<u64>,
    /// The seed of the sample.
    seed: u64,
}

/// The result of a task: values by column. Integers beyond 64 bits are strings of digits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MetricsResult {
    log2_nodes: f64,
    columns: BTreeMap<String, Value>,
}

impl TaskKind for Figures {
    fn name(&self) -> &'static str {
        "figures"
    }

    fn expand(&self, file: &str, table: &Place<'_>) -> Result<Vec<Box<dyn Task>>, Error> {
        expand(file, table)
    }

    fn read(&self, text: &str) -> Result<Box<dyn Task>, String> {
        Ok(Box::new(serde_json::from_str::<FiguresTask>(text).map_err(no_task)?))
    }

    fn columns(&self, results: &[Option<TaskResult<'_>>]) -> Result<Vec<Column>, String> {
        Ok(columns(&TaskRows::read(results)?))
    }
}

/// The metrics that a task may have: a list is no cell of a table.
fn sweepable_metrics() -> impl Iterator<Item = Metric> {
    Metric::every().filter(|metric| metric.kind() != ValueKind::List && metric.when() != When::BesideMachines)
}

/// All of a network: those of machines where it is one.
fn all_of(net: &Topology) -> impl Iterator<Item = Metric> {
    let machine = net.shape().machine().is_some();
    sweepable_metrics().filter(move |metric| machine || metric.when() != When::OfMachines)
}

/// The metric of a name.
fn metric_named(value: &Place<'_>) -> Result<Metric, Error> {
    let name = text(value, "\"diameter\"")?;
    sweepable_metrics().find(|metric| metric.name() == name).ok_or_else(|| {
        let names: Vec<&str> = sweepable_metrics().map(Metric::name).collect();
        let help = match nearest_of(name, names.iter().copied()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("the metrics are {}", names.join(", ")),
        };
        Error::usage(format!("unknown metric '{name}'"), value.span()).help(help)
    })
}

/// The tasks of a table `[[metrics]]`.
fn expand(file: &str, block: &Place<'_>) -> Result<Vec<Box<dyn Task>>, Error> {
    let keys = Keys::from_table("[[figures]]", block, KNOWN_KEYS)?;
    let networks = parse_topologies(file, &keys)?;
    let asked: Option<Vec<Metric>> = match keys.get("figures") {
        None => None,
        Some(_) => {
            let asked = keys.list("figures", "[\"diameter\", \"bisection\"]")?;
            Some(asked.into_iter().map(metric_named).collect::<Result<_, _>>()?)
        }
    };
    let sample = match keys.get("sample") {
        None => None,
        Some(_) => Some(keys.count("sample", 1, 1..=1_000_000_000)?),
    };
    // Without a sample nothing is drawn, and every seed would find the same.
    let seeds = if sample.is_some() { parse_seeds(&keys)? } else { vec![0] };
    let mut tasks: Vec<Box<dyn Task>> = Vec::new();
    for (_, net) in &networks {
        let expression = net.to_string();
        let figures = asked.clone().unwrap_or_else(|| all_of(net).collect());
        let reads = expression.contains("file(");
        let links = net.network_if_it_fits().filter(|_| reads).map(|net| fingerprint(net.as_ref()));
        for &seed in &seeds {
            tasks.push(Box::new(FiguresTask {
                head: Head::for_kind("figures"),
                expression: expression.clone(),
                links: links.clone(),
                figures: figures.iter().map(|metric| metric.name().to_owned()).collect(),
                sample,
                seed,
            }));
        }
        check_task_count(tasks.len(), block)?;
    }
    Ok(tasks)
}

impl Task for FiguresTask {
    fn kind(&self) -> &'static str {
        Figures.name()
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
        let sample =
            self.sample.map_or(String::new(), |count| format!(", sample {count}, seed {}", self.seed));
        format!("figures {}: {}{sample}", self.expression, self.figures.join(", "))
    }

    fn run(&self, progress: &dyn Progress) -> Result<Value, NoResult> {
        let to_failure = |error: crossedge::Error| match error.kind() {
            ErrorKind::Stopped => NoResult::Stopped,
            _ => NoResult::Failed(error.to_string()),
        };
        let net = Topology::builder().files(graph_file).parse(&self.expression).map_err(to_failure)?;
        if self.links.is_some() {
            let network = net.network().map_err(to_failure)?;
            if self.links.as_deref() != Some(&fingerprint(network.as_ref())) {
                let why = "the file of the network has changed since the plan was made";
                return Err(NoResult::Failed(why.to_owned()));
            }
        }
        let metrics: Vec<Metric> = sweepable_metrics()
            .filter(|metric| self.figures.iter().any(|name| name == metric.name()))
            .collect();
        let effort = EffortRequest { sample: self.sample, seed: self.seed, ..EffortRequest::default() };
        let request = CompareRequest { metrics: metrics.clone(), effort, ..CompareRequest::default() };
        let answer = request.answer(std::slice::from_ref(&net), &CancelOnly(progress)).map_err(to_failure)?;
        let reported = answer.networks.into_iter().next().map(|network| network.metrics).unwrap_or_default();
        let all = metrics.iter().flat_map(|metric| reported.plain(*metric));
        let columns = all.filter_map(|(name, value)| Some((name.to_owned(), json(value)?))).collect();
        let result = MetricsResult { log2_nodes: log2(&net), columns };
        serde_json::to_value(result).map_err(|error| NoResult::Failed(error.to_string()))
    }
}

/// The logarithm of the size, which fits a number where the size does not.
pub(super) fn log2(net: &Topology) -> f64 {
    let nodes = net.nodes();
    // 64 leading bits are more than a number holds.
    let shift = nodes.bits().saturating_sub(64);
    let leading = u64::try_from(nodes >> shift).unwrap_or(u64::MAX);
    (leading as f64).log2() + shift as f64
}

/// A value as it is kept.
pub(super) fn json(value: Plain) -> Option<Value> {
    Some(match value {
        Plain::Integer(value) => {
            let value = value?;
            u64::try_from(&value).map_or_else(|_| Value::from(value.to_string()), Value::from)
        }
        Plain::Number(value) => Value::from(value?),
        Plain::Flag(value) => Value::from(value?),
        Plain::Word(value) => Value::from(value?),
    })
}

/// The columns of these tasks, independent of the request, so that tables fit together.
fn columns(rows: &TaskRows<FiguresTask, MetricsResult>) -> Vec<Column> {
    let of = |name: String| move |_: &FiguresTask, result: &MetricsResult| result.columns.get(&name).cloned();
    let mut all = vec![rows.number("log2_nodes", |_, result| Some(result.log2_nodes))];
    // Metrics of machines have columns where someone asked for them: tables of other networks are what they were.
    let wanted = |metric: &Metric| {
        metric.when() != When::OfMachines
            || rows.any_task(|task| task.figures.iter().any(|name| name == metric.name()))
    };
    for (name, kind) in
        sweepable_metrics().filter(wanted).flat_map(|metric| MetricsAnswer::default().plain(metric))
    {
        let cell = of(name.clone());
        all.push(match kind {
            // A number that does not fit has its logarithm in the table, and all its digits in the journal.
            Plain::Integer(_) => rows.count(&name, |t, f| cell(t, f)?.as_u64()),
            Plain::Number(_) => rows.number(&name, |t, f| cell(t, f)?.as_f64()),
            Plain::Flag(_) => rows.bool_column(&name, |t, f| cell(t, f)?.as_bool()),
            Plain::Word(_) => rows.text(&name, |t, f| cell(t, f)?.as_str().map(str::to_owned)),
        });
    }
    all
}
