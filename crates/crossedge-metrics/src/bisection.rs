//! Bisection width: the minimum number of links between two halves of the nodes, as a lower and an upper bound.
//!
//! [`bisection()`] returns both bounds; they are equal if a theorem gives the value, or if the network is small enough to search. [`cut()`] returns
//! only the upper bound. Both are for networks without switches whose links have width 1; [`super::halves`] is for all others.
//!
//! # Upper bound
//!
//! A cut is a rule that assigns each node to a side ([`SideRule`]), so that `verify::cut` can recount its links.
//!
//! - A dual construction over n nodes has two cuts (identity I6). The first, for even n, splits coordinate a by a half of the base, and cuts n
//!   times the links that this half cuts in the base. The second splits a in class 0 and b in class 1, and cuts ⌈n²/2⌉ cross-edges and nothing else.
//! - A product is cut along one factor.
//! - Small networks are also cut by METIS and by exchanging pairs of nodes; the smallest are searched exhaustively.
//!
//! # Lower bound
//!
//! The best of four: link loads under uniform traffic ([`super::traffic::symmetric`]), uniform throughput ([`super::throughput`]), the second
//! eigenvalue ([`super::spectrum`]), and link loads if every pair sends over all of its shortest paths. The search ends at the first that meets the cut.
//!
//! # Example
//!
//! ```
//! use crossedge::metrics::bisection::bisection;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "hypercube(10)".parse()?;
//! let cut = bisection(net.shape()).expect("a cut is known");
//! assert_eq!(cut.evidence.kind(), "proved");
//! # Ok::<(), crossedge::Error>(())
//! ```

use super::traffic::symmetric;
use super::{bfs, branch, partition, spectrum, spread, throughput};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::progress::{Progress, Silent};
use crossedge_lang::net::{Faults, Leaf, Level, Node, Parts, Shape, Structure, Table, links, reasons};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Networks up to this size are cut by METIS, too.
const MAX_PARTITIONED: u64 = 1 << 12;

/// Networks up to this size are counted link by link where no closed form gives the cut: nodes, and links.
const MAX_COUNTED: (u64, u64) = (1 << 20, 1 << 24);

/// A rule that puts every node on one of two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SideRule {
    /// Ids below this one.
    Below(u64),
    /// As listed, by id.
    Listed(Vec<bool>),
    /// As the coordinate in one part of a product.
    Part(usize, Box<SideRule>),
    /// Dual construction: as coordinate a, the cluster in class 0 and the node in class 1.
    Dual(Box<SideRule>),
    /// Dual construction: in class 0 the cluster below the first number, in class 1 the cluster below the second.
    Clusters(u64, u64),
    /// Runs of ids, each from its first to before its last.
    Runs(Vec<(u64, u64)>),
    /// Hosts on routers: as the router.
    Hosts(Box<SideRule>),
}

impl SideRule {
    /// Returns `true` if `v` is on the first side.
    pub fn holds(&self, net: &dyn Structure, v: Node) -> bool {
        match self {
            SideRule::Below(first) => v.0 < *first,
            SideRule::Listed(sides) => sides[v.0 as usize],
            SideRule::Part(i, inner) => {
                let Parts::Product(parts) = net.parts() else { return false };
                let below: u64 = parts[i + 1..].iter().map(|p| p.nodes()).product();
                let part = parts[*i].as_ref();
                inner.holds(part, Node(v.0 / below % part.nodes()))
            }
            SideRule::Dual(inner) => plain_dual_level(net).is_some_and(|level| {
                let at = level.place(v);
                inner.holds(level.base().as_ref(), Node(if at.class == 0 { at.cluster } else { at.node }))
            }),
            SideRule::Clusters(first, second) => plain_dual_level(net).is_some_and(|level| {
                let at = level.place(v);
                at.cluster < if at.class == 0 { *first } else { *second }
            }),
            SideRule::Runs(runs) => runs.iter().any(|(first, end)| (*first..*end).contains(&v.0)),
            SideRule::Hosts(inner) => {
                net.roles().and_then(|roles| roles.hosted()).is_some_and(|(routers, each)| {
                    let router = v.0.checked_sub(net.endpoints()).unwrap_or(v.0 / each);
                    inner.holds(routers.as_ref(), Node(router))
                })
            }
        }
    }

