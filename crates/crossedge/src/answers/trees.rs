//! Spanning trees from one root that are arc-disjoint, verified.

use super::Request;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::collective::Trees;
use crate::error::Error;
use crate::evidence::{Evidence, Known};
use crate::exact::Exact;
use crate::net::Node;
use crate::progress::{Progress, Silent};
use crate::topology::{NodeName, Topology};
use crate::verify::{Asserted, Verdict, arborescences};

/// Request for trees.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TreesRequest {
    /// Root of the trees: an id, or an address in the notation of the network.
    pub root: NodeName,
}

impl Default for TreesRequest {
    fn default() -> Self {
        TreesRequest { root: NodeName::from(0) }
    }
}

/// Arc-disjoint trees, in closed form.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreesAnswer {
    /// The source.
    pub root: Node,
    /// The address of that node.
    pub root_address: String,
    /// The form of addresses; `id` where they are plain ids.
    pub notation: String,
    /// Number of trees.
    pub count: Known<u32>,
    /// Edge connectivity, an upper bound on the number of trees. The trees show the lower bound.
    pub edge_connectivity: Known<EdgeConnectivityAnswer>,
    /// Upper bound on the depth of any tree, for any root.
    pub depth_bound: Exact<u64>,
    /// The trees; their depth is null if there are too many nodes to verify them.
    pub trees: Vec<TreeAnswer>,
    /// Why they were not verified; null if they were.
    pub unverified: Option<String>,
}

/// Bounds on the edge connectivity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EdgeConnectivityAnswer {
    /// Lower bound: each cut lets every tree through.
    pub lower: Exact<u64>,
    /// Upper bound.
    pub upper: Exact<u64>,
}

/// One tree.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeAnswer {
    /// The first child of the root.
    pub first: Node,
    /// The depth of the tree.
    pub depth: Option<u32>,
    /// The parent of each node, by id, null for the root; left out on networks of more than 65,536 nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parents: Option<Vec<Option<Node>>>,
}

/// The parents of larger networks are not listed.
const MAX_LISTED: u64 = 1 << 16;

impl Request for TreesRequest {
    type On = Topology;
    type Answer = TreesAnswer;
    const VERB: &'static str = "trees";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<TreesAnswer, Error> {
        super::direct(on.shape(), "trees")?;
        if on.stored_beyond(0) {
            Trees::fits(on.shape())?;
        }
        let (net, root) = (on.network()?.as_ref(), on.node(&self.root)?);
        let trees = Trees::of(net, progress)?;
        let (depths, unverified) = match arborescences(net, trees.from_root(root), progress)? {
            Verdict::Holds(judged) => match judged.asserted() {
                Asserted::Trees { depths, .. } => (depths.iter().copied().map(Some).collect(), None),
                _ => return Err(Error::internal("the tree verifier checked something else")),
            },
            Verdict::Refuted(bad) => {
                return Err(Error::internal(format!("the verifier rejects the trees: {bad}")));
            }
            Verdict::Undecided(limit) => (vec![None; trees.count() as usize], Some(limit.reached())),
        };
        let count = u64::from(trees.count());
        let least_degree = on.shape().degrees().keys().next().copied().unwrap_or(0);
        let upper = if trees.is_edge_connectivity() { count } else { least_degree };
        let known = EdgeConnectivityAnswer { lower: Exact(count), upper: Exact(upper) };
        let evidence = match count == upper {
            true => trees.evidence(),
            false => Evidence::bounded("arc-disjoint trees, and the degree of one node [edmonds-branchings]"),
        };
        let each = depths.into_iter().zip(0..);
        let parents = |i: u32| {
            let parent = |v: u64| (v != root.0).then(|| trees.parent(root, i, Node(v)));
            (net.nodes() <= MAX_LISTED).then(|| (0..net.nodes()).map(parent).collect())
        };
        let tree = |(depth, i)| TreeAnswer { first: trees.root_child(root, i), depth, parents: parents(i) };
        Ok(TreesAnswer {
            root,
            root_address: net.address(root).to_string(),
            notation: net.notation(),
            count: Known::new(trees.count(), trees.evidence()),
            edge_connectivity: Known::new(known, evidence),
            depth_bound: Exact(trees.depth_bound()),
            trees: each.map(tree).collect(),
            unverified,
        })
    }
}

impl Topology {
    /// Spanning trees from one root that are arc-disjoint, as many as the rules of the construction give.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "dual(torus(4,4))".parse()?;
    /// let found = net.trees(0)?;
    /// let deepest = found.trees.iter().filter_map(|tree| tree.depth).max();
    /// assert_eq!((found.count.value, deepest), (5, Some(19)));
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn trees(&self, root: impl Into<NodeName>) -> Result<TreesAnswer, Error> {
        TreesRequest { root: root.into() }.answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<TreesRequest>("Build arc-disjoint spanning trees from a root");
