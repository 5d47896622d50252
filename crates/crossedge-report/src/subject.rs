//! The contents of a report on a network.
//!
//! The caller provides the parts that depend on effort: the rows of metrics, the fastest schedules, the neighbours. The page adds what
//! follows from the network alone.

use crate::charts::Line;
use crossedge::Topology;
use crossedge::cost::Cost;
use crossedge::metrics::Metric;
use crossedge::metrics::metric::{
    BISECTION, BISECTION_PER_ENDPOINT, CABLES_PER_ENDPOINT, COST_RATIO, DEGREE, DIAMETER, ENDPOINTS,
    MEAN_DISTANCE, NODES, PORTS_PER_ENDPOINT, RADIX, SWITCHES,
};

/// A metric, ready to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Which one.
    pub metric: Metric,
    /// Its name for people.
    pub label: String,
    /// The value for people.
    pub text: String,
    /// The evidence.
    pub evidence: String,
}

/// The metrics to compare networks of the same size.
pub const COMPARED_METRICS: [Metric; 6] = [NODES, DEGREE, DIAMETER, MEAN_DISTANCE, BISECTION, COST_RATIO];

/// The metrics to compare machines, and networks next to machines.
pub const MACHINES_COMPARED: [Metric; 8] = [
    ENDPOINTS,
    SWITCHES,
    RADIX,
    PORTS_PER_ENDPOINT,
    CABLES_PER_ENDPOINT,
    DIAMETER,
    MEAN_DISTANCE,
    BISECTION_PER_ENDPOINT,
];

/// The metrics of a comparison.
pub fn compared_by(machine: bool) -> &'static [Metric] {
    if machine { &MACHINES_COMPARED } else { &COMPARED_METRICS }
}

impl ReportedNetwork {
    /// Returns `true` if it has switches or widths.
    pub fn machine(&self) -> bool {
        self.net.shape().machine().is_some()
    }
}

/// A network of the page.
#[derive(Debug)]
pub struct ReportedNetwork {
    /// The network.
    pub net: Topology,
    /// Its metrics.
    pub rows: Vec<Row>,
    /// The cost of collectives, if its ids fit.
    pub collectives: Option<Collectives>,
    /// Networks of other kinds whose size is nearest.
    pub others: Vec<Other>,
}

/// Another network next to the subject.
#[derive(Debug)]
pub struct Other {
    /// Its expression.
    pub expr: String,
    /// The metrics of [`compared_by`], or the reason why it is omitted.
    pub rows: Result<Vec<Row>, String>,
}

/// The cost of collectives.
#[derive(Debug)]
pub struct Collectives {
    /// `true` if messages go over switches, which do not store them.
    pub switched: bool,
    /// The message sizes, as text.
    pub sizes: Vec<String>,
    /// The kinds of collective.
    pub rows: Vec<CollectiveRow>,
    /// Time against message size: what it is called, and a line for each algorithm, the lower bound last.
    pub times: Option<(String, Vec<Line>)>,
}

/// One kind of collective.
#[derive(Debug)]
pub struct CollectiveRow {
    /// The name.
    pub collective: &'static str,
    /// The fastest schedule at each size, or why there is none.
    pub fastest: Result<Vec<Fastest>, String>,
}

/// The fastest schedule that a verifier found good.
#[derive(Debug)]
pub struct Fastest {
    /// Its algorithm.
    pub algorithm: String,
    /// The cost.
    pub cost: Cost,
    /// Lower bound on every schedule.
    pub least_seconds: f64,
}
