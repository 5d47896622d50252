//! The ring of a network, by recursion over how it is composed; where no closed form is known, by search on a stored copy.

use super::dual::Twin;
use super::hdn;
use super::obstruction;
use super::orders::{Gray, Identity, listed_order};
use super::product::{ProductOrder, RowMajor};
use super::re;
use super::search::budget::{self, Budget};
use super::search::forced::SearchOutcome;
use super::search::graph::SortedGraph;
use crossedge_core::model::FoundRing;
use crossedge_core::model::{Direction, NodeOrder, fill};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Expanded, Faults, Leaf, Level, Numbering, Parts, Phase, Structure};
use std::sync::Arc;

/// The origin of a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RingOptions {
    /// A part of at most this many nodes is kept as a list: read often, and faster than its rule. At most 2^16 - 1.
    pub list: u64,
    /// The budget of a search if no closed form is known.
    pub budget: Budget,
}

impl Default for RingOptions {
    fn default() -> Self {
        // 64 nodes: a list of 8-bit ids, twice both ways, takes 256 bytes, so that a cursor stays below a kilobyte.
        RingOptions { list: 64, budget: Budget::default() }
    }
}

impl RingOptions {
    /// For writing complete rings block by block: longer lists, which still stay in the first cache.
    pub fn for_blocks() -> Self {
        RingOptions { list: 8192, ..RingOptions::default() }
    }
}

/// The answer to the question for a ring or a path.
#[derive(Debug, Clone)]
pub enum Sought<T> {
    /// Here it is.
    Found(T),
    /// There is none, for this reason.
    Absent(String),
    /// The search exhausted its budget.
    Unknown(String),
    /// No closed form is known, and the network is too large for a search.
    TooLarge(String),
}

/// Networks of more nodes are not stored to look for a reason.
pub const LOOKED_AT: u64 = 1 << 21;

/// A ring through all nodes of a network.
///
/// In closed form, in time independent of the number of nodes: rings, paths, complete graphs, products, cubes, dual constructions,
/// nested hierarchical dual-nets, whenever their parts have one. Else by search, within the budget.
pub fn cycle(
    net: &dyn Structure,
    options: &RingOptions,
    watch: &dyn Progress,
) -> Result<Sought<FoundRing>, Stopped> {
    let built = Builder { options, watch }.find_order(net)?;
    if let Some(found_ring) = built.found_ring
        && found_ring.ring.closed()
    {
        return Ok(Sought::Found(found_ring));
    }
    let nodes = net.nodes();
    if nodes < 3 {
        return Ok(Sought::Absent(format!(
            "a ring has at least 3 nodes, and {}",
            obstruction::there_are(nodes)
        )));
    }
    if let Some(reason) =
        built.none.or_else(|| obstruction::sides(net).and_then(obstruction::unequal_sides_reason))
    {
        return Ok(Sought::Absent(reason));
    }
    if nodes <= LOOKED_AT
        && let Some(reason) = obstruction::no_ring(&SortedGraph::live_part(net, &Faults::none()))
    {
        return Ok(Sought::Absent(reason));
    }
    Ok(not_found(nodes, &options.budget))
}

/// The answer when neither a rule nor a search has one.
pub fn not_found<T>(nodes: u64, budget: &Budget) -> Sought<T> {
    match nodes <= budget.nodes {
        true => Sought::Unknown(format!(
            "no construction is known, and a search of {} steps found none",
            budget.steps
        )),
        false => Sought::TooLarge(format!(
            "no construction is known, and {nodes} nodes are more than the {} of a search",
            budget.nodes
        )),
    }
}

/// The known order of a network.
struct Built {
    /// A ring if there is one, else a path, if one was found.
    found_ring: Option<FoundRing>,
    /// Why there is no ring, when a search has decided it.
    none: Option<String>,
}

struct Builder<'a> {
    options: &'a RingOptions,
    watch: &'a dyn Progress,
}

