//! A request for a ring as data: options that exclude each other, instead of one thing to report.

use super::find::{RingReport, RingRequest, RingsOf};
use crate::answers::texts;
use crate::topology::NodeName;

/// Parameters of a ring, flat as the options of the program are.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    /// Start at this node.
    #[serde(default)]
    from: Option<NodeName>,
    /// End at this node: a Hamiltonian path instead of a cycle.
    #[serde(default)]
    to: Option<NodeName>,
    /// Dead nodes and links to avoid, e.g. 5,7-8,(0,2,1)-(1,1,2).
    #[serde(default, with = "texts::list")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    faults: Vec<String>,
    /// A maximal set of edge-disjoint Hamiltonian cycles.
    #[serde(default)]
    disjoint: bool,
    /// Virtual ring of a dual construction, by its number from 0.
    #[serde(default)]
    r#virtual: Option<u64>,
    /// Reverse the direction.
    #[serde(default)]
    reverse: bool,
    /// Maximum number of nodes to list.
    #[serde(default)]
    count: Option<u64>,
    /// Only the node at this position.
    #[serde(default)]
    position: Option<u64>,
    /// Only the position of this node, and the nodes next to it.
    #[serde(default)]
    node: Option<NodeName>,
    /// Check every position, and report the verdict instead of the nodes.
    #[serde(default)]
    verify: bool,
    /// Maximum number of search steps if no construction is known.
    #[serde(default = "RingRequest::default_steps")]
    steps: u64,
    /// Seed of a search.
    #[serde(default = "RingRequest::default_seed")]
    seed: u64,
}

impl TryFrom<Parameters> for RingRequest {
    type Error = &'static str;

    fn try_from(given: Parameters) -> Result<Self, Self::Error> {
        let Parameters { from, to, faults, disjoint, r#virtual, reverse, count, position, node, .. } = given;
        let one = [position.is_some(), node.is_some(), given.verify];
        if one.iter().filter(|given| **given).count() > 1 {
            return Err("`position`, `node` and `verify` exclude each other");
        }
        if count.is_some() && one.contains(&true) {
            return Err("`count` excludes `position`, `node` and `verify`");
        }
        let ends = from.is_some() || to.is_some() || !faults.is_empty();
        if (disjoint || r#virtual.is_some()) && (ends || position.is_some() || node.is_some()) {
            return Err("`disjoint` and `virtual` exclude `from`, `to`, `faults`, `position` and `node`");
        }
        if to.is_some() && from.is_none() {
            return Err("`to` needs `from`");
        }
        let of = match (disjoint, r#virtual) {
            (true, Some(_)) => return Err("`disjoint` and `virtual` exclude each other"),
            (true, None) => RingsOf::EdgeDisjoint,
            (false, Some(number)) => RingsOf::Virtual(number),
            (false, None) => RingsOf::All,
        };
        let report = match (node, position) {
            (Some(node), _) => RingReport::Node(node),
            (None, Some(position)) => RingReport::Position(position),
            (None, None) if given.verify => RingReport::Verdict,
            (None, None) => RingReport::Nodes,
        };
        let (steps, seed) = (given.steps, given.seed);
        Ok(RingRequest { of, from, to, faults, report, reverse, count, steps, seed })
    }
}

impl From<RingRequest> for Parameters {
    fn from(request: RingRequest) -> Self {
        let RingRequest { of, from, to, faults, report, reverse, count, steps, seed } = request;
        let (position, node, verify) = match report {
            RingReport::Nodes => (None, None, false),
            RingReport::Position(position) => (Some(position), None, false),
            RingReport::Node(node) => (None, Some(node), false),
            RingReport::Verdict => (None, None, true),
        };
        let disjoint = of == RingsOf::EdgeDisjoint;
        let r#virtual = match of {
            RingsOf::Virtual(number) => Some(number),
            RingsOf::All | RingsOf::EdgeDisjoint => None,
        };
        Parameters {
            from,
            to,
            faults,
            disjoint,
            r#virtual,
            reverse,
            count,
            position,
            node,
            verify,
            steps,
            seed,
        }
    }
}
