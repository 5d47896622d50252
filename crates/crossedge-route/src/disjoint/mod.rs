//! Node-disjoint paths from the address alone: as many as the smaller degree of the two ends, by recursion over the construction.
//!
//! Products and duals lead their paths from those of their parts (`product.rs`, `dual.rs`, with the proofs). Paths, rings and complete
//! graphs are in closed form; any other leaf is searched by [`flow`], inside the leaf only. The remaining networks are left to the
//! flow over the entire implicit graph.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::route::{disjoint, flow};
//!
//! let net: Topology = "hypercube(4)".parse()?;
//! let found = disjoint::find(net.network()?.as_ref(), Node(0), Node(15), flow::MAX_MET, &Silent)?;
//! assert_eq!(found.paths.len(), 4, "as many as a node has links");
//! # Ok::<(), crossedge::Error>(())
//! ```

mod decomposition;
mod dual;
mod leaf;
mod path;
mod product;

pub use path::{MAX_HOPS, Trouble};

use super::flow;
use crossedge_core::evidence::Evidence;
use crossedge_core::progress::Progress;
use crossedge_lang::net::decomposition::Part;
use crossedge_lang::net::{Node, Structure};
use decomposition::ConstructionPaths;
use path::IdPath;

/// A decomposed network, ready to give disjoint paths.
///
/// ```
/// use crossedge::expr::parse;
/// use crossedge::net::{Node, elaborate, no_files, to_network};
/// use crossedge::route::disjoint::Construction;
/// let expr = parse("rdn(ring(3), 2)")?;
/// let net = to_network(&expr, elaborate(&expr, &no_files)?.as_ref(), &no_files)?;
/// let paths = Construction::of(net.as_ref()).paths(Node(0), Node(647)).expect("connected");
/// assert_eq!(paths.len(), 4); // the degree
/// assert_eq!(Some(paths[0].len() as u64 - 1), net.distance(Node(0), Node(647)));
/// # Ok::<(), crossedge::expr::Error>(())
/// ```
#[derive(Debug)]
pub struct Construction<'a> {
    part: Part<'a>,
}

impl<'a> Construction<'a> {
    /// Decomposes a network. O(size of the expression).
    pub fn of(net: &'a dyn Structure) -> Self {
        Construction { part: Part::decompose(net) }
    }

    /// Returns `true` if the structure is unknown, so that paths come from a search over the entire network.
    pub fn is_searched(&self) -> bool {
        self.part.is_searched()
    }

    /// One path from `a` to `b`, as its nodes: a shortest one if the leaves route minimally.
    pub fn path_between(&self, a: Node, b: Node) -> Result<Vec<Node>, Trouble> {
        Ok(self.part.path_between(a.0, b.0)?.into_iter().map(Node).collect())
    }

    /// The hops of [`Construction::path_between`], from the addresses.
    pub fn length(&self, a: Node, b: Node) -> Result<u64, Trouble> {
        self.part.length(a.0, b.0)
    }

    /// Internally node-disjoint paths from `a` to `b`, each as its nodes, the shortest first. Empty from a node to itself.
    ///
    /// Between any two nodes of a dual there are as many as the smaller degree, of a product as many as its parts have together.
    /// The first is a shortest path when the leaves route by shortest paths. Time grows with the length of the answer.
    pub fn paths(&self, a: Node, b: Node) -> Result<Vec<Vec<Node>>, Trouble> {
        if a == b {
            return Ok(Vec::new());
        }
        let paths = paths(&self.part, a.0, b.0)?;
        Ok(paths.into_iter().map(|path| path.into_iter().map(Node).collect()).collect())
    }
}

/// Disjoint paths of a part between two different nodes, the shortest first.
fn paths(part: &Part<'_>, a: u64, b: u64) -> Result<Vec<IdPath>, Trouble> {
    let mut paths = match part {
        Part::Leaf(net) | Part::Two(net, _) => leaf::disjoint(*net, a, b)?,
        Part::Cube(bits) => cube_paths(*bits, a, b),
        Part::Product(parts, split) => {
            product::disjoint(parts, split.split(a), split.split(b), &|x, y| split.join(x, y))?
        }
        Part::Dual(dual) => dual::disjoint(dual, a, b)?,
        Part::Named(inner, names) => {
            let (a, b) = decomposition::inner_pair(names, a, b);
            decomposition::renamed_paths(names, paths(inner, a, b)?)
        }
    };
    paths.sort_by_key(Vec::len);
    Ok(paths)
}