impl Builder<'_> {
    fn find_order(&self, net: &dyn Structure) -> Result<Built, Stopped> {
        let found_ring = match net.parts() {
            Parts::Leaf(known) => leaf(net.nodes(), known),
            Parts::Product(parts) => self.product_order(parts)?,
            Parts::Level(level) if level.super_nodes().is_some() => self.nested_dual_net_order(level)?,
            Parts::Level(level) => self.find_order(level.base().as_ref())?.found_ring.and_then(|base| {
                let fits = base.ring.closed() || base.ring.positions() <= 2;
                fits.then(|| twin_ring(base, *level.numbering()))
            }),
            Parts::Expansion(expansion) => self.expansion_ring(expansion)?,
        };
        match found_ring {
            Some(found_ring) if found_ring.ring.closed() || net.nodes() < 3 => {
                Ok(Built { found_ring: Some(self.stored_as_list(found_ring, net.nodes())), none: None })
            }
            open => self.search_order(net, open),
        }
    }

    /// The order of a product, when every part has one.
    fn product_order(&self, parts: &[Arc<dyn Structure>]) -> Result<Option<FoundRing>, Stopped> {
        let mut orders = Vec::new();
        for part in parts {
            match self.find_order(part.as_ref())?.found_ring {
                Some(found_ring) => orders.push(found_ring),
                None => return Ok(None),
            }
        }
        Ok(Some(combine_orders(
            orders,
            |rings| Some(product(rings)),
            "comb over a product [product-hamiltonian]",
        ))
        .flatten())
    }

    /// The order of a hierarchical dual-net with nested super-nodes.
    fn nested_dual_net_order(&self, level: &Level) -> Result<Option<FoundRing>, Stopped> {
        let Some(split) = level.super_nodes().filter(|_| level.nested()) else { return Ok(None) };
        let count = split.members().len();
        let factors = self.factors(level.innermost().as_ref())?.filter(|factors| factors.len() == count);
        let Some(factors) = factors else { return Ok(None) };
        let none = vec![false; factors.len()];
        Ok(combine_orders(
            factors,
            |rings| hdn::order(level, &none, &rings),
            "super-nodes, identities I4 and I5 [nested-super-nodes] [dual-hamiltonian-cycle]",
        ))
    }

    /// The orders of the factors that `hdn` counts: those of products in products too, and the single links of a cube.
    fn factors(&self, net: &dyn Structure) -> Result<Option<Vec<FoundRing>>, Stopped> {
        match net.parts() {
            Parts::Product(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    match self.factors(part.as_ref())? {
                        Some(some) => all.extend(some),
                        None => return Ok(None),
                    }
                }
                Ok(Some(all))
            }
            Parts::Leaf(Leaf::Cube(bits)) => {
                let link = || ring_by_rule(Identity { n: 2, closed: false }, "ids in order [ids-in-order]");
                Ok(Some((0..bits).map(|_| link()).collect()))
            }
            _ => Ok(self.find_order(net)?.found_ring.map(|found_ring| vec![found_ring])),
        }
    }

    /// The ring of a recursive expansion, where the rule applies.
    fn expansion_ring(&self, net: &dyn Expanded) -> Result<Option<FoundRing>, Stopped> {
        if net.phases().any(|phase| phase.pivots.len() > 1) {
            return Ok(None);
        }
        let mut parts: Vec<FoundRing> = Vec::new();
        let phases: Vec<Phase<'_>> = net.phases().collect();
        for (i, part) in [net.unit()].into_iter().chain(phases.iter().map(|phase| phase.frame)).enumerate() {
            // Most expansions use one frame for all phases.
            let same = (1..i).find(|&j| Arc::ptr_eq(phases[j - 1].frame, part));
            match same {
                Some(j) => parts.push(parts[j].clone()),
                None => match self.find_order(part.as_ref())?.found_ring {
                    Some(found_ring) => parts.push(found_ring),
                    None => return Ok(None),
                },
            }
        }
        if net.unit().nodes() == 1 {
            // The frames alone: ids count the first one least.
            let frames = parts.into_iter().skip(1).rev().collect();
            return Ok(combine_orders(
                frames,
                |rings| Some(product(rings)),
                "comb over a product [product-hamiltonian]",
            ));
        }
        let make = |rings: Vec<Arc<dyn NodeOrder>>| re::order(net, &rings[0], &rings[1..]);
        Ok(combine_orders(
            parts,
            make,
            "recursive expansion, pivots in groups of two and three [expansion-hamiltonian]",
        ))
    }

    /// A ring by search, else a path: the one at hand, or another by search.
    fn search_order(&self, net: &dyn Structure, open: Option<FoundRing>) -> Result<Built, Stopped> {
        let RingOptions { budget, .. } = self.options;
        if net.nodes() > budget.nodes || net.nodes() < 3 {
            return Ok(Built { found_ring: open, none: None });
        }
        let graph = SortedGraph::live_part(net, &Faults::none());
        let mut none = obstruction::no_ring(&graph);
        if none.is_none() {
            match budget::ring(&graph, budget, self.watch)? {
                SearchOutcome::Ring(order) => {
                    return Ok(Built { found_ring: Some(self.stored_order(&order, true)), none: None });
                }
                SearchOutcome::None => none = Some("exhaustive search over forced links".to_owned()),
                SearchOutcome::Unknown => {}
            }
        }
        let found_ring = match open {
            Some(found_ring) => Some(found_ring),
            None => match budget::any_path(&graph, budget, self.watch)? {
                SearchOutcome::Ring(order) => Some(self.stored_order(&order, false)),
                _ => None,
            },
        };
        Ok(Built { found_ring, none })
    }

    fn stored_order(&self, order: &[u32], closed: bool) -> FoundRing {
        let order: Vec<u64> = order.iter().map(|&v| v.into()).collect();
        let ring = listed_order(&order, order.len() as u64, closed);
        FoundRing { ring, rules: vec!["search on the stored network [ring-search]"], searched: true }
    }

    /// A small part as a list.
    fn stored_as_list(&self, found_ring: FoundRing, nodes: u64) -> FoundRing {
        if nodes > self.options.list.min(u16::MAX.into()) || nodes < 3 {
            return found_ring;
        }
        let mut order = vec![0; nodes as usize];
        fill(found_ring.ring.as_ref(), 0, Direction::Up, &mut order);
        FoundRing { ring: listed_order(&order, nodes, found_ring.ring.closed()), ..found_ring }
    }
}

