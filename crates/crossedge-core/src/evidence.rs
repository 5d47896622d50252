//! Evidence: the reason why a metric is known. No metric is shown without evidence.
//!
//! ```
//! use crossedge::prelude::*;
//!
//! let net: Topology = "rdn(torus(5,5), 2)".parse()?;
//! let distance = net.distance(0, 3_000_000)?.distance;
//! assert_eq!(distance.evidence.kind(), "proved");
//! # Ok::<(), crossedge::Error>(())
//! ```

use crate::exact::Exact;
use crate::theorems::{Theorem, TheoremKind, cited, theorem, without_citations};
use std::fmt;

/// The evidence of a metric. Its text cites theorems and methods of the registry by their ids in brackets.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// By a theorem, which is named.
    Proved(String),
    /// By an exhaustive computation, whose method is named.
    Computed(String),
    /// A lower and an upper bound; the text names their witnesses. The metric itself holds the bounds.
    Bounded(String),
    /// By a sample.
    Sampled {
        /// Number of samples.
        count: u64,
        /// The seed of the generator.
        seed: u64,
        /// The population and the generator.
        method: String,
    },
}

impl Evidence {
    /// By a theorem.
    pub fn proved(by: impl Into<String>) -> Self {
        Evidence::Proved(by.into())
    }

    /// By an exhaustive computation.
    pub fn computed(by: impl Into<String>) -> Self {
        Evidence::Computed(by.into())
    }

    /// Bounds.
    pub fn bounded(by: impl Into<String>) -> Self {
        Evidence::Bounded(by.into())
    }

    /// The name of the kind: `proved`, `computed`, `bounded`, `sampled`.
    pub fn kind(&self) -> &'static str {
        match self {
            Evidence::Proved(_) => "proved",
            Evidence::Computed(_) => "computed",
            Evidence::Bounded(_) => "bounded",
            Evidence::Sampled { .. } => "sampled",
        }
    }

    /// The theorems and methods of the registry that the text cites, each once, in order. A sample cites its method.
    pub fn citations(&self) -> Vec<&'static Theorem> {
        let mut all = cited(&self.by());
        if let Evidence::Sampled { .. } = self {
            all.extend(theorem("random-sample").filter(|sample| !all.contains(sample)));
        }
        all
    }

    /// The text without the ids of its citations.
    pub fn text(&self) -> String {
        without_citations(&self.by())
    }

    /// The theorem, method or witness, as text with citations.
    pub fn by(&self) -> String {
        match self {
            Evidence::Proved(by) | Evidence::Computed(by) | Evidence::Bounded(by) => by.clone(),
            Evidence::Sampled { count, seed, method } => format!("{method}, {count} drawn, seed {seed}"),
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind(), self.by())
    }
}

impl serde::Serialize for Evidence {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let cited = self.citations();
        let ids = |kind| {
            cited.iter().filter(|entry| entry.kind() == kind).map(|entry| entry.id).collect::<Vec<_>>()
        };
        let mut map = serializer.serialize_struct("Evidence", 6)?;
        map.serialize_field("kind", self.kind())?;
        map.serialize_field("by", &self.text())?;
        map.serialize_field("theorems", &ids(TheoremKind::Theorem))?;
        map.serialize_field("methods", &ids(TheoremKind::Method))?;
        match self {
            Evidence::Sampled { count, seed, .. } => {
                map.serialize_field("count", &Exact(*count))?;
                map.serialize_field("seed", &Exact(*seed))?;
            }
            _ => {
                map.skip_field("count")?;
                map.skip_field("seed")?;
            }
        }
        map.end()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Evidence {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Evidence".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let integer = generator.subschema_for::<Exact<u64>>();
        schemars::json_schema!({
            "description": "Evidence of a metric: a theorem, an exhaustive computation, bounds with a witness, or a sample with its size and seed.",
            "type": "object",
            "properties": {
                "kind": {"type": "string", "enum": ["proved", "computed", "bounded", "sampled"]},
                "by": {"type": "string"},
                "theorems": {"type": "array", "items": {"type": "string"}, "description": "Ids of theorems, for `crossedge theorem ID`."},
                "methods": {"type": "array", "items": {"type": "string"}, "description": "Ids of methods, for `crossedge theorem ID`."},
                "count": integer,
                "seed": integer,
            },
            "required": ["kind", "by", "theorems", "methods"],
        })
    }
}

/// A value and evidence.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Known<T> {
    /// The value.
    pub value: T,
    /// The evidence.
    pub evidence: Evidence,
}

impl<T> Known<T> {
    /// A value with its evidence.
    pub fn new(value: T, evidence: Evidence) -> Self {
        Known { value, evidence }
    }

    /// Maps the value; the evidence stays the same.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Known<U> {
        Known { value: f(self.value), evidence: self.evidence }
    }
}

impl<T: fmt::Display> fmt::Display for Known<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.value, self.evidence)
    }
}
