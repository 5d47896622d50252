//! Claims as data: the statement of a paper, its place, and the check. One TOML file for each paper; unknown keys are errors.

use crate::error::Error;
use crate::range::expand_ranges;
use crate::verdict::Verdict;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The papers that come with the crate: name of the file and its text. A new paper is a new line here, or a file given by hand.
const PAPER_FILES: &[(&str, &str)] = &[
    ("rdn.toml", include_str!("../papers/rdn.toml")),
    ("ham.toml", include_str!("../papers/ham.toml")),
    ("hdn.toml", include_str!("../papers/hdn.toml")),
    ("dc.toml", include_str!("../papers/dc.toml")),
    ("re.toml", include_str!("../papers/re.toml")),
];

/// A paper and what it claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// The short name.
    pub name: String,
    /// Authors, title, year.
    pub cite: String,
    /// Its claims, in the order of the paper.
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
}

impl Paper {
    /// Reads one file of claims, which `name` calls.
    pub fn read(name: &str, text: &str) -> Result<Paper, Error> {
        let wrong = |why: String| Error::File { name: name.to_owned(), why };
        let mut paper: Paper = toml::from_str(text).map_err(|e| wrong(e.to_string()))?;
        for claim in &mut paper.claims {
            for check in &mut claim.checks {
                let cases = std::mem::take(&mut check.cases).into_iter().map(expand_ranges);
                let cases: Result<Vec<_>, String> = cases.collect();
                check.cases = cases.map_err(|why| wrong(format!("claim '{}': {why}", claim.id)))?.concat();
            }
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = paper.claims.iter().find(|claim| !seen.insert(&claim.id)) {
            return Err(wrong(format!("duplicate claim '{}'", twice.id)));
        }
        Ok(paper)
    }
}

/// The papers that come with the crate, in a fixed order.
pub fn papers() -> Result<Vec<Paper>, Error> {
    PAPER_FILES.iter().map(|(name, text)| Paper::read(name, text)).collect()
}

/// The claims of all of them.
pub fn claims() -> Result<Vec<Claim>, Error> {
    Ok(papers()?.into_iter().flat_map(|paper| paper.claims).collect())
}

/// One claim.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The name of the claim, unique over all papers.
    pub id: String,
    /// The place: "Theorem 1", "Table 2".
    pub place: String,
    /// The claim, paraphrased.
    #[serde(alias = "says")]
    pub statement: String,
    /// The numbers of the errata that it shows.
    #[serde(default)]
    pub errata: Vec<String>,
    /// The verdict on record.
    pub verdict: Verdict,
    /// Why: the condition, the right value, what is unclear.
    #[serde(default)]
    pub why: String,
    /// The side of a bound, if the value is only a bound.
    pub bound: Option<BoundSide>,
    /// How to look.
    #[serde(default, rename = "check")]
    pub checks: Vec<Check>,
}

/// The side of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoundSide {
    /// The truth is never above it.
    Upper,
    /// The truth is never below it.
    Lower,
}

/// A number or a text, as TOML has it.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Text {
    /// An integer.
    Int(i64),
    /// Anything else.
    Text(String),
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Int(n) => write!(f, "{n}"),
            Text::Text(text) => f.write_str(text),
        }
    }
}

/// How to look whether a claim is so: a small evaluator, and the cases it is run on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The evaluator.
    pub kind: Evaluator,
    /// Which metric, symmetry, algorithm or quantity, where the evaluator has several.
    #[serde(default)]
    pub what: String,
    /// The paper's value as a formula over the names of a case, where cases give none of their own.
    pub formula: Option<String>,
    /// How ours must be to the paper's value.
    #[serde(default)]
    pub relation: Relation,
    /// The interpretation of the text, where it has several.
    #[serde(alias = "reading")]
    pub interpretation: Option<String>,
    /// The cases are outside the condition that the claim needs.
    #[serde(default, alias = "outside")]
    pub outside_condition: bool,
    /// The networks to check.
    #[serde(rename = "case")]
    pub cases: Vec<ClaimCase>,
}

/// How ours must be to the paper's value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub enum Relation {
    /// The same.
    #[default]
    #[serde(rename = "=")]
    Equal,
    /// Not above it.
    #[serde(rename = "<=")]
    AtMost,
    /// Not below it.
    #[serde(rename = ">=")]
    AtLeast,
    /// Below it.
    #[serde(rename = "<")]
    Below,
}

/// The evaluators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evaluator {
    /// A metric of a network: nodes, links, degree, least_degree, degrees, diameter, radius, kinds, mean_with_itself, connectivity,
    /// diameter_bounds (by one search from node 0), cost_ratio, cost_ratio_weighted.
    #[serde(alias = "figure")]
    Metric,
    /// The bisection, from below by theorem and from above by a cut that the verifier recounts.
    Bisection,
    /// Vertex or edge transitivity; links are also distinguished by recounted cycles.
    Symmetry,
    /// One route, verified: its length; `through` are nodes that it must pass.
    Route,
    /// All routes of the paper's algorithm, verified: longest, max_stretch, mean_stretch, optimal_percent, excess.
    Routes,
    /// The longest path of ROUTRCN when its pointer may be anywhere.
    PointerLongest,
    /// Number of links that match a pattern of addresses.
    Links,
    /// `true` if a listed round of addresses is a closed walk in the network without a node twice: its length.
    Round,
    /// A ring through all nodes, verified: its length.
    Ring,
    /// A path through all nodes between two nodes, verified: its length in nodes, 0 when there is none.
    Path,
    /// Number of nodes that are the end of a path through all nodes from node 0, each verified.
    Ends,
    /// Virtual rings without common nodes, verified: how many.
    VirtualRings,
    /// The id of an address, or the address of an id.
    Address,
    /// Number of links two expressions that do not share, id for id; `first` looks at the nodes of the first one only.
    Same,
    /// A formula of ours against the formula of the paper.
    Value,
    /// In how many places of a range a condition holds.
    Count,
    /// In how many phases of a recursive expansion the pivots are disconnected.
    Pivots,
    /// Number of links a construction makes that fills the first copy only.
    FirstCopy,
    /// Number of cross-edges join a cluster of one class with a cluster of the other.
    CrossEdges,
    /// The paper's schedule for a collective, built and verified, and the counted quantity: "broadcast steps", "allgather words",
    /// "alltoall most words", "alltoall hops", "alltoall conflicts".
    Schedule,
    /// Number of nodes that hold the message after a broadcast as printed: on a dual-cube of order r, or by levels on the network.
    BroadcastPrinted,
}

/// One case.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ClaimCase {
    /// The network.
    pub expr: String,
    /// The paper's value.
    pub paper: Option<Text>,
    /// Names of other networks, whose metrics the formula uses as name.nodes, name.degree, name.diameter.
    pub nets: BTreeMap<String, String>,
    /// Numbers that the formula uses.
    pub numbers: BTreeMap<String, i64>,
    /// Ranges of names, both ends included. One that a network names, e.g. `ring({m})`, makes a case of every value.
    pub each: BTreeMap<String, [i64; 2]>,
    /// The first end.
    pub from: String,
    /// The second end, or the second expression.
    pub to: String,
    /// Nodes on the way.
    pub through: Vec<String>,
    /// Our formula, or the condition that is counted.
    pub ours: String,
}
