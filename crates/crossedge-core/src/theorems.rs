//! The registry of theorems and methods that evidence refers to.
//!
//! Evidence cites an entry by its id in brackets, e.g. `distances on a ring [ring-distance]`. Every entry is a file of `theorems/`: a title, header
//! lines (`kind`, `aliases`, `references`, `formal`, `new`), a statement with its conditions, and a proof. A new entry is a file and a line in [`THEOREMS`].
//!
//! ```
//! use crossedge::theorems::{TheoremKind, theorem};
//!
//! let distances = theorem("I1").expect("an alias");
//! assert_eq!((distances.id, distances.kind()), ("dual-distance", TheoremKind::Theorem));
//! assert!(distances.statement().contains("d(a,a') + d(b,b') + c"));
//! ```

use std::fmt;

/// One entry of the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theorem {
    /// The id, which never changes.
    pub id: &'static str,
    text: &'static str,
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TheoremKind {
    /// A statement with a proof or a reference.
    Theorem,
    /// A method of computation.
    Method,
}

impl fmt::Display for TheoremKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TheoremKind::Theorem => "theorem",
            TheoremKind::Method => "method",
        })
    }
}

macro_rules! theorems {
    ($($id:literal),* $(,)?) => {
        [$(Theorem { id: $id, text: include_str!(concat!("../theorems/", $id, ".md")) }),*]
    };
}

/// The topics, in the order of the document.
pub const TOPICS: [&str; 11] = [
    "Definitions",
    "The dual construction",
    "Products",
    "Elementary graphs",
    "Other constructions",
    "Switched networks",
    "Bounds on throughput and bisection",
    "Connectivity and paths",
    "Symmetry",
    "Spanning trees and deadlock",
    "Methods",
];

/// Every entry, sorted by id.
pub static THEOREMS: [Theorem; 112] = theorems![
    "acyclic-channels",
    "address-disjoint-paths",
    "arc-disjoint-trees",
    "automorphism-search",
    "bfs",
    "capacity-bound",
    "complete-distance",
    "counted",
    "cube-distance",
    "cut-bound",
    "cycles-differ",
    "definition-counts",
    "degree-bound",
    "degrees-differ",
    "distance-function",
    "dominating-set-cut",
    "dragonfly-distance",
    "dragonfly-plus-distance",
    "dragonfly-plus-throughput",
    "dragonfly-throughput",
    "dual-cut",
    "dual-disjoint-paths",
    "dual-distance",
    "dual-distance-polynomial",
    "dual-girth",
    "dual-hamiltonian-connected",
    "dual-hamiltonian-cycle",
    "dual-shift-bound",
    "dual-spectrum",
    "dual-throughput",
    "dual-vertex-transitive",
    "edge-transitive-throughput",
    "edmonds-branchings",
    "elementary-connectivity",
    "elementary-girth",
    "elementary-spectrum",
    "elementary-symmetry",
    "elementary-throughput",
    "endpoint-port-bound",
    "esfahanian-hakimi",
    "exhaustive-bisection",
    "expansion-hamiltonian",
    "failure-enumeration",
    "fat-tree-bisection",
    "fat-tree-distance",
    "fat-tree-throughput",
    "folded-cube-distance",
    "gray-code",
    "heuristic-cut",
    "host-distance",
    "host-throughput",
    "hub-distance",
    "hub-throughput",
    "ids-in-order",
    "inductive-quad-distance",
    "lanczos",
    "layout-count",
    "lexicographic-distance",
    "linear-program",
    "link-loads",
    "mader-connectivity",
    "menger",
    "message-bound",
    "moore-bound",
    "multiplicative-weights",
    "nested-super-nodes",
    "not-bounded",
    "one-source",
    "packet-cycle",
    "paley-distance",
    "path-distance",
    "plan-map",
    "plane-distance",
    "plane-throughput",
    "plesnik-edge-connectivity",
    "polarity-diameter",
    "product-connectivity",
    "product-cut",
    "product-distance",
    "product-edge-connectivity",
    "product-edge-transitive",
    "product-girth",
    "product-hamiltonian",
    "product-throughput",
    "product-vertex-transitive",
    "random-sample",
    "rank-cut-bound",
    "record-comparison",
    "replay",
    "ring-distance",
    "ring-search",
    "sierpinski-distance",
    "single-node",
    "slimfly-diameter",
    "small-cuts",
    "spectral-bisection-bound",
    "star-distance",
    "star-graph-distance",
    "star-product-diameter",
    "strong-product-distance",
    "swap-distance",
    "swap-symmetry",
    "switch-distance",
    "symmetry-undecided",
    "throughput-bisection-bound",
    "throughput-duality",
    "walk-routes",
    "worst-traffic",
    "wreath-distance",
    "wreath-symmetry",
    "wreath-throughput",
    "zero-load-latency",
];