    /// The nodes of the first side, where they are listed and no closed form gives them.
    pub fn listed_nodes(&self) -> Option<Vec<Node>> {
        let SideRule::Listed(sides) = self else { return None };
        Some((0u64..).zip(sides).filter(|(_, first)| **first).map(|(v, _)| Node(v)).collect())
    }

    /// The cut as text.
    pub fn describe(&self) -> String {
        match self {
            SideRule::Below(first) => format!("ids below {first}"),
            SideRule::Listed(sides) => format!("{} listed nodes", sides.iter().filter(|s| **s).count()),
            SideRule::Part(i, inner) => format!("coordinate {}: {}", i + 1, inner.describe()),
            SideRule::Dual(inner) => format!("coordinate a: {}", inner.describe()),
            SideRule::Clusters(first, second) => {
                format!("class 0, cluster below {first}; class 1, cluster below {second}")
            }
            SideRule::Runs(runs) => {
                let each: Vec<String> =
                    runs.iter().map(|(first, end)| format!("{first} to {}", end - 1)).collect();
                format!("ids {}", each.join(", "))
            }
            SideRule::Hosts(inner) => format!("hosts and routers, by router: {}", inner.describe()),
        }
    }
}

/// The level of a dual construction, with neither super-nodes nor a plain leaf.
fn plain_dual_level(net: &dyn Structure) -> Option<&Level> {
    match net.parts() {
        Parts::Level(level) if level.super_nodes().is_none() => Some(level),
        _ => None,
    }
}

/// Networks of at most this many nodes are searched from a node to see whether they are connected: less than a second.
const MAX_REACHED: u64 = 1 << 22;

/// A cut into halves that differ by at most one node.
#[derive(Debug, Clone)]
pub struct Cut {
    /// Number of links.
    pub links: BigUint,
    /// The rule; `None` when only the number is known, the network being the same as one with other ids.
    pub side: Option<SideRule>,
    /// Its origin.
    pub why: String,
    /// `true` if there is no smaller one.
    pub least: bool,
}

/// Bounds on the bisection.
#[derive(Debug, Clone)]
pub struct Bisection {
    /// No cut into halves has fewer links.
    pub lower: BigUint,
    /// A cut with this many is known.
    pub upper: BigUint,
    /// That cut.
    pub side: Option<SideRule>,
}

/// Returns a lower and an upper bound on the bisection width, with their evidence.
///
/// `None` if no cut is known, or if the network has switches or wide links: for these call [`halves`](super::halves::halves).
pub fn bisection(shape: &dyn Shape) -> Option<Known<Bisection>> {
    bisection_within(shape, SearchLimits::NONE)
}

/// Which networks are searched, and who can end a search.
#[derive(Clone, Copy)]
pub(super) struct SearchLimits<'a> {
    /// The most nodes of a network, or of a part of a larger one, that is searched.
    pub nodes: u64,
    /// A search that it stops adds nothing to what is known without.
    pub watch: &'a dyn Progress,
}

impl SearchLimits<'static> {
    /// No limits.
    pub const NONE: Self = SearchLimits { nodes: u64::MAX, watch: &Silent };
}

