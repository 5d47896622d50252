//! The best networks of the atlas by size and ports, beside published values where there are any.

use super::priced::{Counted, OpticalCables};
use super::published::Published;
use super::records::{AtlasRecords, RecordRow};
use crossedge::progress::{Progress, Stopped};
use serde::Serialize;

/// A table of best networks.
#[derive(Debug, Clone, Serialize)]
pub struct BestTable {
    /// Its name, also of its file.
    pub name: &'static str,
    /// What is best in it.
    pub title: &'static str,
    /// The names of the two numbers that a cell is about.
    pub axes: [&'static str; 2],
    /// The name of the value.
    pub value: &'static str,
    /// The source of the published values; null if there is none.
    pub source: Option<&'static str>,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// A cell: the best record for two numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// The two numbers.
    pub at: [u64; 2],
    /// The value of the best record; null if no record fits.
    pub value: Option<f64>,
    /// Its expression.
    pub expression: Option<String>,
    /// Its diameter, where the value is a distance.
    pub diameter: Option<u64>,
    /// The published value.
    pub published: Option<f64>,
    /// The published diameter.
    pub published_diameter: Option<u64>,
    /// Whether ours is `equal`, `worse` or `better`; null if nothing is published.
    pub verdict: Option<&'static str>,
}

/// Radices of switches that are sold.
const RADICES: [u64; 8] = [16, 24, 32, 36, 40, 48, 64, 128];

/// The table of costs has networks of fewer than twice 2 to this many endpoints: layouts of larger ones take minutes.
const LARGEST_PRICED: u32 = 14;

/// All tables.
///
/// # Errors
///
/// [`Stopped`] if `progress` requests it.
pub fn best_tables(records: &AtlasRecords, progress: &dyn Progress) -> Result<Vec<BestTable>, Stopped> {
    let facts: Vec<Facts<'_>> = records.rows().filter_map(Facts::of).collect();
    Ok(vec![
        largest(&facts),
        shortest(&facts),
        host_switch(&facts),
        per_cable(&facts),
        per_port(&facts),
        cheapest(&facts, progress)?,
    ])
}

/// What tables compare.
struct Facts<'a> {
    expression: &'a str,
    endpoints: u64,
    nodes: u64,
    degree: u64,
    /// Proved or computed, not a bound.
    diameter: Option<u64>,
    mean: Option<f64>,
    radix: Option<u64>,
    endpoint_ports: Option<u64>,
    cables: Option<u64>,
    /// A lower bound, as a fraction of what an endpoint injects.
    throughput: Option<f64>,
}

impl<'a> Facts<'a> {
    fn of(row: RecordRow<'a>) -> Option<Facts<'a>> {
        let sampled = |name: &str| row.text(name) == Some("sampled");
        Some(Facts {
            expression: row.expression().filter(|_| row.text("same_as").is_none())?,
            endpoints: row.count("endpoints")?,
            nodes: row.count("nodes")?,
            degree: row.count("degree_max")?,
            diameter: row.count("diameter").filter(|_| !sampled("diameter_known")),
            mean: row.number("mean_distance").filter(|_| !sampled("mean_distance_known")),
            radix: row.count("radix"),
            endpoint_ports: row.count("endpoint_ports"),
            cables: row.count("cables").or_else(|| row.count("links")),
            throughput: row.number("throughput_at_least").or_else(|| row.number("throughput")),
        })
    }

    /// The most ports of a node.
    fn most_ports(&self) -> Option<u64> {
        let switch = if self.direct() { Some(0) } else { self.radix };
        switch.zip(self.endpoint_ports).map(|(switch, endpoint)| switch.max(endpoint))
    }

    /// What it is priced by.
    fn counted(&self) -> Option<Counted<'a>> {
        Some(Counted {
            expression: self.expression,
            endpoints: self.endpoints,
            switches: self.nodes - self.endpoints,
            endpoint_ports: self.endpoint_ports?,
            cables: self.cables?,
        })
    }

    fn direct(&self) -> bool {
        self.endpoints == self.nodes
    }
}

