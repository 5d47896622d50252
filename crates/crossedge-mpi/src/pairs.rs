//! Distances between all pairs, by sources: a task is a few hundred sources, and its result the sum over them. Sums do not depend on
//! the assignment, so that any number of ranks gives the same answer.

use crossedge::Error;
use crossedge::error::ErrorKind;
use crossedge::metrics::bfs::{Pairs, from_sources};
use crossedge::net::Faults;
use crossedge::net::{Node, Structure};
use crossedge::progress::Silent;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Sources of one task: as many as are searched from side by side.
pub const SOURCES_PER_TASK: u64 = 512;

/// All tasks: the sources, cut into pieces.
#[derive(Debug)]
pub struct Tasks {
    sources: Vec<Node>,
    about: String,
}

impl Tasks {
    /// Searches from `count` of the live nodes, evenly chosen [default: all]. `about` names everything that the
    /// results depend on.
    pub fn new(
        net: &dyn Structure,
        dead: &Faults,
        count: Option<u64>,
        about: &Value,
    ) -> Result<Tasks, Error> {
        let nodes = net.nodes();
        let live = nodes - dead.node_count();
        const MAX_TASKS: u64 = 1 << 26;
        let count = count.unwrap_or(live);
        if count == 0 {
            return Err(Error::usage("0 sources").help("--sources 1 or more"));
        }
        if count > live {
            return Err(Error::usage(format!("{count} sources are not possible: {live} nodes live"))
                .help(format!("--sources {} works", MAX_TASKS.min(live))));
        }
        if count > MAX_TASKS {
            return Err(Error::new(
                ErrorKind::Limit,
                format!("{count} sources are too many: {MAX_TASKS} are the most"),
            )
            .help(format!("--sources {MAX_TASKS} works")));
        }
        // The live nodes whose places among the live are evenly spread.
        let mut wanted =
            (0..count).map(|i| (u128::from(i) * u128::from(live) / u128::from(count)) as u64).peekable();
        let alive = (0..nodes).map(Node).filter(|&v| !dead.node(v));
        let sources = (0..)
            .zip(alive)
            .filter(|(place, _)| wanted.next_if_eq(place).is_some())
            .map(|(_, v)| v)
            .collect();
        Ok(Tasks { sources, about: about.to_string() })
    }

    /// Number of tasks.
    pub fn count(&self) -> u64 {
        (self.sources.len() as u64).div_ceil(SOURCES_PER_TASK)
    }

    /// All sources.
    pub fn sources(&self) -> &[Node] {
        &self.sources
    }

    fn task_sources(&self, task: u64) -> &[Node] {
        let first = (task * SOURCES_PER_TASK) as usize;
        &self.sources[first..self.sources.len().min(first + SOURCES_PER_TASK as usize)]
    }

    /// The text that names a task in a journal.
    pub fn name(&self, task: u64) -> String {
        let of = self.task_sources(task);
        format!("{} sources {} to {}, {} of them", self.about, of[0].0, of[of.len() - 1].0, of.len())
    }

    /// Does a task.
    pub fn run_task(&self, net: &dyn Structure, dead: &Faults, task: u64) -> Result<Value, Error> {
        let pairs = from_sources(net, self.task_sources(task), dead, &Silent)?;
        Ok(to_json(&pairs))
    }
}

fn to_json(pairs: &Pairs) -> Value {
    let Pairs { sources, counts, disconnected_pairs, eccentricities, centre, rim, .. } = pairs;
    let eccentricities: Vec<(u64, u64)> = eccentricities.iter().map(|(&e, &count)| (e, count)).collect();
    json!({"sources": sources, "counts": counts, "apart": disconnected_pairs, "eccentricities": eccentricities, "centre": centre.0, "rim": rim.0})
}

/// The sum of results.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairSums {
    /// Number of sources.
    pub sources: u64,
    /// At place d: ordered pairs at distance d.
    pub counts: Vec<u64>,
    /// Pairs of a source and a live node that it cannot reach.
    pub disconnected_pairs: u64,
    /// Number of sources that have each eccentricity.
    pub eccentricities: BTreeMap<u64, u64>,
    /// Eccentricity and id of the first source with the smallest one.
    pub centre: Option<(u64, u64)>,
    /// The same for the largest one.
    pub rim: Option<(u64, u64)>,
}

impl PairSums {
    /// Adds a result. `None` if it is not a result of a task.
    pub fn add(&mut self, value: &Value) -> Option<()> {
        let number = |key: &str| value.get(key)?.as_u64();
        let numbers =
            |value: &Value| value.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
        let counts = numbers(value.get("counts")?)?;
        let reach = value.get("eccentricities")?.as_array()?;
        let reach = reach.iter().map(numbers).collect::<Option<Vec<_>>>()?;
        let (sources, disconnected_pairs) = (number("sources")?, number("apart")?);
        let (centre, rim) = (number("centre")?, number("rim")?);
        let least = reach.first()?.first().copied()?;
        let most = reach.last()?.first().copied()?;
        self.sources += sources;
        self.disconnected_pairs += disconnected_pairs;
        self.counts.resize(self.counts.len().max(counts.len()), 0);
        self.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        for entry in reach {
            let &[reach, count] = &entry[..] else { return None };
            *self.eccentricities.entry(reach).or_default() += count;
        }
        self.centre = Some(self.centre.map_or((least, centre), |have| have.min((least, centre))));
        let farther = |have: (u64, u64)| {
            if most > have.0 || (most == have.0 && rim < have.1) { (most, rim) } else { have }
        };
        self.rim = Some(self.rim.map_or((most, rim), farther));
        Some(())
    }

    /// The sum over all tasks in one process.
    pub fn from_pairs(pairs: &Pairs) -> PairSums {
        let mut sum = PairSums::default();
        // Our own output can be parsed.
        let _ = sum.add(&to_json(pairs));
        sum
    }
}
