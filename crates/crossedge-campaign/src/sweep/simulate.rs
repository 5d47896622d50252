//! Tasks that send packets through a network under load: one network, routing, traffic, load and seed.

use super::kind::{Head, Task, TaskKind, canonical_text, no_task};
use super::reader::{Keys, SpannedValue as Place, text};
use super::rows::{TaskResult, TaskRows};
use super::sum::fingerprint;
use super::values::{check_task_count, parse_amount, parse_amounts, parse_networks, parse_seeds};
use crate::read::graph_file;
use crate::run::NoResult;
use crate::table::Column;
use crossedge::error::ErrorKind;
use crossedge::expr::{Class, Error};
use crossedge::net::Structure;
use crossedge::progress::{CancelOnly, Progress, Silent};
use crossedge_sim::{ENGINE_VERSION, Limits, Machine, Outcome, Prepared, RoutingName, Settings, TrafficName};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The kind.
pub struct Simulate;

const KNOWN_KEYS: &[&str] = &[
    "networks",
    "routings",
    "traffics",
    "loads",
    "seeds",
    "channels",
    "packet",
    "input_buffer",
    "output_buffer",
    "link",
    "flit",
    "cycles",
    "precision",
    "deadlock",
    "unjudged",
];

const LOADS_EXAMPLE: &str = "\"0.1 to 0.9 by 0.1 flits/cycle\"";

/// The task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SimulateTask {
    #[serde(flatten)]
    head: Head,
    /// The digest of the links, where a file is part of the expression: the file may change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    links: Option<String>,
    /// All that the simulation depends on.
    settings: Settings,
}

/// Its result.
type SimulationResult = Outcome;

impl TaskKind for Simulate {
    fn name(&self) -> &'static str {
        "simulate"
    }

    fn expand(&self, file: &str, table: &Place<'_>) -> Result<Vec<Box<dyn Task>>, Error> {
        expand(file, table)
    }

    fn read(&self, text: &str) -> Result<Box<dyn Task>, String> {
        Ok(Box::new(serde_json::from_str::<SimulateTask>(text).map_err(no_task)?))
    }

    fn columns(&self, results: &[Option<TaskResult<'_>>]) -> Result<Vec<Column>, String> {
        Ok(columns(&TaskRows::read(results)?))
    }

    fn engine(&self) -> Option<&'static str> {
        Some(ENGINE_VERSION)
    }
}

