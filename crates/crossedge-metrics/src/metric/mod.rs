//! The list of metrics: each is an entry with its name, what it is, and the function that finds it.
//!
//! A new metric is a file with an entry and a line in [`METRICS`]: `show`, `compare`, sweeps, JSON, its schema and the tables follow.

mod connectivity;
mod cost;
mod counts;
mod cut;
mod distances;
mod latency;
mod machine;
mod shortest_paths;
mod structure;
mod symmetry;
mod throughput;

pub use connectivity::{CONNECTIVITY, EDGE_CONNECTIVITY};
pub use cost::{COST_RATIO, MOORE_BOUND};
pub use counts::{DEGREE, LINKS, NODES};
pub use cut::{BISECTION, BISECTION_PER_ENDPOINT};
pub use distances::{DIAMETER, HISTOGRAM, MEAN_DISTANCE, RADIUS};
pub use machine::{
    CABLES, CABLES_PER_ENDPOINT, DIAMETER_OF_NODES, ENDPOINTS, OVERSUBSCRIPTION, PORTS_PER_ENDPOINT, RADIX,
    SWITCHES,
};
pub use structure::{GIRTH, PATH_DIVERSITY, SPECTRAL_GAP};
pub use symmetry::{EDGE_TRANSITIVITY, VERTEX_TRANSITIVITY};
pub use throughput::THROUGHPUT;

use crate::measure::{Error, Metrics};
use crate::value::{MetricValue, ValueKind};
use crossedge_core::evidence::{Evidence, Known};
pub use latency::zero_load_latency;
use std::fmt;

/// Every metric, in the order in which they are shown.
pub static METRICS: [Metric; 31] = [
    NODES,
    LINKS,
    DEGREE,
    DIAMETER,
    MEAN_DISTANCE,
    HISTOGRAM,
    BISECTION,
    THROUGHPUT,
    VERTEX_TRANSITIVITY,
    EDGE_TRANSITIVITY,
    CONNECTIVITY,
    EDGE_CONNECTIVITY,
    COST_RATIO,
    MOORE_BOUND,
    RADIUS,
    GIRTH,
    SPECTRAL_GAP,
    PATH_DIVERSITY,
    shortest_paths::DISJOINT_SHORTEST_PATHS,
    latency::ZERO_LOAD_LATENCY,
    latency::ZERO_LOAD_LATENCY_MEDIAN,
    latency::ZERO_LOAD_LATENCY_P99,
    ENDPOINTS,
    SWITCHES,
    RADIX,
    CABLES,
    PORTS_PER_ENDPOINT,
    CABLES_PER_ENDPOINT,
    OVERSUBSCRIPTION,
    BISECTION_PER_ENDPOINT,
    DIAMETER_OF_NODES,
];

/// A metric: its entry in the list.
#[derive(Clone, Copy)]
pub struct Metric(&'static MetricEntry);

/// The description of a metric.
pub struct MetricEntry {
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    kind: ValueKind,
    column: &'static str,
    label: Option<&'static str>,
    titles: &'static [&'static str],
    when: When,
    cost: u8,
    explained: bool,
    absent: &'static str,
    find: Find,
}

type Find = fn(&mut Metrics<'_>) -> Result<Measured, Error>;

/// When a metric is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Of every network.
    Usual,
    /// Only if requested by name.
    ByName,
    /// Of networks with switches or wide links.
    OfMachines,
    /// The same, and not where networks are compared.
    BesideMachines,
}

/// A metric that was found.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Its value; `None` if the answer is that there is none, or that it is not known.
    pub value: Option<MetricValue>,
    /// The evidence, or how it was sought.
    pub evidence: Evidence,
    /// The counterexample, if the value is no.
    pub counterexample: Option<String>,
}

impl From<Known<MetricValue>> for Measured {
    fn from(known: Known<MetricValue>) -> Self {
        Measured { value: Some(known.value), evidence: known.evidence, counterexample: None }
    }
}