/// The same, within limits.
pub(super) fn bisection_within(shape: &dyn Shape, limits: SearchLimits<'_>) -> Option<Known<Bisection>> {
    if shape.machine().is_some() {
        return None;
    }
    let nodes = shape.nodes();
    let cut = cut_within(shape, limits)?;
    if cut.least {
        let bounds = Bisection { lower: cut.links.clone(), upper: cut.links, side: cut.side };
        return Some(Known::new(bounds, Evidence::computed(cut.why)));
    }
    let (lower, why, proved) = lower_bound(shape, &nodes, &cut.links, limits);
    let bounds = Bisection { lower: lower.clone(), upper: cut.links.clone(), side: cut.side };
    let why = reasons([format!("upper bound by a cut: {}", cut.why), why]);
    let evidence = match lower == cut.links {
        true if proved => Evidence::proved(why),
        true => Evidence::computed(why),
        false => Evidence::bounded(why),
    };
    Some(Known::new(bounds, evidence))
}

/// The best bound from below, evidence, and whether that is a theorem; a bound that meets the cut ends the search for others.
fn lower_bound(
    shape: &dyn Shape,
    nodes: &BigUint,
    cut: &BigUint,
    limits: SearchLimits<'_>,
) -> (BigUint, String, bool) {
    if shape.parts().leaf() == Leaf::Star {
        let why = "every leaf on the side without the centre has its link cut [small-cuts]";
        return (nodes >> 1u32, why.to_owned(), true);
    }
    let mut best = (BigUint::zero(), String::new(), true);
    let mut take = |bound: (BigUint, String, bool)| {
        if bound.0 > best.0 {
            best = bound;
        }
        best.0 >= *cut
    };
    if let Some(by_load) = symmetric::class_loads(shape).and_then(|l| symmetric::least_cut(nodes, &l))
        && take((
            by_load,
            "lower bound: uniform load on the most loaded link class [throughput-bisection-bound]".to_owned(),
            true,
        ))
    {
        return best;
    }
    if let Some((lower, evidence)) = by_throughput(shape, nodes) {
        let proved = matches!(evidence, Evidence::Proved(_));
        let why = format!(
            "lower bound by uniform throughput ({}) [throughput-bisection-bound]",
            evidence.by().replace("; ", ", ")
        );
        if take((lower, why, proved)) {
            return best;
        }
    }
    let small = *nodes <= limits.nodes.into();
    if small
        && let Some(connectivity) = spectrum::algebraic_connectivity(shape)
        && let Some(bound) = spectrum::least_cut(nodes, connectivity.value)
    {
        let why = connectivity.evidence.by().replace("; ", ", ");
        let proved = matches!(connectivity.evidence, Evidence::Proved(_));
        if take((
            bound,
            format!("lower bound by the second eigenvalue ({why}) [spectral-bisection-bound]"),
            proved,
        )) {
            return best;
        }
    }
    if small
        && *nodes <= spread::MAX_NODES.into()
        && let Ok(net) = shape.network()
        && let Ok(Some(bound)) = spread::least_cut(net.as_ref(), limits.watch)
    {
        let why = "lower bound: uniform load with each pair spread over its shortest paths [throughput-bisection-bound]";
        if take((bound, why.to_owned(), false)) {
            return best;
        }
    }
    if best.0.is_zero()
        && let Some(by_theorem) = known_connected(shape, nodes, limits)
    {
        return (
            BigUint::one(),
            "a connected network has a link in every cut [small-cuts]".to_owned(),
            by_theorem,
        );
    }
    best
}

/// Returns `true` if it is known to be connected, and whether by theorem; moderate networks are searched.
fn known_connected(shape: &dyn Shape, nodes: &BigUint, limits: SearchLimits<'_>) -> Option<bool> {
    if shape.diameter().is_some() {
        return Some(true);
    }
    let net = shape.network().ok().filter(|_| *nodes <= MAX_REACHED.min(limits.nodes).into())?;
    let levels = bfs::levels(net.as_ref(), Node(0), &Faults::none(), limits.watch).ok()?;
    (levels.counts.iter().sum::<u64>() == net.nodes()).then_some(false)
}

