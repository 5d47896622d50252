//! The cost of a candidate in closed form: switches, endpoints and cables by kind, from a price list.
//!
//! Prices are kept in millionths, so that sums are exact. Cables inside a block are copper, cables between blocks are optical; what is shown is counted again from
//! the layout of the network.

use super::figures::Figures;
use super::fraction::Fraction;

/// Parts of a unit in which prices are kept.
pub const PRICE_PARTS: u128 = 1_000_000;

/// Prices of what a candidate is made of, in millionths of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostRates {
    /// A switch.
    pub switch: u128,
    /// An endpoint: its adapters.
    pub endpoint: u128,
    /// A copper cable.
    pub copper: u128,
    /// An optical cable.
    pub optical: u128,
}

impl CostRates {
    /// The cost of a candidate of which `optical` cables leave their block, in millionths; `None` on overflow.
    pub fn cost(&self, figures: &Figures, optical: u128) -> Option<u128> {
        let copper = figures.links.checked_sub(optical)?;
        let parts = [
            (u128::from(figures.switches), self.switch),
            (u128::from(figures.endpoints), self.endpoint),
            (copper, self.copper),
            (optical, self.optical),
        ];
        parts.into_iter().try_fold(0u128, |sum, (count, price)| sum.checked_add(count.checked_mul(price)?))
    }

    /// The same per endpoint, in units.
    pub fn per_endpoint(&self, figures: &Figures, optical: u128) -> Option<Fraction> {
        let under = u128::from(figures.endpoints).checked_mul(PRICE_PARTS)?;
        Some(Fraction::new(self.cost(figures, optical)?, under))
    }

    /// The rates with optical cables at this many percent of their price.
    pub fn with_optical(self, percent: u128) -> CostRates {
        CostRates { optical: self.optical * percent / 100, ..self }
    }
}