/// Whether a value is as good as a published one: larger is better if `more`.
fn verdict(ours: Option<f64>, published: Option<f64>, more: bool) -> Option<&'static str> {
    let published = published?;
    Some(match ours {
        None => "worse",
        Some(ours) if ours == published => "equal",
        Some(ours) if (ours > published) == more => "better",
        Some(_) => "worse",
    })
}

/// The largest order by degree and diameter.
fn largest(facts: &[Facts<'_>]) -> BestTable {
    let mut cells = Vec::new();
    for degree in 3..=20 {
        for diameter in 2..=10 {
            let fits = |one: &&Facts<'_>| {
                one.direct() && one.degree <= degree && one.diameter.is_some_and(|d| d <= diameter)
            };
            let best =
                facts.iter().filter(fits).max_by_key(|one| (one.nodes, std::cmp::Reverse(one.expression)));
            let published = Published::largest(degree, diameter).map(|n| n as f64);
            let value = best.map(|one| one.nodes as f64);
            cells.push(Cell {
                at: [degree, diameter],
                value,
                expression: best.map(|one| one.expression.to_owned()),
                diameter: best.and_then(|one| one.diameter),
                published,
                published_diameter: published.map(|_| diameter),
                verdict: verdict(value, published, true),
            });
        }
    }
    BestTable {
        name: "degree-diameter",
        title: "Most nodes for a degree and a diameter, networks without switches",
        axes: ["degree", "diameter"],
        value: "nodes",
        source: Some("degree-diameter"),
        cells,
    }
}

/// The shortest mean distance by order and degree.
fn shortest(facts: &[Facts<'_>]) -> BestTable {
    let cell = |&(order, degree, diameter, mean): &(u64, u64, u64, f64)| {
        let fits = |one: &&Facts<'_>| one.direct() && one.nodes == order && one.degree <= degree;
        let key = |one: &Facts<'_>| (one.diameter.unwrap_or(u64::MAX), one.mean.unwrap_or(f64::INFINITY));
        let best = facts.iter().filter(fits).filter(|one| one.mean.is_some()).min_by(|a, b| {
            let ((d, m), (e, n)) = (key(a), key(b));
            d.cmp(&e).then(m.total_cmp(&n)).then(a.expression.cmp(b.expression))
        });
        // Published to three decimals.
        let value = best.and_then(|one| one.mean);
        let rounded = value.map(|mean| (mean * 1000.0).round() / 1000.0);
        let verdict = match best.and_then(|one| one.diameter) {
            Some(ours) if ours < diameter => Some("better"),
            Some(ours) if ours == diameter => verdict(rounded, Some(mean), false),
            _ => Some("worse"),
        };
        Cell {
            at: [order, degree],
            value,
            expression: best.map(|one| one.expression.to_owned()),
            diameter: best.and_then(|one| one.diameter),
            published: Some(mean),
            published_diameter: Some(diameter),
            verdict,
        }
    };
    BestTable {
        name: "order-degree",
        title: "Least diameter, then least mean distance, for an order and a degree, as Graph Golf counted it",
        axes: ["nodes", "degree"],
        value: "mean distance",
        source: Some("graph-golf-2016"),
        cells: Published::mean_distances().iter().map(cell).collect(),
    }
}

/// The most endpoints of one port by radix and diameter.
fn host_switch(facts: &[Facts<'_>]) -> BestTable {
    let mut cells = Vec::new();
    for radix in RADICES {
        for diameter in 2..=8 {
            let fits = |one: &&Facts<'_>| {
                !one.direct()
                    && one.endpoint_ports == Some(1)
                    && one.radix.is_some_and(|r| r <= radix)
                    && one.diameter.is_some_and(|d| d <= diameter)
            };
            let best = facts
                .iter()
                .filter(fits)
                .max_by_key(|one| (one.endpoints, std::cmp::Reverse(one.expression)));
            cells.push(plain_cell([radix, diameter], best, best.map(|one| one.endpoints as f64)));
        }
    }
    BestTable {
        name: "host-switch",
        title: "Most endpoints with one port each, for a radix and a diameter between endpoints",
        axes: ["radix", "diameter"],
        value: "endpoints",
        source: None,
        cells,
    }
}

fn plain_cell(at: [u64; 2], best: Option<&Facts<'_>>, value: Option<f64>) -> Cell {
    Cell {
        at,
        value,
        expression: best.map(|one| one.expression.to_owned()),
        diameter: best.and_then(|one| one.diameter),
        published: None,
        published_diameter: None,
        verdict: None,
    }
}

/// The best record of a ratio for endpoints from 2^k on and a radix.
fn by_size(facts: &[Facts<'_>], of: impl Fn(&Facts<'_>) -> Option<f64>) -> Vec<Cell> {
    let mut cells = Vec::new();
    for size in (4..=19).map(|k| 1u64 << k) {
        for radix in RADICES {
            let fits = |one: &&Facts<'_>| {
                (size..2 * size).contains(&one.endpoints)
                    && one.most_ports().is_some_and(|ports| ports <= radix)
            };
            let best = facts
                .iter()
                .filter(fits)
                .filter_map(|one| Some((of(one)?, one)))
                .max_by(|(a, x), (b, y)| a.total_cmp(b).then(y.expression.cmp(x.expression)));
            cells.push(plain_cell([size, radix], best.map(|(_, one)| one), best.map(|(value, _)| value)));
        }
    }
    cells
}

