//! One search after another on the same network: what can be prepared is prepared once, and the method is chosen by size.

use super::pairs::alive;
use super::plain::{self, room};
use super::{Dead, Error, Levels, Method, NodeDistances};
use crate::net::{Node, Structure};
use crate::watch::Watch;

/// A network and what has failed, prepared for searches from any source.
#[derive(Debug)]
pub struct Search<'a> {
    net: &'a dyn Structure,
    dead: &'a Dead,
}

impl<'a> Search<'a> {
    /// Prepares searches on `net` around `dead`, which was made for this network.
    pub fn new(net: &'a dyn Structure, dead: &'a Dead) -> Self {
        Search { net, dead }
    }

    /// The methods that work for this network.
    pub fn methods(&self) -> Vec<Method> {
        vec![Method::Plain]
    }

    /// The method that [`Search::levels`] takes.
    pub fn method(&self) -> Method {
        Method::Plain
    }

    /// How many nodes lie at each distance from `source`.
    pub fn levels(&self, source: Node, watch: &dyn Watch) -> Result<Levels, Error> {
        self.levels_by(self.method(), source, watch)
    }

    /// The same by a method of choice, one of [`Search::methods`].
    pub fn levels_by(&self, method: Method, source: Node, watch: &dyn Watch) -> Result<Levels, Error> {
        let source = alive(self.net, source, self.dead)?;
        watch.stage("search", self.net.nodes());
        let mut counts = vec![1];
        match method {
            Method::Plain | Method::Queue | Method::Rows => {
                let level = &mut |nodes: &[u64]| counts.push(nodes.len() as u64);
                plain::search(self.net, source, self.dead, watch, level)?;
            }
        }
        Ok(Levels::new(counts))
    }

    /// The distance of every node from `source`.
    pub fn distances(&self, source: Node, watch: &dyn Watch) -> Result<NodeDistances, Error> {
        let source = alive(self.net, source, self.dead)?;
        let nodes = self.net.nodes();
        room(nodes, nodes.saturating_mul(8))?;
        watch.stage("search", nodes);
        let mut found = NodeDistances::new(nodes as usize);
        found.set(source, 0);
        let mut distance = 0;
        plain::search(self.net, source, self.dead, watch, &mut |nodes| {
            distance += 1;
            nodes.iter().for_each(|&v| found.set(Node(v), distance));
        })?;
        Ok(found)
    }
}
