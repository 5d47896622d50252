//! The cost of a design, counted from its layout.

use crate::answers::{ALL_ITEMS, CostLineAnswer, LayoutRequest, Prices};
use crate::error::{Error, ErrorKind};
use crate::evidence::Evidence;
use crate::exact::Exact;
use crate::progress::{CancelOnly, Progress};
use crate::search::{Caps, KeptCandidate, PRICE_PARTS};
use crate::topology::Topology;

/// Prices, and the layout that they apply to.
pub struct Pricing {
    prices: Prices,
    unit: String,
    layout: LayoutRequest,
    caps: Caps,
}

/// The cost of a design.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignCostAnswer {
    /// The cost of everything.
    pub total: f64,
    /// The cost per endpoint.
    pub per_endpoint: f64,
    /// The unit, e.g. `EUR`, or `ports` for relative prices.
    pub unit: String,
    /// Copper cables.
    pub copper: Exact<u128>,
    /// Optical cables.
    pub optical: Exact<u128>,
    /// The power of everything, in the unit of power of the prices; absent if they have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<f64>,
    /// Racks; absent if there is no layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub racks: Option<Exact<u64>>,
    /// Every price with its quantity and source; other units such as power, too.
    pub lines: Vec<CostLineAnswer>,
    /// Evidence of the cable counts.
    pub evidence: Evidence,
}

impl Pricing {
    /// Prices for networks in blocks of `block` endpoints, and racks of `rack` nodes.
    pub fn new(prices: Prices, block: u64, rack: Option<u32>, caps: Caps) -> Self {
        let unit = prices.cost_unit().unwrap_or_default().to_owned();
        let usual = LayoutRequest::default();
        let layout = LayoutRequest { block, units: rack.unwrap_or(usual.units), ..usual };
        Pricing { prices, unit, layout, caps }
    }

    /// The cost of a candidate, from its layout; in closed form if it is too large for one.
    pub fn cost(
        &self,
        kept: &KeptCandidate,
        progress: &dyn Progress,
    ) -> Result<Option<DesignCostAnswer>, Error> {
        let net: Topology = kept.text().parse()?;
        let request = LayoutRequest { prices: Some(self.prices.clone()), ..self.layout.clone() };
        let layout = match request.plan(&net, &CancelOnly(progress)) {
            Ok(planned) => planned.answer,
            Err(error) if error.kind() == ErrorKind::Limit => return Ok(self.closed_form(kept)),
            Err(error) => return Err(error),
        };
        let lines = layout.costs.unwrap_or_default();
        let sum = |unit: &str| -> f64 {
            let own = lines.iter().filter(|line| line.unit == unit && line.item != ALL_ITEMS);
            own.map(|line| line.total).sum()
        };
        let total = sum(&self.unit);
        Ok(Some(DesignCostAnswer {
            total,
            per_endpoint: total / kept.figures.endpoints as f64,
            unit: self.unit.clone(),
            copper: Exact(layout.copper.0.into()),
            optical: Exact(layout.optical.0.into()),
            power: self.prices.power_unit().map(sum),
            racks: Some(layout.racks),
            lines,
            evidence: Evidence::computed(format!(
                "counted from a layout in blocks of {} endpoints, copper up to {} m [layout-count]",
                self.layout.block,
                layout.copper_reach.0 as f64 / 1000.0
            )),
        }))
    }

    fn closed_form(&self, kept: &KeptCandidate) -> Option<DesignCostAnswer> {
        let optical = kept.optical?;
        let total = kept.rates?.cost(&kept.figures, optical)? as f64 / PRICE_PARTS as f64;
        Some(DesignCostAnswer {
            total,
            per_endpoint: total / kept.figures.endpoints as f64,
            unit: self.unit.clone(),
            copper: Exact(kept.figures.links - optical),
            optical: Exact(optical),
            power: self.power_in_closed_form(kept, optical),
            racks: None,
            lines: Vec::new(),
            evidence: Evidence::computed(format!(
                "closed form: cables between blocks of {} endpoints are optical [layout-count]",
                self.layout.block
            )),
        })
    }

    fn power_in_closed_form(&self, kept: &KeptCandidate, optical: u128) -> Option<f64> {
        let rates = self.prices.rates_in(self.prices.power_unit()?).ok()?;
        Some(rates.cost(&kept.figures, optical)? as f64 / PRICE_PARTS as f64)
    }

    /// Returns `true` if a counted design is within the limits. Racks that are not counted are within none.
    pub fn allows(&self, cost: &DesignCostAnswer) -> bool {
        let parts = |value: f64| (value * PRICE_PARTS as f64).round() as u128;
        let Caps { cost: most_cost, power, racks } = self.caps;
        most_cost.is_none_or(|most| parts(cost.total) <= most)
            && power.is_none_or(|(_, most)| cost.power.is_some_and(|power| parts(power) <= most))
            && racks.is_none_or(|(_, most)| cost.racks.is_some_and(|racks| racks.0 <= most))
    }

    /// Returns `true` if there is a limit that a layout may exceed.
    pub fn limited(&self) -> bool {
        self.caps != Caps::default()
    }
}
