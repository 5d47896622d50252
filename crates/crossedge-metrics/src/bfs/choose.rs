//! One search after another on the same network: what can be prepared is prepared once, and the method is chosen by size.

use super::bitmatrix::{Ball, ball_search};
use super::grid::GridNetwork;
use super::line::Line;
use super::queue::Queue;
use super::reference::{self, check_memory};
use super::{Error, Levels, Method, NodeDistances};
use crossedge_core::progress::Progress;
use crossedge_lang::net::{BadFaults, Faults, Node, Structure};
use std::sync::{Arc, OnceLock};

/// A network and what has failed, prepared for searches from any source.
#[derive(Debug)]
pub struct Search<'a> {
    net: &'a dyn Structure,
    dead: &'a Faults,
    grid: Option<Arc<GridNetwork>>,
    line: Option<Line>,
    queue: OnceLock<Option<Queue>>,
    ball: OnceLock<Option<Box<dyn Ball>>>,
}

impl<'a> Search<'a> {
    /// Prepares searches on `net` around `dead`, which was made for this network.
    pub fn new(net: &'a dyn Structure, dead: &'a Faults) -> Self {
        let grid = GridNetwork::from_network(net).map(Arc::new);
        Search { net, dead, grid, line: Line::new(net, dead), queue: OnceLock::new(), ball: OnceLock::new() }
    }

    fn queue_search(&self) -> Option<(&GridNetwork, &Queue)> {
        let grid = self.grid.as_ref()?;
        Some((grid, self.queue.get_or_init(|| Queue::new(grid, self.dead)).as_ref()?))
    }

    fn ball_search(&self) -> Option<(&GridNetwork, &dyn Ball)> {
        let grid = self.grid.as_ref()?;
        Some((grid, self.ball.get_or_init(|| ball_search(self.net, grid, self.dead)).as_deref()?))
    }

    /// The methods that work for this network.
    pub fn methods(&self) -> Vec<Method> {
        let mut methods = vec![Method::Plain];
        methods.extend((self.line.is_some() || self.queue_search().is_some()).then_some(Method::Queue));
        methods.extend(self.ball_search().map(|_| Method::Rows));
        methods
    }

    /// The method that [`Search::levels`] takes.
    pub fn method(&self) -> Method {
        match &self.grid {
            Some(grid) if grid.suits_rows() && self.ball_search().is_some() => Method::Rows,
            Some(_) if self.queue_search().is_some() => Method::Queue,
            _ if self.line.is_some() => Method::Queue,
            _ => Method::Plain,
        }
    }

    /// Number of nodes that are at each distance from `source`.
    pub fn levels(&self, source: Node, watch: &dyn Progress) -> Result<Levels, Error> {
        self.levels_by(self.method(), source, watch)
    }

    /// The same by a chosen method. One that does not work for this network falls back to [`Method::Plain`].
    pub fn levels_by(&self, method: Method, source: Node, watch: &dyn Progress) -> Result<Levels, Error> {
        let source = live_source(self.net, source, self.dead)?;
        watch.stage("search", self.net.nodes());
        if let (Method::Queue, Some(line)) = (method, self.line) {
            // A count for every two nodes: moving them while they grow would take as long as the search.
            let mut counts = Vec::with_capacity((self.net.nodes() / 2 + 2) as usize);
            counts.push(1);
            line.search(source, self.dead, watch, &mut |nodes| counts.push(nodes.len() as u64))?;
            return Ok(Levels::new(counts));
        }
        let mut counts = vec![1];
        let mut push = |count: usize| counts.push(count as u64);
        match (method, self.ball_search(), self.queue_search()) {
            (Method::Rows, Some((grid, ball_search)), _) => {
                ball_search.search(grid.ids.grid_node(source.0), watch, &mut |count| push(count as usize))?;
            }
            (Method::Queue, _, Some((grid, queue))) => {
                let source = queue.keys().key(grid.ids.grid_node(source.0));
                queue.search(source, watch, &mut |keys| push(keys.len()))?;
            }
            _ => reference::search(self.net, source, self.dead, watch, &mut |nodes| push(nodes.len()))?,
        }
        Ok(Levels::new(counts))
    }

    /// The distance of every node from `source`.
    pub fn distances(&self, source: Node, watch: &dyn Progress) -> Result<NodeDistances, Error> {
        let source = live_source(self.net, source, self.dead)?;
        let nodes = self.net.nodes();
        check_memory(nodes, nodes.saturating_mul(8))?;
        watch.stage("search", nodes);
        let mut distances = NodeDistances::new(nodes as usize);
        distances.set(source, 0);
        let mut distance = 0;
        if let Some((grid, queue)) = self.queue_search() {
            let source = queue.keys().key(grid.ids.grid_node(source.0));
            queue.search(source, watch, &mut |keys| {
                distance += 1;
                for &key in keys {
                    distances.set(Node(grid.ids.id(queue.keys().grid_node(key))), distance);
                }
            })?;
        } else if let Some(line) = self.line {
            line.search(source, self.dead, watch, &mut |nodes| {
                distance += 1;
                nodes.iter().for_each(|&v| distances.set(Node(v.into()), distance));
            })?;
        } else {
            reference::search(self.net, source, self.dead, watch, &mut |nodes| {
                distance += 1;
                nodes.iter().for_each(|&v| distances.set(Node(v), distance));
            })?;
        }
        Ok(distances)
    }
}

/// The source itself, when the network has it and it lives.
pub(super) fn live_source(net: &dyn Structure, source: Node, dead: &Faults) -> Result<Node, Error> {
    if source.0 >= net.nodes() {
        return Err(BadFaults::NoNode { node: source, nodes: net.nodes() }.into());
    }
    match dead.node(source) {
        false => Ok(source),
        true => Err(Error::Usage {
            message: format!("node {} is dead, and a search cannot begin there", source.0),
            help: "choose a source that lives".to_owned(),
        }),
    }
}