impl Theorem {
    /// The title.
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// Theorem or method.
    pub fn kind(&self) -> TheoremKind {
        if self.header("kind") == Some("method") { TheoremKind::Method } else { TheoremKind::Theorem }
    }

    /// The topic, one of [`TOPICS`].
    pub fn topic(&self) -> &'static str {
        let topic = self.header("topic").unwrap_or_default();
        topic.split_once(" / ").map_or(topic, |(topic, _)| topic)
    }

    /// The place among the entries of its topic.
    pub fn place(&self) -> u32 {
        let place = self.header("topic").and_then(|topic| topic.split_once(" / "));
        place.and_then(|(_, place)| place.parse().ok()).unwrap_or(0)
    }

    /// Other names, e.g. `I1`.
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> {
        listed(self.header("aliases"))
    }

    /// Keys of the works to cite.
    pub fn references(&self) -> impl Iterator<Item = &'static str> {
        listed(self.header("references"))
    }

    /// The files and the names of the formal proofs.
    pub fn formal(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        listed(self.header("formal")).filter_map(|proof| proof.split_once(' '))
    }

    /// Returns `true` if the result was not found in print.
    pub fn is_new(&self) -> bool {
        self.header("new").is_some()
    }

    /// The statement with its conditions.
    pub fn statement(&self) -> &'static str {
        let (_, body) = self.text.split_once("## Statement\n\n").unwrap_or_default();
        body.split_once("\n## Proof\n").map_or(body, |(statement, _)| statement).trim_end()
    }

    /// The proof, or the reference that has it; empty for methods that need none.
    pub fn proof(&self) -> &'static str {
        self.text.split_once("\n## Proof\n\n").map_or("", |(_, proof)| proof.trim_end())
    }

    fn header(&self, name: &str) -> Option<&'static str> {
        let header = self.text.split("## Statement").next()?;
        header.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

fn listed(header: Option<&'static str>) -> impl Iterator<Item = &'static str> {
    header.unwrap_or_default().split(", ").filter(|part| !part.is_empty())
}

/// The entry of an id or an alias.
pub fn theorem(name: &str) -> Option<&'static Theorem> {
    let by_id = THEOREMS.binary_search_by_key(&name, |entry| entry.id).ok();
    by_id.map(|at| &THEOREMS[at]).or_else(|| {
        THEOREMS.iter().find(|entry| entry.aliases().any(|alias| alias.eq_ignore_ascii_case(name)))
    })
}

/// The pieces of a text between its citations, and the cited entries.
fn pieces(text: &str) -> (Vec<&str>, Vec<&'static Theorem>) {
    let (mut plain, mut cited, mut rest, mut from) = (Vec::new(), Vec::<&'static Theorem>::new(), text, 0);
    while let Some(open) = rest[from..].find('[').map(|at| at + from) {
        let id = rest[open + 1..].split(']').next().unwrap_or_default();
        let at = THEOREMS.binary_search_by_key(&id, |entry| entry.id);
        match at {
            Ok(at) if rest[open + 1 + id.len()..].starts_with(']') => {
                plain.push(rest[..open].strip_suffix(' ').unwrap_or(&rest[..open]));
                if !cited.contains(&&THEOREMS[at]) {
                    cited.push(&THEOREMS[at]);
                }
                rest = &rest[open + id.len() + 2..];
                from = 0;
            }
            _ => from = open + 1,
        }
    }
    plain.push(rest);
    (plain, cited)
}

/// The entries that a text cites in brackets, each once, in order.
pub fn cited(text: &str) -> Vec<&'static Theorem> {
    pieces(text).1
}

/// The text without its citations.
pub fn without_citations(text: &str) -> String {
    pieces(text).0.concat()
}
