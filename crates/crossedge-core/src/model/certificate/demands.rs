//! Traffic demands.

/// The demands of endpoints, as integer amounts over a common unit.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Demands {
    /// Every endpoint sends one packet per cycle, spread evenly over all others.
    Uniform(u32),
    /// The demands of each endpoint, in order.
    Listed {
        /// The amount that corresponds to one packet per cycle.
        unit: u64,
        /// For each endpoint, pairs of target and amount: other endpoints, ascending, each once.
        rows: Vec<Vec<(u32, u64)>>,
    },
}

impl Demands {
    /// Number of endpoints.
    pub fn ends(&self) -> usize {
        match self {
            Demands::Uniform(ends) => *ends as usize,
            Demands::Listed { rows, .. } => rows.len(),
        }
    }

    /// The amount that corresponds to one packet per cycle.
    pub fn unit(&self) -> u64 {
        match self {
            Demands::Uniform(ends) => u64::from(ends.max(&2) - 1),
            Demands::Listed { unit, .. } => *unit,
        }
    }

    /// The demands of one endpoint: destinations and amounts.
    pub fn row(&self, from: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let (all, listed): (_, &[(u32, u64)]) = match self {
            Demands::Uniform(ends) => (0..*ends as usize, &[]),
            Demands::Listed { rows, .. } => (0..0, &rows[from]),
        };
        let even = all.filter(move |&to| to != from).map(|to| (to, 1));
        even.chain(listed.iter().map(|&(to, amount)| (to as usize, amount)))
    }

    /// The endpoints that send something.
    pub fn sources(&self) -> Vec<usize> {
        (0..self.ends()).filter(|&s| self.row(s).next().is_some()).collect()
    }
}
