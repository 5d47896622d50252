//! What a page is told of a network.
//!
//! Whoever calls brings what takes a choice of effort: the rows of metrics, the fastest schedules, the neighbours. The page adds what
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
    /// How it is known.
    pub evidence: String,
}

/// What others of the same size are held against.
pub const COMPARED: [Metric; 6] = [NODES, DEGREE, DIAMETER, MEAN_DISTANCE, BISECTION, COST_RATIO];

/// What machines are held against, and networks beside machines.
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

/// What a network is held against others by.
pub fn compared_by(machine: bool) -> &'static [Metric] {
    if machine { &MACHINES_COMPARED } else { &COMPARED }
}

impl Subject {
    /// Whether it has switches or widths.
    pub fn machine(&self) -> bool {
        self.net.shape().machine().is_some()
    }
}

/// A network of the page.
#[derive(Debug)]
pub struct Subject {
    /// The network.
    pub net: Topology,
    /// Its metrics.
    pub rows: Vec<Row>,
    /// What collectives cost on it, where its ids fit.
    pub collectives: Option<Collectives>,
    /// Networks of other kinds whose size is nearest.
    pub others: Vec<Other>,
}

/// Another network beside the subject.
#[derive(Debug)]
pub struct Other {
    /// Its expression.
    pub expr: String,
    /// The metrics that [`compared_by`] tells, or why it is left out.
    pub rows: Result<Vec<Row>, String>,
}

/// What collectives cost.
#[derive(Debug)]
pub struct Collectives {
    /// Whether messages go over switches, which do not store them.
    pub switched: bool,
    /// The sizes of messages, in words.
    pub sizes: Vec<String>,
    /// The kinds of collective.
    pub rows: Vec<CollectiveRow>,
    /// Time against message size: what it is called, and a line for each algorithm, the lower bound last.
    pub times: Option<(String, Vec<Line>)>,
}

/// One kind of collective.
#[derive(Debug)]
pub struct CollectiveRow {
    /// Its word.
    pub collective: &'static str,
    /// The fastest schedule at each size, or why there is none.
    pub fastest: Result<Vec<Fastest>, String>,
}

/// The fastest schedule that a judge found good.
#[derive(Debug)]
pub struct Fastest {
    /// Its algorithm.
    pub algorithm: String,
    /// What it costs.
    pub cost: Cost,
    /// What no schedule can beat.
    pub least_seconds: f64,
}
