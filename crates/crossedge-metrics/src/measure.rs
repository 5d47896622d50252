//! The metrics of a network, each with evidence: closed form first, then symmetry, then search.

use super::between::endpoint_distances;
use super::bfs::{self, Pairs};
use super::bisection::{Bisection, SearchLimits};
use super::connectivity::{Connectivity, connectivity, edge_connectivity};
use super::halves::halves_within;
use super::moore::{Moore, moore_bound, moore_with_switches};
use super::sample::random_nodes;
use super::symmetry::{self, Symmetry};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::progress::Progress;
use crossedge_lang::net::{
    DegreeCounts, Distances, Faults, Leaf, MAX_TERMS, Made, Node, OVER_ROUTERS, Parts, Shape, Structure,
    direct, endpoint_degrees, endpoints, follows, joins_endpoints, links, switch_degrees,
};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::cell::OnceCell;
use std::fmt;

/// How distances are found where no theorem gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Search from every node.
    Exhaustive,
    /// Search from a sample of nodes with this seed.
    Sampled {
        /// Number of sources.
        count: u64,
        /// The seed.
        seed: u64,
    },
}

/// The largest distance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Diameter {
    /// This one.
    Exact(BigUint),
    /// A lower bound: a pair of nodes at this distance is known.
    AtLeast(BigUint),
}

impl Diameter {
    /// The value, or the bound from below.
    pub fn least(&self) -> &BigUint {
        match self {
            Diameter::Exact(value) | Diameter::AtLeast(value) => value,
        }
    }

    /// Returns `true` if no pair has a larger distance.
    pub fn is_exact(&self) -> bool {
        matches!(self, Diameter::Exact(_))
    }
}

impl fmt::Display for Diameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Diameter::Exact(value) => value.fmt(f),
            Diameter::AtLeast(value) => write!(f, "≥ {value}"),
        }
    }
}

/// Facts about all distances.
#[derive(Debug, Clone)]
pub struct KnownDistances {
    /// Number of pairs at each distance.
    pub distances: Known<Distances>,
    /// The result of the search from every node, if there was one.
    pub searched: Option<Pairs>,
}

/// A failure of a search, as [`bfs::Error`].
pub type Error = bfs::Error;

/// Links that a search from every node follows in a second on one core, measured on graphs of 20,000 to 70,000 nodes.
const STEPS_PER_SECOND: f64 = 1e10;

/// Sources of the sample that takes the place of a search which does not fit the budget.
const SAMPLED_SOURCES: u64 = 64;

/// More steps than this are not taken without asking for a sample.
const MAX_STEPS: u128 = 1 << 41;

/// A network and its computed metrics: distances are computed once.
pub struct Metrics<'a> {
    shape: &'a dyn Shape,
    net: Option<&'a dyn Structure>,
    effort: Effort,
    watch: &'a dyn Progress,
    known: Option<Result<KnownDistances, Error>>,
    weights: (f64, f64),
    halves: OnceCell<Option<Known<Bisection>>>,
    most_searched: u64,
}

impl<'a> Metrics<'a> {
    /// The metrics of a shape, and of its network where ids fit.
    pub fn new(
        shape: &'a dyn Shape,
        net: Option<&'a dyn Structure>,
        effort: Effort,
        watch: &'a dyn Progress,
    ) -> Self {
        Metrics {
            shape,
            net,
            effort,
            watch,
            known: None,
            weights: (0.5, 0.5),
            halves: OnceCell::new(),
            most_searched: u64::MAX,
        }
    }

    /// The same, but bisection, throughput and connectivity without closed form are computed only of networks, and of their parts, of at most `nodes` nodes.
    pub fn searched_to(self, nodes: u64) -> Self {
        Metrics { most_searched: nodes, ..self }
    }

    /// The limit of [`Metrics::searched_to`].
    pub(super) fn most_searched(&self) -> u64 {
        self.most_searched
    }