/// The tasks of a table `[[simulate]]`. Each network with a routing and traffic is verified once, so that a plan that cannot be run is
/// refused before anything runs.
fn expand(file: &str, block: &Place<'_>) -> Result<Vec<Box<dyn Task>>, Error> {
    let keys = Keys::from_table("[[simulate]]", block, KNOWN_KEYS)?;
    let networks = parse_networks(file, &keys)?;
    let routings: Vec<(RoutingName, &Place<'_>)> =
        parse_names(&keys, "routings", "[\"order\", \"minimal\"]", block)?;
    let traffics: Vec<(TrafficName, &Place<'_>)> =
        parse_names(&keys, "traffics", "[\"uniform\", \"tornado\"]", block)?;
    let loads = match traffics.iter().any(|(traffic, _)| traffic.is_open_loop()) {
        true => parse_loads(&keys)?,
        false if keys.get("loads").is_some() => {
            let message = "a traffic that ends of itself has no load";
            return Err(
                Error::usage(message, keys.require("loads", LOADS_EXAMPLE)?.span()).help("leave 'loads' out")
            );
        }
        false => Vec::new(),
    };
    let seeds = parse_seeds(&keys)?;
    let base = shared_settings(&keys)?;
    let mut tasks: Vec<Box<dyn Task>> = Vec::new();
    for network in &networks {
        let expression = network.net.to_string();
        let links = link_digest(&expression, network.network.as_ref());
        for (routing, routing_place) in &routings {
            for (traffic, traffic_place) in &traffics {
                let loads = if traffic.is_open_loop() { loads.as_slice() } else { &[1.0] };
                let settings = Settings {
                    routing: *routing,
                    traffic: traffic.clone(),
                    load: loads[0],
                    ..base(expression.clone())
                };
                Prepared::new(&settings, &graph_file, &Silent).map_err(|error| {
                    let place = match (error.kind(), error.place()) {
                        (_, Some(_)) | (ErrorKind::Limit, _) => network.value,
                        (ErrorKind::Refuted, _) => *routing_place,
                        _ => *traffic_place,
                    };
                    error_at(&error, place)
                })?;
                for &load in loads {
                    for &seed in &seeds {
                        let settings = Settings { load, seed, ..settings.clone() };
                        let head = Head::for_kind("simulate");
                        tasks.push(Box::new(SimulateTask { head, links: links.clone(), settings }));
                    }
                    check_task_count(tasks.len(), block)?;
                }
            }
        }
    }
    Ok(tasks)
}

/// An error of the simulator, with its position in the sweep file.
fn error_at(error: &crossedge::Error, place: &Place<'_>) -> Error {
    let class = match error.kind() {
        ErrorKind::Limit => Class::Limit,
        ErrorKind::Input => Class::Input,
        _ => Class::Usage,
    };
    let message = error.message().replace('\n', "; ");
    Error { class, message, span: place.span(), help: error.advice().map(str::to_owned) }
}

/// A parse error with its position in the sweep file: its help follows its message.
fn at_place(error: Error, place: &Place<'_>) -> Error {
    let Error { class, message, help, .. } = error;
    let (message, after) = match message.split_once("\nhelp: ") {
        Some((message, help)) => (message.to_owned(), Some(help.to_owned())),
        None => (message, None),
    };
    Error { class, message: message.replace('\n', "; "), span: place.span(), help: help.or(after) }
}

/// Names of routings or traffics; the usual one when the key is absent.
fn parse_names<'t, W: std::str::FromStr<Err: std::fmt::Display> + Default>(
    keys: &Keys<'t>,
    key: &str,
    example: &str,
    block: &'t Place<'t>,
) -> Result<Vec<(W, &'t Place<'t>)>, Error> {
    if keys.get(key).is_none() {
        return Ok(vec![(W::default(), block)]);
    }
    let read = |value: &'t Place<'t>| {
        let word = text(value, example)?
            .parse()
            .map_err(|error: W::Err| at_place(Error::usage(error.to_string(), 0..0), value))?;
        Ok((word, value))
    };
    keys.list(key, example)?.into_iter().map(read).collect()
}

/// The loads, in flits per cycle of each sending node.
fn parse_loads(keys: &Keys<'_>) -> Result<Vec<f64>, Error> {
    let mut all = Vec::new();
    for (number, unit, place) in parse_amounts(keys, "loads", LOADS_EXAMPLE)? {
        let wrong = |message: String, help: &str| Error::usage(message, place.span()).help(help);
        let scale = match unit.as_str() {
            "flits/cycle" => 1.0,
            "%" => 100.0,
            "" => return Err(wrong(format!("{number} has no unit"), "the units are: flits/cycle, %")),
            _ => return Err(wrong(format!("unknown unit '{unit}'"), "the units are: flits/cycle, %")),
        };
        let load = number.to_string().parse::<f64>().unwrap_or(0.0) / scale;
        if !(load > 0.0 && load <= 1.0) {
            let help = "above 0 and at most 1 flits/cycle, for each sending node";
            return Err(wrong(format!("a load of {number} {unit} cannot be"), help));
        }
        all.push(load);
    }
    Ok(all)
}

/// The settings that all tasks of a table share.
fn shared_settings(keys: &Keys<'_>) -> Result<impl Fn(String) -> Settings, Error> {
    let (usual, limits) = (Machine::default(), Limits::default());
    let number = |key: &str, unit: &str, default: u32| {
        parse_amount(keys, key, unit, default.into(), 1..=1 << 20).map(|n| n as u32)
    };
    let machine = Machine {
        packet_flits: number("packet", "flits", usual.packet_flits)?,
        input_buffer_flits: number("input_buffer", "flits", usual.input_buffer_flits)?,
        output_buffer_flits: number("output_buffer", "flits", usual.output_buffer_flits)?,
        link_cycles: number("link", "cycles", usual.link_cycles)?,
        flit_bytes: number("flit", "bytes", usual.flit_bytes)?,
    };
    let precision = match keys.get("precision") {
        None => limits.precision,
        Some(_) => parse_amount(keys, "precision", "%", 5, 1..=99)? as f64 / 100.0,
    };
    let limits = Limits {
        cycles: parse_amount(keys, "cycles", "cycles", limits.cycles, 1..=1 << 40)?,
        precision,
        deadlock_cycles: parse_amount(keys, "deadlock", "cycles", limits.deadlock_cycles, 1..=1 << 40)?,
    };
    let vcs = match keys.get("channels") {
        None => None,
        Some(_) => Some(keys.count("channels", 1, 1..=1024)? as u32),
    };
    let unjudged = keys.word("unjudged", &["no", "yes"])? == "yes";
    Ok(move |expression: String| Settings { vcs, machine, limits, unjudged, ..Settings::new(expression) })
}

/// The digest of the links, where a file is part of the expression.
fn link_digest(expression: &str, net: &dyn Structure) -> Option<String> {
    expression.contains("file(").then(|| fingerprint(net))
}

impl Task for SimulateTask {
    fn kind(&self) -> &'static str {
        Simulate.name()
    }

    fn text(&self) -> String {
        canonical_text(self)
    }

    fn expression(&self) -> &str {
        &self.settings.expression
    }

    fn seed(&self) -> u64 {
        self.settings.seed
    }

    fn about(&self) -> String {
        let Settings { expression, routing, traffic, load, seed, .. } = &self.settings;
        let load = if traffic.is_open_loop() { format!(" at {load} flits/cycle") } else { String::new() };
        format!("simulate {expression}, {routing}, {traffic}{load}, seed {seed}")
    }

    fn run(&self, progress: &dyn Progress) -> Result<Value, NoResult> {
        let to_failure = |error: crossedge::Error| match error.kind() {
            ErrorKind::Stopped => NoResult::Stopped,
            _ => NoResult::Failed(error.to_string()),
        };
        let progress = CancelOnly(progress);
        let prepared = Prepared::new(&self.settings, &graph_file, &progress).map_err(to_failure)?;
        if self.links != link_digest(self.expression(), prepared.net()) {
            return Err(NoResult::Failed(
                "the file of the network has changed since the plan was made".to_owned(),
            ));
        }
        let outcome = prepared.run(&progress).map_err(to_failure)?;
        serde_json::to_value(outcome).map_err(|error| NoResult::Failed(error.to_string()))
    }
}

