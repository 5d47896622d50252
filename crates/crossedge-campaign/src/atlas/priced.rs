//! The cheapest networks of an atlas by the relative price list, cables counted from their layouts.

use crossedge::answers::{LayoutRequest, Prices};
use crossedge::error::ErrorKind;
use crossedge::progress::{CancelOnly, Progress, Stopped};
use crossedge::search::{CostRates, PRICE_PARTS};
use crossedge::topology::Topology;
use std::collections::HashMap;

/// What a network is priced by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted<'a> {
    /// Its expression.
    pub expression: &'a str,
    /// Its endpoints.
    pub endpoints: u64,
    /// Its switches.
    pub switches: u64,
    /// Ports of an endpoint.
    pub endpoint_ports: u64,
    /// Its cables.
    pub cables: u64,
}

/// Optical cables of the layouts that were made so far; none of networks that have no layout.
#[derive(Debug, Default)]
pub(super) struct OpticalCables(HashMap<String, Option<u64>>);

impl OpticalCables {
    /// Optical cables of the usual layout.
    fn count(&mut self, expression: &str, progress: &dyn Progress) -> Result<Option<u64>, Stopped> {
        if let Some(known) = self.0.get(expression) {
            return Ok(*known);
        }
        let plan = |net: Topology| LayoutRequest::default().plan(&net, &CancelOnly(progress));
        let counted = match expression.parse().and_then(plan) {
            Ok(planned) => Some(planned.answer.optical.0),
            Err(error) if error.kind() == ErrorKind::Stopped => return Err(Stopped),
            Err(_) => None,
        };
        self.0.insert(expression.to_owned(), counted);
        Ok(counted)
    }

    /// The cheapest per endpoint of some networks with switches of this many ports: its place and cost. Only those are laid out that may be cheaper than the best so far.
    pub(super) fn cheapest(
        &mut self,
        networks: &[Counted<'_>],
        radix: u64,
        progress: &dyn Progress,
    ) -> Result<Option<(usize, f64)>, Stopped> {
        let cost = |one: &Counted<'_>, optical: u64| -> Option<f64> {
            let rates = rates(radix, one.endpoint_ports)?;
            let all = rates.cost_of(one.switches, one.endpoints, one.cables.into(), optical.into())?;
            Some(all as f64 / PRICE_PARTS as f64 / one.endpoints as f64)
        };
        // No network costs less than with copper alone.
        let mut open: Vec<(f64, usize)> =
            networks.iter().enumerate().filter_map(|(at, one)| Some((cost(one, 0)?, at))).collect();
        open.sort_by(|(a, x), (b, y)| {
            a.total_cmp(b).then(networks[*x].expression.cmp(networks[*y].expression))
        });
        let mut best: Option<(usize, f64)> = None;
        for (least, at) in open {
            if best.is_some_and(|(_, best)| least >= best) {
                break;
            }
            if progress.stopped() {
                return Err(Stopped);
            }
            let one = &networks[at];
            let Some(optical) = self.count(one.expression, progress)? else { continue };
            if let Some(now) = cost(one, optical).filter(|now| best.is_none_or(|(_, best)| *now < best)) {
                best = Some((at, now));
            }
        }
        Ok(best)
    }
}

fn rates(radix: u64, endpoint_ports: u64) -> Option<CostRates> {
    let prices = Prices::relative(u32::try_from(radix).ok()?, u32::try_from(endpoint_ports).ok()?);
    prices.rates().ok()
}