    /// The same with other weights of degree and diameter in the weighted cost ratio.
    pub fn with_weights(self, weights: (f64, f64)) -> Self {
        Metrics { weights, ..self }
    }

    /// The weights of degree and diameter in the weighted cost ratio.
    pub(super) fn weights(&self) -> (f64, f64) {
        self.weights
    }

    /// The shape.
    pub(super) fn shape(&self) -> &'a dyn Shape {
        self.shape
    }

    /// The network, where ids fit.
    pub(super) fn network(&self) -> Option<&'a dyn Structure> {
        self.net
    }

    /// The observer.
    pub(super) fn watch(&self) -> &'a dyn Progress {
        self.watch
    }

    /// Number of nodes.
    pub fn nodes(&self) -> Known<BigUint> {
        Known::new(self.shape.nodes(), self.shape.counts_known())
    }

    /// Number of links.
    pub fn links(&self) -> Known<BigUint> {
        Known::new(links(self.shape), Evidence::proved("half the sum of the degrees [definition-counts]"))
    }

    /// Number of nodes that have each degree.
    pub fn degree(&self) -> Known<DegreeCounts> {
        Known::new(self.shape.degrees(), self.shape.counts_known())
    }

    /// The largest degree.
    pub fn largest_degree(&self) -> u64 {
        self.shape.degrees().keys().next_back().copied().unwrap_or(0)
    }

    /// Returns `true` if some nodes are switches.
    pub fn switched(&self) -> bool {
        !direct(self.shape)
    }

    /// All distances.
    pub fn distances(&mut self) -> Result<&KnownDistances, Error> {
        if self.known.is_none() {
            self.known = Some(self.find_distances());
        }
        match self.known.as_ref() {
            Some(Ok(known)) => Ok(known),
            Some(Err(error)) => Err(error.clone()),
            None => Err(Error::Stopped),
        }
    }

    /// Estimated CPU seconds of the search from every node that distances need; `None` if they need none.
    pub fn search_seconds(&self) -> Option<f64> {
        if self.effort != Effort::Exhaustive || matches!(self.known, Some(Ok(_))) {
            return None;
        }
        search_seconds(self.shape)
    }

    /// From now on takes distances from a sample of the nodes, for want of time.
    pub fn sample_distances(&mut self) {
        self.effort = Effort::Sampled { count: SAMPLED_SOURCES, seed: 0 };
        self.known = None;
    }

    /// Diameter: the largest distance between two endpoints.
    ///
    /// A theorem gives it at any size, also where there are too many distances to list. Otherwise it is the largest eccentricity found by breadth-first
    /// search from every node, O(|V| (|V| + |E|)), or from a sample, which gives a lower bound ([`Diameter::AtLeast`]).
    ///
    /// # Errors
    ///
    /// Those of [`bfs::Error`]: the network is too large to search, or the search was stopped.
    pub fn diameter(&mut self) -> Result<Known<Diameter>, Error> {
        if let Some(diameter) = self.shape.diameter() {
            return Ok(diameter.map(Diameter::Exact));
        }
        let known = self.distances()?;
        let value = BigUint::from(known.distances.value.diameter());
        Ok(match &known.distances.evidence {
            Evidence::Sampled { count, seed, .. } => {
                let method = "lower bound by the largest eccentricity of nodes drawn by ChaCha8".to_owned();
                let evidence = Evidence::Sampled { count: *count, seed: *seed, method };
                Known::new(Diameter::AtLeast(value), evidence)
            }
            evidence => Known::new(Diameter::Exact(value), evidence.clone()),
        })
    }

    /// The mean distance, a ratio.
    pub fn mean_distance(&mut self) -> Result<Known<(BigUint, BigUint)>, Error> {
        Ok(self.distances()?.distances.clone().map(|d| d.mean()))
    }

    /// The bisection; `None` when no cut is known.
    pub fn bisection(&self) -> Option<Known<Bisection>> {
        let limits = SearchLimits { nodes: self.most_searched, watch: self.watch };
        self.halves.get_or_init(|| halves_within(self.shape, limits)).clone()
    }

    /// Returns `true` if all nodes are in one orbit of the automorphism group; a search that has been made counts.
    pub fn node_symmetry(&mut self) -> Result<Known<Symmetry>, Error> {
        let known = symmetry::of_nodes(self.shape);
        if known.value != Symmetry::Unknown {
            return Ok(known);
        }
        let searched = matches!(&self.known, Some(Ok(distances)) if distances.searched.is_some());
        if let Some(net) = self.net.filter(|_| !searched && self.shape.machine().is_none())
            && let Some(refuted) = symmetry::differing_profiles(net, self.watch)?
        {
            return Ok(refuted);
        }
        if self.effort != Effort::Exhaustive {
            return Ok(known);
        }
        let searched = self.distances()?.searched.as_ref();
        if let Some(pairs) = searched.filter(|pairs| pairs.kinds > 1) {
            return Ok(Known::new(
                Symmetry::Refuted(format!(
                    "{} classes of nodes by their distance histograms{}",
                    pairs.kinds,
                    pairs.unlike.map_or(String::new(), |unlike| format!("; {unlike}")),
                )),
                Evidence::computed("search from every node [bfs]"),
            ));
        }
        match self.net.filter(|_| self.shape.machine().is_none()) {
            Some(net) => Ok(symmetry::searched_nodes(net, self.watch)?.unwrap_or(known)),
            None => Ok(known),
        }
    }

    /// Returns `true` if all links are in one orbit of the automorphism group.
    pub fn edge_symmetry(&self) -> Result<Known<Symmetry>, Error> {
        let known = symmetry::of_links(self.shape, self.net);
        match self.net.filter(|_| known.value == Symmetry::Unknown && self.shape.machine().is_none()) {
            Some(net) => Ok(symmetry::searched_links(net, self.watch)?.unwrap_or(known)),
            None => Ok(known),
        }
    }

    /// Vertex connectivity.
    pub fn connectivity(&self) -> Result<Known<Connectivity>, Error> {
        self.direct("connectivity")?;
        Ok(connectivity(self.shape, self.connected(), self.most_searched, self.watch)?)
    }

    /// Edge connectivity.
    pub fn edge_connectivity(&self) -> Result<Known<Connectivity>, Error> {
        self.direct("edge connectivity")?;
        Ok(edge_connectivity(self.shape, self.connected(), self.most_searched, self.watch)?)
    }

    /// Distances computed before show that the network is connected.
    fn connected(&self) -> bool {
        self.shape.diameter().is_some() || matches!(self.known, Some(Ok(_)))
    }

    /// The weighted cost ratio (w1·degree + w2·diameter) / log2 nodes; the plain one has both weights 1. `None` for one node.
    pub fn cost_ratio(&mut self, weights: (f64, f64)) -> Result<Option<Known<f64>>, Error> {
        self.direct("the cost ratio")?;
        let degree = self.largest_degree();
        let nodes = self.shape.nodes();
        let diameter = self.diameter()?;
        Ok(cost_ratio(&nodes, degree, diameter.value.least(), weights)
            .map(|v| Known::new(v, diameter.evidence)))
    }

    /// The Moore bound for the degree; with switches, for their radix. `None` if no connected network has this size and degree.
    pub fn moore_bound(&self) -> Option<Known<Moore>> {
        if direct(self.shape) {
            let bound = moore_bound(&self.shape.nodes(), self.largest_degree())?;
            return Some(Known::new(
                bound,
                Evidence::proved("Moore bound on nodes within a distance [moore-bound]"),
            ));
        }
        let most = |degrees: DegreeCounts| degrees.keys().next_back().copied().unwrap_or(0);
        let (ports, radix) = (most(endpoint_degrees(self.shape)), most(switch_degrees(self.shape)));
        let joined = joins_endpoints(self.shape) != Some(false);
        let bound = moore_with_switches(&endpoints(self.shape), ports, radix, joined)?;
        Some(Known::new(
            bound,
            Evidence::proved("Moore bound on endpoints within a distance, for the radix [moore-bound]"),
        ))
    }

    fn find_distances(&self) -> Result<KnownDistances, Error> {
        if let Some(distances) = self.shape.distances() {
            return Ok(KnownDistances { distances, searched: None });
        }
        let Some(net) = self.net else {
            return Err(Error::Limit {
                message: "distances have no closed form here, and the network is too large to be walked"
                    .to_owned(),
                help: "take a smaller network".to_owned(),
            });
        };
        // The list has a number for each distance, and would be the largest thing by far.
        if self.shape.diameter().is_some_and(|diameter| diameter.value >= MAX_TERMS.into()) {
            return Err(too_far());
        }
        if net.endpoints() < net.nodes() {
            return self.by_routers().unwrap_or_else(|| self.between_endpoints(net));
        }
        let dead = Faults::none();
        if let Some(why) = self.shape.node_symmetric() {
            let levels = bfs::levels(net, Node(0), &dead, self.watch)?;
            if levels.eccentricity() >= MAX_TERMS {
                return Err(too_far());
            }
            check_connected(levels.reached, net.nodes())?;
            let counts = levels.counts.into_iter().map(BigUint::from).collect();
            let evidence = Evidence::computed(format!(
                "search from node 0 [bfs]; one source is enough [one-source]: {why}"
            ));
            return Ok(KnownDistances {
                distances: Known::new(Distances::new(1u32, counts), evidence),
                searched: None,
            });
        }
        match self.effort {
            // A sample of all nodes is no sample.
            Effort::Sampled { count, seed } if count < net.nodes() => {
                let sources = random_nodes(net.nodes(), count, seed);
                let pairs = bfs::from_sources(net, &sources, &dead, self.watch)?;
                check_connected(u64::from(pairs.disconnected_pairs == 0), 1)?;
                let method = "search from nodes drawn by ChaCha8".to_owned();
                let evidence = Evidence::Sampled { count: sources.len() as u64, seed, method };
                Ok(KnownDistances { distances: Known::new(from_pairs(&pairs), evidence), searched: None })
            }
            _ => {
                self.affordable(net.nodes(), "nodes")?;
                let pairs = bfs::all_pairs(net, &dead, self.watch)?;
                check_connected(u64::from(pairs.disconnected_pairs == 0), 1)?;
                let evidence = Evidence::computed("search from every node [bfs]");
                Ok(KnownDistances {
                    distances: Known::new(from_pairs(&pairs), evidence),
                    searched: Some(pairs),
                })
            }
        }
    }

    /// Distances of hosts follow from those of their routers, of which there are fewer.
    fn by_routers(&self) -> Option<Result<KnownDistances, Error>> {
        let Parts::Made(Made::Hosts { routers, each }) = self.shape.parts() else { return None };
        let net = routers.network().ok().filter(|_| self.effort == Effort::Exhaustive)?;
        let mut below = Metrics::new(routers.as_ref(), Some(net.as_ref()), self.effort, self.watch);
        let router_distances = below.distances().cloned().map(|known| KnownDistances {
            distances: Known::new(
                known.distances.value.with_hosts(each),
                follows(OVER_ROUTERS, [known.distances.evidence]),
            ),
            searched: None,
        });
        Some(router_distances)
    }

    /// Distances between endpoints where there are switches, too.
    fn between_endpoints(&self, net: &dyn Structure) -> Result<KnownDistances, Error> {
        let ends = net.endpoints();
        let (sources, evidence) = match self.effort {
            Effort::Sampled { count, seed } if count < ends => {
                let method = "search from endpoints drawn by ChaCha8".to_owned();
                (random_nodes(ends, count, seed), Evidence::Sampled { count, seed, method })
            }
            _ => {
                self.affordable(ends, "endpoints")?;
                ((0..ends).map(Node).collect(), Evidence::computed("search from every endpoint [bfs]"))
            }
        };
        let searched = endpoint_distances(net, &sources, &Faults::none(), self.watch)?;
        check_connected(u64::from(searched.disconnected_pairs == 0), 1)?;
        let counts = searched.counts.into_iter().map(BigUint::from).collect();
        let distances = Known::new(Distances::new(sources.len() as u64, counts), evidence);
        Ok(KnownDistances { distances, searched: None })
    }

    /// Returns `true` if a search from this many sources ends soon.
    /// Refuses a search for distances that would take too long, where that follows from the size alone: before the network is built.
    pub fn distances_affordable(&self) -> Result<(), Error> {
        let shape = self.shape;
        let searched = matches!(shape.parts(), Parts::Leaf(Leaf::Other)) && direct(shape);
        if !searched || self.effort != Effort::Exhaustive || shape.node_symmetric().is_some() {
            return Ok(());
        }
        match shape.distances() {
            Some(_) => Ok(()),
            None => self.affordable(u64::try_from(shape.nodes()).unwrap_or(u64::MAX), "nodes"),
        }
    }

    pub(super) fn affordable(&self, sources: u64, what: &str) -> Result<(), Error> {
        let links = u64::try_from(&links(self.shape)).map_or(u128::MAX >> 64, u128::from);
        match u128::from(sources) * links > MAX_STEPS {
            false => Ok(()),
            true => Err(Error::Limit {
                message: format!("a search from each of {sources} {what} takes too long"),
                help: "request a sample (`sample` 1000), or use a smaller network".to_owned(),
            }),
        }
    }

    /// An error where there are switches: a metric speaks of nodes that are all endpoints.
    pub(super) fn direct(&self, metric: &str) -> Result<(), Error> {
        match direct(self.shape) {
            true => Ok(()),
            false => Err(Error::Usage {
                message: format!("{metric} is not available for switched networks"),
                help: "take the diameter, the mean distance and the degrees".to_owned(),
            }),
        }
    }
}