impl MetricEntry {
    /// A metric that is reported of every network.
    const fn new(name: &'static str, summary: &'static str, kind: ValueKind, find: Find) -> Self {
        MetricEntry {
            name,
            aliases: &[],
            summary,
            kind,
            column: name,
            label: None,
            titles: &[],
            when: When::Usual,
            cost: 0,
            explained: false,
            absent: "not known",
            find,
        }
    }

    /// Other names that are read too.
    const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        MetricEntry { aliases, ..self }
    }

    /// The start of its column names where that is not its name.
    const fn column(self, column: &'static str) -> Self {
        MetricEntry { column, ..self }
    }

    /// Its name for people where that is not its name with spaces.
    const fn label(self, label: &'static str) -> Self {
        MetricEntry { label: Some(label), ..self }
    }

    /// The titles of its columns where networks are side by side.
    const fn titles(self, titles: &'static [&'static str]) -> Self {
        MetricEntry { titles, ..self }
    }

    /// When it is reported.
    const fn when(self, when: When) -> Self {
        MetricEntry { when, ..self }
    }

    /// Its place in the order in which metrics are computed under a budget: 0 for closed forms and counts.
    const fn cost(self, cost: u8) -> Self {
        MetricEntry { cost, ..self }
    }

    /// Tables show its evidence; other metrics are counted, or follow from those.
    const fn explained(self) -> Self {
        MetricEntry { explained: true, ..self }
    }

    /// The table cell for evidence without a value.
    const fn absent(self, absent: &'static str) -> Self {
        MetricEntry { absent, ..self }
    }
}

impl Metric {
    /// The entry as a metric.
    const fn of(entry: &'static MetricEntry) -> Metric {
        Metric(entry)
    }

    /// All there are, in the order in which they are shown.
    pub fn every() -> impl Iterator<Item = Metric> + Clone {
        METRICS.iter().copied()
    }

    /// Those that are reported at such a time.
    pub fn reported(when: When) -> impl Iterator<Item = Metric> + Clone {
        Metric::every().filter(move |metric| metric.0.when == when)
    }

    /// The metric of a name, or of one of its aliases.
    pub fn named(name: &str) -> Option<Metric> {
        Metric::every().find(|metric| metric.0.name == name || metric.0.aliases.contains(&name))
    }

    /// The name in JSON and on the command line.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The name for people.
    pub fn label(self) -> String {
        self.0.label.map_or_else(|| self.0.name.replace('_', " "), str::to_owned)
    }

    /// One-line description.
    pub fn summary(self) -> &'static str {
        self.0.summary
    }

    /// The kind of its value.
    pub fn kind(self) -> ValueKind {
        self.0.kind
    }

    /// The start of its column names.
    pub fn column(self) -> &'static str {
        self.0.column
    }

    /// The titles of its columns where networks are side by side.
    pub fn titles(self) -> &'static [&'static str] {
        self.0.titles
    }

    /// When it is reported.
    pub fn when(self) -> When {
        self.0.when
    }

    /// Its place in the order in which metrics are computed under a budget.
    pub fn cost(self) -> u8 {
        self.0.cost
    }

    /// Returns `true` if tables show its evidence.
    pub fn explained(self) -> bool {
        self.0.explained
    }

    /// The table cell for evidence without a value.
    pub fn absent(self) -> &'static str {
        self.0.absent
    }

    /// Finds it.
    pub fn find(self, metrics: &mut Metrics<'_>) -> Result<Measured, Error> {
        (self.0.find)(metrics)
    }
}

impl PartialEq for Metric {
    fn eq(&self, other: &Metric) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Metric {}

impl fmt::Debug for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

/// A metric that cannot be had of this network.
fn not_available(message: &str) -> Error {
    Error::Usage { message: message.to_owned(), help: "take another network".to_owned() }
}

/// A metric that is not counted at this size.
fn too_large(message: impl Into<String>) -> Error {
    Error::Usage { message: message.into(), help: "take a smaller network".to_owned() }
}
