//! Cost and power of a layout, from a price list that the user supplies: every line names the source of its price. The library has no prices in money; its
//! built-in list counts in switch ports, and documents the reasons.

use super::answer::{CostLineAnswer, LayoutAnswer};
use crate::error::Error;
use crate::layout::CABLE_LENGTHS;
use crate::search::{CostRates, PRICE_PARTS};

/// Prices, as a file has them.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// The file name; it appears in every line.
    #[serde(skip)]
    pub file: String,
    /// The prices.
    #[serde(default)]
    pub price: Vec<Price>,
}

/// A price.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Of what: `endpoint`, `switch`, `rack`, `copper cable`, `optical cable`, `copper metre`, `optical metre`.
    pub item: String,
    /// The unit price.
    pub value: f64,
    /// The unit, e.g. `EUR` or `W`.
    pub unit: String,
    /// The year of the price.
    pub year: u32,
    /// The source.
    pub source: String,
    /// Minimum cable length, in metres.
    #[serde(default)]
    pub from: Option<f64>,
    /// For cables of at most this many metres.
    #[serde(default)]
    pub to: Option<f64>,
}

const PRICED_ITEMS: &[&str] =
    &["endpoint", "switch", "rack", "copper cable", "optical cable", "copper metre", "optical metre"];

/// The item of a line that sums up all lines of a unit.
pub const ALL_ITEMS: &str = "all of these";

/// The name of the price list that is used if none is given.
pub const RELATIVE_PRICES: &str = "relative prices";

/// The year of the relative prices.
const RELATIVE_YEAR: u32 = 2026;

/// Length of a copper cable for the closed form of cost, in metres.
const COPPER_METRES: f64 = 2.0;

/// Length of an optical cable for the closed form of cost, in metres.
const OPTICAL_METRES: f64 = 20.0;

impl Prices {
    /// Prices in units of a switch port, for switches with this many ports and endpoints with this many. They are assumptions that a comparison of networks
    /// needs, and no market prices.
    pub fn relative(radix: u32, endpoint_ports: u32) -> Prices {
        let price = |item: &str, value: f64, unit: &str, source: &str| Price {
            item: item.to_owned(),
            value,
            unit: unit.to_owned(),
            year: RELATIVE_YEAR,
            source: source.to_owned(),
            from: None,
            to: None,
        };
        let (radix, ports) = (f64::from(radix), f64::from(endpoint_ports));
        let price = vec![
            price("switch", radix, "ports", "assumed: a switch is bought with all its ports, at 1 each"),
            price(
                "endpoint",
                ports,
                "ports",
                "assumed: a port of an adapter costs as much as one of a switch",
            ),
            price("copper cable", 0.2, "ports", "assumed: a fifth of a port"),
            price(
                "optical cable",
                2.0,
                "ports",
                "assumed: a transceiver at either end, each as much as a port",
            ),
            price("switch", radix, "port power", "assumed: each port of a switch draws 1"),
            price(
                "endpoint",
                ports,
                "port power",
                "assumed: a port of an adapter draws as much as one of a switch",
            ),
            price(
                "optical cable",
                1.0,
                "port power",
                "assumed: a transceiver draws half of what a port does",
            ),
        ];
        Prices { file: RELATIVE_PRICES.to_owned(), price }
    }

    /// The unit of cost: that of the first price of a switch, or of the first price.
    pub fn cost_unit(&self) -> Option<&str> {
        let switch = self.price.iter().find(|price| price.item == "switch");
        switch.or(self.price.first()).map(|price| price.unit.as_str())
    }

    /// The unit of power, if some prices are in one: watts, or one with the word power in it.
    pub fn power_unit(&self) -> Option<&str> {
        let is_power = |unit: &str| {
            let unit = unit.to_lowercase();
            ["w", "kw", "mw", "watt", "watts"].contains(&unit.trim()) || unit.contains("power")
        };
        self.price.iter().map(|price| price.unit.as_str()).find(|unit| is_power(unit))
    }

    /// Prices in the unit of cost for the closed form of a search, in millionths. Lengths are assumed, and racks are not counted.
    pub fn rates(&self) -> Result<CostRates, Error> {
        self.rates_in(self.cost_unit().unwrap_or_default())
    }

