//! Bounds on a throughput, each a fraction with a reason.

use crossedge_core::evidence::{Evidence, Known};
use crossedge_lang::net::reasons;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use std::cmp::Ordering;

/// A ratio of two counts; over zero where nothing limits.
pub type Ratio = (BigUint, BigUint);

/// Which of two ratios is larger.
pub fn compare(a: &Ratio, b: &Ratio) -> Ordering {
    (&a.0 * &b.1).cmp(&(&b.0 * &a.1))
}

/// In lowest terms.
pub fn lowest((a, b): Ratio) -> Ratio {
    let common = a.gcd(&b).max(BigUint::one());
    (a / &common, b / common)
}

fn least(a: Ratio, b: Ratio) -> Ratio {
    if compare(&b, &a).is_lt() { b } else { a }
}

/// Lower and upper bound on a throughput.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound.
    pub lower: Ratio,
    /// The upper bound.
    pub upper: Ratio,
    /// `true` if both ends follow from theorems alone.
    proved: bool,
    why: Vec<String>,
}

impl Bounds {
    /// Exactly this, by a theorem.
    pub fn exactly(value: Ratio, why: impl Into<String>) -> Self {
        Bounds { lower: value.clone(), upper: value, proved: true, why: vec![why.into()] }
    }

    /// Bounds by theorems.
    pub fn between(lower: Ratio, upper: Ratio, why: impl Into<String>) -> Self {
        Bounds { lower, upper, proved: true, why: vec![why.into()] }
    }

    /// Bounds as the value of a metric.
    pub fn with_evidence(lower: Ratio, upper: Ratio, evidence: &Evidence) -> Self {
        let proved = matches!(evidence, Evidence::Proved(_));
        Bounds { lower, upper, proved, why: vec![evidence.by()] }
    }

    /// Unbounded: there is no destination.
    pub fn unlimited(why: &str) -> Self {
        Bounds::exactly((BigUint::one(), BigUint::ZERO), why)
    }

    /// Unknown.
    pub fn unknown() -> Self {
        let nothing = (BigUint::ZERO, BigUint::one());
        Bounds { lower: nothing, upper: (BigUint::one(), BigUint::ZERO), proved: true, why: Vec::new() }
    }

    /// Returns `true` if both ends are one.
    pub fn exact(&self) -> bool {
        compare(&self.lower, &self.upper).is_eq()
    }

    /// Scales both bounds.
    pub fn times(self, a: impl Into<BigUint>, over: impl Into<BigUint>) -> Self {
        let (a, over) = (a.into(), over.into());
        let scaled = |(x, y): Ratio| (x * &a, y * &over);
        Bounds { lower: scaled(self.lower), upper: scaled(self.upper), ..self }
    }

    /// The minimum of both.
    pub fn and(self, other: Bounds) -> Self {
        Bounds {
            lower: least(self.lower, other.lower),
            upper: least(self.upper, other.upper),
            proved: self.proved && other.proved,
            why: self.why.into_iter().chain(other.why).collect(),
        }
    }

    /// The same, by a theorem that is named first.
    pub fn by(mut self, theorem: impl Into<String>) -> Self {
        self.why.insert(0, theorem.into());
        self
    }

    /// The intersection: the better of both bounds.
    pub fn tightened(self, other: Bounds) -> Self {
        let better = |a: Ratio, b: Ratio, wanted: Ordering| if compare(&b, &a) == wanted { b } else { a };
        Bounds {
            lower: better(self.lower, other.lower, Ordering::Greater),
            upper: better(self.upper, other.upper, Ordering::Less),
            proved: self.proved && other.proved,
            why: self.why.into_iter().chain(other.why).collect(),
        }
    }

    /// The upper end alone.
    pub fn from_above(self) -> Self {
        Bounds { lower: (BigUint::ZERO, BigUint::one()), ..self }
    }

    /// The lower end alone.
    pub fn from_below(self) -> Self {
        Bounds { upper: (BigUint::one(), BigUint::ZERO), ..self }
    }

    /// Returns `true` if both ends follow from theorems alone.
    pub fn proved(&self) -> bool {
        self.proved
    }

    /// The reasons of both bounds.
    pub fn why(&self) -> String {
        reasons(self.why.iter().cloned())
    }

    /// The evidence.
    pub fn evidence(&self) -> Evidence {
        let why = self.why();
        match (self.exact(), self.proved) {
            (true, true) => Evidence::proved(why),
            (true, false) => Evidence::computed(why),
            (false, _) => Evidence::bounded(why),
        }
    }

    /// The value, where both ends are one.
    pub fn value(&self) -> Option<Known<Ratio>> {
        self.exact().then(|| Known::new(lowest(self.lower.clone()), self.evidence()))
    }
}