/// Estimated CPU seconds of a search from every endpoint; `None` where a theorem makes it unnecessary.
fn search_seconds(shape: &dyn Shape) -> Option<f64> {
    if let Parts::Made(Made::Hosts { routers, .. }) = shape.parts() {
        return search_seconds(routers.as_ref());
    }
    if shape.node_symmetric().is_some() || shape.distances().is_some() {
        return None;
    }
    let steps = endpoints(shape) * links(shape) * 2u32;
    Some(steps.to_f64().unwrap_or(f64::INFINITY) / STEPS_PER_SECOND)
}

/// The weighted cost ratio; `None` for one node.
pub fn cost_ratio(nodes: &BigUint, degree: u64, diameter: &BigUint, (w1, w2): (f64, f64)) -> Option<f64> {
    let size = log2(nodes);
    (size > 0.0).then(|| (w1 * degree as f64 + w2 * diameter.to_f64().unwrap_or(f64::INFINITY)) / size)
}

/// The logarithm of a number of any size.
pub fn log2(value: &BigUint) -> f64 {
    let shift = value.bits().saturating_sub(64);
    (value >> shift).to_f64().unwrap_or(f64::NAN).log2() + shift as f64
}

/// There are too many different distances to list.
fn too_far() -> Error {
    Error::Limit {
        message: format!("the diameter is at least {MAX_TERMS}, too large to list all distances"),
        help: format!("take a network of a diameter below {MAX_TERMS}, such as ring(2000000)"),
    }
}

fn check_connected(reached: u64, nodes: u64) -> Result<(), Error> {
    if reached == nodes {
        return Ok(());
    }
    Err(Error::Usage {
        message: "the network is not connected, so distances do not exist between all nodes".to_owned(),
        help: "verifying it names a node that is not reached".to_owned(),
    })
}

fn from_pairs(pairs: &Pairs) -> Distances {
    Distances::new(pairs.sources, pairs.counts.iter().map(|&c| c.into()).collect())
}