    /// The same for another unit, such as that of power.
    pub fn rates_in(&self, unit: &str) -> Result<CostRates, Error> {
        for price in &self.price {
            self.check(price)?;
        }
        let sum = |item: &str, metres: f64| -> f64 {
            let within = |price: &&Price| {
                price.from.is_none_or(|from| metres >= from) && price.to.is_none_or(|to| metres <= to)
            };
            let wanted = self.price.iter().filter(|price| price.unit == unit && price.item == item);
            wanted.filter(within).map(|price| price.value).sum()
        };
        let cable = |kind: &str, metres: f64| {
            sum(&format!("{kind} cable"), metres) + metres * sum(&format!("{kind} metre"), metres)
        };
        let parts = |value: f64| (value * PRICE_PARTS as f64).round() as u128;
        // Those that are made, and one that is longer than all of them.
        let lengths = CABLE_LENGTHS.iter().map(|&length| length as f64 / 1000.0).chain([1e6]);
        Ok(CostRates {
            switch: parts(sum("switch", 0.0)),
            endpoint: parts(sum("endpoint", 0.0)),
            copper: parts(cable("copper", COPPER_METRES)),
            optical: parts(cable("optical", OPTICAL_METRES)),
            least_cable: parts(
                lengths
                    .flat_map(|metres| ["copper", "optical"].map(|kind| cable(kind, metres)))
                    .fold(f64::INFINITY, f64::min),
            ),
        })
    }

    fn check(&self, price: &Price) -> Result<(), Error> {
        if !PRICED_ITEMS.contains(&price.item.as_str()) {
            let message = format!("{}: a price of '{}' is not known", self.file, price.item);
            return Err(Error::usage(message).help(format!("items are {}", PRICED_ITEMS.join(", "))));
        }
        if price.source.trim().is_empty() || !price.value.is_finite() || price.value < 0.0 {
            let message = format!(
                "{}: the price of '{}' needs a value of at least 0 and a source",
                self.file, price.item
            );
            return Err(Error::usage(message).help("add the source: source = \"offer of 3 May\""));
        }
        Ok(())
    }

    /// The cost of a layout: a line for every price, and one for each unit in the end.
    pub(super) fn cost_lines(
        &self,
        layout: &LayoutAnswer,
        endpoints: u64,
    ) -> Result<Vec<CostLineAnswer>, Error> {
        let mut lines: Vec<CostLineAnswer> = Vec::new();
        for price in &self.price {
            self.check(price)?;
            let count = self.priced_count(price, layout, endpoints);
            let source = format!("{}: {}, {}", self.file, price.source, price.year);
            let (each, unit) = (price.value, price.unit.clone());
            lines.push(CostLineAnswer {
                item: price.item.clone(),
                count,
                each,
                total: count * each,
                unit,
                source,
            });
        }
        let mut units: Vec<String> = lines.iter().map(|line| line.unit.clone()).collect();
        units.sort();
        units.dedup();
        for unit in units {
            let total = lines.iter().filter(|line| line.unit == unit).map(|line| line.total).sum();
            let item = ALL_ITEMS.to_owned();
            lines.push(CostLineAnswer {
                item,
                count: 1.0,
                each: total,
                total,
                unit,
                source: self.file.clone(),
            });
        }
        Ok(lines)
    }

    fn priced_count(&self, price: &Price, layout: &LayoutAnswer, endpoints: u64) -> f64 {
        let within = |length: u64| {
            let metres = length as f64 / 1000.0;
            price.from.is_none_or(|from| metres >= from) && price.to.is_none_or(|to| metres <= to)
        };
        let cables = |optical: bool, by_metre: bool| -> f64 {
            let rows = layout.lengths.iter().filter(|row| row.optical == optical && within(row.length.0));
            // A sum of no floats is -0.
            rows.map(|row| row.cables.0 as f64 * if by_metre { row.length.0 as f64 / 1000.0 } else { 1.0 })
                .fold(0.0, |sum, one| sum + one)
        };
        match price.item.as_str() {
            "endpoint" => endpoints as f64,
            "switch" => (layout.nodes.0 - endpoints) as f64,
            "rack" => layout.racks.0 as f64,
            "copper cable" => cables(false, false),
            "optical cable" => cables(true, false),
            "copper metre" => cables(false, true),
            _ => cables(true, true),
        }
    }
}