/// Traffic between the halves at the known lower bound of uniform throughput.
pub(super) fn by_throughput(shape: &dyn Shape, ends: &BigUint) -> Option<(BigUint, Evidence)> {
    let bounds = throughput::uniform_bounds(shape)?;
    let (a, b) = &bounds.lower;
    let half: BigUint = ends >> 1u32;
    let pairs = &half * (ends - &half);
    let over = b * (ends - 1u32);
    if a.is_zero() || over.is_zero() {
        return None;
    }
    // From one side it is as good as its reasons, regardless of the other side.
    let evidence =
        if bounds.proved() { Evidence::proved(bounds.why()) } else { Evidence::computed(bounds.why()) };
    Some(((a * pairs).div_ceil(&over), evidence))
}

/// The best cut into halves that a rule or a search gives.
pub fn cut(shape: &dyn Shape) -> Option<Cut> {
    cut_within(shape, SearchLimits::NONE)
}

/// The same, within limits.
pub(super) fn cut_within(shape: &dyn Shape, limits: SearchLimits<'_>) -> Option<Cut> {
    if shape.machine().is_some() {
        return None;
    }
    let nodes = shape.nodes();
    if nodes.is_one() {
        return Some(Cut {
            links: BigUint::zero(),
            side: Some(SideRule::Below(0)),
            why: "one node [single-node]".into(),
            least: true,
        });
    }
    let by_rule = match shape.parts() {
        Parts::Relabelled(same) => {
            cut_within(same.as_ref(), limits).map(|c| Cut { side: None, least: false, ..c })
        }
        Parts::Leaf(Leaf::Cube(d)) => Some(cut_by_rule(
            BigUint::one() << (d - 1),
            half_of(&nodes),
            "one dimension of the cube [product-cut]",
        )),
        Parts::Product(parts) => product_cut(&nodes, parts, limits),
        Parts::Level(base) => dual_cut(&base.nodes(), cut_within(base.as_ref(), limits)),
        Parts::Leaf(_) | Parts::Expansion(_) | Parts::Made(_) => middle_cut(shape, limits),
    };
    let searched = searched_cut(shape, by_rule.as_ref(), limits);
    match (by_rule, searched) {
        (Some(a), Some(b)) => {
            let better = b.least || b.links < a.links || (b.links == a.links && a.side.is_none());
            Some(if better { b } else { a })
        }
        (a, b) => a.or(b),
    }
}

fn half_of(nodes: &BigUint) -> Option<SideRule> {
    u64::try_from(nodes >> 1u32).ok().map(SideRule::Below)
}

fn cut_by_rule(links: BigUint, side: Option<SideRule>, why: &str) -> Cut {
    Cut { links, side, why: why.to_owned(), least: false }
}

/// One factor of even size is halved; the others follow along.
fn product_cut(
    nodes: &BigUint,
    parts: &[std::sync::Arc<dyn Shape>],
    limits: SearchLimits<'_>,
) -> Option<Cut> {
    let mut best: Option<Cut> = None;
    for (i, part) in parts.iter().enumerate() {
        // The same factor again gives the same cut.
        if part.nodes().is_odd() || (i > 0 && std::sync::Arc::ptr_eq(part, &parts[i - 1])) {
            continue;
        }
        let inner = cut_within(part.as_ref(), limits)?;
        let links = inner.links * (nodes / part.nodes());
        if best.as_ref().is_none_or(|b| links < b.links) {
            let side = inner.side.map(|side| SideRule::Part(i, Box::new(side)));
            best = Some(Cut {
                links,
                side,
                why: format!("across factor {} [product-cut]: {}", i + 1, inner.why),
                least: false,
            });
        }
    }
    best
}

fn dual_cut(n: &BigUint, inner: Option<Cut>) -> Option<Cut> {
    let (small, large) = (n >> 1u32, n - (n >> 1u32));
    let sides = u64::try_from(&large).ok().zip(u64::try_from(&small).ok());
    let crossing = Cut {
        links: &large * (n - &small) + (n - &large) * &small,
        side: sides.map(|(large, small)| SideRule::Clusters(large, small)),
        why: "cross-edges only, identity I6 [dual-cut]".to_owned(),
        least: false,
    };
    match inner {
        Some(inner) if n.is_even() && &inner.links * n < crossing.links => Some(Cut {
            links: inner.links * n,
            side: inner.side.map(|side| SideRule::Dual(Box::new(side))),
            why: reasons([
                "a half of the base in coordinate a, identity I6 [dual-cut]".to_owned(),
                inner.why,
            ]),
            least: false,
        }),
        _ => Some(crossing),
    }
}

