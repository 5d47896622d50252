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
    /// The cheapest cable of any kind and length.
    pub least_cable: u128,
}

impl CostRates {
    /// The cost of a candidate of which `optical` cables leave their block, in millionths; `None` on overflow.
    pub fn cost(&self, figures: &Figures, optical: u128) -> Option<u128> {
        self.cost_of(figures.switches, figures.endpoints, figures.links, optical)
    }

    /// The cost of this many switches, endpoints and cables, of which `optical` are optical, in millionths; `None` on overflow.
    pub fn cost_of(&self, switches: u64, endpoints: u64, cables: u128, optical: u128) -> Option<u128> {
        let parts = [
            (u128::from(switches), self.switch),
            (u128::from(endpoints), self.endpoint),
            (cables.checked_sub(optical)?, self.copper),
            (optical, self.optical),
        ];
        parts.into_iter().try_fold(0u128, |sum, (count, price)| sum.checked_add(count.checked_mul(price)?))
    }

    /// Lower bound on the cost of a candidate wherever its cables end; `None` on overflow.
    pub fn least(&self, figures: &Figures) -> Option<u128> {
        let cheapest = CostRates { copper: self.least_cable, ..*self };
        cheapest.cost(figures, 0)
    }

    /// The cost per endpoint, in units.
    pub fn per_endpoint(&self, figures: &Figures, optical: u128) -> Option<Fraction> {
        let under = u128::from(figures.endpoints).checked_mul(PRICE_PARTS)?;
        Some(Fraction::new(self.cost(figures, optical)?, under))
    }

    /// The rates with optical cables at this many percent of their price.
    pub fn with_optical(self, percent: u128) -> CostRates {
        CostRates { optical: self.optical * percent / 100, ..self }
    }
}

/// Upper limits on what a candidate costs, draws and occupies. The search drops what exceeds them wherever its cables end; designs that are shown are
/// counted from their layouts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Caps {
    /// Maximum total cost, in millionths of the unit of the prices.
    pub cost: Option<u128>,
    /// Power of the parts, and the maximum of all, in millionths of the unit of power.
    pub power: Option<(CostRates, u128)>,
    /// Nodes per rack, and the maximum number of racks.
    pub racks: Option<(u32, u64)>,
}

impl Caps {
    /// Returns `true` if a candidate may be within all limits: lower bounds are, with the cheapest cables and full racks.
    pub fn may_allow(&self, figures: &Figures, rates: Option<&CostRates>) -> bool {
        let within = |rates: &CostRates, most: u128| rates.least(figures).is_some_and(|least| least <= most);
        let nodes = figures.endpoints.saturating_add(figures.switches);
        self.cost.is_none_or(|most| rates.is_some_and(|rates| within(rates, most)))
            && self.power.as_ref().is_none_or(|(power, most)| within(power, *most))
            && self.racks.is_none_or(|(units, most)| nodes.div_ceil(u64::from(units.max(1))) <= most)
    }
}
