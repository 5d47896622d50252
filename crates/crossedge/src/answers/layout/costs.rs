//! Money and power from prices that someone else has written down: every line names where its price is from. There are no prices in this library.

use super::answer::{CostLineAnswer, LayoutAnswer};
use crate::error::Error;

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

impl Prices {
    /// The cost of a layout: a line for every price, and one for each unit in the end.
    pub(super) fn cost_lines(
        &self,
        layout: &LayoutAnswer,
        endpoints: u64,
    ) -> Result<Vec<CostLineAnswer>, Error> {
        let mut lines: Vec<CostLineAnswer> = Vec::new();
        for price in &self.price {
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
            let item = "all of these".to_owned();
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
            rows.map(|row| row.cables.0 as f64 * if by_metre { row.length.0 as f64 / 1000.0 } else { 1.0 })
                .sum()
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
