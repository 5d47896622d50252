//! Number of edge-disjoint shortest paths between two endpoints, by their length.

use super::{Metric, MetricEntry, When, not_available};
use crate::bfs;
use crate::measure::{Error, Metrics};
use crate::value::{MetricValue, ValueKind};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::exact::Exact;
use crossedge_core::progress::CancelOnly;
use crossedge_lang::net::{Faults, Node, Structure, neighbors};

/// Pairs of endpoints times links, at most; about ten seconds.
const MAX_STEPS: u128 = 1 << 31;

/// The least number of edge-disjoint shortest paths of two endpoints at each distance.
///
/// Place d of the list has the least over all pairs at distance d; place 0 is 0. A link counts once, regardless of its width.
pub const DISJOINT_SHORTEST_PATHS: Metric = Metric::of(
    &MetricEntry::new(
        "disjoint_shortest_paths",
        "At each distance the least number of edge-disjoint shortest paths between two endpoints",
        ValueKind::List,
        find,
    )
    .label("edge-disjoint shortest paths")
    .when(When::ByName)
    .cost(5),
);

fn find(metrics: &mut Metrics<'_>) -> Result<super::Measured, Error> {
    let large = || super::too_large("shortest paths between all endpoints are too many to count");
    let net = metrics.network().ok_or_else(large)?;
    let symmetric = metrics.shape().machine().is_none() && metrics.shape().node_symmetric().is_some();
    let sources = if symmetric { 1 } else { net.endpoints() };
    let links = u128::try_from(metrics.links().value).unwrap_or(u128::MAX);
    let steps = u128::from(sources) * u128::from(net.endpoints());
    if steps.checked_mul(links.max(1)).is_none_or(|steps| steps > MAX_STEPS) {
        return Err(large());
    }
    let mut graph = FlowArcs::from_network(net);
    let mut least: Vec<u64> = vec![0];
    for source in 0..sources {
        let distances = bfs::distances(net, Node(source), &Faults::none(), &CancelOnly(metrics.watch()))?;
        let distances: Vec<Option<u64>> = distances.iter().collect();
        for (to, distance) in distances.iter().enumerate().take(net.endpoints() as usize) {
            let Some(distance) = distance.filter(|distance| *distance > 0) else { continue };
            if metrics.watch().stopped() {
                return Err(Error::Stopped);
            }
            let count = graph.disjoint(source as usize, to, &distances);
            least.resize(least.len().max(distance as usize + 1), u64::MAX);
            let place = &mut least[distance as usize];
            *place = count.min(*place);
        }
    }
    if least.len() < 2 {
        return Err(not_available("no two endpoints reach each other"));
    }
    let by = match symmetric {
        true => {
            "maximum flow over the shortest paths from one node [menger]; the network is vertex-transitive"
        }
        false => "maximum flow over the shortest paths of every pair of endpoints [menger]",
    };
    // A distance between switches alone is none of two endpoints.
    let counts = least.into_iter().map(|count| Exact(if count == u64::MAX { 0u64 } else { count }.into()));
    Ok(Known::new(MetricValue::List(counts.collect()), Evidence::computed(by)).into())
}

/// The links of a network as arcs, each with the arc that leads back, and room for a flow.
struct FlowArcs {
    starts: Vec<usize>,
    to: Vec<u32>,
    back: Vec<u32>,
    used: Vec<bool>,
    /// The arc by which a search has come to a node, and the search.
    by: Vec<u32>,
    met: Vec<u32>,
    search: u32,
}

impl FlowArcs {
    fn from_network(net: &dyn Structure) -> FlowArcs {
        let n = net.nodes() as usize;
        let (mut starts, mut to) = (vec![0], Vec::new());
        for v in 0..n {
            let mut row: Vec<u32> = neighbors(net, Node(v as u64)).map(|w| w.0 as u32).collect();
            row.sort_unstable();
            to.extend(row);
            starts.push(to.len());
        }
        let back = |(v, w): (usize, u32)| {
            let row = &to[starts[w as usize]..starts[w as usize + 1]];
            (starts[w as usize] + row.partition_point(|&u| u < v as u32)) as u32
        };
        let arcs = (0..n).flat_map(|v| to[starts[v]..starts[v + 1]].iter().map(move |&w| (v, w)));
        let back: Vec<u32> = arcs.map(back).collect();
        let used = vec![false; to.len()];
        FlowArcs { starts, to, back, used, by: vec![0; n], met: vec![0; n], search: 0 }
    }

    /// Maximum number of edge-disjoint shortest paths between two nodes; `far` has the distances from the first.
    fn disjoint(&mut self, from: usize, to: usize, distances: &[Option<u64>]) -> u64 {
        self.used.fill(false);
        let mut count = 0;
        while self.augment(from, to, distances) {
            count += 1;
        }
        count
    }

    fn augment(&mut self, from: usize, to: usize, distances: &[Option<u64>]) -> bool {
        self.search += 1;
        self.met[from] = self.search;
        let mut queue = vec![from];
        let mut at = 0;
        while at < queue.len() && self.met[to] != self.search {
            let v = queue[at];
            at += 1;
            for arc in self.starts[v]..self.starts[v + 1] {
                let w = self.to[arc] as usize;
                let onward = distances[w] == distances[v].map(|distance| distance + 1)
                    && distances[w] <= distances[to]
                    && !self.used[arc];
                if (onward || self.used[self.back[arc] as usize]) && self.met[w] != self.search {
                    self.met[w] = self.search;
                    self.by[w] = arc as u32;
                    queue.push(w);
                }
            }
        }
        if self.met[to] != self.search {
            return false;
        }
        let mut w = to;
        while w != from {
            let arc = self.by[w] as usize;
            let back = self.back[arc] as usize;
            match self.used[back] {
                true => self.used[back] = false,
                false => self.used[arc] = true,
            }
            w = self.to[back] as usize;
        }
        true
    }
}