/// Number of links that lead from the ids below ⌊nodes / 2⌋ to the others, where a rule gives it.
fn first_half(shape: &dyn Shape) -> Option<BigUint> {
    let nodes = shape.nodes();
    let half = &nodes >> 1u32;
    match shape.parts() {
        Parts::Expansion(expansion) => expansion.first_half_cut(),
        Parts::Leaf(Leaf::Path) => Some((nodes - 1u32).min(BigUint::one())),
        Parts::Leaf(Leaf::Ring) => Some(2u32.into()),
        Parts::Leaf(Leaf::Complete) => Some(&half * (nodes - &half)),
        Parts::Leaf(Leaf::Star) => Some(if half.is_zero() { half } else { nodes - half }),
        // The leading digit decides, and one link joins any two of the subnets.
        Parts::Leaf(Leaf::Wk { base, .. }) => {
            base.is_even().then(|| BigUint::from(base >> 1) * BigUint::from(base >> 1))
        }
        _ => None,
    }
}

/// The ids below the middle: in closed form, or counted link by link.
fn middle_cut(shape: &dyn Shape, limits: SearchLimits<'_>) -> Option<Cut> {
    if let Some(links) = first_half(shape) {
        return Some(cut_by_rule(
            links,
            half_of(&shape.nodes()),
            "the lower half of the ids [heuristic-cut]",
        ));
    }
    let nodes = u64::try_from(&shape.nodes()).ok().filter(|&n| n <= MAX_COUNTED.0.min(limits.nodes))?;
    if links(shape) > MAX_COUNTED.1.into() {
        return None;
    }
    let net = shape.network().ok()?;
    let half = nodes / 2;
    let crossing =
        |v: u64| crossedge_lang::net::neighbors(net.as_ref(), Node(v)).filter(|w| w.0 >= half).count() as u64;
    let mut links = 0;
    for v in 0..half {
        if v & 0xffff == 0 && limits.watch.stopped() {
            return None;
        }
        links += crossing(v);
    }
    Some(cut_by_rule(links.into(), Some(SideRule::Below(half)), "the lower half of the ids [heuristic-cut]"))
}

/// A small network is searched through, or cut by METIS and fixed.
fn searched_cut(shape: &dyn Shape, known: Option<&Cut>, limits: SearchLimits<'_>) -> Option<Cut> {
    let nodes = u64::try_from(&shape.nodes()).ok().filter(|&n| n <= MAX_PARTITIONED.min(limits.nodes))?;
    let net = shape.network().ok()?;
    let table = Table::try_of(net.as_ref()).ok()?;
    if nodes <= partition::MAX_EXACT {
        let (links, sides) = partition::exact(&table);
        let why = format!("exhaustive search over all bisections of {nodes} nodes [exhaustive-bisection]");
        return Some(Cut { links: links.into(), side: Some(SideRule::Listed(sides)), why, least: true });
    }
    let start = known
        .and_then(|c| c.side.as_ref())
        .map(|side| (0..nodes).map(|v| side.holds(net.as_ref(), Node(v))).collect::<Vec<bool>>());
    let (links, sides, why) = partition::best_partition(&table, start)?;
    if let Some((links, sides)) = branch::least_cut(&table, (links, sides.clone())) {
        let why =
            format!("all cuts of {nodes} nodes into halves, by branch and bound [exhaustive-bisection]");
        return Some(Cut { links: links.into(), side: Some(SideRule::Listed(sides)), why, least: true });
    }
    Some(Cut { links: links.into(), side: Some(SideRule::Listed(sides)), why, least: false })
}