/// A choice by name.
fn choice_name(choice: impl Serialize) -> Option<String> {
    Some(serde_json::to_value(choice).ok()?.as_str()?.to_owned())
}

/// The columns of these tasks.
fn columns(rows: &TaskRows<SimulateTask, SimulationResult>) -> Vec<Column> {
    let latency = |name: &str, of: &dyn Fn(&crossedge_sim::Latency) -> u64| {
        rows.count(name, |_, f| f.latency.as_ref().map(of))
    };
    vec![
        rows.count("nodes", |_, f| Some(f.nodes)),
        rows.text("routing", |_, f| Some(f.routing.clone())),
        rows.count("channels", |_, f| Some(f.vcs.into())),
        rows.text("traffic", |t, _| Some(t.settings.traffic.to_string())),
        rows.count("packet_flits", |t, _| Some(t.settings.machine.packet_flits.into())),
        rows.count("input_buffer_flits", |t, _| Some(t.settings.machine.input_buffer_flits.into())),
        rows.count("output_buffer_flits", |t, _| Some(t.settings.machine.output_buffer_flits.into())),
        rows.count("link_cycles", |t, _| Some(t.settings.machine.link_cycles.into())),
        rows.text("judged", |_, f| choice_name(f.judged)),
        rows.text("ending", |_, f| choice_name(f.ending)),
        rows.text("carried", |_, f| f.load_verdict.and_then(|verdict| choice_name(verdict.carried))),
        rows.number("carried_confidence", |_, f| f.load_verdict.and_then(|verdict| verdict.confidence)),
        rows.number("backlog_growth", |_, f| f.load_verdict.map(|verdict| verdict.growth)),
        rows.count("senders", |_, f| Some(f.senders)),
        rows.number("offered_load", |_, f| f.offered_load),
        rows.number("drawn_load", |_, f| Some(f.drawn_load)),
        rows.number("accepted_load", |_, f| Some(f.accepted_load)),
        rows.number("mean_latency_cycles", |_, f| f.latency.map(|l| l.mean_latency_cycles)),
        rows.number("latency_half_width_cycles", |_, f| f.latency.and_then(|l| l.half_width_cycles)),
        latency("latency_least_cycles", &|l| l.least),
        latency("latency_p50_cycles", &|l| l.p50),
        latency("latency_p90_cycles", &|l| l.p90),
        latency("latency_p99_cycles", &|l| l.p99),
        latency("latency_most_cycles", &|l| l.most),
        rows.number("mean_hops", |_, f| f.mean_hops),
        rows.number("highest_utilisation", |_, f| {
            f.classes.iter().map(|class| class.highest_utilisation).max_by(f64::total_cmp)
        }),
        rows.text("link_classes", |_, f| serde_json::to_string(&f.classes).ok()),
        rows.count("messages", |_, f| Some(f.messages)),
        rows.count("warmup_cycles", |_, f| Some(f.warmup_cycles)),
        rows.count("measured_cycles", |_, f| Some(f.measured_cycles)),
        rows.count("completion_cycles", |_, f| f.completion_cycles),
        rows.count("deadlock_since_cycle", |_, f| f.deadlock.map(|d| d.since_cycle)),
        rows.count("deadlock_messages", |_, f| f.deadlock.map(|d| d.messages)),
    ]
}