/// The order of a network without parts, where it is known.
fn leaf(n: u64, leaf: Leaf) -> Option<FoundRing> {
    match leaf {
        Leaf::Cube(bits) | Leaf::FoldedCube(bits) => {
            Some(ring_by_rule(Gray { bits: bits as u32 }, "binary-reflected Gray code [gray-code]"))
        }
        _ => leaf.in_line().then(|| {
            ring_by_rule(Identity { n, closed: n >= 3 && leaf != Leaf::Path }, "ids in order [ids-in-order]")
        }),
    }
}

fn ring_by_rule(ring: impl NodeOrder + 'static, rule: &'static str) -> FoundRing {
    FoundRing { ring: Arc::new(ring), rules: vec![rule], searched: false }
}

fn twin_ring(base: FoundRing, numbering: Numbering) -> FoundRing {
    let ring = Twin::new(base.ring.clone(), base.ring.clone(), numbering);
    let mut rules = base.rules;
    add_rule(&mut rules, "dual construction, identity I5 [dual-hamiltonian-cycle]");
    FoundRing { ring: Arc::new(ring), rules, searched: base.searched }
}

/// One order from those of the parts.
fn combine_orders(
    parts: Vec<FoundRing>,
    make: impl FnOnce(Vec<Arc<dyn NodeOrder>>) -> Option<Arc<dyn NodeOrder>>,
    rule: &'static str,
) -> Option<FoundRing> {
    let mut rules = Vec::new();
    let mut rings = Vec::new();
    let mut searched = false;
    for part in parts {
        part.rules.into_iter().for_each(|rule| add_rule(&mut rules, rule));
        rings.push(part.ring);
        searched |= part.searched;
    }
    add_rule(&mut rules, rule);
    make(rings).map(|ring| FoundRing { ring, rules, searched })
}

fn add_rule(rules: &mut Vec<&'static str>, rule: &'static str) {
    if !rules.contains(&rule) {
        rules.push(rule);
    }
}

/// The order of a product, ids row-major: closed where a comb closes.
pub fn product(rings: Vec<Arc<dyn NodeOrder>>) -> Arc<dyn NodeOrder> {
    let one: Arc<dyn NodeOrder> = Arc::new(Identity { n: 1, closed: false });
    rings.into_iter().rev().fold(one, |right, left| match (left.positions(), right.positions()) {
        (1, _) => right,
        (_, 1) => left,
        (_, size) => Arc::new(ProductOrder::new(left, right, RowMajor::new(size))),
    })
}