/// Throughput of all endpoints over the cables.
fn per_cable(facts: &[Facts<'_>]) -> BestTable {
    let of = |one: &Facts<'_>| {
        Some(
            one.throughput?.min(1.0) * one.endpoints as f64 / one.cables.filter(|&cables| cables > 0)? as f64,
        )
    };
    BestTable {
        name: "throughput-per-cable",
        title: "Most uniform throughput of all endpoints, at most 1 each, over the cables",
        axes: ["endpoints, from this to twice as many", "ports of a node"],
        value: "throughput per cable",
        source: None,
        cells: by_size(facts, of),
    }
}

/// Throughput of all endpoints over the ports: a cable has two.
fn per_port(facts: &[Facts<'_>]) -> BestTable {
    let of = |one: &Facts<'_>| {
        let full = one.throughput.filter(|&share| share >= 1.0)?.min(1.0);
        Some(full * one.endpoints as f64 / (2 * one.cables.filter(|&cables| cables > 0)?) as f64)
    };
    BestTable {
        name: "full-throughput-per-port",
        title: "Fewest ports per endpoint at full uniform throughput, as endpoints over ports",
        axes: ["endpoints, from this to twice as many", "ports of a node"],
        value: "endpoints per port",
        source: None,
        cells: by_size(facts, of),
    }
}

/// The least cost per endpoint at full throughput.
fn cheapest(facts: &[Facts<'_>], progress: &dyn Progress) -> Result<BestTable, Stopped> {
    let mut layouts = OpticalCables::default();
    let mut cells = Vec::new();
    progress.stage("layouts for the costs of networks", u64::from(LARGEST_PRICED - 3));
    for size in (4..=LARGEST_PRICED).map(|k| 1u64 << k) {
        let full = |one: &&Facts<'_>| {
            (size..2 * size).contains(&one.endpoints) && one.throughput.is_some_and(|share| share >= 1.0)
        };
        let all: Vec<&Facts<'_>> = facts.iter().filter(full).collect();
        for radix in RADICES {
            let fits = |one: &&&Facts<'_>| one.most_ports().is_some_and(|ports| ports <= radix);
            let fitting: Vec<(&Facts<'_>, Counted<'_>)> =
                all.iter().filter(fits).filter_map(|one| Some((*one, one.counted()?))).collect();
            let networks: Vec<Counted<'_>> = fitting.iter().map(|(_, counted)| *counted).collect();
            let best = layouts.cheapest(&networks, radix, progress)?;
            let of = best.map(|(at, _)| fitting[at].0);
            cells.push(plain_cell([size, radix], of, best.map(|(_, cost)| cost)));
        }
        progress.advance(1);
    }
    Ok(BestTable {
        name: "full-throughput-cost",
        title: "Least cost per endpoint at full uniform throughput, in ports of a switch: relative prices, cables by the usual layout",
        axes: ["endpoints, from this to twice as many", "ports of a switch"],
        value: "cost per endpoint",
        source: None,
        cells,
    })
}