/// The bits that differ are flipped in order from each of them in turn; the other bits make a detour of two hops. Saad, Schultz.
fn cube_paths(bits: u32, a: u64, b: u64) -> Vec<IdPath> {
    let differ: Vec<u64> = (0..bits).map(|i| 1 << i).filter(|bit| (a ^ b) & bit != 0).collect();
    let walk = |flips: &mut dyn Iterator<Item = u64>| {
        let mut path = vec![a];
        path.extend(flips.scan(a, |at, bit| {
            *at ^= bit;
            Some(*at)
        }));
        path
    };
    let turned = (0..differ.len()).map(|i| walk(&mut differ[i..].iter().chain(&differ[..i]).copied()));
    let others = (0..bits).map(|i| 1 << i).filter(|bit| (a ^ b) & bit == 0);
    let detours = others.map(|bit| walk(&mut [bit].into_iter().chain(differ.iter().copied()).chain([bit])));
    turned.chain(detours).collect()
}

/// How paths were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// From the addresses.
    Construction,
    /// By a maximum flow over the implicit graph.
    Flow,
}

/// Paths between two nodes and what is known of their number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisjointPaths {
    /// The paths, the shortest first.
    pub paths: Vec<Vec<Node>>,
    /// How they were found.
    pub method: Method,
    /// The smaller degree of the two ends: no more paths than this.
    pub most: u32,
    /// `true` if there are no more paths than found, proved by `most` or by the flow.
    pub maximal: bool,
}

impl DisjointPaths {
    /// The evidence of the number of paths.
    pub fn evidence(&self) -> Evidence {
        match (self.method, self.maximal) {
            (Method::Construction, true) => Evidence::proved(
                "construction from the addresses [address-disjoint-paths]; no more than the smaller degree [degree-bound]",
            ),
            (Method::Flow, _) => {
                Evidence::computed("maximum flow with split nodes, Menger's theorem [menger]")
            }
            (Method::Construction, false) => Evidence::bounded(
                "construction below [address-disjoint-paths], the smaller degree above [degree-bound]; the flow passed its limit",
            ),
        }
    }
}

/// Finds a maximum set of internally node-disjoint paths from `a` to `b`: paths with no common nodes but their ends.
///
/// By Menger's theorem their number is the minimum number of nodes that separate `a` from `b`, if these are not adjacent. There are at most as many
/// paths as the smaller degree of both ends. If the construction gives that many, no search is needed; otherwise [`flow::disjoint`] visits at most
/// `limit` states. If it exceeds the limit, the paths of the construction are returned, and [`DisjointPaths::maximal`] is `false`.
///
/// # Errors
///
/// [`flow::FlowFailure::TooLarge`] if the flow exceeds `limit` and the construction has no paths, [`flow::FlowFailure::TooLong`] if the paths are too long to
/// be listed, e.g. around a ring of millions of nodes, and [`flow::FlowFailure::Stopped`] if `watch` requests it.
///
/// # Complexity
///
/// With a construction the time grows with the length of the paths, not with the size of the network; for the flow see [`flow::disjoint`].
///
/// # Example
///
/// ```
/// use crossedge::prelude::*;
/// use crossedge::route::{disjoint, flow};
///
/// let net: Topology = "rdn(ring(3), 2)".parse()?;
/// let found = disjoint::find(net.network()?.as_ref(), Node(0), Node(647), flow::MAX_MET, &Silent)?;
/// assert_eq!((found.paths.len(), found.maximal), (4, true));
/// assert_eq!(found.evidence().kind(), "proved");
/// # Ok::<(), crossedge::Error>(())
/// ```
pub fn find(
    net: &dyn Structure,
    a: Node,
    b: Node,
    limit: u64,
    watch: &dyn Progress,
) -> Result<DisjointPaths, flow::FlowFailure> {
    let most = if a == b { 0 } else { net.degree(a).min(net.degree(b)) };
    // Each path but one has at least one inner node.
    if u64::from(most) > leaf::MAX_NODES {
        return Err(flow::FlowFailure::TooLong { limit: leaf::MAX_NODES });
    }
    let construction = Construction::of(net);
    // Around a long ring there is no path but the long one, and a search would only find that out slowly.
    if most > 0 && net.parts().leaf().in_line() && net.nodes() > leaf::MAX_NODES {
        return Err(flow::FlowFailure::TooLong { limit: leaf::MAX_NODES });
    }
    // A construction lists the neighbours of both ends.
    let listed = u64::from(net.degree(a).max(net.degree(b))) <= leaf::MAX_NODES;
    let built = (listed && !construction.is_searched()).then(|| construction.paths(a, b).ok()).flatten();
    match built {
        Some(paths) if paths.len() == most as usize => {
            Ok(DisjointPaths { paths, method: Method::Construction, most, maximal: true })
        }
        built => match (flow::disjoint(net, a, b, limit, watch), built) {
            (Ok(paths), _) => Ok(DisjointPaths { paths, method: Method::Flow, most, maximal: true }),
            (Err(flow::FlowFailure::TooLarge { .. }), Some(paths)) => {
                Ok(DisjointPaths { paths, method: Method::Construction, most, maximal: false })
            }
            (Err(failure), _) => Err(failure),
        },
    }
}
