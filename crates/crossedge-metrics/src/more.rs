//! Metrics that are reported next to the usual ones: throughput, radius, girth, spectral gap, path diversity.

use super::bfs::all_pairs;
use super::cycles::{girth, path_diversity};
use super::measure::{Error, Metrics};
use super::moore::Moore;
use super::spectrum;
use super::throughput::{Bounds, NoThroughput, uniform_bounds, uniform_throughput};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_lang::net::{Node, Port, Shape, Structure, endpoints, links};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::collections::BTreeSet;

/// Networks up to this many pairs of an endpoint and a link are solved where rules give no throughput: it takes less than a second.
const MAX_SOLVED: u64 = 1 << 15;

/// The hosts of larger networks are not counted by switch: such networks are not solved in any case.
const MAX_COUNTED: u64 = 1 << 16;

fn size_limit(message: &str, help: &str) -> Error {
    Error::Limit { message: message.to_owned(), help: help.to_owned() }
}

impl Metrics<'_> {
    /// Uniform throughput with any routing: in closed form, and solved if there is none and the network is small.
    pub fn throughput(&self) -> Result<Known<Bounds>, Error> {
        let shape = self.shape();
        let nobody = || Error::Usage {
            message: "a single endpoint sends nothing".to_owned(),
            help: "take another network".to_owned(),
        };
        let rule = uniform_bounds(shape).ok_or_else(nobody)?;
        let small = shape.nodes() <= self.most_searched().into() && self.solver_pairs() <= MAX_SOLVED.into();
        let bounds = match rule.exact() || !small {
            true => rule,
            false => match uniform_throughput(shape, 0.01, self.watch()) {
                Ok(bounds) => bounds.ok_or_else(nobody)?,
                Err(NoThroughput::Stopped) => return Err(Error::Stopped),
                Err(_) => rule,
            },
        };
        let bounds =
            match self.moore_bound().filter(|_| shape.machine().is_none() && bounds.upper.1.is_zero()) {
                Some(moore) => bounds.tightened(by_capacity(shape, &moore.value)),
                None => bounds,
            };
        if bounds.lower.0.is_zero() && bounds.upper.1.is_zero() {
            let help = "the verb throughput solves it, with a certificate";
            return Err(size_limit("no closed form for the throughput of this network", help));
        }
        let evidence = bounds.evidence();
        Ok(Known::new(bounds, evidence))
    }

    /// Pairs of a source and a link that the solver looks at: hosts of one switch send together.
    fn solver_pairs(&self) -> BigUint {
        let shape = self.shape();
        let counted = |net: &&dyn Structure| net.endpoints() < net.nodes() && net.nodes() <= MAX_COUNTED;
        let Some(net) = self.network().filter(counted) else { return endpoints(shape) * links(shape) };
        let (mut sources, mut host_links) = (BTreeSet::new(), 0u64);
        for v in (0..net.endpoints()).map(Node) {
            let hosted = net.degree(v) == 1;
            sources.insert(if hosted { net.link(v, Port(0)).0 } else { v });
            host_links += u64::from(hosted);
        }
        (links(shape) - host_links) * sources.len()
    }

    /// The least distance from some endpoint to all others.
    pub fn radius(&mut self) -> Result<Known<BigUint>, Error> {
        let shape = self.shape();
        if shape.machine().is_none() && shape.node_symmetric().is_some() {
            let diameter = self.diameter()?;
            return Ok(diameter.map(|diameter| diameter.least().clone()));
        }
        self.direct("the radius")?;
        let known = self.distances()?.searched.clone();
        let pairs = match (known, self.network()) {
            (Some(pairs), _) => pairs,
            (None, Some(net)) => {
                self.affordable(net.nodes(), "nodes")?;
                all_pairs(net, &crossedge_lang::net::Faults::none(), self.watch())?
            }
            (None, None) => {
                return Err(size_limit(
                    "the radius needs a search from every node [bfs]",
                    "take a smaller network",
                ));
            }
        };
        let least = pairs.eccentricities.keys().next().copied().unwrap_or(0);
        Ok(Known::new(least.into(), Evidence::computed("search from every node [bfs]")))
    }

    /// Girth: the length of the shortest cycle; `None` if the network has no cycle.
    ///
    /// Most constructions have a closed form; otherwise a breadth-first search starts at every node, O(|V| (|V| + |E|)).
    ///
    /// # Errors
    ///
    /// [`bfs::Error`](super::bfs::Error): the search would take too long, or was stopped.
    pub fn girth(&self) -> Result<Known<Option<u64>>, Error> {
        girth(self.shape(), self.watch())?.ok_or_else(|| {
            size_limit("a search for cycles from every node takes too long", "take a smaller network")
        })
    }

    /// The second smallest eigenvalue of the Laplacian: of a regular network the gap between the two largest of its adjacency matrix.
    pub fn spectral_gap(&self) -> Result<Known<f64>, Error> {
        self.direct("the spectral gap")?;
        let help = "take a network of at most 1,024 nodes";
        spectrum::algebraic_connectivity(self.shape())
            .ok_or_else(|| size_limit("no closed form of the spectrum is known", help))
    }

    /// The mean number of shortest paths between two endpoints.
    pub fn path_diversity(&self) -> Result<Known<(BigUint, BigUint)>, Error> {
        let help = "take a smaller network, of two endpoints and more";
        path_diversity(self.shape(), self.watch())?.ok_or_else(|| {
            size_limit("there are too many shortest paths to count, or they are too long to search", help)
        })
    }
}

/// The upper bound that holds for every routing: a packet takes as many links as its distance, whose mean is at least Moore's.
fn by_capacity(shape: &dyn Shape, moore: &Moore) -> Bounds {
    let (mean, over) = &moore.mean;
    let upper = (links(shape) * 2u32 * over, endpoints(shape) * mean);
    let why = "capacity of all links over the least mean distance that the degree allows [capacity-bound]";
    Bounds::between((BigUint::ZERO, BigUint::one()), upper, why).from_above()
}
